//! A battle and its campaign turn, as far as it has come.

use std::fmt::Write as _;

use chrono::NaiveDate;
use serde::Serialize;

use super::due::{due, name};
use super::listing::{Listing, figures, words};
use super::scenario;
use super::score::score;
use super::style::Style;
use crate::campaign::Library;
use crate::campaign::aftermath::boons;
use crate::campaign::hint::{Hint, Wording};
use crate::campaign::state::battle::result::BattleResult;
use crate::campaign::state::battle::{Battle, Ending, Side, Step};
use crate::campaign::state::{BattleId, Campaign, VesselId};
use crate::campaign::turn::plots::Plot;
use crate::campaign::turn::report::Role;
use crate::campaign::turn::{BySide, MissionClass};
use crate::campaign::view::Seen;
use crate::scenario::Scenario;
use crate::scenario::set_up::SetUp;
use crate::text::{and_list, thousands};

/// A battle with names for ids.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BattleView {
    /// Number.
    pub battle: u32,
    /// The step that is due.
    pub step: Step,
    /// Who offered it.
    pub challenger: String,
    /// To whom.
    pub challenged: String,
    /// When.
    pub offered: NaiveDate,
    /// How it ended without being fought.
    pub ending: Option<Ending>,
    /// Raid, major raid or battle.
    pub class: Option<MissionClass>,
    /// What is played.
    pub scenario: Option<Scenario>,
    /// An attack on a pirate base.
    pub base_attack: bool,
    /// The structure that stands in for the planet, where the base is one (PIRATE-14).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub structure: Option<String>,
    /// Where.
    pub system: Option<String>,
    /// Agreed points.
    pub size: Option<u32>,
    /// Transports of a convoy.
    pub transports: Option<u32>,
    /// The table and what else was rolled for it, once it is set up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub set_up: Option<SetUp>,
    /// How far it has come at the terminal, while it is played there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub under_way: Option<UnderWayView>,
    /// Attacker, then defender, once known.
    pub sides: Vec<SideView>,
    /// Who did not turn up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forfeited_by: Option<String>,
    /// A player's report that waits to be confirmed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unconfirmed: Option<UnconfirmedView>,
    /// Who won, and what each side earned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<BattleResult>,
    /// What decided it, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<String>,
    /// What the players at the table need, until the battle is reported.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub briefing: Option<BriefingView>,
    /// What is due, and who must decide it.
    pub due: String,
}

/// A battle that is played at the terminal: what everybody may know of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct UnderWayView {
    /// Who decides for attacker and defender: `captain`, `admiral`, `cadet` or `me`.
    pub captains: BySide<String>,
    /// The game turn; 0 while somebody deploys, none before anybody was asked.
    pub turn: Option<u8>,
    /// Who is asked.
    pub asked: Option<String>,
}

impl UnderWayView {
    /// How it stands, in words.
    #[must_use]
    pub fn words(&self) -> String {
        match (self.turn, &self.asked) {
            (Some(0), Some(asked)) => format!("under way: {asked} deploys"),
            (Some(turn), Some(asked)) => format!("under way: turn {turn}, {asked} is asked"),
            _ => "under way".to_owned(),
        }
    }
}

/// A report that one player made and nobody agreed to yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct UnconfirmedView {
    /// Who reported it.
    pub by: String,
    /// When.
    pub reported: NaiveDate,
    /// Who is to confirm it.
    pub waits_for: String,
    /// The day on which silence confirms it.
    pub silence: NaiveDate,
    /// What it says.
    pub result: BattleResult,
    /// What decided it, in words.
    pub score: String,
}

/// The scenario at a glance, with names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BriefingView {
    /// Who sets up first, and how.
    pub set_up: String,
    /// Who has the first turn.
    pub first_turn: String,
    /// How long it lasts.
    pub length: String,
    /// Edges and zones.
    pub edges: String,
}

/// One side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SideView {
    /// Who.
    pub player: String,
    /// Renown before the battle.
    pub renown: i32,
    /// Points he may field.
    pub allowance: Option<u32>,
    /// What he fields.
    pub fleet: Vec<String>,
    /// Its points.
    pub points: u32,
    /// Re-rolls of his commander in this battle.
    pub rerolls: u8,
    /// Points of planetary defences, free and bought.
    pub defences: u32,
    /// Free transports.
    pub transports: u32,
    /// Ships lent to him for this game, and what else his appeals do in it (APPEAL-14, APPEAL-15).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub appeals: Vec<String>,
    /// His sub-plot.
    pub plot: Option<PlotView>,
}

