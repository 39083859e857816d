//! Captains: they beat cadets, neither seat is better, they see no secrets, and they are the same every time.
//!
//! `RENOWN_BATTLES` fights that many battles of each kind instead of a few.

use renown::battle::gothic::decisions::answer::{Answer, Decision, Load};
use renown::battle::gothic::event::Silent;
use renown::battle::gothic::special::Feat;
use renown::battle::gothic::state::{Order, ShipId, Unit};
use renown::captain::{Budget, Captain, Standing, Taken, play};
use renown::catalog::Catalog;
use renown::catalog::fleets::Fleets;
use renown::dice::Fast;
use renown::notation;
use renown::notation::Situation;
use renown::table::side::Side;

use crate::arena::{FLEETS, Fleet, points, table};

fn battles(usual: u64) -> u64 {
    std::env::var("RENOWN_BATTLES").ok().and_then(|count| count.parse().ok()).unwrap_or(usual)
}

fn captain() -> Captain {
    Captain::new(Standing::default())
}

/// Fights to the end.
fn fight(found: &mut Situation, captains: &mut [Captain; 2], index: u64) -> Taken {
    let mut dice = Fast::new(2_026, index);
    let Situation { roster, battle } = found;
    let taken = play(battle, roster, captains, &mut dice, &mut Silent, |_, _| {}, 20_000);
    taken.expect("these dice never run out")
}

/// Battles won by a captain against a cadet, out of so many, and the answers of his that were refused.
fn against_cadets(catalog: &Fleets, fleet: &Fleet, count: u64, units: usize) -> (u64, u32, u32) {
    let (mut won, mut refused, mut answers) = (0, 0, 0);
    for index in 0..count {
        let mut found = table(catalog, [fleet, fleet], units, index);
        // Seats change every two battles, the first turn every battle.
        let seat = usize::from(index / 2 % 2 == 1);
        let mut captains = [captain(), Captain::cadet(5, index)];
        captains.rotate_left(seat);
        let taken = fight(&mut found, &mut captains, index);
        let points = points(&found);
        won += u64::from(points[seat] > points[1 - seat]);
        refused += taken.refused[seat];
        answers += taken.answers;
    }
    (won, refused, answers)
}

#[test]
fn captains_beat_cadets_of_their_own_people() {
    let catalog = Catalog::embedded();
    let count = battles(60);
    for fleet in &FLEETS {
        let (won, refused, answers) = against_cadets(&catalog.fleets, fleet, count, 4);
        assert!(100 * won >= 95 * count, "{}: {won} of {count}", fleet.people);
        // He knows the rules.
        assert!(refused * 100 <= answers, "{}: {refused} refusals, {answers} answers", fleet.people);
    }
}

/// Whole fleets and both seats: `RENOWN_BATTLES=1000 cargo test --release --test engine captains:: -- --ignored --nocapture`.
#[test]
#[ignore = "thousands of battles"]
fn neither_seat_is_better() {
    let catalog = Catalog::embedded();
    let count = battles(400);
    for fleet in &FLEETS {
        // Half points, so that a draw counts for both.
        let (mut seat, mut first) = (0, 0);
        for index in 0..count {
            let mut found = table(&catalog.fleets, [fleet, fleet], 99, index);
            let opens = found.battle.first as usize;
            fight(&mut found, &mut [captain(), captain()], index);
            let points = points(&found);
            let score = |side: usize| match points[side].cmp(&points[1 - side]) {
                std::cmp::Ordering::Less => 0,
                std::cmp::Ordering::Equal => 1,
                std::cmp::Ordering::Greater => 2,
            };
            seat += score(0);
            first += score(opens);
        }
        let (won, lost) = against_cadets_in_full(&catalog.fleets, fleet, count);
        println!(
            "{:<14} seat one {:>4.1} %, first turn {:>4.1} %, against cadets {won} of {}",
            fleet.people,
            percent(seat, 2 * count),
            percent(first, 2 * count),
            won + lost
        );
        assert!((90 * count..=110 * count).contains(&(100 * seat)), "{}: {seat} of {}", fleet.people, 2 * count);
        assert!(100 * won >= 95 * count, "{}: {won} of {count}", fleet.people);
    }
}

fn against_cadets_in_full(catalog: &Fleets, fleet: &Fleet, count: u64) -> (u64, u64) {
    let (won, ..) = against_cadets(catalog, fleet, count, 99);
    (won, count - won)
}

#[expect(clippy::cast_precision_loss, reason = "counts of battles are small")]
fn percent(part: u64, whole: u64) -> f64 {
    100.0 * part as f64 / whole as f64
}

