//! What the ids of the fleet files do, and what an effect makes of a ship: figures changed and marks set when it is
//! entered, so that nothing looks at names during play.

pub use super::effect::{Ability, Effect, Rearmed, Test, Trait};

use super::class::{People, ShipClass};
use super::gun::Gun;
use super::mount::{Arcs, Location, Mount, gun_of, mounted};
use super::profile::{LARGE, Profile, Size};
use super::raiders::Raiders;
use super::sails::Sails;
use super::warhead::Warhead;
use crate::table::geometry::Length;

/// The slug under which a battle enters a ship that destroys planets (SCEN-112).
pub const EXTERMINATOR: &str = "exterminator";

/// What the ids of the fleet files do, for whoever knows the files; `None` for what the engine does not play.
pub trait Effects {
    /// What a special rule does.
    fn effects_of_special(&self, key: &str) -> Option<&[Effect]>;
    /// What an option, upgrade, commander, mark (`mark-of-khorne`), gift or result of an appeal does for a ship of a
    /// class.
    fn effects_of_upgrade(&self, class: &ShipClass, id: &str) -> Option<&[Effect]>;
    /// What a refit does for a ship of a class (REFIT-08 to REFIT-29).
    fn effects_of_refit(&self, class: &ShipClass, id: &str) -> Option<&[Effect]>;
    /// What a crew skill does for a ship of a class (SKILL-03 to SKILL-12).
    fn effects_of_skill(&self, class: &ShipClass, id: &str) -> Option<&[Effect]>;
}

/// What an option, upgrade, mark or commander does on a ship: as its class describes it, or as the fleet files do for a
/// class that was commissioned before it described its options.
#[must_use]
pub fn of_upgrade(class: &ShipClass, id: &str, book: &dyn Effects) -> Option<Vec<Effect>> {
    if id == EXTERMINATOR {
        return Some(vec![Ability::Exterminator.into()]);
    }
    let option = class.options.iter().find(|option| option.id == id);
    let described = option.and_then(|option| option.effects.as_deref());
    described.or_else(|| book.effects_of_upgrade(class, id)).map(|effects| on(class, effects))
}

/// What a refit does on a ship.
#[must_use]
pub fn of_refit(class: &ShipClass, id: &str, book: &dyn Effects) -> Option<Vec<Effect>> {
    book.effects_of_refit(class, id).map(|effects| on(class, effects))
}

/// What a crew skill does on a ship.
#[must_use]
pub fn of_skill(class: &ShipClass, id: &str, book: &dyn Effects) -> Option<Vec<Effect>> {
    book.effects_of_skill(class, id).map(|effects| on(class, effects))
}

/// What changes the hits of a ship, for a campaign, which counts damage without the fleet files at hand: what its class
/// describes, and what the rulebook's refits and marks and the options of older designs do. Tests hold the list against
/// the files, and no other upgrade, refit or mark of a club may change hits.
#[must_use]
pub fn of_hits(class: &ShipClass, id: &str) -> Vec<Effect> {
    let option = class.options.iter().find(|option| option.id == id);
    if let Some(described) = option.and_then(|option| option.effects.as_deref()) {
        return on(class, described).into_iter().filter(Effect::is_of_hits).collect();
    }
    let known = HITS.iter().find(|(known, _)| *known == id);
    known.map(|(_, effect)| effect.clone()).into_iter().collect()
}

/// What else than a described option changes hits (REFIT-17, REFIT-27, REFIT-29, RANK-13).
pub const HITS: [(&str, Effect); 10] = [
    ("reinforced-hull", Effect::Ability(Ability::QuarterMoreHits)),
    ("extra-armour-plating", Effect::Ability(Ability::QuarterMoreHits)),
    ("structural-purity", Effect::Hits(1)),
    ("reinforced-carapace", Effect::Hits(1)),
    ("mark-of-nurgle", Effect::Hits(1)),
    ("late-hull", Effect::Hits(2)),
    ("larger", Effect::Hits(2)),
    ("smaller", Effect::Hits(-2)),
    ("super-heavy", Effect::Hits(4)),
    ("habitat-module", Effect::Hits(1)),
];

