//! From what happened to what is recorded, and back.

use evolve::{Candidate, Genome};
use game::Side;
use record::{Evaluation, Figure, Kind, Reader, Tally};

use crate::config::Experiment;
use crate::yardstick::Measurement;
use crate::{GameJob, Generation, LabError, Played, Session, games};

/// A generation as the store keeps it.
pub(crate) fn generation(
    experiment: &Experiment,
    generation: &Generation,
    measurements: &[Measurement],
) -> record::Generation {
    let ids: Vec<u64> = generation.individuals.iter().map(|i| i.candidate.id).collect();
    let seat = |place: usize| match ids.get(place) {
        Some(id) => record::Seat::Individual(*id),
        None => record::Seat::Named(format!("guest {}", place - ids.len() + 1)),
    };
    let mut games: Vec<record::Game> = games(&generation.jobs, &generation.findings)
        .map(|(job, played)| game(Kind::Trial, seat(job.first), seat(job.second), played))
        .collect();
    let mut yardsticks = Vec::new();
    for measurement in measurements {
        let id = generation.fittest(measurement.player + 1).last().map_or(0, |i| i.candidate.id);
        let own = record::Seat::Individual(id);
        let other = record::Seat::Named(measurement.opponent.clone());
        for (job, played) in &measurement.games {
            let (white, black) = match job.first == measurement.player {
                true => (own.clone(), other.clone()),
                false => (other.clone(), own.clone()),
            };
            games.push(game(Kind::Yardstick, white, black, played));
        }
        yardsticks.push(yardstick(experiment, measurement, id));
    }
    record::Generation {
        number: generation.number,
        members: members(generation),
        champion: ids.get(generation.best).copied(),
        figures: generation.figures.iter().map(|f| Figure::new(f.name, f.value)).collect(),
        species: species(generation),
        games,
        yardsticks,
        weights: weights(experiment, generation),
        state: generation.state.clone(),
        timing: record::Timing::default(),
    }
}

/// What the genome of the champion means, in some generations: often enough for a curve, and seldom enough
/// to be little beside what else is kept.
fn weights(experiment: &Experiment, generation: &Generation) -> Vec<Figure> {
    let every = crate::run::keep(experiment).every.max(1);
    let number = generation.number;
    if !number.is_multiple_of(every) && number != experiment.generations {
        return Vec::new();
    }
    generation.weights.iter().map(|(name, value)| Figure::new(name, *value)).collect()
}

fn members(generation: &Generation) -> Vec<record::Member> {
    let mut tallies = vec![Tally::default(); generation.individuals.len()];
    for (job, played) in games(&generation.jobs, &generation.findings) {
        for (place, side) in [(job.first, Side::First), (job.second, Side::Second)] {
            if let Some(tally) = tallies.get_mut(place) {
                count(tally, played, side);
            }
        }
    }
    let member = |(individual, tally): (&crate::Individual, Tally)| record::Member {
        id: individual.candidate.id,
        parents: individual.candidate.parents.clone(),
        genome: stored(&individual.candidate.genome),
        evaluation: Evaluation {
            fitness: individual.fitness,
            species: Some(individual.candidate.species).filter(|s| *s > 0).map(u64::from),
            tally: Some(tally).filter(|tally| tally.games() > 0),
            details: individual.details.iter().map(|(name, v)| Figure::new(name, *v)).collect(),
        },
    };
    generation.individuals.iter().zip(tallies).map(member).collect()
}

fn count(tally: &mut Tally, played: &Played, side: Side) {
    let halves = (2.0 * played.points(side)) as u8;
    match halves {
        2 => tally.wins += 1,
        1 => tally.draws += 1,
        _ => tally.losses += 1,
    }
}

/// The species of a generation, with what can be told from its members.
fn species(generation: &Generation) -> Vec<record::Species> {
    let mut species: Vec<record::Species> = Vec::new();
    for individual in &generation.individuals {
        let id = u64::from(individual.candidate.species);
        if id == 0 {
            continue;
        }
        match species.iter_mut().find(|known| known.id == id) {
            Some(known) => {
                known.size += 1;
                known.best = known.best.max(individual.fitness);
            }
            None => {
                species.push(record::Species { id, size: 1, best: individual.fitness, age: 0 });
            }
        }
    }
    species.sort_by_key(|species| species.id);
    species
}

