use std::collections::BTreeMap;

use game::{Notation, Planes, Tactics};
use seed::{Rng, Seed};

use super::{EvaluatorSpec, MaterialSpec, Origin, Player, Subject, WithGame};
use crate::linear::{David35, LinearSpec, Reference, Vazquez33};
use crate::{Activation, Encoding, Mlp, MlpShape, MlpSpec, NetworkError, NetworkSpec, Symmetry};

/// The players that need no file: name and description.
pub const BUILT_IN: [(&str, &str); 7] = [
    ("reference", "textbook knowledge: piece values, piece-square tables, mobility, pawns, kings"),
    ("material", "counts pieces"),
    ("linear33", "the 33 features of Vazquez-Fernandez et al. 2013"),
    ("linear35", "the 35 parameters of David et al. 2013"),
    ("mlp-128", "a perceptron with 128 hidden units and random weights"),
    ("mlp-64-64", "a perceptron with two layers of 64 hidden units and random weights"),
    ("graph-128", "the network of mlp-128, node by node"),
];

/// The built-in player of this name for a game; nothing if there is none.
///
/// The networks have weights drawn from a fixed seed. They play badly; they are there to measure how
/// fast such networks are.
pub fn built_in(name: &str, game: Subject) -> Option<Player> {
    let linear = |spec| (game == Subject::Chess).then_some(EvaluatorSpec::Linear(spec));
    let evaluator = match name {
        "reference" => linear(LinearSpec::default_of::<Reference>()),
        "linear33" => linear(LinearSpec::default_of::<Vazquez33>()),
        "linear35" => linear(LinearSpec::default_of::<David35>()),
        "material" => Some(EvaluatorSpec::Material(MaterialSpec::default())),
        "mlp-128" => game.with(Random { hidden: &[128], graph: false }).ok(),
        "mlp-64-64" => game.with(Random { hidden: &[64, 64], graph: false }).ok(),
        "graph-128" => game.with(Random { hidden: &[128], graph: true }).ok(),
        _ => None,
    }?;
    let made_by = Some("finchess".to_owned());
    Some(Player {
        name: name.to_owned(),
        game,
        evaluator,
        search: BTreeMap::new(),
        origin: Origin { made_by, ..Origin::default() },
    })
}

/// A perceptron with random weights, or the graph that is the same network.
struct Random {
    hidden: &'static [usize],
    graph: bool,
}

impl WithGame for Random {
    type Output = Result<EvaluatorSpec, NetworkError>;

    fn run<G: Tactics + Planes + Notation>(self) -> Self::Output {
        // A king is worth nothing in exchange, but it has to be seen.
        let seen = |value: &i32| if *value == 0 { 1.0 } else { f64::from(*value) / 1000.0 };
        let network = NetworkSpec {
            encoding: Encoding::Signed { values: G::VALUES.iter().map(seen).collect() },
            symmetry: Symmetry::White,
            // Without it the scores, and so the trees, would be unlike those of any player.
            material: Some(G::VALUES.to_vec()),
            scale: 20.0,
        };
        let shape = MlpShape {
            hidden: self.hidden.to_vec(),
            activation: Activation::Tanh,
            output: Activation::Identity,
            output_bias: true,
        };
        let count = shape.genes(network.encoding.inputs::<G>());
        let mut rng = Seed::new(1).child("built-in player").rng();
        // Multiples of 1/1024 between -1 and 1: exact in any format.
        let gene = |rng: &mut seed::ChaCha8Rng| ((rng.next_u64() % 2049) as f64 - 1024.0) / 1024.0;
        let genes = (0..count).map(|_| gene(&mut rng)).collect();
        let spec = MlpSpec { network, shape, genes };
        if self.graph {
            Ok(EvaluatorSpec::Graph(Mlp::<G>::new(spec)?.to_graph()))
        } else {
            Ok(EvaluatorSpec::Mlp(spec))
        }
    }
}
