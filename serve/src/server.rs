//! The server: takes calls within limits, finds out who calls, and answers. A call that goes wrong is its own affair.

use std::convert::Infallible;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::Request;
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE, COOKIE, HOST, USER_AGENT};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, Response, StatusCode};
use axum::routing::{MethodFilter, on};
use http_body_util::{BodyExt as _, Limited};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tower::ServiceExt as _;
use tower_http::csrf::CsrfLayer;

use crate::answer::{Answer, Wrong};
use crate::app::App;
use crate::call::Call;
use crate::fields::Fields;
use crate::routes::{LIVE, Needs, Route, table};
use crate::{door, frame, live};

/// Bytes of a head.
const HEAD: usize = 16 << 10;
/// Bytes of a body.
const BODY: usize = 64 << 10;
/// How long a head, a body and an answer may take.
const HEAD_TIME: Duration = Duration::from_secs(10);
const BODY_TIME: Duration = Duration::from_secs(15);
const ANSWER_TIME: Duration = Duration::from_secs(10);
/// How long calls may take to end when the server does.
const LAST_TIME: Duration = Duration::from_secs(5);
/// Calls at once.
const AT_ONCE: usize = 64;
/// Connections at once.
const CONNECTIONS: usize = 4096;

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
                      form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
/// A drawing by itself brings its own style, and nothing that runs.
const DRAWING: &str = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'";

/// From where a call came.
#[derive(Clone, Copy, Debug)]
struct Peer(IpAddr);

/// What all calls share.
struct Gate {
    app: Arc<App>,
    at_once: Semaphore,
}

/// The router, made of the table.
pub fn router(app: &Arc<App>) -> Router {
    let gate = Arc::new(Gate { app: Arc::clone(app), at_once: Semaphore::new(AT_ONCE) });
    let mut router = Router::new();
    for route in table() {
        let filter = if route.method == Method::GET { MethodFilter::GET } else { MethodFilter::POST };
        let (path, gate, route) = (route.path, Arc::clone(&gate), Arc::new(route));
        let handler = move |request: Request| {
            let (gate, route) = (Arc::clone(&gate), Arc::clone(&route));
            async move { answer(gate, route, request).await }
        };
        router = router.route(path, on(filter, handler));
    }
    let listener = Arc::clone(&gate);
    let router = router.route(LIVE, on(MethodFilter::GET, move |request: Request| stream(listener, request)));
    let lost = Arc::clone(app);
    let router = router.fallback(move || async move { refused(&lost, None, false, &Wrong::nothing()).into_response() });
    let csrf = CsrfLayer::new();
    let origin = app.place.url.split('/').take(3).collect::<Vec<_>>().join("/");
    let csrf = if origin.is_empty() { csrf } else { csrf.clone().add_trusted_origin(&origin).unwrap_or(csrf) };
    let base = &app.place.base;
    // A proxy may take the prefix off, or leave it on.
    let router = if base.is_empty() { router } else { Router::new().nest(base, router.clone()).merge(router) };
    router.layer(csrf)
}

/// Serves until `stop` is ready, then lets calls end.
///
/// # Errors
/// When connections cannot be taken at all.
pub async fn serve(
    listener: TcpListener,
    app: Arc<App>,
    stop: impl Future<Output = ()> + Send + 'static,
) -> std::io::Result<()> {
    let router = router(&app);
    let graceful = GracefulShutdown::new();
    let connections = Arc::new(Semaphore::new(CONNECTIONS));
    let mut stop = std::pin::pin!(stop);
    loop {
        let (socket, address) = tokio::select! {
            taken = listener.accept() => match taken {
                Ok(taken) => taken,
                // A connection that broke off, or no more file descriptors: the next may do better.
                Err(_) => { tokio::time::sleep(Duration::from_millis(50)).await; continue; }
            },
            () = &mut stop => break,
        };
        let Ok(permit) = Arc::clone(&connections).try_acquire_owned() else { continue };
        let _ = socket.set_nodelay(true);
        let connection = connection(socket, address, router.clone());
        let watched = graceful.watch(connection);
        tokio::spawn(async move {
            // What a browser broke off is nobody's error.
            let _ = watched.await;
            drop(permit);
        });
    }
    app.ending.send_replace(true);
    app.tell();
    let _ = tokio::time::timeout(LAST_TIME, graceful.shutdown()).await;
    Ok(())
}

type Service = hyper_util::service::TowerToHyperService<
    tower::util::BoxCloneService<hyper::Request<hyper::body::Incoming>, Response<Body>, Infallible>,
>;

