//! `renown challenge` and `renown battle`.

mod aftermath;
mod answers;
mod fight;
mod losses;
mod people;
mod record;
mod report_file;
mod reported;
mod template;
mod wizard;

use super::args::{BattleVerb, NextArgs};
use super::error::CliError;
use super::forecast;
use super::resolve;
use super::session::{Result, Session};
use crate::campaign::command::Command;
use crate::campaign::state::{BattleId, Campaign, PlayerId, VesselId, VesselState};
use crate::campaign::turn::{Battle, Step, defences, fleets, location, plots};
use crate::campaign::view::Seen;
use crate::club::{Ground, Member};
use crate::report::battle::{self as report, BattleView, UnderWayView};
use crate::text::or_list;

pub(super) fn challenge(session: &mut Session<'_>, challenger: &str, challenged: &str, accept: bool) -> Result<()> {
    session.as_member(|session, member| {
        let Ground { before, seen } = session.ground(member)?;
        let challenger = resolve::player(&seen, challenger)?;
        let challenged = resolve::player(&seen, challenged)?;
        let battle = before.next_battle();
        let mut commands = vec![Command::Challenge { battle, challenger, challenged }];
        commands.extend(accept.then_some(Command::AcceptChallenge { battle }));
        session.give_all(member, before, commands)
    })
}

pub(super) fn run(session: &mut Session<'_>, verb: BattleVerb) -> Result<()> {
    match verb {
        BattleVerb::List { all } => list(session, all),
        BattleVerb::Status { battle } => status(session, BattleId(battle)),
        BattleVerb::Record(args) => record::run(session, &args),
        BattleVerb::Fight(args) => fight::run(session, &args),
        BattleVerb::Replay { battle, svg, html } => {
            fight::again(session, BattleId(battle), svg.as_deref(), html.as_deref())
        }
        BattleVerb::Forecast { battle, args } => forecast::battle(session, BattleId(battle), &args),
        BattleVerb::Template { battle, out } => report_file::write(session, BattleId(battle), out.as_deref()),
        BattleVerb::Abandon { battle } => session.as_member(|session, member| {
            let before = member.moment()?;
            session.give(member, &before, Command::AbandonBattle { battle: BattleId(battle) }).map(|_| ())
        }),
        BattleVerb::Confirm { battle } => session.as_member(|session, member| {
            let before = member.moment()?;
            session.give(member, &before, Command::ConfirmReport { battle: BattleId(battle) }).map(|_| ())
        }),
        BattleVerb::Dispute { battle, reason } => session.as_member(|session, member| {
            let before = member.moment()?;
            let command = Command::DisputeReport { battle: BattleId(battle), reason };
            session.give(member, &before, command).map(|_| ())
        }),
        BattleVerb::Forfeit { battle, by } => session.as_member(|session, member| {
            let Ground { before, seen } = session.ground(member)?;
            let by = resolve::player(&seen, &by)?;
            session.give(member, &before, Command::ForfeitBattle { battle: BattleId(battle), by }).map(|_| ())
        }),
        BattleVerb::Next(args) => {
            let args = answers::complete(*args)?;
            session.as_member(|session, member| {
                next(session, member, &args)?;
                let said = say_due(session, member, BattleId(args.battle));
                session.only_shown(said);
                Ok(())
            })
        }
    }
}

/// Every battle that the onlooker may see, as he may see it.
fn views(session: &mut Session<'_>, wanted: impl Fn(&Battle) -> bool) -> Result<Vec<BattleView>> {
    session.looking(|session, member| {
        let seen = member.look_whole()?;
        let catalog = session.catalog()?;
        let wanted = seen.battles.values().filter(|battle| wanted(battle));
        let mut views: Vec<BattleView> = wanted.map(|battle| BattleView::new(&seen, battle, catalog)).collect();
        for view in views.iter_mut().filter(|view| view.under_way.is_some()) {
            if let Some((asked, turn)) = member.asked(BattleId(view.battle))? {
                view.stands(asked, turn);
            }
        }
        Ok(views)
    })
}

