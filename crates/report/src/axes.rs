use crate::canvas::{Anchor, Canvas, Style};
use crate::data::Run;
use crate::palette::{Paint, series};

/// A range of values on an axis, with the places that are worth a number.
#[derive(Clone, Debug)]
pub(crate) struct Scale {
    low: f64,
    high: f64,
    ticks: Vec<f64>,
}

/// Values beyond this cannot be drawn: the width of a range of them may be infinite.
const LARGEST: f64 = 1e300;

impl Scale {
    /// A range that holds these values, a little wider, between round numbers.
    pub(crate) fn around(values: impl IntoIterator<Item = f64>) -> Scale {
        let (low, high) = values
            .into_iter()
            .filter(|v| v.abs() <= LARGEST)
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), v| (l.min(v), h.max(v)));
        if low > high {
            return Scale::between(0.0, 1.0);
        }
        // What rounding hardly tells apart counts as equal.
        let equal = high - low <= low.abs().max(high.abs()) * 1e-9;
        let margin = if equal { low.abs().max(1.0) * 0.1 } else { (high - low) * 0.06 };
        Scale::between(low - margin, high + margin)
    }

    /// A range from zero that holds these values.
    pub(crate) fn from_zero(values: impl IntoIterator<Item = f64>) -> Scale {
        let high = values.into_iter().filter(|v| *v <= LARGEST).fold(0.0, f64::max);
        Scale::between(0.0, if high >= 1.0 / LARGEST { high * 1.06 } else { 1.0 })
    }

    /// Exactly this range.
    pub(crate) fn between(low: f64, high: f64) -> Scale {
        let step = step((high - low) / 5.0);
        let (first, last) = ((low / step).ceil(), (high / step + 1e-9).floor());
        // Where numbers end, there are none to be written.
        let count =
            if (0.0..100.0).contains(&(last - first)) { (last - first) as u32 + 1 } else { 0 };
        Scale { low, high, ticks: (0..count).map(|i| (first + f64::from(i)) * step).collect() }
    }

    /// Generations from 0 to the last.
    pub(crate) fn generations(last: u64) -> Scale {
        Scale::between(0.0, last.max(1) as f64).whole()
    }

    /// With ticks at whole numbers only, for what is counted.
    pub(crate) fn whole(mut self) -> Scale {
        self.ticks.retain(|tick| tick.fract() == 0.0);
        self
    }

    /// Generations as columns, with half of one to spare on either side.
    pub(crate) fn columns(last: u64) -> Scale {
        let Scale { ticks, .. } = Scale::generations(last);
        Scale { low: -0.6, high: last as f64 + 0.6, ticks }
    }

    /// An axis without numbers, for columns that are named one by one.
    pub(crate) fn blank() -> Scale {
        Scale { low: 0.0, high: 1.0, ticks: Vec::new() }
    }

    fn share(&self, value: f64) -> f64 {
        (value - self.low) / (self.high - self.low)
    }

    fn label(&self, tick: f64) -> String {
        let step = self.ticks.windows(2).next().map_or(1.0, |pair| pair[1] - pair[0]);
        // No minus before a zero, and a real one before other numbers.
        let tick = if tick.abs() < step / 1e6 { 0.0 } else { tick };
        let text = match step {
            1.0..1e6 => format!("{tick:.0}"),
            1e-6..1.0 => format!("{tick:.*}", (-step.log10()).ceil() as usize),
            _ => format!("{tick:.1e}"),
        };
        text.replace('-', "\u{2212}")
    }
}

/// The round step of 1, 2 or 5 that is next above a rough one.
fn step(rough: f64) -> f64 {
    let power = 10_f64.powf(rough.log10().floor());
    let multiple = [1.0, 2.0, 5.0].into_iter().find(|m| m * power >= rough * 0.999);
    multiple.unwrap_or(10.0) * power
}

/// A rectangle with two axes.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    pub(crate) left: f64,
    pub(crate) top: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
    x: Scale,
    y: Scale,
}

pub(crate) const LABEL: Style = Style::new(12, Anchor::Middle, Paint::Ink);
pub(crate) const TICK: Style = Style::new(11, Anchor::Middle, Paint::Muted);

impl Frame {
    /// Draws the axes: names, ticks, and lines across.
    pub(crate) fn draw(
        canvas: &mut Canvas,
        (left, top): (f64, f64),
        (width, height): (f64, f64),
        (x, x_name): (Scale, &str),
        (y, y_name): (Scale, &str),
    ) -> Frame {
        let frame = Frame { left, top, width, height, x, y };
        let bottom = top + height;
        for &tick in &frame.y.ticks {
            let at = frame.y(tick);
            canvas.line(vec![(left, at), (left + width, at)], Paint::Grid, 1.0);
            let style = Style { anchor: Anchor::End, ..TICK };
            canvas.text((left - 7.0, at + 4.0), frame.y.label(tick), style);
        }
        for &tick in &frame.x.ticks {
            let at = frame.x(tick);
            canvas.line(vec![(at, bottom), (at, bottom + 4.0)], Paint::Muted, 1.0);
            canvas.text((at, bottom + 17.0), frame.x.label(tick), TICK);
        }
        canvas.line(vec![(left, bottom), (left + width, bottom)], Paint::Muted, 1.0);
        canvas.text((left + width / 2.0, bottom + 37.0), x_name, LABEL);
        let upwards = Style { upwards: true, ..LABEL };
        canvas.text((left - 47.0, top + height / 2.0), y_name, upwards);
        frame
    }

    /// A heading above the frame.
    pub(crate) fn heading(&self, canvas: &mut Canvas, text: &str) {
        let style = Style { bold: true, ..Style::new(13, Anchor::Start, Paint::Ink) };
        // Headings may stretch over the gap to the next frame.
        canvas.text((self.left, self.top - 12.0), fitted(text, self.width + 40.0), style);
    }

