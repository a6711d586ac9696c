//! A made-up run: everything in it follows from the number of the generation.
#![allow(dead_code, reason = "each test file uses its part")]

use record::{
    Connection, Ending, Evaluation, Figure, Game, Generation, Genome, Graph, Keep, Kind, Member,
    Node, NodeKind, Origin, Seat, Session, Species, Tally, Timing, Yardstick,
};

pub(crate) fn origin(keep: u64) -> Origin {
    Origin {
        name: "demo".to_owned(),
        typed: "preset = 'demo'\n".to_owned(),
        resolved: "population = 4\n".to_owned(),
        seed: u64::MAX,
        version: "0.1.0".to_owned(),
        signature: "123".to_owned(),
        planned: 100,
        layers: vec![64, 128, 1],
        keep: Keep { every: keep },
    }
}

pub(crate) fn session(host: &str) -> Session {
    Session {
        started: 1_700_000_000_000,
        version: "0.1.0".to_owned(),
        host: host.to_owned(),
        system: "linux".to_owned(),
        threads: 2,
    }
}

/// Four members: the champion of the generation before survives, the others are new.
pub(crate) fn generation(number: u64) -> Generation {
    let survivor = if number == 0 { 0 } else { (number - 1) * 4 + 1 };
    let ids = [survivor, number * 4 + 1, number * 4 + 2, number * 4 + 3];
    let member = |&id: &u64| Member {
        id,
        parents: if id < 4 { Vec::new() } else { vec![id - 4, id % 4] },
        genome: genome(id),
        evaluation: Evaluation {
            fitness: id as f64 / 3.0,
            species: Some(id % 2),
            tally: Some(Tally { wins: 1, draws: 2, losses: 3 }),
            details: vec![Figure::new("nodes", 12.0)],
        },
    };
    Generation {
        number,
        members: ids.iter().map(member).collect(),
        champion: Some(number * 4 + 1),
        figures: vec![Figure::new("sigma", 0.01 * 0.995_f64.powi(number as i32))],
        species: vec![Species { id: 0, size: 2, best: 1.0, age: number }],
        games: vec![game(Kind::Trial, ids[0], ids[1]), game(Kind::Exam, ids[2], ids[3])],
        yardsticks: vec![Yardstick {
            individual: ids[1],
            opponent: "material".to_owned(),
            limits: "depth 4".to_owned(),
            tally: Tally { wins: 5, draws: 1, losses: 4 },
            pairs: [1, 0, 3, 1, 0],
        }],
        weights: match number {
            2 => vec![Figure::new("QUEEN_VALUE", 921.3), Figure::new("pawns", f64::NAN)],
            _ => Vec::new(),
        },
        state: vec![number as u8; 1000],
        timing: Timing { finished: 5, seconds: 1.5, playing: 1.25 },
    }
}

/// Half of them numbers, half of them networks, as no real run would mix them.
pub(crate) fn genome(id: u64) -> Genome {
    if id % 4 < 2 {
        let value = |i| ((id * 1000 + i) as f64).sin();
        return Genome::Reals((0..500).map(value).collect());
    }
    let node = |i: u32| Node {
        id: i,
        kind: [NodeKind::Input, NodeKind::Output, NodeKind::Hidden][i as usize % 3],
        bias: f64::from(i) / 7.0,
    };
    let connection = |i: u32| Connection {
        innovation: i + id as u32,
        from: i,
        to: i + 1,
        weight: f64::from(i).cos(),
        enabled: !i.is_multiple_of(3),
    };
    Genome::Graph(Graph {
        nodes: (0..9).map(node).collect(),
        connections: (0..20).map(connection).collect(),
    })
}

pub(crate) fn game(kind: Kind, white: u64, black: u64) -> Game {
    Game {
        kind,
        white: Seat::Individual(white),
        black: if kind == Kind::Exam {
            Seat::Named("Stockfish".to_owned())
        } else {
            Seat::Individual(black)
        },
        opening: String::new(),
        ending: [Ending::White, Ending::Black, Ending::Draw, Ending::Unfinished]
            [(white % 4) as usize],
        reason: "checkmate".to_owned(),
        plies: 40,
        moves: white.is_multiple_of(2).then(|| "e2e4 e7e5".to_owned()),
        nodes: 12_345,
    }
}
