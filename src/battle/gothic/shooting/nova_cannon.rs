//! The nova cannon.

use crate::battle::gothic::decisions::answer::Judged;
use crate::battle::gothic::decisions::refusal::Refusal;
use crate::battle::gothic::event::{Event, Faces, Log};
use crate::battle::gothic::movement::squadrons::Members;
use crate::battle::gothic::ordnance::outlines::Form;
use crate::battle::gothic::state::agenda::Threat;
use crate::battle::gothic::state::{SHIPS, Shell, ShipId, Unit};
use crate::battle::gothic::turn::play::Play;
use crate::dice::Dice;
use crate::ships::profile::Gun;
use crate::table::fixed_list::FixedList;
use crate::table::geometry::{Heading, Length, Point};

/// Radius of the template and of its hole (NOVA-01).
pub(in crate::battle::gothic) const TEMPLATE: Length = Length(2_500);
pub(in crate::battle::gothic) const HOLE: Length = Length(600);

/// Dice of scatter for the distance to the template as placed (NOVA-03).
fn scatter_dice(firer: Point, at: Point) -> u8 {
    if firer.within(at, Length::cm(45)) {
        1
    } else if firer.within(at, Length::cm(60)) {
        2
    } else {
        3
    }
}

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// Whether a shell may be aimed there (NOVA-02, NOVA-08, NOVA-10).
    pub(in crate::battle::gothic) fn may_shell(&self, unit: Unit, shell: &Shell) -> Result<(), Refusal> {
        let Shell { ship: id, at } = *shell;
        let (ship, name) = (self.battle.ship(id), self.name(id));
        let nova = (0..).zip(&self.profile(id).weapons).find(|(_, weapon)| weapon.gun == Gun::Nova);
        let Some((weapon, mount)) = nova.filter(|_| self.battle.members(unit).contains(&id)) else {
            return Err(Refusal::new("NOVA-02", format!("{name} has no nova cannon to fire")));
        };
        if let Some((rule, why)) = self.battle.silenced(id) {
            return Err(Refusal::new(rule, format!("{name} {why} and may not fire")));
        }
        if self.battle.damaged(self.roster, id, weapon) {
            return Err(Refusal::new("CRIT-10", format!("the nova cannon of {name} is damaged and may not fire")));
        }
        if self.battle.in_field(ship.at) {
            let message = format!("{name} lies in an asteroid field, where its nova cannon does not work");
            return Err(Refusal::new("TERRAIN-21", message));
        }
        if self.battle.strength(self.roster, unit, id, weapon) == 0 {
            let why = if self.battle.crippled(self.roster, id) { "crippled" } else { "under such orders" };
            return Err(Refusal::new("NOVA-10", format!("{name} may not fire its nova cannon while {why}")));
        }
        let (least, most) = (Length::cm(30) + TEMPLATE, mount.range - TEMPLATE);
        let distance = ship.at.distance(at);
        if !ship.at.within(at, most) || distance < least {
            let message = format!("the template of {name} must be placed {least} to {most} cm away, not {distance}");
            return Err(Refusal::new("NOVA-02", message));
        }
        if !mount.arcs.bear(ship.at, ship.heading, at) {
            return Err(Refusal::new("NOVA-02", format!("{at} is not in the fire arc of {name}")));
        }
        let aimed = self.battle.body_at(ship.at, at);
        let hulk = self.battle.hulk_at(self.roster, at);
        if !self.battle.sees_past(self.roster, ship.at, at, hulk, aimed) {
            return Err(Refusal::new("NOVA-08", format!("{name} cannot see {at}")));
        }
        self.spares_own_hulks(id, at)
    }

    /// Ruling: a shell counts as fired on a hulk of its own side when the template is laid on it and on no enemy (CATA-08).
    fn spares_own_hulks(&self, id: ShipId, at: Point) -> Result<(), Refusal> {
        let side = self.battle.ship(id).side;
        let under = self.under_template(at);
        let own =
            under.iter().find(|other| self.battle.ship(**other).is_hulk() && self.battle.ship(**other).side == side);
        let Some(hulk) = own.filter(|_| under.iter().all(|other| self.battle.ship(*other).side == side)) else {
            return Ok(());
        };
        let message = format!("{} may not fire on {}, a hulk of its own side", self.name(id), self.name(*hulk));
        Err(Refusal::new("CATA-08", message))
    }

    /// Every ship that scatter might reach may brace before it is rolled (NOVA-07).
    pub(in crate::battle::gothic) fn offer_shell_braces(&mut self) {
        let mut asked: FixedList<(Unit, ShipId), SHIPS> = FixedList::new();
        for shell in &self.battle.volley.shells {
            let dice = scatter_dice(self.battle.ship(shell.ship).at, shell.at);
            let reach = Length::cm(6 * i32::from(dice)) + TEMPLATE;
            for (id, ship) in self.battle.all().filter(|(_, ship)| ship.fights()) {
                let unit = self.battle.unit_of(id);
                let near = shell.at.touches(ship.at, reach + self.profile(id).base);
                if near && !asked.iter().any(|(known, _)| *known == unit) {
                    asked.push((unit, shell.ship)).expect("each unit once");
                }
            }
        }
        let targets = self.battle.volley.strikes;
        for (unit, firer) in asked.iter().rev() {
            // One attempt covers all the weapons of a shooter (BRACE-11).
            if !targets.iter().any(|strike| strike.target == *unit) {
                self.offer_brace(*unit, Threat::Nova(*firer));
            }
        }
    }

    /// The planet or field that a shell bursts on: the one aimed at, unless a ship on it lies under the template.
    fn struck_body(&self, from: Point, at: Point) -> Option<u8> {
        let body = self.battle.body_at(from, at)?;
        let shape = self.battle.features[usize::from(body)].shape;
        let under = |(id, ship): (ShipId, &crate::battle::gothic::state::Ship)| {
            ship.present() && shape.holds(ship.at) && at.touches(ship.at, TEMPLATE + self.profile(id).base)
        };
        if self.battle.all().any(under) { None } else { Some(body) }
    }

    /// Ships and hulks that the template touches, by id (NOVA-04).
    pub(in crate::battle::gothic) fn under_template(&self, at: Point) -> Members {
        let mut touched = Members::new();
        for (id, ship) in self.battle.all().filter(|(_, ship)| ship.present()) {
            if at.touches(ship.at, TEMPLATE + self.profile(id).base) {
                touched.push(id).expect("each ship once");
            }
        }
        touched
    }

    /// A shell: scatter, then hits on everything it touches (NOVA-03 to NOVA-06).
    pub(in crate::battle::gothic) fn shell(&mut self, shell: Shell) -> Judged<()> {
        let Shell { ship: id, at } = shell;
        let from = self.battle.ship(id).at;
        let mut told = Faces::new();
        // Ruling: 1 and 2 are the two faces that hit; a direction is one of 36, by two dice, 10 degrees apart.
        let scatter = self.d6("scatter", self.name(id))?;
        told.push(scatter).expect("a dozen dice at most");
        let mut fell = at;
        if scatter > 2 {
            let way = self.roll("scatter direction", self.name(id), 2)?;
            let far = self.roll("scatter distance", self.name(id), scatter_dice(from, at))?;
            let heading = Heading::new(((i32::from(way[0]) - 1) * 6 + i32::from(way[1]) - 1) * 10);
            fell = at.ahead(heading, Length::cm(far.iter().map(|face| i32::from(*face)).sum()));
            for face in way.iter().chain(far.iter()) {
                told.push(*face).expect("a dozen dice at most");
            }
        }
        self.tell(|| Event::Shell(id, fell, told));
        self.blame(id);
        for flight in &self.battle.flights.clone() {
            // Ruling: a template that touches a wave removes all of it, as any hit does (ORD-14).
            let touched = self.battle.form(self.roster, flight).touches(flight.at, Form::Disc(TEMPLATE), fell);
            if touched && flight.aboard.is_none() {
                self.remove_flight(flight.id, "NOVA-05");
            }
        }
        if scatter <= 2
            && let Some(body) = self.struck_body(from, at)
        {
            let count = self.d6("nova on a planet or field", self.name(id))?;
            self.mark_rim(body, from, count, "NOVA-08");
            return Ok(());
        }
        let mut touched = self.under_template(fell);
        touched.sort_unstable_by_key(|other| (fell.squared(self.battle.ship(*other).at), *other));
        if touched.is_empty() {
            self.put_marker(fell, "NOVA-06");
        }
        for other in &touched {
            let ship = self.battle.ship(*other);
            let hole = fell.touches(ship.at, HOLE + self.profile(*other).base);
            let mut marks = 0;
            if self.eludes(*other, from, &mut marks, "NOVA-12")? {
                continue;
            }
            let hits = if hole { self.d6("nova hits", self.name(*other))? } else { 1 };
            self.tell(|| Event::ShellHits(*other, hits));
            self.batter(*other, from, hits, &mut marks)?;
        }
        self.resolve_dying();
        Ok(())
    }

    /// Hits under a template, one after another; a hulk breaks up at once.
    pub(in crate::battle::gothic) fn batter(
        &mut self,
        id: ShipId,
        from: Point,
        hits: u8,
        marks: &mut u8,
    ) -> Judged<()> {
        self.see_decoy(id);
        if self.battle.ship(id).is_hulk() {
            self.dies(id);
            return Ok(());
        }
        for _ in 0..hits {
            if self.battle.ship(id).hits > 0 {
                self.hit(id, from, marks)?;
            }
        }
        Ok(())
    }
}
