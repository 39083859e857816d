//! Decisions, a file for each family: who is asked, what may be answered, the usual answer, its words, its notation, and
//! the call into the chapter that carries it out.
//!
//! A new decision is a line of its family's enum in [`question`] and an arm in each function of the family's file; the
//! compiler names the arms that are missing. Where it takes a new kind of answer, that is a line of
//! [`Answer`](answer::Answer), written by the arm in [`write`].
// A new variant is met where it matters, not passed over.
#![warn(clippy::wildcard_enum_match_arm)]

pub mod answer;
mod arrivals;
mod boarding;
mod damage;
mod end;
mod feats;
pub mod fields;
mod flying;
mod launching;
mod movement;
pub mod question;
mod re_rolls;
pub mod refusal;
mod shooting;
mod terrain;
pub mod words;

pub use feats::{launches, shots, usual_ending};
pub use shooting::volley;
pub use words::{measure, ship};

use super::event::Log;
use super::state::roster::Roster;
use super::state::{Battle, ShipId, Unit};
use super::turn::play::Play;
use crate::dice::Dice;
use crate::table::side::Side;
use answer::{Answer, Decision, Judged};
use fields::Fields;
use question::Question;
use refusal::Refusal;
use words::strip;

/// What a question of each family knows of itself.
pub(in crate::battle::gothic) trait Asked: Sized {
    /// Whose decision it is.
    fn side(&self, battle: &Battle) -> Side;
    /// What is decided, in words that follow the name of who decides.
    fn words(&self, roster: &Roster) -> String;
    /// A sensible answer.
    fn usual(&self, battle: &Battle, roster: &Roster) -> Answer;
    /// A spread of answers beside the usual one, for programs that try them out.
    fn options(&self, battle: &Battle, roster: &Roster, found: &mut Vec<Answer>);
    /// Carries an answer out; `None` for one that is none to this.
    fn answer<D: Dice + ?Sized, L: Log>(self, play: &mut Play<'_, D, L>, given: &Answer) -> Option<Judged<()>>;
    /// The word that stands for it in a battle file.
    fn word(&self) -> &'static str;
    /// The question of a word, its fields yet to be filled in.
    fn blank(word: &str) -> Option<Self>;
    /// Names its fields, to be read or written.
    fn fields(&mut self, row: &mut impl Fields);
}

/// What every family does in the same way.
macro_rules! of_each_family {
    ($question:expr, $asked:ident => $does:expr) => {
        match $question {
            Question::ReRoll($asked) => $does,
            Question::Movement($asked) => $does,
            Question::Shooting($asked) => $does,
            Question::Flying($asked) => $does,
            Question::Boarding($asked) => $does,
            Question::Damage($asked) => $does,
            Question::Terrain($asked) => $does,
            Question::Arrivals($asked) => $does,
            Question::End($asked) => $does,
            Question::Feat($asked) => $does,
        }
    };
}

impl Question {
    /// Whose decision it is.
    #[must_use]
    pub(in crate::battle::gothic) fn side(&self, battle: &Battle) -> Side {
        of_each_family!(self, asked => asked.side(battle))
    }

    /// The word that stands for it in a battle file.
    fn word(&self) -> &'static str {
        of_each_family!(self, asked => asked.word())
    }

    /// Names its fields, to be read or written.
    fn fields(&mut self, row: &mut impl Fields) {
        of_each_family!(self, asked => asked.fields(row));
    }

    /// The question of a word, its fields yet to be filled in.
    fn blank(word: &str) -> Option<Self> {
        None.or_else(|| Asked::blank(word).map(Self::ReRoll))
            .or_else(|| Asked::blank(word).map(Self::Movement))
            .or_else(|| Asked::blank(word).map(Self::Shooting))
            .or_else(|| Asked::blank(word).map(Self::Flying))
            .or_else(|| Asked::blank(word).map(Self::Boarding))
            .or_else(|| Asked::blank(word).map(Self::Damage))
            .or_else(|| Asked::blank(word).map(Self::Terrain))
            .or_else(|| Asked::blank(word).map(Self::Arrivals))
            .or_else(|| Asked::blank(word).map(Self::End))
    }
}

