//! The odds of an attack or of a test against Leadership, worked out exactly over all faces.
//!
//! Chances are fractions computed as floating-point numbers here, outside the engine: they are for reading, and no
//! battle depends on them. What a hit does to a ship is asked of the engine itself, for every face of every die that it
//! rolls; a test plays whole attacks on every class through the engine and compares.
#![expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "counts of hits are small, and bars are drawn to the nearest mark"
)]

use serde::Serialize;

use std::collections::BTreeMap;

use super::style::Style;
use crate::battle::gothic::land;
use crate::battle::gothic::state::roster::{Entry, Roster};
use crate::battle::gothic::state::{Battle, Feature, FeatureKind, Order, Shape, Ship, ShipId};
use crate::dice::{Dice, DiceError, Pip, Source, Why};
use crate::ships::profile::{Gun, Profile};
use crate::table::geometry::{Length, Point};
use crate::table::side::Side;

/// Dice of one kind at one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Volley {
    /// How many.
    pub dice: u8,
    /// The number each needs.
    pub needed: u8,
    /// What fires: a holofield lets gunnery through and makes the rest miss.
    pub gun: Gun,
}

/// An attack on one ship.
#[derive(Clone, Debug, Default)]
pub struct Attack {
    /// The dice.
    pub volleys: Vec<Volley>,
    /// Misses are rolled again (ORDER-10).
    pub lock_on: bool,
    /// Shields up; those of the ship as it is when nothing is said, none without a ship.
    pub shields: Option<u8>,
    /// The target has the 4+ save (BRACE-04).
    pub braced: bool,
    /// The ship, with its hits left, when criticals and destruction are asked for.
    pub ship: Option<(Profile, u8)>,
}

/// Chances of 0, 1, 2… of something.
pub type Chances = Vec<f64>;

/// What an attack may do.
#[derive(Clone, Debug, Serialize)]
pub struct Odds {
    /// Hits scored.
    pub hits: Chances,
    /// Hits that get past shields and saves: damage before criticals.
    pub damage: Chances,
    /// Hits lost with criticals, when the ship is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lost: Option<Chances>,
    /// That it ends crippled or worse.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub crippled: Option<f64>,
    /// That it is brought to 0 hits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub destroyed: Option<f64>,
}

/// Works out an attack.
#[must_use]
pub fn attack(attack: &Attack) -> Odds {
    let hull = attack.ship.as_ref().map(|(profile, left)| Hull::new(profile, *left, attack));
    let shields = hull.as_ref().map_or(attack.shields.unwrap_or(0), |hull| hull.start.shields(&hull.roster, SHIP));
    let veiled = hull.as_ref().is_some_and(|hull| hull.start.holofield(&hull.roster, SHIP));
    let (mut hits, mut landed): (Chances, Chances) = (vec![1.0], vec![1.0]);
    for volley in &attack.volleys {
        let one = volley.chance(attack.lock_on);
        let lands = if veiled && !volley.gun.is_gunnery() { one / 6.0 } else { one };
        for _ in 0..volley.dice {
            hits = plus(&hits, &[1.0 - one, one]);
            landed = plus(&landed, &[1.0 - lands, lands]);
        }
    }
    let shields = usize::from(shields);
    let save = hull.as_ref().map_or(if attack.braced { 0.5 } else { 0.0 }, |hull| {
        let face = hull.start.saves_on(&hull.roster, SHIP);
        f64::from(7_u8.saturating_sub(face)) / 6.0
    });
    let mut damage: Chances = vec![0.0; landed.len().saturating_sub(shields).max(1)];
    for (count, chance) in landed.iter().enumerate() {
        let through = count.saturating_sub(shields);
        let mut spread: Chances = vec![1.0];
        for _ in 0..through {
            spread = plus(&spread, &[save, 1.0 - save]);
        }
        for (taken, share) in spread.iter().enumerate() {
            damage[taken] += chance * share;
        }
    }
    let mut odds = Odds { hits, damage, lost: None, crippled: None, destroyed: None };
    if let Some(mut hull) = hull {
        let ends = hull.under(attack);
        let left = hull.start.ship(SHIP).hits;
        let mut lost = vec![0.0; usize::from(left) + 1];
        let mut crippled = 0.0;
        for (state, chance) in &ends {
            lost[usize::from(left - state.hits)] += chance;
            if state.hits == 0 || hull.known[state].crippled(&hull.roster, SHIP) {
                crippled += chance;
            }
        }
        (odds.crippled, odds.destroyed) = (Some(crippled), Some(lost[usize::from(left)]));
        odds.lost = Some(lost);
    }
    odds
}

impl Volley {
    /// The chance that a die of it hits.
    fn chance(self, lock_on: bool) -> f64 {
        let one = f64::from(7_u8.saturating_sub(self.needed.clamp(1, 7))) / 6.0;
        if lock_on { one + (1.0 - one) * one } else { one }
    }