/// A sub-plot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlotView {
    /// Which.
    pub plot: Plot,
    /// The ship it concerns.
    pub ship: Option<String>,
    /// What it does for or to its player.
    pub effect: &'static str,
    /// What its dice gave.
    pub effects: Vec<String>,
    /// What its player must achieve.
    pub objective: &'static str,
    /// Renown if he does, and if he does not.
    pub renown: (i32, i32),
    /// The other side must not know of it yet.
    pub secret: bool,
}

impl BattleView {
    /// Draws up a battle.
    #[must_use]
    pub fn new(seen: &Seen, battle: &Battle, library: &dyn Library) -> Self {
        let sides = battle.sides.as_ref().map(|sides| sides.both().map(|side| side_view(seen, battle, side)));
        Self {
            battle: battle.id.0,
            step: battle.step,
            challenger: name(seen, battle.challenger),
            challenged: name(seen, battle.challenged),
            offered: battle.offered,
            ending: battle.ending,
            class: battle.class,
            scenario: battle.scenario,
            base_attack: battle.base_attack,
            structure: structure(seen, battle, library),
            system: battle.system.and_then(|at| seen.systems.get(&at)).map(|system| system.name.clone()),
            size: battle.size,
            transports: battle.convoy.as_ref().map(|convoy| convoy.transports),
            set_up: battle.set_up.as_deref().cloned(),
            under_way: battle.under_way.as_ref().filter(|_| battle.is_under_way()).map(|begun| UnderWayView {
                captains: begun.captains.clone(),
                turn: None,
                asked: None,
            }),
            sides: sides.into_iter().flatten().collect(),
            forfeited_by: battle.forfeited_by.map(|by| name(seen, by)),
            unconfirmed: unconfirmed(seen, battle),
            result: battle.result.clone(),
            score: battle.report.as_ref().zip(battle.result.as_ref()).map(|(told, result)| score(battle, told, result)),
            briefing: briefing(seen, battle),
            due: due(seen, battle, library),
        }
    }

    /// Adds whose answer a battle under way waits for.
    pub fn stands(&mut self, asked: Role, turn: u8) {
        let name = self.sides.get(asked as usize).map(|side| side.player.clone());
        if let Some(under_way) = &mut self.under_way {
            (under_way.turn, under_way.asked) = (Some(turn), name);
            self.due = format!("the battle is {}", under_way.words());
        }
    }

    /// The battle as people read it.
    #[must_use]
    pub fn text(&self, style: Style, wording: Wording) -> String {
        let mut out = style.heading(&format!("Battle {}: {} and {}", self.battle, self.challenger, self.challenged));
        let _ = write!(out, "\nOffered {}", self.offered);
        let what = [
            self.class.map(|class| class.to_string()),
            self.scenario.map(|scenario| scenario.to_string()),
            self.system.as_ref().map(|system| format!("in {system}")),
            self.size.map(|size| format!("{} points", thousands(size))),
            self.transports.map(|number| format!("{number} transports")),
            self.base_attack.then(|| match &self.structure {
                Some(structure) => format!("an attack on a base: {structure} in place of the planet"),
                None => "an attack on a base".to_owned(),
            }),
        ];
        let what: Vec<String> = what.into_iter().flatten().collect();
        if !what.is_empty() {
            let _ = write!(out, ": {}", what.join(", "));
        }
        for (role, side) in ["Attacker", "Defender"].iter().zip(&self.sides) {
            let _ = write!(out, "\n{role}: {}", side.words());
        }
        for side in &self.sides {
            if let Some(plot) = side.plot.as_ref().filter(|_| self.result.is_none()) {
                let _ = write!(out, "\n{}", plot.words(&side.player));
            }
        }
        if let Some(briefing) = &self.briefing {
            let BriefingView { set_up, first_turn, length, edges } = briefing;
            let lines = [("Set-up", set_up), ("First turn", first_turn), ("Length", length), ("Edges", edges)];
            for (what, says) in lines {
                let _ = write!(out, "\n{what}: {says}");
            }
            let _ = write!(out, "\nMore: {}", wording(&Hint::ShowScenario(BattleId(self.battle))));
        }
        if let Some(set_up) = &self.set_up {
            let _ = write!(out, "\n\n{}", scenario::set_up(set_up, style).trim_end());
        }
        if let Some(by) = &self.forfeited_by {
            let _ = write!(out, "\nForfeited: {by} did not turn up");
        }
        if let Some(waiting) = &self.unconfirmed {
            let _ = write!(
                out,
                "\nReported by {} on {}: {}. Not confirmed: {} may dispute it until silence confirms it on {}",
                waiting.by,
                waiting.reported,
                self.outcome(&waiting.result, &waiting.score),
                waiting.waits_for,
                waiting.silence
            );
        }
        if let Some(result) = &self.result {
            let _ = write!(out, "\nResult: {}", self.outcome(result, self.score.as_deref().unwrap_or_default()));
            for (role, side) in [Role::Attacker, Role::Defender].into_iter().zip(&self.sides) {
                let earned: Vec<String> =
                    result.account.of(role).iter().map(|line| format!("{} {}", line.what, line.points)).collect();
                let earned = if earned.is_empty() { "nothing".to_owned() } else { earned.join(", ") };
                let plot = side.plot.as_ref().map_or_else(String::new, |plot| {
                    format!(", {} {}", plot.plot, if *result.plots.of(role) { "achieved" } else { "failed" })
                });
                let _ = write!(out, "\n{}: {}{plot}; earned by {earned}", side.player, result.name(role));
            }
        }
        let _ = write!(out, "\nDue: {}", self.due);
        out
    }

