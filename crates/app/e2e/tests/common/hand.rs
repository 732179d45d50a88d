//! A player's hand: presses, choices and text by real mouse, touch and key events only.

use abaque_e2e::{Failure, Page, ScreenConfig};
use fantoccini::key::Key;

/// Input device.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum InputDevice {
    Mouse,
    Finger,
    Keys,
}

impl InputDevice {
    /// The screen this device belongs to.
    pub(crate) fn screen(self) -> ScreenConfig {
        match self {
            InputDevice::Finger => ScreenConfig::PHONE,
            InputDevice::Mouse | InputDevice::Keys => ScreenConfig::DESKTOP,
        }
    }

    /// Presses a button or follows a link.
    pub(crate) async fn press(self, page: &Page, css: &str) -> Result<(), Failure> {
        self.press_named(page, css, "").await
    }

    /// Presses the button or follows the link that contains a text.
    pub(crate) async fn press_named(
        self,
        page: &Page,
        css: &str,
        text: &str,
    ) -> Result<(), Failure> {
        match self {
            InputDevice::Mouse => page.click_by_mouse(css, text).await,
            InputDevice::Finger => page.touch_element(css, text).await,
            InputDevice::Keys => {
                page.tab_to(css, text).await?;
                page.press(&[Key::Enter]).await
            }
        }
    }

    /// Chooses one of several radio buttons.
    pub(crate) async fn choose(self, page: &Page, css: &str) -> Result<(), Failure> {
        if self != InputDevice::Keys {
            return self.press(page, css).await;
        }
        page.tab_to(css, "").await?;
        let chosen = "return document.querySelector(arguments[0]).checked";
        for _ in 0..12 {
            if page.run(chosen, &[css.into()]).await? == true {
                return Ok(());
            }
            page.press(&[Key::Right]).await?;
        }
        Err(format!("arrow keys do not choose {css}").into())
    }

    /// Chooses a value of a list.
    pub(crate) async fn select(self, page: &Page, css: &str, value: &str) -> Result<(), Failure> {
        if self != InputDevice::Keys {
            return page.select_option(css, value).await;
        }
        page.tab_to(css, "").await?;
        let chosen = "return document.querySelector(arguments[0]).value";
        for _ in 0..12 {
            if page.run(chosen, &[css.into()]).await? == value {
                return Ok(());
            }
            page.press(&[Key::Down]).await?;
        }
        Err(format!("arrow keys do not choose {value} in {css}").into())
    }

    /// Types into an empty field.
    pub(crate) async fn type_into(self, page: &Page, css: &str, text: &str) -> Result<(), Failure> {
        match self {
            InputDevice::Keys => page.tab_to(css, "").await?,
            InputDevice::Mouse | InputDevice::Finger => self.press(page, css).await?,
        }
        page.type_text(text).await?;
        // Leaves the field, which accepts the text.
        page.press(&[Key::Tab]).await
    }

    /// Presses a square of the board.
    pub(crate) async fn point_at(self, page: &Page, square: &str) -> Result<(), Failure> {
        match self {
            InputDevice::Mouse => page.tap(square).await,
            InputDevice::Finger => page.touch(square).await,
            InputDevice::Keys => {
                page.focus_square_by_keys(square).await?;
                page.press(&[Key::Enter]).await
            }
        }
    }
}
