//! What an amendment would change, before it is recorded.

use serde::Serialize;

use super::amend::{Plan, Unfit};
use crate::campaign::amend::{Amendment, How};
use crate::campaign::state::{Campaign, Player, Vessel};
use crate::dice::{Mark, Roll};
use crate::report::story;
use crate::store::Recorded;
use crate::text::count;

/// An amendment as the arbitrator is shown it.
#[derive(Clone, Debug, Serialize)]
pub struct AmendmentView {
    /// The entry.
    pub entry: u64,
    /// What is done to it.
    pub how: How,
    /// What no longer is so.
    pub was: Vec<String>,
    /// What is so instead, or besides.
    pub becomes: Vec<String>,
    /// Entries decided again.
    pub again: u32,
    /// Those that came out otherwise.
    pub otherwise: Vec<u64>,
    /// What is different in the campaign.
    pub changes: Vec<String>,
    /// Dice rolled for the first time.
    pub new_dice: Vec<Roll>,
    /// Dice no longer needed; they are kept.
    pub unneeded_dice: Vec<Roll>,
    /// What no longer fits.
    pub unfit: Vec<Misfit>,
}

/// An entry that no longer fits.
#[derive(Clone, Debug, Serialize)]
pub struct Misfit {
    /// The entry.
    pub entry: u64,
    /// Why.
    pub why: String,
    /// What becomes of it.
    pub becomes: String,
}

impl AmendmentView {
    /// Draws a plan.
    #[must_use]
    pub fn new(plan: &Plan, target: &Recorded) -> Self {
        let (before, after) = (&plan.before.campaign, &plan.after);
        let events = target.entry.events().unwrap_or_default();
        let new = plan.amendment.commands.len();
        let was = story::tell(before, before, &events);
        let told = plan.again.iter().take(new).flat_map(|again| story::tell(after, after, &again.draft.events));
        // What both say is no change.
        let becomes: Vec<String> = told.collect();
        let only = |these: &[String], those: &[String]| -> Vec<String> {
            these.iter().filter(|says| !those.contains(says)).cloned().collect()
        };
        let unfit = plan.unfit.iter().map(|(entry, why, unfit)| Misfit {
            entry: *entry,
            why: why.to_string(),
            becomes: match unfit {
                Unfit::Drop => "taken out".to_owned(),
                Unfit::Allow(reason) => format!("stands by ruling: {reason}"),
                Unfit::Undecided => "undecided".to_owned(),
            },
        });
        let Amendment { entry, dropped, instead, supersedes, .. } = &plan.amendment;
        let named = |id: &u64| id == entry || dropped.contains(id) || instead.iter().any(|new| new.entry == *id);
        let unfit = unfit.chain(instead.iter().map(|new| Misfit {
            entry: new.entry,
            why: "it is given anew".to_owned(),
            becomes: {
                let drafts = plan.again.iter().filter(|again| new.commands.contains(&again.draft.command));
                drafts.flat_map(|again| story::tell(after, after, &again.draft.events)).collect::<Vec<_>>().join("; ")
            },
        }));
        Self {
            entry: plan.amendment.entry,
            how: plan.amendment.how,
            was: if plan.amendment.how == How::Insert { Vec::new() } else { only(&was, &becomes) },
            becomes: only(&becomes, &was),
            again: plan.decided.saturating_sub(u32::try_from(plan.amendment.given().count()).unwrap_or(0)),
            otherwise: supersedes.iter().filter(|id| !named(id)).copied().collect(),
            changes: changes(before, after),
            new_dice: plan.dice(Mark::New).cloned().collect(),
            unneeded_dice: plan.dice(Mark::Unneeded).cloned().collect(),
            unfit: unfit.collect(),
        }
    }

    /// The plan as text.
    #[must_use]
    pub fn text(&self) -> String {
        let heading = match self.how {
            How::Replace => format!("Entry {} is replaced", self.entry),
            How::Remove => format!("Entry {} is taken out", self.entry),
            How::Insert => format!("After entry {} comes", self.entry),
        };
        let mut lines = vec![heading];
        lines.extend(self.was.iter().map(|says| format!("  - {says}")));
        lines.extend(self.becomes.iter().map(|says| format!("  + {says}")));
        let again = count(self.again, "later entry").replace("entrys", "entries");
        lines.push(match self.otherwise.len() {
            0 => format!("{again} decided again, none of them otherwise"),
            some => format!("{again} decided again, {some} of them otherwise"),
        });
        if self.changes.is_empty() {
            lines.push("The campaign stands as before".to_owned());
        } else {
            lines.push("What changes".to_owned());
            lines.extend(self.changes.iter().map(|says| format!("  {says}")));
        }
        for (title, dice) in [("New dice", &self.new_dice), ("Dice no longer needed", &self.unneeded_dice)] {
            if !dice.is_empty() {
                lines.push(title.to_owned());
                lines.extend(dice.iter().map(|roll| {
                    let faces: Vec<String> = roll.faces.iter().map(|pip| pip.face().to_string()).collect();
                    format!("  {}: {}", roll.purpose, faces.join(" "))
                }));
            }
        }
        if !self.unfit.is_empty() {
            lines.push("What no longer fits".to_owned());
            lines.extend(
                self.unfit.iter().map(|misfit| format!("  Entry {}: {}; {}", misfit.entry, misfit.why, misfit.becomes)),
            );
        }
        lines.join("\n")
    }
}

