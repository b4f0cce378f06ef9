"""libmote as programs use it: built, installed, found by CMake and pkg-config, linked, run."""

from __future__ import annotations

import hashlib
import itertools
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


def without_version(names: set[str]) -> set[str]:
    """A shared library's names without the version behind them, which is a name, too."""
    return {name.partition("@")[0] for name in names if not name.startswith("MOTE_")}


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
    names = without_version(symbols(library, *(["-D"] if kind == "shared" else [])))
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
@pytest.mark.turns("library", 16, "cmake", "CMakeLists.txt", "include", "tests/library")
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
@pytest.mark.turns("library", 16, "cmake", "CMakeLists.txt", "include", "tests/library")
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
    names = without_version(symbols(library, "-D"))
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


SHELL_LINES = (
    "sha256sum a b* d* f* dir nofile",
    "sha256sum --tag a d*e b*",
    "sha256sum -b a",
    "sha256sum -z a b*",
    "sha256sum -c list",
    "sha256sum -c --warn list",
    "sha256sum -c --strict --quiet list",
    "sha256sum -c --status list",
    "sha256sum -c --ignore-missing list",
    "sha256sum -c < list",
    "sha256sum -c bad",
    "sha256sum -c bad nofile",
    "sha256sum -c --ignore-missing absent",
    "sha256sum --tag -c absent",
    "sha256sum -z -c absent",
    "sha256sum -ct absent",
    "sha256sum --tag -t a",
    *(f"sha256sum --{each} a" for each in ("quiet", "status", "warn", "strict", "ignore-missing")),
    "sha256sum --foo a",
    "sha256sum -x",
    "sha256sum < a",
    "sha256sum - a < a",
    "sha256sum a a > /dev/full",
    "sha256sum -c dir",
    "sha256sum -c empty",
    "sha256sum -c other",
    "sha256sum -c reversed",
    "sha256sum -c returns",
    "sha256sum -c leading",
    "sha256sum -c upper",
    "sha256sum b* d* f* | sha256sum -c",
    "sha256sum --tag b* d* f* a | sha256sum -c",
    "b2sum --tag b* d* f* a | b2sum -c",
    "b2sum -b --tag a",
    "b2sum -l 256 a d*e",
    "b2sum --tag -l 128 a b* | b2sum -c",
    "b2sum -l 128 a b* | b2sum -c",
    "b2sum -l 0 a; b2sum -l 12 a; b2sum -l 520 a; b2sum -l x a",
    "b2sum -l 128 a | b2sum -l 0 -c",
    "sha256sum -c forms; sha256sum -c reversed spaces; sha256sum -c spaces reversed",
    "sha512sum a; sha384sum a; sha224sum a; sha1sum a",
    # Names in messages are quoted where a shell needs it.
    r"""sha256sum "it's" "it's \$" 'a b' a:b '#' x# '~' x~ '{' '{x' 'x!' '"'; sha256sum -c 'a b'""",
    r"""sha256sum -- "$(printf "a\r'")" "$(printf '\177\tq')" "$(printf 'n\n\001x')" 'a\' -q ''""",
    r"""sha256sum é 'x é' "$(printf 'a\377\302\205\302\240b')" "$(printf '\342\200')" """,
    "bash -c 'exec -a path/sha256sum sha256sum nofile -x'; bash -c 'exec -a p/b2sum b2sum -l 9 a'",
    # The last one counts.
    *(
        f"sha256sum {one} {other} -c list"
        for one, other in itertools.permutations(("--warn", "--quiet", "--status"), 2)
    ),
    "sha256sum --text --tag a; sha256sum --tag --text a; sha256sum --tag -tb a; sha256sum --t a",
    # What is wrong with a line is said in its place.
    "sha256sum -cw list bad 2>&1",
    "sha256sum -cw names nul; sha256sum -c tags; sha256sum -cw tags; b2sum -cw sizes",
    "sha256sum -c --ignore-missing zeros",
    "sha256sum -c --ignore-missing --status absent",
    # A list that is the input has no input in it.
    "sha256sum -cw < input; sha256sum -c input < a",
    # One input after the other, however many threads there are.
    "cat large | sha256sum - - a -; cat large | sha256sum a - large -",
    "sha256sum <&-; sha256sum a >&-; sha256sum nofile >&-; sha256sum -c returns >&-",
    "sha256sum --help > /dev/full; sha256sum --version > /dev/full",
    "b2sum -l +8 a; b2sum -l ' 8' a; b2sum -l 8x a; b2sum -l 513 a; b2sum -l -8 a; b2sum -l '' a",
    "b2sum -l 99999999999999999999 a; b2sum -l 18446744073709551624 a",
    "b2sum -l 128 a | b2sum -l 256 -c; b2sum -l 13 -c list",
)
"""What mote-sum does under these names is what coreutils' programs do."""


