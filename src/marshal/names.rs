//! Names for ships that join a fleet on the way: words of each people, put together.

use crate::ships::class::People;

type Words = ([&'static str; 12], [&'static str; 12]);

const IMPERIAL: Words = (
    ["Hammer", "Shield", "Oath", "Vigil", "Sword", "Herald", "Pride", "Wrath", "Lantern", "Anvil", "Crown", "Faith"],
    [
        "Bakka",
        "Orison",
        "Saint Ulric",
        "Cadence",
        "Hesperia",
        "the Gate",
        "Karkas",
        "Voss Minor",
        "Lysande",
        "Tamar",
        "the Long Watch",
        "Perren",
    ],
);
const CHAOS: Words = (
    [
        "Crown",
        "Hunger",
        "Feast",
        "Harbinger",
        "Litany",
        "Wound",
        "Choir",
        "Mirror",
        "Plague",
        "Spite",
        "Ruin",
        "Scourge",
    ],
    [
        "Malice",
        "Iron Tears",
        "the Ninth Hour",
        "Ashes",
        "Lost Hope",
        "Flayed Kings",
        "Thorns",
        "Silence",
        "Envy",
        "the Broken Oath",
        "Black Suns",
        "Sorrow",
    ],
);
const ORK: Words = (
    ["Big", "Red", "Mad", "Iron", "Dakka", "Krumpin", "Rusty", "Mean", "Loud", "Killa", "Green", "Bad"],
    ["Gob", "Tusk", "Fist", "Stompa", "Choppa", "Snout", "Jaw", "Boss", "Hamma", "Drilla", "Smasha", "Git"],
);
const ELDAR: Words = (
    [
        "Silver", "Silent", "Weeping", "Pale", "Laughing", "Fading", "Bright", "Veiled", "Winter", "Dancing", "Last",
        "Star",
    ],
    ["Wind", "Blade", "Rose", "Moon", "Arrow", "Song", "Sail", "Tear", "Flame", "Shade", "Swan", "Spear"],
);
const MARINE: Words = (
    [
        "Righteous",
        "Unbroken",
        "Honoured",
        "Stern",
        "Swift",
        "Resolute",
        "Blessed",
        "Ardent",
        "Vigilant",
        "Iron",
        "Dutiful",
        "Final",
    ],
    [
        "Fury", "Censure", "Bulwark", "Verdict", "Sentinel", "Spear", "Oath", "Justice", "Bastion", "Reproach",
        "Blade", "Fist",
    ],
);

/// The `nth` name of a people; after a gross of them they come again with a number.
pub(super) fn name(people: People, squadron: bool, nth: u32) -> String {
    let (joined, company, (first, second)) = match people {
        People::Orks => (" ", " Mob", ORK),
        People::Chaos => (" of ", " Pack", CHAOS),
        People::SpaceMarines => (" ", " Flight", MARINE),
        People::CorsairEldar | People::CraftworldEldar | People::DarkEldar => (" ", " Flight", ELDAR),
        People::Imperial
        | People::Tau
        | People::Demiurg
        | People::Kroot
        | People::RogueTraders
        | People::Necrons
        | People::Tyranids
        | People::Any => (" of ", " Squadron", IMPERIAL),
    };
    // Every pair once in a gross, and neighbours share no word.
    let (one, other) = (nth % 12, (7 * nth + nth / 12) % 12);
    let company = if squadron { company } else { "" };
    let round = nth / 144;
    let number = if round == 0 { String::new() } else { format!(" {}", round + 1) };
    format!("{}{joined}{}{company}{number}", first[one as usize], second[other as usize])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_comes_twice() {
        for people in [People::Imperial, People::Chaos, People::Orks, People::CorsairEldar, People::SpaceMarines] {
            let names: std::collections::BTreeSet<String> =
                (0..400).map(|nth| name(people, nth % 2 == 0, nth)).collect();
            assert_eq!(names.len(), 400, "{people}");
        }
        assert_eq!(name(People::Orks, true, 30), "Rusty Hamma Mob");
    }
}
