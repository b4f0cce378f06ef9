"""One spelling everywhere: Mote's own names, the specifications' and OpenSSL's."""

from __future__ import annotations

from pathlib import Path

import pytest

from mote.catalog import catalog
from mote.choosing import choice
from mote.cli import main
from mote.common.errors import MoteError

KEY = "000102030405060708090a0b0c0d0e0f"

NAMES = {
    "aes256_gcm": ("aes-256-gcm", "AES-256-GCM", "id-aes256-GCM", "aes256-gcm", "aes_256_gcm"),
    "aes128_ccm": ("aes-128-ccm", "id-aes128-CCM", "AES128-CCM"),
    "aes192_wrap": ("aes-192-wrap", "id-aes192-wrap", "AES192-WRAP"),
    "aes128_cmac": ("aes-128-cmac", "AES128-CMAC"),
    "aes128_cbc": ("AES-128-CBC",),
    "chacha20_poly1305": ("chacha20-poly1305", "ChaCha20-Poly1305", "CHACHA20POLY1305"),
    "ascon_aead128": ("Ascon-AEAD128", "ascon-aead128"),
    "sha512_224": ("sha512-224", "SHA-512/224", "sha-512/224", "SHA2-512/224", "SHA512-224"),
    "sha256": ("SHA-256", "SHA2-256", "sha-256"),
    "kmac128": ("KMAC-128", "KMAC128"),
    "hmac_sha256": ("HMAC-SHA-256", "hmac-sha2-256", "HMAC-SHA256"),
    "cshake128": ("cSHAKE128", "CSHAKE-128"),
    "kt128": ("KT128", "KangarooTwelve", "k12"),
    "lms_sha256": ("lms-sha256", "LMS_SHA256"),
}
DIGESTS = {
    "SHA-224": ("sha256", 224),
    "SHA2-384": ("sha512", 384),
    "sha3-512": ("sha3", 512),
    "SHA3-256": ("sha3", 256),
    "BLAKE2B-512": ("blake2b", 512),
    "blake2s256": ("blake2s", 256),
    "KECCAK-384": ("keccak", 384),
    "hmac-sha384": ("hmac_sha512", 384),
    "HMAC-SHA3-512": ("hmac_sha3", 512),
    "sha3-100": ("sha3-100", None),
    "sha384x": ("sha384x", None),
}


@pytest.mark.parametrize("name", NAMES)
def test_one_name_in_every_spelling(name: str) -> None:
    for text in (name, *NAMES[name]):
        assert [each.name for each in choice.functions([text])] == [name], text


@pytest.mark.parametrize("text", DIGESTS)
def test_a_size_in_a_name(text: str) -> None:
    assert choice.with_digest(text, catalog.functions()) == DIGESTS[text]


def test_no_name_is_another_functions() -> None:
    """Each function's own name and title mean it and nothing else."""
    everything = catalog.functions()
    for name, function in everything.items():
        assert choice.with_digest(name, everything) == (name, None)
        assert choice.spelled(name.upper().replace("_", "-"), everything) == name
        assert choice.with_digest(function.title, everything)[0] in (name, function.title)


def test_all_sizes_of_a_key() -> None:
    three = [f"aes{bits}_wrap" for bits in (128, 192, 256)]
    for text in ("aes_wrap", "AES-WRAP"):
        assert [each.name for each in choice.functions([text])] == three
        with pytest.raises(MoteError, match=f"{text}: say the key's size: aes128_wrap, aes192_wra"):
            choice.function(text)
    known = dict(zip(three, (16, 24, 32), strict=True))
    assert [choice.of_key("aes-wrap", known, size) for size in known.values()] == three
    with pytest.raises(MoteError, match="--key has 17 bytes; aes-wrap takes 16, 24 or 32"):
        choice.of_key("aes-wrap", known, 17)


@pytest.mark.parametrize(
    ("words", "printed"),
    [
        (("hash", "sha384", "--hex", "616263"), "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded163"),
        # RFC 8439, section 2.5.2; RFC 4493, example 2; RFC 3394, section 4.6.
        (
            (
                *("mac", "Poly1305", "--hex", b"Cryptographic Forum Research Group".hex(), "--key"),
                "85d6be7857556d337f4452fe42d506a80103808afb0db2fd4abff6af4149f51b",
            ),
            "a8061dc1305136c6c22b8baf0c0127a9",
        ),
        (
            (
                *("mac", "CMAC", "--key", "2b7e151628aed2a6abf7158809cf4f3c"),
                *("--hex", "6bc1bee22e409f96e93d7e117393172a"),
            ),
            "070a16b46b4d4144f79bdd9dd04a287c",
        ),
        (
            (
                *("crypt", "id-aes256-wrap", "--key", f"{KEY}101112131415161718191a1b1c1d1e1f"),
                *("--hex", f"00112233445566778899aabbccddeeff{KEY}"),
            ),
            "28c9f404c4b810f4cbccb35cfb87f8263f5786e2d80ed326cbc7f0e71a99f43bfb988b9b7a02dd21",
        ),
    ],
    ids=lambda value: value[1] if isinstance(value, tuple) else "",
)
def test_commands_take_them(
    words: tuple[str, ...], printed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(list(words)) == 0
    assert capsys.readouterr().out.startswith(printed)


@pytest.mark.parametrize(
    ("words", "files"),
    [
        (("aes-256-gcm",), ["mote_gcm.c", "mote_gcm.h"]),
        (("aes_wrap:portable",), ["mote_aes_wrap.c", "mote_aes_wrap.h"]),
        (("SHA-384:portable",), ["mote_sha512.c", "mote_sha512.h"]),
        (("lms", "sha256:thumb"), ["mote_lms_sha256.S", "mote_lms_sha256.h"]),
    ],
    ids=str,
)
def test_export_takes_them(
    words: tuple[str, ...], files: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["export", *words, "--cpu", "cortex-m0", str(tmp_path / "here")]) == 0
    names = sorted(path.name for path in (tmp_path / "here").iterdir())
    assert [name for name in names if name != "README.md"] == files


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (("bench", "sha384"), "sha384 is sha512 with a digest of 384 bits: write sha512"),
        (("hash", "sha384", "--digest", "256", "--hex", ""), "--digest 256: sha384 has 384 bits"),
        (("pick", "--cpu", "avr8", "--function", "sha384,sha224"), "name several sizes: give one"),
        (("mac", "poly1305", "--key", KEY, "--hex", ""), "--key has 16 bytes; Poly1305 takes 32"),
        (
            ("mac", "poly1305", "--key", KEY + KEY, "--digest", "64", "--hex", ""),
            "Poly1305 has no code of 64 bits; it has one of 128",
        ),
    ],
    ids=str,
)
def test_what_a_name_cannot_mean(
    words: tuple[str, ...], text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(list(words)) == 1
    found = capsys.readouterr()
    assert text in found.err and found.err.count("\n") == 1 and found.out == ""
