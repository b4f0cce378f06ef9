"""AES, its modes and GCM in this process: known answers, the reference, what they refuse."""

from __future__ import annotations

import ctypes
import random
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from cryptography_vectors import open_vector_file
from hypothesis import given, settings
from hypothesis import strategies as st

from aes_library import COMPILER, NAMES, library
from includes import INCLUDE_FLAGS
from mote.catalog import catalog
from mote.checking import sanitizer
from mote.common.paths import ROOT
from mote.kinds import mode
from reference import aes
from test_vectors import generator

pytestmark = [
    pytest.mark.about("src/aes"),
    pytest.mark.skipif(COMPILER is None, reason="no C compiler for this computer"),
]
MODES = [name for name, each in catalog.functions().items() if each.kind == "mode"]
each_name = pytest.mark.parametrize("name", NAMES)

# FIPS PUB 197, appendices A.1 and C: a key schedule's last words, and a block under each key size.
FIPS_SCHEDULE = "d014f9a8c9ee2589e13f0cc8b6630ca6"
FIPS_TEXT = "00112233445566778899aabbccddeeff"
FIPS_BLOCKS = {
    16: "69c4e0d86a7b0430d8cdb78070b4c55a",
    24: "dda97ca4864cdfe06eaf70a0ec0d7191",
    32: "8ea2b7ca516745bfeafc49904b496089",
}


def test_the_reference_gives_the_standards_answers() -> None:
    key = bytes.fromhex("2b7e151628aed2a6abf7158809cf4f3c")
    assert aes.key_schedule(key)[-16:].hex() == FIPS_SCHEDULE
    for size, block in FIPS_BLOCKS.items():
        text, key = bytes.fromhex(FIPS_TEXT), bytes(range(size))
        assert aes.encrypt_block(key, text).hex() == block
        assert aes.decrypt_block(key, bytes.fromhex(block)) == text


@each_name
def test_the_key_schedule_is_the_standards(name: str) -> None:
    """Every implementation has the same context, so that one can go on where another began."""
    for size in FIPS_BLOCKS:
        key = bytes(range(3, size + 3))
        schedule = aes.key_schedule(key)
        context = library(name).key(key)
        assert context.raw[: len(schedule)] == schedule
        assert int.from_bytes(context.raw[240:244], "little") == size // 4 + 6


def records(name: str) -> Iterator[dict[str, str]]:
    """The tests of a file of NIST's, with what the brackets above them say."""
    with open_vector_file(f"ciphers/AES/{name}", "r") as stream:
        text = stream.read()
    common: dict[str, str] = {}
    for part in text.split("\n\n"):
        lines = re.findall(r"^\[?(\w+)(?: = ?(\w*))?\]?\r?$", part, re.MULTILINE)
        found = {key.lower(): value for key, value in lines}
        if "[" in part:
            common = found
        if "count" in found:
            yield {**common, **found}


NIST = [f"{m}/{m}{kind}{n}.rsp" for m in ("ECB", "CBC") for n in (128, 192, 256) for kind in
        ("GFSbox", "KeySbox", "VarKey", "VarTxt", "MMT")]  # fmt: skip


@each_name
def test_nist_answers_of_ecb_and_cbc(name: str) -> None:
    code, done = library(name), 0
    for file in NIST:
        for number, test in enumerate(records(file)):
            if number % (3 if "Var" in file else 1):
                continue
            key, text, cipher, iv = (
                bytes.fromhex(test.get(each, ""))
                for each in ("key", "plaintext", "ciphertext", "iv")
            )
            if file.startswith("ECB"):
                assert code.ecb(key, text) == cipher and code.ecb(key, cipher, True) == text
            else:
                assert code.cbc(key, iv, text) == cipher
                assert code.cbc(key, iv, cipher, True) == text
            done += 1
    assert done > 800


