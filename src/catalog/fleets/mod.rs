//! The fleets: every class, list, commander, upgrade and table of `fleets/`, and a club's own files over them.
//!
//! The embedded files are read when something in them is asked for, so that a command about one ship does not pay for
//! thirteen fleets. They are known to be good by a test; a club's files are checked before they are used.

mod appeals;
mod book;
mod check;
mod class;
mod commander;
mod defences;
mod effects;
mod extras;
mod file;
mod ledger;
mod limit;
mod list;
mod overlay;
mod played;
mod slot;

use std::sync::OnceLock;

use crate::campaign::appeal_tables::Appeals;
use crate::campaign::extras::{Gift, Mark};
use crate::campaign::lists::{AttackCraft, CommanderKind, Fleet, FleetList, Upgrade};
use crate::catalog::embedded;
use crate::catalog::reader::Problem;
use crate::ships::class::ShipClass;

use appeals::{AppealFile, SpecialFile};
pub use file::{FleetFile, load};
use slot::Slot;

const CHECKED: &str = "embedded fleets are checked by a test";
const SPECIAL_RULES: &str = "special-rules.toml";
const APPEALS: &str = "appeals.toml";

/// All fleets, read when they are asked for.
pub struct Fleets {
    slots: Vec<Slot>,
    special: OnceLock<SpecialFile>,
    appeals: OnceLock<AppealFile>,
    /// Names of the club's files.
    club: Vec<String>,
    digest: Option<String>,
}

impl Fleets {
    /// The fleets that come with the program. Reads nothing yet.
    #[must_use]
    pub fn embedded() -> Self {
        let slots = embedded::FLEETS
            .iter()
            .filter(|(name, _)| !is_shared(name))
            .map(|(name, text)| Slot::unread(name, text))
            .collect();
        Self { slots, special: OnceLock::new(), appeals: OnceLock::new(), club: Vec::new(), digest: None }
    }

    /// The embedded fleets with a club's own files, each a name and a text, laid over them.
    ///
    /// A file whose `id` is a known fleet replaces its classes, lists, commanders, craft and upgrades of the same id,
    /// adds those of a new id, and replaces the fleet-level keys that it gives; a file with a new `id` adds a fleet.
    /// Files called `special-rules.toml` and `appeals.toml` are laid over ours in the same way.
    ///
    /// # Errors
    /// Every problem of the club's files and of the whole that they make.
    pub fn with_overlay(files: Vec<(String, String)>) -> Result<Self, Vec<Problem>> {
        let mut fleets = Self::embedded();
        let mut problems = Vec::new();
        let mut digest = blake3::Hasher::new();
        for (name, text) in files {
            digest.update(name.as_bytes()).update(&[0]).update(text.as_bytes()).update(&[0]);
            problems.extend(fleets.lay(&name, &text).err().into_iter().flatten());
            fleets.club.push(name);
        }
        // What a broken file would have defined is missing, so names are checked only when all files can be read.
        if problems.is_empty() {
            problems = fleets.check();
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        fleets.digest = Some(digest.finalize().to_hex().to_string());
        Ok(fleets)
    }

    fn lay(&mut self, name: &str, text: &str) -> Result<(), Vec<Problem>> {
        if is_named(name, SPECIAL_RULES) {
            let over = appeals::load_special(name, text)?;
            // Ours must be read before anything can be laid over it.
            self.special_file();
            overlay::lay_special(self.special.get_mut().expect(CHECKED), over);
        } else if is_named(name, APPEALS) {
            let over = appeals::load_appeals(name, text, Some(self.appeals()))?;
            overlay::lay_appeals(self.appeals.get_mut().expect(CHECKED), over);
        } else {
            let over = file::load_over(name, text, |id| self.fleet(id))?;
            match self.slots.iter_mut().find(|slot| slot.file().fleet.id == over.fleet.id) {
                Some(slot) => overlay::lay_fleet(slot.file.get_mut().expect(CHECKED), over),
                None => self.slots.push(Slot::read(name, over)),
            }
        }
        Ok(())
    }

    /// Checks everything: names of other files, doubles, unused keys, classes that nobody can have.
    #[must_use]
    pub fn check(&self) -> Vec<Problem> {
        let unread = self.slots.iter().filter(|slot| slot.file.get().is_none());
        let broken: Vec<Problem> = unread.filter_map(|slot| load(&slot.name, slot.text).err()).flatten().collect();
        if !broken.is_empty() {
            return broken;
        }
        let mut problems = check::check(&self.files(), self.special_file(), self.appeal_file(), &self.club);
        problems.extend(self.unfit_options());
        problems.sort();
        problems
    }

    /// A fleet by id.
    #[must_use]
    pub fn fleet(&self, id: &str) -> Option<&Fleet> {
        let name = format!("fleets/{id}.toml");
        let first = self.slots.iter().find(|slot| slot.name == name).map(Slot::fleet);
        let found = first.filter(|fleet| fleet.id == id);
        found.or_else(|| self.files().into_iter().map(|file| &file.fleet).find(|fleet| fleet.id == id))
    }

    /// A fleet list by id.
    #[must_use]
    pub fn list(&self, id: &str) -> Option<&FleetList> {
        let found = self.slots.iter().filter(|slot| slot.may_define("list", id)).find_map(|slot| slot.list(id));
        found.or_else(|| self.files().into_iter().flat_map(|file| &file.lists).find(|list| list.id == id))
    }

    /// A class by id.
    #[must_use]
    pub fn class(&self, id: &str) -> Option<&ShipClass> {
        let (known, unknown): (Vec<&Slot>, Vec<&Slot>) = self.slots.iter().partition(|slot| slot.knows_classes());
        let likely = unknown.into_iter().filter(|slot| slot.may_define("class", id));
        let found = known.into_iter().chain(likely).find_map(|slot| slot.class(id));
        found.or_else(|| self.files().into_iter().flat_map(|file| &file.classes).find(|class| class.id == id))
    }

    /// A kind of attack craft by id.
    #[must_use]
    pub fn craft(&self, id: &str) -> Option<&AttackCraft> {
        self.find("craft", id, |file| file.craft.iter().find(|craft| craft.id == id))
    }

    /// Looks in the files whose text promises it, and in all of them only when none keeps the promise.
    fn find<'f, T>(&'f self, table: &str, id: &str, find: impl Fn(&'f FleetFile) -> Option<&'f T>) -> Option<&'f T> {
        let likely = self.slots.iter().filter(|slot| slot.may_define(table, id));
        likely.map(Slot::file).find_map(&find).or_else(|| self.files().into_iter().find_map(&find))
    }

