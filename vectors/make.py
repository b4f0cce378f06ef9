#!/usr/bin/env python3
"""Writes the test vectors of this folder from the reference programs in tests/reference.

make.py            writes every file again
make.py --check    exit status 1 if a file differs from what would be written
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "tests"))

from reference import ascon, blake, bmw, groestl, jh, keccak, luffa, sha2, shabal, skein  # noqa: E402


def message(bits: int) -> bytes:
    """The message of `bits` bits: see README.md.  Bits beyond `bits` are left as generated."""
    return hashlib.shake_128(f"mote/{bits}".encode("ascii")).digest((bits + 7) // 8)


def all_lengths(block_bits: int) -> list[int]:
    """Message lengths in bits for a function's main digest."""
    lengths = set(range(21)) | {256}
    for boundary in (block_bits, 2 * block_bits):
        lengths |= set(range(boundary - 14, boundary + 19))
    for boundary in (block_bits, 2 * block_bits, 3 * block_bits):
        lengths |= {boundary + 8 * step for step in range(-3, 4)}
    return sorted(lengths | {4096, 8191, 16384})


def few_lengths(block_bits: int) -> list[int]:
    """Message lengths in bits for the other digests."""
    lengths = {*range(10), 15, 16, 17, 256, 3 * block_bits, 4096, 8191}
    for boundary in (block_bits, 2 * block_bits):
        lengths |= {boundary + step for step in (-16, -9, -8, -7, -2, -1, 0, 1, 7, 8, 9)}
    return sorted(lengths)


def rows(
    digest: Callable[[bytes, int, int], bytes],
    digest_bits: Iterable[int],
    main_digest: int,
    block_bits: int,
    blocks: Mapping[int, int],
    step: int = 1,
) -> Iterable[str]:
    """The lines of a file after its head."""
    yield "digest_bits,message_bits,digest"
    for size in digest_bits:
        block = blocks.get(size, block_bits)
        lengths = all_lengths(block) if size == main_digest else few_lengths(block)
        for bits in (length for length in lengths if length % step == 0):
            yield f"{size},{bits},{digest(message(bits), size, bits).hex()}"


class Source(NamedTuple):
    """Where a file's digests come from.

    head: lines for the head of the file: which independent programs agree, on which rows.
    blocks: block length in bits of the digest sizes for which it is not block_bits.
    step: 8 where the function is defined for whole bytes only.
    """

    digest: Callable[[bytes, int, int], bytes]
    digest_bits: Iterable[int]
    main_digest: int
    block_bits: int
    head: str
    blocks: Mapping[int, int] = MappingProxyType({})
    step: int = 1


ASCON_HEAD = """\
Agrees on every row: the Rust crates ascon-hash256 0.1.0 and ascon-xof128 0.2.1."""

BLAKE_HEAD = """\
Agrees on every row with a message of whole bytes: the Rust crate blake-hash 0.4.1, and the C of the
Python package x11_hash 1.4.  No independent program for the other rows; the same reference gives
the digests of all 2048 messages (0 to 2047 bits) of the NIST competition's ShortMsgKAT."""

BLAKE_ROUND2_HEAD = """\
No independent program; the same reference gives the digests of all 2048 messages (0 to 2047 bits)
of the NIST competition's ShortMsgKAT of the second round."""

BLAKE2_HEAD = """\
Agrees on every row: hashlib of CPython 3.11; on those of 8, 128, 160, 224, 256, 384 and 512 bits:
the Rust crate blake2 0.10.6."""

BMW_HEAD = """\
Agrees on every row with a message of whole bytes: the C of the Python package x11_hash 1.4; on
those of 512 bits: the Rust crate bmw-hash 0.1.0.  No independent program for the other rows; the
same reference gives the digests of all 2048 messages (0 to 2047 bits) of the NIST competition's
ShortMsgKAT."""

GROESTL_HEAD = """\
Agrees on every row with a message of whole bytes: the Rust crate groestl 0.10.1, and the C of the
Python package x11_hash 1.4.  No independent program for the other rows; the same reference gives
the digests of all 2048 messages (0 to 2047 bits) of the NIST competition's ShortMsgKAT."""

