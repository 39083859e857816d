//! No input breaks a reader: inputs are made from the repository's own files, and what is read whole is used once.
//!
//! `RENOWN_FUZZ=1000000 cargo test --test file fuzz:: -- --nocapture` gives each reader a million of them; every input has a
//! number, and `RENOWN_FUZZ_FROM` begins at one. `RENOWN_FUZZ_SECONDS` gives each so much time and no more; with `--profile
//! fast` they are read many times as quickly.

use crate::fuzzing::fuzz;
use crate::readers;

/// A test for each reader, so that they run beside each other.
macro_rules! readers {
    ($($test:ident: $name:literal, $usual:literal;)*) => {$(
        #[test]
        fn $test() {
            // As much room as the program's own thread has.
            let run = std::thread::Builder::new().stack_size(8 << 20).spawn(|| fuzz($name, $usual));
            if let Err(panic) = run.expect("a thread can be had").join() {
                std::panic::resume_unwind(panic);
            }
        }
    )*};
}

readers! {
    no_situation_breaks_its_reader: "situation", 1000;
    no_battle_file_breaks_its_reader: "battle", 300;
    no_case_breaks_its_reader: "case", 600;
    no_report_breaks_its_reader: "report", 300;
    no_file_of_answers_breaks_its_reader: "answers", 200;
    nothing_typed_breaks_the_wizard: "wizard", 200;
    no_fleet_breaks_its_reader: "fleet", 1500;
    no_map_breaks_its_reader: "map", 2000;
    no_export_breaks_the_import: "import", 150;
    no_campaign_file_breaks_the_store: "file", 100;
    no_answer_breaks_its_reader: "wording", 600;
    no_order_breaks_the_deployment: "deployment", 1000;
    no_list_of_dice_breaks_its_reader: "dice", 5000;
    no_words_of_a_line_break_their_readers: "words", 200;
}

/// What broke a reader once does not break it again.
#[test]
fn what_broke_a_reader_once_is_refused() {
    let run = std::thread::Builder::new().stack_size(8 << 20).spawn(|| {
        let war = readers::War::new();
        // Letters whose lower case is shorter or longer.
        for name in ["\u{212a}", "a\u{130}", "\u{1e9e}\u{212a}"] {
            for words in ["takes it", "TAKES IT", "at 30 40 heading 90", "heading 45"] {
                let line = format!("{name} {words}");
                readers::notation(&war, line.as_bytes());
                readers::deployment(&war, line.as_bytes());
                readers::deployment(&war, format!("swap {line} with {line}").as_bytes());
            }
        }
        // A field whose corners are the wrong way round, and flights that leave no number for another.
        let mines = "feature=[{kind=\"minefield\",low=[70,0],h=[]},{k=\"\",h=[]},{d=\"\",t=[],radius=3}]";
        readers::situation(&war, mines.as_bytes());
        readers::battle_file(&war, mines.as_bytes());
        readers::situation(&war, format!("last_flight=65535\n{}", war.situation()).as_bytes());
        // A squadron of which nothing is left on the table.
        readers::notation(&war, b"Faithless Three II:launch torpedoes heading 3");
        // Thousands of words, none of which is a ship: tried as a name of one word, of two, of three.
        let begun = std::time::Instant::now();
        readers::wizard(&war, "a ".repeat(20_000).as_bytes());
        assert!(begun.elapsed() < std::time::Duration::from_secs(60), "a long line keeps the program busy");
    });
    run.expect("a thread can be had").join().expect("nothing breaks");
}
