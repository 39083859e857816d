//! A battle of the campaign fought by the engine: mustered from the registers, set up by the scenario's dice, deployed,
//! played by captains or by people, and reported as people report one.
//!
//! Pure: files, clocks and terminals are its callers' business, and dice come in from them.
// What a list has no room for is never passed over in silence.
#![deny(clippy::let_underscore_must_use, clippy::unused_result_ok)]
#![warn(clippy::wildcard_enum_match_arm)]

pub mod forecast;
mod forts;
mod kills;
pub mod muster;
mod outcome;
pub mod plots;
pub mod proof;
pub mod replay;
pub mod stations;
pub mod supposed;
pub mod under_way;
pub mod war;
mod wing;
pub mod works;

pub use muster::{Enlisted, Muster, Source};

use crate::battle::gothic;
use crate::battle::gothic::decisions::answer::Stop;
use crate::battle::gothic::event::{Event, Log};
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, ShipId};
use crate::campaign::hint::Hint;
use crate::campaign::refusal::{Refusal, Refusals};
use crate::campaign::state::{BattleId, Campaign};
use crate::campaign::turn::report::{Report, Role};
use crate::campaign::turn::set_up::Choices;
use crate::campaign::turn::{self, Step};
use crate::catalog::Catalog;
use crate::dice::Dice;
use crate::scenario::Scenario;
use crate::scenario::deployment::{self, Fleets};
use crate::scenario::laid_out;
use crate::scenario::places::Units;
use crate::scenario::set_up::{self, Plan, SetUp};
use crate::table::fixed_list::Outgrown;
use crate::table::side::Side;

/// The game turn after which a battle without a limit is given up by whoever is behind.
pub const PATIENCE: u8 = 24;
/// Most answers of one battle, far beyond what any takes.
pub const MOST: u32 = 20_000;

impl From<Stop> for Refusals {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Refused(refusal) => Refusal::plain(refusal.to_string()).into(),
            Stop::Dice(error) => error.into(),
            Stop::Outgrown(outgrown) => outgrown.into(),
        }
    }
}

impl From<Outgrown> for Refusals {
    fn from(outgrown: Outgrown) -> Self {
        Refusal::plain(outgrown.to_string()).hint(Hint::ReportFromTable).into()
    }
}

/// An empty table as a set-up rolled it, to be drawn.
///
/// # Errors
/// When there are more phenomena than the engine plays.
pub fn table(field: &crate::scenario::battlefield::Battlefield) -> Result<(Roster, Battle), Refusals> {
    let mut battle = Battle { turn: 1, ..Battle::default() };
    laid_out::lay(field, &mut battle)?;
    Ok((Roster { sides: ["the attacker".to_owned(), "the defender".to_owned()], ..Roster::default() }, battle))
}

/// A battle ready to be set up, as often as one likes.
#[derive(Clone, Debug)]
pub struct Fight {
    /// Who takes part.
    pub muster: Muster,
    /// The scenario.
    pub scenario: Scenario,
    /// What never changes.
    pub roster: Roster,
    /// Everybody still to come.
    template: Battle,
    units: [Units; 2],
    plan: Plan,
    /// The set-up, where it is rolled already.
    set_up: Option<SetUp>,
}

impl Fight {
    /// Makes a battle of the campaign ready, once its sub-plots are known.
    ///
    /// # Errors
    /// When it is not the battle's step, and everything that the engine does not play.
    pub fn new(campaign: &Campaign, id: BattleId, catalog: &Catalog) -> Result<Self, Refusals> {
        let found = campaign
            .battles
            .get(&id)
            .ok_or_else(|| Refusal::plain(format!("there is no open battle {}", id.0)).hint(Hint::ListBattles))?;
        if found.step != Step::Battle {
            let says = format!("the step of battle {} that is due is {}, not the battle", id.0, found.step);
            return Err(Refusal::by("CAMP-12", says).hint(Hint::TakeStep(id)).into());
        }
        Self::of(campaign, found, catalog)
    }

