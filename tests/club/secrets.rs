//! What is hidden stays hidden. Every reading command in every form is printed for the public and for another player:
//! no canary is found in it, also after undo and redo, and two campaigns that differ only in their secrets print the
//! same bytes. The owner and the arbitrator do see them.

use std::fmt::Write as _;

use crate::support::Folder;

const FORMATS: [&str; 4] = ["table", "json", "csv", "markdown"];

/// What Dagny, a pirate, keeps to herself.
#[derive(Clone, Copy)]
struct Secret {
    lists: bool,
    base: &'static str,
    /// Class and names of a cruiser that is bought, renamed, and made the flagship.
    cruiser: [&'static str; 3],
    /// Class and name of a squadron.
    squadron: [&'static str; 2],
    ruling: &'static str,
}

const OPEN: Secret = Secret {
    lists: false,
    base: "Rebo",
    cruiser: ["eclipse", "Winter Moon", "Winter Sun"],
    squadron: ["hellebore:3", "Nightwind"],
    ruling: "a small club",
};

const ONE: Secret = Secret {
    lists: true,
    base: "Rebo",
    cruiser: ["eclipse", "canary-moon", "canary-sun"],
    squadron: ["hellebore:3", "canary-wind"],
    ruling: "canary-reason",
};

const OTHER: Secret = Secret {
    lists: true,
    base: "Platea",
    cruiser: ["shadow", "linnet-moon", "linnet-of-the-longer-name"],
    squadron: ["aconite:4", "linnet-wind"],
    ruling: "linnet-reason",
};

/// Plays until the base is to be hidden.
fn muster(secret: &Secret) -> Folder {
    let folder = Folder::new();
    let lists = format!("secret-lists={}", secret.lists);
    folder.ok(&["new", "War", "--option", &lists]);
    let [class, first, name] = secret.cruiser;
    let [escorts, squadron] = secret.squadron;
    let lines: [&[&str]; 14] = [
        &["player", "add", "Anna", "--fleet", "gothic-sector", "--commander", "Marr"],
        &["player", "add", "Dagny", "--fleet", "eldar-corsairs-gothic", "--commander", "Ilthuin"],
        &["player", "add", "Boris", "--fleet", "chaos-incursion", "--commander", "Vorgath"],
        &["fleet", "buy", "Anna", "lunar", "--name", "Agrippa"],
        &["fleet", "buy", "Dagny", class, "--name", first, "--ruling", secret.ruling],
        &["fleet", "buy", "Dagny", escorts, "--name", squadron, "--ruling", secret.ruling],
        &["fleet", "buy", "Boris", "murder", "--name", "Knife"],
        &["fleet", "rename", "Dagny", first, name],
        &["flagship", "Dagny", name],
        &["undo"],
        &["redo"],
        &["flagship", "Anna", "Agrippa"],
        &["flagship", "Boris", "Knife"],
        &["start", "--dice", "5,2", "--pick", "Anna=Verstap", "--pick", "Boris=Lithore"],
    ];
    for line in lines {
        folder.ok(line);
    }
    folder
}

/// Hides the base and begins, turning each step back and forth; looks on after every step.
fn play(secret: &Secret, look: &mut dyn FnMut(&Folder, &str)) -> Folder {
    let folder = muster(secret);
    let base = format!("Dagny={}", secret.base);
    let lines: [&[&str]; 8] = [
        &["player", "base", "Dagny", "Nman"],
        &["start", "--dice", "6,6,6,6"],
        &["undo"],
        &["undo"],
        &["redo"],
        &["undo"],
        &["start", "--base", &base, "--dice", "4,3,2,1"],
        &["fleet", "rename", "Dagny", secret.squadron[1], &format!("{}-again", secret.squadron[1])],
    ];
    for (step, line) in lines.iter().enumerate() {
        folder.ok(line);
        // Once hidden, undone, hidden again, and hidden elsewhere.
        if [1, 3, 4, 7].contains(&step) {
            look(&folder, &format!("after step {step}, {line:?}"));
        }
    }
    folder
}

/// Everything that an onlooker can read.
fn all(folder: &Folder, who: &str) -> String {
    let entries: usize = folder.ok(&["export"]).lines().count();
    let mut lines: Vec<Vec<String>> = Vec::new();
    let mut add = |words: &[&str]| lines.push(words.iter().map(|word| (*word).to_owned()).collect());
    for format in FORMATS {
        for verb in [
            &["status"] as &[&str],
            &["player", "list"],
            &["standings"],
            &["report", "--since", "2000-01-01"],
            &["report", "--week", "1"],
            &["register"],
            &["register", "Dagny"],
            &["fleet", "show", "Dagny"],
            &["map", "show"],
            &["map", "show", "--as-of", "9"],
            &["register", "--as-of", "9"],
            &["battle", "list", "--all"],
            &["promotions"],
            &["log", "--all"],
        ] {
            add(&[verb, &["--format", format]].concat());
        }
    }
    for entry in 1..=entries + 1 {
        add(&["show", &entry.to_string()]);
    }
    add(&["export"]);
    add(&["log", "--json", "-n", "5"]);
    add(&["verify"]);
    add(&["backup", "stolen.renown"]);
    add(&["map", "show", "--svg", "map.svg"]);
    // Complaints tell things too: near names, and whether something is there.
    add(&["fleet", "sell", "Dagny", "canary-moo"]);
    add(&["fleet", "rename", "Dagny", "c", "Mine"]);
    add(&["flagship", "Dagny", "x"]);
    add(&["start", "--base", "Dagny=Verstap"]);
    add(&["undo"]);
    let mut text = String::new();
    for line in lines {
        let words: Vec<&str> = line.iter().map(String::as_str).chain(["--as", who]).collect();
        let said = folder.run(&words).go();
        let _ = write!(text, "$ {}\n{}", words.join(" "), said.all());
        if line.contains(&"--svg".to_owned()) {
            text.push_str(&String::from_utf8_lossy(&folder.read("map.svg")));
        }
    }
    assert!(!folder.files().contains(&"stolen.renown".to_owned()), "{who} got a backup");
    let site = format!("site-{who}");
    folder.ok(&["publish", &site, "--with-dice", "--as", who]);
    let files = std::fs::read_dir(folder.path(&site)).expect("it was published");
    let mut files: Vec<_> = files.filter_map(|file| file.ok().map(|file| file.path())).collect();
    files.sort();
    for file in files {
        let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let _ = write!(text, "$ {name}\n{}", std::fs::read_to_string(file).expect("it is text"));
    }
    text
}

fn assert_silent(text: &str, canary: &str, told: &str) {
    let line = text.lines().find(|line| line.contains(canary));
    assert_eq!(line, None, "{told}: {canary} is there to be read");
}

/// The first line that is not the same, for a short complaint.
fn assert_same(one: &str, other: &str, told: &str) {
    let differs = one.lines().zip(other.lines()).find(|(one, other)| one != other);
    assert_eq!(differs, None, "{told}");
    assert_eq!(one.len(), other.len(), "{told}");
}

#[test]
fn a_hidden_base_is_its_owners_alone() {
    let elsewhere = Secret { base: "Platea", ..OPEN };
    let mut first = Vec::new();
    play(&OPEN, &mut |folder, told| {
        for who in ["public", "Anna"] {
            let text = all(folder, who);
            for canary in ["base is hidden", "hide-base", "base-hidden", "Base:"] {
                assert_silent(&text, canary, &format!("{who}, {told}"));
            }
            first.push(text);
        }
    });
    let mut texts = first.iter();
    let folder = play(&elsewhere, &mut |folder, told| {
        for who in ["public", "Anna"] {
            let one = texts.next().expect("both campaigns have the same steps");
            assert_same(one, &all(folder, who), &format!("{who}, {told}: where the base is can be read"));
        }
    });
    for who in ["arbitrator", "Dagny"] {
        let log = folder.ok(&["log", "--all", "--as", who]);
        assert!(log.contains("Dagny's base is hidden in Platea"), "{who} does not see it");
        assert!(folder.ok(&["map", "show", "--as", who, "--format", "json"]).contains("Dagny"), "{who}");
    }
}

#[test]
fn a_secret_register_is_its_owners_alone() {
    let mut first = Vec::new();
    play(&ONE, &mut |folder, told| {
        for who in ["public", "Anna"] {
            let text = all(folder, who).replace("canary-moo --as", "");
            for canary in ["canary-m", "canary-s", "canary-w", "canary-r", "Eclipse", "eclipse", "hellebore"] {
                assert_silent(&text.replace("\"canary-moo\"", ""), canary, &format!("{who}, {told}"));
            }
            first.push(text);
        }
    });
    let mut texts = first.iter();
    let folder = play(&OTHER, &mut |folder, told| {
        for who in ["public", "Anna"] {
            let one = texts.next().expect("both campaigns have the same steps");
            let other = all(folder, who).replace("canary-moo --as", "");
            assert_same(one, &other, &format!("{who}, {told}: what Dagny has can be read"));
        }
    });
    for who in ["arbitrator", "Dagny"] {
        assert!(
            folder.ok(&["register", "Dagny", "--as", who, "--format", "json"]).contains("linnet-of-the-longer-name"),
            "{who}"
        );
        assert!(folder.ok(&["log", "--all", "--as", who, "--format", "json"]).contains("linnet-moon"), "{who}");
    }
}

/// What Anna hears when she gives a vessel the name of one in a register that she may not see, and one that is nowhere.
#[test]
fn a_name_in_a_secret_register_is_free_for_others() {
    let folder = Folder::new();
    let lines: [&[&str]; 5] = [
        &["new", "War", "--option", "secret-lists=true", "--option", "composition=off"],
        &["player", "add", "Anna", "--fleet", "gothic-sector", "--commander", "Marr"],
        &["player", "add", "Dagny", "--fleet", "eldar-corsairs-gothic", "--commander", "Ilthuin"],
        &["fleet", "buy", "Dagny", "eclipse", "--name", "Winter Moon"],
        &["fleet", "buy", "Anna", "lunar", "--name", "Agrippa"],
    ];
    for line in lines {
        folder.ok(line);
    }
    for name in ["Winter Moon", "Summer Moon"] {
        let trial = folder.run(&["fleet", "rename", "Anna", "Agrippa", name, "--dry-run", "--as", "Anna"]).go();
        assert_eq!(trial.code, 0, "{}", trial.all());
    }
    folder.ok(&["fleet", "buy", "Anna", "dominator", "--name", "Winter Moon", "--as", "Anna"]);
    // Her own names she cannot give twice.
    let twice = folder.run(&["fleet", "buy", "Anna", "dominator", "--name", "winter moon", "--as", "Anna"]).go();
    assert!(twice.err.contains("there is already a vessel called"), "{}", twice.all());
    // Each has her own ship by that name, and the arbitrator tells them apart.
    assert!(folder.ok(&["ship", "Winter Moon", "--as", "Anna"]).contains("Winter Moon of Anna"));
    assert!(folder.ok(&["ship", "Winter Moon", "--as", "Dagny"]).contains("Winter Moon of Dagny"));
    let which = folder.run(&["ship", "Winter Moon"]).go();
    assert!(which.err.contains("may mean \"Winter Moon of Dagny\" or \"Winter Moon of Anna\""), "{}", which.all());
    assert!(folder.ok(&["ship", "Winter Moon of Dagny"]).contains("Eclipse"));
    folder.ok(&["verify"]);
}

/// Without secret lists a name belongs to one vessel of the campaign.
#[test]
fn a_name_that_all_may_read_is_taken() {
    let folder = muster(&OPEN);
    let said = folder.run(&["fleet", "rename", "Anna", "Agrippa", "Winter Sun", "--as", "Anna"]).go();
    assert!(said.err.contains("there is already a vessel called \"Winter Sun\""), "{}", said.all());
}

/// What a register lacks for a scenario is not written into the journal for all: neither the note nor the dice of the
/// rolls that it cost.
#[test]
fn what_a_secret_register_lacks_is_not_noted_for_all() {
    let folder = Folder::new();
    let lines: [&[&str]; 13] = [
        &["new", "War", "--map", "cyclops", "--option", "secret-lists=true", "--option", "composition=off"],
        &["player", "add", "Anna", "--fleet", "gothic-sector", "--commander", "Marr"],
        &["player", "add", "Boris", "--fleet", "chaos-incursion", "--commander", "Vorgath"],
        &["fleet", "buy", "Anna", "lunar", "--name", "Agrippa"],
        &["fleet", "buy", "Boris", "murder", "--name", "Knife"],
        &["flagship", "Anna", "Agrippa"],
        &["flagship", "Boris", "Knife"],
        &["start", "--dice", "5,2,4,4", "--pick", "Anna=Rebo", "--pick", "Boris=Lithore"],
        &["player", "renown", "Anna", "30", "--ruling", "x"],
        &["challenge", "Anna", "Boris", "--accept"],
        &["battle", "next", "1", "--dice", "5,2"],
        &["battle", "next", "1", "--dice", "6"],
        &["status"],
    ];
    for line in lines {
        folder.ok(line);
    }
    // A battle whose table has an Escalating Engagement: five divisions, which nobody here can form (SCEN-93).
    let all = folder.ok(&["scenario", "list", "--format", "json"]);
    assert!(all.contains("Escalating Engagement"), "{all}");
    let faces = ["6", "5", "4", "3", "2", "1"];
    let tried = faces.iter().find(|face| {
        let dice = format!("{face},{}", if **face == "1" { "2" } else { "1" });
        folder.run(&["battle", "next", "1", "--dice", &dice]).go().code == 0
    });
    assert!(tried.is_some(), "no face asks for a scenario that they cannot play");
    assert!(folder.ok(&["log", "-n", "3"]).contains("SCEN-"), "the arbitrator reads why");
    // Anna, who is asked first, reads what she lacks herself.
    for who in ["public", "Boris"] {
        let log = folder.ok(&["log", "-n", "3", "--format", "json", "--as", who]);
        assert!(!log.contains("SCEN-93") && !log.contains("too few for the five"), "{who}: {log}");
        assert!(!log.contains("scenario: Anna"), "{who} reads how often it was rolled: {log}");
    }
    let own = folder.ok(&["log", "-n", "3", "--format", "json", "--as", "Anna"]);
    assert!(own.contains("too few for the five divisions"), "{own}");
}

/// Who was removed looks back at a time at which he played, and sees what was his.
#[test]
fn who_was_removed_looks_back() {
    let folder = Folder::new();
    let lines: [&[&str]; 6] = [
        &["new", "War", "--option", "secret-lists=true", "--option", "composition=off"],
        &["player", "add", "Anna", "--fleet", "gothic-sector", "--commander", "Marr"],
        &["player", "add", "Emil", "--fleet", "gothic-sector", "--commander", "Rook"],
        &["fleet", "buy", "Anna", "gothic", "--name", "Vigil"],
        &["fleet", "buy", "Emil", "lunar", "--name", "Agrippa"],
        &["player", "remove", "Emil"],
    ];
    for line in lines {
        folder.ok(line);
    }
    let then = folder.ok(&["register", "--as-of", "5", "--as", "Emil"]);
    assert!(then.contains("Agrippa") && !then.contains("Vigil"), "{then}");
    for line in [&["register", "--as", "Emil"] as &[&str], &["register", "--as-of", "2", "--as", "Emil"]] {
        let said = folder.run(line).go();
        assert!(said.code == 1 && said.err.contains("there is no player \"Emil\""), "{line:?}: {}", said.all());
    }
}

#[test]
fn an_unknown_onlooker_sees_nothing() {
    let folder = muster(&OPEN);
    let message = "error: there is no player \"Ana\"; did you mean \"Anna\"?\nhint: `renown player list` shows them\n";
    for verb in [&["status"] as &[&str], &["log"], &["register"], &["export"], &["standings"], &["verify"]] {
        let said = folder.run(&[verb, &["--as", "Ana"]].concat()).go();
        assert_eq!((said.out.as_str(), said.err.as_str(), said.code), ("", message, 1), "{verb:?}");
    }
}
