//! `renown challenge` and `renown battle`.

mod answers;
mod fight;
mod losses;
mod next;
mod people;
mod record;
mod report_file;
mod reported;
mod template;
mod wizard;

use super::args::BattleVerb;
use super::error::CliError;
use super::forecast;
use super::resolve;
use super::session::{Result, Session};
use crate::campaign::command::Command;
use crate::campaign::state::{BattleId, Campaign, PlayerId};
use crate::campaign::turn::Battle;
use crate::campaign::view::Seen;
use crate::club::{ClubError, Ground, Member};
use crate::report::battle::{self as report, BattleView, UnderWayView};

pub(super) fn challenge(session: &mut Session<'_>, challenger: &str, challenged: &str, accept: bool) -> Result<()> {
    session.as_member(|session, member| {
        let Ground { before, seen } = session.ground(member)?;
        let challenger = resolve::player(&seen, challenger)?;
        let challenged = resolve::player(&seen, challenged)?;
        let battle = before.next_battle();
        let mut commands = vec![Command::Challenge { battle, challenger, challenged }];
        commands.extend(accept.then_some(Command::AcceptChallenge { battle }));
        next::give_and_run_on(session, member, before, battle, commands)?;
        let said = say_due(session, member, battle);
        session.only_shown(said);
        Ok(())
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
            let (before, id) = (member.moment()?, BattleId(battle));
            next::give_and_run_on(session, member, before, id, vec![Command::ConfirmReport { battle: id }])?;
            let said = say_due(session, member, id);
            session.only_shown(said);
            Ok(())
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
                let id = BattleId(args.battle);
                next::run(session, member, args)?;
                let said = say_due(session, member, id);
                session.only_shown(said);
                Ok(())
            })
        }
    }
}

/// Every battle that the onlooker may see, as he may see it.
fn views(session: &mut Session<'_>, wanted: impl Fn(&Battle) -> bool) -> Result<Vec<BattleView>> {
    views_in(session, |member| member.look_whole(), wanted)
}

fn views_in(
    session: &mut Session<'_>,
    look: impl FnOnce(&Member<'_>) -> std::result::Result<Seen, ClubError>,
    wanted: impl Fn(&Battle) -> bool,
) -> Result<Vec<BattleView>> {
    session.looking(|session, member| {
        let seen = look(member)?;
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

/// The battles that are open, as they are seen.
pub(super) fn open_views(session: &mut Session<'_>, seen: &Seen) -> Result<Vec<BattleView>> {
    let catalog = session.catalog()?;
    Ok(seen
        .battles
        .values()
        .filter(|battle| battle.open)
        .map(|battle| BattleView::new(seen, battle, catalog))
        .collect())
}

/// The battles that are played at the terminal.
pub(super) fn under_way(session: &mut Session<'_>) -> Result<Vec<(u32, UnderWayView)>> {
    // They are not over, and have lost nothing yet.
    let views = views_in(session, |member| member.look(), Battle::is_under_way)?;
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

fn name_of(campaign: &Campaign, player: PlayerId) -> String {
    campaign.players.get(&player).map(|player| player.name.clone()).unwrap_or_default()
}
