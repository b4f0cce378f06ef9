"""CRC-32 and CRC-32C: constants, every implementation in C, the library that chooses, mote crc."""

from __future__ import annotations

import ctypes
import dataclasses
import hashlib
import os
import re
import shutil
import subprocess
import sys
import zlib
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench_command import mote
from compilers import COMPILER
from includes import INCLUDE_FLAGS
from mote.building import package
from mote.catalog import catalog, vectors
from mote.catalog.function import Implementation
from mote.checking import sanitizer
from mote.cli import main
from mote.common.paths import ROOT
from mote.keeping import store
from mote.kinds import checksum
from mote.measuring import bench
from mote.specifications import crc_constants as crc
from reference import aes

pytestmark = pytest.mark.about("src/crc32")

FUNCTIONS = {name: catalog.functions()[name] for name in crc.POLYNOMIALS}
IMPLEMENTATIONS = [i for each in FUNCTIONS.values() for i in catalog.implementations(each)]
AMD64 = sys.platform == "linux" and os.uname().machine == "x86_64"
HERE = [
    i
    for i in IMPLEMENTATIONS
    if i.source.suffix == ".c" and i.name.startswith(("portable", "amd64" if AMD64 else "portable"))
]
STUBS = ROOT / "tests" / "stubs"
KNOWN = {"crc32": "cbf43926", "crc32c": "e3069283"}
"""Of the digits 1 to 9: the "check" of Rocksoft's model; RFC 3720 has none of them."""

RFC_3720 = [  # appendix B.4, there as bytes, the lowest first
    (bytes(32), "8a9136aa"),
    (b"\xff" * 32, "62a8ab43"),
    (bytes(range(32)), "46dd794e"),
    (bytes(range(31, -1, -1)), "113fdb5c"),
]

each_function = pytest.mark.parametrize("name", FUNCTIONS)
host_only = pytest.mark.skipif(COMPILER is None, reason="no C compiler for this computer")


def name_of(implementation: Implementation) -> str:
    return f"{implementation.function.name}-{implementation.name}"


@each_function
def test_the_constants_are_what_the_program_makes(name: str) -> None:
    text = crc.constants_file(name).read_text(encoding="ascii")
    assert text == crc.constants(name)
    # A wrong polynomial would be seen: every number depends on it.
    other = dict(crc.POLYNOMIALS)
    crc.POLYNOMIALS[name] = tuple(32 - each for each in crc.POLYNOMIALS[name])
    try:
        assert crc.constants(name) != text
    finally:
        crc.POLYNOMIALS.update(other)


def test_the_definition() -> None:
    for name, digits in KNOWN.items():
        assert f"{crc.checksum(name, b'123456789'):08x}" == digits
    for data, digits in RFC_3720:
        assert f"{crc.checksum('crc32c', data):08x}" == digits
    for size in (0, 1, 64, 300):
        data = vectors.message(8 * size)
        assert crc.checksum("crc32", data, 0x12345678) == zlib.crc32(data, 0x12345678)


def test_what_moves_words_forward() -> None:
    """A fold and the Barrett reduction, multiplied out."""

    def product(a: int, b: int) -> int:
        return sum_of(b << bit for bit in range(a.bit_length()) if a >> bit & 1)

    def sum_of(parts: object) -> int:
        total = 0
        for each in parts:  # type: ignore[attr-defined]
            total ^= each
        return total

    data = vectors.message(8 * 16)
    for name in crc.POLYNOMIALS:
        first, last = (int.from_bytes(data[at : at + 8], "little") for at in (0, 8))
        for distance in crc.FOLDS:
            far, near = crc.folds(name, distance)
            moved = (product(first, far) ^ product(last, near)).to_bytes(16, "little")

            # Begun with all ones and inverted at the end, which cancels out of the sum of two.
            def plain(message: bytes, name: str = name) -> int:
                return crc.checksum(name, message) ^ crc.checksum(name, bytes(len(message)))

            assert plain(moved) == plain(data + bytes(distance))
        quotient, divisor = crc.barrett(name)
        low = product(first, quotient) & (1 << 64) - 1
        assert product(low, divisor) >> 64 & 0xFFFFFFFF == plain(data[:8])


