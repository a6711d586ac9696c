//! The program `finchess`: commands, and the engine that chess GUIs talk to.
//!
//! All of it is a library so that tests and fuzzers can reach it; `main.rs` only calls [`main`].

mod commands;
mod failure;
pub mod memory;
pub mod picture;
pub mod uci;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{CommandFactory, Parser};

pub use failure::Failure;

/// A laboratory that evolves chess programs.
#[derive(Parser)]
#[command(
    name = "finchess",
    version,
    about = "A laboratory that evolves chess programs",
    after_help = "Examples:
  finchess evolve                                 evolve a player, over coffee
  finchess presets                                the experiments there are
  finchess uci                                    an engine for any chess GUI
  finchess eval startpos                          what the reference player thinks
  finchess match reference linear33 --games 100   let players play each other
  finchess suite wac.epd --nodes 500000           solve test positions
  finchess positions games.pgn -o train.epd       training positions from games
  finchess runs list                              what was evolved here
  finchess report runs/NAME-0001                  tables and figures of a run
  finchess rate games.pgn                         a rating list with error bars
  finchess sprt 880 1863 759 --elo0 0 --elo1 5    whether a match decides a test
  finchess perft startpos 5                       count move sequences
  finchess bench                                  speed, and whether behaviour changed

`finchess COMMAND --help` has examples for each command."
)]
struct Arguments {
    #[command(subcommand)]
    command: commands::Command,
}

/// Runs the program as the command line asks.
pub fn main() -> ExitCode {
    let words = match commands::translate(std::env::args_os().collect()) {
        Ok(words) => words,
        Err(failure) => return end(&failure),
    };
    let arguments = Arguments::parse_from(words);
    // Asked for before anything is searched: a misspelt instruction set must not pass for another.
    let simd = eval::Simd::from_environment().map_err(Failure::new);
    match simd.and_then(|_| arguments.command.run()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => end(&failure),
    }
}

/// Says why a command did not do what was asked.
fn end(failure: &Failure) -> ExitCode {
    match failure {
        Failure::Closed => ExitCode::SUCCESS,
        Failure::Usage(cause) => {
            let error =
                Arguments::command().error(clap::error::ErrorKind::MissingRequiredArgument, cause);
            // If not even that can be told, the exit code has to do.
            let _ = error.print();
            ExitCode::from(2)
        }
        Failure::Interrupted => ExitCode::from(130),
        Failure::Other(_) => {
            let text = failure.to_string().replace(char::is_control, " ");
            let _ = writeln!(io::stderr(), "finchess: {text}");
            ExitCode::FAILURE
        }
    }
}
