"""Writing files that appear whole or not at all."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from mote.common.errors import MoteError


def write(path: Path, text: str) -> None:
    """Put the text into the file, made with its folder where it is not there.

    Raises MoteError that names the file and the reason; the file is then as it was.
    """
    partial = path.with_name(f".{path.name}.{os.getpid()}.partial")
    try:
        if not path.parent.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
        partial.write_text(text, encoding="utf-8")
        partial.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            partial.unlink()
        raise MoteError(f"cannot write {path}: {error.strerror or error}") from None
