"""libmote as programs use it: built, installed, found by CMake and pkg-config, linked, run."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

import part_of_library
from mote.catalog import catalog, vectors
from mote.common.paths import ROOT

LIBRARY_EXAMPLE = ROOT / "examples" / "library"


def run(*command: str | Path, env: dict[str, str] | None = None, data: bytes = b"") -> str:
    """Run a command and give its output; a failure shows everything it said."""
    result = subprocess.run(
        [str(word) for word in command],
        input=data,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={**os.environ, "CTEST_OUTPUT_ON_FAILURE": "1", **(env or {})},
        check=False,
    )
    output = result.stdout.decode("utf-8", "replace")
    assert result.returncode == 0, f"{command}\n{output}"
    return output


def build(source: Path, folder: Path, *options: str | Path) -> str:
    said = run("cmake", "-S", source, "-B", folder, *options)
    return said + run("cmake", "--build", folder)


def shabal256() -> vectors.Vector:
    """The longest of our Shabal-256 vectors that is whole bytes."""
    cases = vectors.plain(catalog.functions()["shabal"])
    return max(
        (case for case in cases if case.digest_bits == 256 and case.bits % 8 == 0),
        key=lambda case: case.bits,
    )


def symbols(library: Path, *options: str) -> set[str]:
    lines = run("nm", "-g", "--defined-only", *options, library).splitlines()
    return {line.split()[-1] for line in lines if len(line.split()) == 3}


def folder_of(root: Path, name: str) -> Path:
    """The one folder below root that holds the file; lib, lib64 or lib/<architecture>."""
    (path,) = (path for path in root.rglob(name) if not path.is_symlink())
    return path.parent


@pytest.fixture(scope="module", params=["static", "shared"])
def installed(request, tmp_path_factory) -> tuple[str, Path]:
    """(kind, prefix) of an installation that was moved after it was made.

    The static one goes through DESTDIR, as packagers do it; the shared one through --prefix, with a
    few functions: all are in that of test_no_variable_of_a_project_around_it_breaks_it.  Neither is
    optimized: what optimization makes of the sources, the bench says.
    """
    base = tmp_path_factory.mktemp(request.param)
    prefix, source = base / "moved", ROOT
    options = ["-DCMAKE_C_FLAGS_RELEASE=-O0 -DNDEBUG"]
    if request.param == "shared":
        source = part_of_library.copy(base / "source", "common", "cpu", "shabal", "aes")
        options = ["-DBUILD_SHARED_LIBS=ON", "-DCMAKE_BUILD_TYPE=Debug"]
    build(source, base / "build", *options, "-DCMAKE_INSTALL_PREFIX=/opt/mote")
    if request.param == "static":
        run("cmake", "--install", base / "build", env={"DESTDIR": str(base / "staged")})
        made = base / "staged" / "opt" / "mote"
    else:
        made = base / "first"
        run("cmake", "--install", base / "build", "--prefix", made)
    made.rename(prefix)
    return request.param, prefix


def check_consumers(folder: Path, env: dict[str, str]) -> None:
    """The C and the C++ program both print the digest of the vector."""
    vector = shabal256()
    message = folder / "message"
    message.write_bytes(vector.message)
    expected = vector.digest.hex()
    assert run(folder / "digest", message, env=env) == f"{expected}  {message}\n"
    assert run(folder / "digest", env=env, data=vector.message) == f"{expected}  -\n"
    assert run(folder / "digest_cpp", env=env, data=vector.message) == f"{expected}  -\n"
    # Another message has another digest: the programs really hash what they are given.
    assert expected not in run(folder / "digest", env=env, data=vector.message + b"\0")


def test_a_program_that_finds_the_package(installed, tmp_path):
    _, prefix = installed
    build(LIBRARY_EXAMPLE, tmp_path, f"-DCMAKE_PREFIX_PATH={prefix}")
    check_consumers(tmp_path, {})  # CMake itself puts the library's folder into the program


def test_a_program_that_asks_pkg_config(installed, tmp_path):
    _, prefix = installed
    run(
        "make",
        "-C",
        LIBRARY_EXAMPLE,
        f"BUILD={tmp_path}",
        "CFLAGS=-std=c90 -Wall -Wextra -pedantic -Werror",
        env={"PKG_CONFIG_PATH": str(folder_of(prefix, "mote.pc"))},
    )
    library = next(iter(prefix.rglob("libmote.*"))).parent
    check_consumers(tmp_path, {"LD_LIBRARY_PATH": str(library)})


def test_pkg_config_knows_the_version_and_the_place(installed):
    _, prefix = installed
    env = {"PKG_CONFIG_PATH": str(folder_of(prefix, "mote.pc"))}
    version = re.search(r'^version = "(.*)"', (ROOT / "pyproject.toml").read_text(), re.M)
    assert version
    assert run("pkg-config", "--modversion", "mote", env=env).strip() == version[1]
    include = run("pkg-config", "--cflags-only-I", "mote", env=env).strip().removeprefix("-I")
    assert Path(include).resolve() == (prefix / "include").resolve()


def test_what_is_installed(installed):
    kind, prefix = installed
    for header in (ROOT / "include" / "mote").glob("*.h"):
        assert (prefix / "include" / "mote" / header.name).read_bytes() == header.read_bytes()
    libraries = {path.suffix for path in prefix.rglob("libmote*")}
    assert (".a" in libraries) == (kind == "static")
    assert (".so" in libraries) == (kind == "shared")
    (licence,) = prefix.rglob("LICENSE")
    assert licence.read_bytes() == (ROOT / "LICENSE").read_bytes()
    for text in prefix.rglob("*.cmake"):
        for source in (ROOT, prefix.parent / "source"):
            assert str(source) not in text.read_text(), f"{text} names the source folder"


def test_only_mote_is_exported(installed):
    kind, prefix = installed
    (library,) = (path for path in prefix.rglob("libmote*") if not path.is_symlink())
    names = symbols(library, "-D") if kind == "shared" else symbols(library)
    assert {"mote_shabal_init", "mote_shabal", "mote_shabal_close"} <= names
    assert [name for name in names if not name.startswith("mote_")] == []


@pytest.mark.parametrize("wanted", ["0.1", "0.3", "1.0"])
def test_another_version_is_not_found(installed, tmp_path, wanted):
    _, prefix = installed
    (tmp_path / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.16)\nproject(p C)\n"
        f"find_package(mote {wanted} REQUIRED)\n"
    )
    result = subprocess.run(
        ["cmake", "-S", tmp_path, "-B", tmp_path / "b", f"-DCMAKE_PREFIX_PATH={prefix}"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode != 0
    assert f'compatible with requested version "{wanted}"' in " ".join(result.stderr.split())


@pytest.mark.parametrize("preset", ["debug", "sanitize"])
@pytest.mark.sampled(4)
@pytest.mark.long
@pytest.mark.turns("library", 4, "cmake", "CMakeLists.txt", "include", "tests/library")
def test_presets_build_and_pass(tmp_path, preset):
    """debug turns warnings into errors, sanitize runs the example under both sanitizers."""
    run("cmake", "-S", ROOT, "-B", tmp_path, "--preset", preset)
    run("cmake", "--build", tmp_path)
    assert "100% tests passed" in run("ctest", "--test-dir", tmp_path)
    if preset == "sanitize":
        assert "__asan_" in run("nm", tmp_path / "digest")


def test_a_new_family_is_one_more_file(tmp_path):
    """Nothing lists the sources; of two implementations of a family only one is taken."""
    part_of_library.copy(tmp_path)
    toy = tmp_path / "src" / "toy"
    toy.mkdir()
    (toy / "portable.c").write_text("int mote_toy(void) { return 1; }\nint mote_plain;\n")
    (toy / "portable_lowram.c").write_text("int mote_toy(void) { return 2; }\nint mote_low;\n")
    (toy / "thumb.c").write_text("#error not for this library\n")
    folder = tmp_path / "b"
    build(tmp_path, folder)
    assert symbols(folder / "libmote.a") == {"mote_toy", "mote_plain"}
    # A faster one appears, and a second family: building again is enough.
    (toy / "portable_fast.c").write_text("int mote_toy(void) { return 3; }\nint mote_fast;\n")
    other = tmp_path / "src" / "family" / "other"
    other.mkdir(parents=True)
    (other / "portable.c").write_text("int mote_other(void) { return 4; }\n")
    run("cmake", "--build", folder)
    assert symbols(folder / "libmote.a") == {"mote_toy", "mote_fast", "mote_other"}


def test_part_of_another_project(tmp_path):
    """add_subdirectory gives mote::mote, and installs nothing of its own."""
    library = part_of_library.copy(tmp_path / "library", "common", "cpu", "shabal")
    shutil.copy(LIBRARY_EXAMPLE / "digest.c", tmp_path)
    (tmp_path / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.16)\nproject(p C)\n"
        f'add_subdirectory("{library}" mote)\n'
        "add_executable(digest digest.c)\ntarget_link_libraries(digest PRIVATE mote::mote)\n"
    )
    build(tmp_path, tmp_path / "b")
    vector = shabal256()
    assert vector.digest.hex() in run(tmp_path / "b" / "digest", data=vector.message)
    run("cmake", "--install", tmp_path / "b", "--prefix", tmp_path / "p")
    assert [path for path in (tmp_path / "p").rglob("*") if path.is_file()] == []


HOSTILE = """
cmake_minimum_required(VERSION 3.16)
project(p C)
foreach(each UNITY_BUILD INCLUDE_CURRENT_DIR C_EXTENSIONS INTERPROCEDURAL_OPTIMIZATION
        COMPILE_WARNING_AS_ERROR C_STANDARD_REQUIRED)
  set(CMAKE_${each} ON)
