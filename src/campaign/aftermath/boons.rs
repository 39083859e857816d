//! Results of other appeals: rolled, given to ships, and what they do to the campaign
//! (APPEAL-08, APPEAL-13 to APPEAL-15).

use crate::campaign::hint::Hint;
use crate::campaign::state::battle::Battle;
use crate::campaign::state::boon::{Boon, Lent};
use crate::campaign::state::grant::AppealKind;

use super::appeals::{REPAIR_POINT, taken, waiting};
use super::refits::{Rolled, allowance, carries, roll_refit};
use super::{declaring, role_of};
use crate::campaign::appeal_tables::{Eligible, OtherEntry};
use crate::campaign::chart::WorldType;
use crate::campaign::event::Event;
use crate::campaign::lists::CommanderRole;
use crate::campaign::ranks::Mark;
use crate::campaign::refusal::{Refusal, Refusals};
use crate::campaign::state::{BattleId, Bought, Campaign, Officer, Player, PlayerId, Vessel, VesselId, VesselState};
use crate::campaign::{Circumstances, player, register, vessel_of};
use crate::dice::{Why, d6};
use crate::ships::class::{ReserveType, WeaponKind};
use crate::text::count;

/// What the player says when he takes a granted other appeal.
pub(in crate::campaign) struct Taking<'a> {
    pub(in crate::campaign) player: PlayerId,
    /// The ships it is for, where it is for some; they may be named once the result is known.
    pub(in crate::campaign) ships: &'a [VesselId],
    /// The mark of a champion.
    pub(in crate::campaign) mark: Option<Mark>,
    /// He has no models of ships that would be lent: such a result is rolled again.
    pub(in crate::campaign) no_models: bool,
}

/// Rolls a granted other appeal on the fleet's table; what is held already, or could have no effect, is rolled again
/// (APPEAL-08, APPEAL-13). Where ships are to be named and were not, the result waits for them.
pub(in crate::campaign) fn take_other(
    campaign: &Campaign,
    id: BattleId,
    taking: &Taking<'_>,
    with: &mut Circumstances<'_>,
) -> Result<Vec<Event>, Refusals> {
    let battle = waiting(campaign, id, taking.player, AppealKind::Other)?;
    let owner = player(campaign, taking.player)?;
    for ship in taking.ships {
        vessel_of(campaign, owner.id, *ship)?;
    }
    let rules = allowance(&owner.fleet, with.library);
    let appeals = with.library.appeals();
    let Some(table) = appeals.other_appeals.iter().find(|table| Some(&table.id) == rules.other.as_ref()) else {
        return Err(Refusal::by("APPEAL-11", format!("{}'s fleet has no table of other appeals", owner.name)).into());
    };
    if let Some(boon) = unnamed(owner, id) {
        let entry = table.entries.iter().find(|entry| entry.entry.id == boon.id);
        let entry = entry.ok_or_else(|| Refusal::plain(format!("the fleet files have no {} any more", boon.id)))?;
        let mut events = name_ships(campaign, battle, owner, boon, entry, taking, with)?;
        if named(&events) == boon.waits {
            events.extend(taken(campaign, battle, owner.id, AppealKind::Other));
        }
        return Ok(events);
    }
    let possible = |entry: &&OtherEntry| {
        let held = owner.boons.iter().any(|boon| boon.id == entry.entry.id && !boon.is_spent_by(id));
        let models = entry.lends.is_empty() || !taking.no_models;
        !held && models && has_effect(campaign, battle, owner, entry, with)
    };
    if !table.entries.iter().any(|entry| possible(&entry)) {
        let says = format!("no result of the {} table could have an effect for {}", table.name, owner.name);
        let note = Event::Noted { player: Some(owner.id), rule: "APPEAL-08".to_owned(), says };
        return Ok([vec![note], taken(campaign, battle, owner.id, AppealKind::Other)].concat());
    }
    let mut open = Vec::new();
    open.extend(table.entries.iter().filter(possible).map(|entry| entry.entry.roll));
    let entry = loop {
        let first = d6(with.dice, Why::new("other appeal, result", &owner.name))?;
        let second = d6(with.dice, Why::new("other appeal, result", &owner.name))?;
        let rolled = u32::from(first + second);
        if let Some(entry) = table.entries.iter().find(|entry| entry.entry.roll == rolled && open.contains(&rolled)) {
            break entry;
        }
    };
    let boon = gained(campaign, battle, owner, entry, with);
    let mut events = vec![Event::BoonGained { player: owner.id, boon: boon.clone() }];
    let waits = boon.waits;
    // Named before the roll: those that fit have it, and nothing is refused once dice have fallen.
    let fits = eligible(campaign, owner, entry.of);
    let fitting = taking.ships.iter().filter(|ship| fits.iter().any(|vessel| vessel.id == **ship));
    let ships: Vec<VesselId> = fitting.take(waits as usize).copied().collect();
    if !ships.is_empty() {
        let taking = Taking { ships: &ships, ..*taking };
        events.extend(name_ships(campaign, battle, owner, &boon, entry, &taking, with)?);
    }
    events.extend(at_once(campaign, battle, owner, &boon, with)?);
    if named(&events) == waits {
        events.extend(taken(campaign, battle, owner.id, AppealKind::Other));
    }
    Ok(events)
}

