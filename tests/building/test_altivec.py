"""Speck and Simon: reference, vectors, and AltiVec's words of 64 bits on a G4 and a PowerPC 970."""

from __future__ import annotations

import dataclasses
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from includes import INCLUDE_FLAGS
from mote.building import package
from mote.catalog import catalog
from mote.catalog.cpu import Cpu
from mote.catalog.function import Implementation
from mote.checking import sanitizer
from mote.common.paths import ROOT
from mote.keeping import store
from mote.kinds import blocks
from mote.measuring import bench
from reference import speck_simon

CIPHERS = {name: catalog.functions()[name] for name in speck_simon.CIPHERS}
STRICT = ("-std=c99", "-Wall", "-Wextra", "-pedantic", "-Werror")
KEY = bytes(range(16))
PUBLISHED = {  # appendix B of the specification: plaintext and ciphertext as numbers
    "speck128": (0x6C617669757165207469206564616D20, 0xA65D9851797832657860FEDF5C570D18),
    "simon128": (0x63736564207372656C6C657661727420, 0x49681B1E1E54FE3F65AA832AF84E0BBC),
}

each_cipher = pytest.mark.parametrize("name", CIPHERS)


def altivec(name: str) -> Implementation:
    return next(i for i in catalog.implementations(CIPHERS[name]) if i.name == "altivec")


@each_cipher
def test_the_published_vector(name: str) -> None:
    plaintext, ciphertext = (number.to_bytes(16, "little") for number in PUBLISHED[name])
    assert speck_simon.encrypt(name, KEY, plaintext) == ciphertext


@each_cipher
def test_the_vectors_are_the_references(name: str) -> None:
    rows = blocks.own(CIPHERS[name])
    assert [row.number for row in rows] == list(range(20))
    for row in rows:
        assert len(row.plaintext) == 16 * row.number
        assert speck_simon.encrypt(name, row.key, row.plaintext) == row.ciphertext


@pytest.mark.skipif(not sanitizer.available(), reason="no gcc with its sanitizers")
@each_cipher
def test_portable_files_under_sanitizers(name: str) -> None:
    for implementation in catalog.implementations(CIPHERS[name]):
        if implementation.name.startswith("portable"):
            assert sanitizer.complaint(name, [implementation.source], []) == ""


@pytest.mark.parametrize(
    ("compiler", "emulator", "options", "model"),
    [
        ("powerpc-linux-gnu-gcc", "qemu-ppc", "-mcpu=7450 -maltivec", "g4"),
        ("powerpc64-linux-gnu-gcc", "qemu-ppc64", "-mcpu=970 -maltivec", "970fx"),
        (
            *("clang --target=powerpc64-linux-gnu -isystem /usr/powerpc64-linux-gnu/include",),
            *("qemu-ppc64", "-mcpu=970 -maltivec", "970fx"),
        ),
    ],
)
def test_before_power8(
    compiler: str, emulator: str, options: str, model: str, tmp_path: Path
) -> None:
    """Big-endian machines whose vectors have words of 32 bits, as another simulator plays them."""
    command = compiler.split()
    linker = "powerpc64-linux-gnu-gcc" if len(command) > 1 else compiler
    if not all(map(shutil.which, (command[0], linker, emulator))):
        pytest.skip(f"{command[0]}, {linker} or {emulator} is not installed")
    for name, function in CIPHERS.items():
        harness, lines = blocks.KIND.sanitizer(function)
        program = tmp_path / name
        code = tmp_path / f"{name}.o"
        flags = [*options.split(), "-O2", *INCLUDE_FLAGS]
        source = altivec(name).source
        subprocess.run([*command, *STRICT, *flags, "-c", source, "-o", code], check=True)
        words = [linker, "-static", *flags, *sanitizer.harness_flags(name)]
        subprocess.run([*words, str(harness), str(code), "-o", str(program)], check=True)
        said = subprocess.run(
            [emulator, "-cpu", model, program],
            input="".join(lines),
            capture_output=True,
            text=True,
            check=True,
        )
        assert said.stdout.split() == [str(len(lines)), "0"]


