//! What ships do by rules of their own, and what these rules ask.

use super::Asked;
use super::answer::{Answer, Flying, Judged};
use super::fields::Fields;
use super::words::{degrees, point, ship as ship_of, strip};
use crate::battle::gothic::event::Log;
use crate::battle::gothic::special::{Feat, Stage};
use crate::battle::gothic::state::ordnance::FlightId;
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, ShipId, Unit};
use crate::battle::gothic::turn::play::Play;
use crate::dice::Dice;
use crate::table::geometry::Heading;
use crate::table::side::Side;

/// A flight is named to strike.
fn strike(flight: Option<FlightId>) -> Answer {
    Answer::Fly(Flying { flight: flight.unwrap_or_default(), ..Flying::default() })
}

/// What is sensible before the turn ends: daemonships come and become solid, warp beasts fall upon the dearest prey.
#[must_use]
pub fn usual_ending(battle: &Battle, roster: &Roster, side: Side) -> Option<Answer> {
    if let Some(feat) = battle.hauntings(roster, side).next() {
        return Some(Answer::Feat(feat));
    }
    let worth = |id: &ShipId| (roster[*id].profile.worth, std::cmp::Reverse(*id));
    let beasts = battle.fleet(side).filter(|(id, _)| roster[*id].profile.odd.beasts);
    let prey = beasts.filter_map(|(id, _)| battle.prey_of_beasts(id).max_by_key(worth).map(|prey| (id, prey)));
    prey.map(|(id, prey)| Answer::Feat(Feat::Unleash(id, prey))).next()
}

/// What ships may do when the turn ends.
pub(super) fn endings(battle: &Battle, roster: &Roster, side: Side, found: &mut Vec<Answer>) {
    found.extend(battle.hauntings(roster, side).map(Answer::Feat));
    for (id, _) in battle.fleet(side) {
        if roster[id].profile.odd.beasts {
            found.extend(battle.prey_of_beasts(id).map(|target| Answer::Feat(Feat::Unleash(id, target))));
        }
    }
}

/// What ships may do before they move.
pub(super) fn starts(battle: &Battle, roster: &Roster, side: Side, found: &mut Vec<Answer>) {
    let able = battle.fleet(side).filter(|(id, _)| battle.may_charge(roster, *id).is_none());
    found.extend(able.map(|(id, _)| Answer::Feat(Feat::Charge(id))));
}

/// What ships may do when all fire.
pub fn shots(battle: &Battle, roster: &Roster, side: Side, found: &mut Vec<Answer>) {
    for (id, _) in battle.fleet(side) {
        if battle.may_blast(roster, id).is_none() {
            found.extend([0, 90, 180, 270].map(|way| Answer::Feat(Feat::Blast(id, Heading::new(way)))));
            let others = battle.fleet(side).map(|(other, _)| other).filter(|other| *other != id);
            let ready = others.filter(|other| battle.may_blast(roster, *other).is_none());
            found.extend(ready.map(|other| Answer::Feat(Feat::Join(id, other))));
        }
        if battle.may_annihilate(roster, id).is_none() {
            found.push(Answer::Feat(Feat::Annihilate(id)));
        }
        if roster[id].profile.odd.shokk {
            let targets = battle.fleet(side.other()).map(|(enemy, _)| enemy);
            let able = targets.filter(|target| battle.may_shokk(roster, id, *target).is_none());
            found.extend(able.map(|target| Answer::Feat(Feat::Shokk(id, target))));
        }
    }
}

/// What ships may do when ordnance is launched.
pub fn launches(battle: &Battle, roster: &Roster, side: Side, found: &mut Vec<Answer>) {
    for (id, _) in battle.fleet(side) {
        if battle.may_drop(roster, id) {
            found.push(Answer::Feat(Feat::Drop(id)));
        }
        if battle.may_flush(roster, id).is_none() {
            found.push(Answer::Feat(Feat::Flush(id)));
        }
    }
}

impl Asked for Stage {
    fn side(&self, battle: &Battle) -> Side {
        match self {
            Self::First { side, .. } | Self::Send { side, .. } => *side,
            Self::Beasts { .. }
            | Self::Tide { .. }
            | Self::Grab { .. }
            | Self::Klaws { .. }
            | Self::Jam { .. }
            | Self::Mislead { .. }
            | Self::Blast(_)
            | Self::Sucked(_)
            | Self::Face(_)
            | Self::Translate(_)
            | Self::Annihilate(_)
            | Self::Overcharge(_)
            | Self::Shokk { .. } => battle.ship(self.ship()).side,
        }
    }

