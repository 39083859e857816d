//! Set-up (EP-TURN-06): objectives, spacecraft plans, exits, deployment.

use crate::battle::ground::agenda::{Question, Task};
use crate::battle::ground::answer::{Judged, Placing, Refusal, refuse};
use crate::battle::ground::charts::NEAR;
use crate::battle::ground::event::Log;
use crate::battle::ground::kinds::Ability;
use crate::battle::ground::measure::strays;
use crate::battle::ground::movement::course::room;
use crate::battle::ground::movement::legs::put_down;
use crate::battle::ground::play::Play;
use crate::battle::ground::roster::{CraftId, FormationId, Roster};
use crate::battle::ground::state::{Battle, Keeps, Objective, Phase, Place};
use crate::dice::Dice;
use crate::table::edge::Edge;
use crate::table::geometry::{Length, Point};
use crate::table::side::Side;

/// Least distance of placed objectives from the edge and from each other (EP-WIN-02).
pub const APART: Length = Length(30_000);

/// The side with the higher strategy rating, the first of equals (EP-TURN-06).
#[must_use]
pub fn higher(roster: &Roster) -> Side {
    if roster.sides[1].strategy > roster.sides[0].strategy { Side::Two } else { Side::One }
}

/// Whether a formation is still to be deployed.
#[must_use]
pub fn undeployed(battle: &Battle, roster: &Roster, formation: FormationId) -> bool {
    !roster.is_air(formation)
        && roster[formation].carrier.is_none()
        && battle[formation].keeps.is_none()
        && battle.left(roster, formation).all(|unit| battle[unit].place == Place::Off)
        && !battle.destroyed(roster, formation)
}

/// The place of a side's objective on its edge: the middle of it.
#[must_use]
pub fn edge_objective(roster: &Roster, side: Side) -> Point {
    let (low, high) = (roster.table.low, roster.table.high);
    let middle = Point { x: (low.x + high.x).half(), y: (low.y + high.y).half() };
    match roster.sides[side as usize].edge {
        Edge::Near => Point { y: low.y, ..middle },
        Edge::Far => Point { y: high.y, ..middle },
        Edge::Left => Point { x: low.x, ..middle },
        Edge::Right => Point { x: high.x, ..middle },
    }
}

