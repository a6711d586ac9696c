use game::{Notation, NotationError, Side};

use super::{COLUMNS, Column, ConnectFour, ROWS, STRIDE, has_four};

/// By player.
const LETTERS: [char; 2] = ['x', 'o'];

impl Notation for ConnectFour {
    /// The empty board: `7/7/7/7/7/7`.
    fn start() -> ConnectFour {
        ConnectFour { stones: [0; 2] }
    }

    /// The rows from the top, `x` for the first player, `o` for the second, digits for gaps:
    /// `7/7/7/7/3o3/2xx3`. Whose turn it is follows from the number of stones.
    fn to_text(&self) -> String {
        let rows = (0..ROWS).rev().map(|row| {
            let mut text = String::with_capacity(COLUMNS);
            let mut gap = 0;
            for column in 0..COLUMNS {
                let square = column * STRIDE + row;
                let owner = self.stones.iter().position(|stones| stones >> square & 1 != 0);
                if let Some(owner) = owner {
                    if gap > 0 {
                        text.push_str(&gap.to_string());
                        gap = 0;
                    }
                    text.push(LETTERS[owner]);
                } else {
                    gap += 1;
                }
            }
            if gap > 0 {
                text.push_str(&gap.to_string());
            }
            text
        });
        rows.collect::<Vec<_>>().join("/")
    }

    /// Any board that a game can lead to as far as the number of stones, gravity and finished rows
    /// tell.
    fn from_text(text: &str) -> Result<ConnectFour, NotationError> {
        read(text.trim()).map_err(|cause| NotationError::bad_position(text, cause))
    }

    /// The column, `1` to `7`.
    fn move_to_text(&self, m: Column) -> String {
        (m.0 + 1).to_string()
    }
}

fn read(text: &str) -> Result<ConnectFour, String> {
    if text.split('/').count() != ROWS {
        return Err(format!("a Connect Four board has {ROWS} rows"));
    }
    let mut stones = [0; 2];
    for (row, letters) in (0..ROWS).rev().zip(text.split('/')) {
        let mut column = 0;
        for letter in letters.chars() {
            if let Some(gap @ 1..=7) = letter.to_digit(10) {
                column += gap as usize;
                continue;
            }
            let Some(owner) = LETTERS.iter().position(|l| *l == letter) else {
                return Err(format!("neither x nor o nor a gap: {letter:?}"));
            };
            if column < COLUMNS {
                stones[owner] |= 1 << (column * STRIDE + row);
            }
            column += 1;
        }
        if column != COLUMNS {
            return Err(format!("row {} has {column} squares, not {COLUMNS}", row + 1));
        }
    }
    let position = ConnectFour { stones };
    check(&position)?;
    Ok(position)
}

fn check(position: &ConnectFour) -> Result<(), String> {
    let [first, second] = position.stones.map(u64::count_ones);
    if first != second && first != second + 1 {
        return Err(format!("{first} stones of x and {second} of o cannot come about in turns"));
    }
    let hollow = position.occupied() >> 1 & !position.occupied() & !ABOVE;
    if hollow != 0 {
        return Err("a stone floats in the air".to_owned());
    }
    let on_move = if first == second { Side::First } else { Side::Second };
    if has_four(position.stones[on_move.index()]) {
        return Err("the side to move has four in a row already".to_owned());
    }
    Ok(())
}

/// The row of squares that do not exist, one above every column.
const ABOVE: u64 = super::BOTTOM << ROWS;