def ppc970() -> Cpu:
    """A PowerPC 970 of 64 bits: the bench's POWER8 without what came after AltiVec."""
    cpu = catalog.cpus()["power8-be"]
    flags = tuple("-mcpu=970" if f == "-mcpu=power8" else f for f in cpu.toolchain.flags)
    return dataclasses.replace(
        cpu,
        name="ppc970",
        sources=("portable", "altivec"),
        toolchain=dataclasses.replace(
            cpu.toolchain,
            flags=(*flags, "-maltivec"),
            disassembler_flags=("-M", "altivec"),
            c_flags=(*cpu.toolchain.c_flags, "-fno-tree-vectorize"),
        ),
        machine_options={**cpu.machine_options, "model": "970fx", "vectors": 1},
    )


@pytest.mark.skipif(
    not all(map(shutil.which, ("powerpc64-linux-gnu-gcc", "qemu-ppc64"))),
    reason="powerpc64-linux-gnu-gcc or qemu-ppc64 is not installed",
)
@each_cipher
def test_guard_and_abi_on_a_970(name: str) -> None:
    """The callee-saved vector registers among them; and fewer instructions than C takes."""
    figures = {}
    for implementation in catalog.implementations(CIPHERS[name]):
        if implementation.name in ("altivec", "portable_fast"):
            outcome = bench.run(bench.BenchJob(implementation, ppc970(), full=True))
            assert outcome.problem == ""
            assert {check.status for check in outcome.checks} == {"passed"}
            figures[implementation.name] = outcome.rows[0].long_instructions_per_byte
    ratio = figures["portable_fast"] / figures["altivec"]
    assert f"{ratio:.1f}" == stated(name)[1]


def stated(name: str) -> tuple[str, str]:
    """The ratios that the head of the files states: on a G4, and on a 970."""
    text = (ROOT / "src" / "speck_simon" / "altivec.h").read_text(encoding="ascii")
    found = re.search(
        r"on a G4 \(32 bits\) (\S+) in Speck and (\S+) in Simon, "
        r"on a PowerPC 970 in 64-bit mode (\S+) and (\S+)\. ",
        re.sub(r"[\s*]+", " ", text),
    )
    assert found
    g4, on_970 = (found[1], found[2]), (found[3], found[4])
    which = ("speck128", "simon128").index(name)
    return g4[which], on_970[which]


@each_cipher
def test_the_ratio_on_a_g4(name: str) -> None:
    rows = {
        row.implementation: row.long_instructions_per_byte
        for row in store.read().values()
        if (row.function, row.cpu) == (name, "powerpc-g4")
    }
    slow, fast = rows["portable_fast"], rows["altivec"]
    assert slow is not None and fast is not None
    assert f"{slow / fast:.1f}" == stated(name)[0]


HELPERS = [
    (
        "#define CARRIES ((bytes16){4, 5, 6, 7,",
        "#define CARRIES ((bytes16){0, 1, 2, 3,",
        "speck128",
    ),
    ("vec_sub(vec_subc(x, y), one)", "vec_subc(x, y)", "speck128"),
    ("(words4){(1u << (n)) - 1,", "(words4){(1u << (n)),", "simon128"),
    ("(words4){~(0xFFFFFFFFu >> (n)),", "(words4){~(0xFFFFFFFFu >> (n) >> 1),", "speck128"),
]


@pytest.mark.sampled(4, by=())
@pytest.mark.parametrize(("right", "wrong", "name"), HELPERS)
def test_a_wrong_helper_is_caught(right: str, wrong: str, name: str, tmp_path: Path) -> None:
    implementation = altivec(name)
    files = package.pack(implementation)
    text = " ".join(files.sources[0].text.split(" "))
    assert right in text, (ROOT / "src" / "common" / "altivec.h").read_text(encoding="ascii")
    (tmp_path / files.header.name).write_text(files.header.text, encoding="ascii")
    (tmp_path / "altivec.c").write_text(text.replace(right, wrong, 1), encoding="ascii")
    broken = dataclasses.replace(implementation, sources=(tmp_path / "altivec.c",))
    outcome = bench.run(
        bench.BenchJob(broken, catalog.cpus()["powerpc-g4"], full=True, measure=False)
    )
    assert outcome.problem == ""
    assert {c.name: c.status for c in outcome.checks}["vectors"] == "failed"
