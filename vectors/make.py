#!/usr/bin/env python3
"""Writes the test vectors of this folder from the reference programs in tests/reference.

make.py              writes every file again
make.py FUNCTION…    writes those of these functions alone, and their lines of all_lengths.csv
make.py --check      exit status 1 if a file differs from what would be written

Standard error says how far it is.

What the files have digests of follows from the facts in each function.toml
(mote.catalog.vectors.cases).
"""

from __future__ import annotations

import argparse
import hashlib
import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "tests"), str(HERE.parent / "python")]

from mote.catalog import catalog, vectors  # noqa: E402
from mote.catalog.function import Function  # noqa: E402
from mote.catalog.vectors import CARRY_BLOCKS, Case  # noqa: E402
from mote.common.errors import MoteError  # noqa: E402
from mote.kinds import (  # noqa: E402
    blocks,
    checksum,
    derivation,
    generator,
    mac,
    mode,
    signature,
)
from mote.specifications import crc_constants as crc  # noqa: E402
from mote.specifications import lms  # noqa: E402
from reference import (  # noqa: E402
    aes,
    ascon,
    blake,
    bmw,
    groestl,
    hmac,
    jh,
    keccak,
    luffa,
    salsa,
    sha2,
    shabal,
    skein,
    speck_simon,
)
from reference.counter import Raised  # noqa: E402


class Source(NamedTuple):
    """Where a file's digests come from.

    digest: the reference program.  head: lines for the head of the file: which independent
    programs agree, on which rows.
    """

    digest: Callable[..., bytes]
    head: str


def reference(function: Function, case: Case) -> bytes:
    """The digest of a case, from the function's reference program."""
    options: dict[str, Any] = {}
    if case.key_bytes:
        options["key"] = vectors.generated("key", case.key_bytes, case.key_bytes)
    if case.personalization_bytes:
        size = case.personalization_bytes
        options["personalization"] = vectors.generated("personalization", size, size)
    for what, size in (("name", case.name_bytes), ("customization", case.customization_bytes)):
        if size:
            options[what] = vectors.generated(what, size, size)
    if case.domain:
        options["domain"] = case.domain
    if case.tree_block_bytes:
        options["block_bytes"] = case.tree_block_bytes
    if case.xof:
        options["xof"] = True
    if case.items:
        options["items"] = case.item_bytes
    if case.carry:
        unit = 1 << vectors.unit_shifts(function)[function.hashing.counter_unit]
        amount, rest = divmod(vectors.raised_bits(function, case.carry), unit)
        assert rest == 0
        options["raised"] = Raised(CARRY_BLOCKS, amount, case.ones)
    text = carrying(function, case) if case.carrying else vectors.message(case.bits)
    return SOURCES[function.name].digest(text, case.digest_bits, case.bits, **options)


def columns(function: Function) -> list[str]:
    """The columns of a function's file."""
    names = ["digest_bits", "message_bits"]
    if function.hashing.keyed:
        names += ["key_bytes", "personalization_bytes"]
    if function.hashing.named:
        names += ["name_bytes"]
    if function.hashing.key_bytes:
        names += ["key_bytes"]
    if function.hashing.customized or function.hashing.key_bytes:
        names += ["customization_bytes"]
    if function.hashing.domains:
        names += ["domain"]
    if function.hashing.tuples:
        names += ["items"]
    if function.hashing.parallel:
        names += ["tree_block_bytes"]
    if function.hashing.close_xof or function.hashing.reads:
        names += ["xof"]
    if function.hashing.counter_bits:
        names += ["carry"]
    if function.hashing.small_addends:
        names += ["chaining_value", "carrying", "message"]
    return [*names, "digest"]


def chaining_value(function: Function, case: Case) -> bytes:
    """What Case.ones overwrites, from the function's reference program."""
    bits = 8 * function.block_bytes
    return skein.chaining_value(
        vectors.message(case.bits), case.digest_bits, state_bits=bits, blocks=CARRY_BLOCKS
    )


def carrying(function: Function, case: Case) -> bytes:
    """The message of Case.carrying."""
    assert function.family == "skein"
    return skein.carrying(case.carrying - 1, case.digest_bits, 8 * function.block_bytes)