@each_function
def test_the_vectors_are_those_of_the_definition(name: str) -> None:
    rows = checksum.own(FUNCTIONS[name])
    assert [len(row.message) for row in rows] == list(checksum.LENGTHS)
    assert checksum.LENGTHS[:301] == tuple(range(301))
    assert len({row.crc for row in rows}) > 50
    for row in rows[::7]:
        assert row.checksum == crc.checksum(name, row.message, row.crc)
    if name == "crc32":
        assert all(row.checksum == zlib.crc32(row.message, row.crc) for row in rows)
    assert len(checksum.KIND.bench_vectors(FUNCTIONS[name])) > 15


@each_function
@pytest.mark.parametrize("cpu", ["power8-le", "power8-be", "power9-le", "power9-be"])
def test_what_the_head_of_the_power8_file_counts(name: str, cpu: str) -> None:
    """50 instructions for 256 bytes: three for each 16, and two for the loop."""
    text = " ".join((ROOT / "src" / "crc32" / "vpmsumd.h").read_text(encoding="ascii").split())
    assert "With 2 instructions for the loop, 50 for 256 bytes are 0.195 a byte." in text
    rows = [row for row in store.read().values() if (row.function, row.cpu) == (name, cpu)]
    (row,) = (row for row in rows if row.implementation == "power8")
    assert row.block_instructions == 50 == 3 * 256 // 16 + 2


class Library:
    """The functions of an implementation in this process."""

    def __init__(self, implementation: Implementation, folder: Path) -> None:
        path = folder / "checksum.so"
        command = [str(COMPILER), "-O1", "-fPIC", "-shared", *INCLUDE_FLAGS]
        subprocess.run([*command, str(implementation.source), "-o", str(path)], check=True)
        library = ctypes.CDLL(str(path))
        self.update = library[implementation.prefix]
        self.update.argtypes = [ctypes.c_uint32, ctypes.c_void_p, ctypes.c_size_t]
        self.combine = library[implementation.prefix + "_combine"]
        self.combine.argtypes = [ctypes.c_uint32, ctypes.c_uint32, ctypes.c_size_t]
        self.update.restype = self.combine.restype = ctypes.c_uint32


def remainders(name: str) -> Callable[[int, bytes], int]:
    """The definition with a table of all bytes, which is fast enough for many messages."""
    table = [crc.checksum(name, bytes([i]), 0xFFFFFFFF) ^ 0xFFFFFFFF for i in range(256)]

    def value(before: int, data: bytes) -> int:
        register = before ^ 0xFFFFFFFF
        for byte in data:
            register = register >> 8 ^ table[(register ^ byte) & 0xFF]
        return register ^ 0xFFFFFFFF

    return value


@host_only
@pytest.mark.parametrize("implementation", HERE, ids=name_of)
def test_every_length_at_every_alignment(implementation: Implementation, tmp_path: Path) -> None:
    library = Library(implementation, tmp_path)
    value = remainders(implementation.function.name)
    data = vectors.message(8 * 316)
    buffer = ctypes.create_string_buffer(b"\xa5" * 32 + data, 32 + len(data))
    aligned = ctypes.addressof(buffer) + 32 - ctypes.addressof(buffer) % 16
    for offset in range(16):
        shift = aligned + offset - ctypes.addressof(buffer) - 32
        start = value(0, b"")
        right = []
        for size in range(301):
            right.append(start)
            start = value(start, buffer.raw[32 + shift + size : 33 + shift + size])
        for size in range(301):
            assert library.update(0, aligned + offset, size) == right[size], (offset, size)
    assert library.update(0xDEADBEEF, None, 0) == 0xDEADBEEF


