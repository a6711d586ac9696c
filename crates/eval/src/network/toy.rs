//! Noughts and crosses: a board of nine squares and one kind of piece, to show that networks need
//! nothing of chess.

use game::{
    Evaluator, Game, MoveList, Notation, NotationError, Outcome, Planes, Side, Tactics, kit,
};
use seed::{RngExt, Seed};

use super::*;
use crate::Material;

#[derive(Clone, Debug, PartialEq)]
struct Noughts {
    marks: [u64; 2],
}

const LINES: [u64; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

impl Game for Noughts {
    type Move = u8;

    const NAME: &'static str = "noughts";
    const REPETITION: bool = false;

    fn turn(&self) -> Side {
        let [first, second] = self.marks.map(u64::count_ones);
        if first == second { Side::First } else { Side::Second }
    }

    fn legal_moves(&self) -> MoveList<u8> {
        if self.outcome().is_some() {
            return MoveList::new();
        }
        (0..9).filter(|square| (self.marks[0] | self.marks[1]) >> square & 1 == 0).collect()
    }

    fn play(&mut self, square: u8) {
        self.marks[self.turn().index()] |= 1 << square;
    }

    fn outcome(&self) -> Option<Outcome> {
        let won = |side: Side| LINES.iter().any(|l| self.marks[side.index()] & l == *l);
        let winner = Side::BOTH.into_iter().find(|side| won(*side));
        let full = self.marks[0] | self.marks[1] == 0o777;
        winner
            .map(|side| Outcome::win(side, "three in a row"))
            .or_else(|| full.then_some(Outcome::draw("full board")))
    }

    fn key(&self) -> u64 {
        self.marks[0] << 9 | self.marks[1]
    }

    fn code(square: u8) -> u16 {
        u16::from(square) + 1
    }
}

impl Tactics for Noughts {}

impl Notation for Noughts {
    fn start() -> Noughts {
        Noughts { marks: [0; 2] }
    }

    fn to_text(&self) -> String {
        self.key().to_string()
    }

    fn from_text(text: &str) -> Result<Noughts, NotationError> {
        let key: u64 = text.parse().map_err(|e| NotationError::bad_position(text, e))?;
        Ok(Noughts { marks: [key >> 9, key & 0o777] })
    }

    fn move_to_text(&self, square: u8) -> String {
        square.to_string()
    }
}

impl Planes for Noughts {
    const SQUARES: usize = 9;
    const KINDS: &'static [&'static str] = &["mark"];
    const VALUES: &'static [i32] = &[100];

    fn plane(&self, side: Side, _kind: usize) -> u64 {
        self.marks[side.index()]
    }

    fn mirror(square: usize) -> usize {
        square
    }
}

#[test]
fn networks_judge_any_game_with_planes() {
    kit::game::<Noughts>(Seed::new(1));
    kit::evaluator(&Material::<Noughts>::default(), Seed::new(1));
    for encoding in [Encoding::Signed { values: vec![1.0] }, Encoding::Kinds] {
        for symmetry in [Symmetry::White, Symmetry::Mover, Symmetry::Both] {
            let encoding = encoding.clone();
            let network = NetworkSpec { encoding, symmetry, material: None, scale: 500.0 };
            let activation = Activation::Tanh;
            let hidden = vec![5, 4];
            let shape = MlpShape { hidden, activation, output: activation, output_bias: true };
            let count = shape.genes(network.encoding.inputs::<Noughts>());
            let mut rng = Seed::new(2).rng();
            let genes: Vec<f64> = (0..count).map(|_| rng.random_range(-1.0..1.0)).collect();
            let mlp = Mlp::<Noughts>::from_genes(network, shape, &genes).unwrap();
            kit::evaluator(&mlp, Seed::new(3));
            let graph = Graph::<Noughts>::new(mlp.to_graph()).unwrap();
            kit::evaluator(&graph, Seed::new(4));
            let line = kit::random_line::<Noughts>(Seed::new(5), 4);
            let difference = mlp.evaluate(line.current()) - graph.evaluate(line.current()).value();
            assert!(difference.value().abs() <= 1);
        }
    }
}