def row(function: Function, case: Case, digest: bytes) -> str:
    """A line of a function's file; 0 is left out in what only few rows have."""
    words = [str(case.digest_bits), str(case.bits)]
    if function.hashing.keyed:
        words += [str(n or "") for n in (case.key_bytes, case.personalization_bytes)]
    if function.hashing.named:
        words += [str(case.name_bytes or "")]
    if function.hashing.key_bytes:
        words += [str(case.key_bytes or "")]
    if function.hashing.customized or function.hashing.key_bytes:
        words += [str(case.customization_bytes or "")]
    if function.hashing.domains:
        words += [str(case.domain or "")]
    if function.hashing.tuples:
        words += [case.items]
    if function.hashing.parallel:
        words += [str(case.tree_block_bytes or "")]
    if function.hashing.close_xof or function.hashing.reads:
        words += ["1" if case.xof else ""]
    if function.hashing.counter_bits:
        words += [str(case.carry or "")]
    if function.hashing.small_addends:
        words += [chaining_value(function, case).hex() if case.ones else ""]
        words += [str(case.carrying or ""), carrying(function, case).hex() if case.carrying else ""]
    return ",".join([*words, digest.hex()])


ASCON_HEAD = """\
Agrees on every row: the Rust crates ascon-hash256 0.1.0 and ascon-xof128 0.2.1 (on rows of 56, 72,
120, 136 and 192 bits: the beginning of their 512 bits)."""

CXOF_HEAD = """\
Agrees on every row: the Rust crate ascon-xof128 0.2.1."""

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

BLAKE3_HEAD = """\
Agrees on every row: the Rust crate blake3 1.8.7."""

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

CSHAKE_HEAD = """\
Agrees on every row without a name and with a message of whole bytes: the Python package
pycryptodome 4.4.0; with a name: the permutation of the Rust crate keccak 0.1.6, with what the
specification puts around it.  No independent program for the other rows."""

TURBO_HEAD = """\
Agrees on every row: @noble/hashes 2.4.0 (npm)."""

TUPLE_HEAD = """\
Agrees on every row with items that are not "none" and without xof: TupleHash of the Python package
pycryptodome 4.4.0; on every row: the permutation of the Rust crate keccak 0.1.6, with what the
specification puts around it."""

PARALLEL_HEAD = """\
Agrees on every row: the permutation of the Rust crate keccak 0.1.6, with what the specification
puts around it."""

