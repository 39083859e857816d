//! A ship as it enters a battle, in plain values. A situation is read into these and a muster is made of them: what they
//! become, and what is refused, is the same.

use super::told::Told;
use super::{defences, feats, forts, mission, ordnance, plots};
use crate::battle::gothic::state::roster::{Entry, Roster};
use crate::battle::gothic::state::{Battle, SHIPS, SQUADRONS, Ship, ShipId, SquadronId};
use crate::battle::gothic::sub_plots::Drill;
use crate::catalog::fleets::Fleets;
use crate::ships::class::ShipClass;
use crate::ships::craft::{CraftId, Role};
use crate::ships::effects;
use crate::ships::effects::{Ability, Effect};
use crate::ships::fitting::Fitting;
use crate::ships::profile::Profile;
use crate::ships::traits::Trait;
use crate::table::geometry::Length;
use crate::text::did_you_mean;

/// Stands for a distance that nobody gives: the ship has not moved since.
pub(super) const NOT_GIVEN: Length = Length(i32::MIN);

/// One ship that enters a battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrant {
    /// Its name, which nobody else bears.
    pub name: String,
    /// Slug of its class.
    pub class: String,
    /// What it has beyond its class.
    pub fitting: Fitting,
    /// The squadron it fights in.
    pub squadron: Option<String>,
    /// Its Leadership; that of its class, or 7, where none is given.
    pub leadership: Option<u8>,
    /// Its hits; all of them where none are given, and it is there.
    pub hits: Option<u8>,
    /// Hits it began the battle with; all of them where none are given.
    pub started: Option<u8>,
    /// What sub-plots add to its Leadership; what its experiment gives where nothing is given.
    pub drill: Option<Drill>,
    /// The rest of what changes in a battle, as it stands.
    pub ship: Ship,
}

impl Entrant {
    /// Enters the ship on the roster, and gives it as it is in the battle.
    pub(super) fn enter(self, told: &impl Told, fleets: &Fleets, roster: &mut Roster) -> Ship {
        let Self { name, class, fitting, squadron, leadership, hits, started, drill, mut ship } = self;
        if name.contains([',', ':']) {
            told.problem_at("name", "a name cannot hold a comma or a colon");
        }
        if roster.ships.iter().any(|known: &Entry| known.name.eq_ignore_ascii_case(&name)) {
            told.problem_at("name", format_args!("there are two ships called \"{name}\""));
        }
        let entry = entry(told, fleets, roster, (name, class, fitting));
        let full = entry.as_ref().map_or(u8::MAX, |entry| entry.profile.hits);
        ship.squadron = squadron.and_then(|name| enlist(roster, name));
        ship.hits = hits.unwrap_or(if mission::is_whole(ship.fate) { full } else { 0 });
        if ship.hits > full {
            told.problem_at("hits", format_args!("`hits` is {}, but it starts with {full}", ship.hits));
        }
        ship.started = started.unwrap_or(full);
        let fixed = entry.as_ref().and_then(|entry| entry.profile.fixed_leadership);
        ship.leadership = leadership.or(fixed).unwrap_or(7);
        for (key, value) in [("leadership", Some(ship.leadership)), ("commander", ship.commander)] {
            if value.is_some_and(|value| value > 10) {
                told.problem_at(key, format_args!("`{key}` cannot be above 10"));
            }
        }
        let experiment = entry.as_ref().and_then(|entry| entry.fitting.experiment);
        let usual = Drill { leadership: experiment.map_or(0, |found| found.leadership()), ..Drill::default() };
        ship.drill = drill.unwrap_or(usual);
        if ship.done.posing && entry.as_ref().is_some_and(|entry| entry.fitting.poses.is_none()) {
            told.problem_at("marks", "only a decoy is posing: `poses` names the class it passes for (PLOT-40)");
        }
        // The fleet's re-rolls do not serve it (ALLY-08).
        ship.ally |= entry.as_ref().is_some_and(|entry| entry.profile.is(Trait::Apart));
        if let Some(entry) = &entry {
            feats::check(told, entry.profile.odd.daemon, &ship);
            defences::settle(told, &entry.profile, &mut ship);
        }
        roster.ships.extend(entry);
        ship
    }
}