/// The battles that are played at the terminal.
pub(super) fn under_way(session: &mut Session<'_>) -> Result<Vec<(u32, UnderWayView)>> {
    let views = views(session, Battle::is_under_way)?;
    Ok(views.into_iter().filter_map(|view| Some((view.battle, view.under_way?))).collect())
}

fn list(session: &mut Session<'_>, all: bool) -> Result<()> {
    let views = views(session, |battle| all || battle.open)?;
    session.list(&report::listing(&views))
}

fn status(session: &mut Session<'_>, id: BattleId) -> Result<()> {
    let views = views(session, |battle| battle.id == id)?;
    let Some(view) = views.first() else {
        return Err(CliError::new(format!("there is no battle {}", id.0)).hint("`renown battle list --all` shows them"));
    };
    session.show(view, |style| view.text(style, super::hints::words))
}

/// Takes the step that is due with the answers given, asking for the rest where somebody can be asked.
fn next(session: &mut Session<'_>, member: &mut Member<'_>, args: &NextArgs) -> Result<()> {
    let Ground { before, seen } = session.ground(member)?;
    let id = BattleId(args.battle);
    let battle = seen.battles.get(&id).cloned().ok_or_else(|| {
        CliError::new(format!("there is no open battle {}", id.0)).hint("`renown battle list` shows them")
    })?;
    if args.reveal_plots {
        return session.give(member, &before, Command::RevealSubPlots { battle: id }).map(|_| ());
    }
    if !args.works.is_empty() && battle.step != Step::Fleets {
        let ordered = works(session, &seen, &battle, args)?;
        let buy = |(player, works)| Command::BuyDefences { battle: id, player, works };
        return session.give_all(member, before, ordered.into_iter().map(buy).collect());
    }
    let command = match battle.step {
        Step::Challenge => answer(session, &seen, &battle, args)?,
        Step::Initiative => Command::RollInitiative { battle: id },
        Step::Orders => orders(&seen, id, args)?,
        Step::Scenario => {
            let agreed = args.scenario.as_deref().map(resolve::scenario).transpose()?;
            Command::DetermineScenario { battle: id, agreed }
        }
        Step::Location => Command::ChooseLocation { battle: id, system: place(session, &seen, &battle, args)? },
        Step::Size => {
            let (points, transports, assault) = (args.points, args.transports, args.assault);
            Command::AgreeSize { battle: id, points, transports, assault }
        }
        Step::Fleets => return pick(session, member, Ground { before, seen }, &battle, args),
        Step::SubPlots if !before.plots_rolled(id) => Command::RollSubPlots { battle: id, secret: args.secret_plots },
        Step::SubPlots => return nominate(session, member, Ground { before, seen }, &battle, args),
        Step::Battle if battle.confirmation.is_some() => {
            return confirmed(session, member, Ground { before, seen }, &battle, args);
        }
        Step::Battle if battle.is_under_way() => {
            return Err(CliError::new(format!("battle {} is under way at the terminal", id.0))
                .hint(format!("`renown battle fight {}` goes on with it", id.0)));
        }
        Step::Battle | Step::Closed => {
            return Err(CliError::new(format!("battle {} waits for its report", id.0)).hint(format!(
                "`renown battle record {0}` asks for it; `renown battle template {0}` writes a file to fill in",
                id.0
            )));
        }
        Step::Spoils => Command::ClaimSpoils { battle: id, claim: !args.no_claim },
        Step::Renown => aftermath::renown(&seen, &battle, args)?,
        Step::Promotions => return aftermath::promotions(session, member, Ground { before, seen }, &battle, args),
        Step::Experience => aftermath::experience(&seen, &battle, args)?,
        Step::Repairs => return aftermath::repairs(session, member, before, &battle, args),
        Step::Appeals => return aftermath::appeals(session, member, Ground { before, seen }, &battle, args),
    };
    session.give(member, &before, command).map(|_| ())
}

