//! Cripples roll 2D6 (SF-REPAIR-05 to 11).

use crate::battle::space_fleet::cripples::tables::Outcome;
use crate::battle::space_fleet::decisions::answer::{Judged, Refusal};
use crate::battle::space_fleet::event::What;
use crate::battle::space_fleet::measures::DRIFT;
use crate::battle::space_fleet::state::agenda::{Question, Task};
use crate::battle::space_fleet::state::{Course, Leg, Mover, ShipId};
use crate::battle::space_fleet::turn::play::Play;
use crate::dice::Dice;
use crate::table::fixed_list::FixedList;
use crate::table::geometry::Length;

/// What 2D6 do to a cripple (SF-REPAIR-06).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mending {
    /// It blows up.
    Explosion,
    /// It is destroyed.
    Destroyed,
    /// Nothing.
    None,
    /// It moves slowly.
    Move,
    /// It fires once.
    Fire,
    /// Its engines work.
    Engines,
    /// Its weapons work.
    Weapons,
    /// Both work.
    Both,
}

/// The crippled ships repair table.
#[must_use]
pub const fn table(roll: u8) -> Mending {
    match roll {
        ..=3 => Mending::Explosion,
        4 | 5 => Mending::Destroyed,
        6 | 7 => Mending::None,
        8 => Mending::Move,
        9 => Mending::Fire,
        10 => Mending::Engines,
        11 => Mending::Weapons,
        12.. => Mending::Both,
    }
}

impl<D: Dice + ?Sized> Play<'_, D> {
    /// A cripple rolls.
    pub(super) fn repair_cripple(&mut self, id: ShipId) -> Judged<()> {
        let (faces, _) = self.rolled("crippled repair", id, 2)?;
        self.tell("SF-REPAIR-06", What::CrippleRepair(id, faces[0], faces[1]));
        let roll = faces[0] + faces[1] + self.told_repair_bonus(id);
        match table(roll) {
            Mending::Explosion => self.outcome(id, Outcome::Explosion),
            Mending::Destroyed => self.outcome(id, Outcome::Destroyed),
            Mending::None => {
                self.tell("SF-REPAIR-06", What::NoEffect(id));
                Ok(())
            }
            Mending::Move => {
                self.tell("SF-REPAIR-07", What::MayMove(id));
                self.ask(Question::Creep(id))
            }
            Mending::Fire => {
                self.load(id, true);
                if self.battle.has_attack(self.roster, id) {
                    self.tell("SF-REPAIR-08", What::MayFire(id));
                    self.ask(Question::Salvo(id))
                } else {
                    self.tell("SF-REPAIR-08", What::NoEffect(id));
                    Ok(())
                }
            }
            Mending::Engines => {
                self.mend_cripple(id, true, false);
                Ok(())
            }
            Mending::Weapons => {
                self.mend_cripple(id, false, true);
                Ok(())
            }
            Mending::Both => {
                self.mend_cripple(id, true, true);
                Ok(())
            }
        }
    }

    fn mend_cripple(&mut self, id: ShipId, engines: bool, weapons: bool) {
        let Some(cripple) = &mut self.battle.ship_mut(id).cripple else { return };
        cripple.engines_repaired |= engines;
        cripple.weapons_repaired |= weapons;
        if engines {
            self.tell(if weapons { "SF-REPAIR-11" } else { "SF-REPAIR-09" }, What::EnginesRepaired(id));
        }
        if weapons {
            self.tell(if engines { "SF-REPAIR-11" } else { "SF-REPAIR-10" }, What::WeaponsRepaired(id));
        }
    }

    /// A slow move: up to 2 ahead, then one turn of 45 (SF-REPAIR-07).
    pub(in crate::battle::space_fleet) fn creep(&mut self, id: ShipId, by: Length, turn: i32) -> Judged<()> {
        let name = self.roster.name(id);
        if by > DRIFT || by < Length::ZERO {
            return Err(Refusal::new("SF-REPAIR-07", format!("{name} moves 2 at most, not {by}")).into());
        }
        if turn != 0 && turn.abs() != 45 {
            return Err(Refusal::new("SF-REPAIR-07", format!("{name} turns 45 degrees at most, once")).into());
        }
        self.battle.agenda.pop();
        let mut legs = FixedList::new();
        for leg in
            [(by > Length::ZERO).then(|| Leg::ahead(by)), (turn != 0).then(|| Leg::turn(turn))].into_iter().flatten()
        {
            legs.push(leg).map_err(|full| full.of("legs"))?;
        }
        self.battle.ship_mut(id).moved = Length::ZERO;
        self.battle.course = Course { movers: FixedList::one(Mover { ship: id, legs }), ..Course::default() };
        self.push(Task::Sail)
    }
}
