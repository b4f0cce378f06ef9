"""An implementation as the files that a user takes home: a header, a source, a kernel beside it.

The bench builds exactly these files, so that what is measured is what is copied.  Every line knows
where in the repository it comes from, and messages name that place.
"""

from __future__ import annotations

import dataclasses
import functools
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from mote.catalog import catalog
from mote.catalog.function import Function, Implementation, Kernel
from mote.common.errors import BuildError, MoteError
from mote.common.paths import ROOT

SRC = ROOT / "src"
INCLUDE = ROOT / "include"

_INCLUDE_LINE = re.compile(r'\s*(?:#\s*include|\.include)\s+"([^"]+)"')


@dataclass(frozen=True)
class Line:
    """One line of a packed file, and where it comes from: file and line, counted from 1."""

    text: str
    path: Path
    number: int


@dataclass(frozen=True)
class File:
    """A packed file: its name, its lines, and the file that it is made of."""

    name: str
    lines: tuple[Line, ...]
    path: Path

    @property
    def text(self) -> str:
        return "".join(line.text + "\n" for line in self.lines)


@dataclass(frozen=True)
class Package:
    """What a user copies: a header, and the sources to be compiled (a kernel is one of its own)."""

    header: File
    sources: tuple[File, ...]

    @property
    def files(self) -> tuple[File, ...]:
        return (self.header, *self.sources)

    def origin(self, name: str, number: int) -> str:
        """`file:line` in the repository for a line of the packed file `name`, or nothing."""
        for file in self.files:
            if file.name == name and 1 <= number <= len(file.lines):
                line = file.lines[number - 1]
                return f"{_shown(line.path)}:{line.number}"
        return ""

    def origin_of(self, name: str) -> str:
        """The file in the repository that the packed file `name` is made of, or `name`."""
        return next((_shown(file.path) for file in self.files if file.name == name), name)

    def translated(self, text: str) -> str:
        """What a tool said, with the repository's files and lines instead of the packed ones.

        The numbers of the source lines that a compiler quotes below its message change with it.
        """
        names = "|".join(re.escape(file.name) for file in self.files)
        word = re.compile(rf"(?<![\w.-])(?:[^\s:\"'`(]*/)?({names})(?::(\d+))?(?![\w-]|\.\w)")
        quoted = re.compile(r"( *)(\d+)(?= \|)")
        current = ""

        def place(match: re.Match[str]) -> str:
            nonlocal current
            current = match[1]
            found = self.origin(current, int(match[2])) if match[2] else self.origin_of(current)
            return found or match[0]

        def number(match: re.Match[str]) -> str:
            line = self.origin(current, int(match[2])).rpartition(":")[2] or match[2]
            return line.rjust(len(match[0]))

        return "".join(
            quoted.sub(number, line, count=1) if quoted.match(line) else word.sub(place, line)
            for line in text.splitlines(keepends=True)
        )

    def translated_error(self, error: BuildError) -> BuildError:
        return BuildError(self.translated(str(error)), self.translated(error.output))


def _shown(path: Path) -> str:
    return str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else path.name


@functools.cache
def _read(path: Path) -> tuple[Line, ...]:
    texts = path.read_text(encoding="utf-8").splitlines()
    return tuple(Line(text, path, number) for number, text in enumerate(texts, 1))


def _without_licence(lines: Sequence[Line]) -> list[Line]:
    """The lines without the licence at the head, which stands once in a packed file."""
    if not lines or "SPDX-License-Identifier:" not in lines[0].text:
        return list(lines)
    first = lines[0]
    opening = [Line("/*", first.path, first.number)] if first.text.startswith("/*") else []
    return [*opening, *lines[3:]]


def _without_advice(lines: Sequence[Line]) -> Iterator[Line]:
    """The lines of a private header without what it says to the source that includes it.

    That begins with "A private header." and goes to the paragraph on names, or to the end.
    """
    advice = False
    for line in lines:
        if line.text.startswith(" * A private header."):
            advice = True
        elif advice and (line.text.startswith(" * Names are") or line.text.strip() == "*/"):
            advice = False
        if not advice:
            yield line


