//! Who is told what is wrong with a battle that is laid down: the lines of a file, or those who muster it.

use std::cell::RefCell;
use std::fmt::Display;

use crate::catalog::reader::Node;

/// Hears every problem.
pub(super) trait Told {
    /// A problem of the whole.
    fn problem(&self, message: impl Display);

    /// A problem of one value.
    fn problem_at(&self, key: &str, message: impl Display);
}

impl Told for Node<'_> {
    fn problem(&self, message: impl Display) {
        Node::problem(self, message);
    }

    fn problem_at(&self, key: &str, message: impl Display) {
        Node::problem_at(self, key, message);
    }
}

/// What a problem is about, in the order in which problems are told: by ship and group as they come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Of {
    /// Ships together.
    All,
    /// The sides.
    Sides,
    /// A ship.
    Ship(usize),
    /// A sub-plot.
    Plot(usize),
    /// A group.
    Group(usize),
}

/// Problems of what was never a text, each under what it is about.
#[derive(Default)]
pub(super) struct Heard {
    found: RefCell<Vec<(Of, String)>>,
}

impl Heard {
    /// One who hears of a part of it, which messages name, such as `ship "Agrippa"`.
    pub(super) const fn about(&self, of: Of, what: String) -> About<'_> {
        About { heard: self, of, what }
    }

    /// All of it, the same thing once.
    pub(super) fn into_problems(self) -> Vec<String> {
        let mut found = self.found.into_inner();
        found.sort();
        found.dedup();
        found.into_iter().map(|(_, problem)| problem).collect()
    }
}

impl Told for Heard {
    fn problem(&self, message: impl Display) {
        self.found.borrow_mut().push((Of::All, message.to_string()));
    }

    fn problem_at(&self, key: &str, message: impl Display) {
        let of = if key == "ship" { Of::Ship(0) } else { Of::Sides };
        self.found.borrow_mut().push((of, message.to_string()));
    }
}

/// A part of a [`Heard`].
pub(super) struct About<'h> {
    heard: &'h Heard,
    of: Of,
    what: String,
}

impl Told for About<'_> {
    fn problem(&self, message: impl Display) {
        self.heard.found.borrow_mut().push((self.of, format!("{}: {message}", self.what)));
    }

    fn problem_at(&self, _key: &str, message: impl Display) {
        self.problem(message);
    }
}