@each_name
def test_nist_answers_of_xts(name: str) -> None:
    code, done = library(name), 0
    for folder, bits in (("tweak-128hexstr", 128), ("tweak-128hexstr", 256)):
        for test in records(f"XTS/{folder}/XTSGenAES{bits}.rsp"):
            size = int(test["dataunitlen"])
            if size % 8:
                continue
            key, text, cipher, tweak = (bytes.fromhex(test[each]) for each in
                                        ("key", "pt", "ct", "i"))  # fmt: skip
            assert code.xts(key, tweak, text) == cipher
            assert code.xts(key, tweak, cipher, True) == text
            done += 1
    assert done > 100


@each_name
def test_nist_answers_of_gcm(name: str) -> None:
    """Every 40th: the file of one key size has 7,875."""
    code, done, refused = library(name), 0, 0
    for bits in (128, 192, 256):
        for number, test in enumerate(records(f"GCM/gcmEncryptExtIV{bits}.rsp")):
            if number % 40 == 3:
                key, iv, text, aad, cipher, tag = (
                    bytes.fromhex(test[each]) for each in ("key", "iv", "pt", "aad", "ct", "tag")
                )
                assert code.seal(key, iv, aad, text, len(tag)) == cipher + tag
                done += 1
        for number, test in enumerate(records(f"GCM/gcmDecrypt{bits}.rsp")):
            if number % 40 == 3:
                key, iv, aad, cipher, tag = (
                    bytes.fromhex(test[each]) for each in ("key", "iv", "aad", "ct", "tag")
                )
                found = code.open(key, iv, aad, cipher + tag, len(tag))
                failed = "pt" not in test
                wanted = bytes(len(cipher)) if failed else bytes.fromhex(test["pt"])
                assert found == (-5 if failed else 0, wanted)
                refused += failed
    assert done > 500 and refused > 100


def cuts(data: bytes, sizes: list[int]) -> list[bytes]:
    """The data in pieces of these sizes, and the rest; empty ones among them."""
    pieces, done = [], 0
    for size in sizes:
        pieces.append(data[done : done + size])
        done += size
    return [*pieces, data[done:]]


SIZES = st.lists(st.integers(0, 150), max_size=5)


@each_name
@pytest.mark.sampled(4)
def test_pieces_and_lengths_as_the_reference_has_them(name: str) -> None:
    code = library(name)

    @settings(deadline=None, derandomize=True, database=None, max_examples=40)
    @given(
        st.sampled_from((16, 24, 32)).flatmap(lambda n: st.binary(min_size=n, max_size=n)),
        st.binary(min_size=1, max_size=40),
        st.binary(max_size=70),
        st.one_of(
            st.binary(max_size=140), st.integers(255, 530).map(lambda n: bytes(range(256)) * 3)
        ),
        SIZES,
        SIZES,
    )
    def holds(
        key: bytes, iv: bytes, aad: bytes, text: bytes, first: list[int], second: list[int]
    ) -> None:
        wanted = aes.gcm(key, iv, aad, text)
        end = len(text)
        assert code.seal(key, iv, aad, text) == wanted
        assert code.open(key, iv, aad, wanted) == (0, text)
        parts = cuts(aad, first), cuts(text, second)
        assert b"".join(code.pieces(key, iv, *parts)) == wanted
        back = code.pieces(key, iv, cuts(aad, second), cuts(wanted[:end], first), True)
        assert back == (text, wanted[end:])
        block = (iv * 16)[:16]
        assert code.ctr(key, block, cuts(text, first)) == aes.ctr(key, block, text)
        assert code.ctr(key, block, cuts(text, second), 32) == aes.ctr(key, block, text, 32)
        if end >= 16:
            both = key + bytes(each ^ 1 for each in key)
            sealed = aes.xts(both, block, text)
            assert code.xts(both, block, text) == sealed
            assert code.xts(both, block, sealed, True) == text

    holds()


