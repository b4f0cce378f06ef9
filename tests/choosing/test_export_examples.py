"""The examples of all functions: made from the row, in headers too, and right when they are run."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from mote import kinds
from mote.catalog import catalog
from mote.catalog.function import Function
from mote.choosing import export
from mote.common.errors import MoteError
from mote.specifications import crc_constants as crc
from reference import aes, ascon, hmac, keccak, salsa, skein, speck_simon
from test_vectors import SOURCES

FUNCTIONS = catalog.functions()
CPU = catalog.cpus()["amd64"]


def hash_of(function: Function) -> tuple[hmac.Digest, int]:
    """The hash function below another, and the bytes of its block."""
    while function.base:
        function = FUNCTIONS[function.base]
    bits = function.main_size
    return lambda data: SOURCES[function.name].digest(data, bits, 8 * len(data)), (
        function.block_bytes
    )


def first(size: int, value: int) -> bytes:
    """What C makes of {value}."""
    return bytes([value]) + bytes(size - 1)


def expected(function: Function) -> dict[str, bytes]:
    """What the example's objects hold behind it, by their names."""
    name, bits = function.name, function.main_size
    key = first(bits // 8, 1)
    if function.kind == "hash":
        tuples = {"items": [3]} if function.hashing.tuples else {}
        return {"digest": SOURCES[name].digest(b"abc", bits, 24, **tuples)}
    if name.startswith("kmac"):
        return {"mac": getattr(keccak, name)(b"key", b"abc", bits)}
    if function.kind == "mac":
        return {"mac": hmac.hmac(*hash_of(function), b"key", b"abc")}
    if function.kind == "derivation":
        prk = hmac.extract(*hash_of(function), b"salt", b"secret")
        return {
            "prk": prk,
            "keys": hmac.expand(*hash_of(function), prk, b"purpose", bits // 8),
        }
    if function.kind == "generator":
        prng = skein.Prng()
        prng.seed(first(32, 1))
        return {"key": prng.generate(16)}
    if function.kind == "checksum":
        return {"crc": crc.checksum(name, b"123456789").to_bytes(4, "big")}
    if function.kind == "signature":
        return {}
    if function.kind == "cipher":
        block = first(function.block_bytes, 3)
        return {"block": skein.encrypt(key, 2, block), "back": block}
    if function.kind == "blocks":
        text = first(32, 2)
        return {"blocks": speck_simon.encrypt(function.name, key, text), "back": text}
    text, header = b"abc\0", b"header"
    mode = function.facts["mode"]
    if mode == "ecb":
        return {"blocks": aes.ecb(key, first(32, 2))}
    if mode == "cbc":
        blocks = aes.cbc(key, first(16, 2), first(32, 3))
        return {"blocks": blocks, "iv": blocks[16:]}
    if mode in ("ctr", "ctr_only"):
        return {"text": aes.ctr(key, first(16, 2), text)}
    if mode == "xts":
        return {"text": aes.xts(first(2 * bits // 8, 1), first(16, 2), first(17, 3))}
    if mode == "gcm":
        both = aes.gcm(key, first(12, 2), header, text)
        return {"text": both[:4], "tag": both[4:]}
    if mode == "wrap":
        return {"wrapped": aes.wrap(key, first(16, 2)), "secret": first(16, 2)}
    if mode == "ccm":
        both = aes.ccm(key, first(13, 2), header, text, 8)
        return {"text": both[:4], "tag": both[4:]}
    if mode == "cmac":
        return {"mac": aes.cmac(key, b"abc")}
    if mode == "ghash":
        return {"hash": aes.ghash(key, b"abc")}
    if mode in ("chacha20", "salsa20"):
        size, number = {"chacha20": (12, 1), "salsa20": (8, 0)}[mode]
        initial = number.to_bytes(4, "little") + first(size, 2)
        return {"text": getattr(salsa, mode)(key, initial, text)}
    if mode == "poly1305":
        return {"tag": salsa.poly1305(key, b"abc")}
    if mode == "chacha20_poly1305":
        return {"text": text, "tag": salsa.chacha20_poly1305(key, first(12, 2), header, text)[4:]}
    assert mode == "ascon"
    return {"text": text, "tag": ascon.aead(key, first(16, 2), header, text)[4:]}


def prefix_of(function: Function) -> str:
    """Functions of one header get a name each; others keep theirs, under which they are called."""
    return f"mote_{function.name}"


def code_of(readme: str, prefix: str) -> list[str]:
    """The C of a function in an exported README, without what is said of it."""
    (text,) = re.findall(rf"^## {prefix}\n.*?```c\n(.*?)```", readme, re.M | re.S)
    lines = re.sub(r" */\*.*?\*/", "", text).splitlines()
    assert lines[0] == f'#include "{prefix}.h"'
    return lines[1:]


def program(readme: str) -> str:
    """C that runs every function's example and prints a line for each object: names and bytes."""
    heads, bodies, calls = [], [], []
    for name, function in FUNCTIONS.items():
        prefix = prefix_of(function)
        shown = "".join(
            f'show("{name} {each}", crc);'
            if each == "crc"
            else f'put("{name} {each}", {each}, sizeof {each});'
            for each in expected(function)
        )
        heads.append(f'#include "{prefix}.h"')
        lines = "\n".join(code_of(readme, prefix))
        bodies.append(f"static int run_{name}(void) {{\n{lines}\n{shown}\nreturn 0;\n}}")
        calls.append(f"wrong |= run_{name}();")
    put = (
        "static void put(const char *name, const unsigned char *data, size_t size) {\nsize_t i;\n"
        'printf("%s ", name);\nfor (i = 0; i < size; i++) printf("%02x", data[i]);\n'
        'printf("\\n");\n}\n'
        "static void show(const char *name, mote_u32 value) {\n"
        'printf("%s %08lx\\n", name, (unsigned long)value);\n}\n'
    )
    main = "int main(void) {\nint wrong = 0;\n" + "\n".join(calls) + "\nreturn wrong;\n}\n"
    return "\n".join(["#include <stdio.h>", *heads, put, *bodies, main])


@pytest.mark.skipif(shutil.which("gcc") is None, reason="no gcc for this computer")
def test_every_example_compiles_and_gives_what_it_should(tmp_path: Path) -> None:
    """That of every row, as `mote export` writes it, in one program with the exported files."""
    wanted = []
    for function in FUNCTIONS.values():
        small = next(i for i in catalog.implementations(function) if i.name == "portable")
        wanted.append((small, prefix_of(function)))
    export.write(wanted, CPU, tmp_path)
    (tmp_path / "main.c").write_text(program((tmp_path / "README.md").read_text(encoding="utf-8")))
    sources = sorted(path.name for path in tmp_path.glob("*.c"))
    strict = ["-std=c90", "-Wall", "-Wextra", "-pedantic", "-Werror", "-O0"]
    built = subprocess.run(
        ["gcc", *strict, "-I.", *sources, "-o", "examples"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stderr
    ran = subprocess.run([tmp_path / "examples"], capture_output=True, text=True, check=False)
    assert ran.returncode == 0
    found = dict(line.rsplit(" ", 1) for line in ran.stdout.splitlines())
    assert found == {
        f"{name} {each}": value.hex()
        for name, function in FUNCTIONS.items()
        for each, value in expected(function).items()
    }
    for function in FUNCTIONS.values():
        header = (tmp_path / f"{prefix_of(function)}.h").read_text(encoding="ascii")
        shown = "\n".join(
            f" *     {line}"
            for line in export.example(function, prefix_of(function), in_comment=True)
        )
        assert f" *\n{shown}\n *" in header, function.name


@pytest.mark.parametrize("header", sorted({catalog.header(f) for f in FUNCTIONS.values()}), ids=str)
def test_the_header_shows_the_example_of_one_of_its_rows(header: Path) -> None:
    text = header.read_text(encoding="ascii")
    lines = re.findall(r"^ \* {5}(.*)$", text[: text.index("*/")], re.M)
    # A customization, and the size of a block, stand in the header's example alone.
    shown = [line for line in lines if not re.search("_(customize|block)\\(", line)]
    of_rows = [
        export.example(function, function.identifier, in_comment=True)
        for function in FUNCTIONS.values()
        if catalog.header(function) == header
    ]
    assert "".join("\n".join(shown).split()) in ["".join("\n".join(e).split()) for e in of_rows]


def test_each_row_shows_its_own_size() -> None:
    for name, bits in (("aes128_gcm", 128), ("aes192_gcm", 192), ("aes256_gcm", 256)):
        text = "\n".join(export.example(FUNCTIONS[name], "mote_gcm"))
        assert f"key[{bits // 8}]" in text
        assert f"mote_gcm_init(&cc, key, {bits})" in text


def test_a_header_without_an_example_is_named(tmp_path: Path) -> None:
    function = FUNCTIONS["sha256"]
    file = next(i for i in catalog.implementations(function) if i.name == "portable")
    packed = export.package.pack(file, "mote_sha256").header
    kept = tuple(line for line in packed.lines if not line.text.startswith(export.EXAMPLE))
    with pytest.raises(MoteError, match="has not one example"):
        export.with_example(export.dataclasses.replace(packed, lines=kept), ["x;"])


def test_every_kind_that_is_stored_has_one() -> None:
    for function in FUNCTIONS.values():
        assert kinds.of(function).example(function), function.name
