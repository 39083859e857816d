//! A battle from challenge to appeals by forms alone, without a script.

use crate::support::{ANNA, BORIS, Folder, Server, device, encoded, war};

struct Evening {
    folder: Folder,
    server: Server,
    anna: String,
    boris: String,
    boss: String,
}

impl Evening {
    fn new(options: &[&str]) -> Self {
        let folder = Folder::new();
        war(&folder, options);
        let (anna, boris) = (device(&folder, Some((ANNA, "Anna"))), device(&folder, Some((BORIS, "Boris"))));
        let boss = device(&folder, None);
        let server = Server::start(&folder, &[]);
        Self { folder, server, anna, boris, boss }
    }

    /// Answers what is due, as its form is on the desk.
    fn answer(&self, key: &str, due: &str, fields: &str) -> (u16, String) {
        let desk = self.server.get("/", key);
        let (version, token) = (desk.carried(due, "version"), desk.carried(due, "token"));
        let reply = self.server.post("/act", key, &format!("due={due}&version={version}&token={token}&{fields}"));
        (reply.status, reply.body)
    }

    fn done(&self, key: &str, due: &str, fields: &str) {
        let (status, body) = self.answer(key, due, fields);
        assert_eq!(status, 303, "{due}: {body}");
    }

    /// The names of what is due on somebody's desk.
    fn due(&self, key: &str) -> Vec<String> {
        let desk = self.server.get("/", key).body;
        desk.split("name=\"due\" value=\"")
            .skip(1)
            .filter_map(|rest| rest.split('"').next())
            .map(str::to_owned)
            .collect()
    }

    /// To the report of the first battle.
    fn to_the_table(&self) {
        assert_eq!(self.server.post("/challenge", &self.anna, "player=2&token=T0").status, 303);
        self.done(&self.boris, "1-answer-2", "answer=accept");
        let mut rounds = 0;
        while !self.server.get("/battle-1.html", &self.boss).body.contains("/report?battle=1") {
            rounds += 1;
            assert!(rounds < 12, "{:?}", self.due(&self.boss));
            let due = self.due(&self.boss).into_iter().find(|due| due.starts_with("1-")).expect("something is due");
            let who = if due.ends_with("-1") { &self.anna } else { &self.boris };
            let kind = due.split('-').nth(1).unwrap_or_default().to_owned();
            match kind.as_str() {
                "location" => {
                    let desk = self.server.get("/", who).body;
                    let system =
                        desk.split("name=\"system\" value=\"").nth(1).or_else(|| desk.split("<option value=\"").nth(2));
                    let system = system.and_then(|rest| rest.split('"').next()).expect("a system in reach").to_owned();
                    self.done(who, &due, &format!("system={}", encoded(&system)));
                }
                "size" => self.done(who, &due, "points=750"),
                "orders" => self.done(who, &due, "orders=roll"),
                "fleet" => {
                    let all: &[&str] = if due.ends_with("-1") {
                        &["Agrippa", "Vigil", "Hound Squadron"]
                    } else {
                        &["Black Testament", "Unclean", "Broken Idols"]
                    };
                    let all: Vec<String> = all.iter().map(|name| format!("vessel={}", encoded(name))).collect();
                    let (status, _) = self.answer(who, &due, &all.join("&"));
                    if status != 303 {
                        // The scenario takes fewer: the usual fleet fits.
                        let api = self.server.get("/api/due", who).body;
                        let forms: serde_json::Value = serde_json::from_str(&api).expect("JSON");
                        let form = forms
                            .as_array()
                            .expect("a list")
                            .iter()
                            .find(|form| form["due"] == due.as_str())
                            .expect("it");
                        let usual = form["fields"][0]["usual"].as_array().expect("names").clone();
                        let usual: Vec<String> = usual
                            .iter()
                            .map(|name| format!("vessel={}", encoded(name.as_str().unwrap_or_default())))
                            .collect();
                        self.done(who, &due, &usual.join("&"));
                    }
                }
                "nomination" => {
                    let api = self.server.get("/api/due", who).body;
                    let forms: serde_json::Value = serde_json::from_str(&api).expect("JSON");
                    let form =
                        forms.as_array().expect("a list").iter().find(|form| form["due"] == due.as_str()).expect("it");
                    let ship = form["fields"][0]["choices"][0]["value"].as_str().unwrap_or_default().to_owned();
                    self.done(who, &due, &format!("ship={}", encoded(&ship)));
                }
                other => panic!("{other} was not foreseen"),
            }
        }
    }