def _without_guard(lines: list[Line]) -> list[Line]:
    """The lines of a private file without its include guard: it stands once in a packed file."""
    for index, line in enumerate(lines):
        match = re.fullmatch(r"#ifndef (MOTE_\w+_(?:H|INC))", line.text)
        if match is not None and lines[index + 1].text == f"#define {match[1]}":
            end = max(i for i, each in enumerate(lines) if each.text == "#endif")
            return [*lines[:index], *lines[index + 2 : end], *lines[end + 1 :]]
    return lines


def _find(name: str, of: Path) -> Path:
    """The file that an #include in the file `of` means."""
    for folder in (of.parent, SRC, INCLUDE):
        if (folder / name).is_file():
            return folder / name
    raise MoteError(f"{_shown(of)} includes {name}, which is in neither src/ nor include/")


def _inline(path: Path, kept: dict[Path, str], seen: set[Path]) -> Iterator[Line]:
    """The lines of a file with those of the files that it includes in place.

    kept: headers that stay files of their own, by the name that the packed file includes.
    """
    for line in _read(path):
        match = _INCLUDE_LINE.match(line.text)
        if match is None:
            yield line
            continue
        target = _find(match[1], path)
        if target in kept:
            yield Line(f'#include "{kept[target]}"', line.path, line.number)
        elif target not in seen:
            seen.add(target)
            inner = _without_licence(list(_inline(target, kept, seen)))
            if target.is_relative_to(SRC):
                inner = _without_guard(inner)
                inner = list(_without_advice(inner)) if target.suffix == ".h" else inner
            yield from inner


@functools.cache
def _own_macros() -> frozenset[str]:
    """Every name that a source or header of ours defines: no compiler does."""
    found = set()
    for path in SRC.rglob("*.[ch]"):
        found.update(re.findall(r"^#define (\w+)", path.read_text(encoding="utf-8"), re.M))
    return frozenset(found) | _kernel_macros()


@functools.cache
def _kernel_macros() -> frozenset[str]:
    """Every name that says which kernel a source is built with: a packed file has none of them."""
    return frozenset(
        name
        for function in catalog.functions().values()
        for kernel in catalog.kernels(function)
        for name in macros(kernel)
    )


class _Conditions:
    """Resolves the conditions on macros of ours, so that a packed file has only what it uses.

    A condition stays where it depends on anything else, or on a macro that such a condition
    defines.
    """

    def __init__(self, macros: Sequence[str]) -> None:
        self._values: dict[str, str] = dict.fromkeys(macros, "")
        self._open: list[_Condition] = []
        self._unsure: set[str] = set()

    def _decide(self, directive: str, text: str) -> bool | None:
        """Whether a condition holds; None where only the compiler can tell."""
        name = re.match(r"\w+", text)
        if name is None or name[0] not in _own_macros() or name[0] in self._unsure:
            return None
        value = self._values.get(name[0])
        if directive in ("ifdef", "ifndef"):
            return (value is not None) == (directive == "ifdef")
        equal = re.fullmatch(r"\w+ == (\d+)", text)
        if equal is None or value is None or not value.isdigit():
            return None
        return int(value) == int(equal[1])

    def lines(self, lines: Iterable[Line]) -> Iterator[Line]:
        for line in lines:
            match = re.match(r"#\s*(\w+)\s*(.*?)\s*(/\*.*)?$", line.text)
            word, text = (match[1], match[2]) if match else ("", "")
            if word in ("if", "elif") and _kernel_macros() & set(re.findall(r"\w+", text)):
                raise MoteError(
                    f"{_shown(line.path)}:{line.number}: a kernel's macro in #{word} {text}; "
                    "ask with #ifdef NAME or #ifndef NAME alone"
                )
            if word in ("if", "ifdef", "ifndef"):
                self._open.append(_Condition(self._decide(word, text), self._live()))
                if self._open[-1].kept and self._open[-1].live:
                    yield line
            elif word in ("elif", "else", "endif"):
                yield from self._next(word, text, line)
            elif self._live():
                self._note(word, text)
                yield line

    def _live(self) -> bool:
        return all(each.live and each.taken is not False for each in self._open)

    def _next(self, word: str, text: str, line: Line) -> Iterator[Line]:
        top = self._open[-1]
        if word == "endif":
            self._open.pop()
        if top.kept:
            if top.live:
                yield line
        elif word == "else":
            top.taken = not top.done
        elif word == "elif":
            holds = self._decide("if", text)
            if holds is None:
                raise MoteError(f"{_shown(line.path)}:{line.number}: cannot resolve #elif {text}")
            top.taken = holds and not top.done
            top.done = top.done or holds

    def _note(self, word: str, text: str) -> None:
        name, _, value = text.partition(" ")
        # A macro of the kind of a function is defined by its name.
        name = name.partition("(")[0]
        if word == "define":
            if any(each.kept for each in self._open):
                self._unsure.add(name)
            self._values[name] = value.strip()
        elif word == "undef":
            self._values.pop(name, None)


