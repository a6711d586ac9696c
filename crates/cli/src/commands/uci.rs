use std::io;

use clap::Args;
use eval::player::Subject;

use crate::uci::{Output, Session};
use arena::engine;

use crate::Failure;

/// Arguments of `finchess uci`.
#[derive(Args)]
#[command(after_help = "Examples:
  finchess uci
  finchess uci --player best.player.json --hash 256

In a chess GUI, give this command as the engine. Players can also be changed with the option Player. \
With the option Tuning switched on, every parameter of the search (search.NAME) and every weight of a \
linear player (weight.NAME) is an option as well, for programs that tune engines.")]
pub(crate) struct Arguments {
    /// A player file, or the name of a built-in player
    #[arg(long, default_value = "reference")]
    player: String,
    /// Size of the transposition table in MiB
    #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    hash: u32,
}

impl Arguments {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let player = engine::find(&self.player, Subject::Chess)?;
        let output = Output::new(io::stdout());
        Session::new(player, &self.player, self.hash as usize, output)?.run(io::stdin().lock());
        Ok(())
    }
}
