//! Icons in one style: 24 units, round line ends, the colour of the text.

use leptos::prelude::*;

macro_rules! icons {
    ($($(#[$doc:meta])* $name:ident: $d:literal;)*) => {
        $($(#[$doc])* pub(crate) const $name: &str = $d;)*
    };
}

icons! {
    BOARD: "M12 3l7.8 4.5v9L12 21l-7.8-4.5v-9zM9 10h.01M15 10h.01M12 15h.01";
    LIST: "M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01";
    GEAR: "M4 7h10M18 7h2M4 17h2M10 17h10M16 5v4M8 15v4";
    HELP: "M9.2 9a3 3 0 1 1 4.3 2.7c-1 .5-1.5 1.2-1.5 2.3M12 17.5h.01M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z";
    BULB: "M9.5 18h5M10.5 21h3M8.5 14.5a5.5 5.5 0 1 1 7 0c-.8.7-1 1.3-1 2.5h-5c0-1.2-.2-1.8-1-2.5z";
    BACK: "M9 14l-5-5 5-5M4 9h10a6 6 0 0 1 0 12h-3";
    TURN: "M4 12a8 8 0 0 1 14-5.3L20 9M20 4v5h-5M20 12a8 8 0 0 1-14 5.3L4 15M4 20v-5h5";
    FLAG: "M5 21V4M5 5c4-2.5 8 2.5 13 0v9c-5 2.5-9-2.5-13 0";
    HANDS: "M5 9h14M5 15h14";
    SAVE: "M12 4v11M7.5 11l4.5 4.5 4.5-4.5M5 20h14";
    COPY: "M9 9h11v11H9zM5 15H4V4h11v1";
    CROSS: "M6 6l12 12M18 6L6 18";
    TRASH: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5";
    CHECK: "M4.5 12.5l5 5L19.5 7";
    PLAY: "M7 4.5v15l12-7.5z";
    PEOPLE: "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20a6.5 6.5 0 0 1 13 0M16 4.5a3.5 3.5 0 0 1 0 6M18 14.5a6.5 6.5 0 0 1 3.5 5.5";
    PERSON: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5a7.5 7.5 0 0 1 15 0";
    EXIT: "M14 4h5v16h-5M4 12h11M10.5 7.5L15 12l-4.5 4.5";
    CHIP: "M7 7h10v10H7zM10 3v4M14 3v4M10 17v4M14 17v4M3 10h4M3 14h4M17 10h4M17 14h4";
    BOOK: "M5 4h9a4 4 0 0 1 4 4v12H8a3 3 0 0 1-3-3zM5 17a3 3 0 0 1 3-3h10";
    EYE: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 14.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z";
    BELL: "M6 16V11a6 6 0 0 1 12 0v5l1.5 2h-15zM10 20.5h4";
    GLOBE: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM3.5 9h17M3.5 15h17M12 3c3 2.6 4 5.6 4 9s-1 6.4-4 9c-3-2.6-4-5.6-4-9s1-6.4 4-9z";
    MORE: "M5 12h.01M12 12h.01M19 12h.01";
    CAP: "M2 9.5l10-5 10 5-10 5zM6 11.7v4.6c3 2.6 9 2.6 12 0v-4.6M22 9.5v5.5";
    STAR: "M12 3l2.7 5.8 6.3.8-4.6 4.4 1.2 6.3-5.6-3.1-5.6 3.1 1.2-6.3L3 9.6l6.3-.8z";
    FLAME: "M12 3c.6 4 5 5.6 5 10.4a5 5 0 0 1-10 0c0-2 .9-3.3 2-4.4 0 1.8.7 2.8 1.8 3.2C11.6 9.2 10.4 6.8 12 3z";
    DAY: "M4 6h16v14H4zM4 10.5h16M8 3.5V7M16 3.5V7M9 15.5l2 2 4-4";
    HAND: "M8 12V5.5a1.5 1.5 0 0 1 3 0V11m0-1.5a1.5 1.5 0 0 1 3 0V11m0-.5a1.5 1.5 0 0 1 3 0V12m0-.5a1.5 1.5 0 0 1 3 0V15a6 6 0 0 1-6 6h-1.5a6 6 0 0 1-5-2.7L5 14.5a1.6 1.6 0 0 1 2.6-1.8L8 13";
    ONWARD: "M5 12h14M13 6l6 6-6 6";
    BACKWARD: "M19 12H5M11 6l-6 6 6 6";
    LENS: "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5L20.5 20.5";
    FIRST: "M18 5l-7 7 7 7M6 5v14";
    PREVIOUS: "M15.5 5l-7 7 7 7";
    NEXT: "M8.5 5l7 7-7 7";
    LAST: "M6 5l7 7-7 7M18 5v14";
    /// A round button with the sign of a player, unlike one step forward.
    AUTOPLAY: "M12 21.5a9.5 9.5 0 1 0 0-19 9.5 9.5 0 0 0 0 19zM10 8v8l6-4z";
    PAUSE: "M8 5v14M16 5v14";
    UP: "M12 20V5M6 11l6-6 6 6";
    LINK: "M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 6 6l1-1";
    PICTURE: "M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.5 9h.01";
    PENCIL: "M4 20l1-5L16 4l4 4L9 19zM14 6l4 4";
    GRAPH: "M4 4v16h16M7 15l4-5 3 3 5-7";
    CUP: "M7 4h10v6a5 5 0 0 1-10 0zM7 6H4c0 3 1 4.5 3.2 4.8M17 6h3c0 3-1 4.5-3.2 4.8M12 15v5M8 20h8";
    CHAT: "M4 5h16v11H11l-5 4v-4H4z";
    OPEN: "M4 20V5h6l2 3h8v12zM4 11h16";
}

/// A decorative icon, hidden from screen readers.
#[component]
pub(crate) fn Icon(d: &'static str) -> impl IntoView {
    view! {
        <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
            <path d=d />
        </svg>
    }
}
