//! Tries what the options of a club's own classes do, so that a battle is not the first to refuse them.

use super::Fleets;
use super::ledger::{Entry, Kind};
use crate::catalog::reader::Problem;
use crate::ships::armament::slots;
use crate::ships::class::{ClassOption, ShipClass};
use crate::ships::fitting::Fitting;
use crate::ships::profile::Profile;

impl Fleets {
    /// Options of the club's own classes whose effects their ships cannot have: nothing to give up, bays or tubes that
    /// are not there. What the class itself has that is not played is no fault of its options.
    pub(super) fn unfit_options(&self) -> Vec<Problem> {
        let files = self.files();
        let entries: Vec<&Entry> = files.iter().flat_map(|file| &file.ledger.defined).collect();
        let of_club = |entry: &&&Entry| self.club.iter().any(|name| name == entry.place.file());
        let options = entries.iter().filter(|entry| entry.kind == Kind::Option).filter(of_club);
        options
            .filter_map(|entry| {
                let class = self.class(&entry.scope)?;
                let option = class.options.iter().find(|option| option.id == entry.id)?;
                let why = self.unfit(class, option)?;
                Some(entry.place.problem(format!("{}: option \"{}\": {why}", entry.owner, entry.id)))
            })
            .collect()
    }

    /// Why no ship of a class can have an option, alone or with one other.
    fn unfit(&self, class: &ShipClass, option: &ClassOption) -> Option<String> {
        option.effects.as_ref()?;
        let slots = slots(class);
        let must = slots.iter().filter(|slot| slot.must_be_filled());
        let armament: Vec<String> = must.filter_map(|slot| slot.choices.first()).map(|slot| slot.id.clone()).collect();
        let refused = |upgrades: Vec<String>| {
            let fitting = Fitting { armament: armament.clone(), upgrades, ..Fitting::default() };
            Profile::of(class, &fitting, self).err().unwrap_or_default()
        };
        let anyway = refused(Vec::new());
        let mut told = refused(vec![option.id.clone()]);
        told.retain(|why| !anyway.contains(why));
        let others = || class.options.iter().filter(|other| other.id != option.id);
        let with = |other: &ClassOption| refused(vec![other.id.clone(), option.id.clone()]).len() == anyway.len();
        if told.is_empty() || others().any(with) {
            return None;
        }
        Some(told.join("; "))
    }
}