/// Goes on with a battle whose report stands by silence; before that it says who is to confirm it.
fn confirmed(
    session: &mut Session<'_>,
    member: &mut Member<'_>,
    Ground { before, seen }: Ground,
    battle: &Battle,
    args: &NextArgs,
) -> Result<()> {
    let id = battle.id;
    let Some(waiting) = battle.confirmation.as_ref().filter(|waiting| session.now().date() < waiting.silence) else {
        let spoils = Command::ClaimSpoils { battle: id, claim: !args.no_claim };
        return session.give_all(member, before, vec![Command::ConfirmReport { battle: id }, spoils]);
    };
    let other = name_of(&seen, battle.opponent_of(waiting.by));
    match session.ask(&format!("Does {other} confirm or dispute the report? ")).as_deref() {
        Some("c" | "confirm" | "y" | "yes") => {
            return session.give(member, &before, Command::ConfirmReport { battle: id }).map(|_| ());
        }
        Some("d" | "dispute") => {
            if let Some(reason) = session.ask("What is wrong with it? ").filter(|reason| !reason.is_empty()) {
                return session.give(member, &before, Command::DisputeReport { battle: id, reason }).map(|_| ());
            }
        }
        _ => {}
    }
    Err(CliError::new(format!("the report of battle {} waits for {other} to confirm it", id.0)).hint(format!(
        "`renown battle confirm {}`, or `renown battle dispute {} --reason TEXT`; silence confirms it on {}",
        id.0, id.0, waiting.silence
    )))
}

/// Says what is due now, and what whoever must decide it has to know.
fn say_due(session: &mut Session<'_>, member: &Member<'_>, id: BattleId) -> Result<()> {
    if session.common.dry_run {
        return Ok(());
    }
    let seen = member.look()?;
    let Some(battle) = seen.battles.get(&id).filter(|battle| battle.open) else { return Ok(()) };
    let due = crate::report::due::due(&seen, battle, session.catalog()?);
    session.status(&format!("Due: {due}."));
    Ok(())
}

fn answer(session: &mut Session<'_>, campaign: &Campaign, battle: &Battle, args: &NextArgs) -> Result<Command> {
    let id = battle.id;
    let name = name_of(campaign, battle.challenged);
    match (args.accept, args.decline, args.refuse) {
        (true, ..) => return Ok(Command::AcceptChallenge { battle: id }),
        (_, true, _) => return Ok(Command::DeclineChallenge { battle: id }),
        (.., true) => return Ok(Command::RefuseChallenge { battle: id }),
        _ => {}
    }
    match session.ask(&format!("Does {name} accept, decline (cannot play) or refuse? ")).as_deref() {
        Some("a" | "accept" | "y" | "yes") => Ok(Command::AcceptChallenge { battle: id }),
        Some("d" | "decline") => Ok(Command::DeclineChallenge { battle: id }),
        Some("r" | "refuse") => Ok(Command::RefuseChallenge { battle: id }),
        _ => Err(missing(id, &format!("{name}'s answer"), "--accept, --decline or --refuse")),
    }
}

fn missing(id: BattleId, what: &str, flag: &str) -> CliError {
    CliError::new(format!("battle {} waits for {what}", id.0)).hint(format!("`renown battle next {} {flag}`", id.0))
}

fn name_of(campaign: &Campaign, player: PlayerId) -> String {
    campaign.players.get(&player).map(|player| player.name.clone()).unwrap_or_default()
}

