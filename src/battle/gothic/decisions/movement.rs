//! Moves and special orders (MOVE-01, ORDER-01): what is done in the Movement Phase, and in the second move under sail.

use super::answer::{Answer, Judged};
use super::fields::Fields;
use super::question::MovementQuestion;
use super::words::{alone, leg, ship, strip, write_leg};
use super::{Asked, arrivals, feats};
use crate::battle::gothic::event::Log;
use crate::battle::gothic::movement::moving::FULL;
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, LEGS, Leg, Order, Phase, Ship, ShipId, Unit};
use crate::battle::gothic::turn::play::Play;
use crate::dice::Dice;
use crate::ships::profile::Size;
use crate::table::fixed_list::FixedList;
use crate::table::geometry::{Heading, Length, Point, Quarter, in_quarter};
use crate::table::side::Side;

/// Whoever may come on does; then each ship closes in.
pub(super) fn usual(battle: &Battle, roster: &Roster, side: Side) -> Answer {
    match battle.arrivals(side).find_map(|id| Some((id, battle.usual_arrival(id)?))) {
        Some((id, (at, heading))) => Answer::Arrive(id, at, heading),
        None => usual_sail(battle, roster, side),
    }
}

/// The next ship of a unit that has begun to move closes in.
pub(super) fn usual_of_unit(battle: &Battle, roster: &Roster, unit: Unit) -> Option<Answer> {
    battle.unmoved(unit).next().map(|id| heading_in(battle, roster, id))
}

/// Each ship that has not moved moves.
pub(super) fn usual_sail(battle: &Battle, roster: &Roster, side: Side) -> Answer {
    let next = battle.fleet(side).find(|(_, ship)| !ship.done.moved);
    next.map_or(Answer::End, |(ship, _)| heading_in(battle, roster, ship))
}

/// The move that stays on the table and comes nearest to 20 cm from an enemy: within reach of most weapons. Under sail
/// also one that ends bows on; the second move of a turn leads away.
fn heading_in(battle: &Battle, roster: &Roster, id: ShipId) -> Answer {
    let sails = roster[id].profile.sails.is_some();
    let wish = |end: Point, heading: Heading| {
        let enemies = || battle.fleet(battle.ship(id).side.other());
        let nearest = enemies().min_by_key(|(enemy, ship)| (ship.at.squared(end), *enemy));
        let gap = nearest.map_or(Length::ZERO, |(_, enemy)| enemy.at.distance(end));
        let bows_on = nearest.is_some_and(|(_, enemy)| in_quarter(end, heading, enemy.at, Quarter::Front));
        let wanted = Length::cm(if battle.phase == Phase::Sailing { 90 } else { 20 });
        (sails && battle.phase != Phase::Sailing && !bows_on, (gap.0 - wanted.0).abs())
    };
    let (conn, line) = (battle.conn(roster, id), battle.line(id));
    let (mut stays, mut leaves) = (None, None);
    moves(battle, roster, id, |legs| {
        let Ok(course) = battle.steer(&conn, &legs) else { return };
        let (mut at, mut heading) = (battle.ship(id).at, battle.ship(id).heading);
        for leg in &course.legs {
            match *leg {
                Leg::Ahead(length) => at = at.ahead(heading, length),
                Leg::Turn(degrees) | Leg::Drawn(degrees) => heading = heading.turned(degrees),
                Leg::Trail => {}
            }
        }
        // In low orbit the planet will pull before the next move.
        let crashes = battle.ground.is_low(at) && at.y < battle.pull() + battle.pull();
        let best = if battle.ground.holds(at) && !crashes { &mut stays } else { &mut leaves };
        let rating = wish(at, heading);
        let keeps = || line.as_ref().is_none_or(|line| !battle.leaves_line(&conn, line, &course));
        if best.is_none_or(|(known, _)| rating < known) && keeps() {
            *best = Some((rating, legs));
        }
    });
    let back = || battle.back_in_line(&conn, line.as_ref()?);
    let legs = stays.map(|(_, legs)| legs).or_else(back).or(leaves.map(|(_, legs)| legs));
    Answer::Move(id, legs.unwrap_or_default())
}

