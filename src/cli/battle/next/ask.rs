//! The questions of a run at a terminal: each is asked of whoever sits there until he answers or leaves it.

use std::fmt::Write as _;

use super::{Run, build_up};
use crate::campaign::command::Command;
use crate::campaign::due::{self, Ask, Due, Next};
use crate::campaign::state::grant::AppealKind;
use crate::campaign::state::{BattleId, PlayerId, VesselId};
use crate::campaign::turn::Battle;
use crate::campaign::view::{Seen, Viewer};
use crate::cli::args::NextArgs;
use crate::cli::battle::name_of;
use crate::cli::error::CliError;
use crate::cli::resolve;
use crate::cli::session::{Result, Session};
use crate::club::{Acting, Member};
use crate::report::due::{Choice, DueView};
use crate::text::{and_list, count, or_list};

/// What one types who takes the usual answer.
const USUAL: &str = "usual";

impl Run {
    /// Asks the first question that whoever sits there may answer; whether he did.
    pub(super) fn ask(&mut self, session: &mut Session<'_>, member: &mut Member<'_>, act: &mut Acting) -> Result<bool> {
        let seen = act.seen();
        let Some(battle) = seen.battles.get(&self.id).filter(|battle| battle.open).cloned() else { return Ok(false) };
        let catalog = session.shared_catalog()?;
        let Next::Waits(waits) = due::next(&seen, &battle, catalog.as_ref()) else { return Ok(false) };
        let his = |due: &&Due| match seen.viewer() {
            Viewer::Arbitrator => true,
            Viewer::Player(player) => due.who.contains(&player),
            Viewer::Public => false,
        };
        for due in waits.iter().filter(his) {
            if self.ask_one(session, member, act, &seen, &battle, due)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Asks until the answer is taken, or an empty line leaves it; a wrong answer is asked again.
    fn ask_one(
        &mut self,
        session: &mut Session<'_>,
        member: &mut Member<'_>,
        act: &mut Acting,
        seen: &Seen,
        battle: &Battle,
        due: &Due,
    ) -> Result<bool> {
        let Some(question) = question(seen, due) else { return Ok(false) };
        loop {
            let Some(typed) = session.ask(&question).filter(|typed| !typed.is_empty()) else { return Ok(false) };
            let commands = self.read(session, member, seen, battle, due, &typed);
            let decided = commands.and_then(|commands| super::decide_all(session, member, act, commands));
            match decided {
                Ok(()) => return Ok(true),
                Err(error) => {
                    let says: Vec<String> = error.messages.iter().chain(&error.hints).cloned().collect();
                    session.status(&says.join("\n"));
                }
            }
        }
    }

    /// What was typed, as commands: the same that options would have given.
    fn read(
        &mut self,
        session: &mut Session<'_>,
        member: &mut Member<'_>,
        seen: &Seen,
        battle: &Battle,
        due: &Due,
        typed: &str,
    ) -> Result<Vec<Command>> {
        let who = due.who.first().copied().unwrap_or(battle.challenger);
        let usual = due.usual(who);
        if typed.eq_ignore_ascii_case(USUAL) && !usual.is_empty() {
            return Ok(usual);
        }
        let id = self.id;
        let name = name_of(seen, who);
        let of = |value: &str| vec![format!("{name}={value}")];
        let parts = || typed.split(',').map(str::trim).filter(|part| !part.is_empty());
        let mut args = NextArgs { battle: id.0, ..NextArgs::default() };
        match &due.ask {
            Ask::Answer => match initial(typed) {
                Some('a' | 'y') => args.accept = true,
                Some('d') => args.decline = true,
                Some('r') => args.refuse = true,
                _ => return Err(unknown(typed, "accept, decline or refuse")),
            },
            Ask::Orders { hunter, .. } => match typed.split_once(' ') {
                Some(("hunt", scenario)) if hunter.is_some() => args.hunt = Some(scenario.to_owned()),
                _ => args.choose = of(typed),
            },
            Ask::Location { .. } => args.system = Some(typed.to_owned()),
            Ask::Size { .. } => {
                let points = typed.replace([',', '.'], "").parse();
                args.points = Some(points.map_err(|_| unknown(typed, "a number of points"))?);
            }
            Ask::Fleet { .. } => {
                return build_up::fleet(session, seen, battle, &mut args, who, typed).map(|command| vec![command]);
            }
            Ask::Nominate { .. } => {
                return build_up::nominated(member, seen, battle, who, typed).map(|command| vec![command]);
            }
            Ask::Confirm => return self.confirm(session, typed),
            Ask::Tenders { vessels } => match initial(typed) {
                Some('r') if typed.to_lowercase().starts_with("ren") => return Ok(usual),
                _ => return Ok(vec![Command::AdjustRenown { battle: id, tenders: vessels.clone() }]),
            },
            Ask::Gift => match initial(typed) {
                Some('g') => return Ok(vec![Command::Promote { battle: id, gifts: vec![who] }]),
                _ => return Ok(usual),
            },
            Ask::Advances { vessels } => return advances(seen, id, who, vessels, typed),
            Ask::Train { .. } => args.train = vec![typed.to_owned()],
            Ask::Repairs { .. } => {
                for part in parts() {
                    repairs_part(&mut args, part);
                }
            }
            Ask::Appeals { .. } => args.appeals = parts().map(|kind| format!("{name}={kind}")).collect(),
            Ask::Grant { .. } => grant(&mut args, &name, due, typed)?,
            Ask::Plots
            | Ask::Battle { .. }
            | Ask::Pick { .. }
            | Ask::Base { .. }
            | Ask::Flagship { .. }
            | Ask::Mark { .. } => {
                return Ok(Vec::new());
            }
        }
        let mut answer = Self { id, args, step: true, recorded: false, first: self.first };
        let commands = answer.answer(session, member, seen, battle, due)?;
        commands.ok_or_else(|| unknown(typed, "an answer to this"))
    }

    fn confirm(&self, session: &mut Session<'_>, typed: &str) -> Result<Vec<Command>> {
        match initial(typed) {
            Some('c' | 'y') => Ok(vec![Command::ConfirmReport { battle: self.id }]),
            Some('d') => {
                let reason = session.ask("What is wrong with it? ").filter(|reason| !reason.is_empty());
                let reason = reason.ok_or_else(|| CliError::new("a report is disputed with a reason"))?;
                Ok(vec![Command::DisputeReport { battle: self.id, reason }])
            }
            _ => Err(unknown(typed, "confirm or dispute")),
        }
    }
}

fn initial(typed: &str) -> Option<char> {
    typed.chars().next().map(|letter| letter.to_ascii_lowercase())
}

fn unknown(typed: &str, wanted: &str) -> CliError {
    CliError::new(format!("\"{typed}\" is not {wanted}"))
}

/// `skill`, `Leadership`, or a line for each crew: `Agrippa skill, Vigil Leadership`.
fn advances(
    seen: &Seen,
    battle: BattleId,
    player: PlayerId,
    waiting: &[VesselId],
    typed: &str,
) -> Result<Vec<Command>> {
    let skill = |word: &str| match initial(word) {
        Some('s') => Ok(true),
        Some('l') => Ok(false),
        _ => Err(unknown(word, "skill or Leadership")),
    };
    let take = |vessel, skill| Command::TakeAdvance { battle, player, vessel, skill };
    let parts: Vec<&str> = typed.split(',').map(str::trim).collect();
    if let [word] = parts.as_slice()
        && !word.contains(' ')
    {
        let skill = skill(word)?;
        return Ok(waiting.iter().map(|vessel| take(*vessel, skill)).collect());
    }
    parts
        .into_iter()
        .map(|part| {
            let (name, word) =
                part.rsplit_once(' ').ok_or_else(|| unknown(part, "a vessel with skill or Leadership"))?;
            Ok(take(resolve::vessel(seen, player, name.trim())?, skill(word)?))
        })
        .collect()
}

/// `Agrippa 2`, or `Vigil withdraws`.
fn repairs_part(args: &mut NextArgs, part: &str) {
    match part.rsplit_once(' ') {
        Some((name, "withdraw" | "withdraws" | "away")) => args.withdraw.push(name.trim().to_owned()),
        Some((name, number)) => args.repair.push(format!("{}={number}", name.trim())),
        None => args.withdraw.push(part.to_owned()),
    }
}

/// What a granted appeal is used for: a ship, `CLASS:NUMBER NAME`, a system, or `waive`.
fn grant(args: &mut NextArgs, name: &str, due: &Due, typed: &str) -> Result<()> {
    let Ask::Grant { kind, .. } = &due.ask else { return Ok(()) };
    if typed.eq_ignore_ascii_case("waive") {
        args.waive.push(format!("{name}={kind}"));
        return Ok(());
    }
    match kind {
        AppealKind::Refit => args.refit.push(format!("{name}={typed}")),
        AppealKind::Reinforcements => {
            let (class, ship) = typed.split_once(' ').ok_or_else(|| unknown(typed, "CLASS[:NUMBER] NAME"))?;
            args.reinforce.push(format!("{name}={class}={}", ship.trim()));
        }
        AppealKind::Other if typed.eq_ignore_ascii_case("roll") => args.other.push(name.to_owned()),
        AppealKind::Other => args.other.push(format!("{name}={typed}")),
        AppealKind::Ramilies => args.ramilies.push(format!("{name}={typed}")),
    }
    Ok(())
}

/// The question, with what may be answered; `None` for what is not answered in a line.
fn question(seen: &Seen, due: &Due) -> Option<String> {
    let view = DueView::new(seen, due);
    let values: Vec<&str> = view.choices.iter().map(|choice| choice.value.as_str()).collect();
    let form = match &due.ask {
        Ask::Battle { .. }
        | Ask::Plots
        | Ask::Pick { .. }
        | Ask::Base { .. }
        | Ask::Flagship { .. }
        | Ask::Mark { .. } => {
            return None;
        }
        Ask::Fleet { usual, .. } => {
            let fit = if usual.is_empty() { "" } else { "`fit`, " };
            format!("names with commas, {fit}`all` or `none`")
        }
        Ask::Nominate { .. } => "its name".to_owned(),
        Ask::Location { .. } => figured(&view.choices),
        Ask::Repairs { .. } => format!("{}; `Agrippa 2, Vigil withdraws`, or `usual`", figured(&view.choices)),
        Ask::Advances { .. } => "`skill`, `Leadership`, or `Agrippa skill, Vigil Leadership`".to_owned(),
        Ask::Appeals { .. } => format!("{}; with commas, or `none`", figured(&view.choices)),
        Ask::Grant { kind, names, .. } => grant_form(*kind, names.as_ref().map(|(_, ships)| *ships)),
        Ask::Train { .. } => "a vessel, or `none`".to_owned(),
        Ask::Orders { hunter: Some(_), .. } => "raid, battle, roll, or `hunt Planetary Assault`".to_owned(),
        Ask::Answer | Ask::Orders { .. } | Ask::Size { .. } | Ask::Confirm | Ask::Tenders { .. } | Ask::Gift => {
            or_list(&values)
        }
    };
    Some(format!("{}\n{}  ({form}; an empty line leaves it for later) ", view.says, listed(due, &view)))
}

/// Ships to choose from, a line each, with what is usual; nothing where the choices stand in the line itself.
fn listed(due: &Due, view: &DueView) -> String {
    let ships = matches!(
        due.ask,
        Ask::Fleet { .. } | Ask::Nominate { .. } | Ask::Train { .. } | Ask::Grant { .. } | Ask::Flagship { .. }
    );
    let mut lines = String::new();
    for choice in view.choices.iter().filter(|_| ships) {
        let points = choice.figure.map_or_else(String::new, |points| format!(", {points} points"));
        let _ = writeln!(lines, "  {}: {}{points}", choice.value, choice.says);
    }
    for choice in view.closed.iter().filter(|_| ships) {
        let _ = writeln!(lines, "  not {}: {}", choice.value, choice.says);
    }
    if let (Ask::Fleet { .. }, Some(usual)) = (&due.ask, &view.usual) {
        let _ = writeln!(lines, "  fit is {usual}");
    }
    lines
}

fn grant_form(kind: AppealKind, ships: Option<u32>) -> String {
    match (kind, ships) {
        (_, Some(ships)) => count(ships, "ship"),
        (AppealKind::Refit, None) => "the ship, or `waive`".to_owned(),
        (AppealKind::Reinforcements, None) => "`CLASS NAME` or `CLASS:NUMBER NAME`, or `waive`".to_owned(),
        (AppealKind::Other, None) => "`roll`, or the ship, or `waive`".to_owned(),
        (AppealKind::Ramilies, None) => "the system where it is hidden, or `waive`".to_owned(),
    }
}

/// `Nman (agri world, neutral), Lithore (hive world, Boris)`.
fn figured(choices: &[Choice]) -> String {
    let parts: Vec<String> = choices.iter().map(|choice| format!("{} ({})", choice.value, choice.says)).collect();
    if parts.is_empty() { "nothing to mend".to_owned() } else { parts.join(", ") }
}

/// What a battle waits for, for somebody who gave no answer.
pub(super) fn waits_for(seen: &Seen, battle: &Battle, waits: &[Due]) -> String {
    let id = battle.id.0;
    let names: Vec<String> = waits.iter().flat_map(|due| &due.who).map(|who| name_of(seen, *who)).collect();
    let what = match waits {
        [] => "nothing".to_owned(),
        [Due { ask: Ask::Answer, .. }] => format!("{}'s answer", names[0]),
        [Due { ask: Ask::Location { .. }, .. }, ..] => {
            let view = DueView::new(seen, &waits[0]);
            let values: Vec<&str> = view.choices.iter().map(|choice| choice.value.as_str()).collect();
            format!("the system {} attacks: {}", names[0], or_list(&values))
        }
        [Due { ask: Ask::Fleet { .. }, .. }, _] => "both fleets".to_owned(),
        [Due { ask: Ask::Fleet { .. }, .. }] => format!("the fleet of {}", names[0]),
        [Due { ask: Ask::Nominate { .. } | Ask::Plots, .. }, ..] => "a nominated ship".to_owned(),
        [Due { ask: Ask::Confirm, .. }] => {
            return format!("the report of battle {id} waits for {} to confirm it", names[0]);
        }
        waits if waits.iter().all(|due| matches!(due.ask, Ask::Grant { .. })) => {
            let grants = waits.iter().zip(&names).filter_map(|(due, name)| match &due.ask {
                Ask::Grant { kind, .. } => Some(format!("{name}'s {kind}")),
                _ => None,
            });
            and_list(&grants.collect::<Vec<_>>())
        }
        waits => {
            let says: Vec<String> = waits.iter().map(|due| DueView::new(seen, due).says).collect();
            return format!("battle {id} waits: {}", says.join("; "));
        }
    };
    format!("battle {id} waits for {what}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_repairs_is_read() {
        let mut args = NextArgs::default();
        for part in ["Agrippa 2", "Broken Idols 1", "Vigil withdraws", "Duke"] {
            repairs_part(&mut args, part);
        }
        assert_eq!(args.repair, ["Agrippa=2", "Broken Idols=1"]);
        assert_eq!(args.withdraw, ["Vigil", "Duke"]);
    }
}
