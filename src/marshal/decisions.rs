//! What the marshal answers to the questions of the campaign, as a careful player would.

use super::{Marshal, Trouble, names};
use crate::campaign::command::{Command, NewShips, NewVessel};
use crate::campaign::due::{self, Ask, Due};
use crate::campaign::ranks::Mark;
use crate::campaign::state::battle::Battle;
use crate::campaign::state::grant::AppealKind;
use crate::campaign::state::{BattleId, Origin, PlayerId, VesselId, VesselState};

impl Marshal<'_> {
    /// Answers one question of a battle.
    pub(super) fn answer(&mut self, battle: &Battle, due: &Due) -> Result<(), Trouble> {
        let id = battle.id;
        let player = due.who.first().copied().ok_or("nobody is asked")?;
        match &due.ask {
            Ask::Answer => self.give(Command::AcceptChallenge { battle: id }),
            Ask::Location { reach } => {
                let chosen = self.below(reach.len());
                let system = reach.get(chosen).copied().ok_or("nobody can be reached")?;
                self.give(Command::ChooseLocation { battle: id, system })
            }
            Ask::Fleet { .. } => self.fleets(battle),
            Ask::Nominate { .. } => self.nominate(battle, player),
            Ask::Battle { .. } => self.fight(battle),
            Ask::Confirm => self.give(Command::ConfirmReport { battle: id }),
            // Good crews learn a skill; the others have no choice.
            Ask::Advances { vessels } => {
                let take =
                    |vessel: &VesselId| Command::TakeAdvance { battle: id, player, vessel: *vessel, skill: true };
                vessels.iter().map(take).collect::<Vec<_>>().into_iter().try_for_each(|command| self.give(command))
            }
            Ask::Repairs { points, .. } => self.repairs(id, player, *points),
            Ask::Appeals { kinds, .. } => {
                let declared: Vec<AppealKind> =
                    kinds.get(self.below(kinds.len())).map(|(kind, _)| *kind).into_iter().collect();
                self.give(Command::DeclareAppeals { battle: id, player, kinds: declared })
            }
            Ask::Grant { kind, .. } => self.take(id, player, *kind),
            Ask::Orders { .. } | Ask::Size { .. } | Ask::Tenders { .. } | Ask::Gift | Ask::Train { .. } => {
                due.usual(player).into_iter().try_for_each(|command| self.give(command))
            }
            Ask::Pick { .. } | Ask::Base { .. } | Ask::Plots | Ask::Flagship { .. } | Ask::Mark { .. } => {
                Err(format!("battle {} waits for what is not its own", id.0))
            }
        }
    }

    /// Commanders without a flagship choose the dearest of their ships, and take the Marks that they are owed.
    pub(super) fn commanders(&mut self) -> Result<(), Trouble> {
        for due in due::due(self.campaign(), self.catalog) {
            let Some(player) = due.who.first().copied() else { continue };
            match &due.ask {
                Ask::Flagship { ships } => {
                    let worth = |id: &&VesselId| self.campaign().vessels.get(id).map(|vessel| vessel.points);
                    let Some(vessel) = ships.iter().max_by_key(worth).copied() else { continue };
                    self.give(Command::ChooseFlagship { player, vessel })?;
                }
                Ask::Mark { open, .. } => {
                    let mark = Mark::ALL.iter().find(|mark| open.contains(&mark.word())).copied();
                    mark.map_or(Ok(()), |mark| self.give(Command::ChooseMark { player, mark }))?;
                }
                Ask::Pick { .. }
                | Ask::Base { .. }
                | Ask::Answer
                | Ask::Orders { .. }
                | Ask::Location { .. }
                | Ask::Size { .. }
                | Ask::Fleet { .. }
                | Ask::Nominate { .. }
                | Ask::Plots
                | Ask::Battle { .. }
                | Ask::Confirm
                | Ask::Tenders { .. }
                | Ask::Gift
                | Ask::Advances { .. }
                | Ask::Train { .. }
                | Ask::Repairs { .. }
                | Ask::Appeals { .. }
                | Ask::Grant { .. } => {}
            }
        }
        Ok(())
    }

    /// The cheapest ship that the sub-plot takes.
    fn nominate(&mut self, battle: &Battle, player: PlayerId) -> Result<(), Trouble> {
        let Some(sides) = &battle.sides else { return Err("there are no sides".to_owned()) };
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

    /// Points are spent as they usually are; a ship past half its hits is withdrawn where the fleet can spare it.
    fn repairs(&mut self, battle: BattleId, player: PlayerId, points: u32) -> Result<(), Trouble> {
        let campaign = self.campaign();
        let ready: Vec<_> = campaign.register(player).filter(|vessel| vessel.state == VesselState::Ready).collect();
        let worn = ready
            .iter()
            .filter(|vessel| !campaign.is_squadron(vessel) && vessel.damage * 2 > campaign.full_hits(vessel));
        let withdraw: Vec<VesselId> =
            if ready.len() > 5 { worn.map(|vessel| vessel.id).take(1).collect() } else { Vec::new() };
        let fleet = campaign.players.get(&player).map(|player| player.fleet.clone()).unwrap_or_default();
        let price = crate::campaign::aftermath::repairs::price(&fleet, self.catalog);
        let plan = |away: &[VesselId]| {
            Some(crate::campaign::aftermath::repairs::usual(campaign, player, away, points / price))
        };
        let spend =
            |withdraw: Vec<VesselId>, spend| Command::SpendRepairs { battle, player, spend, withdraw, quick: None };
        let (mended, spared) = (plan(&[]), plan(&withdraw));
        if withdraw.is_empty() || self.give(spend(withdraw, spared)).is_err() {
            self.give(spend(Vec::new(), mended))?;
        }
        Ok(())
    }

    /// Takes what was granted with a ship of chance, or leaves it where none can have it.
    fn take(&mut self, id: BattleId, player: PlayerId, kind: AppealKind) -> Result<(), Trouble> {
        let ships: Vec<VesselId> = self.campaign().register(player).map(|vessel| vessel.id).collect();
        let ship = ships.get(self.below(ships.len())).copied();
        let taken = match (kind, ship) {
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
            (AppealKind::Ramilies, _) | (_, None) => Err("nobody is there to take it".to_owned()),
        };
        taken.or_else(|_| self.give(Command::WaiveGrant { battle: id, player, kind }))
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
