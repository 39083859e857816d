//! Whether a squadron may move as it is told (SF-TURN-05, SF-MOVE-10).

use crate::battle::space_fleet::decisions::answer::Refusal;
use crate::battle::space_fleet::measures::CONTACT;
use crate::battle::space_fleet::state::roster::Roster;
use crate::battle::space_fleet::state::{Battle, MOVERS, Mover, ShipId, SquadronId};
use crate::table::fixed_list::FixedList;
use crate::table::geometry::Point;

impl Battle {
    /// Whether a ship can be told to move.
    #[must_use]
    pub fn may_move(&self, id: ShipId) -> bool {
        let ship = self.ship(id);
        ship.fights() && !ship.engines_out() && !ship.locked && !ship.done.moved && !ship.done.reformed && !ship.standby
    }

    /// Judges the move of a squadron.
    ///
    /// # Errors
    /// The rule it breaks.
    pub fn judge_move(
        &self,
        roster: &Roster,
        squadron: SquadronId,
        movers: &FixedList<Mover, MOVERS>,
    ) -> Result<(), Refusal> {
        let name = roster.squadron_name(squadron);
        if self.squads[squadron].moved {
            let reformed = self.members(squadron).any(|(_, ship)| ship.done.reformed);
            return Err(Refusal::new(
                if reformed { "SF-REFORM-01" } else { "SF-TURN-05" },
                format!("{name} has moved in this turn"),
            ));
        }
        if !self.members(squadron).any(|(id, ship)| ship.side == self.active && self.may_move(id)) {
            let own = self.members(squadron).find(|(_, ship)| ship.side == self.active);
            let rule = own.map_or("SF-TURN-05", |(id, _)| self.why_not_moving(id));
            return Err(Refusal::new(rule, format!("{name} is no squadron of yours that can move")));
        }
        let mut ends: Vec<(ShipId, Point)> = Vec::new();
        for (id, ship) in self.members(squadron).filter(|(_, ship)| ship.in_formation()) {
            let mover = movers.iter().find(|mover| mover.ship == id);
            let walk = mover.map(|mover| self.walked(id, &mover.legs));
            ends.push((id, walk.map_or(ship.at, |walk| walk.at)));
        }
        for (at, mover) in movers.iter().enumerate() {
            let ship = roster.name(mover.ship);
            if self.ship(mover.ship).squadron != squadron {
                return Err(Refusal::new("SF-SETUP-02", format!("{ship} is not of {name}")));
            }
            if movers[..at].iter().any(|other| other.ship == mover.ship) {
                return Err(Refusal::new("SF-TURN-05", format!("{ship} moves once a turn")));
            }
            if !self.may_move(mover.ship) {
                return Err(Refusal::new(self.why_not_moving(mover.ship), format!("{ship} cannot be moved")));
            }
            let walk = self.judge_path(roster, mover.ship, &mover.legs)?;
            self.judge_ending(roster, mover.ship, walk.at, &ends)?;
        }
        self.judge_formation(roster, squadron, &ends)
    }

    fn why_not_moving(&self, id: ShipId) -> &'static str {
        let ship = self.ship(id);
        if ship.engines_out() {
            "SF-CRIPPLE-12"
        } else if ship.locked {
            "SF-SHIP-04"
        } else if ship.standby {
            "SF-SCEN-13"
        } else {
            "SF-REFORM-01"
        }
    }

    /// Nobody ends nearer than contact to a ship that cannot be rammed (SF-SETUP-11).
    fn judge_ending(&self, roster: &Roster, id: ShipId, at: Point, ends: &[(ShipId, Point)]) -> Result<(), Refusal> {
        let own = roster.class(self, id).special.never_rams;
        for (other, ship) in self.all().filter(|(other, ship)| *other != id && ship.is_there()) {
            let cannot = roster.class(self, other).special.never_rams;
            let place = ends.iter().find(|(known, _)| *known == other).map_or(ship.at, |(_, place)| *place);
            let near = at.squared(place) < crate::table::geometry::square(CONTACT);
            if near && own != cannot && self.holds(at) {
                let (name, other) = (roster.name(id), roster.name(other));
                let message = format!("{name} would end nearer than 1 to {other}, which it cannot ram");
                return Err(Refusal::new("SF-SETUP-11", message));
            }
        }
        Ok(())
    }
}
