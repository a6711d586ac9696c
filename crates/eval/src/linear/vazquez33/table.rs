//! The table of names, ranges and evolved weights (Vazquez-Fernandez et al. 2013, Table 1).

use crate::linear::feature::features;

features! {
    PAWN_VALUE 100.0 100.0 100.0
        "pawns";
    KNIGHT_VALUE 200.0 400.0 295.2
        "knights";
    BISHOP_VALUE 200.0 400.0 315.4
        "bishops";
    ROOK_VALUE 400.0 600.0 489.7
        "rooks";
    QUEEN_VALUE 800.0 1000.0 921.3
        "queens";
    PAWN_DOUBLED_PENALTY_VALUE -50.0 50.0 -14.3
        "pawns with an own pawn ahead of them on the same file";
    PAWN_ISOLATED_PENALTY_VALUE -50.0 50.0 -23.2
        "pawns without an own pawn on a neighbouring file";
    PAWN_BACKWARD_PENALTY_VALUE -50.0 50.0 -19.5
        "pawns whose neighbours have all gone ahead and whose next square an enemy pawn attacks";
    PAWN_PASSED -50.0 100.0 34.3
        "pawns without an enemy pawn ahead of them on their own or a neighbouring file";
    PAWN_CENTRAL -50.0 100.0 19.7
        "pawns on c4, c5, d4, d5, e4, e5, f4, f5";
    KNIGHT_SUPPORTED -50.0 100.0 16.2
        "knights defended by an own pawn";
    KNIGHT_OPERATIONS_BASE -50.0 100.0 15.3
        "knights that no enemy pawn attacks or can come to attack by advancing";
    KNIGHT_PERIPHERY_0 -50.0 50.0 -10.3
        "knights on the edge of the board";
    KNIGHT_PERIPHERY_1 -50.0 50.0 14.1
        "knights one step from the edge";
    KNIGHT_PERIPHERY_2 -50.0 50.0 19.7
        "knights two steps from the edge";
    KNIGHT_PERIPHERY_3 -50.0 50.0 26.4
        "knights on d4, d5, e4, e5";
    ROOK_OPEN_COLUMN -50.0 50.0 22.1
        "rooks on a file without pawns";
    ROOK_SEMIOPEN_COLUMN_BEHIND -50.0 50.0 -5.7
        "rooks on a file with enemy pawns only";
    ROOK_CLOSED_COLUMN -50.0 50.0 -11.3
        "rooks on a file with pawns of both sides, behind an own pawn";
    ROOK_SEVEN_RANK -50.0 50.0 49.6
        "rooks on the seventh rank";
    KNIGHT_MOBILITY 0.0 100.0 27.8
        "moves of the knights, pins aside";
    BISHOP_MOBILITY 0.0 100.0 34.1
        "moves of the bishops, pins aside";
    ROOK_MOBILITY 0.0 100.0 37.2
        "moves of the rooks, pins aside";
    QUEEN_MOBILITY 0.0 100.0 12.3
        "moves of the queens, pins aside";
    KING_MOBILITY 0.0 100.0 5.1
        "moves of the king to squares that the enemy does not attack, castling aside";
    ROOK_SEMIOPEN_COLUMN_AHEAD -50.0 50.0 9.3
        "rooks on a file with pawns of both sides, ahead of all own pawns";
    KING_ATTACKING_MATERIAL -100.0 0.0 -67.8
        "worth in pawns of the enemy pieces that attack the own king or a square next to it";
    KING_DEFENDING_MATERIAL 0.0 100.0 52.3
        "worth in pawns of the own pieces that cover the own king or a square next to it";
    KING_CASTLING 0.0 100.0 51.2
        "1 if the king stands as after castling";
    KING_PAWNS 0.0 100.0 49.3
        "own pawns next to the king";
    BISHOP_AHEAD -100.0 0.0 -39.6
        "own pawns that are the first piece ahead of a bishop on a diagonal";
    BISHOP_PAWNS_MOBILITY 0.0 100.0 21.3
        "moves of the pawns that BISHOP_AHEAD counts";
    BISHOP_PAIR 0.0 100.0 27.0
        "1 with bishops on squares of both colours";
}
