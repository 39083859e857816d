//! Calendar and news for other programs, and the program's own JSON.

use renown::club::KeyKind;

use crate::support::{ANNA, BORIS, Folder, Server, device, key, war};

#[test]
fn a_calendar_has_what_is_due_and_folds_its_lines() {
    let folder = Folder::new();
    war(&folder, &["confirm-days=3"]);
    folder.ok(&["challenge", "boris", "anna"]);
    let feed = key(&folder, KeyKind::Feed, Some((ANNA, "Anna")));
    let server = Server::start(&folder, &[]);
    let calendar = server.get(&format!("/calendar.ics?key={feed}"), "");
    assert_eq!(calendar.header("content-type"), Some("text/calendar; charset=utf-8"));
    assert!(
        calendar.body.contains("SUMMARY:Anna answers\r\n") && calendar.body.contains("DTSTART;VALUE=DATE:20271215")
    );
    assert!(calendar.body.lines().all(|line| line.len() <= 75), "{}", calendar.body);
    assert!(calendar.body.ends_with("END:VCALENDAR\r\n"));
    let news = server.get(&format!("/news.atom?key={feed}"), "");
    assert!(news.body.contains("<title>Battle 1: Boris challenges Anna (CHAL-01)</title>"), "{}", news.body);
    assert_eq!(server.get("/news.atom", "").status, 404);
    assert_eq!(server.get("/news.atom?key=0", "").status, 404);
}

#[test]
fn a_program_answers_what_is_due_as_a_page_does() {
    let folder = Folder::new();
    war(&folder, &[]);
    folder.ok(&["challenge", "anna", "boris"]);
    let (anna, boris) = (device(&folder, Some((ANNA, "Anna"))), device(&folder, Some((BORIS, "Boris"))));
    let server = Server::start(&folder, &[]);
    let bearer = |method: &str, path: &str, key: &str, body: &str| {
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nAuthorization: Bearer {key}\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            server.port,
            body.len()
        );
        let reply = server.send(head.as_bytes());
        let value: serde_json::Value = serde_json::from_str(&reply.body).unwrap_or_else(|_| panic!("{}", reply.body));
        (reply.status, value)
    };
    let (_, due) = bearer("GET", "/api/due", &boris, "");
    assert_eq!((&due[0]["due"], &due[0]["mine"]), (&"1-answer-2".into(), &true.into()), "{due}");
    let version = due[0]["version"].as_str().expect("a version");
    let answer = format!("{{\"due\":\"1-answer-2\",\"version\":\"{version}\",\"token\":\"T1\",\"answer\":\"accept\"}}");
    assert_eq!(bearer("POST", "/api/act", &anna, &answer).0, 403);
    let (status, done) = bearer("POST", "/api/act", &boris, &answer);
    assert_eq!((status, &done["before"]), (200, &false.into()), "{done}");
    let (status, done) = bearer("POST", "/api/act", &boris, &answer);
    assert_eq!((status, &done["before"]), (200, &true.into()), "{done}");
    let (status, wrong) = bearer("POST", "/api/act", &boris, "{\"due\":\"1-answer-2\",\"token\":\"T2\"}");
    assert_eq!(status, 409, "{wrong}");
    assert_eq!(bearer("GET", "/api/me", &anna, "").1["name"], "Anna");
    assert_eq!(bearer("GET", "/api/standings", &anna, "").1.as_array().map(Vec::len), Some(3));
}
