"""The list of all checks: `nox` runs them in order, `nox -s lint` runs one of them."""

import shutil
from pathlib import Path

import nox

nox.needs_version = ">=2024.10.9"
nox.options.default_venv_backend = "venv"
nox.options.error_on_missing_interpreters = True
nox.options.sessions = ["readme", "rust", "backends", "typing", "lint"]

ROOT = Path(__file__).parent
DIST = ROOT / "dist"
# Tests that evaluate through a backend; the others do not change with it.
EVALUATION = [
    "tests/test_cases.py",
    "tests/test_golden.py",
    "tests/test_properties.py",
    "tests/test_showdown_cases.py",
    "tests/test_showdown_laws.py",
]


def built_wheel(session: nox.Session) -> str:
    """Return the wheel that the session `wheel` or `readme` has built."""
    wheels = sorted(DIST.glob("gin_fast-*.whl"), key=lambda path: path.stat().st_mtime)
    if not wheels:
        session.error("no wheel in dist/: run `nox -s wheel` first")
    return str(wheels[-1])


def cargo(session: nox.Session, *arguments: str, **environment: str) -> None:
    session.run("cargo", *arguments, external=True, env=environment)


@nox.session(venv_backend="none")
def rust(session: nox.Session) -> None:
    """Check the crate: format, lints, tests, documentation."""
    cargo(session, "fmt", "--check")
    cargo(session, "clippy", "--all-targets", "--all-features", "--", "-D", "warnings")
    features = ("--features", "rayon,naive,compat,sim")
    if shutil.which("cargo-nextest"):
        cargo(session, "nextest", "run", "--no-fail-fast", *features)
    else:
        cargo(session, "test", "--lib", "--tests", "--no-fail-fast", *features)
    cargo(session, "test", "--doc", *features)
    cargo(session, "doc", "--no-deps", *features, RUSTDOCFLAGS="-D warnings")


@nox.session
def wheel(session: nox.Session) -> None:
    """Build the wheel that the other sessions install."""
    session.install("maturin>=1.14,<2")
    shutil.rmtree(DIST, ignore_errors=True)
    session.run("maturin", "build", "--release", "--out", str(DIST))


@nox.session
def tests(session: nox.Session) -> None:
    """Run the tests against the wheel."""
    session.install(f"{built_wheel(session)}[test]")
    session.run("pytest", *session.posargs)


@nox.session
def backends(session: nox.Session) -> None:
    """Run the tests of evaluation once with each backend chosen by the environment."""
    session.install(f"{built_wheel(session)}[test]")
    listing = "import gin_fast; print(*gin_fast.backends())"
    names = session.run("python", "-c", listing, silent=True)
    for name in (names or "").split():
        session.run("pytest", "-q", *EVALUATION, env={"GIN_FAST_BACKEND": name})


@nox.session
def typing(session: nox.Session) -> None:
    """Check the types, and the stub of the extension module against the module."""
    dependencies = nox.project.load_toml("pyproject.toml")["dependency-groups"]["typing"]
    session.install(f"{built_wheel(session)}[test]", "nox", *dependencies)
    session.run("mypy")
    # On its own: it has a `conftest` too.
    session.run("mypy", "benches")
    session.run("stubtest", "gin_fast._core", "--mypy-config-file", "pyproject.toml")


@nox.session
def lint(session: nox.Session) -> None:
    """Check the Python code and its format."""
    session.install(*nox.project.load_toml("pyproject.toml")["dependency-groups"]["lint"])
    session.run("ruff", "check")
    session.run("ruff", "format", "--check")


@nox.session
def readme(session: nox.Session) -> None:
    """Run the README's own test command; the wheel it builds serves the other sessions."""
    text = (ROOT / "README.md").read_text()
    commands = [line for line in text.splitlines() if line.endswith("&& pytest")]
    if len(commands) != 1:
        session.error(f"README.md: expected one command that ends in `&& pytest`, got {commands}")
    session.run("bash", "-euxc", commands[0], external=True)
    # Maturin leaves the wheel there when pip builds in this folder.
    shutil.rmtree(DIST, ignore_errors=True)
    shutil.copytree(ROOT / "target" / "wheels", DIST)


@nox.session
def bench(session: nox.Session) -> None:
    """Measure the kernels in Rust and the functions in Python; see benches/README.md."""
    cargo(session, "bench", "--features", "rayon,naive", "--bench", "kernels")
    session.install(f"{built_wheel(session)}[bench]")
    session.run("pytest", "benches", "--benchmark-enable", *session.posargs)


@nox.session
def pettingzoo(session: nox.Session) -> None:
    """Measure random play beside the last PettingZoo with gin rummy, which it installs apart."""
    wheel = built_wheel(session)
    # RLCard asks for no versions, and newer ones of these two are what everybody gets.
    session.install("pettingzoo==1.26.1", "rlcard==1.2.0", "gymnasium", "numpy", "pygame")
    ours = Path(session.create_tmp()) / "ours"
    session.run("python", "-m", "venv", "--clear", str(ours))
    session.run(str(ours / "bin" / "pip"), "install", "-q", f"{wheel}[envs]", external=True)
    pythons = {"old": "python", "new": str(ours / "bin" / "python")}
    found = {}
    for which, python in pythons.items():
        command = (python, "benches/pettingzoo_loop.py", which)
        told = session.run(*command, external=which == "new", silent=True) or ""
        # Lines such as `old raw 7945 steps a second`.
        found[which] = {line.split()[1]: line.split()[2] for line in told.splitlines() if line}
        session.log(told.strip())
    old, new = found["old"], found["new"]
    if old["checksum"] != new["checksum"]:
        session.error(f"the games differ: {old['checksum']} and {new['checksum']}")
    for kind in ("raw", "wrapped"):
        session.log(f"{kind}: {float(new[kind]) / float(old[kind]):.1f} times as fast")
