use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, OptionalExtension, Row as SqlRow, params};

use crate::folder::{self, STORE};
use crate::genome::decompress;
use crate::model::{
    Ending, Evaluation, Figure, Founder, Game, Individual, Keep, Kind, Origin, Row, Seat, Session,
    Species, Summary, Tally, Timing, Yardstick,
};
use crate::{Genome, RecordError, Size, schema};

/// Reads a run, also while it is being written.
#[derive(Debug)]
pub struct Reader {
    connection: Connection,
    folder: PathBuf,
    path: PathBuf,
}

/// How far a run is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// The process with this number is at it.
    Running(String),
    /// It has done what it was meant to do.
    Finished,
    /// It was broken off and can be resumed.
    Stopped,
}

impl Reader {
    /// Opens the run in a folder.
    ///
    /// # Errors
    ///
    /// When there is none, it cannot be read, or a newer program has written it.
    pub fn open(folder: &Path) -> Result<Reader, RecordError> {
        let path = folder.join(STORE);
        if !path.is_file() {
            return Err(RecordError::NotARun { path: folder.to_owned() });
        }
        let connection = schema::open_to_read(&path)?;
        Ok(Reader::new(connection, folder, path))
    }

    pub(crate) fn new(connection: Connection, folder: &Path, path: PathBuf) -> Reader {
        Reader { connection, folder: folder.to_owned(), path }
    }