    /// As [`new`](Self::new), of a battle whose step nobody asks for.
    ///
    /// # Errors
    /// Everything that the engine does not play.
    pub fn of(campaign: &Campaign, found: &turn::Battle, catalog: &Catalog) -> Result<Self, Refusals> {
        let muster = Muster::of(campaign, found, catalog)?;
        let Some(plan) = turn::set_up::plan(campaign, found, catalog, &Choices::default()) else {
            return Err(Refusal::by("CAMP-12", "the battle is not ready to be fought").into());
        };
        let options = campaign.about.as_ref().map(|about| &about.options);
        let mut fight = Self::ready(muster, plan, catalog)?;
        fight.template.mission.reduced_pays = options.is_some_and(|options| options.flag("reduced-squadrons-pay"));
        Ok(Self { set_up: found.set_up.as_deref().cloned(), ..fight })
    }

    /// Makes any two fleets ready.
    ///
    /// # Errors
    /// Everything that the engine does not play.
    pub fn ready(muster: Muster, plan: Plan, catalog: &Catalog) -> Result<Self, Refusals> {
        let read = muster.situation(catalog)?;
        let (roster, mut template) = (read.roster, read.battle);
        for (index, enlisted) in muster.ships.iter().enumerate() {
            let id = ShipId(u8::try_from(index).unwrap_or(0));
            let ship = template.ship_mut(id);
            ship.hits = ship.hits.saturating_sub(enlisted.short).max(1);
            ship.started = ship.hits;
            plots::mark(&enlisted.lot, &roster, id, &mut template);
        }
        let mut units: [Units; 2] = Default::default();
        for (index, enlisted) in muster.ships.iter().enumerate() {
            let side = &mut units[enlisted.role as usize];
            if side.len() <= enlisted.unit {
                side.resize(enlisted.unit + 1, Vec::new());
            }
            side[enlisted.unit].push(ShipId(u8::try_from(index).unwrap_or(0)));
        }
        for side in &mut units {
            side.retain(|unit| !unit.is_empty());
        }
        Ok(Self { scenario: plan.scenario, muster, roster, template, units, plan, set_up: None })
    }

    /// Rolls the set-up, deploys both fleets and opens the first turn.
    ///
    /// # Errors
    /// When the dice cannot be had.
    pub fn begin<L: Log>(&self, dice: &mut dyn Dice, log: &mut L) -> Result<(SetUp, Battle, Battle), Refusals> {
        let (set_up, laid) = self.deploy(dice)?;
        let battle = self.open(laid, dice, log)?;
        Ok((set_up, laid, battle))
    }

    /// Rolls the set-up, unless it is rolled already, and deploys both fleets as programs do.
    ///
    /// # Errors
    /// When the dice cannot be had.
    pub fn deploy(&self, dice: &mut dyn Dice) -> Result<(SetUp, Battle), Refusals> {
        let set_up = match &self.set_up {
            Some(rolled) => rolled.clone(),
            None => {
                let mut plan = self.plan.clone();
                set_up::form_up(&mut plan, dice)?;
                set_up::roll(&plan, dice)?
            }
        };
        let laid = self.lay(&set_up)?;
        Ok((set_up, laid))
    }

    /// Both fleets as programs deploy them by a set-up.
    fn lay(&self, set_up: &SetUp) -> Result<Battle, Refusals> {
        let mut battle = self.template;
        deployment::deploy(self.scenario, set_up, &mut battle, self.fleets())?;
        Ok(battle)
    }

    /// Who takes part, as a deployment asks.
    fn fleets(&self) -> Fleets<'_> {
        let (units, clusters) = (self.units.clone(), self.muster.clusters);
        Fleets { roster: &self.roster, units, size: self.plan.size, clusters }
    }

    /// Opens the first turn of fleets that are deployed.
    ///
    /// # Errors
    /// When the dice cannot be had.
    pub fn open<L: Log>(&self, mut battle: Battle, dice: &mut dyn Dice, log: &mut L) -> Result<Battle, Refusals> {
        gothic::begin(&mut battle, &self.roster, dice, log)?;
        Ok(battle)
    }

    /// What a battle has come to, as people would report it.
    #[must_use]
    pub fn report(&self, campaign: &Campaign, battle: &Battle) -> Report {
        outcome::report(self, campaign, battle)
    }

    /// As [`report`](Self::report), with who destroyed whom.
    #[must_use]
    pub fn report_told(&self, campaign: &Campaign, end: &Battle, events: &[Event]) -> Report {
        let kills = kills::Kills::read(&self.muster, end, events);
        outcome::report_with(self, campaign, end, Some(&kills))
    }

    /// The side of a player of the campaign.
    #[must_use]
    pub const fn side(role: Role) -> Side {
        role.side()
    }
}
