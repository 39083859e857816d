//! Appeals: declared by both, rolled, and what was granted taken (APPEAL-01 to APPEAL-18).

use serde::{Deserialize, Serialize};

use super::refits::{roll_refit, roll_skill};
use crate::battle::class::{ShipType, words};
use crate::campaign::appeal_tables::{Allowance, RefitSource};
use crate::campaign::command::NewVessel;
use crate::campaign::event::Event;
use crate::campaign::refusal::{Refusal, Refusals};
use crate::campaign::register;
use crate::campaign::state::{BattleId, Campaign, Player, PlayerId, Vessel, VesselId, VesselState};
use crate::campaign::turn::{Battle, Step, at_step, sides};
use crate::campaign::{Circumstances, player, vessel_of};
use crate::dice::{Why, d6};

words! {
    /// What may be appealed for (APPEAL-04).
    AppealKind {
        /// A new capital ship or squadron.
        Reinforcements = "reinforcements",
        /// A refit of a capital ship.
        Refit = "refit",
        /// A roll on the fleet's own table.
        Other = "other",
    }
}

/// An appeal that was granted and not taken yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Grant {
    /// Whose.
    pub player: PlayerId,
    /// What.
    pub kind: AppealKind,
}

/// What an other appeal gave.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Boon {
    /// Slug of the result.
    pub id: String,
    /// What it does.
    pub effect: String,
    /// The vessel it was given to.
    pub vessel: Option<VesselId>,
    /// Used up by the next game (APPEAL-14).
    pub next_game: bool,
    /// The battle after which it was granted.
    pub battle: BattleId,
}

/// The boon of a fleet that earns repair points in place of refits (APPEAL-17).
pub(super) const REPAIR_POINT: &str = "repair-point";

/// Appeals by band of renown (APPEAL-01).
const fn number(renown: i32) -> usize {
    match renown {
        ..=10 => 1,
        11..=30 => 2,
        31..=50 => 3,
        _ => 4,
    }
}

fn allowance<'l>(owner: &Player, with: &Circumstances<'l>) -> Result<&'l Allowance, Refusal> {
    let all = &with.library.appeals().allowances;
    all.iter().find(|allowance| allowance.fleet == owner.fleet).ok_or_else(|| {
        Refusal::by("APPEAL-05", format!("the fleet files do not say what {} may appeal for", owner.name))
    })
}

/// Makes all appeals of both players: declared together, then rolled (APPEAL-03, APPEAL-10).
pub(in crate::campaign) fn make(
    campaign: &Campaign,
    id: BattleId,
    declared: &[(PlayerId, AppealKind)],
    with: &mut Circumstances<'_>,
) -> Result<Vec<Event>, Refusals> {
    let battle = at_step(campaign, id, Step::Appeals)?;
    if battle.aftermath.appealed {
        return Err(Refusal::by("APPEAL-03", "the appeals of this battle are made")
            .hint("take what was granted")
            .into());
    }
    let both = sides(battle)?.both();
    let mut problems = Vec::new();
    for (who, _) in declared.iter().filter(|(who, _)| both.iter().all(|side| side.player != *who)) {
        let name = player(campaign, *who)?.name.clone();
        problems.push(Refusal::plain(format!("{name} takes no part in battle {}", id.0)));
    }
    for side in both {
        let owner = player(campaign, side.player)?;
        let own: Vec<AppealKind> = declared.iter().filter(|(who, _)| *who == owner.id).map(|(_, kind)| *kind).collect();
        problems.extend(wrong_appeals(owner, &own, with)?);
    }
    if !problems.is_empty() {
        return Err(Refusals(problems));
    }
    let mut events = Vec::new();
    let mut granted = 0;
    for side in both {
        let owner = player(campaign, side.player)?;
        let rules = allowance(owner, with)?.clone();
        for (_, kind) in declared.iter().filter(|(who, _)| *who == owner.id) {
            let face = d6(with.dice, Why::new(purpose(*kind), &owner.name))?;
            let (needed, modifier) = match kind {
                AppealKind::Reinforcements => (2, rules.modifier_reinforcements),
                AppealKind::Refit => (4, rules.modifier_refits),
                AppealKind::Other => (5, rules.modifier_other),
            };
            let success = i32::from(face) + modifier >= needed;
            granted += u32::from(success);
            events.push(Event::AppealRolled { battle: id, player: owner.id, kind: *kind, face, granted: success });
        }
    }
    events.push(Event::AppealsMade { battle: id });
    if granted == 0 {
        events.extend(close(campaign, battle));
    }
    Ok(events)
}

