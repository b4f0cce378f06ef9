"""HMAC with any hash function of Mote, as the standard library's hmac has it (FIPS 198-1)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from mote_hash import _mote
from mote_hash._new import new

if TYPE_CHECKING:
    from typing_extensions import Buffer

_INNER = bytes(i ^ 0x36 for i in range(256))
_OUTER = bytes(i ^ 0x5C for i in range(256))

Digestmod = str | Callable[..., _mote.Hash]


class HMAC:
    """A message authentication code, as hmac_new makes it."""

    __slots__ = ("_inner", "_outer", "block_size", "digest_size")

    def __init__(
        self,
        key: Buffer,
        msg: Buffer | None = None,
        digestmod: Digestmod | None = None,
    ) -> None:
        if isinstance(key, str):
            raise TypeError("key: expected bytes or bytearray, but got 'str'")
        if not digestmod:
            raise TypeError("Missing required argument 'digestmod'.")
        key = bytes(memoryview(key))
        self._inner = new(digestmod) if isinstance(digestmod, str) else digestmod()
        self._outer = self._inner.copy()
        self.block_size = self._inner.block_size
        self.digest_size = self._inner.digest_size
        if self.digest_size == 0:
            raise ValueError(f"there is no HMAC of {self._inner.name}, an XOF: use KMAC")
        if self.block_size < self.digest_size:
            raise ValueError(
                f"there is no HMAC of {self._inner.name}: its digest is a block's size"
            )
        if len(key) > self.block_size:
            hashed = self._inner.copy()
            hashed.update(key)
            key = hashed.digest()
        key = key.ljust(self.block_size, b"\0")
        self._inner.update(key.translate(_INNER))
        self._outer.update(key.translate(_OUTER))
        if msg is not None:
            self._inner.update(msg)

    @property
    def name(self) -> str:
        return f"hmac-{self._inner.name}"

    def update(self, msg: Buffer) -> None:
        """Append bytes to the message."""
        self._inner.update(msg)

    def copy(self) -> HMAC:
        """Return another object in the same state."""
        other = HMAC.__new__(HMAC)
        other._inner, other._outer = self._inner.copy(), self._outer
        other.block_size, other.digest_size = self.block_size, self.digest_size
        return other

    def digest(self) -> bytes:
        """Return the code of the message so far."""
        outer = self._outer.copy()
        outer.update(self._inner.digest())
        return outer.digest()

    def hexdigest(self) -> str:
        """Return the code in hexadecimal."""
        return self.digest().hex()


def hmac_new(key: Buffer, msg: Buffer | None = None, digestmod: Digestmod | None = None) -> HMAC:
    """Return a new code; digestmod, a name or a constructor, has to be given, as with hmac.new."""
    return HMAC(key, msg, digestmod)


def hmac_digest(key: Buffer, msg: Buffer, digest: Digestmod) -> bytes:
    """Return the code of one message."""
    return HMAC(key, msg, digest).digest()
