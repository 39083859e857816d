//! The data sheet of a class, as a value and as text.

use std::fmt::Write as _;

use serde::Serialize;

use crate::catalog::fleets::Fleets;
use crate::ships::class::{
    Arc, Armour, ClassLeadership, ClassUse, Confidence, Field, Hull, People, ShipClass, ShipType, Weapon,
};
use crate::text::{and_list, count, or_list, thousands};

use super::style::Style;

/// The data sheet of a class.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DataSheet {
    /// Slug of the class.
    pub id: String,
    /// Name of the class.
    pub name: String,
    /// Slug of its fleet.
    pub fleet: String,
    /// Name of its fleet.
    pub fleet_name: String,
    /// Who crews it.
    pub people: People,
    /// Type.
    #[serde(rename = "type")]
    pub kind: ShipType,
    /// Hull.
    pub hull: Hull,
    /// Price, if it has one of its own.
    pub points: Option<u32>,
    /// Damage capacity.
    pub hits: u32,
    /// Speed in centimetres.
    pub speed_cm: u32,
    /// Eldar speeds.
    pub speed_bands_cm: Vec<u32>,
    /// Turn in degrees.
    pub turn_degrees: Option<u32>,
    /// Shields.
    pub shields: u32,
    /// What stands in for shields.
    pub field: Option<Field>,
    /// Armour.
    pub armour: Armour,
    /// Turrets.
    pub turrets: u32,
    /// Spores.
    pub spores: Option<u32>,
    /// Number of quadrants that each have these figures.
    pub quadrants: Option<u32>,
    /// Leadership of its own.
    pub leadership: Option<ClassLeadership>,
    /// Weapons.
    pub armament: Vec<ArmamentRow>,
    /// Options.
    pub options: Vec<OptionRow>,
    /// Special rules.
    pub special: Vec<SpecialRow>,
    /// One of a kind.
    pub unique: bool,
    /// A rule for adapting another hull.
    pub template: bool,
    /// Lists that sell it.
    pub lists: Vec<SoldBy>,
    /// Uses besides the lists.
    pub uses: Vec<ClassUse>,
    /// Names that its ships have borne.
    pub famous_names: Vec<String>,
    /// Limit in words.
    pub limit: Option<String>,
    /// Remark.
    pub note: Option<String>,
    /// How sure the figures are.
    pub confidence: Confidence,
    /// Where the sources differ.
    pub conflicts: Vec<String>,
}

/// One line of the armament table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ArmamentRow {
    /// The weapon.
    pub armament: String,
    /// Range or speed, as it is printed.
    pub range_speed: String,
    /// Firepower or strength.
    pub firepower_strength: String,
    /// Fire arcs.
    pub fire_arc: String,
    /// Its alternatives share this slot.
    pub choice: Option<String>,
    /// Extra price of the choice.
    pub points: Option<u32>,
}

/// One option.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OptionRow {
    /// Slug.
    pub id: String,
    /// Price.
    pub points: i32,
    /// What it does.
    pub effect: String,
    /// Limit in words.
    pub limit: Option<String>,
}

/// One special rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SpecialRow {
    /// Key.
    pub key: String,
    /// Meaning.
    pub meaning: String,
}

/// A list that sells the class.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SoldBy {
    /// Slug of the list.
    pub list: String,
    /// Name of the list.
    pub name: String,
    /// Heading of the section.
    pub section: String,
    /// Price in that list.
    pub points: Option<u32>,
}

impl DataSheet {
    /// The sheet of a class.
    #[must_use]
    pub fn new(fleets: &Fleets, class: &ShipClass) -> Self {
        let fleet_name = fleets.fleet(&class.fleet).map(|fleet| fleet.name.clone()).unwrap_or_default();
        let special = class.special.iter().map(|key| SpecialRow {
            key: key.clone(),
            meaning: fleets.special_rule(key).unwrap_or_default().to_owned(),
        });
        Self {
            id: class.id.clone(),
            name: class.name.clone(),
            fleet: class.fleet.clone(),
            fleet_name,
            people: class.people,
            kind: class.kind,
            hull: class.hull,
            points: class.points,
            hits: class.hits,
            speed_cm: class.speed_cm,
            speed_bands_cm: class.speed_bands_cm.clone(),
            turn_degrees: class.turn_degrees,
            shields: class.shields,
            field: class.field,
            armour: class.armour,
            turrets: class.turrets,
            spores: class.spores,
            quadrants: class.quadrants,
            leadership: class.leadership,
            armament: class.weapons.iter().map(|weapon| armament_row(fleets, weapon)).collect(),
            options: class.options.iter().map(option_row).collect(),
            special: special.collect(),
            unique: class.unique,
            template: class.template,
            lists: sold_by(fleets, class),
            uses: class.uses.clone(),
            famous_names: class.famous_names.clone(),
            limit: class.limit.clone(),
            note: class.note.clone(),
            confidence: class.confidence,
            conflicts: class.conflicts.clone(),
        }
    }

