"""A short run of the fuzzer for every function, and what it must find."""

from __future__ import annotations

import dataclasses
import shutil
from pathlib import Path

import pytest

from mote import catalog, fuzz
from mote.types import Implementation, MoteError

ROOT = Path(__file__).resolve().parent.parent
FUNCTIONS = [name for name, each in catalog.hashes().items() if fuzz.portable(each)]
ALONE = {"blake32", "blake64"}
"""Functions of which no other program is on the registries."""


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
    except MoteError as error:
        pytest.skip(f"the registries are not reachable: {error}")


def fuzzed(implementations: list[Implementation], library: Path, folder: Path) -> fuzz.Result:
    function = implementations[0].function
    program = fuzz.build(function, implementations, library, folder)
    return fuzz.run(program, function, 1, folder / "corpus", seed=1)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_other_programs_agree(name: str, library: Path, tmp_path: Path) -> None:
    result = fuzzed(fuzz.portable(catalog.functions()[name]), library, tmp_path)
    assert result.problem == ""
    assert result.executions > 100
    assert result.coverage > 10
    assert (result.compared > 10) == (name not in ALONE)


def changed(name: str, right: str, wrong: str, folder: Path) -> Implementation:
    """The small file with a change; its headers are found from anywhere."""
    implementation = fuzz.portable(catalog.functions()[name])[0]
    text = implementation.source.read_text(encoding="ascii")
    assert text.count(right) == 1
    text = text.replace(right, wrong)
    source = folder / f"{implementation.name}.c"
    source.write_text(text, encoding="ascii")
    return dataclasses.replace(implementation, sources=(source,))


def test_a_wrong_digest_would_be_found(library: Path, tmp_path: Path) -> None:
    # One file alone: only the other program can tell.
    wrong = changed("sha1", "0x8F1BBCDC", "0x8F1BBCDD", tmp_path)
    assert "sha1-160: sha1 0.10.6 gives" in fuzzed([wrong], library, tmp_path).problem


def test_a_difference_between_our_files_would_be_found(library: Path, tmp_path: Path) -> None:
    wrong = changed("sha1", "ROTR32(p[1], 2)", "ROTR32(p[1], 3)", tmp_path)
    others = [i for i in fuzz.portable(wrong.function) if i.name != wrong.name]
    assert others
    assert " differ " in fuzzed([wrong, *others], library, tmp_path).problem


def test_a_stray_read_would_be_found(library: Path, tmp_path: Path) -> None:
    wrong = changed("sha1", "add_bytes(cc, data, len);", "add_bytes(cc, data, len + 1);", tmp_path)
    assert "heap-buffer-overflow" in fuzzed([wrong], library, tmp_path).problem
