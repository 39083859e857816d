//! What the members of a club do: commands as they are typed, answered and taken back, months of them, and what each
//! may see.

#[path = "../support/markup.rs"]
mod markup;
#[path = "../support/mod.rs"]
mod support;
#[path = "../support/verbs.rs"]
mod verbs;

mod acts;
mod amend;
mod calendar;
mod cli;
mod clock;
mod doors;
mod extremes;
mod figures;
mod first_hour;
mod hostile;
mod month;
mod months;
mod prompts;
mod properties;
mod secrets;
mod shown;
mod terminal;
mod text_shown;
mod thrown;
mod under_way;
mod wizard;
