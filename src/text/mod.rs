//! Small things every message needs: did-you-mean, lists in words, slugs, thousands.

mod shown;
mod words;

use std::fmt::Write as _;

pub use shown::{drawn, painted, quoted, restored, sealed, shown, shown_lines, steers};
pub(crate) use words::words;

/// `; did you mean "lunar"?` for the nearest of `known`, or an empty string when none is near.
#[must_use]
pub fn did_you_mean<'k>(word: &str, known: impl IntoIterator<Item = &'k str>) -> String {
    nearest(word, known).map_or_else(String::new, |near| format!("; did you mean \"{near}\"?"))
}

/// The most similar of `known`, if any is similar enough to be meant.
#[must_use]
pub fn nearest<'k>(word: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    let lower = word.to_lowercase();
    known
        .into_iter()
        .map(|candidate| (strsim::jaro_winkler(&lower, &candidate.to_lowercase()), candidate))
        .filter(|(score, _)| *score >= 0.78)
        // The first of equals wins, so that the answer does not depend on how many there are.
        .fold(None, |best: Option<(f64, &str)>, next| match best {
            Some(best) if best.0 >= next.0 => Some(best),
            _ => Some(next),
        })
        .map(|(_, candidate)| candidate)
}

/// `a, b and c`.
#[must_use]
pub fn and_list<S: AsRef<str>>(items: &[S]) -> String {
    join(items, " and ")
}

/// `a, b or c`.
#[must_use]
pub fn or_list<S: AsRef<str>>(items: &[S]) -> String {
    join(items, " or ")
}

fn join<S: AsRef<str>>(items: &[S], last: &str) -> String {
    match items {
        [] => String::new(),
        [only] => only.as_ref().to_owned(),
        [rest @ .., end] => {
            let rest: Vec<&str> = rest.iter().map(AsRef::as_ref).collect();
            format!("{}{last}{}", rest.join(", "), end.as_ref())
        }
    }
}

/// `1 ship`, `2 ships`, `3 torpedoes`.
#[must_use]
pub fn count(number: impl Into<i64>, noun: &str) -> String {
    let number = number.into();
    let plural = match number {
        1 => "",
        _ if noun.ends_with('o') => "es",
        _ => "s",
    };
    format!("{} {noun}{plural}", thousands(number))
}

/// `1,985`.
#[must_use]
pub fn thousands(number: impl Into<i64>) -> String {
    let number = number.into();
    let digits = number.unsigned_abs().to_string();
    let mut out = String::new();
    if number < 0 {
        out.push('-');
    }
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        let _ = out.write_char(digit);
    }
    out
}

/// Figures as bars of a row of text, from the least to the most, the last `width` of them.
#[must_use]
pub fn sparkline(values: &[i32], width: usize, unicode: bool) -> String {
    let bars: &[char] = if unicode {
        &['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█']
    } else {
        &['_', '.', '-', '=', '+', '*', '#']
    };
    let shown = &values[values.len().saturating_sub(width)..];
    let (Some(least), Some(most)) = (shown.iter().min(), shown.iter().max()) else { return String::new() };
    let last = i64::try_from(bars.len() - 1).unwrap_or(0);
    let height = |value: i32| {
        let range = i64::from(*most) - i64::from(*least);
        let above = i64::from(value) - i64::from(*least);
        usize::try_from((above * last + range / 2).checked_div(range).unwrap_or(0)).unwrap_or(0)
    };
    shown.iter().map(|value| bars[height(*value)]).collect()
}

/// `a Lunar class cruiser`, `an Eclipse class cruiser`.
#[must_use]
pub fn a(noun: &str) -> String {
    let vowel = noun.chars().next().is_some_and(|first| "aeiouAEIOU".contains(first));
    format!("{} {noun}", if vowel { "an" } else { "a" })
}

/// A Roman numeral, as ships of a squadron are counted.
#[must_use]
pub fn numeral(mut number: u32) -> String {
    let mut out = String::new();
    for (value, digits) in [(40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")] {
        while number >= value {
            out.push_str(digits);
            number -= value;
        }
    }
    out
}

/// A kebab-case slug of a name: letters and digits in lower case, everything else a single hyphen.
#[must_use]
pub fn slug(name: &str) -> String {
    let mut slug = String::new();
    for character in name.chars().flat_map(char::to_lowercase) {
        if character.is_alphanumeric() {
            slug.push(character);
        } else if !slug.is_empty() && !slug.ends_with('-') && character != '\'' && character != '’' {
            slug.push('-');
        }
    }
    slug.trim_end_matches('-').to_owned()
}

/// Text for between tags and in attributes. Characters that steer the text around them, and those that markup cannot
/// hold, are left out.
#[must_use]
pub fn escape(text: &str) -> String {
    let harmless = |byte: u8| matches!(byte, b' '..=b'~') && !matches!(byte, b'&' | b'<' | b'>' | b'"' | b'\'');
    if text.bytes().all(harmless) {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' | '\t' => out.push(' '),
            '\u{fdd0}'..='\u{fdef}' => {}
            character if steers(character) || u32::from(character) & 0xfffe == 0xfffe => {}
            character => out.push(character),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_offered_and_a_far_one_is_not() {
        assert_eq!(did_you_mean("lunra", ["gothic", "lunar"]), "; did you mean \"lunar\"?");
        assert_eq!(did_you_mean("zzz", ["gothic", "lunar"]), "");
    }

    #[test]
    fn thousands_are_grouped() {
        assert_eq!(thousands(0), "0");
        assert_eq!(thousands(999), "999");
        assert_eq!(thousands(1985), "1,985");
        assert_eq!(thousands(-1_234_567), "-1,234,567");
    }

    #[test]
    fn a_sparkline_reaches_from_the_least_to_the_most() {
        assert_eq!(sparkline(&[1, 8, 4], 12, true), "▁█▄");
        assert_eq!(sparkline(&[9, 1, 7], 2, false), "_#");
        assert_eq!(sparkline(&[5, 5], 12, true), "▁▁");
        assert_eq!(sparkline(&[i32::MIN, i32::MAX], 12, true), "▁█");
        assert_eq!(sparkline(&[], 12, true), "");
    }

    #[test]
    fn slugs_keep_letters_of_any_script() {
        assert_eq!(slug("Anna von Ünger"), "anna-von-ünger");
        assert_eq!(slug("  Kor'O! "), "koro");
    }
}
