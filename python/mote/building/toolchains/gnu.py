"""GNU compilers and binutils: from sources to one object, and from an object to an image."""

from __future__ import annotations

import fnmatch
import functools
import re
import shutil
import subprocess
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Literal

from elftools.common.exceptions import ELFError
from elftools.elf.constants import SH_FLAGS
from elftools.elf.elffile import ELFFile
from elftools.elf.relocation import RelocationSection
from elftools.elf.sections import Section as ElfSection
from elftools.elf.sections import SymbolTableSection

from mote.building import once, reach
from mote.building.elf import symbols as elf_symbols
from mote.building.image import Compiled, Image, Layout, ObjectFacts, Section, SourceLine
from mote.building.toolchains import object_rules
from mote.catalog.cpu import Cpu, Toolchain
from mote.common.errors import BuildError, MissingTool
from mote.common.paths import ROOT

OBJECTS_HAVE_CODE = True

LINKER_SYMBOLS = {"_GLOBAL_OFFSET_TABLE_", "_gp_disp", "__gnu_local_gp", ".TOC."}
"""Names that the linker itself defines for position-independent code."""

DESCRIPTORS, TABLE_OF_CONTENTS = ".opd", ".toc"
"""Function descriptors, where a function's symbol stands, and addresses of constants (64-bit
PowerPC ELF ABI Supplement 1.9, "Function Descriptors", "TOC").  The linker fills them in; no code
writes them."""

LINKED = (DESCRIPTORS, TABLE_OF_CONTENTS)

CODE = 0x10000
GOT = 0x80000
TOC_OFFSET = 0x8000
"""What r2 of 64-bit PowerPC is past the start of the addresses ("TOC")."""

DATA = 0xC0000

BEFORE = "before"
"""The file of cpus/support that lies before the objects in another layout than the usual one."""

# One script for every CPU: code and constants first, then what position-independent code reads
# through, then variables, which break a rule but do not keep the code from running.  `constants` is
# where constants go on a CPU whose program memory is not in the address space of data.  Sections
# .text.NAME come behind memcpy and memset, as GNU ld's own scripts have it: a call on a small AVR
# reaches 4 KB.
SCRIPT = """\
SECTIONS
{{
  . = {code:#x};
  .text : {{ {before} *(.text .progmem*) *(.text.*) *(.glue_7 .glue_7t .v4_bx .vfp11_veneer) }}
  {constants}
  .rodata : {{ *(.rodata .rodata.* .srodata .srodata.*) }}
  {got}
  .data : {{ *(.data .data.* .sdata .sdata.*) }}
  .bss : {{ *(.bss .bss.* .sbss .sbss.* COMMON) }}
  /DISCARD/ : {{ *(.eh_frame*) *(.note*) *(.comment) *(.rel.* .rela.*) *(.iplt) *(.plt) }}
}}
"""


def _tool(cpu: Cpu, name: str) -> str:
    path = shutil.which(cpu.toolchain.prefix + name)
    if path is None:
        raise MissingTool(f"{cpu.toolchain.prefix}{name} is not installed", cpu.toolchain.packages)
    return path


_ADDRESS_SPACES = """\
. = {got:#x};
  _gp = . + 0x7ff0;
  ".TOC." = . + {toc:#x};
  .got : {{ *(.got.plt) *(.igot.plt) *(.got) *(.got2) *(.igot) *(.toc) }}
  .opd : {{ *(.opd) }}
  . = {data:#x};"""


def first_error(output: str) -> str:
    """The compiler's, assembler's or linker's first error, on one line, without folders."""
    lines = [line.strip() for line in output.splitlines()]
    wrong = [line for line in lines if re.search(r"\b[Ee]rror\b[: ]|undefined reference", line)]
    text = wrong[0] if wrong else next((line for line in lines if line), "")
    return re.sub(r"(?<![\w<\"])/?(?:[^\s/:<\"]+/)+(?=[^\s/:]+:)", "", text)


def _run(command: Sequence[str], failure: str) -> str:
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        raise BuildError(failure, result.stderr.strip() or result.stdout.strip())
    return result.stdout


