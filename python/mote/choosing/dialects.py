"""`mote export --assembler`: Thumb files in the syntax of Arm's armasm and of IAR's assembler.

GNU's macros have no counterpart there, so what is translated is what GNU as makes of a file: its
instructions as the disassembler writes them, with the file's labels, and its data.  Instructions
are in the unified syntax, which all three have; directives are those of DIALECTS.  Each text is
read back by `to_gnu`, assembled and compared with the first object: same bytes, exported names and
relocations.  Neither armasm nor IAR's assembler was ever run on any of them.

Sources: Arm, "Arm Compiler armasm User Guide" (DUI0801), chapters 3, "Writing A32/T32 assembly
language", and 21, "Directives reference"; IAR, "IAR Assembler User Guide for Arm", "Assembler
directives".
"""

from __future__ import annotations

import re
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from mote.catalog.cpu import Cpu
from mote.common.errors import MoteError


@dataclass(frozen=True)
class Dialect:
    """How an assembler writes what is no instruction.  {name}: the section's or symbol's."""

    title: str
    section: str
    thumb: str
    exported: str
    imported: str
    label: str
    data: dict[int, str]
    into_data: str
    into_code: str
    end: str


DIALECTS = {
    "armasm": Dialect(
        title="Arm's armasm",
        section="AREA ||{name}||, CODE, READONLY, ALIGN={align}",
        thumb="THUMB",
        exported="EXPORT {name}",
        imported="IMPORT {name}",
        label="{name}",
        data={4: "DCDU", 2: "DCWU", 1: "DCB"},
        into_data="",
        into_code="",
        end="END",
    ),
    "iar": Dialect(
        title="IAR's assembler",
        section="SECTION {name}:CODE:NOROOT({align})",
        thumb="THUMB",
        exported="PUBLIC {name}",
        imported="EXTERN {name}",
        label="{name}:",
        data={4: "DC32", 2: "DC16", 1: "DC8"},
        into_data="DATA",
        into_code="THUMB",
        end="END",
    ),
}

GNU_DATA = {4: ".word", 2: ".short", 1: ".byte"}
SIZES = {name: size for size, name in GNU_DATA.items()}
CALL = "R_ARM_THM_CALL"


@dataclass
class Listing:
    """What an object has in its one section of code.

    align: of the section, as a power of two.  Others by address; data: size in bytes, and value.
    """

    align: int = 2
    exported: list[str] = field(default_factory=list)
    imported: list[str] = field(default_factory=list)
    labels: dict[int, list[str]] = field(default_factory=dict)
    data: dict[int, tuple[int, str]] = field(default_factory=dict)
    code: dict[int, str] = field(default_factory=dict)


def _run(command: Sequence[str | Path]) -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as error:
        raise MoteError(f"cannot run {command[0]}: {error.strerror or error}") from None
    if done.returncode != 0:
        raise MoteError(f"{Path(command[0]).name}: {done.stderr.strip().splitlines()[0]}")
    return done.stdout


def _tool(cpu: Cpu, name: str) -> str:
    return f"{cpu.toolchain.prefix}{name}"


def assemble(cpu: Cpu, source: Path, target: Path) -> None:
    """Assemble a file for the CPU; raises MoteError."""
    _run([_tool(cpu, "gcc"), *cpu.toolchain.flags, "-c", "-o", target, source])


def _symbols(cpu: Cpu, made: Path, listing: Listing) -> dict[str, int]:
    """The labels by name; what is exported and imported goes into the listing."""
    places: dict[str, int] = {}
    for line in _run([_tool(cpu, "objdump"), "-h", "-t", made]).splitlines():
        if found := re.match(r" *\d+ (\S+) +([0-9a-f]{8}) .* 2\*\*(\d+)$", line):
            if found[1] == ".text":
                listing.align = int(found[3])
            elif int(found[2], 16) and not found[1].startswith((".ARM.attributes", ".note")):
                raise MoteError(f"{made.name}: data in {found[1]}: only .text is translated")
        elif found := re.match(
            r"([0-9a-f]{8}) (.)(.{6}) (\S+)\t[0-9a-f]+ (?:\.hidden )?(\S+)$", line
        ):
            name, section, is_global = found[5], found[4], found[2] == "g"
            if section == "*UND*":
                listing.imported.append(name)
            elif section == ".text" and name != ".text" and not name.startswith("$"):
                place = int(found[1], 16)
                shown = name if is_global else f"L_{name}"
                places[shown] = place
                if is_global:
                    listing.exported.append(name)
    return places


