//! The two sides of a battle, as far as a set-up asks about them.

use crate::campaign::state::{Campaign, Vessel};
use crate::campaign::turn::Side;
use crate::campaign::turn::initiative::rating;
use crate::campaign::turn::plots::Outcome;
use crate::campaign::{Library, ranks};
use crate::scenario::party::{Hazards, Party};
use crate::ships::class::ShipClass;

/// What the sub-plot of a side adds to the table (PLOT-26).
fn hazards(side: &Side) -> Hazards {
    let plot = side.plot.iter();
    let mut rolled = plot.flat_map(|plot| plot.outcomes.iter().map(move |outcome| (outcome, plot.secret)));
    let found = rolled.find_map(|(outcome, secret)| {
        if let Outcome::Hazards { clouds, asteroids } = *outcome {
            return Some(Hazards { clouds, asteroids, secret });
        }
        None
    });
    found.unwrap_or_default()
}

/// A side of a battle, as far as the set-up asks about it.
#[must_use]
pub fn party(campaign: &Campaign, side: &Side, library: &dyn Library) -> Party {
    let Some(player) = campaign.players.get(&side.player) else { return Party::default() };
    let vessels: Vec<&Vessel> = side.fleet.iter().filter_map(|fielded| campaign.vessels.get(&fielded.vessel)).collect();
    let classes = || vessels.iter().flat_map(|vessel| &vessel.hulls).map(|hulls| (campaign.class(hulls.design), hulls));
    let flagship = player.flagship.filter(|_| side.flagship).and_then(|id| campaign.vessels.get(&id));
    let crew = flagship.and_then(|vessel| vessel.leadership).unwrap_or(0);
    let rank = ranks::rank(player.promotions, side.renown).leadership;
    let escorts = classes().filter(|(class, _)| ShipClass::is_escort(class)).map(|(_, hulls)| hulls.count - hulls.lost);
    Party {
        name: player.name.clone(),
        rating: rating(campaign, player, library),
        zone: None,
        formation: None,
        units: vessels.iter().map(|vessel| vessel.name.clone()).collect(),
        points: side.fielded(),
        fastest: classes().map(|(class, _)| class.speed_cm).max().unwrap_or(0),
        leadership: flagship.map_or(0, |_| u32::from(rank.aboard(crew))),
        escorts: escorts.sum(),
        hazards: hazards(side),
    }
}