    pub(crate) fn x(&self, value: f64) -> f64 {
        self.left + self.x.share(value) * self.width
    }

    pub(crate) fn y(&self, value: f64) -> f64 {
        self.top + self.height - self.y.share(value) * self.height
    }

    pub(crate) fn at(&self, x: f64, y: f64) -> (f64, f64) {
        (self.x(x), self.y(y))
    }

    /// A curve, broken where there is no value.
    pub(crate) fn curve(
        &self,
        canvas: &mut Canvas,
        points: &[(f64, f64)],
        paint: Paint,
        width: f64,
    ) {
        for piece in points.split(|(_, y)| !y.is_finite()) {
            match piece {
                [(x, y)] => canvas.dot(self.at(*x, *y), width * 1.3, paint, 1.0),
                _ => canvas.line(piece.iter().map(|&(x, y)| self.at(x, y)).collect(), paint, width),
            }
        }
    }

    /// The room between two curves.
    pub(crate) fn band(
        &self,
        canvas: &mut Canvas,
        low: &[(f64, f64)],
        high: &[(f64, f64)],
        paint: Paint,
        opacity: f64,
    ) {
        let there = low.iter().map(|&(x, y)| self.at(x, y));
        let back = high.iter().rev().map(|&(x, y)| self.at(x, y));
        canvas.area(there.chain(back).collect(), paint, opacity);
    }
}

/// What the colours mean: entries in rows, as many beside each other as the sheet has room for.
#[derive(Clone, Debug)]
pub(crate) struct Legend {
    rows: Vec<Vec<(Paint, String)>>,
}

impl Legend {
    const LEFT: f64 = 70.0;
    const ROW: f64 = 18.0;

    /// For a sheet of a width.
    pub(crate) fn new(width: f64, entries: impl IntoIterator<Item = (Paint, String)>) -> Legend {
        let room = width - Legend::LEFT - 10.0;
        let mut rows: Vec<Vec<_>> = Vec::new();
        let mut used = f64::INFINITY;
        for (paint, text) in entries {
            let text = fitted(&text, room - 34.0);
            let width = Legend::width(&text);
            match rows.last_mut() {
                Some(row) if used + width <= room => row.push((paint, text)),
                _ => {
                    rows.push(vec![(paint, text)]);
                    used = 0.0;
                }
            }
            used += width;
        }
        Legend { rows }
    }

    /// The colours of runs beside each other.
    pub(crate) fn of_runs(width: f64, runs: &[Run]) -> Legend {
        Legend::new(width, runs.iter().enumerate().map(|(i, r)| (series(i), r.label.clone())))
    }

    fn width(text: &str) -> f64 {
        34.0 + text.chars().count() as f64 * LETTER
    }

    /// Where a drawing below it can begin.
    pub(crate) fn bottom(&self) -> f64 {
        20.0 + self.rows.len() as f64 * Legend::ROW
    }

    pub(crate) fn draw(self, canvas: &mut Canvas) {
        let mut y = 20.0;
        for row in self.rows {
            let mut x = Legend::LEFT;
            for (paint, text) in row {
                let width = Legend::width(&text);
                canvas.rect((x, y - 9.0), (11.0, 11.0), paint);
                let style = Style::new(12, Anchor::Start, Paint::Ink);
                canvas.text((x + 17.0, y + 1.0), text, style);
                x += width;
            }
            y += Legend::ROW;
        }
    }
}

/// About the width of a letter of 12 units.
const LETTER: f64 = 7.0;

/// A text, cut short where there is no room for all of it.
fn fitted(text: &str, room: f64) -> String {
    let letters = (room / LETTER).max(4.0) as usize;
    if text.chars().count() <= letters {
        return text.to_owned();
    }
    text.chars().take(letters - 3).chain("...".chars()).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn any_numbers_have_a_scale(values in prop::collection::vec(any::<f64>(), 0..6)) {
            for scale in [Scale::around(values.clone()), Scale::from_zero(values.clone())] {
                prop_assert!(scale.low < scale.high && (scale.high - scale.low).is_finite());
                prop_assert!((1..20).contains(&scale.ticks.len()), "{scale:?}");
                for tick in &scale.ticks {
                    prop_assert!((-1e-6..=1.0 + 1e-6).contains(&scale.share(*tick)), "{scale:?}");
                    prop_assert!(scale.label(*tick).chars().count() < 12, "{}", scale.label(*tick));
                }
            }
        }
    }

    #[test]
    fn ticks_are_round() {
        let labels = |scale: Scale| -> Vec<String> {
            scale.ticks.iter().map(|tick| scale.label(*tick)).collect()
        };
        assert_eq!(labels(Scale::between(0.0, 1.0)), ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
        assert_eq!(
            labels(Scale::around([-10.0, 10.0])),
            ["\u{2212}10", "\u{2212}5", "0", "5", "10"]
        );
        assert_eq!(labels(Scale::between(0.0, 5e-324)).len(), 0);
        assert_eq!(labels(Scale::from_zero([4e9])), ["0.0e0", "1.0e9", "2.0e9", "3.0e9", "4.0e9"]);
    }

    #[test]
    fn a_legend_takes_the_room_it_needs() {
        let names = |letters: usize, count: usize| vec![(Paint::Ink, "x".repeat(letters)); count];
        let bottom = |letters, count| Legend::new(760.0, names(letters, count)).bottom();
        assert_eq!(bottom(5, 3), bottom(5, 1));
        assert_eq!(bottom(40, 6), bottom(5, 1) + 2.0 * Legend::ROW);
        assert_eq!(fitted("a-very-long-name", 70.0), "a-very-...");
    }
}
