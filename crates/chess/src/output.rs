//! Files that we write: all of a file, or what was there before.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

/// Writes a file in one step: whoever looks sees the old content or all of the new.
///
/// A link is followed. What is no plain file, such as a pipe or a device, is written to and not replaced.
///
/// # Errors
///
/// When it cannot be written. What was there is then as it was, unless it was no plain file.
pub fn replace(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let path = &fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if fs::metadata(path).is_ok_and(|there| !there.is_file()) {
        return write(&mut fs::OpenOptions::new().write(true).open(path)?);
    }
    // Only in the same directory a file can be renamed in one step.
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}.tmp", std::process::id()));
    let temporary = path.with_file_name(name);
    let written = File::create(&temporary)
        .and_then(|mut file| write(&mut file).and_then(|()| file.sync_all()))
        .and_then(|()| fs::rename(&temporary, path));
    if written.is_err() {
        // What is left of the attempt is of no use to anybody.
        let _ = fs::remove_file(&temporary);
    }
    written
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn links_are_followed_and_devices_stay_devices() {
        let folder = std::env::temp_dir().join(format!("finchess-output-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let (real, link) = (folder.join("real"), folder.join("link"));
        fs::write(&real, "old").unwrap();
        std::os::unix::fs::symlink(&real, &link).unwrap();
        replace(&link, |out| out.write_all(b"new")).unwrap();
        assert_eq!(fs::read(&real).unwrap(), b"new");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        let failed = replace(&real, |_| Err(io::Error::other("no")));
        assert!(failed.is_err());
        assert_eq!(fs::read(&real).unwrap(), b"new", "what was there stays");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 2, "nothing is left behind");
        // A link to the device, so that nothing of the system is at stake.
        let null = folder.join("null");
        std::os::unix::fs::symlink("/dev/null", &null).unwrap();
        replace(&null, |out| out.write_all(b"gone")).unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
        fs::remove_dir_all(&folder).unwrap();
    }
}
