//! Bought options and upgrades, marks and commanders: what they make of a ship when it is entered, by the ids under
//! which a campaign keeps them.

use super::class::{People, ShipClass};
use super::effects;
use super::fitting::Fitting;
use super::gun::Gun;
use super::profile::{Arcs, LARGE, Location, Mount, Profile, Rolled, Size};
use crate::table::geometry::Length;

/// A ship whose prow weapon has made room for one that is used on planets only (SHOOT-16).
const EXTERMINATOR: &str = "exterminator";

impl Profile {
    /// Takes the upgrades of a ship in, or says which of them are not played.
    pub(crate) fn upgrade(&mut self, class: &ShipClass, fitting: &Fitting, refused: &mut Vec<String>) {
        let hits = self.hits;
        for id in &fitting.upgrades {
            if id == EXTERMINATOR {
                self.exterminate(refused);
                continue;
            }
            if self.load(id) {
                continue;
            }
            let found = match id.strip_prefix("mark-of-") {
                Some(mark) => effects::of_mark(mark),
                None => effects::of_option(id, self.size == Size::Escort),
            };
            // What an appeal gave the ship is kept with them (APPEAL-13).
            let found = if found.is_empty() { effects::of_boon(id) } else { found };
            let taken = found.iter().all(|effect| self.take(*effect, hits));
            let other = self.upgrade_crew(id) | self.rearm(&class.id, id);
            if !taken || found.is_empty() && !other {
                refused.push(format!("its upgrade \"{id}\" is not played"));
            }
        }
        // A third shield stands on a large base, wherever it came from (SHIP-05).
        if self.shields >= 3 {
            self.base = LARGE;
        }
        let bears = |id: &str| fitting.upgrades.iter().any(|known| known == id);
        // A Warmaster of the incursion makes the Mark of Khorne bite deeper.
        if bears("mark-of-khorne") && (bears("warmaster-8") || bears("warmaster-9")) {
            self.crew.ferocity = 1;
        }
        if bears("chosen-terminators") && self.crew.race < 2 {
            refused
                .push("its upgrade \"chosen-terminators\" needs a crew of Chaos Space Marines (CHAOS-02)".to_owned());
        }
        if self.odd.daemon && (bears("chaos-space-marines") || bears(EXTERMINATOR) || !self.is_capital()) {
            let why = "is for a capital ship without Chaos Space Marines and Exterminatus weapons (DAEMON-05)";
            refused.push(format!("its upgrade \"daemonship\" {why}"));
        }
        if self.odd.tide && !self.improved.double_boarding {
            refused.push("its upgrade \"berzerker-tide\" needs the Mark of Khorne (CHAOS-05)".to_owned());
        }
        if self.odd.maniac_turrets && (bears("extra-turrets") || self.size == Size::Escort) {
            let why = "is for no escort and for no ship with extra turrets (ORK-10)";
            refused.push(format!("its upgrade \"maniac-turrets\" {why}"));
        }
        if bears("power-ram") && (self.armour[0] < 6 || self.weapons.iter().any(|weapon| weapon.gun == Gun::Nova)) {
            refused.push("its upgrade \"power-ram\" needs 6+ front armour and no nova cannon (MECH-14)".to_owned());
        }
    }

    /// Other ordnance than the class has: boarding torpedoes besides its own, or mines in place of craft (BTORP-01,
    /// MINE-09). False when it is no such upgrade or there is nothing to launch it from.
    fn load(&mut self, id: &str) -> bool {
        let has = |gun: Gun| self.weapons.iter().any(|weapon| weapon.gun == gun);
        match id {
            // Those of Ork escorts are not sold.
            "boarding-torpedoes"
                if has(Gun::Torpedoes) && (self.people != People::Orks || self.size != Size::Escort) =>
            {
                self.boarding_torpedoes = true;
            }
            // It needs both kinds of ordnance.
            "assault-karrier" if has(Gun::Torpedoes) && has(Gun::Bays) => {
                (self.odd.karrier, self.boarding_torpedoes) = (true, true);
            }
            "orbital-mines" if self.size == Size::Cruiser && has(Gun::Bays) => self.mines = true,
            _ => return false,
        }
        true
    }

