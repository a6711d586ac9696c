//! Whole generations against one opponent, after the run, as publications do.

use std::sync::atomic::{AtomicBool, AtomicUsize};

use eval::player::Player;
use record::{Kind, Seat};
use seed::Seed;

use crate::executor::Batch;
use crate::run::Run;
use crate::{GameJob, Job, LabError, Member, board, entry, games, roster};

/// The result of a generation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marks {
    /// The generation.
    pub generation: u64,
    /// Games won.
    pub wins: u32,
    /// Drawn.
    pub draws: u32,
    /// Lost.
    pub losses: u32,
}

impl Run {
    /// The generations that are to be examined and have not been yet.
    ///
    /// # Errors
    ///
    /// When the record cannot be read.
    pub fn unexamined(&mut self) -> Result<Vec<u64>, LabError> {
        let (session, writer) = self.parts();
        let every = session.experiment().exam.every;
        if every == 0 {
            return Ok(Vec::new());
        }
        let reader = writer.reader();
        let known = reader.generations_with(Kind::Exam)?;
        let due = (1..reader.generations()?).filter(|number| number.is_multiple_of(every));
        Ok(due.filter(|number| !known.contains(number)).collect())
    }

    /// Examines one generation: everybody in it plays so many games with each colour. It is recorded at
    /// once, so an exam that is interrupted goes on with the next generation. Gives nothing if `stop` was
    /// set.
    ///
    /// # Errors
    ///
    /// When there is no examiner, a genome was not kept, or nothing can be recorded.
    pub fn examine(
        &mut self,
        generation: u64,
        done: &AtomicUsize,
        stop: &AtomicBool,
    ) -> Result<Option<Marks>, LabError> {
        let (session, writer) = self.parts();
        let experiment = session.experiment();
        let examiner = experiment.exam.opponent.as_ref();
        let examiner =
            examiner.ok_or_else(|| LabError::Player("no examiner is named".to_owned()))?;
        let rows = writer.reader().evaluations(generation)?;
        let mut players: Vec<(u64, Player)> = Vec::new();
        for row in &rows {
            let player = entry::player(session, writer.reader(), row.individual, generation)?;
            let gone = || {
                let cause = format!("the genome of individual {} was not kept", row.individual);
                LabError::State(cause)
            };
            players.push((row.individual, player.ok_or_else(gone)?));
        }
        let budget = experiment.search.budget();
        let mut members: Vec<Member> =
            players.iter().map(|(_, player)| Member::inside(player.clone(), budget)).collect();
        let guest = roster::opponent(examiner, experiment.game, &experiment.search);
        members.push(guest.map_err(LabError::Player)?);
        let guest = members.len() - 1;
        let seed = Seed::new(experiment.seed).child("exam").index(generation);
        let mut jobs = Vec::new();
        for player in 0..players.len() {
            for round in 0..experiment.exam.games_per_side {
                let seed = seed.index(round as u64);
                let opening = seed.child("opening").number();
                let seed = seed.number();
                let job = |first, second| Job::Game(GameJob { first, second, opening, seed });
                jobs.extend([job(player, guest), job(guest, player)]);
            }
        }
        let material = &*board::board(experiment.game, &experiment.games);
        let batch = Batch { members: &members, jobs: &jobs, material };
        let Some(findings) = session.executor().run(batch, done, stop)? else { return Ok(None) };
        let mut marks = Marks { generation, wins: 0, draws: 0, losses: 0 };
        let seat = |place: usize| match players.get(place) {
            Some((id, _)) => Seat::Individual(*id),
            None => Seat::Named(examiner.player.clone()),
        };
        let mut entries = Vec::new();
        for (job, played) in games(&jobs, &findings) {
            match if job.first == guest { 2 - played.halves } else { played.halves } {
                2 => marks.wins += 1,
                1 => marks.draws += 1,
                _ => marks.losses += 1,
            }
            entries.push(entry::game(Kind::Exam, seat(job.first), seat(job.second), played));
        }
        writer.examine(generation, &entries)?;
        Ok(Some(marks))
    }
}
