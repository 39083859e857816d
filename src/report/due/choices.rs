//! What may be answered, each with what it means and its figure; and what may not, with the reason.

use super::{Choice, Shape, name};
use crate::campaign::aftermath::repairs;
use crate::campaign::due::{Ask, Due};
use crate::campaign::ranks::Mark;
use crate::campaign::state::grant::AppealKind;
use crate::campaign::state::{Campaign, PlayerId, SystemId, Vessel, VesselId, VesselState};
use crate::campaign::turn::MissionClass;
use crate::report::register::{class_words, condition};
use crate::text::{count, thousands};

/// How a decision is answered.
pub(super) fn shape(ask: &Ask) -> Shape {
    match ask {
        Ask::Fleet { allowance, .. } => Shape::Some { most: None, twice: false, budget: *allowance },
        Ask::Size { least, most, .. } => Shape::Number { least: *least, most: *most },
        Ask::Advances { vessels } | Ask::Tenders { vessels } => {
            Shape::Some { most: Some(vessels.len()), twice: false, budget: None }
        }
        Ask::Repairs { points, price, .. } => Shape::Split { points: *points, price: *price },
        Ask::Appeals { most, .. } => Shape::Some { most: Some(*most), twice: true, budget: None },
        Ask::Grant { kind: AppealKind::Reinforcements | AppealKind::Ramilies, .. }
        | Ask::Battle { .. }
        | Ask::Plots => Shape::Words,
        Ask::Grant { names: Some((_, ships)), .. } => {
            Shape::Some { most: usize::try_from(*ships).ok(), twice: false, budget: None }
        }
        Ask::Pick { .. }
        | Ask::Base { .. }
        | Ask::Answer
        | Ask::Orders { .. }
        | Ask::Location { .. }
        | Ask::Nominate { .. }
        | Ask::Confirm
        | Ask::Gift
        | Ask::Train { .. }
        | Ask::Grant { .. }
        | Ask::Flagship { .. }
        | Ask::Mark { .. } => Shape::One,
    }
}

fn choice(value: &str, says: impl Into<String>) -> Choice {
    Choice { value: value.to_owned(), says: says.into(), figure: None }
}

/// What may be answered.
pub(super) fn open(campaign: &Campaign, due: &Due) -> Vec<Choice> {
    match &due.ask {
        Ask::Answer => vec![
            choice("accept", "the battle begins"),
            choice("decline", "cannot play; nothing comes of it"),
            choice("refuse", "will not play (CHAL-02)"),
        ],
        Ask::Pick { free: systems } | Ask::Location { reach: systems } | Ask::Base { systems } => {
            worlds(campaign, systems)
        }
        Ask::Orders { chooser, hunter } => orders(chooser.is_some(), hunter.is_some()),
        Ask::Size { least, most, .. } => vec![choice(&format!("{least}-{most}"), "points")],
        Ask::Fleet { ready, .. } => ready
            .iter()
            .filter_map(|(id, points)| Some((campaign.vessels.get(id)?, *points)))
            .map(|(vessel, points)| Choice { figure: Some(points.into()), ..ship(campaign, vessel) })
            .collect(),
        Ask::Confirm => vec![choice("confirm", "it stands"), choice("dispute", "with a reason; it is recorded again")],
        Ask::Tenders { .. } => vec![choice("renown", "1"), choice("repairs", "2 points")],
        Ask::Gift => vec![choice("refit", "the flagship rolls a refit"), choice("gift", "it rolls a gift")],
        Ask::Advances { .. } => vec![choice("Leadership", "1 more"), choice("skill", "rolled")],
        Ask::Repairs { .. } => hurt(campaign, due.who.first().copied()),
        Ask::Appeals { kinds, .. } => kinds.iter().map(|(kind, face)| appeal(*kind, *face)).collect(),
        Ask::Nominate { ships: vessels }
        | Ask::Train { crews: vessels }
        | Ask::Grant { ships: vessels, .. }
        | Ask::Flagship { ships: vessels } => ships(campaign, vessels),
        Ask::Mark { open, .. } => open.iter().map(|mark| choice(mark, mark_words(mark))).collect(),
        Ask::Plots | Ask::Battle { .. } => Vec::new(),
    }
}

