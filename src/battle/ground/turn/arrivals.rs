//! Arrivals at the start of a turn (EP-TURN-04): teleporting and tunnelling.

use super::set_up::{higher, put};
use crate::battle::ground::agenda::Question;
use crate::battle::ground::answer::{Judged, Placing, Refusal, refuse};
use crate::battle::ground::event::Log;
use crate::battle::ground::measure::free_place;
use crate::battle::ground::movement::barging::make_room;
use crate::battle::ground::movement::legs::can_stand;
use crate::battle::ground::play::Play;
use crate::battle::ground::roster::{FormationId, Roster, UnitId};
use crate::battle::ground::state::{Battle, Keeps, Place};
use crate::dice::Dice;
use crate::table::geometry::{Heading, Length, Point};

/// The first turn in which tunnellers may surface: 2 in the own half, 3 in the enemy's (EP-SPEC-21).
// Ruling: the line in the middle is no enemy half.
#[must_use]
pub fn surfaces_from(roster: &Roster, formation: FormationId, exit: Point) -> u8 {
    if roster.half_of(exit) == Some(roster[formation].side.other()) { 3 } else { 2 }
}

/// Whether a formation may arrive at the start of this turn.
#[must_use]
pub fn may_arrive(battle: &Battle, roster: &Roster, formation: FormationId) -> bool {
    let state = &battle[formation];
    if battle.destroyed(roster, formation) {
        return false;
    }
    match (state.keeps, state.exit) {
        (Some(Keeps::Teleport), _) => true,
        (Some(Keeps::Underground), Some(exit)) => battle.turn >= surfaces_from(roster, formation, exit),
        (Some(Keeps::Underground), None) | (Some(Keeps::Aboard | Keeps::Reserve) | None, _) => false,
    }
}

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// Asks for everybody who may arrive, the higher strategy rating first.
    pub(in crate::battle::ground) fn arrivals(&mut self) {
        let first = higher(self.roster);
        for side in [first.other(), first] {
            let arrive: Vec<FormationId> = self
                .roster
                .formations_of(side)
                .filter(|formation| may_arrive(self.battle, self.roster, *formation))
                .collect();
            for formation in arrive.into_iter().rev() {
                self.ask(Question::Arrive(formation));
            }
        }
    }

    /// A formation teleports: anywhere in formation, outside enemy zones; each 1 is a marker (EP-SPEC-17).
    pub(in crate::battle::ground) fn teleport(&mut self, formation: FormationId, placed: &[Placing]) -> Judged<()> {
        if self.battle[formation].keeps != Some(Keeps::Teleport) {
            let name = &self.roster[formation].name;
            return refuse("EP-SPEC-17", format!("{name} does not wait to teleport")).map_err(Into::into);
        }
        *self.battle = put(self.battle, self.roster, formation, placed)
            .map_err(|refusal| Refusal { rule: "EP-SPEC-17", ..refusal })?;
        self.battle[formation].keeps = None;
        self.tell("EP-SPEC-17", |roster| format!("{} teleports", roster[formation].name));
        let units: Vec<UnitId> = self.battle.left(self.roster, formation).collect();
        let mut markers = 0;
        for unit in units {
            let name = self.roster.unit_name(unit);
            if self.d6("teleport", &name)? == 1 {
                markers += 1;
            }
        }
        for _ in 0..markers {
            self.mark(formation, 1, "EP-SPEC-17")?;
        }
        Ok(())
    }

    /// Tunnellers come up at their exit; who stands there is moved aside (EP-SPEC-21).
    pub(in crate::battle::ground) fn surface(&mut self, formation: FormationId) -> Judged<()> {
        let (Some(Keeps::Underground), Some(exit)) = (self.battle[formation].keeps, self.battle[formation].exit) else {
            let name = &self.roster[formation].name;
            return refuse("EP-SPEC-21", format!("{name} does not wait underground")).map_err(Into::into);
        };
        let roster = self.roster;
        self.battle[formation].keeps = None;
        let units: Vec<UnitId> =
            self.battle.left(roster, formation).filter(|unit| self.battle[*unit].place == Place::Off).collect();
        for (index, unit) in units.into_iter().enumerate() {
            let place = if index == 0 {
                exit
            } else {
                let ring = Length(3_500 + 3_500 * (index as i32 - 1).div_euclid(6));
                let wished = exit.ahead(Heading::new(60 * (index as i32 - 1)), ring);
                let fits = |place: Point| can_stand(roster, unit, place);
                free_place(self.battle, roster, unit, wished, &fits).unwrap_or(exit)
            };
            self.battle[unit].place = Place::At(place);
            make_room(self.battle, roster, unit);
        }
        self.tell("EP-SPEC-21", |roster| format!("{} surfaces at {exit}", roster[formation].name));
        Ok(())
    }
}
