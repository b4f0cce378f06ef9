"""Which files sources include between quotation marks: beside them, or in the folders given."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

_LINE = re.compile(r'^[ \t]*(?:#[ \t]*|\.)include[ \t]+"([^"\n]+)"', re.MULTILINE)


def files(sources: Iterable[Path], folders: Sequence[Path] = ()) -> Iterator[Path]:
    """The sources and what they include, directly or not, each once and in that order.

    What is not found is the compiler's to say.
    """
    seen: set[Path] = set()
    waiting = [path.resolve() for path in sources]
    while waiting:
        path = waiting.pop(0)
        if path in seen:
            continue
        seen.add(path)
        yield path
        for name in _LINE.findall(path.read_text(encoding="utf-8", errors="replace")):
            for folder in (path.parent, *folders):
                other = (folder / name).resolve()
                if other.is_file():
                    waiting.append(other)
                    break
