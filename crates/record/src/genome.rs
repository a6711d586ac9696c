use std::collections::BTreeMap;
use std::io::Read;

/// What an individual is made of, in the store's own form: reports need no other crate to read it.
#[derive(Clone, Debug, PartialEq)]
pub enum Genome {
    /// Numbers.
    Reals(Vec<f64>),
    /// Bits.
    Bits(Vec<bool>),
    /// A network whose shape evolves.
    Graph(Graph),
}

/// A network: nodes, and the connections between them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Graph {
    /// The nodes.
    pub nodes: Vec<Node>,
    /// The connections.
    pub connections: Vec<Connection>,
}

/// A node of a network.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Node {
    /// The same in all genomes of a run that have inherited the node.
    pub id: u32,
    /// What it is for.
    pub kind: NodeKind,
    /// Added to the sum of what comes in.
    pub bias: f64,
}

/// What a node is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeKind {
    /// Takes the value of an input.
    Input,
    /// Gives a result.
    Output,
    /// Stands between.
    Hidden,
}

/// A connection of a network.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Connection {
    /// The same in all genomes of a run that have inherited the connection.
    pub innovation: u32,
    /// The node it starts at.
    pub from: u32,
    /// The node it leads to.
    pub to: u32,
    /// What the value is multiplied with on its way.
    pub weight: f64,
    /// Whether it is in use.
    pub enabled: bool,
}

/// How large a genome is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size {
    /// Numbers or bits; of a network, the connections in use.
    pub genes: u64,
    /// The hidden nodes of a network.
    pub hidden: u64,
}

/// Bytes that are no genome.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a genome: {0}")]
pub struct GenomeError(String);

/// More than any genome that can be evolved here, and less than any memory.
const LONGEST: u64 = 1 << 30;
const REALS: u8 = 0;
const BITS: u8 = 1;
const GRAPH: u8 = 2;

impl Genome {
    /// How large it is.
    pub fn size(&self) -> Size {
        match self {
            Genome::Reals(values) => Size { genes: values.len() as u64, hidden: 0 },
            Genome::Bits(bits) => Size { genes: bits.len() as u64, hidden: 0 },
            Genome::Graph(graph) => Size {
                genes: graph.connections.iter().filter(|c| c.enabled).count() as u64,
                hidden: graph.nodes.iter().filter(|n| n.kind == NodeKind::Hidden).count() as u64,
            },
        }
    }

    /// How far apart two genomes of one run are: Euclidean for numbers, the number of different bits for
    /// bits. Networks are compared gene by gene through innovation numbers and node ids; what one of them
    /// lacks, or does not use, is zero. Genomes of different kinds cannot be compared.
    pub fn distance(&self, other: &Genome) -> Option<f64> {
        match (self, other) {
            (Genome::Reals(a), Genome::Reals(b)) if a.len() == b.len() => {
                Some(a.iter().zip(b).map(|(x, y)| (x - y) * (x - y)).sum::<f64>().sqrt())
            }
            (Genome::Bits(a), Genome::Bits(b)) if a.len() == b.len() => {
                Some(a.iter().zip(b).filter(|(x, y)| x != y).count() as f64)
            }
            (Genome::Graph(a), Genome::Graph(b)) => {
                let mut squares = a.coordinates();
                for (place, value) in b.coordinates() {
                    *squares.entry(place).or_default() -= value;
                }
                Some(squares.values().map(|d| d * d).sum::<f64>().sqrt())
            }
            _ => None,
        }
    }