    /// Faces that hit and do the same, in two sorts at most: one of them for each, and the chance of all of that sort.
    fn sorts(self, lock_on: bool) -> [(u8, f64); 2] {
        let needed = self.needed.clamp(1, 7);
        let does = |face: u8| (self.gun.hits(face), self.gun.pierces(face));
        let again = if lock_on { 1.0 + f64::from(needed - 1) / 6.0 } else { 1.0 };
        let chance = |faces: u8| f64::from(faces) / 6.0 * again;
        let first = needed.min(6);
        let alike = (needed..=6).filter(|face| does(*face) == does(first)).count() as u8;
        let others = 7 - needed - alike;
        [(first, chance(alike)), (6, chance(others))]
    }
}

/// The chance of so many dice of one sort and so many of another among all.
fn among(dice: u8, lows: u8, highs: u8, low: f64, high: f64) -> f64 {
    let rest = dice - lows - highs;
    let ways = |of: u8, taken: u8| (0..taken).fold(1.0, |ways, n| ways * f64::from(of - n) / f64::from(n + 1));
    ways(dice, lows)
        * ways(dice - lows, highs)
        * low.powi(i32::from(lows))
        * high.powi(i32::from(highs))
        * (1.0 - low - high).max(0.0).powi(i32::from(rest))
}

/// The sum of two independent numbers.
fn plus(a: &[f64], b: &[f64]) -> Chances {
    let mut sum = vec![0.0; a.len() + b.len() - 1];
    for (i, x) in a.iter().enumerate() {
        for (j, y) in b.iter().enumerate() {
            sum[i + j] += x * y;
        }
    }
    sum
}

const SHIP: ShipId = ShipId(0);

/// What of a ship under fire decides what the next hit does to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct State {
    hits: u8,
    shields: u8,
    bridge_smashed: bool,
    shields_collapsed: bool,
    /// Results that befall a ship once alone.
    shaken: bool,
}

/// A ship under fire, alone on a table of the engine.
struct Hull {
    roster: Roster,
    start: Battle,
    /// A battle for each state that has been met.
    known: BTreeMap<State, Battle>,
    /// What a die that hits makes of a state, where that is known.
    after: BTreeMap<((Gun, u8), State), BTreeMap<State, f64>>,
}

impl Hull {
    /// Ruling: a planet is near, as it is about most defences: an orbit can be lost (DEF-08).
    fn new(profile: &Profile, left: u8, attack: &Attack) -> Self {
        let at = Point::cm(60, 60);
        let shape = Shape::Disc { centre: Point::cm(60, 100), radius: Length::cm(10) };
        let mut start = Battle::default();
        let planet = Feature { kind: FeatureKind::Planet, shape, owner: Side::One, closes: false };
        start.features.push(planet).expect("the table is empty");
        let order = attack.braced.then_some(Order::Brace);
        let (hits, started) = (left.min(profile.hits), profile.hits);
        start.ships.push(Ship { at, hits, started, order, ..Ship::default() }).expect("the table is empty");
        start.recount();
        let entry = Entry {
            name: String::new(),
            class: String::new(),
            fitting: crate::ships::fitting::Fitting::default(),
            pose: None,
            craft: Vec::new(),
            profile: profile.clone(),
        };
        let mut roster = Roster { ships: vec![entry], ..Roster::default() };
        if let Some(wanted) = attack.shields {
            while start.shields(&roster, SHIP) < wanted {
                roster.ships[0].profile.shields += 1;
            }
            for _ in wanted..start.shields(&roster, SHIP) {
                start.markers.push(at).expect("there are not so many shields");
            }
        }
        Self { roster, start, known: BTreeMap::new(), after: BTreeMap::new() }
    }

    /// Takes a state in.
    fn meet(&mut self, battle: &Battle) -> State {
        let ship = battle.ship(SHIP);
        let state = State {
            hits: ship.hits,
            shields: battle.shields(&self.roster, SHIP),
            bridge_smashed: ship.criticals.bridge_smashed,
            shields_collapsed: ship.criticals.shields_collapsed,
            shaken: ship.criticals.shaken > 0,
        };
        self.known.entry(state).or_insert(*battle);
        state
    }

