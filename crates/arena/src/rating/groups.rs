//! Who can be compared with whom.

use std::collections::BTreeSet;

use super::fit::RatingError;
use super::results::Record;

/// Whom plain likelihood can rate: those who neither won nor lost everything, among themselves.
pub(super) fn purge(players: usize, records: &[Record]) -> Vec<bool> {
    let mut rated = vec![true; players];
    loop {
        let (mut points, mut games) = (vec![0.0; players], vec![0.0; players]);
        for r in records.iter().filter(|r| rated[r.white] && rated[r.black]) {
            points[r.white] += r.wins + 0.5 * r.draws;
            points[r.black] += r.losses + 0.5 * r.draws;
            games[r.white] += r.games();
            games[r.black] += r.games();
        }
        let keeps = |i: usize| points[i] > 0.0 && points[i] < games[i];
        let next: Vec<bool> = (0..players).map(|i| rated[i] && keeps(i)).collect();
        if next == rated {
            return rated;
        }
        rated = next;
    }
}

/// Who can be reached from a player along steps.
fn reach(from: usize, steps: &[BTreeSet<usize>]) -> BTreeSet<usize> {
    let (mut seen, mut waiting) = (BTreeSet::from([from]), vec![from]);
    while let Some(player) = waiting.pop() {
        for next in &steps[player] {
            if seen.insert(*next) {
                waiting.push(*next);
            }
        }
    }
    seen
}

/// The rated players, in groups that games connect.
pub(super) fn groups(records: &[Record], rated: &[bool]) -> Vec<BTreeSet<usize>> {
    let mut steps = vec![BTreeSet::new(); rated.len()];
    for r in records.iter().filter(|r| rated[r.white] && rated[r.black]) {
        steps[r.white].insert(r.black);
        steps[r.black].insert(r.white);
    }
    let mut left: BTreeSet<usize> = (0..rated.len()).filter(|i| rated[*i]).collect();
    let mut groups = Vec::new();
    while let Some(first) = left.first().copied() {
        let group = reach(first, &steps);
        left.retain(|player| !group.contains(player));
        groups.push(group);
    }
    groups
}

/// All must be connected by games, or each group by an anchor to a common scale.
pub(super) fn connected(
    records: &[Record],
    rated: &[bool],
    anchors: &[Option<f64>],
    names: &[String],
) -> Result<(), RatingError> {
    let groups = groups(records, rated);
    let anchored = |group: &BTreeSet<usize>| group.iter().any(|i| anchors[*i].is_some());
    if groups.len() > 1 && !groups.iter().all(anchored) {
        let groups: Vec<String> = groups.iter().map(|group| list(group, names)).collect();
        return Err(RatingError::Disconnected(groups.join("; ")));
    }
    Ok(())
}

/// In every group, somebody must have lost a point to the others.
pub(super) fn bounded(
    records: &[Record],
    rated: &[bool],
    names: &[String],
) -> Result<(), RatingError> {
    let mut steps = vec![BTreeSet::new(); rated.len()];
    let mut played = vec![BTreeSet::new(); rated.len()];
    for r in records.iter().filter(|r| rated[r.white] && rated[r.black]) {
        played[r.white].insert(r.black);
        played[r.black].insert(r.white);
        if r.wins + r.draws > 0.0 {
            steps[r.black].insert(r.white);
        }
        if r.losses + r.draws > 0.0 {
            steps[r.white].insert(r.black);
        }
    }
    // From everybody there must be a way up to everybody it is connected with.
    for player in (0..rated.len()).filter(|i| rated[*i]) {
        let up = reach(player, &steps);
        let below: BTreeSet<usize> = reach(player, &played).difference(&up).copied().collect();
        if !below.is_empty() {
            return Err(RatingError::Unbounded(list(&up, names), list(&below, names)));
        }
    }
    Ok(())
}

fn list(group: &BTreeSet<usize>, names: &[String]) -> String {
    const SHOWN: usize = 8;
    let shown: Vec<&str> = group.iter().take(SHOWN).map(|i| names[*i].as_str()).collect();
    match group.len().saturating_sub(SHOWN) {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}
