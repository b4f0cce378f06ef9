"""POWER: the vector instructions that are described here, and proofs of files that use them."""

from __future__ import annotations

import dataclasses
import random
import shutil
from pathlib import Path
from typing import Any

import pytest

from mote.catalog import catalog
from mote.catalog.function import Implementation
from mote.common.paths import ROOT
from mote.proving import differential, engine, forms, ghash, outcome, proofs, streams
from mote.proving.architectures import power_crypto, power_vectors
from mote.proving.architectures.power_fields import Fields, general, vector
from mote.proving.forms import PLACE
from mote.proving.lift import Operation, UnknownInstruction, Varnode
from mote.proving.lifter import lifter_of
from mote.proving.machine import SymbolicMachine
from mote.proving.references import reference_of
from mote.proving.terms import Terms
from mote.specifications import aes

pytest.importorskip("pypcode")

CPUS = catalog.cpus()
NAMES = ("power8-le", "power8-be")


def encoding(cpu: str, word: int) -> forms.Encoding:
    return forms.Encoding(word.to_bytes(4, "big" if CPUS[cpu].endianness == "big" else "little"))


def words(seed: int) -> list[int]:
    """An instruction word of each that is described, with other operands for each seed."""
    chance = random.Random(seed)

    def word(primary: int, extended: int, free: int) -> int:
        """free: the bits below the two registers that the operands take."""
        operands = chance.getrandbits(10) << 16 | chance.getrandbits(16) & free
        return primary << 26 | operands | extended

    found = [word(4, xo, 0xF800) for xo in power_vectors.CHAPTER_6]
    found += [word(4, xo, 0xF800 | 0x3C0 if xo == 44 else 0xFFC0) for xo in power_vectors.FOUR]
    for xo in power_vectors.CHAPTER_7:
        found.append(word(60, xo << 3, 0xF803 if xo == power_vectors.SPLAT_WORD else 0xF807))
    for xo, each in power_vectors.MEMORY.items():
        of_move = each.text is power_vectors.MEMORY[51].text
        free = 1 if of_move else 0xF801 if each.of_vsx else 0xF800
        found.append(word(31, xo << 1, free))
    found += [word(primary, 0, 0xFFFF) for primary in power_vectors.FLOATS]
    return found


@pytest.mark.parametrize("name", NAMES)
def test_all_that_is_described_is_what_the_simulator_does(name: str) -> None:
    """Those, too, that no file uses yet: AES, products of polynomials, loads of whole vectors."""
    reference = reference_of(CPUS[name])
    lifter = lifter_of(CPUS[name])
    seen = set()
    for number, word in enumerate(words(7)):
        each = encoding(name, word)
        text = lifter.lift(PLACE, each.code).text
        tried = differential.try_form(reference, text, [each], 2, seed=number)
        assert not tried.differences, tried.differences[0]
        seen.add(text.split()[0])
    assert len(seen) > 75
    assert {"vcipher", "vncipherlast", "vsbox", "vpmsumd", "lvx", "stvx", "vpermxor"} < seen


def fails(name: str, mnemonic: str) -> bool:
    """Whether the simulator tells an instruction apart from its description."""
    reference = reference_of(CPUS[name])
    named = [(each, power_vectors.description(each)) for each in words(3)]
    word = next(word for word, found in named if found is not None and found.name == mnemonic)
    return bool(
        differential.try_form(reference, mnemonic, [encoding(name, word)], 3, seed=5).differences
    )


SHIFTED = {size: dict.fromkeys(power_crypto.SIGMAS[size], (1, 8, 7)) for size in (4, 8)}
FAULTS: tuple[tuple[str, Any, str, Any], ...] = (
    ("vsbox", power_crypto, "S_BOX", power_crypto.INVERSE_S_BOX),
    ("vncipher", power_crypto, "INVERSE_S_BOX", power_crypto.S_BOX),
    ("vcipher", power_crypto, "_product", lambda f, byte, factor: byte),
    ("vshasigmaw", power_crypto, "SIGMAS", SHIFTED),
    ("vshasigmad", power_crypto, "SIGMAS", SHIFTED),
    ("vperm", power_vectors, "_third", lambda f: vector(33 + f.bits(21, 25))),
    ("vpermxor", power_vectors, "_picked", lambda f, source, index: index),
    ("vsubuwm", Fields, "joined", lambda f, parts: f.ops.make("COPY", 16, vector(40))),
    ("lxvd2x", power_vectors, "_at", lambda f, address, offset: address),
    ("stxvw4x", power_vectors, "_at", lambda f, address, offset: address),
    ("stfd", Fields, "element", lambda f, value, number, size: general(7)),
    ("mfvsrd", power_vectors, "general", lambda number: general(number ^ 1)),
)
"""An instruction, and something wrong in what it is described with."""


