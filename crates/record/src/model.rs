use crate::{Genome, Size};

/// What a run is, written down when it begins and never changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// What the run is called: the preset, or the name of the file.
    pub name: String,
    /// The experiment as it was typed, TOML.
    pub typed: String,
    /// The experiment with every default written out, TOML.
    pub resolved: String,
    /// The seed from which all chance descends.
    pub seed: u64,
    /// The version of the program.
    pub version: String,
    /// The bench signature of the program: what it computes, in a number.
    pub signature: String,
    /// How many generations it is meant to have; generation 0 is the first.
    pub planned: u64,
    /// If genomes are the numbers of a layered network: the sizes of its layers, inputs first. A genome then
    /// has, layer by layer, the weights from each input to all nodes and after them the biases; the last
    /// layer may lack its biases. Empty if genomes are anything else.
    pub layers: Vec<u64>,
    /// Which genomes are kept.
    pub keep: Keep,
}

/// Which genomes stay in the store when their generation is over.
///
/// Those of the newest generation are always there, so that a run can go on, and so is the champion of every
/// generation. Of other generations everybody is kept whose number is a multiple of the stride. Whoever
/// lives in several generations is kept if one of them says so. What is kept is exact to the last bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keep {
    /// Everybody of each such generation; 1 keeps all genomes, 0 only the champions.
    pub every: u64,
}

impl Default for Keep {
    /// Every 25th generation, as the first of the four publications looks at them: a population of
    /// 16 with 8449 weights then needs some 22 MB in 200 generations instead of 216.
    fn default() -> Keep {
        Keep { every: 25 }
    }
}

/// Someone from elsewhere with whom a run begins.
#[derive(Clone, Debug, PartialEq)]
pub struct Founder {
    /// Where it comes from, in words.
    pub origin: String,
    /// What it is made of.
    pub genome: Genome,
}

/// All that one generation leaves behind.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Generation {
    /// From 0, without gaps.
    pub number: u64,
    /// Everybody who was evaluated, in the order of the algorithm.
    pub members: Vec<Member>,
    /// The id of the member that counts as the best.
    pub champion: Option<u64>,
    /// Named numbers: the algorithm's summary, and whatever else is worth a curve.
    pub figures: Vec<Figure>,
    /// The species, if the algorithm has them.
    pub species: Vec<Species>,
    /// The games that were played, of any kind.
    pub games: Vec<Game>,
    /// Matches against fixed opponents.
    pub yardsticks: Vec<Yardstick>,
    /// What the genome of the champion means, in named numbers; nothing if it is not to be told.
    pub weights: Vec<Figure>,
    /// The algorithm's whole state after this generation.
    pub state: Vec<u8>,
    /// What it took. Not part of the digest.
    pub timing: Timing,
}

/// An individual and what it was worth in one generation.
#[derive(Clone, Debug, PartialEq)]
pub struct Member {
    /// Never given twice within a run; whoever survives unchanged keeps it.
    pub id: u64,
    /// The ids of those it was made from.
    pub parents: Vec<u64>,
    /// What it is made of.
    pub genome: Genome,
    /// What came of it.
    pub evaluation: Evaluation,
}

/// What an individual was worth.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Evaluation {
    /// Higher is better.
    pub fitness: f64,
    /// The id of its species.
    pub species: Option<u64>,
    /// The games behind the fitness, if it comes from games.
    pub tally: Option<Tally>,
    /// Other named numbers.
    pub details: Vec<Figure>,
}

/// Games won, drawn and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Won.
    pub wins: u32,
    /// Drawn.
    pub draws: u32,
    /// Lost.
    pub losses: u32,
}

/// A named number. One that is not finite is kept as "not a number".
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// What it is, in a word or two.
    pub name: String,
    /// How much.
    pub value: f64,
}

/// A species in one generation.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Species {
    /// Never given twice within a run.
    pub id: u64,
    /// How many belong to it.
    pub size: u64,
    /// The fitness of its best.
    pub best: f64,
    /// For how many generations it has existed.
    pub age: u64,
}

/// A game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// What it was played for.
    pub kind: Kind,
    /// Who had White: the side that begins from the usual start.
    pub white: Seat,
    /// Who had Black.
    pub black: Seat,
    /// What it began with: a FEN, or moves from the usual start, separated by spaces; empty for the usual
    /// start.
    pub opening: String,
    /// How it ended.
    pub ending: Ending,
    /// Why it ended, in a word or two.
    pub reason: String,
    /// The moves of both sides, the opening's not counted.
    pub plies: u32,
    /// The moves, separated by spaces, if they are to be kept.
    pub moves: Option<String>,
    /// Nodes searched by both sides.
    pub nodes: u64,
}

