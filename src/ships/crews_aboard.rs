//! What special rules, crews and commanders aboard make of a ship (BOARD-16, HITRUN-03).

use super::profile::Profile;
use crate::ships::crew::Raiders;
use crate::table::geometry::Length;

impl Profile {
    /// Takes a special rule of a people in; false when the engine does not know it.
    pub(crate) fn special_crew(&mut self, key: &str) -> bool {
        match key {
            "goff-clan" => {
                self.ram.leadership += 1;
                self.improved.boarding += 1;
            }
            "boarding-counts-as-2-hits" => self.crew.boards_as = 2,
            "boarding-plus-2" | "chaos-space-marine-crew-included" => self.crew.marines(),
            "boarding-value-doubled" | "mark-of-khorne-included" => self.improved.double_boarding = true,
            "chosen-terminators-included" => self.crew.raiders = Raiders::Chosen,
            "mark-of-slaanesh-included" => self.improved.aura = -2,
            // The hit that the mark adds is in the profile.
            "mark-of-nurgle-included" => self.improved.not_boarded = true,
            "ram-2-dice" => self.ram.dice = Some(2),
            "ram-4-dice" => self.ram.dice = Some(4),
            "all-ahead-full-4d6" => self.ahead_dice = 4,
            "hit-and-run-plus-1" => self.crew.raids += 1,
            "hit-and-run-against-plus-1" => self.crew.guard += 1,
            "traktor-field-large-base" => self.base = super::profile::LARGE,
            "lock-on-lances-60cm" => self.odd.far_lances = true,
            "no-close-range-shift-against" => self.odd.not_close = true,
            "trailing-blast-marker" => self.odd.trails = true,
            "moves-any-direction" => self.odd.floats = true,
            "no-special-orders" => self.odd.mute = true,
            "auto-pass-other-leadership" => self.odd.sure = true,
            "no-boarding-die" => self.odd.unmanned = true,
            "charged-shot" => (self.odd.charged_shot, self.exterminates) = (true, 2),
            // It destroys a planet without a roll.
            "armageddon-gun" => (self.odd.armageddon, self.exterminates) = (true, 1),
            "klaws" => self.odd.klaws = true,
            "assault-karrier" => (self.odd.karrier, self.boarding_torpedoes) = (true, true),
            "extra-reroll-with-backlash" => self.odd.backlash = true,
            "vortex-blast-markers-15cm" => self.odd.vortex = true,
            "torpedoes-not-combined" => self.odd.lone_salvos = true,
            "miasma-turrets-attack-craft-only" => self.odd.miasma = true,
            // It turns by All Ahead Full alone, to any side.
            "prow-launcha-either-or-reload" => self.odd.launcha = true,
            "terminators-included" => return self.crew.party(Raiders::Terminators),
            "honour-guard-included" => return self.crew.party(Raiders::HonourGuard),
            "rok-movement" => {
                (self.odd.rok, self.odd.unslowed) = (true, true);
                (self.steady, self.turn) = (true, 180);
            }
            "space-hulk" => self.make_space_hulk(),
            "ramilies-rules" => self.make_fort(),
            "docking" => self.odd.docks = true,
            "boarded-only-by-space-hulk" => self.odd.shut = true,
            "leadership-10" => self.fixed_leadership = Some(10),
            "leadership-always-6" => self.fixed_leadership = Some(6),
            "leadership-minus-1" => self.odd.unruly = true,
            "criticals-cause-1-damage" => self.odd.solid = true,
            "breaks-up-4-blast-markers" => self.odd.crumbles = true,
            // They bear on buying, on Leadership before the battle or on scenarios. The re-roll of Tzeentch is its side's.
            "mark-of-tzeentch-included"
            | "swap-leadership-with-kroozer"
            | "usable-as-planetary-defence"
            | "needs-warlord"
            // Its quadrants are entered one by one; its re-roll is a ship's `rerolls`.
            | "per-quadrant-profile"
            | "rolls-leadership"
            | "one-reroll"
            // Which is so of every space hulk.
            | "warlord-does-not-double-boarding"
            | "abaddon-must-embark"
            // Its gun knows what it does.
            | "warp-cannon-rules"
            | "assault-points-2" => {}
            "exterminatus-3-plus" => self.exterminates = 3,
            _ => return false,
        }
        true
    }

    /// Takes a bought upgrade, a mark or a commander in; false when the engine does not play it.
    pub(crate) fn upgrade_crew(&mut self, id: &str) -> bool {
        match id {
            "chaos-space-marines" => self.crew.marines(),
            "chosen-terminators" => self.crew.raiders = Raiders::Chosen,
            "terminator-boarding-party" => return self.crew.party(Raiders::Terminators),
            "honour-guard" | "captains-honour-guard" => return self.crew.party(Raiders::HonourGuard),
            "hives-of-nurgle" => self.odd.not_close = true,
            "sirens-summon" => self.odd.sirens = true,
            // Its daemons land no troops (SCEN-87).
            "daemonship" => (self.odd.daemon, self.assault) = (true, 0),
            "warp-beasts" => self.odd.beasts = true,
            "klaws" => self.odd.klaws = true,
            "maniac-turrets" => self.odd.maniac_turrets = true,
            "berzerker-tide" => self.odd.tide = true,
            "looted-torpedoes" | "gubbins-looted-torpedoes" => self.odd.looted_torpedoes = true,
            "lord-admiral-rath" => self.boarding_defence += 1,
            "ark-of-pestilence" => self.odd.pestilent = true,
            "maniac-gunners" | "gubbins-maniac-gunners" => self.crew.gunners = true,
            "mad-meks" | "gubbins-mad-meks" => self.crew.meks = true,
            "tellyporta" => self.crew.teleporters = Length::cm(30),
            "power-ram" | "prow-ram" => self.ram.hits += 1,
            // His re-rolls are his side's, his Leadership is the ship's `commander`.
            "ork-warlord-clanz" => self.odd.clan_warlord = true,
            "ork-warlord" => self.improved.double_boarding |= !self.odd.space_hulk,
            // What bays may send out is looked up where the ship is entered (TBOMBER-01).
            "torpedo-bombers"
            | "warmaster-8"
            | "warmaster-9"
            | "fleet-admiral"
            | "admiral"
            | "solar-admiral"
            | "veteran-captain"
            | "space-marine-master-of-the-fleet"
            | "master-of-the-fleet"
            | "space-marine-captain"
            | "incursion-lord"
            | "chaos-lord"
            | "warmaster"
            | "cult-warmaster"
            | "pirate-prince"
            | "eldar-hero"
            | "chaos-lord-plus-1"
            | "mark-of-tzeentch" => {}
            _ => return false,
        }
        true
    }
}
