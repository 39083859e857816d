//! A bar for work that takes longer than people wait without wondering.

use std::io::Write;
use std::time::{Duration, Instant};

use crate::text::sealed;

/// Work for which nothing is shown.
const PATIENCE: Duration = Duration::from_secs(1);
const WIDTH: usize = 40;

/// How far some work has come. Shown only to somebody at a terminal, and only once it has taken a second.
pub(super) struct Progress {
    since: Option<Instant>,
    shown: Option<usize>,
}

impl Progress {
    pub(super) fn new(interactive: bool) -> Self {
        Self { since: interactive.then(Instant::now), shown: None }
    }

    pub(super) fn show(&mut self, err: &mut dyn Write, done: usize, of: usize, what: &str) {
        let long = self.since.is_some_and(|since| since.elapsed() >= PATIENCE);
        if long && self.shown.replace(done) != Some(done) {
            let part = done * WIDTH / of.max(1);
            let bar = format!("[{}{}] {done} of {of} {what}", "#".repeat(part), ".".repeat(WIDTH - part));
            let _ = write!(err, "{}{bar}", sealed("\r"));
            let _ = err.flush();
        }
    }

    /// Leaves the line, if there is one.
    pub(super) fn end(&mut self, err: &mut dyn Write) {
        if self.shown.take().is_some() {
            let _ = writeln!(err);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_long_work_is_shown_and_only_to_people() {
        let long_ago = Instant::now().checked_sub(2 * PATIENCE);
        let said = |mut progress: Progress| {
            let mut err = Vec::new();
            progress.show(&mut err, 1, 4, "battles drawn");
            progress.show(&mut err, 1, 4, "battles drawn");
            progress.end(&mut err);
            crate::text::drawn(&String::from_utf8(err).expect("text")).into_owned()
        };
        assert_eq!(said(Progress::new(false)), "");
        assert_eq!(said(Progress::new(true)), "", "a second is not over");
        let bar = format!("\r[{}{}] 1 of 4 battles drawn\n", "#".repeat(10), ".".repeat(30));
        assert_eq!(said(Progress { since: long_ago, shown: None }), bar);
    }
}
