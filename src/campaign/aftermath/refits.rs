//! Refits and crew skills: the general tables, the fleets' own, and how they are rolled
//! (REFIT-01 to REFIT-30, SKILL-01 to SKILL-12).

use crate::campaign::appeal_tables::{Allowance, Appeals, RefitCategory, RefitSource, SkillSource};
use crate::campaign::refusal::Refusals;
use crate::campaign::state::improvement::Improvement;
use crate::campaign::state::improvement::Price;
use crate::campaign::state::improvement::TORPEDOES;
use crate::campaign::state::{Campaign, Vessel};
use crate::campaign::{Circumstances, Library, figures};
use crate::dice::{Why, d6};
use crate::ships::class::{People, WeaponKind};

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

/// A refit with the dice that gave it: the kind and the line of its table, or the one die of a gift and 0.
pub(super) struct Rolled {
    pub(super) refit: Improvement,
    pub(super) dice: [u8; 2],
}

/// Rolls a refit: its kind, then its table; what the ship has or cannot use is rolled again (REFIT-02, REFIT-03).
/// With `torpedoes` a weapons refit is rolled on the table of special torpedoes (APPEAL-18).
/// `None` when it owns every refit open to it.
pub(super) fn roll_refit(
    campaign: &Campaign,
    vessel: &Vessel,
    fleet: &str,
    torpedoes: bool,
    with: &mut Circumstances<'_>,
) -> Result<Option<Rolled>, Refusals> {
    let allowance = allowance(fleet, with.library);
    let appeals = with.library.appeals();
    let strict = campaign.about.as_ref().is_none_or(|about| !about.options.flag("useless-refits-again"));
    let open = |refit: &Improvement| {
        let owned = vessel.refits.iter().any(|own| own.id == refit.id);
        // Results marked to be rolled again have no effect (REFIT-27).
        !owned && refit.id != "roll-again" && usable(campaign, vessel, &refit.id, strict)
    };
    let all = RefitCategory::ALL.iter().flat_map(|category| refit_table(*category, &allowance, appeals));
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
        if torpedoes && category == RefitCategory::Weapons {
            let face = d6(with.dice, Why::new("special torpedoes", &vessel.name))?;
            let special = &appeals.special_torpedoes;
            if let Some(entry) = special.entries.iter().find(|entry| entry.entry.roll == u32::from(face)) {
                let tenths = if special.double.iter().any(|other| other == fleet) { 2 } else { 1 };
                let refit = Improvement {
                    price: Price::Tenths(tenths),
                    ..Improvement::plain(&format!("{}{TORPEDOES}", entry.entry.id), &entry.entry.effect)
                };
                return Ok(Some(Rolled { refit, dice: [kind, face] }));
            }
        }
        let table = refit_table(category, &allowance, appeals);
        // All six owned: the kind is rolled again; otherwise only the second die.
        while table.iter().any(&open) {
            let face = d6(with.dice, Why::new("refit", &vessel.name))?;
            if let Some(refit) = table.get(usize::from(face) - 1).filter(|refit| open(refit)) {
                return Ok(Some(Rolled { refit: refit.clone(), dice: [kind, face] }));
            }
        }
    }
}

/// Why a ship cannot have special torpedoes (APPEAL-18).
pub(super) fn no_torpedoes(campaign: &Campaign, vessel: &Vessel, fleet: &str, library: &dyn Library) -> Option<String> {
    let special = &library.appeals().special_torpedoes;
    let class = campaign.class(vessel.hulls[0].design);
    let name = &vessel.name;
    if special.never.iter().any(|other| other == fleet) {
        return Some(format!("\"{name}\" cannot have special torpedoes: its fleet has none"));
    }
    if vessel.refits.iter().any(|refit| refit.id.ends_with(TORPEDOES)) {
        return Some(format!("\"{name}\" has special torpedoes already: one type a ship"));
    }
    if !carries(campaign, vessel, &[WeaponKind::Torpedo]) {
        return Some(format!("\"{name}\" has no torpedoes"));
    }
    let looted = vessel.upgrades.iter().any(|upgrade| upgrade.id.contains("looted-torpedoes"));
    if class.people == People::Orks && !looted {
        return Some(format!("\"{name}\" has no looted torpedoes, as Ork special torpedoes need"));
    }
    None
}

/// What a fleet may appeal for, refit and learn. One that the files say nothing of may ask for reinforcements and
/// general refits (APPEAL-05).
pub(super) fn allowance(fleet: &str, library: &dyn Library) -> Allowance {
    let known = library.appeals().allowances.iter().find(|allowance| allowance.fleet == fleet);
    known.cloned().unwrap_or_else(|| Allowance::usual(fleet))
}

const ORDNANCE: [WeaponKind; 3] = [WeaponKind::Torpedo, WeaponKind::BoardingTorpedo, WeaponKind::LaunchBay];

/// Whether a vessel has a weapon of these kinds: those of its class and those chosen, with torpedoes that an option
/// brings or takes away.
pub(super) fn carries(campaign: &Campaign, vessel: &Vessel, kinds: &[WeaponKind]) -> bool {
    let bought = |id: &str| vessel.upgrades.iter().any(|upgrade| upgrade.id == id);
    let swapped = || vessel.upgrades.iter().any(|upgrade| upgrade.effect.starts_with("swap the prow torpedoes"));
    let fitted = vessel.hulls.iter().flat_map(|hulls| figures::weapons(campaign.class(hulls.design), hulls));
    fitted
        .filter(|row| kinds.contains(&row.weapon.kind))
        .any(|row| row.weapon.kind != WeaponKind::Torpedo || row.weapon.mount != "prow" || !swapped())
        || (kinds.contains(&WeaponKind::Torpedo) && bought("prow-torpedoes"))
        || (kinds.contains(&WeaponKind::BoardingTorpedo) && bought("boarding-torpedoes"))
}

