use record::RecordError;

use super::Figure;
use crate::axes::{Frame, Legend, Scale};
use crate::canvas::{Anchor, Canvas, Style};
use crate::data::Run;
use crate::palette::{Paint, ramp, series};
use crate::pca;

/// So many generations are enough to see where a population goes, and so many of its members.
const GENERATIONS: usize = 9;
const MEMBERS: usize = 50;

/// Genomes of some generations, seen along the two directions in which they differ most.
pub(super) fn plane(run: &Run) -> Result<Option<Figure>, RecordError> {
    let there = run.reader.genomes()?;
    let whole: Vec<usize> = run
        .rows
        .iter()
        .enumerate()
        .filter(|(_, rows)| {
            rows.len() > 1 && rows.iter().all(|row| there.binary_search(&row.individual).is_ok())
        })
        .map(|(i, _)| i)
        .collect();
    let step = whole.len().div_ceil(GENERATIONS).max(1);
    // From the end, so that the last one is among them.
    let chosen: Vec<usize> = whole.iter().rev().step_by(step).rev().copied().collect();
    let mut genomes = Vec::new();
    let mut of = Vec::new();
    for &i in &chosen {
        for row in run.rows[i].iter().take(MEMBERS) {
            if let Some(genome) = run.reader.genome(row.individual)? {
                genomes.push(genome);
                of.push(run.generations[i].number);
            }
        }
    }
    let Some(plane) = pca::plane(&genomes) else { return Ok(None) };
    let last = of.last().copied().unwrap_or(0).max(1) as f64;
    let mut canvas = Canvas::new(760.0, 470.0);
    let share = |i: usize| (plane.explained[i] * 100.0).round();
    let name = |i: usize| format!("component {} ({}% of the variance)", i + 1, share(i));
    let frame = Frame::draw(
        &mut canvas,
        (70.0, 30.0),
        (540.0, 385.0),
        (Scale::around(plane.points.iter().map(|p| p.0)), &name(0)),
        (Scale::around(plane.points.iter().map(|p| p.1)), &name(1)),
    );
    for ((x, y), generation) in plane.points.iter().zip(&of) {
        canvas.dot(frame.at(*x, *y), 4.2, ramp(*generation as f64 / last), 0.75);
    }
    let style = Style::new(12, Anchor::Start, Paint::Ink);
    canvas.text((640.0, 42.0), "generation", Style { bold: true, ..style });
    for (i, &generation) in chosen.iter().enumerate() {
        let number = run.generations[generation].number;
        let y = 64.0 + i as f64 * 21.0;
        canvas.dot((647.0, y - 4.0), 5.0, ramp(number as f64 / last), 1.0);
        canvas.text((660.0, y), number.to_string(), style);
    }
    let caption = format!(
        "{}: {} genomes of {} generations along their first two principal components. Each point is an \
         individual.",
        run.label,
        genomes.len(),
        chosen.len()
    );
    Ok(Some(Figure::of_run("genotypes", run, "Genotypes through the generations", caption, canvas)))
}

/// The mean distance between two members of a population by generation.
pub(super) fn spread(runs: &[Run]) -> Option<Figure> {
    let curves: Vec<Vec<(f64, f64)>> = runs
        .iter()
        .map(|run| {
            let of = run.generations.iter();
            of.filter_map(|summary| Some((summary.number as f64, summary.spread?))).collect()
        })
        .collect();
    let last = curves.iter().filter_map(|curve| Some(curve.last()?.0 as u64)).max()?;
    let legend = Legend::of_runs(760.0, runs);
    let top = legend.bottom() + 14.0;
    let mut canvas = Canvas::new(760.0, top + 328.0);
    let frame = Frame::draw(
        &mut canvas,
        (70.0, top),
        (660.0, 272.0),
        (Scale::generations(last), "generation"),
        (
            Scale::from_zero(curves.iter().flatten().map(|(_, y)| *y)),
            "mean distance of two genomes",
        ),
    );
    for (i, curve) in curves.iter().enumerate() {
        frame.curve(&mut canvas, curve, series(i), 2.0);
    }
    legend.draw(&mut canvas);
    Some(Figure {
        name: "distance".to_owned(),
        title: "Distance within the population".to_owned(),
        caption: format!(
            "The mean distance between two members of a generation: Euclidean for numbers and networks \
             (aligned by innovation, absent genes counting as zero), differing bits for bits. Populations \
             of more than {} are represented by so many of their members.",
            record::SPREAD_SAMPLE
        ),
        canvas,
    })
}
