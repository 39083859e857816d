//! Every route and method, called as everybody. The table is the router's own: a route that nobody thought about has no
//! expectation here, and fails.

use renown::club::KeyKind;
use renown_serve::routes::{LIVE, Needs, table};

use crate::support::{ANNA, BORIS, Folder, Server, device, key, war};

/// Whoever may call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Caller {
    Nobody,
    Revoked,
    Feed,
    Guest,
    Player,
    Other,
    Arbitrator,
}

/// Whether a call by somebody gets past the door.
fn may(needs: Needs, caller: Caller) -> bool {
    match (needs, caller) {
        (Needs::Nothing, _) | (_, Caller::Arbitrator) => true,
        (_, Caller::Nobody | Caller::Revoked | Caller::Feed) => false,
        (Needs::Looking | Needs::Device, Caller::Guest | Caller::Player | Caller::Other) => true,
        (Needs::Acting, Caller::Player | Caller::Other) => true,
        (Needs::Acting, Caller::Guest) | (Needs::Arbitrating, Caller::Guest | Caller::Player | Caller::Other) => false,
    }
}

/// What each route needs, said once more: a change of the table is a change here.
const EXPECTED: &[(&str, &str, Needs)] = &[
    ("GET", "/health", Needs::Nothing),
    ("GET", "/club.css", Needs::Nothing),
    ("GET", "/club.js", Needs::Nothing),
    ("GET", "/favicon.svg", Needs::Nothing),
    ("GET", "/in/{key}", Needs::Nothing),
    ("POST", "/in", Needs::Nothing),
    ("POST", "/out", Needs::Device),
    ("GET", "/", Needs::Looking),
    ("GET", "/devices", Needs::Device),
    ("POST", "/devices", Needs::Device),
    ("GET", "/challenge", Needs::Acting),
    ("POST", "/challenge", Needs::Acting),
    ("GET", "/act", Needs::Acting),
    ("POST", "/act", Needs::Acting),
    ("GET", "/report", Needs::Acting),
    ("POST", "/report", Needs::Acting),
    ("GET", "/me", Needs::Looking),
    ("POST", "/me", Needs::Acting),
    ("GET", "/build", Needs::Acting),
    ("POST", "/build", Needs::Acting),
    ("GET", "/rules", Needs::Looking),
    ("GET", "/desk", Needs::Arbitrating),
    ("POST", "/undo", Needs::Arbitrating),
    ("POST", "/redo", Needs::Arbitrating),
    ("GET", "/amend", Needs::Arbitrating),
    ("POST", "/amend", Needs::Arbitrating),
    ("POST", "/rule", Needs::Arbitrating),
    ("POST", "/option", Needs::Arbitrating),
    ("POST", "/pairings", Needs::Arbitrating),
    ("POST", "/week", Needs::Arbitrating),
    ("POST", "/opening", Needs::Arbitrating),
    ("POST", "/players", Needs::Arbitrating),
    ("GET", "/members", Needs::Arbitrating),
    ("POST", "/members", Needs::Arbitrating),
    ("POST", "/cards", Needs::Arbitrating),
    ("GET", "/backup", Needs::Arbitrating),
    ("GET", "/export", Needs::Arbitrating),
    ("GET", "/api/me", Needs::Looking),
    ("GET", "/api/due", Needs::Looking),
    ("GET", "/api/battles", Needs::Looking),
    ("GET", "/api/standings", Needs::Looking),
    ("GET", "/api/register", Needs::Looking),
    ("GET", "/api/log", Needs::Looking),
    ("POST", "/api/act", Needs::Acting),
    ("GET", "/calendar.ics", Needs::Nothing),
    ("GET", "/news.atom", Needs::Nothing),
    ("GET", "/{page}", Needs::Looking),
];

#[test]
fn every_route_is_answered_to_those_who_may_call_it_and_to_nobody_else() {
    let folder = Folder::new();
    war(&folder, &[]);
    let revoked = device(&folder, Some((ANNA, "Anna")));
    let callers = [
        (Caller::Nobody, String::new()),
        (Caller::Revoked, revoked.clone()),
        (Caller::Feed, key(&folder, KeyKind::Feed, Some((ANNA, "Anna")))),
        (Caller::Guest, device(&folder, Some((0, "a guest")))),
        (Caller::Player, device(&folder, Some((ANNA, "Anna")))),
        (Caller::Other, device(&folder, Some((BORIS, "Boris")))),
        (Caller::Arbitrator, device(&folder, None)),
    ];
    let server = Server::start(&folder, &[]);
    assert_eq!(server.post("/out", &revoked, "").status, 200);
    let routes = table();
    let known: Vec<(&str, &str, Needs)> =
        routes.iter().map(|route| (route.method.as_str(), route.path, route.needs)).collect();
    assert_eq!(known, EXPECTED, "the table of routes");
    for (method, path, needs) in known {
        // Leaving would show the caller out of the rest of the table.
        if path == "/out" {
            continue;
        }
        let path = path.replace("{key}", "0").replace("{page}", "map.html");
        for (caller, key) in &callers {
            let before = folder.ok(&["log", "--last", "1"]);
            let reply = server.call(method, &path, key, "");
            let let_in = !matches!(reply.status, 401 | 403);
            // A bare call of a route may be nonsense to those who may call it, but never a failure.
            assert!(reply.status < 500, "{method} {path} by {caller:?}: {} {}", reply.status, reply.body);
            assert_eq!(let_in, may(needs, *caller), "{method} {path} by {caller:?}: {}", reply.status);
            if !let_in {
                assert!(!reply.body.contains("Agrippa") && !reply.body.contains("Autumn War") || reply.status == 403);
                assert_eq!(folder.ok(&["log", "--last", "1"]), before, "{method} {path} by {caller:?}");
            }
        }
        // The other method is no way in.
        let other = if method == "GET" { "DELETE" } else { "PUT" };
        let reply = server.call(other, &path, &callers[6].1, "");
        assert_eq!(reply.status, 405, "{other} {path}");
    }
    assert_eq!(server.get(LIVE, "").status, 401);
    assert_eq!(server.get(LIVE, &revoked).status, 401);
}

#[test]
fn the_public_looks_on_only_where_the_club_lets_it() {
    let folder = Folder::new();
    war(&folder, &[]);
    let server = Server::start(&folder, &["--public"]);
    for route in table() {
        let path = route.path.replace("{key}", "0").replace("{page}", "map.html");
        let status = server.call(route.method.as_str(), &path, "", "").status;
        let let_in = !matches!(status, 401 | 403);
        assert_eq!(let_in, matches!(route.needs, Needs::Nothing | Needs::Looking), "{} {path}: {status}", route.method);
    }
}