/// Whether a refit is kept: auto-loaders need ordnance (REFIT-23). Everything else is kept even if it is of no use,
/// unless the club rolls again for that too (REFIT-28).
fn usable(campaign: &Campaign, vessel: &Vessel, refit: &str, strict: bool) -> bool {
    use WeaponKind::{Battery, Lance, LaunchBay, PhantomLance, PulsarLance};
    match refit {
        "auto-loaders" | "kans" => carries(campaign, vessel, &ORDNANCE),
        _ if strict => true,
        "turbo-weapons" | "targeting-matrix" | "grot-targeters" => carries(campaign, vessel, &[Battery]),
        "superior-fire-control" | "motion-tracking-targeters" | "dakka-central" | "enhanced-crystal-focusing" => {
            carries(campaign, vessel, &[Battery, Lance, PulsarLance, PhantomLance])
        }
        "rune-assisted-targeting" => carries(campaign, vessel, &[Lance, PulsarLance, PhantomLance]),
        "mad-bombers" => carries(campaign, vessel, &[LaunchBay]),
        "gravitic-accelerators" => carries(campaign, vessel, &ORDNANCE),
        "overload-shield-capacitors" | "overloaded-shield-generators" => {
            campaign.class(vessel.hulls[0].design).shields > 0
        }
        _ => true,
    }
}

/// What a roll for a crew skill gave.
pub(super) enum Lesson {
    /// A skill.
    Learnt(Improvement),
    /// A result that the vessel cannot use and may not roll again (SKILL-12).
    Wasted(&'static str),
    /// Nothing is open to it.
    Nothing,
}

/// The crew skills of a fleet, by face.
fn skill_table(allowance: &Allowance, appeals: &Appeals) -> Vec<Improvement> {
    match allowance.crew_skills {
        SkillSource::None => Vec::new(),
        SkillSource::General => SKILLS.iter().map(|(id, effect)| Improvement::plain(id, effect)).collect(),
        SkillSource::Own => {
            let wanted = allowance.crew_skill_table.as_deref();
            let own = appeals.crew_skill_tables.iter().find(|table| Some(table.id.as_str()) == wanted);
            own.into_iter()
                .flat_map(|table| &table.entries)
                .map(|entry| Improvement::plain(&entry.id, &entry.effect))
                .collect()
        }
    }
}

/// Rolls a crew skill; one that is owned or of no use is rolled again (SKILL-01, SKILL-02, SKILL-07, SKILL-12).
pub(super) fn roll_skill(
    campaign: &Campaign,
    vessel: &Vessel,
    allowance: &Allowance,
    with: &mut Circumstances<'_>,
) -> Result<Lesson, Refusals> {
    let craft = carries(campaign, vessel, &[WeaponKind::LaunchBay]);
    let ordnance = carries(campaign, vessel, &ORDNANCE);
    let people = campaign.class(vessel.hulls[0].design).people;
    let eldar = matches!(people, People::CorsairEldar | People::CraftworldEldar | People::DarkEldar);
    if allowance.crew_skills == SkillSource::None {
        return Ok(Lesson::Nothing);
    }
    let table = skill_table(allowance, with.library.appeals());
    let squadron = campaign.is_squadron(vessel);
    let open = |skill: &Improvement| {
        let usable = match skill.id.as_str() {
            // The entry of the general table is not for Eldar; that of their own does something else (SKILL-07).
            "excellent-pilots" => craft && !(eldar && allowance.crew_skills == SkillSource::General),
            // Ruling: an escort has no criticals to repair, so nobody keeps what he may roll again (SKILL-12).
            "bigger-hammers" => !squadron,
            _ => true,
        };
        usable && !vessel.skills.iter().any(|own| own.id == skill.id)
    };
    if !table.iter().any(&open) {
        return Ok(Lesson::Nothing);
    }
    loop {
        let face = d6(with.dice, Why::new("crew skill", &vessel.name))?;
        match table.get(usize::from(face) - 1).filter(|skill| open(skill)) {
            Some(skill) if skill.id == "well-trained-grots" && !ordnance => {
                return Ok(Lesson::Wasted("it has no ordnance"));
            }
            Some(skill) => return Ok(Lesson::Learnt(skill.clone())),
            None => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::state::improvement::worth;
    use crate::ships::fitting::Fitting;
    use crate::ships::profile::Profile;

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

    #[test]
    fn battles_play_every_refit_and_skill_of_these_fleets() {
        let catalog = crate::catalog::Catalog::embedded();
        let appeals = catalog.fleets.appeals();
        for (fleet, class) in [
            ("imperial-navy", "dictator"),
            ("chaos", "devastation"),
            ("orks", "terror-ship"),
            ("eldar-corsairs", "eclipse"),
            ("space-marines", "sm-battle-barge"),
        ] {
            let allowance =
                appeals.allowances.iter().find(|known| known.fleet == fleet).expect("a fleet of the appeals");
            let class = catalog.fleets.class(class).expect("a class");
            let refits = RefitCategory::ALL.iter().flat_map(|category| refit_table(*category, allowance, appeals));
            let refits = refits.map(|refit| Fitting { refits: vec![refit.id], ..Fitting::default() });
            let skills = skill_table(allowance, appeals).into_iter();
            let skills = skills.map(|skill| Fitting { skills: vec![skill.id], ..Fitting::default() });
            for fitting in refits.chain(skills) {
                let id = fitting.refits.iter().chain(&fitting.skills).next().expect("one of them");
                assert_eq!(Profile::of(class, &fitting, &catalog).err(), None, "{id} for {fleet}");
            }
        }
    }
}
