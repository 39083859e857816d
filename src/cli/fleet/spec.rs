//! Ships as they are typed: `CLASS[+WEAPON…][:NUMBER]`.

use crate::campaign::command::NewShips;

/// Reads `cobra:4` or `de-corsair+prow-torpedoes:3`.
pub(in crate::cli) fn read(text: &str) -> Result<NewShips, String> {
    let (ships, count) = match text.rsplit_once(':') {
        Some((ships, count)) => {
            let count = count.parse().map_err(|_| format!("\"{count}\" in \"{text}\" is no number of ships"))?;
            (ships, count)
        }
        None => (text, 1),
    };
    let mut words = ships.split('+').map(|word| word.trim().to_lowercase());
    let class = words.next().filter(|class| !class.is_empty()).ok_or_else(|| format!("\"{text}\" names no class"))?;
    Ok(NewShips { class, count, weapons: words.collect() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_squadron_with_weapons_is_read() {
        let ships = NewShips { class: "de-corsair".to_owned(), count: 3, weapons: vec!["prow-torpedoes".to_owned()] };
        assert_eq!(read("DE-Corsair+prow-torpedoes:3"), Ok(ships));
        assert_eq!(read("lunar").map(|ships| ships.count), Ok(1));
        assert_eq!(read("cobra:x"), Err("\"x\" in \"cobra:x\" is no number of ships".to_owned()));
        assert_eq!(read(":2"), Err("\":2\" names no class".to_owned()));
    }
}
