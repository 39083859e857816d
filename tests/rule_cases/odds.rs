//! The odds are exact: every face of every die of an attack, played through the engine, gives the same chances.

use renown::battle::gothic;
use renown::battle::gothic::decisions;
use renown::battle::gothic::decisions::answer::{Answer, Decision, Stop};
use renown::battle::gothic::event::{Event, Log, Silent};
use renown::catalog::Catalog;
use renown::dice::{Dice, DiceError, Pip, Source, Why};
use renown::notation;
use renown::notation::Situation;
use renown::report::odds::{self, Attack, Volley};
use renown::ships::class::ShipClass;
use renown::ships::fitting::Fitting;
use renown::ships::profile::{Gun, Profile};

/// Dice that show every sequence of faces in turn: an odometer over the rolls that a play asks for.
#[derive(Default)]
struct Every {
    faces: Vec<u8>,
    next: usize,
}

impl Every {
    /// Moves on to the next sequence; false when all have been shown.
    fn advance(&mut self) -> bool {
        self.faces.truncate(self.next);
        self.next = 0;
        while let Some(face) = self.faces.pop() {
            if face < 6 {
                self.faces.push(face + 1);
                return true;
            }
        }
        false
    }
}

impl Dice for Every {
    fn roll(&mut self, _: Why<'_>, faces: &mut [Pip]) -> Result<(), DiceError> {
        for face in faces {
            if self.next == self.faces.len() {
                self.faces.push(1);
            }
            *face = Pip::new(self.faces[self.next]).expect("a face");
            self.next += 1;
        }
        Ok(())
    }

    fn source(&self) -> Source {
        Source::List
    }
}

/// Counts the hits that are scored.
#[derive(Default)]
struct Hits(u8);

impl Log for Hits {
    fn tell(&mut self, event: Event) {
        match event {
            Event::Dice(_, _, _, _, hits, _) | Event::LockedOn(_, _, hits) => self.0 += hits,
            _ => {}
        }
    }
}

/// Chances of hits scored and of hits lost, over every sequence of faces.
fn enumerate(text: &str, actions: &[&str]) -> (Vec<f64>, Vec<f64>) {
    let catalog = Catalog::embedded();
    let Situation { roster, battle } = notation::read("odds", text, &catalog.fleets).expect("a situation");
    let target = roster.ships.iter().position(|ship| ship.name == "Target").expect("a target");
    let full = battle.ships[target].hits;
    let (mut hits, mut lost) = (vec![0.0; 20], vec![0.0; usize::from(full) + 1]);
    let mut dice = Every::default();
    loop {
        let mut now = battle;
        let mut log = Hits::default();
        for action in actions {
            let given = decisions::read(&now, &roster, action).expect("an answer");
            // Catastrophes and whatever follows would roll for ever; they come after the last hit is lost.
            gothic::answer(&mut now, &roster, &given, &mut dice, &mut log).expect("a legal answer");
        }
        let chance = 6.0_f64.powi(-i32::try_from(dice.next).expect("few dice"));
        hits[usize::from(log.0)] += chance;
        lost[usize::from(full - now.ships[target].hits)] += chance;
        if !dice.advance() {
            return (hits, lost);
        }
    }
}

fn assert_alike(what: &str, expected: &[f64], found: &[f64]) {
    for count in 0..expected.len().max(found.len()) {
        let (a, b) = (expected.get(count).unwrap_or(&0.0), found.get(count).unwrap_or(&0.0));
        assert!((a - b).abs() < 1e-9, "{what}, {count}: {expected:?} is not {found:?}");
    }
}

fn table(firer: &str, target: &str) -> String {
    format!(
        "ordnance = \"unused\"\nphase = \"shooting\"\nside = [{{ name = \"Anna\" }}, {{ name = \"Bert\" }}]\nship = [\n\
         {{ name = \"Firer\", class = \"endurance\", side = \"Anna\", at = [60, 60], heading = 90{firer} }},\n\
         {{ name = \"Target\", class = \"lunar\", side = \"Bert\", at = [60, 40], heading = 90{target} }},\n]\n"
    )
}

#[test]
fn two_lances_hit_9_18_9_times_in_36() {
    // The shields stop both, so that nothing but the two dice is rolled.
    let (hits, _) = enumerate(&table("", ""), &["Firer: starboard lance at Target", "no"]);
    assert_alike("hits", &[9.0 / 36.0, 18.0 / 36.0, 9.0 / 36.0], &hits);
}

const fn lances(dice: u8) -> Volley {
    Volley { dice, needed: 4, gun: Gun::Lance }
}

/// The engine and `odds` agree on hits and on what is lost with criticals.
fn agree(firer: &str, target: &str, actions: &[&str], attack: impl Fn() -> Attack) {
    let catalog = Catalog::embedded();
    let lunar = catalog.fleets.class("lunar").expect("the Lunar");
    let profile = Profile::of(lunar, &Fitting::default(), &catalog).expect("it is played");
    let (hits, lost) = enumerate(&table(firer, target), actions);
    let odds = odds::attack(&Attack { ship: Some((profile, 8)), ..attack() });
    assert_alike("hits", &odds.hits, &hits);
    assert_alike("lost", &odds.lost.expect("the ship is known"), &lost);
}

