use game::{Game, Notation, Outcome, Planes, Side, kit, perft::perft};
use seed::{RngExt, Seed};

use super::ConnectFour;

#[test]
fn connect_four_keeps_the_promises_of_a_game() {
    kit::game::<ConnectFour>(Seed::new(1));
}

/// Connect Four once more, as plainly as possible: seven stacks, and a walk along every line.
#[derive(Clone, Default)]
struct Plain {
    stacks: [Vec<usize>; 7],
}

impl Plain {
    fn count(&self) -> usize {
        self.stacks.iter().map(Vec::len).sum()
    }

    fn at(&self, column: i32, row: i32) -> Option<usize> {
        let stack = self.stacks.get(usize::try_from(column).ok()?)?;
        stack.get(usize::try_from(row).ok()?).copied()
    }

    fn winner(&self) -> Option<usize> {
        for (column, row) in (0..7).flat_map(|c| (0..6).map(move |r| (c, r))) {
            let owner = self.at(column, row);
            for (right, up) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                let same = |i| self.at(column + i * right, row + i * up) == owner;
                if owner.is_some() && (1..4).all(same) {
                    return owner;
                }
            }
        }
        None
    }

    fn moves(&self) -> Vec<usize> {
        let open = (0..7).filter(|column| self.stacks[*column].len() < 6);
        if self.winner().is_some() { Vec::new() } else { open.collect() }
    }

    fn play(&mut self, column: usize) {
        let player = self.count() % 2;
        self.stacks[column].push(player);
    }

    fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let below = |column| {
            let mut next = self.clone();
            next.play(column);
            next.perft(depth - 1)
        };
        self.moves().into_iter().map(below).sum()
    }
}

#[test]
fn random_games_agree_with_the_plain_board() {
    for i in 0..300 {
        let mut rng = Seed::new(3).index(i).rng();
        let mut plain = Plain::default();
        let mut position = ConnectFour::start();
        loop {
            let mut found: Vec<usize> =
                position.legal_moves().iter().map(|m| usize::from(m.0)).collect();
            found.sort_unstable();
            assert_eq!(found, plain.moves(), "{}", position.to_text());
            let winner = position.outcome().and_then(|o| o.winner).map(Side::index);
            assert_eq!(winner, plain.winner(), "{}", position.to_text());
            if found.is_empty() {
                break;
            }
            let column = found[rng.random_range(0..found.len())];
            plain.play(column);
            position.play(position.parse_move(&(column + 1).to_string()).unwrap());
            for (column, row) in (0..7).flat_map(|c| (0..6).map(move |r| (c, r))) {
                let owner = plain.at(column, row);
                for side in Side::BOTH {
                    let present = position.plane(side, 0) >> (7 * column + row) & 1 != 0;
                    assert_eq!(present, owner == Some(side.index()));
                }
            }
        }
    }
}

#[test]
fn trees_have_the_same_size() {
    let counts = [1, 7, 49, 343, 2401, 16_807, 117_649];
    for (depth, count) in (0..).zip(counts) {
        assert_eq!(perft(&ConnectFour::start(), depth), count);
        assert_eq!(Plain::default().perft(depth), count);
    }
    // A crowded board, where columns fill up and rows are completed.
    let text = "1x2o2/1o1xx2/1x1oo2/xo1xx2/oxooxo1/xoxxoxo";
    let position = ConnectFour::from_text(text).unwrap();
    let mut plain = Plain::default();
    for (column, row) in (0..7).flat_map(|c| (0..6).map(move |r| (c, r))) {
        let square = 7 * column + row;
        if let Some(side) =
            Side::BOTH.into_iter().find(|s| position.plane(*s, 0) >> square & 1 != 0)
        {
            plain.stacks[column].push(side.index());
        }
    }
    for depth in 0..=7 {
        assert_eq!(perft(&position, depth), plain.perft(depth), "depth {depth}");
    }
}

#[test]
fn rows_of_four_win_in_every_direction() {
    let after = |moves: &str| {
        moves
            .chars()
            .fold(ConnectFour::start(), |p, m| p.after(p.parse_move(&m.to_string()).unwrap()))
    };
    for (moves, winner) in [
        ("1212121", Side::First),
        ("12137475", Side::Second),
        ("1122334", Side::First),
        ("12233434474", Side::First),
        ("76655454414", Side::First),
    ] {
        let won = Some(Outcome::win(winner, "four in a row"));
        let position = after(moves);
        assert_eq!(position.outcome(), won, "{moves}: {}", position.to_text());
        assert!(position.legal_moves().is_empty());
    }
    // The top of a column and the bottom of the next are no line.
    assert_eq!(after("211117171").outcome(), None);
}

#[test]
fn a_full_board_is_a_draw() {
    let full = "ooxxoox/xxooxxo/ooxxoox/xxooxxo/ooxxoox/xxooxxo";
    let drawn = ConnectFour::from_text(full).unwrap();
    assert_eq!(drawn.outcome(), Some(Outcome::draw("board full")));
}

#[test]
fn bad_positions_name_their_fault() {
    for (text, fault) in [
        ("", "6 rows"),
        ("7/7/7/7/7/7/7", "6 rows"),
        ("7/7/7/7/7/6", "row 1 has 6 squares"),
        ("7/7/7/7/7/7x", "row 1 has 8 squares"),
        ("7/7/7/7/7/z6", "neither x nor o"),
        ("7/7/7/7/7/o6", "in turns"),
        ("7/7/7/7/x6/x6", "in turns"),
        ("7/7/7/7/x6/7", "floats"),
        ("7/7/7/7/oooo3/xxxx3", "already"),
    ] {
        let error = ConnectFour::from_text(text).expect_err(text).to_string();
        assert!(error.contains(fault), "{text}: {error}");
    }
}
