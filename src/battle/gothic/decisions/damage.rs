//! Bracing for impact, before the dice of an attack (BRACE-01).

use super::Asked;
use super::answer::{Answer, Judged};
use super::fields::Fields;
use super::question::DamageQuestion;
use crate::battle::gothic::event::Log;
use crate::battle::gothic::state::agenda::Threat;
use crate::battle::gothic::state::ordnance::FlightId;
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, ShipId, Unit};
use crate::battle::gothic::story;
use crate::battle::gothic::turn::play::Play;
use crate::dice::Dice;
use crate::table::side::Side;

impl Asked for DamageQuestion {
    fn side(&self, battle: &Battle) -> Side {
        let Self::Brace { unit, .. } = self;
        battle.side_of(*unit)
    }

    fn words(&self, roster: &Roster) -> String {
        let Self::Brace { unit, threat } = self;
        format!("braces {} against {}, or not", roster.unit_name(*unit), story::threat(roster, *threat))
    }

    fn usual(&self, battle: &Battle, roster: &Roster) -> Answer {
        let Self::Brace { unit, threat } = self;
        if worth_bracing(battle, roster, *unit, *threat) { Answer::Yes } else { Answer::No }
    }

    fn options(&self, _: &Battle, _: &Roster, found: &mut Vec<Answer>) {
        found.extend([Answer::Yes, Answer::No]);
    }

    fn answer<D: Dice + ?Sized, L: Log>(self, play: &mut Play<'_, D, L>, given: &Answer) -> Option<Judged<()>> {
        let Self::Brace { unit, threat } = self;
        play.yes_or_no(given).map(|yes| play.answer_brace(unit, threat, yes))
    }

    fn word(&self) -> &'static str {
        let Self::Brace { .. } = self;
        "brace"
    }

    fn blank(word: &str) -> Option<Self> {
        (word == "brace").then(|| Self::Brace { unit: Unit::default(), threat: Threat::Asteroids })
    }

    fn fields(&mut self, row: &mut impl Fields) {
        let Self::Brace { unit, threat } = self;
        row.unit("unit", unit);
        row.threat(threat);
    }
}

/// Bracing is worth its halved fire when more than two hits are likely to come through.
fn worth_bracing(battle: &Battle, roster: &Roster, unit: Unit, threat: Threat) -> bool {
    match threat {
        Threat::Explosion | Threat::Ram(_) | Threat::Asteroids | Threat::Nova(_) | Threat::Flare | Threat::Feat(..) => {
            true
        }
        Threat::Markers | Threat::Raid(_) => false,
        Threat::Ordnance(flight) => {
            battle.members(unit).iter().any(|ship| many_are_coming(battle, roster, flight, *ship))
        }
        Threat::Fire(_) => {
            let strikes = battle.volley.strikes.iter().filter(|strike| strike.target == unit);
            let shields: u16 = battle.members(unit).iter().map(|ship| u16::from(battle.shields(roster, *ship))).sum();
            // Twelfths of hits: a die against armour hits about one time in three, one that needs a 4 one in two.
            let salvos = strikes.flat_map(|strike| strike.salvos.iter());
            let likely: u16 = salvos
                .map(|salvo| {
                    let odds: u16 = if salvo.gun.needed(6) == 4 { 6 } else { 4 };
                    odds * u16::from(salvo.dice) * u16::from(salvo.gun.hits(6))
                })
                .sum();
            likely >= 12 * (shields + 2)
        }
    }
}

/// Whether an attack of ordnance is worth bracing against: three dice or more are still coming.
fn many_are_coming(battle: &Battle, roster: &Roster, flight: FlightId, target: ShipId) -> bool {
    let turrets = battle.turrets(roster, target);
    battle.flight(flight).is_some_and(|flight| flight.size() > turrets / 2 + 2)
}
