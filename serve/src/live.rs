//! The stream that tells a page to look again. It carries no facts: only that what its reader may see has changed. A change
//! that he may not see sends him nothing, and a key that is revoked ends it.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, Response, StatusCode};
use renown::campaign::view::Viewer;
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;

use crate::app::App;

/// How often a word is said so that nobody takes the stream for dead.
const SIGN_OF_LIFE: Duration = Duration::from_secs(15);
/// How often the file is looked at for what other programs wrote.
const LOOK: Duration = Duration::from_millis(400);

/// What the reader sees, by number; `None` when he is not let in any more.
fn version(app: &App, key: Option<&str>) -> Option<(u64, u64)> {
    let seen = app.with_club(|club| {
        let (viewer, number) = match key {
            Some(key) => match club.who_is(key, app.now()) {
                Ok(Some(visitor)) => (visitor.viewer(), visitor.key),
                Ok(None) | Err(_) => return None,
            },
            None if app.place.public => (Viewer::Public, 0),
            None => return None,
        };
        // What cannot be read now may be readable in a moment.
        Some((app.seen(club, viewer).map_or(0, |drawn| drawn.version), number))
    });
    seen.ok().flatten()
}

/// Opens a stream for whoever holds a key.
pub async fn stream(app: Arc<App>, key: Option<String>) -> Response<Body> {
    let look = {
        let (app, key) = (Arc::clone(&app), key.clone());
        move || version(&app, key.as_deref())
    };
    let first = tokio::task::spawn_blocking(look.clone()).await.ok().flatten();
    let refused = |status| {
        let mut response = Response::new(Body::empty());
        *response.status_mut() = status;
        response
    };
    let Some((first, number)) = first else { return refused(StatusCode::UNAUTHORIZED) };
    if !app.open_stream(number) {
        return refused(StatusCode::TOO_MANY_REQUESTS);
    }
    let (send, receive) = mpsc::channel::<Result<Bytes, Infallible>>(4);
    tokio::spawn(async move {
        let mut changed = app.changed.subscribe();
        let mut known = first;
        let said = |text: String| send.send(Ok(Bytes::from(text)));
        let mut open = said(format!("retry: 2000\nevent: here\ndata: {known}\n\n")).await.is_ok();
        while open && !*app.ending.borrow() {
            let news = tokio::select! {
                done = changed.changed() => done.is_ok(),
                () = tokio::time::sleep(SIGN_OF_LIFE) => false,
                () = send.closed() => break,
            };
            let now = tokio::task::spawn_blocking(look.clone()).await.ok().flatten();
            let Some((now, _)) = now else { break };
            open = if now == known {
                news || said(": still here\n\n".to_owned()).await.is_ok()
            } else {
                known = now;
                said(format!("event: changed\ndata: {now}\n\n")).await.is_ok()
            };
        }
        app.close_stream(number);
    });
    let mut response = Response::new(Body::from_stream(ReceiverStream::new(receive)));
    let headers = response.headers_mut();
    for (name, value) in
        [("content-type", "text/event-stream"), ("cache-control", "no-store"), ("x-accel-buffering", "no")]
    {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Looks for what other programs write, while somebody listens, until the server ends.
pub fn watch(app: &Arc<App>) -> std::thread::JoinHandle<()> {
    let app = Arc::clone(app);
    std::thread::spawn(move || {
        let Ok(club) = renown::club::Club::open(app.path()) else { return };
        let mut known = club.data_version().ok();
        while !*app.ending.borrow() {
            std::thread::sleep(LOOK);
            if app.changed.receiver_count() == 0 {
                continue;
            }
            let now = club.data_version().ok();
            if now != known {
                known = now;
                app.tell();
            }
        }
    })
}
