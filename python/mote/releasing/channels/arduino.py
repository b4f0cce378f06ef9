"""Arduino: a library of format 1.5, for the library manager, or as a .zip file in the IDE."""

from __future__ import annotations

from pathlib import Path

from mote.releasing import archive, contents, sources
from mote.releasing.metadata import Metadata

TITLE = "Arduino"


def umbrella(metadata: Metadata) -> str:
    """Mote.h, which `Include Library` puts into a sketch."""
    lines = [
        f"/* SPDX-License-Identifier: {metadata.licence}",
        " *",
        f" * Every function of {metadata.title}; a sketch takes what it calls.",
        " */",
        "#ifndef MOTE_ALL_H",
        "#define MOTE_ALL_H",
        *(f'#include "{each.identifier}.h"' for each in metadata.catalogued),
        "#endif",
        "",
    ]
    return "\n".join(lines)


def properties(metadata: Metadata) -> str:
    """library.properties."""
    fields = {
        "name": metadata.title,
        "version": metadata.version,
        "author": metadata.author,
        "maintainer": metadata.author,
        "sentence": f"{metadata.description}.",
        "paragraph": f"{', '.join(map(sources.title, metadata.catalogued))}; assembly for "
        f"{', '.join(each.title for each in metadata.targets)}.",
        "category": "Data Processing",
        "url": metadata.url,
        "architectures": "*",
        "includes": f"{metadata.title}.h",
        "license": metadata.licence,
    }
    return "".join(f"{key}={value}\n" for key, value in fields.items())


def keywords(metadata: Metadata) -> str:
    """keywords.txt: types and functions, for the IDE's colours."""
    lines = []
    for each in metadata.catalogued:
        if each.context:
            lines.append(f"{each.identifier}_{each.context}\tKEYWORD1")
        for call in each.interface:
            lines.append(f"{call.symbol.format(prefix=each.identifier)}\tKEYWORD2")
    return "\n".join([*dict.fromkeys(lines), ""])


def files(metadata: Metadata) -> dict[str, bytes]:
    """The library in the folder that the IDE unpacks."""
    install = [
        f"Sketch, Include Library, Add .ZIP Library: {_archive(metadata)}. Then File, Examples,",
        f"{metadata.title}, Digest:",
    ]
    fast = ["`#define MOTE_SHA256_FAST 1` in the library's src/mote_config.h takes the fast one."]
    code = contents.example("arduino/Digest.ino").rstrip().splitlines()[1:]
    readme = contents.page(metadata, TITLE, install, code, fast, "cpp")
    extra = {
        "library.properties": properties(metadata),
        "keywords.txt": keywords(metadata),
        "examples/Digest/Digest.ino": contents.example("arduino/Digest.ino"),
        f"src/{metadata.title}.h": umbrella(metadata),
    }
    return contents.package(metadata, "arduino", readme, extra)


def _archive(metadata: Metadata) -> str:
    return f"arduino-{metadata.title}-{metadata.version}.zip"


def write(folder: Path, metadata: Metadata) -> list[Path]:
    """Write the library's archive, with everything in one folder."""
    inside = {f"{metadata.title}/{name}": data for name, data in files(metadata).items()}
    return contents.put(folder, _archive(metadata), archive.zipped(inside, metadata.time))
