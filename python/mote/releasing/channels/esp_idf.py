"""ESP-IDF: a component, as the IDF Component Manager packs it."""

from __future__ import annotations

from pathlib import Path

from mote.releasing import archive, contents, sources, switches
from mote.releasing.metadata import Metadata

TITLE = "ESP-IDF"

EXAMPLE = ("CMakeLists.txt", "main/CMakeLists.txt", "main/idf_component.yml", "main/main.c")


def manifest(metadata: Metadata) -> str:
    """idf_component.yml."""
    return "\n".join(
        [
            f'version: "{metadata.version}"',
            f'description: "{metadata.description}"',
            f'url: "{metadata.url}"',
            f'license: "{metadata.licence}"',
            "tags:",
            *(f"  - {each}" for each in metadata.keywords),
            "dependencies:",
            '  idf: ">=4.4"',
            "examples:",
            "  - path: examples/digest",
            "",
        ]
    )


def cmake(metadata: Metadata) -> str:
    """CMakeLists.txt."""
    lines = [
        f"# SPDX-License-Identifier: {metadata.licence}",
        "idf_component_register(",
        "  SRCS",
        *(f"    src/{each}" for each in sources.compiled(metadata)),
        "  INCLUDE_DIRS src)",
        "target_compile_options(${COMPONENT_LIB} PRIVATE -ffunction-sections)",
    ]
    for function in metadata.catalogued:
        if switches.has_choice(function, metadata):
            name = f"{sources.macro(function)}_FAST"
            lines += [
                f"if(CONFIG_{name})",
                f"  target_compile_definitions(${{COMPONENT_LIB}} PRIVATE {name}=1)",
                "endif()",
            ]
    return "\n".join([*lines, ""])


def kconfig(metadata: Metadata) -> str:
    """Kconfig: of every function that has two files, which one."""
    lines = ['menu "Mote"']
    for function in metadata.catalogued:
        if switches.has_choice(function, metadata):
            name = sources.macro(function)
            lines += [
                "",
                f"config {name}_FAST",
                f'\tbool "The fast file of {sources.title(function)}"',
            ]
            lines += ["\tdefault n"]
    return "\n".join([*lines, "", "endmenu", ""])


def files(metadata: Metadata) -> dict[str, bytes]:
    """The component."""
    install = [
        "Unpack as components/mote of a project; main/CMakeLists.txt needs nothing more, or",
        "`REQUIRES mote` where it has a list. A whole project: examples/digest, `idf.py",
        "set-target esp32c3 build flash monitor`. RISC-V chips get assembly, Xtensa ones C.",
    ]
    fast = ["CONFIG_MOTE_SHA256_FAST=y (menuconfig, Component config, Mote) takes the fast one."]
    code = contents.example("esp_idf/main/main.c").rstrip().splitlines()
    readme = contents.page(metadata, TITLE, install, code, fast)
    extra = {
        "idf_component.yml": manifest(metadata),
        "CMakeLists.txt": cmake(metadata),
        "Kconfig": kconfig(metadata),
        **{
            f"examples/digest/{name}": contents.example(
                f"esp_idf/{name}", NAME=metadata.name, VERSION=metadata.version
            )
            for name in EXAMPLE
        },
    }
    return contents.package(metadata, "esp-idf", readme, extra)


def write(folder: Path, metadata: Metadata) -> list[Path]:
    """Write the component's archive, as `compote component pack` calls it."""
    packed = archive.tar(files(metadata), metadata.time)
    return contents.put(folder, f"{metadata.name}_{metadata.version}.tgz", packed)
