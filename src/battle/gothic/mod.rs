//! The battle engine: the rulebook's battle on a table of centimetres. Pure: no file, clock, terminal, SQL or random
//! source.
//!
//! # Shape
//!
//! - [`Battle`](state::Battle) is one value without heap, copied as a whole: ships, markers, phenomena, orders, the move
//!   or volley under way, and an agenda of what comes next. What never changes while a battle is fought (names, classes,
//!   weapons) stands beside it in a [`Roster`](state::roster::Roster) that every copy shares.
//! - Everything is whole numbers. Lengths are thousandths of a centimetre: the tolerance of SHIP-20 at distance limits,
//!   so a place rounded after a move is never on the wrong side of one. Headings are whole degrees; sines come from a
//!   table of integers (`table::sines`). There is no hash map, and whatever is done for several ships is done by distance
//!   and id. The same situation, answers and dice give the same bytes on every machine.
//! - Everything a player may decide is a [`Decision`](decisions::answer::Decision): [`Battle::pending`](state::Battle::pending)
//!   says who must decide what, [`options`](decisions::options) lists answers, [`usual`](decisions::usual) is a sensible one,
//!   and [`answer`] carries one out. An answer that the rules do not allow is refused with its rule and changes nothing.
//! - Between two decisions the battle is at rest. Work that needs an answer in the middle (a Brace before the dice, a
//!   re-roll, which ship takes the damage) puts a [`Task`](state::agenda::Task) on the agenda: a plain value, so that a battle
//!   can be written down in the middle of an attack and taken up again.
//! - Dice come in through [`Dice`](crate::dice::Dice) with a purpose; what happened goes out through a
//!   [`Log`](event::Log) as [`Event`](event::Event)s that name their rules. A log that is off costs nothing.
//! - What the engine does not play is refused by name when a ship is entered ([`Profile::of`](crate::ships::profile::Profile::of)):
//!   peoples with rules of their own, special rules it does not know.
//!
//! # Chapters
//!
//! A folder is a chapter of the rulebook, a file one of its headings. [`state`] is the battle as data: ships, markers,
//! phenomena, ordnance, declared fire, the agenda. [`turn`] holds the sequence that binds the chapters. [`decisions`] is
//! who is asked and what may be answered; [`event`] what happened, [`story`] the same in words.
// What a list has no room for is never passed over in silence.
#![deny(clippy::let_underscore_must_use, clippy::unused_result_ok)]
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "counts are bounded by the capacities in `state`, lengths by the size of a table"
)]

pub mod boarding;
pub mod command;
pub mod damage;
pub mod decisions;
pub mod defences;
pub mod event;
pub mod missions;
pub mod movement;
pub mod ordnance;
pub mod shooting;
pub mod special;
pub mod state;
pub mod story;
pub mod sub_plots;
pub mod terrain;
pub mod turn;
pub mod victory;

pub use movement::moving::FULL;

use crate::battle::RuleSet;
use crate::ships::gun::Gun;
use crate::table::geometry::Point;
use crate::table::side::Side;
use decisions::answer::{Answer, Decision, Judged, Stop};
use event::{Event, Log};
use state::roster::Roster;
use state::{Battle, ShipId};
use turn::play::Play;

use crate::dice::Dice;

/// Battlefleet Gothic, as every rule set is spoken to.
#[derive(Clone, Copy, Debug)]
pub struct Gothic;

impl RuleSet for Gothic {
    type State = Battle;
    type Roster = Roster;
    type Decision = Decision;
    type Answer = Answer;
    type Event = Event;
    type Stop = Stop;

    fn pending(state: &Battle) -> Decision {
        state.pending()
    }

    fn due_from(state: &Battle) -> Option<Side> {
        state.due_from()
    }

    fn usual(state: &Battle, roster: &Roster) -> Option<Answer> {
        decisions::usual(state, roster)
    }

    fn options(state: &Battle, roster: &Roster, found: &mut Vec<Answer>) {
        decisions::options(state, roster, found);
    }

