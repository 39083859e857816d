//! The tour of the README, typed as it is printed, line by line, in an empty folder.

#![cfg(unix)]

use std::path::Path;
use std::process::Command;

use crate::support::{Folder, NOW, RENOWN, said};

const README: &str = include_str!("../../README.md");

/// The lines of all fenced blocks of a kind, in order.
fn fenced<'t>(text: &'t str, kind: &str) -> Vec<&'t str> {
    let mut inside = false;
    let mut found = Vec::new();
    for line in text.lines() {
        if line.starts_with("```") {
            inside = line == format!("```{kind}");
        } else if inside {
            found.push(line);
        }
    }
    found
}

/// Takes the tour in a folder.
pub(crate) fn tour(folder: &Folder) {
    let programs = Path::new(RENOWN).parent().expect("it lies in a folder").display();
    let lines = fenced(README, "sh");
    assert!(lines.len() > 40, "only {} lines found", lines.len());
    for line in lines {
        let mut shell = Command::new("sh");
        shell.args(["-c", line]).current_dir(folder.path("")).env_clear();
        shell.env("PATH", format!("{programs}:/usr/bin:/bin")).env("RENOWN_NOW", NOW).env("COLUMNS", "100");
        let said = said(shell.output().expect("there is a shell"));
        assert_eq!(said.code, 0, "`{line}` fails:\n{}{}", said.out, said.err);
    }
}

#[test]
fn the_tour_works_as_printed() {
    let folder = Folder::new();
    tour(&folder);
    let whole = folder.ok(&["verify"]);
    assert!(whole.contains("The campaign is whole"), "{whole}");
    let first = folder.ok(&["battle", "status", "1", "--format", "json"]);
    assert!(first.contains("\"step\": \"closed\""), "the first battle is taken to its end: {first}");
}

#[test]
fn the_readme_is_short() {
    let lines = README.lines().count();
    assert!(lines <= 180, "{lines} lines: what is not needed to begin belongs into docs/");
}