    fn words(&self, roster: &Roster) -> String {
        let name = |ship: &ShipId| roster.unit_name(Unit::Ship(*ship));
        match self {
            Self::Tide { ship, target, .. } => {
                format!("has the berzerkers of {} roll for more criticals on {}, or not", name(ship), name(target))
            }
            Self::Grab { ship, target } => format!("snaps the klaws of {} at {}, or not", name(ship), name(target)),
            Self::Jam { ship, flight } => format!("has {} try to mislead {flight}, or not", name(ship)),
            Self::Mislead { flight, .. } => format!("turns {flight} up to 45 degrees, or not"),
            Self::First { ship, .. } => format!("chooses which marker strikes {} first", name(ship)),
            Self::Send { flight, .. } => format!("chooses which ship in the field {flight} goes for"),
            Self::Face(ship) => format!("says where {} points", name(ship)),
            Self::Beasts { .. }
            | Self::Klaws { .. }
            | Self::Shokk { .. }
            | Self::Blast(_)
            | Self::Sucked(_)
            | Self::Translate(_)
            | Self::Annihilate(_)
            | Self::Overcharge(_) => String::new(),
        }
    }

    fn usual(&self, battle: &Battle, roster: &Roster) -> Answer {
        match *self {
            Self::First { ship, side } => strike(battle.met_here(roster, ship, side).first().copied()),
            Self::Send { flight, side } => {
                let at = battle.flight(flight).map(|mine| mine.at).unwrap_or_default();
                let near = battle.inside_fields(side).min_by_key(|id| (battle.ship(*id).at.squared(at), *id));
                Answer::Attack(near.unwrap_or_default())
            }
            Self::Face(ship) => Answer::Heading(battle.ship(ship).heading),
            Self::Tide { needed, .. } => {
                if needed <= 3 {
                    Answer::Yes
                } else {
                    Answer::No
                }
            }
            Self::Grab { .. } | Self::Jam { .. } => Answer::Yes,
            Self::Mislead { .. } => Answer::Evade(45),
            Self::Beasts { .. }
            | Self::Klaws { .. }
            | Self::Shokk { .. }
            | Self::Blast(_)
            | Self::Sucked(_)
            | Self::Translate(_)
            | Self::Annihilate(_)
            | Self::Overcharge(_) => Answer::No,
        }
    }

    fn options(&self, battle: &Battle, roster: &Roster, found: &mut Vec<Answer>) {
        match *self {
            Self::First { ship, side } => {
                found.extend(battle.met_here(roster, ship, side).iter().map(|flight| strike(Some(*flight))));
            }
            Self::Send { side, .. } => found.extend(battle.inside_fields(side).map(Answer::Attack)),
            Self::Face(_) => found.extend((0..8).map(|step| Answer::Heading(Heading::new(45 * step)))),
            Self::Mislead { .. } => found.extend([Answer::Evade(45), Answer::Evade(-45), Answer::No]),
            Self::Tide { .. } | Self::Grab { .. } | Self::Jam { .. } => found.extend([Answer::Yes, Answer::No]),
            Self::Beasts { .. }
            | Self::Klaws { .. }
            | Self::Shokk { .. }
            | Self::Blast(_)
            | Self::Sucked(_)
            | Self::Translate(_)
            | Self::Annihilate(_)
            | Self::Overcharge(_) => {}
        }
    }

    fn answer<D: Dice + ?Sized, L: Log>(self, play: &mut Play<'_, D, L>, given: &Answer) -> Option<Judged<()>> {
        // Any answer to something else is none to this.
        match (self, *given) {
            (Self::Tide { ship, target, needed }, _) => {
                play.yes_or_no(given).map(|yes| play.answer_tide((ship, target, needed), yes))
            }
            (Self::Grab { ship, target }, _) => play.yes_or_no(given).map(|yes| {
                play.answer_grab(ship, target, yes);
                Ok(())
            }),
            (Self::Jam { ship, flight }, _) => play.yes_or_no(given).map(|yes| play.answer_jam(ship, flight, yes)),
            (Self::Mislead { flight, .. }, Answer::Evade(degrees)) => Some(play.mislead(flight, degrees)),
            (Self::Mislead { flight, .. }, Answer::No) => Some(play.mislead(flight, 0)),
            (Self::First { ship, side }, Answer::Fly(given)) => Some(play.strike_first((ship, side), given.flight)),
            (Self::Send { flight, side }, Answer::Attack(chosen)) => Some(play.send_mine((flight, side), chosen)),
            (Self::Face(ship), Answer::Heading(heading)) => {
                play.face(ship, heading);
                Some(Ok(()))
            }
            _ => None,
        }
    }

