"""Rust: the crate mote-hash (bindings/rust) with the sources of the functions, as a .crate file.

What is in it follows from the catalogue: a feature for each header whose functions are of a kind
that the crate has a macro for.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from mote.building import package
from mote.catalog import catalog
from mote.catalog.cpu import Cpu
from mote.catalog.function import Function, Implementation
from mote.choosing import export
from mote.common.errors import MoteError
from mote.common.paths import ROOT
from mote.releasing import archive, contents, sources
from mote.releasing.metadata import Metadata

TITLE = "Rust (crates.io)"

NAME = "mote-hash"
"""The crate."""

FOLDER = ROOT / "bindings" / "rust"
"""What is written by hand."""

TARGETS = {
    "thumbv6m-none-eabi": "cortex-m0",
    "thumbv7m-none-eabi": "cortex-m3",
    "thumbv7em-none-eabi": "cortex-m4",
    "thumbv7em-none-eabihf": "cortex-m4",
    "riscv32imc-unknown-none-elf": "rv32imc",
    "riscv32imac-unknown-none-elf": "rv32imc",
}
"""The CPU whose figures choose the files for a target of rustc; any other takes portable C."""

PREFIX = "mote_rs_"
"""What C names begin with, and the version: no other version and no library of Mote has them."""

DIGESTS = (128, 160, 192, 224, 256, 384, 512)
"""Sizes in bits for which there is a type where a function has many."""

LARGEST_XOF_BYTES = 0x1FFFFFFF
"""Where output is not limited: its bits are an unsigned int."""

AES_KEYS = (128, 192, 256)

NONCES = {"gcm": 12, "ccm": 12, "chacha20_poly1305": 12, "ascon": 16}
"""Bytes of a nonce by a mode, as the traits have it."""

GCM_LENGTHS = "|nonce, tag| nonce != 0 && matches!(tag, 4 | 8 | 12..=16)"
CCM_LENGTHS = "|nonce, tag| (7..=13).contains(&nonce) && matches!(tag, 4..=16) && tag % 2 == 0"


@dataclasses.dataclass(frozen=True)
class Part:
    """What a feature has: the functions of one header.

    functions: the rows of the catalogue, of which the first chooses.  base: the feature of what it
    calls, or "".
    """

    feature: str
    functions: tuple[Function, ...]
    base: str

    @property
    def function(self) -> Function:
        return self.functions[0]


def _camel(name: str) -> str:
    """chacha20_poly1305 -> ChaCha20Poly1305; a number behind a number stays apart: Sha512_224."""
    known = {"chacha20": "ChaCha20"}
    made = ""
    for word in name.split("_"):
        apart = "_" if made and made[-1].isdigit() and word[0].isdigit() else ""
        made += apart + known.get(word, word.capitalize())
    return made


def types(function: Function) -> list[tuple[str, int]]:
    """The types of a hash function or HMAC: name, and digest size in bits."""
    base = catalog.functions()[function.base] if function.kind == "mac" else function
    prefix = "Hmac" if function.kind == "mac" else ""
    name = prefix + _camel(base.name)
    many = base.hashing.any_digest or len(base.sizes) > len(DIGESTS)
    if not many and len(base.sizes) == 1:
        return [(name, base.sizes[0])]
    sizes = [each for each in function.sizes if not many or each in DIGESTS]
    end = re.search(r"\d+$", name)
    if not many and end is not None and int(end[0]) in base.sizes:
        return [(f"{name[: end.start()]}{size}", size) for size in sizes]
    apart = "_" if end is not None else ""
    return [(f"{name}{apart}{size}", size) for size in sizes]


def supported(function: Function) -> bool:
    """Whether the crate has a macro for it."""
    hashing = function.hashing
    if function.kind == "hash":
        # What has to be said between init and the message has no place in the traits.
        before = hashing.named or hashing.tuples or hashing.parallel
        late = function.facts.get("customization_last")
        return not before and (late or not hashing.customized)
    if function.kind == "mac":
        return bool(function.base)
    mode = function.facts.get("mode")
    streams = ("chacha20", "salsa20", "ctr_only")
    return function.kind == "checksum" or mode in (*NONCES, *streams, "cmac", "ecb")


def parts(only: Sequence[str] = ()) -> list[Part]:
    """What the crate has, in the order of the features.  only: those of these features."""
    found: dict[str, list[Function]] = {}
    for function in catalog.functions().values():
        if supported(function) and (not only or function.identifier[5:] in only):
            found.setdefault(function.identifier.removeprefix("mote_"), []).append(function)
    made = []
    for feature, functions in sorted(found.items()):
        base = functions[0].base
        if base and base not in found:
            raise MoteError(f"{feature} calls {base}, which the crate has no macro for")
        made.append(Part(feature, tuple(functions), base))
    return made


def chosen(part: Part, cpu: Cpu, wish: str) -> Implementation:
    """The implementation for a CPU, for all functions of the header."""
    return export.choose(part.function, cpu, wish)


def portable(part: Part, wish: str) -> Implementation:
    """The one for any target."""
    known = {each.name: each for each in catalog.implementations(part.function)}
    fast = known.get("portable_fast")
    return fast if wish == "fast" and fast is not None else known["portable"]


class Crate:
    """The files of the crate, as they are made."""

    def __init__(self, metadata: Metadata) -> None:
        self.metadata = metadata
        self.prefix = PREFIX + re.sub(r"\W", "_", metadata.version) + "_"
        self.files: dict[str, bytes] = {}
        self.table: list[str] = []
        self.made_of: dict[str, str] = {}

    def renamed(self, text: str) -> str:
        """With C names of the crate's own."""
        return re.sub(r"(?<![A-Za-z0-9_/])mote_(?=[a-z])", self.prefix, text)

    def put(self, name: str, text: str) -> None:
        """Add a file; raises MoteError where another one has that name."""
        data = text.encode()
        if self.files.setdefault(name, data) != data:
            raise MoteError(f"{name} of {NAME} would be two files")

    def add(self, part: Part, implementation: Implementation) -> str:
        """Add an implementation's own files; their folder."""
        folder = f"c/{part.feature}/{implementation.name}"
        packed = package.pack(implementation)
        for file in packed.files:
            if package.owner(file.path, implementation) is implementation.function:
                place = "c/include" if file is packed.header else folder
                name = f"{place}/{self.renamed(file.name)}"
                self.put(name, self.renamed(file.text))
                self.made_of[name] = file.path.relative_to(ROOT).as_posix()
        return folder

    def choose(self, part: Part) -> None:
        """Add the implementations that small and fast take for each target."""
        added: dict[str, str] = {}
        for wish in ("small", "fast"):
            general = portable(part, wish)
            taken = {cpu: chosen(part, catalog.cpus()[cpu], wish) for cpu in set(TARGETS.values())}
            for each in [general, *taken.values()]:
                if each.name not in added:
                    added[each.name] = self.add(part, each)
            self.table.append(f"{part.feature} * {wish} {added[general.name]}")
            for target, cpu in TARGETS.items():
                self.table.append(f"{part.feature} {target} {wish} {added[taken[cpu].name]}")

    def context(self, part: Part) -> str:
        """What a context takes with pointers of 32 and 64 bits, as two arguments of a macro."""
        sizes = []
        for cpu in ("cortex-m0", "amd64"):
            rows = export.rows_of(part.function, catalog.cpus()[cpu])
            sizes.append(max((row.context_bytes or 0 for row in rows.values()), default=0))
        if not all(sizes):
            raise MoteError(f"{part.feature} has no measured context: ./mote bench --write")
        name = f"mote_{part.feature}_{part.function.context}"
        limit = f"(sizeof(void *) == 4 ? {sizes[0]} : {sizes[1]})"
        self.put(
            f"c/check/{part.feature}.c",
            self.renamed(
                "/* The crate reserves enough memory: else an array here has a negative size. */\n"
                f'#include "mote_{part.feature}.h"\n\n'
                f"typedef char mote_{part.feature}_fits[sizeof({name}) <= {limit} ? 1 : -1];\n"
            ),
        )
        return f"{sizes[0]}, {sizes[1]}"

    def symbols(self, part: Part, *ends: str) -> str:
        """C names as arguments of a macro."""
        return ", ".join(f'"{self.prefix}{part.feature}{end}"' for end in ends)


