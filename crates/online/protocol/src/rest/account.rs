use serde::{Deserialize, Serialize};

use super::Secret;

/// The caller's own profile.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(example = json!({
    "id": 7, "name": "Brave-Otter-42", "guest": true, "admin": false, "created": 1767225600000_i64
})))]
pub struct OwnProfile {
    /// Id of the person; independent of the name.
    pub id: i64,
    /// Name of the person.
    pub name: String,
    /// Whether the person has no account.
    pub guest: bool,
    /// Whether the person administers the server.
    pub admin: bool,
    /// Creation time, in milliseconds since 1970.
    pub created: i64,
}

/// The caller.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct WhoAmI {
    /// The person; null if not signed in.
    pub person: Option<OwnProfile>,
}

/// A name and a password.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(example = json!({ "name": "Ann", "password": "several words together" })))]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    /// Name of the account.
    pub name: String,
    /// Its password.
    pub password: Secret,
}

/// A new account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(example = json!({ "name": "Ann", "password": "several words together" })))]
#[serde(deny_unknown_fields)]
pub struct Registration {
    /// Name of the account.
    pub name: String,
    /// Its password.
    pub password: Secret,
    /// Code of an invitation, on a server that asks for one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invitation: Option<Secret>,
}

/// Who may create an account.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum RegistrationMode {
    /// Everyone.
    #[default]
    Open,
    /// People with an invitation.
    Invitation,
    /// Nobody.
    Closed,
}

/// Who may come in to a server.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Admission {
    /// Who may create an account.
    pub registration: RegistrationMode,
    /// Whether people without an account may play.
    pub guests: bool,
}

/// Current and new password.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(example = json!({ "old": "several words together", "new": "other words altogether" })))]
#[serde(deny_unknown_fields)]
pub struct NewPassword {
    /// Current password.
    pub old: Secret,
    /// New password.
    pub new: Secret,
}

/// Password confirmation of a sensitive request.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(example = json!({ "password": "several words together" })))]
#[serde(deny_unknown_fields)]
pub struct ConfirmPassword {
    /// The password; guests have none and omit it.
    #[serde(default)]
    pub password: Secret,
}

/// A signed-in browser.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct BrowserSession {
    /// Id for ending the session.
    pub id: String,
    /// Sign-in time, in milliseconds since 1970.
    pub created: i64,
    /// Time of last use, to the hour.
    pub seen: i64,
    /// User-Agent of the browser.
    pub agent: String,
    /// Whether it is the calling browser.
    pub here: bool,
}

/// All signed-in browsers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct BrowserSessions {
    /// Most recently used first.
    pub sessions: Vec<BrowserSession>,
}

/// Result of ending sessions.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct EndedSessions {
    /// Number of ended sessions.
    pub ended: u64,
}

/// Permission of a token.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    /// Read everything its owner may read.
    Read,
    /// Read, and act in games as its owner.
    Play,
}

impl Scope {
    /// Parses `read` or `play`.
    pub fn parse(text: &str) -> Option<Scope> {
        match text {
            "read" => Some(Scope::Read),
            "play" => Some(Scope::Play),
            _ => None,
        }
    }

    /// The scope as text.
    pub const fn as_str(self) -> &'static str {
        match self {
            Scope::Read => "read",
            Scope::Play => "play",
        }
    }
}

/// A token, without its secret.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ApiToken {
    /// Number of the token.
    pub id: i64,
    /// Name given by its owner.
    pub name: String,
    /// Scopes of the token.
    pub scopes: Vec<String>,
    /// Creation time, in milliseconds since 1970.
    pub created: i64,
    /// Time of last use, to the hour.
    pub used: Option<i64>,
}

/// The caller's tokens.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ApiTokens {
    /// Oldest first.
    pub tokens: Vec<ApiToken>,
}

/// A token to create.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(example = json!({ "name": "my program", "scopes": ["play", "read"] })))]
#[serde(deny_unknown_fields)]
pub struct TokenRequest {
    /// Name of 1 to 50 characters.
    pub name: String,
    /// Scopes of the token; `play` includes `read`.
    pub scopes: Vec<Scope>,
}

/// A new token with its secret, shown only once.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct CreatedToken {
    /// Number of the token.
    pub id: i64,
    /// Secret to send as `Authorization: Bearer`.
    pub token: String,
}

/// New codes, shown only once.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(example = json!({ "codes": ["kd7m-29xw-aq4p-hn3t"] })))]
pub struct RecoveryCodes {
    /// Ten codes; each works once.
    pub codes: Vec<String>,
}

/// Number of remaining codes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct RecoveryCodesLeft {
    /// Codes not used yet.
    pub left: usize,
}

/// A recovery code and the new password.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(example = json!({
    "name": "Ann", "code": "kd7m-29xw-aq4p-hn3t", "password": "other words altogether"
})))]
#[serde(deny_unknown_fields)]
pub struct RecoverByCode {
    /// Name of the account.
    pub name: String,
    /// A recovery code or a mailed code; case, spaces and dashes are ignored.
    pub code: Secret,
    /// New password.
    pub password: Secret,
}

/// E-mail address of the caller's account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(example = json!({ "mail": true, "address": "ann@example.org" })))]
pub struct EmailStatus {
    /// Whether this server sends mail.
    pub mail: bool,
    /// The verified address.
    pub address: Option<String>,
}

/// A new address and the password.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(example = json!({ "address": "ann@example.org", "password": "several words together" })))]
#[serde(deny_unknown_fields)]
pub struct NewEmailAddress {
    /// The new address.
    pub address: String,
    /// Password of the account.
    pub password: Secret,
}

/// A mailed code.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(example = json!({ "code": "kd7m-29xw-aq4p-hn3t" })))]
#[serde(deny_unknown_fields)]
pub struct EmailProof {
    /// The code; case, spaces and dashes are ignored.
    pub code: Secret,
}

/// A request for a recovery code.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(example = json!({ "name": "Ann" })))]
#[serde(deny_unknown_fields)]
pub struct RecoverByEmail {
    /// Name of the account.
    pub name: String,
}
