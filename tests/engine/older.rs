//! Random battles of the older game: they end, keep every invariant, read back, and play again to the same battle.

use renown::battle::RuleSet as _;
use renown::battle::space_fleet::SpaceFleet;
use renown::battle::space_fleet::class::Fleet;
use renown::battle::space_fleet::decisions::answer::{Answer, Stop};
use renown::battle::space_fleet::state::{Battle, Fate, Phase};
use renown::catalog::older::Older;
use renown::dice::{Dice, Fast, Recorder, Replayed};
use renown::notation::older as notation;
use renown::notation::older::Situation;

/// One of so many, by chance of the test's own.
fn pick(dice: &mut Fast, of: usize) -> usize {
    dice.below(u32::try_from(of).expect("a short list")) as usize
}

/// A random fleet of each side in squadrons, facing each other.
fn situation(older: &Older, chance: &mut Fast, fleets: [Fleet; 2]) -> Situation {
    let mut text = format!(
        "rules = \"older\"\nphase = \"reformation\"\nlast_turn = 12\nwind = \"left\"\nside = [{{ name = \"Anna\", fleet = \"{}\" }}, {{ name = \"Bert\", fleet = \"{}\" }}]\nship = [\n",
        fleets[0], fleets[1]
    );
    for (side, fleet) in ["Anna", "Bert"].into_iter().zip(fleets) {
        let classes: Vec<&str> =
            older.classes().iter().filter(|class| class.fleet == fleet).map(|class| class.id.as_str()).collect();
        let (y, heading) = if side == "Anna" { (8, 0) } else { (40, 180) };
        for squadron in 0..4 {
            let class = if fleet == Fleet::Tyranid && squadron == 0 {
                "hiveship"
            } else {
                classes[pick(chance, classes.len())]
            };
            for ship in 0..=pick(chance, 3) {
                let x = 8 + 14 * squadron + 2 * ship;
                text = format!(
                    "{text}{{ name = \"{side} {squadron}-{ship}\", class = \"{class}\", side = \"{side}\", squadron = \"{side} {squadron}\", at = [{x}, {y}], heading = {heading} }},\n"
                );
            }
        }
    }
    text.push_str("]\n");
    notation::read("random", &text, older).unwrap_or_else(|problems| panic!("{problems:?}\n{text}"))
}

fn check(roster: &renown::battle::space_fleet::state::roster::Roster, battle: &Battle) {
    for (id, ship) in battle.all() {
        let class = roster.class(battle, id);
        assert!(ship.damage <= roster.full_damage(battle, id), "{}", roster.name(id));
        assert!(ship.shields.iter().zip(roster.full_shields(battle, id)).all(|(now, most)| *now <= most));
        assert!(ship.fuel <= class.fuel && ship.regiments <= class.regiments);
        assert!(ship.cripple.is_none() || ship.damage == 0);
        if ship.fate == Fate::Fighting {
            assert!(battle.holds(ship.at), "{} at {}", roster.name(id), ship.at);
        }
    }
    let cards = &battle.cards;
    let all = cards.hand.len() + cards.deck.len() + cards.discard.len() + cards.removed.len();
    assert_eq!(all, if roster.hive().is_some() { 44 } else { 0 }, "no card is lost");
}

/// Plays a battle by random answers; the answers that were carried out.
fn play(found: &mut Situation, chance: &mut Fast, dice: &mut dyn Dice, older: &Older) -> Vec<String> {
    let (mut events, mut options, mut given) = (Vec::new(), Vec::new(), Vec::new());
    SpaceFleet::begin(&mut found.battle, &found.roster, dice, &mut events).expect("it begins");
    for step in 0..20_000 {
        if found.battle.phase == Phase::Over {
            return given;
        }
        options.clear();
        SpaceFleet::options(&found.battle, &found.roster, &mut options);
        let answer: Answer = options[pick(chance, options.len())];
        let before = found.battle;
        events.clear();
        match SpaceFleet::proceed(&mut found.battle, &found.roster, &answer, dice, &mut events) {
            Ok(()) => {
                let written = SpaceFleet::write(&found.roster, &answer);
                let read = SpaceFleet::read(&before, &found.roster, &written);
                assert_eq!(read.as_ref(), Ok(&answer), "{written}");
                given.push(written);
                check(&found.roster, &found.battle);
                assert!(
                    events.iter().all(|event| !event.tell(&found.roster).starts_with(" (")),
                    "an event without words: {events:?}"
                );
            }
            Err(Stop::Refused(refusal)) => {
                assert!(found.battle == before && events.is_empty(), "refused by {refusal}, but changed");
                let usual = SpaceFleet::usual(&found.battle, &found.roster).expect("something is due");
                if let Err(stop) = SpaceFleet::proceed(&mut found.battle, &found.roster, &usual, dice, &mut events) {
                    let text = notation::write(&found.roster, &before);
                    panic!(
                        "the usual answer `{}` is refused: {stop}\n{text}",
                        SpaceFleet::write(&found.roster, &usual)
                    );
                }
                given.push(SpaceFleet::write(&found.roster, &usual));
            }
            Err(stop) => panic!("{stop}"),
        }
        if step % 40 == 0 {
            let text = notation::write(&found.roster, &found.battle);
            let again = notation::read("again", &text, older).unwrap_or_else(|problems| panic!("{problems:?}\n{text}"));
            assert!(again == *found, "reads back differently:\n{text}");
        }
    }
    panic!("it does not end");
}

#[test]
fn random_battles_end_keep_their_invariants_and_play_again() {
    let older = Older::embedded();
    let battles: u64 = std::env::var("RENOWN_OLDER").ok().and_then(|number| number.parse().ok()).unwrap_or(12);
    let matches = [
        [Fleet::Imperial, Fleet::Imperial],
        [Fleet::Imperial, Fleet::Eldar],
        [Fleet::Eldar, Fleet::Tyranid],
        [Fleet::Tyranid, Fleet::Imperial],
    ];
    for number in 0..battles {
        let mut chance = Fast::new(81, number);
        let start = situation(&older, &mut chance, matches[usize::try_from(number % 4).expect("one of four")]);
        let mut source = Fast::new(18, number);
        let mut dice = Recorder::new(&mut source);
        let mut found = start.clone();
        let given = play(&mut found, &mut chance, &mut dice, &older);
        let mut again = start.clone();
        let mut dice = Replayed::new(dice.into_rolls());
        SpaceFleet::begin(&mut again.battle, &again.roster, &mut dice, &mut Vec::new()).expect("it begins");
        renown::battle::replay::<SpaceFleet, _>(&mut again.battle, &again.roster, &given, &mut dice, |_, _, _| {})
            .expect("it plays again");
        assert_eq!(notation::digest(&again.roster, &again.battle), notation::digest(&found.roster, &found.battle));
    }
}
