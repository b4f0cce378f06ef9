"""What every package has beside its sources: figures, proofs, bill of materials, origin.

Whatever is here follows from the metadata, the catalog and the stored results.
"""

from __future__ import annotations

import hashlib
import json
import textwrap
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from mote.catalog import catalog
from mote.choosing import export, proved
from mote.common.columns import number
from mote.common.paths import ROOT
from mote.measuring.row import text
from mote.releasing import sources
from mote.releasing.archive import Files
from mote.releasing.metadata import Metadata
from mote.releasing.sources import OTHER, Choice

DIGEST_OF_ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
"""SHA-256 of "abc": FIPS 180-4's example, which every package's example prints."""

SHOWN = "sha256"
"""The function of the examples, and of the figures on a package's first page."""

EXAMPLES = ROOT / "examples" / "packages"
"""A project of each channel; @NAME@ in them stands for what is in `example`'s values."""


def example(name: str, **values: str) -> str:
    """A file of a channel's project."""
    text = (EXAMPLES / name).read_text(encoding="utf-8")
    for key, value in {"DIGEST": DIGEST_OF_ABC, **values}.items():
        text = text.replace(f"@{key}@", value)
    return text


def program() -> str:
    """The program in C that prints the digest."""
    return example("digest.c")


def _time(choice: Choice) -> str:
    """Cycles a byte of a long message."""
    row = choice.row
    if row is None or row.problem:
        return ""
    return number(row.long_cycles_per_byte)


def _figures(choice: Choice) -> tuple[str, str, str]:
    """Bytes, cycles a byte, RAM."""
    row = choice.row
    if row is None or row.problem:
        return "", "", ""
    return str(row.size_bytes), _time(choice), str(export.ram(row))


def _titled(choice: Choice) -> str:
    """The function's title, of AES with the header: two have counter mode."""
    function = choice.function
    if sources.title(function) == function.title:
        return function.title
    return f"{function.title.removesuffix(' alone')}, {function.identifier}.h"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """A table in Markdown; columns behind the first two stand at the right."""
    widths = [max(len(row[i]) for row in (head, *rows)) for i in range(len(head))]

    def line(cells: Sequence[str]) -> str:
        padded = [
            cell.ljust(width) if i < 2 else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(cells, widths, strict=True))
        ]
        return f"| {' | '.join(padded)} |".replace("|  ", "|  ")

    rule = "|".join("-" * (w + 1) + ("-" if i < 2 else ":") for i, w in enumerate(widths))
    return [line(head), f"|{rule}|", *(line(row) for row in rows)]


def shown_table(metadata: Metadata) -> list[str]:
    """SHA-256's figures on each target, small and fast."""
    rows = [
        (each.target.title, each.wish, *_figures(each))
        for each in sources.choices(metadata)
        if each.function.name == SHOWN and each.row is not None
    ]
    return _table(("SHA-256 on", "file", "bytes", "cycles/byte", "RAM"), rows)


def figures(metadata: Metadata) -> str:
    """FIGURES.md: every function on every target, small and fast."""
    lines = [
        f"# Figures of {metadata.title} {metadata.version}",
        "",
        *_paragraph(
            "Bytes of code with its tables; cycles a byte of a long message; RAM in bytes: "
            "context, deepest stack and what is fixed. Cycles of AVR are exact (simavr's "
            "ATmega1281), the others' are those of a model of the processor (Cortex-M0, "
            "Cortex-M4, Ibex). A function that calls another (HMAC, ChaCha20-Poly1305) is "
            "measured with that, which is counted in; where its fast file is taken, that may be "
            "another than the package's. The options of the compiler are those in the last column."
        ),
    ]
    for target in metadata.targets:
        cpu = catalog.cpus()[target.cpu]
        lines += ["", f"## {target.title}", "", f"Measured on {cpu.title}.", ""]
        rows = []
        for each in sources.choices(metadata):
            if each.target is target:
                name = f"{each.wish}: {each.implementation.name}"
                rows += [
                    (_titled(of), name, *_figures(of), text(of.row.flags))
                    for of in sources.of_choice(each)
                    if of.row is not None
                ]
        head = ("function", "file", "bytes", "cycles/byte", "RAM", "options")
        lines += _table(head, rows)
    lines += ["", f"On {OTHER.title} portable C is taken.", ""]
    return "\n".join(lines)