    /// The run folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn connection(&self) -> &Connection {
        &self.connection
    }

    pub(crate) fn connection_mut(&mut self) -> &mut Connection {
        &mut self.connection
    }

    /// From now on, everything that is read is of one moment, whatever is written meanwhile.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    pub fn hold(&self) -> Result<(), RecordError> {
        // A transaction sees the store as it was when it first read.
        let begin = "BEGIN; SELECT 1 FROM run; ";
        match self.connection.is_autocommit() {
            true => self.connection.execute_batch(begin).map_err(RecordError::store(&self.path)),
            false => Ok(()),
        }
    }

    /// What the run is.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    pub fn origin(&self) -> Result<Origin, RecordError> {
        let (origin, seed, layers) = self.one(
            "SELECT name, typed, resolved, version, signature, planned, keep_every, seed, layers
             FROM run",
            |row| {
                let origin = Origin {
                    name: row.get(0)?,
                    typed: row.get(1)?,
                    resolved: row.get(2)?,
                    version: row.get(3)?,
                    signature: row.get(4)?,
                    planned: natural(row, 5)?,
                    keep: Keep { every: natural(row, 6)? },
                    seed: 0,
                    layers: Vec::new(),
                };
                Ok((origin, row.get::<_, String>(7)?, row.get::<_, String>(8)?))
            },
        )?;
        let seed = seed
            .parse()
            .map_err(|_| RecordError::damaged(&self.path, format!("the seed is '{seed}'")))?;
        let layers = serde_json::from_str(&layers)
            .map_err(|error| RecordError::damaged(&self.path, format!("layers: {error}")))?;
        Ok(Origin { seed, layers, ..origin })
    }

    /// How far the run is.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    pub fn status(&self) -> Result<Status, RecordError> {
        if let Some(pid) = folder::writer_of(&self.folder) {
            return Ok(Status::Running(pid));
        }
        let finished: bool = self.one("SELECT finished FROM run", |row| row.get(0))?;
        Ok(if finished { Status::Finished } else { Status::Stopped })
    }

    /// Where and when it ran.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    pub fn sessions(&self) -> Result<Vec<Session>, RecordError> {
        self.rows(
            "SELECT started, version, host, system, threads FROM session ORDER BY number",
            [],
            |row| {
                Ok(Session {
                    started: row.get(0)?,
                    version: row.get(1)?,
                    host: row.get(2)?,
                    system: row.get(3)?,
                    threads: row.get(4)?,
                })
            },
        )
    }

    /// How many generations are recorded; the next one has this number.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    pub fn generations(&self) -> Result<u64, RecordError> {
        self.one("SELECT coalesce(max(number) + 1, 0) FROM generation", |row| natural(row, 0))
    }

    /// The algorithm's state after the newest generation, and that generation's number.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    pub fn state(&self) -> Result<Option<(u64, Vec<u8>)>, RecordError> {
        self.connection
            .query_row("SELECT generation, bytes FROM state", [], |row| {
                Ok((natural(row, 0)?, row.get(1)?))
            })
            .optional()
            .map_err(RecordError::store(&self.path))
    }

    /// Every generation as a whole.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    pub fn summaries(&self) -> Result<Vec<Summary>, RecordError> {
        let mut figures = self.figures()?;
        let mut species = self.species()?;
        let summaries = self.rows(
            "SELECT number, champion, spread, finished, seconds, playing
             FROM generation LEFT JOIN timing ON generation.number = timing.generation ORDER BY number",
            [],
            |row| {
                Ok(Summary {
                    number: natural(row, 0)?,
                    champion: maybe_natural(row, 1)?,
                    spread: row.get(2)?,
                    figures: Vec::new(),
                    species: Vec::new(),
                    timing: Timing {
                        finished: row.get::<_, Option<_>>(3)?.unwrap_or_default(),
                        seconds: row.get::<_, Option<_>>(4)?.unwrap_or_default(),
                        playing: row.get::<_, Option<_>>(5)?.unwrap_or_default(),
                    },
                })
            },
        )?;
        Ok(summaries
            .into_iter()
            .map(|summary| Summary {
                figures: figures.remove(&summary.number).unwrap_or_default(),
                species: species.remove(&summary.number).unwrap_or_default(),
                ..summary
            })
            .collect())
    }

    fn figures(&self) -> Result<BTreeMap<u64, Vec<Figure>>, RecordError> {
        self.named("SELECT generation, name, value FROM figure ORDER BY generation, place")
    }

    /// Named numbers by generation.
    fn named(&self, query: &str) -> Result<BTreeMap<u64, Vec<Figure>>, RecordError> {
        let rows = self.rows(query, [], |row| {
            let value = row.get::<_, Option<f64>>(2)?.unwrap_or(f64::NAN);
            Ok((natural(row, 0)?, Figure { name: row.get(1)?, value }))
        })?;
        Ok(grouped(rows))
    }

    fn species(&self) -> Result<BTreeMap<u64, Vec<Species>>, RecordError> {
        let rows = self.rows(
            "SELECT generation, id, size, best, age FROM species ORDER BY generation, id",
            [],
            |row| {
                let species = Species {
                    id: natural(row, 1)?,
                    size: natural(row, 2)?,
                    best: row.get(3)?,
                    age: natural(row, 4)?,
                };
                Ok((natural(row, 0)?, species))
            },
        )?;
        Ok(grouped(rows))
    }

    /// Who lived in a generation and what they were worth, in the order of the algorithm.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    pub fn evaluations(&self, generation: u64) -> Result<Vec<Row>, RecordError> {
        let rows = self.rows(
            "SELECT individual, fitness, species, wins, draws, losses, details
             FROM evaluation WHERE generation = ?1 ORDER BY place",
            [generation as i64],
            |row| {
                let tally = match (row.get(3)?, row.get(4)?, row.get(5)?) {
                    (Some(wins), Some(draws), Some(losses)) => Some(Tally { wins, draws, losses }),
                    _ => None,
                };
                let evaluation = Evaluation {
                    fitness: row.get(1)?,
                    species: maybe_natural(row, 2)?,
                    tally,
                    details: Vec::new(),
                };
                let row_without = Row { individual: natural(row, 0)?, evaluation };
                Ok((row_without, row.get::<_, String>(6)?))
            },
        )?;
        let details = |text: &str| {
            let pairs: Vec<(String, Option<f64>)> = serde_json::from_str(text)
                .map_err(|error| RecordError::damaged(&self.path, format!("details: {error}")))?;
            let figure = |(name, value): (String, Option<f64>)| Figure {
                name,
                value: value.unwrap_or(f64::NAN),
            };
            Ok(pairs.into_iter().map(figure).collect())
        };
        rows.into_iter()
            .map(|(mut row, text)| {
                row.evaluation.details = details(&text)?;
                Ok(row)
            })
            .collect()
    }

    /// The best fitness that anybody ever had.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    pub fn best_fitness(&self) -> Result<Option<f64>, RecordError> {
        self.one("SELECT max(fitness) FROM evaluation", |row| row.get(0))
    }

    /// Every individual that ever lived, by id.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    pub fn individuals(&self) -> Result<BTreeMap<u64, Individual>, RecordError> {
        let rows = self.rows(
            "SELECT id, born, genes, hidden, parents FROM individual ORDER BY id",
            [],
            |row| {
                let individual = Individual {
                    id: natural(row, 0)?,
                    born: natural(row, 1)?,
                    parents: Vec::new(),
                    size: Size { genes: natural(row, 2)?, hidden: natural(row, 3)? },
                };
                Ok((individual, row.get::<_, String>(4)?))
            },
        )?;
        rows.into_iter()
            .map(|(individual, text)| {
                let parents = serde_json::from_str(&text).map_err(|error| {
                    RecordError::damaged(&self.path, format!("parents: {error}"))
                })?;
                Ok((individual.id, Individual { parents, ..individual }))
            })
            .collect()
    }

    /// The genome of an individual, if it is kept; see [`Keep`].
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    pub fn genome(&self, individual: u64) -> Result<Option<Genome>, RecordError> {
        self.genome_bytes(individual)?
            .map(|bytes| {
                Genome::from_bytes(&bytes).map_err(|error| {
                    RecordError::damaged(&self.path, format!("individual {individual}: {error}"))
                })
            })
            .transpose()
    }

    pub(crate) fn genome_bytes(&self, individual: u64) -> Result<Option<Vec<u8>>, RecordError> {
        let bytes: Option<Vec<u8>> = self
            .connection
            .query_row(
                "SELECT bytes FROM genome WHERE individual = ?1",
                [individual as i64],
                |row| row.get(0),
            )
            .optional()
            .map_err(RecordError::store(&self.path))?;
        bytes
            .map(|bytes| {
                decompress(&bytes).map_err(|error| {
                    RecordError::damaged(&self.path, format!("individual {individual}: {error}"))
                })
            })
            .transpose()
    }

    /// The ids of those whose genomes are there.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    pub fn genomes(&self) -> Result<Vec<u64>, RecordError> {
        self.rows("SELECT individual FROM genome ORDER BY individual", [], |row| natural(row, 0))
    }

    /// The generations that have games of a kind.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    pub fn generations_with(&self, kind: Kind) -> Result<Vec<u64>, RecordError> {
        self.rows(
            "SELECT DISTINCT generation FROM game WHERE kind = ?1 ORDER BY generation",
            [kind.name()],
            |row| natural(row, 0),
        )
    }

    /// How many games of a kind there are.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    pub fn count(&self, kind: Kind) -> Result<u64, RecordError> {
        self.connection
            .query_row("SELECT count(*) FROM game WHERE kind = ?1", [kind.name()], |row| {
                natural(row, 0)
            })
            .map_err(RecordError::store(&self.path))
    }

    /// The games of a kind in a generation.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    pub fn games(&self, generation: u64, kind: Kind) -> Result<Vec<Game>, RecordError> {
        let rows = self.rows(
            "SELECT white, white_name, black, black_name, opening, ending, reason, plies, moves, nodes
             FROM game WHERE generation = ?1 AND kind = ?2 ORDER BY place",
            params![generation as i64, kind.name()],
            |row| {
                let ending: String = row.get(5)?;
                let game = Game {
                    kind,
                    white: seat(row, 0)?,
                    black: seat(row, 2)?,
                    opening: row.get(4)?,
                    ending: Ending::Unfinished,
                    reason: row.get(6)?,
                    plies: row.get(7)?,
                    moves: row.get(8)?,
                    nodes: natural(row, 9)?,
                };
                Ok((game, ending))
            },
        )?;
        rows.into_iter()
            .map(|(game, text)| {
                let ending = Ending::from_name(&text).ok_or_else(|| {
                    RecordError::damaged(&self.path, format!("a game that ended '{text}'"))
                })?;
                Ok(Game { ending, ..game })
            })
            .collect()
    }

    /// The matches against fixed opponents, with their generations.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    pub fn yardsticks(&self) -> Result<Vec<(u64, Yardstick)>, RecordError> {
        self.rows(
            "SELECT generation, individual, opponent, limits, wins, draws, losses,
                    pairs0, pairs1, pairs2, pairs3, pairs4
             FROM yardstick ORDER BY generation, place",
            [],
            |row| {
                let yardstick = Yardstick {
                    individual: natural(row, 1)?,
                    opponent: row.get(2)?,
                    limits: row.get(3)?,
                    tally: Tally { wins: row.get(4)?, draws: row.get(5)?, losses: row.get(6)? },
                    pairs: [row.get(7)?, row.get(8)?, row.get(9)?, row.get(10)?, row.get(11)?],
                };
                Ok((natural(row, 0)?, yardstick))
            },
        )
    }

    /// Whether a table is there, which those of later versions are not in older stores, and has rows.
    pub(crate) fn has_rows(&self, table: &str) -> Result<bool, RecordError> {
        let known = self
            .connection
            .prepare_cached("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?1")
            .and_then(|mut query| query.exists([table]))
            .map_err(RecordError::store(&self.path))?;
        if !known {
            return Ok(false);
        }
        self.one(&format!("SELECT EXISTS (SELECT 1 FROM {table})"), |row| row.get(0))
    }

    /// Those from elsewhere with whom the run began, by number. In a population they are its first members, whose ids
    /// are these numbers; algorithms that have one place instead begin in the middle of them.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    pub fn founders(&self) -> Result<BTreeMap<u64, Founder>, RecordError> {
        if !self.has_rows("founder")? {
            return Ok(BTreeMap::new());
        }
        let rows = self.rows(
            "SELECT individual, origin, bytes FROM founder ORDER BY individual",
            [],
            |row| Ok((natural(row, 0)?, row.get::<_, String>(1)?, row.get::<_, Vec<u8>>(2)?)),
        )?;
        rows.into_iter()
            .map(|(id, origin, bytes)| {
                let damaged = |cause: String| {
                    RecordError::damaged(&self.path, format!("founder {id}: {cause}"))
                };
                let bytes = decompress(&bytes).map_err(|error| damaged(error.to_string()))?;
                let genome =
                    Genome::from_bytes(&bytes).map_err(|error| damaged(error.to_string()))?;
                Ok((id, Founder { origin, genome }))
            })
            .collect()
    }

    /// What the genomes of champions mean, by generation, where it is told.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    pub fn weights(&self) -> Result<BTreeMap<u64, Vec<Figure>>, RecordError> {
        if !self.has_rows("weight")? {
            return Ok(BTreeMap::new());
        }
        self.named("SELECT generation, name, value FROM weight ORDER BY generation, place")
    }

    fn one<T>(
        &self,
        query: &str,
        read: impl FnOnce(&SqlRow<'_>) -> rusqlite::Result<T>,
    ) -> Result<T, RecordError> {
        self.connection.query_row(query, [], read).map_err(RecordError::store(&self.path))
    }

    fn rows<T>(
        &self,
        query: &str,
        arguments: impl rusqlite::Params,
        read: impl FnMut(&SqlRow<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>, RecordError> {
        let all = || -> rusqlite::Result<Vec<T>> {
            self.connection.prepare_cached(query)?.query_map(arguments, read)?.collect()
        };
        all().map_err(RecordError::store(&self.path))
    }
}

/// A column that holds a number from 0.
fn natural(row: &SqlRow<'_>, column: usize) -> rusqlite::Result<u64> {
    let value: i64 = row.get(column)?;
    u64::try_from(value).map_err(|_| rusqlite::Error::IntegralValueOutOfRange(column, value))
}

fn maybe_natural(row: &SqlRow<'_>, column: usize) -> rusqlite::Result<Option<u64>> {
    row.get::<_, Option<i64>>(column)?.map(|_| natural(row, column)).transpose()
}

/// The player whose id and name stand in a column and the next.
fn seat(row: &SqlRow<'_>, column: usize) -> rusqlite::Result<Seat> {
    match maybe_natural(row, column)? {
        Some(id) => Ok(Seat::Individual(id)),
        None => Ok(Seat::Named(row.get(column + 1)?)),
    }
}

fn grouped<T>(rows: Vec<(u64, T)>) -> BTreeMap<u64, Vec<T>> {
    let mut groups: BTreeMap<u64, Vec<T>> = BTreeMap::new();
    for (generation, value) in rows {
        groups.entry(generation).or_default().push(value);
    }
    groups
}
