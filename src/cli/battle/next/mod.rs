//! `renown battle next`: takes every step that decides nothing, gives the answers that were typed to the questions they
//! belong to, and stops at the first question that is left (CAMP-12).

mod aftermath;
mod answer;
mod ask;
mod build_up;
mod order;

use crate::campaign::command::Command;
use crate::campaign::due::{self, Ask, Due, Next};
use crate::campaign::state::{BattleId, PlayerId, VesselId};
use crate::campaign::turn::{Battle, Step};
use crate::campaign::view::{Seen, Viewer};
use crate::cli::args::NextArgs;
use crate::cli::battle::say_due;
use crate::cli::error::CliError;
use crate::cli::resolve;
use crate::cli::session::{Result, Session};
use crate::club::{Acting, Ground, Member, Moment};
use crate::text::and_list;

/// The usual answer is taken for whoever is asked.
const BOTH: &str = "both";

/// A run through the steps of one battle.
pub(super) struct Run {
    id: BattleId,
    /// Answers that no question has asked for yet.
    args: NextArgs,
    /// One step, not all.
    step: bool,
    /// Something was recorded before the act that is under way.
    recorded: bool,
    /// The id of the next vessel that comes into being.
    first: VesselId,
}

/// `renown battle next`.
pub(super) fn run(session: &mut Session<'_>, member: &mut Member<'_>, args: NextArgs) -> Result<()> {
    let Ground { before, seen } = session.ground(member)?;
    let id = BattleId(args.battle);
    let battle = seen.battles.get(&id).ok_or_else(|| {
        CliError::new(format!("there is no open battle {}", id.0)).hint("`renown battle list` shows them")
    })?;
    order::check(&seen, battle, &args)?;
    let step = args.step || session.one_step;
    Run { id, args, step, recorded: false, first: VesselId(0) }.on(session, member, before, Vec::new())
}

/// Gives commands, and goes on with what follows from them by itself.
pub(super) fn give_and_run_on(
    session: &mut Session<'_>,
    member: &mut Member<'_>,
    before: Moment,
    id: BattleId,
    commands: Vec<Command>,
) -> Result<()> {
    let args = NextArgs { battle: id.0, ..NextArgs::default() };
    let step = session.one_step;
    Run { id, args, step, recorded: false, first: VesselId(0) }.on(session, member, before, commands)
}

/// Records a report, and goes on with what follows from it by itself; says what is due then.
pub(super) fn record_and_run_on(
    session: &mut Session<'_>,
    member: &mut Member<'_>,
    before: Moment,
    id: BattleId,
    report: Command,
) -> Result<()> {
    give_and_run_on(session, member, before, id, vec![report])?;
    let said = say_due(session, member, id);
    session.only_shown(said);
    Ok(())
}

/// Goes on with what follows by itself from something that is recorded.
pub(super) fn run_on(session: &mut Session<'_>, member: &mut Member<'_>, before: Moment, id: BattleId) -> Result<()> {
    if session.common.dry_run || session.one_step {
        return Ok(());
    }
    let args = NextArgs { battle: id.0, ..NextArgs::default() };
    let mut run = Run { id, args, step: false, recorded: true, first: VesselId(0) };
    let act = session.begin(member, before)?;
    let act = run.through(session, member, act, true)?;
    if !act.is_empty() {
        session.record(member, act)?;
    }
    let said = say_due(session, member, id);
    session.only_shown(said);
    Ok(())
}

impl Run {
    fn on(
        mut self,
        session: &mut Session<'_>,
        member: &mut Member<'_>,
        before: Moment,
        first: Vec<Command>,
    ) -> Result<()> {
        session.runs_on = true;
        let mut act = session.begin(member, before)?;
        let given = !first.is_empty();
        for command in first {
            session.decide(member, &mut act, command)?;
        }
        if !(given && self.step) {
            act = self.through(session, member, act, given)?;
        }
        let unused = order::unused(&self.args);
        if act.is_empty() && !self.recorded {
            return Err(self.waits(session, &act.seen())?);
        }
        if !unused.is_empty() && !act.rolled() && !self.recorded {
            return Err(self.left_over(session, &mut act, &unused)?.hint("nothing was recorded"));
        }
        let left = (!unused.is_empty()).then(|| self.left_over(session, &mut act, &unused)).transpose()?;
        if !act.is_empty() {
            session.record(member, act)?;
        }
        // What fell on the way stands: a run that could be refused for what its dice show could be tried again.
        left.map_or(Ok(()), |error| Err(error.hint("what is recorded stands; give the rest when it is due")))
    }

