//! What positions are worth: evaluators, and the files they are kept in.

mod material;
mod network;

pub use material::Material;
pub use network::{
    Activation, ConnectionSpec, Encoding, Graph, GraphSpec, Mlp, MlpShape, MlpSpec, NetworkError,
    NetworkSpec, NetworkState, NodeSpec, SIMD_VARIABLE, Simd, SimdError, Symmetry,
};