    /// A commander that a list offers.
    #[must_use]
    pub fn commander(&self, list: &str, commander: &str) -> Option<&CommanderKind> {
        self.commanders_of(list).into_iter().find(|kind| kind.id == commander)
    }

    /// The commanders that a list offers, those of other fleets last.
    #[must_use]
    pub fn commanders_of(&self, list: &str) -> Vec<&CommanderKind> {
        let commanders = self.naming(list).into_iter().flat_map(|file| &file.commanders);
        commanders.filter(|kind| kind.lists.iter().any(|offered| offered == list)).collect()
    }

    /// The upgrades that a list sells: its own, its fleet's, and those of other fleets that name it.
    #[must_use]
    pub fn upgrades_of(&self, list: &str) -> Vec<&Upgrade> {
        let Some(own) = self.list(list) else { return Vec::new() };
        let sold = |file: &FleetFile, upgrade: &Upgrade| {
            let everywhere = upgrade.lists.is_empty() && file.fleet.id == own.fleet;
            everywhere || upgrade.lists.iter().any(|named| named == list)
        };
        let files = self.naming(list);
        let shared = files.iter().flat_map(|file| file.upgrades.iter().filter(|upgrade| sold(file, upgrade)));
        own.upgrades.iter().chain(shared).collect()
    }

    /// The lists that sell a class, in the order of the files.
    #[must_use]
    pub fn lists_selling(&self, class: &str) -> Vec<&FleetList> {
        let likely = self.slots.iter().filter(|slot| slot.may_name(class)).flat_map(|slot| slot.lists_naming(class));
        let sells =
            |list: &&FleetList| list.sections.iter().any(|section| section.classes.iter().any(|id| id == class));
        likely.filter(sells).collect()
    }

    /// The files that define or name a list, its own first.
    fn naming(&self, list: &str) -> Vec<&FleetFile> {
        let likely = self.slots.iter().filter(|slot| slot.may_name(list));
        let mut files: Vec<&FleetFile> = likely.map(Slot::file).collect();
        files.sort_by_key(|file| !file.lists.iter().any(|own| own.id == list));
        files
    }

    /// The Marks of Chaos of one table, which a commander's `marks_table` names.
    #[must_use]
    pub fn marks(&self, fleet: &str, table: &str) -> Vec<&Mark> {
        let files = self.files().into_iter().filter(|file| file.fleet.id == fleet);
        files.flat_map(|file| &file.extras.marks).filter(|mark| mark.table == table).collect()
    }

    /// The gift of a face, in a fleet whose capital ships each have one.
    #[must_use]
    pub fn gift(&self, fleet: &str, face: u8) -> Option<&Gift> {
        let slot = self.slots.iter().find(|slot| slot.name == format!("fleets/{fleet}.toml"));
        let files = slot.map_or_else(|| self.files(), |slot| vec![slot.file()]);
        let file = files.into_iter().find(|file| file.fleet.id == fleet)?;
        file.extras.gifts.iter().find(|gift| gift.roll == u32::from(face))
    }

