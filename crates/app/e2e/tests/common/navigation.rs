//! Page changes within the app: their time, and what stays the same.

use abaque_e2e::{Failure, Page};

/// A page of each kind that needs no account and no game on the server.
pub(crate) const ROUTES: [&str; 16] = [
    "/",
    "/new/abalone",
    "/online",
    "/learn",
    "/learn/abraxas",
    "/puzzles",
    "/study",
    "/study/new?spec=abagio",
    "/editor/blocs",
    "/games",
    "/rules/abalone",
    "/settings",
    "/about",
    "/players",
    "/verify",
    "/sign-in",
];

/// Defines `follow(path)`: follows a link and returns the milliseconds from the click until the
/// new page's heading is painted.
const FOLLOW: &str = "
    window.follow ??= path => new Promise(painted => {
      if (location.pathname + location.search === path) return painted(0);
      // Elements may be used again, the text of every page is another.
      const main = document.querySelector('main'), old = main.textContent;
      setTimeout(() => painted(main.innerText), 10000);
      const link = Object.assign(document.createElement('a'), { href: path });
      document.body.append(link);
      const since = performance.now();
      link.click();
      link.remove();
      (function look() {
        if (!main.querySelector('h1') || main.textContent === old) return requestAnimationFrame(look);
        // The frame with the heading is on the screen when the task after it runs.
        requestAnimationFrame(() => setTimeout(() => painted(performance.now() - since)));
      })();
    });";

/// Follows a link within the app; returns the milliseconds until the new page is painted.
pub(crate) async fn follow(page: &Page, path: &str) -> Result<f64, Failure> {
    page.run(FOLLOW, &[]).await?;
    let script = format!("follow({path:?}).then(arguments[arguments.length - 1])");
    let found = page.run_async(&script).await?;
    found.as_f64().ok_or_else(|| format!("{path} does not appear; the page shows {found}").into())
}

/// Times of all changes from one page to another, in milliseconds, after each page has been seen once.
pub(crate) async fn time_all_pairs(
    page: &Page,
) -> Result<Vec<(&'static str, &'static str, f64)>, Failure> {
    for path in ROUTES {
        follow(page, path).await?;
    }
    let mut times = Vec::new();
    for from in ROUTES {
        for to in ROUTES.into_iter().filter(|to| *to != from) {
            follow(page, from).await?;
            times.push((from, to, follow(page, to).await?));
        }
    }
    times.sort_by(|a, b| a.2.total_cmp(&b.2));
    Ok(times)
}