    fn exterminate(&mut self, refused: &mut Vec<String>) {
        let before = self.weapons.len();
        self.weapons.retain(|weapon| weapon.location != Location::Prow);
        if self.weapons.len() == before {
            refused.push("it has no prow weapon to give up for an Exterminatus weapon (SHOOT-16)".to_owned());
        }
    }

    /// Changes weapons as an option of a class does; false when the class has no such option.
    fn rearm(&mut self, class: &str, option: &str) -> bool {
        let sides = [Location::Port, Location::Starboard];
        match (class, option) {
            ("armageddon" | "tyrant" | "lunar", "nova-cannon") => self.swap(Location::Prow, Gun::Torpedoes, nova()),
            ("victory", "prow-torpedoes") => self.swap(Location::Prow, Gun::Nova, torpedoes(9, None)),
            ("mercury", "prow-torpedoes") => self.swap(Location::Prow, Gun::Nova, torpedoes(6, None)),
            ("dauntless", "prow-torpedoes") => self.swap(Location::Prow, Gun::Lance, torpedoes(6, None)),
            ("despoiler" | "chaos-battle-barge", "prow-torpedoes") => {
                self.swap(Location::Prow, Gun::Lance, torpedoes(8, None))
            }
            ("terror-ship" | "kill-kroozer", "prow-torpedoes") => self.swap(
                Location::Prow,
                Gun::HeavyGunz,
                torpedoes(8, Some(Rolled { dice: 1, halved: false, plus: 2, weak: false })),
            ),
            ("lite-kroozer", "prow-torpedoes") => self.swap(
                Location::Prow,
                Gun::HeavyGunz,
                torpedoes(6, Some(Rolled { dice: 1, halved: false, plus: 0, weak: false })),
            ),
            ("sm-strike-cruiser", "prow-torpedoes") => self.swap_any(Gun::Bays, torpedoes(6, None)),
            ("sm-strike-cruiser", "prow-lance") => self.alter(&[Location::Prow], Gun::Bombardment, |mount| {
                (mount.gun, mount.strength) = (Gun::Lance, 1);
                "Prow lance".clone_into(&mut mount.name);
            }),
            ("sm-strike-cruiser", "second-bombardment-cannon") => self.swap_any(Gun::Bays, second_cannon()),
            ("exorcist", "short-range-batteries") | ("chaos-battle-barge", "batteries-30cm") => {
                self.guns(&sides, Gun::Battery, 30, Some(10))
            }
            ("mercury", "long-range-batteries") => self.reach(Gun::Battery, 45, 60),
            ("tyrant", "long-range-batteries") => self.reach(Gun::Battery, 30, 45),
            ("dominator", "early-batteries") => self.guns(&sides, Gun::Battery, 45, Some(6)),
            ("chaos-battle-barge", "batteries-45cm") => self.guns(&sides, Gun::Battery, 45, Some(8)),
            ("chaos-battle-barge", "dorsal-lances-45cm") => self.guns(&[Location::Dorsal], Gun::Lance, 45, Some(4)),
            ("repulsive", "dorsal-lances-45cm") => self.guns(&[Location::Dorsal], Gun::Lance, 45, None),
            ("murder", "mixed-broadside") => self.mixed_broadside(),
            // What the bays may launch is read with the ship.
            ("emperor" | "oberon" | "exorcist", "shark-assault-boats") => true,
            (_, "torpedo-bommas") => {
                self.people == People::Orks && self.weapons.iter().any(|weapon| weapon.gun == Gun::Bays)
            }
            (_, "looted-lances") => self.loot_lances(),
            (_, "shokk-attack-lance") => {
                let before = self.weapons.len();
                self.weapons.retain(|mount| mount.location != Location::Prow || mount.gun != Gun::HeavyGunz);
                self.odd.shokk = self.weapons.len() < before;
                self.odd.shokk
            }
            ("lite-kroozer", "prow-gunz") => {
                self.weapons.retain(|weapon| weapon.gun != Gun::HeavyGunz);
                self.alter(&[Location::Prow], Gun::Battery, |mount| {
                    mount.rolled = Some(Rolled { dice: 1, halved: false, plus: mount.strength, weak: false });
                    mount.strength += 6;
                })
            }
            ("cobra", "detection-gear") => {
                self.contacts = 2;
                self.weapons.retain(|weapon| weapon.gun != Gun::Battery);
                true
            }
            _ => false,
        }
    }

