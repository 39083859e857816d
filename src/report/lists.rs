//! Tables of classes and lists, and the full view of one list.

use std::fmt::Write as _;

use serde::Serialize;

use crate::campaign::lists::{CommanderKind, CommanderLeadership, CommanderRole, FleetList, Price, Upgrade};
use crate::catalog::fleets::Fleets;
use crate::ships::class::{Armour, Confidence, People, ShipClass, ShipType};
use crate::text::{count, thousands};

use super::style::Style;

/// One line of a table of classes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ClassRow {
    /// Slug.
    pub id: String,
    /// Name.
    pub name: String,
    /// Slug of the fleet.
    pub fleet: String,
    /// Type.
    #[serde(rename = "type")]
    pub kind: ShipType,
    /// Price.
    pub points: Option<u32>,
    /// Damage capacity.
    pub hits: u32,
    /// Speed in centimetres.
    pub speed_cm: u32,
    /// Shields.
    pub shields: u32,
    /// Armour of front, sides and rear, shortened where they agree.
    pub armour: String,
    /// Turrets.
    pub turrets: u32,
}

impl ClassRow {
    /// The line of a class.
    #[must_use]
    pub fn new(class: &ShipClass) -> Self {
        Self {
            id: class.id.clone(),
            name: class.name.clone(),
            fleet: class.fleet.clone(),
            kind: class.kind,
            points: class.points,
            hits: class.hits,
            speed_cm: class.speed_cm,
            shields: class.shields,
            armour: armour_figures(class.armour),
            turrets: class.turrets,
        }
    }

    /// The lines of every class, or of one fleet's.
    #[must_use]
    pub fn all(fleets: &Fleets, fleet: Option<&str>) -> Vec<Self> {
        let files = fleets.files().into_iter().filter(|file| fleet.is_none_or(|wanted| file.fleet.id == wanted));
        files.flat_map(|file| &file.classes).map(Self::new).collect()
    }
}

/// A table of classes as text; a narrow one gives the type in place of the name.
#[must_use]
pub fn render_classes(rows: &[ClassRow], style: Style) -> String {
    let narrow = style.is_narrow();
    let header = if narrow {
        ["Id", "Type", "Pts", "Hits", "cm", "Sh", "Armour", "Tu"]
    } else {
        ["Id", "Class", "Points", "Hits", "Speed", "Shields", "Armour", "Turrets"]
    };
    let cells = rows.iter().map(|row| {
        vec![
            row.id.clone(),
            if narrow { row.kind.to_string() } else { row.name.clone() },
            price_or_dash(row.points),
            row.hits.to_string(),
            if narrow { row.speed_cm.to_string() } else { format!("{} cm", row.speed_cm) },
            row.shields.to_string(),
            row.armour.clone(),
            row.turrets.to_string(),
        ]
    });
    style.table(&header, &[2, 3, 4, 5, 7], cells)
}

/// `6+/5+` for front and the rest.
fn armour_figures(armour: Armour) -> String {
    let Armour { front, side, rear } = armour;
    if front == side && side == rear {
        format!("{front}+")
    } else if side == rear {
        format!("{front}+/{side}+")
    } else {
        format!("{front}+/{side}+/{rear}+")
    }
}

fn price_or_dash(points: Option<u32>) -> String {
    points.map_or_else(|| "-".to_owned(), thousands)
}

/// One line of a table of lists.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ListRow {
    /// Slug.
    pub id: String,
    /// Name.
    pub name: String,
    /// Slug of the fleet.
    pub fleet: String,
    /// Name of the fleet.
    pub fleet_name: String,
    /// When it was fought.
    pub period: Option<String>,
    /// Race, for reserves.
    pub race: String,
    /// People, for allies.
    pub people: People,
    /// Points of a starting register.
    pub start_points: u32,
    /// Attack rating.
    pub attack_rating: u32,
    /// Has a hidden base and no system.
    pub pirate: bool,
    /// May be a player's own.
    pub playable: bool,
}

impl ListRow {
    /// The line of a list.
    ///
    /// # Panics
    /// Never: a list stands in the file of its fleet.
    #[must_use]
    pub fn new(fleets: &Fleets, list: &FleetList) -> Self {
        let fleet = fleets.fleet(&list.fleet).expect("a list stands in the file of its fleet");
        Self {
            id: list.id.clone(),
            name: list.name.clone(),
            fleet: fleet.id.clone(),
            fleet_name: fleet.name.clone(),
            period: list.period.clone(),
            race: fleet.race.clone(),
            people: list.people.unwrap_or(fleet.people),
            start_points: list.start_points.unwrap_or(fleet.start_points),
            attack_rating: list.attack_rating.unwrap_or(fleet.attack_rating),
            pirate: list.pirate.unwrap_or(fleet.pirate),
            playable: list.playable && fleet.playable,
        }
    }

    /// The lines of every list.
    #[must_use]
    pub fn all(fleets: &Fleets) -> Vec<Self> {
        fleets.files().into_iter().flat_map(|file| &file.lists).map(|list| Self::new(fleets, list)).collect()
    }
}

