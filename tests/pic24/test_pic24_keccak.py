"""Keccak in assembly for the 16-bit core: digests with every set of instructions, and figures."""

from __future__ import annotations

import itertools
import random
import re
from pathlib import Path

import pytest

from mote.common.paths import ROOT
from mote.pic24.kernel import Kernel
from reference.keccak import keccak, permute

SOURCE = ROOT / "src" / "keccak" / "keccak" / "pic24.s"
ISE = ROOT / "src" / "keccak" / "keccak" / "pic24_ise.s"
FAST = ROOT / "src" / "keccak" / "keccak" / "pic24_ise_fast.s"
RELAXED = ROOT / "src" / "keccak" / "keccak" / "pic24_ise_relaxed.s"
OWN = ROOT / "src" / "keccak" / "keccak" / "pic24_ise_own.s"
SHARED = ROOT / "src" / "keccak" / "keccak" / "pic24_ise_shared.s"
EXTENSIONS = ("keccak_lrot1", "keccak_lrotm", "keccak_xcst")
RELAXED_EXTENSIONS = ("keccak_lrot1_relaxed", "keccak_lrotm", "keccak_xcst_relaxed")
OWN_EXTENSIONS = ("keccak_lrotm", "keccak_chi", "keccak_iota")
SUBSETS = [
    *(set_ for n in range(4) for set_ in itertools.combinations(EXTENSIONS, n)),
    *(set_ for n in range(1, 4) for set_ in itertools.combinations(RELAXED_EXTENSIONS, n)),
    *(set_ for n in range(1, 4) for set_ in itertools.combinations(OWN_EXTENSIONS, n)),
]
SUBSETS = list(dict.fromkeys(SUBSETS))
SUBSETS += [("shared_rotate", *set_) for set_ in ((), EXTENSIONS, OWN_EXTENSIONS)]

PUBLISHED = {
    "pic24": (25_613, 448, 3_480),
    "pic24_ise": (17_908, 352, 2_415),
}
"""Cycles, bytes of data, bytes of text for a block of 136 bytes: Constantin, Burg, Gurkaynak, 2012,
tables 2 and 4."""

BLOCK_ROUTINES = (
    "mote_keccak_compress",
    "keccak_rounds",
    "keccak_theta",
    "keccak_rho_pi",
    "keccak_chi",
    "keccak_constants",
)


def layout(kernel: Kernel, lanes: dict[tuple[int, int], int], fast: bool) -> bytes:
    """The state as it is in the context, which depends on the instructions."""
    extensions = set(kernel.assembled.extensions)
    sheets, order, complemented = (0, 2, 4, 1, 3), (1, 3, 4, 2, 0), set()
    if set(OWN_EXTENSIONS) <= extensions:
        order = (0, 1, 3, 4, 2)
    elif not extensions & {"keccak_lrotm", "shared_rotate"}:
        order, complemented = (0, 4, 2, 1, 3), {(0, 1), (1, 3)}
    elif "keccak_lrotm" not in extensions or (
        extensions & {"keccak_lrot1", "keccak_lrot1_relaxed"} and not fast
    ):
        sheets, order = (2, 4, 3, 0, 1), (0, 1, 3, 4, 2)
    return b"".join(
        (lanes[x, y] ^ -((x, y) in complemented) % 2**64).to_bytes(8, "little")
        for x in sheets
        for y in order
    )