    /// The genome as bytes, column by column, with the bytes of numbers sorted by their significance:
    /// equal genomes give equal bytes, and they compress well.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        match self {
            Genome::Reals(values) => {
                bytes.push(REALS);
                put_count(&mut bytes, values.len());
                put_planes(&mut bytes, values.iter().map(|v| v.to_le_bytes()));
            }
            Genome::Bits(bits) => {
                bytes.push(BITS);
                put_count(&mut bytes, bits.len());
                put_bits(&mut bytes, bits.iter().copied());
            }
            Genome::Graph(Graph { nodes, connections }) => {
                bytes.push(GRAPH);
                put_count(&mut bytes, nodes.len());
                put_planes(&mut bytes, nodes.iter().map(|n| n.id.to_le_bytes()));
                bytes.extend(nodes.iter().map(|n| n.kind as u8));
                put_planes(&mut bytes, nodes.iter().map(|n| n.bias.to_le_bytes()));
                put_count(&mut bytes, connections.len());
                put_planes(&mut bytes, connections.iter().map(|c| c.innovation.to_le_bytes()));
                put_planes(&mut bytes, connections.iter().map(|c| c.from.to_le_bytes()));
                put_planes(&mut bytes, connections.iter().map(|c| c.to.to_le_bytes()));
                put_planes(&mut bytes, connections.iter().map(|c| c.weight.to_le_bytes()));
                put_bits(&mut bytes, connections.iter().map(|c| c.enabled));
            }
        }
        bytes
    }

    /// The genome with these bytes.
    ///
    /// # Errors
    ///
    /// When they are not what [`Genome::to_bytes`] writes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Genome, GenomeError> {
        let mut input = Input(bytes);
        let genome = match input.take(1)?[0] {
            REALS => {
                let count = input.count()?;
                Genome::Reals(input.planes(count)?.map(f64::from_le_bytes).collect())
            }
            BITS => {
                let count = input.count()?;
                Genome::Bits(input.bits(count)?)
            }
            GRAPH => Genome::Graph(input.graph()?),
            tag => return Err(GenomeError(format!("unknown kind {tag}"))),
        };
        if !input.0.is_empty() {
            return Err(GenomeError(format!("{} bytes too many", input.0.len())));
        }
        if !genome.is_finite() {
            return Err(GenomeError("a number that is not finite".to_owned()));
        }
        Ok(genome)
    }

    /// Whether every number in it is one.
    pub(crate) fn is_finite(&self) -> bool {
        match self {
            Genome::Reals(values) => values.iter().all(|v| v.is_finite()),
            Genome::Bits(_) => true,
            Genome::Graph(graph) => {
                graph.nodes.iter().all(|n| n.bias.is_finite())
                    && graph.connections.iter().all(|c| c.weight.is_finite())
            }
        }
    }
}

impl Graph {
    /// The genes in use as places in a space that all networks of a run share: connections by their
    /// innovation, biases by their node.
    pub fn coordinates(&self) -> BTreeMap<(bool, u32), f64> {
        let connections = self.connections.iter().filter(|c| c.enabled);
        let nodes = self.nodes.iter().filter(|n| n.kind != NodeKind::Input);
        connections
            .map(|c| ((false, c.innovation), c.weight))
            .chain(nodes.map(|n| ((true, n.id), n.bias)))
            .collect()
    }
}

/// Makes the bytes of a genome smaller.
pub(crate) fn compress(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    zstd::bulk::compress(bytes, 1)
}

/// Makes them what they were.
pub(crate) fn decompress(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut whole = Vec::new();
    zstd::Decoder::new(bytes)?.take(LONGEST).read_to_end(&mut whole)?;
    Ok(whole)
}

fn put_count(bytes: &mut Vec<u8>, count: usize) {
    bytes.extend((count as u64).to_le_bytes());
}

fn put_planes<const N: usize>(bytes: &mut Vec<u8>, values: impl Iterator<Item = [u8; N]> + Clone) {
    for place in 0..N {
        bytes.extend(values.clone().map(|value| value[place]));
    }
}

fn put_bits(bytes: &mut Vec<u8>, bits: impl Iterator<Item = bool>) {
    let bits: Vec<bool> = bits.collect();
    bytes.extend(
        bits.chunks(8)
            .map(|chunk| chunk.iter().rev().fold(0, |byte, &bit| byte << 1 | u8::from(bit))),
    );
}

/// Bytes that are yet to be read.
struct Input<'a>(&'a [u8]);

