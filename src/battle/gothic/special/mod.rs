//! What single ships may do by their own rules: their answers, what these ask and do, and how all of it is written.
//!
//! Ruling: the rulebook names these ships and upgrades without printing their rules; the figures are those of the fleet
//! files, and what they leave open is read from the published fleet rules. What is played is in `rules/peoples.toml`.
#![warn(clippy::wildcard_enum_match_arm)]

pub(super) mod armageddon_gun;
pub(super) mod berzerker_tide;
pub(super) mod blackstone;
pub(super) mod daemonship;
pub(super) mod destroyed_worlds;
pub(super) mod distortion;
pub(super) mod fire_ships_and_q_ships;
pub(super) mod ghostships;
pub(super) mod klaws;
pub(super) mod owners_choices;
pub(super) mod shokk_lance;
pub(super) mod warlord;
pub(super) mod warp_beasts;
pub(super) mod wonders;
pub(super) mod wording;

use super::event::{Event, Log};
use super::state::{FeatureKind, ShipId, Unit};
use crate::battle::gothic::decisions::answer::{Decision, Judged};
use crate::battle::gothic::state::agenda::Task;
use crate::battle::gothic::state::ordnance::FlightId;
use crate::battle::gothic::turn::sequence::Play;
use crate::dice::Dice;
use crate::table::geometry::{Heading, Point};
use crate::table::side::Side;
use crate::text::words;
pub use wonders::Wonder;

/// What a ship may do by a rule of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feat {
    /// `Bane: unleash on Agrippa`: its warp beasts, in the End Phase.
    Unleash(ShipId, ShipId),
    /// `Bane: flush bays`: a tide of berzerkers launches more craft than there are bays.
    Flush(ShipId),
    /// `Kroozer: shokk Agrippa`: its shokk attack lance, in the Shooting Phase.
    Shokk(ShipId, ShipId),
    /// `Bane: haunt Agrippa at 60 40 heading 90`: a daemonship comes out of the warp beside a ship, in the End Phase.
    Haunt {
        /// The daemonship.
        ship: ShipId,
        /// The ship that draws it.
        by: ShipId,
        /// Where it is put before it scatters.
        at: Point,
        /// Where it points.
        heading: Heading,
    },
    /// `Bane: manifest`: a spectre becomes solid when the turn ends.
    Manifest(ShipId),
    /// `Killer: armageddon gun`: straight ahead, in the Shooting Phase.
    Annihilate(ShipId),
    /// `Claw: drop charge`: its distortion charge, when ordnance is launched (REFIT-27).
    Drop(ShipId),
    /// `Fortress: charged shot heading 90`: in the Shooting Phase.
    Blast(ShipId, Heading),
    /// `Second: join Fortress`: it adds its charged shot to another's.
    Join(ShipId, ShipId),
    /// `Killer: charge`: it charges its gun for three turns, before it moves.
    Charge(ShipId),
}

/// Work or a decision that comes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Work: warp beasts attack a ship.
    Beasts {
        /// Whose.
        ship: ShipId,
        /// Whom.
        target: ShipId,
    },
    /// Decision: berzerkers roll for more criticals in a boarding action, and take no orders for a turn.
    Tide {
        /// Whose.
        ship: ShipId,
        /// Whom.
        target: ShipId,
        /// What a die needs.
        needed: u8,
    },
    /// Decision: klaws snap at an enemy in contact, or not.
    Grab {
        /// Whose.
        ship: ShipId,
        /// At whom.
        target: ShipId,
    },
    /// Work: klaws attack a ship.
    Klaws {
        /// Whose.
        ship: ShipId,
        /// Whom.
        target: ShipId,
    },
    /// Decision: a ship tries to mislead guided torpedoes, or not (APPEAL-18).
    Jam {
        /// The ship.
        ship: ShipId,
        /// The salvo.
        flight: FlightId,
    },
    /// Decision: how misled torpedoes turn.
    Mislead {
        /// The ship.
        ship: ShipId,
        /// The salvo.
        flight: FlightId,
    },
    /// Work: the charged shot of a fortress.
    Blast(ShipId),
    /// Work: a rift has opened about a ship.
    Sucked(ShipId),
    /// Decision: which of the markers that a moving ship meets at one spot strikes first (ORD-15).
    First {
        /// The ship.
        ship: ShipId,
        /// Whose markers.
        side: Side,
    },
    /// Decision: which ship inside a minefield a mine goes for (MINE-06).
    Send {
        /// The mine.
        flight: FlightId,
        /// Whose.
        side: Side,
    },
    /// Decision: where a daemonship that scattered to the edge points.
    Face(ShipId),
    /// Work: spectres become solid.
    Translate(ShipId),
    /// Work: the Armageddon gun of a ship.
    Annihilate(ShipId),
    /// Work: its overcharged shot.
    Overcharge(ShipId),
    /// Work: a shokk attack lance attacks a ship.
    Shokk {
        /// Whose.
        ship: ShipId,
        /// Whom.
        target: ShipId,
    },
}

