//! Opening a campaign: the chart, the starting order, systems and hidden bases, the first Leadership rolls
//! (CAMP-01 to CAMP-10, FLEET-04 to FLEET-07, FLEET-10).

use crate::campaign::hint::Hint;
use crate::campaign::leadership::fleet_trials;
use chrono::{NaiveDate, NaiveDateTime};

use super::aftermath::ramilies;
use super::chart::Chart;
use super::event::Event;
use super::month::newcomer;
use super::options::{OptionValue, Options};
use super::refusal::{Refusal, Refusals};
use super::state::{About, Campaign, Channel, Ids, Phase, PirateBase, Player, PlayerId, System, SystemId};
use super::{Circumstances, about, composition, names, player, register, system};
use crate::dice::{Why, d6};
use crate::ships::class::People;
use crate::text::and_list;

pub(super) fn open(
    campaign: &Campaign,
    name: &str,
    chart: &Chart,
    ends: Option<NaiveDate>,
    options: &Options,
    now: NaiveDateTime,
) -> Result<Vec<Event>, Refusals> {
    if campaign.about.is_some() {
        return Err(Refusal::plain("this campaign is already open").into());
    }
    names::check("campaign", name)?;
    after_today(ends, now)?;
    let ids: Vec<SystemId> = (1..).map(SystemId).take(chart.systems.len()).collect();
    let systems = ids
        .iter()
        .zip(&chart.systems)
        .map(|(id, star)| System {
            id: *id,
            slug: star.id.clone(),
            name: star.name.clone(),
            kind: star.kind,
            x: star.x.into(),
            y: star.y.into(),
            blackstone: star.blackstone,
            port_maw: star.port_maw,
            note: star.note.clone(),
            owner: None,
        })
        .collect();
    let find = |slug: &str| chart.systems.iter().position(|star| star.id == slug).map(|index| ids[index]);
    let mut channels = Vec::new();
    for (a, b) in &chart.channels {
        let (Some(a), Some(b)) = (find(a), find(b)) else {
            return Err(Refusal::by("MAP-03", format!("the channel {a} - {b} leads nowhere")).into());
        };
        channels.push(Channel { a: a.min(b), b: a.max(b) });
    }
    let about = About {
        name: name.to_owned(),
        chart: chart.name.clone(),
        chart_note: chart.note.clone(),
        opened: now,
        ends,
        phase: Phase::Mustering,
        started: None,
        order: Vec::new(),
        options: options.clone(),
        ids: Ids::default(),
        round: None,
        week: None,
        finished: None,
    };
    Ok(vec![Event::CampaignOpened { about, systems, channels }])
}

fn after_today(ends: Option<NaiveDate>, now: NaiveDateTime) -> Result<(), Refusal> {
    match ends {
        Some(day) if day < now.date() => {
            Err(Refusal::by("WIN-06", format!("the campaign cannot end on {day}: today is {}", now.date())))
        }
        _ => Ok(()),
    }
}

pub(super) fn set_option(campaign: &Campaign, option: &str, value: &OptionValue) -> Result<Vec<Event>, Refusals> {
    let about = about(campaign)?;
    if about.phase != Phase::Mustering {
        return Err(Refusal::by("CAMP-06", "the campaign has started: its house rules are fixed")
            .hint("options are set before the starting order is rolled")
            .into());
    }
    let Some(from) = about.options.get(option) else {
        return Err(Refusal::plain(format!("there is no option \"{option}\"")).into());
    };
    if from == value {
        return Err(Refusal::plain(format!("\"{option}\" is already so")).into());
    }
    let needs_empty = matches!(option, "starting-points-holders" | "starting-points-pirates");
    if needs_empty && !campaign.players.is_empty() {
        return Err(Refusal::by("FLEET-01", format!("\"{option}\" is fixed once a player has joined"))
            .hint("set it before the first player")
            .into());
    }
    Ok(vec![Event::OptionSet { option: option.to_owned(), from: from.clone(), to: value.clone() }])
}

pub(super) fn set_deadline(
    campaign: &Campaign,
    ends: Option<NaiveDate>,
    with: &Circumstances<'_>,
) -> Result<Vec<Event>, Refusals> {
    let about = about(campaign)?;
    if about.phase != Phase::Mustering && with.ruling.is_none() {
        return Err(Refusal::by("WIN-06", "the campaign has started: its deadline is fixed").allowable().into());
    }
    after_today(ends, with.now)?;
    if about.ends == ends {
        return Err(Refusal::plain("the deadline is already so").into());
    }
    Ok(vec![Event::DeadlineSet { ends }])
}

