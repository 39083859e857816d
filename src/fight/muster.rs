//! Who takes part: the ships that both sides field, as the registers have them, and whoever stands on none.

use toml::{Table, Value};

use super::plots::{self, Lot, Ploy};
use crate::battle::class::{People, ShipClass, ShipType};
use crate::battle::effects::{self, Effect};
use crate::battle::fitting::Fitting;
use crate::battle::fort;
use crate::battle::option::ClassLeadership;
use crate::battle::profile::{Location, Profile};
use crate::campaign::refusal::{Refusal, Refusals};
use crate::campaign::state::{Campaign, Player, Vessel, VesselId};
use crate::campaign::turn::report::{GuestKind, Role, hits};
use crate::campaign::turn::scenario::Scenario;
use crate::campaign::turn::{Battle, Side};
use crate::campaign::{figures, ranks};
use crate::catalog::Catalog;
use crate::catalog::situation::{self, Situation};
use crate::text::numeral;

/// Where a ship comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A register.
    Register(VesselId),
    /// No register (SCEN-132).
    Guest {
        /// What kind of unit.
        kind: GuestKind,
        /// What it is called in a report.
        name: String,
        /// Points of each.
        points: u32,
    },
}

/// One ship that takes part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enlisted {
    /// Whose.
    pub role: Role,
    /// Where it comes from.
    pub source: Source,
    /// The capital ship or squadron it belongs to, counted on each side from 0.
    pub unit: usize,
    /// Name in the battle, which is unique there.
    pub name: String,
    /// Slug of its class.
    pub class: String,
    /// The squadron it fights in.
    pub squadron: Option<String>,
    /// Leadership.
    pub leadership: u8,
    /// Leadership of a commander aboard.
    pub commander: Option<u8>,
    /// The fleet commander is aboard.
    pub flagship: bool,
    /// Re-rolls of a lesser commander aboard.
    pub rerolls: u8,
    /// Hits it is short of.
    pub short: u8,
    /// What it has beyond its class.
    pub fitting: Fitting,
    /// What sub-plots and its origin make of it.
    pub lot: Lot,
}

impl Enlisted {
    /// Whether it is on no register.
    pub(super) const fn is_guest(&self) -> bool {
        matches!(self.source, Source::Guest { .. })
    }
}

/// Both sides of a battle, before anything is placed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Muster {
    /// Attacker and defender by name.
    pub names: [String; 2],
    /// Re-rolls of both.
    pub rerolls: [u8; 2],
    /// Every ship, the attacker's first.
    pub ships: Vec<Enlisted>,
    /// Clusters of torpedoes or attack craft in ambush (SCEN-67).
    pub clusters: u32,
    /// Sub-plots of both.
    pub plots: [Option<Ploy>; 2],
}

/// The part of a player name or ship name that a situation can hold.
fn plain(name: &str) -> String {
    let plain: String = name.chars().map(|c| if matches!(c, ',' | ':' | '"' | '\n') { ' ' } else { c }).collect();
    let plain = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    if plain.is_empty() { "Nameless".to_owned() } else { plain }
}

impl Muster {
    /// The ships of a battle whose fleets are picked.
    ///
    /// # Errors
    /// When the battle is not ready to be fought.
    pub fn of(campaign: &Campaign, battle: &Battle, catalog: &Catalog) -> Result<Self, Refusals> {
        let (Some(sides), Some(scenario)) = (&battle.sides, battle.scenario) else {
            return Err(Refusal::by("CAMP-12", "the battle is not ready to be fought").into());
        };
        let mut muster = Self {
            names: Default::default(),
            rerolls: [0; 2],
            ships: Vec::new(),
            clusters: 0,
            plots: Default::default(),
        };
        for (role, side) in [(Role::Attacker, &sides.attacker), (Role::Defender, &sides.defender)] {
            let Some(player) = campaign.players.get(&side.player) else { continue };
            let seat = role as usize;
            muster.names[seat] = plain(&player.name);
            let mut wing = Wing { campaign, battle, catalog, role, side, player, units: 0, muster: &mut muster };
            wing.registered();
            wing.guests(scenario);
            if side.flagship {
                muster.rerolls[seat] = player.rerolls_at(side.renown);
            }
            if let Some(refusal) = side.plot.as_ref().and_then(plots::in_words_only) {
                return Err(refusal.into());
            }
            plots::enlist(&mut muster, campaign, catalog, role, side);
        }
        muster.raise_forts(catalog);
        if muster.names[0].eq_ignore_ascii_case(&muster.names[1]) {
            muster.names[1].push_str(" 2");
        }
        if scenario == Scenario::Convoy {
            muster.clusters = clusters(battle, &sides.attacker);
        }
        if scenario == Scenario::Exterminatus {
            muster.arm_exterminators(catalog, sides.attacker.fielded());
        }
        Ok(muster)
    }

