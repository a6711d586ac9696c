use eval::player::Subject;
use evolve::{Settings, SettingsError, Space};
use seed::Seed;

use super::{Experiment, Matching, Mentor, Opponent, StartFill, TrialConfig};
use crate::codec::Codec;
use crate::trial::{MentorTrial, SuiteTrial};

/// The largest number of games, or of positions for all candidates, that one generation may take.
const MOST_EFFORT: u64 = 1_000_000_000;
/// The largest number of positions that moves are matched in.
const MOST_POSITIONS: u64 = 10_000_000;
/// The largest number of genes in a generation, which is two gigabytes of them.
const MOST_GENES: u64 = 1 << 28;
/// More generations than anybody has time for.
const MOST_GENERATIONS: u64 = 100_000_000;

type Fault = (&'static str, String);

impl Experiment {
    /// Checks what the types leave open: names, ranges, and whether the parts fit each other.
    pub(super) fn check(&self) -> Result<(), Fault> {
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        if self.name.is_empty() || self.name.starts_with('.') || !self.name.chars().all(plain) {
            let cause = "a name has letters, digits, dots and dashes: a folder is named after it";
            return Err(("name", cause.to_owned()));
        }
        between("generations", self.generations, 1, MOST_GENERATIONS)?;
        if self.search.depth == 0 && self.search.nodes == 0 {
            let cause = "give depth or nodes: without a limit a search never ends";
            return Err(("search", cause.to_owned()));
        }
        between("search.depth", u64::from(self.search.depth), 0, 100)?;
        self.search.params().map_err(|e| ("search.params", e.to_string()))?;
        between("games.random_plies", u64::from(self.games.random_plies), 0, 100)?;
        if self.games.opening_balance < 0 {
            return Err(("games.opening_balance", "it must not be negative".to_owned()));
        }
        if self.games.material_win < 0 {
            return Err(("games.material_win", "it must not be negative".to_owned()));
        }
        let codec = Codec::new(&self.player, self.game).map_err(|e| ("player", e))?;
        if let Space::Reals(genes) = codec.space() {
            let all = (self.population() as u64).saturating_mul(genes.len() as u64);
            between("evolution.population", all, 0, MOST_GENES)
                .map_err(|(key, cause)| (key, format!("genes of all candidates: {cause}")))?;
        }
        let algorithm = self.evolution.build(&codec.space());
        drop(algorithm.map_err(|e| ("evolution", explain(&e)))?);
        self.start.check(self.population())?;
        let has_centre = matches!(self.evolution, Settings::Cma(_) | Settings::Spsa(_));
        if has_centre && self.start.fill == StartFill::Mutated {
            let cause = "cma and spsa begin in the middle of those they are given: nobody is to be \
                         filled up";
            return Err(("start.fill", cause.to_owned()));
        }
        self.check_trial()?;
        self.check_yardstick()?;
        if let Some(opponent) = &self.exam.opponent {
            check_opponent("exam.opponent", opponent, self.game, true)?;
        } else if self.exam.every > 0 {
            return Err(("exam", "an exam needs an opponent".to_owned()));
        }
        between("exam.games_per_side", self.exam.games_per_side as u64, 1, 10_000)
    }

    fn check_trial(&self) -> Result<(), Fault> {
        match &self.trial {
            TrialConfig::Tournament(tournament) => {
                between("trial.opponents", tournament.opponents as u64, 1, 1 << 20)?;
                between("trial.games", tournament.games as u64, 1, 10_000)?;
                if tournament.games > 1 && self.games.random_plies == 0 {
                    let cause = "games from the same position between the same players are the \
                                 same game: set games.random_plies, or play one";
                    return Err(("trial.games", cause.to_owned()));
                }
            }
            TrialConfig::Matching(matching) => self.check_matching(matching)?,
            TrialConfig::Gauntlet(gauntlet) => {
                between("trial.pairs", gauntlet.pairs as u64, 1, 10_000)?;
                between("trial.champions", gauntlet.champions as u64, 0, 1000)?;
                if gauntlet.opponents.is_empty() {
                    let cause = "the first generation needs at least one opponent";
                    return Err(("trial.opponents", cause.to_owned()));
                }
                for opponent in &gauntlet.opponents {
                    check_opponent("trial.opponents", opponent, self.game, false)?;
                    if opponent.player == Opponent::ANCESTOR {
                        let cause = "the first generation has no ancestor to play";
                        return Err(("trial.opponents", cause.to_owned()));
                    }
                }
            }
            TrialConfig::Suite(suite) => {
                self.check_chess("suite")?;
                between("trial.nodes", suite.nodes, 1, 1 << 40)?;
                SuiteTrial::new(suite).map_err(|cause| ("trial.problems", cause))?;
            }
            TrialConfig::Mentor(mentor) => self.check_mentor(mentor)?,
        }
        let effort = crate::trial::effort(&self.trial, self.population());
        between("trial", effort as u64, 1, MOST_EFFORT)
    }

    fn check_matching(&self, matching: &Matching) -> Result<(), Fault> {
        self.check_chess("matching")?;
        if matching.positions.0.is_empty() {
            return Err(("trial.positions", "no file is named".to_owned()));
        }
        between("trial.count", matching.count as u64, 1, MOST_POSITIONS)?;
        between("trial.skip", matching.skip as u64, 0, MOST_POSITIONS)?;
        between("trial.validation", matching.validation as u64, 0, MOST_POSITIONS)?;
        between("trial.filter.per_game", matching.filter.per_game as u64, 1, 10_000)
    }

    fn check_mentor(&self, config: &Mentor) -> Result<(), Fault> {
        self.check_chess("mentor")?;
        between("trial.depth", u64::from(config.depth), 0, 100)?;
        between("trial.most", u64::try_from(config.most).unwrap_or(0), 1, 20_000)?;
        if config.mentor.player == Opponent::ANCESTOR {
            return Err(("trial.mentor", "the first generation has no ancestor".to_owned()));
        }
        if config.mentor.movetime > 0 {
            let cause = "fitness must not depend on time: give depth or nodes";
            return Err(("trial.mentor", cause.to_owned()));
        }
        let trial = MentorTrial::new(config, &self.search);
        trial.map(drop).map_err(|cause| ("trial", cause))
    }

    /// The trials that read positions know those of chess only.
    fn check_chess(&self, trial: &str) -> Result<(), Fault> {
        if self.game == Subject::Chess {
            return Ok(());
        }
        Err(("trial.kind", format!("the {trial} trial is for chess, not for {}", self.game)))
    }

    fn check_yardstick(&self) -> Result<(), Fault> {
        let yardstick = &self.yardstick;
        between("yardstick.players", yardstick.players as u64, 1, 10_000)?;
        between("yardstick.pairs", yardstick.pairs as u64, 1, 100_000)?;
        if yardstick.every > 0 && yardstick.opponents.is_empty() {
            return Err(("yardstick", "measuring needs opponents".to_owned()));
        }
        for opponent in &yardstick.opponents {
            check_opponent("yardstick.opponents", opponent, self.game, true)?;
        }
        if yardstick.pairs > 1 && yardstick.every > 0 && self.games.random_plies == 0 {
            let cause = "more than one pair from the same position is the same pair again: set \
                         games.random_plies, or play one";
            return Err(("yardstick.pairs", cause.to_owned()));
        }
        Ok(())
    }

    /// The size of the first generation: how many the algorithm asks for. 0 if it cannot be made.
    pub fn population(&self) -> usize {
        let codec = Codec::new(&self.player, self.game).ok();
        let algorithm = codec.and_then(|codec| self.evolution.build(&codec.space()).ok());
        algorithm.map_or(0, |mut algorithm| algorithm.ask(Seed::new(0)).len())
    }

    /// What genomes become, in a word.
    pub fn kind(&self) -> &'static str {
        self.player.kind()
    }
}

