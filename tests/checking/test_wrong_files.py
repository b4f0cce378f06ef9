"""What `check` and `bench` have to catch: wrong at one length, or after one carry.

Each case is a file of the library with one change, through the commands' own code, on CPUs of
every kind of machine.
"""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path
from typing import NamedTuple

import pytest

from mote.building import build
from mote.calling import carry
from mote.calling.session import Session
from mote.catalog import catalog, vectors
from mote.catalog.function import Implementation
from mote.catalog.vectors import VectorCount
from mote.checking import promises, verify
from mote.machines import open_machine
from mote.measuring import bench

pytestmark = pytest.mark.always

ROOT = Path(__file__).resolve().parents[2]
CPUS = ("thumb", "avr8", "mcs51", "amd64")


class Change(NamedTuple):
    """One change to function/name: `old`, which is there once, becomes `new`.

    in_bench: whether the few vectors of `bench`, which `check` runs first, have to catch it, too;
    otherwise those with carries do.
    """

    file: str
    old: str
    new: str
    in_bench: bool = True

    @property
    def function(self) -> str:
        return self.file.partition("/")[0]


PADDING = "add_padding(cc, ub, n, 56);"
CHANGES = {
    # At 56 bytes, 448 to 455 bits, the length no longer fits.
    "sha256 padding": Change("sha256/portable.c", PADDING, "add_padding(cc, ub, n, 57);"),
    "sha256 at 55 bytes": Change(
        "sha256/portable.c", PADDING, f"if (low == 440) low ^= 1; {PADDING}"
    ),
    "sha256 at 447 bits": Change(
        "sha256/portable.c", PADDING, f"if (low == 447) low ^= 1; {PADDING}"
    ),
    "sha256 with 16 bits of length": Change(
        "sha256/portable.c",
        "cc->low = T32(cc->low + 512);",
        "cc->low = cc->low + 512 & 0xFFFF;",
        False,
    ),
    "sha256 without a carry": Change(
        "sha256/portable.c", "cc->high = T32(cc->high + 1);", ";", False
    ),
    "sha256 without the high word": Change(
        "sha256/portable.c", "high = cc->high;", "high = 0;", False
    ),
    "sha512 without the third carry": Change("sha512/portable.c", "++i != 4)", "++i != 3)", False),
    "blake2s without a carry": Change(
        "blake2s/portable.c", "if (cc->t[0] < i) {", "if (i == 1000) {", False
    ),
    "jh without a carry": Change(
        "jh/portable.c",
        "while (cc->count[i] == 0 && ++i != 4)",
        "while (cc->count[i] == 0 && ++i != 2)",
        False,
    ),
    "shabal without a carry": Change("shabal/portable.c", "T32(cc->Whigh + 1)", "cc->Whigh", False),
}


def _shared(include: re.Match[str]) -> str:
    return (ROOT / "src" / include[1]).read_text(encoding="utf-8")


def broken(change: Change, folder: Path) -> Implementation:
    name = change.file.split("/")[1]
    (original,) = (
        each
        for each in catalog.implementations(catalog.functions()[change.function])
        if [source.name for source in each.sources] == [name]
    )
    text = original.source.read_text(encoding="utf-8")
    if change.old not in text:
        # In what functions of the family share.
        text = re.sub(r'#include "(\w+/\w+_small\.h)"\n', _shared, text)
    assert text.count(change.old) == 1
    source = folder / name
    source.write_text(text.replace(change.old, change.new), encoding="utf-8")
    return dataclasses.replace(original, sources=(source,))


def checked(implementation: Implementation, cpu: str, thinned: int = 16) -> verify.Check:
    """The outcome of the check of vectors, as `mote check` has it; thinned: verify.all_vectors."""
    job = bench.BenchJob(
        implementation, catalog.cpus()[cpu], full=True, measure=False, thinned=thinned
    )
    outcome = bench.run(job)
    assert outcome.problem == ""
    return next(check for check in outcome.checks if check.name == "vectors")


@pytest.fixture
def vectors_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """What else a check asks is not asked."""
    monkeypatch.setattr(verify, "constant_time", lambda session: "")


@pytest.mark.usefixtures("vectors_alone")
@pytest.mark.parametrize("name", CHANGES)
def test_check_catches(name: str, tmp_path: Path) -> None:
    """Thinned as for a slow simulator: the rest would catch it all the more."""
    outcome = checked(broken(CHANGES[name], tmp_path), "amd64", 64)
    assert outcome.status == "failed"
    assert "should be" in outcome.detail


