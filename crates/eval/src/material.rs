use std::marker::PhantomData;

use game::{Evaluator, Planes, Score, Side, Squares};

use crate::network::{NetworkError, check_values};

/// Counts pieces: the baseline that everything evolved has to beat.
#[derive(Clone, Debug, PartialEq)]
pub struct Material<G> {
    values: Vec<i32>,
    game: PhantomData<fn() -> G>,
}

impl<G: Planes> Default for Material<G> {
    /// The game's textbook values.
    fn default() -> Material<G> {
        Material { values: G::VALUES.to_vec(), game: PhantomData }
    }
}

impl<G: Planes> Material<G> {
    /// With values of one's own, one for each kind of piece.
    pub fn new(values: Vec<i32>) -> Result<Material<G>, NetworkError> {
        check_values::<G>(&values)?;
        Ok(Material { values, game: PhantomData })
    }

    /// The values.
    pub fn values(&self) -> &[i32] {
        &self.values
    }
}

/// The balance of a position from the first player's view.
#[inline]
pub(crate) fn balance<G: Planes>(values: &[i32], position: &G) -> i32 {
    let mut sum = 0;
    // As many as the game has, which the compiler knows.
    for (kind, value) in values[..G::KINDS.len()].iter().enumerate() {
        let [first, second] =
            Side::BOTH.map(|side| Squares(position.plane(side, kind)).len() as i32);
        sum += value * (first - second);
    }
    sum
}

/// What one change of the board adds to the balance.
#[inline(always)]
pub(crate) fn difference(values: &[i32], side: Side, kind: usize, present: bool) -> i32 {
    if (side == Side::First) == present { values[kind] } else { -values[kind] }
}

impl<G: Planes> Evaluator<G> for Material<G> {
    /// Nothing is carried along: counting bits is cheaper than comparing boards.
    type State = ();

    fn blank(&self) {}

    #[inline]
    fn refresh(&self, _: &G, (): &mut ()) {}

    #[inline]
    fn score(&self, position: &G, (): &()) -> Score {
        Score::centipawns(position.turn().sign() * balance(&self.values, position))
    }
}

#[cfg(test)]
mod tests {
    use chess::Chess;
    use game::{Notation, kit};
    use seed::Seed;

    use super::*;

    #[test]
    fn material_is_an_evaluator() {
        kit::evaluator(&Material::<Chess>::default(), Seed::new(1));
        let odd = Material::<Chess>::new(vec![1, -20, 300, 4000, 50_000, 600_000]).unwrap();
        kit::evaluator(&odd, Seed::new(2));
        let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        let kiwipete = Chess::from_text(kiwipete).unwrap();
        assert_eq!(kit::evaluator_perft(&odd, &kiwipete, 2), 2039);
    }

    #[test]
    fn material_is_counted_for_the_side_to_move() {
        let of = |fen: &str| Material::default().evaluate(&Chess::from_text(fen).unwrap()).value();
        assert_eq!(of("4k3/8/8/8/8/8/PP6/QRBNK3 w - - 0 1"), 200 + 900 + 500 + 330 + 320);
        assert_eq!(of("4k3/8/8/8/8/8/PP6/QRBNK3 b - - 0 1"), -2250);
        assert_eq!(of("4k2r/8/8/8/8/8/P7/4K3 b - - 0 1"), 400);
    }

    #[test]
    fn bad_values_are_refused() {
        assert!(Material::<Chess>::new(vec![100; 5]).is_err());
        assert!(Material::<Chess>::new(vec![i32::MIN; 6]).is_err());
    }
}
