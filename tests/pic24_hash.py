"""A hash function on the 16-bit core, called through its interface; what its tests share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from mote.pic24.kernel import Kernel

DATA_BYTES = 1200
OUT_BYTES = 304


class Hash:
    """The three functions of `name` in a source file, on a context, data and digest of their own.

    Raises Trap where a call touches anything else.
    """

    def __init__(self, name: str, source: Path, extensions: Iterable[str] = ()) -> None:
        self.name = name
        self.kernel = Kernel([source], extensions)
        self.context_size = self.kernel.assembled.constants[f"{name}_context_size"]
        self.context = self.kernel.allocate(self.context_size)
        self.data = self.kernel.allocate(DATA_BYTES)
        self.out = self.kernel.allocate(OUT_BYTES)

    def run(
        self, pieces: Sequence[bytes], size: int, last: int = 0, bits: int = 0, odd: int = 1
    ) -> bytes:
        """The digest of `size` bits of the pieces and the first `bits` bits of the byte `last`.

        odd: 1 for odd addresses of data and digest, 0 for even ones.  Nothing may be written beside
        the digest.
        """
        kernel = self.kernel
        kernel.call(f"{self.name}_init", self.context, size)
        for piece in pieces:
            kernel.write(self.data + odd, piece)
            kernel.call(self.name, self.context, self.data + odd, len(piece))
        kernel.write(self.out, bytes(OUT_BYTES))
        kernel.call(f"{self.name}_close", self.context, last, bits, self.out + odd)
        written = kernel.read(self.out, OUT_BYTES)
        assert not any(written[:odd]) and not any(written[odd + size // 8 :])
        return written[odd : odd + size // 8]

    def digest(
        self, message: bytes, size: int = 256, bits: int | None = None, parts: Iterable[int] = ()
    ) -> bytes:
        """The digest of the first `bits` bits of a message, given in parts of these lengths."""
        bits = 8 * len(message) if bits is None else bits
        place, end = 0, bits // 8
        pieces = []
        for part in (*parts, end):
            pieces.append(message[place : min(place + part, end)])
            place = min(place + part, end)
        last = message[end] if bits % 8 else 0
        return self.run(pieces, size, last, bits % 8)
