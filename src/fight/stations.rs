//! A player's own deployment. He starts from what the program would do, puts ships elsewhere, changes units about, and
//! is told everything that the rules have against it.
//!
//! Ruling: who plays against a program deploys after it and sees it, and of two people the one who places first by the
//! dice of the set-up; nobody is asked to put single ships down in turns.

use serde::Serialize;

use super::Fight;
use crate::battle::gothic::decisions::words::{degrees, point};
use crate::battle::gothic::missions::mission::GroupKind;
use crate::battle::gothic::state::{Battle, Crowd, Fate, FeatureKind, ShipId};
use crate::campaign::refusal::Refusal;
use crate::campaign::turn::report::Role;
use crate::scenario::faults::faults;
use crate::scenario::forts;
use crate::scenario::places::{Berths, rect};
use crate::scenario::set_up::SetUp;
use crate::table::geometry::{Heading, Length, Point};
use crate::table::side::Side;
use crate::text::did_you_mean;

/// What a player may say when he deploys.
pub const HELP: &str = "\
`Agrippa at 60 20 heading 90` puts a ship there, or a squadron in line abreast; `Agrippa heading 90` turns it
`swap Agrippa with Vigil` changes two units about: bait and reserve, alert and standby, patrol, division, contact
`contact 3 at 60 40`, `entry at 60`: a contact marker, the entry point of a convoy along its edge
`first`, `second`: your turn, where you may choose; `places` shows who is where; `usual` starts again
`done` or an empty line begins the battle, `quit` stops here";

/// A deployment under way.
pub struct Stations<'f> {
    fight: &'f Fight,
    set_up: &'f SetUp,
    side: Side,
    usual: Battle,
    /// The table as it would be.
    pub battle: Battle,
    /// The orders that were carried out, since the usual deployment.
    given: Vec<String>,
}

/// Where one unit is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Post {
    /// The unit.
    pub unit: String,
    /// What it is made of.
    pub class: String,
    /// Where it stands and heads, or how it comes later.
    pub place: String,
}

impl<'f> Stations<'f> {
    /// A side as the program has deployed it.
    #[must_use]
    pub fn new(fight: &'f Fight, set_up: &'f SetUp, battle: &Battle, side: Side) -> Self {
        Self { fight, set_up, side, usual: *battle, battle: *battle, given: Vec::new() }
    }

    /// Whether there is anything to deploy.
    #[must_use]
    pub fn any(&self) -> bool {
        self.fight.scenario.rules().told(self.role()).is_some()
    }

    /// Whose.
    #[must_use]
    pub const fn side(&self) -> Side {
        self.side
    }

    /// What was rolled, and where the side may stand.
    #[must_use]
    pub fn told(&self) -> Vec<String> {
        let mut lines: Vec<String> =
            self.set_up.lines.iter().map(|line| format!("{} ({})", line.says, line.rule)).collect();
        let ground = &self.battle.ground;
        let (width, depth) = (ground.width, ground.depth);
        lines.push(format!("the table is {width} cm wide and {depth} cm deep, 0 0 at its left near corner"));
        for feature in &self.battle.features {
            lines.push(format!("a {} about {}", feature.kind, feature.shape.centre()));
        }
        if let Some((says, rule)) = self.fight.scenario.rules().told(self.role()) {
            lines.push(format!("your ships: {says} ({rule})"));
        }
        for unit in self.guests() {
            lines.push(format!("{} of the enemy is yours to place, not to turn (SCEN-84)", self.unit_name(unit)));
        }
        if self.chooses_turn() {
            lines.push("you go first; `second` lets the enemy begin (SCEN-09)".to_owned());
        }
        lines
    }

    fn role(&self) -> Role {
        Role::of(self.side)
    }

    /// Whether the player may choose the first turn (SCEN-09).
    #[must_use]
    pub fn chooses_turn(&self) -> bool {
        self.set_up.dealt.chooses_turn == Some(self.role())
    }

    /// Everything that the rules have against it.
    #[must_use]
    pub fn faults(&self) -> Vec<Refusal> {
        let (scenario, fleets) = (self.fight.scenario, self.fight.fleets());
        let of = |side: Side| {
            let found = faults(scenario, &fleets, &self.set_up.dealt, &self.battle, side);
            found.into_iter().map(Refusal::from)
        };
        let mut found: Vec<Refusal> = of(self.side).collect();
        found.extend(self.not_his());
        if self.guests().next().is_some() {
            found.extend(of(self.side.other()));
        }
        found
    }

    /// Units of the defender on patrol that are the attacker's to place (SCEN-84).
    fn guests(&self) -> impl Iterator<Item = &Vec<ShipId>> {
        let places = self.side == Side::One;
        let units = self.fight.units[Side::Two as usize].iter().zip(&self.set_up.dealt.patrols_by);
        let given = units.filter(|(_, by)| **by == Role::Attacker).map(|(unit, _)| unit);
        given.filter(move |unit| places && unit.iter().all(|id| self.patrols(*id)))
    }