fn yardstick(experiment: &Experiment, measurement: &Measurement, id: u64) -> record::Yardstick {
    let Measurement { opponent, wins, draws, losses, games, .. } = measurement;
    let mut pairs = [0; 5];
    for pair in games.chunks_exact(2) {
        let halves: u8 = pair.iter().map(|game| halves(game, measurement.player)).sum();
        pairs[usize::from(halves.min(4))] += 1;
    }
    record::Yardstick {
        individual: id,
        opponent: opponent.clone(),
        limits: experiment.search.describe(),
        tally: Tally { wins: *wins, draws: *draws, losses: *losses },
        pairs,
    }
}

/// The half points of a player in a game.
fn halves((job, played): &(GameJob, Played), player: usize) -> u8 {
    if job.first == player { played.halves } else { 2 - played.halves }
}

/// A game as the store keeps it. Moves are kept where people will want to play them through.
pub(crate) fn game(
    kind: Kind,
    white: record::Seat,
    black: record::Seat,
    played: &Played,
) -> record::Game {
    let mut moves = played.moves.splitn(played.opening_plies as usize + 1, ' ');
    let opening: Vec<&str> = moves.by_ref().take(played.opening_plies as usize).collect();
    record::Game {
        kind,
        white,
        black,
        opening: opening.join(" "),
        ending: match played.halves {
            2 => record::Ending::White,
            1 => record::Ending::Draw,
            _ => record::Ending::Black,
        },
        reason: match &played.fault {
            Some((_, fault)) => fault.clone(),
            None => played.reason.clone(),
        },
        plies: played.plies - played.opening_plies,
        moves: Some(moves.next().unwrap_or_default().to_owned()),
        nodes: played.nodes[0] + played.nodes[1],
    }
}

pub(crate) fn stored(genome: &Genome) -> record::Genome {
    match genome {
        Genome::Reals(genes) => record::Genome::Reals(genes.clone()),
        Genome::Bits(bits) => record::Genome::Bits(bits.clone()),
        Genome::Graph(graph) => record::Genome::Graph(record::Graph {
            nodes: graph
                .nodes
                .iter()
                .map(|node| record::Node {
                    id: node.id,
                    kind: match node.kind {
                        evolve::NodeKind::Input => record::NodeKind::Input,
                        evolve::NodeKind::Output => record::NodeKind::Output,
                        evolve::NodeKind::Hidden => record::NodeKind::Hidden,
                    },
                    bias: node.bias,
                })
                .collect(),
            connections: graph
                .connections
                .iter()
                .map(|gene| record::Connection {
                    innovation: gene.innovation,
                    from: gene.from,
                    to: gene.to,
                    weight: gene.weight,
                    enabled: gene.enabled(),
                })
                .collect(),
        }),
    }
}

/// A genome as players are made of it. Why a connection is out of use is not kept: for a player it makes
/// no difference.
pub(crate) fn revived(genome: record::Genome) -> Genome {
    match genome {
        record::Genome::Reals(genes) => Genome::Reals(genes),
        record::Genome::Bits(bits) => Genome::Bits(bits),
        record::Genome::Graph(graph) => Genome::Graph(evolve::GraphGenome {
            nodes: graph
                .nodes
                .iter()
                .map(|node| evolve::NodeGene {
                    id: node.id,
                    kind: match node.kind {
                        record::NodeKind::Input => evolve::NodeKind::Input,
                        record::NodeKind::Output => evolve::NodeKind::Output,
                        record::NodeKind::Hidden => evolve::NodeKind::Hidden,
                    },
                    bias: node.bias,
                })
                .collect(),
            connections: graph
                .connections
                .iter()
                .map(|gene| evolve::ConnectionGene {
                    innovation: gene.innovation,
                    from: gene.from,
                    to: gene.to,
                    weight: gene.weight,
                    expression: match gene.enabled {
                        true => evolve::Expression::Enabled,
                        false => evolve::Expression::Disabled,
                    },
                })
                .collect(),
        }),
    }
}

/// A recorded individual as a player; nothing if its genome was not kept.
pub(crate) fn player(
    session: &Session,
    reader: &Reader,
    id: u64,
    generation: u64,
) -> Result<Option<eval::player::Player>, LabError> {
    let Some(genome) = reader.genome(id)? else { return Ok(None) };
    let genome = revived(genome);
    let candidate = Candidate { id, genome, parents: Vec::new(), species: 0 };
    session.player(&candidate, generation).map(Some)
}
