//! Battle reports as files: `renown battle template` writes one, `renown battle record` reads it.

use std::path::Path;

use super::reported::{Wrong, ground, open, table};
use super::{next, template};
use crate::campaign::command::Command;
use crate::campaign::state::{BattleId, Vessel, VesselId};
use crate::campaign::turn::report::{
    AtTheTable, Destroyer, Fate, Field, Guest, GuestKind, Part, Report, Role, VesselReport,
};
use crate::campaign::turn::{Battle, BySide, Step};
use crate::catalog::reader::{self, Node, Problem};
use crate::cli::error::CliError;
use crate::cli::map;
use crate::cli::session::{Result, Session};
use crate::club::Table;
use crate::files;
use crate::text::did_you_mean;

pub(super) fn record(session: &mut Session<'_>, id: BattleId, file: &Path) -> Result<()> {
    let name = file.display().to_string();
    let text = if name == "-" {
        session.read_input()?
    } else {
        files::read_text(file, files::WRITTEN).map_err(|error| CliError::new(format!("\"{name}\": {error}")))?
    };
    let done = session.as_member(|session, member| {
        let ground = ground(session, member, id)?;
        let table = table(session, member, &ground, id)?;
        let (report, problems) = read(&table, &name, &text);
        let wrong = Wrong(problems.iter().map(ToString::to_string).collect());
        let report = wrong.finish(&table, report.unwrap_or_default())?;
        let record = Command::RecordBattle { battle: id, report, fought: None };
        next::record_and_run_on(session, member, ground.before, id, record)
    });
    done.map_err(|error| {
        let hints = error.hints.iter().map(|hint| crate::cli::hints::in_file(hint)).collect();
        CliError { hints, ..error }
    })
}

