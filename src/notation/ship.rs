//! Reads one ship of a situation.

use super::feats;
use super::forts;
use super::ordnance;
use super::plots;
use super::read::Entered;
use super::values::{length, place_of, side, small};
use crate::battle::gothic::state::ordnance::{Prey, Spent};
use crate::battle::gothic::state::roster::{Entry, Roster};
use crate::battle::gothic::state::{
    Battle, Critical, Criticals, Done, Fate, Order, SQUADRONS, Ship, ShipId, SquadronId,
};
use crate::catalog::fleets::Fleets;
use crate::catalog::reader::{Node, Place};
use crate::ships::class::ShipClass;
use crate::ships::craft::{CraftId, Role};
use crate::ships::effects;
use crate::ships::effects::{Ability, Effect};
use crate::ships::fitting::Fitting;
use crate::ships::profile::Profile;
use crate::table::geometry::{Heading, Length};
use crate::text::did_you_mean;

/// Names in a ship's entry that point at other ships, with where they stand.
#[derive(Clone)]
pub(super) struct Names {
    boards: Option<String>,
    grappled: Option<String>,
    ram: Option<String>,
    latched: Option<String>,
    place: Place,
}

/// Where a mark is kept.
type Mark = fn(&mut Done) -> &mut bool;

/// The marks a ship may bear, with where they are kept.
pub(super) const MARKS: [(&str, Mark); 33] = [
    ("moved", |done| &mut done.moved),
    ("slow", |done| &mut done.slow),
    ("fired", |done| &mut done.fired),
    ("braced late", |done| &mut done.braced_late),
    ("lingers", |done| &mut done.lingers),
    ("tried to disengage", |done| &mut done.tried),
    ("struck", |done| &mut done.struck),
    ("teleported", |done| &mut done.teleported),
    ("boarded", |done| &mut done.boarded),
    ("standby", |done| &mut done.standby),
    ("roused", |done| &mut done.roused),
    ("assaults", |done| &mut done.assaults),
    ("was crippled", |done| &mut done.was_crippled),
    ("left squadron", |done| &mut done.left_squadron),
    ("posing", |done| &mut done.posing),
    ("entered low orbit", |done| &mut done.entered),
    ("re-roll spent", |done| &mut done.reroll_spent),
    ("pass spent", |done| &mut done.pass_spent),
    ("surge spent", |done| &mut done.surge_spent),
    ("evaded", |done| &mut done.evaded),
    ("weave failed", |done| &mut done.weave_failed),
    ("lance re-rolled", |done| &mut done.lance_rerolled),
    ("warp beasts unleashed", |done| &mut done.feats.unleashed),
    ("haunted", |done| &mut done.feats.haunted),
    ("manifests", |done| &mut done.feats.manifests),
    ("gun worn", |done| &mut done.feats.worn),
    ("special torpedoes spent", |done| &mut done.feats.warheads_spent),
    ("distortion charge dropped", |done| &mut done.feats.charge_dropped),
    ("stirred", |done| &mut done.feats.stirred),
    ("klaws used", |done| &mut done.feats.klawed),
    ("shokk lance fired", |done| &mut done.feats.shokked),
    ("crew spurred", |done| &mut done.feats.spurred),
    ("warlord has fought", |done| &mut done.feats.charged),
];

/// Criticals that are not repairable, as words.
pub(super) const BRIDGE: &str = "bridge smashed";
pub(super) const SHIELDS: &str = "shields collapsed";
/// The same on the table of the Eldar.
pub(super) const CIRCUIT: &str = "infinity circuit smashed";
pub(super) const HOLOFIELD: &str = "holofield destroyed";
/// What can be spent, as words.
pub(super) const TORPEDOES: &str = "torpedoes";
pub(super) const CRAFT: &str = "attack craft";