    /// A report that answers whatever this battle's scenario and sub-plots ask.
    fn report(&self, key: &str, token: &str, fields: &str) -> (u16, String) {
        let page = self.server.get("/report?battle=1", key).body;
        let asked = page.split("<select id=").filter(|part| part.contains("name=\"plot:"));
        let plots: String = asked
            .filter_map(|part| part.split("name=\"").nth(1)?.split('"').next())
            .map(|name| format!("&{}=no", encoded(name)))
            .collect();
        let more: String = ["through", "assault"]
            .iter()
            .filter(|name| page.contains(&format!("name=\"{name}\"")))
            .map(|name| format!("&{name}=0"))
            .collect();
        let reply = self.server.post("/report", key, &format!("battle=1&token={token}&turns=6{plots}{more}&{fields}"));
        (reply.status, reply.body)
    }
}

fn role(evening: &Evening, name: &str) -> &'static str {
    let page = evening.server.get("/report?battle=1", &evening.boss).body;
    if page.contains(&format!("left:attacker:{name}")) { "attacker" } else { "defender" }
}

#[test]
fn a_battle_by_forms_from_challenge_to_appeals_with_a_dispute() {
    let evening = Evening::new(&["confirm-days=3"]);
    evening.to_the_table();
    let (server, anna, boris) = (&evening.server, &evening.anna, &evening.boris);
    let agrippa = format!("{}=5", encoded(&format!("left:{}:Agrippa", role(&evening, "Agrippa"))));
    // Looking it over records nothing.
    let before = evening.folder.ok(&["log", "--last", "1"]);
    let (status, body) = evening.report(anna, "R0", &format!("go=look&{agrippa}"));
    assert!(status == 200 && body.contains("It would come to:"), "{status} {body}");
    assert_eq!(evening.folder.ok(&["log", "--last", "1"]), before);
    // What cannot be is refused, and what was typed stays.
    let (status, body) = evening.report(anna, "R1", "go=send&surrendered=attacker&turns=200&field=nonsense");
    assert!(matches!(status, 303 | 422), "{body}");
    if status == 303 {
        evening.folder.ok(&["undo"]);
    }
    let (status, body) = evening.report(anna, "R2", &format!("go=send&{agrippa}"));
    assert_eq!(status, 303, "{body}");
    assert_eq!(evening.due(boris), ["1-confirmation-2"]);
    // Who disputes says why.
    let (status, body) = evening.answer(boris, "1-confirmation-2", "answer=dispute&reason=");
    assert!(status == 422 && body.contains("Say what is wrong"), "{status}");
    evening.done(boris, "1-confirmation-2", "answer=dispute&reason=Agrippa+lost+four");
    assert!(server.get("/desk", &evening.boss).body.contains("Agrippa lost four"));
    let agrippa = agrippa.replace("=5", "=4");
    assert_eq!(evening.report(anna, "R3", &format!("go=send&{agrippa}")).0, 303);
    evening.done(boris, "1-confirmation-2", "answer=confirm");
    // Each for himself, in either order.
    let mut rounds = 0;
    loop {
        let next = [(boris, evening.due(boris)), (anna, evening.due(anna))]
            .into_iter()
            .find_map(|(key, due)| Some((key, due.into_iter().find(|due| due.starts_with("1-"))?)));
        let Some((key, due)) = next else { break };
        rounds += 1;
        assert!(rounds < 12, "{due} stays due");
        let fields = match due.split('-').nth(1) {
            Some("advances") => {
                let desk = server.get("/", key).body;
                let names = desk.split("name=\"advance:").skip(1).filter_map(|rest| rest.split('"').next());
                names.map(|name| format!("{}=leadership&", encoded(&format!("advance:{name}")))).collect()
            }
            Some("repairs") if key == anna => format!("{}=1", encoded("repair:Agrippa")),
            Some("grant") => "grant=waive".to_owned(),
            _ => String::new(),
        };
        evening.done(key, &due, &format!("{fields}&x=1"));
    }
    assert!(evening.folder.ok(&["battle", "list", "--all"]).contains("closed"));
    assert!(evening.folder.ok(&["verify"]).contains("The campaign is whole"));
    assert!(server.get("/players.html", anna).body.contains("Anna"));
}

