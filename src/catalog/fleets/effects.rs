//! Reads `effects`, what an option, upgrade or rule does on the table.

use serde_json::Value;

use crate::catalog::reader::Node;
use crate::ships::effects::{Ability, Effect, HITS, Trait};
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
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => {
            node.problem_at(
                EFFECTS,
                format_args!("`effects` holds {item}, but an effect is a word or a table of one key"),
            );
            return None;
        }
    };
    let form = Effect::FORMS.iter().find(|(known, _)| known == name).map(|(_, form)| *form);
    if form.is_none() && Ability::from_word(name).is_none() && Trait::from_word(name).is_none() {
        let abilities = Ability::ALL.iter().map(|ability| ability.word());
        let abilities = abilities.chain(Trait::ALL.iter().map(|known| known.word()));
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
