"""The portable implementations as C: every standard, both compilers, sanitizers, odd integers."""

from __future__ import annotations

import functools
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

from compilers import COMPILERS
from includes import INCLUDE_FLAGS
from mote.catalog import catalog
from mote.catalog.function import ApiCall, Function, Implementation
from mote.checking import sanitizer
from mote.checking.sanitizer import harness_flags, vector_lines
from mote.kinds.hash import HARNESS

ROOT = Path(__file__).resolve().parents[2]
INCLUDE = ROOT / "include"
CXX_COMPILERS = [name for name in ("g++", "clang++") if shutil.which(name)]
STRICT = ["-Wall", "-Wextra", "-pedantic", "-Werror"]
FLAGS_BY_STANDARD = {
    "c90": ["-Os", "-fpic"],
    "c99": ["-O1", "-U__BYTE_ORDER__"],
    "c17": ["-fsyntax-only"],
    "c2x": ["-O2"],
}
"""Some warnings of gcc come from the optimizer; C99 also stands for compilers that hide the byte
order.
C17 is C11 with its defects mended, as compilers understand C11, too."""
OBJECT = "c90"
"""The standard whose object is looked at."""
CXX_STANDARDS = ["c++98", "c++11", "c++14", "c++17", "c++20"]

IN_C = [
    implementation
    for function in catalog.functions().values()
    for implementation in catalog.implementations(function)
    if implementation.name.startswith("portable")
    and all(source.suffix == ".c" for source in implementation.sources)
]
# Sizes of keys are functions of their own, with one file and the same names in it.
EVERY_FILE = list({(each.source, each.symbols): each for each in reversed(IN_C)}.values())[::-1]
IMPLEMENTATIONS = [each for each in IN_C if each.function.kind == "hash"]
SHABAL = [
    each
    for each in IMPLEMENTATIONS
    if each.function.name == "shabal" and each.name != "portable_fast"
]


def name_of(implementation: Implementation) -> str:
    return f"{implementation.function.name}-{implementation.name}"


each_file = pytest.mark.parametrize("implementation", EVERY_FILE, ids=name_of)
each_implementation = pytest.mark.parametrize("implementation", IMPLEMENTATIONS, ids=name_of)
# Those that do with words of more than 32 bits, where a machine has no others.
each_small_implementation = pytest.mark.parametrize(
    "implementation",
    [each for each in IMPLEMENTATIONS if not each.name.startswith("portable_fast")],
    ids=name_of,
)

pytestmark = pytest.mark.skipif(not COMPILERS, reason="no C compiler for this computer")