/// A decision in words: who must decide what.
#[must_use]
pub fn due(roster: &Roster, decision: &Decision) -> String {
    let Some(side) = decision.side() else { return "the battle is over".to_owned() };
    let what = match decision {
        Decision::Move(_) => "gives an order or moves a ship".to_owned(),
        Decision::Continue(_, unit) => format!("moves {}", roster.unit_name(*unit)),
        Decision::Close(_) => "disengages, declares boarding or ends the Movement Phase".to_owned(),
        Decision::Shoot(_) => "fires or ends the Shooting Phase".to_owned(),
        Decision::Launch(_) => "launches ordnance or ends the Shooting Phase".to_owned(),
        Decision::Convert(_) => "makes torpedoes of torpedo bombers, or not".to_owned(),
        Decision::Fly(_) => "moves ordnance or lets it fly on".to_owned(),
        Decision::Sail(_) => "moves a ship again, declares boarding or ends the second move".to_owned(),
        Decision::End(_) => "teleports or ends the turn".to_owned(),
        Decision::Asked(_, question) => of_each_family!(question, asked => asked.words(roster)),
        Decision::Over => String::new(),
    };
    format!("{} {what}", roster.sides[side as usize])
}

/// A sensible answer to the decision that is due; `None` when the battle is over.
#[must_use]
pub fn usual(battle: &Battle, roster: &Roster) -> Option<Answer> {
    match battle.pending() {
        Decision::Over => None,
        Decision::Move(side) => Some(movement::usual(battle, roster, side)),
        Decision::Continue(_, unit) => movement::usual_of_unit(battle, roster, unit),
        Decision::Sail(side) => Some(movement::usual_sail(battle, roster, side)),
        Decision::Close(_) => Some(Answer::End),
        Decision::End(side) => Some(end::usual(battle, roster, side)),
        Decision::Shoot(side) => Some(shooting::usual(battle, roster, side)),
        Decision::Launch(side) => Some(launching::usual(battle, roster, side)),
        Decision::Convert(side) => Some(launching::usual_conversion(battle, roster, side)),
        Decision::Fly(side) => Some(flying::usual(battle, roster, side)),
        Decision::Asked(_, question) => Some(of_each_family!(question, asked => asked.usual(battle, roster))),
    }
}

/// A spread of answers to the decision that is due, most of them legal: for programs that try them out.
pub fn options(battle: &Battle, roster: &Roster, found: &mut Vec<Answer>) {
    found.clear();
    match battle.pending() {
        Decision::Over => {}
        Decision::Move(side) => movement::options(battle, roster, side, found),
        Decision::Continue(_, unit) => movement::options_of_unit(battle, roster, unit, found),
        Decision::Sail(side) => movement::sail_options(battle, roster, side, found),
        Decision::Close(side) => movement::closing_options(battle, roster, side, found),
        Decision::Shoot(side) => shooting::options(battle, roster, side, found),
        Decision::Launch(side) => launching::options(battle, roster, side, found),
        Decision::Convert(side) => launching::conversions(battle, roster, side, found),
        Decision::Fly(side) => flying::options(battle, roster, side, found),
        Decision::End(side) => end::options(battle, roster, side, found),
        Decision::Asked(_, question) => of_each_family!(question, asked => {
            found.push(asked.usual(battle, roster));
            asked.options(battle, roster, found);
        }),
    }
}

