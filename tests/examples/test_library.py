"""What the library takes: the bench's fastest row, on every kind of processor that it asks."""

from __future__ import annotations

import functools
import os
import platform
import re
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from mote.building import once
from mote.catalog import catalog
from mote.catalog.cpu import Cpu
from mote.catalog.function import Function
from mote.common.paths import ROOT
from mote.keeping import store
from mote.measuring.row import Row

LIST = ROOT / "cmake" / "fastest.txt"

PROCESSORS = {
    "amd64": ("amd64",),
    "amd64-vaes": ("amd64-vaes", "amd64"),
    "amd64-avx512": ("amd64-avx512", "amd64-vaes", "amd64"),
    "aarch64": ("aarch64",),
    "aarch64-crypto": ("aarch64-crypto", "aarch64"),
    "aarch64-sha3": ("aarch64-sha3", "aarch64-crypto", "aarch64"),
    "rv64gc": ("rv64gc",),
    "i386": ("i386",),
    "rv64gc-crypto": ("rv64gc-crypto", "rv64gc"),
    "power8-le": ("power8-le",),
    "power8-be": ("power8-be",),
    "power9-le": ("power9-le",),
    "power9-be": ("power9-be",),
}
"""CPU files of processors for which the library is built, and those whose code each runs."""

FEATURES = {
    "amd64": "pclmulqdq,ssse3,sse4.1,sse4.2,aes",
    "amd64-vaes": "pclmulqdq,ssse3,sse4.1,sse4.2,aes,avx,avx2,bmi2,sha,vaes,vpclmulqdq",
}
FEATURES["amd64-avx512"] = f"{FEATURES['amd64-vaes']},avx512,ifma"
"""Of mote/cpu.h, what those that run on this computer have; QEMU's processors say it themselves."""

HALVES = "FP256"
"""Of which processor of a kind it is, and no instruction: what the simulated ones lack."""


@dataclass(frozen=True)
class Line:
    """A line of the list."""

    instruction_set: str
    folder: str
    name: str
    features: str
    reason: str


@functools.cache
def lines() -> list[Line]:
    found = []
    for text in LIST.read_text(encoding="ascii").splitlines():
        if text and not text.startswith("#"):
            fields, _, reason = text.partition("#")
            which, folder, name, features = fields.split()
            found.append(Line(which, folder, name, features, reason.strip()))
    return found


def fits(line: Line, cpu: Cpu) -> bool:
    """Whether the processor has that instruction set and runs the implementation."""
    sets = {each for name in PROCESSORS[cpu.name] for each in catalog.cpus()[name].sources}
    is_set = any(f"{line.instruction_set}_".startswith(f"{each}_") for each in sets)
    implementations = catalog.implementations(function_in(line.folder))
    (implementation,) = (each for each in implementations if each.name == line.name)
    return is_set and any(
        catalog.fits(implementation, catalog.cpus()[name]) for name in PROCESSORS[cpu.name]
    )


def function_in(folder: str) -> Function:
    """Of the library alone, which no bench has: the function that hashes one message."""
    names = (folder, folder.removesuffix("_many"))
    return next(
        each
        for name in names
        for each in catalog.functions().values()
        if each.folder == ROOT / "src" / name
    )


def choice(function: Function, cpu: Cpu, *, halves: bool = False) -> tuple[str, str]:
    """What the library takes by the list, and the reason if one is given."""
    folder = function.folder.relative_to(ROOT / "src").as_posix()
    for line in lines():
        other = HALVES in line.features.split("|") and not halves
        if line.folder == folder and not other and fits(line, cpu):
            return line.name, line.reason
    names = {each.name for each in catalog.implementations(function)}
    return ("portable_fast" if "portable_fast" in names else "portable"), ""


@functools.cache
def stored() -> list[Row]:
    return list(store.read().values())


def rows(function: Function, cpu: str) -> dict[str, Row]:
    """By implementation, of what the processor runs; none counts that failed a check."""
    return {
        row.implementation: row
        for row in stored()
        if row.function == function.name
        and row.cpu in PROCESSORS[cpu]
        and row.long_instructions_per_byte is not None
        and row.problem is None
    }


