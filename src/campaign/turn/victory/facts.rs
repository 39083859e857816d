//! The facts of a battle, from its report and the registers as they stood.

use super::Table;
use crate::battle::gothic::victory::{End, Facts, Measure, Ploy, Unit};
use crate::campaign::state::battle::report::{Guest, GuestKind, Report, VesselReport};
use crate::campaign::state::battle::{Battle, Fielded};
use crate::campaign::state::{Hulls, Vessel, VesselId};
use crate::campaign::turn::report::{Role, exterminators_gone, hits};
use crate::scenario::record::Answers;
use crate::ships::worth::Pays;
use crate::table::side::Side as Seat;

/// The side of the engine that a role is.
pub(super) const fn seat(role: Role) -> Seat {
    match role {
        Role::Attacker => Seat::One,
        Role::Defender => Seat::Two,
    }
}

/// The role of a side of the engine.
pub(super) const fn role(seat: Seat) -> Role {
    match seat {
        Seat::One => Role::Attacker,
        Seat::Two => Role::Defender,
    }
}

/// What decides a battle.
pub(super) fn measure(battle: &Battle, report: &Report) -> Measure {
    if battle.base_attack && report.planet_destroyed {
        return Measure::BaseDestroyed;
    }
    let (whole, half) = (report.transports_through, report.half_transports_through);
    let answers = Answers {
        half_transports_through: 2 * whole.unwrap_or(0) + half.unwrap_or(0),
        assault_points: report.assault_points.unwrap_or(0),
        planet_destroyed: report.planet_destroyed,
        exterminators_gone: exterminators_gone(report),
    };
    battle.scenario.map_or(Measure::Points, |scenario| scenario.rules().measure(&answers))
}

impl Table<'_> {
    /// All that the battle is judged by.
    pub(super) fn facts(&self) -> Facts {
        let (mut units, mut places) = (Vec::new(), Vec::new());
        for role in [Role::Attacker, Role::Defender] {
            for (vessel, fielded, entry) in self.entries(role) {
                places.push(vessel.id);
                units.push(self.unit(role, vessel, fielded, entry));
            }
        }
        let place = |ship: VesselId| places.iter().position(|known| *known == ship);
        let plots = [Role::Attacker, Role::Defender].map(|role| {
            let plot = self.both.of(role).plot.as_ref()?;
            let (unit, answer) = (plot.ship.and_then(place), *self.report.plots.of(role));
            Some(Ploy { plot: plot.plot, unit, turns: plot.number, answer })
        });
        for role in [Role::Attacker, Role::Defender] {
            units.extend(self.guest_units(role));
        }
        let taken = |role: Role| {
            let of = |by: &Option<super::BySide<u32>>| by.as_ref().map_or(0, |by| *by.of(role));
            (of(&self.report.slaves), of(&self.report.impaler_slaves))
        };
        Facts {
            units,
            attacker: Seat::One,
            measure: measure(self.battle, self.report),
            surrendered: self.report.surrendered.map(seat),
            runner: self.battle.scenario.and_then(|scenario| scenario.rules().runner()),
            turns: self.report.turns,
            reduced_pays: self.campaign.about.as_ref().is_some_and(|about| about.options.flag("reduced-squadrons-pay")),
            slaves: [taken(Role::Attacker), taken(Role::Defender)],
            plots,
        }
    }

    fn unit(&self, role: Role, vessel: &Vessel, fielded: &Fielded, entry: &VesselReport) -> Unit {
        let class = self.campaign.class(vessel.hulls[0].design);
        let escorts = self.campaign.is_squadron(vessel);
        let flagship = self.campaign.players.get(&vessel.player).and_then(|player| player.flagship);
        let defence = class.kind == crate::ships::class::ShipType::Defence;
        let mut unit = Unit {
            name: vessel.name.clone(),
            side: seat(role),
            points: fielded.points,
            pays: Pays::of(class),
            escorts,
            of_the_line: class.kind.is_of_the_line(),
            picked: !defence,
            ship: class.speed_cm > 0,
            flagship: flagship == Some(vessel.id),
            ships: fielded.ships,
            end: entry.fate,
            for_good: entry.warp == Some(1),
            came_back: entry.came_back,
            crippled: entry.crippled,
            ..Unit::nobody()
        };
        if escorts {
            unit.ships_lost = if unit.is_lost() { fielded.ships } else { entry.ships_lost() };
            unit.worth_lost = if unit.is_lost() { fielded.points } else { self.worth_of_lost(vessel, fielded, entry) };
            unit.through = entry.left;
        } else {
            let hits = hits(self.campaign, self.battle, vessel);
            (unit.full, unit.started) = (hits.full, hits.left);
            unit.hits_lost = entry.hits_lost;
        }
        unit
    }

    /// The value of the escorts a squadron lost, each by the price of its class (PLOT-13).
    fn worth_of_lost(&self, vessel: &Vessel, fielded: &Fielded, entry: &VesselReport) -> u32 {
        let price = |hulls: &Hulls| self.campaign.class(hulls.design).points.unwrap_or(1);
        let present: u32 = vessel.hulls.iter().map(|hulls| (hulls.count - hulls.lost) * price(hulls)).sum();
        let price_of =
            |id: &str| vessel.hulls.iter().find(|hulls| self.campaign.class(hulls.design).id == id).map_or(0, price);
        let lost: u32 = entry.lost.iter().map(|(class, number)| price_of(class) * number).sum();
        fielded.points * lost / present.max(1)
    }

    /// Units that stand on no register: squadrons as one, everybody else by himself.
    fn guest_units(&self, role: Role) -> Vec<Unit> {
        let mut squadrons: Vec<(&str, Vec<&Guest>)> = Vec::new();
        let mut units = Vec::new();
        for guest in self.report.guests.iter().filter(|guest| guest.side == role) {
            // The reinforcement is one ship or one squadron, however it is listed (PLOT-24).
            let squadron = guest.squadron.as_deref().or((guest.kind == GuestKind::Help).then_some(""));
            match squadron {
                None => units.push(alone(role, guest)),
                Some(name) => match squadrons.iter_mut().find(|(known, _)| *known == name) {
                    Some((_, parts)) => parts.push(guest),
                    None => squadrons.push((name, vec![guest])),
                },
            }
        }
        units.extend(squadrons.into_iter().map(|(name, parts)| squadron(role, name, &parts)));
        units
    }
}

