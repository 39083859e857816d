//! A sub-sector map as a reader may see it, and its drawings.

mod labels;
mod svg;
mod text;

use serde::Serialize;

use crate::campaign::chart::{Chart, WorldType};
use crate::campaign::state::{PlayerId, SystemId};
use crate::campaign::view::Seen;
use crate::text::steers;

pub use svg::{Look, picture, svg};
pub use text::text;

/// A map with its owners, as one reader may see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ChartView {
    /// Name of the sub-sector.
    pub name: String,
    /// What the map is and where it comes from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Systems in the order of the map.
    pub systems: Vec<SystemView>,
    /// Pairs of indices into `systems`.
    pub channels: Vec<(usize, usize)>,
    /// Those who can own systems, in the order of the legend.
    pub owners: Vec<OwnerView>,
}

/// One system of a view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SystemView {
    /// Kebab-case slug.
    pub id: String,
    /// Name.
    pub name: String,
    /// The type of its dominant world.
    #[serde(rename = "type")]
    pub kind: WorldType,
    /// Place from left to right, 0 to 1000.
    pub x: u16,
    /// Place from top to bottom, 0 to 1000.
    pub y: u16,
    /// A Blackstone Fortress stands there (MAP-07).
    pub blackstone: bool,
    /// It is the Port Maw system (MAP-08).
    pub port_maw: bool,
    /// Who controls it, as an index into the owners.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owner: Option<usize>,
    /// Whose home it is, as an index into the owners.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub home: Option<usize>,
    /// Whose hidden base lies there; only in a view that may see it (PIRATE-12).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub base: Option<usize>,
}

/// One who can own systems.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OwnerView {
    /// Name for the legend.
    pub name: String,
}

impl ChartView {
    /// The campaign's map with its owners. A map hangs on the wall, so hidden bases are never on it, whoever asks.
    #[must_use]
    pub fn from_campaign(seen: &Seen) -> Self {
        let players: Vec<PlayerId> = seen.players.keys().copied().collect();
        let owner = |id: PlayerId| players.iter().position(|player| *player == id);
        let ids: Vec<SystemId> = seen.systems.keys().copied().collect();
        let index = |id: SystemId| ids.iter().position(|system| *system == id);
        let place = |at: u32| u16::try_from(at).unwrap_or(u16::MAX);
        let systems = seen.systems.values().map(|system| SystemView {
            id: system.slug.clone(),
            name: system.name.clone(),
            kind: system.kind,
            x: place(system.x),
            y: place(system.y),
            blackstone: system.blackstone,
            port_maw: system.port_maw,
            owner: system.owner.and_then(owner),
            home: None,
            base: None,
        });
        Self {
            name: seen.about.as_ref().map(|about| about.chart.clone()).unwrap_or_default(),
            note: seen.about.as_ref().map(|about| about.chart_note.clone()),
            systems: systems.collect(),
            channels: seen
                .channels
                .values()
                .filter_map(|channel| Some((index(channel.a)?, index(channel.b)?)))
                .collect(),
            owners: seen.players.values().map(|player| OwnerView { name: player.name.clone() }).collect(),
        }
    }

    /// The map alone: nobody owns anything.
    #[must_use]
    pub fn from_chart(chart: &Chart) -> Self {
        let index = |id: &String| chart.systems.iter().position(|system| system.id == *id);
        let systems = chart.systems.iter().map(|system| SystemView {
            id: system.id.clone(),
            name: system.name.clone(),
            kind: system.kind,
            x: system.x,
            y: system.y,
            blackstone: system.blackstone,
            port_maw: system.port_maw,
            owner: None,
            home: None,
            base: None,
        });
        Self {
            name: chart.name.clone(),
            note: Some(chart.note.clone()),
            systems: systems.collect(),
            channels: chart.channels.iter().filter_map(|(a, b)| index(a).zip(index(b))).collect(),
            owners: Vec::new(),
        }
    }

    /// The pairs of systems that channels join.
    fn joined(&self) -> impl Iterator<Item = (&SystemView, &SystemView)> {
        self.channels.iter().filter_map(|&(a, b)| self.systems.get(a).zip(self.systems.get(b)))
    }

    fn owned_by(&self, owner: Option<usize>) -> usize {
        self.systems.iter().filter(|system| system.owner == owner).count()
    }

    /// The types that occur, in the order of the key (MAP-02).
    fn kinds(&self) -> impl Iterator<Item = WorldType> {
        let shown = |kind: &WorldType| self.systems.iter().any(|system| system.kind == *kind);
        WorldType::ALL.iter().copied().filter(shown)
    }

    /// `12 systems, 15 warp channels`.
    fn size(&self) -> String {
        let plural = |number: usize| if number == 1 { "" } else { "s" };
        let (systems, channels) = (self.systems.len(), self.channels.len());
        format!("{systems} system{}, {channels} warp channel{}", plural(systems), plural(channels))
    }
}

/// The letter that stands for an owner where colour may not be seen: `a` to `z`, then `a2`.
fn mark(owner: usize) -> String {
    let letter = char::from(b'a' + u8::try_from(owner % 26).unwrap_or_default());
    if owner < 26 { letter.to_string() } else { format!("{letter}{}", owner / 26 + 1) }
}

/// A name without characters that steer a terminal or turn the text around them.
fn clean(name: &str) -> String {
    name.chars().filter(|character| !steers(*character)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn owners_beyond_the_alphabet_keep_marks_of_their_own() {
        assert_eq!([0, 25, 26, 53].map(mark), ["a", "z", "a2", "b3"]);
    }

    #[test]
    fn a_name_cannot_steer_the_terminal() {
        assert_eq!(clean("a\u{1b}[31mb\u{202e}c\n"), "a[31mbc");
    }
}
