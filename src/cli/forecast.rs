//! `renown forecast` and `renown battle forecast`: a battle fought many times on all cores.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};

use serde::Serialize;

use super::args::{ForecastArgs, RunsArgs};
use super::error::CliError;
use super::resolve;
use super::session::{Result, Session};
use crate::campaign::refusal::Refusals;
use crate::campaign::state::{BattleId, Campaign, VesselId};
use crate::campaign::turn::report::Role;
use crate::campaign::turn::{self, Step};
use crate::fight::forecast::{Chance, Interval, Oracle, Sum, Tally, looks};
use crate::fight::supposed;
use crate::report::listing::{Listing, figures, words};
use crate::scenario::Scenario;

/// Fights between two looks at the clock and at Ctrl-C.
const BATCH: u64 = 4;

/// A forecast as it is printed.
#[derive(Serialize)]
struct Forecast {
    scenario: Scenario,
    points: u32,
    runs: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    within: Option<f64>,
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
    /// Absent after a single fight.
    #[serde(skip_serializing_if = "Option::is_none")]
    intervals: Option<Intervals>,
}

/// Where the averages lie 19 times out of 20.
#[derive(Serialize)]
struct Intervals {
    victory_points: Interval,
    renown: Interval,
    capitals_lost: Interval,
    ships_lost: Interval,
}

pub(super) fn battle(session: &mut Session<'_>, id: BattleId, args: &RunsArgs) -> Result<()> {
    // Foretold from what whoever asks may see.
    let seen = session.as_member(|_, member| {
        let before = member.moment()?;
        let seen = member.seen(&before);
        // That it cannot be told is told of a battle that has fleets.
        let open = seen.battles.get(&id).is_some_and(|found| matches!(found.step, Step::SubPlots | Step::Battle));
        if open {
            member.may_watch(&before, id)?;
        }
        Ok(seen)
    })?;
    let Some(found) = seen.battles.get(&id).cloned() else {
        return Err(CliError::new(format!("there is no open battle {}", id.0)).hint("`renown battle list` shows them"));
    };
    if !matches!(found.step, Step::SubPlots | Step::Battle) {
        return Err(CliError::new(format!(
            "battle {} has no fleets to fight with yet: its step is {}",
            id.0, found.step
        ))
        .hint(format!("`renown battle next {}` takes the step that is due", id.0)));
    }
    let catalog = session.shared_catalog()?;
    let oracle = Oracle::new(&seen, found.clone(), &catalog, args.seed)?;
    foretell(session, &seen, &found, &oracle, args)
}

pub(super) fn players(session: &mut Session<'_>, args: &ForecastArgs) -> Result<()> {
    let seen = session.as_member(|_, member| Ok(member.look()?))?;
    let attacker = resolve::player(&seen, &args.attacker)?;
    let defender = resolve::player(&seen, &args.defender)?;
    if attacker == defender {
        return Err(CliError::usage("a forecast needs two players"));
    }
    if let Some(hidden) = [attacker, defender].into_iter().find(|player| seen.hides_register(*player)) {
        let name = &seen.players[&hidden].name;
        return Err(CliError::new(format!("the register of {name} is secret (CAMP-15)"))
            .hint("a forecast shows what it can do: only he and the arbitrator may know"));
    }
    let scenario = args.scenario.as_deref().map_or(Ok(Scenario::USUAL), resolve::scenario)?;
    let catalog = session.shared_catalog()?;
    // Wrecks that the aftermath has not struck off yet fight no more.
    let mut campaign = Campaign::clone(&seen);
    let wrecks: Vec<VesselId> = campaign
        .vessels
        .values()
        .filter(|vessel| !campaign.is_squadron(vessel) && vessel.damage >= campaign.full_hits(vessel))
        .map(|vessel| vessel.id)
        .collect();
    for id in wrecks {
        campaign.vessels.remove(&id);
    }
    let found = supposed::suppose(&campaign, scenario, args.points, [attacker, defender])?;
    let oracle = Oracle::supposing(&campaign, found.clone(), &catalog, args.runs.seed)?;
    foretell(session, &campaign, &found, &oracle, &args.runs)
}

fn foretell(
    session: &mut Session<'_>,
    campaign: &Campaign,
    found: &turn::Battle,
    oracle: &Oracle<'_>,
    args: &RunsArgs,
) -> Result<()> {
    if args.runs == Some(0) {
        return Err(CliError::usage("a forecast needs at least one fight"));
    }
    let tally = fights(session, oracle, args)?;
    let forecast = forecast(campaign, found, &tally, args);
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
    ))?;
    for side in [&forecast.attacker, &forecast.defender] {
        if let Some(Intervals { victory_points, renown, capitals_lost, ships_lost }) = &side.intervals {
            session.print(&format!(
                "{}, 95 of 100: {:.0} to {:.0} victory points, {:+.2} to {:+.2} renown, {:.2} to {:.2} capitals and {:.2} to \
                 {:.2} ships lost.",
                side.player,
                victory_points.from,
                victory_points.to,
                renown.from,
                renown.to,
                capitals_lost.from,
                capitals_lost.to,
                ships_lost.from,
                ships_lost.to,
            ))?;
        }
    }
    Ok(())
}

