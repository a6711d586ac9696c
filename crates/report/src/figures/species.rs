use std::collections::BTreeMap;

use super::Figure;
use crate::axes::{Frame, Legend, Scale};
use crate::canvas::Canvas;
use crate::data::Run;
use crate::palette::{Paint, series};

/// The largest species have colours of their own.
const NAMED: usize = 7;

/// The sizes of species by generation, stacked.
pub(super) fn areas(run: &Run) -> Option<Figure> {
    let mut totals: BTreeMap<u64, u64> = BTreeMap::new();
    for species in run.generations.iter().flat_map(|summary| &summary.species) {
        let total = totals.entry(species.id).or_default();
        *total = total.saturating_add(species.size);
    }
    let mut named: Vec<u64> = totals.keys().copied().collect();
    named.sort_by_key(|id| (std::cmp::Reverse(totals[id]), *id));
    named.truncate(NAMED);
    named.sort_unstable();
    if totals.is_empty() {
        return None;
    }
    let last = run.last()?;
    // In the order of their appearance from below; the many small ones on top as one.
    let sizes: Vec<(f64, Vec<f64>)> = run
        .generations
        .iter()
        .map(|summary| {
            let size = |id: &u64| {
                let of = summary.species.iter().filter(|s| s.id == *id);
                of.map(|s| s.size as f64).sum::<f64>()
            };
            let others = summary.species.iter().filter(|s| !named.contains(&s.id));
            let mut sizes: Vec<f64> = named.iter().map(size).collect();
            sizes.push(others.map(|s| s.size as f64).sum());
            (summary.number as f64, sizes)
        })
        .collect();
    let highest = sizes.iter().map(|(_, s)| s.iter().sum::<f64>()).fold(0.0, f64::max);
    let mut entries: Vec<_> =
        named.iter().enumerate().map(|(i, id)| (series(i), format!("species {id}"))).collect();
    if totals.len() > named.len() {
        let others = format!("others ({})", totals.len() - named.len());
        entries.push((Paint::Rgb(214, 217, 222), others));
    }
    let legend = Legend::new(760.0, entries);
    let top = legend.bottom() + 14.0;
    let mut canvas = Canvas::new(760.0, top + 504.0);
    legend.draw(&mut canvas);
    let frame = Frame::draw(
        &mut canvas,
        (70.0, top),
        (660.0, 250.0),
        (Scale::generations(last), ""),
        (Scale::between(0.0, highest.max(1.0)), "individuals"),
    );
    for layer in 0..=named.len() {
        let paint = if layer == named.len() { Paint::Rgb(214, 217, 222) } else { series(layer) };
        let edge = |upto: usize| -> Vec<(f64, f64)> {
            sizes.iter().map(|(x, s)| (*x, s[..upto].iter().sum())).collect()
        };
        if sizes.len() > 1 {
            frame.band(&mut canvas, &edge(layer), &edge(layer + 1), paint, 0.9);
        } else if let (Some((x, _)), low, high) = (sizes.first(), edge(layer), edge(layer + 1)) {
            let (top, bottom) = (frame.y(high[0].1), frame.y(low[0].1));
            canvas.rect((frame.x(*x), top), (40.0, bottom - top), paint);
        }
    }
    let counts: Vec<(f64, f64)> = run
        .generations
        .iter()
        .map(|summary| {
            let alive = summary.species.iter().filter(|s| s.size > 0).count();
            (summary.number as f64, alive as f64)
        })
        .collect();
    let below = Frame::draw(
        &mut canvas,
        (70.0, top + 299.0),
        (660.0, 150.0),
        (Scale::generations(last), "generation"),
        (Scale::from_zero(counts.iter().map(|c| c.1)), "species"),
    );
    below.curve(&mut canvas, &counts, Paint::Ink, 1.8);
    let caption = format!(
        "{}: sizes of the species by generation (above; the {NAMED} largest by themselves) and their number \
         (below).",
        run.label
    );
    Some(Figure::of_run("species", run, "Species", caption, canvas))
}
