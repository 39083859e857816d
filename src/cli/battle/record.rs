//! `renown battle record`: a report from a file, from options, or asked for at a terminal.

use super::{losses, report_file, wizard};
use crate::campaign::command::Command;
use crate::campaign::names;
use crate::campaign::state::{BattleId, Campaign, Vessel};
use crate::campaign::turn::report::{self, Field, Report, Role};
use crate::campaign::turn::{Battle, Step};
use crate::campaign::view::Seen;
use crate::cli::args::RecordArgs;
use crate::cli::error::CliError;
use crate::cli::resolve;
use crate::cli::session::{Result, Session};
use crate::cli::veil::Ground;
use crate::store::{Snapshot, Store};

pub(super) fn run(session: &mut Session<'_>, args: &RecordArgs) -> Result<()> {
    let id = BattleId(args.battle);
    if let Some(file) = &args.file {
        return report_file::record(session, id, file);
    }
    if args.says_nothing() {
        if session.io.interactive {
            return wizard::run(session, id);
        }
        return Err(CliError::new(format!("the report of battle {} is missing", id.0))
            .hint(format!("`renown battle template {} --out FILE` writes one to fill in", id.0))
            .hint(format!("or tell it in options: `renown battle record {} --loss \"PLAYER=VESSEL 4\"`", id.0)));
    }
    session.with_store(|session, store| {
        let Ground { before, seen } = ground(session, store, id)?;
        let table = Table::new(&before, &seen, id)?;
        // Out of its step the report is refused anyway, whatever it says.
        let report = if table.battle.step == Step::Battle { read(&table, args)? } else { Report::default() };
        session.give(store, &before, Command::RecordBattle { battle: id, report, fought: None }).map(|_| ())
    })
}

/// The campaign for whoever may report a battle.
pub(super) fn ground(session: &Session<'_>, store: &Store, id: BattleId) -> Result<Ground> {
    let ground = session.ground(store)?;
    open(&ground.seen, id)?;
    let record = Command::RecordBattle { battle: id, report: Report::default(), fought: None };
    session.may_give(&ground.before, &ground.seen, &record)?;
    Ok(ground)
}

/// A battle that is reported: as it is, and what whoever reports it may know.
pub(super) struct Table<'a> {
    /// The whole: a report must account for every vessel, also those that its giver may not know.
    pub(super) campaign: &'a Campaign,
    pub(super) battle: &'a Battle,
    pub(super) seen: &'a Seen,
}

impl<'a> Table<'a> {
    pub(super) fn new(before: &'a Snapshot, seen: &'a Seen, id: BattleId) -> Result<Self> {
        Ok(Self { campaign: &before.campaign, battle: open(&before.campaign, id)?, seen })
    }

    /// What a side fielded.
    pub(super) fn fleet(&self, role: Role) -> Vec<&'a Vessel> {
        let fleet = self.battle.sides.iter().flat_map(|sides| &sides.of(role).fleet);
        fleet.filter_map(|fielded| self.campaign.vessels.get(&fielded.vessel)).collect()
    }

    /// Whether its giver may know of a vessel. Those that he may not know he can name whole, as they stand on the table
    /// before him, and gets no help with them.
    pub(super) fn knows(&self, vessel: &Vessel) -> bool {
        self.seen.vessels.contains_key(&vessel.id)
    }

    /// The names of a side's vessels that may be told.
    pub(super) fn names(&self, role: Role) -> impl Iterator<Item = (&'a str, &'a Vessel)> + Clone {
        let known: Vec<&Vessel> = self.fleet(role).into_iter().filter(|vessel| self.knows(vessel)).collect();
        known.into_iter().map(|vessel| (vessel.name.as_str(), vessel))
    }

    /// A vessel of a side by its whole name.
    pub(super) fn named(&self, role: Role, name: &str) -> Option<&'a Vessel> {
        self.fleet(role).into_iter().find(|vessel| names::same(&vessel.name, name))
    }
}

impl RecordArgs {
    fn says_nothing(&self) -> bool {
        let numbers = [self.turns, self.transports_through, self.half_transports_through, self.assault_points];
        let lists = [&self.losses, &self.guests, &self.points, &self.plots];
        numbers.iter().all(Option::is_none)
            && lists.iter().all(|list| list.is_empty())
            && !self.planet_destroyed
            && !self.exterminators_gone
            && self.surrendered.is_none()
            && self.field.is_none()
    }
}

pub(super) fn open(campaign: &Campaign, id: BattleId) -> Result<&Battle> {
    campaign.battles.get(&id).ok_or_else(|| {
        CliError::new(format!("there is no open battle {}", id.0)).hint("`renown battle list` shows them")
    })
}

/// The side of a player, or `attacker` or `defender`.
pub(super) fn role(campaign: &Campaign, battle: &Battle, typed: &str) -> Result<Role> {
    let Some(sides) = &battle.sides else { return Err(CliError::new("attacker and defender are not known yet")) };
    if let Some(role) = Role::ALL.iter().find(|role| role.word() == typed.to_lowercase()) {
        return Ok(*role);
    }
    let known = [Role::Attacker, Role::Defender]
        .into_iter()
        .filter_map(|role| campaign.players.get(&sides.of(role).player).map(|player| (player.name.as_str(), role)));
    resolve::one("player in this battle", typed, known, &format!("`renown battle status {}` names both", battle.id.0))
}

