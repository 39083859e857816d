//! Blast markers: placing them, and what they do to who is broken (EP-BLAST).

use super::allocation::unsaved;
use super::hits::Saves;
use crate::battle::ground::answer::Judged;
use crate::battle::ground::event::Log;
use crate::battle::ground::kinds::Ability;
use crate::battle::ground::play::Play;
use crate::battle::ground::roster::{FormationId, UnitId};
use crate::battle::ground::state::{Account, Hit};
use crate::dice::Dice;
use crate::table::geometry::Point;
use crate::text::count;

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// An account of what an attack does to a formation.
    pub(in crate::battle::ground) fn account(
        &self,
        formation: FormationId,
        crossfire: bool,
        from: Vec<Point>,
    ) -> Account {
        let broken = self.battle[formation].broken;
        Account { formation, broken, crossfire, first_lost: false, markers: 0, lost: 0, from }
    }

    /// Markers outside of shooting and assaults: placed and checked at once (EP-BLAST-03).
    pub(in crate::battle::ground) fn mark(
        &mut self,
        formation: FormationId,
        number: u32,
        rule: &'static str,
    ) -> Judged<()> {
        if number == 0 || self.battle.destroyed(self.roster, formation) {
            return Ok(());
        }
        if self.battle[formation].broken {
            let mut account = self.account(formation, false, Vec::new());
            return self.bare_hits(&mut account, number);
        }
        self.battle[formation].markers += number;
        self.tell(rule, |roster| format!("{} gets {}", roster[formation].name, count(number, "blast marker")));
        self.check_broken(formation, true);
        Ok(())
    }

    /// Hits without saves in place of markers (EP-BLAST-04): they give none themselves.
    pub(in crate::battle::ground) fn bare_hits(&mut self, account: &mut Account, number: u32) -> Judged<()> {
        let formation = account.formation;
        let units: Vec<UnitId> = self.battle.standing(self.roster, formation).map(|(unit, _)| unit).collect();
        for unit in unsaved(self.battle, self.roster, &units, number, &account.from) {
            let name = self.roster.unit_name(unit);
            if !self.battle.lives(unit) {
                continue;
            }
            if self.kind(unit).has(Ability::Fearless) {
                self.tell("EP-SPEC-03", |_| format!("{name} is fearless: the hit is lost"));
                continue;
            }
            self.tell("EP-BLAST-04", |_| format!("{name} takes a hit without a save, for its formation is broken"));
            // Losses caused so are no first loss in crossfire and give no further markers.
            let mut apart = Account { crossfire: false, markers: 0, lost: 0, ..account.clone() };
            if self.kind(unit).is_engine() {
                self.damage(&mut apart, unit, 1, &Hit::BARE, Saves::None)?;
            } else {
                self.lose(&mut apart, unit, &Hit::BARE, Saves::None)?;
            }
            account.lost += apart.lost;
        }
        Ok(())
    }

    /// Settles an attack: markers for losses, then the check (EP-SHOOT-05, EP-SHOOT-11).
    pub(in crate::battle::ground) fn settle(&mut self, mut account: Account) -> Judged<()> {
        let (formation, number) = (account.formation, account.markers);
        if self.battle.destroyed(self.roster, formation) {
            self.tell("EP-SHOOT-11", |roster| format!("{} is destroyed", roster[formation].name));
            self.gone(formation);
            return Ok(());
        }
        if number == 0 {
            return Ok(());
        }
        if account.broken {
            return self.bare_hits(&mut account, number);
        }
        self.battle[formation].markers += number;
        self.tell("EP-BLAST-01", |roster| format!("{} gets {}", roster[formation].name, count(number, "blast marker")));
        self.check_broken(formation, true);
        Ok(())
    }

    /// As many markers as units break a formation (EP-BLAST-03, EP-WE-07); never in the air (EP-AIR-01).
    pub(in crate::battle::ground) fn check_broken(&mut self, formation: FormationId, withdraws: bool) {
        let state = &self.battle[formation];
        let strength = self.battle.strength(self.roster, formation);
        let air = self.battle.airborne(self.roster, formation);
        if state.broken || air || strength == 0 || state.markers < strength {
            return;
        }
        self.tell("EP-BLAST-03", |roster| format!("{} is broken", roster[formation].name));
        self.break_up(formation, withdraws);
    }
}
