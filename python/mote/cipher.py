"""Block ciphers on a simulated CPU: vectors, constant time, and figures.

A cipher has the functions PREFIX_init(cc, key), PREFIX_encrypt(cc, tweak, src, dst) and
PREFIX_decrypt, the last two for one message block; src may be dst (docs/interface.md).
"""

from __future__ import annotations

import csv
import dataclasses
import functools
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from mote import session as sessions
from mote.session import Session, pseudo_random, variation
from mote.types import Function
from mote.vectors import VectorCount, generated

TWEAK_BYTES = 16


@dataclass(frozen=True)
class CipherVector:
    """A block and what it is encrypted to; all in bytes."""

    number: int
    key: bytes
    tweak: bytes
    plaintext: bytes
    ciphertext: bytes


@functools.cache
def own(function: Function) -> tuple[CipherVector, ...]:
    """The project's vectors of a cipher, from vectors/<function>.csv."""
    with function.vectors.open(newline="", encoding="utf-8") as stream:
        rows = csv.DictReader(line for line in stream if not line.startswith("#"))
        return tuple(_vector(row, function) for row in rows)


def _vector(row: dict[str, str], function: Function) -> CipherVector:
    number = int(row["number"])
    key = generated("key", number, function.main_digest // 8)
    tweak = generated("tweak", number, TWEAK_BYTES)
    if row["ones"]:
        key, tweak = b"\xff" * len(key), b"\xff" * len(tweak)
    plaintext = generated("plaintext", number, function.block_bytes)
    if row["plaintext"]:
        plaintext = bytes.fromhex(row["plaintext"])
    return CipherVector(number, key, tweak, plaintext, bytes.fromhex(row["ciphertext"]))


def set_key(session: Session, address: int, key: bytes, offset: int = 0) -> None:
    """Set the key of the context at an address.

    offset: bytes past an aligned address, of the key and what lies with it.
    """
    (where,) = session.arranged([("key", len(key), False)], offset)
    session.machine.write(where.address, key)
    session.api(0, {"cc": session.context(address), "key": where})


def crypt(
    session: Session,
    which: int,
    address: int,
    tweak: bytes,
    block: bytes,
    *,
    offset: int = 0,
    in_place: bool = False,
) -> bytes:
    """Encrypt (which = 1) or decrypt (2) a block; in_place: the result goes where the block is.

    offset: see set_key.
    """
    size = len(block)
    key = ("key", session.implementation.function.main_digest // 8, False)
    objects = [key, ("tweak", len(tweak), False), ("block", size, in_place), ("result", size, True)]
    _, twist, source, target = session.arranged(objects, offset)
    write = session.machine.write
    write(twist.address, tweak)
    write(target.address, pseudo_random("dirty", size))
    write(source.address, block)
    target = source if in_place else target
    context = dataclasses.replace(session.context(address), writable=False)
    session.api(which, {"cc": context, "tweak": twist, "src": source, "dst": target})
    return session.machine.read(target.address, size)


def run_vectors(session: Session, chosen: Iterable[CipherVector]) -> VectorCount:
    """Encrypt and decrypt each block, each placed in another way.  Raises Breach."""
    count = VectorCount()
    function = session.implementation.function
    for vector in chosen:
        session.calls = []
        offset = vector.number % 4
        address = session.fresh(variation(vector.number, function.block_bytes))
        in_place = vector.number % 2 == 1
        set_key(session, address, vector.key, offset)
        encrypted, decrypted = (
            crypt(session, which, address, vector.tweak, block, offset=offset, in_place=in_place)
            for which, block in ((1, vector.plaintext), (2, vector.ciphertext))
        )
        if encrypted == vector.ciphertext and decrypted == vector.plaintext:
            count.passed += 1
            continue
        count.failed += 1
        if not count.first:
            wrong, got, right = "encrypted", encrypted, vector.ciphertext
            if encrypted == vector.ciphertext:
                wrong, got, right = "decrypted", decrypted, vector.plaintext
            count.first = f"block {vector.number} {wrong} is {got.hex()}, should be {right.hex()}"
    return count


def constant_time(session: Session) -> str:
    """Where the run depends on key, tweak or block; empty when it does not."""
    function = session.implementation.function
    size, key_size = function.block_bytes, function.main_digest // 8
    fills: list[Callable[[str, int], bytes]] = [
        lambda _, n: bytes(n),
        lambda _, n: b"\xff" * n,
        *((lambda what, n, i=i: pseudo_random(f"constant time {what} {i}", n)) for i in range(3)),
    ]

    def run(fill: Callable[[str, int], bytes]) -> None:
        address = session.fresh()
        set_key(session, address, fill("key", key_size))
        for which in (1, 2):
            crypt(session, which, address, fill("tweak", TWEAK_BYTES), fill("block", size))

    runs = [functools.partial(run, fill) for fill in fills]
    return sessions.constant_time(session, "the key, the tweak or the block", runs)
