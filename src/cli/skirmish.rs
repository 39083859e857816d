//! `renown skirmish`: one battle between two fleet files. It is kept in a campaign of its own, so that it is judged,
//! proven and taken up as any other is; what a campaign would roll or ask before it is agreed beforehand.

use std::path::Path;

use super::args::{BattleVerb, FightArgs, SkirmishArgs};
use super::error::CliError;
use super::fleet::{FleetFile, read_fleet};
use super::session::{Result, Session};
use super::{battle, open, resolve};
use crate::campaign::command::Command;
use crate::campaign::due::{self, Ask, Due, Next};
use crate::campaign::options::Options;
use crate::campaign::state::battle::Step;
use crate::campaign::state::{BattleId, PlayerId, SystemId};
use crate::campaign::view::{Seen, Viewer};
use crate::catalog::fleets::Fleets;
use crate::catalog::options;
use crate::club::{Acting, Member};
use crate::dice::Listed;
use crate::files;
use crate::scenario::Scenario;
use crate::text::thousands;

/// House rules under which two clubs' fleets may meet once.
const RULES: [&str; 6] = [
    "composition=warn",
    "imperial-war=off",
    "two-sides=off",
    "battle-size=agreed",
    "starting-points-holders=10000",
    "starting-points-pirates=10000",
];
const ONLY: BattleId = BattleId(1);

pub(super) fn run(session: &mut Session<'_>, args: &SkirmishArgs) -> Result<()> {
    session.common.campaign = Some(args.file.clone());
    if !args.fleets.is_empty() {
        begin(session, args)?;
        if session.common.dry_run {
            return Ok(());
        }
    } else if session.memory.is_none() && !args.file.exists() {
        let says = format!("there is no skirmish in \"{}\"", args.file.display());
        return Err(CliError::usage(says).hint("`renown skirmish --fleet Anna=anna.toml --fleet Boris=boris.toml`"));
    }
    // Renown and repairs are a campaign's; the battle ends with its report.
    session.one_step = true;
    let mut captains = args.captains.clone();
    if captains.is_empty()
        && session.io.interactive
        && let Some((name, _)) = args.fleets.first().and_then(|given| given.split_once('='))
    {
        captains.push(format!("{name}=me"));
    }
    let fight =
        FightArgs { battle: ONLY.0, captains, deployments: Vec::new(), formations: Vec::new(), story: args.story };
    battle::run(session, BattleVerb::Fight(fight))
}

/// A side as it was typed.
struct Party {
    name: String,
    list: String,
    file: FleetFile,
}

fn begin(session: &mut Session<'_>, args: &SkirmishArgs) -> Result<()> {
    let [one, two] = args.fleets.as_slice() else {
        return Err(
            CliError::usage("a skirmish has two sides").hint("give --fleet NAME=FILE twice, the attacker first")
        );
    };
    let scenario = args.scenario.as_deref().map_or(Ok(Scenario::USUAL), resolve::scenario)?;
    let parties = parties(session, [one, two], &args.lists)?;
    let play = |session: &mut Session<'_>, member: &mut Member<'_>| {
        let mut act = session.begin(member, member.moment()?)?;
        session.runs_on = true;
        session.more_to_come = true;
        muster(session, member, &mut act, &parties, scenario)?;
        build_up(session, member, &mut act, scenario, args.points)?;
        session.record(member, act).map(|_| ())
    };
    if session.common.dry_run {
        let mut club = crate::club::Club::in_memory()?;
        return play(session, &mut club.member(Viewer::Arbitrator));
    }
    session.create(&args.file, Viewer::Arbitrator, play)?;
    session.status(&format!("The skirmish is kept in \"{}\"; `renown skirmish` goes on with it.", args.file.display()));
    Ok(())
}

/// Reads both files; every problem of both at once.
fn parties(session: &mut Session<'_>, given: [&String; 2], lists: &[String]) -> Result<[Party; 2]> {
    let fleets = &session.catalog()?.fleets;
    let mut problems = Vec::new();
    let [one, two] = given.map(|given| party(fleets, given, lists).map_err(|error| problems.extend(error.messages)));
    match (one, two) {
        (Ok(one), Ok(two)) if one.name.eq_ignore_ascii_case(&two.name) => {
            Err(CliError::usage(format!("both sides are called \"{}\"", one.name)))
        }
        (Ok(one), Ok(mut two)) => {
            two.rename_like(&one);
            Ok([one, two])
        }
        _ => Err(CliError {
            messages: problems,
            hints: vec!["`renown fleet import --help` shows the form; nothing was made".to_owned()],
            usage: false,
        }),
    }
}