SHA3_HEAD = """\
Agrees on every row with a message of whole bytes: hashlib of CPython 3.11.  No independent program
for the other rows; the same reference gives the digests of all 2048 messages (0 to 2047 bits) of
the ShortMsgKAT for FIPS 202."""

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
160, 224, 256, 384, 512 and 1024 bits without a key and a personalization: the Rust crate skein
0.1.1.  The reference also gives the published golden vectors of Skein 1.3, parts of bytes among
them."""

SOURCES = {
    "ascon_cxof128": Source(ascon.ascon_cxof128, CXOF_HEAD),
    "ascon_hash256": Source(ascon.ascon_hash256, ASCON_HEAD),
    "ascon_xof128": Source(ascon.ascon_xof128, ASCON_HEAD),
    "blake256": Source(blake.blake, BLAKE_HEAD),
    "blake2b": Source(blake.blake2b, BLAKE2_HEAD),
    "blake2s": Source(blake.blake2s, BLAKE2_HEAD),
    "blake3": Source(blake.blake3, BLAKE3_HEAD),
    "blake32": Source(blake.blake_round2, BLAKE_ROUND2_HEAD),
    "blake512": Source(blake.blake, BLAKE_HEAD),
    "blake64": Source(blake.blake_round2, BLAKE_ROUND2_HEAD),
    "bmw256": Source(bmw.bmw, BMW_HEAD),
    "bmw512": Source(bmw.bmw, BMW_HEAD),
    "cshake128": Source(keccak.cshake128, CSHAKE_HEAD),
    "cshake256": Source(keccak.cshake256, CSHAKE_HEAD),
    "groestl256": Source(groestl.groestl, GROESTL_HEAD),
    "groestl512": Source(groestl.groestl, GROESTL_HEAD),
    "jh": Source(jh.digest, JH_HEAD),
    "keccak": Source(keccak.keccak, KECCAK_HEAD),
    "kt128": Source(keccak.kt128, TURBO_HEAD),
    "kt256": Source(keccak.kt256, TURBO_HEAD),
    "luffa256": Source(luffa.luffa, LUFFA_HEAD),
    "luffa384": Source(luffa.luffa, LUFFA_HEAD),
    "luffa512": Source(luffa.luffa, LUFFA_HEAD),
    "parallelhash128": Source(keccak.parallelhash128, PARALLEL_HEAD),
    "parallelhash256": Source(keccak.parallelhash256, PARALLEL_HEAD),
    "sha1": Source(sha2.digest, SHA_HEAD),
    "sha256": Source(sha2.digest, SHA_HEAD),
    "sha3": Source(keccak.sha3, SHA3_HEAD),
    "sha512": Source(sha2.digest, SHA_HEAD),
    "sha512_224": Source(sha2.truncated, SHA_HEAD),
    "sha512_256": Source(sha2.truncated, SHA_HEAD),
    "shabal": Source(shabal.digest, SHABAL_HEAD),
    "shake128": Source(keccak.shake128, SHA3_HEAD),
    "skein256": Source(skein.skein256, SKEIN_HEAD),
    "skein512": Source(skein.skein512, SKEIN_HEAD),
    "skein1024": Source(skein.skein1024, SKEIN_HEAD),
    "shake256": Source(keccak.shake256, SHA3_HEAD),
    "tuplehash128": Source(keccak.tuplehash128, TUPLE_HEAD),
    "tuplehash256": Source(keccak.tuplehash256, TUPLE_HEAD),
    "turboshake128": Source(keccak.turboshake128, TURBO_HEAD),
    "turboshake256": Source(keccak.turboshake256, TURBO_HEAD),
}
"""By function, in alphabetical order; the keys are the names of the files."""


THREEFISH_HEAD = """\
Agrees on every row without a plaintext: the Python package pyskein 1.0, which decrypts what it
encrypts; those with one are the reference's alone.  The reference also gives the published test
vectors of Threefish."""

CIPHERS = {
    "threefish256": (32, THREEFISH_HEAD),
    "threefish512": (64, THREEFISH_HEAD),
    "threefish1024": (128, THREEFISH_HEAD),
}
"""By cipher: bytes of key and block, and the lines for the head of the file."""

BLOCKS = 40
"""Rows of a cipher with key, tweak and block from the generator; one with ones follows, and rows
for the carry of small numbers that are added."""


def cipher_content(cipher: str) -> str:
    """A whole file for a cipher."""
    size, head = CIPHERS[cipher]
    lines = [
        f"{cipher}; keys, tweaks and blocks from the generator in README.md; columns as there."
    ]
    lines += ["Ciphertexts: tests/reference/skein.py.", *head.splitlines()]
    table = ["number,ones,plaintext,ciphertext"]
    for number in range(BLOCKS + 1):
        tweak = int.from_bytes(vectors.generated("tweak", number, 16), "little")
        plaintext = vectors.generated("plaintext", number, size)
        key = vectors.generated("key", number, size)
        ones = ""
        if number == BLOCKS:
            # Small numbers are added to the key, too: here with every carry that there is.
            key, tweak, ones = b"\xff" * size, (1 << 128) - 1, "1"
        table.append(f"{number},{ones},,{skein.encrypt(key, tweak, plaintext).hex()}")
    number = BLOCKS + 1
    tweak = int.from_bytes(vectors.generated("tweak", number, 16), "little")
    key = vectors.generated("key", number, size)
    for plaintext in skein.carrying_blocks(key, tweak):
        table.append(f"{number},,{plaintext.hex()},{skein.encrypt(key, tweak, plaintext).hex()}")
    return "\n".join([*(f"# {line}" for line in lines), *table]) + "\n"


AES_HEAD = """\
Agree on every row: the Python package cryptography 50.0.2 (OpenSSL), which has no XTS with keys of
192 bits and no GHASH: the first is from its ECB by the rule of the others, the second is the tag
that GCM gives it."""


ASCON_AEAD_HEAD = """\
Agrees on every row: the Rust crate ascon-aead 0.5.2."""

STREAM_HEADS = {
    "chacha20": """\