const fn purpose(kind: AppealKind) -> &'static str {
    match kind {
        AppealKind::Reinforcements => "appeal for reinforcements",
        AppealKind::Refit => "appeal for a refit",
        AppealKind::Other => "other appeal",
    }
}

/// Too many, too many alike, or none of the fleet's (APPEAL-01, APPEAL-02, APPEAL-05).
fn wrong_appeals(owner: &Player, own: &[AppealKind], with: &Circumstances<'_>) -> Result<Vec<Refusal>, Refusal> {
    let mut found = Vec::new();
    if own.is_empty() {
        return Ok(found);
    }
    let rules = allowance(owner, with)?;
    let most = number(owner.renown);
    let name = &owner.name;
    if own.len() > most {
        let says = format!("{name} makes {} appeals; {} renown allow {most}", own.len(), owner.renown);
        found.push(Refusal::by("APPEAL-01", says));
    }
    for kind in AppealKind::ALL {
        let alike = own.iter().filter(|other| *other == kind).count();
        if alike > 2 {
            found.push(Refusal::by("APPEAL-02", format!("{name} appeals {alike} times for {kind}; twice at most")));
        }
        let open = match kind {
            AppealKind::Reinforcements => rules.reinforcements,
            AppealKind::Refit => true,
            AppealKind::Other => rules.other.is_some() && !rules.other_not_lists.contains(&owner.list),
        };
        if alike > 0 && !open {
            found.push(Refusal::by("APPEAL-11", format!("{name}'s fleet has no {kind} appeal")));
        }
    }
    Ok(found)
}

/// The battle at the appeal step, if this player waits to take such a grant.
fn waiting(campaign: &Campaign, id: BattleId, owner: PlayerId, kind: AppealKind) -> Result<&Battle, Refusal> {
    let battle = at_step(campaign, id, Step::Appeals)?;
    if battle.aftermath.grants.contains(&Grant { player: owner, kind }) {
        return Ok(battle);
    }
    let name = &player(campaign, owner)?.name;
    Err(Refusal::by("APPEAL-04", format!("{name} has no granted appeal for {kind}")))
}

/// Takes a grant off the list and closes the battle after the last.
fn taken(campaign: &Campaign, battle: &Battle, owner: PlayerId, kind: AppealKind) -> Vec<Event> {
    let mut events = vec![Event::GrantTaken { battle: battle.id, grant: Grant { player: owner, kind } }];
    if battle.aftermath.grants.len() == 1 {
        events.extend(close(campaign, battle));
    }
    events
}

/// Rolls a granted refit for a capital ship (APPEAL-07, REFIT-01); pirates roll a skill instead (APPEAL-17).
pub(in crate::campaign) fn take_refit(
    campaign: &Campaign,
    id: BattleId,
    owner: PlayerId,
    ship: VesselId,
    with: &mut Circumstances<'_>,
) -> Result<Vec<Event>, Refusals> {
    let battle = waiting(campaign, id, owner, AppealKind::Refit)?;
    let commander = player(campaign, owner)?;
    let vessel = vessel_of(campaign, owner, ship)?;
    let class = campaign.class(vessel.hulls[0].design);
    if matches!(class.kind, ShipType::Escort | ShipType::Transport) {
        return Err(
            Refusal::by("REFIT-01", format!("\"{}\" is no capital ship and cannot be refitted", vessel.name)).into()
        );
    }
    let rules = allowance(commander, with)?.clone();
    let appeals = with.library.appeals();
    let list = with.library.list(&commander.list);
    let wolves = list.is_some_and(|list| list.pirate == Some(true));
    let mut events = Vec::new();
    match rules.refits {
        // Ruling: wolf packs and Necrons earn something else in the manner of refits (APPEAL-17).
        _ if wolves => match roll_skill(campaign, vessel, &rules, appeals, with)? {
            Some(skill) => events.push(Event::SkillLearnt { player: owner, vessel: ship, skill }),
            None => events.push(nothing(owner, vessel)),
        },
        RefitSource::None => events.push(Event::BoonGained {
            player: owner,
            boon: Boon {
                id: REPAIR_POINT.to_owned(),
                effect: "1 repair point more in the next aftermath".to_owned(),
                vessel: None,
                next_game: true,
                battle: id,
            },
        }),
        RefitSource::Evolutions => {
            return Err(Refusal::by("REFIT-29", "Tyranids roll a refit on their evolution table")
                .hint("waive the appeal: evolutions are not in the program yet")
                .into());
        }
        RefitSource::General | RefitSource::Own => match roll_refit(campaign, vessel, &rules, appeals, with)? {
            Some((refit, dice)) => {
                let points = vessel.points_with(&[vessel.refits.as_slice(), &[refit.clone()]].concat());
                events.push(Event::RefitGained { player: owner, vessel: ship, refit, dice, points });
            }
            None => events.push(nothing(owner, vessel)),
        },
    }
    events.extend(taken(campaign, battle, owner, AppealKind::Refit));
    Ok(events)
}

