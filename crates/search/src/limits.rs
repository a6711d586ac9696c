use std::time::Duration;

/// When a search ends. Without any limit it runs until it is stopped from outside.
#[derive(Clone, Debug)]
pub struct Limits<M> {
    /// Stop at exactly this many nodes.
    pub nodes: Option<u64>,
    /// Stop after this many plies of iterative deepening.
    pub depth: Option<u32>,
    /// Stop as soon as a win within this many moves is proved.
    pub mate: Option<u32>,
    /// Stop by the clock. Such results cannot be repeated exactly.
    pub time: Option<Time>,
    /// Consider only these moves at the root; all if empty.
    pub root_moves: Vec<M>,
    /// How many of the best moves to find a line for.
    pub lines: usize,
}

/// A limit by the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Time {
    /// Do not begin what is unlikely to end in time.
    pub soft: Duration,
    /// Break off.
    pub hard: Duration,
}

impl Time {
    /// Use all of it.
    pub const fn exactly(time: Duration) -> Time {
        Time { soft: time, hard: time }
    }
}

impl<M> Default for Limits<M> {
    fn default() -> Limits<M> {
        Limits {
            nodes: None,
            depth: None,
            mate: None,
            time: None,
            root_moves: Vec::new(),
            lines: 1,
        }
    }
}

impl<M> Limits<M> {
    /// A limit of nodes alone.
    pub fn nodes(nodes: u64) -> Limits<M> {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// A limit of depth alone.
    pub fn depth(depth: u32) -> Limits<M> {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// A limit of time alone.
    pub fn time(time: Time) -> Limits<M> {
        Limits { time: Some(time), ..Limits::default() }
    }
}