#[test]
fn a_form_that_was_drawn_before_something_changed_comes_back_with_what_was_typed() {
    let evening = Evening::new(&[]);
    evening.server.post("/challenge", &evening.anna, "player=2&token=T0");
    evening.done(&evening.boris, "1-answer-2", "answer=accept");
    let size = |evening: &Evening| evening.due(&evening.boss).into_iter().find(|due| due.starts_with("1-"));
    let due = size(&evening).expect("something is due");
    let who = if due.ends_with("-1") { &evening.anna } else { &evening.boris };
    let reply = evening.server.post("/act", who, &format!("due={due}&version=stale&token=T9&points=777&system=Rebo"));
    assert_eq!(reply.status, 409);
    assert!(reply.body.contains("Something changed since this was drawn"), "{}", reply.body);
    // What is not due any more is told so, and a stranger's decision is not his.
    assert_eq!(evening.server.post("/act", who, "due=1-answer-2&token=T8&answer=accept").status, 409);
    let other = if due.ends_with("-1") { &evening.boris } else { &evening.anna };
    if due.contains("location") {
        assert_eq!(evening.server.post("/act", other, &format!("due={due}&token=T7&system=Rebo")).status, 403);
    }
}

#[test]
fn the_arbitrator_undoes_once_however_often_he_taps_and_amends_with_a_preview() {
    let evening = Evening::new(&[]);
    let (server, boss) = (&evening.server, &evening.boss);
    assert_eq!(server.post("/me", &evening.anna, "do=rename&vessel=Vigil&name=Vigilant&token=A").status, 303);
    let desk = server.get("/desk", boss).body;
    let head = desk
        .split("name=\"head\" value=\"")
        .nth(1)
        .and_then(|rest| rest.split('"').next())
        .expect("the head")
        .to_owned();
    assert_eq!(server.post("/undo", boss, &format!("head={head}")).status, 303);
    assert_eq!(server.post("/undo", boss, &format!("head={head}")).status, 409);
    assert!(evening.folder.ok(&["register", "anna"]).contains("Vigil"));
    let desk = server.get("/desk", boss).body;
    let head = desk
        .split("name=\"head\" value=\"")
        .nth(1)
        .and_then(|rest| rest.split('"').next())
        .expect("the head")
        .to_owned();
    assert_eq!(server.post("/redo", boss, &format!("head={head}")).status, 303);
    assert!(evening.folder.ok(&["register", "anna"]).contains("Vigilant"));
    // A report is corrected after the fact.
    evening.to_the_table();
    let agrippa = format!("{}=5", encoded(&format!("left:{}:Agrippa", role(&evening, "Agrippa"))));
    let (status, body) = evening.report(&evening.boss, "R2", &format!("go=send&{agrippa}"));
    assert_eq!(status, 303, "{body}");
    let log = evening.folder.ok(&["log", "--all", "--format", "json"]);
    let rows: serde_json::Value = serde_json::from_str(&log).expect("JSON");
    let rows = rows.as_array().expect("a list").clone();
    let record = rows.iter().find(|row| row["command"]["do"] == "record-battle").expect("the report");
    let (entry, vessel) = (record["entry"].as_u64().expect("a number"), &record["command"]["report"]["vessels"]);
    let hurt =
        vessel.as_array().expect("a list").iter().find(|vessel| vessel["hits-lost"] == 3).expect("Agrippa")["vessel"]
            .clone();
    let page = server.get(&format!("/amend?entry={entry}"), boss).body;
    assert!(page.contains(&format!("name=\"lost:{hurt}\"")), "{page}");
    let head = page
        .split("name=\"head\" value=\"")
        .nth(1)
        .and_then(|rest| rest.split('"').next())
        .expect("the head")
        .to_owned();
    let fields = format!("entry={entry}&how=replace&head={head}&{}=4", encoded(&format!("lost:{hurt}")));
    let preview = server.post("/amend", boss, &format!("{fields}&go=look"));
    assert!(
        preview.status == 200 && preview.body.contains("Record this amendment"),
        "{} {}",
        preview.status,
        preview.body
    );
    let done = server.post("/amend", boss, &format!("{fields}&go=send"));
    assert_eq!(done.status, 303, "{}", done.body);
    assert!(evening.folder.ok(&["verify"]).contains("The campaign is whole"));
    assert!(matches!(server.post("/amend", boss, &format!("{fields}&go=send")).status, 409 | 422));
}
