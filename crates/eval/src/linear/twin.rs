//! A plain way to look at a board, for slow twins of the fast readings: squares as (file, rank) and
//! loops over all of them. Nothing here shares code with what it tests.

use chess::Chess;
use game::{Game, Notation, Side, kit};
use seed::Seed;
use shakmaty::{Board, Color, Piece, Position, Role, Square};

use super::FeatureSet;

/// A board as one side sees it: its own first rank is rank 0.
pub(super) struct Plain {
    board: Board,
    us: Color,
}

pub(super) type At = (i32, i32);

pub(super) fn inside((f, r): At) -> bool {
    (0..8).contains(&f) && (0..8).contains(&r)
}

pub(super) fn squares() -> impl Iterator<Item = At> {
    (0..64).map(|i| (i % 8, i / 8))
}

const DIAGONALS: [At; 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const LINES: [At; 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];

impl Plain {
    pub(super) fn new(position: &Chess, side: Side) -> Plain {
        let us = if side == Side::First { Color::White } else { Color::Black };
        Plain { board: position.board().board().clone(), us }
    }

    fn piece(&self, at: At) -> Option<Piece> {
        if !inside(at) {
            return None;
        }
        let rank = if self.us == Color::White { at.1 } else { 7 - at.1 };
        self.board.piece_at(Square::new((8 * rank + at.0) as u32))
    }

    /// Whether there is an own (or, with `own` false, an enemy) piece of this kind here.
    pub(super) fn is(&self, own: bool, role: Role, at: At) -> bool {
        self.piece(at).is_some_and(|p| p.role == role && (p.color == self.us) == own)
    }

    pub(super) fn own(&self, role: Role, at: At) -> bool {
        self.is(true, role, at)
    }

    pub(super) fn enemy(&self, role: Role, at: At) -> bool {
        self.is(false, role, at)
    }

    pub(super) fn any_own(&self, at: At) -> bool {
        self.piece(at).is_some_and(|p| p.color == self.us)
    }

    pub(super) fn any_enemy(&self, at: At) -> bool {
        self.piece(at).is_some_and(|p| p.color != self.us)
    }

    pub(super) fn empty(&self, at: At) -> bool {
        inside(at) && self.piece(at).is_none()
    }

    pub(super) fn all(&self, own: bool, role: Role) -> Vec<At> {
        squares().filter(|at| self.is(own, role, *at)).collect()
    }

    pub(super) fn king(&self, own: bool) -> At {
        self.all(own, Role::King)[0]
    }

    /// The squares that the piece here attacks.
    pub(super) fn reach(&self, at: At) -> Vec<At> {
        self.reach_through(at, &[])
    }

    /// The same if pieces of these kinds and its own colour do not stand in the way.
    pub(super) fn reach_through(&self, at: At, glass: &[Role]) -> Vec<At> {
        let Some(piece) = self.piece(at) else { return Vec::new() };
        let ahead = if piece.color == self.us { 1 } else { -1 };
        let step = |steps: &[At]| -> Vec<At> {
            steps.iter().map(|s| (at.0 + s.0, at.1 + s.1)).filter(|s| inside(*s)).collect()
        };
        let slide = |ways: &[At]| {
            let mut reach = Vec::new();
            for way in ways {
                let mut to = (at.0 + way.0, at.1 + way.1);
                while inside(to) {
                    reach.push(to);
                    let clear = |p: Piece| p.color == piece.color && glass.contains(&p.role);
                    if self.piece(to).is_some_and(|p| !clear(p)) {
                        break;
                    }
                    to = (to.0 + way.0, to.1 + way.1);
                }
            }
            reach
        };
        match piece.role {
            Role::Pawn => step(&[(-1, ahead), (1, ahead)]),
            Role::Knight => {
                step(&[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)])
            }
            Role::Bishop => slide(&DIAGONALS),
            Role::Rook => slide(&LINES),
            Role::Queen => [slide(&DIAGONALS), slide(&LINES)].concat(),
            Role::King => step(&[DIAGONALS, LINES].concat()),
        }
    }

    /// The moves of the pieces of one kind, pins aside.
    pub(super) fn moves(&self, role: Role) -> i32 {
        let moves = |at: &At| self.reach(*at).iter().filter(|to| !self.any_own(**to)).count();
        self.all(true, role).iter().map(moves).sum::<usize>() as i32
    }

    /// Whether a piece of that side attacks the square.
    pub(super) fn attacked(&self, own: bool, at: At) -> bool {
        squares().any(|from| {
            let theirs = if own { self.any_own(from) } else { self.any_enemy(from) };
            theirs && self.reach(from).contains(&at)
        })
    }

    /// Whether there is an own or enemy pawn on this file.
    pub(super) fn pawn_on(&self, own: bool, file: i32) -> bool {
        (0..8).any(|r| self.is(own, Role::Pawn, (file, r)))
    }

    pub(super) fn is_doubled(&self, (f, r): At) -> bool {
        (r + 1..8).any(|r| self.own(Role::Pawn, (f, r)))
    }

    /// For the own pawn (or the enemy's, seen from its own side) here.
    pub(super) fn is_isolated(&self, own: bool, (f, _): At) -> bool {
        !self.pawn_on(own, f - 1) && !self.pawn_on(own, f + 1)
    }

    pub(super) fn is_backward(&self, own: bool, (f, r): At) -> bool {
        let ahead = if own { 1 } else { -1 };
        let helper =
            |g: i32| (0..8).any(|q| self.is(own, Role::Pawn, (g, q)) && (q - r) * ahead <= 0);
        let stopped = |g: i32| self.is(!own, Role::Pawn, (g, r + 2 * ahead));
        !self.is_isolated(own, (f, r))
            && !helper(f - 1)
            && !helper(f + 1)
            && (stopped(f - 1) || stopped(f + 1))
    }

    pub(super) fn is_passed(&self, own: bool, (f, r): At) -> bool {
        let ahead = if own { 1 } else { -1 };
        !squares().any(|(g, q)| {
            (g - f).abs() <= 1 && (q - r) * ahead > 0 && self.is(!own, Role::Pawn, (g, q))
        })
    }

    /// Whether an enemy pawn attacks the square or may come to do so by advancing.
    pub(super) fn can_be_driven_away(&self, (f, r): At) -> bool {
        (r + 1..8).any(|q| self.enemy(Role::Pawn, (f - 1, q)) || self.enemy(Role::Pawn, (f + 1, q)))
    }

    pub(super) fn both_colours(&self) -> bool {
        let bishops = self.all(true, Role::Bishop);
        (0..2).all(|c| bishops.iter().any(|(f, r)| (f + r) % 2 == c))
    }
}

