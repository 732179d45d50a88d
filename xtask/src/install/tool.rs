//! What playing and the tests need beside Rust, and where each system has it.

/// Something a chore needs and a fresh machine may lack.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Tool {
    /// A compiler with a standard library for WASM.
    WasmCompiler,
    /// A C++ compiler.
    CppCompiler,
    /// A C compiler for static programs.
    MuslCompiler,
    /// A maker of bare Debian systems.
    Debootstrap,
    /// Chromium or Chrome.
    Browser,
    /// The browser's WebDriver server.
    BrowserDriver,
    /// PostgreSQL's server programs.
    Postgres,
    /// The NATS server.
    Nats,
    /// Python with virtual environments.
    Python,
    /// `cargo-deny` in the version the checks expect.
    CargoDeny,
    /// Schemathesis in a virtual environment of its own.
    Schemathesis,
}

/// Everything the tests need.
pub(crate) const FOR_TESTS: [Tool; 9] = [
    Tool::WasmCompiler,
    Tool::CppCompiler,
    Tool::Browser,
    Tool::BrowserDriver,
    Tool::Postgres,
    Tool::Nats,
    Tool::Python,
    Tool::CargoDeny,
    Tool::Schemathesis,
];

/// Everything `play` needs.
pub(crate) const FOR_PLAY: [Tool; 1] = [Tool::WasmCompiler];

/// Everything packages need.
pub(crate) const FOR_DIST: [Tool; 2] = [Tool::WasmCompiler, Tool::MuslCompiler];

/// What the checks of packages in bare systems need besides.
pub(crate) const FOR_DIST_CHECKS: [Tool; 1] = [Tool::Debootstrap];

/// A family of systems with the same package manager.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum System {
    Debian,
    Fedora,
    Arch,
    MacOs,
    Windows,
    Other,
}

