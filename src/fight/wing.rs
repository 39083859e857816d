//! One side as it is mustered: its vessels as the register has them, and its guests.

use super::muster::{Enlisted, Muster, Source, plain, transport};
use super::plots::Lot;
use crate::campaign::state::{Campaign, Hulls, Player, Vessel};
use crate::campaign::turn::report::{GuestKind, Role, hits};
use crate::campaign::turn::{Battle, Side};
use crate::campaign::{figures, ranks};
use crate::catalog::Catalog;
use crate::scenario::Scenario;
use crate::ships::class::People;
use crate::ships::effects::{Ability, Effect, Effects as _};
use crate::ships::fitting::Fitting;
use crate::ships::option::ClassLeadership;
use crate::ships::profile::Profile;
use crate::text::numeral;

/// Re-rolls of the lesser commander aboard (CMDR-09).
fn officer_rerolls(vessel: &Vessel) -> u8 {
    vessel.officer.as_ref().map_or(0, |officer| u8::try_from(officer.rerolls).unwrap_or(0))
}

/// One side as it is mustered.
pub(super) struct Wing<'a> {
    pub(super) campaign: &'a Campaign,
    pub(super) battle: &'a Battle,
    pub(super) catalog: &'a Catalog,
    pub(super) role: Role,
    pub(super) side: &'a Side,
    pub(super) player: &'a Player,
    pub(super) units: usize,
    pub(super) muster: &'a mut Muster,
}