/// Ships that come on, moves and orders of each ship that has not moved, patrols that leave.
pub(super) fn options(battle: &Battle, roster: &Roster, side: Side, found: &mut Vec<Answer>) {
    arrivals::options(battle, side, found);
    feats::starts(battle, roster, side, found);
    if !battle.fleet(side).any(|(_, ship)| !ship.done.moved) {
        found.push(Answer::End);
    }
    for (id, ship) in battle.fleet(side).filter(|(_, ship)| !ship.done.moved) {
        found.extend(battle.patrols(id).map(|flight| Answer::Leave(flight.id)));
        moves(battle, roster, id, |legs| found.push(Answer::Move(id, legs)));
        let leads = battle.members(battle.unit_of(id)).first() == Some(&id);
        if leads && ship.order.is_none() && !battle.players[side as usize].check_failed {
            let sails = roster[id].profile.sails.is_some();
            let fit = |order: &&Order| match order {
                Order::Brace => false,
                Order::LockOn | Order::ReloadOrdnance => true,
                Order::AllAheadFull | Order::ComeToNewHeading | Order::BurnRetros => !sails,
            };
            let orders = Order::ALL.iter().filter(fit);
            found.extend(orders.map(|order| Answer::Order(battle.unit_of(id), *order)));
        }
    }
}

/// Moves of each ship of a unit that has begun to move.
pub(super) fn options_of_unit(battle: &Battle, roster: &Roster, unit: Unit, found: &mut Vec<Answer>) {
    for id in battle.unmoved(unit) {
        moves(battle, roster, id, |legs| found.push(Answer::Move(id, legs)));
    }
}

/// Second moves, and boarding by whoever came up against an enemy in the course of one.
pub(super) fn sail_options(battle: &Battle, roster: &Roster, side: Side, found: &mut Vec<Answer>) {
    found.push(Answer::End);
    for (id, ship) in battle.fleet(side) {
        if !ship.done.moved {
            moves(battle, roster, id, |legs| found.push(Answer::Move(id, legs)));
        }
        if battle.boards_late(roster, id) {
            let near = battle.fleet(side.other()).filter(|(enemy, _)| battle.in_contact(roster, id, *enemy));
            found.extend(near.map(|(enemy, _)| Answer::Board(id, enemy)));
        }
    }
}

/// Everything that can be done when all have moved.
pub(super) fn closing_options(battle: &Battle, roster: &Roster, side: Side, found: &mut Vec<Answer>) {
    found.push(Answer::End);
    for (id, ship) in battle.fleet(side) {
        let stays = roster[id].profile.is_stationary();
        if battle.crippled(roster, id) && !ship.done.tried && !stays {
            let escort = roster[id].profile.size == Size::Escort;
            let unit = if escort { battle.unit_of(id) } else { Unit::Ship(id) };
            found.push(Answer::Disengage(unit));
        }
        let near = |(_, enemy): &(ShipId, &Ship)| ship.at.within(enemy.at, Length::cm(10));
        if roster[id].profile.fire_ship && battle.fleet(side.other()).any(|e| near(&e)) {
            found.push(Answer::Detonate(id));
        }
        if battle.mission.assault.is_some() && battle.is_low(id) && battle.assault_value(roster, id) > 0 {
            found.push(Answer::Assault(id));
        }
        if ship.done.disguise > 0 {
            found.push(Answer::Reveal(id));
        }
        let touching = battle.fleet(side.other()).filter(|(enemy, _)| battle.in_contact(roster, id, *enemy));
        found.extend(touching.map(|(enemy, _)| Answer::Board(id, enemy)));
    }
}

/// A spread of moves.
fn moves(battle: &Battle, roster: &Roster, id: ShipId, mut found: impl FnMut(FixedList<Leg, LEGS>)) {
    let profile = &roster[id].profile;
    let (reach, before) = (battle.reach(roster, id), profile.before_turn());
    let mut add = |legs: &[Leg]| {
        let mut copied = FixedList::new();
        for leg in legs {
            copied.push(*leg).expect("a few legs");
        }
        found(copied);
    };
    if profile.sails.is_some() {
        add(&[]);
        for turn in (-150..=180).step_by(30) {
            add(&[Leg::Turn(turn), Leg::Ahead(FULL)]);
            add(&[
                Leg::Turn(turn),
                Leg::Ahead(battle.speed_on(roster, id, battle.ship(id).heading.turned(turn)).half()),
            ]);
        }
        if profile.improved.rigged {
            add(&[Leg::Ahead(reach.half()), Leg::Turn(45), Leg::Ahead(FULL)]);
        }
        if profile.improved.swings_last {
            add(&[Leg::Ahead(FULL), Leg::Turn(-90)]);
        }
        return add(&[Leg::Ahead(FULL)]);
    }
    if profile.odd.floats {
        add(&[]);
        (-150..=180).step_by(30).for_each(|turn| add(&[Leg::Turn(turn), Leg::Ahead(FULL)]));
        return;
    }
    add(&[Leg::Ahead(FULL)]);
    add(&[Leg::Ahead(reach.half().max(profile.speed.half()))]);
    if profile.odd.trails {
        add(&[Leg::Ahead(before), Leg::Trail, Leg::Ahead(FULL)]);
    }
    for turn in [-profile.turn, profile.turn] {
        add(&[Leg::Ahead(before), Leg::Turn(turn), Leg::Ahead(FULL)]);
        add(&[Leg::Ahead(FULL), Leg::Turn(turn)]);
        add(&[Leg::Turn(turn)]);
    }
}

