//! Challenges: who may fight whom, and what became of the offer (CHAL-01 to CHAL-06, CAMP-17, WIN-07).

use chrono::NaiveDate;

use crate::campaign::event::Event;
use crate::campaign::hint::Hint;
use crate::campaign::month::before_deadline;
use crate::campaign::refusal::{Refusal, Refusals, overrule};
use crate::campaign::state::battle::aftermath::Aftermath;
use crate::campaign::state::battle::{Battle, Ending, Step};
use crate::campaign::state::{BattleId, Campaign, Phase, Player, PlayerId};
use crate::campaign::steps::{at_step, players};
use crate::campaign::{Circumstances, Library, about, player};
use crate::ships::class::People;

pub(in crate::campaign) fn challenge(
    campaign: &Campaign,
    id: BattleId,
    challenger: PlayerId,
    challenged: PlayerId,
    with: &Circumstances<'_>,
) -> Result<Vec<Event>, Refusals> {
    let about = about(campaign)?;
    if about.phase != Phase::Running {
        return Err(Refusal::by("CAMP-12", "the campaign has not begun: nobody can be challenged yet")
            .hint(Hint::Start)
            .into());
    }
    before_deadline(campaign, with.now.date())?;
    let [first, second] = [player(campaign, challenger)?, player(campaign, challenged)?];
    if challenger == challenged {
        return Err(Refusal::by("CHAL-01", format!("a challenge is to somebody other than {}", first.name)).into());
    }
    if campaign.battles.contains_key(&id) {
        return Err(Refusal::plain(format!("battle {} exists already", id.0)).into());
    }
    if let Some((gone, left)) = [first, second].into_iter().find_map(|player| Some((player, player.left?))) {
        return Err(Refusal::by("CHAL-01", format!("{} left the campaign on {left}", gone.name))
            .hint(Hint::Return)
            .into());
    }
    if let Some(absent) = [first, second].into_iter().find(|player| !player.ready) {
        return Err(Refusal::by("FLEET-04", format!("{} is not ready to fight", absent.name)).hint(Hint::Join).into());
    }
    let mut events = allegiance(campaign, first, second, with)?;
    for absent in [first, second].into_iter().filter(|player| player.away_on(with.now.date())) {
        let until = absent.away_until.map_or_else(String::new, |until| format!(" until {until}"));
        let says = format!("{} is away{until}", absent.name);
        events.push(Event::Noted { player: None, rule: "CHAL-01".to_owned(), says });
    }
    events.push(Event::ChallengeOffered { battle: Box::new(offered(id, challenger, challenged, with.now.date())) });
    Ok(events)
}

/// A battle of which nothing is known but who offered it to whom.
pub(in crate::campaign) fn offered(id: BattleId, challenger: PlayerId, challenged: PlayerId, on: NaiveDate) -> Battle {
    Battle {
        id,
        open: true,
        step: Step::Challenge,
        challenger,
        challenged,
        offered: on,
        answered: None,
        ending: None,
        sides: None,
        searched: false,
        base_attack: false,
        class: None,
        scenario: None,
        system: None,
        size: None,
        convoy: None,
        set_up: None,
        under_way: None,
        report: None,
        result: None,
        aftermath: Aftermath::default(),
        confirmation: None,
        forfeited_by: None,
    }
}

/// Imperial players do not fight each other, Chaos and Eldar should not (CHAL-03 to CHAL-05).
pub(in crate::campaign) fn allegiance(
    campaign: &Campaign,
    first: &Player,
    second: &Player,
    with: &Circumstances<'_>,
) -> Result<Vec<Event>, Refusals> {
    let (Some(kin), true) = (kin(first, with.library), kin(first, with.library) == kin(second, with.library)) else {
        return Ok(Vec::new());
    };
    let names = format!("{} and {}", first.name, second.name);
    let note = |rule: &str, says: String| Event::Noted { player: None, rule: rule.to_owned(), says };
    match kin {
        Kin::Imperial => {
            let says = format!("{names} both fight for the Imperium");
            match about(campaign)?.options.choice("imperial-war") {
                "off" => Ok(Vec::new()),
                "warn" => Ok(vec![note("CHAL-03", says)]),
                _ => match with.ruling {
                    Some(reason) => Ok(vec![Event::Allowed {
                        player: first.id,
                        rule: "CHAL-03".to_owned(),
                        says,
                        reason: reason.to_owned(),
                    }]),
                    None => Err(Refusal::by("CHAL-03", says).hint(Hint::MakeOneRebel).allowable().into()),
                },
            }
        }
        // Ruling: a request, not a ban (CHAL-04).
        Kin::Chaos => Ok(vec![note("CHAL-04", format!("{names} both fight for Chaos"))]),
        Kin::Eldar => Ok(vec![note("CHAL-04", format!("{names} are both Eldar"))]),
    }
}

