//! What a vessel costs and whether its list sells it so (FLEET-01, FLEET-09, CMDR-09, RESV-05, ALLY-09).

use super::command::{NewOfficer, NewShips, NewVessel};
use super::composition::{section_of, selects};
use super::lists::{CommanderKind, CommanderRole, FleetList, Price, Upgrade};
use super::refusal::Refusal;
use super::state::{Bought, Campaign, Officer, Origin, Player, Vessel};
use super::{Library, about};
use crate::campaign::hint::Hint;
use crate::ships::armament::{Slot, slots};
use crate::ships::class::{ShipClass, ShipType, Strength, WeaponKind};
use crate::text::{a, count, did_you_mean, or_list, slug};

/// A vessel with its figures looked up and its price worked out.
pub(super) struct Priced {
    pub(super) ships: Vec<PricedShips>,
    pub(super) upgrades: Vec<Bought>,
    pub(super) officer: Option<Officer>,
    pub(super) points: u32,
    pub(super) officer_points: u32,
    /// What the list forbids and the ruling let pass.
    pub(super) waived: Vec<Refusal>,
}

pub(super) struct PricedShips {
    pub(super) class: ShipClass,
    pub(super) count: u32,
    pub(super) weapons: Vec<String>,
}

/// Looks up and prices a vessel. With a ruling, what the list does not sell may be bought all the same.
pub(super) fn price(
    campaign: &Campaign,
    buyer: &Player,
    new: &NewVessel,
    library: &dyn Library,
    ruling: bool,
) -> Result<Priced, Vec<Refusal>> {
    let list = source(campaign, buyer, new, library).map_err(|refusal| vec![refusal])?;
    let mut shop = Shop { buyer, list, library, ruling, problems: Vec::new(), waived: Vec::new(), total: 0 };
    let ships = shop.ships(&new.ships);
    if ships.is_empty() {
        return Err(shop.problems);
    }
    shop.one_kind(&ships);
    let upgrades = shop.upgrades(new, &ships);
    let officer = new.officer.as_ref().and_then(|officer| shop.officer(officer, &ships));
    if !shop.problems.is_empty() {
        return Err(shop.problems);
    }
    let points = u32::try_from(shop.total).unwrap_or(0);
    let officer_points = officer.as_ref().map_or(0, |officer| officer.points);
    Ok(Priced { ships, upgrades, officer, points, officer_points, waived: shop.waived })
}

/// The list a vessel is bought from.
fn source<'l>(
    campaign: &Campaign,
    buyer: &Player,
    new: &NewVessel,
    library: &'l dyn Library,
) -> Result<&'l FleetList, Refusal> {
    let options = &about(campaign)?.options;
    let id = match &new.origin {
        Origin::Main => &buyer.list,
        Origin::Reserve(_) if !options.flag("reserves") => {
            return Err(Refusal::by("RESV-01", "this campaign plays without reserves"));
        }
        Origin::Ally(_) if !options.flag("allies") => {
            return Err(Refusal::by("ALLY-01", "this campaign plays without allies"));
        }
        Origin::Reserve(id) | Origin::Ally(id) => id,
    };
    library.list(id).ok_or_else(|| {
        let known = library.list_ids();
        Refusal::plain(format!("there is no fleet list \"{id}\"{}", did_you_mean(id, known.iter().map(String::as_str))))
            .hint(Hint::ShowLists)
    })
}

struct Shop<'a> {
    buyer: &'a Player,
    list: &'a FleetList,
    library: &'a dyn Library,
    ruling: bool,
    problems: Vec<Refusal>,
    waived: Vec<Refusal>,
    total: i64,
}

