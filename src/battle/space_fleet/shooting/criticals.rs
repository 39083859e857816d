//! Criticals: the row, whether it is suffered already, what it does (SF-CRIT).

use crate::battle::space_fleet::bonus::Bonus;
use crate::battle::space_fleet::class::Effect;
use crate::battle::space_fleet::decisions::answer::Judged;
use crate::battle::space_fleet::event::What;
use crate::battle::space_fleet::state::agenda::{Question, Task};
use crate::battle::space_fleet::state::{ShipId, Source};
use crate::battle::space_fleet::turn::play::Play;
use crate::dice::Dice;

impl<D: Dice + ?Sized> Play<'_, D> {
    /// The next critical of the attack under way (step 4).
    pub(in crate::battle::space_fleet) fn next_critical(&mut self) -> Judged<()> {
        if self.battle.attack.rows.is_empty() {
            return Ok(());
        }
        let face = self.battle.attack.rows.remove(0);
        let attack = self.battle.attack;
        self.push(Task::Criticals)?;
        if !self.ship(attack.target).is_there() || self.ship(attack.target).cripple.is_some() {
            return Ok(());
        }
        if face == 0 {
            return self.roll_critical(attack.target);
        }
        match attack.by.filter(|by| {
            attack.source == Source::Weapon(super::super::class::WeaponKind::PlasmaTorpedo)
                && self.reads_rows(*by, face)
        }) {
            Some(by) => {
                let free = self.row_repeats(face);
                self.ask(Question::Row { ship: by, face, free })
            }
            None => {
                self.note_row(face);
                self.critical(attack.target, face)
            }
        }
    }

    /// Whether the firer may read a plasma row otherwise (SF-FLAG-49, SF-FLAG-53).
    fn reads_rows(&self, by: ShipId, face: u8) -> bool {
        self.roster.bonus(by, Bonus::Marksmen) > 0 || self.row_repeats(face)
    }

    /// Whether an enhanced plasma torpedo has given this row before in the same attack (SF-FLAG-53).
    fn row_repeats(&self, face: u8) -> bool {
        let attack = &self.battle.attack;
        let enhanced = attack.by.is_some_and(|by| self.roster.bonus(by, Bonus::EnhancedPlasma) > 0);
        enhanced && self.battle.attack.read & (1 << face) != 0
    }

    /// Remembers a row that was read.
    fn note_row(&mut self, face: u8) {
        self.battle.attack.read |= 1 << face;
    }

    /// A plasma row as the firer reads it.
    pub(in crate::battle::space_fleet) fn read_row(&mut self, by: ShipId, face: u8, row: u8) -> Judged<()> {
        let target = self.battle.attack.target;
        if face != row && self.roster.bonus(by, Bonus::Marksmen) > 0 && face.abs_diff(row) == 1 {
            self.tell("SF-FLAG-49", What::Uses(by, Bonus::Marksmen));
        } else if face != row {
            self.tell("SF-FLAG-53", What::Uses(by, Bonus::EnhancedPlasma));
        }
        self.note_row(row);
        self.critical(target, row)
    }

    /// A critical by a die on the ship's own table (SF-CRIT-01, SF-CRIT-09).
    pub(in crate::battle::space_fleet) fn roll_critical(&mut self, id: ShipId) -> Judged<()> {
        if self.class(id).criticals.is_empty() {
            return self.fatal(id);
        }
        let face = self.die("critical", id)?;
        self.critical(id, face)
    }

    /// A critical of a face.
    pub(in crate::battle::space_fleet) fn critical(&mut self, id: ShipId, face: u8) -> Judged<()> {
        let Some(row) = self.class(id).row(face) else { return self.fatal(id) };
        let effect = self.class(id).criticals[row].effect;
        let again = matches!(effect, Effect::BarrelOut) && self.ship(id).twice & (1 << row) == 0;
        if self.ship(id).bears(row) && !again {
            self.tell("SF-CRIT-03", What::Repeated(id, row as u8));
            return Ok(());
        }
        self.tell("SF-CRIT-01", What::Critical(id, face, row as u8));
        let die = match effect {
            Effect::Damage => self.die("magazine", id)?,
            Effect::StoredHits => self.die("overload", id)?,
            _ => 0,
        };
        if die > 0 {
            self.tell("SF-CRIT-06", What::CriticalDie(id, die));
        }
        if self.may_use(id, Bonus::DesperateManoeuvre) {
            return self.ask(Question::Desperate { ship: id, row: row as u8, die });
        }
        self.suffer(id, row, die)
    }

    /// A critical takes effect (SF-CRIT-04).
    pub(in crate::battle::space_fleet) fn suffer(&mut self, id: ShipId, row: usize, die: u8) -> Judged<()> {
        let effect = self.class(id).criticals[row].effect;
        let turn = self.battle.turn;
        let ship = self.battle.ship_mut(id);
        if ship.marks[row] > 0 {
            ship.twice |= 1 << row;
        }
        ship.marks[row] = turn + 1;
        match effect {
            Effect::AllShieldsLost => ship.shields = [0; 4],
            Effect::Damage => return self.lose("SF-CRIT-06", id, die),
            Effect::AttackRepeated => return self.repeat_attack(id),
            Effect::StoredHits => return self.store(id, u16::from(die)),
            Effect::ShieldOffForGood => ship.shield_on = false,
            Effect::RegimentLost => ship.regiments = ship.regiments.saturating_sub(1),
            Effect::JettisonHalf => return self.forced_jettison(id),
            Effect::FuelExplodes => return self.destroy("SF-FUEL-07", id),
            Effect::FuelJet => return self.fuel_jet(id),
            Effect::LeftBroadsideOut
            | Effect::RightBroadsideOut
            | Effect::WeaponOut(_)
            | Effect::RamAndProwLaserOut
            | Effect::SpeedCap { .. }
            | Effect::SuperLost
            | Effect::BarrelOut
            | Effect::TurretStuck
            | Effect::BoardsCripplesOnly
            | Effect::ClawsOnly
            | Effect::BoardingStrength(_)
            | Effect::HoloLost
            | Effect::HoloBelowHalf
            | Effect::SpeedByWind(_)
            | Effect::ShieldStuck
            | Effect::RangeBonus { .. }
            | Effect::TargetingLost
            | Effect::NoBoardingOrLanding
            | Effect::NoJettison
            | Effect::DiceCap(..)
            | Effect::MovementPointsCap(_)
            | Effect::NoReinforcements
            | Effect::NoBoarding
            | Effect::AttacksCap(_)
            | Effect::AttackPointsCap(_)
            | Effect::WoundEachTurn
            | Effect::StopsDead
            | Effect::Enraged => {}
        }
        Ok(())
    }

    /// The attacker repeats the attack at once with the same dice, once (SF-SHIP-06).
    fn repeat_attack(&mut self, id: ShipId) -> Judged<()> {
        let attack = &mut self.battle.attack;
        if attack.target != id || attack.repeated || self.battle.agenda.last() != Some(&Task::Criticals) {
            return Ok(());
        }
        attack.repeated = true;
        self.tell("SF-SHIP-06", What::Repeats(id));
        self.push(Task::Damage)?;
        self.push(Task::Roll)
    }

    /// Engines are damaged by strain (SF-FLAG-30).
    pub(in crate::battle::space_fleet) fn damage_engines(&mut self, id: ShipId) {
        let row = self.class(id).criticals.iter().position(|row| matches!(row.effect, Effect::SpeedCap { .. }));
        let turn = self.battle.turn;
        if let Some(row) = row.filter(|row| !self.ship(id).bears(*row)) {
            self.battle.ship_mut(id).marks[row] = turn + 1;
            self.tell("SF-FLAG-30", What::Critical(id, 6, row as u8));
        }
    }
}
