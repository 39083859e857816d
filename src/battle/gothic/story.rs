//! What happened, in words, each with its rule.

use super::damage::critical_hits;
use super::defences::planetary_defences;
use super::event::{Cause, Event, Faces};
use super::state::{Fate, Order, ShipId, Unit};
use crate::battle::gothic::state::agenda::{Test, Threat};
use crate::battle::gothic::state::ordnance::FlightKind;
use crate::battle::gothic::state::roster::Roster;
use crate::ships::crew::Raiders;
use crate::ships::profile::{CriticalTable, Gun, Size};
use crate::text::count;

fn list(faces: &Faces) -> String {
    let faces: Vec<String> = faces.iter().map(u8::to_string).collect();
    faces.join(", ")
}

fn signed(value: i8) -> String {
    if value < 0 { format!("- {}", value.unsigned_abs()) } else { format!("+ {value}") }
}

/// What a test is for, and its rule.
fn test(roster: &Roster, test: Test) -> (String, &'static str) {
    match test {
        Test::Order(Order::Brace) => ("brace for impact".to_owned(), "BRACE-03"),
        Test::Order(order) => (order.to_string(), "LEAD-03"),
        Test::Aim => ("its choice of target".to_owned(), "SHOOT-05"),
        Test::Ram(target) => (format!("ramming {}", name(roster, target)), "RAM-04"),
        Test::Asteroids => ("asteroids".to_owned(), "TERRAIN-15"),
        Test::Rift => ("the warp rift".to_owned(), "TERRAIN-26"),
        Test::Disengage => ("disengaging".to_owned(), "DISENG-01"),
        Test::Clouds => ("braving clouds".to_owned(), "TERRAIN-11"),
        Test::Flare => ("riding the solar flare".to_owned(), "TERRAIN-44"),
        Test::Evade(_) => ("an evasive turn".to_owned(), "REFIT-09"),
        Test::Rouse => ("going on alert".to_owned(), "SCEN-53"),
        Test::Guide(flight, _) => (format!("guiding {flight}"), "WARHEAD-02"),
        Test::Jam(flight) => (format!("misleading {flight}"), "WARHEAD-02"),
    }
}

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

fn name(roster: &Roster, ship: ShipId) -> &str {
    roster.unit_name(Unit::Ship(ship))
}

fn number(value: u8, noun: &str) -> String {
    count(i64::from(value), noun)
}

/// What took a hit, and its rule.
const fn of_cause(cause: Cause) -> (&'static str, &'static str) {
    match cause {
        Cause::Hit => ("", "DAMAGE-01"),
        Cause::Critical => (" by the critical", "CRIT-14"),
        Cause::Fire => (" by fire", "END-04"),
        Cause::Backlash => (" to its own daemons", "CHAOS-09"),
        Cause::Boarding => (" in the boarding", "BOARD-07"),
    }
}

