//! What the ids of the fleet files do, for whoever fits a ship out.

use super::Fleets;
use super::file::FleetFile;
use super::slot::Slot;
use crate::ships::class::ShipClass;
use crate::ships::effects::{Effect, Effects};

impl Fleets {
    /// The files that may say what an id does for a class: its own fleet's first.
    fn telling(&self, class: &ShipClass, id: &str) -> Vec<&FleetFile> {
        let mut files: Vec<&FleetFile> = self.slots.iter().filter(|slot| slot.may_name(id)).map(Slot::file).collect();
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
