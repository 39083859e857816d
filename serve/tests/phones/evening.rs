//! A whole evening in three real browsers: two phones and a laptop, from the links to the appeals, without a terminal.

use std::time::{Duration, Instant};

use renown::club::KeyKind;
use serde_json::{Value, json};

use crate::chromium::{Browser, find};
use crate::support::{Folder, Server, key, war};

const AXE: &str = include_str!("../../../tests/vendor/axe-core/axe.min.js");

/// One browser and whose it is.
struct Seat {
    browser: Browser,
    base: String,
    width: u32,
}

impl Seat {
    fn open(&mut self, page: &str) {
        self.browser.open(&format!("{}{page}", self.base));
    }

    /// Waits until something is so, without a reload.
    fn until(&mut self, what: &str, script: &str) -> Duration {
        let begun = Instant::now();
        while self.browser.run(script) != true {
            assert!(
                begun.elapsed() < Duration::from_secs(20),
                "{what}: {}",
                self.browser.run("document.body.innerText")
            );
            std::thread::sleep(Duration::from_millis(50));
        }
        begun.elapsed()
    }

    fn sees(&mut self, words: &str) -> Duration {
        self.until(words, &format!("document.body.innerText.includes({words:?})"))
    }

    /// Comes in by a link.
    fn enter(&mut self, link: &str) {
        self.browser.open(link);
        self.browser.follow("form button");
        self.until("the desk", "!!document.querySelector('.menu')");
    }

    /// Sends the first form that `choose` accepts, with its first choice where none is made.
    fn send(&mut self, form: &str) {
        let script = format!(
            "(() => {{ const form = document.querySelector({form:?}); \
               const names = new Set([...form.querySelectorAll('input[type=radio]')].map(one => one.name)); \
               for (const name of names) {{ const group = [...form.querySelectorAll('input[type=radio]')].filter(one => one.name === name); \
                 if (!group.some(one => one.checked)) group[0].click(); }} \
               for (const list of form.querySelectorAll('select')) if (!list.value && list.options[1] && !list.name.startsWith('fate')) list.selectedIndex = list.name.startsWith('plot') ? 2 : 1; \
               form.setAttribute('data-asked', '1'); \
               form.requestSubmit(form.querySelector('button[value=send]') || form.querySelector('button.go') || form.querySelector('button[type=submit]')); return true; }})()"
        );
        self.browser.run(&script);
        self.until("an answer", "!document.querySelector('form[data-asked]')");
    }

    /// The first thing that is due in the battle, if anything is.
    fn due(&mut self) -> Option<String> {
        self.open("/");
        let found = self.browser.run("(document.querySelector('form.ask input[name=due][value^=\"1-\"]:not([value^=\"1-battle\"])') || {}).value || null");
        found.as_str().map(ToOwned::to_owned)
    }

    /// Nothing serious for axe-core, no sideways scroll, no complaint, nobody else asked.
    fn is_sound(&mut self, page: &str) {
        for scheme in ["light", "dark"] {
            self.browser.screen(self.width, "screen", scheme);
            self.open(page);
            if self.browser.run("typeof axe") == "undefined" {
                self.browser.run(AXE);
            }
            let found = self.browser.run(
                "axe.run(document, { resultTypes: ['violations'], preload: false }).then(found => found.violations \
                 .filter(one => ['serious', 'critical'].includes(one.impact)) \
                 .map(one => [one.id, one.help, one.nodes.slice(0, 3).map(node => node.html.slice(0, 160))]))",
            );
            assert_eq!(found, json!([]), "{page}, {scheme}");
            let wide = self.browser.run("document.documentElement.scrollWidth > innerWidth");
            assert_eq!(wide, Value::Bool(false), "{page} is wider than {}", self.width);
        }
        self.is_quiet(page);
    }

    fn is_quiet(&mut self, page: &str) {
        let (errors, asked) = self.browser.complaints();
        // What is refused on purpose is no complaint of the page.
        let errors: Vec<&String> = errors.iter().filter(|error| !error.contains("status of 4")).collect();
        assert!(errors.is_empty(), "{page}: {errors:?}");
        let away: Vec<&String> = asked
            .iter()
            .filter(|url| !url.starts_with(&self.base) && !url.starts_with("about:") && !url.starts_with("data:"))
            .collect();
        assert!(away.is_empty(), "{page} asks elsewhere: {away:?}");
    }
}

