use super::data::{Measure, SeriesData, SettingData};
use crate::axes::{Frame, Legend, Scale};
use crate::canvas::{Anchor, Canvas, Style};
use crate::figures::Figure;
use crate::palette::{BLUE, Paint, SLATE, VERMILION, series as colour};
use crate::stats::quantile;

/// Best and average over the generations of the median run, and where the averages of the others lie.
pub(crate) fn median(setting: &SettingData) -> Option<Figure> {
    let median = setting.median()?;
    let last = median.last().generation;
    let best: Vec<(f64, f64)> =
        median.curve.iter().map(|point| (point.generation as f64, point.best)).collect();
    let average: Vec<(f64, f64)> =
        median.curve.iter().map(|point| (point.generation as f64, point.mean)).collect();
    let several = setting.members.len() > 2;
    let (low, high) = (setting.quantiles(0.0), setting.quantiles(1.0));
    let mut canvas = Canvas::new(760.0, 380.0);
    let values = best.iter().chain(&average).chain(&low).chain(&high).map(|(_, y)| *y);
    let frame = Frame::draw(
        &mut canvas,
        (70.0, 44.0),
        (660.0, 280.0),
        (Scale::generations(last), "generation"),
        (Scale::around(values), setting.measure.name()),
    );
    if several {
        frame.band(&mut canvas, &low, &high, BLUE, 0.15);
    }
    frame.curve(&mut canvas, &average, BLUE, 2.0);
    frame.curve(&mut canvas, &best, VERMILION, 2.0);
    let mut entries =
        vec![(VERMILION, "best, median run".to_owned()), (BLUE, "average, median run".to_owned())];
    if several {
        entries.push((Paint::Rgb(190, 215, 233), "averages of all runs".to_owned()));
    }
    Legend::new(canvas.width, entries).draw(&mut canvas);
    let lower = if setting.measure == Measure::Nodes { " Lower is better." } else { "" };
    Some(Figure {
        name: format!("median-run-{}", setting.slug),
        title: format!("Median run: {}", setting.name),
        caption: format!(
            "{}: {} of the best player and the average of all players over the generations of the median run \
             ({}). The band holds the averages of all {} runs.{lower}",
            setting.name,
            setting.measure.name(),
            median.label,
            setting.members.len()
        ),
        canvas,
    })
}

/// The averages of the median runs of all settings.
pub(crate) fn compared(series: &SeriesData) -> Option<Figure> {
    let shown: Vec<&SettingData> =
        series.settings.iter().filter(|setting| setting.median().is_some()).collect();
    let measure = shown.first()?.measure;
    if shown.len() < 2 || shown.iter().any(|setting| setting.measure != measure) {
        return None;
    }
    let curves: Vec<Vec<(f64, f64)>> = shown.iter().map(|setting| setting.quantiles(0.5)).collect();
    let last = curves.iter().flatten().map(|(x, _)| *x as u64).max()?;
    let names = shown.iter().enumerate().map(|(i, setting)| (colour(i), setting.name.clone()));
    let legend = Legend::new(760.0, names);
    let top = legend.bottom() + 14.0;
    let mut canvas = Canvas::new(760.0, top + 328.0);
    let frame = Frame::draw(
        &mut canvas,
        (70.0, top),
        (660.0, 272.0),
        (Scale::generations(last), "generation"),
        (Scale::around(curves.iter().flatten().map(|(_, y)| *y)), measure.name()),
    );
    for (i, curve) in curves.iter().enumerate() {
        frame.curve(&mut canvas, curve, colour(i), 1.8);
    }
    legend.draw(&mut canvas);
    Some(Figure {
        name: "settings-over-generations".to_owned(),
        title: "Settings over the generations".to_owned(),
        caption: format!(
            "Average of the population by generation, {}: the median over the runs of each setting.",
            measure.name()
        ),
        canvas,
    })
}

/// Where the runs of each setting ended.
pub(crate) fn ends(series: &SeriesData) -> Option<Figure> {
    let shown: Vec<&SettingData> =
        series.settings.iter().filter(|setting| !setting.members.is_empty()).collect();
    let measure = shown.first()?.measure;
    let runs = shown.iter().map(|setting| setting.members.len()).max()?;
    if runs < 2 || shown.iter().any(|setting| setting.measure != measure) {
        return None;
    }
    const ROW: f64 = 34.0;
    // Names stand to the left of their rows, and need room.
    let longest = shown.iter().map(|setting| setting.name.chars().count()).max()?;
    let left = (24.0 + longest as f64 * 6.6).clamp(90.0, 330.0);
    let height = ROW * shown.len() as f64;
    let mut canvas = Canvas::new(760.0, height + 84.0);
    let frame = Frame::draw(
        &mut canvas,
        (left, 22.0),
        (730.0 - left, height),
        (Scale::around(shown.iter().flat_map(|setting| setting.ends())), measure.name()),
        (Scale::blank(), ""),
    );
    for (i, setting) in shown.iter().enumerate() {
        let middle = 22.0 + ROW * (i as f64 + 0.5);
        let style = Style::new(12, Anchor::End, Paint::Ink);
        canvas.text((left - 12.0, middle + 4.0), shorten(&setting.name, 48), style);
        let mut values = setting.ends();
        values.sort_by(f64::total_cmp);
        let at = |share: f64| frame.x(quantile(&values, share).unwrap_or(f64::NAN));
        canvas.line(vec![(at(0.0), middle), (at(1.0), middle)], SLATE, 1.0);
        canvas.stroke(vec![(at(0.25), middle), (at(0.75), middle)], colour(i), 12.0, 0.35, false);
        for (run, value) in values.iter().enumerate() {
            // Runs that end alike stand above and below each other.
            let shift = [0.0, -4.5, 4.5][run % 3];
            canvas.dot((frame.x(*value), middle + shift), 2.4, colour(i), 0.75);
        }
        canvas.line(vec![(at(0.5), middle - 9.0), (at(0.5), middle + 9.0)], Paint::Ink, 2.0);
    }
    Some(Figure {
        name: "settings-at-the-end".to_owned(),
        title: "Where the runs ended".to_owned(),
        caption: format!(
            "Average of the population in the last generation, {}: a dot for each run, the middle half as a \
             bar, and the median as a line.",
            measure.name()
        ),
        canvas,
    })
}

fn shorten(text: &str, most: usize) -> String {
    match text.chars().count() > most {
        true => text.chars().take(most - 3).chain("...".chars()).collect(),
        false => text.to_owned(),
    }
}
