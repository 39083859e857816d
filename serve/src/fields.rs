//! The fields of a form or a query, in the order in which they were sent.

/// The most fields that are read: a whole fleet's report has some hundreds.
const MOST: usize = 4000;

/// Names and values.
#[derive(Clone, Debug, Default)]
pub struct Fields(Vec<(String, String)>);

impl Fields {
    /// Reads what a browser sent; `None` when there are absurdly many.
    #[must_use]
    pub fn parse(bytes: &[u8]) -> Option<Self> {
        let fields: Vec<(String, String)> = form_urlencoded::parse(bytes).into_owned().take(MOST + 1).collect();
        (fields.len() <= MOST).then_some(Self(fields))
    }

    /// Reads a flat JSON object: texts, numbers, true, and lists of texts.
    #[must_use]
    pub fn from_json(bytes: &[u8]) -> Option<Self> {
        let value: serde_json::Value = serde_json::from_slice(bytes).ok()?;
        let mut fields = Vec::new();
        for (name, value) in value.as_object()? {
            let values = match value {
                serde_json::Value::Array(list) => list.clone(),
                other => vec![other.clone()],
            };
            for value in values {
                match value {
                    serde_json::Value::String(text) => fields.push((name.clone(), text)),
                    serde_json::Value::Number(number) => fields.push((name.clone(), number.to_string())),
                    serde_json::Value::Bool(true) => fields.push((name.clone(), "on".to_owned())),
                    serde_json::Value::Bool(false) | serde_json::Value::Null => {}
                    serde_json::Value::Array(_) | serde_json::Value::Object(_) => return None,
                }
            }
        }
        (fields.len() <= MOST).then_some(Self(fields))
    }

    /// The last value of a name, without the space around it; an empty one is none.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        let found = self.0.iter().rev().find(|(known, _)| known == name).map(|(_, value)| value.trim());
        found.filter(|value| !value.is_empty())
    }

    /// A number; `None` where there is none, or it cannot be read.
    #[must_use]
    pub fn number(&self, name: &str) -> Option<u32> {
        self.get(name)?.parse().ok()
    }

    /// Whether a box is ticked.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// Every value of a name.
    pub fn all<'f>(&'f self, name: &'f str) -> impl Iterator<Item = &'f str> {
        self.0.iter().filter(move |(known, _)| known == name).map(|(_, value)| value.trim())
    }

    /// Every field.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Adds a field.
    pub fn push(&mut self, name: &str, value: &str) {
        self.0.push((name.to_owned(), value.to_owned()));
    }

    /// Fields whose name begins so, with the number that follows.
    pub fn numbered<'f>(&'f self, prefix: &'f str) -> impl Iterator<Item = (u32, &'f str)> {
        self.0.iter().filter_map(move |(name, value)| Some((name.strip_prefix(prefix)?.parse().ok()?, value.trim())))
    }
}
