//! The inner loops, written once for registers of any kind.
//!
//! All of them run over whole blocks, and each lane of a block is summed in the order of the list it
//! comes from.

use super::activation::{Curve, Formula};
use super::block::{Block, LANES};
use super::ends::Ends;
use super::first_layer::Delta;
use super::graph::{Program, Source};
use super::mlp::{Dense, Layers};
use super::simd::{Float, Vector};

/// See [`super::simd::Simd::update`]. The sums are those of one or two views, one delta for each.
#[inline(always)]
pub(super) fn update<V: Vector>(
    columns: &[Block<i32>],
    parent: &[Block<i32>],
    child: &mut [Block<i32>],
    deltas: &[Delta],
) {
    // A division would cost as much as the sums of a small network.
    let length = if deltas.len() == 2 { child.len() / 2 } else { child.len() };
    let (parents, children) = (parent.split_at(length), child.split_at_mut(length));
    let views = [(parents.0, children.0), (parents.1, children.1)];
    for ((parent, child), delta) in views.into_iter().zip(deltas) {
        update_view::<V>(columns, parent, child, delta.added(), delta.removed());
    }
}

/// A quiet move and a capture are one pass each; anything else goes change by change.
#[inline(always)]
fn update_view<V: Vector>(
    columns: &[Block<i32>],
    parent: &[Block<i32>],
    child: &mut [Block<i32>],
    added: &[u32],
    removed: &[u32],
) {
    let length = child.len();
    let column = |i: u32| &columns[i as usize * length..][..length];
    let pairs = child.iter_mut().zip(parent);
    match (added, removed) {
        (&[a], &[b]) => {
            for (((child, parent), a), b) in pairs.zip(column(a)).zip(column(b)) {
                let sum = V::add_int(V::load_int(parent), V::load_int(a));
                V::store_int(V::sub_int(sum, V::load_int(b)), child);
            }
        }
        (&[a], &[b, c]) => {
            for ((((child, parent), a), b), c) in pairs.zip(column(a)).zip(column(b)).zip(column(c))
            {
                let sum = V::add_int(V::load_int(parent), V::load_int(a));
                let lost = V::add_int(V::load_int(b), V::load_int(c));
                V::store_int(V::sub_int(sum, lost), child);
            }
        }
        _ => {
            child.copy_from_slice(parent);
            accumulate::<V>(columns, child, added);
            for b in removed {
                for (sum, b) in child.iter_mut().zip(column(*b)) {
                    V::store_int(V::sub_int(V::load_int(sum), V::load_int(b)), sum);
                }
            }
        }
    }
}

/// See [`super::simd::Simd::accumulate`].
#[inline(always)]
pub(super) fn accumulate<V: Vector>(
    columns: &[Block<i32>],
    sums: &mut [Block<i32>],
    which: &[u32],
) {
    for i in which {
        let column = &columns[*i as usize * sums.len()..];
        for (sum, a) in sums.iter_mut().zip(column) {
            V::store_int(V::add_int(V::load_int(sum), V::load_int(a)), sum);
        }
    }
}

/// What units make of one block of integer sums. Far more often than not, all units of a network with
/// large inputs are saturated, and then there is nothing to compute.
#[inline(always)]
fn respond<V: Vector, C: Formula>(
    curve: C,
    ends: Option<&Ends>,
    unit: f32,
    sums: &Block<i32>,
) -> V::Float {
    if let Some(ends) = ends
        && let Some(values) = V::settled(V::load_int(sums), ends)
    {
        return values;
    }
    curve.at(read::<V>(unit, sums))
}

/// One block of integer sums as numbers.
#[inline(always)]
fn read<V: Vector>(unit: f32, sums: &Block<i32>) -> V::Float {
    V::to_float(V::load_int(sums)).mul(V::Float::splat(unit))
}

/// See [`super::simd::Simd::perceptron`]. The scratch space has room for two layers.
#[inline(always)]
pub(super) fn perceptron<V: Vector>(
    layers: &Layers,
    unit: f32,
    sums: &[Block<i32>],
    scratch: &mut [Block<f32>],
) -> f32 {
    let sum = match layers.curve {
        Curve::Logistic(curve) => hidden::<V, _>(curve, layers, unit, sums, scratch),
        Curve::Linear(curve) => hidden::<V, _>(curve, layers, unit, sums, scratch),
        Curve::Bell(curve) => hidden::<V, _>(curve, layers, unit, sums, scratch),
    };
    layers.output_curve.at(layers.output_bias + sum)
}

/// The weighted sum of the last hidden layer.
#[inline(always)]
fn hidden<V: Vector, C: Formula>(
    curve: C,
    layers: &Layers,
    unit: f32,
    sums: &[Block<i32>],
    scratch: &mut [Block<f32>],
) -> f32 {
    let ends = layers.ends.as_ref();
    let Some((last, middle)) = layers.dense.split_last() else {
        let mut sum = V::Float::splat(0.0);
        for (block, weight) in sums.iter().zip(&layers.output) {
            sum = sum.add(respond::<V, C>(curve, ends, unit, block).mul(V::load(weight)));
        }
        return V::total(sum);
    };
    let (mut now, mut next) = scratch.split_at_mut(scratch.len() / 2);
    for (value, block) in now.iter_mut().zip(sums) {
        V::store(respond::<V, C>(curve, ends, unit, block), value);
    }
    for dense in middle {
        layer::<V>(dense, now, next);
        activate::<V, C>(curve, &mut next[..dense.bias.len()]);
        std::mem::swap(&mut now, &mut next);
    }
    layer::<V>(last, now, next);
    let mut sum = V::Float::splat(0.0);
    for (value, weight) in next.iter().zip(&layers.output) {
        sum = sum.add(curve.at(V::load(value)).mul(V::load(weight)));
    }
    V::total(sum)
}

