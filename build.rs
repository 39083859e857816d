//! Embeds `fleets/`, `maps/`, `migrations/` and `rules/`, and names what is embedded by one digest, so that the
//! program need not hash it at every start.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?;
    let out = env::var("OUT_DIR").map_err(io::Error::other)?;
    let mut source = String::new();
    let mut data = blake3::Hasher::new();
    for (folder, ending) in [("fleets", "toml"), ("maps", "toml"), ("migrations", "sql"), ("rules", "toml")] {
        println!("cargo::rerun-if-changed={folder}");
        let path = Path::new(&root).join(folder);
        let mut names: Vec<String> = fs::read_dir(&path)
            .map_err(|error| io::Error::other(format!("{}: {error}", path.display())))?
            .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
            .filter(|name| name.rsplit_once('.').is_some_and(|(_, found)| found == ending))
            .collect();
        names.sort();
        let _ = writeln!(source, "pub(crate) const {}: &[(&str, &str)] = &[", folder.to_uppercase());
        for name in names {
            let file = path.join(&name);
            println!("cargo::rerun-if-changed={}", file.display());
            // Maps are copied into a campaign when it opens and migrations have a version of their own, so neither
            // can change how an old command is decided.
            if matches!(folder, "fleets" | "rules") {
                data.update(name.as_bytes()).update(&[0]).update(&fs::read(&file)?).update(&[0]);
            }
            let _ =
                writeln!(source, "    ({:?}, include_str!({:?})),", format!("{folder}/{name}"), file.to_string_lossy());
        }
        source.push_str("];\n");
    }
    let _ = writeln!(source, "pub(crate) const DIGEST: &str = {:?};", data.finalize().to_hex().as_str());
    fs::write(Path::new(&out).join("embedded.rs"), source)
}
