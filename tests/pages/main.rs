//! Published pages: whole, alike each time, without secrets, and as a browser shows them.

#[path = "../support/chromium.rs"]
mod chromium;
#[path = "../support/markup.rs"]
mod markup;
#[path = "../support/mod.rs"]
mod support;

mod browser;
mod publish;
mod publish_secrets;
