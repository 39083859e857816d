//! Every route, by method: who may call it, and what answers. The router is made of this table and of nothing else, and so
//! is the test that calls each of them as everybody.

use axum::http::Method;

use crate::answer::{Answer, Wrong};
use crate::call::Call;
use crate::{api, desk, door, feeds, files, pages};

/// Who may call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// Everybody, known or not.
    Nothing,
    /// Whoever may look: a member, or everybody where the club lets the public look on.
    Looking,
    /// Somebody who was let in.
    Device,
    /// A player, or an arbitrator.
    Acting,
    /// An arbitrator.
    Arbitrating,
}

/// What answers.
pub type Run = fn(&mut Call<'_>) -> Result<Answer, Wrong>;

/// One route.
#[derive(Clone, Debug)]
pub struct Route {
    /// The method.
    pub method: Method,
    /// The path; `{name}` stands for one part of it.
    pub path: &'static str,
    /// Who may call.
    pub needs: Needs,
    /// What answers.
    pub run: Run,
}

/// The path of the stream, which is no single answer.
pub const LIVE: &str = "/live";

/// Every route but the stream's.
#[must_use]
pub fn table() -> Vec<Route> {
    use Needs::{Acting, Arbitrating, Device, Looking, Nothing};
    let get = |path, needs, run: Run| Route { method: Method::GET, path, needs, run };
    let post = |path, needs, run: Run| Route { method: Method::POST, path, needs, run };
    vec![
        get("/health", Nothing, files::health),
        get("/club.css", Nothing, files::style),
        get("/club.js", Nothing, files::script),
        get("/favicon.svg", Nothing, files::icon),
        get("/in/{key}", Nothing, door::look),
        post("/in", Nothing, door::enter),
        post("/out", Device, door::leave),
        get("/", Looking, pages::desk::show),
        get("/devices", Device, door::devices),
        post("/devices", Device, door::change_devices),
        get("/challenge", Acting, pages::challenge::show),
        post("/challenge", Acting, pages::challenge::give),
        get("/act", Acting, pages::act::show),
        post("/act", Acting, pages::act::give),
        get("/report", Acting, pages::record::show),
        post("/report", Acting, pages::record::give),
        get("/me", Looking, pages::register::mine),
        post("/me", Acting, pages::register::change),
        get("/build", Acting, pages::build::show),
        post("/build", Acting, pages::build::give),
        get("/rules", Looking, pages::reading::rules),
        get("/desk", Arbitrating, desk::show),
        post("/undo", Arbitrating, desk::undo),
        post("/redo", Arbitrating, desk::redo),
        get("/amend", Arbitrating, desk::amend::show),
        post("/amend", Arbitrating, desk::amend::give),
        post("/rule", Arbitrating, desk::rule),
        post("/option", Arbitrating, desk::option),
        post("/pairings", Arbitrating, desk::pairings),
        post("/week", Arbitrating, desk::week),
        post("/opening", Arbitrating, desk::opening),
        post("/players", Arbitrating, desk::players),
        get("/members", Arbitrating, desk::members::show),
        post("/members", Arbitrating, desk::members::change),
        post("/cards", Arbitrating, desk::members::cards),
        get("/backup", Arbitrating, desk::backup),
        get("/export", Arbitrating, desk::export),
        get("/api/me", Looking, api::me),
        get("/api/due", Looking, api::due),
        get("/api/battles", Looking, api::battles),
        get("/api/standings", Looking, api::standings),
        get("/api/register", Looking, api::register),
        get("/api/log", Looking, api::log),
        post("/api/act", Acting, api::act),
        get("/calendar.ics", Nothing, feeds::calendar),
        get("/news.atom", Nothing, feeds::news),
        get("/{page}", Looking, pages::reading::site),
    ]
}