/// Closes the mustering when every register is in order, and rolls who picks first.
pub(super) fn roll_order(campaign: &Campaign, with: &mut Circumstances<'_>) -> Result<Vec<Event>, Refusals> {
    let about = about(campaign)?;
    if about.phase != Phase::Mustering {
        return Err(Refusal::by("CAMP-08", "the starting order is already rolled").into());
    }
    let mut events = mustered(campaign, with)?;
    let holders: Vec<&Player> = campaign.players.values().filter(|player| !player.pirate).collect();
    if holders.len() > campaign.systems.len() {
        let (players, systems) = (holders.len(), campaign.systems.len());
        return Err(Refusal::by("CAMP-08", format!("{players} players need a system each; the chart has {systems}"))
            .hint("open the campaign on a larger map")
            .into());
    }
    let order = rank(&holders, "starting order", with)?;
    let next = if order.is_empty() { Phase::Hiding } else { Phase::Picking };
    events.push(Event::OrderRolled { order });
    events.push(Event::PhaseReached { phase: next });
    Ok(events)
}

/// Every register in order, or every reason why not.
fn mustered(campaign: &Campaign, with: &Circumstances<'_>) -> Result<Vec<Event>, Refusals> {
    let mut problems = Vec::new();
    let mut events = two_sides(campaign, with, &mut problems)?;
    for player in campaign.players.values() {
        match muster(campaign, player, with) {
            Ok(notes) => events.extend(notes),
            Err(Refusals(refusals)) => problems.extend(refusals),
        }
    }
    if problems.is_empty() { Ok(events) } else { Err(Refusals(problems)) }
}

/// A campaign needs an Imperial and a Chaos player (CAMP-01), or says that it has none.
fn two_sides(
    campaign: &Campaign,
    with: &Circumstances<'_>,
    problems: &mut Vec<Refusal>,
) -> Result<Vec<Event>, Refusals> {
    if campaign.players.len() < 2 {
        problems.push(
            Refusal::by(
                "CAMP-01",
                format!("a campaign needs two players or more; this one has {}", campaign.players.len()),
            )
            .hint(Hint::AddPlayer),
        );
    }
    let has = |people| {
        campaign
            .players
            .values()
            .any(|player| with.library.fleet(&player.fleet).is_some_and(|fleet| fleet.people == people))
    };
    let missing: Vec<&str> = [(People::Imperial, "Imperial"), (People::Chaos, "Chaos")]
        .into_iter()
        .filter(|(people, _)| !has(*people))
        .map(|(_, word)| word)
        .collect();
    if missing.is_empty() {
        return Ok(Vec::new());
    }
    let says = format!("the campaign has no {} player", missing.join(" and no "));
    match about(campaign)?.options.choice("two-sides") {
        "refuse" => {
            problems.push(Refusal::by("CAMP-01", says).hint("add one, or set the option two-sides to warn or off"));
            Ok(Vec::new())
        }
        "warn" => Ok(vec![Event::Noted { player: None, rule: "CAMP-01".to_owned(), says }]),
        _ => Ok(Vec::new()),
    }
}

/// One register in order: ships, a flagship, and nothing against the list that was not allowed before.
fn muster(campaign: &Campaign, player: &Player, with: &Circumstances<'_>) -> Result<Vec<Event>, Refusals> {
    let name = &player.name;
    if campaign.register(player.id).next().is_none() {
        return Err(Refusal::by("FLEET-03", format!("{name} has no ships")).hint(Hint::FillRegister).into());
    }
    let mut problems = Vec::new();
    if player.flagship.is_none() {
        problems.push(Refusal::by("CMDR-02", format!("{name}'s commander has no flagship")).hint(Hint::ChooseFlagship));
    }
    // What a ruling allowed while the fleet was bought needs no second ruling.
    let breaches: Vec<composition::Breach> = composition::breaches(campaign, player, with.library)
        .into_iter()
        .filter(|breach| !player.allowed.contains(&breach.key()))
        .map(|breach| composition::Breach { says: format!("{name}: {}", breach.says), ..breach })
        .collect();
    let events = match register::settle(campaign, player.id, &breaches, with) {
        Ok(events) => events,
        Err(Refusals(refusals)) => {
            problems.extend(refusals);
            Vec::new()
        }
    };
    if problems.is_empty() { Ok(events) } else { Err(Refusals(problems)) }
}

