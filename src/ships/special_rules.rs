//! Special rules of single classes and options, which no other ship has.

use crate::table::geometry::Quarter;

/// Rules of a ship's own, beside its figures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SpecialRules {
    /// On Lock On its lances reach 60 cm, and shake its thrusters when they fire 45 cm or farther.
    pub far_lances: bool,
    /// Fire at it from within 15 cm has no shift for that.
    pub not_close: bool,
    /// It may leave one blast marker along its course.
    pub trails: bool,
    /// Every other ship within 15 cm gains a blast marker at the end of its Movement Phase.
    pub vortex: bool,
    /// Its torpedoes never join a salvo (SQUAD-23).
    pub lone_salvos: bool,
    /// Its turrets do not work against torpedoes.
    pub miasma: bool,
    /// It goes straight ahead and is turned by All Ahead Full alone.
    pub rok: bool,
    /// It goes at its own pace, no more and no less, whatever lies in its way.
    pub unslowed: bool,
    /// A space hulk: it turns every other turn, is never crippled, and draws ships as a planet does.
    pub space_hulk: bool,
    /// The quadrant of a star fort that it is.
    pub quadrant: Option<Quarter>,
    /// Friends may halt alongside.
    pub docks: bool,
    /// Only a space hulk may board it.
    pub shut: bool,
    /// Its launch bays count double for the craft in play (ORD-05).
    pub double_craft: bool,
    /// A Warlord of an Ork clan aboard adds 2 to one boarding roll of a battle.
    pub clan_warlord: bool,
    /// 1 less for Leadership, after everything else.
    pub unruly: bool,
    /// A critical is one more point of damage (SQUAD-17).
    pub solid: bool,
    /// At 0 hits it breaks up into 4 blast markers.
    pub crumbles: bool,
    /// It fires its prow bombardment cannon or launches its torpedoes, and reloads before it does either again.
    pub launcha: bool,
    /// Its torpedoes' strength may be rolled again.
    pub looted_torpedoes: bool,
    /// Enemies within 15 cm take no special orders and no Leadership tests.
    pub sirens: bool,
    /// Ships it boards catch fire.
    pub pestilent: bool,
    /// Once a battle warp beasts fall upon an enemy within 15 cm.
    pub beasts: bool,
    /// Its crew may roll for more criticals when it boards, and launch more craft than it has bays.
    pub tide: bool,
    /// A re-roll of its commander or its own that fails costs it a hit.
    pub backlash: bool,
    /// Its klaws attack an enemy that it touches on its move.
    pub klaws: bool,
    /// It fires a shokk attack lance.
    pub shokk: bool,
    /// Its turrets are a D3, rolled each turn.
    pub maniac_turrets: bool,
    /// It launches one assault boat more than it has bays.
    pub karrier: bool,
    /// It comes and goes by the warp.
    pub daemon: bool,
    /// It has the Armageddon gun.
    pub armageddon: bool,
    /// It may drop a distortion charge (REFIT-27).
    pub distortion: bool,
    /// It moves any way and never turns.
    pub floats: bool,
    /// It takes no special orders.
    pub mute: bool,
    /// It passes every Leadership test.
    pub sure: bool,
    /// It adds no die in boarding.
    pub unmanned: bool,
    /// After two idle turns it fires one shot that destroys ships.
    pub charged_shot: bool,
}

/// What a ship does in a ram beyond its hull.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ram {
    /// Dice for damage, in place of one for each starting hit.
    pub dice: Option<u8>,
    /// Hits that it scores before any die.
    pub hits: u8,
    /// Added to Leadership in the test (RAM-04).
    pub leadership: i8,
}