def proofs(metadata: Metadata) -> str:
    """PROOFS.md: what is proved of the machine code of each file."""
    lines = [
        f"# What is proved of {metadata.title} {metadata.version}",
        "",
        *_paragraph(
            "Of the machine code, for all inputs. *Proved*: the right result of every message, "
            "however it is cut into calls. *Calls proved*: the same, some of it at one place in "
            "memory. *Block proved*: the parts that are named. A file without a row has passed "
            "tests alone. Files in C are proved as the compiler of the figures compiles them. "
            "SOUNDNESS.md in the repository says what a proof rests on."
        ),
        "",
    ]
    rows = []
    for each in sources.choices(metadata):
        if each.target is OTHER:
            continue
        for of in sources.of_choice(each):
            status = proved.of_names(of.function.name, of.implementation.name, of.target.cpu)
            row = (_titled(of), of.implementation.name, of.target.cpu, status)
            if status and row not in rows:
                rows.append(row)
    return "\n".join([*lines, *_table(("function", "file", "CPU", "status"), rows), ""])


def documents(metadata: Metadata, readme: str) -> dict[str, str]:
    """The pages of a package by their names."""
    return {
        "README.md": readme,
        "FIGURES.md": figures(metadata),
        "PROOFS.md": proofs(metadata),
        **{
            name: (ROOT / name).read_text(encoding="utf-8")
            for name in ("CHANGELOG.md", "SECURITY.md", "LICENSE")
        },
    }


def page(
    metadata: Metadata,
    channel: str,
    install: Sequence[str],
    code: Sequence[str],
    fast: Sequence[str],
    language: str = "c",
) -> str:
    """README.md of a package, one screen: install, ten lines, output, figures, what if it is large.

    install, code, fast: lines of how it is installed, of the example, and of how a program takes a
    function's fast file.
    """
    names = ", ".join(f"`{each.identifier}.h`" for each in metadata.catalogued)
    lines = [
        f"# {metadata.title} {metadata.version} for {channel}",
        "",
        f"{metadata.description}.",
        "",
        *install,
        "",
        f"```{language}",
        *code,
        "```",
        "",
        f"prints `{DIGEST_OF_ABC}`.",
        "",
        *shown_table(metadata),
        "",
        "All functions: FIGURES.md. Each has a small file and a fast one. The small one is taken;",
        *fast,
        "Other processors get portable C, and the build says so.",
        "",
        "Does not fit? Whatever is not called is not linked. In the repository `./mote pick --cpu",
        "CPU --rom BYTES --ram BYTES` ranks every function and file that fits.",
        "",
        f"Functions: {names}; each header is its manual. No allocation, no variables outside of",
        "the caller's, no input or output.",
        *_timing(metadata),
        "",
    ]
    return "\n".join(_wrapped(lines))


def _timing(metadata: Metadata) -> list[str]:
    """Whose time depends on what they process, as far as that may be a secret."""
    tables: dict[str, set[str]] = {}
    for each in sources.choices(metadata):
        if not each.implementation.constant_time and each.function.kind != "checksum":
            tables.setdefault(each.target.title, set()).add(sources.title(each.function))
    if tables:
        named = [f"on {where}: {', '.join(sorted(of))}" for where, of in tables.items()]
        return [f"Tables at secret places, which the headers speak of, {'; '.join(named)}."]
    return ["On the CPUs of the figures time does not depend on secrets."]


def _wrapped(lines: Sequence[str]) -> list[str]:
    """Paragraphs of text in 80 columns; code, tables, lists and headings as they are."""
    out: list[str] = []
    paragraph: list[str] = []
    in_code = False

    def finish() -> None:
        text = " ".join(paragraph)
        out.extend(textwrap.wrap(text, 80, break_long_words=False, break_on_hyphens=False))
        paragraph.clear()

    for line in lines:
        fence = line.startswith("```")
        if in_code or fence or not line or line.startswith(("|", "#", "- ", "    ")):
            finish()
            out.append(line)
            in_code ^= fence
        else:
            paragraph.append(line)
    finish()
    return out


def _paragraph(text: str) -> list[str]:
    return textwrap.wrap(text, 80, break_long_words=False, break_on_hyphens=False)


def _digests(data: bytes) -> dict[str, str]:
    return {name: hashlib.new(name, data).hexdigest() for name in ("sha1", "sha256")}


