"""The files for POWER8 through IBM XL's names, which stubs give to GCC (of CRC: test_crc.py).

Both byte orders; every vector runs in QEMU.  XL's AIX has no __BYTE_ORDER__.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from includes import INCLUDE_FLAGS
from mote.catalog import catalog
from mote.checking import sanitizer
from mote.common.paths import ROOT
from mote.kinds import hash as hash_kind
from mote.kinds import mode

STUB = ROOT / "tests" / "stubs" / "xlc_power8.h"
TARGETS = {"powerpc64le-linux-gnu": "qemu-ppc64le", "powerpc64-linux-gnu": "qemu-ppc64"}
NO_ORDER = ("__BYTE_ORDER__", "__ORDER_BIG_ENDIAN__", "__ORDER_LITTLE_ENDIAN__")

FUNCTIONS = {
    "aes": ("aes128_ecb", "aes192_cbc", "aes256_ctr", "aes128_xts"),
    "gcm": ("aes128_gcm", "aes256_gcm"),
    "ghash": ("ghash",),
    "chacha20": ("chacha20",),
    "salsa20": ("salsa20",),
    "sha256": ("sha256",),
    "sha512": ("sha512",),
}
"""By the file: rows whose vectors go through it, together every mode and every size of key."""


def flags(target: str) -> list[str]:
    found = ["-std=c99", "-Wall", "-Wextra", "-Werror", "-mcpu=power8", "-maltivec", "-mvsx"]
    found += ["-fno-lax-vector-conversions", "-include", str(STUB), *INCLUDE_FLAGS]
    return found + [f"-U{name}" for name in NO_ORDER if "le-" not in target]


def there(target: str) -> str:
    """The compiler for a target; skips without it or QEMU."""
    compiler = f"{target}-gcc"
    if not all(map(shutil.which, (compiler, TARGETS[target]))):
        pytest.skip(f"{compiler} or {TARGETS[target]} is not installed")
    return compiler


@pytest.mark.parametrize("target", TARGETS)
def test_vectors(target: str, tmp_path: Path) -> None:
    compiler = there(target)
    for name, functions in FUNCTIONS.items():
        function = catalog.functions()[functions[0]]
        code, program = tmp_path / f"{name}.o", tmp_path / name
        source = function.folder / "power8.c"
        compile_ = [compiler, *flags(target), "-O1", "-c", str(source), "-o", str(code)]
        subprocess.run(compile_, check=True)
        harness = mode.HARNESS if function.kind == "mode" else hash_kind.HARNESS
        link = [compiler, "-O1", "-static", *sanitizer.harness_flags(functions[0]), *INCLUDE_FLAGS]
        subprocess.run([*link, str(harness), str(code), "-o", str(program)], check=True)
        lines = [line for each in functions for line in sanitizer.vector_lines(each)]
        said = subprocess.run(
            [TARGETS[target], "-cpu", "power8", str(program)],
            input="".join(lines),
            capture_output=True,
            text=True,
            check=True,
        )
        assert said.stdout.split() == [str(len(lines)), "0"], name
        assert len(lines) > 15


@pytest.mark.parametrize("target", TARGETS)
def test_a_name_of_gccs_would_be_seen(target: str, tmp_path: Path) -> None:
    """And a vector of another type, which XL does not convert."""
    compiler = there(target)
    source = tmp_path / "use.c"
    for expression, words in (
        ("__builtin_crypto_vsbox((__vector unsigned long long)x)", "poisoned"),
        ("__vsbox((__vector unsigned long long)x)", "incompatible type"),
        ("__vsbox(x)", ""),
    ):
        source.write_text(
            f"__vector unsigned char f(__vector unsigned char x) {{\n"
            f"return (__vector unsigned char){expression};\n}}\n"
        )
        command = [compiler, *flags(target), "-c", str(source), "-o", str(tmp_path / "use.o")]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        assert (result.returncode == 0) == (words == "") and words in result.stderr
