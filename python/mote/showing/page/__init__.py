"""The page: one HTML file that shows every figure, to be opened from disk (`mote page`).

page.html is what it consists of, style.css how it looks, script.js what it does; the data go into
it as JSON, a row a line.  Needs no installed package.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from mote.common.errors import MoteError
from mote.showing.page import data

FOLDER = Path(__file__).resolve().parent

LARGEST = 2_000_000
"""The most bytes that the file may have."""


def make(commit: str = "") -> str:
    """The page as text; commit: what `data.collect` says.

    Raises MoteError where the figures cannot be read, or the file would have more than LARGEST
    bytes.
    """
    text = (FOLDER / "page.html").read_text(encoding="utf-8")
    parts = {
        "style": (FOLDER / "style.css").read_text(encoding="utf-8"),
        "script": (FOLDER / "script.js").read_text(encoding="utf-8"),
        "data": _json(data.collect(commit)),
    }
    for name, content in parts.items():
        mark = f"<!-- {name} -->"
        if text.count(mark) != 1:
            raise MoteError(f"{FOLDER / 'page.html'}: {mark} must stand in it once")
        before, _, after = text.partition(mark)
        text = before + content.strip("\n") + after
    size = len(text.encode("utf-8"))
    if size > LARGEST:
        raise MoteError(f"the page would have {size} bytes; {LARGEST} is the limit")
    return text


def _json(value: dict[str, Any]) -> str:
    """JSON in which each entry of the outer lists has a line, so that a change is a small one."""

    def text(part: Any) -> str:
        return json.dumps(part, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")

    parts = []
    for name, part in value.items():
        if isinstance(part, list) and part:
            lines = ",\n".join(text(each) for each in part)
            parts.append(f"{text(name)}:[\n{lines}\n]")
        else:
            parts.append(f"{text(name)}:{text(part)}")
    return "{" + ",\n".join(parts) + "}"
