//! `renown battle record` at a terminal: a whole fleet in one line, then only what the scenario and the sub-plots ask.

use super::reported::{ground, open, table, yes_or_no};
use super::{losses, name_of, next};
use crate::campaign::command::Command;
use crate::campaign::state::{BattleId, Campaign};
use crate::campaign::turn::plots::Plot;
use crate::campaign::turn::report::{self, Guest, Question, Report, Role, VesselReport};
use crate::campaign::turn::{Battle, BySide, Step};
use crate::cli::error::CliError;
use crate::cli::session::{Result, Session};
use crate::club::Table;
use crate::report::score;
use crate::text::count;

pub(super) fn run(session: &mut Session<'_>, id: BattleId) -> Result<()> {
    session.as_member(|session, member| {
        let ground = ground(session, member, id)?;
        let table = table(session, member, &ground, id)?;
        // He is asked about what he sees; where that is not the whole of it he writes whole names, or the arbitrator does.
        if let Some(kept) = table.kept() {
            session.status(&format!("Not everything is asked for: {kept}."));
        }
        let battle = open(&ground.seen, id)?;
        if battle.step != Step::Battle {
            return session
                .give(
                    member,
                    &ground.before,
                    Command::RecordBattle { battle: id, report: Report::default(), fought: None },
                )
                .map(|_| ());
        }
        let Some(report) = fill_in(session, &table, battle)? else {
            return Err(CliError::new("nothing was recorded"));
        };
        let record = Command::RecordBattle { battle: id, report, fought: None };
        next::record_and_run_on(session, member, ground.before, id, record)
    })
}

/// Asks for everything, shows what it comes to, and asks once whether it is right.
fn fill_in(session: &mut Session<'_>, table: &Table<'_>, battle: &Battle) -> Result<Option<Report>> {
    let campaign: &Campaign = table.seen();
    let mut report = Report::default();
    let Some(sides) = &battle.sides else { return Ok(None) };
    for role in [Role::Attacker, Role::Defender].into_iter().filter(|role| !table.fleet(*role).is_empty()) {
        let (entries, surrenders) = fleet(session, table, battle, role)?;
        report.vessels.extend(entries);
        if surrenders {
            report.surrendered = Some(role);
        }
    }
    for role in [Role::Attacker, Role::Defender] {
        report.guests.extend(guests(session, campaign, battle, role)?);
    }
    report.turns = number(session, "Game turns played (empty if nobody counted): ", true)?.filter(|turns| *turns > 0);
    for question in report::questions(battle) {
        ask(session, campaign, battle, question, &mut report)?;
    }
    // What it comes to is told only where everything that counts is known to him.
    if table.kept().is_none() {
        let result = report::preview(campaign, battle, &report)?;
        let names = BySide {
            attacker: name_of(campaign, sides.attacker.player),
            defender: name_of(campaign, sides.defender.player),
        };
        for line in score::preview(&names, battle, &report, &result) {
            session.status(&line);
        }
    }
    Ok(yes(session, "Record it? (yes or no) ")?.then_some(report))
}

/// The losses of a fleet, asked again with every mistake of the line until it can be understood.
fn fleet(
    session: &mut Session<'_>,
    table: &Table<'_>,
    battle: &Battle,
    role: Role,
) -> Result<(Vec<VesselReport>, bool)> {
    let campaign: &Campaign = table.seen();
    let Some(sides) = &battle.sides else { return Ok((Vec::new(), false)) };
    let side = sides.of(role);
    let name = name_of(campaign, side.player);
    let vessels: Vec<String> = side
        .fleet
        .iter()
        .filter_map(|fielded| campaign.vessels.get(&fielded.vessel))
        .map(|vessel| {
            if campaign.is_squadron(vessel) {
                format!("{} ({})", vessel.name, count(vessel.ships(), "ship"))
            } else {
                format!("{} ({})", vessel.name, count(report::hits(campaign, battle, vessel).left, "hit"))
            }
        })
        .collect();
    session.status(&format!("{name} fielded {}.", vessels.join(", ")));
    session.status(
        "What befell them, as: Agrippa 4, Vigil hulk by Soulless, Hounds -2, Duke 6 disengaged (bridge smashed)",
    );
    loop {
        let line = answer(session, &format!("{name}'s losses (empty for none): "))?;
        let (line, surrenders) = losses::surrender(&line);
        let (entries, mut wrong) = losses::fleet(table, role, &line);
        for entry in &entries {
            let Some(vessel) = campaign.vessels.get(&entry.vessel) else { continue };
            wrong.extend(report::wrong_entry(campaign, battle, vessel, entry).iter().map(ToString::to_string));
        }
        if wrong.is_empty() {
            return Ok((entries, surrenders));
        }
        complain(session, &wrong);
    }
}