@pytest.fixture
def files_to_sum(tmp_path):
    """Names that need escapes, lists that are right, wrong, and of other forms."""
    folder = tmp_path / "files"
    folder.mkdir()
    names = {"a": b"abc", "b\nc": b"x", "d\\e": b"y", "f\rg": b"z", "empty": b""}
    for name, content in names.items():
        (folder / name).write_bytes(content)
    (folder / "dir").mkdir()
    digest = hashlib.sha256(b"abc").hexdigest()
    zeros = "0" * 64
    lists = {
        "list": f"{digest}  a\nbad\n# a\n\n{zeros}  a\n{zeros}  nofile\n",
        "bad": "bad\n",
        "absent": f"{zeros}  nofile\n",
        "other": f"MD5 (a) = {'0' * 32}\nSHA256 (a) = {digest}\n",
        "reversed": f"{digest} a\n",
        "returns": f"{digest}  a\r\n",
        "forms": f"{digest} a\n{digest}  a\n",
        "spaces": f"{digest}  a\n{digest} a\n",
        "leading": f"   {digest} *a\n",
        "upper": f"{digest.upper()}  a\n",
        "zeros": f"{zeros}  a\n",
        "input": f"{zeros}  -\nbad\n{zeros}  a\nSHA256 (-) = {zeros}\n",
        "names": f"{digest}  \n{digest} *\n{digest} \n\\{digest}  a\\qb\n",
        "nul": f"\\{digest}  a\0\n{digest}  a\0b\n\\SHA256 (a) = {digest}\0\n",
        "tags": "".join(
            f"{tag}{digest}\n"
            for tag in (
                *("SHA256 (a) = ", "SHA256(a)= ", "SHA256 (a)=", "SHA256 () = ", "SHA256  (a) = "),
                *("sha256 (a) = ", "SHA-256 (a) = ", "SHA2-256(a)= ", "SHA256-256 (a) = "),
            )
        ),
        "sizes": "".join(
            f"BLAKE2b{tag} (a) = {hashlib.blake2b(b'abc', digest_size=size).hexdigest()}\n"
            for tag, size in (
                *(("", 64), ("-512", 64), ("-256", 32), ("-8", 1), ("-", 64), ("-0", 64)),
                *(("-0256", 32), ("-256-256", 32), ("-256", 64), ("", 32)),
            )
        ),
    }
    for name, text in lists.items():
        (folder / name).write_bytes(text.encode())
    (folder / "large").write_bytes(bytes(3_000_001))
    return folder


@pytest.fixture
def sum_programs(installed, tmp_path):
    """A folder with the program under the names of others."""
    _, prefix = installed
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in ("mote-sum", "b2sum", *(f"sha{size}sum" for size in (1, 224, 256, 384, 512))):
        (folder / name).symlink_to(prefix / "bin" / "mote-sum")
    return folder


def said_by(line: str, folder: Path, path: str, locale: str = "C") -> tuple[int, bytes, bytes]:
    env = {**os.environ, "LC_ALL": locale, "PATH": path}
    done = subprocess.run(["sh", "-c", line], cwd=folder, env=env, capture_output=True, check=False)
    return done.returncode, done.stdout, done.stderr


# The shared library that is installed here has a few functions alone.
with_every_function = pytest.mark.parametrize(
    "installed", ["static"], indirect=True, scope="module"
)


@with_every_function
def test_mote_sum_says_what_coreutils_say(sum_programs, files_to_sum):
    path = os.environ["PATH"]
    for line in SHELL_LINES:
        theirs = said_by(line, files_to_sum, path)
        assert said_by(line, files_to_sum, f"{sum_programs}:{path}") == theirs, line
        assert theirs[1] + theirs[2] or "--status" in line, line
        if any(word in line for word in ("é", "b2sum -l")):  # characters and quotation marks
            theirs = said_by(line, files_to_sum, path, "C.UTF-8")
            assert said_by(line, files_to_sum, f"{sum_programs}:{path}", "C.UTF-8") == theirs, line


