"""The contract at the head of an assembly file: what it promises to its callers and to proofs.

docs/contracts.md says what the keys mean.  This module reads; mote.checking.promises looks whether
what is read is true.
"""

from __future__ import annotations

import difflib
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mote.catalog.cpu import Cpu
from mote.common.errors import MoteError

_OPENING = re.compile(r"^(\s*(?:@|;|#|//|/?\*)\s*)\[contract\]\s*$")

MANDATORY = {
    "specification": str,
    "functions": list,
    "reads": dict,
    "writes": dict,
    "clobbers": str,
    "stack": int,
    "constant_time": bool,
    "calls": list,
    "block": str,
}
"""The keys of every contract, with their types."""

OF_A_CONTEXT = {"state": dict, "counter": dict, "fill": dict}
"""The keys that a file has beside these if it implements a function of the API."""

OPTIONAL = {
    "internal_ram": int,
    "bound": int,
    "longest": int,
    "secret_tables": list,
    "defines": list,
    "mode": str,
    "numbers": dict,
}

_TYPES = {str: "a string", list: "a list of strings", dict: "a table", int: "a number"}
_TYPES[bool] = "true or false"
_CHOICE = {int, str}
"""Types of which a contract may give a table instead, with one value for each CPU or byte order, or
for each of several functions of one source."""