#[test]
fn the_same_battle_gets_the_same_answers() {
    let catalog = Catalog::embedded();
    for (index, fleet) in (0..).zip(&FLEETS) {
        let answers = || {
            let Situation { roster, mut battle } = table(&catalog.fleets, [fleet, fleet], 3, index);
            let mut dice = Fast::new(1, index);
            let mut all: Vec<Answer> = Vec::new();
            let mut captains = [captain(), Captain::cadet(9, index)];
            let record = |_: &_, answer: &Answer| all.push(*answer);
            play(&mut battle, &roster, &mut captains, &mut dice, &mut Silent, record, 20_000).expect("dice");
            (all, notation::write(&roster, &battle))
        };
        assert_eq!(answers(), answers(), "{}", fleet.people);
    }
}

/// An admiral needs no clock: the same battle gets the same answers, and he plans without a look at the real dice.
#[test]
fn an_admiral_answers_alike_each_time() {
    let catalog = Catalog::embedded();
    let answers = |seed: u64| {
        let Situation { roster, mut battle } = table(&catalog.fleets, [&FLEETS[0], &FLEETS[0]], 2, 5);
        let mut captains = [Captain::admiral(Standing::default(), Budget { trials: 2, ahead: 2 }), captain()];
        let mut all: Vec<Answer> = Vec::new();
        let record = |_: &_, answer: &Answer| all.push(*answer);
        play(&mut battle, &roster, &mut captains, &mut Fast::new(seed, 5), &mut Silent, record, 60).expect("dice");
        (all, notation::write(&roster, &battle))
    };
    assert_eq!(answers(1), answers(1));
    assert_ne!(answers(1), answers(2), "the dice of the battle decide what becomes of it");
}

/// A crew of Leadership 1 makes for the nearest edge and stays on the table: else it must try to leave (LEAD-14).
#[test]
fn a_broken_crew_makes_for_the_edge() {
    let catalog = Catalog::embedded();
    let after = |leadership: u32| {
        let text = format!(
            "side = [{{ name = \"Anna\" }}, {{ name = \"Bert\" }}]\nship = [\n\
             {{ name = \"A\", class = \"lunar\", side = \"Anna\", at = [60, 30], heading = 90, leadership = {leadership} }},\n\
             {{ name = \"B\", class = \"carnage\", side = \"Bert\", at = [80, 80], heading = 180, leadership = 8 }},\n]\n"
        );
        let Situation { roster, mut battle } = notation::read("broken", &text, &catalog.fleets).expect("a situation");
        let mut dice = Fast::new(4, 4);
        let mut moved = false;
        while !moved {
            let mut captains = [captain(), captain()];
            renown::captain::step(&mut battle, &roster, &mut captains, &mut dice, &mut Silent).expect("dice");
            moved = battle.ship(ShipId(0)).done.moved;
        }
        battle.ground.to_edge(battle.ship(ShipId(0)).at) < renown::table::geometry::Length::cm(30)
    };
    assert!(!after(8), "a sound crew closes with the enemy");
    assert!(after(1));
}

/// Asteroids end a salvo (TORP-16): it is kept for a better moment, and launched where the way is clear.
#[test]
fn no_torpedoes_are_wasted_on_asteroids() {
    let catalog = Catalog::embedded();
    let launches = |field: &str| {
        let text = format!(
            "phase = \"shooting\"\nside = [{{ name = \"Anna\" }}, {{ name = \"Bert\" }}]\nfeature = [{field}]\nship = [\n\
             {{ name = \"A\", class = \"lunar\", side = \"Anna\", at = [40, 60], heading = 90, leadership = 8 }},\n\
             {{ name = \"B\", class = \"carnage\", side = \"Bert\", at = [65, 60], heading = 0, leadership = 8 }},\n]\n"
        );
        let Situation { roster, mut battle } = notation::read("salvo", &text, &catalog.fleets).expect("a situation");
        let (mut dice, mut launched) = (Fast::new(4, 4), false);
        let record = |_: &_, answer: &Answer| launched |= matches!(answer, Answer::Launch(_, Load::Torpedoes { .. }));
        play(&mut battle, &roster, &mut [captain(), captain()], &mut dice, &mut Silent, record, 6).expect("dice");
        launched
    };
    assert!(launches(""));
    assert!(!launches("{ kind = \"asteroids\", low = [48, 50], high = [56, 70] }"));
}

