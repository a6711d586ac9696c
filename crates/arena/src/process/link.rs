use std::io::{self, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::ioctl_fionbio;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

use super::lines::{Lines, Tail};
use super::{Launch, Patience, guardian};
use crate::{Fault, FaultKind};

/// How often a program that says nothing is looked at whether it still lives: others that it started
/// may keep its pipes open.
const LOOK: Duration = Duration::from_millis(200);

/// The shell waits for a first line before it becomes the program, so that the guardian knows of it
/// before it runs. If we end before that, the shell does, too.
const GATE: &str = r#"read -r go && exec "$@""#;

/// A program that runs, with pipes to and from it. Dropping it ends the program and all that it
/// started in its process group.
#[derive(Debug)]
pub struct Link {
    child: Child,
    group: Pid,
    stdin: Option<ChildStdin>,
    stdout: ChildStdout,
    stderr: Option<ChildStderr>,
    /// What the pipe to the program could not take yet.
    pending: Vec<u8>,
    lines: Lines,
    /// When the lines not handed out yet were read.
    arrival: Instant,
    errors: Tail,
    /// How the program is told to end.
    farewell: &'static str,
    patience: Patience,
    reaped: bool,
}

/// A line from the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) text: String,
    /// When it was read.
    pub(super) at: Instant,
}

/// Why there is no line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoLine {
    /// None came in time.
    Late,
    /// None will come any more.
    Closed,
}

/// Which of the pipes have something for us.
#[derive(Clone, Copy, Debug, Default)]
struct Ready {
    output: bool,
    errors: bool,
    /// Whether the program takes more.
    input: bool,
}

impl Ready {
    fn any(self) -> bool {
        self.output || self.errors || self.input
    }
}

impl Link {
    /// Starts a program.
    pub(super) fn start(
        launch: &Launch,
        farewell: &'static str,
        patience: Patience,
    ) -> Result<Link, Fault> {
        let program = launch.resolve().map_err(|error| Fault::new(FaultKind::Start, error))?;
        let failed =
            |error: io::Error| Fault::new(FaultKind::Start, format!("{}: {error}", launch.program));
        let mut command = Command::new("/bin/sh");
        command.args(["-c", GATE, "sh"]).arg(program).args(&launch.args).process_group(0);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(dir) = &launch.dir {
            command.current_dir(dir);
        }
        let mut child = command.spawn().map_err(failed)?;
        let group = Pid::from_child(&child);
        let missing = || io::Error::other("no pipe");
        let stdout = child.stdout.take().ok_or_else(missing).map_err(failed)?;
        let mut link = Link {
            group,
            stdin: child.stdin.take(),
            stdout,
            stderr: child.stderr.take(),
            child,
            pending: Vec::new(),
            lines: Lines::default(),
            arrival: Instant::now(),
            errors: Tail::default(),
            farewell,
            patience,
            reaped: false,
        };
        link.open_gate().map_err(failed)?;
        Ok(link)
    }

    fn open_gate(&mut self) -> io::Result<()> {
        ioctl_fionbio(&self.stdout, true)?;
        if let Some(stdin) = &self.stdin {
            ioctl_fionbio(stdin, true)?;
        }
        if let Some(stderr) = &self.stderr {
            ioctl_fionbio(stderr, true)?;
        }
        guardian::watch(self.group)?;
        self.send("");
        Ok(())
    }

    /// Sends lines. What the program does not take at once is sent while we wait for answers; if it
    /// has closed its input, that will show when it is to answer.
    pub(super) fn send(&mut self, text: &str) {
        self.pending.extend_from_slice(text.as_bytes());
        self.pending.push(b'\n');
        self.flush();
    }

    fn flush(&mut self) {
        while let Some(stdin) = self.stdin.as_mut().filter(|_| !self.pending.is_empty()) {
            match stdin.write(&self.pending) {
                Ok(count) => drop(self.pending.drain(..count)),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return,
                Err(_) => {
                    self.stdin = None;
                    self.pending.clear();
                }
            }
        }
    }

    /// How long it is waited for.
    pub(super) fn patience(&self) -> &Patience {
        &self.patience
    }

    /// The next line that comes before the deadline, and before nobody waits any more.
    pub(super) fn line(&mut self, deadline: Instant) -> Result<Line, NoLine> {
        loop {
            if let Some(text) = self.lines.next() {
                return Ok(Line { text, at: self.arrival });
            }
            let now = Instant::now();
            if now >= deadline || self.patience.is_over() {
                return Err(NoLine::Late);
            }
            let ready = self.wait((deadline - now).min(LOOK));
            // Seen before the last read, so that nothing written before the end is missed.
            let ended = !ready.any() && self.has_ended();
            if ready.input {
                self.flush();
            }
            if ready.errors || ended {
                self.read_errors();
            }
            let more = !(ready.output || ended) || self.read_output();
            if ended || !more {
                let last = self.lines.next().or_else(|| self.lines.rest());
                let at = self.arrival;
                return last.map(|text| Line { text, at }).ok_or(NoLine::Closed);
            }
        }
    }

