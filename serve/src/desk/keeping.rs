//! Copies of the campaign: on demand, and after each day with changes.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use renown::campaign::view::Viewer;

use crate::answer::{Answer, Wrong};
use crate::app::App;
use crate::call::Call;

/// How often the keeper looks whether a day has passed.
const LOOK: Duration = Duration::from_secs(60);

/// `GET /backup`: a proven copy.
pub(crate) fn backup(call: &mut Call<'_>) -> Result<Answer, Wrong> {
    let folder = std::env::temp_dir();
    let key = renown::club::Key::fresh()?;
    let file = folder.join(format!(".renown-{}.renown", key.letters()));
    let made = call.club.member(Viewer::Arbitrator).backup(&file, &call.app.catalog);
    let bytes = std::fs::read(&file);
    let _ = std::fs::remove_file(&file);
    made?;
    let bytes = bytes.map_err(|error| Wrong::new(axum::http::StatusCode::SERVICE_UNAVAILABLE, error.to_string()))?;
    Ok(Answer::of("application/vnd.sqlite3", bytes))
}

/// `GET /export`: the journal, which opens no door.
pub(crate) fn export(call: &mut Call<'_>) -> Result<Answer, Wrong> {
    let lines = call.member().export("arbitrator")?;
    Ok(Answer::of("application/x-ndjson", lines))
}

/// Copies the campaign into a folder after each day with changes, and keeps the last of them, until the server ends.
pub fn keep(app: &Arc<App>, folder: PathBuf, number: usize) -> std::thread::JoinHandle<()> {
    let app = Arc::clone(app);
    std::thread::spawn(move || {
        let mut kept = None;
        while !*app.ending.borrow() {
            let head = app.with_club(|club| club.last_entry()).ok().and_then(Result::ok);
            let day = app.now().date();
            if head.is_some() && kept != Some((day, head)) && kept.is_none_or(|(on, _)| on != day) {
                match copy(&app, &folder, number) {
                    Ok(()) => kept = Some((day, head)),
                    Err(says) => eprintln!("error: no copy was made: {says}"),
                }
            }
            for _ in 0..LOOK.as_secs() {
                if *app.ending.borrow() {
                    return;
                }
                std::thread::sleep(Duration::from_secs(1));
            }
        }
    })
}

fn copy(app: &App, folder: &Path, number: usize) -> Result<(), String> {
    std::fs::create_dir_all(folder).map_err(|error| error.to_string())?;
    let file = folder.join(format!("{}.renown", app.now().format("%Y-%m-%d")));
    if file.exists() {
        return Ok(());
    }
    let made = app.with_club(|club| club.member(Viewer::Arbitrator).backup(&file, &app.catalog));
    made.and_then(|made| made).map_err(|error| error.to_string())?;
    let mut copies: Vec<PathBuf> = std::fs::read_dir(folder)
        .map_err(|error| error.to_string())?
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| is_copy(path))
        .collect();
    copies.sort();
    let old = copies.len().saturating_sub(number.max(1));
    copies.iter().take(old).try_for_each(std::fs::remove_file).map_err(|error| error.to_string())
}

/// Whether a file is one of the keeper's: nobody else's is removed.
fn is_copy(path: &Path) -> bool {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    name.strip_suffix(".renown").is_some_and(|day| day.parse::<chrono::NaiveDate>().is_ok())
}
