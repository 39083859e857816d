//! `renown battle record`: a report from a file, from options, or asked for at a terminal.

use super::{losses, next, report_file, wizard};
use crate::campaign::command::Command;
use crate::campaign::state::{BattleId, Campaign};
use crate::campaign::turn::report::{Field, Report, Role};
use crate::campaign::turn::{Battle, Step};
use crate::cli::args::RecordArgs;
use crate::cli::battle::reported::{Wrong, ground, table, yes_or_no};
use crate::cli::error::CliError;
use crate::cli::resolve;
use crate::cli::session::{Result, Session};
use crate::club::Table;

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
    session.as_member(|session, member| {
        let ground = ground(session, member, id)?;
        let table = table(session, member, &ground, id)?;
        // Out of its step the report is refused anyway, whatever it says.
        let report = if table.battle().step == Step::Battle { read(&table, args)? } else { Report::default() };
        let record = Command::RecordBattle { battle: id, report, fought: None };
        next::record_and_run_on(session, member, ground.before, id, record)
    })
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
    let (campaign, battle): (&Campaign, &Battle) = (table.seen(), table.battle());
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
