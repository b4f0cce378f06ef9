"""Implementations of several sources, and what compilers and published files have in them."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from bench_command import ROOT
from mote.building import audit, build
from mote.calling.session import Session
from mote.catalog import catalog
from mote.catalog.cpu import Cpu
from mote.catalog.function import ApiCall, Function, Implementation
from mote.checking.verify import bench_vectors, run_vectors
from mote.common.errors import Breach, BuildError
from mote.machines import open_machine

OUTSIDE = ROOT / "tests" / "outside"
TINY = OUTSIDE / "tiny"
EVERY_KIND = (
    "thumb",
    "mips32",
    "mips32-be",
    "powerpc",
    "rv32imc",
    "rv64gc",
    "aarch64",
    "i386",
    "amd64",
    "avr8",
    "mcs51",
)


def sha256() -> Function:
    """SHA-256 for whole bytes, and not SHA-224."""
    function = catalog.functions()["sha256"]
    hashing = dataclasses.replace(function.hashing, bit_messages=False)
    return dataclasses.replace(function, hashing=hashing, sizes=(256,))


def library(**changes: object) -> Implementation:
    """The library of tests/outside/tiny, called by its own names."""
    given = Implementation(
        name="tiny_sha256",
        function=sha256(),
        sources=(TINY / "tiny_sha256.c", TINY / "tiny_block.c"),
        prefix="tiny_sha256",
        header=TINY / "tiny_sha256.h",
        include=(TINY / "config",),
        options=("-DTINY_ROUNDS=64",),
        interface=(
            ApiCall("tiny_sha256_starts", ("cc",)),
            ApiCall("tiny_sha256_update", ("cc", "data", "len")),
            ApiCall("tiny_sha256_finish", ("cc", "dst")),
        ),
        context_type="tiny_sha256_ctx",
    )
    return dataclasses.replace(given, **changes)


def session(implementation: Implementation, cpu: Cpu, folder: Path) -> Session:
    built = build.build(implementation, cpu, folder)
    return Session(open_machine(cpu), implementation, built, build.link(implementation, cpu, built))


def count(session: Session) -> tuple[int, int]:
    """Digests right and wrong."""
    result = run_vectors(session, bench_vectors(session.implementation.function))
    return result.passed, result.failed


@pytest.mark.parametrize("name", EVERY_KIND)
def test_a_library_of_two_sources_with_names_of_its_own(name: str, tmp_path: Path) -> None:
    """-I, -D, a header that wants <stdint.h> before it, functions with fewer arguments."""
    cpu = catalog.cpus()[name]
    running = session(library(), cpu, tmp_path)
    passed, failed = count(running)
    assert passed >= 10 and failed == 0
    built = running.built
    assert built.internal == {"compress_block"}
    assert [part for part, _ in built.parts] == ["tiny_sha256.c", "tiny_block.c"]
    # One object has what aligns one part behind another, and describes its registers once (MIPS).
    assert abs(built.facts.size_bytes - sum(size for _, size in built.parts)) < 32
    assert "compress_block" not in " ".join(audit.problems(library(), cpu, built))
    assert "-DTINY_ROUNDS=64" in built.flags and "config" not in built.flags


@pytest.mark.parametrize("name", ("thumb", "mcs51"))
def test_what_no_other_source_uses_is_exported(name: str, tmp_path: Path) -> None:
    cpu = catalog.cpus()[name]
    (tmp_path / "more.c").write_text(
        "int unused_name(void);\nint unused_name(void) { return 1; }\n"
    )
    given = library()
    given = dataclasses.replace(given, sources=(*given.sources, tmp_path / "more.c"))
    found = audit.problems(given, cpu, build.build(given, cpu, tmp_path))
    assert any("exports unused_name" in line for line in found)
    assert not any("compress_block" in line for line in found)


def test_an_optimization_that_is_given_replaces_the_cpus_own(tmp_path: Path) -> None:
    cpu = catalog.cpus()["thumb"]
    small = build.build(library(), cpu, tmp_path)
    fast = build.build(library(options=("-DTINY_ROUNDS=64", "-O2")), cpu, tmp_path)
    assert "-Os" in small.flags and "-O2" not in small.flags
    assert "-O2" in fast.flags and "-Os" not in fast.flags
    assert fast.facts.size_bytes != small.facts.size_bytes


def test_sdcc_has_no_such_option(tmp_path: Path) -> None:
    with pytest.raises(BuildError, match="mcs51: SDCC has no option -O2"):
        build.build(library(options=("-O2",)), catalog.cpus()["mcs51"], tmp_path)


@pytest.mark.parametrize("name", ("thumb", "mcs51"))
def test_a_header_that_fails_is_quoted(name: str, tmp_path: Path) -> None:
    """The compiler's first error, not that the type is missing; and that, where it is."""
    cpu = catalog.cpus()[name]
    header = tmp_path / "acme.h"
    header.write_text("typedef struct { unknown_t x; } acme_context;\n")
    source = tmp_path / "acme.c"
    source.write_text("int acme(void);\nint acme(void) { return 0; }\n")
    given = Implementation("acme", sha256(), (source,), "acme", header)
    with pytest.raises(BuildError, match=rf"^acme\.h does not compile for {name}: acme\.h:1:"):
        build.build(given, cpu, tmp_path)
    header.write_text("typedef struct { size_t x; uint32_t y; } other_context;\n")
    with pytest.raises(BuildError, match=rf"^acme\.h does not define acme_context for {name}$"):
        build.build(given, cpu, tmp_path)
    given = dataclasses.replace(given, context_type="other_context")
    assert build.build(given, cpu, tmp_path).context_bytes in (6, 8)


