//! The end of a campaign: most renown at the deadline, or what else the club plays for (WIN-01 to WIN-07).

use chrono::NaiveDate;

use super::running;
use crate::campaign::event::Event;
use crate::campaign::hint::Hint;
use crate::campaign::options::Options;
use crate::campaign::ranks::PromotionTable;
use crate::campaign::refusal::{Refusal, Refusals};
use crate::campaign::state::battle::{Ending, Step};
use crate::campaign::state::{About, Allegiance, Campaign, Finish, Player, PlayerId};
use crate::campaign::{Circumstances, Library, apply, player};
use crate::ships::class::People;
use crate::text::and_list;

/// Systems that win a campaign (WIN-02).
pub const FIVE: usize = 5;

/// Whether a player may control systems: every one but a pirate, and that too where the club or a Waaagh lets him
/// (PIRATE-03, WIN-05).
#[must_use]
pub fn may_hold(options: &Options, player: &Player) -> bool {
    let waaagh = options.flag("waaagh") && player.promotions == PromotionTable::Ork;
    !player.pirate || waaagh || options.flag("pirates-hold-systems")
}

/// Whether a pirate who may hold systems claims one by a major raid, as he fights no battles (WIN-05).
#[must_use]
pub fn claims_by_raid(options: &Options, player: &Player) -> bool {
    player.pirate && may_hold(options, player) && options.flag("major-raids-claim")
}

/// The side a player wins with (WIN-03); `None` for a fleet that was given none.
#[must_use]
pub fn side(player: &Player, library: &dyn Library) -> Option<Allegiance> {
    match library.fleet(&player.fleet).map(|fleet| fleet.people)? {
        People::Imperial | People::SpaceMarines if player.rebel => Some(Allegiance::Chaos),
        People::Imperial
        | People::SpaceMarines
        | People::CorsairEldar
        | People::CraftworldEldar
        | People::DarkEldar => Some(Allegiance::Imperium),
        People::Chaos | People::Orks => Some(Allegiance::Chaos),
        People::Tau
        | People::Demiurg
        | People::Kroot
        | People::RogueTraders
        | People::Necrons
        | People::Tyranids
        | People::Any => player.side,
    }
}

/// Gives a fleet that has no side of its own one (WIN-03).
pub(in crate::campaign) fn assign_side(
    campaign: &Campaign,
    id: PlayerId,
    to: Allegiance,
    with: &Circumstances<'_>,
) -> Result<Vec<Event>, Refusals> {
    let assigned = player(campaign, id)?;
    let own = side(&Player { side: None, ..assigned.clone() }, with.library);
    if let Some(own) = own {
        return Err(Refusal::by("WIN-03", format!("{} fights for the side of {}", assigned.name, named(own)))
            .hint(Hint::BecomeRebel)
            .into());
    }
    if assigned.side == Some(to) {
        return Err(Refusal::by("WIN-03", format!("{} fights for {} already", assigned.name, named(to))).into());
    }
    Ok(vec![Event::SideAssigned { player: id, side: to }])
}

/// A side in a sentence.
#[must_use]
pub const fn named(side: Allegiance) -> &'static str {
    match side {
        Allegiance::Imperium => "the Imperium",
        Allegiance::Chaos => "Chaos",
    }
}

/// The players who have won by the campaign's own criterion, before any deadline.
fn won(campaign: &Campaign, about: &About, today: NaiveDate, library: &dyn Library) -> Option<Finish> {
    let active = || campaign.players.values().filter(|player| player.active());
    match about.options.choice("victory") {
        "five-systems" => {
            let five = active()
                .filter(|player| may_hold(&about.options, player) && campaign.systems_of(player.id).count() >= FIVE);
            let winners: Vec<PlayerId> = five.map(|player| player.id).collect();
            (!winners.is_empty()).then(|| finish(today, winners, "five systems", "WIN-02"))
        }
        "sub-sector" => {
            let owner = |id: PlayerId| campaign.players.get(&id).and_then(|player| side(player, library));
            let mut sides = campaign.systems.values().map(|system| system.owner.and_then(owner));
            let first = sides.next().flatten()?;
            if !sides.all(|other| other == Some(first)) {
                return None;
            }
            let winners = active().filter(|player| side(player, library) == Some(first)).map(|player| player.id);
            let by = format!("the whole sub-sector for {}", named(first));
            Some(finish(today, winners.collect(), &by, "WIN-03"))
        }
        _ => None,
    }
}

fn finish(on: NaiveDate, winners: Vec<PlayerId>, by: &str, rule: &str) -> Finish {
    Finish { on, winners, by: by.to_owned(), rule: rule.to_owned() }
}

