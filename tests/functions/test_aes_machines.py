"""Ciphers on simulated CPUs: checks that must fail, the stack, what is linked."""

from __future__ import annotations

import dataclasses
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from mote.building import build, package, reach
from mote.building.toolchains import toolchain_of
from mote.calling.session import Session
from mote.catalog import catalog
from mote.catalog.function import Implementation
from mote.common.errors import Breach, BuildError, MoteError
from mote.kinds import mode
from mote.machines import open_machine
from mote.machines.call import Argument
from reference import aes

pytestmark = pytest.mark.about("src/aes")

CPUS = catalog.cpus()
FUNCTIONS = catalog.functions()


def file(function: str, name: str = "portable") -> Implementation:
    found = catalog.implementations(FUNCTIONS[function])
    return next(each for each in found if each.name == name)


def broken(function: str, change: tuple[str, str], folder: Path) -> Implementation:
    """The small file with one change."""
    implementation = file(function)
    files = package.pack(implementation)
    text = files.sources[0].text
    assert text.count(change[0]) == 1, text.count(change[0])
    (folder / files.header.name).write_text(files.header.text, encoding="ascii")
    text = text.replace(*change)
    if "s_table" in text:
        place = text.index("NOINLINE static void transpose")
        text = f"{text[:place]}static const unsigned char s_table[256] = {{1}};\n{text[place:]}"
    (folder / "portable.c").write_text(text, encoding="ascii")
    return dataclasses.replace(implementation, sources=(folder / "portable.c",))


SEAL = "        difference |= (unsigned char)(whole[i] ^ ((const unsigned char *)tag)[i]);"


CCM_TAG = "memcpy(tag, whole, cc->tag_bytes);"


DOUBLE = "        double_block(cc->sum);\n        mac"


ASCON_CHECK = "difference |= (unsigned char)(GET_BYTE(cc->S, 24 + i)"