/// Reads an answer as a player writes it.
///
/// # Errors
/// What could not be understood.
pub fn read(battle: &Battle, roster: &Roster, text: &str) -> Result<Answer, String> {
    let text = text.trim();
    if let Some((who, what)) = text.split_once(':') {
        if let Some(found) = words::flight(battle, who) {
            return flying::act(battle, roster, found?, what);
        }
        if let Some(load) = strip(what.trim(), "launch ") {
            return launching::read(battle, roster, who, load);
        }
        let unit = words::unit(roster, who.trim())?;
        return act(battle, roster, unit, what.trim());
    }
    match text.to_lowercase().as_str() {
        "yes" | "brace" | "re-roll" | "together" | "fire" => return Ok(Answer::Yes),
        "no" | "no brace" | "keep" | "no ram" | "separately" | "hold fire" => return Ok(Answer::No),
        "end" => return Ok(Answer::End),
        _ => {}
    }
    re_rolls::read(text)
        .or_else(|| arrivals::read(roster, text))
        .or_else(|| flying::read(roster, text))
        .or_else(|| movement::read(roster, text))
        .or_else(|| end::read(text))
        .or_else(|| boarding::read(roster, text))
        .or_else(|| terrain::read(text))
        .unwrap_or_else(|| Err(format!("\"{text}\" is not understood")))
}

/// Reads what a unit is to do.
fn act(battle: &Battle, roster: &Roster, unit: Unit, what: &str) -> Result<Answer, String> {
    movement::act(roster, unit, what)
        .or_else(|| arrivals::act(unit, what))
        .or_else(|| feats::act(roster, unit, what))
        .or_else(|| terrain::act(roster, unit, what))
        .or_else(|| boarding::act(roster, unit, what))
        .or_else(|| shooting::act(battle, roster, unit, what))
        .unwrap_or_else(|| movement::legs(roster, unit, what))
}

