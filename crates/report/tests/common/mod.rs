//! A made-up evolution of forty generations, without chance: what looks random comes from a fixed sequence.
#![allow(clippy::unwrap_used, reason = "these are tests")]
#![allow(dead_code, reason = "each test file uses its part")]

use std::path::{Path, PathBuf};

use record::{
    Connection, Ending, Evaluation, Figure, Game, Generation, Genome, Graph, Keep, Kind, Member,
    Node, NodeKind, Origin, Seat, Session, Species, Tally, Timing, Writer, Yardstick,
};

/// Noise between 0 and 1 by the finaliser of SplitMix64.
pub(crate) fn noise(n: u64) -> f64 {
    let mut z = n.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (z ^ (z >> 31)) as f64 / u64::MAX as f64
}

/// What a run is made of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Makeup {
    Layers,
    Networks,
}

pub(crate) const POPULATION: u64 = 16;

/// Writes a run of so many generations and gives its folder.
pub(crate) fn run(parent: &Path, name: &str, makeup: Makeup, generations: u64) -> PathBuf {
    let origin = Origin {
        name: name.to_owned(),
        typed: String::new(),
        resolved: "# <made up> & \"quoted\"\n[evolution]\npopulation = 16\n".to_owned(),
        seed: 7,
        version: "0.1.0".to_owned(),
        signature: "123456".to_owned(),
        planned: 41,
        layers: if makeup == Makeup::Layers { vec![12, 8, 1] } else { Vec::new() },
        keep: Keep { every: 10 },
    };
    let session = Session {
        started: 1_700_000_000_000,
        version: "0.1.0".to_owned(),
        host: "nowhere".to_owned(),
        system: "none".to_owned(),
        threads: 2,
    };
    let mut writer = Writer::create(parent, &origin, &session).unwrap();
    (0..generations).for_each(|number| writer.commit(&generation(number, makeup)).unwrap());
    writer.finish().unwrap();
    writer.folder().to_owned()
}

fn generation(number: u64, makeup: Makeup) -> Generation {
    // The best four survive; the others are children of two of the generation before.
    let id = |number: u64, place: u64| match place {
        0..4 if number > 0 => number.saturating_sub(1 + place) * POPULATION + 5 + place,
        _ => number * POPULATION + place,
    };
    let members: Vec<Member> = (0..POPULATION)
        .map(|place| {
            let me = id(number, place);
            let key = me * 31 + number;
            let parent =
                |salt: u64| id(number.saturating_sub(1), (noise(me + salt) * 15.99) as u64);
            Member {
                id: me,
                parents: if number == 0 { Vec::new() } else { vec![parent(1000), parent(2000)] },
                genome: match makeup {
                    Makeup::Layers => layers(me),
                    Makeup::Networks => network(me),
                },
                evaluation: Evaluation {
                    fitness: (noise(key) * 8.0 + number as f64 / 10.0).round() / 2.0,
                    species: Some(me % 5 + number / 12),
                    tally: Some(Tally { wins: 2, draws: 1, losses: 3 }),
                    details: Vec::new(),
                },
            }
        })
        .collect();
    let champion = members
        .iter()
        .max_by(|a, b| a.evaluation.fitness.total_cmp(&b.evaluation.fitness))
        .map(|member| member.id);
    let mut games = Vec::new();
    if number.is_multiple_of(10) {
        for member in &members {
            games.extend((0..6).map(|i| exam(member.id, number, i)));
        }
    }
    let yardsticks = if number.is_multiple_of(5) {
        ["material", "generation 0"]
            .map(|opponent| yardstick(champion.unwrap(), opponent, number))
            .into()
    } else {
        Vec::new()
    };
    let species = match makeup {
        Makeup::Layers => Vec::new(),
        Makeup::Networks => (0..5)
            .map(|i| Species {
                id: i + number / 12,
                size: 3 + u64::from(i == 0),
                best: 2.0,
                age: number % 12,
            })
            .collect(),
    };
    Generation {
        number,
        members,
        champion,
        figures: vec![Figure::new("sigma", 0.01)],
        species,
        games,
        yardsticks,
        weights: Vec::new(),
        state: vec![0; 16],
        timing: Timing { finished: 0, seconds: 1.5, playing: 1.4 },
    }
}

fn layers(id: u64) -> Genome {
    let age = (id / POPULATION) as f64;
    let gene =
        |i: u64| (noise(i) - 0.5) * age / 20.0 + (noise(id * 1000 + i) - 0.5) / (1.0 + age / 5.0);
    Genome::Reals((0..12 * 8 + 8 + 8 + 1).map(gene).collect())
}

fn network(id: u64) -> Genome {
    let hidden = 2 + (id / POPULATION / 6) as u32 + (noise(id) * 2.0) as u32;
    let node = |i: u32| Node {
        id: i,
        kind: match i {
            0..12 => NodeKind::Input,
            12 => NodeKind::Output,
            _ => NodeKind::Hidden,
        },
        bias: if i < 12 { 0.0 } else { noise(id + u64::from(i)) },
    };
    let mut connections = Vec::new();
    for h in 13..13 + hidden {
        let from =
            (0..12).filter(|i| noise(u64::from(h * 40 + i)) < 0.5).chain((h > 15).then_some(h - 2));
        connections.extend(from.map(|from| (from, h)));
        connections.push((h, 12));
    }
    let connections = connections.into_iter().map(|(from, to)| Connection {
        innovation: from * 64 + to,
        from,
        to,
        weight: noise(u64::from(from * 64 + to)) * 4.0 - 2.0 + noise(id + u64::from(to)) / 2.0,
        enabled: noise(id + u64::from(from * 7 + to)) > 0.1,
    });
    Genome::Graph(Graph {
        nodes: (0..13 + hidden).map(node).collect(),
        connections: connections.collect(),
    })
}

fn exam(individual: u64, number: u64, i: u64) -> Game {
    let white = i < 3;
    let luck = noise(individual * 6 + i) + number as f64 / 200.0;
    let ending = match (luck, white) {
        (0.93.., true) | (..0.85, false) => Ending::White,
        (0.93.., false) | (..0.85, true) => Ending::Black,
        _ => Ending::Draw,
    };
    let (me, other) = (Seat::Individual(individual), Seat::Named("Stockfish".to_owned()));
    let (white_seat, black_seat) = if white { (me, other) } else { (other, me) };
    Game {
        kind: Kind::Exam,
        white: white_seat,
        black: black_seat,
        opening: String::new(),
        ending,
        reason: "checkmate".to_owned(),
        plies: (20.0 + noise(individual * 7 + i) * 30.0 + if white { 0.0 } else { 12.0 }) as u32,
        moves: None,
        nodes: 1000,
    }
}

fn yardstick(individual: u64, opponent: &str, number: u64) -> Yardstick {
    let pairs = [4, 3, 8, 3 + (number / 10) as u32, 2 + (number / 5) as u32];
    let points: u32 = pairs.iter().zip(0..).map(|(count, half)| count * half).sum();
    let games = pairs.iter().sum::<u32>() * 2;
    let draws = points % 2 + 10;
    let wins = (points - draws) / 2;
    Yardstick {
        individual,
        opponent: opponent.to_owned(),
        limits: "2000 nodes".to_owned(),
        tally: Tally { wins, draws, losses: games - wins - draws },
        pairs,
    }
}