def test_faults_in_a_description_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    for mnemonic, module, attribute, wrong in FAULTS:
        assert not fails("power8-le", mnemonic), mnemonic
        monkeypatch.setattr(module, attribute, wrong)
        assert fails("power8-le", mnemonic), (mnemonic, attribute)
        monkeypatch.undo()


def test_a_store_or_a_branch_that_goes_elsewhere_is_noticed() -> None:
    name = "power8-be"
    reference = reference_of(CPUS[name])
    lifter = lifter_of(CPUS[name])

    def differences(word: int, **change: Any) -> list[str]:
        each = encoding(name, word)
        lifted = lifter.lift(PLACE, each.code)
        with pytest.MonkeyPatch.context() as patch:
            changed = dataclasses.replace(lifted, **change)
            patch.setattr(differential, "lifted_at", lambda *_: changed)
            tried = differential.try_form(reference, "r", [each], 4)
        return [each.what for each in tried.differences]

    stores = 62 << 26 | 5 << 21 | 6 << 16  # std r5,0(r6)
    assert differences(stores) == []
    loads = (Operation("LOAD", (general(6),), Varnode("unique", 0, 1), "ram"),)
    found = differences(stores, operations=loads)
    assert any("is written by the simulator alone" in what for what in found)
    assert any("ram 0x2" in what and ", simulator 0x" in what for what in found)
    returns = 19 << 26 | 20 << 21 | 16 << 1  # blr
    assert differences(returns) == []
    elsewhere = (Operation("RETURN", (lifter.architecture.registers["ctr"],)),)
    assert "program counter" in differences(returns, operations=elsewhere)[0]
    branches = 16 << 26 | 16 << 21 | 0x40  # bdnz
    assert differences(branches) == []
    assert "the simulator stops: signal 4 at 0x10040" in differences(branches, operations=())[0]
    # What ends in a trap, and what changes no register of either.
    traps = 31 << 26 | 31 << 21 | 4 << 1  # tw 31,r0,r0
    assert "the simulator stops: signal 5 at 0x10000" in differences(traps, operations=())[0]
    assert differences(24 << 26, operations=()) == []


def test_what_is_described_neither_here_nor_by_pypcode() -> None:
    with pytest.raises(UnknownInstruction, match="power8-le: 00 00 00 04 at"):
        lifter_of(CPUS["power8-le"]).lift(PLACE, (1 << 26).to_bytes(4, "little"))
    # And of vectors nothing is taken from pypcode: vavgub, lxv, lfs, lvewx.
    others = (4 << 26 | 1026, 61 << 26 | 1, 48 << 26, 31 << 26 | 71 << 1)
    for name in NAMES:
        for word in others:
            with pytest.raises(UnknownInstruction, match=r"is not described|is no instruction"):
                lifter_of(CPUS[name]).lift(PLACE, encoding(name, word).code)


# ---- proofs ----


def implementation_of(function: str) -> Implementation:
    found = {i.name: i for i in catalog.implementations(catalog.functions()[function])}
    return found["power8_fast"]


def changed(folder: Path, function: str, *changes: tuple[str, str]) -> Implementation:
    """A kernel's file with places changed."""
    whole = implementation_of(function)
    assert whole.kernel is not None
    text = whole.kernel.file.read_text()
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    file = folder / "power8_fast.S"
    file.write_text(text)
    shutil.copy(whole.kernel.file.parent / "kernel.toml", folder)
    kernel = dataclasses.replace(whole.kernel, file=file)
    return dataclasses.replace(whole, sources=(whole.sources[0], file), kernel=kernel)


def step(implementation: Implementation, cpu: str) -> outcome.Obligation:
    """Of the kernel by itself."""
    job = engine.ProofJob(implementation, CPUS[cpu], use_kept=False, obligations=("kernel",))
    [found] = engine.run(job)
    return found


def test_keccak_is_proved_in_both_byte_orders() -> None:
    for name in NAMES:
        found = step(implementation_of("sha3"), name)
        assert (found.verdict, found.bits, found.rewritten) == (outcome.PROVED, 1600, 1600)