LINE = re.compile(r" *([0-9a-f]+):\t(\S+)(?:[ \t]+([^@]*?))?[ \t]*(?:@ (.*))?$")
RELOCATION = re.compile(r"\t+([0-9a-f]+): (R_\w+)\t(\S+)$")
PLACE = re.compile(r"\b([0-9a-f]+) <[^>]*>")


def read(cpu: Cpu, made: Path) -> Listing:
    """What an object has; raises MoteError for what there is no translation for."""
    listing = Listing()
    places = _symbols(cpu, made, listing)
    command = [_tool(cpu, "objdump"), "-d", "-r", "-z", "-j", ".text", "--no-show-raw-insn"]
    lines = _run([*command, *cpu.toolchain.disassembler_flags, made]).splitlines()
    found = [each for each in map(LINE.match, lines) if each is not None]
    ends = [int(each[1], 16) for each in found[1:]]
    relocated = {
        int(each[1], 16): (each[2], each[3])
        for each in map(RELOCATION.match, lines)
        if each is not None
    }
    targets: set[int] = set()

    def label(place: int) -> str:
        # A local name first: to an exported one the linker may put another function.
        names = sorted(
            (name for name, at in places.items() if at == place),
            key=lambda name: (name in listing.exported, name),
        )
        if not names:
            targets.add(place)
        return names[0] if names else f"L_{place:x}"

    for each, end in zip(found, [*ends, None], strict=True):
        at, name, operands, comment = int(each[1], 16), each[2], each[3] or "", each[4] or ""
        if name in SIZES:
            if at in relocated:
                raise MoteError(f"{made.name}: {relocated[at][0]} in data has no translation")
            listing.data[at] = (SIZES[name], operands)
            continue
        if name.startswith("."):
            raise MoteError(f"{made.name}: {name} {operands} at {at:#x} has no translation")
        width = ".w" if end is not None and end - at == 4 else ".n"
        place = PLACE.search(operands)
        literal = PLACE.search(comment) if "pc" in operands else None
        if at in relocated:
            kind, symbol = relocated[at]
            if kind != CALL or name != "bl":
                raise MoteError(f"{made.name}: {kind} of {name} has no translation")
            text = f"bl {symbol}"
        elif comment.startswith("(mov r8, r8)"):
            text = "mov r8, r8"  # NOP is another instruction
        elif literal is not None and comment.startswith("(adr"):
            text = f"adr{width} {operands.split(',')[0]}, {label(int(literal[1], 16))}"
        elif literal is not None and name.partition(".")[0] == "ldr":
            text = f"ldr{width} {operands.split(',')[0]}, {label(int(literal[1], 16))}"
        elif place is not None:
            text = f"{name} {operands[: place.start()]}{label(int(place[1], 16))}"
        else:
            text = f"{name} {operands}".rstrip()
        listing.code[at] = text
    for name, at in sorted(places.items()):
        listing.labels.setdefault(at, []).append(name)
    for at in targets:
        listing.labels.setdefault(at, []).append(f"L_{at:x}")
    return listing


def write(listing: Listing, dialect: Dialect, head: Sequence[str]) -> str:
    """The text for an assembler; head: its first lines, of comment."""
    lines = [*(f"; {each}".rstrip() for each in head), ""]

    def put(text: str) -> None:
        if text:
            lines.append(f"        {text}")

    put(dialect.section.format(name=".text", align=listing.align))
    put(dialect.thumb)
    for name in listing.imported:
        put(dialect.imported.format(name=name))
    for name in listing.exported:
        put(dialect.exported.format(name=name))
    is_data = False
    places = sorted({*listing.labels, *listing.data, *listing.code})
    for at in places:
        if is_data != (at in listing.data) and (at in listing.data or at in listing.code):
            is_data = at in listing.data
            put(dialect.into_data if is_data else dialect.into_code)
        lines += [dialect.label.format(name=name) for name in listing.labels.get(at, ())]
        if at in listing.data:
            size, value = listing.data[at]
            put(f"{dialect.data[size]} {value}")
        elif at in listing.code:
            put(listing.code[at])
    put(dialect.end)
    return "\n".join([*lines, ""])


