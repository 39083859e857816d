//! Launching, at the end of the Shooting Phase (ORD-01).

use super::outlines::{Form, HALF_SALVO};
use super::warheads::SHORT_BURN;
use crate::battle::gothic::decisions::answer::{Judged, Load};
use crate::battle::gothic::decisions::refusal::Refusal;
use crate::battle::gothic::event::{Event, Log};
use crate::battle::gothic::state::ordnance::LAUNCHERS;
use crate::battle::gothic::state::ordnance::{
    Band, FLIGHTS, Flight, FlightId, FlightKind, Flown, Marker, Markers, WAVE,
};
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, Crowd, Order, ShipId};
use crate::battle::gothic::turn::play::Play;
use crate::dice::Dice;
use crate::ships::class::People;
use crate::ships::pilots::Pilots;
use crate::ships::profile::{Gun, Mount};
use crate::ships::traits::Trait;
use crate::ships::warhead::Warhead;
use crate::table::fixed_list::FixedList;
use crate::table::geometry::{Heading, Length, Point, in_quarter};
use crate::text;

/// A salvo of so many or fewer is never split (TORP-09).
const UNSPLIT: u8 = 6;
/// How fast the boarding torpedoes of the Orks go.
pub(super) const ORK_BOARDING: Length = Length::cm(20);
/// The least part of a split salvo (TORP-09).
const LEAST_PART: u8 = 3;

impl Battle {
    /// What a ship's ordnance of a kind comes to now: halved when crippled, and again when braced (ORD-04).
    #[must_use]
    pub fn ordnance(&self, roster: &Roster, id: ShipId, gun: Gun) -> u8 {
        let strength = self.unbraced(roster, id, gun);
        if self.ship(id).order == Some(Order::Brace) { strength.div_ceil(2) } else { strength }
    }

    /// As [`ordnance`](Self::ordnance), before Brace halves it.
    fn unbraced(&self, roster: &Roster, id: ShipId, gun: Gun) -> u8 {
        let weapons = &roster[id].profile.weapons;
        let sound = (0..).zip(weapons).filter(|(index, weapon)| weapon.gun == gun && !self.damaged(roster, id, *index));
        let crippled = self.crippled(roster, id);
        let rolled = gun == Gun::Bays && weapons.iter().any(|weapon| weapon.gun == gun && weapon.rolled.is_some());
        if rolled {
            return self.ship(id).done.hangar;
        }
        let left = |weapon: &Mount| self.weakened(weapon, id, weapon.strength);
        sound.map(|(_, weapon)| if crippled { left(weapon).div_ceil(2) } else { left(weapon) }).sum()
    }

    /// The most that ships launch together: of escorts, what Brace halves is totalled first (SQUAD-19).
    #[must_use]
    pub fn combined_ready(&self, roster: &Roster, ships: &[ShipId], gun: Gun) -> u8 {
        let ready = |id: ShipId| match gun {
            Gun::Torpedoes => self.torpedoes_ready(roster, id),
            Gun::Battery
            | Gun::Lance
            | Gun::Pulsar
            | Gun::Bombardment
            | Gun::HeavyGunz
            | Gun::Warp
            | Gun::Phantom
            | Gun::Arc
            | Gun::Whip
            | Gun::BioPlasma
            | Gun::Acid
            | Gun::Beam
            | Gun::Nova
            | Gun::Bays => self.bays_ready(roster, id),
        };
        let each: u8 = ships.iter().map(|id| ready(*id)).sum();
        let light = |id: &ShipId| roster[*id].profile.is_light();
        if ships.len() < 2 || !ships.iter().all(light) {
            return each;
        }
        let braced = || ships.iter().filter(|id| self.ship(**id).order == Some(Order::Brace) && ready(**id) > 0);
        let total: u8 = braced().map(|id| self.unbraced(roster, *id, gun)).sum();
        let singly: u8 = braced().map(|id| self.ordnance(roster, *id, gun)).sum();
        each.saturating_sub(singly - total.div_ceil(2))
    }

    fn may_launch(&self, id: ShipId) -> bool {
        self.ship(id).fights() && self.silenced(id).is_none()
    }

    /// Torpedoes that a ship can launch now.
    #[must_use]
    pub fn torpedoes_ready(&self, roster: &Roster, id: ShipId) -> u8 {
        let ship = self.ship(id);
        // Barrage bombs alone are launched in low orbit.
        let barred = || {
            let barrage = roster[id].profile.warhead == Warhead::Barrage;
            self.air_bars(roster, id) && !barrage
        };
        if !self.may_launch(id) || self.in_field(ship.at) || barred() || ship.spent.torpedoes && ship.done.tubes == 0 {
            return 0;
        }
        if roster[id].profile.odd.space_hulk {
            return self.broadside_ready(roster, id);
        }
        let whole = self.ordnance(roster, id, Gun::Torpedoes);
        let left = whole.saturating_sub(ship.done.tubes);
        // More than six may be split in two, each of at least three (TORP-09).
        let splits = whole > UNSPLIT && ship.done.tubes >= LEAST_PART && left >= LEAST_PART;
        if ship.done.tubes > 0 && !splits { 0 } else { left }
    }