/// What never changes of a ship, unless it is refused.
fn entry(
    told: &impl Told,
    fleets: &Fleets,
    roster: &mut Roster,
    (name, id, fitting): (String, String, Fitting),
) -> Option<Entry> {
    let known = fleets.class(&id);
    plots::check_experiment(told, known, fitting.experiment);
    forts::check_quadrant(told, known, fitting.quadrant);
    let Some(class) = known else {
        let near = did_you_mean(&id, fleets.class_ids());
        told.problem_at("class", format_args!("there is no class \"{id}\"{near}"));
        return None;
    };
    match Profile::of(class, &fitting, fleets) {
        Ok(profile) => {
            let mined = profile.mines;
            let craft = if mined { Vec::new() } else { hangar(told, fleets, roster, class, &fitting) };
            let pose = plots::pose(told, fleets, class, &fitting);
            Some(Entry { name, class: id, fitting, pose, craft, profile })
        }
        Err(reasons) => {
            for reason in reasons {
                told.problem_at("class", format_args!("{}: {reason}", class.name));
            }
            None
        }
    }
}

/// The attack craft that a ship's bays may send out.
fn hangar(
    told: &impl Told,
    fleets: &Fleets,
    roster: &mut Roster,
    class: &ShipClass,
    fitting: &Fitting,
) -> Vec<CraftId> {
    let mut found = Vec::new();
    let upgrades = fitting.upgrades.iter();
    let effects: Vec<(&String, Effect)> = upgrades
        .flat_map(|id| effects::of_upgrade(class, id, fleets).into_iter().flatten().map(move |effect| (id, effect)))
        .collect();
    let boats = effects.iter().any(|(_, effect)| *effect == Ability::AssaultKarrier.into());
    let is_boat = |id: &str| fleets.craft(id).is_some_and(|craft| craft.kind == Role::AssaultBoat.word());
    let usual = class.weapons.iter().flat_map(|weapon| &weapon.attack_craft).filter(|id| !boats || is_boat(id));
    let more = effects.iter().flat_map(
        |(_, effect)| {
            if let Effect::Launches(craft) = effect { craft.as_slice() } else { &[] }
        },
    );
    for id in usual.chain(more) {
        match ordnance::craft(fleets, roster, id) {
            Ok(craft) if !found.contains(&craft) => found.push(craft),
            Ok(_) => {}
            Err(problem) => told.problem_at("class", format_args!("{}: {problem}", class.name)),
        }
    }
    let bought = effects
        .iter()
        .find_map(|(id, effect)| if let Effect::TorpedoBombers(craft) = effect { Some((id, craft)) } else { None });
    let Some((upgrade, bomber)) = bought else { return found };
    if !found.iter().any(|craft: &CraftId| roster.craft[usize::from(craft.0)].role.bombs()) {
        let message =
            format_args!("{}: its upgrade \"{upgrade}\" needs launch bays with bombers (TBOMBER-01)", class.name);
        told.problem_at("upgrades", message);
        return found;
    }
    match ordnance::craft(fleets, roster, bomber) {
        Ok(craft) => found.push(craft),
        Err(problem) => told.problem_at("upgrades", problem),
    }
    found
}

/// The squadron of a name, which is new with its first ship.
fn enlist(roster: &mut Roster, name: String) -> Option<SquadronId> {
    let known = roster.squadrons.iter().position(|known| known.eq_ignore_ascii_case(&name));
    let index = known.unwrap_or_else(|| {
        roster.squadrons.push(name);
        roster.squadrons.len() - 1
    });
    // That there are too many is said where they are counted.
    (index < SQUADRONS).then_some(SquadronId(index as u8))
}

/// Settles the ships once all have entered: where each was when it last moved, and those that rules of their own ask for.
pub(super) fn settle(roster: &Roster, battle: &mut Battle) {
    let ground = battle.ground;
    for ship in battle.ships.iter_mut().filter(|ship| ship.done.from_edge == NOT_GIVEN) {
        ship.done.from_edge = ground.to_edge(ship.at);
    }
    for (index, entry) in roster.ships.iter().enumerate().take(SHIPS) {
        let id = ShipId(index as u8);
        let odd = &entry.profile.odd;
        let sets = [
            (entry.profile.improved.aura < 0, &mut battle.terrors),
            (odd.daemon, &mut battle.daemons),
            (odd.sirens, &mut battle.sirens),
            (entry.profile.q_ship || entry.fitting.poses.is_some(), &mut battle.masked),
            (odd.space_hulk, &mut battle.space_hulks),
            (odd.quadrant.is_some(), &mut battle.forts),
            (entry.profile.traits.tracks > crate::table::geometry::Length::ZERO, &mut battle.trackers),
            (entry.profile.is(Trait::Synapse), &mut battle.synapses),
        ];
        sets.into_iter().filter(|(belongs, _)| *belongs).for_each(|(_, set)| set.insert(id));
    }
}
