//! Reads `effects`, and answers what the ids of the fleet files do.

use serde_json::Value;

use super::Fleets;
use super::file::FleetFile;
use crate::catalog::reader::Node;
use crate::ships::class::ShipClass;
use crate::ships::effects::{Ability, Effect, Effects, HITS};
use crate::text::did_you_mean;

const EFFECTS: &str = "effects";

/// Reads the effects of a table; `None` where it names none, because the engine does not play it.
pub(super) fn read_effects(node: &Node<'_>) -> Option<Vec<Effect>> {
    if !node.has(EFFECTS) {
        return None;
    }
    let Some(Value::Array(items)) = node.json(EFFECTS) else {
        node.problem_at(EFFECTS, "`effects` must be a list, such as [\"klaws\", { speed = 5 }]");
        return None;
    };
    Some(items.iter().filter_map(|item| read_effect(node, item)).collect())
}

/// As [`read_effects`], for what is no option of a class. The hits of a ship change by its class's options and by what
/// the rulebook says: a campaign counts the damage of its ships without the files of a club.
pub(super) fn read_effects_of(node: &Node<'_>, id: &str) -> Option<Vec<Effect>> {
    let effects = read_effects(node)?;
    let hits: Vec<&Effect> = effects.iter().filter(|effect| effect.is_of_hits()).collect();
    let known: Vec<&Effect> = HITS.iter().filter(|(known, _)| *known == id).map(|(_, effect)| effect).collect();
    if !hits.is_empty() && hits != known {
        node.problem_at(
            EFFECTS,
            "only an option of a class may change hits: make it an option of the classes it is for",
        );
    }
    Some(effects)
}

fn read_effect(node: &Node<'_>, item: &Value) -> Option<Effect> {
    let name = match item {
        Value::String(name) => name,
        Value::Object(table) if table.len() == 1 => table.keys().next()?,
        _ => {
            node.problem_at(
                EFFECTS,
                format_args!("`effects` holds {item}, but an effect is a word or a table of one key"),
            );
            return None;
        }
    };
    let form = Effect::FORMS.iter().find(|(known, _)| known == name).map(|(_, form)| *form);
    if form.is_none() && Ability::from_word(name).is_none() {
        let abilities = Ability::ALL.iter().map(|ability| ability.word());
        let hint = did_you_mean(name, Effect::FORMS.iter().map(|(known, _)| *known).chain(abilities));
        node.problem_at(EFFECTS, format_args!("there is no effect \"{name}\"{hint}"));
        return None;
    }
    // The parts of a list are read one by one, so that each mistake is told.
    if let Value::Object(table) = item
        && matches!(name.as_str(), "on-escorts" | "on-capital-ships")
        && let Some(Value::Array(parts)) = table.get(name)
    {
        let parts: Vec<Effect> = parts.iter().filter_map(|part| read_effect(node, part)).collect();
        return Some(if name == "on-escorts" { Effect::OnEscorts(parts) } else { Effect::OnCapitalShips(parts) });
    }
    let Ok(effect) = serde_json::from_value::<Effect>(item.clone()) else {
        let form = form.map_or_else(|| format!("\"{name}\""), str::to_owned);
        node.problem_at(EFFECTS, format_args!("the effect \"{name}\" is written otherwise, such as {form}"));
        return None;
    };
    if let Some(wrong) = effect.out_of_range() {
        node.problem_at(EFFECTS, format_args!("the effect \"{name}\" {wrong}"));
    }
    Some(effect)
}

impl Fleets {
    /// The files that may say what an id does for a class: its own fleet's first.
    fn telling(&self, class: &ShipClass, id: &str) -> Vec<&FleetFile> {
        let mut files: Vec<&FleetFile> =
            self.slots.iter().filter(|slot| slot.may_name(id)).map(super::slot::Slot::file).collect();
        files.sort_by_key(|file| file.fleet.id != class.fleet);
        files
    }
}