@pytest.mark.parametrize("cpu", PROCESSORS)
def test_the_choice_is_the_fastest_row(cpu: str) -> None:
    """Of every function; where it is not, its line says why."""
    wrong = []
    for function in catalog.functions().values():
        table = {name: row.long_instructions_per_byte for name, row in rows(function, cpu).items()}
        if not table:
            continue
        name, reason = choice(function, catalog.cpus()[cpu])
        best = min(table, key=lambda each: table[each] or 0)
        if table[name] != table[best] and not reason:
            wrong.append(f"{function.name}: {best} {table[best]}, the library has {name}")
    assert wrong == [], f"{LIST.relative_to(ROOT)} needs other lines for {cpu}"


def test_every_line_of_the_list_is_needed() -> None:
    """No two say the same, and each is what some processor takes first, or falls back to."""
    keys = [(each.instruction_set, each.folder, each.name) for each in lines()]
    assert len(set(keys)) == len(keys)
    for line in lines():
        if line.folder.endswith("_many"):
            assert (ROOT / "src" / line.folder / f"{line.name}.c").is_file(), line
            continue
        assert any(fits(line, catalog.cpus()[cpu]) for cpu in PROCESSORS), line


@dataclass(frozen=True)
class Built:
    """A library, and how programs for it are made and run."""

    library: Path
    prefix: str
    runner: tuple[str, ...]

    def names(self) -> set[str]:
        said = output(f"{self.prefix}nm", "--defined-only", str(self.library))
        return {line.split()[2].lstrip(".") for line in said.splitlines() if len(line.split()) == 3}


def output(*command: str, env: Mapping[str, str] | None = None) -> str:
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, env={**os.environ, **(env or {})}
    )
    assert done.returncode == 0, (command, done.stdout[-3000:], done.stderr[-3000:])
    return done.stdout


TARGETS = {
    "amd64": ("", "", "x86_64"),
    "power8-le": ("powerpc64le-linux-gnu-", "qemu-ppc64le", "ppc64le"),
    "power8-be": ("powerpc64-linux-gnu-", "qemu-ppc64", "ppc64"),
    "aarch64": ("aarch64-linux-gnu-", "qemu-aarch64", "aarch64"),
    "rv64gc": ("riscv64-linux-gnu-", "qemu-riscv64", "riscv64"),
}
"""The compiler's prefix, the simulator, and the name of the processor."""