Agrees on every row: the Python package cryptography 50.0.2 (OpenSSL).""",
    "chacha20_poly1305": """\
Agrees on every row: the Python package cryptography 50.0.2 (OpenSSL).""",
    "poly1305": """\
Agrees on every row: the Python package cryptography 50.0.2 (OpenSSL).""",
    "salsa20": """\
Agrees on every row: libsodium 1.0.18.""",
}

AES_HEADS = {
    "cmac": """\
Agrees on every row: the Python package cryptography 50.0.2 (OpenSSL).""",
    "wrap": """\
Agrees on every row: the Python package cryptography 50.0.2 (OpenSSL).""",
    "ccm": """\
Agrees on every row: the Python package cryptography 50.0.2 (OpenSSL).""",
}
"""Of modes that others have by that name; AES_HEAD of the rest."""

MODES: dict[str, tuple[Any, str]] = {
    "aes": (aes, AES_HEAD),
    "ascon": (ascon, ASCON_AEAD_HEAD),
    "salsa": (salsa, ""),
}
"""By family: the reference program, and the lines for the head of the file."""


def mode_content(function: Function) -> str:
    """A whole file for a mode of operation."""
    program, head = MODES[function.family]
    head = AES_HEADS.get(function.facts["mode"], head)
    lines = [
        f"{function.name}; keys, initial values, data and texts from the generator in README.md.",
        f"Outputs: tests/{program.__name__.replace('.', '/')}.py.",
        *(head or STREAM_HEADS[function.name]).splitlines(),
    ]
    return "\n".join([*(f"# {line}" for line in lines), *mode.rows(function, program)]) + "\n"


CHECKSUM_HEAD = """\
Agrees on every row: {peer}."""

CHECKSUMS = {
    "crc32": "zlib of CPython 3.11",
    "crc32c": "the Python package google-crc32c 1.9.0",
}
"""By checksum: the independent program that agrees."""


def checksum_content(function: str) -> str:
    """A whole file for a checksum: each length once behind 0, and some once behind another crc."""
    lines = [f"{function}; messages from the generator in README.md; columns as there."]
    lines += ["Checksums: python/mote/specifications/crc_constants.py."]
    lines += CHECKSUM_HEAD.format(peer=CHECKSUMS[function]).splitlines()
    table = ["crc,message_bytes,checksum"]
    for size in checksum.LENGTHS:
        given = vectors.message(8 * size)
        before = int.from_bytes(vectors.generated("crc", size, 4), "big") if size % 5 == 3 else 0
        # One byte of a checksum alone is rare: combining looks at them one by one.
        before = {50: 1, 55: 1 << 8, 60: 1 << 16, 65: 1 << 24, 512: 1}.get(size, before)
        table.append(f"{before:08x},{size},{crc.checksum(function, given, before):08x}")
    return "\n".join([*(f"# {line}" for line in lines), *table]) + "\n"


SPECK_SIMON_HEAD = """\
No independent program; the reference also gives the published test vectors."""


def blocks_content(cipher: str) -> str:
    """A whole file for a cipher that takes many blocks."""
    lines = [f"{cipher}; keys and blocks from the generator in README.md; columns as there."]
    lines += ["Ciphertexts: tests/reference/speck_simon.py.", *SPECK_SIMON_HEAD.splitlines()]
    table = ["blocks,ciphertext"]
    for number in blocks.COUNTS:
        key, plaintext = blocks.given(catalog.functions()[cipher], number)
        table.append(f"{number},{speck_simon.encrypt(cipher, key, plaintext).hex()}")
    return "\n".join([*(f"# {line}" for line in lines), *table]) + "\n"


PRNG_HEAD = """\
Agrees on every row: Skein-256 and Threefish-256 of the Python package pyskein 1.0, put together as
the specification says (its class Random has another tweak, without the position and the flags)."""

PRNG_STEPS = (
    "s32 g32",
    "s1 g1",
    "s4 g10 g0 g33 g31",
    "s31 g31 s33 g65",
    "s64 g64 s1 g5",
    "s255 g255 s256 g256 s257 g257",
    "s65 s0 g32 g32 g32",
    "k" + 32 * "ff" + " g32 g64",
    *(f"h{skein.carrying_seed(number).hex()} g1" for number in range(6)),
    "s32 s32 s32 g64 g96",
    "s63 g63 s95 g95 s96 g1 s97 g97",
    "s3 g2 g3 g4 g5 s2 g6",
    "s192 g1 s224 g1 s225 g1",
    "s40 g0 g0 g1",
    "s500 g500",
    "s2047 g2048",
    "s32 g8159 g8160 g8161 g8193",
    "s65503 g32 s65504 g32 s65505 g32 s65536 g65600",
)
"""The calls of each row of skein_prng.csv."""


def prng_content() -> str:
    """A whole file for the generator."""
    lines = [
        "skein_prng; seeds from the generator in README.md; columns as there.",
        "Bytes: tests/reference/skein.py.",
        *PRNG_HEAD.splitlines(),
    ]
    table = ["number,steps,output,sha256"]
    for number, text in enumerate(PRNG_STEPS):
        prng, output = skein.Prng(), b""
        for index, step in enumerate(generator.steps(text)):
            if step.call == generator.STATE:
                prng.state = step.data
            elif step.call == generator.SEED:
                prng.seed(step.data or vectors.generated(f"seed/{number}", index, step.size))
            else:
                output += prng.generate(step.size)
        long = len(output) > 1000
        digest = hashlib.sha256(output).hexdigest() if long else ""
        table.append(f"{number},{text},{'' if long else output.hex()},{digest}")
    return "\n".join([*(f"# {line}" for line in lines), *table]) + "\n"


MAC_HEAD = """\
Agrees on every row: hmac of CPython 3.11, and hashlib with it."""

KMAC_HEAD = """\
Agrees on every row with a key of at least 4 bytes: OpenSSL 3.0.19; on those of at least 64 bits
without xof, with a key as long as the strength: KMAC of the Python package pycryptodome 4.4.0."""

CODES: dict[str, Callable[..., bytes]] = {"kmac128": keccak.kmac128, "kmac256": keccak.kmac256}
"""The reference programs of the codes that call no hash function."""

DERIVATION_HEAD = """\
Agrees on every row: the Python package cryptography 50.0.2 (OpenSSL)."""


def hash_of(function: Function, digest_bits: int) -> tuple[Callable[[bytes], bytes], int]:
    """The hash function below a code or a derivation, from its reference program; its block."""
    base = catalog.functions()[function.base]
    while base.base:
        base = catalog.functions()[base.base]

    def digest(message: bytes) -> bytes:
        return SOURCES[base.name].digest(message, digest_bits, 8 * len(message))

    return digest, base.block_of(digest_bits)


def mac_content(function: Function) -> str:
    """A whole file for a message authentication code."""
    lines = [
        f"{function.name}; keys and messages from the generator in README.md; columns as there."
    ]
    program = "hmac" if function.base else "keccak"
    head = MAC_HEAD if function.base else KMAC_HEAD
    lines += [f"Codes: tests/reference/{program}.py.", *head.splitlines()]
    table = [",".join([*mac.columns(function), "mac"])]
    for case in mac.cases(function):
        vector = mac.given(case)
        if function.base:
            right = hmac.hmac(*hash_of(function, vector.digest_bits), vector.key, vector.message)
        else:
            right = CODES[function.name](
                *(vector.key, vector.message, vector.digest_bits, vector.customization),
                xof=vector.xof,
            )
        values = case[: len(mac.columns(function))]
        table.append(",".join([*map(str, values), right.hex()]))
    return "\n".join([*(f"# {line}" for line in lines), *table]) + "\n"


def derivation_content(function: Function) -> str:
    """A whole file for a key derivation."""
    lines = [f"{function.name}; everything from the generator in README.md; columns as there."]
    lines += ["Outputs: tests/reference/hmac.py.", *DERIVATION_HEAD.splitlines()]
    table = [",".join([*derivation.COLUMNS, "prk,output"])]
    for case in derivation.cases(function):
        vector = derivation.given(case)
        digest, block = hash_of(function, vector.digest_bits)
        prk = hmac.extract(digest, block, vector.salt, vector.secret)
        output = hmac.expand(digest, block, prk, vector.info, case[-1])
        table.append(",".join([*map(str, case), prk.hex(), output.hex()]))
    return "\n".join([*(f"# {line}" for line in lines), *table]) + "\n"


RANDOMIZERS = 1 << 16
"""So many are tried for a signature."""


def randomizer_of(
    of: lms.Parameters, case: tuple[int, int, int, int], name: bytes, message: bytes
) -> bytes:
    """C of a signature: of the first row one that makes its verification take the mean time.

    Of the others the one that needs the fewest hashes, as some simulators are slow.
    """
    number, _, q, _ = case
    mean = of.p * ((1 << of.w) - 1) // 2

    def hashes(attempt: int) -> int:
        C = vectors.generated(f"C/{number}", attempt, of.n)  # noqa: N806
        digits = of.digits(of.digest(name, q.to_bytes(4, "big"), lms.D_MESG, C, message))
        return of.p * ((1 << of.w) - 1) - sum(digits)

    if number == 0:
        chosen = next(each for each in range(RANDOMIZERS) if hashes(each) == mean)
    else:
        chosen = min(range(RANDOMIZERS), key=hashes)
    return vectors.generated(f"C/{number}", chosen, of.n)


SIGNATURE_HEAD = """\
Agrees on every row: the Python package pyhsslms 2.0.0."""


def signature_content(function: Function) -> str:
    """A whole file for a verifier.

    Of each tree there is the one path that its signature needs: all else is from the generator.
    """
    lines = [f"{function.name}; everything from the generator in README.md; columns as there."]
    lines += ["Keys and signatures: python/mote/specifications/lms.py."]
    lines += SIGNATURE_HEAD.splitlines()
    table = [",".join([*signature.COLUMNS, "key", "signature"])]
    for case in signature.cases():
        number, height, q, size = case
        of = lms.Parameters(hash=function.base, h=height)
        name = vectors.generated("I", number, lms.I_BYTES)
        seed = vectors.generated("seed", number, of.n)
        path = [vectors.generated(f"path/{number}", level, of.n) for level in range(height)]
        root = lms.root(of, name, q, lms.made_leaf(of, name, q, seed), path)
        message = vectors.generated("message", number, size)
        randomizer = randomizer_of(of, case, name, message)
        key = lms.public_key(of, name, root)
        signed = lms.sign(of, name, seed, q, randomizer, message, path)
        table.append(",".join([*map(str, case), key.hex(), signed.hex()]))
    return "\n".join([*(f"# {line}" for line in lines), *table]) + "\n"


OTHER_KINDS: dict[str, Callable[[Function], str]] = {
    "blocks": lambda function: blocks_content(function.name),
    "checksum": lambda function: checksum_content(function.name),
    "derivation": derivation_content,
    "generator": lambda _: prng_content(),
    "mac": mac_content,
    "mode": mode_content,
    "signature": signature_content,
}
"""By kind, the content of a file of a function that is neither a hash function nor a cipher."""

OTHERS = [name for name, each in catalog.functions().items() if each.kind in OTHER_KINDS]


def heading(function: str) -> list[str]:
    """The lines at the beginning of a file."""
    source = SOURCES[function]
    module = source.digest.__module__.replace(".", "/")
    text = [
        f"{function}; messages from the generator in README.md; columns as there.",
        f"Digests: tests/{module}.py.",
        *source.head.splitlines(),
    ]
    if catalog.functions()[function].hashing.counter_bits:
        text.append(
            "All this is about rows without a carry; those with one are the reference's alone."
        )
    return [f"# {line}" for line in text]


def content(function: str) -> str:
    """A whole file."""
    if function in CIPHERS:
        return cipher_content(function)
    if function in OTHERS:
        facts = catalog.functions()[function]
        return OTHER_KINDS[facts.kind](facts)
    facts = catalog.functions()[function]
    table = [row(facts, case, reference(facts, case)) for case in vectors.cases(facts)]
    return "\n".join([*heading(function), ",".join(columns(facts)), *table]) + "\n"


def length_digests(function: Function, digest_bits: int) -> Iterator[tuple[int, str]]:
    """For each step between lengths: the SHA-256 of the digests of the messages, in hexadecimal."""
    steps = vectors.length_steps(function)
    wanted = sorted({n for step in steps for n in range(0, vectors.ALL_LENGTHS, step)})
    digests = {n: reference(function, Case(digest_bits, n)) for n in wanted}
    for step in steps:
        chosen = b"".join(digests[n] for n in range(0, vectors.ALL_LENGTHS, step))
        yield step, hashlib.sha256(chosen).hexdigest()


LENGTHS_HEAD = """\
The messages of every length from 0 to 2047 bits: see README.md.  Digests: tests/reference.
Agree on every row of SHA-1 and SHA-2: Digest::SHA 6.02 (Perl 5.36).  On the rows with step 8: the
programs that the heads of the functions' files name."""


