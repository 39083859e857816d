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
//!   says who must decide what, [`options`](decisions::suggestions::options) lists answers, [`usual`](decisions::suggestions::usual) is a sensible one,
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

use crate::ships::gun::Gun;
use crate::table::geometry::Point;
use decisions::answer::{Answer, Decision, Judged};
use decisions::refusal::Refusal;
use event::Log;
use state::agenda::Task;
use state::roster::Roster;
use state::{Battle, Phase, ShipId, Unit};
use turn::sequence::Play;

use crate::dice::Dice;

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
    let mut play = Play { battle, roster, dice, log, blame: sub_plots::Blame::default(), outgrown: None };
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
    let mut play = Play { battle, roster, dice, log, blame: sub_plots::Blame::default(), outgrown: None };
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
    (gun, ship, from): (Gun, ShipId, Point),
    dice: &mut D,
) -> Judged<()> {
    let log = &mut event::Silent;
    let mut play = Play { battle, roster, dice, log, blame: sub_plots::Blame::default(), outgrown: None };
    play.land(gun, ship, from, &mut 0)?;
    play.outgrown.map_or(Ok(()), |outgrown| Err(outgrown.into()))
}

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// Judges an answer against the decision that is due.
    fn take(&mut self, given: &Answer) -> Judged<()> {
        let due = self.battle.pending();
        match (due, *given) {
            (Decision::Move(_), Answer::Order(unit, order)) => {
                self.own(unit)?;
                self.give_order(unit, order)
            }
            (Decision::Move(_) | Decision::Continue(..) | Decision::Sail(_), Answer::Move(ship, legs)) => {
                self.own(Unit::Ship(ship))?;
                self.move_ship(ship, &legs)
            }
            (Decision::Move(_) | Decision::Continue(..) | Decision::Close(_), Answer::Detonate(ship)) => {
                self.own(Unit::Ship(ship))?;
                self.detonate(ship)
            }
            (
                Decision::Move(_) | Decision::Close(_) | Decision::Shoot(_) | Decision::Launch(_) | Decision::End(_),
                Answer::Reveal(ship),
            ) => {
                self.own(Unit::Ship(ship))?;
                self.reveal(ship)
            }
            (Decision::Move(_), Answer::Arrive(ship, at, heading)) => self.arrive(ship, at, heading),
            (Decision::Move(_), Answer::StayAway(ship)) => self.stay_away(ship),
            (Decision::Move(_), Answer::End) => self.end_arrivals(),
            (Decision::Move(_) | Decision::Close(_), Answer::Surrender) => {
                self.surrender();
                Ok(())
            }
            (Decision::Close(_), Answer::Assault(ship)) => {
                self.own(Unit::Ship(ship))?;
                self.assault_planet(ship)
            }
            (Decision::Close(_), Answer::Disengage(unit)) => {
                self.own(unit)?;
                self.disengage(unit)
            }
            (Decision::Close(_) | Decision::Sail(_), Answer::Board(ship, target)) => {
                self.own(Unit::Ship(ship))?;
                self.declare_boarding(ship, target)
            }
            (Decision::Close(_), Answer::End) => {
                self.begin(Phase::Shooting);
                Ok(())
            }
            (Decision::Shoot(_), Answer::Test(unit)) => self.test_aim(unit),
            (Decision::Shoot(_), Answer::Fire { unit, .. }) => {
                self.own(unit)?;
                self.fire(given)
            }
            (Decision::Shoot(_), Answer::Field(unit, field)) => {
                self.own(unit)?;
                self.fire_at_field(unit, field)
            }
            (Decision::Shoot(_), Answer::End) => {
                self.begin(Phase::Launching);
                Ok(())
            }
            (Decision::Launch(_), Answer::Launch(ships, load)) => self.launch(&ships, &load),
            (Decision::Launch(_), Answer::End) => self.end_launching(),
            (Decision::Launch(_), Answer::Recall(flight, band)) => self.recall(flight, &band),
            (Decision::Move(_), Answer::Leave(flight)) => self.leave(flight),
            (Decision::Convert(_), Answer::Convert(flight, count, heading)) => self.convert(flight, count, heading),
            (Decision::Convert(_), Answer::End) => {
                self.end_conversion();
                Ok(())
            }
            (Decision::Fly(_), Answer::Fly(given)) => self.fly(&given),
            (Decision::Fly(_), Answer::Veer(flight, degrees)) => self.veer(flight, degrees),
            (Decision::Fly(_), Answer::End) if self.battle.early => {
                self.end_early();
                Ok(())
            }
            (Decision::Fly(_), Answer::End) => {
                self.then(Task::RunOn);
                Ok(())
            }
            (Decision::Sail(_), Answer::End) => {
                self.begin(Phase::End);
                Ok(())
            }
            (Decision::End(_), Answer::Teleport(ship, target)) => self.teleport(ship, target),
            (Decision::End(_), Answer::End) => {
                self.finish_turn();
                Ok(())
            }
            (_, Answer::Feat(feat)) => self.feat(due, feat),
            (Decision::Asked(_, task), _) => self.asked_for(task, given),
            _ => Err(self.not_now(due).into()),
        }
    }

    fn asked_for(&mut self, task: Task, given: &Answer) -> Judged<()> {
        match (task, *given) {
            (Task::Reroll(check), Answer::Yes | Answer::No | Answer::Fleet) => self.reroll(check, given),
            (Task::Pass(check), Answer::Yes | Answer::No) => {
                self.battle.agenda.pop();
                self.answer_pass(check, *given == Answer::Yes)
            }
            (Task::Brace { unit, threat }, Answer::Yes | Answer::No) => {
                self.battle.agenda.pop();
                self.answer_brace(unit, threat, *given == Answer::Yes)
            }
            (Task::Turrets { flight, ship }, Answer::Yes | Answer::No) => {
                self.battle.agenda.pop();
                self.answer_turrets(flight, ship, *given == Answer::Yes)
            }
            (Task::Rouse(unit), Answer::Yes | Answer::No) => {
                self.battle.agenda.pop();
                self.answer_rouse(unit, *given == Answer::Yes)
            }
            (Task::Signal, Answer::Activate(group)) => self.activate(group),
            (Task::Unmask(group), Answer::Heading(heading)) => self.unmask(group, heading),
            (Task::Scramble { group, count }, Answer::Scramble(band)) => self.scramble(group, count, &band),
            (Task::Shift(group), Answer::Shift(by)) => self.shift_marker(group, by),
            (Task::Post(group), Answer::Post(at)) => self.post(group, at),
            (Task::Ride(unit), Answer::Yes | Answer::No) => {
                self.battle.agenda.pop();
                self.answer_ride(unit, *given == Answer::Yes)
            }
            (Task::Pair { flight, other }, Answer::Pair(chosen)) => self.pair(flight, other, chosen),
            (Task::RunsAgain { flight, ship, faces, turrets }, Answer::Again(chosen)) => {
                self.runs_again((flight, ship, faces, turrets), &chosen)
            }
            (Task::RunsAgain { flight, ship, faces, turrets }, Answer::No) => {
                self.runs_again((flight, ship, faces, turrets), &[])
            }
            (Task::Turrets { flight, ship }, Answer::Mass(lenders)) => self.mass_turrets(flight, ship, lenders),
            (Task::Single { flight, ship }, Answer::Attack(chosen)) => self.single_out(flight, ship, chosen),
            (Task::Double(ship), Answer::Yes | Answer::No) => {
                self.battle.agenda.pop();
                self.answer_double(ship, *given == Answer::Yes);
                Ok(())
            }
            (Task::Evade(ship), Answer::Evade(degrees)) => self.evade(ship, degrees),
            (Task::NameRam(ship), Answer::Ram(target)) => self.name_ram(ship, target),
            (Task::NameRam(_) | Task::Evade(_) | Task::Signal | Task::Shift(_), Answer::No)
            | (Task::Enter, Answer::No | Answer::End) => {
                self.battle.agenda.pop();
                Ok(())
            }
            (Task::Boarders(target), Answer::Yes | Answer::No) => {
                self.battle.agenda.pop();
                self.answer_boarders(target, *given == Answer::Yes);
                Ok(())
            }
            (Task::Repair { ship, sixes }, Answer::Repair(chosen)) => self.repair((ship, sixes), chosen),
            (Task::Sweep(count), Answer::Remove(chosen)) => self.sweep(count, chosen),
            (Task::Enter, Answer::Enter(ship, x, heading)) => self.enter(ship, x, heading),
            (Task::Depart(ship), Answer::Depart(bearing, heading)) => self.depart(ship, bearing, heading),
            (Task::Free { ship, count }, Answer::Remove(chosen)) => self.free(ship, count, chosen),
            (Task::Share { target, boarder, points, margin }, Answer::Takes(ship)) => {
                self.share((target, boarder, points, margin), ship)
            }
            (Task::Pick { ship, target, first, second }, Answer::Pick(face)) => {
                self.pick((ship, target), [first, second], face)
            }
            (Task::BoardAgain { ship, struggle }, Answer::Yes | Answer::No) => {
                self.battle.agenda.pop();
                self.board_again(ship, struggle, *given == Answer::Yes)
            }
            (Task::Gunners { ship, weapon }, Answer::Yes | Answer::No) => {
                self.battle.agenda.pop();
                self.gunners(ship, weapon, *given == Answer::Yes)
            }
            (Task::Feat(stage), _) => self.staged(stage, given),
            (Task::Emerge { ship, reach, rift }, Answer::Emerge(at, heading)) => {
                self.emerge((ship, reach, rift), at, heading)?;
                // The decision lies below what coming out may have put on top; nothing does, so it is the last.
                self.battle.agenda.pop();
                Ok(())
            }
            _ => Err(self.not_now(self.battle.pending()).into()),
        }
    }

    /// Only the ships of the player whose turn it is act.
    fn own(&self, unit: Unit) -> Result<(), Refusal> {
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

    fn not_now(&self, due: Decision) -> Refusal {
        Refusal::new("TURN-01", format!("that is no answer now: {}", decisions::wording::due(self.roster, &due)))
    }
}
