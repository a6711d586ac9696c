//! Two engines play some games; prints the moves' number, faults, and what the runner itself cost.
//!
//! ```text
//! cargo run --release -p finchess-arena --example duel -- 4 stockfish:nodes=1000 "gnuchess -u:depth=2"
//! ```

use std::error::Error;
use std::io::Write;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use arena::process::Patience;
use arena::{Budget, PlayerSpec, Terms, play};
use chess::Chess;
use game::Line;
use seed::Seed;

/// The processor time that this thread has used, children excluded.
fn own_time() -> Result<Duration, Box<dyn Error>> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat")?;
    let nanoseconds = text.split_whitespace().next().unwrap_or_default().parse()?;
    Ok(Duration::from_nanos(nanoseconds))
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut out = std::io::stdout();
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [games, first, second] = arguments.as_slice() else {
        return Err("usage: duel GAMES PLAYER PLAYER".into());
    };
    let specs = [PlayerSpec::parse(first)?, PlayerSpec::parse(second)?];
    let budgets = specs.each_ref().map(|spec| spec.budget(&Budget::default()));
    let mut players = Vec::new();
    for (spec, budget) in specs.iter().zip(&budgets) {
        players.push(spec.process(budget, Patience::default())?.ok_or("not a program")?);
    }
    let [one, two] = players.as_mut_slice() else { return Err("not two players".into()) };
    let mut moves = 0;
    let began = own_time()?;
    for number in 0..games.parse()? {
        let terms = Terms { budgets, max_moves: Some(200), ..Terms::plain(budgets[0]) };
        let opening = Line::new(Chess::default());
        let seed = Seed::new(number);
        let stop = AtomicBool::new(false);
        let Some(game) = play([&mut **one, &mut **two], opening, &terms, seed, &stop) else {
            break;
        };
        let count = game.line.moves().len();
        moves += count;
        write!(out, "game {number}: {count} plies, {:?}", game.outcome)?;
        match &game.fault {
            Some((side, fault)) => writeln!(out, ", {side:?}: {fault} {:?}", fault.errors)?,
            None => writeln!(out)?,
        }
    }
    let cost = (own_time()? - began) / moves.max(1) as u32;
    writeln!(out, "{moves} moves, {cost:.1?} of our own processor time for each")?;
    Ok(())
}
