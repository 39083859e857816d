//! The rest of a volley: ordinary shots, barrages, and the settling of what they did.

use super::aim::{self, Shot};
use super::allocation::{allocate, places};
use super::barrage::{self, Laid};
use super::hits::Saves;
use crate::battle::ground::answer::{Judged, refuse};
use crate::battle::ground::charts::TEMPLATE;
use crate::battle::ground::event::Log;
use crate::battle::ground::kinds::Ability;
use crate::battle::ground::play::Play;
use crate::battle::ground::roster::UnitId;
use crate::battle::ground::state::{Account, Hit, Volley};
use crate::dice::Dice;
use crate::table::geometry::{Length, Point};

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// A sniper's owner chooses whom he hits (EP-SPEC-14).
    pub(in crate::battle::ground) fn snipe(&mut self, unit: UnitId) -> Judged<()> {
        let Some(mut volley) = self.battle.volley.clone() else {
            return refuse("EP-SPEC-14", "no sniper has hit anybody").map_err(Into::into);
        };
        let allowed = volley.snipers.first().is_some_and(|hit| hit.reach.contains(&unit));
        if !allowed || self.battle.at(unit).is_none() {
            let name = self.roster.unit_name(unit);
            return refuse("EP-SPEC-14", format!("the sniper cannot hit {name}")).map_err(Into::into);
        }
        self.battle.volley = None;
        let hit = volley.snipers.remove(0);
        let name = self.roster.unit_name(unit);
        self.tell("EP-SPEC-14", |_| format!("a sniper picks {name}"));
        self.strike(&mut volley.accounts[0], unit, &hit, Saves::All)?;
        self.volley_on(volley)
    }

    /// Everything but the snipers.
    pub(in crate::battle::ground) fn rest_of(&mut self, mut volley: Volley) -> Judged<()> {
        let shots = aim::shots(self.battle, self.roster, volley.formation, &volley.fire);
        let (plain, batteries): (Vec<Shot>, Vec<Shot>) = shots.into_iter().partition(|shot| shot.power.is_some());
        let laid = barrage::lay(self.battle, self.roster, &batteries, volley.fire.target, &volley.fire.templates)
            .ok()
            .flatten();
        let mut hits = Vec::new();
        let roster = self.roster;
        for shot in plain.iter().filter(|shot| !roster.kind(shot.unit).has(Ability::Sniper)) {
            hits.extend(self.shoot(shot, volley.modifier, volley.fire.open)?);
        }
        let mut fallen = Vec::new();
        if let Some(laid) = laid {
            let from = places(self.battle, &aim::shooters(&batteries));
            for shot in &batteries {
                self.spend(shot.unit, shot.weapon);
            }
            fallen = self.fall(&laid, TEMPLATE, volley.modifier, &from, &mut volley.accounts)?;
        }
        let from = volley.accounts[0].from.clone();
        for (unit, hits) in allocate(self.battle, self.roster, hits, &from) {
            for hit in hits {
                self.strike(&mut volley.accounts[0], unit, &hit, Saves::All)?;
            }
        }
        self.land_barrage(fallen, &mut volley.accounts)?;
        for account in volley.accounts {
            self.settle(account)?;
        }
        Ok(())
    }

    /// The dice of a barrage: every unit under the templates, nearest first; every formation attacked gets its markers (EP-BARR-03).
    pub(in crate::battle::ground) fn fall(
        &mut self,
        laid: &Laid,
        radius: Length,
        modifier: i8,
        from: &[Point],
        accounts: &mut Vec<Account>,
    ) -> Judged<Vec<(UnitId, Hit)>> {
        let under = barrage::covered(self.battle, self.roster, &laid.templates, radius, from);
        let places: Vec<String> = laid.templates.iter().map(ToString::to_string).collect();
        self.tell("EP-BARR-03", |_| format!("a barrage falls at {}", places.join(" and at ")));
        self.open_accounts(laid, &under, from, accounts);
        let mut hits = Vec::new();
        for (unit, number) in under {
            let covered = barrage::hindered(self.battle, self.roster, laid, unit);
            let score = barrage::score(self.battle, self.roster, laid.row, unit);
            let needs = i32::from(score) - i32::from(modifier) + i32::from(covered);
            for _ in 0..number {
                if self.hits("barrage", unit, needs)? {
                    hits.push((unit, laid.hit.clone()));
                }
            }
        }
        Ok(hits)
    }

    fn open_accounts(&self, laid: &Laid, under: &[(UnitId, u8)], from: &[Point], accounts: &mut Vec<Account>) {
        let cross = self.roster.house.barrages_cross;
        for account in accounts.iter_mut() {
            account.crossfire |= cross;
        }
        for (unit, _) in under {
            let formation = self.roster.formation_of(*unit);
            if !accounts.iter().any(|account| account.formation == formation) {
                let mut account = self.account(formation, cross, from.to_vec());
                account.markers = 1;
                accounts.push(account);
            }
        }
        for account in accounts.iter_mut() {
            let touched = under.iter().any(|(unit, _)| self.roster.formation_of(*unit) == account.formation);
            account.markers += if touched { u32::from(laid.row.markers) } else { 0 };
        }
    }

    /// The saves of a barrage, unit by unit.
    pub(in crate::battle::ground) fn land_barrage(
        &mut self,
        hits: Vec<(UnitId, Hit)>,
        accounts: &mut [Account],
    ) -> Judged<()> {
        for (unit, hit) in hits {
            let formation = self.roster.formation_of(unit);
            let account = accounts.iter_mut().find(|account| account.formation == formation);
            if let Some(account) = account {
                self.strike(account, unit, &hit, Saves::All)?;
            }
        }
        Ok(())
    }
}
