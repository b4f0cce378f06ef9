"""What users do to packages that nobody meant: docs/packages.md, "Bad input"."""

from __future__ import annotations

import dataclasses
import re
import shutil
import subprocess
from collections import Counter
from pathlib import Path

import pytest
from elftools.elf.elffile import ELFFile

import channel_tools
import packed
from mote.common.paths import ROOT
from mote.releasing import sources
from test_examples import needs

OTHERS = {
    "Cortex-A7": ["arm-none-eabi-gcc", "-mcpu=cortex-a7", "-mthumb"],
    "ARM7TDMI": ["arm-none-eabi-gcc", "-mcpu=arm7tdmi"],
    "Cortex-M4, big-endian": ["arm-none-eabi-gcc", "-mcpu=cortex-m4", "-mthumb", "-mbig-endian"],
    "ATtiny13": ["avr-gcc", "-mmcu=attiny13"],
    "ATtiny10": ["avr-gcc", "-mmcu=attiny10"],
    "AT90S8515": ["avr-gcc", "-mmcu=at90s8515"],
    "RV32EC": ["riscv64-unknown-elf-gcc", "-march=rv32ec", "-mabi=ilp32e"],
    "RV32IC": ["riscv64-unknown-elf-gcc", "-march=rv32ic", "-mabi=ilp32"],
    "RV32IM": ["riscv64-unknown-elf-gcc", "-march=rv32im", "-mabi=ilp32"],
    "RV64IMAC": ["riscv64-unknown-elf-gcc", "-march=rv64imac", "-mabi=lp64"],
    "host": ["cc"],
}
SERVED = {
    "Cortex-M0": ["arm-none-eabi-gcc", "-mcpu=cortex-m0", "-mthumb"],
    "Cortex-M33": ["arm-none-eabi-gcc", "-mcpu=cortex-m33", "-mthumb"],
    "ATmega328P": ["avr-gcc", "-mmcu=atmega328p"],
    "RV32IMAC": ["riscv64-unknown-elf-gcc", "-march=rv32imac", "-mabi=ilp32"],
}
NOTICE = "Mote: portable C; assembly is there for AVR"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All headers and sources of a release."""
    made = tmp_path_factory.mktemp("all of it")
    for name, text in sources.files(packed.whole()).items():
        (made / name).write_text(text)
    return made


def said(command: list[str], folder: Path, *words: str) -> str:
    """What a compiler says of the file that has the notice."""
    if shutil.which(command[0]) is None:
        pytest.skip(f"{command[0]} is not installed")
    out = ["-o", "/dev/null", "mote_notice.c"]
    return packed.run([*command, "-std=c99", "-c", *words, *out], folder)


@pytest.mark.parametrize("cpu", OTHERS)
def test_a_processor_without_assembly_is_named_by_its_compiler(cpu: str, folder: Path) -> None:
    assert NOTICE in said(OTHERS[cpu], folder)
    for quiet in ("-DMOTE_QUIET", "-DMOTE_PORTABLE"):
        assert said(OTHERS[cpu], folder, quiet) == ""


@pytest.mark.parametrize("cpu", SERVED)
def test_one_with_assembly_is_not(cpu: str, folder: Path) -> None:
    assert said(SERVED[cpu], folder) == ""


@needs("cmake", "cc")
@pytest.mark.turns("bad input", 4, "releasing")
def test_builds_need_no_network_and_say_what_falls_back(tmp_path: Path) -> None:
    """CMake and make where there is none; without any way to it, they print the notice."""
    package = packed.unpacked(packed.archive("plain", tmp_path / "out"), tmp_path / "in")
    alone = ["unshare", "--user", "--map-root-user", "--net"]
    if subprocess.run([*alone, "true"], capture_output=True, check=False).returncode:
        pytest.skip("unshare --net is not allowed here")
    assert len(packed.run([*alone, "cat", "/proc/net/route"], tmp_path).splitlines()) <= 1
    project = tmp_path / "project"
    shutil.copytree(package / "examples" / "cmake", project)
    shutil.copytree(package, project / package.name)
    packed.run([*alone, "cmake", "-S", project, "-B", "c"], tmp_path)
    assert NOTICE in packed.run([*alone, "cmake", "--build", "c"], tmp_path)
    assert packed.run([tmp_path / "c" / "digest"], tmp_path).strip() == packed.DIGEST
    if shutil.which("make"):
        assert NOTICE in packed.run([*alone, "make"], package)


FETCHES = re.compile(
    r"FetchContent|ExternalProject|file\(DOWNLOAD|\bcurl\b|\bwget\b|urllib|TcpStream|\bgit clone\b"
)


def test_no_build_file_fetches(tmp_path: Path) -> None:
    """Of no package: by the words that would."""
    few = dataclasses.replace(packed.whole(), functions=("crc32",), crate_of_all=False)
    found = []
    for channel in ("arduino", "cmsis", "esp_idf", "mynewt", "plain", "platformio", "riot", "rust"):
        made = packed.unpacked(
            packed.archive(channel, tmp_path / channel, few), tmp_path / "in" / channel
        )
        for path in made.rglob("*"):
            if path.is_file() and path.suffix not in (".c", ".h", ".S", ".md", ".csv", ".json"):
                found += [path for _ in FETCHES.findall(path.read_text(encoding="utf-8"))]
    assert found == []
    assert FETCHES.search("FetchContent_Declare(mote URL x)")


@needs("cc")
@pytest.mark.turns("bad input", 4, "releasing")
@pytest.mark.parametrize("options", [[], ["-DMOTE_FAST=1"]], ids=["small", "fast"])
def test_no_two_functions_export_the_same_name(
    options: list[str], folder: Path, tmp_path: Path
) -> None:
    """All functions of a release in one program: what each exports begins with its own header's
    name, and mote_aes_ctr of mote_aes.h is none of mote_aes_ctr.h."""
    of = packed.whole()
    owners: Counter[str] = Counter()
    for function in of.catalogued:
        for name in sources.compiled(of, function):
            out = tmp_path / f"{name}.o"
            flags = ["-std=c99", "-Os", "-DMOTE_QUIET", *options, "-c", "-o", out]
            packed.run(["cc", *flags, folder / name], tmp_path)
            defined = re.findall(r" [TDRBC] (\w+)", packed.run(["nm", "-g", out], tmp_path))
            assert all(each.startswith(function.identifier) for each in defined), name
            owners.update(defined)
    assert owners and [name for name, times in owners.items() if times > 1] == []


@needs("c++")
def test_all_headers_together_in_cpp(folder: Path, tmp_path: Path) -> None:
    """No type or macro of one header is another's, and each is guarded."""
    lines = [f'#include "{each.identifier}.h"\n' for each in packed.whole().catalogued]
    (tmp_path / "all.cpp").write_text("".join(lines + lines[::-1]) + "int main() { return 0; }\n")
    flags = ["-std=c++11", "-Wall", "-Wextra", "-Werror", "-pedantic", "-I", folder]
    packed.run(["c++", *flags, "-c", "all.cpp", "-o", "all.o"], tmp_path)


