"""HMAC, HKDF and what compares and wipes secrets: the standards' answers, and what must not happen.

That every row of the vectors comes out on every CPU under the guard, in constant time, is the
bench's (python/mote/kinds/mac.py, derivation.py).
"""

from __future__ import annotations

import csv
import dataclasses
import hashlib
import hmac as standard
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from compilers import COMPILER, COMPILERS
from includes import INCLUDE_FLAGS
from mote.building import package
from mote.catalog import catalog
from mote.checking import sanitizer
from mote.cli import main
from mote.common.paths import ROOT
from mote.kinds import derivation, mac
from mote.measuring import bench
from reference import groestl, hmac

pytestmark = pytest.mark.about("src/hmac")

FUNCTIONS = catalog.functions()
CODES = [name for name, each in FUNCTIONS.items() if each.kind == "mac" and each.base]
DERIVATIONS = [name for name, each in FUNCTIONS.items() if each.kind == "derivation"]
STRICT = ("-std=c90", "-Wall", "-Wextra", "-Werror", "-pedantic")

native = pytest.mark.skipif(not COMPILER, reason="no C compiler for this computer")


def run(folder: Path, text: str, sources: tuple[Path, ...], *flags: str, cc: str = "") -> str:
    """What a program says that is compiled with these sources."""
    (folder / "main.c").write_text(text, encoding="ascii")
    command = [cc or COMPILER, *STRICT, *flags, *INCLUDE_FLAGS, str(folder / "main.c")]
    command += [*map(str, sources), "-o", str(folder / "main")]
    made = subprocess.run(command, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stderr
    return subprocess.run([folder / "main"], capture_output=True, text=True, check=True).stdout


def sources(name: str) -> tuple[Path, ...]:
    (portable,) = (i for i in catalog.implementations(FUNCTIONS[name]) if i.name == "portable")
    return portable.sources


def c_bytes(data: bytes) -> str:
    return '"' + "".join(f"\\x{each:02x}" for each in data) + '"'


# RFC 4231, sections 4.2, 4.3, 4.6 (a truncated code) and 4.7; and RFC 2202, section 3, case 2.
RFC = (
    ("hmac_sha256", 256, b"\x0b" * 20, b"Hi There", "b0344c61d8db38535ca8afceaf0bf12b"),
    (
        "hmac_sha256",
        224,
        b"Jefe",
        b"what do ya want for nothing?",
        "a30e01098bc6dbbf45690f3a7e9e6d0f",
    ),
    (
        "hmac_sha512",
        512,
        b"Jefe",
        b"what do ya want for nothing?",
        "164b7a7bfcf819e2e395fbe73b56e0a3",
    ),
    ("hmac_sha256", 256, b"\x0c" * 20, b"Test With Truncation", "a3b6167473100ee06e0c796c2955552b"),
    (
        "hmac_sha512",
        384,
        b"\xaa" * 131,
        b"Test Using Larger Than Block-Size Key - Hash Key First",
        "4ece084485813e9088d2c63a041bc5b4",
    ),
    (
        "hmac_sha1",
        160,
        b"Jefe",
        b"what do ya want for nothing?",
        "effcdf6ae5eb2fa2d27416d5f184df9c",
    ),
)


@native
@pytest.mark.parametrize(("name", "bits", "key", "message", "code"), RFC)
def test_the_standards_answers(
    tmp_path: Path, name: str, bits: int, key: bytes, message: bytes, code: str
) -> None:
    """The code; check accepts the first half of it, and nothing with a wrong bit."""
    text = f"""
#include "mote/{name}.h"
#include <stdio.h>
#define START mote_{name}_init(&cc, {bits}, {c_bytes(key)}, {len(key)}); \\
    mote_{name}(&cc, {c_bytes(message)}, {len(message)})
int main(void) {{
    mote_{name}_context cc;
    unsigned char mac[{bits // 8}];
    unsigned i;
    START;
    mote_{name}_close(&cc, mac);
    for (i = 0; i < 16; i++) printf("%02x", mac[i]);
    START;
    printf(" %d", mote_{name}_check(&cc, mac, {bits // 16}));
    mac[0] ^= 128;
    START;
    printf(" %d", mote_{name}_check(&cc, mac, {bits // 8}));
    return 0;
}}
"""
    assert run(tmp_path, text, sources(name)) == f"{code} 0 -1"


# RFC 5869, appendix A.1 and A.3: inputs, PRK, OKM.
HKDF = (
    (
        (b"\x0b" * 22, bytes(range(13)), bytes(range(0xF0, 0xFA)), 42),
        "077709362c2e32df0ddc3f0dc47bba6390b6c73bb50f9c3122ec844ad7c2b3e5",
        "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865",
    ),
    (
        (b"\x0b" * 22, b"", b"", 42),
        "19ef24a32c717b167f33a91d6f648bdf96596776afdb6377ac434c1c293ccb04",
        "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8",
    ),
)


@pytest.mark.parametrize(("given", "prk", "okm"), HKDF)
def test_the_reference_gives_the_rfcs_keys(
    given: tuple[bytes, bytes, bytes, int], prk: str, okm: str
) -> None:
    secret, salt, info, size = given

    def sha256(message: bytes) -> bytes:
        return hashlib.sha256(message).digest()

    found = hmac.extract(sha256, 64, salt, secret)
    assert found.hex() == prk
    assert hmac.expand(sha256, 64, found, info, size).hex() == okm


def test_the_vectors_are_those_of_the_standard_library() -> None:
    for name in CODES:
        for vector in mac.own(FUNCTIONS[name]):
            bits = vector.digest_bits
            algorithm = {
                "hmac_sha1": "sha1",
                "hmac_sha3": f"sha3_{bits}",
                "hmac_blake2s": "blake2s",
            }.get(name, f"sha{bits}")
            if algorithm == "blake2s" and bits != 256:
                continue
            right = standard.new(vector.key, vector.message, algorithm).digest()
            assert vector.mac == right, (name, vector.number)
    for name in DERIVATIONS:
        for each in derivation.own(FUNCTIONS[name]):
            assert (
                standard.new(each.salt, each.secret, f"sha{each.digest_bits}").digest() == each.prk
            )


@pytest.mark.parametrize("name", [*CODES, *DERIVATIONS])
def test_the_sanitizers_see_nothing(name: str) -> None:
    if not sanitizer.available():
        pytest.skip("gcc has no sanitizers here")
    assert sanitizer.complaint(name, sources(name), ()) == ""


@pytest.mark.always
@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        ("hmac_sha256", "mac_len <= size && ", "", "stack-buffer-overflow"),
        ("hkdf_sha256", "(size << 8) - size", "(size << 8)", "wrong"),
        ("hkdf_sha256", "len > (size", "len >= (size", "wrong"),
    ],
)
def test_the_sanitizers_and_their_harness_see_lengths(
    name: str, old: str, new: str, said: str, tmp_path: Path
) -> None:
    if not sanitizer.available():
        pytest.skip("gcc has no sanitizers here")
    (tmp_path / "hmac").mkdir()
    path = ROOT / "src" / "hmac" / f"{name[:4]}.h"
    text = path.read_text()
    assert text.count(old) == 1
    (tmp_path / "hmac" / path.name).write_text(text.replace(old, new))
    assert said in sanitizer.complaint(name, sources(name), (tmp_path,))


