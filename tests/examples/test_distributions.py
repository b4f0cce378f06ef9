"""Packages of the library: what lintian says of Debian's; versions are those of the project.

Neither is built here: Debian's takes minutes, and Conan is no tool of the tests.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from mote.common import version
from mote.common.paths import ROOT

PACKAGING = ROOT / "packaging"


def debian(path: str) -> str:
    return (PACKAGING / "debian" / path).read_text(encoding="utf-8")


def test_debians_version_is_the_projects() -> None:
    number = version.number()
    assert debian("changelog").startswith(f"mote ({number}-1) ")
    shared = f"libmote{number.rpartition('.')[0]}"
    assert f"\nPackage: {shared}\n" in debian("control")
    assert (PACKAGING / "debian" / f"{shared}.install").is_file()


def test_what_is_installed_is_in_a_package() -> None:
    """Each install rule of the library is in one of the lists, which dh_missing would say later."""
    rules = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    places = set(re.findall(r"DESTINATION\s+\"\$\{(\w+)\}[\w/-]*\"", rules))
    known = {
        "CMAKE_INSTALL_LIBDIR": "libmote0.2.install",
        "CMAKE_INSTALL_BINDIR": "mote-sum.install",
        "CMAKE_INSTALL_MANDIR": "mote-sum.install",
        "CMAKE_INSTALL_DATADIR": "mote-sum.install",
        "CMAKE_INSTALL_INCLUDEDIR": "libmote-dev.install",
        "CMAKE_INSTALL_DOCDIR": "not-installed",
        "package_folder": "libmote-dev.install",
        "pc_folder": "libmote-dev.install",
    }
    assert places == set(known)
    for name in set(known.values()):
        assert debian(name).startswith("usr/")


def test_its_text_of_the_license_is_the_license() -> None:
    words = (ROOT / "LICENSE").read_text(encoding="utf-8").partition("Mote developers")[2].split()
    stated = debian("copyright").rpartition("License: Expat\n")[2]
    assert [word for word in stated.split() if word != "."] == words


@pytest.mark.turns("library", 16, "packaging")
@pytest.mark.skipif(shutil.which("lintian") is None, reason="lintian is not installed")
@pytest.mark.skipif(shutil.which("dpkg-source") is None, reason="dpkg-source is not installed")
def test_lintian_accepts_the_source(tmp_path: Path) -> None:
    """Of the package's own files: the release archive beside them has nothing to do with it."""
    number = version.number()
    folder = tmp_path / f"mote-{number}"
    folder.mkdir()
    shutil.copy(ROOT / "LICENSE", folder)
    archive = tmp_path / f"mote_{number}.orig.tar.gz"
    subprocess.run(["tar", "czf", archive, folder.name], cwd=tmp_path, check=True)
    shutil.copytree(PACKAGING / "debian", folder / "debian")
    for name in ("control", "changelog"):
        path = folder / "debian" / name
        text = path.read_text(encoding="utf-8").replace("PACKAGER", "A Packager <a@debian.org>")
        path.write_text(text, encoding="utf-8")
    subprocess.run(["dpkg-source", "-b", folder.name], cwd=tmp_path, check=True, timeout=60)
    said = subprocess.run(
        ["lintian", "--allow-root", "--fail-on", "error,warning", f"mote_{number}-1.dsc"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert said.returncode == 0, said.stdout