JH_HEAD = """\
Agrees on every row with a message of whole bytes: the Rust crate jh 0.1.0, and the C of the Python
package x11_hash 1.4.  No independent program for the other rows; the same reference gives the
digests of all 2048 messages (0 to 2047 bits) of the NIST competition's ShortMsgKAT."""

KECCAK_HEAD = """\
Agrees on every row with a message of whole bytes: the Rust crate sha3 0.10.8 (RustCrypto).  No
independent program for the other rows; the same reference gives the digests of all 2048 messages
(0 to 2047 bits) of the NIST competition's ShortMsgKAT."""

SHA3_HEAD = """\
Agrees on every row with a message of whole bytes: hashlib of CPython 3.11.  No independent program
for the other rows; the same reference gives the digests of all 2048 messages (0 to 2047 bits) of
the ShortMsgKAT for FIPS 202."""

KECCAK_BLOCKS = {224: 1152, 384: 832, 512: 576}
SHAKE_SIZES = [8, 128, 256, 512, 1344, 4096]

LUFFA_HEAD = """\
Agrees on every row with a message of whole bytes: the C of the Python package x11_hash 1.4.  No
independent program for the other rows; the same reference gives the digests of all 2048 messages
(0 to 2047 bits) of the NIST competition's ShortMsgKAT."""

SHA_HEAD = """\
Agrees on every row: Digest::SHA 6.02 (Perl 5.36; by bits); on every row with a message of whole
bytes: hashlib of CPython 3.11 (OpenSSL 3.0)."""

SHABAL_HEAD = """\
Agrees on every row of 192, 224, 256, 384 and 512 bits with a message of whole bytes: the Rust
crate shabal 0.4.1 (RustCrypto).  No independent program for the other rows; the same reference
gives the digests of all 2048 messages (0 to 2047 bits) of the NIST competition's ShortMsgKAT
for those five digest sizes."""

SKEIN_HEAD = """\
Agrees on every row with a message of whole bytes: the Python package pyskein 1.0; on those of 128,
160, 224, 256, 384, 512 and 1024 bits: the Rust crate skein 0.1.1.  The reference also gives the
published golden vectors of Skein 1.3, parts of bytes among them."""

SOURCES = {
    "ascon_hash256": Source(ascon.ascon_hash256, [256], 256, 64, ASCON_HEAD, step=8),
    "ascon_xof128": Source(ascon.ascon_xof128, [8, 64, 128, 256, 512], 256, 64, ASCON_HEAD, step=8),
    "blake256": Source(blake.blake, [224, 256], 256, 512, BLAKE_HEAD),
    "blake2b": Source(
        blake.blake2b, [8, 128, 160, 224, 256, 384, 512], 512, 1024, BLAKE2_HEAD, step=8
    ),
    "blake2s": Source(blake.blake2s, [8, 128, 160, 224, 256], 256, 512, BLAKE2_HEAD, step=8),
    "blake32": Source(blake.blake_round2, [224, 256], 256, 512, BLAKE_ROUND2_HEAD),
    "blake512": Source(blake.blake, [384, 512], 512, 1024, BLAKE_HEAD),
    "blake64": Source(blake.blake_round2, [384, 512], 512, 1024, BLAKE_ROUND2_HEAD),
    "bmw256": Source(bmw.bmw, [224, 256], 256, 512, BMW_HEAD),
    "bmw512": Source(bmw.bmw, [384, 512], 512, 1024, BMW_HEAD),
    "groestl256": Source(groestl.groestl, [224, 256], 256, 512, GROESTL_HEAD),
    "groestl512": Source(groestl.groestl, [384, 512], 512, 1024, GROESTL_HEAD),
    "jh": Source(jh.digest, [224, 256, 384, 512], 256, 512, JH_HEAD),
    "keccak": Source(keccak.keccak, [224, 256, 384, 512], 256, 1088, KECCAK_HEAD, KECCAK_BLOCKS),
    "luffa256": Source(luffa.luffa, [224, 256], 256, 256, LUFFA_HEAD),
    "luffa384": Source(luffa.luffa, [384], 384, 256, LUFFA_HEAD),
    "luffa512": Source(luffa.luffa, [512], 512, 256, LUFFA_HEAD),
    "sha1": Source(sha2.digest, [160], 160, 512, SHA_HEAD),
    "sha256": Source(sha2.digest, [224, 256], 256, 512, SHA_HEAD),
    "sha3": Source(keccak.sha3, [224, 256, 384, 512], 256, 1088, SHA3_HEAD, KECCAK_BLOCKS),
    "sha512": Source(sha2.digest, [384, 512], 512, 1024, SHA_HEAD),
    "shabal": Source(shabal.digest, range(32, 513, 32), 256, 512, SHABAL_HEAD),
    "shake128": Source(keccak.shake128, SHAKE_SIZES, 256, 1344, SHA3_HEAD),
    "skein256": Source(skein.skein256, [8, 128, 160, 224, 256, 520], 256, 256, SKEIN_HEAD),
    "skein512": Source(
        skein.skein512, [8, 128, 160, 224, 256, 384, 512, 1032], 512, 512, SKEIN_HEAD
    ),
    "skein1024": Source(skein.skein1024, [8, 256, 384, 512, 1024, 2056], 1024, 1024, SKEIN_HEAD),
    "shake256": Source(keccak.shake256, SHAKE_SIZES, 256, 1088, SHA3_HEAD),
}
"""By function, in alphabetical order; the keys are the names of the files."""


