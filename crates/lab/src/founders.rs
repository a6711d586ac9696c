//! Those from elsewhere with whom a run begins: found once, recorded with the run, and found there again
//! when it is resumed.

use std::path::Path;

use eval::player::Subject;
use evolve::{Fill, Founders, Genome};
use record::{Founder, Reader, Series};
use toml::Table;

use crate::codec::Codec;
use crate::config::{ConfigError, Experiment, PlayerConfig, Start, StartFill, Take};
use crate::{LabError, entry};

/// Finds those whom the experiment names.
///
/// # Errors
///
/// When one of them is not there, is no player of this kind, or they are too many.
pub(crate) fn find(experiment: &Experiment) -> Result<Vec<Founder>, LabError> {
    let Start { from, take, .. } = &experiment.start;
    let fault = |name: &str, cause: String| {
        LabError::Config(ConfigError::at(
            &experiment.name,
            None,
            "start.from",
            format!("{name}: {cause}"),
        ))
    };
    if from.is_empty() {
        return Ok(Vec::new());
    }
    let codec = Codec::new(&experiment.player, experiment.game).map_err(LabError::State)?;
    let space = codec.space();
    let mut founders = Vec::new();
    for name in from {
        let found = gather(name, *take, &codec, experiment).map_err(|cause| fault(name, cause))?;
        for founder in found {
            let unfit = |cause: String| fault(name, format!("{}: {cause}", founder.origin));
            space.fits(&entry::revived(founder.genome.clone())).map_err(unfit)?;
            founders.push(founder);
        }
    }
    let population = experiment.population();
    if founders.len() > population {
        let cause =
            format!("{} founders are more than the population of {population}", founders.len());
        return Err(LabError::Config(ConfigError::at(&experiment.name, None, "start.from", cause)));
    }
    Ok(founders)
}

/// Recorded founders as an algorithm takes them; nothing if there are none.
///
/// # Errors
///
/// When one of them does not fit.
pub(crate) fn revived(
    experiment: &Experiment,
    founders: impl IntoIterator<Item = Founder>,
) -> Result<Option<Founders>, LabError> {
    let genomes: Vec<Genome> =
        founders.into_iter().map(|founder| entry::revived(founder.genome)).collect();
    if genomes.is_empty() {
        return Ok(None);
    }
    let fill = match experiment.start.fill {
        StartFill::Random => Fill::Random,
        StartFill::Mutated => Fill::Mutated(experiment.start.step),
    };
    let codec = Codec::new(&experiment.player, experiment.game).map_err(LabError::State)?;
    let founders = Founders::new(&codec.space(), genomes, fill);
    founders.map(Some).map_err(|error| LabError::State(error.to_string()))
}

fn gather(
    name: &str,
    take: Take,
    codec: &Codec,
    experiment: &Experiment,
) -> Result<Vec<Founder>, String> {
    let path = Path::new(name);
    if record::is_series(path) {
        let series = Series::open(path).map_err(|error| error.to_string())?;
        let mut founders = Vec::new();
        for member in &series.members {
            let folder = path.join(&member.folder);
            let name = folder.display().to_string();
            founders.extend(of_run(&folder, &name, take, codec, experiment.game)?);
        }
        return Ok(founders);
    }
    if record::is_run(path) {
        return of_run(path, name, take, codec, experiment.game);
    }
    if path.is_dir() {
        return Err("neither a run nor a series is recorded here".to_owned());
    }
    let player = arena::engine::find(name, experiment.game).map_err(|error| error.to_string())?;
    let genome = codec.encode(&player).map_err(|error| error.to_string())?;
    Ok(vec![Founder { origin: name.to_owned(), genome: entry::stored(&genome) }])
}

/// The best or everybody of the last generation of a run.
fn of_run(
    folder: &Path,
    name: &str,
    take: Take,
    codec: &Codec,
    game: Subject,
) -> Result<Vec<Founder>, String> {
    let reader = Reader::open(folder).map_err(|error| error.to_string())?;
    // The run may be going on: what is read has to be of one moment.
    reader.hold().map_err(|error| error.to_string())?;
    check_player(&reader, codec, game)?;
    let read = || -> Result<Vec<Founder>, record::RecordError> {
        let Some(number) = reader.generations()?.checked_sub(1) else { return Ok(Vec::new()) };
        let mut rows = reader.evaluations(number)?;
        rows.sort_by(|a, b| b.evaluation.fitness.total_cmp(&a.evaluation.fitness));
        if take == Take::Best {
            rows.truncate(1);
        }
        let mut founders = Vec::new();
        for row in rows {
            let id = row.individual;
            let origin = format!("{name}: individual {id} of generation {number}");
            let genome = reader.genome(id)?.ok_or_else(|| {
                record::RecordError::Refused(format!("the genome of individual {id} is not kept"))
            })?;
            founders.push(Founder { origin, genome });
        }
        Ok(founders)
    };
    let founders = read().map_err(|error| error.to_string())?;
    if founders.is_empty() {
        return Err(format!("{name}: no generation is recorded yet"));
    }
    Ok(founders)
}

/// Genes that are as many may still mean something else.
fn check_player(reader: &Reader, codec: &Codec, game: Subject) -> Result<(), String> {
    let resolved = reader.origin().map_err(|error| error.to_string())?.resolved;
    let mut table: Table = toml::from_str(&resolved).map_err(|error| error.message().to_owned())?;
    let player = table.remove("player").ok_or("its experiment names no player")?;
    let player: PlayerConfig = player.try_into().map_err(|error| error.to_string())?;
    let other = Codec::new(&player, game)?;
    if other.names() == codec.names() && other.space() == codec.space() {
        return Ok(());
    }
    Err("its players are made of other genes than those of this experiment".to_owned())
}