/// Answers whatever is due in the battle until nothing is.
fn settle(seats: [&mut Seat; 2]) {
    let [anna, boris] = seats;
    for _ in 0..24 {
        let mut none = true;
        for seat in [&mut *anna, &mut *boris] {
            let Some(due) = seat.due() else { continue };
            none = false;
            seat.send(&format!("form[data-draft=\"{due}\"]"));
            assert_eq!(
                seat.browser.run("!document.querySelector('.wrong')"),
                true,
                "{due}: {}",
                seat.browser.run("document.body.innerText")
            );
        }
        if none {
            return;
        }
    }
    panic!("the battle does not come to an end");
}

#[test]
fn an_evening_of_two_phones_and_a_laptop() {
    let Some(program) = find() else { return };
    let folder = Folder::new();
    war(&folder, &["confirm-days=3"]);
    let first = key(&folder, KeyKind::OneTime, None);
    let server = Server::start(&folder, &[]);
    let base = format!("http://127.0.0.1:{}", server.port);
    let homes = [Folder::new(), Folder::new(), Folder::new()];
    let seat = |home: &Folder, width: u32| {
        let mut browser = Browser::start(&program, &home.path(""));
        browser.screen(width, "screen", "light");
        Seat { browser, base: base.clone(), width }
    };
    let (mut boss, mut anna, mut boris) = (seat(&homes[0], 1280), seat(&homes[1], 360), seat(&homes[2], 360));
    boss.enter(&format!("{base}/in/{first}"));
    for (number, player) in [(1, &mut anna), (2, &mut boris)] {
        boss.open("/members");
        boss.browser.run(&format!(
            "document.querySelector('input[name=invite][value=\"player {number}\"]').form.requestSubmit()"
        ));
        boss.until("a link", "!!document.querySelector('.once input.link')");
        let link = boss.browser.run("document.querySelector('.once input.link').value");
        player.enter(link.as_str().expect("a link"));
    }
    // A challenge is on the other phone by itself.
    boris.open("/");
    anna.open("/challenge");
    anna.browser.run("document.querySelector('input[name=player][value=\"2\"]').click()");
    anna.send("form.ask");
    let seen = boris.sees("Boris answers");
    eprintln!("a challenge is on the other phone after {seen:?}");
    settle([&mut anna, &mut boris]);
    // The report, by taps.
    let report = |anna: &mut Seat, lost: u32| {
        anna.open("/report?battle=1");
        anna.browser.run(&format!(
            "(() => {{ document.querySelectorAll('fieldset[data-half] .hit')[{lost}].click(); \
             for (const one of ['through', 'assault']) {{ const field = document.querySelector(`input[name=${{one}}]`); if (field) field.value = 0; }} \
             document.querySelector('input[name=turns]').value = 6; for (const one of document.querySelectorAll('select[name^=surr], select[name^=field], select[name^=by]')) one.remove(); }})()"
        ));
        anna.send("form.report");
        assert_eq!(
            anna.browser.run("!document.querySelector('.wrong')"),
            true,
            "{}",
            anna.browser.run("document.body.innerText")
        );
    };
    report(&mut anna, 3);
    boris.open("/");
    boris.sees("Boris confirms or disputes");
    boris.browser.run(
        "(() => { document.querySelector('input[value=dispute]').click(); document.querySelector('input[name=reason]').value = 'four were left'; })()",
    );
    boris.send("form[data-draft^=\"1-confirmation\"]");
    boss.open("/desk");
    boss.sees("four were left");
    report(&mut anna, 4);
    boris.open("/");
    boris.sees("Boris confirms or disputes");
    boris.browser.run("document.querySelector('input[value=confirm]').click()");
    boris.send("form[data-draft^=\"1-confirmation\"]");
    // Each settles his aftermath; the laptop undoes and redoes meanwhile.
    boss.open("/desk");
    boss.send("form[action$='/undo']");
    assert_eq!(
        boss.browser.run("!document.querySelector('.wrong')"),
        true,
        "{}",
        boss.browser.run("document.body.innerText")
    );
    boris.open("/");
    boris.sees("Boris confirms or disputes");
    boss.open("/desk");
    boss.send("form[action$='/redo']");
    boris.until("the report stands again", "!document.body.innerText.includes('Boris confirms or disputes')");
    settle([&mut boris, &mut anna]);
    assert!(folder.ok(&["battle", "list", "--all"]).contains("closed"));
    for page in [
        "/",
        "/challenge",
        "/me",
        "/build",
        "/devices",
        "/rules?q=repair",
        "/battle-1.html",
        "/battles.html",
        "/map.html",
        "/players.html",
        "/news.html",
        "/journal.html",
    ] {
        anna.is_sound(page);
    }
    for page in ["/", "/desk", "/members", "/amend?entry=20"] {
        boss.is_sound(page);
    }
    assert!(folder.ok(&["verify"]).contains("The campaign is whole"));
}
