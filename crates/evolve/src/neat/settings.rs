use serde::{Deserialize, Serialize};

use crate::settings::{amount, population, share, within};
use crate::{Initial, SettingsError};

/// Settings of [`Neat`](super::Neat). The defaults are those of Stanley and Miikkulainen (2002) for
/// small populations, where the paper names them.
///
/// | setting | default | meaning |
/// | --- | --- | --- |
/// | `population` | 150 | candidates in a generation |
/// | `topology` | `minimal` | the first networks: `minimal`: every input to every output; `{ hidden = 128 }`: every input to each of so many hidden nodes, these to every output, nothing direct; `{ partial = 0.2 }`: this share of the minimal connections, drawn for each network |
/// | `loops` | `refuse` | a new connection that would close a loop: `refuse`: is not made; `inhibit`: is made, and never expressed |
/// | `weights`, `biases` | | see [`ValueSettings`] |
/// | `structure` | | see [`StructureSettings`] |
/// | `mating` | | see [`MatingSettings`] |
/// | `speciation` | | see [`SpeciationSettings`] |
/// | `selection` | | see [`SelectionSettings`] |
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct NeatSettings {
    /// Candidates in a generation.
    pub population: usize,
    /// The first networks.
    pub topology: Topology,
    /// What becomes of loops.
    pub loops: Loops,
    /// How weights of connections change.
    pub weights: ValueSettings,
    /// How biases of nodes change.
    pub biases: ValueSettings,
    /// How shapes change.
    pub structure: StructureSettings,
    /// How two have a child.
    pub mating: MatingSettings,
    /// What makes a species.
    pub speciation: SpeciationSettings,
    /// Who has how many children.
    pub selection: SelectionSettings,
}

/// The first networks.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Topology {
    /// Every input to every output.
    Minimal,
    /// Every input to each of so many hidden nodes, and these to every output.
    Hidden(u32),
    /// This share of the minimal connections, drawn for each network.
    Partial(f64),
}

/// What becomes of a connection that would close a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Loops {
    /// It is not made.
    Refuse,
    /// It is made, but inhibited for good, in its genome and those that inherit from it.
    Inhibit,
}

/// How weights or biases change.
///
/// | setting | default | meaning |
/// | --- | --- | --- |
/// | `initial` | `{ uniform = { low = -1, high = 1 } }` | where first values and replacements come from |
/// | `genome` | 0.8 | probability that any value of a genome changes; then each one by itself |
/// | `perturb` | 0.9 | probability that a value is moved by a step |
/// | `replace` | 0.1 | probability that it is drawn anew instead |
/// | `step` | `uniform` | `uniform` (within plus or minus `power`) or `gaussian` |
/// | `power` | 2.5 | largest step, or its standard deviation |
/// | `limit` | 30 | no value is ever larger, of either sign |
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ValueSettings {
    /// Where first values and replacements come from.
    pub initial: Initial,
    /// Probability that any value of a genome changes.
    pub genome: f64,
    /// Probability that a value is moved by a step.
    pub perturb: f64,
    /// Probability that it is drawn anew instead.
    pub replace: f64,
    /// How steps are distributed.
    pub step: Step,
    /// Largest step, or standard deviation of steps.
    pub power: f64,
    /// No value is ever larger.
    pub limit: f64,
}

/// How steps are distributed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// Equally likely up to a size.
    Uniform,
    /// Gaussian.
    Gaussian,
}