    /// Takes steps until people must decide something that was not said; at a terminal they are asked.
    fn through(
        &mut self,
        session: &mut Session<'_>,
        member: &mut Member<'_>,
        mut act: Acting,
        given: bool,
    ) -> Result<Acting> {
        loop {
            let count = act.len();
            self.advance(session, member, &mut act)?;
            if act.len() > count {
                if self.step && !self.goes_on(&act.seen()) {
                    return Ok(act);
                }
                continue;
            }
            // Who records a battle or challenges somebody is not kept at the table for what comes after it.
            if given || session.common.dry_run || !session.io.interactive {
                return Ok(act);
            }
            // Who is asked must have seen what has happened, and it must stand whatever he does.
            if !act.is_empty() {
                let told = session.record(member, act)?;
                self.recorded = true;
                act = session.begin(member, told.after)?;
            }
            if !self.ask(session, member, &mut act)? {
                return Ok(act);
            }
            if self.step {
                return Ok(act);
            }
        }
    }

    /// Whether one more step belongs to the one just taken: who says where repair points go, or how his crews advance,
    /// need not count the points first, and a mark is taken with its rank.
    fn goes_on(&self, seen: &Seen) -> bool {
        let Some(battle) = seen.battles.get(&self.id) else { return false };
        let args = &self.args;
        let undone = !battle.aftermath.repaired.attacker && !battle.aftermath.repaired.defender;
        let repairs = !args.repair.is_empty() || !args.withdraw.is_empty() || args.quick.is_some();
        let says = repairs || !args.skills.is_empty() || !args.leadership.is_empty();
        (battle.step == Step::Repairs && undone && says) || (battle.step == Step::Experience && !args.marks.is_empty())
    }

    /// One step: what decides nothing, or every answer that was given to what is asked now.
    fn advance(&mut self, session: &mut Session<'_>, member: &mut Member<'_>, act: &mut Acting) -> Result<()> {
        let seen = act.seen();
        self.first = act.next_vessel();
        let Some(battle) = seen.battles.get(&self.id).filter(|battle| battle.open).cloned() else { return Ok(()) };
        let beside = self.beside(session, &seen, &battle)?;
        if !beside.is_empty() {
            return decide_all(session, member, act, beside);
        }
        let catalog = session.shared_catalog()?;
        if let Some(command) = act.runs_on(self.id, catalog.as_ref()) {
            let command = self.fill(&seen, &battle, command)?;
            return session.decide(member, act, command);
        }
        let commands = match due::next(&seen, &battle, catalog.as_ref()) {
            Next::Waits(waits) => self.answers(session, member, &seen, &battle, &waits)?,
            Next::RunsOn(command) => {
                session.may_give(member, &seen, &command)?;
                Vec::new()
            }
        };
        decide_all(session, member, act, commands)
    }

    /// The answers that were typed to what is asked now, and the usual ones for those who take them.
    fn answers(
        &mut self,
        session: &mut Session<'_>,
        member: &mut Member<'_>,
        seen: &Seen,
        battle: &Battle,
        waits: &[Due],
    ) -> Result<Vec<Command>> {
        let mut commands = self.unasked(member, seen, battle, waits)?;
        let usual = self.usual(session, seen)?;
        let forced = waits.iter().any(|due| matches!(due.ask, Ask::Tenders { .. } | Ask::Gift | Ask::Orders { .. }));
        for due in waits {
            let typed = self.answer(session, member, seen, battle, due)?;
            let takes = due.who.iter().copied().filter(|who| usual.contains(who)).collect::<Vec<_>>();
            let all = takes.len() == due.who.len() || (forced && !takes.is_empty());
            match typed {
                Some(typed) => commands.extend(typed),
                None if all => commands.extend(due.usual(takes[0])),
                // The club's own limit has passed, and its arbitrator goes on (CAMP-04).
                None if is_overdue(session, seen, due) => commands.extend(due.usual(due.who[0])),
                None => {}
            }
        }
        // One answer to what both are asked together is one command.
        commands.dedup();
        Ok(commands)
    }

