//! What can be recorded at all.

use super::SPREAD_SAMPLE;
use crate::model::{Game, Generation, Member, Seat};
use crate::{Genome, RecordError};

/// The mean distance between two members.
pub(super) fn spread(members: &[Member]) -> Option<f64> {
    let step = members.len().div_ceil(SPREAD_SAMPLE).max(1);
    let sample: Vec<&Genome> = members.iter().step_by(step).map(|m| &m.genome).collect();
    let mut sum = 0.0;
    let mut pairs = 0_u32;
    for (i, one) in sample.iter().enumerate() {
        for other in &sample[i + 1..] {
            sum += one.distance(other)?;
            pairs += 1;
        }
    }
    (pairs > 0).then(|| sum / f64::from(pairs))
}

/// What no transaction should meet.
pub(super) fn check(generation: &Generation) -> Result<(), RecordError> {
    let refuse = |cause: String| Err(RecordError::Refused(cause));
    let mut ids: Vec<u64> = generation.members.iter().map(|m| m.id).collect();
    ids.sort_unstable();
    if let Some(pair) = ids.windows(2).find(|pair| pair[0] == pair[1]) {
        return refuse(format!("individual {} twice in one generation", pair[0]));
    }
    if let Some(champion) = generation.champion
        && ids.binary_search(&champion).is_err()
    {
        return refuse(format!("champion {champion}, who is no member of the generation"));
    }
    for member in &generation.members {
        let id = member.id;
        storable("id", id)?;
        if !member.evaluation.fitness.is_finite() {
            return refuse(format!("individual {id} with fitness {}", member.evaluation.fitness));
        }
        if !member.genome.is_finite() {
            return refuse(format!("individual {id} with a gene that is not finite"));
        }
        member.evaluation.species.map_or(Ok(()), |species| storable("species", species))?;
    }
    for species in &generation.species {
        storable("species", species.id)?;
        storable("size", species.size)?;
        storable("age", species.age)?;
        if !species.best.is_finite() {
            return refuse(format!("species {} with fitness {}", species.id, species.best));
        }
    }
    for yardstick in &generation.yardsticks {
        storable("id", yardstick.individual)?;
    }
    generation.games.iter().try_for_each(check_game)
}

pub(super) fn check_game(game: &Game) -> Result<(), RecordError> {
    for seat in [&game.white, &game.black] {
        if let Seat::Individual(id) = seat {
            storable("id", *id)?;
        }
    }
    storable("number of nodes", game.nodes)
}

/// SQLite's whole numbers have a sign.
pub(super) fn storable(what: &str, value: u64) -> Result<(), RecordError> {
    match i64::try_from(value) {
        Ok(_) => Ok(()),
        Err(_) => Err(RecordError::Refused(format!("the {what} {value} is too large"))),
    }
}
