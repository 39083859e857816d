//! A ship's figures today: those of its class with options, refits, damage, marks and the commander aboard
//! (REFIT-04 to REFIT-30, SKILL-03 to SKILL-12, RANK-11, CRIPPLE-02, CRIPPLE-03).

use serde::Serialize;

use super::Library;
use super::state::{Campaign, Hulls, Origin, Player, Vessel};
use crate::ships::armament;
use crate::ships::class::{Armour, ClassLeadership, Hull, ShipClass, Strength, Weapon, WeaponKind};
use crate::ships::effects;
use crate::ships::effects::{Ability, Effect, Test};

/// A figure of the class, what it is today, and what changed it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Figure<T> {
    /// As the class has it.
    pub class: T,
    /// Today.
    pub today: T,
    /// What changed it, in order.
    pub because: Vec<String>,
}

impl<T: Clone + PartialEq> Figure<T> {
    fn new(class: T) -> Self {
        Self { today: class.clone(), class, because: Vec::new() }
    }

    fn set(&mut self, today: T, because: &str) {
        if today != self.today {
            self.today = today;
            self.because.push(because.to_owned());
        }
    }

    /// Whether it is not what the class has.
    #[must_use]
    pub fn changed(&self) -> bool {
        self.today != self.class
    }
}

impl Figure<u32> {
    fn add(&mut self, by: i32, because: &str) {
        let today = self.today.saturating_add_signed(by);
        self.set(today, because);
    }
}

/// An effect and what has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Cause {
    /// What it does.
    pub effect: Effect,
    /// The refit, skill, option or person.
    pub because: String,
}

/// How one kind of Leadership test is taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TestFigure {
    /// The test.
    pub test: Test,
    /// Added to Leadership.
    pub modifier: i32,
    /// 3D6, the highest dropped.
    pub three_dice: bool,
    /// What changed it.
    pub because: Vec<String>,
}

/// A weapon with its strength and range today.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WeaponFigure {
    /// The weapon, its range and strength as they are today.
    pub weapon: Weapon,
    /// Strength of the class.
    pub class: Strength,
}

/// The figures of one ship, or of each ship of one class of a squadron.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Figures {
    /// Full hits.
    pub hits: Figure<u32>,
    /// Hits it has left.
    pub hits_left: u32,
    /// Half of its hits are gone (CRIPPLE-01).
    pub crippled: bool,
    /// Speed in centimetres.
    pub speed_cm: Figure<u32>,
    /// Eldar speeds.
    pub speed_bands_cm: Figure<Vec<u32>>,
    /// Turn in degrees.
    pub turn_degrees: Figure<Option<u32>>,
    /// Centimetres to move before a turn.
    pub turn_after_cm: Figure<u32>,
    /// Shields.
    pub shields: Figure<u32>,
    /// Armour.
    pub armour: Figure<Armour>,
    /// Turrets.
    pub turrets: Figure<u32>,
    /// Spores.
    pub spores: Figure<Option<u32>>,
    /// Leadership: the crew's own, and what it plays with.
    pub leadership: Figure<Option<u8>>,
    /// Worth of the whole vessel: list value, and today's (REFIT-30).
    pub points: Figure<u32>,
    /// Weapons.
    pub weapons: Vec<WeaponFigure>,
    /// Tests that are not taken as usual.
    pub tests: Vec<TestFigure>,
    /// Everything that improvements do, each with its cause.
    pub effects: Vec<Cause>,
}