@functools.cache
def _first_line(path: str) -> str:
    return _run([path, "--version"], f"{path} does not run").splitlines()[0]


def version(cpu: Cpu, source: Path) -> str:
    """What a figure of this source depends on: the compiler's version, or the assembler's."""
    if cpu.toolchain.compiler and source.suffix == ".c":
        name, path = cpu.toolchain.compiler, _compiler(cpu, source)[0]
    else:
        tool, name = ("gcc", "gcc") if source.suffix == ".c" else ("as", "GNU as")
        path = _tool(cpu, tool)
    words = re.findall(r"\d+\.\d+(?:\.\d+)?", _first_line(path).split(")")[-1])
    return f"{name} {words[0] if words else 'of unknown version'}"


def _compiler(cpu: Cpu, source: Path) -> list[str]:
    """The program that compiles this source, with the target where it has to be told."""
    name = cpu.toolchain.compiler
    if not name or source.suffix != ".c":
        return [_tool(cpu, "gcc")]
    path = shutil.which(name)
    if path is None:
        raise MissingTool(f"{name} is not installed", (name,))
    return [path, f"--target={cpu.toolchain.prefix.rstrip('-')}"]


def _flags(cpu: Cpu, source: Path, options: Sequence[str]) -> tuple[str, ...]:
    """The options that decide the code of this source: the CPU's, and those given.

    A -O or -std that is given stands instead of the CPU's.
    """
    extra = cpu.toolchain.c_flags if source.suffix == ".c" else cpu.toolchain.assembler_flags
    own = [*cpu.toolchain.flags, *extra]
    for kind in ("-O", "-std="):
        if any(option.startswith(kind) for option in options):
            own = [option for option in own if not option.startswith(kind)]
    return (*own, *options)


DEBUGGING = ("-g",)
"""Records of lines and functions, with which GCC makes the same code as without; with
-fno-var-tracking-assignments it would not."""


def content_key(cpu: Cpu) -> object:
    """What decides an object beside its sources and options, for every run.

    The CPU's file, those of the compiler and the assembler, and what both read of the environment;
    the compiler's own headers go with its file.
    """
    programs = [once.program(_tool(cpu, name)) for name in ("gcc", "as")]
    return (cpu, programs, once.settings(), DEBUGGING)


def compile(
    cpu: Cpu,
    source: Path,
    target: Path,
    include: Sequence[Path],
    options: Sequence[str] = (),
) -> Compiled:
    """Compile or assemble `source` into the object `target`; raises BuildError, MissingTool."""
    flags = _flags(cpu, source, options)
    debugging = DEBUGGING if not cpu.toolchain.compiler else DEBUGGING[:1]
    command = [*_compiler(cpu, source), *flags, *debugging, "-c", str(source)]
    command += ["-o", str(target), *(f"-I{path}" for path in include)]
    failure = f"{source.name} does not compile for {cpu.name}"
    try:
        _run(command, failure)
    except BuildError as error:
        raise BuildError(f"{failure}: {first_error(error.output)}", error.output) from None
    return Compiled(target, flags)


def compile_all(
    cpu: Cpu,
    sources: Sequence[Path],
    folder: Path,
    include: Sequence[Path],
    options: Sequence[str] = (),
) -> list[Compiled]:
    """Compile each source into an object of its own in `folder`; the objects in that order."""
    return [
        compile(cpu, source, folder / f"{number}-{source.stem}.o", include, options)
        for number, source in enumerate(sources)
    ]


def join(cpu: Cpu, objects: Sequence[Path], target: Path) -> list[Path]:
    """One object of several (a partial link), as the list of what link and inspect take."""
    if len(objects) == 1:
        return list(objects)
    command = [_tool(cpu, "ld"), *cpu.toolchain.link_flags, "-r", "-o", str(target)]
    failure = f"the sources do not become one object for {cpu.name}"
    try:
        _run([*command, *map(str, objects)], failure)
    except BuildError as error:
        raise BuildError(f"{failure}: {first_error(error.output)}", error.output) from None
    return [target]


def separate() -> tuple[str, ...]:
    """The options with which a linker can leave out functions of C that nothing calls."""
    return ("-ffunction-sections", "-fdata-sections")


