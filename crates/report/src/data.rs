use std::collections::BTreeMap;
use std::path::Path;

use record::{
    Digest, Ending, Figure, Game, Individual, Kind, Origin, Reader, RecordError, Row, Seat,
    Session, Status, Summary, Yardstick,
};

/// All of a run that reports are made of. Genomes stay in the store until they are wanted.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) label: String,
    pub(crate) origin: Origin,
    pub(crate) status: Status,
    pub(crate) digest: Digest,
    pub(crate) sessions: Vec<Session>,
    pub(crate) generations: Vec<Summary>,
    /// For each generation, who lived in it.
    pub(crate) rows: Vec<Vec<Row>>,
    pub(crate) individuals: BTreeMap<u64, Individual>,
    pub(crate) exams: Vec<Exam>,
    pub(crate) yardsticks: Vec<(u64, Yardstick)>,
    pub(crate) trial_games: u64,
    /// What the genomes of champions mean, by generation, where that can be said in a few numbers.
    pub(crate) weights: BTreeMap<u64, Vec<Figure>>,
    pub(crate) reader: Reader,
}

/// A generation judged from outside.
#[derive(Clone, Debug)]
pub(crate) struct Exam {
    pub(crate) generation: u64,
    pub(crate) games: Vec<Sitting>,
}

/// A game of an exam, from the side of the individual.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sitting {
    pub(crate) individual: u64,
    pub(crate) opponent: String,
    pub(crate) white: bool,
    pub(crate) outcome: Outcome,
    /// The individual's own moves.
    pub(crate) moves: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Loss,
    Draw,
    Win,
}

impl Outcome {
    pub(crate) const ALL: [Outcome; 3] = [Outcome::Loss, Outcome::Draw, Outcome::Win];

    pub(crate) fn points(self) -> f64 {
        match self {
            Outcome::Loss => 0.0,
            Outcome::Draw => 0.5,
            Outcome::Win => 1.0,
        }
    }
}

impl Run {
    pub(crate) fn load(folder: &Path) -> Result<Run, RecordError> {
        let reader = Reader::open(folder)?;
        reader.hold()?;
        let origin = reader.origin()?;
        let generations = reader.summaries()?;
        let rows = generations
            .iter()
            .map(|summary| reader.evaluations(summary.number))
            .collect::<Result<_, _>>()?;
        let exams = reader
            .generations_with(Kind::Exam)?
            .into_iter()
            .map(|generation| {
                let games = reader.games(generation, Kind::Exam)?;
                Ok(Exam { generation, games: games.iter().filter_map(Sitting::of).collect() })
            })
            .collect::<Result<_, RecordError>>()?;
        let label = label(folder).unwrap_or_else(|| origin.name.clone());
        Ok(Run {
            label,
            status: reader.status()?,
            digest: reader.digest()?,
            sessions: reader.sessions()?,
            individuals: reader.individuals()?,
            yardsticks: reader.yardsticks()?,
            origin,
            generations,
            rows,
            exams,
            trial_games: reader.count(Kind::Trial)?,
            weights: reader.weights()?,
            reader,
        })
    }

    /// The number of the newest generation.
    pub(crate) fn last(&self) -> Option<u64> {
        self.generations.last().map(|summary| summary.number)
    }

    /// Who counts as the best at the end.
    pub(crate) fn champion(&self) -> Option<u64> {
        self.generations.iter().rev().find_map(|summary| summary.champion)
    }

    /// The values of fitness in each generation, sorted.
    pub(crate) fn fitness(&self) -> impl Iterator<Item = (u64, Vec<f64>)> + '_ {
        self.generations.iter().zip(&self.rows).map(|(summary, rows)| {
            let mut values: Vec<f64> = rows.iter().map(|row| row.evaluation.fitness).collect();
            values.sort_by(f64::total_cmp);
            (summary.number, values)
        })
    }
}

/// The name of a folder, also of one that is called `.` or `..`.
fn label(folder: &Path) -> Option<String> {
    let whole = folder.canonicalize().ok();
    let name = folder.file_name().or_else(|| whole.as_ref()?.file_name())?;
    Some(name.to_string_lossy().into_owned())
}

impl Sitting {
    /// None for a game that was broken off, or that no individual or only individuals played.
    fn of(game: &Game) -> Option<Sitting> {
        let (individual, opponent, white) = match (&game.white, &game.black) {
            (Seat::Individual(id), Seat::Named(name)) => (*id, name.clone(), true),
            (Seat::Named(name), Seat::Individual(id)) => (*id, name.clone(), false),
            _ => return None,
        };
        let outcome = match (game.ending, white) {
            (Ending::Draw, _) => Outcome::Draw,
            (Ending::White, true) | (Ending::Black, false) => Outcome::Win,
            (Ending::White, false) | (Ending::Black, true) => Outcome::Loss,
            (Ending::Unfinished, _) => return None,
        };
        Some(Sitting { individual, opponent, white, outcome, moves: game.plies_of(white) })
    }
}

impl Exam {
    /// The share of games with an outcome.
    pub(crate) fn share(&self, outcome: Outcome) -> f64 {
        let count = self.games.iter().filter(|game| game.outcome == outcome).count();
        count as f64 / self.games.len().max(1) as f64
    }

    /// A number of each lost game: the individual's own moves.
    pub(crate) fn moves(&self, white: bool) -> Vec<f64> {
        self.lost(white).map(|game| f64::from(game.moves)).collect()
    }

    /// The same, as one mean for each individual.
    pub(crate) fn mean_moves(&self, white: bool) -> Vec<f64> {
        self.means_of_moves(white).into_values().collect()
    }

    /// The means as White and as Black of those individuals that lost with both.
    pub(crate) fn paired_moves(&self) -> Vec<(f64, f64)> {
        let black = self.means_of_moves(false);
        let white = self.means_of_moves(true).into_iter();
        white.filter_map(|(individual, mean)| Some((mean, *black.get(&individual)?))).collect()
    }

    fn means_of_moves(&self, white: bool) -> BTreeMap<u64, f64> {
        means(self.lost(white).map(|game| (game.individual, f64::from(game.moves))))
    }

    /// The mean points of each individual.
    pub(crate) fn mean_points(&self) -> Vec<f64> {
        let points = self.games.iter().map(|game| (game.individual, game.outcome.points()));
        means(points).into_values().collect()
    }

    fn lost(&self, white: bool) -> impl Iterator<Item = &Sitting> {
        self.games.iter().filter(move |g| g.white == white && g.outcome == Outcome::Loss)
    }
}

fn means(values: impl Iterator<Item = (u64, f64)>) -> BTreeMap<u64, f64> {
    let mut sums: BTreeMap<u64, (f64, f64)> = BTreeMap::new();
    for (individual, value) in values {
        let sum = sums.entry(individual).or_default();
        *sum = (sum.0 + value, sum.1 + 1.0);
    }
    sums.into_iter().map(|(individual, (sum, count))| (individual, sum / count)).collect()
}
