//! Writes a situation as [`read`](super::read) reads it.
#![expect(clippy::let_underscore_must_use, reason = "writing to a string cannot fail")]

use crate::notation::rows::Row;
use crate::notation::rows::names;
use crate::notation::rows::place;
use crate::notation::rows::rows;
use std::fmt::Write as _;

use super::agenda;
use super::feats;
use super::mission;
use super::ordnance;
use super::plots;
use super::ship::{BRIDGE, CIRCUIT, CRAFT, HOLOFIELD, MARKS, SHIELDS, TORPEDOES};
use crate::battle::gothic::decisions::words;
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{
    Battle, Course, Critical, Fate, FeatureKind, Ground, Phase, Shape, Ship, ShipId, Unit, Volley,
};
use crate::ships::profile::CriticalTable;
use crate::table::side::Side;
use crate::text::quoted;

/// Writes a situation.
#[must_use]
pub fn write(roster: &Roster, battle: &Battle) -> String {
    let mut out = String::new();
    let unit = |unit: Unit| roster.unit_name(unit);
    let mut head = Row::default();
    if battle.ground != Ground::default() {
        let ground = battle.ground;
        head.raw("table", format!("[{}, {}]", ground.width, ground.depth));
        head.opt("sunward", ground.sunward.map(|edge| edge.word())).flag("glare", ground.glare);
        if let Some(low) = ground.low {
            let mut row = Row::default();
            row.raw("table", format!("[{}, {}]", low.length, low.width)).raw("planet", low.planet + 1);
            head.raw("low_orbit", row.inline());
        }
    }
    head.raw("turn", battle.turn).number("last_turn", battle.last_turn);
    head.text("first", &roster.sides[battle.first as usize]).text("active", &roster.sides[battle.active as usize]);
    head.text("phase", battle.phase.word());
    head.opt("ordnance", battle.no_ordnance.then_some("unused"));
    if battle.phase == Phase::Ordnance || battle.flying != Side::One {
        head.text("flying", &roster.sides[battle.flying as usize]);
    }
    head.flag("converting", battle.converting).flag("early", battle.early);
    if battle.last_flight > 0 {
        head.raw("last_flight", battle.last_flight);
    }
    head.number("flares", battle.flares).number("bursts", battle.bursts);
    head.number("burst", battle.burst).flag("flaring", battle.flaring).number("rubble", battle.rubble);
    head.opt("current", battle.current.map(unit));
    let squadron = battle.current.and_then(|unit| match unit {
        Unit::Squadron(squadron) => Some(squadron),
        Unit::Ship(ship) => battle.ship(ship).squadron,
    });
    if squadron.is_some() {
        let formed: Vec<String> = names(roster, battle.formed).iter().map(|name| quoted(name)).collect();
        head.raw("formed", format!("[{}]", formed.join(", ")));
    }
    for line in &head.0 {
        let _ = writeln!(out, "{line}");
    }
    let sides: Vec<Row> = roster
        .sides
        .iter()
        .zip(&battle.players)
        .map(|(name, player)| {
            let mut row = Row::default();
            row.text("name", name).number("rerolls", player.rerolls).flag("check_failed", player.check_failed);
            row.flag("ghost_failed", player.ghost_failed);
            row
        })
        .collect();
    rows(&mut out, "side", &sides);
    features(&mut out, roster, battle);
    if !battle.markers.is_empty() {
        let markers: Vec<String> = battle.markers.iter().map(|at| place(*at)).collect();
        let _ = writeln!(out, "markers = [{}]", markers.join(", "));
    }
    let ships: Vec<Row> = battle.all().map(|(id, row)| ship(roster, &battle.ground, id, row)).collect();
    rows(&mut out, "ship", &ships);
    plots::write(&mut out, roster, battle);
    ordnance::write(&mut out, roster, battle);
    under_way(&mut out, roster, battle);
    mission::write(&mut out, roster, battle);
    out
}

