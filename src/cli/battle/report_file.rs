//! Battle reports as files: `renown battle template` writes one, `renown battle record` reads it.

use std::fmt::Write as _;
use std::path::Path;

use crate::campaign::command::Command;
use crate::campaign::state::{BattleId, Campaign, Vessel};
use crate::campaign::turn::plots::Plot;
use crate::campaign::turn::report::{Fate, Guest, Report, Role, VesselReport};
use crate::campaign::turn::scenario::Scenario;
use crate::campaign::turn::{Battle, BySide, Step};
use crate::catalog::reader::{self, Node, Problem};
use crate::cli::error::CliError;
use crate::cli::session::{Result, Session};
use crate::text::did_you_mean;

pub(super) fn record(session: &mut Session<'_>, id: BattleId, file: &Path) -> Result<()> {
    let name = file.display().to_string();
    let text = if name == "-" {
        session.read_input()?
    } else {
        std::fs::read_to_string(file).map_err(|error| CliError::new(format!("\"{name}\": {error}")))?
    };
    session.with_store(|session, store| {
        let before = store.load()?;
        let battle = open(&before.campaign, id)?;
        let report = read(&before.campaign, battle, &name, &text).map_err(|problems| CliError {
            hints: vec!["mend the report; nothing was recorded".to_owned()],
            ..CliError::data(&problems)
        })?;
        session.give(store, &before, Command::RecordBattle { battle: id, report }).map(|_| ())
    })
}

fn open(campaign: &Campaign, id: BattleId) -> Result<&Battle> {
    campaign.battles.get(&id).ok_or_else(|| {
        CliError::new(format!("there is no open battle {}", id.0)).hint("`renown battle list` shows them")
    })
}

pub(super) fn template(session: &mut Session<'_>, id: BattleId, out: Option<&Path>) -> Result<()> {
    let seen = session.seen()?;
    let battle = open(&seen, id)?;
    if battle.step != Step::Battle {
        return Err(CliError::new(format!("battle {} is at {}, not ready for a report", id.0, battle.step))
            .hint(format!("`renown battle next {}` takes the step that is due", id.0)));
    }
    let text = write(&seen, battle);
    match out {
        None => session.print(&text),
        Some(path) => {
            std::fs::write(path, text).map_err(|error| CliError::new(format!("\"{}\": {error}", path.display())))?;
            session.status(&format!(
                "Fill in \"{}\", then `renown battle record {} {}`.",
                path.display(),
                id.0,
                path.display()
            ));
            Ok(())
        }
    }
}

/// A report in which nothing has happened yet.
fn write(campaign: &Campaign, battle: &Battle) -> String {
    let mut out = format!("# The report of battle {}. Change what happened; what is left out did not.\n", battle.id.0);
    let fates: Vec<&str> = Fate::ALL.iter().map(|fate| fate.word()).collect();
    let _ = writeln!(out, "# fate: {}.", fates.join(", "));
    out.push_str(
        "# hits-lost counts this battle only; a ship at half its hits is crippled by itself. lost counts escorts.\n\n",
    );
    out.push_str("turns = 0\n");
    match battle.scenario {
        Some(Scenario::Convoy) => out.push_str("transports-through = 0\n"),
        Some(Scenario::PlanetaryAssault) => out.push_str("assault-points = 0\n"),
        Some(Scenario::Exterminatus) => out.push_str("planet-destroyed = false\nexterminators-gone = false\n"),
        _ => {}
    }
    out.push_str("# surrendered = \"attacker\" or \"defender\"\n");
    let Some(sides) = &battle.sides else { return out };
    let asked = |plot: Plot| {
        matches!(
            plot,
            Plot::UnexpectedHelp | Plot::FreshCaptain | Plot::EnemyPlans | Plot::SecretIntelligence | Plot::Decoy
        )
    };
    for role in [Role::Attacker, Role::Defender] {
        if let Some(plot) = sides.of(role).plot.as_ref().filter(|plot| asked(plot.plot)) {
            let _ = writeln!(out, "plots.{role} = false        # was {} achieved?", plot.plot);
        }
    }
    for role in [Role::Attacker, Role::Defender] {
        for fielded in &sides.of(role).fleet {
            let Some(vessel) = campaign.vessels.get(&fielded.vessel) else { continue };
            let name = toml::Value::String(vessel.name.clone());
            let _ = write!(out, "\n[[{role}]]\nvessel = {name}\nfate = \"on table\"\n");
            if campaign.is_squadron(vessel) {
                let _ = writeln!(out, "lost = 0                  # of {}", vessel.ships());
            } else {
                let left = campaign.full_hits(vessel).saturating_sub(vessel.damage);
                let _ = writeln!(out, "hits-lost = 0             # of {left}");
                out.push_str("crippled = false\n");
            }
        }
    }
    out.push_str("\n# Units on no register: defences, transports, guests.\n");
    out.push_str(
        "# [[guest]]\n# side = \"defender\"\n# name = \"Space station\"\n# points = 150\n# fate = \"destroyed\"\n",
    );
    out
}