words! {
    /// What a ship may brace against.
    Peril {
        /// Warp beasts.
        Beasts = "warp beasts",
        /// Klaws.
        Klaws = "klaws",
        /// A shokk attack lance.
        Shokk = "shokk attack lance",
        /// The Armageddon gun.
        Armageddon = "armageddon gun",
        /// A charged shot.
        Blast = "charged shot",
    }
}

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// Warp beasts score so many hits on a ship.
    Beasts(ShipId, ShipId, u8),
    /// A ship rolls for so many criticals more.
    Tide(ShipId, u8),
    /// A ship launches up to so many markers more.
    Flushed(ShipId, u8),
    /// Klaws roll two dice and hit so often.
    Klaws(ShipId, ShipId, u8, u8, u8),
    /// Klaws have latched on.
    Latched(ShipId, ShipId),
    /// A shokk attack lance rolls to hit.
    Shokk(ShipId, ShipId, u8),
    /// So many hordes get aboard.
    Hordes(ShipId, u8),
    /// Hordes aboard an escort roll.
    Overrun(ShipId, u8),
    /// Maniac turrets come to so many in this turn.
    Turrets(ShipId, u8),
    /// A daemonship comes out of the warp there.
    Haunts(ShipId, Point),
    /// It has regained hits: die, bonus, hits now.
    Reknit(ShipId, u8, u8, u8),
    /// A spectre rolls to become solid.
    Manifests(ShipId, u8),
    /// A daemonship drops back into the warp.
    DropsBack(ShipId),
    /// The Armageddon gun scores so many hits.
    Annihilates(ShipId, ShipId, u8),
    /// It charges for this turn, or goes off at 0.
    Charges(ShipId, u8),
    /// It is ruined.
    GunRuined(ShipId),
    /// It has one shot left.
    GunWorn(ShipId),
    /// Torpedoes aboard go off so often (APPEAL-18).
    CooksOff(ShipId, u8),
    /// A warp rift opens there.
    Rift(Point),
    /// A rift rolls to close.
    RiftRolls(u8),
    /// A charged shot scores so many hits.
    Blasted(ShipId, u8),
    /// A fortress adds its charged shot to another's.
    Joins(ShipId, ShipId),
    /// A planet or moon is destroyed, by a rule.
    Shatters(FeatureKind, Point, &'static str),
    /// A Warlord throws himself into a boarding action.
    Krumps(ShipId),
    /// A star fort has reloaded a ship.
    Restocked(ShipId),
    /// Mad meks roll to put a critical right at once.
    Meks(ShipId, u8),
    /// What hulks, forts and the younger or elder peoples do.
    Wonder(Wonder),
}

