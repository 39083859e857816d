//! Whether a sub-plot's objective is met, as the battle stands (PLOT-07, PLOT-11 to PLOT-42).

use super::super::account::{End, end_of};
use super::super::class::ShipType;
use super::super::profile::{Profile, Roster};
use super::super::state::{Battle, Fate, Ship, ShipId, Side};
use super::Plot;

/// Whether a player has achieved his sub-plot, the battle ending now with this winner; `None` without a sub-plot.
#[must_use]
pub fn achieved(roster: &Roster, battle: &Battle, side: Side, winner: Option<Side>) -> Option<bool> {
    let plot = battle.players[side as usize].plot.as_ref()?;
    let fleets = Fleets { roster, battle };
    let won = winner == Some(side);
    let enemy = side.other();
    let out = |id: Option<ShipId>| id.is_some_and(|id| fleets.out(id));
    Some(match plot.plot {
        // Without an objective of their own they go with the battle (PLOT-07).
        Plot::MeteorStorm | Plot::NavigationalHazards | Plot::SurpriseAttack => won,
        Plot::HitAndRun => won && battle.turn <= plot.turns,
        Plot::GunneryPractice => {
            // A ship lost without damage, driven into a planet or the like, is damaged all the same.
            let hurt = |id: ShipId| plot.tally.contains(id) || fleets.lost(id);
            fleets.capitals(enemy).next().is_some() && fleets.capitals(enemy).all(hurt)
        }
        Plot::ExtendedDuty => fleets.put_out(enemy) > fleets.put_out(side),
        Plot::BloodBond => {
            fleets.capitals(side).filter(|id| fleets.out(*id)).count() * 2 < fleets.capitals(side).count()
        }
        Plot::FleetExperience => fleets.flagship_sound(side),
        Plot::NoQuarter => {
            let put_out = fleets.put_out(enemy);
            put_out > 0 && put_out * 2 >= fleets.picked(enemy).map(|(_, profile)| profile.worth).sum::<u32>()
        }
        Plot::Vendetta => plot.happened || out(plot.ship),
        Plot::ExperimentalShip | Plot::DesperateMission => plot.ship.is_some() && !plot.happened && !out(plot.ship),
        Plot::SignallingProblems => fleets.escorts_survive(side),
        Plot::UnexpectedHelp => {
            let help = |(id, ship): (ShipId, &Ship)| {
                ship.side == side
                    && roster.ships[usize::from(id.0)].fitting.guest
                    && fleets.entered(id)
                    && !fleets.out(id)
            };
            battle.all().any(help)
        }
        Plot::FreshCaptain => {
            let own = plot.ship.map_or(0, |id| fleets.profile(id).worth);
            let victims =
                plot.tally.iter().map(|id| fleets.profile(id)).filter(|profile| profile.kind != ShipType::Defence);
            victims.map(|profile| profile.worth).sum::<u32>() >= own
        }
        Plot::EnemyPlans | Plot::SecretIntelligence | Plot::Decoy => plot.happened,
    })
}

struct Fleets<'a> {
    roster: &'a Roster,
    battle: &'a Battle,
}

impl<'a> Fleets<'a> {
    fn profile(&self, id: ShipId) -> &'a Profile {
        &self.roster.ships[usize::from(id.0)].profile
    }

    fn lost(&self, id: ShipId) -> bool {
        end_of(self.battle.ship(id)) == End::Lost
    }

    /// Crippled or destroyed.
    fn out(&self, id: ShipId) -> bool {
        self.lost(id) || self.battle.crippled(self.roster, id)
    }

    /// What a player picked for the battle: no defences, guests and decoys (PLOT-13, PLOT-18).
    fn picked(&self, side: Side) -> impl Iterator<Item = (ShipId, &'a Profile)> {
        self.battle.all().filter(move |(_, ship)| ship.side == side).filter_map(|(id, _)| {
            let entry = &self.roster.ships[usize::from(id.0)];
            let stranger =
                entry.fitting.guest || entry.fitting.poses.is_some() || entry.profile.kind == ShipType::Defence;
            (!stranger).then_some((id, &entry.profile))
        })
    }

    /// A player's capital ships that came into play (PLOT-11, PLOT-15).
    fn capitals(&self, side: Side) -> impl Iterator<Item = ShipId> {
        self.picked(side).filter(|(id, profile)| profile.of_the_line() && self.entered(*id)).map(|(id, _)| id)
    }

    fn entered(&self, id: ShipId) -> bool {
        !matches!(self.battle.ship(id).fate, Fate::ToCome | Fate::NeverEntered)
    }

    /// Full values of a side's ships crippled or destroyed; escorts one by one (PLOT-13).
    fn put_out(&self, side: Side) -> u32 {
        self.picked(side).filter(|(id, _)| self.out(*id)).map(|(_, profile)| profile.worth).sum()
    }

    /// The commander's ship keeps three quarters of its full hits (PLOT-17).
    fn flagship_sound(&self, side: Side) -> bool {
        let sound = |(id, ship): (ShipId, &Ship)| {
            let full = u16::from(self.profile(id).hits);
            ship.side == side && ship.flagship && !self.lost(id) && 4 * u16::from(ship.hits) >= 3 * full
        };
        self.battle.all().any(sound)
    }

    /// At least half of the escorts survive (PLOT-23).
    fn escorts_survive(&self, side: Side) -> bool {
        let escorts = || self.picked(side).filter(|(_, profile)| profile.kind == ShipType::Escort);
        let lost = escorts().filter(|(id, _)| self.lost(*id)).count();
        2 * lost <= escorts().count()
    }
}