fn features(out: &mut String, roster: &Roster, battle: &Battle) {
    let features: Vec<Row> = battle
        .features
        .iter()
        .map(|feature| {
            let mut row = Row::default();
            row.text("kind", feature.kind.word());
            row.flag("closes", feature.closes);
            if feature.kind == FeatureKind::Minefield || feature.closes {
                row.text("side", &roster.sides[feature.owner as usize]);
            }
            match feature.shape {
                Shape::Rect(rect) => row.raw("low", place(rect.low)).raw("high", place(rect.high)),
                Shape::Ring { centre, inner, outer } => {
                    row.raw("at", place(centre)).raw("radius", outer).raw("inner", inner)
                }
                Shape::Disc { centre, radius } => row.raw("at", place(centre)).raw("radius", radius),
            };
            row
        })
        .collect();
    rows(out, "feature", &features);
}

fn ship(roster: &Roster, ground: &Ground, id: ShipId, ship: &Ship) -> Row {
    let entry = &roster[id];
    let name = |id: ShipId| roster.unit_name(Unit::Ship(id));
    let mut row = Row::default();
    row.text("name", &entry.name).text("class", &entry.class).text("side", &roster.sides[ship.side as usize]);
    row.opt("quadrant", entry.fitting.quadrant.map(crate::battle::gothic::defences::star_forts::word));
    row.opt("squadron", ship.squadron.map(|squadron| roster.squadrons[usize::from(squadron.0)].as_str()));
    row.raw("at", place(ship.at)).raw("heading", ship.heading.degrees()).raw("leadership", ship.leadership);
    if let Some(commander) = ship.commander {
        row.raw("commander", commander);
    }
    row.flag("flagship", ship.flagship).flag("ally", ship.ally).number("rerolls", ship.rerolls);
    if ship.hits != if mission::is_whole(ship.fate) { entry.profile.hits } else { 0 } {
        row.raw("hits", ship.hits);
    }
    if ship.started != entry.profile.hits {
        row.raw("started", ship.started);
    }
    let fitting = &entry.fitting;
    if let Some(points) = fitting.points {
        row.raw("points", points);
    }
    row.list("armament", &fitting.armament).flag("tractor_fields", fitting.tractor_fields);
    row.list("upgrades", &fitting.upgrades);
    row.list("refits", &fitting.refits).list("skills", &fitting.skills);
    plots::write_ship(&mut row, fitting, ship);
    row.opt("fate", (ship.fate != Fate::Fighting).then(|| ship.fate.word()));
    row.opt("order", ship.order.map(|order| order.word()));
    row.opt("moves_under", ship.done.moves_under.map(|order| order.word()));
    let mut criticals: Vec<String> = Vec::new();
    for critical in Critical::ALL {
        criticals.extend((0..ship.criticals.count(*critical)).map(|_| critical.to_string()));
    }
    let (bridge, shields) = match entry.profile.criticals {
        CriticalTable::Eldar | CriticalTable::Haven | CriticalTable::DarkEldar => (CIRCUIT, HOLOFIELD),
        CriticalTable::Common
        | CriticalTable::Defence
        | CriticalTable::StarFort
        | CriticalTable::SpaceHulk
        | CriticalTable::Necron
        | CriticalTable::Tyranid => (BRIDGE, SHIELDS),
    };
    criticals.extend(ship.criticals.bridge_smashed.then(|| bridge.to_owned()));
    criticals.extend(ship.criticals.shields_collapsed.then(|| shields.to_owned()));
    row.list("criticals", &criticals).number("shaken", ship.criticals.shaken);
    let mut done = ship.done;
    let marks = MARKS.iter().filter(|(_, mark)| *mark(&mut done));
    row.list("marks", &marks.map(|(word, _)| (*word).to_owned()).collect::<Vec<_>>());
    for (key, test) in [("aim", ship.done.aim), ("asteroids", ship.done.asteroids), ("clouds", ship.done.clouds)] {
        if let Some(passed) = test {
            row.raw(key, passed);
        }
    }
    row.length("surge", ship.done.surge).number("raids", ship.done.raids).number("hangar", ship.done.hangar);
    row.number("disguise", ship.done.disguise).number("arrived", ship.arrived);
    if ship.done.from_edge != ground.to_edge(ship.at) {
        row.raw("from_edge", ship.done.from_edge);
    }
    let mut spent = Vec::new();
    spent.extend(ship.spent.torpedoes.then(|| TORPEDOES.to_owned()));
    spent.extend(ship.spent.craft.then(|| CRAFT.to_owned()));
    row.list("spent", &spent).number("tubes", ship.done.tubes).number("bays", ship.done.bays);
    feats::write(&mut row, &ship.done.feats);
    row.opt("turrets_at", ship.done.turrets.map(|prey| prey.word()));
    row.opt("boards", ship.boards.map(name)).opt("grappled", ship.grappled.map(name));
    row.opt("ram", ship.done.ram.map(name)).opt("latched", ship.done.feats.latched.map(name));
    row.opt("wards", ship.done.feats.wards.map(name));
    row
}