    /// Adds a ship under a name that nobody else bears.
    pub fn enlist(&mut self, mut ship: Enlisted) {
        let base = plain(&ship.name);
        ship.name.clone_from(&base);
        let mut next = 2;
        let taken = |name: &str, all: &[Enlisted]| {
            all.iter().any(|other| {
                other.name.eq_ignore_ascii_case(name)
                    || other.squadron.as_ref().is_some_and(|squadron| squadron.eq_ignore_ascii_case(name))
            })
        };
        while taken(&ship.name, &self.ships) {
            ship.name = format!("{base} {next}");
            next += 1;
        }
        self.ships.push(ship);
    }

    /// One capital ship for each 1,000 points or part gives its prow weapon up (SCEN-105): those of most hits.
    fn arm_exterminators(&mut self, catalog: &Catalog, points: u32) {
        let mut able: Vec<(u32, usize)> = Vec::new();
        for (index, ship) in self.ships.iter().enumerate() {
            let Some(class) = catalog.fleets.class(&ship.class) else { continue };
            let prow = |profile: Profile| profile.weapons.iter().any(|weapon| weapon.location == Location::Prow);
            let armed = Profile::of(class, &ship.fitting).is_ok_and(prow);
            if ship.role == Role::Attacker && matches!(ship.source, Source::Register(_)) && armed && !class.is_escort()
            {
                able.push((class.hits, index));
            }
        }
        able.sort_by_key(|(hits, index)| (std::cmp::Reverse(*hits), *index));
        for (_, index) in able.into_iter().take(usize::try_from(points.div_ceil(1000)).unwrap_or(1)) {
            self.ships[index].fitting.upgrades.push("exterminator".to_owned());
        }
    }

    /// The battle with every ship still to come; or everything that the engine does not play.
    ///
    /// # Errors
    /// Every reason why it cannot be fought.
    pub fn situation(&self, catalog: &Catalog) -> Result<Situation, Refusals> {
        let mut root = Table::new();
        let sides = self.names.iter().zip(self.rerolls).map(|(name, rerolls)| {
            let mut side = Table::new();
            side.insert("name".to_owned(), Value::from(name.as_str()));
            side.insert("rerolls".to_owned(), Value::from(i64::from(rerolls)));
            Value::Table(side)
        });
        root.insert("side".to_owned(), Value::Array(sides.collect()));
        // Who sails needs a sun; the set-up rolls where it is.
        root.insert("sunward".to_owned(), Value::from("left"));
        root.insert(
            "ship".to_owned(),
            Value::Array(self.ships.iter().map(|ship| Value::Table(self.row(ship))).collect()),
        );
        root.insert("sub_plot".to_owned(), Value::Array(plots::rows(self)));
        let mut mission = Table::new();
        mission.insert("attacker".to_owned(), Value::from(self.names[0].as_str()));
        let groups = [Role::Attacker, Role::Defender].map(|role| {
            let mut group = Table::new();
            group.insert("kind".to_owned(), Value::from("raid"));
            group.insert("side".to_owned(), Value::from(self.names[role as usize].as_str()));
            let names = self.ships.iter().filter(|ship| ship.role == role).map(|ship| Value::from(ship.name.as_str()));
            group.insert("ships".to_owned(), Value::Array(names.collect()));
            Value::Table(group)
        });
        mission.insert("group".to_owned(), Value::Array(groups.to_vec()));
        root.insert("mission".to_owned(), Value::Table(mission));
        let text = root.to_string();
        situation::read("battle", &text, &catalog.fleets).map_err(|problems| {
            let hint = "report this battle from the table with `renown battle record`";
            let says = problems.into_iter().map(|problem| Refusal::plain(problem.message).hint(hint));
            Refusals(says.collect())
        })
    }

