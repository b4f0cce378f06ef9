"""Each channel's archive with the ecosystem's own tool, from an empty folder; docs/packages.md."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

import channel_tools
import packed
from mote.releasing import sources
from mote.releasing.channels import cmsis, plain
from reference import aes
from test_examples import IN_SIMAVR, avr_runner, needs
from test_mbedtls import sources as mbedtls  # noqa: F401 (a fixture)

pytestmark = pytest.mark.turns("channels", 6, "releasing")

HARDWARE = Path("/usr/share/arduino/hardware")
BUILDER = Path("/usr/share/arduino-builder")
VERSION = packed.whole().version
HEX = re.compile(r"[0-9a-f]{64}")


@needs("arduino-builder", "avr-gcc", "cc")
@IN_SIMAVR
@pytest.mark.skipif(not HARDWARE.is_dir(), reason="arduino-core-avr is not installed")
@pytest.mark.parametrize(
    ("board", "device"), [("uno", "atmega328p"), ("mega:cpu=atmega2560", "atmega2560")]
)
def test_arduino_builds_the_sketch(board: str, device: str, tmp_path: Path) -> None:
    """Arduino's own builder, with its core for AVR, and the sketch that it has built runs."""
    libraries = tmp_path / "lib raries"
    library = packed.unpacked(packed.archive("arduino", tmp_path / "out"), libraries)
    build = tmp_path / "build"
    build.mkdir()
    # Debian's core asks the C++ library for DECIMAL_DIG, which that of its avr-gcc 5.4 has not.
    preferences = {"compiler.cpp.extra_flags": "-DDECIMAL_DIG=17", "compiler.path": "/usr/bin/"}
    said = packed.run(
        ["arduino-builder", "-compile", "-hardware", HARDWARE, "-hardware", BUILDER]
        + ["-tools", BUILDER, "-tools", "/usr/bin", "-libraries", libraries]
        + ["-fqbn", f"arduino:avr:{board}", "-build-path", build, "-warnings", "all"]
        + [f"-prefs={name}={value}" for name, value in preferences.items()]
        + [library / "examples" / "Digest" / "Digest.ino"],
        tmp_path,
    )
    assert not [line for line in said.splitlines() if "warning" in line and "/Mote/" in line], said
    # The sketch does not end: the runner says so after it has printed.
    run = subprocess.run(
        [avr_runner(tmp_path), device, build / "Digest.ino.elf"], capture_output=True, text=True
    )
    assert HEX.findall(run.stdout) == [packed.DIGEST]


OFFLINE_PIO = """
import sys
from platformio.package.manifest import schema
# pio asks the network for SPDX's list of licences: here it has the one that it is to know.
licences = {"licenses": [{"licenseId": "MIT"}]}
schema.ManifestSchema.load_spdx_licenses = staticmethod(lambda: licences)
from platformio.__main__ import main
sys.exit(main())
"""


def test_platformio_packs_the_library(tmp_path: Path) -> None:
    """`pio pkg pack` takes library.json as valid, and makes an archive of the same files."""
    library = packed.unpacked(packed.archive("platformio", tmp_path / "out"), tmp_path / "lib rary")
    python = channel_tools.folder() / "python"
    home = {
        "PLATFORMIO_CORE_DIR": str(tmp_path / "home"),
        "PLATFORMIO_SETTING_ENABLE_TELEMETRY": "no",
    }
    archive = f"file://{tmp_path}/out/platformio-Mote-{VERSION}.tar.gz"
    packed.run([python, "-c", OFFLINE_PIO, "pkg", "install", "-g", "-l", archive], tmp_path, **home)
    assert (tmp_path / "home" / "lib" / "Mote" / "src" / "mote_sha256.h").is_file()
    packed.run([python, "-c", OFFLINE_PIO, "pkg", "pack", library], tmp_path, **home)
    again = packed.unpacked(tmp_path / f"Mote-{VERSION}.tar.gz", tmp_path / "again")

    def content(folder: Path) -> dict[str, bytes]:
        return {
            str(each.relative_to(folder)): each.read_bytes()
            for each in folder.rglob("*")
            if each.is_file() and each.name != ".piopm"
        }

    ours, theirs = content(library), content(again)
    assert set(ours) == set(theirs)
    assert [name for name in ours if ours[name] != theirs[name]] == []


