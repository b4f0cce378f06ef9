"""SDCC for the 8051: from one source to one object, and from an object to an image.

Objects are the ASxxxx relocatable files of sdas8051 (.rel; "ASXXXX Cross Assemblers", chapter 2,
"Object module format"), images are Intel HEX files.  Symbols lose the one underscore that SDCC
puts before every C name.

A C file is compiled in the first of MODELS in which it fits: SDCC keeps local variables at fixed
addresses, in the internal RAM in the small model, in external RAM in the large one (SDCC Compiler
User Guide, section 3.13.1.2, "Memory models").  The object itself says which model it is of.
Assembly is of the model in which its callers pass arguments: that of the memory in which its
NAME_PARM_n lie.  Without such a parameter it goes with both.  C beside assembly has its model.

Addresses of data are flat: external RAM from 0, internal RAM from IRAM on.
"""

from __future__ import annotations

import functools
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from mote.building.image import Compiled, Image, Layout, ObjectFacts, Region, Section, SourceLine
from mote.catalog.cpu import Cpu
from mote.common.errors import BuildError, MissingTool, MoteError
from mote.common.paths import ROOT

OBJECTS_HAVE_CODE = True

IRAM = 0x10000
"""Where internal RAM begins in flat data addresses."""

STATIC_XRAM = 0x8000
"""Where the linker puts variables that live in external RAM; the caller's objects lie below."""

MODELS = ("small", "large")
"""Memory models, the preferred one first."""

LEAST_STACK = 64
"""Bytes of internal RAM that a file must leave for the stack to be built in the small model."""

ALIASES = {"__memcpy": "memcpy"}
"""Names under which SDCC calls a function of the C library (its string.h defines memcpy so)."""

SUPPORT_OBJECT = "mote-support.rel"

# Bits of an area's flags in an object file (ASxxxx, "A" line, and sdas8051's own additions).
_OVERLAID, _ABSOLUTE, _CODE, _XDATA, _BIT = 0x04, 0x08, 0x20, 0x40, 0x80
_READ_ONLY = ("CONST", "XINIT")
_REGISTERS = re.compile(r"REG_BANK_\d$")
_PARAMETER = re.compile(r"_PARM_\d+$")

_UNRESOLVED = re.compile(r"\?ASlink-Warning-Undefined Global '?_?([^' ]+)'? referenced")
_NO_ROOM = re.compile(r"\?ASlink-(Error|Warning)-(Could not get|Insufficient|.*overflow)")


def _tool(cpu: Cpu, name: str) -> str:
    path = shutil.which(cpu.toolchain.prefix + name)
    if path is None:
        raise MissingTool(f"{cpu.toolchain.prefix}{name} is not installed", cpu.toolchain.packages)
    return path


def _run(command: Sequence[str], failure: str, folder: Path | None = None) -> str:
    """Run a command in `folder`; its whole output."""
    result = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)
    output = (result.stdout + result.stderr).strip()
    if result.returncode != 0:
        raise BuildError(failure, output)
    return output


@functools.cache
def _first_line(path: str) -> str:
    return _run([path, "--version"], f"{path} does not run").splitlines()[0]


def version(cpu: Cpu, source: Path) -> str:
    """What a figure of this source depends on; the assembler has the version of the compiler."""
    words = re.search(r"(\d+\.\d+\.\d+) (#\d+)", _first_line(_tool(cpu, "sdcc")))
    name = "sdcc" if source.suffix == ".c" else "sdas8051"
    return f"{name} {words[1]} {words[2]}" if words else f"{name} of unknown version"


OLDEST = (4, 2)
"""The SDCC whose conventions and whose uCsim the bench was tried with, as (major, minor)."""


def require_version(text: str) -> None:
    """Raise MoteError when a version as `version` gives it is older than OLDEST."""
    words = re.search(r"(\d+)\.(\d+)\.\d+", text)
    if words and (int(words[1]), int(words[2])) < OLDEST:
        needed = ".".join(map(str, OLDEST))
        raise MoteError(f"{text} is too old: sdcc and sdcc-ucsim {needed} or newer are needed")


