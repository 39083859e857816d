//! `renown scenario`: the scenarios, what is rolled for one at the table, planetary defences, one-off choices.

use std::path::Path;

use super::args::{Format, RollArgs, ScenarioVerb, SetUpArgs};
use super::error::CliError;
use super::resolve;
use super::session::{Result, Session};
use crate::campaign::Library as _;
use crate::campaign::command::Command;
use crate::campaign::refusal::Refusals;
use crate::campaign::state::BattleId;
use crate::campaign::turn::report::Role;
use crate::campaign::turn::set_up::Choices;
use crate::campaign::turn::{Battle, BySide, defences};
use crate::campaign::view::Seen;
use crate::notation;
use crate::notation::Situation;
use crate::report::battle::BattleView;
use crate::report::scenario::{self as drawn, ScenarioView};
use crate::scenario::Scenario;
use crate::scenario::battlefield::Table;
use crate::scenario::choice::{Choice, at_random, by_rating};
use crate::scenario::crew;
use crate::scenario::party::{Formation, Party};
use crate::scenario::set_up::{self, Method, Plan, SetUp};
use crate::scenario::zone::{HouseRules, Zone};

pub(super) fn run(session: &mut Session<'_>, verb: ScenarioVerb) -> Result<()> {
    match verb {
        ScenarioVerb::List => {
            let views: Vec<ScenarioView> = Scenario::ALL.iter().map(|scenario| ScenarioView::new(*scenario)).collect();
            session.list(&drawn::listing(&views))
        }
        ScenarioVerb::Show { name, battle } => show(session, name.as_deref(), battle),
        ScenarioVerb::Setup(args) => set_up(session, &args),
        ScenarioVerb::Roll(args) => roll(session, &args),
        ScenarioVerb::Crews { situation, save } => crews(session, &situation, save.as_deref()),
        ScenarioVerb::Defences { battle } => sale(session, battle),
    }
}

/// A battle and the campaign around it, as the onlooker may see them.
fn seen_battle(session: &mut Session<'_>, number: u32) -> Result<(Seen, Battle)> {
    let seen = session.seen()?;
    let battle = seen.battles.get(&BattleId(number)).cloned().ok_or_else(|| {
        CliError::new(format!("there is no open battle {number}")).hint("`renown battle list` shows them")
    })?;
    Ok((seen, battle))
}

fn scenario_of(name: Option<&str>, battle: Option<&Battle>) -> Result<Scenario> {
    match (name, battle) {
        (Some(name), _) => resolve::scenario(name),
        (None, Some(battle)) => battle.scenario.ok_or_else(|| {
            CliError::new(format!("the scenario of battle {} is not known yet", battle.id.0))
                .hint(format!("`renown battle next {}` takes the step that is due", battle.id.0))
        }),
        (None, None) => Err(CliError::usage("which scenario?").hint("`renown scenario list` shows them")),
    }
}

fn show(session: &mut Session<'_>, name: Option<&str>, battle: Option<u32>) -> Result<()> {
    let found = battle.map(|number| seen_battle(session, number)).transpose()?;
    let scenario = scenario_of(name, found.as_ref().map(|(_, battle)| battle))?;
    let view = ScenarioView::new(scenario);
    let catalog = session.catalog()?;
    let before = found.map(|(seen, battle)| BattleView::new(&seen, &battle, catalog));
    session.show(&view, |style| {
        let before = before.map_or_else(String::new, |view| format!("{}\n\n", view.text(style, super::hints::words)));
        format!("{before}{}", view.text(style))
    })
}

fn sale(session: &mut Session<'_>, battle: Option<u32>) -> Result<()> {
    let kinds = match battle {
        None => session.catalog()?.defences(""),
        Some(number) => {
            let (seen, battle) = seen_battle(session, number)?;
            defences::for_sale(&seen, &battle, session.catalog()?)
        }
    };
    session.list(&drawn::defences(&kinds))?;
    if session.common.format == Format::Table {
        session.print(&drawn::defence_notes(&kinds))?;
    }
    Ok(())
}

fn crews(session: &mut Session<'_>, path: &Path, save: Option<&Path>) -> Result<()> {
    let Situation { roster, mut battle } = super::play::read(session, path)?.situation;
    let rolls = session.roll(|dice| crew::roll(&roster, &mut battle, dice))?.map_err(Refusals::from)?;
    for roll in rolls {
        let (name, value) = (roster.unit_name(roll.unit), roll.leadership);
        session.print(&format!("{name} rolls {}: Leadership {value}, {} (LEAD-01)", roll.face, crew::crew(value)))?;
    }
    if let Some(path) = save {
        super::map::write(path, &notation::write(&roster, &battle))?;
        session.status(&format!("The situation is in \"{}\".", path.display()));
    }
    Ok(())
}

