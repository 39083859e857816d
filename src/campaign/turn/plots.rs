//! Sub-plots: rolled for both sides once the fleets are known (PLOT-01 to PLOT-08, PLOT-44, PLOT-46).

use serde::{Deserialize, Serialize};

use super::{Battle, Side, Step, at_step, sides};
use crate::battle::class::{ShipClass, ShipType, words};
use crate::campaign::event::Event;
use crate::campaign::refusal::{Refusal, Refusals};
use crate::campaign::state::{BattleId, Campaign, PlayerId, VesselId};
use crate::campaign::{Circumstances, player};
use crate::dice::{Why, d6};

words! {
    /// The eighteen sub-plots.
    Plot {
        /// Legacies of War 1.
        GunneryPractice = "Gunnery Practice",
        /// Legacies of War 2.
        ExtendedDuty = "Extended Duty",
        /// Legacies of War 3.
        BloodBond = "Blood Bond",
        /// Legacies of War 4.
        FleetExperience = "Fleet Experience",
        /// Legacies of War 5.
        NoQuarter = "No Quarter",
        /// Legacies of War 6.
        Vendetta = "Vendetta",
        /// Chance Circumstances 1.
        MeteorStorm = "Meteor Storm",
        /// Chance Circumstances 2.
        SignallingProblems = "Signalling Problems",
        /// Chance Circumstances 3.
        UnexpectedHelp = "Unexpected Help",
        /// Chance Circumstances 4.
        NavigationalHazards = "Navigational Hazards",
        /// Chance Circumstances 5.
        FreshCaptain = "Fresh Captain",
        /// Chance Circumstances 6.
        EnemyPlans = "Enemy Plans",
        /// Secret Ploys 1.
        SurpriseAttack = "Surprise Attack",
        /// Secret Ploys 2.
        SecretIntelligence = "Secret Intelligence",
        /// Secret Ploys 3.
        ExperimentalShip = "Experimental Ship",
        /// Secret Ploys 4.
        DesperateMission = "Desperate Mission",
        /// Secret Ploys 5.
        Decoy = "Decoy",
        /// Secret Ploys 6.
        HitAndRun = "Hit-and-Run",
    }
}

impl Plot {
    /// The entry of two dice: the table, then its line (PLOT-02).
    #[must_use]
    pub fn rolled(table: u8, entry: u8) -> Self {
        let table = usize::from(table.clamp(1, 6) - 1) / 2;
        Self::ALL[table * 6 + usize::from(entry.clamp(1, 6)) - 1]
    }

    /// Renown gained if achieved, and lost if failed (PLOT-03).
    #[must_use]
    pub const fn renown(self) -> (i32, i32) {
        match self {
            Self::ExtendedDuty | Self::FleetExperience => (1, 0),
            Self::Vendetta => (1, -2),
            Self::MeteorStorm => (3, -2),
            Self::UnexpectedHelp => (0, -2),
            Self::SurpriseAttack => (2, -2),
            Self::SecretIntelligence => (0, -1),
            _ => (1, -1),
        }
    }

    /// Whose capital ship must be nominated once it is rolled.
    #[must_use]
    pub const fn nominates(self) -> Option<Whose> {
        match self {
            Self::Vendetta | Self::SecretIntelligence => Some(Whose::Enemy),
            Self::DesperateMission => Some(Whose::Own),
            _ => None,
        }
    }
}

/// Whose ship is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// One's own.
    Own,
    /// The opponent's.
    Enemy,
}

/// A sub-plot of one side, with every die it asked for (PLOT-46).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SubPlot {
    /// Which.
    pub plot: Plot,
    /// The ship it drew or nominated.
    pub ship: Option<VesselId>,
    /// What the further dice gave, in words.
    pub effects: Vec<String>,
    /// The turns a hit-and-run may take (PLOT-42).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u32>,
    /// Hits that ships are short of from the start; they stay lost (PLOT-12).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub damage: Vec<(VesselId, u32)>,
}

