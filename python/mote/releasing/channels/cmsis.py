"""CMSIS-Pack: components for Keil MDK, IAR, CMSIS-Toolbox and others (Cortex-M alone).

The description follows Open-CMSIS-Pack 1.7, "Pack Description (*.pdsc) Format".
"""

from __future__ import annotations

import time
from pathlib import Path
from xml.etree import ElementTree as ET

from mote.catalog.function import Function
from mote.releasing import archive, contents, sources
from mote.releasing.metadata import Metadata

TITLE = "CMSIS-Pack"

CLASS, GROUP = "Security", "Mote"
CORES = (
    *("Cortex-M0", "Cortex-M0+", "Cortex-M1", "Cortex-M3", "Cortex-M4", "Cortex-M7"),
    *("ARMV8MBL", "ARMV8MML", "Cortex-M23", "Cortex-M33", "Cortex-M35P", "Cortex-M55"),
)
SCHEMA = "1.7.7"


def _component(parent: ET.Element, sub: str, version: str, condition: str) -> ET.Element:
    return ET.SubElement(
        parent,
        "component",
        Cclass=CLASS,
        Cgroup=GROUP,
        Csub=sub,
        Cversion=version,
        condition=condition,
    )


def _csub(function: Function) -> str:
    """The component's name, which the user chooses: without modes in brackets."""
    return sources.title(function).partition(" (")[0]


def _of_function(parent: ET.Element, function: Function, metadata: Metadata) -> None:
    """The component of a function: its header, and its files for Cortex-M and other compilers."""
    title = sources.title(function)
    made = _component(
        parent, _csub(function), metadata.version, f"{sources.feature(function)} needs"
    )
    ET.SubElement(made, "description").text = f"{title}: {function.identifier}.h"
    macro = f"#define RTE_{sources.macro(function)} /* {title} */"
    ET.SubElement(made, "RTE_Components_h").text = macro
    files = ET.SubElement(made, "files")
    ET.SubElement(files, "file", category="header", name=f"src/{function.identifier}.h")
    for each in sources.sources(metadata):
        if each.function is function and is_for_cortex_m(each):
            category = "sourceC" if each.name.endswith(".c") else "sourceAsm"
            entry = ET.SubElement(files, "file", category=category, name=f"src/{each.name}")
            if category == "sourceAsm":
                entry.set("condition", "GNU syntax")


def is_for_cortex_m(source: sources.Source) -> bool:
    """Whether a Cortex-M may compile it: C where there is no assembly, too."""
    known = ("armv6m", "armv7m", sources.OTHER.name)
    return any(each.target.name in known for each in source.of)


def _conditions(metadata: Metadata) -> ET.Element:
    conditions = ET.Element("conditions")
    cores = ET.SubElement(conditions, "condition", id="Cortex-M")
    ET.SubElement(cores, "description").text = "Cortex-M in little-endian order"
    for core in CORES:
        ET.SubElement(cores, "accept", Dcore=core, Dendian="Little-endian")
    # Arm's compiler before version 6, and IAR's, have assemblers of another syntax: portable C.
    gnu = ET.SubElement(conditions, "condition", id="GNU syntax")
    ET.SubElement(gnu, "description").text = "Compilers that assemble GNU syntax"
    ET.SubElement(gnu, "accept", Tcompiler="GCC")
    ET.SubElement(gnu, "accept", Tcompiler="CLANG")
    ET.SubElement(gnu, "accept", Tcompiler="ARMCC", Toptions="AC6")
    for function in metadata.catalogued:
        needs = ET.SubElement(conditions, "condition", id=f"{sources.feature(function)} needs")
        ET.SubElement(needs, "description").text = f"What {sources.title(function)} needs"
        ET.SubElement(needs, "require", condition="Cortex-M")
        ET.SubElement(needs, "require", Cclass=CLASS, Cgroup=GROUP, Csub="Core")
        for other in sources.needed(function, metadata)[1:]:
            ET.SubElement(needs, "require", Cclass=CLASS, Cgroup=GROUP, Csub=_csub(other))
    return conditions


