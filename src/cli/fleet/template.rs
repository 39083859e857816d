//! `renown fleet template`: a fleet file to fill in.

use std::fmt::Write as _;

use crate::campaign::command::{Command, NewShips, NewVessel};
use crate::campaign::lists::{FleetList, Section};
use crate::campaign::options::Options;
use crate::campaign::state::{Origin, PlayerId, VesselId};
use crate::campaign::view::Viewer;
use crate::catalog::fleets::Fleets;
use crate::catalog::options;
use crate::cli::error::CliError;
use crate::cli::session::{Result, Session};
use crate::club::{Club, Member, Moment};
use crate::ships::armament::slots;
use crate::ships::class::{ShipClass, ShipType};
use crate::text::did_you_mean;

pub(super) fn run(session: &mut Session<'_>, typed: &str) -> Result<()> {
    let fleets = &session.catalog()?.fleets;
    let Some(list) = fleets.list(typed) else {
        let near = did_you_mean(typed, fleets.list_ids());
        return Err(
            CliError::new(format!("there is no fleet list \"{typed}\"{near}")).hint("`renown fleet lists` shows them")
        );
    };
    let list = list.clone();
    let vessels = bought(session, &list)?;
    let text = write(&session.catalog()?.fleets, &list, &vessels);
    session.print(&text)
}

/// A capital ship and a squadron that the rules let a fleet of this list begin with: found by asking them.
fn bought(session: &mut Session<'_>, list: &FleetList) -> Result<Vec<NewVessel>> {
    let catalog = session.shared_catalog()?;
    let mut capitals: Vec<_> =
        offered(&catalog.fleets, list).filter(|(_, class)| !is_escort(class)).map(|(_, class)| class).collect();
    capitals.sort_by_key(|class| rank(class.kind));
    let escorts: Vec<(&Section, &ShipClass)> =
        offered(&catalog.fleets, list).filter(|(_, class)| is_escort(class)).collect();
    let mut club = Club::in_memory()?;
    let mut member = club.member(Viewer::Arbitrator);
    session.quiet = true;
    let ground = opened(session, &mut member, list);
    session.quiet = false;
    let ground = ground?;
    let mut taken = Vec::new();
    for found in [
        capitals.iter().map(|class| vessel("First", class, 1)).collect::<Vec<_>>(),
        escorts
            .iter()
            .map(|(section, class)| vessel("Second", class, section.squadron_min.unwrap_or(2).max(2)))
            .collect(),
    ] {
        let fits = found.into_iter().find(|new| {
            let vessels: Vec<NewVessel> = taken.iter().chain([new]).cloned().collect();
            let (player, first) = (PlayerId(1), VesselId(1));
            let command = Command::ImportFleet { player, first, vessels, flagship: None };
            session.foresee(&mut member, &ground, command).is_ok()
        });
        taken.extend(fits);
    }
    Ok(taken)
}

/// A campaign in memory with one player of the list.
fn opened(session: &mut Session<'_>, member: &mut Member<'_>, list: &FleetList) -> Result<Moment> {
    let chart = crate::cli::open::chart(session, "cyclops")?;
    let options = Options::defaults(options::embedded());
    let open = Command::OpenCampaign { name: list.name.clone(), chart, ends: None, options };
    let add = Command::AddPlayer {
        player: PlayerId(1),
        name: "Player".to_owned(),
        list: list.id.clone(),
        commander: "Commander".to_owned(),
        commander_kind: None,
    };
    let before = member.moment()?;
    let after = session.give(member, &before, open)?.after;
    Ok(session.give(member, &after, add)?.after)
}

fn vessel(name: &str, class: &ShipClass, count: u32) -> NewVessel {
    // Where a class leaves a choice, the first that it names.
    let open = slots(class);
    let chosen = open.iter().filter(|slot| slot.must_be_filled()).filter_map(|slot| slot.choices.first());
    let weapons = chosen.map(|choice| choice.id.clone()).collect();
    NewVessel {
        name: name.to_owned(),
        ships: vec![NewShips { class: class.id.clone(), count, weapons }],
        upgrades: Vec::new(),
        officer: None,
        origin: Origin::Main,
        unfinished: false,
    }
}

/// The file of a list: what it may begin with, then all that there is.
fn write(fleets: &Fleets, list: &FleetList, vessels: &[NewVessel]) -> String {
    let mut out = format!(
        "# A fleet of {} ({}). Mend it and run: renown fleet import PLAYER FILE\n\
         # ships is CLASS for a capital ship, CLASS:NUMBER for a squadron, CLASS+WEAPON where a class leaves a choice.\n\
         # A vessel may also have upgrades, officer, rerolls, marks, reserve, ally, unfinished.\n\
         # `renown fleet list {}` has the limits.\n\nlist = \"{}\"\n",
        list.name, list.id, list.id, list.id
    );
    if let Some(first) = vessels.first() {
        let _ = writeln!(out, "flagship = \"{}\"", first.name);
    }
    for vessel in vessels {
        let ships = &vessel.ships[0];
        let class =
            std::iter::once(&ships.class).chain(&ships.weapons).map(String::as_str).collect::<Vec<_>>().join("+");
        let number = if ships.count > 1 { format!(":{}", ships.count) } else { String::new() };
        let _ = write!(out, "\n[[vessel]]\nname = \"{}\"\nships = [\"{class}{number}\"]\n", vessel.name);
    }
    out.push_str("\n# What the list has, with points:\n");
    for section in &list.sections {
        let _ = writeln!(out, "# {}", section.name);
        for class in section.classes.iter().filter_map(|id| fleets.class(id)) {
            let points = section.price_of(class).map_or_else(|| "-".to_owned(), |points| points.to_string());
            let _ = writeln!(out, "#   {:<28} {points:>4}  {}", class.id, class.name);
        }
    }
    out
}

/// What may be bought without anybody's agreement.
fn offered<'l>(fleets: &'l Fleets, list: &'l FleetList) -> impl Iterator<Item = (&'l Section, &'l ShipClass)> {
    let sections = list.sections.iter().filter(|section| !section.by_agreement);
    let classes = sections.flat_map(|section| section.classes.iter().map(move |id| (section, id)));
    classes
        .filter_map(|(section, id)| Some((section, fleets.class(id)?)))
        .filter(|(section, class)| section.price_of(class).is_some())
}

fn is_escort(class: &ShipClass) -> bool {
    matches!(class.kind, ShipType::Escort | ShipType::Transport)
}

/// Cruisers first: a list lets battleships in only beside others.
const fn rank(kind: ShipType) -> u8 {
    match kind {
        ShipType::Cruiser => 0,
        ShipType::LightCruiser => 1,
        ShipType::HeavyCruiser | ShipType::GrandCruiser | ShipType::Battlecruiser => 2,
        ShipType::Battleship => 3,
        ShipType::Defence | ShipType::Escort | ShipType::Transport => 4,
    }
}
