"""Run the files of vectors/ through mote_hash: module_vectors.py FOLDER."""

from __future__ import annotations

import csv
import hashlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import mote_hash

#: Functions of one file whose names in Python depend on the digest's size.
OF_SIZE: dict[str, Callable[[int], str]] = {
    "blake256": lambda bits: f"blake{bits}",
    "blake32": lambda bits: {224: "blake28", 256: "blake32"}[bits],
    "blake512": lambda bits: f"blake{bits}",
    "blake64": lambda bits: {384: "blake48", 512: "blake64"}[bits],
    "bmw256": lambda bits: f"bmw{bits}",
    "bmw512": lambda bits: f"bmw{bits}",
    "groestl256": lambda bits: f"groestl{bits}",
    "groestl512": lambda bits: f"groestl{bits}",
    "jh": lambda bits: f"jh{bits}",
    "keccak": lambda bits: f"keccak_{bits}",
    "luffa256": lambda bits: f"luffa{bits}",
    "sha256": lambda bits: f"sha{bits}",
    "sha3": lambda bits: f"sha3_{bits}",
    "sha512": lambda bits: f"sha{bits}",
    **{
        name: lambda bits, name=name: f"{name[:-3]}_{name[-3:]}"
        for name in ("shake128", "shake256", "cshake128", "cshake256")
    },
}
SAME = (
    *("ascon_cxof128", "ascon_hash256", "ascon_xof128", "blake2b", "blake2s", "blake3"),
    *("kt128", "kt256", "luffa384", "luffa512", "parallelhash128", "parallelhash256", "sha1"),
    *("sha512_224", "sha512_256", "shabal", "skein1024", "skein256", "skein512"),
    *("tuplehash128", "tuplehash256", "turboshake128", "turboshake256"),
)
WITH_SIZE = ("blake2b", "blake2s", "skein", "shabal", "parallelhash", "tuplehash", "kmac")


def rows(folder: Path, name: str) -> Iterator[dict[str, str]]:
    with (folder / f"{name}.csv").open(newline="") as file:
        yield from csv.DictReader(line for line in file if not line.startswith("#"))


def made(what: str, number: object, size: int) -> bytes:
    return hashlib.shake_128(f"mote/{what}{number}".encode()).digest(size)


def options(row: dict[str, str]) -> dict[str, object]:
    given: dict[str, object] = {}
    for column, option in (
        ("key", "key"),
        ("personalization", "person"),
        ("name", "function_name"),
        ("customization", "customization"),
    ):
        if row.get(f"{column}_bytes"):
            number = int(row[f"{column}_bytes"])
            given[option] = made(f"{column}/", number, number)
    if row.get("domain"):
        given["domain"] = int(row["domain"], 0)
    if row.get("tree_block_bytes"):
        given["chunk_size"] = int(row["tree_block_bytes"])
    return given