    /// What a special-rule key means.
    #[must_use]
    pub fn special_rule(&self, key: &str) -> Option<&str> {
        self.special_file().keys.iter().find(|(id, _)| id == key).map(|(_, meaning)| meaning.as_str())
    }

    /// Every special-rule key with its meaning.
    #[must_use]
    pub fn special_rules(&self) -> &[(String, String)] {
        &self.special_file().keys
    }

    /// Appeals, refits, crew skills and special torpedoes.
    #[must_use]
    pub fn appeals(&self) -> &Appeals {
        &self.appeal_file().appeals
    }

    /// Every fleet file, all of them read.
    #[must_use]
    pub fn files(&self) -> Vec<&FleetFile> {
        self.slots.iter().map(Slot::file).collect()
    }

    /// Ids of all classes, in the order of the files.
    #[must_use]
    pub fn class_ids(&self) -> Vec<&str> {
        self.files().into_iter().flat_map(|file| &file.classes).map(|class| class.id.as_str()).collect()
    }

    /// Ids of all lists, in the order of the files.
    #[must_use]
    pub fn list_ids(&self) -> Vec<&str> {
        self.files().into_iter().flat_map(|file| &file.lists).map(|list| list.id.as_str()).collect()
    }

    /// Names of the files that were read so far, whole or in part.
    #[must_use]
    pub fn read_so_far(&self) -> Vec<&str> {
        self.slots.iter().filter(|slot| slot.knows_classes()).map(|slot| slot.name.as_str()).collect()
    }

    /// The digest of the club's files, or `None` without any.
    #[must_use]
    pub fn digest(&self) -> Option<String> {
        self.digest.clone()
    }

    fn special_file(&self) -> &SpecialFile {
        self.special.get_or_init(|| {
            let (name, text) = shared(SPECIAL_RULES);
            appeals::load_special(name, text).expect(CHECKED)
        })
    }

    fn appeal_file(&self) -> &AppealFile {
        self.appeals.get_or_init(|| {
            let (name, text) = shared(APPEALS);
            appeals::load_appeals(name, text, None).expect(CHECKED)
        })
    }
}

fn is_shared(name: &str) -> bool {
    is_named(name, SPECIAL_RULES) || is_named(name, APPEALS)
}

fn is_named(path: &str, name: &str) -> bool {
    path.rsplit(['/', '\\']).next() == Some(name)
}

fn shared(wanted: &str) -> (&'static str, &'static str) {
    embedded::FLEETS.iter().copied().find(|(name, _)| is_named(name, wanted)).expect(CHECKED)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_fleets_have_no_problem() {
        for (name, text) in embedded::FLEETS {
            let problems = if is_named(name, SPECIAL_RULES) {
                appeals::load_special(name, text).err()
            } else if is_named(name, APPEALS) {
                appeals::load_appeals(name, text, None).err()
            } else {
                load(name, text).err()
            };
            let lines: Vec<String> = problems.into_iter().flatten().map(|problem| problem.to_string()).collect();
            assert!(lines.is_empty(), "{}", lines.join("\n"));
        }
        let lines: Vec<String> = Fleets::embedded().check().iter().map(ToString::to_string).collect();
        assert!(lines.is_empty(), "{}", lines.join("\n"));
    }

    #[test]
    fn the_text_of_a_file_promises_everything_it_defines() {
        for slot in Fleets::embedded().slots {
            let file = load(&slot.name, slot.text).unwrap();
            assert_eq!(slot.name, format!("fleets/{}.toml", file.fleet.id));
            assert!(file.classes.iter().all(|class| slot.may_define("class", &class.id)), "{}", slot.name);
            assert!(file.lists.iter().all(|list| slot.may_define("list", &list.id)), "{}", slot.name);
            assert!(file.craft.iter().all(|craft| slot.may_define("craft", &craft.id)), "{}", slot.name);
        }
    }

    #[test]
    fn a_class_or_list_read_alone_is_that_of_its_file() {
        let sells = |list: &FleetList, class: &str| {
            list.sections.iter().any(|section| section.classes.iter().any(|id| id == class))
        };
        for slot in Fleets::embedded().slots {
            let file = load(&slot.name, slot.text).unwrap();
            for class in &file.classes {
                assert_eq!(slot.class(&class.id), Some(class));
                let whole = file.lists.iter().filter(|list| sells(list, &class.id)).collect::<Vec<_>>();
                let alone = slot.lists_naming(&class.id).into_iter().filter(|list| sells(list, &class.id));
                assert_eq!(alone.collect::<Vec<_>>(), whole);
            }
            for list in &file.lists {
                assert_eq!(slot.list(&list.id), Some(list));
            }
            assert_eq!(slot.fleet(), &file.fleet);
            assert!(slot.file.get().is_none(), "{}", slot.name);
        }
    }
}
