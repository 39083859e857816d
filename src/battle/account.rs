//! What a battle has come to: the losses of each side, and the victory points the other earns by them
//! (DISENG-08, DISENG-09, END-07, VP-01 to VP-23). Campaign and engine pay by the same shares.

use super::profile::{Roster, Size};
use super::state::{Battle, Fate, Ship, ShipId, Side, SquadronId, Unit};

/// How a unit ended, as victory points look at it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// It is on the table and no hulk.
    OnTable,
    /// It is lost: destroyed, a hulk, or in the warp for ever.
    Lost,
    /// It got away: disengaged, or back from the warp.
    Away,
}

/// What decides the share of a unit's value that the enemy earns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Toll {
    /// How it ended.
    pub end: End,
    /// An escort squadron; every other unit is a capital ship.
    pub squadron: bool,
    /// Crippled by now (VP-13 for a squadron).
    pub crippled: bool,
    /// It began the battle so (VP-22).
    pub started_crippled: bool,
    /// Whether it lost a hit in this battle.
    pub hurt: bool,
    /// A reduced squadron on the table pays as well (VP-11).
    pub reduced_pays: bool,
    /// Percent for a crippled and a lost ship: 25 and 100, unless its own rules say otherwise (VP-24).
    pub shares: (u32, u32),
}

impl Toll {
    /// The share in percent, once (VP-03, VP-18).
    #[must_use]
    pub const fn percent(&self) -> u32 {
        let (crippled, lost) = self.shares;
        match (self.end, self.squadron) {
            (End::Lost, _) => lost,
            (End::Away, true) if self.crippled => 25,
            (End::Away, false) if self.crippled || self.started_crippled => crippled,
            (End::Away, _) => 10,
            (End::OnTable, true) if self.crippled && self.reduced_pays => 25,
            (End::OnTable, false) if self.crippled && (!self.started_crippled || self.hurt) => crippled,
            (End::OnTable, _) => 0,
        }
    }
}

/// A share of a value, rounded up by itself (VP-18).
#[must_use]
pub const fn percent(points: u32, share: u32) -> u32 {
    (points * share).div_ceil(100)
}

/// A capital ship or an escort squadron after a battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    /// Which.
    pub unit: Unit,
    /// Escorts; a lone one is its own squadron (SQUAD-02).
    pub escorts: bool,
    /// Whose.
    pub side: Side,
    /// Its value, of a squadron that of all ships that began the battle (VP-14).
    pub points: u32,
    /// How it ended.
    pub end: End,
    /// The ships that are lost.
    pub ships_lost: Vec<ShipId>,
    /// Hits that a capital ship lost in this battle.
    pub hits_lost: u8,
    /// Crippled by now.
    pub crippled: bool,
    /// It began the battle so.
    pub started_crippled: bool,
}

impl Loss {
    /// Whether a ship is of the unit, in formation or out of it.
    fn holds(&self, battle: &Battle, id: ShipId) -> bool {
        match self.unit {
            Unit::Ship(ship) => ship == id,
            Unit::Squadron(squadron) => battle.ship(id).squadron == Some(squadron),
        }
    }

    fn toll(&self) -> Toll {
        Toll {
            end: self.end,
            squadron: self.escorts,
            crippled: self.crippled,
            started_crippled: self.started_crippled,
            hurt: self.hits_lost > 0,
            reduced_pays: false,
            shares: (25, 100),
        }
    }
}

/// One line of an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Earned {
    /// What for, such as `Agrippa lost`.
    pub what: String,
    /// Victory points.
    pub points: u32,
}

pub(super) const fn end_of(ship: &Ship) -> End {
    match ship.fate {
        // A daemonship that has dropped back into the warp once got away, wherever it is by now.
        Fate::Fighting | Fate::Spectral | Fate::Haunting if ship.done.feats.haunted => End::Away,
        // What has landed pays nothing (VP-26).
        // Nor what left as it was meant to, or never came; what it had lost by then counts (SCEN-63, SCEN-38).
        Fate::Fighting
        | Fate::Landed
        | Fate::ToCome
        | Fate::NeverEntered
        | Fate::LeftByEdge
        | Fate::Haunting
        | Fate::Spectral => End::OnTable,
        Fate::Disengaged | Fate::InTheWarp => End::Away,
        Fate::Drifting | Fate::Blazing | Fate::Destroyed | Fate::LostForGood => End::Lost,
    }
}

/// Every unit with what has become of it, in the order of the roster.
#[must_use]
pub fn losses(roster: &Roster, battle: &Battle) -> Vec<Loss> {
    let mut found = Vec::new();
    let mut squadrons: Vec<SquadronId> = Vec::new();
    for (id, ship) in battle.all() {
        let profile = &roster.ships[usize::from(id.0)].profile;
        if profile.size != Size::Escort {
            found.push(capital(roster, battle, id));
            continue;
        }
        match ship.squadron {
            Some(squadron) if squadrons.contains(&squadron) => {}
            Some(squadron) => {
                squadrons.push(squadron);
                let ships = battle.all().filter(|(_, other)| other.squadron == Some(squadron));
                found.push(escorts(
                    roster,
                    battle,
                    Unit::Squadron(squadron),
                    &ships.map(|(id, _)| id).collect::<Vec<_>>(),
                ));
            }
            None => found.push(escorts(roster, battle, Unit::Ship(id), &[id])),
        }
    }
    found
}