def enter(source: Path) -> Implementation:
    function = catalog.functions()["shabal"]
    return Implementation(
        "enter", function, (source, OUTSIDE / "enter.c"), "mote_shabal", catalog.header(function)
    )


def test_enter_is_no_write_below_the_stack_pointer(tmp_path: Path) -> None:
    """It pushes; a store to the same place by another instruction is one."""
    cpu = catalog.cpus()["i386"]
    running = session(enter(OUTSIDE / "enter.S"), cpu, tmp_path)
    running.detail = True
    passed, failed = count(running)
    assert passed > 10 and failed == 0
    source = tmp_path / "enter.S"
    text = (OUTSIDE / "enter.S").read_text()
    source.write_text(
        text.replace("    enter $256, $0\n", "    mov %ebp, -4(%esp)\n    enter $256, $0\n")
    )
    running = session(enter(source), cpu, tmp_path)
    running.detail = True
    with pytest.raises(Breach, match="below the stack pointer"):
        count(running)


def test_start_up_markers_of_avr_gcc_cost_nothing(tmp_path: Path) -> None:
    """Constants in RAM and a variable make the compiler ask for start-up code."""
    cpu = catalog.cpus()["avr8"]
    given = library()
    built = build.build(given, cpu, tmp_path)
    assert "__do_copy_data" in built.facts.undefined
    assert not any("__do_copy_data" in line for line in audit.problems(given, cpu, built))
    image = build.link(given, cpu, built)
    assert image.symbols.get("__do_copy_data", 0) == 0
    # Joining made data of constants: no variables, of which the one that is added is told.
    assert not audit.problems(given, cpu, built)
    variable = tmp_path / "variable.c"
    variable.write_text("static int seen;\nvoid tiny_sha256_see(void) { seen++; }\n")
    folder = tmp_path / "more"
    folder.mkdir()
    more = dataclasses.replace(given, sources=(*given.sources, variable))
    [problem] = audit.problems(more, cpu, build.build(more, cpu, folder))
    assert "of bss: an implementation has no variables" in problem
    # The table of constants and the two bytes of padding lie in RAM, where start-up code puts them.
    assert built.facts.static_bytes == 4 * 64 + 2


def test_helpers_of_the_compiler_are_linked_and_counted(tmp_path: Path) -> None:
    """A 64-bit shift on thumb; memmove and memcmp, which no library of the compiler has."""
    source = tmp_path / "acme.c"
    source.write_text(
        "#include <stdint.h>\\n#include <string.h>\\n"
        "uint64_t acme(uint64_t x, int n);\\n"
        "uint64_t acme(uint64_t x, int n) { return x / (x << n | 1); }\\n"
        "void *acme_move(char *a, int n) { return memmove(a, a + 1, n); }\\n".replace("\\n", "\n")
    )
    source.write_text(source.read_text().replace("\\n", "\n"))
    given = Implementation("acme", sha256(), (source,), "acme", None, 8)
    for name in ("thumb", "avr8", "powerpc"):
        cpu = catalog.cpus()[name]
        folder = tmp_path / name
        folder.mkdir()
        built = build.build(given, cpu, folder)
        image = build.link(given, cpu, built)
        sizes = dict(image.helpers)
        assert "string.o" in sizes and len(sizes) > 1, name
        assert all(size > 0 for size in sizes.values())
        lines = [line for line in audit.problems(given, cpu, built) if "from outside" in line]
        by_hand = [line for line in lines if "needs memmove from outside (acme.c:5)" in line]
        assert by_hand and "the compiler" not in by_hand[0]
        # What the compiler needs of its library is no fault of somebody's own file.
        assert lines == by_hand
        own = audit.helpers(given, cpu, built)
        assert own and all("(acme.c:4)" in line for line in own), own
        assert all(line.startswith("calls __") for line in own), own
