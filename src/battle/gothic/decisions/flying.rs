//! Flights in the Ordnance Phase (ORD-13): where they fly, and what is decided when they meet ships and each other.

use super::Asked;
use super::answer::{Answer, Flying, Judged};
use super::fields::Fields;
use super::launching::{one_of, prey};
use super::question::FlyingQuestion;
use super::words::{band, batch, craft, degrees, flight, leg, number, point, ship, strip, write_band, write_leg};
use crate::battle::gothic::event::Log;
use crate::battle::gothic::ordnance::outlines::Form;
use crate::battle::gothic::state::agenda::Task;
use crate::battle::gothic::state::ordnance::{
    Band, FLIGHTS, Flight, FlightId, FlightKind, LENDERS, Marker, Quarry, STEPS,
};
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, Leg, ShipId, Unit};
use crate::battle::gothic::turn::play::Play;
use crate::dice::Dice;
use crate::table::fixed_list::FixedList;
use crate::table::geometry::{Heading, Length, Point};
use crate::table::side::Side;

/// Enemy ordnance so near a ship is worth a patrol.
const ALARM: Length = Length::cm(50);

/// The enemy that bombers do most good against within a reach: capital ships first, then the nearest.
fn target(battle: &Battle, roster: &Roster, flight: &Flight, reach: Length) -> Option<ShipId> {
    let near = battle.fleet(flight.side.other()).filter(|(_, enemy)| flight.at.within(enemy.at, reach));
    let rated = near.map(|(id, enemy)| (!roster[id].profile.is_capital(), flight.at.squared(enemy.at), id));
    rated.min().map(|(_, _, id)| id)
}

/// Craft that strike fly at an enemy; fighters alone fly at enemy ordnance near a friend, or patrol with one.
pub(super) fn usual(battle: &Battle, roster: &Roster, side: Side) -> Answer {
    let flights = battle.flights_of(side).filter(|flight| battle.may_fly(roster, flight));
    let waves = flights.filter(|flight| flight.id.kind == FlightKind::Wave);
    // What pauses finishes its move before anything else flies.
    let paused = battle.flights_of(side).any(|flight| flight.left.is_some());
    for flight in waves.filter(|flight| flight.patrol.is_none() && (!paused || flight.left.is_some())) {
        let answer = if flight.strikers(roster) > 0 {
            strike(battle, roster, flight)
        } else if flight.fighters(roster) == flight.size() {
            guard(battle, roster, flight)
        } else {
            prey(battle, side, flight.at).and_then(|enemy| shadow(battle, roster, flight, enemy))
        };
        if let Some(answer) = answer {
            return answer;
        }
    }
    Answer::End
}

/// At a target in reach, else towards the nearest enemy.
fn strike(battle: &Battle, roster: &Roster, flight: &Flight) -> Option<Answer> {
    let speed = battle.reach_of(roster, flight);
    let at = target(battle, roster, flight, speed + Length::cm(2)).map(|id| battle.ship(id).at);
    let place = at.or_else(|| prey(battle, flight.side, flight.at))?;
    Some(towards(battle, roster, flight, place))
}

/// To enemy ordnance that is near a friend, else to the nearest friend for a patrol.
fn guard(battle: &Battle, roster: &Roster, flight: &Flight) -> Option<Answer> {
    let speed = battle.reach_of(roster, flight);
    let threat = battle
        .flights_of(flight.side.other())
        .filter(|other| other.aboard.is_none() && other.patrol.is_none() && flight.at.within(other.at, speed))
        .filter(|other| battle.fleet(flight.side).any(|(_, friend)| friend.at.within(other.at, ALARM)))
        .min_by_key(|other| (flight.at.squared(other.at), other.id));
    if let Some(threat) = threat
        && let Some(answer) = shadow(battle, roster, flight, threat.at)
    {
        return Some(answer);
    }
    let friend = battle.fleet(flight.side).min_by_key(|(id, friend)| (flight.at.squared(friend.at), *id));
    let (id, friend) = friend?;
    let near = flight.at.within(friend.at, speed) && battle.flights.len() + flight.craft.len() <= FLIGHTS;
    let steps = FixedList::one(if near { friend.at } else { flight.at.towards(friend.at, speed - Length(1)) });
    let flying = Flying { flight: flight.id, steps, patrol: near.then_some(id), ..Flying::default() };
    clear(battle, roster, flight, &flying.steps).then_some(Answer::Fly(flying))
}

