"""GNU compilers and binutils: from one source to one object, and from an object to an image."""

from __future__ import annotations

import fnmatch
import functools
import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from elftools.common.exceptions import ELFError
from elftools.elf.constants import SH_FLAGS
from elftools.elf.elffile import ELFFile

from mote.paths import ROOT
from mote.types import BuildError, Cpu, Image, MissingTool, ObjectFacts, Section

LINKER_SYMBOLS = {"_GLOBAL_OFFSET_TABLE_", "_gp_disp", "__gnu_local_gp"}
"""Names that the linker itself defines for position-independent code."""

CODE = 0x10000
GOT = 0x80000

# One script for every CPU: code and constants first, then what position-independent code reads
# through.  Nothing else has a place: an object with data or bss has failed the audit before.
SCRIPT = """\
SECTIONS
{{
  . = {code:#x};
  .text : {{ *(.text .text.* .progmem*) *(.glue_7 .glue_7t .v4_bx .vfp11_veneer) }}
  .rodata : {{ *(.rodata .rodata.* .srodata .srodata.*) }}
  . = {got:#x};
  _gp = . + 0x7ff0;
  .got : {{ *(.got.plt) *(.igot.plt) *(.got) *(.got2) *(.igot) }}
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
    tool, name = ("gcc", "gcc") if source.suffix == ".c" else ("as", "GNU as")
    words = re.findall(r"\d+\.\d+(?:\.\d+)?", _first_line(_tool(cpu, tool)).split(")")[-1])
    return f"{name} {words[0] if words else 'of unknown version'}"


def flags(cpu: Cpu, source: Path) -> tuple[str, ...]:
    """The options that decide the code of this source."""
    extra = cpu.toolchain.c_flags if source.suffix == ".c" else cpu.toolchain.assembler_flags
    return (*cpu.toolchain.flags, *extra)


def compile(cpu: Cpu, source: Path, target: Path, include: Sequence[Path]) -> None:
    """Compile or assemble `source` into the object `target`; raises BuildError, MissingTool."""
    command = [_tool(cpu, "gcc"), *flags(cpu, source), "-g", "-c", str(source), "-o", str(target)]
    command += [f"-I{path}" for path in include]
    _run(command, f"{source.name} does not compile for {cpu.name}")


def inspect(cpu: Cpu, object_file: Path, prefix: str) -> ObjectFacts:
    """Sections, exported and undefined names of an object.

    Counted is every section that takes memory at run time, as `size` of binutils has it
    (Annex A.2.5), but those in the CPU file's uncounted_sections.
    """
    try:
        with object_file.open("rb") as stream:
            elf = ELFFile(stream)
            sections = []
            for section in elf.iter_sections():
                bits = section["sh_flags"]
                if not bits & SH_FLAGS.SHF_ALLOC or section["sh_size"] == 0:
                    continue
                if bits & SH_FLAGS.SHF_EXECINSTR:
                    kind = "code"
                elif not bits & SH_FLAGS.SHF_WRITE:
                    kind = "rodata"
                else:
                    kind = "bss" if section["sh_type"] == "SHT_NOBITS" else "data"
                counted = not any(
                    fnmatch.fnmatch(section.name, pattern)
                    for pattern in cpu.toolchain.uncounted_sections
                )
                sections.append(Section(section.name, section["sh_size"], kind, counted))
            exported, undefined = [], []
            table = elf.get_section_by_name(".symtab")
            for symbol in table.iter_symbols() if table else ():
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
    return ObjectFacts(tuple(sections), tuple(sorted(exported)), tuple(sorted(undefined)))


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


def link(cpu: Cpu, object_file: Path, prefix: str, folder: Path) -> Image:
    """Link an object with the bench's memcpy and memset into an image at fixed addresses."""
    support = ROOT / "cpus" / "support" / f"{cpu.toolchain.support}.S"
    support_object = folder / "support.o"
    compile(cpu, support, support_object, ())
    script = folder / "image.ld"
    code = cpu.machine_options.get("code", CODE)
    script.write_text(SCRIPT.format(code=code, got=cpu.machine_options.get("got", GOT)))
    path = folder / "image.elf"
    command = [_tool(cpu, "ld"), *cpu.toolchain.link_flags, "-static", "-T", str(script)]
    command += ["--no-warn-mismatch", "-e", prefix, "-o", str(path)]
    command += [str(object_file), str(support_object)]
    # The compiler's arithmetic helpers: the audit speaks of them, and the file can still be run.
    find = [_tool(cpu, "gcc"), *cpu.toolchain.flags, "-print-libgcc-file-name"]
    command.append(_run(find, "the compiler does not say where libgcc is").strip())
    _run(command, f"{object_file.stem} does not link for {cpu.name}")
    with path.open("rb") as stream:
        elf = ELFFile(stream)
        table = elf.get_section_by_name(".symtab")
        thumb = elf["e_machine"] == "EM_ARM"
        symbols, ends = {}, {}
        for symbol in table.iter_symbols():
            if symbol.name and symbol["st_info"]["type"] in ("STT_FUNC", "STT_NOTYPE"):
                if symbol["st_info"]["bind"] == "STB_LOCAL":
                    continue
                address = symbol["st_value"]
                if thumb:
                    address &= ~1
                symbols[symbol.name] = address
                ends[symbol.name] = address + symbol["st_size"]
    library = tuple((symbols[name], ends[name]) for name in ("memcpy", "memset") if name in symbols)
    return Image(path, symbols, library, _illegal(cpu, path))


