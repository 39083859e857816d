//! Keys to the club's door. A key is 128 random bits in 26 letters; the file keeps its hash. A player is let in because the
//! journal knows him; a key only says that somebody is he.

use chrono::{Days, NaiveDateTime, TimeDelta};
use rand::TryRng as _;
use rand::rngs::SysRng;

use super::ClubError;
use super::member::{Club, Member};
use super::right::{Denied, Right};
use crate::campaign::view::Viewer;
use crate::store::{Holder, KeyKind, KeyRow, NewKey, Sent};

type Result<T> = std::result::Result<T, ClubError>;

/// Crockford's letters: none of them is taken for another.
const LETTERS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// Letters of a key.
const LENGTH: usize = 26;
/// Days that a device stays let in without being used.
const DEVICE_DAYS: u64 = 180;
/// Minutes for which a key of one use opens.
const ONE_TIME_MINUTES: i64 = 10;
/// Days that a calendar's key opens.
const FEED_DAYS: u64 = 730;
/// Letters that are kept of what a browser calls itself.
const LABEL: usize = 60;

/// A key, shown once and kept nowhere.
#[derive(Clone, PartialEq, Eq)]
pub struct Key(String);

/// No log shows a key.
impl std::fmt::Debug for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Key(…)")
    }
}

impl Key {
    /// A new one from the system.
    ///
    /// # Errors
    /// When the system has no randomness to give.
    pub fn fresh() -> Result<Self> {
        let mut bytes = [0_u8; 16];
        SysRng
            .try_fill_bytes(&mut bytes)
            .map_err(|error| ClubError::Damaged(format!("the system gives no random numbers: {error}")))?;
        let mut bits = u128::from_be_bytes(bytes);
        let mut letters = [b'0'; LENGTH];
        for letter in letters.iter_mut().rev() {
            *letter = LETTERS[usize::try_from(bits & 31).unwrap_or(0)];
            bits >>= 5;
        }
        Ok(Self(letters.iter().map(|letter| char::from(*letter)).collect()))
    }

    /// Its letters.
    #[must_use]
    pub fn letters(&self) -> &str {
        &self.0
    }
}

/// The hash of a key as it was typed or sent; `None` for what can be none.
fn hash(typed: &str) -> Option<String> {
    if typed.len() > 2 * LENGTH {
        return None;
    }
    let plain = |letter: char| match letter.to_ascii_uppercase() {
        'O' => '0',
        'I' | 'L' => '1',
        other => other,
    };
    let key: String = typed.chars().filter(|letter| *letter != '-').map(plain).collect();
    let whole = key.len() == LENGTH && key.bytes().all(|letter| LETTERS.contains(&letter));
    whole.then(|| blake3::hash(key.as_bytes()).to_hex().to_string())
}

/// Who comes in by a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Visitor {
    /// Who.
    pub holder: Holder,
    /// The number of his key.
    pub key: u64,
}

impl Visitor {
    /// As whom he looks and acts.
    #[must_use]
    pub const fn viewer(&self) -> Viewer {
        match &self.holder {
            Holder::Arbitrator => Viewer::Arbitrator,
            Holder::Player(id, _) => Viewer::Player(*id),
            Holder::Guest(_) => Viewer::Public,
        }
    }
}

/// How long an invitation opens, and for how many devices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// Days.
    pub days: u64,
    /// Devices.
    pub devices: u32,
}

impl Default for Terms {
    fn default() -> Self {
        Self { days: 14, devices: 5 }
    }
}

impl Club {
    /// Who holds a key that opens now. Unknown, spent, expired and revoked ones are all nobody's.
    fn opened(&self, typed: &str, kinds: &[KeyKind], at: NaiveDateTime) -> Result<Option<KeyRow>> {
        let Some(hash) = hash(typed) else { return Ok(None) };
        let row = self.store().key(&hash)?.filter(|row| row.opens(at) && kinds.contains(&row.kind));
        let Some(row) = row else { return Ok(None) };
        Ok(self.is_known(&row.holder)?.then_some(row))
    }

    /// Whether the journal still knows a holder: a player whose entry was undone is nobody.
    fn is_known(&self, holder: &Holder) -> Result<bool> {
        let Holder::Player(id, name) = holder else { return Ok(true) };
        Ok(self.store().knows_player(*id, name)?)
    }

