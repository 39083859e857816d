//! What exists: rules, fleets and maps, embedded in the program, with a club's own folder laid over them.
//!
//! Everything is read when it is asked for. The embedded files are known to be good by tests; a club's files are
//! checked as a whole before anything is decided by them, and every problem is reported at once.
#![warn(clippy::wildcard_enum_match_arm)]

pub(crate) mod embedded;
pub mod fleets;
pub mod maps;
pub mod older;
pub mod options;
mod problem;
pub mod reader;
pub mod rules;
pub(crate) mod tree;

use std::fs;
use std::path::Path;

use crate::campaign::Library;
use crate::campaign::appeal_tables::Appeals;
use crate::campaign::extras::{Evolution, RamiliesCampaign};
use crate::campaign::lists::{CommanderKind, Fleet, FleetList, Upgrade};
use crate::files;
use crate::ships::class::ShipClass;
use crate::ships::effects::{Effect, Effects};
use fleets::Fleets;
use maps::Maps;
use older::Older;
use reader::Problem;

/// The rules, fleets and maps of this program and club.
pub struct Catalog {
    /// Fleets.
    pub fleets: Fleets,
    /// Sub-sector maps.
    pub maps: Maps,
    /// The older game with a club's own files; none for what comes with the program, which is read when it is asked for.
    older: Option<Older>,
    hash: String,
}

impl Catalog {
    /// What comes with the program.
    #[must_use]
    pub fn embedded() -> Self {
        Self { fleets: Fleets::embedded(), maps: Maps::embedded(), older: None, hash: embedded::DIGEST.to_owned() }
    }

    /// The embedded files with those of a club's folder (`fleets/*.toml`, `maps/*.toml`, `older/*.toml`) laid over them.
    ///
    /// # Errors
    /// Every problem of the folder's files and of the whole they make.
    pub fn with_folder(folder: &Path) -> Result<Self, Vec<Problem>> {
        let mut problems = Vec::new();
        let mut read = |part: &str| {
            files(folder, part).unwrap_or_else(|problem| {
                problems.push(problem);
                Vec::new()
            })
        };
        let (fleets, maps, older) = (read("fleets"), read("maps"), read("older"));
        if problems.is_empty() && fleets.is_empty() && maps.is_empty() && older.is_empty() {
            let message = "there are no files fleets/*.toml, maps/*.toml or older/*.toml in it".to_owned();
            problems.push(Problem { file: folder.display().to_string(), line: 0, message });
        }
        let fleets = Fleets::with_overlay(fleets);
        let maps = Maps::with_overlay(maps);
        let older = if older.is_empty() { Ok(None) } else { Older::with_overlay(&older).map(Some) };
        match (fleets, maps, older) {
            (Ok(fleets), Ok(maps), Ok(older)) if problems.is_empty() => {
                let mut hash = blake3::Hasher::new();
                hash.update(embedded::DIGEST.as_bytes()).update(fleets.digest().unwrap_or_default().as_bytes());
                if let Some(digest) = older.as_ref().and_then(Older::digest) {
                    hash.update(digest.as_bytes());
                }
                Ok(Self { hash: hash.finalize().to_hex().to_string(), fleets, maps, older })
            }
            (fleets, maps, older) => {
                problems.extend(fleets.err().into_iter().flatten());
                problems.extend(older.err().into_iter().flatten());
                problems.extend(maps.err().into_iter().flatten());
                Err(problems)
            }
        }
    }

    /// Classes and flagship tables of the older game.
    #[must_use]
    pub fn older(&self) -> &Older {
        self.older.as_ref().unwrap_or_else(|| Older::embedded_once())
    }

    /// The hash of the rules, fleets and options that commands are decided under.
    #[must_use]
    pub fn hash(&self) -> &str {
        &self.hash
    }
}

/// The most files of one kind in a club's folder: many times what we have ourselves.
const FILES: usize = 1000;