@each_name
def test_counters_go_through_their_end(name: str) -> None:
    code, key = library(name), bytes(range(16))
    text = bytes(range(256)) * 2
    for counter in (
        "ff" * 16,
        "00" * 12 + "fffffff0",
        "12" * 8 + "ff" * 7 + "f9",
        "ff" * 15 + "01",
    ):
        iv = bytes.fromhex(counter)
        for bits in (32, 128):
            assert code.ctr(key, iv, [text], bits) == aes.ctr(key, iv, text, bits)
        long = aes.iv_for_counter(key, iv)
        assert code.seal(key, long, b"a", text) == aes.gcm(key, long, b"a", text)


@each_name
def test_counters_of_long_texts_are_those_of_short_ones(name: str) -> None:
    code, key = library(name), bytes(range(32))
    text = random.Random(38).randbytes(2304 + 300)
    short = cuts(text, [512] * 5)
    for before in ("00" * 15, "ff" * 15, "12" * 8 + "ff" * 7, "34" * 8 + "ff" * 6 + "56"):
        for last in range(0x70, 0x80) if before[0] != "3" else (0xFF,):
            iv = bytes.fromhex(before) + bytes([last])
            wanted = code.ctr(key, iv, short)
            assert code.ctr(key, iv, [text]) == wanted, iv.hex()
            assert code.ctr(key, iv, cuts(text, [2304])) == wanted, "the counter goes on"
        assert wanted == aes.ctr(key, iv, text)


@each_name
def test_what_is_wrong_is_refused(name: str) -> None:
    code, key, room = library(name), bytes(16), ctypes.create_string_buffer(2048)
    for bits in (0, 64, 127, 129, 160, 512):
        assert code.call("aes_init", room, bytes(64), bits) == -1
        assert code.call("gcm_init", room, bytes(64), bits) == -1
        assert code.call("aes_xts_init", room, bytes(range(128)), bits) == -1
    assert code.call("gcm_start", room, b"iv", 2) == -4  # no key is set
    assert code.call("aes_xts_init", room, bytes(32), 128) == -3
    assert code.call("aes_xts_init", room, bytes(31) + b"\1", 128) == 0
    for name_ in ("aes_xts_encrypt", "aes_xts_decrypt"):
        for size in (0, 1, 15, (1 << 24) + 1, (1 << 24) + 16, 1 << 40):
            assert code.call(name_, room, bytes(16), b"", b"", size) == -2

    cc = code.gcm_key(key)
    tag = ctypes.create_string_buffer(16)
    assert code.call("gcm_aad", cc, b"", 0) == -4
    assert code.call("gcm_encrypt", cc, b"", b"", 0) == -4
    assert code.call("gcm_tag", cc, tag, 16) == -4
    assert code.call("gcm_start", cc, b"", 0) == -2
    assert code.call("gcm_start", cc, b"", 1 << 61) == -2
    assert code.call("gcm_start", cc, bytes(12), 12) == 0
    assert code.call("gcm_aad", cc, b"", 1 << 61) == -2
    for size in (1 << 61, (1 << 36) - 31, 1 << 36):
        assert code.call("gcm_encrypt", cc, b"", b"", size) == -2
    assert code.call("gcm_aad", cc, b"x", 1) == 0
    assert code.call("gcm_encrypt", cc, b"", b"", 0) == 0
    assert code.call("gcm_aad", cc, b"x", 1) == -4
    assert code.call("gcm_decrypt", cc, b"", b"", 0) == -4
    for size in (0, 1, 3, 5, 7, 9, 11, 17, 1 << 32):
        assert code.call("gcm_tag", cc, tag, size) == -3
        assert code.call("gcm_check", cc, tag, size) == -3
    assert code.call("gcm_tag", cc, tag, 16) == 0
    assert code.call("gcm_tag", cc, tag, 16) == -4
    assert tag.raw == aes.gcm(key, bytes(12), b"x", b"")
    # A wrong size of tag leaves nothing encrypted.
    out = ctypes.create_string_buffer(b"kept", 5)
    given_ = (cc, bytes(12), 12, b"", 0, b"text", out, 4, tag, 5)
    assert code.call("gcm_seal", *given_) == -3
    assert out.raw == b"kept\0"


