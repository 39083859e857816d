//! Missions in words: what happened, what is asked, and what may be answered.

use super::mission::GroupKind;
use crate::battle::gothic::decisions::answer::Answer;
use crate::battle::gothic::decisions::words::{degrees, point, strip};
use crate::battle::gothic::event::Event;
use crate::battle::gothic::ordnance::wording as flights;
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, ShipId, Unit};
use crate::table::geometry::Heading;
use crate::text::count;

/// Half points as text: `1`, `1.5`.
fn halves(half: u8) -> String {
    if half.is_multiple_of(2) { (half / 2).to_string() } else { format!("{}.5", half / 2) }
}

impl Event {
    /// An event of a mission as a sentence.
    pub(in crate::battle::gothic) fn tell_mission(&self, roster: &Roster) -> String {
        let ship = |id: &ShipId| roster.unit_name(Unit::Ship(*id));
        let side = |side: &crate::table::side::Side| roster.sides[*side as usize].as_str();
        match self {
            Self::Arrived(id, at, heading) => {
                format!("{} comes on at {at}, heading {} (SCEN-14)", ship(id), heading.degrees())
            }
            Self::Hailed(id, face, bonus, needed) => {
                let more = if *bonus > 0 { format!(" + {bonus}") } else { String::new() };
                let comes = if face + bonus >= *needed { "comes" } else { "does not come yet" };
                format!("{} rolls {face}{more}, needs {needed}: it {comes} (SCEN-99)", ship(id))
            }
            Self::ComesBy(id, edge) => format!("{} will come by the {edge} edge (ZONE-20)", ship(id)),
            Self::Posted(who, at, rule) => format!("{}'s marker is at {at} ({rule})", side(who)),
            Self::ContactFound(id, at) => format!("{} finds the contact at {at} (SCEN-72)", ship(id)),
            Self::ClusterOpens(flight, size, at) => {
                let rule = if flight.kind.is_salvo() { "SCEN-74" } else { "SCEN-75" };
                format!("{flight} of {size} lay in wait at {at} ({rule})")
            }
            Self::Roused(unit) => format!("{} goes on alert (SCEN-53)", roster.unit_name(*unit)),
            Self::Assault(id, half, total) => {
                let (scored, all) = (halves(*half), halves(*total));
                let points = if *half == 2 { "point" } else { "points" };
                format!("{} attacks the planet: {scored} assault {points}, {all} in all (SCEN-87)", ship(id))
            }
            Self::Exterminatus(id, face, needed) => {
                let end = if face >= needed { "the planet is destroyed" } else { "the planet endures" };
                format!("{} rolls {face}, needs {needed}: {end} (SCEN-112)", ship(id))
            }
            Self::LeftByGoal(id, rule) => format!("{} leaves by the edge it was to reach ({rule})", ship(id)),
            Self::Surrendered(who) => format!("{} surrenders (SCEN-131)", side(who)),
            Self::Decided(rule, winner) => {
                let winner =
                    winner.map_or_else(|| "it is".to_owned(), |winner| format!("{} wins, and it is", side(&winner)));
                format!("The battle is decided: {winner} over ({rule})")
            }
            _ => String::new(),
        }
    }
}

/// What a decision of a mission is about.
pub(in crate::battle::gothic) fn asked(roster: &Roster, task: &crate::battle::gothic::state::agenda::Task) -> String {
    use crate::battle::gothic::state::agenda::Task;
    match task {
        Task::Rouse(unit) => format!("has {} try to go on alert, or not", roster.unit_name(*unit)),
        Task::Signal => "activates a contact marker, or none".to_owned(),
        Task::Unmask(group) => format!("says where what lay under contact marker {} heads", group + 1),
        Task::Scramble { group, count: squadrons } => {
            format!("chooses {} that lay under contact marker {}", count(*squadrons, "squadron"), group + 1)
        }
        Task::Shift(group) => format!("moves the marker of group {} along its edge, or not", group + 1),
        Task::Post(group) => format!("puts the marker of group {} on its edge", group + 1),
        _ => "waits".to_owned(),
    }
}

/// Reads an answer that names no ship.
pub(in crate::battle::gothic) fn read(roster: &Roster, text: &str) -> Option<Result<Answer, String>> {
    if text.eq_ignore_ascii_case("surrender") {
        return Some(Ok(Answer::Surrender));
    }
    if let Some(number) = strip(text, "activate ") {
        let place: Option<u8> = number.parse().ok().and_then(|number: u8| number.checked_sub(1));
        return Some(place.map(Answer::Activate).ok_or_else(|| format!("\"{number}\" is no contact marker")));
    }
    if let Some(heading) = strip(text, "heading ") {
        return Some(degrees(heading).map(|degrees| Answer::Heading(Heading::new(degrees))));
    }
    if let Some(list) = strip(text, "scramble ") {
        return Some(flights::band(roster, list).map(Answer::Scramble));
    }
    if let Some(by) = strip(text, "shift ") {
        return Some(by.parse().map(Answer::Shift));
    }
    strip(text, "post ").map(|at| point(at).map(Answer::Post))
}

