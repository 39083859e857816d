//! A battle file: a situation, the answers given from there on, and the dice that fell.
#![expect(clippy::let_underscore_must_use, reason = "writing to a string cannot fail")]

use std::fmt::Write as _;

use super::Situation;
use super::read::situation;
use super::write::write;
use crate::catalog::fleets::Fleets;
use crate::catalog::reader;
use crate::catalog::reader::{Node, Problem};
use crate::dice::Kept;
use crate::text::quoted;

/// A battle file: a situation, the answers given from there on, and the dice that fell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BattleFile {
    /// Where it begins.
    pub situation: Situation,
    /// The fleets are deployed, and the first turn is still to be opened.
    pub opens: bool,
    /// Answers as text, in order.
    pub actions: Vec<String>,
    /// The dice that fell from there on.
    pub dice: Kept,
}

/// Reads a battle file: a situation with `actions`, `dice` or `rolls`, and `opens`.
///
/// # Errors
/// Every problem of it.
pub fn read_battle(file: &str, text: &str, fleets: &Fleets) -> Result<BattleFile, Vec<Problem>> {
    reader::read(file, text, |root| BattleFile {
        actions: root.texts("actions"),
        dice: dice(root),
        opens: root.flag("opens"),
        situation: situation(root, fleets),
    })
}

/// The dice of a battle file: `rolls` with their purposes, or `dice` without.
fn dice(root: &Node<'_>) -> Kept {
    let faces = root.opt_text("dice");
    if !root.has("rolls") {
        return Kept::Faces(faces.unwrap_or_default());
    }
    if faces.is_some() {
        root.problem_at("rolls", "`dice` and `rolls` are two lists of the same dice");
    }
    let lines = root.texts("rolls");
    Kept::read(lines.iter().map(String::as_str)).unwrap_or_else(|why| {
        root.problem_at("rolls", format_args!("`rolls`: {why}"));
        Kept::default()
    })
}

/// Writes a battle file as [`read_battle`] reads it.
#[must_use]
pub fn write_battle(file: &BattleFile) -> String {
    let mut out = String::new();
    list(&mut out, "actions", file.actions.iter().map(String::as_str));
    match &file.dice {
        Kept::Faces(faces) if faces.is_empty() => {}
        Kept::Faces(faces) => {
            let _ = writeln!(out, "dice = {}", quoted(faces));
        }
        Kept::Rolls(_) => {
            let lines: Vec<String> = file.dice.lines().collect();
            list(&mut out, "rolls", lines.iter().map(String::as_str));
        }
    }
    if file.opens {
        out.push_str("opens = true\n");
    }
    out.push_str(&write(&file.situation.roster, &file.situation.battle));
    out
}

fn list<'l>(out: &mut String, key: &str, lines: impl Iterator<Item = &'l str>) {
    let _ = writeln!(out, "{key} = [");
    for line in lines {
        let _ = writeln!(out, "    {},", quoted(line));
    }
    out.push_str("]\n");
}