/// What works on a ship: options, refits, skills, marks and results of appeals, in the order in which they came.
#[must_use]
pub fn causes(campaign: &Campaign, vessel: &Vessel, class: &ShipClass, library: &dyn Library) -> Vec<Cause> {
    let mut found = Vec::new();
    let mut note = |id: &str, effects: Option<Vec<Effect>>| {
        let told = effects.into_iter().flatten().filter(Effect::is_told);
        found.extend(told.map(|effect| Cause { effect, because: spoken(id) }));
    };
    for upgrade in &vessel.upgrades {
        note(&upgrade.id, effects::of_upgrade(class, &upgrade.id, library));
    }
    for refit in &vessel.refits {
        note(&refit.id, effects::of_refit(class, &refit.id, library));
    }
    for skill in &vessel.skills {
        note(&skill.id, effects::of_skill(class, &skill.id, library));
    }
    let owner = campaign.players.get(&vessel.player);
    for mark in marks_aboard(owner, vessel) {
        note(&format!("mark of {mark}"), effects::of_upgrade(class, &format!("mark-of-{mark}"), library));
    }
    let boons = owner.map(|owner| owner.boons.as_slice()).unwrap_or_default();
    for boon in boons.iter().filter(|boon| boon.vessel == Some(vessel.id)) {
        note(&boon.id, effects::of_upgrade(class, &boon.id, library));
    }
    found
}

/// `auxiliary power relays` for `auxiliary-power-relays`.
#[must_use]
pub fn spoken(id: &str) -> String {
    id.replace('-', " ")
}

/// The marks of whoever is aboard, each once: they belong to the commander, not to his ship (RANK-13).
fn marks_aboard<'c>(owner: Option<&'c Player>, vessel: &'c Vessel) -> Vec<&'c str> {
    let commander = owner.filter(|owner| owner.flagship == Some(vessel.id));
    let mut marks: Vec<&str> = commander.iter().flat_map(|owner| owner.marks.iter().map(String::as_str)).collect();
    for mark in vessel.officer.iter().flat_map(|officer| &officer.marks) {
        if !marks.contains(&mark.as_str()) {
            marks.push(mark);
        }
    }
    marks
}

/// Full hits of a capital ship, or of a ship of a squadron's first class (REFIT-17, REFIT-26).
#[must_use]
pub fn full_hits(campaign: &Campaign, vessel: &Vessel) -> u32 {
    let class = campaign.class(vessel.hulls[0].design);
    let bought = vessel.upgrades.iter().map(|upgrade| upgrade.id.clone());
    let refits = vessel.refits.iter().map(|refit| refit.id.clone());
    let marks = marks_aboard(campaign.players.get(&vessel.player), vessel);
    let marks = marks.into_iter().map(|mark| format!("mark-of-{mark}"));
    let ids = bought.chain(refits).chain(marks);
    let causes = ids.flat_map(|id| {
        let because = spoken(&id);
        effects::of_hits(class, &id).into_iter().map(move |effect| Cause { effect, because: because.clone() })
    });
    hits(class, &causes.collect::<Vec<_>>()).today
}

#[expect(clippy::wildcard_enum_match_arm, reason = "most effects leave these figures alone")]
fn hits(class: &ShipClass, causes: &[Cause]) -> Figure<u32> {
    // A star fort has the hits of all its quadrants.
    let quadrants = class.quadrants.unwrap_or(1);
    let mut hits = Figure::new(class.hits * quadrants);
    for cause in causes {
        match cause.effect {
            // Of the class's hits, rounded up (REFIT-17).
            Effect::Ability(Ability::QuarterMoreHits) => {
                hits.add(i32::try_from(class.hits.div_ceil(4) * quadrants).unwrap_or(0), &cause.because);
            }
            Effect::Hits(by) => hits.add(by, &cause.because),
            _ => {}
        }
    }
    // Ruling: who loses a hit with a mark keeps at least 1 (RANK-13).
    hits.today = hits.today.max(1);
    hits
}

/// Hits left: damage stays the same number of points whatever the full hits are (REFIT-26), never below 1 (RANK-13).
#[must_use]
pub fn hits_left(campaign: &Campaign, vessel: &Vessel) -> u32 {
    full_hits(campaign, vessel).saturating_sub(vessel.damage).max(1)
}

