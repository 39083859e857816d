//! Sub-plots of the campaign in a battle of the engine: their marks on ships, the decoy, the unexpected help, the
//! hazards, and whether they were achieved (PLOT-10 to PLOT-43).
//!
//! Ruling: what their player would choose is chosen for him. A decoy poses as his first capital ship that it can, the
//! help is the dearest that the classes of his own register give for the points, a capital ship before escorts, and
//! hazards lie where the dice say. Who has nothing that fits goes without, and has failed (PLOT-24, PLOT-40).

use super::muster::{Enlisted, Muster, Source, transport};
use super::{Fight, Role};
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, Crowd, ShipId};
use crate::battle::gothic::sub_plots::judged::achieved;
use crate::battle::gothic::sub_plots::{self as state, Drill, Plot};
use crate::battle::gothic::victory::Facts;
use crate::campaign::hint::Hint;
use crate::campaign::refusal::Refusal;
use crate::campaign::state::{Campaign, Origin, Vessel, VesselId};
use crate::campaign::turn::plots::{Outcome, SubPlot};
use crate::campaign::turn::report::GuestKind;
use crate::campaign::turn::{BySide, Side};
use crate::catalog::Catalog;
use crate::ships::class::ShipClass;
use crate::ships::experiment::Experiment;
use crate::ships::fitting::Fitting;
use crate::ships::profile::Profile;
use crate::text::numeral;

/// What sub-plots and its origin make of a ship.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lot {
    /// What is added to its Leadership.
    pub drill: Drill,
    /// Results of the critical hits table it begins with (PLOT-20).
    pub criticals: Vec<u8>,
    /// It is an ally's (ALLY-08).
    pub ally: bool,
}

impl Lot {
    /// What a vessel's origin makes of it.
    #[must_use]
    pub fn of(vessel: &Vessel) -> Self {
        Self { ally: matches!(vessel.origin, Origin::Ally(_)), ..Self::default() }
    }
}

/// A side's sub-plot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ploy {
    /// Which.
    pub plot: Plot,
    /// The vessel it drew or nominated.
    pub ship: Option<VesselId>,
    /// Turns of a Surprise Attack or Hit-and-Run.
    pub turns: u8,
    /// Known to its player alone.
    pub secret: bool,
}

/// Takes a side's sub-plot in, once its ships are mustered.
pub(super) fn enlist(muster: &mut Muster, campaign: &Campaign, catalog: &Catalog, role: Role, side: &Side) {
    let Some(rolled) = &side.plot else { return };
    let mut ploy = Ploy {
        plot: rolled.plot,
        ship: rolled.ship,
        turns: rolled.number.and_then(|turns| u8::try_from(turns).ok()).unwrap_or(0),
        secret: rolled.secret,
    };
    for outcome in &rolled.outcomes {
        match *outcome {
            Outcome::LockOn { ship, by } => lot(muster, ship, |lot| lot.drill.lock_on = by),
            Outcome::Reload { ship, by } => lot(muster, ship, |lot| lot.drill.reload = by),
            Outcome::Leadership { ship, by } => lot(muster, ship, |lot| lot.drill.leadership = by),
            Outcome::Critical { ship, result } => lot(muster, ship, |lot| lot.criticals.push(result)),
            Outcome::Experiment { ship, gain, cost } => {
                for enlisted in of(muster, ship) {
                    enlisted.fitting.experiment = Experiment::rolled(gain, cost);
                }
            }
            Outcome::NoOrders { turns } => ploy.turns = turns,
            Outcome::Help { points } => help(muster, campaign, catalog, role, side, points),
            // They lie on the table that the set-up rolled.
            Outcome::Hazards { .. } => {}
        }
    }
    if rolled.plot == Plot::SecretIntelligence {
        // It is the fleet's, with or without the flagship (PLOT-34).
        muster.rerolls[role as usize] += 1;
    }
    if rolled.plot == Plot::Decoy {
        decoy(muster, catalog, role);
    }
    muster.plots[role as usize] = Some(ploy);
}

/// A sub-plot that an earlier release recorded in words alone cannot be played.
pub(super) fn in_words_only(rolled: &SubPlot) -> Option<Refusal> {
    rolled.in_words_only().then(|| {
        Refusal::by(
            "PLOT-46",
            format!("the dice of {} were recorded in words alone, by an earlier release", rolled.plot),
        )
        .hint(Hint::ReportFromTable)
    })
}

fn of(muster: &mut Muster, vessel: VesselId) -> impl Iterator<Item = &mut Enlisted> {
    muster.ships.iter_mut().filter(move |ship| ship.source == Source::Register(vessel))
}

fn lot(muster: &mut Muster, vessel: VesselId, change: impl Fn(&mut Lot)) {
    of(muster, vessel).for_each(|ship| change(&mut ship.lot));
}

/// One who stands on no register, as a unit of his own or with those before him.
fn guest(muster: &mut Muster, role: Role, unit: usize, ship: (String, &ShipClass, Source, Fitting)) {
    let (name, class, source, fitting) = ship;
    muster.enlist(Enlisted {
        role,
        source,
        unit,
        name,
        class: class.id.clone(),
        squadron: None,
        leadership: 7,
        commander: None,
        flagship: false,
        rerolls: 0,
        short: 0,
        fitting,
        lot: Lot::default(),
    });
}

