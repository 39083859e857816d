//! The fleet register (FLEET-03).

use std::fmt::Write as _;

use chrono::NaiveDate;
use serde::Serialize;

use super::listing::{self, Listing, words};
use super::ship::profile_changes;
use super::style::Style;
use crate::campaign::Library;
use crate::campaign::figures::{figures, spoken};
use crate::campaign::hint::{Hint, Wording};
use crate::campaign::ranks::{Rank, RankLeadership};
use crate::campaign::state::improvement::Improvement;
use crate::campaign::state::{Bought, Campaign, Hulls, Officer, Origin, PlayerId, Vessel, VesselState};
use crate::campaign::view::Seen;
use crate::text::{count, thousands};

/// One player's register.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Register {
    /// Player.
    pub player: String,
    /// Fleet list.
    pub list: String,
    /// Commander.
    pub commander: String,
    /// Rank, by renown.
    pub rank: Rank,
    /// Renown.
    pub renown: i32,
    /// Re-rolls with the flagship: those of the rank, and of the mark of Tzeentch.
    pub rerolls: u8,
    /// Marks of Chaos that his rank gave him.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<String>,
    /// The register is secret and not shown.
    pub secret: bool,
    /// Points in all.
    pub points: u32,
    /// Most points at the start.
    pub start_points: u32,
    /// Where his base is hidden; only in a view that may know (CAMP-09).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub base: Option<String>,
    /// Entries in register order.
    pub vessels: Vec<RegisterRow>,
}

/// One entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RegisterRow {
    /// Name.
    pub name: String,
    /// The commander's flagship.
    pub flagship: bool,
    /// Classes and numbers in words.
    pub class: String,
    /// Worth.
    pub points: u32,
    /// Leadership, once rolled.
    pub leadership: Option<u8>,
    /// Hits of each ship, in the order of the classes.
    pub hits: Vec<u32>,
    /// Own list, reserve or ally.
    pub origin: Origin,
    /// Options and upgrades.
    pub upgrades: Vec<Bought>,
    /// Lesser commander aboard.
    pub officer: Option<Officer>,
    /// When bought.
    pub commissioned: NaiveDate,
    /// When its trials were completed.
    pub trials: Option<NaiveDate>,
    /// Ready, withdrawn or lost.
    pub state: VesselState,
    /// Hits it is short of.
    pub damage: u32,
    /// Refits.
    pub refits: Vec<Improvement>,
    /// Crew skills.
    pub skills: Vec<Improvement>,
    /// Figures that are not those of its class, and why.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub changed: Vec<String>,
    /// Why the arbitrator allowed it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allowed: Option<String>,
    /// Names it bore before.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub former_names: Vec<String>,
    /// Figures corrected since: they count only when the arbitrator accepts them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notice: Option<String>,
}

/// Draws up a player's register; `library` tells which figures were corrected since.
#[must_use]
pub fn register(seen: &Seen, player: PlayerId, library: &dyn Library) -> Option<Register> {
    let owner = seen.players.get(&player)?;
    Some(Register {
        player: owner.name.clone(),
        list: owner.list.clone(),
        commander: owner.commander.clone(),
        rank: owner.rank(),
        renown: owner.renown,
        rerolls: owner.rerolls_at(owner.renown),
        marks: owner.marks.clone(),
        secret: seen.hides_register(player),
        points: seen.register_points(player),
        start_points: owner.start_points,
        base: seen.bases.get(&player).and_then(|base| {
            let system = seen.systems.get(&base.system)?;
            let structure = base.structure.as_deref().and_then(|class| library.class(class));
            Some(structure.map_or_else(|| system.name.clone(), |class| format!("{}, {}", system.name, class.name)))
        }),
        vessels: seen
            .register(player)
            .map(|vessel| row(seen, vessel, owner.flagship == Some(vessel.id), library))
            .collect(),
    })
}