/// Notices that the events of a command win the campaign, which ends it and every battle of it (WIN-02, WIN-03).
pub(in crate::campaign) fn notice(campaign: &Campaign, events: &[Event], with: &Circumstances<'_>) -> Vec<Event> {
    let moved = |event: &Event| {
        matches!(
            event,
            Event::SystemTaken { .. }
                | Event::SystemClaimed { .. }
                | Event::OwnerEdited { .. }
                | Event::SystemRebelled { .. }
                | Event::AllegianceChanged { .. }
                | Event::SideAssigned { .. }
        )
    };
    let Ok(about) = running(campaign) else { return Vec::new() };
    if !matches!(about.options.choice("victory"), "five-systems" | "sub-sector") || !events.iter().any(moved) {
        return Vec::new();
    }
    let mut after = campaign.clone();
    events.iter().for_each(|event| apply::apply(&mut after, event, with.now));
    let on = with.now.date();
    let Some(finish) = won(&after, about, on, with.library) else { return Vec::new() };
    let open = after.battles.values().filter(|battle| battle.open);
    let ended = open.map(|battle| match battle.step {
        step if step > Step::Battle => Event::BattleClosed { battle: battle.id },
        _ => Event::BattleEnded { battle: battle.id, ending: Ending::Abandoned, on },
    });
    [Event::CampaignFinished { finish }].into_iter().chain(ended).collect()
}

/// Ends the campaign and says who won it.
pub(in crate::campaign) fn conclude(
    campaign: &Campaign,
    winners: &[PlayerId],
    with: &Circumstances<'_>,
) -> Result<Vec<Event>, Refusals> {
    let about = running(campaign)?;
    let today = with.now.date();
    let mut problems = Vec::new();
    let mut events = Vec::new();
    if let Some(ends) = about.ends.filter(|ends| today <= *ends) {
        match with.ruling {
            Some(_) => {}
            None => problems.push(
                Refusal::by("WIN-06", format!("the campaign runs until {ends}, that day included"))
                    .hint(format!("finish it from {} on", ends.succ_opt().unwrap_or(ends)))
                    .allowable(),
            ),
        }
    }
    for battle in campaign.battles.values().filter(|battle| battle.open) {
        if battle.step == Step::Challenge {
            events.push(Event::BattleEnded { battle: battle.id, ending: Ending::Abandoned, on: today });
            continue;
        }
        // A battle that began before the deadline may be finished and counts (WIN-01).
        let says = format!("battle {} is under way and counts", battle.id.0);
        problems.push(Refusal::by("WIN-01", says).hint(Hint::FinishForfeitOrAbandon(battle.id)));
    }
    let finish = judged(campaign, about, winners, today).map_err(|refusal| problems.push(refusal));
    match finish {
        Ok(finish) if problems.is_empty() => {
            events.push(Event::CampaignFinished { finish });
            Ok(events)
        }
        _ => Err(Refusals(problems)),
    }
}

/// Who has won when the time is up.
fn judged(campaign: &Campaign, about: &About, winners: &[PlayerId], today: NaiveDate) -> Result<Finish, Refusal> {
    let free = about.options.choice("victory") == "free";
    if free && winners.is_empty() {
        return Err(Refusal::by("WIN-04", format!("the arbitrator judges who has won by {}", goal(about)))
            .hint(Hint::NameWinner));
    }
    if !free && !winners.is_empty() {
        return Err(
            Refusal::by("WIN-06", "the campaign is not played for a goal of the club's own").hint(Hint::NameNoWinner)
        );
    }
    if free {
        for winner in winners {
            player(campaign, *winner)?;
        }
        return Ok(finish(today, winners.to_vec(), goal(about), "WIN-04"));
    }
    // Ruling: where nobody reached another criterion by the deadline, renown decides.
    let active = || campaign.players.values().filter(|player| player.active());
    let most = active().map(|player| player.renown).max().unwrap_or(0);
    // Ruling: a tie is a shared victory (WIN-01).
    let winners = active().filter(|player| player.renown == most).map(|player| player.id).collect();
    Ok(finish(today, winners, &format!("{most} renown"), "WIN-01"))
}

/// What the club wrote down (WIN-04); campaigns of an older program wrote nothing.
#[must_use]
pub fn goal(about: &About) -> &str {
    match about.options.choice("goal") {
        "" => "a goal of the club's own",
        goal => goal,
    }
}

/// After the end nothing changes any more (WIN-07).
pub(in crate::campaign) fn is_open(campaign: &Campaign) -> Result<(), Refusal> {
    match campaign.about.as_ref().and_then(|about| about.finished.as_ref()) {
        Some(finish) => {
            Err(Refusal::by("WIN-07", format!("the campaign ended on {}: {}", finish.on, told(campaign, finish)))
                .hint(Hint::UndoOrAmendEnd))
        }
        None => Ok(()),
    }
}

/// Who won, in a sentence without its full stop.
#[must_use]
pub fn told(campaign: &Campaign, finish: &Finish) -> String {
    let name = |id: &PlayerId| campaign.players.get(id).map_or("somebody", |player| player.name.as_str());
    let names: Vec<&str> = finish.winners.iter().map(name).collect();
    match names.as_slice() {
        [] => format!("nobody won by {}", finish.by),
        [one] => format!("{one} won by {}", finish.by),
        several => format!("{} won together by {}", and_list(several), finish.by),
    }
}
