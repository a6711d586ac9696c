//! What is recorded, row by row.

use rusqlite::{Connection, OptionalExtension, params};

use super::sound::spread;
use crate::genome::compress;
use crate::model::{
    Figure, Founder, Game, Generation, Kind, Member, Origin, Seat, Session, Yardstick,
};

pub(super) fn write_founder(
    connection: &Connection,
    id: usize,
    founder: &Founder,
) -> rusqlite::Result<()> {
    let bytes = compress(&founder.genome.to_bytes())
        .map_err(|error| rusqlite::Error::ToSqlConversionFailure(Box::new(error)))?;
    connection
        .execute(
            "INSERT INTO founder VALUES (?1, ?2, ?3)",
            params![id as i64, founder.origin, bytes],
        )
        .map(drop)
}

pub(super) fn write_origin(connection: &Connection, origin: &Origin) -> rusqlite::Result<()> {
    connection
        .execute(
            "INSERT INTO run (one, name, typed, resolved, seed, version, signature, planned, keep_every, layers)
             VALUES (1, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
            params![
                origin.name,
                origin.typed,
                origin.resolved,
                origin.seed.to_string(),
                origin.version,
                origin.signature,
                origin.planned as i64,
                origin.keep.every as i64,
                serde_json::json!(origin.layers).to_string()
            ],
        )
        .map(drop)
}

pub(super) fn write_session(connection: &Connection, session: &Session) -> rusqlite::Result<()> {
    let Session { started, version, host, system, threads } = session;
    connection
        .execute(
            "INSERT INTO session (started, version, host, system, threads) VALUES (?1, ?2, ?3, ?4, ?5)",
            params![started, version, host, system, threads],
        )
        .map(drop)
}

pub(super) fn write_generation(
    to: &Connection,
    generation: &Generation,
    keep_every: u64,
) -> rusqlite::Result<()> {
    let number = generation.number as i64;
    let spread = spread(&generation.members);
    to.execute(
        "INSERT INTO generation (number, champion, spread) VALUES (?1, ?2, ?3)",
        params![number, generation.champion.map(|id| id as i64), spread],
    )?;
    let mut insert = to.prepare_cached("INSERT INTO figure VALUES (?1, ?2, ?3, ?4)")?;
    for (place, figure) in generation.figures.iter().enumerate() {
        let value = figure.value.is_finite().then_some(figure.value);
        insert.execute(params![number, place as i64, figure.name, value])?;
    }
    let mut insert = to.prepare_cached("INSERT INTO species VALUES (?1, ?2, ?3, ?4, ?5)")?;
    for species in &generation.species {
        insert.execute(params![
            number,
            species.id as i64,
            species.size as i64,
            species.best,
            species.age as i64
        ])?;
    }
    let keep_all = keep_every > 0 && generation.number.is_multiple_of(keep_every);
    for (place, member) in generation.members.iter().enumerate() {
        let kept = keep_all || generation.champion == Some(member.id);
        write_member(to, number, place, member, kept)?;
    }
    // Whoever is neither alive nor to be kept goes, in the same breath.
    to.execute(
        "DELETE FROM genome WHERE kept = 0
         AND individual NOT IN (SELECT individual FROM evaluation WHERE generation = ?1)",
        [number],
    )?;
    write_games(to, generation.number, &generation.games)?;
    write_yardsticks(to, number, &generation.yardsticks)?;
    let mut insert = to.prepare_cached("INSERT INTO weight VALUES (?1, ?2, ?3, ?4)")?;
    for (place, weight) in generation.weights.iter().enumerate() {
        let value = weight.value.is_finite().then_some(weight.value);
        insert.execute(params![number, place as i64, weight.name, value])?;
    }
    to.execute(
        "INSERT OR REPLACE INTO state (one, generation, bytes) VALUES (1, ?1, ?2)",
        params![number, generation.state],
    )?;
    let timing = generation.timing;
    to.execute(
        "INSERT INTO timing VALUES (?1, ?2, ?3, ?4)",
        params![number, timing.finished, timing.seconds, timing.playing],
    )?;
    Ok(())
}

fn write_member(
    to: &Connection,
    generation: i64,
    place: usize,
    member: &Member,
    kept: bool,
) -> rusqlite::Result<()> {
    let id = member.id as i64;
    let size = member.genome.size();
    let parents = serde_json::json!(member.parents).to_string();
    let new = to
        .prepare_cached("INSERT OR IGNORE INTO individual VALUES (?1, ?2, ?3, ?4, ?5)")?
        .execute(params![id, generation, parents, size.genes as i64, size.hidden as i64])?;
    let there = new == 0
        && to
            .prepare_cached("SELECT 1 FROM genome WHERE individual = ?1")?
            .query_row([id], |_| Ok(()))
            .optional()?
            .is_some();
    if there {
        if kept {
            to.prepare_cached("UPDATE genome SET kept = 1 WHERE individual = ?1 AND kept = 0")?
                .execute([id])?;
        }
    } else {
        let bytes = compress(&member.genome.to_bytes())
            .map_err(|error| rusqlite::Error::ToSqlConversionFailure(Box::new(error)))?;
        to.prepare_cached("INSERT INTO genome VALUES (?1, ?2, ?3)")?
            .execute(params![id, kept, bytes])?;
    }
    let evaluation = &member.evaluation;
    let tally = evaluation.tally;
    to.prepare_cached("INSERT INTO evaluation VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)")?
        .execute(params![
            generation,
            place as i64,
            id,
            evaluation.fitness,
            evaluation.species.map(|id| id as i64),
            tally.map(|t| t.wins),
            tally.map(|t| t.draws),
            tally.map(|t| t.losses),
            details(&evaluation.details)
        ])?;
    Ok(())
}

/// Named numbers as a list of pairs; what is not finite becomes null.
fn details(figures: &[Figure]) -> String {
    let pairs: Vec<_> = figures.iter().map(|figure| (&figure.name, figure.value)).collect();
    serde_json::json!(pairs).to_string()
}

/// Numbers the games of each kind by themselves, so that an exam held later takes the places that one held
/// at once would have had.
pub(super) fn write_games(
    to: &Connection,
    generation: u64,
    games: &[Game],
) -> rusqlite::Result<()> {
    let mut insert = to.prepare_cached(
        "INSERT INTO game VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
    )?;
    for kind in Kind::ALL {
        for (place, game) in games.iter().filter(|game| game.kind == kind).enumerate() {
            let (white, white_name) = seat(&game.white);
            let (black, black_name) = seat(&game.black);
            insert.execute(params![
                generation as i64,
                kind.name(),
                place as i64,
                white,
                white_name,
                black,
                black_name,
                game.opening,
                game.ending.name(),
                game.reason,
                game.plies,
                game.moves,
                game.nodes as i64
            ])?;
        }
    }
    Ok(())
}

fn seat(seat: &Seat) -> (Option<i64>, Option<&str>) {
    match seat {
        Seat::Individual(id) => (Some(*id as i64), None),
        Seat::Named(name) => (None, Some(name)),
    }
}

fn write_yardsticks(
    to: &Connection,
    generation: i64,
    yardsticks: &[Yardstick],
) -> rusqlite::Result<()> {
    let mut insert = to.prepare_cached(
        "INSERT INTO yardstick VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
    )?;
    for (place, yardstick) in yardsticks.iter().enumerate() {
        let Yardstick { individual, opponent, limits, tally, pairs } = yardstick;
        insert.execute(params![
            generation,
            place as i64,
            *individual as i64,
            opponent,
            limits,
            tally.wins,
            tally.draws,
            tally.losses,
            pairs[0],
            pairs[1],
            pairs[2],
            pairs[3],
            pairs[4]
        ])?;
    }
    Ok(())
}
