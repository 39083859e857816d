//! The tables of the rules as known answers: the engine gives what `rules/` prints.

use renown::battle::gothic::shooting::gunnery_table;
use renown::battle::gothic::shooting::gunnery_table::{Aspect, Shifts};
use renown::battle::gothic::state::Criticals;
use renown::catalog::Catalog;
use renown::catalog::rules::Rules;
use renown::ships::class::People;
use renown::ships::fitting::Fitting;
use renown::ships::profile::{Profile, Size};

fn table(rule: &str) -> Vec<Vec<String>> {
    let rule = Rules::embedded().get(rule).expect("a rule of the catalogue");
    rule.table.as_ref().expect("it has a table").rows.clone()
}

/// GUNNERY-01: 20 rows of firepower, 5 columns.
#[test]
fn gunnery_dice() {
    let rows = table("GUNNERY-01");
    assert_eq!(rows.len(), 20);
    for row in rows {
        let firepower: u16 = row[0].parse().unwrap();
        for column in 1..=5_u8 {
            let expected: u8 = row[usize::from(column)].parse().unwrap();
            assert_eq!(gunnery_table::dice(firepower, column), expected, "firepower {firepower}, column {column}");
        }
    }
    // GUNNERY-11: above 20 as 20 and the rest; above 40 as 20 as often as it fits.
    assert_eq!(gunnery_table::dice(32, 2), 14 + 8);
    assert_eq!(gunnery_table::dice(32, 4), 7 + 4);
    assert_eq!(gunnery_table::dice(52, 1), 18 + 18 + 11);
    assert_eq!(gunnery_table::dice(0, 1), 0);
}

/// GUNNERY-02: the column by target and aspect, and its example for firepower 8.
#[test]
fn gunnery_columns() {
    let number = |cell: &str| cell.trim_start_matches('c').parse::<i8>().ok();
    for row in table("GUNNERY-02") {
        let size = match row[0].as_str() {
            "defences" => Size::Defence,
            "capital ship" => Size::Cruiser,
            "escort" => Size::Escort,
            _ => continue,
        };
        for (cell, aspect) in row[1..].iter().zip([Aspect::Closing, Aspect::MovingAway, Aspect::Abeam, Aspect::None]) {
            if let Some(expected) = number(cell) {
                assert_eq!(gunnery_table::column(size, aspect), expected, "{row:?}, {aspect:?}");
            }
        }
    }
    let dice = |size, aspect| {
        gunnery_table::dice(8, gunnery_table::shifted(gunnery_table::column(size, aspect), Shifts::default()))
    };
    assert_eq!(dice(Size::Battleship, Aspect::Closing), 6);
    assert_eq!(dice(Size::Cruiser, Aspect::MovingAway), 4);
    assert_eq!(dice(Size::Escort, Aspect::Closing), 4);
    assert_eq!(dice(Size::Cruiser, Aspect::Abeam), 3);
    assert_eq!(dice(Size::Escort, Aspect::MovingAway), 3);
    assert_eq!(dice(Size::Escort, Aspect::Abeam), 2);
    assert_eq!(dice(Size::Defence, Aspect::None), 7);
}

/// GUNNERY-08: shifts are added together and the result never goes beyond the table.
#[test]
fn gunnery_shifts() {
    for column in 1..=5_i8 {
        for range in -2..=2 {
            for (blast, atmosphere, veil) in [(0, 0, 0), (1, 0, 0), (0, 1, 1), (1, 0, 1), (1, 1, 2)] {
                let expected = (column + range + blast + atmosphere + veil).clamp(1, 5);
                let shifts = Shifts { range, blast, atmosphere, veil };
                assert_eq!(i8::try_from(gunnery_table::shifted(column, shifts)), Ok(expected));
            }
        }
    }
}

/// CRIT-08: which results move up on which ship.
#[test]
fn criticals_that_cannot_apply_move_up() {
    let catalog = Catalog::embedded();
    let profile = |id: &str| Profile::of(catalog.fleets.class(id).unwrap(), &Fitting::default(), &catalog).unwrap();
    let up = |id: &str, bridge, shields, rolled: u8| {
        let mut borne = Criticals::default();
        (borne.bridge_smashed, borne.shields_collapsed) = (bridge, shields);
        let profile = profile(id);
        (rolled..=12).find(|result| profile.criticals.row(*result).applies(&profile, &borne, false)).unwrap()
    };
    // A Lunar has no dorsal weapons, a Dauntless none at all but prow and sides.
    assert_eq!(up("lunar", false, false, 2), 3);
    assert_eq!(up("retribution", false, false, 2), 2);
    assert_eq!(up("heavy-transport", false, false, 5), 6);
    assert_eq!(up("lunar", true, false, 9), 10);
    assert_eq!(up("lunar", true, true, 9), 11);
    assert_eq!(up("lunar", true, true, 12), 12);
    // An Eldar cruiser has a table of its own: an Eclipse has keel bays, a Solaris nothing but its prow.
    assert_eq!(up("eclipse", false, false, 3), 3);
    assert_eq!(up("solaris", false, false, 3), 4);
    assert_eq!(up("eclipse", true, false, 9), 10);
    assert_eq!(up("eclipse", true, true, 9), 11);
}

/// DEF-07: what is merely shot at as a defence rolls Leadership and takes orders; satellites and monitors do not.
#[test]
fn ships_targeted_as_defences_are_ships() {
    let catalog = Catalog::embedded();
    let profile = |id: &str| {
        let mut class = catalog.fleets.class(id).unwrap().clone();
        class.people = People::Any;
        class.special.clear();
        class.weapons.clear();
        Profile::of(&class, &Fitting::default(), &catalog).unwrap()
    };
    for (id, nominal) in [("rok", false), ("warsphere", false), ("space-station", true), ("defence-monitor", true)] {
        assert_eq!(profile(id).nominal, nominal, "{id}");
    }
    assert_eq!(profile("rok").size, Size::Defence);
}

/// SHIP-05, SHIP-18: bases and sizes of every class that the engine plays.
#[test]
fn bases_and_sizes() {
    let catalog = Catalog::embedded();
    let mut played = 0;
    for id in catalog.fleets.class_ids() {
        let class = catalog.fleets.class(id).unwrap();
        let Ok(profile) = Profile::of(class, &Fitting::default(), &catalog) else { continue };
        played += 1;
        let has = |rule: &str| class.special.iter().any(|key| key == rule);
        let large = class.shields >= 3 || class.hits > 10 || has("traktor-field-large-base");
        assert_eq!(profile.base.to_string(), if large { "3" } else { "1.6" }, "{id}");
        let before = match profile.size {
            Size::Battleship => "15",
            Size::Cruiser => "10",
            // A rok or a space hulk turns where its own way ends.
            Size::Defence if has("rok-movement") || has("space-hulk") => "10",
            Size::Escort | Size::Defence => "0",
        };
        assert_eq!(profile.before_turn().to_string(), before, "{id}");
    }
    assert!(played >= 60, "only {played} classes are played");
}
