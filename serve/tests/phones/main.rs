//! The server as its members meet it: the real program, over loopback.

#![allow(clippy::format_collect, clippy::format_push_string, reason = "what is sent is put together as it is read")]
#![allow(clippy::match_same_arms, reason = "a table of who may do what has a line for each")]

#[path = "../../../tests/support/chromium.rs"]
mod chromium;
mod evening;
mod feeds;
mod flows;
mod forgery;
mod hostile;
mod killed;
mod matrix;
mod support;
mod twins;