impl Party {
    /// Tells vessels apart that bear the names of the other side's: two fleets may come from one template.
    fn rename_like(&mut self, other: &Self) {
        let owner = &self.name;
        for vessel in &mut self.file.vessels {
            if !other.file.vessels.iter().any(|known| known.name.eq_ignore_ascii_case(&vessel.name)) {
                continue;
            }
            let own = format!("{owner}'s {}", vessel.name);
            if self.file.flagship.as_ref().is_some_and(|flagship| flagship.eq_ignore_ascii_case(&vessel.name)) {
                self.file.flagship = Some(own.clone());
            }
            vessel.name = own;
        }
    }
}

fn party(fleets: &Fleets, given: &str, lists: &[String]) -> Result<Party> {
    let form = || CliError::usage(format!("\"{given}\" is not NAME=FILE"));
    let (name, path) = given.split_once('=').ok_or_else(form)?;
    let text = files::read_text(Path::new(path), files::WRITTEN)
        .map_err(|error| CliError::new(format!("\"{path}\": {error}")))?;
    let file = read_fleet(path, &text).map_err(|problems| CliError::data(&problems))?;
    let said = lists.iter().find_map(|said| said.split_once('=').filter(|(who, _)| who.eq_ignore_ascii_case(name)));
    let list = said.map(|(_, list)| list.to_owned()).or_else(|| file.list.clone()).or_else(|| fits(fleets, &file));
    let list = list.ok_or_else(|| {
        CliError::new(format!("no fleet list has every class of \"{path}\""))
            .hint(format!("say which: --list {name}=gothic-sector, or `list = \"gothic-sector\"` in the file"))
    })?;
    Ok(Party { name: name.to_owned(), list, file })
}

/// The first list that has every class of a file.
fn fits(fleets: &Fleets, file: &FleetFile) -> Option<String> {
    let classes = || file.vessels.iter().flat_map(|vessel| &vessel.ships).map(|ships| ships.class.as_str());
    let has = |id: &&str| {
        fleets.list(id).filter(|list| list.playable).is_some_and(|list| {
            let known: Vec<&String> = list.sections.iter().flat_map(|section| &section.classes).collect();
            classes().all(|class| known.iter().any(|known| *known == class))
        })
    };
    fleets.list_ids().into_iter().find(has).map(str::to_owned)
}

/// Opens the campaign, enters both and rolls Leadership.
fn muster(
    session: &mut Session<'_>,
    member: &mut Member<'_>,
    act: &mut Acting,
    parties: &[Party; 2],
    scenario: Scenario,
) -> Result<()> {
    let chart = open::chart(session, "cyclops")?;
    let mut chosen = Options::defaults(options::embedded());
    for rule in RULES {
        let (name, value) =
            Options::parse(options::embedded(), rule).map_err(|refusal| CliError::new(refusal.to_string()))?;
        chosen.set(&name, value);
    }
    let name = format!("{scenario}: {} against {}", parties[0].name, parties[1].name);
    session.decide(member, act, Command::OpenCampaign { name, chart, ends: None, options: chosen })?;
    for (number, party) in (1..).zip(parties) {
        let player = PlayerId(number);
        let add = Command::AddPlayer {
            player,
            name: party.name.clone(),
            list: party.list.clone(),
            commander: format!("the commander of {}", party.name),
            commander_kind: None,
        };
        session.decide(member, act, add)?;
        let (first, vessels, flagship) = (act.next_vessel(), party.file.vessels.clone(), party.file.flagship.clone());
        session.decide(member, act, Command::ImportFleet { player, first, vessels, flagship })?;
    }
    session.decide(member, act, Command::RollStartingOrder)?;
    loop {
        let seen = act.seen();
        let catalog = session.shared_catalog()?;
        let Some(due) = due::due(&seen, catalog.as_ref()).into_iter().find(|due| due.battle.is_none()) else { break };
        let player = due.who.first().copied().unwrap_or(PlayerId(1));
        let first = |systems: &[SystemId]| systems.first().copied().unwrap_or(SystemId(1));
        let command = if let Ask::Pick { free } = &due.ask {
            Command::PickSystem { player, system: first(free) }
        } else if let Ask::Base { systems } = &due.ask {
            Command::HideBase { player, system: first(systems), structure: None }
        } else {
            break;
        };
        session.decide(member, act, command)?;
    }
    session.decide(member, act, Command::BeginCampaign)
}

