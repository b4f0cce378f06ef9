"""Zephyr: a module, with Kconfig for each function and its file."""

from __future__ import annotations

from pathlib import Path

from mote.releasing import archive, contents, sources, switches
from mote.releasing.metadata import Metadata

TITLE = "Zephyr"

MODULE = """\
# A module of Zephyr: doc/develop/modules.rst there.
name: {name}
build:
  cmake: zephyr
  kconfig: zephyr/Kconfig
samples:
  - zephyr/samples
"""


def cmake(metadata: Metadata) -> str:
    """zephyr/CMakeLists.txt."""
    lines = [
        f"# SPDX-License-Identifier: {metadata.licence}",
        "",
        "if(CONFIG_MOTE)",
        "  set(mote_folder ${CMAKE_CURRENT_LIST_DIR}/../src)",
        "  zephyr_include_directories(${mote_folder})",
        "  zephyr_library_named(mote)",
        "  zephyr_library_sources(${mote_folder}/mote_notice.c)",
    ]
    for function in metadata.catalogued:
        name = f"CONFIG_{sources.macro(function)}"
        lines += [f"  zephyr_library_sources_ifdef({name}"]
        lines += [f"    ${{mote_folder}}/{each}" for each in sources.compiled(metadata, function)]
        lines += ["  )"]
        if switches.has_choice(function, metadata):
            lines += [
                f"  if({name}_FAST)",
                f"    zephyr_library_compile_definitions({sources.macro(function)}_FAST=1)",
                "  endif()",
            ]
    return "\n".join([*lines, "endif()", ""])


def files(metadata: Metadata) -> dict[str, bytes]:
    """The module."""
    install = [
        "Unpack into the workspace and name it: `west build -- -DEXTRA_ZEPHYR_MODULES=PATH/mote`,",
        "or give it as a project to west.yml. In prj.conf: CONFIG_MOTE=y and CONFIG_MOTE_SHA256=y.",
        "A whole project: zephyr/samples/digest.",
    ]
    fast = ["CONFIG_MOTE_SHA256_FAST=y takes the fast one; menuconfig shows the sizes of both."]
    code = contents.program().rstrip().splitlines()
    readme = contents.page(metadata, TITLE, install, code, fast)
    sample = "zephyr/samples/digest"
    extra = {
        "zephyr/module.yml": MODULE.format(name=metadata.name),
        "zephyr/Kconfig": switches.kconfig(metadata),
        "zephyr/CMakeLists.txt": cmake(metadata),
        f"{sample}/CMakeLists.txt": contents.example("zephyr/CMakeLists.txt"),
        f"{sample}/prj.conf": contents.example("zephyr/prj.conf"),
        f"{sample}/sample.yaml": contents.example("zephyr/sample.yaml"),
        f"{sample}/src/main.c": contents.program(),
    }
    return contents.package(metadata, "zephyr", readme, extra)


def write(folder: Path, metadata: Metadata) -> list[Path]:
    """Write the module's archive, with everything in one folder."""
    inside = {f"{metadata.name}/{name}": data for name, data in files(metadata).items()}
    name = f"zephyr-{metadata.name}-{metadata.version}.tar.gz"
    return contents.put(folder, name, archive.tar(inside, metadata.time))
