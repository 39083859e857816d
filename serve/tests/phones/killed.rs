//! A server that is killed while members write: what it answered is there, once. `RENOWN_KILLS` says how often.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::time::Duration;

use crate::support::{ANNA, BORIS, Folder, Server, device, encoded, war};

#[test]
fn every_answered_write_is_there_once_however_often_the_server_is_killed() {
    let kills: u64 = std::env::var("RENOWN_KILLS").ok().and_then(|kills| kills.parse().ok()).unwrap_or(6);
    let folder = Folder::new();
    war(&folder, &[]);
    let members =
        [(device(&folder, Some((ANNA, "Anna"))), "Vigil"), (device(&folder, Some((BORIS, "Boris"))), "Unclean")];
    let answered = Mutex::new(BTreeSet::new());
    for round in 0..kills {
        let server = Server::start(&folder, &[]);
        std::thread::scope(|scope| {
            for (writer, (key, vessel)) in members.iter().enumerate() {
                let (server, answered) = (&server, &answered);
                scope.spawn(move || {
                    // Away until a day of its own: each write can be told from every other.
                    for number in 0..40 {
                        let (year, month) = (2030 + round, 1 + number % 12);
                        let day = format!(
                            "{year}-{month:02}-{:02}",
                            1 + number / 12 + 10 * u64::try_from(writer).unwrap_or(0)
                        );
                        let body =
                            format!("do=away&until={day}&token=K{round}W{writer}N{number}&x={}", encoded(vessel));
                        // Each is sent twice, as by a nervous thumb.
                        let done = [server.try_post("/me", key, &body), server.try_post("/me", key, &body)];
                        if done.contains(&303) {
                            answered.lock().expect("nobody panics").insert(day);
                        }
                        if done == [0, 0] {
                            break;
                        }
                    }
                });
            }
            std::thread::sleep(Duration::from_millis(60 + 37 * (round % 7)));
            std::process::Command::new("kill")
                .args(["-9", &server.child.id().to_string()])
                .status()
                .expect("it can be killed");
        });
    }
    let log = folder.ok(&["log", "--all", "--format", "json"]);
    let rows: serde_json::Value = serde_json::from_str(&log).expect("JSON");
    let days: Vec<&str> = rows
        .as_array()
        .expect("a list")
        .iter()
        .filter(|row| row["command"]["do"] == "set-away")
        .filter_map(|row| row["command"]["until"].as_str())
        .collect();
    let answered = answered.into_inner().expect("nobody panics");
    assert!(answered.len() > 5, "only {} writes were answered", answered.len());
    for day in &answered {
        assert_eq!(days.iter().filter(|known| *known == day).count(), 1, "{day}");
    }
    // Nor is any there twice that nobody heard of.
    assert_eq!(days.iter().collect::<BTreeSet<_>>().len(), days.len());
    assert!(folder.ok(&["verify"]).contains("The campaign is whole"));
    eprintln!("{kills} kills, {} answered writes, {} recorded", answered.len(), days.len());
}