pub(in crate::campaign) fn roll(
    campaign: &Campaign,
    id: BattleId,
    with: &mut Circumstances<'_>,
) -> Result<Vec<Event>, Refusals> {
    let battle = at_step(campaign, id, Step::SubPlots)?;
    let both = sides(battle)?;
    if both.attacker.plot.is_some() {
        return Err(Refusal::by("PLOT-01", "the sub-plots are rolled").hint("`renown battle nominate` is due").into());
    }
    let mut events = Vec::new();
    for (own, enemy) in [(&both.attacker, &both.defender), (&both.defender, &both.attacker)] {
        let view = Fleets { campaign, own, enemy };
        let name = &player(campaign, own.player)?.name;
        let table = d6(with.dice, Why::new("sub-plot table", name))?;
        let plot = loop {
            let entry = d6(with.dice, Why::new("sub-plot", name))?;
            let plot = Plot::rolled(table, entry);
            // Each table has an entry that always applies (PLOT-08).
            if view.applies(plot) {
                break plot;
            }
            let says = format!("{plot} cannot apply to {name}: rolled again");
            events.push(Event::Noted { player: None, rule: "PLOT-08".to_owned(), says });
        };
        let rolled = view.effects(plot, name, with)?;
        events.push(Event::SubPlotRolled { battle: id, player: own.player, plot: rolled });
    }
    let waiting = events
        .iter()
        .any(|event| matches!(event, Event::SubPlotRolled { plot, .. } if plot.plot.nominates().is_some()));
    if !waiting {
        events.push(Event::SubPlotsComplete { battle: id });
    }
    Ok(events)
}

/// Names the ship that a sub-plot asks for.
pub(in crate::campaign) fn nominate(
    campaign: &Campaign,
    id: BattleId,
    by: PlayerId,
    ship: VesselId,
) -> Result<Vec<Event>, Refusals> {
    let battle = at_step(campaign, id, Step::SubPlots)?;
    let both = sides(battle)?;
    let name = &player(campaign, by)?.name;
    let Some(own) = battle.side_of(by) else {
        return Err(Refusal::plain(format!("{name} takes no part in battle {}", id.0)).into());
    };
    let enemy = if both.attacker.player == by { &both.defender } else { &both.attacker };
    let due = own.plot.as_ref().filter(|plot| plot.ship.is_none()).and_then(|plot| plot.plot.nominates());
    let Some(whose) = due else {
        return Err(Refusal::by("PLOT-46", format!("{name} has no ship to nominate")).into());
    };
    let view = Fleets { campaign, own, enemy };
    let choices = match whose {
        Whose::Own => view.capitals(own),
        Whose::Enemy => view.capitals(enemy),
    };
    if !choices.contains(&ship) {
        let of = if whose == Whose::Own { "his own" } else { "the enemy's" };
        return Err(Refusal::by("PLOT-44", format!("{name} nominates one of {of} capital ships in this battle")).into());
    }
    let mut events = vec![Event::ShipNominated { battle: id, player: by, ship }];
    let enemy_waits = enemy.plot.as_ref().is_some_and(|plot| plot.ship.is_none() && plot.plot.nominates().is_some());
    if !enemy_waits {
        events.push(Event::SubPlotsComplete { battle: id });
    }
    Ok(events)
}

/// Who must still nominate a ship.
#[must_use]
pub fn waiting(battle: &Battle) -> Vec<PlayerId> {
    let due =
        |side: &&Side| side.plot.as_ref().is_some_and(|plot| plot.ship.is_none() && plot.plot.nominates().is_some());
    battle.sides.iter().flat_map(|sides| sides.both()).filter(due).map(|side| side.player).collect()
}

struct Fleets<'a> {
    campaign: &'a Campaign,
    own: &'a Side,
    enemy: &'a Side,
}

