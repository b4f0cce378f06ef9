"""Block ciphers: reference, vectors, the C files on this computer, and checks that must fail."""

from __future__ import annotations

import csv
import ctypes
import dataclasses
import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compilers import COMPILER
from includes import INCLUDE_FLAGS
from mote.building import package
from mote.catalog import catalog
from mote.catalog.function import Implementation
from mote.checking import sanitizer
from mote.cli import main
from mote.kinds import cipher
from mote.measuring import bench
from reference import skein
from test_vectors import generator

pytestmark = pytest.mark.about("src/speck_simon")

ROOT = Path(__file__).resolve().parents[2]
CIPHERS = {name: each for name, each in catalog.functions().items() if each.kind == "cipher"}
FILES = [
    implementation
    for each in CIPHERS.values()
    for implementation in catalog.implementations(each)
    if implementation.kernel is None and implementation.source.suffix == ".c"
]
each_file = pytest.mark.parametrize(
    "implementation", FILES, ids=lambda i: f"{i.function.name}-{i.name}"
)
sanitized = pytest.mark.skipif(not sanitizer.available(), reason="no gcc with its sanitizers")
host_only = pytest.mark.skipif(COMPILER is None, reason="no C compiler for this computer")


class Library:
    """The three functions of a cipher in this process."""

    def __init__(self, implementation: Implementation, folder: Path) -> None:
        assert COMPILER is not None
        path = folder / "cipher.so"
        command = [COMPILER, "-O2", "-fPIC", "-shared", *INCLUDE_FLAGS]
        subprocess.run([*command, str(implementation.source), "-o", str(path)], check=True)
        self._library = ctypes.CDLL(str(path))
        self._symbols = implementation.symbols
        self.size = implementation.function.block_bytes

    def run(self, which: int, key: bytes, tweak: bytes, block: bytes, offset: int) -> bytes:
        """Encrypt (1) or decrypt (2) in place, at an address with this offset."""
        context = ctypes.create_string_buffer(1024)
        self._library[self._symbols[0]](context, key)
        buffer = ctypes.create_string_buffer(bytes(offset) + block, offset + self.size + 1)
        buffer[offset + self.size] = b"\x5a"
        place = ctypes.c_void_p(ctypes.addressof(buffer) + offset)
        self._library[self._symbols[which]](context, tweak, place, place)
        assert buffer.raw[-1:] == b"\x5a" and buffer.raw[:offset] == bytes(offset)
        return buffer.raw[offset:-1]


@host_only
@each_file
def test_encrypts_like_the_reference_and_decrypts(
    implementation: Implementation, tmp_path: Path
) -> None:
    code = Library(implementation, tmp_path)
    size = code.size

    @settings(deadline=None, derandomize=True, database=None, max_examples=40)
    @given(
        st.binary(min_size=size, max_size=size),
        st.binary(min_size=16, max_size=16),
        st.binary(min_size=size, max_size=size),
        st.integers(0, 7),
    )
    def holds(key: bytes, tweak: bytes, block: bytes, offset: int) -> None:
        encrypted = code.run(1, key, tweak, block, offset)
        assert encrypted == skein.encrypt(key, int.from_bytes(tweak, "little"), block)
        assert code.run(2, key, tweak, encrypted, offset) == block

    holds()


@sanitized
@each_file
def test_vectors_under_sanitizers(implementation: Implementation) -> None:
    name = implementation.function.name
    assert len(sanitizer.vector_lines(name)) > 20
    assert sanitizer.complaint(name, implementation.sources, ()) == ""


@pytest.mark.always
@sanitized
@pytest.mark.parametrize(
    ("right", "wrong", "words"),
    [
        # An array that is left within the frame: the guard of a simulated CPU sees no more of it
        # than a digest that stays right.
        ("t[6], s[2], y[2 * WORDS];", "t[6], s[1], y[2 * WORDS];", "out of bounds"),
        ("s[0] != ROUNDS / 4; s[0]++", "s[0] != ROUNDS / 8; s[0]++", "wrong digests"),
    ],
)
def test_sanitizers_see_what_is_wrong(right: str, wrong: str, words: str, tmp_path: Path) -> None:
    (tmp_path / "skein").mkdir()
    text = (ROOT / "src" / "skein" / "threefish_small.h").read_text(encoding="ascii")
    assert text.count(right) == 1
    (tmp_path / "skein" / "threefish_small.h").write_text(text.replace(right, wrong))
    source = ROOT / "src" / "skein" / "threefish256" / "portable.c"
    assert words in sanitizer.complaint("threefish256", [source], [tmp_path])


def test_reference_decrypts_what_it_encrypts() -> None:
    for size in (32, 64, 128):
        key, block = bytes(range(size)), bytes(range(size, 2 * size))
        tweak = 0x0123456789ABCDEF0011223344556677
        assert skein.decrypt(key, tweak, skein.encrypt(key, tweak, block)) == block