/// An algorithm that cannot work on such genomes, and what may help.
fn explain(error: &SettingsError) -> String {
    let hint = match error {
        SettingsError::Space { needs: "bits", found: "numbers", .. } => {
            "; weights and search parameters are written in bits if player.genes = \"bits\""
        }
        SettingsError::Space { needs: "numbers", found: "bits", .. } => {
            "; leave out player.genes = \"bits\""
        }
        _ => "",
    };
    format!("{error}{hint}")
}

fn between(key: &'static str, value: u64, low: u64, high: u64) -> Result<(), Fault> {
    if (low..=high).contains(&value) {
        return Ok(());
    }
    Err((key, format!("{value} is not between {low} and {high}")))
}

/// Opponents inside a trial have to be players of this program: others make fitness depend on time.
fn check_opponent(
    key: &'static str,
    opponent: &Opponent,
    game: Subject,
    engines: bool,
) -> Result<(), Fault> {
    if opponent.player == Opponent::ANCESTOR || (engines && crate::roster::is_engine(opponent)) {
        return Ok(());
    }
    if opponent.movetime > 0 && !engines {
        return Err((key, "fitness must not depend on time: give depth or nodes".to_owned()));
    }
    arena::engine::find(&opponent.player, game).map(drop).map_err(|e| (key, e.to_string()))
}