impl Shop<'_> {
    fn refuse(&mut self, refusal: Refusal) {
        self.problems.push(refusal);
    }

    /// Refuses what the list forbids, or notes it where a ruling lets it pass. Says whether it passes.
    fn forbid(&mut self, refusal: Refusal) -> bool {
        if self.ruling {
            self.waived.push(refusal.allowable());
        } else {
            self.problems.push(refusal.allowable());
        }
        self.ruling
    }

    fn ships(&mut self, wanted: &[NewShips]) -> Vec<PricedShips> {
        if wanted.is_empty() {
            self.refuse(Refusal::plain("a vessel has at least one ship"));
        }
        wanted.iter().filter_map(|ships| self.ships_of_class(ships)).collect()
    }

    fn ships_of_class(&mut self, wanted: &NewShips) -> Option<PricedShips> {
        let Some(class) = self.library.class(&wanted.class) else {
            let known = self.library.class_ids();
            let near = did_you_mean(&wanted.class, known.iter().map(String::as_str));
            self.refuse(
                Refusal::plain(format!("there is no class \"{}\"{near}", wanted.class))
                    .hint(Hint::ShowClasses(self.list.id.clone())),
            );
            return None;
        };
        if !(1..=24).contains(&wanted.count) {
            self.refuse(Refusal::plain(format!("{} ships of a class cannot be bought at once", wanted.count)));
            return None;
        }
        let section = section_of(self.list, &class.id);
        if section.is_none() {
            let says = format!("the list \"{}\" has no {}", self.list.name, class.name);
            if !self.forbid(Refusal::by("FLEET-09", says).hint(Hint::TakeAsReserveOrAlly)) {
                return None;
            }
        }
        if section.is_some_and(|section| section.by_agreement) {
            let says = format!("{} is taken only by agreement", a(&class.name));
            self.forbid(Refusal::by("FLEET-09", says).hint(Hint::AskForRuling));
        }
        let listed = section.and_then(|section| section.prices.iter().find(|(id, _)| *id == class.id).map(|(_, p)| *p));
        let Some(each) = listed.or(class.points).filter(|_| !class.template) else {
            self.refuse(Refusal::plain(format!("{} has no price of its own", a(&class.name))).hint(Hint::ShowHowTaken));
            return None;
        };
        let weapons = self.weapons(class, wanted)?;
        self.total += i64::from(wanted.count) * i64::from(each + weapons);
        Some(PricedShips { class: class.clone(), count: wanted.count, weapons: wanted.weapons.clone() })
    }

    /// The price of the chosen weapons; each slot takes what it takes.
    fn weapons(&mut self, class: &ShipClass, wanted: &NewShips) -> Option<u32> {
        let slots = slots(class);
        let before = self.problems.len();
        let mut price = 0;
        for chosen in &wanted.weapons {
            let known = slots.iter().flat_map(|slot| &slot.choices);
            if let Some(choice) = known.clone().find(|choice| choice.id == *chosen) {
                price += choice.points;
            } else {
                let near = did_you_mean(chosen, known.map(|choice| choice.id.as_str()));
                self.refuse(
                    Refusal::plain(format!("{} cannot choose \"{chosen}\"{near}", a(&class.name)))
                        .hint(Hint::ShowWeapons(class.id.clone())),
                );
            }
        }
        for slot in &slots {
            let taken = wanted.weapons.iter().filter(|id| slot.choices.iter().any(|choice| choice.id == **id)).count();
            let taken = u32::try_from(taken).unwrap_or(u32::MAX);
            if taken > slot.most {
                self.refuse(Refusal::plain(format!(
                    "the {} of a {} takes {}, not {taken} weapons",
                    slot.id, class.name, slot.most
                )));
            } else if taken == 0 && slot.must_be_filled() {
                self.refuse(
                    Refusal::plain(format!(
                        "choose the {} weapon of the {}: {}",
                        slot.id,
                        class.name,
                        alternatives(slot)
                    ))
                    .hint(Hint::NameWeapon(class.id.clone())),
                );
            }
        }
        (self.problems.len() == before).then_some(price)
    }

    /// Escorts, transports and defences make squadrons; a capital ship is an entry of its own (FLEET-11, COMP-11).
    fn one_kind(&mut self, ships: &[PricedShips]) {
        let number: u32 = ships.iter().map(|ships| ships.count).sum();
        let single = |class: &ShipClass| {
            let most = section_of(self.list, &class.id).and_then(|section| section.squadron_max);
            !matches!(class.kind, ShipType::Escort | ShipType::Transport)
                && (class.kind != ShipType::Defence || most.is_none_or(|most| most < 2))
        };
        if number > 1
            && let Some(alone) = ships.iter().find(|ships| single(&ships.class))
        {
            let says = format!("{} is a register entry of its own, not part of a squadron", a(&alone.class.name));
            self.refuse(Refusal::by("FLEET-11", says).hint("buy capital ships one at a time"));
        }
        if ships.iter().any(|other| other.class.kind != ships[0].class.kind) {
            self.refuse(Refusal::by("COMP-11", "a mixed squadron has escorts only"));
        }
    }

    fn upgrades(&mut self, new: &NewVessel, ships: &[PricedShips]) -> Vec<Bought> {
        // Reserves take upgrades of either list, allies those of their own only (RESV-05, ALLY-09).
        let mut sold = self.library.upgrades(&self.list.id);
        if matches!(new.origin, Origin::Reserve(_)) {
            sold.extend(self.library.upgrades(&self.buyer.list));
        }
        let mut bought: Vec<Bought> = Vec::new();
        for id in &new.upgrades {
            let times = bought.iter().filter(|other| other.id == *id).count();
            let found = self.class_option(id, ships, times).or_else(|| self.list_upgrade(id, &sold, new, ships, times));
            match found {
                Some((upgrade, refusal)) => {
                    if refusal.is_none_or(|says| self.forbid(Refusal::by("FLEET-09", says))) {
                        self.total += i64::from(upgrade.points);
                        bought.push(upgrade);
                    }
                }
                None => {
                    let options = ships.iter().flat_map(|ships| ships.class.options.iter().map(|o| o.id.as_str()));
                    let known: Vec<&str> = options.chain(sold.iter().map(|upgrade| upgrade.id.as_str())).collect();
                    let near = did_you_mean(id, known.iter().copied());
                    self.refuse(
                        Refusal::by("FLEET-09", format!("there is no upgrade \"{id}\" for this vessel{near}"))
                            .hint(Hint::ShowWhatIsSold),
                    );
                }
            }
        }
        bought
    }

    /// An option of the class, and why it may not be taken.
    fn class_option(&self, id: &str, ships: &[PricedShips], times: usize) -> Option<(Bought, Option<String>)> {
        let offered: Vec<(&PricedShips, _)> = ships
            .iter()
            .filter_map(|ships| ships.class.options.iter().find(|option| option.id == id).map(|option| (ships, option)))
            .collect();
        let (_, option) = offered.first()?;
        let refusal = if !option.lists.is_empty() && !option.lists.contains(&self.list.id) {
            Some(format!("\"{id}\" is sold by {} only", or_list(&option.lists)))
        } else if u32::try_from(times).unwrap_or(u32::MAX) >= option.times {
            Some(format!(
                "\"{id}\" is taken {} at most",
                if option.times == 1 { "once".to_owned() } else { format!("{} times", option.times) }
            ))
        } else if option.by_agreement {
            Some(format!("\"{id}\" is taken only by agreement"))
        } else {
            None
        };
        let points: i64 = offered.iter().map(|(ships, option)| i64::from(option.points) * i64::from(ships.count)).sum();
        let points = i32::try_from(points).unwrap_or(i32::MAX);
        Some((Bought { id: id.to_owned(), points, effect: option.effect.clone(), gained: false }, refusal))
    }

    /// An upgrade of the list, and why it may not be taken.
    fn list_upgrade(
        &self,
        id: &str,
        sold: &[&Upgrade],
        new: &NewVessel,
        ships: &[PricedShips],
        times: usize,
    ) -> Option<(Bought, Option<String>)> {
        let upgrade = sold.iter().find(|upgrade| upgrade.id == id)?;
        let takers: Vec<&PricedShips> = ships.iter().filter(|ships| self.may_take(upgrade, &ships.class)).collect();
        let missing = upgrade.needs.iter().find(|needed| !new.upgrades.contains(needed));
        // A weapon that comes by an option of the class bars as much as one that the class has.
        let fitted = upgrade.without.map(|kind| slug(&kind.to_string()));
        let barred = upgrade.excludes.iter().chain(&fitted).find(|other| new.upgrades.contains(other));
        let refusal = if times > 0 {
            Some(format!("\"{id}\" is taken once at most"))
        } else if takers.is_empty() {
            Some(format!("\"{id}\" is not for {}", a(&ships[0].class.name)))
        } else if upgrade.with_commander && new.officer.is_none() {
            Some(format!("\"{id}\" needs a commander aboard"))
        } else if upgrade.marked && new.officer.as_ref().is_none_or(|officer| officer.marks.is_empty()) {
            Some(format!("\"{id}\" needs a commander aboard who bears a mark"))
        } else if let Some(needed) = missing {
            Some(format!("\"{id}\" needs \"{needed}\""))
        } else {
            barred.map(|other| format!("\"{id}\" does not go with \"{other}\""))
        };
        let takers = if takers.is_empty() { ships.iter().collect() } else { takers };
        let points: u32 = takers.iter().map(|ships| ships.count * cost(upgrade, &ships.class)).sum();
        // One price for the vessel is not paid again for each ship of a squadron.
        let points = match &upgrade.price {
            Price::Flat(flat) if upgrade.prices.is_empty() => *flat,
            Price::Flat(_) | Price::PerShip(_) | Price::PerLaunchBay(_) | Price::ByType(_) => points,
        };
        let points = i32::try_from(points).unwrap_or(i32::MAX);
        Some((Bought { id: id.to_owned(), points, effect: upgrade.effect.clone(), gained: false }, refusal))
    }

    fn may_take(&self, upgrade: &Upgrade, class: &ShipClass) -> bool {
        (upgrade.of.is_empty() || selects(self.list, &upgrade.of, class))
            && !selects(self.list, &upgrade.not_of, class)
            && upgrade.front_armour.is_none_or(|least| class.armour.front >= least)
            && upgrade.without.is_none_or(|kind| !class.weapons.iter().any(|weapon| weapon.kind == kind))
            && (!matches!(upgrade.price, Price::PerLaunchBay(_)) || launch_strength(class) > 0)
    }

    fn officer(&mut self, wanted: &NewOfficer, ships: &[PricedShips]) -> Option<Officer> {
        let kinds = self.library.commanders(&self.buyer.list);
        let Some(kind) = kinds.iter().find(|kind| kind.id == wanted.kind) else {
            let near = did_you_mean(&wanted.kind, kinds.iter().map(|kind| kind.id.as_str()));
            self.refuse(
                Refusal::by("CMDR-09", format!("the list has no commander \"{}\"{near}", wanted.kind))
                    .hint(Hint::ShowCommanders(self.buyer.list.clone())),
            );
            return None;
        };
        if kind.role == CommanderRole::FleetCommander && !kind.further {
            self.refuse(
                Refusal::by(
                    "CMDR-08",
                    format!("{} commands the fleet, as {} does already", a(&kind.rank), self.buyer.commander),
                )
                .hint("only lesser commanders are bought"),
            );
            return None;
        }
        let class = &ships[0].class;
        let welcome = (kind.aboard.is_empty() || selects(self.list, &kind.aboard, class))
            && kind.aboard_people.is_none_or(|people| people == class.people);
        if !welcome {
            let says = format!("{} cannot be aboard {}", a(&kind.rank), a(&class.name));
            if !self.forbid(Refusal::by("CMDR-09", says)) {
                return None;
            }
        }
        let extra = match wanted.extra_rerolls {
            0 => Some(0),
            number => kind.extra_rerolls.iter().find(|(count, _)| *count == number).map(|(_, points)| *points),
        };
        let Some(extra) = extra else {
            let says = format!("{} cannot have {} extra re-rolls", a(&kind.rank), wanted.extra_rerolls);
            self.refuse(Refusal::by("CMDR-09", says));
            return None;
        };
        let price = kind.prices.iter().find(|(id, _)| *id == class.id).map_or(kind.points, |(_, points)| *points);
        let marks = self.marks(kind, wanted)?;
        let points = price + extra + marks;
        self.total += i64::from(points);
        Some(Officer {
            kind: kind.id.clone(),
            rank: kind.rank.clone(),
            points,
            rerolls: kind.rerolls + wanted.extra_rerolls,
            extra_rerolls: wanted.extra_rerolls,
            marks: wanted.marks.clone(),
        })
    }

    /// The price of a lesser commander's Marks of Chaos.
    fn marks(&mut self, kind: &CommanderKind, wanted: &NewOfficer) -> Option<u32> {
        let table = kind.marks_table.as_deref().map(|table| self.library.marks(&kind.fleet, table)).unwrap_or_default();
        if wanted.marks.len() > kind.marks_max as usize {
            let says = format!("{} bears at most {}", a(&kind.rank), count(kind.marks_max, "mark"));
            self.refuse(Refusal::by("CMDR-09", says));
            return None;
        }
        let mut price = 0;
        for id in &wanted.marks {
            let Some((_, points)) = table.iter().find(|(mark, _)| mark == id) else {
                let near = did_you_mean(id, table.iter().map(|(mark, _)| *mark));
                self.refuse(Refusal::by("CMDR-09", format!("{} cannot bear the mark \"{id}\"{near}", a(&kind.rank))));
                return None;
            };
            price += points;
        }
        Some(price)
    }
}