WRONG = [
    ("aes128_ecb", "t2 = y12 & y15;", "t2 = y12 & y16;"),
    ("aes256_cbc", "(place == 16 && key_bytes == 32)", "place == 32"),
    ("aes192_ctr", "    } while (i != fixed);", "    } while (i != 8);"),
    ("aes128_ctr", "state->left = bytes - (unsigned)len;", "state->left = 0;"),
    ("aes128_ctr_only", "return MOTE_AES_CTR_WRONG_KEY_SIZE;", "return 255;"),
    ("aes128_xts", "0x87 & (0 - carry)", "0x87 & carry"),
    ("aes128_xts", "back ? t : t + 16, s, to", "t + 16, s, to"),
    ("aes128_gcm", "i != (unsigned)tag_len", "i != (unsigned)tag_len - 1"),
    ("aes128_gcm", "cc->text.counter[15] = 1;", "cc->text.counter[15] = 2;"),
    ("ghash", "(part)0xE1 <<", "(part)0xE0 <<"),
    ("aes128_ccm", "? 1 : 2);\n            if (phase", "? 1 : 1);\n            if (phase"),
    ("aes192_ccm", "aad_len != 0 ? 0x40 : 0", "0x40"),
    ("aes256_ccm", "counter[15] = 1;", "counter[15] = 2;"),
    ("aes128_ccm", "i != cc->tag_bytes", "i != cc->tag_bytes - 1"),
    ("aes128_ccm", "    if (cc->phase == TAKES_AAD)\n        cc->filled = 16;\n", ""),
    ("aes128_wrap", "    for (; step != 0; i--) {", "    for (; step != 0 && i == 7; i--) {"),
    ("aes192_wrap", "step = (len >> 1) + (len >> 2);", "step = (len >> 1) + (len >> 3);"),
    (
        "aes256_wrap",
        "for (i = 0; i != 8; i++)\n        diff",
        "for (i = 1; i != 1; i++)\n        diff",
    ),
    ("aes128_wrap", "for (i = secret_len; i-- != 0;)", "for (i = 0; i != secret_len; i++)"),
    ("aes128_cmac", "0x87 & (0 - carry)", "0x87 & carry"),
    ("aes192_cmac", "if (cc->filled == 16) {", "if (cc->filled == 15) {"),
    ("aes256_cmac", "mac[filled] ^= 0x80;", "mac[filled] ^= 0x40;"),
    ("aes128_cmac", "i != (unsigned)mac_len", "i != (unsigned)mac_len - 1"),
    ("ascon_aead128", "cc->S[9] ^= 0x80000000;", "cc->S[9] ^= 0x01000000;"),
    ("ascon_aead128", "if (phase == DECRYPTS)", "if (phase == ENCRYPTS)"),
    ("ascon_aead128", ASCON_CHECK, ASCON_CHECK.replace("24 + i", "24 + (i & 7)")),
    ("chacha20", "cc->state[12] = T32(cc->state[12] + 1);", "cc->state[12] |= 1;"),
    ("chacha20", "((i - k) & 3)", "((i + k) & 3)"),
    ("salsa20", "((number & ~cc->state[8]) >> 31)", "0"),
    ("salsa20", "STEP(a, d, c, 18);", "STEP(a, d, c, 17);"),
]
OUTSIDE = [
    ("aes128_ecb", "to[i] ^= with[i];", "to[i] ^= with[i] ^ (i == 15 ? with[240] : 0);"),
    ("ghash", "memcpy(dst, cc->hash, 16);", "memcpy(dst, cc->hash, 17);"),
    ("aes128_cmac", "if (filled != 16) {", "if (filled != 17) {"),
    ("aes128_wrap", "memset(dst, 0, len);", "memset(dst, 0, len + 1);"),
    ("aes128_ccm", "memcpy(tag, whole, cc->tag_bytes);", "memcpy(tag, whole, 16);"),
    ("ascon_aead128", "memcpy(cc->key, key, 16);", "memcpy(cc->key, key, 17);"),
    ("chacha20", "set_words(cc->state, 13, nonce, 12);", "set_words(cc->state, 13, nonce, 13);"),
    ("salsa20", "set_words(cc->state, 6, nonce, 8);", "set_words(cc->state, 6, nonce, 9);"),
]
TELLING = [
    ("aes128_ecb", "s[part + i] = (unsigned char)w[i];", "s[part + i] = s_table[w[i] & 255];"),
    ("aes128_gcm", SEAL, SEAL + "\n    if (whole[3] & 1)\n        wipe(whole, 3);"),
    ("ghash", "byte = y[i];\n", "byte = y[i];\n        if (byte & 1)\n            wipe(z, 0);\n"),
    ("aes128_ccm", CCM_TAG, f"if (whole[3] & 1)\n        wipe(whole, 3);\n    {CCM_TAG}"),
    ("aes128_cmac", DOUBLE, DOUBLE.replace("block(", "block(cc->sum[0] & 1 ? mac : ")),
    ("chacha20", "cc->left = 64;", "cc->left = 64;\n    if (x[3] & 1)\n        wipe(x + 16, 0);"),
]  # fmt: skip


@pytest.mark.always
def test_what_is_changed_is_in_its_file() -> None:
    """Of the tests below some run with each commit: one whose text has gone is seen at once."""
    for function, old, _ in (*WRONG, *OUTSIDE, *TELLING):
        assert package.pack(file(function)).sources[0].text.count(old) == 1, (function, old)


@pytest.mark.parametrize(("function", "old", "new"), WRONG)
def test_wrong_results_are_seen(function: str, old: str, new: str, tmp_path: Path) -> None:
    with opened(broken(function, (old, new), tmp_path), "cortex-m3") as session:
        vectors = mode.own(FUNCTIONS[function])
        some = (vectors[at : at + 8] for at in range(0, len(vectors), 8))
        assert any(mode.run_vectors(session, each).failed for each in some)


@pytest.mark.parametrize(("function", "old", "new"), OUTSIDE)
def test_the_guard_sees_what_lies_outside(
    function: str, old: str, new: str, tmp_path: Path
) -> None:
    with (
        opened(broken(function, (old, new), tmp_path), "cortex-m3") as session,
        pytest.raises(Breach, match=r"outside|read|write"),
    ):
        mode.run_vectors(session, mode.own(FUNCTIONS[function])[:4])


@pytest.mark.parametrize(("function", "old", "new"), TELLING)
def test_what_depends_on_a_secret_is_seen(
    function: str, old: str, new: str, tmp_path: Path
) -> None:
    with opened(broken(function, (old, new), tmp_path), "cortex-m3") as session:
        assert "depends on" in mode.constant_time(session)


