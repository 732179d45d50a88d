//! Sound effects, synthesised: nothing to download.

use std::cell::RefCell;

use web_sys::{AudioContext, OscillatorType};

thread_local! {
    static AUDIO: RefCell<Option<AudioContext>> = const { RefCell::new(None) };
}

/// A sound effect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sound {
    /// A piece moves.
    Move,
    /// A capture, or a piece leaving the board.
    Capture,
    /// Dice roll.
    Dice,
    /// The game is over.
    GameOver,
    /// The action was refused.
    Refused,
    /// Another table calls the player.
    Call,
}

/// One tone: start, first and last pitch, duration, volume.
type Tone = (f64, f32, f32, f64, f32);

const fn tones(sound: Sound) -> &'static [Tone] {
    match sound {
        Sound::Move => &[(0.0, 320.0, 130.0, 0.07, 0.25), (0.0, 900.0, 400.0, 0.02, 0.08)],
        Sound::Capture => &[(0.0, 420.0, 160.0, 0.09, 0.25), (0.08, 300.0, 90.0, 0.14, 0.2)],
        Sound::Dice => &[
            (0.0, 700.0, 500.0, 0.03, 0.12),
            (0.07, 620.0, 480.0, 0.03, 0.12),
            (0.15, 760.0, 420.0, 0.03, 0.12),
            (0.26, 540.0, 380.0, 0.05, 0.14),
        ],
        Sound::GameOver => &[
            (0.0, 392.0, 392.0, 0.18, 0.16),
            (0.14, 494.0, 494.0, 0.18, 0.16),
            (0.28, 587.0, 587.0, 0.35, 0.16),
        ],
        Sound::Call => &[(0.0, 659.0, 659.0, 0.16, 0.16), (0.16, 880.0, 880.0, 0.3, 0.16)],
        Sound::Refused => &[(0.0, 180.0, 140.0, 0.12, 0.12)],
    }
}

/// Plays a sound, if the browser permits.
pub(crate) fn play(sound: Sound) {
    AUDIO.with_borrow_mut(|audio| {
        if audio.is_none() {
            *audio = AudioContext::new().ok();
        }
        if let Some(audio) = audio {
            for tone in tones(sound) {
                let _ = play_tone(audio, tone);
            }
        }
    });
}

fn play_tone(
    audio: &AudioContext,
    &(at, from, to, long, loud): &Tone,
) -> Result<(), wasm_bindgen::JsValue> {
    let start = audio.current_time() + at;
    let (tone, volume) = (audio.create_oscillator()?, audio.create_gain()?);
    tone.set_type(OscillatorType::Triangle);
    tone.frequency().set_value_at_time(from, start)?;
    tone.frequency().exponential_ramp_to_value_at_time(to, start + long)?;
    volume.gain().set_value_at_time(loud, start)?;
    volume.gain().exponential_ramp_to_value_at_time(0.001, start + long)?;
    tone.connect_with_audio_node(&volume)?.connect_with_audio_node(&audio.destination())?;
    tone.start_with_when(start)?;
    tone.stop_with_when(start + long)
}
