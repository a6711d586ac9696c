use std::fs::File;
use std::path::Path;

use rusqlite::{Connection, OptionalExtension, Transaction, params};

use crate::folder::{self, Lock, STORE};
use crate::genome::compress;
use crate::model::{Figure, Game, Generation, Kind, Member, Origin, Seat, Session, Yardstick};
use crate::{Genome, Reader, RecordError, schema};

/// Of larger populations, this many members at equal distances stand for all when the mean distance
/// between two members is taken: the number of pairs grows with the square.
pub const SPREAD_SAMPLE: usize = 64;

/// Writes to a run. There is never more than one for a run.
#[derive(Debug)]
pub struct Writer {
    reader: Reader,
    keep_every: u64,
    _lock: Lock,
}

impl Writer {
    /// Begins a run in a new folder `parent/NAME-0001`, or with the first number after those in use. If it
    /// fails, no folder is left behind.
    ///
    /// # Errors
    ///
    /// When the name cannot be one, or the folder cannot be made.
    pub fn create(
        parent: &Path,
        origin: &Origin,
        session: &Session,
    ) -> Result<Writer, RecordError> {
        storable("number of generations", origin.planned)?;
        storable("stride of generations", origin.keep.every)?;
        let (folder, lock) = folder::create_numbered(parent, &origin.name, |folder| {
            let lock = Lock::take(folder)?;
            let path = folder.join(STORE);
            let connection = schema::create(&path)?;
            write_origin(&connection, origin).map_err(RecordError::store(&path))?;
            write_session(&connection, session).map_err(RecordError::store(&path))?;
            // Closed before the folder gets its name: the store remembers paths.
            connection.close().map_err(|(_, source)| RecordError::store(&path)(source))?;
            File::open(&path).and_then(|file| file.sync_all()).map_err(RecordError::io(&path))?;
            Ok(lock)
        })?;
        Writer::with_lock(&folder, lock)
    }

    /// Goes on with a run, after its last generation.
    ///
    /// # Errors
    ///
    /// When there is no run, another process writes to it, or a newer program has written it.
    pub fn resume(folder: &Path, session: &Session) -> Result<Writer, RecordError> {
        if !folder.join(STORE).is_file() {
            return Err(RecordError::NotARun { path: folder.to_owned() });
        }
        let writer = Writer::with_lock(folder, Lock::take(folder)?)?;
        let connection = writer.reader.connection();
        write_session(connection, session).map_err(writer.failed())?;
        Ok(writer)
    }

    fn with_lock(folder: &Path, lock: Lock) -> Result<Writer, RecordError> {
        let path = folder.join(STORE);
        let connection = schema::open_to_write(&path)?;
        let reader = Reader::new(connection, folder, path);
        let keep_every = reader.origin()?.keep.every;
        Ok(Writer { reader, keep_every, _lock: lock })
    }

    /// Everything that is recorded so far.
    pub fn reader(&self) -> &Reader {
        &self.reader
    }

    /// The run folder.
    pub fn folder(&self) -> &Path {
        self.reader.folder()
    }

    fn failed(&self) -> impl FnOnce(rusqlite::Error) -> RecordError {
        RecordError::store(self.reader.path())
    }

    /// Records a generation, all of it or, when there is an error, nothing. When it returns, the
    /// generation is on the disk.
    ///
    /// # Errors
    ///
    /// When the generation is not the next one, something in it cannot be recorded, or there is no room.
    pub fn commit(&mut self, generation: &Generation) -> Result<(), RecordError> {
        let next = self.reader.generations()?;
        if generation.number != next {
            return Err(RecordError::Refused(format!(
                "generation {} where {next} comes next",
                generation.number
            )));
        }
        check(generation)?;
        let spread = spread(&generation.members);
        let keep_every = self.keep_every;
        self.transaction(|transaction| {
            write_generation(transaction, generation, spread, keep_every)
        })
    }

    /// Adds games and matches that a generation of the past was judged by; those of an earlier exam of the
    /// same generation are replaced. Its members' genomes must have been kept for it to be played at all,
    /// see [`crate::Keep`].
    ///
    /// # Errors
    ///
    /// When there is no such generation, a game is no exam, or there is no room.
    pub fn examine(&mut self, generation: u64, games: &[Game]) -> Result<(), RecordError> {
        if generation >= self.reader.generations()? {
            return Err(RecordError::Refused(format!(
                "an exam of generation {generation}, which is not recorded"
            )));
        }
        if games.iter().any(|game| game.kind != Kind::Exam) {
            return Err(RecordError::Refused("another game than one of an exam".to_owned()));
        }
        games.iter().try_for_each(check_game)?;
        self.transaction(|transaction| {
            transaction.execute(
                "DELETE FROM game WHERE generation = ?1 AND kind = ?2",
                params![generation as i64, Kind::Exam.name()],
            )?;
            write_games(transaction, generation, games)
        })
    }

    /// Says that the run has done what it was meant to do.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn finish(&mut self) -> Result<(), RecordError> {
        self.transaction(|transaction| {
            transaction.execute("UPDATE run SET finished = 1", []).map(drop)
        })
    }

    fn transaction(
        &mut self,
        write: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<()>,
    ) -> Result<(), RecordError> {
        let path = self.reader.path().to_owned();
        let all = || {
            let transaction = self.reader.connection_mut().transaction()?;
            write(&transaction)?;
            transaction.commit()
        };
        all().map_err(RecordError::store(&path))
    }
}

fn write_origin(connection: &Connection, origin: &Origin) -> rusqlite::Result<()> {
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

fn write_session(connection: &Connection, session: &Session) -> rusqlite::Result<()> {
    let Session { started, version, host, system, threads } = session;
    connection
        .execute(
            "INSERT INTO session (started, version, host, system, threads) VALUES (?1, ?2, ?3, ?4, ?5)",
            params![started, version, host, system, threads],
        )
        .map(drop)
}

fn write_generation(
    to: &Transaction<'_>,
    generation: &Generation,
    spread: Option<f64>,
    keep_every: u64,
) -> rusqlite::Result<()> {
    let number = generation.number as i64;
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
    to: &Transaction<'_>,
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
fn write_games(to: &Transaction<'_>, generation: u64, games: &[Game]) -> rusqlite::Result<()> {
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
    to: &Transaction<'_>,
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

/// The mean distance between two members.
fn spread(members: &[Member]) -> Option<f64> {
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
fn check(generation: &Generation) -> Result<(), RecordError> {
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

fn check_game(game: &Game) -> Result<(), RecordError> {
    for seat in [&game.white, &game.black] {
        if let Seat::Individual(id) = seat {
            storable("id", *id)?;
        }
    }
    storable("number of nodes", game.nodes)
}

/// SQLite's whole numbers have a sign.
fn storable(what: &str, value: u64) -> Result<(), RecordError> {
    match i64::try_from(value) {
        Ok(_) => Ok(()),
        Err(_) => Err(RecordError::Refused(format!("the {what} {value} is too large"))),
    }
}

#[cfg(test)]
mod tests;