def test_platformio_refuses_what_is_not_valid(tmp_path: Path) -> None:
    library = packed.unpacked(packed.archive("platformio", tmp_path / "out"), tmp_path / "library")
    path = library / "library.json"
    fields = json.loads(path.read_text())
    path.write_text(json.dumps({**fields, "version": "not a version"}))
    python = channel_tools.folder() / "python"
    done = subprocess.run(
        [python, "-c", OFFLINE_PIO, "pkg", "pack", library],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        env={"PLATFORMIO_CORE_DIR": str(tmp_path / "home"), "PATH": "/usr/bin:/bin"},
    )
    assert done.returncode != 0
    assert "version" in done.stdout + done.stderr


def test_esp_idf_component_manager_takes_the_component(tmp_path: Path) -> None:
    component = packed.unpacked(packed.archive("esp_idf", tmp_path / "out"), tmp_path / "component")
    compote = channel_tools.folder() / "compote"
    packed.run([compote, "manifest", "lint", component / "idf_component.yml"], component)
    packed.run([compote, "component", "pack", "--name", "mote"], component)
    dist = component / "dist"
    again = packed.unpacked(dist / f"mote_{VERSION}.tgz", tmp_path / "again")
    for name in ("src/mote_sha256.h", "src/mote_sha256_rv32imc_fast.S", "sbom.spdx.json"):
        assert (again / name).read_bytes() == (component / name).read_bytes()
    path = component / "idf_component.yml"
    path.write_text(path.read_text().replace(f'"{VERSION}"', '"0.2"', 1))
    bad = subprocess.run([compote, "manifest", "lint", path], capture_output=True, text=True)
    assert bad.returncode != 0


STAND_IN = {
    "zephyr": """
cmake_minimum_required(VERSION 3.20)
project(stand_in C ASM)
# What a module asks of Zephyr: its functions, in the words of its documentation.
function(zephyr_include_directories)
  include_directories(${ARGV})
endfunction()
add_executable(app ${SAMPLE}/src/main.c)
macro(zephyr_library_named name)
  add_library(${name} STATIC)
  set(current ${name})
  target_link_libraries(app ${name})
endmacro()
macro(zephyr_library_sources)
  target_sources(${current} PRIVATE ${ARGV})
endmacro()
macro(zephyr_library_sources_ifdef flag)
  if(${flag})
    target_sources(${current} PRIVATE ${ARGN})
  endif()
endmacro()
macro(zephyr_library_compile_definitions)
  target_compile_definitions(${current} PRIVATE ${ARGV})
endmacro()
file(STRINGS ${CONFIGURATION} lines REGEX "^CONFIG_.*=y$")
foreach(line IN LISTS lines)
  string(REPLACE "=y" "" name "${line}")
  set(${name} y)
endforeach()
include(${MODULE}/zephyr/CMakeLists.txt)
target_include_directories(app PRIVATE ${MODULE}/src)
""",
    "esp_idf": """
cmake_minimum_required(VERSION 3.16)
project(stand_in C ASM)
# What a component asks of ESP-IDF: idf_component_register and COMPONENT_LIB.
macro(idf_component_register)
  cmake_parse_arguments(asked "" "" "SRCS;INCLUDE_DIRS" ${ARGV})
  set(COMPONENT_LIB component)
  list(TRANSFORM asked_SRCS PREPEND ${COMPONENT}/)
  add_library(component STATIC ${asked_SRCS})
  target_include_directories(component PUBLIC ${COMPONENT}/${asked_INCLUDE_DIRS})
endmacro()
set(CONFIG_MOTE_SHA256_FAST ${FAST})
include(${COMPONENT}/CMakeLists.txt)
file(WRITE ${CMAKE_BINARY_DIR}/start.c
     "void app_main(void); int main(void) { app_main(); return 0; }")
add_executable(app ${COMPONENT}/examples/digest/main/main.c ${CMAKE_BINARY_DIR}/start.c)
target_link_libraries(app component)
""",
}