/// A captain who is put in charge in the middle of a battle decides as the one who was there from the beginning.
#[test]
fn a_captain_decides_by_what_lies_on_the_table_alone() {
    let catalog = Catalog::embedded();
    let Situation { roster, mut battle } = table(&catalog.fleets, [&FLEETS[0], &FLEETS[1]], 3, 3);
    let mut dice = Fast::new(3, 3);
    let mut old = [captain(), captain()];
    while let Some(side) = battle.pending().side() {
        let answer = old[side as usize].decide(&battle, &roster, 0);
        assert_eq!(answer, captain().decide(&battle, &roster, 0));
        renown::captain::step(&mut battle, &roster, &mut old, &mut dice, &mut Silent).expect("dice");
    }
}

/// Two tables that differ only in what one side cannot know: a freighter of the enemy is a Q-ship in disguise.
#[test]
fn what_he_may_not_know_does_not_change_his_answer() {
    let catalog = Catalog::embedded();
    let mut asked = 0;
    for seed in 0..12 {
        let text = |class: &str, disguise: &str| {
            format!(
                "last_turn = 6\nside = [{{ name = \"Anna\", rerolls = 1 }}, {{ name = \"Bert\" }}]\nship = [\n\
                 {{ name = \"A\", class = \"lunar\", side = \"Anna\", at = [40, 50], heading = 90, leadership = 8 }},\n\
                 {{ name = \"B\", class = \"dictator\", side = \"Anna\", at = [40, 70], heading = 90, leadership = 8 }},\n\
                 {{ name = \"C\", class = \"armed-freighter\", side = \"Bert\", at = [{}, 58], heading = 270, leadership = 7 }},\n\
                 {{ name = \"D\", class = \"{class}\", side = \"Bert\", at = [{}, 64], heading = 270, leadership = 7{disguise} }},\n]\n",
                78 + seed,
                90 - seed
            )
        };
        let read = |text: &str| notation::read("secret", text, &catalog.fleets).expect("a situation");
        let open = read(&text("armed-freighter", ""));
        let mut secret = read(&text("q-ship", ", disguise = 2"));
        let mut shown = open.battle;
        let mut dice = Fast::new(6, seed);
        // Anna answers alike, phase by phase, as long as the disguise holds and the tables stay the same.
        while let Some(side) = secret.battle.pending().side() {
            if side == Side::Two || secret.battle.ship(renown::battle::gothic::state::ShipId(3)).done.disguise < 2 {
                break;
            }
            let answer = captain().decide(&secret.battle, &secret.roster, 0);
            assert_eq!(captain().decide(&shown, &open.roster, 0), answer, "seed {seed}");
            assert_eq!(
                Captain::cadet(1, seed).decide(&shown, &open.roster, 0),
                Captain::cadet(1, seed).decide(&secret.battle, &secret.roster, 0),
                "seed {seed}"
            );
            asked += 1;
            let answer = answer.expect("a decision is due");
            let Situation { roster, battle } = &mut secret;
            renown::battle::gothic::answer(battle, roster, &answer, &mut dice, &mut Silent).expect("a legal answer");
            shown = secret.battle;
            shown.ship_mut(renown::battle::gothic::state::ShipId(3)).done.disguise = 0;
        }
    }
    assert!(asked > 40, "only {asked} decisions");
}

/// Two convoys before the same two contact markers, which hide different things.
#[test]
fn what_lies_under_a_contact_marker_does_not_change_his_answer() {
    let catalog = Catalog::embedded();
    let table = |ship: [u32; 2], torpedoes: [u32; 2]| {
        let text = format!(
            "side = [{{ name = \"Anna\", rerolls = 1 }}, {{ name = \"Bert\" }}]\nship = [\n\
             {{ name = \"A\", class = \"lunar\", side = \"Anna\", at = [20, 50], heading = 90, leadership = 8 }},\n\
             {{ name = \"B\", class = \"cargo-transport\", side = \"Anna\", at = [15, 70], heading = 90, leadership = 7 }},\n\
             {{ name = \"C\", class = \"murder\", side = \"Bert\", at = [75, 60], heading = 270, leadership = 7 }},\n\
             {{ name = \"D\", class = \"murder\", side = \"Bert\", at = [1, 1], fate = \"to come\" }},\n]\n\
             [mission]\nattacker = \"Bert\"\nconvoy = \"Anna\"\nexit = [{{ side = \"Anna\", edge = \"right\" }}]\n\
             group = [{{ kind = \"contact\", side = \"Bert\", ships = [\"D\"], at = {ship:?} }}, \
             {{ kind = \"contact\", side = \"Bert\", cluster = \"torpedoes\", at = {torpedoes:?} }}]\n"
        );
        notation::read("markers", &text, &catalog.fleets).unwrap_or_else(|problems| panic!("{problems:?}"))
    };
    let (mut one, mut other) = (table([120, 40], [120, 90]), table([120, 90], [120, 40]));
    let mut asked = 0;
    // The tables stay alike until a marker is found or Bert decides, who knows what he has laid.
    while one.battle.pending().side() == Some(Side::One) {
        let answers = [&one, &other].map(|table| captain().decide(&table.battle, &table.roster, 0));
        assert_eq!(answers[0], answers[1]);
        let drawn = [&one, &other].map(|table| Captain::cadet(3, 3).decide(&table.battle, &table.roster, 0));
        assert_eq!(drawn[0], drawn[1]);
        asked += 1;
        for table in [&mut one, &mut other] {
            let (answer, mut dice) = (answers[0].expect("a decision is due"), Fast::new(8, asked));
            renown::battle::gothic::answer(&mut table.battle, &table.roster, &answer, &mut dice, &mut Silent)
                .expect("legal");
        }
    }
    assert!(asked >= 4, "only {asked} decisions");
}

