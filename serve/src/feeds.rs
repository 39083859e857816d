//! Calendar and news for other programs, by a key that only reads.

use std::fmt::Write as _;

use chrono::NaiveDate;
use renown::campaign::view::Viewer;
use renown::publish::html::escape;

use crate::answer::{Answer, Wrong};
use crate::call::Call;
use crate::form;

/// Entries of a feed.
const NEWS: usize = 40;

/// As whom a key reads; everybody where the club lets the public look on.
fn reader(call: &mut Call<'_>) -> Result<Viewer, Wrong> {
    if call.app.is_barred(call.address) {
        return Err(Wrong::new(axum::http::StatusCode::TOO_MANY_REQUESTS, "Too many wrong keys. Wait a minute."));
    }
    let key = call.query.get("key").unwrap_or_default().to_owned();
    match call.club.reads(&key, call.at)? {
        Some(visitor) => Ok(visitor.viewer()),
        None if key.is_empty() && call.app.place.public => Ok(Viewer::Public),
        None => {
            call.app.failed(call.address);
            Err(Wrong::new(axum::http::StatusCode::NOT_FOUND, "This key reads nothing."))
        }
    }
}

/// Text of a calendar: nothing in it ends a line.
fn plain(text: &str) -> String {
    let text: String = text.chars().filter(|letter| !letter.is_control()).collect();
    text.replace('\\', "\\\\").replace(';', "\\;").replace(',', "\\,")
}

/// A line of at most 75 bytes, folded as calendars ask.
fn folded(line: &str) -> String {
    let mut out = String::new();
    let mut width = 0;
    for letter in line.chars() {
        if width + letter.len_utf8() > 73 {
            out.push_str("\r\n ");
            width = 1;
        }
        out.push(letter);
        width += letter.len_utf8();
    }
    out + "\r\n"
}

/// `GET /calendar.ics`: open battles and limits.
pub(crate) fn calendar(call: &mut Call<'_>) -> Result<Answer, Wrong> {
    let viewer = reader(call)?;
    let drawn = call.app.seen(call.club, viewer)?;
    let seen = call.club.member(viewer).look()?;
    let name = drawn.seen.about.as_ref().map(|about| about.name.clone()).unwrap_or_default();
    let mut out = String::from("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Renown//EN\r\n");
    out.push_str(&folded(&format!("X-WR-CALNAME:{}", plain(&name))));
    let host = call.app.place.url.split("//").nth(1).unwrap_or("renown").to_owned();
    let mut event = |id: &str, on: NaiveDate, says: &str| {
        let next = on.succ_opt().unwrap_or(on);
        let _ = write!(out, "BEGIN:VEVENT\r\n{}", folded(&format!("UID:{id}@{}", plain(&host))));
        let _ = write!(
            out,
            "DTSTAMP:{0}T000000\r\nDTSTART;VALUE=DATE:{0}\r\nDTEND;VALUE=DATE:{1}\r\n",
            on.format("%Y%m%d"),
            next.format("%Y%m%d")
        );
        let _ = write!(out, "{}END:VEVENT\r\n", folded(&format!("SUMMARY:{}", plain(says))));
    };
    for (due, form) in form::all(&seen, &call.app.catalog) {
        let mine = form::is_asked(viewer, &due);
        if let Some(on) = due.until.or(due.since).filter(|_| mine || viewer == Viewer::Public) {
            event(&form.due, on, &form.says);
        }
    }
    if let Some(ends) = drawn.seen.about.as_ref().and_then(|about| about.ends) {
        event("end", ends, &format!("{name} ends"));
    }
    out.push_str("END:VCALENDAR\r\n");
    Ok(Answer::of("text/calendar; charset=utf-8", out))
}

/// `GET /news.atom`: what happened, as he may know it.
pub(crate) fn news(call: &mut Call<'_>) -> Result<Answer, Wrong> {
    let viewer = reader(call)?;
    let drawn = call.app.seen(call.club, viewer)?;
    let rows = call.app.log(call.club, viewer, &drawn)?;
    let name = drawn.seen.about.as_ref().map(|about| about.name.clone()).unwrap_or_default();
    let place = &call.app.place.url;
    let stamp = |at: chrono::NaiveDateTime| at.format("%Y-%m-%dT%H:%M:%SZ").to_string();
    let updated = rows.last().map_or_else(|| "1970-01-01T00:00:00Z".to_owned(), |row| stamp(row.at));
    let mut out = format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\">\n<title>{}</title>\n\
         <id>{}/</id>\n<updated>{updated}</updated>\n<author><name>Renown</name></author>\n",
        escape(&name),
        escape(place)
    );
    for (index, row) in rows.iter().enumerate().rev().filter(|(_, row)| !row.says.is_empty()).take(NEWS) {
        let _ = writeln!(
            out,
            "<entry><title>{}</title><id>{}/news/{}</id><updated>{}</updated><content>{}</content></entry>",
            escape(&row.says[0]),
            escape(place),
            index + 1,
            stamp(row.at),
            escape(&row.says.join("\n"))
        );
    }
    out.push_str("</feed>\n");
    Ok(Answer::of("application/atom+xml; charset=utf-8", out))
}
