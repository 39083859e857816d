//! The limits of a fleet list, judged over part of a register (FLEET-09).

use super::{Breach, Entry, worth};
use crate::campaign::hint::Hint;
use crate::campaign::limits::{Bound, Counted, Limit, PerOthers, Selector};
use crate::campaign::lists::FleetList;
use crate::campaign::state::Player;
use crate::ships::class::{ShipClass, ShipType, Strength, WeaponKind};
use crate::text::thousands;

/// What a limit may look at besides the ships it counts.
pub(super) struct Register<'a> {
    pub(super) list: &'a FleetList,
    /// Points of the whole register.
    pub(super) worth: u32,
    /// Kinds of commanders present.
    commanders: Vec<&'a str>,
    /// The player's commander is of no kind in particular.
    unnamed: bool,
}

const TAKE_FEWER: &str = "take fewer of them";
const BUY_FIRST: &str = "buy other ships first, or import the whole fleet at once";
const BUY_MISSING: &str = "buy what is missing";

impl<'a> Register<'a> {
    /// The whole register of a player, judged by a list.
    pub(super) fn new(list: &'a FleetList, player: &'a Player, entries: &[Entry<'a>]) -> Self {
        // The player's commander and every lesser one.
        let lesser =
            entries.iter().filter_map(|entry| entry.vessel.officer.as_ref().map(|officer| officer.kind.as_str()));
        Self {
            list,
            worth: worth(entries),
            commanders: player.commander_kind.as_deref().into_iter().chain(lesser).collect(),
            unnamed: player.commander_kind.is_none(),
        }
    }

    /// Judges one limit over the entries it concerns.
    pub(super) fn check(&self, limit: &Limit, entries: &[&Entry<'_>], found: &mut Vec<Breach>) {
        let number = self.tally(&limit.of, limit.count, entries);
        let said = &limit.says;
        let mut breach = |says: String, hint: &str, unfinished: bool| {
            found.push(Breach { rule: "FLEET-09", says, hint: hint.into(), unfinished });
        };
        let has = format!("{said}: the register has {number}");
        match &limit.bound {
            Bound::AtMost(most) if number > *most => breach(has, TAKE_FEWER, false),
            Bound::AtMostUpTo { count, points } if self.worth <= *points && number > *count => {
                breach(has, BUY_FIRST, false);
            }
            Bound::AtMostWith { count, others } if number > *count && self.tally(others, limit.count, entries) > 0 => {
                breach(has, TAKE_FEWER, false);
            }
            Bound::AtLeast { count, above_points } if self.worth > *above_points && number < *count => {
                breach(has, BUY_MISSING, true);
            }
            Bound::AtMostPer(per) => {
                let among = self.tally(&per.others, limit.count, entries);
                if let Some(most) = self.most(per, among).filter(|most| number > *most) {
                    let says = format!("{said}: {number} taken, {among} of the others allow {most}");
                    breach(says, BUY_FIRST, false);
                }
            }
            Bound::AtLeastPer { count, per, others } => {
                // Ships are counted even where squadrons are asked for: one squadron for every cruiser.
                let among = self.tally(others, Counted::Ships, entries);
                let least = among / per * count;
                if number < least {
                    breach(
                        format!("{said}: {among} of those need {least}, the register has {number}"),
                        BUY_MISSING,
                        true,
                    );
                }
            }
            Bound::AtMostPerPoints { count, points, part, points_of } => {
                let basis = if points_of.is_empty() { self.worth } else { self.points_of(points_of, entries) };
                let shares = if *part { basis.div_ceil(*points) } else { basis / points };
                if number > shares * count {
                    breach(
                        format!("{said}: {number} taken, too many for {} points", thousands(basis)),
                        BUY_FIRST,
                        false,
                    );
                }
            }
            Bound::AtMostPerCommanders { count, per, kinds } => {
                let present = self.commanders.iter().filter(|kind| kinds.iter().any(|known| known == *kind)).count();
                // The player's own commander counts even when he was entered without a kind (CMDR-08).
                let present = u32::try_from(present).unwrap_or(u32::MAX) + u32::from(self.unnamed);
                if number > present / per * count {
                    breach(has, TAKE_FEWER, false);
                }
            }
            Bound::FleetPoints(least) if number > 0 && self.worth < *least => {
                breach(format!("{said}: the register is worth {} points", thousands(self.worth)), BUY_FIRST, false);
            }
            Bound::PointsPercent(percent) => {
                let points = self.points_of(&limit.of, entries);
                if points * 100 > self.worth * percent {
                    let says = format!("{said}: they are worth {points} of {} points", thousands(self.worth));
                    breach(says, TAKE_FEWER, false);
                }
            }
            Bound::OptionsPercent { percent, options } => {
                let with = self.with_options(&limit.of, options, entries);
                if with * 100 > number * percent {
                    breach(format!("{said}: {with} of {number} have them"), TAKE_FEWER, false);
                }
            }
            Bound::HookCapacity => {
                let room = hook_capacity(entries);
                if number > room {
                    breach(format!("{said}: {number} ships, hooks for {room}"), TAKE_FEWER, false);
                }
            }
            Bound::NotWith(others) if number > 0 && self.tally(others, limit.count, entries) > 0 => {
                breach(said.clone(), "take the one or the other", false);
            }
            Bound::Commander(kinds) if number > 0 && !self.led_by(kinds) => {
                let hint = Hint::EnterCommander(kinds.clone());
                found.push(Breach { rule: "FLEET-09", says: said.clone(), hint, unfinished: false });
            }
            Bound::AtMost(_)
            | Bound::AtMostUpTo { .. }
            | Bound::AtMostWith { .. }
            | Bound::AtLeast { .. }
            | Bound::FleetPoints(_)
            | Bound::NotWith(_)
            | Bound::Commander(_) => {}
        }
    }

    pub(super) fn led_by(&self, kinds: &[String]) -> bool {
        self.commanders.iter().any(|kind| kinds.iter().any(|known| known == kind))
    }

    /// How many `among` others allow; `None` for no limit.
    fn most(&self, per: &PerOthers, among: u32) -> Option<u32> {
        if per.free_without && among == 0 {
            return None;
        }
        let plus = if per.plus_with.is_empty() || self.led_by(&per.plus_with) { per.plus } else { 0 };
        // To be outnumbered by nobody forbids nothing: `number` is 0 then.
        Some((among / per.per * per.count + plus).saturating_sub(u32::from(per.fewer)))
    }

    pub(super) fn tally(&self, selectors: &[Selector], counted: Counted, entries: &[&Entry<'_>]) -> u32 {
        entries
            .iter()
            .map(|entry| {
                let chosen = entry.classes.iter().filter(|(class, _)| selects(self.list, selectors, class));
                let ships: u32 = chosen.map(|(_, count)| count).sum();
                match counted {
                    Counted::Ships => ships,
                    Counted::Squadrons => u32::from(ships > 0),
                }
            })
            .sum()
    }

    fn points_of(&self, selectors: &[Selector], entries: &[&Entry<'_>]) -> u32 {
        entries
            .iter()
            .filter(|entry| entry.classes.iter().any(|(class, _)| selects(self.list, selectors, class)))
            .map(|entry| entry.vessel.points)
            .sum()
    }

    fn with_options(&self, selectors: &[Selector], options: &[String], entries: &[&Entry<'_>]) -> u32 {
        let changed = |entry: &&&Entry<'_>| entry.vessel.upgrades.iter().any(|upgrade| options.contains(&upgrade.id));
        let changed: Vec<&Entry<'_>> = entries.iter().filter(changed).copied().collect();
        self.tally(selectors, Counted::Ships, &changed)
    }
}

/// Strengths of the gravitic hooks, added up.
fn hook_capacity(entries: &[&Entry<'_>]) -> u32 {
    entries
        .iter()
        .flat_map(|entry| &entry.classes)
        .map(|(class, count)| {
            let hooks = class.weapons.iter().filter(|weapon| weapon.kind == WeaponKind::GraviticHook);
            let strength: u32 =
                hooks.map(|weapon| if let Strength::Fixed(strength) = weapon.strength { strength } else { 0 }).sum();
            strength * count
        })
        .sum()
}

/// Whether any of the selectors means the class.
pub(in crate::campaign) fn selects(list: &FleetList, selectors: &[Selector], class: &ShipClass) -> bool {
    selectors.iter().any(|selector| match selector {
        Selector::Section(id) => {
            list.sections.iter().any(|section| section.id == *id && section.classes.contains(&class.id))
        }
        Selector::Class(id) => class.id == *id,
        Selector::Type(kind) => class.kind == *kind,
        Selector::People(people) => class.people == *people,
        Selector::Capital => !matches!(class.kind, ShipType::Escort | ShipType::Transport | ShipType::Defence),
    })
}
