//! Victory points: shares of every enemy unit, hulks, objectives (VP-01 to VP-26, SCEN-63).

use super::{Earned, Table};
use crate::battle::account::{End, Toll, percent};
use crate::battle::class::People;
use crate::campaign::state::{Hulls, Vessel};
use crate::campaign::turn::Fielded;
use crate::campaign::turn::report::{Fate, Guest, Role, VesselReport};
use crate::campaign::turn::scenario::Scenario;
use crate::text::count;

/// The special rule of ships that pay more than others (VP-24).
const VENERABLE: &str = "victory-points-100-crippled-150-destroyed";

impl Table<'_> {
    /// What a side earns: shares of every enemy unit, hulks if it holds the field, and objectives (VP-20).
    pub(super) fn account(&self, role: Role, field: Option<Role>) -> Vec<Earned> {
        let enemy = role.other();
        let mut lines = Vec::new();
        let mut earn = |what: String, points: u32| {
            if points > 0 {
                lines.push(Earned { what, points });
            }
        };
        for (vessel, fielded, entry) in self.entries(enemy) {
            let points = self.share(enemy, vessel, fielded, entry);
            earn(format!("{} {}", vessel.name, self.became(enemy, entry)), points);
        }
        for guest in self.guests(enemy) {
            let name = if guest.number == 1 { guest.name.clone() } else { count(guest.number, &guest.name) };
            earn(format!("{name} {}", guest.fate), self.guest_share(enemy, guest));
        }
        if field == Some(role) {
            for side in [Role::Attacker, Role::Defender] {
                for (vessel, fielded, _) in self.entries(side).filter(|(.., entry)| entry.fate == Fate::Hulk) {
                    earn(format!("hulk of {}", vessel.name), percent(fielded.points, 50));
                }
                for guest in self.guests(side).filter(|guest| guest.fate == Fate::Hulk) {
                    earn(format!("hulk of {}", guest.name), percent(guest.points, 50) * guest.number);
                }
            }
        }
        if self.battle.scenario == Some(Scenario::BlockadeRun) && role == Role::Attacker {
            for (vessel, fielded, entry) in self.entries(role) {
                earn(format!("{} broke through", vessel.name), self.broke_through(vessel, fielded, entry));
            }
        }
        let taken = |by: Option<&super::BySide<u32>>| by.map_or(0, |by| *by.of(role));
        earn("slaves taken".to_owned(), taken(self.report.slaves.as_ref()) * 10);
        earn("slaves taken by impaler".to_owned(), taken(self.report.impaler_slaves.as_ref()) * 30);
        lines
    }

    fn became(&self, side: Role, entry: &VesselReport) -> String {
        let fate = self.fate(side, entry.fate);
        match fate {
            _ if entry.warp == Some(1) => "lost in the warp for ever".to_owned(),
            Fate::OnTable => "crippled".to_owned(),
            _ if entry.crippled && !entry.is_destroyed() => format!("crippled, {fate}"),
            _ => fate.to_string(),
        }
    }

    fn guest_share(&self, side: Role, guest: &Guest) -> u32 {
        let each = match self.fate(side, guest.fate) {
            Fate::Destroyed | Fate::Hulk | Fate::HulkGone => guest.points,
            Fate::Disengaged | Fate::LostInWarp => percent(guest.points, if guest.crippled { 25 } else { 10 }),
            Fate::OnTable if guest.crippled => percent(guest.points, 25),
            _ => 0,
        };
        each * guest.number
    }

    /// The share of an enemy vessel's value, once (VP-03).
    fn share(&self, side: Role, vessel: &Vessel, fielded: &Fielded, entry: &VesselReport) -> u32 {
        let value = fielded.points;
        let fate = self.fate(side, entry.fate);
        let class = self.campaign.class(vessel.hulls[0].design);
        if class.people == People::Necrons {
            return self.necron_share(vessel, value, fate, entry);
        }
        let squadron = self.campaign.is_squadron(vessel);
        let end = match fate {
            _ if entry.is_destroyed() => End::Lost,
            Fate::Disengaged | Fate::LostInWarp => End::Away,
            Fate::OnTable => End::OnTable,
            Fate::LeftByEdge if !squadron => End::OnTable,
            _ => return 0,
        };
        let venerable = !squadron && class.special.iter().any(|key| key == VENERABLE);
        // A ship that started crippled pays again only if it lost a hit, or disengaged (VP-22).
        let started = crate::campaign::turn::report::hits(self.campaign, self.battle, vessel);
        let toll = Toll {
            end,
            squadron,
            crippled: entry.crippled,
            started_crippled: started.left * 2 <= started.full,
            hurt: entry.hits_lost > 0,
            // The text gives nothing for a reduced squadron still on the table; a club may (VP-11).
            reduced_pays: self.option("reduced-squadrons-pay"),
            shares: if venerable { (100, 150) } else { (25, 100) },
        };
        percent(value, toll.percent())
    }

    fn option(&self, name: &str) -> bool {
        self.campaign.about.as_ref().is_some_and(|about| about.options.flag(name))
    }

    /// Necrons pay by shares of their own (VP-24).
    fn necron_share(&self, vessel: &Vessel, value: u32, fate: Fate, entry: &VesselReport) -> u32 {
        let raider = self.campaign.is_squadron(vessel);
        percent(
            value,
            match fate {
                Fate::Hulk => 300,
                _ if entry.is_destroyed() => 200,
                Fate::Disengaged | Fate::LostInWarp if raider => 25,
                _ if entry.crippled && !raider => 50,
                Fate::Disengaged | Fate::LostInWarp if entry.hits_lost > 0 => 25,
                Fate::Disengaged | Fate::LostInWarp => 10,
                _ => 0,
            },
        )
    }

    /// The full value of what leaves uncrippled, a quarter of what leaves crippled; of a squadron those that leave
    /// (SCEN-63).
    fn broke_through(&self, vessel: &Vessel, fielded: &Fielded, entry: &VesselReport) -> u32 {
        let part = |of: u32, all: u32| fielded.points * of / all.max(1);
        let away = match (entry.left, entry.fate) {
            (Some(left), _) => part(left, fielded.ships),
            (None, Fate::LeftByEdge) => fielded.points - self.worth_of_lost(vessel, fielded, entry),
            _ => 0,
        };
        percent(away, if entry.crippled { 25 } else { 100 })
    }

    /// The value of the escorts a squadron lost, each by the price of its class (PLOT-13).
    pub(super) fn worth_of_lost(&self, vessel: &Vessel, fielded: &Fielded, entry: &VesselReport) -> u32 {
        let price = |hulls: &Hulls| self.campaign.class(hulls.design).points.unwrap_or(1);
        let present: u32 = vessel.hulls.iter().map(|hulls| (hulls.count - hulls.lost) * price(hulls)).sum();
        let price_of =
            |id: &str| vessel.hulls.iter().find(|hulls| self.campaign.class(hulls.design).id == id).map_or(0, price);
        let lost: u32 = entry.lost.iter().map(|(class, number)| price_of(class) * number).sum();
        fielded.points * lost / present.max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_rounded_up_one_by_one() {
        assert_eq!(percent(185, 25), 47);
        assert_eq!(percent(180, 25), 45);
        assert_eq!(percent(230, 25), 58);
        assert_eq!(percent(185, 10), 19);
        assert_eq!(percent(185, 50), 93);
        assert_eq!(percent(275, 50), 138);
        assert_eq!(percent(275, 300), 825);
    }
}
