"""System packages: which are missing, and installing them where that is allowed.

This module uses the standard library alone: the launcher calls it before the Python environment
exists.  Package names are those of Debian and Ubuntu.
"""

from __future__ import annotations

import functools
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TextIO

from mote.catalog.cpu import Cpu
from mote.common.paths import WORK

BASE_PACKAGES = ("gcc", "libc6-dev")
"""The host's C compiler, which builds the bench's own helpers (python/mote/native)."""

CORE_PACKAGES = ("verilator", "g++")
"""What a core's own hardware description is compiled with (mote.machines.rtl)."""

MACHINE_PACKAGES: dict[str, tuple[str, ...]] = {
    "simavr": ("libsimavr-dev", "libelf-dev"),
    "ucsim": ("sdcc-ucsim",),
    "pic24": CORE_PACKAGES,
    "qemu": ("qemu-user",),
}
"""What a machine needs beside the base; Unicorn and the host need nothing more."""

TIMING_PACKAGE = "opensta"
"""The timing analyser of `mote ise`."""

TEST_PACKAGES = (
    TIMING_PACKAGE,
    *("g++", "clang", "clang-19", "libclang-rt-dev", "cmake", "make", "pkg-config"),
    *("chromium", "chromium-driver", "cadical", "gcc-mingw-w64-x86-64-win32"),
    *("cargo-web", "rust-web-src"),
)
"""What `mote test` needs beside the packages of every CPU."""

MODEL_PACKAGE = "llvm-19"
"""llvm-mca with models of POWER, of `mote cycles` and `mote ratio`; some 200 MB, and needed by no
other command: nothing installs it unasked."""

FUZZ_PACKAGES = ("gcc", "clang", "libclang-rt-dev", "cargo-web")
"""What `mote fuzz` needs."""

IN_PLACE = {"cargo-web": "cargo", "rust-web-src": "rust-src"}
"""What to install where apt does not know a package: Debian 12 has Rust twice, and `cargo` is too
old there to build other people's programs (peers/); later systems have one that is not."""

PROVIDES = {
    "binutils-avr": "avr-as",
    "cadical": "cadical",
    "cargo-web": "cargo",
    "chromium": "chromium",
    "chromium-driver": "chromedriver",
    "clang": "clang",
    "clang-19": "clang-19",
    "cmake": "cmake",
    "g++": "g++",
    "gcc": "gcc",
    "gcc-aarch64-linux-gnu": "aarch64-linux-gnu-gcc",
    "gcc-arm-none-eabi": "arm-none-eabi-gcc",
    "gcc-avr": "avr-gcc",
    "gcc-i686-linux-gnu": "i686-linux-gnu-gcc",
    "gcc-mingw-w64-x86-64-win32": "x86_64-w64-mingw32-gcc",
    "gcc-mips-linux-gnu": "mips-linux-gnu-gcc",
    "gcc-mipsel-linux-gnu": "mipsel-linux-gnu-gcc",
    "gcc-powerpc-linux-gnu": "powerpc-linux-gnu-gcc",
    "gcc-powerpc64-linux-gnu": "powerpc64-linux-gnu-gcc",
    "gcc-powerpc64le-linux-gnu": "powerpc64le-linux-gnu-gcc",
    "gcc-riscv64-linux-gnu": "riscv64-linux-gnu-gcc",
    "gcc-riscv64-unknown-elf": "riscv64-unknown-elf-gcc",
    "avr-libc": "/usr/lib/avr/include/avr/io.h",
    "libc6-dev": "/usr/include/stdio.h",
    "libc6-dev-arm64-cross": "/usr/aarch64-linux-gnu/include/stdio.h",
    "libc6-dev-i386-cross": "/usr/i686-linux-gnu/include/stdio.h",
    "libc6-dev-mips-cross": "/usr/mips-linux-gnu/include/stdio.h",
    "libc6-dev-mipsel-cross": "/usr/mipsel-linux-gnu/include/stdio.h",
    "libc6-dev-powerpc-cross": "/usr/powerpc-linux-gnu/include/stdio.h",
    "libc6-dev-ppc64-cross": "/usr/powerpc64-linux-gnu/include/stdio.h",
    "libc6-dev-ppc64el-cross": "/usr/powerpc64le-linux-gnu/include/stdio.h",
    "libc6-dev-riscv64-cross": "/usr/riscv64-linux-gnu/include/stdio.h",
    "llvm-19": "llvm-mca-19",
    "libelf-dev": "/usr/include/libelf.h",
    "libsimavr-dev": "/usr/include/simavr/sim_avr.h",
    "make": "make",
    "ninja-build": "ninja",
    "opensta": "sta",
    "pkg-config": "pkg-config",
    "qemu-user": "qemu-ppc64le",
    "rust-web-src": "/usr/lib/rustlib/src/rust",
    "sdcc": "sdcc",
    "sdcc-ucsim": "s51",
    "verilator": "verilator",
}
"""What shows that a package's content is there however it came: a program, or an absolute path.
It settles the matter where dpkg does not know (another system, a toolchain of the user's own)."""