    /// Who takes the usual answer to whatever he is asked.
    fn usual(&self, session: &Session<'_>, seen: &Seen) -> Result<Vec<PlayerId>> {
        let battle = seen.battles.get(&self.id);
        let both = || battle.map(|battle| battle.players().to_vec()).unwrap_or_default();
        if session.usual && seen.viewer() == Viewer::Arbitrator {
            return Ok(both());
        }
        let mut who = Vec::new();
        for typed in &self.args.usual {
            match typed.as_str() {
                BOTH => who.extend(both()),
                name => who.push(resolve::player(seen, name)?),
            }
        }
        Ok(who)
    }

    /// What the battle waits for, as an error of somebody who gave nothing for it.
    fn waits(&self, session: &mut Session<'_>, seen: &Seen) -> Result<CliError> {
        let id = self.id;
        let Some(battle) = seen.battles.get(&id).filter(|battle| battle.open) else {
            return Ok(CliError::new(format!("battle {} is closed", id.0)));
        };
        if battle.step == Step::Battle && battle.confirmation.is_none() {
            if battle.is_under_way() {
                return Ok(CliError::new(format!("battle {} is under way at the terminal", id.0))
                    .hint(format!("`renown battle fight {}` goes on with it", id.0)));
            }
            return Ok(CliError::new(format!("battle {} waits for its report", id.0)).hint(format!(
                "`renown battle record {0}` asks for it; `renown battle fight {0}` has the engine fight it; \
                 `renown battle template {0}` writes a file to fill in",
                id.0
            )));
        }
        let catalog = session.shared_catalog()?;
        let Next::Waits(waits) = due::next(seen, battle, catalog.as_ref()) else {
            return Ok(CliError::new(format!("the next step of battle {} is not yours to take", id.0)));
        };
        let flags: Vec<&str> = waits.iter().map(|due| order::flags(&due.ask)).collect();
        let mut flags: Vec<&str> = flags.into_iter().filter(|flags| !flags.is_empty()).collect();
        flags.dedup();
        let what = ask::waits_for(seen, battle, &waits);
        if let [Due { ask: Ask::Confirm, until, .. }] = waits.as_slice() {
            let silence = until.map_or_else(String::new, |day| format!("; silence confirms it on {day}"));
            return Ok(CliError::new(what).hint(format!(
                "`renown battle confirm {0}`, or `renown battle dispute {0} --reason TEXT`{silence}",
                id.0
            )));
        }
        Ok(CliError::new(what).hint(format!("`renown battle next {} {}`", id.0, flags.join(" or "))))
    }

    /// That answers were given which nothing asked for.
    fn left_over(&self, session: &mut Session<'_>, act: &mut Acting, unused: &[&'static str]) -> Result<CliError> {
        let seen = act.seen();
        let catalog = session.shared_catalog()?;
        let battle = seen.battles.get(&self.id).filter(|battle| battle.open);
        let due = battle.map_or_else(
            || format!("battle {} is closed", self.id.0),
            |battle| {
                format!("battle {} stops at {}", self.id.0, crate::report::due::due(&seen, battle, catalog.as_ref()))
            },
        );
        let verb = if unused.len() == 1 { "is" } else { "are" };
        Ok(CliError::new(format!("{} {verb} not asked for: {due}", and_list(unused))))
    }
}

fn decide_all(
    session: &mut Session<'_>,
    member: &mut Member<'_>,
    act: &mut Acting,
    commands: Vec<Command>,
) -> Result<()> {
    for command in commands {
        session.decide(member, act, command)?;
    }
    Ok(())
}

/// Whether the club's limit for a declaration has passed, and it is the arbitrator who goes on.
fn is_overdue(session: &Session<'_>, seen: &Seen, due: &Due) -> bool {
    let late = matches!(due.ask, Ask::Advances { .. } | Ask::Train { .. } | Ask::Repairs { .. } | Ask::Appeals { .. });
    seen.viewer() == Viewer::Arbitrator && late && due.until.is_some_and(|day| session.now().date() > day)
}
