"""The random generator: reference, vectors, the C files on this computer, checks that must fail."""

from __future__ import annotations

import ctypes
import dataclasses
import hashlib
import re
import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compilers import COMPILER
from includes import INCLUDE_FLAGS
from mote.building import build, package
from mote.calling.session import Session, pseudo_random
from mote.catalog import catalog
from mote.catalog.function import Implementation
from mote.checking import sanitizer, verify
from mote.kinds import generator as kind
from mote.machines import open_machine
from mote.measuring import bench
from reference import skein
from test_vectors import generator as make

pytestmark = pytest.mark.about("src/random")

ROOT = Path(__file__).resolve().parents[2]
FUNCTION = catalog.functions()["skein_prng"]
FILES = {each.name: each for each in catalog.implementations(FUNCTION)}
C_FILES = [each for each in FILES.values() if each.sources[-1].suffix == ".c"]
each_file = pytest.mark.parametrize("implementation", C_FILES, ids=lambda each: each.name)
sanitized = pytest.mark.skipif(not sanitizer.available(), reason="no gcc with its sanitizers")
host_only = pytest.mark.skipif(COMPILER is None, reason="no C compiler for this computer")


# A seed of "seed", 40 bytes, a seed of "more" 30 times, no byte, 100 bytes: the first request, and
# the SHA-256 of all.  From the Skein and the Threefish of the Python package pyskein 1.0.
KNOWN = {
    256: (
        "fcde6be804cbecb2e29fb6ef0e4367f7f3bba18741d9cd36e2ca312deab39b81b92fd4af8014c227",
        "450223a04de00d54c784829d4dbccd7261b6715ac2817f3bbd7aea4126eb6d56",
    ),
    512: (
        "9f675c778036a6430cd88208f41f1ff5bcbc374bcb85b0358ce6c92ac1150fdf3ea45c9952b03bb7",
        "02566cf9375c4ad95ff379fd5b56355e6b8ddb60d9caf0b1ca39f3c4fe754081",
    ),
    1024: (
        "ecc9642003e8826fda63a59db7e25224958994ebee309b2c7d2991d944719b8a448976846e7481f1",
        "a1aa301701811c65928afe0babd175252280dd2c285a6e5310e2b21c5c850893",
    ),
}


@pytest.mark.parametrize("state_bits", KNOWN)
def test_reference_gives_what_another_program_does(state_bits: int) -> None:
    prng = skein.Prng(state_bits)
    prng.seed(b"seed")
    first = prng.generate(40)
    prng.seed(b"more" * 30)
    prng.seed(b"")
    assert prng.generate(0) == b""
    every = first + prng.generate(100)
    assert (first.hex(), hashlib.sha256(every).hexdigest()) == KNOWN[state_bits]


def test_file_is_what_the_generator_writes() -> None:
    assert make().content("skein_prng") == FUNCTION.vectors.read_text(encoding="ascii")
    rows = kind.own(FUNCTION)
    sizes = {step.size for row in rows for step in row.steps}
    assert {0, 1, 31, 32, 33, 63, 64, 65, 255, 256, 257} <= sizes
    assert max(sizes) > 65536 and any(row.sha256 for row in rows)


class Library:
    """The generator in this process."""

    def __init__(self, implementation: Implementation, folder: Path) -> None:
        assert COMPILER is not None
        path = folder / "generator.so"
        command = [COMPILER, "-O2", "-fPIC", "-shared", *INCLUDE_FLAGS]
        subprocess.run([*command, str(implementation.source), "-o", str(path)], check=True)
        self._library = ctypes.CDLL(str(path))
        self.context = ctypes.create_string_buffer(b"\xa5" * 1024, 1024)
        self._library.mote_skein_prng_init(self.context)

    def seed(self, data: bytes) -> None:
        self._library.mote_skein_prng_seed(self.context, data or None, ctypes.c_size_t(len(data)))

    def generate(self, size: int) -> tuple[int, bytes]:
        buffer = ctypes.create_string_buffer(b"\x5a" * (size + 2), size + 2)
        place = ctypes.c_void_p(ctypes.addressof(buffer) + 1)
        result = self._library.mote_skein_prng_generate(self.context, place, ctypes.c_size_t(size))
        assert buffer.raw[:1] == buffer.raw[-1:] == b"\x5a"
        return result, buffer.raw[1:-1]