impl<'a> Input<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], GenomeError> {
        let (head, tail) = self
            .0
            .split_at_checked(count)
            .ok_or_else(|| GenomeError("it ends too early".to_owned()))?;
        self.0 = tail;
        Ok(head)
    }

    fn count(&mut self) -> Result<usize, GenomeError> {
        let mut number = [0; 8];
        number.copy_from_slice(self.take(8)?);
        usize::try_from(u64::from_le_bytes(number))
            .ok()
            .filter(|&count| count as u64 <= LONGEST)
            .ok_or_else(|| GenomeError("an impossible length".to_owned()))
    }

    fn planes<const N: usize>(
        &mut self,
        count: usize,
    ) -> Result<impl Iterator<Item = [u8; N]> + use<'a, N>, GenomeError> {
        let planes = self.take(count * N)?;
        Ok((0..count).map(move |i| std::array::from_fn(|place| planes[place * count + i])))
    }

    fn bits(&mut self, count: usize) -> Result<Vec<bool>, GenomeError> {
        let bytes = self.take(count.div_ceil(8))?;
        Ok((0..count).map(|i| bytes[i / 8] >> (i % 8) & 1 == 1).collect())
    }

    fn graph(&mut self) -> Result<Graph, GenomeError> {
        let count = self.count()?;
        let ids = self.planes(count)?.map(u32::from_le_bytes);
        let kinds = self.take(count)?;
        let biases = self.planes(count)?.map(f64::from_le_bytes);
        let nodes = ids.zip(kinds).zip(biases).map(|((id, &kind), bias)| {
            let kind = match kind {
                0 => NodeKind::Input,
                1 => NodeKind::Output,
                2 => NodeKind::Hidden,
                other => return Err(GenomeError(format!("unknown kind of node {other}"))),
            };
            Ok(Node { id, kind, bias })
        });
        let nodes = nodes.collect::<Result<_, _>>()?;
        let count = self.count()?;
        let innovations = self.planes(count)?.map(u32::from_le_bytes);
        let from = self.planes(count)?.map(u32::from_le_bytes);
        let to = self.planes(count)?.map(u32::from_le_bytes);
        let weights = self.planes(count)?.map(f64::from_le_bytes);
        let enabled = self.bits(count)?;
        let connections = innovations.zip(from).zip(to).zip(weights).zip(enabled).map(
            |((((innovation, from), to), weight), enabled)| Connection {
                innovation,
                from,
                to,
                weight,
                enabled,
            },
        );
        Ok(Graph { nodes, connections: connections.collect() })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn graph() -> impl Strategy<Value = Genome> {
        let node = (any::<u32>(), 0..3, -1e9..1e9).prop_map(|(id, kind, bias)| Node {
            id,
            kind: [NodeKind::Input, NodeKind::Output, NodeKind::Hidden][kind as usize],
            bias,
        });
        let connection = (any::<u32>(), any::<u32>(), any::<u32>(), -1e300..1e300, any::<bool>())
            .prop_map(|(innovation, from, to, weight, enabled)| Connection {
                innovation,
                from,
                to,
                weight,
                enabled,
            });
        (prop::collection::vec(node, 0..20), prop::collection::vec(connection, 0..40))
            .prop_map(|(nodes, connections)| Genome::Graph(Graph { nodes, connections }))
    }

    fn genome() -> impl Strategy<Value = Genome> {
        prop_oneof![
            prop::collection::vec(-1e300..1e300, 0..50).prop_map(Genome::Reals),
            prop::collection::vec(any::<bool>(), 0..50).prop_map(Genome::Bits),
            graph(),
        ]
    }

    proptest! {
        #[test]
        fn bytes_and_back(genome in genome()) {
            let bytes = genome.to_bytes();
            prop_assert_eq!(&Genome::from_bytes(&bytes), &Ok(genome));
            prop_assert_eq!(decompress(&compress(&bytes).unwrap()).unwrap(), bytes);
        }

        #[test]
        fn any_bytes_are_read_or_refused(genome in genome(), cut in 0..200_usize, at in 0..200_usize, byte: u8) {
            let mut bytes = genome.to_bytes();
            if let Some(place) = bytes.get_mut(at) {
                *place = byte;
            }
            bytes.truncate(cut);
            if let Ok(read) = Genome::from_bytes(&bytes) {
                prop_assert_eq!(Genome::from_bytes(&read.to_bytes()), Ok(read));
            }
        }

        #[test]
        fn distance_is_a_distance(a in genome(), b in genome()) {
            prop_assert_eq!(a.distance(&a), Some(0.0));
            prop_assert_eq!(a.distance(&b), b.distance(&a));
        }
    }

    #[test]
    fn a_gene_out_of_use_counts_as_absent() {
        let connection = Connection { innovation: 7, from: 0, to: 1, weight: 3.0, enabled: true };
        let with = Graph { nodes: Vec::new(), connections: vec![connection] };
        let mut without = with.clone();
        without.connections[0].enabled = false;
        assert_eq!(Genome::Graph(with).distance(&Genome::Graph(without)), Some(3.0));
    }
}