/// Guests that count each by itself.
fn alone(role: Role, guest: &Guest) -> Unit {
    Unit {
        name: guest.name.clone(),
        side: seat(role),
        number: guest.number,
        points: guest.points,
        ship: guest.kind != GuestKind::Defence,
        help: guest.kind == GuestKind::Help,
        end: guest.fate,
        hits_lost: u32::from(guest.crippled),
        crippled: guest.crippled,
        full: 2,
        started: 2,
        ..Unit::nobody()
    }
}

/// Guests of one squadron (VP-10, VP-13, VP-14).
fn squadron(role: Role, name: &str, parts: &[&Guest]) -> Unit {
    let lost = |guest: &&&Guest| matches!(guest.fate, End::Destroyed | End::Hulk | End::HulkGone);
    let ships: u32 = parts.iter().map(|guest| guest.number).sum();
    if let ([only], 1) = (parts, ships) {
        return alone(role, only);
    }
    let ships_lost: u32 = parts.iter().filter(lost).map(|guest| guest.number).sum();
    let number = |end: End| parts.iter().filter(|guest| guest.fate == end).map(|guest| guest.number).sum::<u32>();
    let left = parts.iter().filter(|guest| !lost(guest)).map(|guest| guest.fate);
    let through = number(End::LeftByEdge);
    let first = parts.first().map_or("", |guest| guest.name.as_str());
    let called = if name.is_empty() { crate::text::count(ships, first) } else { name.to_owned() };
    Unit {
        name: called,
        side: seat(role),
        points: parts.iter().map(|guest| guest.points * guest.number).sum(),
        escorts: true,
        ship: parts.iter().any(|guest| guest.kind != GuestKind::Defence),
        help: parts.iter().any(|guest| guest.kind == GuestKind::Help),
        ships,
        ships_lost,
        worth_lost: parts.iter().filter(lost).map(|guest| guest.points * guest.number).sum(),
        through: (0 < through && through < ships - ships_lost).then_some(through),
        end: End::of_squadron(left),
        crippled: 2 * ships_lost >= ships && ships_lost < ships,
        ..Unit::nobody()
    }
}
