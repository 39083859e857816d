//! Reforming instead of moving (SF-REFORM-01 to 04), and what else comes before movement.

use crate::battle::space_fleet::class::Effect;
use crate::battle::space_fleet::decisions::answer::{Berth, Judged, Refusal};
use crate::battle::space_fleet::event::What;
use crate::battle::space_fleet::measures::{CONTACT, REFORM};
use crate::battle::space_fleet::state::{MOVERS, ShipId, SquadronId};
use crate::battle::space_fleet::turn::play::Play;
use crate::dice::Dice;
use crate::table::fixed_list::FixedList;
use crate::table::geometry::{Length, Point, square};
use crate::table::side::Side;

use super::formation::is_chain;

impl<D: Dice + ?Sized> Play<'_, D> {
    fn may_reform(&self, squadron: SquadronId, side: Side) -> bool {
        !self.battle.squads[squadron].moved
            && self
                .battle
                .members(squadron)
                .any(|(id, ship)| ship.side == side && ship.in_formation() && self.may_move(id))
    }

    pub(in crate::battle::space_fleet) fn can_reform(&self, side: Side) -> bool {
        self.battle.squadrons(side).any(|squadron| self.may_reform(squadron, side))
    }

    /// A squadron reforms.
    pub(in crate::battle::space_fleet) fn reform(
        &mut self,
        squadron: SquadronId,
        berths: &FixedList<Berth, MOVERS>,
    ) -> Judged<()> {
        self.judge_reform(squadron, berths)?;
        let members: Vec<ShipId> = self.battle.members(squadron).map(|(id, _)| id).collect();
        for id in members {
            let berth = berths.iter().find(|berth| berth.ship == id).copied();
            let ship = self.battle.ship_mut(id);
            if !ship.in_formation() {
                continue;
            }
            (ship.done.reformed, ship.done.moved, ship.moved) = (true, true, Length::ZERO);
            if let Some(berth) = berth {
                ship.at = berth.at.unwrap_or(ship.at);
                ship.heading = berth.heading.unwrap_or(ship.heading);
            }
        }
        self.battle.squads[squadron].moved = true;
        self.tell("SF-REFORM-01", What::Reforms(squadron));
        self.pass_on();
        Ok(())
    }

    fn judge_reform(&self, squadron: SquadronId, berths: &FixedList<Berth, MOVERS>) -> Result<(), Refusal> {
        let name = self.roster.squadron_name(squadron);
        if !self.may_reform(squadron, self.battle.active) {
            let theirs = self.battle.members(squadron).all(|(_, ship)| ship.side != self.battle.active);
            let rule = if theirs { "SF-REFORM-02" } else { "SF-REFORM-01" };
            return Err(Refusal::new(rule, format!("{name} is no squadron of yours that can reform")));
        }
        let mut ends: Vec<(ShipId, Point)> =
            self.battle.formation(squadron).iter().map(|(id, at)| (*id, *at)).collect();
        let shifted = berths.iter().filter(|berth| berth.at.is_some()).count();
        if shifted >= ends.len() {
            return Err(Refusal::new("SF-REFORM-03", format!("one ship of {name} must stay put")));
        }
        for berth in berths {
            let ship = self.roster.name(berth.ship);
            let Some(end) = ends.iter_mut().find(|(id, _)| *id == berth.ship) else {
                return Err(Refusal::new("SF-REFORM-03", format!("{ship} is not of {name}, or cannot be shifted")));
            };
            let Some(at) = berth.at else { continue };
            if !end.1.within(at, REFORM) {
                let far = end.1.distance(at);
                return Err(Refusal::new("SF-REFORM-03", format!("{ship} would shift {far}, and may shift 3 at most")));
            }
            if !self.battle.holds(at) {
                return Err(Refusal::new("SF-REFORM-03", format!("{ship} would leave the table")));
            }
            end.1 = at;
        }
        for berth in berths.iter().filter(|berth| berth.at.is_some()) {
            self.judge_berth(berth.ship, &ends)?;
        }
        let places: Vec<Point> = ends.iter().map(|(_, at)| *at).collect();
        if is_chain(&places, self.battle.coherency(self.roster, squadron)) {
            return Ok(());
        }
        let step = self.battle.coherency(self.roster, squadron);
        Err(Refusal::new(
            "SF-REFORM-04",
            format!("the ships of {name} would not be within {step} of one another, in one chain"),
        ))
    }

    /// Reforming ends in contact with nobody (SF-REFORM-03).
    fn judge_berth(&self, id: ShipId, ends: &[(ShipId, Point)]) -> Result<(), Refusal> {
        let Some((_, at)) = ends.iter().find(|(known, _)| *known == id) else { return Ok(()) };
        let cobra = self.class(id).special.pooled_shield;
        for (other, ship) in self.battle.all().filter(|(other, ship)| *other != id && ship.is_there()) {
            let place = ends.iter().find(|(known, _)| *known == other).map_or(ship.at, |(_, place)| *place);
            let both = cobra && self.class(other).special.pooled_shield;
            if !both && at.squared(place) <= square(CONTACT) {
                let (name, other) = (self.roster.name(id), self.roster.name(other));
                return Err(Refusal::new("SF-REFORM-03", format!("{name} would touch {other}")));
            }
        }
        Ok(())
    }

    /// Whether a side has a Castellan to switch or fuel to drop (SF-TURN-02).
    pub(in crate::battle::space_fleet) fn can_prepare(&self, side: Side) -> bool {
        self.battle.fleet(side).any(|(id, _)| self.can_switch(id) || self.can_jettison(id))
    }

    /// Whether a generator obeys (SF-SHIP-11).
    pub(in crate::battle::space_fleet) fn can_switch(&self, id: ShipId) -> bool {
        let ship = self.ship(id);
        self.class(id).special.generator
            && ship.cripple.is_none()
            && !self.bears(id, |effect| matches!(effect, Effect::ShieldStuck | Effect::ShieldOffForGood))
    }

    /// Whether a Goliath can drop fuel (SF-FUEL-02).
    pub(in crate::battle::space_fleet) fn can_jettison(&self, id: ShipId) -> bool {
        self.ship(id).fuel > 0
            && !self.bears(id, |effect| matches!(effect, Effect::NoJettison))
            && !self.ship(id).engines_out()
    }

    /// Whether a ship bears a critical with such an effect.
    pub(in crate::battle::space_fleet) fn bears(&self, id: ShipId, is: impl Fn(Effect) -> bool) -> bool {
        self.battle.bears(self.roster, id, is)
    }
}

impl crate::battle::space_fleet::state::Battle {
    /// Whether a ship bears a critical with such an effect.
    #[must_use]
    pub fn bears(
        &self,
        roster: &crate::battle::space_fleet::state::roster::Roster,
        id: ShipId,
        is: impl Fn(Effect) -> bool,
    ) -> bool {
        let ship = self.ship(id);
        roster.class(self, id).criticals.iter().enumerate().any(|(at, row)| ship.bears(at) && is(row.effect))
    }
}
