//! What a scenario brings on: reserves and divisions that arrive, contact markers, ships on standby, the planet below.

use super::Asked;
use super::answer::{Answer, Judged};
use super::fields::Fields;
use super::question::ArrivalsQuestion;
use super::words::{band, degrees, point, strip};
use crate::battle::gothic::event::Log;
use crate::battle::gothic::missions::mission::{Group, GroupKind};
use crate::battle::gothic::state::ordnance::Band;
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, Unit};
use crate::battle::gothic::turn::play::Play;
use crate::dice::Dice;
use crate::ships::craft::CraftId;
use crate::table::geometry::Heading;
use crate::table::side::Side;
use crate::text::count;

/// Answers for ships that may come on, and for the planet below.
pub(super) fn options(battle: &Battle, side: Side, found: &mut Vec<Answer>) {
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

/// A ship comes on or stays away, or its fleet surrenders.
pub(super) fn answer<D: Dice + ?Sized, L: Log>(play: &mut Play<'_, D, L>, given: &Answer) -> Option<Judged<()>> {
    if let Answer::Arrive(ship, at, heading) = *given {
        return Some(play.arrive(ship, at, heading));
    }
    if let Answer::StayAway(ship) = *given {
        return Some(play.stay_away(ship));
    }
    surrender(play, given)
}

/// A ship attacks the planet, or its fleet surrenders.
pub(super) fn answer_closing<D: Dice + ?Sized, L: Log>(
    play: &mut Play<'_, D, L>,
    given: &Answer,
) -> Option<Judged<()>> {
    if let Answer::Assault(ship) = *given {
        return Some(play.with_own(Unit::Ship(ship), |play| play.assault_planet(ship)));
    }
    surrender(play, given)
}

fn surrender<D: Dice + ?Sized, L: Log>(play: &mut Play<'_, D, L>, given: &Answer) -> Option<Judged<()>> {
    (*given == Answer::Surrender).then(|| {
        play.surrender();
        Ok(())
    })
}

/// A group of the mission.
fn group(battle: &Battle, index: u8) -> &Group {
    &battle.mission.groups[usize::from(index)]
}

impl Asked for ArrivalsQuestion {
    fn side(&self, battle: &Battle) -> Side {
        match self {
            Self::Rouse(unit) => battle.side_of(*unit),
            Self::Signal => battle.active,
            Self::Unmask(index) | Self::Shift(index) | Self::Post(index) | Self::Scramble { group: index, .. } => {
                group(battle, *index).side
            }
        }
    }

    fn words(&self, roster: &Roster) -> String {
        match self {
            Self::Rouse(unit) => format!("has {} try to go on alert, or not", roster.unit_name(*unit)),
            Self::Signal => "activates a contact marker, or none".to_owned(),
            Self::Unmask(group) => format!("says where what lay under contact marker {} heads", group + 1),
            Self::Scramble { group, count: squadrons } => {
                format!("chooses {} that lay under contact marker {}", count(*squadrons, "squadron"), group + 1)
            }
            Self::Shift(group) => format!("moves the marker of group {} along its edge, or not", group + 1),
            Self::Post(group) => format!("puts the marker of group {} on its edge", group + 1),
        }
    }

    fn usual(&self, battle: &Battle, roster: &Roster) -> Answer {
        match self {
            Self::Rouse(_) => Answer::Yes,
            Self::Unmask(index) => Answer::Heading(towards_enemy(battle, *index)),
            Self::Scramble { group: index, count } => {
                let bombs = |id: &CraftId| roster.craft[usize::from(id.0)].role.bombs();
                let craft = group(battle, *index).craft;
                let kind = craft.iter().copied().find(bombs).or_else(|| craft.first().copied());
                Answer::Scramble(Band::one((kind.unwrap_or_default(), *count)))
            }
            Self::Post(index) => Answer::Post(battle.usual_post(group(battle, *index)).unwrap_or_default()),
            Self::Signal | Self::Shift(_) => Answer::No,
        }
    }

    fn options(&self, battle: &Battle, roster: &Roster, found: &mut Vec<Answer>) {
        match self {
            Self::Rouse(_) => found.extend([Answer::Yes, Answer::No]),
            Self::Signal => found.extend(battle.contacts(battle.active).map(Answer::Activate)),
            Self::Unmask(_) => found.extend((0..8).map(|step| Answer::Heading(Heading::new(45 * step)))),
            Self::Scramble { group: index, count } => {
                let craft = group(battle, *index).craft;
                found.extend(craft.iter().map(|craft| Answer::Scramble(Band::one((*craft, *count)))));
            }
            Self::Shift(index) => {
                let by = battle.slowest(roster, group(battle, *index));
                found.extend([Answer::Shift(by), Answer::Shift(-by), Answer::No]);
            }
            Self::Post(index) => {
                let edge = group(battle, *index).edge;
                let spots = edge.into_iter().flat_map(|edge| battle.spots(edge).step_by(4));
                found.extend(spots.map(Answer::Post));
            }
        }
    }

    fn answer<D: Dice + ?Sized, L: Log>(self, play: &mut Play<'_, D, L>, given: &Answer) -> Option<Judged<()>> {
        // Any answer to something else is none to this.
        match (self, *given) {
            (Self::Rouse(unit), _) => play.yes_or_no(given).map(|yes| play.answer_rouse(unit, yes)),
            (Self::Signal, Answer::Activate(group)) => Some(play.activate(group)),
            (Self::Unmask(group), Answer::Heading(heading)) => Some(play.unmask(group, heading)),
            (Self::Scramble { group, count }, Answer::Scramble(band)) => Some(play.scramble(group, count, &band)),
            (Self::Shift(group), Answer::Shift(by)) => Some(play.shift_marker(group, by)),
            (Self::Post(group), Answer::Post(at)) => Some(play.post(group, at)),
            (Self::Signal | Self::Shift(_), Answer::No) => {
                play.battle.agenda.pop();
                Some(Ok(()))
            }
            _ => None,
        }
    }

    fn word(&self) -> &'static str {
        match self {
            Self::Rouse(_) => "rouse",
            Self::Signal => "signal",
            Self::Unmask(_) => "unmask",
            Self::Scramble { .. } => "scramble",
            Self::Shift(_) => "shift",
            Self::Post(_) => "post",
        }
    }

    fn blank(word: &str) -> Option<Self> {
        match word {
            "rouse" => Some(Self::Rouse(Unit::default())),
            "signal" => Some(Self::Signal),
            "unmask" => Some(Self::Unmask(0)),
            "scramble" => Some(Self::Scramble { group: 0, count: 0 }),
            "shift" => Some(Self::Shift(0)),
            "post" => Some(Self::Post(0)),
            _ => None,
        }
    }

    fn fields(&mut self, row: &mut impl Fields) {
        match self {
            Self::Rouse(unit) => row.unit("unit", unit),
            Self::Signal => {}
            Self::Unmask(group) | Self::Shift(group) | Self::Post(group) => row.group("group", group),
            Self::Scramble { group, count } => {
                row.group("group", group);
                row.number("count", count);
            }
        }
    }
}

/// The heading from a contact marker to the nearest enemy.
fn towards_enemy(battle: &Battle, index: u8) -> Heading {
    let group = &battle.mission.groups[usize::from(index)];
    let at = group.at.unwrap_or_default();
    let nearest = battle.fleet(group.side.other()).min_by_key(|(id, ship)| (ship.at.squared(at), *id));
    nearest.and_then(|(_, enemy)| at.heading_to(enemy.at)).unwrap_or_default()
}

/// Reads an answer that names no ship.
pub(super) fn read(roster: &Roster, text: &str) -> Option<Result<Answer, String>> {
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
        return Some(band(roster, list).map(Answer::Scramble));
    }
    if let Some(by) = strip(text, "shift ") {
        return Some(by.parse().map(Answer::Shift));
    }
    strip(text, "post ").map(|at| point(at).map(Answer::Post))
}

/// Reads what a ship does in a mission.
pub(super) fn act(unit: Unit, what: &str) -> Option<Result<Answer, String>> {
    let Unit::Ship(ship) = unit else { return None };
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