impl Effects for Fleets {
    fn effects_of_special(&self, key: &str) -> Option<&[Effect]> {
        self.special_file().effects.iter().find(|(known, _)| known == key).map(|(_, effects)| effects.as_slice())
    }

    fn effects_of_upgrade(&self, class: &ShipClass, id: &str) -> Option<&[Effect]> {
        // A class that was commissioned under an older program does not describe its options.
        let today = self.class(&class.id).into_iter().flat_map(|today| &today.options);
        let option = today.filter(|option| option.id == id).find_map(|option| option.effects.as_deref());
        let bought = || {
            let files = self.telling(class, id);
            let own = files.into_iter().find_map(|file| {
                let upgrades = file.upgrades.iter().chain(file.lists.iter().flat_map(|list| &list.upgrades));
                let upgrade =
                    upgrades.filter(|upgrade| upgrade.id == id).find_map(|upgrade| upgrade.effects.as_deref());
                let commanders = file.commanders.iter().filter(|kind| kind.id == id);
                upgrade.or_else(|| commanders.into_iter().find_map(|kind| kind.effects.as_deref()))
            });
            own.or_else(|| self.effects_of_gift(class, id))
        };
        let mark = || {
            let power = id.strip_prefix("mark-of-")?;
            let marks = self.telling(class, power).into_iter().flat_map(|file| &file.extras.marks);
            marks.filter(|mark| mark.id == power).find_map(|mark| mark.effects.as_deref())
        };
        let appeal = || {
            let appeals = self.appeals();
            let results = appeals.other_appeals.iter().flat_map(|table| &table.entries).map(|result| &result.entry);
            let results = results.chain(&appeals.boons).filter(|entry| entry.id == id);
            results.into_iter().find_map(|entry| entry.effects.as_deref())
        };
        option.or_else(bought).or_else(mark).or_else(appeal)
    }

    fn effects_of_refit(&self, class: &ShipClass, id: &str) -> Option<&[Effect]> {
        let appeals = self.appeals();
        let entries = |own: bool| {
            let tables = appeals.refit_tables.iter().filter(move |table| !own || table.fleets.contains(&class.fleet));
            tables.flat_map(|table| &table.entries)
        };
        let torpedoes = || {
            let kind = id.strip_suffix("-torpedoes")?;
            appeals.special_torpedoes.entries.iter().map(|entry| &entry.entry).find(|entry| entry.id == kind)
        };
        let found = entries(true).chain(&appeals.refits).chain(entries(false)).filter(|entry| entry.id == id);
        let found = found.chain(torpedoes()).find_map(|entry| entry.effects.as_deref());
        // A rank may give a Mechanicus flagship a gift in place of a refit (RANK-05).
        found.or_else(|| self.effects_of_gift(class, id)).or_else(|| {
            let evolutions = self.telling(class, id).into_iter().flat_map(|file| &file.extras.evolutions);
            evolutions.filter(|evolution| evolution.id == id).find_map(|evolution| evolution.effects.as_deref())
        })
    }

    fn effects_of_skill(&self, class: &ShipClass, id: &str) -> Option<&[Effect]> {
        let appeals = self.appeals();
        let entries = |own: bool| {
            let tables =
                appeals.crew_skill_tables.iter().filter(move |table| !own || table.fleets.contains(&class.fleet));
            tables.flat_map(|table| &table.entries)
        };
        let found = entries(true).chain(&appeals.crew_skills).chain(entries(false)).filter(|entry| entry.id == id);
        found.into_iter().find_map(|entry| entry.effects.as_deref())
    }
}

impl Fleets {
    /// What a Mechanicus gift does.
    fn effects_of_gift(&self, class: &ShipClass, id: &str) -> Option<&[Effect]> {
        let gifts = self.telling(class, id).into_iter().flat_map(|file| &file.extras.gifts);
        gifts.filter(|gift| gift.id == id).find_map(|gift| gift.effects.as_deref())
    }
}
