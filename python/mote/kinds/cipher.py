"""Block ciphers on a simulated CPU: vectors, constant time, and figures.

A cipher has the functions PREFIX_init(cc, key), PREFIX_encrypt(cc, tweak, src, dst) and
PREFIX_decrypt, the last two for one message block; src may be dst (docs/interface.md).
"""

from __future__ import annotations

import csv
import dataclasses
import functools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from mote import native
from mote.calling import figures
from mote.calling import session as sessions
from mote.calling.figures import Figures
from mote.calling.session import Session, pseudo_random, secret_bytes, variation
from mote.catalog.function import ApiCall, Function
from mote.catalog.vectors import VectorCount, generated
from mote.kinds import Kind

TWEAK_BYTES = 16

HARNESS = Path(native.__file__).parent / "cipher_harness.c"


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
    key = generated("key", number, function.main_size // 8)
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
    key = ("key", session.implementation.function.main_size // 8, False)
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
    size, key_size = function.block_bytes, function.main_size // 8

    def one(number: int, in_place: bool) -> None:
        address = session.fresh()
        set_key(session, address, secret_bytes(number, "key", key_size))
        tweak, block = (
            secret_bytes(number, what, n) for what, n in (("tweak", TWEAK_BYTES), ("block", size))
        )
        for which in (1, 2):
            crypt(session, which, address, tweak, block, in_place=in_place)

    return sessions.first_found(
        session,
        "the key, the tweak or the block",
        [functools.partial(one, number, False) for number in range(sessions.MANY - 1)],
        [functools.partial(one, number, True) for number in range(sessions.FEW)],
    )


def measure(session: Session) -> Figures:
    """long and block: encrypting a block under a key that is set; short: with setting the key."""
    function = session.implementation.function
    session.detail = True
    session.calls = []
    address = session.fresh()
    set_key(session, address, pseudo_random("key", function.main_size // 8))
    for which in (1, 2):
        tweak = pseudo_random("tweak", TWEAK_BYTES)
        crypt(session, which, address, tweak, pseudo_random("block", function.block_bytes))
    init, encrypt, _ = session.calls
    size = function.block_bytes
    short = init.instructions + encrypt.instructions
    figures = Figures(
        context_bytes=session.built.context_bytes,
        stack_bytes=max(call.stack_bytes for call in session.calls),
        instructions=(encrypt.instructions / size, short, encrypt.instructions),
        block_own_instructions=encrypt.instructions - encrypt.library_instructions,
    )
    for name, cycles in encrypt.cycles.items():
        figures.cycles[name] = (cycles / size, init.cycles[name] + cycles, cycles)
        figures.spread[name] = 0.0
    return figures


class Cipher(Kind):
    """A block cipher."""

    title = "a block cipher"
    proved_by_calls = True
    proved_in_own_c = True
    keyed = True

    def interface(self, function: Function) -> tuple[ApiCall, ...]:
        block = ("cc", "tweak", "src", "dst")
        return (
            ApiCall("{prefix}_init", ("cc", "key")),
            ApiCall("{prefix}_encrypt", block),
            ApiCall("{prefix}_decrypt", block),
        )

    def guarded(self, function: Function) -> Mapping[str, int | str]:
        block = function.block_bytes
        return {"key": function.main_size // 8, "tweak": TWEAK_BYTES, "src": block, "dst": block}

    def summary(self, function: Function) -> str:
        return self.title

    def example(self, function: Function) -> Sequence[tuple[str, str]]:
        name, key, block = function.identifier, function.main_size // 8, function.block_bytes
        objects = f"key[{key}] = {{1}}, tweak[{TWEAK_BYTES}] = {{2}}, block[{block}] = {{3}}"
        return (
            (f"{name}_context cc;", ""),
            (f"unsigned char {objects}, back[{block}];", ""),
            (f"{name}_init(&cc, key);", ""),
            (f"{name}_encrypt(&cc, tweak, block, block);", "in place"),
            (f"{name}_decrypt(&cc, tweak, block, back);", ""),
        )

    def bench_vectors(self, function: Function) -> tuple[CipherVector, ...]:
        return own(function)[:12]

    def all_vectors(self, function: Function, thinned: int = 1) -> tuple[CipherVector, ...]:
        return own(function)

    def run_vectors(self, session: Session, chosen: Iterable[CipherVector]) -> VectorCount:
        return run_vectors(session, chosen)

    def constant_time(self, session: Session) -> str:
        return constant_time(session)

    def measure(self, session: Session, *, lenient: bool = False) -> Figures:
        return measure(session)

    def parts(self, session: Session) -> dict[str, int]:
        # Here, as commands that only read kinds run without elftools.
        from mote.building import reach

        function = session.implementation.function
        address = session.fresh()
        set_key(session, address, bytes(function.main_size // 8))
        crypt(session, 2, address, bytes(TWEAK_BYTES), bytes(function.block_bytes))
        found = {"decryption_cycles": figures.cycles(session)}
        init, encrypt, decrypt = (call.symbol for call in session.implementation.calls)
        for figure, symbol in (("encryption_bytes", encrypt), ("decryption_bytes", decrypt)):
            found[figure] = sum(reach.size(path, (init, symbol)) for path in session.built.objects)
        return found

    def sanitizer(self, function: Function) -> tuple[Path, Sequence[str]]:
        return HARNESS, [
            f"{each.key.hex()} {each.tweak.hex()} {each.plaintext.hex()} {each.ciphertext.hex()}\n"
            for each in own(function)
        ]


KIND = Cipher()