@pytest.mark.parametrize("name", CODES)
def test_the_header_says_the_block_that_the_catalog_says(name: str, tmp_path: Path) -> None:
    """Both HMAC's own function.toml and the hash function's."""
    if not COMPILER:
        pytest.skip("no C compiler for this computer")
    function = FUNCTIONS[name]
    base = FUNCTIONS[function.base]
    lines = "".join(
        f'    printf("%u ", (unsigned)MOTE_HMAC_BLOCK_BYTES({bits}));\n' for bits in function.sizes
    )
    text = f"""
#include "mote/{name}.h"
#include <stdio.h>
int main(void) {{
{lines}    printf("%u %u", MOTE_HMAC_LARGEST_BLOCK, MOTE_HMAC_LARGEST_MAC);
    return 0;
}}
"""
    *blocks, largest, code = map(int, run(tmp_path, text, ()).split())
    assert blocks == [base.block_of(bits) for bits in function.sizes]
    assert blocks == [function.block_of(bits) for bits in function.sizes]
    assert (largest, code) == (max(blocks), max(function.sizes) // 8)


@native
def test_any_hash_function_of_ours(tmp_path: Path) -> None:
    """A header and a source like those that there are, as mote/hmac.h says, of Groestl-256."""
    header = (ROOT / "include" / "mote" / "hmac_sha256.h").read_text()
    header = header.replace("sha256", "groestl256").replace("SHA256", "GROESTL256")
    source = (ROOT / "src" / "hmac" / "hmac_sha256" / "portable.c").read_text()
    (tmp_path / "mote").mkdir()
    (tmp_path / "mote" / "hmac_groestl256.h").write_text(header)
    (tmp_path / "hmac.c").write_text(source.replace("sha256", "groestl256"))
    text = """
#include "mote/hmac_sha256.h"
#include "mote/hmac_groestl256.h"
#include "mote/hkdf_sha256.h"
#include <stdio.h>
int main(void) {
    mote_hmac_groestl256_context cc;
    unsigned char mac[32];
    unsigned i;
    if (sizeof &mote_hkdf_sha256_extract == 0) return 1;
    mote_hmac_groestl256_init(&cc, 256, "key", 3);
    mote_hmac_groestl256(&cc, "abc", 3);
    mote_hmac_groestl256_close(&cc, mac);
    for (i = 0; i < 32; i++) printf("%02x", mac[i]);
    return 0;
}
"""
    made = (tmp_path / "hmac.c", ROOT / "src" / "groestl" / "groestl256" / "portable.c")
    right = hmac.hmac(lambda m: groestl.groestl(m, 256, 8 * len(m)), 64, b"key", b"abc")
    assert run(tmp_path, text, made, f"-I{tmp_path}") == right.hex()


HASTY = """
static int hasty(const unsigned char *a, const unsigned char *b) {
    unsigned i;

    for (i = 0; i < 32; i++)
        if (a[i] != b[i])
            return -1;
    return 0;
}

int mote_hmac_sha256_check"""


def outcome(name: str, folder: Path, *changes: tuple[str, str]) -> tuple[dict[str, str], str]:
    """The status of each check on a portable file with changes, and what is said of it."""
    (given,) = (i for i in catalog.implementations(FUNCTIONS[name]) if i.name == "portable")
    files = package.pack(given)
    (folder / files.header.name).write_text(files.header.text, encoding="ascii")
    text = files.sources[0].text
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    made = []
    for file in files.sources:
        made.append(folder / file.name)
        made[-1].write_text(text if file is files.sources[0] else file.text, encoding="ascii")
    broken = dataclasses.replace(given, sources=tuple(made))
    result = bench.run(
        bench.BenchJob(broken, catalog.cpus()["cortex-m0"], full=True, measure=False)
    )
    assert result.problem == ""
    said = " ".join(each.detail for each in result.checks)
    return {each.name: each.status for each in result.checks}, said


@pytest.mark.sampled(4, by=())
@pytest.mark.parametrize(
    ("name", "changes", "failed", "said"),
    [
        ("hmac_sha256", [("key_len > MOTE", "key_len >= MOTE")], "vectors", "the code is"),
        ("hmac_sha256", [("    mote_wipe(cc, sizeof *cc);\n", "")], "vectors", "close leaves"),
        ("hmac_sha256", [("mac_len >= size", "mac_len + 1 >= size")], "vectors", "of 15 bytes"),
        (
            "hmac_sha256",
            [
                ("mote_compare(right, mac, mac_len)", "hasty(right, mac)"),
                ("\nint mote_hmac_sha256_check", HASTY),
            ],
            "constant time",
            "depends on the key, the message or the code",
        ),
        ("hkdf_sha256", [("number == 0 ? 0 : size", "size")], "vectors", "the output of expand is"),
    ],
)
def test_a_fault_is_caught(
    name: str, changes: list[tuple[str, str]], failed: str, said: str, tmp_path: Path
) -> None:
    found, words = outcome(name, tmp_path, *changes)
    assert found[failed] == "failed", found
    assert said in words


def test_the_unchanged_files_pass(tmp_path: Path) -> None:
    for name in ("hmac_sha256", "hkdf_sha256"):
        assert set(outcome(name, tmp_path)[0].values()) == {"passed"}


WIPED = """
#include "mote/memory.h"
#include <stdio.h>
#include <string.h>
static const char secret[] = "a secret of 32 bytes, or so, here";
static unsigned char *place;
__attribute__((__noinline__)) static unsigned long use(unsigned rounds) {
    unsigned char key[32];
    unsigned long sum = 0;
    unsigned i;
    for (i = 0; i < 32; i++) key[i] = (unsigned char)(secret[i] + (rounds == 77));
    place = key;
    __asm__ __volatile__("" : : "r"(key) : "memory");
    for (i = 0; i < 32; i++) sum = sum * 31 + key[i];
    WIPE;
    return sum;
}
int main(int argc, char **argv) {
    volatile unsigned char *p;
    unsigned i, same = 0;
    (void)argv;
    if (use((unsigned)argc) == 1) return 1;
    p = place;
    for (i = 8; i < 24; i++) same += p[i] == (unsigned char)secret[i];
    printf("%s", same > 8 ? "there" : "gone");
    return 0;
}
"""
"""Looks at the stack where a key was, which C does not define and compilers do all the same."""


@pytest.mark.parametrize("compiler", COMPILERS)
def test_no_compiler_leaves_out_a_wipe(compiler: str, tmp_path: Path) -> None:
    """gcc sees the whole program when it links; clang's linker for that is rarely installed."""
    whole = ("-O3", "-w", *(("-flto",) if compiler == "gcc" else ()))
    wiped = WIPED.replace("WIPE;", "mote_wipe(key, sizeof key);")
    careless = WIPED.replace("WIPE;", "memset(key, 0, sizeof key);")
    assert run(tmp_path, wiped, (), *whole, cc=compiler) == "gone"
    assert run(tmp_path, careless, (), *whole, cc=compiler) == "there"


@pytest.mark.parametrize("compiler", COMPILERS)
def test_comparing(compiler: str, tmp_path: Path) -> None:
    """Every bit of every byte counts, and nothing else does."""
    text = """
#include "mote/memory.h"
#include <stdio.h>
int main(void) {
    unsigned char a[33] = {0}, b[33] = {0};
    unsigned i, k, wrong = 0;
    for (i = 0; i < 33; i++) a[i] = b[i] = (unsigned char)(i * 37);
    wrong += mote_compare(a, b, 32) != 0;
    wrong += mote_compare(NULL, NULL, 0) != 0;
    for (i = 0; i < 33; i++)
        for (k = 0; k < 8; k++) {
            b[i] ^= 1 << k;
            wrong += mote_compare(a, b, 32) != (i < 32 ? -1 : 0);
            b[i] ^= 1 << k;
        }
    printf("%u", wrong);
    return 0;
}
"""
    assert run(tmp_path, text, (), "-O3", cc=compiler) == "0"


def test_vectors_have_every_case() -> None:
    """Keys of no byte, of a block, and of one more, which is hashed first."""
    for name in CODES:
        with FUNCTIONS[name].vectors.open(encoding="utf-8") as stream:
            rows = list(csv.DictReader(line for line in stream if not line.startswith("#")))
        block = FUNCTIONS[name].block_bytes
        assert {0, block - 1, block, block + 1} <= {int(row["key_bytes"]) for row in rows}
        assert all(re.fullmatch(r"[0-9a-f]+", row["mac"]) for row in rows)


@pytest.mark.skipif(shutil.which("arm-none-eabi-gcc") is None, reason="no compiler for a Cortex-M0")
@pytest.mark.parametrize(
    ("functions", "files"),
    [
        (["hmac_sha512"], ["mote_hmac_sha512.c", "mote_sha512.c"]),
        (
            ["hkdf_sha512", "hmac_sha512"],
            ["mote_hkdf_sha512.c", "mote_hmac_sha512.c", "mote_sha512.c"],
        ),
        # What is below is the file that the other function's own wish chooses.
        (["hmac_sha3", "sha3"], ["mote_hmac_sha3.c", "mote_sha3.c", "mote_sha3_f1600.S"]),
    ],
)
def test_exported_with_what_is_below(
    functions: list[str], files: list[str], tmp_path: Path
) -> None:
    """Each source is written once, and together they lack nothing but what the C library has."""
    assert main(["export", *functions, "--cpu", "cortex-m0", str(tmp_path)]) == 0
    found = sorted(each.name for each in tmp_path.iterdir() if each.suffix in (".c", ".S"))
    assert found == files
    cc = ["arm-none-eabi-gcc", "-mcpu=cortex-m0", "-mthumb", "-Os", "-Wall", "-Wextra", "-Werror"]
    link = ["-nostdlib", "-r", "-o", str(tmp_path / "all.o")]
    subprocess.run([*cc, *link, *(str(tmp_path / name) for name in found)], check=True)
    symbols = subprocess.run(
        ["arm-none-eabi-nm", "-u", str(tmp_path / "all.o")],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    assert {each for each in symbols if each.startswith("mote_")} == set()
    assert set(symbols) - {"U"} <= {"memcpy", "memset"}
