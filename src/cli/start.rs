//! `renown start`: every step from the muster to the first battle, as far as its answers reach.

use super::args::StartArgs;
use super::error::CliError;
use super::resolve;
use super::session::{Result, Session};
use crate::campaign::command::Command;
use crate::campaign::state::{Campaign, Phase, PlayerId, SystemId};
use crate::campaign::view::{Seen, Viewer};
use crate::club::{Acting, Ground, Member};
use crate::dice::Fast;
use crate::text::and_list;

pub(super) fn run(session: &mut Session<'_>, args: &StartArgs) -> Result<()> {
    session.as_member(|session, member| {
        let Ground { before: now, seen } = session.ground(member)?;
        if now.phase() == Some(Phase::Running) {
            return Err(CliError::new("the campaign has already begun").hint("`renown status` says what is due"));
        }
        let answers = Answers {
            picks: pairs(&seen, &args.picks)?,
            bases: pairs(&seen, &args.bases)?,
            // A random place is no roll of the rulebook; the campaign's own dice are not spent on it.
            random: args.random.then(|| Fast::new(now.seed(), now.entries())),
        };
        session.more_to_come = true;
        let mut opening = Opening { act: session.begin(member, now)?, member, answers, seen };
        if opening.act.seen().phase() == Some(Phase::Mustering) {
            session.decide(opening.member, &mut opening.act, Command::RollStartingOrder)?;
        }
        let due = match pick(session, &mut opening)? {
            None => hide(session, &mut opening)?,
            due => due,
        };
        let Opening { member, mut act, seen, .. } = opening;
        // Whether all bases are hidden, and whose is not, is the arbitrator's to know.
        let due = match seen.viewer() {
            Viewer::Player(_) if due.is_none() => {
                Some("Due: pirates hide their bases; then the arbitrator begins.".to_owned())
            }
            _ => due,
        };
        if due.is_none() && act.seen().phase() == Some(Phase::Hiding) {
            session.more_to_come = false;
            session.decide(member, &mut act, Command::BeginCampaign)?;
        }
        let done = session.write(member, act)?;
        if let Some(due) = due {
            session.status(&due);
        }
        session.tell(&done)
    })
}

/// The opening under way: what is decided of it, and the answers that are left.
struct Opening<'s, 'c> {
    member: &'s mut Member<'c>,
    act: Acting,
    answers: Answers,
    /// The campaign as whoever opens it sees it.
    seen: Seen,
}

impl Opening<'_, '_> {
    /// Records what is decided so far, if dice fell: who is asked now must have seen them.
    fn show_dice(&mut self, session: &mut Session<'_>) -> Result<()> {
        if self.act.rolled() {
            let done = session.record(self.member, self.act.clone())?;
            self.act = session.begin(self.member, done.after)?;
        }
        Ok(())
    }
}

struct Answers {
    picks: Vec<(PlayerId, SystemId)>,
    bases: Vec<(PlayerId, SystemId)>,
    random: Option<Fast>,
}

fn pairs(seen: &Seen, given: &[String]) -> Result<Vec<(PlayerId, SystemId)>> {
    given
        .iter()
        .map(|pair| {
            let (player, system) = resolve::pair(seen, pair, "PLAYER=SYSTEM")?;
            Ok((resolve::player(seen, player)?, resolve::system(seen, system)?))
        })
        .collect()
}

/// Each player in the rolled order picks a system (CAMP-08). Says what is due where nobody answers.
fn pick(session: &mut Session<'_>, opening: &mut Opening<'_, '_>) -> Result<Option<String>> {
    while let Some(player) = due_pick(&opening.act.seen()) {
        let campaign = opening.act.seen();
        let free: Vec<SystemId> =
            campaign.systems.values().filter(|system| system.owner.is_none()).map(|system| system.id).collect();
        let name = name_of(&campaign, player);
        // Several picks of one player are his preferences: the first that is still free is taken.
        let given = opening.answers.picks.iter().filter(|(who, _)| *who == player);
        let given = given.clone().find(|(_, at)| free.contains(at)).or_else(|| given.clone().next()).map(|(_, at)| *at);
        let command = |system| Command::PickSystem { player, system };
        if !answer(session, opening, given, &free, &format!("{name} picks a system"), command)? {
            return Ok(Some(format!("Due: {name} picks a system. `renown start --pick \"{name}\"=SYSTEM`")));
        }
    }
    Ok(None)
}

