//! Reads and writes the agenda: what is still to be done or to be decided. The words and fields of each task are in
//! [`decisions`](crate::battle::gothic::decisions).

use super::flights::{flight_at, written};
use super::rows::{Row, place};
use super::values::{length, list_of, opt_ship, place_of, ship_at, side, small, unit_at};
use crate::battle::gothic::decisions::fields::{Fields, Words};
use crate::battle::gothic::state::agenda::Task;
use crate::battle::gothic::state::ordnance::{FlightId, WAVE};
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, ShipId, Unit};
use crate::catalog::reader::Node;
use crate::ships::crew::Raiders;
use crate::table::fixed_list::FixedList;
use crate::table::geometry::{Length, Point};
use crate::table::side::Side;

/// Who makes a hit-and-run attack, as words.
const RAIDERS: [(&str, Raiders); 4] = [
    ("crew", Raiders::Crew),
    ("honour guard", Raiders::HonourGuard),
    ("chosen", Raiders::Chosen),
    ("terminators", Raiders::Terminators),
];

/// Reads a task; `None` when a problem leaves nothing of it.
pub(super) fn read(node: &mut Node<'_>, roster: &Roster, battle: &Battle) -> Option<Task> {
    let word = node.text("do");
    node.call(format!("agenda \"{word}\""));
    let Some(mut task) = Task::blank(&word) else {
        node.problem_at("do", format_args!("there is no task \"{word}\""));
        return None;
    };
    let mut row = Reading { node, roster, battle, whole: true };
    task.fields(&mut row);
    row.whole.then_some(task)
}

/// Writes a task.
pub(super) fn write(roster: &Roster, task: &Task) -> Row {
    let mut writing = Writing { row: Row::default(), roster };
    writing.row.text("do", task.word());
    let mut task = *task;
    task.fields(&mut writing);
    writing.row
}

/// A weapon of a ship, by its name.
pub(super) fn weapon(node: &Node<'_>, key: &'static str, roster: &Roster, ship: ShipId) -> u8 {
    let gun = node.text(key);
    let weapons = roster.ships.get(usize::from(ship.0)).map_or(&[][..], |entry| &entry.profile.weapons);
    let weapon = weapons.iter().position(|weapon| weapon.name.eq_ignore_ascii_case(&gun));
    if weapon.is_none() {
        node.problem_at(key, format_args!("there is no weapon \"{gun}\" on it"));
    }
    weapon.unwrap_or(0) as u8
}

/// A row that is read.
struct Reading<'n, 'f> {
    node: &'n Node<'f>,
    roster: &'n Roster,
    battle: &'n Battle,
    /// Nothing was missing that a task cannot do without.
    whole: bool,
}

impl Reading<'_, '_> {
    /// Takes what was found, or remembers that it was not.
    fn take<T>(&mut self, found: Option<T>, value: &mut T) {
        match found {
            Some(found) => *value = found,
            None => self.whole = false,
        }
    }
}

impl Fields for Reading<'_, '_> {
    fn ship(&mut self, key: &'static str, value: &mut ShipId) {
        self.take(ship_at(self.node, key, self.roster), value);
    }

    fn opt_ship(&mut self, key: &'static str, value: &mut Option<ShipId>) {
        *value = opt_ship(self.node, key, self.roster);
    }

    fn unit(&mut self, key: &'static str, value: &mut Unit) {
        self.take(unit_at(self.node, key, self.roster), value);
    }

    fn side(&mut self, key: &'static str, value: &mut Side) {
        *value = side(self.node, key, self.roster);
    }

    fn flight(&mut self, key: &'static str, value: &mut FlightId) {
        *value = flight_at(self.node, key);
    }

    fn number(&mut self, key: &'static str, value: &mut u8) {
        *value = small(self.node, key).unwrap_or(0);
    }

    fn signed(&mut self, key: &'static str, value: &mut i8) {
        *value = i8::try_from(self.node.opt_signed(key).unwrap_or(0)).unwrap_or(0);
    }

    fn count(&mut self, key: &'static str, value: &mut u16) {
        *value = self.node.opt_number(key).and_then(|number| u16::try_from(number).ok()).unwrap_or(0);
    }

    fn turn(&mut self, key: &'static str, value: &mut i32) {
        *value = self.node.opt_signed(key).unwrap_or(*value);
    }

    fn length(&mut self, key: &'static str, value: &mut Length) {
        *value = length(self.node, key).unwrap_or_default();
    }