@each_name
def test_the_limits_of_lengths_are_exact(name: str) -> None:
    """The number of bits that there were is set as 2^36 bytes would leave it."""
    code, key = library(name), bytes(16)
    for text, left, bits in (
        (True, 48, (1 << 39) - 256 - 8 * 48),
        (False, 48, (1 << 64) - 8 - 8 * 48),
    ):
        call = "gcm_encrypt" if text else "gcm_aad"
        # left + 40: beyond the next power of two as well
        for more, wanted in ((left, 0), (left + 1, -2), (left + 40, -2)):
            cc = code.gcm_key(key)
            assert code.call("gcm_start", cc, bytes(12), 12) == 0
            if text:
                assert code.call("gcm_encrypt", cc, b"", b"", 0) == 0
            before = cc.raw
            data = bytes(range(more))
            out = ctypes.create_string_buffer(128)
            arguments = (data, out) if text else (data,)
            assert code.call("gcm_aad" if not text else call, cc, *arguments, 16) == 0
            changed = [i for i in range(len(before)) if before[i] != cc.raw[i]]
            place = next(i for i in changed if cc.raw[i] == 128 and not any(before[i - 7 : i + 1]))
            raised = bytearray(cc.raw)
            raised[place - 7 : place + 1] = bits.to_bytes(8, "big")
            ctypes.memmove(cc, bytes(raised), len(raised))
            assert code.call(call, cc, *arguments, more) == wanted


@each_name
def test_ghash_comes_in_parts(name: str) -> None:
    code, key, data = library(name), bytes(range(1, 17)), bytes(range(200))
    cc, out = ctypes.create_string_buffer(512), ctypes.create_string_buffer(16)
    for sizes in ([], [1], [16, 5, 3], [15, 1, 128], [129]):
        code.call("ghash_init", cc, key)
        for piece in cuts(data, sizes):
            code.call("ghash", cc, piece, len(piece))
        code.call("ghash_close", cc, out)
        assert out.raw == aes.ghash(key, data)
    code.call("ghash", cc, data, 3)
    code.call("ghash_close", cc, out)
    assert out.raw == aes.ghash(key, data + bytes(8) + data[:3])


@pytest.mark.parametrize("name", MODES)
def test_file_is_what_the_generator_writes(name: str) -> None:
    text = (ROOT / "vectors" / f"{name}.csv").read_text(encoding="ascii")
    assert generator().content(name) == text
    found = mode.own(catalog.functions()[name])
    assert len(found) >= 14 and {len(each.text) % 16 for each in found} >= {0}


@pytest.mark.skipif(not sanitizer.available(), reason="no gcc with its sanitizers")
@pytest.mark.parametrize("function", ("aes128_cbc", "aes256_xts", "aes192_gcm"))
def test_vectors_under_sanitizers(function: str, tmp_path: Path) -> None:
    folder = catalog.functions()[function].folder
    for name in NAMES if "gcm" in function else NAMES[:2]:
        assert sanitizer.complaint(function, [folder / f"{name}.c"], ()) == ""
    (tmp_path / "aes").mkdir()
    text = (ROOT / "src" / "aes" / "s_box.h").read_text(encoding="ascii")
    if "gcm" in function:
        (tmp_path / "aes" / "s_box.h").write_text(text.replace("y14 = d ^ f;", "y14 = d ^ g;"))
        said = sanitizer.complaint(function, [folder / "portable.c"], (tmp_path,))
        assert said.startswith("wrong digests")


