//! Renders the API description as an HTML page without scripts. Scalar, Redoc and RapiDoc load theirs
//! from elsewhere, and Swagger UI needs more than a megabyte and inline styles: our content policy
//! forbids both.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde_json::Value;

use crate::problem;

/// Methods in display order.
const METHODS: [&str; 5] = ["get", "post", "put", "patch", "delete"];

/// Renders the page of a description.
pub(crate) fn render_page(api: &Value) -> String {
    let mut out = String::from(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\"><title>Abaque: the interface</title>\
         <link rel=\"stylesheet\" href=\"/api/style.css\"></head><body><main>\n<h1>Abaque: the interface</h1>\n",
    );
    // Writing to a string cannot fail.
    let _ = write(&mut out, api);
    out.push_str("</main></body></html>\n");
    out
}

fn write(out: &mut String, api: &Value) -> std::fmt::Result {
    writeln!(out, "<p>{}</p>", escaped_text(&api["info"]["description"]))?;
    writeln!(
        out,
        "<p>The same for programs: <a href=\"/api/v1/openapi.json\">openapi.json</a> (OpenAPI {}).</p>",
        escaped_text(&api["openapi"])
    )?;
    let mut parts: BTreeMap<String, Vec<(&String, &str, &Value)>> = BTreeMap::new();
    for (path, item) in api["paths"].as_object().into_iter().flatten() {
        for method in METHODS {
            if let Some(operation) = item.get(method) {
                let part = escaped_text(&operation["tags"][0]);
                parts.entry(part).or_default().push((path, method, operation));
            }
        }
    }
    for (part, operations) in parts {
        writeln!(out, "<section><h2>{part}</h2>")?;
        for (path, method, operation) in operations {
            write_operation(out, api, path, method, operation)?;
        }
        writeln!(out, "</section>")?;
    }
    writeln!(out, "<section><h2>shapes</h2>")?;
    for (name, shape) in api["components"]["schemas"].as_object().into_iter().flatten() {
        let name = escape_html(name);
        writeln!(out, "<h3 id=\"shape-{name}\">{name}</h3>")?;
        write_fields(
            out,
            &format!("{} {}", escaped_text(&shape["description"]), words(shape)),
            shape,
        )?;
    }
    writeln!(out, "</section>")?;
    writeln!(
        out,
        "<section><h2>problems</h2><table><tr><th>code<th>status<th>English<th>français"
    )?;
    for kind in problem::ALL {
        let (code, status) = (kind.code, kind.status);
        let (en, fr) = (escape_html(kind.title.en), escape_html(kind.title.fr));
        writeln!(
            out,
            "<tr id=\"{code}\"><td><code>{code}</code><td>{status}<td>{en}<td lang=\"fr\">{fr}"
        )?;
    }
    writeln!(out, "</table></section>")
}

/// Authentication a route requires.
enum AuthRequirement {
    Anonymous,
    Session,
    SessionOrToken,
}

impl AuthRequirement {
    fn from_operation(operation: &Value) -> AuthRequirement {
        let Some(ways) = operation["security"].as_array() else {
            return AuthRequirement::SessionOrToken;
        };
        let empty = |way: &Value| way.as_object().is_some_and(serde_json::Map::is_empty);
        if ways.iter().any(empty) { AuthRequirement::Anonymous } else { AuthRequirement::Session }
    }

    fn describe(&self) -> &'static str {
        match self {
            AuthRequirement::Anonymous => "anybody",
            AuthRequirement::Session => "with a session alone",
            AuthRequirement::SessionOrToken => "with a session or a token",
        }
    }

    /// The curl options for it.
    fn curl_flags(&self) -> &'static str {
        match self {
            AuthRequirement::Anonymous => "",
            AuthRequirement::Session => " -b abaque=… -H 'Sec-Fetch-Site: same-origin'",
            AuthRequirement::SessionOrToken => " -H 'Authorization: Bearer abq_…'",
        }
    }
}

