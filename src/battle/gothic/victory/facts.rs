//! The facts of a battle of the engine, as it stands.

use super::{End, Facts, Measure, Ploy, Unit};
use crate::battle::gothic::defences::star_forts::fort_of;
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, Fate, Ship, ShipId, Unit as Named};
use crate::battle::gothic::sub_plots::judged;
use crate::ships::class::ShipType;
use crate::ships::profile::{Profile, Size};
use crate::ships::worth::Pays;
use crate::table::geometry::Quarter;
use crate::table::side::Side;

/// The ships of one unit: a ship, the quadrants of a star fort, an escort squadron.
pub type Spot = Vec<ShipId>;

/// What became of a ship.
#[must_use]
pub const fn end_of(ship: &Ship) -> End {
    match ship.fate {
        Fate::Fighting | Fate::Spectral => End::OnTable,
        Fate::Drifting | Fate::Blazing => End::Hulk,
        Fate::Destroyed => End::Destroyed,
        // A daemonship that dropped back into the warp got away; one that never left it never came.
        Fate::Haunting if ship.done.feats.haunted => End::Disengaged,
        Fate::Disengaged => End::Disengaged,
        Fate::Landed => End::Landed,
        Fate::InTheWarp | Fate::LostForGood => End::LostInWarp,
        Fate::ToCome | Fate::NeverEntered | Fate::Haunting => End::NeverEntered,
        Fate::LeftByEdge => End::LeftByEdge,
    }
}

/// Whether a ship is a wreck that somebody may have made.
#[must_use]
pub const fn is_wreck(ship: &Ship) -> bool {
    matches!(end_of(ship), End::Destroyed | End::Hulk)
}

/// Whether a ship is lost: destroyed, a hulk, or in the warp for ever (VP-21).
#[must_use]
pub const fn is_lost(ship: &Ship) -> bool {
    is_wreck(ship) || matches!(ship.fate, Fate::LostForGood)
}

/// The units of a battle, in the order of the roster.
#[must_use]
pub fn spots(roster: &Roster, battle: &Battle) -> Vec<Spot> {
    let mut found: Vec<Spot> = Vec::new();
    for (id, ship) in battle.all() {
        let profile = profile(roster, id);
        match (profile.odd.quadrant, ship.squadron) {
            (Some(Quarter::Front), _) => found.push(fort_of(roster, id).to_vec()),
            (Some(_), _) => {}
            // Capital ships of a squadron count by themselves (VP-16).
            (None, Some(squadron)) if matches!(profile.size, Size::Escort | Size::Defence) => {
                let all: Spot = battle.enrolled(squadron).iter().collect();
                if all.first() == Some(&id) {
                    found.push(all);
                }
            }
            _ => found.push(vec![id]),
        }
    }
    found
}

fn profile(roster: &Roster, id: ShipId) -> &Profile {
    &roster[id].profile
}

/// What became of the ships of a squadron that are not lost, or that all are.
fn squadron_end(battle: &Battle, ships: &[ShipId]) -> End {
    End::of_squadron(ships.iter().map(|id| battle.ship(*id)).filter(|ship| !is_lost(ship)).map(end_of))
}

/// A star fort stands while one of its quadrants does, and is a hulk while one is there.
fn fort_end(battle: &Battle, ships: &[ShipId]) -> End {
    let ends = || ships.iter().map(|id| end_of(battle.ship(*id)));
    let best = [End::OnTable, End::NeverEntered, End::Hulk].into_iter().find(|due| ends().any(|end| end == *due));
    best.or_else(|| ends().next()).unwrap_or(End::NeverEntered)
}

