//! What ranks and appeals bring, as sentences.

use super::Names;
use crate::campaign::event::Event;
use crate::text::{a, and_list};

impl Names<'_> {
    /// The sentence of an event that a rank or an appeal brought about.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the others are told elsewhere")]
    pub(super) fn reward_sentence(&self, event: &Event) -> Option<String> {
        Some(match event {
            Event::MarkTaken { player, mark } => format!("{} bears the mark of {mark}", self.player(*player)),
            Event::MarkLost { player, mark } => format!("{} loses the mark of {mark}", self.player(*player)),
            Event::RefitLost { vessel, refit, .. } => format!("{} loses {refit}", self.vessel(*vessel)),
            Event::AppealRolled { player, kind, face, granted, .. } => {
                let result = if *granted { "granted" } else { "not granted" };
                format!("{} appeals for {kind} and rolls {face}: {result}", self.player(*player))
            }
            Event::RefitGained { vessel, refit, dice, points, .. } => {
                let dice = match dice {
                    [face, 0] => face.to_string(),
                    [kind, face] => format!("{kind} and {face}"),
                };
                format!(
                    "{} is refitted, {dice}: {}, {}; now {points} points",
                    self.vessel(*vessel),
                    refit.id,
                    refit.effect
                )
            }
            Event::BoonGained { player, boon } => {
                let ship = boon.vessel.map_or_else(String::new, |vessel| format!(", {}", self.vessel(vessel)));
                let lent: Vec<String> =
                    boon.lent.iter().map(|lent| format!("{} ({} points)", lent.name, lent.points)).collect();
                let lent = if lent.is_empty() { String::new() } else { format!(": {}", and_list(&lent)) };
                format!("{} receives {}{ship}: {}{lent}", self.player(*player), boon.id, boon.effect)
            }
            Event::BoonAssigned { boon, vessel, .. } => format!("{} has {boon}", self.vessel(*vessel)),
            Event::OfficerJoined { vessel, officer, points, .. } => {
                let marks = if officer.marks.is_empty() {
                    String::new()
                } else {
                    format!(" with the mark of {}", and_list(&officer.marks))
                };
                format!("{} takes {}{marks} aboard; now {points} points", self.vessel(*vessel), a(&officer.rank))
            }
            Event::ShipConverted { vessel, class, points, .. } => {
                format!("{} is {} now, of {points} points", self.vessel(*vessel), a(class))
            }
            Event::SystemGivenUp { player, system } => {
                format!("{} gives up {} for a Ramilies", self.player(*player), self.system(*system))
            }
            Event::RamiliesMoved { player, face, lost } => {
                let result = if *lost { "it is lost in the warp" } else { "it is hidden again" };
                format!("{}'s Ramilies moves, {face}: {result}", self.player(*player))
            }
            Event::QuickReturnTried { vessel, face, .. } => {
                let result = if *face >= 4 { "is ready at once" } else { "misses the next game" };
                format!("{} rolls {face} at the Ramilies and {result}", self.vessel(*vessel))
            }
            Event::TenderRepairs { vessel, .. } => format!("{} gives 2 repair points", self.vessel(*vessel)),
            Event::AssaultTried { face, granted, .. } => {
                let result = if *granted { "it is one" } else { "the raid stays as it is" };
                format!("The wolf pack tries for a Planetary Assault, {face}: {result}")
            }
            _ => return None,
        })
    }
}