/// The result of this battle's appeal that waits for its ships.
#[must_use]
pub fn unnamed(owner: &Player, battle: BattleId) -> Option<&Boon> {
    owner.boons.iter().find(|boon| boon.battle == battle && boon.waits > 0)
}

fn named(events: &[Event]) -> u32 {
    let named = events.iter().filter(|event| matches!(event, Event::BoonAssigned { .. }));
    u32::try_from(named.count()).unwrap_or(0)
}

/// Ships of the register that a result may be given to.
fn eligible<'c>(campaign: &'c Campaign, owner: &Player, of: Eligible) -> Vec<&'c Vessel> {
    let fits = |vessel: &&Vessel| match of {
        Eligible::Any => true,
        Eligible::Carrier => carries(campaign, vessel, &[WeaponKind::LaunchBay]),
        Eligible::TorpedoShip => carries(campaign, vessel, &[WeaponKind::Torpedo]),
        Eligible::Cruiser => campaign.class(vessel.hulls[0].design).kind.reserve_type() == Some(ReserveType::Cruiser),
        Eligible::Uncommanded => {
            vessel.officer.is_none() && owner.flagship != Some(vessel.id) && !campaign.is_squadron(vessel)
        }
    };
    campaign.register(owner.id).filter(fits).collect()
}

/// Ships to name: those of the table, or one for each hulk captured; never more than there are.
fn asks(campaign: &Campaign, battle: &Battle, owner: &Player, entry: &OtherEntry) -> u32 {
    let wanted = if entry.entry.id == LOOTIN { hulks(battle, owner.id) } else { entry.ships };
    let there = eligible(campaign, owner, entry.of).len();
    wanted.min(u32::try_from(there).unwrap_or(u32::MAX))
}

const LOOTIN: &str = "lootin";

fn hulks(battle: &Battle, owner: PlayerId) -> u32 {
    let side = battle.sides.as_ref().zip(battle.result.as_ref());
    side.map_or(
        0,
        |(sides, result)| {
            if sides.attacker.player == owner { result.hulks.attacker } else { result.hulks.defender }
        },
    )
}