    /// Markers of attack craft that a ship can launch now.
    #[must_use]
    pub fn bays_ready(&self, roster: &Roster, id: ShipId) -> u8 {
        let ship = self.ship(id);
        let feats = &ship.done.feats;
        // Bays that were flushed launch nothing in the turn after.
        let rests = feats.flushed > 0 && feats.flush == 0;
        if rests || !self.may_launch(id) || ship.spent.craft && ship.done.bays == 0 {
            return 0;
        }
        let bays = self.ordnance(roster, id, Gun::Bays);
        // Bays that never run empty send out up to twice their strength (ORD-06).
        let endless = roster[id].profile.endless_craft;
        let more = feats.flush + self.more_boats(roster, id, bays);
        (if endless { 2 * bays } else { bays } + more).saturating_sub(ship.done.bays)
    }

    /// An assault karrier sends out one boat more, unless it is crippled and braced.
    fn more_boats(&self, roster: &Roster, id: ShipId, bays: u8) -> u8 {
        let karrier = roster[id].profile.odd.karrier && bays > 0;
        let hampered = || self.ship(id).order == Some(Order::Brace) && self.crippled(roster, id);
        u8::from(karrier && !hampered())
    }

    /// Whether the end of a salvo's first move lies wholly in the arc of a ship's tubes (TORP-02).
    #[must_use]
    pub fn in_tube_arc(&self, roster: &Roster, id: ShipId, from: Point, heading: Heading) -> bool {
        self.in_tube_arc_at(roster, id, (from, heading), None)
    }