def _flags(cpu: Cpu, source: Path, model: str, options: Sequence[str]) -> tuple[str, ...]:
    """The options that decide the code of this source in a memory model."""
    chosen = (f"--model-{model}",) if model else ()
    if source.suffix != ".c":
        return (*cpu.toolchain.flags, *chosen, *cpu.toolchain.assembler_flags)
    return (*cpu.toolchain.flags, *chosen, *cpu.toolchain.c_flags, *options)


def first_error(output: str) -> str:
    """The first error of the compiler, the assembler or the linker, on one line."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    wrong = [line for line in lines if re.search(r"\berror\b|[- ]Error", line)]
    text = (wrong or lines or [""])[0]
    return re.sub(r"(?<![\w<\"])/?(?:[^\s/:<\"]+/)+(?=[^\s/:]+:)", "", text)


def content_key(cpu: Cpu) -> object:
    """None: beside the object stand other files, which the linker looks for by their names."""
    return None


def compile(
    cpu: Cpu,
    source: Path,
    target: Path,
    include: Sequence[Path],
    options: Sequence[str] = (),
) -> Compiled:
    """Compile or assemble `source` into the object `target`; raises BuildError, MissingTool.

    Beside the object stand its listing (.lst) and, for C, the compiler's account of the variables
    (.adb) of a second compilation with debugging records: these change the code by some bytes.
    """
    return _compile([(source, target)], cpu, include, options)[0]


def compile_all(
    cpu: Cpu,
    sources: Sequence[Path],
    folder: Path,
    include: Sequence[Path],
    options: Sequence[str] = (),
) -> list[Compiled]:
    """Compile each source into an object of its own in `folder`, all in one memory model."""
    pairs = [
        (source, folder / f"part{number}_{source.stem}.rel")
        for number, source in enumerate(sources)
    ]
    return _compile(pairs, cpu, include, options)


def join(cpu: Cpu, objects: Sequence[Path], target: Path) -> list[Path]:
    """The objects as they are: the linker of the ASxxxx family makes no object of several."""
    return list(objects)


def _compile(
    given: Sequence[tuple[Path, Path]], cpu: Cpu, include: Sequence[Path], options: Sequence[str]
) -> list[Compiled]:
    """Compile (source, object) pairs in the first memory model in which all of them fit.

    Where assembly among them is of one model, it is that one.
    """
    refused = [option for option in options if option.startswith("-O")]
    if refused:
        raise BuildError(f"{cpu.name}: SDCC has no option {refused[0]}: leave it out here")
    pairs = [(source.resolve(), target.resolve()) for source, target in given]
    folders = [f"-I{path.resolve()}" for path in include]
    for source, _ in pairs:
        require_version(version(cpu, source))
    of_model: dict[str, str] = {}
    for source, target in pairs:
        if source.suffix != ".c":
            command = [_tool(cpu, "sdas8051"), "-plosgffw", *cpu.toolchain.assembler_flags]
            _make(cpu, source, target, [*command, *folders, str(target), str(source)])
            found = _read_object(target)[2]
            if found:
                of_model[found] = source.name
    if len(of_model) > 1:
        names = " and ".join(f"{of_model[model]} of the {model} one" for model in MODELS)
        raise BuildError(f"parts of two memory models do not go together: {names}")
    commands = {}
    model = next(iter(of_model), "")
    c_pairs = [(source, target) for source, target in pairs if source.suffix == ".c"]
    for tried in [model] if model else MODELS if c_pairs else ():
        model = tried
        for source, target in c_pairs:
            command = [_tool(cpu, "sdcc"), *_flags(cpu, source, model, options), *folders]
            commands[source] = command
            _make(cpu, source, target, [*command, "-c", str(source), "-o", str(target)])
        if model != MODELS[-1] and _fits(cpu, [target for _, target in pairs]):
            break
    for source, target in c_pairs:
        with tempfile.TemporaryDirectory(dir=target.parent) as folder:
            probe = Path(folder) / "probe.rel"
            command = [*commands[source], "--debug", "-c", str(source), "-o", str(probe)]
            _run(command, f"{source.name} does not compile for {cpu.name}", probe.parent)
            probe.with_suffix(".adb").replace(target.with_suffix(".adb"))
    return [Compiled(target, _flags(cpu, source, model, options)) for source, target in given]


def _make(cpu: Cpu, source: Path, target: Path, command: Sequence[str]) -> None:
    """Run the command that makes an object of a source; raises BuildError with its first error."""
    failure = f"{source.name} does not compile for {cpu.name}"
    try:
        output = _run(command, failure, target.parent)
    except BuildError as error:
        raise BuildError(f"{failure}: {first_error(error.output)}", error.output) from None
    if "?ASxxxx-Error" in output or not target.exists():
        raise BuildError(f"{failure}: {first_error(output)}", output)


def _fits(cpu: Cpu, objects: Sequence[Path]) -> bool:
    """Whether the variables of objects and of what they call leave room for the stack."""
    with tempfile.TemporaryDirectory(dir=objects[0].parent) as folder:
        try:
            layout = _link(cpu, objects, Path(folder))
        except BuildError as error:
            # What else is wrong with it, the audit and the proper link will say.
            return not _NO_ROOM.search(error.output)
    return 256 - max(layout.used, default=0) >= LEAST_STACK


@dataclass(frozen=True)
class _Area:
    """An area of an object file: size in bytes (bits for bit areas), symbols by offset."""

    name: str
    size: int
    flags: int
    symbols: dict[str, int]

    @property
    def is_code(self) -> bool:
        return bool(self.flags & _CODE)

    @property
    def is_variables(self) -> bool:
        return not self.is_code and not _REGISTERS.match(self.name) and self.name != ".__.ABS."

    @property
    def ram_bytes(self) -> int:
        return -(-self.size // 8) if self.flags & _BIT else self.size

    @property
    def is_internal(self) -> bool:
        """Whether these are variables in internal RAM."""
        return self.is_variables and not self.flags & _XDATA


def _read_object(path: Path) -> tuple[list[_Area], list[str], str]:
    """Areas, undefined names (with their underscore) and the memory model of an object.

    The model is empty for assembly that goes with both.
    """
    areas: list[_Area] = []
    undefined: list[str] = []
    model = ""
    lines = path.read_text(errors="replace").splitlines()
    if not any(re.match(r"[XDQ][HLDO]\d?$", line) for line in lines[:3]):
        raise BuildError(f"{path.name} is not an ASxxxx object")
    for line in lines:
        word = line.split()
        if line.startswith("A ") and len(word) >= 6 and word[2] == "size":
            areas.append(_Area(word[1], int(word[3], 16), int(word[5], 16), {}))
        elif line.startswith("S ") and len(word) == 3:
            if word[2].startswith("Ref"):
                undefined.append(word[1])
            elif areas and "$" not in word[1]:
                areas[-1].symbols[word[1]] = int(word[2][3:], 16)
        elif line.startswith("O "):
            found = re.search(r"--model-(\w+)", line)
            model = found[1] if found else model
    for area in areas:
        if not model and any(_PARAMETER.search(name) for name in area.symbols):
            model = "large" if area.flags & _XDATA else "small"
    return areas, undefined, model


def _plain(symbol: str) -> str:
    """The C name of an assembler symbol."""
    name = symbol.removeprefix("_")
    return ALIASES.get(name, name)


def separate() -> tuple[str, ...]:
    """None: the linker takes objects whole."""
    return ()


def inspect(cpu: Cpu, object_file: Path, prefix: str, wanted: Sequence[str] = ()) -> ObjectFacts:
    """Sections, exported and undefined names, and fixed RAM of an object.

    Counted are the areas in code memory.  The RAM that local variables and parameters take at
    fixed addresses is static_bytes; variables that outlive a call, of a file or of the whole
    program, appear as sections of kind "bss" or "data" and so break Annex A.2.3.
    """
    areas, undefined, _ = _read_object(object_file)
    sections: list[Section] = []
    exported: list[str] = []
    defined: set[str] = set()
    static = internal = 0
    for area in areas:
        defined |= set(area.symbols)
        if area.is_code:
            exported += [_plain(name) for name in area.symbols if name.startswith("_")]
            if area.size:
                kind = "rodata" if area.name in _READ_ONLY else "code"
                # Start-up code for initialised variables: what Annex A knows as data.
                kind = "data" if area.name.startswith(("GSINIT", "XINIT")) else kind
                sections.append(Section(area.name, area.size, kind, True))
        elif area.is_variables:
            static += area.ram_bytes
            internal += area.ram_bytes if area.is_internal else 0
            for name in area.symbols:
                if name.startswith("_") and not _PARAMETER.search(name):
                    exported.append(_plain(name))
    sections += _variables(object_file.with_suffix(".adb"), defined)
    names = {_plain(name) for name in undefined if not _PARAMETER.search(name)}
    return ObjectFacts(
        tuple(sections), tuple(sorted(set(exported))), tuple(sorted(names)), static, internal
    )


def labels(cpu: Cpu, object_file: Path) -> list[str]:
    """The labels of an object of assembly, local ones too, by its symbol table (.sym)."""
    table = object_file.with_suffix(".sym")
    lines = table.read_text(errors="replace").splitlines() if table.exists() else []
    found = []
    for line in lines:
        for entry in line.split("|"):
            match = re.search(r"(\S+)\s+=?\s+[0-9A-F]{6} \w*R$", entry.strip())
            if match:
                found.append(_plain(match[1]))
    return found


def _variables(records: Path, defined: set[str]) -> list[Section]:
    """Variables that outlive a call, from the compiler's records (SDCC's CDB file format).

    S:<scope><name>$<level>$<block>({<size>}<type>),<address space>,...: scope G is global, F of
    the file; spaces C and D are code, E and G internal RAM, A and F external RAM, H bits.
    """
    found: dict[str, Section] = {}
    if not records.exists():
        return []
    for line in records.read_text(errors="replace").splitlines():
        match = re.match(r"S:(G|F[^$]*)\$([^$]+)\$[^(]*\(\{(\d+)\}([^)]*)\),([A-Z])", line)
        if not match or match[4].startswith("DF") or match[5] not in "AEFGH":
            continue
        if match[1] == "G" and "_" + match[2] not in defined:
            continue
        found[match[2]] = Section(match[2], int(match[3]), "bss", False)
    return list(found.values())


@dataclass(frozen=True)
class _Layout:
    """A linked image: areas by name (start, size, attributes), symbols, used internal RAM."""

    path: Path
    areas: dict[str, tuple[int, int, str]]
    symbols: dict[str, int]
    used: tuple[int, ...]


def places_of_calls(cpu: Cpu, object_file: Path, name: str) -> list[str]:
    """The source lines (file:line) that call an undefined name of an object."""
    listing = object_file.with_suffix(".lst")
    found = []
    place = ""
    lines = listing.read_text(errors="replace").splitlines() if listing.exists() else []
    for line in lines:
        comment = re.search(r";\t(\S*?)([^/\s]+\.[ch]):(\d+):", line)
        if comment:
            place = f"{comment[2]}:{comment[3]}"
        elif place and re.search(
            rf"\b[la]?(call|jmp)\s+_{{1,2}}{re.escape(name)}\b", line.partition(";")[0]
        ):
            found.append(place)
    return list(dict.fromkeys(found))


def _link(cpu: Cpu, objects: Sequence[Path], folder: Path, code: int = 0) -> _Layout:
    folder = folder.resolve() / ("elsewhere" if code else "image")
    folder.mkdir(exist_ok=True)
    start = folder / SUPPORT_OBJECT
    support = ROOT / "cpus" / "support" / f"{cpu.toolchain.support}.asm"
    compile(cpu, support, start, ())
    copies = [folder / f"{object_file.stem}.rel" for object_file in objects]
    models = []
    for object_file, copy in zip(objects, copies, strict=True):
        for suffix in (".rel", ".lst"):
            original = object_file.with_suffix(suffix)
            if original.exists():
                shutil.copyfile(original, copy.with_suffix(suffix))
        models.append(_read_object(copy)[2])
    # Assembly without parameters goes with the model of the C beside it.
    model = next((model for model in models if model), "")
    path = copies[0].with_suffix(".ihx")
    command = [_tool(cpu, "sdcc"), *cpu.toolchain.flags, f"--model-{model or MODELS[0]}"]
    command += [*cpu.toolchain.link_flags, "--code-loc", hex(code), "--xram-loc", hex(STATIC_XRAM)]
    command += ["--xram-size", hex(0x10000 - STATIC_XRAM), "--iram-size", "256"]
    command += [start.name, *(copy.name for copy in copies), "-o", path.name]
    failure = f"does not link for {cpu.name}"
    try:
        output = _run(command, failure, folder)
    except BuildError as error:
        output = error.output
    missing = sorted({_plain(name) for name in _UNRESOLVED.findall(output)})
    if missing:
        missing = [name for name in missing if not _PARAMETER.search(name)] or missing
        raise BuildError(f"{failure}: undefined {', '.join(missing)}", output)
    if _NO_ROOM.search(output):
        raise BuildError(f"{failure}: its variables do not fit into memory", output)
    if "?ASlink-Error" in output or not path.exists():
        raise BuildError(f"{failure}: {first_error(output)}", output)
    areas, symbols = _read_map(path.with_suffix(".map"))
    return _Layout(path, areas, symbols, _read_memory(path.with_suffix(".mem")))


def _read_map(path: Path) -> tuple[dict[str, tuple[int, int, str]], dict[str, int]]:
    """Areas and symbols of the linker's map; data symbols have flat addresses."""
    areas: dict[str, tuple[int, int, str]] = {}
    symbols: dict[str, int] = {}
    current = ""
    for line in path.read_text(errors="replace").splitlines():
        match = re.match(
            r"(?:\.\s+)?(\S+)\s+([0-9A-F]{8})\s+([0-9A-F]{8}) =\s+\d+\. \w+ \(([A-Z,]+)\)", line
        )
        if match:
            current = match[1]
            areas[current] = (int(match[2], 16), int(match[3], 16), match[4])
            continue
        match = re.match(r"\s+(?:[A-Z]:)?\s+([0-9A-F]{8})\s+(\S+)", line)
        match = match or re.match(r"[A-Z]:\s+([0-9A-F]{8})\s+(\S+)", line)
        if not match or not current:
            continue
        address, name = int(match[1], 16), match[2]
        attributes = areas[current][2].split(",")
        if name.startswith(("s_", "l_")) or not name.startswith("_") or "$" in name:
            continue
        if "BIT" in attributes or "ABS" in attributes:
            continue
        if "CODE" not in attributes and "XDATA" not in attributes:
            address += IRAM
        symbols[_plain(name)] = address
        symbols.setdefault(name.removeprefix("_"), address)
    return areas, symbols