    /// The chances of every state after an attack; gunnery strikes first, as it does in the engine (GUNNERY-12).
    fn under(&mut self, attack: &Attack) -> BTreeMap<State, f64> {
        let start = self.start;
        let mut ends = BTreeMap::from([(self.meet(&start), 1.0)]);
        let mut volleys = attack.volleys.clone();
        volleys.sort_by_key(|volley| Gun::DIRECT.iter().position(|gun| *gun == volley.gun));
        for volley in volleys {
            let start = std::mem::take(&mut ends);
            let [low, high] = volley.sorts(attack.lock_on);
            // So many dice of the lower sort, then so many of the higher: the engine applies them by their faces (SQUAD-15).
            let mut now = start;
            for lows in 0..=volley.dice {
                let mut then = now.clone();
                for highs in 0..=volley.dice - lows {
                    let chance = among(volley.dice, lows, highs, low.1, high.1);
                    if chance > 0.0 {
                        for (state, share) in &then {
                            *ends.entry(*state).or_default() += chance * share;
                        }
                    }
                    if high.1 == 0.0 || highs + lows == volley.dice {
                        break;
                    }
                    then = self.struck(&then, (volley.gun, high.0));
                }
                if lows < volley.dice {
                    now = self.struck(&now, (volley.gun, low.0));
                }
            }
        }
        ends
    }

    /// What one die that hits makes of the chances of every state.
    fn struck(&mut self, now: &BTreeMap<State, f64>, die: (Gun, u8)) -> BTreeMap<State, f64> {
        let mut next = BTreeMap::new();
        for (state, share) in now {
            let spread = match self.after.get(&(die, *state)) {
                Some(known) => known.clone(),
                None => {
                    let found = self.after_hit(die, *state);
                    self.after.entry((die, *state)).or_insert(found).clone()
                }
            };
            for (state, part) in &spread {
                *next.entry(*state).or_default() += share * *part;
            }
        }
        next
    }

    /// What one hit makes of a state: the engine's own answer for every sequence of faces.
    fn after_hit(&mut self, (gun, face): (Gun, u8), state: State) -> BTreeMap<State, f64> {
        let (mut found, mut dice) = (BTreeMap::new(), Every::default());
        let from = Point::cm(60, 40);
        loop {
            let mut battle = self.known[&state];
            land(&mut battle, &self.roster, (gun, face, SHIP, from), &mut dice)
                .expect("every face falls, and there is room");
            *found.entry(self.meet(&battle)).or_default() += (0..dice.next).fold(1.0, |chance, _| chance / 6.0);
            if !dice.advance() {
                return found;
            }
        }
    }
}

/// Dice that show every sequence of faces in turn: an odometer over the rolls that are asked for.
#[derive(Default)]
struct Every {
    faces: Vec<Pip>,
    next: usize,
}

impl Every {
    /// Moves on to the next sequence; false when all have been shown.
    fn advance(&mut self) -> bool {
        self.faces.truncate(self.next);
        self.next = 0;
        while let Some(face) = self.faces.pop() {
            if let Some(higher) = Pip::new(face.face() + 1) {
                self.faces.push(higher);
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
                self.faces.push(Pip::ONE);
            }
            *face = self.faces[self.next];
            self.next += 1;
        }
        Ok(())
    }

    fn source(&self) -> Source {
        Source::List
    }
}

/// The chance to pass a test on so many dice, 11 and more failing, with or without a re-roll (LEAD-03, LEAD-09).
#[must_use]
pub fn test(leadership: u8, dice: u8, reroll: bool) -> f64 {
    let mut totals: Chances = vec![1.0];
    for _ in 0..dice {
        totals = plus(&totals, &[0.0, 1.0 / 6.0, 1.0 / 6.0, 1.0 / 6.0, 1.0 / 6.0, 1.0 / 6.0, 1.0 / 6.0]);
    }
    let once: f64 = totals.iter().take(usize::from(leadership.min(10)) + 1).sum();
    if reroll { once + (1.0 - once) * once } else { once }
}

/// A list of chances as a small picture.
#[must_use]
pub fn picture(title: &str, chances: &[f64], style: Style) -> String {
    let mean: f64 = chances.iter().enumerate().map(|(count, chance)| count as f64 * chance).sum();
    let last = chances.iter().rposition(|chance| *chance >= 0.0005).unwrap_or(0);
    let mut lines = vec![format!("{title}, {mean:.2} on average")];
    for (count, chance) in chances.iter().take(last + 1).enumerate() {
        let bar = if style.unicode { "█" } else { "#" }.repeat((chance * 40.0).round().max(0.0) as usize);
        let line = format!("{count:>4} {:>6.1} %  {bar}", chance * 100.0);
        lines.push(line.trim_end().to_owned());
    }
    lines.join("\n")
}

/// The odds of an attack for people.
#[must_use]
pub fn draw(odds: &Odds, style: Style) -> String {
    let mut parts = vec![picture("Hits", &odds.hits, style), picture("Damage", &odds.damage, style)];
    if let Some(lost) = &odds.lost {
        parts.push(picture("Hits lost, criticals included", lost, style));
    }
    if let (Some(crippled), Some(destroyed)) = (odds.crippled, odds.destroyed) {
        parts.push(format!("Crippled {:.1} %, of these destroyed {:.1} %", crippled * 100.0, destroyed * 100.0));
    }
    parts.join("\n\n")
}
