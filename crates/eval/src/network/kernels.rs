//! The inner loops, written once and without regard to any instruction set.
//!
//! All of them run over whole blocks, and each lane of a block is summed in the order of the list it
//! comes from. A compiler may put as many lanes as it likes into a register without changing a bit.

use super::activation::Curve;
use super::block::{Block, LANES};
use super::first_layer::Delta;
use super::graph::{Program, Source};
use super::mlp::{Dense, Layers};

/// See [`super::simd::Simd::update`]. The sums are those of one or two views, one delta for each.
#[inline(always)]
pub(super) fn update(
    columns: &[Block<i32>],
    parent: &[Block<i32>],
    child: &mut [Block<i32>],
    deltas: &[Delta],
) {
    let length = child.len() / deltas.len().max(1);
    if length == 0 {
        return;
    }
    let views = parent.chunks_exact(length).zip(child.chunks_exact_mut(length));
    for ((parent, child), delta) in views.zip(deltas) {
        update_view(columns, parent, child, delta.added(), delta.removed());
    }
}

/// A quiet move, a capture and castling are one pass each; anything else goes change by change.
#[inline(always)]
fn update_view(
    columns: &[Block<i32>],
    parent: &[Block<i32>],
    child: &mut [Block<i32>],
    added: &[u32],
    removed: &[u32],
) {
    let column = |i: u32| &columns[i as usize * child.len()..][..child.len()];
    match (added, removed) {
        (&[a], &[b]) => {
            let (a, b) = (column(a), column(b));
            for (((child, parent), a), b) in child.iter_mut().zip(parent).zip(a).zip(b) {
                for i in 0..LANES {
                    child.0[i] = parent.0[i].wrapping_add(a.0[i]).wrapping_sub(b.0[i]);
                }
            }
        }
        (&[a], &[b, c]) => {
            let (a, b, c) = (column(a), column(b), column(c));
            for ((((child, parent), a), b), c) in child.iter_mut().zip(parent).zip(a).zip(b).zip(c)
            {
                for i in 0..LANES {
                    let lost = b.0[i].wrapping_add(c.0[i]);
                    child.0[i] = parent.0[i].wrapping_add(a.0[i]).wrapping_sub(lost);
                }
            }
        }
        _ => {
            child.copy_from_slice(parent);
            for a in added {
                add(child, &columns[*a as usize * parent.len()..]);
            }
            for b in removed {
                subtract(child, &columns[*b as usize * parent.len()..]);
            }
        }
    }
}

#[inline(always)]
fn add(sums: &mut [Block<i32>], column: &[Block<i32>]) {
    for (sum, column) in sums.iter_mut().zip(column) {
        for i in 0..LANES {
            sum.0[i] = sum.0[i].wrapping_add(column.0[i]);
        }
    }
}

#[inline(always)]
fn subtract(sums: &mut [Block<i32>], column: &[Block<i32>]) {
    for (sum, column) in sums.iter_mut().zip(column) {
        for i in 0..LANES {
            sum.0[i] = sum.0[i].wrapping_sub(column.0[i]);
        }
    }
}

/// See [`super::simd::Simd::accumulate`].
#[inline(always)]
pub(super) fn accumulate(columns: &[Block<i32>], sums: &mut [Block<i32>], which: &[u32]) {
    for i in which {
        add(sums, &columns[*i as usize * sums.len()..]);
    }
}

/// Integer sums as numbers, passed through a curve.
#[inline(always)]
fn from_sums(curve: Curve, unit: f32, sums: &[Block<i32>], values: &mut [Block<f32>]) {
    for (value, sum) in values.iter_mut().zip(sums) {
        for i in 0..LANES {
            value.0[i] = sum.0[i] as f32 * unit;
        }
    }
    curve.apply_all(values);
}

/// The sum of all lanes, by halves.
#[inline(always)]
fn total(block: &Block<f32>) -> f32 {
    let mut lanes = block.0;
    let mut width = LANES / 2;
    while width > 0 {
        for i in 0..width {
            lanes[i] += lanes[i + width];
        }
        width /= 2;
    }
    lanes[0]
}

/// Sixteen partial sums of a product, lane by lane.
#[inline(always)]
fn multiply_add(sum: &mut Block<f32>, a: &Block<f32>, b: &Block<f32>) {
    for i in 0..LANES {
        sum.0[i] += a.0[i] * b.0[i];
    }
}

/// See [`super::simd::Simd::perceptron`]. The scratch space has room for two layers.
#[inline(always)]
pub(super) fn perceptron(
    layers: &Layers,
    unit: f32,
    sums: &[Block<i32>],
    scratch: &mut [Block<f32>],
) -> f32 {
    let (mut now, mut next) = scratch.split_at_mut(scratch.len() / 2);
    from_sums(layers.curve, unit, sums, &mut now[..sums.len()]);
    for dense in &layers.dense {
        layer(dense, now, next);
        layers.curve.apply_all(&mut next[..dense.bias.len()]);
        std::mem::swap(&mut now, &mut next);
    }
    let mut sum = Block::splat(0.0);
    for (value, weight) in now.iter().zip(&layers.output) {
        multiply_add(&mut sum, value, weight);
    }
    layers.output_curve.apply(layers.output_bias + total(&sum))
}

/// Four blocks of results at a time stay in registers while all inputs are read.
#[inline(always)]
fn layer(dense: &Dense, inputs: &[Block<f32>], outputs: &mut [Block<f32>]) {
    const TILE: usize = 4;
    let length = dense.bias.len();
    let mut start = 0;
    while start + TILE <= length {
        tile::<TILE>(dense, start, inputs, outputs);
        start += TILE;
    }
    while start < length {
        tile::<1>(dense, start, inputs, outputs);
        start += 1;
    }
}

#[inline(always)]
fn tile<const T: usize>(
    dense: &Dense,
    start: usize,
    inputs: &[Block<f32>],
    outputs: &mut [Block<f32>],
) {
    let mut sums = [Block::splat(0.0); T];
    sums.copy_from_slice(&dense.bias[start..start + T]);
    let length = dense.bias.len();
    for (block, rows) in inputs.iter().zip(dense.weights.chunks(length * LANES)) {
        for (x, row) in block.0.iter().zip(rows.chunks_exact(length)) {
            for (sum, weight) in sums.iter_mut().zip(&row[start..start + T]) {
                for i in 0..LANES {
                    sum.0[i] += x * weight.0[i];
                }
            }
        }
    }
    outputs[start..start + T].copy_from_slice(&sums);
}

/// See [`super::simd::Simd::program`].
#[inline(always)]
pub(super) fn program(
    program: &Program,
    unit: f32,
    sums: &[Block<i32>],
    values: &mut [Block<f32>],
) -> f32 {
    for group in &program.groups {
        // A node reads only groups before its own.
        let (done, rest) = values.split_at_mut(group.start);
        let own = &mut rest[..group.blocks];
        match group.source {
            Source::Sums(start) => {
                for (value, sum) in own.iter_mut().zip(&sums[start..]) {
                    for i in 0..LANES {
                        value.0[i] = sum.0[i] as f32 * unit;
                    }
                }
            }
            Source::Bias(start) => own.copy_from_slice(&program.bias[start..][..group.blocks]),
        }
        for row in &program.rows[group.rows.clone()] {
            let mut sum = Block::splat(0.0);
            for entry in &program.entries[row.entries.clone()] {
                multiply_add(&mut sum, &done[entry.block], &entry.weights);
            }
            own[row.slot / LANES].0[row.slot % LANES] += total(&sum);
        }
        group.curve.apply_all(own);
    }
    values[program.output / LANES].0[program.output % LANES]
}
