use super::Figure;
use crate::axes::{Frame, Legend, Scale};
use crate::canvas::Canvas;
use crate::data::Run;
use crate::palette::{BLUE, GREEN, Paint, SLATE, VERMILION, series};
use crate::stats::{mean, quantile};

/// Best, mean and spread of fitness by generation.
pub(super) fn fitness(run: &Run) -> Option<Figure> {
    let all: Vec<(u64, Vec<f64>)> =
        run.fitness().filter(|(_, values)| !values.is_empty()).collect();
    let last = all.last()?.0;
    let curve = |value: &dyn Fn(&[f64]) -> Option<f64>| -> Vec<(f64, f64)> {
        all.iter().map(|(x, v)| (*x as f64, value(v).unwrap_or(f64::NAN))).collect()
    };
    let lowest = curve(&|v| v.first().copied());
    let best = curve(&|v| v.last().copied());
    let middle = curve(&mean);
    let (lower, upper) = (curve(&|v| quantile(v, 0.25)), curve(&|v| quantile(v, 0.75)));
    let mut canvas = Canvas::new(760.0, 380.0);
    let values = all.iter().flat_map(|(_, v)| v.iter().copied());
    let frame = Frame::draw(
        &mut canvas,
        (70.0, 44.0),
        (660.0, 280.0),
        (Scale::generations(last), "generation"),
        (Scale::around(values), "fitness"),
    );
    frame.band(&mut canvas, &lowest, &best, BLUE, 0.12);
    frame.band(&mut canvas, &lower, &upper, BLUE, 0.22);
    frame.curve(&mut canvas, &middle, BLUE, 2.0);
    frame.curve(&mut canvas, &best, VERMILION, 2.0);
    let entries =
        [(VERMILION, "best"), (BLUE, "mean"), (Paint::Rgb(170, 205, 226), "middle half, all")];
    Legend::new(canvas.width, entries.map(|(paint, text)| (paint, text.to_owned())))
        .draw(&mut canvas);
    let caption = format!(
        "{}: fitness of the population by generation: the best, the mean, the middle half (darker band) and \
         the whole range (lighter band). Where fitness comes from games among contemporaries it is \
         relative: a flat curve is what steady progress of all looks like.",
        run.label
    );
    Some(Figure::of_run("fitness", run, "Fitness", caption, canvas))
}

/// The best fitness of several runs.
pub(super) fn compared(runs: &[Run]) -> Option<Figure> {
    let curves: Vec<Vec<(f64, f64)>> = runs
        .iter()
        .map(|run| {
            run.fitness()
                .filter_map(|(x, values)| Some((x as f64, *values.last()?)))
                .collect::<Vec<_>>()
        })
        .collect();
    let last = runs.iter().filter_map(Run::last).max()?;
    let legend = Legend::of_runs(760.0, runs);
    let top = legend.bottom() + 14.0;
    let mut canvas = Canvas::new(760.0, top + 328.0);
    let values = curves.iter().flatten().map(|(_, y)| *y);
    let frame = Frame::draw(
        &mut canvas,
        (70.0, top),
        (660.0, 272.0),
        (Scale::generations(last), "generation"),
        (Scale::around(values), "best fitness"),
    );
    for (i, curve) in curves.iter().enumerate() {
        frame.curve(&mut canvas, curve, series(i), 1.8);
    }
    legend.draw(&mut canvas);
    Some(Figure {
        name: "fitness-compared".to_owned(),
        title: "Best fitness, all runs".to_owned(),
        caption:
            "The best fitness of each generation. Runs can be compared here only if their fitness \
                  means the same, as when it counts solved positions; relative fitness cannot."
                .to_owned(),
        canvas,
    })
}

/// How large genomes were, if they changed in size.
pub(super) fn size(run: &Run) -> Option<Figure> {
    let sizes = |value: &dyn Fn(record::Size) -> u64| -> Vec<(f64, Vec<f64>)> {
        let generations = run.generations.iter().zip(&run.rows);
        generations
            .map(|(summary, rows)| {
                let individuals =
                    rows.iter().filter_map(|row| run.individuals.get(&row.individual));
                let mut sizes: Vec<f64> = individuals.map(|i| value(i.size) as f64).collect();
                sizes.sort_by(f64::total_cmp);
                (summary.number as f64, sizes)
            })
            .filter(|(_, sizes)| !sizes.is_empty())
            .collect()
    };
    let genes = sizes(&|size| size.genes);
    let hidden = sizes(&|size| size.hidden);
    let varies = |all: &[(f64, Vec<f64>)]| {
        let mut values = all.iter().flat_map(|(_, v)| v.iter().copied());
        let first = values.next();
        values.any(|value| Some(value) != first)
    };
    if !varies(&genes) && !varies(&hidden) {
        return None;
    }
    let last = run.last()?;
    let mut canvas = Canvas::new(760.0, 320.0);
    for (i, (all, name, paint)) in
        [(&genes, "connections in use", GREEN), (&hidden, "hidden nodes", SLATE)]
            .into_iter()
            .enumerate()
    {
        let values = all.iter().flat_map(|(_, v)| v.iter().copied());
        let frame = Frame::draw(
            &mut canvas,
            (70.0 + i as f64 * 375.0, 40.0),
            (295.0, 225.0),
            (Scale::generations(last), "generation"),
            (Scale::around(values), name),
        );
        let curve = |share| -> Vec<(f64, f64)> {
            all.iter().map(|(x, v)| (*x, quantile(v, share).unwrap_or(f64::NAN))).collect()
        };
        frame.band(&mut canvas, &curve(0.0), &curve(1.0), paint, 0.2);
        frame.curve(&mut canvas, &curve(0.5), paint, 2.0);
        frame.heading(&mut canvas, name);
    }
    let caption =
        format!("{}: size of the genomes by generation: median, and the whole range.", run.label);
    Some(Figure::of_run("size", run, "Genome size", caption, canvas))
}