/// Told that a campaign goes on, he brings more of his ships home.
#[test]
fn in_a_campaign_he_keeps_his_ships() {
    let catalog = Catalog::embedded();
    let lost = |campaign: bool| -> u32 {
        let mut sum = 0;
        for index in 0..battles(12) {
            let fleet = if index.is_multiple_of(2) { &FLEETS[0] } else { &FLEETS[1] };
            let mut found = table(&catalog.fleets, [fleet, fleet], 4, index);
            let standing = Standing { campaign, ..Standing::default() };
            fight(&mut found, &mut [Captain::new(standing), captain()], index);
            let facts = renown::battle::gothic::victory::Facts::of(&found.roster, &found.battle);
            sum += facts.of_side(Side::One).filter(|unit| unit.is_lost()).map(|unit| unit.points).sum::<u32>();
        }
        sum
    };
    let (kept, spent) = (lost(true), lost(false));
    assert!(kept < spent, "lost {kept} points in a campaign, {spent} in a single battle");
}

/// What he does where it pays: he names a ram, and burns a fire ship among enemies.
#[test]
fn he_rams_and_burns_where_it_pays() {
    let catalog = Catalog::embedded();
    let read = |ships: &str| {
        let text =
            format!("last_turn = 6\nside = [{{ name = \"Anna\" }}, {{ name = \"Bert\" }}]\nship = [\n{ships}]\n");
        notation::read("table", &text, &catalog.fleets).unwrap_or_else(|problems| panic!("{problems:?}"))
    };
    let ship = |name: &str, class: &str, side: &str, x: u32, heading: u32, more: &str| {
        format!(
            "{{ name = \"{name}\", class = \"{class}\", side = \"{side}\", at = [{x}, 60], heading = {heading}, \
             leadership = 7{more} }},\n"
        )
    };
    // Until it is asked for, or the captain has given, an answer of the kind.
    let given = |found: &Situation, kind: fn(&Answer) -> bool| {
        (0..20).any(|seed| {
            let (mut battle, mut dice) = (found.battle, Fast::new(11, seed));
            let mut seen = false;
            let record = |_: &_, answer: &Answer| seen |= kind(answer);
            let mut captains = [captain(), captain()];
            play(&mut battle, &found.roster, &mut captains, &mut dice, &mut Silent, record, 200).expect("dice");
            seen
        })
    };
    let prow =
        ship("Krusha", "kill-kroozer", "Anna", 40, 90, "") + &ship("Lame", "dauntless", "Bert", 62, 0, ", hits = 2");
    let found = read(&prow);
    let named = (0..20).find_map(|seed| {
        let (mut battle, mut dice) = (found.battle, Fast::new(12, seed));
        let order = Answer::Order(Unit::Ship(ShipId(0)), Order::AllAheadFull);
        renown::battle::gothic::answer(&mut battle, &found.roster, &order, &mut dice, &mut Silent).ok()?;
        captain().decide(&battle, &found.roster, 0).filter(|answer| matches!(answer, Answer::Ram(_) | Answer::No))
    });
    assert_eq!(named, Some(Answer::Ram(ShipId(1))), "a crippled ship across his bows");
    let burning = ship("Torch", "fire-ship", "Anna", 60, 90, "")
        + &ship("One", "lunar", "Bert", 66, 270, "")
        + &ship("Two", "gothic", "Bert", 68, 270, "");
    assert!(given(&read(&burning), |answer| matches!(answer, Answer::Detonate(_))), "two cruisers within reach");
}

