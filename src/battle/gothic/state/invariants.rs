//! What must hold of every battle at rest, whatever was played.

use super::roster::Roster;
use super::{Battle, Fate, Order, Phase};

impl Battle {
    /// Everything about the battle that cannot be; empty for one that was played by the rules.
    #[must_use]
    pub fn faults(&self, roster: &Roster) -> Vec<String> {
        let mut faults = Vec::new();
        let mut fault = |holds: bool, what: String| {
            if !holds {
                faults.push(what);
            }
        };
        fault(self.ships.len() == roster.ships.len(), "ships and roster differ".to_owned());
        fault(self.is_counted(), "the tally is not what the ships say".to_owned());
        fault(self.dying.is_empty() || !self.agenda.is_empty(), "a ship at 0 hits was forgotten".to_owned());
        for ((id, ship), entry) in self.all().zip(&roster.ships) {
            let name = &entry.name;
            fault(ship.hits <= entry.profile.hits, format!("{name} has {} hits", ship.hits));
            let doomed = self.dying.contains(&id) || !self.agenda.is_empty();
            fault(!ship.fights() || ship.hits > 0 || doomed, format!("{name} fights on with 0 hits"));
            fault(!ship.is_hulk() || ship.hits == 0, format!("{name} is a hulk with hits"));
            fault(!ship.is_hulk() || ship.order.is_none(), format!("{name} is a hulk under orders"));
            fault(ship.fate != Fate::Destroyed || ship.hits == 0, format!("{name} is destroyed with hits"));
            fault(!ship.present() || self.ground.holds(ship.at), format!("{name} is off the table at {}", ship.at));
            fault(!ship.done.entered || !ship.present() || self.is_low(id), format!("{name} never entered low orbit"));
            let shields = self.shields(roster, id);
            let charged = if ship.done.feats.charge > 0 { 2 } else { 0 };
            fault(shields <= entry.profile.shields + charged, format!("{name} has {shields} shields"));
            fault(!ship.done.posing || entry.fitting.poses.is_some(), format!("{name} poses and is no decoy"));
            let late = !ship.done.braced_late || ship.order == Some(Order::Brace);
            fault(late, format!("{name} is marked as braced and is not"));
            for other in [ship.grappled, ship.boards].into_iter().flatten() {
                fault(self.ship(other).side != ship.side, format!("{name} boards a friend"));
            }
            if let Some(other) = ship.grappled.filter(|_| ship.fights()) {
                fault(self.ship(other).fights(), format!("{name} is grappled with a wreck"));
            }
        }
        for flight in &self.flights {
            let id = flight.id;
            fault(flight.size() > 0, format!("{id} is empty"));
            let known = self.flights.iter().filter(|other| other.id.number == id.number).count();
            fault(known == 1 && id.number <= self.last_flight, format!("{id} has the number of another"));
            if let Some(ship) = flight.patrol {
                let with = self.ship(ship);
                fault(with.fights() && with.side == flight.side, format!("{id} patrols with a ship that is not there"));
                fault(flight.size() == 1, format!("{id} patrols as a wave"));
                fault(with.at == flight.at, format!("{id} is not where it patrols"));
                fault(flight.fighters(roster) == 1, format!("{id} patrols without fighters"));
            }
            let paused = flight.left.is_none() || self.phase == Phase::Ordnance;
            fault(paused, format!("{id} pauses outside the Ordnance Phase"));
        }
        fault(self.phase != Phase::Over || self.agenda.is_empty(), "a battle that is over goes on".to_owned());
        fault(self.agenda.last().is_none_or(|task| task.is_decision()), "work is left undone".to_owned());
        faults
    }
}