    fn row(&self, ship: &Enlisted) -> Table {
        let mut row = Table::new();
        let mut put = |key: &str, value: Value| row.insert(key.to_owned(), value);
        put("name", Value::from(ship.name.as_str()));
        put("class", Value::from(ship.class.as_str()));
        put("side", Value::from(self.names[ship.role as usize].as_str()));
        put("fate", Value::from("to come"));
        put("leadership", Value::from(i64::from(ship.leadership)));
        if let Some(squadron) = &ship.squadron {
            put("squadron", Value::from(squadron.as_str()));
        }
        if let Some(quadrant) = ship.fitting.quadrant {
            put("quadrant", Value::from(fort::word(quadrant)));
        }
        if let Some(commander) = ship.commander {
            put("commander", Value::from(i64::from(commander)));
        }
        if ship.flagship {
            put("flagship", Value::from(true));
        }
        if ship.rerolls > 0 {
            put("rerolls", Value::from(i64::from(ship.rerolls)));
        }
        if let Some(points) = ship.fitting.points {
            put("points", Value::from(i64::from(points)));
        }
        let lists = [
            ("armament", &ship.fitting.armament),
            ("upgrades", &ship.fitting.upgrades),
            ("refits", &ship.fitting.refits),
            ("skills", &ship.fitting.skills),
        ];
        for (key, list) in lists.into_iter().filter(|(_, list)| !list.is_empty()) {
            put(key, Value::Array(list.iter().map(|word| Value::from(word.as_str())).collect()));
        }
        plots::row(&ship.fitting, &ship.lot, &mut row);
        row
    }
}

/// Re-rolls of the lesser commander aboard (CMDR-09).
fn officer_rerolls(vessel: &Vessel) -> u8 {
    vessel.officer.as_ref().map_or(0, |officer| u8::try_from(officer.rerolls).unwrap_or(0))
}

/// Clusters in ambush: 1 to 3 by the face, and two for each result that no ship fills (SCEN-67).
fn clusters(battle: &Battle, attacker: &Side) -> u32 {
    let Some(convoy) = &battle.convoy else { return 0 };
    let rolled: u32 = convoy.attackers.iter().filter(|face| **face <= 3).map(|face| u32::from(*face)).sum();
    let results = convoy.attackers.iter().filter(|face| **face > 3).count();
    let unfilled = results.saturating_sub(attacker.fleet.len());
    rolled + 2 * u32::try_from(unfilled).unwrap_or(0)
}

/// The transport of a people.
pub(super) fn transport(people: Option<People>) -> &'static str {
    match people {
        Some(People::Imperial) => "imperial-transport",
        Some(People::Chaos) => "chaos-transport",
        Some(People::CorsairEldar | People::CraftworldEldar) => "eldar-transport",
        _ => "cargo-transport",
    }
}

/// One side as it is mustered.
struct Wing<'a> {
    campaign: &'a Campaign,
    battle: &'a Battle,
    catalog: &'a Catalog,
    role: Role,
    side: &'a Side,
    player: &'a Player,
    units: usize,
    muster: &'a mut Muster,
}

