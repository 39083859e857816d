//! A battle before those who play it: what a report of it may say, whom they can name, how it is fought, seen again and
//! foretold.

use std::collections::BTreeMap;

use chrono::NaiveDate;

use super::ClubError;
use super::acting::Given;
use super::member::{Ground, Member, Moment};
use super::under_way::Sitting;
use crate::campaign::command::Command;
use crate::campaign::hint::Wording;
use crate::campaign::names;
use crate::campaign::refusal::Refusal;
use crate::campaign::state::{BattleId, Campaign, Vessel, VesselId};
use crate::campaign::turn::Battle;
use crate::campaign::turn::report::{self, Fought, Report, Role};
use crate::campaign::view::{Kept, Seen, Viewer};
use crate::catalog::Catalog;
use crate::fight::Fight;
use crate::fight::war;
use crate::publish::{self, File, Sources, replay};

type Result<T> = std::result::Result<T, ClubError>;

/// A battle that is reported: as it is, and what whoever reports it may know.
pub struct Table<'a> {
    /// The whole: a report must account for every vessel, also those that its giver may not know.
    campaign: &'a Campaign,
    battle: &'a Battle,
    seen: &'a Seen,
}

impl<'a> Table<'a> {
    /// The campaign by whose rules the fleets are counted. It is whole: nothing of it is told.
    #[must_use]
    pub const fn campaign(&self) -> &'a Campaign {
        self.campaign
    }

    /// The battle.
    #[must_use]
    pub const fn battle(&self) -> &'a Battle {
        self.battle
    }

    /// What its giver sees.
    #[must_use]
    pub const fn seen(&self) -> &'a Seen {
        self.seen
    }

    /// What is kept from its giver.
    #[must_use]
    pub fn kept(&self) -> Option<Kept> {
        self.seen.viewer().kept_from(self.campaign, self.battle)
    }

    /// What a side fielded.
    #[must_use]
    pub fn fleet(&self, role: Role) -> Vec<&'a Vessel> {
        let fleet = self.battle.sides.iter().flat_map(|sides| &sides.of(role).fleet);
        fleet.filter_map(|fielded| self.campaign.vessels.get(&fielded.vessel)).collect()
    }

    /// Whether its giver may know of a vessel. Those that he may not know he can name whole, as they stand on the table
    /// before him, and gets no help with them.
    #[must_use]
    pub fn knows(&self, vessel: &Vessel) -> bool {
        self.seen.vessels.contains_key(&vessel.id)
    }

    /// The names of a side's vessels that may be told.
    pub fn names(&self, role: Role) -> impl Iterator<Item = (&'a str, &'a Vessel)> + Clone + use<'a> {
        let known: Vec<&Vessel> = self.fleet(role).into_iter().filter(|vessel| self.knows(vessel)).collect();
        known.into_iter().map(|vessel| (vessel.name.as_str(), vessel))
    }

    /// A vessel of a side by its whole name.
    #[must_use]
    pub fn named(&self, role: Role, name: &str) -> Option<&'a Vessel> {
        self.fleet(role).into_iter().find(|vessel| names::same(&vessel.name, name))
    }

    /// What the rules find wrong in the part of a report that could be read: a vessel it lacks was not understood. Where
    /// it would tell of what its giver may not know, nothing.
    #[must_use]
    pub fn faults(&self, report: &Report) -> Vec<Refusal> {
        if self.kept().is_some() {
            return Vec::new();
        }
        let mut whole = report.clone();
        let fielded = self.battle.sides.iter().flat_map(|sides| sides.both()).flat_map(|side| &side.fleet);
        for missing in fielded.filter(|fielded| !report.vessels.iter().any(|entry| entry.vessel == fielded.vessel)) {
            whole.vessels.push(report::VesselReport::unhurt(missing.vessel));
        }
        report::faults(self.campaign, self.battle, &whole)
    }
}

/// The pages of a site, and for whom they are.
pub struct Site {
    /// The pages.
    pub files: Vec<File>,
    /// For whom.
    pub for_whom: String,
    /// Battles that he may watch and that cannot be drawn, with the reason.
    pub undrawn: Vec<(BattleId, String)>,
}