def _hash(crate: Crate, part: Part) -> Iterator[str]:
    function = part.function
    symbols = crate.symbols(part, "_init", "", "_close")
    yield f"hash_functions!({crate.context(part)}, {symbols});"
    for name, bits in types(function):
        block = function.block_of(bits)
        size = f"{bits}, U{bits // 8}, {block}, U{block}"
        yield f'hash!({name}, "{function.title}", {size});'
    if function.hashing.any_digest:
        largest = function.hashing.largest_digest // 8 or LARGEST_XOF_BYTES
        yield f'variable_hash!({_camel(function.name)}, "{function.title}", {largest:_});'


def _mac(crate: Crate, part: Part) -> Iterator[str]:
    function = part.function
    symbols = crate.symbols(part, "", "_close", "_check")
    yield f"mac_functions!({crate.context(part)}, {symbols});"
    yield f"hmac_functions!({crate.symbols(part, '_init')});"
    base = catalog.functions()[function.base]
    for name, bits in types(function):
        block = base.block_of(bits)
        yield f'hmac!({name}, "{function.title}", {bits // 8}, U{bits // 8}, U{block});'


def _cmac(crate: Crate, part: Part) -> Iterator[str]:
    symbols = crate.symbols(part, "", "_close", "_check")
    yield f"mac_functions!({crate.context(part)}, {symbols});"
    yield f"cmac_functions!({crate.symbols(part, '_init')});"
    for function in part.functions:
        size = function.main_size
        yield f'cmac!(Aes{size}Cmac, "{function.title}", {size // 8}, U{size // 8});'