@host_only
@each_file
def test_any_calls_in_a_row(implementation: Implementation, tmp_path: Path) -> None:
    code = Library(implementation, tmp_path)
    assert code.generate(70) == (-1, bytes(70))
    prng = skein.Prng()
    call = st.one_of(st.binary(max_size=100), st.integers(0, 100))

    @settings(deadline=None, derandomize=True, database=None, max_examples=20)
    @given(st.lists(call, max_size=5))
    def holds(calls: list[bytes | int]) -> None:
        for each in (b"start", *calls):
            if isinstance(each, bytes):
                code.seed(each)
                prng.seed(each)
            else:
                assert code.generate(each) == (0, prng.generate(each))

    holds()


@sanitized
@each_file
def test_vectors_under_sanitizers(implementation: Implementation) -> None:
    assert len(sanitizer.vector_lines("skein_prng")) > 8
    assert sanitizer.complaint("skein_prng", implementation.sources, ()) == ""


def outcome(change: tuple[str, str], folder: Path) -> dict[str, tuple[str, str]]:
    """Status and detail of each check on the small file with one change."""
    files = package.pack(FILES["portable"])
    text = files.sources[0].text
    assert text.count(change[0]) == 1, change[0]
    (folder / files.header.name).write_text(files.header.text, encoding="ascii")
    (folder / "portable.c").write_text(text.replace(*change), encoding="ascii")
    broken = dataclasses.replace(FILES["portable"], sources=(folder / "portable.c",))
    result = bench.run(bench.BenchJob(broken, catalog.cpus()["thumb"], full=True, measure=False))
    assert result.problem == ""
    return {check.name: (check.status, check.detail) for check in result.checks}


OLD_STATE = "a part of the old state"