fn orders(seen: &Seen, id: BattleId, args: &NextArgs) -> Result<Command> {
    if let Some(hunt) = &args.hunt {
        return Ok(Command::HuntBase { battle: id, scenario: resolve::scenario(hunt)? });
    }
    let choices = args
        .choose
        .iter()
        .map(|pair| {
            let (player, class) = resolve::pair(seen, pair, "PLAYER=CLASS")?;
            Ok((resolve::player(seen, player)?, resolve::mission(class)?))
        })
        .collect::<Result<Vec<_>>>()?;
    Ok(Command::ReceiveOrders { battle: id, choices })
}

fn place(
    session: &mut Session<'_>,
    campaign: &Seen,
    battle: &Battle,
    args: &NextArgs,
) -> Result<crate::campaign::state::SystemId> {
    if let Some(system) = &args.system {
        return resolve::system(campaign, system);
    }
    let attacker = battle.sides.as_ref().map_or(battle.challenger, |sides| sides.attacker.player);
    let choices = location::reach(campaign, attacker);
    let names: Vec<&str> =
        choices.iter().filter_map(|id| campaign.systems.get(id)).map(|system| system.name.as_str()).collect();
    let question = format!("{} attacks {}: ", name_of(campaign, attacker), or_list(&names));
    match session.ask(&question).filter(|typed| !typed.is_empty()) {
        Some(typed) => resolve::system(campaign, &typed),
        None => {
            let choice = format!("the system {} attacks: {}", name_of(campaign, attacker), or_list(&names));
            Err(missing(battle.id, &choice, "--system SYSTEM"))
        }
    }
}

/// Both fleets, as far as they are given; each is a command of its own.
fn pick(
    session: &mut Session<'_>,
    member: &mut Member<'_>,
    Ground { before, seen }: Ground,
    battle: &Battle,
    args: &NextArgs,
) -> Result<()> {
    let mut picks: Vec<(PlayerId, String)> = Vec::new();
    for given in &args.fleets {
        let (player, names) = resolve::pair(&seen, given, "PLAYER=VESSEL,VESSEL")?;
        let (battle, player) = (battle.id, resolve::player(&seen, player)?);
        let pick = Command::PickFleet { battle, player, vessels: Vec::new(), defences: 0, works: Vec::new() };
        session.may_give(member, &seen, &pick)?;
        picks.push((player, names.to_owned()));
    }
    if picks.is_empty() {
        for side in battle.sides.iter().flat_map(|sides| sides.both()).filter(|side| !side.picked) {
            let name = name_of(&seen, side.player);
            let allowance = side.allowance.map_or_else(String::new, |points| format!(" ({points} points)"));
            if let Some(typed) = session.ask(&format!("{name} fields{allowance}: ")).filter(|typed| !typed.is_empty()) {
                picks.push((side.player, typed));
            }
        }
    }
    if picks.is_empty() {
        return Err(missing(battle.id, "both fleets", "--fleet PLAYER=VESSEL,VESSEL"));
    }
    let defender = battle.sides.as_ref().map(|sides| sides.defender.player);
    let ordered = works(session, &seen, battle, args)?;
    let mut commands = Vec::new();
    for (player, names) in picks {
        let works: Vec<(String, u32)> =
            ordered.iter().filter(|(buyer, _)| *buyer == player).flat_map(|(_, works)| works.clone()).collect();
        let defences = args.defences.filter(|_| Some(player) == defender).unwrap_or(0);
        let kinds = if works.is_empty() { Vec::new() } else { defences::for_sale(&seen, battle, session.catalog()?) };
        let price = |id: &str| kinds.iter().find(|kind| kind.id == id).map_or(0, |kind| kind.points);
        let spent = defences
            .max(works.iter().map(|(id, number)| price(id).saturating_mul(*number)).fold(0, u32::saturating_add));
        let vessels = vessels(session, &seen, battle, player, &names, spent)?;
        commands.push(Command::PickFleet { battle: battle.id, player, vessels, defences, works });
    }
    session.give_all(member, before, commands)
}

