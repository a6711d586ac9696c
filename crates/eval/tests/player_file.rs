//! Player files on disk.

use std::fs;
use std::path::PathBuf;

use eval::player::{LARGEST, Player, Subject, built_in};

fn directory(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a directory for the test");
    path
}

#[test]
fn saving_replaces_the_file_and_leaves_nothing_else() {
    let directory = directory("player_save");
    let path = directory.join("a.player.json");
    for name in ["reference", "material"] {
        let player = built_in(name, Subject::Chess).unwrap();
        player.save(&path).unwrap();
        assert_eq!(Player::load(&path).unwrap(), player);
    }
    assert_eq!(fs::read_dir(&directory).unwrap().count(), 1);
}

#[test]
fn files_that_cannot_be_read_or_written_are_named() {
    let directory = directory("player_faults");
    let player = built_in("material", Subject::Chess).unwrap();
    let nowhere = directory.join("no/such/place.json");
    for error in [
        player.save(&nowhere).unwrap_err(),
        Player::load(&nowhere).unwrap_err(),
        Player::load(&directory).unwrap_err(),
    ] {
        let error = error.to_string();
        assert!(error.starts_with(directory.to_str().unwrap()), "{error}");
        assert!(!error.contains('\n'));
    }
    // A file that is a directory cannot be replaced; nothing is left of the attempt.
    let occupied = directory.join("occupied");
    fs::create_dir_all(occupied.join("inside")).unwrap();
    assert!(player.save(&occupied).is_err());
    assert_eq!(fs::read_dir(&directory).unwrap().count(), 1);
}

#[test]
fn a_file_that_is_too_large_is_not_read() {
    let path = directory("player_size").join("large.json");
    fs::File::create(&path).unwrap().set_len(LARGEST + 1).unwrap();
    let error = Player::load(&path).unwrap_err().to_string();
    assert!(error.contains("larger than 64 MiB"), "{error}");
}

#[test]
fn shipped_players_load_and_say_where_they_come_from() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../data/players");
    let mut count = 0;
    for entry in fs::read_dir(&folder).expect("players come with the program") {
        let path = entry.unwrap().path();
        let player = Player::load(&path).unwrap();
        let origin = &player.origin;
        let experiment = origin.experiment.as_deref().unwrap_or_default();
        let expected = format!("{experiment}.player.json");
        assert_eq!(path.file_name().unwrap().to_str(), Some(expected.as_str()));
        assert!(origin.seed.is_some() && origin.generation.is_some() && origin.version.is_some());
        // Saved again, it is the same file: nobody has changed it by hand.
        assert_eq!(
            player.to_json().unwrap().trim_end(),
            fs::read_to_string(&path).unwrap().trim_end()
        );
        count += 1;
    }
    assert_eq!(count, 3);
}
