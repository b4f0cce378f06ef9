"""What holds of every package: the same bytes twice, its papers, its conditions, bad input."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import re
import subprocess
from collections import Counter
from pathlib import Path

import pytest
from elftools.elf.elffile import ELFFile

import packed
from mote.building import package
from mote.catalog import catalog
from mote.common.errors import MoteError
from mote.releasing import archive, contents, metadata, registry, sources
from mote.releasing.metadata import Metadata
from test_examples import needs

SMALL = ("sha256", "hmac_sha256", "crc32")


@pytest.fixture(scope="module")
def part() -> Metadata:
    """A release of few functions: the same code, in less time."""
    return dataclasses.replace(packed.whole(), functions=SMALL, crate_of_all=False)


def test_twice_the_same_bytes(part: Metadata, tmp_path: Path) -> None:
    def written(name: str, of: Metadata) -> dict[str, str]:
        folder = tmp_path / name
        folder.mkdir()
        paths = registry.write(folder, of)
        return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in paths}

    first = written("first", part)
    assert first == written("again", part)
    assert len(first) >= len(registry.names())
    other = written("other", dataclasses.replace(part, time=part.time + 2))
    changed = {name for name in first if first[name] != other[name]}
    assert changed == set(first), "the commit's time is in each"


@pytest.mark.parametrize("channel", registry.names())
def test_papers_of_a_package(channel: str, part: Metadata, tmp_path: Path) -> None:
    """Its pages are there, and both lists have every file with its checksum, and no other."""
    path = packed.archive(channel, tmp_path / "out", part)
    folder = packed.unpacked(path, tmp_path / "in")
    files = {
        each.relative_to(folder).as_posix(): each.read_bytes()
        for each in folder.rglob("*")
        if each.is_file()
    }
    for name in ("README.md", "CHANGELOG.md", "SECURITY.md", "LICENSE"):
        assert files[name]
    origin = json.loads(files["provenance.json"])
    assert (origin["version"], origin["commit"]) == (part.version, part.commit)
    sums = {name: each["sha256"] for name, each in origin["files"].items()}
    papers = {"provenance.json", "sbom.spdx.json"}
    assert sums == {
        name: hashlib.sha256(data).hexdigest() for name, data in files.items() if name not in papers
    }
    for each in origin["files"].values():
        assert "made_of" not in each or (packed.ROOT / each["made_of"]).is_file()
    bill = json.loads(files["sbom.spdx.json"])
    assert {each["fileName"].removeprefix("./") for each in bill["files"]} == set(files) - {
        "sbom.spdx.json"
    }


def test_the_page_of_a_package_is_one_screen() -> None:
    page = contents.page(packed.whole(), "X", ["install"], ["code;"], ["fast."])
    assert max(len(line) for line in page.splitlines()) <= 80
    shown = re.findall(r"^\|.*\|$", page, re.M)[2:]
    sizes = [int(line.split("|")[3]) for line in shown]
    assert sizes == [
        each.row.size_bytes
        for each in sources.choices(packed.whole())
        if each.function.name == contents.SHOWN and each.row is not None
    ]
    assert len(page.splitlines()) <= 50


def test_figures_of_every_key_size_and_mode() -> None:
    """A header of AES serves many functions of the catalog: each has its rows."""
    of = packed.whole()
    shown = [sources.title(each) for each in of.catalogued if each.family == "aes"]
    assert shown == ["AES-CTR", "AES-GCM", "AES-CCM", "AES-CMAC", "AES (CBC, CTR, ECB, XTS)"]
    rows = [line.split("|")[1:] for line in contents.figures(of).splitlines() if "| AES" in line]
    found = Counter(row[0].strip() for row in rows)
    wanted = {"GCM": "gcm", "CCM": "ccm", "CMAC": "cmac"} | dict.fromkeys(
        ["CBC", "CTR", "ECB", "XTS"], "aes"
    )
    names = {f"AES-{k}-{m}, mote_{h}.h" for k in (128, 192, 256) for m, h in wanted.items()}
    names |= {f"AES-{size}-CTR, mote_aes_ctr.h" for size in (128, 256)}
    assert set(found) == names
    assert set(found.values()) == {len(of.targets) * len(sources.WISHES)}
    assert all(row[2].strip().isdigit() for row in rows)


@needs("cc")
@pytest.mark.parametrize("options", [[], ["-DMOTE_FAST=1"], ["-DMOTE_PORTABLE"]])
def test_without_a_warning_on_the_host(options: list[str], part: Metadata, tmp_path: Path) -> None:
    """ISO C, for a processor without assembly here: every file compiles, to one definition each."""
    for name, text in sources.files(part).items():
        (tmp_path / name).write_text(text)
    names = sources.compiled(part)
    flags = ["-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror", "-DMOTE_QUIET"]
    packed.run(["cc", *flags, *options, "-c", *names], tmp_path)
    objects = sorted(each.name for each in tmp_path.glob("*.o"))
    found = re.findall(r" T (\w+)", packed.run(["nm", "-g", *objects], tmp_path))
    assert len(found) == len(set(found)) == 3 + 4 + 2, found
    wish = "fast" if options == ["-DMOTE_FAST=1"] else "small"
    expected = "mote_sha256_portable_fast.o" if wish == "fast" else "mote_sha256_portable.o"
    assert "mote_sha256_init" in packed.run(["nm", expected], tmp_path)


CPUS = {
    "avr8": ["avr-gcc", "-mmcu=avr25"],
    "cortex-m0": ["arm-none-eabi-gcc", "-mcpu=cortex-m0", "-mthumb"],
    "cortex-m4": ["arm-none-eabi-gcc", "-mcpu=cortex-m4", "-mthumb", "-mfloat-abi=soft"],
    "rv32imc": [
        *("riscv64-unknown-elf-gcc", "-march=rv32imc", "-mabi=ilp32", "-mno-relax"),
        "--specs=picolibc.specs",
    ],
}


@needs("avr-gcc", "arm-none-eabi-gcc", "riscv64-unknown-elf-gcc")
@pytest.mark.parametrize("wish", sources.WISHES)
@pytest.mark.parametrize("cpu", CPUS)
def test_what_is_packed_is_what_is_measured(
    cpu: str, wish: str, part: Metadata, tmp_path: Path
) -> None:
    """SHA-256 of a package has, for each target, byte for byte the code of the file that was chosen
    by its figures."""
    choice = next(
        each
        for each in sources.choices(part)
        if (each.function.name, each.target.cpu, each.wish) == ("sha256", cpu, wish)
    )
    ours, theirs = tmp_path / "ours", tmp_path / "theirs"
    ours.mkdir()
    for name, text in sources.files(part).items():
        (ours / name).write_text(text)
    package.unpack(package.pack(choice.implementation, "mote_sha256"), theirs)

    def code(folder: Path, options: list[str]) -> list[str]:
        """What the objects hold in sections that a program gets, without those that are empty."""
        found = []
        for each in sorted(folder.iterdir()):
            if each.suffix not in (".c", ".S") or not each.name.startswith("mote_sha256"):
                continue
            packed.run([*CPUS[cpu], "-std=c99", "-Os", *options, "-c", each, "-o", "x.o"], folder)
            with (folder / "x.o").open("rb") as stream:
                held = [
                    section.data().hex()
                    for section in ELFFile(stream).iter_sections()
                    if section["sh_flags"] & 2 and section["sh_type"] == "SHT_PROGBITS"
                ]
            found += [each for each in held if each]
        return sorted(found)

    assert code(ours, ["-DMOTE_FAST=1"] if wish == "fast" else []) == code(theirs, [])


@needs("cc")
def test_headers_of_two_versions_are_refused(part: Metadata, tmp_path: Path) -> None:
    other = dataclasses.replace(part, version="9.0.1")
    for folder, of in (("old", part), ("new", other)):
        (tmp_path / folder).mkdir()
        for name, text in sources.files(of).items():
            if name.endswith(".h"):
                (tmp_path / folder / name).write_text(text)
    (tmp_path / "both.c").write_text('#include "old/mote_sha256.h"\n#include "new/mote_crc32.h"\n')
    (tmp_path / "one.c").write_text('#include "old/mote_sha256.h"\n#include "old/mote_crc32.h"\n')
    packed.run(["cc", "-c", "one.c"], tmp_path)
    both = subprocess.run(["cc", "-c", "both.c"], cwd=tmp_path, capture_output=True, text=True)
    assert "headers of two versions of Mote: this is 9.0.1" in both.stderr


@needs("cc")
def test_a_checkout_with_crlf_is_compiled(part: Metadata, tmp_path: Path) -> None:
    """As git's autocrlf or an editor writes the sources, in C and, for a Cortex-M0, in assembly."""
    for name, text in sources.files(part).items():
        (tmp_path / name).write_bytes(text.replace("\n", "\r\n").encode())
    flags = ["-std=c99", "-Wall", "-Wextra", "-Werror", "-DMOTE_QUIET", "-c"]
    packed.run(["cc", *flags, "mote_sha256_portable.c", "mote_hmac_sha256_avr8.c"], tmp_path)