/// Writes an answer as [`read`] reads it.
#[must_use]
pub fn write(roster: &Roster, given: &Answer) -> String {
    let name = |ship: ShipId| roster.unit_name(Unit::Ship(ship));
    match given {
        Answer::Yes => "yes".to_owned(),
        Answer::No => "no".to_owned(),
        Answer::End => "end".to_owned(),
        Answer::Fleet => re_rolls::FLEET.to_owned(),
        Answer::Order(unit, order) => format!("{}: {order}", roster.unit_name(*unit)),
        Answer::Move(ship, legs) => movement::write(roster, *ship, legs),
        Answer::Disengage(unit) => format!("{}: disengage", roster.unit_name(*unit)),
        Answer::Detonate(ship) => format!("{}: detonate", name(*ship)),
        Answer::Reveal(ship) => format!("{}: reveal", name(*ship)),
        Answer::Ram(ship) => format!("ram {}", name(*ship)),
        Answer::Evade(degrees) => movement::write_evasion(*degrees),
        Answer::Test(unit) => format!("{}: test", roster.unit_name(*unit)),
        Answer::Field(unit, field) => format!("{}: fire at field {}", roster.unit_name(*unit), field + 1),
        Answer::Fire { unit, aims, first, column, shells, marks } => {
            shooting::write(roster, *unit, (aims, first, *column), (shells, marks))
        }
        Answer::Launch(ships, load) => launching::write(roster, ships, load),
        Answer::Recall(flight, band) => launching::write_recall(roster, *flight, band),
        Answer::Convert(flight, count, heading) => format!("{flight}: convert {count} heading {}", heading.degrees()),
        Answer::Leave(flight) => format!("{flight}: leave"),
        Answer::Fly(given) => flying::write(roster, given),
        Answer::Veer(flight, degrees) => flying::write_turn(*flight, *degrees),
        Answer::Pair(chosen) => flying::write_pair(roster, *chosen),
        Answer::Again(faces) => flying::write_again(faces),
        Answer::Mass(lenders) => flying::write_mass(roster, lenders),
        Answer::Attack(ship) => format!("attack {}", name(*ship)),
        Answer::Board(ship, target) => format!("{}: board {}", name(*ship), name(*target)),
        Answer::Teleport(ship, target) => format!("{}: teleport {}", name(*ship), name(*target)),
        Answer::Takes(ship) => format!("{} takes it", name(*ship)),
        Answer::Pick(face) => format!("take {face}"),
        Answer::Repair(chosen) => end::write_repairs(chosen),
        Answer::Remove(chosen) => end::write_markers(chosen),
        Answer::Enter(ship, x, heading) => {
            format!("{}: enter low orbit {x} heading {}", name(*ship), heading.degrees())
        }
        Answer::Depart(bearing, heading) => format!("bearing {} heading {}", bearing.degrees(), heading.degrees()),
        Answer::Emerge(at, heading) => format!("at {at} heading {}", heading.degrees()),
        Answer::Arrive(ship, at, heading) => format!("{}: arrive at {at} heading {}", name(*ship), heading.degrees()),
        Answer::StayAway(ship) => format!("{}: stay away", name(*ship)),
        Answer::Assault(ship) => format!("{}: assault", name(*ship)),
        Answer::Surrender => "surrender".to_owned(),
        Answer::Activate(group) => format!("activate {}", group + 1),
        Answer::Heading(heading) => format!("heading {}", heading.degrees()),
        Answer::Scramble(band) => format!("scramble {}", words::write_band(roster, band)),
        Answer::Shift(by) => format!("shift {by}"),
        Answer::Post(at) => format!("post {at}"),
        Answer::Feat(feat) => feat.write(roster),
    }
}

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// Judges an answer against the decision that is due, and carries it out.
    pub(in crate::battle::gothic) fn take(&mut self, given: &Answer) -> Judged<()> {
        let due = self.battle.pending();
        // What a ship does by a rule of its own says for itself when it may be done.
        if let Answer::Feat(feat) = given {
            return self.feat(due, *feat);
        }
        let taken = match due {
            Decision::Move(_) => movement::answer(self, given),
            Decision::Continue(..) => movement::answer_of_unit(self, given),
            Decision::Sail(_) => movement::answer_sail(self, given),
            Decision::Close(_) => movement::answer_closing(self, given),
            Decision::Shoot(_) => shooting::answer(self, given),
            Decision::Launch(_) => launching::answer(self, given),
            Decision::Convert(_) => launching::answer_conversion(self, given),
            Decision::Fly(_) => flying::answer(self, given),
            Decision::End(_) => end::answer(self, given),
            Decision::Asked(_, question) => of_each_family!(question, asked => asked.answer(self, given)),
            Decision::Over => None,
        };
        taken.unwrap_or_else(|| Err(self.not_now(due).into()))
    }

    /// Only the ships of the player whose turn it is act.
    pub(in crate::battle::gothic) fn own(&self, unit: Unit) -> Result<(), Refusal> {
        let alive = self.battle.is_afloat(unit);
        if alive && self.battle.side_of(unit) == self.battle.active {
            return Ok(());
        }
        let side = &self.roster.sides[self.battle.active as usize];
        let name = self.unit_name(unit);
        let message =
            if alive { format!("it is {side}'s turn, not {name}'s") } else { format!("{name} can do nothing more") };
        Err(Refusal::new("TURN-02", message))
    }

    /// The refusal of an answer to something else than what is due.
    pub(in crate::battle::gothic) fn not_now(&self, due: Decision) -> Refusal {
        Refusal::new("TURN-01", format!("that is no answer now: {}", self::due(self.roster, &due)))
    }

    /// Has a ship of the active player do something.
    fn with_own(&mut self, unit: Unit, does: impl FnOnce(&mut Self) -> Judged<()>) -> Judged<()> {
        self.own(unit)?;
        does(self)
    }

    /// Takes the question that was answered off the agenda; says whether the answer was yes, if it was yes or no.
    fn yes_or_no(&mut self, given: &Answer) -> Option<bool> {
        if !matches!(given, Answer::Yes | Answer::No) {
            return None;
        }
        self.battle.agenda.pop();
        Some(*given == Answer::Yes)
    }
}
