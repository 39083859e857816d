//! Drives a real Chromium without a window by its debugging protocol, over two named pipes.

use std::borrow::Borrow;
use std::fs::File;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use serde_json::{Value, json};

/// How long anything may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// The browser, if this machine has one. `RENOWN_BROWSER=required` makes its absence an error.
pub(crate) fn find() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let found = names
        .iter()
        .flat_map(|name| std::env::split_paths(&path).map(move |folder| folder.join(name)))
        .find(|program| program.is_file());
    if found.is_none() {
        let notice = "no Chromium on this machine: `apt-get install chromium` brings it";
        assert_ne!(std::env::var("RENOWN_BROWSER").as_deref(), Ok("required"), "{notice}");
        eprintln!("SKIPPED: {notice}");
    }
    found
}

/// A browser with one tab.
pub(crate) struct Browser {
    child: Child,
    to: File,
    from: Receiver<Value>,
    session: String,
    id: u64,
    /// Events that came while an answer was waited for.
    events: Vec<Value>,
}

impl Browser {
    /// Starts the browser with what it keeps in `folder`.
    pub(crate) fn start(program: &Path, folder: &Path) -> Self {
        let (to, from) = (folder.join("to"), folder.join("from"));
        let made = Command::new("mkfifo").args([&to, &from]).status().expect("mkfifo runs");
        assert!(made.success(), "the pipes can be made");
        let line = "exec \"$0\" --headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run \
                    --disable-background-networking --disable-component-update --user-data-dir=\"$3\" \
                    --remote-debugging-pipe about:blank 3<\"$1\" 4>\"$2\"";
        let child = Command::new("sh")
            .args(["-c", line])
            .arg(program)
            .args([&to, &from, &folder.join("profile")])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the browser starts");
        let to = File::options().write(true).open(to).expect("the pipe opens");
        let mut answers = BufReader::new(File::open(from).expect("the pipe opens"));
        let (send, from) = channel();
        std::thread::spawn(move || {
            let mut bytes = Vec::new();
            while answers.read_until(0, &mut bytes).is_ok_and(|read| read > 0) {
                bytes.pop();
                let Ok(value) = serde_json::from_slice(&bytes) else { break };
                if send.send(value).is_err() {
                    break;
                }
                bytes.clear();
            }
        });
        let mut browser = Self { child, to, from, session: String::new(), id: 0, events: Vec::new() };
        let target = browser.call("Target.createTarget", json!({ "url": "about:blank" }));
        let target = json!({ "targetId": target["targetId"], "flatten": true });
        let attached = browser.call("Target.attachToTarget", target);
        attached["sessionId"].as_str().expect("a session").clone_into(&mut browser.session);
        for domain in ["Page", "Runtime", "Network", "Log"] {
            browser.call(&format!("{domain}.enable"), json!({}));
        }
        browser
    }

    /// Calls a method and waits for its answer.
    pub(crate) fn call(&mut self, method: &str, parameters: impl Borrow<Value>) -> Value {
        self.id += 1;
        let mut message = json!({ "id": self.id, "method": method, "params": parameters.borrow() });
        if !self.session.is_empty() {
            message["sessionId"] = self.session.as_str().into();
        }
        let mut bytes = message.to_string().into_bytes();
        bytes.push(0);
        self.to.write_all(&bytes).expect("the browser listens");
        loop {
            let mut answer = self.next(method);
            if answer["id"] == self.id {
                assert!(answer.get("error").is_none(), "{method}: {answer}");
                return answer["result"].take();
            }
            self.events.push(answer);
        }
    }

    fn next(&mut self, why: &str) -> Value {
        self.from.recv_timeout(PATIENCE).unwrap_or_else(|error| panic!("{why}: the browser says nothing: {error}"))
    }

    /// Waits for an event.
    fn wait(&mut self, method: &str) {
        while !self.events.iter().any(|event| event["method"] == method) {
            let event = self.next(method);
            self.events.push(event);
        }
    }

    /// Opens a page and waits until it is there.
    pub(crate) fn open(&mut self, url: &str) {
        self.events.retain(|event| event["method"] != "Page.loadEventFired");
        let went = self.call("Page.navigate", json!({ "url": url }));
        assert!(went.get("errorText").is_none(), "{url}: {went}");
        self.wait("Page.loadEventFired");
    }

    /// Clicks in the middle of an element and waits for the page that opens.
    pub(crate) fn follow(&mut self, selector: &str) {
        self.events.retain(|event| event["method"] != "Page.loadEventFired");
        self.click(selector);
        self.wait("Page.loadEventFired");
    }

    /// Clicks in the middle of an element.
    pub(crate) fn click(&mut self, selector: &str) {
        let place = self.run(&format!(
            "(() => {{ const found = document.querySelector({selector:?}); found.scrollIntoView({{ block: 'center' }}); \
             const at = found.getBoundingClientRect(); return [at.x + at.width / 2, at.y + at.height / 2]; }})()"
        ));
        for kind in ["mousePressed", "mouseReleased"] {
            let event = json!({ "type": kind, "x": place[0], "y": place[1], "button": "left", "clickCount": 1 });
            self.call("Input.dispatchMouseEvent", event);
        }
    }

    /// Runs a script in the page and returns what it comes to.
    pub(crate) fn run(&mut self, script: &str) -> Value {
        let parameters = json!({ "expression": script, "returnByValue": true, "awaitPromise": true });
        let mut done = self.call("Runtime.evaluate", parameters);
        assert!(done.get("exceptionDetails").is_none(), "{}", done["exceptionDetails"]);
        done["result"]["value"].take()
    }

    /// A screen of this width, on paper or not, light or dark.
    pub(crate) fn screen(&mut self, width: u32, media: &str, scheme: &str) {
        let size = json!({ "width": width, "height": 800, "deviceScaleFactor": 1, "mobile": width < 500 });
        self.call("Emulation.setDeviceMetricsOverride", size);
        let features = json!([{ "name": "prefers-color-scheme", "value": scheme }]);
        self.call("Emulation.setEmulatedMedia", json!({ "media": media, "features": features }));
    }

    /// What was complained of, and every address that was asked for, since the last time.
    pub(crate) fn complaints(&mut self) -> (Vec<String>, Vec<String>) {
        let (mut errors, mut asked) = (Vec::new(), Vec::new());
        for event in self.events.drain(..) {
            let parameters = &event["params"];
            match event["method"].as_str().unwrap_or_default() {
                "Runtime.exceptionThrown" => errors.push(parameters.to_string()),
                "Runtime.consoleAPICalled" if parameters["type"] == "error" => errors.push(parameters.to_string()),
                "Log.entryAdded" if parameters["entry"]["level"] == "error" => errors.push(parameters.to_string()),
                "Network.requestWillBeSent" => {
                    asked.push(parameters["request"]["url"].as_str().unwrap_or_default().to_owned());
                }
                _ => {}
            }
        }
        (errors, asked)
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.to.write_all(b"{\"id\":0,\"method\":\"Browser.close\"}\0");
        // It writes into its folder until it is gone.
        for _ in 0..100 {
            if self.child.try_wait().is_ok_and(|ended| ended.is_some()) {
                return;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
