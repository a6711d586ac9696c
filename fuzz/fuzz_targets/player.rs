//! A player that can be read can be written, reads back the same, and is written the same again.

#![no_main]

use eval::player::Player;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    match Player::parse("fuzz", bytes) {
        Ok(player) => {
            let json = player.to_json().expect("what was read can be written");
            let again = Player::parse("fuzz", json.as_bytes()).expect("what was written can be read");
            assert_eq!(again, player);
            assert_eq!(again.to_json().expect("written again"), json);
        }
        Err(error) => assert!(!error.to_string().contains('\n')),
    }
});