fn connection(
    socket: tokio::net::TcpStream,
    address: SocketAddr,
    router: Router,
) -> hyper::server::conn::http1::Connection<TokioIo<tokio::net::TcpStream>, Service> {
    let service = tower::service_fn(move |request: hyper::Request<hyper::body::Incoming>| {
        let router = router.clone();
        async move {
            let mut request = request.map(Body::new);
            request.extensions_mut().insert(Peer(address.ip()));
            let drawing = request.uri().path().as_bytes().ends_with(b".svg");
            let mut response = router.oneshot(request).await?;
            guard(response.headers_mut(), drawing);
            Ok::<_, Infallible>(response)
        }
    });
    let service = hyper_util::service::TowerToHyperService::new(tower::util::BoxCloneService::new(service));
    hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIME)
        .max_buf_size(HEAD)
        .serve_connection(TokioIo::new(socket), service)
}

/// What every answer carries.
fn guard(headers: &mut HeaderMap, drawing: bool) {
    let policy = if drawing { DRAWING } else { POLICY };
    for (name, value) in [
        ("content-security-policy", policy),
        ("x-content-type-options", "nosniff"),
        // Ruling: not `no-referrer`, under which browsers send forms with `Origin: null` and nobody could tell them
        // from another site's.
        ("referrer-policy", "same-origin"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
}

/// The address of whoever calls: the proxy's word is taken where there is one that is believed.
fn caller(app: &App, parts: &Parts) -> IpAddr {
    let peer = parts.extensions.get::<Peer>().map_or(IpAddr::from([0, 0, 0, 0]), |peer| peer.0);
    if app.place.proxy != Some(peer) {
        return peer;
    }
    let said = parts.headers.get("x-forwarded-for").and_then(|said| said.to_str().ok());
    said.and_then(|said| said.rsplit(',').next()?.trim().parse().ok()).unwrap_or(peer)
}

fn host_is_ours(app: &App, headers: &HeaderMap) -> bool {
    let hosts = &app.place.hosts;
    let host = headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    hosts.is_empty() || hosts.iter().any(|known| known.eq_ignore_ascii_case(host))
}

/// The key that a device shows: its cookie, or the header of a program.
fn key(app: &App, headers: &HeaderMap) -> Option<String> {
    let bearer = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
    if let Some(bearer) = bearer {
        return Some(bearer.trim().to_owned());
    }
    let name = door::cookie_name(&app.place);
    let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(known, _)| *known == name).map(|(_, value)| value.to_owned())
}

async fn answer(gate: Arc<Gate>, route: Arc<Route>, request: Request) -> Response<Body> {
    let begun = Instant::now();
    let (mut parts, body) = request.into_parts();
    let json = route.path.starts_with("/api/")
        || parts.headers.get("accept").is_some_and(|accept| accept.as_bytes().starts_with(b"application/json"));
    let app = Arc::clone(&gate.app);
    let named = named(route.path, parts.uri.path(), &app.place.base);
    let (mut who, method, pattern) = (None, route.method.clone(), route.path);
    let answered = async {
        if !host_is_ours(&app, &parts.headers) {
            return Err(Wrong::new(StatusCode::MISDIRECTED_REQUEST, "This server has another name."));
        }
        let _permit = gate
            .at_once
            .try_acquire()
            .map_err(|_| Wrong::new(StatusCode::SERVICE_UNAVAILABLE, "Too many ask at once. Try again in a moment."))?;
        let form = read(&mut parts, body).await?;
        let query = Fields::parse(parts.uri.query().unwrap_or_default().as_bytes())
            .ok_or_else(|| Wrong::nonsense("Too many fields."))?;
        let work = tokio::task::spawn_blocking({
            let (app, route) = (Arc::clone(&app), Arc::clone(&route));
            move || perform(&app, &route, &parts, (query, form), named, json)
        });
        let slow =
            |_| Wrong::new(StatusCode::GATEWAY_TIMEOUT, "That took too long. What was sent may be recorded: look.");
        let done = tokio::time::timeout(ANSWER_TIME, work).await.map_err(slow)?;
        // A call that went wrong inside is told so; the others go on.
        done.map_err(|_| {
            Wrong::new(StatusCode::INTERNAL_SERVER_ERROR, "Something went wrong here. Nothing was half done.")
        })
    };
    let response = match answered.await {
        Ok((visitor, done)) => {
            who = visitor;
            done
        }
        Err(wrong) => refused(&app, None, json, &wrong),
    };
    log(&method, pattern, response.status, begun, who);
    response.into_response()
}

/// The log holds no key, query or body.
fn log(method: &Method, pattern: &str, status: StatusCode, begun: Instant, who: Option<u64>) {
    if std::env::var_os("RENOWN_LOG").is_some() {
        let who = who.map_or_else(|| "-".to_owned(), |who| who.to_string());
        eprintln!("{method} {pattern} {} {} ms, key {who}", status.as_u16(), begun.elapsed().as_millis());
    }
}

/// What the path holds where the pattern has a name.
fn named(pattern: &str, path: &str, base: &str) -> String {
    let path = path.strip_prefix(base).unwrap_or(path);
    let Some((before, _)) = pattern.split_once('{') else { return String::new() };
    let raw = path.strip_prefix(before).unwrap_or_default();
    let decoded = form_urlencoded::parse(format!("x={}", raw.replace('+', "%2B")).as_bytes())
        .next()
        .map(|(_, value)| value.into_owned());
    decoded.unwrap_or_default()
}

async fn read(parts: &mut Parts, body: Body) -> Result<Fields, Wrong> {
    if parts.method == Method::GET {
        return Ok(Fields::default());
    }
    let late = |_| Wrong::new(StatusCode::REQUEST_TIMEOUT, "What was sent came too slowly.");
    let collected = tokio::time::timeout(BODY_TIME, Limited::new(body, BODY).collect()).await.map_err(late)?;
    let large = |_| Wrong::new(StatusCode::PAYLOAD_TOO_LARGE, "That is more than is taken.");
    let bytes: Bytes = collected.map_err(large)?.to_bytes();
    let kind = parts.headers.get(CONTENT_TYPE).map_or(&b""[..], |kind| kind.as_bytes());
    let fields = if kind.starts_with(b"application/json") {
        Fields::from_json(&bytes)
    } else if kind.starts_with(b"application/x-www-form-urlencoded") || bytes.is_empty() {
        Fields::parse(&bytes)
    } else {
        return Err(Wrong::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "A form or JSON is taken, nothing else."));
    };
    fields.ok_or_else(|| Wrong::nonsense("What was sent cannot be read."))
}