pub(super) fn near(a: At, b: At) -> bool {
    distance(a, b) <= 1
}

pub(super) fn distance(a: At, b: At) -> i32 {
    (a.0 - b.0).abs().max((a.1 - b.1).abs())
}

/// The position with colours and board turned.
pub(super) fn mirrored(position: &Chess) -> Chess {
    let text = position.to_text();
    let fields: Vec<&str> = text.split(' ').collect();
    let swap = |s: &str| -> String {
        s.chars()
            .map(|c| {
                if c.is_ascii_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() }
            })
            .collect()
    };
    let mut ranks: Vec<String> = fields[0].split('/').map(swap).collect();
    ranks.reverse();
    let turn = if fields[1] == "w" { "b" } else { "w" };
    let passant = fields[3].replace('3', "x").replace('6', "3").replace('x', "6");
    let rest = fields[4..].join(" ");
    let text = format!("{} {turn} {} {passant} {rest}", ranks.join("/"), swap(fields[2]));
    Chess::from_text(&text).unwrap()
}

/// Compares a set's reading with a plain one, for both sides, all along random games.
pub(super) fn agree<F: FeatureSet>(twin: impl Fn(&Plain) -> Vec<i32>) {
    let mut values = vec![[0; 2]; F::features().len()];
    for game in 0..25 {
        let line = kit::random_line::<Chess>(Seed::new(3).index(game), 160);
        let mut position = line.start().clone();
        for m in line.moves() {
            compare::<F>(&position, &twin, &mut values);
            position.play(*m);
        }
    }
}

fn compare<F: FeatureSet>(
    position: &Chess,
    twin: &impl Fn(&Plain) -> Vec<i32>,
    values: &mut [[i32; 2]],
) {
    F::extract(position, values);
    for side in Side::BOTH {
        let plain = twin(&Plain::new(position, side));
        for ((feature, value), slow) in F::features().iter().zip(values.iter()).zip(plain) {
            let (name, text) = (feature.name, position.to_text());
            assert_eq!(value[side.index()], slow, "{name} of the {side} in {text}");
        }
    }
}
