//! `renown ground army` and `renown ground skirmish`.

use std::path::Path;

use super::of_side;
use crate::cli::args::{ArmyVerb, GroundSkirmishArgs};
use crate::cli::error::CliError;
use crate::cli::map::write;
use crate::cli::session::{Result, Session};
use crate::files;
use crate::notation::ground::{self as notation, Army, GroundFile, MusterSide};
use crate::report::ground::{FormationLine, formation_line, unit_lines};

pub(super) fn run(session: &mut Session<'_>, verb: &ArmyVerb) -> Result<()> {
    match verb {
        ArmyVerb::List => {
            let lines = notation::army_ids().filter_map(|id| notation::army(id).map(|army| (id, army)));
            let lines: Vec<String> = lines
                .map(|(id, army)| {
                    let note = army.note.as_deref().unwrap_or_default();
                    format!("{id}  {}, {} points: {note}", army.name, army.points())
                })
                .collect();
            session.show(&lines, |_| lines.join("\n"))
        }
        ArmyVerb::Show { army } => {
            let army = named(army)?;
            let sheet = army_sheet(&army);
            session.show(&sheet, |_| sheet.join("\n"))
        }
        ArmyVerb::Check { file } => {
            let army = from_file(file)?;
            let (units, formations) = (army.units.len(), army.formations.len());
            session.print(&format!(
                "{}: {units} units, {formations} formations of {} points, {} spacecraft; no problem.",
                army.name,
                army.points(),
                army.craft.len()
            ))
        }
    }
}

/// An army line by line: units with their weapons, formations, spacecraft.
fn army_sheet(army: &Army) -> Vec<String> {
    let mut lines = vec![format!("{}: strategy rating {}, {} points", army.name, army.strategy, army.points())];
    lines.extend(army.note.clone());
    lines.push(String::new());
    lines.extend(army.units.iter().flat_map(unit_lines));
    lines.push(String::new());
    lines.extend(army.formations.iter().map(|formation| {
        formation_line(&FormationLine {
            id: &formation.id,
            name: &formation.name,
            points: formation.points,
            initiative: formation.initiative,
            units: &formation.units,
        })
    }));
    lines.extend(army.craft.iter().map(|craft| {
        let slow = if craft.slow { ", not before turn 3" } else { "" };
        format!(
            "{}: spacecraft, initiative {}+, {} BP, pinpoint attacks {}, planetfall {}{slow}",
            craft.name, craft.initiative, craft.orbital_bp, craft.pinpoint, craft.planetfall
        )
    }));
    lines
}

/// An army of the program, or of a file.
fn named(name: &str) -> Result<Army> {
    match notation::army(name) {
        Some(army) => Ok(army),
        None => from_file(Path::new(name)).map_err(|mut error| {
            let ids: Vec<&str> = notation::army_ids().collect();
            error.hints.push(format!("armies of the program: {}", ids.join(", ")));
            error
        }),
    }
}

fn from_file(path: &Path) -> Result<Army> {
    let text = files::read_text(path, files::WRITTEN)
        .map_err(|error| CliError::new(format!("\"{}\": {error}", path.display())))?;
    notation::read_army(&path.display().to_string(), &text).map_err(|problems| CliError {
        messages: problems.iter().map(ToString::to_string).collect(),
        hints: vec!["ground/trial-blue.toml is an army to begin from".to_owned()],
        usage: false,
    })
}

pub(super) fn skirmish(session: &mut Session<'_>, args: &GroundSkirmishArgs) -> Result<()> {
    let [one, two] = args.armies.as_slice() else {
        return Err(CliError::usage("two armies meet: --army SIDE=ARMY, twice".to_owned()));
    };
    let split = |text: &String| -> Result<(String, Army)> {
        let (name, army) =
            text.split_once('=').ok_or_else(|| CliError::usage(format!("\"{text}\" is not SIDE=ARMY")))?;
        Ok((name.trim().to_owned(), named(army.trim())?))
    };
    let (one, two) = (split(one)?, split(two)?);
    let names = [one.0.as_str(), two.0.as_str()];
    let (mut formations, mut craft) = ([Vec::new(), Vec::new()], [0; 2]);
    for text in &args.formations {
        let (side, ids) = of_side(names, text)?;
        formations[side as usize] = ids.split(',').map(|id| id.trim().to_owned()).collect();
    }
    for text in &args.craft {
        let (side, number) = of_side(names, text)?;
        craft[side as usize] = number.parse().map_err(|_| CliError::new(format!("\"{number}\" is no number")))?;
    }
    let terrain = match &args.terrain {
        Some(path) => files::read_text(path, files::WRITTEN)
            .map_err(|error| CliError::new(format!("\"{}\": {error}", path.display())))?,
        None => String::new(),
    };
    let sides = [
        MusterSide { name: names[0], army: &one.1, formations: &formations[0], craft: craft[0] },
        MusterSide { name: names[1], army: &two.1, formations: &formations[1], craft: craft[1] },
    ];
    let situation = notation::muster(&sides, &terrain).map_err(|problems| CliError {
        messages: problems.iter().map(ToString::to_string).collect(),
        hints: Vec::new(),
        usage: false,
    })?;
    let file = GroundFile { situation, actions: Vec::new(), dice: crate::dice::Kept::default() };
    let text = notation::write_battle(&file);
    match &args.out {
        Some(path) => {
            write(path, &text)?;
            session.status(&format!("The table is in \"{}\".", path.display()));
            Ok(())
        }
        None => session.print(text.trim_end()),
    }
}