/// Whether a result could do anything now (APPEAL-08).
fn has_effect(
    campaign: &Campaign,
    battle: &Battle,
    owner: &Player,
    entry: &OtherEntry,
    with: &Circumstances<'_>,
) -> bool {
    let flagship = || {
        let vessel = owner.flagship.and_then(|id| campaign.vessels.get(&id));
        vessel.filter(|vessel| vessel.state != VesselState::Lost)
    };
    let holds = |wanted: &dyn Fn(WorldType) -> bool| campaign.systems_of(owner.id).any(|system| wanted(system.kind));
    match entry.entry.id.as_str() {
        "changed-kroozer" => flagship().is_some_and(|ship| !other_classes(campaign, owner, ship, with).is_empty()),
        "champion" | "new-warlord" => {
            officer(campaign, owner, None, with).is_some() && asks(campaign, battle, owner, entry) > 0
        }
        LOOTIN => asks(campaign, battle, owner, entry) > 0,
        "pillagin" => holds(&|kind| kind != WorldType::Uninhabited),
        "oddboyz" => holds(&|kind| matches!(kind, WorldType::Civilised | WorldType::Hive)),
        "settlers" => holds(&|kind| kind == WorldType::Uninhabited),
        // Pirates fight no battles in which they could attack two systems (PIRATE-01).
        "waaagh" => !owner.pirate,
        _ if entry.flagship => flagship().is_some(),
        _ => entry.ships == 0 || asks(campaign, battle, owner, entry) > 0,
    }
}

fn gained(campaign: &Campaign, battle: &Battle, owner: &Player, entry: &OtherEntry, with: &Circumstances<'_>) -> Boon {
    let class = |id: &String| with.library.class(id);
    let lent = entry.lends.iter().filter_map(class);
    Boon {
        vessel: owner.flagship.filter(|_| entry.flagship),
        next_game: entry.next_game_only,
        waits: asks(campaign, battle, owner, entry),
        lent: lent.map(|class| Lent { name: class.name.clone(), points: class.points.unwrap_or(0) }).collect(),
        ..Boon::new(&entry.entry.id, &entry.entry.effect, battle.id)
    }
}

/// Gives a result to the ships that its owner names.
fn name_ships(
    campaign: &Campaign,
    battle: &Battle,
    owner: &Player,
    boon: &Boon,
    entry: &OtherEntry,
    taking: &Taking<'_>,
    with: &Circumstances<'_>,
) -> Result<Vec<Event>, Refusals> {
    let fits = eligible(campaign, owner, entry.of);
    let mut problems = Vec::new();
    let mut events = Vec::new();
    for ship in taking.ships.iter().take(boon.waits as usize) {
        let vessel = vessel_of(campaign, owner.id, *ship)?;
        if fits.iter().all(|other| other.id != vessel.id) {
            let says = format!("\"{}\" cannot have {}: it is no {}", vessel.name, boon.id, entry.of);
            problems.push(Refusal::by("APPEAL-13", says));
            continue;
        }
        events.push(Event::BoonAssigned { player: owner.id, boon: boon.id.clone(), vessel: vessel.id });
        match boon.id.as_str() {
            "champion" | "new-warlord" => {
                let joined = officer(campaign, owner, taking.mark, with);
                events.extend(joined.map(|officer| Event::OfficerJoined {
                    player: owner.id,
                    vessel: vessel.id,
                    points: vessel.points + officer.points,
                    officer,
                }));
            }
            LOOTIN => events.push(loot(campaign, vessel)),
            _ => {}
        }
    }
    let (given, due) = (taking.ships.len(), boon.waits);
    if given > due as usize || given == 0 {
        let says = format!("{} is for {}, not {given}", boon.id, count(due, "ship"));
        problems.push(Refusal::by("APPEAL-13", says).hint(Hint::NameVessels(battle.id)));
    }
    if !problems.is_empty() {
        return Err(Refusals(problems));
    }
    // What is done at once is not held, and may come again (APPEAL-08).
    if matches!(boon.id.as_str(), "champion" | "new-warlord" | LOOTIN) && named(&events) == boon.waits {
        events.push(Event::BoonUsed { player: owner.id, boon: boon.id.clone() });
    }
    Ok(events)
}

