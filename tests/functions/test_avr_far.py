"""AVR with more than 64 KB of program memory: tables are found wherever the linker puts them.

Whole firmware in simavr, as a user links it, behind constants of its own; and single files at
addresses where a multiple of 64 KB lies in the middle of their tables.
"""

from __future__ import annotations

import dataclasses
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest
from elftools.elf.elffile import ELFFile

from mote.building import build, package
from mote.building.toolchains import gnu
from mote.calling.session import Session
from mote.catalog import catalog, vectors
from mote.catalog.function import Implementation
from mote.checking import verify
from mote.common.errors import Breach
from mote.common.paths import ROOT
from mote.machines import Machine, open_machine

pytestmark = pytest.mark.about("src/common")

HASHES = {
    "avr8": [
        *("sha1", "sha256", "sha512", "blake2s", "blake256", "blake512", "ascon_hash256"),
        *("groestl256", "jh", "luffa256", "bmw256", "skein512", "skein256"),
    ],
    "avr8_fast": [
        *("sha1", "sha256", "sha512", "blake2s", "blake256", "blake512", "ascon_hash256"),
        *("groestl256", "jh", "luffa256", "bmw512", "skein256", "sha3"),
    ],
    "portable": ["sha512", "blake2s", "ascon_hash256", "groestl256", "bmw256", "sha1"],
}
AES, CRC = "aes128_ctr_only", "crc32"

MAIN = """\
#include <avr/io.h>
#include <avr/interrupt.h>
#include <avr/pgmspace.h>
#include <avr/sleep.h>
{includes}
/* No object is larger than 32,767 bytes. */
{fillers}
static void put(const char *name, const unsigned char *bytes, unsigned char size) {{
    static const char digits[] = "0123456789abcdef";
    while (*name) {{ loop_until_bit_is_set(UCSR0A, UDRE0); UDR0 = *name++; }}
    loop_until_bit_is_set(UCSR0A, UDRE0); UDR0 = '=';
    while (size--) {{
        loop_until_bit_is_set(UCSR0A, UDRE0); UDR0 = digits[*bytes >> 4];
        loop_until_bit_is_set(UCSR0A, UDRE0); UDR0 = digits[*bytes++ & 15];
    }}
    loop_until_bit_is_set(UCSR0A, UDRE0); UDR0 = '\\n';
}}
#define TRY(function, bits)                                          \\
    {{                                                               \\
        static mote_##function##_context cc;                         \\
        mote_##function##_init(&cc, bits);                           \\
        mote_##function(&cc, message, sizeof message);               \\
        mote_##function##_close(&cc, 0, 0, out);                     \\
        put(#function, out, bits / 8);                               \\
    }}
static const unsigned char zero[16];
int main(void) {{
    static unsigned char out[64];
    static mote_aes_ctr_context aes;
    mote_u32 crc = mote_crc32(0, "123456789", 9);
    UCSR0B = 1 << TXEN0;
{calls}
    if (mote_aes_ctr_init(&aes, zero, 128, zero) == 0)
        mote_aes_ctr_crypt(&aes, zero, out, 16);
    put("aes", out, 16);
    put("crc", (unsigned char *)&crc, 4);
    cli();
    sleep_enable();
    for (;;) sleep_cpu();
}}
"""


def files(function: str, name: str, folder: Path) -> Implementation:
    """The files that a user gets, in that folder."""
    found = {each.name: each for each in catalog.implementations(catalog.functions()[function])}
    return package.unpacked(found[name], folder)[0]