class _Condition:
    """An open #if.  taken: whether its part at hand is; None where it is kept for the compiler."""

    def __init__(self, taken: bool | None, live: bool) -> None:
        self.taken = taken
        self.done = bool(taken)
        self.live = live

    @property
    def kept(self) -> bool:
        return self.taken is None


def _squeezed(lines: Sequence[Line]) -> tuple[Line, ...]:
    """The lines with at most one blank one at a time."""
    kept: list[Line] = []
    for line in lines:
        if line.text or (kept and kept[-1].text):
            kept.append(line)
    return tuple(kept)


_JOIN = re.compile(r"\bMOTE_HMAC_JOIN\((\w+), (\w+)\)")
_JOINS = re.compile(r"\bMOTE_HMAC_(JOIN|PART)\(")
_JOINING = re.compile(r"#define (\w+?)(?:\((\w+)\))? (.*)$")


def _joined(lines: Sequence[Line], macros: dict[str, tuple[str, str]]) -> list[Line]:
    """The lines with the names that mote/hmac.h joins written out, and without what joins them.

    A packed file has them of one function: so that they are found, and can be renamed.  macros:
    those that join names, with parameter or nothing and body; what the lines define is added.
    """
    kept = []
    for line in lines:
        match = _JOINING.match(line.text)
        if match is not None and (_JOINS.search(match[3]) or match[1] == "MOTE_HMAC_HASH"):
            macros[match[1]] = (match[2] or "", match[3])
        elif not re.match(r"#(define MOTE_HMAC_(PASTE|JOIN)\(|undef MOTE_HMAC_HASH$)", line.text):
            kept.append(line)
    if "MOTE_HMAC_HASH" not in macros:
        return list(lines)
    return [Line(_written_out(line.text, macros), line.path, line.number) for line in kept]


def _written_out(text: str, macros: dict[str, tuple[str, str]]) -> str:
    """A line of code with these macros expanded: name, parameter or nothing, and body."""
    if text.startswith((" *", "/*")):
        return text

    def settled(text: str, step: Callable[[str], str]) -> str:
        while True:
            after = step(text)
            if after == text:
                return text
            text = after

    def expand(text: str) -> str:
        for name, (parameter, body) in macros.items():

            def expanded(match: re.Match[str], parameter: str = parameter, body: str = body) -> str:
                return re.sub(rf"\b{parameter}\b", match[1], body) if parameter else body

            use = rf"\b{name}\((\w+)\)" if parameter else rf"\b{name}\b"
            text = re.sub(use, expanded, text)
        return text

    return settled(settled(text, expand), lambda each: _JOIN.sub(r"\1\2", each))