@contextmanager
def opened(implementation: Implementation, cpu: str) -> Iterator[Session]:
    """The implementation on a fresh machine."""
    with tempfile.TemporaryDirectory() as folder:
        built = build.build(implementation, CPUS[cpu], Path(folder))
        image = build.link(implementation, CPUS[cpu], built)
        machine = open_machine(CPUS[cpu])
        try:
            yield Session(machine, implementation, built, image)
        finally:
            machine.close()


def left_behind(implementation: Implementation, cpu: str, fill: int) -> list[tuple[str, bytes]]:
    """The stack after each call, with keys, data and texts of these bytes."""
    function = implementation.function
    # Files with instructions for AES have loops over as many as sixteen blocks.
    size = 100 if implementation.name.startswith("portable") else 5 * function.block_bytes
    size += 0 if implementation.name.startswith("portable") else 16 * mode.BLOCK + 4
    # Sixteen blocks of ChaCha20, the first of which wait for nothing
    size += 1024 if implementation.name == "amd64_avx2" else 0
    # 128 blocks and more in counter mode have tables, and a function of their own.
    size += 2048 if implementation.name == "amd64_vaes" and "_ctr" in function.name else 0
    size -= size % mode.BLOCK if mode.mode_of(function).whole_blocks else 0
    tag = max(mode.mode_of(function).tags, default=0)
    both = bytes([fill]) * (mode.key_bytes(function) - 1) + bytes([fill ^ 1])
    given = mode.ModeVector(
        0,
        both,
        bytes(mode.mode_of(function).iv_bytes),
        b"",
        bytes([fill]) * size,
        tag,
        bytes([fill]) * (size + tag),
    )
    found: list[tuple[str, bytes]] = []
    with opened(implementation, cpu) as session:
        session.observe = lambda _: found.append(("", session.machine.left()))
        mode.run(session, given)
        if mode.mode_of(function).decrypts:
            mode.run(session, given, back=True)
        return [(call.symbol, text) for call, (_, text) in zip(session.calls, found, strict=True)]


def secrets_left(implementation: Implementation, cpu: str) -> list[str]:
    """The functions after which the stack tells two keys, or two texts, from each other."""
    runs = [left_behind(implementation, cpu, fill) for fill in (0x35, 0xC6)]
    return [name for (name, one), (_, other) in zip(*runs, strict=True) if one != other]


def installed(cpu: str) -> None:
    """Skips without QEMU, where that is the CPU's machine."""
    program = CPUS[cpu].machine_options.get("program", "gcc")
    if CPUS[cpu].machine == "qemu" and shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")


