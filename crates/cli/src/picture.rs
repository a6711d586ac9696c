//! Positions and evaluations for people to look at.

use std::any::Any;
use std::fmt::Write;

use chess::Chess;
use eval::linear::{AnyLinear, Contribution};
use eval::player::{EvaluatorSpec, Player};
use eval::{Graph, Material, Mlp, NetworkSpec};
use game::{Evaluator, Notation, Planes, Score, Side};

use crate::Failure;

/// The board as a diagram, with the text of the position below.
pub fn board<G: Notation>(position: &G) -> String {
    let text = position.to_text();
    // All games write their boards as rows from the top, gaps as numbers.
    let rows: Vec<&str> = text.split(' ').next().unwrap_or_default().split('/').collect();
    let mut picture = String::new();
    let mut width = 0;
    for (i, row) in rows.iter().enumerate() {
        let mut cells = Vec::new();
        for letter in row.chars() {
            match letter.to_digit(10) {
                Some(gap) => cells.resize(cells.len() + gap as usize, '.'),
                None => cells.push(letter),
            }
        }
        width = width.max(cells.len());
        // Writing to a string cannot fail.
        let _ = write!(picture, "{:2} ", rows.len() - i);
        for cell in cells {
            let _ = write!(picture, " {cell}");
        }
        picture.push('\n');
    }
    picture.push_str("   ");
    for file in ('a'..='z').take(width) {
        let _ = write!(picture, " {file}");
    }
    let _ = write!(picture, "\n\n{text}\nkey {:016x}", position.key());
    if let Some(outcome) = position.outcome() {
        let _ = write!(picture, "\nthe game is over: {outcome}");
    }
    picture
}

/// A player's evaluation of a position, with its parts.
///
/// # Errors
///
/// When the evaluator cannot be made.
pub fn evaluation<G: Notation + Planes>(player: &Player, position: &G) -> Result<String, Failure> {
    let mut text = String::new();
    let score = match &player.evaluator {
        EvaluatorSpec::Material(spec) => {
            let material = spec.build::<G>().map_err(Failure::new)?;
            pieces(&mut text, material.values(), position);
            material.evaluate(position)
        }
        EvaluatorSpec::Linear(spec) => {
            let linear = spec.build().map_err(Failure::new)?;
            // Linear evaluators know chess only.
            let Some(position) = (position as &dyn Any).downcast_ref::<Chess>() else {
                return Err(Failure::new("linear evaluators are for chess only"));
            };
            let (parts, score) = explain(&linear, position);
            features(&mut text, &parts);
            score
        }
        EvaluatorSpec::Mlp(spec) => {
            let network = Mlp::<G>::new(spec.clone()).map_err(Failure::new)?;
            outputs(&mut text, &spec.network, network.output(position), position)?;
            network.evaluate(position)
        }
        EvaluatorSpec::Graph(spec) => {
            let network = Graph::<G>::new(spec.clone()).map_err(Failure::new)?;
            outputs(&mut text, &spec.network, network.output(position), position)?;
            network.evaluate(position)
        }
    };
    let first = if position.turn() == Side::First { score } else { -score };
    let (mover, name) = names::<G>(position.turn());
    let _ = writeln!(text, "player {} ({})", player.name, player.evaluator.kind());
    let _ = writeln!(text, "score {score} for {mover}, who is to move");
    let _ = writeln!(text, "score {first} for {name}");
    Ok(text)
}

/// What the mover and the first player are called.
fn names<G: Notation>(turn: Side) -> (&'static str, &'static str) {
    let names = if G::NAME.contains("chess") {
        ["White", "Black"]
    } else {
        ["the first player", "the second player"]
    };
    (names[turn.index()], names[0])
}

fn explain(linear: &AnyLinear, position: &Chess) -> (Vec<Contribution>, Score) {
    match linear {
        AnyLinear::Vazquez33(linear) => (linear.explain(position), linear.evaluate(position)),
        AnyLinear::David35(linear) => (linear.explain(position), linear.evaluate(position)),
        AnyLinear::Reference(linear) => (linear.explain(position), linear.evaluate(position)),
    }
}

/// The table of features, without those that neither side has.
fn features(text: &mut String, parts: &[Contribution]) {
    let shown = |part: &&Contribution| part.own != 0.0 || part.opponent != 0.0;
    let width = parts.iter().map(|part| part.name.len()).max().unwrap_or(0).max(7);
    let _ = writeln!(
        text,
        "{:width$} {:>9} {:>9} {:>9} {:>9}",
        "feature", "own", "opponent", "weight", "adds"
    );
    for Contribution { name, own, opponent, weight, contribution } in parts.iter().filter(shown) {
        let _ = writeln!(
            text,
            "{name:width$} {own:9.2} {opponent:9.2} {weight:9.2} {contribution:+9.2}"
        );
    }
    let hidden = parts.len() - parts.iter().filter(shown).count();
    if hidden > 0 {
        let _ = writeln!(text, "({hidden} features that neither side has are left out)");
    }
    text.push('\n');
}

/// The table of pieces.
fn pieces<G: Planes>(text: &mut String, values: &[i32], position: &G) {
    let us = position.turn();
    let _ =
        writeln!(text, "{:8} {:>4} {:>9} {:>7} {:>7}", "piece", "own", "opponent", "value", "adds");
    for (kind, (name, value)) in G::KINDS.iter().zip(values).enumerate() {
        let count = |side| position.plane(side, kind).count_ones() as i32;
        let (own, other) = (count(us), count(!us));
        let adds = (own - other) * value;
        let _ = writeln!(text, "{name:8} {own:4} {other:9} {value:7} {adds:+7}");
    }
    text.push('\n');
}

/// The parts of a network's score.
fn outputs<G: Planes>(
    text: &mut String,
    network: &NetworkSpec,
    output: f32,
    position: &G,
) -> Result<(), Failure> {
    let _ = writeln!(text, "output {output:.6}, times scale {}", network.scale);
    if let Some(values) = &network.material {
        let material = Material::<G>::new(values.clone()).map_err(Failure::new)?;
        let _ = writeln!(text, "material {}", material.evaluate(position));
    }
    text.push('\n');
    Ok(())
}

#[cfg(test)]
mod tests {
    use chess::{ConnectFour, MiniChess};
    use eval::player::{BUILT_IN, Subject, built_in};

    use super::*;

    #[test]
    fn boards_have_all_their_squares() {
        let picture = board(&Chess::start());
        assert!(picture.starts_with(" 8  r n b q k b n r\n 7  p p p"), "{picture}");
        assert!(picture.contains("\n 4  . . . . . . . .\n"), "{picture}");
        assert!(picture.contains("\n    a b c d e f g h\n"), "{picture}");
        assert!(board(&MiniChess::start()).contains("\n    a b c d e f\n"));
        assert!(board(&ConnectFour::start()).contains("\n 1  . . . . . . .\n"));
    }

    #[test]
    fn every_player_explains_itself_with_the_score_of_its_engine() {
        let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";
        let position = Chess::from_text(fen).unwrap();
        for (name, _) in BUILT_IN {
            let player = built_in(name, Subject::Chess).unwrap();
            let text = evaluation(&player, &position).unwrap();
            let score = arena::engine::chess(&player, 1).unwrap().evaluate(&position);
            assert!(text.contains(&format!("score {score} for Black, who")), "{text}");
            assert!(text.contains(&format!("score {} for White", -score)), "{text}");
        }
    }
}