/// Finds out who calls, judges him, and answers.
fn perform(
    app: &App,
    route: &Route,
    parts: &Parts,
    (query, form): (Fields, Fields),
    named: String,
    json: bool,
) -> (Option<u64>, Answer) {
    let text = |name| parts.headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok()).unwrap_or_default();
    let (agent, address, at) = (text(USER_AGENT).to_owned(), caller(app, parts), app.now());
    let key = key(app, &parts.headers);
    let worked = app.with_club(|club| {
        let visitor = match &key {
            Some(key) => club.who_is(key, at)?,
            None => None,
        };
        let known = visitor.as_ref().map(|visitor| visitor.key);
        let mut call = Call { app, club, visitor, at, named, query, form, agent, address, json, version: None };
        let done = judge(&call, route.needs)
            .and_then(|()| if route.needs == Needs::Nothing { Ok(()) } else { call.drawn().map(|_| ()) })
            .and_then(|()| (route.run)(&mut call));
        Ok((known, done.unwrap_or_else(|wrong| refused(app, Some(&mut call), json, &wrong))))
    });
    match worked.and_then(|done| done) {
        Ok(done) => done,
        Err(error) => (None, refused(app, None, json, &error.into())),
    }
}

fn judge(call: &Call<'_>, needs: Needs) -> Result<(), Wrong> {
    use renown::campaign::view::Viewer;
    let unknown = || Wrong::new(StatusCode::UNAUTHORIZED, "Ask your arbitrator for a link: it lets this device in.");
    let not_his = |says| Err(Wrong::new(StatusCode::FORBIDDEN, says));
    match (needs, &call.visitor, call.viewer()) {
        (Needs::Nothing, ..) => Ok(()),
        (Needs::Looking, None, _) if call.app.place.public => Ok(()),
        (_, None, _) => Err(unknown()),
        (Needs::Looking | Needs::Device, Some(_), _)
        | (Needs::Acting | Needs::Arbitrating, _, Viewer::Arbitrator)
        | (Needs::Acting, _, Viewer::Player(_)) => Ok(()),
        (Needs::Acting, _, Viewer::Public) => not_his("A guest looks on and changes nothing."),
        (Needs::Arbitrating, _, Viewer::Player(_) | Viewer::Public) => not_his("This is the arbitrator's."),
    }
}

/// What is told to whoever does not get what he asked for.
fn refused(app: &App, call: Option<&mut Call<'_>>, json: bool, wrong: &Wrong) -> Answer {
    if json {
        return Answer::json(&serde_json::json!({ "error": wrong.says })).with(wrong.status);
    }
    Answer::page(frame::refusal(app, call, wrong)).with(wrong.status)
}

async fn stream(gate: Arc<Gate>, request: Request) -> Response<Body> {
    let (parts, _) = request.into_parts();
    let app = Arc::clone(&gate.app);
    if !host_is_ours(&app, &parts.headers) {
        return refused(&app, None, true, &Wrong::nothing()).into_response();
    }
    let key = key(&app, &parts.headers);
    live::stream(app, key).await
}
