//! UGI, the Universal Game Interface: UCI's relative for any game, line by line over two pipes.
//! `docs/engine-protocol.md` describes it with everything dice and secrets need beyond it.
//!
//! [`serve`] is our side: it reads commands from anything and answers to anything, here a
//! slice and a vector.
//!
//! ```
//! use std::sync::{Arc, Mutex};
//!
//! let commands = "ugi\nsetoption name Game value abagio\nposition startpos moves f52\nquery chance\n";
//! let answers = Arc::new(Mutex::new(Vec::new()));
//! abaque_ugi::serve(commands.as_bytes(), Arc::clone(&answers)).unwrap();
//! let answers = String::from_utf8(answers.lock().unwrap().clone()).unwrap();
//! assert!(answers.contains("ugiok") && answers.ends_with("response true\n"));
//! ```
//!
//! [`Client`] is the other side: it starts a program that speaks UGI, asks it for actions, and ends it
//! when dropped.
//!
//! ```no_run
//! use std::time::Duration;
//! use abaque_search::{Limits, Stop};
//! use abaque_ugi::{At, Client, Go};
//!
//! let mut engine = Client::start("some-engine --ugi")?;
//! engine.new_game("abalone")?;
//! let go = Go::from(Limits::nodes(5_000));
//! let moves = ["a1b2".to_string()];
//! let reply = engine.think(&At::Start, &moves, &go, Duration::from_secs(60), &Stop::default())?;
//! println!("{} plays {}", engine.name(), reply.action);
//! # Ok::<(), abaque_ugi::Trouble>(())
//! ```

mod client;
mod command;
mod go;
mod lines;
mod options;
mod place;
mod search;
mod server;
mod shared;
mod trouble;
mod words;

pub use client::{Client, Reply};
pub use command::{At, Command, Query};
pub use go::Go;
pub use lines::{Line, MAX_LINE, next_line};
pub use server::serve;
pub use shared::Output;
pub use trouble::Trouble;
pub use words::split;