def _read_memory(path: Path) -> tuple[int, ...]:
    """Addresses in internal RAM that the linker gave to variables, from its .mem file."""
    used = []
    for line in path.read_text(errors="replace").splitlines():
        match = re.match(r"0x([0-9a-f]{2}):\|((?:.\|){16})", line)
        if match:
            row = match[2][::2]
            used += [int(match[1], 16) + i for i, mark in enumerate(row) if mark not in " 0S"]
    return tuple(used)


def shared_library_problem(cpu: Cpu, object_file: Path, folder: Path) -> str:
    """Why the object cannot go into a shared library."""
    return "this linker makes no shared libraries"


def object_problems(cpu: Cpu, object_file: Path, source: Path) -> list[str]:
    """None: its objects say nothing of functions but where they begin."""
    return []


def missing_instructions(cpu: Cpu, object_file: Path) -> list[str]:
    """None are looked for: of an 8051's opcodes only one is not an instruction."""
    return []


def link(
    cpu: Cpu,
    objects: Sequence[Path],
    prefix: str,
    folder: Path,
    wanted: Sequence[str] = (),
    layout: Layout | None = None,
) -> Image:
    """Link objects with SDCC's library, of the objects' memory model, into an Intel HEX image.

    symbols: code addresses and flat data addresses (the parameters NAME_PARM_n); `mote_return` is
    where a call returns to.  library: what is neither the object's own code nor its constants.
    static: the RAM that the linker gave to variables, register bank 0 left out.
    """
    code_at = layout.code if layout is not None and layout.code is not None else 0
    linked = _link(cpu, objects, folder, code_at)
    own: list[tuple[int, int]] = []
    before = {
        area.name: area.size for area in _read_object(linked.path.with_name(SUPPORT_OBJECT))[0]
    }
    code = []
    symbols = dict(linked.symbols)
    for object_file in objects:
        for area in _read_object(linked.path.with_name(f"{object_file.stem}.rel"))[0]:
            # The map cuts names after 32 characters.
            if area.name in linked.areas and not area.flags & _ABSOLUTE:
                base, _, attributes = linked.areas[area.name]
                base += before.get(area.name, 0)
                if not {"CODE", "XDATA"} & set(attributes.split(",")):
                    base += IRAM
                for name, offset in area.symbols.items():
                    if len(name) > 32:
                        symbols[_plain(name)] = base + offset
            if area.is_code and area.size and not area.flags & _ABSOLUTE:
                start = linked.areas[area.name][0] + before.get(area.name, 0)
                own.append((start, start + area.size))
            if not area.flags & _OVERLAID:
                before[area.name] = before.get(area.name, 0) + area.size
    for address, size, attributes in linked.areas.values():
        if "CODE" in attributes.split(",") and size:
            code.append((address, address + size))
    static = []
    for name, (address, size, attributes) in linked.areas.items():
        if "XDATA" in attributes.split(",") and size:
            static.append(Region(f"variables in {name}", address, size, True))
    for start, end in _runs(linked.used):
        static.append(Region("variables in internal RAM", IRAM + start, end - start, True))
    for name in _READ_ONLY:
        if name in linked.areas and linked.areas[name][1]:
            symbols[f"{name}_start"] = linked.areas[name][0]
            symbols[f"{name}_end"] = linked.areas[name][0] + linked.areas[name][1]
    return Image(
        path=linked.path,
        symbols=symbols,
        library=_without(code, own),
        static=tuple(static),
        helpers=_helpers(code, own, before[RETURN_AREA]),
    )