/// Highest first; those who tie roll again among themselves (CAMP-08).
pub(super) fn rank(
    players: &[&Player],
    what: &'static str,
    with: &mut Circumstances<'_>,
) -> Result<Vec<PlayerId>, Refusals> {
    if players.len() < 2 {
        return Ok(players.iter().map(|player| player.id).collect());
    }
    let mut rolled = Vec::new();
    for player in players {
        rolled.push((d6(with.dice, Why::new(what, &player.name))?, *player));
    }
    let mut order = Vec::new();
    for face in (1..=6).rev() {
        let tied: Vec<&Player> = rolled.iter().filter(|(fell, _)| *fell == face).map(|(_, player)| *player).collect();
        order.extend(rank(&tied, what, with)?);
    }
    Ok(order)
}

pub(super) fn pick_system(campaign: &Campaign, id: PlayerId, at: SystemId) -> Result<Vec<Event>, Refusals> {
    let about = about(campaign)?;
    let picker = player(campaign, id)?;
    let wanted = system(campaign, at)?;
    if picker.pirate {
        return Err(Refusal::by("CAMP-10", format!("{} is a pirate: he hides a base instead", picker.name))
            .hint(Hint::HideBase)
            .into());
    }
    let late = (picker.late && !picker.ready) || picker.left.is_some();
    if !late {
        let due = about.order.iter().find(|id| campaign.systems_of(**id).next().is_none());
        match (about.phase, due) {
            (Phase::Picking, Some(due)) if *due == id => {}
            (Phase::Picking, Some(due)) => {
                let due = player(campaign, *due)?;
                return Err(Refusal::by("CAMP-08", format!("it is {}'s turn to pick", due.name)).into());
            }
            (Phase::Mustering, _) => {
                return Err(Refusal::by("CAMP-08", "the starting order is not rolled yet").hint(Hint::Start).into());
            }
            _ => {
                return Err(Refusal::by("CAMP-08", format!("{} has his starting system", picker.name)).into());
            }
        }
    }
    if let Some(owner) = wanted.owner.and_then(|owner| campaign.players.get(&owner)) {
        return Err(Refusal::by("CAMP-08", format!("{} belongs to {}", wanted.name, owner.name))
            .hint(Hint::ShowMap)
            .into());
    }
    if late && campaign.systems_of(id).next().is_some() {
        return Err(Refusal::by("CAMP-08", format!("{} has his starting system", picker.name)).into());
    }
    let mut events = vec![Event::SystemClaimed { player: id, system: at }];
    let last = about.order.iter().all(|other| *other == id || campaign.systems_of(*other).next().is_some());
    if about.phase == Phase::Picking && last {
        events.push(Event::PhaseReached { phase: Phase::Hiding });
    }
    Ok(events)
}

/// Bases are written down once the starting systems are picked (CAMP-09).
pub(super) fn hide_base(
    campaign: &Campaign,
    id: PlayerId,
    at: SystemId,
    structure: Option<&str>,
    with: &Circumstances<'_>,
) -> Result<Vec<Event>, Refusals> {
    let about = about(campaign)?;
    let pirate = player(campaign, id)?;
    system(campaign, at)?;
    if let Some(refusal) = structure.and_then(|structure| ramilies::no_structure(pirate, structure, with.library)) {
        return Err(refusal.into());
    }
    // A Chaos player with a hulk keeps his systems and has a base as well (PIRATE-14).
    if !pirate.pirate && structure.is_none() {
        return Err(Refusal::by("CAMP-09", format!("{} is no pirate and has no base", pirate.name)).into());
    }
    let late = (pirate.late && !pirate.ready) || pirate.left.is_some();
    let mut events = Vec::new();
    if about.phase != Phase::Hiding && !late {
        let lost = about.phase == Phase::Running && !campaign.bases.contains_key(&id);
        let (rule, says) = match about.phase {
            Phase::Running if lost => ("PIRATE-10", format!("no rule gives {} a new base", pirate.name)),
            Phase::Running => ("CAMP-09", format!("{}'s base is where it is", pirate.name)),
            Phase::Mustering | Phase::Picking | Phase::Hiding => {
                ("CAMP-09", "bases are hidden once the starting systems are picked".to_owned())
            }
        };
        match with.ruling.filter(|_| lost) {
            // Ruling: the arbitrator may allow a new base, written down secretly as at the start (PIRATE-10).
            Some(reason) => {
                events.push(Event::Allowed { player: id, rule: rule.to_owned(), says, reason: reason.to_owned() });
            }
            None if lost => return Err(Refusal::by(rule, says).allowable().into()),
            None => return Err(Refusal::by(rule, says).hint(Hint::AskWhatStartNeeds).into()),
        }
    }
    may_hold_base(campaign, id, at)?;
    let same = |base: &PirateBase| base.system == at && base.structure.as_deref() == structure;
    if campaign.bases.get(&id).is_some_and(same) {
        return Err(Refusal::plain("the base is already there").into());
    }
    let structure = structure.map(str::to_owned);
    events.push(Event::BaseHidden { base: PirateBase { player: id, system: at, known_to: Vec::new(), structure } });
    Ok(events)
}

