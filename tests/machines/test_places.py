"""What the bench says of our files it says with their own names and lines, not the packed ones.

Each test plants a fault in a copy of the sources and looks for its place in what is reported.
"""

from __future__ import annotations

import dataclasses
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from mote.building import package
from mote.building.image import Region
from mote.catalog import catalog
from mote.catalog.function import Implementation
from mote.machines import breaches
from mote.measuring import bench

ROOT = package.ROOT
SMALL = "src/common/small.h"
CIPHER = "src/skein/threefish_cipher_small.h"
PIC24 = "src/blake/blake256/pic24.s"


class Tree:
    """A copy of the sources, for which the package takes implementations."""

    def __init__(self, folder: Path) -> None:
        self.root = folder
        for name in ("src", "include"):
            shutil.copytree(ROOT / name, folder / name)

    def _moved(self, path: Path) -> Path:
        return self.root / path.relative_to(ROOT)

    def implementation(self, function: str, name: str) -> Implementation:
        given = catalog.functions()[function]
        ours = next(i for i in catalog.implementations(given) if i.name == name)
        assert ours.header is not None
        kernel = ours.kernel
        if kernel is not None:
            kernel = dataclasses.replace(kernel, file=self._moved(kernel.file))
        return dataclasses.replace(
            ours,
            sources=tuple(map(self._moved, ours.sources)),
            header=self._moved(ours.header),
            kernel=kernel,
        )

    def plant(self, path: str, after: str, text: str) -> str:
        """Put a line behind the last one that is `after`; `file:line` of the new one."""
        file = self.root / path
        lines = file.read_text().splitlines()
        at = len(lines) - lines[::-1].index(after)
        lines.insert(at, text)
        file.write_text("\n".join(lines) + "\n")
        return f"{path}:{at + 1}"


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Tree:
    made = Tree(tmp_path)
    monkeypatch.setattr(package, "ROOT", tmp_path)
    monkeypatch.setattr(package, "SRC", tmp_path / "src")
    monkeypatch.setattr(package, "INCLUDE", tmp_path / "include")
    return made


def run(implementation: Implementation, cpu: str) -> bench.Outcome:
    return bench.run(bench.BenchJob(implementation, catalog.cpus()[cpu], full=True, measure=False))


def check(outcome: bench.Outcome, name: str) -> tuple[str, str]:
    assert outcome.problem == ""
    found = next(each for each in outcome.checks if each.name == name)
    return found.status, found.detail


ADD_BYTE = "NOINLINE static void add_byte(context *cc, unsigned byte) {"


@pytest.mark.parametrize("cpu", ["thumb", "avr8", "mcs51", "amd64"])
@pytest.mark.sampled(4)
def test_a_stray_write_in_a_private_header(cpu: str, tree: Tree) -> None:
    place = tree.plant(SMALL, ADD_BYTE, "    *(volatile unsigned char *)(cc + 1) = 0;")
    status, detail = check(run(tree.implementation("sha256", "portable"), cpu), "guard")
    assert status == "failed"
    assert detail.startswith("write of 1 byte at 0x")
    assert "0 bytes past the end of context" in detail
    # SDCC writes through a function of its library.
    assert f"{place}, add_byte)" in detail


THUMB = "src/shabal/thumb.S"

# A file, a line of it, and an instruction that writes where no call may.
ASSEMBLY = {
    "thumb": (
        "shabal",
        "thumb",
        "src/shabal/thumb.S",
        "function mote_shabal_init",
        "strb r0, [r0, r0]",
    ),
    "avr8": ("shabal", "avr8", "src/shabal/avr8.S", "mote_shabal_init:", "sts 0x1800, r24"),
    "amd64": ("shabal", "amd64", "src/shabal/amd64.S", "mote_shabal_init:", "movb $0, 16"),
    # Through another file, which includes this one.
    "pic24": ("blake256", "pic24_ise", PIC24, "mote_blake256_init:", "mov w0, 0x6e00"),
}


@pytest.mark.parametrize("cpu", ASSEMBLY)
@pytest.mark.sampled(4)
def test_a_stray_write_in_assembly(cpu: str, tree: Tree) -> None:
    function, name, file, label, instruction = ASSEMBLY[cpu]
    place = tree.plant(file, label, f"    {instruction}")
    status, detail = check(run(tree.implementation(function, name), cpu), "guard")
    assert status == "failed"
    assert detail.startswith("write of ")
    assert f"({place}, mote_{function}_init)" in detail


@pytest.mark.always
def test_a_stray_write_in_a_kernel(tree: Tree) -> None:
    """The second source of an implementation, in a file that it includes."""
    ours = tree.implementation("sha3", "thumb")
    assert ours.kernel is not None
    file = "src/keccak/f1600_thumb.inc"
    place = tree.plant(file, "PERMUTATION:", "    strb r0, [r0, r0]")
    status, detail = check(run(ours, "thumb"), "guard")
    assert status == "failed"
    assert f"({place}, " in detail


DEPENDENT = "    {{ volatile unsigned char t[2]; t[{secret} & 1] = 0; }}"