/// What a ship has done of it, as far as rules look back at it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Feats {
    /// Its warp beasts have been unleashed in this battle.
    pub unleashed: bool,
    /// Own turns, the present one among them, until a frenzied crew takes orders again.
    pub frenzy: u8,
    /// Markers that its bays send out beyond their strength in this phase.
    pub flush: u8,
    /// Own turns, the present one among them, until flushed bays launch again.
    pub flushed: u8,
    /// Its klaws have snapped in this turn.
    pub klawed: bool,
    /// The ship that klaws, its own or the other's, hold it to.
    pub latched: Option<ShipId>,
    /// Its shokk attack lance has fired in this turn.
    pub shokked: bool,
    /// What its maniac turrets come to in this turn; 0 before they are rolled for.
    pub turrets: u8,
    /// A daemonship that has dropped back into the warp in this battle.
    pub haunted: bool,
    /// A spectre that is to become solid when the turn ends.
    pub manifests: bool,
    /// Its Armageddon gun: 0 ready, 1 to be reloaded, 2 of no more use.
    pub gun: u8,
    /// The Armageddon gun has one shot left.
    pub worn: bool,
    /// The face of a double in the last check to reload; 0 for none.
    pub doubles: u8,
    /// Turns for which the Armageddon gun has been charging.
    pub charge: u8,
    /// Reloads until anything fires again after its overcharged shot.
    pub cooling: u8,
    /// Its one salvo of special torpedoes is spent.
    pub warheads_spent: bool,
    /// Its distortion charge has been dropped.
    pub charge_dropped: bool,
    /// It has moved in this turn.
    pub stirred: bool,
    /// Own turns in a row in which it has neither moved nor fired.
    pub idle: u8,
    /// Own turns, the present one among them, until a space hulk that has turned may turn again.
    pub turned: u8,
    /// Own turns for which it has lain alongside a star fort, until that has reloaded it.
    pub docked: u8,
    /// A clan's Warlord aboard has thrown himself into a boarding action.
    pub charged: bool,
    /// Charged shots of other fortresses that have joined its own in this turn.
    pub joined: u8,
    /// The gunners or loaders of a space hulk have rolled again in this turn.
    pub spurred: bool,
    /// 1 while a Ghostship does nothing but move in its turn, 2 where that is the next (ELDAR-24).
    pub inert: u8,
    /// The ship that its fleet defence turrets serve in this phase (MECH-09).
    pub wards: Option<ShipId>,
}

impl Stage {
    /// Whether somebody must decide.
    #[must_use]
    pub const fn is_decision(self) -> bool {
        matches!(
            self,
            Self::Tide { .. }
                | Self::Grab { .. }
                | Self::Face(_)
                | Self::Jam { .. }
                | Self::Mislead { .. }
                | Self::First { .. }
                | Self::Send { .. }
        )
    }

