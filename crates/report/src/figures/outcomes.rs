use super::Figure;
use crate::axes::{Frame, LABEL, Legend, Scale, TICK};
use crate::canvas::Canvas;
use crate::data::{Outcome, Run};
use crate::palette::{GREEN, Paint, SILVER, SLATE};
use crate::tables::{file_name, opponents};

fn paint(outcome: Outcome) -> Paint {
    match outcome {
        Outcome::Loss => SLATE,
        Outcome::Draw => SILVER,
        Outcome::Win => GREEN,
    }
}

/// Losses, draws and wins in the exams, one panel for each run. Of several runs, none if fewer than two
/// have been examined.
pub(super) fn bars(runs: &[Run]) -> Option<Figure> {
    let several = runs.len() > 1;
    let runs: Vec<&Run> =
        runs.iter().filter(|run| run.exams.iter().any(|exam| !exam.games.is_empty())).collect();
    let first = runs.first()?;
    if several && runs.len() < 2 {
        return None;
    }
    let across = runs.len().min(3);
    let rows = runs.len().div_ceil(across);
    let panel = (if across == 1 { 660.0 } else { 250.0 }, 220.0);
    let width = 70.0 + across as f64 * (panel.0 + 70.0) - 40.0;
    let mut canvas = Canvas::new(width, 50.0 + rows as f64 * (panel.1 + 80.0));
    for (i, run) in runs.iter().enumerate() {
        let left = 70.0 + (i % across) as f64 * (panel.0 + 70.0);
        let top = 62.0 + (i / across) as f64 * (panel.1 + 80.0);
        let empty = Scale::between(0.0, 1.0);
        let frame = Frame::draw(
            &mut canvas,
            (left, top),
            panel,
            (Scale::blank(), ""),
            (empty, "share of games"),
        );
        frame.heading(&mut canvas, &run.label);
        let room = panel.0 / run.exams.len().max(1) as f64;
        // Names that would run into each other are left out.
        let named = (34.0 / room).ceil().max(1.0) as usize;
        for (j, exam) in run.exams.iter().enumerate() {
            let x = left + room * (j as f64 + 0.5);
            let mut below = 0.0;
            for outcome in [Outcome::Win, Outcome::Draw, Outcome::Loss] {
                let share = exam.share(outcome);
                let (top, bottom) = (frame.y(below + share), frame.y(below));
                if share > 0.0 {
                    canvas.rect(
                        (x - room * 0.38, top),
                        (room * 0.76, bottom - top),
                        paint(outcome),
                    );
                }
                below += share;
            }
            if j % named == 0 {
                canvas.text((x, top + panel.1 + 17.0), exam.generation.to_string(), TICK);
            }
        }
        canvas.text((left + panel.0 / 2.0, top + panel.1 + 37.0), "generation", LABEL);
    }
    let entries = [(Outcome::Win, "win"), (Outcome::Draw, "draw"), (Outcome::Loss, "loss")];
    Legend::new(canvas.width, entries.map(|(o, text)| (paint(o), text.to_owned())))
        .draw(&mut canvas);
    Some(Figure {
        name: if several {
            "outcomes".to_owned()
        } else {
            format!("outcomes-{}", file_name(&first.label))
        },
        title: "Outcome of the exams".to_owned(),
        caption: format!(
            "Outcome of the games of every member of a generation against {}, in shares of all games.",
            opponents(&runs)
        ),
        canvas,
    })
}