def firmware(
    name: str, device: str, filler: int, folder: Path, clang: bool = False
) -> tuple[Path, dict[str, str]]:
    """A program of all files called `name`, linked behind `filler` bytes; what it has to print.

    clang: it compiles all but the main program.
    """
    expected, includes, calls, sources = {}, [], [], []
    for function in HASHES[name]:
        made = files(function, name, folder / function)
        size = catalog.functions()[function].main_size
        vector = min(
            (
                each
                for each in vectors.plain(catalog.functions()[function])
                if each.digest_bits == size and each.bits and each.bits % 8 == 0
            ),
            key=lambda each: each.bits,
        )
        expected[function] = vector.digest.hex()
        includes.append(f'#include "{folder / function}/mote_{function}.h"')
        text = ", ".join(map(str, vector.message[: vector.bits // 8]))
        calls.append(f"    {{ static const unsigned char message[] = {{{text}}};")
        calls.append(f"      TRY({function}, {size}) }}")
        sources += made.sources
    for function in (AES, CRC):
        made = files(function, name, folder / function)
        header = made.header
        assert header is not None
        includes.append(f'#include "{header}"')
        sources += made.sources
    expected["aes"] = "66e94bd4ef8a2c3b884cfa59ca342b2e"
    expected["crc"] = (0xCBF43926).to_bytes(4, "little").hex()
    fillers = "\n".join(
        f"const unsigned char fill{i}[25000] __attribute__((progmem, used)) = {{{i + 1}}};"
        for i in range(filler // 25000)
    )
    main = folder / "main.c"
    main.write_text(
        MAIN.format(
            includes="\n".join(includes),
            fillers=fillers,
            calls="\n".join(calls),
        )
    )
    if clang:
        command = ["clang", "--target=avr", f"-mmcu={device}", "-Os", "-Wall", "-Werror"]
        command += ["-ffreestanding", "-isystem", "/usr/lib/avr/include"]
        for number, source in enumerate(sources):
            sources[number] = source.with_suffix(".o")
            subprocess.run([*command, "-c", source, "-o", sources[number]], check=True)
    target = folder / "firmware.elf"
    command = ["avr-gcc", f"-mmcu={device}", "-Os", "-Wall", "-Werror", "-DF_CPU=16000000"]
    subprocess.run([*command, main, *sources, "-o", target], check=True)
    return target, expected


def needs(*tools: str) -> pytest.MarkDecorator:
    missing = [tool for tool in tools if shutil.which(tool) is None]
    return pytest.mark.skipif(bool(missing), reason=f"missing: {', '.join(missing)}")


@pytest.fixture(scope="module")
def runner(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("runner") / "run_avr"
    source = ROOT / "tests" / "run_avr.c"
    subprocess.run(["cc", "-O2", "-o", target, source, "-lsimavr", "-lelf"], check=True)
    return target


@pytest.mark.parametrize(
    ("name", "device", "filler"),
    [
        ("avr8", "atmega1284p", 75_000),
        ("avr8", "atmega2560", 150_000),
        ("avr8_fast", "atmega1284p", 75_000),
        ("avr8_fast", "atmega2560", 75_000),
        ("portable", "atmega2560", 150_000),
    ],
)
def test_digests_behind_a_users_constants(name, device, filler, tmp_path, runner) -> None:
    program, expected = firmware(name, device, filler, tmp_path)
    assert printed(runner, device, program) == expected


def printed(runner: Path, device: str, program: Path) -> dict[str, str]:
    """What a program says of each function."""
    run = subprocess.run([runner, device, program], capture_output=True, text=True, timeout=120)
    assert run.returncode == 0
    lines = [line.partition("=") for line in run.stdout.splitlines() if "=" in line]
    return {function: digest for function, _, digest in lines}


@pytest.mark.parametrize(
    ("function", "name"),
    [
        ("aes128_ctr_only", "avr8"),
        ("aes128_ctr_only", "avr8_fast"),
        ("blake256", "avr8"),
        ("blake512", "avr8_fast"),
        ("blake2s", "avr8"),
        ("bmw256", "avr8"),
        ("bmw512", "avr8_fast"),
        ("groestl256", "avr8_fast"),
        ("jh", "avr8_fast"),
        ("luffa256", "avr8"),
        ("sha256", "avr8"),
        ("sha512", "avr8_fast"),
        ("skein256", "avr8"),
        ("skein512", "avr8"),
        ("sha512", "portable"),
    ],
)
def test_a_table_across_a_multiple_of_64_kb(function, name, tmp_path) -> None:
    """Z+ carries into RAMPZ, and what is computed stays within 64 KB."""
    cpu = catalog.cpus()["avr8-mega"]
    found = catalog.functions()[function]
    implementation = next(i for i in catalog.implementations(found) if i.name == name)
    built = build.build(implementation, cpu, tmp_path)
    code = sum(s.size for s in built.facts.sections if s.kind == "code")
    tables = sum(s.size for s in built.facts.sections if s.name.startswith(".progmem"))
    assert tables != 0
    chosen = some(verify.bench_vectors(found))
    machine = open_machine(cpu)
    reached = set()
    for quarter in (1, 2, 3):
        options = dict(cpu.machine_options)
        options["code"] = (0x20000 - code - tables * quarter // 4) & ~1
        moved = dataclasses.replace(cpu, machine_options=options)
        image = build.link(implementation, moved, built)
        with image.path.open("rb") as stream:
            text = ELFFile(stream).get_section_by_name(".text")
            reached.add(text["sh_addr"] < 0x20000 < text["sh_addr"] + text["sh_size"])
        session = Session(machine, implementation, built, image)
        count = verify.run_vectors(session, chosen)
        assert (count.failed, count.first) == (0, "")
        assert count.passed == len(chosen)
    assert True in reached


def some(every: Sequence[object]) -> Sequence[object]:
    """A few of them, of all lengths."""
    return every[:: max(1, len(every) // 4)]


@needs("clang")
@pytest.mark.parametrize(("device", "filler"), [("atmega328p", 0), ("atmega1284p", 75_000)])
def test_c_by_clang_is_right(device, filler, tmp_path, runner) -> None:
    """clang ignores __progmem__, and knows nothing of elpm."""
    program, expected = firmware("portable", device, filler, tmp_path, clang=True)
    assert printed(runner, device, program) == expected


# Atmel 0856, for devices with a program counter of 22 bits: cycles, and the instruction.
TIMES = [
    (4 + 5, "rcall leaf"),
    (5 + 5, "call leaf"),
    (3, "jmp 9f\n9:"),
    (2, "mul r18, r19\n clr r1", 1),
    (2, "ldi r30, pm_lo8(9f)\n ldi r31, pm_hi8(9f)\n eijmp\n9:", 2),
    (4 + 5, "ldi r30, pm_lo8(leaf)\n ldi r31, pm_hi8(leaf)\n eicall", 2),
    (3, "set_rampz table\n ldi r30, lo8(table)\n ldi r31, hi8(table)\n elpm", 4),
    (3, "set_rampz table\n ldi r30, lo8(table)\n ldi r31, hi8(table)\n elpm r18, Z", 4),
    (3, "set_rampz table\n ldi r30, lo8(table)\n ldi r31, hi8(table)\n elpm r18, Z+", 4),
]
BODY = """\
#include "common/avr8_tables.inc"
    .text
{functions}
leaf: ret
table: .byte 0xde, 0xad
"""


def machine_with(folder: Path, functions: str, code: int | None = None) -> Machine:
    """The ATmega2560 with functions in assembly, at an address of program memory."""
    cpu = catalog.cpus()["avr8-mega"]
    if code is not None:
        cpu = dataclasses.replace(cpu, machine_options={**cpu.machine_options, "code": code})
    source, target = folder / "case.S", folder / "case.o"
    source.write_text(BODY.format(functions=functions))
    gnu.compile(cpu, source, target, (ROOT / "src",))
    machine = open_machine(cpu)
    machine.load(gnu.link(cpu, [target], "f0", folder))
    return machine


def function(name: str, body: str) -> str:
    return f"    .global {name}\n    .type {name}, @function\n{name}:\n    {body}\n    ret\n"


def test_a_program_counter_of_three_bytes_takes_its_cycles_and_stack(tmp_path) -> None:
    # Far jumps need EIND, which is 0: so these lie in the first 128 KB.
    text = "".join(function(f"f{i}", code) for i, (_, code, *_rest) in enumerate(TIMES))
    machine = machine_with(tmp_path, text, 0x10100)
    for number, (cycles, code, *before) in enumerate(TIMES):
        for detail in (True, False):
            result = machine.call(f"f{number}", (), (), detail=detail)
            assert result.cycles == {"ATmega2560": cycles + sum(before) + 5}, code
            calls = 2 if "call" in code else 1
            assert (result.stack_bytes, result.contract_stack) == (3 * calls, 2 * calls), code


def test_what_elpm_reads(tmp_path) -> None:
    load = (
        "set_rampz table\n ldi r30, lo8(table)\n ldi r31, hi8(table)\n elpm r24, Z+\n elpm r25, Z"
    )
    near = "ldi r30, lo8(table)\n ldi r31, hi8(table)\n elpm r24, Z"
    machine = machine_with(tmp_path, function("f0", load) + function("f1", near))
    machine.call("f0", (), ())
    assert machine.returned(2) == 0xADDE
    with pytest.raises(Breach, match="outside the image"):  # RAMPZ may hold anything at a call
        for _ in range(8):
            machine.call("f1", (), ())


def test_eind_is_not_to_be_written(tmp_path) -> None:
    machine = machine_with(tmp_path, function("f0", "out 0x3C, r24"))
    with pytest.raises(Breach, match="I/O address"):
        machine.call("f0", (), ())


@pytest.mark.parametrize("name", ["avr8", "avr8_fast"])
def test_with_rampd_tables_go_into_the_first_64_kb(name, tmp_path) -> None:
    """elpm would need RAMPZ, which is part of pointers to data there."""
    for made in (files("sha256", name, tmp_path), files(AES, name, tmp_path)):
        target = tmp_path / "object.o"
        command = ["avr-gcc", "-mmcu=atxmega128a1", "-c", *made.sources, "-o", target]
        subprocess.run(command, check=True)
        with target.open("rb") as stream:
            names = [each.name for each in ELFFile(stream).iter_sections()]
        tables = [each for each in names if each.startswith(".progmem")]
        assert tables and all(each.startswith(".progmem.gcc") for each in tables)
