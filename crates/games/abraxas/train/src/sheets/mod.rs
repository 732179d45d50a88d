//! `abraxas-sheets`: generates dot patterns, checks the rulebook's requirements, proves or measures
//! the first-player advantage, and measures the difficulty.

mod first_sheet;
mod measure;
mod pattern;

use std::collections::HashSet;

use abaque_abraxas::{Action, Corner, Sheet};
use abaque_core::SplitMix;
use clap::{Arg, ArgMatches, Command};
use rayon::prelude::*;

use super::duel::number_arg;
use measure::MeasureBudget;

pub(super) fn command() -> Command {
    Command::new("abraxas-sheets")
        .about("Designs, proves and measures the sheets of Abraxas")
        .subcommand_required(true)
        .subcommand(
            Command::new("first")
                .about("Draws patterns for sheet 1 and keeps those on which player 1 wins by force")
                .arg(number_arg("tries", "2000"))
                .arg(number_arg("seed", "1"))
                .arg(number_arg("positions", "200000").help("positions a proof may take")),
        )
        .subcommand(
            Command::new("prove")
                .about("Proves the forced win on a sheet, from every corner (ABR-21)")
                .arg(Arg::new("sheet").default_value("1").help("1-6 or 81 characters"))
                .arg(number_arg("positions", "200000000")),
        )
        .subcommand(
            Command::new("draw")
                .about("Draws patterns for sheets 2 to 6")
                .arg(number_arg("tries", "20000"))
                .arg(number_arg("seed", "1")),
        )
        .subcommand(
            Command::new("measure")
                .about("Measures how hard sheets are and what they give player 1")
                .arg(Arg::new("sheet").num_args(1..).help("1-6 or 81 characters"))
                .arg(number_arg("games", "40"))
                .arg(number_arg("nodes", "1500").help("nodes a decision in the games"))
                .arg(number_arg("positions", "60").help("positions in which depths are compared"))
                .arg(number_arg("deep", "20000").help("nodes of the deep search")),
        )
}

pub(super) fn run(arguments: &ArgMatches) -> Result<(), String> {
    match arguments.subcommand() {
        Some(("first", inner)) => run_first(inner),
        Some(("prove", inner)) => run_prove(inner),
        Some(("draw", inner)) => run_draw(inner),
        Some(("measure", inner)) => run_measure(inner),
        _ => Err("say what to do; see --help".into()),
    }
}

fn number_value(arguments: &ArgMatches, name: &str) -> u64 {
    arguments.get_one::<u64>(name).copied().unwrap_or_default()
}

fn run_first(arguments: &ArgMatches) -> Result<(), String> {
    let mut source = SplitMix(number_value(arguments, "seed"));
    let (mut seen, mut drawn) = (HashSet::new(), Vec::new());
    for _ in 0..number_value(arguments, "tries") {
        if let Some(sheet) = first_sheet::random_first_sheet(&mut source)
            && first_sheet::is_line_from_every_corner(sheet)
            && seen.insert(pattern::canonical(sheet))
        {
            drawn.push(sheet);
        }
    }
    println!("{} patterns drawn", drawn.len());
    let most = number_value(arguments, "positions");
    drawn.par_iter().for_each(|sheet| {
        let (mut won, mut cut) = (0, 0);
        for corner in Corner::ALL {
            let proof = first_sheet::prove_corner(*sheet, corner, most, false);
            let wins = !proof.first.is_empty();
            won += u32::from(wins);
            cut += u32::from(proof.cut && !wins);
            if !wins && !proof.cut {
                break;
            }
        }
        if won + cut >= 4 {
            println!("{} dots {} won {won} cut {cut}", sheet.pattern(), sheet.dot_count());
        }
    });
    Ok(())
}

fn run_prove(arguments: &ArgMatches) -> Result<(), String> {
    let text = arguments.get_one::<String>("sheet").cloned().unwrap_or_default();
    let sheet = Sheet::parse(&text).ok_or("no sheet: 1-6 or 81 characters")?;
    let most = number_value(arguments, "positions");
    Corner::ALL.par_iter().for_each(|corner| {
        let proof = first_sheet::prove_corner(sheet, *corner, most, true);
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

fn run_draw(arguments: &ArgMatches) -> Result<(), String> {
    let mut source = SplitMix(number_value(arguments, "seed"));
    let mut seen = HashSet::new();
    for _ in 0..number_value(arguments, "tries") {
        let sheet = pattern::random_sheet(&mut source);
        if pattern::is_valid_later_sheet(sheet) && seen.insert(pattern::canonical(sheet)) {
            println!(
                "{} dots {} fours with two {}",
                sheet.pattern(),
                sheet.dot_count(),
                pattern::count_fours_with(sheet, 2)
            );
        }
    }
    Ok(())
}

fn run_measure(arguments: &ArgMatches) -> Result<(), String> {
    let effort = MeasureBudget {
        games: number_value(arguments, "games"),
        nodes: number_value(arguments, "nodes"),
        positions: number_value(arguments, "positions") as usize,
        deep: number_value(arguments, "deep"),
    };
    let named: Vec<&String> = arguments.get_many("sheet").into_iter().flatten().collect();
    let mut sheets = Vec::new();
    for text in named {
        sheets.push(Sheet::parse(text).ok_or_else(|| format!("{text} is no sheet"))?);
    }
    if sheets.is_empty() {
        sheets.extend((1..=6).filter_map(Sheet::numbered));
    }
    sheets.par_iter().try_for_each(|sheet| {
        let found = measure::measure_sheet(*sheet, effort)?;
        println!(
            "{} depth {:.2} ± {:.2}, lost at first sight {:.2} ± {:.2}, player 1 {:.1}% ± {:.1}, turns {:.1} ± {:.1}, takings a turn {:.2}",
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
