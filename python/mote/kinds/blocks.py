"""Block ciphers that take as many blocks as there are, each by itself: vectors and figures.

Such a cipher has PREFIX_init(cc, key), PREFIX_encrypt(cc, src, dst, blocks) and PREFIX_decrypt; src
may be dst (mote/speck128.h).
"""

from __future__ import annotations

import csv
import dataclasses
import functools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from mote import native
from mote.building.image import Region
from mote.calling import session as sessions
from mote.calling.figures import PIECE_BYTES, Figures
from mote.calling.session import Session, pseudo_random, secret_bytes, variation
from mote.catalog.function import ApiCall, Function
from mote.catalog.vectors import VectorCount, generated
from mote.kinds import Kind
from mote.kinds.cipher import set_key
from mote.machines.call import Argument

HARNESS = Path(native.__file__).parent / "blocks_harness.c"

COUNTS = tuple(range(20))
"""Blocks of the vectors."""

LONG_BLOCKS = 64
"""The long figure is the difference between so many blocks and twice as many."""


@dataclass(frozen=True)
class BlocksVector:
    """Blocks and what they are encrypted to; all in bytes."""

    number: int
    key: bytes
    plaintext: bytes
    ciphertext: bytes


@functools.cache
def own(function: Function) -> tuple[BlocksVector, ...]:
    """The project's vectors of a cipher, from vectors/<function>.csv."""
    with function.vectors.open(newline="", encoding="utf-8") as stream:
        rows = csv.DictReader(line for line in stream if not line.startswith("#"))
        return tuple(
            BlocksVector(number, *given(function, number), bytes.fromhex(row["ciphertext"]))
            for row in rows
            for number in [int(row["blocks"])]
        )