@pytest.mark.sampled(4, by=())
@pytest.mark.parametrize(
    ("change", "failed", "words"),
    [
        (("    output(cc->S, 0);\n", ""), "vectors", OLD_STATE),
        (("    output(cc->S, 0);\n", "    cc->S[7]++;\n"), "vectors", OLD_STATE),
        (("ubi(G, tweak, cc->S);", "ubi(G, tweak, block);"), "vectors", "the bytes are"),
        (
            ("len);\n    wipe_stack();\n    return 0;", "len);\n    return 0;"),
            "vectors",
            "below the stack pointer",
        ),
        (
            ("return MOTE_SKEIN_PRNG_UNSEEDED;", "return 0;"),
            "vectors",
            "before the first seed returns 0",
        ),
        (("memset(dst, 0, len)", "memset(dst, 1, len)"), "vectors", "should be zeros"),
        (("number++;", "number += 2;"), "vectors", "the bytes are"),
        (("*out = GET_BYTE(r, i);", "out[1] = GET_BYTE(r, i);"), "guard", "write"),
        (
            (
                "    tweak[3] = MESSAGE;\n",
                "    tweak[3] = MESSAGE;\n    if (G[0] & 1) G[1] ^= 2;\n",
            ),
            "constant time",
            "depends on the seed",
        ),
    ],
    ids=[
        "keeps its state",
        "keeps most of its state",
        "a seed replaces",
        "leaves its stack",
        "no error",
        "no zeros",
        "leaves blocks out",
        "past the end",
        "branch",
    ],
)
def test_a_broken_generator_is_caught(
    change: tuple[str, str],
    failed: str,
    words: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """By the few vectors of every bench already; nothing else is asked that they do not need."""
    if failed == "vectors":
        monkeypatch.setattr(verify, "constant_time", lambda session: "")
    monkeypatch.setattr(verify, "all_vectors", lambda one, thinned=1: verify.bench_vectors(one))
    status, detail = outcome(change, tmp_path)[failed]
    assert status == "failed" and words in detail


def test_the_unchanged_generator_passes(tmp_path: Path) -> None:
    line = "number++;"
    assert {status for status, _ in outcome((line, line), tmp_path).values()} == {"passed"}


def avr(name: str, change: tuple[str, str], folder: Path) -> Implementation:
    """A file for AVR with one change."""
    text = FILES[name].source.read_text(encoding="ascii")
    assert text.count(change[0]) == 1, change[0]
    path = folder / f"{name}.S"
    path.write_text(text.replace(*change), encoding="ascii")
    return dataclasses.replace(FILES[name], sources=(path,), include=(ROOT / "src",))


TABLE = "seeded:\n    rcall   output_table\n"
NUMBER = "    std     Y + 1 + NUMBER, r1\n"
FIRST_BLOCKS = {
    "avr8": (
        "    brts    hash\n",
        "    brts    hash\n    ldi     r18, 253\n    std     Y + BLOCK, r18\n",
    ),
    "avr8_fast": (
        TABLE + NUMBER,
        TABLE + "    ldi     r18, 253\n" + NUMBER.replace("r1", "r18"),
    ),
}


@pytest.mark.parametrize("name", FIRST_BLOCKS)
def test_the_number_of_a_block_has_two_bytes_on_avr(name: str, tmp_path: Path) -> None:
    """More than 255 blocks are more than an AVR's RAM holds: here the count begins at 253."""
    cpu = catalog.cpus()["avr8"]
    changed = avr(name, FIRST_BLOCKS[name], tmp_path)
    built = build.build(changed, cpu, tmp_path)
    machine = open_machine(cpu)
    try:
        session = Session(machine, changed, built, build.link(changed, cpu, built))
        address = session.fresh()
        kind.start(session, address)
        seed = pseudo_random("seed", 40)
        kind.seed(session, address, seed)
        _, got = kind.generate(session, address, 150)
    finally:
        machine.close()
    state = skein.skein256(bytes(32) + seed, 256)
    right = b"".join(
        skein._ubi(state, number.to_bytes(8, "little"), 64, skein.OUTPUT)
        for number in range(254, 259)
    )
    assert got == right[:150]


@pytest.mark.sampled(4, by=())
@pytest.mark.parametrize(
    ("change", "words"),
    [
        (('dst = "len"}', 'dst = "out_size / 8"}'), "writes.dst is 'out_size / 8'; it is 'len'"),
        (("offset = 0, words = 4,", "offset = 8, words = 4,"), "the context has 32 bytes"),
        ((" * stack = ", " * stack = 1"), "bytes in the contract"),
    ],
    ids=["size", "place", "stack"],
)
def test_a_wrong_contract_is_caught(change: tuple[str, str], words: str, tmp_path: Path) -> None:
    job = bench.BenchJob(
        avr("avr8_fast", change, tmp_path), catalog.cpus()["avr8"], full=True, measure=False
    )
    details = {each.name: each.detail for each in bench.run(job).checks if each.failed}
    assert list(details) == ["contract"] and words in details["contract"]


def test_a_result_that_is_ignored_is_warned_of(tmp_path: Path) -> None:
    source = tmp_path / "ignores.c"
    source.write_text(
        '#include "mote/skein_prng.h"\n'
        "void f(mote_skein_prng_context *cc, void *dst) { mote_skein_prng_generate(cc, dst, 1); }\n"
    )
    command = [COMPILER or "cc", "-c", *INCLUDE_FLAGS, str(source), "-o", str(tmp_path / "o")]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stderr
    assert re.search("unused.result", said)


@pytest.mark.parametrize("number", kind.INITIAL_VALUES.values())
def test_each_choice_of_the_initial_value(number: int) -> None:
    options = (f"-DMOTE_SKEIN_PRNG_INITIAL_VALUE={number}",)
    chosen = dataclasses.replace(FILES["portable"], options=options)
    with kind.opened(chosen, catalog.cpus()["avr8"]) as session:
        assert session.built.context_bytes == (64 if number == 2 else 32)
        session.detail = False
        count = kind.run_vectors(session, kind.own(FUNCTION)[:3])
    assert (count.passed, count.failed) == (3, 0)