fn roll(session: &mut Session<'_>, args: &RollArgs) -> Result<()> {
    let class = args.class.as_deref().map(resolve::mission).transpose()?;
    let mut sides = Vec::new();
    for given in &args.ratings {
        let (name, value) = given
            .rsplit_once('=')
            .ok_or_else(|| CliError::usage(format!("\"{given}\" is not PLAYER=RATING or PLAYER=LIST")))?;
        let number = match value.parse() {
            Ok(number) => number,
            Err(_) => rating_of_list(session, value)?,
        };
        sides.push((name.to_owned(), number));
    }
    let choice = match sides.as_slice() {
        [] => session.roll(|dice| at_random(dice, class))?,
        [first, second] => session.roll(|dice| by_rating(dice, [(&first.0, first.1), (&second.0, second.1)]))?,
        _ => return Err(CliError::usage("two players have attack ratings").hint("give --rating twice")),
    };
    let choice = choice.map_err(Refusals::from)?;
    session.show(&choice, |_| match &choice {
        Choice::Rolled { class_face, class, face, scenario } => {
            let class = class_face.map_or_else(|| format!("A {class}"), |rolled| format!("{rolled}: a {class}"));
            format!("{class}; {face}: {scenario} (SCEN-03)")
        }
        Choice::Chosen { by, best } => {
            format!("{} to {}: {by} chooses the scenario (SCEN-05) and attacks (ATT-06)", best[0], best[1])
        }
    })
}

/// The attack rating of a fleet list: its own, or its fleet's (ATT-02, ATT-03).
fn rating_of_list(session: &mut Session<'_>, list: &str) -> Result<u32> {
    let catalog = session.catalog()?;
    let found = catalog.list(list).map(|list| (list.attack_rating, list.fleet.clone()));
    let Some((own, fleet)) = found else {
        let near = crate::text::did_you_mean(list, catalog.list_ids().iter().map(String::as_str));
        return Err(CliError::new(format!("there is no fleet list \"{list}\"{near}")));
    };
    Ok(own.or_else(|| catalog.fleet(&fleet).map(|fleet| fleet.attack_rating)).unwrap_or(1))
}

fn set_up(session: &mut Session<'_>, args: &SetUpArgs) -> Result<()> {
    if let Some(seed) = &args.seed {
        session.common.dice = format!("seed:{seed}");
    }
    let rolled = match args.battle {
        Some(number) => of_battle(session, number, args)?,
        None => one_off(session, args)?,
    };
    if let Some(path) = &args.svg {
        let (roster, battle) = crate::fight::table(&rolled.field)?;
        super::map::write(path, &crate::report::table::svg(&roster, &battle))?;
        session.status(&format!("The picture is in \"{}\".", path.display()));
    }
    session.show(&rolled, |style| drawn::set_up(&rolled, style))
}

/// The set-up of a battle of the campaign: shown if it is rolled, else rolled and recorded.
fn of_battle(session: &mut Session<'_>, number: u32, args: &SetUpArgs) -> Result<SetUp> {
    let (seen, battle) = seen_battle(session, number)?;
    let given = args.method.is_some() || args.zone.is_some() || args.table.is_some();
    if let Some(rolled) = battle.set_up {
        if given || !args.choices.is_empty() || !args.formations.is_empty() {
            return Err(CliError::new(format!("battle {number} is set up already"))
                .hint("leave the choices out to see it; `renown undo` takes it back"));
        }
        return Ok(*rolled);
    }
    if args.name.is_some() || args.points.is_some() {
        return Err(CliError::usage(format!("scenario and points of battle {number} are known"))
            .hint("leave them out, or leave out --battle for a game outside the campaign"));
    }
    let names = [Role::Attacker, Role::Defender].map(|role| {
        let side = battle.sides.as_ref().and_then(|sides| seen.players.get(&sides.of(role).player));
        side.map(|player| player.name.clone()).unwrap_or_default()
    });
    let choices = choices(args, &names)?;
    let json = session.common.format == Format::Json;
    session.as_member(|session, member| {
        let mut act = session.begin(member, member.moment()?)?;
        session.decide(member, &mut act, Command::SetUpBattle { battle: battle.id, choices })?;
        let done = session.write(member, act)?;
        // What was rolled follows as a whole.
        if !json {
            session.tell(&done)?;
        }
        let seen = member.seen(&done.after);
        let rolled = seen.battles.get(&battle.id).and_then(|battle| battle.set_up.as_deref().cloned());
        rolled.ok_or_else(|| CliError::new(format!("battle {number} is not set up")))
    })
}

