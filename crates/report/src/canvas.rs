use std::fmt::Write;

use kuva::backend::raster::RasterBackend;
use kuva::render::color::Color;
use kuva::render::render::{PathData, Primitive, Scene, TextAnchor};

use crate::palette::Paint;

/// A drawing: marks on a sheet, in the order in which they are laid down.
///
/// It is written as SVG here, so that it can follow the colours of a page, and handed to kuva to be
/// made into a PNG: kuva brings its own letters, so that no machine needs any.
#[derive(Clone, Debug)]
pub(crate) struct Canvas {
    pub(crate) width: f64,
    pub(crate) height: f64,
    marks: Vec<Mark>,
}

#[derive(Clone, Debug)]
enum Mark {
    Line { points: Vec<(f64, f64)>, paint: Paint, width: f64, opacity: f64, dashed: bool },
    Area { points: Vec<(f64, f64)>, paint: Paint, opacity: f64 },
    Dot { x: f64, y: f64, radius: f64, paint: Paint, opacity: f64 },
    Text { x: f64, y: f64, text: String, style: Style },
}

/// How text looks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    pub(crate) size: u32,
    pub(crate) anchor: Anchor,
    pub(crate) bold: bool,
    /// Reads from bottom to top.
    pub(crate) upwards: bool,
    pub(crate) paint: Paint,
}

/// Which part of a text its place is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

impl Style {
    pub(crate) const fn new(size: u32, anchor: Anchor, paint: Paint) -> Style {
        Style { size, anchor, bold: false, upwards: false, paint }
    }
}

/// Where a drawing is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ground {
    /// By itself, dark on white.
    Sheet,
    /// Within a page that sets the colours.
    Page,
}

impl Canvas {
    pub(crate) fn new(width: f64, height: f64) -> Canvas {
        Canvas { width, height, marks: Vec::new() }
    }

    pub(crate) fn line(&mut self, points: Vec<(f64, f64)>, paint: Paint, width: f64) {
        self.stroke(points, paint, width, 1.0, false);
    }

    pub(crate) fn dashed(&mut self, points: Vec<(f64, f64)>, paint: Paint, width: f64) {
        self.stroke(points, paint, width, 1.0, true);
    }

    pub(crate) fn stroke(
        &mut self,
        points: Vec<(f64, f64)>,
        paint: Paint,
        width: f64,
        opacity: f64,
        dashed: bool,
    ) {
        if points.len() > 1 && near(&points) {
            self.marks.push(Mark::Line { points, paint, width, opacity, dashed });
        }
    }

    pub(crate) fn area(&mut self, points: Vec<(f64, f64)>, paint: Paint, opacity: f64) {
        if points.len() > 2 && near(&points) {
            self.marks.push(Mark::Area { points, paint, opacity });
        }
    }

    pub(crate) fn rect(&mut self, (x, y): (f64, f64), (w, h): (f64, f64), paint: Paint) {
        self.area(vec![(x, y), (x + w, y), (x + w, y + h), (x, y + h)], paint, 1.0);
    }

    pub(crate) fn dot(&mut self, (x, y): (f64, f64), radius: f64, paint: Paint, opacity: f64) {
        if near(&[(x, y)]) {
            self.marks.push(Mark::Dot { x, y, radius, paint, opacity });
        }
    }

    pub(crate) fn text(&mut self, (x, y): (f64, f64), text: impl Into<String>, style: Style) {
        self.marks.push(Mark::Text { x, y, text: text.into(), style });
    }

    /// The drawing as SVG.
    pub(crate) fn svg(&self, ground: Ground, description: &str) -> String {
        let Canvas { width, height, .. } = self;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\" role=\"img\" aria-label=\"{}\" \
             font-family=\"Inter, 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif\">\n",
            escape(description)
        );
        if ground == Ground::Sheet {
            svg += "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n";
        }
        for mark in &self.marks {
            mark.svg(&mut svg, ground);
        }
        svg + "</svg>\n"
    }

    /// The drawing as PNG, with twice as many pixels as units.
    pub(crate) fn png(&self) -> Result<Vec<u8>, String> {
        let mut scene = Scene::new(self.width, self.height);
        for mark in &self.marks {
            scene.add(mark.primitive());
        }
        RasterBackend::new().with_scale(2.0).render_scene(&scene)
    }
}

/// Whether all points are on the sheet or near it; what is not a number is not.
fn near(points: &[(f64, f64)]) -> bool {
    points.iter().all(|(x, y)| x.abs() < 1e5 && y.abs() < 1e5)
}

impl Mark {
    fn svg(&self, svg: &mut String, ground: Ground) {
        // Writing to a string cannot fail.
        let _ = match self {
            Mark::Line { points, paint, width, opacity, dashed } => writeln!(
                svg,
                "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"{}{} \
                 stroke-linejoin=\"round\" stroke-linecap=\"round\"/>",
                list(points),
                css(*paint, ground),
                short(*width),
                share("stroke-opacity", *opacity),
                if *dashed { " stroke-dasharray=\"5 4\"" } else { "" },
            ),
            Mark::Area { points, paint, opacity } => writeln!(
                svg,
                "<polygon points=\"{}\" fill=\"{}\"{}/>",
                list(points),
                css(*paint, ground),
                share("fill-opacity", *opacity),
            ),
            Mark::Dot { x, y, radius, paint, opacity } => writeln!(
                svg,
                "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{}\"{}/>",
                short(*x),
                short(*y),
                short(*radius),
                css(*paint, ground),
                share("fill-opacity", *opacity),
            ),
            Mark::Text { x, y, text, style } => {
                let (x, y) = (short(*x), short(*y));
                let anchor = match style.anchor {
                    Anchor::Start => "start",
                    Anchor::Middle => "middle",
                    Anchor::End => "end",
                };
                let bold = if style.bold { " font-weight=\"600\"" } else { "" };
                let turn = if style.upwards {
                    format!(" transform=\"rotate(-90 {x} {y})\"")
                } else {
                    String::new()
                };
                writeln!(
                    svg,
                    "<text x=\"{x}\" y=\"{y}\" font-size=\"{}\" text-anchor=\"{anchor}\" \
                     fill=\"{}\"{bold}{turn}>{}</text>",
                    style.size,
                    css(style.paint, ground),
                    escape(text),
                )
            }
        };
    }

