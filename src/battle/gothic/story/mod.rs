//! What happened, in words, each with its rule. One sentence an event; those that take more than a line to make are in
//! the files beside this one, by what they tell of.
// A new variant is met where it matters, not passed over.
#![warn(clippy::wildcard_enum_match_arm)]

mod command;
mod damage;
mod ordnance;
mod refits;

use super::event::{Event, Faces};
use super::state::agenda::Threat;
use super::state::roster::Roster;
use super::state::{Fate, Order, ShipId, Unit};
use crate::table::side::Side;
use crate::text::count;

fn list(faces: &Faces) -> String {
    let faces: Vec<String> = faces.iter().map(u8::to_string).collect();
    faces.join(", ")
}

fn signed(value: i8) -> String {
    if value < 0 { format!("- {}", value.unsigned_abs()) } else { format!("+ {value}") }
}

fn name(roster: &Roster, ship: ShipId) -> &str {
    roster.unit_name(Unit::Ship(ship))
}

fn number(value: u8, noun: &str) -> String {
    count(i64::from(value), noun)
}

/// What a unit may brace against.
pub(super) fn threat(roster: &Roster, threat: Threat) -> String {
    match threat {
        Threat::Fire(unit) => format!("the fire of {}", roster.unit_name(unit)),
        Threat::Nova(ship) => format!("the nova cannon of {}", name(roster, ship)),
        Threat::Ram(ship) => format!("the ram with {}", name(roster, ship)),
        Threat::Asteroids => "asteroids".to_owned(),
        Threat::Markers => "blast markers".to_owned(),
        Threat::Explosion => "the explosion".to_owned(),
        Threat::Flare => "the solar flare".to_owned(),
        Threat::Ordnance(flight) => flight.to_string(),
        Threat::Feat(peril, ship) => peril.of(roster, ship),
        Threat::Raid(ship) => format!("the hit-and-run attack of {}", name(roster, ship)),
    }
}