/// Whether a player may have his base in a system beside those that are there.
pub(super) fn may_hold_base(campaign: &Campaign, id: PlayerId, at: SystemId) -> Result<(), Refusal> {
    // Refusing tells that another base is there; a club that wants bases apart accepts that.
    let shared = campaign.bases.values().any(|base| base.system == at && base.player != id);
    if shared && !about(campaign)?.options.flag("shared-bases") {
        let place = system(campaign, at)?;
        return Err(
            Refusal::by("CAMP-09", format!("{} cannot hold another base", place.name)).hint("choose another system")
        );
    }
    Ok(())
}

/// Rolls Leadership for every vessel and opens the war.
pub(super) fn begin(campaign: &Campaign, with: &mut Circumstances<'_>) -> Result<Vec<Event>, Refusals> {
    let about = about(campaign)?;
    match about.phase {
        Phase::Hiding => {}
        Phase::Running => return Err(Refusal::plain("the campaign has already begun").into()),
        Phase::Mustering => {
            return Err(Refusal::by("CAMP-08", "the starting order is not rolled yet").hint(Hint::Start).into());
        }
        Phase::Picking => {
            return Err(Refusal::by("CAMP-08", "starting systems are still to be picked")
                .hint(Hint::PickSystem)
                .into());
        }
    }
    let without: Vec<&str> = campaign
        .players
        .values()
        .filter(|player| player.pirate && !campaign.bases.contains_key(&player.id))
        .map(|player| player.name.as_str())
        .collect();
    if !without.is_empty() {
        return Err(Refusal::by("CAMP-09", format!("no base is hidden yet for {}", and_list(&without)))
            .hint(Hint::HideBase)
            .into());
    }
    let mut events = Vec::new();
    for player in campaign.players.values() {
        events.extend(make_ready(campaign, player, with)?);
    }
    events.push(Event::PhaseReached { phase: Phase::Running });
    Ok(events)
}

/// A late joiner's register is judged and rolled for as the others' were.
pub(super) fn join(campaign: &Campaign, id: PlayerId, with: &mut Circumstances<'_>) -> Result<Vec<Event>, Refusals> {
    let joiner = player(campaign, id)?;
    if joiner.ready || !joiner.late {
        return Err(Refusal::plain(format!("{} is no late joiner waiting to take part", joiner.name)).into());
    }
    let mut events = muster(campaign, joiner, with)?;
    if joiner.pirate && !campaign.bases.contains_key(&id) {
        return Err(Refusal::by("CAMP-09", format!("no base is hidden yet for {}", joiner.name))
            .hint(Hint::JoinWithBase)
            .into());
    }
    let free = campaign.systems.values().any(|system| system.owner.is_none());
    if !joiner.pirate && campaign.systems_of(id).next().is_none() && free {
        return Err(Refusal::by("CAMP-08", format!("{} has not picked a system yet", joiner.name))
            .hint(Hint::JoinWithSystem)
            .into());
    }
    events.extend(make_ready(campaign, joiner, with)?);
    events.extend(newcomer::renown(campaign, &about(campaign)?.options, joiner));
    Ok(events)
}

fn make_ready(campaign: &Campaign, player: &Player, with: &mut Circumstances<'_>) -> Result<Vec<Event>, Refusals> {
    let mut events = Vec::new();
    for vessel in campaign.register(player.id) {
        events.extend(fleet_trials(campaign, vessel.id, with)?);
    }
    events.push(Event::PlayerReady { player: player.id });
    Ok(events)
}
