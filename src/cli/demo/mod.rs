//! `renown demo`: a month's war of players with complete fleets, every battle fought by captains.

use super::args::DemoArgs;
use super::error::CliError;
use super::fleet::read_fleet;
use super::newsletter;
use super::session::{Result, Session};
use crate::campaign::command::Command;
use crate::campaign::options::Options;
use crate::campaign::state::{Phase, PlayerId, SystemId};
use crate::campaign::view::{Seen, Viewer};
use crate::catalog::options;
use crate::dice::Fast;
use crate::marshal::Marshal;
use crate::report::chart::{self, ChartView};
use crate::report::{register, standings};
use crate::store::{Snapshot, Store};
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
        None => play(session, &mut Store::in_memory()?, &seed, args),
        Some(folder) => {
            let fail = |error: std::io::Error| CliError::new(format!("\"{}\": {error}", folder.display()));
            std::fs::create_dir_all(folder).map_err(fail)?;
            let path = folder.join("demo.renown");
            session.create(&path, |session, store| play(session, store, &seed, args))?;
            session.status(&format!(
                "The campaign is in \"{}\": try `renown --campaign {} log`.",
                path.display(),
                path.display()
            ));
            Ok(())
        }
    }
}

fn play(session: &mut Session<'_>, store: &mut Store, seed: &dyn Fn(u64) -> String, args: &DemoArgs) -> Result<()> {
    session.quiet = true;
    let opened = open(session, store, seed, args);
    session.quiet = false;
    let now = opened?;
    if args.weeks == 0 {
        return muster(session, now);
    }
    let style = session.io.style;
    let view = ChartView { note: None, ..ChartView::from_campaign(&Seen::new(now.campaign, Viewer::Arbitrator)) };
    session.print(&chart::text(&view, style))?;
    let (catalog, from) = (session.shared_catalog()?, session.now());
    let mut marshal = Marshal::new(store, &catalog, &args.seed, from).map_err(CliError::new)?;
    for week in 1..=args.weeks {
        marshal.week(ROUNDS).map_err(CliError::new)?;
        let letter = newsletter::of_week(marshal.store, &catalog, week)?;
        session.print(&format!("\n{}", letter.text(None, style)))?;
        session.status(&format!("Week {week} of {}: {} fought so far.", args.weeks, count(marshal.fought, "battle")));
    }
    marshal.finish().map_err(CliError::new)?;
    let (fought, mut given_up) = (marshal.fought, std::mem::take(&mut marshal.given_up));
    given_up.append(&mut marshal.unfit);
    let now = store.whole()?;
    let seen = Seen::new(now.campaign, Viewer::Arbitrator);
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
    session.status(&format!("{}{broken}, {} journal entries, every die seeded.", count(fought, "battle"), now.head.id));
    Ok(())
}

/// The campaign before the first battle.
fn muster(session: &mut Session<'_>, now: Snapshot) -> Result<()> {
    let seen = Seen::new(now.campaign, Viewer::Arbitrator);
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
    session.status(&format!("{} journal entries, every die seeded.", now.head.id));
    Ok(())
}

fn open(
    session: &mut Session<'_>,
    store: &mut Store,
    seed: &dyn Fn(u64) -> String,
    args: &DemoArgs,
) -> Result<Snapshot> {
    let give = |session: &mut Session<'_>, store: &mut Store, now: &Snapshot, command: Command| {
        session.common.dice = seed(now.head.id);
        session.give(store, now, command).map(|outcome| outcome.after)
    };
    let chart = super::open::chart(session, MAP)?;
    let options = Options::defaults(options::embedded());
    let days = if args.weeks == 0 { 30 } else { 7 * u64::from(args.weeks) };
    let ends = session.now().date().checked_add_days(chrono::Days::new(days));
    let mut now = store.load()?;
    let name = "The War for Port Maw".to_owned();
    now = give(session, store, &now, Command::OpenCampaign { name, chart, ends, options })?;
    for captain in CAPTAINS.iter().take(usize::from(args.players)) {
        let player = now.campaign.next_player();
        let command = Command::AddPlayer {
            player,
            name: captain.name.to_owned(),
            list: captain.list.to_owned(),
            commander: captain.commander.to_owned(),
            commander_kind: None,
        };
        now = give(session, store, &now, command)?;
        let (vessels, flagship) =
            read_fleet(captain.name, captain.fleet).map_err(|problems| CliError::data(&problems))?;
        let first = now.campaign.next_vessel();
        now = give(session, store, &now, Command::ImportFleet { player, first, vessels, flagship })?;
    }
    now = give(session, store, &now, Command::RollStartingOrder)?;
    let mut places = Fast::new(now.head.id, u64::from(seed(0).bytes().map(u32::from).sum::<u32>()));
    while now.campaign.phase() == Some(Phase::Picking) {
        let Some(player) = super::start::due_pick(&now.campaign) else { break };
        let free: Vec<SystemId> =
            now.campaign.systems.values().filter(|system| system.owner.is_none()).map(|system| system.id).collect();
        let system = free[places.below(u32::try_from(free.len()).unwrap_or(1)) as usize];
        now = give(session, store, &now, Command::PickSystem { player, system })?;
    }
    while let Some(player) = super::start::due_base(&now.campaign) {
        let all: Vec<SystemId> = now.campaign.systems.keys().copied().collect();
        let system = all[places.below(u32::try_from(all.len()).unwrap_or(1)) as usize];
        now = give(session, store, &now, Command::HideBase { player, system, structure: None })?;
    }
    give(session, store, &now, Command::BeginCampaign)
}