/// Fights as often as was asked for, or until the chances are as precise.
fn fights(session: &mut Session<'_>, oracle: &Oracle<'_>, args: &RunsArgs) -> Result<Tally> {
    let progress = session.io.interactive;
    let counts: Vec<u64> = args.runs.map_or_else(|| looks().collect(), |runs| vec![runs.into()]);
    let mut tally = Tally::default();
    for count in counts {
        let before = tally.runs;
        let more = on_all_cores(oracle, before..count, |done| {
            if progress {
                let part = usize::try_from((before + done) * 40 / count).unwrap_or(40).min(40);
                let bar = format!("[{}{}] {} fights", "#".repeat(part), ".".repeat(40 - part), before + done);
                let _ = write!(session.io.err, "{}{bar}", crate::text::sealed("\r"));
                let _ = session.io.err.flush();
            }
        })?;
        tally.add(&more);
        let stopped = tally.runs < count;
        if stopped || args.runs.is_some() || tally.is_within(args.within) {
            if progress {
                let _ = writeln!(session.io.err);
            }
            if stopped {
                session.status(&format!("Stopped after {} of {count} fights.", tally.runs));
            }
            break;
        }
    }
    Ok(tally)
}

/// Fights on every core until all are fought or somebody presses Ctrl-C; `seen` is told how many are.
fn on_all_cores(oracle: &Oracle<'_>, fights: Range<u64>, mut seen: impl FnMut(u64)) -> Result<Tally> {
    static STOP: AtomicBool = AtomicBool::new(false);
    // A second forecast in one process keeps the handler of the first.
    let _ = ctrlc::set_handler(|| STOP.store(true, Ordering::Relaxed));
    let (next, total) = (AtomicU64::new(fights.start), Mutex::new((Tally::default(), None::<Refusals>)));
    // No more than have something to do.
    let batches = usize::try_from((fights.end - fights.start).div_ceil(BATCH)).unwrap_or(usize::MAX);
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(batches);
    let (told, heard) = mpsc::channel();
    std::thread::scope(|scope| {
        for told in std::iter::repeat_n(told, threads) {
            let (next, total, fights) = (&next, &total, &fights);
            scope.spawn(move || {
                let mut own = oracle.clone();
                loop {
                    let from = next.fetch_add(BATCH, Ordering::Relaxed);
                    if from >= fights.end || STOP.load(Ordering::Relaxed) {
                        break;
                    }
                    let mut tally = Tally::default();
                    let batch = from..fights.end.min(from + BATCH);
                    let failed = batch.into_iter().find_map(|index| own.fight(index, &mut tally).err());
                    let mut total = total.lock().unwrap_or_else(PoisonError::into_inner);
                    total.0.add(&tally);
                    let _ = told.send(total.0.runs);
                    if failed.is_some() {
                        total.1 = failed;
                        next.store(fights.end, Ordering::Relaxed);
                    }
                }
            });
        }
        // Ends with the last of those who tell.
        heard.into_iter().for_each(&mut seen);
    });
    let (tally, failed) = total.into_inner().unwrap_or_else(PoisonError::into_inner);
    match failed {
        Some(refusals) => Err(refusals.into()),
        None => Ok(tally),
    }
}

#[expect(clippy::cast_precision_loss, reason = "sums over fights are far below 2^52")]
fn forecast(campaign: &Campaign, found: &turn::Battle, tally: &Tally, args: &RunsArgs) -> Forecast {
    let runs = tally.runs.max(1) as f64;
    let prospect = |role: Role| {
        let side = found.sides.as_ref().map(|sides| sides.of(role));
        let name = side.and_then(|side| campaign.players.get(&side.player)).map(|player| player.name.clone());
        Prospect {
            player: name.unwrap_or_default(),
            fielded: u32::try_from(tally.fielded.of(role) / tally.runs.max(1)).unwrap_or(u32::MAX),
            wins: Chance::of(*tally.wins.of(role), tally.runs),
            marginal: Chance::of(*tally.marginal.of(role), tally.runs),
            victory_points: tally.points.of(role).mean(tally.runs),
            renown: tally.renown.of(role).mean(tally.runs),
            capitals_lost: tally.capitals.of(role).mean(tally.runs),
            ships_lost: tally.ships.of(role).mean(tally.runs),
            intervals: intervals(tally, role),
        }
    };
    Forecast {
        scenario: found.scenario.unwrap_or(Scenario::USUAL),
        points: found.size.unwrap_or(0),
        runs: tally.runs,
        within: args.runs.is_none().then_some(args.within),
        seed: args.seed,
        attacker: prospect(Role::Attacker),
        defender: prospect(Role::Defender),
        draw: Chance::of(tally.draws(), tally.runs),
        turns: tally.turns as f64 / runs,
        checksum: format!("{:016x}", tally.checksum),
    }
}

fn intervals(tally: &Tally, role: Role) -> Option<Intervals> {
    let of = |sums: &turn::BySide<Sum>| sums.of(role).interval(tally.runs);
    Some(Intervals {
        victory_points: of(&tally.points)?,
        renown: of(&tally.renown)?,
        capitals_lost: of(&tally.capitals)?,
        ships_lost: of(&tally.ships)?,
    })
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
