//! Networks that judge positions: perceptrons and graphs of any shape, for every game that shows its
//! board as planes.
//!
//! A network is described by a plain value that can be written to a file ([`MlpSpec`], [`GraphSpec`]);
//! an evaluator ([`Mlp`], [`Graph`]) is made from it once and keeps it. The part that reads the board
//! is rounded to integers and updated move by move; the rest is computed in single precision, every
//! sum in a fixed order, with the processor's widest instructions and yet the same bits on all.

mod activation;
mod block;
mod ends;
mod error;
mod first_layer;
mod front;
mod graph;
mod kernels;
mod mlp;
mod simd;
mod spec;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod toy;

pub use activation::Activation;
pub use error::NetworkError;
pub use front::NetworkState;
pub use graph::{ConnectionSpec, Graph, GraphSpec, NodeSpec};
pub use mlp::{Mlp, MlpShape, MlpSpec};
pub use simd::{SIMD_VARIABLE, Simd, SimdError, Work};
pub use spec::{Encoding, NetworkSpec, Symmetry};

pub(crate) use spec::check_values;
