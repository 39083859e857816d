//! What a hint is called on the command line: the one place that turns what can be done into flags and subcommands.

use crate::campaign::hint::Hint;
use crate::club::Remedy;
use crate::text::{and_list, thousands};

/// A hint in the words of this command line.
#[must_use]
#[expect(clippy::too_many_lines, reason = "one table: a hint an arm")]
pub fn words(hint: &Hint) -> String {
    match hint {
        Hint::Advice(says) => says.clone(),
        Hint::AddPlayer => "`renown player add`".to_owned(),
        Hint::FillRegister => "`renown fleet buy` or `renown fleet import`, or `renown player remove`".to_owned(),
        Hint::ChooseFlagship => "`renown flagship`".to_owned(),
        Hint::Start => "`renown start`".to_owned(),
        Hint::AskWhatStartNeeds => "`renown start` says what is due".to_owned(),
        Hint::PickSystem => "`renown start --pick PLAYER=SYSTEM`".to_owned(),
        Hint::HideBase => "`renown start --base PLAYER=SYSTEM`".to_owned(),
        Hint::ShowMap => "`renown map show` marks who holds what".to_owned(),
        Hint::JoinLaterOrUndoOrder => {
            "finish `renown start`, then add the player as a late joiner, or `renown undo` the order".to_owned()
        }
        Hint::JoinWithBase => "`renown player join PLAYER --base SYSTEM`".to_owned(),
        Hint::JoinWithSystem => "`renown player join PLAYER --pick SYSTEM`".to_owned(),
        Hint::Join => "`renown player join` lets a late joiner take part".to_owned(),
        Hint::RemoveOnlyBeforeStart => {
            "only players who have not started can be removed; `renown undo` goes back step by step".to_owned()
        }
        Hint::RemovePlayer => "`renown player remove` takes out a player who has not started".to_owned(),
        Hint::ReturnWithSystem => "`renown player return PLAYER --pick SYSTEM`".to_owned(),
        Hint::Return => "`renown player return` brings him back".to_owned(),
        Hint::BecomeRebel => "an Imperial player changes it with `renown player side NAME rebel`".to_owned(),
        Hint::MakeOneRebel => "make one of them a rebel with `renown player side NAME rebel`".to_owned(),
        Hint::ActAsArbitrator => "leave out --as to act as the arbitrator".to_owned(),
        Hint::GiveReason => "give the reason with --ruling \"REASON\"".to_owned(),
        Hint::ShowLists => "`renown fleet lists` shows them all".to_owned(),
        Hint::ShowHowTaken => "`renown fleet class` shows how it is taken".to_owned(),
        Hint::ShowWhatIsSold => "`renown fleet class` and `renown fleet list` show what is sold".to_owned(),
        Hint::TakeAsReserveOrAlly => {
            "take it as --reserve LIST or --ally LIST, or let the arbitrator allow it with --ruling \"REASON\""
                .to_owned()
        }
        Hint::TakeAsAlly => "another people's ships are allies: use --ally".to_owned(),
        Hint::TakeAsReserve => "use --reserve".to_owned(),
        Hint::AskForRuling => "the arbitrator agrees with --ruling \"REASON\"".to_owned(),
        Hint::WaitForReinforcement => {
            "ships join later by reinforcement appeals; the arbitrator may add one with --ruling \"REASON\"".to_owned()
        }
        Hint::SellOnlyBeforeStart => {
            "only ships bought before the start can be sold; `renown undo` takes back a slip".to_owned()
        }
        Hint::ChangeShipByRuling => {
            "a commander changes ships only when his own is lost, or by --ruling \"REASON\"".to_owned()
        }
        Hint::ShowNotices => "`renown fleet show` marks vessels with a notice".to_owned(),
        Hint::AcceptFigures => "`renown fleet accept` takes it over".to_owned(),
        Hint::BuyOfficers => "buy them with --officer".to_owned(),
        Hint::ShowAllies => "`renown rules show ALLY-24` lists who may".to_owned(),
        Hint::ListBattles => "`renown battle list` shows them".to_owned(),
        Hint::ShowWhoFights => "`renown battle list` shows who is still in a battle".to_owned(),
        Hint::BuyDefencesWithFleet => "with the fleet, `--defence` buys them out of the allowance".to_owned(),
        Hint::PickZones => "each player picks one in secret: --choose PLAYER=ZONE".to_owned(),
        Hint::ReportFromTable => "report this battle from the table with `renown battle record`".to_owned(),
        Hint::TellTransportsThrough => "transports-through = NUMBER".to_owned(),
        Hint::TellAssaultPoints => "assault-points = NUMBER".to_owned(),
        Hint::TellFateOfPlanet => "write planet-destroyed = true or exterminators-gone = true".to_owned(),
        Hint::TellTurns => "turns = NUMBER".to_owned(),
        Hint::NameWinner => "`renown finish --winner PLAYER`".to_owned(),
        Hint::NameNoWinner => "leave out --winner".to_owned(),
        Hint::Finish => "`renown finish`".to_owned(),
        Hint::FinishOrMoreTime => {
            "`renown finish` says who won; `renown option --ends DATE` gives it more time".to_owned()
        }
        Hint::UndoOrAmendEnd => "`renown undo` takes the end back; `renown amend` mends what came before it".to_owned(),
        Hint::ShowJournal => "`renown log` shows what is in force".to_owned(),
        Hint::InsertAfterOpening => "put a command after it with --after, or open another campaign".to_owned(),
        Hint::AddFaces => "add the faces to the list, or leave out --dice and let the program roll".to_owned(),
        Hint::TakeUpDice => {
            "the same command with --dice ask goes on with them; any command about the same by the arbitrator \
                             with --ruling REASON lets them drop, on record"
                .to_owned()
        }
        Hint::GiveFaces => "without a terminal, give the faces with --dice".to_owned(),
        Hint::ShowClasses(list) => format!("`renown fleet classes {list}` shows what the list sells"),
        Hint::ShowWeapons(class) => format!("`renown fleet class {class}` shows its weapons"),
        Hint::NameWeapon(class) => format!("write the class as {class}+WEAPON"),
        Hint::ShowCommanders(list) => format!("`renown fleet list {list}` shows them"),
        Hint::EnterCommander(kinds) => format!("enter the player with --commander-kind {}", kinds.join(" or ")),
        Hint::TakeStep(id) => format!("`renown battle next {}` takes the step that is due", id.0),
        Hint::GoOn(id) => format!("`renown battle next {}` goes on with it", id.0),
        Hint::GoOnOrAmend(id) => {
            format!("`renown battle next {}` goes on with it; `renown amend` changes its report", id.0)
        }
        Hint::FinishOrAbandon(id) => {
            format!("finish it with `renown battle next {}`, or `renown battle abandon {0}`", id.0)
        }
        Hint::FinishForfeitOrAbandon(id) => {
            format!("finish it with `renown battle next {}`, or `renown battle forfeit {0}` or `abandon {0}`", id.0)
        }
        Hint::ListDefences(id) => format!("`renown scenario defences --battle {}` lists them", id.0),
        Hint::FieldWhatFits { player, vessels, points } => {
            let names: Vec<&str> = vessels.iter().map(String::as_str).collect();
            format!("`--fleet \"{player}=fit\"` fields {}: {} points", and_list(&names), thousands(*points))
        }
        Hint::SetUp(id) => format!("`renown scenario setup --battle {}` rolls for it", id.0),
        Hint::ShowOrUndoSetUp(id) => {
            format!("`renown scenario setup --battle {}` shows it; `renown undo` takes it back", id.0)
        }
        Hint::ShowScenario(id) => {
            format!("`renown scenario show --battle {}`, `renown scenario setup --battle {0}`", id.0)
        }
        Hint::PlayOnOrAbandon(id) => format!(
            "`renown battle fight {}` goes on with it; the arbitrator may end it with `renown battle abandon {0}`",
            id.0
        ),
        Hint::PlayKept(id) => format!("`renown battle fight {}` records what was", id.0),
        Hint::FightOrReport(id) => {
            format!("`renown battle fight {}` records what it fights; `renown battle record {0}` a table", id.0)
        }
        Hint::Report(id) => format!("`renown battle record {} FILE` records one", id.0),
        Hint::ConfirmOrDispute(id) => {
            format!("`renown battle confirm {} --as NAME`, or `renown battle dispute {0} --reason TEXT`", id.0)
        }
        Hint::TellPlot(role) => format!("say --plot {role}=yes or --plot {role}=no"),
        Hint::NameVessels(id) => format!("`renown battle next {} --other PLAYER=VESSEL,VESSEL` names them", id.0),
        Hint::ShowEntry(entry) => format!("`renown show {entry}`"),
    }
}

