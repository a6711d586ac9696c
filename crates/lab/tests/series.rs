//! Series and founders: runs that belong together are the runs that they would be alone.

#![allow(clippy::unwrap_used, reason = "these are tests")]

use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use lab::config::{Plan, SeriesPlan, Source};
use lab::run::{End, Machine, News, Observer, Run};
use lab::series::{MemberResult, Series, SeriesObserver};
use record::Reader;

const BASE: &str = "name = 'tiny'\ngenerations = 3\nseed = 9\n\
    evolution = { algorithm = 'programming', population = 4, generations = 3 }\n\
    player = { kind = 'linear', features = 'vazquez33' }\n\
    search = { nodes = 30 }\n\
    trial = { kind = 'tournament', opponents = 1 }\n\
    games = { random_plies = 4, max_moves = 6 }\n";

const MACHINE: Machine<'static> =
    Machine { threads: 1, signature: "1", pace: Duration::from_secs(1), halt: None };

fn source(more: &str) -> Source {
    Source { name: "tiny.toml".to_owned(), text: format!("{BASE}{more}") }
}

fn plan(source: &Source) -> SeriesPlan {
    match source.plan(&[]).unwrap_or_else(|error| panic!("{error}")) {
        Plan::Series(plan) => *plan,
        Plan::Run(_) => panic!("a series is one"),
    }
}

#[derive(Default)]
struct Told {
    begun: AtomicUsize,
    generations: AtomicUsize,
    ended: Mutex<Vec<usize>>,
    /// Stops after so many generations.
    patience: Option<(usize, AtomicBool)>,
}

impl SeriesObserver for Told {
    fn begins(&self, _: usize, _: u64, planned: u64) {
        assert_eq!(planned, 4);
        self.begun.fetch_add(1, Ordering::Relaxed);
    }

    fn generation(&self, _: usize, _: &News<'_>) {
        let count = 1 + self.generations.fetch_add(1, Ordering::Relaxed);
        if let Some((most, stop)) = &self.patience
            && count >= *most
        {
            stop.store(true, Ordering::Relaxed);
        }
    }

    fn ends(&self, member: usize, result: &MemberResult) {
        assert!(result.best.unwrap() >= result.mean.unwrap());
        self.ended.lock().unwrap().push(member);
    }
}

struct Deaf;