STACKS = [
    ("aes256_cbc", "portable", "thumb"),
    ("aes128_xts", "portable", "avr8"),
    ("aes192_gcm", "portable", "mips32-be"),
    ("aes128_ctr", "portable_fast", "cortex-m3"),
    ("aes256_ctr", "thumb2_cached", "cortex-m4"),
    ("aes192_ctr", "rv32imc_cached", "rv32imc"),
    ("aes128_ctr", "avr8_cached", "avr8"),
    ("aes256_ecb", "portable_fast", "amd64"),
    ("aes128_xts", "portable_fast", "powerpc"),
    ("aes128_gcm", "portable_fast", "cortex-m3"),
    ("aes128_xts", "amd64", "amd64"),
    ("aes256_gcm", "amd64", "amd64"),
    ("aes128_xts", "amd64_vaes", "amd64-vaes"),
    ("aes256_xts", "amd64_avx512", "amd64-avx512"),
    ("aes256_ctr", "amd64_avx512", "amd64-avx512"),
    ("aes128_cbc", "amd64_avx512", "amd64-avx512"),
    ("aes128_ecb", "amd64_avx512", "amd64-avx512"),
    ("aes256_gcm", "amd64_vaes", "amd64-vaes"),
    ("aes128_gcm", "amd64_avx512", "amd64-avx512"),
    ("aes256_ctr", "amd64_vaes", "amd64-vaes"),
    ("aes128_ctr_only", "portable", "thumb"),
    ("aes256_ctr_only", "portable", "avr8"),
    ("aes256_ctr_only", "avr8", "avr8"),
    ("aes256_ctr_only", "avr8_fast", "avr8"),
    ("aes256_ctr_only", "rv32imc", "rv32imc"),
    ("aes256_ctr_only", "rv32ec", "rv32ec"),
    ("aes256_ctr_only", "rv32ec_balanced", "rv32ec"),
    ("aes256_ctr_only", "thumb", "cortex-m0"),
    ("aes128_ctr_only", "thumb", "thumb-be"),
    ("aes256_ctr_only", "thumb2", "cortex-m4"),
    ("ghash", "portable", "thumb"),
    ("aes128_ccm", "portable", "cortex-m0"),
    ("aes256_ccm", "portable", "avr8"),
    ("aes192_ccm", "portable_fast", "rv32imc"),
    ("aes128_ccm", "thumb_fast", "cortex-m0"),
    ("aes192_ccm", "thumb", "cortex-m0"),
    ("aes256_gcm", "thumb", "thumb-be"),
    ("aes128_ccm", "avr8_fast", "avr8"),
    ("aes128_wrap", "portable", "cortex-m0"),
    ("aes256_wrap", "portable", "avr8"),
    ("aes192_wrap", "portable_fast", "rv32imc"),
    ("aes128_wrap", "thumb_fast", "cortex-m0"),
    ("aes128_wrap", "avr8_fast", "avr8"),
    ("aes128_cmac", "portable", "cortex-m0"),
    ("aes256_cmac", "portable", "avr8"),
    ("aes192_cmac", "portable_fast", "rv32imc"),
    ("aes128_cmac", "thumb_fast", "cortex-m0"),
    ("aes256_cmac", "thumb", "cortex-m0"),
    ("aes128_cmac", "thumb", "thumb"),
    ("aes128_cmac", "avr8_fast", "avr8"),
    ("ascon_aead128", "portable", "avr8"),
    ("ascon_aead128", "portable", "powerpc"),
    ("ascon_aead128", "portable_fast", "cortex-m0"),
    ("ascon_aead128", "portable_fast", "i386"),
    ("chacha20_poly1305", "portable", "avr8"),
    ("chacha20_poly1305", "portable_fast", "cortex-m0"),
    ("chacha20_poly1305", "portable_fast", "cortex-m4"),
    ("poly1305", "portable", "rv32imc"),
    ("poly1305", "portable_fast", "i386"),
    ("aes192_cbc", "power8", "power8-be"),
    ("aes256_xts", "power8", "power8-le"),
    ("aes128_gcm", "power8", "power8-be"),
    ("ghash", "power8", "power8-le"),
    ("aes128_ecb", "aarch64_crypto", "aarch64-crypto"),
    ("aes256_cbc", "aarch64_crypto", "aarch64-crypto"),
    ("aes192_ctr", "aarch64_crypto", "aarch64-crypto"),
    ("aes256_xts", "aarch64_crypto", "aarch64-crypto"),
    ("aes256_gcm", "aarch64_crypto", "aarch64-crypto"),
    ("ghash", "aarch64_crypto", "aarch64-crypto"),
    ("aes128_ccm", "aarch64_crypto", "aarch64-crypto"),
    ("aes192_cmac", "aarch64_crypto", "aarch64-crypto"),
    ("aes256_wrap", "aarch64_crypto", "aarch64-crypto"),
    ("ascon_aead128", "amd64_avx2", "amd64-vaes"),
    ("chacha20", "amd64_avx2", "amd64-vaes"),
    ("chacha20_poly1305", "amd64_avx2", "amd64-vaes"),
    ("chacha20", "portable", "avr8"),
    ("chacha20", "avr8", "avr8"),
    ("chacha20", "armv6m", "cortex-m0"),
    ("chacha20_poly1305", "avr8_mul", "avr8-mega"),
    ("salsa20", "portable", "thumb"),
    ("chacha20", "portable_fast", "i386"),
    ("salsa20", "portable_fast", "cortex-m0"),
    ("chacha20", "power8", "power8-le"),
    ("chacha20", "power8", "power8-be"),
    ("salsa20", "power8", "power8-le"),
    ("salsa20", "power8", "power8-be"),
]


@pytest.mark.parametrize(("function", "name", "cpu"), STACKS)
@pytest.mark.sampled(10)
def test_nothing_secret_stays_on_the_stack(function: str, name: str, cpu: str) -> None:
    installed(cpu)
    assert secrets_left(file(function, name), cpu) == []