    fn begin<D: Dice + ?Sized>(
        state: &mut Battle,
        roster: &Roster,
        dice: &mut D,
        events: &mut Vec<Event>,
    ) -> Judged<()> {
        begin(state, roster, dice, events)
    }

    fn answer<D: Dice + ?Sized>(
        state: &mut Battle,
        roster: &Roster,
        given: &Answer,
        dice: &mut D,
        events: &mut Vec<Event>,
    ) -> Judged<()> {
        answer(state, roster, given, dice, events)
    }

    fn proceed<D: Dice + ?Sized>(
        state: &mut Battle,
        roster: &Roster,
        given: &Answer,
        dice: &mut D,
        events: &mut Vec<Event>,
    ) -> Judged<()> {
        proceed(state, roster, given, dice, events)
    }

    fn due(roster: &Roster, decision: &Decision) -> String {
        decisions::due(roster, decision)
    }

    fn tell(roster: &Roster, event: &Event) -> String {
        event.tell(roster)
    }

    fn read(state: &Battle, roster: &Roster, text: &str) -> Result<Answer, String> {
        decisions::read(state, roster, text)
    }

    fn write(roster: &Roster, given: &Answer) -> String {
        decisions::write(roster, given)
    }
}

/// Carries out an answer to the decision that is due, and plays on to the next decision.
///
/// # Errors
/// When the rules do not allow it, the dice cannot be had, or the battle outgrows the engine. The battle is then as it
/// was.
pub fn answer<D: Dice + ?Sized, L: Log>(
    battle: &mut Battle,
    roster: &Roster,
    given: &Answer,
    dice: &mut D,
    log: &mut L,
) -> Judged<()> {
    let mut next = *battle;
    proceed(&mut next, roster, given, dice, log)?;
    *battle = next;
    Ok(())
}

/// Opens the first turn of a battle that has been set up: what happens at the start of a turn, up to the first decision.
///
/// # Errors
/// When the dice cannot be had, or the battle outgrows the engine.
pub fn begin<D: Dice + ?Sized, L: Log>(battle: &mut Battle, roster: &Roster, dice: &mut D, log: &mut L) -> Judged<()> {
    let mut play = Play {
        battle,
        roster,
        dice,
        log,
        blame: sub_plots::Blame::default(),
        outgrown: None,
        from: crate::table::geometry::Point::default(),
        attack: turn::play::Attack::default(),
    };
    play.start_turn()?;
    play.advance()
}

/// As [`answer`], without keeping a copy: for dice that never run out. A refused answer changes nothing all the same;
/// only a dice error, or a battle that outgrows the engine, leaves it in the middle.
///
/// # Errors
/// As [`answer`].
pub fn proceed<D: Dice + ?Sized, L: Log>(
    battle: &mut Battle,
    roster: &Roster,
    given: &Answer,
    dice: &mut D,
    log: &mut L,
) -> Judged<()> {
    let mut play = Play {
        battle,
        roster,
        dice,
        log,
        blame: sub_plots::Blame::default(),
        outgrown: None,
        from: crate::table::geometry::Point::default(),
        attack: turn::play::Attack::default(),
    };
    play.take(given)?;
    play.advance()?;
    debug_assert!(battle.is_counted(), "a ship was changed behind the tally");
    Ok(())
}

/// One die that hit a ship from a place, by itself, as in the middle of a volley: what odds are worked out with. Nothing
/// that comes after the volley is played.
///
/// # Errors
/// When the dice cannot be had, or the battle outgrows the engine.
pub fn land<D: Dice + ?Sized>(
    battle: &mut Battle,
    roster: &Roster,
    (gun, face, ship, from): (Gun, u8, ShipId, Point),
    dice: &mut D,
) -> Judged<()> {
    let log = &mut event::Silent;
    let mut play = Play {
        battle,
        roster,
        dice,
        log,
        blame: sub_plots::Blame::default(),
        outgrown: None,
        from: crate::table::geometry::Point::default(),
        attack: turn::play::Attack::default(),
    };
    play.land((gun, face), ship, from, &mut 0)?;
    play.outgrown.map_or(Ok(()), |outgrown| Err(outgrown.into()))
}
