//! What is answered to a call: a page, a file, another place, or why not.

use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, LOCATION, SET_COOKIE};
use axum::http::{HeaderValue, Response, StatusCode};
use renown::club::ClubError;

/// An answer.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The code.
    pub status: StatusCode,
    /// What it is.
    pub kind: &'static str,
    /// What it holds.
    pub body: Vec<u8>,
    /// Where to go instead.
    pub location: Option<String>,
    /// A cookie to keep.
    pub cookie: Option<String>,
    /// It is the same for everybody and may be kept for a while.
    pub shared: bool,
    /// The name of what is shown, so that it need not be sent twice.
    pub tag: Option<String>,
}

pub(crate) const HTML: &str = "text/html; charset=utf-8";
pub(crate) const JSON: &str = "application/json";

impl Answer {
    /// Something that is there.
    #[must_use]
    pub fn of(kind: &'static str, body: impl Into<Vec<u8>>) -> Self {
        Self { status: StatusCode::OK, kind, body: body.into(), location: None, cookie: None, shared: false, tag: None }
    }

    /// A page.
    #[must_use]
    pub fn page(html: String) -> Self {
        Self::of(HTML, html)
    }

    /// A value.
    #[must_use]
    pub fn json(value: &serde_json::Value) -> Self {
        Self::of(JSON, format!("{value:#}\n"))
    }

    /// Another place, to be looked at after something was done.
    #[must_use]
    pub fn see(place: impl Into<String>) -> Self {
        Self { status: StatusCode::SEE_OTHER, location: Some(place.into()), ..Self::of(HTML, "") }
    }

    /// The same with another code.
    #[must_use]
    pub fn with(mut self, status: StatusCode) -> Self {
        self.status = status;
        self
    }

    /// As it goes out.
    #[must_use]
    pub fn into_response(self) -> Response<Body> {
        let mut response = Response::new(Body::from(self.body));
        *response.status_mut() = self.status;
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(self.kind));
        let cache = if self.shared { "public, max-age=3600" } else { "no-store" };
        headers.insert(CACHE_CONTROL, HeaderValue::from_static(cache));
        let texts = [(LOCATION, self.location), (SET_COOKIE, self.cookie), (axum::http::header::ETAG, self.tag)];
        for (name, text) in texts {
            if let Some(value) = text.and_then(|text| HeaderValue::from_str(&text).ok()) {
                headers.insert(name, value);
            }
        }
        response
    }
}

/// Why something is not answered as it was asked.
#[derive(Clone, Debug)]
pub struct Wrong {
    /// The code.
    pub status: StatusCode,
    /// What is told.
    pub says: Vec<String>,
}

impl Wrong {
    /// A reason.
    #[must_use]
    pub fn new(status: StatusCode, says: impl Into<String>) -> Self {
        Self { status, says: vec![says.into()] }
    }

    /// There is nothing there, or not for him: he is not told which.
    #[must_use]
    pub fn nothing() -> Self {
        Self::new(StatusCode::NOT_FOUND, "There is nothing here.")
    }

    /// What was sent makes no sense.
    #[must_use]
    pub fn nonsense(says: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, says)
    }
}

impl From<ClubError> for Wrong {
    fn from(error: ClubError) -> Self {
        match error {
            ClubError::Refused(refusals) => {
                let says = refusals.0.iter().map(|refusal| {
                    let hints = refusal.hints.iter().map(|hint| format!(" – {}", crate::words::hint(hint)));
                    format!("{refusal}{}", hints.collect::<String>())
                });
                Self { status: StatusCode::UNPROCESSABLE_ENTITY, says: says.collect() }
            }
            ClubError::Denied(denied) => Self::new(StatusCode::FORBIDDEN, sentence(&denied.to_string())),
            ClubError::Store(_) => {
                Self::new(StatusCode::SERVICE_UNAVAILABLE, sentence(&format!("the campaign file: {error}")))
            }
            ClubError::Damaged(what) => Self::new(StatusCode::SERVICE_UNAVAILABLE, sentence(&what)),
        }
    }
}

/// A message as a sentence.
#[must_use]
pub fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    let rest = letters.as_str();
    let end = if text.ends_with(['.', '?', '!']) { "" } else { "." };
    format!("{first}{rest}{end}")
}
