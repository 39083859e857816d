//! The marshal: runs a campaign by itself, a round at a time. He gives every command as the [arbitrator](crate::club),
//! has captains fight the battles, and settles the aftermath as a careful player would.

mod decisions;
mod names;

use chrono::{Days, NaiveDateTime};

use crate::campaign::command::Command;
use crate::campaign::due::{self, Next};
use crate::campaign::state::battle::{Battle, Step};
use crate::campaign::state::{BattleId, Campaign, PlayerId, VesselId, VesselState};
use crate::campaign::turn::report::Role;
use crate::campaign::turn::set_up::Choices;
use crate::campaign::turn::{BySide, fleets};
use crate::captain::{Captain, Standing};
use crate::catalog::Catalog;
use crate::club::{Giver, Member};
use crate::dice::{Dice, Fast, Rolled};
use crate::fight::war::Nobody;
use crate::fight::{Fight, supposed, works};
use crate::scenario::Scenario;
use crate::store::Snapshot;

/// Random fleets tried before a battle is broken off.
const TRIES: u32 = 60;
/// Most steps of one battle and its aftermath.
const STEPS: u32 = 80;

/// What a marshal has to say when he cannot go on.
pub type Trouble = String;

/// A campaign that runs by itself.
pub struct Marshal<'c> {
    /// The campaign, as its arbitrator.
    pub member: Member<'c>,
    /// The campaign now.
    pub now: Snapshot,
    /// The day and hour of the next command.
    pub at: NaiveDateTime,
    /// Battles that the engine fought.
    pub fought: u32,
    /// Battles for which a register had no fleet, with the reason.
    pub unfit: Vec<String>,
    /// Battles that the engine does not play, with the reason.
    pub given_up: Vec<String>,
    catalog: &'c Catalog,
    seed: String,
    pick: Fast,
}