/// Reads what a ship does in a mission.
pub(in crate::battle::gothic) fn act(ship: ShipId, what: &str) -> Option<Result<Answer, String>> {
    match what.to_lowercase().as_str() {
        "stay away" => return Some(Ok(Answer::StayAway(ship))),
        "assault" => return Some(Ok(Answer::Assault(ship))),
        _ => {}
    }
    let place = strip(what, "arrive at ")?;
    Some(
        place
            .split_once(" heading ")
            .ok_or("write `arrive at X Y heading DEGREES`".to_owned())
            .and_then(|(at, heading)| Ok(Answer::Arrive(ship, point(at)?, Heading::new(degrees(heading)?)))),
    )
}

/// Writes an answer of a mission.
pub(in crate::battle::gothic) fn write(roster: &Roster, given: &Answer) -> String {
    let name = |ship: ShipId| roster.unit_name(Unit::Ship(ship));
    match given {
        Answer::Arrive(ship, at, heading) => format!("{}: arrive at {at} heading {}", name(*ship), heading.degrees()),
        Answer::StayAway(ship) => format!("{}: stay away", name(*ship)),
        Answer::Assault(ship) => format!("{}: assault", name(*ship)),
        Answer::Surrender => "surrender".to_owned(),
        Answer::Activate(group) => format!("activate {}", group + 1),
        Answer::Heading(heading) => format!("heading {}", heading.degrees()),
        Answer::Scramble(band) => format!("scramble {}", flights::write_band(roster, band)),
        Answer::Shift(by) => format!("shift {by}"),
        Answer::Post(at) => format!("post {at}"),
        _ => String::new(),
    }
}

/// A sensible answer to what a mission asks.
pub(in crate::battle::gothic) fn usual(
    battle: &Battle,
    roster: &Roster,
    task: &crate::battle::gothic::state::agenda::Task,
) -> Answer {
    use crate::battle::gothic::state::agenda::Task;
    let group = |index: &u8| &battle.mission.groups[usize::from(*index)];
    match task {
        Task::Rouse(_) => Answer::Yes,
        Task::Unmask(index) => Answer::Heading(towards_enemy(battle, *index)),
        Task::Scramble { group: index, count } => {
            let bombs = |id: &crate::ships::craft::CraftId| roster.craft[usize::from(id.0)].role.bombs();
            let craft = group(index).craft;
            let kind = craft.iter().copied().find(bombs).or_else(|| craft.first().copied());
            Answer::Scramble(crate::battle::gothic::state::ordnance::Band::one((kind.unwrap_or_default(), *count)))
        }
        Task::Post(index) => Answer::Post(battle.usual_post(group(index)).unwrap_or_default()),
        _ => Answer::No,
    }
}

/// The heading from a contact marker to the nearest enemy.
fn towards_enemy(battle: &Battle, index: u8) -> Heading {
    let group = &battle.mission.groups[usize::from(index)];
    let at = group.at.unwrap_or_default();
    let nearest = battle.fleet(group.side.other()).min_by_key(|(id, ship)| (ship.at.squared(at), *id));
    nearest.and_then(|(_, enemy)| at.heading_to(enemy.at)).unwrap_or_default()
}

/// A spread of answers to what a mission asks.
pub(in crate::battle::gothic) fn options(
    battle: &Battle,
    roster: &Roster,
    task: &crate::battle::gothic::state::agenda::Task,
    found: &mut Vec<Answer>,
) {
    use crate::battle::gothic::state::agenda::Task;
    match task {
        Task::Rouse(_) => found.extend([Answer::Yes, Answer::No]),
        Task::Signal => found.extend(battle.contacts(battle.active).map(Answer::Activate)),
        Task::Unmask(_) => found.extend((0..8).map(|step| Answer::Heading(Heading::new(45 * step)))),
        Task::Scramble { group, count } => {
            for craft in &battle.mission.groups[usize::from(*group)].craft {
                let band = crate::battle::gothic::state::ordnance::Band::one((*craft, *count));
                found.push(Answer::Scramble(band));
            }
        }
        Task::Shift(index) => {
            let by = battle.slowest(roster, &battle.mission.groups[usize::from(*index)]);
            found.extend([Answer::Shift(by), Answer::Shift(-by), Answer::No]);
        }
        Task::Post(index) => {
            let group = &battle.mission.groups[usize::from(*index)];
            let spots = group.edge.into_iter().flat_map(|edge| battle.spots(edge).step_by(4));
            found.extend(spots.map(Answer::Post));
        }
        _ => {}
    }
}

/// Answers for ships that may come on, and for the planet below.
pub(in crate::battle::gothic) fn arrivals(battle: &Battle, side: crate::table::side::Side, found: &mut Vec<Answer>) {
    for id in battle.arrivals(side) {
        if let Some((at, heading)) = battle.usual_arrival(id) {
            found.extend([0, 30, -30].map(|turn| Answer::Arrive(id, at, heading.turned(turn))));
        }
        let optional = battle.group_of(id).is_some_and(|index| battle.mission.groups[index].kind == GroupKind::Reserve);
        if optional {
            found.push(Answer::StayAway(id));
        }
    }
}
