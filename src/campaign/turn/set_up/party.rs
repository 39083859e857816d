//! The two sides, as far as a set-up asks about them.

use super::Formation;
use crate::campaign::state::{Campaign, Vessel};
use crate::campaign::turn::Side;
use crate::campaign::turn::initiative::rating;
use crate::campaign::turn::plots::Outcome;
use crate::campaign::{Library, ranks};
use crate::scenario::zone::Zone;
use crate::ships::class::ShipClass;

/// One side, as far as the set-up needs it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Party {
    /// Name.
    pub name: String,
    /// Attack rating (ATT-01).
    pub rating: u32,
    /// The zone he chose in secret.
    pub zone: Option<Zone>,
    /// His formation.
    pub formation: Option<Formation>,
    /// His ships and squadrons.
    pub units: Vec<String>,
    /// Points of his ships.
    pub points: u32,
    /// Speed of his fastest ship.
    pub fastest: u32,
    /// Leadership of his admiral.
    pub leadership: u32,
    /// Number of his escorts.
    pub escorts: u32,
    /// What his sub-plot adds to the table (PLOT-26).
    pub hazards: Hazards,
}

/// Phenomena that a sub-plot adds to the table (PLOT-26).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hazards {
    /// Gas or dust clouds.
    pub clouds: u8,
    /// Asteroid fields.
    pub asteroids: u8,
    /// The sub-plot is known to its player alone.
    pub secret: bool,
}

impl Hazards {
    fn of(side: &Side) -> Self {
        let plot = side.plot.iter();
        let mut rolled = plot.flat_map(|plot| plot.outcomes.iter().map(move |outcome| (outcome, plot.secret)));
        let found = rolled.find_map(|(outcome, secret)| match *outcome {
            Outcome::Hazards { clouds, asteroids } => Some(Self { clouds, asteroids, secret }),
            _ => None,
        });
        found.unwrap_or_default()
    }
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
        hazards: Hazards::of(side),
    }
}