/// The lesser commander that the list offers, at its own price (CMDR-09).
fn officer(campaign: &Campaign, owner: &Player, mark: Option<Mark>, with: &Circumstances<'_>) -> Option<Officer> {
    let kinds = with.library.commanders(&owner.list);
    let kind = kinds.iter().find(|kind| kind.role != CommanderRole::FleetCommander || kind.further)?;
    let aboard =
        campaign.register(owner.id).filter(|vessel| vessel.officer.as_ref().is_some_and(|o| o.kind == kind.id));
    if kind.max.is_some_and(|most| aboard.count() >= most as usize) {
        return None;
    }
    let table = kind.marks_table.as_deref().map(|table| with.library.marks(&kind.fleet, table)).unwrap_or_default();
    let mark = mark.and_then(|mark| table.iter().find(|(id, _)| *id == mark.word()).copied());
    Some(Officer {
        kind: kind.id.clone(),
        rank: kind.rank.clone(),
        points: kind.points + mark.map_or(0, |(_, points)| points),
        rerolls: kind.rerolls,
        extra_rerolls: 0,
        marks: mark.iter().map(|(id, _)| (*id).to_owned()).collect(),
    })
}

/// Ruling: torpedoes are looted for a ship that has some, power fields for any other.
fn loot(campaign: &Campaign, vessel: &Vessel) -> Event {
    let has = |id: &str| vessel.upgrades.iter().any(|upgrade| upgrade.id == id);
    let torpedoes = carries(campaign, vessel, &[WeaponKind::Torpedo]) && !has("looted-torpedoes");
    let (id, effect) = if torpedoes {
        ("looted-torpedoes", "re-roll torpedo strength dice")
    } else {
        ("extra-power-fields", "shields +1")
    };
    Event::UpgradeGained {
        player: vessel.player,
        vessel: vessel.id,
        upgrade: Bought { id: id.to_owned(), points: 0, effect: effect.to_owned(), gained: true },
    }
}

/// What a result does at once, whoever it is for.
fn at_once(
    campaign: &Campaign,
    battle: &Battle,
    owner: &Player,
    boon: &Boon,
    with: &mut Circumstances<'_>,
) -> Result<Vec<Event>, Refusals> {
    let mut events = Vec::new();
    match boon.id.as_str() {
        "legions-gather" => {
            // The flagship has it already; every ship with a lesser commander has it too.
            let led = campaign.register(owner.id).filter(|vessel| vessel.officer.is_some());
            events.extend(led.filter(|vessel| owner.flagship != Some(vessel.id)).map(|vessel| Event::BoonGained {
                player: owner.id,
                boon: Boon { vessel: Some(vessel.id), ..Boon::new(&boon.id, &boon.effect, battle.id) },
            }));
        }
        "settlers" => {
            let system = campaign.systems_of(owner.id).find(|system| system.kind == WorldType::Uninhabited);
            events.extend(system.map(|system| Event::WorldChanged {
                system: system.id,
                from: system.kind,
                to: WorldType::Agri,
            }));
            events.push(Event::BoonUsed { player: owner.id, boon: boon.id.clone() });
        }
        "changed-kroozer" => {
            if let Some(flagship) = owner.flagship.and_then(|id| campaign.vessels.get(&id)) {
                events.extend(change_kroozer(campaign, owner, flagship, with)?);
            }
        }
        _ => {}
    }
    Ok(events)
}

/// The other kroozer classes of the owner's list.
fn other_classes(campaign: &Campaign, owner: &Player, ship: &Vessel, with: &Circumstances<'_>) -> Vec<String> {
    let own = &campaign.class(ship.hulls[0].design).id;
    let Some(list) = with.library.list(&owner.list) else { return Vec::new() };
    let sold = list.sections.iter().flat_map(|section| &section.classes).filter(|id| *id != own);
    let kroozer = |id: &&String| {
        let class = with.library.class(id);
        class.is_some_and(|class| {
            class.kind.reserve_type() == Some(ReserveType::Cruiser) && !class.unique && class.points.is_some()
        })
    };
    sold.filter(kroozer).cloned().collect()
}

