//! A report in which nothing has happened yet, with everything that the scenario and the sub-plots ask for.

use std::fmt::Write as _;

use crate::campaign::aftermath::boons;
use crate::campaign::state::{Campaign, Vessel};
use crate::campaign::turn::plots::Plot;
use crate::campaign::turn::report::{Fate, Part, Question, Role, hits, questions};
use crate::campaign::turn::{Battle, Side};
use crate::scenario::Scenario;
use crate::scenario::record::Note;
use crate::text::{quoted, shown};

pub(super) fn write(campaign: &Campaign, battle: &Battle) -> String {
    let mut out = format!("# The report of battle {}. Change what happened; what is left out did not.\n", battle.id.0);
    let fates: Vec<&str> = Fate::ALL.iter().map(|fate| fate.word()).collect();
    let _ = writeln!(out, "# fate: {}.", fates.join(", "));
    out.push_str(
        "# hits-lost counts this battle only; a ship at half its hits is crippled by itself. lost counts escorts, of a\n\
         # mixed squadron as lost = [\"cobra:1\", \"sword:1\"]. remarks = [\"bridge smashed\"] keeps criticals on record.\n\
         # destroyed-by = [\"NAME\"] says who destroyed it, of several [\"NAME:2\", \"nobody:1\"]: for the newsletter.\n\n",
    );
    out.push_str("turns = 0\n");
    ask(battle, &mut out);
    out.push_str("# surrendered = \"attacker\" or \"defender\"\n");
    out.push_str("# field = \"attacker\", \"defender\" or \"nobody\": compared with the record\n");
    out.push_str("# victory-points.attacker = 0 and victory-points.defender = 0: compared with the record\n");
    notes(battle, &mut out);
    let Some(sides) = &battle.sides else { return out };
    for role in [Role::Attacker, Role::Defender] {
        for fielded in &sides.of(role).fleet {
            if let Some(vessel) = campaign.vessels.get(&fielded.vessel) {
                entry(campaign, battle, role, vessel, &mut out);
            }
        }
    }
    for role in [Role::Attacker, Role::Defender] {
        guests(battle, role, sides.of(role), &mut out);
        appeals(&mut out, campaign, battle, role);
    }
    out.push_str("\n# Further units on no register. kind: defence, transport, help, decoy, ship.\n");
    out.push_str(
        "# [[guest]]\n# side = \"defender\"\n# name = \"Space station\"\n# kind = \"defence\"\n# points = 150\n\
         # number = 1\n# fate = \"destroyed\"\n",
    );
    out
}

fn ask(battle: &Battle, out: &mut String) {
    for question in questions(battle) {
        match question {
            Question::Turns => {}
            Question::TransportsThrough => out.push_str("transports-through = 0\nhalf-transports-through = 0\n"),
            Question::AssaultPoints => out.push_str("assault-points = 0\n"),
            Question::PlanetDestroyed => out.push_str("planet-destroyed = false\n"),
            Question::ExterminatorsGone => {
                out.push_str("exterminators-gone = false  # or name them: part = \"exterminator\"\n");
            }
            Question::Plot(role, Plot::UnexpectedHelp) => {
                let _ = writeln!(out, "# plots.{role} = false      # Unexpected Help: or name it as a guest below");
            }
            Question::Plot(role, plot) => {
                let _ = writeln!(out, "plots.{role} = false        # was {plot} achieved?");
            }
        }
    }
}

/// What the scenario's record holds besides the result; all of it may be left out.
fn notes(battle: &Battle, out: &mut String) {
    for note in battle.scenario.map_or(&[][..], |scenario| scenario.rules().notes()) {
        out.push_str(match note {
            Note::AlertTurns => "# table.alert-turns = 0       # the defenders' -1 Leadership\n",
            Note::Planet => "# table.planet = \"medium\"\n",
            Note::Clusters => "# table.clusters = 0\n",
            Note::Formations => {
                "# table.formations = { attacker = \"sphere\", defender = \"wedge\" }\n# table.map = \"A\"\n"
            }
        });
    }
    out.push_str("# table.remark = \"\"\n");
}

fn entry(campaign: &Campaign, battle: &Battle, role: Role, vessel: &Vessel, out: &mut String) {
    let (name, rules) = (quoted(&vessel.name), battle.scenario.map(Scenario::rules));
    let _ = write!(out, "\n[[{role}]]\nvessel = {name}\nfate = \"on table\"\n");
    if campaign.is_squadron(vessel) {
        let _ = writeln!(out, "lost = 0                  # of {}", vessel.ships());
        if rules.and_then(|rules| rules.runner()) == Some(role.side()) {
            out.push_str("# left = 0                # escorts that left by the far edge, where others did not\n");
        }
    } else {
        let _ = writeln!(out, "hits-lost = 0             # of {}", hits(campaign, battle, vessel).left);
        out.push_str("crippled = false\n");
    }
    let parts = rules.map_or(&[][..], |rules| rules.parts_of(role));
    if !parts.is_empty() {
        let words = match parts {
            [first, _, .., last] if parts.len() > 2 => format!("\"{first}\" to \"{last}\""),
            _ => parts.iter().map(|part| format!("\"{part}\"")).collect::<Vec<_>>().join(" or "),
        };
        let _ = writeln!(out, "# part = {words}");
        if !matches!(parts, [Part::Exterminator] | [Part::Alert, ..]) {
            out.push_str("# arrived = 0             # the turn it came\n");
        }
    }
}

/// Defences that were bought, transports, the guests of sub-plots.
fn guests(battle: &Battle, role: Role, side: &Side, out: &mut String) {
    let mut unit = |name: &str, kind: &str, points: Option<u32>, number: u32| {
        let _ = write!(out, "\n[[guest]]\nside = \"{role}\"\nname = {}\nkind = \"{kind}\"\n", quoted(name));
        if let Some(points) = points {
            let _ = writeln!(out, "points = {points}");
        }
        let _ = write!(out, "number = {number}\nfate = \"on table\"\ncrippled = false\n");
    };
    for work in &side.works {
        unit(&work.name, "defence", Some(work.points), work.number);
    }
    if side.transports > 0 {
        unit("Transport", "transport", Some(0), side.transports);
    }
    if let Some(convoy) = battle.convoy.as_ref().filter(|_| role == Role::Defender) {
        unit("Transport", "transport", Some(0), convoy.transports);
    }
    match side.plot.as_ref().map(|plot| plot.plot) {
        Some(Plot::UnexpectedHelp) => unit("Unexpected Help", "help", Some(0), 1),
        Some(Plot::Decoy) => unit("Decoy", "decoy", Some(0), 1),
        _ => {}
    }
}

/// What a side's appeals bring to this game: ships lent to it as guests, the rest as remarks (APPEAL-14, APPEAL-15).
fn appeals(out: &mut String, campaign: &Campaign, battle: &Battle, role: Role) {
    let player = battle.sides.as_ref().map(|sides| sides.of(role).player);
    let Some(owner) = player.and_then(|player| campaign.players.get(&player)) else { return };
    for boon in boons::in_game(owner, battle.id) {
        // A comment ends with its line.
        let says = format!("{}'s appeal, {}: {}", owner.name, boon.id, boon.effect);
        let _ = writeln!(out, "\n# {}", shown(&says));
        for lent in &boon.lent {
            let name = quoted(&lent.name);
            let _ = writeln!(
                out,
                "[[guest]]\nside = \"{role}\"\nname = {name}\nkind = \"ship\"\npoints = {}\nfate = \"on table\"\ncrippled = false",
                lent.points
            );
        }
    }
}
