use std::fmt;

use rusqlite::types::ValueRef;

use crate::{Reader, RecordError};

/// One number over everything that is recorded, except times, machines, and the way in which the
/// experiment was typed. Two runs with the same digest have played the same games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digest([u8; 32]);

impl Digest {
    pub(crate) fn of(hasher: &blake3::Hasher) -> Digest {
        Digest(*hasher.finalize().as_bytes())
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// What is counted, in this order. The program's version is left out, its bench signature is not: programs
/// that compute the same shall be able to say so. Whether a run has finished is left out as well: it tells
/// nothing that the number of generations does not.
const QUERIES: [&str; 8] = [
    "SELECT name, resolved, seed, signature, planned, keep_every, layers FROM run",
    "SELECT generation, bytes FROM state",
    "SELECT * FROM generation ORDER BY number",
    "SELECT * FROM figure ORDER BY generation, place",
    "SELECT * FROM species ORDER BY generation, id",
    "SELECT * FROM individual ORDER BY id",
    "SELECT * FROM evaluation ORDER BY generation, place",
    "SELECT * FROM yardstick ORDER BY generation, place",
];
const GAMES: &str = "SELECT * FROM game ORDER BY generation, kind, place";
/// Counted only where there is something: stores of earlier versions lack these, and keep their digests.
const ADDED: [(&str, &str); 2] = [
    ("founder", "SELECT * FROM founder ORDER BY individual"),
    ("weight", "SELECT * FROM weight ORDER BY generation, place"),
];

impl Reader {
    /// One number over everything that is recorded.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    pub fn digest(&self) -> Result<Digest, RecordError> {
        // One look at the store, even while somebody writes.
        let failed = || RecordError::store(self.path());
        let look = match self.connection().is_autocommit() {
            true => Some(self.connection().unchecked_transaction().map_err(failed())?),
            false => None,
        };
        let mut hasher = blake3::Hasher::new();
        for query in QUERIES.into_iter().chain([GAMES]) {
            self.absorb(&mut hasher, query).map_err(failed())?;
        }
        for (table, query) in ADDED {
            if self.has_rows(table)? {
                self.absorb(&mut hasher, query).map_err(failed())?;
            }
        }
        for individual in self.genomes()? {
            hasher.update(&individual.to_le_bytes());
            let bytes = self.genome_bytes(individual)?.unwrap_or_default();
            blob(&mut hasher, &bytes);
        }
        look.map_or(Ok(()), rusqlite::Transaction::finish).map_err(failed())?;
        Ok(Digest::of(&hasher))
    }

    /// Every value with its type and length, so that no two stores run together.
    fn absorb(&self, hasher: &mut blake3::Hasher, query: &str) -> rusqlite::Result<()> {
        let mut statement = self.connection().prepare(query)?;
        let columns = statement.column_count();
        let mut rows = statement.query([])?;
        let mut count = 0_u64;
        while let Some(row) = rows.next()? {
            for column in 0..columns {
                match row.get_ref(column)? {
                    ValueRef::Null => drop(hasher.update(b"n")),
                    ValueRef::Integer(value) => {
                        hasher.update(b"i").update(&value.to_le_bytes());
                    }
                    ValueRef::Real(value) => {
                        hasher.update(b"r").update(&value.to_bits().to_le_bytes());
                    }
                    ValueRef::Text(bytes) | ValueRef::Blob(bytes) => blob(hasher, bytes),
                }
            }
            count += 1;
        }
        hasher.update(b"e").update(&count.to_le_bytes());
        Ok(())
    }
}

fn blob(hasher: &mut blake3::Hasher, bytes: &[u8]) {
    hasher.update(b"b").update(&(bytes.len() as u64).to_le_bytes()).update(bytes);
}