/// Towards a place, if no base bars the way of craft that attack no ship.
fn shadow(battle: &Battle, roster: &Roster, flight: &Flight, place: Point) -> Option<Answer> {
    let speed = battle.reach_of(roster, flight) - Length(1);
    let steps = FixedList::one(flight.at.towards(place, speed.min(flight.at.distance(place))));
    let flying = Flying { flight: flight.id, steps, ..Flying::default() };
    clear(battle, roster, flight, &flying.steps).then_some(Answer::Fly(flying))
}

/// Whether no base bars the way (CRAFT-05).
fn clear(battle: &Battle, roster: &Roster, flight: &Flight, steps: &[Point]) -> bool {
    let Some(step) = steps.first() else { return true };
    !battle.all().any(|(id, _)| battle.bars(roster, flight, id) && battle.enters(roster, flight, *step, id).is_some())
}

/// Towards a place, as far as a wave flies.
fn towards(battle: &Battle, roster: &Roster, flight: &Flight, place: Point) -> Answer {
    let mut steps = FixedList::new();
    let speed = battle.reach_of(roster, flight);
    // A thousandth less, so that rounding never makes it too far.
    steps.push(flight.at.towards(place, speed - Length(1))).expect("the first place");
    Answer::Fly(Flying { flight: flight.id, steps, ..Flying::default() })
}

/// A spread of flights.
pub(super) fn options(battle: &Battle, roster: &Roster, side: Side, found: &mut Vec<Answer>) {
    found.push(Answer::End);
    found.push(usual(battle, roster, side));
    for flight in battle.flights_of(side).filter(|flight| battle.may_fly(roster, flight)) {
        let still = Flying { flight: flight.id, ..Flying::default() };
        found.push(Answer::Fly(still));
        for id in battle.mine_ties(flight) {
            found.push(Answer::Fly(Flying { quarry: Some(Quarry::Ship(id)), ..still }));
        }
        if flight.id.kind != FlightKind::Wave {
            continue;
        }
        let speed = battle.reach_of(roster, flight) - Length(1);
        for degrees in [0, 90, 180, 270] {
            let place = flight.at.ahead(Heading::new(degrees), speed);
            let answer = towards(battle, roster, flight, place);
            found.push(answer);
            if let (Answer::Fly(flying), true) = (answer, flight.craft.len() > 1) {
                found.push(Answer::Fly(Flying { band: one_of(flight), ..flying }));
            }
        }
        let half = FixedList::one(flight.at.ahead(Heading::new(90), speed.half()));
        found.push(Answer::Fly(Flying { steps: half, pause: true, ..still }));
        if let Some(enemy) = prey(battle, side, flight.at) {
            found.push(towards(battle, roster, flight, enemy));
        }
        for (id, friend) in battle.fleet(side).filter(|(_, friend)| flight.at.within(friend.at, speed)).take(2) {
            let steps = FixedList::one(friend.at);
            found.push(Answer::Fly(Flying { steps, patrol: Some(id), ..still }));
        }
        for (id, enemy) in battle.all().filter(|(_, enemy)| enemy.side != side && enemy.present()) {
            let base = Form::Disc(roster[id].profile.base);
            if battle.form(roster, flight).touches(flight.at, base, enemy.at) {
                found.push(Answer::Fly(Flying { quarry: Some(Quarry::Ship(id)), ..still }));
            }
        }
        if let Some(other) = flight.beside {
            found.push(Answer::Fly(Flying { quarry: Some(Quarry::Flight(other)), ..still }));
        }
    }
}

/// A flight, a turn before one, and the end of those.
pub(super) fn answer<D: Dice + ?Sized, L: Log>(play: &mut Play<'_, D, L>, given: &Answer) -> Option<Judged<()>> {
    if let Answer::Fly(given) = given {
        return Some(play.fly(given));
    }
    if let Answer::Veer(flight, degrees) = *given {
        return Some(play.veer(flight, degrees));
    }
    (*given == Answer::End).then(|| {
        if play.battle.early {
            play.end_early();
        } else {
            play.then(Task::RunOn);
        }
        Ok(())
    })
}

