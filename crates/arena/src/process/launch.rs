use std::env;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// Where some systems keep chess engines, though few users have them on their path.
const GAMES: [&str; 2] = ["/usr/games", "/usr/local/games"];

/// Which program is started, and how.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Launch {
    /// A name to be looked for on the path, or a path.
    pub program: String,
    /// Its arguments.
    pub args: Vec<String>,
    /// The folder it runs in; ours if there is none.
    pub dir: Option<PathBuf>,
}

/// A program that cannot be started.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LaunchError {
    /// There is none.
    #[error("{0}: no such program")]
    Missing(String),
    /// There is a file, but the system would not run it.
    #[error("{0}: not a program (no permission to execute it)")]
    NotExecutable(String),
    /// Its folder does not exist.
    #[error("{0}: no such folder")]
    NoFolder(String),
}

impl Launch {
    /// A program without arguments.
    pub fn new(program: impl Into<String>) -> Launch {
        Launch { program: program.into(), ..Launch::default() }
    }

    /// The file that will be run. A path is tried from the program's folder first, then from ours.
    ///
    /// # Errors
    ///
    /// When there is no such program or folder.
    pub fn resolve(&self) -> Result<PathBuf, LaunchError> {
        if let Some(dir) = self.dir.as_ref().filter(|dir| !dir.is_dir()) {
            return Err(LaunchError::NoFolder(dir.display().to_string()));
        }
        let candidates: Vec<PathBuf> = if self.program.contains('/') {
            let within = self.dir.iter().map(|dir| dir.join(&self.program));
            within.chain([PathBuf::from(&self.program)]).collect()
        } else {
            let path = env::var_os("PATH").unwrap_or_default();
            let dirs = env::split_paths(&path).chain(GAMES.map(PathBuf::from));
            dirs.map(|dir| dir.join(&self.program)).collect()
        };
        if let Some(found) = candidates.iter().find(|path| is_executable(path)) {
            // The program may run in another folder than ours.
            return std::path::absolute(found)
                .map_err(|_| LaunchError::Missing(self.program.clone()));
        }
        if candidates.iter().any(|path| path.is_file()) {
            return Err(LaunchError::NotExecutable(self.program.clone()));
        }
        Err(LaunchError::Missing(self.program.clone()))
    }
}

fn is_executable(path: &Path) -> bool {
    path.metadata().is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_found_on_the_path_and_by_path() {
        let shell = Launch::new("sh").resolve().unwrap();
        assert!(shell.is_absolute() && shell.ends_with("sh"), "{}", shell.display());
        let by_path = Launch::new(shell.to_str().unwrap());
        assert_eq!(by_path.resolve(), Ok(shell.clone()));
        let dir = Some(shell.parent().unwrap().to_owned());
        let within = Launch { program: "./sh".to_owned(), dir, ..Launch::default() };
        assert!(within.resolve().unwrap().ends_with("sh"));
    }

    #[test]
    fn what_cannot_be_run_is_named() {
        let error = |launch: Launch| launch.resolve().unwrap_err().to_string();
        assert_eq!(error(Launch::new("no-such-engine")), "no-such-engine: no such program");
        assert_eq!(error(Launch::new("./none")), "./none: no such program");
        assert_eq!(error(Launch::new("")), ": no such program");
        let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
        assert!(error(Launch::new(manifest)).ends_with("(no permission to execute it)"));
        let dir = Some(PathBuf::from("/no/such"));
        assert_eq!(error(Launch { dir, ..Launch::new("sh") }), "/no/such: no such folder");
    }
}
