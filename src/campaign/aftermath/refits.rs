//! Refits and crew skills: the general tables, the fleets' own, and how they are rolled
//! (REFIT-01 to REFIT-30, SKILL-01 to SKILL-12).

use serde::{Deserialize, Serialize};

use crate::battle::class::WeaponKind;
use crate::campaign::Circumstances;
use crate::campaign::appeal_tables::{Allowance, Appeals, RefitCategory, RefitSource, SkillSource};
use crate::campaign::refusal::Refusals;
use crate::campaign::state::{Campaign, Vessel};
use crate::dice::{Why, d6};

/// A refit or crew skill that a vessel has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Improvement {
    /// Slug.
    pub id: String,
    /// What it does.
    pub effect: String,
    /// What it adds to the worth of the ship.
    #[serde(default, skip_serializing_if = "Price::is_usual")]
    pub price: Price,
}

/// What a refit adds to the worth of its ship.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Price {
    /// So many tenths of the list value: 1, and 2 for special torpedoes of the Eldar (REFIT-04, APPEAL-18).
    Tenths(u32),
    /// So many points: those of a Tyranid evolution, none for a refit that comes with a rank (REFIT-29, RANK-05).
    Points(u32),
}

impl Improvement {
    /// One of the usual price.
    #[must_use]
    pub fn plain(id: &str, effect: &str) -> Self {
        Self { id: id.to_owned(), effect: effect.to_owned(), price: Price::default() }
    }
}

impl Default for Price {
    fn default() -> Self {
        Self::Tenths(1)
    }
}

impl Price {
    /// Whether it is the tenth of an ordinary refit.
    #[must_use]
    pub fn is_usual(&self) -> bool {
        *self == Self::default()
    }
}

type Line = (&'static str, &'static str);

/// Engine refits by face (REFIT-08 to REFIT-13).
const ENGINE: [Line; 6] = [
    ("secondary-reactors", "+2D6 on All Ahead Full"),
    ("evasive-jets", "a 45 degree turn in the enemy's shooting phase on a Leadership test"),
    ("manoeuvring-thrusters", "turns after 5 cm less"),
    ("arrester-engines", "+1 Leadership for Burn Retros and Come to New Heading"),
    ("auxiliary-power-relays", "speed +5 cm"),
    ("navigational-shields", "no speed lost to blast markers and clouds"),
];

/// Ship refits by face (REFIT-14 to REFIT-19).
const SHIP: [Line; 6] = [
    ("improved-sensor-array", "+2 Leadership instead of +1 for enemies on special orders"),
    ("additional-shield-generator", "shields +1"),
    ("superior-damage-control", "one more repair die in the end phase"),
    ("reinforced-hull", "hits +25%, speed -5 cm"),
    ("improved-logic-engines", "no Leadership lost to blast markers in contact"),
    ("overload-shield-capacitors", "a 6 for each hit on the shields cancels it"),
];

/// Weapons refits by face (REFIT-20 to REFIT-25).
const WEAPONS: [Line; 6] = [
    ("extra-turrets", "turrets +1"),
    ("turbo-weapons", "no right column shift beyond 30 cm"),
    ("targeting-matrix", "batteries shift one column left"),
    ("auto-loaders", "+1 Leadership for Reload Ordnance"),
    ("superior-fire-control", "+1 Leadership for Lock On"),
    ("motion-tracking-targeters", "firepower cut by a quarter, not half, under movement orders"),
];

/// Crew skills by face (SKILL-03 to SKILL-09).
const SKILLS: [Line; 6] = [
    ("expert-gunnery", "Lock On: 3D6, drop the highest"),
    ("skilled-engineers", "All Ahead Full and Burn Retros: 3D6, drop the highest"),
    ("adept-trimsman", "Come to New Heading: 3D6, drop the highest"),
    ("excellent-pilots", "bombers re-roll their attacks; fighters stay in play on 4+"),
    ("disciplined-crew", "one re-roll of a failed test a battle"),
    ("elite-command-crew", "one automatic pass a battle"),
];

/// The table of a kind of refit, for a fleet.
fn refit_table(category: RefitCategory, allowance: &Allowance, appeals: &Appeals) -> Vec<Improvement> {
    if allowance.refits == RefitSource::Own {
        let own = appeals
            .refit_tables
            .iter()
            .find(|table| table.category == category && allowance.refit_tables.contains(&table.id));
        return own
            .into_iter()
            .flat_map(|table| &table.entries)
            .map(|entry| Improvement::plain(&entry.id, &entry.effect))
            .collect();
    }
    let general = match category {
        RefitCategory::Engine => &ENGINE,
        RefitCategory::Ship => &SHIP,
        RefitCategory::Weapons => &WEAPONS,
    };
    general.iter().map(|(id, effect)| Improvement::plain(id, effect)).collect()
}