pub(super) fn read(node: &mut Node<'_>, fleets: &Fleets, roster: &mut Roster) -> Entered {
    let name = node.text("name");
    node.call(format!("ship \"{name}\""));
    if name.contains([',', ':']) {
        node.problem_at("name", "a name cannot hold a comma or a colon");
    }
    let taken = |known: &&Entry| known.name.eq_ignore_ascii_case(&name);
    if roster.ships.iter().find(taken).is_some() {
        node.problem_at("name", format_args!("there are two ships called \"{name}\""));
    }
    let entry = entry(node, fleets, roster, name);
    let full = entry.as_ref().map_or(u8::MAX, |entry| entry.profile.hits);
    let squadron = squadron(node, roster);
    let fate = node.opt_word("fate", Fate::ALL, Fate::word).unwrap_or_default();
    let hits = small(node, "hits").unwrap_or(if super::mission::is_whole(fate) { full } else { 0 });
    if hits > full {
        node.problem_at("hits", format_args!("`hits` is {hits}, but it starts with {full}"));
    }
    let numbers = node.decimals("at");
    if numbers.is_empty() && matches!(fate, Fate::Fighting | Fate::Drifting | Fate::Blazing | Fate::Spectral) {
        node.problem("`at` is missing");
    }
    let at = if numbers.is_empty() { None } else { place_of(node, "at", &numbers) };
    let heading = node.opt_number("heading").unwrap_or(0);
    if heading >= 360 {
        node.problem_at("heading", format_args!("`heading` is {heading}, but must be 0 to 359"));
    }
    let fixed = entry.as_ref().and_then(|entry| entry.profile.fixed_leadership);
    let leadership = small(node, "leadership").or(fixed).unwrap_or(7);
    let commander = small(node, "commander");
    for (key, value) in [("leadership", Some(leadership)), ("commander", commander)] {
        if value.is_some_and(|value| value > 10) {
            node.problem_at(key, format_args!("`{key}` cannot be above 10"));
        }
    }
    let mut ship = Ship {
        side: side(node, "side", roster),
        squadron,
        at: at.unwrap_or_default(),
        heading: Heading::new(i32::try_from(heading).unwrap_or(0)),
        leadership,
        commander,
        flagship: node.flag("flagship"),
        ally: node.flag("ally"),
        rerolls: small(node, "rerolls").unwrap_or(0),
        hits,
        started: small(node, "started").unwrap_or(full),
        fate,
        order: node.opt_word("order", Order::ALL, Order::word),
        criticals: criticals(node),
        done: done(node),
        boards: None,
        grappled: None,
        spent: spent(node),
        arrived: small(node, "arrived").unwrap_or(0),
        drill: plots::drill(node, entry.as_ref().and_then(|entry| entry.fitting.experiment)),
    };
    let names = Names {
        boards: node.opt_text("boards"),
        grappled: node.opt_text("grappled"),
        ram: node.opt_text("ram"),
        latched: node.opt_text("latched"),
        place: node.place(),
    };
    if ship.done.posing && entry.as_ref().is_some_and(|entry| entry.fitting.poses.is_none()) {
        node.problem_at("marks", "only a decoy is posing: `poses` names the class it passes for (PLOT-40)");
    }
    if let Some(entry) = &entry {
        feats::check(node, entry.profile.odd.daemon, &ship);
        super::defences::settle(node, &entry.profile, &mut ship);
    }
    roster.ships.extend(entry);
    (ship, names)
}

fn entry(node: &Node<'_>, fleets: &Fleets, roster: &mut Roster, name: String) -> Option<Entry> {
    let id = node.text("class");
    let fitting = Fitting {
        armament: node.texts("armament"),
        tractor_fields: node.flag("tractor_fields"),
        upgrades: node.texts("upgrades"),
        points: node.opt_number("points"),
        refits: node.texts("refits"),
        skills: node.texts("skills"),
        experiment: plots::experiment(node, fleets.class(&id)),
        poses: node.opt_text("poses"),
        guest: node.flag("guest"),
        quadrant: forts::quadrant(node, fleets.class(&id)),
    };
    let Some(class) = fleets.class(&id) else {
        let near = did_you_mean(&id, fleets.class_ids());
        node.problem_at("class", format_args!("there is no class \"{id}\"{near}"));
        return None;
    };
    match Profile::of(class, &fitting, fleets) {
        Ok(profile) => {
            let mined = profile.mines;
            let craft = if mined { Vec::new() } else { hangar(node, fleets, roster, class, &fitting) };
            let pose = plots::pose(node, fleets, class, &fitting);
            Some(Entry { name, class: id, fitting, pose, craft, profile })
        }
        Err(reasons) => {
            for reason in reasons {
                node.problem_at("class", format_args!("{}: {reason}", class.name));
            }
            None
        }
    }
}

/// The attack craft that a ship's bays may send out.
fn hangar(node: &Node<'_>, fleets: &Fleets, roster: &mut Roster, class: &ShipClass, fitting: &Fitting) -> Vec<CraftId> {
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
            Err(problem) => node.problem_at("class", format_args!("{}: {problem}", class.name)),
        }
    }
    let bought = effects
        .iter()
        .find_map(|(id, effect)| if let Effect::TorpedoBombers(craft) = effect { Some((id, craft)) } else { None });
    let Some((upgrade, bomber)) = bought else { return found };
    if !found.iter().any(|craft: &CraftId| roster.craft[usize::from(craft.0)].role.bombs()) {
        let message =
            format_args!("{}: its upgrade \"{upgrade}\" needs launch bays with bombers (TBOMBER-01)", class.name);
        node.problem_at("upgrades", message);
        return found;
    }
    match ordnance::craft(fleets, roster, bomber) {
        Ok(craft) => found.push(craft),
        Err(problem) => node.problem_at("upgrades", problem),
    }
    found
}

