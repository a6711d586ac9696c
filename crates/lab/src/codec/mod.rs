//! From genomes to players: how they judge, and how they search where that evolves.

mod dial;
mod graph;
mod linear;
mod lines;
mod mlp;
mod search;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use eval::Encoding;
use eval::player::{EvaluatorSpec, Player, Subject, WithGame};
use evolve::{Genome, Space};
use game::{Notation, Planes, Tactics};

use self::dial::Dial;
use self::lines::Lines;
use crate::config::{Genes, PlayerConfig, Sharing};

/// Weights beyond this make no difference any more, and less than the evaluators refuse.
const MOST: f64 = 1e5;

/// Makes players of genomes.
#[derive(Clone, Debug)]
pub struct Codec {
    config: PlayerConfig,
    game: Subject,
    /// How the inputs of genomes become those of networks, if they differ.
    lines: Option<Lines>,
    /// The inputs of genomes.
    inputs: usize,
    /// How everybody judges, where only the search evolves.
    judge: Option<EvaluatorSpec>,
}

/// A genome and a player that do not become each other.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CodecError {
    /// A genome that makes no player.
    #[error("a genome makes no {kind}: {cause}")]
    Decode {
        /// What it should have made.
        kind: &'static str,
        /// Why it does not.
        cause: String,
    },
    /// A player of whom no genome can be made.
    #[error("no genome makes {name}: {cause}")]
    Encode {
        /// The player.
        name: String,
        /// Why not.
        cause: String,
    },
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
            PlayerConfig::Linear(_) | PlayerConfig::Search(_) => (None, Sharing::None),
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
        let mut judge = None;
        match config {
            PlayerConfig::Mlp(player) => mlp::check(player, squares, game)?,
            PlayerConfig::Graph(_) => {}
            PlayerConfig::Linear(player) => linear::check(player, game)?,
            PlayerConfig::Search(player) => judge = Some(search::check(player, game)?),
        }
        Ok(Codec { config: config.clone(), game, lines, inputs, judge })
    }

    /// How everybody judges, where only the search evolves.
    pub fn judge(&self) -> Option<&EvaluatorSpec> {
        self.judge.as_ref()
    }

    /// What genomes look like.
    pub fn space(&self) -> Space {
        match &self.config {
            PlayerConfig::Mlp(player) => Space::Reals(mlp::genes(player, self.inputs)),
            PlayerConfig::Graph(_) => Space::Graph { inputs: self.inputs as u32, outputs: 1 },
            PlayerConfig::Linear(_) | PlayerConfig::Search(_) => {
                let (dials, genes) = self.dials();
                dial::space(&dials, genes)
            }
        }
    }

    /// The named numbers that genomes decide, and how they are written; none for networks.
    fn dials(&self) -> (Vec<Dial>, Genes) {
        match &self.config {
            PlayerConfig::Linear(player) => (linear::dials(player), player.genes),
            PlayerConfig::Search(player) => (search::dials(player), player.genes),
            PlayerConfig::Mlp(_) | PlayerConfig::Graph(_) => (Vec::new(), Genes::Numbers),
        }
    }

    /// The names of the numbers that genomes decide; nothing for genomes whose shape evolves. Where genes
    /// are bits, several of them make a number.
    pub fn names(&self) -> Vec<String> {
        match &self.config {
            PlayerConfig::Mlp(player) => mlp::names(player, self.inputs, self.lines.as_ref()),
            PlayerConfig::Graph(_) => Vec::new(),
            PlayerConfig::Linear(_) | PlayerConfig::Search(_) => {
                self.dials().0.into_iter().map(|dial| dial.name.to_owned()).collect()
            }
        }
    }

    /// What a genome decides, in the order of the names, whether it is made of numbers or of bits.
    ///
    /// # Errors
    ///
    /// When the genome is of another kind or shape.
    pub fn values(&self, genome: &Genome) -> Result<Vec<f64>, CodecError> {
        let values = match (&self.config, genome) {
            (PlayerConfig::Mlp(_), Genome::Reals(genes)) => Ok(genes.clone()),
            (PlayerConfig::Mlp(_), _) => Err("it has no numbers".to_owned()),
            (PlayerConfig::Graph(_), Genome::Graph(_)) => Ok(Vec::new()),
            (PlayerConfig::Graph(_), _) => Err("it is no network".to_owned()),
            (PlayerConfig::Linear(_) | PlayerConfig::Search(_), genome) => {
                let (dials, genes) = self.dials();
                let values = dial::values(&dials, genes, genome);
                // The search rounds what it is given.
                let whole = matches!(self.config, PlayerConfig::Search(_));
                let round = |value: f64| if whole { value.round() } else { value };
                values.map(|values| values.into_iter().map(round).collect())
            }
        };
        values.map_err(|cause| self.fault(cause))
    }

    /// What a genome decides, by name, where people may want to read it: not the thousands of weights of a
    /// network.
    ///
    /// # Errors
    ///
    /// When the genome is of another kind or shape.
    pub fn weights(&self, genome: &Genome) -> Result<Vec<(String, f64)>, CodecError> {
        match &self.config {
            PlayerConfig::Mlp(_) | PlayerConfig::Graph(_) => Ok(Vec::new()),
            PlayerConfig::Linear(_) | PlayerConfig::Search(_) => {
                Ok(self.names().into_iter().zip(self.values(genome)?).collect())
            }
        }
    }

    /// The sizes of the layers of a perceptron, the inputs of a genome first; nothing for others.
    pub fn layers(&self) -> Vec<u64> {
        match &self.config {
            PlayerConfig::Mlp(player) => mlp::sizes(player, self.inputs),
            PlayerConfig::Graph(_) | PlayerConfig::Linear(_) | PlayerConfig::Search(_) => {
                Vec::new()
            }
        }
    }

    /// The evaluator that a genome stands for.
    ///
    /// # Errors
    ///
    /// When the genome is of another kind or shape.
    pub fn decode(&self, genome: &Genome) -> Result<EvaluatorSpec, CodecError> {
        let values = self.values(genome)?;
        let lines = self.lines.as_ref();
        let spec = match (&self.config, genome) {
            (PlayerConfig::Mlp(player), _) => mlp::decode(player, &values, lines),
            (PlayerConfig::Graph(player), Genome::Graph(graph)) => {
                graph::decode(player, graph, lines)
            }
            (PlayerConfig::Graph(_), _) => Err("it is no network".to_owned()),
            (PlayerConfig::Linear(player), _) => linear::evaluator(player, &values),
            (PlayerConfig::Search(_), _) => {
                self.judge.clone().ok_or_else(|| "nobody judges".to_owned())
            }
        };
        let spec = spec.and_then(|spec| spec.validate(self.game).map(|()| spec));
        spec.map_err(|cause| self.fault(cause))
    }

    /// The parameters of the search that a genome decides; none unless the search evolves.
    ///
    /// # Errors
    ///
    /// When the genome is of another kind or shape.
    pub fn params(&self, genome: &Genome) -> Result<BTreeMap<String, i64>, CodecError> {
        match &self.config {
            PlayerConfig::Search(player) => Ok(search::params(player, &self.values(genome)?)),
            PlayerConfig::Mlp(_) | PlayerConfig::Graph(_) | PlayerConfig::Linear(_) => {
                Ok(BTreeMap::new())
            }
        }
    }

    /// The genome of a player, or the nearest to it that genomes can express.
    ///
    /// # Errors
    ///
    /// When no genome makes such a player.
    pub fn encode(&self, player: &Player) -> Result<Genome, CodecError> {
        let (dials, genes) = self.dials();
        let genome = match &self.config {
            PlayerConfig::Mlp(config) => {
                mlp::encode(config, &player.evaluator, self.lines.as_ref())
            }
            PlayerConfig::Graph(_) => Err("the history of a network is not in its file".to_owned()),
            PlayerConfig::Linear(config) => linear::weights(config, &player.evaluator)
                .and_then(|weights| dial::encode(&dials, genes, &weights)),
            PlayerConfig::Search(config) => {
                dial::encode(&dials, genes, &search::values(config, &player.search))
            }
        };
        genome.map_err(|cause| CodecError::Encode { name: player.name.clone(), cause })
    }

    fn fault(&self, cause: String) -> CodecError {
        CodecError::Decode { kind: self.config.kind(), cause }
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
