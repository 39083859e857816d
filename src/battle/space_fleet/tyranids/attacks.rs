//! Attacks of vessels: salvos, bites, rams of bone, mines (SF-TYR-25 to 27, 33; SF-SHIP-18, 25 to 27).

use crate::battle::space_fleet::class::{Effect, WeaponKind};
use crate::battle::space_fleet::damage::Scope;
use crate::battle::space_fleet::decisions::answer::{Judged, Refusal};
use crate::battle::space_fleet::event::{Faces, What};
use crate::battle::space_fleet::state::agenda::Task;
use crate::battle::space_fleet::state::{Attack, ShipId, Source};
use crate::battle::space_fleet::turn::play::Play;
use crate::dice::Dice;

/// Damage and boarding strength of a boneram by its total (SF-SHIP-27); strength 0 cannot board.
#[must_use]
pub const fn boneram(total: u8) -> (u8, u8) {
    match total {
        ..=4 => (2, 0),
        5..=7 => (4, 8),
        8..=10 => (6, 10),
        11..=14 => (8, 12),
        15.. => (10, 14),
    }
}

/// What a mine's dice need, by its wounds (SF-TYR-33).
#[must_use]
pub const fn mine_needs(wounds: u8) -> u8 {
    match wounds {
        3.. => 2,
        2 => 3,
        ..=1 => 4,
    }
}

