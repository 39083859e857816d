//! `renown forecast` and `renown battle forecast`: a battle fought many times on all cores.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use serde::Serialize;

use super::args::{ForecastArgs, RunsArgs};
use super::error::CliError;
use super::resolve;
use super::session::{Result, Session};
use crate::campaign::aftermath::Aftermath;
use crate::campaign::refusal::Refusals;
use crate::campaign::state::{BattleId, Campaign, PlayerId, VesselId};
use crate::campaign::turn::report::Role;
use crate::campaign::turn::scenario::Scenario;
use crate::campaign::turn::{self, BySide, Fielded, MissionClass, Step, fleets};
use crate::catalog::Catalog;
use crate::dice::Fast;
use crate::fight::forecast::{Chance, Oracle, Tally};
use crate::report::listing::{Listing, figures, words};

/// Fights between two looks at the clock and at Ctrl-C.
const BATCH: u64 = 16;

/// A forecast as it is printed.
#[derive(Serialize)]
struct Forecast {
    scenario: Scenario,
    points: u32,
    runs: u64,
    seed: u64,
    attacker: Prospect,
    defender: Prospect,
    draw: Chance,
    turns: f64,
    checksum: String,
}

/// What one side may expect.
#[derive(Serialize)]
struct Prospect {
    player: String,
    fielded: u32,
    wins: Chance,
    marginal: Chance,
    victory_points: f64,
    renown: f64,
    capitals_lost: f64,
    ships_lost: f64,
}

pub(super) fn battle(session: &mut Session<'_>, id: BattleId, args: &RunsArgs) -> Result<()> {
    let campaign = session.with_store(|_, store| Ok(store.load()?.campaign))?;
    let Some(found) = campaign.battles.get(&id).cloned() else {
        return Err(CliError::new(format!("there is no open battle {}", id.0)).hint("`renown battle list` shows them"));
    };
    if !matches!(found.step, Step::SubPlots | Step::Battle) {
        return Err(CliError::new(format!(
            "battle {} has no fleets to fight with yet: its step is {}",
            id.0, found.step
        ))
        .hint(format!("`renown battle next {}` takes the step that is due", id.0)));
    }
    foretell(session, &campaign, &found, args)
}

pub(super) fn players(session: &mut Session<'_>, args: &ForecastArgs) -> Result<()> {
    let campaign = session.with_store(|_, store| Ok(store.load()?.campaign))?;
    let attacker = resolve::player(&campaign, &args.attacker)?;
    let defender = resolve::player(&campaign, &args.defender)?;
    if attacker == defender {
        return Err(CliError::usage("a forecast needs two players"));
    }
    let scenario = args.scenario.as_deref().map_or(Ok(Scenario::FleetEngagement), resolve::scenario)?;
    let catalog = session.shared_catalog()?;
    // Wrecks that the aftermath has not struck off yet fight no more.
    let mut campaign = campaign;
    let wrecks: Vec<VesselId> = campaign
        .vessels
        .values()
        .filter(|vessel| !campaign.is_squadron(vessel) && vessel.damage >= campaign.full_hits(vessel))
        .map(|vessel| vessel.id)
        .collect();
    for id in wrecks {
        campaign.vessels.remove(&id);
    }
    let found = supposed(&campaign, &catalog, (scenario, args.points, args.runs.seed), [attacker, defender])?;
    foretell(session, &campaign, &found, &args.runs)
}

/// A convoy of a transport for each 100 points, and what a D3 and its pairs of them roll against it (SCEN-67, SCEN-80).
fn ambush(size: u32, seed: u64) -> turn::Convoy {
    let mut dice = Fast::new(seed, u64::MAX);
    let mut die = |sides: u32| dice.below(sides) + 1;
    let transports = (size / 100).max(2);
    let rolls = die(3) + transports / 2;
    turn::Convoy { transports, attackers: (0..rolls).map(|_| u8::try_from(die(6)).unwrap_or(1)).collect() }
}