fn nothing(owner: PlayerId, vessel: &Vessel) -> Event {
    let says = format!("\"{}\" has everything that is open to it", vessel.name);
    Event::Noted { player: Some(owner), rule: "REFIT-03".to_owned(), says }
}

/// Adds a granted capital ship or squadron of up to five escorts (APPEAL-06).
pub(in crate::campaign) fn take_reinforcement(
    campaign: &Campaign,
    id: BattleId,
    owner: PlayerId,
    vessel: VesselId,
    new: &NewVessel,
    with: &mut Circumstances<'_>,
) -> Result<Vec<Event>, Refusals> {
    let battle = waiting(campaign, id, owner, AppealKind::Reinforcements)?;
    let ships: u32 = new.ships.iter().map(|ships| ships.count).sum();
    if ships > 5 {
        return Err(Refusal::by("APPEAL-06", format!("reinforcements are up to five escorts, not {ships}")).into());
    }
    let mut events = register::reinforce(campaign, owner, vessel, new, with)?;
    events.extend(taken(campaign, battle, owner, AppealKind::Reinforcements));
    Ok(events)
}

/// Rolls a granted other appeal on the fleet's table; what is held already is rolled again (APPEAL-08, APPEAL-13).
pub(in crate::campaign) fn take_other(
    campaign: &Campaign,
    id: BattleId,
    owner: PlayerId,
    vessel: Option<VesselId>,
    with: &mut Circumstances<'_>,
) -> Result<Vec<Event>, Refusals> {
    let battle = waiting(campaign, id, owner, AppealKind::Other)?;
    let commander = player(campaign, owner)?;
    if let Some(vessel) = vessel {
        vessel_of(campaign, owner, vessel)?;
    }
    let rules = allowance(commander, with)?;
    let wanted = rules.other.as_deref();
    let table = with.library.appeals().other_appeals.iter().find(|table| Some(table.id.as_str()) == wanted);
    let Some(table) = table else {
        return Err(
            Refusal::by("APPEAL-11", format!("{}'s fleet has no table of other appeals", commander.name)).into()
        );
    };
    let boon = loop {
        let first = d6(with.dice, Why::new("other appeal, result", &commander.name))?;
        let second = d6(with.dice, Why::new("other appeal, result", &commander.name))?;
        let rolled = u32::from(first + second);
        let held = |id: &str| commander.boons.iter().any(|boon| boon.id == id);
        if let Some(entry) = table.entries.iter().find(|entry| entry.entry.roll == rolled && !held(&entry.entry.id)) {
            break Boon {
                id: entry.entry.id.clone(),
                effect: entry.entry.effect.clone(),
                vessel,
                next_game: entry.next_game_only,
                battle: id,
            };
        }
    };
    let mut events = vec![Event::BoonGained { player: owner, boon }];
    events.extend(taken(campaign, battle, owner, AppealKind::Other));
    Ok(events)
}

/// Leaves a grant unused: no model, no ship that could have it (APPEAL-09).
pub(in crate::campaign) fn waive(
    campaign: &Campaign,
    id: BattleId,
    owner: PlayerId,
    kind: AppealKind,
) -> Result<Vec<Event>, Refusals> {
    let battle = waiting(campaign, id, owner, kind)?;
    Ok(taken(campaign, battle, owner, kind))
}

/// Ends the campaign turn of both: those withdrawn before come back, what served this game is used up.
fn close(campaign: &Campaign, battle: &Battle) -> Vec<Event> {
    let mut events = Vec::new();
    for player in battle.players() {
        let back = campaign
            .register(player)
            .filter(|vessel| vessel.state == VesselState::Withdrawn && vessel.withdrawn != Some(battle.id));
        events.extend(back.map(|vessel| Event::VesselReturned { player, vessel: vessel.id }));
    }
    events.push(Event::BattleClosed { battle: battle.id });
    events
}