/// A report from options, with every mistake at once.
fn read(table: &Table<'_>, args: &RecordArgs) -> Result<Report> {
    let Table { campaign, battle, .. } = *table;
    let mut report = Report {
        turns: args.turns,
        transports_through: args.transports_through,
        half_transports_through: args.half_transports_through,
        assault_points: args.assault_points,
        planet_destroyed: args.planet_destroyed,
        exterminators_gone: args.exterminators_gone,
        ..Report::default()
    };
    let mut wrong = Wrong::default();
    let Some(sides) = &battle.sides else { return Ok(report) };
    let lines = [("PLAYER=LOSSES", &args.losses), ("PLAYER=UNITS", &args.guests)];
    let mut told: Vec<Role> = Vec::new();
    for (form, given) in lines {
        for pair in given {
            let parts = resolve::pair(campaign, pair, form)
                .and_then(|(player, line)| Ok((role(campaign, battle, player)?, line)));
            let Some((role, line)) = wrong.take(parts) else { continue };
            if form == "PLAYER=UNITS" {
                report.guests.extend(wrong.take_all(losses::guests(sides.of(role), role, line)));
                continue;
            }
            if told.contains(&role) {
                wrong.0.push(format!("the losses of the {role} are given twice"));
                continue;
            }
            told.push(role);
            let (line, surrenders) = losses::surrender(line);
            if surrenders {
                report.surrendered = Some(role);
            }
            report.vessels.extend(wrong.take_all(losses::fleet(table, role, &line)));
        }
    }
    for role in [Role::Attacker, Role::Defender].into_iter().filter(|role| !told.contains(role)) {
        report.vessels.extend(wrong.take_all(losses::fleet(table, role, "")));
    }
    if let Some(typed) = &args.surrendered {
        report.surrendered = wrong.take(role(campaign, battle, typed));
    }
    if let Some(typed) = &args.field {
        report.field = match typed.as_str() {
            "nobody" => Some(Field::Nobody),
            _ => wrong.take(role(campaign, battle, typed)).map(|role| match role {
                Role::Attacker => Field::Attacker,
                Role::Defender => Field::Defender,
            }),
        };
    }
    for pair in &args.points {
        let parts = resolve::pair(campaign, pair, "PLAYER=NUMBER").and_then(|(player, number)| {
            let number = number.parse().map_err(|_| CliError::new(format!("\"{number}\" is no number")))?;
            Ok((role(campaign, battle, player)?, number))
        });
        if let Some((role, number)) = wrong.take(parts) {
            *report.victory_points.of_mut(role) = Some(number);
        }
    }
    for pair in &args.plots {
        let parts = resolve::pair(campaign, pair, "PLAYER=yes").and_then(|(player, answer)| {
            let answer =
                yes_or_no(answer).ok_or_else(|| CliError::new(format!("\"{answer}\" is neither yes nor no")))?;
            Ok((role(campaign, battle, player)?, answer))
        });
        if let Some((role, answer)) = wrong.take(parts) {
            *report.plots.of_mut(role) = Some(answer);
        }
    }
    wrong.finish(table, report)
}

pub(super) fn yes_or_no(typed: &str) -> Option<bool> {
    match typed.to_lowercase().as_str() {
        "y" | "yes" | "true" => Some(true),
        "n" | "no" | "false" => Some(false),
        _ => None,
    }
}

/// Mistakes found while a report is put together.
#[derive(Default)]
pub(super) struct Wrong(pub(super) Vec<String>);

impl Wrong {
    fn take<T>(&mut self, found: Result<T>) -> Option<T> {
        found.map_err(|error| self.0.extend(error.messages)).ok()
    }

    fn take_all<T>(&mut self, (found, wrong): (Vec<T>, Vec<String>)) -> Vec<T> {
        self.0.extend(wrong);
        found
    }

    /// The report, or its mistakes together with what the rules find wrong in the rest of it.
    pub(super) fn finish(self, table: &Table<'_>, report: Report) -> Result<Report> {
        if self.0.is_empty() {
            return Ok(report);
        }
        let mut error = CliError { messages: self.0, hints: Vec::new(), usage: false };
        for refusal in judged(table, &report) {
            error.messages.push(refusal.to_string());
            if let Some(hint) = refusal.hint {
                error = error.hint(hint);
            }
        }
        Err(error.hint("mend the report; nothing was recorded"))
    }
}

/// What the rules find wrong in the part of a report that could be read: a vessel it lacks was not understood. Where it
/// would tell of what its giver may not know, nothing.
fn judged(table: &Table<'_>, report: &Report) -> Vec<crate::campaign::refusal::Refusal> {
    let Table { campaign, battle, seen } = table;
    if seen.viewer().kept_from(campaign, battle).is_some() {
        return Vec::new();
    }
    let mut whole = report.clone();
    let fielded = battle.sides.iter().flat_map(|sides| sides.both()).flat_map(|side| &side.fleet);
    for missing in fielded.filter(|fielded| !report.vessels.iter().any(|entry| entry.vessel == fielded.vessel)) {
        whole.vessels.push(report::VesselReport::unhurt(missing.vessel));
    }
    report::faults(campaign, battle, &whole)
}