fn write_operation(
    out: &mut String,
    api: &Value,
    path: &str,
    method: &str,
    operation: &Value,
) -> std::fmt::Result {
    let (name, shown) = (method.to_uppercase(), escape_html(path));
    writeln!(out, "<h3><b>{name}</b> {shown}</h3>")?;
    let who = AuthRequirement::from_operation(operation);
    let (what, more) =
        (escaped_text(&operation["summary"]), escaped_text(&operation["description"]));
    writeln!(out, "<p>{what} {more} <small>({})</small></p>", who.describe())?;
    let parameters = operation["parameters"].as_array().map_or(&[][..], Vec::as_slice);
    let mut example = path.to_owned();
    if !parameters.is_empty() {
        writeln!(out, "<dl>")?;
        for parameter in parameters {
            let (name, about) =
                (escaped_text(&parameter["name"]), escaped_text(&parameter["description"]));
            let place = escaped_text(&parameter["in"]);
            writeln!(out, "<dt>{name} <small>({place})</small></dt><dd>{about}</dd>")?;
            if let (Some(name), Some(value)) =
                (parameter["name"].as_str(), parameter["example"].as_str())
            {
                example = example.replace(&format!("{{{name}}}"), value);
            }
        }
        writeln!(out, "</dl>")?;
    }
    let body = operation["requestBody"]["content"].as_object();
    let body = body.and_then(|content| content.iter().next());
    if let Some((kind, content)) = body {
        let shape = resolve(api, &content["schema"]);
        write_fields(out, &format!("Takes <code>{}</code>", escape_html(kind)), shape)?;
        let sample = &shape["example"];
        let flag = if method == "post" { String::new() } else { format!(" -X {name}") };
        let data = if sample.is_null() { "…".into() } else { sample.to_string() };
        let who = who.curl_flags();
        let command = format!(
            "curl{flag}{who} -H 'Content-Type: {kind}' \\\n  -d '{data}' https://…{example}"
        );
        writeln!(out, "<pre>{}</pre>", escape_html(&command))?;
    }
    for (status, response) in operation["responses"].as_object().into_iter().flatten() {
        if !status.starts_with('2') {
            continue;
        }
        let content = response["content"].as_object().and_then(|content| content.iter().next());
        let description = escaped_text(&response["description"]);
        let head = format!("Gives {} {description}", escape_html(status));
        match content {
            Some((_, content)) => write_fields(out, &head, resolve(api, &content["schema"]))?,
            None => writeln!(out, "<p>{head}</p>")?,
        }
    }
    Ok(())
}

fn write_fields(out: &mut String, head: &str, shape: &Value) -> std::fmt::Result {
    writeln!(out, "<p>{head}</p>")?;
    let Some(fields) = shape["properties"].as_object() else { return Ok(()) };
    writeln!(out, "<dl>")?;
    for (name, field) in fields {
        let (name, about, kind) =
            (escape_html(name), escaped_text(&field["description"]), type_name(field));
        writeln!(out, "<dt>{name} <small>{kind}</small></dt><dd>{about}</dd>")?;
    }
    writeln!(out, "</dl>")
}

/// Short name of a field's type.
fn type_name(field: &Value) -> String {
    if let Some(name) = field["$ref"].as_str() {
        let name = escape_html(name.rsplit('/').next().unwrap_or_default());
        return format!("<a href=\"#shape-{name}\">{name}</a>");
    }
    if let Some(several) = field["oneOf"].as_array() {
        let kinds: Vec<_> = several.iter().map(type_name).collect();
        return kinds.join(" or ");
    }
    match &field["type"] {
        Value::String(one) if one == "array" => format!("list of {}", type_name(&field["items"])),
        Value::String(one) => escape_html(one),
        Value::Array(several) => {
            let kinds: Vec<_> = several.iter().map(escaped_text).collect();
            kinds.join(" or ")
        }
        _ => String::new(),
    }
}

/// The values of an enum schema.
fn words(shape: &Value) -> String {
    let words = shape["enum"].as_array().map_or(&[][..], Vec::as_slice);
    let words: Vec<_> =
        words.iter().map(|word| format!("<code>{}</code>", escaped_text(word))).collect();
    words.join(", ")
}

/// Follows a `$ref`, if the schema is one.
fn resolve<'a>(api: &'a Value, shape: &'a Value) -> &'a Value {
    let name = shape["$ref"].as_str().and_then(|place| place.rsplit('/').next());
    name.map_or(shape, |name| &api["components"]["schemas"][name])
}

fn escaped_text(value: &Value) -> String {
    escape_html(value.as_str().unwrap_or_default())
}

fn escape_html(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_api_page_shows_every_route_and_escapes_markup() {
        let api = json!({
            "openapi": "3.1.0",
            "paths": { "/x/{name}": { "put": {
                "tags": ["<i>"],
                "summary": "Do <b>it</b>",
                "parameters": [
                    { "name": "name", "in": "path", "description": "Whose", "example": "Ann" }
                ],
                "requestBody": { "content": {
                    "application/json": { "schema": { "$ref": "#/components/schemas/It" } }
                } },
                "responses": { "204": { "description": "" } }
            } } },
            "components": { "schemas": { "It": {
                "properties": { "many": { "type": "array", "items": { "type": "string" } } },
                "example": { "many": ["'"] }
            } } }
        });
        let page = render_page(&api);
        for part in [
            "<b>PUT</b> /x/{name}",
            "Do &lt;b&gt;it&lt;/b&gt;",
            "<h2>&lt;i&gt;</h2>",
            "list of string",
            "https://…/x/Ann",
            "id=\"name-taken\"",
            "id=\"shape-It\"",
            "Bearer abq_…",
        ] {
            assert!(page.contains(part), "{part}\n{page}");
        }
    }
}
