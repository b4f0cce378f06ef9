"""A short run of the fuzzer for every function, and what it must find."""

from __future__ import annotations

import dataclasses
import shutil
import subprocess
from pathlib import Path

import pytest

from mote.catalog import catalog, vectors
from mote.catalog.function import Implementation
from mote.common.errors import MissingTool, MoteError
from mote.fuzzing import fuzz
from mote.kinds import mac

ROOT = Path(__file__).resolve().parents[2]
FUNCTIONS = [
    name
    for name, each in catalog.functions().items()
    if fuzz.is_fuzzed(each) and fuzz.portable(each)
]
ALONE = {"blake32", "blake64"}
"""Functions of which no other program is on the registries."""

MOST = 2000
"""Inputs for each function; all of its code that they reach is reached by the first 500."""


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    for tool in ("cargo", "clang", "objcopy"):
        if shutil.which(tool) is None:
            pytest.skip(f"no {tool}")
    if shutil.which("ld") is None or not list(
        Path("/usr/lib").glob("llvm-*/lib/clang/*/lib/*/*fuzzer*")
    ):
        pytest.skip("clang's libFuzzer is not installed")
    try:
        return fuzz.peers()
    except MissingTool as error:
        pytest.skip(str(error))
    except MoteError as error:
        pytest.skip(f"the registries are not reachable: {error}")


def fuzzed(implementations: list[Implementation], library: Path, folder: Path) -> fuzz.Result:
    function = implementations[0].function
    program = fuzz.build(function, implementations, library, folder)
    return fuzz.run(program, function, 1, folder / "corpus", seed=1, most=MOST)


def test_an_old_cargo_says_so_as_the_pages_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    major, minor = fuzz.rust_version()
    cargo = tmp_path / "cargo"
    cargo.write_text(f"#!/bin/sh\necho cargo {major}.{minor - 1}.0\n", encoding="ascii")
    cargo.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    wanted = (
        rf"cargo {major}.{minor - 1}.0 is too old .* {major}.{minor} \(on Debian 12 the package"
    )
    with pytest.raises(MissingTool, match=wanted):
        fuzz.peers()
    # One that is new enough is asked to build.
    cargo.write_text(f"#!/bin/sh\necho cargo {major}.{minor}.0\nexit 1\n", encoding="ascii")
    with pytest.raises(MoteError, match="building peers/ with cargo failed"):
        fuzz.peers()
    assert f"with {MOST:,} messages for each function" in (ROOT / "CONTRIBUTING.md").read_text()
    for page in ("docs/dependencies.md", "benchmarks/host/README.md"):
        assert f"cargo ({major}.{minor} or newer)" in " ".join((ROOT / page).read_text().split())


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.sampled(20)
def test_other_programs_agree(name: str, library: Path, tmp_path: Path) -> None:
    result = fuzzed(fuzz.portable(catalog.functions()[name]), library, tmp_path)
    assert result.problem == ""
    assert result.executions > 100
    assert result.coverage > 10
    assert (result.compared > 10) == (name not in ALONE)


# Reads "<function> <digest bits> <string> <string> <message> <digest>", all but the first two in
# hexadecimal, or - for nothing; writes how many other programs give this digest, or -1.
ASK = r"""
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int mote_peers_agree(const char *function, uint32_t bits, const uint8_t *data, size_t len,
                     const uint8_t *wanted);
int mote_customized_agree(const char *function, uint32_t bits, const uint8_t *first,
                          size_t first_len, const uint8_t *second, size_t second_len,
                          const uint8_t *data, size_t len, const uint8_t *wanted);
static size_t unhex(const char *text, uint8_t *bytes) {
    size_t n = *text == '-' ? 0 : strlen(text) / 2, i;
    for (i = 0; i < n; i++) {
        char digits[3] = {text[2 * i], text[2 * i + 1], 0};
        bytes[i] = (uint8_t)strtoul(digits, NULL, 16);
    }
    return n;
}
int main(void) {
    static char function[64], texts[2][4096], text[200000], wanted[2048];
    static uint8_t strings[2][2048], data[100000], digest[1024];
    unsigned bits;
    while (scanf("%63s %u %4095s %4095s %199999s %2047s", function, &bits, texts[0], texts[1], text,
                 wanted) == 6) {
        size_t first = unhex(texts[0], strings[0]), second = unhex(texts[1], strings[1]);
        size_t len = unhex(text, data);
        int plain, customized;
        unhex(wanted, digest);
        plain = mote_peers_agree(function, bits, data, len, digest);
        customized = mote_customized_agree(function, bits, strings[0], first, strings[1], second,
                                           data, len, digest);
        printf("%d\n", plain < 0 || customized < 0 ? -1 : plain + customized);
    }
    return 0;
}
"""