RETURN_AREA = "HOME"
"""Where the support object has the two bytes that a call returns to."""


def _helpers(
    code: Sequence[tuple[int, int]], own: Sequence[tuple[int, int]], support: int
) -> tuple[tuple[str, int], ...]:
    """The bytes of SDCC's library, memcpy and memset among them: its linker does not say whose."""
    rest = sum(end - start for start, end in _without(code, own)) - support
    return (("SDCC's library", rest),) if rest > 0 else ()


def _runs(addresses: Sequence[int]) -> list[tuple[int, int]]:
    """Consecutive addresses as ranges [start, end)."""
    runs: list[tuple[int, int]] = []
    for address in sorted(addresses):
        if runs and runs[-1][1] == address:
            runs[-1] = (runs[-1][0], address + 1)
        else:
            runs.append((address, address + 1))
    return runs


def _without(
    ranges: Sequence[tuple[int, int]], holes: Sequence[tuple[int, int]]
) -> tuple[tuple[int, int], ...]:
    """The ranges, less the holes."""
    marked = set()
    for start, end in ranges:
        marked |= set(range(start, end))
    for start, end in holes:
        marked -= set(range(start, end))
    return tuple(_runs(sorted(marked)))


def source_lines(cpu: Cpu, image: Image) -> Callable[[int], SourceLine]:
    """From an address of code to its source line, by the listings with linked addresses (.rst)."""
    known: dict[int, SourceLine] = {}
    for listing in sorted(image.path.parent.glob("*.rst")):
        if listing.stem != Path(SUPPORT_OBJECT).stem:
            known.update(_read_listing(listing))
    symbols = sorted(
        (address, name)
        for name, address in image.symbols.items()
        if "_PARM_" not in name and name[:6] not in ("CONST_", "XINIT_")
    )

    def find(address: int) -> SourceLine:
        before = [each for each in symbols if each[0] <= address]
        start, name = before[-1] if before else (address, f"{address:#06x}")
        line = known.get(address, SourceLine("", 0, ""))
        if line.file:
            return line if line.function else SourceLine(line.file, line.line, name)
        return SourceLine("", 0, name if start == address else f"{name}+{address - start:#x}")

    return find


