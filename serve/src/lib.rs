//! The club on its phones: serves one campaign over HTTP.
//!
//! [`routes`] is the table of all routes, with who may call each; [`server`] is made of it, takes calls within limits and
//! finds out who calls. Every page looks and acts as a [`Member`](renown::club::Member) of the club and knows no rule:
//! [`form`] makes forms of what is due, [`give`] gives what they say. [`live`] tells pages to look again.

pub mod answer;
pub mod api;
pub mod app;
pub mod call;
pub mod desk;
pub mod door;
pub mod feeds;
pub mod fields;
pub mod files;
pub mod form;
pub mod frame;
pub mod give;
pub mod live;
pub mod pages;
pub mod qr;
pub mod routes;
pub mod server;
pub mod start;
pub mod words;
