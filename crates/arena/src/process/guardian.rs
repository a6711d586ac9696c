//! Ends the programs that we started if we cannot do so ourselves.
//!
//! A drop ends a program when all goes well, and also after a panic; nothing of ours runs after
//! `kill -9`, and little after Ctrl-C. So a small shell script runs beside us, in a process group of
//! its own. It knows which groups are alive, because we tell it through a pipe, and when the pipe
//! closes, which the system does for us however we end, it kills them.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};

use rustix::process::Pid;

const SCRIPT: &str = r#"
trap '' HUP INT QUIT TERM
groups=
while read -r sign group; do
    case $sign in
    +) groups="$groups $group" ;;
    -) rest=
       for g in $groups; do [ "$g" = "$group" ] || rest="$rest $g"; done
       groups=$rest ;;
    esac
done
for group in $groups; do kill -s KILL -- "-$group"; done
"#;

/// The groups that are alive, and the script if it runs.
struct Guardian {
    groups: BTreeSet<i32>,
    script: Option<Child>,
}

static GUARDIAN: Mutex<Guardian> = Mutex::new(Guardian { groups: BTreeSet::new(), script: None });

/// From now on the group ends with us.
pub(super) fn watch(group: Pid) -> io::Result<()> {
    let mut guardian = GUARDIAN.lock().unwrap_or_else(PoisonError::into_inner);
    let group = group.as_raw_nonzero().get();
    guardian.groups.insert(group);
    guardian.tell(&format!("+ {group}\n"))
}

/// The group has ended. This has to be said before its leader is reaped, for only as long as that
/// is not done can nobody else get its number.
pub(super) fn release(group: Pid) {
    let mut guardian = GUARDIAN.lock().unwrap_or_else(PoisonError::into_inner);
    let group = group.as_raw_nonzero().get();
    guardian.groups.remove(&group);
    // If the script cannot be told, it is gone, and the next one will not hear of the group.
    let _ = guardian.tell(&format!("- {group}\n"));
}

impl Guardian {
    /// Tells the script; starts one, and tells it everything, if there is none or it is gone.
    fn tell(&mut self, message: &str) -> io::Result<()> {
        let pipe = self.script.as_mut().and_then(|script| script.stdin.as_mut());
        if pipe.is_some_and(|pipe| pipe.write_all(message.as_bytes()).is_ok()) {
            return Ok(());
        }
        if let Some(mut script) = self.script.take() {
            let _ = script.kill();
            let _ = script.wait();
        }
        let mut script = Command::new("/bin/sh")
            .args(["-c", SCRIPT, "finchess-guardian"])
            .current_dir("/")
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        let all: String = self.groups.iter().map(|group| format!("+ {group}\n")).collect();
        if let Some(pipe) = script.stdin.as_mut() {
            pipe.write_all(all.as_bytes())?;
        }
        self.script = Some(script);
        Ok(())
    }
}
