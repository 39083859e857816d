//! Reads a command line by the definition of the one verb that it names: to define all forty costs more than most of
//! them do. Whatever that does not read, help and complaints included, is left to the whole definition.

use std::ffi::OsString;

use clap::error::ErrorKind;
use clap::{Args as _, Command, FromArgMatches as _, Parser as _, Subcommand as _};

use super::{
    BattleVerb, ChallengeArgs, Cli, Common, FleetVerb, LogArgs, MapVerb, PlayerVerb, RegisterArgs, RulesVerb, ShipArgs,
    ShowArgs, StandingsArgs, UndoArgs, VesselArgs,
};

/// Reads a command line.
///
/// # Errors
/// What clap has to say about it.
pub fn read(args: &[OsString]) -> Result<Cli, clap::Error> {
    by_one_verb(args).map_or_else(|| Cli::try_parse_from(args), Ok).or_else(|error| {
        // The status is what a line without a verb asks for.
        let none =
            matches!(error.kind(), ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand | ErrorKind::MissingSubcommand);
        if !none {
            return Err(error);
        }
        let with: Vec<OsString> = args.iter().cloned().chain(["status".into()]).collect();
        Cli::try_parse_from(with).map_err(|_| error)
    })
}

/// The same by the first word that is a verb of its own. A word that is the value of an option may be taken for it; then
/// the line does not fit.
fn by_one_verb(args: &[OsString]) -> Option<Cli> {
    let verb = args.iter().skip(1).find_map(|word| define(word.to_str()?))?;
    let cli = Common::augment_args(Command::new("renown")).subcommand_required(true).subcommand(verb);
    let matches = cli.try_get_matches_from(args).ok()?;
    Cli::from_arg_matches(&matches).ok()
}

/// The verbs that are given often, each as the whole definition has it but for its help.
fn define(verb: &str) -> Option<Command> {
    let groups = |command: Command| command.subcommand_required(true).arg_required_else_help(true);
    Some(match verb {
        "status" => Command::new("status"),
        "standings" => StandingsArgs::augment_args(Command::new("standings")),
        "register" => RegisterArgs::augment_args(Command::new("register")),
        "ship" => ShipArgs::augment_args(Command::new("ship")),
        "promotions" => Command::new("promotions"),
        "log" => LogArgs::augment_args(Command::new("log")),
        "show" => ShowArgs::augment_args(Command::new("show")),
        "undo" => UndoArgs::augment_args(Command::new("undo")),
        "redo" => Command::new("redo"),
        "flagship" => VesselArgs::augment_args(Command::new("flagship")),
        "challenge" => ChallengeArgs::augment_args(Command::new("challenge")),
        "map" => groups(MapVerb::augment_subcommands(Command::new("map"))),
        "rules" => groups(RulesVerb::augment_subcommands(Command::new("rules"))),
        "fleet" => groups(FleetVerb::augment_subcommands(Command::new("fleet"))),
        "player" => groups(PlayerVerb::augment_subcommands(Command::new("player"))),
        "battle" => groups(BattleVerb::augment_subcommands(Command::new("battle"))),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<OsString> {
        std::iter::once("renown").chain(line.split_whitespace()).map(OsString::from).collect()
    }

    #[test]
    fn one_verb_reads_what_all_of_them_read() {
        for line in [
            "standings",
            "standings --trend --as Anna",
            "--campaign a.renown log -n 5 --all",
            "log --json --as-of 12",
            "register anna --format json",
            "register",
            "ship Agrippa --as public",
            "show 7",
            "undo --to 3 --dry-run",
            "redo --at 2026-11-16T20:15",
            "status",
            "promotions",
            "flagship anna Agrippa",
            "challenge anna boris --accept --dice seed:tour",
            "map show --svg x.svg",
            "rules search lock on",
            "fleet rename anna Vigil Vigilant --ruling because",
            "player list",
            "battle next 1 --system halemnet --points 750",
        ] {
            let args = words(line);
            let one = by_one_verb(&args).unwrap_or_else(|| panic!("{line} is not read by its verb"));
            let all = Cli::try_parse_from(&args).unwrap();
            assert_eq!(format!("{one:?}"), format!("{all:?}"), "{line}");
        }
    }

    #[test]
    fn what_one_verb_cannot_read_is_left_to_all() {
        for line in ["log --help", "help log", "log --last", "foo log", "--version", "map", "log 5"] {
            assert!(by_one_verb(&words(line)).is_none(), "{line}");
            assert!(read(&words(line)).is_err(), "{line}");
        }
        // Without a verb it is the status; the word is a file.
        for line in ["", "--campaign log"] {
            assert!(by_one_verb(&words(line)).is_none(), "{line}");
            assert!(read(&words(line)).is_ok_and(|cli| matches!(cli.verb, crate::cli::args::Verb::Status)), "{line}");
        }
        // The value of an option that is a verb too is taken for it, and does not fit.
        let args = words("--campaign log standings");
        assert!(by_one_verb(&args).is_none());
        let read = read(&args).unwrap();
        assert_eq!(read.common.campaign.as_deref(), Some(std::path::Path::new("log")));
        assert_eq!(format!("{read:?}"), format!("{:?}", Cli::try_parse_from(&args).unwrap()));
    }
}
