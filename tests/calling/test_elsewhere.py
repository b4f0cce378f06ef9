"""What holds in the bench's own layout and there alone is caught, and so is what leaks seldom.

Each case is a file of the library with one statement more in one function, which is wrong only
where the data, the context, the stack or the code lies elsewhere, for one length at one alignment,
or for one value of one byte.
"""

from __future__ import annotations

import contextlib
import dataclasses
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from mote.building import build, package
from mote.calling.hash_caller import HashCaller
from mote.calling.session import Session
from mote.catalog import catalog
from mote.catalog.cpu import Cpu
from mote.catalog.function import Implementation
from mote.checking import verify
from mote.common.errors import Breach
from mote.machines import open_machine
from mote.measuring import bench

CPUS = catalog.cpus()


def planted(
    function: str, symbol: str, statement: str, folder: Path, name: str = "portable"
) -> Implementation:
    """The file as a user gets it, with a statement at the start of one of its functions."""
    given = catalog.functions()[function]
    (ours,) = (each for each in catalog.implementations(given) if each.name == name)
    alone, _ = package.unpacked(ours, folder / "planted")
    text = alone.source.read_text(encoding="utf-8")
    start = re.search(rf"\b{symbol}\([^;{{}}]*\)\s*{{", text)
    assert start is not None, symbol
    text = text[: start.end()] + f"\n    {statement}\n" + text[start.end() :]
    alone.source.write_text(text, encoding="utf-8")
    return alone


@contextlib.contextmanager
def opened(implementation: Implementation, cpu: Cpu, folder: Path) -> Iterator[Session]:
    built = build.build(implementation, cpu, folder, packed=False)
    with contextlib.closing(open_machine(cpu)) as machine:
        yield Session(machine, implementation, built, build.link(implementation, cpu, built))


def elsewhere(implementation: Implementation, cpu: str, folder: Path) -> verify.Check | None:
    """What the check elsewhere finds, of a file that is right in the usual layout."""
    with opened(implementation, CPUS[cpu], folder) as session:
        vectors = verify.bench_vectors(implementation.function)
        assert verify.run_vectors(session, vectors).failed == 0
        assert verify.shapes(session) == ""
        return verify.elsewhere(session)


# Bits that no address of a context, or of a stack, has set in the usual layout.
CONTEXT_BIT = {"thumb": 18, "mips32": 18, "powerpc": 18, "amd64": 18, "power8-le": 18}
CONTEXT_BIT |= {"avr8": 11, "mcs51": 15}
STACK_BIT = {"rv32imc": 23, "i386": 23, "mips32-be": 23, "power8-be": 23}


def test_nothing_is_wrong_with_the_library(tmp_path: Path) -> None:
    for cpu, name in (("thumb", "portable"), ("avr8", "avr8"), ("rv32imc", "rv32imc")):
        given = catalog.functions()["sha256"]
        (ours,) = (each for each in catalog.implementations(given) if each.name == name)
        folder = tmp_path / cpu
        built = build.build(ours, CPUS[cpu], folder)
        with contextlib.closing(open_machine(CPUS[cpu])) as machine:
            session = Session(machine, ours, built, build.link(ours, CPUS[cpu], built))
            assert verify.elsewhere(session) is None
            assert verify.shapes(session) == verify.constant_time(session) == ""


@pytest.mark.parametrize("name", ("thumb_table", "portable"))
def test_whole_blocks_where_they_lie_or_by_way_of_the_context(name: str, tmp_path: Path) -> None:
    """What is left in a buffer may differ by where the message lies; what comes of it may not."""
    given = catalog.functions()["sha256"]
    (ours,) = (each for each in catalog.implementations(given) if each.name == name)
    with opened(ours, CPUS["cortex-m0"], tmp_path) as session:
        assert verify.shapes(session) == ""
    if name == "portable":
        statement = "cc->H[7] ^= (size_t)data & (len == 64);"
        with opened(
            planted("sha256", "mote_sha256", statement, tmp_path), CPUS["cortex-m0"], tmp_path
        ) as session:
            assert "for 64 bytes gives something else" in verify.shapes(session)


