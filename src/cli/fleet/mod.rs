//! `renown fleet` and `renown flagship`.

mod import;
mod template;
pub(super) use import::{FleetFile, read as read_fleet};
pub(super) mod spec;

use super::args::{BuyArgs, FleetVerb, VesselArgs};
use super::error::CliError;
use super::resolve;
use super::session::{Result, Session};
use crate::campaign::command::{Command, NewOfficer, NewVessel};
use crate::campaign::state::{Origin, PlayerId, VesselId};
use crate::report::listing::{Column, Listing, figures, words};
use crate::report::lists::{ClassRow, ListRow, ListView};
use crate::report::sheet::DataSheet;
use crate::text::{did_you_mean, slug, thousands};

pub(super) fn run(session: &mut Session<'_>, verb: FleetVerb) -> Result<()> {
    match verb {
        FleetVerb::Lists => lists(session),
        FleetVerb::List { list } => one_list(session, &list),
        FleetVerb::Classes { fleet } => classes(session, fleet.as_deref()),
        FleetVerb::Class { class } => data_sheet(session, &class),
        FleetVerb::CheckData => check_data(session),
        FleetVerb::Buy(args) => buy(session, args),
        FleetVerb::Template { list } => template::run(session, &list),
        FleetVerb::Import { player, file } => import::run(session, &player, &file),
        FleetVerb::Show { player } => super::report::register(session, Some(&player)),
        FleetVerb::Sell(args) => change(session, &args, |player, vessel| Command::SellVessel { player, vessel }),
        FleetVerb::Trials(args) => change(session, &args, |player, vessel| Command::CompleteTrials { player, vessel }),
        FleetVerb::Accept(args) => change(session, &args, |player, vessel| Command::AcceptFigures { player, vessel }),
        FleetVerb::Rename { player, vessel, name } => {
            change(session, &VesselArgs { player, vessel }, |player, vessel| Command::RenameVessel {
                player,
                vessel,
                name,
            })
        }
    }
}

pub(super) fn flagship(session: &mut Session<'_>, args: &VesselArgs) -> Result<()> {
    change(session, args, |player, vessel| Command::ChooseFlagship { player, vessel })
}

/// A command about one vessel.
fn change(
    session: &mut Session<'_>,
    args: &VesselArgs,
    command: impl FnOnce(PlayerId, VesselId) -> Command,
) -> Result<()> {
    session.as_member(|session, member| {
        let ground = session.ground(member)?;
        let player = resolve::player(&ground.seen, &args.player)?;
        let vessel = resolve::vessel(&ground.seen, player, &args.vessel)?;
        session.give(member, &ground.before, command(player, vessel)).map(|_| ())
    })
}

fn buy(session: &mut Session<'_>, args: BuyArgs) -> Result<()> {
    let ships = args.ships.iter().map(|ships| spec::read(ships)).collect::<std::result::Result<Vec<_>, String>>();
    let ships = ships.map_err(CliError::usage)?;
    let origin = match (args.reserve, args.ally) {
        (Some(list), _) => Origin::Reserve(list),
        (None, Some(list)) => Origin::Ally(list),
        (None, None) => Origin::Main,
    };
    let officer = args.officer.map(|kind| NewOfficer { kind, extra_rerolls: args.rerolls, marks: args.marks.clone() });
    let new =
        NewVessel { name: args.name, ships, upgrades: args.upgrades, officer, origin, unfinished: args.unfinished };
    session.as_member(|session, member| {
        let ground = session.ground(member)?;
        let player = resolve::player(&ground.seen, &args.player)?;
        let vessel = ground.before.next_vessel();
        session.give(member, &ground.before, Command::BuyVessel { vessel, player, new }).map(|_| ())
    })
}

