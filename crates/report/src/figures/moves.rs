use super::Figure;
use crate::axes::{Frame, Legend, Scale, TICK};
use crate::canvas::Canvas;
use crate::data::{Exam, Run};
use crate::palette::{BLUE, ORANGE, Paint, SLATE};
use crate::stats::{half_interval, mean, paired, quantile};
use crate::tables::differs;

/// Moves in lost games by generation: as White, as Black, and both, as boxes over the games themselves.
pub(super) fn distributions(run: &Run) -> Option<Figure> {
    let exams: Vec<&Exam> = run
        .exams
        .iter()
        .filter(|exam| !exam.moves(true).is_empty() || !exam.moves(false).is_empty())
        .collect();
    exams.first()?;
    let both = |exam: &Exam| [exam.moves(true), exam.moves(false)].concat();
    let highest = exams.iter().flat_map(|exam| both(exam));
    let scale = Scale::from_zero(highest);
    let mut canvas = Canvas::new(920.0, 340.0);
    let panels = [("as White", ORANGE), ("as Black", SLATE), ("both", BLUE)];
    for (i, (name, paint)) in panels.into_iter().enumerate() {
        let values = |exam: &Exam| match i {
            0 => exam.moves(true),
            1 => exam.moves(false),
            _ => both(exam),
        };
        let left = 70.0 + i as f64 * 285.0;
        let frame = Frame::draw(
            &mut canvas,
            (left, 40.0),
            (225.0, 240.0),
            (Scale::blank(), "generation"),
            (scale.clone(), if i == 0 { "own moves in lost games" } else { "" }),
        );
        frame.heading(&mut canvas, name);
        let room = frame.width / exams.len() as f64;
        let named = (34.0 / room).ceil().max(1.0) as usize;
        for (j, exam) in exams.iter().enumerate() {
            let x = left + room * (j as f64 + 0.5);
            draw_box(&mut canvas, &frame, x, room.min(60.0) * 0.32, &values(exam), paint);
            if j % named == 0 {
                canvas.text(
                    (x, frame.top + frame.height + 17.0),
                    exam.generation.to_string(),
                    TICK,
                );
            }
        }
    }
    let caption = format!(
        "{}: the individual's own moves before it lost. Boxes hold the middle half of the games, the line \
         in them is the median; whiskers reach to the last game within one and a half times the box \
         (Tukey 1977), further games are dots.",
        run.label
    );
    Some(Figure::of_run("moves", run, "Length of lost games", caption, canvas))
}

fn draw_box(canvas: &mut Canvas, frame: &Frame, x: f64, half: f64, values: &[f64], paint: Paint) {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let (Some(lower), Some(median), Some(upper)) =
        (quantile(&sorted, 0.25), quantile(&sorted, 0.5), quantile(&sorted, 0.75))
    else {
        return;
    };
    let reach = 1.5 * (upper - lower);
    let within = |v: &&f64| (lower - reach..=upper + reach).contains(*v);
    let low = sorted.iter().find(within).copied().unwrap_or(lower);
    let high = sorted.iter().rev().find(within).copied().unwrap_or(upper);
    canvas.line(vec![(x, frame.y(low)), (x, frame.y(lower))], paint, 1.2);
    canvas.line(vec![(x, frame.y(upper)), (x, frame.y(high))], paint, 1.2);
    let (top, bottom) = (frame.y(upper), frame.y(lower));
    let corners = vec![(x - half, top), (x + half, top), (x + half, bottom), (x - half, bottom)];
    canvas.area(corners.clone(), paint, 0.35);
    canvas.line(corners.into_iter().chain([(x - half, top)]).collect(), paint, 1.2);
    let at = frame.y(median);
    canvas.line(vec![(x - half, at), (x + half, at)], paint, 2.4);
    for value in sorted.iter().filter(|v| !within(v)) {
        canvas.dot((x, frame.y(*value)), 1.8, paint, 0.6);
    }
}

/// Mean moves by side and generation, one panel for each run, with what differs marked.
pub(super) fn by_generation(runs: &[Run]) -> Option<Figure> {
    let runs: Vec<&Run> = runs
        .iter()
        .filter(|run| run.exams.iter().any(|exam| !exam.moves(true).is_empty()))
        .collect();
    if runs.len() < 2 {
        return None;
    }
    let across = runs.len().min(3);
    let mut canvas = Canvas::new(
        70.0 + across as f64 * 290.0,
        62.0 + runs.len().div_ceil(across) as f64 * 300.0,
    );
    let means = runs.iter().flat_map(|run| &run.exams).flat_map(|exam| {
        [true, false].map(|white| {
            let values = exam.mean_moves(white);
            mean(&values).unwrap_or(0.0) + half_interval(&values).unwrap_or(0.0)
        })
    });
    let scale = Scale::from_zero(means);
    for (i, run) in runs.iter().enumerate() {
        let last = run.exams.last().map_or(1, |exam| exam.generation);
        let frame = Frame::draw(
            &mut canvas,
            (70.0 + (i % across) as f64 * 290.0, 62.0 + (i / across) as f64 * 300.0),
            (230.0, 220.0),
            (Scale::generations(last), "generation"),
            (scale.clone(), if i % across == 0 { "mean own moves in lost games" } else { "" }),
        );
        frame.heading(&mut canvas, &run.label);
        let tests: Vec<_> = run.exams.iter().map(|exam| paired(&exam.paired_moves())).collect();
        let count = tests.iter().flatten().count();
        for (white, paint, shift) in [(true, ORANGE, -2.0), (false, SLATE, 2.0)] {
            let mut curve = Vec::new();
            for exam in &run.exams {
                let values = exam.mean_moves(white);
                let Some(mean) = mean(&values) else { continue };
                let half = half_interval(&values).unwrap_or(0.0);
                let x = frame.x(exam.generation as f64) + shift;
                canvas.line(vec![(x, frame.y(mean - half)), (x, frame.y(mean + half))], paint, 1.3);
                canvas.dot((x, frame.y(mean)), 3.2, paint, 1.0);
                curve.push((x, frame.y(mean)));
            }
            canvas.stroke(curve, paint, 1.5, 0.7, false);
        }
        for (exam, test) in run.exams.iter().zip(tests) {
            if test.is_some_and(|test| differs(test, count)) {
                let at = (frame.x(exam.generation as f64), frame.top + 8.0);
                canvas.text(at, "*", crate::axes::LABEL);
            }
        }
    }
    let entries = [(ORANGE, "as White".to_owned()), (SLATE, "as Black".to_owned())];
    Legend::new(canvas.width, entries).draw(&mut canvas);
    Some(Figure {
        name: "moves-compared".to_owned(),
        title: "Length of lost games by side, all runs".to_owned(),
        caption: "Mean over individuals of their own moves in lost games, with intervals of 95%. A star \
                  marks generations in which the sides differ by the paired t-test over individuals that \
                  lost with both, after Bonferroni's correction within the run."
            .to_owned(),
        canvas,
    })
}