@pytest.mark.parametrize("header", ("aes", "aes_ctr", "gcm", "ghash"))
def test_the_example_of_the_header(header: str, tmp_path: Path) -> None:
    """It compiles as C and as C++, warns where an error is ignored, and gives what it should."""
    text = (ROOT / "include" / "mote" / f"{header}.h").read_text(encoding="ascii")
    found = re.findall(r"^ \* {5}(.*\S)$", text[: text.index("*/")], re.MULTILINE)
    lines = [re.sub(r"([;{}])\s\s+.*", r"\1", line) for line in found]
    shown = {"aes": "text", "aes_ctr": "text", "gcm": "tag", "ghash": "hash"}[header]
    program = tmp_path / "example.c"
    program.write_text(
        f'#include "mote/{header}.h"\n#include <stdio.h>\nint main(void) {{\n    unsigned i;\n    '
        + "\n    ".join(lines)
        + f"\n    for (i = 0; i < sizeof {shown}; i++)\n"
        + f'        printf("%02x", {shown}[i]);\n    return 0;\n}}\n'
    )
    source = ROOT / "src" / "aes" / header / "portable.c"
    assert COMPILER is not None
    strict = [COMPILER, "-Wall", "-Wextra", "-pedantic", "-Werror", *INCLUDE_FLAGS]
    command = [*strict, "-std=c90", str(program), str(source), "-o", str(tmp_path / "example")]
    subprocess.run(command, check=True)
    output = subprocess.run([tmp_path / "example"], capture_output=True, text=True, check=True)
    key = b"\1" + bytes(15)
    wanted = {
        "aes": aes.ctr(key, b"\2" + bytes(15), b"abc\0"),
        "aes_ctr": aes.ctr(key, b"\2" + bytes(15), b"abc\0"),
        "gcm": aes.gcm(key, b"\2" + bytes(11), b"header", b"abc\0")[4:],
        "ghash": aes.ghash(key, b"abc"),
    }
    assert output.stdout == wanted[header].hex()
    subprocess.run(
        [*strict, "-x", "c++", "-c", str(program), "-o", str(tmp_path / "o")], check=True
    )
    if header == "ghash":
        return
    ignored = tmp_path / "ignored.c"
    more = ", 0" if header == "aes_ctr" else ""
    ignored.write_text(
        f'#include "mote/{header}.h"\n'
        f"void f(mote_{header}_context *cc) {{ mote_{header}_init(cc, 0, 128{more}); }}\n"
    )
    result = subprocess.run([*strict, "-c", str(ignored), "-o", str(tmp_path / "o")],
                            capture_output=True, text=True, check=False)  # fmt: skip
    assert result.returncode != 0 and "unused-result" in result.stderr


def test_the_context_of_counter_mode_alone_is_small(tmp_path: Path) -> None:
    """As its header says of that of mote/aes.h; and one program may include both."""
    text = (ROOT / "include" / "mote" / "aes_ctr.h").read_text(encoding="ascii")
    assert "context is less than half as large" in " ".join(text.split()).replace(" * ", " ")
    program = tmp_path / "sizes.c"
    program.write_text(
        '#include "mote/aes.h"\n#include "mote/aes_ctr.h"\n'
        "typedef char less[2 * sizeof(mote_aes_ctr_context)\n"
        "    < sizeof(mote_aes_context) + sizeof(mote_aes_ctr_state) ? 1 : -1];\n"
    )
    assert COMPILER is not None
    command = [COMPILER, *INCLUDE_FLAGS, "-c", str(program), "-o", str(tmp_path / "o")]
    subprocess.run(command, check=True)


@each_name
def test_one_key_serves_several_messages(name: str) -> None:
    """Short and long ones in turn: nothing of a message stays for the next one."""
    code, key = library(name), bytes(range(16))
    context = code.gcm_key(key)
    for turn, (iv_bytes, size) in enumerate(((12, 700), (12, 3), (16, 40), (12, 260), (7, 0))):
        iv, text = bytes([turn]) * iv_bytes, bytes([turn + 9]) * size
        out, tag = ctypes.create_string_buffer(size + 1), ctypes.create_string_buffer(16)
        given = (context, iv, iv_bytes, text[:5], len(text[:5]), text, out, size, tag, 16)
        assert code.call("gcm_seal", *given) == 0
        assert out.raw[:size] + tag.raw == code.seal(key, iv, text[:5], text)