Report = Callable[[str], None]


def print_progress(text: str) -> None:
    """Print one progress line to standard error."""
    print(f"mote: {text}", file=sys.stderr, flush=True)


def cpu_packages(cpu: Cpu) -> tuple[str, ...]:
    """The packages that building and running on `cpu` takes, in a fixed order."""
    machine = MACHINE_PACKAGES.get(cpu.machine, ())
    return tuple(dict.fromkeys((*BASE_PACKAGES, *cpu.toolchain.packages, *machine)))


def provided(package: str) -> str | None:
    """Where the content of `package` is (a path), or None if it is not there or not known."""
    what = PROVIDES.get(package)
    if what is None:
        return None
    if what.startswith("/"):
        return what if Path(what).exists() else None
    return shutil.which(what)


def installed_versions(packages: Iterable[str]) -> dict[str, str]:
    """The packages among `packages` that dpkg has installed, with their versions.

    Empty where there is no dpkg.
    """
    names = list(dict.fromkeys(packages))
    if not names or shutil.which("dpkg-query") is None:
        return {}
    result = subprocess.run(
        ["dpkg-query", "-W", "-f=${Package} ${db:Status-Status} ${Version}\n", *names],
        capture_output=True,
        text=True,
        check=False,  # it fails when any one name is unknown, and still lists the others
    )
    found = {}
    for line in result.stdout.splitlines():
        fields = line.split()
        if len(fields) == 3 and fields[1] == "installed":
            found[fields[0]] = fields[2]
    return found


def missing(packages: Iterable[str]) -> list[str]:
    """The packages that are not there, each once, in the order given.

    A package is there if dpkg has it installed or if what it provides is found.  Where there is
    no dpkg, a package of which nothing can be looked for (a library) counts as there.
    """
    names = list(dict.fromkeys(packages))
    installed = installed_versions(names)
    dpkg = shutil.which("dpkg-query") is not None
    return [
        name
        for name in names
        if name not in installed and provided(name) is None and (dpkg or name in PROVIDES)
    ]


def install_command(packages: Iterable[str]) -> str:
    """The command that installs `packages`, in one line to copy."""
    names = " ".join(shlex.quote(name) for name in packages)
    if shutil.which("apt-get") is None:
        return f"install with your system's packager what Debian calls: {names}"
    command = f"apt-get install -y --no-install-recommends {names}"
    commands = [command] if _lists_present() else ["apt-get update", command]
    if os.geteuid() == 0:
        return " && ".join(commands)
    if shutil.which("sudo") is not None:
        return " && ".join(f"sudo {command}" for command in commands)
    return "su -c " + shlex.quote(" && ".join(commands))


