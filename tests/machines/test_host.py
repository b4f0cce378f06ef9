"""The host: hashing at full speed, crashes that stay where they happen, and timing."""

from __future__ import annotations

import dataclasses
import itertools
import platform
import time
from pathlib import Path

import pytest

from mote.catalog import catalog, vectors
from mote.catalog.function import Function, Implementation
from mote.common.errors import Breach, BuildError, MissingTool
from mote.common.paths import ROOT
from mote.machines import host

# A hash function for these tests alone: the sum of all bytes and extra bits, times their number.
TOY = """
#include <stddef.h>
#include <string.h>
#include <stdlib.h>
#include <stdio.h>
typedef struct { unsigned long sum, count; unsigned size; } toy_context;
void toy_init(toy_context *c, unsigned size) { c->sum = c->count = 0; c->size = size; INIT; }
void toy(toy_context *c, const void *data, size_t n) {
    const unsigned char *p = data;
    size_t i;
    for (i = 0; i < n; i++) c->sum += p[i];
    c->count += 8 * n;
    UPDATE;
}
void toy_close(toy_context *c, unsigned ub, unsigned n, void *dst) {
    unsigned char *p = dst;
    unsigned i;
    unsigned long v = c->sum + ((ub & 255) >> (8 - n));
    for (i = 0; i < c->size / 8; i++) p[i] = (v * (c->count + n + 1)) >> (8 * (i & 3));
    CLOSE;
}
"""
FUNCTION = Function("toy", "toy", Path(), "Toy", "this file", (32,), 64, True, 32, Path("none.csv"))


def toy_digest(message: bytes, bits: int) -> bytes:
    whole, extra = divmod(bits, 8)
    total = sum(message[:whole]) + (message[whole] >> (8 - extra) if extra else 0)
    return (total * (bits + 1) & 0xFFFFFFFF).to_bytes(4, "little")


@pytest.fixture
def toy(tmp_path: Path):
    """Makes an implementation of the toy with C statements put into its three functions."""

    def make(init: str = "", update: str = "", close: str = "") -> Implementation:
        text = TOY
        for name, statement in (("INIT", init), ("UPDATE", update), ("CLOSE", close)):
            text = text.replace(f"{name};", f"{statement};")
        source = tmp_path / "toy.c"
        source.write_text(text, encoding="utf-8")
        return Implementation("toy", FUNCTION, (source,), "toy", None, 24)

    return make


def shabal(name: str = "portable") -> Implementation:
    function = catalog.functions()["shabal"]
    source = ROOT / "src" / "shabal" / f"{name}.c"
    return Implementation(name, function, (source,), "mote_shabal", catalog.header(function))


