use std::fmt::Display;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Where answers go: whole lines, from any thread, each sent off at once.
#[derive(Clone)]
pub struct Output {
    writer: Arc<Mutex<Box<dyn Write + Send>>>,
    closed: Arc<AtomicBool>,
}

impl Output {
    /// Answers to this writer.
    pub fn new(writer: impl Write + Send + 'static) -> Output {
        Output {
            writer: Arc::new(Mutex::new(Box::new(writer))),
            closed: Arc::new(AtomicBool::new(false)),
        }
    }

    /// Sends lines.
    pub fn say(&self, text: impl Display) {
        // A panic elsewhere between two lines leaves nothing half done here.
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        if writeln!(writer, "{text}").and_then(|()| writer.flush()).is_err() {
            self.closed.store(true, Ordering::Relaxed);
        }
    }

    /// Tells a human something, on one line.
    pub fn remark(&self, text: impl Display) {
        let text = text.to_string().replace(char::is_control, " ");
        self.say(format_args!("info string {text}"));
    }

    /// Whether nobody listens any more.
    pub fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Relaxed)
    }
}
