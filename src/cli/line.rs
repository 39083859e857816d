//! Splits a command line as a shell would: blanks between words, quotes around those that hold blanks.

pub(crate) fn words(line: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for character in line.chars() {
        match (quote, character) {
            (Some(open), _) if open == character => quote = None,
            (None, '"' | '\'') => {
                quote = Some(character);
                word.get_or_insert_default();
            }
            (None, _) if character.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(character),
        }
    }
    if quote.is_some() {
        return Err(format!("a quote is not closed in `{line}`"));
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn quotes_hold_words_together() {
        assert_eq!(words(r#"fleet buy Anna lunar --name "Lord Daros""#).unwrap().last().unwrap(), "Lord Daros");
        assert_eq!(words("a '' b").unwrap(), ["a", "", "b"]);
        assert_eq!(words("--name \"Da 'Un\"").unwrap(), ["--name", "Da 'Un"]);
        assert!(words("\"open").is_err());
    }
}