impl Asked for FlyingQuestion {
    fn side(&self, battle: &Battle) -> Side {
        match self {
            Self::Turrets { ship, .. } => battle.ship(*ship).side,
            Self::Pair { flight, .. } | Self::RunsAgain { flight, .. } | Self::Single { flight, .. } => {
                battle.flight(*flight).map_or(battle.active, |flight| flight.side)
            }
        }
    }

    fn words(&self, roster: &Roster) -> String {
        let name = |ship: &ShipId| roster.unit_name(Unit::Ship(*ship));
        match self {
            Self::Turrets { flight, ship } => {
                let ship = name(ship);
                format!("fires the turrets of {ship} at {flight} and at all such ordnance of this phase, or not")
            }
            Self::Pair { flight, other } => format!("chooses which markers of {flight} and {other} fight next"),
            Self::RunsAgain { flight, .. } => format!("chooses which attack runs of {flight} are rolled again"),
            Self::Single { flight, ship } => {
                format!("chooses whether {flight} attacks {} or a ship beside it", name(ship))
            }
        }
    }

    fn usual(&self, battle: &Battle, roster: &Roster) -> Answer {
        match self {
            Self::Turrets { .. } => Answer::Yes,
            Self::Pair { flight, other } => usual_pair(battle, roster, *flight, *other),
            Self::RunsAgain { faces, turrets, .. } => usual_runs(faces, *turrets),
            Self::Single { ship, .. } => Answer::Attack(*ship),
        }
    }

    fn options(&self, battle: &Battle, roster: &Roster, found: &mut Vec<Answer>) {
        match self {
            Self::Turrets { .. } => found.extend([Answer::Yes, Answer::No, Answer::Mass(FixedList::new())]),
            Self::Pair { flight, other } => pairs(battle, roster, *flight, *other, found),
            Self::RunsAgain { .. } => found.push(Answer::No),
            Self::Single { flight, ship } => {
                found.extend(battle.met_with(roster, *flight, *ship).iter().map(|other| Answer::Attack(*other)));
            }
        }
    }

    fn answer<D: Dice + ?Sized, L: Log>(self, play: &mut Play<'_, D, L>, given: &Answer) -> Option<Judged<()>> {
        // Any answer to something else is none to this.
        match (self, *given) {
            (Self::Turrets { flight, ship }, Answer::Mass(lenders)) => Some(play.mass_turrets(flight, ship, lenders)),
            (Self::Turrets { flight, ship }, _) => {
                play.yes_or_no(given).map(|yes| play.answer_turrets(flight, ship, yes))
            }
            (Self::Pair { flight, other }, Answer::Pair(chosen)) => Some(play.pair(flight, other, chosen)),
            (Self::RunsAgain { flight, ship, faces, turrets }, Answer::Again(chosen)) => {
                Some(play.runs_again((flight, ship, faces, turrets), &chosen))
            }
            (Self::RunsAgain { flight, ship, faces, turrets }, Answer::No) => {
                Some(play.runs_again((flight, ship, faces, turrets), &[]))
            }
            (Self::Single { flight, ship }, Answer::Attack(chosen)) => Some(play.single_out(flight, ship, chosen)),
            _ => None,
        }
    }

    fn word(&self) -> &'static str {
        match self {
            Self::Turrets { .. } => "turrets",
            Self::Pair { .. } => "pair",
            Self::RunsAgain { .. } => "runs again",
            Self::Single { .. } => "single out",
        }
    }

    fn blank(word: &str) -> Option<Self> {
        let (flight, ship) = (FlightId::default(), ShipId::default());
        match word {
            "turrets" => Some(Self::Turrets { flight, ship }),
            "pair" => Some(Self::Pair { flight, other: flight }),
            "runs again" => Some(Self::RunsAgain { flight, ship, faces: FixedList::new(), turrets: 0 }),
            "single out" => Some(Self::Single { flight, ship }),
            _ => None,
        }
    }

    fn fields(&mut self, row: &mut impl Fields) {
        match self {
            Self::Turrets { flight, ship } | Self::Single { flight, ship } => {
                row.flight("flight", flight);
                row.ship("ship", ship);
            }
            Self::Pair { flight, other } => {
                row.flight("flight", flight);
                row.flight("other", other);
            }
            Self::RunsAgain { flight, ship, faces, turrets } => {
                row.flight("flight", flight);
                row.ship("ship", ship);
                row.faces("faces", faces);
                row.number("turrets", turrets);
            }
        }
    }
}

