"""RIOT: an external module, taken with EXTERNAL_MODULE_DIRS and USEMODULE."""

from __future__ import annotations

from pathlib import Path

from mote.releasing import archive, contents
from mote.releasing.metadata import Metadata

TITLE = "RIOT"

MAKEFILE = """\
# SPDX-License-Identifier: {licence}
MODULE := {name}
include $(RIOTBASE)/Makefile.base
"""

INCLUDE = """\
# SPDX-License-Identifier: {licence}
USEMODULE_INCLUDES_{name} := $(LAST_MAKEFILEDIR)/include
USEMODULE_INCLUDES += $(USEMODULE_INCLUDES_{name})
"""


def files(metadata: Metadata) -> dict[str, bytes]:
    """The module's folder, with the sources where RIOT's Makefile.base looks for them."""
    install = [
        "Unpack; in the application's Makefile `EXTERNAL_MODULE_DIRS += PATH`, the folder around",
        f"{metadata.name}, and `USEMODULE += {metadata.name}`. A whole project: examples/digest.",
    ]
    fast = ["`#define MOTE_SHA256_FAST 1` in include/mote_config.h takes the fast one."]
    readme = contents.page(metadata, TITLE, install, contents.program().rstrip().splitlines(), fast)
    values = {"name": metadata.name, "licence": metadata.licence}
    extra = {
        "Makefile": MAKEFILE.format(**values),
        "Makefile.include": INCLUDE.format(**values),
        "examples/digest/Makefile": contents.example("riot/Makefile"),
        "examples/digest/main.c": contents.program(),
    }
    return contents.package(metadata, "riot", readme, extra, folder="", headers="include")


def write(folder: Path, metadata: Metadata) -> list[Path]:
    """Write the module's archive, with everything in one folder."""
    inside = {f"{metadata.name}/{name}": data for name, data in files(metadata).items()}
    name = f"riot-{metadata.name}-{metadata.version}.tar.gz"
    return contents.put(folder, name, archive.tar(inside, metadata.time))
