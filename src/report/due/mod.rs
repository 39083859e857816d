//! What waits for people, in words: who must decide, what, what may be answered with its figures, and what is usual. All
//! of it is made from the one list of [`campaign::due`](crate::campaign::due).

mod choices;

use chrono::NaiveDate;
use serde::Serialize;

use super::listing::{Listing, figures, words};
use crate::campaign::Library;
use crate::campaign::due::{self, Ask, Due, Next};
use crate::campaign::state::battle::{Battle, Step};
use crate::campaign::state::grant::AppealKind;
use crate::campaign::state::{Campaign, PlayerId, VesselId};
use crate::campaign::turn::plots::Whose;
use crate::campaign::view::Seen;
use crate::text::{and_list, count, or_list, thousands};

/// One decision that waits for somebody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DueView {
    /// The battle that waits for it.
    pub battle: Option<u32>,
    /// Who decides; of several any of them may.
    pub who: Vec<String>,
    /// What kind of decision it is.
    pub asks: &'static str,
    /// What is asked, in a sentence.
    pub says: String,
    /// How it is answered.
    pub shape: Shape,
    /// What may be answered, where that can be listed.
    pub choices: Vec<Choice>,
    /// What may not, and why.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub closed: Vec<Choice>,
    /// What is usual, where something is.
    pub usual: Option<String>,
    /// The rule that leaves it to him.
    pub rule: &'static str,
    /// Since when.
    pub since: Option<NaiveDate>,
    /// Until when, where there is a limit.
    pub until: Option<NaiveDate>,
}

/// Something that may be answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Choice {
    /// What is answered.
    pub value: String,
    /// What that means.
    pub says: String,
    /// Points that it costs or counts for, hits that it lacks, or the face that it needs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub figure: Option<i64>,
}

/// How a decision is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "is")]
pub enum Shape {
    /// One of the choices.
    One,
    /// Some of the choices, or none.
    Some {
        /// The most of them.
        most: Option<usize>,
        /// One may be named twice.
        twice: bool,
        /// The most that their figures may come to.
        budget: Option<u32>,
    },
    /// A number.
    Number {
        /// The least.
        least: u32,
        /// The most.
        most: u32,
    },
    /// Points spread over the choices.
    Split {
        /// All points.
        points: u32,
        /// What one costs.
        price: u32,
    },
    /// Words, or something of its own: a report, a battle.
    Words,
}

/// Everything that waits for people, as an onlooker may see it.
#[must_use]
pub fn views(seen: &Seen, library: &dyn Library) -> Vec<DueView> {
    due::due(seen, library).iter().map(|due| DueView::new(seen, due)).collect()
}

impl DueView {
    /// A decision with names for ids.
    #[must_use]
    pub fn new(campaign: &Campaign, due: &Due) -> Self {
        let who: Vec<String> = due.who.iter().map(|id| name(campaign, *id)).collect();
        Self {
            battle: due.battle.map(|id| id.0),
            says: sentence(campaign, due),
            who,
            asks: asks(&due.ask),
            shape: choices::shape(&due.ask),
            choices: choices::open(campaign, due),
            closed: choices::closed(campaign, due),
            usual: usual(campaign, &due.ask),
            rule: due.rule,
            since: due.since,
            until: due.until,
        }
    }
}

/// The list as a table.
#[must_use]
pub fn listing(views: &[DueView]) -> Listing<'_> {
    let day = |day: Option<NaiveDate>| day.map_or_else(String::new, |day| day.to_string());
    Listing::new(
        views,
        &[
            figures("Battle", &|view: &DueView| view.battle.map_or_else(String::new, |battle| battle.to_string())),
            words("What", &|view| view.says.clone()),
            words("Since", &|view| day(view.since)),
            words("Until", &|view| day(view.until)),
            words("Rule", &|view| view.rule.to_owned()),
        ],
    )
}

/// What a battle waits for, and for whom.
#[must_use]
pub fn due(campaign: &Campaign, battle: &Battle, library: &dyn Library) -> String {
    let waits = match due::next(campaign, battle, library) {
        Next::RunsOn(_) => return runs_on(battle.step).to_owned(),
        Next::Waits(waits) => waits,
    };
    match waits.as_slice() {
        [] => "nothing".to_owned(),
        [first, second] if alike(first, second) => together(campaign, first, second),
        waits => waits.iter().map(|due| sentence(campaign, due)).collect::<Vec<_>>().join("; "),
    }
}

/// Whether both sides are asked the same.
const fn alike(one: &Due, other: &Due) -> bool {
    matches!(
        (&one.ask, &other.ask),
        (Ask::Fleet { .. }, Ask::Fleet { .. })
            | (Ask::Nominate { .. }, Ask::Nominate { .. })
            | (Ask::Appeals { .. }, Ask::Appeals { .. })
    )
}