/// What may not be answered though one might think of it, and why.
pub(super) fn closed(campaign: &Campaign, due: &Due) -> Vec<Choice> {
    let own = || due.who.iter().take(1).flat_map(|who| campaign.register(*who));
    match &due.ask {
        Ask::Fleet { .. } => own()
            .filter(|vessel| vessel.state == VesselState::Withdrawn)
            .map(|vessel| choice(&vessel.name, "withdrawn (REPAIR-13)"))
            .collect(),
        Ask::Repairs { .. } => own()
            .filter(|vessel| vessel.state == VesselState::Withdrawn)
            .map(|vessel| choice(&vessel.name, "withdrawn: it comes back whole (REPAIR-13)"))
            .collect(),
        Ask::Appeals { closed, .. } => closed.iter().map(|(kind, why)| choice(kind.word(), reason(why))).collect(),
        Ask::Flagship { .. } => own()
            .filter(|vessel| campaign.is_squadron(vessel))
            .map(|vessel| choice(&vessel.name, "a squadron bears no flag (CMDR-02)"))
            .collect(),
        Ask::Pick { .. }
        | Ask::Base { .. }
        | Ask::Answer
        | Ask::Orders { .. }
        | Ask::Location { .. }
        | Ask::Size { .. }
        | Ask::Nominate { .. }
        | Ask::Plots
        | Ask::Battle { .. }
        | Ask::Confirm
        | Ask::Tenders { .. }
        | Ask::Gift
        | Ask::Advances { .. }
        | Ask::Train { .. }
        | Ask::Grant { .. }
        | Ask::Mark { .. } => Vec::new(),
    }
}

fn reason(why: &crate::campaign::refusal::Refusal) -> String {
    why.rule.as_ref().map_or_else(|| why.says.clone(), |rule| format!("{} ({rule})", why.says))
}

fn worlds(campaign: &Campaign, systems: &[SystemId]) -> Vec<Choice> {
    let known = systems.iter().filter_map(|id| campaign.systems.get(id));
    known
        .map(|system| {
            let owner = system.owner.map_or_else(|| "neutral".to_owned(), |id| name(campaign, id));
            choice(&system.name, format!("{}, {owner}", system.kind))
        })
        .collect()
}

fn orders(chooses: bool, hunts: bool) -> Vec<Choice> {
    let of = |class: MissionClass| {
        let (least, most) = class.range();
        format!("{} to {} points", thousands(least), thousands(most))
    };
    let chosen = [choice("raid", of(MissionClass::Raid)), choice("battle", of(MissionClass::Battle))];
    let mut list: Vec<Choice> = chosen.into_iter().filter(|_| chooses).collect();
    list.push(choice("roll", "1-2 a raid, 3-6 a battle"));
    if hunts {
        list.push(choice("hunt", "look for the pirate's base, with a scenario (PIRATE-04)"));
    }
    list
}

fn appeal(kind: AppealKind, face: i32) -> Choice {
    let gives = match kind {
        AppealKind::Reinforcements => "a capital ship or a squadron more",
        AppealKind::Refit => "a refit for a capital ship",
        AppealKind::Other => "a roll on the table of the fleet",
        AppealKind::Ramilies => "a Ramilies star fort",
    };
    let on = if face <= 1 { "always".to_owned() } else { format!("on {face}+") };
    Choice { figure: Some(face.into()), ..choice(kind.word(), format!("{gives}, {on}")) }
}

/// What a Mark of Chaos does (RANK-13).
fn mark_words(mark: &str) -> &'static str {
    Mark::from_word(mark).map_or("", |mark| match mark {
        Mark::Slaanesh => "enemy ships within 15 cm have -2 Leadership",
        Mark::Khorne => "boarding value doubled",
        Mark::Tzeentch => "one re-roll more",
        Mark::Nurgle => "1 hit more, and the ship cannot be boarded",
    })
}

fn ship(campaign: &Campaign, vessel: &Vessel) -> Choice {
    let says = format!("{}, {}", class_words(campaign, &vessel.hulls), condition(campaign, vessel));
    Choice { value: vessel.name.clone(), says, figure: Some(vessel.points.into()) }
}

fn ships(campaign: &Campaign, vessels: &[VesselId]) -> Vec<Choice> {
    vessels.iter().filter_map(|id| campaign.vessels.get(id)).map(|vessel| ship(campaign, vessel)).collect()
}

/// Where repair points can go.
fn hurt(campaign: &Campaign, owner: Option<PlayerId>) -> Vec<Choice> {
    let vessels = owner.into_iter().flat_map(|owner| campaign.register(owner));
    let ready = vessels.filter(|vessel| vessel.state == VesselState::Ready);
    let lacks = ready.filter_map(|vessel| {
        let missing = repairs::missing(campaign, vessel);
        let what = if campaign.is_squadron(vessel) { "ship" } else { "hit" };
        let says = format!("{}, lacks {}", condition(campaign, vessel), count(missing, what));
        (missing > 0).then(|| Choice { figure: Some(missing.into()), ..choice(&vessel.name, says) })
    });
    lacks.collect()
}