    fn patrols(&self, id: ShipId) -> bool {
        let stands = self.fight.roster[id].profile.is_stationary();
        !stands && self.battle.ship(id).fights() && !self.battle.ship(id).done.standby
    }

    /// Why a player may not do with ships what only their owner may.
    fn own(&self, ships: &[ShipId]) -> Result<(), String> {
        match ships.iter().find(|id| self.battle.ship(**id).side != self.side) {
            Some(id) => {
                Err(format!("{} is yours to place, not to turn or to change about (SCEN-84)", self.ship_name(*id)))
            }
            None => Ok(()),
        }
    }

    /// Units on patrol that the attacker has placed stay where they are (SCEN-84).
    fn not_his(&self) -> Vec<Refusal> {
        if self.side == Side::One {
            return Vec::new();
        }
        let units = self.fight.units[self.side as usize].iter().zip(&self.set_up.dealt.patrols_by);
        let placed = units.filter(|(_, by)| **by == Role::Attacker).flat_map(|(unit, _)| unit);
        let moved = placed.filter(|id| {
            let (was, is) = (self.usual.ship(**id), self.battle.ship(**id));
            !was.done.standby && !is.done.standby && was.at != is.at
        });
        moved
            .map(|id| {
                let (name, was) = (self.ship_name(*id), self.usual.ship(*id).at);
                Refusal::by("SCEN-84", format!("{name} was placed by the attacker, and stays at {was}"))
            })
            .collect()
    }

    fn ship_name(&self, id: ShipId) -> &str {
        &self.fight.roster[id].name
    }

    /// The units that the player may deploy.
    fn units(&self) -> impl Iterator<Item = &Vec<ShipId>> {
        self.fight.units[self.side as usize].iter().chain(self.guests())
    }

    fn unit_name(&self, unit: &[ShipId]) -> String {
        let Some(first) = unit.first() else { return String::new() };
        let squadron = self.battle.ship(*first).squadron.filter(|_| unit.len() > 1);
        let named = squadron.and_then(|squadron| self.fight.roster.squadrons.get(usize::from(squadron.0)));
        named.cloned().unwrap_or_else(|| self.ship_name(*first).to_owned())
    }

    /// The ships of a name: of a squadron, or one.
    fn named(&self, name: &str) -> Result<Vec<ShipId>, String> {
        let name = name.trim();
        if let Some(unit) = self.units().find(|unit| self.unit_name(unit).eq_ignore_ascii_case(name)) {
            return Ok(unit.clone());
        }
        let ship = self.units().flatten().find(|id| self.ship_name(**id).eq_ignore_ascii_case(name));
        ship.map(|id| vec![*id]).ok_or_else(|| {
            let all: Vec<String> = self.units().map(|unit| self.unit_name(unit)).collect();
            let ships = self.units().flatten().map(|id| self.ship_name(*id));
            format!("you have no \"{name}\"{}", did_you_mean(name, all.iter().map(String::as_str).chain(ships)))
        })
    }

    /// The whole unit of a name.
    fn unit(&self, name: &str) -> Result<Vec<ShipId>, String> {
        let ships = self.named(name)?;
        let unit = self.units().find(|unit| unit.contains(&ships[0]));
        unit.cloned().ok_or_else(|| format!("\"{name}\" is no unit"))
    }

    /// Carries out one line; what cannot be done changes nothing.
    ///
    /// # Errors
    /// Why it cannot be done.
    pub fn order(&mut self, line: &str) -> Result<(), String> {
        let line = line.trim();
        self.carry_out(line)?;
        if line.eq_ignore_ascii_case("usual") {
            self.given.clear();
        } else {
            self.given.push(line.to_owned());
        }
        Ok(())
    }

    /// The orders that lead to this deployment from what the program would do.
    #[must_use]
    pub fn given(self) -> Vec<String> {
        self.given
    }

