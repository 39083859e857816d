//! The source keeps to its own rules, and the documents say what is so.

#[path = "../support/modules.rs"]
mod modules;
#[path = "../support/mod.rs"]
mod support;
#[path = "../support/verbs.rs"]
mod verbs;

mod benches;
mod documents;
mod instructions;
mod json;
mod layering;
mod programs;
mod readme;
