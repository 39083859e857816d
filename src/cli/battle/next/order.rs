//! Which option answers which step: what is past is refused, and what lies behind a question that nobody answers, before
//! anything is rolled.

use crate::campaign::due::Ask;
use crate::campaign::turn::{Battle, Step};
use crate::campaign::view::Seen;
use crate::cli::args::NextArgs;
use crate::cli::error::CliError;
use crate::cli::resolve;
use crate::cli::session::Result;
use crate::text::and_list;

/// An option with the steps at which it can be used, and whether it is given.
struct Flag {
    name: &'static str,
    first: Step,
    last: Step,
    given: bool,
}

/// Every option, in the order of the steps.
fn options(args: &NextArgs) -> Vec<Flag> {
    use Step::{
        Appeals, Battle, Challenge, Experience, Fleets, Location, Orders, Promotions, Renown, Repairs, Scenario, Size,
        Spoils, SubPlots,
    };
    let option = |name, first, last, given| Flag { name, first, last, given };
    let list = |list: &Vec<String>| !list.is_empty();
    vec![
        option("--accept", Challenge, Challenge, args.accept),
        option("--decline", Challenge, Challenge, args.decline),
        option("--refuse", Challenge, Challenge, args.refuse),
        option("--choose", Orders, Orders, list(&args.choose)),
        option("--hunt", Orders, Orders, args.hunt.is_some()),
        option("--scenario", Scenario, Scenario, args.scenario.is_some()),
        option("--system", Location, Location, args.system.is_some()),
        option("--points", Size, Size, args.points.is_some()),
        option("--transports", Size, Size, args.transports.is_some()),
        option("--assault", Size, Size, args.assault),
        option("--fleet", Fleets, Fleets, list(&args.fleets)),
        option("--defences", Fleets, Fleets, args.defences.is_some()),
        option("--defence", Fleets, Battle, list(&args.works)),
        option("--secret-plots", SubPlots, SubPlots, args.secret_plots),
        option("--reveal-plots", SubPlots, Appeals, args.reveal_plots),
        option("--nominate", SubPlots, SubPlots, list(&args.nominate)),
        option("--no-claim", Spoils, Spoils, args.no_claim),
        option("--tender-repairs", Renown, Renown, list(&args.tenders)),
        option("--gift", Promotions, Promotions, list(&args.gifts)),
        option("--mark", Promotions, Appeals, list(&args.marks)),
        option("--skill", Experience, Repairs, list(&args.skills)),
        option("--leadership", Experience, Repairs, list(&args.leadership)),
        option("--replace", Experience, Experience, list(&args.replace)),
        option("--train", Experience, Appeals, list(&args.train)),
        option("--repair", Repairs, Repairs, list(&args.repair)),
        option("--withdraw", Repairs, Repairs, list(&args.withdraw)),
        option("--quick", Repairs, Repairs, args.quick.is_some()),
        option("--appeal", Repairs, Appeals, list(&args.appeals)),
        option("--refit", Repairs, Appeals, list(&args.refit)),
        option("--torpedoes", Repairs, Appeals, list(&args.torpedoes)),
        option("--reinforce", Repairs, Appeals, list(&args.reinforce)),
        option("--other", Repairs, Appeals, list(&args.other)),
        option("--no-models", Repairs, Appeals, list(&args.no_models)),
        option("--ramilies", Repairs, Appeals, list(&args.ramilies)),
        option("--give-up", Repairs, Appeals, list(&args.give_up)),
        option("--move-ramilies", Repairs, Appeals, list(&args.move_ramilies)),
        option("--waive", Repairs, Appeals, list(&args.waive)),
    ]
}

/// Options that are given and that nothing has used.
pub(super) fn unused(args: &NextArgs) -> Vec<&'static str> {
    options(args).into_iter().filter(|option| option.given).map(|option| option.name).collect()
}

