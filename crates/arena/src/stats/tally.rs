use std::ops::AddAssign;

use serde::Serialize;

/// What a game gave a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Points {
    /// Nothing.
    Loss,
    /// Half a point.
    Draw,
    /// One point.
    Win,
}

impl Points {
    /// What it gave the opponent.
    #[must_use]
    pub const fn reversed(self) -> Points {
        match self {
            Points::Loss => Points::Win,
            Points::Draw => Points::Draw,
            Points::Win => Points::Loss,
        }
    }
}

/// Pairs of games with one opening and both colours, by what they gave the first player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize)]
pub struct Pairs {
    /// Both lost.
    pub ll: u64,
    /// One lost, one drawn.
    pub ld: u64,
    /// One won, one lost.
    pub wl: u64,
    /// Both drawn.
    pub dd: u64,
    /// One won, one drawn.
    pub wd: u64,
    /// Both won.
    pub ww: u64,
}

impl Pairs {
    /// How many there are.
    pub fn total(&self) -> u64 {
        self.ptnml().iter().sum()
    }

    /// By half points, from none to four.
    pub fn ptnml(&self) -> [u64; 5] {
        [self.ll, self.ld, self.wl + self.dd, self.wd, self.ww]
    }
}

/// The results between two players, as the first sees them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize)]
pub struct Tally {
    /// Games won, in pairs or alone.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Those of the games that came in pairs.
    pub pairs: Pairs,
}

/// Counts that cannot have come from one match.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TallyError {
    /// Pairs and games differ in number.
    #[error("{pairs} pairs make {} games, not {games}", 2 * pairs)]
    Games {
        /// The pairs.
        pairs: u64,
        /// The games.
        games: u64,
    },
    /// Pairs and games differ in points.
    #[error("the pairs score {pairs} half points, the games {games}")]
    Score {
        /// Half points by pairs.
        pairs: u64,
        /// Half points by games.
        games: u64,
    },
    /// Pairs and games differ in draws.
    #[error("{draws} draws do not fit the pairs")]
    Draws {
        /// The draws.
        draws: u64,
    },
    /// Numbers beyond counting.
    #[error("more games than can be counted")]
    TooMany,
}

impl Tally {
    /// Games that do not come in pairs.
    pub fn of_games(wins: u64, draws: u64, losses: u64) -> Tally {
        Tally { wins, draws, losses, pairs: Pairs::default() }
    }

    /// Games that all come in pairs. The counts say how many of the level pairs were two draws.
    ///
    /// # Errors
    ///
    /// When games and pairs cannot be the same match.
    pub fn of_pairs(
        (wins, draws, losses): (u64, u64, u64),
        ptnml: [u64; 5],
    ) -> Result<Tally, TallyError> {
        let counts = [wins, draws, losses].into_iter().chain(ptnml);
        if counts.into_iter().any(|count| count > MOST) {
            return Err(TallyError::TooMany);
        }
        let (pairs, games) = (ptnml.iter().sum(), wins + draws + losses);
        if 2 * pairs != games {
            return Err(TallyError::Games { pairs, games });
        }
        let [ll, ld, level, wd, ww] = ptnml;
        let (in_pairs, in_games) = (ld + 2 * level + 3 * wd + 4 * ww, 2 * wins + draws);
        if in_pairs != in_games {
            return Err(TallyError::Score { pairs: in_pairs, games: in_games });
        }
        // The draws beside a loss or a win are known; the others came by two.
        let dd = draws.checked_sub(ld + wd).filter(|left| left % 2 == 0).map(|left| left / 2);
        match dd.and_then(|dd| Some((dd, level.checked_sub(dd)?))) {
            Some((dd, wl)) => {
                Ok(Tally { wins, draws, losses, pairs: Pairs { ll, ld, wl, dd, wd, ww } })
            }
            None => Err(TallyError::Draws { draws }),
        }
    }

    /// One more game, without a partner.
    pub fn add_game(&mut self, points: Points) {
        match points {
            Points::Win => self.wins += 1,
            Points::Draw => self.draws += 1,
            Points::Loss => self.losses += 1,
        }
    }

    /// One more pair; both its games count as games, too.
    pub fn add_pair(&mut self, one: Points, other: Points) {
        self.add_game(one);
        self.add_game(other);
        let pairs = &mut self.pairs;
        let count = match (one.min(other), one.max(other)) {
            (_, Points::Loss) => &mut pairs.ll,
            (Points::Loss, Points::Draw) => &mut pairs.ld,
            (Points::Loss, Points::Win) => &mut pairs.wl,
            (_, Points::Draw) => &mut pairs.dd,
            (Points::Draw, Points::Win) => &mut pairs.wd,
            (Points::Win, Points::Win) => &mut pairs.ww,
        };
        *count += 1;
    }

    /// All games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Pairs by half points, from none to four.
    pub fn ptnml(&self) -> [u64; 5] {
        self.pairs.ptnml()
    }

    /// Points of the first player in all games.
    pub fn points(&self) -> f64 {
        self.wins as f64 + 0.5 * self.draws as f64
    }

    /// The same results as the second player sees them.
    #[must_use]
    pub fn reversed(&self) -> Tally {
        let Pairs { ll, ld, wl, dd, wd, ww } = self.pairs;
        Tally {
            wins: self.losses,
            draws: self.draws,
            losses: self.wins,
            pairs: Pairs { ll: ww, ld: wd, wl, dd, wd: ld, ww: ll },
        }
    }
}

/// Sums of a few such numbers do not overflow.
const MOST: u64 = u64::MAX >> 8;

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        let (pairs, more) = (&mut self.pairs, other.pairs);
        pairs.ll += more.ll;
        pairs.ld += more.ld;
        pairs.wl += more.wl;
        pairs.dd += more.dd;
        pairs.wd += more.wd;
        pairs.ww += more.ww;
    }
}
