//! Fire at rocks, and rocks that blow up (SF-AREA-08, SF-AREA-09).

use super::bearing::in_arc;
use crate::battle::space_fleet::class::WeaponKind;
use crate::battle::space_fleet::decisions::answer::{Judged, Refusal, Target};
use crate::battle::space_fleet::event::{Faces, What};
use crate::battle::space_fleet::measures::inches;
use crate::battle::space_fleet::state::agenda::Task;
use crate::battle::space_fleet::state::roster::Roster;
use crate::battle::space_fleet::state::{Battle, ShipId};
use crate::battle::space_fleet::turn::play::Play;
use crate::dice::Dice;

impl Battle {
    /// Dice of a system against a rock; only plain and multi-point weapons are used on rocks.
    #[must_use]
    pub fn dice_at_rock(&self, roster: &Roster, id: ShipId, system: usize, rock: u8) -> u8 {
        let Some(rock) = self.asteroids.get(usize::from(rock)).filter(|rock| rock.damage > 0) else { return 0 };
        let (ship, class) = (self.ship(id), roster.class(self, id));
        let weapon = class.weapon_of(system);
        if class.is_tyranid()
            || weapon.kind == WeaponKind::InfernoCannon
            || !in_arc(ship, weapon.arc, class.systems[system].mount, rock.at)
        {
            return 0;
        }
        let dice = Self::card_dice(weapon.dice, weapon.bands, self.range_bonus(roster, id), ship.at.distance(rock.at));
        if dice == 0 { 0 } else { self.more_dice(roster, id, weapon.kind, dice) }
    }
}

impl<D: Dice + ?Sized> Play<'_, D> {
    /// A system fires at a rock: points come off it, and there are no criticals.
    pub(super) fn fire_at_rock(&mut self, id: ShipId, system: u8, target: Target) -> Judged<()> {
        let Target::Asteroid(rock) = target else { return Ok(()) };
        let dice = self.battle.dice_at_rock(self.roster, id, usize::from(system), rock);
        if dice == 0 {
            let message = format!("{} cannot fire that at asteroid {}", self.roster.name(id), rock + 1);
            return Err(Refusal::new("SF-AREA-08", message).into());
        }
        let squadron = self.ship(id).squadron;
        self.bind(squadron, id, system);
        let kind = self.class(id).weapon_of(usize::from(system)).kind;
        let (faces, number) = self.rolled("attack", id, usize::from(dice))?;
        let faces = &faces[..number];
        self.tell("SF-SHOOT-01", What::AtAsteroid(id, system, rock, Faces::of(faces)));
        let worth = |face: u8| match kind {
            WeaponKind::FusionCannon | WeaponKind::VortexTorpedo => face,
            _ => 1,
        };
        let points: u8 = faces.iter().filter(|face| **face >= 3).map(|face| worth(*face)).sum();
        self.hurt_rock(rock, points)
    }

    /// A rock loses points; at 0 it blows up.
    pub(in crate::battle::space_fleet) fn hurt_rock(&mut self, rock: u8, points: u8) -> Judged<()> {
        if points == 0 {
            return Ok(());
        }
        let asteroid = &mut self.battle.asteroids[usize::from(rock)];
        asteroid.damage = asteroid.damage.saturating_sub(points);
        let left = asteroid.damage;
        self.tell("SF-AREA-08", What::Asteroid(rock, left));
        if left == 0 { self.push(Task::Shatter(rock)) } else { Ok(()) }
    }

    /// Everything within D6 inches takes D6 hits (SF-AREA-09).
    pub(in crate::battle::space_fleet) fn shatter(&mut self, rock: u8) -> Judged<()> {
        let at = self.battle.asteroids[usize::from(rock)].at;
        let radius = self.die_of("asteroid radius", "")?;
        self.tell("SF-AREA-09", What::Shatters(rock, radius));
        for id in self.battle.ids() {
            if self.ship(id).fights() && self.ship(id).at.within(at, inches(i32::from(radius))) {
                let hits = self.die("asteroid", id)?;
                self.blow(id, hits, at)?;
            }
        }
        Ok(())
    }
}