/// What a game was played for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// It counts for fitness.
    Trial,
    /// It measures progress within the run.
    Yardstick,
    /// It judges a generation from outside, as publications do.
    Exam,
}

/// Who sat at the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seat {
    /// An individual of the run.
    Individual(u64),
    /// Somebody else, by name.
    Named(String),
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The first player won.
    White,
    /// The second player won.
    Black,
    /// Nobody won.
    Draw,
    /// It was broken off and counts for nobody.
    Unfinished,
}

/// A match of an individual against a fixed opponent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Yardstick {
    /// Who was measured.
    pub individual: u64,
    /// Against whom.
    pub opponent: String,
    /// Under which limits, in words.
    pub limits: String,
    /// The games.
    pub tally: Tally,
    /// Pairs of games with colours changed that gave 0, 1/2, 1, 3/2 and 2 points; all zero if games were
    /// not paired.
    pub pairs: [u32; 5],
}

/// What a generation took.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Timing {
    /// When it was done, in milliseconds since 1970.
    pub finished: i64,
    /// Seconds for all of it.
    pub seconds: f64,
    /// Seconds of these for the trial: the rest is evolution and recording.
    pub playing: f64,
}

/// The machine on which a run began or was resumed. Not part of the digest.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Session {
    /// When, in milliseconds since 1970.
    pub started: i64,
    /// The version of the program.
    pub version: String,
    /// The machine's name.
    pub host: String,
    /// Operating system and processor, in words.
    pub system: String,
    /// Threads in use.
    pub threads: u32,
}

/// What the store knows of an individual besides its evaluations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Individual {
    /// Its id.
    pub id: u64,
    /// The generation in which it was first evaluated.
    pub born: u64,
    /// The ids of those it was made from.
    pub parents: Vec<u64>,
    /// How large its genome is.
    pub size: Size,
}

/// What the store knows of a generation as a whole.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// Its number.
    pub number: u64,
    /// Who counts as the best.
    pub champion: Option<u64>,
    /// The mean distance between two members; see [`crate::SPREAD_SAMPLE`].
    pub spread: Option<f64>,
    /// Named numbers.
    pub figures: Vec<Figure>,
    /// The species.
    pub species: Vec<Species>,
    /// What it took.
    pub timing: Timing,
}

/// A row of an evaluated generation.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Who.
    pub individual: u64,
    /// What it was worth.
    pub evaluation: Evaluation,
}

impl Tally {
    /// All games.
    pub fn games(self) -> u64 {
        u64::from(self.wins) + u64::from(self.draws) + u64::from(self.losses)
    }

    /// Points in shares of what was possible; half for a draw.
    pub fn share(self) -> Option<f64> {
        let games = self.games() as f64;
        (games > 0.0).then(|| (f64::from(self.wins) + f64::from(self.draws) / 2.0) / games)
    }
}

impl Game {
    /// The moves of one side, the opening's not counted.
    pub fn plies_of(&self, white: bool) -> u32 {
        let mut words = self.opening.split_whitespace();
        // Only positions have slashes.
        let black_begins = match words.next() {
            Some(board) if board.contains('/') => words.next() == Some("b"),
            Some(_) => words.count().is_multiple_of(2),
            None => false,
        };
        if white == black_begins { self.plies / 2 } else { self.plies.div_ceil(2) }
    }
}

impl Kind {
    /// All of them, in the order of the store.
    pub const ALL: [Kind; 3] = [Kind::Trial, Kind::Yardstick, Kind::Exam];

    /// The name in the store.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Trial => "trial",
            Kind::Yardstick => "yardstick",
            Kind::Exam => "exam",
        }
    }
}

impl Ending {
    const ALL: [Ending; 4] = [Ending::White, Ending::Black, Ending::Draw, Ending::Unfinished];

    /// The result as PGN writes it.
    pub fn name(self) -> &'static str {
        match self {
            Ending::White => "1-0",
            Ending::Black => "0-1",
            Ending::Draw => "1/2-1/2",
            Ending::Unfinished => "*",
        }
    }

    pub(crate) fn from_name(name: &str) -> Option<Ending> {
        Ending::ALL.into_iter().find(|ending| ending.name() == name)
    }
}

impl Figure {
    /// A number with a name.
    pub fn new(name: impl Into<String>, value: f64) -> Figure {
        Figure { name: name.into(), value }
    }
}
