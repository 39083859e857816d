//! Forfeits: a battle under way whose player does not turn up.

use super::renown_changed;
use crate::campaign::event::Event;
use crate::campaign::hint::Hint;
use crate::campaign::refusal::{Refusal, Refusals};
use crate::campaign::state::battle::{Battle, Step};
use crate::campaign::state::{BattleId, Campaign, PlayerId};
use crate::campaign::{Circumstances, about, player};

pub(in crate::campaign) fn forfeit(
    campaign: &Campaign,
    id: BattleId,
    by: PlayerId,
    with: &Circumstances<'_>,
) -> Result<Vec<Event>, Refusals> {
    let absent = player(campaign, by)?;
    let battle = unfought(campaign, id)?;
    if !battle.involves(by) {
        return Err(Refusal::plain(format!("{} takes no part in battle {}", absent.name, id.0)).into());
    }
    let against = battle.opponent_of(by);
    let mut events = vec![Event::BattleForfeited { battle: id, by, against, on: with.now.date() }];
    // Nothing of renown comes of a battle that was not fought, unless the club says so (CAMP-06).
    let loss = about(campaign)?.options.number("forfeit-renown");
    let reason = format!("forfeited battle {}", id.0);
    events.extend(renown_changed(absent, absent.renown, -loss, &reason, "CAMP-06").1);
    Ok(events)
}

/// A battle that both have accepted and nobody has reported.
fn unfought(campaign: &Campaign, id: BattleId) -> Result<&Battle, Refusal> {
    let battle = campaign
        .battles
        .get(&id)
        .filter(|battle| battle.open)
        .ok_or_else(|| Refusal::plain(format!("there is no open battle {}", id.0)).hint(Hint::ListBattles))?;
    if battle.step == Step::Challenge {
        return Err(Refusal::by("CHAL-06", format!("battle {} is not accepted yet", id.0))
            .hint("a challenge is declined or refused; only an accepted one is forfeited"));
    }
    if fought(battle) {
        return Err(Refusal::by("CAMP-13", format!("battle {} is fought: it counts", id.0)).hint(Hint::GoOn(id)));
    }
    Ok(battle)
}

/// Fought and reported, by one side at least.
pub(super) fn fought(battle: &Battle) -> bool {
    battle.step > Step::Battle || battle.confirmation.is_some()
}