def configured(project: Path, build: Path, **options: str | Path) -> None:
    words = [f"-D{name}={value}" for name, value in options.items()]
    packed.run(["cmake", "-S", project, "-B", build, *words], project)
    packed.run(["cmake", "--build", build], project)


@needs("cmake", "cc")
@pytest.mark.parametrize("wish", ["SMALL", "FAST"])
def test_zephyr_module(wish: str, tmp_path: Path) -> None:
    """Kconfig by kconfiglib, which Zephyr uses; CMake with a stand-in for Zephyr's functions."""
    module = packed.unpacked(packed.archive("zephyr", tmp_path / "out"), tmp_path / "modules")
    sample = module / "zephyr" / "samples" / "digest"
    project = sample / "prj.conf"
    project.write_text(project.read_text().replace("SHA256_SMALL", f"SHA256_{wish}"))
    script = (
        "import kconfiglib, sys; k = kconfiglib.Kconfig(sys.argv[1]); k.warn_assign_undef = True;"
        "k.load_config(sys.argv[2]); k.write_config(sys.argv[3]); print(k.warnings)"
    )
    python = channel_tools.folder() / "python"
    configuration = tmp_path / "configuration"
    said = packed.run(
        [python, "-c", script, module / "zephyr" / "Kconfig", project, configuration], tmp_path
    )
    assert said.splitlines()[-1] == "[]"
    assert f"CONFIG_MOTE_SHA256_{wish}=y" in configuration.read_text()
    stand_in = tmp_path / "stand in"
    stand_in.mkdir()
    (stand_in / "CMakeLists.txt").write_text(STAND_IN["zephyr"])
    options = {"MODULE": module, "SAMPLE": sample, "CONFIGURATION": configuration}
    configured(stand_in, tmp_path / "build", **options)
    assert packed.run([tmp_path / "build" / "app"], tmp_path).strip() == packed.DIGEST
    built = {each.name for each in (tmp_path / "build").rglob("*.o")}
    assert "mote_sha256_portable.c.o" in built
    assert not [name for name in built if "sha512" in name]


def test_a_function_that_calls_another_selects_it(tmp_path: Path) -> None:
    module = packed.unpacked(packed.archive("zephyr", tmp_path / "out"), tmp_path / "modules")
    project = tmp_path / "prj.conf"
    project.write_text("CONFIG_MOTE=y\nCONFIG_MOTE_HMAC_SHA256=y\n")
    script = (
        "import kconfiglib, sys; k = kconfiglib.Kconfig(sys.argv[1]); k.load_config(sys.argv[2]);"
        "print(k.syms['MOTE_SHA256'].str_value, k.syms['MOTE_SHA256_SMALL'].str_value)"
    )
    python = channel_tools.folder() / "python"
    said = packed.run([python, "-c", script, module / "zephyr" / "Kconfig", project], tmp_path)
    assert said.split() == ["y", "y"]


@needs("cmake", "cc")
@pytest.mark.parametrize("fast", ["", "y"])
def test_esp_idf_component_is_compiled(fast: str, tmp_path: Path) -> None:
    """CMake with a stand-in for ESP-IDF's function."""
    component = packed.unpacked(
        packed.archive("esp_idf", tmp_path / "out"), tmp_path / "comp onent"
    )
    stand_in = tmp_path / "stand in"
    stand_in.mkdir()
    (stand_in / "CMakeLists.txt").write_text(STAND_IN["esp_idf"])
    configured(stand_in, tmp_path / "build", COMPONENT=component, FAST=fast)
    assert packed.run([tmp_path / "build" / "app"], tmp_path).strip() == packed.DIGEST