def _aes_aead(crate: Crate, part: Part) -> Iterator[str]:
    mode = part.feature
    lengths = GCM_LENGTHS if mode == "gcm" else CCM_LENGTHS
    symbols = crate.symbols(part, "_init", "_seal", "_open")
    yield f"aes_aead_functions!({crate.context(part)}, {symbols}, {lengths});"
    nonce = NONCES[mode]
    for function in part.functions:
        size = function.main_size
        name = f"Aes{size}{mode.capitalize()}"
        yield f'aead!({name}, "{function.title}", {size // 8}, U{size // 8}, {nonce}, U{nonce});'


def _aead(crate: Crate, part: Part) -> Iterator[str]:
    function = part.function
    nonce, key = NONCES[function.facts["mode"]], function.main_size // 8
    symbols = crate.symbols(part, "_seal", "_open")
    yield f"plain_aead_functions!({key}, {nonce}, {crate.context(part)}, {symbols});"
    name = _camel(function.name)
    yield f'aead!({name}, "{function.title}", {key}, U{key}, {nonce}, U{nonce});'


def _stream(crate: Crate, part: Part) -> Iterator[str]:
    function = part.function
    nonce = 8 if function.name == "salsa20" else 12
    symbols = crate.symbols(part, "_init", "_crypt")
    yield f"counted_stream_functions!({crate.context(part)}, {symbols});"
    # ChaCha20's counter has 32 bits, Salsa20's 64.
    blocks = "u64::MAX" if function.name == "salsa20" else "1 << 32"
    name = _camel(function.name)
    yield f'counted_stream!({name}, "{function.title}", {nonce}, U{nonce}, {blocks});'