/// A battle that nobody has called for: both field what fits.
fn supposed(
    campaign: &Campaign,
    catalog: &Catalog,
    (scenario, size, seed): (Scenario, u32, u64),
    players: [PlayerId; 2],
) -> Result<turn::Battle> {
    let (attack, defence) = scenario.split(size);
    let side = |player: PlayerId, allowance: u32| turn::Side {
        player,
        renown: campaign.players.get(&player).map_or(0, |player| player.renown),
        systems: u32::try_from(campaign.systems_of(player).count()).unwrap_or(0),
        allowance: Some(allowance),
        picked: false,
        fleet: Vec::new(),
        flagship: false,
        defences_bought: 0,
        defences_free: 0,
        works: Vec::new(),
        transports: 0,
        plot: None,
    };
    let convoy = (scenario == Scenario::Convoy).then(|| ambush(size, seed));
    let class = if scenario.is_raid() { MissionClass::Raid } else { MissionClass::Battle };
    let offered = campaign.about.as_ref().map_or_else(Default::default, |about| about.opened.date());
    let mut battle = turn::Battle {
        id: campaign.next_battle(),
        open: true,
        step: Step::Fleets,
        challenger: players[0],
        challenged: players[1],
        offered,
        answered: Some(offered),
        ending: None,
        sides: Some(BySide { attacker: side(players[0], attack), defender: side(players[1], defence) }),
        searched: false,
        base_attack: false,
        class: Some(class),
        scenario: Some(scenario),
        system: None,
        size: Some(size),
        convoy,
        report: None,
        result: None,
        aftermath: Aftermath::default(),
        confirmation: None,
        forfeited_by: None,
    };
    for role in [Role::Attacker, Role::Defender] {
        let player = players[role as usize];
        let Some(picked) = fleets::fitting(campaign, &battle, catalog, player, 0) else {
            let name = campaign.players.get(&player).map_or("", |player| player.name.as_str());
            return Err(CliError::new(format!("{name} has no fleet that fits {scenario} at {size} points")));
        };
        let flagship = campaign.players.get(&player).and_then(|player| player.flagship);
        if let Some(sides) = &mut battle.sides {
            let own = sides.of_mut(role);
            own.flagship = flagship.is_some_and(|flagship| picked.contains(&flagship));
            own.fleet = picked
                .iter()
                .filter_map(|id| campaign.vessels.get(id))
                .map(|vessel| Fielded { vessel: vessel.id, points: vessel.points, ships: vessel.ships() })
                .collect();
            own.picked = true;
            if scenario == Scenario::PlanetaryAssault && role == Role::Attacker {
                own.transports = 2 * own.fielded().div_ceil(500);
            }
        }
    }
    battle.step = Step::Battle;
    Ok(battle)
}

fn foretell(session: &mut Session<'_>, campaign: &Campaign, found: &turn::Battle, args: &RunsArgs) -> Result<()> {
    if args.runs == 0 {
        return Err(CliError::usage("a forecast needs at least one fight"));
    }
    let catalog = session.shared_catalog()?;
    let oracle = Oracle::new(campaign, found.clone(), &catalog, args.seed)?;
    let progress = session.io.interactive;
    let tally = on_all_cores(&oracle, u64::from(args.runs), |done| {
        if progress {
            let part = usize::try_from(done * 40 / u64::from(args.runs)).unwrap_or(40);
            let _ = write!(session.io.err, "\r[{}{}] {done} fights", "#".repeat(part), ".".repeat(40 - part));
            let _ = session.io.err.flush();
        }
    })?;
    if progress {
        let _ = writeln!(session.io.err);
    }
    if tally.runs < u64::from(args.runs) {
        session.status(&format!("Stopped after {} of {} fights.", tally.runs, args.runs));
    }
    let forecast = forecast(campaign, found, &tally, args.seed);
    let listing = table(&forecast);
    if session.common.format == super::args::Format::Table {
        let Forecast { scenario, points, runs, turns, .. } = &forecast;
        session.print(&format!("{scenario}, {points} points: {runs} fights of {turns:.1} turns each"))?;
    } else {
        return session.show(&forecast, |_| String::new());
    }
    session.list(&listing)?;
    session.print(&format!(
        "A draw: {:.1} % ({:.1} to {:.1}). Checksum {}.",
        forecast.draw.percent, forecast.draw.from, forecast.draw.to, forecast.checksum
    ))
}