impl Wing<'_> {
    fn registered(&mut self) {
        for fielded in &self.side.fleet {
            let Some(vessel) = self.campaign.vessels.get(&fielded.vessel) else { continue };
            let unit = self.units;
            self.units += 1;
            if self.campaign.is_squadron(vessel) {
                self.squadron(vessel, unit);
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
        let boons = self.player.boons.iter().filter(|boon| boon.vessel == Some(vessel.id));
        let aboard = |id: &str| {
            let found = effects::of_boon(id);
            let plays = |effect: &Effect| matches!(effect, Effect::Boarding(_) | Effect::BoardingReroll);
            !found.is_empty() && found.iter().all(plays)
        };
        upgrades.extend(boons.map(|boon| boon.id.clone()).filter(|id| aboard(id)));
        let ids = |all: &[crate::campaign::aftermath::refits::Improvement]| {
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
        let own = vessel.leadership.unwrap_or(7);
        // Nobody aboard changes a Leadership that is always the same (FLEET-10).
        let fixed = matches!(class.leadership, Some(ClassLeadership::Fixed(_)));
        let rank = ranks::rank(self.player.promotions, self.side.renown).leadership.aboard(own);
        let aboard = hits(self.campaign, self.battle, vessel);
        let mut fitting = Fitting { points: Some(points), ..self.fitting(vessel, &hulls.weapons, flagship) };
        fitting.upgrades.extend(vessel.officer.iter().map(|officer| officer.kind.clone()));
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

    fn squadron(&mut self, vessel: &Vessel, unit: usize) {
        let mut number = 0;
        let lone = vessel.ships() == 1;
        for hulls in &vessel.hulls {
            let class = self.campaign.class(hulls.design);
            for _ in 0..hulls.count.saturating_sub(hulls.lost) {
                number += 1;
                let name = if lone { vessel.name.clone() } else { format!("{} {}", vessel.name, numeral(number)) };
                let squadron = (!lone).then(|| plain(&vessel.name));
                let mut fitting = self.fitting(vessel, &hulls.weapons, false);
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
    fn guests(&mut self, scenario: Scenario) {
        for work in &self.side.works {
            for number in 1..=work.number {
                let unit = self.units;
                self.units += 1;
                let source = Source::Guest { kind: GuestKind::Defence, name: work.name.clone(), points: work.points };
                let name = if work.number == 1 { work.name.clone() } else { format!("{} {number}", work.name) };
                self.guest(source, unit, name, work.id.clone(), None, Fitting::default());
            }
        }
        let (convoy, free) = match (scenario, self.role) {
            (Scenario::Convoy, Role::Defender) => {
                (self.battle.convoy.as_ref().map_or(0, |convoy| convoy.transports), 0)
            }
            (Scenario::PlanetaryAssault, Role::Attacker) => (0, self.side.transports),
            _ => (0, 0),
        };
        let people = self.people();
        let class = transport(people);
        let count = convoy + free;
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
            self.guest(source, unit, name, class.to_owned(), squadron, Fitting::default());
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

/// Whether a class stands where it is put and does not move.
#[must_use]
pub fn is_defence(class: &ShipClass) -> bool {
    class.kind == ShipType::Defence
}

impl Muster {
    /// Two fleets of whole ships, for a battle outside a campaign: each unit a class and how many of it, several in a
    /// squadron.
    #[must_use]
    pub fn one_off(names: [&str; 2], fleets: [&[(&str, u32)]; 2], catalog: &Catalog) -> Self {
        let plots = Default::default();
        let mut muster = Self { names: names.map(plain), rerolls: [1; 2], ships: Vec::new(), clusters: 0, plots };
        for (role, fleet) in [Role::Attacker, Role::Defender].into_iter().zip(fleets) {
            for (unit, (class, count)) in fleet.iter().enumerate() {
                let known = catalog.fleets.class(class);
                let name = known.map_or(*class, |class| class.name.as_str());
                let points = known.and_then(|class| class.points).unwrap_or(0);
                for number in 1..=*count {
                    let squadron =
                        (*count > 1).then(|| format!("{name} squadron {} of {}", unit + 1, names[role as usize]));
                    muster.enlist(Enlisted {
                        role,
                        source: Source::Guest { kind: GuestKind::Ship, name: name.to_owned(), points },
                        unit,
                        name: format!("{name} {} {}", numeral(u32::try_from(unit).unwrap_or(0) + 1), numeral(number)),
                        class: (*class).to_owned(),
                        squadron,
                        leadership: if known.is_some_and(is_defence) { 7 } else { 8 },
                        commander: None,
                        flagship: unit == 0 && number == 1,
                        rerolls: 0,
                        short: 0,
                        fitting: Fitting::default(),
                        lot: Lot::default(),
                    });
                }
            }
        }
        muster.raise_forts(catalog);
        muster
    }
}
