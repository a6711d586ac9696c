//! The terms of the reference evaluator by their definitions, with loops over squares.

use shakmaty::Role::{self, Bishop, King, Knight, Pawn, Queen, Rook};

use super::terms::*;
use crate::linear::twin::{At, Plain, distance, near, squares};

const PIECES: [Role; 4] = [Knight, Bishop, Rook, Queen];

/// Pieces of one's own that do not block a piece of this kind: those that attack along with it.
fn glass(role: Role) -> &'static [Role] {
    match role {
        Bishop => &[Queen],
        Rook => &[Queen, Rook],
        _ => &[],
    }
}

fn role_at(p: &Plain, own: bool, at: At) -> Option<Role> {
    Role::ALL.into_iter().find(|role| p.is(own, *role, at))
}

/// How many pieces of a side, of these kinds, attack the square.
fn attackers(p: &Plain, own: bool, kinds: &[Role], at: At) -> usize {
    kinds
        .iter()
        .flat_map(|role| p.all(own, *role).into_iter().map(|from| (*role, from)))
        .filter(|(role, from)| p.reach_through(*from, glass(*role)).contains(&at))
        .count()
}

fn attacks(p: &Plain, own: bool, kinds: &[Role], at: At) -> bool {
    attackers(p, own, kinds, at) > 0
}

/// As every rank but the first can hold a pawn: 0 for the second.
fn row(at: At) -> usize {
    at.1 as usize - 1
}

pub(super) fn twin(p: &Plain, to_move: bool) -> Vec<i32> {
    let mut terms = vec![0; TERMS];
    let mut add = |term: usize, test: bool| terms[term] += i32::from(test);
    placement(p, &mut add);
    pawns(p, &mut add);
    pieces(p, &mut add);
    threats(p, &mut add);
    shelter(p, &mut add);
    add(KING_DANGER + danger(p), true);
    add(TEMPO, to_move);
    let passed: Vec<At> = passed(p);
    for (f, r) in passed {
        let weight = (r - 2).max(0);
        terms[PASSED_OWN_KING] += weight * distance(p.king(true), (f, r + 1));
        terms[PASSED_ENEMY_KING] += weight * distance(p.king(false), (f, r + 1));
    }
    terms
}

fn placement(p: &Plain, add: &mut impl FnMut(usize, bool)) {
    for (kind, role) in Role::ALL.into_iter().enumerate() {
        for (f, r) in p.all(true, role) {
            add(VALUE + kind.min(4), role != King);
            let column = f.min(7 - f) as usize;
            let square = 4 * r as usize + column;
            let start = [PAWN_ON, KNIGHT_ON, BISHOP_ON, ROOK_ON, QUEEN_ON, KING_ON][kind];
            add(if role == Pawn { start + square - 4 } else { start + square }, true);
        }
    }
}

fn passed(p: &Plain) -> Vec<At> {
    let mut pawns = p.all(true, Pawn);
    pawns.retain(|at| p.is_passed(true, *at) && !p.is_doubled(*at));
    pawns
}