@pytest.mark.parametrize(
    ("function", "name", "cpu", "change", "left"),
    [
        ("aes128_cbc", "portable", "thumb", r"        \*p\+\+ = 0;", "        p++;"),
        ("aes128_ctr_only", "thumb", "thumb", r"BELOW, 68 ", "BELOW, 64 "),
        ("aes256_ctr_only", "thumb2", "cortex-m3", r"BELOW, 52 ", "BELOW, 48 "),
        ("aes256_xts", "power8", "power8-le", r"wipe(_stack)?\(\S.*\);", ";"),
        ("aes256_gcm", "power8", "power8-be", r"wipe(_stack)?\(\S.*\);", ";"),
        ("aes256_xts", "aarch64_crypto", "aarch64-crypto", r"wipe(_stack)?\(\S.*\);", ";"),
        ("salsa20", "power8", "power8-le", r"wipe_stack\(\);", ";"),
        ("chacha20", "portable_fast", "i386", r"wipe_stack\(\);", ";"),
    ],
)
def test_what_stays_on_the_stack_is_seen(
    function: str, name: str, cpu: str, change: str, left: str, tmp_path: Path
) -> None:
    """Without wiping, functions would leave something."""
    installed(cpu)
    implementation = file(function, name)
    files = package.pack(implementation)
    text, count = re.subn(change, left, files.sources[0].text)
    assert count
    (tmp_path / files.header.name).write_text(files.header.text, encoding="ascii")
    source = tmp_path / f"{name}{implementation.source.suffix}"
    source.write_text(text)
    careless = dataclasses.replace(implementation, sources=(source,))
    found = set(secrets_left(careless, cpu))
    # Which functions do depends on the registers that the compiler keeps things in.
    assert found & set(implementation.symbols)


# The kernels of counter mode take 256 blocks at most, and their last bytes in 32 at a time.

CACHED = [("thumb2_cached", "cortex-m4"), ("rv32imc_cached", "rv32imc"), ("avr8_cached", "avr8")]


