//! Keeping the file: proofs, sums, backups, imports. All but an import are the arbitrator's, for they tell of secrets.

use std::io::BufRead;
use std::path::{Path, PathBuf};

use super::member::Member;
use super::right::Right;
use super::{ClubError, verify};
use crate::campaign::view::Viewer;
use crate::catalog::Catalog;
use crate::store::{self, Finding, Imbalance, Imported, Store, Verified};

type Result<T> = std::result::Result<T, ClubError>;

/// Proves a campaign that is about to be put somewhere.
fn prove(store: &Store, catalog: &Catalog, quick: bool) -> Result<Verified> {
    let verified = verify(store, catalog, quick)?;
    let damage: Vec<&String> = verified
        .findings
        .iter()
        .filter_map(|finding| if let Finding::Damaged { what, .. } = finding { Some(what) } else { None })
        .collect();
    let Some(first) = damage.first() else { return Ok(verified) };
    let more = if damage.len() > 1 { format!(", and {} more findings", damage.len() - 1) } else { String::new() };
    Err(ClubError::Damaged(format!("{first}{more}")))
}

impl Member<'_> {
    /// Proves the campaign, with every battle that the engine fought played again; `quick` leaves the battles out.
    ///
    /// # Errors
    /// When he is not the arbitrator, or the journal cannot be read at all.
    pub fn verify(&self, catalog: &Catalog, quick: bool) -> Result<Verified> {
        self.may(Right::Verifies)?;
        Ok(verify(self.store, catalog, quick)?)
    }

    /// Adds the journal up and compares it with the tables.
    ///
    /// # Errors
    /// When he is not the arbitrator, or the file cannot be read.
    pub fn check(&self) -> Result<Vec<Imbalance>> {
        self.may(Right::Checks)?;
        Ok(store::check(self.store)?)
    }

    /// Copies the campaign into a new file, which is read back and proven before it is there.
    ///
    /// # Errors
    /// When he is not the arbitrator, the copy cannot be written, or the campaign is damaged.
    pub fn backup(&self, file: &Path, catalog: &Catalog) -> Result<Verified> {
        self.may(Right::BacksUp)?;
        self.store.backup_proven(file, |copy| prove(copy, catalog, true))
    }

    /// Rebuilds a campaign that is new from an export. It is proven, so that nothing is taken that a proof then finds
    /// damaged.
    ///
    /// # Errors
    /// When the export cannot be read, or what it says is damaged.
    pub fn import(&mut self, lines: &mut dyn BufRead, catalog: &Catalog) -> Result<Imported> {
        let imported = self.store.import(lines)?;
        prove(self.store, catalog, false)?;
        Ok(imported)
    }
}

/// Proves a backup.
///
/// # Errors
/// When it is not the arbitrator who asks, or the backup cannot be read or is damaged.
pub fn prove_backup(viewer: Viewer, backup: &Path, catalog: &Catalog) -> Result<Verified> {
    Right::Restores.judge(viewer)?;
    prove(&Store::open_to_read(backup)?, catalog, true)
}

/// Puts a backup, once it is proven, in place of a campaign, and says where it keeps what was there.
///
/// # Errors
/// When it is not the arbitrator who asks, the backup cannot be read or is damaged, or a file cannot be written.
pub fn restore(viewer: Viewer, backup: &Path, path: &Path, catalog: &Catalog) -> Result<(Verified, Option<PathBuf>)> {
    Right::Restores.judge(viewer)?;
    Store::restore(backup, path, |copy| prove(copy, catalog, true))
}