def given(function: Function, blocks: int) -> tuple[bytes, bytes]:
    """The key and the plaintext of the vector of so many blocks."""
    key = generated("key", blocks, function.main_size // 8)
    return key, generated("plaintext", blocks, blocks * function.block_bytes)


def crypt(
    session: Session, which: int, address: int, data: bytes, offset: int = 0, in_place: bool = False
) -> bytes:
    """Encrypt (which = 1) or decrypt (2) blocks; in_place: the result goes where they are.

    offset: bytes past an aligned address, of the data and, twice as many, of the result.
    """
    function = session.implementation.function
    size = len(data)
    (source,) = session.arranged([("blocks", size, in_place)], offset)
    (target,) = session.arranged([("result", size, True)], -(-size // 16) * 16 + 64 + 2 * offset)
    session.machine.write(target.address, pseudo_random("dirty", size))
    session.machine.write(source.address, data)
    target = source if in_place else target
    values: dict[str, Argument | Region] = {
        "cc": dataclasses.replace(session.context(address), writable=False),
        "src": source,
        "dst": target,
        "blocks": Argument("size", size // function.block_bytes),
    }
    session.api(which, values, size)
    return session.machine.read(target.address, size)


def run_vectors(session: Session, chosen: Iterable[BlocksVector]) -> VectorCount:
    """Encrypt and decrypt all blocks, each placed in another way.  Raises Breach."""
    count = VectorCount()
    function = session.implementation.function
    for vector in chosen:
        session.calls = []
        address = session.fresh(variation(vector.number, function.block_bytes))
        # Aligned every other time: code for vectors may go another way then.
        offset = 0 if vector.number % 4 < 2 else vector.number % 16
        in_place = vector.number % 2 == 1
        set_key(session, address, vector.key, vector.number % 4)
        encrypted, decrypted = (
            crypt(session, which, address, data, offset, in_place)
            for which, data in ((1, vector.plaintext), (2, vector.ciphertext))
        )
        if encrypted == vector.ciphertext and decrypted == vector.plaintext:
            count.passed += 1
            continue
        count.failed += 1
        wrong = "encrypted" if encrypted != vector.ciphertext else "decrypted"
        count.first = count.first or f"{vector.number} blocks are {wrong} wrongly"
    return count


def constant_time(session: Session) -> str:
    """Where the run depends on key or blocks; empty when it does not."""
    function = session.implementation.function
    key_bytes = function.main_size // 8

    def one(number: int, blocks: int, in_place: bool) -> None:
        address = session.fresh()
        set_key(session, address, secret_bytes(number, "key", key_bytes))
        data = secret_bytes(number, "blocks", blocks * function.block_bytes)
        for which in (1, 2):
            crypt(session, which, address, data, in_place=in_place)

    return sessions.first_found(
        session,
        "the key or the blocks",
        *(
            [functools.partial(one, number, blocks, in_place) for number in range(contents)]
            for blocks, in_place, contents in (
                (9, False, sessions.MANY - 1),
                (1, True, sessions.FEW),
                (3, False, sessions.FEW),
                (19, True, sessions.FEW),
            )
        ),
    )


def measure(session: Session) -> Figures:
    """Long, block: the marginal cost of a block that is encrypted; short: a key and one block.

    In pieces: a call.
    """
    function = session.implementation.function
    block = function.block_bytes
    session.detail = True
    session.calls = []
    address = session.fresh()
    set_key(session, address, pseudo_random("key", function.main_size // 8))
    many = min(LONG_BLOCKS, session.capacity // block // 5)
    crypt(session, 2, address, pseudo_random("blocks", block))
    for size in (block, many * block, 2 * many * block, PIECE_BYTES):
        crypt(session, 1, address, pseudo_random("blocks", size))
    init, _, one, half, whole, piece = session.calls
    per_block = (whole.instructions - half.instructions) / many
    library = (whole.library_instructions - half.library_instructions) / many
    figures = Figures(
        context_bytes=session.built.context_bytes,
        stack_bytes=max(call.stack_bytes for call in session.calls),
        instructions=(per_block / block, init.instructions + one.instructions, per_block),
        block_own_instructions=per_block - library,
    )
    for name in whole.cycles:
        cycles = (whole.cycles[name] - half.cycles[name]) / many
        figures.cycles[name] = (cycles / block, init.cycles[name] + one.cycles[name], cycles)
        figures.spread[name] = 0.0
    figures.add_pieces([[piece]])
    return figures


class Blocks(Kind):
    """A block cipher for many blocks."""

    title = "a block cipher"
    proved_by_calls = True
    proved_in_own_c = True
    keyed = True
    unit = "block"

    def interface(self, function: Function) -> tuple[ApiCall, ...]:
        blocks = ("cc", "src", "dst", "blocks")
        return (
            ApiCall("{prefix}_init", ("cc", "key")),
            ApiCall("{prefix}_encrypt", blocks),
            ApiCall("{prefix}_decrypt", blocks),
        )

    def summary(self, function: Function) -> str:
        return self.title

    def example(self, function: Function) -> Sequence[tuple[str, str]]:
        name, key, size = function.identifier, function.main_size // 8, 2 * function.block_bytes
        return (
            (f"{name}_context cc;", ""),
            (f"unsigned char key[{key}] = {{1}}, blocks[{size}] = {{2}}, back[{size}];", ""),
            (f"{name}_init(&cc, key);", ""),
            (f"{name}_encrypt(&cc, blocks, blocks, 2);", "in place"),
            (f"{name}_decrypt(&cc, blocks, back, 2);", ""),
        )

    def bench_vectors(self, function: Function) -> tuple[BlocksVector, ...]:
        return tuple(each for each in own(function) if each.number in (0, 1, 2, 7, 8, 9, 16, 18))

    def all_vectors(self, function: Function, thinned: int = 1) -> tuple[BlocksVector, ...]:
        return own(function)

    def run_vectors(self, session: Session, chosen: Iterable[BlocksVector]) -> VectorCount:
        return run_vectors(session, chosen)

    def constant_time(self, session: Session) -> str:
        return constant_time(session)

    def measure(self, session: Session, *, lenient: bool = False) -> Figures:
        return measure(session)

    def sanitizer(self, function: Function) -> tuple[Path, Sequence[str]]:
        return HARNESS, [
            f"{each.key.hex()} {each.plaintext.hex()} {each.ciphertext.hex()}\n"
            for each in own(function)
            if each.plaintext
        ]


KIND = Blocks()
