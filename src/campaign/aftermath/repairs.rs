//! Repairs and withdrawals (REPAIR-01 to REPAIR-18).

use super::appeals::REPAIR_POINT;
use super::ramilies::RAMILIES;
use super::refits::allowance;
use super::role_of;
use crate::campaign::chart::WorldType;
use crate::campaign::event::Event;
use crate::campaign::options::OptionValue;
use crate::campaign::ranks::band;
use crate::campaign::refusal::{Refusal, Refusals, overrule};
use crate::campaign::state::battle::{Battle, Step};
use crate::campaign::state::{BattleId, Campaign, Player, PlayerId, Vessel, VesselId, VesselState};
use crate::campaign::steps::{at_step, sides};
use crate::campaign::turn::BySide;
use crate::campaign::turn::report::Role;
use crate::campaign::{Circumstances, Library, player, vessel_of};
use crate::dice::{Why, d6};
use crate::text::count;

/// Repair points of one system by band of renown: agri, mining, forge or hive or base, civilised (REPAIR-02).
const TABLE: [[u32; 4]; 6] = [[1, 2, 3, 1], [1, 2, 3, 2], [1, 2, 4, 3], [2, 2, 5, 4], [2, 3, 6, 5], [3, 4, 12, 6]];

/// The row of 21 to 30 renown as the rulebook prints it, against its own example (REPAIR-02).
const PRINTED_21: [u32; 4] = [2, 3, 6, 5];

/// Counts the repair points of both sides, rolling for penal colonies.
pub(in crate::campaign) fn count_points(
    campaign: &Campaign,
    id: BattleId,
    with: &mut Circumstances<'_>,
) -> Result<Vec<Event>, Refusals> {
    let battle = at_step(campaign, id, Step::Repairs)?;
    if battle.aftermath.repair_points.attacker.is_some() {
        return Err(Refusal::by("REPAIR-01", "the repair points are counted").hint("spend them").into());
    }
    let both = sides(battle)?;
    let mut points = BySide::default();
    for role in [Role::Attacker, Role::Defender] {
        let owner = player(campaign, both.of(role).player)?;
        *points.of_mut(role) = points_of(campaign, battle, owner, role, with)?;
    }
    Ok(vec![Event::RepairPointsCounted { battle: id, points }])
}

fn points_of(
    campaign: &Campaign,
    battle: &Battle,
    owner: &Player,
    role: Role,
    with: &mut Circumstances<'_>,
) -> Result<u32, Refusals> {
    // Renown and control after this battle's changes (REPAIR-10).
    let row = band(owner.renown);
    let printed = row == 3 && campaign.about.as_ref().is_some_and(|about| about.options.flag("printed-repair-row"));
    let figures = if printed { PRINTED_21 } else { TABLE[row] };
    let raided = (role == Role::Attacker && battle.aftermath.raided).then_some(battle.system).flatten();
    let mut total = 0;
    for system in campaign.systems.values().filter(|system| system.owner == Some(owner.id) || Some(system.id) == raided)
    {
        total += match system.kind {
            WorldType::Agri => figures[0],
            WorldType::Mining => figures[1],
            WorldType::Forge | WorldType::Hive => figures[2],
            WorldType::Civilised => figures[3],
            WorldType::Uninhabited => 1,
            WorldType::Penal => penal(row, &system.name, with)?,
        };
    }
    if campaign.bases.contains_key(&owner.id) {
        total += figures[2];
    }
    if let Some(per) = allowance(&owner.fleet, with.library).extra_repair_per_renown {
        total += u32::try_from(owner.renown).unwrap_or(0).div_ceil(per.max(1));
    }
    // A house rule scales what places give, not what was earned one by one.
    let percent = campaign.about.as_ref().and_then(|about| match about.options.get("repair-percent") {
        Some(OptionValue::Number(percent)) => u32::try_from(*percent).ok(),
        _ => None,
    });
    let total = percent.map_or(total, |percent| (total * percent).div_ceil(100));
    // Earned in place of a refit after an earlier battle (APPEAL-17).
    let waiting = owner.boons.iter().filter(|boon| boon.id == REPAIR_POINT && boon.battle != battle.id).count();
    Ok(total + *battle.aftermath.repair_bonus.of(role) + u32::try_from(waiting).unwrap_or(0))
}

/// D6 less 4, 3, 2, 1 or nothing by band, at least 1; a flat 1 in the first (REPAIR-03).
fn penal(row: usize, name: &str, with: &mut Circumstances<'_>) -> Result<u32, Refusals> {
    let less = match row {
        0 => return Ok(1),
        1 => 4,
        2 => 3,
        3 => 2,
        4 => 1,
        _ => 0,
    };
    let face = u32::from(d6(with.dice, Why::new("penal colony", name))?);
    Ok(face.saturating_sub(less).max(1))
}

