"""The test vectors: the reference, the specification's own digests, and other people's programs."""

from __future__ import annotations

import csv
import dataclasses
import functools
import hashlib
import importlib.util
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from mote import cli
from mote.catalog import catalog, vectors
from mote.catalog.function import Implementation
from mote.machines import host
from reference import sha2, shabal

ROOT = Path(__file__).resolve().parents[2]
VECTORS = ROOT / "vectors"

# Shabal, sections 3.2 and 3.3: message A is 64 bytes 0, message B the text below.
MESSAGE_B = (
    b"abcdefghijklmnopqrstuvwxyz-0123456789-ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    b"-0123456789-abcdefghijklmnopqrstuvwxyz"
)
SHABAL_SPECIFICATION = [
    (192, bytes(64), "0f706ecb97cf4dce00bfbbd2fb64530c32870cb44839730d"),
    (224, bytes(64), "99dda614f907d2e8817618f730696f3200aeca8b5f85f42543ba2031"),
    (256, bytes(64), "da8f08c02a67ba9a56bdd0798e48ae0714215e093b5b850649a37718993f54a2"),
    (
        384,
        bytes(64),
        "9dde1233910d85da3a5c780312b111c6fcca1b5dd25537035ee08e3b4e1e2515"
        "4f726a6384e5a8f0afeaab4ac4c02f12",
    ),
    (
        512,
        bytes(64),
        "158016c6c81f3f0a52d98d68ed2f9e8e7895ef23cba7e2bc6109d8a532e6c9e6"
        "a6a501979fb837f04ec4c620e73179dc82abb52b32cdadb35650e29c985e3022",
    ),
    (192, MESSAGE_B, "690fae79226d95760ae8fdb4f58c0537111756557d307b15"),
    (224, MESSAGE_B, "c7d62d8d2a3474b4f4a9d11a52db3d435bf158cf454c5d561d7125f5"),
    (256, MESSAGE_B, "b49f34bf51864c30533cc46cc2542bdec2f96fd06f5c539aff6ead5883f7327a"),
    (
        384,
        MESSAGE_B,
        "30012c0e3edc460bd78627c2c30944d2a189669afa2d7a9713ef2f774c4474a4"
        "3af1cbcec5fab4248c0873f038fbeba0",
    ),
    (
        512,
        MESSAGE_B,
        "677e6f7f12d70af0b335662f59b56851f3653e66647d3386dfda0143254cc8a5"
        "db3e2194068c6f71597d7b60984d22b47a1f60d91ca8dfcb175d65b97359cecf",
    ),
]