fn row(campaign: &Campaign, vessel: &Vessel, flagship: bool, library: &dyn Library) -> RegisterRow {
    RegisterRow {
        name: vessel.name.clone(),
        flagship,
        class: class_words(campaign, &vessel.hulls),
        points: vessel.points,
        leadership: vessel.leadership,
        hits: if campaign.is_squadron(vessel) {
            vessel.hulls.iter().map(|hulls| campaign.class(hulls.design).hits).collect()
        } else {
            vec![campaign.full_hits(vessel)]
        },
        origin: vessel.origin.clone(),
        upgrades: vessel.upgrades.clone(),
        officer: vessel.officer.clone(),
        commissioned: vessel.commissioned,
        trials: vessel.trials,
        state: vessel.state,
        damage: vessel.damage,
        refits: vessel.refits.clone(),
        skills: vessel.skills.clone(),
        changed: profile_changes(&figures(campaign, vessel, &vessel.hulls[0], library)),
        allowed: vessel.allowed.clone(),
        former_names: vessel.former_names.clone(),
        notice: notice(campaign, vessel, library),
    }
}

/// Classes and numbers of a vessel in words.
#[must_use]
pub fn class_words(campaign: &Campaign, hulls: &[Hulls]) -> String {
    let words: Vec<String> = hulls
        .iter()
        .map(|hulls| {
            let class = campaign.class(hulls.design);
            let weapons =
                if hulls.weapons.is_empty() { String::new() } else { format!(" ({})", hulls.weapons.join(", ")) };
            match (hulls.count, hulls.lost) {
                (1, 0) => format!("{}{weapons}", class.name),
                (count, 0) => format!("{count} × {}{weapons}", class.short_name()),
                (count, lost) => format!("{} of {count} × {}{weapons}", count - lost, class.short_name()),
            }
        })
        .collect();
    words.join(", ")
}

/// How a vessel is: `4/8 hits, crippled, Ld 8, flagship`. A squadron is counted in ships.
pub(crate) fn condition(campaign: &Campaign, vessel: &Vessel) -> String {
    let mut words = Vec::new();
    if campaign.is_squadron(vessel) {
        let all: u32 = vessel.hulls.iter().map(|hulls| hulls.count).sum();
        words.push(format!("{}/{all} ships", vessel.ships()));
    } else {
        let full = campaign.full_hits(vessel);
        let left = full.saturating_sub(vessel.damage);
        words.push(format!("{left}/{full} hits"));
        if vessel.damage > 0 && left * 2 <= full {
            words.push("crippled".to_owned());
        }
    }
    words.extend(vessel.leadership.map(|leadership| format!("Ld {leadership}")));
    let flag = campaign.players.get(&vessel.player).is_some_and(|owner| owner.flagship == Some(vessel.id));
    words.extend(flag.then(|| "flagship".to_owned()));
    words.join(", ")
}

/// What the fleet files say today where they differ from the figures the vessel was commissioned with.
fn notice(campaign: &Campaign, vessel: &Vessel, library: &dyn Library) -> Option<String> {
    let mut changed = Vec::new();
    for hulls in &vessel.hulls {
        let then = campaign.class(hulls.design);
        match library.class(&then.id) {
            None => changed.push(format!("{} is no longer in the fleet files", then.name)),
            Some(now) if now == then => {}
            Some(now) if now.points != then.points => {
                let points = |class: &crate::ships::class::ShipClass| {
                    class.points.map_or_else(|| "no price".to_owned(), |points| count(points, "point"))
                };
                changed.push(format!("{}: {}, now {}", then.name, points(then), points(now)));
            }
            Some(_) => changed.push(format!("{}: the profile was corrected", then.name)),
        }
    }
    (!changed.is_empty()).then(|| changed.join("; "))
}