/// Refuses options that this run cannot come to, before anything is rolled.
pub(super) fn check(seen: &Seen, battle: &Battle, args: &NextArgs) -> Result<()> {
    let given: Vec<Flag> = options(args).into_iter().filter(|option| option.given).collect();
    let past: Vec<&str> = given.iter().filter(|option| option.last < battle.step).map(|option| option.name).collect();
    if !past.is_empty() {
        let says =
            format!("{} comes too late: battle {} has come to the step {}", and_list(&past), battle.id.0, battle.step);
        return Err(CliError::new(says).hint("nothing was rolled or recorded"));
    }
    let stop = stop(seen, battle, args)?;
    let far: Vec<&str> = given.iter().filter(|option| option.first > stop).map(|option| option.name).collect();
    if far.is_empty() {
        return Ok(());
    }
    let says = format!("{} comes too early: battle {} stops at the step {stop} before", and_list(&far), battle.id.0);
    let hint = match needed(stop) {
        "" => "nothing was rolled or recorded".to_owned(),
        flags => format!("nothing was rolled or recorded; give {flags} as well"),
    };
    Err(CliError::new(says).hint(hint))
}

/// The step beyond which no run with these answers comes, whatever is rolled.
fn stop(seen: &Seen, battle: &Battle, args: &NextArgs) -> Result<Step> {
    let from = battle.step;
    let blocks = |step: Step, answered: bool| (from <= step && !answered).then_some(step);
    let mut fleets = Vec::new();
    for given in &args.fleets {
        let (player, _) = resolve::pair(seen, given, "PLAYER=VESSEL,VESSEL")?;
        fleets.push(resolve::player(seen, player)?);
    }
    let picked = |player| battle.side_of(player).is_some_and(|side| side.picked) || fleets.contains(&player);
    let size = args.points.is_some() || args.transports.is_some() || args.assault || !args.usual.is_empty();
    let reported = battle.confirmation.is_some();
    let stops = [
        blocks(Step::Challenge, args.accept),
        blocks(Step::Location, args.system.is_some() || battle.base_attack || args.hunt.is_some()),
        blocks(Step::Size, size),
        blocks(Step::Fleets, battle.players().into_iter().all(picked)),
        blocks(Step::Battle, reported),
    ];
    Ok(stops.into_iter().flatten().next().unwrap_or(Step::Appeals))
}

/// What would take a run past a step.
const fn needed(step: Step) -> &'static str {
    match step {
        Step::Challenge => "--accept",
        Step::Location => "--system",
        Step::Size => "--points, or --usual both",
        Step::Fleets => "a --fleet for both",
        Step::Initiative
        | Step::Orders
        | Step::Scenario
        | Step::SubPlots
        | Step::Battle
        | Step::Spoils
        | Step::Renown
        | Step::Promotions
        | Step::Experience
        | Step::Repairs
        | Step::Appeals
        | Step::Closed => "",
    }
}

/// The options that answer a question.
pub(super) const fn flags(ask: &Ask) -> &'static str {
    match ask {
        Ask::Answer => "--accept, --decline or --refuse",
        Ask::Orders { hunter: None, .. } => "--choose PLAYER=raid, or --usual PLAYER to roll",
        Ask::Orders { .. } => "--choose PLAYER=raid, --hunt SCENARIO, or --usual PLAYER to roll",
        Ask::Location { .. } => "--system SYSTEM",
        Ask::Size { .. } => "--points NUMBER, or --usual both",
        Ask::Fleet { .. } => "--fleet PLAYER=VESSEL,VESSEL",
        Ask::Nominate { .. } => "--nominate PLAYER=VESSEL",
        Ask::Tenders { .. } => "--tender-repairs VESSEL, or --usual PLAYER for renown",
        Ask::Gift => "--gift PLAYER, or --usual PLAYER for a refit",
        Ask::Advances { .. } => "--skill VESSEL, --leadership VESSEL",
        Ask::Train { .. } => "--train VESSEL",
        Ask::Repairs { .. } => "--repair VESSEL=NUMBER, --withdraw VESSEL, --usual PLAYER",
        Ask::Appeals { .. } => "--appeal PLAYER=KIND, --appeal PLAYER=none",
        Ask::Grant { .. } => "--refit, --reinforce, --other, --ramilies or --waive",
        Ask::Mark { .. } => "--mark PLAYER=MARK",
        Ask::Pick { .. } | Ask::Base { .. } | Ask::Plots | Ask::Battle { .. } | Ask::Confirm | Ask::Flagship { .. } => {
            ""
        }
    }
}
