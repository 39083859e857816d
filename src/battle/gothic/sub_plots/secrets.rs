//! What the other player may not see of sub-plots, and how it looks to him (PLOT-06, PLOT-40).
//!
//! Hidden are:
//! - a decoy that still poses: its class, figures and hits; it shows those of the ship that it poses as;
//! - a secret sub-plot ([`SubPlot::secret`](super::SubPlot::secret)), with its ship, and what it made of its own side's
//!   ships: [`Drill`](super::Drill), and the figures of an experimental ship. Only a Surprise Attack shows by its effect.

use std::borrow::Cow;

use super::{Drill, Plot};
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, Ship, ShipId};
use crate::ships::fitting::Fitting;
use crate::table::side::Side;

impl Battle {
    /// Whether anything of this is hidden from a player.
    #[must_use]
    pub fn hides_plots_from(&self, side: Side) -> bool {
        let enemy = side.other();
        let posing = |ship: &Ship| ship.side == enemy && ship.done.posing;
        self.keeps_secret(enemy) || self.masked.iter().any(|id| posing(self.ship(id)))
    }

    fn keeps_secret(&self, side: Side) -> bool {
        let plot = self.players[side as usize].plot.as_ref();
        plot.is_some_and(|plot| plot.secret && plot.plot != Plot::SurpriseAttack)
    }

    /// Takes out of a battle and its roster what is hidden from a player. The roster is copied only when it shows any
    /// of it.
    pub fn hide_plots_from(&mut self, roster: &mut Cow<'_, Roster>, side: Side) {
        let enemy = side.other();
        let secret = self.keeps_secret(enemy);
        if secret {
            self.player_mut(enemy).plot = None;
        }
        for id in (0..self.ships.len() as u8).map(ShipId) {
            let ship = self.ship_mut(id);
            if ship.side != enemy {
                continue;
            }
            if secret {
                ship.drill = Drill::default();
            }
            let entry = &roster[id];
            if !(ship.done.posing || secret && entry.fitting.experiment.is_some()) {
                continue;
            }
            let entry = &mut roster.to_mut().ships[usize::from(id.0)];
            let Some(pose) = entry.pose.take() else { continue };
            let lost = entry.profile.hits.saturating_sub(ship.hits);
            let short = entry.profile.hits.saturating_sub(ship.started);
            if ship.done.posing {
                entry.fitting = Fitting::default();
            }
            entry.fitting.experiment = None;
            ship.done.posing = false;
            (entry.class, entry.profile) = (pose.class, pose.profile);
            if ship.fights() {
                ship.hits = entry.profile.hits.saturating_sub(lost).max(1);
            }
            ship.started = entry.profile.hits.saturating_sub(short);
        }
    }
}