/// The price of an upgrade for one ship.
fn cost(upgrade: &Upgrade, class: &ShipClass) -> u32 {
    if let Some((_, points)) = upgrade.prices.iter().find(|(id, _)| *id == class.id) {
        return *points;
    }
    match &upgrade.price {
        Price::Flat(points) | Price::PerShip(points) => *points,
        Price::PerLaunchBay(points) => points * launch_strength(class),
        Price::ByType(prices) => prices.iter().find(|(kind, _)| *kind == class.kind).map_or(0, |(_, points)| *points),
    }
}

/// Launch-bay strength, dice counted at their highest.
fn launch_strength(class: &ShipClass) -> u32 {
    let bays = class.weapons.iter().filter(|weapon| weapon.kind == WeaponKind::LaunchBay);
    bays.map(|weapon| match &weapon.strength {
        Strength::Fixed(strength) => *strength,
        Strength::Dice(dice) => highest(dice),
    })
    .sum()
}

/// The highest result of dice such as `2D6+2` or `D3+1`.
fn highest(dice: &str) -> u32 {
    let (rolled, plus) = dice.split_once('+').unwrap_or((dice, "0"));
    let (number, sides) = rolled.split_once('D').unwrap_or(("0", "0"));
    number.parse().unwrap_or(1) * sides.parse().unwrap_or(0) + plus.parse().unwrap_or(0)
}

