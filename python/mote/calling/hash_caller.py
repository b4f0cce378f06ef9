"""How a message is hashed with the three functions of a hash function's interface."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator

from mote.building.image import Region
from mote.calling.session import Placement, Session
from mote.machines.call import Argument

USUAL = Placement()
"""Everything aligned, in one piece."""


class HashCaller:
    """Calls of a session whose implementation is a hash function.  Each raises Breach."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def init(self, address: int, digest_bits: int) -> None:
        out_size = Argument("unsigned", digest_bits)
        self.session.api(0, {"cc": self.session.context(address), "out_size": out_size})

    def init_keyed(self, address: int, digest_bits: int, key: bytes) -> None:
        """Start a keyed computation, of the functions that have it."""
        self._init_with("init_keyed", "key", address, digest_bits, key)

    def _init_with(
        self, function: str, what: str, address: int, digest_bits: int, string: bytes
    ) -> None:
        """Start a computation with a string; one of a fixed length has its length not said."""
        self.session.machine.write(self.session.data, string)
        arguments = [
            Argument("pointer", address),
            Argument("unsigned", digest_bits),
            Argument("pointer", self.session.data),
        ]
        if what != "key" or not self.session.implementation.function.hashing.key_bytes:
            arguments.append(Argument("size", len(string)))
        regions = [
            self.session.context(address),
            Region(what, self.session.data, len(string), False),
        ]
        self.session.call(
            f"{self.session.implementation.prefix}_{function}", arguments, regions, len(string)
        )

    def personalize(self, address: int, data: bytes) -> None:
        """Give the context a personalization string, before the message."""
        self._string("personalize", "personalization", address, data)

    def customize(self, address: int, name: bytes, customization: bytes) -> None:
        """Give the context a name, unless it is empty, and a customization, before the message."""
        if name:
            self._string("name", "name", address, name)
        self._string("customize", "customization", address, customization)

    def _number(self, function: str, address: int, value: Argument) -> None:
        """Call a function of a context and a number."""
        arguments = [Argument("pointer", address), value]
        symbol = f"{self.session.implementation.prefix}_{function}"
        self.session.call(symbol, arguments, [self.session.context(address)])

    def _string(self, function: str, what: str, address: int, data: bytes) -> None:
        """Call a function of a context and a string."""
        self.session.machine.write(self.session.data, data)
        arguments = [
            Argument("pointer", address),
            Argument("pointer", self.session.data),
            Argument("size", len(data)),
        ]
        regions = [
            self.session.context(address),
            Region(what, self.session.data, len(data), False),
        ]
        self.session.call(
            f"{self.session.implementation.prefix}_{function}", arguments, regions, len(data)
        )

    def update(
        self,
        address: int,
        data: bytes,
        offset: int = 0,
        *,
        place: bool = True,
        constant: bool = False,
    ) -> None:
        """Give the context `data`, put into memory at `offset` past an aligned address.

        constant: or into the memory that the CPU has for constants, if it has such a one.
        """
        where = self.session.data + offset if data else 0
        if data and place:
            self.session.machine.write(where, data)
        values: dict[str, Argument | Region] = {
            "cc": self.session.context(address),
            "data": Region("data", where, len(data), False),
            "len": Argument("size", len(data)),
        }
        pointer = self.session.machine.constants(data) if constant and data else None
        if pointer is not None:
            values["data"] = Argument("pointer", pointer)
        self.session.api(1, values, len(data))

    def close(self, address: int, ub: int, n: int, digest_bits: int, offset: int = 0) -> bytes:
        size = digest_bits // 8
        where = self.session.digest + offset
        self.session.machine.write(where, self.session.random.randbytes(size))
        values: dict[str, Argument | Region] = {
            "cc": self.session.context(address),
            "ub": Argument("unsigned", ub),
            "n": Argument("unsigned", n),
            "dst": Region("digest", where, size, True),
        }
        self.session.api(2, values)
        return self.session.machine.read(where, size)

    def _close_xof(self, address: int, digest_bits: int, offset: int) -> bytes:
        """The output whose size is not hashed."""
        size = digest_bits // 8
        where = self.session.digest + offset
        self.session.machine.write(where, self.session.random.randbytes(size))
        arguments = [Argument("pointer", address), Argument("pointer", where)]
        regions = [self.session.context(address), Region("digest", where, size, True)]
        self.session.call(f"{self.session.implementation.prefix}_close_xof", arguments, regions)
        return self.session.machine.read(where, size)

    def _read(self, address: int, size: int) -> bytes:
        """Output in pieces, of which the first is read again at the end."""
        first = self._piece(address, 1)
        pieces = [first]
        for length in itertools.cycle((63, 64, 3, 130, 1)):
            left = size - sum(map(len, pieces))
            if left <= 0:
                break
            pieces.append(self._piece(address, min(length, left)))
        arguments = [
            Argument("pointer", address),
            Argument("word", 0),
            Argument("word", 0),
        ]
        prefix = self.session.implementation.prefix
        self.session.call(f"{prefix}_seek", arguments, [self.session.context(address)])
        again = self._piece(address, 1)
        return b"".join(pieces) if again == first else again

    def _piece(self, address: int, size: int) -> bytes:
        where = self.session.digest
        self.session.machine.write(where, self.session.random.randbytes(size))
        arguments = [
            Argument("pointer", address),
            Argument("pointer", where),
            Argument("size", size),
        ]
        regions = [self.session.context(address), Region("digest", where, size, True)]
        self.session.call(f"{self.session.implementation.prefix}_read", arguments, regions)
        return self.session.machine.read(where, size)

    def hash(
        self,
        message: bytes,
        bits: int,
        digest_bits: int,
        placement: Placement = USUAL,
        *,
        key: bytes = b"",
        personalization: bytes = b"",
        name: bytes = b"",
        customization: bytes = b"",
        domain: int = 0,
        tree_block_bytes: int = 0,
        items: list[int] | None = None,
        xof: bool = False,
    ) -> bytes:
        """The digest of the first `bits` bits of `message`.  Raises Breach.

        key, personalization, name, customization, domain, tree_block_bytes, xof: for the functions
        that have them, else empty or 0.  items: of a tuple, the lengths of its strings, which the
        message is one behind the other; None: the message is their encodings.
        """
        whole, n = divmod(bits, 8)
        # Annex A.1.2: bits of ub that are not input are arbitrary, those above the low byte too.
        ub = (message[whole] if n else 0x5A) | 0x1300
        if whole % 2:
            ub ^= 0xFF00 if n else 0xFFFF
        self.session.calls = []
        address = self.session.fresh(placement)
        if key:
            self.init_keyed(address, digest_bits, key)
        elif customization and self.session.implementation.function.hashing.key_bytes:
            self._init_with(
                "init_derive_key", "context string", address, digest_bits, customization
            )
            customization = b""
        else:
            self.init(address, digest_bits)
        if personalization:
            self.personalize(address, personalization)
        last = self.session.implementation.function.facts.get("customization_last", False)
        if (name or customization) and not last:
            self.customize(address, name, customization)
        if domain:
            self._number("domain", address, Argument("unsigned", domain))
        if tree_block_bytes:
            self._number("block", address, Argument("size", tree_block_bytes))
        if items is not None:
            start = 0
            for size in items:
                self._number("item", address, Argument("size", size))
                part = list(self._cut(size, placement.chunks))
                self._updates(address, message[start : start + size], part, placement)
                start += size
            whole = 0
        chunks = list(self._cut(whole, placement.chunks))
        before = len(chunks)
        if placement.clone:
            ends = itertools.accumulate(chunks)
            before = 1 + next((n for n, end in enumerate(ends) if end * 2 >= whole), before)
        self._updates(address, message, chunks[:before], placement)
        if placement.clone and chunks:
            address = self.session.clone(address, placement)
            self._updates(address, message[sum(chunks[:before]) :], chunks[before:], placement)
        if customization and last:
            self.customize(address, b"", customization)
        if xof and self.session.implementation.function.hashing.reads:
            return self._read(address, digest_bits // 8)
        if xof:
            return self._close_xof(address, digest_bits, placement.digest)
        return self.close(address, ub, n, digest_bits, placement.digest)

    def _updates(
        self, address: int, message: bytes, chunks: list[int], placement: Placement
    ) -> None:
        """Give the context the message in pieces of these lengths."""
        session = self.session
        if len(chunks) > 1 and not (
            placement.constant and session.machine.constants(b"") is not None
        ):
            content = message[: sum(chunks)]
            where = session.data + placement.data
            if session.in_pieces(1, session.context(address), content, tuple(chunks), where):
                return
        done = 0
        for chunk in chunks:
            part = message[done : done + chunk]
            self.update(address, part, placement.data, constant=placement.constant)
            done += chunk

    def hash_stream(
        self,
        chunks: Iterable[bytes],
        digest_bits: int,
        *,
        name: bytes = b"",
        customization: bytes = b"",
    ) -> bytes:
        """The digest of a message of whole bytes that comes in pieces."""
        self.session.calls = []
        address = self.session.fresh()
        self.init(address, digest_bits)
        last = self.session.implementation.function.facts.get("customization_last", False)
        if (name or customization) and not last:
            self.customize(address, name, customization)
        for chunk in chunks:
            for start in range(0, len(chunk), self.session.capacity):
                self.update(address, chunk[start : start + self.session.capacity])
        if customization and last:
            self.customize(address, b"", customization)
        return self.close(address, 0, 0, digest_bits)

    def _cut(self, size: int, cycle: tuple[int, ...]) -> Iterator[int]:
        if not cycle or max(cycle) == 0:
            cycle = (self.session.capacity,)
        number = 0
        while size > 0:
            chunk = min(cycle[number % len(cycle)], size, self.session.capacity)
            yield chunk
            size -= chunk
            number += 1
