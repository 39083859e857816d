//! A file of a ground battle: a table, the answers given from there on, and the dice that fell.

use std::fmt::Write as _;

use super::GroundSituation;
use super::read::situation;
use super::write::write;
use crate::catalog::reader::{self, Problem};
use crate::dice::Kept;
use crate::text::quoted;

/// A table, answers and dice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroundFile {
    /// Where it begins.
    pub situation: GroundSituation,
    /// Answers as text, in order.
    pub actions: Vec<String>,
    /// The dice that fell.
    pub dice: Kept,
}

/// Reads a battle file: a table with `actions`, and `dice` or `rolls`.
///
/// # Errors
/// Every problem of it.
pub fn read_battle(file: &str, text: &str) -> Result<GroundFile, Vec<Problem>> {
    reader::read(file, text, |root| {
        let faces = root.opt_text("dice");
        let dice = if root.has("rolls") {
            let lines = root.texts("rolls");
            Kept::read(lines.iter().map(String::as_str)).unwrap_or_else(|why| {
                root.problem_at("rolls", format_args!("`rolls`: {why}"));
                Kept::default()
            })
        } else {
            Kept::Faces(faces.unwrap_or_default())
        };
        GroundFile { actions: root.texts("actions"), dice, situation: situation(root) }
    })
}

/// Writes a battle file as [`read_battle`] reads it. One that is to be opened is written without what is under way.
#[must_use]
pub fn write_battle(file: &GroundFile) -> String {
    let mut out = String::new();
    list(&mut out, "actions", &file.actions);
    match &file.dice {
        Kept::Faces(faces) if faces.is_empty() => {}
        Kept::Faces(faces) => {
            let _ = writeln!(out, "dice = {}", quoted(faces));
        }
        Kept::Rolls(_) => list(&mut out, "rolls", &file.dice.lines().collect::<Vec<_>>()),
    }
    let table = write(&file.situation.roster, &file.situation.battle);
    if file.situation.under_way {
        out.push_str(&table);
    } else {
        for line in table.lines().filter(|line| !line.starts_with("under_way = ")) {
            out.push_str(line);
            out.push('\n');
        }
    }
    out
}

fn list(out: &mut String, key: &str, lines: &[String]) {
    let _ = writeln!(out, "{key} = [");
    for line in lines {
        let _ = writeln!(out, "    {},", quoted(line));
    }
    out.push_str("]\n");
}