def _counter(crate: Crate, part: Part) -> Iterator[str]:
    symbols = crate.symbols(part, "_init", "_crypt")
    yield f"aes_stream_functions!({crate.context(part)}, {symbols});"
    for function in part.functions:
        key = function.main_size
        title = function.title.removesuffix(" alone")
        yield f'aes_stream!(Aes{key}Ctr, "{title}", {key // 8}, U{key // 8});'


def _blocks(crate: Crate, part: Part) -> Iterator[str]:
    symbols = crate.symbols(part, "_init", "_ecb_encrypt", "_ecb_decrypt")
    yield f"block_functions!({crate.context(part)}, {symbols});"
    for key in AES_KEYS:
        yield f'block_cipher!(Aes{key}, "AES-{key}", {key // 8}, U{key // 8});'


def _checksum(crate: Crate, part: Part) -> Iterator[str]:
    yield f'checksum!({part.feature}, "{part.function.title}", {crate.symbols(part, "")});'


def _macros(part: Part) -> Callable[[Crate, Part], Iterator[str]]:
    """What makes the module of a feature."""
    kinds = {"hash": _hash, "mac": _mac, "checksum": _checksum}
    modes = {
        "gcm": _aes_aead,
        "ccm": _aes_aead,
        "cmac": _cmac,
        "ctr_only": _counter,
        "ecb": _blocks,
        "ascon": _aead,
        "chacha20_poly1305": _aead,
        "chacha20": _stream,
        "salsa20": _stream,
    }
    kind = part.function.kind
    return kinds[kind] if kind in kinds else modes[part.function.facts["mode"]]


def _public(lines: Iterable[str]) -> list[str]:
    """The types and functions that these macros make."""
    made = r"(?:hash|variable_hash|hmac|cmac|aead|counted_stream|aes_stream|block_cipher|checksum)"
    return [match[1] for line in lines if (match := re.match(rf"{made}!\((\w+),", line))]


def _functions(crate: Crate, known: Sequence[Part]) -> str:
    """src/functions.rs: a module for each feature."""
    lines = [
        "// SPDX-License-Identifier: MIT",
        "// Copyright (c) 2026 The Mote developers",
        "//! A module for each function, made of Mote's catalogue.",
        "#![allow(unused_imports)]",
        "",
    ]
    for part in known:
        made = list(_macros(part)(crate, part))
        names = _public(made)
        gate = f'#[cfg(feature = "{part.feature}")]'
        listed = names[0] if len(names) == 1 else f"{{{', '.join(sorted(names))}}}"
        module = f"{part.feature}_function" if part.feature in names else part.feature
        lines += [
            gate,
            f"mod {module} {{",
            *(f"    {each}" for each in made),
            "}",
            gate,
            f"pub use {module}::{listed};",
            "",
        ]
    return "\n".join(lines)


def _tests(known: Sequence[Part]) -> str:
    """tests/functions.in: what tests/vectors.rs holds to which file."""
    lines = []
    for part in known:
        gate = f'#[cfg(feature = "{part.feature}")]'
        for function in part.functions:
            mode = function.facts.get("mode")
            size = function.main_size
            if function.kind in ("hash", "mac"):
                sizes = ", ".join(f"{name} {bits}" for name, bits in types(function))
                variable = _camel(function.name) if function.hashing.any_digest else ""
                test = f"hash_test!({function.name}, {sizes}; {variable});"
                if function.kind == "mac":
                    test = f"hmac_test!({function.name}, {sizes});"
            elif function.kind == "checksum":
                test = f"checksum_test!({function.name});"
            elif mode == "cmac":
                test = f"cmac_test!({function.name}, Aes{size}Cmac);"
            elif mode in ("gcm", "ccm"):
                test = f"aead_test!({function.name}, Aes{size}{mode.capitalize()});"
            elif mode == "ctr_only":
                test = f"stream_test!({function.name}, Aes{size}Ctr, Aes{size}Ctr::new);"
            elif mode == "ecb":
                test = f"block_test!({function.name}, Aes{size});"
            elif mode in NONCES:
                test = f"aead_test!({function.name}, {_camel(function.name)});"
            else:
                test = f"counted_stream_test!({function.name}, {_camel(function.name)});"
            lines += [gate, test]
    return "\n".join(lines) + "\n"


