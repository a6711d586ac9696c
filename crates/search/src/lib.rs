//! The one alpha-beta search of Finchess, for any game and any evaluator.
//!
//! The crate sees the vocabulary of [`game`] and nothing else: it cannot know chess. It prints
//! nothing, allocates nothing below the root, takes no lock, and lets no clock decide anything unless
//! a time limit is given. With limits of nodes or depth the same call gives the same answer on every
//! machine.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `params` | the one table of parameters: name, range, default, meaning |
//! | `limits`, `clock`, `control` | when to stop: nodes, depth, time, mate; stop and ponderhit from outside |
//! | `searcher` | [`Searcher`], its buffers, iterative deepening |
//! | `root` | the root: aspiration windows, several lines |
//! | `node` | an inner node, in numbered steps |
//! | `selective` | what may be left out or looked at more deeply: null move, multi-cut, margins |
//! | `quiesce` | captures until the position is quiet |
//! | `order` | which move first |
//! | `table`, `history` | what earlier nodes have taught |
//! | `lines` | the memory of the table |

mod clock;
mod control;
mod history;
mod limits;
mod lines;
mod node;
mod order;
pub mod params;
mod quiesce;
mod report;
mod root;
mod searcher;
mod selective;
mod table;
#[cfg(test)]
mod tests;
mod window;

pub use clock::Clock;
pub use control::Control;
pub use limits::{Limits, Time};
pub use order::ordered_perft;
pub use params::Params;
pub use report::{Bound, Engine, Observer, Report, Silent, Update};
pub use searcher::Searcher;
