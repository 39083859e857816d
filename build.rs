//! Embeds `fleets/`, `ground/`, `maps/`, `migrations/`, `older/` and `rules/`, and names what is embedded by one digest, so
//! that the program need not hash it at every start. Names the code of the rules by another: a journal entry records it, so
//! that a rule decided differently after a change is not taken for damage. TOML is parsed here, once, and embedded
//! packed beside its text.

#[path = "src/catalog/tree.rs"]
#[allow(dead_code, reason = "the program reads what is packed here")]
mod tree;

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs, io};

use tree::{Item, Table, Value};

fn main() -> io::Result<()> {
    let root = env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?;
    let out = env::var("OUT_DIR").map_err(io::Error::other)?;
    let mut source = String::new();
    let mut packed = String::from("pub(crate) static PACKED: &[(&str, &[u8])] = &[\n");
    println!("cargo::rerun-if-changed=src/catalog/tree.rs");
    let mut data = blake3::Hasher::new();
    for (folder, ending) in [
        ("fleets", "toml"),
        ("ground", "toml"),
        ("maps", "toml"),
        ("migrations", "sql"),
        ("older", "toml"),
        ("rules", "toml"),
    ] {
        println!("cargo::rerun-if-changed={folder}");
        let path = Path::new(&root).join(folder);
        let mut names: Vec<String> = fs::read_dir(&path)
            .map_err(|error| io::Error::other(format!("{}: {error}", path.display())))?
            .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
            .filter(|name| name.rsplit_once('.').is_some_and(|(_, found)| found == ending))
            .collect();
        names.sort();
        let _ = writeln!(source, "pub(crate) static {}: &[(&str, &str)] = &[", folder.to_uppercase());
        for (index, name) in names.iter().enumerate() {
            let file = path.join(name);
            println!("cargo::rerun-if-changed={}", file.display());
            // Maps are copied into a campaign when it opens, armies into the record of a ground battle, and migrations
            // have a version of their own, so none can change how an old command is decided.
            if matches!(folder, "fleets" | "older" | "rules") {
                data.update(name.as_bytes()).update(&[0]).update(&fs::read(&file)?).update(&[0]);
            }
            let _ =
                writeln!(source, "    ({:?}, include_str!({:?})),", format!("{folder}/{name}"), file.to_string_lossy());
            if ending == "toml" {
                let own = Path::new(&out).join(format!("{folder}-{name}.packed"));
                fs::write(&own, pack(&file)?)?;
                let (folder, own) = (folder.to_uppercase(), own.to_string_lossy());
                let _ = writeln!(packed, "    ({folder}[{index}].1, include_bytes!({own:?})),");
            }
        }
        source.push_str("];\n");
    }
    packed.push_str("];\n");
    source.push_str(&packed);
    // Placed by the linker, not at every start: a third of a short command was the loader moving addresses.
    let target = |part: &str| env::var(format!("CARGO_CFG_TARGET_{part}")).unwrap_or_default();
    if target("OS") == "linux" && target("ENV") == "gnu" {
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
    let src = Path::new(&root).join("src");
    let deciding = ["battle", "campaign", "dice", "fight", "notation", "scenario", "ships", "table"];
    println!("cargo::rustc-env=RENOWN_CODE={}", code(&src, &deciding)?);
    // A published picture that would be drawn from the same by the same is not drawn again.
    println!("cargo::rustc-env=RENOWN_DRAWING={}", code(&src, &["publish", "report", "text"])?);
    let _ = writeln!(source, "pub(crate) const DIGEST: &str = {:?};", data.finalize().to_hex().as_str());
    fs::write(Path::new(&out).join("embedded.rs"), source)
}

/// A file of the program, parsed. A mistake in one is no reason not to build: the tests name all of them.
fn pack(file: &Path) -> io::Result<Vec<u8>> {
    let text = fs::read_to_string(file)?;
    let mut bytes = Vec::new();
    if let (root, errors) = toml::de::DeTable::parse_recoverable(&text)
        && errors.is_empty()
    {
        pack_table(&tree::grow(root.get_ref(), &tree::Lines::of(&text)), &mut bytes);
    }
    Ok(bytes)
}

/// A table as `tree::unpack` reads it.
fn pack_table(table: &Table<'_>, bytes: &mut Vec<u8>) {
    number(table.0.len(), bytes);
    for (key, line, item) in &table.0 {
        text(key, bytes);
        number(*line, bytes);
        pack_item(item, bytes);
    }
}

fn pack_item(item: &Item<'_>, bytes: &mut Vec<u8>) {
    number(item.line, bytes);
    match &item.value {
        Value::Text(value) => tagged(0, value, bytes),
        Value::Integer(digits, radix) => {
            tagged(1, digits, bytes);
            number(*radix as usize, bytes);
        }
        Value::Float(value) => tagged(2, value, bytes),
        Value::Flag(flag) => bytes.extend([3, u8::from(*flag)]),
        Value::Date(value) => tagged(4, value, bytes),
        Value::List(list) => {
            bytes.push(5);
            number(list.len(), bytes);
            list.iter().for_each(|item| pack_item(item, bytes));
        }
        Value::Table(table) => {
            bytes.push(6);
            pack_table(table, bytes);
        }
    }
}

fn tagged(tag: u8, value: &str, bytes: &mut Vec<u8>) {
    bytes.push(tag);
    text(value, bytes);
}

fn text(value: &str, bytes: &mut Vec<u8>) {
    number(value.len(), bytes);
    bytes.extend(value.bytes());
}

/// Seven bits a byte, the lowest first; the highest bit says that more follow.
fn number(mut value: usize, bytes: &mut Vec<u8>) {
    loop {
        let [low, ..] = (value & 0x7f).to_le_bytes();
        value >>= 7;
        bytes.push(if value == 0 { low } else { low | 0x80 });
        if value == 0 {
            break;
        }
    }
}

/// The hash of modules: of those that decide and play a recorded battle again, or of those that draw.
fn code(src: &Path, folders: &[&str]) -> io::Result<String> {
    let mut hash = blake3::Hasher::new();
    for folder in folders {
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
