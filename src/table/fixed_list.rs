//! A short list without heap: what a battle holds several of, up to a limit.

use std::ops::{Deref, DerefMut};

/// A list has no room for another item. What that means is for the caller to say: it can be refused, it can stop the
/// battle ([`of`](Self::of)), or it cannot be, which an `expect` says; it is never left unsaid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use = "an item was not taken"]
pub struct Full {
    /// How many items the list holds.
    pub most: usize,
}

impl Full {
    /// As the reason why a battle cannot go on.
    #[must_use]
    pub const fn of(self, what: &'static str) -> Outgrown {
        Outgrown { what, most: self.most }
    }
}

/// A battle has come to more of something than the engine has room for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outgrown {
    /// Of what, in the plural.
    pub what: &'static str,
    /// How many there is room for.
    pub most: usize,
}

impl std::fmt::Display for Outgrown {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the battle outgrows the engine: it plays {} {} at most", self.most, self.what)
    }
}

/// At most `N` items, copied by value. Two lists are equal when their items are.
#[derive(Clone, Copy)]
pub struct FixedList<T, const N: usize> {
    items: [T; N],
    len: u8,
}

impl<T: Copy + Default, const N: usize> FixedList<T, N> {
    /// How many fit.
    pub const CAPACITY: usize = N;

    /// An empty list.
    #[must_use]
    pub fn new() -> Self {
        const { assert!(N <= u8::MAX as usize, "the length is a byte") };
        Self { items: [T::default(); N], len: 0 }
    }

    /// A list of one.
    #[must_use]
    pub fn one(item: T) -> Self {
        const { assert!(N > 0, "one item fits") };
        let mut list = Self::new();
        (list.items[0], list.len) = (item, 1);
        list
    }

    /// Adds an item at the end.
    ///
    /// # Errors
    /// When there is no room.
    pub fn push(&mut self, item: T) -> Result<(), Full> {
        match self.items.get_mut(usize::from(self.len)) {
            Some(slot) => {
                *slot = item;
                self.len += 1;
                Ok(())
            }
            None => Err(Full { most: N }),
        }
    }

    /// An item that is known to be there: found without a look at the length, which a debug build takes.
    #[inline]
    #[must_use]
    pub fn known(&self, index: usize) -> &T {
        debug_assert!(index < usize::from(self.len), "there is no item {index}");
        &self.items[index % N]
    }

    /// As [`known`](Self::known), to change it.
    #[inline]
    pub fn known_mut(&mut self, index: usize) -> &mut T {
        debug_assert!(index < usize::from(self.len), "there is no item {index}");
        &mut self.items[index % N]
    }

    /// Takes the last item off.
    pub fn pop(&mut self) -> Option<T> {
        self.len = self.len.checked_sub(1)?;
        Some(self.items[usize::from(self.len)])
    }

    /// Takes an item out; those behind it move up.
    pub fn remove(&mut self, index: usize) -> T {
        let item = self[index];
        self.copy_within(index + 1.., index);
        self.len -= 1;
        item
    }

    /// Keeps so many items at most.
    pub fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len as u8);
    }

    /// Empties the list.
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Whether nothing more fits.
    #[must_use]
    pub fn is_full(&self) -> bool {
        usize::from(self.len) == N
    }
}

impl<T: Copy + Default, const N: usize> Default for FixedList<T, N> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T, const N: usize> Deref for FixedList<T, N> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.items[..usize::from(self.len)]
    }
}

impl<T, const N: usize> DerefMut for FixedList<T, N> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.items[..usize::from(self.len)]
    }
}

impl<T: PartialEq, const N: usize> PartialEq for FixedList<T, N> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: Eq, const N: usize> Eq for FixedList<T, N> {}

impl<T: std::fmt::Debug, const N: usize> std::fmt::Debug for FixedList<T, N> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<'a, T, const N: usize> IntoIterator for &'a FixedList<T, N> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
