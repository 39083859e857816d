//! A campaign, its server, and a client that knows no more of HTTP than it needs.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use renown::campaign::state::PlayerId;
use renown::campaign::view::Viewer;
use renown::cli::{Io, run, style_of_terminal};
use renown::club::{Club, Holder, KeyKind, Terms};

/// A folder of its own, which goes when the test does.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let name = format!("renown-serve-{}-{}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).expect("it can be made");
        Self(path)
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub(crate) fn campaign(&self) -> PathBuf {
        self.path("campaign.renown")
    }

    /// Types a line at the terminal.
    pub(crate) fn line(&self, words: &[&str]) -> (bool, String) {
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let campaign = self.campaign().display().to_string();
        let first = ["renown", "--campaign", &campaign];
        let args: Vec<std::ffi::OsString> = first.iter().chain(words).map(|word| (*word).into()).collect();
        let io = Io {
            out: &mut out,
            err: &mut err,
            input: &mut std::io::empty(),
            interactive: false,
            style: style_of_terminal(),
            err_colour: false,
        };
        let code = run(args, io);
        let said = [out, err].map(|text| String::from_utf8_lossy(&text).into_owned()).concat();
        (format!("{code:?}") == format!("{:?}", ExitCode::SUCCESS), said)
    }

    pub(crate) fn ok(&self, words: &[&str]) -> String {
        let (done, said) = self.line(words);
        assert!(done, "{words:?}: {said}");
        said
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A campaign of three players with open registers, ready for its first battle.
pub(crate) fn war(folder: &Folder, options: &[&str]) {
    war_around(folder, options, "platea");
}

/// The same with a pirate's base hidden somewhere.
pub(crate) fn war_around(folder: &Folder, options: &[&str], base: &str) {
    let base = format!("chen={base}");
    let mut new = vec!["new", "Autumn War", "--map", "cyclops", "--ends", "2027-12-15"];
    new.extend(options.iter().flat_map(|option| ["--option", option]));
    folder.ok(&[&new[..], &AT].concat());
    for words in [
        &["player", "add", "Anna", "--fleet", "gothic-sector", "--commander", "Ravensburg"][..],
        &["player", "add", "Boris", "--fleet", "chaos-incursion", "--commander", "Vorgath"],
        &["player", "add", "Chen", "--fleet", "ork-cyclops", "--commander", "Nazgrub"],
        &["fleet", "buy", "anna", "lunar", "--name", "Agrippa", "--upgrade", "nova-cannon"],
        &["fleet", "buy", "anna", "gothic", "--name", "Vigil"],
        &["fleet", "buy", "anna", "cobra:4", "--name", "Hound Squadron"],
        &["fleet", "buy", "boris", "murder", "--name", "Black Testament"],
        &["fleet", "buy", "boris", "carnage", "--name", "Unclean"],
        &["fleet", "buy", "boris", "iconoclast:4", "--name", "Broken Idols"],
        &["fleet", "buy", "chen", "kill-kroozer", "--name", "Rustfang"],
        &["flagship", "anna", "Agrippa"],
        &["flagship", "boris", "Black Testament"],
        &["flagship", "chen", "Rustfang"],
        &["start", "--dice", "seed:tour", "--pick", "anna=rebo", "--pick", "boris=lithore", "--base", &base],
    ] {
        folder.ok(&[words, &AT].concat());
    }
}

/// What the server's clock says.
pub(crate) const NOW: &str = "2026-11-12T20:00:00";

/// When everything happened.
pub(crate) const AT: [&str; 2] = ["--at", "2026-11-10T20:00"];

/// Who calls.
pub(crate) const ANNA: u32 = 1;
pub(crate) const BORIS: u32 = 2;

/// A key of a device that is let in, or of a calendar.
pub(crate) fn key(folder: &Folder, kind: KeyKind, who: Option<(u32, &str)>) -> String {
    let mut club = Club::open(&folder.campaign()).expect("it opens");
    let at = NOW.parse().expect("a time");
    let holder = match who {
        None => Holder::Arbitrator,
        Some((0, name)) => Holder::Guest(name.to_owned()),
        Some((id, name)) => Holder::Player(PlayerId(id), name.to_owned()),
    };
    let wanted = if kind == KeyKind::Device { KeyKind::Invitation } else { kind };
    let key = club.member(Viewer::Arbitrator).make_key(wanted, holder, Terms::default(), at).expect("it is made");
    if kind != KeyKind::Device {
        return key.letters().to_owned();
    }
    let (device, _) = club.enter(key.letters(), "a test", at).expect("the file takes it").expect("it opens");
    device.letters().to_owned()
}

pub(crate) fn device(folder: &Folder, who: Option<(u32, &str)>) -> String {
    key(folder, KeyKind::Device, who)
}

/// A server that runs.
pub(crate) struct Server {
    pub(crate) child: Child,
    pub(crate) port: u16,
}

impl Server {
    pub(crate) fn start(folder: &Folder, more: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_renown-serve"))
            .args(["serve", "--port", "0", "--dice", "seed:evening", "--campaign"])
            .arg(folder.campaign())
            .args(more)
            .env("RENOWN_NOW", NOW)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        let mut first = String::new();
        let mut out = BufReader::new(child.stdout.take().expect("it is piped"));
        out.read_line(&mut first).expect("it says where it is");
        std::thread::spawn(move || out.read_to_end(&mut Vec::new()));
        let port = first.trim_end().trim_end_matches('/').rsplit(':').next().and_then(|port| port.parse().ok());
        let listens = more.iter().position(|word| *word == "--url").map(|_| listening(child.id()));
        Self { child, port: listens.flatten().or(port).unwrap_or_else(|| panic!("no port in {first}")) }
    }

    /// Calls as the holder of a key, or as nobody.
    pub(crate) fn call(&self, method: &str, path: &str, key: &str, body: &str) -> Reply {
        let mut head = format!("{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nConnection: close\r\n", self.port);
        if !key.is_empty() {
            head += &format!("Cookie: renown={key}\r\n");
        }
        if method == "POST" {
            head += &format!("Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n", body.len());
        }
        self.send(format!("{head}\r\n{body}").as_bytes())
    }

    pub(crate) fn get(&self, path: &str, key: &str) -> Reply {
        self.call("GET", path, key, "")
    }

    pub(crate) fn post(&self, path: &str, key: &str, body: &str) -> Reply {
        self.call("POST", path, key, body)
    }

    /// A post to a server that may be gone: its status, or 0.
    pub(crate) fn try_post(&self, path: &str, key: &str, body: &str) -> u16 {
        let Ok(mut stream) = TcpStream::connect(("127.0.0.1", self.port)) else { return 0 };
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nConnection: close\r\nCookie: renown={key}\r\n\
             Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n\r\n{body}",
            self.port,
            body.len()
        );
        let mut all = Vec::new();
        let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.read_to_end(&mut all));
        Reply::read(&all).status
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_secs(30))).expect("it can be set");
        stream
    }

    /// Sends bytes as they are.
    pub(crate) fn send(&self, bytes: &[u8]) -> Reply {
        let mut stream = self.connect();
        // Who is refused early may not read to the end.
        let _ = stream.write_all(bytes);
        let mut all = Vec::new();
        let _ = stream.read_to_end(&mut all);
        Reply::read(&all)
    }
}