/// How shapes change. Probabilities are per child, except for `toggle`.
///
/// | setting | default | meaning |
/// | --- | --- | --- |
/// | `add_node` | 0.03 | probability that a connection is split by a new node |
/// | `remove_node` | 0 | probability that a hidden node and its connections are removed |
/// | `add_connection` | 0.05 | probability that two nodes are newly connected |
/// | `remove_connection` | 0 | probability that a connection is removed |
/// | `new_connections` | 1 | how many connections are added when some are |
/// | `toggle` | 0 | probability, for each connection, that it is disabled or enabled again |
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct StructureSettings {
    /// Probability that a connection is split by a new node.
    pub add_node: f64,
    /// Probability that a hidden node and its connections are removed.
    pub remove_node: f64,
    /// Probability that two nodes are newly connected.
    pub add_connection: f64,
    /// Probability that a connection is removed.
    pub remove_connection: f64,
    /// How many connections are added when some are.
    pub new_connections: usize,
    /// Probability, for each connection, that it is disabled or enabled again.
    pub toggle: f64,
}

/// How two have a child. Its shape is that of the fitter one; among equals, that of the smaller.
///
/// | setting | default | meaning |
/// | --- | --- | --- |
/// | `crossover` | 0.75 | share of children that have two parents |
/// | `interspecies` | 0.001 | probability that the second parent is of another species |
/// | `values` | `choose` | genes that both have: `choose`: of a random one of the two; `average`: the mean |
/// | `expression` | `{ either = 0.75 }` | `{ either = p }`: genes disabled in either parent are disabled with this probability, and enabled otherwise; `fitter`: as in the fitter one |
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MatingSettings {
    /// Share of children that have two parents.
    pub crossover: f64,
    /// Probability that the second parent is of another species.
    pub interspecies: f64,
    /// The values of genes that both have.
    pub values: Values,
    /// Whether genes that both have are expressed.
    pub expression: Inheritance,
}

/// The values of genes that both parents have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Values {
    /// Of a random one of the two.
    Choose,
    /// Their mean.
    Average,
}

/// Whether genes that both parents have are expressed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Inheritance {
    /// If disabled in either, disabled with this probability, enabled otherwise.
    Either(f64),
    /// As in the fitter.
    Fitter,
}

/// What makes a species: its members are nearer than a threshold to its representative, a random
/// member of the generation before. The distance of two genomes is the sum of
/// `excess` * E / N, `disjoint` * D / N, `weights` * the mean difference of the weights of matching
/// connections, `biases` * the mean difference of the biases of shared nodes, and `nodes` * the share of
/// nodes that only one has. N is the number of connections of the larger genome, or 1 if both have fewer
/// than `small`. The first three terms are Stanley and Miikkulainen's.
///
/// | setting | default | meaning |
/// | --- | --- | --- |
/// | `excess` | 1 | weight of connections newer than all of the other genome |
/// | `disjoint` | 1 | weight of other connections that only one has |
/// | `weights` | 0.4 | weight of the difference in weights |
/// | `biases` | 0 | weight of the difference in biases |
/// | `nodes` | 0 | weight of nodes that only one has, inputs and outputs aside |
/// | `small` | 20 | genomes with fewer connections are compared by number rather than share |
/// | `threshold` | 3 | how distant members may be |
/// | `target` | 0 | number of species to aim at by moving the threshold; 0 leaves it alone |
/// | `threshold_step` | 0.3 | by how much the threshold moves in a generation |
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SpeciationSettings {
    /// Weight of connections newer than all of the other genome.
    pub excess: f64,
    /// Weight of other connections that only one has.
    pub disjoint: f64,
    /// Weight of the difference in weights.
    pub weights: f64,
    /// Weight of the difference in biases.
    pub biases: f64,
    /// Weight of nodes that only one has.
    pub nodes: f64,
    /// Genomes with fewer connections are compared by number rather than share.
    pub small: usize,
    /// How distant members may be.
    pub threshold: f64,
    /// Number of species to aim at; 0 for none.
    pub target: usize,
    /// By how much the threshold moves in a generation.
    pub threshold_step: f64,
}

