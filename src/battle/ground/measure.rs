//! Measuring between units: circles, edge to edge, and within n includes exactly n (EP-UNIT-07).

use super::roster::{FormationId, Roster, UnitId};
use super::state::Battle;
use crate::table::geometry::{Length, Point, TOUCH};

/// The gap between two circles; nothing where they overlap.
#[must_use]
pub fn gap(roster: &Roster, one: (UnitId, Point), other: (UnitId, Point)) -> Length {
    let reach = roster.kind(one.0).radius() + roster.kind(other.0).radius();
    (one.1.distance(other.1) - reach).max(Length::ZERO)
}

/// Whether two units are no farther apart than a limit.
#[must_use]
pub fn within(roster: &Roster, one: (UnitId, Point), other: (UnitId, Point), limit: Length) -> bool {
    let reach = roster.kind(one.0).radius() + roster.kind(other.0).radius();
    one.1.within(other.1, reach + limit)
}

/// Whether two units touch.
#[must_use]
pub fn touch(roster: &Roster, one: (UnitId, Point), other: (UnitId, Point)) -> bool {
    one.1.touches(other.1, roster.kind(one.0).radius() + roster.kind(other.0).radius())
}

/// Whether two units stand in the same place.
#[must_use]
pub fn overlap(roster: &Roster, one: (UnitId, Point), other: (UnitId, Point)) -> bool {
    one.1.overlaps(other.1, roster.kind(one.0).radius() + roster.kind(other.0).radius())
}

/// The least gap from a unit to the standing units of a formation.
#[must_use]
pub fn gap_to(battle: &Battle, roster: &Roster, unit: (UnitId, Point), formation: FormationId) -> Option<Length> {
    battle.standing(roster, formation).map(|other| gap(roster, unit, other)).min()
}

/// Whether a unit is within a limit of a standing unit of a formation.
#[must_use]
pub fn near(battle: &Battle, roster: &Roster, unit: (UnitId, Point), formation: FormationId, limit: Length) -> bool {
    battle.standing(roster, formation).any(|other| within(roster, unit, other, limit))
}

/// The place at which a unit that goes straight towards another touches it.
#[must_use]
pub fn contact_place(roster: &Roster, unit: (UnitId, Point), other: (UnitId, Point)) -> Point {
    let reach = roster.kind(unit.0).radius() + roster.kind(other.0).radius();
    let whole = unit.1.distance(other.1);
    unit.1.towards(other.1, (whole - reach).max(Length::ZERO))
}

/// Units of a formation that are in no chain with the rest (EP-UNIT-05): all but the largest group, of equals the one with
/// the lowest number.
#[must_use]
pub fn strays(battle: &Battle, roster: &Roster, formation: FormationId) -> Vec<UnitId> {
    let standing: Vec<(UnitId, Point)> = battle.standing(roster, formation).collect();
    let mut group = vec![usize::MAX; standing.len()];
    let mut sizes: Vec<usize> = Vec::new();
    for start in 0..standing.len() {
        if group[start] != usize::MAX {
            continue;
        }
        let number = sizes.len();
        let (mut queue, mut size) = (vec![start], 0);
        group[start] = number;
        while let Some(next) = queue.pop() {
            size += 1;
            for (index, other) in standing.iter().enumerate() {
                let link = roster.kind(standing[next].0).link().max(roster.kind(other.0).link());
                if group[index] == usize::MAX && within(roster, standing[next], *other, link) {
                    group[index] = number;
                    queue.push(index);
                }
            }
        }
        sizes.push(size);
    }
    let most = sizes.iter().copied().max().unwrap_or(0);
    let kept = sizes.iter().position(|size| *size == most).unwrap_or(0);
    (0..standing.len()).filter(|index| group[*index] != kept).map(|index| standing[index].0).collect()
}

/// The nearest place to a wished one at which a unit stands on the table and over nobody. Tries rings of growing size.
#[must_use]
pub fn free_place(
    battle: &Battle,
    roster: &Roster,
    unit: UnitId,
    wished: Point,
    fits: &dyn Fn(Point) -> bool,
) -> Option<Point> {
    let free = |place: Point| {
        roster.on_table(place)
            && fits(place)
            && (0..battle.units.len())
                .map(UnitId)
                .filter(|other| *other != unit)
                .all(|other| battle.at(other).is_none_or(|at| !overlap(roster, (unit, place), (other, at))))
    };
    if free(wished) {
        return Some(wished);
    }
    for ring in 1..200 {
        for degrees in (0..360).step_by(10) {
            let place = wished.ahead(crate::table::geometry::Heading::new(degrees), Length(500 * ring));
            if free(place) {
                return Some(place);
            }
        }
    }
    None
}

/// Whether a gap counts as contact.
#[must_use]
pub fn is_contact(gap: Length) -> bool {
    gap <= TOUCH
}
