//! Torpedoes of a space hulk: tubes on several sides, each of which launches a salvo of its own.
//!
//! Ruling: what the tubes of one side launch is never split (TORP-09).

use super::launch::ORK_BOARDING;
use super::outlines::HALF_SALVO;
use crate::battle::gothic::decisions::answer::Judged;
use crate::battle::gothic::decisions::question::ShootingQuestion;
use crate::battle::gothic::decisions::refusal::Refusal;
use crate::battle::gothic::event::{Event, Log};
use crate::battle::gothic::state::ordnance::{Flight, FlightKind};
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, Order, ShipId};
use crate::battle::gothic::turn::play::Play;
use crate::dice::Dice;
use crate::ships::class::People;
use crate::ships::profile::{Gun, Mount};
use crate::table::geometry::{Heading, in_quarter};
use crate::text::count;

impl Battle {
    /// Whether the tubes at a place among a space hulk's have launched in this phase.
    pub(super) fn has_launched(&self, id: ShipId, place: u8) -> bool {
        self.ship(id).done.tubes & (1 << place) != 0
    }

    /// The tubes of a space hulk: their place among them, their place among its weapons, and what they come to now.
    fn tubes<'r>(&self, roster: &'r Roster, id: ShipId) -> impl Iterator<Item = (u8, u8, u8, &'r Mount)> {
        let weapons = &roster[id].profile.weapons;
        let braced = self.ship(id).order == Some(Order::Brace);
        let tubes = (0..).zip(weapons).filter(|(_, mount)| mount.gun == Gun::Torpedoes);
        (0..).zip(tubes).map(move |(place, (weapon, mount))| {
            let strength = self.weakened(mount, id, mount.strength);
            (place, weapon, if braced { strength.div_ceil(2) } else { strength }, mount)
        })
    }

    /// The most that one side of a space hulk can launch now.
    pub(super) fn broadside_ready(&self, roster: &Roster, id: ShipId) -> u8 {
        let loaded = self.tubes(roster, id).filter(|(place, ..)| !self.has_launched(id, *place));
        loaded.map(|(_, _, strength, _)| strength).max().unwrap_or(0)
    }
}

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// Launches the torpedoes of a space hulk that bear on a heading. They never run out (ORD-06).
    pub(super) fn launch_broadside(
        &mut self,
        ships: &[ShipId],
        wanted: u8,
        heading: Heading,
        boarding: bool,
    ) -> Judged<()> {
        let (id, name) = (ships[0], self.name(ships[0]));
        if ships.len() > 1 {
            return Err(Refusal::new("TORP-12", format!("{name} is a space hulk and launches by itself")).into());
        }
        if boarding && !self.profile(id).boarding_torpedoes {
            return Err(Refusal::new("BTORP-01", format!("{name} carries no boarding torpedoes")).into());
        }
        let ship = *self.battle.ship(id);
        let slow = boarding && self.profile(id).people == People::Orks;
        let speed = |mount: &Mount| if slow { ORK_BOARDING } else { mount.range };
        let bears = |mount: &Mount| {
            let end = ship.at.ahead(heading, speed(mount));
            let tips = [-90, 90].map(|side| end.ahead(heading.turned(side), HALF_SALVO));
            mount.arcs.iter().any(|arc| tips.iter().all(|tip| in_quarter(ship.at, ship.heading, *tip, arc)))
        };
        let Some((place, weapon, ready, mount)) =
            self.battle.tubes(self.roster, id).find(|(_, _, _, mount)| bears(mount))
        else {
            let message = format!("a salvo heading {} leaves the fire arc of {name}", heading.degrees());
            return Err(Refusal::new("TORP-02", message).into());
        };
        if ready == 0 || self.battle.has_launched(id, place) {
            let message = format!("{name} has no torpedoes loaded on that side");
            return Err(Refusal::new("ORD-02", message).into());
        }
        if wanted > ready {
            return Err(
                Refusal::new("ORD-02", format!("{name} can launch {}, not {wanted}", count(ready, "torpedo"))).into()
            );
        }
        let wanted = if wanted == 0 { ready } else { wanted };
        let (speed, rolled) = (speed(mount), mount.rolled.is_some());
        let strength = if rolled { self.roll_tubes(id, weapon)?.min(wanted) } else { wanted };
        self.battle.ship_mut(id).done.tubes |= 1 << place;
        let kind = if boarding { FlightKind::Boarding } else { FlightKind::Salvo };
        let from = boarding.then_some(id);
        self.put_flight(kind, Flight { heading, speed, strength, from, ..Flight::default() }, ships);
        if rolled && self.profile(id).odd.looted_torpedoes && !ship.done.feats.spurred {
            self.ask(ShootingQuestion::Gunners { ship: id, weapon });
        }
        Ok(())
    }

    /// Rolls what the tubes of one side come to.
    pub(super) fn roll_tubes(&mut self, id: ShipId, weapon: u8) -> Judged<u8> {
        let mount = &self.profile(id).weapons[usize::from(weapon)];
        let Some(rolled) = mount.rolled else { return Ok(mount.strength) };
        let faces = self.roll("strength", self.name(id), rolled.dice)?;
        let strength = rolled.total(&faces);
        self.tell(|| Event::Power(id, weapon, faces, strength));
        let strength = self.battle.weakened(mount, id, strength);
        Ok(if self.battle.ship(id).order == Some(Order::Brace) { strength.div_ceil(2) } else { strength })
    }
}
