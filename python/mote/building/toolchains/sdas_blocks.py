"""Assembly for the 8051 rewritten for a core that moves 16 and 32 bits of external RAM at once.

The instruction is that of CPU mcs51-ext (python/mote/native/mcs51_engine.c): opcode A5h, a mode, a
direct address; bytes from a pointer on come to consecutive bytes of internal RAM or back, and the
pointer goes on behind them.

What is rewritten is the listing of sdas8051, in which macros are expanded: the lines that make code
or give a name a value, in their order.  Within a straight line of code, without labels, jumps and
calls,

- two or four of `movx a,@r0` at consecutive places become one move into a buffer in internal RAM,
  and `mov a,buffer` where each stood; or one move to where the bytes went, if they went to
  consecutive places and nothing stands between;
- as many of `movx @r0,a` become `mov buffer,a`, and one move behind the last;
- steps of the pointer between them go away with them.

The same with r1 and dptr.  It is done only where nothing else touches the pointer between, no
access between may be to the same places, and the pointer's later value is known.  An address in
the caller's memory (dptr that was not set to a number) is taken not to lie in the file's own page,
which r0 and r1 reach: a contract says so of what a function is given.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

BUFFERS = 2
"""Buffers of four bytes, for moves that lie into one another."""

AREA = "\t.area\tDSEG\t(DATA)"

_LINE = re.compile(r"^.{6}([0-9A-F]{6})((?:[ a-z*][0-9A-F]{2})*)\s+(?:\[\s*\d+\])?\s*(\d+) (.*)$")
_VALUE = re.compile(r"^\s+[0-9A-F]{6,8}\s+\d+ (\s*\.equ\s.*|\s*[\w.$]+\s*=.*)$")
_LABEL = re.compile(r"^\s+\d+ ([\w.$]+:)\s*\.(?:rept|irp)\b")
_DIRECTIVE = re.compile(r"^\s+\d+ \s*(?:[\w.$]+:)?\s*(\.\w+)\b")
_CONDITION = re.compile(r"^\s+(?:([0-9A-F]{6,8})\s+)?\d+ \s*\.(if\w*|else|endif)\b")
_OTHER = re.compile(r"^\s+\d+ (\s*\.(?:area|globl|module)\b.*)$")
_BYTES = re.compile(r"([ a-z*])([0-9A-F]{2})")

_POINTERS = {"@r0": "r0", "@r1": "r1", "@dptr": "dptr"}
_STEP_CYCLES = {"r0": 1, "r1": 1, "dptr": 2}
_MODES = {"r0": 0, "r1": 1, "dptr": 2}
_ENDS = re.compile(
    r"^(?:[als]?jmp|[al]?call|reti?|jb|jnb|jbc|jc|jnc|jz|jnz|cjne|djnz|\.db|\.dw|\.ds|\.byte)$"
)
_DIRECT = {0x42, 0x43, 0x52, 0x53, 0x62, 0x63, 0x86, 0x87, 0xA6, 0xA7, 0xC0, 0xD0}
_DIRECT |= {*range(0x88, 0x90), *range(0xA8, 0xB0), *range(0x05, 0x100, 0x10)}
"""Opcodes with a direct address behind them."""


@dataclass
class _Item:
    """A line of code.  code: its bytes, None for one that the linker completes."""

    text: str
    code: list[int | None] = field(default_factory=list)
    is_code: bool = False

    @property
    def label(self) -> bool:
        return bool(re.match(r"\s*[\w.$]+::?", self.text))

    @property
    def words(self) -> list[str]:
        """The mnemonic and its operands."""
        text = self.text.partition(";")[0].strip()
        name, _, rest = text.partition("\t") if "\t" in text else text.partition(" ")
        return [name, *(re.sub(r"\s+", "", each) for each in rest.split(",") if each.strip())]


def _items(listing: str) -> list[_Item]:
    found = []
    depth = 0
    conditions: list[bool] = []
    for line in listing.splitlines():
        # A macro as it is defined, in which other blocks may lie.
        directive = _DIRECTIVE.match(line)
        word = directive[1] if directive else ""
        depth += word == ".macro" or (depth > 0 and word in (".rept", ".irp", ".irpc"))
        depth -= depth > 0 and word == ".endm"
        if depth:
            continue
        if match := _CONDITION.match(line):
            # The listing has the value of what is looked at.
            holds = bool(match[1]) and int(match[1], 16) != 0
            if match[2] != "endif":
                conditions[-1:] = [holds] if match[2] == "else" else [*conditions[-1:], holds]
            else:
                conditions.pop()
            continue
        if match := _LABEL.match(line):
            found.append(_Item(match[1]))
        elif match := _LINE.match(line):
            code = [
                None if mark != " " else int(byte, 16) for mark, byte in _BYTES.findall(match[2])
            ]
            text = match[4]
            if not code and not re.match(r"\s*[\w.$]+::?", text) and ".ds" not in text:
                # A macro that is called: what it makes stands behind it.
                continue
            if not code and ".ds" not in text:
                # A label before a macro's name, or alone.
                text = re.sub(r"(?<=:)(?!:).*", "", text)
            found.append(_Item(text, code, bool(code)))
        else:
            other = _OTHER.match(line) if all(conditions) else None
            match = _VALUE.match(line) or other
            if match:
                found.append(_Item(match[1]))
    return found


@dataclass
class _Access:
    """An external access: where it stands, its pointer, base and offset; a base of None is unknown.

    base: a number or expression that the pointer was set to, or what tells it from all others.
    """

    at: int
    pointer: str
    store: bool
    base: tuple[str, object]
    offset: int


class _Block:
    """A straight line of code, from one label, jump or call to the next."""

    def __init__(self, items: list[_Item]) -> None:
        self.items = items
        self.accesses: list[_Access] = []
        self.uses: dict[str, list[int]] = {"r0": [], "r1": [], "dptr": []}
        """By pointer: where it is used or changed otherwise than by an access or a step."""
        self.steps: dict[str, list[int]] = {"r0": [], "r1": [], "dptr": []}
        self.sets: dict[str, list[int]] = {"r0": [], "r1": [], "dptr": []}
        """Where it gets another value without being read."""
        self._trace()

    def _trace(self) -> None:
        base: dict[str, tuple[str, object]] = {p: ("?", f"{p} begin") for p in _MODES}
        offset = dict.fromkeys(_MODES, 0)
        for at, item in enumerate(self.items):
            words = item.words
            name, operands = words[0], words[1:]
            touched = self._touched(item)
            if name == "movx":
                store = operands[0] != "a"
                pointer = _POINTERS[operands[0] if store else operands[1]]
                self.accesses.append(_Access(at, pointer, store, base[pointer], offset[pointer]))
                continue
            for pointer in touched:
                if words == ["inc", pointer]:
                    self.steps[pointer].append(at)
                    offset[pointer] += 1
                elif name == "mov" and operands[0] == pointer and not self._reads(item, pointer):
                    self.sets[pointer].append(at)
                    number = operands[1] if operands[1].startswith("#") else ""
                    value = item.code[1:]
                    if number and pointer != "dptr" and value[0] is not None:
                        base[pointer], offset[pointer] = ("#", 0), value[0]
                    else:
                        base[pointer] = ("#", number) if number else ("?", f"{pointer} {at}")
                        offset[pointer] = 0
                else:
                    self.uses[pointer].append(at)
                    base[pointer], offset[pointer] = ("?", f"{pointer} {at}"), 0

    @staticmethod
    def _reads(item: _Item, pointer: str) -> bool:
        return bool(re.search(rf"@?\b{pointer}\b", ",".join(item.words[2:])))

    @staticmethod
    def _touched(item: _Item) -> list[str]:
        """The pointers that an instruction has to do with."""
        text = item.text.partition(";")[0]
        found = {p for p in _MODES if re.search(rf"\b{p}\b", text)}
        found |= {"dptr"} if re.search(r"\bdp[lh]\b", text) else set()
        code = item.code
        places = (
            code[1:2] if code and code[0] in _DIRECT else code[1:3] if code[:1] == [0x85] else []
        )
        found |= {f"r{place}" for place in places if place in (0, 1)}
        found |= {"dptr"} if any(place in (0x82, 0x83) for place in places) else set()
        return sorted(found)

    # ---- what may be one move ----

    def groups(self) -> list[list[_Access]]:
        """Accesses that become one move each, four where there are four."""
        taken: set[int] = set()
        found = []
        for size in (4, 2):
            for first in self.accesses:
                group = self._group(first, size, taken)
                if group is not None:
                    taken |= {each.at for each in group}
                    found.append(group)
        return found

    def _group(self, first: _Access, size: int, taken: set[int]) -> list[_Access] | None:
        same = [
            each
            for each in self.accesses
            if each.at >= first.at and each.pointer == first.pointer and each.at not in taken
        ]
        group = same[:size]
        if len(group) < size:
            return None
        for number, each in enumerate(group):
            if (each.store, each.base, each.offset) != (
                first.store, first.base, first.offset + number,
            ):  # fmt: skip
                return None
        start, end = group[0].at, group[-1].at
        pointer = first.pointer
        if any(start < at < end for at in (*self.uses[pointer], *self.sets[pointer])):
            return None
        inside = [each for each in self.accesses if start < each.at < end and each not in group]
        if any(each.pointer == pointer for each in inside):
            return None
        if any(self._meet(first, size, each) for each in inside):
            return None
        return group if self._after(pointer, end) is not None else None

    @staticmethod
    def _meet(first: _Access, size: int, other: _Access) -> bool:
        """Whether another access may be to a place of the group, and one of them is a store."""
        if not (first.store or other.store):
            return False
        if first.base[0] == other.base[0] == "#" and "dptr" not in (first.pointer, other.pointer):
            both = first.base == other.base
            return not both or first.offset <= other.offset < first.offset + size
        caller = [each for each in (first, other) if each.pointer == "dptr"]
        return not (len(caller) == 1 and caller[0].base[0] == "?")

    def _after(self, pointer: str, end: int) -> str | None:
        """What puts the pointer right behind the move: a step that goes away, dec, or nothing."""
        later = [
            *((at, "step") for at in self.steps[pointer]),
            *((at, "use") for at in self.uses[pointer]),
            *((at, "set") for at in self.sets[pointer]),
            *((each.at, "use") for each in self.accesses if each.pointer == pointer),
        ]
        following = [each for each in sorted(later) if each[0] > end]
        if following and following[0][1] == "step":
            return f"drop {following[0][0]}"
        if following and following[0][1] == "set":
            return ""
        return None if pointer == "dptr" else "dec"

    # ---- rewriting ----

    def rewritten(self) -> tuple[list[str], int]:
        """The lines, and how many moves there are."""
        lines: list[list[str]] = [[item.text] for item in self.items]
        busy: list[tuple[int, int, int]] = []
        count = 0
        for group in sorted(self.groups(), key=lambda each: each[0].at):
            start, end = group[0].at, group[-1].at
            used = {buffer for a, b, buffer in busy if a <= end and start <= b}
            free = [number for number in range(BUFFERS) if number not in used]
            gone = [at for at in self.steps[group[0].pointer] if start < at < end]
            after = self._after(group[0].pointer, end) or ""
            direct = self._direct(group, gone)
            saved = self._saved(group, gone, after, direct is not None)
            if saved <= 0 or (direct is None and not free):
                continue
            count += 1
            for at in gone:
                lines[at] = []
            if after.startswith("drop"):
                lines[int(after.split()[1])] = []
            self._place(lines, group, direct, f"block_{free[0]}" if free else "", after)
            if direct is None:
                busy.append((start, end, free[0]))
        return [line for each in lines for line in each], count

    def _place(
        self,
        lines: list[list[str]],
        group: list[_Access],
        direct: tuple[str, list[int]] | None,
        buffer: str,
        after: str,
    ) -> None:
        first = group[0]
        mode = (
            _MODES[first.pointer] | (0x80 if first.store else 0) | (0x40 if len(group) == 4 else 0)
        )
        place = direct[0] if direct is not None else buffer
        move = [f"\t.db\t0xA5, {mode:#04x}, {place}"]
        move += [f"\tdec\t{first.pointer}"] if after == "dec" else []
        for number, each in enumerate(group):
            one = (
                f"\tmov\t{buffer} + {number},a" if first.store else f"\tmov\ta,{buffer} + {number}"
            )
            lines[each.at] = [] if direct is not None else [one]
        if direct is not None:
            for at in direct[1]:
                lines[at] = []
        at = group[-1].at if first.store else first.at
        lines[at] = [*lines[at], *move] if first.store else [*move, *lines[at]]

    def _saved(self, group: list[_Access], gone: list[int], after: str, direct: bool) -> int:
        """Machine cycles that a move saves."""
        step = _STEP_CYCLES[group[0].pointer]
        saved = 2 * len(group) + step * (len(gone) + after.startswith("drop")) - 2
        return saved - (after == "dec") + (0 if direct else -len(group)) + len(group) * direct

    def _direct(self, group: list[_Access], gone: list[int]) -> tuple[str, list[int]] | None:
        """Where the bytes of loads go without a stop, with the moves that put them there.

        Nothing but those stands between, the places follow each other, and a is lost behind them.
        """
        if group[0].store:
            return None
        puts = [each.at + 1 for each in group]
        if puts[-1] + 1 >= len(self.items):
            return None
        between = set(range(group[0].at, puts[-1] + 1))
        if between != {*(each.at for each in group), *puts, *gone}:
            return None
        places = []
        for at in puts:
            item = self.items[at]
            if item.words[0] != "mov" or item.words[2:] != ["a"]:
                return None
            opcode = item.code[0]
            if opcode is not None and opcode >= 0xF8:
                places.append(opcode - 0xF8)
            elif opcode == 0xF5 and item.code[1] is not None:
                places.append(item.code[1])
            else:
                return None
        follow = places == list(range(places[0], places[0] + len(places)))
        if not follow or places[0] < 2 or places[-1] >= 0x80:
            return None
        rest = [item.words for item in self.items[puts[-1] + 1 :] if item.words[0] != "inc"]
        lost = bool(rest) and rest[0][:2] in (["mov", "a"], ["movx", "a"], ["clr", "a"])
        return (str(places[0]), puts) if lost else None


def rewritten(listing: str, *, moves: bool = True) -> tuple[list[str], int]:
    """The lines of a source that does the same with such moves, and how many there are.

    moves: False gives the lines as they are.
    """
    items = _items(listing)
    lines: list[str] = []
    count = 0
    block: list[_Item] = []

    def close() -> None:
        nonlocal count
        if block:
            made, found = [item.text for item in block], 0
            if moves:
                made, found = _Block(list(block)).rewritten()
            lines.extend(made)
            count += found
            block.clear()

    for item in items:
        if not item.is_code or item.label or _ENDS.match(item.words[0]):
            close()
            lines.append(item.text)
        else:
            block.append(item)
    close()
    at = next(n for n, line in enumerate(lines) if ".area" in line)
    buffers = [line for number in range(BUFFERS) for line in (f"block_{number}:\t.ds\t4",)]
    return [*lines[:at], *([AREA, *buffers] if count else []), *lines[at:]], count
