//! The table of names, ranges and evolved weights (David et al. 2013, Figure 3).
//!
//! The pawn is fixed; the other four pieces have 11 bits, everything else 6.

use crate::linear::feature::features;

features! {
    PAWN_VALUE 100.0 100.0 100.0
        "pawns";
    KNIGHT_VALUE 0.0 2047.0 521.0
        "knights";
    BISHOP_VALUE 0.0 2047.0 572.0
        "bishops";
    ROOK_VALUE 0.0 2047.0 824.0
        "rooks";
    QUEEN_VALUE 0.0 2047.0 1710.0
        "queens";
    PAWN_ADVANCE_A 0.0 63.0 3.0
        "steps that pawns on the a, b, g and h files have advanced from their first rank";
    PAWN_ADVANCE_B 0.0 63.0 6.0
        "steps that pawns on the c, d, e and f files have advanced from their first rank";
    PASSED_PAWN_MULT 0.0 63.0 10.0
        "units for passed pawns: 1, 1, 2, 4, 7, 12 on the second to the seventh rank";
    DOUBLED_PAWN_PENALTY 0.0 63.0 14.0
        "minus the pawns with an own pawn ahead of them on the same file";
    ISOLATED_PAWN_PENALTY 0.0 63.0 8.0
        "minus the pawns without an own pawn on a neighbouring file";
    BACKWARD_PAWN_PENALTY 0.0 63.0 3.0
        "minus the pawns whose neighbours have all gone ahead and whose next square an enemy pawn attacks";
    WEAK_SQUARE_PENALTY 0.0 63.0 5.0
        "minus the squares c3 to f4 that no own pawn defends or can come to defend by advancing";
    PASSED_PAWN_ENEMY_KING_DIST 0.0 63.0 7.0
        "king steps from the enemy king to each own passed pawn";
    KNIGHT_SQ_MULT 0.0 63.0 6.0
        "steps that knights stand away from the edge: 0 to 3 each";
    KNIGHT_OUTPOST_MULT 0.0 63.0 9.0
        "knights on the fourth to the sixth rank that no enemy pawn can drive away, twice if an own pawn defends them";
    BISHOP_MOBILITY 0.0 63.0 4.0
        "moves of the bishops, pins aside";
    BISHOP_PAIR 0.0 63.0 28.0
        "1 with bishops on squares of both colours";
    ROOK_ATTACK_KING_FILE 0.0 63.0 51.0
        "rooks on the file of the enemy king, if no own pawn is on it";
    ROOK_ATTACK_KING_ADJ_FILE 0.0 63.0 8.0
        "rooks on a file next to the enemy king's, c to f, if no own pawn is on it";
    ROOK_ATTACK_KING_ADJ_FILE_ABGH 0.0 63.0 26.0
        "rooks on a file next to the enemy king's, a, b, g or h, if no own pawn is on it";
    ROOK_7TH_RANK 0.0 63.0 30.0
        "rooks on the seventh rank";
    ROOK_CONNECTED 0.0 63.0 6.0
        "1 if a rook defends another";
    ROOK_MOBILITY 0.0 63.0 4.0
        "moves of the rooks, pins aside";
    ROOK_BEHIND_PASSED_PAWN 0.0 63.0 40.0
        "rooks behind a passed pawn of either side, on the side it comes from";
    ROOK_OPEN_FILE 0.0 63.0 27.0
        "rooks on a file without pawns";
    ROOK_SEMI_OPEN_FILE 0.0 63.0 11.0
        "rooks on a file with enemy pawns only";
    ROOK_ATCK_WEAK_PAWN_OPEN_COLUMN 0.0 63.0 15.0
        "rooks that attack an isolated or backward pawn along a file without own pawns";
    ROOK_COLUMN_MULT 0.0 63.0 6.0
        "files that rooks stand away from the edge: 0 to 3 each";
    QUEEN_MOBILITY 0.0 63.0 2.0
        "moves of the queens, pins aside";
    KING_NO_FRIENDLY_PAWN 0.0 63.0 35.0
        "-1 if no own pawn is on the king's file, while the enemy has a queen";
    KING_NO_FRIENDLY_PAWN_ADJ 0.0 63.0 10.0
        "minus the files next to the king's without an own pawn, while the enemy has a queen";
    KING_FRIENDLY_PAWN_ADVANCED1 0.0 63.0 6.0
        "minus the own pawns on the third rank, on the king's file and those next to it, while the enemy has a queen";
    KING_NO_ENEMY_PAWN 0.0 63.0 17.0
        "-1 if no enemy pawn is on the king's file, while the enemy has a queen";
    KING_NO_ENEMY_PAWN_ADJ 0.0 63.0 9.0
        "minus the files next to the king's without an enemy pawn, while the enemy has a queen";
    KING_PRESSURE_MULT 0.0 63.0 4.0
        "units for own pieces that attack the enemy king or a square next to it: knight 2, bishop 2, rook 3, queen 5";
}
