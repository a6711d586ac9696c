//! What a match shows while it goes on and when it is over.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use arena::matches::pgn::{self, Heading};
use arena::matches::{Audience, End, Failed, Record, Standings};
use arena::rating::{self, Rating, Settings, rate};
use arena::stats::{Block, Sprt, Summary, Verdict};
use serde_json::{Value, json};

use crate::Failure;
use crate::commands::counted;

/// Follows a match: writes its PGN, counts faults and nodes, and tells on the standard error how it
/// stands.
pub(super) struct Report {
    pub(super) names: Vec<String>,
    /// What stands in parentheses behind the names.
    pub(super) conditions: String,
    pub(super) sprt: Option<Sprt>,
    pub(super) heading: Heading,
    pgn: Option<(PathBuf, File)>,
    /// How many games lie between two tellings; none are told if it is 0.
    every: u64,
    /// The lines of the block on the terminal, which the next one replaces.
    shown: usize,
    begun: Instant,
    games: u64,
    fresh: u64,
    nodes: u64,
    moves: u64,
    faults: Vec<(u64, Failed)>,
}

impl Report {
    pub(super) fn new(
        heading: Heading,
        conditions: String,
        sprt: Option<Sprt>,
        every: u64,
    ) -> Report {
        Report {
            names: heading.names.clone(),
            conditions,
            sprt,
            heading,
            pgn: None,
            every,
            shown: 0,
            begun: Instant::now(),
            games: 0,
            fresh: 0,
            nodes: 0,
            moves: 0,
            faults: Vec::new(),
        }
    }

