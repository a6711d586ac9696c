use std::path::Path;

use rusqlite::{Connection, OpenFlags};

use crate::RecordError;

/// The version that this program writes; it reads no later one.
pub(crate) const VERSION: i64 = 2;
/// "fnch": tells a run store from any other SQLite file.
pub(crate) const APPLICATION: i64 = 0x666e_6368;

/// Whole numbers beyond what SQLite can hold are refused before they get here. Times and machines have
/// tables of their own, which the digest leaves out.
pub(crate) const TABLES: &str = "
-- Layers are a JSON list of sizes.
CREATE TABLE run (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    name TEXT NOT NULL,
    typed TEXT NOT NULL,
    resolved TEXT NOT NULL,
    seed TEXT NOT NULL,
    version TEXT NOT NULL,
    signature TEXT NOT NULL,
    planned INTEGER NOT NULL,
    layers TEXT NOT NULL,
    keep_every INTEGER NOT NULL,
    finished INTEGER NOT NULL DEFAULT 0
);
-- The algorithm after the newest generation.
CREATE TABLE state (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    generation INTEGER NOT NULL,
    bytes BLOB NOT NULL
);
CREATE TABLE generation (
    number INTEGER PRIMARY KEY,
    champion INTEGER,
    spread REAL
);
CREATE TABLE figure (
    generation INTEGER NOT NULL,
    place INTEGER NOT NULL,
    name TEXT NOT NULL,
    value REAL,
    PRIMARY KEY (generation, place)
) WITHOUT ROWID;
CREATE TABLE species (
    generation INTEGER NOT NULL,
    id INTEGER NOT NULL,
    size INTEGER NOT NULL,
    best REAL NOT NULL,
    age INTEGER NOT NULL,
    PRIMARY KEY (generation, id)
) WITHOUT ROWID;
-- Parents are a JSON list of ids.
CREATE TABLE individual (
    id INTEGER PRIMARY KEY,
    born INTEGER NOT NULL,
    parents TEXT NOT NULL,
    genes INTEGER NOT NULL,
    hidden INTEGER NOT NULL
);
-- Compressed; what is not to be kept goes when its bearer is no longer alive.
CREATE TABLE genome (
    individual INTEGER PRIMARY KEY,
    kept INTEGER NOT NULL,
    bytes BLOB NOT NULL
);
CREATE INDEX genome_passing ON genome (individual) WHERE kept = 0;
-- Details are a JSON list of pairs of name and value.
CREATE TABLE evaluation (
    generation INTEGER NOT NULL,
    place INTEGER NOT NULL,
    individual INTEGER NOT NULL,
    fitness REAL NOT NULL,
    species INTEGER,
    wins INTEGER,
    draws INTEGER,
    losses INTEGER,
    details TEXT NOT NULL,
    PRIMARY KEY (generation, place)
) WITHOUT ROWID;
-- A player is an individual of the run or has a name, never both.
CREATE TABLE game (
    generation INTEGER NOT NULL,
    kind TEXT NOT NULL,
    place INTEGER NOT NULL,
    white INTEGER,
    white_name TEXT,
    black INTEGER,
    black_name TEXT,
    opening TEXT NOT NULL,
    ending TEXT NOT NULL,
    reason TEXT NOT NULL,
    plies INTEGER NOT NULL,
    moves TEXT,
    nodes INTEGER NOT NULL,
    PRIMARY KEY (generation, kind, place),
    CHECK ((white IS NULL) <> (white_name IS NULL)),
    CHECK ((black IS NULL) <> (black_name IS NULL))
) WITHOUT ROWID;
CREATE TABLE yardstick (
    generation INTEGER NOT NULL,
    place INTEGER NOT NULL,
    individual INTEGER NOT NULL,
    opponent TEXT NOT NULL,
    limits TEXT NOT NULL,
    wins INTEGER NOT NULL,
    draws INTEGER NOT NULL,
    losses INTEGER NOT NULL,
    pairs0 INTEGER NOT NULL,
    pairs1 INTEGER NOT NULL,
    pairs2 INTEGER NOT NULL,
    pairs3 INTEGER NOT NULL,
    pairs4 INTEGER NOT NULL,
    PRIMARY KEY (generation, place)
) WITHOUT ROWID;
-- Added by version 2: those from elsewhere with whom the run began, by the ids that they have here.
CREATE TABLE founder (
    individual INTEGER PRIMARY KEY,
    origin TEXT NOT NULL,
    bytes BLOB NOT NULL
);
-- Added by version 2: what the genomes of some champions mean.
CREATE TABLE weight (
    generation INTEGER NOT NULL,
    place INTEGER NOT NULL,
    name TEXT NOT NULL,
    value REAL,
    PRIMARY KEY (generation, place)
) WITHOUT ROWID;
CREATE TABLE timing (
    generation INTEGER PRIMARY KEY,
    finished INTEGER NOT NULL,
    seconds REAL NOT NULL,
    playing REAL NOT NULL
);
CREATE TABLE session (
    number INTEGER PRIMARY KEY,
    started INTEGER NOT NULL,
    version TEXT NOT NULL,
    host TEXT NOT NULL,
    system TEXT NOT NULL,
    threads INTEGER NOT NULL
);
";

