//! Renown runs an ongoing Battlefleet Gothic war between the members of a club.
//!
//! # The house
//!
//! ```text
//! cli → cases, marshal → club → publish → report → store, fight → notation → catalog
//!     → campaign → scenario, captain → battle → ships → table → text; dice
//! ```
//!
//! Uses go downward only, by a list that names every part (`tests/house/layering.rs`), and no more than three files use one
//! another in a circle.
//!
//! - [`text`]: words every message needs: did-you-mean, lists, plurals, what people wrote made safe to show.
//! - [`dice`]: one trait, three kinds of source, a purpose for every roll.
//! - [`table`]: what any table-top game measures with: lengths, headings, points, rectangles, sides. Knows no game.
//! - [`ships`]: what a ship is, without play: class, options, what it is fitted with, and the figures that come of it.
//! - [`battle`]: battles, a folder a rule set, and the protocol they all
//!   speak ([`battle::RuleSet`]). [`battle::gothic`] is the rulebook, a folder a chapter: `state`, `turn`,
//!   `command`, `movement`, `shooting`, `ordnance`, `damage`, `boarding`, `terrain`, `defences`, `special`, `missions`,
//!   `sub_plots`, `victory`, and `decisions`, a file for
//!   each family: who is asked, what may be answered, the usual answer, its words and its notation. [`battle::ground`] is the
//!   war on the ground, a folder a chapter of its sheet; [`battle::space_fleet`] the older fleet game, with the same set of
//!   chapters. Pure.
//! - [`captain`]: programs that answer the decisions of a battle, from what their side may see. Pure.
//! - [`scenario`]: a file for each scenario, with all of its rules, and what they share: battlezones, set-up, deployment.
//!   The chapters ask [`Rules`](scenario::rules::Rules) and name no scenario. Pure.
//! - [`campaign`]: the rules of the campaign. A [`Command`](campaign::command::Command) is judged by
//!   [`decide`](campaign::decide), which refuses or says what happened; [`apply`](campaign::apply::apply) folds that
//!   into the [`Campaign`](campaign::state::Campaign). All that is stored is in [`campaign::state`]. Pure: no file,
//!   clock, terminal, SQL or random source.
//! - [`catalog`]: what exists. Loads and checks `rules/`, `fleets/` and `maps/`, embedded in the program, and a club's
//!   own folder laid over them; every problem at once, with file, line and did-you-mean.
//! - [`notation`]: situations and battles as text, read with every problem at once and written back alike. Who musters a
//!   battle hands over a [`Setup`](notation::Setup) and is judged as a text is.
//! - [`fight`]: a battle of the campaign on the engine's table: muster, deployment, captains, report and proof.
//! - [`store`]: the campaign file. SQLite and nothing else: reads a snapshot, writes a decided command, undoes, redoes,
//!   verifies, exports.
//! - [`report`]: values first, then text, JSON and pictures, drawn from a [`Seen`](campaign::view::Seen) campaign that
//!   does not contain what its onlooker may not know.
//! - [`files`]: files of people, read within bounds and written whole or not at all.
//! - [`publish`]: the same views as pages: a site for the club, sheets for paper, a battle to step through.
//! - [`club`]: the one way in. Whoever looks or acts is a [`Member`](club::Member): the arbitrator, one player, or the
//!   public. He is judged first, and what comes back is made of what he may see. Nothing else writes. It stands above the
//!   reports, for a letter or a site of the whole campaign is drawn for him only after that.
//! - [`marshal`]: plays whole wars by itself, for the demonstration and the tests.
//! - [`cases`]: rule cases as text, run by the tests and by `renown rules check`; it is handed the command line.
//! - [`cli`]: the command line, a client of the club; a file a verb. Only clients know flags and hints.
//!
//! # One command, traced
//!
//! `renown fleet buy anna lunar --name Agrippa`
//!
//! 1. `cli::fleet` parses it and turns names into ids, with a did-you-mean on a miss.
//! 2. [`club::Member::ground`] reads the campaign at the head of its journal, for one who may act; names are looked up in
//!    what he sees of it.
//! 3. [`campaign::decide`] judges the command: price, fleet-list limits, names. Dice would be rolled here, with no
//!    transaction open.
//! 4. [`store::Store::record`] begins an immediate transaction, checks that the head has not moved, and writes the rows,
//!    their former values, the entry, its events and dice, the digest and the chain.
//! 5. "Recorded as entry 5" goes to standard error, whatever becomes of standard output; `report::story` tells the
//!    events.
//!
//! A line that makes several commands is an [`Act`](club::Act): all are decided before the first is recorded, all are
//! recorded in one transaction, and one `undo` takes them back. Where others came first, the same commands are decided
//! again with the dice that have fallen.
//!
//! # Words
//!
//! The rulebook's, always. *Vessel*: one entry of a register, a capital ship or a squadron. *Design*: the figures of a
//! class as they were when a vessel was commissioned. *Entry*: one row of the journal. *Digest*: a name for the whole
//! state. *Chain*: the hash of an entry and all before it. *Pirate*: a player with a hidden base instead of systems.

pub mod battle;
pub mod campaign;
pub mod captain;
pub mod cases;
pub mod catalog;
pub mod cli;
pub mod club;
pub mod dice;
pub mod fight;
pub mod files;
pub mod marshal;
pub mod notation;
pub mod publish;
pub mod report;
pub mod scenario;
pub mod ships;
pub mod store;
pub mod table;
pub mod text;