#[test]
fn criticals_are_worked_out_exactly() {
    // One lance, shields down by markers rather than gone, so that a collapse is still possible: 7,776 sequences.
    let text = table("", "")
        .replace("class = \"endurance\"", "class = \"firestorm\"")
        .replace("at = [60, 60], heading = 90", "at = [60, 60], heading = 180")
        .replace("side = [{", "markers = [[60, 37.15], [57.15, 40]]\nside = [{");
    let catalog = Catalog::embedded();
    let lunar = catalog.fleets.class("lunar").expect("the Lunar");
    let profile = Profile::of(lunar, &Fitting::default(), &catalog).expect("it is played");
    let (hits, lost) = enumerate(&text, &["Firer: prow lance at Target", "no"]);
    let lance = Attack { volleys: vec![lances(1)], shields: Some(0), ..Attack::default() };
    let odds = odds::attack(&Attack { ship: Some((profile, 8)), ..lance });
    assert_alike("hits", &odds.hits, &hits);
    assert_alike("lost", &odds.lost.expect("the ship is known"), &lost);
}

#[test]
fn lock_on_and_shields_agree() {
    agree(", order = \"lock on\"", "", &["Firer: starboard lance at Target", "no"], || Attack {
        volleys: vec![lances(2)],
        lock_on: true,
        shields: Some(2),
        ..Attack::default()
    });
}

#[test]
fn a_brace_halves_what_comes_through() {
    let odds = odds::attack(&Attack { volleys: vec![lances(2)], braced: true, ..Attack::default() });
    // 0, 1, 2 hits in 9, 18, 9 of 36; each saved one time in two.
    assert_alike("damage", &[81.0 / 144.0, 54.0 / 144.0, 9.0 / 144.0], &odds.damage);
}

#[test]
fn the_odds_of_tests_are_those_of_two_dice() {
    for (leadership, ways) in [(2, 1.0), (7, 21.0), (8, 26.0), (10, 33.0)] {
        assert!((odds::test(leadership, 2, false) - ways / 36.0).abs() < 1e-12);
    }
    assert!((odds::test(7, 2, true) - (1.0 - (15.0 / 36.0_f64).powi(2))).abs() < 1e-12);
}

/// Every roll up to the loss of the target, with its chance: what a lost ship then rolls is not the attack's. Faces that
/// do the same are shown once: a die to hit by whether it does, two dice of a table by their sum.
#[derive(Default)]
struct UpToTheEnd {
    /// What a die of a battery needs.
    needed: u8,
    /// Dice of the volley.
    volley: u8,
    /// Which of its results each roll so far shows, and how many there are.
    shown: Vec<(usize, usize)>,
    next: usize,
    chance: f64,
}

impl UpToTheEnd {
    /// The results of one die of a roll, or of its two dice together, each with its chance.
    fn results(&self, what: &str, dice: usize) -> Option<Vec<(Vec<u8>, f64)>> {
        let to_hit =
            |needed: u8| vec![(vec![1], f64::from(needed - 1) / 6.0), (vec![needed], f64::from(7 - needed) / 6.0)];
        Some(match (what, dice) {
            ("lances", _) => to_hit(4),
            ("batteries", _) => to_hit(self.needed),
            // In low orbit a lance that fires is asked about here, not whether it does.
            ("low orbit", _) => vec![(vec![6], 1.0)],
            ("critical", 2) => (2..=12_u8)
                .map(|sum| {
                    let first = sum.saturating_sub(6).max(1);
                    (vec![first, sum - first], f64::from(6 - sum.abs_diff(7)) / 36.0)
                })
                .collect(),
            ("critical hit" | "critical" | "holofield" | "hull breach" | "bulkhead collapse" | "mad meks", _) => {
                (1..=6).map(|face| (vec![face], 1.0 / 6.0)).collect()
            }
            _ => return None,
        })
    }

    fn begin(&mut self) {
        (self.next, self.chance, self.volley) = (0, 1.0, 0);
    }

    /// Moves on to the next results; false when all have been shown.
    fn advance(&mut self) -> bool {
        self.shown.truncate(self.next);
        while let Some((result, of)) = self.shown.pop() {
            if result + 1 < of {
                self.shown.push((result + 1, of));
                return true;
            }
        }
        false
    }
}

impl Dice for UpToTheEnd {
    fn roll(&mut self, why: Why<'_>, faces: &mut [Pip]) -> Result<(), DiceError> {
        let no_such = || DiceError::NoSuchPurpose { purpose: why.what.to_owned(), given: Vec::new() };
        let results = self.results(why.what, faces.len()).ok_or_else(no_such)?;
        if matches!(why.what, "lances" | "batteries") {
            self.volley += u8::try_from(faces.len()).expect("few dice");
        }
        for part in faces.chunks_mut(results[0].0.len()) {
            if self.next == self.shown.len() {
                self.shown.push((0, results.len()));
            }
            let (shown, chance) = &results[self.shown[self.next].0];
            self.next += 1;
            self.chance *= chance;
            for (face, value) in part.iter_mut().zip(shown) {
                *face = Pip::new(*value).expect("a face");
            }
        }
        Ok(())
    }

