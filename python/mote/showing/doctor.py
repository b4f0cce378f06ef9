"""`mote doctor`: what is installed, what is missing, who needs it, and how to get it."""

from __future__ import annotations

import platform
import re
import subprocess
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from mote.catalog import catalog, listing
from mote.common.paths import ROOT, WORK
from mote.ise import technology
from mote.running import system

TESTS = "mote test"
ISE = "mote ise"
BENCH = "the bench itself"
CORES = "bench --cores"
"""Of RISC-V: the rows that cores' own hardware gives (mote.machines.rtl)."""


@dataclass(frozen=True)
class Tool:
    """A system package and its state.  version is "" where only its absence or nothing is known."""

    package: str
    shows: str
    version: str
    there: bool
    users: tuple[str, ...]


@dataclass(frozen=True)
class Module:
    """A Python package: the pinned version, and the installed one ("" if there is none)."""

    name: str
    pinned: str
    installed: str

    @property
    def right(self) -> bool:
        """Whether exactly the pinned version is installed."""
        return self.installed == self.pinned


def program_version(program: str) -> str:
    """The version number that `program --version` prints first, or "" if it prints none."""
    try:
        result = subprocess.run(
            [program, "--version"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=10,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    match = re.search(r"\d+(\.\d+)+", result.stdout)
    return match[0] if match else ""


def users_by_package() -> dict[str, list[str]]:
    """Who needs each system package: CPUs by name, the bench itself, `mote test`."""
    users: dict[str, list[str]] = {package: [BENCH] for package in system.BASE_PACKAGES}
    for name, cpu in catalog.cpus().items():
        for package in system.cpu_packages(cpu):
            if package not in system.BASE_PACKAGES:
                users.setdefault(package, []).append(name)
    for package in system.CORE_PACKAGES:
        users.setdefault(package, []).append(CORES)
    users[system.TIMING_PACKAGE] = [ISE]
    for package in system.TEST_PACKAGES:
        users.setdefault(package, []).append(TESTS)
    return users


def tools(users: Mapping[str, Iterable[str]]) -> list[Tool]:
    """The state of every package that `users` names."""
    versions = system.installed_versions(users)
    absent = set(system.missing(users))
    found = []
    for package, names in users.items():
        place = system.provided(package)
        version = versions.get(package, "")
        if not version and place is not None and place != system.PROVIDES[package]:
            version = program_version(place)
        shows = system.PROVIDES.get(package, "")
        found.append(Tool(package, shows, version, package not in absent, tuple(names)))
    return found


def pins(path: Path) -> dict[str, str]:
    """The pinned versions of a requirements file that this Python needs, by package."""
    found = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        match = re.match(r"([A-Za-z0-9._-]+)==([^\s;]+)\s*(?:;\s*(.*))?$", line.strip())
        if match is None:
            continue
        limit = re.fullmatch(r'python_version\s*<\s*"(\d+)\.(\d+)"', match[3] or "")
        if limit is not None and sys.version_info[:2] >= (int(limit[1]), int(limit[2])):
            continue
        found[match[1]] = match[2]
    return found


def modules(path: Path, folders: list[str]) -> list[Module]:
    """The Python packages of a requirements file, looked for in `folders`."""
    installed = {
        re.sub(r"[-_.]+", "-", distribution.metadata["Name"]).lower(): distribution.version
        for distribution in metadata.distributions(path=folders)
    }
    return [
        Module(name, pinned, installed.get(re.sub(r"[-_.]+", "-", name).lower(), ""))
        for name, pinned in pins(path).items()
    ]


def test_folders() -> list[str]:
    """Where the packages of `mote test` may be: this environment, and those that mote made."""
    version = f"python{sys.version_info[0]}.{sys.version_info[1]}"
    made = WORK.glob(f"venv-*/lib/{version}/site-packages")
    ready = [str(path) for path in made if (path.parents[2] / "mote-ready").exists()]
    return [*sys.path, *ready]


def cores_text() -> str:
    """What exact cycles of RISC-V take of this machine, and what of it is there."""
    fetched = size_of(WORK / "cores")
    # A core without system.sv is for `mote ise` alone.
    known = sorted(path.parent.name for path in (ROOT / "cores").glob("*/system.sv"))
    built = [path for name in known for path in (WORK / "native").glob(f"{name}-*.so")]
    size = installed_size("verilator")
    there = "not there" if system.missing(["verilator"]) else "there"
    there = f"{size // 1000} MB" if size else there
    return (
        f"RISC-V's exact cycles, by --cores of bench and check: verilator ({there}); cores "
        f"{', '.join(known)}, fetched ({fetched / 1e6:.0f} MB) and compiled ({len(built)} files, "
        f"{sum(path.stat().st_size for path in built) / 1e6:.0f} MB) when first asked for"
    )


def size_of(folder: Path) -> int:
    """Bytes of all files in a folder; 0 where there is none."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def installed_size(package: str) -> int:
    """What a Debian package takes on disk, in kbytes by dpkg; 0 where that is not known."""
    command = ["dpkg-query", "-W", "-f=${db:Status-Status} ${Installed-Size}", package]
    try:
        result = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError:
        return 0
    match = re.fullmatch(r"installed (\d+)", result.stdout.strip())
    return int(match[1]) if match else 0


def run() -> int:
    """Print the tables; 0 if everything is there, 1 if something is missing.

    The Python packages of `mote test` alone do not count as missing: it fetches them itself.
    """
    system_tools = tools(users_by_package())
    rows = [
        (
            tool.package,
            tool.shows or "-",
            (tool.version or "there") if tool.there else "MISSING",
            ", ".join(tool.users),
        )
        for tool in system_tools
    ]
    head = ["system package", "brings", "version", "needed by"]
    print(listing.table(rows, head, wraps=(3,), drops=(1,)))
    # On a bare Python nothing is missing that the launcher will fetch by itself.
    own = (Path(sys.prefix) / "mote-ready").exists()
    bench = modules(ROOT / "requirements.txt", sys.path if own else [])
    tests = modules(ROOT / "requirements-test.txt", test_folders())
    rows = [
        (module.name, module.pinned, module.installed or absent, user)
        for group, absent, user in (
            (bench, "MISSING" if own else "fetched on first use", BENCH),
            (tests, "fetched on first use", TESTS),
        )
        for module in group
    ]
    print()
    head = ["Python package", "pinned", "installed", "needed by"]
    print(listing.table(rows, head, wraps=(2,)))
    print()
    have = "there" if technology.there() else "on first use"
    package = technology.LIBRARY_PACKAGE
    unpacked = f"mote ise unpacks a Debian package into the work folder: {package} ({have})"
    print(listing.paragraph(unpacked))
    print(listing.paragraph(cores_text()))
    (model,) = tools({system.MODEL_PACKAGE: ["mote cycles"]})
    command = system.install_command([system.MODEL_PACKAGE])
    have = model.version or "there" if model.there else f"not there: {command}"
    print(listing.paragraph(f"for mote cycles and mote ratio alone: {model.package} ({have})"))
    print(f"Python {platform.python_version()} ({sys.executable})")
    print(f"work folder: {WORK}")
    absent = [tool.package for tool in system_tools if not tool.there]
    wrong = [
        module.name
        for module in (*bench, *tests)
        if not module.right and (module.installed or (own and module in bench))
    ]
    if absent:
        print(f"\n{len(absent)} system packages are missing.  To install them:")
        print(f"    {system.install_command(absent)}")
    if wrong:
        print()
        print(listing.paragraph(f"Python packages not as pinned: {', '.join(wrong)}."))
        print(f"Delete {WORK} and try again.")
    if not absent and not wrong:
        print("\nEverything is there.")
    return 1 if absent or wrong else 0