impl Event {
    /// The event as a sentence.
    #[must_use]
    pub fn tell(&self, roster: &Roster) -> String {
        let ship = |id: &ShipId| name(roster, *id);
        let unit = |id: &Unit| roster.unit_name(*id);
        let side = |side: &crate::table::side::Side| roster.sides[*side as usize].as_str();
        match self {
            Self::Turn(..)
            | Self::Phase(..)
            | Self::Flare(..)
            | Self::Radiation(..)
            | Self::OrderEnded(..)
            | Self::RerollSpent(..)
            | Self::FreeReroll(..) => self.tell_turn(roster),
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
            Self::Check(..)
            | Self::NoTest(..)
            | Self::OwnReroll(..)
            | Self::Dropped(..)
            | Self::Passed(..)
            | Self::CommanderLost(..) => self.tell_check(roster),
            Self::Unmasked(_) | Self::Plans(..) | Self::Avenged(_) => self.tell_plot(roster),
            Self::Ordered(id, order) => {
                let rule = if *order == Order::Brace { "BRACE-03" } else { "ORDER-01" };
                format!("{} is on {order} ({rule})", unit(id))
            }
            Self::OrdersStopped(who) => format!("{} may give no more orders this turn (LEAD-04)", side(who)),
            Self::Surge(id, faces) => format!("{} adds {} cm (ORDER-04)", unit(id), list(faces)),
            Self::Moved(..) | Self::Slowed(..) | Self::Stuck(_) | Self::LeftTable(_) => self.tell_move(roster),
            Self::Disengaged(id) => format!("{} disengages (DISENG-06)", unit(id)),
            Self::BoardingDeclared(id, at) => format!("{} will board {} (BOARD-02)", ship(id), ship(at)),
            Self::RamNamed(id, at) => format!("{} will ram {} (RAM-02)", ship(id), ship(at)),
            Self::RamHit(id, at) => format!("{} rams {} (RAM-07)", ship(id), ship(at)),
            Self::Braced(id, what, _) => {
                format!("{} does not brace against {} (BRACE-01)", unit(id), threat(roster, *what))
            }
            Self::Repairs(id, faces, sixes, rule) => {
                format!("{} rolls {}: {} ({rule})", ship(id), list(faces), number(*sixes, "repair"))
            }
            Self::Repaired(id, critical) => format!("{} repairs: {critical} (END-02)", ship(id)),
            Self::Sweep(face, there) => format!("{face} of {there} loose blast markers go (END-05)"),
            Self::MarkerRemoved(at, rule) => format!("the blast marker at {at} goes ({rule})"),
            Self::Launched(..)
            | Self::Recalled(..)
            | Self::Flew(..)
            | Self::FlightGone(..)
            | Self::FlightRoll(..)
            | Self::MarkerLost(..)
            | Self::Onset(..)
            | Self::Turrets(..)
            | Self::OrdnanceDice(..) => self.tell_flight(roster),
            Self::Split(..)
            | Self::Converted(..)
            | Self::OnPatrol(..)
            | Self::OffPatrol(..)
            | Self::CraftSave(..)
            | Self::RunsRolled(..)
            | Self::AttackRuns(..)
            | Self::BoatRaid(..) => self.tell_craft(roster),
            Self::Detected(..)
            | Self::MinePlaced(..)
            | Self::FieldSettles(..)
            | Self::AtOrdnance(..)
            | Self::MarkGunnery(..) => self.tell_marks(roster),
            Self::Emerged(id, at, heading) => {
                format!("{} comes out of the warp at {at}, heading {} (TERRAIN-26)", ship(id), heading.degrees())
            }
            Self::Over(Some(who)) => format!("The battle is over: {} holds the field (TURN-07)", side(who)),
            Self::Over(None) => "The battle is over (TURN-07)".to_owned(),
            Self::Doubled(..)
            | Self::Evaded(..)
            | Self::Capacitors(..)
            | Self::Overload(..)
            | Self::Weave(..)
            | Self::Regrown(..)
            | Self::LanceAgain(..)
            | Self::Raked(..)
            | Self::FromTheWarp(..) => self.tell_refit(roster),
            Self::Boarding(..)
            | Self::BoardsAgain(..)
            | Self::BoardingWon(..)
            | Self::Grappled(..)
            | Self::BoardingCritical(..)
            | Self::Raid(..)
            | Self::Raiders(..) => self.tell_boarding(roster),
            _ => self.tell_attack(roster),
        }
    }

