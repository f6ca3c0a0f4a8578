//! Which instructions the processor has, found out when the program runs. The one module with `unsafe` in it.
//!
//! A kernel is one piece of safe code, compiled once for each set of instructions: a function with `target_feature` is
//! safe to write, and calling it is not, as it must not run where the processor lacks them. The two calls below stand
//! behind the question whether it has them, and nothing else here is unsafe. On other processors than x86-64 the plain
//! function is what there is: on AArch64 it uses NEON, which all of those have.
#![allow(unsafe_code)]

use crate::chain::{self, Chain, ChainCounts};
use crate::gate::{self, Gate, GateCounts};

/// A set of instructions that there is a kernel for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Instructions {
    #[cfg(target_arch = "x86_64")]
    Avx512,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    Plain,
}

/// The best that this processor has. The standard library remembers what it found out.
#[inline]
fn available() -> Instructions {
    #[cfg(target_arch = "x86_64")]
    {
        if std::arch::is_x86_feature_detected!("avx512f")
            && std::arch::is_x86_feature_detected!("avx512vl")
            && std::arch::is_x86_feature_detected!("avx512dq")
            && std::arch::is_x86_feature_detected!("avx512bw")
        {
            return Instructions::Avx512;
        }
        if std::arch::is_x86_feature_detected!("avx2") {
            return Instructions::Avx2;
        }
    }
    Instructions::Plain
}

/// The name of the instructions that kernels use here, for benchmarks to say.
pub fn instructions() -> &'static str {
    match available() {
        #[cfg(target_arch = "x86_64")]
        Instructions::Avx512 => "AVX-512",
        #[cfg(target_arch = "x86_64")]
        Instructions::Avx2 => "AVX2",
        Instructions::Plain if cfg!(target_arch = "aarch64") => "NEON",
        Instructions::Plain => "plain",
    }
}

/// Runs variants of a gate with the best instructions that the processor has.
pub fn run_gate(gate: &Gate<'_>) -> GateCounts {
    run_gate_with(available(), gate)
}

fn run_gate_with(instructions: Instructions, gate: &Gate<'_>) -> GateCounts {
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512vl,avx512dq,avx512bw")]
    fn avx512(gate: &Gate<'_>) -> GateCounts {
        gate::run(gate)
    }
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn avx2(gate: &Gate<'_>) -> GateCounts {
        gate::run(gate)
    }
    match instructions {
        // SAFETY: `available` has found every one of these instructions on this processor.
        #[cfg(target_arch = "x86_64")]
        Instructions::Avx512 => unsafe { avx512(gate) },
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        Instructions::Avx2 => unsafe { avx2(gate) },
        Instructions::Plain => gate::run(gate),
    }
}

/// Runs variants of a chain with the best instructions that the processor has.
pub fn run_chain(chain: &Chain<'_>) -> ChainCounts {
    run_chain_with(available(), chain)
}

fn run_chain_with(instructions: Instructions, chain: &Chain<'_>) -> ChainCounts {
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512vl,avx512dq,avx512bw")]
    fn avx512(chain: &Chain<'_>) -> ChainCounts {
        chain::run(chain)
    }
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn avx2(chain: &Chain<'_>) -> ChainCounts {
        chain::run(chain)
    }
    match instructions {
        // SAFETY: `available` has found every one of these instructions on this processor.
        #[cfg(target_arch = "x86_64")]
        Instructions::Avx512 => unsafe { avx512(chain) },
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        Instructions::Avx2 => unsafe { avx2(chain) },
        Instructions::Plain => chain::run(chain),
    }
}