@pytest.mark.parametrize("cpu", CONTEXT_BIT)
def test_a_context_elsewhere(cpu: str, tmp_path: Path) -> None:
    wrong = planted(
        "sha256", "mote_sha256", f"cc->H[0] ^= (size_t)cc >> {CONTEXT_BIT[cpu]} & 1;", tmp_path
    )
    found = elsewhere(wrong, cpu, tmp_path)
    assert found is not None and found.name == "vectors"
    assert re.match(r"with code a(t 0x\w+|bove 2 GB)|with code and data above", found.detail)
    assert "should be" in found.detail


@pytest.mark.parametrize("cpu", STACK_BIT)
def test_a_stack_elsewhere(cpu: str, tmp_path: Path) -> None:
    bit = STACK_BIT[cpu]
    statement = f"{{ volatile char here = 0; cc->H[0] ^= (size_t)&here >> {bit} & 1; }}"
    found = elsewhere(planted("sha256", "mote_sha256", statement, tmp_path), cpu, tmp_path)
    assert found is not None and "should be" in found.detail


@pytest.mark.parametrize("function", ("aes128_gcm", "hmac_sha256", "skein_prng"))
def test_other_kinds_of_functions(function: str, tmp_path: Path) -> None:
    symbol = f"mote_{function}" if function.startswith("hmac") else ""
    symbol = (
        symbol or {"aes128_gcm": "mote_gcm_aad", "skein_prng": "mote_skein_prng_seed"}[function]
    )
    statement = "*(unsigned char *)cc ^= (size_t)cc >> 18 & 1;"
    found = elsewhere(planted(function, symbol, statement, tmp_path), "cortex-m0", tmp_path)
    assert found is not None and found.name == "vectors"


@pytest.mark.parametrize("cpu", ("rv32imc", "thumb", "i386"))
def test_code_elsewhere(cpu: str, tmp_path: Path) -> None:
    """A bit of an address of code that is otherwise where the file lies behind other code."""
    given = catalog.functions()["sha256"]
    (ours,) = (each for each in catalog.implementations(given) if each.name == "portable")
    built = build.build(ours, CPUS[cpu], tmp_path / "right")
    (layout,) = open_machine(CPUS[cpu]).layouts(0)
    usual, other = (build.link(ours, CPUS[cpu], built, each) for each in (None, layout))
    name = "mote_sha256_init"
    moved = other.symbols[name] - layout.code - (usual.symbols[name] - 0x10000)
    # Thumb code of C has constants in it, for which the linker aligns it to a word.
    assert moved == {"i386": 1, "rv32imc": 2, "thumb": 4}[cpu]
    wrong = planted(
        "sha256", "mote_sha256", "cc->H[0] ^= (size_t)mote_sha256_init >> 31 & 1;", tmp_path
    )
    found = elsewhere(wrong, cpu, tmp_path)
    assert found is not None and "should be" in found.detail


BROKEN_STACK = """\
#include "mote/shabal.h"
void mote_shabal_init(mote_shabal_context *cc, unsigned n) { (void)cc; (void)n; }
void mote_shabal(mote_shabal_context *cc, const void *data, size_t len) {
    volatile unsigned char waste[16];
    unsigned i;
    (void)data;
    (void)len;
    for (i = 0; i < 16; i++)
        ((unsigned char *)cc)[i] = waste[i];
}
void mote_shabal_close(mote_shabal_context *cc, unsigned ub, unsigned n, void *dst) {
    (void)cc; (void)ub; (void)n; (void)dst;
}
"""


@pytest.mark.parametrize("cpu", ("thumb", "mips32", "avr8", "mcs51", "power8-le"))
@pytest.mark.parametrize("detail", (False, True))
def test_the_stack_holds_other_bytes_at_each_call(cpu: str, detail: bool, tmp_path: Path) -> None:
    given = catalog.functions()["shabal"]
    (ours,) = (each for each in catalog.implementations(given) if each.name == "portable")
    source = tmp_path / "stack.c"
    source.write_text(BROKEN_STACK)
    file = dataclasses.replace(ours, sources=(source,))
    with opened(file, CPUS[cpu], tmp_path) as session:
        session.detail = detail
        address = session.fresh()
        found = set()
        for _ in range(3):
            HashCaller(session).update(address, b"abc")
            found.add(session.machine.read(address, 16))
        assert len(found) == 3


EMPTY = "if (len == 0 && cc->ptr == 5) cc->H[0] ^= 1;"