    fn tell_flight(&self, roster: &Roster) -> String {
        let ship = |id: &ShipId| name(roster, *id);
        match self {
            Self::Launched(flight, by, size) => {
                if flight.kind == FlightKind::Mine {
                    return format!("{} launches {flight} (MINE-09)", ship(by));
                }
                let noun = if flight.kind == FlightKind::Wave { "marker" } else { "torpedo" };
                format!("{} launches {flight}: {} (ORD-01)", ship(by), number(*size, noun))
            }
            Self::Recalled(flight, size) => format!("{flight}: {} recalled (ORD-08)", number(*size, "marker")),
            Self::Flew(flight, at) => format!("{flight} flies to {at} (ORD-21)"),
            Self::FlightGone(flight, rule) => format!("{flight} is gone ({rule})"),
            Self::FlightRoll(flight, face, rule) => format!("{flight} rolls {face} ({rule})"),
            Self::MarkerLost(flight, left, rule) => format!("{flight} loses a marker: {left} left ({rule})"),
            Self::Onset(flight, target) => format!("{flight} attacks {} (ORD-15)", ship(target)),
            Self::Turrets(by, flight, faces, hits) => {
                format!(
                    "the turrets of {} roll {} at {flight}: {} (TURRET-01)",
                    ship(by),
                    list(faces),
                    number(*hits, "hit")
                )
            }
            Self::OrdnanceDice(flight, target, faces, needed, hits, rule) => {
                let hits = number(*hits, "hit");
                format!("{flight} rolls {} at {}: {hits} on {needed}+ ({rule})", list(faces), ship(target))
            }
            _ => String::new(),
        }
    }

    fn tell_marks(&self, roster: &Roster) -> String {
        let ship = |id: &ShipId| name(roster, *id);
        let unit = |id: &Unit| roster.unit_name(*id);
        match self {
            Self::Detected(id, face, plus, found) => {
                let found = if *found { "detected" } else { "not detected" };
                format!("{} is rolled for by the minefield: {face} {}, {found} (MINE-05)", ship(id), signed(*plus))
            }
            Self::MinePlaced(mine, at) => format!("the minefield sends out {mine} at {at} (MINE-05)"),
            Self::FieldSettles(face, there) => {
                format!("{face} of {there} blast markers in the minefield go (MINE-08)")
            }
            Self::AtOrdnance(by, mark, faces, hits, rule) => {
                format!("{} rolls {} at {mark}: {} on 6 ({rule})", unit(by), list(faces), number(*hits, "hit"))
            }
            Self::MarkGunnery(by, mark, firepower, column, dice) => {
                let noun = if *dice == 1 { "die" } else { "dice" };
                format!("{} fires firepower {firepower} at {mark}, column {column}: {dice} {noun} (ORD-14)", unit(by))
            }
            _ => String::new(),
        }
    }

    /// An event of a move as a sentence.
    fn tell_move(&self, roster: &Roster) -> String {
        let ship = |id: &ShipId| name(roster, *id);
        match self {
            Self::Moved(id, by, at, heading) => {
                format!("{} moves {by} cm to {at}, heading {} (MOVE-01)", ship(id), heading.degrees())
            }
            Self::Slowed(id, limit, rule) => format!("{} is slowed: {limit} cm at most ({rule})", ship(id)),
            Self::Stuck(id) => format!("{} can turn no more in this move (CRIT-11)", ship(id)),
            Self::LeftTable(id) => format!("{} leaves the table (MOVE-13)", ship(id)),
            _ => String::new(),
        }
    }

    fn tell_turn(&self, roster: &Roster) -> String {
        let unit = |id: &Unit| roster.unit_name(*id);
        let ship = |id: &ShipId| name(roster, *id);
        let side = |side: &crate::table::side::Side| roster.sides[*side as usize].as_str();
        match self {
            Self::Turn(who, turn) => format!("Turn {turn}, {} (TURN-02)", side(who)),
            Self::Phase(who, phase) => format!("{}: {phase} (TURN-01)", side(who)),
            Self::Flare(faces, true) => format!("{}: a solar flare breaks out (TERRAIN-40)", list(faces)),
            Self::Flare(faces, false) => format!("{}: no solar flare (TERRAIN-40)", list(faces)),
            Self::Radiation(faces, 0) => format!("{}: no radiation burst (TERRAIN-45)", list(faces)),
            Self::Radiation(faces, level) => {
                format!("{}: a radiation burst, Leadership - {level} (TERRAIN-45)", list(faces))
            }
            Self::OrderEnded(id, Order::Brace) => format!("{} is no longer braced (END-06)", ship(id)),
            Self::OrderEnded(id, order) => format!("{} ends {order} (ORDER-03)", ship(id)),
            Self::RerollSpent(who, left) => format!("{} spends a re-roll, {left} left (DICE-08)", side(who)),
            Self::FreeReroll(id, test) => {
                let rule = match test {
                    Test::Clouds => "TERRAIN-11",
                    Test::Flare => "TERRAIN-44",
                    _ => "TERRAIN-16",
                };
                format!("{} rolls again without cost ({rule})", unit(id))
            }
            _ => String::new(),
        }
    }