    /// The sheet as text, without a line end.
    #[must_use]
    pub fn render(&self, style: Style) -> String {
        let mut out = String::new();
        let price = self.points.map_or_else(|| "no price of its own".to_owned(), |points| count(points, "point"));
        let _ = writeln!(out, "{}", style.heading(&format!("{} ({price})", self.name)));
        let _ = writeln!(out, "{}, id {}", self.fleet_name, self.id);
        // The figures of a template are placeholders.
        if !self.template {
            let header = ["Type/Hits", "Speed", "Turns", "Shields", "Armour", "Turrets"];
            let _ = writeln!(out, "{}", style.table(&header, &[], [self.profile()]));
        }
        if !self.armament.is_empty() {
            let header = ["Armament", "Range/Speed", "Firepower/Str", "Fire arc"];
            let rows = self.armament.iter().map(ArmamentRow::cells);
            let _ = writeln!(out, "{}", style.table(&header, &[2], rows));
        }
        for (heading, lines) in [
            ("Options", self.options.iter().map(OptionRow::sentence).collect::<Vec<_>>()),
            ("Special rules", self.special_sentences()),
            ("Sold by", self.lists.iter().map(SoldBy::sentence).collect()),
            ("Remarks", self.remarks()),
        ] {
            if !lines.is_empty() {
                let items: Vec<String> = lines.iter().map(|line| style.item(line)).collect();
                let _ = writeln!(out, "\n{}\n{}", style.heading(heading), items.join("\n"));
            }
        }
        out.trim_end().to_owned()
    }

    fn profile(&self) -> Vec<String> {
        let speed = match self.speed_bands_cm.as_slice() {
            [] => format!("{} cm", self.speed_cm),
            bands => format!("{} cm", bands.iter().map(ToString::to_string).collect::<Vec<_>>().join("/")),
        };
        let shields = match self.field {
            Some(field) => field.to_string(),
            None => self.shields.to_string(),
        };
        let turrets = self.spores.map_or_else(|| self.turrets.to_string(), |spores| format!("{spores} (spores)"));
        vec![
            format!("{}/{}", capitalised(self.kind.word()), self.hits),
            speed,
            self.turn_degrees.map_or_else(|| "special".to_owned(), |degrees| format!("{degrees}°")),
            shields,
            armour_words(self.armour),
            turrets,
        ]
    }

    fn special_sentences(&self) -> Vec<String> {
        let rules = self.special.iter().map(|rule| format!("{}: {}", rule.key, rule.meaning));
        let unique = self.unique.then(|| "a named ship, of which there is only one".to_owned());
        // A class with a special rule about its Leadership says so already.
        let told = self.special.iter().any(|rule| rule.key.starts_with("leadership-"));
        let leadership = self.leadership.filter(|_| !told).map(leadership_words);
        rules.chain(unique).chain(leadership).collect()
    }

    fn remarks(&self) -> Vec<String> {
        let mut lines = Vec::new();
        if !self.uses.is_empty() {
            let uses: Vec<&str> = self.uses.iter().map(|used| used.word()).collect();
            lines.push(format!("used as: {}", and_list(&uses)));
        }
        lines.extend(self.limit.iter().map(|limit| format!("limit: {limit}")));
        lines.extend(self.note.clone());
        if !self.famous_names.is_empty() {
            lines.push(format!("known ships: {}", and_list(&self.famous_names)));
        }
        lines.push(confidence_words(self.confidence).to_owned());
        lines.extend(self.conflicts.iter().map(|conflict| format!("sources differ: {conflict}")));
        lines
    }
}

/// `6+ front / 5+`, or each facing that differs.
pub(super) fn armour_words(armour: Armour) -> String {
    let Armour { front, side, rear } = armour;
    if front == side && side == rear {
        format!("{front}+")
    } else if side == rear {
        format!("{front}+ front / {side}+")
    } else if front == side {
        format!("{front}+ / {rear}+ rear")
    } else {
        format!("{front}+ front / {side}+ side / {rear}+ rear")
    }
}

