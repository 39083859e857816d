//! What has changed between two campaigns, row by row, and the way back.

use std::collections::BTreeMap;

use rusqlite::types::ValueRef;

use super::{Reader, Record, Unreadable};
use crate::campaign::state::battle::Battle;
use crate::campaign::state::{About, Campaign, Channel, Design, PirateBase, Player, System, Vessel};
use crate::store::cells::{Cell, Change, Table};

/// A row as an older schema left it, as this one writes it.
pub(in crate::store) fn renew(table: Table, cells: Vec<Cell>) -> Option<Vec<Cell>> {
    fn again<R: Record>(cells: &[Cell]) -> Option<Vec<Cell>> {
        let values: Vec<ValueRef<'_>> = cells.iter().map(Cell::value).collect();
        R::read(&Reader { table: R::TABLE, cells: &values }).ok().map(|record| record.cells())
    }
    let cells = table.fit(cells)?;
    match table.name {
        "about" => again::<About>(&cells),
        "player" => again::<Player>(&cells),
        "design" => again::<Design>(&cells),
        "vessel" => again::<Vessel>(&cells),
        "system" => again::<System>(&cells),
        "channel" => again::<Channel>(&cells),
        "pirate_base" => again::<PirateBase>(&cells),
        "battle" => again::<Battle>(&cells),
        _ => None,
    }
}

/// A vessel without ships, without an owner or of a design that is not on file: the rules rely on all three.
pub(in crate::store) fn dangling(campaign: &Campaign) -> Option<String> {
    missing(campaign, |vessel| vessel.hulls.iter().all(|hulls| campaign.designs.contains_key(&hulls.design)))
}

/// The same where no figures are read.
pub(in crate::store) fn homeless(campaign: &Campaign) -> Option<String> {
    missing(campaign, |_| true)
}

fn missing(campaign: &Campaign, figured: impl Fn(&Vessel) -> bool) -> Option<String> {
    let whole =
        |vessel: &&Vessel| !vessel.hulls.is_empty() && campaign.players.contains_key(&vessel.player) && figured(vessel);
    let vessel = campaign.vessels.values().find(|vessel| !whole(vessel))?;
    Some(format!("vessel {} has no owner, no ships or no figures", vessel.id.0))
}

/// What changed between two campaigns, table by table, key by key.
pub(in crate::store) fn changes(before: &Campaign, after: &Campaign) -> Vec<Change> {
    let mut found = Vec::new();
    let single = |about: &Option<About>| about.iter().map(|about| ((), about.clone())).collect::<BTreeMap<_, _>>();
    if before.about != after.about {
        compare(&single(&before.about), &single(&after.about), &mut found);
    }
    compare(&before.players, &after.players, &mut found);
    compare(&before.designs, &after.designs, &mut found);
    compare(&before.vessels, &after.vessels, &mut found);
    compare(&before.systems, &after.systems, &mut found);
    compare(&before.channels, &after.channels, &mut found);
    compare(&before.bases, &after.bases, &mut found);
    compare(&before.battles, &after.battles, &mut found);
    found
}

fn compare<K: Ord, R: Record>(before: &BTreeMap<K, R>, after: &BTreeMap<K, R>, found: &mut Vec<Change>) {
    let mut change = |before: Option<Vec<Cell>>, after: Option<Vec<Cell>>| {
        let key = match before.as_ref().or(after.as_ref()).and_then(|cells| cells.first()) {
            Some(Cell::Int(key)) => *key,
            _ => unreachable!("the first column of a state table is its integer key"),
        };
        found.push(Change { table: R::TABLE, key, before, after });
    };
    for (key, old) in before {
        match after.get(key) {
            Some(new) if new == old => {}
            new => change(Some(old.cells()), new.map(Record::cells)),
        }
    }
    for (_, new) in after.iter().filter(|(key, _)| !before.contains_key(key)) {
        change(None, Some(new.cells()));
    }
}

/// Writes a changed row back into a campaign: how verify undoes, and how views of the past are drawn.
pub(in crate::store) fn restore(campaign: &mut Campaign, change: &Change) -> Result<(), Unreadable> {
    match change.table.name {
        "about" => {
            let mut row = BTreeMap::new();
            put(&mut row, change, |_: &About| ())?;
            campaign.about = row.into_values().next();
            Ok(())
        }
        "player" => put(&mut campaign.players, change, |row: &Player| row.id),
        "design" => put(&mut campaign.designs, change, |row: &Design| row.id),
        "vessel" => put(&mut campaign.vessels, change, |row: &Vessel| row.id),
        "system" => put(&mut campaign.systems, change, |row: &System| row.id),
        "channel" => put(&mut campaign.channels, change, |row: &Channel| (row.a, row.b)),
        "pirate_base" => put(&mut campaign.bases, change, |row: &PirateBase| row.player),
        "battle" => put(&mut campaign.battles, change, |row: &Battle| row.id),
        _ => Err(Unreadable { table: change.table.name, key: change.key, column: "id" }),
    }
}

fn put<K: Ord, R: Record>(rows: &mut BTreeMap<K, R>, change: &Change, key: fn(&R) -> K) -> Result<(), Unreadable> {
    let read = |cells: &Vec<Cell>| {
        let values: Vec<ValueRef<'_>> = cells.iter().map(Cell::value).collect();
        R::read(&Reader { table: R::TABLE, cells: &values })
    };
    match (&change.before, &change.after) {
        (_, Some(after)) => {
            let record = read(after)?;
            rows.insert(key(&record), record);
        }
        (Some(before), None) => {
            rows.remove(&key(&read(before)?));
        }
        (None, None) => {}
    }
    Ok(())
}
