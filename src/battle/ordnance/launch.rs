//! Launching, at the end of the Shooting Phase (ORD-01).

use super::super::answer::{Judged, Load};
use super::super::event::{Event, Log};
use super::super::geometry::{Heading, Length, Point, in_quarter};
use super::super::play::Play;
use super::super::profile::{Gun, Roster};
use super::super::refusal::Refusal;
use super::super::state::{Battle, Crowd, Order, ShipId};
use super::form::HALF_SALVO;
use super::{Band, Flight, FlightId, FlightKind, Flown, Marker, Markers};
use crate::dice::Dice;

/// Most ships that launch together (SQUAD-01).
pub const LAUNCHERS: usize = 6;

impl Battle {
    /// What a ship's ordnance of a kind comes to now: halved when crippled, and again when braced (ORD-04).
    #[must_use]
    pub fn ordnance(&self, roster: &Roster, id: ShipId, gun: Gun) -> u8 {
        let weapons = &roster.ships[usize::from(id.0)].profile.weapons;
        let sound = (0..).zip(weapons).filter(|(index, weapon)| weapon.gun == gun && !self.damaged(roster, id, *index));
        let crippled = self.crippled(roster, id);
        let rolled = gun == Gun::Bays && weapons.iter().any(|weapon| weapon.gun == gun && weapon.rolled.is_some());
        let strength: u8 = if rolled {
            self.ship(id).done.hangar
        } else {
            sound.map(|(_, weapon)| if crippled { weapon.strength.div_ceil(2) } else { weapon.strength }).sum()
        };
        if self.ship(id).order == Some(Order::Brace) { strength.div_ceil(2) } else { strength }
    }

    fn may_launch(&self, id: ShipId) -> bool {
        self.ship(id).fights() && self.silenced(id).is_none()
    }

    /// Torpedoes that a ship can launch now.
    #[must_use]
    pub fn torpedoes_ready(&self, roster: &Roster, id: ShipId) -> u8 {
        let ship = self.ship(id);
        if !self.may_launch(id) || self.air_bars(roster, id) || ship.spent.torpedoes && ship.done.tubes == 0 {
            return 0;
        }
        self.ordnance(roster, id, Gun::Torpedoes).saturating_sub(ship.done.tubes)
    }

    /// Markers of attack craft that a ship can launch now.
    #[must_use]
    pub fn bays_ready(&self, roster: &Roster, id: ShipId) -> u8 {
        let ship = self.ship(id);
        if !self.may_launch(id) || ship.spent.craft && ship.done.bays == 0 {
            return 0;
        }
        let bays = self.ordnance(roster, id, Gun::Bays);
        // Bays that never run empty send out up to twice their strength (ORD-06).
        let endless = roster.ships[usize::from(id.0)].profile.endless_craft;
        (if endless { 2 * bays } else { bays }).saturating_sub(ship.done.bays)
    }

