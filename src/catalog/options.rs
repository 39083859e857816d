//! Loads the options a campaign may set from `rules/options.toml`.

use std::sync::LazyLock;

use super::embedded;
use super::reader::{self, Node, Problem};
use super::rules::Rules;
use crate::campaign::options::{OptionDef, OptionKind, OptionValue};
use crate::text::{did_you_mean, slug};

/// The file among the rules that holds options, not rules.
pub(crate) const FILE: &str = "rules/options.toml";

/// The options of the program.
///
/// # Panics
/// Never: a test loads them.
#[must_use]
pub fn embedded() -> &'static [OptionDef] {
    static EMBEDDED: LazyLock<Vec<OptionDef>> = LazyLock::new(|| {
        let (name, text) = embedded::RULES.iter().find(|(name, _)| *name == FILE).expect("the options are embedded");
        let ids: Vec<&str> = Rules::embedded().rulebook_ids().collect();
        load(name, text, &ids).expect("embedded options are checked by a test")
    });
    &EMBEDDED
}

/// Reads a file of options. `rules` are the ids their rules may have.
///
/// # Errors
/// Every problem of the file.
pub fn load(name: &str, text: &str, rules: &[&str]) -> Result<Vec<OptionDef>, Vec<Problem>> {
    reader::read(name, text, |root| {
        let mut seen: Vec<String> = Vec::new();
        root.tables("option", |node| {
            let def = read_option(node, rules)?;
            if seen.contains(&def.id) {
                node.problem_at("id", "the id is used twice");
            }
            seen.push(def.id.clone());
            Some(def)
        })
        .into_iter()
        .flatten()
        .collect()
    })
}

fn read_option(node: &mut Node<'_>, rules: &[&str]) -> Option<OptionDef> {
    let id = node.text("id");
    node.call(format!("option \"{id}\""));
    if slug(&id) != id {
        node.problem_at("id", format_args!("an id is lower case with hyphens, such as \"{}\"", slug(&id)));
    }
    let rule = node.text("rule");
    if !rule.is_empty() && !rules.contains(&rule.as_str()) {
        let hint = did_you_mean(&rule, rules.iter().copied());
        node.problem_at("rule", format_args!("`rule` is {rule}, which is no rule{hint}"));
    }
    let (title, says) = (node.text("title"), node.text("says"));
    let (kind, default) = read_kind(node)?;
    let def = OptionDef { id, rule, title, says, kind, default };
    if !def.takes(&def.default) {
        node.problem_at("default", format_args!("`default` is {}, but the option takes {}", def.default, def.kind));
    }
    Some(def)
}

fn read_kind(node: &Node<'_>) -> Option<(OptionKind, OptionValue)> {
    let kind = node.word("kind", &["flag", "number", "choice", "text"], |word| word);
    if !node.has("default") {
        node.problem("`default` is missing");
    }
    match kind? {
        "flag" => Some((OptionKind::Flag, OptionValue::Flag(node.opt_flag("default")?))),
        "number" => {
            for bound in ["min", "max"] {
                if !node.has(bound) {
                    node.problem(format_args!("`{bound}` is missing"));
                }
            }
            let (min, max) = (node.opt_signed("min"), node.opt_signed("max"));
            let default = node.opt_signed("default")?;
            Some((OptionKind::Number { min: min?, max: max? }, OptionValue::Number(default)))
        }
        "text" => {
            let max = node.opt_number("max");
            if max.is_none() {
                node.problem("`max` is missing");
            }
            Some((OptionKind::Text { max: max? }, OptionValue::Choice(node.opt_text("default")?)))
        }
        _ => {
            let choices = node.texts("choices");
            if choices.len() < 2 {
                node.problem("`choices` needs at least two words");
            }
            Some((OptionKind::Choice { choices }, OptionValue::Choice(node.opt_text("default")?)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_options_load() {
        let ids: Vec<&str> = embedded().iter().map(|def| def.id.as_str()).collect();
        assert_eq!(
            ids,
            [
                "starting-points-holders",
                "starting-points-pirates",
                "late-ship-leadership",
                "late-joiner-leadership",
                "composition",
                "reserves",
                "allies",
                "commanders-count",
                "upgrades-count",
                "escort-flagship",
                "two-sides",
                "imperial-war",
                "initiative-by-rating",
                "printed-repair-row",
                "repair-percent",
                "appeals-need-rank",
                "register-cap",
                "strict-claims",
                "own-hulks-count",
                "useless-refits-again",
                "victory",
                "shared-bases",
                "secret-lists",
                "forfeit-renown",
                "confirm-days",
                "playing-bonus",
                "defeat-renown",
                "newcomer-renown",
                "newcomer-points",
                "goal",
                "idle-rule",
                "idle-warning",
                "idle-days",
                "idle-system-days",
                "renown-decay",
                "renown-decay-floor",
                "waaagh",
                "pirates-hold-systems",
                "major-raids-claim",
                "battle-size",
                "even-orders",
                "flagship-must-fight",
                "depleted-full-value",
                "defences-by-type",
                "reduced-squadrons-pay",
                "rings-on-4",
                "large-outer-planets",
                "surprised-engagement",
                "wait-for-both",
                "declare-days",
            ]
        );
    }

    #[test]
    fn every_problem_of_an_options_file_is_told() {
        let text = r#"[[option]]
id = "Two Sides"
rule = "CAMP-1"
title = "A title"
says = "A text."
kind = "choise"
default = "warn"

[[option]]
id = "points"
rule = "CAMP-01"
title = "A title"
says = "A text."
kind = "number"
default = 5
min = 10
max = 20

[[option]]
id = "points"
rule = "CAMP-01"
title = ""
says = "A text."
kind = "flag"
default = true
max = 3
"#;
        let problems = load("options.toml", text, &["CAMP-01", "FLEET-01"]).expect_err("a problem");
        let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
        assert_eq!(
            lines,
            [
                "options.toml:2: option \"Two Sides\": an id is lower case with hyphens, such as \"two-sides\"",
                "options.toml:3: option \"Two Sides\": `rule` is CAMP-1, which is no rule; did you mean \"CAMP-01\"?",
                "options.toml:6: option \"Two Sides\": `kind` is \"choise\"; did you mean \"choice\"?",
                "options.toml:15: option \"points\": `default` is 5, but the option takes a whole number from 10 to 20",
                "options.toml:20: option \"points\": the id is used twice",
                "options.toml:22: option \"points\": `title` is empty",
                "options.toml:26: option \"points\": unknown key `max`",
            ]
        );
    }
}
