use super::Figure;
use crate::axes::{Frame, Legend, Scale};
use crate::canvas::Canvas;
use crate::data::Run;
use crate::palette::{Paint, series};
use crate::stats::{elo, match_share};

/// Beyond this many points of difference a match tells only who is better.
const FARTHEST: f64 = 800.0;

/// Score and rating of champions against fixed opponents, with intervals.
pub(super) fn progress(run: &Run) -> Option<Figure> {
    let mut names: Vec<(String, String)> = Vec::new();
    for (_, yardstick) in &run.yardsticks {
        let name = (yardstick.opponent.clone(), yardstick.limits.clone());
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let last = run.yardsticks.iter().map(|(generation, _)| *generation).max()?;
    let points: Vec<Vec<_>> = names
        .iter()
        .map(|(opponent, limits)| {
            let of = run.yardsticks.iter();
            let of = of.filter(|(_, y)| y.opponent == *opponent && y.limits == *limits);
            of.filter_map(|(x, y)| Some((*x as f64, match_share(y.tally, y.pairs)?))).collect()
        })
        .collect();
    let rating = |share: f64| elo(share).clamp(-FARTHEST, FARTHEST);
    let named = names.iter().enumerate();
    let legend = Legend::new(
        900.0,
        named.map(|(i, (opponent, limits))| (series(i), format!("{opponent} ({limits})"))),
    );
    let top = legend.bottom() + 34.0;
    let mut canvas = Canvas::new(900.0, top + 314.0);
    legend.draw(&mut canvas);
    let all = points.iter().flatten();
    let ratings = all.flat_map(|(_, s)| [rating(s.low), rating(s.high)]).chain([0.0]);
    let score = Frame::draw(
        &mut canvas,
        (70.0, top),
        (345.0, 255.0),
        (Scale::generations(last), "generation"),
        (Scale::between(0.0, 1.0), "share of points"),
    );
    let scale = Scale::around(ratings);
    let ratings = Frame::draw(
        &mut canvas,
        (515.0, top),
        (345.0, 255.0),
        (Scale::generations(last), "generation"),
        (scale, "Elo relative to the opponent"),
    );
    score.heading(&mut canvas, "Score");
    ratings.heading(&mut canvas, "Rating");
    canvas.dashed(vec![score.at(0.0, 0.5), score.at(last.max(1) as f64, 0.5)], Paint::Muted, 1.0);
    canvas.dashed(
        vec![ratings.at(0.0, 0.0), ratings.at(last.max(1) as f64, 0.0)],
        Paint::Muted,
        1.0,
    );
    for (i, points) in points.iter().enumerate() {
        // Side by side where they would cover each other.
        let shift = (i as f64 - (names.len() - 1) as f64 / 2.0) * 4.0;
        for (frame, value) in
            [(&score, &(|share: f64| share) as &dyn Fn(f64) -> f64), (&ratings, &rating)]
        {
            let mut curve = Vec::new();
            for (generation, share) in points {
                let x = frame.x(*generation) + shift;
                let y = |share: f64| frame.y(value(share));
                canvas.line(vec![(x, y(share.low)), (x, y(share.high))], series(i), 1.3);
                canvas.dot((x, y(share.share)), 3.4, series(i), 1.0);
                curve.push((x, y(share.share)));
            }
            canvas.stroke(curve, series(i), 1.5, 0.65, false);
        }
    }
    let caption = format!(
        "{}: matches of champions against fixed opponents, with intervals of 95% (Wilson's, with the variance \
         seen in the pairs of games). Ratings are cut at {FARTHEST} points.",
        run.label
    );
    Some(Figure::of_run("yardsticks", run, "Progress against fixed opponents", caption, canvas))
}