@needs("cmake", "cc")
def test_cmake_project(tmp_path: Path) -> None:
    archive = packed.archive("plain", tmp_path / "out")
    package = packed.unpacked(archive, tmp_path / "first")
    project = tmp_path / "a project"
    shutil.copytree(package / "examples" / "cmake", project)
    packed.unpacked(archive, project / "package")
    shutil.move(project / "package" / package.name, project / package.name)
    configured(project, tmp_path / "build")
    assert packed.run([tmp_path / "build" / "digest"], tmp_path).strip() == packed.DIGEST
    built = {each.name for each in (tmp_path / "build").rglob("*.o")}
    assert not [name for name in built if "sha512" in name]
    lists = project / "CMakeLists.txt"
    text = lists.read_text()

    def refused(change: str) -> str:
        lists.write_text(change)
        done = subprocess.run(
            ["cmake", "-S", project, "-B", tmp_path / "bad"], capture_output=True, text=True
        )
        assert done.returncode != 0
        return " ".join(done.stderr.split())

    said = refused(text.replace("MOTE_FUNCTIONS sha256", "MOTE_FUNCTIONS sha257"))
    assert "has no function sha257; it has sha256 sha512" in said
    shutil.copytree(project / package.name, project / "other")
    said = refused(text.replace("add_exec", "add_subdirectory(other)\nadd_exec"))
    assert f"Mote {VERSION} is in this project already" in said


GCM = """\
#include <stdio.h>
#include "mote_gcm.h"
int main(void) {
    static unsigned char key[32] = {1}, nonce[12] = {2}, tag[16];
    mote_gcm_context context;
    int i;
    if (mote_gcm_init(&context, key, 256) != 0
        || mote_gcm_seal(&context, nonce, 12, "abc", 3, 0, 0, 0, tag, 16) != 0)
        return 1;
    for (i = 0; i < 16; i++)
        printf("%02x", tag[i]);
    return 0;
}
"""


@needs("cmake", "cc")
def test_cmake_calls_aes_by_its_header(tmp_path: Path) -> None:
    """gcm of mote_gcm.h, small and fast; a row of the catalog, aes128_gcm, is no name of it."""
    package = packed.unpacked(packed.archive("plain", tmp_path / "out"), tmp_path / "first")
    project = tmp_path / "project"
    project.mkdir()
    (project / "gcm.c").write_text(GCM)
    lists = (
        "cmake_minimum_required(VERSION 3.13)\nproject(gcm C ASM)\nset(MOTE_FUNCTIONS gcm)\n"
        f"add_subdirectory({package} mote)\nadd_executable(gcm gcm.c)\n"
        "target_link_libraries(gcm PRIVATE mote::packed)\n"
    )
    (project / "CMakeLists.txt").write_text(lists)
    tag = aes.gcm(bytes([1, *bytes(31)]), bytes([2, *bytes(11)]), b"abc", b"").hex()
    for fast in ("", "gcm"):
        build = tmp_path / f"build {fast}"
        configured(project, build, MOTE_FAST=fast)
        assert packed.run([build / "gcm"], tmp_path) == tag
        built = {each.name for each in build.rglob("mote_*.o")}
        assert all("gcm" in name or "notice" in name for name in built)
        symbols = packed.run(["nm", *build.rglob("mote_gcm_portable_fast.c.o")], tmp_path)
        assert ("mote_gcm_seal" in symbols) == bool(fast)
    words = ["cmake", "-S", project, "-B", tmp_path / "bad", "-DMOTE_FAST=aes128_gcm"]
    done = subprocess.run(words, capture_output=True, text=True)
    assert done.returncode != 0
    assert "has no function aes128_gcm; it has sha256" in " ".join(done.stderr.split())


