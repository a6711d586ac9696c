//! From genomes to evaluators.

mod graph;
mod linear;
mod lines;
mod mlp;

#[cfg(test)]
mod tests;

use eval::Encoding;
use eval::player::{EvaluatorSpec, Subject, WithGame};
use evolve::{Genome, Space};
use game::{Notation, Planes, Tactics};

use self::lines::Lines;
use crate::config::{PlayerConfig, Sharing};

/// Weights beyond this make no difference any more, and less than the evaluators refuse.
const MOST: f64 = 1e5;

/// Makes evaluators of genomes.
#[derive(Clone, Debug)]
pub struct Codec {
    config: PlayerConfig,
    game: Subject,
    /// How the inputs of genomes become those of networks, if they differ.
    lines: Option<Lines>,
    /// The inputs of genomes.
    inputs: usize,
}

/// A genome that makes no evaluator.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a genome makes no {kind}: {cause}")]
pub struct CodecError {
    kind: &'static str,
    cause: String,
}

impl Codec {
    /// For players of a game.
    ///
    /// # Errors
    ///
    /// Why there can be no such player.
    pub fn new(config: &PlayerConfig, game: Subject) -> Result<Codec, String> {
        let (network, sharing) = match config {
            PlayerConfig::Mlp(player) => (Some(&player.network), player.sharing),
            PlayerConfig::Graph(player) => (Some(&player.network), player.sharing),
            PlayerConfig::Linear(_) => (None, Sharing::None),
        };
        let squares = network.map_or(Ok(0), |network| game.with(Inputs(network)))?;
        let lines = match (sharing, network.map(|network| &network.encoding)) {
            (Sharing::None, _) => None,
            (Sharing::Lines, Some(Encoding::Kinds)) => Some(Lines::new(game)),
            (Sharing::Lines, _) => {
                return Err("sharing: lines are shared by the encoding `kinds` alone".to_owned());
            }
        };
        let inputs = lines.as_ref().map_or(squares, Lines::count);
        let codec = Codec { config: config.clone(), game, lines, inputs };
        match config {
            PlayerConfig::Mlp(player) => mlp::check(player, squares, game)?,
            PlayerConfig::Graph(_) => {}
            PlayerConfig::Linear(player) => linear::check(player, game)?,
        }
        Ok(codec)
    }

    /// What genomes look like.
    pub fn space(&self) -> Space {
        match &self.config {
            PlayerConfig::Mlp(player) => Space::Reals(mlp::genes(player, self.inputs)),
            PlayerConfig::Graph(_) => Space::Graph { inputs: self.inputs as u32, outputs: 1 },
            PlayerConfig::Linear(player) => Space::Reals(linear::genes(player)),
        }
    }

    /// The names of the genes; nothing for genomes whose shape evolves.
    pub fn names(&self) -> Vec<String> {
        match &self.config {
            PlayerConfig::Mlp(player) => mlp::names(player, self.inputs, self.lines.as_ref()),
            PlayerConfig::Graph(_) => Vec::new(),
            PlayerConfig::Linear(player) => linear::names(player),
        }
    }

    /// The sizes of the layers of a perceptron, the inputs of a genome first; nothing for others.
    pub fn layers(&self) -> Vec<u64> {
        match &self.config {
            PlayerConfig::Mlp(player) => mlp::sizes(player, self.inputs),
            PlayerConfig::Graph(_) | PlayerConfig::Linear(_) => Vec::new(),
        }
    }

    /// The evaluator that a genome stands for.
    ///
    /// # Errors
    ///
    /// When the genome is of another kind or shape.
    pub fn decode(&self, genome: &Genome) -> Result<EvaluatorSpec, CodecError> {
        let (kind, spec) = match (&self.config, genome) {
            (PlayerConfig::Mlp(player), Genome::Reals(genes)) => {
                ("mlp", mlp::decode(player, genes, self.lines.as_ref()))
            }
            (PlayerConfig::Graph(player), Genome::Graph(graph)) => {
                ("graph", graph::decode(player, graph, self.lines.as_ref()))
            }
            (PlayerConfig::Linear(player), Genome::Reals(genes)) => {
                ("linear", linear::decode(player, genes))
            }
            (PlayerConfig::Mlp(_), _) => ("mlp", Err("it has no numbers".to_owned())),
            (PlayerConfig::Graph(_), _) => ("graph", Err("it is no network".to_owned())),
            (PlayerConfig::Linear(_), _) => ("linear", Err("it has no numbers".to_owned())),
        };
        let spec = spec.and_then(|spec| spec.validate(self.game).map(|()| spec));
        spec.map_err(|cause| CodecError { kind, cause })
    }
}

/// Checks the front of a network and counts its inputs.
struct Inputs<'a>(&'a eval::NetworkSpec);

impl WithGame for Inputs<'_> {
    type Output = Result<usize, String>;

    fn run<G: Tactics + Planes + Notation>(self) -> Result<usize, String> {
        self.0.validate::<G>().map_err(|error| format!("network: {error}"))?;
        Ok(self.0.encoding.inputs::<G>())
    }
}