def inspect(cpu: Cpu, object_file: Path, prefix: str, wanted: Sequence[str] = ()) -> ObjectFacts:
    """Sections, exported and undefined names of an object.

    wanted: the sections are those that a linker keeps for these functions (mote.building.reach).

    Counted is every section that takes memory at run time, as `size` of binutils has it
    (Annex A.2.5), but those in the CPU file's uncounted_sections.
    """
    state = object_file.stat()
    written = (state.st_ino, state.st_mtime_ns, state.st_size)
    return _inspected(
        cpu.toolchain, "data" in cpu.machine_options, object_file, written, (*wanted,)
    )


@functools.lru_cache(maxsize=16)
def _inspected(
    toolchain: Toolchain,
    constants_in_ram: bool,
    object_file: Path,
    written: tuple[int, ...],
    wanted: tuple[str, ...],
) -> ObjectFacts:
    """The same of the object that was written so: building and linking both ask for it."""
    try:
        with object_file.open("rb") as stream:
            elf = ELFFile(stream)
            sections = []
            kept = reach.sections(elf, wanted) if wanted else None
            for number, section in enumerate(elf.iter_sections()):
                bits = section["sh_flags"]
                if kept is not None and number not in kept:
                    continue
                if not bits & SH_FLAGS.SHF_ALLOC or section["sh_size"] == 0:
                    continue
                if bits & SH_FLAGS.SHF_EXECINSTR:
                    kind = "code"
                elif not bits & SH_FLAGS.SHF_WRITE or section.name in LINKED:
                    kind = "rodata"
                else:
                    kind = "bss" if section["sh_type"] == "SHT_NOBITS" else "data"
                counted = not any(
                    fnmatch.fnmatch(section.name, pattern)
                    for pattern in toolchain.uncounted_sections
                )
                sections.append(Section(section.name, section["sh_size"], kind, counted))
            exported, undefined = [], []
            for symbol in elf_symbols(elf):
                if not symbol.name or symbol["st_info"]["bind"] == "STB_LOCAL":
                    continue
                if symbol["st_shndx"] == "SHN_UNDEF":
                    if symbol.name not in LINKER_SYMBOLS:
                        undefined.append(symbol.name)
                elif symbol["st_other"]["visibility"] == "STV_DEFAULT":
                    exported.append(symbol.name)
                    if symbol["st_shndx"] == "SHN_COMMON":
                        sections.append(Section("COMMON", symbol["st_size"], "bss", True))
    except ELFError as error:
        raise BuildError(f"{object_file.name} is not an ELF object: {error}") from None
    in_ram = {"data", "bss"}
    if constants_in_ram:
        in_ram.add("rodata")
    static = sum(
        section.size
        for section in sections
        if section.counted and section.kind in in_ram and not section.name.startswith(".progmem")
    )
    return ObjectFacts(tuple(sections), tuple(sorted(exported)), tuple(sorted(undefined)), static)


def labels(cpu: Cpu, object_file: Path) -> list[str]:
    """The names that an object defines in its sections, local ones too."""
    with object_file.open("rb") as stream:
        return [
            symbol.name
            for symbol in elf_symbols(ELFFile(stream))
            if symbol.name and symbol["st_shndx"] not in ("SHN_UNDEF", "SHN_ABS")
        ]


def places_of_calls(cpu: Cpu, object_file: Path, name: str) -> list[str]:
    """The source lines (file:line) that refer to an undefined name of an object."""
    offsets: list[tuple[str, int]] = []
    with object_file.open("rb") as stream:
        elf = ELFFile(stream)
        for section in elf.iter_sections():
            if not isinstance(section, RelocationSection):
                continue
            code = elf.get_section(section["sh_info"])
            if not code["sh_flags"] & SH_FLAGS.SHF_EXECINSTR:
                continue
            symbols = elf.get_section(section["sh_link"])
            assert isinstance(symbols, SymbolTableSection)
            for relocation in section.iter_relocations():
                if symbols.get_symbol(relocation["r_info_sym"]).name == name:
                    offsets.append((code.name, relocation["r_offset"]))
    tool = shutil.which(f"{cpu.toolchain.prefix}addr2line")
    found = []
    for code_name, offset in offsets:
        line = source_line(tool, object_file, offset, code_name)
        if line is not None:
            found.append(f"{line.file}:{line.line}")
    return list(dict.fromkeys(found))