fn confidence_words(confidence: Confidence) -> &'static str {
    match confidence {
        Confidence::CrossChecked => "figures: two or more public sources agree",
        Confidence::Conflict => "figures: public sources differ; those of the fleets book are used",
        Confidence::SingleSource => "figures: from a single public source",
    }
}

fn leadership_words(leadership: ClassLeadership) -> String {
    match leadership {
        ClassLeadership::Fixed(value) => format!("Leadership is always {value}"),
        ClassLeadership::FallsWithDamage(value) => {
            format!("Leadership is {value}, less 1 for each point of damage, never below 5")
        }
        ClassLeadership::ParentPlus(value) => format!("Leadership is that of its parent ship +{value}"),
        ClassLeadership::SquadronSize(most) => {
            format!("without a hive ship, Leadership is the number of ships left in the squadron, at most {most}")
        }
        ClassLeadership::Instinct => "has no Leadership: acts on instinct unless a hive ship leads it".to_owned(),
    }
}

pub(super) fn armament_row(fleets: &Fleets, weapon: &Weapon) -> ArmamentRow {
    let between = |least: Option<u32>, most: u32| match least {
        Some(least) => format!("{least}–{most} cm"),
        None => format!("{most} cm"),
    };
    let craft: Vec<String> = weapon
        .attack_craft
        .iter()
        .filter_map(|id| fleets.craft(id))
        .map(|craft| format!("{} {} cm", craft.name, craft.speed_cm))
        .collect();
    let range_speed = match (weapon.range_cm, weapon.speed_cm) {
        _ if weapon.contact_only => "contact".to_owned(),
        (_, Some(speed)) => between(weapon.speed_min_cm, speed),
        (Some(range), None) => between(weapon.range_min_cm, range),
        (None, None) if !weapon.carries.is_empty() => format!("carries {}", or_list(&weapon.carries)),
        (None, None) if craft.is_empty() => "-".to_owned(),
        (None, None) => craft.join(", "),
    };
    let arcs: Vec<String> = weapon.arcs.iter().map(|arc| capitalised(arc.word())).collect();
    let all = [Arc::Front, Arc::Left, Arc::Right, Arc::Rear].iter().all(|arc| weapon.arcs.contains(arc));
    ArmamentRow {
        armament: weapon.name.clone(),
        range_speed,
        firepower_strength: weapon.strength.to_string(),
        fire_arc: if all {
            "All round".to_owned()
        } else if arcs.is_empty() {
            "-".to_owned()
        } else {
            arcs.join("/")
        },
        choice: weapon.choice_slot.clone(),
        points: weapon.points,
    }
}

impl ArmamentRow {
    pub(crate) fn cells(&self) -> Vec<String> {
        let price = self.points.map(|points| format!(", +{points}")).unwrap_or_default();
        let name = match &self.choice {
            Some(slot) => format!("{} (choice: {slot}{price})", self.armament),
            None => self.armament.clone(),
        };
        vec![name, self.range_speed.clone(), self.firepower_strength.clone(), self.fire_arc.clone()]
    }
}

fn option_row(option: &crate::ships::class::ClassOption) -> OptionRow {
    OptionRow {
        id: option.id.clone(),
        points: option.points,
        effect: option.effect.clone(),
        limit: option.limit.clone(),
    }
}

impl OptionRow {
    fn sentence(&self) -> String {
        let price = match self.points {
            0 => "free".to_owned(),
            points => format!("{points:+} points"),
        };
        let limit = self.limit.as_ref().map(|limit| format!(" [{limit}]")).unwrap_or_default();
        format!("{} ({price}): {}{limit}", self.id, self.effect)
    }
}

fn sold_by(fleets: &Fleets, class: &ShipClass) -> Vec<SoldBy> {
    let lists = fleets.lists_selling(&class.id);
    lists
        .into_iter()
        .flat_map(|list| list.sections.iter().map(move |section| (list, section)))
        .filter(|(_, section)| section.classes.contains(&class.id))
        .map(|(list, section)| SoldBy {
            list: list.id.clone(),
            name: list.name.clone(),
            section: section.name.clone(),
            points: section.price_of(class),
        })
        .collect()
}

impl SoldBy {
    fn sentence(&self) -> String {
        let price = self.points.map(|points| format!(", {} points", thousands(points))).unwrap_or_default();
        format!("{} ({}, {}{price})", self.name, self.list, self.section)
    }
}

pub(crate) fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