    /// The ship that it is about; the first for a mine.
    #[must_use]
    pub const fn ship(self) -> ShipId {
        match self {
            Self::Send { .. } => ShipId(0),
            Self::First { ship, .. }
            | Self::Sucked(ship)
            | Self::Blast(ship)
            | Self::Beasts { ship, .. }
            | Self::Tide { ship, .. }
            | Self::Grab { ship, .. }
            | Self::Klaws { ship, .. }
            | Self::Shokk { ship, .. }
            | Self::Jam { ship, .. }
            | Self::Mislead { ship, .. }
            | Self::Face(ship)
            | Self::Translate(ship)
            | Self::Annihilate(ship)
            | Self::Overcharge(ship) => ship,
        }
    }
}

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// Judges what a ship wants to do by its own rule.
    pub(in crate::battle::gothic) fn feat(&mut self, due: Decision, feat: Feat) -> Judged<()> {
        if !matches!(feat, Feat::Haunt { .. } | Feat::Manifest(_)) {
            self.own(Unit::Ship(feat.ship()))?;
        }
        match (due, feat) {
            (Decision::End(_), Feat::Unleash(ship, target)) => self.unleash(ship, target),
            (Decision::End(_), Feat::Haunt { ship, by, at, heading }) => self.haunt((ship, by), at, heading),
            (Decision::End(_), Feat::Manifest(ship)) => self.manifest(ship),
            (Decision::Shoot(_), Feat::Annihilate(ship)) => self.annihilate(ship),
            (Decision::Move(_), Feat::Charge(ship)) => self.charge(ship),
            (Decision::Shoot(_), Feat::Shokk(ship, target)) => self.fire_shokk(ship, target),
            (Decision::Shoot(_), Feat::Blast(ship, heading)) => self.blast(ship, heading),
            (Decision::Shoot(_), Feat::Join(ship, other)) => self.join(ship, other),
            (Decision::Launch(_), Feat::Drop(ship)) => self.drop_charge(ship),
            (Decision::Launch(_), Feat::Flush(ship)) => self.flush(ship),
            _ => Err(self.not_now(due).into()),
        }
    }

    /// Does what is due.
    pub(super) fn stage(&mut self, stage: Stage) -> Judged<()> {
        match stage {
            Stage::Beasts { ship, target } => self.beasts(ship, target),
            Stage::Klaws { ship, target } => self.klaws(ship, target),
            Stage::Shokk { ship, target } => self.shokk(ship, target),
            Stage::Sucked(ship) => self.sucked(ship),
            Stage::Blast(ship) => self.blasted(ship),
            Stage::Translate(_) => self.translate(),
            Stage::Annihilate(ship) => self.armageddon(ship),
            Stage::Overcharge(ship) => self.overcharge(ship),
            // These wait for an answer.
            Stage::Tide { .. }
            | Stage::Grab { .. }
            | Stage::Jam { .. }
            | Stage::Mislead { .. }
            | Stage::First { .. }
            | Stage::Send { .. }
            | Stage::Face(_) => Ok(()),
        }
    }

    /// A new player turn: what may be done once a turn may be done again, and maniac turrets are rolled for.
    ///
    /// Ruling: a D3 of turrets is rolled at the start of each player turn and stands until the next.
    pub(super) fn open_feats(&mut self) -> Judged<()> {
        let side = self.battle.active;
        self.close_rifts()?;
        self.open_haven()?;
        for id in (0..self.battle.ships.len() as u8).map(ShipId) {
            let ship = self.battle.ship_mut(id);
            let feats = &mut ship.done.feats;
            if ship.side == side {
                (feats.klawed, feats.shokked, feats.spurred) = (false, false, false);
                feats.charge += u8::from(feats.charge > 0);
            }
            if ship.fights() && self.profile(id).odd.maniac_turrets {
                let turrets = self.d6("maniac turrets", self.name(id))?.div_ceil(2);
                self.battle.ship_mut(id).done.feats.turrets = turrets;
                self.tell_deed(Deed::Turrets(id, turrets));
            }
        }
        Ok(())
    }

    /// What is counted in turns runs out with the turn of its player.
    pub(super) fn end_feats(&mut self) {
        let side = self.battle.active;
        for (ship, entry) in self.battle.ships.iter_mut().zip(&self.roster.ships) {
            if ship.side != side {
                continue;
            }
            let feats = &mut ship.done.feats;
            feats.frenzy = feats.frenzy.saturating_sub(1);
            feats.flushed = feats.flushed.saturating_sub(1);
            feats.turned = feats.turned.saturating_sub(1);
            feats.joined = 0;
            feats.inert = feats.inert.saturating_sub(1);
            let busy = std::mem::take(&mut feats.stirred) || ship.done.fired || !entry.profile.odd.charged_shot;
            feats.idle = if busy { 0 } else { (feats.idle + 1).min(blackstone::CHARGED) };
        }
    }

    pub(super) fn then_stage(&mut self, stage: Stage) {
        self.then(Task::of_stage(stage));
    }

    pub(super) fn tell_wonder(&mut self, wonder: Wonder) {
        self.tell_deed(Deed::Wonder(wonder));
    }

    pub(super) fn tell_deed(&mut self, deed: Deed) {
        self.tell(|| Event::Feat(deed));
    }
}

impl Feat {
    /// The ship that does it.
    #[must_use]
    pub const fn ship(self) -> ShipId {
        match self {
            Self::Unleash(ship, _)
            | Self::Flush(ship)
            | Self::Shokk(ship, _)
            | Self::Haunt { ship, .. }
            | Self::Manifest(ship)
            | Self::Annihilate(ship)
            | Self::Charge(ship)
            | Self::Drop(ship)
            | Self::Join(ship, _)
            | Self::Blast(ship, _) => ship,
        }
    }
}