/// The facts of one unit; an empty one never entered.
#[must_use]
pub fn unit(roster: &Roster, battle: &Battle, ships: &[ShipId]) -> Unit {
    let Some(first) = ships.first().copied() else { return Unit::nobody() };
    let entry = &roster[first];
    let (ship, own) = (battle.ship(first), &entry.profile);
    let fort = own.odd.quadrant.is_some();
    let squadron = !fort && (ships.len() > 1 || own.size == Size::Escort);
    let sum = |of: &dyn Fn(ShipId) -> u32| ships.iter().map(|id| of(*id)).sum::<u32>();
    let points = sum(&|id| profile(roster, id).worth);
    let lost: Spot = ships.iter().copied().filter(|id| is_lost(battle.ship(*id))).collect();
    let end = match (squadron, fort) {
        (true, _) => squadron_end(battle, ships),
        (_, true) => fort_end(battle, ships),
        _ => end_of(ship),
    };
    let began = u32::try_from(ships.len()).unwrap_or(u32::MAX);
    let ships_lost = u32::try_from(lost.len()).unwrap_or(u32::MAX);
    let stranger = entry.fitting.guest || entry.fitting.poses.is_some() || own.kind == ShipType::Defence;
    let name = match (fort, squadron, ship.squadron) {
        (true, ..) => entry.name.rsplit_once(' ').map_or(entry.name.as_str(), |(fort, _)| fort).to_owned(),
        (_, true, Some(squadron)) => roster.unit_name(Named::Squadron(squadron)).to_owned(),
        _ => entry.name.clone(),
    };
    let mut unit = Unit {
        name,
        side: ship.side,
        points,
        pays: own.pays,
        escorts: squadron,
        of_the_line: !stranger && own.of_the_line(),
        picked: !stranger,
        ship: !(own.is_stationary() || entry.fitting.guest && own.kind == ShipType::Defence),
        help: entry.fitting.guest
            && entry.fitting.poses.is_none()
            && !matches!(own.kind, ShipType::Defence | ShipType::Transport),
        flagship: ships.iter().any(|id| battle.ship(*id).flagship),
        ships: began,
        end,
        for_good: !squadron && ship.fate == Fate::LostForGood,
        came_back: ship.done.feats.haunted && end == End::OnTable,
        ..Unit::nobody()
    };
    if squadron {
        let price = |ships: &[ShipId]| ships.iter().map(|id| profile(roster, *id).price).sum::<u32>();
        unit.ships_lost = ships_lost;
        unit.worth_lost = points * price(&lost) / price(ships).max(1);
        let left = ships.iter().filter(|id| battle.ship(**id).fate == Fate::LeftByEdge).count();
        let through = u32::try_from(left).unwrap_or(0);
        unit.through = (0 < through && through < began - ships_lost).then_some(through);
        unit.crippled = began > 1 && 2 * ships_lost >= began && ships_lost < began;
        return unit;
    }
    unit.full = sum(&|id| u32::from(profile(roster, id).hits));
    unit.started = sum(&|id| u32::from(battle.ship(id).started));
    if end != End::NeverEntered {
        let left = if is_wreck(ship) && !fort { 0 } else { sum(&|id| u32::from(battle.ship(id).hits)) };
        unit.hits_lost = unit.started.saturating_sub(left);
        let half = 2 * left <= unit.full && unit.hits_lost > 0;
        unit.crippled = (half || ship.done.was_crippled) && !unit.is_lost() && !own.odd.space_hulk;
    }
    unit
}

impl Unit {
    /// A unit of no ship.
    #[must_use]
    pub const fn nobody() -> Self {
        Self {
            name: String::new(),
            side: Side::One,
            number: 1,
            points: 0,
            pays: Pays::Common,
            escorts: false,
            of_the_line: false,
            picked: false,
            ship: false,
            help: false,
            flagship: false,
            ships: 1,
            ships_lost: 0,
            worth_lost: 0,
            through: None,
            end: End::NeverEntered,
            for_good: false,
            came_back: false,
            full: 1,
            started: 1,
            hits_lost: 0,
            crippled: false,
        }
    }
}

impl Facts {
    /// A battle without anybody.
    #[must_use]
    pub const fn none() -> Self {
        Self {
            units: Vec::new(),
            attacker: Side::One,
            measure: Measure::Points,
            surrendered: None,
            runner: None,
            turns: None,
            reduced_pays: false,
            slaves: [(0, 0); 2],
            plots: [None; 2],
        }
    }

    /// The facts of a battle, as if it ended now.
    #[must_use]
    pub fn of(roster: &Roster, battle: &Battle) -> Self {
        let spots = spots(roster, battle);
        let mission = &battle.mission;
        let runs = |side: &Side| mission.convoy.is_none() && mission.exits[*side as usize].is_some();
        let plots = Side::BOTH.map(|side| {
            let plot = battle.players[side as usize].plot.as_ref()?;
            let unit = plot.ship.and_then(|id| spots.iter().position(|spot| spot.contains(&id)));
            let turns = (plot.plot == super::Plot::HitAndRun).then_some(u32::from(plot.turns));
            Some(Ploy { plot: plot.plot, unit, turns, answer: judged::witnessed(roster, battle, side) })
        });
        Self {
            units: spots.iter().map(|spot| unit(roster, battle, spot)).collect(),
            attacker: mission.attacker,
            measure: measure(roster, battle),
            surrendered: mission.surrendered,
            runner: Side::BOTH.into_iter().find(runs),
            turns: Some(u32::from(battle.turn)),
            reduced_pays: mission.reduced_pays,
            slaves: [(0, 0); 2],
            plots,
        }
    }
}

/// What decides a battle of the engine.
fn measure(roster: &Roster, battle: &Battle) -> Measure {
    let mission = &battle.mission;
    if mission.clash {
        Measure::Damage
    } else if mission.convoy.is_some() {
        Measure::Transports(battle.transports_through(roster))
    } else if let Some(half) = mission.assault {
        Measure::Assault(u32::from(half / 2))
    } else if mission.exterminatus {
        let gone = |id: ShipId| !battle.ship(id).fights() && !battle.ship(id).is_to_come();
        let safe = mission.exterminators.iter().all(gone);
        Measure::Planet { destroyed: mission.planet_destroyed, safe }
    } else {
        Measure::Points
    }
}