    fn tell_craft(&self, roster: &Roster) -> String {
        let ship = |id: &ShipId| name(roster, *id);
        match self {
            Self::Split(from, part, size) => {
                format!("{} of {from} split off as {part} (CRAFT-07)", number(*size, "marker"))
            }
            Self::Converted(from, count, salvo, strength) => {
                let turns_into = if *count == 1 { "becomes" } else { "become" };
                let (count, torpedoes) = (number(*count, "marker"), number(*strength, "torpedo"));
                format!("{count} of {from} {turns_into} {salvo}: {torpedoes} (TBOMBER-03)")
            }
            Self::OnPatrol(flight, with) => {
                format!("{flight} flies combat air patrol with {} (FIGHTER-04)", ship(with))
            }
            Self::OffPatrol(flight, with) => {
                format!("{flight} leaves the combat air patrol of {} (CAP-10)", ship(with))
            }
            Self::CraftSave(flight, face, saved) => {
                let result = if *saved { "saved" } else { "lost" };
                format!("{flight} saves a marker on 4+, rolls {face}: {result} (RESIL-01)")
            }
            Self::RunsRolled(flight, faces) => {
                format!("{flight} rolls {} for its attack runs (BOMBER-01)", list(faces))
            }
            Self::AttackRuns(flight, faces, turrets, bonus, total) => {
                let escorts = if *bonus == 0 { String::new() } else { format!(", {bonus} more for its escort") };
                let (faces, total) = (list(faces), number(*total, "attack"));
                format!("{flight} makes attack runs of {faces}, less {turrets} each{escorts}: {total} (BOMBER-01)")
            }
            Self::BoatRaid(flight, target, face, 0) => {
                format!("{flight} rolls {face} for its hit-and-run attack on {} (ASSAULT-01)", ship(target))
            }
            Self::BoatRaid(flight, target, face, by) => {
                let by = signed(*by);
                format!("{flight} rolls {face} {by} for its hit-and-run attack on {} (ASSAULT-01)", ship(target))
            }
            _ => String::new(),
        }
    }

    fn tell_check(&self, roster: &Roster) -> String {
        match self {
            Self::Check(id, what, faces, needed, passed) => {
                let (what, rule) = test(roster, *what);
                let total: u8 = faces.iter().sum();
                let result = if *passed { "passed" } else { "failed" };
                let who = roster.unit_name(*id);
                format!("{who} rolls {} for {what}: {total} against {needed}, {result} ({rule})", list(faces))
            }
            Self::NoTest(id, what, rule) => {
                let (what, _) = test(roster, *what);
                format!("{} fails {what} without a roll ({rule})", roster.unit_name(*id))
            }
            Self::OwnReroll(id, true) => format!("the crew of {} rolls again (SKILL-08)", name(roster, *id)),
            Self::OwnReroll(id, false) => format!("the commander of {} rolls again (LORD-01)", name(roster, *id)),
            Self::Dropped(id, face) => format!("{} drops the highest die, a {face} (SKILL-03)", roster.unit_name(*id)),
            Self::Passed(id, what, rule) => {
                let (what, _) = test(roster, *what);
                format!("{} passes {what} without a roll ({rule})", roster.unit_name(*id))
            }
            Self::CommanderLost(id, 0) => {
                format!("{} is lost with the fleet commander: no more re-rolls (CMDR-04)", name(roster, *id))
            }
            Self::CommanderLost(id, left) => {
                let left = number(*left, "re-roll");
                format!(
                    "{} is lost with the fleet commander: {left} of the fleet's own left (PLOT-34)",
                    name(roster, *id)
                )
            }
            _ => String::new(),
        }
    }

