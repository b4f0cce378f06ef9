"""Reads a Liberty file: cells, their functions, areas, capacitances and energies.

Liberty User Guide: groups `name (arguments) { … }`, attributes `name : value;` and
`name (arguments);`.  Uses the standard library alone.
"""

from __future__ import annotations

import functools
import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field


@dataclass
class Group:
    """A group; attributes: by name, a value or what stood in brackets, as text."""

    kind: str
    name: str
    attributes: dict[str, str] = field(default_factory=dict)
    groups: list[Group] = field(default_factory=list)

    def all(self, kind: str) -> list[Group]:
        """The groups of this kind inside."""
        return [group for group in self.groups if group.kind == kind]


@dataclass(frozen=True)
class Table:
    """Values over a load in pF and a slew in ns, with straight lines between and beyond."""

    loads: tuple[float, ...]
    slews: tuple[float, ...]
    values: tuple[tuple[float, ...], ...]

    def at(self, load: float, slew: float) -> float:
        """The value there.  A table of one row is over the slew alone."""
        columns = [_between(self.slews, row, slew) for row in self.values]
        return columns[0] if len(columns) == 1 else _between(self.loads, columns, load)


def _between(places: Sequence[float], values: Sequence[float], at: float) -> float:
    if len(places) == 1:
        return values[0]
    n = min(max(bisect_right(places, at) - 1, 0), len(places) - 2)
    part = (at - places[n]) / (places[n + 1] - places[n])
    return values[n] + part * (values[n + 1] - values[n])


@dataclass(frozen=True)
class Energy:
    """What a cell takes inside, in pJ, when a pin rises or falls; related: the pin that causes it.

    "" where it is an input that changes (and the output may not).
    """

    related: str
    rise: Table
    fall: Table


@dataclass(frozen=True)
class Pin:
    """capacitance: in pF.  function: of an output.  slew: its rise and fall, by the cause."""

    name: str
    output: bool
    capacitance: float
    function: str
    energies: tuple[Energy, ...]
    slews: tuple[tuple[str, Table, Table], ...]


@dataclass(frozen=True)
class Cell:
    """area: in square micrometres.  leakage: in nW.  clock, next_state: of a flip-flop, else ""."""

    name: str
    area: float
    leakage: float
    pins: dict[str, Pin]
    clock: str
    next_state: str

    @property
    def sequential(self) -> bool:
        return bool(self.clock)

    @property
    def inputs(self) -> list[str]:
        return [pin.name for pin in self.pins.values() if not pin.output]

    @property
    def outputs(self) -> list[str]:
        return [pin.name for pin in self.pins.values() if pin.output]


@dataclass(frozen=True)
class Library:
    """voltage: in V."""

    name: str
    voltage: float
    cells: dict[str, Cell]


TOKENS = re.compile(r'"[^"]*"|[(){}:;,]|[^\s(){}:;,"]+')


def parse(text: str) -> Group:
    """The outermost group of a file; raises ValueError."""
    text = re.sub(r"/\*.*?\*/", " ", text, flags=re.S).replace("\\\n", " ")
    tokens = iter(TOKENS.findall(text))
    root = Group("", "")
    _group(root, tokens)
    if len(root.groups) != 1:
        raise ValueError(f"a Liberty file is one group; there are {len(root.groups)}")
    return root.groups[0]


def _group(group: Group, tokens: Iterator[str]) -> None:
    for token in tokens:
        if token == "}":
            return
        if token == ";":
            continue
        mark = next(tokens, "")
        if mark == ":":
            words = []
            for word in tokens:
                if word == ";":
                    break
                words.append(word.strip('"'))
            group.attributes[token] = " ".join(words)
            continue
        if mark != "(":
            raise ValueError(f"{token} {mark}: it takes a colon or a bracket")
        arguments = []
        for word in tokens:
            if word == ")":
                break
            if word != ",":
                arguments.append(word.strip('"'))
        mark = next(tokens, "")
        if mark == "{":
            inner = Group(token, arguments[0] if arguments else "")
            group.groups.append(inner)
            _group(inner, tokens)
        else:
            group.attributes[token] = ";".join(arguments)
            if mark == "}":
                return