def test_sha256_is_proved() -> None:
    """Its a is the sum of a named e and other words."""
    found = step(implementation_of("sha256"), "power8-le")
    assert found.verdict == outcome.PROVED and found.bits == found.rewritten == 2048
    assert found.rules["named"] > 50


@pytest.mark.parametrize(
    ("old", "new", "verdict", "words"),
    [
        # The constant of the last round: what comes before is as it should be.
        (".quad   0x8000000080008008, 0", ".quad 0x8000000080008009, 0", outcome.REFUTED, "says"),
        ("# stack = 224", "# stack = 208", outcome.OPEN, "outside what the contract permits"),
        ("lxvd2x  52 + n, 1, 5 + n", "nop", outcome.OPEN, "does not restore v20"),
    ],
)
def test_faults_in_a_file_are_noticed(
    tmp_path: Path, old: str, new: str, verdict: str, words: str
) -> None:
    found = step(changed(tmp_path, "sha3", (old, new)), "power8-le")
    assert found.verdict == verdict and words in found.detail, found


def test_what_the_book_leaves_undefined_is_another_value_each_time() -> None:
    """The lower half of what lfd loads, which the simulator clears."""
    lifter = lifter_of(CPUS["power8-le"])
    registers = lifter.architecture.registers
    loads = [50 << 26 | target << 21 | 3 << 16 for target in (1, 2, 1)]  # lfd f1,0(r3) and so on
    code = b"".join(word.to_bytes(4, "little") for word in (*loads, 0x4E800020))
    machine = SymbolicMachine(lifter, Terms(), lambda at, size: code[at - 0x1000 :][:size])
    machine.put(registers["lr"], lifter.architecture.return_to)
    machine.put(registers["r3"], 0x200000)
    machine.allow("data", 0x200000, 8)
    machine.program_counter = 0x1000
    halves = set()
    for most in (2, 1):
        machine.run(most=most)
        for name in ("vs1", "vs2"):
            bits = machine.bits(machine.get(registers[name]), 16)
            assert bits[64:] == machine.bits(machine.read(0x200000, 8), 8)
            assert len(set(bits[:64])) == 64 and min(bits[:64]) > 1
            halves.add(bits[:64])
    assert len(halves) == 3


OWN_C = ("ghash", "crc32", "crc32c", "chacha20", "salsa20")
"""Functions of which a file in C with POWER8's own instructions is proved."""


def test_every_file_of_power_is_asked_for() -> None:
    asked = {(i.function.name, cpu.name) for i, cpu in proofs.pairs() if cpu.machine == "qemu"}
    cpus = [cpu.name for cpu in CPUS.values() if cpu.machine == "qemu"]
    assembly = {(name, cpu) for name in ("sha256", "sha512", "sha3") for cpu in cpus}
    own_c = {(name, cpu) for name in OWN_C for cpu in NAMES}
    assert asked == assembly | own_c


# ---- C with POWER8's instructions ----


def of_c(function: str, cpu: str) -> outcome.Obligation:
    found = {i.name: i for i in catalog.implementations(catalog.functions()[function])}
    job = engine.ProofJob(found["power8"], CPUS[cpu], use_kept=False)
    [step] = engine.run(job)
    return step


@pytest.mark.parametrize("function", ["crc32", "crc32c"])
@pytest.mark.parametrize("cpu", NAMES)
@pytest.mark.sampled(8)
def test_checksums_in_c_are_proved(function: str, cpu: str) -> None:
    step = of_c(function, cpu)
    assert step.verdict == outcome.PROVED and step.bits == step.rewritten == 14 * 32


@pytest.mark.parametrize(("cpu", "first", "last"), [("power8-le", 0, 1), ("power8-be", 1, 3)])
def test_ghash_in_c_is_proved(
    monkeypatch: pytest.MonkeyPatch, cpu: str, first: int, last: int
) -> None:
    """Each case that is not long in one byte order: the stored proofs are of all in both."""
    monkeypatch.setattr(ghash, "CASES", ghash.CASES[first:last])
    step = of_c("ghash", cpu)
    assert step.verdict == outcome.PROVED and step.bits == step.rewritten == 128 * (last - first)