fn alternatives(slot: &Slot<'_>) -> String {
    let names: Vec<&str> = slot.choices.iter().map(|choice| choice.id.as_str()).collect();
    or_list(&names)
}

/// The vessel as it was ordered, to be priced again.
pub(super) fn as_commissioned(campaign: &Campaign, vessel: &Vessel) -> NewVessel {
    NewVessel {
        name: vessel.name.clone(),
        ships: vessel
            .hulls
            .iter()
            .map(|hulls| NewShips {
                class: campaign.class(hulls.design).id.clone(),
                count: hulls.count,
                weapons: hulls.weapons.clone(),
            })
            .collect(),
        upgrades: vessel.upgrades.iter().filter(|upgrade| !upgrade.gained).map(|upgrade| upgrade.id.clone()).collect(),
        officer: vessel.officer.as_ref().map(|officer| NewOfficer {
            kind: officer.kind.clone(),
            extra_rerolls: officer.extra_rerolls,
            marks: officer.marks.clone(),
        }),
        origin: vessel.origin.clone(),
        unfinished: false,
    }
}

#[cfg(test)]
mod tests {
    use super::highest;

    #[test]
    fn variable_bays_count_at_their_highest() {
        assert_eq!(highest("D6"), 6);
        assert_eq!(highest("D3+1"), 4);
        assert_eq!(highest("2D6+2"), 14);
        assert_eq!(highest("special"), 0);
    }
}