    /// Who a device is. Now and then its key is renewed by being used.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn who_is(&mut self, typed: &str, at: NaiveDateTime) -> Result<Option<Visitor>> {
        let Some(row) = self.opened(typed, &[KeyKind::Device], at)? else { return Ok(None) };
        let stale = row.used.is_none_or(|used| at - used > TimeDelta::days(1));
        if stale && let Some(until) = at.checked_add_days(Days::new(DEVICE_DAYS)) {
            // Who cannot be noted is let in all the same: a full disk locks nobody out.
            let _ = self.store_mut().renew_key(row.id, at, until);
        }
        Ok(Some(Visitor { holder: row.holder, key: row.id }))
    }

    /// Who would come in by an invitation. Looking spends nothing: chat programs fetch every link.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn invited(&self, typed: &str, at: NaiveDateTime) -> Result<Option<Visitor>> {
        let row = self.opened(typed, &[KeyKind::Invitation, KeyKind::OneTime], at)?;
        Ok(row.map(|row| Visitor { holder: row.holder, key: row.id }))
    }

    /// Lets a device in by an invitation and gives it a key of its own.
    ///
    /// # Errors
    /// When the file cannot take it.
    pub fn enter(&mut self, typed: &str, label: &str, at: NaiveDateTime) -> Result<Option<(Key, Visitor)>> {
        let (Some(row), Some(hash)) = (self.opened(typed, &[KeyKind::Invitation, KeyKind::OneTime], at)?, hash(typed))
        else {
            return Ok(None);
        };
        let key = Key::fresh()?;
        let device = new_key(&key, KeyKind::Device, row.holder.clone(), label, at);
        let id = self.store_mut().let_in(&hash, &device)?;
        Ok(id.map(|id| (key, Visitor { holder: row.holder, key: id })))
    }

    /// Shows a device out by its own wish.
    ///
    /// # Errors
    /// When the file cannot take it.
    pub fn leave(&mut self, visitor: &Visitor, at: NaiveDateTime) -> Result<()> {
        self.store_mut().revoke_key(visitor.key, at)?;
        Ok(())
    }

    /// Who reads calendars and news by a key.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn reads(&self, typed: &str, at: NaiveDateTime) -> Result<Option<Visitor>> {
        let row = self.opened(typed, &[KeyKind::Feed], at)?;
        Ok(row.map(|row| Visitor { holder: row.holder, key: row.id }))
    }

    /// A number that changes when another program has written to the file.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn data_version(&self) -> Result<i64> {
        Ok(self.store().data_version()?)
    }

    /// The number of the last entry.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn last_entry(&self) -> Result<u64> {
        Ok(self.store().last_entry()?)
    }

    /// What was recorded of something that was sent before.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn sent(&self, sent: &Sent) -> Result<Option<(u64, u64)>> {
        Ok(self.store().sent(sent)?)
    }
}

fn new_key(key: &Key, kind: KeyKind, holder: Holder, label: &str, at: NaiveDateTime) -> NewKey {
    let days = |days: u64| at.checked_add_days(Days::new(days)).unwrap_or(at);
    let (until, uses_left) = match kind {
        KeyKind::Invitation => (days(Terms::default().days), Terms::default().devices),
        KeyKind::Device => (days(DEVICE_DAYS), 0),
        KeyKind::OneTime => (at + TimeDelta::minutes(ONE_TIME_MINUTES), 1),
        KeyKind::Feed => (days(FEED_DAYS), 0),
    };
    let label: String = label.chars().filter(|letter| !letter.is_control()).take(LABEL).collect();
    let hash = blake3::hash(key.letters().as_bytes()).to_hex().to_string();
    NewKey { hash, kind, holder, label, made: at, until, uses_left }
}

impl Member<'_> {
    /// Who he is at the door.
    fn holds(&self, holder: &Holder) -> bool {
        match (self.viewer, holder) {
            (Viewer::Arbitrator, _) => true,
            (Viewer::Player(viewer), Holder::Player(id, _)) => viewer == *id,
            (Viewer::Player(_) | Viewer::Public, _) => false,
        }
    }

    /// Makes a key. Invitations are the arbitrator's; a player makes keys of one use and for calendars, for himself.
    ///
    /// # Errors
    /// When it is not his to make, or the file cannot take it.
    pub fn make_key(&mut self, kind: KeyKind, holder: Holder, terms: Terms, at: NaiveDateTime) -> Result<Key> {
        let own = matches!(kind, KeyKind::OneTime | KeyKind::Feed) && self.holds(&holder);
        if !own {
            self.may(Right::Admits)?;
        }
        let key = Key::fresh()?;
        let mut new = new_key(&key, kind, holder, "", at);
        if kind == KeyKind::Invitation {
            new.until = at.checked_add_days(Days::new(terms.days)).unwrap_or(at);
            new.uses_left = terms.devices;
        }
        self.store.add_key(&new)?;
        Ok(key)
    }

    /// Keys that open now: all for the arbitrator, his own for a player.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn keys(&self, at: NaiveDateTime) -> Result<Vec<KeyRow>> {
        let mut keys = self.store.keys()?;
        keys.retain(|row| row.opens(at) && self.holds(&row.holder));
        Ok(keys)
    }

    /// Revokes a key, and those of the devices that it let in.
    ///
    /// # Errors
    /// When there is no such key of his, or the file cannot take it.
    pub fn revoke(&mut self, id: u64, at: NaiveDateTime) -> Result<usize> {
        let own = self.store.keys()?.into_iter().any(|row| row.id == id && self.holds(&row.holder));
        if !own {
            return Err(Denied::NoSuchKey(id).into());
        }
        Ok(self.store.revoke_key(id, at)?)
    }

    /// Revokes every key of somebody.
    ///
    /// # Errors
    /// When he is not the arbitrator, or the file cannot take it.
    pub fn dismiss(&mut self, holder: &Holder, at: NaiveDateTime) -> Result<usize> {
        self.may(Right::Admits)?;
        let his = self.keys(at)?.into_iter().filter(|row| row.holder == *holder);
        let mut revoked = 0;
        for row in his.collect::<Vec<_>>() {
            revoked += self.store.revoke_key(row.id, at)?;
        }
        Ok(revoked)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_read_as_it_is_said_and_never_shown() {
        let key = Key::fresh().expect("there is randomness");
        assert_eq!(key.letters().len(), LENGTH);
        assert_eq!(format!("{key:?}"), "Key(…)");
        let typed = key.letters().to_lowercase().replace('0', "o").replace('1', "l");
        assert_eq!(hash(&typed), hash(key.letters()));
        assert!(hash(key.letters()).is_some());
        for none in ["", "short", "UUUUUUUUUUUUUUUUUUUUUUUUUU", &"0".repeat(1000)] {
            assert_eq!(hash(none), None, "{none}");
        }
    }
}
