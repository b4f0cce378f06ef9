"""The example that encrypts files: built with CMake against the library, run, and tampered with."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

import part_of_library
from reference import aes

pytestmark = pytest.mark.skipif(shutil.which("cmake") is None, reason="no CMake")


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("encrypt_file")
    library = tmp_path_factory.mktemp("library")
    part_of_library.copy(library, "common", "cpu", "random", "aes", "shabal")
    configure = [
        "cmake",
        "-S",
        str(library),
        "-B",
        str(folder),
        "-DMOTE_EXAMPLES=ON",
        "-DCMAKE_BUILD_TYPE=Debug",
    ]
    subprocess.run(configure, check=True, capture_output=True)
    build = ["cmake", "--build", str(folder), "--target", "encrypt_file", "-j2"]
    result = subprocess.run(build, check=False, capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    assert "warning" not in result.stderr
    return folder / "encrypt_file"


def run(program: Path, *words: object, features: str | None = None) -> tuple[int, str]:
    environment = dict(os.environ)
    if features is not None:
        environment["MOTE_CPU_FEATURES"] = features
    command = [str(program), *map(str, words)]
    result = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert result.stdout == ""
    return result.returncode, result.stderr


@pytest.mark.parametrize("size", (0, 1, 16, 65535, 65536, 65552, 200_001))
def test_a_file_comes_back(program: Path, tmp_path: Path, size: int) -> None:
    key, plain, sealed, back = (tmp_path / n for n in ("key", "plain", "sealed", "back"))
    key.write_bytes(bytes(range(32)))
    plain.write_bytes(bytes(i * 7 % 251 for i in range(size)))
    assert run(program, "encrypt", key, plain, sealed) == (0, "")
    data = sealed.read_bytes()
    assert data[:8] == b"MOTE-GCM" and len(data) == 8 + 12 + size + 16
    if size < 1000:
        wanted = aes.gcm(key.read_bytes(), data[8:20], b"MOTE-GCM", plain.read_bytes())
        assert data[20:] == wanted
    assert run(program, "verify", key, sealed) == (0, "")
    # What one kind of processor sealed, another opens.
    assert run(program, "decrypt", key, sealed, back, features="none") == (0, "")
    assert back.read_bytes() == plain.read_bytes()
    again = tmp_path / "again"
    assert run(program, "encrypt", key, plain, again, features="none") == (0, "")
    assert again.read_bytes()[8:20] != data[8:20]
    assert run(program, "verify", key, again) == (0, "")


def test_what_was_changed_is_not_decrypted(program: Path, tmp_path: Path) -> None:
    key, plain, sealed, back = (tmp_path / n for n in ("key", "plain", "sealed", "back"))
    key.write_bytes(bytes(32))
    plain.write_bytes(b"a letter" * 9000)
    assert run(program, "encrypt", key, plain, sealed)[0] == 0
    whole = sealed.read_bytes()
    for place in (0, 8, 19, 20, 30_000, len(whole) - 17, len(whole) - 16, len(whole) - 1):
        changed = bytearray(whole)
        changed[place] ^= 4
        sealed.write_bytes(changed)
        for words in (("verify", key, sealed), ("decrypt", key, sealed, back)):
            status, said = run(program, *words)
            assert status == 1 and said.startswith("encrypt_file: file: ") and said.count("\n") == 1
        assert not back.exists()
    for size in (0, 5, 35, len(whole) - 1):
        sealed.write_bytes(whole[:size])
        assert run(program, "decrypt", key, sealed, back)[0] == 1
        assert not back.exists()
    sealed.write_bytes(whole)
    key.write_bytes(b"\1" + bytes(31))
    assert run(program, "verify", key, sealed) == (
        1,
        "encrypt_file: file: was changed, or has another key\n",
    )


def test_what_is_wrong_is_said(program: Path, tmp_path: Path) -> None:
    key = tmp_path / "key"
    for size in (0, 31, 33):
        key.write_bytes(bytes(size))
        status, said = run(program, "verify", key, key)
        assert (status, said) == (1, f"encrypt_file: {key}: is not a key of 32 bytes\n")
    key.write_bytes(bytes(32))
    assert run(program, "verify", tmp_path / "no", key)[0] == 1
    assert "no: cannot be opened" in run(program, "encrypt", key, tmp_path / "no", key)[1]
    assert run(program, "encrypt", key)[0] == 2