/// Who has how many children: a species in proportion to the mean fitness of its members, which is what
/// explicit fitness sharing (Goldberg and Richardson 1987) comes to.
///
/// | setting | default | meaning |
/// | --- | --- | --- |
/// | `baseline` | `zero` | fitness is shared out above `zero` (`worst`, if any is negative) or above the `worst` of the generation |
/// | `survival` | 0.2 | share of a species, the best, that has children |
/// | `elitism` | 1 | so many of the best of a species live on unchanged |
/// | `elitism_from` | 6 | in species of at least so many members |
/// | `keep_parents` | false | all that have children live on unchanged |
/// | `min_species_size` | 0 | no species gets fewer places |
/// | `species_fitness` | `max` | whether a species improves is judged by its `max` or `mean` |
/// | `stagnation` | 15 | a species without improvement for so many generations dies |
/// | `species_elitism` | 1 | so many of the best species do not |
/// | `population_stagnation` | 0 | when the best of all has not improved for so many generations, only the two best species have children; 0 for never |
/// | `extinction` | `restart` | when every species has died: `restart` from first networks, or `spare` the best |
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SelectionSettings {
    /// Above what fitness is shared out.
    pub baseline: Baseline,
    /// Share of a species, the best, that has children.
    pub survival: f64,
    /// So many of the best of a species live on unchanged.
    pub elitism: usize,
    /// In species of at least so many members.
    pub elitism_from: usize,
    /// All that have children live on unchanged.
    pub keep_parents: bool,
    /// No species gets fewer places.
    pub min_species_size: usize,
    /// By what a species is judged.
    pub species_fitness: SpeciesFitness,
    /// A species without improvement for so many generations dies.
    pub stagnation: u64,
    /// So many of the best species do not.
    pub species_elitism: usize,
    /// After so many generations without improvement, only the two best species have children.
    pub population_stagnation: u64,
    /// What happens when every species has died.
    pub extinction: Extinction,
}

/// Above what fitness is shared out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Baseline {
    /// Above 0, if none is negative; else as [`Baseline::Worst`].
    Zero,
    /// Above the worst of the generation.
    Worst,
}

/// By what a species is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SpeciesFitness {
    /// Its best member.
    Max,
    /// The mean of its members.
    Mean,
}

/// What happens when every species has died.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Extinction {
    /// The population begins again from first networks. Innovation numbers go on.
    Restart,
    /// The best species is spared.
    Spare,
}

impl Default for NeatSettings {
    fn default() -> NeatSettings {
        NeatSettings {
            population: 150,
            topology: Topology::Minimal,
            loops: Loops::Refuse,
            weights: ValueSettings::default(),
            biases: ValueSettings::default(),
            structure: StructureSettings::default(),
            mating: MatingSettings::default(),
            speciation: SpeciationSettings::default(),
            selection: SelectionSettings::default(),
        }
    }
}

impl Default for ValueSettings {
    fn default() -> ValueSettings {
        ValueSettings {
            initial: Initial::Uniform { low: -1.0, high: 1.0 },
            genome: 0.8,
            perturb: 0.9,
            replace: 0.1,
            step: Step::Uniform,
            power: 2.5,
            limit: 30.0,
        }
    }
}

impl Default for StructureSettings {
    fn default() -> StructureSettings {
        StructureSettings {
            add_node: 0.03,
            remove_node: 0.0,
            add_connection: 0.05,
            remove_connection: 0.0,
            new_connections: 1,
            toggle: 0.0,
        }
    }
}

impl Default for MatingSettings {
    fn default() -> MatingSettings {
        MatingSettings {
            crossover: 0.75,
            interspecies: 0.001,
            values: Values::Choose,
            expression: Inheritance::Either(0.75),
        }
    }
}

impl Default for SpeciationSettings {
    fn default() -> SpeciationSettings {
        SpeciationSettings {
            excess: 1.0,
            disjoint: 1.0,
            weights: 0.4,
            biases: 0.0,
            nodes: 0.0,
            small: 20,
            threshold: 3.0,
            target: 0,
            threshold_step: 0.3,
        }
    }
}