@dataclass(frozen=True)
class Place:
    """Words in the context.

    offsets: of the lowest bytes of parts of equal size, mostly one.  words: how many, of word_bytes
    each, in the byte order of the CPU.  order: numbers of the words in the order of memory; in a
    number of several words, word 0 is the least significant one.  start: what a number holds after
    init; step: what it grows by.  complement: numbers of the words that are kept complemented.
    rotated: bits by which each word is kept rotated to the left.  interleaved: n parts of a word,
    with bit n q + k in bit q of part k, part 0 having the low bits; 1: bits in their order.
    """

    name: str
    offsets: tuple[int, ...]
    words: int
    word_bytes: int
    order: tuple[int, ...]
    start: int
    step: int
    complement: tuple[int, ...]
    rotated: int
    interleaved: int

    @property
    def addresses(self) -> list[int]:
        """The offset of each word, in the order of `order`."""
        part = range(0, self.words * self.word_bytes // len(self.offsets), self.word_bytes)
        return [start + step for start in self.offsets for step in part]

    def values(self, context: bytes, endianness: str) -> list[int]:
        """The words that a context holds there, as the specification has and numbers them."""
        bits = 8 * self.word_bytes
        mask = (1 << bits) - 1
        found = [0] * self.words
        for start, number in zip(self.addresses, self.order, strict=True):
            part = context[start : start + self.word_bytes]
            word = int.from_bytes(part, "big" if endianness == "big" else "little")
            word = self._in_order(word)
            word = (word >> self.rotated | word << bits - self.rotated) & mask
            found[number] = word ^ mask if number in self.complement else word
        return found

    def _in_order(self, word: int) -> int:
        """A word with its bits in their order."""
        bits = 8 * self.word_bytes
        places = (divmod(bit, self.interleaved) for bit in range(bits))
        part = bits // self.interleaved
        return sum((word >> k * part + q & 1) << bit for bit, (q, k) in enumerate(places))

    def value(self, context: bytes, endianness: str) -> int:
        """The number of these words."""
        words = self.values(context, endianness)
        return sum(word << 8 * self.word_bytes * place for place, word in enumerate(words))


@dataclass(frozen=True)
class Contract:
    """What a file promises on one CPU; the keys of docs/contracts.md."""

    place: str
    specification: str
    functions: tuple[tuple[str, tuple[str, ...]], ...]
    reads: Mapping[str, int | str]
    writes: Mapping[str, int | str]
    clobbers: tuple[str, ...]
    stack: int
    constant_time: bool
    calls: tuple[str, ...]
    block: str
    state: tuple[Place, ...] = ()
    counter: Place | None = None
    fill: Place | None = None
    internal_ram: int = 0
    bound: int = 0
    longest: int = 0
    """Messages have less than 2^longest bits; 0: as many as the specification lets them."""
    secret_tables: tuple[str, ...] = ()
    defines: tuple[str, ...] = ()
    numbers: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Table:
    """A contract as it is written: its keys, and where it stands (`file:line`)."""

    place: str
    keys: Mapping[str, Any]


def tables(lines: Sequence[str], places: Sequence[str]) -> list[Table]:
    """Every contract in the lines of a file, in their order.  Raises MoteError.

    places: for each line, what names it in a message.
    """
    found = []
    for number, line in enumerate(lines):
        match = _OPENING.match(line)
        if match is not None:
            text = _text(lines[number + 1 :], match[1])
            found.append(Table(places[number], _parse(text, places[number])))
    return found


def _text(lines: Sequence[str], prefix: str) -> str:
    """The lines of a comment up to its first empty one, without what makes them a comment."""
    found = []
    mark = prefix.strip().removeprefix("/")
    for line in lines:
        rest = line.strip().removeprefix(mark).removeprefix(" ").rstrip()
        if not rest or rest == "/" or not line.strip().startswith(mark):
            break
        found.append(rest)
    return "\n".join(found)


def _parse(text: str, place: str) -> dict[str, Any]:
    # Not at the top: the command line's --help runs without tomli, too.
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib

    try:
        return dict(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise MoteError(f"{place}: the contract is not valid TOML: {error}") from None


def of_file(path: Path) -> list[Table]:
    """The contracts in a file; raises MoteError."""
    lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    return tables(lines, [f"{path.name}:{number}" for number in range(1, len(lines) + 1)])


def given(path: Path) -> list[Table]:
    """The contracts in a file that has them for another: comments as at the head of a source, or
    TOML with the same keys alone; raises MoteError."""
    if not path.is_file():
        raise MoteError(f"--contract {path}: no such file")
    found = of_file(path)
    if found:
        return found
    if path.suffix != ".toml":
        raise MoteError(
            f"--contract {path}: no contract in it: neither a comment that begins with "
            "[contract], nor a file of TOML whose name ends in .toml (docs/contracts.md)"
        )
    return [Table(path.name, _parse(path.read_text(encoding="utf-8", errors="replace"), path.name))]


def of_kernel(path: Path) -> dict[str, Any]:
    """What the catalog asks of a contract, a kernel's above all: lists as tuples, and its mode."""
    found: dict[str, Any] = {"defines": (), "secret_tables": (), "mode": ""}
    for table in reversed(of_file(path)):
        for key in found:
            if key in table.keys:
                value = _typed(table.place, key, table.keys[key], OPTIONAL[key])
                found[key] = tuple(value) if OPTIONAL[key] is list else value
    return found


def resolve(
    found: Sequence[Table], cpu: Cpu, *, followed: bool = True, function: str = ""
) -> Contract:
    """The contract for a CPU; raises MoteError that names a key that is wrong or missing.

    found: those of a file and of the files that it includes, its own first: what one says, also of
    a single key of a table, holds before what a later one says.
    followed: whether it says what the context holds, as that of a hash function does.
    function: the name of the function that it is for, of several functions of one source.
    """
    place = found[0].place
    known = {**MANDATORY, **OPTIONAL, **(OF_A_CONTEXT if followed else {})}
    keys: dict[str, Any] = {}
    for table in found:
        for key, value in table.keys.items():
            if key not in known:
                raise MoteError(f"{table.place}: {_unknown('the contract', key, known)}")
            if known[key] in _CHOICE:
                value = _chosen(table.place, key, value, cpu, function)
            keys[key] = _under(keys, key, _typed(table.place, key, value, known[key]))
    missing = [key for key in known if key not in keys and key not in OPTIONAL]
    if missing:
        raise MoteError(f"{place}: the contract lacks {', '.join(missing)}")
    state = _state(place, keys["state"], cpu) if followed else ()
    return Contract(
        place=place,
        specification=keys["specification"],
        functions=tuple(_function(place, each) for each in keys["functions"]),
        reads=keys["reads"],
        writes=keys["writes"],
        clobbers=tuple(_registers(keys["clobbers"])),
        stack=keys["stack"],
        constant_time=keys["constant_time"],
        calls=tuple(keys["calls"]),
        block=keys["block"],
        state=state,
        counter=_number(place, "counter", keys["counter"], cpu) if followed else None,
        fill=_number(place, "fill", keys["fill"], cpu) if followed else None,
        internal_ram=keys.get("internal_ram", 0),
        bound=keys.get("bound", 0),
        longest=keys.get("longest", 0),
        secret_tables=tuple(keys.get("secret_tables", ())),
        defines=tuple(keys.get("defines", ())),
        numbers={
            name: _typed(place, f"numbers.{name}", value, int)
            for name, value in keys.get("numbers", {}).items()
        },
    )


def _under(keys: Mapping[str, Any], key: str, value: Any) -> Any:
    """What stands under a key already, or else the value; of two tables the keys of both."""
    there = keys.get(key, value)
    if isinstance(there, dict) and isinstance(value, dict):
        return {**there, **{each: _under(there, each, value[each]) for each in value}}
    return there


def _unknown(where: str, key: str, known: Mapping[str, Any]) -> str:
    near = difflib.get_close_matches(key, list(known), 1)
    hint = f"did you mean {near[0]!r}?" if near else f"known: {', '.join(known)}"
    return f"{where} has no key {key!r}; {hint}"


def _typed(place: str, key: str, value: Any, kind: type) -> Any:
    wrong = not isinstance(value, kind) or (kind is int and isinstance(value, bool))
    wrong = wrong or (kind is list and not all(isinstance(each, str) for each in value))
    if wrong:
        raise MoteError(f"{place}: {key} is {value!r}; it must be {_TYPES[kind]}")
    return value


def _chosen(place: str, key: str, value: Any, cpu: Cpu, function: str = "") -> Any:
    """A value, or that of a table which is for the CPU or the function.

    It stands there under the CPU's name or byte order, or the function's name.
    """
    if not isinstance(value, dict):
        return value
    names = [name for name in (cpu.name, cpu.endianness, function) if name]
    for name in names:
        if name in value:
            return value[name]
    raise MoteError(f"{place}: {key} has no value for {' or '.join(names)}")


def _function(place: str, text: str) -> tuple[str, tuple[str, ...]]:
    match = re.fullmatch(r"(\w+)\((\w+(?:, \w+)*)?\)", text)
    if match is None:
        raise MoteError(f"{place}: functions has {text!r}; it must be like 'name(cc, data)'")
    return match[1], tuple(match[2].split(", ")) if match[2] else ()


def _registers(text: str) -> list[str]:
    """Names apart by spaces; r4-r7 is four of them."""
    found = []
    for word in text.split():
        match = re.fullmatch(r"([a-z]+)(\d+)-\1(\d+)", word)
        if match is None:
            found.append(word)
        else:
            found += [f"{match[1]}{number}" for number in range(int(match[2]), int(match[3]) + 1)]
    return found


_PLACE_KEYS = {"offset": int, "words": int, "word_bytes": int, "order": str, "start": int}
_PLACE_KEYS |= {"step": int, "complement": list, "rotated": int, "interleaved": int}


def _place(where: str, name: str, table: Any, cpu: Cpu) -> Place:
    _typed(where, name, table, dict)
    keys: dict[str, Any] = {"words": 1, "word_bytes": 4, "order": "up", "start": 0, "step": 1}
    keys |= {"complement": False, "rotated": 0, "interleaved": 1}
    for key, value in table.items():
        if key not in _PLACE_KEYS:
            raise MoteError(f"{where}: {_unknown(name, key, _PLACE_KEYS)}")
        value = _chosen(where, f"{name}.{key}", value, cpu)
        if key not in ("offset", "order", "complement"):
            _typed(where, f"{name}.{key}", value, _PLACE_KEYS[key])
        keys[key] = value
    if "offset" not in keys:
        raise MoteError(f"{where}: {name} lacks offset")
    given = keys.pop("offset")
    keys["offsets"] = tuple(given) if isinstance(given, list) else (given,)
    for offset in keys["offsets"]:
        _typed(where, f"{name}.offset", offset, int)
    if not keys["offsets"] or keys["words"] % len(keys["offsets"]):
        raise MoteError(f"{where}: {name} has {keys['words']} words at {len(given)} offsets")
    parts, bits = keys["interleaved"], 8 * keys["word_bytes"]
    if parts < 1 or bits % parts:
        raise MoteError(f"{where}: {name}.interleaved is {parts}; it must divide {bits}")
    keys["order"] = _order(where, name, keys["order"], keys["words"])
    keys["complement"] = _complement(where, name, keys["complement"], keys["words"])
    return Place(name=name, **keys)


def _order(where: str, name: str, order: Any, words: int) -> tuple[int, ...]:
    """The numbers of the words; a list that is shorter goes on in the same way."""
    if order in ("up", "down"):
        return tuple(range(words)) if order == "up" else tuple(reversed(range(words)))
    size = len(order) if isinstance(order, list) else 0
    if not size or words % size or set(map(str, order)) != set(map(str, range(size))):
        raise MoteError(
            f"{where}: {name}.order is {order!r}; it must be 'up', 'down', or the numbers from 0 "
            f"on in another order, {words} of them or a divisor of that"
        )
    return tuple(first + number for first in range(0, words, size) for number in order)


def _complement(where: str, name: str, given: Any, words: int) -> tuple[int, ...]:
    if isinstance(given, bool):
        return tuple(range(words)) if given else ()
    if not isinstance(given, list) or not set(map(str, given)) <= set(map(str, range(words))):
        raise MoteError(
            f"{where}: {name}.complement is {given!r}; it must be true or a list of word numbers"
        )
    return tuple(given)


def _state(place: str, table: Mapping[str, Any], cpu: Cpu) -> tuple[Place, ...]:
    return tuple(_place(place, f"state.{name}", each, cpu) for name, each in table.items())


def _number(place: str, name: str, table: Mapping[str, Any], cpu: Cpu) -> Place | None:
    """A number in the context; None for an empty table: there is none."""
    return _place(place, name, table, cpu) if table else None