    fn word(&self) -> &'static str {
        match self {
            Self::Beasts { .. } => "warp beasts",
            Self::Tide { .. } => "tide",
            Self::Grab { .. } => "grab",
            Self::Klaws { .. } => "klaws",
            Self::Shokk { .. } => "shokk",
            Self::Jam { .. } => "jam",
            Self::Mislead { .. } => "mislead",
            Self::Blast(_) => "charged shot",
            Self::Sucked(_) => "rift about",
            Self::First { .. } => "strike first",
            Self::Send { .. } => "send",
            Self::Face(_) => "face",
            Self::Translate(_) => "translate",
            Self::Annihilate(_) => "armageddon gun",
            Self::Overcharge(_) => "overcharge",
        }
    }

    fn blank(word: &str) -> Option<Self> {
        let (ship, flight, side) = (ShipId::default(), FlightId::default(), Side::One);
        Some(match word {
            "warp beasts" => Self::Beasts { ship, target: ship },
            "tide" => Self::Tide { ship, target: ship, needed: 0 },
            "grab" => Self::Grab { ship, target: ship },
            "klaws" => Self::Klaws { ship, target: ship },
            "shokk" => Self::Shokk { ship, target: ship },
            "jam" => Self::Jam { ship, flight },
            "mislead" => Self::Mislead { ship, flight },
            "charged shot" => Self::Blast(ship),
            "rift about" => Self::Sucked(ship),
            "strike first" => Self::First { ship, side },
            "send" => Self::Send { flight, side },
            "face" => Self::Face(ship),
            "translate" => Self::Translate(ship),
            "armageddon gun" => Self::Annihilate(ship),
            "overcharge" => Self::Overcharge(ship),
            _ => return None,
        })
    }

    fn fields(&mut self, row: &mut impl Fields) {
        match self {
            Self::Beasts { ship, target }
            | Self::Grab { ship, target }
            | Self::Klaws { ship, target }
            | Self::Shokk { ship, target } => {
                row.ship("ship", ship);
                row.ship("target", target);
            }
            Self::Tide { ship, target, needed } => {
                row.ship("ship", ship);
                row.ship("target", target);
                row.number("needed", needed);
            }
            Self::Jam { ship, flight } | Self::Mislead { ship, flight } => {
                row.ship("ship", ship);
                row.flight("flight", flight);
            }
            Self::First { ship, side } => {
                row.ship("ship", ship);
                row.side("side", side);
            }
            Self::Send { flight, side } => {
                row.flight("flight", flight);
                row.side("side", side);
            }
            Self::Blast(ship)
            | Self::Sucked(ship)
            | Self::Face(ship)
            | Self::Translate(ship)
            | Self::Annihilate(ship)
            | Self::Overcharge(ship) => row.ship("ship", ship),
        }
    }
}

/// Reads what a ship does.
pub(super) fn act(roster: &Roster, unit: Unit, what: &str) -> Option<Result<Answer, String>> {
    let Unit::Ship(ship) = unit else { return None };
    let find = |name: &str| ship_of(roster, name);
    let alone = match what.to_lowercase().as_str() {
        "flush bays" => Some(Feat::Flush(ship)),
        "manifest" => Some(Feat::Manifest(ship)),
        "armageddon gun" => Some(Feat::Annihilate(ship)),
        "charge" => Some(Feat::Charge(ship)),
        "drop charge" => Some(Feat::Drop(ship)),
        _ => None,
    };
    if let Some(feat) = alone {
        return Some(Ok(Answer::Feat(feat)));
    }
    if let Some(way) = strip(what, "charged shot heading ") {
        return Some(degrees(way).map(|way| Answer::Feat(Feat::Blast(ship, Heading::new(way)))));
    }
    if let Some(other) = strip(what, "join ") {
        return Some(find(other).map(|other| Answer::Feat(Feat::Join(ship, other))));
    }
    if let Some(place) = strip(what, "haunt ") {
        return Some(haunt(ship, place, find));
    }
    if let Some(target) = strip(what, "shokk ") {
        return Some(find(target).map(|target| Answer::Feat(Feat::Shokk(ship, target))));
    }
    let target = strip(what, "unleash on ")?;
    Some(find(target).map(|target| Answer::Feat(Feat::Unleash(ship, target))))
}

fn haunt(ship: ShipId, text: &str, find: impl Fn(&str) -> Result<ShipId, String>) -> Result<Answer, String> {
    let usage = "write `haunt SHIP at X Y heading DEGREES`";
    let (place, heading) = text.rsplit_once(" heading ").ok_or(usage)?;
    let (by, at) = place.rsplit_once(" at ").ok_or(usage)?;
    let (by, at, heading) = (find(by.trim())?, point(at)?, Heading::new(degrees(heading)?));
    Ok(Answer::Feat(Feat::Haunt { ship, by, at, heading }))
}

impl Feat {
    /// Writes it as it is read.
    pub(super) fn write(self, roster: &Roster) -> String {
        let name = |ship: ShipId| roster.unit_name(Unit::Ship(ship));
        match self {
            Self::Unleash(ship, target) => format!("{}: unleash on {}", name(ship), name(target)),
            Self::Haunt { ship, by, at, heading } => {
                format!("{}: haunt {} at {at} heading {}", name(ship), name(by), heading.degrees())
            }
            Self::Manifest(ship) => format!("{}: manifest", name(ship)),
            Self::Annihilate(ship) => format!("{}: armageddon gun", name(ship)),
            Self::Join(ship, other) => format!("{}: join {}", name(ship), name(other)),
            Self::Blast(ship, way) => format!("{}: charged shot heading {}", name(ship), way.degrees()),
            Self::Drop(ship) => format!("{}: drop charge", name(ship)),
            Self::Charge(ship) => format!("{}: charge", name(ship)),
            Self::Shokk(ship, target) => format!("{}: shokk {}", name(ship), name(target)),
            Self::Flush(ship) => format!("{}: flush bays", name(ship)),
        }
    }
}