    fn source(&self) -> Source {
        Source::List
    }
}

/// A situation with a target of a class, shields down, as its kind is laid out.
fn laid_out(class: &ShipClass, profile: &Profile, firer: &str) -> String {
    let markers = |at: &str| vec![at; usize::from(profile.shields)].join(", ");
    let target = r#"{ name = "Target", class = "CLASS", side = "Bert""#;
    let (markers, target, firer_at, low) = if profile.ground {
        let low = "low_orbit = { table = [120, 60], planet = 1 }\n";
        (String::new(), format!("{target}, at = [1060, 0] }}"), "[1060, 20]", low)
    } else if class.quadrants.is_some() {
        (markers("[60, 45]"), format!("{target}, at = [60, 40], heading = 0 }}"), "[60, 68]", "")
    } else {
        (markers("[60, 40]"), format!("{target}, at = [60, 40], heading = 90 }}"), "[60, 60]", "")
    };
    format!(
        "ordnance = \"unused\"\nphase = \"shooting\"\nsunward = \"left\"\nmarkers = [{markers}]\n{low}\
         side = [{{ name = \"Anna\" }}, {{ name = \"Bert\" }}]\n\
         feature = [{{ kind = \"planet\", at = [60, 100], radius = 10 }}]\nship = [\n\
         {{ name = \"Firer\", class = \"{firer}\", side = \"Anna\", at = {firer_at}, heading = 180 }},\n{},\n]\n",
        target.replace("CLASS", &class.id),
    )
}

/// Dice of a volley at a ship whose shields are down, and chances of hits lost, as the whole engine plays it.
fn fired(
    (class, profile): (&ShipClass, &Profile),
    needed: u8,
    (firer, weapon): (&str, &str),
) -> Result<(u8, Vec<f64>), String> {
    let catalog = Catalog::embedded();
    let text = laid_out(class, profile, firer);
    let found = notation::read("odds", &text, &catalog.fleets).map_err(|why| why[0].message.clone())?;
    let Situation { roster, battle } = found;
    let full = battle.ships[1].hits;
    let mut lost = vec![0.0; usize::from(full) + 1];
    let mut dice = UpToTheEnd { needed, ..UpToTheEnd::default() };
    let volley = decisions::read(&battle, &roster, &format!("Firer: {weapon} at {}", roster.ships[1].name))?;
    loop {
        let mut now = battle;
        let mut answer = Some(volley);
        dice.begin();
        while let Some(given) = answer {
            match gothic::proceed(&mut now, &roster, &given, &mut dice, &mut Silent) {
                Ok(()) => {}
                Err(Stop::Dice(_)) => break,
                Err(stop) => return Err(stop.to_string()),
            }
            answer = matches!(now.pending(), Decision::Asked(..)).then_some(Answer::No);
        }
        lost[usize::from(full - now.ships[1].hits)] += dice.chance;
        if !dice.advance() {
            return Ok((dice.volley, lost));
        }
    }
}

/// Compares a weapon's fire at every class that is played.
fn every_class(firer: &str, weapon: &str, gun: Gun) {
    let catalog = Catalog::embedded();
    let (mut compared, mut left_out) = ([0; 4], Vec::new());
    for id in catalog.fleets.class_ids() {
        let class = catalog.fleets.class(id).expect("a class");
        let Ok(profile) = Profile::of(class, &Fitting::default(), &catalog) else { continue };
        let needed = match gun {
            Gun::Lance => 4,
            // A quadrant shows its front, every ship its side.
            _ => profile.armour[usize::from(class.quadrants.is_none())],
        };
        let (dice, lost) = match fired((class, &profile), needed, (firer, weapon)) {
            Ok(found) => found,
            Err(why) => {
                left_out.push(format!("{id}: {why}"));
                continue;
            }
        };
        compared[usize::from(dice.min(3))] += 1;
        let hits = profile.hits;
        let attack = Attack { volleys: vec![Volley { dice, needed, gun }], shields: Some(0), ..Attack::default() };
        let odds = odds::attack(&Attack { ship: Some((profile, hits)), ..attack });
        assert_alike(id, &odds.lost.expect("the ship is known"), &lost);
    }
    eprintln!("{weapon} of {firer}: {compared:?} classes by dice of the volley");
    assert!(compared[1..].iter().sum::<u32>() > 100 && left_out.is_empty(), "{compared:?}, left out {left_out:#?}");
}

#[test]
fn the_odds_of_a_lance_are_those_of_the_engine_for_every_class() {
    every_class("firestorm", "prow lance", Gun::Lance);
}

#[test]
fn the_odds_of_a_battery_are_those_of_the_engine_for_every_class() {
    every_class("sword", "battery", Gun::Battery);
}

#[test]
fn the_odds_of_several_hits_in_a_row_are_those_of_the_engine_for_every_class() {
    every_class("murder", "prow lance", Gun::Lance);
}