fn vessels(
    session: &mut Session<'_>,
    campaign: &Seen,
    battle: &Battle,
    player: PlayerId,
    names: &str,
    spent: u32,
) -> Result<Vec<VesselId>> {
    match names.trim() {
        "all" => {
            let ready = campaign.register(player).filter(|vessel| vessel.state == VesselState::Ready);
            Ok(ready.map(|vessel| vessel.id).collect())
        }
        "none" => Ok(Vec::new()),
        "fit" => fleets::fitting(campaign, battle, session.catalog()?, player, spent).ok_or_else(|| {
            CliError::new(format!("no fleet of {} fits this battle by itself", name_of(campaign, player)))
                .hint(format!("name its vessels: `renown battle next {} --fleet PLAYER=VESSEL,VESSEL`", battle.id.0))
        }),
        _ => {
            let own: Vec<&str> = campaign.register(player).map(|vessel| vessel.name.as_str()).collect();
            let typed = resolve::listed(&own, names);
            typed.into_iter().map(|name| resolve::vessel(campaign, player, name)).collect()
        }
    }
}

/// Who orders which defences, and how many of each.
type Ordered = (PlayerId, Vec<(String, u32)>);

/// Planetary defences as they are ordered: `PLAYER=space station:1,orbital mine:4`.
fn works(session: &mut Session<'_>, campaign: &Seen, battle: &Battle, args: &NextArgs) -> Result<Vec<Ordered>> {
    let kinds =
        if args.works.is_empty() { Vec::new() } else { defences::for_sale(campaign, battle, session.catalog()?) };
    let mut ordered = Vec::new();
    for given in &args.works {
        let (player, names) = resolve::pair(campaign, given, "PLAYER=NAME:NUMBER")?;
        let player = resolve::player(campaign, player)?;
        let mut works = Vec::new();
        for item in names.split(',').map(str::trim).filter(|item| !item.is_empty()) {
            let (name, number) = item.rsplit_once(':').unwrap_or((item, "1"));
            let number =
                number.trim().parse().map_err(|_| CliError::usage(format!("\"{item}\" is not NAME:NUMBER")))?;
            let names = kinds.iter().map(|kind| (kind.name.as_str(), kind.id.as_str()));
            let known = names.chain(kinds.iter().map(|kind| (kind.id.as_str(), kind.id.as_str())));
            let hint = format!("`renown scenario defences --battle {}` lists them", battle.id.0);
            works.push((resolve::one("defence for sale", name.trim(), known, &hint)?.to_owned(), number));
        }
        ordered.push((player, works));
    }
    Ok(ordered)
}

fn nominate(
    session: &mut Session<'_>,
    member: &mut Member<'_>,
    Ground { before, seen }: Ground,
    battle: &Battle,
    args: &NextArgs,
) -> Result<()> {
    let ship_of = |member: &Member<'_>, typed: &str| {
        // What stands before him he can name whole; he gets no help with what he may not see.
        resolve::vessel_of_either(&seen, battle.players(), typed)
            .or_else(|error| member.on_table(&before, battle.id, typed).ok_or(error))
    };
    let mut named: Vec<(PlayerId, VesselId)> = Vec::new();
    for pair in &args.nominate {
        let (player, ship) = resolve::pair(&seen, pair, "PLAYER=VESSEL")?;
        named.push((resolve::player(&seen, player)?, ship_of(member, ship)?));
    }
    if named.is_empty() {
        for player in plots::waiting(battle) {
            let question = format!("{} nominates: ", name_of(&seen, player));
            if let Some(typed) = session.ask(&question).filter(|typed| !typed.is_empty()) {
                named.push((player, ship_of(member, &typed)?));
            }
        }
    }
    if named.is_empty() {
        return Err(missing(battle.id, "a nominated ship", "--nominate PLAYER=VESSEL"));
    }
    let nominated = |(player, ship)| Command::NominateShip { battle: battle.id, player, ship };
    session.give_all(member, before, named.into_iter().map(nominated).collect())
}
