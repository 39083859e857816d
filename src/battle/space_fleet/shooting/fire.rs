//! Who fires at whom: squadrons in turn, system by system (SF-TURN-06, SF-TURN-07, SF-SHOOT-04).

use crate::battle::space_fleet::bonus::{Bonus, ONCE};
use crate::battle::space_fleet::class::{Arc, Effect, WeaponKind};
use crate::battle::space_fleet::decisions::answer::{Judged, Refusal, SHARES, Target};
use crate::battle::space_fleet::event::What;
use crate::battle::space_fleet::measures::inches;
use crate::battle::space_fleet::state::agenda::Task;
use crate::battle::space_fleet::state::roster::Roster;
use crate::battle::space_fleet::state::ship::SYSTEMS;
use crate::battle::space_fleet::state::{Battle, Fate, Phase, ShipId, SquadronId, Tubes, Turret};
use crate::battle::space_fleet::turn::play::Play;
use crate::dice::Dice;
use crate::table::fixed_list::FixedList;

use super::bearing::in_arc;

impl Battle {
    /// Whether a turret can still be turned in this turn (SF-WEAPON-07, SF-WEAPON-08).
    #[must_use]
    pub fn can_turn_turret(&self, roster: &Roster, id: ShipId) -> bool {
        let ship = self.ship(id);
        !ship.done.turret
            && ship.cripple.is_none()
            && roster.class(self, id).weapons.iter().any(|weapon| weapon.arc == Arc::Turret)
            && !self.bears(roster, id, |effect| matches!(effect, Effect::TurretStuck))
    }

    /// Whether Elite Gunnery Crews can be called on now (SF-FLAG-27).
    #[must_use]
    pub fn can_fire_twice(&self, roster: &Roster, id: ShipId) -> bool {
        let ship = self.ship(id);
        ship.spent.is_free(&roster.bonuses(id), Bonus::EliteGunneryCrews, self.turn)
            && (0..roster.class(self, id).systems.len()).any(|system| self.may_fire_again(roster, id, system))
    }

    /// Whether a system can take part in a second volley.
    #[must_use]
    pub fn may_fire_again(&self, roster: &Roster, id: ShipId, system: usize) -> bool {
        let weapon = roster.class(self, id).weapon_of(system);
        self.attacks_of(roster, id, system, false) > 0
            && (!weapon.reload || roster.bonus(id, Bonus::AdditionalTorpedoTubes) > 0)
    }

    /// Whether a ship has an attack that it could make now.
    #[must_use]
    pub fn has_attack(&self, roster: &Roster, id: ShipId) -> bool {
        let systems = roster.class(self, id).systems.len();
        (0..systems).any(|system| {
            self.ship(id).shots[system] > 0
                && (self.ids().any(|target| self.dice_against(roster, id, system, target) > 0)
                    || (0..self.asteroids.len()).any(|rock| self.dice_at_rock(roster, id, system, rock as u8) > 0))
        })
    }
}

