//! `renown demo`: a month's war of players with complete fleets, every battle fought by captains.

use chrono::NaiveDate;

use super::args::DemoArgs;
use super::error::CliError;
use super::fleet::{FleetFile, read_fleet};
use super::session::{Result, Session};
use crate::campaign::command::Command;
use crate::campaign::options::Options;
use crate::campaign::state::{Phase, PlayerId, SystemId};
use crate::campaign::view::Viewer;
use crate::catalog::options;
use crate::club::{Club, Member, Moment, Period};
use crate::dice::Fast;
use crate::marshal::Marshal;
use crate::report::chart::{self, ChartView};
use crate::report::{register, standings};
use crate::text::{and_list, count};

struct Captain {
    name: &'static str,
    list: &'static str,
    commander: &'static str,
    fleet: &'static str,
}

const CAPTAINS: [Captain; 6] = [
    Captain { name: "Anna", list: "gothic-sector", commander: "Admiral Isolde Marr", fleet: include_str!("anna.toml") },
    Captain {
        name: "Boris",
        list: "chaos-incursion",
        commander: "Vorgath the Twice-Damned",
        fleet: include_str!("boris.toml"),
    },
    Captain { name: "Chen", list: "ork-cyclops", commander: "Warlord Nazgrub", fleet: include_str!("chen.toml") },
    Captain {
        name: "Dagny",
        list: "eldar-corsairs-gothic",
        commander: "Prince Ilthuin",
        fleet: include_str!("dagny.toml"),
    },
    Captain { name: "Emil", list: "sm-codex", commander: "Master Cassian Rook", fleet: include_str!("emil.toml") },
    Captain { name: "Farah", list: "chaos-incursion", commander: "Sorcerer Tessen", fleet: include_str!("farah.toml") },
];

const MAP: &str = "port-maw";
/// Rounds in each week: every player has as many battles.
const ROUNDS: u32 = 2;

pub(super) fn run(session: &mut Session<'_>, args: &DemoArgs) -> Result<()> {
    let seed = |step: u64| format!("seed:{}/{step}", args.seed);
    // A demonstration is a dry run itself unless its file is kept.
    let dry_run = std::mem::take(&mut session.common.dry_run);
    match args.out.as_ref().filter(|_| !dry_run) {
        None => {
            let mut club = Club::in_memory()?;
            play(session, &mut club.member(Viewer::Arbitrator), &seed, args)
        }
        Some(folder) => {
            let fail = |error: std::io::Error| CliError::new(format!("\"{}\": {error}", folder.display()));
            std::fs::create_dir_all(folder).map_err(fail)?;
            let path = folder.join("demo.renown");
            session.create(&path, Viewer::Arbitrator, |session, member| play(session, member, &seed, args))?;
            session.status(&format!(
                "The campaign is in \"{}\": try `renown --campaign {} log`.",
                path.display(),
                path.display()
            ));
            Ok(())
        }
    }
}

fn play(
    session: &mut Session<'_>,
    member: &mut Member<'_>,
    seed: &dyn Fn(u64) -> String,
    args: &DemoArgs,
) -> Result<()> {
    session.quiet = true;
    let opened = open(session, member, seed, args);
    session.quiet = false;
    let now = opened?;
    if args.weeks == 0 {
        return muster(session, member, &now);
    }
    let style = session.io.style;
    let view = ChartView { note: None, ..ChartView::from_campaign(&member.seen(&now)) };
    session.print(&chart::text(&view, style))?;
    let (catalog, from) = (session.shared_catalog()?, session.now());
    let mut marshal = Marshal::new(member.again(), &catalog, &args.seed, from).map_err(CliError::new)?;
    for week in 1..=args.weeks {
        marshal.week(ROUNDS).map_err(CliError::new)?;
        // For everybody, of all that was fought until now.
        let letter =
            marshal.member.as_public().newsletter(Period::Week(week), NaiveDate::MIN, &catalog, super::hints::words)?;
        session.print(&format!("\n{}", letter.text(None, style)))?;
        session.status(&format!("Week {week} of {}: {} fought so far.", args.weeks, count(marshal.fought, "battle")));
    }
    marshal.finish().map_err(CliError::new)?;
    let (fought, mut given_up) = (marshal.fought, std::mem::take(&mut marshal.given_up));
    given_up.append(&mut marshal.unfit);
    let (seen, entries) = (member.look_whole()?, member.moment()?.entries());
    session.print(&format!("\n{}", style.heading("Final standings")))?;
    let rows = standings::standings(&seen, session.catalog()?);
    session.list(&standings::listing(&rows, style))?;
    if let Some(end) = seen.about.as_ref().and_then(|about| about.finished.as_ref()) {
        let name = |id: &PlayerId| seen.players.get(id).map_or("", |player| player.name.as_str()).to_owned();
        let winners: Vec<String> = end.winners.iter().map(name).collect();
        let won = if winners.is_empty() { "Nobody wins".to_owned() } else { format!("{} wins", and_list(&winners)) };
        session.print(&format!("{won}: {} ({})", end.by, end.rule))?;
    }
    let broken = if given_up.is_empty() { String::new() } else { format!(", {} broken off", given_up.len()) };
    for why in &given_up {
        session.status(why);
    }
    session.status(&format!("{}{broken}, {entries} journal entries, every die seeded.", count(fought, "battle")));
    Ok(())
}

