//! `renown serve` and `renown member`, as the server's own program carries them out.

use std::ffi::OsString;
use std::io::Write as _;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use chrono::{Local, NaiveDateTime, Timelike as _};
use clap::Parser as _;
use renown::campaign::view::Viewer;
use renown::catalog::Catalog;
use renown::cli::args::{Cli, Common, MemberVerb, ServeArgs, Verb};
use renown::club::{Club, Holder, KeyKind, Terms};
use renown::text::{and_list, did_you_mean};

use crate::app::{App, Place};
use crate::{door, live, qr, server};

/// Runs one command line.
#[must_use]
pub fn run(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let cli = match Cli::try_parse_from(args) {
        Ok(cli) => cli,
        Err(error) => error.exit(),
    };
    let done = match cli.verb {
        Verb::Serve(args) if args.unit => unit(&cli.common, &args),
        Verb::Serve(args) => serve(&cli.common, &args),
        Verb::Member(verb) => member(&cli.common, verb),
        _ => Err("this program serves a campaign; `renown` does everything else".to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(says) => {
            eprintln!("error: {says}");
            ExitCode::FAILURE
        }
    }
}

fn path(common: &Common) -> PathBuf {
    if let Some(path) = &common.campaign {
        return path.clone();
    }
    let usual = PathBuf::from("campaign.renown");
    let found = std::fs::read_dir(".").into_iter().flatten().filter_map(|entry| entry.ok().map(|entry| entry.path()));
    let found: Vec<PathBuf> = found.filter(|path| path.extension().is_some_and(|end| end == "renown")).collect();
    match found.as_slice() {
        [only] if !usual.exists() => only.strip_prefix(".").unwrap_or(only).to_path_buf(),
        _ => usual,
    }
}

fn now() -> NaiveDateTime {
    let now = Local::now().naive_local();
    now.with_nanosecond(0).unwrap_or(now)
}

fn open(path: &Path) -> Result<Club, String> {
    Club::open(path).map_err(|error| error.to_string())
}

/// The address of this machine on its network; nothing is sent to find it.
fn own_address() -> IpAddr {
    let ask = || {
        let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
        socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
        Some(socket.local_addr().ok()?.ip())
    };
    ask().unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST))
}

/// How the server is reached.
fn place(args: &ServeArgs, port: u16) -> Result<Place, String> {
    let host = if args.lan { own_address() } else { IpAddr::V4(Ipv4Addr::LOCALHOST) };
    let url = match &args.url {
        Some(url) => url.trim_end_matches('/').to_owned(),
        None => format!("http://{}", SocketAddr::new(host, port)),
    };
    let rest = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
    let rest = rest.ok_or_else(|| format!("\"{url}\" is no address: begin it with https:// or http://"))?;
    let (authority, base) =
        rest.split_once('/').map_or((rest, String::new()), |(host, path)| (host, format!("/{path}")));
    let plain = |text: &str| text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._~:/[]".contains(&byte));
    if authority.is_empty() || !plain(authority) || !plain(&base) {
        return Err(format!("\"{url}\" is no address"));
    }
    let own = [authority.to_owned(), format!("127.0.0.1:{port}"), format!("localhost:{port}"), format!("[::1]:{port}")];
    let hosts = own.into_iter().collect();
    Ok(Place { base, url: url.clone(), hosts, proxy: args.proxy, public: args.public })
}

fn serve(common: &Common, args: &ServeArgs) -> Result<(), String> {
    let path = path(common);
    if common.dice != "program" && !common.dice.starts_with("seed:") {
        return Err("the server rolls by itself: leave out --dice, or write seed:TEXT for a demonstration".to_owned());
    }
    let catalog = match &common.data {
        None => Catalog::embedded(),
        Some(folder) => Catalog::with_folder(folder)
            .map_err(|problems| problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))?,
    };
    let ip = if args.lan { IpAddr::V4(Ipv4Addr::UNSPECIFIED) } else { IpAddr::V4(Ipv4Addr::LOCALHOST) };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .max_blocking_threads(8)
        .enable_all()
        .build()
        .map_err(|error| error.to_string())?;
    runtime.block_on(async {
        let address = SocketAddr::new(ip, args.port);
        let listener = tokio::net::TcpListener::bind(address).await.map_err(|error| format!("{address}: {error}"))?;
        let port = listener.local_addr().map_err(|error| error.to_string())?.port();
        let app = App::new(&path, catalog, place(args, port)?).map_err(|error| error.to_string())?;
        let app = Arc::new(match common.dice.strip_prefix("seed:") {
            Some(seed) => app.with_seed(seed),
            None => app,
        });
        welcome(&app, &path, args)?;
        let watcher = live::watch(&app);
        let keeper = args.backup.as_ref().map(|folder| crate::desk::keep(&app, folder.clone(), args.keep));
        server::serve(listener, Arc::clone(&app), stop()).await.map_err(|error| error.to_string())?;
        let _ = watcher.join();
        if let Some(keeper) = keeper {
            let _ = keeper.join();
        }
        eprintln!("The server has ended.");
        Ok(())
    })
}