@pytest.mark.parametrize("cpu", CPUS)
@pytest.mark.parametrize("name", [name for name, change in CHANGES.items() if not change.in_bench])
@pytest.mark.sampled(8, by=("name",))
def test_the_vectors_with_carries_catch(name: str, cpu: str, tmp_path: Path) -> None:
    """`check` runs them on every CPU; here they are alone."""
    function = catalog.functions()[CHANGES[name].function]
    carrying = {v for v in vectors.own(function) if v.case.carry}
    assert carrying <= set(verify.all_vectors(function, 64))
    count = carries_of(broken(CHANGES[name], tmp_path), cpu, tmp_path)
    assert count.failed > 0
    assert "should be" in count.first


@pytest.mark.parametrize("cpu", CPUS)
@pytest.mark.parametrize("name", [name for name, change in CHANGES.items() if change.in_bench])
@pytest.mark.sampled(6, by=("name",))
def test_bench_catches(name: str, cpu: str, tmp_path: Path) -> None:
    implementation = broken(CHANGES[name], tmp_path)
    outcome = bench.run(bench.BenchJob(implementation, catalog.cpus()[cpu], host_timing=False))
    assert "vectors failed" in outcome.problem


FINISH = "finish(cc, ub, n, dst);"
SPONGE = {
    # FIPS 202: two bits of a suffix and two of padding no longer fit at the end of a block.
    "sha3": "if (cc->ptr == cc->rate - 1 && n == 5) ub ^= 0x80;",
    "keccak": "if (cc->ptr == cc->rate - 1 && n == 7) ub ^= 0x80;",
    "shake128": "if (cc->ptr == cc->rate - 1 && n == 0) cc->A[0] ^= 1;",
}


@pytest.mark.parametrize("cpu", CPUS)
@pytest.mark.parametrize("function", SPONGE)
@pytest.mark.sampled(6, by=("function",))
def test_an_error_at_the_end_of_the_rate_is_caught(function: str, cpu: str, tmp_path: Path) -> None:
    change = Change(f"{function}/portable.c", FINISH, SPONGE[function] + FINISH)
    implementation = broken(change, tmp_path)
    outcome = bench.run(bench.BenchJob(implementation, catalog.cpus()[cpu], host_timing=False))
    assert "vectors failed" in outcome.problem


@pytest.mark.usefixtures("vectors_alone")
def test_an_error_at_the_end_of_an_output_is_caught(tmp_path: Path) -> None:
    """A byte more than one output of the permutation, at a size that nobody lists."""
    wrong = f"if (cc->out_size == 8 * 168 + 8) ub ^= 0x80, n = 1; {FINISH}"
    implementation = broken(Change("shake128/portable.c", FINISH, wrong), tmp_path)
    assert checked(implementation, "amd64").status == "failed"


def carries_of(implementation: Implementation, cpu_name: str, folder: Path) -> VectorCount:
    """What becomes of the vectors with carries alone, and of what a small addend carries into."""
    cpu = catalog.cpus()[cpu_name]
    built = build.build(implementation, cpu, folder)
    machine = open_machine(cpu)
    try:
        image = build.link(implementation, cpu, built)
        session = Session(machine, implementation, built, image)
        every = vectors.own(implementation.function)
        chosen = [v for v in every if v.case.carry or v.case.carrying]
        assert chosen
        return verify.run_vectors(session, chosen)
    finally:
        machine.close()


ASSEMBLY = [
    (implementation, cpu.name)
    for function in catalog.hashes().values()
    if function.hashing.counter_bits
    for implementation in catalog.implementations(function)
    # The counter of a kernel's mode is C.
    if promises.is_assembly(implementation) and implementation.kernel is None
    for cpu in {
        cpu.endianness: cpu
        for cpu in catalog.cpus().values()
        if catalog.runs_on(implementation, cpu)
    }.values()
]


@pytest.mark.parametrize(
    ("implementation", "cpu"),
    ASSEMBLY,
    ids=[f"{each.function.name}-{each.name}-{cpu}" for each, cpu in ASSEMBLY],
)
@pytest.mark.sampled(20)
def test_the_counter_of_assembly_is_found(
    implementation: Implementation, cpu: str, tmp_path: Path
) -> None:
    """The context is laid out in an order of its own; every carry is tried all the same."""
    count = carries_of(implementation, cpu, tmp_path)
    limit = carry.longest_message(implementation.source) or 1000
    cases = vectors.cases(implementation.function)
    tried = [case for case in cases if case.carrying or 0 < case.carry < limit]
    assert (count.passed, count.failed) == (len(tried), 0)


