//! Attacks of both sides (EP-ASLT-05, EP-ASLT-06): close combat in contact, firefights within 15.

use super::charge::in_contact;
use crate::battle::ground::agenda::{Question, Task};
use crate::battle::ground::answer::Judged;
use crate::battle::ground::charts::NEAR;
use crate::battle::ground::event::Log;
use crate::battle::ground::kinds::{Trait, Weapon};
use crate::battle::ground::measure::within;
use crate::battle::ground::play::Play;
use crate::battle::ground::roster::{FormationId, Roster, UnitId};
use crate::battle::ground::shooting::allocation::{allocate, places};
use crate::battle::ground::shooting::hits::Saves;
use crate::battle::ground::sight::sees;
use crate::battle::ground::state::{Account, Assault, Battle, Hit};
use crate::dice::Dice;
use crate::table::geometry::Point;

/// Some dice of a unit in an assault.
#[derive(Clone, Debug)]
pub struct Blows {
    /// Whose.
    pub unit: UnitId,
    /// How many.
    pub dice: u8,
    /// The score they need.
    pub needs: u8,
    /// First strike (EP-WPN-04).
    pub first: bool,
    /// What they are like.
    pub hit: Hit,
}

/// Enemies within 15 that a unit can reach.
#[must_use]
pub fn enemies_near(battle: &Battle, roster: &Roster, unit: UnitId, enemies: &[FormationId]) -> Vec<UnitId> {
    let Some(at) = battle.at(unit) else { return Vec::new() };
    enemies
        .iter()
        .flat_map(|enemy| battle.standing(roster, *enemy))
        .filter(|other| within(roster, (unit, at), *other, NEAR))
        .map(|(other, _)| other)
        .collect()
}

fn quality(weapon: Option<&Weapon>) -> (bool, Hit) {
    let Some(weapon) = weapon else { return (false, Hit::BARE) };
    let hit = Hit {
        is_macro: weapon.is_macro(),
        titan_killer: weapon.titan_killer(),
        disrupt: weapon.has(Trait::Disrupt),
        ..Hit::BARE
    };
    (weapon.has(Trait::FirstStrike), hit)
}

