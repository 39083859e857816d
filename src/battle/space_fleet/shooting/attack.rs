//! One attack: dice, fields, damage, criticals, what may be rolled again (SF-SHOOT-17).

use crate::battle::space_fleet::bonus::Bonus;
use crate::battle::space_fleet::class::{Effect, WeaponKind};
use crate::battle::space_fleet::damage::Scope;
use crate::battle::space_fleet::decisions::answer::Judged;
use crate::battle::space_fleet::event::{Faces, What};
use crate::battle::space_fleet::state::agenda::{Question, Task};
use crate::battle::space_fleet::state::{Attack, Before, ShipId, Source};
use crate::battle::space_fleet::turn::play::Play;
use crate::dice::Dice;

/// What hits are worth, worked out from the dice.
#[derive(Default)]
struct Hits {
    /// Points that meet shields.
    points: u16,
    /// Points that do not.
    piercing: u16,
}

impl<D: Dice + ?Sized> Play<'_, D> {
    /// A weapon's attack begins.
    pub(in crate::battle::space_fleet) fn volley(
        &mut self,
        by: ShipId,
        system: u8,
        target: ShipId,
        dice: u8,
    ) -> Judged<()> {
        if !self.ship(target).fights() {
            return Ok(());
        }
        let kind = self.class(by).weapon_of(usize::from(system)).kind;
        let from = self.ship(by).at;
        let aimed = self.battle.has_holo_fields(self.roster, target)
            && self.battle.aid(self.roster, by).is_some_and(|aid| aid.aims);
        self.battle.attack = Attack {
            source: Source::Weapon(kind),
            by: Some(by),
            system,
            target,
            from,
            centre: from,
            dice: dice.min(40),
            needs: 3 + self.battle.hidden(from, self.ship(target).at),
            ignored: self.battle.ignored(self.roster, target, from),
            aimed: u8::from(aimed),
            squadron: self.ship(by).squadron,
            ..Attack::default()
        };
        if kind == WeaponKind::PlasmaTorpedo && self.roster.bonus(by, Bonus::EnhancedPlasma) > 0 {
            self.tell("SF-FLAG-53", What::Uses(by, Bonus::EnhancedPlasma));
        }
        self.begin_attack()
    }

    /// Puts the steps of the attack under way on the agenda.
    pub(in crate::battle::space_fleet) fn begin_attack(&mut self) -> Judged<()> {
        let attack = self.battle.attack;
        self.battle.attack.on_cripple = self.ship(attack.target).cripple.is_some();
        let evades = self.may_use(attack.target, Bonus::EvasiveAction);
        let inspired = attack.by.is_some_and(|by| self.may_use(by, Bonus::InspiredShooting));
        if (evades || inspired) && !attack.again {
            self.battle.before = Before { ships: self.battle.ships, counters: self.battle.counters };
        }
        self.push(Task::Finish)?;
        self.push(Task::Criticals)?;
        self.push(Task::Damage)?;
        self.push(Task::Roll)
    }

    /// Whether a once-per-game bonus is left for this turn (SF-FLAG-04).
    pub(in crate::battle::space_fleet) fn may_use(&self, id: ShipId, bonus: Bonus) -> bool {
        self.ship(id).spent.is_free(&self.roster.bonuses(id), bonus, self.battle.turn)
    }

    /// The dice fall (step 2).
    pub(in crate::battle::space_fleet) fn roll_attack(&mut self) -> Judged<()> {
        let attack = self.battle.attack;
        let roller = attack.by.unwrap_or(attack.target);
        let (faces, number) = self.rolled("attack", roller, usize::from(attack.dice))?;
        self.battle.attack.faces.clear();
        for face in &faces[..number] {
            self.battle.attack.faces.push(*face).map_err(|full| full.of("dice of one attack"))?;
        }
        let told = Faces::of(&faces[..number]);
        match (attack.source, attack.by) {
            (Source::Claws, Some(by)) => self.tell("SF-SHIP-04", What::Claws(by, attack.target, told)),
            (Source::Fuel, _) => self.tell("SF-FUEL-04", What::Blast(attack.target, told)),
            (Source::Splash, _) => self.tell("SF-TYR-27", What::Blast(attack.target, told)),
            (Source::Weapon(WeaponKind::InfernoCannon | WeaponKind::SporeMine), _) => {
                self.tell("SF-AREA-02", What::Blast(attack.target, told));
            }
            (Source::Weapon(_) | Source::Clinging, Some(by)) => {
                self.tell("SF-SHOOT-01", What::Volley(by, attack.system, attack.target, told));
            }
            (Source::Weapon(_) | Source::Claws | Source::Clinging, None) => {
                self.tell("SF-SHOOT-01", What::Blast(attack.target, told));
            }
        }
        self.offer_re_rolls()
    }

    /// Whether a die hits: past fields, and high enough.
    pub(in crate::battle::space_fleet) fn hits(attack: &Attack, face: u8) -> bool {
        let score = face + attack.aimed;
        score > attack.ignored && score >= attack.needs
    }

    /// Damage of all dice (step 3).
    pub(in crate::battle::space_fleet) fn damage_of_attack(&mut self) -> Judged<()> {
        let attack = self.battle.attack;
        let target = attack.target;
        if !self.ship(target).is_there() {
            return Ok(());
        }
        let landed: Vec<u8> = attack.faces.iter().copied().filter(|face| Self::hits(&attack, *face)).collect();
        let fields = attack.faces.iter().any(|face| face + attack.aimed <= attack.ignored);
        if fields && attack.ignored > 0 {
            let rule = if self.class(target).special.blind_field { "SF-WEAPON-10" } else { "SF-WEAPON-09" };
            self.tell(rule, What::Ignored(target, attack.ignored));
        }
        let hits = self.worth(&attack, &landed)?;
        if let (Source::Weapon(kind), false) = (attack.source, landed.is_empty()) {
            let points = (hits.points + hits.piercing).min(200) as u8;
            self.tell(weapon_rule(kind), What::Hits(target, landed.len() as u8, points));
        }
        // A mine set off by a critical has the wounds it had before (SF-TYR-33).
        if self.class(target).special.mine && !self.battle.attack.rows.is_empty() {
            self.battle.attack.rows.clear();
            return self.fatal(target);
        }
        let scope =
            if matches!(attack.source, Source::Claws | Source::Clinging) { Scope::Piercing } else { Scope::Fire };
        let mut hull = self.inflict(target, hits.points, attack.from, scope)?;
        hull += self.inflict(target, hits.piercing, attack.from, Scope::Piercing)?;
        self.battle.attack.hull = self.battle.attack.hull.saturating_add(hull);
        if attack.on_cripple {
            let rows = self.battle.attack.rows.len() as u8;
            self.battle.attack.sixes += rows;
            self.battle.attack.rows.clear();
        }
        Ok(())
    }

    /// What hits do, by their weapon; criticals are queued.
    fn worth(&mut self, attack: &Attack, landed: &[u8]) -> Judged<Hits> {
        let mut hits = Hits::default();
        for face in landed.iter().copied() {
            let six = face == 6;
            let critical = match attack.source {
                Source::Splash => None,
                Source::Weapon(WeaponKind::PlasmaTorpedo) => Some(face),
                Source::Weapon(_) | Source::Claws | Source::Fuel | Source::Clinging => six.then_some(0),
            };
            if let Some(row) = critical {
                self.battle.attack.rows.push(row).map_err(|full| full.of("criticals at once"))?;
            }
            hits.points += match attack.source {
                Source::Claws | Source::Splash | Source::Clinging => 1,
                Source::Fuel => u16::from(self.die("fuel damage", attack.target)?.div_ceil(2)),
                Source::Weapon(kind) => self.points_of(kind, face, attack, &mut hits.piercing)?,
            };
        }
        Ok(hits)
    }

    /// Points of one hit of a weapon; those that ignore shields are added to `piercing`.
    fn points_of(&mut self, kind: WeaponKind, face: u8, attack: &Attack, piercing: &mut u16) -> Judged<u16> {
        Ok(match kind {
            WeaponKind::Laser
            | WeaponKind::ProwLaser
            | WeaponKind::AnnihilatorCannon
            | WeaponKind::PlasmaTorpedo
            | WeaponKind::Tentacles => 1,
            WeaponKind::FusionCannon | WeaponKind::VortexTorpedo | WeaponKind::Deathburner => u16::from(face),
            WeaponKind::InfernoCannon => {
                let more = attack.by.filter(|_| attack.main == Some(attack.target));
                let more = more.map_or(0, |by| self.roster.bonus(by, Bonus::HighPoweredWeaponry));
                u16::from(self.die("inferno damage", attack.target)? + more)
            }
            WeaponKind::SporeMine => self.mine_damage(attack)?,
            WeaponKind::Hullgrinder => {
                let effect = self.die("hullgrinder", attack.target)?;
                self.tell("SF-TYR-25", What::Effects(attack.target, Faces::of(&[effect])));
                if effect == 6 {
                    *piercing += u16::from(self.die("hullgrinder damage", attack.target)?);
                    return Ok(0);
                }
                1
            }
            WeaponKind::ShockRam => {
                let score = self.die("shock", attack.target)?;
                self.tell("SF-SHIP-26", What::Effects(attack.target, Faces::of(&[score])));
                match shock_damage(score) {
                    Some(points) => u16::from(points),
                    None => {
                        self.battle.attack.rows.push(0).map_err(|full| full.of("criticals at once"))?;
                        0
                    }
                }
            }
            WeaponKind::MindAssault | WeaponKind::PowerBite | WeaponKind::Boneram => 0,
        })
    }

    /// After the last critical (step 5): the attack may be rolled again, then it is settled.
    pub(in crate::battle::space_fleet) fn finish_attack(&mut self) -> Judged<()> {
        let attack = self.battle.attack;
        self.push(Task::Settle)?;
        if attack.again {
            return Ok(());
        }
        if let Some(by) = attack.by.filter(|by| self.may_use(*by, Bonus::InspiredShooting)) {
            self.ask(Question::Inspire(by))?;
        }
        let was = self.battle.before.ships.get(usize::from(attack.target.0));
        let hurt = was.is_some_and(|was| was != self.ship(attack.target));
        if hurt && attack.by.is_some() && self.may_use(attack.target, Bonus::EvasiveAction) {
            self.ask(Question::Evade(attack.target))?;
        }
        Ok(())
    }

    /// The attack stands: cripples roll, and what else comes of it.
    pub(in crate::battle::space_fleet) fn settle_attack(&mut self) -> Judged<()> {
        let attack = self.battle.attack;
        self.battle.before = Before::default();
        if attack.on_cripple && attack.hull > 0 && self.ship(attack.target).fights() {
            self.push(Task::CrippledHit { ship: attack.target, sixes: attack.sixes })?;
        }
        self.after_attack(&attack)
    }

    /// The attack is rolled again from where it began; the second result stands (SF-FLAG-23, SF-FLAG-29).
    pub(in crate::battle::space_fleet) fn attack_again(&mut self, user: ShipId, bonus: Bonus) -> Judged<()> {
        let (before, turn) = (self.battle.before, self.battle.turn);
        while let Some(Task::Settle | Task::Ask(Question::Inspire(_))) = self.battle.agenda.last() {
            self.battle.agenda.pop();
        }
        self.battle.ships = before.ships;
        self.battle.counters = before.counters;
        self.battle.ship_mut(user).spent.spend(bonus, turn);
        let rule = if bonus == Bonus::EvasiveAction { "SF-FLAG-23" } else { "SF-FLAG-29" };
        self.tell(rule, What::Uses(user, bonus));
        let attack = &mut self.battle.attack;
        (attack.again, attack.repeated, attack.sixes, attack.hull) = (true, false, 0, 0);
        attack.rows.clear();
        self.begin_attack()
    }

    /// What Tyranid weapons do beyond their hits.
    fn after_attack(&mut self, attack: &Attack) -> Judged<()> {
        let landed = attack.faces.iter().filter(|face| Self::hits(attack, **face)).count() as u8;
        self.lose_grip(attack);
        let Some(by) = attack.by.filter(|by| self.class(*by).is_tyranid()) else { return Ok(()) };
        if attack.source == Source::Weapon(WeaponKind::Deathburner) && landed > 0 {
            self.splash(by, attack.target)?;
        }
        if attack.source == Source::Weapon(WeaponKind::Tentacles)
            && landed > 0
            && !self.bears(by, |effect| matches!(effect, Effect::WeaponOut(WeaponKind::MindAssault)))
        {
            self.mind_assault(by, attack.target, landed)?;
        }
        if attack.hull > 0 {
            self.offer_infection(attack.target)?;
        }
        Ok(())
    }
}

