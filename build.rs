//! Embeds `fleets/`, `maps/`, `migrations/` and `rules/`, and names what is embedded by one digest, so that the
//! program need not hash it at every start. Names the code of the rules by another: a journal entry records it, so
//! that a rule decided differently after a change is not taken for damage.

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
    println!("cargo::rustc-env=RENOWN_CODE={}", code(&Path::new(&root).join("src"))?);
    let _ = writeln!(source, "pub(crate) const DIGEST: &str = {:?};", data.finalize().to_hex().as_str());
    fs::write(Path::new(&out).join("embedded.rs"), source)
}

/// The hash of the modules that decide, and of those that play a recorded battle again.
fn code(src: &Path) -> io::Result<String> {
    let mut hash = blake3::Hasher::new();
    for folder in ["battle", "campaign", "dice", "fight", "notation", "scenario", "ships", "table"] {
        println!("cargo::rerun-if-changed=src/{folder}");
        let mut files = Vec::new();
        collect(&src.join(folder), &mut files)?;
        files.sort();
        for file in files {
            hash.update(&fs::read(file)?).update(&[0]);
        }
    }
    Ok(hash.finalize().to_hex()[..8].to_owned())
}

fn collect(folder: &Path, files: &mut Vec<std::path::PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}
