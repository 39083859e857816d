//! Appeals: declared by both, rolled, and what was granted taken (APPEAL-01 to APPEAL-18).

use super::evolutions::roll_evolution;
use super::refits::{Lesson, Rolled, allowance, no_torpedoes, roll_refit, roll_skill};
use super::{appealing, boons, declaring, ramilies, role_of};
use crate::campaign::appeal_tables::{Allowance, RefitSource};
use crate::campaign::command::NewVessel;
use crate::campaign::event::Event;
use crate::campaign::ranks::BANDS;
use crate::campaign::refusal::{Refusal, Refusals, overrule};
use crate::campaign::state::battle::{Battle, Step};
use crate::campaign::state::boon::Boon;
use crate::campaign::state::grant::{AppealKind, Grant};
use crate::campaign::state::{BattleId, Campaign, Player, PlayerId, Vessel, VesselId, VesselState};
use crate::campaign::steps::{at_step, sides};
use crate::campaign::turn::report::Role;
use crate::campaign::{Circumstances, Library, about, player, register, vessel_of};
use crate::dice::{Why, d6};
use crate::ships::class::ShipType;
use crate::text::{a, count, thousands};

/// The boon of a fleet that earns repair points in place of refits (APPEAL-17).
pub(super) const REPAIR_POINT: &str = "repair-point";

/// Appeals by band of renown (APPEAL-01).
#[must_use]
pub const fn number(renown: i32) -> usize {
    match renown {
        ..=10 => 1,
        11..=30 => 2,
        31..=50 => 3,
        _ => 4,
    }
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
    if battle.aftermath.opened.is_some() {
        return Err(Refusal::by("APPEAL-10", "each player declares his own appeals in this battle").into());
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
        problems.extend(wrong_appeals(campaign, owner, &own, with));
    }
    let mut events = overrule(problems, sides(battle)?.attacker.player, with.ruling)?;
    let mut granted = 0;
    for side in both {
        let owner = player(campaign, side.player)?;
        for (_, kind) in declared.iter().filter(|(who, _)| *who == owner.id) {
            let (rolled, success) = roll(id, owner, *kind, with)?;
            granted += u32::from(success);
            events.push(rolled);
        }
    }
    events.push(Event::AppealsMade { battle: id });
    if granted == 0 {
        events.extend(close(campaign, battle));
    }
    Ok(events)
}

/// Rolls one appeal.
fn roll(
    battle: BattleId,
    owner: &Player,
    kind: AppealKind,
    with: &mut Circumstances<'_>,
) -> Result<(Event, bool), Refusals> {
    let face = d6(with.dice, Why::new(purpose(kind), &owner.name))?;
    let granted = i32::from(face) >= needed(owner, kind, with.library);
    Ok((Event::AppealRolled { battle, player: owner.id, kind, face, granted }, granted))
}

/// The face that grants an appeal, with what the fleet adds to it (APPEAL-04).
fn needed(owner: &Player, kind: AppealKind, library: &dyn Library) -> i32 {
    let rules = allowance(&owner.fleet, library);
    match kind {
        AppealKind::Reinforcements => 2 - rules.modifier_reinforcements,
        AppealKind::Refit => 4 - rules.modifier_refits,
        AppealKind::Other => 5 - rules.modifier_other,
        AppealKind::Ramilies => library.ramilies().map_or(5, |rules| whole(rules.appeal_roll)),
    }
}

/// Makes all appeals of one player: declared together, then rolled (APPEAL-03). None is an answer too.
pub(in crate::campaign) fn declare(
    campaign: &Campaign,
    id: BattleId,
    player_id: PlayerId,
    kinds: &[AppealKind],
    with: &mut Circumstances<'_>,
) -> Result<Vec<Event>, Refusals> {
    let owner = player(campaign, player_id)?;
    if !declaring(campaign, id)?.involves(player_id) {
        return Err(Refusal::plain(format!("{} takes no part in battle {}", owner.name, id.0)).into());
    }
    let battle = appealing(campaign, id, player_id)?;
    let role = role_of(battle, player_id)?;
    if battle.aftermath.has_appealed(role) {
        return Err(Refusal::by("APPEAL-03", format!("{} has made the appeals of this battle", owner.name))
            .hint("take what was granted")
            .into());
    }
    if boons::has_trainers(owner, id) && !*battle.aftermath.trained.of(role) {
        let says = format!("{} has not said whom the veteran trainers train", owner.name);
        return Err(Refusal::by("APPEAL-13", says).into());
    }
    let mut events = overrule(wrong_appeals(campaign, owner, kinds, with), owner.id, with.ruling)?;
    let mut granted = false;
    for kind in kinds {
        let (rolled, success) = roll(id, owner, *kind, with)?;
        granted = granted || success;
        events.push(rolled);
    }
    let number = u32::try_from(kinds.len()).unwrap_or(u32::MAX);
    events.push(Event::AppealsDeclared { battle: id, player: owner.id, role, number });
    if !granted {
        events.extend(finish(campaign, battle, role, owner.id));
    }
    Ok(events)
}

fn whole(number: u32) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