fn pawns(p: &Plain, add: &mut impl FnMut(usize, bool)) {
    for at in p.all(true, Pawn) {
        let (f, r) = at;
        let opposed = (r + 1..8).any(|q| p.enemy(Pawn, (f, q)));
        let helper = |g: i32| (0..=r).any(|q| p.own(Pawn, (g, q)));
        let isolated = p.is_isolated(true, at);
        let stopped = p.enemy(Pawn, (f, r + 1))
            || p.enemy(Pawn, (f - 1, r + 2))
            || p.enemy(Pawn, (f + 1, r + 2));
        let backward = !isolated && !helper(f - 1) && !helper(f + 1) && stopped;
        let phalanx = p.own(Pawn, (f - 1, r)) || p.own(Pawn, (f + 1, r));
        let defended = p.own(Pawn, (f - 1, r - 1)) || p.own(Pawn, (f + 1, r - 1));
        let is_passed = passed(p).contains(&at);
        let beside = |own: bool, behind: bool| {
            let counts = |(g, q): &At| {
                (g - f).abs() == 1
                    && if behind { *q <= r } else { *q > r }
                    && p.is(own, Pawn, (*g, *q))
            };
            squares().filter(counts).count()
        };
        let candidate = !opposed
            && !p.is_passed(true, at)
            && !p.is_doubled(at)
            && beside(true, true) >= beside(false, false);
        add(PAWN_DOUBLED, p.is_doubled(at));
        add(PAWN_ISOLATED, isolated);
        add(PAWN_ISOLATED_OPEN, isolated && !opposed);
        add(PAWN_BACKWARD, backward);
        add(PAWN_BACKWARD_OPEN, backward && !opposed);
        add(PAWN_PHALANX, phalanx);
        add(PAWN_CONNECTED + row(at), phalanx || defended);
        add(PAWN_CANDIDATE + row(at), candidate);
        add(PAWN_PASSED + row(at), is_passed);
        add(PASSED_SUPPORTED, is_passed && defended);
        let next = (f, r + 1);
        let blocked = p.any_enemy(next);
        let held = attacks(p, false, &Role::ALL, next);
        add(PASSED_BLOCKED + row(at), is_passed && blocked);
        add(PASSED_FREE + row(at), is_passed && p.empty(next) && !held);
    }
    for (f, r) in p.all(true, Rook) {
        add(PASSED_ROOK_BEHIND, passed(p).iter().any(|(g, q)| *g == f && *q > r));
    }
}

fn pieces(p: &Plain, add: &mut impl FnMut(usize, bool)) {
    let starts = [KNIGHT_REACH, BISHOP_REACH, ROOK_REACH, QUEEN_REACH];
    for (role, start) in PIECES.into_iter().zip(starts) {
        for at in p.all(true, role) {
            let (f, r) = at;
            let counts = |to: &&At| {
                !p.own(Pawn, **to) && !p.own(King, **to) && !attacks(p, false, &[Pawn], **to)
            };
            let reach = p.reach_through(at, glass(role)).iter().filter(counts).count();
            add(start + reach, true);
            let minor = role == Knight || role == Bishop;
            let held = p.own(Pawn, (f - 1, r - 1)) || p.own(Pawn, (f + 1, r - 1));
            let post = minor && held && (3..6).contains(&r) && !p.can_be_driven_away(at);
            add(if role == Knight { KNIGHT_OUTPOST } else { BISHOP_OUTPOST }, post);
            let next = (f, r + 1);
            add(MINOR_BEHIND_PAWN, minor && (p.own(Pawn, next) || p.enemy(Pawn, next)));
            let (own, enemy) = (p.pawn_on(true, f), p.pawn_on(false, f));
            add(ROOK_OPEN_FILE, role == Rook && !own && !enemy);
            add(ROOK_HALF_OPEN_FILE, role == Rook && !own && enemy);
            add(ROOK_SEVENTH, role == Rook && r == 6);
            for (g, q) in p.all(true, Pawn) {
                add(BISHOP_PAWNS, role == Bishop && (f + r + g + q) % 2 == 0);
            }
        }
    }
    add(BISHOP_PAIR, p.both_colours());
    for at in squares().filter(|(f, r)| (2..6).contains(f) && (1..4).contains(r)) {
        let (f, r) = at;
        let behind = (r..8).any(|q| p.own(Pawn, (f, q)));
        let beside = p.own(Pawn, (f - 1, r)) || p.own(Pawn, (f + 1, r));
        let safe = !attacks(p, false, &[Pawn], at);
        add(SPACE, (behind || beside) && !p.own(Pawn, at) && safe);
    }
}

fn threats(p: &Plain, add: &mut impl FnMut(usize, bool)) {
    for at in squares().filter(|at| p.any_enemy(*at)) {
        let role = role_at(p, false, at).unwrap();
        let by = |kinds: &[Role]| attacks(p, true, kinds, at);
        let loose = !attacks(p, false, &Role::ALL, at);
        add(THREAT_HANGING_PAWN, role == Pawn && loose && by(&Role::ALL));
        let rank = match role {
            Pawn | King => continue,
            Knight | Bishop => 0,
            Rook => 1,
            Queen => 2,
        };
        add(THREAT_BY_PAWN + rank, by(&[Pawn]));
        add(THREAT_BY_MINOR + rank, by(&[Knight, Bishop]) && (rank > 0 || loose));
        add(THREAT_BY_ROOK + rank, by(&[Rook]) && (rank > 1 || loose));
        add(THREAT_HANGING, loose && by(&Role::ALL));
        let pushed = [-1, 1].into_iter().any(|side| safe_step(p, (at.0 + side, at.1 - 1)));
        add(THREAT_BY_PUSH, pushed && !by(&[Pawn]));
    }
}