/// Each pirate hides his base once the systems are picked (CAMP-09). Says what is due where nobody answers.
fn hide(session: &mut Session<'_>, opening: &mut Opening<'_, '_>) -> Result<Option<String>> {
    if opening.act.seen().phase() != Some(Phase::Hiding) {
        return Ok(None);
    }
    for (player, system) in std::mem::take(&mut opening.answers.bases) {
        session.decide(opening.member, &mut opening.act, Command::HideBase { player, system, structure: None })?;
    }
    let viewer = opening.seen.viewer();
    let asked = |campaign: &Campaign| waiting_for_base(campaign).find(|player| viewer.may_know(Some(&[*player])));
    while let Some(player) = asked(&opening.act.seen()) {
        let campaign = opening.act.seen();
        let all: Vec<SystemId> = campaign.systems.keys().copied().collect();
        let question = format!("{} hides his base in", name_of(&campaign, player));
        let command = |system| Command::HideBase { player, system, structure: None };
        if !answer(session, opening, None, &all, &question, command)? {
            let campaign = opening.act.seen();
            let waiting = waiting_for_base(&campaign).filter(|player| viewer.may_know(Some(&[*player])));
            let waiting: Vec<String> = waiting.map(|id| name_of(&campaign, id)).collect();
            let due = format!("Due: a hidden base for {}. `renown start --base PLAYER=SYSTEM`", and_list(&waiting));
            return Ok(Some(due));
        }
    }
    Ok(None)
}

/// Gives the command for the system that is given, drawn or typed in; at the terminal until one is taken. Whether
/// there was an answer.
fn answer(
    session: &mut Session<'_>,
    opening: &mut Opening<'_, '_>,
    given: Option<SystemId>,
    choices: &[SystemId],
    question: &str,
    command: impl Fn(SystemId) -> Command,
) -> Result<bool> {
    let drawn = match &mut opening.answers.random {
        Some(random) if given.is_none() => {
            let index = random.below(u32::try_from(choices.len()).unwrap_or(1).max(1));
            choices.get(index as usize).copied()
        }
        _ => given,
    };
    if let Some(system) = drawn {
        return session.decide(opening.member, &mut opening.act, command(system)).map(|()| true);
    }
    if !session.io.interactive || session.common.dry_run || opening.answers.random.is_some() {
        return Ok(false);
    }
    opening.show_dice(session)?;
    loop {
        let Some(typed) = session.ask(&format!("{question}: ")).filter(|typed| !typed.is_empty()) else {
            return Ok(false);
        };
        let system = resolve::system(&opening.seen, &typed);
        match system.and_then(|system| session.decide(opening.member, &mut opening.act, command(system))) {
            Ok(()) => return Ok(true),
            Err(error) => session.status(&error.messages.join("\n")),
        }
    }
}

fn name_of(campaign: &Campaign, player: PlayerId) -> String {
    campaign.players.get(&player).map(|player| player.name.clone()).unwrap_or_default()
}

/// Who must pick next.
pub(super) fn due_pick(campaign: &Campaign) -> Option<PlayerId> {
    let about = campaign.about.as_ref().filter(|about| about.phase == Phase::Picking)?;
    about.order.iter().copied().find(|id| campaign.systems_of(*id).next().is_none())
}

/// Who must still hide a base.
pub(super) fn due_base(campaign: &Campaign) -> Option<PlayerId> {
    waiting_for_base(campaign).next()
}

fn waiting_for_base(campaign: &Campaign) -> impl Iterator<Item = PlayerId> {
    let waiting = |player: &&crate::campaign::state::Player| {
        player.pirate && !player.ready && !campaign.bases.contains_key(&player.id)
    };
    campaign.players.values().filter(waiting).map(|player| player.id).collect::<Vec<_>>().into_iter()
}
