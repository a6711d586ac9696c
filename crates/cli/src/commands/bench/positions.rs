//! What the bench searches. Any change here changes the signature.

use chess::Chess;
use game::{Line, Notation, Tactics, kit};
use seed::Seed;

use crate::Failure;

/// Openings, middlegames and endgames of many kinds.
const CHESS: [&str; 20] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    // Openings: Spanish, Najdorf, Queen's Gambit, King's Indian, Winawer.
    "r1bqk2r/1pppbppp/p1n2n2/4p3/B3P3/5N2/PPPP1PPP/RNBQ1RK1 w kq - 4 6",
    "rnbqkb1r/1p2pppp/p2p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 6",
    "rnbq1rk1/ppp1bppp/4pn2/3p2B1/2PP4/2N1PN2/PP3PPP/R2QKB1R b KQ - 2 6",
    "rnbq1rk1/ppp2pbp/3p1np1/4p3/2PPP3/2N2N2/PP2BPPP/R1BQK2R w KQ - 0 7",
    "rnbqk1nr/pp3ppp/4p3/2ppP3/3P4/P1P5/2P2PPP/R1BQKBNR b KQkq - 0 6",
    // Middlegames: all special moves, an isolated pawn, closed, open, a hedgehog, castled apart.
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r2q1rk1/pb1nbppp/1p2pn2/8/2BP4/2N2N2/PP2QPPP/R1BR2K1 w - - 4 13",
    "r1b2rk1/pp1nqppp/2p1pn2/3p4/2PP4/2NBPN2/PPQ2PPP/R3K2R w KQ - 6 9",
    "r2q1rk1/1b2bppp/p1n1pn2/1p6/3P4/PBN2N2/1P2QPPP/R1BR2K1 w - - 0 14",
    "2r2rk1/1b1q1ppp/pp1ppb2/8/2P1P3/1PN1Q3/P2R1PPP/3R2K1 b - - 3 19",
    "2kr3r/ppp1qppp/2n1bn2/3p4/1b1P4/2NBPN2/PP1B1PPP/R2Q1RK1 w - - 6 10",
    "r4rk1/pp3ppp/2p5/4q3/4n3/2PB3Q/PP3PPP/R4RK1 b - - 0 18",
    // Endgames: rooks, pawns, queens, bishop and knight, promotion, the fifty-move rule.
    "8/5pk1/r5p1/7p/4P2P/5PP1/R5K1/8 w - - 0 40",
    "8/5k2/3p2p1/1p1P3p/1P3K1P/6P1/8/8 w - - 0 45",
    "8/q4pk1/6p1/7p/2Q4P/6P1/5PK1/8 b - - 5 48",
    "8/pp3k2/2p1np2/6p1/4P1P1/2B2K2/PPP5/8 w - - 0 33",
    "6k1/5p2/3b2p1/1P1Pp2p/4N2P/5PP1/6K1/8 b - - 2 41",
    "8/P5k1/4r3/8/8/2R5/1p4K1/8 w - - 0 60",
    "8/8/8/3k4/8/3K4/3R4/8 w - - 80 100",
];

/// The number of a Chess960 start position whose castling is unlike that of ordinary chess.
const SHUFFLED: u32 = 777;

/// The positions of chess.
pub(super) fn chess() -> Result<Vec<Line<Chess>>, Failure> {
    let read = |fen: &&str| Chess::from_text(fen).map(Line::new).map_err(Failure::new);
    let mut lines: Vec<Line<Chess>> = CHESS.iter().map(read).collect::<Result<_, _>>()?;
    lines.push(Line::new(Chess::chess960(SHUFFLED)));
    Ok(lines)
}

/// Positions of any other game: the start and what a few random moves lead to.
pub(super) fn random<G: Tactics + Notation>() -> Vec<Line<G>> {
    let seed = Seed::new(1).child("bench");
    let lines = (0..8).map(|i| kit::random_line::<G>(seed.index(i), 2 * i as usize));
    lines.filter(|line| line.outcome(false).is_none()).collect()
}

#[cfg(test)]
mod tests {
    use chess::{ConnectFour, MiniChess};
    use game::Game;

    use super::*;

    #[test]
    fn all_positions_can_be_played_on() {
        let lines = chess().unwrap();
        assert_eq!(lines.len(), 21);
        for (line, fen) in lines.iter().zip(CHESS) {
            assert_eq!(line.current().to_text(), fen);
            assert_eq!(line.current().outcome(), None, "{fen}");
        }
        assert!(lines[20].current().is_chess960());
        assert!(random::<MiniChess>().len() >= 4);
        assert!(random::<ConnectFour>().len() >= 4);
    }
}
