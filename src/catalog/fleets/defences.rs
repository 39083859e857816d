//! What may be bought as a planetary defence: the common list, and what a fleet has of its own (MISSION-17, COMP-03).

use super::Fleets;
use super::file::FleetFile;
use crate::campaign::extras::{DefenceKind, DefenceRules};
use crate::ships::class::{ShipClass, ShipType};

/// The file of the common list.
const COMMON: &str = "planetary-defences";

impl Fleets {
    /// Every defence that a fleet may buy, the common list first.
    #[must_use]
    pub fn defences(&self, fleet: &str) -> Vec<DefenceKind> {
        let Some(common) = self.file_of(COMMON) else { return Vec::new() };
        let Some(rules) = &common.extras.defence_rules else { return Vec::new() };
        let mut kinds: Vec<DefenceKind> = common.classes.iter().filter_map(|class| kind(class, rules, true)).collect();
        if let Some(mine) = &common.extras.orbital_mine {
            kinds.push(laid("orbital-mine", &mine.name, mine.points, None));
        }
        if let Some(field) = &common.extras.minefield {
            kinds.push(laid("minefield", &field.name, field.points, Some(field.max)));
        }
        let own = self.file_of(fleet).filter(|file| file.fleet.id != COMMON);
        kinds.extend(own.into_iter().flat_map(|file| &file.classes).filter_map(|class| kind(class, rules, false)));
        kinds
    }

    fn file_of(&self, fleet: &str) -> Option<&FleetFile> {
        let name = format!("fleets/{fleet}.toml");
        let likely = self.slots.iter().find(|slot| slot.name == name).map(|slot| slot.file());
        let found = likely.filter(|file| file.fleet.id == fleet);
        found.or_else(|| self.files().into_iter().find(|file| file.fleet.id == fleet))
    }
}

fn kind(class: &ShipClass, rules: &DefenceRules, common: bool) -> Option<DefenceKind> {
    let place = class.uses.iter().map(|place| place.word()).find(|word| common || word.ends_with("defences"))?;
    let points = class.points?;
    if common && class.kind != ShipType::Defence {
        return None;
    }
    let fort = place == "star fort";
    let most = if class.hits == 1 { rules.squadron_max_1_hit } else { rules.squadron_max_larger };
    // What rolls Leadership has it (COMP-04).
    let crewed = class.special.iter().any(|key| key == "rolls-leadership");
    Some(DefenceKind {
        id: class.id.clone(),
        name: class.name.clone(),
        points,
        max: class.max,
        hits: class.hits,
        place: place.to_owned(),
        squadron: (!fort).then_some(most),
        leadership: (!crewed).then_some(rules.leadership),
        stationary: class.speed_cm == 0,
    })
}

/// Mines are ordnance: they form no squadron and test nothing.
fn laid(id: &str, name: &str, points: u32, max: Option<u32>) -> DefenceKind {
    DefenceKind {
        id: id.to_owned(),
        name: name.to_owned(),
        points,
        max,
        hits: 1,
        place: "high orbit".to_owned(),
        squadron: None,
        leadership: None,
        stationary: false,
    }
}