def test_what_is_not_ghash_is_refuted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ghash, "CASES", ghash.CASES[:1])
    monkeypatch.setattr(aes, "X_INVERSE", (0xC2, *[0] * 15))
    step = of_c("ghash", "power8-le")
    assert step.verdict == outcome.REFUTED and "32 bytes: dst[" in step.detail


STREAMS = {"chacha20": (320, 831), "salsa20": (320, 831, 448, 320, 255)}
"""Bytes of the texts of which a stream cipher is proved."""


@pytest.mark.parametrize("function", sorted(STREAMS))
@pytest.mark.parametrize("cpu", NAMES)
@pytest.mark.sampled(4)
def test_stream_ciphers_in_c_are_proved(function: str, cpu: str) -> None:
    step = of_c(function, cpu)
    assert step.verdict == outcome.PROVED, step.detail
    # Behind the first text also what init writes: the state, and that no byte of a block is left.
    assert step.bits == 8 * (sum(STREAMS[function]) + 64 + 4) and step.bits - step.rewritten < 2


CARRY = "cc->state[9] += (low & ~cc->state[8]) >> 31;\n"


@pytest.mark.parametrize(
    ("function", "old", "new", "case", "words"),
    [
        # The last of four blocks has the number of the one before it.
        ("chacha20", "{0, 1, 2, 3}", "{0, 1, 2, 2}", 0, "any number, 320 bytes: dst[192] becomes"),
        # A single block behind them, and the number behind that one.
        ("chacha20", "d = TURNED(d, 3);", "d = TURNED(d, 2);", 0, "dst[256] becomes"),
        ("chacha20", "cc->state[12]++;", "cc->state[12] += 2;", 0, "any number, 320 bytes: cc[48]"),
        # The next four blocks, in the second call.
        ("salsa20", "number = ADD(number, four);", "", 1, "63 and 768 bytes in place: src[257]"),
        # Four blocks where a byte of the last one is left, or where a byte of the text is missing.
        ("salsa20", "cc->left == 0 && n", "cc->left == 1 && n", 1, "in place: src[0] becomes"),
        ("salsa20", "? len / 256", "? len / 255", 1, "outside what the contract permits"),
        ("salsa20", "len / 256 < ", "len * 256 < ", 4, "outside what the contract permits"),
        # The carry of a single block's number, and of four: whether there are four before 2^32.
        ("salsa20", CARRY + "}\n\n/* Section 9", "}\n\n/* Section 9", 2, "0xfffffffd, 448 bytes"),
        ("salsa20", CARRY + "    /* What", "    /* What", 3, "0xfffffffc, 320 bytes: dst[256]"),
        ("salsa20", "+ 1) / 4)", "+ 2) / 4)", 2, "number 0xfffffffd, 448 bytes: dst[192]"),
    ],
)
def test_a_wrong_stream_cipher_is_not_proved(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    function: str,
    old: str,
    new: str,
    case: int,
    words: str,
) -> None:
    one = streams.cases(streams.CIPHERS[function], in_groups=True)[case]
    monkeypatch.setattr(streams, "cases", lambda *_, **__: [one])
    found = {i.name: i for i in catalog.implementations(catalog.functions()[function])}
    header = ROOT / "src" / "salsa" / "power8.h"
    text = found["power8"].source.read_text()
    text = text.replace('#include "salsa/power8.h"', header.read_text())
    assert text.count(old) == 1
    file = tmp_path / "power8.c"
    file.write_text(text.replace(old, new))
    faulty = dataclasses.replace(found["power8"], sources=(file,))
    [step] = engine.run(engine.ProofJob(faulty, CPUS["power8-le"], use_kept=False))
    verdict = outcome.OPEN if "permits" in words else outcome.REFUTED
    assert step.verdict == verdict and words in step.detail, step.detail


def test_a_sum_with_a_named_one_in_it_is_what_another_name_stands_for() -> None:
    terms = ghash.Resolved()
    x, y, z, other = (terms.variable(name) for name in ("x", "y", "z", "other"))
    part = terms.xor(x, y)
    whole = terms.xor(part, z)
    terms.name((part,))
    terms.name((whole,))
    # x + y has a name now, so that x + y + z is another sum than it was.
    assert terms.xor(terms.xor(x, y), z) == whole
    assert terms.xor(terms.xor(x, y) ^ 1, z) == whole ^ 1
    assert terms.xor(terms.xor(x, y), other) >> 1 not in (whole >> 1, part >> 1)
    assert Terms.xor(terms, part, z) != whole
