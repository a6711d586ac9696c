use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use eval::player::{Subject, WithGame};
use game::{Notation, Planes, Tactics};

use arena::engine;

use crate::{Failure, picture};

/// Arguments of `finchess eval`.
#[derive(Args)]
#[command(after_help = "Examples:
  finchess eval startpos
  finchess eval '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1' --player linear33
  finchess eval 7/7/7/7/3o3/2xx3 --game connect-four --player mlp-128
  finchess eval --player linear33 --save mine.json    a built-in player as a file to change")]
pub(crate) struct Arguments {
    /// A position: FEN, or startpos
    #[arg(required_unless_present = "save", value_name = "POSITION")]
    words: Vec<String>,
    /// A player file, or the name of a built-in player; for chess the default is reference
    #[arg(long)]
    player: Option<String>,
    /// The game: chess, mini-chess or connect-four
    #[arg(long, default_value_t = Subject::Chess)]
    game: Subject,
    /// Write the player to this file
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
}

impl Arguments {
    pub(crate) fn run(self) -> Result<(), Failure> {
        self.game.with(&self)
    }
}

impl WithGame for &Arguments {
    type Output = Result<(), Failure>;

    fn run<G: Tactics + Planes + Notation>(self) -> Result<(), Failure> {
        let usual = if self.game == Subject::Chess { "reference" } else { "material" };
        let player = engine::find(self.player.as_deref().unwrap_or(usual), self.game)?;
        if let Some(path) = &self.save {
            player.save(path).map_err(Failure::new)?;
        }
        if self.words.is_empty() {
            return Ok(());
        }
        let position = read_position::<G>(&self.words.join(" "))?;
        let text = picture::evaluation(&player, &position)?;
        let mut output = io::stdout().lock();
        write!(output, "{}\n\n{text}", picture::board(&position))?;
        Ok(output.flush()?)
    }
}

/// A position by its text, or the usual first one.
pub(super) fn read_position<G: Notation>(text: &str) -> Result<G, Failure> {
    if text == "startpos" { Ok(G::start()) } else { G::from_text(text).map_err(Failure::new) }
}
