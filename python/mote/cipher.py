"""Block ciphers on a simulated CPU: vectors, constant time, and figures.

A cipher has the functions PREFIX_init(cc, key), PREFIX_encrypt(cc, tweak, src, dst) and
PREFIX_decrypt, the last two for one message block; src may be dst (docs/interface.md).
"""

from __future__ import annotations

import csv
import functools
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from mote.session import GAP, Session, divergence, pseudo_random, variation
from mote.types import Argument, Function, Region
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
    size = function.block_bytes
    with function.vectors.open(newline="", encoding="utf-8") as stream:
        rows = csv.DictReader(line for line in stream if not line.startswith("#"))
        return tuple(
            CipherVector(
                number := int(row["number"]),
                generated("key", number, function.main_digest // 8),
                generated("tweak", number, TWEAK_BYTES),
                generated("plaintext", number, size),
                bytes.fromhex(row["ciphertext"]),
            )
            for row in rows
        )


class CipherCalls:
    """The three functions of a cipher, called in a session at places of its choice."""

    def __init__(self, session: Session, offset: int = 0) -> None:
        self.session = session
        function = session.implementation.function
        self.size = function.block_bytes
        place = session.data + offset
        self.key = place
        self.tweak = self.key + function.main_digest // 8 + GAP
        self.source = self.tweak + TWEAK_BYTES + GAP
        self.target = self.source + self.size + GAP

    def init(self, address: int, key: bytes) -> None:
        session = self.session
        session.machine.write(self.key, key)
        values = {"cc": Argument("pointer", address), "key": Argument("pointer", self.key)}
        regions = [session.context(address), Region("key", self.key, len(key), False)]
        session.api(0, values, regions)

    def crypt(
        self, which: int, address: int, tweak: bytes, block: bytes, *, in_place: bool = False
    ) -> bytes:
        """Encrypt (which = 1) or decrypt (2) a block."""
        session = self.session
        target = self.source if in_place else self.target
        session.machine.write(self.tweak, tweak)
        session.machine.write(self.target, pseudo_random("dirty", self.size))
        session.machine.write(self.source, block)
        values = {
            "cc": Argument("pointer", address),
            "tweak": Argument("pointer", self.tweak),
            "src": Argument("pointer", self.source),
            "dst": Argument("pointer", target),
        }
        context = session.context(address)
        regions = [
            Region(context.name, context.address, context.size, False),
            Region("tweak", self.tweak, len(tweak), False),
            Region("block", self.source, self.size, in_place),
        ]
        if not in_place:
            regions.append(Region("result", self.target, self.size, True))
        session.api(which, values, regions)
        return session.machine.read(target, self.size)


def run_vectors(session: Session, chosen: Iterable[CipherVector]) -> VectorCount:
    """Encrypt and decrypt each block, each placed in another way.  Raises Breach."""
    count = VectorCount()
    function = session.implementation.function
    for vector in chosen:
        session.calls = []
        calls = CipherCalls(session, vector.number % 4)
        address = session.fresh(variation(vector.number, function.block_bytes))
        in_place = vector.number % 2 == 1
        calls.init(address, vector.key)
        encrypted = calls.crypt(1, address, vector.tweak, vector.plaintext, in_place=in_place)
        decrypted = calls.crypt(2, address, vector.tweak, vector.ciphertext, in_place=in_place)
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
    session.detail = True
    machine = session.machine

    def run(fill: Callable[[str, int], bytes]) -> list[list[tuple[str, int]]]:
        """The events of the three calls, where the machine records them."""
        session.calls = []
        calls = CipherCalls(session)
        address = session.fresh()
        calls.init(address, fill("key", key_size))
        recorded = [machine.events()]
        for which in (1, 2):
            calls.crypt(which, address, fill("tweak", TWEAK_BYTES), fill("block", size))
            recorded.append(machine.events())
        return recorded

    first: list[int] = []
    for fill in fills:
        run(fill)
        traces = [call.trace for call in session.calls]
        first = first or traces
        for index, (trace, expected) in enumerate(zip(traces, first, strict=True)):
            if trace != expected:
                name = ("init", "encrypt", "decrypt")[index]
                machine.record = True
                try:
                    runs = [run(each)[index] for each in (fills[0], fill)]
                finally:
                    machine.record = False
                where = divergence(machine, runs)
                return f"{name} depends on the key, the tweak or the block{where}"
    return ""
