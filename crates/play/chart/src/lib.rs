//! Charts: scales, round ticks, and lines, bands and bars as SVG paths.
//!
//! There are two ways to use it. A program writes a whole document with [`Svg`], whose colours follow
//! the reader's light or dark theme. The web app takes only the geometry ([`Panel`], [`Scale`],
//! [`Ticks`], [`line_path`] …) and gives it elements and styles of its own.
//!
//! ```
//! use abaque_chart::{Panel, Svg, Ticks, line_path};
//!
//! let samples = [(0.0, 3.0), (1.0, 12.0), (2.0, 9.0)];
//! let panel = Panel { left: 48.0, top: 40.0, width: 300.0, height: 120.0 };
//! let rows = Ticks::covering((0.0, 12.0), 4);
//! let (x, y) = (panel.x_scale((0.0, 2.0)), panel.y_scale(rows.domain()));
//!
//! let mut svg = Svg::new((360.0, 200.0), "Games a day");
//! for value in rows.values() {
//!     svg.gridline_y(&panel, y.place(value), &format!("{value:.0}"));
//! }
//! svg.line_series(0, &line_path(samples.map(|(day, games)| (x.place(day), y.place(games)))));
//! assert!(svg.finish().starts_with("<svg"));
//! ```

mod path;
mod scale;
mod svg;
mod text;

pub use path::{Point, area_path, band_path, bar_path, line_path};
pub use scale::{Panel, Scale, Ticks, round_step};
pub use svg::{Anchor, Shade, Svg};
pub use text::{escape_xml, truncate};