fn lists(session: &mut Session<'_>) -> Result<()> {
    let rows = ListRow::all(&session.catalog()?.fleets);
    let listing = Listing::new(
        &rows,
        &[
            words("List", &|row: &ListRow| row.id.clone()),
            words("Name", &|row: &ListRow| row.name.clone()),
            words("Fleet", &|row: &ListRow| row.fleet.clone()),
            figures("Points", &|row: &ListRow| thousands(row.start_points)),
            words("Starts with", &|row: &ListRow| {
                if !row.playable {
                    "others"
                } else if row.pirate {
                    "a hidden base"
                } else {
                    "a system"
                }
                .to_owned()
            }),
            figures("Rating", &|row: &ListRow| row.attack_rating.to_string()),
        ],
    );
    session.list(&listing)
}

fn one_list(session: &mut Session<'_>, typed: &str) -> Result<()> {
    let fleets = &session.catalog()?.fleets;
    let Some(list) = fleets.list(typed) else {
        let near = did_you_mean(typed, fleets.list_ids());
        return Err(
            CliError::new(format!("there is no fleet list \"{typed}\"{near}")).hint("`renown fleet lists` shows them")
        );
    };
    let view = ListView::new(fleets, list);
    session.show(&view, |style| view.render(style))
}

fn classes(session: &mut Session<'_>, typed: Option<&str>) -> Result<()> {
    let fleets = &session.catalog()?.fleets;
    let rows: Vec<ClassRow> = match typed {
        Some(id) if fleets.list(id).is_some() => {
            let list = fleets.list(id).expect("the list was just found");
            let ids = list.sections.iter().flat_map(|section| &section.classes);
            ids.filter_map(|id| fleets.class(id)).map(ClassRow::new).collect()
        }
        Some(id) if fleets.fleet(id).is_none() => {
            let known: Vec<&str> = fleets.files().into_iter().map(|file| file.fleet.id.as_str()).collect();
            let near = did_you_mean(id, known.into_iter().chain(fleets.list_ids()));
            return Err(CliError::new(format!("there is no fleet or list \"{id}\"{near}"))
                .hint("`renown fleet lists` shows them"));
        }
        other => ClassRow::all(fleets, other),
    };
    let columns: [Column<'_, ClassRow>; 9] = [
        words("Class", &|row: &ClassRow| row.id.clone()),
        words("Name", &|row: &ClassRow| row.name.clone()),
        words("Type", &|row: &ClassRow| row.kind.to_string()),
        figures("Points", &|row: &ClassRow| row.points.map_or_else(|| "-".to_owned(), |points| points.to_string())),
        figures("Hits", &|row: &ClassRow| row.hits.to_string()),
        figures("Speed", &|row: &ClassRow| row.speed_cm.to_string()),
        figures("Shields", &|row: &ClassRow| row.shields.to_string()),
        words("Armour", &|row: &ClassRow| row.armour.clone()),
        figures("Turrets", &|row: &ClassRow| row.turrets.to_string()),
    ];
    session.list(&Listing::new(&rows, &columns))
}

fn data_sheet(session: &mut Session<'_>, typed: &str) -> Result<()> {
    let fleets = &session.catalog()?.fleets;
    let by_name = || {
        let wanted = slug(typed);
        let mut all = fleets.files().into_iter().flat_map(|file| &file.classes);
        all.find(|class| slug(&class.name) == wanted || slug(class.short_name()) == wanted)
    };
    let Some(class) = fleets.class(&typed.to_lowercase()).or_else(by_name) else {
        let near = did_you_mean(typed, fleets.class_ids());
        return Err(
            CliError::new(format!("there is no class \"{typed}\"{near}")).hint("`renown fleet classes` shows them")
        );
    };
    let sheet = DataSheet::new(fleets, class);
    session.show(&sheet, |style| sheet.render(style))
}

fn check_data(session: &mut Session<'_>) -> Result<()> {
    let catalog = session.catalog()?;
    let problems = catalog.fleets.check();
    if !problems.is_empty() {
        return Err(CliError::data(&problems));
    }
    let (classes, lists, maps) =
        (catalog.fleets.class_ids().len(), catalog.fleets.list_ids().len(), catalog.maps.ids().count());
    session.print(&format!("{classes} classes, {lists} fleet lists and {maps} maps: no problem"))
}