def check_hashes(folder: Path) -> int:
    count = 0
    for name in (*OF_SIZE, *SAME):
        for row in rows(folder, name):
            # No state is set here, and TupleHash's strings are not encoded already.
            if row.get("carry") or (name.startswith("tuple") and not row["items"]):
                continue
            digest, given = bytes.fromhex(row["digest"]), options(row)
            bits = int(row["message_bits"])
            message = made("", bits, (bits + 7) // 8)
            if row.get("message"):
                message = bytes.fromhex(row["message"])
            called = OF_SIZE[name](8 * len(digest)) if name in OF_SIZE else name
            xof = row.get("xof") == "1"
            if name == "blake3" and "customization" in given:
                given["derive_key_context"] = given.pop("customization")
            elif xof and name != "blake3":
                called = called.replace("hash", "hashxof")
            elif called.startswith(WITH_SIZE):
                given["digest_size"] = len(digest)
            make = getattr(mote_hash, called)
            if name.startswith("tuple"):
                h, place = make(**given), 0
                for size in [] if row["items"] == "none" else map(int, row["items"].split()):
                    h.update(message[place : place + size])
                    place += size
            else:
                h = make(**given)
                if bits % 8:
                    h.update(message[: bits // 16])
                    h.update_bits(message[bits // 16 :], bits - bits // 16 * 8)
                else:
                    cut = bits // 24
                    h.update(memoryview(bytearray(message[:cut])))
                    h.copy().update(b"not of it")
                    h.update(message[cut:])
            if h.digest_size == 0 or name == "blake3":
                assert h.digest(len(digest)) == digest, (name, row)
                assert h.hexdigest(length=len(digest)) == digest.hex(), (name, row)
                pieces = [h.read(1), h.read(len(digest) // 2), h.read(len(digest))]
                assert b"".join(pieces)[: len(digest)] == digest, (name, row)
            else:
                assert h.digest() == digest and h.hexdigest() == digest.hex(), (name, row)
            count += 1
    return count


def check_macs(folder: Path) -> int:
    count = 0
    of_hash = {"sha256": OF_SIZE["sha256"], "sha512": OF_SIZE["sha512"], "sha3": OF_SIZE["sha3"]}
    for name in ("hmac_sha1", "hmac_sha256", "hmac_sha3", "hmac_sha512", "kmac128", "kmac256"):
        for row in rows(folder, name):
            number, mac = row["number"], bytes.fromhex(row["mac"])
            key = made("key/", number, int(row["key_bytes"]))
            message = made("message/", number, int(row["message_bytes"]))
            if name.startswith("hmac"):
                of = name.removeprefix("hmac_")
                digestmod = of_hash.get(of, lambda bits, of=of: of)(int(row["digest_bits"]))
                code = mote_hash.hmac_new(key, message[:5], digestmod)
                code.update(message[5:])
                assert code.digest() == mac and code.copy().hexdigest() == mac.hex(), (name, row)
                assert mote_hash.hmac_digest(key, message, digestmod) == mac
            else:
                size = int(row["customization_bytes"])
                given = {"key": key, "customization": made("customization/", number, size)}
                if row["xof"] == "1":
                    h = getattr(mote_hash, name.replace("kmac", "kmacxof"))(message, **given)
                    assert h.digest(len(mac)) == mac, (name, row)
                    assert h.read(1) + h.read(len(mac) - 1) == mac, (name, row)
                else:
                    given["digest_size"] = len(mac)
                    assert getattr(mote_hash, name)(message, **given).digest() == mac, (name, row)
            count += 1
    return count


def check_aeads(folder: Path) -> int:
    count = 0
    for name, key_bytes, make in (
        ("aes128_gcm", 16, mote_hash.AESGCM),
        ("aes192_gcm", 24, mote_hash.AESGCM),
        ("aes256_gcm", 32, mote_hash.AESGCM),
        ("aes128_ccm", 16, mote_hash.AESCCM),
        ("aes192_ccm", 24, mote_hash.AESCCM),
        ("aes256_ccm", 32, mote_hash.AESCCM),
        ("chacha20_poly1305", 32, mote_hash.ChaCha20Poly1305),
        ("ascon_aead128", 16, mote_hash.AsconAEAD128),
    ):
        for row in rows(folder, name):
            tag_bytes = int(row["tag_bytes"])
            if make is mote_hash.AESGCM and tag_bytes != 16:
                continue  # as in cryptography, which makes tags of 16 bytes alone
            number = row["number"]
            nonce = bytes.fromhex(row["iv"]) or made("iv/", number, int(row["iv_bytes"]))
            aad = made("aad/", number, int(row["aad_bytes"]))
            text = made("text/", number, int(row["bytes"]))
            key = made("key/", number, key_bytes)
            aead = make(key, tag_bytes) if make is mote_hash.AESCCM else make(key)
            output = bytes.fromhex(row["output"])
            assert aead.encrypt(nonce, text, aad) == output, (name, row)
            assert aead.decrypt(nonce, output, aad) == text, (name, row)
            for place in {0, len(output) // 2, len(output) - 1}:
                wrong = bytearray(output)
                wrong[place] ^= 0x40
                try:
                    aead.decrypt(nonce, wrong, aad)
                except mote_hash.InvalidTag:
                    continue
                raise AssertionError((name, row, place))
            count += 1
    return count


def check_signatures(folder: Path) -> int:
    count = 0
    for name in ("lms_sha256", "lms_shake256"):
        for row in rows(folder, name):
            message = made("message/", row["number"], int(row["message_bytes"]))
            key, signature = bytes.fromhex(row["key"]), bytes.fromhex(row["signature"])
            assert mote_hash.lms_verify(key, message, signature), (name, row["number"])
            wrong = bytearray(signature)
            wrong[100] ^= 1
            assert not mote_hash.lms_verify(key, message, wrong)
            assert not mote_hash.lms_verify(key, message + b"x", signature)
            assert not mote_hash.lms_verify(key, message, signature[:-1])
            count += 1
    return count


if __name__ == "__main__":
    vectors = Path(sys.argv[1])
    counts = [each(vectors) for each in (check_hashes, check_macs, check_aeads, check_signatures)]
    print(*counts)
