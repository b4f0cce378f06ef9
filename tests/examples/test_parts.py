"""libmote in parts, in C++ and for other systems; what is exported is what the headers declare."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

import part_of_library
from mote.common.paths import ROOT
from test_cmake import build, run, symbols

INCLUDE = ROOT / "include" / "mote"
UNOPTIMIZED = "-DCMAKE_C_FLAGS_RELEASE=-O0"


def declared(*headers: str) -> set[str]:
    """The functions of these headers, of HMAC's and HKDF's those that their macros declare."""
    names: set[str] = set()
    for header in headers:
        name = header.removesuffix(".h")
        if name.startswith("hmac_"):
            names |= {f"mote_{name}{part}" for part in ("", "_init", "_close", "_check")}
        elif name.startswith("hkdf_"):
            names |= {f"mote_{name}_{part}" for part in ("extract", "expand")}
        elif name not in ("hmac", "hkdf", "lms", "memory", "power_vectors"):
            text = re.sub(r"/\*.*?\*/", "", (INCLUDE / header).read_text(), flags=re.S)
            names |= set(re.findall(r"\b(mote_\w+)\(", text))
    return names


def every_header() -> list[str]:
    return [path.name for path in INCLUDE.glob("*.h")]


@pytest.mark.long
@pytest.mark.turns("library", 16, "cmake", "CMakeLists.txt", "include", "src/hash", "src/common")
def test_the_archive_has_the_functions_of_the_headers_and_cpp(tmp_path: Path) -> None:
    """No name that implementations have for each other is global; C++ finds everything else."""
    build(ROOT, tmp_path, UNOPTIMIZED, "-DMOTE_PROGRAMS=OFF")
    archive = tmp_path / "libmote.a"
    assert symbols(archive) == declared(*every_header())
    # They are there, under local names.
    assert re.search(r" t mote_sha256_portable_fast$", run("nm", archive), re.M)
    for standard in ("c++11", "c++20"):
        run(
            *("g++", f"-std={standard}", "-Wall", "-Wextra", "-Werror", "-pedantic"),
            *("-Wconversion", "-fsanitize=undefined", "-fno-sanitize-recover"),
            *(f"-I{ROOT / 'include'}", ROOT / "tests" / "examples" / "wrapper.cpp", archive),
            *("-o", tmp_path / "wrapper"),
        )
        assert run(tmp_path / "wrapper") == "right\n"


def test_the_version_is_that_of_the_project() -> None:
    text = (INCLUDE / "version.h").read_text()
    found = re.search(
        r'^version = "(\d+)\.(\d+)\.(\d+)"', (ROOT / "pyproject.toml").read_text(), re.M
    )
    assert found
    for name, number in zip(("MAJOR", "MINOR", "PATCH"), found.groups(), strict=True):
        assert f"#define MOTE_VERSION_{name} {number}\n" in text
    assert f'#define MOTE_VERSION "{".".join(found.groups())}"\n' in text


@pytest.mark.parametrize(
    ("functions", "headers"),
    [
        ("sha256;aes_gcm", "sha256.h aes.h gcm.h ghash.h"),
        ("hkdf_sha512", "hkdf_sha512.h hmac_sha512.h sha512.h"),
        ("ChaCha20_Poly1305", "chacha20.h poly1305.h chacha20_poly1305.h"),
    ],
)
def test_a_part_is_what_was_asked_for_and_what_that_calls(
    tmp_path: Path, functions: str, headers: str
) -> None:
    build(ROOT, tmp_path / "b", UNOPTIMIZED, f"-DMOTE_FUNCTIONS={functions}")
    names = symbols(tmp_path / "b" / "libmote.a")
    assert names == declared(*headers.split(), "cpu.h", "version.h")
    # A shared library of it misses nothing.
    shared = tmp_path / "libpart.so"
    whole = ("-Wl,--whole-archive", tmp_path / "b" / "libmote.a", "-Wl,--no-whole-archive")
    run("gcc", "-shared", "-Wl,-z,defs", *whole, "-o", shared)
    run("cmake", "--install", tmp_path / "b", "--prefix", tmp_path / "p")
    installed = {path.name for path in (tmp_path / "p").rglob("*.h")}
    assert set(headers.split()) <= installed
    assert "shabal.h" not in installed
    # What is installed is complete.
    text = "".join(f'#include "mote/{name}"\n' for name in sorted(installed))
    (tmp_path / "all.c").write_text(text)
    run("gcc", "-fsyntax-only", f"-I{tmp_path / 'p' / 'include'}", tmp_path / "all.c")


def test_a_part_that_there_is_not(tmp_path: Path) -> None:
    command = ["cmake", "-S", ROOT, "-B", tmp_path, "-DMOTE_FUNCTIONS=sha256;sha257"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert "there is no function sha257; there are aes aes_ctr" in " ".join(done.stderr.split())


def test_a_shared_librarys_functions_have_its_version(tmp_path: Path) -> None:
    build(ROOT, tmp_path, UNOPTIMIZED, "-DBUILD_SHARED_LIBS=ON", "-DMOTE_FUNCTIONS=sha256")
    (library,) = (path for path in tmp_path.glob("libmote.so*") if not path.is_symlink())
    names = {name for name in symbols(library, "-D") if "@" in name}
    assert names == {f"{each}@@MOTE_0.2" for each in declared("sha256.h", "cpu.h", "version.h")}
    assert "Library soname: [libmote.so.0.2]" in run("readelf", "-d", library)


MINGW = "x86_64-w64-mingw32-gcc"


@pytest.mark.skipif(shutil.which(MINGW) is None, reason=f"{MINGW} is not installed")
def test_windows_has_the_same_functions(tmp_path: Path) -> None:
    """All compiles with the options that it has there; a DLL of a part exports what it should."""
    windows = ("-DCMAKE_SYSTEM_NAME=Windows", "-DCMAKE_SYSTEM_PROCESSOR=AMD64", UNOPTIMIZED)
    windows += (f"-DCMAKE_C_COMPILER={MINGW}", "-DBUILD_SHARED_LIBS=ON")
    exported = tmp_path / "all" / "mote.def"
    run("cmake", "-S", ROOT, "-B", tmp_path / "all", *windows, "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON")
    assert set(exported.read_text().split()[1:]) == declared(*every_header())
    commands = json.loads((tmp_path / "all" / "compile_commands.json").read_text())
    assert len(commands) > 90
    for each in commands:
        # CMake's makefiles for Windows keep the folders of headers in files of their own.
        words = [word for word in shlex.split(each["command"]) if not word.startswith("@")]
        folders = [f"-I{ROOT / name}" for name in ("include", "src")]
        run(*words, *folders, "-fsyntax-only", "-Werror")
    build(ROOT, tmp_path / "part", *windows, "-DMOTE_FUNCTIONS=sha256;crc32")
    said = run(MINGW.replace("gcc", "objdump"), "-p", tmp_path / "part" / "libmote.dll")
    table = said.partition("[Ordinal/Name Pointer] Table")[2]
    headers = ("sha256.h", "crc32.h", "crc32c.h", "cpu.h", "version.h")
    assert set(re.findall(r"\] (mote_\w+)", table)) == declared(*headers)


TARGETS = (
    *("x86_64-apple-macos11", "arm64-apple-macos11"),
    *("x86_64-pc-windows-msvc", "aarch64-pc-windows-msvc", "i686-pc-windows-msvc"),
)


@pytest.mark.skipif(shutil.which("clang") is None, reason="clang is not installed")
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.sampled(4)
def test_every_file_compiles_for(target: str) -> None:
    """Without the system's headers, of which it uses few functions (tests/stubs/hosted)."""
    names = ["portable.c", "portable_fast.c", "library.c"]
    if target.startswith("x86_64-apple"):  # cl has no attributes for single functions
        names += ["amd64.c", "amd64_avx2.c", "amd64_avx512.c", "amd64_sha.c", "amd64_vaes.c"]
        names += ["amd64_vpclmul.c", "amd64_avx512_ifma.c", "amd64_avx512_lanes.c"]
    if target.startswith("arm64-apple"):
        names.append("aarch64_neon.c")
    files = [path for name in names for path in sorted((ROOT / "src").rglob(name))]
    # The random numbers of a system are asked for by its own headers.
    files = [path for path in files if path.parent.name != "random"]
    assert len(files) > 150
    command = ["clang", f"--target={target}", "-ffreestanding", "-fsyntax-only", "-std=gnu99"]
    command += ["-Wall", "-Wextra", "-Werror", "-Wno-unused-function"]
    system = "apple" if "apple" in target else "windows"
    for stubs in ("hosted", system):
        command += ["-isystem", str(ROOT / "tests" / "stubs" / stubs)]
    command.append("-DPLAIN_NAME=portable_fast")
    run(*command, f"-I{ROOT / 'include'}", f"-I{ROOT / 'src'}", *files)


def test_a_part_of_another_project_may_be_static_and_merged(tmp_path: Path) -> None:
    """Objects for link-time optimization are left as they are, and a program links."""
    library = part_of_library.copy(tmp_path / "library", "common", "cpu", "sha1", "shabal")
    build(library, tmp_path / "b", "-DCMAKE_INTERPROCEDURAL_OPTIMIZATION=ON", "-DMOTE_EXAMPLES=OFF")
    program = tmp_path / "p.c"
    program.write_text(
        '#include "mote/sha1.h"\nint main(void) { mote_sha1_context cc; mote_sha1_init(&cc, 160);'
        " return 0; }\n"
    )
    run("gcc", program, f"-I{ROOT / 'include'}", tmp_path / "b" / "libmote.a", "-o", tmp_path / "p")
    run(tmp_path / "p")