/// Those who do not, or should not, fight each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::campaign) enum Kin {
    Imperial,
    Chaos,
    Eldar,
}

/// Whom a player is one of; `None` for peoples that the rules leave alone.
pub(in crate::campaign) fn kin(player: &Player, library: &dyn Library) -> Option<Kin> {
    match library.fleet(&player.fleet).map(|fleet| fleet.people)? {
        People::Imperial | People::SpaceMarines if player.rebel => Some(Kin::Chaos),
        People::Imperial | People::SpaceMarines => Some(Kin::Imperial),
        People::Chaos => Some(Kin::Chaos),
        People::CorsairEldar | People::CraftworldEldar | People::DarkEldar => Some(Kin::Eldar),
        People::Orks
        | People::Tau
        | People::Demiurg
        | People::Kroot
        | People::RogueTraders
        | People::Necrons
        | People::Tyranids
        | People::Any => None,
    }
}

/// The battle whose campaign turn a player is in. Who has settled his own aftermath may fight again while the other still
/// thinks, unless the club would have both wait (CAMP-17).
pub(in crate::campaign) fn busy(campaign: &Campaign, player: PlayerId) -> Option<&Battle> {
    let both = campaign.about.as_ref().is_some_and(|about| about.options.flag("wait-for-both"));
    let under_way = |battle: &&Battle| battle.open && battle.step != Step::Challenge && battle.involves(player);
    campaign.battles.values().filter(under_way).find(|battle| both || !battle.has_finished(player))
}

/// Accepting begins the campaign turn of both; each can be in one only (CAMP-17).
pub(in crate::campaign) fn accept(
    campaign: &Campaign,
    id: BattleId,
    with: &Circumstances<'_>,
) -> Result<Vec<Event>, Refusals> {
    let battle = at_step(campaign, id, Step::Challenge)?;
    before_deadline(campaign, with.now.date())?;
    for player in players(campaign, battle)? {
        if let Some(busy) = busy(campaign, player.id).filter(|busy| busy.id != id) {
            return Err(Refusal::by("CAMP-17", format!("{} is still in battle {}", player.name, busy.id.0))
                .hint(Hint::FinishOrAbandon(busy.id))
                .into());
        }
    }
    Ok(vec![Event::ChallengeAccepted { battle: id, on: with.now.date() }])
}

pub(in crate::campaign) fn turn_down(
    campaign: &Campaign,
    id: BattleId,
    ending: Ending,
    with: &Circumstances<'_>,
) -> Result<Vec<Event>, Refusals> {
    let mut events = Vec::new();
    if ending == Ending::Abandoned {
        let under_way = campaign.battles.get(&id).filter(|battle| battle.open && battle.step != Step::Challenge);
        let battle = under_way.ok_or_else(|| {
            Refusal::plain(format!("battle {} is not under way", id.0))
                .hint("a challenge is declined or refused; only a battle under way is abandoned")
        })?;
        // What was fought counts, and its aftermath is owed to both.
        if battle.step > Step::Battle {
            let refusal = Refusal::by("CAMP-13", format!("battle {} is fought: it counts", id.0))
                .hint(Hint::GoOnOrAmend(id))
                .allowable();
            events.extend(overrule(vec![refusal], battle.challenger, with.ruling)?);
        }
    } else {
        at_step(campaign, id, Step::Challenge)?;
    }
    events.push(Event::BattleEnded { battle: id, ending, on: with.now.date() });
    Ok(events)
}
