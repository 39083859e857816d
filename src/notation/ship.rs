//! Reads one ship of a situation.

use super::entrant::{self, Entrant};
use super::feats;
use super::forts;
use super::plots;
use super::values::{length, place_of, side, small};
use crate::battle::gothic::state::ordnance::{Prey, Spent};
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, Critical, Criticals, Done, Fate, Order, Ship, ShipId};
use crate::catalog::fleets::Fleets;
use crate::catalog::reader::{Node, Place};
use crate::ships::fitting::Fitting;
use crate::table::geometry::Heading;
use crate::text::did_you_mean;

/// Names in a ship's entry that point at other ships, with where they stand.
#[derive(Clone)]
pub(super) struct Names {
    boards: Option<String>,
    grappled: Option<String>,
    ram: Option<String>,
    latched: Option<String>,
    wards: Option<String>,
    place: Place,
}

/// A ship and the names in it that point at others.
pub(super) type Entered = (Ship, Names);

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

/// Reads one ship, and enters it.
pub(super) fn read(node: &mut Node<'_>, fleets: &Fleets, roster: &mut Roster) -> Entered {
    let name = node.text("name");
    node.call(format!("ship \"{name}\""));
    let class = node.text("class");
    let fitting = Fitting {
        armament: node.texts("armament"),
        tractor_fields: node.flag("tractor_fields"),
        upgrades: node.texts("upgrades"),
        points: node.opt_number("points"),
        refits: node.texts("refits"),
        skills: node.texts("skills"),
        experiment: plots::experiment(node),
        poses: node.opt_text("poses"),
        guest: node.flag("guest"),
        quadrant: forts::quadrant(node),
    };
    let fate = node.opt_word("fate", Fate::ALL, Fate::word).unwrap_or_default();
    let numbers = node.decimals("at");
    if numbers.is_empty() && matches!(fate, Fate::Fighting | Fate::Drifting | Fate::Blazing | Fate::Spectral) {
        node.problem("`at` is missing");
    }
    let at = if numbers.is_empty() { None } else { place_of(node, "at", &numbers) };
    let heading = node.opt_number("heading").unwrap_or(0);
    if heading >= 360 {
        node.problem_at("heading", format_args!("`heading` is {heading}, but must be 0 to 359"));
    }
    let names = Names {
        boards: node.opt_text("boards"),
        grappled: node.opt_text("grappled"),
        ram: node.opt_text("ram"),
        latched: node.opt_text("latched"),
        wards: node.opt_text("wards"),
        place: node.place(),
    };
    let entrant = Entrant {
        name,
        class,
        fitting,
        squadron: node.opt_text("squadron"),
        leadership: small(node, "leadership"),
        hits: small(node, "hits"),
        started: small(node, "started"),
        drill: plots::drill(node),
        ship: Ship {
            side: side(node, "side", roster),
            at: at.unwrap_or_default(),
            heading: Heading::new(i32::try_from(heading).unwrap_or(0)),
            commander: small(node, "commander"),
            flagship: node.flag("flagship"),
            ally: node.flag("ally"),
            rerolls: small(node, "rerolls").unwrap_or(0),
            fate,
            order: node.opt_word("order", Order::ALL, Order::word),
            criticals: criticals(node),
            done: done(node),
            spent: spent(node),
            arrived: small(node, "arrived").unwrap_or(0),
            ..Ship::default()
        },
    };
    (entrant.enter(node, fleets, roster), names)
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

fn criticals(node: &Node<'_>) -> Criticals {
    let mut found = Criticals::default();
    found.shaken = small(node, "shaken").unwrap_or(0);
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
        from_edge: length(node, "from_edge").unwrap_or(entrant::NOT_GIVEN),
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
    let (boards, grappled, ram) = (find(&names.boards), find(&names.grappled), find(&names.ram));
    let (latched, wards) = (find(&names.latched), find(&names.wards));
    if let Some(ship) = battle.ships.get_mut(index) {
        (ship.boards, ship.grappled, ship.done.ram) = (boards, grappled, ram);
        (ship.done.feats.latched, ship.done.feats.wards) = (latched, wards);
    }
}