/// The battle with a formation put down: every unit somewhere, in formation.
///
/// # Errors
/// Why it cannot be put down so.
pub fn put(battle: &Battle, roster: &Roster, formation: FormationId, placed: &[Placing]) -> Result<Battle, Refusal> {
    let mut after = battle.clone();
    for placing in placed {
        let unit = match placing {
            Placing::At(unit, _) | Placing::In(unit, _) => *unit,
        };
        if roster.formation_of(unit) != formation || after[unit].place != Place::Off {
            return refuse("EP-TURN-06", format!("{} is not to be placed here", roster.unit_name(unit)));
        }
        match placing {
            Placing::At(unit, at) => {
                put_down(&after, roster, *unit, *at, true)?;
                after[*unit].place = Place::At(*at);
            }
            Placing::In(unit, carrier) => {
                room(&after, roster, *unit, *carrier)?;
                after[*unit].place = Place::In(*carrier);
            }
        }
    }
    let forgotten = after.left(roster, formation).find(|unit| after[*unit].place == Place::Off);
    if let Some(unit) = forgotten {
        return refuse("EP-TURN-06", format!("{} is placed nowhere", roster.unit_name(unit)));
    }
    if let Some(unit) = strays(&after, roster, formation).first() {
        return refuse("EP-UNIT-05", format!("{} would be out of formation", roster.unit_name(*unit)));
    }
    Ok(after)
}

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// The next step of the set-up.
    pub(in crate::battle::ground) fn set_up(&mut self) {
        self.battle.phase = Phase::SetUp;
        let first = higher(self.roster);
        for side in [first, first.other()] {
            let placed = self.battle.objectives.iter().filter(|objective| objective.half == side.other()).count();
            if placed == 0 {
                self.then(Task::SetUp);
                self.ask(Question::Objectives(side));
                return;
            }
        }
        let sides = [self.battle.active, self.battle.active.other()];
        let unplanned = |side: Side| {
            self.roster.craft_ids().any(|craft| {
                self.roster[craft].side == side && self.battle[craft].arrives == 0 && !self.battle[craft].gone
            })
        };
        if let Some(side) = sides.into_iter().find(|side| unplanned(*side)) {
            self.then(Task::SetUp);
            self.ask(Question::Plan(side));
            return;
        }
        let exit = self.roster.formation_ids().find(|formation| {
            self.battle[*formation].keeps == Some(Keeps::Underground) && self.battle[*formation].exit.is_none()
        });
        if let Some(formation) = exit {
            self.then(Task::SetUp);
            self.ask(Question::Exit(formation));
            return;
        }
        let deploys = |side: Side| {
            self.roster.formations_of(side).any(|formation| undeployed(self.battle, self.roster, formation))
        };
        match sides.into_iter().find(|side| deploys(*side)) {
            Some(side) => {
                self.then(Task::SetUp);
                self.ask(Question::Deploy(side));
            }
            None => self.then(Task::StartTurn),
        }
    }

    /// Two objectives in the other's half, at least 30 from its edge and from each other; one lies on the edge already (EP-WIN-02).
    pub(in crate::battle::ground) fn place_objectives(&mut self, side: Side, places: &[Point]) -> Judged<()> {
        let half = side.other();
        let [one, other] = places else {
            return refuse("EP-WIN-02", "two objectives are placed: \"objectives X Y, X Y\"").map_err(Into::into);
        };
        for place in places {
            if self.roster.half_of(*place) != Some(half) || !self.roster.on_table(*place) {
                let name = self.roster.player(half);
                return refuse("EP-WIN-02", format!("{place} is not in {name}'s half of the table"))
                    .map_err(Into::into);
            }
            if self.roster.from_edge(half, *place) < APART {
                let from = self.roster.from_edge(half, *place);
                return refuse("EP-WIN-02", format!("{place} is {from} from the edge; 30 are needed"))
                    .map_err(Into::into);
            }
        }
        if one.distance(*other) < APART {
            let found = one.distance(*other);
            return refuse("EP-WIN-02", format!("the two are {found} apart; 30 are needed")).map_err(Into::into);
        }
        let edge = edge_objective(self.roster, half);
        self.battle.objectives.extend([edge, *one, *other].map(|at| Objective { at, half }));
        self.tell("EP-WIN-02", |roster| format!("{} places objectives at {one} and {other}", roster.player(side)));
        Ok(())
    }

    /// A spacecraft's sealed plan (EP-SPACE-02, EP-SPACE-03).
    pub(in crate::battle::ground) fn plan(
        &mut self,
        side: Side,
        craft: CraftId,
        turn: u8,
        aims: &[Point],
        drops: &[(FormationId, Point)],
    ) -> Judged<()> {
        self.may_plan(side, craft, turn)?;
        let entry = &self.roster[craft];
        if aims.len() != usize::from(entry.bombardments) {
            return refuse(
                "EP-SPACE-03",
                format!("{} has {} aiming points to write down", entry.name, entry.bombardments),
            )
            .map_err(Into::into);
        }
        let aboard: Vec<FormationId> =
            self.roster.formation_ids().filter(|formation| self.roster[*formation].carrier == Some(craft)).collect();
        if let Some(formation) = aboard.iter().find(|formation| !drops.iter().any(|(dropped, _)| dropped == *formation))
        {
            let name = &self.roster[*formation].name;
            return refuse("EP-SPACE-03", format!("{name} needs a drop zone: \"drop {name} X Y\"")).map_err(Into::into);
        }
        for (formation, place) in drops {
            if !aboard.contains(formation) || !self.roster.on_table(*place) {
                let name = &self.roster[*formation].name;
                return refuse("EP-SPACE-03", format!("{name} is not aboard, or {place} is off the table"))
                    .map_err(Into::into);
            }
        }
        for (formation, place) in drops {
            self.battle[*formation].drop = Some(*place);
        }
        self.battle[craft].arrives = turn;
        self.battle[craft].aims = aims.to_vec();
        self.battle.active = side.other();
        self.tell("EP-SPACE-02", |roster| format!("{} will arrive in turn {turn}", roster[craft].name));
        Ok(())
    }

    fn may_plan(&self, side: Side, craft: CraftId, turn: u8) -> Judged<()> {
        let entry = &self.roster[craft];
        if entry.side != side || self.battle[craft].arrives > 0 || self.battle[craft].gone {
            return refuse("EP-SPACE-02", format!("{} is not yours to plan now", entry.name)).map_err(Into::into);
        }
        if !(1..=super::goals::TURNS.1).contains(&turn) {
            return refuse("EP-SPACE-02", format!("there is no turn {turn}; it may be 1 to 4")).map_err(Into::into);
        }
        if entry.slow && turn < 3 {
            return refuse("EP-SPACE-13", format!("{} is slow and steady: not before turn 3", entry.name))
                .map_err(Into::into);
        }
        let taken = self.roster.craft_ids().find(|other| {
            let shares = self.roster[*other].side != side && (entry.small || self.roster[*other].small);
            *other != craft && self.battle[*other].arrives == turn && !shares
        });
        match taken {
            None => Ok(()),
            Some(other) => {
                let rule = "EP-SPACE-02";
                refuse(rule, format!("{} arrives in turn {turn}; choose another", self.roster[other].name))
                    .map_err(Into::into)
            }
        }
    }

    /// A formation is deployed within 15 of its own edge.
    pub(in crate::battle::ground) fn deploy(
        &mut self,
        side: Side,
        formation: FormationId,
        placed: &[Placing],
    ) -> Judged<()> {
        let name = &self.roster[formation].name;
        if self.roster[formation].side != side || !undeployed(self.battle, self.roster, formation) {
            return refuse("EP-TURN-06", format!("{name} is not to be deployed now")).map_err(Into::into);
        }
        let after = put(self.battle, self.roster, formation, placed)?;
        for (unit, at) in after.standing(self.roster, formation) {
            if self.roster.from_edge(side, at) > NEAR {
                let unit = self.roster.unit_name(unit);
                return refuse("EP-TURN-06", format!("{unit} would stand more than 15 from its edge"))
                    .map_err(Into::into);
            }
        }
        *self.battle = after;
        self.battle.active = side.other();
        self.tell("EP-TURN-06", |roster| format!("{} is deployed", roster[formation].name));
        Ok(())
    }

    /// A formation waits off the table: who can teleport or tunnel.
    pub(in crate::battle::ground) fn reserve(&mut self, side: Side, formation: FormationId) -> Judged<()> {
        let name = &self.roster[formation].name;
        if self.roster[formation].side != side || !undeployed(self.battle, self.roster, formation) {
            return refuse("EP-TURN-06", format!("{name} is not to be deployed now")).map_err(Into::into);
        }
        let all = |ability| self.battle.left(self.roster, formation).all(|unit| self.roster.kind(unit).has(ability));
        let keeps = if all(Ability::Teleport) {
            Keeps::Teleport
        } else if self.roster.any(formation, Ability::Tunneller) {
            Keeps::Underground
        } else {
            return refuse("EP-SPEC-17", format!("{name} can neither teleport nor tunnel, and is deployed"))
                .map_err(Into::into);
        };
        self.battle[formation].keeps = Some(keeps);
        self.battle.active = side.other();
        self.tell("EP-TURN-06", |roster| format!("{} waits off the table", roster[formation].name));
        Ok(())
    }

    /// A sealed exit of tunnellers (EP-SPEC-21).
    pub(in crate::battle::ground) fn exit(&mut self, formation: FormationId, place: Point) -> Judged<()> {
        if !self.roster.on_table(place) {
            return refuse("EP-SPEC-21", format!("{place} is not on the table")).map_err(Into::into);
        }
        self.battle[formation].exit = Some(place);
        self.tell("EP-SPEC-21", |roster| format!("{} has an exit", roster[formation].name));
        Ok(())
    }
}
