"""The rules of arduino-lint on the packed library, and that each of them can be broken."""

from __future__ import annotations

import dataclasses
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

import arduino_rules
import packed


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The packed library with one function: the same files around it, in less time."""
    folder = tmp_path_factory.mktemp("arduino")
    few = dataclasses.replace(packed.whole(), functions=("crc32",))
    return packed.unpacked(packed.archive("arduino", folder / "out", few), folder / "libraries")


def test_no_rule_is_broken(tmp_path: Path) -> None:
    """Of the library with all functions."""
    library = packed.unpacked(packed.archive("arduino", tmp_path / "out"), tmp_path / "libraries")
    assert library.name == arduino_rules.fields(library)["name"] == "Mote"
    assert arduino_rules.broken(library) == set()


def added(path: str, text: str = "") -> Callable[[Path], object]:
    """A file more."""

    def change(library: Path) -> None:
        (library / path).parent.mkdir(parents=True, exist_ok=True)
        (library / path).write_text(text)

    return change


def removed(path: str) -> Callable[[Path], object]:
    def change(library: Path) -> None:
        if (library / path).is_dir():
            shutil.rmtree(library / path)
        else:
            (library / path).unlink()

    return change


def without(field: str) -> Callable[[Path], object]:
    """library.properties without a field."""

    def change(library: Path) -> None:
        path = library / "library.properties"
        lines = path.read_text().splitlines(keepends=True)
        path.write_text("".join(line for line in lines if not line.startswith(f"{field}=")))

    return change


def having(field: str, value: str) -> Callable[[Path], object]:
    """library.properties with another value."""

    def change(library: Path) -> None:
        without(field)(library)
        with (library / "library.properties").open("a") as file:
            file.write(f"{field}={value}\n")

    return change


def renamed(old: str, new: str) -> Callable[[Path], object]:
    return lambda library: (library / old).rename(library / new)


BROKEN: dict[str, Callable[[Path], object]] = {
    "LS001": removed("src"),
    "LS005": lambda library: (library / "src" / "link.h").symlink_to("mote_crc32.h"),
    "LS006": added(".development"),
    "LS007": added("extras/a.EXE"),
    "LS008": removed("src/Mote.h"),
    "LS009": added("Src/a.c"),
    "LS010": added("utility/a.c"),
    "LS011": added("extra/a.txt"),
    "LP001": removed("library.properties"),
    "LP002": added("Library.properties"),
    "LP004": added("src/library.properties"),
    "LC001": added("src/a.h", "#include <arduino.h>\n"),
    "LD001": removed("README.md"),
    "LD002": removed("LICENSE"),
    "LD003": added("src/a/a.ino"),
    "LD004": removed("examples"),
    "LD005": added("Example/a.txt"),
    "SS001": renamed("examples/Digest/Digest.ino", "examples/Digest/Other.ino"),
    "SS002": added("examples/Digest/a b.ino"),
    "SS003": added(f"examples/Digest/{'a' * 64}.ino"),
    "SS004": added("examples/Digest/a.pde"),
    "SS005": added("examples/Digest/Src/a.h"),
    "SC001": added("examples/Digest/Digest.ino", '#include "ARDUINO.h"\n'),
    **{number: without(field) for number, field in arduino_rules.NEEDED.items()},
    **{number: having(field, "") for number, field in arduino_rules.NOT_BLANK.items()},
    "LP005": having("Name of it", "Mote"),
    "LP006": having("categories", "Other"),
    "LP009": having("name", "a" * 64),
    "LP010": having("name", "a" * 33),
    "LP011": having("name", "Möte!"),
    "LP012": having("name", "ArduinoMote"),
    "LP014": having("name", "MoteForArduino"),
    "LP015": having("name", "My Mote"),
    "LP016": having("name", "MoteLibrary"),
    "LP020": having("version", "new"),
    "LP021": having("version", "1.0"),
    "LP027": having("maintainer", "Arduino people"),
    "LP057": having("maintainer", "The Arduino people"),
    "LP036": having("sentence", "CRC-32"),
    "LP038": having("category", "Cryptography"),
    "LP039": having("category", "Uncategorized"),
    "LP041": having("url", "mote"),
    "LP045": having("architectures", "espressif32"),
    "LP046": having("architectures", "AVR"),
    "LP052": having("includes", "Mote.h,Moat.h"),
}


@pytest.mark.parametrize("number", BROKEN)
def test_each_rule_finds_what_breaks_it(number: str, library: Path, tmp_path: Path) -> None:
    copy = tmp_path / "Mote"
    shutil.copytree(library, copy)
    BROKEN[number](copy)
    assert number in arduino_rules.broken(copy)


@pytest.mark.parametrize(
    ("name", "number"), [("a" * 64, "LS002"), ("Mote 0.2", "LS003"), (".Mote", "LS003")]
)
def test_names_of_its_folder(name: str, number: str, library: Path, tmp_path: Path) -> None:
    shutil.copytree(library, tmp_path / name)
    assert number in arduino_rules.broken(tmp_path / name)


def test_every_rule_is_tried() -> None:
    assert set(arduino_rules.RULES) == {*BROKEN, "LS002", "LS003"}


def test_a_version_before_a_release(tmp_path: Path) -> None:
    """Packages of other metadata hold to them, too."""
    few = dataclasses.replace(packed.whole(), version="1.0.0-rc.1", functions=("crc32",))
    made = packed.unpacked(packed.archive("arduino", tmp_path / "out", few), tmp_path / "in")
    assert arduino_rules.broken(made) == set()