@needs("arm-none-eabi-gcc")
def test_assembly_with_crlf_is_assembled(part: Metadata, tmp_path: Path) -> None:
    for name, text in sources.files(part).items():
        (tmp_path / name).write_bytes(text.replace("\n", "\r\n").encode())
    compiler = ["arm-none-eabi-gcc", "-mcpu=cortex-m0", "-mthumb", "-c"]
    packed.run([*compiler, "mote_sha256_thumb_table.S"], tmp_path)
    assert "mote_sha256_init" in packed.run(
        ["arm-none-eabi-nm", "mote_sha256_thumb_table.o"], tmp_path
    )


@needs("cc")
def test_a_processor_without_assembly_is_named(part: Metadata, tmp_path: Path) -> None:
    for name, text in sources.files(part).items():
        (tmp_path / name).write_text(text)
    said = packed.run(["cc", "-c", "mote_notice.c"], tmp_path)
    assert "Mote: portable C; assembly is there for AVR" in said
    assert packed.run(["cc", "-DMOTE_QUIET", "-c", "mote_notice.c"], tmp_path) == ""


@pytest.mark.parametrize(
    ("functions", "message"),
    [
        ((), "functions names no function"),
        (("sha257",), "there is no function sha257"),
        (("hmac_sha256",), "hmac_sha256 calls sha256, which is not among the functions"),
        (
            ("aes128_gcm", "aes256_gcm"),
            r"aes256_gcm and aes128_gcm have the same files, mote_gcm\.h",
        ),
        (("sha256", "sha256"), "sha256 and sha256 have the same files"),
    ],
)
def test_wrong_functions(functions: tuple[str, ...], message: str) -> None:
    with pytest.raises(MoteError, match=message):
        metadata.check(dataclasses.replace(packed.whole(), functions=functions), "release.toml")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"name": "My Mote"}, r"name = 'My Mote': lower-case letters, digits, hyphens"),
        ({"version": "1.2"}, r"version '1\.2' is not MAJOR\.MINOR\.PATCH"),
    ],
)
def test_wrong_names(change: dict[str, str], message: str) -> None:
    with pytest.raises(MoteError, match=message):
        metadata.check(dataclasses.replace(packed.whole(), **change), "release.toml")  # type: ignore[arg-type]