endforeach()
set(BUILD_SHARED_LIBS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE OFF)
set(CMAKE_C_STANDARD 11)
set(CMAKE_C_VISIBILITY_PRESET hidden)
set(CMAKE_C_CLANG_TIDY false)
set(CMAKE_C_CPPCHECK false)
set(CMAKE_C_INCLUDE_WHAT_YOU_USE false)
set(CMAKE_REQUIRED_LIBRARIES no_such_library)
set(CMAKE_REQUIRED_DEFINITIONS "-Dmain=")
set(sources nothing.c)
set(listed nothing CACHE STRING "")
set(made nothing CACHE STRING "")
set(kernel nothing CACHE STRING "")
string(APPEND CMAKE_C_FLAGS " -Werror -Wall -Wextra -Wconversion -Wcast-qual"
       " -Wdeclaration-after-statement -funsigned-char -fshort-enums -ffast-math"
       " -fvisibility=hidden -O0")
add_compile_options(-fvisibility=hidden -Wstrict-overflow=5 -Wundef)
include_directories(traps)
add_subdirectory("@ROOT@" mote)
add_executable(vectors "@ROOT@/tests/library/vectors.c")
set_target_properties(vectors PROPERTIES INCLUDE_DIRECTORIES "" COMPILE_OPTIONS -w C_CLANG_TIDY ""
                      C_CPPCHECK "" C_INCLUDE_WHAT_YOU_USE "")
