//! Star forts and space hulks in battles of the campaign: one line of a report, however many quadrants were fought.

use renown::battle::gothic::defences::star_forts;
use renown::battle::gothic::defences::star_forts::QUADRANTS;
use renown::battle::gothic::event::Silent;
use renown::battle::gothic::state::{Phase, ShipId};
use renown::campaign::state::Campaign;
use renown::campaign::turn::BySide;
use renown::campaign::turn::report::{Fate, Role};
use renown::captain::{self, Captain, Standing};
use renown::catalog::Catalog;
use renown::dice::Fast;
use renown::fight::{Fight, MOST, Muster};
use renown::notation;
use renown::scenario::Scenario;
use renown::scenario::battlefield::Table;
use renown::scenario::party::Party;
use renown::scenario::set_up::{Method, Plan};
use renown::scenario::zone::HouseRules;
use renown::table::geometry::Length;

/// A hulk and its company against a fort and a cruiser.
fn siege(catalog: &Catalog, scenario: Scenario) -> Fight {
    let muster = Muster::one_off(
        ["Bert", "Anna"],
        [&[("murder", 1), ("chaos-space-hulk", 1), ("idolator", 3)], &[("lunar", 1), ("ramilies", 1)]],
        catalog,
    );
    let party = |role: Role| Party {
        name: ["Bert", "Anna"][role as usize].to_owned(),
        rating: 2,
        units: (0..3).map(|unit| format!("unit {unit}")).collect(),
        points: 1000,
        ..Party::default()
    };
    let plan = Plan {
        scenario,
        table: Table::USUAL,
        method: Method::BySquares,
        zone: None,
        size: 1000,
        sides: BySide { attacker: party(Role::Attacker), defender: party(Role::Defender) },
        house: HouseRules::default(),
        surprised: false,
    };
    Fight::ready(muster, plan, catalog).unwrap_or_else(|why| panic!("{scenario}: {why}"))
}

#[test]
fn a_fort_is_laid_down_whole_fought_and_reported_as_one() {
    let catalog = Catalog::embedded();
    for (round, scenario) in
        (0..).zip([Scenario::FleetEngagement, Scenario::PlanetaryAssault, Scenario::SurpriseAttack])
    {
        let fight = siege(&catalog, scenario);
        let mut dice = Fast::new(round, 11);
        let (_, _, mut battle) = fight.begin(&mut dice, &mut Silent).expect("dice");
        let quadrant = |id: &ShipId| fight.roster[*id].profile.odd.quadrant;
        let front = battle.all().map(|(id, _)| id).find(|id| quadrant(id).is_some()).expect("a fort");
        let (centre, heading) = (battle.hub(front), battle.ship(front).heading);
        for (place, quadrant) in (0..).zip(QUADRANTS) {
            let ship = battle.ship(ShipId(front.0 + place));
            let (at, outward) = star_forts::place(centre, heading, quadrant);
            assert!(ship.heading == outward && ship.at.touches(at, Length::ZERO), "{scenario}");
        }
        let text = notation::write(&fight.roster, &battle);
        let again = notation::read("siege", &text, &catalog.fleets).unwrap_or_else(|why| panic!("{why:?}\n{text}"));
        assert_eq!(again.battle, battle, "{scenario}");

        let mut captains = [Captain::new(Standing::default()), Captain::new(Standing::default())];
        captain::play(&mut battle, &fight.roster, &mut captains, &mut dice, &mut Silent, |_, _| {}, MOST)
            .expect("legal answers");
        assert_eq!(battle.phase, Phase::Over, "{scenario}");
        let report = fight.report(&Campaign::default(), &battle);
        let forts: Vec<_> = report.guests.iter().filter(|guest| guest.name.contains("star fort")).collect();
        assert_eq!(forts.len(), 1, "{scenario}");
        let standing = (0..4).any(|place| battle.ship(ShipId(front.0 + place)).fights());
        assert_eq!((forts[0].number, forts[0].points), (1, 875), "{scenario}");
        assert_eq!(forts[0].fate == Fate::OnTable, standing, "{scenario}");
    }
}
