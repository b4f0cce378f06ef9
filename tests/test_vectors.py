"""The test vectors: the reference, the specification's own digests, and other people's programs."""

from __future__ import annotations

import csv
import hashlib
import importlib.util
import os
import shutil
import subprocess
from pathlib import Path
from types import ModuleType

import pytest

from reference import shabal

ROOT = Path(__file__).resolve().parent.parent
VECTORS = ROOT / "vectors"
KAT = ROOT.parent / "shared" / "kat"

# Specification, sections 3.2 and 3.3: message A is 64 bytes 0, message B the text below.
MESSAGE_B = (
    b"abcdefghijklmnopqrstuvwxyz-0123456789-ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    b"-0123456789-abcdefghijklmnopqrstuvwxyz"
)
SPECIFICATION = [
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


def rows() -> list[tuple[int, int, str]]:
    """(digest bits, message bits, digest) of every row of shabal.csv."""
    lines = (VECTORS / "shabal.csv").read_text(encoding="ascii").splitlines()
    table = csv.DictReader(line for line in lines if not line.startswith("#"))
    return [(int(r["digest_bits"]), int(r["message_bits"]), r["digest"]) for r in table]


def message(bits: int) -> bytes:
    """The generator of vectors/README.md, written down a second time."""
    return hashlib.shake_128(b"mote/%d" % bits).digest(-(-bits // 8))


def generator() -> ModuleType:
    """vectors/make.py as a module."""
    spec = importlib.util.spec_from_file_location("vectors_make", VECTORS / "make.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(("bits", "text", "digest"), SPECIFICATION)
def test_reference_gives_the_specifications_digests(bits: int, text: bytes, digest: str) -> None:
    assert shabal.digest(text, bits).hex() == digest


def test_reference_gives_every_row() -> None:
    wrong = [r[:2] for r in rows() if shabal.digest(message(r[1]), r[0], r[1]).hex() != r[2]]
    assert wrong == []


def test_rows_cover_sizes_and_boundaries() -> None:
    table = rows()
    assert len({row[:2] for row in table}) == len(table)
    assert {row[0] for row in table} == set(range(32, 513, 32))
    assert all(len(row[2]) * 4 == row[0] for row in table)
    main = {row[1] for row in table if row[0] == 256}
    assert main >= {*range(21), *range(500, 531), *range(1010, 1041), 1536, 4096, 8191, 16384}
    for size in range(32, 513, 32):
        lengths = {row[1] for row in table if row[0] == size}
        assert lengths >= {0, 1, 7, 8, 511, 512, 513, 1023, 1024, 1025, 1536}
        assert size == 256 or len(lengths) < 60
    assert (VECTORS / "shabal.csv").stat().st_size < 200_000


def test_unused_bits_of_messages_are_dirty() -> None:
    partial = {bits for _, bits, _ in rows() if bits % 8}
    dirty = [bits for bits in partial if message(bits)[-1] & (0xFF >> bits % 8)]
    assert len(dirty) > len(partial) / 2


def test_reference_ignores_unused_bits() -> None:
    assert shabal.digest(b"\xa0", 256, 3) == shabal.digest(b"\xbf", 256, 3)
    assert shabal.digest(b"\xa0", 256, 4) != shabal.digest(b"\xbf", 256, 4)


@pytest.mark.parametrize(("size", "bits"), [(0, 0), (100, 0), (544, 0), (256, 9), (256, -1)])
def test_reference_rejects_what_shabal_does_not_have(size: int, bits: int) -> None:
    with pytest.raises(ValueError, match="has no"):
        shabal.digest(b"a", size, bits)


@pytest.mark.skipif(not KAT.is_dir(), reason="the NIST message set is not beside this checkout")
@pytest.mark.parametrize("size", [192, 224, 256, 384, 512])
def test_reference_gives_the_competitions_digests(size: int) -> None:
    lengths, messages = [], []
    for line in (KAT / "messages_short.txt").read_text(encoding="ascii").splitlines():
        name, _, value = line.partition(" = ")
        if name == "Len":
            lengths.append(int(value))
        elif name == "Msg":
            messages.append(bytes.fromhex(value))
    digests = (KAT / f"shabal_{size}.txt").read_text(encoding="ascii").split()
    assert len(lengths) == len(messages) == len(digests) == 2048
    step = 1 if size == 256 else 5  # 5 has no divisor in common with 8 bits
    wrong = [
        n
        for n, text, digest in list(zip(lengths, messages, digests, strict=True))[::step]
        if shabal.digest(text, size, n) != bytes.fromhex(digest)
    ]
    assert wrong == []


def test_files_are_what_the_generator_writes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    make = generator()
    monkeypatch.setattr("sys.argv", ["make.py", "--check"])
    assert make.main() == 0
    text = (VECTORS / "shabal.csv").read_text(encoding="ascii")
    digit = "1" if text[-2] == "0" else "0"
    (tmp_path / "shabal.csv").write_text(text[:-2] + digit + "\n", encoding="ascii")
    monkeypatch.setattr(make, "HERE", tmp_path)
    assert make.main() == 1
    assert "shabal.csv differs" in capsys.readouterr().err
    monkeypatch.setattr("sys.argv", ["make.py"])
    assert make.main() == 0
    assert (tmp_path / "shabal.csv").read_text(encoding="ascii") == text


@pytest.mark.skipif(
    shutil.which("cargo") is None or not os.environ.get("MOTE_REGISTRY_TESTS"),
    reason="set MOTE_REGISTRY_TESTS=1, with cargo and a network, to ask the Rust crate again",
)
def test_rust_crate_agrees_as_the_file_says(tmp_path: Path) -> None:
    head = (VECTORS / "shabal.csv").read_text(encoding="ascii").partition("digest_bits,")[0]
    assert "crate shabal 0.4.1" in head.replace("\n# ", " ")
    (tmp_path / "src").mkdir()
    (tmp_path / "Cargo.toml").write_text(ORACLE_MANIFEST, encoding="ascii")
    (tmp_path / "src" / "main.rs").write_text(ORACLE, encoding="ascii")
    told = [r for r in rows() if r[0] in (192, 224, 256, 384, 512) and r[1] % 8 == 0]
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
