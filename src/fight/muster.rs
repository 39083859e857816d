//! Who takes part: the ships that both sides field, as the registers have them, and whoever stands on none.

use super::plots::{self, Lot, Ploy};
use super::wing::Wing;
use crate::battle::gothic::state::Ship;
use crate::battle::gothic::state::ordnance::FlightKind;
use crate::campaign::hint::Hint;
use crate::campaign::refusal::{Refusal, Refusals};
use crate::campaign::state::{Campaign, VesselId};
use crate::campaign::turn::Battle;
use crate::campaign::turn::report::{GuestKind, Role};
use crate::catalog::Catalog;
use crate::notation::{Entrant, Setup, Situation};
use crate::ships::class::{People, ShipClass, ShipType};
use crate::ships::fitting::Fitting;
use crate::ships::profile::{Location, Profile};
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

/// Words by which answers are read: in a name they are tied to the words beside them.
const TIED: [&str; 6] = ["at", "+", "first", "heading", "takes", "meets"];

/// The part of a player name or ship name that a situation and the answers of a battle can hold.
pub(super) fn plain(name: &str) -> String {
    let spaced: String = name.chars().map(|c| if matches!(c, ',' | ':' | '"' | '\n') { ' ' } else { c }).collect();
    let tied = |word: &str| TIED.iter().any(|known| word.eq_ignore_ascii_case(known));
    let (mut plain, mut after) = (String::new(), false);
    for word in spaced.split_whitespace() {
        if !plain.is_empty() {
            plain.push(if after || tied(word) { '-' } else { ' ' });
        }
        plain.push_str(word);
        after = tied(word);
    }
    // `salvo 3` is ordnance.
    if let Some((noun, number)) = plain.rsplit_once(' ')
        && number.parse::<u16>().is_ok()
        && FlightKind::ALL.iter().any(|kind| kind.noun().eq_ignore_ascii_case(noun))
    {
        return format!("{noun}-{number}");
    }
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
        let (rules, attacker) = (scenario.rules(), &sides.attacker);
        muster.clusters = battle.convoy.as_ref().map_or(0, |convoy| rules.clusters(convoy, attacker.fleet.len()));
        muster.arm_exterminators(catalog, rules.exterminators(attacker.fielded()));
        Ok(muster)
    }

    /// Adds a ship under a name that nobody else bears.
    pub fn enlist(&mut self, mut ship: Enlisted) {
        ship.squadron = ship.squadron.take().map(|name| self.squadron_name(name, (ship.role, ship.unit)));
        ship.name = self.free_name(plain(&ship.name));
        self.ships.push(ship);
    }

    /// The name of a unit's squadron: names that read alike on the table may belong to two.
    fn squadron_name(&self, name: String, unit: (Role, usize)) -> String {
        let fellow = self.ships.iter().find(|other| (other.role, other.unit) == unit);
        fellow.and_then(|other| other.squadron.clone()).unwrap_or_else(|| self.free_name(name))
    }

    /// A name that no ship and no squadron has: with a number where it is taken.
    fn free_name(&self, base: String) -> String {
        let taken = |name: &str| {
            self.ships.iter().any(|other| {
                other.name.eq_ignore_ascii_case(name)
                    || other.squadron.as_ref().is_some_and(|squadron| squadron.eq_ignore_ascii_case(name))
            })
        };
        let numbered = (2..).map(|next| plain(&format!("{base} {next}")));
        std::iter::once(base.clone()).chain(numbered).find(|name| !taken(name)).unwrap_or(base)
    }

    /// So many capital ships give their prow weapon up (SCEN-105): those of most hits.
    fn arm_exterminators(&mut self, catalog: &Catalog, number: u32) {
        if number == 0 {
            return;
        }
        let mut able: Vec<(u32, usize)> = Vec::new();
        for (index, ship) in self.ships.iter().enumerate() {
            let Some(class) = catalog.fleets.class(&ship.class) else { continue };
            let prow = |profile: Profile| profile.weapons.iter().any(|weapon| weapon.location == Location::Prow);
            let armed = Profile::of(class, &ship.fitting, catalog).is_ok_and(prow);
            if ship.role == Role::Attacker && matches!(ship.source, Source::Register(_)) && armed && !class.is_escort()
            {
                able.push((class.hits, index));
            }
        }
        able.sort_by_key(|(hits, index)| (std::cmp::Reverse(*hits), *index));
        for (_, index) in able.into_iter().take(usize::try_from(number).unwrap_or(1)) {
            self.ships[index].fitting.upgrades.push("exterminator".to_owned());
        }
    }

    /// The battle with every ship still to come; or everything that the engine does not play.
    ///
    /// # Errors
    /// Every reason why it cannot be fought.
    pub fn situation(&self, catalog: &Catalog) -> Result<Situation, Refusals> {
        let setup = Setup {
            sides: self.names.clone(),
            rerolls: self.rerolls,
            ships: self.ships.iter().map(entrant).collect(),
            plots: plots::laid(self),
        };
        setup.situation(&catalog.fleets).map_err(|problems| {
            Refusals(problems.into_iter().map(|problem| Refusal::plain(problem).hint(Hint::ReportFromTable)).collect())
        })
    }
}

/// A ship as it enters the battle. What it is short of, and what sub-plots make of it, is marked once all have entered.
fn entrant(enlisted: &Enlisted) -> Entrant {
    let mut ship = Ship {
        side: enlisted.role.side(),
        commander: enlisted.commander,
        flagship: enlisted.flagship,
        ally: enlisted.lot.ally,
        rerolls: enlisted.rerolls,
        ..Ship::default()
    };
    ship.done.posing = enlisted.fitting.poses.is_some();
    Entrant {
        name: enlisted.name.clone(),
        class: enlisted.class.clone(),
        fitting: enlisted.fitting.clone(),
        squadron: enlisted.squadron.clone(),
        leadership: Some(enlisted.leadership),
        hits: None,
        started: None,
        drill: None,
        ship,
    }
}

/// The transport of a people.
pub(super) fn transport(people: Option<People>) -> &'static str {
    match people {
        Some(People::Imperial) => "imperial-transport",
        Some(People::Chaos) => "chaos-transport",
        Some(People::CorsairEldar | People::CraftworldEldar) => "eldar-transport",
        Some(_) | None => "cargo-transport",
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