def digest(
    kernel: Kernel, message: bytes, bits: int = 256, *, odd: int = 0, part: int = 0, n: int = 0
) -> bytes:
    """Through the interface, in parts of `part` bytes; the last n bits by close."""
    context = kernel.allocate(kernel.assembled.constants["mote_keccak_context_size"])
    data = kernel.allocate(len(message) + 1, bytes(odd) + message) + odd
    out = kernel.allocate(bits // 8 + 1) + odd
    whole = len(message) - (n > 0)
    kernel.call("mote_keccak_init", context, bits)
    for start in range(0, whole, part or whole or 1):
        size = min(part or whole, whole - start)
        kernel.call("mote_keccak", context, data + start, size)
    kernel.call("mote_keccak_close", context, message[-1] if n else 0, n, out)
    return kernel.read(out, bits // 8)


@pytest.mark.parametrize("subset", SUBSETS, ids=lambda s: "+".join(s) or "plain")
@pytest.mark.sampled(8)
def test_digests(subset: tuple[str, ...]) -> None:
    chance = random.Random(11)
    kernel = Kernel([SOURCE], subset)
    for size, odd in ((0, 0), (1, 1), (7, 0), (135, 0), (136, 0), (137, 1), (300, 0), (273, 1)):
        message = chance.randbytes(size)
        assert digest(kernel, message, odd=odd) == keccak(message, 256), (size, odd)
    message = chance.randbytes(150)
    assert digest(kernel, message, 256, part=37) == keccak(message, 256)
    for bits, size in ((224, 143), (384, 105), (512, 71)):
        message = chance.randbytes(size)
        assert digest(kernel, message, bits) == keccak(message, bits), bits


@pytest.mark.parametrize("source", [SOURCE, ISE, RELAXED, FAST, OWN, SHARED], ids=lambda p: p.stem)
def test_partial_bytes(source: Path) -> None:
    """Seven bits in the last byte of a block: the padding's last bit goes into one of its own."""
    kernel = Kernel([source])
    for size, n in ((1, 1), (3, 5), (135, 7), (136, 6), (136, 7), (137, 7)):
        message = random.Random(n).randbytes(size)
        expected = keccak(message, 256, 8 * size - 8 + n)
        assert digest(kernel, message, 256, n=n) == expected, (size, n)


def block(kernel: Kernel, seed: int, fast: bool = False) -> tuple[bytes, bytes, object]:
    """The context after a block as it should be and as it is, and what the call took."""
    chance = random.Random(seed)
    a = {(x, y): chance.getrandbits(64) for x in range(5) for y in range(5)}
    message = chance.randbytes(136)
    context = kernel.allocate(202, layout(kernel, a, fast) + bytes([0, 136]))
    counts = kernel.call("mote_keccak_compress", context, kernel.allocate(136, message))
    for lane in range(17):
        a[lane % 5, lane // 5] ^= int.from_bytes(message[8 * lane : 8 * lane + 8], "little")
    expected = layout(kernel, permute(a), fast) + bytes([0, 136])
    return expected, kernel.read(context, 202), counts


def figures(source: Path) -> tuple[int, int, int, int, int]:
    """Cycles, reads, writes, bytes of data and of text for one block.

    As in the paper, the message block counts as data wherever it is, and constants in program
    memory count as text.
    """
    kernel = Kernel([source])
    expected, found, counts = block(kernel, 1, source == FAST)
    assert found == expected
    constants = kernel.assembled.constants
    items = sum(map(int, re.findall(r"^\.equ data_\w+, (\d+)", SOURCE.read_text(), re.MULTILINE)))
    assert items == constants["mote_keccak_context_size"]
    data = items + 136 + kernel.assembled.sizes["rodata"] + counts.stack_bytes
    sizes = {symbol.name: symbol.size for symbol in kernel.assembled.symbols}
    text = sum(sizes.get(name, 0) for name in BLOCK_ROUTINES)
    return counts.cycles, counts.reads, counts.writes, data, text


@pytest.mark.parametrize(
    ("source", "exact"),
    [
        (SOURCE, (17_684, 12_889, 7_059, 426, 2_883)),
        (ISE, (15_096, 13_056, 7_131, 352, 2_142)),
        (RELAXED, (15_217, 13_081, 7_156, 352, 2_142)),
        (FAST, (14_850, 12_912, 7_298, 370, 2_088)),
        (OWN, (9_217, 8_189, 7_530, 386, 1_404)),
        (SHARED, (12_577, 11_185, 7_156, 352, 2_043)),
    ],
    ids=lambda each: each.stem if isinstance(each, Path) else "",
)
def test_figures(source: Path, exact: tuple[int, ...]) -> None:
    found = figures(source)
    assert found == exact
    cycles, _, _, data, text = found
    published = PUBLISHED.get(source.stem, PUBLISHED["pic24_ise"])
    assert text <= published[2]
    assert cycles <= 0.85 * published[0]
    if source.stem in PUBLISHED or source in (RELAXED, SHARED):
        assert data <= published[1]


@pytest.mark.parametrize(
    ("extensions", "right", "wrong"),
    [
        ((), "com [\\h3], w1", "mov [\\h3], w1"),
        ((), "turn w8, w9, 45, w13, 1", "turn w8, w9, 46, w13, 1"),
        ((), "rlc \\top_plus, w3", "sl \\top_plus, w3"),
        ((), "keccak_constants:\n    .word 0x0001", "keccak_constants:\n    .word 0x0003"),
        (("shared_rotate",), "sr_chi w2, w0, \\x2, w3", "sr_chi w0, w2, \\x2, w3"),
        (
            ("shared_rotate",),
            "sr_turn #\\count, #%(target), w0, w4",
            "sr_turn #1, #%(target), w0, w4",
        ),
        (("shared_rotate",), "rlc \\s1, \\d1", "sl \\s1, \\d1"),
    ],
)
def test_a_mistake_is_caught(
    tmp_path: Path, extensions: tuple[str, ...], right: str, wrong: str
) -> None:
    (tmp_path / "keccak").mkdir()
    texts = {
        SOURCE: tmp_path / "pic24.s",
        ROOT / "src" / "keccak" / "pic24.s": tmp_path / "keccak" / "pic24.s",
    }
    changed = 0
    for original, copy in texts.items():
        text = original.read_text()
        changed += right in text
        copy.write_text(text.replace(right, wrong))
    assert changed == 1
    expected, found, _ = block(Kernel([tmp_path / "pic24.s"], extensions), 1)
    assert found != expected