# The test vectors that the authors published with the submission: key, tweak and block all zeros.
PUBLISHED = {
    "threefish256": "84da2a1f8beaee947066ae3e3103f1ad536db1f4a1192495116b9f3ce6133fd8",
    "threefish512": (
        "b1a2bbc6ef6025bc40eb3822161f36e375d1bb0aee3186fbd19e47c5d479947b"
        "7bc2f8586e35f0cff7e7f03084b0b7b1f1ab3961a580a3e97eb41ea14a6d7bbe"
    ),
    "threefish1024": (
        "f05c3d0a3d05b304f785ddc7d1e036015c8aa76e2f217b06c6e1544c0bc1a90d"
        "f0accb9473c24e0fd54fea68057f43329cb454761d6df5cf7b2e9b3614fbd5a2"
        "0b2e4760b40603540d82eabc5482c171c832afbe68406bc39500367a592943fa"
        "9a5b4a43286ca3c4cf46104b443143d560a4b230488311df4feef7e1dfe8391e"
    ),
}


@pytest.mark.parametrize("name", CIPHERS)
def test_reference_gives_the_published_vectors(name: str) -> None:
    size = CIPHERS[name].block_bytes
    assert skein.encrypt(bytes(size), 0, bytes(size)).hex() == PUBLISHED[name]


@pytest.mark.parametrize("name", CIPHERS)
def test_file_is_what_the_generator_writes(name: str) -> None:
    path = ROOT / "vectors" / f"{name}.csv"
    text = path.read_text(encoding="ascii")
    assert generator().content(name) == text
    rows = list(csv.DictReader(line for line in text.splitlines() if not line.startswith("#")))
    assert len(rows) == len(cipher.own(CIPHERS[name])) >= 40
    first = cipher.own(CIPHERS[name])[0]
    tweak = int.from_bytes(first.tweak, "little")
    assert skein.encrypt(first.key, tweak, first.plaintext) == first.ciphertext
    own = cipher.own(CIPHERS[name])
    carrying = [each for each in own if each.number == own[-1].number]
    assert len(carrying) == len({each.plaintext for each in carrying}) == 16


SMALL = ("threefish256", "portable")


def outcome(change: tuple[str, str], folder: Path, cpu: str = "thumb") -> dict[str, str]:
    """The status of each check on threefish256's small file with one change."""
    implementation = next(i for i in FILES if (i.function.name, i.name) == SMALL)
    files = package.pack(implementation)
    text = files.sources[0].text
    assert text.count(change[0]) == 1
    (folder / files.header.name).write_text(files.header.text, encoding="ascii")
    (folder / "portable.c").write_text(text.replace(*change), encoding="ascii")
    broken = dataclasses.replace(implementation, sources=(folder / "portable.c",))
    job = bench.BenchJob(broken, catalog.cpus()[cpu], full=True, measure=False)
    result = bench.run(job)
    assert result.problem == ""
    return {check.name: check.status for check in result.checks}


DECRYPT = "    if (back)\n        decrypt(x, cc->key, words);"


@pytest.mark.sampled(4, by=())
@pytest.mark.parametrize(
    ("change", "failed"),
    [
        ((DECRYPT, DECRYPT.replace("words);", "cc->key);")), "vectors"),
        (("out[i] = GET_BYTE(x, i);", "out[i + 1] = GET_BYTE(x, i);"), "guard"),
        (("out[i] = GET_BYTE(x, i);", "out[i] = ((unsigned char *)src)[i] = 1;"), "guard"),
        ((DECRYPT, "    if (x[0] & 1)\n        x[1] ^= 2;\n" + DECRYPT), "constant time"),
        (
            (
                "    crypt(cc, tweak, src, dst, 0);\n",
                '    crypt(cc, tweak, src, dst, 0);\n    __asm__ volatile("mov r5, #7");\n',
            ),
            "ABI",
        ),
        (("#define DECRYPT\n", "#define DECRYPT\nint mote_calls = 1;\n"), "object rules"),
    ],
    ids=["wrong tweak", "past the end", "writes its source", "branch", "register", "variable"],
)
def test_a_broken_cipher_is_caught(change: tuple[str, str], failed: str, tmp_path: Path) -> None:
    assert outcome(change, tmp_path)[failed] == "failed"


def test_the_unchanged_cipher_passes(tmp_path: Path) -> None:
    assert set(outcome((DECRYPT, DECRYPT), tmp_path).values()) == {"passed"}


def test_a_cipher_is_not_hashed_with(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hash", "threefish512", "--hex", "00"]) == 1
    assert "threefish512 is a block cipher, not a hash function" in capsys.readouterr().err