const fn purpose(kind: AppealKind) -> &'static str {
    match kind {
        AppealKind::Reinforcements => "appeal for reinforcements",
        AppealKind::Refit => "appeal for a refit",
        AppealKind::Other => "other appeal",
        AppealKind::Ramilies => "appeal for a Ramilies",
    }
}

/// Too many, too many alike, or none of the fleet's (APPEAL-01, APPEAL-02, APPEAL-05).
fn wrong_appeals(campaign: &Campaign, owner: &Player, own: &[AppealKind], with: &Circumstances<'_>) -> Vec<Refusal> {
    let mut found = Vec::new();
    if own.is_empty() {
        return found;
    }
    let rules = allowance(&owner.fleet, with.library);
    let most = number(owner.renown);
    let name = &owner.name;
    if own.len() > most {
        let made = count(u32::try_from(own.len()).unwrap_or(u32::MAX), "appeal");
        let says = format!("{name} makes {made}; {} renown allow {most}", owner.renown);
        found.push(Refusal::by("APPEAL-01", says).allowable());
    }
    for kind in AppealKind::ALL {
        let alike = own.iter().filter(|other| *other == kind).count();
        if alike > 2 {
            let says = format!("{name} appeals {alike} times for {kind}; twice at most");
            found.push(Refusal::by("APPEAL-02", says).allowable());
        }
        if alike > 0
            && let Some(refusal) = not_open(campaign, owner, &rules, *kind, with.library)
        {
            found.push(refusal);
        }
    }
    found
}

/// Why a fleet has no such appeal (APPEAL-11).
fn not_open(
    campaign: &Campaign,
    owner: &Player,
    rules: &Allowance,
    kind: AppealKind,
    library: &dyn Library,
) -> Option<Refusal> {
    let open = match kind {
        AppealKind::Ramilies => return ramilies::not_for(campaign, owner, library),
        AppealKind::Reinforcements => rules.reinforcements,
        AppealKind::Refit => true,
        AppealKind::Other => rules.other.is_some() && !rules.other_not_lists.contains(&owner.list),
    };
    if !open {
        return Some(Refusal::by("APPEAL-11", format!("{}'s fleet has no {kind} appeal", owner.name)));
    }
    let needed = match kind {
        AppealKind::Reinforcements => 1,
        AppealKind::Refit => BANDS[1],
        AppealKind::Other | AppealKind::Ramilies => BANDS[2],
    };
    let by_rank = campaign.about.as_ref().is_some_and(|about| about.options.flag("appeals-need-rank"));
    if by_rank && owner.renown < needed {
        let says = format!("{} has {} renown: {} appeal needs {needed}", owner.name, owner.renown, a(kind.word()));
        return Some(Refusal::by("APPEAL-01", says).hint("by the house rule appeals-need-rank"));
    }
    let alien = campaign
        .register(owner.id)
        .find(|vessel| vessel.hulls.iter().any(|hulls| campaign.class(hulls.design).xenos))
        .filter(|_| kind == AppealKind::Other && rules.other.as_deref() == Some("space-marines"));
    alien.map(|vessel| {
        let says = format!("Space Marines do not come to {} beside the alien vessel \"{}\"", owner.name, vessel.name);
        Refusal::by("APPEAL-11", says)
    })
}

/// The appeals that a fleet may make, each with the face that grants it, and why it may not make the others.
#[must_use]
pub fn offers(campaign: &Campaign, owner: &Player, library: &dyn Library) -> Offers {
    let rules = allowance(&owner.fleet, library);
    let (mut open, mut closed) = (Vec::new(), Vec::new());
    for kind in AppealKind::ALL {
        match not_open(campaign, owner, &rules, *kind, library) {
            None => open.push((*kind, needed(owner, *kind, library))),
            Some(why) => closed.push((*kind, why)),
        }
    }
    Offers { open, closed }
}

/// What may be appealed for.
pub struct Offers {
    /// What is open to a fleet, with the face of a die that grants it.
    pub open: Vec<(AppealKind, i32)>,
    /// What is not, and why.
    pub closed: Vec<(AppealKind, Refusal)>,
}

/// The battle at the appeal step, if this player waits to take such a grant.
pub(super) fn waiting(
    campaign: &Campaign,
    id: BattleId,
    owner: PlayerId,
    kind: AppealKind,
) -> Result<&Battle, Refusal> {
    let battle = appealing(campaign, id, owner)?;
    if battle.aftermath.grants.contains(&Grant { player: owner, kind }) {
        return Ok(battle);
    }
    let name = &player(campaign, owner)?.name;
    Err(Refusal::by("APPEAL-04", format!("{name} has no granted appeal for {kind}")))
}

