//! Space hulks: their pace, their gravity well, and the crew that is lost aboard them.
//!
//! Ruling: a hulk may turn anywhere in its move, and takes no orders but Lock On, Reload Ordnance and Brace For Impact,
//! as other defences under way do. Its well reaches as far from its base as that of a small planet (TERRAIN-30).

use crate::battle::gothic::decisions::answer::Judged;
use crate::battle::gothic::decisions::question::{Question, ShootingQuestion};
use crate::battle::gothic::event::Log;
use crate::battle::gothic::special::Deed;
use crate::battle::gothic::state::agenda::Task;
use crate::battle::gothic::state::{Battle, Leg, ShipId};
use crate::battle::gothic::turn::play::Play;
use crate::dice::Dice;
use crate::ships::profile::LARGE;
use crate::table::fixed_list::FixedList;
use crate::table::geometry::{Length, Point};

/// How far from its stem a space hulk draws ships.
const WELL: Length = Length(LARGE.0 + 10_000);
/// Turns, the present one among them, until a space hulk turns again.
const BETWEEN_TURNS: u8 = 2;

impl Battle {
    /// The stems of space hulks in whose wells a place lies (TERRAIN-33); none draws itself.
    pub(in crate::battle::gothic) fn hulks_about(&self, at: Point) -> impl Iterator<Item = Point> {
        let drawing = self.space_hulks.iter().map(|id| self.ship(id)).filter(|hulk| hulk.present());
        drawing.map(|hulk| hulk.at).filter(move |centre| *centre != at && centre.within(at, WELL))
    }
}

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// A space hulk that turns does not turn in its next turn; free turns cost it nothing (TERRAIN-32).
    pub(in crate::battle::gothic) fn note_turn(&mut self, id: ShipId, leg: Leg) {
        if self.battle.space_hulks.contains(id) && matches!(leg, Leg::Turn(degrees) if degrees != 0) {
            self.battle.ship_mut(id).done.feats.turned = BETWEEN_TURNS;
        }
    }

    /// Mad meks aboard a space hulk have a critical put right at once on a 6, and roll no repairs again.
    pub(in crate::battle::gothic) fn meks_ignore(&mut self, id: ShipId) -> Judged<bool> {
        let profile = self.profile(id);
        if !profile.odd.space_hulk || !profile.crew.meks {
            return Ok(false);
        }
        let face = self.d6("mad meks", self.name(id))?;
        self.tell_deed(Deed::Meks(id, face));
        Ok(face == 6)
    }

    /// Gunners or loaders of a space hulk roll again for one weapon in a turn.
    ///
    /// Ruling: which one is said when its dice have fallen, as by other gunners.
    pub(in crate::battle::gothic) fn spur(&mut self, id: ShipId) {
        if !self.battle.space_hulks.contains(id) {
            return;
        }
        self.battle.ship_mut(id).done.feats.spurred = true;
        let mut left = FixedList::new();
        for task in self.battle.agenda.iter().filter(|task| !matches!(task, Task::Ask(Question::Shooting(ShootingQuestion::Gunners { ship, .. })) if *ship == id))
        {
            left.push(*task).expect("some of the tasks");
        }
        self.battle.agenda = left;
    }
}
