use std::fmt;

use game::{Notation, Planes, Tactics};
use serde::de::value::MapAccessDeserializer;
use serde::de::{self, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use super::{Subject, WithGame};
use crate::linear::LinearSpec;
use crate::{Graph, GraphSpec, Material, MlpSpec};

/// How a player judges positions, as files keep it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum EvaluatorSpec {
    /// Counts pieces.
    Material(MaterialSpec),
    /// A weighted sum of features, for chess.
    Linear(LinearSpec),
    /// A multilayer perceptron.
    Mlp(MlpSpec),
    /// A network of any shape.
    Graph(GraphSpec),
}

/// Piece values.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MaterialSpec {
    /// One value for each kind of piece; the game's textbook values if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub values: Option<Vec<i32>>,
}

impl MaterialSpec {
    /// The evaluator for a game.
    ///
    /// # Errors
    ///
    /// When the values do not fit the game.
    pub fn build<G: Planes>(&self) -> Result<Material<G>, crate::NetworkError> {
        match &self.values {
            Some(values) => Material::new(values.clone()),
            None => Ok(Material::default()),
        }
    }
}

impl EvaluatorSpec {
    /// The kinds, as files name them.
    pub const KINDS: [&'static str; 4] = ["material", "linear", "mlp", "graph"];

    /// The kind of this one.
    pub const fn kind(&self) -> &'static str {
        match self {
            EvaluatorSpec::Material(_) => "material",
            EvaluatorSpec::Linear(_) => "linear",
            EvaluatorSpec::Mlp(_) => "mlp",
            EvaluatorSpec::Graph(_) => "graph",
        }
    }

    /// Checks that the evaluator can be made for a game.
    ///
    /// # Errors
    ///
    /// The reason why not.
    pub fn validate(&self, game: Subject) -> Result<(), String> {
        game.with(Check(self, game))
    }
}

struct Check<'a>(&'a EvaluatorSpec, Subject);

impl WithGame for Check<'_> {
    type Output = Result<(), String>;

    fn run<G: Tactics + Planes + Notation>(self) -> Result<(), String> {
        match self.0 {
            EvaluatorSpec::Material(spec) => spec.build::<G>().map(drop).map_err(|e| e.to_string()),
            EvaluatorSpec::Linear(_) if self.1 != Subject::Chess => {
                Err(format!("linear evaluators are for chess, not for {}", self.1))
            }
            EvaluatorSpec::Linear(spec) => spec.build().map(drop).map_err(|e| e.to_string()),
            EvaluatorSpec::Mlp(spec) => spec.validate::<G>().map_err(|e| e.to_string()),
            EvaluatorSpec::Graph(spec) => {
                Graph::<G>::new(spec.clone()).map(drop).map_err(|e| e.to_string())
            }
        }
    }
}

/// Reads the kind first and then the rest directly, so that an error in the middle of a network is
/// reported where it stands. (What serde derives for such types reads everything into memory first
/// and forgets lines and paths.) Where the kind does not come first, as in files that some tool has
/// sorted, that is the price.
impl<'de> Deserialize<'de> for EvaluatorSpec {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<EvaluatorSpec, D::Error> {
        struct ByKind;

        impl<'de> Visitor<'de> for ByKind {
            type Value = EvaluatorSpec;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an evaluator with its kind")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<EvaluatorSpec, A::Error> {
                let mut rest = serde_json::Map::new();
                let mut kind = None;
                while let Some(key) = map.next_key::<String>()? {
                    if key == "kind" {
                        let name = map.next_value::<String>()?;
                        if rest.is_empty() && kind.is_none() {
                            return of_kind(&name, MapAccessDeserializer::new(map));
                        }
                        kind = Some(name);
                    } else {
                        rest.insert(key, map.next_value()?);
                    }
                }
                let kind = kind.ok_or_else(|| de::Error::missing_field("kind"))?;
                of_kind(&kind, serde_json::Value::Object(rest)).map_err(de::Error::custom)
            }
        }

        deserializer.deserialize_map(ByKind)
    }
}

fn of_kind<'de, D: Deserializer<'de>>(kind: &str, rest: D) -> Result<EvaluatorSpec, D::Error> {
    match kind {
        "material" => Deserialize::deserialize(rest).map(EvaluatorSpec::Material),
        "linear" => Deserialize::deserialize(rest).map(EvaluatorSpec::Linear),
        "mlp" => Deserialize::deserialize(rest).map(EvaluatorSpec::Mlp),
        "graph" => Deserialize::deserialize(rest).map(EvaluatorSpec::Graph),
        other => {
            let shown: String = other.chars().take(40).collect();
            Err(de::Error::unknown_variant(&shown, &EvaluatorSpec::KINDS))
        }
    }
}