def _manifest(crate: Crate, known: Sequence[Part]) -> str:
    """Cargo.toml: the one in the folder, with the version and the features."""
    text = (FOLDER / "Cargo.toml").read_text(encoding="utf-8")
    bases = {part.feature: f'["{part.base}"]' if part.base else "[]" for part in known}
    features = "\n".join(f"{name} = {base}" for name, base in bases.items())
    every = ", ".join(f'"{name}"' for name in bases)
    text = re.sub(
        r'(?m)^version = "0.0.0"$', f'version = "{crate.metadata.version}"', text, count=1
    )
    if not crate.metadata.is_placeholder:
        text = text.replace("\nreadme = ", f'\nrepository = "{crate.metadata.url}"\nreadme = ', 1)
    place = "# The functions stand here: `./mote release` writes them.\n"
    if text.count(place) != 1:
        raise MoteError(f"{FOLDER / 'Cargo.toml'} has not one line: {place.strip()}")
    return text.replace(place, f"all = [{every}]\n{features}\n")


STRING_H = """\
/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * The two functions that Mote calls, where a compiler has no C library: Rust's core has them.
 */
#ifndef MOTE_FREESTANDING_STRING_H
#define MOTE_FREESTANDING_STRING_H

#include <stddef.h>

void *memcpy(void *to, const void *from, size_t bytes);
void *memset(void *to, int value, size_t bytes);

#endif
"""


def _readme(metadata: Metadata) -> str:
    """The page that is written by hand, with the figures of SHA-256 on each chip."""
    text = (FOLDER / "README.md").read_text(encoding="utf-8")
    place = "<!-- The figures stand here: `./mote release` writes them. -->\n"
    if text.count(place) != 1:
        raise MoteError(f"{FOLDER / 'README.md'} has not one line: {place.strip()}")
    return text.replace(place, "\n".join(contents.shown_table(metadata)) + "\n")


def files(metadata: Metadata) -> dict[str, bytes]:
    """The files of the crate by their paths in it."""
    crate = Crate(metadata)
    names = (
        ()
        if metadata.crate_of_all
        else tuple(sources.feature(each) for each in metadata.catalogued)
    )
    known = parts(names)
    for part in known:
        crate.choose(part)
    crate.put("src/functions.rs", _functions(crate, known))
    crate.put("tests/functions.in", _tests(known))
    crate.put("Cargo.toml", _manifest(crate, known))
    crate.put("c/freestanding/string.h", STRING_H)
    crate.put("c/sources.txt", "\n".join(crate.table) + "\n")
    for path in sorted([FOLDER / "build.rs", *FOLDER.glob("src/*.rs"), *FOLDER.glob("tests/*.rs")]):
        crate.put(path.relative_to(FOLDER).as_posix(), path.read_text(encoding="utf-8"))
    for name, text in contents.documents(metadata, _readme(metadata)).items():
        crate.put(name, text)
    for part in known:
        for function in part.functions:
            path = function.vectors
            crate.put(f"tests/vectors/{path.name}", path.read_text(encoding="utf-8"))
    made = crate.files
    made["provenance.json"] = contents.provenance(metadata, made, crate.made_of).encode()
    made["sbom.spdx.json"] = contents.bill(metadata, "rust", made).encode()
    return made


def write(folder: Path, metadata: Metadata) -> list[Path]:
    """Write NAME-VERSION.crate: what `cargo publish` would send; its path."""
    top = f"{NAME}-{metadata.version}"
    packed = {f"{top}/{name}": data for name, data in files(metadata).items()}
    return contents.put(folder, f"{top}.crate", archive.tar(packed, metadata.time))
