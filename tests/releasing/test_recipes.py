"""Recipes of vcpkg, Nix and Homebrew: built with stand-ins of what they call; docs/packages.md.

Nix evaluates and builds its recipe itself; of vcpkg and Homebrew no registry has the program.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import re
import subprocess
from pathlib import Path

import pytest

import packed
from mote.common.errors import MoteError
from mote.common.paths import ROOT
from mote.releasing import archive, recipes
from test_examples import needs

HERE = Path(__file__).parent
NAME = f"mote-{packed.whole().version}.tar.gz"
PART = ("-DMOTE_FUNCTIONS=sha256", "-DMOTE_EXAMPLES=OFF", "-DMOTE_PROGRAMS=OFF")
"""The library of one function: all of it takes minutes."""

BUILT = pytest.mark.turns("recipes", 6, "packaging", "releasing")


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A source archive of what the library's build reads."""
    prefix = NAME.removesuffix(".tar.gz")
    folders = ("cmake", "include", "src")
    paths = [path for folder in folders for path in (ROOT / folder).rglob("*") if path.is_file()]
    paths += [ROOT / name for name in ("CMakeLists.txt", "LICENSE", "pyproject.toml")]
    files = {f"{prefix}/{path.relative_to(ROOT).as_posix()}": path.read_bytes() for path in paths}
    made = tmp_path_factory.mktemp("source") / NAME
    made.write_bytes(archive.tar(files, 1_000_000_000))
    return made


@pytest.fixture
def made(source: Path, tmp_path: Path) -> Path:
    """The recipes of that archive."""
    name, data = recipes.packed(packed.whole(), NAME, source.read_bytes())
    (tmp_path / name).write_bytes(data)
    return packed.unpacked(tmp_path / name, tmp_path / "unpacked")


def prints_digest(folder: Path, *flags: str) -> None:
    """A program that uses the installed library."""
    abc = ROOT / "packaging" / "conan" / "test_package" / "abc.c"
    packed.run(["cc", abc, *flags, "-o", folder / "abc"], folder)
    assert packed.run([folder / "abc"], folder).strip() == packed.DIGEST


def test_every_place_is_filled(made: Path) -> None:
    for path in made.rglob("*"):
        if path.is_file():
            text = path.read_text()
            assert not re.search(r"@[A-Z0-9]+@", text), path
    assert {path.relative_to(made).as_posix() for path in made.rglob("*") if path.is_file()} == {
        *(place.format(name="mote") for place in recipes.FILES.values()),
        "README.md",
    }


def test_characters_that_a_recipe_would_quote() -> None:
    wrong = dataclasses.replace(packed.whole(), description='Small "and" fast')
    with pytest.raises(MoteError, match="has a character that recipes would quote"):
        recipes.files(wrong, NAME, b"")
    wrong = dataclasses.replace(packed.whole(), summary="small " * 20)
    with pytest.raises(MoteError, match="summary has over 80 characters with the name"):
        recipes.files(wrong, NAME, b"")


def test_vcpkg_json(made: Path) -> None:
    """The rules of vcpkg's schema for the fields that are there."""
    folder = made / "vcpkg" / "ports" / "mote"
    fields = json.loads((folder / "vcpkg.json").read_text())
    assert list(fields) == [
        *("name", "version", "description", "homepage", "license", "dependencies")
    ]
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", fields["name"]) and folder.name == fields["name"]
    assert re.fullmatch(r"\d+(\.\d+)*", fields["version"])
    assert re.fullmatch(r"https?://\S+", fields["homepage"])
    assert fields["license"] == "MIT"
    for each in fields["dependencies"]:
        assert set(each) <= {"name", "host", "features", "default-features", "platform"}
        assert each["host"] is True
    called = set(re.findall(r"^(vcpkg_\w+)\(", (folder / "portfile.cmake").read_text(), re.M))
    of = {"vcpkg-cmake": "vcpkg_cmake_install", "vcpkg-cmake-config": "vcpkg_cmake_config_fixup"}
    assert {of[each["name"]] for each in fields["dependencies"]} <= called


USER = """\
cmake_minimum_required(VERSION 3.16)
project(user C)
find_package(mote CONFIG REQUIRED)
add_executable(main {abc})
target_link_libraries(main PRIVATE mote::mote)
"""