impl<D: Dice + ?Sized> Play<'_, D> {
    /// A vessel attacks, so many times.
    pub(super) fn strike(&mut self, id: ShipId, system: u8, target: ShipId, times: u8) -> Judged<()> {
        self.judge_vessel(id)?;
        let (name, other) = (self.roster.name(id), self.roster.name(target));
        let refused = |rule: String, message: String| Err(Refusal::new(rule, message).into());
        let class = self.class(id);
        if usize::from(system) >= class.systems.len() || times == 0 {
            return refused("SF-TYR-14".to_owned(), format!("{name} has no such attack"));
        }
        let (kind, each) =
            (class.weapon_of(usize::from(system)).kind, class.weapon_of(usize::from(system)).points.max(1));
        let what = class.system_name(usize::from(system));
        let dice = self.battle.dice_against(self.roster, id, usize::from(system), target);
        if dice == 0
            || kind == WeaponKind::MindAssault
            || self.battle.attacks_of(self.roster, id, usize::from(system), false) == 0
        {
            let out = self.battle.attacks_of(self.roster, id, usize::from(system), false) == 0;
            let own = out || matches!(kind, WeaponKind::PowerBite | WeaponKind::Boneram);
            let rule = if own { self.class(id).rule.clone() } else { "SF-SHOOT-04".to_owned() };
            return refused(rule, format!("the {what} of {name} cannot reach {other}, or is out"));
        }
        let cost = u16::from(each) * u16::from(times);
        let urge = self.ship(id).urge;
        if cost > u16::from(urge.points) {
            return refused(
                "SF-TYR-14".to_owned(),
                format!("that costs {cost} action points, and {name} has {}", urge.points),
            );
        }
        self.judge_caps(id, cost, times)?;
        self.begin_vessel(id)?;
        self.tell("SF-TYR-14", What::Spends(id, cost as u8));
        let urge = &mut self.battle.ship_mut(id).urge;
        urge.points -= cost as u8;
        urge.on_attacks += cost as u8;
        urge.attacks += times;
        urge.attacking = true;
        match kind {
            WeaponKind::PowerBite => self.bite(id, target),
            WeaponKind::Boneram => self.bone_ram(id, target),
            WeaponKind::Deathburner => {
                for _ in 0..times {
                    self.push(Task::Volley { ship: id, system, target, dice })?;
                }
                Ok(())
            }
            _ => self.push(Task::Volley { ship: id, system, target, dice: dice.saturating_mul(times) }),
        }
    }

    fn judge_caps(&self, id: ShipId, cost: u16, times: u8) -> Result<(), Refusal> {
        let (name, urge) = (self.roster.name(id), self.ship(id).urge);
        let points = self.cap(id, |effect| match effect {
            Effect::AttackPointsCap(most) => Some(most),
            _ => None,
        });
        if let Some(most) = points.filter(|most| u16::from(urge.on_attacks) + cost > u16::from(*most)) {
            return Err(Refusal::new("SF-TYR-16", format!("{name} may spend {most} action points a turn on attacks")));
        }
        let attacks = self.cap(id, |effect| match effect {
            Effect::AttacksCap(most) => Some(most),
            _ => None,
        });
        if let Some(most) = attacks.filter(|most| urge.attacks + times > *most) {
            return Err(Refusal::new("SF-TYR-16", format!("{name} may attack {most} times a turn")));
        }
        Ok(())
    }

    /// A power bite: the higher of two dice; bare flanks are clung to (SF-SHIP-25).
    fn bite(&mut self, id: ShipId, target: ShipId) -> Judged<()> {
        let (faces, _) = self.rolled("bite", id, 2)?;
        self.tell("SF-SHIP-25", What::Bites(id, target, faces[0], faces[1]));
        let from = self.ship(id).at;
        let cripple = self.ship(target).cripple.is_some();
        let hull = self.inflict(target, u16::from(faces[0].max(faces[1])), from, Scope::Fire)?;
        if cripple && hull > 0 {
            self.push(Task::CrippledHit { ship: target, sixes: 0 })?;
        }
        let facing = self.battle.facing(target, from);
        let ship = self.battle.ship_mut(target);
        if ship.fights() && ship.shields[facing as usize] == 0 && ship.held_by.is_none() {
            ship.held_by = Some(id);
            // It bites on from the next turn.
            ship.done.associated = true;
            self.tell("SF-SHIP-25", What::Grabbed(id, target));
        }
        if hull > 0 { self.offer_infection(target) } else { Ok(()) }
    }

    /// A Doomripper bites on: two dice past the shields; a double loses the grip.
    pub(super) fn cling(&mut self, id: ShipId, prey: ShipId) -> Judged<()> {
        let from = self.ship(id).at;
        self.battle.attack = Attack {
            source: Source::Clinging,
            by: Some(id),
            target: prey,
            from,
            centre: from,
            dice: 2,
            needs: 3,
            ..Attack::default()
        };
        self.begin_attack()
    }

    /// A double makes a Doomripper lose its grip, after its hits.
    pub(in crate::battle::space_fleet) fn lose_grip(&mut self, attack: &Attack) {
        let double = attack.faces.len() == 2 && attack.faces[0] == attack.faces[1];
        if attack.source == Source::Clinging && double && self.ship(attack.target).held_by == attack.by {
            self.battle.ship_mut(attack.target).held_by = None;
            if let Some(by) = attack.by {
                self.tell("SF-SHIP-25", What::LosesGrip(by));
            }
        }
    }

    /// A boneram: four dice added up; it delivers boarders through a bare flank (SF-SHIP-27).
    fn bone_ram(&mut self, id: ShipId, target: ShipId) -> Judged<()> {
        let (faces, _) = self.rolled("boneram", id, 4)?;
        let total: u8 = faces[..4].iter().sum();
        self.tell("SF-SHIP-27", What::Bonerams(id, target, total));
        let (damage, strength) = boneram(total);
        let from = self.ship(id).at;
        let cripple = self.ship(target).cripple.is_some();
        let facing = self.battle.facing(target, from);
        let hull = self.inflict(target, u16::from(damage), from, Scope::Fire)?;
        let bare = self.ship(target).shields[facing as usize] == 0;
        if bare && strength > 0 && self.ship(target).fights() && !self.ship(id).done.boarded {
            self.tyranids_board(id, target, 100 + strength)?;
        }
        if cripple && hull > 0 {
            self.push(Task::CrippledHit { ship: target, sixes: 0 })?;
        }
        if hull > 0 { self.offer_infection(target) } else { Ok(()) }
    }

    /// Around a Deathburner's target, which is spared (SF-TYR-27).
    pub(in crate::battle::space_fleet) fn splash(&mut self, by: ShipId, target: ShipId) -> Judged<()> {
        let centre = self.ship(target).at;
        self.battle.attack =
            Attack { source: Source::Splash, by: Some(by), centre, dice: 1, needs: 3, ..Attack::default() };
        let spared: Vec<bool> = self.battle.ids().map(|id| id == target || self.class(id).is_tyranid()).collect();
        self.catch(centre, None, |id| spared[usize::from(id.0)])
    }

    /// Mind assaults: two dice for each tentacle hit, one critical for each that succeeds (SF-SHIP-18).
    pub(in crate::battle::space_fleet) fn mind_assault(
        &mut self,
        by: ShipId,
        target: ShipId,
        landed: u8,
    ) -> Judged<()> {
        for _ in 0..landed {
            let (faces, number) = self.rolled("mind assault", by, 2)?;
            let wins = faces[..number].iter().any(|face| *face >= 3);
            self.tell("SF-SHIP-18", What::MindAssault(target, Faces::of(&faces[..number]), u8::from(wins)));
            if wins {
                self.battle.attack.rows.push(0).map_err(|full| full.of("criticals at once"))?;
            }
        }
        if self.battle.attack.on_cripple {
            self.battle.attack.rows.clear();
            return Ok(());
        }
        self.push(Task::Criticals)
    }

    /// A mine goes off (SF-TYR-33); its own fleet is spared (SF-AREA-07).
    pub(in crate::battle::space_fleet) fn mine_explodes(&mut self, id: ShipId) -> Judged<()> {
        if !self.ship(id).fights() {
            return Ok(());
        }
        let (wounds, centre) = (self.ship(id).damage.max(1), self.ship(id).at);
        self.tell("SF-TYR-33", What::MineExplodes(id));
        self.destroy("SF-TYR-33", id)?;
        self.battle.attack = Attack {
            source: Source::Weapon(WeaponKind::SporeMine),
            by: Some(id),
            system: wounds,
            centre,
            dice: 1,
            needs: mine_needs(wounds),
            ..Attack::default()
        };
        let spared: Vec<bool> = self.battle.ids().map(|id| self.class(id).is_tyranid()).collect();
        self.catch(centre, None, |id| spared[usize::from(id.0)])
    }

    /// Damage of a mine's hit by the wounds it had (SF-TYR-33).
    pub(in crate::battle::space_fleet) fn mine_damage(&mut self, attack: &Attack) -> Judged<u16> {
        Ok(match attack.system {
            3.. => u16::from(self.die("mine damage", attack.target)?),
            2 => u16::from(self.die("mine damage", attack.target)?.div_ceil(2)),
            ..=1 => 1,
        })
    }
}