def test_the_address_of_a_crate_is_real_or_not_there(part: Metadata, tmp_path: Path) -> None:
    """Cargo asks for none, so the place holder is not in it."""
    for url, wanted in ((part.url, []), ("https://mote.dev/code", ["https://mote.dev/code"])):
        made = metadata.at(part, url)
        folder = tmp_path / str(len(wanted))
        crate = packed.unpacked(packed.archive("rust", folder / "out", made), folder / "in")
        manifest = (crate / "Cargo.toml").read_text()
        assert re.findall(r'^repository = "(.*)"$', manifest, re.M) == wanted
        assert "example.org" not in manifest


def test_wrong_files_of_metadata(tmp_path: Path) -> None:
    path = tmp_path / "release.toml"
    with pytest.raises(MoteError, match=r"cannot read .*release\.toml: No such file"):
        metadata.read(path)
    path.write_text("name = \n")
    with pytest.raises(MoteError, match=r"release\.toml: Invalid value"):
        metadata.read(path)
    path.write_text('name = "mote"\n')
    with pytest.raises(MoteError, match=r"release\.toml: title = None is not a text: it is needed"):
        metadata.read(path)


def test_a_function_that_the_release_lacks() -> None:
    with pytest.raises(MoteError, match="the packages have no shabal: they have sha256, sha512"):
        packed.whole().function("shabal")


def test_a_channel_that_is_not_there() -> None:
    with pytest.raises(MoteError, match="there is no channel npm: there are arduino, cmsis"):
        registry.known(["arduino", "npm"])


def test_names_that_differ_in_case_alone() -> None:
    with pytest.raises(MoteError, match=r"src/A\.h and src/a\.h differ in case alone: rename one"):
        archive.tar({"src/a.h": b"", "src/A.h": b""}, 0)
    with pytest.raises(MoteError, match=r"^Src and src differ in case alone: rename one"):
        archive.tar({"src/a.h": b"", "Src/b.h": b""}, 0)
    for name in ("src/aux.c", "a:b", "src /a", "NUL", "what?.md", "a./b"):
        with pytest.raises(MoteError, match=r"is no name of a file on Windows: rename it"):
            archive.tar({name: b""}, 0)
    for name in ("../a", "/a", "a\\b"):
        with pytest.raises(MoteError, match="is no path within an archive"):
            archive.zipped({name: b""}, metadata.ZIP_EPOCH)


def test_every_condition_of_assembly_is_narrower_than_that_of_its_file() -> None:
    """Each target's files are of an instruction set that its CPU's file lists."""
    for each in sources.choices(packed.whole()):
        if each.target is not sources.OTHER:
            assert catalog.runs_on(each.implementation, catalog.cpus()[each.target.cpu])
        else:
            assert each.implementation.name.startswith("portable")
