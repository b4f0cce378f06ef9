"""The picture of the page: docs/page.png, taken by Chromium of what `mote page` writes.

Its pixels differ from one version of Chromium to the next, so they are never compared: the picture
says in a text of its own which page it is of.
"""

from __future__ import annotations

import hashlib
import shutil
import struct
import subprocess
import tempfile
import zlib
from pathlib import Path

from mote.common.errors import MoteError

PICTURE = "docs/page.png"
"""The picture in the checkout, by its path there; `mote report --write` takes it."""

PROGRAM = "chromium"

WIDTH, HEIGHT = 1200, 1010
"""Of the window, in CSS pixels."""

SIGNATURE = b"\x89PNG\r\n\x1a\n"
KEYWORD = b"mote page"
"""The keyword of the text (Portable Network Graphics, second edition, section 11.3.4.3)."""

SECONDS = 60


def available() -> bool:
    """Whether a picture can be taken here."""
    return shutil.which(PROGRAM) is not None


def key_of(page: str) -> str:
    """What a picture of the page with this text depends on, as a hash."""
    return hashlib.sha256(f"{WIDTH} {HEIGHT} {page}".encode()).hexdigest()


def key_in(picture: Path) -> str:
    """Which page a picture says that it is of; empty where it says nothing."""
    if not picture.is_file():
        return ""
    for kind, content in _chunks(picture.read_bytes()):
        keyword, _, text = content.partition(b"\0")
        if kind == b"tEXt" and keyword == KEYWORD:
            return text.decode("latin-1")
    return ""


def is_stale(page: str, picture: Path) -> bool:
    """Whether the picture is of another page than the one with this text."""
    return key_in(picture) != key_of(page)


def take(page: str, picture: Path) -> None:
    """Take the picture of a page's text, in a window of WIDTH times HEIGHT; raises MoteError."""
    with tempfile.TemporaryDirectory(prefix="mote-") as name:
        made, shown = Path(name, "page.png"), Path(name, "page.html")
        shown.write_text(page, encoding="utf-8")
        command = [PROGRAM, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run"]
        command += ["--disable-background-networking", "--disable-component-update"]
        command += ["--hide-scrollbars", "--force-device-scale-factor=1"]
        command += [f"--user-data-dir={name}/profile", f"--window-size={WIDTH},{HEIGHT}"]
        command += ["--virtual-time-budget=5000", f"--screenshot={made}", shown.as_uri()]
        try:
            subprocess.run(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                timeout=SECONDS,
                check=True,
            )
            content = made.read_bytes()
        except (OSError, subprocess.SubprocessError) as error:
            raise MoteError(f"{PROGRAM} takes no picture of the page: {error}") from None
        made.write_bytes(_with_text(content, key_of(page)))
        partial = picture.with_name(f".{picture.name}.partial")
        shutil.copyfile(made, partial)
        partial.replace(picture)


def _chunks(content: bytes) -> list[tuple[bytes, bytes]]:
    """Type and data of each chunk of a PNG (section 5.3 there); raises MoteError."""
    found = []
    at = len(SIGNATURE)
    if not content.startswith(SIGNATURE):
        raise MoteError("the picture is not a PNG file")
    while at + 12 <= len(content):
        (size,) = struct.unpack(">I", content[at : at + 4])
        found.append((content[at + 4 : at + 8], content[at + 8 : at + 8 + size]))
        at += 12 + size
    return found


def _with_text(content: bytes, text: str) -> bytes:
    """A PNG with the text behind its first chunk, the header, and without what it had of such."""
    first, *rest = _chunks(content)
    own = (b"tEXt", KEYWORD + b"\0" + text.encode("latin-1"))
    kept = [each for each in rest if not (each[0] == b"tEXt" and each[1].startswith(KEYWORD))]
    return SIGNATURE + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in (first, own, *kept)
    )
