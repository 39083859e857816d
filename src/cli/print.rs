//! `renown print`: pages for paper.

use super::args::{PaperArgs, PaperSize, PrintVerb};
use super::error::CliError;
use super::map::write;
use super::resolve;
use super::session::{Result, Session};
use crate::campaign::state::{BattleId, PlayerId};
use crate::campaign::view::Seen;
use crate::publish::print::{self, Paper};

pub(super) fn run(session: &mut Session<'_>, verb: &PrintVerb) -> Result<()> {
    let seen = session.seen()?;
    let catalog = session.shared_catalog()?;
    let (page, to) = match verb {
        PrintVerb::Register { player, paper } => {
            (print::registers(&seen, &players(&seen, player.as_deref())?, &catalog, size(paper)), paper)
        }
        PrintVerb::Sheets { player, paper } => {
            (print::sheets(&seen, &players(&seen, player.as_deref())?, &catalog, size(paper)), paper)
        }
        PrintVerb::Form { battle, paper } => {
            let battle = battle
                .map(|id| {
                    seen.battles.get(&BattleId(id)).ok_or_else(|| {
                        CliError::new(format!("there is no open battle {id}")).hint("`renown battle list` shows them")
                    })
                })
                .transpose()?;
            (print::form(&seen, battle, size(paper)), paper)
        }
        PrintVerb::Map { paper } => (print::map(&seen, size(paper)), paper),
    };
    match &to.out {
        None => session.print(&page),
        Some(path) => {
            write(path, &page)?;
            session.status(&format!("The pages are in \"{}\": open them in a browser and print.", path.display()));
            Ok(())
        }
    }
}

const fn size(paper: &PaperArgs) -> Paper {
    match paper.paper {
        PaperSize::A4 => Paper::A4,
        PaperSize::Letter => Paper::Letter,
    }
}

fn players(seen: &Seen, name: Option<&str>) -> Result<Vec<PlayerId>> {
    Ok(match name {
        Some(name) => vec![resolve::player(seen, name)?],
        None => seen.players.values().filter(|player| player.left.is_none()).map(|player| player.id).collect(),
    })
}