/// The dice of a unit: `close` of its ordinary dice in close combat, the others in the firefight; extra attacks with the value
/// their entry names (EP-WPN-03).
#[must_use]
pub fn blows(roster: &Roster, unit: UnitId, close: u8, far: u8, reach: &[UnitId]) -> Vec<Blows> {
    let kind = roster.kind(unit);
    let mut found = Vec::new();
    for (kindred, dice, needs) in
        [(Trait::CloseCombat, close, kind.close_combat), (Trait::Firefight, far, kind.firefight)]
    {
        if dice == 0 || needs == 0 {
            continue;
        }
        let weapons: Vec<&Weapon> = kind.weapons.iter().filter(|weapon| weapon.has(kindred)).collect();
        let plain = weapons.iter().find(|weapon| weapon.extra_attacks() == 0);
        let (first, hit) = quality(plain.copied());
        found.push(Blows { unit, dice, needs, first, hit: Hit { reach: reach.to_vec(), ..hit } });
        for weapon in weapons.iter().filter(|weapon| weapon.extra_attacks() > 0) {
            let (first, hit) = quality(Some(weapon));
            let hit = Hit { reach: reach.to_vec(), ..hit };
            found.push(Blows { unit, dice: weapon.extra_attacks() * weapon.count, needs, first, hit });
        }
    }
    found
}

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// Both sides attack: first strikes, then the others; losses of the first do not strike (EP-WPN-04).
    pub(in crate::battle::ground) fn attacks(&mut self) -> Judged<()> {
        let Some(assault) = self.battle.assault.clone() else { return Ok(()) };
        if let Some(unit) = self.unsplit(&assault) {
            self.then(Task::Attacks);
            self.ask(Question::Split(unit));
            return Ok(());
        }
        for first in [true, false] {
            let (attackers, defenders) = (&assault.attackers, &assault.defenders);
            let ours = self.blows_of(attackers, defenders, &assault, first);
            let theirs = self.blows_of(defenders, attackers, &assault, first);
            if ours.is_empty() && theirs.is_empty() {
                continue;
            }
            self.exchange(&ours, &theirs, &assault)?;
        }
        self.after_attacks()
    }

    /// The dice of formations against others. A unit's first strikes and its other dice come apart.
    fn blows_of(&self, own: &[FormationId], enemies: &[FormationId], assault: &Assault, first: bool) -> Vec<Blows> {
        let (battle, roster) = (&*self.battle, self.roster);
        let mut found = Vec::new();
        for (unit, _) in own.iter().flat_map(|formation| battle.standing(roster, *formation)) {
            let near = enemies_near(battle, roster, unit, enemies);
            let contact = in_contact(battle, roster, unit, enemies);
            let sight = near.iter().any(|enemy| sees(battle, roster, unit, *enemy));
            if near.is_empty() || !contact && !sight {
                continue;
            }
            let kind = roster.kind(unit);
            let all = kind.capacity;
            let split = assault.splits.iter().find(|(split, _)| *split == unit).map(|(_, close)| *close);
            let (close, far) = match (contact, split) {
                (true, Some(close)) => (close, all - close),
                (true, None) if kind.is_engine() && kind.close_combat == 0 => (0, all),
                (true, None) => (all, 0),
                (false, _) => (0, all),
            };
            found.extend(blows(roster, unit, close, far, &near).into_iter().filter(|blows| blows.first == first));
        }
        found
    }

    /// Dice of both, then saves of defenders and of attackers.
    pub(super) fn exchange(&mut self, ours: &[Blows], theirs: &[Blows], assault: &Assault) -> Judged<()> {
        let on_defenders = self.roll_blows(ours)?;
        let on_attackers = self.roll_blows(theirs)?;
        let units = |blows: &[Blows]| blows.iter().map(|blows| blows.unit).collect::<Vec<_>>();
        let from_attackers = places(self.battle, &units(ours));
        let from_defenders = places(self.battle, &units(theirs));
        self.suffer(on_defenders, &from_attackers, &assault.defenders, 1)?;
        self.suffer(on_attackers, &from_defenders, &assault.attackers, 0)
    }

    fn roll_blows(&mut self, blows: &[Blows]) -> Judged<Vec<Hit>> {
        let mut hits = Vec::new();
        for blow in blows {
            let name = self.roster.unit_name(blow.unit);
            let mut scored = 0;
            for _ in 0..blow.dice {
                if blow.needs <= 6 && self.d6("assault", &name)? >= blow.needs {
                    scored += 1;
                    hits.push(blow.hit.clone());
                }
            }
            if scored > 0 {
                self.tell("EP-ASLT-05", |_| format!("{name} scores {scored} in the assault"));
            }
        }
        Ok(hits)
    }

    /// Hits on one side: nearest first, without cover (EP-ASLT-06). Losses are noted; markers come with the result.
    fn suffer(&mut self, hits: Vec<Hit>, from: &[Point], formations: &[FormationId], which: usize) -> Judged<()> {
        let mut accounts: Vec<Account> =
            formations.iter().map(|formation| self.account(*formation, false, from.to_vec())).collect();
        for (unit, hits) in allocate(self.battle, self.roster, hits, from) {
            let formation = self.roster.formation_of(unit);
            let Some(account) = accounts.iter_mut().find(|account| account.formation == formation) else { continue };
            for hit in hits {
                self.strike(account, unit, &hit, Saves::NoCover)?;
            }
        }
        for account in accounts {
            self.note_losses(&account, which);
        }
        Ok(())
    }

    /// Notes what a formation lost in the assault (EP-ASLT-10, EP-WE-12).
    pub(super) fn note_losses(&mut self, account: &Account, which: usize) {
        let Some(assault) = &mut self.battle.assault else { return };
        assault.lost[which] += account.lost;
        match assault.losses.iter_mut().find(|(known, _)| *known == account.formation) {
            Some((_, sum)) => *sum += account.markers,
            None => assault.losses.push((account.formation, account.markers)),
        }
    }
}
