"""PlatformIO: a library for `pio pkg install`, in the form of `pio pkg pack`."""

from __future__ import annotations

import json
from pathlib import Path

from mote.releasing import archive, contents
from mote.releasing.metadata import Metadata

TITLE = "PlatformIO"


def name(metadata: Metadata) -> str:
    """As `pio pkg pack` calls it, behind the channel's name."""
    return f"platformio-{metadata.title}-{metadata.version}.tar.gz"


def manifest(metadata: Metadata) -> str:
    """library.json."""
    fields = {
        "name": metadata.title,
        "version": metadata.version,
        "description": metadata.description,
        "keywords": list(metadata.keywords),
        "authors": [{"name": metadata.author, "maintainer": True}],
        "license": metadata.licence,
        **({} if metadata.is_placeholder else {"homepage": metadata.url}),
        "frameworks": "*",
        "platforms": "*",
        "headers": [f"{each.identifier}.h" for each in metadata.catalogued],
        "examples": [
            {
                "name": "Digest",
                "base": "examples/Digest",
                "files": ["platformio.ini", "src/main.cpp"],
            }
        ],
        "build": {"srcDir": "src", "includeDir": "src"},
    }
    return json.dumps(fields, indent=2) + "\n"


def files(metadata: Metadata) -> dict[str, bytes]:
    """The library."""
    install = [
        f"In platformio.ini: `lib_deps = file:///PATH/{name(metadata)}`.",
        "A whole project: examples/Digest.",
    ]
    fast = ["`build_flags = -DMOTE_SHA256_FAST=1` takes the fast one."]
    readme = contents.page(metadata, TITLE, install, contents.program().rstrip().splitlines(), fast)
    extra = {
        "library.json": manifest(metadata),
        "examples/Digest/platformio.ini": contents.example(
            "platformio/platformio.ini", ARCHIVE=name(metadata)
        ),
        "examples/Digest/src/main.cpp": contents.example("platformio/src/main.cpp"),
    }
    return contents.package(metadata, "platformio", readme, extra)


def write(folder: Path, metadata: Metadata) -> list[Path]:
    """Write the library's archive."""
    packed = archive.tar(files(metadata), metadata.time)
    return contents.put(folder, name(metadata), packed)