/// What a player does with his repair points.
pub(in crate::campaign) struct Plan<'a> {
    /// Where they go; where they mend most when absent.
    pub(in crate::campaign) spend: Option<&'a [(VesselId, u32)]>,
    pub(in crate::campaign) withdraw: &'a [VesselId],
    /// The withdrawn vessel that his Ramilies may bring back at once.
    pub(in crate::campaign) quick: Option<VesselId>,
}

/// Spends a side's points and withdraws ships.
pub(in crate::campaign) fn spend(
    campaign: &Campaign,
    id: BattleId,
    owner: PlayerId,
    plan: &Plan<'_>,
    with: &mut Circumstances<'_>,
) -> Result<Vec<Event>, Refusals> {
    let Plan { spend, withdraw, quick } = plan;
    let battle = at_step(campaign, id, Step::Repairs)?;
    let role = role_of(battle, owner)?;
    let name = &player(campaign, owner)?.name;
    let Some(points) = *battle.aftermath.repair_points.of(role) else {
        return Err(Refusal::by("REPAIR-01", "the repair points are not counted yet").into());
    };
    if *battle.aftermath.repaired.of(role) {
        return Err(Refusal::by("REPAIR-09", format!("{name} has done his repairs")).into());
    }
    // Experience comes before repairs, and an advance may be worth a repair point (CAMP-13, XP-16).
    if let Some(vessel) = waiting_advance(campaign, battle, owner) {
        let says =
            format!("{name} has not said how the crew of \"{}\" advances: in Leadership or in skill", vessel.name);
        return Err(Refusal::by("XP-02", says).into());
    }
    let fleet = &player(campaign, owner)?.fleet;
    let price = price(fleet, with.library);
    let mut problems = Vec::new();
    let mut events = Vec::new();
    for id in *withdraw {
        match vessel_of(campaign, owner, *id) {
            Err(refusal) => problems.push(refusal),
            Ok(vessel) if vessel.state == VesselState::Withdrawn => {
                problems.push(Refusal::by("REPAIR-13", format!("\"{}\" is withdrawn already", vessel.name)));
            }
            Ok(vessel) => events.push(Event::VesselWithdrawn { player: owner, vessel: vessel.id, battle: battle.id }),
        }
    }
    let plan = match spend {
        Some(plan) => plan.to_vec(),
        None => proposal(campaign, owner, withdraw, points / price),
    };
    let wanted: u32 = plan.iter().map(|(_, number)| number * price).sum();
    if wanted > points {
        let says = format!("{name} spends {}, but has {points}", count(wanted, "repair point"));
        problems.push(Refusal::by("REPAIR-01", says).hint("spend less; ships can also be withdrawn").allowable());
    }
    for (id, number) in plan {
        let vessel = match vessel_of(campaign, owner, id) {
            Ok(vessel) => vessel,
            Err(refusal) => {
                problems.push(refusal);
                continue;
            }
        };
        let needed = missing(campaign, vessel);
        let away = vessel.state == VesselState::Withdrawn || withdraw.contains(&id);
        if number > 0 && away {
            let says = format!("\"{}\" is withdrawn and takes no repair points", vessel.name);
            problems.push(Refusal::by("REPAIR-13", says).hint("it comes back whole; spend them on others"));
        } else if number > needed {
            let says = format!("\"{}\" needs {}, not {number}", vessel.name, count(needed, "repair"));
            problems.push(Refusal::by("REPAIR-04", says));
        } else if number > 0 {
            events.push(Event::VesselRepaired { player: owner, vessel: vessel.id, by: number });
        }
    }
    let allowed = overrule(problems, owner, with.ruling)?;
    events.splice(0..0, allowed);
    if let Some(vessel) = quick {
        events.extend(quick_return(campaign, owner, *vessel, withdraw, with)?);
    }
    events.push(Event::RepairsDone { battle: id, role, unspent: points.saturating_sub(wanted) });
    if *battle.aftermath.repaired.of(role.other()) {
        events.push(Event::StepReached { battle: id, step: Step::Appeals });
    }
    Ok(events)
}

/// A crew of a player whose advance waits for him.
fn waiting_advance<'c>(campaign: &'c Campaign, battle: &Battle, owner: PlayerId) -> Option<&'c Vessel> {
    let mut waiting = battle.aftermath.advances.iter().filter_map(|id| campaign.vessels.get(id));
    waiting.find(|vessel| vessel.player == owner)
}