/// Rolls a refit: its kind, then its table; what the ship has or cannot use is rolled again (REFIT-02, REFIT-03).
/// `None` when it owns every refit open to it.
pub(super) fn roll_refit(
    campaign: &Campaign,
    vessel: &Vessel,
    allowance: &Allowance,
    appeals: &Appeals,
    with: &mut Circumstances<'_>,
) -> Result<Option<(Improvement, [u8; 2])>, Refusals> {
    let class = campaign.class(vessel.hulls[0].design);
    let ordnance = class
        .weapons
        .iter()
        .any(|weapon| matches!(weapon.kind, WeaponKind::Torpedo | WeaponKind::LaunchBay | WeaponKind::BoardingTorpedo));
    let open = |refit: &Improvement| {
        let owned = vessel.refits.iter().any(|own| own.id == refit.id);
        // Results marked to be rolled again have no effect (REFIT-27); auto-loaders need ordnance (REFIT-23).
        !owned && refit.id != "roll-again" && (ordnance || !matches!(refit.id.as_str(), "auto-loaders" | "kans"))
    };
    let all = RefitCategory::ALL.iter().flat_map(|category| refit_table(*category, allowance, appeals));
    if !all.into_iter().any(|refit| open(&refit)) {
        return Ok(None);
    }
    loop {
        let kind = d6(with.dice, Why::new("kind of refit", &vessel.name))?;
        let category = match kind {
            1 | 2 => RefitCategory::Ship,
            3 | 4 => RefitCategory::Engine,
            _ => RefitCategory::Weapons,
        };
        let table = refit_table(category, allowance, appeals);
        // All six owned: the kind is rolled again; otherwise only the second die.
        while table.iter().any(&open) {
            let face = d6(with.dice, Why::new("refit", &vessel.name))?;
            if let Some(refit) = table.get(usize::from(face) - 1).filter(|refit| open(refit)) {
                return Ok(Some((refit.clone(), [kind, face])));
            }
        }
    }
}

/// Rolls a crew skill; one that is owned or of no use is rolled again (SKILL-01, SKILL-02, SKILL-07, SKILL-12).
/// `None` when the vessel can get none.
pub(super) fn roll_skill(
    campaign: &Campaign,
    vessel: &Vessel,
    allowance: &Allowance,
    appeals: &Appeals,
    with: &mut Circumstances<'_>,
) -> Result<Option<Improvement>, Refusals> {
    let craft = vessel
        .hulls
        .iter()
        .any(|hulls| campaign.class(hulls.design).weapons.iter().any(|weapon| weapon.kind == WeaponKind::LaunchBay));
    let ordnance = craft
        || vessel
            .hulls
            .iter()
            .any(|hulls| campaign.class(hulls.design).weapons.iter().any(|weapon| weapon.kind == WeaponKind::Torpedo));
    let table: Vec<Improvement> = match allowance.crew_skills {
        SkillSource::None => return Ok(None),
        SkillSource::General => SKILLS.iter().map(|(id, effect)| Improvement::plain(id, effect)).collect(),
        SkillSource::Own => {
            let wanted = allowance.crew_skill_table.as_deref();
            let own = appeals.crew_skill_tables.iter().find(|table| Some(table.id.as_str()) == wanted);
            own.into_iter()
                .flat_map(|table| &table.entries)
                .map(|entry| Improvement::plain(&entry.id, &entry.effect))
                .collect()
        }
    };
    let open = |skill: &Improvement| {
        let usable = match skill.id.as_str() {
            "excellent-pilots" => craft,
            "well-trained-grots" => ordnance,
            _ => true,
        };
        usable && !vessel.skills.iter().any(|own| own.id == skill.id)
    };
    if !table.iter().any(&open) {
        return Ok(None);
    }
    loop {
        let face = d6(with.dice, Why::new("crew skill", &vessel.name))?;
        if let Some(skill) = table.get(usize::from(face) - 1).filter(|skill| open(skill)) {
            return Ok(Some(skill.clone()));
        }
    }
}

/// The worth of a ship with its refits: 10% of the list value each, the total rounded up, or what else they cost
/// (REFIT-04, REFIT-29).
#[must_use]
pub fn worth(list_points: u32, refits: &[Improvement]) -> u32 {
    let (tenths, points) = refits.iter().fold((10, 0), |(tenths, points), refit| match refit.price {
        Price::Tenths(more) => (tenths + more, points),
        Price::Points(more) => (tenths, points + more),
    });
    (list_points * tenths).div_ceil(10) + points
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The worked figures of REFIT-04.
    #[test]
    fn each_refit_adds_a_tenth_of_the_list_value() {
        let with = |list: u32, number: usize| worth(list, &vec![Improvement::plain("any", ""); number]);
        assert_eq!([1, 2, 3].map(|number| with(180, number)), [198, 216, 234]);
        assert_eq!([1, 2, 3].map(|number| with(185, number)), [204, 222, 241]);
        assert_eq!(with(365, 1), 402);
        assert_eq!(with(365, 0), 365);
    }

    #[test]
    fn an_evolution_and_a_gift_of_rank_cost_what_they_say() {
        let priced = |price| Improvement { price, ..Improvement::plain("any", "") };
        assert_eq!(worth(185, &[priced(Price::Points(10)), priced(Price::Tenths(1))]), 214);
        assert_eq!(worth(185, &[priced(Price::Points(0))]), 185);
        assert_eq!(worth(185, &[priced(Price::Tenths(2))]), 222);
    }
}