def test_a_carry_lost_in_assembly_is_caught(tmp_path: Path) -> None:
    """Into the highest word of four; JH on the 16-bit core counts blocks."""
    lost = "    addc w1, [w0], [w0++]\n    bra .next"
    changed = broken(Change("jh/pic24.s", lost, "    bra .next"), tmp_path)
    assert "goes beyond 2^57 bits" in carries_of(changed, "pic24", tmp_path).first


FAST = (("amd64", "skein512"), ("amd64", "skein1024"), ("thumb-be", "skein256"))
"""Where unrolled rounds are tried, too: they take the compiler long."""

SKEIN = [
    (implementation, cpu)
    for function in catalog.hashes().values()
    if function.hashing.small_addends
    for implementation in catalog.implementations(function)
    for cpu in ("thumb", "thumb-be", "amd64")
    if catalog.runs_on(implementation, catalog.cpus()[cpu])
    if implementation.name == "portable" or (cpu, function.name) in FAST
]


@pytest.mark.parametrize(
    ("implementation", "cpu"),
    SKEIN,
    ids=[f"{each.function.name}-{each.name}-{cpu}" for each, cpu in SKEIN],
)
@pytest.mark.sampled(4, by=("cpu",))
def test_the_chaining_value_is_found(
    implementation: Implementation, cpu: str, tmp_path: Path
) -> None:
    """Where small numbers are added to it, in either byte order: no vector is left out."""
    count = carries_of(implementation, cpu, tmp_path)
    cases = list(vectors.cases(implementation.function))
    carried = [case for case in cases if case.carry]
    assert [case.carry for case in carried if case.ones] == [carried[0].carry, carried[-1].carry]
    carrying = [case for case in cases if case.carrying]
    assert (count.passed, count.failed) == (len(carried) + len(carrying), 0)


RARE = (
    ("addc #0, w%(x+2)", "addc #0, w%(x+1)", 1),
    ("addc #0, w%(x+3)", "", 1),
    ("addc w%(x+2), #0, w%(x+2)", "", 3),
    ("addc w%(x+3), #0, w%(x+3)", "", 3),
)


@pytest.mark.parametrize(("line", "becomes", "number"), RARE, ids=[line for line, *_ in RARE])
def test_a_rare_carry_lost_in_assembly_is_caught(
    line: str, becomes: str, number: int, tmp_path: Path
) -> None:
    """Of the number of Skein's last subkey, and of those before it: one block in 2^28 or 2^44."""
    (original,) = (
        each
        for each in catalog.implementations(catalog.functions()["skein512"])
        if each.name == "pic24"
    )
    before, found, after = original.source.read_text(encoding="utf-8").rpartition(f" {line}\n")
    assert found
    source = tmp_path / "pic24.s"
    source.write_text(f"{before} {becomes}\n{after}", encoding="utf-8")
    count = carries_of(dataclasses.replace(original, sources=(source,)), "pic24", tmp_path)
    assert f"in which a carry goes through a word (number {number})" in count.first


def test_a_chaining_value_is_found_in_any_words() -> None:
    value = bytes(range(1, 17))
    whole = b"\0" * 3 + value[:8] + value[8:][::-1]
    assert carry.chaining_value_places(whole, value) == [(3, 11), (11, 19)]
    halves = value[4:8] + value[:4] + value[8:12][::-1] + value[12:][::-1]
    assert carry.chaining_value_places(halves, value) == [(4, 8), (0, 4), (8, 12), (12, 16)]
    bytewise = value[::2] + value[1::2]
    assert carry.chaining_value_places(bytewise, value) is None
    assert carry.chaining_value_places(value + value, value) is None
    assert carry.chaining_value_places(value, b"") == []


def test_a_counter_that_is_nowhere_is_said(tmp_path: Path) -> None:
    change = Change("sha1/portable.c", "cc->low = T32(cc->low + 512);", "cc->low = 1;")
    count = carries_of(broken(change, tmp_path), "thumb", tmp_path)
    assert (count.passed, "no place in the context counts" in count.first) == (0, True)


def test_a_shorter_counter_has_to_be_stated(tmp_path: Path) -> None:
    """JH on the 16-bit core counts blocks in 64 bits, and says so."""
    source = ROOT / "src" / "jh" / "pic24.s"
    assert carry.longest_message(source) == 73
    assert carry.longest_message(source.with_name("pic24_ise.s")) == 73
    stated = tmp_path / "stated.c"
    stated.write_text("/* Longest message: 2^32 - 1 bits */")
    assert carry.longest_message(stated) is None
