//! The marshal: runs a campaign by itself, a round at a time. He gives every command as the [arbitrator](crate::club),
//! has captains fight the battles, and settles the aftermath as a careful player would.

mod names;

use crate::campaign::state::grant::AppealKind;
use chrono::{Days, NaiveDateTime};

use crate::campaign::command::{Command, NewShips, NewVessel};
use crate::campaign::state::battle::{Battle, Step};
use crate::campaign::state::{BattleId, Campaign, Origin, PlayerId, SystemId, VesselId, VesselState};
use crate::campaign::turn::report::Role;
use crate::campaign::turn::set_up::Choices;
use crate::campaign::turn::{BySide, fleets, location, plots};
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
        let giver = Giver { by: None, at: self.at, ruling: None, dry_run: false, at_given: None };
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
                None => return Ok(()),
                Some(battle) if battle.step == Step::Closed => return Ok(()),
                Some(battle) => self.step(&battle)?,
            }
        }
        Err(format!("battle {} never ends", id.0))
    }

    fn step(&mut self, battle: &Battle) -> Result<(), Trouble> {
        let id = battle.id;
        match battle.step {
            Step::Challenge => self.give(Command::AcceptChallenge { battle: id }),
            Step::Initiative => self.give(Command::RollInitiative { battle: id }),
            Step::Orders => self.give(Command::ReceiveOrders { battle: id, choices: Vec::new() }),
            Step::Scenario => self.scenario(battle),
            Step::Location => {
                let attacker = battle.sides.as_ref().map_or(battle.challenger, |sides| sides.attacker.player);
                let reach: Vec<SystemId> = location::reach(self.campaign(), attacker);
                let chosen = self.below(reach.len());
                let system = reach.get(chosen).copied().ok_or("nobody can be reached")?;
                self.give(Command::ChooseLocation { battle: id, system })
            }
            Step::Size => self.give(Command::AgreeSize { battle: id, points: None, transports: None, assault: false }),
            Step::Fleets => self.fleets(battle),
            Step::SubPlots if battle.sides.as_ref().is_some_and(|sides| sides.attacker.plot.is_none()) => {
                self.fortify(battle)?;
                self.give(Command::RollSubPlots { battle: id, secret: false })
            }
            Step::SubPlots => self.nominate(battle),
            Step::Battle => self.fight(battle),
            Step::Spoils => self.give(Command::ClaimSpoils { battle: id, claim: true }),
            Step::Renown => self.give(Command::AdjustRenown { battle: id, tenders: Vec::new() }),
            Step::Promotions => self.give(Command::Promote { battle: id, gifts: Vec::new() }),
            Step::Experience => {
                // Good crews learn a skill, the others better Leadership.
                let able = self.campaign().vessels.values().filter(|vessel| vessel.leadership >= Some(8));
                let skills: Vec<VesselId> = able.map(|vessel| vessel.id).collect();
                self.give(Command::GainExperience { battle: id, skills, names: Vec::new(), train: Vec::new() })
            }
            Step::Repairs => self.repairs(battle),
            Step::Appeals => self.appeals(battle),
            Step::Closed => Ok(()),
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
        let giver = Giver { by: None, at: self.at, ruling: None, dry_run: true, at_given: None };
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
            let clash = battle.scenario.is_some_and(|scenario| scenario.rules().needs_as_many());
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

    fn nominate(&mut self, battle: &Battle) -> Result<(), Trouble> {
        let Some(sides) = &battle.sides else { return Err("there are no sides".to_owned()) };
        let player = plots::waiting(battle).first().copied().ok_or("nobody is waited for")?;
        let mut ships: Vec<(u32, VesselId)> =
            sides.both().iter().flat_map(|side| &side.fleet).map(|fielded| (fielded.points, fielded.vessel)).collect();
        ships.sort_unstable();
        let mut last = "nobody can be nominated".to_owned();
        for (_, ship) in ships {
            match self.give(Command::NominateShip { battle: battle.id, player, ship }) {
                Ok(()) => return Ok(()),
                Err(why) => last = why,
            }
        }
        Err(last)
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

    /// Points are spent as they go; a ship past half its hits is withdrawn where the fleet can spare it.
    fn repairs(&mut self, battle: &Battle) -> Result<(), Trouble> {
        if battle.aftermath.repair_points.attacker.is_none() {
            return self.give(Command::CountRepairs { battle: battle.id });
        }
        let Some(sides) = battle.sides.clone() else { return Err("there are no sides".to_owned()) };
        for role in [Role::Attacker, Role::Defender] {
            if *battle.aftermath.repaired.of(role) {
                continue;
            }
            let player = sides.of(role).player;
            let campaign = self.campaign();
            let ready: Vec<_> = campaign.register(player).filter(|vessel| vessel.state == VesselState::Ready).collect();
            let worn = ready
                .iter()
                .filter(|vessel| !campaign.is_squadron(vessel) && vessel.damage * 2 > campaign.full_hits(vessel));
            let withdraw: Vec<VesselId> =
                if ready.len() > 5 { worn.map(|vessel| vessel.id).take(1).collect() } else { Vec::new() };
            let id = battle.id;
            let spend = |withdraw| Command::SpendRepairs { battle: id, player, spend: None, withdraw, quick: None };
            if withdraw.is_empty() || self.give(spend(withdraw)).is_err() {
                self.give(spend(Vec::new()))?;
            }
        }
        Ok(())
    }

    fn appeals(&mut self, battle: &Battle) -> Result<(), Trouble> {
        let id = battle.id;
        if !battle.aftermath.appealed {
            let kinds = [AppealKind::Reinforcements, AppealKind::Refit, AppealKind::Other];
            let declared: Vec<(PlayerId, AppealKind)> =
                battle.players().into_iter().map(|player| (player, kinds[self.below(kinds.len())])).collect();
            if self.give(Command::MakeAppeals { battle: id, declared }).is_err() {
                return self.give(Command::MakeAppeals { battle: id, declared: Vec::new() });
            }
            return Ok(());
        }
        let Some(grant) = battle.aftermath.grants.first().copied() else {
            return Err(format!("battle {}: nothing is granted and nothing is over", id.0));
        };
        let player = grant.player;
        let ships: Vec<VesselId> = self.campaign().register(player).map(|vessel| vessel.id).collect();
        let ship = ships.get(self.below(ships.len())).copied();
        let taken = match (grant.kind, ship) {
            (AppealKind::Refit, Some(ship)) => {
                self.give(Command::TakeRefit { battle: id, player, ship, torpedoes: false })
            }
            (AppealKind::Other, Some(ship)) => self.give(Command::TakeOther {
                battle: id,
                player,
                vessel: Some(ship),
                more: Vec::new(),
                mark: None,
                no_models: true,
            }),
            (AppealKind::Reinforcements, Some(ship)) => self.reinforce(id, player, ship),
            _ => Err("nobody is there to take it".to_owned()),
        };
        taken.or_else(|_| self.give(Command::WaiveGrant { battle: id, player, kind: grant.kind }))
    }

    /// More of what the fleet has.
    fn reinforce(&mut self, battle: BattleId, player: PlayerId, like: VesselId) -> Result<(), Trouble> {
        let campaign = self.campaign();
        let (vessel, known) = (campaign.next_vessel(), campaign.vessels.get(&like).ok_or("it is gone")?);
        let (class, squadron) = (campaign.class(known.hulls[0].design).id.clone(), campaign.is_squadron(known));
        let ships =
            vec![NewShips { class, count: if squadron { 3 } else { 1 }, weapons: known.hulls[0].weapons.clone() }];
        let people = campaign.class(known.hulls[0].design).people;
        let taken = |name: &String| campaign.vessels.values().any(|vessel| vessel.name == *name);
        let name = (vessel.0..=u32::MAX).map(|nth| names::name(people, squadron, nth)).find(|name| !taken(name));
        let name = name.ok_or("no name is left")?;
        let new =
            NewVessel { name, ships, upgrades: Vec::new(), officer: None, origin: Origin::Main, unfinished: false };
        self.give(Command::TakeReinforcement { battle, player, vessel, new })
    }
}
