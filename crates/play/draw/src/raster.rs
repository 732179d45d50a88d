use std::fmt;
use std::sync::{Arc, OnceLock};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{self, fontdb};

/// Why rasterising failed.
#[derive(Debug)]
#[non_exhaustive]
pub enum RasterError {
    /// The text is not valid SVG.
    NotSvg(String),
    /// The picture would be empty or too large.
    BadSize,
    /// PNG encoding failed.
    Encoding(String),
}

impl fmt::Display for RasterError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            RasterError::NotSvg(why) => write!(f, "not a picture: {why}"),
            RasterError::BadSize => f.write_str("the picture would be empty or too large"),
            RasterError::Encoding(why) => write!(f, "the pixels could not be packed: {why}"),
        }
    }
}

impl std::error::Error for RasterError {}

/// Maximum side in pixels: enough for print, and it bounds memory.
const MAX_SIDE: f32 = 8192.0;

/// The bundled fonts; system fonts are not used.
fn fonts() -> Arc<fontdb::Database> {
    static FONTS: OnceLock<Arc<fontdb::Database>> = OnceLock::new();
    let load = || {
        let mut fonts = fontdb::Database::new();
        fonts.load_font_data(include_bytes!("../fonts/Inter-Medium-subset.otf").to_vec());
        fonts.load_font_data(include_bytes!("../fonts/Inter-Bold-subset.otf").to_vec());
        fonts.set_sans_serif_family("Inter");
        Arc::new(fonts)
    };
    FONTS.get_or_init(load).clone()
}

/// PNG compression effort.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PngCompression {
    /// The smallest file, for pictures sent more often than made.
    #[default]
    Smallest,
    /// A somewhat larger file in a fraction of the time, for pictures made on request.
    Fast,
}

/// Renders an SVG as PNG bytes, scaled by `scale`.
///
/// ```
/// let svg = r#"<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"/>"#;
/// let png = abaque_draw::png(svg, 2.0).unwrap();
/// assert_eq!(&png[1..4], b"PNG");
/// assert_eq!(png[16..24], [0, 0, 0, 8, 0, 0, 0, 6]);
/// ```
pub fn png(svg: &str, scale: f32) -> Result<Vec<u8>, RasterError> {
    png_with(svg, scale, PngCompression::Smallest)
}

/// Like [`png()`] with the given compression.
pub fn png_with(svg: &str, scale: f32, packing: PngCompression) -> Result<Vec<u8>, RasterError> {
    let options =
        usvg::Options { fontdb: fonts(), font_family: "Inter".into(), ..usvg::Options::default() };
    let tree = usvg::Tree::from_str(svg, &options)
        .map_err(|error| RasterError::NotSvg(error.to_string()))?;
    let (w, h) = (tree.size().width() * scale, tree.size().height() * scale);
    if !(w >= 1.0 && h >= 1.0 && w <= MAX_SIDE && h <= MAX_SIDE) {
        return Err(RasterError::BadSize);
    }
    let mut pixels = Pixmap::new(w.round() as u32, h.round() as u32).ok_or(RasterError::BadSize)?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    let packed = match packing {
        PngCompression::Smallest => encode_smallest(&pixels),
        PngCompression::Fast => encode_fast(&pixels),
    };
    packed.map_err(|error| RasterError::Encoding(error.to_string()))
}

/// Encodes the smallest possible PNG.
fn encode_smallest(pixels: &Pixmap) -> Result<Vec<u8>, png::EncodingError> {
    let mut bytes = Vec::with_capacity(pixels.data().len());
    for pixel in pixels.pixels() {
        let colour = pixel.demultiply();
        bytes.extend([colour.red(), colour.green(), colour.blue(), colour.alpha()]);
    }
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, pixels.width(), pixels.height());
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::High);
    encoder.set_filter(png::Filter::Adaptive);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&bytes)?;
    writer.finish()?;
    Ok(out)
}

/// Encodes fast: a fixed filter, light compression, and no alpha channel if the picture is opaque.
fn encode_fast(pixels: &Pixmap) -> Result<Vec<u8>, png::EncodingError> {
    let opaque = pixels.pixels().iter().all(|pixel| pixel.alpha() == u8::MAX);
    let mut bytes = Vec::with_capacity(pixels.data().len());
    for pixel in pixels.pixels() {
        let colour = pixel.demultiply();
        bytes.extend([colour.red(), colour.green(), colour.blue()]);
        if !opaque {
            bytes.push(colour.alpha());
        }
    }
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, pixels.width(), pixels.height());
    encoder.set_color(if opaque { png::ColorType::Rgb } else { png::ColorType::Rgba });
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Fast);
    encoder.set_filter(png::Filter::Up);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&bytes)?;
    writer.finish()?;
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quick_picture_has_the_same_size_and_no_alpha_where_none_is_needed() {
        let ground = "<rect width=\"40\" height=\"30\" fill=\"#123456\"/>";
        let svg = |inside: &str| {
            format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"40\" height=\"30\">{inside}</svg>"
            )
        };
        for (inside, colour) in [(ground, 2), ("", 6)] {
            let png = png_with(&svg(inside), 1.0, PngCompression::Fast).unwrap();
            assert_eq!(png[16..24], [0, 0, 0, 40, 0, 0, 0, 30]);
            // Colour type: RGB or RGBA.
            assert_eq!(png[25], colour);
        }
    }
}