impl Fleets<'_> {
    fn capitals(&self, side: &Side) -> Vec<VesselId> {
        let capital =
            |class: &ShipClass| !matches!(class.kind, ShipType::Escort | ShipType::Transport | ShipType::Defence);
        let vessels = side.fleet.iter().filter_map(|fielded| self.campaign.vessels.get(&fielded.vessel));
        vessels.filter(|vessel| capital(self.campaign.class(vessel.hulls[0].design))).map(|vessel| vessel.id).collect()
    }

    fn flagship(&self) -> Option<VesselId> {
        self.campaign.players.get(&self.own.player)?.flagship.filter(|_| self.own.flagship)
    }

    /// What each sub-plot presupposes (PLOT-44).
    fn applies(&self, plot: Plot) -> bool {
        let own = self.capitals(self.own);
        match plot {
            Plot::GunneryPractice | Plot::Vendetta | Plot::EnemyPlans | Plot::SecretIntelligence | Plot::Decoy => {
                !self.capitals(self.enemy).is_empty()
            }
            Plot::BloodBond | Plot::ExperimentalShip | Plot::DesperateMission => !own.is_empty(),
            Plot::FleetExperience => self.own.flagship,
            Plot::SignallingProblems => own.len() < self.own.fleet.len(),
            Plot::FreshCaptain => own.iter().any(|id| Some(*id) != self.flagship()),
            _ => true,
        }
    }

    fn name(&self, id: VesselId) -> &str {
        self.campaign.vessels.get(&id).map_or("", |vessel| vessel.name.as_str())
    }

    /// Rolls the further dice of a sub-plot.
    fn effects(&self, plot: Plot, who: &str, with: &mut Circumstances<'_>) -> Result<SubPlot, Refusals> {
        let mut rolled = SubPlot { plot, ship: None, effects: Vec::new(), number: None, damage: Vec::new() };
        match plot {
            Plot::GunneryPractice => {
                for id in self.capitals(self.own) {
                    if d6(with.dice, Why::new("gunnery practice", self.name(id)))? >= 4 {
                        rolled.effects.push(format!("{}: +1 Leadership to Lock On", self.name(id)));
                    }
                }
            }
            Plot::ExtendedDuty => {
                for id in self.capitals(self.own) {
                    match d6(with.dice, Why::new("extended duty", self.name(id)))? {
                        1 => {
                            let lost = d6(with.dice, Why::new("extended duty, hits (D3)", self.name(id)))?.div_ceil(2);
                            // Never below 1 hit.
                            let left = self
                                .campaign
                                .vessels
                                .get(&id)
                                .map_or(1, |vessel| self.campaign.full_hits(vessel).saturating_sub(vessel.damage));
                            let lost = u32::from(lost).min(left.saturating_sub(1));
                            rolled.damage.push((id, lost));
                            rolled.effects.push(format!("{}: starts {lost} hits short", self.name(id)));
                        }
                        2 => rolled
                            .effects
                            .push(format!("{}: -1 Leadership to Lock On and Reload Ordnance", self.name(id))),
                        _ => {}
                    }
                }
            }
            Plot::MeteorStorm => {
                for id in self.capitals(self.own) {
                    if d6(with.dice, Why::new("meteor storm", self.name(id)))? <= 3 {
                        let first = d6(with.dice, Why::new("meteor storm, critical hit", self.name(id)))?;
                        let second = d6(with.dice, Why::new("meteor storm, critical hit", self.name(id)))?;
                        rolled.effects.push(format!("{}: starts with critical hit {}", self.name(id), first + second));
                    }
                }
            }
            Plot::UnexpectedHelp => {
                let points = u32::from(d6(with.dice, Why::new("unexpected help (D3)", who))?.div_ceil(2)) * 50;
                rolled.effects.push(format!("a guest of up to {points} points"));
            }
            Plot::NavigationalHazards => rolled.effects.push(hazards(who, with)?),
            Plot::FreshCaptain => {
                let eligible: Vec<VesselId> =
                    self.capitals(self.own).into_iter().filter(|id| Some(*id) != self.flagship()).collect();
                rolled.ship = Some(draw(&eligible, "fresh captain", who, with)?);
                rolled.effects.push("-1 Leadership".to_owned());
            }
            Plot::SurpriseAttack => {
                let turns = d6(with.dice, Why::new("surprise attack (D3)", who))?.div_ceil(2);
                rolled.effects.push(format!("the enemy has no special orders for {turns} turns"));
            }
            Plot::ExperimentalShip => {
                rolled.ship = Some(draw(&self.capitals(self.own), "experimental ship", who, with)?);
                rolled.effects.extend(experiment(who, with)?);
            }
            Plot::HitAndRun => {
                let first = d6(with.dice, Why::new("hit-and-run", who))?;
                let second = d6(with.dice, Why::new("hit-and-run", who))?;
                rolled.number = Some(u32::from(first + second));
                rolled.effects.push(format!("must win within {} turns", first + second));
            }
            _ => {}
        }
        Ok(rolled)
    }
}