/// Units off the register, where a side has any.
fn guests(session: &mut Session<'_>, campaign: &Campaign, battle: &Battle, role: Role) -> Result<Vec<Guest>> {
    let Some(sides) = &battle.sides else { return Ok(Vec::new()) };
    let side = sides.of(role);
    let convoy = role == Role::Defender && battle.convoy.is_some();
    let plot = side.plot.as_ref().map(|plot| plot.plot);
    let any = side.defences_free + side.defences_bought + side.transports > 0
        || convoy
        || matches!(plot, Some(Plot::UnexpectedHelp | Plot::Decoy));
    if !any {
        return Ok(Vec::new());
    }
    let name = name_of(campaign, side.player);
    session.status(
        "Units on no register, as: 2 orbital mine destroyed, 3 transports destroyed, help Warden 90 points crippled",
    );
    loop {
        let line = answer(session, &format!("{name}'s defences, transports and guests (empty if unhurt): "))?;
        let (found, mut wrong) = losses::guests(side, role, &line);
        let judged = report::wrong_guest(side, role, &found.iter().collect::<Vec<_>>());
        wrong.extend(judged.iter().map(ToString::to_string));
        if wrong.is_empty() {
            return Ok(found);
        }
        complain(session, &wrong);
    }
}

fn ask(
    session: &mut Session<'_>,
    campaign: &Campaign,
    battle: &Battle,
    question: Question,
    report: &mut Report,
) -> Result<()> {
    let surrendered = report.surrendered.is_some();
    match question {
        Question::Turns if report.turns.is_none() => {
            report.turns = number(session, "Game turns played (a sub-plot asks for it): ", false)?;
        }
        Question::TransportsThrough if !surrendered => {
            report.transports_through = number(session, "Transports that crossed the table: ", false)?;
            let half = number(session, "Half transports that did (empty for none): ", true)?;
            report.half_transports_through = half.filter(|half| *half > 0);
        }
        Question::AssaultPoints if !surrendered => {
            report.assault_points = number(session, "Assault points scored in play: ", false)?;
        }
        Question::PlanetDestroyed if !surrendered => {
            report.planet_destroyed = yes(session, "Was the planet destroyed? ")?;
        }
        Question::ExterminatorsGone if !surrendered && !report.planet_destroyed => {
            report.exterminators_gone = yes(session, "Is every Exterminator destroyed or gone? ")?;
        }
        Question::Plot(role, plot) => {
            let told = report.guests.iter().any(|guest| guest.side == role && guest.kind == report::GuestKind::Help);
            if !(plot == Plot::UnexpectedHelp && told) {
                let player = battle.sides.as_ref().map(|sides| name_of(campaign, sides.of(role).player));
                let (player, goal) = (player.unwrap_or_default(), plot.objective());
                let asked = format!("Was {player}'s sub-plot {plot} achieved: {goal}? ");
                *report.plots.of_mut(role) = Some(yes(session, &asked)?);
            }
        }
        _ => {}
    }
    Ok(())
}

fn complain(session: &mut Session<'_>, wrong: &[String]) {
    for message in wrong {
        session.status(&format!("  {message}"));
    }
}

fn answer(session: &mut Session<'_>, question: &str) -> Result<String> {
    session.ask(question).ok_or_else(|| CliError::new("the answers ended too early; nothing was recorded"))
}

fn number(session: &mut Session<'_>, question: &str, may_be_empty: bool) -> Result<Option<u32>> {
    loop {
        let typed = answer(session, question)?;
        if typed.is_empty() && may_be_empty {
            return Ok(None);
        }
        match typed.parse() {
            Ok(number) => return Ok(Some(number)),
            Err(_) => complain(session, &[format!("\"{typed}\" is no number")]),
        }
    }
}

fn yes(session: &mut Session<'_>, question: &str) -> Result<bool> {
    loop {
        let typed = answer(session, question)?;
        match yes_or_no(&typed) {
            Some(answer) => return Ok(answer),
            None => complain(session, &["answer yes or no".to_owned()]),
        }
    }
}
