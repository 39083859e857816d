//! Whether the sub-plots were achieved, as far as the record tells (PLOT-07, PLOT-11 to PLOT-42).

use super::Table;
use crate::campaign::refusal::Refusal;
use crate::campaign::turn::plots::Plot;
use crate::campaign::turn::report::{Fate, GuestKind, Role, VesselReport};

impl Table<'_> {
    /// Whether a side's sub-plot was achieved; the players answer what the record cannot tell (PLOT-46).
    pub(super) fn achieved(&self, role: Role, winner: Option<Role>) -> Result<bool, Refusal> {
        let Some(plot) = &self.both.of(role).plot else { return Ok(false) };
        if let Some(answer) = *self.report.plots.of(role) {
            return Ok(answer);
        }
        let won = winner == Some(role);
        let hurt = |entry: &VesselReport| entry.crippled || entry.is_destroyed();
        let entry_of = |role: Role| {
            plot.ship
                .and_then(|ship| self.entries(role).find(|(vessel, ..)| vessel.id == ship).map(|(.., entry)| entry))
        };
        let capitals =
            |role: Role| self.entries(role).filter(|(vessel, _, entry)| self.is_capital(vessel) && entry.fought());
        Ok(match plot.plot {
            Plot::MeteorStorm | Plot::NavigationalHazards | Plot::SurpriseAttack => won,
            Plot::GunneryPractice => {
                let enemies: Vec<_> = capitals(role.other()).collect();
                !enemies.is_empty() && enemies.iter().all(|(.., entry)| entry.hits_lost > 0 || entry.is_destroyed())
            }
            Plot::ExtendedDuty => self.put_out(role.other()) > self.put_out(role),
            Plot::BloodBond => capitals(role).filter(|(.., entry)| hurt(entry)).count() * 2 < capitals(role).count(),
            Plot::FleetExperience => self.flagship_sound(role),
            Plot::NoQuarter => {
                let put_out = self.put_out(role.other());
                // Half of nothing is no achievement.
                put_out > 0 && put_out * 2 >= self.both.of(role.other()).fielded()
            }
            Plot::Vendetta => entry_of(role.other()).is_some_and(hurt),
            Plot::ExperimentalShip | Plot::DesperateMission => entry_of(role).is_some_and(|entry| !hurt(entry)),
            Plot::SignallingProblems => self.escorts_survive(role),
            Plot::HitAndRun => won && self.in_time(plot.number)?,
            Plot::UnexpectedHelp => self.help_survives(role),
            Plot::FreshCaptain | Plot::EnemyPlans | Plot::SecretIntelligence | Plot::Decoy => {
                return Err(Refusal::by("PLOT-46", format!("was the {role}'s sub-plot {} achieved?", plot.plot)));
            }
        })
    }

    /// Full values of a side's ships crippled or destroyed; escorts one by one (PLOT-13).
    fn put_out(&self, role: Role) -> u32 {
        self.entries(role)
            .map(|(vessel, fielded, entry)| {
                if self.campaign.is_squadron(vessel) {
                    self.worth_of_lost(vessel, fielded, entry)
                } else if entry.crippled || entry.is_destroyed() {
                    fielded.points
                } else {
                    0
                }
            })
            .sum()
    }

    /// The commander's ship keeps three quarters of its full register hits (PLOT-17).
    fn flagship_sound(&self, role: Role) -> bool {
        let flagship = self.campaign.players.get(&self.both.of(role).player).and_then(|player| player.flagship);
        self.entries(role).filter(|(vessel, ..)| Some(vessel.id) == flagship).any(|(vessel, _, entry)| {
            let full = self.campaign.full_hits(vessel);
            let left = full.saturating_sub(vessel.damage + entry.hits_lost);
            !entry.is_destroyed() && left * 4 >= full * 3
        })
    }

    /// At least half of the escorts survive, all squadrons together (PLOT-23).
    fn escorts_survive(&self, role: Role) -> bool {
        let squadrons = self.entries(role).filter(|(vessel, ..)| self.campaign.is_squadron(vessel));
        let (started, lost) = squadrons
            .fold((0, 0), |(started, lost), (_, fielded, entry)| (started + fielded.ships, lost + entry.ships_lost()));
        (started - lost) * 2 >= started
    }

    /// A ship of the reinforcement is neither crippled nor destroyed; one that disengaged survived (PLOT-25).
    fn help_survives(&self, role: Role) -> bool {
        let gone = |fate: Fate| matches!(fate, Fate::Destroyed | Fate::Hulk | Fate::HulkGone | Fate::NeverEntered);
        self.guests(role).any(|guest| guest.kind == GuestKind::Help && !guest.crippled && !gone(guest.fate))
    }

    fn in_time(&self, within: Option<u32>) -> Result<bool, Refusal> {
        let turns = self.report.turns.ok_or_else(|| Refusal::by("PLOT-42", "how many turns did the battle last?"))?;
        Ok(within.is_none_or(|within| turns <= within))
    }
}