def _illegal(cpu: Cpu, path: Path) -> dict[int, str]:
    """Addresses at which the disassembler, set to the CPU's architecture, sees no instruction.

    Constants within code are among them: only executing one is an error.
    """
    command = [_tool(cpu, "objdump"), "-d", "-z", "--no-show-raw-insn"]
    command += [*cpu.toolchain.disassembler_flags, str(path)]
    listing = _run(command, f"{path.name} cannot be disassembled")
    allowed = [re.compile(pattern) for pattern in cpu.toolchain.allowed_instructions]
    illegal = {}
    for line in listing.splitlines():
        match = re.match(r"\s*([0-9a-f]+):\s+(\S.*)$", line)
        if not match:
            continue
        text = match[2].split(";")[0].strip() or match[2]
        unknown = re.match(r"\.(word|long|short|byte|insn|inst|4byte|2byte)\b", text)
        unknown = unknown or "UNDEFINED" in match[2] or "(bad)" in text or text == "unimp"
        if allowed and not unknown:
            mnemonic = text.split()[0]
            unknown = not any(pattern.fullmatch(mnemonic) for pattern in allowed)
        if unknown:
            illegal[int(match[1], 16)] = text
    return illegal


def missing_instructions(cpu: Cpu, object_file: Path) -> list[str]:
    """Instructions in an object that the stated architecture lacks (constants left out)."""
    illegal = _illegal(cpu, object_file)
    return [text for text in illegal.values() if not text.startswith(".")]


def type_layout(
    cpu: Cpu, header: Path, type_name: str, include: Sequence[Path], folder: Path
) -> tuple[int, int]:
    """Size and alignment of a type, in bytes, as the CPU's compiler lays it out."""
    source = folder / "layout.c"
    source.write_text(
        f'#include "{header.resolve()}"\n'
        f"struct probe {{ char c; {type_name} t; }};\n"
        f"char type_size[sizeof({type_name})];\n"
        "char type_alignment[offsetof(struct probe, t)];\n"
    )
    target = folder / "layout.o"
    try:
        compile(cpu, source, target, (header.parent, *include))
    except BuildError as error:
        raise BuildError(
            f"{header.name} does not define {type_name} for {cpu.name}", error.output
        ) from None
    sizes = {}
    with target.open("rb") as stream:
        for symbol in ELFFile(stream).get_section_by_name(".symtab").iter_symbols():
            sizes[symbol.name] = symbol["st_size"]
    return sizes["type_size"], sizes["type_alignment"]
