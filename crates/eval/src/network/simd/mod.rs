//! The choice between the instruction sets of the processor: the only unsafe code of the workspace.
//!
//! Every kernel is one safe function, generic over the registers it works in, and compiled here once
//! for each instruction set. Integer sums are exact, float sums have one fixed order and are never
//! fused, so all of them give the same bits: the choice is one of speed alone. (Left to itself the
//! compiler turns such loops into gathers of single numbers, several times slower; hence registers by
//! name.)
#![allow(unsafe_code)]

mod vector;
#[cfg(target_arch = "x86_64")]
mod x86;

use std::sync::OnceLock;

use super::block::Block;
use super::first_layer::Delta;
use super::graph::Program;
use super::kernels;
use super::mlp::Layers;
pub(crate) use vector::{Float, Vector};

/// The environment variable that overrides the choice: `scalar`, `avx2` or `avx512`.
pub const SIMD_VARIABLE: &str = "FINCHESS_SIMD";

/// A set of instructions that this processor has.
///
/// Values exist only for what was found on the processor; that is what makes calling the kernels
/// sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Simd(Level);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Level {
    Scalar,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

/// A name that is no instruction set, or one that this processor lacks.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no instruction set {name:?} here: {available} can be chosen")]
pub struct SimdError {
    name: String,
    available: String,
}

impl Simd {
    /// What every processor has.
    pub const SCALAR: Simd = Simd(Level::Scalar);

    /// All that this processor has, the fastest last.
    pub fn available() -> Vec<Simd> {
        let mut all = vec![Simd::SCALAR];
        #[cfg(target_arch = "x86_64")]
        {
            if std::is_x86_feature_detected!("avx2") {
                all.push(Simd(Level::Avx2));
            }
            if std::is_x86_feature_detected!("avx512f")
                && std::is_x86_feature_detected!("avx512bw")
                && std::is_x86_feature_detected!("avx512dq")
                && std::is_x86_feature_detected!("avx512vl")
            {
                all.push(Simd(Level::Avx512));
            }
        }
        all
    }

    /// The fastest that this processor has.
    pub fn best() -> Simd {
        Simd::available().last().copied().unwrap_or(Simd::SCALAR)
    }

    /// The one with a name.
    pub fn named(name: &str) -> Result<Simd, SimdError> {
        let all = Simd::available();
        all.iter().copied().find(|simd| simd.name() == name).ok_or_else(|| SimdError {
            name: name.chars().take(40).collect(),
            available: all.iter().map(|simd| simd.name()).collect::<Vec<_>>().join(", "),
        })
    }

    /// What [`SIMD_VARIABLE`] asks for, or the best if it is not set. A program should call this once
    /// and show the error.
    pub fn from_environment() -> Result<Simd, SimdError> {
        match std::env::var_os(SIMD_VARIABLE) {
            None => Ok(Simd::best()),
            Some(name) => Simd::named(&name.to_string_lossy()),
        }
    }

    /// What new evaluators use: [`Simd::from_environment`], read once for the whole process. A name
    /// that cannot be used counts as not set, which is harmless, since results do not depend on it.
    pub fn chosen() -> Simd {
        static CHOSEN: OnceLock<Simd> = OnceLock::new();
        *CHOSEN.get_or_init(|| Simd::from_environment().unwrap_or_else(|_| Simd::best()))
    }

    /// The name: `scalar`, `avx2` or `avx512`.
    pub const fn name(self) -> &'static str {
        match self.0 {
            Level::Scalar => "scalar",
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => "avx2",
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => "avx512",
        }
    }
}

/// Work that is worth compiling for every instruction set: loops over arrays of fixed length, which the
/// compiler puts into the widest registers there are. Integers only, so that all of them agree.
pub trait Work {
    /// What comes of it.
    type Output;

    /// Does it. Must be `#[inline(always)]`, as must everything in it that counts.
    fn run(self) -> Self::Output;
}

impl Simd {
    /// Does work with these instructions.
    #[inline]
    pub fn run<W: Work>(self, work: W) -> W::Output {
        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "avx2")]
        fn avx2<W: Work>(work: W) -> W::Output {
            work.run()
        }

        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
        fn avx512<W: Work>(work: W) -> W::Output {
            work.run()
        }

        match self.0 {
            Level::Scalar => work.run(),
            // SAFETY: a `Simd` of this level is made only where `available` found it.
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => unsafe { avx2(work) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => unsafe { avx512(work) },
        }
    }
}

/// Compiles a kernel for every instruction set and makes it a method of [`Simd`].
macro_rules! kernel {
    ($(#[$doc:meta])* $name:ident($($arg:ident: $type:ty),*) $(-> $result:ty)?) => {
        impl Simd {
            $(#[$doc])*
            #[inline]
            pub(crate) fn $name(self, $($arg: $type),*) $(-> $result)? {
                #[cfg(target_arch = "x86_64")]
                #[target_feature(enable = "avx2")]
                fn avx2($($arg: $type),*) $(-> $result)? {
                    kernels::$name::<x86::Avx2>($($arg),*)
                }

                #[cfg(target_arch = "x86_64")]
                #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
                fn avx512($($arg: $type),*) $(-> $result)? {
                    kernels::$name::<x86::Avx512>($($arg),*)
                }

                fn scalar($($arg: $type),*) $(-> $result)? {
                    kernels::$name::<vector::Plain>($($arg),*)
                }

                match self.0 {
                    Level::Scalar => scalar($($arg),*),
                    // SAFETY: a `Simd` of this level is made only where `available` found it.
                    #[cfg(target_arch = "x86_64")]
                    Level::Avx2 => unsafe { avx2($($arg),*) },
                    // SAFETY: as above.
                    #[cfg(target_arch = "x86_64")]
                    Level::Avx512 => unsafe { avx512($($arg),*) },
                }
            }
        }
    };
}

kernel! {
    /// Makes the sums of a position from those of its parent.
    update(columns: &[Block<i32>], parent: &[Block<i32>], child: &mut [Block<i32>], deltas: &[Delta])
}

kernel! {
    /// Adds columns to sums.
    accumulate(columns: &[Block<i32>], sums: &mut [Block<i32>], which: &[u32])
}

kernel! {
    /// The output of a perceptron, given the sums of its first layer.
    perceptron(layers: &Layers, unit: f32, sums: &[Block<i32>], scratch: &mut [Block<f32>]) -> f32
}

kernel! {
    /// The output of a graph, given the sums of the nodes that read inputs.
    program(program: &Program, unit: f32, sums: &[Block<i32>], values: &mut [Block<f32>]) -> f32
}

#[cfg(test)]
kernel! {
    /// Passes numbers through a curve.
    apply(curve: super::activation::Curve, blocks: &mut [Block<f32>])
}

#[cfg(test)]
kernel! {
    /// Whether all sums lie beyond the ends, and then what they give.
    settle(ends: &super::ends::Ends, sums: &[Block<i32>], values: &mut [Block<f32>]) -> bool
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_back_and_unknown_ones_are_refused() {
        for simd in Simd::available() {
            assert_eq!(Simd::named(simd.name()), Ok(simd));
        }
        let error = Simd::named("mmx").unwrap_err().to_string();
        assert!(error.contains("\"mmx\"") && error.contains("scalar"), "{error}");
        assert!(Simd::named("").is_err() && Simd::named("AVX2").is_err());
    }
}