@pytest.mark.parametrize("cpu", ("thumb", "avr8", "power8-be"))
def test_an_empty_call_behind_five_bytes(cpu: str, tmp_path: Path) -> None:
    with opened(planted("sha256", "mote_sha256", EMPTY, tmp_path), CPUS[cpu], tmp_path) as session:
        vectors = verify.bench_vectors(session.implementation.function)
        assert verify.run_vectors(session, vectors).failed > 0


def test_an_empty_call_with_a_pointer(tmp_path: Path) -> None:
    statement = "if (len == 0 && data != NULL) *(unsigned char *)cc ^= 1;"
    wrong = planted(
        "sha256", "mote_sha256", "#ifndef NULL\n#define NULL 0\n#endif\n" + statement, tmp_path
    )
    with opened(wrong, CPUS["rv32imc"], tmp_path) as session:
        assert "for no bytes does something else with a pointer" in verify.shapes(session)


BEYOND = {
    "sha256": ("mote_sha256", "data"),
    "hmac_sha256": ("mote_hmac_sha256", "data"),
    "aes128_gcm": ("mote_gcm_encrypt", "src"),
    "skein_prng": ("mote_skein_prng_seed", "data"),
    "crc32": ("UPDATE", "data"),  # as the sources call it
}


@pytest.mark.parametrize("cpu", ("cortex-m3", "avr8", "powerpc"))
@pytest.mark.parametrize("function", BEYOND)
@pytest.mark.sampled(8)
def test_a_byte_behind_an_aligned_message_of_three(function: str, cpu: str, tmp_path: Path) -> None:
    symbol, pointer = BEYOND[function]
    statement = (
        f"if (len == 3 && ((size_t){pointer} & 3) == 0)"
        f" (void)((const volatile unsigned char *){pointer})[3];"
    )
    wrong = planted(function, symbol, statement, tmp_path)
    with (
        opened(wrong, CPUS[cpu], tmp_path) as session,
        pytest.raises(Breach, match=f"0 bytes past the end of {pointer}"),
    ):
        verify.shapes(session)


LEAKS = {
    "sha256": ("mote_sha256", "data"),
    "ascon_hash256": ("mote_ascon_hash256", "data"),
    "hmac_sha256": ("mote_hmac_sha256", "data"),
    "aes128_gcm": ("mote_gcm_aad", "data"),
    "skein_prng": ("mote_skein_prng_seed", "data"),
}


@pytest.mark.parametrize(
    ("function", "cpu"),
    [
        *((function, "rv32imc") for function in LEAKS),
        *(("sha256", cpu) for cpu in ("avr8", "mcs51", "power8-le", "amd64")),
    ],
)
def test_a_branch_for_one_byte_in_a_long_call(function: str, cpu: str, tmp_path: Path) -> None:
    symbol, pointer = LEAKS[function]
    statement = (
        "{ static volatile unsigned char sink;"
        f" if (len > 40 && ((const unsigned char *){pointer})[1] == 7) sink = 1; }}"
    ).replace("static ", "")
    with opened(planted(function, symbol, statement, tmp_path), CPUS[cpu], tmp_path) as session:
        session.machine.confirm = False
        assert verify.constant_time(session).startswith(f"{symbol} depends on the ")


@pytest.mark.parametrize("cpu", ("rv32imc", "mips32", "powerpc", "i386", "armv4", "cortex-m3"))
def test_an_operand_of_an_instruction_of_variable_time(cpu: str, tmp_path: Path) -> None:
    """A division, where the processor has one, else a multiplication."""
    operation = "*" if cpu == "armv4" else "/"
    statement = (
        "if (len != 0) { volatile unsigned dead = 12345;"
        f" unsigned by = ((const unsigned char *)data)[0] | 1u; dead = dead {operation} by; }}"
    )
    with opened(
        planted("sha256", "mote_sha256", statement, tmp_path), CPUS[cpu], tmp_path
    ) as session:
        assert "time depends on its operand" in verify.constant_time(session)


def test_check_names_the_layout(tmp_path: Path) -> None:
    wrong = planted("sha256", "mote_sha256", "cc->H[0] ^= (size_t)cc >> 18 & 1;", tmp_path)
    job = bench.BenchJob(wrong, CPUS["thumb"], full=True, measure=False, thinned=64)
    outcome = bench.run(job)
    (found,) = (each for each in outcome.checks if each.failed)
    assert found.name == "vectors"
    assert found.detail.startswith("with code above 2 GB behind other code, and data across 2 GB: ")