impl Wing<'_> {
    pub(super) fn registered(&mut self) {
        for fielded in &self.side.fleet {
            let Some(vessel) = self.campaign.vessels.get(&fielded.vessel) else { continue };
            let unit = self.units;
            self.units += 1;
            if self.campaign.is_squadron(vessel) {
                self.squadron(vessel, unit, fielded.points);
            } else {
                self.capital(vessel, unit, fielded.points);
            }
        }
    }

    fn fitting(&self, vessel: &Vessel, weapons: &[String], flagship: bool) -> Fitting {
        let mut upgrades: Vec<String> = vessel.upgrades.iter().map(|bought| bought.id.clone()).collect();
        let marks = vessel.officer.iter().flat_map(|officer| &officer.marks);
        let marks = marks.chain(self.player.marks.iter().filter(|_| flagship));
        for mark in marks.filter(|mark| *mark != "tzeentch") {
            let id = format!("mark-of-{mark}");
            if !upgrades.contains(&id) {
                upgrades.push(id);
            }
        }
        // Boarders and trained crews that appeals gave the ship (APPEAL-13).
        let class = self.campaign.class(vessel.hulls[0].design);
        let boons = self.player.boons.iter().filter(|boon| boon.vessel == Some(vessel.id));
        let aboard = |id: &str| {
            let found = self.catalog.effects_of_upgrade(class, id).unwrap_or_default();
            let plays =
                |effect: &Effect| matches!(effect, Effect::Boarding(_) | Effect::Ability(Ability::BoardingReroll));
            !found.is_empty() && found.iter().all(plays)
        };
        upgrades.extend(boons.map(|boon| boon.id.clone()).filter(|id| aboard(id)));
        let ids = |all: &[crate::campaign::state::improvement::Improvement]| {
            all.iter().map(|known| known.id.clone()).collect::<Vec<_>>()
        };
        Fitting {
            armament: weapons.to_vec(),
            tractor_fields: false,
            upgrades,
            points: None,
            refits: ids(&vessel.refits),
            skills: ids(&vessel.skills),
            ..Fitting::default()
        }
    }

    fn capital(&mut self, vessel: &Vessel, unit: usize, points: u32) {
        let hulls = &vessel.hulls[0];
        let class = self.campaign.class(hulls.design);
        let flagship = self.is_flagship(vessel);
        let aboard = hits(self.campaign, self.battle, vessel);
        let mut fitting = Fitting { points: Some(points), ..self.fitting(vessel, &hulls.weapons, flagship) };
        fitting.upgrades.extend(vessel.officer.iter().map(|officer| officer.kind.clone()));
        // Neither experience nor anybody aboard changes a Leadership that is always the same (FLEET-10).
        let always = Profile::of(class, &fitting, self.catalog).ok().and_then(|profile| profile.fixed_leadership);
        let own = always.or(vessel.leadership).unwrap_or(7);
        let fixed = always.is_some() || matches!(class.leadership, Some(ClassLeadership::Fixed(_)));
        let rank = ranks::rank(self.player.promotions, self.side.renown).leadership.aboard(own);
        self.muster.enlist(Enlisted {
            role: self.role,
            source: Source::Register(vessel.id),
            unit,
            name: vessel.name.clone(),
            class: class.id.clone(),
            squadron: None,
            leadership: own,
            commander: Some(if flagship { rank } else { self.under_officer(vessel, own) })
                .filter(|value| *value != own && !fixed),
            flagship,
            rerolls: officer_rerolls(vessel),
            short: u8::try_from(aboard.full - aboard.left).unwrap_or(0),
            fitting,
            lot: Lot::of(vessel),
        });
    }

    fn is_flagship(&self, vessel: &Vessel) -> bool {
        self.side.flagship && self.player.flagship == Some(vessel.id)
    }

    /// The Leadership of a vessel under the lesser commander aboard (CMDR-09).
    fn under_officer(&self, vessel: &Vessel, own: u8) -> u8 {
        figures::under_officer(self.player, vessel, own, self.catalog)
    }

    fn squadron(&mut self, vessel: &Vessel, unit: usize, points: u32) {
        let mut number = 0;
        let price = |hulls: &Hulls| self.campaign.class(hulls.design).points.unwrap_or(1);
        let present: u32 = vessel.hulls.iter().map(|hulls| hulls.count.saturating_sub(hulls.lost) * price(hulls)).sum();
        // What the squadron is worth is parted by price; the first ship has what is left over.
        let mut worth: Vec<u32> = Vec::new();
        for hulls in &vessel.hulls {
            let each = points * price(hulls) / present.max(1);
            worth.extend((0..hulls.count.saturating_sub(hulls.lost)).map(|_| each));
        }
        let parted = worth.iter().sum::<u32>();
        if let Some(first) = worth.first_mut() {
            *first += points.saturating_sub(parted);
        }
        let mut worth = worth.into_iter();
        let lone = vessel.ships() == 1;
        for hulls in &vessel.hulls {
            let class = self.campaign.class(hulls.design);
            for _ in 0..hulls.count.saturating_sub(hulls.lost) {
                number += 1;
                let name = if lone { vessel.name.clone() } else { format!("{} {}", vessel.name, numeral(number)) };
                let squadron = (!lone).then(|| plain(&vessel.name));
                let mut fitting = Fitting { points: worth.next(), ..self.fitting(vessel, &hulls.weapons, false) };
                // The lesser commander of a squadron is aboard its first ship.
                if number == 1 {
                    fitting.upgrades.extend(vessel.officer.iter().map(|officer| officer.kind.clone()));
                }
                self.guest(Source::Register(vessel.id), unit, name, class.id.clone(), squadron, fitting);
                // Fleets of escorts alone fly their flag in a squadron.
                let (flagship, leads) = (self.is_flagship(vessel) && number == 1, number == 1);
                let own = vessel.leadership.unwrap_or(7);
                let rank = ranks::rank(self.player.promotions, self.side.renown).leadership.aboard(own);
                let officer = if leads { self.under_officer(vessel, own) } else { own };
                if let Some(ship) = self.muster.ships.last_mut() {
                    ship.leadership = own;
                    ship.flagship = flagship;
                    ship.commander = Some(if flagship { rank } else { officer }).filter(|value| *value != own);
                    ship.rerolls = if leads { officer_rerolls(vessel) } else { 0 };
                    ship.lot = Lot::of(vessel);
                }
            }
        }
    }

    fn guest(
        &mut self,
        source: Source,
        unit: usize,
        name: String,
        class: String,
        squadron: Option<String>,
        fitting: Fitting,
    ) {
        self.muster.enlist(Enlisted {
            role: self.role,
            source,
            unit,
            name,
            class,
            squadron,
            leadership: 7,
            commander: None,
            flagship: false,
            rerolls: 0,
            short: 0,
            fitting,
            lot: Lot::default(),
        });
    }

    /// Defences, transports of a convoy or an assault.
    pub(super) fn guests(&mut self, scenario: Scenario) {
        for work in &self.side.works {
            for number in 1..=work.number {
                let unit = self.units;
                self.units += 1;
                let source = Source::Guest { kind: GuestKind::Defence, name: work.name.clone(), points: work.points };
                let name = if work.number == 1 { work.name.clone() } else { format!("{} {number}", work.name) };
                let fitting = Fitting { guest: true, ..Fitting::default() };
                self.guest(source, unit, name, work.id.clone(), None, fitting);
            }
        }
        let people = self.people();
        let class = transport(people);
        let count = scenario.rules().transports(self.role, self.battle.convoy.as_ref(), self.side.transports);
        for number in 1..=count {
            // Transports sail in squadrons of up to six (SCEN-66, SQUAD-01).
            let (group, lone) = ((number - 1) / 6, count % 6 == 1 && number == count);
            let unit = self.units;
            if lone || number % 6 == 0 || number == count {
                self.units += 1;
            }
            let squadron =
                (!lone).then(|| format!("Transports of {} {}", plain(&self.player.name), numeral(group + 1)));
            let points = self.catalog.fleets.class(class).and_then(|class| class.points).unwrap_or(0);
            let source = Source::Guest { kind: GuestKind::Transport, name: "transport".to_owned(), points };
            let name = format!("Transport {number} of {}", self.player.name);
            let fitting = Fitting { guest: true, ..Fitting::default() };
            self.guest(source, unit, name, class.to_owned(), squadron, fitting);
        }
    }

    fn people(&self) -> Option<People> {
        let class = |ship: &Enlisted| self.catalog.fleets.class(&ship.class).map(|class| class.people);
        let mut own = self.muster.ships.iter().filter(|ship| ship.role == self.role);
        let of_list = self.campaign.register(self.player.id).next();
        let registered = of_list.map(|vessel| self.campaign.class(vessel.hulls[0].design).people);
        registered.or_else(|| own.find_map(class))
    }
}