/// The figures of a vessel's ships of one class.
#[must_use]
pub fn figures(campaign: &Campaign, vessel: &Vessel, hulls: &Hulls, library: &dyn Library) -> Figures {
    let class = campaign.class(hulls.design);
    let causes = causes(campaign, vessel, class, library);
    let hits = hits(class, &causes);
    let damage = if campaign.is_squadron(vessel) { 0 } else { vessel.damage };
    let hits_left = hits.today.saturating_sub(damage).max(1);
    let mut ship = Figures {
        crippled: damage > 0 && damage * 2 >= hits.today,
        hits_left,
        hits,
        speed_cm: Figure::new(class.speed_cm),
        speed_bands_cm: Figure::new(class.speed_bands_cm.clone()),
        turn_degrees: Figure::new(class.turn_degrees),
        turn_after_cm: Figure::new(turn_after(class.hull)),
        shields: Figure::new(class.shields),
        armour: Figure::new(class.armour),
        turrets: Figure::new(class.turrets),
        spores: Figure::new(class.spores),
        leadership: leadership(campaign, vessel, class, &causes, library),
        points: points(vessel),
        weapons: weapons(class, hulls),
        tests: tests(&causes),
        effects: Vec::new(),
    };
    for cause in &causes {
        ship.take(cause);
    }
    if ship.crippled {
        ship.cripple(&causes);
    }
    ship.effects = causes;
    ship
}

impl Figures {
    #[expect(clippy::wildcard_enum_match_arm, reason = "most effects leave these figures alone")]
    fn take(&mut self, cause: &Cause) {
        let because = &cause.because;
        match cause.effect {
            Effect::Speed(by) => self.speed(by, because),
            Effect::Shields(by) => self.shields.add(by, because),
            Effect::Turrets(by) => self.turrets.add(by, because),
            Effect::Spores(by) => {
                let today = self.spores.today.map(|spores| spores.saturating_add_signed(by));
                self.spores.set(today, because);
            }
            Effect::FrontArmour(front) => {
                self.armour.set(Armour { front: front.max(self.armour.today.front), ..self.armour.today }, because);
            }
            Effect::TurnDegrees(degrees) => {
                let today = self.turn_degrees.today.map(|turn| turn.min(degrees));
                self.turn_degrees.set(today, because);
            }
            Effect::TurnAfter(by) => self.turn_after_cm.add(by, because),
            Effect::Range(by) => {
                let direct = |kind: WeaponKind| {
                    matches!(
                        kind,
                        WeaponKind::Battery | WeaponKind::Lance | WeaponKind::PulsarLance | WeaponKind::PhantomLance
                    )
                };
                for row in self.weapons.iter_mut().filter(|row| direct(row.weapon.kind)) {
                    row.weapon.range_cm = row.weapon.range_cm.map(|range| range + by);
                }
            }
            _ => {}
        }
    }

    fn speed(&mut self, by: i32, because: &str) {
        if self.speed_bands_cm.today.is_empty() {
            self.speed_cm.add(by, because);
            return;
        }
        let bands = self.speed_bands_cm.today.iter().map(|speed| speed.saturating_add_signed(by)).collect();
        self.speed_bands_cm.set(bands, because);
        self.speed_cm.add(by, because);
    }

    /// Strength halved, 5 cm slower (CRIPPLE-02, CRIPPLE-03).
    #[expect(clippy::wildcard_enum_match_arm, reason = "most effects leave these figures alone")]
    fn cripple(&mut self, causes: &[Cause]) {
        let share = causes.iter().find_map(|cause| match cause.effect {
            Effect::CrippledShare(percent) => Some(percent),
            _ => None,
        });
        let left = |strength: u32| (strength * share.unwrap_or(50)).div_ceil(100);
        let (shields, turrets) = (left(self.shields.today), left(self.turrets.today));
        self.shields.set(shields, "crippled");
        self.turrets.set(turrets, "crippled");
        self.speed(-5, "crippled");
        for row in &mut self.weapons {
            // A crippled ship may not fire a nova cannon at all (CRIPPLE-05): its strength means nothing then.
            if let Strength::Fixed(strength) = row.weapon.strength
                && row.weapon.kind != WeaponKind::NovaCannon
            {
                row.weapon.strength = Strength::Fixed(left(strength));
            }
        }
    }
}

/// What a hull must move before it turns (MOVE-08).
const fn turn_after(hull: Hull) -> u32 {
    match hull {
        Hull::Battleship => 15,
        Hull::Cruiser => 10,
        Hull::Escort | Hull::Defence | Hull::Ground => 0,
    }
}

