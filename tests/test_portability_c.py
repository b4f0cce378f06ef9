"""The portable implementations as C: every standard, both compilers, sanitizers, odd integers."""

from __future__ import annotations

import csv
import hashlib
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
INCLUDE = ROOT / "include"
SOURCES = [ROOT / "src" / "shabal" / name for name in ("portable.c", "portable_lowram.c")]
COMPILERS = [name for name in ("gcc", "clang") if shutil.which(name)]
CXX_COMPILERS = [name for name in ("g++", "clang++") if shutil.which(name)]
STRICT = ["-Wall", "-Wextra", "-pedantic", "-Werror"]
C_STANDARDS = ["c90", "c99", "c11", "c17", "c2x"]
CXX_STANDARDS = ["c++98", "c++11", "c++14", "c++17", "c++20"]

pytestmark = pytest.mark.skipif(not COMPILERS, reason="no C compiler for this computer")

# Reads "<digest bits> <message bits> <message in hexadecimal, or -> <digest>" and hashes each
# message in chunks of uneven sizes, at an odd address, from a dirty context, cloned in the middle.
RUNNER = r"""
#include "mote/shabal.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned char *unhex(const char *text, size_t *length) {
    /* One byte too many at the front only, so that a read past the end is seen. */
    size_t n = *text == '-' ? 0 : strlen(text) / 2, i;
    unsigned char *bytes = (unsigned char *)malloc(n + 1);
    unsigned value;
    for (i = 0; i < n; i++) {
        sscanf(text + 2 * i, "%2x", &value);
        bytes[i + 1] = (unsigned char)value;
    }
    *length = n;
    return bytes;
}

int main(void) {
    static char text[8192], wanted[256];
    unsigned size, bits, done = 0, failed = 0;
    while (scanf("%u %u %8191s %255s", &size, &bits, text, wanted) == 4) {
        mote_shabal_context *cc = (mote_shabal_context *)malloc(sizeof *cc);
        mote_shabal_context *clone = (mote_shabal_context *)malloc(sizeof *clone);
        unsigned char *digest = (unsigned char *)malloc(size / 8 + 1);
        size_t length, whole = bits / 8, at = 0, chunk = 0, digest_length;
        unsigned char *data = unhex(text, &length), *expected = unhex(wanted, &digest_length);
        unsigned ub = bits % 8 != 0 ? 0x5500u | data[1 + whole] : 0xFFFFu;
        memset(cc, 0xA5, sizeof *cc);
        mote_shabal_init(cc, size);
        mote_shabal(cc, NULL, 0);
        while (at < whole) {
            chunk = (chunk * 5 + 3) % 131;
            if (chunk > whole - at)
                chunk = whole - at;
            mote_shabal(cc, data + 1 + at, chunk);
            at += chunk;
            *clone = *cc;
            memset(cc, 0x5A, sizeof *cc);
            *cc = *clone;
            mote_shabal(clone, "disturbed", 9);
        }
        *clone = *cc;
        mote_shabal_close(cc, ub, bits % 8, digest + 1);
        failed += memcmp(digest + 1, expected + 1, size / 8) != 0;
        mote_shabal_close(clone, ub, bits % 8, digest);
        failed += memcmp(digest, expected + 1, size / 8) != 0;
        done++;
        free(cc);
        free(clone);
        free(digest);
        free(data);
        free(expected);
    }
    printf("%u %u\n", done, failed);
    return 0;
}
"""