impl<D: Dice + ?Sized> Play<'_, D> {
    /// Fuel burns, and every ship is given the attacks it has at the start of the phase (SF-TURN-07).
    pub(in crate::battle::space_fleet) fn begin_shooting(&mut self) -> Judged<()> {
        self.open(Phase::Shooting);
        for id in self.battle.ids() {
            if self.ship(id).fights() {
                self.load(id, false);
            }
        }
        for counter in (0..self.battle.counters.len() as u8).rev() {
            self.push(Task::Burn(counter))?;
        }
        Ok(())
    }

    /// Gives a ship its attacks of a phase.
    pub(in crate::battle::space_fleet) fn load(&mut self, id: ShipId, once: bool) {
        let mut shots = [0; SYSTEMS];
        let systems = self.class(id).systems.len();
        for (system, left) in shots.iter_mut().enumerate().take(systems) {
            *left = self.battle.attacks_of(self.roster, id, system, once);
        }
        self.battle.ship_mut(id).shots = shots;
    }

    /// Whether a squadron has anything left to do in the Shooting Phase.
    pub(in crate::battle::space_fleet) fn can_fire(&self, squadron: SquadronId) -> bool {
        let (battle, roster) = (&*self.battle, self.roster);
        battle.all().any(|(id, ship)| {
            ship.squadron == squadron
                && matches!(ship.fate, Fate::Fighting | Fate::Doomed)
                && (battle.has_attack(roster, id)
                    || battle.can_turn_turret(roster, id)
                    || battle.current.is_some() && battle.can_fire_twice(roster, id))
        })
    }

    pub(in crate::battle::space_fleet) fn end_fire(&mut self, squadron: SquadronId) {
        self.battle.squads[squadron].fired = true;
        self.battle.current = None;
        self.pass_on();
    }

    /// Binds the squadron that fires; refuses one that may not.
    fn judge_firer(&self, id: ShipId) -> Result<SquadronId, Refusal> {
        let (ship, name) = (self.ship(id), self.roster.name(id));
        let squadron = ship.squadron;
        if ship.side != self.battle.active || !matches!(ship.fate, Fate::Fighting | Fate::Doomed) {
            return Err(Refusal::new("SF-TURN-06", format!("{name} is no ship of yours that can fire")));
        }
        if let Some(current) = self.battle.current.filter(|current| *current != squadron) {
            let other = self.roster.squadron_name(current);
            return Err(Refusal::new("SF-TURN-06", format!("{other} is firing; finish with it first")));
        }
        if self.battle.squads[squadron].fired {
            let squadron = self.roster.squadron_name(squadron);
            return Err(Refusal::new("SF-TURN-06", format!("{squadron} has fired in this turn")));
        }
        Ok(squadron)
    }

    fn judge_system(&self, id: ShipId, system: u8) -> Result<(), Refusal> {
        let (name, class) = (self.roster.name(id), self.class(id));
        let what = class.system_name(usize::from(system));
        if self.ship(id).shots.get(usize::from(system)).is_none_or(|left| *left == 0) {
            let weapon = class.weapon_of(usize::from(system));
            let ship = self.ship(id);
            let twice = ONCE
                .iter()
                .zip(ship.spent.turn)
                .any(|(bonus, used)| *bonus == Bonus::EliteGunneryCrews && used == self.battle.turn);
            let rule = if weapon.reload && twice {
                "SF-FLAG-27"
            } else if weapon.reload && ship.tubes != Tubes::Ready {
                if weapon.kind == WeaponKind::PlasmaTorpedo { "SF-WEAPON-04" } else { "SF-WEAPON-03" }
            } else if ship.weapons_out() {
                "SF-CRIPPLE-12"
            } else if weapon.kind == WeaponKind::AnnihilatorCannon {
                if self.bears(id, |effect| effect == Effect::BarrelOut) { "SF-CRIT-07" } else { "SF-WEAPON-06" }
            } else if self.battle.attacks_of(self.roster, id, usize::from(system), false) == 0 && !ship.done.fired {
                "SF-CRIT-05"
            } else {
                "SF-SHOOT-04"
            };
            return Err(Refusal::new(rule, format!("the {what} of {name} cannot fire (again) in this phase")));
        }
        Ok(())
    }

    /// Why a target cannot be fired at.
    fn judge_target(&self, id: ShipId, system: u8, target: ShipId) -> Result<u8, Refusal> {
        let dice = self.battle.dice_against(self.roster, id, usize::from(system), target);
        if dice > 0 {
            return Ok(dice);
        }
        let (ship, prey, class) = (self.ship(id), self.ship(target), self.class(id));
        let (name, other) = (self.roster.name(id), self.roster.name(target));
        let what = class.system_name(usize::from(system));
        let weapon = class.weapon_of(usize::from(system));
        if !prey.fights() || prey.side == ship.side {
            return Err(Refusal::new("SF-SHOOT-04", format!("{other} is no enemy on the table")));
        }
        if !in_arc(ship, weapon.arc, class.systems[usize::from(system)].mount, prey.at) {
            return Err(Refusal::new(arc_rule(weapon.arc), format!("{other} is not in the arc of {name}'s {what}")));
        }
        if ship.held_by == Some(target) && self.class(target).is_tyranid() {
            return Err(Refusal::new("SF-SHIP-25", format!("{name} cannot attack {other}, which clings to it")));
        }
        let far = ship.at.distance(prey.at);
        if Battle::card_dice(weapon.dice, weapon.bands, self.battle.range_bonus(self.roster, id), far) == 0 {
            return Err(Refusal::new("SF-SHOOT-03", format!("{name}'s {what} has no dice at {far}")));
        }
        if self.battle.hidden(ship.at, prey.at) == 3 {
            return Err(Refusal::new("SF-AREA-08", format!("a rock hides {other} from {name}")));
        }
        Err(Refusal::new("SF-WEAPON-10", format!("a blind field lies between {name} and {other}")))
    }

    /// A system fires.
    pub(in crate::battle::space_fleet) fn fire(&mut self, id: ShipId, system: u8, target: Target) -> Judged<()> {
        let squadron = self.judge_firer(id)?;
        self.judge_system(id, system)?;
        let Target::Ship(target) = target else {
            return self.fire_at_rock(id, system, target);
        };
        let dice = self.judge_target(id, system, target)?;
        self.test_loyalty(id, target)?;
        // Nobody fires at his own new friends (SF-SCEN-20).
        if self.ship(id).side == self.ship(target).side {
            return Ok(());
        }
        self.bind(squadron, id, system);
        if self.class(id).weapon_of(usize::from(system)).kind == WeaponKind::InfernoCannon {
            return self.inferno(id, system, target);
        }
        self.push(Task::Volley { ship: id, system, target, dice })
    }

    /// Marks what firing a system uses up.
    pub(super) fn bind(&mut self, squadron: SquadronId, id: ShipId, system: u8) {
        if self.battle.phase == Phase::Shooting {
            self.battle.current = Some(squadron);
        }
        let reload = self.class(id).weapon_of(usize::from(system)).reload;
        let aided = self.battle.aid(self.roster, id).is_some();
        let tubes = self.roster.bonus(id, Bonus::AdditionalTorpedoTubes) > 0;
        let ship = self.battle.ship_mut(id);
        ship.shots[usize::from(system)] -= 1;
        ship.done.fired = true;
        ship.done.associated |= aided;
        if reload && !tubes {
            ship.tubes = Tubes::Fired;
        }
    }

    /// An Emperor divides its broadside (SF-SHIP-01).
    pub(in crate::battle::space_fleet) fn split(
        &mut self,
        id: ShipId,
        system: u8,
        shares: &FixedList<(ShipId, u8), SHARES>,
    ) -> Judged<()> {
        let squadron = self.judge_firer(id)?;
        self.judge_system(id, system)?;
        let (name, class) = (self.roster.name(id), self.class(id));
        let weapon = class.weapon_of(usize::from(system));
        if !class.special.split_broadside || weapon.arc != Arc::Broadsides {
            return Err(Refusal::new(
                "SF-SHOOT-04",
                format!("{name} cannot divide its {}", class.system_name(usize::from(system))),
            )
            .into());
        }
        let whole = self.battle.more_dice(self.roster, id, weapon.kind, weapon.dice[0]);
        let given: u16 = shares.iter().map(|(_, dice)| u16::from(*dice)).sum();
        if given > u16::from(whole) {
            return Err(Refusal::new("SF-SHIP-01", format!("{name} has {whole} dice to divide, not {given}")).into());
        }
        let near =
            inches(6) + crate::table::geometry::Length(i32::from(self.battle.range_bonus(self.roster, id)) * 500);
        let mut volleys = FixedList::<Task, SHARES>::new();
        for (target, dice) in shares.iter().copied() {
            self.judge_target(id, system, target)?;
            let far = self.ship(id).at.distance(self.ship(target).at);
            // Ruling: an odd share at medium range is halved rounding down, so that splitting never gains dice.
            let dice = if far <= near { dice } else { dice / 2 };
            if dice > 0 && volleys.push(Task::Volley { ship: id, system, target, dice }).is_err() {
                return Err(Refusal::new("SF-SHIP-01", "too many targets").into());
            }
        }
        self.bind(squadron, id, system);
        self.tell("SF-SHIP-01", What::Divides(id, system));
        for task in volleys.iter().rev() {
            self.push(*task)?;
        }
        Ok(())
    }

    /// A turret turns 90 degrees, once a turn (SF-WEAPON-07).
    pub(in crate::battle::space_fleet) fn turn_turret(&mut self, id: ShipId, to: Turret) -> Judged<()> {
        let squadron = self.judge_firer(id)?;
        let name = self.roster.name(id);
        let rule = if self.bears(id, |effect| matches!(effect, Effect::TurretStuck)) {
            "SF-WEAPON-08"
        } else {
            "SF-WEAPON-07"
        };
        if !self.battle.can_turn_turret(self.roster, id) {
            return Err(Refusal::new(rule, format!("{name} cannot turn its turret now")).into());
        }
        let from = self.ship(id).turret;
        if from == to || (from, to) == (Turret::Left, Turret::Right) || (from, to) == (Turret::Right, Turret::Left) {
            return Err(Refusal::new(
                "SF-WEAPON-07",
                format!("{name}'s turret points {from} and turns 90 degrees a turn, not to {to}"),
            )
            .into());
        }
        self.battle.current = Some(squadron);
        let ship = self.battle.ship_mut(id);
        (ship.turret, ship.done.turret) = (to, true);
        self.tell("SF-WEAPON-07", What::Turret(id, to));
        Ok(())
    }

    /// Elite Gunnery Crews: a second volley (SF-FLAG-27, SF-FLAG-55).
    pub(in crate::battle::space_fleet) fn fire_twice(&mut self, id: ShipId) -> Judged<()> {
        let squadron = self.judge_firer(id)?;
        if !self.battle.can_fire_twice(self.roster, id) {
            let message =
                format!("{} has no Elite Gunnery Crews to call on now, or has not fired yet", self.roster.name(id));
            return Err(Refusal::new("SF-FLAG-27", message).into());
        }
        self.battle.current = Some(squadron);
        let (turn, systems) = (self.battle.turn, self.class(id).systems.len());
        for system in 0..systems {
            if self.battle.may_fire_again(self.roster, id, system) {
                let attacks = self.battle.attacks_of(self.roster, id, system, false);
                self.battle.ship_mut(id).shots[system] += attacks;
            }
        }
        self.battle.ship_mut(id).spent.spend(Bonus::EliteGunneryCrews, turn);
        self.tell("SF-FLAG-27", What::Uses(id, Bonus::EliteGunneryCrews));
        Ok(())
    }

    /// A squadron fires no more, or not at all (SF-TURN-06).
    pub(in crate::battle::space_fleet) fn hold_fire(&mut self, squadron: SquadronId) -> Judged<()> {
        let name = self.roster.squadron_name(squadron);
        let own = self.battle.squadrons(self.battle.active).any(|known| known == squadron);
        if !own || self.battle.squads[squadron].fired || self.battle.current.is_some_and(|current| current != squadron)
        {
            return Err(Refusal::new("SF-TURN-06", format!("{name} is no squadron of yours that can fire now")).into());
        }
        self.tell("SF-TURN-06", What::HoldsFire(squadron));
        self.end_fire(squadron);
        Ok(())
    }
}

fn arc_rule(arc: Arc) -> &'static str {
    match arc {
        Arc::Broadsides => "SF-SHOOT-09",
        Arc::Forward => "SF-SHOOT-07",
        Arc::FixedForward => "SF-SHOOT-08",
        Arc::Turret => "SF-WEAPON-07",
        Arc::Any | Arc::Contact | Arc::AllRound => "SF-SHOOT-10",
    }
}