/// Takes a grant off the list and closes the battle after the last.
pub(super) fn taken(campaign: &Campaign, battle: &Battle, owner: PlayerId, kind: AppealKind) -> Vec<Event> {
    let mut events = vec![Event::GrantTaken { battle: battle.id, grant: Grant { player: owner, kind } }];
    let grants = &battle.aftermath.grants;
    if let Ok(role) = role_of(battle, owner)
        && *battle.aftermath.declared.of(role)
    {
        if grants.iter().filter(|grant| grant.player == owner).count() == 1 {
            events.extend(finish(campaign, battle, role, owner));
        }
    } else if grants.len() == 1 {
        // Battles of an older program, in which both declared together.
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
    torpedoes: bool,
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
    let rules = allowance(&commander.fleet, with.library);
    let wolves = with.library.list(&commander.list).is_some_and(|list| list.pirate == Some(true));
    if torpedoes && let Some(says) = no_torpedoes(campaign, vessel, &commander.fleet, with.library) {
        return Err(Refusal::by("APPEAL-18", says).hint("take an ordinary refit").into());
    }
    let rolled = match rules.refits {
        // Ruling: wolf packs and Necrons earn something else in the manner of refits (APPEAL-17).
        _ if wolves => {
            let event = match roll_skill(campaign, vessel, &rules, with)? {
                Lesson::Learnt(skill) => Event::SkillLearnt { player: owner, vessel: ship, skill },
                Lesson::Wasted(_) | Lesson::Nothing => nothing(owner, vessel),
            };
            return Ok([vec![event], taken(campaign, battle, owner, AppealKind::Refit)].concat());
        }
        RefitSource::None => {
            let boon =
                Boon { next_game: true, ..Boon::new(REPAIR_POINT, "1 repair point more in the next aftermath", id) };
            let gained = Event::BoonGained { player: owner, boon };
            return Ok([vec![gained], taken(campaign, battle, owner, AppealKind::Refit)].concat());
        }
        RefitSource::Evolutions => roll_evolution(campaign, vessel, &commander.fleet, with)?,
        RefitSource::General | RefitSource::Own => roll_refit(campaign, vessel, &commander.fleet, torpedoes, with)?,
    };
    let mut events = match rolled {
        Some(Rolled { refit, dice }) => {
            let points = vessel.points_with(&[vessel.refits.as_slice(), std::slice::from_ref(&refit)].concat());
            vec![Event::RefitGained { player: owner, vessel: ship, refit, dice, points }]
        }
        None => vec![nothing(owner, vessel)],
    };
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
    beyond_cap(campaign, owner, &events, with)?;
    events.extend(taken(campaign, battle, owner, AppealKind::Reinforcements));
    Ok(events)
}

/// A house rule may set a most that registers grow to (APPEAL-06).
fn beyond_cap(campaign: &Campaign, owner: PlayerId, events: &[Event], with: &Circumstances<'_>) -> Result<(), Refusal> {
    let most = u32::try_from(about(campaign)?.options.number("register-cap")).unwrap_or(0);
    let added: u32 = events
        .iter()
        .map(|event| if let Event::VesselCommissioned { vessel } = event { vessel.points } else { 0 })
        .sum();
    let points = campaign.register_points(owner) + added;
    if most == 0 || points <= most || with.ruling.is_some() {
        return Ok(());
    }
    let (points, most) = (thousands(points), thousands(most));
    let says = format!("{}'s register would have {points} points; it may have {most}", player(campaign, owner)?.name);
    Err(Refusal::by("APPEAL-06", says).hint("choose something smaller, or waive the appeal").allowable())
}

/// Leaves a grant unused: no model, no ship that could have it (APPEAL-09).
pub(in crate::campaign) fn waive(
    campaign: &Campaign,
    id: BattleId,
    owner: PlayerId,
    kind: AppealKind,
) -> Result<Vec<Event>, Refusals> {
    let battle = waiting(campaign, id, owner, kind)?;
    // A result that waits for a ship is left with the appeal.
    let unnamed = boons::unnamed(player(campaign, owner)?, id).filter(|_| kind == AppealKind::Other);
    let left = unnamed.map(|boon| Event::BoonUsed { player: owner, boon: boon.id.clone() });
    Ok(left.into_iter().chain(taken(campaign, battle, owner, kind)).collect())
}

/// Ends the campaign turn of one side, and the battle with the second.
fn finish(campaign: &Campaign, battle: &Battle, role: Role, player: PlayerId) -> Vec<Event> {
    let mut events = returned(campaign, battle, player);
    events.push(Event::AftermathFinished { battle: battle.id, player, role });
    if *battle.aftermath.finished.of(role.other()) {
        events.push(Event::BattleClosed { battle: battle.id });
    }
    events
}

/// A player's vessels that were withdrawn before this game come back (REPAIR-12).
fn returned(campaign: &Campaign, battle: &Battle, player: PlayerId) -> Vec<Event> {
    let back = campaign
        .register(player)
        .filter(|vessel| vessel.state == VesselState::Withdrawn && vessel.withdrawn != Some(battle.id));
    back.map(|vessel| Event::VesselReturned { player, vessel: vessel.id }).collect()
}

/// Ends the campaign turn of both: those withdrawn before come back, what served this game is used up.
fn close(campaign: &Campaign, battle: &Battle) -> Vec<Event> {
    let mut events: Vec<Event> =
        battle.players().into_iter().flat_map(|player| returned(campaign, battle, player)).collect();
    events.push(Event::BattleClosed { battle: battle.id });
    events
}