/// What happens by itself at a step.
const fn runs_on(step: Step) -> &'static str {
    match step {
        Step::Initiative => "both roll for initiative",
        Step::Orders => "orders are rolled",
        Step::Scenario => "the scenario is rolled, or both agree on one",
        Step::Location => "the only system in reach is attacked",
        Step::SubPlots => "both roll a sub-plot",
        Step::Spoils => "the spoils of war",
        Step::Renown => "renown is added up",
        Step::Promotions => "promotions and demotions",
        Step::Experience => "crews roll for experience",
        Step::Repairs => "repair points are counted",
        Step::Challenge | Step::Size | Step::Fleets | Step::Battle | Step::Appeals | Step::Closed => "nothing",
    }
}

/// Both sides in one sentence: `Anna and Boris pick a fleet`.
fn together(campaign: &Campaign, first: &Due, second: &Due) -> String {
    let who: Vec<String> = first.who.iter().chain(&second.who).map(|id| name(campaign, *id)).collect();
    match (&first.ask, &second.ask) {
        (Ask::Fleet { .. }, _) => format!("{} pick a fleet", and_list(&who)),
        (Ask::Nominate { .. }, _) => format!("{} nominate a ship", and_list(&who)),
        (Ask::Appeals { most, kinds, .. }, Ask::Appeals { most: other, kinds: others, .. }) => {
            let words =
                |kinds: &[(AppealKind, i32)]| or_list(&kinds.iter().map(|(kind, _)| kind.word()).collect::<Vec<_>>());
            format!(
                "both declare their appeals: {} up to {most} of {}; {} up to {other} of {}",
                who[0],
                words(kinds),
                who[1],
                words(others)
            )
        }
        _ => [first, second].map(|due| sentence(campaign, due)).join("; "),
    }
}

/// What one decision is about: `Anna spends 3 repair points (by default on Duke 2, Vigil 1) and withdraws`.
fn sentence(campaign: &Campaign, due: &Due) -> String {
    let names: Vec<String> = due.who.iter().map(|id| name(campaign, *id)).collect();
    let who = or_list(&names);
    let battle = due.battle.and_then(|id| campaign.battles.get(&id));
    match &due.ask {
        Ask::Pick { .. } => format!("{who} picks a system"),
        Ask::Base { .. } => format!("{who} hides a base"),
        Ask::Answer => format!("{who} answers"),
        Ask::Orders { chooser, hunter } => orders(campaign, *chooser, *hunter),
        Ask::Location { .. } => format!("{who} picks the system"),
        Ask::Size { least, most, usual } => format!(
            "both agree the points: {} to {}, usually {}",
            thousands(*least),
            thousands(*most),
            thousands(*usual)
        ),
        Ask::Fleet { allowance: Some(points), .. } => {
            format!("{who} picks a fleet of up to {} points", thousands(*points))
        }
        Ask::Fleet { allowance: None, .. } => format!("{who} picks a fleet"),
        Ask::Nominate { .. } => format!("{who} nominates a ship{}", plot_of(battle, due)),
        Ask::Plots => "the sub-plots wait".to_owned(),
        Ask::Battle { under_way: true, .. } => "the battle is under way".to_owned(),
        Ask::Battle { free_defences: 0, .. } => "the battle, then its report".to_owned(),
        Ask::Battle { free_defences, .. } => {
            let defender = battle.and_then(|battle| battle.sides.as_ref()).map(|sides| sides.defender.player);
            let defender = defender.map(|id| name(campaign, id)).unwrap_or_default();
            let points = count(*free_defences, "point");
            format!("the battle, then its report; {defender} may buy planetary defences for {points} before")
        }
        Ask::Confirm => {
            let silence = due.until.map_or_else(String::new, |day| format!("; silence confirms it on {day}"));
            format!("{who} confirms or disputes the report{silence}")
        }
        Ask::Tenders { vessels } => {
            format!(
                "{who} says whether {} gives 1 renown or 2 repair points",
                and_list(&vessel_names(campaign, vessels))
            )
        }
        Ask::Gift => format!("{who} says whether the flagship rolls a refit or a gift"),
        Ask::Advances { vessels } => {
            let crews = and_list(&vessel_names(campaign, vessels));
            let verb = if vessels.len() == 1 { "advances" } else { "advance" };
            format!("{who} says how {crews} {verb}: 1 Leadership or a skill")
        }
        Ask::Train { .. } => format!("{who} says whom the veteran trainers train, or nobody"),
        Ask::Repairs { points, .. } => {
            let plan = usual(campaign, &due.ask).unwrap_or_else(|| "nothing".to_owned());
            format!("{who} spends {} (by default on {plan}) and withdraws", count(*points, "repair point"))
        }
        Ask::Appeals { most, kinds, .. } => {
            let kinds: Vec<&str> = kinds.iter().map(|(kind, _)| kind.word()).collect();
            format!(
                "{who} declares up to {} of {}, or none",
                count(u32::try_from(*most).unwrap_or(u32::MAX), "appeal"),
                or_list(&kinds)
            )
        }
        Ask::Grant { names: Some((boon, ships)), .. } => format!("{who} names {} for {boon}", count(*ships, "ship")),
        Ask::Grant { kind, names: None, .. } => format!("{who} takes the granted {kind}, or waives it"),
        Ask::Flagship { .. } => format!("{who} chooses a new flagship"),
        Ask::Mark { owed, open } => format!(
            "{who} chooses {} of Chaos: {}",
            count(u32::try_from(*owed).unwrap_or(u32::MAX), "Mark"),
            or_list(open)
        ),
    }
}

