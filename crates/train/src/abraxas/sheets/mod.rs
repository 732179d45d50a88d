//! `abraxas-sheets`: draws patterns of dots, checks what the rulebook asks of them, proves or measures
//! what they give the first player, and measures how hard they are.

mod first;
mod measure;
mod pattern;

use std::collections::HashSet;

use abaque_abraxas::{Action, Corner, Sheet};
use abaque_core::SplitMix;
use clap::{Arg, ArgMatches, Command};
use rayon::prelude::*;

use super::duel::number;
use measure::Effort;

pub(super) fn command() -> Command {
    Command::new("abraxas-sheets")
        .about("Designs, proves and measures the sheets of Abraxas")
        .subcommand_required(true)
        .subcommand(
            Command::new("first")
                .about("Draws patterns for sheet 1 and keeps those on which player 1 wins by force")
                .arg(number("tries", "2000"))
                .arg(number("seed", "1"))
                .arg(number("positions", "200000").help("positions a proof may take")),
        )
        .subcommand(
            Command::new("prove")
                .about("Proves the forced win on a sheet, from every corner (ABR-21)")
                .arg(Arg::new("sheet").default_value("1").help("1-6 or 81 characters"))
                .arg(number("positions", "200000000")),
        )
        .subcommand(
            Command::new("draw")
                .about("Draws patterns for sheets 2 to 6")
                .arg(number("tries", "20000"))
                .arg(number("seed", "1")),
        )
        .subcommand(
            Command::new("measure")
                .about("Measures how hard sheets are and what they give player 1")
                .arg(Arg::new("sheet").num_args(1..).help("1-6 or 81 characters"))
                .arg(number("games", "40"))
                .arg(number("nodes", "1500").help("nodes a decision in the games"))
                .arg(number("positions", "60").help("positions in which depths are compared"))
                .arg(number("deep", "20000").help("nodes of the deep search")),
        )
}

pub(super) fn run(arguments: &ArgMatches) -> Result<(), String> {
    match arguments.subcommand() {
        Some(("first", inner)) => firsts(inner),
        Some(("prove", inner)) => prove(inner),
        Some(("draw", inner)) => draw(inner),
        Some(("measure", inner)) => measure(inner),
        _ => Err("say what to do; see --help".into()),
    }
}

fn count(arguments: &ArgMatches, name: &str) -> u64 {
    arguments.get_one::<u64>(name).copied().unwrap_or_default()
}

fn firsts(arguments: &ArgMatches) -> Result<(), String> {
    let mut source = SplitMix(count(arguments, "seed"));
    let (mut seen, mut drawn) = (HashSet::new(), Vec::new());
    for _ in 0..count(arguments, "tries") {
        if let Some(sheet) = first::drawn(&mut source)
            && first::pays_from_every_corner(sheet)
            && seen.insert(pattern::canonical(sheet))
        {
            drawn.push(sheet);
        }
    }
    println!("{} patterns drawn", drawn.len());
    let most = count(arguments, "positions");
    drawn.par_iter().for_each(|sheet| {
        let (mut won, mut cut) = (0, 0);
        for corner in Corner::ALL {
            let proof = first::prove(*sheet, corner, most, false);
            let wins = !proof.first.is_empty();
            won += u32::from(wins);
            cut += u32::from(proof.cut && !wins);
            if !wins && !proof.cut {
                break;
            }
        }
        if won + cut >= 4 {
            println!("{} dots {} won {won} cut {cut}", sheet.pattern(), sheet.count());
        }
    });
    Ok(())
}

fn prove(arguments: &ArgMatches) -> Result<(), String> {
    let text = arguments.get_one::<String>("sheet").cloned().unwrap_or_default();
    let sheet = Sheet::read(&text).ok_or("no sheet: 1-6 or 81 characters")?;
    let most = count(arguments, "positions");
    Corner::ALL.par_iter().for_each(|corner| {
        let proof = first::prove(sheet, *corner, most, true);
        let wins: Vec<String> = proof.first.iter().map(Action::to_string).collect();
        let told = match (wins.is_empty(), proof.cut) {
            (false, _) => format!("{} wins by force", wins.join(", ")),
            (true, true) => "not known: cut short".into(),
            (true, false) => "no central pawn wins with lines alone".into(),
        };
        println!("plate in {}: {told} ({} positions)", proof.corner, proof.positions);
    });
    Ok(())
}

fn draw(arguments: &ArgMatches) -> Result<(), String> {
    let mut source = SplitMix(count(arguments, "seed"));
    let mut seen = HashSet::new();
    for _ in 0..count(arguments, "tries") {
        let sheet = pattern::drawn(&mut source);
        if pattern::fit_for_most(sheet) && seen.insert(pattern::canonical(sheet)) {
            println!(
                "{} dots {} fours with two {}",
                sheet.pattern(),
                sheet.count(),
                pattern::fours_with(sheet, 2)
            );
        }
    }
    Ok(())
}

fn measure(arguments: &ArgMatches) -> Result<(), String> {
    let effort = Effort {
        games: count(arguments, "games"),
        nodes: count(arguments, "nodes"),
        positions: count(arguments, "positions") as usize,
        deep: count(arguments, "deep"),
    };
    let named: Vec<&String> = arguments.get_many("sheet").into_iter().flatten().collect();
    let mut sheets = Vec::new();
    for text in named {
        sheets.push(Sheet::read(text).ok_or_else(|| format!("{text} is no sheet"))?);
    }
    if sheets.is_empty() {
        sheets.extend((1..=6).filter_map(Sheet::numbered));
    }
    sheets.par_iter().try_for_each(|sheet| {
        let found = measure::measure(*sheet, effort)?;
        println!(
            "{} depth {:.2} ± {:.2}, lost at first sight {:.2} ± {:.2}, player 1 {:.1} % ± {:.1}, turns {:.1} ± {:.1}, takings a turn {:.2}",
            found.sheet,
            found.depth.0,
            1.96 * found.depth.1,
            found.lost.0,
            1.96 * found.lost.1,
            100.0 * found.first.0,
            196.0 * found.first.1,
            found.turns.0,
            1.96 * found.turns.1,
            found.takings,
        );
        Ok(())
    })
}