    /// Puts a weapon in the place of another.
    fn swap(&mut self, location: Location, gun: Gun, by: Mount) -> bool {
        let found = self.weapons.iter_mut().find(|mount| mount.location == location && mount.gun == gun);
        found.map(|mount| *mount = by).is_some()
    }

    /// Puts a weapon in the place of all of a kind.
    fn swap_any(&mut self, gun: Gun, by: Mount) -> bool {
        let before = self.weapons.len();
        self.weapons.retain(|mount| mount.gun != gun);
        let found = self.weapons.len() < before;
        if found {
            self.weapons.push(by);
        }
        found
    }

    fn alter(&mut self, places: &[Location], gun: Gun, mut change: impl FnMut(&mut Mount)) -> bool {
        let mut found = false;
        for mount in self.weapons.iter_mut().filter(|mount| places.contains(&mount.location) && mount.gun == gun) {
            change(mount);
            found = true;
        }
        found
    }

    fn guns(&mut self, places: &[Location], gun: Gun, range: i32, strength: Option<u8>) -> bool {
        self.alter(places, gun, |mount| {
            mount.range = Length::cm(range);
            mount.strength = strength.unwrap_or(mount.strength);
        })
    }

    /// Gives a longer range to the weapons of one range.
    fn reach(&mut self, gun: Gun, from: i32, to: i32) -> bool {
        let mut found = false;
        for mount in &mut self.weapons {
            if mount.gun == gun && mount.range == Length::cm(from) {
                mount.range = Length::cm(to);
                found = true;
            }
        }
        found
    }

    /// Heavy gunz become lances.
    fn loot_lances(&mut self) -> bool {
        let range = Length::cm(if self.size == Size::Escort { 15 } else { 30 });
        let mut found = false;
        for mount in self.weapons.iter_mut().filter(|mount| mount.gun == Gun::HeavyGunz) {
            (mount.gun, mount.strength, mount.range) = (Gun::Lance, 2, range);
            mount.name = mount.name.replace("heavy gunz", "looted lances").replace("Heavy gunz", "Looted lances");
            found = true;
        }
        found
    }

    /// Half of each broadside becomes lances.
    fn mixed_broadside(&mut self) -> bool {
        let mut lances = Vec::new();
        for mount in &mut self.weapons {
            if mount.gun == Gun::Battery && matches!(mount.location, Location::Port | Location::Starboard) {
                (mount.strength, mount.range) = (4, Length::cm(45));
                let name =
                    if mount.location == Location::Port { "Port lance battery" } else { "Starboard lance battery" };
                lances.push(Mount { name: name.to_owned(), gun: Gun::Lance, strength: 2, ..mount.clone() });
            }
        }
        let found = !lances.is_empty();
        self.weapons.extend(lances);
        found
    }
}

fn prow(name: &str, gun: Gun, range: i32, strength: u8, rolled: Option<Rolled>) -> Mount {
    let (name, range) = (name.to_owned(), Length::cm(range));
    Mount { name, location: Location::Prow, gun, range, strength, rolled, arcs: Arcs::FRONT }
}

fn nova() -> Mount {
    prow("Prow nova cannon", Gun::Nova, 150, 1, None)
}

fn torpedoes(strength: u8, rolled: Option<Rolled>) -> Mount {
    prow("Prow torpedoes", Gun::Torpedoes, 30, strength, rolled)
}

fn second_cannon() -> Mount {
    prow("Second bombardment cannon", Gun::Bombardment, 30, 5, None)
}
