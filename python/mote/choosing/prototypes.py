"""The prototype of a kernel of somebody's own, as a line of C, and its parameters."""

from __future__ import annotations

import dataclasses
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from mote.calling.kernels import MOST_VALUES, Buffer, Number
from mote.common.errors import MoteError

WORDS = {
    **dict.fromkeys(("uint8_t", "unsigned char", "char"), (1, False)),
    **{"uint16_t": (2, False), "uint32_t": (4, False), "uint64_t": (8, False)},
    **{"int8_t": (1, True), "int16_t": (2, True), "int32_t": (4, True), "int64_t": (8, True)},
}
"""Bytes of the words that a buffer may have, and whether they are signed."""

NUMBERS = {
    **{"uint8_t": "byte", "unsigned char": "byte", "uint16_t": "short", "uint32_t": "word"},
    **{"unsigned": "unsigned", "unsigned int": "unsigned", "int": "int", "size_t": "size"},
}
"""The types that a number may have, and the kind of mote.calling.kernels.Number."""

MOST = {"byte": 0xFF, "short": 0xFFFF, "unsigned": 0xFFFF, "int": 0x7FFF, "word": 0xFFFFFFFF}
"""The largest number of each kind that every CPU has; a size is bounded by LARGEST."""

RETURNED = {
    **{"void": 0, "uint8_t": 1, "uint16_t": 2, "uint32_t": 4},
    **{"int": -1, "unsigned": -1, "unsigned int": -1},
}
"""The types that a function may return; see KnownKernel.returned_bytes."""

LARGEST = 1 << 16
"""Words that a buffer has at most."""


@dataclass(frozen=True)
class Prototype:
    """text: in a line.  returned: see KnownKernel.returned_bytes."""

    text: str
    returned: int
    parameters: tuple[Buffer | Number, ...]


def without_comments(text: str) -> str:
    """C without its comments, and with none of its lines lost."""
    return re.sub(
        r"/\*.*?\*/|//[^\n]*", lambda found: "\n" * found[0].count("\n") or " ", text, flags=re.S
    )


def definition(name: str, text: str) -> str | None:
    """The prototype of a function that a C file without comments defines; None for none."""
    match = re.search(rf"^[ \t]*([A-Za-z_][\w \t\n]*?)\b{name}\s*\(([^()]*)\)\s*\{{", text, re.M)
    if match is None:
        return None
    words = [word for word in match[1].split() if word not in ("static", "inline", "extern")]
    return f"{' '.join(words)} {name}({' '.join(match[2].split())})"


def parse(
    name: str,
    text: str,
    path: Path,
    constants: Mapping[str, str],
    values: Mapping[str, Sequence[int]],
) -> Prototype:
    """The prototype of a function; raises MoteError for what it may not have.

    constants: what the file calls numbers by name.  values: those that numbers are given.
    """
    text = " ".join(without_comments(text).split()).rstrip("; ")
    match = re.fullmatch(rf"([A-Za-z_][\w ]*?) ?\b{name} ?\((.*)\)", text)
    if match is None:
        raise MoteError(f"{path}: {text!r} is no prototype of {name}: 'void {name}(…)'")
    if match[1] not in RETURNED:
        known = ", ".join(RETURNED)
        raise MoteError(f"{path}: {name} returns {match[1]!r}; it may return {known}")
    parameters = []
    for part in filter(None, (each.strip() for each in match[2].split(","))):
        if part != "void":
            parameters.append(_parameter(part, path, constants))
    numbers = {each.name: each for each in parameters if isinstance(each, Number)}
    for index, each in enumerate(parameters):
        if isinstance(each, Number):
            parameters[index] = _with_values(each, path, values.get(each.name, ()))
        elif isinstance(each.words, str) and not (each.words in numbers and values.get(each.words)):
            raise MoteError(
                f"{path}: how many words has {each.name}[{each.words}]? Write a number, or the "
                f"name of a parameter with --value {each.words}=N,N"
            )
    writes = any(isinstance(each, Buffer) and each.writable for each in parameters)
    if not writes and not RETURNED[match[1]]:
        raise MoteError(f"{path}: {name} gives nothing: it returns void, and all is const")
    combinations = math.prod(len(each) for each in values.values())
    if combinations > MOST_VALUES:
        raise MoteError(f"--value: {combinations} combinations of values; at most {MOST_VALUES}")
    return Prototype(text, RETURNED[match[1]], tuple(parameters))


def _parameter(text: str, path: Path, constants: Mapping[str, str]) -> Buffer | Number:
    match = re.fullmatch(r"([\w ]*?[\w*]) ?(\**) ?\b(\w+) ?((?:\[[^\]]*\] ?)*)", text)
    if match is None or not match[1].replace("const", "").strip():
        raise MoteError(f"{path}: {text!r} is not 'TYPE NAME' or 'TYPE NAME[N]'")
    words = match[1].split()
    kind = " ".join(word for word in words if word not in ("const", "restrict"))
    name, bounds = match[3], re.findall(r"\[([^\]]*)\]", match[4])
    if match[2] or "*" in kind:
        raise MoteError(f"{path}: how long is {text!r}? Write {kind.rstrip('* ')} {name}[N]")
    if not bounds:
        if kind not in NUMBERS:
            raise MoteError(
                f"{path}: unknown type {kind!r} of the number {name}; known: {', '.join(NUMBERS)}"
            )
        return Number(name, NUMBERS[kind])
    if kind not in WORDS:
        raise MoteError(
            f"{path}: unknown type {kind!r} of the words of {name}; known: {', '.join(WORDS)}"
        )
    size, signed = WORDS[kind]
    return Buffer(name, size, _bound(text, bounds, path, constants), "const" not in words, signed)


def _bound(text: str, bounds: Sequence[str], path: Path, constants: Mapping[str, str]) -> int | str:
    """How many words a buffer has: a number, or the name of one."""
    total = 1
    for bound in bounds:
        word = bound.replace("static", "").strip()
        word = constants.get(word, word)
        if re.fullmatch(r"[A-Za-z_]\w*", word) and len(bounds) == 1:
            return word
        number = word.rstrip("uUlL")
        if not re.fullmatch(r"0x[0-9a-fA-F]+|[1-9]\d*", number):
            raise MoteError(f"{path}: {bound!r} is no number of words, in {text!r}")
        total *= int(number, 0)
    if total > LARGEST:
        raise MoteError(f"{path}: {total} words are more than {LARGEST}, in {text!r}")
    return total


def _with_values(number: Number, path: Path, values: Sequence[int]) -> Number:
    most = MOST.get(number.kind, LARGEST)
    wrong = next((each for each in values if not 0 <= each <= most), None)
    if wrong is not None:
        raise MoteError(f"--value {number.name}={wrong}: it is at least 0 and at most {most}")
    if number.kind == "size" and not values:
        raise MoteError(
            f"{path}: {number.name} is a length: --value {number.name}=N,N says which it is tried "
            "with, the first of them for the figures"
        )
    return dataclasses.replace(number, values=tuple(values))
