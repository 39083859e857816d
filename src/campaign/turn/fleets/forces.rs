//! What a scenario asks of the forces (SCEN-18, SCEN-28, SCEN-30, SCEN-65, SCEN-67, SCEN-93, SCEN-105).

use crate::campaign::refusal::Refusal;
use crate::campaign::state::battle::Battle;
use crate::campaign::state::{Campaign, PlayerId, Vessel};
use crate::campaign::steps::sides;
use crate::campaign::turn::scenario::Scenario;
use crate::ships::class::{ReserveType, ShipClass, ShipType};

fn is_cruiser(class: &ShipClass) -> bool {
    class.kind.reserve_type() == Some(ReserveType::Cruiser)
}

fn is_capital(class: &ShipClass) -> bool {
    !matches!(class.kind, ShipType::Escort | ShipType::Transport | ShipType::Defence)
}

/// What the scenario itself asks of a fleet.
pub(super) fn scenario(
    campaign: &Campaign,
    battle: &Battle,
    picker: PlayerId,
    vessels: &[&Vessel],
    problems: &mut Vec<Refusal>,
) -> Result<(), Refusal> {
    let both = sides(battle)?;
    let attacks = both.attacker.player == picker;
    let size = battle.size.unwrap_or(0);
    let class = |vessel: &Vessel| campaign.class(vessel.hulls[0].design);
    match battle.scenario {
        Some(Scenario::CruiserClash) => {
            for vessel in vessels.iter().filter(|vessel| !is_cruiser(class(vessel))) {
                problems.push(
                    Refusal::by("SCEN-18", format!("\"{}\" is no cruiser", vessel.name)).hint("pick cruisers only"),
                );
            }
            // The agreed points are the only limit of their value; in a larger raid they are that of their number too
            // (SCEN-28).
            if size <= 740 {
                let other = if attacks { &both.defender } else { &both.attacker };
                if vessels.len() > 4 || (other.picked && other.fleet.len() != vessels.len()) {
                    let says =
                        format!("both sides field the same number of cruisers, one to four, not {}", vessels.len());
                    problems.push(Refusal::by("SCEN-18", says));
                }
            }
        }
        Some(Scenario::TheBait) if attacks => {
            let worths: Vec<u32> = vessels.iter().map(|vessel| campaign.present_points(vessel)).collect();
            pursued(&worths, size, problems);
        }
        Some(Scenario::EscalatingEngagement) if vessels.len() < 5 => {
            let says = format!("five divisions need five ships or squadrons, not {}", vessels.len());
            problems.push(Refusal::by("SCEN-93", says));
        }
        Some(Scenario::Exterminatus) if attacks => {
            let armed =
                |class: &ShipClass| is_capital(class) && class.weapons.iter().any(|weapon| weapon.mount == "prow");
            if !vessels.iter().any(|vessel| armed(class(vessel))) {
                let says = "no capital ship with prow weapons can be the Exterminator";
                problems.push(Refusal::by("SCEN-105", says).hint("pick one"));
            }
        }
        Some(Scenario::Convoy) if attacks => ambush(campaign, battle, vessels, problems),
        Some(Scenario::Convoy) => {
            let pairs = battle.convoy.as_ref().map_or(0, |convoy| convoy.transports / 2);
            if vessels.len() > usize::try_from(pairs).unwrap_or(usize::MAX) {
                let says = format!("{} escort {pairs} pairs of transports: one squadron a pair", vessels.len());
                problems.push(Refusal::by("SCEN-65", says));
            }
        }
        _ => {}
    }
    Ok(())
}

/// One ship or squadron is the bait, of a third of the points at most; the rest come as reinforcements, two thirds at
/// most (SCEN-30). The dearest that can be the bait leaves the fewest of them.
fn pursued(worths: &[u32], size: u32, problems: &mut Vec<Refusal>) {
    let (bait, reserve) = Scenario::pursued(size);
    let dearest = worths.iter().copied().filter(|worth| *worth <= bait).max();
    if dearest.is_none() {
        let says = format!("nothing picked can be the bait of up to {bait} points");
        problems.push(Refusal::by("SCEN-30", says).hint("pick a ship or squadron cheap enough to be pursued"));
    }
    let rest = worths.iter().sum::<u32>() - dearest.unwrap_or(0);
    if rest > reserve {
        let says = format!("{rest} points of reinforcements are more than {reserve}");
        problems
            .push(Refusal::by("SCEN-30", says).hint(format!("pick fewer, or a dearer bait of up to {bait} points")));
    }
}

/// Each ship in ambush fills one rolled result (SCEN-67).
fn ambush(campaign: &Campaign, battle: &Battle, vessels: &[&Vessel], problems: &mut Vec<Refusal>) {
    let rolled = battle.convoy.as_ref().map(|convoy| convoy.attackers.as_slice()).unwrap_or_default();
    let mut places: Vec<u8> = rolled.iter().copied().filter(|face| *face >= 4).collect();
    places.sort_unstable();
    let mut picked: Vec<&&Vessel> = vessels.iter().collect();
    picked.sort_by_key(|vessel| std::cmp::Reverse(campaign.present_points(vessel)));
    for vessel in picked {
        let escorts = campaign.class(vessel.hulls[0].design).is_escort();
        let points = campaign.present_points(vessel);
        // The dearest first, each into the narrowest place that holds it.
        let fits = |face: u8| match face {
            4 => escorts && points <= 100,
            5 => escorts && points <= 150,
            _ => !escorts && points <= 200,
        };
        match places.iter().position(|face| fits(*face)) {
            Some(index) => {
                places.remove(index);
            }
            None => {
                let says = format!("no rolled result has room for \"{}\" ({points} points)", vessel.name);
                let hint = "4 is a squadron of up to 100 points, 5 of up to 150, 6 a capital ship of up to 200";
                problems.push(Refusal::by("SCEN-67", says).hint(hint));
            }
        }
    }
}