/// The flagship becomes another kroozer, keeps its refits and gains one.
fn change_kroozer(
    campaign: &Campaign,
    owner: &Player,
    flagship: &Vessel,
    with: &mut Circumstances<'_>,
) -> Result<Vec<Event>, Refusals> {
    let classes = other_classes(campaign, owner, flagship, with);
    let number = classes.len();
    let class = loop {
        let drawn = usize::from(d6(with.dice, Why::new("changed kroozer", &flagship.name))?) - 1;
        if number > 6 {
            let more = usize::from(d6(with.dice, Why::new("changed kroozer", &flagship.name))?) - 1;
            let drawn = drawn * 6 + more;
            if drawn < 36 - 36 % number {
                break &classes[drawn % number];
            }
        } else if drawn < 6 - 6 % number {
            break &classes[drawn % number];
        }
    };
    let class = with.library.class(class).ok_or_else(|| Refusal::plain(format!("there is no class \"{class}\"")))?;
    let mut events = register::convert(campaign, flagship, class, with);
    let changed = events.iter().find_map(|event| {
        let Event::ShipConverted { hulls, upgrades, list_points, .. } = event else { return None };
        Some(Vessel { hulls: hulls.clone(), upgrades: upgrades.clone(), list_points: *list_points, ..flagship.clone() })
    });
    let mut after = campaign.clone();
    for event in &events {
        crate::campaign::apply::apply(&mut after, event, with.now);
    }
    let ship = changed.unwrap_or_else(|| flagship.clone());
    if let Some(Rolled { refit, dice }) = roll_refit(&after, &ship, &owner.fleet, false, with)? {
        let points = ship.points_with(&[ship.refits.as_slice(), std::slice::from_ref(&refit)].concat());
        events.push(Event::RefitGained { player: owner.id, vessel: ship.id, refit, dice, points });
    }
    Ok(events)
}

/// Whether a player has such a result from an earlier battle.
#[must_use]
pub fn holds<'p>(owner: &'p Player, id: &str, battle: BattleId) -> Option<&'p Boon> {
    owner.boons.iter().find(|boon| boon.id == id && boon.battle != battle && boon.waits == 0)
}

/// What a player's earlier appeals do in a battle: what is for this game, and what is for no ship in particular. What a
/// ship has for the campaign is on its own sheet.
pub fn in_game(owner: &Player, battle: BattleId) -> impl Iterator<Item = &Boon> {
    let earlier = owner.boons.iter().filter(move |boon| boon.battle != battle && boon.id != REPAIR_POINT);
    earlier.filter(|boon| boon.next_game || boon.vessel.is_none())
}

/// Supply raids: the opponent has D6 x 30 points less in the next game. Attacker first.
pub(in crate::campaign) fn supply_raids(
    campaign: &Campaign,
    battle: &Battle,
    with: &mut Circumstances<'_>,
) -> Result<([u32; 2], Vec<Event>), Refusals> {
    let mut less = [0; 2];
    let mut events = Vec::new();
    let Some(sides) = &battle.sides else { return Ok((less, events)) };
    let both = sides.both();
    for (index, own) in both.into_iter().enumerate() {
        let (raider, victim) = (player(campaign, own.player)?, player(campaign, both[1 - index].player)?);
        if holds(raider, "supply-raids", battle.id).is_none() {
            continue;
        }
        let points = u32::from(d6(with.dice, Why::new("supply raids", &raider.name))?) * 30;
        less[1 - index] = points;
        let says = format!("supply raids leave {} {} less", victim.name, count(points, "point"));
        events.push(Event::Noted { player: None, rule: "APPEAL-13".to_owned(), says });
    }
    Ok((less, events))
}