impl Member<'_> {
    /// The table of a battle that he reports; nobody else gets to it.
    ///
    /// # Errors
    /// When the report is not his to give; `None` when there is no such battle that is open.
    pub fn table<'a>(&self, ground: &'a Ground, id: BattleId, ruled: bool) -> Result<Option<Table<'a>>> {
        let record = Command::RecordBattle { battle: id, report: Report::default(), fought: None };
        self.may_give(&ground.seen, &record, ruled)?;
        let battle = ground.before.battle(id);
        Ok(battle.map(|battle| Table { campaign: &ground.before.now.campaign, battle, seen: &ground.seen }))
    }

    /// A vessel that stands in a battle, by its whole name. Who plays there has it before him, also one of a register that
    /// he may not see.
    #[must_use]
    pub fn on_table(&self, before: &Moment, battle: BattleId, name: &str) -> Option<VesselId> {
        let met = before.battle(battle)?;
        let plays = matches!(self.viewer, Viewer::Player(viewer) if met.involves(viewer));
        let fielded = met.sides.iter().flat_map(|sides| sides.both()).flat_map(|side| &side.fleet);
        let mut there = fielded.filter_map(|fielded| before.now.campaign.vessels.get(&fielded.vessel));
        there.find(|vessel| plays && names::same(&vessel.name, name)).map(|vessel| vessel.id)
    }

    /// Whose answer a battle under way waits for, and in which turn.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn asked(&self, battle: BattleId) -> Result<Option<(Role, u8)>> {
        Ok(self.store.minutes(battle)?.and_then(|minutes| minutes.asked()))
    }

    /// A battle made ready for the engine. Who sees it fought sees everything that is in it.
    ///
    /// # Errors
    /// When something of it is kept from him, or the engine does not play it.
    pub fn fight(&self, before: &Moment, id: BattleId, catalog: &Catalog) -> Result<Fight> {
        self.may_watch(before, id)?;
        Fight::new(&before.now.campaign, id, catalog).map_err(ClubError::Refused)
    }

    /// The report of a battle that the engine fought.
    ///
    /// # Errors
    /// When something of it is kept from him.
    pub fn report(&self, before: &Moment, id: BattleId, fight: &Fight, told: &war::Told) -> Result<Report> {
        self.may_watch(before, id)?;
        Ok(fight.report_told(&before.now.campaign, &told.end, &told.events))
    }

    /// Takes up a battle under way, to play on.
    ///
    /// # Errors
    /// When it is not under way, is not his to play, or what was kept is damaged.
    pub fn sit(&mut self, before: &Moment, id: BattleId, given: &Given) -> Result<Sitting<'_>> {
        self.may_watch(before, id)?;
        let giver = self.giver(given)?;
        Sitting::open(self.store, &before.now, id, &giver)
    }

    /// The record of a battle that the engine fought; `None` where it fought none.
    ///
    /// # Errors
    /// When something of it is kept from him, or the file cannot be read.
    pub fn fought(&self, id: BattleId) -> Result<Option<Box<Fought>>> {
        let whole = Moment { now: self.store.whole()? };
        self.may_watch(&whole, id)?;
        let entries = self.store.entries(1..=whole.entries())?;
        let in_force = entries.into_iter().rev().filter(|recorded| recorded.in_force());
        let mut told = in_force.filter_map(|recorded| match recorded.entry.command() {
            Some(Command::RecordBattle { battle, fought, .. }) if battle == id => fought,
            _ => None,
        });
        Ok(told.next())
    }

    /// The campaign as pages: `now` is today, with dice or without, in the words of its client. `kept` is told for whom they
    /// are, and says which battles need not be drawn again. `seen` hears how many battles are drawn, of how many.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn site(
        &self,
        catalog: &Catalog,
        (now, dice, wording): (NaiveDate, bool, Wording),
        kept: &dyn Fn(&str) -> BTreeMap<String, String>,
        seen: &mut dyn FnMut(usize, usize),
    ) -> Result<Site> {
        let whole = self.store.whole()?;
        let campaign = &whole.campaign;
        let for_whom = match self.viewer {
            Viewer::Public => "everybody".to_owned(),
            Viewer::Arbitrator => "the arbitrator".to_owned(),
            Viewer::Player(id) => campaign.players.get(&id).map(|player| player.name.clone()).unwrap_or_default(),
        };
        let entries = self.store.entries(1..=whole.head.id)?;
        let replays = replay::drawn(&entries, catalog, &kept(&for_whom), seen);
        let today = last_day(campaign).max(Some(now)).unwrap_or(now);
        let viewer = self.viewer;
        let files = publish::site(&Sources {
            campaign,
            viewer,
            entries: &entries,
            catalog,
            today,
            dice,
            replays: &replays,
            wording,
            unframed: false,
        });
        Ok(Site { files, for_whom, undrawn: self.undrawn(campaign, &replays) })
    }

    /// The pages of a site without their frame, for somebody who draws his own around them; battles are not drawn to be
    /// stepped through.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn pages(&self, catalog: &Catalog, now: NaiveDate, wording: Wording) -> Result<Vec<File>> {
        let whole = self.store.whole()?;
        let entries = self.store.entries(1..=whole.head.id)?;
        Ok(publish::site(&Sources {
            campaign: &whole.campaign,
            viewer: self.viewer,
            entries: &entries,
            catalog,
            today: last_day(&whole.campaign).max(Some(now)).unwrap_or(now),
            dice: true,
            replays: &BTreeMap::new(),
            wording,
            unframed: true,
        }))
    }

    /// Why a battle cannot be drawn tells of those who fought it, so only those hear of it who may watch it.
    fn undrawn<T>(
        &self,
        campaign: &Campaign,
        replays: &BTreeMap<BattleId, std::result::Result<T, String>>,
    ) -> Vec<(BattleId, String)> {
        let watched = |id: &BattleId| {
            let battle = campaign.battles.get(id);
            battle.is_some_and(|battle| self.viewer.kept_from(campaign, battle).is_none())
        };
        let undrawn = replays.iter().filter_map(|(id, drawn)| Some((*id, drawn.as_ref().err()?.clone())));
        undrawn.filter(|(id, _)| watched(id)).collect()
    }
}

/// The last day on which something happened that everybody may know: a war may be dated ahead of the clock.
fn last_day(campaign: &Campaign) -> Option<NaiveDate> {
    let ended = campaign.about.as_ref().and_then(|about| about.finished.as_ref()).map(|finish| finish.on);
    campaign.battles.values().map(|battle| battle.offered).chain(ended).max()
}