impl<'c> Marshal<'c> {
    /// Takes a campaign over that has begun.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn new(
        member: impl Into<Member<'c>>,
        catalog: &'c Catalog,
        seed: &str,
        at: NaiveDateTime,
    ) -> Result<Self, Trouble> {
        let member = member.into();
        let now = member.everything().map_err(|error| error.to_string())?;
        let number = seed.bytes().fold(7_u64, |sum, byte| sum.wrapping_mul(131).wrapping_add(u64::from(byte)));
        let pick = Fast::new(number, 1);
        Ok(Self {
            member,
            now,
            at,
            fought: 0,
            unfit: Vec::new(),
            given_up: Vec::new(),
            catalog,
            seed: seed.to_owned(),
            pick,
        })
    }

    fn campaign(&self) -> &Campaign {
        &self.now.campaign
    }

    fn below(&mut self, bound: usize) -> usize {
        self.pick.below(u32::try_from(bound.max(1)).unwrap_or(1)) as usize
    }

    /// Gives a command; a refusal leaves everything as it was.
    ///
    /// # Errors
    /// Why it is refused, or the file's.
    pub fn give(&mut self, command: Command) -> Result<(), Trouble> {
        let mut dice = Rolled::from_seed(&format!("{}/{}", self.seed, self.now.head.id));
        self.give_with(command, &mut dice)
    }

    fn give_with(&mut self, command: Command, dice: &mut dyn Dice) -> Result<(), Trouble> {
        let giver = Giver { by: None, at: self.at, ruling: None, dry_run: false, at_given: None, sent: None };
        match self.member.decree(&self.now, command, &giver, self.catalog, dice) {
            Ok(outcome) => {
                self.now = outcome.after;
                Ok(())
            }
            Err(error) => Err(error.to_string()),
        }
    }

    /// A week of so many rounds, closed at its end.
    ///
    /// # Errors
    /// What should not have been refused.
    pub fn week(&mut self, rounds: u32) -> Result<(), Trouble> {
        for round in 0..rounds {
            self.pair()?;
            let open: Vec<BattleId> = self.campaign().battles.keys().copied().collect();
            for battle in open {
                self.battle(battle)?;
            }
            if round + 1 < rounds {
                self.at = self.at.checked_add_days(Days::new(2)).unwrap_or(self.at);
            }
        }
        let days = 7_u32.saturating_sub(2 * rounds.saturating_sub(1));
        self.at = self.at.checked_add_days(Days::new(u64::from(days))).unwrap_or(self.at);
        self.give(Command::CloseWeek { spared: Vec::new(), heirs: Vec::new() })
    }

    /// Draws a round; where the draw pairs friends, everybody challenges whom he may.
    fn pair(&mut self) -> Result<(), Trouble> {
        let first = self.campaign().next_battle();
        if self.give(Command::PairRound { first, bonus: None }).is_ok() {
            return Ok(());
        }
        let active = self.campaign().players.values().filter(|player| player.active());
        let mut free: Vec<PlayerId> = active.map(|player| player.id).collect();
        let mut last = None;
        while free.len() > 1 {
            let challenger = free.swap_remove(self.below(free.len()));
            let battle = self.campaign().next_battle();
            for index in 0..free.len() {
                let challenged = free[index];
                if self.give(Command::Challenge { battle, challenger, challenged }).is_ok() {
                    self.give(Command::AcceptChallenge { battle })?;
                    free.remove(index);
                    last = Some(battle);
                    break;
                }
            }
        }
        if last.is_some() {
            return Ok(());
        }
        // All fight for the Imperium: one of them goes over.
        let rebel = self.campaign().players.values().find(|player| player.active() && !player.rebel);
        let player = rebel.map(|player| player.id).ok_or("nobody may fight anybody")?;
        self.give(Command::SetAllegiance { player, rebel: true })?;
        self.pair()
    }

    /// Ends the campaign.
    ///
    /// # Errors
    /// Why it cannot end.
    pub fn finish(&mut self) -> Result<(), Trouble> {
        let ends = self.campaign().about.as_ref().and_then(|about| about.ends);
        // The last day is a day of war.
        if let Some(after) = ends.and_then(|last| last.checked_add_days(Days::new(1))) {
            self.at = self.at.max(after.and_time(self.at.time()));
        }
        self.give(Command::FinishCampaign { winners: Vec::new() })
    }

    /// Takes a battle from where it stands to the end of its aftermath.
    ///
    /// # Errors
    /// What should not have been refused.
    pub fn battle(&mut self, id: BattleId) -> Result<(), Trouble> {
        for _ in 0..STEPS {
            match self.campaign().battles.get(&id).cloned() {
                None => return self.commanders(),
                Some(battle) if battle.step == Step::Closed => return self.commanders(),
                Some(battle) => self.step(&battle)?,
            }
        }
        Err(format!("battle {} never ends", id.0))
    }

    /// Takes the step that decides nothing, or answers the first of the questions that wait.
    fn step(&mut self, battle: &Battle) -> Result<(), Trouble> {
        match due::next(self.campaign(), battle, self.catalog) {
            Next::RunsOn(Command::DetermineScenario { .. }) => self.scenario(battle),
            Next::RunsOn(command) => {
                if matches!(command, Command::RollSubPlots { .. }) {
                    self.fortify(battle)?;
                }
                self.give(command)
            }
            Next::Waits(waits) => match waits.into_iter().next() {
                Some(due) => self.answer(battle, &due),
                None => Err(format!("battle {} waits for nobody", battle.id.0)),
            },
        }
    }

    /// The scenario that the dice show; where one of the players has no fleet for it, both agree on another (MISSION-05).
    fn scenario(&mut self, battle: &Battle) -> Result<(), Trouble> {
        let roll = Command::DetermineScenario { battle: battle.id, agreed: None };
        let shown = self.foresee(roll.clone())?.battles.get(&battle.id).and_then(|battle| battle.scenario);
        let (Some(shown), Some(class)) = (shown, battle.class) else { return self.give(roll) };
        if self.suits(battle, shown) {
            return self.give(roll);
        }
        let table = Scenario::table(class);
        let first = self.below(table.len());
        for place in 0..table.len() {
            let scenario = table[(first + place) % table.len()];
            let agree = Command::DetermineScenario { battle: battle.id, agreed: Some(scenario) };
            if self.suits(battle, scenario) && self.give(agree).is_ok() {
                return Ok(());
            }
        }
        self.give(roll)
    }

    /// The campaign as a command would leave it, with the dice that it would have.
    fn foresee(&mut self, command: Command) -> Result<Campaign, Trouble> {
        let giver = Giver { by: None, at: self.at, ruling: None, dry_run: true, at_given: None, sent: None };
        let mut dice = Rolled::from_seed(&format!("{}/{}", self.seed, self.now.head.id));
        match self.member.decree(&self.now, command, &giver, self.catalog, &mut dice) {
            Ok(outcome) => Ok(outcome.after.campaign),
            Err(error) => Err(error.to_string()),
        }
    }

    /// Whether both players have a fleet for a scenario of the usual size, whatever reduces their points.
    fn suits(&self, battle: &Battle, scenario: Scenario) -> bool {
        /// What an uninhabited system costs (MISSION-11), and a system more than the enemy's (MISSION-08).
        const EMPTY: u32 = 100;
        const STRETCHED: u32 = 10;
        let (Some(class), Some(sides)) = (battle.class, &battle.sides) else { return true };
        let size = u32::midpoint(class.range().0, class.range().1);
        let players = [sides.attacker.player, sides.defender.player];
        let Ok(mut supposed) = supposed::suppose(self.campaign(), scenario, size, players) else { return false };
        let systems = [sides.attacker.systems, sides.defender.systems];
        if let Some(both) = &mut supposed.sides {
            for (role, (own, other)) in
                [Role::Attacker, Role::Defender].into_iter().zip([(systems[0], systems[1]), (systems[1], systems[0])])
            {
                let less = EMPTY + STRETCHED * own.saturating_sub(other);
                let side = both.of_mut(role);
                side.allowance = side.allowance.map(|points| points.saturating_sub(less));
            }
        }
        players.into_iter().all(|player| fleets::fitting(self.campaign(), &supposed, self.catalog, player, 0).is_some())
    }

    /// Both field what fits; a scenario that a register cannot fight is broken off.
    fn fleets(&mut self, battle: &Battle) -> Result<(), Trouble> {
        let Some(sides) = battle.sides.clone() else { return Err("there are no sides".to_owned()) };
        for side in sides.both().into_iter().filter(|side| !side.picked) {
            let player = side.player;
            let fit = fleets::fitting(self.campaign(), battle, self.catalog, player, 0).unwrap_or_default();
            let ready = self.campaign().register(player).filter(|vessel| vessel.state == VesselState::Ready);
            let ready: Vec<VesselId> = ready.map(|vessel| vessel.id).collect();
            let pick =
                |vessels| Command::PickFleet { battle: battle.id, player, vessels, defences: 0, works: Vec::new() };
            // Both sides of a Cruiser Clash need as many cruisers: one each is what everybody has (SCEN-18).
            let clash =
                battle.scenario.is_some_and(|scenario| scenario.rules().needs_as_many(battle.size.unwrap_or(0)));
            let mut picked = clash && ready.iter().any(|vessel| self.give(pick(vec![*vessel])).is_ok());
            picked = picked || self.give(pick(fit)).is_ok();
            // Where the dearest do not fit, chance may find what does.
            for _ in 0..TRIES {
                if picked || ready.is_empty() {
                    break;
                }
                let count = 1 + self.below(ready.len().min(6));
                let from = self.below(ready.len());
                let some = (0..count).map(|place| ready[(from + place * 3) % ready.len()]);
                let some: std::collections::BTreeSet<VesselId> = some.collect();
                picked = self.give(pick(some.into_iter().collect())).is_ok();
            }
            if !picked && let Err(why) = self.give(pick(Vec::new())) {
                self.unfit.push(why);
                return self.give(Command::AbandonBattle { battle: battle.id });
            }
        }
        Ok(())
    }

    /// The defender buys what his free points and the engine allow, the dearest first.
    fn fortify(&mut self, battle: &Battle) -> Result<(), Trouble> {
        let Some(side) = battle.sides.as_ref().map(|sides| sides.defender.clone()) else { return Ok(()) };
        if !side.works.is_empty() {
            return Ok(());
        }
        let works = works::named(self.campaign(), battle, self.catalog);
        let works: Vec<(String, u32)> = works.into_iter().map(|work| (work.id, work.number)).collect();
        if works.is_empty() {
            return Ok(());
        }
        self.give(Command::BuyDefences { battle: battle.id, player: side.player, works })
    }

    /// Captains fight the battle. What the engine does not play is broken off, and said.
    fn fight(&mut self, battle: &Battle) -> Result<(), Trouble> {
        if let Err(refusals) = Fight::new(self.campaign(), battle.id, self.catalog) {
            self.given_up.push(format!("battle {}: {refusals}", battle.id.0));
            return self.give(Command::AbandonBattle { battle: battle.id });
        }
        let mut dice = Rolled::from_seed(&format!("{}/battle/{}", self.seed, battle.id.0));
        if battle.set_up.is_none() {
            self.give_with(Command::SetUpBattle { battle: battle.id, choices: Choices::default() }, &mut dice)?;
        }
        let fight = Fight::new(self.campaign(), battle.id, self.catalog)
            .map_err(|refusals| format!("battle {}: {refusals}", battle.id.0))?;
        let standing = Standing { campaign: true, ..Standing::default() };
        let mut captains = [Captain::new(standing), Captain::new(standing)];
        let told = fight
            .tell(&mut dice, &mut captains, &mut Nobody)
            .map_err(|refusals| format!("battle {}: {refusals}", battle.id.0))?;
        let report = fight.report_told(self.campaign(), &told.end, &told.events);
        let captains = BySide { attacker: "captain".to_owned(), defender: "captain".to_owned() };
        let fought = Some(Box::new(told.fought(captains, None)));
        self.fought += 1;
        let scenario = fight.scenario;
        self.give(Command::RecordBattle { battle: battle.id, report, fought })
            .map_err(|why| format!("battle {}, {scenario}: {why}", battle.id.0))
    }
}
