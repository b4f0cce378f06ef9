"""Apache Mynewt: a repository of one package, crypto/mote."""

from __future__ import annotations

from pathlib import Path

from mote.releasing import archive, contents, sources, switches
from mote.releasing.metadata import Metadata

TITLE = "Mynewt"


def package_yml(metadata: Metadata) -> str:
    """pkg.yml: what the package is, and an option of the compiler for each setting."""
    lines = [
        f"pkg.name: crypto/{metadata.name}",
        f'pkg.description: "{metadata.description}"',
        f'pkg.author: "{metadata.author}"',
        f'pkg.homepage: "{metadata.url}"',
        "pkg.keywords:",
        *(f"    - {each}" for each in metadata.keywords),
    ]
    for name in _settings(metadata):
        for flags in ("cflags", "aflags"):
            lines += [f"pkg.{flags}.{name}:", f"    - -D{name}=1"]
    return "\n".join([*lines, ""])


def settings_yml(metadata: Metadata) -> str:
    """syscfg.yml: of every function that has two files, which one."""
    lines = ["syscfg.defs:"]
    for name, title in _settings(metadata).items():
        lines += [
            f"    {name}:",
            f'        description: "The fast file of {title}, not the small one."',
            "        value: 0",
        ]
    return "\n".join([*lines, ""])


def _settings(metadata: Metadata) -> dict[str, str]:
    return {
        f"{sources.macro(each)}_FAST": sources.title(each)
        for each in metadata.catalogued
        if switches.has_choice(each, metadata)
    }


def repository_yml(metadata: Metadata) -> str:
    """repository.yml: the versions that newt may ask for."""
    return (
        f"repo.name: {metadata.name}\n"
        "repo.versions:\n"
        f'    "{metadata.version}": "v{metadata.version}"\n'
        f'    "0-latest": "{metadata.version}"\n'
    )


def files(metadata: Metadata) -> dict[str, bytes]:
    """The repository."""
    install = [
        f"Unpack as repos/{metadata.name} of the workspace and give the application's pkg.yml the",
        f'dependency `"@{metadata.name}/crypto/{metadata.name}"`. A whole project: apps/digest.',
    ]
    fast = ["`MOTE_SHA256_FAST: 1` under syscfg.vals of the target takes the fast one."]
    code = contents.example("mynewt/src/main.c").rstrip().splitlines()
    readme = contents.page(metadata, TITLE, install, code, fast)
    home = f"crypto/{metadata.name}"
    extra = {
        "repository.yml": repository_yml(metadata),
        f"{home}/pkg.yml": package_yml(metadata),
        f"{home}/syscfg.yml": settings_yml(metadata),
        "apps/digest/pkg.yml": contents.example("mynewt/pkg.yml"),
        "apps/digest/src/main.c": contents.example("mynewt/src/main.c"),
    }
    return contents.package(
        metadata, "mynewt", readme, extra, folder=f"{home}/src", headers=f"{home}/include"
    )


def write(folder: Path, metadata: Metadata) -> list[Path]:
    """Write the repository's archive, with everything in one folder."""
    inside = {f"{metadata.name}/{name}": data for name, data in files(metadata).items()}
    name = f"mynewt-{metadata.name}-{metadata.version}.tar.gz"
    return contents.put(folder, name, archive.tar(inside, metadata.time))
