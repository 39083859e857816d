//! Sub-plots: rolled for both sides once the fleets are known (PLOT-01 to PLOT-08, PLOT-44, PLOT-46).

mod effects;

use crate::campaign::event::Event;
use crate::campaign::refusal::{Refusal, Refusals};
use crate::campaign::state::battle::{Battle, Side, Step};
use crate::campaign::state::{BattleId, Campaign, PlayerId, VesselId};
use crate::campaign::steps::{at_step, sides};
use crate::campaign::{Circumstances, player};
use crate::dice::{Why, d6};
use crate::ships::class::ShipClass;
use crate::text::or_list;

pub use crate::battle::gothic::sub_plots::Plot;
pub use crate::campaign::state::battle::sub_plot::{Outcome, SubPlot};

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
            Self::GunneryPractice
            | Self::BloodBond
            | Self::NoQuarter
            | Self::SignallingProblems
            | Self::NavigationalHazards
            | Self::FreshCaptain
            | Self::EnemyPlans
            | Self::ExperimentalShip
            | Self::DesperateMission
            | Self::Decoy
            | Self::HitAndRun => (1, -1),
        }
    }

    /// What it does for or to its player, its dice aside.
    #[must_use]
    pub const fn effect(self) -> &'static str {
        match self {
            Self::GunneryPractice => "some of his capital ships have +1 Leadership to Lock On",
            Self::ExtendedDuty => "his capital ships may start short of hits or with -1 Leadership for some orders",
            Self::BloodBond => {
                "after one of his capital ships is crippled or destroyed the others have +1 Leadership in his next turn"
            }
            Self::FleetExperience => "his ships within 30 cm of the flagship may use the commander's Leadership",
            Self::NoQuarter | Self::Vendetta | Self::DesperateMission | Self::HitAndRun => "",
            Self::MeteorStorm => "his capital ships may begin with a critical hit",
            Self::SignallingProblems => {
                "his re-rolls reach only squadrons with a ship within 30 cm of the flagship, single ships included"
            }
            Self::UnexpectedHelp => "a capital ship or squadron joins him for this battle",
            Self::NavigationalHazards => "he places further phenomena before deployment",
            Self::FreshCaptain => "one of his capital ships has -1 Leadership",
            Self::EnemyPlans => {
                "each boarding of an enemy capital ship finds the plans on 4+, with +1 aboard the enemy flagship"
            }
            Self::SurpriseAttack => "the enemy has no special orders at first, not even Brace for Impact",
            Self::SecretIntelligence => "one more re-roll, with or without the flagship",
            Self::ExperimentalShip => "one of his capital ships is improved, with a side effect",
            Self::Decoy => "one more capital ship model that is a transport and worth nothing",
        }
    }

    /// What its player must achieve.
    #[must_use]
    pub const fn objective(self) -> &'static str {
        match self {
            Self::GunneryPractice => "damage every enemy capital ship",
            Self::ExtendedDuty => "cripple and destroy ships of more points than he loses",
            Self::BloodBond => "fewer than half of his capital ships crippled or destroyed",
            Self::FleetExperience => "the flagship keeps three quarters of its hits",
            Self::NoQuarter => "cripple or destroy half of the enemy fleet by points",
            Self::Vendetta => "cripple or destroy the nominated enemy ship",
            Self::MeteorStorm | Self::NavigationalHazards | Self::SurpriseAttack => "win the battle",
            Self::SignallingProblems => "half of his escorts survive",
            Self::UnexpectedHelp => "a ship of the reinforcement survives uncrippled",
            Self::FreshCaptain => "that ship cripples or destroys ships worth its own points",
            Self::EnemyPlans => "find the plans",
            Self::SecretIntelligence => "board the nominated enemy ship or hit and run it",
            Self::ExperimentalShip | Self::DesperateMission => "that ship is neither crippled nor destroyed",
            Self::Decoy => "an enemy capital ship fires at the decoy",
            Self::HitAndRun => "win the battle in time",
        }
    }

    /// Whether the record cannot tell if it was achieved, so that the players must (PLOT-46).
    #[must_use]
    pub const fn is_answered_by_players(self) -> bool {
        matches!(
            self,
            Self::UnexpectedHelp | Self::FreshCaptain | Self::EnemyPlans | Self::SecretIntelligence | Self::Decoy
        )
    }

    /// Whose capital ship must be nominated once it is rolled.
    #[must_use]
    pub const fn nominates(self) -> Option<Whose> {
        match self {
            Self::Vendetta | Self::SecretIntelligence => Some(Whose::Enemy),
            Self::DesperateMission => Some(Whose::Own),
            Self::GunneryPractice
            | Self::ExtendedDuty
            | Self::BloodBond
            | Self::FleetExperience
            | Self::NoQuarter
            | Self::MeteorStorm
            | Self::SignallingProblems
            | Self::UnexpectedHelp
            | Self::NavigationalHazards
            | Self::FreshCaptain
            | Self::EnemyPlans
            | Self::SurpriseAttack
            | Self::ExperimentalShip
            | Self::Decoy
            | Self::HitAndRun => None,
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

/// Rolls both sub-plots; where both players agreed on it, each is its player's secret (PLOT-06).
pub(in crate::campaign) fn roll(
    campaign: &Campaign,
    id: BattleId,
    secret: bool,
    with: &mut Circumstances<'_>,
) -> Result<Vec<Event>, Refusals> {
    let battle = at_step(campaign, id, Step::SubPlots)?;
    let both = sides(battle)?;
    if both.attacker.plot.is_some() {
        return Err(Refusal::by("PLOT-01", "the sub-plots are rolled").hint("name the ships they ask for").into());
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
            // What was rolled in secret is not told to the other side by a note.
            if !secret {
                events.push(Event::Noted { player: None, rule: "PLOT-08".to_owned(), says });
            }
        };
        let rolled = SubPlot { secret, ..view.effects(plot, name, with)? };
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
    let choices = view.nominees(whose);
    if !choices.contains(&ship) {
        let of = if whose == Whose::Own { "his own" } else { "the enemy's" };
        let names: Vec<&str> = choices.iter().map(|id| view.name(*id)).collect();
        return Err(Refusal::by("PLOT-44", format!("{name} nominates one of {of} capital ships in this battle"))
            .hint(format!("choose {}", or_list(&names)))
            .into());
    }
    let mut events = vec![Event::ShipNominated { battle: id, player: by, ship }];
    let enemy_waits = enemy.plot.as_ref().is_some_and(|plot| plot.ship.is_none() && plot.plot.nominates().is_some());
    if !enemy_waits {
        events.push(Event::SubPlotsComplete { battle: id });
    }
    Ok(events)
}

/// Shows both sub-plots to everybody, because one of the players asks (PLOT-06).
pub(in crate::campaign) fn reveal(campaign: &Campaign, id: BattleId) -> Result<Vec<Event>, Refusals> {
    let battle = campaign.battles.get(&id).filter(|battle| battle.report.is_none());
    let secret = battle
        .and_then(|battle| battle.sides.as_ref())
        .is_some_and(|sides| sides.both().into_iter().any(|side| side.plot.as_ref().is_some_and(|plot| plot.secret)));
    if !secret {
        return Err(Refusal::by("PLOT-06", format!("no sub-plot of battle {} is secret", id.0)).into());
    }
    Ok(vec![Event::SubPlotsRevealed { battle: id }])
}

/// Who must still nominate a ship.
#[must_use]
pub fn waiting(battle: &Battle) -> Vec<PlayerId> {
    let due =
        |side: &&Side| side.plot.as_ref().is_some_and(|plot| plot.ship.is_none() && plot.plot.nominates().is_some());
    battle.sides.iter().flat_map(|sides| sides.both()).filter(due).map(|side| side.player).collect()
}

/// Ships that a player may nominate for his sub-plot.
#[must_use]
pub fn nominees(campaign: &Campaign, battle: &Battle, player: PlayerId) -> Vec<VesselId> {
    let Some((own, both)) = battle.side_of(player).zip(battle.sides.as_ref()) else { return Vec::new() };
    let enemy = if both.attacker.player == player { &both.defender } else { &both.attacker };
    let whose = own.plot.as_ref().and_then(|plot| plot.plot.nominates());
    whose.map(|whose| Fleets { campaign, own, enemy }.nominees(whose)).unwrap_or_default()
}

struct Fleets<'a> {
    campaign: &'a Campaign,
    own: &'a Side,
    enemy: &'a Side,
}

impl Fleets<'_> {
    fn capitals(&self, side: &Side) -> Vec<VesselId> {
        let capital = |class: &ShipClass| class.kind.is_of_the_line();
        let vessels = side.fleet.iter().filter_map(|fielded| self.campaign.vessels.get(&fielded.vessel));
        vessels.filter(|vessel| capital(self.campaign.class(vessel.hulls[0].design))).map(|vessel| vessel.id).collect()
    }

    fn nominees(&self, whose: Whose) -> Vec<VesselId> {
        match whose {
            Whose::Own => self.capitals(self.own),
            Whose::Enemy => self.capitals(self.enemy),
        }
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
            Plot::ExtendedDuty
            | Plot::NoQuarter
            | Plot::MeteorStorm
            | Plot::UnexpectedHelp
            | Plot::NavigationalHazards
            | Plot::SurpriseAttack
            | Plot::HitAndRun => true,
        }
    }

    fn name(&self, id: VesselId) -> &str {
        self.campaign.vessels.get(&id).map_or("", |vessel| vessel.name.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_without_outcomes_reads_and_is_written_as_it_was() {
        let old = r#"{"plot":"Surprise Attack","ship":null,"effects":["the enemy has no special orders for 2 turns"]}"#;
        let read: SubPlot = serde_json::from_str(old).expect("a record of an earlier release");
        assert!(read.outcomes.is_empty());
        assert_eq!(serde_json::to_string(&read).expect("a record"), old);
    }

    #[test]
    fn a_storm_that_only_met_strong_prows_is_no_old_record() {
        let storm = |effects: &str| {
            let record = format!(r#"{{"plot":"Meteor Storm","ship":null,"effects":{effects}}}"#);
            serde_json::from_str::<SubPlot>(&record).expect("a record").in_words_only()
        };
        assert!(!storm("[]"));
        assert!(!storm(r#"["Vigil: its prow ignores critical hit 5"]"#));
        assert!(storm(r#"["Vigil: its prow ignores critical hit 5","Duke: starts with critical hit 6"]"#));
    }

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
