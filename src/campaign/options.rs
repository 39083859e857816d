//! House rules as named options: what a club may choose, and what a campaign has chosen.
//!
//! Which options exist is data; this module judges values and knows no file.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::text::{nearest, or_list, steers, thousands};

/// One option a campaign may set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OptionDef {
    /// Kebab-case name, such as `starting-points-pirates`.
    pub id: String,
    /// The rule it bends, such as `FLEET-01`.
    pub rule: String,
    /// The option in a few words.
    pub title: String,
    /// What it changes.
    pub says: String,
    /// What values it takes.
    #[serde(flatten)]
    pub kind: OptionKind,
    /// The value of a campaign that says nothing; always one that `kind` takes.
    pub default: OptionValue,
}

/// What values an option takes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum OptionKind {
    /// True or false.
    Flag,
    /// A whole number within bounds.
    Number {
        /// The least it may be.
        min: i32,
        /// The most it may be.
        max: i32,
    },
    /// One of a few words.
    Choice {
        /// The words.
        choices: Vec<String>,
    },
    /// What the club writes itself.
    Text {
        /// Longest text, in characters.
        max: u32,
    },
}

impl OptionKind {
    fn takes(&self, value: &OptionValue) -> bool {
        match (self, value) {
            (Self::Flag, OptionValue::Flag(_)) => true,
            (Self::Number { min, max }, OptionValue::Number(number)) => (min..=max).contains(&number),
            (Self::Choice { choices }, OptionValue::Choice(word)) => choices.contains(word),
            (Self::Text { max }, OptionValue::Choice(text)) => {
                text.chars().count() <= *max as usize && !text.contains(steers)
            }
            _ => false,
        }
    }
}

impl fmt::Display for OptionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flag => f.write_str("true or false"),
            Self::Number { min, max } => {
                write!(f, "a whole number from {} to {}", thousands(*min), thousands(*max))
            }
            Self::Choice { choices } => f.write_str(&or_list(choices)),
            Self::Text { max } => write!(f, "a text of up to {max} characters"),
        }
    }
}

/// The value of an option. In JSON it is a bare `true`, `2000` or `"warn"`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum OptionValue {
    /// Of a flag.
    Flag(bool),
    /// Of a number.
    Number(i32),
    /// Of a choice or a text.
    Choice(String),
}

impl fmt::Display for OptionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flag(flag) => flag.fmt(f),
            Self::Number(number) => number.fmt(f),
            Self::Choice(word) => f.write_str(word),
        }
    }
}

/// Why an option cannot be set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionRefusal {
    /// The text is not `name=value`.
    NoValue {
        /// The text.
        given: String,
    },
    /// No option has the name.
    Unknown {
        /// The name.
        name: String,
        /// The name that was probably meant.
        near: Option<String>,
    },
    /// The option does not take the value.
    Value {
        /// The option.
        name: String,
        /// The value as it was given.
        given: String,
        /// The value that was probably meant.
        near: Option<String>,
        /// What it takes.
        allowed: OptionKind,
    },
}

impl fmt::Display for OptionRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (near, message) = match self {
            Self::NoValue { given } => (&None, format!("\"{given}\" is not an option: write name=value")),
            Self::Unknown { name, near } => (near, format!("no option is called \"{name}\"")),
            Self::Value { name, given, near, allowed } => {
                (near, format!("option `{name}` cannot be \"{given}\": it takes {allowed}"))
            }
        };
        f.write_str(&message)?;
        near.as_ref().map_or(Ok(()), |near| write!(f, "; did you mean \"{near}\"?"))
    }
}

impl std::error::Error for OptionRefusal {}

impl OptionDef {
    /// Whether the option takes the value.
    #[must_use]
    pub fn takes(&self, value: &OptionValue) -> bool {
        self.kind.takes(value)
    }

    fn read(&self, given: &str) -> Result<OptionValue, OptionRefusal> {
        let value = match &self.kind {
            OptionKind::Flag => match given.to_lowercase().as_str() {
                "true" | "on" | "yes" => Some(OptionValue::Flag(true)),
                "false" | "off" | "no" => Some(OptionValue::Flag(false)),
                _ => None,
            },
            OptionKind::Number { .. } => given.replace([',', '_'], "").parse().ok().map(OptionValue::Number),
            OptionKind::Choice { .. } => Some(OptionValue::Choice(given.to_lowercase())),
            OptionKind::Text { .. } => Some(OptionValue::Choice(given.to_owned())),
        };
        value.filter(|value| self.takes(value)).ok_or_else(|| {
            let words: &[String] = match &self.kind {
                OptionKind::Choice { choices } => choices,
                OptionKind::Flag | OptionKind::Number { .. } | OptionKind::Text { .. } => &[],
            };
            OptionRefusal::Value {
                name: self.id.clone(),
                given: given.to_owned(),
                near: nearest(given, words.iter().map(String::as_str)).map(str::to_owned),
                allowed: self.kind.clone(),
            }
        })
    }
}

/// The options of a campaign by name, complete: a default that changes later changes nothing here.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Options(BTreeMap<String, OptionValue>);

