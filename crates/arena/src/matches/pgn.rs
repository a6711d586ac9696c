//! Games of a match as PGN, with what the players said as comments: `+0.35/12 0.52s`.

use chess::Chess;
use chess::pgn::{GameResult, Tags, write_game};
use game::Score;

use super::{EndingName, Record};
use crate::{FaultKind, Remark};

/// What all games of a match have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    /// The names of the players, by their numbers.
    pub names: Vec<String>,
    /// What the players may spend, by their numbers; empty where that is not told.
    pub limits: Vec<String>,
    /// The event.
    pub event: String,
    /// The place.
    pub site: String,
    /// The day, as `2026.01.31`. Games without a clock could have been played on any.
    pub date: Option<String>,
}

/// The text of a game, with an empty line at its end.
///
/// # Errors
///
/// When the record cannot be replayed.
pub fn text(record: &Record, heading: &Heading) -> Result<Vec<u8>, String> {
    let line = record.line::<Chess>()?;
    let mut tags = Tags::new();
    tags.set("Event", &heading.event);
    tags.set("Site", &heading.site);
    if let Some(date) = &heading.date {
        tags.set("Date", date);
    }
    tags.set("Round", &(record.round + 1).to_string());
    let [white, black] = record.players;
    tags.set("White", &heading.names[white]);
    tags.set("Black", &heading.names[black]);
    tags.set("GameNumber", &(record.game + 1).to_string());
    tags.set("PlyCount", &line.moves().len().to_string());
    if heading.limits[white] == heading.limits[black] {
        tags.set("TimeControl", &heading.limits[white]);
    } else {
        tags.set("WhiteTimeControl", &heading.limits[white]);
        tags.set("BlackTimeControl", &heading.limits[black]);
    }
    tags.set("Termination", termination(record));
    let mut comments = vec!["book".to_owned(); record.opening];
    comments.extend(record.remarks().map(|remark| comment(&remark)));
    if let Some(last) = comments.last_mut() {
        let comma = if last.is_empty() { "" } else { ", " };
        *last += &format!("{comma}{}", reason(record, heading));
    }
    let mut bytes = Vec::new();
    let result = GameResult::parse(&record.result);
    write_game(&mut bytes, &tags, &line, result, &comments).map_err(|e| e.to_string())?;
    Ok(bytes)
}

/// The words that the standard has for the tag.
fn termination(record: &Record) -> &'static str {
    match (record.ending, record.fault.as_ref().map(|fault| fault.kind.as_str())) {
        (EndingName::Rules, _) => "normal",
        (EndingName::Adjudication, _) => "adjudication",
        (EndingName::Fault, Some(kind)) if kind == FaultKind::TimeLoss.name() => "time forfeit",
        (EndingName::Fault, Some(kind)) if kind == FaultKind::IllegalMove.name() => {
            "rules infraction"
        }
        (EndingName::Fault, _) => "abandoned",
    }
}

fn reason(record: &Record, heading: &Heading) -> String {
    match &record.fault {
        Some(fault) => {
            format!("{} of {}: {}", fault.kind, heading.names[fault.player], fault.detail)
        }
        None => record.reason.clone(),
    }
}

fn comment(remark: &Remark) -> String {
    let mut text = String::new();
    if let Some(score) = remark.score {
        text += &in_pawns(score);
        if let Some(depth) = remark.depth {
            text += &format!("/{depth}");
        }
    }
    if let Some(time) = remark.time {
        let space = if text.is_empty() { "" } else { " " };
        text += &format!("{space}{:.3}s", time.as_secs_f64());
    }
    text
}

/// As other programs write it: pawns, or `M` and the plies to mate.
fn in_pawns(score: Score) -> String {
    match score.plies_to_end() {
        Some(plies) if plies > 0 => format!("+M{plies}"),
        Some(plies) => format!("-M{}", -plies),
        None => score.to_string(),
    }
}