fn orders(campaign: &Campaign, chooser: Option<PlayerId>, hunter: Option<PlayerId>) -> String {
    let chooses = chooser.map(|id| format!("{} chooses raid or battle, or has it rolled", name(campaign, id)));
    let hunts = hunter.map(|id| format!("{} may hunt the pirate's base", name(campaign, id)));
    chooses.into_iter().chain(hunts).collect::<Vec<_>>().join("; ")
}

/// The sub-plot that asks for a ship, with its words.
fn plot_of(battle: Option<&Battle>, due: &Due) -> String {
    let side = battle.zip(due.who.first()).and_then(|(battle, who)| battle.side_of(*who));
    let plot = side.and_then(|side| side.plot.as_ref());
    let words = plot.and_then(|plot| {
        let whose = match plot.plot.nominates()? {
            Whose::Own => "of his own",
            Whose::Enemy => "of the enemy's",
        };
        Some(format!(" {whose} for {}", plot.plot))
    });
    words.unwrap_or_default()
}

const fn asks(ask: &Ask) -> &'static str {
    match ask {
        Ask::Pick { .. } => "system",
        Ask::Base { .. } => "base",
        Ask::Answer => "answer",
        Ask::Orders { .. } => "orders",
        Ask::Location { .. } => "location",
        Ask::Size { .. } => "size",
        Ask::Fleet { .. } => "fleet",
        Ask::Nominate { .. } => "nomination",
        Ask::Plots => "sub-plots",
        Ask::Battle { .. } => "battle",
        Ask::Confirm => "confirmation",
        Ask::Tenders { .. } => "tenders",
        Ask::Gift => "gift",
        Ask::Advances { .. } => "advances",
        Ask::Train { .. } => "trainers",
        Ask::Repairs { .. } => "repairs",
        Ask::Appeals { .. } => "appeals",
        Ask::Grant { .. } => "grant",
        Ask::Flagship { .. } => "flagship",
        Ask::Mark { .. } => "mark",
    }
}

/// What is usual, in words.
fn usual(campaign: &Campaign, ask: &Ask) -> Option<String> {
    match ask {
        Ask::Orders { .. } => Some("roll".to_owned()),
        Ask::Size { usual, .. } => Some(usual.to_string()),
        Ask::Tenders { .. } => Some("renown".to_owned()),
        Ask::Gift => Some("refit".to_owned()),
        Ask::Advances { .. } => Some("Leadership".to_owned()),
        Ask::Train { .. } | Ask::Appeals { .. } => Some("none".to_owned()),
        Ask::Fleet { usual, .. } => Some(vessel_names(campaign, usual).join(", ")).filter(|fleet| !fleet.is_empty()),
        Ask::Repairs { usual, .. } => {
            let parts = usual.iter().map(|(id, by)| Some(format!("{} {by}", campaign.vessels.get(id)?.name)));
            let parts: Vec<String> = parts.flatten().collect();
            Some(parts.join(", ")).filter(|plan| !plan.is_empty())
        }
        Ask::Pick { .. }
        | Ask::Base { .. }
        | Ask::Answer
        | Ask::Location { .. }
        | Ask::Nominate { .. }
        | Ask::Plots
        | Ask::Battle { .. }
        | Ask::Confirm
        | Ask::Grant { .. }
        | Ask::Flagship { .. }
        | Ask::Mark { .. } => None,
    }
}

fn vessel_names(campaign: &Campaign, vessels: &[VesselId]) -> Vec<String> {
    vessels.iter().filter_map(|id| campaign.vessels.get(id)).map(|vessel| vessel.name.clone()).collect()
}

/// The name of a player, where he is known.
pub(super) fn name(campaign: &Campaign, player: PlayerId) -> String {
    campaign.players.get(&player).map(|player| player.name.clone()).unwrap_or_default()
}