target_link_libraries(vectors PRIVATE mote::mote)
"""


@pytest.mark.long
@pytest.mark.turns("library", 4, "cmake", "CMakeLists.txt", "include", "tests/library")
def test_no_variable_of_a_project_around_it_breaks_it(tmp_path):
    """What many projects set for themselves, all at once: every function is exported and right."""
    for trap in ("common/fast.h", "common/choice.h", "mote/interface.h", "aes/fast.h"):
        (tmp_path / "traps" / trap).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "traps" / trap).write_text("#error not this one\n")
    (tmp_path / "CMakeLists.txt").write_text(HOSTILE.replace("@ROOT@", str(ROOT)))
    build(tmp_path, tmp_path / "b")
    files = [path for path in (ROOT / "vectors").glob("*.csv") if path.name != "all_lengths.csv"]
    run(tmp_path / "b" / "vectors", *files)
    (library,) = (p for p in (tmp_path / "b").rglob("libmote.so*") if not p.is_symlink())
    names = symbols(library, "-D")
    declared = "".join(path.read_text() for path in (ROOT / "include" / "mote").glob("*.h"))
    assert names <= set(re.findall(r"mote_\w+", declared)) | {
        name for name in names if name.startswith(("mote_hmac_", "mote_hkdf_"))
    }


def commands_of(folder: Path) -> list[str]:
    """The compiler's commands for the library, without building it."""
    commands = json.loads((folder / "compile_commands.json").read_text())
    return [each["command"] for each in commands if "CMakeFiles/mote.dir" in each["command"]]


@pytest.mark.parametrize(
    ("flags", "level"), [("", "-O2"), ("-O3", "-O3"), ("-Os", "-Os")], ids=["none", "O3", "Os"]
)
def test_a_project_without_a_build_type_gets_it_optimized(tmp_path, flags, level):
    """As that says itself, or else as the library is meant."""
    (tmp_path / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.16)\nproject(p C)\n"
        f'set(CMAKE_EXPORT_COMPILE_COMMANDS ON)\nadd_subdirectory("{ROOT}" mote)\n'
    )
    run("cmake", "-S", tmp_path, "-B", tmp_path / "b", f"-DCMAKE_C_FLAGS={flags}")
    sources = [each for each in commands_of(tmp_path / "b") if each.endswith(".c")]
    assert len(sources) > 50
    for each in sources:
        assert re.findall(r" (-O\S*)", each) == [level]


@pytest.mark.skipif(
    shutil.which("arm-none-eabi-gcc") is None, reason="arm-none-eabi-gcc is not installed"
)
def test_cross_compiled(tmp_path):
    """That the compiler takes every function for this processor, the bench says."""
    build(
        part_of_library.copy(tmp_path / "library", "common", "cpu", "shabal", "aes"),
        tmp_path / "b",
        "-DCMAKE_SYSTEM_NAME=Generic",
        "-DCMAKE_SYSTEM_PROCESSOR=arm",
        "-DCMAKE_C_COMPILER=arm-none-eabi-gcc",
        "-DCMAKE_C_FLAGS=-mcpu=cortex-m0",
        "-DCMAKE_TRY_COMPILE_TARGET_TYPE=STATIC_LIBRARY",
    )
    assert "Tag_CPU_arch: v6S-M" in run("readelf", "-A", tmp_path / "b" / "libmote.a")
