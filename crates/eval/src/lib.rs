//! What positions are worth: evaluators, and the files they are kept in.

pub mod linear;
mod material;
mod network;
pub mod player;

pub use material::Material;
pub use network::{
    Activation, ConnectionSpec, Encoding, Graph, GraphSpec, Mlp, MlpShape, MlpSpec, NetworkError,
    NetworkSpec, NetworkState, NodeSpec, SIMD_VARIABLE, Simd, SimdError, Symmetry, Work,
};