/// The campaign before the first battle.
fn muster(session: &mut Session<'_>, member: &Member<'_>, now: &Moment) -> Result<()> {
    let seen = member.seen(now);
    let style = session.io.style;
    let view = ChartView { note: None, ..ChartView::from_campaign(&seen) };
    session.print(&chart::text(&view, style))?;
    let players: Vec<PlayerId> = seen.players.keys().copied().collect();
    for player in players {
        let drawn = register::register(&seen, player, session.catalog()?);
        if let Some(drawn) = drawn {
            session.print(&format!("\n{}", drawn.text(style, super::hints::words)))?;
        }
    }
    session.print(&format!("\n{}", style.heading("Standings")))?;
    let rows = standings::standings(&seen, session.catalog()?);
    session.list(&standings::listing(&rows, style))?;
    session.status(&format!("{} journal entries, every die seeded.", now.entries()));
    Ok(())
}

fn open(
    session: &mut Session<'_>,
    member: &mut Member<'_>,
    seed: &dyn Fn(u64) -> String,
    args: &DemoArgs,
) -> Result<Moment> {
    let give = |session: &mut Session<'_>, member: &mut Member<'_>, now: &Moment, command: Command| {
        session.common.dice = seed(now.entries());
        session.give(member, now, command).map(|outcome| outcome.after)
    };
    let chart = super::open::chart(session, MAP)?;
    let options = Options::defaults(options::embedded());
    let days = if args.weeks == 0 { 30 } else { 7 * u64::from(args.weeks) };
    let ends = session.now().date().checked_add_days(chrono::Days::new(days));
    let mut now = member.moment()?;
    let name = "The War for Port Maw".to_owned();
    now = give(session, member, &now, Command::OpenCampaign { name, chart, ends, options })?;
    for captain in CAPTAINS.iter().take(usize::from(args.players)) {
        let player = now.next_player();
        let command = Command::AddPlayer {
            player,
            name: captain.name.to_owned(),
            list: captain.list.to_owned(),
            commander: captain.commander.to_owned(),
            commander_kind: None,
        };
        now = give(session, member, &now, command)?;
        let FleetFile { vessels, flagship, .. } =
            read_fleet(captain.name, captain.fleet).map_err(|problems| CliError::data(&problems))?;
        let first = now.next_vessel();
        now = give(session, member, &now, Command::ImportFleet { player, first, vessels, flagship })?;
    }
    now = give(session, member, &now, Command::RollStartingOrder)?;
    let mut places = Fast::new(now.entries(), u64::from(seed(0).bytes().map(u32::from).sum::<u32>()));
    while now.phase() == Some(Phase::Picking) {
        let Some(player) = super::start::due_pick(&member.seen(&now)) else { break };
        let free: Vec<SystemId> = member
            .seen(&now)
            .systems
            .values()
            .filter(|system| system.owner.is_none())
            .map(|system| system.id)
            .collect();
        let system = free[places.below(u32::try_from(free.len()).unwrap_or(1)) as usize];
        now = give(session, member, &now, Command::PickSystem { player, system })?;
    }
    while let Some(player) = super::start::due_base(&member.seen(&now)) {
        let all: Vec<SystemId> = member.seen(&now).systems.keys().copied().collect();
        let system = all[places.below(u32::try_from(all.len()).unwrap_or(1)) as usize];
        now = give(session, member, &now, Command::HideBase { player, system, structure: None })?;
    }
    give(session, member, &now, Command::BeginCampaign)
}