def _by_hand(packages: Iterable[str]) -> str:
    """The end of a message: the command on a line of its own, to be copied whole."""
    return f".  To install them:\n    {install_command(packages)}"


def _lists_present() -> bool:
    """Whether apt has ever fetched its lists (a minimal system comes without them)."""
    return any(Path("/var/lib/apt/lists").glob("*_Packages*"))


@functools.cache
def _privilege() -> tuple[str, ...] | None:
    """The words that stand before a command run as root, or None if that is not allowed."""
    if os.geteuid() == 0:
        return ()
    sudo = shutil.which("sudo")
    if sudo is None:
        return None
    result = subprocess.run(
        [sudo, "-n", "true"], stdin=subprocess.DEVNULL, capture_output=True, check=False
    )
    return (sudo, "-n") if result.returncode == 0 else None


def forbidden() -> str:
    """Why packages may not be installed here, or "" if they may."""
    if os.environ.get("MOTE_NO_INSTALL", "") not in ("", "0"):
        return "installing is switched off"
    if shutil.which("apt-get") is None:
        return "this system has no apt-get"
    if _privilege() is None:
        return "that takes root, or sudo without a password"
    return ""


class _Progress:
    """Turns apt's status lines into a counter on a terminal, or a few plain lines in a log."""

    PHASES = {"dlstatus": "downloading", "pmstatus": "installing"}  # noqa: RUF012

    def __init__(self, report: Report, stream: TextIO) -> None:
        self.report = report
        self.stream = stream
        self.terminal = report is print_progress and stream.isatty()
        self.phase = ""
        self.width = 0

    def line(self, text: str) -> bool:
        """Take one line of apt's output; False if it is not a status line."""
        size = re.match(r"\s*(?:Need to get|Download size:) (?:\S+ \S*B ?/ ?)?(\S+ \S*B)\b", text)
        if size is not None:
            self.report(f"  {size[1]} to download …")
        size = re.match(r"\s*After this operation, (\S+ \S*B) of additional disk space", text)
        if size is not None:
            self.report(f"  {size[1]} on the disk")
        match = re.match(r"(dlstatus|pmstatus):[^:]*:([0-9.]+):", text)
        if match is None:
            return False
        phase = self.PHASES[match[1]]
        if self.terminal:
            shown = f"mote:   {phase} {float(match[2]):.0f} %"
            self.stream.write("\r" + shown.ljust(self.width))
            self.stream.flush()
            self.width = len(shown)
        elif phase != self.phase and phase == "installing":
            self.report(f"  {phase} …")
        self.phase = phase
        return True

    def end(self) -> None:
        """Wipe the counter."""
        if self.width:
            self.stream.write("\r" + " " * self.width + "\r")
            self.stream.flush()


def _apt(arguments: Sequence[str], report: Report, log: TextIO) -> tuple[int, str]:
    """Run apt-get as root; its exit status and its output, which also goes to `log`."""
    environment = {
        "DEBIAN_FRONTEND": "noninteractive",
        "APT_LISTCHANGES_FRONTEND": "none",
        "NEEDRESTART_SUSPEND": "1",
        "LC_ALL": "C",
    }
    options = [
        # One of its own, which the shell makes as sudo closes all above 2: apt closes it before it
        # starts dpkg, and a package's script that prints would fail without its standard output.
        "APT::Status-Fd=3",
        "DPkg::Lock::Timeout=300",
        "Dpkg::Options::=--force-confold",
        "Dpkg::Use-Pty=0",
    ]
    command = [
        *(_privilege() or ()),
        "env",
        *(f"{name}={value}" for name, value in environment.items()),
        *("/bin/sh", "-c", 'exec "$@" 3>&1', "sh"),
        "apt-get",
        *(word for option in options for word in ("-o", option)),
        *arguments,
    ]
    log.write(f"$ {shlex.join(command)}\n")
    progress = _Progress(report, sys.stderr)
    output = []
    with subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if not progress.line(line):
                output.append(line)
                log.write(line)
    progress.end()
    log.flush()
    return process.returncode, "".join(output)