    /// Waits until there is something to read or write; says where.
    fn wait(&self, longest: Duration) -> Ready {
        let mut pipes = arrayvec::ArrayVec::<PollFd<'_>, 3>::new();
        pipes.push(PollFd::from_borrowed_fd(self.stdout.as_fd(), PollFlags::IN));
        if let Some(stderr) = &self.stderr {
            pipes.push(PollFd::from_borrowed_fd(stderr.as_fd(), PollFlags::IN));
        }
        if let Some(stdin) = self.stdin.as_ref().filter(|_| !self.pending.is_empty()) {
            pipes.push(PollFd::from_borrowed_fd(stdin.as_fd(), PollFlags::OUT));
        }
        let timeout = Timespec {
            tv_sec: longest.as_secs().try_into().unwrap_or(i64::MAX),
            tv_nsec: longest.subsec_nanos().into(),
        };
        if poll(&mut pipes, Some(&timeout)).is_err() {
            return Ready::default();
        }
        // A pipe whose other end is closed counts, too: that is how we learn of it.
        let mut ready = pipes.iter().map(|pipe| !pipe.revents().is_empty());
        let mut next = |there: bool| there && ready.next().unwrap_or(false);
        Ready {
            output: next(true),
            errors: next(self.stderr.is_some()),
            input: next(self.stdin.is_some() && !self.pending.is_empty()),
        }
    }

    /// Takes in what there is, up to a buffer full; says whether more may come.
    fn read_output(&mut self) -> bool {
        let mut buffer = [0; 1 << 14];
        match self.stdout.read(&mut buffer) {
            Ok(0) => false,
            Ok(count) => {
                self.arrival = Instant::now();
                self.lines.extend(&buffer[..count]);
                true
            }
            Err(error) => {
                matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted)
            }
        }
    }

    /// Takes in what the program complains about, up to a buffer full; says whether it did.
    fn read_errors(&mut self) -> bool {
        let mut buffer = [0; 1 << 12];
        match self.stderr.as_mut().map(|stderr| stderr.read(&mut buffer)) {
            Some(Ok(0)) => self.stderr = None,
            Some(Ok(count)) => {
                self.errors.extend(&buffer[..count]);
                return true;
            }
            Some(Err(_)) | None => {}
        }
        false
    }

    /// Whether the program has ended. It is not reaped, so that its number stays its own.
    fn has_ended(&self) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        !matches!(waitid(WaitId::Pid(self.group), options), Ok(None))
    }

    /// Waits until the program has ended, but not longer than that.
    fn wait_for_end(&self, longest: Duration) -> bool {
        let deadline = Instant::now() + longest;
        let mut pause = Duration::from_micros(200);
        loop {
            if self.has_ended() {
                return true;
            }
            let now = Instant::now();
            if now >= deadline {
                return false;
            }
            std::thread::sleep(pause.min(deadline - now));
            pause = (2 * pause).min(Duration::from_millis(20));
        }
    }

    /// A fault of the program, with the last that it complained about.
    pub(super) fn fault(&mut self, kind: FaultKind, detail: impl ToString) -> Fault {
        // More than a pipe holds, so that the end of what was written is among it.
        let _ = (0..32).all(|_| self.read_errors());
        Fault { errors: self.errors.take(), ..Fault::new(kind, detail) }
    }

    /// What it means that the program closed its output when `what` was expected of it: the way it
    /// ended, or that it lives on.
    pub(super) fn closed(&mut self, what: &str) -> Fault {
        let ended = self.wait_for_end(self.patience.quit);
        let status = self.end_now();
        let (kind, cause) = match status.filter(|_| ended) {
            Some(status) if status.success() => {
                (FaultKind::Disconnect, "exited without an error".to_owned())
            }
            Some(status) => (FaultKind::Crash, describe(status)),
            None => (FaultKind::Disconnect, "closed its output but ran on".to_owned()),
        };
        self.fault(kind, format!("{cause} when {what}"))
    }

    /// Kills the program and all of its group, and reaps it.
    fn end_now(&mut self) -> Option<ExitStatus> {
        self.reaped = true;
        // An empty group is no fault: then all have ended.
        let _ = kill_process_group(self.group, Signal::KILL);
        guardian::release(self.group);
        self.child.wait().ok()
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        if self.reaped {
            return;
        }
        if !std::thread::panicking() && !self.has_ended() {
            self.send(self.farewell);
            self.stdin = None;
            self.wait_for_end(self.patience.quit);
        }
        self.end_now();
    }
}

/// The signals that end programs with faults, and those that others send.
const FATAL: [(Signal, &str); 10] = [
    (Signal::ABORT, "SIGABRT"),
    (Signal::BUS, "SIGBUS"),
    (Signal::FPE, "SIGFPE"),
    (Signal::ILL, "SIGILL"),
    (Signal::INT, "SIGINT"),
    (Signal::KILL, "SIGKILL"),
    (Signal::PIPE, "SIGPIPE"),
    (Signal::SEGV, "SIGSEGV"),
    (Signal::TERM, "SIGTERM"),
    (Signal::XCPU, "SIGXCPU"),
];

/// How a program ended that did not end well.
fn describe(status: ExitStatus) -> String {
    match (status.code(), status.signal()) {
        (Some(code), _) => format!("exited with code {code}"),
        (None, Some(signal)) => {
            let name = FATAL.iter().find(|(known, _)| known.as_raw() == signal);
            format!(
                "killed by {}",
                name.map_or(format!("signal {signal}"), |(_, name)| name.to_string())
            )
        }
        (None, None) => "ended".to_owned(),
    }
}