    /// As [`in_tube_arc`](Self::in_tube_arc), of torpedoes with a speed of their own.
    fn in_tube_arc_at(
        &self,
        roster: &Roster,
        id: ShipId,
        (from, heading): (Point, Heading),
        run: Option<Length>,
    ) -> bool {
        let (ship, profile) = (self.ship(id), &roster[id].profile);
        let boost = profile.improved.pilots.boost();
        let tubes = profile.weapons.iter().filter(|w| w.gun == Gun::Torpedoes);
        let hulk = profile.odd.space_hulk;
        (0..).zip(tubes).filter(|(place, _)| !hulk || !self.has_launched(id, *place)).any(|(_, tube)| {
            let end = from.ahead(heading, run.unwrap_or(tube.range) + boost);
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
        self.joined(ships)?;
        if self.battle.flights.is_full() {
            return Err(Refusal::new("ORD-01", format!("more than {FLIGHTS} flights at once are not played")).into());
        }
        match *load {
            Load::Torpedoes { .. } if ships.len() > 1 && ships.iter().any(|id| self.profile(*id).odd.lone_salvos) => {
                let message = format!("{} never combines its torpedoes with others", self.name(first));
                Err(Refusal::new("SQUAD-23", message).into())
            }
            Load::Torpedoes { strength, heading, boarding, special } => {
                let missiles = ships.iter().all(|id| self.profile(*id).is(Trait::Missiles));
                let warhead = match (special, missiles) {
                    (true, _) => self.may_load(ships)?,
                    (false, true) => Warhead::Missiles,
                    (false, false) => Warhead::Plain,
                };
                self.launch_salvo(ships, strength, heading, (boarding, warhead))
            }
            Load::Craft(band) => self.launch_wave(ships, &band),
            Load::Mines(count) => self.launch_mines(ships, count),
        }
    }

    fn may_launch_with(&self, first: ShipId, id: ShipId) -> Result<(), Refusal> {
        let name = self.name(id);
        if self.battle.ship(id).side != self.battle.active || !self.battle.ship(id).fights() {
            return Err(Refusal::new("ORD-01", format!("{name} can launch nothing now")));
        }
        if let Some((rule, why)) = self.battle.silenced(id) {
            return Err(Refusal::new(rule, format!("{name} {why} and launches nothing")));
        }
        let squadron = self.battle.ship(id).squadron;
        if id != first && (squadron.is_none() || squadron != self.battle.ship(first).squadron) {
            let message = format!("{name} and {} are not of one squadron", self.name(first));
            return Err(Refusal::new("TORP-12", message));
        }
        Ok(())
    }

    /// Ships that launch together touch one another, through a chain of those that launch (SQUAD-21).
    fn joined(&self, ships: &[ShipId]) -> Result<(), Refusal> {
        let mut chain = Crowd::default();
        chain.insert(ships[0]);
        for _ in ships {
            for ship in ships {
                if chain.iter().any(|other| self.battle.in_contact(self.roster, other, *ship)) {
                    chain.insert(*ship);
                }
            }
        }
        for (place, ship) in ships.iter().enumerate() {
            if ships[..place].contains(ship) {
                return Err(Refusal::new("SQUAD-21", format!("{} is named twice", self.name(*ship))));
            }
            if !chain.contains(*ship) {
                let message = format!("{} is not in base contact with those it launches with", self.name(*ship));
                return Err(Refusal::new("SQUAD-21", message));
            }
        }
        Ok(())
    }

    fn launch_salvo(
        &mut self,
        ships: &[ShipId],
        wanted: u8,
        heading: Heading,
        (boarding, warhead): (bool, Warhead),
    ) -> Judged<()> {
        let bars = |id: ShipId| warhead != Warhead::Barrage && self.battle.air_bars(self.roster, id);
        if let Some(barred) = ships.iter().find(|id| bars(**id)) {
            let message = format!("{} may not fire torpedoes in low orbit", self.name(*barred));
            return Err(Refusal::new("ORBIT-06", message).into());
        }
        if let Some(barred) = ships.iter().find(|id| self.battle.in_field(self.battle.ship(**id).at)) {
            let message = format!("{} lies in an asteroid field, where torpedoes cannot be used", self.name(*barred));
            return Err(Refusal::new("TERRAIN-21", message).into());
        }
        if self.profile(ships[0]).odd.space_hulk {
            return self.launch_broadside(ships, wanted, heading, boarding);
        }
        let ready = self.battle.combined_ready(self.roster, ships, Gun::Torpedoes);
        let kind = if boarding { FlightKind::Boarding } else { FlightKind::Salvo };
        let strength = if wanted == 0 { ready } else { wanted };
        self.may_launch_salvo(ships, (strength, ready), kind, heading)?;
        // The first move is measured from the launcher farthest back (SQUAD-22).
        let mut ordered: FixedList<ShipId, LAUNCHERS> = FixedList::new();
        for id in ships {
            ordered.push(*id).expect("as many as the answer holds");
        }
        ordered.sort_by_key(|id| self.battle.ship(ships[0]).at.seen_along(heading, self.battle.ship(*id).at).0);
        let from = self.battle.ship(ordered[0]).at;
        // The boarding torpedoes of the Orks are slower than their others.
        let orks = boarding && self.profile(ships[0]).people == People::Orks;
        let run = match warhead {
            Warhead::ShortBurn => Some(SHORT_BURN),
            Warhead::Plain
            | Warhead::Guided
            | Warhead::Seeking
            | Warhead::Barrage
            | Warhead::Melta
            | Warhead::Vortex
            | Warhead::Missiles
            | Warhead::Distortion => orks.then_some(ORK_BOARDING),
        };
        for id in &ordered {
            if !self.battle.in_tube_arc_at(self.roster, *id, (from, heading), run) {
                let message =
                    format!("a salvo heading {} leaves the fire arc of {}", heading.degrees(), self.name(*id));
                return Err(Refusal::new(if ships.len() > 1 { "SQUAD-22" } else { "TORP-02" }, message).into());
            }
        }
        let rolled = ships.iter().any(|id| self.rolls(*id, Gun::Torpedoes));
        let strength = if rolled { self.roll_salvo_strength(ships, strength)? } else { strength };
        let tubes =
            ships.iter().flat_map(|id| &self.profile(*id).weapons).filter(|weapon| weapon.gun == Gun::Torpedoes);
        let speed = tubes.map(|tube| tube.range).min().unwrap_or(Length::cm(30));
        let speed = run.unwrap_or(speed);
        self.empty_tubes(ships, strength, rolled, warhead);
        let from = (boarding || warhead != Warhead::Plain).then_some(ordered[0]);
        self.put_flight(kind, Flight { heading, speed, strength, from, warhead, ..Flight::default() }, &ordered);
        self.offer_loaders(ordered[0]);
        Ok(())
    }

    /// The tubes of a salvo are spent.
    fn empty_tubes(&mut self, ships: &[ShipId], strength: u8, rolled: bool, warhead: Warhead) {
        for id in ships {
            let whole = self.battle.ordnance(self.roster, *id, Gun::Torpedoes);
            let ship = self.battle.ship_mut(*id);
            ship.spent.torpedoes = true;
            ship.done.feats.warheads_spent |= warhead.is_single();
            // A part of more than six leaves a second salvo; anything else is not kept (TORP-09, ORD-02).
            let part = ships.len() == 1 && whole > UNSPLIT && ship.done.tubes == 0 && !rolled;
            ship.done.tubes = if part { strength } else { whole };
        }
        ships.iter().for_each(|id| self.share_silos(*id));
    }

    fn may_launch_salvo(
        &self,
        ships: &[ShipId],
        (strength, ready): (u8, u8),
        kind: FlightKind,
        heading: Heading,
    ) -> Result<(), Refusal> {
        let first = ships[0];
        let name = self.name(first);
        if let Some(late) = ships.iter().find(|id| self.battle.ship(**id).done.tubes > 0) {
            let (late, left) = (self.name(*late), self.battle.torpedoes_ready(self.roster, *late));
            if ships.len() > 1 || left == 0 {
                let message = format!("{late} has launched its torpedoes and cannot split them further");
                return Err(Refusal::new("TORP-09", message));
            }
        }
        if ready == 0 {
            return Err(Refusal::new("ORD-02", format!("{name} has no torpedoes loaded")));
        }
        if let Some(idle) = ships.iter().find(|id| self.battle.torpedoes_ready(self.roster, **id) == 0) {
            return Err(Refusal::new("ORD-02", format!("{} has no torpedoes loaded", self.name(*idle))));
        }
        if strength > ready {
            return Err(Refusal::new(
                "ORD-02",
                format!("{name} can launch {}, not {strength}", text::count(ready, "torpedo")),
            ));
        }
        if kind == FlightKind::Boarding
            && let Some(id) = ships.iter().find(|id| !self.profile(**id).boarding_torpedoes)
        {
            return Err(Refusal::new("BTORP-01", format!("{} carries no boarding torpedoes", self.name(*id))));
        }
        self.may_split(first, strength, kind, heading)
    }

    /// Of a salvo split in two, each part has at least three torpedoes, and they go in different directions (TORP-09).
    fn may_split(&self, id: ShipId, strength: u8, kind: FlightKind, heading: Heading) -> Result<(), Refusal> {
        let name = self.name(id);
        let other = self.battle.flights.iter().find(|other| other.aboard == Some(id) && other.id.kind.is_salvo());
        let Some(other) = other.filter(|_| self.battle.ship(id).done.tubes > 0) else { return Ok(()) };
        if strength < LEAST_PART {
            let message = format!("each part of the salvo of {name} has at least {LEAST_PART} torpedoes");
            return Err(Refusal::new("TORP-09", message));
        }
        if other.id.kind != kind {
            let message = format!("{name} launches ordinary or boarding torpedoes in one turn, not both");
            return Err(Refusal::new("BTORP-01", message));
        }
        let ends = [other.heading, heading]
            .map(|heading| (Form::Bar(heading), other.at.ahead(heading, other.speed + other.boost())));
        let near = ends[0].0.touches(ends[0].1, ends[1].0, ends[1].1);
        let twice = self.battle.fleet(self.battle.active.other()).any(|(enemy, ship)| {
            let base = Form::Disc(self.profile(enemy).base);
            ends.iter().all(|(form, end)| form.meets(other.at, *end, base, ship.at).is_some())
        });
        if near || twice {
            let message = format!("the two salvoes of {name} must go in different directions");
            return Err(Refusal::new("TORP-09", message));
        }
        Ok(())
    }

    fn launch_wave(&mut self, ships: &[ShipId], band: &Band) -> Judged<()> {
        let ready = self.battle.combined_ready(self.roster, ships, Gun::Bays);
        let first = ships[0];
        let wanted: u8 = band.iter().map(|(_, count)| *count).sum();
        if wanted == 0 || wanted > ready {
            let message = {
                let markers = if ready == 1 { "marker" } else { "markers" };
                format!("{} can launch {ready} {markers} of attack craft, not {wanted}", self.name(first))
            };
            return Err(Refusal::new("CRAFT-02", message).into());
        }
        self.within_limit(wanted)?;
        let mut markers = Markers::new();
        for (craft, count) in band {
            for id in ships {
                if !self.roster[*id].craft.contains(craft) {
                    let kind = &self.roster.craft[usize::from(craft.0)].name;
                    return Err(Refusal::new("CRAFT-02", format!("{} carries no {kind}", self.name(*id))).into());
                }
            }
            for _ in 0..*count {
                if markers.push(Marker { craft: *craft, saved: false }).is_err() {
                    return Err(
                        Refusal::new("CRAFT-07", format!("a wave of more than {WAVE} markers is not played")).into()
                    );
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
            let beside = |from: ShipId| {
                self.battle.in_contact(self.roster, from, id) || self.battle.one_fort(self.roster, from, id)
            };
            if friend && ships.iter().any(|from| *from == id || beside(*from)) {
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
            pilots: Pilots::of(ships.iter().map(|id| &self.profile(*id).improved.pilots)),
            from: flight.from.or_else(|| self.battle.captain_among(self.battle.active, ships)),
            ..flight
        };
        self.enter_flight(flight);
        self.tell(|| Event::Launched(flight.id, first, flight.size()));
    }
}