/// What is different between two campaigns, in words: players, systems, vessels, battles.
fn changes(before: &Campaign, after: &Campaign) -> Vec<String> {
    let mut found = Vec::new();
    for (id, new) in &after.players {
        match before.players.get(id) {
            Some(old) => found.extend(player(old, new)),
            None => found.push(format!("{} is entered", new.name)),
        }
    }
    let gone = before.players.iter().filter(|(id, _)| !after.players.contains_key(id));
    found.extend(gone.map(|(_, old)| format!("{} is no longer entered", old.name)));
    let owner = |campaign: &Campaign, id| {
        let owner = campaign.systems.get(&id).and_then(|system| system.owner);
        owner.and_then(|id| campaign.players.get(&id)).map_or("neutral", |player| player.name.as_str()).to_owned()
    };
    for (id, system) in &after.systems {
        let (was, is) = (owner(before, *id), owner(after, *id));
        if was != is {
            found.push(format!("{}: {was} → {is}", system.name));
        }
        if let Some(old) = before.systems.get(id).filter(|old| old.kind != system.kind) {
            found.push(format!("{}: {} → {}", system.name, old.kind, system.kind));
        }
    }
    for (id, new) in &after.vessels {
        match before.vessels.get(id) {
            Some(old) => found.extend(vessel(old, new)),
            None => found.push(format!("\"{}\" enters the register", new.name)),
        }
    }
    let gone = before.vessels.iter().filter(|(id, _)| !after.vessels.contains_key(id));
    found.extend(gone.map(|(_, old)| format!("\"{}\" is no longer on a register", old.name)));
    for (id, new) in &after.battles {
        if let Some(old) = before.battles.get(id).filter(|old| old.step != new.step) {
            found.push(format!("battle {}: {} → {}", id.0, old.step, new.step));
        }
    }
    let gone = before.battles.keys().filter(|id| !after.battles.contains_key(id));
    found.extend(gone.map(|id| format!("battle {} is no longer fought", id.0)));
    if found.is_empty() && before != after {
        found.push("only the record".to_owned());
    }
    found
}

fn player(old: &Player, new: &Player) -> Vec<String> {
    let mut found = Vec::new();
    if old.renown != new.renown {
        found.push(format!("{}: {} → {} renown", new.name, old.renown, new.renown));
    }
    if old.rank().title != new.rank().title {
        found.push(format!("{}: {} → {}", new.name, old.rank().title, new.rank().title));
    }
    if old.name != new.name {
        found.push(format!("{} is called {}", old.name, new.name));
    }
    if old.games != new.games {
        found.push(format!("{}: {} → {} games", new.name, old.games, new.games));
    }
    if old.boons != new.boons {
        let ids = |player: &Player| {
            let ids: Vec<&str> = player.boons.iter().map(|boon| boon.id.as_str()).collect();
            if ids.is_empty() { "none".to_owned() } else { ids.join(", ") }
        };
        found.push(format!("{}: other appeals {} → {}", new.name, ids(old), ids(new)));
    }
    found
}

fn vessel(old: &Vessel, new: &Vessel) -> Option<String> {
    let mut parts = Vec::new();
    let mut note = |what: &str, was: String, is: String| {
        if was != is {
            parts.push(format!("{what} {was} → {is}"));
        }
    };
    let leadership = |vessel: &Vessel| vessel.leadership.map_or_else(|| "none".to_owned(), |value| value.to_string());
    let list = |improvements: &[crate::campaign::state::improvement::Improvement]| {
        let ids: Vec<&str> = improvements.iter().map(|improvement| improvement.id.as_str()).collect();
        if ids.is_empty() { "none".to_owned() } else { ids.join(", ") }
    };
    note("state", old.state.to_string(), new.state.to_string());
    note("damage", old.damage.to_string(), new.damage.to_string());
    note("ships", old.ships().to_string(), new.ships().to_string());
    note("Leadership", leadership(old), leadership(new));
    note("points", old.points.to_string(), new.points.to_string());
    note("refits", list(&old.refits), list(&new.refits));
    note("skills", list(&old.skills), list(&new.skills));
    note("name", old.name.clone(), new.name.clone());
    (!parts.is_empty()).then(|| format!("\"{}\": {}", new.name, parts.join(", ")))
}