    fn tell_plot(&self, roster: &Roster) -> String {
        match self {
            Self::Unmasked(id) => {
                let entry = &roster[*id];
                format!("{} is a decoy: {} in disguise (PLOT-40)", entry.name, entry.profile.class)
            }
            Self::Plans(id, face, bonus, found) => {
                let sum = if *bonus > 0 { format!("{face} +{bonus} = {}", face + bonus) } else { face.to_string() };
                let result = if *found { "found" } else { "not found" };
                format!("{} looks for the enemy plans on 4+, rolls {sum}: {result} (PLOT-30)", name(roster, *id))
            }
            Self::Avenged(side) => {
                let side = &roster.sides[*side as usize];
                format!("the capital ships of {side} avenge their own: Leadership +1 in this turn (PLOT-14)")
            }
            _ => String::new(),
        }
    }

    fn tell_refit(&self, roster: &Roster) -> String {
        let ship = |id: &ShipId| name(roster, *id);
        match self {
            Self::Doubled(id, surge) => format!("{} doubles its dice: {surge} cm (REFIT-27)", ship(id)),
            Self::Evaded(id, heading) => format!("{} turns to heading {} (REFIT-09)", ship(id), heading.degrees()),
            Self::Capacitors(id, face, held) => {
                let result = if *held { "the hit is gone" } else { "no help" };
                format!("the capacitors of {} roll {face}: {result} (REFIT-19)", ship(id))
            }
            Self::Overload(id, face) => {
                let result = if *face == 6 { "a critical" } else { "none" };
                format!("the shields of {} overload, rolls {face}: {result} (REFIT-27)", ship(id))
            }
            Self::Weave(id, face, saved) => {
                let result = if *saved { "saved" } else { "lost" };
                format!("{} weaves, rolls {face}: {result} (REFIT-27)", ship(id))
            }
            Self::Regrown(id, faces, healed) => {
                let result = if *healed { "1 hit is restored" } else { "nothing" };
                format!("{} rolls {}: {result} (REFIT-27)", ship(id), list(faces))
            }
            Self::Raked(id, faces, sixes) => {
                let markers = number(*sixes, "blast marker");
                format!("{} rolls {} at the asteroid field: {markers} (TERRAIN-24)", roster.unit_name(*id), list(faces))
            }
            Self::FromTheWarp(id, 1) => format!("{} rolls 1: lost in the warp for good (TERRAIN-27)", ship(id)),
            Self::FromTheWarp(id, face) => format!("{} rolls {face}: it returns from the warp (TERRAIN-27)", ship(id)),
            Self::LanceAgain(id, face) => format!("{} rolls a lance again: {face} (REFIT-27)", ship(id)),
            _ => String::new(),
        }
    }

    fn tell_boarding(&self, roster: &Roster) -> String {
        let ship = |id: &ShipId| name(roster, *id);
        match self {
            Self::BoardsAgain(id) => format!("{} rolls its boarding die again (SKILL-12)", ship(id)),
            Self::Boarding(id, face, plus) => {
                let total = i16::from(*face) + i16::from(*plus);
                format!("{} boards with {face} {} = {total} (BOARD-03)", ship(id), signed(*plus))
            }
            Self::BoardingWon(id, margin) => format!("{} wins the boarding by {margin} (BOARD-07)", ship(id)),
            Self::Grappled(id, at) => format!("{} and {} are grappled (BOARD-12)", ship(id), ship(at)),
            Self::BoardingCritical(id, _, 0) => format!("{} suffers a critical (BOARD-08)", ship(id)),
            Self::BoardingCritical(id, face, needed) => {
                let result = if face >= needed { "a critical" } else { "none" };
                format!("a critical on {} needs {needed}+, rolls {face}: {result} (BOARD-08)", ship(id))
            }
            Self::Raid(id, at, face, 0) => format!("{} raids {} with a {face} (HITRUN-01)", ship(id), ship(at)),
            Self::Raid(id, at, face, by) => {
                let score = i16::from(*face) + i16::from(*by);
                format!("{} raids {} with a {face} {} = {score} (HITRUN-03)", ship(id), ship(at), signed(*by))
            }
            Self::Raiders(id, raiders, faces) => {
                let (who, rule) = match raiders {
                    Raiders::Crew => ("crew", "TELE-01"),
                    Raiders::HonourGuard => ("honour guard", "MARINE-02"),
                    Raiders::Chosen => ("Chosen Terminators", "CHAOS-02"),
                    Raiders::Terminators => ("Terminators", "MARINE-03"),
                };
                format!("the {who} of {} roll {} ({rule})", ship(id), list(faces))
            }
            _ => String::new(),
        }
    }

