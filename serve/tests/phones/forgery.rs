//! Pages of other sites, borrowed names, guessed and kept keys.

use std::io::{Read as _, Write as _};

use renown::club::KeyKind;

use crate::support::{ANNA, BORIS, Folder, Server, device, key, war};

fn campaign() -> (Folder, Server, String) {
    let folder = Folder::new();
    war(&folder, &[]);
    let anna = device(&folder, Some((ANNA, "Anna")));
    let server = Server::start(&folder, &[]);
    (folder, server, anna)
}

/// A post with headers of its own.
fn post(server: &Server, path: &str, headers: &str, body: &str) -> u16 {
    let head = format!(
        "POST {path} HTTP/1.1\r\nConnection: close\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n{headers}\r\n",
        body.len()
    );
    server.send(format!("{head}{body}").as_bytes()).status
}

#[test]
fn a_form_of_another_site_changes_nothing() {
    let (folder, server, anna) = campaign();
    let before = folder.ok(&["log", "--last", "1"]);
    let (own, cookie) = (format!("127.0.0.1:{}", server.port), format!("Cookie: renown={anna}\r\n"));
    let host = format!("Host: {own}\r\n{cookie}");
    let other_port = format!("Origin: http://127.0.0.1:{}\r\n", server.port.wrapping_add(1));
    for (headers, status) in [
        ("Sec-Fetch-Site: cross-site\r\n", 403),
        ("Sec-Fetch-Site: same-site\r\n", 403),
        ("Origin: https://evil.example\r\n", 403),
        ("Origin: null\r\n", 403),
        (other_port.as_str(), 403),
    ] {
        assert_eq!(post(&server, "/challenge", &format!("{host}{headers}"), "player=2"), status, "{headers}");
    }
    // A name that somebody else points at this machine is not its name.
    let rebound = format!("Host: evil.example\r\n{cookie}Origin: http://evil.example\r\n");
    assert_eq!(post(&server, "/challenge", &rebound, "player=2"), 421);
    assert_eq!(folder.ok(&["log", "--last", "1"]), before);
    // Its own pages may.
    assert_eq!(post(&server, "/challenge", &format!("{host}Origin: http://{own}\r\n"), "player=2"), 303);
    assert!(folder.ok(&["log", "--last", "1"]).contains("Anna challenges Boris"));
}

#[test]
fn a_key_is_made_anew_at_every_entry_and_looking_spends_nothing() {
    let (folder, server, anna) = campaign();
    let invitation = key(&folder, KeyKind::OneTime, Some((ANNA, "Anna")));
    for _ in 0..50 {
        assert_eq!(server.get(&format!("/in/{invitation}"), "").status, 200);
    }
    // Whatever cookie somebody planted, another comes back, and it is not the link's.
    let reply = server.post("/in", "00000000000000000000000000", &format!("key={invitation}"));
    assert_eq!(reply.status, 303);
    let cookie = reply.header("set-cookie").expect("a cookie").to_owned();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"), "{cookie}");
    let fresh = cookie.trim_start_matches("renown=").split(';').next().unwrap_or_default().to_owned();
    assert!(fresh.len() == 26 && fresh != invitation && fresh != anna);
    assert_eq!(server.get("/", &fresh).status, 200);
    // Spent, it is as unknown as any other.
    let (spent, unknown) =
        (server.get(&format!("/in/{invitation}"), ""), server.get("/in/00000000000000000000000000", ""));
    assert_eq!((spent.status, &spent.body), (404, &unknown.body));
    // An invitation or a calendar's key is no device's.
    let (link, feed) =
        (key(&folder, KeyKind::Invitation, Some((ANNA, "Anna"))), key(&folder, KeyKind::Feed, Some((ANNA, "Anna"))));
    assert_eq!(server.get("/", &link).status, 401);
    assert_eq!(server.get("/", &feed).status, 401);
    assert_eq!(server.get(&format!("/calendar.ics?key={feed}"), "").status, 200);
}

#[test]
fn guessing_is_stopped_and_stops_nobody_else() {
    let folder = Folder::new();
    war(&folder, &[]);
    let invitation = key(&folder, KeyKind::Invitation, Some((ANNA, "Anna")));
    let server = Server::start(&folder, &["--proxy", "127.0.0.1"]);
    let from = |address: &str, key: &str| {
        let head = format!(
            "GET /in/{key} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nX-Forwarded-For: 203.0.113.77, {address}\r\nConnection: close\r\n\r\n",
            server.port
        );
        server.send(head.as_bytes()).status
    };
    let tried: Vec<u16> = (0..40).map(|number| from("198.51.100.1", &format!("{number:026}"))).collect();
    assert_eq!(tried.iter().filter(|status| **status == 404).count(), 10, "{tried:?}");
    assert!(tried[10..].iter().all(|status| *status == 429), "{tried:?}");
    // Whatever he writes before the proxy's own word is not believed.
    assert_eq!(from("198.51.100.1", &invitation), 429);
    assert_eq!(from("198.51.100.2", &invitation), 200);
}

#[test]
fn a_token_is_its_senders_and_a_revoked_device_hears_nothing_more() {
    let (folder, server, anna) = campaign();
    let boris = device(&folder, Some((BORIS, "Boris")));
    assert_eq!(server.post("/challenge", &anna, "player=2&token=ABC").status, 303);
    let head = folder.ok(&["log", "--last", "1"]);
    // Again it is the same; from somebody else it is his own.
    assert_eq!(server.post("/challenge", &anna, "player=2&token=ABC").status, 303);
    assert_eq!(folder.ok(&["log", "--last", "1"]), head);
    assert_eq!(server.post("/challenge", &boris, "player=3&token=ABC").status, 303);
    assert!(folder.ok(&["log", "--last", "1"]).contains("Boris challenges Chen"));
    assert!(server.get("/?done=ABC", &anna).body.contains("Anna challenges Boris"));
    assert!(!server.get("/?done=ABC", &boris).body.contains("<p>Battle 1: Anna challenges Boris"));
    // A stream that is open when its key is revoked is cut.
    let mut stream = server.connect();
    let head = format!("GET /live HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nCookie: renown={anna}\r\n\r\n", server.port);
    stream.write_all(head.as_bytes()).expect("it listens");
    std::thread::sleep(std::time::Duration::from_millis(300));
    let other = device(&folder, Some((ANNA, "Anna")));
    let page = server.get("/devices", &other).body;
    let id = page
        .split("name=\"revoke\" value=\"")
        .nth(1)
        .and_then(|rest| rest.split('"').next())
        .expect("the first device");
    assert_eq!(server.post("/devices", &other, &format!("revoke={id}")).status, 303);
    let mut heard = String::new();
    stream.read_to_string(&mut heard).expect("it ends");
    assert!(heard.contains("event: here") && !heard.contains("event: changed"), "{heard}");
    assert_eq!(server.get("/", &anna).status, 401);
}
