//! A squadron moves: judged as a whole, then ship by ship and leg by leg (SF-TURN-05, SF-RAM-01).

use crate::battle::space_fleet::bonus::Bonus;
use crate::battle::space_fleet::decisions::answer::Judged;
use crate::battle::space_fleet::event::What;
use crate::battle::space_fleet::measures::{CONTACT, inches};
use crate::battle::space_fleet::state::agenda::{Question, Task};
use crate::battle::space_fleet::state::answers_under_way::Step;
use crate::battle::space_fleet::state::{Battle, Edge, Fate, MOVERS, Mover, Phase, ShipId, SquadronId};
use crate::battle::space_fleet::turn::play::Play;
use crate::dice::Dice;
use crate::table::fixed_list::FixedList;
use crate::table::geometry::{Heading, Length, Point, first_within};
use crate::table::side::Side;

impl Battle {
    /// The edge that a straight way crosses first, and how far along (SF-MOVE-08).
    #[must_use]
    pub fn crossing(&self, from: Point, heading: Heading, by: Length) -> Option<(Length, Edge)> {
        let end = from.ahead(heading, by);
        if self.holds(end) {
            return None;
        }
        let (mut inside, mut outside) = (0, by.0);
        while outside - inside > 1 {
            let middle = i32::midpoint(inside, outside);
            if self.holds(from.ahead(heading, Length(middle))) { inside = middle } else { outside = middle }
        }
        let at = from.ahead(heading, Length(outside));
        let (width, _) = self.board;
        let edge = if at.x < Length::ZERO {
            Edge::Left
        } else if at.x > width {
            Edge::Right
        } else if at.y < Length::ZERO {
            Edge::Near
        } else {
            Edge::Far
        };
        Some((Length(outside), edge))
    }
}

