//! What the people aboard make of a ship: race, crews, champions and commanders (BOARD-04, BOARD-16, HITRUN-03).

use super::class::People;
pub use super::raiders::Raiders;
use crate::table::fixed_list::FixedList;
use crate::table::geometry::Length;

/// Most teleport attacks of a ship in one turn beside the usual one.
pub const PARTIES: usize = 2;

/// What the people aboard do for a ship.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crew {
    /// Boarding bonus of its race or crew: the best one, never two of them (BOARD-16).
    pub race: i8,
    /// Hits it counts for in boarding at least.
    pub boards_as: u8,
    /// Added to what its boarders need no more for a critical (BOARD-08).
    pub ferocity: u8,
    /// Added to its hit-and-run attacks (HITRUN-03).
    pub raids: i8,
    /// Added to hit-and-run attacks on it.
    pub guard: i8,
    /// Who makes its teleport attack.
    pub raiders: Raiders,
    /// Who makes further teleport attacks, one each.
    pub parties: FixedList<Raiders, PARTIES>,
    /// How far it teleports (TELE-01).
    pub teleporters: Length,
    /// It needs no check for All Ahead Full (LEAD-12).
    pub free_ahead: bool,
    /// It may roll the strength of its gunz again.
    pub gunners: bool,
    /// It may roll dice that repaired nothing again.
    pub meks: bool,
}

impl Crew {
    /// The crew of a people as it comes.
    #[must_use]
    pub fn of(people: People) -> Self {
        let (race, raids, guard) = match people {
            People::SpaceMarines => (2, 1, -1),
            People::Orks | People::Chaos => (1, 0, 0),
            People::Imperial
            | People::CorsairEldar
            | People::CraftworldEldar
            | People::DarkEldar
            | People::Tau
            | People::Demiurg
            | People::Kroot
            | People::RogueTraders
            | People::Necrons
            | People::Tyranids
            | People::Any => (0, 0, 0),
        };
        Self {
            race,
            boards_as: 0,
            ferocity: 0,
            raids,
            guard,
            raiders: Raiders::Crew,
            parties: FixedList::new(),
            teleporters: Length::cm(10),
            free_ahead: people == People::Orks,
            gunners: false,
            meks: false,
        }
    }

    /// Chaos Space Marines: their bonus stands in place of the race's (BOARD-16).
    pub(super) fn marines(&mut self) {
        self.race = self.race.max(2);
        self.raids = self.raids.max(1);
        self.guard = self.guard.min(-1);
    }

    pub(super) fn party(&mut self, raiders: Raiders) -> bool {
        self.parties.push(raiders).is_ok()
    }
}
