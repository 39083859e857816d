//! `renown fleet import`: a whole fleet from a file, every problem at once.
//!
//! ```toml
//! list = "gothic-sector"
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
    let (file, problems) = reader::read_partly(&name, &text, fleet);
    session.as_member(|session, member| {
        let ground = session.ground(member)?;
        let player = resolve::player(&ground.seen, player)?;
        let first = ground.before.next_vessel();
        let own = ground.seen.players.get(&player).map(|player| player.list.clone()).unwrap_or_default();
        let mut wrong = CliError::data(&problems).messages;
        let other = file.as_ref().and_then(|file| file.list.as_ref()).filter(|list| **list != own);
        wrong.extend(other.map(|list| format!("{name}: it is a fleet of {list}, and the player has {own}")));
        let command =
            file.map(|file| Command::ImportFleet { player, first, vessels: file.vessels, flagship: file.flagship });
        match command {
            Some(command) if wrong.is_empty() => session.give(member, &ground.before, command).map(|_| ()),
            command => {
                // What the rules have against the rest is said with it.
                let rest = command.map(|command| session.foresee(member, &ground.before, command));
                wrong.extend(rest.and_then(std::result::Result::err).into_iter().flat_map(|error| error.messages));
                let hints = vec!["mend the fleet file; nothing was bought".to_owned()];
                Err(CliError { messages: wrong, hints, usage: false })
            }
        }
    })
}

/// A fleet as a file has it.
pub(crate) struct FleetFile {
    /// The list it is of, where it says so.
    pub(crate) list: Option<String>,
    pub(crate) vessels: Vec<NewVessel>,
    pub(crate) flagship: Option<String>,
}

/// Reads a fleet file.
pub(crate) fn read(name: &str, text: &str) -> std::result::Result<FleetFile, Vec<Problem>> {
    reader::read(name, text, fleet)
}

fn fleet(root: &Node<'_>) -> FleetFile {
    let (list, flagship) = (root.opt_text("list"), root.opt_text("flagship"));
    let vessels = root.tables("vessel", vessel);
    if vessels.is_empty() {
        root.problem("there is no [[vessel]] in it");
    }
    FleetFile { list, vessels, flagship }
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