    fn tell_attack(&self, roster: &Roster) -> String {
        let ship = |id: &ShipId| name(roster, *id);
        let unit = |id: &Unit| roster.unit_name(*id);
        match self {
            Self::RamDice(id, at, faces, armour, hits) => {
                let rule = "RAM-08";
                format!(
                    "{} rolls {} at {}, {armour}+: {} ({rule})",
                    ship(id),
                    list(faces),
                    ship(at),
                    number(*hits, "hit")
                )
            }
            Self::Gunnery(id, at, gun, firepower, column, dice) => {
                let of = if *gun == Gun::Battery { String::new() } else { format!(" of {gun}") };
                let dice = if *dice == 1 { "1 die".to_owned() } else { format!("{dice} dice") };
                let (from, at) = (unit(id), unit(at));
                format!("{from} fires firepower {firepower}{of} at {at}, column {column}: {dice} (GUNNERY-01)")
            }
            Self::Power(id, weapon, faces, strength) => {
                let mount = &roster[*id].profile.weapons[usize::from(*weapon)].name;
                let mount = mount.to_lowercase();
                format!("{} rolls {} for its {mount}: strength {strength} (ORK-02)", ship(id), list(faces))
            }
            Self::Dice(id, at, faces, needed, hits, rule) => {
                format!(
                    "{} rolls {} at {}, {needed}+: {} ({rule})",
                    unit(id),
                    list(faces),
                    unit(at),
                    number(*hits, "hit")
                )
            }
            Self::LockedOn(id, faces, hits) => {
                format!("{} rolls {} again: {} more (ORDER-10)", unit(id), list(faces), number(*hits, "hit"))
            }
            Self::Shell(id, at, faces) => {
                format!("the shell of {} falls at {at} ({}) (NOVA-03)", ship(id), list(faces))
            }
            Self::ShellHits(id, hits) => format!("the shell scores {} on {} (NOVA-04)", number(*hits, "hit"), ship(id)),
            Self::Absorbed(id) => format!("the shields of {} absorb a hit (SHIELD-01)", ship(id)),
            Self::Deflected(id, held) => format!("the shields of {} stop {held} (TERRAIN-17)", ship(id)),
            Self::Marker(at, rule) => format!("a blast marker at {at} ({rule})"),
            Self::Holofield(id, face, saved, rule) => {
                let result = if *saved { "missed" } else { "hit" };
                format!("the holofield of {} saves on 2+, rolls {face}: {result} ({rule})", ship(id))
            }
            Self::Strain(id, face) => format!("the superstructure of {} strains, rolls {face} (ELDAR-21)", ship(id)),
            Self::Save(id, face, saved) => {
                format!("{} saves on 4+, rolls {face}: {} (BRACE-04)", ship(id), if *saved { "saved" } else { "lost" })
            }
            Self::Damage(id, lost, left, cause) => {
                let (what, rule) = of_cause(*cause);
                format!("{} loses {}{what}, {left} left ({rule})", ship(id), number(*lost, "hit"))
            }
            Self::Crippled(id) => format!("{} is crippled (CRIPPLE-01)", ship(id)),
            Self::CriticalDie(id, face) => format!("{} rolls {face} for a critical (CRIT-01)", ship(id)),
            Self::Critical(id, rolled, result, extra) => {
                let more = if *extra > 0 { format!(", {extra} more damage") } else { String::new() };
                let table = roster[*id].profile.criticals;
                let up = if rolled == result { String::new() } else { format!(", moved up from {rolled}") };
                let (title, rule) = match roster[*id].profile.size {
                    Size::Defence if table != CriticalTable::SpaceHulk => {
                        (planetary_defences::title(*result), "DEF-08")
                    }
                    _ => (critical_hits::title(table, *result), table.rule()),
                };
                format!("{}: {title}{up}{more} ({rule})", ship(id))
            }
            Self::Solid(id) => format!("{} takes more damage in place of a critical (ORK-05)", ship(id)),
            Self::Strained(id) => format!("the lances of {} strain its thrusters (NAVY-01)", ship(id)),
            Self::RamSpike(id, at, hits) => {
                format!("the ram of {} scores {} on {} (MECH-14)", ship(id), number(*hits, "hit"), ship(at))
            }
            Self::CriticalIgnored(id) => format!("{} ignores a prow critical (NAVY-02)", ship(id)),
            Self::Catastrophe(id, faces, result) => {
                let what = match result {
                    ..=6 => "drifting hulk",
                    7 | 8 => "blazing hulk",
                    9..=11 => "plasma drive overload",
                    _ => "warp drive implosion",
                };
                format!("{} rolls {} for catastrophic damage: {what} (CATA-01)", ship(id), list(faces))
            }
            Self::Fate(id, Fate::Destroyed, rule) => format!("{} is destroyed ({rule})", ship(id)),
            Self::Fate(id, Fate::NeverEntered, rule) => format!("{} takes no part ({rule})", ship(id)),
            Self::Fate(id, Fate::Landed, rule) => format!("{} lands ({rule})", ship(id)),
            Self::Fate(id, Fate::InTheWarp, rule) => format!("{} is lost in the warp ({rule})", ship(id)),
            Self::Fate(id, fate, rule) => format!("{} is a {fate} ({rule})", ship(id)),
            Self::Explosion(id, strength, radius) => {
                format!("{} explodes with strength {strength}, {radius} cm around (CATA-04)", ship(id))
            }
            Self::Burst(id, faces, hits) => {
                format!("the explosion rolls {} at {}, 4+: {} (CATA-16)", list(faces), ship(id), number(*hits, "hit"))
            }
            _ => self.tell_defence(roster),
        }
    }

