//! The journal as one onlooker may read it.

use chrono::NaiveDateTime;
use serde::ser::Error as _;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use super::listing::{Listing, figures, words};
use super::story;
use crate::campaign::command::Command;
use crate::campaign::event::Event;
use crate::campaign::hint::{Hint, Wording};
use crate::campaign::state::{Campaign, PlayerId};
use crate::campaign::view::{Seen, Viewer};
use crate::dice::Roll;
use crate::store::{Kind, Recorded};
use crate::text::shown;

/// One entry as an onlooker may see it. Hashes tell of secrets too, so only the arbitrator has them.
#[derive(Clone, Debug, Serialize)]
pub struct LogRow {
    /// Number.
    pub entry: u64,
    /// When.
    pub at: NaiveDateTime,
    /// Whether the arbitrator gave that time; absent where nobody knows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_given: Option<bool>,
    /// Who gave it.
    pub by: String,
    /// Command, undo, redo or migration.
    pub kind: Kind,
    /// The entry undone or redone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<u64>,
    /// The first entry of those that were given as one with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub act: Option<u64>,
    /// The entry that undid it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub undone_by: Option<u64>,
    /// The amendment that took it out or decided it otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amended_by: Option<u64>,
    /// The arbitrator's reason.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ruling: Option<String>,
    /// What happened, in words.
    pub says: Vec<String>,
    /// The command.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command: Option<Sorted<Box<RawValue>>>,
    /// What happened.
    pub events: Sorted<Vec<Box<RawValue>>>,
    /// The dice.
    pub dice: Vec<Roll>,
    /// Program, catalog and hashes; the arbitrator's alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<Proof>,
}

/// Prints with the keys of every object in order, however they were recorded.
#[derive(Clone, Debug)]
pub struct Sorted<T>(pub T);

impl<T: Serialize> Serialize for Sorted<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serde_json::to_value(&self.0).map_err(S::Error::custom)?.serialize(serializer)
    }
}

/// What an entry was decided under and what proves it.
#[derive(Clone, Debug, Serialize)]
pub struct Proof {
    /// Program.
    pub program: String,
    /// Hash of rules, fleets and options.
    pub catalog: String,
    /// Digest of the state afterwards.
    pub digest: String,
    /// Hash of this and all earlier entries.
    pub chain: String,
}

/// The entries that an onlooker may see. `campaign` supplies names and must be the arbitrator's; what is secret is
/// judged by `viewer`. `target` finds an entry that another turned back.
pub fn log(
    campaign: &Campaign,
    viewer: Viewer,
    entries: &[Recorded],
    target: &dyn Fn(u64) -> Option<Recorded>,
) -> Vec<LogRow> {
    // With secret lists an event that all may see can be about a vessel that they may not know.
    let view = (viewer != Viewer::Arbitrator && secret_lists(campaign)).then(|| Seen::new(campaign.clone(), viewer));
    let names: &Campaign = view.as_deref().unwrap_or(campaign);
    entries.iter().filter_map(|recorded| row(campaign, names, viewer, recorded, target)).collect()
}

fn secret_lists(campaign: &Campaign) -> bool {
    campaign.about.as_ref().is_some_and(|about| about.options.flag("secret-lists"))
}

fn row(
    campaign: &Campaign,
    names: &Campaign,
    viewer: Viewer,
    recorded: &Recorded,
    target: &dyn Fn(u64) -> Option<Recorded>,
) -> Option<LogRow> {
    let entry = &recorded.entry;
    if !visible(campaign, viewer, recorded, target) {
        return None;
    }
    let secret_lists = secret_lists(campaign);
    let mut shown = Vec::new();
    let mut told = Vec::new();
    for raw in &entry.events {
        // Figures of classes are the bulk of a fleet's entry and tell nothing; they need no reading while nobody
        // hides his register.
        if !secret_lists && raw.get().starts_with(DESIGN_FILED) {
            shown.push(raw.clone());
        } else if let Ok(event) = serde_json::from_str::<Event>(raw.get())
            && viewer.may_see_event(campaign, &event)
        {
            shown.push(raw.clone());
            told.push(event);
        }
    }
    let mut says = story::tell(names, names, &told);
    match (entry.kind, entry.of) {
        (Kind::Redo, Some(of)) => says.push(format!("Entry {of} is in force again")),
        (Kind::Undo, Some(of)) => says.push(format!("Entry {of} is undone")),
        (Kind::Amended, Some(of)) => says.push(format!("It stands at the place of entry {of}")),
        (Kind::Migration, _) => says.push("The file was brought up to date".to_owned()),
        _ => {}
    }
    let amends = |by: u64| target(by).is_some_and(|by| by.entry.kind == Kind::Amend);
    // A roll's purpose names a vessel; with secret lists that is its player's secret.
    // Those that an amendment did not need fell for any command of the history.
    let dice_open = viewer == Viewer::Arbitrator
        || (!secret_lists
            && entry.kind != Kind::Amend
            && entry.command().is_none_or(|command| viewer.may_see_dice(campaign, &command)));
    let arbitrator = viewer == Viewer::Arbitrator;
    // The record of a battle names the vessels of both.
    let raw = arbitrator || !secret_lists || entry.battle().is_none();
    Some(LogRow {
        entry: entry.entry,
        at: entry.at,
        at_given: entry.at_given,
        by: giver(campaign, entry.by),
        kind: entry.kind,
        of: entry.of,
        // That a secret was given together with it is a secret as well.
        act: entry.act.filter(|act| target(*act).is_some_and(|first| visible(campaign, viewer, &first, target))),
        undone_by: recorded.undone_by.filter(|by| !amends(*by)),
        amended_by: recorded.undone_by.filter(|by| amends(*by)),
        ruling: entry.ruling.clone(),
        says,
        command: entry.command.clone().filter(|_| raw).map(Sorted),
        events: Sorted(if raw { shown } else { Vec::new() }),
        dice: if dice_open { entry.dice.clone() } else { Vec::new() },
        proof: arbitrator.then(|| Proof {
            program: entry.program.clone(),
            catalog: entry.catalog.clone(),
            digest: entry.digest.clone(),
            chain: recorded.chain.clone(),
        }),
    })
}

