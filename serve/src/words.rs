//! What can be done about a refusal, in the words of these pages.

use renown::campaign::hint::Hint;
use renown::campaign::state::BattleId;
use renown::text::{and_list, thousands};

/// A hint in the words of these pages.
#[must_use]
pub fn hint(hint: &Hint) -> String {
    let of = |words: &str, battle: &BattleId| words.replace("{}", &battle.0.to_string());
    let plain = |words: &str| words.to_owned();
    match hint {
        Hint::Advice(says) => says.clone(),
        Hint::AddPlayer => plain("the arbitrator enters a player on his desk"),
        Hint::FillRegister => plain("buy ships under My fleet"),
        Hint::ChooseFlagship => plain("choose a flagship under My fleet"),
        Hint::Start => plain("the arbitrator takes the next step on his desk"),
        Hint::AskWhatStartNeeds => plain("the desk says what is due"),
        Hint::PickSystem => plain("pick a system on the desk"),
        Hint::HideBase => plain("hide a base on the desk"),
        Hint::ShowMap => plain("the map marks who holds what"),
        Hint::JoinLaterOrUndoOrder => {
            plain("finish the opening, then add the player; or the arbitrator undoes the order")
        }
        Hint::JoinWithBase => plain("the arbitrator lets him join with a base"),
        Hint::JoinWithSystem => plain("the arbitrator lets him join with a system"),
        Hint::Join => plain("the arbitrator lets a late joiner take part"),
        Hint::RemoveOnlyBeforeStart => {
            plain("only players who have not started can be removed; the arbitrator can undo")
        }
        Hint::RemovePlayer => plain("the arbitrator takes out a player who has not started"),
        Hint::ReturnWithSystem => plain("the arbitrator brings him back with a system"),
        Hint::Return => plain("the arbitrator brings him back"),
        Hint::BecomeRebel => plain("an Imperial player may become a rebel; ask the arbitrator"),
        Hint::MakeOneRebel => plain("one of them may become a rebel; ask the arbitrator"),
        Hint::ActAsArbitrator => plain("ask the arbitrator"),
        Hint::GiveReason => plain("the arbitrator gives his reason"),
        Hint::ShowLists => plain("look the lists up"),
        Hint::ShowClasses(_) => plain("look up what the list has"),
        Hint::ShowHowTaken => plain("look up how it is taken"),
        Hint::ShowWeapons(_) => plain("look up its weapons"),
        Hint::NameWeapon(_) => plain("name the weapon"),
        Hint::ShowWhatIsSold => plain("look up what is sold"),
        Hint::ShowCommanders(_) => plain("look up the commanders of the list"),
        Hint::TakeAsReserveOrAlly => plain("take it as a reserve or an ally"),
        Hint::TakeAsAlly => plain("take it as an ally"),
        Hint::TakeAsReserve => plain("take it as a reserve"),
        Hint::AskForRuling => plain("the arbitrator may allow it by a ruling"),
        Hint::WaitForReinforcement => plain("ships join later by appeal, or by a ruling"),
        Hint::SellOnlyBeforeStart => plain("ships are sold before the start only"),
        Hint::ChangeShipByRuling => plain("a commander keeps his ship, but by a ruling"),
        Hint::ShowNotices => plain("look at the register"),
        Hint::AcceptFigures => plain("the arbitrator takes the new figures over"),
        Hint::BuyOfficers => plain("buy lesser commanders"),
        Hint::EnterCommander(_) => plain("enter the player with a commander of the list"),
        Hint::ShowAllies => plain("look up who may ally"),
        Hint::ListBattles => plain("look at the battles"),
        Hint::ShowWhoFights => plain("look at the battle"),
        Hint::BuyDefencesWithFleet => plain("defences come out of the allowance when the fleet is picked"),
        Hint::PickZones => plain("pick a battlezone, each in secret"),
        Hint::ReportFromTable => plain("record the battle of the table"),
        Hint::TellTransportsThrough => plain("say how many transports crossed the table"),
        Hint::TellAssaultPoints => plain("say how many assault points were scored"),
        Hint::TellFateOfPlanet => plain("say whether the planet or the Exterminators are gone"),
        Hint::TellTurns => plain("say how many turns were played"),
        Hint::TellPlot(_) => plain("say whether the sub-plot was achieved"),
        Hint::NameWinner => plain("say who won"),
        Hint::NameNoWinner => plain("name no winner: the rules do"),
        Hint::Finish => plain("the arbitrator ends the campaign"),
        Hint::FinishOrMoreTime => plain("the arbitrator ends the campaign or gives it more time"),
        Hint::UndoOrAmendEnd => plain("the arbitrator takes the end back"),
        Hint::ShowJournal => plain("look at the journal"),
        Hint::InsertAfterOpening => plain("put it after the first entry"),
        Hint::AddFaces => plain("give more dice, or let the program roll"),
        Hint::GiveFaces => plain("let the program roll"),
        Hint::TakeUpDice => plain(
            "dice were typed in for this at the terminal: go on there, or have the arbitrator let them drop by a ruling",
        ),
        Hint::TakeStep(battle) => of("take the step that is due in battle {}", battle),
        Hint::GoOn(battle) => of("go on with battle {}", battle),
        Hint::GoOnOrAmend(battle) => of("go on with battle {}, or have its report amended", battle),
        Hint::FinishOrAbandon(battle) => of("finish battle {}, or have it abandoned", battle),
        Hint::FinishForfeitOrAbandon(battle) => of("finish battle {}, or have it forfeited or abandoned", battle),
        Hint::ListDefences(battle) => of("look up the defences for battle {}", battle),
        Hint::SetUp(battle) => of("roll for the table of battle {}", battle),
        Hint::ShowOrUndoSetUp(battle) => of("look at the set-up of battle {}", battle),
        Hint::ShowScenario(battle) => of("look at battle {}", battle),
        Hint::PlayOnOrAbandon(battle) => of("play battle {} on at the terminal, or have it ended", battle),
        Hint::PlayKept(battle) => of("play battle {} to its end at the terminal", battle),
        Hint::FightOrReport(battle) => of("record battle {}, or have the program fight it", battle),
        Hint::Report(battle) => of("record battle {}", battle),
        Hint::ConfirmOrDispute(battle) => of("agree to the report of battle {}, or dispute it", battle),
        Hint::NameVessels(battle) => of("name the vessels in battle {}", battle),
        Hint::FieldWhatFits { vessels, points, .. } => {
            format!("{} would fit, with {} points", and_list(vessels), thousands(*points))
        }
        Hint::ShowEntry(entry) => format!("look at entry {entry} of the journal"),
    }
}