impl Register {
    /// The entries as a list.
    #[must_use]
    pub fn listing(&self) -> Listing<'_> {
        let mark = |row: &RegisterRow| if row.flagship { format!("{} (flagship)", row.name) } else { row.name.clone() };
        Listing::new(
            &self.vessels,
            &[
                words("Vessel", &mark),
                words("Class", &|row: &RegisterRow| row.class.clone()),
                listing::figures("Points", &|row: &RegisterRow| row.points.to_string()),
                listing::figures("Ld", &|row: &RegisterRow| {
                    row.leadership.map_or_else(|| "-".to_owned(), |ld| ld.to_string())
                }),
                listing::figures("Hits", &|row: &RegisterRow| {
                    row.hits.iter().map(ToString::to_string).collect::<Vec<_>>().join("/")
                }),
                words("State", &state_words),
                words("Remarks", &remarks),
            ],
        )
    }

    /// `Commander, 1 renown, 1 re-roll, flagship Leadership 8`.
    pub(crate) fn rank_words(&self) -> String {
        let mut words: Vec<String> = vec![format!("{} renown", self.renown), count(self.rerolls, "re-roll")];
        if !self.rank.title.is_empty() {
            words.insert(0, self.rank.title.to_owned());
        }
        match self.rank.leadership {
            RankLeadership::Own | RankLeadership::Add(0) => {}
            RankLeadership::Set(value) => words.push(format!("flagship Leadership {value}")),
            RankLeadership::Add(by) => words.push(format!("flagship Leadership +{by}")),
        }
        words.extend(self.marks.iter().map(|mark| format!("mark of {mark}")));
        let owed = usize::from(self.rank.marks).saturating_sub(self.marks.len());
        if owed > 0 {
            words.push(count(i64::try_from(owed).unwrap_or(0), "mark") + " of Chaos to choose");
        }
        if self.rank.refits > 0 {
            words.push(count(self.rank.refits, "flagship refit"));
        }
        words.join(", ")
    }

    /// The register as people read it.
    #[must_use]
    pub fn text(&self, style: Style, wording: Wording) -> String {
        let mut out = style.heading(&format!("{}: {} of {}", self.player, self.commander, self.list));
        if self.secret {
            let _ = write!(out, "\nThe register is secret (CAMP-15).");
            return out;
        }
        if let Some(base) = &self.base {
            let _ = write!(out, "\nHidden base: {base} (secret)");
        }
        let vessels = count(i64::try_from(self.vessels.len()).unwrap_or(i64::MAX), "vessel");
        let _ = write!(
            out,
            "\n{}\n{vessels}, {} of {} starting points\n{}",
            self.rank_words(),
            thousands(self.points),
            thousands(self.start_points),
            self.listing().table(style)
        );
        for row in &self.vessels {
            if let Some(notice) = &row.notice {
                let _ = write!(out, "\nNotice: {}: {notice}. {}.", row.name, wording(&Hint::AcceptFigures));
            }
        }
        out
    }
}

/// Where a vessel is.
pub(crate) fn state_words(row: &RegisterRow) -> String {
    if row.trials.is_none() { format!("{}, on trials", row.state) } else { row.state.to_string() }
}

/// What else is to be said of a vessel.
pub(crate) fn remarks(row: &RegisterRow) -> String {
    let mut remarks = Vec::new();
    match &row.origin {
        Origin::Main => {}
        Origin::Reserve(list) => remarks.push(format!("reserve of {list}")),
        Origin::Ally(list) => remarks.push(format!("ally of {list}")),
    }
    if let Some(officer) = &row.officer {
        let marks = officer.marks.iter().map(|mark| format!("mark of {mark}"));
        let has: Vec<String> = std::iter::once(count(officer.rerolls, "re-roll")).chain(marks).collect();
        remarks.push(format!("{} aboard ({})", officer.rank, has.join(", ")));
    }
    if row.damage > 0 {
        remarks.push(format!("{} short", count(row.damage, "hit")));
    }
    remarks.extend(row.refits.iter().chain(&row.skills).map(|improvement| spoken(&improvement.id)));
    // What changed each figure is on the ship's own sheet.
    remarks.extend(row.changed.iter().map(|line| line.split(" (").next().unwrap_or(line).to_owned()));
    remarks.extend(row.upgrades.iter().map(|upgrade| match upgrade.points {
        0 => upgrade.id.clone(),
        points => format!("{} {points:+}", upgrade.id),
    }));
    if let Some(reason) = &row.allowed {
        remarks.push(format!("allowed: {reason}"));
    }
    if let Some(former) = row.former_names.last() {
        remarks.push(format!("formerly {former}"));
    }
    remarks.join("; ")
}