def shared_library_problem(cpu: Cpu, object_file: Path, folder: Path) -> str:
    """Why the object cannot go into a shared library; empty when it can (Annex A.2.4)."""
    command = [_tool(cpu, "ld"), *cpu.toolchain.link_flags, "-shared", "-z", "text"]
    command += ["-o", str(folder / "shared.so"), str(object_file)]
    try:
        _run(command, "")
    except BuildError as error:
        lines = [line for line in error.output.splitlines() if "warning:" not in line]
        return lines[0].split(": ", 1)[-1] if lines else "the linker refuses it"
    return ""


@functools.cache
def _machine(compiler: str) -> str:
    """The system that a compiler is for."""
    return _run([compiler, "-dumpmachine"], f"{compiler} does not run").strip()


def object_problems(cpu: Cpu, object_file: Path, source: Path) -> list[str]:
    """What the object of a source lacks for linkers and debuggers, one line each."""
    return object_rules.problems(
        object_file,
        assembly=source.suffix != ".c",
        linux="linux" in _machine(_tool(cpu, "gcc")),
    )


@functools.cache
def _libgcc(compiler: tuple[str, ...]) -> str:
    """The compiler's own library for these options."""
    find = [*compiler, "-print-libgcc-file-name"]
    return _run(find, "the compiler does not say where libgcc is").strip()


def moved_by(layout: Layout | None) -> int:
    """How far addresses that are not of code lie from their usual places."""
    return 0 if layout is None or layout.code is None else layout.code // CODE * CODE - CODE


def link(
    cpu: Cpu,
    objects: Sequence[Path],
    prefix: str,
    folder: Path,
    wanted: Sequence[str] = (),
    layout: Layout | None = None,
) -> Image:
    """Link objects with the bench's memcpy and memset into an image at fixed addresses.

    wanted: sections that these functions do not need are left out.  layout: the addresses are
    others, and what cpus/support/before.S has lies before the objects.

    What they need of the compiler's own library is linked too, and named in Image.helpers.
    """
    own = [str(path) for path in objects]
    undefined = {name for path in objects for name in inspect(cpu, path, prefix).undefined}
    support = ROOT / "cpus" / "support" / f"{cpu.toolchain.support}.S"
    support_object = folder / "support.o"
    if not support_object.is_file():  # a folder holds the objects of one CPU
        once.file(
            support_object,
            ("support", cpu.name),
            lambda target: compile(cpu, support, target, ()),
            lambda: ("support", content_key(cpu), support.read_bytes()),
        )
    elsewhere = layout is not None and layout.code is not None
    if elsewhere:
        other = folder / f"{BEFORE}.o"
        own.insert(0, str(other))
        if not other.is_file():
            source = support.with_name(f"{BEFORE}.S")
            once.file(other, (BEFORE, cpu.name), lambda target: compile(cpu, source, target, ()))
    path = folder / ("elsewhere.elf" if elsewhere else "image.elf")
    script, account = path.with_suffix(".ld"), path.with_suffix(".map")
    script.write_text(_script(cpu, layout))
    command = [_tool(cpu, "ld"), *cpu.toolchain.link_flags, "-static", "-T", str(script)]
    command += ["--no-warn-mismatch", "-e", prefix, "-o", str(path), f"-Map={account}"]
    command += [f"--defsym={name}=0" for name in cpu.toolchain.start_up if name in undefined]
    if wanted:
        command += ["--gc-sections", *(f"--undefined={name}" for name in wanted)]
    command += [*own, str(support_object)]
    if undefined & set(STRING_FUNCTIONS):
        command.append(str(_string_functions(cpu, folder)))
    _link_with_helpers(cpu, command)
    with path.open("rb") as stream:
        functions = _functions(ELFFile(stream))
    library = tuple(functions[name] for name in ("memcpy", "memset") if name in functions)
    helpers = _helpers(account.read_text(encoding="utf-8"), {*own, str(support_object)})
    symbols = {name: start for name, (start, _) in functions.items()}
    return Image(path, symbols, library, _illegal(cpu, path), helpers=helpers)