/// The effects for a ship of a class, those for the other size left out.
fn on(class: &ShipClass, effects: &[Effect]) -> Vec<Effect> {
    let escort = class.is_escort();
    let mut found = Vec::new();
    for effect in effects {
        let (Effect::OnEscorts(own) | Effect::OnCapitalShips(own)) = effect else {
            found.push(effect.clone());
            continue;
        };
        if matches!(effect, Effect::OnEscorts(_)) == escort {
            found.extend(on(class, own));
        }
    }
    found
}

/// Why a ship cannot have an effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unfit {
    /// Nothing on the table answers to it, or the ship has nothing that it could change.
    NotPlayed,
    /// What the upgrade is for or needs.
    Needs(&'static str),
    /// What is wrong with the ship itself.
    Ship(&'static str),
}

impl Unfit {
    /// The reason in words, for an upgrade, refit or crew skill of this id.
    pub(crate) fn told(self, kind: &str, id: &str) -> String {
        match self {
            Self::NotPlayed => format!("its {kind} \"{id}\" is not played"),
            Self::Needs(what) => format!("its {kind} \"{id}\" {what}"),
            Self::Ship(what) => what.to_owned(),
        }
    }
}

type Taken = Result<(), Unfit>;

fn sum(figure: u8, by: i32) -> u8 {
    u8::try_from(i32::from(figure) + by).unwrap_or(0)
}

fn tiny(by: i32) -> i8 {
    i8::try_from(by).unwrap_or(0)
}

fn small(figure: u32) -> u8 {
    u8::try_from(figure).unwrap_or(u8::MAX)
}

fn cm(figure: u32) -> Length {
    Length::cm(i32::try_from(figure).unwrap_or(0))
}

/// Whether there was anything to change.
const fn found(any: bool) -> Taken {
    if any { Ok(()) } else { Err(Unfit::NotPlayed) }
}

impl Profile {
    /// Takes one effect in, an effect a line; `hits` are those of the class.
    pub(crate) fn take(&mut self, effect: &Effect, hits: u8) -> Taken {
        let eldar = self.has_keel();
        let improved = &mut self.improved;
        match effect {
            Effect::Hits(by) => self.hits = sum(self.hits, *by).max(1),
            Effect::Speed(by) => self.hasten(Length::cm(*by)),
            Effect::CriticalsOn(face) => self.critical_on = small(*face),
            Effect::Shields(by) => self.shields = sum(self.shields, *by),
            Effect::Turrets(by) => self.turrets = sum(self.turrets, *by),
            Effect::FrontArmour(front) => self.armour[0] = self.armour[0].max(small(*front)),
            Effect::TurnDegrees(degrees) => self.turn = self.turn.min(i32::try_from(*degrees).unwrap_or(0)),
            Effect::AllAheadFull(dice) => self.ahead_dice = small(*dice),
            Effect::AllAheadFullDice(dice) => self.ahead_dice += small(*dice),
            Effect::EnemyContacts(bonus) => self.contacts = self.contacts.max(tiny(*bonus)),
            Effect::Range(by) => self.lengthen(cm(*by)),
            Effect::FixedLeadership(value) => self.fixed_leadership = Some(small(*value)),
            Effect::Leadership(test, by) => improved.add_bonus(*test, tiny(*by)),
            Effect::ThreeDice(test) => improved.add_die(*test),
            Effect::TurnAfter(by) => improved.turn_sooner -= Length::cm(*by),
            Effect::RepairDice(dice) => improved.repair_dice += small(*dice),
            Effect::FiresOut(face) => improved.fires_out = small(*face),
            Effect::ShieldSave(face) => improved.shield_save = small(*face),
            Effect::Weave(face) => improved.weave = small(*face),
            Effect::LeftShift(columns) => improved.left_shift += tiny(columns.cast_signed()),
            Effect::RightShift(columns) => improved.right_shift += tiny(columns.cast_signed()),
            Effect::FireOnTheMove(percent) => improved.on_the_move = improved.on_the_move.max(small(*percent)),
            Effect::CrippledShare(percent) => improved.crippled_share = improved.crippled_share.max(small(*percent)),
            Effect::Rerolls(number) => improved.rerolls += small(*number),
            Effect::Passes(number) => improved.passes += small(*number),
            Effect::Boarding(by) => improved.boarding += tiny(*by),
            Effect::Guarded(by) => improved.guarded += tiny(by.cast_signed()),
            Effect::HitAndRun(by) => improved.hit_and_run += tiny(*by),
            Effect::Teleport(by) => improved.teleport += tiny(*by),
            Effect::Aura(by) => improved.aura = improved.aura.min(tiny(*by)),
            Effect::FightersStay(_) => improved.pilots.excellent = true,
            Effect::LaunchSpeed(_) => improved.pilots.accelerated = true,
            Effect::BoardingDefence(by) => self.boarding_defence += small(*by),
            Effect::BoardersBonus(by) => self.boarded_bonus = small(*by),
            Effect::BoardsAs(hits) => self.crew.boards_as = small(*hits),
            Effect::Raids(by) => self.crew.raids += tiny(*by),
            Effect::Raided(by) => self.crew.guard += tiny(*by),
            Effect::Raiders(raiders) => self.crew.raiders = *raiders,
            Effect::Party(raiders) => return found(self.crew.party(*raiders)),
            Effect::Teleporters(reach) => self.crew.teleporters = cm(*reach),
            Effect::RamDice(dice) => self.ram.dice = Some(small(*dice)),
            Effect::RamHits(by) => self.ram.hits += small(*by),
            Effect::RamLeadership(by) => self.ram.leadership += tiny(*by),
            Effect::CatastropheDice(dice) => self.catastrophe_dice = small(*dice),
            Effect::SlowReload(by) => self.slow_reload = tiny(by.cast_signed()),
            Effect::Veil(columns) => self.veil += small(*columns),
            Effect::HalfTransports(halves) => (self.transport, self.assault) = (small(*halves), small(*halves * 2)),
            Effect::Exterminates(face) => self.exterminates = small(*face),
            Effect::Warhead(warhead) => return self.load_warheads(*warhead),
            Effect::Weapon(weapon) => self.weapons.push(mounted(weapon, eldar).ok_or(Unfit::NotPlayed)?),
            Effect::Replace { mount, kind, by } => {
                let by = mounted(by, eldar).ok_or(Unfit::NotPlayed)?;
                let old = |known: &&mut Mount| known.location == *mount && Some(known.gun) == gun_of(*kind);
                *self.weapons.iter_mut().find(old).ok_or(Unfit::NotPlayed)? = by;
            }
            Effect::Without { mount, kind } => {
                let gun = kind.and_then(gun_of);
                let goes = |known: &Mount| {
                    mount.is_none_or(|mount| known.location == mount) && gun.is_none_or(|gun| known.gun == gun)
                };
                return self.lose(goes);
            }
            Effect::Guns(guns) => return self.rearm(guns),
            Effect::Tower { strength, range } => self.weapons.push(tower(*strength, *range)),
            Effect::TorpedoBombers(_) => return found(self.has(Gun::Bays) || self.people != People::Orks),
            // What the bays may launch is looked up where the ship is entered; sizes are told apart before; the Leadership
            // of a crew is the ship's own, and on its register.
            Effect::Launches(_) | Effect::OnEscorts(_) | Effect::OnCapitalShips(_) | Effect::Crew(_) => {}
            // Spores stand in for shields (HIVE-32).
            Effect::Spores(by) if self.is(Trait::Spores) => self.shields = sum(self.shields, *by),
            Effect::Spores(_) => return Err(Unfit::NotPlayed),
            Effect::Tracks(reach) => self.traits.tracks = self.traits.tracks.max(cm(*reach)),
            Effect::HullSave(face) => self.traits.hull_save = small(*face),
            Effect::RepairsOn(face) => self.traits.repairs_on = small(*face),
            Effect::DamageControl(dice) => self.traits.damage_control += small(*dice),
            Effect::FallingLeadership(value) => self.traits.falling_leadership = small(*value),
            Effect::Criticals(table) => self.criticals = *table,
            Effect::Trait(known) => return self.acquire(*known),
            Effect::Ability(ability) => return self.learn(*ability, hits),
        }
        Ok(())
    }

    /// Takes one ability in, an ability a line; `hits` are those of the class.
    fn learn(&mut self, ability: Ability, hits: u8) -> Taken {
        let eldar = self.is_eldar();
        let (improved, own) = (&mut self.improved, &mut self.odd);
        match ability {
            // Of the class's hits, rounded up (REFIT-17).
            Ability::QuarterMoreHits => self.hits += hits.div_ceil(4),
            Ability::NotUnderFire => improved.not_under_fire = true,
            Ability::ClearPassage => improved.clear_passage = true,
            Ability::EvasiveTurn => improved.evasive = true,
            Ability::NoRangeShift => self.long_sighted = true,
            Ability::BomberReroll => improved.pilots.excellent = true,
            Ability::PassesLate => improved.passes_late = true,
            Ability::AlwaysTries => improved.always_tries = true,
            Ability::DoubleBoarding => improved.double_boarding = true,
            Ability::NotBoarded => improved.not_boarded = true,
            Ability::DoubleSurge => improved.double_surge = true,
            Ability::ExtraTurn => improved.extra_turn = true,
            Ability::NoPenalties => improved.no_penalties = true,
            Ability::Masked => improved.masked = true,
            Ability::Polarised => improved.polarised = true,
            Ability::Regrowth => improved.regrows = true,
            Ability::ClearSight => improved.clear_sight = true,
            Ability::LanceReroll => improved.lance_reroll = true,
            Ability::ShieldBacklash => improved.shield_backlash = true,
            Ability::SureRepair => improved.sure_repair = true,
            Ability::AsteroidPilots => improved.asteroid_pilots = true,
            Ability::BoardingReroll => improved.boards_again = true,
            Ability::BomberD6 => improved.pilots.mad = true,
            Ability::ResilientBombers => improved.pilots.hardy = true,
            Ability::FightersFirst => improved.pilots.early = true,
            Ability::TurnAnywhere => improved.rigged = true,
            Ability::TurnLast => improved.swings_last = true,
            Ability::StreamFlow => self.sails = self.sails.map(Sails::shifted),
            Ability::NoNewHeading => self.steady = true,
            Ability::HardProw => self.hard_prow = true,
            Ability::FireShip => self.fire_ship = true,
            Ability::QShip => self.q_ship = true,
            Ability::NoBoarding => self.no_boarding = true,
            Ability::Stationed => (self.stationed, self.nominal) = (true, false),
            Ability::DoubleCraft => own.double_craft = true,
            Ability::SpaceMarineCrew => self.crew.marines(),
            Ability::LargeBase => self.base = LARGE,
            Ability::FarLances => own.far_lances = true,
            Ability::NoCloseShift => own.not_close = true,
            Ability::BlastTrail => own.trails = true,
            Ability::MovesAnyWay => own.floats = true,
            Ability::NoSpecialOrders => own.mute = true,
            Ability::PassesEveryTest => own.sure = true,
            Ability::NoBoardingDie => own.unmanned = true,
            Ability::ChargedShot => own.charged_shot = true,
            Ability::ArmageddonGun => own.armageddon = true,
            Ability::Klaws => own.klaws = true,
            Ability::AssaultKarrier => return self.make_karrier(),
            Ability::RerollBacklash => own.backlash = true,
            Ability::BlastVortex => own.vortex = true,
            Ability::LoneSalvoes => own.lone_salvos = true,
            Ability::Miasma => own.miasma = true,
            Ability::ProwLauncha => own.launcha = true,
            Ability::RokMovement => self.make_rok(),
            Ability::SpaceHulk => self.make_space_hulk(),
            Ability::StarFort => self.make_fort(),
            Ability::Docks => own.docks = true,
            Ability::BoardedByHulksOnly => own.shut = true,
            Ability::Unruly => own.unruly = true,
            Ability::CriticalsAreDamage => own.solid = true,
            Ability::BreaksUp => own.crumbles = true,
            Ability::SirensSummon => own.sirens = true,
            Ability::Daemonship => (own.daemon, self.assault) = (true, 0),
            Ability::WarpBeasts => own.beasts = true,
            Ability::ManiacTurrets => own.maniac_turrets = true,
            Ability::BerzerkerTide => own.tide = true,
            Ability::LootedTorpedoes => own.looted_torpedoes = true,
            Ability::Pestilence => own.pestilent = true,
            Ability::ManiacGunners => self.crew.gunners = true,
            Ability::MadMeks => self.crew.meks = true,
            Ability::Warlord => improved.double_boarding |= !own.space_hulk,
            Ability::ClanWarlord => own.clan_warlord = true,
            // What he does is worked out with the mark aboard.
            Ability::Warmaster => {}
            Ability::ShokkAttackLance => own.shokk = true,
            Ability::BoardingTorpedoes => return self.load_boarding_torpedoes(),
            Ability::OrbitalMines => return self.load_mines(),
            Ability::PowerRam => self.ram.hits += 1,
            Ability::DistortionCharges if !eldar => return Err(Unfit::NotPlayed),
            Ability::DistortionCharges => own.distortion = true,
            Ability::Exterminator => {
                let none = Unfit::Ship("it has no prow weapon to give up for an Exterminatus weapon (SHOOT-16)");
                return self.lose(|weapon| weapon.location == Location::Prow).map_err(|_| none);
            }
        }
        Ok(())
    }

    fn has(&self, gun: Gun) -> bool {
        self.weapons.iter().any(|weapon| weapon.gun == gun)
    }

    fn hasten(&mut self, by: Length) {
        self.speed = (self.speed + by).max(Length::ZERO);
        self.sails = self.sails.map(|sails| sails.faster(by));
    }

    fn lengthen(&mut self, by: Length) {
        let guns = |weapon: &&mut Mount| {
            matches!(
                weapon.gun,
                Gun::Battery | Gun::Lance | Gun::Pulsar | Gun::Phantom | Gun::Arc | Gun::Whip | Gun::Beam
            )
        };
        self.weapons.iter_mut().filter(guns).for_each(|weapon| weapon.range += by);
    }

    /// Takes weapons away; there must be some.
    fn lose(&mut self, goes: impl Fn(&Mount) -> bool) -> Taken {
        let before = self.weapons.len();
        self.weapons.retain(|weapon| !goes(weapon));
        found(self.weapons.len() < before)
    }

    /// Makes other weapons of those that it has; there must be some.
    fn rearm(&mut self, guns: &Rearmed) -> Taken {
        let of = gun_of(guns.kind);
        let meant = |weapon: &Mount| {
            Some(weapon.gun) == of
                && (guns.mounts.is_empty() || guns.mounts.contains(&weapon.location))
                && guns.of_range_cm.is_none_or(|range| weapon.range == cm(range))
        };
        let mut any = false;
        for weapon in self.weapons.iter_mut().filter(|weapon| meant(weapon)) {
            any = true;
            weapon.range = guns.range_cm.map_or(weapon.range, cm);
            if let Some(strength) = &guns.strength {
                (weapon.strength, weapon.rolled) = super::mount::strength(strength).ok_or(Unfit::NotPlayed)?;
            }
            if let Some(called) = &guns.called {
                weapon.name = super::mount::renamed(&weapon.name, guns.kind, called);
            }
            if let Some(kind) = guns.becomes {
                weapon.gun = gun_of(kind).ok_or(Unfit::NotPlayed)?;
            }
        }
        found(any)
    }

    /// It needs both kinds of ordnance.
    fn make_karrier(&mut self) -> Taken {
        found(self.has(Gun::Torpedoes) && self.has(Gun::Bays))?;
        (self.odd.karrier, self.boarding_torpedoes) = (true, true);
        Ok(())
    }

    /// It turns by All Ahead Full alone, to any side.
    const fn make_rok(&mut self) {
        (self.odd.rok, self.odd.unslowed) = (true, true);
        (self.steady, self.turn, self.ahead_dice) = (true, 180, 2);
    }

    /// Boarding torpedoes besides its own (BTORP-01). Those of Ork escorts are not sold.
    fn load_boarding_torpedoes(&mut self) -> Taken {
        found(self.has(Gun::Torpedoes) && (self.people != People::Orks || self.size != Size::Escort))?;
        self.boarding_torpedoes = true;
        Ok(())
    }

    /// Mines in place of craft (MINE-09).
    fn load_mines(&mut self) -> Taken {
        found(self.size == Size::Cruiser && self.has(Gun::Bays))?;
        self.mines = true;
        Ok(())
    }

    /// Special torpedoes (APPEAL-18).
    fn load_warheads(&mut self, warhead: Warhead) -> Taken {
        let looted = self.people != People::Orks || self.odd.looted_torpedoes;
        if !(self.has(Gun::Torpedoes) && self.is_capital() && self.warhead == Warhead::Plain && looted) {
            let needs = "is for capital ships with torpedoes only, Orks with looted ones, one kind a ship (APPEAL-18)";
            return Err(Unfit::Needs(needs));
        }
        self.warhead = warhead;
        Ok(())
    }

    /// What is wrong with upgrades that were taken together, each with its id.
    pub(crate) fn quarrels(&self, taken: &[(&str, Effect)]) -> Vec<String> {
        let of = |wanted: &Effect| taken.iter().find(|(_, effect)| effect == wanted).map(|(id, _)| *id);
        let has = |ability: Ability| of(&ability.into()).is_some();
        let mut told = Vec::new();
        let mut say = |id: Option<&str>, wrong: bool, needs: &'static str| {
            told.extend(id.filter(|_| wrong).map(|id| Unfit::Needs(needs).told("upgrade", id)));
        };
        let chosen = of(&Effect::Raiders(Raiders::Chosen));
        say(chosen, self.crew.race < 2, "needs a crew of Chaos Space Marines (CHAOS-02)");
        let barred = has(Ability::SpaceMarineCrew) || has(Ability::Exterminator) || !self.is_capital();
        let needs = "is for a capital ship without Chaos Space Marines and Exterminatus weapons (DAEMON-05)";
        say(of(&Ability::Daemonship.into()), barred, needs);
        let tide = of(&Ability::BerzerkerTide.into());
        say(tide, !self.improved.double_boarding, "needs the Mark of Khorne (CHAOS-05)");
        let more = taken.iter().any(|(_, effect)| matches!(effect, Effect::Turrets(1..)));
        let needs = "is for no escort and for no ship with extra turrets (ORK-10)";
        say(of(&Ability::ManiacTurrets.into()), more || self.size == Size::Escort, needs);
        let blunt = self.armour[0] < 6 || self.has(Gun::Nova);
        say(of(&Ability::PowerRam.into()), blunt, "needs 6+ front armour and no nova cannon (MECH-14)");
        told
    }
}

/// Ruling: the data give no fire arc; a tower fires all round.
fn tower(strength: u32, range: u32) -> Mount {
    Mount {
        name: "Weirdboy tower".to_owned(),
        location: Location::Dorsal,
        gun: Gun::Lance,
        range: cm(range),
        strength: small(strength),
        rolled: None,
        arcs: Arcs::ALL,
    }
}
