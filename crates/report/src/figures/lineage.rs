use std::collections::{BTreeMap, BTreeSet};

use super::Figure;
use crate::axes::{Frame, LABEL, Scale, TICK};
use crate::canvas::{Anchor, Canvas, Style};
use crate::data::Run;
use crate::palette::{BLUE, Paint, SILVER, VERMILION};

/// So many ancestors can be told apart in a drawing.
const DRAWN: usize = 90;
/// And so many of one generation beside each other.
const ABREAST: usize = 14;

/// The ancestors of the champion: how many there are in each generation, and the youngest as a tree.
pub(super) fn ancestry(run: &Run) -> Option<Figure> {
    let champion = run.champion()?;
    let ancestors = ancestors(run, champion);
    if ancestors.len() < 2 {
        return None;
    }
    let mut born: BTreeMap<u64, Vec<u64>> = BTreeMap::new();
    for id in &ancestors {
        born.entry(run.individuals.get(id)?.born).or_default().push(*id);
    }
    let main = main_line(run, champion);
    let last = *born.keys().last()?;
    let mut canvas = Canvas::new(760.0, 600.0);
    let most = born.values().map(Vec::len).max().unwrap_or(1) as f64;
    let frame = Frame::draw(
        &mut canvas,
        (70.0, 40.0),
        (660.0, 130.0),
        (Scale::columns(last), "generation of birth"),
        (Scale::from_zero([most]).whole(), "ancestors"),
    );
    frame.heading(&mut canvas, "Ancestors of the champion");
    let bar = (frame.width / (last + 1) as f64 * 0.8).clamp(1.0, 24.0);
    for (generation, ids) in &born {
        let top = frame.y(ids.len() as f64);
        canvas.rect(
            (frame.x(*generation as f64) - bar / 2.0, top),
            (bar, frame.y(0.0) - top),
            BLUE,
        );
    }
    tree(&mut canvas, run, &born, &main);
    let caption = format!(
        "{}: the ancestry of the champion, individual {champion}. Above, how many of its {} known ancestors \
         were born in each generation; few in an early one mean that most of its lines died out. Below, \
         the youngest of them as a tree: the line of first parents, {} births long, in colour.",
        run.label,
        ancestors.len() - 1,
        main.len()
    );
    Some(Figure::of_run("lineage", run, "Lineage of the champion", caption, canvas))
}

/// Everybody the champion descends from, itself included.
fn ancestors(run: &Run, champion: u64) -> BTreeSet<u64> {
    let mut found = BTreeSet::new();
    let mut open = vec![champion];
    while let Some(id) = open.pop() {
        if let Some(individual) = run.individuals.get(&id)
            && found.insert(id)
        {
            open.extend(&individual.parents);
        }
    }
    found
}

/// The champion, its first parent, that one's first parent, and so on.
fn main_line(run: &Run, champion: u64) -> BTreeSet<u64> {
    let mut line = BTreeSet::new();
    let mut next = Some(champion);
    while let Some(id) = next {
        // A store may be damaged; a circle must not become an endless walk.
        let Some(individual) = run.individuals.get(&id).filter(|_| line.insert(id)) else { break };
        next = individual.parents.first().copied();
    }
    line
}

fn tree(canvas: &mut Canvas, run: &Run, born: &BTreeMap<u64, Vec<u64>>, main: &BTreeSet<u64>) {
    let mut shown: Vec<(u64, Vec<u64>)> = Vec::new();
    let mut count = 0;
    for (generation, ids) in born.iter().rev() {
        // Those of the main line stay where a generation is too broad.
        let mut ids = ids.clone();
        ids.sort_by_key(|id| (!main.contains(id), *id));
        ids.truncate(ABREAST);
        count += ids.len();
        if count > DRAWN || shown.len() >= 16 {
            break;
        }
        shown.push((*generation, ids));
    }
    shown.reverse();
    let (left, top, width, height) = (90.0, 268.0, 620.0, 260.0);
    let style = Style { bold: true, ..Style::new(13, Anchor::Start, Paint::Ink) };
    canvas.text((70.0, 248.0), "Family tree, youngest generations", style);
    let mut places: BTreeMap<u64, (f64, f64)> = BTreeMap::new();
    for (i, (generation, ids)) in shown.iter().enumerate() {
        let x = left + width * (i as f64 + 0.5) / shown.len() as f64;
        canvas.text((x, top + height + 18.0), generation.to_string(), TICK);
        // By id, so that brothers stand together; the main line is not torn to the edge.
        let mut ids = ids.clone();
        ids.sort_unstable();
        for (j, id) in ids.iter().enumerate() {
            let y = top + height * (j as f64 + 0.5) / ids.len() as f64;
            places.insert(*id, (x, y));
        }
    }
    canvas.text((left + width / 2.0, top + height + 38.0), "generation of birth", LABEL);
    for in_main in [false, true] {
        for (id, &to) in &places {
            let Some(individual) = run.individuals.get(id) else { continue };
            for (i, parent) in individual.parents.iter().enumerate() {
                let Some(&from) = places.get(parent) else { continue };
                let main_edge = i == 0 && main.contains(id) && main.contains(parent);
                if main_edge == in_main {
                    let (paint, width) = if main_edge { (VERMILION, 2.2) } else { (SILVER, 0.9) };
                    let opacity = if main_edge { 1.0 } else { 0.8 };
                    canvas.stroke(bend(from, to), paint, width, opacity, false);
                }
            }
        }
    }
    for (id, &at) in &places {
        let (paint, radius) = if main.contains(id) { (VERMILION, 4.6) } else { (BLUE, 3.4) };
        canvas.dot(at, radius + 1.2, Paint::Paper, 1.0);
        canvas.dot(at, radius, paint, 1.0);
    }
}

/// A curve that leaves and arrives level.
fn bend((x0, y0): (f64, f64), (x1, y1): (f64, f64)) -> Vec<(f64, f64)> {
    (0..=12)
        .map(|i| {
            let t = f64::from(i) / 12.0;
            (x0 + (x1 - x0) * t, y0 + (y1 - y0) * t * t * (3.0 - 2.0 * t))
        })
        .collect()
}