/// The markers that can still save themselves fight first; those that have saved themselves stop.
fn usual_pair(battle: &Battle, roster: &Roster, id: FlightId, other: FlightId) -> Answer {
    let (pairs, may_stop) = battle.pairs(roster, id, other);
    if may_stop {
        return Answer::Pair(None);
    }
    let best = pairs.iter().min_by_key(|(mine, theirs)| (mine.saved, !theirs.saved));
    Answer::Pair(best.copied())
}

/// Every pair that may fight next.
fn pairs(battle: &Battle, roster: &Roster, id: FlightId, other: FlightId, found: &mut Vec<Answer>) {
    let (pairs, may_stop) = battle.pairs(roster, id, other);
    found.extend(pairs.iter().map(|pair| Answer::Pair(Some(*pair))));
    found.extend(may_stop.then_some(Answer::Pair(None)));
}

/// Attack runs below the middle are rolled again.
fn usual_runs(faces: &[u8], turrets: u8) -> Answer {
    let mut again = FixedList::new();
    for face in faces.iter().filter(|face| **face <= 3.max(turrets)) {
        again.push(*face).expect("some of the runs");
    }
    Answer::Again(again)
}

/// Reads what a flight is to do.
///
/// # Errors
/// What could not be understood.
pub(super) fn act(battle: &Battle, roster: &Roster, id: FlightId, what: &str) -> Result<Answer, String> {
    let what = what.trim();
    match what.to_lowercase().as_str() {
        "recall" => return Ok(Answer::Recall(id, Band::new())),
        "leave" => return Ok(Answer::Leave(id)),
        _ => {}
    }
    if let Ok(Leg::Turn(degrees)) = leg(&what.trim().to_lowercase()) {
        return Ok(Answer::Veer(id, degrees));
    }
    if let Some(list) = strip(what, "recall ") {
        return Ok(Answer::Recall(id, band(roster, list)?));
    }
    if let Some(order) = strip(what, "convert ") {
        let (count, heading) = order.split_once(" heading ").ok_or("write `convert 3 heading 90`")?;
        return Ok(Answer::Convert(id, number(count.trim())?, Heading::new(degrees(heading)?)));
    }
    let mut flying = Flying { flight: id, ..Flying::default() };
    for item in what.split(',').map(str::trim) {
        if matches!(item.to_lowercase().as_str(), "go" | "stay") {
        } else if item.eq_ignore_ascii_case("pause") {
            flying.pause = true;
        } else if let Some(name) = strip(item, "patrol ") {
            flying.patrol = Some(ship(roster, name)?);
        } else if let Some(name) = strip(item, "attack ") {
            flying.quarry = Some(match flight(battle, name) {
                Some(found) => Quarry::Flight(found?),
                None => Quarry::Ship(ship(roster, name)?),
            });
        } else if let Some(place) = strip(item, "to ") {
            flying.steps.push(point(place)?).map_err(|_| format!("a flight is sent through {STEPS} places at most"))?;
        } else if item.starts_with(|first: char| first.is_ascii_digit()) {
            let (part, rest) = item.split_once(" to ").map_or((item, None), |(part, place)| (part, Some(place)));
            flying.band.push(batch(roster, part)?).map_err(|_| "too many kinds of craft at once")?;
            if let Some(place) = rest {
                let full = |_| format!("a flight is sent through {STEPS} places at most");
                flying.steps.push(point(place)?).map_err(full)?;
            }
        } else {
            let known = "go, stay, 2 fury, to X Y, attack NAME, patrol SHIP, pause, leave, recall, convert";
            return Err(format!("\"{item}\" is no part of a flight: {known}"));
        }
    }
    Ok(Answer::Fly(flying))
}

/// Reads what is chosen when flights meet ships and each other.
pub(super) fn read(roster: &Roster, text: &str) -> Option<Result<Answer, String>> {
    choice(roster, &text.to_lowercase())
        .or_else(|| mass(roster, text))
        .or_else(|| strip(text, "attack ").map(|target| ship(roster, target).map(Answer::Attack)))
}