@needs("cc", "ninja")
def test_meson_project(tmp_path: Path) -> None:
    archive = packed.archive("plain", tmp_path / "out")
    package = packed.unpacked(archive, tmp_path / "first")
    project = tmp_path / "a project"
    shutil.copytree(package / "examples" / "meson", project)
    cache = project / "subprojects" / "packagecache"
    cache.mkdir(parents=True)
    shutil.copy(archive, cache)
    shutil.copy(archive.with_name("mote-packed.wrap"), project / "subprojects")
    meson = channel_tools.folder() / "meson"
    # The archive is there: nothing is fetched, and the wrap's checksum has to be right.
    words = ["--wrap-mode=nodownload", "-Dmote-packed:fast=sha256"]
    packed.run([meson, "setup", tmp_path / "build", project, *words], tmp_path)
    packed.run([meson, "compile", "-C", tmp_path / "build"], tmp_path)
    assert packed.run([tmp_path / "build" / "digest"], tmp_path).strip() == packed.DIGEST


@needs("make", "cc", "pkg-config")
def test_make_install(tmp_path: Path) -> None:
    package = packed.unpacked(packed.archive("plain", tmp_path / "out"), tmp_path / "a b")
    home = tmp_path / "home"
    packed.run(["make", "-s", "install", f"PREFIX={home}"], package)
    flags = packed.run(
        ["pkg-config", "--cflags", "--libs", "mote-packed"],
        tmp_path,
        PKG_CONFIG_PATH=str(home / "lib" / "pkgconfig"),
    ).split()
    digest = package / "examples" / "cmake" / "digest.c"
    packed.run(["cc", digest, *flags, "-o", tmp_path / "digest"], tmp_path)
    assert packed.run([tmp_path / "digest"], tmp_path).strip() == packed.DIGEST
    packed.run(["make", "-s", "uninstall", f"PREFIX={home}"], package)
    assert [each for each in home.rglob("*") if each.is_file()] == []


def test_cmsis_description(tmp_path: Path) -> None:
    """Every file and every condition that the description names is there, and each file is named.

    By our own reading of the format: no package carries its schema.
    """
    package = packed.unpacked(packed.archive("cmsis", tmp_path / "out"), tmp_path / "pack")
    root = ET.parse(package / "Mote.Mote.pdsc").getroot()
    assert root.find("vendor").text == "Mote" and root.find("name").text == "Mote"  # type: ignore[union-attr]
    conditions = {each.get("id") for each in root.iter("condition")}
    used = {each.get("condition") for each in root.iter() if each.get("condition")}
    assert used <= conditions
    named = [each.get("name") for each in root.iter("file")]
    assert len(named) == len(set(named))
    for name in named:
        assert name and (package / name.rstrip("/")).exists(), name
    compiled = {f"src/{each.name}" for each in (package / "src").iterdir() if each.suffix != ".h"}
    assert compiled <= set(named)
    parts = {each.get("Csub") for each in root.iter("component")}
    assert all(re.fullmatch(r"[A-Za-z0-9 -]{2,32}", str(each)) for each in parts)
    assert {"AES", "AES-CTR", "AES-GCM", "AES-CCM", "AES-CMAC"} <= parts
    for each in root.iter("require"):
        assert each.get("Csub") is None or each.get("Csub") in parts
    for each in sources.sources(packed.whole()):
        assert (f"src/{each.name}" in named) == cmsis.is_for_cortex_m(each)


def test_the_folder_in_the_plain_archive_is_what_the_wrap_says(tmp_path: Path) -> None:
    archive = packed.archive("plain", tmp_path / "out")
    wrap = archive.with_name("mote-packed.wrap").read_text()
    assert f"directory = {plain.folder(packed.whole())}\n" in wrap


BASE = """\
# What a module asks of RIOT's Makefile.base: all sources of its folder, with INCLUDES, as MODULE.a.
OBJECTS := $(patsubst %,$(BINDIR)/%.o,$(wildcard *.c *.S))
$(BINDIR)/$(MODULE).a: $(OBJECTS)
\tar rcs $@ $^
$(BINDIR)/%.o: %
\tcc $(INCLUDES) -c -o $@ $<
"""