@pytest.mark.parametrize(("name", "cpu"), CACHED)
@pytest.mark.parametrize(
    ("counter", "bits"),
    [("f0" * 15 + "00", 128), ("17" * 11 + "ffffffff01", 32), ("00" + "ff" * 14 + "df", 128)],
)
def test_long_texts_in_one_call(
    name: str, cpu: str, counter: str, bits: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last byte goes over once in each 256 blocks: behind all of them, or in the midst."""
    key, iv, text = bytes(range(16)), bytes.fromhex(counter), bytes(range(251)) * 18
    if cpu == "avr8":
        text = text[: 16 * 240]  # what is in its RAM
    right = aes.ctr(key, iv, text, bits)
    given = mode.ModeVector(0, key, iv, b"", text, 0, right, bits)
    monkeypatch.setattr(mode, "capacity", lambda _: len(text))
    with opened(file("aes128_ctr", name), cpu) as session:
        assert mode.run(session, given, in_place=True)[0] == right


@pytest.mark.parametrize(("name", "cpu"), CACHED)
def test_a_kernel_without_the_carry_is_seen(name: str, cpu: str, tmp_path: Path) -> None:
    """The blocks behind the carry with what those before it have."""
    implementation = file("aes128_ctr", name)
    files = package.pack(implementation)
    (tmp_path / files.header.name).write_text(files.header.text, encoding="ascii")
    changed = {
        "thumb2_cached": ("and     T2, T2, P", "movs    T2, #0"),
        "rv32imc_cached": ("and     T2, T2, BEHIND", "li      T2, 0"),
        "avr8_cached": ("or OVER, r27", "nop"),
    }
    sources = []
    for each in files.sources:
        text = each.text
        if each.name.endswith(".S"):
            assert text.count(changed[name][0]) == 1
            text = text.replace(*changed[name])
        path = tmp_path / each.name
        path.write_text(text)
        sources.append(path)
    careless = dataclasses.replace(implementation, sources=tuple(sources))
    with opened(careless, cpu) as session:
        vectors = mode.own(FUNCTIONS["aes128_ctr"])
        some = (vectors[at : at + 8] for at in range(0, len(vectors), 8))
        assert any(mode.run_vectors(session, each).failed for each in some)


# What a linker keeps.

THREE = """
static int half(int x) { return x >> 1; }
int part_one(int x) { return half(x) + 1; }
int part_two(int x) { return half(x) * x * x * x + 12345; }
const int part_table[4] = {1, 2, 3, 4};
int part_three(int x) { return part_table[x & 3]; }
"""


@pytest.mark.parametrize("cpu", ("thumb", "avr8", "mips32"))
def test_size_is_of_what_a_function_needs(cpu: str, tmp_path: Path) -> None:
    source = tmp_path / "three.c"
    source.write_text(THREE.replace("static", "__attribute__((__noinline__)) static"))
    tools = toolchain_of(CPUS[cpu])
    target = tmp_path / "three.o"
    tools.compile(CPUS[cpu], source, target, [], tools.separate())
    names = ("part_one", "part_two", "part_three")
    one, two, three = (reach.size(target, [name]) for name in names)
    whole = reach.size(target, names)
    table = 4 * CPUS[cpu].abi.int_bytes
    assert table < three < whole and 0 < one < two < whole
    # What both need counts once.
    assert max(one, two) < reach.size(target, names[:2]) < one + two
    kept = tools.inspect(CPUS[cpu], target, "part", names[:1])
    everything = tools.inspect(CPUS[cpu], target, "part")
    # Notes of the toolchain count in a whole object alone.
    notes = sum(
        s.size
        for s in everything.sections
        if s.counted and s.name.startswith((".reginfo", ".MIPS"))
    )
    assert kept.size_bytes == one < everything.size_bytes == whole + notes
    assert kept.exported == everything.exported
    with pytest.raises(BuildError, match="does not define part_four"):
        reach.size(target, ["part_four"])


def test_rows_of_one_source_have_sizes_of_their_own(tmp_path: Path) -> None:
    sizes = {}
    for name in ("aes128_ecb", "aes128_cbc", "aes128_ctr", "aes128_xts", "aes256_ctr"):
        folder = tmp_path / name
        folder.mkdir()
        sizes[name] = build.build(file(name), CPUS["thumb"], folder).facts.size_bytes
    assert sizes["aes128_ctr"] == sizes["aes256_ctr"]
    assert len(set(sizes.values())) == 4
    assert sizes["aes128_ctr"] < sizes["aes128_ecb"] < sizes["aes128_xts"]


# Arguments that find no register, and what a function returns.

SUM = """
#include <stddef.h>
unsigned toy_sum(unsigned a, const unsigned char *b, unsigned c, unsigned d, size_t e, unsigned f,
                 const unsigned char *g) {
    return a + 3 * b[0] + 5 * c + 7 * d + 11 * (unsigned)e + 13 * f + 17 * g[1];
}
int toy_above(unsigned a, unsigned b, unsigned c, unsigned d, volatile unsigned e) {
    return (int)(&e)[1];
}
"""


@pytest.mark.parametrize("cpu", ("thumb", "mips32-be", "i386", "amd64", "avr8"))
def test_arguments_on_the_stack(cpu: str, tmp_path: Path) -> None:
    source = tmp_path / "toy.c"
    source.write_text(SUM)
    given = Implementation(
        "toy", FUNCTIONS["sha256"], (source,), "toy", None, 16, options=("-Wno-all",)
    )
    with opened(given, cpu) as session:
        machine = session.machine
        objects = session.arranged([("b", 1, False), ("g", 2, False)])
        machine.write(objects[0].address, b"\x21")
        machine.write(objects[1].address, b"\x00\x65")
        values = [9, objects[0].address, 100, 2, 77, 1, objects[1].address]
        kinds = ["unsigned", "pointer", "unsigned", "unsigned", "size", "unsigned", "pointer"]
        arguments = [Argument(kind, value) for kind, value in zip(kinds, values, strict=True)]
        for detail in (True, False):
            machine.call("toy_sum", arguments, objects, detail=detail)
            wanted = 9 + 3 * 0x21 + 500 + 14 + 847 + 13 + 17 * 0x65
            assert machine.returned(session.cpu.abi.int_bytes) == wanted
        with pytest.raises(MoteError):
            machine.call("toy_sum", arguments, objects[:1], detail=True)
        if session.cpu.abi.arguments[4:] == ():
            # One word beyond them is the caller's own.
            few = [Argument("unsigned", 1)] * 5
            with pytest.raises(MoteError, match="read"):
                machine.call("toy_above", few, [], detail=True)