def compile_c(compiler: str, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [compiler, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def run_vectors(
    folder: Path,
    function: str,
    lines: list[str],
    *arguments: str | Path,
    compiler: str = COMPILERS[0] if COMPILERS else "",
) -> tuple[int, int]:
    """Build the runner with an implementation; return (messages, wrong digests)."""
    program = folder / "runner"
    built = compile_c(compiler, "-O1", *harness_flags(function), *arguments, HARNESS, "-o", program)
    assert built.returncode == 0, built.stderr
    result = subprocess.run(
        [program], input="".join(lines), capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr
    done, failed = result.stdout.split()
    return int(done), int(failed)


@pytest.mark.parametrize("compiler", COMPILERS)
@pytest.mark.quick
def test_a_warning_would_be_seen(compiler: str, tmp_path: Path) -> None:
    source = tmp_path / "warned.c"
    text = SHABAL[0].source.read_text(encoding="ascii")
    source.write_text(text.replace("unsigned i, a;", "unsigned i, a; int unused;"))
    result = compile_c(
        compiler, "-std=c90", *STRICT, *INCLUDE_FLAGS, "-c", source, "-o", "/dev/null"
    )
    assert result.returncode != 0
    assert "unused" in result.stderr


@pytest.mark.parametrize("compiler", CXX_COMPILERS)
@pytest.mark.parametrize("standard", CXX_STANDARDS)
def test_cxx_programs_can_include_every_header(compiler: str, standard: str) -> None:
    text = "".join(f'#include "mote/{path.name}"\n' for path in (INCLUDE / "mote").glob("*.h"))
    result = subprocess.run(
        [compiler, f"-std={standard}", *STRICT, *INCLUDE_FLAGS, "-fsyntax-only", "-xc++", "-"],
        input=2 * text,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (result.returncode, result.stderr) == (0, "")


@pytest.mark.skipif(not CXX_COMPILERS, reason="no C++ compiler for this computer")
def test_a_cxx_program_links(tmp_path: Path) -> None:
    program = tmp_path / "program.cpp"
    program.write_text(
        '#include "mote/shabal.h"\n'
        "int main() {\n"
        "    mote_shabal_context cc;\n"
        "    unsigned char digest[4];\n"
        "    mote_shabal_init(&cc, 32);\n"
        "    mote_shabal(&cc, 0, 0);\n"
        "    mote_shabal_close(&cc, 0, 0, digest);\n"
        "    return digest[0] != 0xd3 || digest[3] != 0x46;\n"
        "}\n"
    )
    part = tmp_path / "shabal.o"
    source = SHABAL[0].source
    assert compile_c(COMPILERS[0], *INCLUDE_FLAGS, "-c", source, "-o", part).returncode == 0
    for compiler in CXX_COMPILERS:
        result = compile_c(
            compiler, *STRICT, *INCLUDE_FLAGS, program, part, "-o", tmp_path / "program"
        )
        assert (result.returncode, result.stderr) == (0, "")
        assert subprocess.run([tmp_path / "program"], check=False).returncode == 0


def calls_of(function: Function) -> tuple[ApiCall, ...]:
    """The functions of its interface."""
    return next(i for i in catalog.implementations(function) if i.name == "portable").calls


def breaches(implementation: Implementation, part: Path) -> list[str]:
    """What in the object breaks Annex A.2: foreign names in, own names out, data, bss."""
    found = []
    names = compile_c("nm", "-f", "posix", part).stdout.splitlines()
    kinds = [line.split()[:2] for line in names]
    allowed = {"memcpy", "memset", "_GLOBAL_OFFSET_TABLE_"}
    base = implementation.function.base
    if base:
        allowed |= {call.symbol for call in calls_of(catalog.functions()[base])}
    found += [f"calls {name}" for name, kind in kinds if kind == "U" and name not in allowed]
    exported = {name for name, kind in kinds if kind.isupper() and kind != "U"}
    lacking = set(implementation.symbols) - exported
    if lacking:
        found.append(f"lacks {sorted(lacking)}")
    foreign = {name for name in exported if not re.match(f"{implementation.prefix}(_|$)", name)}
    if foreign:
        found.append(f"exports {sorted(foreign)}")
    sizes = compile_c("size", "-A", part).stdout.splitlines()
    for line in sizes:
        fields = line.split()
        if fields and fields[0].startswith((".data", ".bss", ".tdata", ".tbss")) and int(fields[1]):
            found.append(f"has {fields[1]} bytes of {fields[0]}")
    return found


@pytest.mark.skipif(not shutil.which("nm"), reason="no binutils")
@each_file
@pytest.mark.parametrize("compiler", COMPILERS)
@pytest.mark.sampled(24, by=("compiler",))
def test_compiles_in_every_standard_and_the_object_keeps_the_rules(
    implementation: Implementation, compiler: str, tmp_path: Path
) -> None:
    """Without a warning."""
    for standard, flags in FLAGS_BY_STANDARD.items():
        part = tmp_path / f"{standard}.o"
        if compiler == "clang" and standard != OBJECT:
            flags = [*flags, "-fsyntax-only"]  # its optimizer gives no warnings
        result = compile_c(
            compiler, f"-std={standard}", *STRICT, *flags, *INCLUDE_FLAGS, "-c",
            implementation.source, "-o", part,
        )  # fmt: skip
        assert (result.returncode, result.stderr) == (0, ""), standard
    assert breaches(implementation, tmp_path / f"{OBJECT}.o") == []


@pytest.mark.skipif(not shutil.which("nm"), reason="no binutils")
@pytest.mark.quick
def test_broken_rules_would_be_seen(tmp_path: Path) -> None:
    broken = tmp_path / "broken.c"
    text = SHABAL[0].source.read_text(encoding="ascii")
    broken.write_text(
        text.replace("mote_shabal_init(", "start(")
        + "int mote_count = 1;\nsize_t mote_length(const char *text) { return strlen(text); }\n"
    )
    part = tmp_path / "part.o"
    built = compile_c(COMPILERS[0], "-Os", "-fpic", *INCLUDE_FLAGS, "-c", broken, "-o", part)
    assert built.returncode == 0, built.stderr
    assert breaches(SHABAL[0], part) == [
        "calls strlen",
        "lacks ['mote_shabal_init']",
        "exports ['mote_count', 'mote_length', 'start']",
        "has 4 bytes of .data",
    ]


@functools.cache
def supported(compiler: str, flags: tuple[str, ...]) -> tuple[str, ...]:
    """The flags, or none where this computer lacks the compiler or the libraries they need."""
    if shutil.which(compiler) is None:
        return ()
    with tempfile.TemporaryDirectory() as folder:
        probe = Path(folder) / "probe.c"
        probe.write_text("int main(void) { return 0; }\n")
        result = compile_c(compiler, *flags, probe, "-o", Path(folder) / "probe")
    return flags if result.returncode == 0 else ()


WATCHED = ("-O0", "-g1")
"""As little as possible is optimized away that a sanitizer could see, and it compiles in half the
time; its complaints name lines, which takes no more debugging records."""


def sanitizers() -> tuple[str, ...]:
    """The flags of the address and undefined-behaviour sanitizers, where they exist."""
    return supported(COMPILERS[0], (*sanitizer.FLAGS, *WATCHED))


def memory_sanitizer() -> tuple[str, ...]:
    """The flags of clang's memory sanitizer, where it exists; the context is not filled then."""
    flags = ("-fsanitize=memory", "-fno-sanitize-recover=all", "-DLEAVE_UNSET")
    return supported("clang", (*flags, *WATCHED))


@each_implementation
@pytest.mark.sampled(30)
def test_vectors_under_sanitizers(implementation: Implementation, tmp_path: Path) -> None:
    name = implementation.function.name
    lines = vector_lines(name)
    assert len(lines) > 20
    arguments = [*sanitizers(), *INCLUDE_FLAGS, implementation.source]
    assert run_vectors(tmp_path, name, lines, *arguments) == (len(lines), 0)


@each_implementation
@pytest.mark.sampled(30)
def test_no_memory_is_read_before_it_is_written(
    implementation: Implementation, tmp_path: Path
) -> None:
    flags = memory_sanitizer()
    if not flags:
        pytest.skip("no clang with the memory sanitizer")
    name = implementation.function.name
    lines = vector_lines(name)
    arguments = [*flags, *INCLUDE_FLAGS, implementation.source]
    assert run_vectors(tmp_path, name, lines, *arguments, compiler="clang") == (len(lines), 0)


def test_a_read_of_what_was_never_written_would_be_seen(tmp_path: Path) -> None:
    flags = memory_sanitizer()
    if not flags:
        pytest.skip("no clang with the memory sanitizer")
    source = ROOT / "src" / "sha1" / "portable.c"
    text = source.read_text(encoding="ascii")
    assert text.count("cc->ptr = 0;") == 1
    (tmp_path / "wrong.c").write_text(text.replace("cc->ptr = 0;", ""))
    arguments = [*flags, *INCLUDE_FLAGS, f"-I{source.parent}", tmp_path / "wrong.c"]
    with pytest.raises(AssertionError, match="use-of-uninitialized-value"):
        run_vectors(tmp_path, "sha1", vector_lines("sha1"), *arguments, compiler="clang")


@each_small_implementation
@pytest.mark.parametrize("wide", ["uint32_t", "unsigned long", "unsigned __int128"])
@pytest.mark.sampled(20, by=("wide",))
def test_words_need_not_be_in_bytes_of_known_order(
    implementation: Implementation, wide: str, tmp_path: Path
) -> None:
    name = implementation.function.name
    header = (INCLUDE / "mote" / "interface.h").read_text(encoding="ascii")
    usual = "typedef uint32_t mote_u32"
    assert usual in header
    (tmp_path / "mote").mkdir()
    (tmp_path / "mote" / "interface.h").write_text(
        header.replace(usual, f"typedef {wide} mote_u32"), encoding="ascii"
    )
    # No byte is in place in wider words, so the compiler's byte order has to be unknown.
    flags = [*sanitizers(), "-std=gnu11", "-U__BYTE_ORDER__", f"-I{tmp_path}"]
    flags += INCLUDE_FLAGS
    lines = vector_lines(name)
    result = run_vectors(tmp_path, name, lines, *flags, implementation.source)
    assert result == (len(lines), 0)


@pytest.mark.parametrize("implementation", SHABAL, ids=name_of)
@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("i = 4;", "i = 3;"),  # a final round less
        ("n = (ub | n) & -n;", "n = ub | n;"),  # unused bits of ub taken for message
        ("!= 36 + 3", "!= 24 + 3"),
        ("T32(cc->Wlow + n)", "T32(cc->Wlow + 1)"),  # final rounds counted as blocks
    ],
)
def test_a_wrong_implementation_would_be_seen(
    implementation: Implementation, right: str, wrong: str, tmp_path: Path
) -> None:
    text = implementation.source.read_text(encoding="ascii")
    assert text.count(right) == 1
    (tmp_path / "wrong.c").write_text(text.replace(right, wrong))
    lines = vector_lines("shabal")
    _, failed = run_vectors(tmp_path, "shabal", lines, *INCLUDE_FLAGS, tmp_path / "wrong.c")
    assert failed > 0


@pytest.mark.always
@pytest.mark.quick
def test_a_read_past_the_data_would_be_seen(tmp_path: Path) -> None:
    flags = sanitizers()
    if not flags:
        pytest.skip("no sanitizer libraries")
    text = SHABAL[0].source.read_text(encoding="ascii")
    (tmp_path / "wrong.c").write_text(text.replace("*bytes)", "bytes[1])"))
    lines = vector_lines("shabal")
    with pytest.raises(AssertionError, match="heap-buffer-overflow"):
        run_vectors(tmp_path, "shabal", lines, *flags, *INCLUDE_FLAGS, tmp_path / "wrong.c")