@pytest.fixture(scope="module")
def built(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The library for a target, not optimized: it is looked at, and hardly run."""
    prefix, runner, processor = TARGETS[request.param]
    if shutil.which(f"{prefix}gcc") is None or (runner and shutil.which(runner) is None):
        pytest.skip(f"no {prefix}gcc or no {runner}")
    folder = tmp_path_factory.mktemp(request.param)
    cross = ["-DCMAKE_SYSTEM_NAME=Linux", f"-DCMAKE_SYSTEM_PROCESSOR={processor}"]
    options = [f"-DCMAKE_C_COMPILER={prefix}gcc", "-DCMAKE_BUILD_TYPE=Debug"]
    # Names of implementations stay global: a program has others in their places.
    # QEMU 7.2 lacks what Linux tells of a RISC-V: a program plays it.
    options += [
        "-DCMAKE_C_FLAGS_DEBUG=-O0 -w -DHWPROBE=stub_hwprobe",
        "-DCMAKE_OBJCOPY=OFF",
        *(cross if prefix else []),
    ]
    output("cmake", "-S", str(ROOT), "-B", str(folder), *options)
    output("cmake", "--build", str(folder), "--target", "mote")
    root = ("-L", f"/usr/{prefix.rstrip('-')}") if runner else ()
    return Built(folder / "libmote.a", prefix, (runner, *root) if runner else ())


def taken(built: Built, folder: Path, run: tuple[str, ...], features: str | None) -> dict[str, str]:
    """For each public function that is chosen at run time the implementation that is called.

    The program has functions of the implementations' names that say so, in place of the library's.
    """
    objects = folder / "objects"
    if not objects.is_dir():
        objects.mkdir()
        subprocess.run([f"{built.prefix}ar", "x", str(built.library)], cwd=objects, check=True)
    names = built.names()
    stubs = {
        name
        for name in names
        for each in catalog.functions().values()
        for implementation in catalog.implementations(each)
        if name.endswith(f"_{implementation.name}")
        and name.removesuffix(f"_{implementation.name}") in names
    }
    public = sorted(
        {
            re.sub(
                r"_(portable|amd64|power8|aarch64|rv64gc|rv64)"
                r"(_crypto_fast|_zbb_fast|_zbb|_fast|_vaes|_sha|_avx2|_avx512_ifma|_avx512_lanes|_avx512"
                r"|_vpclmul|_crypto|_crc|_sha3|_neon)?$",
                "",
                name,
            )
            for name in stubs
        }
    )
    text = "#include <stdio.h>\nlong stub_hwprobe(long *p) { return p[1] = -1L, 0; }\n" + "".join(
        f'int {name}(void) {{ puts("{name}"); return 0; }}\n' for name in sorted(stubs)
    )
    zeros = ", ".join(["(char *)0"] * 10)
    text += "".join(f"int {name}();\n" for name in public) + "int main(void) {\n"
    text += "".join(f'    puts("{name}");\n    {name}({zeros});\n' for name in public)
    (folder / "stubs.c").write_text(text + "    return 0;\n}\n")
    program = folder / "stubs"
    command = [f"{built.prefix}gcc", "-std=gnu90", "-w", "-O0", str(folder / "stubs.c")]
    output(*command, str(built.library), "-o", str(program))
    env = {} if features is None else {"MOTE_CPU_FEATURES": features}
    found: dict[str, str] = {}
    current = ""
    for line in output(*run, str(program), env=env).split():
        if line in public:
            current = line
        else:
            found[current] = line.removeprefix(f"{current}_")
    assert set(found) == set(public)
    return found


RUNS = [
    ("amd64", "amd64"),
    ("amd64", "amd64-vaes"),
    ("amd64", "amd64-avx512"),
    ("amd64", "amd64-avx512 in halves"),
    ("power8-le", "power8-le"),
    ("power8-le", "power9-le"),
    ("power8-be", "power8-be"),
    ("power8-be", "power9-be"),
    ("aarch64", "aarch64"),
    ("aarch64", "aarch64-crypto"),
    ("aarch64", "aarch64-sha3"),
    ("rv64gc", "rv64gc"),
    ("rv64gc", "rv64gc-crypto"),
]

MODELS = {"aarch64": "max", "aarch64-crypto": "cortex-a57", "aarch64-sha3": "max"}
"""QEMU's processors; none of them is an AArch64 without more, which a mask makes of one."""


@pytest.mark.sampled(4, by=())
@pytest.mark.parametrize(("built", "cpu"), RUNS, indirect=["built"], scope="module")
def test_the_library_has_it_and_takes_it(built: Built, cpu: str, tmp_path: Path) -> None:
    """Every function of every row: the symbols of what is fastest, and what a call ends in."""
    cpu, _, halves = cpu.partition(" ")
    features, run = FEATURES.get(cpu), built.runner
    if built.prefix.startswith("powerpc"):
        run = (*run, "-cpu", cpu.partition("-")[0])
    elif cpu in MODELS:
        run, features = (*run, "-cpu", MODELS[cpu]), "none" if cpu == "aarch64" else None
    elif cpu.startswith("rv64"):
        features = "none" if cpu == "rv64gc" else None
    elif features is not None:
        flags = Path("/proc/cpuinfo").read_text().replace("_", ".").split()
        linux = {"sha": "sha.ni", "avx512": "avx512vl", "ifma": "avx512ifma"}
        asked = (linux.get(each, each) for each in features.split(","))
        if any(each not in flags for each in asked if each != "vpclmulqdq"):
            pytest.skip(f"this computer is no {cpu}")
        if halves:
            features = f"{features},{HALVES.lower()}"
            # Zen 4 alone has AVX-512 in family 25 of AMD's.
            if "AuthenticAMD" not in flags or flags[flags.index("family") + 2] != "25":
                pytest.skip("this computer's vectors of 512 bits are no two of 256")
    names = built.names()
    found = taken(built, tmp_path, run, features)
    plain = taken(built, tmp_path, run, "none")
    asked = {line.name for line in lines() if line.features != "always"}
    assert not asked & set(plain.values())
    # Of the library alone: of a folder the first line that the processor has the features for.
    have = set((features or "").replace(".", "").upper().split(","))
    many = [line for line in lines() if line.folder.endswith("_many")]
    for folder in {line.folder for line in many} if cpu.startswith("amd64") else ():
        fitting = [
            line.name
            for line in many
            if line.folder == folder and set(line.features.split("|")) <= have
        ]
        wanted = fitting[0] if fitting else "portable"
        assert found[f"mote_{Path(folder).name}"] == wanted, folder
    for function in catalog.functions().values():
        wanted, _ = choice(function, catalog.cpus()[cpu], halves=bool(halves))
        implementation = next(
            each for each in catalog.implementations(function) if each.name == wanted
        )
        for call in implementation.calls:
            assert call.symbol in names
            if call.symbol in found:
                assert found[call.symbol] == wanted, (function.name, call.symbol)
                assert f"{call.symbol}_{wanted}" in names
            elif not wanted.startswith("portable"):
                # Nothing is asked: the function itself is this file's, and no other beside it.
                suffix = implementation.source.suffix  # a kernel has its mode in C
                members = output(f"{built.prefix}nm", "-A", str(built.library))
                (member,) = re.findall(rf":([^:\n]*):\S* T {call.symbol}\n", members)
                assert member.startswith(f"{wanted}{suffix}"), member


SANITIZERS = {
    "address": ["-fsanitize=address,undefined", "-gline-tables-only", "-O0"],
    "memory": ["-fsanitize=memory", "-O1"],
}
"""What is undefined one of them says, of the same calls.  Of memory a program runs four times as
fast behind the optimizer, which clang's manual of MemorySanitizer advises."""


@functools.cache
def works(*flags: str) -> bool:
    """Whether clang makes a program with these options."""
    with tempfile.TemporaryDirectory() as folder:
        probe = Path(folder) / "probe.c"
        probe.write_text("int main(void) { return 0; }\n")
        command = ["clang", *flags, str(probe), "-o", str(Path(folder) / "probe")]
        return subprocess.run(command, capture_output=True, check=False).returncode == 0


def clang_with(kind: str) -> list[str]:
    """Clang's options, or a skipped test where its libraries are not installed."""
    flags = [*SANITIZERS[kind], "-fno-sanitize-recover=all", "-w"]
    if shutil.which("clang") is None or not works(*flags):
        pytest.skip(f"no clang with its sanitizer of {kind}")
    return flags


def vector_files() -> list[str]:
    files = sorted((ROOT / "vectors").glob("*.csv"))
    return [str(path) for path in files if path.name != "all_lengths.csv"]


VECTORS = ROOT / "tests" / "library" / "vectors.c"


def program(kind: str, folder: Path, files: list[Path], *options: str) -> str:
    """Made of these files with clang's sanitizers; it runs vectors.

    Two programs differ in a few files: what is the same behind the preprocessor is compiled once.
    """
    flags = [*clang_with(kind), *options, "-std=c99"]
    flags += [f"-I{ROOT / 'include'}", f"-I{ROOT / 'src'}"]
    clang = once.program(shutil.which("clang"))
    objects = []
    for number, source in enumerate([VECTORS, *files]):
        plain = ["-O0"] if source == VECTORS else []
        command = ["clang", *flags, *plain, str(source)]
        text = output(*command, "-E")
        target = folder / f"{number}.o"
        once.file(
            target,
            None,
            lambda made, command=command: output(*command, "-c", "-o", str(made)),
            lambda text=text: (clang, SANITIZERS[kind], once.settings(), text),
        )
        objects.append(str(target))
    output("clang", *flags, *objects, "-o", str(folder / "vectors"))
    return str(folder / "vectors")


@pytest.mark.parametrize("kind", SANITIZERS)
@pytest.mark.long
@pytest.mark.turns("library", 16, "cmake", "CMakeLists.txt", "include", "tests/library")
def test_every_function_in_plain_c_under_clangs_sanitizers(kind: str, tmp_path: Path) -> None:
    """Each in one program with null pointers wherever a length is 0."""
    vectors = program(kind, tmp_path, sorted((ROOT / "src").rglob("portable.c")))
    said = output(vectors, "--short", *vector_files())
    assert len(said.splitlines()) == len(vector_files())


@pytest.mark.long
@pytest.mark.turns("library", 16, "cmake", "CMakeLists.txt", "include", "tests/library")
def test_the_library_under_clangs_sanitizers(tmp_path: Path) -> None:
    """The fast files and those for amd64, as the library chooses; gcc's are in test_cmake.py,
    which see what is undefined."""
    flags = clang_with("memory")
    # To optimize the fast files takes longer than they run.
    options = ["-DCMAKE_C_COMPILER=clang", "-DMOTE_EXAMPLES=ON", "-DCMAKE_BUILD_TYPE=Debug"]
    options += [f"-DCMAKE_C_FLAGS_DEBUG={' '.join(flags)} -O0"]
    output("cmake", "-S", str(ROOT), "-B", str(tmp_path / "b"), *options)
    output("cmake", "--build", str(tmp_path / "b"), "--target", "mote_vectors")
    program = str(tmp_path / "b" / "mote_vectors")
    output(program, "--short", *vector_files())
    # What a processor is asked for on amd64.
    asked = [each for each in vector_files() if Path(each).name.startswith(("aes", "crc", "ghash"))]
    assert len(asked) > 10
    for features in ("none", "pclmulqdq,ssse3,sse4.1,sse4.2,aes"):
        output(program, "--short", *asked, env={"MOTE_CPU_FEATURES": features})


@pytest.mark.parametrize(
    ("kind", "name", "header", "right", "wrong", "words"),
    [
        (
            "memory",
            "portable_fast",
            "ctr.h",
            "#define SET_ALL(blocks) memset(blocks, 0, sizeof(blocks))",
            "#define SET_ALL(blocks)",
            "use-of-uninitialized-value",
        ),
        (
            "address",
            "amd64",
            "gcm.h",
            "if (cc->hash.waiting == 0 && len != 0) {",
            "if (cc->hash.waiting == 0) {",
            "applying zero offset to null pointer",
        ),
    ],
    ids=["unset", "gcm"],
)
def test_what_was_wrong_would_be_seen(
    kind: str, name: str, header: str, right: str, wrong: str, words: str, tmp_path: Path
) -> None:
    """Headers of AES as they once were."""
    if name == "amd64" and platform.machine() != "x86_64":
        pytest.skip("for amd64")
    text = (ROOT / "src" / "aes" / header).read_text(encoding="ascii")
    assert text.count(right) == 1
    (tmp_path / "aes").mkdir()
    (tmp_path / "aes" / header).write_text(text.replace(right, wrong))
    files = [
        path.with_name(f"{name}.c") if path.parent.name in ("aes", "gcm", "ghash") else path
        for path in sorted((ROOT / "src").rglob("portable.c"))
    ]
    vectors = program(kind, tmp_path, files, f"-I{tmp_path}")
    gcm = str(ROOT / "vectors" / "aes128_gcm.csv")
    run = subprocess.run([vectors, gcm], capture_output=True, text=True, check=False)
    assert words in run.stderr


STRICT_CXX = [
    "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wsign-conversion", "-Wold-style-cast",
    "-Wuseless-cast", "-Wcast-qual", "-Wcast-align", "-Wzero-as-null-pointer-constant",
    "-Wshadow", "-Wundef", "-Wredundant-decls", "-Wmissing-declarations", "-Werror",
]  # fmt: skip


@pytest.mark.parametrize("standard", ["c++98", "c++11", "c++20"])
@pytest.mark.parametrize("compiler", ["g++", "clang++"])
def test_headers_do_not_warn_in_strict_cxx(compiler: str, standard: str, tmp_path: Path) -> None:
    """All of them in one source, each twice, and what is inline called."""
    if shutil.which(compiler) is None:
        pytest.skip(f"no {compiler}")
    headers = sorted(path.name for path in (ROOT / "include" / "mote").glob("*.h"))
    text = "".join(f'#include "mote/{name}"\n' for name in headers * 2)
    text += "int used(char *p);\nint used(char *p) {\n    mote_wipe(p, 3);\n"
    text += "    return mote_compare(p, p, 3);\n}\n"
    values = "".join((ROOT / "include" / "mote" / name).read_text() for name in headers)
    for name in sorted(set(re.findall(r"^#define (MOTE_CPU_\w+) \(1", values, re.M))):
        text += f"extern const mote_u32 {name.lower()};\n"
        text += f"const mote_u32 {name.lower()} = {name} | MOTE_CPU_AES;\n"
    source = tmp_path / "all.cpp"
    source.write_text(text)
    flags = [flag for flag in STRICT_CXX if compiler == "g++" or flag != "-Wuseless-cast"]
    include = f"-I{ROOT / 'include'}"  # as one's own: warnings of -isystem are not shown
    command = [compiler, f"-std={standard}", *flags, include, "-fsyntax-only", str(source)]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (0, "")