/// Defence strikes: the opponent's planetary defences are D6 x 30 points weaker in the next game where he has any.
/// `rolled` are those that cost nothing.
pub(in crate::campaign) fn defence_strikes(
    campaign: &Campaign,
    battle: &Battle,
    rolled: Option<Event>,
    bought: u32,
    with: &mut Circumstances<'_>,
) -> Result<Vec<Event>, Refusals> {
    let mut events: Vec<Event> = rolled.into_iter().collect();
    let free = if let Some(Event::DefencesRolled { points, .. }) = events.first() { *points } else { 0 };
    let Some(sides) = battle.sides.as_ref().filter(|_| free + bought > 0) else { return Ok(events) };
    let attacker = player(campaign, sides.attacker.player)?;
    if holds(attacker, "defence-strikes", battle.id).is_none() {
        return Ok(events);
    }
    let struck = u32::from(d6(with.dice, Why::new("defence strikes", &attacker.name))?) * 30;
    if let Some(Event::DefencesRolled { points, .. }) = events.first_mut() {
        *points = free.saturating_sub(struck);
    }
    let rest = struck.saturating_sub(free).min(bought);
    let of_bought = if rest > 0 { format!(", {rest} of them bought") } else { String::new() };
    let says = format!("defence strikes: {} of defences less{of_bought}", count(struck.min(free + bought), "point"));
    events.push(Event::Noted { player: None, rule: "APPEAL-13".to_owned(), says });
    events.push(Event::BoonUsed { player: attacker.id, boon: "defence-strikes".to_owned() });
    Ok(events)
}

/// Veteran trainers: after each game one ship's crew may be trained.
pub(in crate::campaign) fn train(
    campaign: &Campaign,
    battle: &Battle,
    ships: &[VesselId],
) -> Result<Vec<Event>, Refusals> {
    let mut events = Vec::new();
    let mut problems = Vec::new();
    for id in battle.players() {
        let owner = player(campaign, id)?;
        let own: Vec<&Vessel> = campaign.register(id).filter(|vessel| ships.contains(&vessel.id)).collect();
        if own.len() > 1 {
            let says = format!("{}'s trainers train one crew after a game, not {}", owner.name, own.len());
            problems.push(Refusal::by("APPEAL-13", says));
        }
        for vessel in own {
            if holds(owner, "veteran-trainers", battle.id).is_none() {
                let says = format!("{} has no veteran trainers for \"{}\"", owner.name, vessel.name);
                problems.push(Refusal::by("APPEAL-13", says));
            } else if owner.boons.iter().any(|boon| boon.id == TRAINED && boon.vessel == Some(vessel.id)) {
                problems.push(Refusal::by("APPEAL-13", format!("the crew of \"{}\" is trained already", vessel.name)));
            } else {
                let boon =
                    Boon { vessel: Some(vessel.id), ..Boon::new(TRAINED, "may re-roll the boarding dice", battle.id) };
                events.push(Event::BoonGained { player: id, boon });
            }
        }
    }
    if problems.is_empty() { Ok(events) } else { Err(Refusals(problems)) }
}

const TRAINED: &str = "trained-crew";

/// Whether a player has veteran trainers to send to a crew after a battle.
#[must_use]
pub fn has_trainers(owner: &Player, battle: BattleId) -> bool {
    holds(owner, "veteran-trainers", battle).is_some()
}

/// Crews that veteran trainers have not trained yet.
#[must_use]
pub fn untrained(campaign: &Campaign, owner: &Player) -> Vec<VesselId> {
    let trained = |id: VesselId| owner.boons.iter().any(|boon| boon.id == TRAINED && boon.vessel == Some(id));
    campaign.register(owner.id).map(|vessel| vessel.id).filter(|id| !trained(*id)).collect()
}

/// Whom a player's veteran trainers train after a game, or that they train nobody (APPEAL-13).
pub(in crate::campaign) fn train_crew(
    campaign: &Campaign,
    id: BattleId,
    owner: PlayerId,
    crew: Option<VesselId>,
) -> Result<Vec<Event>, Refusals> {
    let battle = declaring(campaign, id)?;
    let role = role_of(battle, owner)?;
    let name = &player(campaign, owner)?.name;
    if *battle.aftermath.trained.of(role) || *battle.aftermath.finished.of(role) {
        return Err(Refusal::by("APPEAL-13", format!("{name} has said whom the trainers train")).into());
    }
    let vessel = crew.map(|crew| vessel_of(campaign, owner, crew)).transpose()?;
    let ships: Vec<VesselId> = vessel.map(|vessel| vessel.id).into_iter().collect();
    let mut events = train(campaign, battle, &ships)?;
    events.push(Event::TrainersAsked { battle: id, player: owner, role });
    Ok(events)
}