#[inline(always)]
fn activate<V: Vector, C: Formula>(curve: C, values: &mut [Block<f32>]) {
    for value in values {
        V::store(curve.at(V::load(value)), value);
    }
}

/// Four blocks of results at a time stay in registers while all inputs are read. Inputs that are 0 add
/// nothing and are passed over: about half of them, where sigmoids are saturated.
#[inline(always)]
fn layer<V: Vector>(dense: &Dense, inputs: &[Block<f32>], outputs: &mut [Block<f32>]) {
    const TILE: usize = 4;
    let length = dense.bias.len();
    let mut start = 0;
    while start + TILE <= length {
        tile::<V, TILE>(dense, start, inputs, outputs);
        start += TILE;
    }
    while start < length {
        tile::<V, 1>(dense, start, inputs, outputs);
        start += 1;
    }
}

#[inline(always)]
fn tile<V: Vector, const T: usize>(
    dense: &Dense,
    start: usize,
    inputs: &[Block<f32>],
    outputs: &mut [Block<f32>],
) {
    let length = dense.bias.len();
    let mut sums = [V::Float::splat(0.0); T];
    for (sum, bias) in sums.iter_mut().zip(&dense.bias[start..start + T]) {
        *sum = V::load(bias);
    }
    for (block, rows) in inputs.iter().zip(dense.weights.chunks(length * LANES)) {
        let mut lanes = V::nonzero(V::load(block)) & present(rows.len() / length);
        while lanes != 0 {
            let lane = lanes.trailing_zeros() as usize;
            lanes &= lanes - 1;
            let x = V::Float::splat(block.0[lane]);
            let row = &rows[lane * length..][..length];
            for (sum, weight) in sums.iter_mut().zip(&row[start..start + T]) {
                *sum = sum.add(x.mul(V::load(weight)));
            }
        }
    }
    for (sum, output) in sums.iter().zip(&mut outputs[start..start + T]) {
        V::store(*sum, output);
    }
}

/// Bits for the first lanes of a block.
#[inline(always)]
fn present(count: usize) -> u32 {
    if count >= LANES { u32::MAX } else { (1 << count) - 1 }
}

/// See [`super::simd::Simd::program`].
#[inline(always)]
pub(super) fn program<V: Vector>(
    program: &Program,
    unit: f32,
    sums: &[Block<i32>],
    values: &mut [Block<f32>],
) -> f32 {
    for group in &program.groups {
        // A node reads only groups before its own.
        let (done, rest) = values.split_at_mut(group.start);
        let own = &mut rest[..group.blocks];
        if let (Source::Sums(start), true) = (group.source, group.rows.is_empty()) {
            match group.curve {
                Curve::Logistic(curve) => {
                    for (value, block) in own.iter_mut().zip(&sums[start..]) {
                        let ends = group.ends.as_ref();
                        V::store(respond::<V, _>(curve, ends, unit, block), value);
                    }
                    continue;
                }
                Curve::Linear(_) | Curve::Bell(_) => {}
            }
        }
        match group.source {
            Source::Sums(start) => {
                for (value, block) in own.iter_mut().zip(&sums[start..]) {
                    V::store(read::<V>(unit, block), value);
                }
            }
            Source::Bias(start) => own.copy_from_slice(&program.bias[start..][..group.blocks]),
        }
        for row in &program.rows[group.rows.clone()] {
            let mut sum = V::Float::splat(0.0);
            for entry in &program.entries[row.entries.clone()] {
                sum = sum.add(V::load(&done[entry.block]).mul(V::load(&entry.weights)));
            }
            own[row.slot / LANES].0[row.slot % LANES] += V::total(sum);
        }
        apply::<V>(group.curve, own);
    }
    values[program.output / LANES].0[program.output % LANES]
}

/// See [`super::simd::Simd::settle`].
#[cfg(test)]
#[inline(always)]
pub(super) fn settle<V: Vector>(
    ends: &Ends,
    sums: &[Block<i32>],
    values: &mut [Block<f32>],
) -> bool {
    for (value, sums) in values.iter_mut().zip(sums) {
        let Some(found) = V::settled(V::load_int(sums), ends) else { return false };
        V::store(found, value);
    }
    true
}

/// See [`super::simd::Simd::apply`].
#[inline(always)]
pub(super) fn apply<V: Vector>(curve: Curve, values: &mut [Block<f32>]) {
    match curve {
        Curve::Logistic(curve) => activate::<V, _>(curve, values),
        Curve::Linear(curve) => activate::<V, _>(curve, values),
        Curve::Bell(curve) => activate::<V, _>(curve, values),
    }
}
