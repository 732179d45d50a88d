//! Animated dice.

use leptos::prelude::*;

use crate::browser;
use crate::context::context;
use crate::controller::BoardController;

/// How long a throw stays visible, in milliseconds.
const THROW_SHOWN_MS: u32 = 1500;

#[component]
pub(crate) fn Dice(controller: BoardController) -> impl IntoView {
    let context = context();
    let shown = RwSignal::new(None::<(u64, Vec<u8>)>);
    Effect::new(move |_| {
        let throw = controller.dice_throw.get();
        shown.set(throw.clone());
        let Some((number, _)) = throw else { return };
        let still =
            move || shown.try_get_untracked().flatten().is_some_and(|(now, _)| now == number);
        browser::run_after(THROW_SHOWN_MS.min(context.animation_millis() * 5), move || {
            if still() {
                shown.set(None);
            }
        });
    });
    view! {
        {move || shown.get().map(|(number, faces)| {
            view! {
                <div class="dice" data-throw=number.to_string() aria-hidden="true">
                    {faces.into_iter().map(die_face).collect_view()}
                </div>
            }
        })}
    }
}

/// One die: pips on a three by three grid.
fn die_face(face: u8) -> impl IntoView {
    let pips: &[(u8, u8)] = match face {
        0 => &[],
        1 => &[(1, 1)],
        2 => &[(0, 0), (2, 2)],
        3 => &[(0, 0), (1, 1), (2, 2)],
        4 => &[(0, 0), (2, 0), (0, 2), (2, 2)],
        5 => &[(0, 0), (2, 0), (1, 1), (0, 2), (2, 2)],
        _ => &[(0, 0), (2, 0), (0, 1), (2, 1), (0, 2), (2, 2)],
    };
    let pip = |&(x, y): &(u8, u8)| {
        view! { <circle cx=(14 + 18 * u32::from(x)).to_string() cy=(14 + 18 * u32::from(y)).to_string() r="5.5" /> }
    };
    view! {
        <svg class="die" viewBox="0 0 64 64">
            <rect x="2" y="2" width="60" height="60" rx="13" />
            {pips.iter().map(pip).collect_view()}
        </svg>
    }
}