def _numbers(text: str) -> tuple[float, ...]:
    return tuple(float(word) for word in re.split(r"[,\s;]+", text.strip()) if word)


def _table(group: Group, kind: str) -> Table:
    for each in group.all(kind):
        first = _numbers(each.attributes["index_1"])
        rows = tuple(_numbers(row) for row in each.attributes["values"].split(";"))
        if "index_2" in each.attributes:
            return Table(first, _numbers(each.attributes["index_2"]), rows)
        return Table((), first, rows)
    return Table((), (0.0,), ((0.0,),))


@functools.lru_cache(maxsize=4)
def read(text: str) -> Library:
    """A library from its text; raises ValueError."""
    root = parse(text)
    cells = {}
    for group in root.all("cell"):
        pins = {}
        for pin in group.all("pin"):
            energies = [
                Energy(
                    e.attributes.get("related_pin", ""),
                    _table(e, "rise_power"),
                    _table(e, "fall_power"),
                )
                for e in pin.all("internal_power")
            ]
            slews = [
                (
                    t.attributes["related_pin"],
                    _table(t, "rise_transition"),
                    _table(t, "fall_transition"),
                )
                for t in pin.all("timing")
                if t.all("rise_transition") and t.all("fall_transition")
            ]
            pins[pin.name] = Pin(
                pin.name,
                pin.attributes.get("direction") == "output",
                float(pin.attributes.get("capacitance", 0)),
                pin.attributes.get("function", ""),
                tuple(energies),
                tuple(slews),
            )
        flip_flops = group.all("ff")
        clock = flip_flops[0].attributes.get("clocked_on", "") if flip_flops else ""
        cells[group.name] = Cell(
            group.name,
            float(group.attributes["area"]),
            float(group.attributes.get("cell_leakage_power", 0)),
            pins,
            clock,
            flip_flops[0].attributes.get("next_state", "") if flip_flops else "",
        )
    return Library(root.name, float(root.attributes.get("nom_voltage", 0)), cells)


WORDS = re.compile(r"\s*([A-Za-z_]\w*|[()!^*&+|'])")


def expression(function: str) -> str:
    """A function of Liberty in C, over pins that are 0 or 1; raises ValueError.

    Two values beside each other are multiplied; the order is ! ^ and + (Liberty Reference Manual,
    `function`).
    """
    tokens = WORDS.findall(function)
    if re.sub(r"\s", "", "".join(tokens)) != re.sub(r"\s", "", function):
        raise ValueError(f"{function}: not understood")
    place = 0

    def peek() -> str:
        return tokens[place] if place < len(tokens) else ""

    def atom() -> str:
        nonlocal place
        token = peek()
        place += 1
        if token == "!":
            return f"(1 ^ {atom()})"
        if token == "(":
            inner = total()
            if peek() != ")":
                raise ValueError(f"{function}: a bracket is missing")
            place += 1
        elif token.isidentifier():
            inner = token
        else:
            raise ValueError(f"{function}: {token or 'its end'} is not understood")
        while peek() == "'":
            place += 1
            inner = f"(1 ^ {inner})"
        return inner

    def exclusive() -> str:
        nonlocal place
        found = atom()
        while peek() == "^":
            place += 1
            found = f"({found} ^ {atom()})"
        return found

    def product() -> str:
        nonlocal place
        found = exclusive()
        while peek() in ("*", "&") or peek() in ("(", "!") or peek().isidentifier():
            if peek() in ("*", "&"):
                place += 1
            found = f"({found} & {exclusive()})"
        return found

    def total() -> str:
        nonlocal place
        found = product()
        while peek() in ("+", "|"):
            place += 1
            found = f"({found} | {product()})"
        return found

    made = total()
    if place != len(tokens):
        raise ValueError(f"{function}: {peek()} is not understood")
    return made
