//! A formation fires (EP-SHOOT-05): judged first, then the markers, the dice, the saves.

use super::aim::{self, Shot};
use super::allocation::places;
use super::barrage;
use super::crossfire::crossed;
use crate::battle::ground::agenda::Question;
use crate::battle::ground::answer::{Judged, Refusal, refuse};
use crate::battle::ground::charts::beyond_six;
use crate::battle::ground::event::Log;
use crate::battle::ground::kinds::{Ability, Trait};
use crate::battle::ground::play::Play;
use crate::battle::ground::roster::{FormationId, Roster, UnitId};
use crate::battle::ground::state::{Battle, Fire, Hit, Volley};
use crate::dice::Dice;

/// Fire that was judged: who fires, with the silent ones among those that hold.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// The fire, with everybody who does not shoot in `hold`.
    pub fire: Fire,
    /// Its shots.
    pub shots: Vec<Shot>,
}

/// Judges whether a formation may fire so.
///
/// # Errors
/// Why not.
pub fn judge(battle: &Battle, roster: &Roster, formation: FormationId, fire: &Fire) -> Result<Judgement, Refusal> {
    let (name, target) = (&roster[formation].name, &roster[fire.target].name);
    if roster[fire.target].side == roster[formation].side {
        return refuse("EP-SHOOT-01", format!("{target} is no enemy of {name}"));
    }
    if battle.standing(roster, fire.target).next().is_none() {
        return refuse("EP-SHOOT-01", format!("{target} is not on the table"));
    }
    if battle[formation].broken {
        return refuse("EP-ACT-14", format!("{name} is broken and does not shoot"));
    }
    let strangers = [&fire.ap, &fire.at, &fire.hold].into_iter().flatten();
    if let Some(unit) = strangers.into_iter().find(|unit| roster.formation_of(**unit) != formation) {
        return refuse("EP-SHOOT-01", format!("{} is no unit of {name}", roster.unit_name(*unit)));
    }
    let shots = aim::shots(battle, roster, formation, fire);
    let able = aim::shooters(&shots);
    if able.is_empty() {
        return refuse(aim::hindrance(battle, roster, formation, fire), {
            let open = if fire.open { " in the open" } else { "" };
            format!("nobody of {name} has {target}{open} in range and sight of a weapon for it")
        });
    }
    let silent = aim::suppressed(battle, roster, formation, &able, fire.target);
    let shots: Vec<Shot> = shots.into_iter().filter(|shot| !silent.contains(&shot.unit)).collect();
    if shots.is_empty() {
        let markers = battle[formation].markers;
        return refuse(
            "EP-SHOOT-04",
            format!("everybody of {name} who could fire at {target} is suppressed: {markers} markers"),
        );
    }
    let batteries: Vec<Shot> = shots.iter().filter(|shot| shot.power.is_none()).cloned().collect();
    barrage::lay(battle, roster, &batteries, fire.target, &fire.templates)?;
    let mut fire = fire.clone();
    fire.hold.extend(silent);
    Ok(Judgement { fire, shots })
}

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// A formation fires at another.
    pub(in crate::battle::ground) fn fire(&mut self, formation: FormationId, fire: &Fire, modifier: i8) -> Judged<()> {
        let Judgement { fire, shots } = judge(self.battle, self.roster, formation, fire)?;
        let units = aim::shooters(&shots);
        let target = fire.target;
        let cross = crossed(self.battle, self.roster, &units, target);
        self.tell("EP-SHOOT-01", |roster| format!("{} fires at {}", roster[formation].name, roster[target].name));
        if cross {
            self.tell("EP-XFIRE-01", |roster| format!("{} is in crossfire", roster[target].name));
            self.tell("EP-XFIRE-03", |roster| format!("units of {} save at -1", roster[target].name));
        }
        let mut account = self.account(target, cross, places(self.battle, &units));
        if account.broken {
            self.bare_hits(&mut account, 1)?;
        } else {
            account.markers = 1;
        }
        let mut snipers = Vec::new();
        let roster = self.roster;
        let snipes = |shot: &&Shot| roster.kind(shot.unit).has(Ability::Sniper) && shot.power.is_some();
        for shot in shots.iter().filter(snipes) {
            let hits = self.shoot(shot, modifier, fire.open)?;
            snipers.extend(hits.into_iter().map(|hit| Hit { sniper: true, ..hit }));
        }
        let volley = Volley { formation, fire, modifier, snipers, accounts: vec![account] };
        self.volley_on(volley)
    }

    /// Goes on with a volley: the next sniper's choice, or everybody else.
    pub(in crate::battle::ground) fn volley_on(&mut self, mut volley: Volley) -> Judged<()> {
        let battle = &*self.battle;
        volley.snipers.retain(|hit| hit.reach.iter().any(|unit| battle.at(*unit).is_some()));
        if volley.snipers.is_empty() {
            return self.rest_of(volley);
        }
        let formation = volley.formation;
        self.battle.volley = Some(volley);
        self.ask(Question::Sniper(formation));
        Ok(())
    }

    /// The dice of one weapon (EP-SHOOT-06): a 1 misses, beyond six needs a second die.
    pub(in crate::battle::ground) fn shoot(&mut self, shot: &Shot, modifier: i8, open: bool) -> Judged<Vec<Hit>> {
        let roster = self.roster;
        let weapon = &roster.kind(shot.unit).weapons[shot.weapon];
        let Some(power) = shot.power else { return Ok(Vec::new()) };
        let covered = !open
            && !weapon.has(Trait::IgnoreCover)
            && shot.reach.iter().any(|unit| aim::in_cover(self.battle, roster, *unit));
        let value = i32::from(weapon.value(power).unwrap_or(7));
        let needs = value - i32::from(modifier) + i32::from(covered);
        let mut hits = Vec::new();
        for _ in 0..weapon.count {
            if self.hits("to hit", shot.unit, needs)? {
                hits.push(Hit {
                    is_macro: weapon.is_macro(),
                    titan_killer: weapon.titan_killer(),
                    disrupt: weapon.has(Trait::Disrupt),
                    ignores_cover: weapon.has(Trait::IgnoreCover),
                    sniper: false,
                    power: Some(power),
                    reach: shot.reach.clone(),
                });
            }
        }
        self.spend(shot.unit, shot.weapon);
        Ok(hits)
    }

    /// One die to hit.
    pub(in crate::battle::ground) fn hits(&mut self, what: &'static str, unit: UnitId, needs: i32) -> Judged<bool> {
        let name = self.roster.unit_name(unit);
        if needs > 9 {
            return Ok(false);
        }
        let face = i32::from(self.d6(what, &name)?);
        if needs <= 6 {
            return Ok(face > 1 && face >= needs);
        }
        match beyond_six(needs) {
            Some(second) if face == 6 => Ok(self.d6("beyond six", &name)? >= second),
            _ => Ok(false),
        }
    }

    /// Notes that a weapon which must wait was fired (EP-WPN-08, EP-WPN-09).
    pub(in crate::battle::ground) fn spend(&mut self, unit: UnitId, index: usize) {
        let weapon = &self.roster.kind(unit).weapons[index];
        if weapon.has(Trait::SingleShot) || weapon.has(Trait::SlowFiring) {
            let turn = self.battle.turn;
            self.battle[unit].fired.retain(|(fired, _)| *fired != index);
            self.battle[unit].fired.push((index, turn));
        }
    }
}