def compile_c(compiler: str, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [compiler, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def message(bits: int) -> bytes:
    return hashlib.shake_128(f"mote/{bits}".encode()).digest((bits + 7) // 8)


def vector_lines() -> list[str]:
    lines = (ROOT / "vectors" / "shabal.csv").read_text(encoding="ascii").splitlines()
    table = csv.DictReader(line for line in lines if not line.startswith("#"))
    return [
        f"{row['digest_bits']} {row['message_bits']} "
        f"{message(int(row['message_bits'])).hex() or '-'} {row['digest']}\n"
        for row in table
    ]


def run_vectors(folder: Path, *arguments: str | Path) -> tuple[int, int]:
    """Build the runner with an implementation; return (messages, wrong digests)."""
    runner = folder / "runner.c"
    runner.write_text(RUNNER, encoding="ascii")
    program = folder / "runner"
    built = compile_c(COMPILERS[0], "-O1", *arguments, runner, "-o", program)
    assert built.returncode == 0, built.stderr
    result = subprocess.run(
        [program], input="".join(vector_lines()), capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr
    done, failed = result.stdout.split()
    return int(done), int(failed)


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
@pytest.mark.parametrize("compiler", COMPILERS)
@pytest.mark.parametrize("standard", C_STANDARDS)
@pytest.mark.parametrize("branch", ["byte-order-known", "byte-order-unknown"])
def test_compiles_without_a_warning(
    source: Path, compiler: str, standard: str, branch: str
) -> None:
    flags = ["-U__BYTE_ORDER__"] if branch == "byte-order-unknown" else []
    result = compile_c(
        compiler, f"-std={standard}", "-Os", *STRICT, *flags, f"-I{INCLUDE}", "-c", source,
        "-o", "/dev/null",
    )  # fmt: skip
    assert (result.returncode, result.stderr) == (0, "")


@pytest.mark.parametrize("compiler", COMPILERS)
def test_a_warning_would_be_seen(compiler: str, tmp_path: Path) -> None:
    source = tmp_path / "warned.c"
    text = SOURCES[0].read_text(encoding="ascii")
    source.write_text(text.replace("unsigned i, a;", "unsigned i, a; int unused;"))
    result = compile_c(
        compiler, "-std=c90", *STRICT, f"-I{INCLUDE}", "-c", source, "-o", "/dev/null"
    )
    assert result.returncode != 0
    assert "unused" in result.stderr


@pytest.mark.parametrize("compiler", CXX_COMPILERS)
@pytest.mark.parametrize("standard", CXX_STANDARDS)
def test_cxx_programs_can_include_the_header_and_link(
    compiler: str, standard: str, tmp_path: Path
) -> None:
    program = tmp_path / "program.cpp"
    program.write_text(
        '#include "mote/shabal.h"\n#include "mote/shabal.h"\n'
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
    assert compile_c(COMPILERS[0], f"-I{INCLUDE}", "-c", SOURCES[0], "-o", part).returncode == 0
    result = compile_c(
        compiler, f"-std={standard}", *STRICT, f"-I{INCLUDE}", program, part,
        "-o", tmp_path / "program",
    )  # fmt: skip
    assert (result.returncode, result.stderr) == (0, "")
    assert subprocess.run([tmp_path / "program"], check=False).returncode == 0


def breaches(source: Path, compiler: str, folder: Path) -> list[str]:
    """What in the object breaks Annex A.2: foreign names in, own names out, data, bss."""
    part = folder / "part.o"
    built = compile_c(compiler, "-Os", "-fpic", f"-I{INCLUDE}", "-c", source, "-o", part)
    assert built.returncode == 0, built.stderr
    found = []
    names = compile_c("nm", "-f", "posix", part).stdout.splitlines()
    kinds = [line.split()[:2] for line in names]
    allowed = {"memcpy", "memset", "_GLOBAL_OFFSET_TABLE_"}
    found += [f"calls {name}" for name, kind in kinds if kind == "U" and name not in allowed]
    exported = {name for name, kind in kinds if kind.isupper() and kind != "U"}
    if exported != {"mote_shabal_init", "mote_shabal", "mote_shabal_close"}:
        found.append(f"exports {sorted(exported)}")
    sizes = compile_c("size", "-A", part).stdout.splitlines()
    for line in sizes:
        fields = line.split()
        if fields and fields[0].startswith((".data", ".bss", ".tdata", ".tbss")) and int(fields[1]):
            found.append(f"has {fields[1]} bytes of {fields[0]}")
    return found


@pytest.mark.skipif(not shutil.which("nm"), reason="no binutils")
@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
@pytest.mark.parametrize("compiler", COMPILERS)
def test_object_keeps_the_rules(source: Path, compiler: str, tmp_path: Path) -> None:
    assert breaches(source, compiler, tmp_path) == []


@pytest.mark.skipif(not shutil.which("nm"), reason="no binutils")
@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_broken_rules_would_be_seen(source: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken.c"
    broken.write_text(
        source.read_text(encoding="ascii")
        + "int mote_count = 1;\nsize_t mote_length(const char *text) { return strlen(text); }\n"
    )
    assert breaches(broken, COMPILERS[0], tmp_path) == [
        "calls strlen",
        "exports ['mote_count', 'mote_length', 'mote_shabal', 'mote_shabal_close', "
        "'mote_shabal_init']",
        "has 4 bytes of .data",
    ]


def sanitizers(folder: Path) -> list[str]:
    """The sanitizer flags, or none where this computer lacks their libraries."""
    flags = ["-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
    probe = folder / "probe.c"
    probe.write_text("int main(void) { return 0; }\n")
    result = compile_c(COMPILERS[0], *flags, probe, "-o", folder / "probe")
    return flags if result.returncode == 0 else []


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
@pytest.mark.parametrize("flags", [[], ["-U__BYTE_ORDER__"]], ids=["in-place", "by-shifts"])
def test_vectors_under_sanitizers(source: Path, flags: list[str], tmp_path: Path) -> None:
    wanted = len(vector_lines())
    assert wanted > 600
    arguments = [*sanitizers(tmp_path), *flags, f"-I{INCLUDE}", source]
    assert run_vectors(tmp_path, *arguments) == (wanted, 0)


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
@pytest.mark.parametrize("wide", ["unsigned long", "unsigned __int128"])
def test_words_may_be_wider_than_32_bits(source: Path, wide: str, tmp_path: Path) -> None:
    header = (INCLUDE / "mote" / "shabal.h").read_text(encoding="ascii")
    changed = header.replace("typedef uint32_t mote_shabal_u32", f"typedef {wide} mote_shabal_u32")
    assert changed != header
    (tmp_path / "mote").mkdir()
    (tmp_path / "mote" / "shabal.h").write_text(changed, encoding="ascii")
    # No byte is in place in such words, so the compiler's byte order has to be unknown.
    result = run_vectors(tmp_path, "-std=gnu11", "-U__BYTE_ORDER__", f"-I{tmp_path}", source)
    assert result == (len(vector_lines()), 0)


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
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
    source: Path, right: str, wrong: str, tmp_path: Path
) -> None:
    text = source.read_text(encoding="ascii")
    assert text.count(right) == 1
    (tmp_path / "wrong.c").write_text(text.replace(right, wrong))
    _, failed = run_vectors(tmp_path, f"-I{INCLUDE}", tmp_path / "wrong.c")
    assert failed > 0


def test_a_read_past_the_data_would_be_seen(tmp_path: Path) -> None:
    flags = sanitizers(tmp_path)
    if not flags:
        pytest.skip("no sanitizer libraries")
    text = SOURCES[0].read_text(encoding="ascii")
    (tmp_path / "wrong.c").write_text(text.replace("*bytes)", "bytes[1])"))
    with pytest.raises(AssertionError, match="heap-buffer-overflow"):
        run_vectors(tmp_path, *flags, f"-I{INCLUDE}", tmp_path / "wrong.c")