    fn carry_out(&mut self, line: &str) -> Result<(), String> {
        let lower = line.to_lowercase();
        match lower.as_str() {
            "usual" => {
                self.battle = self.usual;
                return Ok(());
            }
            "first" | "second" => return self.take_turn(lower == "first"),
            _ => {}
        }
        if lower.starts_with("swap ") {
            let (one, other) = split(&line[5..], " with ").ok_or("write `swap ONE with OTHER`")?;
            return self.swap(&self.unit(one)?, &self.unit(other)?);
        }
        if lower.starts_with("contact ")
            && let Some((number, at)) = split(&line[8..], " at ")
            && number.trim().parse::<u8>().is_ok()
        {
            return self.contact(number.trim().parse().unwrap_or(0), point(at)?);
        }
        if lower.starts_with("entry at ") {
            return self.entry(line[9..].trim().parse()?);
        }
        if let Some((name, place)) = split(line, " at ") {
            let (at, heading) = match split(place, " heading ") {
                Some((at, heading)) => (point(at)?, Some(Heading::new(degrees(heading)?))),
                None => (point(place)?, None),
            };
            return self.place(&self.named(name)?, at, heading);
        }
        if let Some((name, heading)) = split(line, " heading ") {
            let heading = Heading::new(degrees(heading)?);
            let ships = self.named(name)?;
            self.own(&ships)?;
            self.on_table(&ships)?;
            if let Some(front) = forts::front(&self.fight.roster, ships[0]) {
                let centre = self.battle.hub(front);
                forts::put(&mut self.battle, front, centre, heading);
                return Ok(());
            }
            ships.iter().for_each(|id| self.battle.ship_mut(*id).heading = heading);
            return Ok(());
        }
        Err("write `NAME at X Y heading DEGREES`, or `help`".to_owned())
    }

    fn take_turn(&mut self, first: bool) -> Result<(), String> {
        if !self.chooses_turn() {
            return Err("you may not choose your turn here (SCEN-09)".to_owned());
        }
        self.battle.first = if first { self.side } else { self.side.other() };
        self.battle.active = self.battle.first;
        Ok(())
    }

    fn on_table(&self, ships: &[ShipId]) -> Result<(), String> {
        match ships.iter().find(|id| !self.battle.ship(**id).fights()) {
            Some(id) => Err(format!("{} comes later: `swap` puts it in another's place", self.ship_name(*id))),
            None => Ok(()),
        }
    }

    fn place(&mut self, ships: &[ShipId], at: Point, heading: Option<Heading>) -> Result<(), String> {
        self.on_table(ships)?;
        if heading.is_some() {
            self.own(ships)?;
        }
        let heading = heading.unwrap_or(self.battle.ship(ships[0]).heading);
        if let Some(front) = forts::front(&self.fight.roster, ships[0]) {
            forts::put(&mut self.battle, front, at, heading);
            return Ok(());
        }
        if ships.len() == 1 {
            Berths { battle: &mut self.battle }.put(ships[0], at, heading);
            return Ok(());
        }
        let before = self.battle;
        ships.iter().for_each(|id| self.battle.set_fate(*id, Fate::ToCome));
        let all = self.all();
        Berths { battle: &mut self.battle }.unit(ships, &all, at, heading);
        if !self.battle.ground.holds(at) {
            self.battle = before;
            return Err(format!("{at} is not on the table"));
        }
        Ok(())
    }

    /// The whole table.
    fn all(&self) -> crate::table::geometry::Rect {
        rect(0, 0, self.battle.ground.width.0 / 1000, self.battle.ground.depth.0 / 1000)
    }

    /// Changes two units about, with their places on the table or their groups.
    fn swap(&mut self, one: &[ShipId], other: &[ShipId]) -> Result<(), String> {
        if one == other {
            return Err("name two units".to_owned());
        }
        self.own(one)?;
        self.own(other)?;
        let stands = |id: &ShipId| self.fight.roster[*id].profile.is_stationary();
        if one.iter().chain(other).any(stands) {
            return Err("planetary defences are not changed about".to_owned());
        }
        let berths = [self.berth(one), self.berth(other)];
        for id in one.iter().chain(other) {
            self.battle.set_fate(*id, Fate::ToCome);
            for group in self.battle.mission.groups.iter_mut() {
                group.ships.remove(*id);
            }
        }
        self.moor(one, &berths[1]);
        self.moor(other, &berths[0]);
        Ok(())
    }

    fn berth(&self, unit: &[ShipId]) -> Berth {
        let ship = self.battle.ship(unit[0]);
        if ship.fights() {
            return Berth::Table(ship.at, ship.heading, ship.done.standby);
        }
        let groups = &self.battle.mission.groups;
        Berth::Group(groups.iter().position(|group| group.ships.contains(unit[0])).unwrap_or(0))
    }

    fn moor(&mut self, unit: &[ShipId], berth: &Berth) {
        match *berth {
            Berth::Group(index) => {
                for id in unit {
                    let ship = self.battle.ship_mut(*id);
                    (ship.at, ship.done.standby, ship.done.moved) = (Point::default(), false, false);
                    self.battle.mission.groups[index].ships.insert(*id);
                }
            }
            Berth::Table(at, heading, standby) => {
                let all = self.all();
                let centre = self.planet();
                let mut berths = Berths { battle: &mut self.battle };
                if let Some(bearing) = centre.and_then(|centre| centre.heading_to(at)).filter(|_| standby) {
                    berths.in_orbit(unit, i32::from(bearing.degrees()));
                } else {
                    berths.unit(unit, &all, at, heading);
                }
                for id in unit {
                    let ship = self.battle.ship_mut(*id);
                    (ship.done.standby, ship.done.moved) = (standby, standby);
                }
            }
        }
    }

