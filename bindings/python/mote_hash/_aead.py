"""Authenticated encryption with the interface of cryptography's AEAD classes."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from mote_hash import _mote

if TYPE_CHECKING:
    from typing_extensions import Buffer


class InvalidTag(Exception):
    """The text, the associated data, the nonce or the tag was changed, or it is another key."""


class _AEAD:
    _name = ""
    _tag_length = 16

    def __init__(self, key: Buffer) -> None:
        self._key = _mote.Key(self._name, key)

    def encrypt(self, nonce: Buffer, data: Buffer, associated_data: Buffer | None) -> bytes:
        """Return the encrypted data with the tag behind them; a nonce serves once for a key."""
        return self._key.seal(nonce, data, associated_data, self._tag_length)

    def encrypt_into(
        self, nonce: Buffer, data: Buffer, associated_data: Buffer | None, buf: Buffer
    ) -> int:
        """Write what encrypt returns into a buffer of that size, which it returns."""
        return self._key.seal(nonce, data, associated_data, self._tag_length, buf)

    def decrypt(self, nonce: Buffer, data: Buffer, associated_data: Buffer | None) -> bytes:
        """Return the data, or raise InvalidTag."""
        text = self._key.open(nonce, data, associated_data, self._tag_length)
        if text is None:
            raise InvalidTag
        return text

    def decrypt_into(
        self, nonce: Buffer, data: Buffer, associated_data: Buffer | None, buf: Buffer
    ) -> int:
        """Write what decrypt returns into a buffer of that size, which it returns."""
        size = self._key.open(nonce, data, associated_data, self._tag_length, buf)
        if size is None:
            raise InvalidTag
        return size


def _random_key(bit_length: int) -> bytes:
    if not isinstance(bit_length, int):
        raise TypeError("bit_length must be an integer")
    if bit_length not in (128, 192, 256):
        raise ValueError("bit_length must be 128, 192, or 256")
    return os.urandom(bit_length // 8)


class AESGCM(_AEAD):
    """AES in Galois/Counter Mode (NIST SP 800-38D); tags of 16 bytes."""

    _name = "AES-GCM"

    @classmethod
    def generate_key(cls, bit_length: int) -> bytes:
        """Return a random key of 128, 192 or 256 bits."""
        return _random_key(bit_length)


class AESCCM(_AEAD):
    """AES in counter mode with CBC-MAC (NIST SP 800-38C)."""

    _name = "AES-CCM"

    def __init__(self, key: Buffer, tag_length: int | None = 16) -> None:
        if tag_length is None:
            tag_length = 16
        if not isinstance(tag_length, int):
            raise TypeError("tag_length must be an integer")
        if tag_length not in (4, 6, 8, 10, 12, 14, 16):
            raise ValueError("tag_length must be 4, 6, 8, 10, 12, 14, or 16")
        super().__init__(key)
        self._tag_length = tag_length

    @classmethod
    def generate_key(cls, bit_length: int) -> bytes:
        """Return a random key of 128, 192 or 256 bits."""
        return _random_key(bit_length)


class ChaCha20Poly1305(_AEAD):
    """ChaCha20-Poly1305 (RFC 8439)."""

    _name = "ChaCha20-Poly1305"

    @classmethod
    def generate_key(cls) -> bytes:
        """Return a random key of 256 bits."""
        return os.urandom(32)


class AsconAEAD128(_AEAD):
    """Ascon-AEAD128 (NIST SP 800-232)."""

    _name = "Ascon-AEAD128"

    @classmethod
    def generate_key(cls) -> bytes:
        """Return a random key of 128 bits."""
        return os.urandom(16)