    fn primitive(&self) -> Primitive {
        match self {
            Mark::Line { points, paint, width, opacity, dashed } => {
                let dashes = dashed.then(|| "5 4".to_owned());
                // Strokes have no opacity there: a straight one is filled as the thin box it is, the others
                // get the colour that they would have on the sheet.
                if *opacity < 1.0
                    && let [from, to] = points[..]
                {
                    return path(&thick(from, to, *width), colour(*paint), *opacity);
                }
                Primitive::PolyLine {
                    points: points.clone(),
                    stroke: faded(*paint, *opacity),
                    stroke_width: *width,
                    stroke_dasharray: dashes,
                }
            }
            Mark::Area { points, paint, opacity } => path(points, colour(*paint), *opacity),
            Mark::Dot { x, y, radius, paint, opacity } => Primitive::Circle {
                cx: *x,
                cy: *y,
                r: *radius,
                fill: colour(*paint),
                fill_opacity: Some(*opacity),
                stroke: None,
                stroke_width: None,
            },
            Mark::Text { x, y, text, style } => Primitive::Text {
                x: *x,
                y: *y,
                content: text.clone(),
                size: style.size,
                anchor: match style.anchor {
                    Anchor::Start => TextAnchor::Start,
                    Anchor::Middle => TextAnchor::Middle,
                    Anchor::End => TextAnchor::End,
                },
                rotate: style.upwards.then_some(-90.0),
                bold: style.bold,
                color: Some(colour(style.paint)),
            },
        }
    }
}

fn path(points: &[(f64, f64)], fill: Color, opacity: f64) -> Primitive {
    let mut d = String::new();
    for (i, (x, y)) in points.iter().enumerate() {
        // Writing to a string cannot fail.
        let _ = write!(d, "{}{x:.3},{y:.3} ", if i == 0 { 'M' } else { 'L' });
    }
    d.push('Z');
    Primitive::Path(Box::new(PathData {
        d,
        fill: Some(fill),
        stroke: Color::None,
        stroke_width: 0.0,
        opacity: Some(opacity),
        stroke_dasharray: None,
    }))
}

/// The corners of a straight stroke.
fn thick((x0, y0): (f64, f64), (x1, y1): (f64, f64), width: f64) -> [(f64, f64); 4] {
    let length = (x1 - x0).hypot(y1 - y0).max(1e-9);
    let (dx, dy) = ((y1 - y0) / length * width / 2.0, (x0 - x1) / length * width / 2.0);
    [(x0 + dx, y0 + dy), (x1 + dx, y1 + dy), (x1 - dx, y1 - dy), (x0 - dx, y0 - dy)]
}

/// A colour on white.
fn faded(paint: Paint, opacity: f64) -> Color {
    let (r, g, b) = rgb(paint);
    let mix = |c: u8| (255.0 - (255.0 - f64::from(c)) * opacity.clamp(0.0, 1.0)).round() as u8;
    Color::Rgb(mix(r), mix(g), mix(b))
}

fn rgb(paint: Paint) -> (u8, u8, u8) {
    match paint {
        Paint::Ink => (31, 36, 48),
        Paint::Muted => (98, 106, 120),
        Paint::Grid => (226, 229, 235),
        Paint::Paper => (255, 255, 255),
        Paint::Rgb(r, g, b) => (r, g, b),
    }
}

fn colour(paint: Paint) -> Color {
    let (r, g, b) = rgb(paint);
    Color::Rgb(r, g, b)
}

fn css(paint: Paint, ground: Ground) -> String {
    match (ground, paint) {
        (Ground::Page, Paint::Ink) => "var(--ink)".to_owned(),
        (Ground::Page, Paint::Muted) => "var(--muted)".to_owned(),
        (Ground::Page, Paint::Grid) => "var(--grid)".to_owned(),
        (Ground::Page, Paint::Paper) => "var(--paper)".to_owned(),
        _ => {
            let (r, g, b) = rgb(paint);
            format!("#{r:02x}{g:02x}{b:02x}")
        }
    }
}

/// Two decimals are finer than any screen.
fn short(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn list(points: &[(f64, f64)]) -> String {
    let pairs: Vec<_> =
        points.iter().map(|(x, y)| format!("{},{}", short(*x), short(*y))).collect();
    pairs.join(" ")
}

fn share(name: &str, value: f64) -> String {
    if value >= 1.0 { String::new() } else { format!(" {name}=\"{}\"", short(value)) }
}

/// Text for XML and HTML. Control characters, which neither may contain, become spaces.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' | '\t' => escaped.push(character),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => escaped.push(' '),
            other => escaped.push(other),
        }
    }
    escaped
}