@needs("make", "cc")
def test_riot_module(tmp_path: Path) -> None:
    """With a stand-in for RIOT's Makefile.base."""
    module = packed.unpacked(packed.archive("riot", tmp_path / "out"), tmp_path / "modules")
    (tmp_path / "Makefile.base").write_text(BASE)
    asking = tmp_path / "asking.mk"
    asking.write_text(
        f"LAST_MAKEFILEDIR := {module}\ninclude {module}/Makefile.include\n"
        "all:\n\t@echo $(USEMODULE_INCLUDES)\n"
    )
    include = packed.run(["make", "-s", "-f", asking], tmp_path).strip()
    words = [f"RIOTBASE={tmp_path}", f"BINDIR={tmp_path}", f"INCLUDES=-I{include}"]
    packed.run(["make", "-s", *words], module)
    digest = module / "examples" / "digest" / "main.c"
    program = tmp_path / "digest"
    packed.run(["cc", f"-I{include}", digest, tmp_path / "mote.a", "-o", program], tmp_path)
    assert packed.run([program], tmp_path).strip() == packed.DIGEST


@needs("cc")
def test_mynewt_package(tmp_path: Path) -> None:
    """Its files are YAML, each setting is an option of both compilers, and the sources compile."""
    repository = packed.unpacked(packed.archive("mynewt", tmp_path / "out"), tmp_path / "repos")
    script = (
        "import json, sys; from ruamel.yaml import YAML;"
        "print(json.dumps([YAML(typ='safe').load(open(name)) for name in sys.argv[1:]]))"
    )
    home = repository / "crypto" / "mote"
    names = [repository / "repository.yml", home / "pkg.yml", home / "syscfg.yml"]
    python = channel_tools.folder() / "python"
    versions, package, settings = json.loads(packed.run([python, "-c", script, *names], tmp_path))
    assert versions["repo.versions"]["0-latest"] == VERSION
    for name in settings["syscfg.defs"]:
        assert package[f"pkg.cflags.{name}"] == package[f"pkg.aflags.{name}"] == [f"-D{name}=1"]
    sources_of_it = sorted([*(home / "src").glob("*sha256*.c"), *(home / "src").glob("*sha256*.S")])
    program = tmp_path / "digest"
    flags = ["-I", home / "include", "-DMOTE_SHA256_FAST=1"]
    digest = packed.ROOT / "examples" / "packages" / "digest.c"
    packed.run(["cc", *flags, *sources_of_it, digest, "-o", program], tmp_path)
    assert packed.run([program], tmp_path).strip() == packed.DIGEST


def test_the_bill_of_materials_is_spdx(tmp_path: Path) -> None:
    """SPDX's own tools take it, and refuse it without what the standard asks for."""
    package = packed.unpacked(packed.archive("zephyr", tmp_path / "out"), tmp_path / "in")
    validator = channel_tools.folder() / "pyspdxtools"
    bill = package / "sbom.spdx.json"
    packed.run([validator, "--infile", bill], tmp_path)
    fields = json.loads(bill.read_text())
    del fields["creationInfo"]
    bill.write_text(json.dumps(fields))
    bad = subprocess.run([validator, "--infile", bill], capture_output=True, text=True)
    assert bad.returncode != 0


@needs("make", "cc")
def test_psa_driver(mbedtls: Path, tmp_path: Path) -> None:  # noqa: F811
    """The project of the package, with Mbed TLS's sources, calls the package's SHA-256."""
    package = packed.unpacked(packed.archive("psa", tmp_path / "out"), tmp_path / "a folder")
    project = package / "examples" / "digest"
    packed.run(["make", f"MBEDTLS={mbedtls}"], project)
    assert packed.run([project / "digest"], project) == f"{packed.DIGEST}\n"
    names = packed.run(["nm", "digest"], project)
    assert " T mote_sha256\n" in names and "mbedtls_sha256" not in names and "mote_aes" not in names