/// A table of lists as text.
#[must_use]
pub fn render_lists(rows: &[ListRow], style: Style) -> String {
    let kind = |row: &ListRow| match (row.playable, row.pirate) {
        (false, _) => "accompanies others",
        (true, true) => "pirate",
        (true, false) => "holds systems",
    };
    if style.is_narrow() {
        let cells = rows
            .iter()
            .map(|row| vec![row.id.clone(), row.name.clone(), thousands(row.start_points), kind(row).to_owned()]);
        return style.table(&["Id", "List", "Points", "Kind"], &[2], cells);
    }
    let cells = rows.iter().map(|row| {
        vec![
            row.id.clone(),
            row.name.clone(),
            row.fleet_name.clone(),
            row.period.clone().unwrap_or_else(|| "-".to_owned()),
            thousands(row.start_points),
            row.attack_rating.to_string(),
            kind(row).to_owned(),
        ]
    });
    style.table(&["Id", "List", "Fleet", "Period", "Points", "Rating", "Kind"], &[4, 5], cells)
}

/// The full view of one list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ListView {
    /// Its line.
    #[serde(flatten)]
    pub row: ListRow,
    /// Leadership by the face of a D6.
    pub leadership: [u8; 6],
    /// Sections.
    pub sections: Vec<SectionView>,
    /// Limits, in words.
    pub limits: Vec<String>,
    /// Rules about reserves, in words.
    pub reserves: Vec<String>,
    /// Commanders.
    pub commanders: Vec<CommanderRow>,
    /// Upgrades.
    pub upgrades: Vec<UpgradeRow>,
    /// Remarks.
    pub notes: Vec<String>,
    /// How sure the membership is.
    pub confidence: Confidence,
    /// How sure the limits are.
    pub limits_confidence: Confidence,
    /// Where the sources differ.
    pub conflicts: Vec<String>,
}

/// One section of a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SectionView {
    /// Slug.
    pub id: String,
    /// Heading.
    pub name: String,
    /// Fewest ships of a squadron.
    pub squadron_min: Option<u32>,
    /// Most ships of a squadron.
    pub squadron_max: Option<u32>,
    /// Needs agreement.
    pub by_agreement: bool,
    /// Remark.
    pub note: Option<String>,
    /// Classes at the list's prices.
    pub classes: Vec<ClassRow>,
}

/// One commander.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CommanderRow {
    /// Slug.
    pub id: String,
    /// Rank.
    pub rank: String,
    /// Part he plays.
    pub role: CommanderRole,
    /// Leadership, in words.
    pub leadership: String,
    /// Price.
    pub points: u32,
    /// Re-rolls included.
    pub rerolls: u32,
    /// Totals for so many extra re-rolls.
    pub extra_rerolls: Vec<(u32, u32)>,
    /// Limit, in words.
    pub limit: String,
    /// Placement, in words.
    pub placement: Option<String>,
}

/// One upgrade.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct UpgradeRow {
    /// Slug.
    pub id: String,
    /// Price, in words.
    pub price: String,
    /// Effect.
    pub effect: String,
    /// Limit, in words.
    pub limit: Option<String>,
}

impl ListView {
    /// The view of a list.
    #[must_use]
    pub fn new(fleets: &Fleets, list: &FleetList) -> Self {
        let fleet_leadership = fleets.fleet(&list.fleet).map(|fleet| fleet.leadership);
        let leadership = list.leadership.or(fleet_leadership).map_or([0; 6], |table| table.0);
        let mut notes: Vec<String> = list.ordnance.iter().map(|ordnance| format!("ordnance: {ordnance}")).collect();
        notes.extend(list.notes.iter().cloned());
        Self {
            row: ListRow::new(fleets, list),
            leadership,
            sections: list.sections.iter().map(|section| section_view(fleets, section)).collect(),
            limits: list.limits.iter().map(|limit| limit.says.clone()).collect(),
            reserves: reserve_sentences(list),
            commanders: fleets.commanders_of(&list.id).into_iter().map(commander_row).collect(),
            upgrades: fleets.upgrades_of(&list.id).into_iter().map(upgrade_row).collect(),
            notes,
            confidence: list.confidence,
            limits_confidence: list.limits_confidence,
            conflicts: list.conflicts.clone(),
        }
    }