/// Says where the campaign is, and lets the first arbitrator in.
fn welcome(app: &App, path: &Path, args: &ServeArgs) -> Result<(), String> {
    println!("Serving \"{}\" at {}/", path.display(), app.place.url);
    if args.lan && !app.place.secure() {
        println!("Without encryption: whoever listens on this network can read along.");
    }
    let link = app.with_club(|club| {
        let (at, mut member) = (app.now(), club.member(Viewer::Arbitrator));
        let keys = member.keys(at)?;
        if keys.iter().any(|key| key.kind == KeyKind::Device && key.holder == Holder::Arbitrator) {
            return Ok(None);
        }
        member.make_key(KeyKind::OneTime, Holder::Arbitrator, Terms::default(), at).map(Some)
    });
    let link = link.and_then(|link| link).map_err(|error| error.to_string())?;
    if let Some(key) = link {
        let link = door::link(&app.place, key.letters());
        println!("The arbitrator comes in by this link, once, within ten minutes:\n\n  {link}\n");
        print!("{}", qr::blocks(&link));
    }
    println!("Stop with Ctrl-C.");
    std::io::stdout().flush().map_err(|error| error.to_string())
}

/// Ready when somebody stops the server.
async fn stop() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    let _ = tokio::signal::ctrl_c().await;
}

/// Whoever is meant by a name.
fn holder(club: &Club, who: &str, name: &str) -> Result<Holder, String> {
    match who {
        "arbitrator" => return Ok(Holder::Arbitrator),
        "guest" => return Ok(Holder::Guest(name.to_owned())),
        _ => {}
    }
    let players = club.players().map_err(|error| error.to_string())?;
    let found = players.iter().find(|(known, _)| renown::campaign::names::same(known, who));
    found.map(|(name, id)| Holder::Player(*id, name.clone())).ok_or_else(|| {
        let names: Vec<&str> = players.iter().map(|(name, _)| name.as_str()).collect();
        let near = did_you_mean(who, names.iter().copied());
        format!("there is no player \"{who}\"{near}; there are {}", and_list(&names))
    })
}

fn member(common: &Common, verb: MemberVerb) -> Result<(), String> {
    let mut club = open(&path(common))?;
    let at = now();
    let told = |error: renown::club::ClubError| error.to_string();
    match verb {
        MemberVerb::List => {
            for key in club.member(Viewer::Arbitrator).keys(at).map_err(told)? {
                let used = key.used.map(|used| format!(", last used {}", used.date())).unwrap_or_default();
                let label =
                    if key.label.is_empty() { String::new() } else { format!(", {}", renown::text::shown(&key.label)) };
                let left = if key.kind == KeyKind::Invitation {
                    format!(", {} more devices", key.uses_left)
                } else {
                    String::new()
                };
                let name = renown::text::shown(key.holder.name());
                println!(
                    "{:>4}  {name}: {}{label}, since {}{used}, until {}{left}",
                    key.id,
                    key.kind,
                    key.made.date(),
                    key.until.date()
                );
            }
        }
        MemberVerb::Invite { whom, name, days, devices, url } => {
            let holder = holder(&club, &whom, &name)?;
            let terms = Terms { days, devices };
            let key = club
                .member(Viewer::Arbitrator)
                .make_key(KeyKind::Invitation, holder.clone(), terms, at)
                .map_err(told)?;
            let link = format!("{}/in/{}", url.trim_end_matches('/'), key.letters());
            println!(
                "{} comes in by this link, with up to {devices} devices within {days} days. It is shown once:\n\n  {link}\n",
                renown::text::shown(holder.name())
            );
            print!("{}", qr::blocks(&link));
        }
        MemberVerb::Revoke { key } => {
            let number = club.member(Viewer::Arbitrator).revoke(key, at).map_err(told)?;
            println!("{number} revoked.");
        }
        MemberVerb::Dismiss { whom, name } => {
            let holder = holder(&club, &whom, &name)?;
            let number = club.member(Viewer::Arbitrator).dismiss(&holder, at).map_err(told)?;
            println!("{number} revoked.");
        }
    }
    Ok(())
}

/// A systemd unit for this campaign.
fn unit(common: &Common, args: &ServeArgs) -> Result<(), String> {
    let whole = |path: &Path| std::path::absolute(path).map_err(|error| error.to_string());
    let (program, file) = (std::env::current_exe().map_err(|error| error.to_string())?, whole(&path(common))?);
    let folder = file.parent().unwrap_or(Path::new("/")).display().to_string();
    let url = args.url.as_ref().map(|url| format!(" --url {url}")).unwrap_or_default();
    let proxy = args.proxy.map(|proxy| format!(" --proxy {proxy}")).unwrap_or_default();
    let line = format!("{} serve --campaign {} --port {}{url}{proxy}", program.display(), file.display(), args.port);
    let text = include_str!("../../packaging/renown.service");
    print!("{}", text.replace("@LINE@", &line).replace("@FOLDER@", &folder));
    Ok(())
}