fn hazards(who: &str, with: &mut Circumstances<'_>) -> Result<String, Refusals> {
    Ok(match d6(with.dice, Why::new("navigational hazards", who))? {
        1 | 2 => "one more gas or dust cloud".to_owned(),
        3 | 4 => "two more gas or dust clouds".to_owned(),
        5 => "one more asteroid field".to_owned(),
        _ => {
            let clouds = d6(with.dice, Why::new("navigational hazards, clouds (D3)", who))?.div_ceil(2);
            format!("one more asteroid field and {clouds} more gas or dust clouds")
        }
    })
}

/// An improvement and a side effect that does not contradict it (PLOT-36, PLOT-37).
fn experiment(who: &str, with: &mut Circumstances<'_>) -> Result<[String; 2], Refusals> {
    const GAINS: [&str; 6] =
        ["batteries and lances +50% range", "+1 shield", "+5 cm speed", "+2 hits", "90 degree turns", "+1 Leadership"];
    const COSTS: [&str; 6] = [
        "-1 shield",
        "batteries and lances at half range",
        "-2 hits",
        "-5 cm speed",
        "-1 Leadership",
        "batteries and lances at half strength",
    ];
    let gain = d6(with.dice, Why::new("experimental ship, improvement", who))?;
    let cost = loop {
        let cost = d6(with.dice, Why::new("experimental ship, side effect", who))?;
        if !matches!((gain, cost), (1, 2) | (2, 1) | (3, 4) | (4, 3) | (6, 5)) {
            break cost;
        }
    };
    Ok([GAINS[usize::from(gain) - 1].to_owned(), COSTS[usize::from(cost) - 1].to_owned()])
}

/// One of several with the same chance each: a die, or two read as a number of 36, rolled again when it falls outside.
fn draw(from: &[VesselId], what: &'static str, who: &str, with: &mut Circumstances<'_>) -> Result<VesselId, Refusals> {
    let number = from.len();
    loop {
        let (drawn, sides) = if number <= 6 {
            (usize::from(d6(with.dice, Why::new(what, who))?) - 1, 6)
        } else {
            let first = usize::from(d6(with.dice, Why::new(what, who))?) - 1;
            (first * 6 + usize::from(d6(with.dice, Why::new(what, who))?) - 1, 36)
        };
        if drawn < sides - sides % number {
            return Ok(from[drawn % number]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_entry_has_its_printed_place_and_renown() {
        let printed = [
            "Gunnery Practice +1/-1",
            "Extended Duty +1/0",
            "Blood Bond +1/-1",
            "Fleet Experience +1/0",
            "No Quarter +1/-1",
            "Vendetta +1/-2",
            "Meteor Storm +3/-2",
            "Signalling Problems +1/-1",
            "Unexpected Help 0/-2",
            "Navigational Hazards +1/-1",
            "Fresh Captain +1/-1",
            "Enemy Plans +1/-1",
            "Surprise Attack +2/-2",
            "Secret Intelligence 0/-1",
            "Experimental Ship +1/-1",
            "Desperate Mission +1/-1",
            "Decoy +1/-1",
            "Hit-and-Run +1/-1",
        ];
        let sign = |number: i32| if number == 0 { "0".to_owned() } else { format!("{number:+}") };
        for (index, line) in (0_u8..).zip(printed) {
            for table in [index / 6 * 2 + 1, index / 6 * 2 + 2] {
                let plot = Plot::rolled(table, index % 6 + 1);
                let (gain, loss) = plot.renown();
                assert_eq!(format!("{plot} {}/{}", sign(gain), sign(loss)), line);
            }
        }
    }
}
