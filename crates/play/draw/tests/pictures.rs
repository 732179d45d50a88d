//! Pictures show exactly what the position contains.

#![allow(clippy::unwrap_used)]

mod common;

use abaque_core::{Game, Lang, Observer, Seat, SplitMix};
use abaque_draw::{DrawOptions, Theme, svg};

fn draw(spec: &str, view: &str) -> String {
    svg(spec, view, &DrawOptions::default()).unwrap()
}

fn count(picture: &str, class: &str) -> usize {
    picture.matches(&format!("class=\"{class}\"")).count()
}

#[test]
fn every_sample_is_drawn_in_every_way() {
    for (i, sample) in common::samples().into_iter().enumerate() {
        let options = DrawOptions {
            theme: if i % 2 == 0 { Theme::Light } else { Theme::Dark },
            lang: Lang::ALL[i % 2],
            coordinates: i % 3 != 0,
            flip: i % 4 == 0,
            panels: i % 5 != 0,
            last: sample.last,
            ..DrawOptions::default()
        };
        let picture = svg(&sample.spec, &sample.view, &options).unwrap();
        assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"));
        assert!(!picture.contains("NaN") && !picture.contains("inf "));
        assert!(!picture.contains("<script") && !picture.contains("<image"));
        assert!(picture.contains("<title>") && picture.contains("<desc>"));
        // One description, and every opened group is closed.
        assert_eq!(picture.matches("<g ").count(), picture.matches("</g>").count());
    }
}

#[test]
fn abalone_draws_each_ball_once() {
    let picture = draw("abalone", "wwwww/wwwwww/2ww3/8/9/8/2bb3/bbbbbb/bbbbb w 1-1 -");
    assert_eq!(count(&picture, "ball black"), 13);
    assert_eq!(count(&picture, "ball white"), 13);
    assert_eq!(count(&picture, "dimple"), 61);
    assert_eq!(count(&picture, "ejected"), 2);
    assert!(picture.contains("White: 13 balls on the board, 1 lost"));
}

#[test]
fn abraxas_draws_plate_pawns_and_counters() {
    let view = "s7/8/8/8/8/2rrrr2/8/8 se 2 18 2-0 3-2 take-stop";
    let picture = draw("abraxas", view);
    assert_eq!(count(&picture, "pawn red"), 4);
    assert_eq!(count(&picture, "pawn stop"), 1);
    assert_eq!(count(&picture, "hole"), 64);
    assert_eq!(count(&picture, "reserve"), 18);
    assert_eq!(count(&picture, "taken"), 2);
    assert_eq!(count(&picture, "stop-left"), 5);
    assert!(count(&picture, "line") >= 1);
    // ABR-19: with manual claims players find lines themselves.
    let manual = draw("abraxas:claim=manual", view);
    assert_eq!(count(&manual, "line"), 0);
    let bare = draw("abraxas", "8/8/8/8/8/8/8/8 - 2 24 0-0 3-3 corner");
    assert_eq!(count(&bare, "hole"), 0);
}

#[test]
fn abagio_draws_each_frog_once() {
    let view = "2=rp,5=rprpp,7=r*,10=prr,12=pp,15=rp,e=r,r6=rr,p5=pp,o=p 1-0 1-1 r 5.3";
    let picture = draw("abagio", view);
    assert_eq!(count(&picture, "frog"), 21);
    assert_eq!(count(&picture, "frog home"), 1);
    assert_eq!(count(&picture, "frog swims"), 2);
    assert_eq!(count(&picture, "chief"), 1);
    assert_eq!(count(&picture, "die"), 2);
}

#[test]
fn panels_show_what_must_be_done() {
    for (view, words) in [
        ("- 6-6 0-0 - first", ">The dice decide who starts<"),
        ("5=rprp,10=prpr,15=rprp 6-6 0-0 r roll", ">rolls the dice<"),
    ] {
        assert!(draw("abagio", view).contains(words), "{view}");
    }
    let won = "1wwww/wwwwww/2www2/8/9/8/7/3bbb/bbbbb b 6-1 -";
    assert!(draw("abalone", won).contains(">wins by ejection<"));
}

#[test]
fn blocs_draws_only_what_is_known() {
    let game = common::blocs();
    assert_eq!(count(&draw("blocs", &game.to_string()), "pawn"), 72);
    let view = game.view(Observer::Player(Seat::First)).to_string();
    let picture = draw("blocs", &view);
    assert_eq!(count(&picture, "block"), 24);
    let known = |text: &str| {
        let inside = text.split(['(', '[']).skip(1).filter_map(|part| part.get(..3));
        inside.flat_map(str::chars).filter(|c| *c != '?').count()
    };
    assert_eq!(count(&picture, "pawn"), known(&view));
    assert!(known(&view) < 72);
}

#[test]
fn worlds_with_the_same_view_give_the_same_bytes() {
    let mut game = common::blocs();
    let mut luck = SplitMix(7);
    for _ in 0..12 {
        let action = game.random_action(&mut luck).unwrap();
        game.play(action).unwrap();
    }
    for by in common::OBSERVERS {
        let view = game.view(by);
        let picture = draw("blocs", &view.to_string());
        for _ in 0..5 {
            let world = abaque_blocs::Blocs::sample_position(&view, &mut luck).unwrap();
            assert_eq!(draw("blocs", &world.view(by).to_string()), picture);
        }
    }
}

#[test]
fn marks_are_drawn_where_asked() {
    let options = DrawOptions {
        last: Some("i5h5".into()),
        targets: vec!["a1b2".into(), "b1c1".into(), "c3c5d3".into()],
        arrows: vec![("a1".into(), "e5".into())],
        ..DrawOptions::default()
    };
    let start = "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0-0 -";
    let picture = svg("abalone", start, &options).unwrap();
    // d4 once, although two actions lead there (three balls in line, and the arrow); c1, d3, d5.
    assert_eq!(count(&picture, "target"), 4);
    assert_eq!(count(&picture, "arrow"), 1);
    assert_eq!(count(&picture, "last"), 2);
}

#[test]
fn a_board_without_panels_is_square() {
    let options = DrawOptions { panels: false, size: 300, ..DrawOptions::default() };
    for sample in common::samples() {
        let picture = svg(&sample.spec, &sample.view, &options).unwrap();
        assert!(picture.contains("width=\"300\" height=\"300\" viewBox=\"0 0 1000 1000\""));
        assert!(!picture.contains("class=\"panels\""));
    }
}

#[cfg(feature = "png")]
#[test]
fn pictures_become_pixels_of_the_size_asked() {
    let mut drawn = Vec::new();
    for sample in common::samples() {
        let name = sample.spec.split(':').next().unwrap().to_owned();
        if drawn.contains(&name) {
            continue;
        }
        drawn.push(name);
        let options = DrawOptions { size: 200, panels: false, ..DrawOptions::default() };
        let picture = svg(&sample.spec, &sample.view, &options).unwrap();
        let png = abaque_draw::png(&picture, 1.5).unwrap();
        assert_eq!(png[16..24], [0, 0, 1, 44, 0, 0, 1, 44]);
        assert!(png.len() > 5_000);
    }
    assert_eq!(drawn.len(), abaque_catalog::GAMES.len());
    assert!(abaque_draw::png("no picture", 1.0).is_err());
    let tiny = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"/>";
    assert!(abaque_draw::png(tiny, 0.0).is_err());
    assert!(abaque_draw::png(tiny, 1e9).is_err());
    assert!(abaque_draw::png(tiny, f32::NAN).is_err());
}