impl<D: Dice + ?Sized> Play<'_, D> {
    /// Whether a ship can be told to move.
    pub(in crate::battle::space_fleet) fn may_move(&self, id: ShipId) -> bool {
        self.battle.may_move(id)
    }

    pub(in crate::battle::space_fleet) fn can_move(&self, side: Side) -> bool {
        self.battle.fleet(side).any(|(id, ship)| !self.battle.squads[ship.squadron].moved && self.may_move(id))
    }

    /// Judges and begins the move of a squadron.
    pub(in crate::battle::space_fleet) fn move_squadron(
        &mut self,
        squadron: SquadronId,
        movers: &FixedList<Mover, MOVERS>,
    ) -> Judged<()> {
        self.battle.judge_move(self.roster, squadron, movers)?;
        self.battle.squads[squadron].moved = true;
        let members: Vec<ShipId> = self.battle.members(squadron).map(|(id, _)| id).collect();
        for id in members {
            if self.may_move(id) {
                let ship = self.battle.ship_mut(id);
                (ship.done.moved, ship.moved) = (true, Length::ZERO);
            }
        }
        self.pass_on();
        let course = &mut self.battle.course;
        *course = super::super::state::Course::default();
        for mover in movers.iter().rev() {
            course.movers.push(*mover).map_err(|full| full.of("ships of one squadron"))?;
        }
        self.push(Task::Sail)
    }

    /// Goes on with the course, up to the next contact.
    pub(in crate::battle::space_fleet) fn sail(&mut self) -> Judged<()> {
        let Some(mover) = self.battle.course.movers.last().copied() else { return Ok(()) };
        let id = mover.ship;
        if !self.ship(id).fights() {
            return self.next_mover();
        }
        let Some(leg) = mover.legs.get(usize::from(self.battle.course.leg)).copied() else {
            self.told_move(id);
            return self.next_mover();
        };
        match leg.step() {
            Step::Turn(degrees) => {
                let ship = self.battle.ship_mut(id);
                ship.heading = ship.heading.turned(degrees);
                self.carry_clinging(id);
                self.next_leg();
                self.strain(id)?;
                self.push(Task::Sail)
            }
            Step::Ahead(by) => self.go_ahead(id, by - self.battle.course.gone),
        }
    }

    /// Overdrive is strained by a turn at 3 or more above the normal speed (SF-FLAG-30).
    fn strain(&mut self, id: ShipId) -> Judged<()> {
        if self.roster.bonus(id, Bonus::Overdrive) < 2 || self.class(id).is_tyranid() {
            return Ok(());
        }
        let whole =
            self.battle.course.movers.last().map_or(Length::ZERO, |mover| super::legal_moves::distance(&mover.legs));
        if whole < inches(i32::from(self.class(id).speed) + 3) {
            return Ok(());
        }
        let die = self.die("overdrive", id)?;
        self.tell("SF-FLAG-30", What::Overdrive(id, die));
        if die == 6 {
            self.damage_engines(id);
        }
        Ok(())
    }

    fn next_leg(&mut self) {
        let course = &mut self.battle.course;
        (course.leg, course.gone, course.dodged) = (course.leg + 1, Length::ZERO, None);
    }

    fn next_mover(&mut self) -> Judged<()> {
        let course = &mut self.battle.course;
        course.movers.pop();
        (course.leg, course.gone, course.dodged) = (0, Length::ZERO, None);
        if course.movers.is_empty() { self.overlaps() } else { self.push(Task::Sail) }
    }

    fn told_move(&mut self, id: ShipId) {
        let ship = *self.ship(id);
        self.tell("SF-MOVE-01", What::Moves(id, ship.moved, ship.at, ship.heading));
    }

    /// The first ship that a straight way runs into, and where.
    pub(in crate::battle::space_fleet) fn contact(&self, id: ShipId, by: Length) -> Option<(Length, ShipId)> {
        let ship = self.ship(id);
        if self.class(id).special.never_rams {
            return None;
        }
        let mut found: Option<(Length, ShipId)> = None;
        for (other, prey) in self.battle.all() {
            if other == id || !prey.is_there() || prey.held_by == Some(id) || ship.held_by == Some(other) {
                continue;
            }
            if self.class(other).special.never_rams || self.battle.course.dodged == Some(other) {
                continue;
            }
            // Who is in contact already is rammed only by a path that leads nearer.
            let (ahead, _) = ship.at.seen_along(ship.heading, prey.at);
            if ahead <= 0 {
                continue;
            }
            if let Some(at) = first_within(ship.at, ship.heading, by, prey.at, CONTACT)
                && found.is_none_or(|(best, _)| at < best)
            {
                found = Some((at, other));
            }
        }
        found
    }

    fn go_ahead(&mut self, id: ShipId, by: Length) -> Judged<()> {
        let (at, heading) = (self.ship(id).at, self.ship(id).heading);
        let crossing = self.battle.crossing(at, heading, by);
        let reach = crossing.map_or(by, |(at, _)| at);
        if let Some((gone, other)) = self.contact(id, reach) {
            self.advance_ship(id, gone);
            self.battle.course.gone += gone;
            if self.may_dodge(id, other) {
                return self.ask(Question::Dodge { ship: other, by: id });
            }
            self.push(Task::Sail)?;
            return self.push(Task::Ram { by: id, on: other });
        }
        if let Some((rock, gone)) = self.rock_ahead(id, reach) {
            self.advance_ship(id, gone);
            self.battle.course.gone += gone;
            self.push(Task::Sail)?;
            return self.ram_rock(id, rock);
        }
        self.advance_ship(id, reach);
        if let Some((_, edge)) = crossing {
            self.leave(id, edge);
            return self.next_mover();
        }
        self.next_leg();
        self.push(Task::Sail)
    }

    fn may_dodge(&self, by: ShipId, flagship: ShipId) -> bool {
        let (rammer, ship) = (self.ship(by), self.ship(flagship));
        self.roster.bonus(flagship, Bonus::SixthSense) > 0
            && rammer.side != ship.side
            && self.battle.phase == Phase::Movement
            && !ship.engines_out()
            && ship.cripple.is_none()
    }

    /// Moves a ship straight ahead, with whoever clings to it.
    pub(in crate::battle::space_fleet) fn advance_ship(&mut self, id: ShipId, by: Length) {
        let ship = self.battle.ship_mut(id);
        ship.at = ship.at.ahead(ship.heading, by);
        ship.moved += by;
        self.carry_clinging(id);
    }

    /// A Doomripper moves with its prey (SF-SHIP-25).
    fn carry_clinging(&mut self, id: ShipId) {
        let (at, holder) = (self.ship(id).at, self.ship(id).held_by);
        if let Some(holder) = holder
            && self.class(holder).is_tyranid()
        {
            self.battle.ship_mut(holder).at = at;
        }
    }

    /// A ship leaves the table (SF-MOVE-08).
    pub(in crate::battle::space_fleet) fn leave(&mut self, id: ShipId, edge: Edge) {
        let ship = self.battle.ship_mut(id);
        (ship.fate, ship.edge) = (Fate::Left, Some(edge));
        self.release(id);
        self.tell("SF-MOVE-08", What::Leaves(id, edge));
    }
}
