//! What happened in a ground battle: a sentence with the rule that made it happen.

use std::fmt;

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The rule.
    pub rule: &'static str,
    /// What happened.
    pub text: String,
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.text, self.rule)
    }
}

/// Where events go. One that is not listened to costs nothing.
pub trait Log {
    /// Keeps an event.
    fn tell(&mut self, event: impl FnOnce() -> Event);
}

impl Log for Vec<Event> {
    fn tell(&mut self, event: impl FnOnce() -> Event) {
        self.push(event());
    }
}

/// Nobody listens.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Log for Silent {
    fn tell(&mut self, _: impl FnOnce() -> Event) {}
}