/// A Ramilies has a withdrawn vessel back before the next game on 4 or more, one attempt an aftermath (REPAIR-18).
fn quick_return(
    campaign: &Campaign,
    owner: PlayerId,
    id: VesselId,
    withdraw: &[VesselId],
    with: &mut Circumstances<'_>,
) -> Result<Vec<Event>, Refusals> {
    let vessel = vessel_of(campaign, owner, id)?;
    let fort = campaign.bases.get(&owner).is_some_and(|base| base.structure.as_deref() == Some(RAMILIES));
    if !fort {
        let says = format!("{} has no Ramilies to bring \"{}\" back", player(campaign, owner)?.name, vessel.name);
        return Err(Refusal::by("REPAIR-18", says).into());
    }
    if vessel.state != VesselState::Withdrawn && !withdraw.contains(&id) {
        return Err(Refusal::by("REPAIR-18", format!("\"{}\" is not withdrawn", vessel.name)).into());
    }
    let face = d6(with.dice, Why::new("quick return", &vessel.name))?;
    let tried = Event::QuickReturnTried { player: owner, vessel: id, face };
    let back = (face >= 4).then_some(Event::VesselReturned { player: owner, vessel: id });
    Ok(std::iter::once(tried).chain(back).collect())
}

/// Hits or escorts that repairs could restore (REPAIR-04, REPAIR-05).
#[must_use]
pub fn missing(campaign: &Campaign, vessel: &Vessel) -> u32 {
    if campaign.is_squadron(vessel) { vessel.hulls.iter().map(|hulls| hulls.lost).sum() } else { vessel.damage }
}

/// What one damage point or one escort costs a fleet (REPAIR-04, REPAIR-05).
#[must_use]
pub fn price(fleet: &str, library: &dyn Library) -> u32 {
    // Necrons pay double (REPAIR-17).
    allowance(fleet, library).repair_cost_multiplier.max(1)
}

/// The default: make as many capital ships whole as the points allow, the dearest first among equals, then escorts,
/// then what is left on the ship that needs most.
#[must_use]
pub fn proposal(campaign: &Campaign, owner: PlayerId, withdraw: &[VesselId], repairs: u32) -> Vec<(VesselId, u32)> {
    let mut hurt: Vec<&Vessel> = campaign
        .register(owner)
        .filter(|vessel| vessel.state == VesselState::Ready && missing(campaign, vessel) > 0)
        .filter(|vessel| !withdraw.contains(&vessel.id))
        .collect();
    hurt.sort_by_key(|vessel| {
        (campaign.is_squadron(vessel), missing(campaign, vessel), std::cmp::Reverse(vessel.points))
    });
    let mut left = repairs;
    let mut plan = Vec::new();
    for vessel in &hurt {
        let needed = missing(campaign, vessel);
        if needed <= left {
            plan.push((vessel.id, needed));
            left -= needed;
        }
    }
    let rest = hurt.iter().find(|vessel| !plan.iter().any(|(id, _)| *id == vessel.id));
    if let Some(vessel) = rest.filter(|_| left > 0) {
        plan.push((vessel.id, left.min(missing(campaign, vessel))));
    }
    plan
}

/// Where points usually go: crippled ships are brought above half of their hits first, the dearest before the cheapest,
/// then as [`proposal`] has it. Who must fight again soon wants ships that fight as they should.
#[must_use]
pub fn usual(campaign: &Campaign, owner: PlayerId, withdraw: &[VesselId], repairs: u32) -> Vec<(VesselId, u32)> {
    let mut hurt: Vec<&Vessel> = campaign
        .register(owner)
        .filter(|vessel| vessel.state == VesselState::Ready && missing(campaign, vessel) > 0)
        .filter(|vessel| !withdraw.contains(&vessel.id))
        .collect();
    hurt.sort_by_key(|vessel| (std::cmp::Reverse(vessel.points), vessel.place));
    let mut left = repairs;
    let mut plan: Vec<(VesselId, u32)> = Vec::new();
    for vessel in &hurt {
        let needed = to_uncripple(campaign, vessel);
        if needed > 0 && needed <= left {
            plan.push((vessel.id, needed));
            left -= needed;
        }
    }
    // What is left makes whole what it can make whole, the least hurt first.
    let planned =
        |plan: &[(VesselId, u32)], id| plan.iter().find(|(planned, _)| *planned == id).map_or(0, |(_, by)| *by);
    hurt.sort_by_key(|vessel| {
        let rest = missing(campaign, vessel) - planned(&plan, vessel.id);
        (campaign.is_squadron(vessel), rest, std::cmp::Reverse(vessel.points))
    });
    for vessel in &hurt {
        let rest = missing(campaign, vessel) - planned(&plan, vessel.id);
        let by = rest.min(left);
        if by == 0 {
            continue;
        }
        left -= by;
        match plan.iter_mut().find(|(id, _)| *id == vessel.id) {
            Some((_, planned)) => *planned += by,
            None => plan.push((vessel.id, by)),
        }
    }
    plan
}

/// Hits that bring a crippled ship above half of its own; none for a squadron.
fn to_uncripple(campaign: &Campaign, vessel: &Vessel) -> u32 {
    if campaign.is_squadron(vessel) {
        return 0;
    }
    let full = campaign.full_hits(vessel);
    let hits = full.saturating_sub(vessel.damage);
    if hits * 2 > full { 0 } else { (full / 2 + 1).saturating_sub(hits) }
}
