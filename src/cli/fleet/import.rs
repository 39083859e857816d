//! `renown fleet import`: a whole fleet from a file, every problem at once.
//!
//! ```toml
//! flagship = "Agrippa"
//!
//! [[vessel]]
//! name = "Agrippa"
//! ships = ["lunar"]
//! upgrades = ["nova-cannon"]
//!
//! [[vessel]]
//! name = "First Watch"
//! ships = ["cobra:4"]
//! ```

use std::path::Path;

use super::spec;
use crate::campaign::command::{Command, NewOfficer, NewVessel};
use crate::campaign::state::Origin;
use crate::catalog::reader::{self, Node, Problem};
use crate::cli::error::CliError;
use crate::cli::resolve;
use crate::cli::session::{Result, Session};
use crate::files;

pub(super) fn run(session: &mut Session<'_>, player: &str, file: &Path) -> Result<()> {
    let name = file.display().to_string();
    let text = files::read_text(file, files::WRITTEN).map_err(|error| CliError::new(format!("\"{name}\": {error}")))?;
    let (vessels, flagship) = read(&name, &text).map_err(|problems| CliError {
        hints: vec!["mend the fleet file; nothing was bought".to_owned()],
        ..CliError::data(&problems)
    })?;
    session.as_member(|session, member| {
        let ground = session.ground(member)?;
        let player = resolve::player(&ground.seen, player)?;
        let first = ground.before.next_vessel();
        session.give(member, &ground.before, Command::ImportFleet { player, first, vessels, flagship }).map(|_| ())
    })
}

/// Reads a fleet file.
pub(crate) fn read(name: &str, text: &str) -> std::result::Result<(Vec<NewVessel>, Option<String>), Vec<Problem>> {
    reader::read(name, text, |root| {
        let flagship = root.opt_text("flagship");
        let vessels = root.tables("vessel", vessel);
        if vessels.is_empty() {
            root.problem("there is no [[vessel]] in it");
        }
        (vessels, flagship)
    })
}

fn vessel(node: &mut Node<'_>) -> NewVessel {
    let name = node.text("name");
    node.call(format!("vessel \"{name}\""));
    let ships = node.texts("ships");
    if ships.is_empty() {
        node.problem("`ships` is missing: write ships = [\"lunar\"] or ships = [\"cobra:4\"]");
    }
    let ships = ships
        .iter()
        .filter_map(|text| spec::read(text).map_err(|problem| node.problem_at("ships", problem)).ok())
        .collect();
    let origin = match (node.opt_text("reserve"), node.opt_text("ally")) {
        (Some(_), Some(_)) => {
            node.problem_at("ally", "a vessel is a reserve or an ally, not both");
            Origin::Main
        }
        (Some(list), None) => Origin::Reserve(list),
        (None, Some(list)) => Origin::Ally(list),
        (None, None) => Origin::Main,
    };
    let officer = node.opt_text("officer").map(|kind| NewOfficer {
        kind,
        extra_rerolls: node.opt_number("rerolls").unwrap_or(0),
        marks: node.texts("marks"),
    });
    NewVessel { name, ships, upgrades: node.texts("upgrades"), officer, origin, unfinished: node.flag("unfinished") }
}