/// Fights on every core until all are fought or somebody presses Ctrl-C.
fn on_all_cores(oracle: &Oracle<'_>, runs: u64, mut seen: impl FnMut(u64)) -> Result<Tally> {
    static STOP: AtomicBool = AtomicBool::new(false);
    // A second forecast in one process keeps the handler of the first.
    let _ = ctrlc::set_handler(|| STOP.store(true, Ordering::Relaxed));
    let (next, total) = (AtomicU64::new(0), Mutex::new((Tally::default(), None::<Refusals>)));
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let mut own = oracle.clone();
                loop {
                    let from = next.fetch_add(BATCH, Ordering::Relaxed);
                    if from >= runs || STOP.load(Ordering::Relaxed) {
                        break;
                    }
                    let mut tally = Tally::default();
                    let failed = (from..runs.min(from + BATCH)).find_map(|index| own.fight(index, &mut tally).err());
                    let mut total = total.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                    total.0.add(&tally);
                    if failed.is_some() {
                        total.1 = failed;
                        next.store(runs, Ordering::Relaxed);
                    }
                }
            });
        }
        loop {
            let done = total.lock().unwrap_or_else(std::sync::PoisonError::into_inner).0.runs;
            seen(done);
            if done >= runs || next.load(Ordering::Relaxed) >= runs + BATCH * (threads as u64 - 1) {
                break;
            }
            if STOP.load(Ordering::Relaxed) {
                break;
            }
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
    });
    let (tally, failed) = total.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    match failed {
        Some(refusals) => Err(refusals.into()),
        None => Ok(tally),
    }
}

#[expect(clippy::cast_precision_loss, reason = "sums over fights are far below 2^52")]
fn forecast(campaign: &Campaign, found: &turn::Battle, tally: &Tally, seed: u64) -> Forecast {
    let runs = tally.runs.max(1) as f64;
    let prospect = |role: Role| {
        let side = found.sides.as_ref().map(|sides| sides.of(role));
        let name = side.and_then(|side| campaign.players.get(&side.player)).map(|player| player.name.clone());
        Prospect {
            player: name.unwrap_or_default(),
            fielded: side.map_or(0, turn::Side::fielded),
            wins: Chance::of(*tally.wins.of(role), tally.runs),
            marginal: Chance::of(*tally.marginal.of(role), tally.runs),
            victory_points: *tally.points.of(role) as f64 / runs,
            renown: *tally.renown.of(role) as f64 / runs,
            capitals_lost: *tally.capitals.of(role) as f64 / runs,
            ships_lost: *tally.ships.of(role) as f64 / runs,
        }
    };
    let draws = tally.runs - tally.wins.attacker - tally.wins.defender;
    Forecast {
        scenario: found.scenario.unwrap_or(Scenario::FleetEngagement),
        points: found.size.unwrap_or(0),
        runs: tally.runs,
        seed,
        attacker: prospect(Role::Attacker),
        defender: prospect(Role::Defender),
        draw: Chance::of(draws, tally.runs),
        turns: tally.turns as f64 / runs,
        checksum: format!("{:016x}", tally.checksum),
    }
}

fn table(forecast: &Forecast) -> Listing<'_> {
    let rows: Vec<&Prospect> = vec![&forecast.attacker, &forecast.defender];
    Listing::new(
        rows,
        &[
            words("player", &|side| side.player.clone()),
            figures("fielded", &|side| side.fielded.to_string()),
            figures("wins %", &|side| format!("{:.1}", side.wins.percent)),
            words("95 of 100", &|side| format!("{:.1} to {:.1}", side.wins.from, side.wins.to)),
            figures("victory points", &|side| format!("{:.0}", side.victory_points)),
            figures("renown", &|side| format!("{:+.2}", side.renown)),
            figures("capitals lost", &|side| format!("{:.2}", side.capitals_lost)),
            figures("ships lost", &|side| format!("{:.2}", side.ships_lost)),
        ],
    )
}