def _renamed(lines: Sequence[Line], names: dict[str, str]) -> tuple[Line, ...]:
    """The lines with identifiers that begin with a key of `names` beginning with its value.

    SDCC's assembler has an underscore before every C name.
    """
    if not names:
        return tuple(lines)
    both = {**names, **{old.upper(): new.upper() for old, new in names.items()}}
    longest_first = "|".join(sorted(both, key=len, reverse=True))
    pattern = re.compile(rf"(?<![A-Za-z0-9_])(_?)({longest_first})(?=_|(?![A-Za-z0-9]))")
    return tuple(
        Line(pattern.sub(lambda m: m[1] + both[m[2]], line.text), line.path, line.number)
        for line in lines
    )


def pack(implementation: Implementation, prefix: str | None = None) -> Package:
    """The files of an implementation of ours; raises MoteError.

    prefix: what exported names begin with instead of mote_NAME; the files are called so too.
    """
    if implementation.header is None:
        raise MoteError(f"{implementation.source.name} has no header")
    own = implementation.prefix
    chosen = prefix or own
    names = {} if chosen == own else {own: chosen}
    header_name = f"{chosen}.h"
    text = "Interface: mote/interface.h, which says what the functions do."
    joins: dict[str, tuple[str, str]] = {}
    public: set[Path] = set()
    inner = [
        Line(line.text.replace(text, "Interface: below."), line.path, line.number)
        for line in _squeezed(_joined(list(_inline(implementation.header, {}, public)), joins))
    ]
    # The interface that it includes keeps its guard: a program may take several functions.
    header = File(header_name, _renamed(inner, names), implementation.header)
    kept = {implementation.header: header_name}
    kernel = implementation.kernel
    if kernel is not None:
        # Every function has a kernel of its own name: two of them in one program do not clash.
        names[kernel.symbol] = kernel_symbol(kernel, chosen)
    sources = []
    for path in implementation.sources:
        of = owner(path, implementation)
        # Its header has what that includes.
        seen = set(public) if of is implementation.function else set()
        lines: Iterable[Line] = _inline(path, kept, seen)
        name = f"{chosen if of is implementation.function else of.identifier}{path.suffix}"
        if path.suffix == ".c":
            lines = _Conditions(macros(kernel)).lines(lines)
        elif kernel is not None and of is implementation.function:
            name = f"{chosen}_{kernel.name}{path.suffix}"
        written = _squeezed(_joined(list(lines), dict(joins)))
        sources.append(File(name, _renamed(written, names), path))
    return Package(header, tuple(sources))


def owner(path: Path, implementation: Implementation) -> Function:
    """The function that a source is of: the implementation's own, or one that it is based on."""
    own = implementation.function
    base = own.base
    while base:
        function = catalog.functions()[base]
        if path.parent == function.folder:
            return function
        base = function.base
    return own


def kernel_symbol(kernel: Kernel, prefix: str) -> str:
    """The name of a kernel in a packed file."""
    return f"{prefix}_{kernel.name}"


def macros(kernel: Kernel | None) -> tuple[str, ...]:
    """The names that a source in C has to define to call the kernel."""
    return () if kernel is None else (kernel.define, *kernel.defines)


def unpack(package: Package, folder: Path) -> None:
    """Write the files into a folder, which is made if it is not there."""
    folder.mkdir(parents=True, exist_ok=True)
    for file in package.files:
        (folder / file.name).write_text(file.text, encoding="utf-8", newline="\n")


def unpacked(implementation: Implementation, folder: Path) -> tuple[Implementation, Package]:
    """The same implementation as the files in `folder` that are written for it, and these."""
    package = pack(implementation)
    unpack(package, folder)
    files = dataclasses.replace(
        implementation,
        sources=tuple(folder / file.name for file in package.sources),
        header=folder / package.header.name,
    )
    return files, package


def is_ours(implementation: Implementation) -> bool:
    """Whether all of it comes from the repository, so that it can be packed."""
    return implementation.header is not None and all(
        path.is_relative_to(SRC) for path in implementation.sources
    )
