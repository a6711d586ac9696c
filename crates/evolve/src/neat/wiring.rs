use crate::{Expression, GraphGenome, NodeKind};

/// The connections of a genome, by the node they start at: what questions about ways through the
/// network are answered with.
pub(super) struct Wiring {
    /// Where the connections that leave a node begin in `ends`; one more entry than there are nodes.
    starts: Vec<u32>,
    /// The places of the nodes they lead to.
    ends: Vec<u32>,
}

impl Wiring {
    /// Of the connections with certain expressions.
    pub(super) fn new(genome: &GraphGenome, which: impl Fn(Expression) -> bool) -> Wiring {
        // Inputs and outputs are numbered without gaps, so most ids are places.
        let place = |id: u32| match genome.nodes.get(id as usize) {
            Some(node) if node.id == id => Some(id as usize),
            _ => genome.place(id),
        };
        let wires: Vec<(usize, usize)> = genome
            .connections
            .iter()
            .filter(|gene| which(gene.expression))
            .filter_map(|gene| Some((place(gene.from)?, place(gene.to)?)))
            .collect();
        let mut starts = vec![0u32; genome.nodes.len() + 1];
        for (from, _) in &wires {
            starts[from + 1] += 1;
        }
        for i in 1..starts.len() {
            starts[i] += starts[i - 1];
        }
        let mut free = starts.clone();
        let mut ends = vec![0u32; wires.len()];
        for (from, to) in wires {
            ends[free[from] as usize] = to as u32;
            free[from] += 1;
        }
        Wiring { starts, ends }
    }

    /// Which places can be reached from those where `reached` begins as true.
    fn flood(&self, mut reached: Vec<bool>) -> Vec<bool> {
        let mut open: Vec<usize> = (0..reached.len()).filter(|place| reached[*place]).collect();
        while let Some(place) = open.pop() {
            let (from, to) = (self.starts[place] as usize, self.starts[place + 1] as usize);
            for &end in &self.ends[from..to] {
                let end = end as usize;
                if !reached[end] {
                    reached[end] = true;
                    open.push(end);
                }
            }
        }
        reached
    }

    /// Whether there is a way from one place to another.
    pub(super) fn leads(&self, from: usize, to: usize) -> bool {
        let mut reached = vec![false; self.starts.len() - 1];
        reached[from] = true;
        self.flood(reached)[to]
    }
}

/// How many outputs no input has any influence on.
pub(super) fn mute_outputs(genome: &GraphGenome) -> usize {
    let wiring = Wiring::new(genome, |expression| expression == Expression::Enabled);
    let inputs = genome.nodes.iter().map(|node| node.kind == NodeKind::Input).collect();
    let reached = wiring.flood(inputs);
    let is_mute =
        |(node, reached): (&crate::NodeGene, bool)| node.kind == NodeKind::Output && !reached;
    genome.nodes.iter().zip(reached).filter(|pair| is_mute(*pair)).count()
}