    fn planet(&self) -> Option<Point> {
        let planet = self.battle.features.iter().find(|feature| feature.kind == FeatureKind::Planet);
        planet.map(|planet| planet.shape.centre())
    }

    fn contact(&mut self, number: u8, at: Point) -> Result<(), String> {
        let own = self.side;
        let group = usize::from(number).checked_sub(1).and_then(|place| self.battle.mission.groups.get_mut(place));
        match group.filter(|group| group.kind == GroupKind::Contact && group.side == own) {
            Some(group) => {
                group.at = Some(at);
                Ok(())
            }
            None => Err(format!("you have no contact {number}: `places` shows them")),
        }
    }

    fn entry(&mut self, along: Length) -> Result<(), String> {
        let own = self.side;
        let ground = self.battle.ground;
        let mut groups = self.battle.mission.groups.iter_mut();
        match groups.find(|group| group.kind == GroupKind::Convoy && group.side == own) {
            Some(group) => {
                group.at = group.edge.map(|edge| ground.on_edge(edge, along));
                Ok(())
            }
            None => Err("only a convoy has an entry point (SCEN-70)".to_owned()),
        }
    }

    /// Enemies in sight, and where they are.
    #[must_use]
    pub fn enemies(&self) -> Vec<Post> {
        let enemies = self.battle.fleet(self.side.other());
        enemies.map(|(id, _)| Post { unit: self.ship_name(id).to_owned(), ..self.post(id) }).collect()
    }

    /// Where a ship is.
    fn post(&self, id: ShipId) -> Post {
        let ship = self.battle.ship(id);
        let entry = &self.fight.roster[id];
        let group = self.battle.mission.groups.iter().position(|group| group.ships.contains(id));
        let place = match group.map(|place| (place, &self.battle.mission.groups[place])) {
            _ if ship.fights() => {
                let standby = if ship.done.standby { ", on standby" } else { "" };
                format!("at {} heading {}{standby}", ship.at, ship.heading.degrees())
            }
            Some((place, group)) if group.kind == GroupKind::Contact => format!("under contact {}", place + 1),
            Some((place, group)) if group.kind == GroupKind::Division => {
                format!("later, in group {} ({})", place + 1, group.kind)
            }
            Some((_, group)) => format!("later ({})", group.kind),
            None => "later".to_owned(),
        };
        Post { unit: entry.name.clone(), class: entry.profile.class.clone(), place }
    }

    /// Who is where, ship by ship, contact markers and the entry point included.
    #[must_use]
    pub fn posts(&self) -> Vec<Post> {
        let mut posts: Vec<Post> = Vec::new();
        for unit in self.units() {
            for (index, id) in unit.iter().enumerate() {
                let mut post = self.post(*id);
                if unit.len() > 1 && index == 0 {
                    post.unit = format!("{} ({})", post.unit, self.unit_name(unit));
                }
                posts.push(post);
            }
        }
        for (number, group) in (1..).zip(&self.battle.mission.groups).filter(|(_, group)| group.side == self.side) {
            let (unit, class) = match group.kind {
                GroupKind::Contact => (format!("contact {number}"), self.under(group.ships, group.cluster.is_some())),
                GroupKind::Convoy => ("entry".to_owned(), "the convoy's".to_owned()),
                GroupKind::Raid | GroupKind::Reserve | GroupKind::Patrol | GroupKind::Division => continue,
            };
            let place = group.at.map_or_else(String::new, |at| format!("at {at}"));
            posts.push(Post { unit, class, place });
        }
        posts
    }

    fn under(&self, ships: Crowd, cluster: bool) -> String {
        match ships.iter().next() {
            Some(id) => self.ship_name(id).to_owned(),
            None if cluster => "a cluster".to_owned(),
            None => "nothing".to_owned(),
        }
    }
}

/// What two units change with each other.
enum Berth {
    Table(Point, Heading, bool),
    Group(usize),
}

/// Splits at a word, whatever its case.
fn split<'t>(text: &'t str, word: &str) -> Option<(&'t str, &'t str)> {
    // Not in the lower-case text: some letters change their length with their case.
    let is_word = |at: &usize| text.get(*at..at + word.len()).is_some_and(|part| part.eq_ignore_ascii_case(word));
    let place = (0..text.len()).find(is_word)?;
    let (one, other) = (&text[..place], &text[place + word.len()..]);
    (!one.trim().is_empty()).then_some((one.trim(), other.trim()))
}