/// Orders, moves, arrivals, and the end of those.
pub(super) fn answer<D: Dice + ?Sized, L: Log>(play: &mut Play<'_, D, L>, given: &Answer) -> Option<Judged<()>> {
    if let Answer::Order(unit, order) = *given {
        return Some(play.with_own(unit, |play| play.give_order(unit, order)));
    }
    if let Answer::Leave(flight) = *given {
        return Some(play.leave(flight));
    }
    if *given == Answer::End {
        return Some(play.end_arrivals());
    }
    answer_of_unit(play, given).or_else(|| reveal(play, given)).or_else(|| arrivals::answer(play, given))
}

/// A move of a ship of the unit that has begun, or its end in flames.
pub(super) fn answer_of_unit<D: Dice + ?Sized, L: Log>(
    play: &mut Play<'_, D, L>,
    given: &Answer,
) -> Option<Judged<()>> {
    if let Answer::Move(ship, legs) = *given {
        return Some(play.with_own(Unit::Ship(ship), |play| play.move_ship(ship, &legs)));
    }
    let Answer::Detonate(ship) = *given else { return None };
    Some(play.with_own(Unit::Ship(ship), |play| play.detonate(ship)))
}

/// A Q-ship shows what it is.
pub(super) fn reveal<D: Dice + ?Sized, L: Log>(play: &mut Play<'_, D, L>, given: &Answer) -> Option<Judged<()>> {
    let Answer::Reveal(ship) = *given else { return None };
    Some(play.with_own(Unit::Ship(ship), |play| play.reveal(ship)))
}

/// A second move, boarding in the course of one, or the end of them.
pub(super) fn answer_sail<D: Dice + ?Sized, L: Log>(play: &mut Play<'_, D, L>, given: &Answer) -> Option<Judged<()>> {
    if let Answer::Move(ship, legs) = *given {
        return Some(play.with_own(Unit::Ship(ship), |play| play.move_ship(ship, &legs)));
    }
    if let Answer::Board(ship, target) = *given {
        return Some(play.with_own(Unit::Ship(ship), |play| play.declare_boarding(ship, target)));
    }
    (*given == Answer::End).then(|| {
        play.begin(Phase::End);
        Ok(())
    })
}

/// What is done when all have moved.
pub(super) fn answer_closing<D: Dice + ?Sized, L: Log>(
    play: &mut Play<'_, D, L>,
    given: &Answer,
) -> Option<Judged<()>> {
    if let Answer::Disengage(unit) = *given {
        return Some(play.with_own(unit, |play| play.disengage(unit)));
    }
    if let Answer::Board(ship, target) = *given {
        return Some(play.with_own(Unit::Ship(ship), |play| play.declare_boarding(ship, target)));
    }
    if let Answer::Detonate(ship) = *given {
        return Some(play.with_own(Unit::Ship(ship), |play| play.detonate(ship)));
    }
    if *given == Answer::End {
        play.begin(Phase::Shooting);
        return Some(Ok(()));
    }
    reveal(play, given).or_else(|| arrivals::answer_closing(play, given))
}

impl Asked for MovementQuestion {
    fn side(&self, battle: &Battle) -> Side {
        let (Self::NameRam(ship) | Self::Double(ship) | Self::Evade(ship)) = self;
        battle.ship(*ship).side
    }

    fn words(&self, roster: &Roster) -> String {
        let name = |ship: &ShipId| roster.unit_name(Unit::Ship(*ship));
        match self {
            Self::Double(ship) => format!("doubles what All Ahead Full adds to {}, or not", name(ship)),
            Self::Evade(ship) => format!("turns {} 45 degrees by a test before the enemy fires, or not", name(ship)),
            Self::NameRam(ship) => format!("names a ship for {} to ram, or none", name(ship)),
        }
    }

