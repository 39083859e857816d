//! Victory points, in halves (SF-VP-03 to 09).

use crate::battle::space_fleet::class::Fleet;
use crate::battle::space_fleet::state::roster::Roster;
use crate::battle::space_fleet::state::{Battle, Edge, Fate, Ship, ShipId};
use crate::table::side::Side;

/// Half points of each side.
pub type Halves = [u32; 2];

/// How a ship ended, as far as points go: each ship counts once, in the row worth most (SF-VP-07).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Whole, on the table or still to come.
    Whole,
    /// Left the table.
    Left,
    /// Crippled at some time.
    Crippled,
    /// Destroyed or overrun.
    Destroyed,
    /// In the hands of the enemy.
    Captured,
}

impl Battle {
    /// How a ship ended.
    #[must_use]
    pub fn end_of(&self, id: ShipId) -> End {
        let ship = self.ship(id);
        match ship.fate {
            Fate::Destroyed | Fate::Doomed | Fate::Overrun => End::Destroyed,
            Fate::Fighting | Fate::Left | Fate::Reserve if ship.side != ship.owner => End::Captured,
            // A prize that was taken back still counts as crippled (SF-BOARD-09).
            Fate::Fighting | Fate::Left | Fate::Reserve if ship.cripple.is_some() || ship.taken => End::Crippled,
            Fate::Left => End::Left,
            Fate::Fighting | Fate::Reserve => End::Whole,
        }
    }

    /// The price of a ship: class, and 25 for each bonus that was paid for (SF-VP-03).
    #[must_use]
    pub fn cost(&self, roster: &Roster, id: ShipId) -> u32 {
        let paid = roster.ships.get(usize::from(id.0)).map_or(0, |entry| u32::from(entry.paid));
        u32::from(roster.class(self, id).points) + paid
    }

    /// Victory points so far, in halves.
    #[must_use]
    pub fn half_points(&self, roster: &Roster) -> Halves {
        let mut halves = [0; 2];
        for (id, ship) in self.all() {
            if self.scenario.hulk == Some(id) {
                continue;
            }
            let enemy = ship.owner.other() as usize;
            let class = roster.class(self, id);
            let end = self.end_of(id);
            if class.fuel > 0 {
                self.score_goliath(ship, end, class.fuel, &mut halves);
            } else if class.regiments > 0 {
                Self::score_galaxy(ship, end, class.regiments, &mut halves);
            } else {
                let cost = self.cost(roster, id);
                let tyranid = roster.fleets.contains(&Fleet::Tyranid);
                halves[enemy] += match end {
                    End::Whole => 0,
                    End::Left | End::Crippled => cost,
                    End::Destroyed => 2 * cost,
                    // Boarding never doubles points with Tyranids (SF-VP-08).
                    End::Captured => {
                        if tyranid {
                            2 * cost
                        } else {
                            4 * cost
                        }
                    }
                };
            }
        }
        self.score_scenario(roster, &mut halves);
        halves
    }

    /// SF-VP-04.
    fn score_goliath(&self, ship: &Ship, end: End, full: u8, halves: &mut Halves) {
        let (aboard, lost) = if self.scenario.convoy { (25, 0) } else { (10, 5) };
        let safe = !matches!(end, End::Destroyed | End::Captured);
        let kept = if safe { u32::from(ship.fuel.min(full)) } else { 0 };
        halves[ship.owner as usize] += 2 * aboard * kept;
        halves[ship.owner.other() as usize] += 2 * lost * (u32::from(full) - kept) + hull(end);
    }

    /// SF-VP-05, SF-VP-06.
    fn score_galaxy(ship: &Ship, end: End, full: u8, halves: &mut Halves) {
        let lost_ship = matches!(end, End::Destroyed | End::Captured);
        let away = ship.fate == Fate::Left && ship.edge != Some(Self::home(ship.owner).opposite());
        let aboard = if lost_ship { 0 } else { ship.regiments };
        let alive = u32::from((aboard + ship.prize_crews).min(full));
        if !away {
            halves[ship.owner as usize] += 100 * alive;
        }
        halves[ship.owner.other() as usize] += 100 * (u32::from(full) - alive) + hull(end);
    }

    /// What scenarios change about points (SF-SCEN-01, 07, 09).
    fn score_scenario(&self, roster: &Roster, halves: &mut Halves) {
        let scenario = self.scenario;
        match scenario.number {
            1 => halves[scenario.defender() as usize] *= 2,
            7 => {
                if let Some(hulk) = scenario.hulk.filter(|hulk| scenario.hulk_held && self.ship(*hulk).fights()) {
                    halves[self.ship(hulk).side as usize] += 4 * self.cost(roster, hulk);
                }
            }
            9 => *halves = self.survivors(roster),
            _ => {}
        }
    }

    /// Skirmish: points for ships kept alive (SF-SCEN-09).
    fn survivors(&self, roster: &Roster) -> Halves {
        let mut halves = [0; 2];
        let attacker = self.scenario.attacker;
        let far = Self::home(attacker).opposite();
        for (id, ship) in self.all() {
            let cost = self.cost(roster, id);
            let crippled = ship.cripple.is_some();
            if ship.side == attacker && ship.fate == Fate::Left {
                halves[attacker as usize] += if ship.edge == Some(far) && !crippled { 2 * cost } else { cost };
            }
            if ship.side != attacker && ship.fate == Fate::Fighting {
                halves[ship.side as usize] += if crippled { cost } else { 2 * cost };
            }
        }
        halves
    }
}

/// Half points for a support ship itself (SF-VP-04, SF-VP-05).
const fn hull(end: End) -> u32 {
    match end {
        End::Whole | End::Left => 0,
        End::Crippled => 50,
        End::Destroyed | End::Captured => 100,
    }
}

/// The edge opposite a side's own, by which regiments may leave.
#[must_use]
pub const fn opposite_edge(side: Side) -> Edge {
    Battle::home(side).opposite()
}
