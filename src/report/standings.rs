//! Who leads: renown first, then systems (WIN-01).

use serde::Serialize;

use super::listing::{Listing, figures, words};
use crate::campaign::view::Seen;
use crate::text::thousands;

/// One line of the standings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Standing {
    /// Place; those with the same renown share it.
    pub place: u32,
    /// Player.
    pub player: String,
    /// Fleet list.
    pub list: String,
    /// Commander.
    pub commander: String,
    /// Rank, by renown; empty for fleets without titles.
    pub rank: String,
    /// Renown.
    pub renown: i32,
    /// Systems held.
    pub systems: u32,
    /// Vessels on the register; absent where the register is secret.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vessels: Option<u32>,
    /// Points of the register; absent where it is secret.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<u32>,
}

/// The standings as the onlooker may see them.
#[must_use]
pub fn standings(seen: &Seen) -> Vec<Standing> {
    let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    let mut rows: Vec<Standing> = seen
        .players
        .values()
        .map(|player| {
            let open = !seen.hides_register(player.id);
            Standing {
                place: 0,
                player: player.name.clone(),
                list: player.list.clone(),
                commander: player.commander.clone(),
                rank: player.rank().title.to_owned(),
                renown: player.renown,
                systems: number(seen.systems_of(player.id).count()),
                vessels: open.then(|| number(seen.register(player.id).count())),
                points: open.then(|| seen.register_points(player.id)),
            }
        })
        .collect();
    // Ruling: renown alone decides, and equals share a place (WIN-01); names only keep the order stable.
    rows.sort_by(|a, b| b.renown.cmp(&a.renown).then_with(|| a.player.cmp(&b.player)));
    let renowns: Vec<i32> = rows.iter().map(|row| row.renown).collect();
    for row in &mut rows {
        row.place = number(renowns.iter().filter(|renown| **renown > row.renown).count()) + 1;
    }
    rows
}

/// The standings as a list.
#[must_use]
pub fn listing(rows: &[Standing]) -> Listing<'_> {
    let secret = |value: Option<u32>| value.map_or_else(|| "secret".to_owned(), thousands);
    Listing::new(
        rows,
        &[
            figures("Place", &|row: &Standing| row.place.to_string()),
            words("Player", &|row: &Standing| row.player.clone()),
            words("Commander", &|row: &Standing| row.commander.clone()),
            words("Rank", &|row: &Standing| row.rank.clone()),
            figures("Renown", &|row: &Standing| row.renown.to_string()),
            figures("Systems", &|row: &Standing| row.systems.to_string()),
            figures("Vessels", &move |row: &Standing| secret(row.vessels)),
            figures("Points", &move |row: &Standing| secret(row.points)),
        ],
    )
}
