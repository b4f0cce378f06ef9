"""The cell library and the timing analyser, both from Debian packages.

The library is that of Oklahoma State University for 180 nm (1.8 V, 25 degrees, typical): one file
of a package that depends on a whole flow with windows of its own.  So that package is fetched by
apt and unpacked where Mote works, unless it is installed.  The analyser, OpenSTA, is a program that
needs its libraries: it is installed like every other system package.
"""

from __future__ import annotations

import fcntl
import functools
import hashlib
import shutil
import subprocess
import tempfile
from pathlib import Path

from mote.common.errors import MissingTool, MoteError
from mote.common.paths import WORK
from mote.running import system

FOLDER = WORK / "technology"
LIBRARY_PACKAGE = "qflow-tech-osu018"
LIBRARY_FILE = "usr/share/qflow/tech/osu018/osu018_stdcells.lib"
"""All that is taken of that package: a text, which needs nothing of what the package depends on."""
LIBERTY_SHA256 = "86f79b2000f1ac46715a9f6dfd5f5a596906418e9ee8a8611077bbaaad3de4e9"
"""Of the Liberty file: other contents would give other figures."""
UNIT_CELL = "NAND2X1"
"""Its area is the gate equivalent."""


def place() -> Path:
    """Where the cell library is: installed, unpacked, or now fetched and unpacked.

    Raises MissingTool when it cannot be fetched.
    """
    for top in (Path("/"), FOLDER):
        path = top / LIBRARY_FILE
        if path.is_file():
            return path
    try:
        FOLDER.mkdir(parents=True, exist_ok=True)
        with (FOLDER / f"{LIBRARY_PACKAGE}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not (FOLDER / LIBRARY_FILE).is_file():
                _fetch()
    except OSError as error:
        raise MoteError(f"cannot write {FOLDER}: {error.strerror or error}") from None
    return FOLDER / LIBRARY_FILE


def there() -> bool:
    """Whether `place` would find the cell library without fetching."""
    return any((top / LIBRARY_FILE).is_file() for top in (Path("/"), FOLDER))


def _fetch() -> None:
    package = LIBRARY_PACKAGE
    command = f"apt-get download {package}"
    if shutil.which("apt-get") is None or shutil.which("dpkg-deb") is None:
        raise MissingTool(
            f"the Debian package {package} is not there, and neither are apt-get and dpkg-deb: "
            f"unpack it in {FOLDER}",
            (package,),
        )
    with tempfile.TemporaryDirectory(dir=FOLDER) as name:
        folder = Path(name)
        # As root apt would rather download as another user, who may not write here.
        answer = subprocess.run(
            ["apt-get", "-q", "-o", "APT::Sandbox::User=root", "download", package],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        found = sorted(folder.glob("*.deb"))
        if answer.returncode != 0 or not found:
            words = [line for line in answer.stderr.splitlines() if line.startswith("E: ")]
            reason = words[0][3:] if words else "no output"
            raise MissingTool(f"{command}: {reason} (after `apt-get update`?)", (package,))
        made = folder / "content"
        answer = subprocess.run(
            ["dpkg-deb", "-x", str(found[0]), str(made)],
            capture_output=True,
            text=True,
            check=False,
        )
        wanted = LIBRARY_FILE
        if answer.returncode != 0 or not (made / wanted).is_file():
            raise MissingTool(f"{found[0].name} has no {wanted}", (package,))
        target = FOLDER / wanted
        target.parent.mkdir(parents=True, exist_ok=True)
        (made / wanted).replace(target)


@functools.cache
def liberty() -> str:
    """The text of the cell library; raises MoteError."""
    path = place()
    content = path.read_bytes()
    found = hashlib.sha256(content).hexdigest()
    if found != LIBERTY_SHA256:
        raise MoteError(
            f"{path} is another version of the cell library: its SHA-256 is {found}, not "
            f"{LIBERTY_SHA256}"
        )
    return content.decode()


@functools.cache
def analyser() -> Path:
    """The program of OpenSTA, installed now if it may be.

    Raises MissingTool when it does not run.
    """
    package = system.TIMING_PACKAGE
    system.install([package])
    place = system.provided(package)
    if place is None:
        raise MissingTool(
            f"the timing analyser is not there: {system.install_command([package])}", (package,)
        )
    try:
        answer = subprocess.run(
            [place, "-version"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        words = answer.stderr.strip() or f"exit status {answer.returncode}"
        problem = "" if answer.returncode == 0 else words.splitlines()[-1]
    except OSError as error:
        problem = error.strerror or str(error)
    if problem:
        raise MissingTool(
            f"{place} does not run ({problem}): {system.install_command([package])}", (package,)
        )
    return Path(place)