impl Event {
    /// The event as a sentence.
    #[must_use]
    #[expect(clippy::too_many_lines, reason = "a table: one line an event")]
    pub fn tell(&self, roster: &Roster) -> String {
        let ship = |id: &ShipId| name(roster, *id);
        let unit = |id: &Unit| roster.unit_name(*id);
        let side = |side: &Side| roster.sides[*side as usize].as_str();
        match self {
            Self::Turn(who, turn) => format!("Turn {turn}, {} (TURN-02)", side(who)),
            Self::Phase(who, phase) => format!("{}: {phase} (TURN-01)", side(who)),
            Self::Flare(faces, true) => format!("{}: a solar flare breaks out (TERRAIN-40)", list(faces)),
            Self::Flare(faces, false) => format!("{}: no solar flare (TERRAIN-40)", list(faces)),
            Self::Radiation(faces, 0) => format!("{}: no radiation burst (TERRAIN-45)", list(faces)),
            Self::Radiation(faces, level) => command::radiation(faces, *level),
            Self::OrderEnded(id, Order::Brace) => format!("{} is no longer braced (END-06)", ship(id)),
            Self::OrderEnded(id, order) => format!("{} ends {order} (ORDER-03)", ship(id)),
            Self::RerollSpent(who, left) => format!("{} spends a re-roll, {left} left (DICE-08)", side(who)),
            Self::FreeReroll(id, test) => command::free_reroll(roster, *id, *test),
            Self::Check(id, what, faces, needed, passed) => command::check(roster, *id, *what, faces, *needed, *passed),
            Self::NoTest(id, what, rule) => command::no_test(roster, *id, *what, rule),
            Self::OwnReroll(id, true) => format!("the crew of {} rolls again (SKILL-08)", name(roster, *id)),
            Self::OwnReroll(id, false) => format!("the commander of {} rolls again (LORD-01)", name(roster, *id)),
            Self::Dropped(id, face) => command::dropped(roster, *id, *face),
            Self::Passed(id, what, rule) => command::passed(roster, *id, *what, rule),
            Self::CommanderLost(id, 0) => command::commander_lost(roster, *id),
            Self::CommanderLost(id, left) => command::commander_lost_but_not_all(roster, *id, *left),
            Self::Unmasked(id) => command::unmasked(roster, *id),
            Self::Plans(id, face, bonus, found) => command::plans(roster, *id, *face, *bonus, *found),
            Self::Avenged(side) => command::avenged(roster, *side),
            Self::Moved(id, by, at, heading) => command::moved(roster, *id, *by, *at, *heading),
            Self::Slowed(id, limit, rule) => format!("{} is slowed: {limit} cm at most ({rule})", ship(id)),
            Self::Stuck(id) => format!("{} can turn no more in this move (CRIT-11)", ship(id)),
            Self::LeftTable(id) => format!("{} leaves the table (MOVE-13)", ship(id)),
            Self::Arrived(..)
            | Self::Hailed(..)
            | Self::ComesBy(..)
            | Self::Posted(..)
            | Self::ContactFound(..)
            | Self::ClusterOpens(..)
            | Self::Roused(_)
            | Self::Assault(..)
            | Self::Exterminatus(..)
            | Self::LeftByGoal(..)
            | Self::Surrendered(_)
            | Self::Decided(..) => self.tell_mission(roster),
            Self::Driven(id, faces) => format!("{} is driven {} cm (TERRAIN-44)", unit(id), list(faces)),
            Self::Ordered(id, order) => command::ordered(roster, *id, *order),
            Self::OrdersStopped(who) => format!("{} may give no more orders this turn (LEAD-04)", side(who)),
            Self::Surge(id, faces) => format!("{} adds {} cm (ORDER-04)", unit(id), list(faces)),
            Self::Disengaged(id) => format!("{} disengages (DISENG-06)", unit(id)),
            Self::BoardingDeclared(id, at) => format!("{} will board {} (BOARD-02)", ship(id), ship(at)),
            Self::RamNamed(id, at) => format!("{} will ram {} (RAM-02)", ship(id), ship(at)),
            Self::RamHit(id, at) => format!("{} rams {} (RAM-07)", ship(id), ship(at)),
            Self::Braced(id, what, _) => command::braced(roster, *id, *what),
            Self::Repairs(id, faces, sixes, rule) => command::repairs(roster, *id, faces, *sixes, rule),
            Self::Repaired(id, critical) => format!("{} repairs: {critical} (END-02)", ship(id)),
            Self::Sweep(face, there) => format!("{face} of {there} loose blast markers go (END-05)"),
            Self::MarkerRemoved(at, rule) => format!("the blast marker at {at} goes ({rule})"),
            Self::Emerged(id, at, heading) => command::emerged(roster, *id, *at, *heading),
            Self::Over(Some(who)) => format!("The battle is over: {} holds the field (TURN-07)", side(who)),
            Self::Over(None) => "The battle is over (TURN-07)".to_owned(),
            Self::RamDice(id, at, faces, armour, hits) => damage::ram_dice(roster, *id, *at, faces, *armour, *hits),
            Self::Gunnery(id, at, gun, firepower, column, dice) => {
                damage::gunnery(roster, *id, *at, *gun, *firepower, *column, *dice)
            }
            Self::Power(id, weapon, faces, strength) => damage::power(roster, *id, *weapon, faces, *strength),
            Self::Dice(id, at, faces, needed, hits, rule) => {
                damage::dice(roster, *id, *at, faces, *needed, *hits, rule)
            }
            Self::LockedOn(id, faces, hits) => damage::locked_on(roster, *id, faces, *hits),
            Self::Shell(id, at, faces) => damage::shell(roster, *id, *at, faces),
            Self::ShellHits(id, hits) => damage::shell_hits(roster, *id, *hits),
            Self::Absorbed(id) => format!("the shields of {} absorb a hit (SHIELD-01)", ship(id)),
            Self::Deflected(id, held) => format!("the shields of {} stop {held} (TERRAIN-17)", ship(id)),
            Self::Marker(at, rule) => format!("a blast marker at {at} ({rule})"),
            Self::Holofield(id, face, saved, rule) => damage::holofield(roster, *id, *face, *saved, rule),
            Self::Strain(id, face) => format!("the superstructure of {} strains, rolls {face} (ELDAR-21)", ship(id)),
            Self::Save(id, needed, face, saved) => damage::save(roster, *id, (*needed, *face), *saved),
            Self::Damage(id, lost, left, cause) => damage::damage(roster, *id, *lost, *left, *cause),
            Self::Crippled(id) => format!("{} is crippled (CRIPPLE-01)", ship(id)),
            Self::CriticalDie(id, face) => format!("{} rolls {face} for a critical (CRIT-01)", ship(id)),
            Self::Critical(id, rolled, result, extra) => damage::critical(roster, *id, *rolled, *result, *extra),
            Self::Kindled(id) => format!("{}: fire (CRIT-07)", ship(id)),
            Self::Solid(id) => format!("{} takes more damage in place of a critical (ORK-05)", ship(id)),
            Self::Strained(id) => format!("the lances of {} strain its thrusters (NAVY-01)", ship(id)),
            Self::RamSpike(id, at, hits) => damage::ram_spike(roster, *id, *at, *hits),
            Self::CriticalIgnored(id) => format!("{} ignores a prow critical (NAVY-02)", ship(id)),
            Self::Catastrophe(id, faces, result) => damage::catastrophe(roster, *id, faces, *result),
            Self::Fate(id, Fate::Destroyed, rule) => format!("{} is destroyed ({rule})", ship(id)),
            Self::Fate(id, Fate::NeverEntered, rule) => format!("{} takes no part ({rule})", ship(id)),
            Self::Fate(id, Fate::Landed, rule) => format!("{} lands ({rule})", ship(id)),
            Self::Fate(id, Fate::InTheWarp, rule) => format!("{} is lost in the warp ({rule})", ship(id)),
            Self::Fate(id, fate, rule) => format!("{} is a {fate} ({rule})", ship(id)),
            Self::Explosion(id, strength, radius) => damage::explosion(roster, *id, *strength, *radius),
            Self::Burst(id, faces, hits) => damage::burst(roster, *id, faces, *hits),
            Self::BoardsAgain(id) => format!("{} rolls its boarding die again (SKILL-12)", ship(id)),
            Self::Boarding(id, face, plus) => damage::boarding(roster, *id, *face, *plus),
            Self::BoardingWon(id, margin) => format!("{} wins the boarding by {margin} (BOARD-07)", ship(id)),
            Self::Grappled(id, at) => format!("{} and {} are grappled (BOARD-12)", ship(id), ship(at)),
            Self::BoardingCritical(id, _, 0) => format!("{} suffers a critical (BOARD-08)", ship(id)),
            Self::BoardingCritical(id, face, needed) => damage::boarding_critical(roster, *id, *face, *needed),
            Self::Raid(id, at, face, 0) => format!("{} raids {} with a {face} (HITRUN-01)", ship(id), ship(at)),
            Self::Raid(id, at, face, by) => damage::raid(roster, *id, *at, *face, *by),
            Self::Raiders(id, raiders, faces) => damage::raiders(roster, *id, *raiders, faces),
            Self::Launched(flight, by, size) => ordnance::launched(roster, *flight, *by, *size),
            Self::Recalled(flight, size) => format!("{flight}: {} recalled (ORD-08)", number(*size, "marker")),
            Self::Flew(flight, at) => format!("{flight} flies to {at} (ORD-21)"),
            Self::FlightGone(flight, rule) => format!("{flight} is gone ({rule})"),
            Self::FlightRoll(flight, face, rule) => format!("{flight} rolls {face} ({rule})"),
            Self::MarkerLost(flight, left, rule) => format!("{flight} loses a marker: {left} left ({rule})"),
            Self::Onset(flight, target) => format!("{flight} attacks {} (ORD-15)", ship(target)),
            Self::Turrets(by, flight, faces, hits) => ordnance::turrets(roster, *by, *flight, faces, *hits),
            Self::OrdnanceDice(flight, target, faces, needed, hits, rule) => {
                ordnance::ordnance_dice(roster, *flight, *target, faces, *needed, *hits, rule)
            }
            Self::Split(from, part, size) => ordnance::split(*from, *part, *size),
            Self::Converted(from, count, salvo, strength) => ordnance::converted(*from, *count, *salvo, *strength),
            Self::OnPatrol(flight, with) => ordnance::on_patrol(roster, *flight, *with),
            Self::OffPatrol(flight, with) => ordnance::off_patrol(roster, *flight, *with),
            Self::CraftSave(flight, face, saved) => ordnance::craft_save(*flight, *face, *saved),
            Self::RunsRolled(flight, faces) => ordnance::runs_rolled(*flight, faces),
            Self::AttackRuns(flight, faces, turrets, bonus, total) => {
                ordnance::attack_runs(*flight, faces, *turrets, *bonus, *total)
            }
            Self::BoatRaid(flight, target, face, 0) => ordnance::boat_raid(roster, *flight, *target, *face),
            Self::BoatRaid(flight, target, face, by) => {
                ordnance::boat_raid_with_bonus(roster, *flight, *target, *face, *by)
            }
            Self::Detected(id, face, plus, found) => ordnance::detected(roster, *id, *face, *plus, *found),
            Self::MinePlaced(mine, at) => format!("the minefield sends out {mine} at {at} (MINE-05)"),
            Self::FieldSettles(face, there) => ordnance::field_settles(*face, *there),
            Self::AtOrdnance(by, mark, faces, hits, rule) => {
                ordnance::at_ordnance(roster, *by, *mark, faces, *hits, rule)
            }
            Self::MarkGunnery(by, mark, firepower, column, dice) => {
                ordnance::mark_gunnery(roster, *by, *mark, *firepower, *column, *dice)
            }
            Self::Doubled(id, surge) => format!("{} doubles its dice: {surge} cm (REFIT-27)", ship(id)),
            Self::Evaded(id, heading) => format!("{} turns to heading {} (REFIT-09)", ship(id), heading.degrees()),
            Self::Capacitors(id, face, held) => refits::capacitors(roster, *id, *face, *held),
            Self::Overload(id, face) => refits::overload(roster, *id, *face),
            Self::Weave(id, face, saved) => refits::weave(roster, *id, *face, *saved),
            Self::Regrown(id, faces, healed) => refits::regrown(roster, *id, faces, *healed),
            Self::Raked(id, faces, sixes) => refits::raked(roster, *id, faces, *sixes),
            Self::FromTheWarp(id, 1) => format!("{} rolls 1: lost in the warp for good (TERRAIN-27)", ship(id)),
            Self::FromTheWarp(id, face) => refits::from_the_warp(roster, *id, *face),
            Self::LanceAgain(id, face) => format!("{} rolls a lance again: {face} (REFIT-27)", ship(id)),
            Self::Boulders(id, face) => format!("asteroids strike {} for {face} (TERRAIN-17)", ship(id)),
            Self::Scorch(id, face) => refits::scorch(roster, *id, *face),
            Self::Fell(id, by, at) => format!("{} falls {by} cm to {at} (DEF-10)", ship(id)),
            Self::Detonated(id, radius) => format!("{} sets fires {radius} cm around (MERCHANT-01)", ship(id)),
            Self::Revealed(id) => format!("{} is no freighter: it is a Q-ship (MERCHANT-02)", ship(id)),
            Self::Pulled(id, by, at) => format!("{} is pulled {by} cm to {at} (ORBIT-09)", ship(id)),
            Self::EnteredOrbit(id, at, heading) => refits::entered_orbit(roster, *id, *at, *heading),
            Self::LeftOrbit(id, at, heading) => refits::left_orbit(roster, *id, *at, *heading),
            Self::Atmosphere(id, weapon, face) => refits::atmosphere(roster, *id, *weapon, *face),
            Self::Dispelled(id, face, there) => refits::dispelled(roster, *id, *face, *there),
            Self::Feat(deed) => deed.tell(roster),
        }
    }
}
