//! Two campaigns that differ in one secret answer whoever may not know it with the same bytes.

use std::collections::BTreeMap;

use renown_serve::routes::table;

use crate::support::{ANNA, AT, Folder, Reply, Server, device, war_around};

/// What changes with every answer, and tells nothing.
fn plain(reply: &Reply) -> Reply {
    let mut reply = reply.clone();
    for (before, after) in [("name=\"token\" value=\"", "\""), ("\r\ndate: ", "\r\n")] {
        for text in [&mut reply.body, &mut reply.head] {
            let mut out = String::new();
            let mut rest = text.as_str();
            while let Some((start, more)) = rest.split_once(before) {
                let (_, end) = more.split_once(after).unwrap_or((more, ""));
                out = out + start + before + after;
                rest = end;
            }
            *text = out + rest;
        }
    }
    reply
}

/// Everything that somebody can read, by path.
fn everything(server: &Server, key: &str) -> BTreeMap<String, Reply> {
    let mut paths: Vec<String> = table()
        .into_iter()
        .filter(|route| route.method == "GET" && !route.path.contains('{'))
        .map(|route| route.path.to_owned())
        .collect();
    paths.extend(["/api/battles?all=1", "/report?battle=1", "/api/register?player=2", "/in/0"].map(str::to_owned));
    let mut found: BTreeMap<String, Reply> = BTreeMap::new();
    while let Some(path) = paths.pop() {
        if found.contains_key(&path) {
            continue;
        }
        let reply = server.get(&path, key);
        for link in reply.body.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
            let link = link.split('#').next().unwrap_or_default();
            if link.contains(".html") || link.starts_with("/act") {
                paths.push(format!("/{}", link.trim_start_matches('/')));
            }
        }
        found.insert(path, plain(&reply));
    }
    found
}

fn alike(one: &Folder, other: &Folder, who: Option<(u32, &str)>) -> usize {
    let both = [one, other].map(|folder| {
        let key = device(folder, who);
        let server = Server::start(folder, &[]);
        let mut all = everything(&server, &key);
        // Errors tell no more.
        for (path, body) in [
            ("/act", "due=1-fleet-2&answer=accept"),
            ("/challenge", "player=2"),
            ("/me", "do=rename&vessel=Hidden&name=Other"),
            ("/build", "do=sell&vessel=Hidden"),
        ] {
            let reply = server.post(path, &key, body);
            all.insert(format!("POST {path}"), plain(&reply));
        }
        // Each server has its own port.
        let port = format!("127.0.0.1:{}", server.port);
        all.into_iter()
            .map(|(path, reply)| (path, Reply { body: reply.body.replace(&port, "HOST"), ..reply }))
            .collect::<BTreeMap<String, Reply>>()
    });
    let [one, other] = &both;
    assert_eq!(one.keys().collect::<Vec<_>>(), other.keys().collect::<Vec<_>>());
    for (path, reply) in one {
        let mut lines = reply.body.lines().zip(other[path].body.lines());
        assert_eq!(lines.find(|(one, other)| one != other), None, "{path}: the first line that differs");
        assert_eq!(reply.body.len(), other[path].body.len(), "{path}");
        let lengthless =
            |head: &str| head.lines().filter(|line| !line.starts_with("content-length")).collect::<String>();
        assert_eq!(lengthless(&reply.head), lengthless(&other[path].head), "{path}");
    }
    one.len()
}

#[test]
fn where_a_base_is_hidden_is_in_no_byte() {
    let campaigns = ["platea", "halemnet"].map(|base| {
        let folder = Folder::new();
        war_around(&folder, &[], base);
        folder
    });
    let [one, other] = &campaigns;
    for who in [Some((ANNA, "Anna")), Some((0, "a guest"))] {
        let pages = alike(one, other, who);
        assert!(pages > 25, "only {pages} pages");
    }
}

#[test]
fn what_a_secret_register_holds_is_in_no_byte() {
    let campaigns = ["carnage", "devastation"].map(|class| {
        let folder = Folder::new();
        let ok = |words: &[&str]| folder.ok(&[words, &AT].concat());
        ok(&["new", "Autumn War", "--map", "cyclops", "--option", "secret-lists=true"]);
        ok(&["player", "add", "Anna", "--fleet", "gothic-sector", "--commander", "Ravensburg"]);
        ok(&["player", "add", "Boris", "--fleet", "chaos-incursion", "--commander", "Vorgath"]);
        ok(&["fleet", "buy", "boris", class, "--name", "Hidden"]);
        if class == "devastation" {
            ok(&["fleet", "buy", "boris", "iconoclast:4", "--name", "More"]);
        }
        ok(&["fleet", "buy", "anna", "gothic", "--name", "Vigil"]);
        ok(&["flagship", "anna", "Vigil"]);
        ok(&["flagship", "boris", "Hidden"]);
        ok(&["start", "--dice", "seed:tour", "--pick", "anna=rebo", "--pick", "boris=lithore"]);
        folder
    });
    let [one, other] = &campaigns;
    let pages = alike(one, other, Some((ANNA, "Anna")));
    assert!(pages > 25, "only {pages} pages");
}
