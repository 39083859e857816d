//! What a file defines and what it names, with places, so that names can be checked once all files are known.

use crate::catalog::reader::{Node, Place};
use crate::text::slug;

/// What a name in a data file may stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Kind {
    Class,
    Commander,
    Craft,
    CrewSkillTable,
    Fleet,
    List,
    MarkTable,
    Option,
    OtherAppeal,
    RefitTable,
    Section,
    Special,
    Upgrade,
}

impl Kind {
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Class => "class",
            Self::Commander => "commander",
            Self::Craft => "attack craft",
            Self::CrewSkillTable => "crew-skill table",
            Self::Fleet => "fleet",
            Self::List => "list",
            Self::MarkTable => "table of marks",
            Self::Option => "option",
            Self::OtherAppeal => "other appeal",
            Self::RefitTable => "refit table",
            Self::Section => "section",
            Self::Special => "special rule",
            Self::Upgrade => "upgrade",
        }
    }
}

/// A name at a place.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) kind: Kind,
    /// The list of a section or commander, the class of an option, the fleet of an upgrade; empty for what is global.
    pub(super) scope: String,
    pub(super) id: String,
    /// The definition that holds it, such as `class "lunar"`: replaced by an overlay as a whole.
    pub(super) owner: String,
    pub(super) place: Place,
}

/// What a file defines and what it names.
#[derive(Clone, Debug, Default)]
pub(super) struct Ledger {
    owner: String,
    pub(super) defined: Vec<Entry>,
    pub(super) named: Vec<Entry>,
}

impl Ledger {
    /// Starts a definition: reads its `id`, names the table after it in messages, and notes it.
    pub(super) fn define(&mut self, node: &mut Node<'_>, kind: Kind, scope: &str) -> String {
        let id = read_id(node);
        let owner = format!("{} \"{id}\"", kind.word());
        self.begin(node, &owner);
        self.add(kind, scope, &id, node.place_of("id"));
        id
    }

    /// Notes the fleet that a file is about.
    pub(super) fn head(&mut self, node: &Node<'_>, id: &str) {
        self.owner = format!("fleet \"{id}\"");
        self.add(Kind::Fleet, "", id, node.place_of("id"));
    }

    /// Starts a definition that others cannot name.
    pub(super) fn begin(&mut self, node: &mut Node<'_>, owner: &str) {
        node.call(owner);
        owner.clone_into(&mut self.owner);
    }

    /// Notes a part of the definition that was started, such as a section of a list.
    pub(super) fn part(&mut self, node: &mut Node<'_>, kind: Kind, scope: &str) -> String {
        let id = read_id(node);
        node.call(format!("{}: {} \"{id}\"", self.owner, kind.word()));
        self.add(kind, scope, &id, node.place_of("id"));
        id
    }

    fn add(&mut self, kind: Kind, scope: &str, id: &str, place: Place) {
        let owner = self.owner.clone();
        self.defined.push(Entry { kind, scope: scope.to_owned(), id: id.to_owned(), owner, place });
    }

    /// Notes that something else is named.
    pub(super) fn name(&mut self, kind: Kind, scope: &str, id: &str, place: Place) {
        let owner = self.owner.clone();
        self.named.push(Entry { kind, scope: scope.to_owned(), id: id.to_owned(), owner, place });
    }

    /// Reads a list of names and notes each of them.
    pub(super) fn names(&mut self, node: &Node<'_>, key: &'static str, kind: Kind, scope: &str) -> Vec<String> {
        let placed = node.placed_texts(key);
        for (id, place) in &placed {
            self.name(kind, scope, id, place.clone());
        }
        placed.into_iter().map(|(id, _)| id).collect()
    }

    /// Reads a name that may be absent and notes it.
    pub(super) fn opt_name(&mut self, node: &Node<'_>, key: &'static str, kind: Kind, scope: &str) -> Option<String> {
        let id = node.opt_text(key)?;
        self.name(kind, scope, &id, node.place_of(key));
        Some(id)
    }

    /// Reads prices by class and notes the classes.
    pub(super) fn prices(&mut self, node: &Node<'_>, key: &'static str) -> Vec<(String, u32)> {
        let prices = node.number_map(key);
        for (class, _) in &prices {
            self.name(Kind::Class, "", class, node.place_of(key));
        }
        prices
    }

    /// Forgets what one definition defined and named.
    pub(super) fn forget(&mut self, owner: &str) {
        self.defined.retain(|entry| entry.owner != owner);
        self.named.retain(|entry| entry.owner != owner);
    }

    /// Takes over everything of another ledger.
    pub(super) fn extend(&mut self, other: Self) {
        self.defined.extend(other.defined);
        self.named.extend(other.named);
    }
}

/// Reads an id and insists that it is a kebab-case slug.
pub(super) fn read_id(node: &Node<'_>) -> String {
    let id = node.text("id");
    let wanted = slug(&id);
    if id != wanted && !id.trim().is_empty() {
        node.problem_at("id", format_args!("`id` is \"{id}\", which is not kebab-case; write \"{wanted}\""));
    }
    id
}