pub(super) fn write(session: &mut Session<'_>, id: BattleId, out: Option<&Path>) -> Result<()> {
    let seen = session.seen()?;
    let battle = open(&seen, id)?;
    if battle.step != Step::Battle {
        return Err(CliError::new(format!("battle {} is at {}, not ready for a report", id.0, battle.step))
            .hint(format!("`renown battle next {}` takes the step that is due", id.0)));
    }
    let text = template::write(&seen, battle);
    match out {
        None => session.print(&text),
        Some(path) => {
            map::write(path, &text)?;
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

/// What the report holds besides vessels, guests and what people seldom need.
fn read(table: &Table<'_>, name: &str, text: &str) -> (Option<Report>, Vec<Problem>) {
    let battle = table.battle();
    reader::read_partly(name, text, |root| {
        let mut vessels = Vec::new();
        for (role, key) in [(Role::Attacker, "attacker"), (Role::Defender, "defender")] {
            vessels.extend(root.tables(key, |node| entry(table, role, node)).into_iter().flatten());
        }
        // What is left out stands unhurt on the table.
        let fielded = battle.sides.iter().flat_map(|sides| sides.both()).flat_map(|side| &side.fleet);
        for missing in fielded.filter(|fielded| !names(&vessels, fielded.vessel)).collect::<Vec<_>>() {
            vessels.push(VesselReport::unhurt(missing.vessel));
        }
        let numbers = |key| {
            root.opt_table(key, |node| BySide {
                attacker: node.opt_number("attacker"),
                defender: node.opt_number("defender"),
            })
        };
        let taken = |key| {
            numbers(key).map(|by| BySide { attacker: by.attacker.unwrap_or(0), defender: by.defender.unwrap_or(0) })
        };
        Report {
            turns: root.opt_number("turns").filter(|turns| *turns > 0),
            vessels,
            guests: root.tables("guest", |node| guest(battle, node)).into_iter().flatten().collect(),
            surrendered: root.opt_word("surrendered", Role::ALL, Role::word),
            transports_through: root.opt_number("transports-through"),
            half_transports_through: root.opt_number("half-transports-through").filter(|half| *half > 0),
            assault_points: root.opt_number("assault-points"),
            planet_destroyed: root.flag("planet-destroyed"),
            exterminators_gone: root.flag("exterminators-gone"),
            field: root.opt_word("field", Field::ALL, Field::word),
            slaves: taken("slaves"),
            impaler_slaves: taken("impaler-slaves"),
            table: root.opt_table("table", |node| AtTheTable {
                alert_turns: node.opt_number("alert-turns"),
                planet: node.opt_text("planet"),
                clusters: node.opt_number("clusters"),
                formations: node.opt_table("formations", |node| BySide {
                    attacker: node.opt_text("attacker"),
                    defender: node.opt_text("defender"),
                }),
                map: node.opt_text("map"),
                remark: node.opt_text("remark"),
            }),
            victory_points: numbers("victory-points").unwrap_or_default(),
            plots: root
                .opt_table("plots", |node| BySide {
                    attacker: node.opt_flag("attacker"),
                    defender: node.opt_flag("defender"),
                })
                .unwrap_or_default(),
        }
    })
}

fn names(vessels: &[VesselReport], id: VesselId) -> bool {
    vessels.iter().any(|entry| entry.vessel == id)
}

fn entry(table: &Table<'_>, role: Role, node: &mut Node<'_>) -> Option<VesselReport> {
    let campaign = table.campaign();
    let name = node.text("vessel");
    node.call(format!("\"{name}\""));
    let fate = node.opt_word("fate", Fate::ALL, Fate::word).unwrap_or(Fate::OnTable);
    let (hits_lost, crippled) = (node.opt_number("hits-lost").unwrap_or(0), node.flag("crippled"));
    let (remarks, arrived) = (node.texts("remarks"), node.opt_number("arrived"));
    let (part, left) = (node.opt_word("part", Part::ALL, Part::word), node.opt_number("left"));
    let came_back = node.flag("came-back");
    let (lost, by) = (node.json("lost"), node.texts("destroyed-by"));
    let _ = node.has("lost");
    let Some(vessel) = table.named(role, &name) else {
        let near = did_you_mean(&name, table.names(role).map(|(name, _)| name));
        node.problem_at("vessel", format_args!("it is not in the {role}'s fleet{near}"));
        return None;
    };
    let lost = escorts(table, vessel, lost.as_ref(), node);
    let mut entry = VesselReport {
        fate,
        hits_lost,
        crippled,
        lost,
        left,
        came_back,
        remarks,
        arrived,
        part,
        ..VesselReport::unhurt(vessel.id)
    };
    entry.destroyed_by = destroyers(table, role.other(), &by, entry.wrecks(campaign), node);
    Some(entry)
}

/// `destroyed-by = ["Soulless"]`, or with numbers `["Soulless:2", "nobody:1"]` where several had a part in it.
fn destroyers(table: &Table<'_>, role: Role, given: &[String], wrecks: u32, node: &Node<'_>) -> Vec<Destroyer> {
    let find = |name: &str| table.named(role, name);
    let read = |text: &String| {
        let whole = find(text.trim()).is_some();
        let counted = text.rsplit_once(':').filter(|_| !whole);
        let counted = counted.and_then(|(name, number)| Some((name, number.trim().parse().ok()?)));
        let (name, number) = counted.unwrap_or((text, if given.len() == 1 { wrecks.max(1) } else { 1 }));
        match find(name.trim()) {
            _ if name.trim() == "nobody" => Some(Destroyer { by: None, number }),
            Some(enemy) => Some(Destroyer { by: Some(enemy.id), number }),
            None => {
                let near = did_you_mean(name, table.names(role).map(|(name, _)| name));
                node.problem_at("destroyed-by", format_args!("\"{name}\" is not in the enemy's fleet{near}"));
                None
            }
        }
    };
    given.iter().filter_map(read).collect()
}

/// `lost = 2`, or by class `lost = ["cobra:1", "sword:1"]` in a mixed squadron.
fn escorts(
    table: &Table<'_>,
    vessel: &Vessel,
    given: Option<&serde_json::Value>,
    node: &Node<'_>,
) -> Vec<(String, u32)> {
    let classes: Vec<&str> =
        vessel.hulls.iter().map(|hulls| table.campaign().class(hulls.design).id.as_str()).collect();
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
        Some(_) if !table.knows(vessel) => {
            node.problem_at("lost", "write lost = [\"CLASS:NUMBER\"]");
            Vec::new()
        }
        Some(_) => {
            node.problem_at(
                "lost",
                format_args!("which of {} were lost? write lost = [\"CLASS:NUMBER\"]", classes.join(" and ")),
            );
            Vec::new()
        }
    }
}

fn guest(battle: &Battle, node: &mut Node<'_>) -> Option<Guest> {
    let name = node.text("name");
    node.call(format!("guest \"{name}\""));
    let side = node.word("side", Role::ALL, Role::word);
    let fate = node.opt_word("fate", Fate::ALL, Fate::word).unwrap_or(Fate::OnTable);
    let (points, crippled) = (node.opt_number("points"), node.flag("crippled"));
    let kind = node.opt_word("kind", GuestKind::ALL, GuestKind::word).unwrap_or(GuestKind::Defence);
    let number = node.opt_number("number").unwrap_or(1);
    let side = side?;
    // A defence that was bought has the price it was bought at.
    let bought = battle.sides.as_ref().and_then(|sides| sides.of(side).works.iter().find(|work| work.name == name));
    let points = points.or(bought.map(|work| work.points)).unwrap_or(0);
    let squadron = node.opt_text("squadron");
    Some(Guest { side, name, points, number, kind, squadron, fate, crippled, destroyed_by: Vec::new() })
}