impl Default for SelectionSettings {
    fn default() -> SelectionSettings {
        SelectionSettings {
            baseline: Baseline::Zero,
            survival: 0.2,
            elitism: 1,
            elitism_from: 6,
            keep_parents: false,
            min_species_size: 0,
            species_fitness: SpeciesFitness::Max,
            stagnation: 15,
            species_elitism: 1,
            population_stagnation: 0,
            extinction: Extinction::Restart,
        }
    }
}

/// No larger first networks.
const MAX_HIDDEN: f64 = 4096.0;

impl NeatSettings {
    /// Whether all settings are in range.
    ///
    /// # Errors
    ///
    /// Which is not.
    pub fn validate(&self) -> Result<(), SettingsError> {
        population("population", self.population, 2)?;
        match self.topology {
            Topology::Minimal => {}
            Topology::Hidden(units) => {
                within("topology.hidden", f64::from(units), 1.0, MAX_HIDDEN)?;
            }
            Topology::Partial(part) => share("topology.partial", part)?,
        }
        self.validate_values()?;
        let structure = &self.structure;
        share("structure.add_node", structure.add_node)?;
        share("structure.remove_node", structure.remove_node)?;
        share("structure.add_connection", structure.add_connection)?;
        share("structure.remove_connection", structure.remove_connection)?;
        within("structure.new_connections", structure.new_connections as f64, 1.0, 1000.0)?;
        share("structure.toggle", structure.toggle)?;
        share("mating.crossover", self.mating.crossover)?;
        share("mating.interspecies", self.mating.interspecies)?;
        if let Inheritance::Either(probability) = self.mating.expression {
            share("mating.expression.either", probability)?;
        }
        self.validate_species()
    }

    fn validate_values(&self) -> Result<(), SettingsError> {
        const WEIGHTS: [&str; 6] = [
            "weights.genome",
            "weights.perturb",
            "weights.replace",
            "weights.perturb + weights.replace",
            "weights.power",
            "weights.limit",
        ];
        const BIASES: [&str; 6] = [
            "biases.genome",
            "biases.perturb",
            "biases.replace",
            "biases.perturb + biases.replace",
            "biases.power",
            "biases.limit",
        ];
        for (names, values) in [(WEIGHTS, &self.weights), (BIASES, &self.biases)] {
            share(names[0], values.genome)?;
            share(names[1], values.perturb)?;
            share(names[2], values.replace)?;
            share(names[3], values.perturb + values.replace)?;
            within(names[4], values.power, 0.0, MAX_VALUE)?;
            within(names[5], values.limit, 0.0, MAX_VALUE)?;
            if !values.initial.is_sound() {
                let group = names[0].trim_end_matches(".genome");
                let cause = format!("{group}.initial has an empty range or no finite value");
                return Err(SettingsError::Conflict(cause));
            }
        }
        Ok(())
    }

    fn validate_species(&self) -> Result<(), SettingsError> {
        let speciation = &self.speciation;
        amount("speciation.excess", speciation.excess)?;
        amount("speciation.disjoint", speciation.disjoint)?;
        amount("speciation.weights", speciation.weights)?;
        amount("speciation.biases", speciation.biases)?;
        amount("speciation.nodes", speciation.nodes)?;
        amount("speciation.threshold", speciation.threshold)?;
        amount("speciation.threshold_step", speciation.threshold_step)?;
        let selection = &self.selection;
        share("selection.survival", selection.survival)?;
        within("selection.stagnation", selection.stagnation as f64, 1.0, f64::INFINITY)?;
        if selection.min_species_size > self.population {
            return Err(SettingsError::Conflict(format!(
                "selection.min_species_size = {} is more than the population of {}",
                selection.min_species_size, self.population
            )));
        }
        Ok(())
    }
}

/// Weights and biases stay below this, so that sums of many of them stay finite.
const MAX_VALUE: f64 = 1e6;