/// The same to somebody who gave a report as a file.
#[must_use]
pub fn in_file(hint: &str) -> String {
    let role = hint.strip_prefix("say --plot ").and_then(|rest| rest.split('=').next());
    role.map_or_else(|| hint.to_owned(), |role| format!("write {role} = true or false under [plots]"))
}

/// What can be done about a campaign file, in the words of this command line.
#[must_use]
pub const fn remedy(remedy: Remedy) -> &'static str {
    match remedy {
        Remedy::OpenOrName => "`renown new NAME` opens one; --campaign FILE or RENOWN_CAMPAIGN names another",
        Remedy::OtherName => "choose another name, or move the old file away",
        Remedy::NameCampaign => "--campaign FILE or RENOWN_CAMPAIGN names the campaign",
        Remedy::NewerProgram => "install the newer renown; nothing was changed",
        Remedy::RestoreOrImport => {
            "`renown restore FILE` puts a backup back, `renown import` rebuilds an export; `renown verify` lists what \
             is wrong"
        }
        Remedy::SeeWhetherRecorded => "see to the disk; `renown log` tells whether it was recorded",
        Remedy::RestoreUntouched => "nothing of that was run; `renown restore FILE` puts a backup back",
        Remedy::LargeForNothing => "no campaign needs that; nothing was changed",
        Remedy::MakeWritable => "make the file writable, or work on a copy",
        Remedy::TryAgain => "try again in a moment",
        Remedy::SeeToDisk => "see to the disk and to who may use the file and its folder; nothing was changed",
        Remedy::FreeSpace => "free some space and give the command again; nothing was changed",
        Remedy::LookAndRepeat => "look at `renown log`, then give the command again; nothing was changed",
        Remedy::AskHowItStands => "`renown battle status` tells how it stands; what was kept before stays kept",
        Remedy::TakeUpDice => "the same command with --dice ask goes on with them; nothing was changed",
        Remedy::ListEntries => "`renown log` lists them",
    }
}
