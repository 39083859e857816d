//! Squadrons keep together (SF-SETUP-03, SF-SETUP-05, SF-MOVE-10).

use super::paths::paths;
use crate::battle::space_fleet::decisions::answer::Refusal;
use crate::battle::space_fleet::measures::inches;
use crate::battle::space_fleet::state::roster::Roster;
use crate::battle::space_fleet::state::{Battle, MOVERS, ShipId, SquadronId};
use crate::table::fixed_list::FixedList;
use crate::table::geometry::{Length, Point};

/// Ships of a squadron with a place each.
pub(super) type Places = FixedList<(ShipId, Point), MOVERS>;

/// Whether places form one chain of steps no longer than `step` (SF-SETUP-03).
#[must_use]
pub fn is_chain(places: &[Point], step: Length) -> bool {
    let Some(first) = places.first() else { return true };
    let mut reached = [false; 64];
    let mut open: FixedList<Point, 64> = FixedList::one(*first);
    reached[0] = true;
    while let Some(from) = open.pop() {
        for (at, place) in places.iter().enumerate().take(64) {
            if !reached[at] && from.within(*place, step) {
                reached[at] = true;
                if open.push(*place).is_err() {
                    return false;
                }
            }
        }
    }
    (0..places.len().min(64)).all(|at| reached[at])
}

impl Battle {
    /// How far ships of a squadron may be apart: 3, or 6 in a convoy (SF-MOVE-10).
    #[must_use]
    pub fn coherency(&self, roster: &Roster, squadron: SquadronId) -> Length {
        let widest = self.members(squadron).map(|(id, _)| roster.class(self, id).coherency).max();
        inches(i32::from(widest.unwrap_or(3)))
    }

    /// The ships of a squadron that must keep together, where they stand.
    pub(super) fn formation(&self, squadron: SquadronId) -> Places {
        let mut places = Places::new();
        for (id, ship) in self.members(squadron).filter(|(_, ship)| ship.in_formation()) {
            if places.push((id, ship.at)).is_err() {
                break;
            }
        }
        places
    }

    /// Judges the places that ships of a squadron will have (SF-SETUP-05, SF-MOVE-10).
    pub(super) fn judge_formation(
        &self,
        roster: &Roster,
        squadron: SquadronId,
        ends: &[(ShipId, Point)],
    ) -> Result<(), Refusal> {
        let step = self.coherency(roster, squadron);
        let begun = self.formation(squadron);
        // Who leaves the table is in nobody's way.
        let kept: Vec<(ShipId, Point)> = ends.iter().copied().filter(|(_, at)| self.holds(*at)).collect();
        let places: Vec<Point> = kept.iter().map(|(_, at)| *at).collect();
        if is_chain(&places, step) {
            return Ok(());
        }
        let name = roster.squadron_name(squadron);
        let starts: Vec<Point> = begun.iter().map(|(_, at)| *at).collect();
        if is_chain(&starts, step) {
            let message = format!("the ships of {name} must end within {step} of one another, in one chain");
            return Err(Refusal::new("SF-MOVE-10", message));
        }
        self.judge_closing(roster, &begun, &kept).map_err(|ship| {
            let ship = roster.name(ship);
            Refusal::new("SF-SETUP-05", format!("{ship} is apart from {name}, which must close up again"))
        })
    }

    // Ruling: from a broken formation no ship that moves ends farther from its nearest mate than it began, and as long as any
    // can come nearer, some ship must. To ask it of every ship at once would leave some squadrons no legal move.
    fn judge_closing(
        &self,
        roster: &Roster,
        begun: &[(ShipId, Point)],
        ends: &[(ShipId, Point)],
    ) -> Result<(), ShipId> {
        let nearest = |of: ShipId, at: Point, among: &[(ShipId, Point)]| {
            among.iter().filter(|(id, _)| *id != of).map(|(_, other)| at.distance(*other)).min()
        };
        let mut closes = false;
        for (id, at) in ends {
            let (was, is) = (nearest(*id, self.ship(*id).at, begun), nearest(*id, *at, ends));
            if *at != self.ship(*id).at && is > was {
                return Err(*id);
            }
            closes |= is < was;
        }
        let able = |id: &ShipId| {
            let was = nearest(*id, self.ship(*id).at, begun);
            let free = self.ship(*id).in_formation()
                && !self.ship(*id).locked
                && !self.ship(*id).done.moved
                && !self.ship(*id).standby;
            free && paths(self, roster, *id).iter().any(|legs| nearest(*id, self.walked(*id, legs).at, begun) < was)
        };
        match ends.iter().map(|(id, _)| *id).find(able) {
            Some(id) if !closes => Err(id),
            Some(_) | None => Ok(()),
        }
    }
}
