//! The header is up to date, the C example compiles against both libraries and runs, and bad arguments
//! are refused.
#![allow(clippy::unwrap_used)]

use std::ffi::{CString, c_char};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::ptr::{null, null_mut};

use abaque_c::*;

fn here() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// `UPDATE_HEADER=1 cargo test -p abaque-capi` writes it.
#[test]
fn the_header_is_up_to_date() {
    let config = cbindgen::Config::from_file(here().join("cbindgen.toml")).unwrap();
    let made = cbindgen::Builder::new().with_src(here().join("src/lib.rs")).with_config(config);
    let mut header = Vec::new();
    made.generate().unwrap().write(&mut header);
    let file = here().join("include/abaque.h");
    if std::env::var_os("UPDATE_HEADER").is_some() {
        fs::write(&file, &header).unwrap();
    }
    let header = String::from_utf8(header).unwrap();
    assert_eq!(fs::read_to_string(file).unwrap(), header, "run with UPDATE_HEADER=1");
}

/// The folder where cargo put the libraries: that of this test, or the one above.
fn library_folder() -> PathBuf {
    let program = std::env::current_exe().unwrap();
    let folders = program.ancestors().skip(1).take(2);
    let found = folders.into_iter().find(|folder| folder.join("libabaque_c.a").exists());
    found.expect("the static library").to_owned()
}

fn compile(name: &str, library: &[&str]) -> PathBuf {
    let program = library_folder().join(name);
    let mut cc = Command::new("cc");
    cc.args(["-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic", "-I"]);
    cc.arg(here().join("include")).arg(here().join("examples/play.c")).arg("-o").arg(&program);
    cc.arg("-L").arg(library_folder()).args(library);
    // What Rust's standard library needs.
    cc.args(["-lpthread", "-ldl", "-lm"]);
    let done = cc.output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    program
}

#[test]
#[cfg(target_os = "linux")]
fn the_example_runs_with_both_libraries() {
    let static_library = compile("play-static", &["-l:libabaque_c.a", "-lgcc_s"]);
    let shared_library = compile("play-shared", &["-l:libabaque_c.so"]);
    for program in [static_library, shared_library] {
        for spec in abaque_catalog::with_remaining_games(&["abalone:target=1", "abagio:first=r"]) {
            let done = Command::new(&program)
                .args([spec, "3"])
                .env("LD_LIBRARY_PATH", library_folder())
                .output()
                .unwrap();
            let out = String::from_utf8(done.stdout).unwrap();
            assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
            let is_told = [" wins ", "draw ", "secret"].iter().any(|end| out.contains(end));
            assert!(is_told, "{out}");
        }
        let done = Command::new(&program)
            .arg("chess")
            .env("LD_LIBRARY_PATH", library_folder())
            .output()
            .unwrap();
        assert!(String::from_utf8(done.stderr).unwrap().contains("there is no game `chess`"));
    }
}

/// A text that a function writes.
fn text(write: impl Fn(*mut c_char, usize) -> usize) -> String {
    let needed = write(null_mut(), 0);
    let mut memory = vec![1u8; needed + 1];
    assert_eq!(write(memory.as_mut_ptr().cast(), memory.len()), needed);
    assert_eq!(memory.pop(), Some(0));
    String::from_utf8(memory).unwrap()
}

#[test]
fn a_game_is_played_copied_and_freed() {
    let (mut game, mut copy) = (null_mut(), null_mut());
    let mut error = [0u8; 64];
    // SAFETY: pointers are valid or null, as each function allows.
    unsafe {
        let opened = abaque_game_open(
            c"abalone".as_ptr(),
            null(),
            &mut game,
            error.as_mut_ptr().cast(),
            error.len(),
        );
        assert_eq!(opened, AbaqueStatus::Ok);
        assert_eq!(abaque_game_turn(game), AbaqueTurn::First);
        assert_eq!(abaque_game_perft(game, 2), 44 * 44);
        assert_eq!(text(|to, size| abaque_game_legal(game, to, size)).lines().count(), 44);
        assert_eq!(abaque_game_copy(game, &mut copy), AbaqueStatus::Ok);
        assert_eq!(abaque_game_play(game, c"a1b2".as_ptr(), null_mut(), 0), AbaqueStatus::Ok);
        assert_eq!(abaque_game_turn(game), AbaqueTurn::Second);
        assert_eq!(abaque_game_turn(copy), AbaqueTurn::First);
        assert!(abaque_game_is_legal(copy, c"a1b2".as_ptr()));
        assert!(!abaque_game_is_legal(game, c"a1b2".as_ptr()));
        let refused =
            abaque_game_play(game, c"a1b2".as_ptr(), error.as_mut_ptr().cast(), error.len());
        assert_eq!(refused, AbaqueStatus::Refused);
        assert!(error[0] != 0 && error.contains(&0));
        let position = text(|to, size| abaque_game_position(game, to, size));
        assert_eq!(text(|to, size| abaque_game_view(game, 0, to, size)), position);
        assert_eq!(text(|to, size| abaque_game_spec(game, to, size)), "abalone");
        assert_eq!(text(|to, size| abaque_game_result(game, to, size)), "");
        let position = CString::new(position).unwrap();
        abaque_game_free(copy);
        let opened =
            abaque_game_open(c"abalone".as_ptr(), position.as_ptr(), &mut copy, null_mut(), 0);
        assert_eq!(opened, AbaqueStatus::Ok);
        assert_eq!(abaque_game_turn(copy), AbaqueTurn::Second);
        abaque_game_free(copy);
        abaque_game_free(game);
        abaque_game_free(null_mut());
    }
}

#[test]
fn bad_arguments_are_refused() {
    let mut game = null_mut();
    let not_text = [0xFFu8, 0];
    // SAFETY: pointers are valid or null, as each function allows.
    unsafe {
        for spec in [null(), not_text.as_ptr().cast()] {
            let opened = abaque_game_open(spec, null(), &mut game, null_mut(), 0);
            assert_eq!(opened, AbaqueStatus::BadArgument);
            assert!(game.is_null());
        }
        let nowhere = abaque_game_open(c"abalone".as_ptr(), null(), null_mut(), null_mut(), 0);
        assert_eq!(nowhere, AbaqueStatus::BadArgument);
        for (spec, position) in [(c"chess", c"x"), (c"abalone", c"nonsense"), (c"", c"")] {
            let opened =
                abaque_game_open(spec.as_ptr(), position.as_ptr(), &mut game, null_mut(), 0);
            assert_eq!(opened, AbaqueStatus::Refused);
            assert!(game.is_null());
        }
        assert_eq!(abaque_game_turn(null()), AbaqueTurn::None);
        assert_eq!(abaque_game_perft(null(), 3), 0);
        assert_eq!(abaque_game_legal(null(), null_mut(), 0), 0);
        assert!(!abaque_game_is_legal(null(), c"a1b2".as_ptr()));
        assert_eq!(abaque_game_play(null_mut(), null(), null_mut(), 0), AbaqueStatus::BadArgument);
        assert_eq!(abaque_game_copy(null(), null_mut()), AbaqueStatus::BadArgument);
        let opened = abaque_game_open(c"blocs".as_ptr(), null(), &mut game, null_mut(), 0);
        assert_eq!(opened, AbaqueStatus::Ok);
        assert_eq!(abaque_game_perft(game, 1), 0, "a secret set-up");
        assert_eq!(
            abaque_game_play(game, not_text.as_ptr().cast(), null_mut(), 0),
            AbaqueStatus::BadArgument
        );
        abaque_game_free(game);
    }
}
