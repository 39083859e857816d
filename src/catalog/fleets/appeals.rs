//! Reads `fleets/appeals.toml` and `fleets/special-rules.toml`.

use crate::campaign::appeal_tables::{
    Allowance, Appeals, CrewSkillTable, Eligible, FromTo, Grant, HulkBase, OtherAppeal, OtherEntry, RefitCategory,
    RefitSource, RefitTable, SkillSource, SpecialTorpedo, SpecialTorpedoes, TableEntry,
};
use crate::catalog::reader::{self, Node, Problem};
use crate::ships::class::Confidence;
use crate::ships::effects::Effect;

use super::class::read_confidence;
use super::effects::read_effects_of;
use super::ledger::{Kind, Ledger, read_id};

/// The appeals with the names they use.
#[derive(Clone, Debug)]
pub(super) struct AppealFile {
    pub(super) appeals: Appeals,
    pub(super) ledger: Ledger,
}

/// Meanings of special-rule keys, in the order of the file.
#[derive(Clone, Debug, Default)]
pub(super) struct SpecialFile {
    pub(super) keys: Vec<(String, String)>,
    /// What those that the engine plays do.
    pub(super) effects: Vec<(String, Vec<Effect>)>,
    pub(super) ledger: Ledger,
}

/// Reads the meanings of special-rule keys.
pub(super) fn load_special(file: &str, text: &str) -> Result<SpecialFile, Vec<Problem>> {
    reader::read(file, text, |node| {
        let mut ledger = Ledger::default();
        let mut effects = Vec::new();
        let keys = node.tables("key", |key| {
            let id = ledger.define(key, Kind::Special, "");
            effects.extend(read_effects_of(key, "").map(|played| (id.clone(), played)));
            (id, key.text("meaning"))
        });
        SpecialFile { keys, effects, ledger }
    })
}

/// Reads the appeals; the plain figures may be missing where `base` has them.
pub(super) fn load_appeals(file: &str, text: &str, base: Option<&Appeals>) -> Result<AppealFile, Vec<Problem>> {
    reader::read(file, text, |node| {
        let mut ledger = Ledger::default();
        let marks_by_renown = read_from(node, "marks_by_renown", "marks");
        let appeals = Appeals {
            grant: node
                .opt_table("grant", |grant| read_grant(grant))
                .unwrap_or_else(|| base.map_or_else(|| missing(node, "grant", NO_GRANT), |base| base.grant.clone())),
            marks_by_renown: match base {
                Some(base) if marks_by_renown.is_empty() => base.marks_by_renown.clone(),
                _ => marks_by_renown,
            },
            special_torpedoes: node
                .opt_table("special_torpedo", |torpedo| read_torpedoes(torpedo, &mut ledger))
                .unwrap_or_else(|| {
                    let theirs = base.map(|base| base.special_torpedoes.clone());
                    theirs.unwrap_or_else(|| missing(node, "special_torpedo", NO_TORPEDOES))
                }),
            allowances: node.tables("allowance", |allowance| read_allowance(allowance, &mut ledger)),
            other_appeals: node.tables("other_appeal", |table| read_other_appeal(table, &mut ledger)),
            refit_tables: node.tables("refit_table", |table| RefitTable {
                id: ledger.define(table, Kind::RefitTable, ""),
                fleets: ledger.names(table, "fleets", Kind::Fleet, ""),
                category: table
                    .word("category", RefitCategory::ALL, RefitCategory::word)
                    .unwrap_or(RefitCategory::Ship),
                dice: table.text("dice"),
                entries: table.tables("entry", |entry| read_entry(entry)),
                confidence: read_confidence(table).0,
            }),
            crew_skill_tables: node.tables("crew_skill_table", |table| CrewSkillTable {
                id: ledger.define(table, Kind::CrewSkillTable, ""),
                fleets: ledger.names(table, "fleets", Kind::Fleet, ""),
                dice: table.text("dice"),
                entries: table.tables("entry", |entry| read_entry(entry)),
                confidence: read_confidence(table).0,
            }),
            refits: read_known(node, "refit", base.map(|base| &base.refits)),
            crew_skills: read_known(node, "crew_skill", base.map(|base| &base.crew_skills)),
            boons: read_known(node, "boon", base.map(|base| &base.boons)),
            hulk_bases: node.tables("hulk_base", |base| {
                ledger.begin(base, "[hulk_base]");
                HulkBase {
                    fleet: ledger.opt_name(base, "fleet", Kind::Fleet, "").unwrap_or_default(),
                    class: ledger.opt_name(base, "class", Kind::Class, "").unwrap_or_default(),
                    note: base.text("note"),
                    confidence: read_confidence(base).0,
                }
            }),
        };
        AppealFile { appeals, ledger }
    })
}

/// Reads what the rulebook's own refits and crew skills do, and what appeals give beside the entries of their tables.
/// A club's file replaces those of the same id and adds others.
fn read_known(node: &Node<'_>, key: &'static str, base: Option<&Vec<TableEntry>>) -> Vec<TableEntry> {
    let own = node.tables(key, |entry| TableEntry {
        roll: 0,
        id: read_id(entry),
        effect: String::new(),
        effects: read_effects_of(entry, &read_id(entry)),
    });
    let kept = base.into_iter().flatten().filter(|known| !own.iter().any(|entry| entry.id == known.id));
    kept.cloned().collect::<Vec<_>>().into_iter().chain(own.iter().cloned()).collect()
}

