//! One name for the whole state, kept up to date row by row.
//!
//! The digest is the sum of the hashes of all rows, so a change costs what it changes, whatever the size of the
//! campaign. A sum is enough against faults and edits by hand, since the chain fixes the digest of every entry.

use std::fmt;
use std::str::FromStr;

use super::cells::{Cell, Change, Table};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Digest([u64; 4]);

impl Digest {
    pub(super) fn add(&mut self, table: Table, cells: &[Cell]) {
        for (lane, part) in self.0.iter_mut().zip(row_hash(table, cells)) {
            *lane = lane.wrapping_add(part);
        }
    }

    fn remove(&mut self, table: Table, cells: &[Cell]) {
        for (lane, part) in self.0.iter_mut().zip(row_hash(table, cells)) {
            *lane = lane.wrapping_sub(part);
        }
    }

    pub(super) fn change(&mut self, change: &Change) {
        if let Some(before) = &change.before {
            self.remove(change.table, before);
        }
        if let Some(after) = &change.after {
            self.add(change.table, after);
        }
    }
}

/// Hashes a row; every value carries its kind and length, so that no two rows look alike.
fn row_hash(table: Table, cells: &[Cell]) -> [u64; 4] {
    let mut hasher = blake3::Hasher::new();
    hasher.update(table.name.as_bytes()).update(&[0]);
    for cell in cells {
        match cell {
            Cell::Null => hasher.update(b"n"),
            Cell::Int(number) => hasher.update(b"i").update(&number.to_le_bytes()),
            Cell::Text(text) => hasher.update(b"t").update(&(text.len() as u64).to_le_bytes()).update(text.as_bytes()),
        };
    }
    let mut lanes = [0; 4];
    for (lane, bytes) in lanes.iter_mut().zip(hasher.finalize().as_bytes().chunks_exact(8)) {
        *lane = bytes.iter().rev().fold(0, |lane, byte| lane << 8 | u64::from(*byte));
    }
    lanes
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|lane| write!(f, "{lane:016x}"))
    }
}

impl FromStr for Digest {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        if text.len() != 64 || !text.is_ascii() {
            return Err(());
        }
        let mut lanes = [0; 4];
        for (index, lane) in lanes.iter_mut().enumerate() {
            *lane = u64::from_str_radix(&text[index * 16..index * 16 + 16], 16).map_err(|_| ())?;
        }
        Ok(Self(lanes))
    }
}
