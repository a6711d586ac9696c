mod rows;
mod sound;

use std::fs::File;
use std::path::Path;
use std::time::{Duration, Instant};

use rusqlite::{Connection, params};

use crate::folder::{self, Lock, STORE};
use crate::model::{Founder, Game, Generation, Kind, Origin, Session};
use crate::{Reader, RecordError, schema};
use rows::{write_founder, write_games, write_generation, write_origin, write_session};
use sound::{check, check_game, storable};

/// Of larger populations, this many members at equal distances stand for all when the mean distance
/// between two members is taken: the number of pairs grows with the square.
pub const SPREAD_SAMPLE: usize = 64;

/// Writes to a run. There is never more than one for a run.
#[derive(Debug)]
pub struct Writer {
    reader: Reader,
    keep_every: u64,
    /// How long generations that follow each other fast may share a transaction.
    pace: Duration,
    /// Since when there is a transaction that is not on the disk, if there is one.
    open: Option<Instant>,
    /// When the latest generation was recorded, if one was.
    latest: Option<Instant>,
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
        let beginning = Beginning { origin, session, founders: &[] };
        beginning.check()?;
        let (folder, lock) =
            folder::create_numbered(parent, &origin.name, |folder| beginning.write(folder))?;
        Writer::with_lock(&folder, lock)
    }

    /// Begins a run with founders, in a folder with this name, or as [`Writer::create`] if none is given. The
    /// founders have the numbers from 0, in their order.
    ///
    /// # Errors
    ///
    /// As [`Writer::create`], and when there is such a folder already.
    pub fn found(
        parent: &Path,
        name: Option<&str>,
        origin: &Origin,
        session: &Session,
        founders: &[Founder],
    ) -> Result<Writer, RecordError> {
        let beginning = Beginning { origin, session, founders };
        beginning.check()?;
        let fill = |folder: &Path| beginning.write(folder);
        let (folder, lock) = match name {
            Some(name) => folder::create_named(parent, name, fill)?,
            None => folder::create_numbered(parent, &origin.name, fill)?,
        };
        Writer::with_lock(&folder, lock)
    }

    /// From now on, generations that follow the one before within this time may wait so long for the disk, and reach it
    /// together. Those that take longer are on the disk when they are recorded, as all are without a pace. Who
    /// begins something that takes its time calls [`Writer::flush`] first.
    pub fn set_pace(&mut self, pace: Duration) {
        self.pace = pace;
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
        Ok(Writer {
            reader,
            keep_every,
            pace: Duration::ZERO,
            open: None,
            latest: None,
            _lock: lock,
        })
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
    /// generation is on the disk, unless the pace allows for more to come.
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
        self.still_there()?;
        let keep_every = self.keep_every;
        let hasty = self.latest.is_some_and(|latest| latest.elapsed() < self.pace);
        self.write(|store| write_generation(store, generation, keep_every))?;
        self.latest = Some(Instant::now());
        match self.open {
            Some(since) if hasty && since.elapsed() < self.pace => Ok(()),
            _ => self.flush(),
        }
    }

    /// Brings everything that is recorded to the disk.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn flush(&mut self) -> Result<(), RecordError> {
        if self.open.take().is_some() {
            self.reader.connection().execute_batch("COMMIT").map_err(self.failed())?;
        }
        Ok(())
    }

    /// A store whose file is gone can still be written to, and all of it would be lost.
    fn still_there(&self) -> Result<(), RecordError> {
        match self.reader.path().try_exists() {
            Ok(false) => Err(RecordError::Gone { path: self.reader.folder().to_owned() }),
            _ => Ok(()),
        }
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
        self.write(|transaction| {
            transaction.execute(
                "DELETE FROM game WHERE generation = ?1 AND kind = ?2",
                params![generation as i64, Kind::Exam.name()],
            )?;
            write_games(transaction, generation, games)
        })?;
        self.flush()
    }

    /// Says that the run has done what it was meant to do.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn finish(&mut self) -> Result<(), RecordError> {
        self.still_there()?;
        self.write(|store| store.execute("UPDATE run SET finished = 1", []).map(drop))?;
        self.flush()
    }

    /// Writes all of something or nothing, as part of the transaction that is open or of a new one.
    fn write(
        &mut self,
        write: impl FnOnce(&Connection) -> rusqlite::Result<()>,
    ) -> Result<(), RecordError> {
        let path = self.reader.path().to_owned();
        let failed = || RecordError::store(&path);
        let connection = self.reader.connection_mut();
        if self.open.is_none() {
            connection.execute_batch("BEGIN IMMEDIATE").map_err(failed())?;
            self.open = Some(Instant::now());
        }
        // What was written before stays when this cannot be.
        let all = || {
            let part = connection.savepoint()?;
            write(&part)?;
            part.commit()
        };
        let written = all();
        if let Err(source) = written {
            // The first error is the one to tell.
            let _ = self.flush();
            return Err(failed()(source));
        }
        Ok(())
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        // Whoever wants to know calls `flush`; what cannot be written now is computed again.
        let _ = self.flush();
    }
}

/// What a run begins with.
struct Beginning<'a> {
    origin: &'a Origin,
    session: &'a Session,
    founders: &'a [Founder],
}

impl Beginning<'_> {
    fn check(&self) -> Result<(), RecordError> {
        storable("number of generations", self.origin.planned)?;
        storable("stride of generations", self.origin.keep.every)?;
        match self.founders.iter().position(|founder| !founder.genome.is_finite()) {
            Some(i) => {
                let cause = format!("founder {i} with a gene that is not finite");
                Err(RecordError::Refused(cause))
            }
            None => Ok(()),
        }
    }

    fn write(&self, folder: &Path) -> Result<Lock, RecordError> {
        let lock = Lock::take(folder)?;
        let path = folder.join(STORE);
        let connection = schema::create(&path)?;
        write_origin(&connection, self.origin).map_err(RecordError::store(&path))?;
        write_session(&connection, self.session).map_err(RecordError::store(&path))?;
        for (id, founder) in self.founders.iter().enumerate() {
            write_founder(&connection, id, founder).map_err(RecordError::store(&path))?;
        }
        // Closed before the folder gets its name: the store remembers paths.
        connection.close().map_err(|(_, source)| RecordError::store(&path)(source))?;
        File::open(&path).and_then(|file| file.sync_all()).map_err(RecordError::io(&path))?;
        Ok(lock)
    }
}

#[cfg(test)]
mod tests;