fn spent(node: &Node<'_>) -> Spent {
    let mut spent = Spent::default();
    for word in node.texts("spent") {
        match word.as_str() {
            TORPEDOES => spent.torpedoes = true,
            CRAFT => spent.craft = true,
            _ => {
                let near = did_you_mean(&word, [TORPEDOES, CRAFT]);
                node.problem_at("spent", format_args!("there is no ordnance \"{word}\"{near}"));
            }
        }
    }
    spent
}

fn squadron(node: &Node<'_>, roster: &mut Roster) -> Option<SquadronId> {
    let name = node.opt_text("squadron")?;
    let known = roster.squadrons.iter().position(|known| known.eq_ignore_ascii_case(&name));
    let index = known.unwrap_or_else(|| {
        roster.squadrons.push(name.clone());
        roster.squadrons.len() - 1
    });
    // That there are too many is said where they are counted.
    (index < SQUADRONS).then_some(SquadronId(index as u8))
}

fn criticals(node: &Node<'_>) -> Criticals {
    let mut found = Criticals::default();
    for word in node.texts("criticals") {
        match (word.as_str(), Critical::from_word(&word)) {
            (BRIDGE | CIRCUIT, _) => found.bridge_smashed = true,
            (SHIELDS | HOLOFIELD, _) => found.shields_collapsed = true,
            (_, Some(critical)) => *found.count_mut(critical) += 1,
            (_, None) => {
                let known =
                    Critical::ALL.iter().map(|critical| critical.word()).chain([BRIDGE, SHIELDS, CIRCUIT, HOLOFIELD]);
                node.problem_at(
                    "criticals",
                    format_args!("there is no critical \"{word}\"{}", did_you_mean(&word, known)),
                );
            }
        }
    }
    found
}

fn done(node: &Node<'_>) -> Done {
    let mut done = Done {
        aim: node.opt_flag("aim"),
        asteroids: node.opt_flag("asteroids"),
        clouds: node.opt_flag("clouds"),
        moves_under: node.opt_word("moves_under", Order::ALL, Order::word),
        surge: length(node, "surge").unwrap_or_default(),
        disguise: small(node, "disguise").unwrap_or(0),
        tubes: small(node, "tubes").unwrap_or(0),
        bays: small(node, "bays").unwrap_or(0),
        turrets: node.opt_word("turrets_at", Prey::ALL, Prey::word),
        raids: small(node, "raids").unwrap_or(0),
        hangar: small(node, "hangar").unwrap_or(0),
        from_edge: length(node, "from_edge").unwrap_or(NOT_GIVEN),
        feats: feats::read(node),
        ..Done::default()
    };
    for word in node.texts("marks") {
        match MARKS.iter().find(|(known, _)| *known == word) {
            Some((_, mark)) => *mark(&mut done) = true,
            None => {
                let near = did_you_mean(&word, MARKS.iter().map(|(known, _)| *known));
                node.problem_at("marks", format_args!("there is no mark \"{word}\"{near}"));
            }
        }
    }
    done
}

/// Stands for a distance that the situation leaves out: the ship has not moved since.
const NOT_GIVEN: Length = Length(i32::MIN);

/// Looks up the ships that one names.
pub(super) fn link(root: &Node<'_>, names: &Names, roster: &Roster, battle: &mut Battle, index: usize) {
    let find = |name: &Option<String>| {
        let name = name.as_ref()?;
        let found = roster.ships.iter().position(|entry| entry.name.eq_ignore_ascii_case(name));
        if found.is_none() {
            root.report(names.place.problem(format!("there is no ship \"{name}\"")));
        }
        found.map(|index| ShipId(index as u8))
    };
    let ground = battle.ground;
    let (boards, grappled, ram) = (find(&names.boards), find(&names.grappled), find(&names.ram));
    let latched = find(&names.latched);
    if let Some(ship) = battle.ships.get_mut(index) {
        (ship.boards, ship.grappled, ship.done.ram) = (boards, grappled, ram);
        ship.done.feats.latched = latched;
        if ship.done.from_edge == NOT_GIVEN {
            ship.done.from_edge = ground.to_edge(ship.at);
        }
    }
}
