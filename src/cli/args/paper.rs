//! What the newsletter and `renown print` take.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

/// How a newsletter comes out.
#[derive(Args, Debug)]
pub struct PageArgs {
    /// The editor's own text in front, or @FILE; blank lines part paragraphs
    #[arg(long, value_name = "TEXT")]
    pub foreword: Option<String>,
    /// Write a page that needs no other file; `--format markdown` is for forums
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
}

/// What is printed for the table.
#[derive(Debug, Subcommand)]
pub enum PrintVerb {
    /// The fleet register of the rulebook, a page for each player
    Register {
        /// Whose; everybody's when left out
        player: Option<String>,
        /// Where to, and on what paper.
        #[command(flatten)]
        paper: PaperArgs,
    },
    /// A data sheet for each ship, with boxes to tick for damage, criticals and orders
    Sheets {
        /// Whose; everybody's when left out
        player: Option<String>,
        /// Where to, and on what paper.
        #[command(flatten)]
        paper: PaperArgs,
    },
    /// The form for the report of a battle, with its fleets where it is under way
    Form {
        /// Number of the battle; an empty form when left out
        battle: Option<u32>,
        /// Where to, and on what paper.
        #[command(flatten)]
        paper: PaperArgs,
    },
    /// The map, light, to spare the ink
    Map {
        /// Where to, and on what paper.
        #[command(flatten)]
        paper: PaperArgs,
    },
}

/// Where to, and on what paper.
#[derive(Args, Debug)]
pub struct PaperArgs {
    /// Where to; standard output when left out
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Size of the paper
    #[arg(long, value_enum, default_value_t = PaperSize::A4)]
    pub paper: PaperSize,
}

/// Sizes of paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PaperSize {
    /// 210 by 297 mm
    A4,
    /// 8.5 by 11 inches
    Letter,
}