/// The TOML files of a club's folder, by name.
fn files(folder: &Path, part: &str) -> Result<Vec<(String, String)>, Problem> {
    let place = folder.join(part);
    if !folder.is_dir() {
        let message = "there is no such folder".to_owned();
        return Err(Problem { file: folder.display().to_string(), line: 0, message });
    }
    if !place.is_dir() {
        return Ok(Vec::new());
    }
    let fail = |file: &Path, error: std::io::Error| Problem {
        file: file.display().to_string(),
        line: 0,
        message: error.to_string(),
    };
    let mut paths: Vec<std::path::PathBuf> = fs::read_dir(&place)
        .map_err(|error| fail(&place, error))?
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| path.extension().is_some_and(|ending| ending == "toml"))
        .take(FILES + 1)
        .collect();
    if paths.len() > FILES {
        return Err(fail(&place, std::io::Error::other(format!("at most {FILES} files are read, and there are more"))));
    }
    paths.sort();
    paths
        .into_iter()
        .map(|path| {
            let text = files::read_text(&path, files::WRITTEN).map_err(|error| fail(&path, error))?;
            let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            Ok((format!("{part}/{name}"), text))
        })
        .collect()
}

impl Effects for Catalog {
    fn effects_of_special(&self, key: &str) -> Option<&[Effect]> {
        self.fleets.effects_of_special(key)
    }

    fn effects_of_upgrade(&self, class: &ShipClass, id: &str) -> Option<&[Effect]> {
        self.fleets.effects_of_upgrade(class, id)
    }

    fn effects_of_refit(&self, class: &ShipClass, id: &str) -> Option<&[Effect]> {
        self.fleets.effects_of_refit(class, id)
    }

    fn effects_of_skill(&self, class: &ShipClass, id: &str) -> Option<&[Effect]> {
        self.fleets.effects_of_skill(class, id)
    }
}

impl Library for Catalog {
    fn fleet(&self, id: &str) -> Option<&Fleet> {
        self.fleets.fleet(id)
    }

    fn list(&self, id: &str) -> Option<&FleetList> {
        self.fleets.list(id)
    }

    fn class(&self, id: &str) -> Option<&ShipClass> {
        self.fleets.class(id)
    }

    fn defences(&self, fleet: &str) -> Vec<crate::campaign::extras::DefenceKind> {
        self.fleets.defences(fleet)
    }

    fn commander(&self, list: &str, id: &str) -> Option<&CommanderKind> {
        self.fleets.commander(list, id)
    }

    fn commanders(&self, list: &str) -> Vec<&CommanderKind> {
        self.fleets.commanders_of(list)
    }

    fn upgrades(&self, list: &str) -> Vec<&Upgrade> {
        self.fleets.upgrades_of(list)
    }

    fn marks(&self, fleet: &str, table: &str) -> Vec<(&str, u32)> {
        self.fleets.marks(fleet, table).into_iter().map(|mark| (mark.id.as_str(), mark.points)).collect()
    }

    fn ramilies(&self) -> Option<&RamiliesCampaign> {
        self.fleets.files().into_iter().find_map(|file| file.extras.ramilies.as_ref())
    }

    fn evolutions(&self, fleet: &str) -> Vec<&Evolution> {
        let files = self.fleets.files().into_iter().filter(|file| file.fleet.id == fleet);
        files.flat_map(|file| &file.extras.evolutions).collect()
    }

    fn gift(&self, fleet: &str, face: u8) -> Option<(&str, &str)> {
        let gift = self.fleets.gift(fleet, face)?;
        Some((&gift.id, &gift.effect))
    }

    fn appeals(&self) -> &Appeals {
        self.fleets.appeals()
    }

    fn list_ids(&self) -> Vec<String> {
        self.fleets.list_ids().into_iter().map(str::to_owned).collect()
    }

    fn class_ids(&self) -> Vec<String> {
        self.fleets.class_ids().into_iter().map(str::to_owned).collect()
    }
}
