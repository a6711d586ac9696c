//! eval

pub mod linear;