@needs("cmake", "cc")
@BUILT
def test_vcpkg_port(made: Path, source: Path, tmp_path: Path) -> None:
    """With a stand-in for vcpkg's functions, and what vcpkg looks at afterwards."""
    packages = tmp_path / "packages"
    given = {
        "PORT_FOLDER": made / "vcpkg" / "ports" / "mote",
        "PACKAGES": packages,
        "BUILD": tmp_path / "build",
        "DOWNLOADED": source,
        "EXTRA": ";".join(PART),
    }
    words = [f"-D{name}={value}" for name, value in given.items()]
    # A portfile finds its own files by CMAKE_CURRENT_LIST_DIR, which include() sets.
    packed.run(["cmake", *words, "-P", HERE / "vcpkg_stand_in.cmake"], tmp_path)
    files = {path.relative_to(packages).as_posix() for path in packages.rglob("*")}
    assert {"share/mote/copyright", "share/mote/usage", "share/mote/mote-config.cmake"} <= files
    assert {"lib/libmote.a", "debug/lib/libmote.a", "include/mote/sha256.h"} <= files
    assert not {"debug/include", "debug/share", "lib/cmake", "bin", "share/doc"} & files
    assert not [path for path in packages.rglob("*") if path.is_dir() and not any(path.iterdir())]
    user = tmp_path / "user"
    user.mkdir()
    abc = ROOT / "packaging" / "conan" / "test_package" / "abc.c"
    (user / "CMakeLists.txt").write_text(USER.format(abc=abc))
    packed.run(["cmake", "-S", user, "-B", "b", f"-DCMAKE_PREFIX_PATH={packages}"], tmp_path)
    packed.run(["cmake", "--build", "b"], tmp_path)
    assert packed.run([tmp_path / "b" / "main"], tmp_path).strip() == packed.DIGEST
    other = tmp_path / NAME
    other.write_bytes(b"another archive")
    words = [*words[:3], f"-DDOWNLOADED={other}"]
    done = subprocess.run(
        ["cmake", *words, "-P", HERE / "vcpkg_stand_in.cmake"], capture_output=True, text=True
    )
    assert done.returncode != 0 and "SHA512 is" in done.stderr


def nix(folder: Path, *words: str | Path) -> subprocess.CompletedProcess[str]:
    """A program of Nix with a store in the folder."""
    places = {"STORE": "store", "STATE": "var", "LOG": "log", "CONF": "etc"}
    own = {f"NIX_{name}_DIR": str(folder / "nix" / place) for name, place in places.items()}
    options = {"sandbox": "false", "build-users-group": "", "substitute": "false"}
    more = [word for name, value in options.items() for word in ("--option", name, value)]
    return subprocess.run(
        [*words, *more],
        cwd=folder,
        env={**own, "PATH": "/usr/bin:/bin", "HOME": str(folder), "NIX_REMOTE": ""},
        capture_output=True,
        text=True,
        timeout=280,
    )


@needs("nix-build", "cmake", "cc")
@BUILT
def test_nix_package(made: Path, source: Path, tmp_path: Path) -> None:
    """By nix-build, with a stand-in for nixpkgs."""
    flags = " ".join(f'"{each}"' for each in PART)
    pkgs = f'import {HERE / "nix_stand_in.nix"} {{ downloaded = "{source}"; extra = [ {flags} ]; }}'
    package = f"import {made / 'nix'} {{ pkgs = {pkgs}; }}"
    flake = (
        f"((import {made / 'nix' / 'flake.nix'}).outputs {{ self = {{ }}; nixpkgs = rec {{ lib = "
        f"legacyPackages.x86_64-linux.lib; legacyPackages.x86_64-linux = {pkgs}; }}; }})"
        ".packages.x86_64-linux.default"
    )
    asked = f"let p = {package}; in [ p.meta p.name (p.drvPath == {flake}.drvPath) ]"
    said = nix(tmp_path, "nix-instantiate", "--eval", "--strict", "--json", "-E", asked)
    assert said.returncode == 0, said.stderr
    meta, name, same = json.loads(said.stdout)
    of = packed.whole()
    assert (name, same) == (NAME.removesuffix(".tar.gz"), True)
    assert (meta["license"]["spdxId"], meta["homepage"]) == (of.licence, of.url)
    done = nix(tmp_path, "nix-build", "-E", package)
    assert done.returncode == 0, done.stderr
    result = tmp_path / "result"
    rpath = f"-Wl,-rpath,{result}/lib"
    prints_digest(tmp_path, f"-I{result}/include", f"-L{result}/lib", "-lmote", rpath)
    path = made / "nix" / "package.nix"
    digest = re.search(r'hash = "(sha256-[^"]+)"', path.read_text())
    assert digest is not None
    path.write_text(path.read_text().replace(digest[1], f"sha256-{'A' * 43}="))
    bad = nix(tmp_path, "nix-build", "-E", package)
    assert bad.returncode != 0 and "hash mismatch" in bad.stderr


@needs("ruby", "cmake", "cc")
@BUILT
def test_homebrew_formula(made: Path, source: Path, tmp_path: Path) -> None:
    """With a stand-in for Homebrew's Formula: what it says, its build, its test."""
    formula = made / "homebrew" / "Formula" / "mote.rb"
    packed.run(["ruby", "-wc", formula], tmp_path)
    command = ["ruby", HERE / "homebrew_stand_in.rb", formula, source, tmp_path / "brew", *PART]
    facts = json.loads(packed.run(command, tmp_path).splitlines()[0])
    assert facts["class"] == "Mote" and facts["depends_on"] == [{"cmake": "build"}]
    assert facts["sha256"] == hashlib.sha256(source.read_bytes()).hexdigest()
    assert facts["url"].endswith(f"/v{packed.whole().version}/{NAME}")
    # `brew audit` has these rules for a description.
    assert len(f"mote: {facts['desc']}") <= 80 and not facts["desc"].endswith(".")
    assert not re.match(r"(?i)(an?|the|mote)\b", facts["desc"])
    formula.write_text(formula.read_text().replace(packed.DIGEST, "0" * 64))
    bad = subprocess.run(command, capture_output=True, text=True)
    assert bad.returncode != 0 and f"{packed.DIGEST} is not 000" in bad.stderr