    /// Writes games to this file from now on. All games of the match come by, also those of an earlier
    /// run, so the file begins anew; if it holds something, only with leave to `replace` that. It is
    /// locked against other matches.
    pub(super) fn write_to(&mut self, path: &Path, replace: bool) -> Result<(), Failure> {
        let fault = |cause: io::Error| Failure::file(path, cause);
        let open = OpenOptions::new().write(true).create(true).truncate(false).open(path);
        let file = open.map_err(fault)?;
        let found = file.metadata().map_err(fault)?;
        // What is no file, like `/dev/null`, keeps nothing and is for all.
        if found.is_file() {
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => {
                    return Err(Failure::file(path, "another match is writing to it"));
                }
                Err(TryLockError::Error(error)) => return Err(fault(error)),
            }
            if found.len() > 0 && !replace {
                let cause = "holds games of another match, or of one that is over; name another --pgn, \
                             or give --overwrite";
                return Err(Failure::file(path, cause));
            }
            file.set_len(0).map_err(fault)?;
        }
        self.pgn = Some((path.to_owned(), file));
        Ok(())
    }

    /// How many games there are, of this run and of earlier ones.
    pub(super) fn games(&self) -> u64 {
        self.games
    }

    fn tell(&mut self, standings: &Standings) {
        let mut errors = io::stderr().lock();
        // A match does not end because nobody looks.
        if errors.is_terminal() {
            let text = self.text(standings);
            if self.shown > 0 {
                let _ = write!(errors, "\x1b[{}A\x1b[J", self.shown);
            }
            let _ = write!(errors, "{text}");
            self.shown = text.lines().count();
        } else {
            let _ = writeln!(errors, "{}", self.line(standings));
        }
    }

    /// How it stands, in one line.
    fn line(&self, standings: &Standings) -> String {
        if standings.players() > 2 {
            let best = standings.order()[0];
            let (points, games) = (standings.of(best).points(), standings.of(best).games());
            return format!(
                "{}, {} leads with {points} of {games}",
                counted(self.games, "game", "games"),
                self.names[best]
            );
        }
        let tally = standings.between(0, 1);
        let games = counted(self.games, "game", "games");
        let mut line = format!("{games}: +{} -{} ={}", tally.wins, tally.losses, tally.draws);
        if let Some(elo) = Summary::of(&tally).elo {
            line += &format!(", Elo {:.1}", elo.value);
            if let Some(error) = elo.error {
                line += &format!(" +/- {error:.1}");
            }
        }
        if let Some(sprt) = &self.sprt {
            line += &format!(", LLR {:.2}", sprt.progress(&tally).llr);
        }
        line
    }

    /// The block of two players, or the table of more.
    fn text(&self, standings: &Standings) -> String {
        let mut text = if standings.players() == 2 {
            let names = (self.names[0].as_str(), self.names[1].as_str());
            let (conditions, tally) = (self.conditions.as_str(), standings.between(0, 1));
            Block { names, conditions, tally, sprt: self.sprt }.to_string()
        } else {
            self.table(standings)
        };
        let mut kinds: Vec<(usize, &str, usize)> = Vec::new();
        for (_, fault) in &self.faults {
            match kinds.iter_mut().find(|k| (k.0, k.1) == (fault.player, fault.kind.as_str())) {
                Some(found) => found.2 += 1,
                None => kinds.push((fault.player, &fault.kind, 1)),
            }
        }
        kinds.sort_unstable();
        for (player, kind, count) in kinds {
            text += &format!("Faults of {}: {count} x {kind}\n", self.names[player]);
        }
        text
    }

    /// The ratings of all players, by their numbers, as `finchess rate` finds them; nothing as long as the
    /// games do not connect them.
    fn ratings(&self, standings: &Standings) -> Option<Vec<Rating>> {
        let settings = Settings::new(rating::Model::Bayes);
        let list = rate(&standings.results(&self.names), &settings, None).ok()?;
        let of = |name: &String| list.ratings.iter().find(|row| row.name == *name).cloned();
        self.names.iter().map(of).collect()
    }

    /// Rank, name, rating, games, points, and the results against each other.
    fn table(&self, standings: &Standings) -> String {
        let ratings = self.ratings(standings);
        let rating = |player: usize| ratings.as_ref().map(|ratings| &ratings[player]);
        let mut order = standings.order();
        // As they are printed: equals stay in their order.
        let value = |player: &usize| {
            let value = rating(*player).and_then(|row| row.rating).unwrap_or(0.0);
            (10.0 * value).round()
        };
        order.sort_by(|a, b| value(b).total_cmp(&value(a)));
        let wide = self.names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(6);
        let mut text = String::new();
        if !self.conditions.is_empty() {
            text += &format!("Results ({}):\n", self.conditions);
        }
        text += &format!(
            "rank {:wide$} {:>8} {:>7} {:>6} {:>8} {:>7}  ",
            "player", "rating", "+/-", "games", "points", "score"
        );
        for place in 1..=order.len() {
            text += &format!(" {place:>9}");
        }
        text.push('\n');
        for (place, player) in order.iter().enumerate() {
            let tally = standings.of(*player);
            let row = rating(*player);
            let number = |value: Option<f64>| value.map_or("n/a".to_owned(), |v| format!("{v:.1}"));
            let share = 100.0 * tally.points() / (tally.games().max(1)) as f64;
            text += &format!(
                "{:>4} {:wide$} {:>8} {:>7} {:>6} {:>8.1} {share:>6.1}%  ",
                place + 1,
                self.names[*player],
                number(row.and_then(|row| row.rating)),
                number(row.and_then(|row| row.error)),
                tally.games(),
                tally.points(),
            );
            for other in &order {
                let met = standings.between(*player, *other);
                let cell = match met.games() {
                    0 if player == other => "-".to_owned(),
                    0 => String::new(),
                    games => format!("{:.1}/{games}", met.points()),
                };
                text += &format!(" {cell:>9}");
            }
            text = text.trim_end().to_owned();
            text.push('\n');
        }
        text
    }

    /// The last word, on the standard output.
    pub(super) fn finish(&mut self, standings: &Standings, end: &End) -> Result<(), Failure> {
        let mut text = self.text(standings);
        match (end, &self.sprt) {
            (End::Decided(verdict), Some(sprt)) => {
                let (elo0, elo1) = sprt.elo();
                let word = if *verdict == Verdict::AcceptH1 { "passes" } else { "fails" };
                let name = &self.names[0];
                text += &format!("SPRT: {verdict}: {name} {word} [{elo0:.2}, {elo1:.2}]\n");
            }
            (End::Finished, Some(_)) => text += "SPRT: no verdict within these games\n",
            _ => {}
        }
        let mut output = io::stdout().lock();
        if self.shown > 0 && output.is_terminal() {
            write!(output, "\x1b[{}A\x1b[J", self.shown)?;
        }
        output.write_all(text.as_bytes())?;
        output.flush()?;
        self.speed();
        Ok(())
    }

    /// Games, moves and nodes a second, on a terminal.
    fn speed(&self) {
        let mut errors = io::stderr().lock();
        if self.fresh > 0 && errors.is_terminal() {
            let seconds = self.begun.elapsed().as_secs_f64().max(1e-9);
            let each = |count: u64| count as f64 / seconds;
            let (games, moves, nodes) = (each(self.fresh), each(self.moves), each(self.nodes));
            let _ = writeln!(
                errors,
                "{} in {seconds:.2} s: {games:.1} games, {moves:.0} moves, {nodes:.0} nodes a second",
                counted(self.fresh, "game", "games")
            );
        }
    }

    /// Everything for programs.
    pub(super) fn json(&self, standings: &Standings, end: &End) -> Result<String, Failure> {
        let ratings = self.ratings(standings);
        let rating = |player: usize| ratings.as_ref().map(|ratings| &ratings[player]);
        let players: Vec<Value> = (0..standings.players())
            .map(|player| {
                let tally = standings.of(player);
                json!({
                    "name": self.names[player],
                    "limits": self.heading.limits[player],
                    "tally": tally,
                    "points": tally.points(),
                    "rating": rating(player).and_then(|row| row.rating),
                    "error": rating(player).and_then(|row| row.error),
                    "summary": Summary::of(&tally),
                })
            })
            .collect();
        let all = 0..standings.players();
        let met: Vec<Value> = all
            .clone()
            .flat_map(|a| all.clone().filter(move |b| a < *b).map(move |b| (a, b)))
            .filter(|(a, b)| standings.between(*a, *b).games() > 0)
            .map(|(a, b)| {
                json!({
                    "players": [self.names[a], self.names[b]],
                    "tally": standings.between(a, b),
                })
            })
            .collect();
        let faults: Vec<Value> = self
            .faults
            .iter()
            .map(|(game, fault)| {
                json!({
                    "game": game + 1,
                    "player": self.names[fault.player],
                    "kind": fault.kind,
                    "detail": fault.detail,
                    "errors": fault.errors,
                })
            })
            .collect();
        let report = json!({
            "end": match end {
                End::Finished => "finished".to_owned(),
                End::Decided(verdict) => verdict.to_string(),
                End::Interrupted => "interrupted".to_owned(),
                End::Failed { .. } => "failed".to_owned(),
            },
            "games": self.games,
            "conditions": self.conditions,
            "players": players,
            "encounters": met,
            "sprt": self.sprt.map(|sprt| sprt.progress(&standings.between(0, 1))),
            "faults": faults,
            "nodes": self.nodes,
            "moves": self.moves,
            "seconds": self.begun.elapsed().as_secs_f64(),
        });
        serde_json::to_string_pretty(&report).map_err(Failure::new)
    }
}

impl Audience for Report {
    fn game(&mut self, record: &Record, standings: &Standings, fresh: bool) -> Result<(), String> {
        self.games += 1;
        if let Some((path, file)) = &mut self.pgn {
            let text = pgn::text(record, &self.heading)?;
            // In one piece: the file is whole games at any time.
            file.write_all(&text).map_err(|error| format!("{}: {error}", path.display()))?;
        }
        if let Some(fault) = &record.fault {
            self.faults.push((record.game, fault.clone()));
        }
        if fresh {
            self.fresh += 1;
            self.moves += record.remarks.len() as u64;
            self.nodes += record.remarks().filter_map(|remark| remark.nodes).sum::<u64>();
            if self.every > 0 && self.games.is_multiple_of(self.every) {
                self.tell(standings);
            }
        }
        Ok(())
    }
}