THREEFISH_HEAD = """\
Agrees on every row: the Python package pyskein 1.0, which decrypts what it encrypts.  The reference
also gives the published test vectors of Threefish."""

CIPHERS = {
    "threefish256": (32, THREEFISH_HEAD),
    "threefish512": (64, THREEFISH_HEAD),
    "threefish1024": (128, THREEFISH_HEAD),
}
"""By cipher: bytes of key and block, and the lines for the head of the file."""

BLOCKS = 40
"""Rows in the file of a cipher."""


def generated(what: str, number: int, size: int) -> bytes:
    """Key, tweak or plaintext of a cipher's row: see README.md."""
    return hashlib.shake_128(f"mote/{what}/{number}".encode("ascii")).digest(size)


def cipher_content(cipher: str) -> str:
    """A whole file for a cipher."""
    size, head = CIPHERS[cipher]
    lines = [
        f"{cipher}; keys, tweaks and blocks from the generator in README.md; columns as there."
    ]
    lines += ["Ciphertexts: tests/reference/skein.py.", *head.splitlines()]
    table = ["number,ciphertext"]
    for number in range(BLOCKS):
        tweak = int.from_bytes(generated("tweak", number, 16), "little")
        plaintext = generated("plaintext", number, size)
        table.append(
            f"{number},{skein.encrypt(generated('key', number, size), tweak, plaintext).hex()}"
        )
    return "\n".join([*(f"# {line}" for line in lines), *table]) + "\n"


def content(function: str) -> str:
    """A whole file."""
    if function in CIPHERS:
        return cipher_content(function)
    source = SOURCES[function]
    module = source.digest.__module__.replace(".", "/")
    text = [
        f"{function}; messages from the generator in README.md; columns as there.",
        f"Digests: tests/{module}.py.",
        *source.head.splitlines(),
    ]
    table = rows(
        source.digest,
        source.digest_bits,
        source.main_digest,
        source.block_bits,
        source.blocks,
        source.step,
    )
    return "\n".join([*(f"# {line}" for line in text), *table]) + "\n"


def files() -> dict[str, str]:
    """Content of every file, by name."""
    return {f"{function}.csv": content(function) for function in (*SOURCES, *CIPHERS)}


def main() -> int:
    parser = argparse.ArgumentParser(description="Write the test vectors again.")
    parser.add_argument("--check", action="store_true", help="write nothing; report differences")
    check = parser.parse_args().check
    status = 0
    for name, content in files().items():
        path = HERE / name
        if not check:
            path.write_text(content, encoding="ascii", newline="\n")
        elif not path.exists() or path.read_text(encoding="ascii") != content:
            print(f"{name} differs from what make.py writes", file=sys.stderr)
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