impl Tool {
    /// Name in messages.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Tool::WasmCompiler => "a compiler for WASM",
            Tool::CppCompiler => "a C++ compiler",
            Tool::MuslCompiler => "musl-gcc",
            Tool::Debootstrap => "debootstrap",
            Tool::Browser => "Chromium",
            Tool::BrowserDriver => "chromedriver",
            Tool::Postgres => "PostgreSQL",
            Tool::Nats => "nats-server",
            Tool::Python => "Python with venv",
            Tool::CargoDeny => "cargo-deny",
            Tool::Schemathesis => "schemathesis",
        }
    }

    /// What needs it.
    pub(crate) fn purpose(self) -> &'static str {
        match self {
            Tool::WasmCompiler => "the web app",
            Tool::CppCompiler => "the fuzz targets",
            Tool::MuslCompiler => "the static program",
            Tool::Debootstrap => "the check of packages in a bare system",
            Tool::Browser | Tool::BrowserDriver => "the browser tests",
            Tool::Postgres => "the tests on PostgreSQL",
            Tool::Nats => "the test of several servers",
            Tool::Python => "schemathesis and the Python package",
            Tool::CargoDeny => "the check of licences",
            Tool::Schemathesis => "the check of the API",
        }
    }

    /// Debian packages, which can be installed without asking. `cargo-deny` and schemathesis come
    /// from their own registries.
    pub(crate) fn debian_packages(self) -> &'static [&'static str] {
        match self {
            // Debian's compilers build the standard library for WASM themselves.
            Tool::WasmCompiler => &["rustc-web", "cargo-web", "rust-web-src", "lld-19"],
            Tool::CppCompiler => &["g++"],
            Tool::MuslCompiler => &["musl-tools"],
            Tool::Debootstrap => &["debootstrap"],
            Tool::Browser => &["chromium"],
            Tool::BrowserDriver => &["chromium-driver"],
            Tool::Postgres => &["postgresql"],
            Tool::Nats => &["nats-server"],
            Tool::Python => &["python3-venv"],
            Tool::CargoDeny | Tool::Schemathesis => &[],
        }
    }

    /// The command or page that installs it by hand.
    pub(crate) fn manual_command(self, system: System) -> String {
        let command = match (self, system) {
            (Tool::WasmCompiler, System::Fedora) => {
                "sudo dnf install rust-std-static-wasm32-unknown-unknown lld"
            }
            (Tool::WasmCompiler, System::Arch) => "sudo pacman -S rust-wasm lld",
            (Tool::WasmCompiler, System::MacOs | System::Windows | System::Other) => {
                "install Rust with https://rustup.rs, then: rustup target add wasm32-unknown-unknown"
            }
            (Tool::CppCompiler, System::Fedora) => "sudo dnf install gcc-c++",
            (Tool::CppCompiler, System::Arch) => "sudo pacman -S gcc",
            (Tool::CppCompiler, System::MacOs) => "xcode-select --install",
            (Tool::CppCompiler, System::Windows) => {
                "winget install Microsoft.VisualStudio.2022.BuildTools"
            }
            (Tool::MuslCompiler, System::Fedora) => "sudo dnf install musl-gcc",
            (Tool::MuslCompiler, System::Arch) => "sudo pacman -S musl",
            (Tool::MuslCompiler, System::MacOs | System::Windows | System::Other) => {
                "packages are built on Linux; see https://musl.libc.org"
            }
            (Tool::Debootstrap, System::Fedora) => "sudo dnf install debootstrap",
            (Tool::Debootstrap, System::Arch) => "sudo pacman -S debootstrap",
            (Tool::Browser, System::Fedora) => "sudo dnf install chromium",
            (Tool::Browser, System::Arch) => "sudo pacman -S chromium",
            (Tool::Browser, System::MacOs) => "brew install --cask google-chrome",
            (Tool::Browser, System::Windows) => "winget install Google.Chrome",
            (Tool::BrowserDriver, System::Fedora) => "sudo dnf install chromedriver",
            (Tool::BrowserDriver, System::Arch) => "sudo pacman -S chromium",
            (Tool::BrowserDriver, System::MacOs) => "brew install --cask chromedriver",
            (Tool::BrowserDriver, System::Windows) => "winget install Chromium.ChromeDriver",
            // The tests find a server of their own only where Debian puts it.
            (Tool::Postgres, system) if system != System::Debian => {
                "start a PostgreSQL server and set ABAQUE_TEST_PG=postgres://…"
            }
            (Tool::Nats, System::Fedora) => "sudo dnf install nats-server",
            (Tool::Nats, System::Arch) => "sudo pacman -S nats-server",
            (Tool::Nats, System::MacOs) => "brew install nats-server",
            (Tool::Nats, System::Windows | System::Other) => {
                "install nats-server from https://nats.io/download"
            }
            (Tool::Python, System::Fedora) => "sudo dnf install python3",
            (Tool::Python, System::Arch) => "sudo pacman -S python",
            (Tool::Python, System::MacOs) => "brew install python",
            (Tool::Python, System::Windows) => "winget install Python.Python.3.13",
            (Tool::CargoDeny, _) => "cargo install --locked cargo-deny",
            (Tool::Schemathesis, _) => "pip install schemathesis",
            (_, System::Debian) => {
                return format!("sudo apt-get install {}", self.debian_packages().join(" "));
            }
            _ => return format!("install {} with your package manager", self.name()),
        };
        command.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tool_can_be_installed_on_every_system() {
        use System::{Arch, Debian, Fedora, MacOs, Other, Windows};
        for tool in FOR_TESTS {
            for system in [Debian, Fedora, Arch, MacOs, Windows, Other] {
                let command = tool.manual_command(system);
                assert!(!command.is_empty() && !command.ends_with(' '), "{tool:?} on {system:?}");
            }
        }
        assert!(FOR_PLAY.iter().all(|tool| FOR_TESTS.contains(tool)));
    }

    #[test]
    fn packages_are_named_for_the_systems_package_manager() {
        assert_eq!(Tool::CppCompiler.manual_command(System::Debian), "sudo apt-get install g++");
        assert_eq!(Tool::Browser.manual_command(System::Fedora), "sudo dnf install chromium");
        assert!(Tool::Browser.manual_command(System::MacOs).starts_with("brew "));
        assert!(Tool::Python.manual_command(System::Windows).starts_with("winget "));
        assert!(Tool::Postgres.manual_command(System::MacOs).contains("ABAQUE_TEST_PG"));
    }
}