    fn outcome(&self, result: &BattleResult, score: &str) -> String {
        let winner = result.winner.and_then(|role| self.sides.get(usize::from(role == Role::Defender)));
        let won = winner.map_or_else(|| "a draw".to_owned(), |side| format!("{} wins", side.player));
        format!("{won}, {score}")
    }
}

impl SideView {
    fn words(&self) -> String {
        let mut words = vec![self.player.clone(), format!("{} renown", self.renown)];
        if let Some(allowance) = self.allowance {
            words.push(format!("{} of {} points", thousands(self.points), thousands(allowance)));
        }
        if !self.fleet.is_empty() {
            words.push(format!("fields {}", and_list(&self.fleet)));
            words.push(match self.rerolls {
                0 => "without the commander".to_owned(),
                1 => "1 re-roll".to_owned(),
                number => format!("{number} re-rolls"),
            });
        }
        if self.defences > 0 {
            words.push(format!("{} points of defences", self.defences));
        }
        if self.transports > 0 {
            words.push(format!("{} free transports", self.transports));
        }
        words.extend(self.appeals.iter().cloned());
        if let Some(plot) = &self.plot {
            let ship = plot.ship.as_ref().map_or_else(String::new, |ship| format!(" ({ship})"));
            words.push(format!("sub-plot {}{ship}", plot.plot));
        }
        words.join("; ")
    }
}

impl PlotView {
    /// The sub-plot as its player must know it at the table.
    fn words(&self, player: &str) -> String {
        let secret = if self.secret { ", secret" } else { "" };
        let mut parts: Vec<String> = Vec::new();
        if !self.effect.is_empty() {
            parts.push(self.effect.to_owned());
        }
        parts.extend(self.effects.iter().cloned());
        let (gain, loss) = self.renown;
        parts.push(format!("objective: {} ({gain:+}/{loss})", self.objective));
        format!("{player}'s sub-plot, {}{secret}: {}", self.plot, parts.join("; "))
    }
}

/// What the players need once the scenario is settled and until the battle is over.
fn briefing(campaign: &Campaign, battle: &Battle) -> Option<BriefingView> {
    if !matches!(battle.step, Step::Fleets | Step::SubPlots | Step::Battle) {
        return None;
    }
    let sides = battle.sides.as_ref()?;
    let (attacker, defender) = (name(campaign, sides.attacker.player), name(campaign, sides.defender.player));
    let named = |text: &str| text.replace("the attacker", &attacker).replace("the defender", &defender);
    let brief = battle.scenario?.rules().briefing();
    Some(BriefingView {
        set_up: named(brief.set_up),
        first_turn: named(brief.first_turn),
        length: named(brief.length),
        edges: named(brief.edges),
    })
}

fn unconfirmed(campaign: &Campaign, battle: &Battle) -> Option<UnconfirmedView> {
    battle.confirmation.as_ref().map(|waiting| UnconfirmedView {
        by: name(campaign, waiting.by),
        reported: waiting.reported,
        waits_for: name(campaign, battle.opponent_of(waiting.by)),
        silence: waiting.silence,
        result: waiting.result.clone(),
        score: score(battle, &waiting.report, &waiting.result),
    })
}