def bill(metadata: Metadata, channel: str, files: Files) -> str:
    """sbom.spdx.json: the package and its files in SPDX 2.3."""
    created = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(metadata.time))
    digests = {name: _digests(data) for name, data in sorted(files.items())}
    codes = sorted(each["sha1"] for each in digests.values())
    verification = hashlib.sha1("".join(codes).encode()).hexdigest()
    package = f"SPDXRef-Package-{metadata.name}"
    entries = [
        {
            "SPDXID": f"SPDXRef-File-{index}",
            "fileName": f"./{name}",
            "checksums": [
                {"algorithm": kind.upper(), "checksumValue": value} for kind, value in each.items()
            ],
            "licenseConcluded": metadata.licence,
            "licenseInfoInFiles": [metadata.licence],
            "copyrightText": f"Copyright (c) 2026 {metadata.author}",
        }
        for index, (name, each) in enumerate(digests.items(), 1)
    ]
    document = {
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"{metadata.name}-{channel}-{metadata.version}",
        "documentNamespace": f"https://spdx.org/spdxdocs/{metadata.name}-{channel}-"
        f"{metadata.version}-{verification}",
        "creationInfo": {
            "created": created,
            "creators": [f"Organization: {metadata.author}", f"Tool: mote-{metadata.version}"],
        },
        "packages": [
            {
                "SPDXID": package,
                "name": metadata.name,
                "versionInfo": metadata.version,
                "supplier": f"Organization: {metadata.author}",
                "downloadLocation": "NOASSERTION",
                "filesAnalyzed": True,
                "packageVerificationCode": {"packageVerificationCodeValue": verification},
                "licenseConcluded": metadata.licence,
                "licenseDeclared": metadata.licence,
                "licenseInfoFromFiles": [metadata.licence],
                "copyrightText": f"Copyright (c) 2026 {metadata.author}",
                "summary": metadata.description,
                "primaryPackagePurpose": "LIBRARY",
            }
        ],
        "files": entries,
        "relationships": [
            {
                "spdxElementId": "SPDXRef-DOCUMENT",
                "relationshipType": "DESCRIBES",
                "relatedSpdxElement": package,
            },
            *(
                {
                    "spdxElementId": package,
                    "relationshipType": "CONTAINS",
                    "relatedSpdxElement": each["SPDXID"],
                }
                for each in entries
            ),
        ],
    }
    return json.dumps(document, indent=1) + "\n"


def provenance(metadata: Metadata, files: Files, of: Mapping[str, str]) -> str:
    """provenance.json: the commit, and of each file its SHA-256 and what it was made of.

    of: the file in the repository by the name of a file of the package.
    """
    entries = {
        name: {"sha256": _digests(data)["sha256"], **({"made_of": of[name]} if name in of else {})}
        for name, data in sorted(files.items())
    }
    document = {
        "name": metadata.name,
        "version": metadata.version,
        "commit": metadata.commit,
        "made_by": "./mote release FOLDER",
        "files": entries,
    }
    return json.dumps(document, indent=1) + "\n"


def package(
    metadata: Metadata,
    channel: str,
    readme: str,
    extra: Mapping[str, str],
    folder: str = "src",
    without: frozenset[str] = frozenset(),
    headers: str = "",
) -> dict[str, bytes]:
    """The files of a package: sources in `folder`, pages, what the channel adds, and their sums.

    without: names of sources that the channel has no use for.  headers: the folder of those,
    where it is another one.
    """

    def place(name: str) -> str:
        where = headers if headers and name.endswith(".h") else folder
        return f"{where}/{name}" if where else name

    own = {name: text for name, text in sources.files(metadata).items() if name not in without}
    made = {
        **{place(name): text for name, text in own.items()},
        **documents(metadata, readme),
        **extra,
    }
    files = {name: text.encode() for name, text in made.items()}
    of = {place(each.name): each.path for each in sources.sources(metadata)}
    for function in metadata.catalogued:
        header = catalog.implementations(function)[0].header
        assert header is not None
        of[place(f"{function.identifier}.h")] = header.relative_to(ROOT).as_posix()
    files["provenance.json"] = provenance(metadata, files, of).encode()
    files["sbom.spdx.json"] = bill(metadata, channel, files).encode()
    return files


def put(folder: Path, name: str, data: bytes) -> list[Path]:
    """Write an archive into the folder; its path, as a channel returns it."""
    path = folder / name
    path.write_bytes(data)
    return [path]