def messages(count: int) -> list[tuple[bytes, int]]:
    """Messages of 0 to count-1 bits; the bits beyond the length are set."""
    made = []
    for bits in range(count):
        data = bytearray((7 * bits + 13 * i) & 255 for i in range((bits + 7) // 8))
        if bits % 8:
            data[-1] |= 255 >> bits % 8
        made.append((bytes(data), bits))
    return made


def test_thousands_of_messages_of_every_length(toy):
    expected = [toy_digest(*message) for message in messages(4000)]
    start = time.monotonic()
    assert list(host.hash_messages(toy(), 32, messages(4000))) == expected
    # A process for each message would take longer, on the busiest of hosts.
    assert time.monotonic() - start < 30


def test_digests_come_while_messages_are_still_made(toy):
    """An endless supply of messages is never collected: the digests come as they are asked for."""
    endless = ((bytes([n & 255]), 8) for n in itertools.count())
    digests = host.hash_messages(toy(), 32, endless)
    first = list(itertools.islice(digests, 3))
    digests.close()
    assert first == [toy_digest(bytes([n]), 8) for n in range(3)]


@pytest.mark.parametrize("name", ["portable", "portable_lowram"])
def test_shabal_gives_the_digests_of_the_vectors(name):
    """Our own vectors of every digest size."""
    function = catalog.functions()["shabal"]
    cases = vectors.plain(function)
    assert {case.digest_bits for case in cases} == set(function.sizes)
    with host.Program(shabal(name)) as program:
        for digest_bits in function.sizes:
            some = [case for case in cases if case.digest_bits == digest_bits]
            digests = program.hash_messages(digest_bits, [(c.message, c.bits) for c in some])
            assert list(digests) == [case.digest for case in some]


def test_a_large_message_goes_through_in_pieces(toy):
    """One long message, a stream of chunks, and a file give the same digest."""
    size = 5 * host.CHUNK + 77
    data = bytes(i * i & 255 for i in range(size))
    implementation = shabal()
    with host.Program(implementation) as program:
        (whole,) = program.hash_messages(512, [(data, 8 * size)])
        cuts = [0, 1, 3, 70_000, 70_001, 200_000, size]
        chunks = [data[a:b] for a, b in itertools.pairwise(cuts)]
        assert program.hash_stream(512, chunks) == whole
    with toy().source.with_name("big").open("w+b") as file:
        file.write(data)
        file.seek(0)
        assert host.hash_file(implementation, 512, file) == whole
    assert len(whole) == 64


def test_a_file_is_never_read_at_once(toy):
    class Zeros:
        """A file of zeros that remembers the largest piece asked for."""

        def __init__(self, size: int) -> None:
            self.left, self.largest = size, 0

        def read(self, size: int = -1) -> bytes:
            assert size > 0, "everything was asked for at once"
            self.largest = max(self.largest, size)
            part = min(size, self.left)
            self.left -= part
            return bytes(part)

    file = Zeros(20_000_000)
    digest = host.hash_file(shabal(), 256, file)
    assert (file.left, file.largest) == (0, host.CHUNK)
    assert list(host.hash_messages(shabal(), 256, [(bytes(20_000_000), 160_000_000)])) == [digest]


def test_a_stream_may_end_in_the_middle_of_a_byte(toy):
    with host.Program(toy()) as program:
        digest = program.hash_stream(32, [b"ab"], extra=3, extra_byte=0b10111111)
    assert digest == toy_digest(b"ab\xbf", 19)


def test_a_message_shorter_than_its_length_is_refused(toy):
    with pytest.raises(ValueError, match="has no 9 bits"):
        list(host.hash_messages(toy(), 32, [(b"a", 9)]))


BREACHES = [
    ("write_past_digest", {"close": "p[c->size / 8] = 0"}, "write", "toy_close wrote to"),
    ("read_past_data", {"update": "c->sum += p[n]"}, "read", "toy read from"),
    ("write_past_context", {"init": "((char *)c)[24] = 0"}, "write", "toy_init wrote to"),
    ("null_write", {"update": "*(volatile int *)8 = 1"}, "write", "toy wrote to 0x8"),
    ("jump_nowhere", {"update": "((void (*)(void))64)()"}, "fetch", "toy jumped to 0x40"),
    ("abort", {"close": "abort()"}, "abi", "toy_close called abort"),
    ("exit_0", {"close": "exit(0)"}, "abi", "ended the process instead of returning"),
    ("exit_1", {"init": "_Exit(1)"}, "abi", "ended the process instead of returning"),
    ("loop", {"update": 'for (;;) __asm__ volatile("")'}, "budget", "toy did not return within"),
]
if platform.machine() == "x86_64":
    BREACHES += [
        ("illegal", {"update": '__asm__ volatile("ud2")'}, "instruction", "processor lacks"),
        (
            "division",
            {"update": "{ volatile int z = 0; c->sum = 7 / z; }"},
            "instruction",
            "divided by zero",
        ),
        (
            "stack",
            {"update": "{ volatile char big[64 << 20]; big[0] = 1; toy(c, (char *)big, n); }"},
            "stack",
            "toy overflowed the stack",
        ),
        (
            "misaligned_vector",
            {"update": '__asm__ volatile("movaps 1(%rsp), %xmm0")'},
            "alignment",
            "misaligned address",
        ),
    ]


@pytest.mark.parametrize(
    ("change", "kind", "words"), [b[1:] for b in BREACHES], ids=[b[0] for b in BREACHES]
)
def test_what_the_code_breaks_is_a_breach(toy, change, kind, words):
    """A crash ends the process that runs the code, and is told with its function and line."""
    with (
        host.Program(toy(**change)) as program,
        pytest.raises(Breach, match=words) as caught,
    ):
        list(program.hash_messages(32, [(b"abc", 24)] * 5, budget=1))
    assert caught.value.kind == kind
    if kind in ("read", "write", "instruction", "alignment"):
        assert caught.value.place.startswith("toy.c:")
    if kind in ("read", "write") and platform.machine() == "x86_64":
        assert caught.value.program_counter and caught.value.address


def test_endless_recursion_is_a_breach_of_the_stack(toy):
    change = "{ volatile char b[64]; b[0] = 0; toy(c, (char *)b, n); b[1] = b[0]; }"
    with pytest.raises(Breach, match="overflowed the stack") as caught:
        list(host.hash_messages(toy(update=change), 32, [(b"abc", 24)]))
    assert caught.value.kind == "stack"


def test_digests_before_the_breach_are_given(toy):
    """The code fails at the message whose first byte is 1, not before."""
    digests = host.hash_messages(
        toy(update="if (c->sum == 1) abort()"), 32, iter([(b"\0", 8)] * 9000 + [(b"\1", 8)])
    )
    given = 0
    with pytest.raises(Breach, match="toy called abort"):
        for digest in digests:
            assert digest == toy_digest(b"\0", 8)
            given += 1
    assert given > 0


def test_what_the_code_prints_does_not_mix_with_digests(toy):
    noisy = toy(close='{ printf("%0*d", 70000, 1); fflush(stdout); }')
    assert list(host.hash_messages(noisy, 32, [(b"ab", 16)] * 3)) == [toy_digest(b"ab", 16)] * 3


def test_sources_that_do_not_build_show_the_compilers_words(toy, tmp_path):
    implementation = toy(update="c->nothing = 1")
    with pytest.raises(BuildError, match="did not compile") as caught:
        host.Program(implementation)
    assert "nothing" in caught.value.output
    (tmp_path / "toy.c").write_text("int toy_init;", encoding="utf-8")
    with pytest.raises(BuildError, match="did not link with toy_init, toy, toy_close") as caught:
        host.Program(implementation)
    assert "toy_close" in caught.value.output


def test_a_header_that_lacks_the_interface_is_named(toy, tmp_path):
    header = tmp_path / "toy.h"
    header.write_text("#include <stddef.h>\ntypedef struct { int a; } toy_context;\n")
    implementation = dataclasses.replace(toy(), header=header, context_bytes=None)
    with pytest.raises(BuildError, match=r"toy.h does not declare toy_context, toy_init") as caught:
        host.Program(implementation)
    assert "toy_close" in caught.value.output


def test_a_missing_compiler_is_named(toy, monkeypatch):
    monkeypatch.setenv("PATH", "/nonexistent")
    with pytest.raises(MissingTool, match="install gcc"):
        host.Program(toy())


needs_counter = pytest.mark.skipif(bool(host.cannot_time()), reason=host.cannot_time() or "x86")


def check_figures(figures: host.HostFigures) -> None:
    # Wide bounds: they tell a wrong unit or a wrong divisor from a busy host.
    assert 2 < figures.long_cycles_per_byte < 200
    assert figures.block_cycles == pytest.approx(64 * figures.long_cycles_per_byte)
    # Six or seven permutations (section 2 of the paper) and little else.
    assert 2 < figures.short_cycles / figures.block_cycles < 12
    assert "time-stamp counter" in figures.clock
    assert 1e8 < figures.clock_hz < 1e10
    assert figures.runs >= 15


@needs_counter
def test_timing_shabal():
    check_figures(host.time_function(shabal(), 256, milliseconds=100))


@pytest.mark.always
@needs_counter
def test_timing_sees_slower_code(toy):
    """Work added for every byte shows in the long figure, work added to init only in the short."""

    def spin(turns: str) -> str:
        return f'{{ size_t k; for (k = 0; k < {turns}; k++) __asm__ volatile("" : "+r"(k)); }}'

    plain = host.time_function(toy(), 32, milliseconds=30)
    slow = host.time_function(toy(update=spin("50 * n")), 32, milliseconds=30)
    late = host.time_function(toy(init=spin("100000")), 32, milliseconds=30)
    assert slow.long_cycles_per_byte > plain.long_cycles_per_byte + 10
    assert late.short_cycles > plain.short_cycles + 10_000
    assert late.long_cycles_per_byte < slow.long_cycles_per_byte


@needs_counter
def test_timing_code_that_crashes_or_never_returns_is_a_breach(toy):
    with pytest.raises(Breach, match="wrote to 0x8") as caught:
        host.time_function(toy(update="*(volatile int *)8 = 1"), 32, milliseconds=30)
    assert caught.value.kind == "write"
    with (
        host.Program(toy(close="for (;;)")) as program,
        pytest.raises(Breach, match="toy_close did not return within 1 s"),
    ):
        program.time(32, 64, milliseconds=30, budget=1)


def test_timing_elsewhere_is_refused_with_the_reason(toy, monkeypatch):
    monkeypatch.setattr(platform, "machine", lambda: "aarch64")
    with pytest.raises(host.Unavailable, match=r"needs an x86 processor.*aarch64"):
        host.time_function(toy(), 32)


@needs_counter
def test_i386_code_runs_where_the_kernel_executes_it():
    """i386 and amd64 objects hash alike; where 32-bit programs do not start, that is said."""
    cpu = catalog.cpus()["i386"]
    data = [(b"mote" * 100, 3200 - 5)]
    expected = list(host.hash_messages(shabal(), 256, data))
    try:
        host.compiler(cpu)
        got = list(host.hash_messages(shabal(), 256, data, cpu=cpu))
    except MissingTool as error:
        assert "i686-linux-gnu" in str(error)
        return
    except host.Unavailable as error:
        assert "does not execute programs for i386" in str(error)
        return
    assert got == expected
    check_figures(host.time_function(shabal(), 256, cpu=cpu, milliseconds=50))


@needs_counter
def test_a_missing_library_for_another_cpu_is_named(tmp_path, monkeypatch):
    """A cross compiler without its C library, as a minimal installation leaves it."""
    cpu = catalog.cpus()["i386"]
    fake = tmp_path / f"{cpu.toolchain.prefix}gcc"
    fake.write_text("#!/bin/sh\necho libc.a\n")
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(MissingTool, match="install libc6-dev-i386-cross") as caught:
        host.time_function(shabal(), 256, cpu=cpu)
    assert caught.value.packages == ("libc6-dev-i386-cross",)
    fake.unlink()
    with pytest.raises(MissingTool, match="i686-linux-gnu-gcc is not installed"):
        host.compiler(cpu)


def test_a_program_that_the_kernel_refuses_is_unavailable(toy):
    program = host.Program(toy())
    program.path.write_bytes(b"\x7fELF not a program")
    with program, pytest.raises(host.Unavailable, match="did not start"):
        list(program.hash_messages(32, [(b"", 0)]))
