//! What a trait makes of a ship when it is entered.

use super::effects::Unfit;
use super::gun::Gun;
use super::profile::Profile;
use super::traits::Trait;

impl Profile {
    /// Whether it has a trait.
    #[inline]
    #[must_use]
    pub const fn is(&self, known: Trait) -> bool {
        self.traits.has(known)
    }

    /// Takes one trait in.
    pub(crate) fn acquire(&mut self, known: Trait) -> Result<(), Unfit> {
        self.traits.add(known);
        match known {
            Trait::Ghostship => {
                if self.weapons.iter().any(|weapon| weapon.gun == Gun::Bays) {
                    return Err(Unfit::Ship("a Ghostship has no launch bays (ELDAR-22)"));
                }
                (self.critical_on, self.no_boarding) = (6, true);
                self.boarded_bonus += 1;
                self.crew.guard += 1;
            }
            Trait::DoubleTurn => self.turn = (2 * self.turn).min(180),
            Trait::FreeAhead => self.crew.free_ahead = true,
            Trait::Unslowed => self.odd.unslowed = true,
            Trait::EludesTurrets => self.eludes_turrets = true,
            Trait::AllClosing => self.all_closing = true,
            Trait::Deflector => self.armour[0] = 6,
            Trait::FieldReroll
            | Trait::Repulsor
            | Trait::LanceSixes
            | Trait::Yields
            | Trait::FleetDefence
            | Trait::TargetingMatrix
            | Trait::Mild
            | Trait::Apart
            | Trait::NoTeleport
            | Trait::HalfBoarding
            | Trait::Missiles
            | Trait::Demiurg
            | Trait::FreeHeading
            | Trait::NoRetros
            | Trait::NoAhead
            | Trait::Nimble
            | Trait::Wanes
            | Trait::Slavers
            | Trait::MimicEngines
            | Trait::Leeches
            | Trait::Impervious
            | Trait::Inertialess
            | Trait::Fades
            | Trait::Shroud
            | Trait::Sepulchre
            | Trait::Spores
            | Trait::AlwaysBraced
            | Trait::Instinct
            | Trait::Synapse
            | Trait::TwoBoardingDice
            | Trait::HardToRaid
            | Trait::Highlights
            | Trait::NearestOnly
            | Trait::Slimy
            | Trait::Tenacious => {}
        }
        Ok(())
    }
}