def test_includes_are_names_of_files_as_they_are_written(folder: Path) -> None:
    """Also where Foo.h would find foo.h: every header that a source names is there in that case."""
    names = {path.name for path in folder.iterdir()}
    for path in folder.iterdir():
        asked = set(re.findall(r'^\s*#\s*include\s*"([^"]+)"', path.read_text(), re.M))
        assert asked <= names, path.name


def test_kconfig_has_no_such_function(tmp_path: Path) -> None:
    """A symbol of a function that the package lacks is a warning; Zephyr stops at it."""
    module = packed.unpacked(packed.archive("zephyr", tmp_path / "out"), tmp_path / "modules")
    (tmp_path / "prj.conf").write_text("CONFIG_MOTE=y\nCONFIG_MOTE_SHA257=y\n")
    script = (
        "import kconfiglib, sys; k = kconfiglib.Kconfig(sys.argv[1]); k.warn_assign_undef = True;"
        "k.load_config(sys.argv[2]); print(k.warnings)"
    )
    python = channel_tools.folder() / "python"
    words = [python, "-c", script, module / "zephyr" / "Kconfig", tmp_path / "prj.conf"]
    assert "undefined symbol MOTE_SHA257" in packed.run(words, tmp_path)


@needs("cc", "ninja")
@pytest.mark.turns("bad input", 4, "releasing")
def test_meson_has_no_such_function(tmp_path: Path) -> None:
    package = packed.unpacked(packed.archive("plain", tmp_path / "out"), tmp_path / "in")
    meson = channel_tools.folder() / "meson"
    words = [meson, "setup", tmp_path / "build", package, "-Dfast=sha256,sha257"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert 'sha257" (of type "string") is not one of the choices' in done.stdout + done.stderr or (
        "sha257" in done.stdout + done.stderr and "choices" in done.stdout + done.stderr
    )


@pytest.mark.parametrize("target", ["avr", "cortex-m0", "cortex-m4", "riscv"])
def test_objects_of_two_versions_are_not_linked(target: str, tmp_path: Path) -> None:
    """In C and in assembly; those of one version are, and there is no byte of it in them."""
    compiler = CRLF[target]
    if shutil.which(compiler[0]) is None:
        pytest.skip(f"{compiler[0]} is not installed")
    small = dataclasses.replace(packed.whole(), functions=("sha256", "crc32", "hmac_sha256"))
    objects = {}
    for version in ("0.2.0", "0.2.1"):
        folder = tmp_path / version
        folder.mkdir()
        for name, text in sources.files(dataclasses.replace(small, version=version)).items():
            (folder / name).write_text(text)
        names = [path.name for path in folder.iterdir() if path.suffix != ".h"]
        packed.run([*compiler, "-std=c99", "-Os", "-c", *names], folder)
        objects[version] = folder
    sha256 = sorted(objects["0.2.0"].glob("mote_sha256*.o"))
    lax = ["-nostdlib", "-Wl,--unresolved-symbols=ignore-all", "-Wl,-e,0"]
    words = [*compiler, *lax, "-o", tmp_path / "linked", *sha256]
    same = sorted(objects["0.2.0"].glob("mote_[ch]*.o"))
    other = sorted(objects["0.2.1"].glob("mote_[ch]*.o"))
    packed.run([*words, *same], tmp_path)
    done = subprocess.run([*words, *other], capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert "multiple definition of `mote_package_version'" in done.stderr
    with (objects["0.2.0"] / "mote_notice.o").open("rb") as stream:
        sizes = [s["sh_size"] for s in ELFFile(stream).iter_sections() if s["sh_flags"] & 2]
    assert sum(sizes) == 0


CRLF = {
    "avr": ["avr-gcc", "-mmcu=atmega1281"],
    "cortex-m0": ["arm-none-eabi-gcc", "-mcpu=cortex-m0", "-mthumb"],
    "cortex-m4": ["arm-none-eabi-gcc", "-mcpu=cortex-m4", "-mthumb"],
    "riscv": [
        *("riscv64-unknown-elf-gcc", "-march=rv32imc", "-mabi=ilp32", "--specs=picolibc.specs"),
    ],
}


@pytest.mark.turns("bad input", 4, "releasing")
@pytest.mark.parametrize("target", CRLF)
def test_all_assembly_with_crlf_is_the_same_code(target: str, folder: Path, tmp_path: Path) -> None:
    """Of every file in assembly that the target takes, small or fast."""
    if shutil.which(CRLF[target][0]) is None:
        pytest.skip(f"{CRLF[target][0]} is not installed")
    other = tmp_path / "crlf"
    other.mkdir()
    for path in folder.iterdir():
        if path.suffix in (".S", ".h"):
            (other / path.name).write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    codes = []
    for at in (folder, other):
        out = tmp_path / f"{at.name} objects"
        out.mkdir()
        for options in ([], ["-DMOTE_FAST=1"]):
            names = sorted(at.glob("*.S"))
            packed.run([*CRLF[target], *options, "-c", *names], out)
        found = {}
        for each in sorted(out.glob("*.o")):
            with each.open("rb") as stream:
                sections = [s for s in ELFFile(stream).iter_sections() if s["sh_flags"] & 2]
                found[each.name] = [(s.name, s.data()) for s in sections]
        codes.append(found)
    assert codes[0] == codes[1] and len(codes[0]) > 10


@needs("make", "cmake", "cc")
@pytest.mark.turns("bad input", 4, "releasing")
def test_build_files_with_crlf(tmp_path: Path) -> None:
    """CMakeLists.txt and Makefile, too, where an editor or git has written all of a package so."""
    package = packed.unpacked(packed.archive("plain", tmp_path / "out"), tmp_path / "in")
    for path in package.rglob("*"):
        if path.is_file():
            path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    project = tmp_path / "a project"
    shutil.copytree(package / "examples" / "cmake", project)
    shutil.copytree(package, project / package.name)
    packed.run(["cmake", "-S", project, "-B", "c"], tmp_path)
    packed.run(["cmake", "--build", "c"], tmp_path)
    assert packed.run([tmp_path / "c" / "digest"], tmp_path).strip() == packed.DIGEST
    packed.run(["make", "-s", "libmote_packed.a"], package)
    words = ["cc", "-I", package / "src", package / "examples" / "cmake" / "digest.c"]
    packed.run([*words, package / "libmote_packed.a", "-o", "digest"], tmp_path)
    assert packed.run([tmp_path / "digest"], tmp_path).strip() == packed.DIGEST


@needs("git")
@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="no checkout of git")
def test_a_checkout_has_lf_whatever_git_is_told() -> None:
    names = ["mote", "src/aes/ctr_thumb.inc", "examples/firmware/Makefile", "docs/packages.md"]
    words = [
        "git",
        "-c",
        "core.autocrlf=true",
        "-C",
        ROOT,
        "check-attr",
        "eol",
        "text",
        "--",
        *names,
    ]
    shown = packed.run(words, ROOT)
    assert {line.rpartition(": ")[2] for line in shown.splitlines()} == {"lf", "auto"}
