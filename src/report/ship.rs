//! A ship's own data sheet: its figures today, and what makes them differ from those of its class.

use std::fmt::Write as _;

use serde::Serialize;

use super::sheet::{ArmamentRow, armament_row, armour_words, capitalised};
use super::style::Style;
use crate::campaign::Library;
use crate::campaign::figures::{self, Figure, Figures, spoken};
use crate::campaign::state::improvement::Improvement;
use crate::campaign::state::{Bought, Campaign, Hulls, Officer, Vessel, VesselState};
use crate::catalog::fleets::Fleets;
use crate::ships::class::{Field, ShipClass, ShipType};
use crate::ships::effects::{Effect, Test};
use crate::text::{and_list, thousands};

/// The sheet of a vessel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ShipSheet {
    /// Name.
    pub name: String,
    /// Owner.
    pub player: String,
    /// Ready, withdrawn or lost.
    pub state: VesselState,
    /// The commander aboard, if it is the flagship.
    pub commander: Option<String>,
    /// A lesser commander aboard.
    pub officer: Option<Officer>,
    /// Worth today.
    pub points: u32,
    /// Refits.
    pub refits: Vec<Improvement>,
    /// Crew skills.
    pub skills: Vec<Improvement>,
    /// Options and upgrades.
    pub upgrades: Vec<Bought>,
    /// What appeals gave this ship.
    pub boons: Vec<Improvement>,
    /// Its classes: one for a capital ship.
    pub classes: Vec<ClassSheet>,
}

/// The figures of one class of a vessel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ClassSheet {
    /// Slug of the class.
    pub class: String,
    /// Name of the class.
    pub name: String,
    /// Type.
    #[serde(rename = "type")]
    pub kind: ShipType,
    /// Ships of it at present.
    pub ships: u32,
    /// What stands in for shields.
    pub field: Option<Field>,
    /// The figures.
    #[serde(flatten)]
    pub figures: Figures,
    /// The armament as it is printed.
    pub armament: Vec<ArmamentRow>,
}

impl ShipSheet {
    /// Draws up the sheet of a vessel.
    #[must_use]
    pub fn new(campaign: &Campaign, vessel: &Vessel, fleets: &Fleets, library: &dyn Library) -> Self {
        let owner = campaign.players.get(&vessel.player);
        let boons = owner.into_iter().flat_map(|owner| &owner.boons).filter(|boon| boon.vessel == Some(vessel.id));
        Self {
            name: vessel.name.clone(),
            player: owner.map(|owner| owner.name.clone()).unwrap_or_default(),
            state: vessel.state,
            commander: owner
                .filter(|owner| owner.flagship == Some(vessel.id))
                .map(|owner| format!("{} {}", owner.rank().title, owner.commander).trim().to_owned()),
            officer: vessel.officer.clone(),
            points: vessel.points,
            refits: vessel.refits.clone(),
            skills: vessel.skills.clone(),
            upgrades: vessel.upgrades.clone(),
            boons: boons.map(|boon| Improvement::plain(&boon.id, &boon.effect)).collect(),
            classes: vessel
                .hulls
                .iter()
                .map(|hulls| ClassSheet::new(campaign, vessel, hulls, fleets, library))
                .collect(),
        }
    }

    /// The sheet as text, without a line end.
    #[must_use]
    pub fn text(&self, style: Style) -> String {
        let mut out = String::new();
        for sheet in &self.classes {
            let ships = if sheet.ships == 1 { String::new() } else { format!("{} × ", sheet.ships) };
            let flag = self.commander.as_ref().map_or_else(String::new, |name| format!(", flagship of {name}"));
            let _ = writeln!(out, "{ships}{}{flag}, {} points", sheet.name, thousands(self.points));
            let header = ["Type/Hits", "Speed", "Turns", "Shields", "Armour", "Turrets", "Ld"];
            let _ = writeln!(out, "{}", style.table(&header, &[], [sheet.profile()]));
            if !sheet.armament.is_empty() {
                let header = ["Armament", "Range/Speed", "Firepower/Str", "Fire arc"];
                let rows = sheet.armament.iter().map(ArmamentRow::cells);
                let _ = writeln!(out, "{}", style.table(&header, &[2], rows));
            }
            let changes = sheet.changes();
            let lines = changes.iter().chain(sheet.tests().iter()).map(|line| style.item(line)).collect::<Vec<_>>();
            if !lines.is_empty() {
                let _ = writeln!(out, "{}", lines.join("\n"));
            }
        }
        let other: Vec<String> = self.other().iter().map(|line| style.item(line)).collect();
        if !other.is_empty() {
            let _ = writeln!(out, "{}", other.join("\n"));
        }
        out.trim_end().to_owned()
    }

    /// Improvements that no figure and no test tells of, in words.
    pub(crate) fn other(&self) -> Vec<String> {
        let first = self.classes.first();
        let effects = first.map(|sheet| sheet.figures.effects.as_slice()).unwrap_or_default();
        let mut lines = Vec::new();
        let mut told: Vec<&str> = Vec::new();
        for cause in effects {
            told.push(&cause.because);
            if !cause.effect.is_figure() {
                lines.push(format!("{} ({})", cause.effect.words(), cause.because));
            }
        }
        let own = self.upgrades.iter().map(|upgrade| (&upgrade.id, &upgrade.effect));
        let improvements = self.refits.iter().chain(&self.skills).chain(&self.boons);
        for (id, effect) in own.chain(improvements.map(|improvement| (&improvement.id, &improvement.effect))) {
            let name = spoken(id);
            if !told.contains(&name.as_str()) {
                lines.push(format!("{effect} ({name})"));
            }
        }
        lines
    }
}

