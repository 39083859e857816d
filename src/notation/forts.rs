//! Star forts as they are laid down: four quadrants one after another, or one line for all of them.

use super::ship;
use super::ship::Entered;
use super::told::Told;
use crate::battle::gothic::defences::star_forts;
use crate::battle::gothic::defences::star_forts::QUADRANTS;
use crate::battle::gothic::state::Battle;
use crate::battle::gothic::state::roster::{Entry, Roster};
use crate::catalog::fleets::Fleets;
use crate::catalog::reader::Node;
use crate::ships::class::ShipClass;
use crate::ships::fitting::Fitting;
use crate::ships::profile::Profile;
use crate::table::geometry::{Length, Quarter};

/// The quadrant that a line is about.
pub(super) fn quadrant(node: &Node<'_>) -> Option<Quarter> {
    node.opt_word("quadrant", &QUADRANTS, |quadrant: Quarter| star_forts::word(quadrant))
}

/// Only a star fort has quadrants.
pub(super) fn check_quadrant(told: &impl Told, class: Option<&ShipClass>, quadrant: Option<Quarter>) {
    if quadrant.is_some() && class.is_some_and(|class| class.quadrants.is_none()) {
        told.problem_at("quadrant", "`quadrant` is for star forts");
    }
}

/// Reads a line of `ship`. A star fort without `quadrant` stands for its four: `at` is its centre, `heading` that of the
/// front, and the re-roll of the fort is with the front unless `rerolls` says otherwise.
pub(super) fn read(node: &mut Node<'_>, fleets: &Fleets, roster: &mut Roster) -> Vec<Entered> {
    let before = roster.ships.len();
    let (ship, names) = ship::read(node, fleets, roster);
    let whole = |entry: &Entry| entry.profile.odd.quadrant.is_some() && entry.fitting.quadrant.is_none();
    let Some(entry) = roster.ships.get(before).cloned().filter(whole) else { return vec![(ship, names)] };
    roster.ships.truncate(before);
    let mut found = Vec::new();
    for quadrant in QUADRANTS {
        let fitting = Fitting { quadrant: Some(quadrant), ..entry.fitting.clone() };
        let profile = fleets.class(&entry.class).map(|class| Profile::of(class, &fitting, fleets));
        let Some(Ok(profile)) = profile else { continue };
        let name = format!("{} {}", entry.name, star_forts::word(quadrant));
        if roster.ships.iter().any(|known| known.name.eq_ignore_ascii_case(&name)) {
            node.problem_at("name", format_args!("there are two ships called \"{name}\""));
        }
        roster.ships.push(Entry { name, fitting, profile, ..entry.clone() });
        let mut part = ship;
        (part.at, part.heading) = star_forts::place(ship.at, ship.heading, quadrant);
        let own = if node.has("rerolls") { ship.rerolls } else { 1 };
        part.rerolls = if quadrant == Quarter::Front { own } else { 0 };
        found.push((part, names.clone()));
    }
    found
}

/// The quadrants of a fort stand together, one after another, of one side and one Leadership.
pub(super) fn check(told: &impl Told, roster: &Roster, battle: &Battle) {
    let all: Vec<_> = roster.ships.iter().zip(battle.ships.iter()).collect();
    for (index, (entry, ship)) in all.iter().enumerate() {
        let (Some(quadrant), name) = (entry.profile.odd.quadrant, &entry.name) else { continue };
        let first = index.checked_sub(quadrant as usize);
        let mates = first.and_then(|first| all.get(first..first + QUADRANTS.len())).unwrap_or_default();
        let is_due = |mate: &Entry, due| mate.class == entry.class && mate.profile.odd.quadrant == Some(due);
        if mates.is_empty() || !mates.iter().zip(QUADRANTS).all(|((mate, _), due)| is_due(mate, due)) {
            told.problem(format_args!(
                "{name} is one quadrant of a star fort: its front, right, rear and left must follow one another"
            ));
            continue;
        }
        if ship.squadron.is_some() {
            told.problem(format_args!("{name} is part of a star fort, which is in no squadron (DEF-02)"));
        }
        let (lead, front) = mates[0];
        if (ship.side, ship.leadership) != (front.side, front.leadership) {
            told.problem(format_args!("{name} is of another side or Leadership than {}", lead.name));
        }
        let centre = front.at.ahead(front.heading.turned(180), star_forts::SPAN);
        let (at, heading) = star_forts::place(centre, front.heading, quadrant);
        let apart = heading != ship.heading || !at.touches(ship.at, Length::ZERO);
        if ship.present() && front.present() && apart {
            told.problem(format_args!("{name} must stand at {at} and point to {} degrees", heading.degrees()));
        }
    }
}
