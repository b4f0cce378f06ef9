"""Assembly that GNU as and clang's assembler take, with the same code of both.

Each `.S` is assembled as a user gets it (mote.building.package), once for each CPU, by both; as for
Linux by clang, which GNU's compilers for bare machines are not.
"""

from __future__ import annotations

import dataclasses
import re
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from elftools.elf.constants import SH_FLAGS
from elftools.elf.elffile import ELFFile

from mote.building import audit, build, package
from mote.building.elf import symbols
from mote.building.toolchains import object_rules
from mote.catalog import catalog
from mote.catalog.cpu import Cpu
from mote.catalog.function import Implementation

TARGETS = {
    "aarch64-linux-gnu-": "aarch64-linux-gnu",
    "arm-none-eabi-": "arm-none-eabi",
    "avr-": "avr",
    "i686-linux-gnu-": "i686-linux-gnu",
    "mips-linux-gnu-": "mips-linux-gnu",
    "mipsel-linux-gnu-": "mipsel-linux-gnu",
    "powerpc-linux-gnu-": "powerpc-linux-gnu",
    "powerpc64-linux-gnu-": "powerpc64-linux-gnu",
    "powerpc64le-linux-gnu-": "powerpc64le-linux-gnu",
    "riscv64-linux-gnu-": "riscv64-linux-gnu",
    "riscv64-unknown-elf-": "riscv32-unknown-elf",
    "": "x86_64-linux-gnu",
}
"""clang's target for the prefix of GNU's tools."""

OWN = {
    # clang takes the names of devices, of which 14 does not say what they have.
    "-mmcu=avr25": ("-mmcu=attiny84",),
    "-mmcu=avr6": ("-mmcu=atmega2560", "-D__AVR_HAVE_MOVW__", "-D__AVR_HAVE_ELPM__"),
    # clang 14 has the instruction set, and the ABI of code, by -march.
    "-mabi=ilp32e": ("-mabi=ilp32",),
    # It always keeps the state in returns.
    "-mthumb-interwork": (),
    "-mno-thumb-interwork": (),
}
"""What clang calls an option of GNU's compiler."""

SCRIPT = """\
SECTIONS
{
  . = 0x400;
  .text : { *(.text) *(.text.*) }
  .progmem ALIGN(256) : SUBALIGN(256) { *(SORT(.progmem*)) }
  .rodata ALIGN(256) : { *(.rodata*) }
  .opd ALIGN(256) : { *(.opd) }
  .got ALIGN(256) : { *(.got*) *(.toc*) }
}
"""
"""Each section at the same place, whatever an assembler takes for its least alignment."""


def clang() -> str:
    found = shutil.which("clang")
    if found is None:
        pytest.skip("clang is not installed")
    return found


def clang_options(cpu: Cpu) -> list[str]:
    given = [*cpu.toolchain.flags, *cpu.toolchain.assembler_flags]
    own = [word for option in given for word in OWN.get(option, (option,))]
    return [f"--target={TARGETS[cpu.toolchain.prefix]}", *own]


def sources(cpu: Cpu) -> dict[Path, Implementation]:
    """Every `.S` that the CPU runs, once: functions that share it have it under other names."""
    found: dict[Path, Implementation] = {}
    for function in catalog.functions().values():
        for implementation in catalog.implementations(function):
            path = implementation.sources[-1]
            if path.suffix == ".S" and catalog.runs_on(implementation, cpu):
                found.setdefault(path, implementation)
    return found


def assembly(cpu: Cpu) -> dict[str, package.File]:
    """Each of them as a user gets it."""
    return {
        f"{path.parent.name}-{path.stem}": package.pack(implementation).sources[-1]
        for path, implementation in sources(cpu).items()
    }


LIKE = ("cortex-m4", "power9-be", "power9-le")
"""CPUs whose files are those of an older one, and which no file tells from that."""

CPUS = [
    cpu
    for cpu in catalog.cpus().values()
    if cpu.toolchain.kind == "gnu" and sources(cpu) and cpu.name not in LIKE
]


