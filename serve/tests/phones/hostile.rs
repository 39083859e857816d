//! Garbage, huge and slow: each has its answer, and nobody else waits for it.

use std::io::{Read as _, Write as _};
use std::time::{Duration, Instant};

use crate::support::{ANNA, Folder, Server, device, encoded, war};

const EVIL: &str = "<script>alert(1)</script>\"'&]]>";

#[test]
fn paths_lead_nowhere_but_to_pages() {
    let folder = Folder::new();
    war(&folder, &[]);
    let anna = device(&folder, Some((ANNA, "Anna")));
    let server = Server::start(&folder, &[]);
    for path in [
        "/../campaign.renown",
        "/..%2fcampaign.renown",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/campaign.renown",
        "/style.css",
        "/in/..%2f..%2f",
        "/%00",
        "/battle-1.html%00",
        "/battle-999999999999.html",
        "/a/b/c/d",
        "/api/../desk",
        "/%F0%9F%92%A9",
        "/report?battle=99999999999999999999",
        "/report?battle=-1",
        "/act?due=%3Cscript%3E",
        "/amend?entry=1",
    ] {
        let reply = server.get(path, &anna);
        assert!(matches!(reply.status, 400 | 403 | 404 | 409), "{path}: {}", reply.status);
        assert!(!reply.body.contains("SQLite") && !reply.body.contains("<script>"), "{path}");
    }
    // A line break in what is asked for ends no line of the answer.
    let reply = server.get("/rules?id=%0d%0aSet-Cookie:%20evil=1&q=%0d%0ax", &anna);
    assert!(reply.status == 200 && reply.header("set-cookie").is_none());
    let reply = server.post("/challenge", &anna, "player=2&token=%0d%0aSet-Cookie:x=1");
    assert!(reply.status == 303 && reply.header("set-cookie").is_none(), "{}", reply.head);
}

#[test]
fn markup_in_every_name_stays_a_name() {
    let folder = Folder::new();
    folder.ok(&["new", EVIL, "--map", "cyclops"]);
    folder.ok(&["player", "add", &format!("Anna {EVIL}"), "--fleet", "gothic-sector", "--commander", EVIL]);
    folder.ok(&["player", "add", "Boris", "--fleet", "chaos-incursion", "--commander", EVIL]);
    let anna = device(&folder, Some((1, &format!("Anna {EVIL}"))));
    let boss = device(&folder, None);
    let server = Server::start(&folder, &[]);
    let buy = format!("do=buy&class=gothic&number=1&name={}", encoded(EVIL));
    assert_eq!(server.post("/build", &anna, &buy).status, 303);
    let bent = format!("do=rename&vessel={}&name={}", encoded(EVIL), encoded("bent\u{202e}name\u{0}"));
    assert_eq!(server.post("/me", &anna, &bent).status, 422);
    for key in [&anna, &boss] {
        for path in [
            "/",
            "/me?player=1",
            "/build?player=1",
            "/journal.html",
            "/players.html",
            "/player-1.html",
            "/ship-1-1.html",
            "/desk",
            "/members",
            "/devices",
        ] {
            let reply = server.get(path, key);
            assert!(!reply.body.contains("<script>") && !reply.body.contains("\u{202e}"), "{path}: {}", reply.body);
            assert!(!reply.body.contains(" style=") && !reply.body.contains("onclick"), "{path}");
            let policy = reply.header("content-security-policy").unwrap_or_default();
            assert!(policy.contains("script-src 'self'") && !policy.contains("unsafe"), "{path}: {policy}");
        }
    }
}

#[test]
fn huge_and_odd_bodies_are_refused_at_once() {
    let folder = Folder::new();
    war(&folder, &[]);
    let anna = device(&folder, Some((ANNA, "Anna")));
    let server = Server::start(&folder, &[]);
    let head = |length: usize, kind: &str| {
        format!(
            "POST /challenge HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nCookie: renown={anna}\r\nConnection: close\r\n\
             Content-Type: {kind}\r\nContent-Length: {length}\r\n\r\n",
            server.port
        )
    };
    // A hundred megabytes are announced; more than a little is never read.
    let begun = Instant::now();
    let mut bytes = head(100 << 20, "application/x-www-form-urlencoded").into_bytes();
    bytes.resize(bytes.len() + (1 << 20), b'a');
    assert_eq!(server.send(&bytes).status, 413);
    assert!(begun.elapsed() < Duration::from_secs(5));
    let many = "a=1&".repeat(10_000);
    assert_eq!(server.post("/challenge", &anna, &many).status, 422);
    let text = format!("{}hello", head(5, "text/plain"));
    assert_eq!(server.send(text.as_bytes()).status, 415);
    let json = format!("{}{{\"a\"", head(4, "application/json"));
    assert_eq!(server.send(json.as_bytes()).status, 422);
    let long = format!("GET / HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nX: {}\r\n\r\n", server.port, "x".repeat(40_000));
    assert!(matches!(server.send(long.as_bytes()).status, 400 | 431), "a long head");
    for garbage in [
        &b"\0\0\0\0"[..],
        b"GET\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01",
        b"POST / HTTP/1.1\r\nContent-Length: -5\r\n\r\n",
    ] {
        assert!(matches!(server.send(garbage).status, 0 | 400));
    }
    assert_eq!(server.get("/", &anna).status, 200);
}

#[test]
fn slow_callers_are_let_go_and_many_idle_ones_hold_up_nobody() {
    let folder = Folder::new();
    war(&folder, &[]);
    let anna = device(&folder, Some((ANNA, "Anna")));
    let server = Server::start(&folder, &[]);
    let idle: Vec<_> = (0..300).map(|_| server.connect()).collect();
    let mut slow = server.connect();
    slow.write_all(b"GET / HTTP/1.1\r\nHost: 127.0.0.1").expect("it listens");
    let begun = Instant::now();
    assert_eq!(server.get("/", &anna).status, 200);
    assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
    // Half a head is waited for ten seconds, and no longer.
    let mut rest = Vec::new();
    let _ = slow.read_to_end(&mut rest);
    assert!(
        begun.elapsed() > Duration::from_secs(8) && begun.elapsed() < Duration::from_secs(20),
        "{:?}",
        begun.elapsed()
    );
    drop(idle);
}