fn capital(roster: &Roster, battle: &Battle, id: ShipId) -> Loss {
    let (ship, profile) = (battle.ship(id), &roster.ships[usize::from(id.0)].profile);
    let end = end_of(ship);
    let half = |hits: u8| 2 * u16::from(profile.hits.saturating_sub(hits)) >= u16::from(profile.hits);
    Loss {
        unit: Unit::Ship(id),
        escorts: false,
        side: ship.side,
        points: profile.worth,
        end,
        ships_lost: if end == End::Lost { vec![id] } else { Vec::new() },
        hits_lost: ship.started.saturating_sub(ship.hits),
        crippled: half(ship.hits),
        started_crippled: half(ship.started),
    }
}

/// An escort squadron is away when none of it is left and one got away, lost when all of it is (VP-10, VP-23); it is
/// crippled when half of it is lost, rounded up (DISENG-09).
fn escorts(roster: &Roster, battle: &Battle, unit: Unit, ships: &[ShipId]) -> Loss {
    let ends = || ships.iter().map(|id| end_of(battle.ship(*id)));
    let end = if ends().any(|end| end == End::OnTable) {
        End::OnTable
    } else if ends().any(|end| end == End::Away) {
        End::Away
    } else {
        End::Lost
    };
    let ships_lost: Vec<ShipId> = ships.iter().filter(|id| end_of(battle.ship(**id)) == End::Lost).copied().collect();
    Loss {
        unit,
        escorts: true,
        side: ships.first().map_or(Side::One, |id| battle.ship(*id).side),
        points: ships.iter().map(|id| roster.ships[usize::from(id.0)].profile.worth).sum(),
        end,
        crippled: 2 * ships_lost.len() >= ships.len(),
        ships_lost,
        hits_lost: 0,
        started_crippled: false,
    }
}

/// Who holds the field: no enemy ship in play, and one of its own left; planetary defences neither hold nor deny it
/// (VP-04).
#[must_use]
pub fn field(roster: &Roster, battle: &Battle) -> Option<Side> {
    let ship = |id: ShipId| !roster.ships[usize::from(id.0)].profile.is_stationary();
    let left = Side::BOTH.map(|side| battle.fleet(side).any(|(id, _)| ship(id)));
    match left {
        [true, false] => Some(Side::One),
        [false, true] => Some(Side::Two),
        _ => None,
    }
}

/// Who wins if the battle ends now: whom the scenario names, or else who has more victory points (SCEN-15).
#[must_use]
pub fn ahead(roster: &Roster, battle: &Battle) -> Option<Side> {
    if let Some((_, Some(side))) = battle.scenario_over(roster) {
        return Some(side);
    }
    let total = |side| account(roster, battle, side).iter().map(|line| line.points).sum::<u32>();
    match total(Side::One).cmp(&total(Side::Two)) {
        std::cmp::Ordering::Greater => Some(Side::One),
        std::cmp::Ordering::Less => Some(Side::Two),
        std::cmp::Ordering::Equal => None,
    }
}

/// What a side earns by now: shares of enemy units, and half of every hulk if it holds the field (VP-05, VP-20).
#[must_use]
pub fn account(roster: &Roster, battle: &Battle, side: Side) -> Vec<Earned> {
    let mut lines = Vec::new();
    for loss in losses(roster, battle).iter().filter(|loss| loss.side != side) {
        let points = percent(loss.points, loss.toll().percent());
        if points > 0 {
            let became = match (loss.end, loss.crippled) {
                (End::Lost, _) => "lost",
                (End::Away, false) => "got away",
                (End::Away, true) => "got away crippled",
                (End::OnTable, _) => "crippled",
            };
            lines.push(Earned { what: format!("{} {became}", roster.unit_name(loss.unit)), points });
        }
    }
    // Runners earn what they bring off by the enemy's edge, a quarter of it crippled (SCEN-63).
    if battle.mission.convoy.is_none() && battle.mission.exits[side as usize].is_some() {
        for loss in losses(roster, battle).iter().filter(|loss| loss.side == side) {
            let through = battle.all().filter(|(id, ship)| ship.fate == Fate::LeftByEdge && loss.holds(battle, *id));
            let worth: u32 = through.map(|(id, _)| roster.ships[usize::from(id.0)].profile.worth).sum();
            let points = percent(worth, if loss.crippled { 25 } else { 100 });
            if points > 0 {
                lines.push(Earned { what: format!("{} through", roster.unit_name(loss.unit)), points });
            }
        }
    }
    if field(roster, battle) == Some(side) {
        for (id, _) in battle.all().filter(|(_, ship)| ship.is_hulk()) {
            let entry = &roster.ships[usize::from(id.0)];
            lines.push(Earned { what: format!("hulk of {}", entry.name), points: percent(entry.profile.worth, 50) });
        }
    }
    lines
}