def _script(cpu: Cpu, layout: Layout | None) -> str:
    """The linker's script for an image in a layout."""
    data = cpu.machine_options.get("data")
    code = cpu.machine_options.get("code", CODE)
    base, before = moved_by(layout), ""
    if layout is not None and layout.code is not None:
        code = layout.code
        before = f"KEEP(*{BEFORE}.o(.text .progmem*))"
        # Code of an AVR lies at even addresses, which its assembler's sections do not ask for.
        before += "" if data is None else " . = ALIGN(2);"
    got = _ADDRESS_SPACES.format(
        toc=TOC_OFFSET, got=base + cpu.machine_options.get("got", GOT), data=base + DATA
    )
    return SCRIPT.format(
        code=code,
        before=before,
        constants="" if data is None else f". = {data:#x};",
        got=got if data is None else "",
    )


def _link_with_helpers(cpu: Cpu, command: Sequence[str]) -> None:
    """Run the linker, with the compiler's own library where that is for this CPU.

    The audit speaks of the arithmetic helpers in it, and the file can still be run.
    """
    libgcc = Path(_libgcc((_tool(cpu, "gcc"), *cpu.toolchain.flags)))
    fits = _is_big_endian(libgcc) == (cpu.endianness == "big")
    failure = f"does not link for {cpu.name}"
    try:
        _run([*command, str(libgcc)] if fits else command, failure)
    except BuildError as error:
        missing = dict.fromkeys(re.findall(r"undefined reference to [`']([^'`]+)'", error.output))
        reason = f"undefined {', '.join(missing)}" if missing else first_error(error.output)
        if missing and not fits:
            reason += f" (the compiler comes without its library for {cpu.endianness}-endian)"
        raise BuildError(f"{failure}: {reason}", error.output) from None


def _functions(elf: ELFFile) -> dict[str, tuple[int, int]]:
    """Where the code of each global symbol of an image starts and ends."""
    thumb = elf["e_machine"] == "EM_ARM"
    descriptors = elf.get_section_by_name(DESCRIPTORS)
    found = {}
    for symbol in elf_symbols(elf):
        if symbol.name and symbol["st_info"]["type"] in ("STT_FUNC", "STT_NOTYPE"):
            if symbol["st_info"]["bind"] == "STB_LOCAL":
                continue
            address = symbol["st_value"]
            if thumb:
                address &= ~1
            if descriptors is not None:
                address = _described(elf, descriptors, address)
            found[symbol.name] = (address, address + symbol["st_size"])
    return found


def _described(elf: ELFFile, descriptors: ElfSection, address: int) -> int:
    """The code that a symbol means: what its descriptor says, where it has one."""
    place = address - descriptors["sh_addr"]
    if not 0 <= place < descriptors["sh_size"]:
        return address
    order: Literal["little", "big"] = "little" if elf.little_endian else "big"
    return int.from_bytes(descriptors.data()[place : place + 8], order)


def address_of_label(image: Image, name: str) -> int | None:
    """Where a label of assembly stands, exported or not, by the image's symbol table."""
    with image.path.open("rb") as stream:
        elf = ELFFile(stream)
        thumb = elf["e_machine"] == "EM_ARM"
        for symbol in elf_symbols(elf):
            if symbol.name == name and symbol["st_shndx"] != "SHN_UNDEF":
                address = int(symbol["st_value"])
                return address & ~1 if thumb else address
    return None


def source_lines(cpu: Cpu, image: Image) -> Callable[[int], SourceLine]:
    """From an address to its source line, by the debugging records of the image."""
    tool = shutil.which(f"{cpu.toolchain.prefix}addr2line")
    symbols = sorted((address, name) for name, address in image.symbols.items())

    def near(address: int) -> str:
        before = [each for each in symbols if each[0] <= address]
        if not before:
            return ""
        start, name = before[-1]
        return name if start == address else f"{name}+{address - start:#x}"

    def find(address: int) -> SourceLine:
        found = source_line(tool, image.path, address)
        if found is None or not found.function:
            file, line = (found.file, found.line) if found else ("", 0)
            return SourceLine(file, line, near(address))
        return found

    return find


