"""The launcher, the installing of system packages, `mote doctor` and `mote test`.

Nothing here installs a system package or uses the network: apt-get, dpkg-query and sudo are stubs,
and pip installs a package made on the spot.
"""

from __future__ import annotations

import ast
import importlib.machinery
import importlib.util
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from types import SimpleNamespace

import pytest

from mote import commands
from mote.common import version
from mote.common.paths import ROOT, WORK
from mote.running import system, testing
from mote.showing import doctor

LAUNCHER = ROOT / "mote"
MAIN = """import os, sys
import mote_fake
print(mote_fake.VALUE, sys.argv[1:], os.getcwd(), os.environ["MOTE_WORK"], sep="|")
print("in the path:", os.getcwd() in sys.path)
"""


def load_launcher():
    loader = importlib.machinery.SourceFileLoader("mote_launcher", str(LAUNCHER))
    module = importlib.util.module_from_spec(
        importlib.util.spec_from_loader("mote_launcher", loader)
    )
    loader.exec_module(module)
    return module


def write_wheel(folder: Path) -> None:
    with zipfile.ZipFile(folder / "mote_fake-1.0-py3-none-any.whl", "w") as wheel:
        wheel.writestr("mote_fake.py", "VALUE = 'fake 1.0'\n")
        about = "mote_fake-1.0.dist-info"
        wheel.writestr(
            f"{about}/METADATA", "Metadata-Version: 2.1\nName: mote-fake\nVersion: 1.0\n"
        )
        wheel.writestr(
            f"{about}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        names = ("mote_fake.py", f"{about}/METADATA", f"{about}/WHEEL", f"{about}/RECORD")
        wheel.writestr(f"{about}/RECORD", "".join(f"{name},,\n" for name in names))


NEEDED = {
    ".": ("__init__.py",),
    "common": ("__init__.py", "errors.py", "paths.py"),
    "catalog": ("__init__.py", "cpu.py"),
    "running": ("__init__.py", "system.py"),
}
"""What the launcher's own part of the package is, and what that imports."""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A small checkout with a space in its path, and a command line that tells how it was run."""
    root = tmp_path / "a checkout"
    package = root / "python" / "mote"
    package.mkdir(parents=True)
    shutil.copy(LAUNCHER, root)
    for folder, names in NEEDED.items():
        (package / folder).mkdir(exist_ok=True)
        for name in names:
            shutil.copy(ROOT / "python" / "mote" / folder / name, package / folder)
    (package / "commands").mkdir()
    for name in ("bench", "cpus", "test"):
        (package / "commands" / f"{name}.py").write_text("")
    (package / "__main__.py").write_text(MAIN)
    write_wheel(tmp_path)
    (root / "requirements.txt").write_text("mote-fake==1.0\n")
    (root / "requirements-test.txt").write_text("# none\n")
    return root


def environment(checkout: Path, **more: str) -> dict[str, str]:
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("MOTE", "PIP"))}
    pip = {
        "PIP_NO_INDEX": "1",
        "PIP_FIND_LINKS": str(checkout.parent),
        "PIP_CONFIG_FILE": os.devnull,
    }
    return {**kept, **pip, "MOTE_NO_INSTALL": "1", **more}


def start(checkout: Path, *arguments: str, launcher: Path | None = None, **more: str):
    return subprocess.Popen(
        [sys.executable, str(launcher or checkout / "mote"), *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=checkout.parent,
        env=environment(checkout, **more),
    )


def finish(process) -> SimpleNamespace:
    out, err = process.communicate(timeout=120)
    return SimpleNamespace(status=process.returncode, out=out, err=err)


def run_as(checkout: Path, preamble: str, **more: str) -> SimpleNamespace:
    """Run the launcher in a Python that `preamble` has changed."""
    code = f"import runpy, sys\n{preamble}\nsys.argv = ['mote', 'bench']\n"
    code += f"runpy.run_path({str(checkout / 'mote')!r}, run_name='__main__')"
    process = subprocess.Popen(
        [sys.executable, "-c", code],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(checkout, **more),
    )
    return finish(process)


needs_ensurepip = pytest.mark.skipif(
    importlib.util.find_spec("ensurepip") is None, reason="this Python has no ensurepip"
)


def test_launcher_is_executable_and_an_old_python_can_read_it():
    assert os.access(LAUNCHER, os.X_OK)
    source = LAUNCHER.read_text(encoding="utf-8")
    assert source.startswith("#!/usr/bin/env python3\n")
    ast.parse(source, feature_version=(3, 6))
    with pytest.raises(SyntaxError):  # the check can fail
        ast.parse("match x:\n    case 1: pass\n", feature_version=(3, 6))


OLD = "sys.version_info = (3, 8, 10, 'final', 0)"


def test_an_old_python_says_so(checkout: Path, tmp_path: Path):
    done = run_as(checkout, OLD, PATH=str(tmp_path))
    assert done.status == 3
    assert "Python 3.10 or newer is needed" in done.err
    assert done.err.count("\n") == 1
    assert not (checkout / ".mote").exists()


def test_an_old_python_hands_over_to_a_newer_one(checkout: Path, tmp_path: Path):
    stub(tmp_path / "bin", "python3.12", 'echo "handed over: $*"')
    stub(tmp_path / "bin", "python3.13", "exit 1")  # a version manager's name for nothing
    done = run_as(checkout, OLD, PATH=str(tmp_path / "bin"))
    assert done.status == 0
    assert done.out == f"handed over: {checkout / 'mote'} bench\n"


@needs_ensurepip
@pytest.mark.turns("commands", 16, "python/mote/commands", "python/mote/cli.py", "mote")
def test_environment_is_made_once_and_a_half_made_one_never_used(checkout: Path):
    launcher = load_launcher()
    launcher.ROOT = checkout
    folder = launcher.environment_folder(checkout / ".mote", launcher.requirement_files(["bench"]))
    assert folder != launcher.environment_folder(
        checkout / ".mote", launcher.requirement_files(["--no-install", "test"])
    )
    (folder / "bin").mkdir(parents=True)
    stub(folder / "bin", "python", "echo from the half-made environment")
    link = checkout.parent / "a link"
    link.symlink_to(checkout / "mote")

    both = [start(checkout, "bench", "a b", launcher=link) for _ in range(2)]
    results = [finish(process) for process in both]
    expected = f"fake 1.0|['bench', 'a b']|{checkout.parent}|{checkout / '.mote'}\n"
    for done in results:
        assert (done.status, done.out) == (0, expected + "in the path: False\n"), done.err
    assert sorted("making the Python environment (once)" in done.err for done in results) == [
        False,
        True,
    ]

    again = finish(start(checkout, "bench", "a b"))
    assert (again.status, again.err) == (0, "")

    (folder / "bin" / "python").unlink()  # its Python was removed from the system
    (folder / "bin" / "python").symlink_to("/nowhere/python3")
    again = finish(start(checkout, "bench", "a b"))
    assert again.out.startswith(expected)
    assert "making the Python environment (once)" in again.err


@needs_ensurepip
@pytest.mark.turns("commands", 16, "python/mote/commands", "python/mote/cli.py", "mote")
def test_what_pip_cannot_fetch_is_named_and_leaves_nothing_usable(checkout: Path):
    (checkout / "requirements.txt").write_text("mote-fake==2.0\n")
    done = finish(start(checkout, "--no-install", "bench"))
    assert (done.status, done.out) == (3, "")
    assert "mote-fake==2.0" in done.err
    assert str(checkout / ".mote" / "venv.log") in done.err
    assert not list((checkout / ".mote").glob("venv-*/mote-ready"))


def test_without_ensurepip_and_without_network(checkout: Path, tmp_path: Path):
    real = Path(sys.executable).resolve()
    script = f'case "$*" in *"import ensurepip"*) exit 1;; esac; exec "{real}" "$@"'
    python = stub(tmp_path / "bin", "python3", script)
    done = run_as(checkout, f"sys.executable = {str(python)!r}", https_proxy="http://127.0.0.1:9")
    assert done.status == 3
    assert "pip cannot be fetched from PyPI" in done.err
    assert not list((checkout / ".mote").glob("venv-*/mote-ready"))


def test_work_folder_that_cannot_be_written(checkout: Path, tmp_path: Path):
    (tmp_path / "file").write_text("")
    done = finish(start(checkout, "bench", MOTE_WORK=str(tmp_path / "file" / "work")))
    assert done.status == 3
    assert f"cannot write {tmp_path / 'file' / 'work'}" in done.err
    assert "MOTE_WORK" in done.err
    assert done.err.count("\n") == 1


BARE_MAIN = """import os, sys
try:
    import mote_fake
except ModuleNotFoundError:
    print("bare", sys.argv[1:], os.environ["MOTE_WORK"], sep="|")
    print("in the path:", os.getcwd() in sys.path)
else:
    print(mote_fake.VALUE)
"""


@pytest.mark.parametrize(
    "arguments",
    [
        *(
            [],
            ["--version"],
            ["--help"],
            ["-h", "bench"],
            ["bench", "--help"],
            ["bench", "x", "-h"],
        ),
        *(["cpus"], ["--no-install", "cpus"], ["bensh", "shabal"], ["test", "--help"], ["../x"]),
    ],
)
def test_light_commands_make_no_environment(checkout: Path, arguments: list[str]):
    """Nothing is fetched or written for what lists and explains, or is a mistake anyway."""
    (checkout / "python" / "mote" / "__main__.py").write_text(BARE_MAIN)
    done = finish(start(checkout, *arguments))
    assert done.out == f"bare|{arguments}|{checkout / '.mote'}\nin the path: False\n", done.err
    assert (done.status, done.err) == (0, "")
    assert not (checkout / ".mote").exists()


def test_other_commands_are_not_light(checkout: Path):
    """That the bench needs its packages, test_what_pip_cannot_fetch… has."""
    launcher = load_launcher()
    launcher.ROOT = checkout
    for words in ("bench", "bench cpus", "test -k --help", "test"):
        assert not launcher.is_light(words.split())
    # What the tests above run as light ones is asked in the same way.
    assert launcher.is_light(["cpus"]) and launcher.is_light(["test", "--help"])


def test_without_a_reader_of_toml_the_lists_need_the_environment(monkeypatch: pytest.MonkeyPatch):
    launcher = load_launcher()
    assert launcher.is_light(["cpus"])
    monkeypatch.setattr(sys, "version_info", (3, 10, 12, "final", 0))
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert not launcher.is_light(["cpus"])
    assert launcher.is_light(["--version"])
    assert launcher.is_light(["cpus", "--help"])
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: name == "tomli")
    assert launcher.is_light(["cpus"])


def bare(*arguments: str) -> SimpleNamespace:
    """The command line in a Python without any installed package."""
    code = "import runpy; runpy.run_module('mote', None, '__main__')"
    process = subprocess.Popen(
        [sys.executable, "-S", "-c", code, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT / "python")},
    )
    return finish(process)


@pytest.mark.skipif(sys.version_info < (3, 11), reason="this Python reads no TOML by itself")
@pytest.mark.parametrize("command", load_launcher().LIGHT)
def test_light_commands_run_without_an_installed_package(command: str, tmp_path: Path):
    arguments, words = {
        "cpus": ([], "avr8"),
        "doctor": ([], "fetched on first use"),
        "export": (["sha256", "--cpu", "avr8", str(tmp_path / "files")], "mote_sha256.h"),
        "list": ([], "portable_lowram"),
        "page": ([str(tmp_path / "mote.html")], "mote.html"),
        "pick": (["--cpu", "avr8"], "./mote export"),
    }[command]
    done = bare(command, *arguments)
    assert done.err == ""
    assert done.status in ((0, 1) if command == "doctor" else (0,))
    assert words in done.out


@pytest.mark.skipif(sys.version_info < (3, 11), reason="this Python reads no TOML by itself")
def test_two_files_that_belong_together_are_exported_without_an_installed_package(tmp_path: Path):
    """They would be measured together; what that lacks is said in the README."""
    done = bare("export", "hmac_sha3", "sha3", "--cpu", "cortex-m0", str(tmp_path))
    assert (done.status, done.err) == (0, "")
    said = (tmp_path / "README.md").read_text()
    assert "Not measured with thumb of sha3: this Python lacks " in said
    assert (tmp_path / "mote_hmac_sha3.c").is_file()


def test_bytecode_goes_to_the_work_folder_where_there_is_one(checkout: Path):
    """Also of who wants none beside the sources."""
    arguments = ("--help",)
    none = {"PYTHONDONTWRITEBYTECODE": "1", "PYTHONPYCACHEPREFIX": ""}
    finish(start(checkout, *arguments, **none))
    assert not list(checkout.rglob("*.pyc"))
    (checkout / ".mote").mkdir()
    finish(start(checkout, *arguments, **none))
    found = list(checkout.rglob("*.pyc"))
    assert found
    assert all(path.is_relative_to(checkout / ".mote" / "bytecode") for path in found)


@pytest.mark.skipif(sys.version_info < (3, 11), reason="this Python reads no TOML by itself")
def test_functions_that_share_code_are_exported_without_an_installed_package(tmp_path: Path):
    """Their figures are stored."""
    words = ("threefish256", "skein256", "skein_prng", "--cpu", "avr8", "--together")
    done = bare("export", *words, str(tmp_path))
    assert (done.status, done.err) == (0, "")
    assert "bytes in all" in (tmp_path / "README.md").read_text()
    assert (tmp_path / "mote_skein_prng.S").is_file()


EACH_HELP = """import os, runpy, sys
from mote import cli, commands
for command in commands.names():
    process = os.fork()
    if not process:
        sys.argv = ["mote", command, "--help"]
        runpy.run_module("mote", None, "__main__")
    assert os.waitpid(process, 0)[1] == 0, command
"""


def test_every_help_runs_without_an_installed_package():
    """Each in a fork of a process that has imported the command line alone."""
    command = [sys.executable, "-S", "-c", EACH_HELP]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "python")}
    result = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert (result.returncode, result.stderr) == (0, "")
    lines = [line for line in result.stdout.splitlines() if line.startswith("usage: mote ")]
    assert [line.split()[2] for line in lines] == commands.names()
    every = bare("--help").out
    assert [each for each in commands.names() if every.count(f"\n    {each} ") != 1] == []


def test_a_bare_python_has_no_installed_package():
    """The two tests above can fail."""
    done = bare("report")
    assert done.status == 1
    assert "tabulate" in done.err


def test_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    assert bare("--version").out == f"{version.text()}\n"
    root = tmp_path / "repository" / "checkout"
    root.mkdir(parents=True)
    (root / "pyproject.toml").write_text('[project]\nname = "mote"\nversion = "4.5.6"\n')
    monkeypatch.setattr(version, "ROOT", root)

    def git(*arguments: str, folder: Path = root) -> str:
        who = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
        command = ["git", *who, *arguments]
        return subprocess.run(
            command, cwd=folder, capture_output=True, text=True, check=True
        ).stdout.strip()

    def text() -> str:
        version.described.cache_clear()
        return version.text()

    git("init", "-q", folder=tmp_path / "repository")
    assert text() == "mote 4.5.6", "the repository around the checkout is another one"
    git("init", "-q")
    assert text() == "mote 4.5.6", "no commit yet"
    git("add", ".")
    git("commit", "-q", "-m", "x")
    git("tag", "v9")
    commit = git("rev-parse", "--short=12", "HEAD")
    assert text() == f"mote 4.5.6 ({commit})"
    (root / "pyproject.toml").write_text('version = "4.5.7"\n')
    assert text() == f"mote 4.5.7 ({commit}-dirty)"
    monkeypatch.setenv("PATH", str(tmp_path))
    assert text() == "mote 4.5.7"


def test_an_environment_of_another_user_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Its Python may not be run."""
    launcher = load_launcher()
    folder = tmp_path / "venv"
    stub(folder / "bin", "python", "")
    (folder / "mote-ready").write_text("")
    assert launcher.ready(folder)
    (folder / "bin" / "python").chmod(0o644)
    assert not launcher.ready(folder)


def test_reason_for_pip_failing():
    launcher = load_launcher()

    def reason(text: str) -> str:
        return launcher.pip_reason(SimpleNamespace(seek=lambda place: None, read=lambda: text))

    assert "cannot be reached" in reason(
        "Retrying: [Errno -3] Temporary failure in name resolution"
    )
    assert "ca-certificates" in reason("SSLError: CERTIFICATE_VERIFY_FAILED")
    assert reason("Looking\nERROR: No matching distribution found for x==9\n").startswith(
        "No match"
    )


def test_package_that_brings_ensurepip():
    launcher = load_launcher()
    assert launcher.venv_package(Path("/home/user/.pyenv/versions/3.12.1/bin/python3.12")) is None
    own = f"python3.{sys.version_info[1]}-venv"
    assert launcher.venv_package(Path("/usr/bin/python3.99")) == own
    if Path("/usr/bin/python3").exists():
        assert launcher.venv_package(Path("/usr/bin/python3").resolve()) == "python3-venv"


# ---- system packages --------------------------------------------------------------------------


def stub(folder: Path, name: str, script: str) -> Path:
    """An executable shell script."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return path


class Debian:
    """A system made of stubs: what dpkg has installed, what apt-get can install, what it did."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.bin = folder / "bin"
        self.installed = folder / "installed"
        self.archive = folder / "archive"
        self.calls = folder / "calls"
        for path in (self.installed, self.archive, self.calls):
            path.write_text("")
        stub(
            self.bin,
            "dpkg-query",
            f'shift 2; for p; do if /bin/grep -qx -- "$p" "{self.installed}"; '
            'then echo "$p installed 1.0-1"; else echo "no packages found" >&2; fi; done; exit 1',
        )
        stub(
            self.bin,
            "apt-get",
            'while [ "$1" = -o ]; do\n'
            "case $2 in APT::Status-Fd=*) status_fd=${2#*=};; esac; shift 2; done\n"
            f'echo "$DEBIAN_FRONTEND $*" >> "{self.calls}"\n'
            f'[ "$1" = install ] || {{ echo newer >> "{self.archive}"; exit 0; }}\n'
            "shift 3; status=0\n"
            f'for p; do /bin/grep -qx -- "$p" "{self.archive}" || '
            '{ echo "E: Unable to locate package $p"; status=100; }; done\n'
            "[ $status = 0 ] || exit 100\n"
            'echo "Need to get 1,234 kB of archives."\n'
            'echo "After this operation, 5,678 kB of additional disk space will be used."\n'
            'status() { eval "echo $* >&$status_fd"; }\n'
            "status dlstatus:1:20.0:Retrieving; status dlstatus:1:90.0:Retrieving\n"
            "status pmstatus:x:50.0:Unpacking\n"
            # Like apt, which leaves dpkg and the packages' scripts without that descriptor.
            'eval "exec $status_fd>&-"; echo "Setting up" || exit 100\n'
            f'for p; do echo "$p" >> "{self.installed}"; done',
        )
        (self.bin / "env").symlink_to("/usr/bin/env")
        monkeypatch.setenv("PATH", str(self.bin))
        monkeypatch.delenv("MOTE_NO_INSTALL", raising=False)
        monkeypatch.setattr(system, "PROVIDES", {"gcc-avr": "avr-gcc", "avr-libc": "/nowhere/io.h"})
        monkeypatch.setattr(system, "WORK", folder / "work")
        monkeypatch.setattr(system, "_lists_present", lambda: True)
        monkeypatch.setattr(os, "geteuid", lambda: 0)
        system._privilege.cache_clear()

    def done(self) -> list[str]:
        """What apt-get was asked for."""
        return self.calls.read_text().splitlines()


@pytest.fixture
def debian(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    yield Debian(tmp_path, monkeypatch)
    system._privilege.cache_clear()


def test_missing(debian: Debian):
    debian.installed.write_text("gcc\nlibelf-dev\n")
    names = ["sdcc", "gcc", "gcc-avr", "libelf-dev", "sdcc", "avr-libc"]
    assert system.missing(names) == ["sdcc", "gcc-avr", "avr-libc"]
    assert system.installed_versions(names) == {"gcc": "1.0-1", "libelf-dev": "1.0-1"}
    stub(debian.bin, "avr-gcc", "")  # a toolchain of the user's own
    assert system.missing(names) == ["sdcc", "avr-libc"]


def test_missing_where_there_is_no_dpkg(debian: Debian):
    (debian.bin / "dpkg-query").unlink()
    assert system.missing(["gcc-avr", "some-library-dev"]) == ["gcc-avr"]


def test_install_command(debian: Debian, monkeypatch: pytest.MonkeyPatch):
    install = "apt-get install -y --no-install-recommends g++ sdcc"
    assert system.install_command(["g++", "sdcc"]) == install
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert system.install_command(["g++", "sdcc"]) == f"su -c '{install}'"
    stub(debian.bin, "sudo", "exit 1")
    assert system.install_command(["g++", "sdcc"]) == f"sudo {install}"
    monkeypatch.setattr(system, "_lists_present", lambda: False)
    assert system.install_command(["sdcc"]).startswith(
        "sudo apt-get update && sudo apt-get install"
    )
    (debian.bin / "apt-get").unlink()
    assert "your system's packager" in system.install_command(["sdcc"])


def test_install_in_one_call_with_short_progress(debian: Debian):
    debian.archive.write_text("gcc\nsdcc\n")
    lines: list[str] = []
    assert system.ensure({"a": ["gcc"], "b": ["gcc", "sdcc"]}, report=lines.append) == {}
    assert debian.done() == ["noninteractive install -y --no-install-recommends gcc sdcc"]
    assert lines == [
        "installing 2 system packages: gcc sdcc …",
        "  1,234 kB to download …",
        "  5,678 kB on the disk",
        "  installing …",
    ]
    assert system.ensure({"a": ["gcc"]}, report=lines.append) == {}
    assert len(debian.done()) == 1
    assert "apt-get" in (system.WORK / "apt.log").read_text()


def test_lists_are_fetched_when_there_are_none(debian: Debian, monkeypatch: pytest.MonkeyPatch):
    debian.archive.write_text("gcc\n")
    monkeypatch.setattr(system, "_lists_present", lambda: len(debian.done()) > 0)
    assert system.install(["gcc"], lambda line: None) == []
    assert [call.split()[1] for call in debian.done()] == ["update", "install"]


def test_lists_that_cannot_be_fetched(debian: Debian, monkeypatch: pytest.MonkeyPatch):
    stub(debian.bin, "apt-get", 'echo "W: Failed to fetch http://x  Temporary failure"; exit 0')
    monkeypatch.setattr(system, "_lists_present", lambda: False)
    lines: list[str] = []
    assert system.install(["gcc"], lines.append) == ["gcc"]
    assert "Failed to fetch http://x  Temporary failure" in lines[-1]
    assert "apt.log" in lines[-1]


def test_old_lists_are_fetched_anew_and_unknown_packages_left_out(debian: Debian):
    debian.archive.write_text("gcc\n")
    lines: list[str] = []
    wanted = {"a": ["gcc", "newer"], "b": ["gcc", "nonesuch"]}
    assert system.ensure(wanted, report=lines.append) == {"b": ["nonesuch"]}
    assert [call.split()[1] for call in debian.done()] == [
        "install",
        "update",
        "install",
        "install",
    ]
    assert system.missing(["gcc", "newer"]) == []
    assert any("does not know nonesuch" in line for line in lines)


def test_one_package_stands_in_for_another_that_apt_does_not_know(
    debian: Debian, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setitem(system.PROVIDES, "cargo-web", "cargo")
    for archive, asked in (
        ("gcc\ncargo\n", ["gcc cargo-web", "gcc cargo-web", "gcc cargo"]),
        ("gcc\ncargo\ncargo-web\n", ["gcc cargo-web"]),
    ):
        for path in (debian.calls, debian.installed):
            path.write_text("")
        debian.archive.write_text(archive)
        lines: list[str] = []
        system.install(["gcc", "cargo-web"], lines.append)
        installs = [call for call in debian.done() if " install " in call]
        assert [call.partition("recommends ")[2] for call in installs] == asked
        assert not any("does not know" in line for line in lines)
        assert debian.installed.read_text().split() == asked[-1].split()


def test_nothing_is_installed_where_it_is_not_allowed(
    debian: Debian, monkeypatch: pytest.MonkeyPatch
):
    debian.archive.write_text("gcc\nsdcc\n")
    wanted = {"a": ["gcc"], "b": []}
    lines: list[str] = []
    assert system.ensure(wanted, allow=False, report=lines.append) == {"a": ["gcc"]}
    monkeypatch.setenv("MOTE_NO_INSTALL", "1")
    assert system.ensure(wanted, report=lines.append) == {"a": ["gcc"]}
    monkeypatch.delenv("MOTE_NO_INSTALL")
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    stub(debian.bin, "sudo", 'echo "sudo: a password is required" >&2; exit 1')
    assert system.ensure(wanted, report=lines.append) == {"a": ["gcc"]}
    assert debian.done() == []
    assert len(lines) == 3
    for line in lines:
        assert line.splitlines()[1].endswith("apt-get install -y --no-install-recommends gcc")

    # sudo without a password is enough.
    stub(debian.bin, "sudo", f'[ "$1" = -n ] && shift; [ "$1" = true ] || exec {debian.bin}/"$@"')
    system._privilege.cache_clear()
    assert system.ensure(wanted, report=lines.append) == {}
    assert len(debian.done()) == 1


# ---- doctor, test -----------------------------------------------------------------------------


def fake_cpu(name: str, machine: str, *packages: str) -> SimpleNamespace:
    return SimpleNamespace(name=name, machine=machine, toolchain=SimpleNamespace(packages=packages))


def test_doctor(
    debian: Debian, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    cpus = {
        "avr8": fake_cpu("avr8", "simavr", "gcc-avr"),
        "mcs51": fake_cpu("mcs51", "ucsim", "sdcc"),
    }
    monkeypatch.setattr(doctor.catalog, "cpus", lambda: cpus)
    everything = doctor.users_by_package()
    assert everything["gcc"] == ["the bench itself"]
    assert everything["sdcc-ucsim"] == ["mcs51"]
    assert everything["cmake"] == ["mote test"]
    assert everything["verilator"] == ["bench --cores"]

    debian.installed.write_text("".join(f"{name}\n" for name in everything))
    assert doctor.run() == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "Everything is there." in out
    assert "bench and check: verilator (there); cores cv32e40p, ibex, picorv32, serv" in out

    debian.installed.write_text("".join(f"{name}\n" for name in everything if name != "sdcc"))
    assert doctor.run() == 1
    out = capsys.readouterr().out
    assert "1 system packages are missing" in out
    assert "apt-get install -y --no-install-recommends sdcc\n" in out
    row = next(line for line in out.splitlines() if line.startswith("sdcc "))
    assert "MISSING" in row
    assert "mcs51" in row

    stub(debian.bin, "own-sdcc", "echo 'SDCC : mcs51 4.2.0 #13081'")
    monkeypatch.setitem(system.PROVIDES, "sdcc", "own-sdcc")
    assert doctor.run() == 0
    assert "4.2.0" in capsys.readouterr().out


def test_doctor_compares_python_packages_with_their_pins(tmp_path: Path):
    write_wheel(tmp_path)
    with zipfile.ZipFile(tmp_path / "mote_fake-1.0-py3-none-any.whl") as wheel:
        wheel.extractall(tmp_path / "site")
    path = tmp_path / "requirements.txt"
    path.write_text(
        "# why\nMote_Fake==1.0\n"
        'other==2.0; python_version < "3.4"\nabsent==3; python_version < "4.0"\n'
    )
    assert doctor.pins(path) == {"Mote_Fake": "1.0", "absent": "3"}
    found = doctor.modules(path, [str(tmp_path / "site")])
    assert [(module.name, module.installed, module.right) for module in found] == [
        ("Mote_Fake", "1.0", True),
        ("absent", "", False),
    ]
    path.write_text("mote-fake==1.1\n")
    assert [module.right for module in doctor.modules(path, [str(tmp_path / "site")])] == [False]


def test_every_requirement_is_pinned():
    for name in ("requirements.txt", "requirements-test.txt"):
        lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
        for line in lines:
            assert line.startswith("#") or "==" in line, line


def test_dependencies_are_documented_with_their_versions():
    page = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")
    for name in ("requirements.txt", "requirements-test.txt"):
        for line in (ROOT / name).read_text(encoding="utf-8").splitlines():
            if not line.startswith("#"):
                package, version = line.partition(";")[0].strip().split("==")
                assert f"| {package} | {version} |" in page
    words = set(page.replace(",", " ").split())
    assert [package for package in doctor.users_by_package() if package not in words] == []
    assert load_launcher().PIP_URL.endswith("/pip-25.3-py3-none-any.whl")
    assert "| pip | 25.3 |" in page


def test_a_failed_style_check_fails_mote_test(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
):
    asked: list[dict] = []
    monkeypatch.setattr(system, "ensure", lambda wanted, **more: asked.append(wanted) or {})
    monkeypatch.setattr(testing.catalog, "cpus", lambda: {"x": fake_cpu("x", "simavr", "gcc-x")})
    style = {"good style": [sys.executable, "-c", ""]}
    monkeypatch.setattr(testing, "style_commands", lambda: style)
    assert testing.run(["--version"]) == 0
    assert "gcc-x" in asked[0]["x"]
    assert "libelf-dev" in asked[0]["x"]
    assert "cmake" in asked[0]["mote test"]
    style["bad style"] = [sys.executable, "-c", "raise SystemExit(1)"]
    assert testing.run(["--version"]) == 1
    assert "bad style failed" in capfd.readouterr().err
    assert testing.run(["--no-such-option"]) == 4


def test_pythons_headers_are_installed_where_it_has_none(tmp_path: Path):
    assert testing.headers_packages(tmp_path) == ("python3-dev",)
    (tmp_path / "Python.h").touch()
    assert testing.headers_packages(tmp_path) == ()


def test_style_checks_cover_the_launcher_and_the_c_sources():
    commands = testing.style_commands()
    assert "mote" in commands["ruff check"]
    assert "mote" in commands["ruff format --check"]
    assert "include/mote/shabal.h" in commands["clang-format --dry-run"]
    assert "python/mote/showing/page/script.js" in commands["clang-format --dry-run"]


@pytest.mark.turns("commands", 16, "python/mote/commands", "python/mote/cli.py", "mote")
def test_a_type_error_is_reported_wherever_python_code_lies(tmp_path: Path):
    """One is planted in a copy of the launcher, the package, the vectors, a core, a reference;

    and a toolchain that lacks a function of the interface.  What `mote test` has found out of these
    files goes along: mypy goes by their content, and from nothing it takes half a minute.
    """
    if (WORK / "mypy").is_dir():
        shutil.copytree(WORK / "mypy", tmp_path / "cache")
    planted = {
        "mote",
        "python/mote/common/errors.py",
        "vectors/make.py",
        "cores/pic24/extensions/keccak_chi.py",
        "tests/reference/sha2.py",
    }
    for name in ("mote", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    for folder in ("python", "vectors", "cores", "tests/reference"):
        for path in (ROOT / folder).rglob("*.py"):
            target = tmp_path / path.relative_to(ROOT)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, target)
    for name in planted:
        with (tmp_path / name).open("a", encoding="utf-8") as stream:
            stream.write('\nplanted: int = "a text"\n')
    toolchain = tmp_path / "python/mote/building/toolchains/pic24.py"
    text = toolchain.read_text(encoding="utf-8").replace("def missing_instructions", "def lacking")
    toolchain.write_text(text, encoding="utf-8")
    check = testing.type_check(tmp_path, tmp_path / "cache")
    result = subprocess.run(check, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert result.returncode == 1, result.stderr
    errors = [line for line in result.stdout.splitlines() if ": error: " in line]
    texts = [line for line in errors if 'has type "str", variable has type "int"' in line]
    assert {line.partition(":")[0] for line in texts} == planted
    (other,) = (line for line in errors if line not in texts)
    assert other.startswith("python/mote/building/toolchains/__init__.py:")
    assert 'incompatible type "str": Module; expected "str": "Tools"' in other
    assert testing.style_commands()["mypy"] == testing.type_check()


def test_ci_runs_the_test_command_of_the_readme():
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    assert "./mote test" in script.read_text(encoding="utf-8")
    readme = ROOT / "README.md"
    if readme.exists():
        assert "./mote test" in readme.read_text(encoding="utf-8")