impl Observer for Deaf {
    fn generation(&mut self, _: &News<'_>) {}
}

fn digest(folder: &Path) -> String {
    Reader::open(folder).unwrap().digest().unwrap().to_string()
}

#[test]
fn a_series_is_its_members_run_alone_with_any_number_of_threads() {
    let source = source("[series]\nrepeat = 2\nvary = { 'evolution.recall' = [0, 50] }");
    let plan = plan(&source);
    let alone = tempfile::tempdir().unwrap();
    let mut expected = Vec::new();
    for member in &plan.members {
        let mut experiment = plan.settings[member.setting].experiment.clone();
        experiment.seed = member.seed;
        let mut run = Run::begin(experiment, &source, alone.path(), MACHINE).unwrap();
        let (done, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
        assert_eq!(run.evolve(&mut Deaf, &done, &stop).unwrap(), End::Finished);
        expected.push(digest(&run.folder()));
    }
    let mut distinct = expected.clone();
    distinct.sort();
    distinct.dedup();
    assert_eq!(distinct.len(), 4, "seeds and settings make a difference");
    let mut series_digests = Vec::new();
    for threads in [1, 3, 9] {
        let parent = tempfile::tempdir().unwrap();
        let series = Series::begin(&plan, &source, parent.path()).unwrap();
        let told = Told::default();
        let machine = Machine { threads, ..MACHINE };
        let end = series.evolve(&told, machine, &AtomicBool::new(false)).unwrap();
        assert_eq!(end, End::Finished);
        assert_eq!(told.generations.load(Ordering::Relaxed), 16);
        let mut ended = told.ended.into_inner().unwrap();
        ended.sort_unstable();
        assert_eq!(ended, [0, 1, 2, 3]);
        let found: Vec<String> = (0..4).map(|i| digest(&series.member_folder(i))).collect();
        assert_eq!(found, expected, "{threads} threads");
        series_digests.push(series.plan().digest(series.folder()).unwrap());
    }
    assert!(series_digests.windows(2).all(|pair| pair[0] == pair[1]));
}

#[test]
fn a_stopped_series_goes_on_and_ends_the_same() {
    let source = source("[series]\nrepeat = 3");
    let plan = plan(&source);
    let whole = tempfile::tempdir().unwrap();
    let series = Series::begin(&plan, &source, whole.path()).unwrap();
    series.evolve(&Told::default(), MACHINE, &AtomicBool::new(false)).unwrap();
    let expected = series.plan().digest(series.folder()).unwrap();

    let parent = tempfile::tempdir().unwrap();
    let folder = {
        let series = Series::begin(&plan, &source, parent.path()).unwrap();
        let mut told = Told::default();
        let stop = AtomicBool::new(false);
        told.patience = Some((6, AtomicBool::new(false)));
        // The observer's own flag is looked at from another thread, as Ctrl-C is.
        let end = std::thread::scope(|scope| {
            scope.spawn(|| {
                let (_, asked) = told.patience.as_ref().unwrap();
                while !asked.load(Ordering::Relaxed) {
                    std::thread::yield_now();
                }
                stop.store(true, Ordering::Relaxed);
            });
            series.evolve(&told, MACHINE, &stop).unwrap()
        });
        assert!(end == End::Stopped || told.generations.load(Ordering::Relaxed) == 12);
        assert!(Series::resume(series.folder()).is_err(), "somebody is at it");
        series.folder().to_owned()
    };
    let series = Series::resume(&folder).unwrap();
    let told = Told::default();
    let machine = Machine { threads: 2, ..MACHINE };
    assert_eq!(series.evolve(&told, machine, &AtomicBool::new(false)).unwrap(), End::Finished);
    assert_eq!(series.plan().digest(&folder).unwrap(), expected);
    assert!(series.unfinished().unwrap().is_empty());
    // A run of another seed is none of its own, whatever it is called.
    let [one, other] = [0, 1].map(|member| series.member_folder(member));
    fs::remove_dir_all(&one).unwrap();
    fs::rename(other, one).unwrap();
    let error = series.unfinished().unwrap_err().to_string();
    assert!(error.contains("another run than the one of the plan"), "{error}");
}

#[test]
fn a_run_begins_with_those_it_is_given_and_knows_where_they_come_from() {
    let parent = tempfile::tempdir().unwrap();
    let source_of_series = source("[series]\nrepeat = 2");
    let series = Series::begin(&plan(&source_of_series), &source_of_series, parent.path()).unwrap();
    series.evolve(&Told::default(), MACHINE, &AtomicBool::new(false)).unwrap();
    let folder = series.folder().to_str().unwrap().to_owned();
    let member = series.member_folder(0);
    drop(series);
    let begin = |start: &str| {
        let source = source(start);
        let Plan::Run(experiment) = source.plan(&[]).unwrap() else { panic!() };
        Run::begin(*experiment, &source, parent.path(), MACHINE)
    };
    let evolve = |mut run: Run| {
        run.evolve(&mut Deaf, &AtomicUsize::new(0), &AtomicBool::new(false)).unwrap();
        run.folder()
    };
    // The best of each member, a built-in player as near as genomes come to it, and a stranger.
    let run = begin(&format!("start = {{ from = ['{folder}', 'linear33'] }}")).unwrap();
    let founders = Reader::open(&run.folder()).unwrap().founders().unwrap();
    assert_eq!((founders.len(), founders[&2].origin.as_str()), (3, "linear33"));
    drop(run);
    let start = format!("start = {{ from = ['{folder}'], fill = 'mutated', step = 0.05 }}");
    let run = begin(&start).unwrap();
    let reader = Reader::open(&run.folder()).unwrap();
    let founders = reader.founders().unwrap();
    assert_eq!(founders.len(), 2);
    assert!(founders[&0].origin.contains("r01: individual"), "{}", founders[&0].origin);
    drop(reader);
    // Killed before its first generation, it needs nothing but itself.
    let unfinished = run.folder();
    drop(run);
    fs::rename(&folder, parent.path().join("elsewhere")).unwrap();
    let resumed = evolve(Run::resume(&unfinished, MACHINE).unwrap());
    fs::rename(parent.path().join("elsewhere"), &folder).unwrap();
    let whole = evolve(begin(&start).unwrap());
    assert_eq!(digest(&resumed), digest(&whole));
    let reader = Reader::open(&whole).unwrap();
    let individuals = reader.individuals().unwrap();
    assert!(individuals[&0].parents.is_empty() && individuals[&1].parents.is_empty());
    assert_eq!((&individuals[&2].parents[..], &individuals[&3].parents[..]), (&[0][..], &[1][..]));
    let best = Reader::open(&member).unwrap();
    let champion = best.summaries().unwrap().last().unwrap().champion.unwrap();
    assert_eq!(founders[&0].genome, best.genome(champion).unwrap().unwrap());

    let population = format!("start = {{ from = ['{}'], take = 'population' }}", member.display());
    let run = begin(&population).unwrap();
    assert_eq!(Reader::open(&run.folder()).unwrap().founders().unwrap().len(), 4);
    drop(run);
    for (start, expected) in [
        (format!("start = {{ from = ['{folder}'], take = 'population' }}"), "8 founders are more"),
        ("start = { from = ['no-such-player'] }".to_owned(), "no-such-player"),
        (format!("start = {{ from = ['{}'] }}", parent.path().display()), "neither a run nor"),
    ] {
        let error = begin(&start).err().map(|error| error.to_string()).unwrap_or_default();
        assert!(error.contains(expected), "{error}");
    }
    let others = format!("{BASE}start = {{ from = ['{folder}'] }}").replace("vazquez33", "david35");
    let others = Source { name: "others".to_owned(), text: others };
    let Plan::Run(experiment) = others.plan(&[]).unwrap() else { panic!() };
    let error = Run::begin(*experiment, &others, parent.path(), MACHINE).err().unwrap();
    assert!(error.to_string().contains("other genes"), "{error}");
}
