//! Writes answers as they are read.

use crate::battle::ground::answer::{Act, Answer, Flight, FlightLeg, Going, Landing, Leg, Placing, Step};
use crate::battle::ground::roster::{FormationId, Roster, UnitId};
use crate::battle::ground::state::Fire;

/// Writes an answer.
#[must_use]
pub fn write(roster: &Roster, given: &Answer) -> String {
    let name = |formation: &FormationId| &roster[*formation].name;
    let names = |formations: &[FormationId]| {
        formations.iter().map(|formation| roster[*formation].name.clone()).collect::<Vec<_>>().join(", ")
    };
    match given {
        Answer::Word(word) => word.word().to_owned(),
        Answer::Decline(word) => word.word().to_owned(),
        Answer::Objectives(places) => {
            format!("objectives {}", places.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))
        }
        Answer::Plan(craft, turn, aims, drops) => {
            let mut parts = vec![format!("{}: arrive turn {turn}", roster[*craft].name)];
            parts.extend(aims.iter().map(|aim| format!("aim {aim}")));
            parts.extend(drops.iter().map(|(who, place)| format!("drop {} {place}", name(who))));
            parts.join(", ")
        }
        Answer::StayAway(craft) => format!("{}: stay away", roster[*craft].name),
        Answer::Exit(formation, place) => format!("{}: exit {place}", name(formation)),
        Answer::Deploy(formation, placed) => format!("{}: deploy {}", name(formation), placings(roster, placed)),
        Answer::Reserve(formation) => format!("{}: reserve", name(formation)),
        Answer::Teleport(formation, placed) => format!("{}: teleport {}", name(formation), placings(roster, placed)),
        Answer::Surface(formation) => format!("{}: surface", name(formation)),
        Answer::Wait(formation) => format!("{}: wait", name(formation)),
        Answer::Act(given) => act(roster, given),
        Answer::Keep(formation, action) => format!("{}: keep {action}", name(formation)),
        Answer::Arrive(craft) => format!("{}: arrive", roster[*craft].name),
        Answer::Go(going, given) => steps(roster, *going, given),
        Answer::Fire(given) => fire(roster, given),
        Answer::Overwatch(formation, given) => format!("{}: {}", name(formation), fire(roster, given)),
        Answer::Snipe(unit) => format!("hit {}", roster.unit_name(*unit)),
        Answer::Split(unit, close) => {
            format!("{}: split {} cc {close}", name(&roster.formation_of(*unit)), roster[*unit].number)
        }
        Answer::Support(formations) => format!("support {}", names(formations)),
        Answer::Approach(given) => format!("approach {}", flight(given)),
        Answer::Interception(formation, given) => format!("{}: approach {}", name(formation), flight(given)),
        Answer::Flak(formations) => format!("flak {}", names(formations)),
        Answer::Land(given) => landing(roster, given),
        Answer::Leave(given) => format!("leave {}", flight(given)),
        Answer::Pinpoint(unit) => format!("pinpoint {}", roster.unit_name(*unit)),
        Answer::Planetfall(placed) => format!("land {}", placings(roster, placed)),
    }
}

fn placings(roster: &Roster, placed: &[Placing]) -> String {
    let words = placed.iter().map(|placing| match placing {
        Placing::At(unit, at) => format!("{} at {at}", roster[*unit].number),
        Placing::In(unit, carrier) if roster.formation_of(*unit) == roster.formation_of(*carrier) => {
            format!("{} in {}", roster[*unit].number, roster[*carrier].number)
        }
        Placing::In(unit, carrier) => format!("{} in {}", roster[*unit].number, roster.unit_name(*carrier)),
    });
    words.collect::<Vec<_>>().join(", ")
}

fn act(roster: &Roster, act: &Act) -> String {
    let names = |formations: &[FormationId], between: &str| {
        formations.iter().map(|formation| roster[*formation].name.as_str()).collect::<Vec<_>>().join(between)
    };
    let mut out = format!("{}: {}", roster[act.formation].name, act.action);
    if !act.targets.is_empty() {
        out.push(' ');
        out.push_str(&names(&act.targets, " and "));
    }
    if !act.with.is_empty() {
        out.push_str(" with ");
        out.push_str(&names(&act.with, ", "));
    }
    if act.pop_up {
        out.push_str(", pop up");
    }
    if act.across {
        out.push_str(", across country");
    }
    out
}

/// Units by their whole names, so that a line can be read whoever is asked.
fn steps(roster: &Roster, going: Going, steps: &[Step]) -> String {
    let words = steps.iter().map(|step| {
        let mut out = roster.unit_name(step.unit);
        if step.slowly {
            out.push_str(" slowly");
        }
        if step.out {
            out.push_str(" out");
        }
        for leg in &step.legs {
            out.push_str(" to ");
            match leg {
                Leg::To(place) => out.push_str(&place.to_string()),
                Leg::Touch(unit) => out.push_str(&roster.unit_name(*unit)),
            }
        }
        if let Some(carrier) = step.into {
            out.push_str(" into ");
            out.push_str(&roster.unit_name(carrier));
        }
        out
    });
    format!("{going} {}", words.collect::<Vec<_>>().join(", "))
}

fn fire(roster: &Roster, fire: &Fire) -> String {
    let mut out = format!("fire at {}", roster[fire.target].name);
    if fire.open {
        out.push_str(", in the open");
    }
    let list = |word: &str, units: &[UnitId]| {
        let numbers: Vec<String> = units.iter().map(|unit| roster.unit_name(*unit)).collect();
        if numbers.is_empty() { String::new() } else { format!(", {word} {}", numbers.join(" ")) }
    };
    out.push_str(&list("ap", &fire.ap));
    out.push_str(&list("at", &fire.at));
    out.push_str(&list("hold", &fire.hold));
    if fire.indirect {
        out.push_str(", indirect");
    }
    for place in &fire.templates {
        out.push_str(", template ");
        out.push_str(&place.to_string());
    }
    out
}

fn flight(flight: &Flight) -> String {
    let from = flight.from.map_or_else(String::new, |from| format!("{from} "));
    let mut parts = vec![format!("{from}heading {}", flight.heading.degrees())];
    parts.extend(flight.legs.iter().map(|leg| match leg {
        FlightLeg::Ahead(by) => format!("ahead {by}"),
        FlightLeg::Turn(degrees) if *degrees < 0 => format!("left {}", -degrees),
        FlightLeg::Turn(degrees) => format!("right {degrees}"),
    }));
    parts.join(", ")
}

fn landing(roster: &Roster, landing: &Landing) -> String {
    let mut parts = match landing.assault {
        Some(target) => vec![format!("land for assault on {}", roster[target].name)],
        None => vec!["land".to_owned()],
    };
    parts.extend(landing.out.iter().map(|(unit, place)| format!("{} out to {place}", roster.unit_name(*unit))));
    parts.extend(
        landing
            .into
            .iter()
            .map(|(unit, carrier)| format!("{} into {}", roster.unit_name(*unit), roster.unit_name(*carrier))),
    );
    parts.join(", ")
}