fn read(campaign: &Campaign, battle: &Battle, name: &str, text: &str) -> std::result::Result<Report, Vec<Problem>> {
    reader::read(name, text, |root| {
        let mut vessels = Vec::new();
        for (role, key) in [(Role::Attacker, "attacker"), (Role::Defender, "defender")] {
            vessels.extend(root.tables(key, |node| entry(campaign, battle, role, node)).into_iter().flatten());
        }
        // What is left out stands unhurt on the table.
        let fielded = battle.sides.iter().flat_map(|sides| sides.both()).flat_map(|side| &side.fleet);
        for missing in fielded.filter(|fielded| !root_names(&vessels, fielded.vessel)).collect::<Vec<_>>() {
            vessels.push(VesselReport {
                vessel: missing.vessel,
                fate: Fate::OnTable,
                hits_lost: 0,
                crippled: false,
                lost: Vec::new(),
                warp: None,
            });
        }
        let word = |role: Role| role.word();
        Report {
            turns: root.opt_number("turns").filter(|turns| *turns > 0),
            vessels,
            guests: root.tables("guest", guest).into_iter().flatten().collect(),
            surrendered: root.opt_word("surrendered", Role::ALL, word),
            transports_through: root.opt_number("transports-through"),
            assault_points: root.opt_number("assault-points"),
            planet_destroyed: root.flag("planet-destroyed"),
            exterminators_gone: root.flag("exterminators-gone"),
            victory_points: root
                .opt_table("victory-points", |node| BySide {
                    attacker: node.opt_number("attacker"),
                    defender: node.opt_number("defender"),
                })
                .unwrap_or_default(),
            plots: root
                .opt_table("plots", |node| BySide {
                    attacker: node.opt_flag("attacker"),
                    defender: node.opt_flag("defender"),
                })
                .unwrap_or_default(),
        }
    })
}

fn root_names(vessels: &[VesselReport], id: crate::campaign::state::VesselId) -> bool {
    vessels.iter().any(|entry| entry.vessel == id)
}

fn entry(campaign: &Campaign, battle: &Battle, role: Role, node: &mut Node<'_>) -> Option<VesselReport> {
    let name = node.text("vessel");
    node.call(format!("\"{name}\""));
    let fleet = battle.sides.iter().flat_map(|sides| &sides.of(role).fleet);
    let vessels: Vec<&Vessel> = fleet.filter_map(|fielded| campaign.vessels.get(&fielded.vessel)).collect();
    let fate = node.opt_word("fate", Fate::ALL, Fate::word).unwrap_or(Fate::OnTable);
    let (hits_lost, crippled) = (node.opt_number("hits-lost").unwrap_or(0), node.flag("crippled"));
    let lost = node.json("lost");
    let _ = node.has("lost");
    let Some(vessel) = vessels.iter().find(|vessel| vessel.name.to_lowercase() == name.to_lowercase()) else {
        let near = did_you_mean(&name, vessels.iter().map(|vessel| vessel.name.as_str()));
        node.problem_at("vessel", format_args!("it is not in the {role}'s fleet{near}"));
        return None;
    };
    let lost = escorts(campaign, vessel, lost.as_ref(), node);
    Some(VesselReport { vessel: vessel.id, fate, hits_lost, crippled, lost, warp: None })
}

/// `lost = 2`, or by class `lost = ["cobra:1", "sword:1"]` in a mixed squadron.
fn escorts(
    campaign: &Campaign,
    vessel: &Vessel,
    given: Option<&serde_json::Value>,
    node: &Node<'_>,
) -> Vec<(String, u32)> {
    let classes: Vec<&str> = vessel.hulls.iter().map(|hulls| campaign.class(hulls.design).id.as_str()).collect();
    let number = |value: &serde_json::Value| value.as_u64().and_then(|number| u32::try_from(number).ok());
    match given {
        None => Vec::new(),
        Some(value) if number(value) == Some(0) => Vec::new(),
        Some(value) if classes.len() == 1 && number(value).is_some() => {
            vec![(classes[0].to_owned(), number(value).unwrap_or(0))]
        }
        Some(serde_json::Value::Array(items)) => items
            .iter()
            .filter_map(|item| {
                let pair = item.as_str().and_then(|text| text.split_once(':'));
                let read = pair.and_then(|(class, number)| Some((class.to_owned(), number.parse().ok()?)));
                if read.is_none() {
                    node.problem_at("lost", "write lost = [\"cobra:1\", \"sword:1\"]");
                }
                read
            })
            .collect(),
        Some(_) => {
            node.problem_at(
                "lost",
                format_args!("which of {} were lost? write lost = [\"CLASS:NUMBER\"]", classes.join(" and ")),
            );
            Vec::new()
        }
    }
}

fn guest(node: &mut Node<'_>) -> Option<Guest> {
    let name = node.text("name");
    node.call(format!("guest \"{name}\""));
    let side = node.word("side", Role::ALL, Role::word);
    let fate = node.opt_word("fate", Fate::ALL, Fate::word).unwrap_or(Fate::OnTable);
    let (points, crippled) = (node.opt_number("points").unwrap_or(0), node.flag("crippled"));
    Some(Guest { side: side?, name, points, fate, crippled })
}