    /// The view as text, without a line end.
    #[must_use]
    pub fn render(&self, style: Style) -> String {
        let mut out = String::new();
        let row = &self.row;
        let _ = writeln!(out, "{}", style.heading(&row.name));
        let faces: Vec<String> = self.leadership.iter().map(ToString::to_string).collect();
        let start = format!("{}, id {}, {} to start with", row.fleet_name, row.id, count(row.start_points, "point"));
        let line = format!("{start}, attack rating {}, Leadership {}", row.attack_rating, faces.join(" "));
        let _ = writeln!(out, "{}", style.wrap(&line, 0));
        for section in &self.sections {
            let _ = writeln!(out, "\n{}", style.heading(&section.title()));
            if let Some(note) = &section.note {
                let _ = writeln!(out, "{}", style.wrap(note, 0));
            }
            let _ = writeln!(out, "{}", render_classes(&section.classes, style));
        }
        let commanders: Vec<String> = self.commanders.iter().map(CommanderRow::sentence).collect();
        let upgrades: Vec<String> = self.upgrades.iter().map(UpgradeRow::sentence).collect();
        let sources: Vec<String> =
            self.conflicts.iter().map(|conflict| format!("sources differ: {conflict}")).collect();
        let notes = [self.notes.clone(), sources].concat();
        for (heading, lines) in [
            ("Limits", &self.limits),
            ("Commanders", &commanders),
            ("Reserves", &self.reserves),
            ("Upgrades", &upgrades),
            ("Remarks", &notes),
        ] {
            if !lines.is_empty() {
                let items: Vec<String> = lines.iter().map(|line| style.item(line)).collect();
                let _ = writeln!(out, "\n{}\n{}", style.heading(heading), items.join("\n"));
            }
        }
        out.trim_end().to_owned()
    }
}

fn section_view(fleets: &Fleets, section: &crate::campaign::lists::Section) -> SectionView {
    let classes = section.classes.iter().filter_map(|id| fleets.class(id));
    SectionView {
        id: section.id.clone(),
        name: section.name.clone(),
        squadron_min: section.squadron_min,
        squadron_max: section.squadron_max,
        by_agreement: section.by_agreement,
        note: section.note.clone(),
        classes: classes.map(|class| ClassRow { points: section.price_of(class), ..ClassRow::new(class) }).collect(),
    }
}

impl SectionView {
    fn title(&self) -> String {
        let squadrons = match (self.squadron_min, self.squadron_max) {
            (Some(min), Some(max)) if min == max => format!(", squadrons of {max}"),
            (Some(min), Some(max)) => format!(", squadrons of {min} to {max}"),
            (None, Some(max)) => format!(", squadrons of up to {max}"),
            (Some(min), None) => format!(", squadrons of {min} or more"),
            (None, None) => String::new(),
        };
        format!("{}{squadrons}", self.name)
    }
}

fn reserve_sentences(list: &FleetList) -> Vec<String> {
    let mut lines: Vec<String> = list.reserve_rules.iter().map(|rule| rule.says.clone()).collect();
    if let Some(from) = &list.reserves_from {
        let aliens = if from.xenos { "" } else { ", but no alien vessels" };
        lines.push(format!("ordinary reserves also from: {}{aliens}", from.races.join(", ")));
    }
    if !list.reserves {
        lines.push("gives and takes no reserves".to_owned());
    }
    if !list.allies {
        lines.push("allies with nobody".to_owned());
    }
    lines
}

fn commander_row(commander: &CommanderKind) -> CommanderRow {
    let leadership = match commander.leadership {
        CommanderLeadership::None => "-".to_owned(),
        CommanderLeadership::Set(value) => value.to_string(),
        CommanderLeadership::Add { by, most } => format!("+{by}, up to {most}"),
        CommanderLeadership::SpaceMarineTable => "Space Marine table".to_owned(),
    };
    CommanderRow {
        id: commander.id.clone(),
        rank: commander.rank.clone(),
        role: commander.role,
        leadership,
        points: commander.points,
        rerolls: commander.rerolls,
        extra_rerolls: commander.extra_rerolls.clone(),
        limit: commander.limit.clone(),
        placement: commander.placement.clone(),
    }
}

impl CommanderRow {
    fn sentence(&self) -> String {
        let mut parts = vec![self.role.to_string()];
        if self.leadership != "-" {
            parts.push(format!("Leadership {}", self.leadership));
        }
        parts.push(count(self.points, "point"));
        parts.push(count(self.rerolls, "re-roll"));
        parts.extend(self.extra_rerolls.iter().map(|(number, points)| format!("{number} more for {points}")));
        parts.push(self.limit.clone());
        parts.extend(self.placement.iter().map(|placement| format!("aboard: {placement}")));
        format!("{} ({}): {}", self.id, self.rank, parts.join(", "))
    }
}

fn upgrade_row(upgrade: &Upgrade) -> UpgradeRow {
    let price = match &upgrade.price {
        Price::Flat(0) => "free".to_owned(),
        Price::Flat(points) => count(*points, "point"),
        Price::PerShip(points) => format!("{} a ship", count(*points, "point")),
        Price::PerLaunchBay(points) => format!("{} for each launch bay", count(*points, "point")),
        Price::ByType(types) => {
            let types: Vec<String> = types.iter().map(|(kind, points)| format!("{kind} {points}")).collect();
            format!("{} points", types.join(", "))
        }
    };
    UpgradeRow { id: upgrade.id.clone(), price, effect: upgrade.effect.clone(), limit: upgrade.limit.clone() }
}

impl UpgradeRow {
    fn sentence(&self) -> String {
        let limit = self.limit.as_ref().map(|limit| format!(" [{limit}]")).unwrap_or_default();
        format!("{} ({}): {}{limit}", self.id, self.price, self.effect)
    }
}
