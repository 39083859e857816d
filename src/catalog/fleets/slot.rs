//! One fleet file, read as far as it is needed: not at all, some classes and lists, or whole.

use std::sync::OnceLock;

use super::file::{load_class, load_fleet, load_list};
use super::{CHECKED, FleetFile, load};
use crate::campaign::lists::{Fleet, FleetList};
use crate::catalog::reader::unpacked;
use crate::catalog::tree::{Item, Table, Value};
use crate::ships::class::ShipClass;

pub(super) struct Slot {
    pub(super) name: String,
    pub(super) text: &'static str,
    pub(super) file: OnceLock<FleetFile>,
    parts: OnceLock<Parts>,
}

/// What can be read without the file around it.
struct Parts {
    tree: Table<'static>,
    fleet: Fleet,
    classes: Vec<Lone<ShipClass>>,
    lists: Vec<Lone<FleetList>>,
}

/// A class or a list, read when it is asked for.
struct Lone<T> {
    id: String,
    read: OnceLock<Option<T>>,
}

impl Slot {
    pub(super) fn unread(name: &str, text: &'static str) -> Self {
        Self { name: name.to_owned(), text, file: OnceLock::new(), parts: OnceLock::new() }
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
        self.file.get().is_some() || self.parts.get().is_some()
    }

    fn parts(&self) -> &Parts {
        self.parts.get_or_init(|| {
            let tree = unpacked(self.text).expect(CHECKED);
            let fleet = load_fleet(&self.name, &tree);
            Parts { fleet, classes: lone(&tree, "class"), lists: lone(&tree, "list"), tree }
        })
    }

    /// What all lists of the file share; while it is unread, that alone is read.
    pub(super) fn fleet(&self) -> &Fleet {
        self.file.get().map_or_else(|| &self.parts().fleet, |file| &file.fleet)
    }

    /// A class; while the file is unread, it alone is read.
    pub(super) fn class(&self, id: &str) -> Option<&ShipClass> {
        if let Some(file) = self.file.get() {
            return file.classes.iter().find(|class| class.id == id);
        }
        let Parts { tree, fleet, classes, .. } = self.parts();
        let index = classes.iter().position(|lone| lone.id == id)?;
        classes[index].read.get_or_init(|| load_class(&self.name, tree, fleet, index)).as_ref()
    }

    /// A list; while the file is unread, it alone is read.
    pub(super) fn list(&self, id: &str) -> Option<&FleetList> {
        if let Some(file) = self.file.get() {
            return file.lists.iter().find(|list| list.id == id);
        }
        let index = self.parts().lists.iter().position(|lone| lone.id == id)?;
        self.nth_list(index)
    }

    fn nth_list(&self, index: usize) -> Option<&FleetList> {
        let Parts { tree, fleet, lists, .. } = self.parts();
        lists.get(index)?.read.get_or_init(|| load_list(&self.name, tree, fleet, index)).as_ref()
    }

    /// The lists that name something; while the file is unread, they alone are read.
    pub(super) fn lists_naming(&self, id: &str) -> Vec<&FleetList> {
        if let Some(file) = self.file.get() {
            return file.lists.iter().collect();
        }
        let tables = tables(&self.parts().tree, "list").iter().enumerate();
        tables.filter(|(_, list)| names(&list.value, id)).filter_map(|(index, _)| self.nth_list(index)).collect()
    }
}

fn tables<'f>(tree: &'f Table<'static>, key: &str) -> &'f [Item<'static>] {
    tree.get(key).and_then(|item| item.value.list()).unwrap_or_default()
}

fn lone<T>(tree: &Table<'static>, key: &str) -> Vec<Lone<T>> {
    let id =
        |item: &Item<'static>| item.value.table().and_then(|table| table.get("id")?.value.text()).map(str::to_owned);
    let lone = |item| Lone { id: id(item).unwrap_or_default(), read: OnceLock::new() };
    tables(tree, key).iter().map(lone).collect()
}

/// Whether a text stands anywhere in a value.
fn names(value: &Value<'_>, id: &str) -> bool {
    match value {
        Value::Text(text) => text == id,
        Value::List(list) => list.iter().any(|item| names(&item.value, id)),
        Value::Table(table) => table.0.iter().any(|(_, _, item)| names(&item.value, id)),
        Value::Integer(..) | Value::Float(_) | Value::Flag(_) | Value::Date(_) => false,
    }
}
