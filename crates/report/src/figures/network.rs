use std::collections::BTreeMap;

use record::{Genome, Graph, NodeKind, RecordError};

use super::Figure;
use crate::axes::Legend;
use crate::canvas::{Anchor, Canvas, Style};
use crate::data::Run;
use crate::palette::{BLUE, ORANGE, Paint, SLATE, VERMILION};

/// More edges than these are a grey cloud; the strongest are drawn.
const EDGES: usize = 500;

/// A network made ready to be drawn: nodes in layers, edges between them.
struct Drawing {
    layers: Vec<Vec<usize>>,
    edges: Vec<(usize, usize, f64)>,
}

/// The champion's network.
pub(super) fn champion(run: &Run) -> Result<Option<Figure>, RecordError> {
    let Some(champion) = run.champion() else { return Ok(None) };
    let drawing = match run.reader.genome(champion)? {
        Some(Genome::Graph(graph)) => of_graph(&graph),
        Some(Genome::Reals(values)) => of_layers(&run.origin.layers, &values),
        _ => None,
    };
    Ok(drawing.map(|drawing| draw(run, champion, drawing)))
}

/// Nodes as far to the right as the longest path that leads to them; outputs on the right.
fn of_graph(graph: &Graph) -> Option<Drawing> {
    let places: BTreeMap<u32, usize> =
        graph.nodes.iter().enumerate().map(|(i, node)| (node.id, i)).collect();
    let edges: Vec<(usize, usize, f64)> = graph
        .connections
        .iter()
        .filter(|c| c.enabled)
        .filter_map(|c| Some((*places.get(&c.from)?, *places.get(&c.to)?, c.weight)))
        .collect();
    let kind = |i: usize| graph.nodes[i].kind;
    let mut depth: Vec<usize> =
        (0..graph.nodes.len()).map(|i| usize::from(kind(i) != NodeKind::Input)).collect();
    // As many rounds as there are nodes suffice for any network without circles.
    for _ in 0..graph.nodes.len() {
        let mut changed = false;
        for &(from, to, _) in &edges {
            if depth[to] <= depth[from] && kind(to) != NodeKind::Input && depth[from] < 64 {
                depth[to] = depth[from] + 1;
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    let hidden = (0..depth.len()).filter(|&i| kind(i) == NodeKind::Hidden).map(|i| depth[i]);
    let right = hidden.max().unwrap_or(0) + 1;
    let mut layers = vec![Vec::new(); right + 1];
    for (i, depth) in depth.into_iter().enumerate() {
        layers[if kind(i) == NodeKind::Output { right } else { depth }].push(i);
    }
    layers.retain(|layer| !layer.is_empty());
    (layers.len() > 1).then_some(Drawing { layers, edges })
}

fn of_layers(sizes: &[u64], values: &[f64]) -> Option<Drawing> {
    let sizes: Vec<usize> =
        sizes.iter().map(|&s| usize::try_from(s).ok()).collect::<Option<_>>()?;
    let weights = sizes
        .windows(2)
        .try_fold(0_usize, |sum, pair| sum.checked_add(pair[0].checked_mul(pair[1])?))?;
    if sizes.len() < 2 || sizes.contains(&0) || weights > values.len() {
        return None;
    }
    let mut first = 0;
    let layers: Vec<Vec<usize>> = sizes
        .iter()
        .map(|&size| {
            first += size;
            (first - size..first).collect()
        })
        .collect();
    let mut edges = Vec::new();
    let mut at = 0;
    for pair in layers.windows(2) {
        for from in &pair[0] {
            for to in &pair[1] {
                edges.push((*from, *to, *values.get(at)?));
                at += 1;
            }
        }
        at += pair[1].len();
    }
    Some(Drawing { layers, edges })
}

fn draw(run: &Run, champion: u64, drawing: Drawing) -> Figure {
    let Drawing { layers, mut edges } = drawing;
    let nodes: usize = layers.iter().map(Vec::len).sum();
    let all = edges.len();
    // The strongest of each pair of layers by their own measure, else one layer would take them all.
    let placed =
        layers.iter().enumerate().flat_map(|(i, layer)| layer.iter().map(move |&n| (n, i)));
    let layer_of: BTreeMap<usize, usize> = placed.collect();
    let mut strongest: BTreeMap<usize, f64> = BTreeMap::new();
    for (_, to, weight) in &edges {
        let most = strongest.entry(layer_of[to]).or_default();
        *most = most.max(weight.abs());
    }
    let strength = |to: usize, weight: f64| {
        let most = strongest[&layer_of[&to]];
        if most > 0.0 { weight.abs() / most } else { 0.0 }
    };
    edges.sort_by(|a, b| strength(b.1, b.2).total_cmp(&strength(a.1, a.2)));
    edges.truncate(EDGES);
    let mut canvas = Canvas::new(760.0, 560.0);
    let (left, top, width, height) = (60.0, 60.0, 640.0, 450.0);
    let mut places = BTreeMap::new();
    for (i, layer) in layers.iter().enumerate() {
        let x = left + width * i as f64 / (layers.len() - 1).max(1) as f64;
        for (j, &node) in layer.iter().enumerate() {
            places.insert(node, (x, top + height * (j as f64 + 0.5) / layer.len() as f64));
        }
    }
    // The strongest come last and lie on top.
    for &(from, to, weight) in edges.iter().rev() {
        let strength = strength(to, weight);
        let paint = if weight >= 0.0 { BLUE } else { VERMILION };
        let line = vec![places[&from], places[&to]];
        canvas.stroke(line, paint, 0.4 + 2.2 * strength, 0.08 + 0.72 * strength * strength, false);
    }
    let broadest = layers.iter().map(Vec::len).max().unwrap_or(1) as f64;
    let radius = (height / broadest * 0.34).clamp(1.4, 7.0);
    for (i, layer) in layers.iter().enumerate() {
        let paint = if i == 0 {
            SLATE
        } else if i + 1 == layers.len() {
            ORANGE
        } else {
            Paint::Muted
        };
        let radius = if layer.len() == 1 { radius.max(6.0) } else { radius };
        for node in layer {
            canvas.dot(places[node], radius + 0.8, Paint::Paper, 1.0);
            canvas.dot(places[node], radius, paint, 1.0);
        }
        let x = left + width * i as f64 / (layers.len() - 1).max(1) as f64;
        let style = Style::new(11, Anchor::Middle, Paint::Muted);
        canvas.text((x, top + height + 24.0), layer.len().to_string(), style);
    }
    let entries = [(BLUE, "positive".to_owned()), (VERMILION, "negative".to_owned())];
    Legend::new(canvas.width, entries).draw(&mut canvas);
    let caption = format!(
        "{}: the network of the champion, individual {champion}: {nodes} nodes, inputs on the left, output on \
         the right, the number of nodes below each layer; {} of its {all} connections in use, the strongest \
         in relation to their layer, with the weight as width and opacity and its sign as colour.",
        run.label,
        edges.len()
    );
    Figure::of_run("network", run, "The champion's network", caption, canvas)
}