    fn tell_defence(&self, roster: &Roster) -> String {
        let ship = |id: &ShipId| name(roster, *id);
        match self {
            Self::Boulders(id, face) => format!("asteroids strike {} for {face} (TERRAIN-17)", ship(id)),
            Self::Scorch(id, face) => {
                format!("{} without shields rolls {face} among blast markers (BLAST-14)", ship(id))
            }
            Self::Fell(id, by, at) => format!("{} falls {by} cm to {at} (DEF-10)", ship(id)),
            Self::Detonated(id, radius) => format!("{} sets fires {radius} cm around (MERCHANT-01)", ship(id)),
            Self::Revealed(id) => format!("{} is no freighter: it is a Q-ship (MERCHANT-02)", ship(id)),
            Self::Pulled(id, by, at) => format!("{} is pulled {by} cm to {at} (ORBIT-09)", ship(id)),
            Self::EnteredOrbit(id, at, heading) => {
                format!("{} enters low orbit at {at}, heading {} (ORBIT-02)", ship(id), heading.degrees())
            }
            Self::LeftOrbit(id, at, heading) => {
                format!("{} comes back from low orbit at {at}, heading {} (ORBIT-12)", ship(id), heading.degrees())
            }
            Self::Atmosphere(id, weapon, face) => {
                let gun = roster[*id].profile.weapons[usize::from(*weapon)].name.to_lowercase();
                let result = if *face >= 4 { "fires" } else { "stays silent" };
                format!("the {gun} of {} needs 4+, rolls {face}: {result} (ORBIT-05)", ship(id))
            }
            Self::Dispelled(id, face, there) => {
                format!("{face} of {} on {} go (DEF-12)", number(*there, "blast marker"), ship(id))
            }
            Self::Feat(deed) => deed.tell(roster),
            _ => String::new(),
        }
    }
}