# FIPS 180-4 points to NIST's examples; these are the ones for the message "abc".
SHA_SPECIFICATION = [
    (160, b"abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
    (224, b"abc", "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7"),
    (256, b"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
        384,
        b"abc",
        "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed"
        "8086072ba1e7cc2358baeca134c825a7",
    ),
    (
        512,
        b"abc",
        "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
        "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
    ),
]

TRUNCATED_SPECIFICATION = [
    (224, b"abc", "4634270f707b6a54daae7530460842e20e37ed265ceee9a43e8924aa"),
    (256, b"abc", "53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23"),
]


def generator() -> ModuleType:
    """vectors/make.py as a module."""
    spec = importlib.util.spec_from_file_location("vectors_make", VECTORS / "make.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


SOURCES = generator().SOURCES
"""By function: the reference program, as vectors/make.py has it."""

SPECIFICATION: dict[Callable[[bytes, int], bytes], list[tuple[int, bytes, str]]] = {
    shabal.digest: SHABAL_SPECIFICATION,
    sha2.digest: SHA_SPECIFICATION,
    sha2.truncated: TRUNCATED_SPECIFICATION,
}
"""By reference program: digest size in bits, message, digest, as the specification prints them."""

LONG = 20_000
"""Bits: on longer messages the reference programs are too slow for a test; our C is tried there."""

each_function = pytest.mark.parametrize("function", SOURCES)


OTHER_ROWS = (
    *("carry", "key_bytes", "personalization_bytes", "carrying"),
    *("name_bytes", "customization_bytes", "domain"),
)


@functools.cache
def rows(function: str) -> list[tuple[int, int, str]]:
    """(digest bits, message bits, digest) of every row of a file that has nothing else."""
    lines = (VECTORS / f"{function}.csv").read_text(encoding="ascii").splitlines()
    table = csv.DictReader(line for line in lines if not line.startswith("#"))
    return [
        (int(r["digest_bits"]), int(r["message_bits"]), r["digest"])
        for r in table
        if not any(r.get(name) for name in OTHER_ROWS)
    ]


def head(function: str) -> str:
    """The lines before the table, as running text."""
    text = (VECTORS / f"{function}.csv").read_text(encoding="ascii")
    return text.partition("digest_bits,")[0].replace("\n# ", " ")


def message(bits: int) -> bytes:
    """The generator of vectors/README.md, written down a second time."""
    return hashlib.shake_128(b"mote/%d" % bits).digest(-(-bits // 8))


def test_every_function_has_vectors_and_the_other_way_round() -> None:
    assert set(SOURCES) == set(catalog.hashes())
    files = {path.stem for path in VECTORS.glob("*.csv")} - {vectors.LENGTHS.stem}
    assert files == set(catalog.functions())


@pytest.mark.parametrize(
    ("digest", "bits", "text", "wanted"),
    [(digest, *row) for digest, table in SPECIFICATION.items() for row in table],
)
def test_reference_gives_the_specifications_digests(
    digest: Callable[[bytes, int], bytes], bits: int, text: bytes, wanted: str
) -> None:
    assert digest(text, bits).hex() == wanted


# Bytes of a block, bytes of the length and bits of the padding with the length, for the digest
# sizes named; written down from the specifications a second time.
PADDING = {
    "sha1": (160, 64, 8, 65),  # FIPS 180-4, 5.1.1: a bit 1, then 64 bits
    "sha256": (256, 64, 8, 65),
    "sha512": (512, 128, 16, 129),  # 5.1.2: 128 bits
    "blake256": (256, 64, 8, 66),  # a bit 1, bits 0, a bit 1, then 64 bits
    "blake512": (384, 128, 16, 130),
    "bmw512": (512, 128, 8, 65),
    "groestl512": (384, 128, 8, 65),
    "jh": (256, 64, 16, 512),  # always a whole block more
    "keccak": (512, 72, 0, 2),  # pad10*1
    "sha3": (224, 144, 0, 4),  # FIPS 202, 6.1: 01, then pad10*1
    "shake128": (256, 168, 0, 6),  # 6.2: 1111, then pad10*1
    "luffa512": (512, 32, 0, 1),
    "shabal": (512, 64, 0, 1),
    "skein512": (512, 64, 0, 0),
}


@pytest.mark.parametrize("function", PADDING)
def test_rows_cover_every_boundary_of_the_padding(function: str) -> None:
    """The longest message that fits a block or two, and the next, in bits and in bytes."""
    size, block, length, padding = PADDING[function]
    facts = catalog.functions()[function]
    lengths = {row[1] for row in rows(function) if row[0] == size}
    for blocks in (1, 2):
        for room in (0, 8 * length, padding):
            last = 8 * block * blocks - room
            assert lengths >= {n for n in (last - 1, last, last + 1) if n >= 0}
            whole = last // 8 * 8
            assert lengths >= {n for n in (whole - 8, whole, whole + 8) if n >= 0}
    if size == facts.main_size:
        for step in (-1, 0, 1):
            assert lengths >= {8 * (2**n + step) for n in (8, 12, 13, 16)}


@each_function
def test_rows_are_those_that_the_function_needs(function: str) -> None:
    facts = catalog.functions()[function]
    cases = [vector.case for vector in vectors.own(facts)]
    assert cases == list(vectors.cases(facts))
    assert len(set(cases)) == len(cases)
    assert {row[0] for row in rows(function)} >= set(facts.sizes)
    assert all(len(row[2]) * 4 == row[0] for row in rows(function))
    assert all(facts.has_digest(row[0]) for row in rows(function))
    assert (VECTORS / f"{function}.csv").stat().st_size < 64_000
    if facts.hashing.any_digest and not facts.hashing.largest_digest:
        rate = 8 * facts.hashing.output_bytes
        assert {row[0] for row in rows(function)} >= {rate - 8, rate, rate + 8, 2 * rate + 8}


def test_a_function_that_is_new_has_its_lengths_at_once() -> None:
    function = catalog.functions()["sha256"]
    hashing = dataclasses.replace(
        function.hashing,
        length_bytes=4,
        padding_bits=40,
        counter_bits=32,
        counter_unit="blocks",
    )
    facts = dataclasses.replace(function, block_bytes=48, hashing=hashing)
    wanted = list(vectors.cases(facts))
    assert {case.bits for case in wanted if not case.carry} >= {343, 344, 345, 351, 352, 353, 385}
    assert [case.carry for case in wanted if case.carry] == [16, 19, 24, 32]


def test_unused_bits_of_messages_are_dirty() -> None:
    partial = {bits for _, bits, _ in rows("shabal") if bits % 8}
    dirty = [bits for bits in partial if message(bits)[-1] & (0xFF >> bits % 8)]
    assert len(dirty) > len(partial) / 2


@each_function
def test_reference_ignores_unused_bits(function: str) -> None:
    digest, facts = SOURCES[function].digest, catalog.functions()[function]
    size = facts.main_size
    if not facts.hashing.bit_messages:
        with pytest.raises(ValueError, match="whole bytes"):
            digest(b"\xa0", size, 3)
        return
    assert digest(b"\xa0", size, 3) == digest(b"\xbf", size, 3)
    assert digest(b"\xa0", size, 4) != digest(b"\xbf", size, 4)


@each_function
@pytest.mark.parametrize(("size", "bits"), [(0, 0), (100, 0), (544, 0), (None, 9), (None, -1)])
def test_reference_rejects_what_does_not_exist(function: str, size: int | None, bits: int) -> None:
    facts = catalog.functions()[function]
    if size is not None and facts.has_digest(size):
        size, bits = None, 9
    with pytest.raises(ValueError, match=r"ha(s|ve) no"):
        SOURCES[function].digest(b"a", facts.main_size if size is None else size, bits)


@each_function
@pytest.mark.sampled(8)
def test_file_is_what_the_generator_writes(function: str) -> None:
    """Every line but those of the longest messages, which are C's (below)."""
    make, facts = generator(), catalog.functions()[function]
    lines = (VECTORS / f"{function}.csv").read_text(encoding="ascii").splitlines()
    heading = [*make.heading(function), ",".join(make.columns(facts))]
    assert lines[: len(heading)] == heading
    for line, case in zip(lines[len(heading) :], vectors.cases(facts), strict=True):
        if case.bits <= LONG:
            assert line == make.row(facts, case, make.reference(facts, case))


@each_function
@pytest.mark.sampled(8)
def test_lengths_are_what_the_generator_writes(function: str) -> None:
    """For the main digest size and the largest step: few messages of every kind of length."""
    facts = catalog.functions()[function]
    found = {(each.digest_bits, each.step): each for each in vectors.all_lengths(facts)}
    steps = vectors.length_steps(facts)
    assert set(found) == {(size, step) for size in facts.sizes for step in steps}
    thin = found[facts.main_size, steps[-1]]
    assert {n % 8 for n in thin.lengths} == (set(range(8)) if facts.hashing.bit_messages else {0})
    digests = [
        SOURCES[function].digest(message(n), facts.main_size, n) for n in range(0, 2048, steps[-1])
    ]
    assert hashlib.sha256(b"".join(digests)).digest() == thin.digest


C_FILES = [
    implementation
    for facts in catalog.hashes().values()
    for implementation in catalog.implementations(facts)
    if catalog.is_portable(implementation)
]
each_c_file = pytest.mark.parametrize(
    "implementation", C_FILES, ids=lambda each: f"{each.function.name}-{each.name}"
)


def wrong_on_the_host(implementation: Implementation) -> list[tuple[int, int]]:
    """(digest size, length in bits, or minus the step between lengths) of what comes out wrong."""
    found = []
    plain = vectors.plain(implementation.function)
    with host.Program(implementation) as program:
        for size in sorted({each.digest_bits for each in plain}):
            some = [each for each in plain if each.digest_bits == size]
            digests = program.hash_messages(size, [(each.message, each.bits) for each in some])
            for each, digest in zip(some, digests, strict=True):
                if digest != each.digest:
                    found.append((size, each.bits))
        for many in vectors.all_lengths(implementation.function):
            texts = [(message(n), n) for n in many.lengths]
            digests = program.hash_messages(many.digest_bits, texts)
            if hashlib.sha256(b"".join(digests)).digest() != many.digest:
                found.append((many.digest_bits, -many.step))
    return found


@each_c_file
@pytest.mark.sampled(20)
def test_c_gives_every_digest_and_every_length(implementation: Implementation) -> None:
    assert wrong_on_the_host(implementation) == []


@pytest.mark.always
def test_one_wrong_length_of_2048_would_be_seen(tmp_path: Path) -> None:
    """A length that no row has: SHA-256 wrong at 1003 bits alone."""
    implementation = next(i for i in C_FILES if i.function.name == "sha256")
    assert 1003 not in {row[1] for row in rows("sha256")}
    text = implementation.source.read_text(encoding="ascii")
    right = "add_padding(cc, ub, n, 56);"
    assert text.count(right) == 1
    text = text.replace(right, f"if (low == 1003) ub ^= 0x80; {right}")
    (tmp_path / "portable.c").write_text(text, encoding="ascii")
    broken = dataclasses.replace(implementation, sources=(tmp_path / "portable.c",))
    assert wrong_on_the_host(broken) == [(224, -1), (256, -1)]


def test_a_changed_file_is_reported_and_written_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    make = generator()
    right = {"one.csv": "a\n1\n", "two.csv": "b\n2\n"}
    monkeypatch.setattr(make, "HERE", tmp_path)
    monkeypatch.setattr(make, "files", lambda names: iter(right.items()))
    (tmp_path / "one.csv").write_text("a\n1\n", encoding="ascii")
    (tmp_path / "two.csv").write_text("b\n3\n", encoding="ascii")
    monkeypatch.setattr("sys.argv", ["make.py", "--check"])
    assert make.main() == 1
    said = capsys.readouterr().err
    assert "two.csv differs" in said and "one.csv" not in said
    monkeypatch.setattr("sys.argv", ["make.py"])
    assert make.main() == 0
    assert (tmp_path / "two.csv").read_text(encoding="ascii") == "b\n2\n"


def test_one_function_is_made_anew_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    make = generator()
    # For its other processes.
    monkeypatch.setitem(sys.modules, make.__name__, make)
    monkeypatch.setattr(make, "HERE", tmp_path)
    monkeypatch.setattr(make, "lengths_rows", lengths_of_one_row)
    shutil.copy(VECTORS / "all_lengths.csv", tmp_path)
    monkeypatch.setattr("sys.argv", ["make.py", "sha1", "crc32"])
    assert make.main() == 0
    assert {path.name for path in tmp_path.iterdir()} == {
        "sha1.csv",
        "crc32.csv",
        "all_lengths.csv",
    }
    for name in ("sha1.csv", "crc32.csv"):
        assert (tmp_path / name).read_bytes() == (VECTORS / name).read_bytes()
    there = (VECTORS / "all_lengths.csv").read_text().splitlines()
    made = (tmp_path / "all_lengths.csv").read_text().splitlines()
    assert [line for line in made if not line.startswith("sha1,")] == [
        line for line in there if not line.startswith("sha1,")
    ]
    assert "sha1,160,1,00" in made
    progress = capfd.readouterr().err.splitlines()
    assert [line.partition(" (")[0] for line in progress] == [
        "1/3: sha1.csv",
        "2/3: crc32.csv",
        "3/3: all_lengths.csv, sha1",
    ]
    for name, words in (("sha2", "unknown function 'sha2'; did you mean"), ("x", "known: ")):
        monkeypatch.setattr("sys.argv", ["make.py", name])
        assert make.main() == 1
        [line] = capfd.readouterr().err.splitlines()
        assert words in line
    monkeypatch.delitem(make.SOURCES, "sha1")
    monkeypatch.setattr("sys.argv", ["make.py", "sha1"])
    assert make.main() == 1
    assert "sha1 has no reference program here" in capfd.readouterr().err


def lengths_of_one_row(name: str) -> list[str]:
    return [f"{name},160,1,00"]


@pytest.mark.parametrize(
    ("function", "change", "words"),
    [
        ("sha1", None, "there are no test vectors of sha1: run `python3 vectors/make.py sha1`"),
        ("crc32", None, "there are no test vectors of crc32: run `python3"),
        ("sha1", ("160,8,", "160,24,"), "those of sha1 are not what its function.toml asks for"),
        ("hmac_sha256", ("1,256,", "1,224,"), "those of hmac_sha256 are not what its function"),
        ("crc32", ("message_bytes", "bytes"), "those of crc32 cannot be read: run `python3"),
    ],
)
def test_check_says_what_to_run_for_vectors_that_are_missing_or_stale(
    function: str,
    change: tuple[str, str] | None,
    words: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = tmp_path / f"{function}.csv"
    if change is not None:
        text = (VECTORS / file.name).read_text()
        assert change[0] in text
        file.write_text(text.replace(*change, 1))
    every = dict(catalog.functions())
    every[function] = dataclasses.replace(every[function], vectors=file)
    monkeypatch.setattr(catalog, "functions", lambda: every)
    arguments = ["check", function, "--cpu", "thumb", "--implementation", "portable"]
    assert cli.main(arguments) == 1
    [line] = capsys.readouterr().err.splitlines()
    assert words in line


def hashlib_digest(function: str, size: int, text: bytes) -> bytes:
    if function.startswith("shake"):
        return hashlib.new(f"shake_{function[5:]}", text).digest(size // 8)
    if function.startswith("blake2"):
        return hashlib.new(function, text, digest_size=size // 8).digest()
    name = {"sha1": "sha1", "sha3": f"sha3_{size}"}.get(function, f"sha{size}")
    if function in ("sha512_224", "sha512_256"):
        name = function
    return hashlib.new(name, text).digest()


@pytest.mark.parametrize(
    "function",
    [
        *("sha1", "sha256", "sha512", "sha512_224", "sha512_256", "sha3"),
        *("shake128", "shake256", "blake2b", "blake2s"),
    ],
)
def test_hashlib_agrees_as_the_files_say(function: str) -> None:
    assert "hashlib of CPython" in head(function)
    told = [row for row in rows(function) if row[1] % 8 == 0]
    assert len(told) > 25
    for size, bits, digest in told:
        assert hashlib_digest(function, size, message(bits)).hex() == digest
    for many in vectors.all_lengths(catalog.functions()[function]):
        if many.step % 8 == 0:
            digests = [hashlib_digest(function, many.digest_bits, message(n)) for n in many.lengths]
            assert hashlib.sha256(b"".join(digests)).digest() == many.digest


@pytest.mark.skipif(shutil.which("perl") is None, reason="no Perl for Digest::SHA")
@pytest.mark.parametrize("function", ["sha1", "sha256", "sha512", "sha512_224", "sha512_256"])
def test_perl_agrees_on_every_bit_length_as_the_file_says(function: str) -> None:
    assert "Agrees on every row: Digest::SHA" in head(function)
    prefix = "512" if "_" in function else ""
    asked = [(int(f"{prefix}{size}"), bits) for size, bits, _ in rows(function)]
    assert perl(asked) == [digest for _, _, digest in rows(function)]
    for many in vectors.all_lengths(catalog.functions()[function]):
        size = int(f"{prefix}{many.digest_bits}")
        digests = "".join(perl([(size, n) for n in many.lengths]))
        assert hashlib.sha256(bytes.fromhex(digests)).digest() == many.digest


def perl(messages: list[tuple[int, int]]) -> list[str]:
    """Digests by Digest::SHA of messages of the generator: (digest size, length in bits).

    The size of SHA-512/224 is 512224.
    """
    program = "my ($size, $bits) = /\\d+/g; print Digest::SHA->new($size)->add_bits($bits // '')"
    text = ""
    for size, bits in messages:
        binary = "".join(f"{byte:08b}" for byte in message(bits))[:bits]
        text += f"{1 if size == 160 else size} {binary}\n"
    result = subprocess.run(
        ["perl", "-MDigest::SHA", "-ne", program + '->hexdigest, "\\n"'],
        input=text,
        capture_output=True,
        text=True,
        check=True,
    )
    return result.stdout.split()
