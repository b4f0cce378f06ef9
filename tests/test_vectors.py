"""The test vectors: the reference, the specification's own digests, and other people's programs."""

from __future__ import annotations

import csv
import functools
import hashlib
import importlib.util
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from mote import catalog
from reference import sha2, shabal

ROOT = Path(__file__).resolve().parent.parent
VECTORS = ROOT / "vectors"
KAT = ROOT.parent / "shared" / "kat"

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

ORACLE_MANIFEST = """[package]
name = "oracle"
version = "0.0.0"
edition = "2021"
[dependencies]
shabal = "=0.4.1"
"""
# Reads lines "<digest bits> <message in hexadecimal>", writes digests.
ORACLE = """use shabal::{Digest, Shabal192, Shabal224, Shabal256, Shabal384, Shabal512};
use std::io::BufRead;

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|x| format!("{:02x}", x)).collect()
}

fn main() {
    for line in std::io::stdin().lock().lines() {
        let line = line.unwrap();
        let (bits, text) = line.split_once(' ').unwrap();
        let message: Vec<u8> = (0..text.len() / 2)
            .map(|i| u8::from_str_radix(&text[2 * i..2 * i + 2], 16).unwrap())
            .collect();
        println!("{}", match bits {
            "192" => hex(&Shabal192::digest(&message)),
            "224" => hex(&Shabal224::digest(&message)),
            "256" => hex(&Shabal256::digest(&message)),
            "384" => hex(&Shabal384::digest(&message)),
            "512" => hex(&Shabal512::digest(&message)),
            _ => panic!(),
        });
    }
}
"""


