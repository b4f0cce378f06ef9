"""`mote crypt`: known answers, simulated CPUs beside the host, and one line for what is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from mote.cli import main

KEY = "2b7e151628aed2a6abf7158809cf4f3c"
LONG_KEY = "603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4"
TEXT = "6bc1bee22e409f96e93d7e117393172a"
IV = "000102030405060708090a0b0c0d0e0f"
COUNTER = "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff"

# SP 800-38A, appendix F: ECB, CBC and CTR; IEEE Std 1619, vector 2; SP 800-38D's test case 2 and 3;
# Ascon-AEAD128 as the Rust crate ascon-aead 0.5.2 has it.
KNOWN = [
    (("aes-128-ecb", "--key", KEY), TEXT, "3ad77bb40d7a3660a89ecaf32466ef97"),
    (("aes-128-cbc", "--key", KEY, "--iv", IV), TEXT, "7649abac8119b246cee98e9b12e9197d"),
    (("aes-128-ctr", "--key", KEY, "--iv", COUNTER), TEXT, "874d6191b620e3261bef6864990db6ce"),
    (("aes-256-ctr", "--key", LONG_KEY, "--iv", COUNTER), TEXT, "601ec313775789a5b7a7f504bbf3d228"),
    (
        ("aes-128-xts", "--key", "11" * 16 + "22" * 16, "--iv", "33" * 5 + "00" * 11),
        "44" * 32,
        "c454185e6a16936e39334038acef838bfb186fff7480adc4289382ecd6d394f0",
    ),
    (
        ("aes-128-gcm", "--key", "00" * 16, "--iv", "00" * 12),
        "",
        "58e2fccefa7e3061367f1d57a4e7455a",
    ),
    (
        ("aes-128-gcm", "--key", "00" * 16, "--iv", "00" * 12),
        "00" * 16,
        "0388dace60b6a392f328c2b971b2fe78ab6e47d42cec13bdf53a67b21257bddf",
    ),
    (
        ("aes128_gcm", "--key", "00" * 16, "--iv", "00" * 12, "--tag-bytes", "4"),
        "",
        "58e2fcce",
    ),
    (("ascon-aead128", "--key", IV, "--iv", IV), "", "4427d64b8e1e1451fc445960f0839bb0"),
    (
        ("ascon-aead128", "--key", IV, "--iv", IV, "--aad", "00"),
        "00",
        "25eb4b700ed4ac8517dcba20f673292230",
    ),
]


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["crypt", *words]) == 0
    found = capsys.readouterr()
    assert found.err == ""
    return found.out


@pytest.mark.parametrize(("words", "text", "output"), KNOWN)
@pytest.mark.sampled(3)
def test_known_answers(
    words: tuple[str, ...], text: str, output: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert printed(capsys, *words, "--hex", text) == f"{output}\n"
    assert printed(capsys, *words, "--decrypt", "--hex", output) == f"{text}\n"
    assert printed(capsys, *words, "--hex", text, "--cpu", "cortex-m3") == f"{output}\n"
    back = (*words, "--decrypt", "--hex", output, "--cpu", "cortex-m3")
    assert printed(capsys, *back) == f"{text}\n"


@pytest.mark.parametrize("cpu", ("avr8", "mips32-be"))
def test_a_file_on_a_simulated_cpu(
    cpu: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "text"
    path.write_bytes(bytes(i & 255 for i in range(3000)))
    words = [
        "aes-256-gcm",
        "--key",
        LONG_KEY,
        "--iv",
        "0102",
        "--aad",
        "ab" * 40,
        "--tag-bytes",
        "13",
    ]
    sealed = printed(capsys, *words, str(path))
    assert len(sealed) == 2 * 3013 + 1
    fast = printed(capsys, *words, str(path), "--implementation", "portable_fast")
    assert printed(capsys, *words, str(path), "--cpu", cpu) == sealed == fast
    path.write_bytes(bytes.fromhex(sealed))
    assert bytes.fromhex(printed(capsys, *words, "--decrypt", str(path), "--cpu", cpu)) == bytes(
        i & 255 for i in range(3000)
    )


@pytest.mark.parametrize("where", ((), ("--cpu", "thumb")))
def test_a_wrong_tag_prints_an_error_and_nothing_else(
    where: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["crypt", "aes-128-gcm", "--key", KEY, "--iv", IV, "--decrypt", *where]
    assert main([*words, "--hex", "00" * 20]) == 1
    found = capsys.readouterr()
    assert found.out == ""
    assert found.err.startswith("mote: the tag is wrong") and found.err.count("\n") == 1


GCM = ("aes-128-gcm", "--key", KEY, "--iv", IV)
ASCON = ("ascon-aead128", "--key", KEY)
WRONG = [
    (("aes-128-gcn", "--key", KEY, "--hex", ""), "unknown algorithm 'aes-128-gcn'; did you mean"),
    (("sha256", "--key", KEY, "--hex", ""), "unknown algorithm 'sha256'"),
    (("aes-128-ecb", "--key", "12", "--hex", ""), "--key has 1 bytes; AES-128-ECB takes 16"),
    (("aes-128-xts", "--key", KEY, "--hex", ""), "--key has 16 bytes; AES-128-XTS takes 32 (two"),
    (("aes-128-xts", "--key", KEY * 2, "--iv", IV, "--hex", TEXT), "one key twice"),
    (("aes-128-ecb", "--key", "xy", "--hex", ""), "--key is not hexadecimal"),
    (("aes-128-ecb", "--key", KEY, "--hex", "0"), "--hex '0' is not hexadecimal"),
    (("aes-128-ecb", "--key", KEY, "--hex", "00"), "takes whole blocks of 16"),
    (("aes-128-ecb", "--key", KEY, "--iv", IV, "--hex", ""), "has no IV: leave --iv out"),
    (("aes-128-cbc", "--key", KEY, "--hex", ""), "needs an IV: give --iv HEX"),
    (
        ("aes-128-ctr", "--key", KEY, "--iv", "00", "--hex", ""),
        "--iv has 1 bytes; AES-128-CTR takes",
    ),
    (("aes-128-ctr", "--key", KEY, "--iv", IV, "--aad", "", "--hex", ""), "does not authenticate"),
    (("aes-128-ctr", "--key", KEY, "--iv", IV, "--tag-bytes", "4", "--hex", ""), "has no tag"),
    (("aes-128-xts", "--key", KEY + IV, "--iv", IV, "--hex", "00" * 15), "takes at least 16"),
    (("aes-128-gcm", "--key", KEY, "--iv", "", "--hex", ""), "--iv is empty"),
    ((*GCM, "--tag-bytes", "5", "--hex", ""), "--tag-bytes 5: AES-128-GCM has tags of 4, 8, 12"),
    ((*ASCON, "--iv", IV, "--tag-bytes", "8", "--hex", ""), "Ascon-AEAD128 has tags of 16 bytes"),
    ((*ASCON, "--iv", "00", "--hex", ""), "--iv has 1 bytes; Ascon-AEAD128 takes 16"),
    ((*GCM, "--decrypt", "--hex", "00" * 15), "ends with a tag of 16"),
    ((*GCM,), "give a file or --hex: one of the two"),
    ((*GCM, "--hex", "", "text"), "give a file or --hex: one of the two"),
    ((*GCM, "/no/such/file"), "/no/such/file: No such file or directory"),
    ((*GCM, "--hex", "", "--cpu", "thmb"), "unknown CPU 'thmb'; did you mean 'thumb'?"),
    ((*GCM, "--hex", "", "--implementation", "amd64", "--cpu", "thumb"), "amd64 is not for thumb"),
    (
        ("aes-128-xts", "--key", KEY + IV, "--iv", IV, "--hex", "00" * 5000, "--cpu", "avr8"),
        "avr8 holds at most",
    ),
]


@pytest.mark.parametrize(("words", "said"), WRONG)
def test_what_is_wrong_is_said_in_a_line(
    words: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["crypt", *words]) == 1
    found = capsys.readouterr()
    assert found.out == ""
    assert found.err.startswith("mote: ") and said in found.err and found.err.count("\n") == 1
    assert KEY not in found.err