/// Whether an onlooker may see an entry at all. `campaign` is the arbitrator's.
pub fn visible(
    campaign: &Campaign,
    viewer: Viewer,
    recorded: &Recorded,
    target: &dyn Fn(u64) -> Option<Recorded>,
) -> bool {
    let entry = &recorded.entry;
    let open = |recorded: &Recorded| {
        let sees = |command: &Command| viewer.may_see_command(campaign, command);
        viewer == Viewer::Arbitrator
            || match recorded.entry.amendment() {
                Some(amendment) => amendment.given().all(sees),
                None => recorded.entry.command().is_some_and(|command| sees(&command)),
            }
    };
    // To undo or amend a secret is a secret as well.
    let own = entry.command.is_none() || open(recorded);
    own && entry.of.is_none_or(|of| seen_through(of, &open, target))
}

/// Whether the entry that another turns back or amends may be seen, and through it the one that it turns back.
fn seen_through(of: u64, open: &dyn Fn(&Recorded) -> bool, target: &dyn Fn(u64) -> Option<Recorded>) -> bool {
    target(of).is_some_and(|target_entry| {
        let deeper = target_entry.entry.of.filter(|deeper| *deeper < of);
        open(&target_entry) && deeper.is_none_or(|deeper| seen_through(deeper, open, target))
    })
}

/// How the text of such an event begins.
const DESIGN_FILED: &str = r#"{"event":"design-filed""#;

/// Who gave an entry, in words.
pub(crate) fn giver(campaign: &Campaign, by: Option<PlayerId>) -> String {
    match by {
        None => "arbitrator".to_owned(),
        Some(id) => campaign.players.get(&id).map_or_else(|| format!("player {}", id.0), |player| player.name.clone()),
    }
}

/// The entries as a list.
#[must_use]
pub fn listing(rows: &[LogRow], wording: Wording) -> Listing<'_> {
    Listing::new(
        rows,
        &[
            figures("Entry", &|row: &LogRow| row.entry.to_string()),
            words("When", &|row: &LogRow| row.at.format("%Y-%m-%d %H:%M").to_string()),
            words("By", &|row: &LogRow| row.by.clone()),
            words("What", &|row: &LogRow| what(row, wording)),
        ],
    )
}

fn what(row: &LogRow, wording: Wording) -> String {
    let mut lines: Vec<String> = match row.says.as_slice() {
        long @ [_, _, _, _, _, ..] => {
            let rest = long.len() - 3;
            let more = format!("… and {rest} more; {}", wording(&Hint::ShowEntry(row.entry)));
            long[..3].iter().cloned().chain([more]).collect()
        }
        short => short.to_vec(),
    };
    if let Some(ruling) = &row.ruling {
        lines.push(format!("Ruling: {}", shown(ruling)));
    }
    lines.extend(row.timed().map(str::to_owned));
    lines.extend(row.together().map(|first| format!("Together with entry {first}")));
    lines.extend(row.undone_by.map(|by| format!("Undone by entry {by}")));
    lines.extend(row.amended_by.map(|by| format!("Amended by entry {by}")));
    lines.join("\n")
}

impl LogRow {
    /// The first of several that were given as one, where it is another.
    fn together(&self) -> Option<u64> {
        self.act.filter(|first| *first != self.entry)
    }

    /// That its time is not the clock's (CAMP-04).
    fn timed(&self) -> Option<&'static str> {
        (self.at_given == Some(true)).then_some("The time was given by the arbitrator")
    }

    /// The whole entry as text.
    #[must_use]
    pub fn text(&self) -> String {
        let mut lines = vec![format!("Entry {}, {}, by {}", self.entry, self.at.format("%Y-%m-%d %H:%M:%S"), self.by)];
        lines.extend(self.says.iter().map(|says| format!("  {says}")));
        if let Some(ruling) = &self.ruling {
            lines.push(format!("  Ruling: {ruling}"));
        }
        lines.extend(self.timed().map(|timed| format!("  {timed}")));
        lines.extend(self.together().map(|first| format!("  Together with entry {first}")));
        lines.extend(self.undone_by.map(|by| format!("  Undone by entry {by}")));
        lines.extend(self.amended_by.map(|by| format!("  Amended by entry {by}")));
        if !self.dice.is_empty() {
            lines.push("Dice".to_owned());
            lines.extend(self.dice.iter().map(|roll| {
                let faces: Vec<String> = roll.faces.iter().map(|pip| pip.face().to_string()).collect();
                let mark = roll.mark.map_or_else(String::new, |mark| format!(", {}", mark.word()));
                format!("  {}: {} ({}{mark})", roll.purpose, faces.join(" "), roll.source)
            }));
        }
        if let Some(proof) = &self.proof {
            lines.push("Proof".to_owned());
            lines.push(format!("  decided by {} under {}", proof.program, short(&proof.catalog)));
            lines.push(format!("  state {}", short(&proof.digest)));
            lines.push(format!("  chain {}", short(&proof.chain)));
        }
        lines.iter().map(|line| shown(line)).collect::<Vec<_>>().join("\n")
    }
}

fn short(hash: &str) -> &str {
    hash.get(..16).unwrap_or(hash)
}