def source_line(tool: str | None, path: Path, address: int, section: str = "") -> SourceLine | None:
    """What the debugging records of a file say of an address; None where they do not know its line.

    tool: binutils' addr2line, None where there is none.  section: which the address counts from.
    """
    if tool is None:
        return None
    command = [tool, "-f", "-s", *(("-j", section) if section else ()), "-e", str(path)]
    answer = subprocess.run(
        [*command, hex(address)], capture_output=True, text=True, check=False
    ).stdout
    # Two lines: the function, and the file with its line; "??" and "?" stand for what is not known.
    function, _, rest = answer.strip().partition("\n")
    file, _, number = rest.partition(" ")[0].rpartition(":")
    if file in ("", "??") or not number.isdigit() or number == "0":
        return None
    return SourceLine(file, int(number), "" if function == "??" else function)


def _is_big_endian(archive: Path) -> bool:
    """The byte order of an archive, by its first object (System V ABI, "ELF Identification")."""
    content = archive.read_bytes()
    start = content.find(b"\x7fELF")
    return start >= 0 and content[start + 5] == 2


STRING_FUNCTIONS = ("memmove", "memcmp")
"""What the compiler may call beside memcpy, memset and its own library (cpus/support/string.c)."""


def _string_functions(cpu: Cpu, folder: Path) -> Path:
    target = folder / "string.o"
    source = ROOT / "cpus" / "support" / "string.c"
    # Or it would see in memmove's loop what memmove is for, and call it.
    options = ("-ffreestanding", "-fno-tree-loop-distribute-patterns")
    key = ("string functions", cpu.name)
    once.file(
        target,
        key,
        lambda made: compile(cpu, source, made, (), options),
        lambda: ("string functions", content_key(cpu), options, source.read_bytes()),
    )
    return target


def _helpers(account: str, own: set[str]) -> tuple[tuple[str, int], ...]:
    """What the linker's map says came from other files than `own`: (file, bytes)."""
    sizes: dict[str, int] = {}
    kinds = "text|rodata|srodata|data|sdata|bss|sbss|progmem|got"
    pattern = rf"^ \.(?:{kinds})\S*\s+0x[0-9a-f]+\s+0x([0-9a-f]+) (\S.*)$"
    placed = account.partition("Linker script and memory map")[2]
    for size, file in re.findall(pattern, placed, re.MULTILINE):
        if int(size, 16) and file not in own:
            name = re.sub(r"^.*\((.*)\)$", r"\1", Path(file).name)
            sizes[name] = sizes.get(name, 0) + int(size, 16)
    return tuple(sorted(sizes.items()))


def _illegal(cpu: Cpu, path: Path) -> dict[int, str]:
    """Addresses at which the disassembler, set to the CPU's architecture, sees no instruction.

    Constants within code are among them: only executing one is an error.
    """
    patterns = [re.compile(pattern) for pattern in cpu.toolchain.allowed_instructions]
    allowed: dict[str, bool] = {}
    illegal = {}
    for address, line in listing(cpu, path).items():
        text = line.split(";", 1)[0].strip() or line
        unknown = _DATA.match(text) is not None if text[0] == "." else text == "unimp"
        unknown = unknown or "UNDEFINED" in line or "(bad)" in text
        if patterns and not unknown:
            mnemonic = text.split(None, 1)[0]
            if mnemonic not in allowed:
                allowed[mnemonic] = any(pattern.fullmatch(mnemonic) for pattern in patterns)
            unknown = not allowed[mnemonic]
        if unknown:
            illegal[address] = text
    return illegal


_DATA = re.compile(r"\.(word|long|short|byte|insn|inst|4byte|2byte)\b")
_LISTED = re.compile(r"\s*([0-9a-f]+):\s+(\S.*)$")


