use std::fmt;
use std::sync::{Arc, OnceLock};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{self, fontdb};

/// Why a picture could not be turned into pixels.
#[derive(Debug)]
#[non_exhaustive]
pub enum BadPicture {
    /// The text is no SVG.
    NotSvg(String),
    /// The picture would be empty or larger than can be drawn.
    BadSize,
    /// The pixels could not be packed.
    NotPacked(String),
}

impl fmt::Display for BadPicture {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            BadPicture::NotSvg(why) => write!(f, "not a picture: {why}"),
            BadPicture::BadSize => f.write_str("the picture would be empty or too large"),
            BadPicture::NotPacked(why) => write!(f, "the pixels could not be packed: {why}"),
        }
    }
}

impl std::error::Error for BadPicture {}

/// The longest side in pixels: enough for print, and a bound on memory.
const LONGEST: f32 = 8192.0;

/// The fonts that come with the crate, so that no font of the system is needed.
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

/// Turns an SVG picture into PNG bytes, `scale` pixels for each of the picture's own.
///
/// ```
/// let svg = r#"<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"/>"#;
/// let png = abaque_draw::png(svg, 2.0).unwrap();
/// assert_eq!(&png[1..4], b"PNG");
/// assert_eq!(png[16..24], [0, 0, 0, 8, 0, 0, 0, 6]);
/// ```
pub fn png(svg: &str, scale: f32) -> Result<Vec<u8>, BadPicture> {
    let options =
        usvg::Options { fontdb: fonts(), font_family: "Inter".into(), ..usvg::Options::default() };
    let tree = usvg::Tree::from_str(svg, &options)
        .map_err(|error| BadPicture::NotSvg(error.to_string()))?;
    let (w, h) = (tree.size().width() * scale, tree.size().height() * scale);
    if !(w >= 1.0 && h >= 1.0 && w <= LONGEST && h <= LONGEST) {
        return Err(BadPicture::BadSize);
    }
    let mut pixels = Pixmap::new(w.round() as u32, h.round() as u32).ok_or(BadPicture::BadSize)?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pack(&pixels).map_err(|error| BadPicture::NotPacked(error.to_string()))
}

/// The smallest PNG the packer knows: pictures travel more often than they are made.
fn pack(pixels: &Pixmap) -> Result<Vec<u8>, png::EncodingError> {
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