def description(metadata: Metadata) -> str:
    """The .pdsc file."""
    package = ET.Element("package", schemaVersion=SCHEMA)
    # The names that ElementTree has for it would be ns0.
    package.set("xmlns:xs", "http://www.w3.org/2001/XMLSchema-instance")
    package.set("xs:noNamespaceSchemaLocation", "PACK.xsd")
    ET.SubElement(package, "vendor").text = metadata.vendor
    ET.SubElement(package, "name").text = metadata.title
    ET.SubElement(package, "description").text = metadata.description
    ET.SubElement(package, "url").text = metadata.url
    ET.SubElement(package, "license").text = "LICENSE"
    releases = ET.SubElement(package, "releases")
    date = time.strftime("%Y-%m-%d", time.gmtime(metadata.time))
    ET.SubElement(releases, "release", version=metadata.version, date=date).text = "CHANGELOG.md"
    keywords = ET.SubElement(package, "keywords")
    for word in metadata.keywords:
        ET.SubElement(keywords, "keyword").text = word
    package.append(_conditions(metadata))
    taxonomy = ET.SubElement(package, "taxonomy")
    about = ET.SubElement(taxonomy, "description", Cclass=CLASS, Cgroup=GROUP)
    about.text = metadata.description
    components = ET.SubElement(package, "components")
    core = _component(components, "Core", metadata.version, "Cortex-M")
    ET.SubElement(core, "description").text = "Which file of each function is taken"
    files = ET.SubElement(core, "files")
    ET.SubElement(files, "file", category="include", name="src/")
    ET.SubElement(files, "file", category="doc", name="README.md")
    ET.SubElement(
        files,
        "file",
        attr="config",
        category="header",
        name="config/mote_config.h",
        version=metadata.version,
    )
    ET.SubElement(files, "file", category="sourceC", name="src/mote_notice.c")
    for function in metadata.catalogued:
        _of_function(components, function, metadata)
    ET.indent(package)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(package, "unicode") + "\n"


def files(metadata: Metadata) -> dict[str, bytes]:
    """The pack."""
    name = f"{metadata.vendor}.{metadata.title}"
    install = [
        f"`cpackget add {name}.{metadata.version}.pack`, or a double click where Keil is there;",
        f"then take the components {CLASS}, {GROUP}, Core and SHA-256. A layer of CMSIS-Toolbox:",
        "examples/digest. GCC, clang and Arm Compiler 6 take assembly; others get portable C.",
    ]
    fast = ["`#define MOTE_SHA256_FAST 1` in the project's mote_config.h takes the fast one."]
    code = contents.program().rstrip().splitlines()
    readme = contents.page(metadata, TITLE, install, code, fast)
    layer = contents.example(
        "cmsis/mote.clayer.yml",
        VENDOR=metadata.vendor,
        TITLE=metadata.title,
        VERSION=metadata.version,
    )
    extra = {
        f"{name}.pdsc": description(metadata),
        "config/mote_config.h": sources.files(metadata)["mote_config.h"],
        "examples/digest/mote.clayer.yml": layer,
        "examples/digest/digest.c": contents.program(),
    }
    unwanted = {each.name for each in sources.sources(metadata) if not is_for_cortex_m(each)}
    # A project has a copy of mote_config.h of its own, which one beside the sources would hide.
    return contents.package(
        metadata, "cmsis", readme, extra, without=frozenset({*unwanted, "mote_config.h"})
    )


def write(folder: Path, metadata: Metadata) -> list[Path]:
    """Write the pack."""
    name = f"{metadata.vendor}.{metadata.title}.{metadata.version}.pack"
    return contents.put(folder, name, archive.zipped(files(metadata), metadata.time))
