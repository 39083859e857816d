//! A register keeps the figures of its ships as they were when commissioned; a correction counts when it is accepted.

use crate::support::Folder;

const OVERLAY: &str = r#"
id = "imperial-navy"

[[class]]
id = "lunar"
name = "Lunar class cruiser"
type = "cruiser"
hull = "cruiser"
points = 200
hits = 8
speed_cm = 20
turn_degrees = 45
shields = 3
armour = { front = 6, side = 5, rear = 5 }
turrets = 2
confidence = "single source"
"#;

fn opened() -> Folder {
    let folder = Folder::new();
    std::fs::create_dir_all(folder.path("club/fleets")).expect("the temporary folder takes folders");
    folder.write("club/fleets/navy.toml", OVERLAY);
    for line in [
        &["new", "War"] as &[&str],
        &["player", "add", "Anna", "--fleet", "gothic-sector", "--commander", "Daros"],
        &["fleet", "buy", "Anna", "lunar", "--name", "Agrippa"],
    ] {
        folder.ok(line);
    }
    folder
}

#[test]
fn a_corrected_price_is_a_notice_and_changes_nothing() {
    let folder = opened();
    assert!(!folder.ok(&["register", "Anna"]).contains("Notice"));
    let text = folder.ok(&["register", "Anna", "--data", "club"]);
    assert!(text.contains("Notice: Agrippa: Lunar class cruiser: 180 points, now 200 points."), "{text}");
    assert!(text.contains("1 vessel, 180 of 2,000 starting points"), "{text}");
}

#[test]
fn the_arbitrator_accepts_it() {
    let folder = opened();
    let told = folder.ok(&["fleet", "accept", "Anna", "Agrippa", "--data", "club"]);
    assert_eq!(told, "Agrippa takes over the corrected figures: 180 points become 200 (FLEET-03)\n");
    let text = folder.ok(&["register", "Anna", "--data", "club"]);
    assert!(text.contains("200 of 2,000") && !text.contains("Notice"), "{text}");
    // Without the club's folder the old figures are the news.
    assert!(folder.ok(&["register", "Anna"]).contains("200 points, now 180 points"));
    folder.ok(&["verify", "--data", "club"]);
    let today = folder.ok(&["verify"]);
    assert!(today.starts_with("Entry 4 (renown "), "{today}");
    assert!(today.contains("is decided differently today (FLEET-03)"), "{today}");
    folder.ok(&["check"]);
}

#[test]
fn the_player_himself_does_not() {
    let folder = opened();
    let said = folder.run(&["fleet", "accept", "Anna", "Agrippa", "--data", "club", "--as", "Anna"]).go();
    assert_eq!(said.code, 1);
    assert!(said.err.starts_with("error: only the arbitrator can do this (CAMP-04)\n"), "{}", said.err);
}

#[test]
fn there_must_be_something_to_accept() {
    let folder = opened();
    let said = folder.run(&["fleet", "accept", "Anna", "Agrippa"]).go();
    assert_eq!(said.code, 1);
    assert!(said.err.starts_with("error: the figures of \"Agrippa\" are those of the fleet files\n"), "{}", said.err);
}
