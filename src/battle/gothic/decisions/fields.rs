//! The notation of the agenda: each task is a word and its fields, named once for reading and for writing.

use super::Asked;
use super::question::Question;
use crate::battle::gothic::special::{Peril, Stage};
use crate::battle::gothic::state::agenda::{Check, Task, Test, Threat};
use crate::battle::gothic::state::ordnance::{FlightId, WAVE};
use crate::battle::gothic::state::{Order, ShipId, Unit};
use crate::ships::crew::Raiders;
use crate::table::fixed_list::FixedList;
use crate::table::geometry::{Length, Point};
use crate::table::side::Side;

/// A row of a battle file that is being read or written, by the keys of its fields.
pub trait Fields {
    /// A ship.
    fn ship(&mut self, key: &'static str, value: &mut ShipId);
    /// A ship that need not be there.
    fn opt_ship(&mut self, key: &'static str, value: &mut Option<ShipId>);
    /// A ship or squadron.
    fn unit(&mut self, key: &'static str, value: &mut Unit);
    /// A side.
    fn side(&mut self, key: &'static str, value: &mut Side);
    /// A flight, which need not be in play any more.
    fn flight(&mut self, key: &'static str, value: &mut FlightId);
    /// A small number, left out when it is 0.
    fn number(&mut self, key: &'static str, value: &mut u8);
    /// A number above or below 0.
    fn signed(&mut self, key: &'static str, value: &mut i8);
    /// A number that may be large.
    fn count(&mut self, key: &'static str, value: &mut u16);
    /// Degrees to the right; to the left below 0.
    fn turn(&mut self, key: &'static str, value: &mut i32);
    /// A length, left out when it is 0.
    fn length(&mut self, key: &'static str, value: &mut Length);
    /// A place.
    fn place(&mut self, key: &'static str, value: &mut Point);
    /// Faces of dice.
    fn faces(&mut self, key: &'static str, value: &mut FixedList<u8, WAVE>);
    /// A phenomenon by its place in the list, from 0.
    fn feature(&mut self, key: &'static str, value: &mut u8);
    /// A group of the mission by its place in the list, which is written from 1.
    fn group(&mut self, key: &'static str, value: &mut u8);
    /// A weapon of a ship, by its name.
    fn weapon(&mut self, key: &'static str, ship: ShipId, value: &mut u8);
    /// Who makes a hit-and-run attack; a ship's own crew is left out.
    fn raiders(&mut self, key: &'static str, value: &mut Raiders);
    /// One of several kinds, by its word. `noun` says what it is when there is no such word.
    fn kind<T: Copy>(&mut self, key: &'static str, noun: &str, value: &mut T, words: Words<T>);

    /// A roll against Leadership.
    fn check(&mut self, check: &mut Check) {
        self.unit("unit", &mut check.unit);
        self.kind("test", "test", &mut check.test, (Test::word, Test::blank));
        match &mut check.test {
            Test::Ram(target) => self.ship("target", target),
            Test::Guide(flight, turn) => {
                self.flight("flight", flight);
                self.turn("turn", turn);
            }
            Test::Jam(flight) => self.flight("flight", flight),
            Test::Evade(turn) => self.turn("turn", turn),
            Test::Order(_)
            | Test::Aim
            | Test::Asteroids
            | Test::Rift
            | Test::Disengage
            | Test::Clouds
            | Test::Flare
            | Test::Rouse => {}
        }
        self.number("dice", &mut check.dice);
        self.number("drop", &mut check.drop);
        self.signed("needed", &mut check.needed);
        self.number("total", &mut check.total);
    }

    /// What a unit may brace against.
    fn threat(&mut self, threat: &mut Threat) {
        self.kind("against", "threat", threat, (Threat::word, Threat::blank));
        match threat {
            Threat::Fire(from) => self.unit("from", from),
            Threat::Nova(from) | Threat::Ram(from) | Threat::Raid(from) | Threat::Feat(_, from) => {
                self.ship("from", from);
            }
            Threat::Ordnance(flight) => self.flight("flight", flight),
            Threat::Asteroids | Threat::Markers | Threat::Explosion | Threat::Flare => {}
        }
    }
}

/// The word of a kind, and the kind of a word, its fields yet to be filled in.
pub type Words<T> = (fn(T) -> &'static str, fn(&str) -> Option<T>);

impl Test {
    const fn word(self) -> &'static str {
        match self {
            Self::Order(order) => order.word(),
            Self::Aim => "aim",
            Self::Ram(_) => "ram",
            Self::Asteroids => "asteroids",
            Self::Rift => "warp rift",
            Self::Disengage => "disengage",
            Self::Clouds => "clouds",
            Self::Flare => "solar flare",
            Self::Rouse => "alert",
            Self::Guide(..) => "guide",
            Self::Jam(_) => "jam",
            Self::Evade(_) => "evade",
        }
    }

    fn blank(word: &str) -> Option<Self> {
        if let Some(order) = Order::from_word(word) {
            return Some(Self::Order(order));
        }
        Some(match word {
            "aim" => Self::Aim,
            "ram" => Self::Ram(ShipId::default()),
            "asteroids" => Self::Asteroids,
            "warp rift" => Self::Rift,
            "disengage" => Self::Disengage,
            "clouds" => Self::Clouds,
            "solar flare" => Self::Flare,
            "alert" => Self::Rouse,
            "guide" => Self::Guide(FlightId::default(), 0),
            "jam" => Self::Jam(FlightId::default()),
            "evade" => Self::Evade(45),
            _ => return None,
        })
    }
}

impl Threat {
    const fn word(self) -> &'static str {
        match self {
            Self::Fire(_) => "fire",
            Self::Nova(_) => "nova cannon",
            Self::Ram(_) => "ram",
            Self::Asteroids => "asteroids",
            Self::Markers => "blast markers",
            Self::Explosion => "explosion",
            Self::Flare => "solar flare",
            Self::Ordnance(_) => "ordnance",
            Self::Raid(_) => "hit-and-run",
            Self::Feat(peril, _) => peril.word(),
        }
    }

    fn blank(word: &str) -> Option<Self> {
        let ship = ShipId::default();
        Some(match word {
            "fire" => Self::Fire(Unit::default()),
            "nova cannon" => Self::Nova(ship),
            "ram" => Self::Ram(ship),
            "asteroids" => Self::Asteroids,
            "blast markers" => Self::Markers,
            "explosion" => Self::Explosion,
            "solar flare" => Self::Flare,
            "ordnance" => Self::Ordnance(FlightId::default()),
            "hit-and-run" => Self::Raid(ship),
            _ => return Peril::from_word(word).map(|peril| Self::Feat(peril, ship)),
        })
    }
}

impl Task {
    /// The word that stands for it in a battle file.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self {
            Self::Ask(question) => question.word(),
            Self::Feat(stage) => stage.word(),
            Self::Nothing => "nothing",
            Self::Muster => "muster",
            Self::Draw => "draw",
            Self::Runs { .. } => "runs",
            Self::Sortie { .. } => "sortie",
            Self::Intercept { .. } => "intercept",
            Self::Detect => "detect",
            Self::Settle => "settle",
            Self::Fly => "fly",
            Self::RunOn => "run on",
            Self::Onset { .. } => "onset",
            Self::Defend { .. } => "defend",
            Self::Assault { .. } => "assault",
            Self::Drive { .. } => "drive",
            Self::Strain(_) => "strain",
            Self::Surge(_) => "surge",
            Self::Go => "go",
            Self::Impact { .. } => "impact",
            Self::Boulders(_) => "boulders",
            Self::Rubble(_) => "rubble",
            Self::Scorch(_) => "scorch",
            Self::Bays => "bays",
            Self::Power => "power",
            Self::Reckon => "reckon",
            Self::Strike => "strike",
            Self::Doom { .. } => "doom",
            Self::Burst { .. } => "burst",
            Self::Drift(_) => "drift",
            Self::Adrift { .. } => "adrift",
            Self::Fight { .. } => "fight",
            Self::Raid { .. } => "raid",
            Self::Mend(_) => "mend",
            Self::Burn => "burn",
            Self::Clear => "clear",
            Self::Unbrace => "unbrace",
            Self::Dispel(_) => "dispel",
            Self::Fall(_) => "fall",
            Self::Pull => "pull",
            Self::NextTurn => "next turn",
            Self::Open => "open",
            Self::Flare(_) => "flare",
        }
    }

    /// The task of a word, its fields yet to be filled in.
    #[must_use]
    pub fn blank(word: &str) -> Option<Self> {
        let (ship, flight) = (ShipId::default(), FlightId::default());
        let work = match word {
            "muster" => Self::Muster,
            "draw" => Self::Draw,
            "runs" => Self::Runs { flight, ship, faces: FixedList::new(), turrets: 0 },
            "sortie" => Self::Sortie { flight, ship },
            "intercept" => Self::Intercept { flight, ship, after: 0 },
            "detect" => Self::Detect,
            "settle" => Self::Settle,
            "fly" => Self::Fly,
            "run on" => Self::RunOn,
            "onset" => Self::Onset { flight, ship },
            "defend" => Self::Defend { flight, ship },
            "assault" => Self::Assault { flight, ship },
            "drive" => Self::Drive { ship, length: Length::ZERO },
            "strain" => Self::Strain(ship),
            "surge" => Self::Surge(Unit::default()),
            "go" => Self::Go,
            "impact" => Self::Impact { ship, target: ship },
            "boulders" => Self::Boulders(ship),
            "rubble" => Self::Rubble(ship),
            "scorch" => Self::Scorch(ship),
            "bays" => Self::Bays,
            "power" => Self::Power,
            "reckon" => Self::Reckon,
            "strike" => Self::Strike,
            "doom" => Self::Doom { ship, also: None },
            "burst" => Self::Burst { at: Point::default(), strength: 0, radius: Length::ZERO, also: None },
            "drift" => Self::Drift(ship),
            "adrift" => Self::Adrift { ship, left: Length::ZERO, gone: Length::ZERO },
            "fight" => Self::Fight { target: ship, boarder: None },
            "raid" => Self::Raid { ship, target: ship, raiders: Raiders::Crew },
            "mend" => Self::Mend(0),
            "burn" => Self::Burn,
            "clear" => Self::Clear,
            "unbrace" => Self::Unbrace,
            "dispel" => Self::Dispel(0),
            "fall" => Self::Fall(ship),
            "pull" => Self::Pull,
            "next turn" => Self::NextTurn,
            "open" => Self::Open,
            "flare" => Self::Flare(ship),
            _ => return Question::blank(word).map(Self::Ask).or_else(|| Stage::blank(word).map(Self::of_stage)),
        };
        Some(work)
    }

    /// Names its fields, to be read or written.
    pub fn fields(&mut self, row: &mut impl Fields) {
        match self {
            Self::Ask(question) => question.fields(row),
            Self::Feat(stage) => stage.fields(row),
            Self::Runs { flight, ship, faces, turrets } => {
                row.flight("flight", flight);
                row.ship("ship", ship);
                row.faces("faces", faces);
                row.number("turrets", turrets);
            }
            Self::Sortie { flight, ship }
            | Self::Onset { flight, ship }
            | Self::Defend { flight, ship }
            | Self::Assault { flight, ship } => {
                row.flight("flight", flight);
                row.ship("ship", ship);
            }
            Self::Intercept { flight, ship, after } => {
                row.flight("flight", flight);
                row.ship("ship", ship);
                row.count("after", after);
            }
            Self::Drive { ship, length } => {
                row.ship("ship", ship);
                row.length("length", length);
            }
            Self::Strain(ship)
            | Self::Boulders(ship)
            | Self::Rubble(ship)
            | Self::Scorch(ship)
            | Self::Drift(ship)
            | Self::Fall(ship)
            | Self::Flare(ship) => row.ship("ship", ship),
            Self::Surge(unit) => row.unit("unit", unit),
            Self::Impact { ship, target } => {
                row.ship("ship", ship);
                row.ship("target", target);
            }
            Self::Doom { ship, also } => {
                row.ship("ship", ship);
                row.opt_ship("also", also);
            }
            Self::Burst { at, strength, radius, also } => {
                row.place("at", at);
                row.number("strength", strength);
                row.length("radius", radius);
                row.opt_ship("also", also);
            }
            Self::Adrift { ship, left, gone } => {
                row.ship("ship", ship);
                row.length("left", left);
                row.length("gone", gone);
            }
            Self::Fight { target, boarder } => {
                row.ship("target", target);
                row.opt_ship("boarder", boarder);
            }
            Self::Raid { ship, target, raiders } => {
                row.ship("ship", ship);
                row.ship("target", target);
                row.raiders("raiders", raiders);
            }
            Self::Mend(place) | Self::Dispel(place) => row.number("place", place),
            Self::Nothing
            | Self::Muster
            | Self::Draw
            | Self::Detect
            | Self::Settle
            | Self::Fly
            | Self::RunOn
            | Self::Go
            | Self::Bays
            | Self::Power
            | Self::Reckon
            | Self::Strike
            | Self::Burn
            | Self::Clear
            | Self::Unbrace
            | Self::Pull
            | Self::NextTurn
            | Self::Open => {}
        }
    }

    /// What comes of a ship's own rule: a decision or work.
    pub(in crate::battle::gothic) const fn of_stage(stage: Stage) -> Self {
        if stage.is_decision() { Self::Ask(Question::Feat(stage)) } else { Self::Feat(stage) }
    }
}