STUB = """
#include <stdio.h>
#include <stdlib.h>
#include "mote/cpu.h"
static mote_u32 there;
int mote_cpu_has(mote_u32 features) {{ return (there & features) == features; }}
int mote_{name}_portable_fast(void) {{ puts("portable_fast"); return 0; }}
int mote_{name}_amd64(void) {{ puts("amd64"); return 0; }}
int mote_{name}_amd64_vaes(void) {{ puts("amd64_vaes"); return 0; }}
int mote_{name}_amd64_avx512(void) {{ puts("amd64_avx512"); return 0; }}
#include "{header}"
int main(int count, char **word) {{
    static mote_{header_name}_context cc;
    static unsigned char at[16];
    there = (mote_u32)strtoul(word[count - 1], NULL, 0);
    (void)!{call};
    return 0;
}}
"""
SSE, AES_NI, PCLMULQDQ, AVX2, WIDE_AES, WIDE_PRODUCTS, AVX512 = (
    1 << bit for bit in (16, 19, 20, 22, 25, 26, 27)
)


def chosen_by_the_list(folder: str) -> list[str]:
    """What cmake/implementations.cmake defines for a library.c, of the lines for amd64."""
    text = (ROOT / "cmake" / "fastest.txt").read_text(encoding="ascii")
    lines = re.findall(rf"^amd64 +aes/{folder} +(\S+) +(\S+)$", text, re.MULTILINE)
    options = ["-DPLAIN_NAME=portable_fast"]
    places = ("FAST", "FASTER", "FASTEST")[: len(lines)]
    for place, (name, features) in zip(reversed(places), lines, strict=True):
        needs = "|".join(f"MOTE_CPU_{each}" for each in features.split("|"))
        options += [f"-D{place}_NAME={name}", f"-D{place}_FEATURES=({needs})"]
    return options


@pytest.mark.parametrize(
    ("folder", "name", "call"),
    [
        ("aes", "aes_ecb_encrypt", "(mote_aes_ecb_encrypt(&cc, at, at, 0), 0)"),
        ("gcm", "gcm_seal", "mote_gcm_seal(&cc, at, 12, at, 0, at, at, 0, at, 16)"),
        ("ghash", "ghash", "(mote_ghash(&cc, at, 0), 0)"),
    ],
)
def test_the_library_takes_the_fastest_that_is_there(
    folder: str, name: str, call: str, tmp_path: Path
) -> None:
    """With a processor of stubs: what each feature that is missing leads to."""
    assert COMPILER is not None
    stub, program = tmp_path / "stub.c", tmp_path / "program"
    stub.write_text(
        STUB.format(name=name, header=f"mote/{folder}.h", header_name=folder, call=call),
        encoding="ascii",
    )
    objects = []
    for number, file in enumerate((stub, ROOT / "src" / "aes" / folder / "library.c")):
        objects.append(str(tmp_path / f"{number}.o"))
        options = [*chosen_by_the_list(folder), "-ffunction-sections"]
        command = [COMPILER, "-c", *options, *INCLUDE_FLAGS, str(file), "-o", objects[-1]]
        subprocess.run(command, check=True)
    link = [COMPILER, *objects, "-Wl,--gc-sections", "-o", str(program)]
    subprocess.run(link, check=True)
    some = 3 << 16 | AES_NI | PCLMULQDQ  # SSSE3 and SSE4.1 among them
    for there, chosen in (
        (some | AVX2 | WIDE_AES | WIDE_PRODUCTS | AVX512, "amd64_avx512"),
        (some | AVX2 | WIDE_AES | AVX512, "amd64"),
        (some | AVX2 | WIDE_AES | WIDE_PRODUCTS, "amd64_vaes"),
        (some | AVX2 | WIDE_AES, "amd64"),
        (some | AVX2 | WIDE_PRODUCTS, "amd64"),
        (some | WIDE_AES | WIDE_PRODUCTS, "amd64"),
        ((some | AVX2 | WIDE_AES | WIDE_PRODUCTS) & ~AES_NI, "portable_fast"),
        (some, "amd64"),
        (some & ~SSE, "portable_fast"),
        (0, "portable_fast"),
    ):
        said = subprocess.run([program, str(there)], capture_output=True, text=True, check=True)
        assert said.stdout.split() == [chosen], hex(there)