    fn usual(&self, _: &Battle, _: &Roster) -> Answer {
        Answer::No
    }

    fn options(&self, battle: &Battle, _: &Roster, found: &mut Vec<Answer>) {
        match self {
            Self::Double(_) => found.extend([Answer::Yes, Answer::No]),
            Self::Evade(_) => found.extend([Answer::Evade(45), Answer::Evade(-45), Answer::No]),
            Self::NameRam(_) => {
                found.extend(battle.fleet(self.side(battle).other()).map(|(enemy, _)| Answer::Ram(enemy)));
            }
        }
    }

    fn answer<D: Dice + ?Sized, L: Log>(self, play: &mut Play<'_, D, L>, given: &Answer) -> Option<Judged<()>> {
        // Any answer to something else is none to this.
        match (self, *given) {
            (Self::NameRam(ship), Answer::Ram(target)) => Some(play.name_ram(ship, target)),
            (Self::Evade(ship), Answer::Evade(degrees)) => Some(play.evade(ship, degrees)),
            (Self::NameRam(_) | Self::Evade(_), Answer::No) => {
                play.battle.agenda.pop();
                Some(Ok(()))
            }
            (Self::Double(ship), _) => play.yes_or_no(given).map(|yes| {
                play.answer_double(ship, yes);
                Ok(())
            }),
            _ => None,
        }
    }

    fn word(&self) -> &'static str {
        match self {
            Self::NameRam(_) => "name ram",
            Self::Double(_) => "double",
            Self::Evade(_) => "evade",
        }
    }

    fn blank(word: &str) -> Option<Self> {
        match word {
            "name ram" => Some(Self::NameRam(ShipId::default())),
            "double" => Some(Self::Double(ShipId::default())),
            "evade" => Some(Self::Evade(ShipId::default())),
            _ => None,
        }
    }

    fn fields(&mut self, row: &mut impl Fields) {
        let (Self::NameRam(ship) | Self::Double(ship) | Self::Evade(ship)) = self;
        row.ship("ship", ship);
    }
}

/// Reads an order, or what is done with one word.
pub(super) fn act(roster: &Roster, unit: Unit, what: &str) -> Option<Result<Answer, String>> {
    let lower = what.to_lowercase();
    if let Some(order) = Order::from_word(&lower) {
        return Some(Ok(Answer::Order(unit, order)));
    }
    match lower.as_str() {
        "detonate" => Some(alone(roster, unit).map(Answer::Detonate)),
        "reveal" => Some(alone(roster, unit).map(Answer::Reveal)),
        "disengage" => Some(Ok(Answer::Disengage(unit))),
        _ => None,
    }
}

/// Reads a move: `ahead 10, right 45, ahead 5`.
pub(super) fn legs(roster: &Roster, unit: Unit, what: &str) -> Result<Answer, String> {
    let mut legs = FixedList::new();
    for word in what.to_lowercase().split(',').map(str::trim).filter(|word| *word != "stay") {
        legs.push(leg(word)?).map_err(|_| "a move has at most 8 legs".to_owned())?;
    }
    Ok(Answer::Move(alone(roster, unit)?, legs))
}

/// Reads whom a ship rams, or an evasive turn.
pub(super) fn read(roster: &Roster, text: &str) -> Option<Result<Answer, String>> {
    if let Some(target) = strip(text, "ram ") {
        return Some(ship(roster, target).map(Answer::Ram));
    }
    let turn = strip(text, "turn ")?;
    Some(leg(&turn.to_lowercase()).and_then(|leg| match leg {
        Leg::Turn(degrees) => Ok(Answer::Evade(degrees)),
        Leg::Ahead(_) | Leg::Drawn(_) | Leg::Trail => Err("write an evasive turn as `turn right 45`".to_owned()),
    }))
}

/// Writes a move.
pub(super) fn write(roster: &Roster, ship: ShipId, legs: &[Leg]) -> String {
    let name = roster.unit_name(Unit::Ship(ship));
    if legs.is_empty() {
        return format!("{name}: stay");
    }
    let legs: Vec<String> = legs.iter().map(|leg| write_leg(*leg)).collect();
    format!("{name}: {}", legs.join(", "))
}

/// Writes an evasive turn.
pub(super) fn write_evasion(degrees: i32) -> String {
    format!("turn {}", write_leg(Leg::Turn(degrees)))
}