def assemble(command: Sequence[str], files: Sequence[Path], folder: Path) -> dict[str, Path]:
    """The objects of the files, by their names without suffix, by one call of a compiler."""
    folder.mkdir()
    result = subprocess.run(
        [*command, "-c", *map(str, files)], cwd=folder, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr
    return {path.stem: folder / f"{path.stem}.o" for path in files}


def relocated(path: Path) -> bool:
    with path.open("rb") as stream:
        return any(
            section["sh_type"] in ("SHT_REL", "SHT_RELA") and section["sh_size"]
            for section in ELFFile(stream).iter_sections()
        )


def link(cpu: Cpu, path: Path) -> Path:
    """The object alone, linked; what it calls is at 0."""
    target = path.with_suffix(".elf")
    script = path.parent / "image.ld"
    script.write_text(SCRIPT)
    command = [f"{cpu.toolchain.prefix}ld", *cpu.toolchain.link_flags, "-static", "-e", "0"]
    command += ["--unresolved-symbols=ignore-all", "--no-warn-mismatch", "--build-id=none"]
    command += ["-T", str(script), "-o", str(target), str(path)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    return target


@dataclass(frozen=True)
class Code:
    """What a program gets of an object: bytes by section, and the exported functions."""

    sections: dict[str, bytes]
    functions: dict[str, tuple[int, int, str]]


CODE = (".text", ".rodata", ".progmem", ".opd", ".toc", ".got")


FILL = re.compile(
    rb"(?<=\xc3)(?:\x66{0,10}\x2e\x0f\x1f\x84\0{5}|\x66?\x0f\x1f(?:\x44\0\0|\x40\0|\0|\x80\0{4}|\x84\0{5}))+"
)
"""What fills x86 code behind a return, up to an alignment: each assembler has its own."""


def code(path: Path) -> Code:
    with path.open("rb") as stream:
        elf = ELFFile(stream)
        sections = {
            section.name: FILL.sub(lambda fill: b"\x90" * len(fill[0]), section.data())
            if elf["e_machine"] in ("EM_X86_64", "EM_386")
            else section.data()
            for section in elf.iter_sections()
            if section["sh_flags"] & SH_FLAGS.SHF_ALLOC
            and section["sh_size"]
            and section.name.startswith(CODE)
        }
        functions = {
            symbol.name: (symbol["st_value"], symbol["st_size"], symbol["st_info"]["type"])
            for symbol in symbols(elf)
            if symbol["st_info"]["bind"] == "STB_GLOBAL" and symbol["st_info"]["type"] == "STT_FUNC"
        }
    return Code(sections, functions)


def differences(gnu: Code, other: Code) -> list[str]:
    """Where the code differs; none for what GNU as adds to fill a section up to its alignment."""
    found = []
    for name in sorted({*gnu.sections, *other.sections}):
        one, two = gnu.sections.get(name, b""), other.sections.get(name, b"")
        alignment = 256 if name == ".progmem" else 4  # the largest that there is
        filled = 0 < len(one) - len(two) < alignment and bool(two)
        if one != two and not (filled and one.startswith(two)):
            pairs = enumerate(zip(one, two, strict=False))
            place = next((i for i, (a, b) in pairs if a != b), min(len(one), len(two)))
            found.append(f"{name}: {len(one)} and {len(two)} bytes, first at {place:#x}")
    if gnu.functions != other.functions:
        found.append(f"functions: {gnu.functions} and {other.functions}")
    return found


def compared(cpu: Cpu, one: Path, two: Path) -> list[str]:
    if relocated(one) or relocated(two):
        one, two = link(cpu, one), link(cpu, two)
    return differences(code(one), code(two))


@pytest.mark.parametrize("cpu", CPUS, ids=lambda cpu: cpu.name)
@pytest.mark.sampled(8)
def test_both_assemblers_make_the_same_code(cpu: Cpu, tmp_path: Path) -> None:
    files = []
    for name, file in assembly(cpu).items():
        files.append(tmp_path / f"{name}.S")
        files[-1].write_text(file.text)
    gcc = f"{cpu.toolchain.prefix}gcc"
    options = [*cpu.toolchain.flags, *cpu.toolchain.assembler_flags]
    ours = assemble([gcc, *options], files, tmp_path / "gnu")
    linux = cpu.toolchain.prefix != "avr-"
    theirs = assemble(
        [clang(), *clang_options(cpu), *(["-D__linux__"] if linux else [])],
        files,
        tmp_path / "clang",
    )
    other = {name: compared(cpu, ours[name], theirs[name]) for name in ours}
    assert {name: lines for name, lines in other.items() if lines} == {}
    for objects, with_note in ((ours, "linux" in TARGETS[cpu.toolchain.prefix]), (theirs, linux)):
        for name, path in objects.items():
            found = object_rules.problems(path, assembly=True, linux=with_note)
            assert found == [], (name, found)


def planted(cpu: Cpu, gnu: str, other: str, folder: Path) -> list[str]:
    """What is said of two texts, of which GNU as gets one and clang the other."""
    start = ".text\n.global f\n.type f, %function\nf:\n"
    objects = []
    for name, compiler, text in (
        ("gnu", [f"{cpu.toolchain.prefix}gcc", *cpu.toolchain.flags], gnu),
        ("clang", [clang(), *clang_options(cpu)], other),
    ):
        path = folder / f"{name}.S"
        path.write_text(f"{start}{text}\n.size f, . - f\n")
        objects.append(assemble(compiler, [path], folder / name)[name])
    return compared(cpu, *objects)


@pytest.mark.parametrize(
    ("gnu", "other", "words"),
    [
        ("movs r0, #1\nbx lr", "movs r0, #1\nbx lr", ""),
        ("adds r0, #1\nbx lr", "adds r0, r0, #1\nbx lr", ".text: 4 and 4 bytes, first at 0x0"),
        ("bx lr", "bx lr\nbx lr", ".text: 2 and 4 bytes"),
        ("bl g\nbx lr", "bl h\nbx lr", ""),  # both at 0
        (".balign 4\n.word f", ".balign 4\n.word f + 2", "first at 0x0"),
    ],
)
def test_other_code_is_seen(gnu: str, other: str, words: str, tmp_path: Path) -> None:
    start = ".syntax unified\n.thumb_func\n"
    found = planted(catalog.cpus()["cortex-m0"], start + gnu, start + other, tmp_path)
    assert words in "; ".join(found) if words else found == []


def test_a_form_that_clang_refuses_is_seen(tmp_path: Path) -> None:
    """What this part of the repository was full of: adrl, and sums as places of Thumb loads."""
    armv4 = catalog.cpus()["armv4"]
    path = tmp_path / "far.S"
    path.write_text("table: .word 1\nf: adrl r0, table\n")
    assemble(["arm-none-eabi-gcc", *armv4.toolchain.flags], [path], tmp_path / "gnu")
    with pytest.raises(AssertionError, match="invalid instruction"):
        assemble([clang(), *clang_options(armv4)], [path], tmp_path / "clang")


def avr(name: str, device: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Assemble an AVR file of SHA-256 by clang as it is, without macros that are given to it."""
    (folder / "file.S").write_text(assembly(catalog.cpus()["avr8"])[name].text)
    command = [clang(), "--target=avr", f"-mmcu={device}", "-c", "file.S", "-o", "file.o"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_clang_that_says_nothing_of_an_avr_makes_no_wrong_program(tmp_path: Path) -> None:
    """No movw, a stack pointer of 8 bits: refused; its tables go where lpm reaches them."""
    assert "instruction requires" in avr("sha256-avr8", "at90s8515", tmp_path).stderr
    assert "avr8.S needs an AVR" in avr("sha256-avr8", "attiny2313a", tmp_path).stderr
    result = avr("sha256-avr8", "atmega2560", tmp_path)
    assert result.returncode == 0, result.stderr
    (tmp_path / "low.S").write_text('.section .progmem.data, "a", @progbits\n.space 75000\n')
    subprocess.run(["avr-gcc", "-mmcu=avr6", "-c", "low.S"], cwd=tmp_path, check=True)
    command = ["avr-ld", "-mavr6", "-e", "0", "low.o", "file.o", "-o", "program.elf"]
    subprocess.run(command, cwd=tmp_path, check=True)
    with (tmp_path / "program.elf").open("rb") as stream:
        places = {symbol.name: symbol["st_value"] for symbol in symbols(ELFFile(stream))}
    assert places["initial"] < 0x10000 < places["mote_sha256"]


THUMB = """
    .syntax unified
    .thumb
    .text
    .balign 4
    .global f, g
    .type f, %function
    .type g, %function
    .thumb_func
f:  ldr r0, 1f
    bx lr
    .balign 4
1:  .word 1
    .size f, . - f
    .thumb_func
g:  bx lr
    .size g, . - g
    .section .note.GNU-stack, "", %progbits
"""


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("", "", ""),
        ("    .size g, . - g\n", "", "g has size 0"),
        (".size g, . - g", ".size g, 8", "g ends 4 bytes behind its section"),
        (".size f, . - f", ".size f, 9", "f overlaps g"),
        ("    .balign 4\n    .global", "    .global", ".text is aligned to 2"),
        ("    .section .note.GNU-stack", "    .section .note.other", "executable stack"),
        ('.note.GNU-stack, ""', '.note.GNU-stack, "x"', "asks for an executable stack"),
        ("    .thumb_func\ng:", "g:", ""),  # .type and the state say it, too
    ],
)
def test_what_an_object_lacks_is_seen(old: str, new: str, words: str, tmp_path: Path) -> None:
    """By GNU as, on ARM as for Linux."""
    assert old in THUMB
    path = tmp_path / "object.S"
    # Without its word's own alignment where that of the section is tried.
    text = THUMB.replace(old, new)
    if "aligned" in words:
        text = text.replace("    .balign 4\n1:", "1:").replace("ldr r0, 1f", "nop")
    path.write_text(text)
    cpu = catalog.cpus()["cortex-m0"]
    made = assemble(["arm-none-eabi-gcc", *cpu.toolchain.flags], [path], tmp_path / "gnu")
    found = object_rules.problems(made["object"], assembly=True, linux=True)
    assert re.search(words, "; ".join(found)) if words else found == [], found
    if "aligned" in words:  # a compiler answers for its own
        assert object_rules.problems(made["object"], assembly=False, linux=True) == []


def test_a_lost_bit_of_thumb_is_seen(tmp_path: Path) -> None:
    """A label that is moved by hand to an even address in Thumb code."""
    path = tmp_path / "object.S"
    path.write_text(THUMB.replace("    .thumb_func\ng:  bx lr", "    .set g, . - 0\n    bx lr"))
    cpu = catalog.cpus()["cortex-m0"]
    made = assemble(["arm-none-eabi-gcc", *cpu.toolchain.flags], [path], tmp_path / "gnu")
    found = object_rules.problems(made["object"], assembly=True, linux=True)
    assert "the symbol g has no bit 0 in Thumb code" in "; ".join(found)


def test_a_function_without_type_is_seen(tmp_path: Path) -> None:
    path = tmp_path / "object.S"
    path.write_text(".global f\nf: ret\n.size f, . - f\n")
    cpu = catalog.cpus()["rv32imc"]
    made = assemble(["riscv64-unknown-elf-gcc", *cpu.toolchain.flags], [path], tmp_path / "gnu")
    found = object_rules.problems(made["object"], assembly=True, linux=False)
    assert found == ["f is not of type function (.type)"]


def test_the_descriptors_of_power_are_followed(tmp_path: Path) -> None:
    """A function's symbol stands at its descriptor, and its size is that of the code."""
    path = tmp_path / "object.S"
    text = """
        .global f
        .section .opd, "aw", @progbits
        .align 3
f:      .quad .L.f, .TOC.@tocbase, 0
        .text
        .balign 4
        nop
.L.f:   nop
        blr
        .type f, @function
        .size f, . - .L.f
        .section .note.GNU-stack, "", @progbits
"""
    cpu = catalog.cpus()["power8-be"]
    for number, (size, words) in enumerate(((". - .L.f", ""), ("16", "f ends 8 bytes behind"))):
        path.write_text(text.replace(". - .L.f", size))
        made = assemble(
            ["powerpc64-linux-gnu-gcc", *cpu.toolchain.flags], [path], tmp_path / f"{number}"
        )
        found = object_rules.problems(made["object"], assembly=True, linux=True)
        assert words in "; ".join(found) if words else found == []


def test_the_audit_says_it_of_our_files_alone(tmp_path: Path) -> None:
    """Of somebody's own file it is no fault: nothing stands in the way of its figures."""
    cpu = catalog.cpus()["armv4"]
    shabal = catalog.functions()["shabal"]
    ours = next(i for i in catalog.implementations(shabal) if i.name == "armv4")
    built = build.build(ours, cpu, tmp_path)
    assert audit.problems(ours, cpu, built) == []
    text = re.sub(r"^ *\.size .*\n", "", package.pack(ours).sources[0].text, flags=re.M)
    (tmp_path / "shabal.S").write_text(text)
    theirs = dataclasses.replace(ours, sources=(tmp_path / "shabal.S",))
    faulty = build.build(theirs, cpu, tmp_path)
    words = "mote_shabal_init has size 0 (.size)"
    assert words in audit.problems(ours, cpu, faulty)
    assert words in audit.object_problems(theirs, cpu, faulty)
    assert audit.problems(theirs, cpu, faulty) == []


@pytest.mark.parametrize(
    "name",
    ("i386", "amd64", "mips32", "powerpc", "power8-be", "aarch64", "rv64gc", "thumb", "avr8"),
)
def test_what_compilers_make_keeps_the_rules(name: str, tmp_path: Path) -> None:
    """GCC's own functions for i386, which are hidden, have no size."""
    cpu = catalog.cpus()[name]
    portable = next(
        each
        for each in catalog.implementations(catalog.functions()["ascon_hash256"])
        if each.name == "portable"
    )
    built = build.build(portable, cpu, tmp_path)
    assert audit.object_problems(portable, cpu, built) == []
