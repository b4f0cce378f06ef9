"""Places: an address of code becomes `file:line, function`, the same way for every machine.

What the file says of its lines its toolchain knows (source_lines); that a line of a file which the
bench made of others stands elsewhere in the repository, the image knows (Image.origin).
"""

from __future__ import annotations

from collections.abc import Callable

from mote.building.image import Image, SourceLine
from mote.building.toolchains import toolchain_of
from mote.catalog.cpu import Cpu

Origin = Callable[[str, int], str]


class Places:
    """The places of one image."""

    def __init__(self, cpu: Cpu, image: Image) -> None:
        self._find: Callable[[int], SourceLine] = toolchain_of(cpu).source_lines(cpu, image)
        self._origin = image.origin

    def at(self, address: int) -> str:
        """The place of a code address, or what of it is known."""
        return place(self._find(address), self._origin)


def place(line: SourceLine, origin: Origin | None) -> str:
    """`file:line, function`, or what of it is known; origin: see Image."""
    words = []
    if line.file:
        words.append((origin and origin(line.file, line.line)) or f"{line.file}:{line.line}")
    if line.function:
        words.append(line.function)
    return ", ".join(words)