    fn place(&mut self, key: &'static str, value: &mut Point) {
        *value = place_of(self.node, key, &self.node.decimals(key)).unwrap_or_default();
    }

    fn faces(&mut self, key: &'static str, value: &mut FixedList<u8, WAVE>) {
        *value = list_of(self.node, key, |word| word.parse().ok());
    }

    fn feature(&mut self, key: &'static str, value: &mut u8) {
        *value = small(self.node, key).unwrap_or(0);
        if usize::from(*value) >= self.battle.features.len() {
            self.node.problem_at(key, "there is no such phenomenon");
            self.whole = false;
        }
    }

    fn group(&mut self, key: &'static str, value: &mut u8) {
        *value = small(self.node, key).unwrap_or(0).saturating_sub(1);
        if usize::from(*value) >= self.battle.mission.groups.len() {
            self.node.problem_at(key, "there is no such group");
            self.whole = false;
        }
    }

    fn weapon(&mut self, key: &'static str, ship: ShipId, value: &mut u8) {
        *value = weapon(self.node, key, self.roster, ship);
    }

    fn raiders(&mut self, key: &'static str, value: &mut Raiders) {
        let Some(word) = self.node.opt_text(key) else { return };
        match RAIDERS.iter().find(|(known, _)| *known == word) {
            Some((_, raiders)) => *value = *raiders,
            None => self.node.problem_at(key, format_args!("there are no raiders \"{word}\"")),
        }
    }

    fn kind<T: Copy>(&mut self, key: &'static str, noun: &str, value: &mut T, (_, blank): Words<T>) {
        let word = self.node.text(key);
        let found = blank(&word);
        if found.is_none() {
            self.node.problem_at(key, format_args!("there is no {noun} \"{word}\""));
        }
        self.take(found, value);
    }
}

/// A row that is written.
struct Writing<'r> {
    row: Row,
    roster: &'r Roster,
}

impl Fields for Writing<'_> {
    fn ship(&mut self, key: &'static str, value: &mut ShipId) {
        self.row.text(key, self.roster.unit_name(Unit::Ship(*value)));
    }

    fn opt_ship(&mut self, key: &'static str, value: &mut Option<ShipId>) {
        self.row.opt(key, value.map(|ship| self.roster.unit_name(Unit::Ship(ship))));
    }

    fn unit(&mut self, key: &'static str, value: &mut Unit) {
        self.row.text(key, self.roster.unit_name(*value));
    }

    fn side(&mut self, key: &'static str, value: &mut Side) {
        self.row.text(key, &self.roster.sides[*value as usize]);
    }

    fn flight(&mut self, key: &'static str, value: &mut FlightId) {
        self.row.text(key, &written(*value));
    }

    fn number(&mut self, key: &'static str, value: &mut u8) {
        self.row.number(key, *value);
    }

    fn signed(&mut self, key: &'static str, value: &mut i8) {
        self.row.raw(key, value);
    }

    fn count(&mut self, key: &'static str, value: &mut u16) {
        self.row.raw(key, value);
    }

    fn turn(&mut self, key: &'static str, value: &mut i32) {
        self.row.raw(key, value);
    }

    fn length(&mut self, key: &'static str, value: &mut Length) {
        self.row.length(key, *value);
    }

    fn place(&mut self, key: &'static str, value: &mut Point) {
        self.row.raw(key, place(*value));
    }

    fn faces(&mut self, key: &'static str, value: &mut FixedList<u8, WAVE>) {
        self.row.list(key, &value.iter().map(u8::to_string).collect::<Vec<_>>());
    }

    fn feature(&mut self, key: &'static str, value: &mut u8) {
        self.row.number(key, *value);
    }

    fn group(&mut self, key: &'static str, value: &mut u8) {
        self.row.number(key, *value + 1);
    }

    fn weapon(&mut self, key: &'static str, ship: ShipId, value: &mut u8) {
        self.row.text(key, &self.roster[ship].profile.weapons[usize::from(*value)].name);
    }

    fn raiders(&mut self, key: &'static str, value: &mut Raiders) {
        let word = RAIDERS.iter().find(|(_, known)| known == value && *value != Raiders::Crew);
        self.row.opt(key, word.map(|(word, _)| *word));
    }

    fn kind<T: Copy>(&mut self, key: &'static str, _: &str, value: &mut T, (word, _): Words<T>) {
        self.row.text(key, word(*value));
    }
}
