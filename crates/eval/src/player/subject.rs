use std::fmt;
use std::str::FromStr;

use chess::{Chess, ConnectFour, MiniChess};
use game::{Game, Notation, Planes, Tactics};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A game that a player can play, chosen at run time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// Chess and Chess960.
    Chess,
    /// The 6x6 mini-chess.
    MiniChess,
    /// Connect Four.
    ConnectFour,
}

/// Something to do with a game whose type is not known before: see [`Subject::with`].
pub trait WithGame {
    /// What comes out.
    type Output;

    /// Does it.
    fn run<G: Tactics + Planes + Notation>(self) -> Self::Output;
}

impl Subject {
    /// All of them.
    pub const ALL: [Subject; 3] = [Subject::Chess, Subject::MiniChess, Subject::ConnectFour];

    /// The name in files and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Subject::Chess => Chess::NAME,
            Subject::MiniChess => MiniChess::NAME,
            Subject::ConnectFour => ConnectFour::NAME,
        }
    }

    /// Does something with the type of the game: the one place where a name becomes a type.
    pub fn with<W: WithGame>(self, work: W) -> W::Output {
        match self {
            Subject::Chess => work.run::<Chess>(),
            Subject::MiniChess => work.run::<MiniChess>(),
            Subject::ConnectFour => work.run::<ConnectFour>(),
        }
    }
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// By name, or spelled out with a hyphen.
impl FromStr for Subject {
    type Err = String;

    fn from_str(text: &str) -> Result<Subject, String> {
        let named = Subject::ALL.into_iter().find(|game| game.name() == text);
        let spelled = || match text {
            "mini-chess" => Some(Subject::MiniChess),
            "connect-four" => Some(Subject::ConnectFour),
            _ => None,
        };
        named.or_else(spelled).ok_or_else(|| {
            let shown: String = text.chars().take(40).collect();
            let names = Subject::ALL.map(Subject::name).join(", ");
            format!("unknown game {shown:?}; there are {names}")
        })
    }
}

impl Serialize for Subject {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Subject {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Subject, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}