def generator() -> ModuleType:
    """vectors/make.py as a module."""
    spec = importlib.util.spec_from_file_location("vectors_make", VECTORS / "make.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


SOURCES = generator().SOURCES
"""By function: the reference program and the digest sizes, as vectors/make.py has them."""

SPECIFICATION: dict[Callable[[bytes, int], bytes], list[tuple[int, bytes, str]]] = {
    shabal.digest: SHABAL_SPECIFICATION,
    sha2.digest: SHA_SPECIFICATION,
}
"""By reference program: digest size in bits, message, digest, as the specification prints them."""

KAT_STEP = 5
"""Of the 2048 messages every fifth is tried on the reference; 5 and 8 bits share no divisor."""

each_function = pytest.mark.parametrize("function", SOURCES)


@functools.cache
def rows(function: str) -> list[tuple[int, int, str]]:
    """(digest bits, message bits, digest) of every row of a file."""
    lines = (VECTORS / f"{function}.csv").read_text(encoding="ascii").splitlines()
    table = csv.DictReader(line for line in lines if not line.startswith("#"))
    return [(int(r["digest_bits"]), int(r["message_bits"]), r["digest"]) for r in table]


def head(function: str) -> str:
    """The lines before the table, as running text."""
    text = (VECTORS / f"{function}.csv").read_text(encoding="ascii")
    return text.partition("digest_bits,")[0].replace("\n# ", " ")


def message(bits: int) -> bytes:
    """The generator of vectors/README.md, written down a second time."""
    return hashlib.shake_128(b"mote/%d" % bits).digest(-(-bits // 8))


@functools.cache
def nist_messages() -> list[tuple[int, bytes]]:
    """(length in bits, message) of the competition's ShortMsgKAT."""
    lengths, messages = [], []
    for line in (KAT / "messages_short.txt").read_text(encoding="ascii").splitlines():
        name, _, value = line.partition(" = ")
        if name == "Len":
            lengths.append(int(value))
        elif name == "Msg":
            messages.append(bytes.fromhex(value))
    assert lengths == list(range(2048))
    return list(zip(lengths, messages, strict=True))


def test_every_function_has_vectors_and_the_other_way_round() -> None:
    assert set(SOURCES) == set(catalog.hashes())
    assert {path.stem for path in VECTORS.glob("*.csv")} == set(catalog.functions())


@each_function
def test_catalog_and_generator_tell_the_same(function: str) -> None:
    facts, source = catalog.functions()[function], SOURCES[function]
    assert facts.digest_bits == tuple(source.digest_bits)
    assert facts.main_digest == source.main_digest
    assert 8 * facts.block_bytes == source.block_bits
    assert source.step == (1 if facts.bit_messages else 8)


@pytest.mark.parametrize(
    ("digest", "bits", "text", "wanted"),
    [(digest, *row) for digest, table in SPECIFICATION.items() for row in table],
)
def test_reference_gives_the_specifications_digests(
    digest: Callable[[bytes, int], bytes], bits: int, text: bytes, wanted: str
) -> None:
    assert digest(text, bits).hex() == wanted


@each_function
def test_rows_cover_sizes_and_boundaries(function: str) -> None:
    table, source = rows(function), SOURCES[function]
    assert len({row[:2] for row in table}) == len(table)
    assert {row[0] for row in table} == set(source.digest_bits)
    assert all(len(row[2]) * 4 == row[0] for row in table)
    for size in source.digest_bits:
        block = source.blocks.get(size, source.block_bits)
        lengths = {row[1] for row in table if row[0] == size}
        wanted = {0, 1, 7, 8, block - 1, block, block + 1, 2 * block, 3 * block, 4096}
        if size == source.main_digest:
            wanted |= {*range(21), *range(block - 12, block + 19), 8191, 16384}
        assert lengths >= {bits for bits in wanted if bits % source.step == 0}
        if size == source.main_digest:
            assert len(lengths) > 20
        else:
            assert len(lengths) < 60
    assert (VECTORS / f"{function}.csv").stat().st_size < 200_000


def test_unused_bits_of_messages_are_dirty() -> None:
    partial = {bits for _, bits, _ in rows("shabal") if bits % 8}
    dirty = [bits for bits in partial if message(bits)[-1] & (0xFF >> bits % 8)]
    assert len(dirty) > len(partial) / 2


@each_function
def test_reference_ignores_unused_bits(function: str) -> None:
    digest, size = SOURCES[function].digest, SOURCES[function].main_digest
    if SOURCES[function].step == 8:
        with pytest.raises(ValueError, match="whole bytes"):
            digest(b"\xa0", size, 3)
        return
    assert digest(b"\xa0", size, 3) == digest(b"\xbf", size, 3)
    assert digest(b"\xa0", size, 4) != digest(b"\xbf", size, 4)


@each_function
@pytest.mark.parametrize(("size", "bits"), [(0, 0), (100, 0), (544, 0), (None, 9), (None, -1)])
def test_reference_rejects_what_does_not_exist(function: str, size: int | None, bits: int) -> None:
    source = SOURCES[function]
    facts = catalog.functions()[function]
    if size in source.digest_bits or facts.has_digest(size or 0):
        pytest.skip("a size that this function has")
    with pytest.raises(ValueError, match=r"ha(s|ve) no"):
        source.digest(b"a", source.main_digest if size is None else size, bits)


@pytest.mark.skipif(not KAT.is_dir(), reason="the NIST message set is not beside this checkout")
@pytest.mark.parametrize(
    ("function", "size"),
    [(name, size) for name, facts in catalog.functions().items() for size in facts.kat],
)
def test_reference_gives_the_competitions_digests(function: str, size: int) -> None:
    name = catalog.functions()[function].kat[size]
    digests = (KAT / name).read_text(encoding="ascii").split()
    assert len(digests) == len(nist_messages())
    table = list(zip(nist_messages(), digests, strict=True))[::KAT_STEP]
    reference = SOURCES[function].digest
    wrong = [n for (n, text), digest in table if reference(text, size, n).hex() != digest.lower()]
    assert wrong == []


@each_function
def test_file_is_what_the_generator_writes(function: str) -> None:
    text = (VECTORS / f"{function}.csv").read_text(encoding="ascii")
    assert generator().content(function) == text


def test_a_changed_file_is_reported_and_written_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    make = generator()
    monkeypatch.setattr(make, "SOURCES", {"sha256": make.SOURCES["sha256"]})
    monkeypatch.setattr("sys.argv", ["make.py", "--check"])
    assert make.main() == 0
    text = (VECTORS / "sha256.csv").read_text(encoding="ascii")
    digit = "1" if text[-2] == "0" else "0"
    (tmp_path / "sha256.csv").write_text(text[:-2] + digit + "\n", encoding="ascii")
    monkeypatch.setattr(make, "HERE", tmp_path)
    assert make.main() == 1
    assert "sha256.csv differs" in capsys.readouterr().err
    monkeypatch.setattr("sys.argv", ["make.py"])
    assert make.main() == 0
    assert (tmp_path / "sha256.csv").read_text(encoding="ascii") == text


@pytest.mark.parametrize("function", ["sha1", "sha256", "sha512"])
def test_hashlib_agrees_as_the_file_says(function: str) -> None:
    assert "whole bytes: hashlib of CPython" in head(function)
    told = [row for row in rows(function) if row[1] % 8 == 0]
    assert len(told) > 25
    for size, bits, digest in told:
        name = "sha1" if size == 160 else f"sha{size}"
        assert hashlib.new(name, message(bits)).hexdigest() == digest


@pytest.mark.skipif(shutil.which("perl") is None, reason="no Perl for Digest::SHA")
@pytest.mark.parametrize("function", ["sha1", "sha256", "sha512"])
def test_perl_agrees_on_every_bit_length_as_the_file_says(function: str) -> None:
    assert "Agrees on every row: Digest::SHA" in head(function)
    program = "my ($size, $bits) = /\\d+/g; print Digest::SHA->new($size)->add_bits($bits // '')"
    text = ""
    for size, bits, _ in rows(function):
        binary = "".join(f"{byte:08b}" for byte in message(bits))[:bits]
        text += f"{1 if size == 160 else size} {binary}\n"
    result = subprocess.run(
        ["perl", "-MDigest::SHA", "-ne", program + '->hexdigest, "\\n"'],
        input=text,
        capture_output=True,
        text=True,
        check=True,
    )
    assert result.stdout.split() == [digest for _, _, digest in rows(function)]


@pytest.mark.skipif(
    shutil.which("cargo") is None or not os.environ.get("MOTE_REGISTRY_TESTS"),
    reason="set MOTE_REGISTRY_TESTS=1, with cargo and a network, to ask the Rust crate again",
)
def test_rust_crate_agrees_as_the_file_says(tmp_path: Path) -> None:
    assert "crate shabal 0.4.1" in head("shabal")
    (tmp_path / "src").mkdir()
    (tmp_path / "Cargo.toml").write_text(ORACLE_MANIFEST, encoding="ascii")
    (tmp_path / "src" / "main.rs").write_text(ORACLE, encoding="ascii")
    told = [r for r in rows("shabal") if r[0] in (192, 224, 256, 384, 512) and r[1] % 8 == 0]
    result = subprocess.run(
        ["cargo", "run", "--quiet", "--release"],
        input="".join(f"{size} {message(bits).hex()}\n" for size, bits, _ in told),
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert len(told) > 60
    assert result.stdout.split() == [digest for _, _, digest in told]