fn missing<T>(node: &Node<'_>, key: &str, instead: T) -> T {
    node.problem(format_args!("`{key}` is missing"));
    instead
}

const NO_GRANT: Grant = Grant {
    reinforcements: 0,
    refits: 0,
    other: 0,
    same_type_max: 0,
    appeals_by_renown: Vec::new(),
    confidence: Confidence::SingleSource,
};

const NO_TORPEDOES: SpecialTorpedoes = SpecialTorpedoes {
    replaces: String::new(),
    one_use_note: String::new(),
    costs: Vec::new(),
    never: Vec::new(),
    double: Vec::new(),
    limits: Vec::new(),
    entries: Vec::new(),
    confidence: Confidence::SingleSource,
};

fn read_grant(node: &Node<'_>) -> Grant {
    Grant {
        reinforcements: node.number("reinforcements"),
        refits: node.number("refits"),
        other: node.number("other"),
        same_type_max: node.number("same_type_max"),
        appeals_by_renown: read_from(node, "appeals_by_renown", "appeals"),
        confidence: read_confidence(node).0,
    }
}

fn read_from(node: &Node<'_>, key: &'static str, gives: &'static str) -> Vec<FromTo> {
    let steps = node.tables(key, |step| FromTo { from: step.number("from"), gives: step.number(gives) });
    if !steps.is_sorted_by_key(|step| step.from) {
        node.problem_at(key, format_args!("`{key}` must rise from step to step"));
    }
    steps
}

fn read_torpedoes(node: &mut Node<'_>, ledger: &mut Ledger) -> SpecialTorpedoes {
    ledger.begin(node, "[special_torpedo]");
    SpecialTorpedoes {
        replaces: node.text("replaces"),
        one_use_note: node.text("one_use_note"),
        costs: read_from(node, "costs", "points"),
        never: ledger.names(node, "never", Kind::Fleet, ""),
        double: ledger.names(node, "double", Kind::Fleet, ""),
        limits: node.texts("limits"),
        entries: node
            .tables("entry", |entry| SpecialTorpedo { entry: read_entry(entry), whole_game: entry.flag("whole_game") }),
        confidence: read_confidence(node).0,
    }
}

fn read_entry(node: &Node<'_>) -> TableEntry {
    let id = read_id(node);
    TableEntry { roll: node.number("roll"), effect: node.text("effect"), effects: read_effects_of(node, &id), id }
}

fn read_other_appeal(node: &mut Node<'_>, ledger: &mut Ledger) -> OtherAppeal {
    OtherAppeal {
        id: ledger.define(node, Kind::OtherAppeal, ""),
        name: node.text("name"),
        fleets: ledger.names(node, "fleets", Kind::Fleet, ""),
        dice: node.text("dice"),
        note: node.opt_text("note"),
        entries: node.tables("entry", |entry| OtherEntry {
            entry: read_entry(entry),
            next_game_only: entry.flag("next_game_only"),
            lends: ledger.names(entry, "lends", Kind::Class, ""),
            ships: entry.opt_number("ships").unwrap_or(0),
            of: entry.opt_word("of", Eligible::ALL, Eligible::word).unwrap_or(Eligible::Any),
            flagship: entry.flag("flagship"),
        }),
        confidence: read_confidence(node).0,
    }
}

fn read_allowance(node: &mut Node<'_>, ledger: &mut Ledger) -> Allowance {
    let fleet = node.text("fleet");
    ledger.begin(node, &format!("allowance \"{fleet}\""));
    ledger.name(Kind::Fleet, "", &fleet, node.place_of("fleet"));
    let allowance = Allowance {
        fleet,
        reinforcements: node.flag("reinforcements"),
        refits: node.word("refits", RefitSource::ALL, RefitSource::word).unwrap_or(RefitSource::General),
        refit_tables: ledger.names(node, "refit_tables", Kind::RefitTable, ""),
        refits_capital_only: node.flag("refits_capital_only"),
        other: ledger.opt_name(node, "other", Kind::OtherAppeal, ""),
        other_not_lists: ledger.names(node, "other_not_lists", Kind::List, ""),
        crew_skills: node.word("crew_skills", SkillSource::ALL, SkillSource::word).unwrap_or(SkillSource::General),
        crew_skill_table: ledger.opt_name(node, "crew_skill_table", Kind::CrewSkillTable, ""),
        modifier_refits: node.opt_signed("modifier_refits").unwrap_or_default(),
        modifier_reinforcements: node.opt_signed("modifier_reinforcements").unwrap_or_default(),
        modifier_other: node.opt_signed("modifier_other").unwrap_or_default(),
        extra_repair_per_renown: node.opt_number("extra_repair_per_renown"),
        repair_cost_multiplier: node.opt_number("repair_cost_multiplier").unwrap_or(1),
        notes: node.texts("notes"),
        confidence: read_confidence(node).0,
    };
    if (allowance.refits == RefitSource::Own) == allowance.refit_tables.is_empty() {
        node.problem_at("refits", "`refit_tables` goes with `refits = \"own\"`, and only with it");
    }
    if (allowance.crew_skills == SkillSource::Own) != allowance.crew_skill_table.is_some() {
        node.problem_at("crew_skills", "`crew_skill_table` goes with `crew_skills = \"own\"`, and only with it");
    }
    allowance
}