impl Options {
    /// Every option at its default.
    #[must_use]
    pub fn defaults(defs: &[OptionDef]) -> Self {
        Self(defs.iter().map(|def| (def.id.clone(), def.default.clone())).collect())
    }

    /// Reads `name=value`.
    ///
    /// # Errors
    /// The text has no `=`, no option has the name, or the option does not take the value.
    pub fn parse(defs: &[OptionDef], given: &str) -> Result<(String, OptionValue), OptionRefusal> {
        let Some((name, value)) = given.split_once('=') else {
            return Err(OptionRefusal::NoValue { given: given.to_owned() });
        };
        let def = find(defs, name.trim())?;
        Ok((def.id.clone(), def.read(value.trim())?))
    }

    /// Sets a value that [`Options::parse`] gave.
    pub fn set(&mut self, name: &str, value: OptionValue) {
        self.0.insert(name.to_owned(), value);
    }

    /// The value of an option, if the campaign holds it.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&OptionValue> {
        self.0.get(name)
    }

    /// Every option in the order of names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &OptionValue)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value))
    }

    /// Whether a flag is on; an option that a campaign of an older program does not hold is off.
    #[must_use]
    pub fn flag(&self, name: &str) -> bool {
        matches!(self.0.get(name), Some(OptionValue::Flag(true)))
    }

    /// The number of an option; 0 where the campaign does not hold it.
    #[must_use]
    pub fn number(&self, name: &str) -> i32 {
        if let Some(OptionValue::Number(number)) = self.0.get(name) { *number } else { 0 }
    }

    /// The word or text of an option; empty where the campaign does not hold it.
    #[must_use]
    pub fn choice(&self, name: &str) -> &str {
        if let Some(OptionValue::Choice(word)) = self.0.get(name) { word } else { "" }
    }
}

fn find<'d>(defs: &'d [OptionDef], name: &str) -> Result<&'d OptionDef, OptionRefusal> {
    defs.iter().find(|def| def.id == name).ok_or_else(|| OptionRefusal::Unknown {
        name: name.to_owned(),
        near: nearest(name, defs.iter().map(|def| def.id.as_str())).map(str::to_owned),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn def(id: &str, kind: OptionKind, default: OptionValue) -> OptionDef {
        OptionDef {
            id: id.to_owned(),
            rule: "CAMP-06".to_owned(),
            title: "A title".to_owned(),
            says: "A text.".to_owned(),
            kind,
            default,
        }
    }

    fn defs() -> Vec<OptionDef> {
        let choices = ["refuse", "warn", "off"].map(str::to_owned).to_vec();
        vec![
            def("allies", OptionKind::Flag, OptionValue::Flag(true)),
            def("composition", OptionKind::Choice { choices }, OptionValue::Choice("refuse".to_owned())),
            def("points", OptionKind::Number { min: 500, max: 10_000 }, OptionValue::Number(2000)),
        ]
    }

    fn refusal(given: &str) -> String {
        Options::parse(&defs(), given).expect_err("a refusal").to_string()
    }

    #[test]
    fn values_are_read_by_kind() {
        let read = |given: &str| Options::parse(&defs(), given).expect("an option takes it");
        assert_eq!(read("allies=off"), ("allies".to_owned(), OptionValue::Flag(false)));
        assert_eq!(read(" allies = Yes "), ("allies".to_owned(), OptionValue::Flag(true)));
        assert_eq!(read("points=2,500"), ("points".to_owned(), OptionValue::Number(2500)));
        assert_eq!(read("composition=Warn"), ("composition".to_owned(), OptionValue::Choice("warn".to_owned())));
    }

    #[test]
    fn refusals_name_what_is_allowed() {
        assert_eq!(refusal("allies"), "\"allies\" is not an option: write name=value");
        assert_eq!(refusal("alies=true"), "no option is called \"alies\"; did you mean \"allies\"?");
        assert_eq!(refusal("zzz=true"), "no option is called \"zzz\"");
        assert_eq!(refusal("allies=2"), "option `allies` cannot be \"2\": it takes true or false");
        assert_eq!(
            refusal("points=20"),
            "option `points` cannot be \"20\": it takes a whole number from 500 to 10,000"
        );
        assert_eq!(
            refusal("composition=refused"),
            "option `composition` cannot be \"refused\": it takes refuse, warn or off; did you mean \"refuse\"?"
        );
    }

    #[test]
    fn what_is_not_chosen_has_its_default() {
        let mut options = Options::defaults(&defs());
        assert!(options.flag("allies"));
        options.set("allies", OptionValue::Flag(false));
        assert!(!options.flag("allies"));
        assert_eq!(options.number("points"), 2000);
        assert_eq!(options.choice("composition"), "refuse");
    }

    #[test]
    fn options_are_bare_values_in_json() {
        let mut options = Options::defaults(&defs());
        options.set("points", OptionValue::Number(1000));
        let json = serde_json::to_string(&options).expect("options are plain values");
        assert_eq!(json, r#"{"allies":true,"composition":"refuse","points":1000}"#);
        assert_eq!(serde_json::from_str::<Options>(&json).expect("what was written"), options);
    }
}