def address_of_label(image: Image, name: str) -> int | None:
    """Where a label of assembly stands, exported or not, by the listings with linked addresses."""
    line = re.compile(rf"\s+([0-9A-F]{{6}})\s+\d+ _?{re.escape(name)}::?\s*$")
    for listing in sorted(image.path.parent.glob("*.rst")):
        for each in listing.read_text(errors="replace").splitlines():
            found = line.match(each)
            if found:
                return int(found[1], 16)
    return None


def _read_listing(path: Path) -> dict[int, SourceLine]:
    """Source lines by code address.

    C code has its file and line in comments ahead of its instructions, and the function's name in
    one ahead of these; in assembly the line is that of the listing's own numbering.  What a macro
    makes is numbered from 1 there: it has the line that calls the macro, the last one of the file.
    """
    found: dict[int, SourceLine] = {}
    file, number, function = "", 0, ""
    last = 0
    own = re.sub(r"^part\d+_", "", path.stem)
    for line in path.read_text(errors="replace").splitlines():
        name = re.search(r"\d ;\t function (\w+)$", line)
        if name:
            function = name[1]
            continue
        comment = re.search(r"\d ;\t(\S*?)([^/\s]+\.[ch]):(\d+):", line)
        if comment:
            file, number = comment[2], int(comment[3])
            continue
        own_number = line[34:39].strip()
        if own_number.isdigit() and int(own_number) == last + 1:
            last += 1
        code = re.match(r"\s+([0-9A-F]{6}) (?:[0-9A-F]{2} )+\s*(?:\[\d+\])?\s*(\d+)", line)
        if code:
            place = SourceLine(file or f"{own}.asm", number or last, function)
            found.setdefault(int(code[1], 16), place)
    return found


def type_layout(
    cpu: Cpu,
    header: Path,
    type_name: str,
    include: Sequence[Path],
    folder: Path,
    options: Sequence[str] = (),
) -> tuple[int, int]:
    """Size of a type in bytes as SDCC lays it out, and 1: the 8051 knows no alignment."""
    source = folder / "layout.c"
    source.write_text(
        "#include <stddef.h>\n#include <stdint.h>\n"
        f'#include "{header.resolve()}"\n__xdata unsigned char type_size[sizeof({type_name})];\n'
    )
    target = folder / "layout.rel"
    command = [_tool(cpu, "sdcc"), *cpu.toolchain.flags, "--model-large", *cpu.toolchain.c_flags]
    command += [*options, *(f"-I{path.resolve()}" for path in (header.parent, *include))]
    try:
        _run([*command, "-c", str(source), "-o", str(target)], "", folder)
    except BuildError as error:
        first = first_error(error.output)
        failure = f"{header.name} does not define {type_name} for {cpu.name}"
        if not first.startswith("layout."):
            failure = f"{header.name} does not compile for {cpu.name}: {first}"
        raise BuildError(failure, error.output) from None
    areas, _, _ = _read_object(target)
    return next(area.size for area in areas if area.name == "XSEG"), 1