def agreeing(library: Path, folder: Path, lines: list[str]) -> list[int]:
    (folder / "ask.c").write_text(ASK, encoding="ascii")
    command = ["clang", "-O1", folder / "ask.c", library, "-lpthread", "-ldl", "-lm", "-o"]
    subprocess.run([*map(str, command), str(folder / "ask")], check=True)
    result = subprocess.run(
        [folder / "ask"], input="".join(lines), capture_output=True, text=True, check=True
    )
    return [int(word) for word in result.stdout.split()]


def line(name: str, bits: int, *parts: bytes) -> str:
    """What the program reads."""
    return f"{name} {bits} {' '.join(part.hex() or '-' for part in parts)}\n"


@pytest.mark.parametrize(
    "name",
    [name for name in FUNCTIONS if name not in ALONE and catalog.functions()[name].kind == "hash"],
)
@pytest.mark.sampled(10)
def test_other_programs_give_the_vectors_as_their_heads_say(
    name: str, library: Path, tmp_path: Path
) -> None:
    function = catalog.functions()[name]
    strung = function.hashing.customized or function.hashing.key_bytes
    rows = vectors.own(function) if strung else vectors.plain(function)
    told = [v for v in rows if v.bits % 8 == 0]
    lines = []
    for v in told:
        strings = [
            vectors.generated(what, size, size)
            for what, size in (
                ("name", v.case.name_bytes),
                ("customization", v.case.customization_bytes),
            )
        ]
        if function.hashing.key_bytes:
            strings[0] = vectors.generated("key", v.case.key_bytes, v.case.key_bytes)
        numbers = v.case.item_bytes if v.case.items else []
        numbers += [v.case.tree_block_bytes] if v.case.tree_block_bytes else []
        if numbers:
            strings[0] = b"".join(number.to_bytes(2, "little") for number in numbers)
        asked_for = f"{name}_xof" if v.case.xof else name
        lines.append(line(asked_for, v.digest_bits, *strings, v.message, v.digest))
    agreed = agreeing(library, tmp_path, lines)
    assert min(agreed) >= 0
    asked = {v.digest_bits for v, count in zip(told, agreed, strict=True) if count > 0}
    assert function.main_size in asked
    alone = {v.digest_bits for v, count in zip(told, agreed, strict=True) if count == 0}
    assert not asked & alone
    one = next(v for v in told if v.digest_bits == function.main_size)
    wrong = bytes([one.digest[0] ^ 1]) + one.digest[1:]
    given = line(name, one.digest_bits, b"", b"", one.message, wrong)
    assert agreeing(library, tmp_path, [given]) == [-1]


@pytest.mark.parametrize("name", ["kmac128", "kmac256"])
def test_another_program_gives_the_codes_as_their_heads_say(
    name: str, library: Path, tmp_path: Path
) -> None:
    rows = mac.own(catalog.functions()[name])
    lines = [
        line(
            name + ("_xof" if row.xof else ""),
            *(row.digest_bits, row.key, row.customization, row.message, row.mac),
        )
        for row in rows
    ]
    assert agreeing(library, tmp_path, lines) == [1] * len(rows)
    wrong = lines[0].replace(rows[0].mac.hex(), bytes(len(rows[0].mac)).hex())
    assert agreeing(library, tmp_path, [wrong]) == [-1]


def changed(name: str, right: str, wrong: str, folder: Path) -> Implementation:
    """The small file with a change; its headers are found from anywhere."""
    implementation = fuzz.portable(catalog.functions()[name])[0]
    text = implementation.source.read_text(encoding="ascii")
    assert text.count(right) == 1
    text = text.replace(right, wrong)
    source = folder / f"{implementation.name}.c"
    source.write_text(text, encoding="ascii")
    return dataclasses.replace(implementation, sources=(source,))


@pytest.mark.always
def test_a_wrong_digest_would_be_found(library: Path, tmp_path: Path) -> None:
    # One file alone: only the other program can tell.
    wrong = changed("sha1", "0x8F1BBCDC", "0x8F1BBCDD", tmp_path)
    assert "sha1-160: sha1 0.10.6 gives" in fuzzed([wrong], library, tmp_path).problem


@pytest.mark.always
def test_a_difference_between_our_files_would_be_found(library: Path, tmp_path: Path) -> None:
    wrong = changed("sha1", "ROTR32(p[1], 2)", "ROTR32(p[1], 3)", tmp_path)
    others = [i for i in fuzz.portable(wrong.function) if i.name != wrong.name]
    assert others
    assert " differ " in fuzzed([wrong, *others], library, tmp_path).problem


@pytest.mark.always
def test_a_stray_read_would_be_found(library: Path, tmp_path: Path) -> None:
    wrong = changed("sha1", "add_bytes(cc, data, len);", "add_bytes(cc, data, len + 1);", tmp_path)
    assert "heap-buffer-overflow" in fuzzed([wrong], library, tmp_path).problem
