//! `renown start`: every step from the muster to the first battle, as far as its answers reach.

use super::args::StartArgs;
use super::error::CliError;
use super::resolve;
use super::session::{Result, Session};
use crate::campaign::command::Command;
use crate::campaign::state::{Campaign, Phase, PlayerId, SystemId};
use crate::dice::Fast;
use crate::store::{Snapshot, Store};
use crate::text::and_list;

pub(super) fn run(session: &mut Session<'_>, args: &StartArgs) -> Result<()> {
    session.with_store(|session, store| {
        let mut now = store.load()?;
        if now.campaign.phase() == Some(Phase::Running) {
            return Err(CliError::new("the campaign has already begun").hint("`renown status` says what is due"));
        }
        let mut answers = Answers {
            picks: pairs(&now.campaign, &args.picks)?,
            bases: pairs(&now.campaign, &args.bases)?,
            // A random place is no roll of the rulebook; the campaign's own dice are not spent on it.
            random: args.random.then(|| Fast::new(seed(&now), now.head.id)),
        };
        session.more_to_come = true;
        if now.campaign.phase() == Some(Phase::Mustering) {
            now = session.give(store, &now, Command::RollStartingOrder)?.after;
            if session.common.dry_run {
                return Ok(());
            }
        }
        now = pick(session, store, now, &mut answers)?;
        now = hide(session, store, now, &mut answers)?;
        if now.campaign.phase() != Some(Phase::Hiding) || due_base(&now.campaign).is_some() {
            return Ok(());
        }
        session.more_to_come = false;
        session.give(store, &now, Command::BeginCampaign).map(|_| ())
    })
}

fn seed(now: &Snapshot) -> u64 {
    now.head.chain.bytes().fold(0, |seed, byte| seed.wrapping_mul(131).wrapping_add(byte.into()))
}

struct Answers {
    picks: Vec<(PlayerId, SystemId)>,
    bases: Vec<(PlayerId, SystemId)>,
    random: Option<Fast>,
}

fn pairs(campaign: &Campaign, given: &[String]) -> Result<Vec<(PlayerId, SystemId)>> {
    given
        .iter()
        .map(|pair| {
            let (player, system) =
                pair.split_once('=').ok_or_else(|| CliError::usage(format!("\"{pair}\" is not PLAYER=SYSTEM")))?;
            Ok((resolve::player(campaign, player)?, resolve::system(campaign, system)?))
        })
        .collect()
}

/// Each player in the rolled order picks a system (CAMP-08).
fn pick(session: &mut Session<'_>, store: &mut Store, mut now: Snapshot, answers: &mut Answers) -> Result<Snapshot> {
    while let Some(player) = due_pick(&now.campaign) {
        let free: Vec<SystemId> =
            now.campaign.systems.values().filter(|system| system.owner.is_none()).map(|system| system.id).collect();
        // Several picks of one player are his preferences: the first that is still free is taken.
        let given = answers.picks.iter().filter(|(who, _)| *who == player);
        let given = given.clone().find(|(_, at)| free.contains(at)).or_else(|| given.clone().next()).map(|(_, at)| *at);
        let name = name_of(&now.campaign, player);
        let Some(system) = answer(session, &now.campaign, given, &free, answers, &format!("{name} picks a system"))?
        else {
            session.status(&format!("Due: {name} picks a system. `renown start --pick \"{name}\"=SYSTEM`"));
            break;
        };
        now = session.give(store, &now, Command::PickSystem { player, system })?.after;
    }
    Ok(now)
}

/// Each pirate hides his base once the systems are picked (CAMP-09).
fn hide(session: &mut Session<'_>, store: &mut Store, mut now: Snapshot, answers: &mut Answers) -> Result<Snapshot> {
    if now.campaign.phase() != Some(Phase::Hiding) {
        return Ok(now);
    }
    for (player, system) in std::mem::take(&mut answers.bases) {
        now = session.give(store, &now, Command::HideBase { player, system, structure: None })?.after;
    }
    while let Some(player) = due_base(&now.campaign) {
        let all: Vec<SystemId> = now.campaign.systems.keys().copied().collect();
        let name = name_of(&now.campaign, player);
        let Some(system) = answer(session, &now.campaign, None, &all, answers, &format!("{name} hides his base in"))?
        else {
            let waiting: Vec<String> = waiting_for_base(&now.campaign).map(|id| name_of(&now.campaign, id)).collect();
            session
                .status(&format!("Due: a hidden base for {}. `renown start --base PLAYER=SYSTEM`", and_list(&waiting)));
            break;
        };
        now = session.give(store, &now, Command::HideBase { player, system, structure: None })?.after;
    }
    Ok(now)
}

fn answer(
    session: &mut Session<'_>,
    campaign: &Campaign,
    given: Option<SystemId>,
    choices: &[SystemId],
    answers: &mut Answers,
    question: &str,
) -> Result<Option<SystemId>> {
    if given.is_some() {
        return Ok(given);
    }
    if let Some(random) = &mut answers.random {
        let index = random.below(u32::try_from(choices.len()).unwrap_or(1).max(1));
        return Ok(choices.get(index as usize).copied());
    }
    loop {
        let Some(typed) = session.ask(&format!("{question}: ")) else { return Ok(None) };
        if typed.is_empty() {
            return Ok(None);
        }
        match resolve::system(campaign, &typed) {
            Ok(system) => return Ok(Some(system)),
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