def listing(cpu: Cpu, path: Path) -> dict[int, str]:
    """What the disassembler, set to the CPU's architecture, makes of the code at each address."""
    command = [_tool(cpu, "objdump"), "-d", "-z", "--no-show-raw-insn"]
    command += [*cpu.toolchain.disassembler_flags, str(path)]
    text = _run(command, f"{path.name} cannot be disassembled")
    lines = map(_LISTED.match, text.splitlines())
    return {int(match[1], 16): match[2] for match in lines if match}


def missing_instructions(cpu: Cpu, object_file: Path) -> list[str]:
    """Instructions in an object that the stated architecture lacks.

    Constants are left out, and so is RISC-V's unimp: zero, with which the linker fills the space
    between two sources.  Executing it is an error all the same.  Where code is pure there are no
    constants in it, and only zeros are left out.
    """
    illegal = _illegal(cpu, object_file).values()
    if cpu.toolchain.pure_code:
        return [text for text in illegal if not re.fullmatch(r"\.long\s+0x0", text)]
    return [text for text in illegal if not text.startswith(".") and text != "unimp"]


def type_layout(
    cpu: Cpu,
    header: Path,
    type_name: str,
    include: Sequence[Path],
    folder: Path,
    options: Sequence[str] = (),
) -> tuple[int, int]:
    """Size and alignment of a type, in bytes, as the CPU's compiler lays it out."""
    expressions = {"size": f"sizeof({type_name})", "alignment": "offsetof(struct probe, t)"}
    sizes = _numbers(cpu, header, type_name, expressions, include, folder, options)
    return sizes["size"], sizes["alignment"]


def member_layout(
    cpu: Cpu,
    header: Path,
    type_name: str,
    members: Sequence[str],
    include: Sequence[Path],
    folder: Path,
    options: Sequence[str] = (),
) -> dict[str, tuple[int, int]]:
    """Offset and size in bytes of each of these members of a structure.

    Raises BuildError where it has none of that name.
    """
    expressions = {}
    for name in members:
        # One more: an array of no elements is none in C.
        expressions[f"at_{name}"] = f"offsetof({type_name}, {name}) + 1"
        expressions[f"size_{name}"] = f"sizeof((({type_name} *)0)->{name})"
    try:
        sizes = _numbers(cpu, header, type_name, expressions, include, folder, options)
    except BuildError as error:
        raise BuildError(
            f"{type_name} of {header.name} has not all of {', '.join(members)} on {cpu.name}",
            error.output,
        ) from None
    return {name: (sizes[f"at_{name}"] - 1, sizes[f"size_{name}"]) for name in members}


def _numbers(
    cpu: Cpu,
    header: Path,
    type_name: str,
    expressions: Mapping[str, str],
    include: Sequence[Path],
    folder: Path,
    options: Sequence[str],
) -> dict[str, int]:
    """What the CPU's compiler makes of constant expressions, by their names; all above 0."""
    source = folder / "layout.c"
    lines = [f"char number_{name}[{text}];\n" for name, text in expressions.items()]
    source.write_text(
        "#include <stddef.h>\n#include <stdint.h>\n"
        f'#include "{header.resolve()}"\n'
        f"struct probe {{ char c; {type_name} t; }};\n" + "".join(lines)
    )
    target = folder / "layout.o"
    try:
        compile(cpu, source, target, (header.parent, *include), options)
    except BuildError as error:
        raise header_error(cpu, header, type_name, error.output) from None
    sizes = {}
    with target.open("rb") as stream:
        for symbol in elf_symbols(ELFFile(stream)):
            sizes[symbol.name] = symbol["st_size"]
    return {name: sizes[f"number_{name}"] for name in expressions}


def header_error(cpu: Cpu, header: Path, type_name: str, output: str) -> BuildError:
    """Why a header does not give the size of a type: the compiler's first error comes first."""
    first = first_error(output)
    # Our own two lines ask for the type: only there is it missing.
    if first.startswith("layout."):
        return BuildError(f"{header.name} does not define {type_name} for {cpu.name}", output)
    return BuildError(f"{header.name} does not compile for {cpu.name}: {first}", output)