fn side_view(campaign: &Campaign, battle: &Battle, side: &Side) -> SideView {
    let vessel = |id: VesselId| campaign.vessels.get(&id).map(|vessel| vessel.name.clone());
    let commander = campaign.players.get(&side.player).filter(|_| side.flagship);
    SideView {
        player: name(campaign, side.player),
        renown: side.renown,
        allowance: side.allowance,
        fleet: side.fleet.iter().filter_map(|fielded| vessel(fielded.vessel)).collect(),
        points: side.fielded(),
        // Without the flagship there is no commander and no re-roll (CMDR-03).
        // Secret Intelligence gives its own to the fleet (PLOT-34).
        rerolls: commander.map_or(0, |commander| commander.rerolls_at(side.renown))
            + u8::from(side.plot.as_ref().is_some_and(|plot| plot.plot == Plot::SecretIntelligence)),
        defences: side.defences_free + side.defences_bought,
        transports: side.transports,
        appeals: in_this_game(campaign, battle, side),
        plot: side.plot.as_ref().map(|plot| PlotView {
            plot: plot.plot,
            ship: plot.ship.and_then(vessel),
            effect: plot.plot.effect(),
            effects: plot.effects.clone(),
            objective: plot.plot.objective(),
            renown: plot.plot.renown(),
            secret: plot.secret,
        }),
    }
}

/// `Haven Space Station (200 points)`, for those who may know it.
fn structure(campaign: &Campaign, battle: &Battle, library: &dyn Library) -> Option<String> {
    let sides = battle.sides.as_ref().filter(|_| battle.base_attack)?;
    let base = campaign.bases.get(&sides.defender.player)?;
    let class = library.class(base.structure.as_deref()?)?;
    Some(format!("{} ({} points)", class.name, class.points.unwrap_or(0)))
}

/// What a side's earlier appeals do in a battle that is not over yet.
fn in_this_game(campaign: &Campaign, battle: &Battle, side: &Side) -> Vec<String> {
    let Some(owner) = campaign.players.get(&side.player).filter(|_| battle.open) else { return Vec::new() };
    boons::in_game(owner, battle.id)
        .map(|boon| {
            let lent: Vec<String> =
                boon.lent.iter().map(|lent| format!("{} ({} points)", lent.name, lent.points)).collect();
            if lent.is_empty() {
                format!("{}: {}", boon.id, boon.effect)
            } else {
                format!("lent for this game: {}", and_list(&lent))
            }
        })
        .collect()
}

/// Open battles in a few columns: who, where, how far.
#[must_use]
pub fn open_listing(battles: &[BattleView]) -> Listing<'_> {
    Listing::new(
        battles,
        &[
            figures("No", &|row: &BattleView| row.battle.to_string()),
            words("Between", &|row: &BattleView| format!("{} and {}", row.challenger, row.challenged)),
            words("Scenario", &|row: &BattleView| {
                row.scenario.map(|scenario| scenario.to_string()).unwrap_or_default()
            }),
            words("System", &|row: &BattleView| row.system.clone().unwrap_or_default()),
            words("Step", &stage),
            words("Offered", &|row: &BattleView| row.offered.to_string()),
        ],
    )
}

/// How far a battle has come, or how it ended.
fn stage(row: &BattleView) -> String {
    match (row.ending, &row.unconfirmed) {
        (Some(ending), _) => ending.to_string(),
        (None, Some(_)) => "reported".to_owned(),
        (None, None) => row.step.to_string(),
    }
}

/// Who won, in a few words.
fn result_of(row: &BattleView) -> String {
    let Some(result) = &row.result else { return "not fought".to_owned() };
    let points = |role: Role| result.victory_points.of(role);
    let (attacker, defender) = (points(Role::Attacker), points(Role::Defender));
    let winner = result.winner.and_then(|role| row.sides.get(usize::from(role == Role::Defender)));
    match (winner, result.winner) {
        (Some(side), Some(Role::Defender)) => format!("{} {defender}:{attacker}", side.player),
        (Some(side), _) => format!("{} {attacker}:{defender}", side.player),
        (None, _) => format!("a draw {attacker}:{defender}"),
    }
}

/// Battles as a list.
#[must_use]
pub fn listing(battles: &[BattleView]) -> Listing<'_> {
    let word = |word: Option<String>| word.unwrap_or_default();
    Listing::new(
        battles,
        &[
            figures("Battle", &|row: &BattleView| row.battle.to_string()),
            words("Offered", &|row: &BattleView| row.offered.to_string()),
            words("Challenger", &|row: &BattleView| row.challenger.clone()),
            words("Challenged", &|row: &BattleView| row.challenged.clone()),
            words("Scenario", &move |row: &BattleView| word(row.scenario.map(|scenario| scenario.to_string()))),
            words("System", &|row: &BattleView| row.system.clone().unwrap_or_default()),
            words("Step", &stage),
            words("Due or result", &|row: &BattleView| {
                if row.step == Step::Closed { result_of(row) } else { row.due.clone() }
            }),
        ],
    )
}
