//! Classes and flagship tables of the older fleet game, from `older/*.toml`, with a club's own files laid over them.

mod class;
mod flagships;

use std::sync::{Arc, LazyLock};

pub use flagships::{Again, BonusRow, Limit};

use super::embedded;
use super::reader::{self, Problem};
use crate::battle::space_fleet::class::{Class, FlagshipType, Fleet};

/// What the older game has.
#[derive(Clone, Debug)]
pub struct Older {
    classes: Arc<Vec<Class>>,
    bonuses: Vec<BonusRow>,
    limits: Vec<Limit>,
    digest: Option<String>,
}

/// What one file holds.
#[derive(Default)]
struct Part {
    classes: Vec<Class>,
    bonuses: Vec<BonusRow>,
    limits: Vec<Limit>,
}

impl Older {
    /// What comes with the program.
    #[must_use]
    pub fn embedded() -> Self {
        Self::embedded_once().clone()
    }

    /// The same, read once.
    #[must_use]
    pub fn embedded_once() -> &'static Self {
        static EMBEDDED: LazyLock<Older> =
            LazyLock::new(|| Older::of(embedded::OLDER, &[]).expect("embedded data are checked by a test"));
        &EMBEDDED
    }

    /// The embedded files with a club's own laid over them: a class of a known id replaces ours, any other is added.
    ///
    /// # Errors
    /// Every problem of the club's files.
    pub fn with_overlay(files: &[(String, String)]) -> Result<Self, Vec<Problem>> {
        if files.is_empty() {
            return Ok(Self::embedded());
        }
        Self::of(embedded::OLDER, files)
    }

    fn of(ours: &[(&str, &str)], theirs: &[(String, String)]) -> Result<Self, Vec<Problem>> {
        let (mut whole, mut problems) = (Part::default(), Vec::new());
        let mut digest = blake3::Hasher::new();
        let own = ours.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
        for (name, text) in own.chain(theirs.iter().cloned()) {
            match part(&name, &text) {
                Ok(found) => whole.lay_over(found),
                Err(found) => problems.extend(found),
            }
        }
        for (name, text) in theirs {
            digest.update(name.as_bytes()).update(text.as_bytes());
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        let digest = (!theirs.is_empty()).then(|| digest.finalize().to_hex().to_string());
        Ok(Self { classes: Arc::new(whole.classes), bonuses: whole.bonuses, limits: whole.limits, digest })
    }

    /// Every class, in the order of the files.
    #[must_use]
    pub fn classes(&self) -> &Arc<Vec<Class>> {
        &self.classes
    }

    /// A class by its id, with its place in the list.
    #[must_use]
    pub fn class(&self, id: &str) -> Option<(usize, &Class)> {
        self.classes.iter().enumerate().find(|(_, class)| class.id == id)
    }

    /// The rows of a flagship table (SF-FLAG-20, SF-FLAG-40).
    pub fn bonuses(&self, fleet: Fleet) -> impl Iterator<Item = &BonusRow> {
        self.bonuses.iter().filter(move |row| row.table == fleet)
    }

    /// The limits of a type of flagship (SF-FLAG-03, SF-FLAG-15).
    #[must_use]
    pub fn limit(&self, kind: FlagshipType) -> Option<&Limit> {
        self.limits.iter().find(|limit| limit.kind == kind)
    }

    /// What names a club's own files; none without them.
    #[must_use]
    pub fn digest(&self) -> Option<&str> {
        self.digest.as_deref()
    }
}

impl Part {
    fn lay_over(&mut self, other: Self) {
        for class in other.classes {
            match self.classes.iter_mut().find(|known| known.id == class.id) {
                Some(known) => *known = class,
                None => self.classes.push(class),
            }
        }
        if !other.bonuses.is_empty() {
            self.bonuses = other.bonuses;
        }
        if !other.limits.is_empty() {
            self.limits = other.limits;
        }
    }
}

fn part(name: &str, text: &str) -> Result<Part, Vec<Problem>> {
    reader::read(name, text, |root| {
        let fleet = root.opt_word("fleet", Fleet::ALL, Fleet::word);
        let classes = root.tables("class", |node| class::read(node, fleet));
        for (at, class) in classes.iter().enumerate() {
            if classes[..at].iter().any(|other| other.id == class.id) {
                root.problem(format_args!("the class \"{}\" is given twice", class.id));
            }
        }
        Part {
            classes,
            bonuses: root.tables("bonus", flagships::bonus),
            limits: root.tables("limit", flagships::limit),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_twenty_seven_classes_and_two_tables_of_twenty() {
        let older = Older::embedded();
        let of = |fleet| older.classes().iter().filter(|class| class.fleet == fleet).count();
        assert_eq!((of(Fleet::Imperial), of(Fleet::Eldar), of(Fleet::Tyranid)), (15, 2, 10));
        for fleet in [Fleet::Imperial, Fleet::Eldar] {
            let mut faces: Vec<u32> = older.bonuses(fleet).flat_map(|row| row.rolls.clone()).collect();
            faces.sort_unstable();
            assert_eq!(faces, (1..=20).collect::<Vec<_>>(), "{fleet}");
        }
    }

    #[test]
    fn every_problem_of_a_clubs_file_is_found_at_once() {
        let text = "fleet = \"imperial\"\n[[class]]\nid = \"tub\"\nname = \"Tub\"\nkind = \"barge\"\nrule = \"SF-SHIP-02\"\n\
                    points = 10\nspeed = 4\nmanoeuvre = \"nimble\"\ndamage = 0\nweapons = [{ name = \"Gun\", kind = \"lazer\", \
                    arc = \"any\", dice = [1], bands = [6, 12] }]\n";
        let problems = Older::with_overlay(&[("older/tub.toml".to_owned(), text.to_owned())]).expect_err("it is wrong");
        let messages: Vec<String> = problems.iter().map(ToString::to_string).collect();
        assert_eq!(messages.len(), 4, "{messages:#?}");
        assert!(messages.iter().any(|message| message.contains("did you mean \"laser\"")), "{messages:#?}");
    }

    #[test]
    fn a_clubs_class_replaces_ours_and_names_the_catalog_anew() {
        let text = "fleet = \"imperial\"\n[[class]]\nid = \"gothic\"\nname = \"Gothic\"\nkind = \"battleship\"\n\
                    rule = \"SF-SHIP-02\"\npoints = 90\nspeed = 5\nmanoeuvre = \"normal\"\ndamage = 8\n";
        let older = Older::with_overlay(&[("older/ours.toml".to_owned(), text.to_owned())]).expect("it is good");
        assert_eq!(older.class("gothic").map(|(_, class)| (class.points, class.speed)), Some((90, 5)));
        assert_eq!(older.classes().len(), 27);
        assert!(older.digest().is_some() && Older::embedded().digest().is_none());
    }
}