@pytest.mark.parametrize("cpu", ["thumb", "avr8", "mcs51", "amd64"])
@pytest.mark.sampled(4)
def test_what_depends_on_the_message(cpu: str, tree: Tree) -> None:
    place = tree.plant(SMALL, ADD_BYTE, DEPENDENT.format(secret="byte"))
    status, detail = check(run(tree.implementation("sha256", "portable"), cpu), "constant time")
    assert status == "failed"
    assert detail.startswith("mote_sha256 depends on the message at ")
    assert f" at {place}, add_byte: " in detail


@pytest.mark.always
def test_what_depends_on_the_block_of_a_cipher(tree: Tree) -> None:
    secret = "((const unsigned char *)src)[0]"
    line = "                  int back) {"
    text = (tree.root / CIPHER).read_text()
    line = next(each for each in text.splitlines() if each.startswith("static void crypt("))
    if not line.endswith("{"):
        line = next(each for each in text[text.index(line) :].splitlines() if each.endswith("{"))
    place = tree.plant(CIPHER, line, DEPENDENT.format(secret=secret))
    status, detail = check(
        run(tree.implementation("threefish256", "portable"), "thumb"), "constant time"
    )
    assert status == "failed"
    assert detail.startswith("mote_threefish256_encrypt depends on the key, the tweak or the block")
    assert f" at {place}, " in detail


@pytest.mark.parametrize("cpu", ["thumb", "avr8", "mcs51", "amd64"])
def test_a_compile_error_in_a_private_header(cpu: str, tree: Tree) -> None:
    place = tree.plant(SMALL, ADD_BYTE, "    unsigned wrong = missing_name;")
    outcome = run(tree.implementation("sha256", "portable"), cpu)
    start = f"src/sha2/sha256/portable.c does not compile for {cpu}: {place}:"
    assert outcome.problem.startswith(start)
    assert f"{place}:" in outcome.output
    assert "mote_sha256.c" not in outcome.problem + outcome.output
    number = place.rpartition(":")[2]
    if " | " in outcome.output:
        assert f" {number} |     unsigned wrong = missing_name;\n" in outcome.output


@pytest.mark.parametrize("cpu", ASSEMBLY)
def test_an_error_of_the_assembler(cpu: str, tree: Tree) -> None:
    function, name, file, label, _ = ASSEMBLY[cpu]
    place = tree.plant(file, label, "    not_an_instruction r0")
    outcome = run(tree.implementation(function, name), cpu)
    assert f"{place}:" in outcome.problem
    assert f"{place}:" in outcome.output
    assert f"src/{catalog.functions()[function].family}/" in outcome.problem.split(" does not ")[0]
    assert f"mote_{function}.S" not in outcome.problem + outcome.output


@pytest.mark.parametrize("cpu", ["thumb", "mcs51"])
def test_a_call_to_the_outside(cpu: str, tree: Tree) -> None:
    place = tree.plant(SMALL, ADD_BYTE, "    {extern void elsewhere(void); elsewhere();}")
    outcome = run(tree.implementation("sha256", "portable"), cpu)
    assert f"needs elsewhere from outside ({place})" in str(outcome)


def test_ours_need_nothing_of_the_compilers_library(tree: Tree) -> None:
    shift = "    {volatile unsigned long long x = 1; x = x << (x & 31);}"
    tree.plant(SMALL, ADD_BYTE, shift)
    outcome = run(tree.implementation("sha256", "portable"), "thumb")
    assert "the compiler put the call there" in str(outcome)


def test_a_users_file_keeps_its_own_place(tmp_path: Path) -> None:
    given = catalog.functions()["shabal"]
    text = (ROOT / THUMB).read_text().splitlines()
    # The first one is of another build: with the first state as a table.
    at = len(text) - text[::-1].index("function mote_shabal_init")
    text.insert(at, "    strb r0, [r0, r0]")
    source = tmp_path / "my_thumb.S"
    source.write_text("\n".join(text) + "\n")
    theirs = Implementation("mine", given, (source,), given.identifier, catalog.header(given))
    status, detail = check(run(theirs, "thumb"), "guard")
    assert status == "failed"
    assert f"(my_thumb.S:{at + 1}, mote_shabal_init)" in detail


REGIONS = [Region("context", 0x100, 16, True), Region("data", 0x200, 16, False)]


@pytest.mark.parametrize(
    ("address", "size", "way", "words"),
    [
        (0x110, 1, "write", "0 bytes past the end of context"),
        (0x10F, 2, "read", "1 byte past the end of context"),
        (0x0FF, 1, "read", "1 byte before the start of context"),
        (0x0FE, 4, "read", "2 bytes before the start of context"),
        (0x201, 1, "write", "in data, which is read-only"),
        (0x203, 2, "read", "3 bytes into data"),
        (0x1F0, 4, "read", "16 bytes before the start of data"),
        (0x300, 4, "read", "240 bytes past the end of data"),
    ],
)
def test_where_an_access_lies(address: int, size: int, way: str, words: str) -> None:
    assert breaches.where(address, size, way, REGIONS) == words
    found: Callable[[int], str] = lambda at: breaches.where(at, 4, way, REGIONS, null=True)  # noqa: E731
    assert found(0) == "through a null pointer"
    assert breaches.where(0, 1, way, []) == "outside of everything"