/// The port of a server that names another address.
fn listening(id: u32) -> Option<u16> {
    let sockets = std::fs::read_to_string(format!("/proc/{id}/net/tcp")).ok()?;
    let open: Vec<String> = std::fs::read_dir(format!("/proc/{id}/fd"))
        .ok()?
        .filter_map(|fd| std::fs::read_link(fd.ok()?.path()).ok().map(|link| link.display().to_string()))
        .collect();
    sockets.lines().skip(1).find_map(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let own = open.contains(&format!("socket:[{}]", words.get(9)?));
        (own && words[3] == "0A").then(|| u16::from_str_radix(words[1].split(':').nth(1)?, 16).ok()).flatten()
    })
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What came back.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Reply {
    fn read(bytes: &[u8]) -> Self {
        let text = String::from_utf8_lossy(bytes).into_owned();
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        Self { status, head: head.to_owned(), body: body.to_owned() }
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    /// The value of a hidden field of the first form that answers something.
    pub(crate) fn carried(&self, due: &str, name: &str) -> String {
        let start =
            self.body.find(&format!("name=\"due\" value=\"{due}\"")).unwrap_or_else(|| panic!("{due} is not due"));
        let rest = &self.body[start..];
        let field = format!("name=\"{name}\" value=\"");
        let at = rest.find(&field).unwrap_or_else(|| panic!("no {name} in {due}")) + field.len();
        rest[at..].split('"').next().unwrap_or_default().to_owned()
    }
}

/// A text as a form sends it.
pub(crate) fn encoded(text: &str) -> String {
    form_urlencoded::byte_serialize(text.as_bytes()).collect()
}
