//! One fleet file, read as far as it is needed: not at all, some classes, or whole.

use std::sync::OnceLock;

use super::{CHECKED, FleetFile, load};
use crate::ships::class::ShipClass;

const CLASS: &str = "[[class]]\nid = \"";

pub(super) struct Slot {
    pub(super) name: String,
    pub(super) text: &'static str,
    pub(super) file: OnceLock<FleetFile>,
    classes: OnceLock<Vec<Lone>>,
}

/// A class that can be read without the file around it.
struct Lone {
    id: &'static str,
    text: &'static str,
    class: OnceLock<ShipClass>,
}

impl Slot {
    pub(super) fn unread(name: &str, text: &'static str) -> Self {
        Self { name: name.to_owned(), text, file: OnceLock::new(), classes: OnceLock::new() }
    }

    pub(super) fn read(name: &str, file: FleetFile) -> Self {
        Self { file: OnceLock::from(file), ..Self::unread(name, "") }
    }

    pub(super) fn file(&self) -> &FleetFile {
        self.file.get_or_init(|| load(&self.name, self.text).expect(CHECKED))
    }

    /// Whether the unread text holds a definition: its `id` is the first line of its table in all our files.
    pub(super) fn may_define(&self, table: &str, id: &str) -> bool {
        self.file.get().is_some() || self.text.contains(&format!("[[{table}]]\nid = \"{id}\"\n"))
    }

    pub(super) fn may_name(&self, id: &str) -> bool {
        self.file.get().is_some() || self.text.contains(&format!("\"{id}\""))
    }

    /// Whether looking for a class costs next to nothing.
    pub(super) fn knows_classes(&self) -> bool {
        self.file.get().is_some() || self.classes.get().is_some()
    }

    /// A class; while the file is unread, it alone is read, under the keys of the whole fleet.
    pub(super) fn class(&self, id: &str) -> Option<&ShipClass> {
        if let Some(file) = self.file.get() {
            return file.classes.iter().find(|class| class.id == id);
        }
        let lone = self.classes.get_or_init(|| lone_classes(self.text)).iter().find(|lone| lone.id == id)?;
        let read = || {
            let fleet = self.text.split_inclusive('\n').take_while(|line| !line.starts_with("[["));
            let text: String = fleet.chain([lone.text]).collect();
            load(&self.name, &text).expect(CHECKED).classes.pop().expect(CHECKED)
        };
        Some(lone.class.get_or_init(read))
    }
}

fn lone_classes(text: &'static str) -> Vec<Lone> {
    let own = |table: &str| table.starts_with("\n[[class.") || table.starts_with("\n[class.");
    text.match_indices(CLASS)
        .filter_map(|(start, _)| {
            let rest = &text[start..];
            let end = rest.match_indices("\n[").map(|(at, _)| at).find(|at| !own(&rest[*at..]));
            let (id, _) = rest[CLASS.len()..].split_once('"')?;
            Some(Lone { id, text: &rest[..end.unwrap_or(rest.len())], class: OnceLock::new() })
        })
        .collect()
}