/// What the players of a battle chose, as the options say.
fn choices(args: &SetUpArgs, names: &[String; 2]) -> Result<Choices> {
    let mut choices = Choices {
        method: args.method.as_deref().map(method_of).transpose()?,
        zone: args.zone.as_deref().map(zone_of).transpose()?,
        table: args.table.as_deref().map(|typed| table(Some(typed))).transpose()?,
        ..Choices::default()
    };
    for given in &args.choices {
        let (role, zone) = side_and_value(names, given)?;
        if zone.contains(':') {
            return Err(CliError::usage("the attack ratings of a battle of the campaign are known (ATT-01)")
                .hint("write PLAYER=ZONE"));
        }
        *choices.zones.of_mut(role) = Some(zone_of(zone)?);
    }
    for given in &args.formations {
        let (role, formation) = formation_of(names, given)?;
        *choices.formations.of_mut(role) = Some(formation);
    }
    Ok(choices)
}

/// A set-up for a game outside the campaign; nothing is recorded.
fn one_off(session: &mut Session<'_>, args: &SetUpArgs) -> Result<SetUp> {
    let scenario = scenario_of(args.name.as_deref(), None)?;
    let names = ["the attacker".to_owned(), "the defender".to_owned()];
    let points = args.points.unwrap_or(1000);
    let [attacker, defender] = names.clone().map(|name| Party { name, rating: 1, points, ..Party::default() });
    let mut sides = BySide { attacker, defender };
    for given in &args.choices {
        let (role, value) = side_and_value(&names, given)?;
        let (zone, rating) = value.split_once(':').map_or((value, None), |(zone, rating)| (zone, Some(rating)));
        let party = sides.of_mut(role);
        party.zone = Some(zone_of(zone)?);
        if let Some(rating) = rating {
            party.rating = rating.parse().map_err(|_| CliError::usage(format!("\"{rating}\" is no attack rating")))?;
        }
    }
    for given in &args.formations {
        let (role, formation) = formation_of(&names, given)?;
        sides.of_mut(role).formation = Some(formation);
    }
    let usual = Method::usual(scenario, args.zone.is_some(), !args.choices.is_empty());
    let plan = Plan {
        scenario,
        table: table(args.table.as_deref())?,
        method: args.method.as_deref().map_or(Ok(usual), method_of)?,
        zone: args.zone.as_deref().map(zone_of).transpose()?,
        size: points,
        sides,
        house: HouseRules::default(),
        surprised: false,
    };
    Ok(session.roll(|dice| set_up::roll(&plan, dice))?.map_err(Refusals::from)?)
}

fn method_of(typed: &str) -> Result<Method> {
    Method::from_word(typed)
        .ok_or_else(|| CliError::usage(format!("there is no method \"{typed}\"")).hint("write 1, 2, 3 or none"))
}

fn formation_of(names: &[String; 2], given: &str) -> Result<(Role, Formation)> {
    let (role, value) = side_and_value(names, given)?;
    let known = Formation::ALL.iter().map(|formation| (formation.word(), *formation));
    Ok((role, resolve::one("formation", value, known, "write sphere, wedge or cross")?))
}

fn side_and_value<'g>(names: &[String; 2], given: &'g str) -> Result<(Role, &'g str)> {
    let (name, value) = resolve::pair_of(names.iter().map(String::as_str), given, "PLAYER=CHOICE")?;
    let names = names.iter().map(String::as_str).zip([Role::Attacker, Role::Defender]);
    let known = names.chain([("attacker", Role::Attacker), ("defender", Role::Defender)]);
    Ok((resolve::one("player in this battle", name, known, "write attacker or defender")?, value))
}

fn zone_of(typed: &str) -> Result<Zone> {
    if let Some(face) = typed.parse().ok().filter(|face| (1..=6).contains(face)) {
        return Ok(Zone::rolled(face));
    }
    let known = Zone::ALL.iter().map(|zone| (zone.word(), *zone));
    resolve::one("battlezone", typed, known, "`renown rules show ZONE-06` lists them")
}

/// `180x120`, in centimetres.
fn table(typed: Option<&str>) -> Result<Table> {
    let Some(typed) = typed else { return Ok(Table::USUAL) };
    let parts = typed.split_once(['x', '×']).and_then(|(width, depth)| {
        Some(Table { width: width.trim().parse().ok()?, depth: depth.trim().parse().ok()? })
    });
    let wrong = || CliError::usage(format!("\"{typed}\" is no table such as 180x120")).hint("the long edge goes first");
    parts
        .filter(|table| (60..=600).contains(&table.depth) && (table.depth..=600).contains(&table.width))
        .ok_or_else(wrong)
}
