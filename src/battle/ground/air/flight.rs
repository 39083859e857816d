//! Flights: approach and disengagement (EP-AIR-09, EP-AIR-10, EP-AIR-21).

use crate::battle::ground::answer::{Flight, FlightLeg, Refusal, refuse};
use crate::battle::ground::charts::THIRTY;
use crate::battle::ground::kinds::AirKind;
use crate::battle::ground::roster::{FormationId, Roster};
use crate::battle::ground::state::{Action, Battle};
use crate::table::edge::Edge;
use crate::table::geometry::{Heading, Length, Point, Rect, SLACK};

/// A flight that was judged: its corners, and its last heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flown {
    /// Where it starts, turns and ends.
    pub path: Vec<Point>,
    /// The last heading.
    pub heading: Heading,
}

/// How sharply a formation turns (EP-AIR-10): as its slowest; fighter-bombers as bombers on ground attack.
#[must_use]
pub fn sharpest(battle: &Battle, roster: &Roster, formation: FormationId) -> i32 {
    let attacks = battle[formation].did == Some(Action::GroundAttack);
    battle
        .left(roster, formation)
        .filter_map(|unit| roster.kind(unit).air)
        .map(|kind| match kind {
            AirKind::Fighter => 90,
            AirKind::Bomber => 45,
            AirKind::FighterBomber => {
                if attacks {
                    45
                } else {
                    90
                }
            }
        })
        .min()
        .unwrap_or(45)
}

/// The edge that a place lies on.
#[must_use]
pub fn edge_at(table: &Rect, place: Point) -> Option<Edge> {
    let inside = table.nearest(place) == place;
    let found = [
        (place.y == table.low.y, Edge::Near),
        (place.y == table.high.y, Edge::Far),
        (place.x == table.low.x, Edge::Left),
        (place.x == table.high.x, Edge::Right),
    ];
    found.into_iter().find(|(on, _)| *on && inside).map(|(_, edge)| edge)
}

/// Judges the legs of a flight from a place.
///
/// # Errors
/// A turn that comes too soon or is too sharp.
pub fn legs(flight: &Flight, from: Point, sharpest: i32) -> Result<Flown, Refusal> {
    let (mut at, mut heading, mut straight) = (from, flight.heading, Length::ZERO);
    let mut path = vec![from];
    for leg in &flight.legs {
        match leg {
            FlightLeg::Ahead(by) => {
                if by.0 <= 0 {
                    return refuse("EP-AIR-09", "aircraft fly ahead");
                }
                at = at.ahead(heading, *by);
                straight += *by;
                path.push(at);
            }
            FlightLeg::Turn(degrees) => {
                if degrees.abs() > sharpest {
                    return refuse("EP-AIR-10", format!("a turn of {} degrees; {sharpest} are allowed", degrees.abs()));
                }
                if straight + SLACK < THIRTY {
                    return refuse(
                        "EP-AIR-10",
                        format!("a turn after {straight} cm of straight flight; 30 are needed"),
                    );
                }
                heading = heading.turned(*degrees);
                straight = Length::ZERO;
            }
        }
    }
    Ok(Flown { path, heading })
}

/// Judges an approach: from an edge, ending over the table.
///
/// # Errors
/// Why it cannot be flown.
pub fn approach(battle: &Battle, roster: &Roster, formation: FormationId, flight: &Flight) -> Result<Flown, Refusal> {
    let Some(from) = flight.from.filter(|from| edge_at(&roster.table, *from).is_some()) else {
        return refuse("EP-AIR-09", "an approach starts at an edge of the table: \"approach X Y heading D, ahead N\"");
    };
    let flown = legs(flight, from, sharpest(battle, roster, formation))?;
    if let Some(place) = flown.path.iter().find(|place| !roster.on_table(**place)) {
        return refuse("EP-AIR-09", format!("the approach would leave the table at {place}"));
    }
    if flown.path.len() < 2 {
        return refuse("EP-AIR-09", "an approach flies ahead at least once");
    }
    Ok(flown)
}

/// Judges a disengagement: from where the aircraft are, in the end straight on over an edge.
///
/// # Errors
/// Why it cannot be flown.
pub fn leave(
    battle: &Battle,
    roster: &Roster,
    formation: FormationId,
    flight: &Flight,
) -> Result<(Flown, Edge), Refusal> {
    let mut aircraft = battle.standing(roster, formation).filter(|(unit, _)| roster.kind(*unit).air.is_some());
    let Some((_, from)) = aircraft.next() else {
        return refuse("EP-AIR-21", "there is nobody over the table");
    };
    let (landed, heading) = (battle[formation].landed, battle[formation].flying.unwrap_or_default());
    if !landed && flight.heading != heading {
        return refuse("EP-AIR-10", format!("the aircraft head {}; they turn after 30 cm", heading.degrees()));
    }
    let mut flown = legs(flight, from, sharpest(battle, roster, formation))?;
    let end = flown.path.last().copied().unwrap_or(from);
    if let Some(out) = flown.path.iter().position(|place| !roster.on_table(*place)) {
        flown.path.truncate(out + 1);
        let before = flown.path[out - 1];
        let edge = crossed_edge(&roster.table, before, flown.path[out]);
        return Ok((flown, edge));
    }
    let beyond = end.ahead(flown.heading, Length::cm(500));
    let edge = crossed_edge(&roster.table, end, beyond);
    flown.path.push(beyond);
    Ok((flown, edge))
}

/// The edge that a straight flight out of the table crosses first.
fn crossed_edge(table: &Rect, from: Point, to: Point) -> Edge {
    let share = |edge: Edge| -> Option<(i128, i128)> {
        let (along, whole) = match edge {
            Edge::Near => (from.y.0 - table.low.y.0, from.y.0 - to.y.0),
            Edge::Far => (table.high.y.0 - from.y.0, to.y.0 - from.y.0),
            Edge::Left => (from.x.0 - table.low.x.0, from.x.0 - to.x.0),
            Edge::Right => (table.high.x.0 - from.x.0, to.x.0 - from.x.0),
        };
        (whole > 0 && along <= whole).then_some((i128::from(along), i128::from(whole)))
    };
    let mut best: Option<(Edge, (i128, i128))> = None;
    for edge in [Edge::Near, Edge::Far, Edge::Left, Edge::Right] {
        if let Some((along, whole)) = share(edge)
            && best.is_none_or(|(_, (other, of))| along * of < other * whole)
        {
            best = Some((edge, (along, whole)));
        }
    }
    best.map_or(Edge::Near, |(edge, _)| edge)
}

/// Where the aircraft of a formation are at the end of a flight: side by side, 4 apart.
#[must_use]
pub fn abreast(roster: &Roster, end: Point, heading: Heading, index: usize) -> Point {
    let rank = index.div_ceil(2) as i32;
    let side = if index % 2 == 1 { 90 } else { -90 };
    roster.table.nearest(end.ahead(heading.turned(side), Length::cm(4 * rank)))
}