/// A table of two sides.
fn laid(phase: &str, ships: &str) -> Situation {
    let text = format!(
        "phase = \"{phase}\"\nside = [{{ name = \"Anna\", check_failed = true }}, {{ name = \"Bert\" }}]\n\
         ship = [\n{ships}]\n"
    );
    notation::read("table", &text, &Catalog::embedded().fleets).unwrap_or_else(|problems| panic!("{problems:?}"))
}

/// A ship of a table.
fn at(name: &str, class: &str, side: &str, (x, y): (u32, u32), heading: u32, more: &str) -> String {
    format!(
        "{{ name = \"{name}\", class = \"{class}\", side = \"{side}\", at = [{x}, {y}], heading = {heading}, \
         leadership = 8{more} }},\n"
    )
}

#[test]
fn a_q_ship_shows_itself_when_its_fire_is_worth_it() {
    let closes = |x: u32| {
        let ships =
            at("Mule", "q-ship", "Anna", (40, 60), 90, ", disguise = 2") + &at("Prey", "lunar", "Bert", (x, 60), 0, "");
        let table = laid("end of movement", &ships);
        captain().decide(&table.battle, &table.roster, 0)
    };
    assert_eq!(closes(58), Some(Answer::Reveal(ShipId(0))), "a cruiser within range");
    assert_eq!(closes(170), Some(Answer::End), "nobody within range");
}

#[test]
fn a_large_salvo_is_split_between_two_targets() {
    let tubes = at("Might", "retribution", "Anna", (40, 60), 90, "");
    let one = at("One", "cobra", "Bert", (62, 70), 270, "");
    let other = at("Other", "cobra", "Bert", (62, 50), 270, "");
    let launched = |ships: &str| {
        let Situation { roster, mut battle } = laid("end of shooting", ships);
        let (mut captains, mut dice) = ([captain(), captain()], Fast::new(5, 5));
        let mut strengths = Vec::new();
        while let Some((Answer::Launch(_, Load::Torpedoes { strength, .. }), refused)) =
            renown::captain::step(&mut battle, &roster, &mut captains, &mut dice, &mut Silent).expect("dice")
        {
            assert_eq!(refused, 0);
            strengths.push(strength);
        }
        strengths
    };
    assert_eq!(launched(&(tubes.clone() + &one + &other)), [5, 0], "two targets, one on each bow");
    assert_eq!(launched(&(tubes + &one)), [0], "one target");
}

/// Ships of a squadron that begin at one place do not all go on so: one salvo would have them.
#[test]
fn a_squadron_does_not_sail_in_one_place() {
    let same = |name: &str| at(name, "sword", "Anna", (40, 60), 90, ", squadron = \"Pack\"");
    let ships = same("A") + &same("B") + &same("C") + &at("Foe", "lunar", "Bert", (95, 60), 270, "");
    let Situation { roster, mut battle } = laid("movement", &ships);
    let mut captains = [captain(), captain()];
    while battle.fleet(Side::One).any(|(_, ship)| !ship.done.moved) {
        renown::captain::step(&mut battle, &roster, &mut captains, &mut Fast::new(4, 4), &mut Silent).expect("dice");
    }
    let places: Vec<_> = battle.fleet(Side::One).map(|(_, ship)| ship.at).collect();
    assert_ne!(places[0], places[1], "{places:?}");
}

/// A shokk attack lance costs nothing to fire, and is fired at who has lost his shields.
#[test]
fn feats_of_single_ships_are_used() {
    let lance = ", upgrades = [\"shokk-attack-lance\"]";
    let ships = at("Krusha", "kill-kroozer", "Anna", (40, 60), 90, lance)
        + &at("Bare", "dauntless", "Bert", (62, 60), 0, ", criticals = [\"shields collapsed\"]");
    let Situation { roster, mut battle } = laid("shooting", &ships);
    let (mut captains, mut dice) = ([captain(), captain()], Fast::new(5, 5));
    let mut fired = false;
    while matches!(battle.pending(), Decision::Shoot(_) | Decision::Asked(..)) {
        let answer = renown::captain::step(&mut battle, &roster, &mut captains, &mut dice, &mut Silent).expect("dice");
        fired |= matches!(answer, Some((Answer::Feat(Feat::Shokk(..)), 0)));
    }
    assert!(fired);
}