impl ClassSheet {
    fn new(campaign: &Campaign, vessel: &Vessel, hulls: &Hulls, fleets: &Fleets, library: &dyn Library) -> Self {
        let class: &ShipClass = campaign.class(hulls.design);
        let figures = figures::figures(campaign, vessel, hulls, library);
        Self {
            class: class.id.clone(),
            name: class.name.clone(),
            kind: class.kind,
            ships: hulls.count - hulls.lost.min(hulls.count),
            field: class.field,
            armament: figures.weapons.iter().map(|row| armament_row(fleets, &row.weapon)).collect(),
            figures,
        }
    }

    pub(crate) fn profile(&self) -> Vec<String> {
        let ship = &self.figures;
        let hits = if ship.hits_left == ship.hits.today {
            ship.hits.today.to_string()
        } else {
            format!("{} of {}", ship.hits_left, ship.hits.today)
        };
        vec![
            format!("{}/{hits}", capitalised(self.kind.word())),
            speed(ship.speed_cm.today, &ship.speed_bands_cm.today),
            ship.turn_degrees.today.map_or_else(|| "special".to_owned(), |degrees| format!("{degrees}°")),
            self.field.map_or_else(|| ship.shields.today.to_string(), |field| field.to_string()),
            armour_words(ship.armour.today),
            ship.spores.today.map_or_else(|| ship.turrets.today.to_string(), |spores| format!("{spores} (spores)")),
            ship.leadership.today.map_or_else(|| "-".to_owned(), |leadership| leadership.to_string()),
        ]
    }

    /// `speed 20 → 25 cm (auxiliary power relays)` for each figure that is not the class's.
    #[must_use]
    pub fn changes(&self) -> Vec<String> {
        changes(&self.figures)
    }

    /// How tests are taken that are not taken as usual.
    pub(crate) fn tests(&self) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        let tests = &self.figures.tests;
        for test in tests {
            // Tests changed alike by the same thing are told together.
            let alike: Vec<&str> = tests
                .iter()
                .filter(|other| {
                    (other.modifier, other.three_dice, &other.because)
                        == (test.modifier, test.three_dice, &test.because)
                })
                .map(|other| other.test.word())
                .collect();
            if alike.first() != Some(&test.test.word()) {
                continue;
            }
            let of = if alike.len() == Test::ALL.len() { "every test".to_owned() } else { and_list(&alike) };
            let mut how = Vec::new();
            if test.modifier != 0 {
                how.push(format!("{:+} Leadership", test.modifier));
            }
            if test.three_dice {
                how.push("3D6, drop the highest".to_owned());
            }
            lines.push(format!("{of}: {} ({})", how.join(", "), and_list(&test.because)));
        }
        lines
    }
}

fn speed(speed: u32, bands: &[u32]) -> String {
    if bands.is_empty() {
        return format!("{speed} cm");
    }
    format!("{} cm", bands.iter().map(ToString::to_string).collect::<Vec<_>>().join("/"))
}

fn change<T: Clone + PartialEq>(name: &str, figure: &Figure<T>, show: impl Fn(&T) -> String) -> Option<String> {
    (figure.class != figure.today)
        .then(|| format!("{name} {} → {} ({})", show(&figure.class), show(&figure.today), and_list(&figure.because)))
}

/// `speed 20 → 25 cm (auxiliary power relays)` for each figure that is not the class's.
#[must_use]
pub fn changes(ship: &Figures) -> Vec<String> {
    let number = |number: &u32| number.to_string();
    let short = (ship.hits_left < ship.hits.today).then(|| {
        let crippled = if ship.crippled { ", crippled" } else { "" };
        format!("{} of {} hits left{crippled}", ship.hits_left, ship.hits.today)
    });
    let weapons = ship
        .weapons
        .iter()
        .filter(|row| row.weapon.strength != row.class)
        .map(|row| format!("{} {} → {} (crippled)", row.weapon.name, row.class, row.weapon.strength));
    let longer = ship.effects.iter().find_map(|cause| {
        let Effect::Range(by) = cause.effect else { return None };
        Some(format!("batteries and lances +{by} cm range ({})", cause.because))
    });
    let hits = change("hits", &ship.hits, number).into_iter().chain(short);
    let last = longer.into_iter().chain(change("points", &ship.points, number)).chain(weapons);
    hits.chain(profile_changes(ship)).chain(last).collect()
}

/// The changed figures that a register has no column for.
#[must_use]
pub fn profile_changes(ship: &Figures) -> Vec<String> {
    let number = |number: &u32| number.to_string();
    let optional = |number: &Option<u32>| number.map_or_else(|| "-".to_owned(), |number| number.to_string());
    let cm = |figure: Option<String>| figure.map(|line| line.replacen(" (", " cm (", 1));
    let bands = |bands: &Vec<u32>| bands.iter().map(ToString::to_string).collect::<Vec<_>>().join("/");
    let speed = if ship.speed_bands_cm.class.is_empty() {
        change("speed", &ship.speed_cm, number)
    } else {
        change("speed", &ship.speed_bands_cm, bands)
    };
    let lines = [
        cm(speed),
        change("turns", &ship.turn_degrees, optional).map(|line| line.replacen(" (", "° (", 1)),
        cm(change("turns after", &ship.turn_after_cm, number)),
        change("shields", &ship.shields, number),
        change("armour", &ship.armour, |armour| armour_words(*armour)),
        change("turrets", &ship.turrets, number),
        change("spores", &ship.spores, optional),
        change("Leadership", &ship.leadership, |value| value.map_or_else(|| "-".to_owned(), |ld| ld.to_string())),
    ];
    lines.into_iter().flatten().collect()
}