/// The rule of a weapon.
const fn weapon_rule(kind: WeaponKind) -> &'static str {
    match kind {
        WeaponKind::Laser | WeaponKind::ProwLaser => "SF-WEAPON-01",
        WeaponKind::FusionCannon => "SF-WEAPON-02",
        WeaponKind::VortexTorpedo => "SF-WEAPON-03",
        WeaponKind::PlasmaTorpedo => "SF-WEAPON-04",
        WeaponKind::InfernoCannon => "SF-AREA-02",
        WeaponKind::AnnihilatorCannon => "SF-WEAPON-06",
        WeaponKind::Hullgrinder => "SF-TYR-25",
        WeaponKind::Deathburner => "SF-TYR-26",
        WeaponKind::Tentacles | WeaponKind::MindAssault => "SF-SHIP-18",
        WeaponKind::PowerBite => "SF-SHIP-25",
        WeaponKind::ShockRam => "SF-SHIP-26",
        WeaponKind::Boneram => "SF-SHIP-27",
        WeaponKind::SporeMine => "SF-TYR-33",
    }
}

/// Damage of a shock ram by its second die; none for a critical (SF-SHIP-26).
#[must_use]
pub const fn shock_damage(score: u8) -> Option<u8> {
    match score {
        ..=2 => Some(1),
        3 | 4 => Some(2),
        5 => Some(3),
        6.. => None,
    }
}