def _unknown(output: str) -> list[str]:
    """The packages that apt-get says it cannot find."""
    return re.findall(
        r"^E: (?:Unable to locate package|Package '?)\s*([a-z0-9][a-z0-9+.-]*)"
        r"(?:$|' has no installation candidate)",
        output,
        re.MULTILINE,
    )


def _reason(output: str) -> str:
    """apt's own first word on what went wrong."""
    for sign in "EW":
        words = re.findall(rf"^{sign}: (.*)$", output, re.MULTILINE)
        if words:
            return str(words[0]).strip()
    return (output.strip().splitlines() or ["no output"])[-1]


def install(packages: Iterable[str], report: Report = print_progress) -> list[str]:
    """Install `packages` in one apt-get call; return those that are still missing.

    The lists are fetched first if there are none, and once more if apt-get then finds a package
    or a file of it gone.  Packages that apt does not know are left out, the others installed.
    What goes wrong is reported, with the log's place, never raised.
    """
    wanted = missing(packages)
    if not wanted:
        return []
    why_not = forbidden()
    if why_not:
        report(f"system packages are missing, and not installed: {why_not}{_by_hand(wanted)}")
        return wanted
    log_path = WORK / "apt.log"
    try:
        WORK.mkdir(parents=True, exist_ok=True)
        log = log_path.open("a", encoding="utf-8")
    except OSError as error:
        report(f"cannot write {log_path} ({error.strerror}); no system packages are installed")
        return wanted
    with log:
        return _install(wanted, report, log)


def _install(wanted: list[str], report: Report, log: TextIO) -> list[str]:
    refreshed = False
    names = list(wanted)
    if not _lists_present():
        report("fetching the lists of system packages (apt-get update) …")
        _, output = _apt(["update"], report, log)
        refreshed = True
        if not _lists_present():  # its exit status is 0 even where no server was reached
            report(f"apt-get update failed: {_reason(output)}; see {log.name}")
            return wanted
    while names:
        report(f"installing {len(names)} system packages: {' '.join(names)} …")
        status, output = _apt(["install", "-y", "--no-install-recommends", *names], report, log)
        if status == 0:
            break
        if not refreshed:
            report("fetching newer lists of system packages (apt-get update) …")
            _apt(["update"], report, log)
            refreshed = True
            continue
        unknown = [name for name in _unknown(output) if name in names]
        if not unknown:
            report(f"apt-get install failed: {_reason(output)}; see {log.name}")
            break
        lost = [name for name in unknown if name not in IN_PLACE]
        if lost:
            report(f"apt does not know {' '.join(lost)} (on Ubuntu: is universe enabled?)")
        names = [name for name in names if name not in unknown]
        names += [IN_PLACE[name] for name in unknown if name in IN_PLACE]
    left = missing(wanted)
    if left:
        report(f"still missing: {' '.join(left)}{_by_hand(left)}")
    return left


def ensure(
    wanted: Mapping[str, Sequence[str]],
    *,
    allow: bool = True,
    report: Report = print_progress,
) -> dict[str, list[str]]:
    """Have every package of `wanted` (packages by CPU or other user) in one installation.

    Returns, for each user that lacks something in the end, what it lacks; nothing is raised.
    allow: False forbids installing, as MOTE_NO_INSTALL=1 in the environment does.
    """
    absent = missing(package for packages in wanted.values() for package in packages)
    if absent and allow:
        absent = install(absent, report)
    elif absent:
        why_not = "installing is switched off"
        report(f"system packages are missing, and not installed: {why_not}{_by_hand(absent)}")
    gone = set(absent)
    lacking = {user: [name for name in names if name in gone] for user, names in wanted.items()}
    return {user: names for user, names in lacking.items() if names}