fn under_way(out: &mut String, roster: &Roster, battle: &Battle) {
    if !battle.dying.is_empty() {
        let names: Vec<String> = battle.dying.iter().map(|id| quoted(roster.unit_name(Unit::Ship(*id)))).collect();
        let _ = writeln!(out, "dying = [{}]", names.join(", "));
    }
    let agenda: Vec<Row> = battle.agenda.iter().map(|task| agenda::write(roster, task)).collect();
    rows(out, "agenda", &agenda);
    if battle.course != Course::default() {
        course(out, roster, &battle.course);
    }
    if battle.volley != Volley::default() {
        volley(out, roster, &battle.volley);
    }
}

fn course(out: &mut String, roster: &Roster, course: &Course) {
    let mut row = Row::default();
    row.text("ship", roster.unit_name(Unit::Ship(course.ship)));
    row.list("legs", &course.legs.iter().map(|leg| words::write_leg(*leg)).collect::<Vec<_>>());
    row.length("gone", course.gone).length("limit", course.limit);
    row.flag("slowed", course.slowed).flag("scorched", course.scorched);
    row.opt("ram", course.ram.map(|id| roster.unit_name(Unit::Ship(id))));
    if let Some(heading) = course.keeps {
        row.raw("keeps", heading.degrees());
    }
    if let Some(at) = course.trail {
        row.raw("trail", place(at));
    }
    row.list("passed", &names(roster, course.passed));
    let _ = writeln!(out, "\n[course]\n{}", row.0.join("\n"));
}

fn volley(out: &mut String, roster: &Roster, volley: &Volley) {
    let name = |id: ShipId| roster.unit_name(Unit::Ship(id));
    let _ = writeln!(out, "\n[volley]\nunit = {}", quoted(roster.unit_name(volley.unit)));
    let mut head = Row::default();
    head.list("first", &volley.first.iter().map(|gun| gun.word().to_owned()).collect::<Vec<_>>());
    head.number("column", volley.column.unwrap_or(0));
    for line in &head.0 {
        let _ = writeln!(out, "{line}");
    }
    let weapon = |ship: ShipId, weapon: u8| &roster[ship].profile.weapons[usize::from(weapon)].name;
    let powers: Vec<Row> = volley
        .powers
        .iter()
        .map(|power| {
            let mut row = Row::default();
            row.text("ship", name(power.ship)).text("weapon", weapon(power.ship, power.weapon));
            row.number("strength", power.strength);
            row
        })
        .collect();
    rows(out, "power", &powers);
    let shots: Vec<Row> = volley
        .shots
        .iter()
        .map(|shot| {
            let mut row = Row::default();
            row.text("ship", name(shot.ship)).text("weapon", weapon(shot.ship, shot.weapon));
            row.text("target", roster.unit_name(shot.target));
            row.number("share", shot.share);
            row
        })
        .collect();
    rows(out, "shot", &shots);
    let strikes: Vec<Row> = volley
        .strikes
        .iter()
        .map(|strike| {
            let mut row = Row::default();
            row.text("target", roster.unit_name(strike.target));
            let salvos = strike.salvos.iter().map(|salvo| {
                let mut row = Row::default();
                row.text("gun", salvo.gun.word()).number("dice", salvo.dice);
                row.number("locked", salvo.locked).number("column", salvo.column);
                row.list("ships", &names(roster, salvo.ships)).list("firers", &names(roster, salvo.firers));
                row.inline()
            });
            row.raw("salvo", format!("[{}]", salvos.collect::<Vec<_>>().join(", ")));
            row
        })
        .collect();
    rows(out, "strike", &strikes);
    let shells: Vec<Row> = volley
        .shells
        .iter()
        .map(|shell| {
            let mut row = Row::default();
            row.text("ship", name(shell.ship)).raw("at", place(shell.at));
            row
        })
        .collect();
    rows(out, "shell", &shells);
    ordnance::write_marks(out, roster, &volley.marks);
}