/// Whether a pawn can step here and is not lost at once.
fn safe_step(p: &Plain, to: At) -> bool {
    let (f, r) = to;
    let single = p.own(Pawn, (f, r - 1));
    let double = r == 3 && p.empty((f, 2)) && p.own(Pawn, (f, 1));
    let safe = !attacks(p, false, &[Pawn], to)
        && (attacks(p, true, &Role::ALL, to) || !attacks(p, false, &Role::ALL, to));
    p.empty(to) && (single || double) && safe
}

fn shelter(p: &Plain, add: &mut impl FnMut(usize, bool)) {
    let (file, rank) = p.king(true);
    let middle = file.clamp(1, 6);
    for f in middle - 1..=middle + 1 {
        let nearest =
            |own: bool| (rank..7).find(|r| p.is(own, Pawn, (f, *r))).unwrap_or(0) as usize;
        let (shelter, storm) = if f == file {
            (SHELTER_KING_FILE, STORM_KING_FILE)
        } else {
            (SHELTER_NEXT_FILE, STORM_NEXT_FILE)
        };
        add(shelter + nearest(true), true);
        add(storm + nearest(false), true);
    }
}

/// The danger of the own king.
fn danger(p: &Plain) -> usize {
    let king = p.king(true);
    let mut units = 0;
    for (role, worth) in [(Knight, 2), (Bishop, 2), (Rook, 3), (Queen, 4)] {
        let bears = |at: &&At| p.reach_through(**at, glass(role)).iter().any(|to| near(*to, king));
        units += worth * p.all(false, role).iter().filter(bears).count() as i32;
    }
    let helped = |at: At| attacks(p, true, &[Pawn, Knight, Bishop, Rook, Queen], at);
    for at in squares().filter(|at| distance(*at, king) == 1) {
        units += i32::from(attacks(p, false, &Role::ALL, at) && !helped(at));
    }
    // Squares from which each kind of piece would give check, if it can go there safely.
    let safe = |at: At| {
        let covered = attacks(p, true, &Role::ALL, at);
        let twice = !helped(at) && attackers(p, false, &Role::ALL, at) > 1;
        !p.any_enemy(at) && (!covered || twice)
    };
    let check = |role: Role, like: Role| {
        squares().any(|at| {
            seen_from(p, king, like).contains(&at) && safe(at) && attacks(p, false, &[role], at)
        })
    };
    units += if check(Knight, Knight) { 4 } else { 0 };
    units += if check(Bishop, Bishop) { 3 } else { 0 };
    units += if check(Rook, Rook) { 5 } else { 0 };
    units += if check(Queen, Rook) || check(Queen, Bishop) { 4 } else { 0 };
    units -= if p.all(false, Queen).is_empty() { 6 } else { 0 };
    units.clamp(0, 31) as usize
}

/// What a piece of this kind would attack from here.
fn seen_from(p: &Plain, at: At, role: Role) -> Vec<At> {
    let ways: Vec<At> = match role {
        Knight => return squares().filter(|s| is_jump(at, *s)).collect(),
        Rook => vec![(0, 1), (0, -1), (1, 0), (-1, 0)],
        _ => vec![(1, 1), (1, -1), (-1, 1), (-1, -1)],
    };
    let mut seen = Vec::new();
    for way in ways {
        let mut to = (at.0 + way.0, at.1 + way.1);
        while p.empty(to) {
            seen.push(to);
            to = (to.0 + way.0, to.1 + way.1);
        }
        seen.push(to);
    }
    seen
}

fn is_jump(a: At, b: At) -> bool {
    let (f, r) = ((a.0 - b.0).abs(), (a.1 - b.1).abs());
    f * r == 2
}
