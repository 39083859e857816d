//! Lays a club's own files over the embedded ones.

use crate::campaign::extras::Extras;

use super::appeals::{AppealFile, SpecialFile};
use super::file::FleetFile;
use super::ledger::{Kind, Ledger};

/// Lays one fleet file over another of the same fleet: the same id replaces, a new id is added.
pub(super) fn lay_fleet(base: &mut FleetFile, over: FleetFile) {
    for (kind, ids) in [
        (Kind::Class, over.classes.iter().map(|class| &class.id).collect::<Vec<_>>()),
        (Kind::List, over.lists.iter().map(|list| &list.id).collect()),
        (Kind::Commander, over.commanders.iter().map(|commander| &commander.id).collect()),
        (Kind::Craft, over.craft.iter().map(|craft| &craft.id).collect()),
        (Kind::Upgrade, over.upgrades.iter().map(|upgrade| &upgrade.id).collect()),
    ] {
        for id in ids {
            base.ledger.forget(&format!("{} \"{id}\"", kind.word()));
        }
    }
    base.fleet = over.fleet;
    lay(&mut base.classes, over.classes, |class| &class.id);
    lay(&mut base.lists, over.lists, |list| &list.id);
    lay(&mut base.commanders, over.commanders, |commander| &commander.id);
    lay(&mut base.craft, over.craft, |craft| &craft.id);
    lay(&mut base.upgrades, over.upgrades, |upgrade| &upgrade.id);
    lay_extras(&mut base.extras, over.extras);
    // The embedded file already defines the fleet itself.
    let mut ledger = over.ledger;
    ledger.defined.retain(|entry| entry.kind != Kind::Fleet);
    base.ledger.extend(ledger);
}

/// Lays meanings of special-rule keys over others.
pub(super) fn lay_special(base: &mut SpecialFile, over: SpecialFile) {
    forget_defined(&mut base.ledger, &over.ledger);
    // A key that is given a new meaning does what the club says it does.
    base.effects.retain(|(key, _)| !over.keys.iter().any(|(own, _)| own == key));
    lay(&mut base.keys, over.keys, |(key, _)| key);
    lay(&mut base.effects, over.effects, |(key, _)| key);
    base.ledger.extend(over.ledger);
}

/// Lays appeals over others; the plain figures are replaced as a whole.
pub(super) fn lay_appeals(base: &mut AppealFile, over: AppealFile) {
    forget_defined(&mut base.ledger, &over.ledger);
    for allowance in &over.appeals.allowances {
        base.ledger.forget(&format!("allowance \"{}\"", allowance.fleet));
    }
    let (into, from) = (&mut base.appeals, over.appeals);
    into.grant = from.grant;
    into.marks_by_renown = from.marks_by_renown;
    into.special_torpedoes = from.special_torpedoes;
    (into.refits, into.crew_skills, into.boons) = (from.refits, from.crew_skills, from.boons);
    lay(&mut into.allowances, from.allowances, |allowance| &allowance.fleet);
    lay(&mut into.other_appeals, from.other_appeals, |table| &table.id);
    lay(&mut into.refit_tables, from.refit_tables, |table| &table.id);
    lay(&mut into.crew_skill_tables, from.crew_skill_tables, |table| &table.id);
    lay(&mut into.hulk_bases, from.hulk_bases, |base| &base.fleet);
    base.ledger.extend(over.ledger);
}

fn forget_defined(base: &mut Ledger, over: &Ledger) {
    over.defined.iter().for_each(|entry| base.forget(&entry.owner));
}

fn lay_extras(base: &mut Extras, over: Extras) {
    let Extras { marks, clans, gifts, xenotech, evolutions, ordnance, defences_by_type, defences_by_size, .. } = over;
    // A mark is known by its table and its power, so a table is replaced as a whole.
    base.marks.retain(|mark| !marks.iter().any(|new| new.table == mark.table));
    base.marks.extend(marks);
    lay(&mut base.clans, clans, |clan| &clan.id);
    lay(&mut base.gifts, gifts, |gift| &gift.id);
    lay(&mut base.xenotech, xenotech, |system| &system.id);
    lay(&mut base.evolutions, evolutions, |evolution| &evolution.id);
    lay(&mut base.ordnance, ordnance, |marker| &marker.item);
    lay(&mut base.defences_by_type, defences_by_type, |world| &world.world);
    lay(&mut base.defences_by_size, defences_by_size, |size| &size.size);
    base.defence_rules = over.defence_rules.or_else(|| base.defence_rules.take());
    base.defence_value = over.defence_value.or_else(|| base.defence_value.take());
    base.orbital_mine = over.orbital_mine.or_else(|| base.orbital_mine.take());
    base.minefield = over.minefield.or_else(|| base.minefield.take());
    base.ramilies = over.ramilies.or_else(|| base.ramilies.take());
}

fn lay<T>(base: &mut Vec<T>, over: Vec<T>, id: impl Fn(&T) -> &String) {
    for new in over {
        match base.iter_mut().find(|old| id(old) == id(&new)) {
            Some(old) => *old = new,
            None => base.push(new),
        }
    }
}