fn points(vessel: &Vessel) -> Figure<u32> {
    let mut points = Figure::new(vessel.list_points);
    for (index, refit) in vessel.refits.iter().enumerate() {
        let worth = crate::campaign::state::improvement::worth(vessel.list_points, &vessel.refits[..=index]);
        points.set(worth, &spoken(&refit.id));
    }
    if let Some(officer) = &vessel.officer {
        points.set(points.today + officer.points, &officer.rank);
    }
    points
}

/// The crew's own Leadership, and what it plays with under whoever is aboard (RANK-11, LEAD-13).
fn leadership(
    campaign: &Campaign,
    vessel: &Vessel,
    class: &ShipClass,
    causes: &[Cause],
    library: &dyn Library,
) -> Figure<Option<u8>> {
    let mut figure = Figure::new(vessel.leadership);
    let Some(own) = vessel.leadership else { return figure };
    if let Some(ClassLeadership::FallsWithDamage(_)) = class.leadership {
        let lost = u8::try_from(vessel.damage).unwrap_or(u8::MAX);
        figure.set(Some(own.saturating_sub(lost).max(5.min(own))), "damage");
    }
    for cause in causes {
        if let Effect::Crew(by) = cause.effect {
            let today = figure.today.map(|own| own.saturating_add_signed(i8::try_from(by).unwrap_or(0)).clamp(1, 10));
            figure.set(today, &cause.because);
        }
    }
    let Some(owner) = campaign.players.get(&vessel.player) else { return figure };
    if owner.flagship == Some(vessel.id) {
        let rank = owner.rank();
        let title = if rank.title.is_empty() { &owner.commander } else { rank.title };
        figure.set(figure.today.map(|own| rank.leadership.aboard(own)), &format!("{title} aboard"));
    } else if let Some(officer) = &vessel.officer {
        let today = figure.today.map(|own| under_officer(owner, vessel, own, library));
        figure.set(today, &format!("{} aboard", officer.rank));
    }
    figure
}

/// The Leadership of a vessel whose crew has `own`, under the lesser commander aboard (CMDR-09).
#[must_use]
pub fn under_officer(owner: &Player, vessel: &Vessel, own: u8, library: &dyn Library) -> u8 {
    let list = match &vessel.origin {
        Origin::Main => &owner.list,
        Origin::Reserve(list) | Origin::Ally(list) => list,
    };
    let kind = vessel.officer.as_ref().and_then(|officer| library.commander(list, &officer.kind));
    kind.map_or(own, |kind| kind.leadership.aboard(own))
}

/// The weapons it has: all that the class leaves no choice about, and those chosen.
#[must_use]
pub fn weapons(class: &ShipClass, hulls: &Hulls) -> Vec<WeaponFigure> {
    let slots = armament::slots(class);
    let taken = |weapon: &Weapon| {
        weapon.choice_slot.is_none()
            || slots.iter().flat_map(|slot| &slot.choices).any(|choice| {
                hulls.weapons.contains(&choice.id) && choice.weapons.iter().any(|other| std::ptr::eq(*other, weapon))
            })
    };
    let own = class.weapons.iter().filter(|weapon| taken(weapon));
    own.map(|weapon| WeaponFigure { class: weapon.strength.clone(), weapon: weapon.clone() }).collect()
}

#[expect(clippy::wildcard_enum_match_arm, reason = "most effects leave these figures alone")]
fn tests(causes: &[Cause]) -> Vec<TestFigure> {
    let mut found = Vec::new();
    for test in Test::ALL {
        let mut figure = TestFigure { test: *test, modifier: 0, three_dice: false, because: Vec::new() };
        for cause in causes {
            match cause.effect {
                Effect::Leadership(of, by) if of == *test => figure.modifier += by,
                Effect::ThreeDice(of) if of == *test => figure.three_dice = true,
                _ => continue,
            }
            figure.because.push(cause.because.clone());
        }
        if !figure.because.is_empty() {
            found.push(figure);
        }
    }
    found
}
