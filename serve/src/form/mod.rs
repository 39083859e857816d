//! Forms: what is due as a value that pages and programs are made from. A page knows no rule; it offers what a form offers.

mod ask;
pub mod draw;
pub mod parts;
mod read;

pub use ask::form;
pub use read::commands;
pub(crate) use read::new_vessel;

use renown::campaign::Library;
use renown::campaign::due::{self, Ask, Due};
use renown::campaign::state::{Campaign, PlayerId, Vessel, VesselId, VesselState};
use renown::campaign::view::{Seen, Viewer};
use renown::report::due::DueView;
use serde::Serialize;

/// What is asked of somebody, and what he may answer.
#[derive(Clone, Debug, Serialize)]
pub struct Form {
    /// Which decision it is.
    pub due: String,
    /// A hash of what the answer depends on: while it holds, an answer fits.
    pub version: String,
    /// The battle.
    pub battle: Option<u32>,
    /// Who decides.
    pub who: Vec<String>,
    /// What kind of decision.
    pub asks: &'static str,
    /// What is asked, in a sentence.
    pub says: String,
    /// The rule that leaves it to him.
    pub rule: &'static str,
    /// Until when.
    pub until: Option<chrono::NaiveDate>,
    /// What is filled in.
    pub fields: Vec<Field>,
    /// What the button says.
    pub submit: &'static str,
    /// Another page that asks for it, where one form does not do.
    pub page: Option<String>,
}

/// One thing to fill in.
#[derive(Clone, Debug, Serialize)]
pub struct Field {
    /// The name under which it is sent.
    pub key: String,
    /// What it is called.
    pub label: String,
    /// What may be filled in.
    #[serde(flatten)]
    pub kind: Kind,
}

/// What may be filled in.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Kind {
    /// One of these.
    OneOf {
        /// What may be chosen.
        choices: Vec<Choice>,
        /// What is chosen unless somebody says otherwise.
        usual: Option<String>,
    },
    /// Any of these.
    SomeOf {
        /// What may be chosen.
        choices: Vec<Choice>,
        /// The points that they may be worth together.
        budget: Option<u32>,
        /// What is chosen unless somebody says otherwise.
        usual: Vec<String>,
    },
    /// A number.
    Number {
        /// The least.
        least: u32,
        /// The most.
        most: u32,
        /// The usual.
        usual: Option<u32>,
    },
    /// Points over rows; each row is sent as `key:value`.
    Split {
        /// How much there is.
        points: u32,
        /// What a step costs.
        price: u32,
        /// Where it may go.
        rows: Vec<Row>,
    },
    /// Words.
    Text {
        /// The most letters.
        most: u32,
        /// Whether it must be filled in.
        needed: bool,
    },
    /// Yes or no.
    Tick,
    /// Nothing: it says why something is not offered.
    Note,
}

/// Something that may be chosen.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Choice {
    /// What is sent.
    pub value: String,
    /// What it is called.
    pub label: String,
    /// What it means.
    pub says: String,
    /// What it is worth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<u32>,
    /// Why it cannot be chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why_not: Option<String>,
}

/// A row of a split.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// What is sent.
    pub value: String,
    /// What it is called, with what it lacks.
    pub label: String,
    /// The most.
    pub most: u32,
    /// The usual.
    pub usual: u32,
}

impl Choice {
    pub(crate) fn new(value: impl Into<String>, label: impl Into<String>, says: impl Into<String>) -> Self {
        Self { value: value.into(), label: label.into(), says: says.into(), ..Self::default() }
    }
}

/// The name of a decision: the same as long as it is open.
#[must_use]
pub fn id(due: &Due, asks: &str) -> String {
    let battle = due.battle.map_or(0, |battle| battle.0);
    let who = due.who.first().map_or(0, |who| who.0);
    let more = match &due.ask {
        Ask::Grant { kind, .. } => format!("-{kind}"),
        _ => String::new(),
    };
    format!("{battle}-{asks}-{who}{more}")
}

/// A hash of what the answer to a decision depends on.
pub(crate) fn version(seen: &Seen, due: &Due) -> String {
    let battle = due.battle.and_then(|id| seen.battles.get(&id));
    // What is signed is the report as it was read.
    let report = battle.and_then(|battle| battle.confirmation.as_ref()).map(|waiting| format!("{waiting:?}"));
    let text = format!("{:?} {report:?}", (due.battle, &due.who, &due.ask));
    blake3::hash(text.as_bytes()).to_hex()[..12].to_owned()
}

/// Whether somebody may answer.
#[must_use]
pub fn is_asked(viewer: Viewer, due: &Due) -> bool {
    match viewer {
        Viewer::Arbitrator => true,
        Viewer::Player(player) => due.who.contains(&player),
        Viewer::Public => false,
    }
}

/// Everything that is due, as somebody sees it, with its form.
pub fn all(seen: &Seen, library: &dyn Library) -> Vec<(Due, Form)> {
    due::due(seen, library)
        .into_iter()
        .map(|due| {
            let form = form(seen, &due, library);
            (due, form)
        })
        .collect()
}

/// A decision by its name.
#[must_use]
pub fn find(seen: &Seen, library: &dyn Library, name: &str) -> Option<(Due, Form)> {
    all(seen, library).into_iter().find(|(_, form)| form.due == name)
}

/// A decision in words.
pub(crate) fn view(seen: &Campaign, due: &Due) -> DueView {
    DueView::new(seen, due)
}

/// A vessel of somebody by its name. Numbers of vessels would tell how many others there are.
pub(crate) fn vessel(seen: &Campaign, owner: PlayerId, name: &str) -> Option<VesselId> {
    let afloat = |vessel: &&Vessel| vessel.player == owner && vessel.state != VesselState::Lost;
    seen.vessels.values().filter(afloat).find(|vessel| vessel.name == name).map(|vessel| vessel.id)
}

/// What a vessel is, for whoever picks among several.
pub(crate) fn about(seen: &Campaign, vessel: &Vessel) -> String {
    let mut parts = vec![renown::report::register::class_words(seen, &vessel.hulls)];
    if let Some(leadership) = vessel.leadership {
        parts.push(format!("Ld {leadership}"));
    }
    if vessel.damage > 0 && !seen.is_squadron(vessel) {
        let full = seen.full_hits(vessel);
        parts.push(format!("{} of {full} hits", full.saturating_sub(vessel.damage)));
    }
    if vessel.ships() < vessel.strength() {
        parts.push(format!("{} of {} ships", vessel.ships(), vessel.strength()));
    }
    parts.join(", ")
}