/// Opens a store for writing. A commit is on the disk when it returns.
pub(crate) fn open_to_write(path: &Path) -> Result<Connection, RecordError> {
    let connection = Connection::open_with_flags(
        path,
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX,
    )
    .map_err(RecordError::store(path))?;
    let version = check(&connection, path)?;
    configure(&connection).map_err(RecordError::store(path))?;
    if version < VERSION {
        update(&connection).map_err(RecordError::store(path))?;
    }
    Ok(connection)
}

/// Opens a store for reading, also while it is being written, and also where nothing can be written.
pub(crate) fn open_to_read(path: &Path) -> Result<Connection, RecordError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags).map_err(RecordError::store(path))?;
    match check(&connection, path) {
        // A log wants files beside the store. In a folder that cannot be written there is no writer
        // either, so the store by itself is the truth, unless a log was left behind.
        Err(RecordError::Store { source, .. })
            if source.sqlite_error_code() == Some(rusqlite::ErrorCode::CannotOpen)
                && !path.with_extension("db-wal").exists() =>
        {
            let connection =
                Connection::open_with_flags(address(path), flags | OpenFlags::SQLITE_OPEN_URI)
                    .map_err(RecordError::store(path))?;
            check(&connection, path)?;
            Ok(connection)
        }
        Err(error) => Err(error),
        Ok(_) => Ok(connection),
    }
}

/// The path as an address that says that nobody will change the file.
fn address(path: &Path) -> String {
    let mut address = "file:".to_owned();
    for character in path.to_string_lossy().chars() {
        match character {
            '%' => address.push_str("%25"),
            '?' => address.push_str("%3f"),
            '#' => address.push_str("%23"),
            other => address.push(other),
        }
    }
    address + "?immutable=1"
}

/// Makes an empty store.
pub(crate) fn create(path: &Path) -> Result<Connection, RecordError> {
    let make = || {
        let connection = Connection::open(path)?;
        configure(&connection)?;
        connection.execute_batch(&format!(
            "BEGIN; PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {VERSION}; {TABLES} COMMIT;"
        ))?;
        Ok(connection)
    };
    make().map_err(RecordError::store(path))
}

/// Brings a store of an earlier version up to date.
fn update(connection: &Connection) -> rusqlite::Result<()> {
    let added = ["founder", "weight"].map(|table| {
        let from = TABLES.find(&format!("CREATE TABLE {table} ")).unwrap_or(TABLES.len());
        let to = TABLES[from..].find(';').map_or(TABLES.len(), |end| from + end + 1);
        &TABLES[from..to]
    });
    let added = added.concat();
    connection.execute_batch(&format!("BEGIN; {added} PRAGMA user_version = {VERSION}; COMMIT;"))
}

fn configure(connection: &Connection) -> rusqlite::Result<()> {
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.busy_timeout(std::time::Duration::from_secs(10))
}

/// Whether this is a store, and one that this program knows: which version of it.
fn check(connection: &Connection, path: &Path) -> Result<i64, RecordError> {
    let number = |name| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    let found = number("application_id").map_err(RecordError::store(path))?;
    if found != APPLICATION {
        return Err(RecordError::damaged(path, "not a run store of Finchess"));
    }
    let found = number("user_version").map_err(RecordError::store(path))?;
    match found {
        1..=VERSION => Ok(found),
        _ if found > VERSION => {
            Err(RecordError::Newer { path: path.to_owned(), found, known: VERSION })
        }
        _ => Err(RecordError::damaged(path, format!("a store of version {found}"))),
    }
}
