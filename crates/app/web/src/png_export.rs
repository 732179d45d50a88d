//! Renders an SVG drawing as PNG.

use leptos::prelude::document;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{
    Blob, BlobPropertyBag, CanvasRenderingContext2d, HtmlCanvasElement, HtmlImageElement, Url,
};

use crate::browser;

/// Offers a drawing as a PNG download; `failed` is called if rendering fails.
pub(crate) fn download_png(
    name: &str,
    svg: &str,
    failed: impl Fn() + Clone + 'static,
) -> Option<()> {
    let kind = BlobPropertyBag::new();
    kind.set_type("image/svg+xml");
    let parts = js_sys::Array::of1(&JsValue::from_str(svg));
    let blob = Blob::new_with_str_sequence_and_options(&parts, &kind).ok()?;
    let url = Url::create_object_url_with_blob(&blob).ok()?;
    let image = HtmlImageElement::new().ok()?;
    let (name, drawn, shown) = (name.to_owned(), image.clone(), url.clone());
    let wrong = failed.clone();
    let loaded = Closure::once_into_js(move || {
        if rasterize(&drawn, &name, wrong.clone()).is_none() {
            wrong();
        }
        let _ = Url::revoke_object_url(&shown);
    });
    image.set_onload(Some(loaded.unchecked_ref()));
    image.set_onerror(Some(Closure::once_into_js(failed).unchecked_ref()));
    image.set_src(&url);
    Some(())
}

fn rasterize(image: &HtmlImageElement, name: &str, failed: impl Fn() + 'static) -> Option<()> {
    let canvas: HtmlCanvasElement = document().create_element("canvas").ok()?.dyn_into().ok()?;
    canvas.set_width(image.natural_width());
    canvas.set_height(image.natural_height());
    let pen: CanvasRenderingContext2d = canvas.get_context("2d").ok()??.dyn_into().ok()?;
    pen.draw_image_with_html_image_element(image, 0.0, 0.0).ok()?;
    let name = name.to_owned();
    let painted = Closure::once_into_js(move |blob: Option<Blob>| {
        if blob.and_then(|blob| browser::download_blob(&name, &blob)).is_none() {
            failed();
        }
    });
    canvas.to_blob(painted.unchecked_ref()).ok()
}