@with_every_function
def test_mote_sum_with_any_function_on_many_files(sum_programs, tmp_path):
    """Every function of the list, a folder of folders, in order; a changed file is seen."""
    program = sum_programs / "mote-sum"
    folder = tmp_path / "many"
    for name in ("b", "a", "a/c"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    for number in range(40):
        (folder / "a" / "c" / f"{number:02}").write_bytes(bytes([number]) * 300 * number)
    (folder / "b" / "link").symlink_to(folder)
    listed = [line.split()[0] for line in run(program, "--list").splitlines()]
    functions = catalog.functions()
    plain = {
        name
        for name, each in functions.items()
        if each.kind == "hash"
        and not (each.hashing.named or each.hashing.tuples or name.startswith("ascon_cxof"))
    }
    assert set(listed) == plain
    assert listed == sorted(listed)
    for name in listed:
        lines = run(program, "-a", name, "-r", folder).splitlines()
        assert [line.split()[1] for line in lines] == [
            str(folder / "a" / "c" / f"{number:02}") for number in range(40)
        ]
    sums = tmp_path / "sums"
    (folder / "a" / "c" / "17").write_bytes(b"")
    for name in listed:
        sums.write_text(run(program, "-a", name, "--tag", folder / "a" / "c" / "17"))
        assert run(program, "-a", name, "--strict", "-c", sums).endswith("/17: OK\n"), name
    sums.write_text(run(program, "-a", "SHA3-384", "--tag", "-r", folder))
    assert sums.read_text().count("SHA3-384 (") == 40
    assert run(program, "-a", "sha3_384", "--quiet", "-c", sums) == ""
    (folder / "a" / "c" / "17").write_bytes(b"changed")
    done = said_by(f"{program} -a sha3/384 --quiet -c {sums}", tmp_path, os.environ["PATH"])
    assert done[0] == 1
    assert done[1].endswith(b"/17: FAILED\n")
    assert done[1].count(b"\n") == 1
    wrong = said_by(f"{program} -a sha257 {sums}", tmp_path, os.environ["PATH"])
    assert (wrong[0], wrong[1]) == (1, b"")
    said = f"no hash function is called 'sha257'; '{program} --list' prints all"
    assert said in wrong[2].decode()
    wrong = said_by(f"{program} -l 300 {sums}", tmp_path, os.environ["PATH"])
    assert (wrong[0], wrong[1]) == (1, b"")
    assert b"invalid length: '300'" in wrong[2]
    wrong = said_by(f"{program} -a kt128 -l 80000000 {sums}", tmp_path, os.environ["PATH"])
    assert b"maximum digest length for 'kt128' is 524288 bits" in wrong[2]


NAMES = {
    "SHA-256": ("sha256", 256),
    "sha2-256": ("sha256", 256),
    "SHA-224": ("sha256", 224),
    "sha384": ("sha512", 384),
    "SHA512/256": ("sha512_256", 256),
    "sha3": ("sha3", 256),
    "SHA3-512": ("sha3", 512),
    "blake2b": ("blake2b", 512),
    "BLAKE2b-256": ("blake2b", 256),
    "skein512-256": ("skein512", 256),
    "Shake 128": ("shake128", 256),
    "keccak.384": ("keccak", 384),
    "SHA_1": ("sha1", 160),
    "blake28": ("blake32", 224),
    "blake32-224": ("blake32", 224),
    "BLAKE32256": ("blake32", 256),
    "blake3-2256": ("blake3", 2256),
    "SHA2-512/256": ("sha512_256", 256),
    "": None,
    "sha": None,
    "sha3-300": None,
    "blake2b-520": None,
    "sha256x": None,
    "sha3-99999999999999999999": None,
}

BY_NAME = """
#include <stdio.h>
#include <string.h>
#include "mote/hash.h"
int main(int count, char **names) {
    static unsigned char data[1 << 16], digest[512];
    unsigned bits = 0;
    const mote_hash_function *f;
    mote_hash_context cc, half;
    size_t n = fread(data, 1, sizeof data, stdin);
    unsigned i;
    for (i = 1; i < (unsigned)count; i++) {
        f = mote_hash_find(names[i], &bits);
        if (f == NULL) {
            if (mote_hash(names[i], data, n, digest, 32) != MOTE_HASH_WRONG_NAME)
                return 1;
            puts("none");
            continue;
        }
        if (mote_hash_init(&cc, f, bits + 1) != MOTE_HASH_WRONG_SIZE)
            return 2;
        if (mote_hash_init(&cc, f, bits) != 0)
            return 3;
        mote_hash_update(&cc, data, n / 2);
        half = cc;
        mote_hash_update(&half, data + n / 2, n - n / 2);
        mote_hash_close(&half, digest);
        printf("%s %u ", f->name, bits);
        {
            unsigned k;
            unsigned char other[512];
            for (k = 0; k < bits / 8; k++)
                printf("%02x", (unsigned)digest[k]);
            if (mote_hash(names[i], data, n, other, bits / 8 + 1) != MOTE_HASH_WRONG_SIZE ||
                mote_hash(names[i], data, n, other, bits / 8) != 0 ||
                memcmp(digest, other, bits / 8) != 0)
                return 4;
        }
        puts("");
    }
    return 0;
}
"""


@with_every_function
def test_functions_by_name(installed, tmp_path):
    """Names find what they should, and the functions give the digests of the vectors."""
    _, prefix = installed
    (tmp_path / "by_name.c").write_text(BY_NAME)
    library = folder_of(prefix, "libmote.a")
    program = tmp_path / "by_name"
    run(
        *("gcc", "-std=c90", "-Wall", "-Wextra", "-pedantic", "-Werror", f"-I{prefix}/include"),
        *("-o", program, tmp_path / "by_name.c", library / "libmote.a"),
    )
    said = run(program, *NAMES).splitlines()
    for (name, expected), line in zip(NAMES.items(), said, strict=True):
        assert line.split()[:2] == ([expected[0], str(expected[1])] if expected else ["none"]), name
    for function in catalog.functions().values():
        if function.kind != "hash" or function.hashing.named or function.hashing.customized:
            continue
        vector = next(
            each
            for each in reversed(list(vectors.plain(function)))
            if each.bits % 8 == 0
            and each.digest_bits == function.main_size
            and each.bits < 8 * 1000
        )
        (line,) = run(program, function.name, data=vector.message).splitlines()
        assert line == f"{function.name} {vector.digest_bits} {vector.digest.hex()}"
