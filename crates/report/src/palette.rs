//! Colours that remain apart for people who see fewer of them: those of Okabe and Ito (2008), and for
//! ordered things the map viridis of van der Walt and Smith (2015), its dark end lifted so that it shows on
//! dark pages too.

/// What a mark is painted with. Names stand for what changes between a light page and a dark one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Paint {
    /// Text and axes.
    Ink,
    /// Lesser text.
    Muted,
    /// Lines that guide the eye.
    Grid,
    /// What everything stands on.
    Paper,
    /// A colour of its own.
    Rgb(u8, u8, u8),
}

pub(crate) const BLUE: Paint = Paint::Rgb(0, 114, 178);
pub(crate) const VERMILION: Paint = Paint::Rgb(213, 94, 0);
pub(crate) const GREEN: Paint = Paint::Rgb(0, 158, 115);
pub(crate) const ORANGE: Paint = Paint::Rgb(230, 159, 0);
pub(crate) const SKY: Paint = Paint::Rgb(86, 180, 233);
pub(crate) const PURPLE: Paint = Paint::Rgb(204, 121, 167);
pub(crate) const SILVER: Paint = Paint::Rgb(178, 184, 194);
pub(crate) const SLATE: Paint = Paint::Rgb(74, 81, 96);

/// The colour of the `i`-th of several equals.
pub(crate) fn series(i: usize) -> Paint {
    const SERIES: [Paint; 8] = [BLUE, VERMILION, GREEN, ORANGE, PURPLE, SKY, SLATE, SILVER];
    SERIES[i % SERIES.len()]
}

/// The colour of a place between first (0) and last (1).
pub(crate) fn ramp(place: f64) -> Paint {
    const STOPS: [[f64; 3]; 6] = [
        [110.0, 84.0, 176.0],
        [70.0, 100.0, 165.0],
        [42.0, 120.0, 142.0],
        [34.0, 168.0, 132.0],
        [122.0, 209.0, 81.0],
        [220.0, 210.0, 50.0],
    ];
    let place = if place.is_finite() { place.clamp(0.0, 1.0) } else { 0.0 } * 5.0;
    let (i, part) = ((place as usize).min(4), place - (place as usize).min(4) as f64);
    let mix = |c: usize| (STOPS[i][c] + part * (STOPS[i + 1][c] - STOPS[i][c])).round() as u8;
    Paint::Rgb(mix(0), mix(1), mix(2))
}
