"""Recipes of package managers that build the library from the source archive of a release.

packaging/ has them with @NAMES@ for what a release says: its version, where its archive lies, and
the archive's checksums.  Conan's and Debian's, beside these, need none.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping

from mote.common.errors import MoteError
from mote.common.paths import ROOT
from mote.releasing import archive, contents
from mote.releasing.metadata import Metadata

FOLDER = ROOT / "packaging"

FILES = {
    "vcpkg/vcpkg.json": "vcpkg/ports/{name}/vcpkg.json",
    "vcpkg/portfile.cmake": "vcpkg/ports/{name}/portfile.cmake",
    "vcpkg/usage": "vcpkg/ports/{name}/usage",
    "nix/package.nix": "nix/package.nix",
    "nix/default.nix": "nix/default.nix",
    "nix/flake.nix": "nix/flake.nix",
    "homebrew/mote.rb": "homebrew/Formula/{name}.rb",
}
"""Where a recipe of packaging/ stands in the archive."""

SHORT = 80
"""Characters that Homebrew allows for a formula's name with its description."""


def _values(metadata: Metadata, name: str, source: bytes) -> Mapping[str, str]:
    """What stands for @NAMES@."""
    short = metadata.summary
    if len(f"{metadata.name}: {short}") > SHORT:
        raise MoteError(f"release.toml: summary has over {SHORT} characters with the name")
    digest = hashlib.sha256(source)
    return {
        "NAME": metadata.name,
        "CLASS": "".join(each.capitalize() for each in metadata.name.split("-")),
        "VERSION": metadata.version,
        "DESCRIPTION": metadata.description,
        "SHORT": short,
        "URL": metadata.url,
        "LICENCE": metadata.licence,
        "SOURCE": metadata.download(name),
        "ARCHIVE": name,
        "SHA256": digest.hexdigest(),
        "SHA512": hashlib.sha512(source).hexdigest(),
        "SRI": f"sha256-{base64.b64encode(digest.digest()).decode()}",
        "DIGEST": contents.DIGEST_OF_ABC,
    }


def files(metadata: Metadata, name: str, source: bytes) -> dict[str, bytes]:
    """The recipes by their paths.  name, source: of the source archive; raises MoteError."""
    values = _values(metadata, name, source)
    made = {}
    for path, place in FILES.items():
        text = (FOLDER / path).read_text(encoding="utf-8")
        for key, value in values.items():
            if any(each in value for each in '"\\\n'):
                raise MoteError(f"release.toml: {value!r} has a character that recipes would quote")
            text = text.replace(f"@{key}@", value)
        made[place.format(name=metadata.name)] = text.encode()
    made["README.md"] = (FOLDER / "recipes.md").read_bytes()
    return made


def packed(metadata: Metadata, name: str, source: bytes) -> tuple[str, bytes]:
    """The archive of all recipes: its name, its bytes."""
    folder = f"recipes-{metadata.name}-{metadata.version}"
    inside = {f"{folder}/{path}": data for path, data in files(metadata, name, source).items()}
    return f"{folder}.tar.gz", archive.tar(inside, metadata.time)