@host_only
@pytest.mark.parametrize("name", FUNCTIONS)
def test_pieces_of_any_size(name: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    files = [i for i in HERE if i.function.name == name]
    libraries = [Library(i, tmp_path_factory.mktemp(i.name)) for i in files]
    value = remainders(name)

    @settings(max_examples=40, deadline=None)
    @given(st.lists(st.binary(max_size=400), max_size=6), st.integers(0, 2**32 - 1))
    def check(pieces: list[bytes], start: int) -> None:
        whole = value(start, b"".join(pieces))
        for library in libraries:
            running = combined = start
            for piece in pieces:
                running = library.update(running, piece, len(piece))
                part = library.update(0, piece, len(piece))
                combined = library.combine(combined, part, len(piece))
            assert running == combined == whole

    check()


@host_only
@each_function
def test_combine_of_what_no_memory_holds(name: str, tmp_path: Path) -> None:
    implementation = next(i for i in HERE if name_of(i) == f"{name}-portable")
    library = Library(implementation, tmp_path)
    for length in (2**31 + 7, 2**32, 2**40 + 12345) if ctypes.sizeof(ctypes.c_size_t) == 8 else ():
        # x^(8 length) modulo the polynomial, by squaring.
        factor, base, left = 1, 1 << 8, length
        while left:
            if left & 1:
                factor = times(name, factor, base)
            base, left = times(name, base, base), left >> 1
        first = crc.reflected(times(name, crc.reflected(0x12345678, 32), factor), 32)
        assert library.combine(0x12345678, 0x9ABCDEF0, length) == first ^ 0x9ABCDEF0


def times(name: str, a: int, b: int) -> int:
    product = 0
    for bit in range(a.bit_length()):
        product ^= (b << bit) * (a >> bit & 1)
    return crc.divided(product, crc.polynomial(name))[1]


POWER = {
    "gcc": "{target}-gcc -std=c99 -Wall -Wextra -pedantic -Werror",
    "gcc as XL": "{target}-gcc -std=c99 -include {stub}",
    "clang": "clang --target={target} -std=c99 -Wall -Wextra -pedantic -Werror "
    "-isystem /usr/{target}/include",
}
TARGETS = {"powerpc64le-linux-gnu": "qemu-ppc64le", "powerpc64-linux-gnu": "qemu-ppc64"}


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("compiler", POWER)
def test_power8_with_every_compiler(compiler: str, target: str, tmp_path: Path) -> None:
    """Both byte orders; XL's names are stubs for GCC, and its AIX has no __BYTE_ORDER__."""
    linker, emulator = f"{target}-gcc", TARGETS[target]
    command = POWER[compiler].format(target=target, stub=STUBS / "xlc_power8.h").split()
    if not all(map(shutil.which, (linker, emulator, command[0]))):
        pytest.skip(f"{linker}, {emulator} or {command[0]} is not installed")
    options = ["-O2", "-mcpu=power8", "-maltivec", "-mvsx", *INCLUDE_FLAGS]
    if compiler == "gcc as XL" and "le" not in target:
        options += ["-U__BYTE_ORDER__", "-U__ORDER_BIG_ENDIAN__", "-U__ORDER_LITTLE_ENDIAN__"]
    for name in FUNCTIONS:
        code, program = tmp_path / f"{name}.o", tmp_path / name
        source = FUNCTIONS[name].folder / "power8.c"
        subprocess.run([*command, *options, "-c", source, "-o", code], check=True)
        run_definition(linker, emulator, name, code, program)


def run_definition(linker: str, emulator: str, name: str, code: Path, program: Path) -> None:
    facts = [f"-DFUNCTION=mote_{name}", f"-DCOMBINE=mote_{name}_combine"]
    facts.append(f"-DPOLYNOMIAL={crc.power(name, 32):#x}u")
    files = [str(STUBS / "crc_program.c"), str(code), "-o", str(program)]
    subprocess.run([linker, "-O1", "-static", *facts, *INCLUDE_FLAGS, *files], check=True)
    said = subprocess.run(
        [emulator, "-cpu", "power8", program], capture_output=True, text=True, check=True
    )
    done, wrong = map(int, said.stdout.split())
    assert (done > 16 * 300, wrong) == (True, 0)


def library_project(folder: Path) -> Path:
    """CMake's project with what is chosen at run time, and a program that prints results."""
    for name in ("CMakeLists.txt", "pyproject.toml", "LICENSE"):
        shutil.copy(ROOT / name, folder)
    for name in ("cmake", "include", "src/aes", "src/crc32", "src/cpu", "src/sha2", "src/common"):
        shutil.copytree(ROOT / name, folder / name)
    (folder / "use.c").write_text(
        '#include "mote/crc32.h"\n#include "mote/gcm.h"\n#include "mote/sha256.h"\n'
        '#include "mote/sha512.h"\n#include <stdio.h>\n'
        "static const unsigned char more[1000] = {1};\n"
        "static void print(const unsigned char *p, int n) {\n"
        "while (n-- != 0)\nprintf(\"%02x\", *p++);\nputchar('\\n');\n}\n"
        'int main(void) {\nstatic const char data[] = "123456789";\n'
        "mote_u32 first = mote_crc32(0, data, 4), second = mote_crc32(0, data + 4, 5);\n"
        'printf("%08lx %08lx ", (unsigned long)mote_crc32(0, data, 9),\n'
        "(unsigned long)mote_crc32c(0, data, 9));\n"
        'printf("%08lx %08lx\\n", (unsigned long)mote_crc32(0, more, 1000),\n'
        "(unsigned long)mote_crc32_combine(first, second, 5));\n"
        "static unsigned char text[1000], digest[64];\n"
        "mote_sha256_context s;\nmote_sha512_context l;\nmote_gcm_context g;\n"
        "mote_sha256_init(&s, 256);\nmote_sha256(&s, more, 1000);\n"
        "mote_sha256_close(&s, 0, 0, digest);\nprint(digest, 32);\n"
        "mote_sha512_init(&l, 512);\nmote_sha512(&l, more, 1000);\n"
        "mote_sha512_close(&l, 0, 0, digest);\nprint(digest, 64);\n"
        "if (mote_gcm_init(&g, more, 128) != 0 ||\n"
        "mote_gcm_seal(&g, more, 12, more, 20, more, text, 1000, digest, 16) != 0)\n"
        "return 1;\nprint(digest, 16);\nreturn 0;\n}\n"
    )
    with (folder / "CMakeLists.txt").open("a") as stream:
        stream.write("add_executable(use use.c)\ntarget_link_libraries(use PRIVATE mote::mote)\n")
    return folder


# The crypto instructions of POWER8 by the low bits of a word with primary opcode 4: the extended
# opcodes of forms VX and VA (Power ISA 2.07B, Book I, section 6.11).
FORM_VX = {
    **{1288: "vcipher", 1289: "vcipherlast", 1352: "vncipher", 1353: "vncipherlast", 1480: "vsbox"},
    **{1032: "vpmsumb", 1096: "vpmsumh", 1160: "vpmsumw", 1224: "vpmsumd"},
    **{1666: "vshasigmaw", 1730: "vshasigmad"},
}
FORM_VA = {45: "vpermxor"}


def crypto(log: str) -> Counter[str]:
    """How many crypto instructions QEMU lists, by their names."""
    words = (int(word, 16) for word in re.findall(r"^0x[0-9a-f]+:  ([0-9a-f]{8})  ", log, re.M))
    names = (FORM_VX.get(w & 2047) or FORM_VA.get(w & 63) for w in words if w >> 26 == 4)
    return Counter(name for name in names if name)


LIBRARIES = {
    "this computer": ([], [], "amd64" if AMD64 else ""),
    "POWER8, little-endian": (
        ["-DCMAKE_SYSTEM_NAME=Linux", "-DCMAKE_C_COMPILER=powerpc64le-linux-gnu-gcc"],
        ["qemu-ppc64le", "-cpu", "power8"],
        "power8",
    ),
    "POWER8, big-endian": (
        ["-DCMAKE_SYSTEM_NAME=Linux", "-DCMAKE_C_COMPILER=powerpc64-linux-gnu-gcc"],
        ["qemu-ppc64", "-cpu", "power8"],
        "power8",
    ),
    "POWER8, Clang": (
        [
            *("-DCMAKE_SYSTEM_NAME=Linux", "-DCMAKE_C_COMPILER=clang"),
            "-DCMAKE_C_COMPILER_TARGET=powerpc64le-linux-gnu",
            "-DCMAKE_C_FLAGS=-isystem /usr/powerpc64le-linux-gnu/include",
        ],
        ["qemu-ppc64le", "-cpu", "power8"],
        "power8",
    ),
    "PowerPC, 32 bits": (
        [
            *("-DCMAKE_SYSTEM_NAME=Linux", "-DCMAKE_C_COMPILER=powerpc-linux-gnu-gcc"),
            "-DCMAKE_BUILD_TYPE=Debug",
        ],
        ["qemu-ppc", "-cpu", "g4"],
        "",
    ),
    "PowerPC 970": (  # no instruction of POWER8 may be met
        [
            *("-DCMAKE_SYSTEM_NAME=Linux", "-DCMAKE_C_COMPILER=powerpc64-linux-gnu-gcc"),
            *("-DCMAKE_C_FLAGS=-mcpu=970", "-DCMAKE_BUILD_TYPE=Debug"),
        ],
        ["qemu-ppc64", "-cpu", "970fx"],
        "power8",
    ),
}


@pytest.mark.parametrize("system", LIBRARIES)
@pytest.mark.sampled(6)
@pytest.mark.turns("library", 16, "cmake", "CMakeLists.txt", "include", "tests/library")
def test_the_library_chooses(system: str, tmp_path: Path) -> None:
    options, emulator, name = LIBRARIES[system]
    compilers = [o.split("=")[1] for o in options if "C_COMPILER=" in o]
    if not all(map(shutil.which, ("cmake", *compilers, *emulator[:1]))):
        pytest.skip(f"cmake, {' or '.join([*compilers, *emulator[:1]])} is not installed")
    project = library_project(tmp_path)
    static = ["-DCMAKE_EXE_LINKER_FLAGS=-static"] if emulator else []
    build = tmp_path / "build"
    flags = ["-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_C_FLAGS_RELEASE=-O1", *static, *options]
    for command in (["cmake", "-S", project, "-B", build, *flags], ["cmake", "--build", build]):
        made = subprocess.run(command, capture_output=True, text=True, check=False)
        assert made.returncode == 0, made.stdout + made.stderr
    symbols = subprocess.run(
        ["nm", build / "use"], capture_output=True, text=True, check=True
    ).stdout
    for function in (*FUNCTIONS, "gcm_seal", "sha256", "sha512"):
        assert f"mote_{function}_portable_fast" in symbols
        chosen = name and (name == "power8" or not function.startswith("sha"))
        assert not chosen or f"mote_{function}_{name}" in symbols
    assert name != "amd64" or "mote_gcm_seal_amd64_vaes" in symbols
    wanted = f"{KNOWN['crc32']} {KNOWN['crc32c']} "
    more = bytes([1]) + bytes(999)
    wanted += f"{zlib.crc32(more):08x} {KNOWN['crc32']}\n"
    wanted += f"{hashlib.sha256(more).hexdigest()}\n{hashlib.sha512(more).hexdigest()}\n"
    wanted += f"{aes.gcm(more[:16], more[:12], more[:20], more)[-16:].hex()}\n"
    if emulator:
        # QEMU lists what it translates: a feature that is taken away is really not used.
        log = tmp_path / "log"
        has = name == "power8" and "power8" in emulator
        for mask, used in ((None, has), ("none", False)):
            changed = {} if mask is None else {"MOTE_CPU_FEATURES": mask}
            trace = [*emulator, "-d", "in_asm", "-D", log, build / "use"]
            subprocess.run(trace, capture_output=True, check=True, env={**os.environ, **changed})
            text = log.read_text(encoding="utf-8", errors="replace")
            words = {"vcipher", "vcipherlast", "vpmsumd", "vpermxor"}
            words |= {"vshasigmaw", "vshasigmad"}
            assert set(crypto(text)) == (words if used else set()), mask
            assert text.count("\n0x") > 5000
            # Names of big-endian code are those of descriptors, which QEMU does not find.
            named = ("crc32", "gcm_seal", "sha256", "sha512") if "64le" in emulator[0] else ()
            for function in named:
                found = [f"IN: mote_{function}_{each}" in text for each in (name, "portable_fast")]
                assert found == [used, not used], function
    # With every feature, with none, and with a mask that is wrong: the same values.
    for mask in (None, "none", "nonsense"):
        environment = dict(os.environ)
        environment.pop("MOTE_CPU_FEATURES", None)
        if mask is not None:
            environment["MOTE_CPU_FEATURES"] = mask
        said = subprocess.run(
            [*emulator, build / "use"], capture_output=True, text=True, check=True, env=environment
        )
        assert said.stdout == wanted


@pytest.mark.sampled(4, by=())
@pytest.mark.parametrize(
    ("change", "failed"),
    [
        (("i = 8;", "i = 7;"), "vectors"),
        (("crc ^= *bytes;", "crc ^= bytes[1];"), "guard"),
        (("u32 power = (u32)0x80000000 >> 8", "u32 power = (u32)0x80000000 >> 7"), "vectors"),
        (("typedef mote_u32 u32;", "typedef mote_u32 u32;\nint mote_calls = 1;"), "object rules"),
        (("    i = 8;", '    __asm__ volatile("mov r9, r0");\n        i = 8;'), "ABI"),
    ],
    ids=["a bit less", "past the end", "combine", "variable", "register"],
)
def test_a_broken_checksum_is_caught(change: tuple[str, str], failed: str, tmp_path: Path) -> None:
    implementation = next(i for i in HERE if name_of(i) == "crc32-portable")
    files = package.pack(implementation)
    text = files.sources[0].text
    assert text.count(change[0]) == 1
    (tmp_path / files.header.name).write_text(files.header.text, encoding="ascii")
    (tmp_path / "portable.c").write_text(text.replace(*change), encoding="ascii")
    broken = dataclasses.replace(implementation, sources=(tmp_path / "portable.c",))
    job = bench.BenchJob(broken, catalog.cpus()["thumb"], full=True, measure=False)
    result = bench.run(job)
    assert result.problem == ""
    assert {c.name: c.status for c in result.checks}[failed] == "failed"


@pytest.mark.always
@pytest.mark.skipif(not sanitizer.available(), reason="no gcc with its sanitizers")
def test_the_harness_sees_what_is_wrong(tmp_path: Path) -> None:
    text = (ROOT / "src" / "crc32" / "bitwise.h").read_text(encoding="ascii")
    (tmp_path / "crc32").mkdir()
    source = FUNCTIONS["crc32"].folder / "portable.c"
    assert sanitizer.complaint("crc32", [source], []) == ""
    for old, new, words in (
        ("crc ^= *bytes;", "crc ^= bytes[1];", "overflow"),
        ("i = 8;", "i = 7;", "wrong digests"),
    ):
        (tmp_path / "crc32" / "bitwise.h").write_text(text.replace(old, new), encoding="ascii")
        assert words in sanitizer.complaint("crc32", [source], [tmp_path])


@host_only
def test_mote_crc(tmp_path: Path) -> None:
    file = tmp_path / "digits"
    file.write_bytes(b"123456789")
    for name, digits in KNOWN.items():
        assert mote("crc", name, "--hex", b"123456789".hex()).stdout == f"{digits}\n"
    assert mote("crc", "crc32", file, "--implementation", "portable_fast").stdout == "cbf43926\n"
    assert mote("crc", "crc32", "--hex", "").stdout == "00000000\n"
    large = tmp_path / "large"
    large.write_bytes(vectors.message(8 * 70001))
    digits = f"{zlib.crc32(large.read_bytes()):08x}\n"
    assert mote("crc", "crc32", large, "--implementation", "portable_table").stdout == digits
    if shutil.which("avr-gcc"):
        arguments = ("--cpu", "avr8", "--implementation", "portable_table")
        assert mote("crc", "crc32", large, *arguments).stdout == digits


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("crc32",), "give a file or --hex"),
        (("crc32", "file", "--hex", "00"), "give a file or --hex"),
        (("crc32", "--hex", "0"), "--hex '0' is not hexadecimal"),
        (("crc32", "/no/such/file"), "/no/such/file: No such file"),
        (("crc32", ""), "the name of a file is empty"),
        (("crc32", str(ROOT)), "Is a directory"),
        (("crc16", "--hex", "00"), "did you mean 'crc32'"),
        (("sha256", "--hex", "00"), "sha256 is a hash function, not a checksum"),
        (("crc32", "--hex", "00", "--cpu", "z80"), "unknown CPU 'z80'"),
        (("crc32", "--hex", "00", "--implementation", "power8"), "power8 is not for the host"),
        (("crc32", "--hex", "00", "--implementation", "fast"), "unknown implementation 'fast'"),
    ],
)
def test_wrong_arguments(
    arguments: tuple[str, ...], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["crc", *arguments]) == 1
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)
    assert words in said.err