def to_gnu(text: str, dialect: Dialect) -> str:
    """The text for GNU as, read by the dialect's table alone; raises MoteError."""

    def matcher(form: str) -> re.Pattern[str]:
        words = re.escape(form).replace(r"\ ", r"\s+")
        return re.compile(
            words.replace(r"\{name\}", r"(?P<name>[\w.]+)").replace(r"\{align\}", r"(?P<align>\d+)")
        )

    sizes = {name: size for size, name in dialect.data.items()}
    section, exported = matcher(dialect.section), matcher(dialect.exported)
    imported, label = matcher(dialect.imported), matcher(dialect.label)
    modes = {dialect.thumb, dialect.into_data, dialect.into_code}
    functions: set[str] = set()
    lines = [".syntax unified", ".thumb"]
    for number, full in enumerate(text.splitlines(), 1):
        line = full.partition(";")[0].rstrip()
        word = line.strip()
        if not word or word in modes:
            continue
        if not line[0].isspace():
            if (found := label.fullmatch(line)) is None:
                raise MoteError(f"line {number}: {line} is no label")
            if found["name"] in functions:
                lines.append(".thumb_func")
            lines.append(f"{found['name']}:")
        elif word == dialect.end:
            return "\n".join([*lines, ""])
        elif found := section.fullmatch(word):
            lines += [f'.section {found["name"]},"ax",%progbits', f".p2align {found['align']}"]
        elif found := exported.fullmatch(word):
            functions.add(found["name"])
            lines += [f".global {found['name']}", f".type {found['name']}, %function"]
        elif imported.fullmatch(word):
            continue
        elif word.split()[0] in sizes:
            lines.append(f"{GNU_DATA[sizes[word.split()[0]]]} {word.split(None, 1)[1]}")
        elif word.split()[0].isupper():
            raise MoteError(f"line {number}: {word.split()[0]} is not known")
        else:
            lines.append(f"        {word}")
    raise MoteError(f"no {dialect.end} at the end")


def facts(cpu: Cpu, made: Path) -> tuple[bytes, str, str]:
    """What two objects are compared by: bytes of .text, exported names, relocations."""
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / "text"
        _run([_tool(cpu, "objcopy"), "-O", "binary", "-j", ".text", made, plain])
        code = plain.read_bytes()
    names = _run([_tool(cpu, "nm"), "-g", made])
    relocations = _run([_tool(cpu, "objdump"), "-r", "-j", ".text", made])
    return code, names, "\n".join(each for each in relocations.splitlines() if "R_ARM" in each)


def check(cpu: Cpu, name: str) -> None:
    """Whether there is such a syntax for the CPU; raises MoteError."""
    if name not in DIALECTS:
        raise MoteError(f"there is no assembler {name}: there are gnu, {', '.join(DIALECTS)}")
    if cpu.toolchain.prefix != "arm-none-eabi-" or "-mthumb" not in cpu.toolchain.flags:
        raise MoteError(f"--assembler {name} is for Cortex-M, which {cpu.name} is not")


def beside(source: Path, cpu: Cpu, name: str) -> Path:
    """Write the file's translation beside it: x_armasm.s of x.S; its path.  Raises MoteError."""
    title = DIALECTS[name].title
    head = [
        f"Written by `mote export`, from {source.name}, which has the comments, for",
        f"{title}.  Read back for GNU as it gives the same code; {title}",
        "itself has never been run on it.  SPDX-License-Identifier: MIT",
    ]
    text = translate(source, cpu, name, head)
    path = source.with_name(f"{source.stem}_{name}.s")
    if path.exists() and head[0].split(",")[0] not in path.read_text(errors="replace"):
        raise MoteError(f"{path} was not made by mote export: move it, or name a new folder")
    path.write_text(text, encoding="utf-8", newline="\n")
    return path


def translate(source: Path, cpu: Cpu, name: str, head: Sequence[str]) -> str:
    """A file for GNU as in another syntax, read back and compared; raises MoteError."""
    check(cpu, name)
    dialect = DIALECTS[name]
    with tempfile.TemporaryDirectory() as folder:
        first, again = Path(folder) / f"{source.stem}.o", Path(folder) / "again.o"
        assemble(cpu, source, first)
        text = write(read(cpu, first), dialect, head)
        back = Path(folder) / "again.s"
        back.write_text(to_gnu(text, dialect), encoding="utf-8")
        assemble(cpu, back, again)
        if facts(cpu, first) != facts(cpu, again):
            raise MoteError(f"{source.name}: {dialect.title}'s text gives other code: keep GNU's")
    return text