    /// Whether the end of a salvo's first move lies wholly in the arc of a ship's tubes (TORP-02).
    pub(super) fn in_tube_arc(&self, roster: &Roster, id: ShipId, from: Point, heading: Heading) -> bool {
        let ship = self.ship(id);
        let tubes = roster.ships[usize::from(id.0)].profile.weapons.iter().filter(|w| w.gun == Gun::Torpedoes);
        tubes.into_iter().any(|tube| {
            let end = from.ahead(heading, tube.range);
            let tips = [end.ahead(heading.turned(-90), HALF_SALVO), end.ahead(heading.turned(90), HALF_SALVO)];
            tube.arcs.iter().any(|arc| tips.iter().all(|tip| in_quarter(ship.at, ship.heading, *tip, arc)))
        })
    }
}

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// Launches a salvo, a wave or mines from one ship, or from ships of a squadron together.
    pub(crate) fn launch(&mut self, ships: &[ShipId], load: &Load) -> Judged<()> {
        let Some(first) = ships.first().copied() else {
            return Err(Refusal::new("ORD-01", "nobody launches").into());
        };
        if self.battle.no_ordnance {
            return Err(Refusal::new("ORD-01", "this battle is fought without ordnance").into());
        }
        for ship in ships {
            self.may_launch_with(first, *ship)?;
        }
        if self.battle.flights.is_full() {
            return Err(Refusal::new("ORD-01", "so many flights at once are not played").into());
        }
        match *load {
            Load::Torpedoes { .. } if ships.len() > 1 && ships.iter().any(|id| self.profile(*id).odd.lone_salvos) => {
                let message = format!("{} never combines its torpedoes with others", self.name(first));
                Err(Refusal::new("SQUAD-23", message).into())
            }
            Load::Torpedoes { strength, heading, boarding } => self.launch_salvo(ships, strength, heading, boarding),
            Load::Craft(band) => self.launch_wave(ships, &band),
        }
    }

    fn may_launch_with(&self, first: ShipId, id: ShipId) -> Result<(), Refusal> {
        let name = self.name(id);
        if self.battle.ship(id).side != self.battle.active || !self.battle.ship(id).fights() {
            return Err(Refusal::new("ORD-01", format!("{name} can launch nothing now")));
        }
        if let Some((_, why)) = self.battle.silenced(id) {
            return Err(Refusal::new("SHOOT-18", format!("{name} {why} and launches nothing")));
        }
        let squadron = self.battle.ship(id).squadron;
        if id != first && (squadron.is_none() || squadron != self.battle.ship(first).squadron) {
            let message = format!("{name} and {} are not of one squadron", self.name(first));
            return Err(Refusal::new("TORP-12", message));
        }
        Ok(())
    }

    fn launch_salvo(&mut self, ships: &[ShipId], wanted: u8, heading: Heading, boarding: bool) -> Judged<()> {
        if let Some(barred) = ships.iter().find(|id| self.battle.air_bars(self.roster, **id)) {
            let message = format!("{} may not fire torpedoes in low orbit", self.name(*barred));
            return Err(Refusal::new("ORBIT-06", message).into());
        }
        let ready: u8 = ships.iter().map(|id| self.battle.torpedoes_ready(self.roster, *id)).sum();
        let first = ships[0];
        if ready == 0 {
            let message = format!("{} has no torpedoes loaded", self.name(first));
            return Err(Refusal::new("ORD-02", message).into());
        }
        let strength = if wanted == 0 { ready } else { wanted };
        if strength > ready {
            let message = format!("{} can launch {ready} torpedoes, not {strength}", self.name(first));
            return Err(Refusal::new("ORD-02", message).into());
        }
        let from = self.battle.ship(first).at;
        for id in ships {
            if !self.battle.in_tube_arc(self.roster, *id, from, heading) {
                let message =
                    format!("a salvo heading {} leaves the fire arc of {}", heading.degrees(), self.name(*id));
                return Err(Refusal::new("TORP-02", message).into());
            }
        }
        let rolled = ships.iter().any(|id| self.rolls(*id, Gun::Torpedoes));
        let strength = if rolled { self.roll_salvo_strength(ships, strength)? } else { strength };
        let tubes = self.profile(first).weapons.iter().find(|weapon| weapon.gun == Gun::Torpedoes);
        let speed = tubes.map_or(Length::cm(30), |tube| tube.range);
        for id in ships {
            let ready = self.battle.torpedoes_ready(self.roster, *id);
            // What was rolled is one salvo, whatever it came to.
            let own = if rolled { ready } else { ready.min(strength) };
            let ship = self.battle.ship_mut(*id);
            ship.spent.torpedoes = true;
            ship.done.tubes += own;
        }
        let kind = if boarding { FlightKind::Boarding } else { FlightKind::Salvo };
        self.put_flight(kind, Flight { heading, speed, strength, ..Flight::default() }, ships);
        self.offer_loaders(first);
        Ok(())
    }

    fn launch_wave(&mut self, ships: &[ShipId], band: &Band) -> Judged<()> {
        let ready: u8 = ships.iter().map(|id| self.battle.bays_ready(self.roster, *id)).sum();
        let first = ships[0];
        let wanted: u8 = band.iter().map(|(_, count)| *count).sum();
        if wanted == 0 || wanted > ready {
            let message = format!("{} can launch {ready} markers of attack craft, not {wanted}", self.name(first));
            return Err(Refusal::new("CRAFT-02", message).into());
        }
        self.within_limit(wanted)?;
        let mut markers = Markers::new();
        for (craft, count) in band {
            for id in ships {
                if !self.roster.ships[usize::from(id.0)].craft.contains(craft) {
                    let kind = &self.roster.craft[usize::from(craft.0)].name;
                    return Err(Refusal::new("CRAFT-02", format!("{} carries no {kind}", self.name(*id))).into());
                }
            }
            for _ in 0..*count {
                if markers.push(Marker { craft: *craft, saved: false }).is_err() {
                    return Err(Refusal::new("CRAFT-07", "a wave of so many markers is not played").into());
                }
            }
        }
        let mut left = wanted;
        for id in ships {
            let own = self.battle.bays_ready(self.roster, *id).min(left);
            left -= own;
            let endless = self.profile(*id).endless_craft;
            let ship = self.battle.ship_mut(*id);
            ship.spent.craft = !endless;
            ship.done.bays += own;
        }
        let crew = self.profile(first);
        let raids = crew.crew.raids + crew.improved.hit_and_run;
        self.put_flight(FlightKind::Wave, Flight { craft: markers, raids, ..Flight::default() }, ships);
        Ok(())
    }

    /// Puts a new flight into play, aboard its first launcher.
    pub(crate) fn put_flight(&mut self, kind: FlightKind, flight: Flight, ships: &[ShipId]) {
        let first = ships[0];
        self.battle.last_flight += 1;
        let mut through = Crowd::default();
        for (id, ship) in self.battle.all().filter(|(_, ship)| ship.present()) {
            // A friend in base contact with a launcher is launched through (TORP-11).
            let friend = ship.side == self.battle.active;
            if friend && ships.iter().any(|from| *from == id || self.battle.in_contact(self.roster, *from, id)) {
                through.insert(id);
            }
        }
        let flight = Flight {
            id: FlightId { kind, number: self.battle.last_flight },
            side: self.battle.active,
            at: self.battle.ship(first).at,
            aboard: Some(first),
            through,
            done: Flown { launched: true, eldar: self.profile(first).eludes_turrets, ..Flown::default() },
            ..flight
        };
        let _ = self.battle.flights.push(flight);
        self.tell(|| Event::Launched(flight.id, first, flight.size()));
    }
}
