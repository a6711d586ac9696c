use crate::canvas::{Anchor, Canvas, Style};
use crate::palette::Paint;

/// A range of values on an axis, with the places that are worth a number.
#[derive(Clone, Debug)]
pub(crate) struct Scale {
    low: f64,
    high: f64,
    ticks: Vec<f64>,
}

impl Scale {
    /// A range that holds these values, a little wider, between round numbers.
    pub(crate) fn around(values: impl IntoIterator<Item = f64>) -> Scale {
        let (low, high) = values
            .into_iter()
            .filter(|v| v.is_finite())
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), v| (l.min(v), h.max(v)));
        if low > high {
            return Scale::between(0.0, 1.0);
        }
        let margin = if high > low { (high - low) * 0.06 } else { low.abs().max(1.0) * 0.1 };
        Scale::between(low - margin, high + margin)
    }

    /// A range from zero that holds these values.
    pub(crate) fn from_zero(values: impl IntoIterator<Item = f64>) -> Scale {
        let high = values.into_iter().filter(|v| v.is_finite()).fold(0.0, f64::max);
        Scale::between(0.0, if high > 0.0 { high * 1.06 } else { 1.0 })
    }

    /// Exactly this range.
    pub(crate) fn between(low: f64, high: f64) -> Scale {
        let step = step((high - low) / 5.0);
        let first = (low / step).ceil() as i64;
        let last = (high / step + 1e-9).floor() as i64;
        Scale { low, high, ticks: (first..=last).map(|i| i as f64 * step).collect() }
    }

    /// Generations from 0 to the last.
    pub(crate) fn generations(last: u64) -> Scale {
        let mut scale = Scale::between(0.0, last.max(1) as f64);
        scale.ticks.retain(|tick| tick.fract() == 0.0);
        scale
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
        let decimals =
            if step >= 1.0 { 0 } else { (-step.log10()).ceil().clamp(1.0, 6.0) as usize };
        // No minus before a zero, and a real one before other numbers.
        let text = format!("{:.decimals$}", if tick.abs() < step / 1e6 { 0.0 } else { tick });
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
        canvas.text((self.left, self.top - 12.0), text, style);
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

/// What the colours mean, in a row from a place to the right, in further rows where the sheet ends.
pub(crate) fn legend(canvas: &mut Canvas, (left, top): (f64, f64), entries: &[(Paint, String)]) {
    let (mut x, mut y) = (left, top);
    for (paint, text) in entries {
        let width = 34.0 + text.chars().count() as f64 * 7.0;
        if x > left && x + width > canvas.width - 10.0 {
            (x, y) = (left, y + 18.0);
        }
        canvas.rect((x, y - 9.0), (11.0, 11.0), *paint);
        canvas.text((x + 17.0, y + 1.0), text.clone(), Style::new(12, Anchor::Start, Paint::Ink));
        x += width;
    }
}