def lengths_rows(name: str) -> list[str]:
    """A function's lines of all_lengths.csv."""
    function = catalog.functions()[name]
    return [
        f"{name},{size},{step},{digest}"
        for size in function.sizes
        for step, digest in length_digests(function, size)
    ]


def lengths_content(rows: Mapping[str, Sequence[str]]) -> str:
    """The whole file, from the lines of each function; those of others stay as they are."""
    every = {**_lengths_there(), **rows}
    head = [f"# {line}" for line in LENGTHS_HEAD.splitlines()]
    table = ["function,digest_bits,step,sha256"]
    table += [line for name in SOURCES for line in every.get(name, ())]
    return "\n".join([*head, *table]) + "\n"


def _lengths_there() -> dict[str, list[str]]:
    """The lines of all_lengths.csv by function."""
    found: dict[str, list[str]] = {}
    path = HERE / vectors.LENGTHS.name
    if path.is_file():
        for line in path.read_text(encoding="ascii").splitlines():
            if not line.startswith("#"):
                found.setdefault(line.partition(",")[0], []).append(line)
    return found


Task = tuple[Callable[[str], Any], str]


def _made(task: Task) -> Any:
    make, name = task
    return make(name)


def files(names: Sequence[str] = ()) -> Iterator[tuple[str, str]]:
    """Name and content of every file, or of those of some functions; all processors take part."""
    wanted = [name for name in (*SOURCES, *CIPHERS, *OTHERS) if not names or name in names]
    hashes = [name for name in wanted if name in SOURCES]
    tasks: list[Task] = [(content, name) for name in wanted]
    tasks += [(lengths_rows, name) for name in hashes]
    begun = time.monotonic()
    rows = {}
    with ProcessPoolExecutor(min(len(tasks), os.cpu_count() or 1)) as pool:
        for number, ((make, name), made) in enumerate(
            zip(tasks, pool.map(_made, tasks), strict=True), 1
        ):
            file = f"{name}.csv" if make is content else f"{vectors.LENGTHS.name}, {name}"
            passed = time.monotonic() - begun
            print(f"{number}/{len(tasks)}: {file} ({passed:.1f} s)", file=sys.stderr, flush=True)
            if make is content:
                yield f"{name}.csv", made
            else:
                rows[name] = made
    if rows:
        yield vectors.LENGTHS.name, lengths_content(rows)


def chosen(names: Sequence[str]) -> list[str]:
    """The names, each of a function that has a reference program; raises MoteError."""
    if not names:
        return []
    wanted = catalog.pick_names("function", names, catalog.functions())
    for name in wanted:
        if name not in (*SOURCES, *CIPHERS, *OTHERS):
            raise MoteError(
                f"{name} has no reference program here: write it in tests/reference, and its line "
                "in SOURCES of vectors/make.py (CONTRIBUTING.md)"
            )
    return wanted


def main() -> int:
    parser = argparse.ArgumentParser(description="Write the test vectors again.")
    parser.add_argument("function", nargs="*", metavar="FUNCTION", help="default: all")
    parser.add_argument("--check", action="store_true", help="write nothing; report differences")
    options = parser.parse_args()
    status = 0
    try:
        names = chosen(options.function)
    except MoteError as error:
        print(f"make.py: {error}", file=sys.stderr)
        return 1
    for name, text in files(names):
        path = HERE / name
        if not options.check:
            path.write_text(text, encoding="ascii", newline="\n")
        elif not path.exists() or path.read_text(encoding="ascii") != text:
            print(f"{name} differs from what make.py writes", file=sys.stderr)
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