/// Reads an answer to what a fight of attack craft asks; `None` when the text is not one.
fn choice(roster: &Roster, text: &str) -> Option<Result<Answer, String>> {
    if text == "fight no more" {
        return Some(Ok(Answer::Pair(None)));
    }
    // Nobody may be chosen: the word then stands alone.
    if let Some(faces) = text.strip_prefix("again").filter(|faces| faces.is_empty() || faces.starts_with(' ')) {
        let faces = faces.split([',', ' ']).filter(|word| !word.is_empty()).map(number);
        let mut chosen = FixedList::new();
        for face in faces {
            match face {
                Ok(face) if chosen.push(face).is_ok() => {}
                Ok(_) => return Some(Err("so many attack runs are not rolled again".to_owned())),
                Err(problem) => return Some(Err(problem)),
            }
        }
        return Some(Ok(Answer::Again(chosen)));
    }
    let (mine, theirs) = text.split_once(" meets ")?;
    let pair = || Ok((marker(roster, mine)?, marker(roster, theirs)?));
    Some(pair().map(|pair| Answer::Pair(Some(pair))))
}

/// Reads a marker of a sort: `thunderhawk`, `saved thunderhawk`.
fn marker(roster: &Roster, text: &str) -> Result<Marker, String> {
    let text = text.trim();
    let (kind, saved) = text.strip_prefix("saved ").map_or((text, false), |kind| (kind, true));
    Ok(Marker { craft: craft(roster, kind)?, saved })
}

/// Reads who fires turrets: `fire alone`, `fire with Vigil + Hope`; `None` when it is something else.
fn mass(roster: &Roster, text: &str) -> Option<Result<Answer, String>> {
    if text.eq_ignore_ascii_case("fire alone") {
        return Some(Ok(Answer::Mass(FixedList::new())));
    }
    let names = strip(text, "fire with ")?;
    let mut lenders: FixedList<ShipId, LENDERS> = FixedList::new();
    for name in names.split(" + ") {
        let found = ship(roster, name.trim());
        let pushed = found.and_then(|ship| {
            lenders.push(ship).map_err(|_| format!("at most {LENDERS} ships mass turrets with another (TURRET-03)"))
        });
        if let Err(problem) = pushed {
            return Some(Err(problem));
        }
    }
    Some(Ok(Answer::Mass(lenders)))
}

/// Writes who fires turrets.
pub(super) fn write_mass(roster: &Roster, lenders: &[ShipId]) -> String {
    if lenders.is_empty() {
        return "fire alone".to_owned();
    }
    let names: Vec<&str> = lenders.iter().map(|ship| roster.unit_name(Unit::Ship(*ship))).collect();
    format!("fire with {}", names.join(" + "))
}

/// Writes which markers fight next.
pub(super) fn write_pair(roster: &Roster, chosen: Option<(Marker, Marker)>) -> String {
    chosen.map_or("fight no more".to_owned(), |(mine, theirs)| {
        format!("{} meets {}", write_marker(roster, mine), write_marker(roster, theirs))
    })
}

/// Writes which attack runs are rolled again.
pub(super) fn write_again(faces: &[u8]) -> String {
    let faces = faces.iter().map(u8::to_string);
    std::iter::once("again".to_owned()).chain(faces).collect::<Vec<_>>().join(" ")
}

/// Writes a turn of guided torpedoes.
pub(super) fn write_turn(flight: FlightId, degrees: i32) -> String {
    format!("{flight}: {}", write_leg(Leg::Turn(degrees)))
}

fn write_marker(roster: &Roster, marker: Marker) -> String {
    format!("{}{}", if marker.saved { "saved " } else { "" }, roster.kind(&marker).id)
}

/// Writes how a flight is to fly.
pub(super) fn write(roster: &Roster, flying: &Flying) -> String {
    let mut items: Vec<String> = Vec::new();
    if !flying.band.is_empty() {
        items.push(write_band(roster, &flying.band));
    }
    items.extend(flying.steps.iter().map(|step| format!("to {step}")));
    items.extend(flying.quarry.map(|quarry| match quarry {
        Quarry::Ship(ship) => format!("attack {}", roster.unit_name(Unit::Ship(ship))),
        Quarry::Flight(flight) => format!("attack {flight}"),
    }));
    items.extend(flying.patrol.map(|ship| format!("patrol {}", roster.unit_name(Unit::Ship(ship)))));
    if flying.pause {
        items.push("pause".to_owned());
    }
    if items.is_empty() {
        items.push("go".to_owned());
    }
    format!("{}: {}", flying.flight, items.join(", "))
}