fn next_unit(muster: &Muster, role: Role) -> usize {
    muster.ships.iter().filter(|ship| ship.role == role).map(|ship| ship.unit + 1).max().unwrap_or(0)
}

/// Adds a transport in the guise of a capital ship (PLOT-40).
fn decoy(muster: &mut Muster, catalog: &Catalog, role: Role) {
    let class_of = |ship: &Enlisted| catalog.fleets.class(&ship.class);
    let own = || muster.ships.iter().filter(|ship| ship.role == role);
    let people = own().find_map(class_of).map(|class| class.people);
    let Some(hull) = catalog.fleets.class(transport(people)) else { return };
    let base = |class: &ShipClass| Profile::of(class, &Fitting::default(), catalog).map(|profile| profile.base).ok();
    let models = || own().filter_map(class_of).filter(|class| class.kind.is_of_the_line() && base(class).is_some());
    // A model on the base of the hull below it passes best.
    let Some(model) = models().find(|class| base(class) == base(hull)).or_else(|| models().next()) else { return };
    // Named like one more of the class, so that the name tells nothing.
    let name = format!("{} of {}", model.name, muster.names[role as usize]);
    let fitting = Fitting { poses: Some(model.id.clone()), guest: true, ..Fitting::default() };
    let source = Source::Guest { kind: GuestKind::Decoy, name: "decoy".to_owned(), points: 0 };
    let unit = next_unit(muster, role);
    guest(muster, role, unit, (name, hull, source, fitting));
}

/// Adds the reinforcement: a capital ship, or a squadron of escorts (PLOT-24).
fn help(muster: &mut Muster, campaign: &Campaign, catalog: &Catalog, role: Role, side: &Side, points: u32) {
    let hulls = campaign.register(side.player).flat_map(|vessel| &vessel.hulls);
    let known: Vec<&ShipClass> = hulls
        .filter_map(|hulls| catalog.fleets.class(&campaign.class(hulls.design).id))
        .filter(|class| Profile::of(class, &Fitting::default(), catalog).is_ok())
        .collect();
    let price = |class: &&&ShipClass| class.points.filter(|price| (1..=points).contains(price));
    let capital = known.iter().filter(|class| class.kind.is_of_the_line()).filter(|class| price(class).is_some());
    let escorts = known.iter().filter(|class| class.is_escort()).filter(|class| price(class).is_some());
    let number = |class: &ShipClass| class.points.map_or(0, |price| (points / price).min(6));
    let (class, ships) = match capital.max_by_key(|class| class.points) {
        Some(class) => (*class, 1),
        None => match escorts.max_by_key(|class| number(class) * class.points.unwrap_or(0)) {
            Some(class) => (*class, number(class)),
            None => return,
        },
    };
    let (unit, owner) = (next_unit(muster, role), muster.names[role as usize].clone());
    for place in 1..=ships {
        let each = class.points.unwrap_or(0);
        let source = Source::Guest { kind: GuestKind::Help, name: class.name.clone(), points: each };
        let fitting = Fitting { guest: true, points: Some(each), ..Fitting::default() };
        let name = if ships == 1 { "Help".to_owned() } else { format!("Help {}", numeral(place)) };
        guest(muster, role, unit, (format!("{name} of {owner}"), class, source, fitting));
        if let Some(ship) = muster.ships.last_mut().filter(|_| ships > 1) {
            ship.squadron = Some(format!("Reinforcement of {owner}"));
        }
    }
}

/// The sub-plots of both sides as the battle has them, with the name of the ship that each is about.
pub(super) fn laid(muster: &Muster) -> [Option<(state::SubPlot, Option<String>)>; 2] {
    muster.plots.clone().map(|ploy| {
        let ploy = ploy?;
        let named = |id: VesselId| muster.ships.iter().find(|ship| ship.source == Source::Register(id));
        let ship = ploy.ship.and_then(named).map(|ship| ship.name.clone());
        let plot = state::SubPlot {
            plot: ploy.plot,
            ship: None,
            turns: ploy.turns,
            secret: ploy.secret,
            happened: false,
            tally: Crowd::default(),
            beside: Crowd::default(),
        };
        Some((plot, ship))
    })
}

/// Puts on a ship of the battle what sub-plots make of it.
pub(super) fn mark(lot: &Lot, roster: &Roster, id: ShipId, battle: &mut Battle) {
    let profile = &roster[id].profile;
    let ship = battle.ship_mut(id);
    if lot.drill != Drill::default() {
        ship.drill = lot.drill;
    }
    for result in &lot.criticals {
        profile.criticals.row(*result).bear(&mut ship.criticals);
    }
}

/// What the engine saw of the sub-plots that a record cannot judge (PLOT-46), or not as well.
pub(super) fn judged(facts: &Facts) -> BySide<Option<bool>> {
    let seen = |role: Role| {
        let side = Fight::side(role);
        let ploy = facts.plots[side as usize]?;
        // Who won is nothing to the help.
        ploy.answer.or_else(|| achieved(facts, side, None).filter(|_| ploy.plot == Plot::UnexpectedHelp))
    };
    BySide { attacker: seen(Role::Attacker), defender: seen(Role::Defender) }
}