/// From the challenge to two fleets that face each other. Who attacks and what is fought is agreed, so those dice are
/// set; what is rolled otherwise is rolled.
fn build_up(
    session: &mut Session<'_>,
    member: &mut Member<'_>,
    act: &mut Acting,
    scenario: Scenario,
    points: Option<u32>,
) -> Result<()> {
    let (challenger, challenged) = (PlayerId(1), PlayerId(2));
    session.decide(member, act, Command::Challenge { battle: ONLY, challenger, challenged })?;
    let catalog = session.shared_catalog()?;
    loop {
        let seen = act.seen();
        let Some(found) = seen.battles.get(&ONLY) else { return Ok(()) };
        let (command, set) = match due::next(&seen, found, catalog.as_ref()) {
            Next::RunsOn(command) if found.step == Step::Initiative => (command, Some("6,1")),
            Next::RunsOn(command) if found.step == Step::Orders => {
                (command, Some(if scenario.is_raid() { "1" } else { "6" }))
            }
            Next::RunsOn(_) if found.step == Step::Scenario => {
                (Command::DetermineScenario { battle: ONLY, agreed: Some(scenario) }, None)
            }
            Next::RunsOn(command) => (command, None),
            Next::Waits(waits) => {
                let Some(due) = waits.first() else { return Ok(()) };
                match answer(&seen, due, points)? {
                    Some(command) => (command, None),
                    None => return Ok(()),
                }
            }
        };
        match set {
            Some(faces) => {
                let mut dice = Listed::parse(faces).map_err(|error| CliError::new(error.to_string()))?;
                session.decide_with(member, act, command, &mut dice)?;
            }
            None => session.decide(member, act, command)?,
        }
    }
}

/// What is agreed; nothing once the battle can be fought.
fn answer(seen: &Seen, due: &Due, points: Option<u32>) -> Result<Option<Command>> {
    let player = due.who.first().copied().unwrap_or(PlayerId(1));
    let named = |what: &str| {
        let name = seen.players.get(&player).map_or("", |player| player.name.as_str());
        CliError::new(format!("{name} has no {what} this scenario takes"))
            .hint("try another --scenario or --points; `renown scenario show SCENARIO` says what it needs")
    };
    Ok(Some(match &due.ask {
        Ask::Answer => Command::AcceptChallenge { battle: ONLY },
        Ask::Location { reach } => {
            let system = reach.first().copied().ok_or_else(|| named("system to attack that"))?;
            Command::ChooseLocation { battle: ONLY, system }
        }
        Ask::Size { least, most, .. } => {
            let greater = seen.players.keys().map(|id| seen.register_points(*id)).max().unwrap_or(*least);
            let size = points.unwrap_or_else(|| greater.clamp(*least, *most));
            if !(*least..=*most).contains(&size) {
                let says = format!("{} to {} points fit this battle", thousands(*least), thousands(*most));
                return Err(CliError::usage(says));
            }
            Command::AgreeSize { battle: ONLY, points: Some(size), transports: None, assault: false }
        }
        Ask::Fleet { usual, .. } if usual.is_empty() => return Err(named("fleet that")),
        Ask::Fleet { usual, .. } => {
            Command::PickFleet { battle: ONLY, player, vessels: usual.clone(), defences: 0, works: Vec::new() }
        }
        Ask::Nominate { ships } => {
            let ship = ships.first().copied().ok_or_else(|| named("ship to nominate that"))?;
            Command::NominateShip { battle: ONLY, player, ship }
        }
        Ask::Orders { .. } => match due.usual(player).into_iter().next() {
            Some(command) => command,
            None => return Ok(None),
        },
        Ask::Pick { .. }
        | Ask::Base { .. }
        | Ask::Plots
        | Ask::Battle { .. }
        | Ask::Confirm
        | Ask::Tenders { .. }
        | Ask::Gift
        | Ask::Advances { .. }
        | Ask::Train { .. }
        | Ask::Repairs { .. }
        | Ask::Appeals { .. }
        | Ask::Grant { .. }
        | Ask::Flagship { .. }
        | Ask::Mark { .. } => return Ok(None),
    }))
}
