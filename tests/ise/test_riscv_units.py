"""Units for RISC-V cores: descriptions, proofs, macros, and what is refused."""

from __future__ import annotations

import dataclasses
import random
import shutil
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from mote import cli
from mote.common.errors import MoteError
from mote.ise.riscv import called, functions, isa, kernel_proof, macros, proof, unit
from mote.machines.riscv_bits import NAMES
from mote.pic24.expr import Expr, var
from mote.pic24.isa import load_module
from mote.proving.concrete import Concrete
from mote.proving.lift import LONGEST
from mote.proving.lifter import lifter_of
from mote.specifications import aes, ascon
from mote.specifications.words import INTEGERS, Integer

MASK = 0xFFFFFFFF
TOOLS = "riscv64-unknown-elf-"


def ror(x: int, n: int) -> int:
    return (x >> n | x << 32 - n) & MASK


def sigma(x: int, *numbers: int, shift: int = 0) -> int:
    """The rotations of SHA-256 (FIPS 180-4, section 4.1.2), and the shift where there is one."""
    total = x >> shift if shift else 0
    for n in numbers:
        total ^= ror(x, n)
    return total


def column(rows: list[int]) -> int:
    """MixColumns of a column by the specification."""
    state = [Integer(row, 8) for row in rows] * 4
    mixed = aes.mixed(INTEGERS, state, aes.MIX)[:4]
    return sum(byte.value << 8 * row for row, byte in enumerate(mixed))


def of_pair(s: int, t: int) -> list[int]:
    """What aes_column mixes: two bytes as they are, and two S-boxes."""
    return [s >> 8 & 255, aes.S_BOX[s & 255], aes.S_BOX[t >> 24], t >> 16 & 255]


def of_one(t: int, number: int) -> int:
    """The S-box of a byte, with 4 its column of MixColumns for row 0."""
    byte = aes.S_BOX[t >> 8 * (number & 3) & 255]
    return column([byte, 0, 0, 0]) if number & 4 else byte


def of_ascon(s: int, t: int, number: int) -> int:
    """The low half of Sigma of a word with these halves; what numbers from 5 on give is s."""
    if number > 4:
        return s
    a, b = ascon.ROTATIONS[number]
    word = Integer(t << 32 | s, 64)
    sigma = word ^ word.rotr(a) ^ word.rotr(b)
    return sigma.value & MASK ^ (MASK if number >= 2 else 0)


PLAIN: dict[str, Callable[[int, int, int], int]] = {
    "ascon_sigma": of_ascon,
    "chacha_turn": lambda s, t, n: ror(s ^ t, 32 - (16, 12, 8, 7)[n]),
    "keccak_turn": lambda s, t, n: ror(s ^ t, -n % 32),
    "keccak_turn16": lambda s, t, n: ror(s ^ t, 16 - n),
    "keccak_theta": lambda s, t, _: s ^ ror(t, 31),
    "aes_half": lambda s, t, _: int.from_bytes(
        [t >> 8 & 255, aes.S_BOX[s & 255], aes.S_BOX[t >> 24], s >> 16 & 255], "little"
    ),
    "aes_last": lambda s, t, _: int.from_bytes(of_pair(s, t), "little"),
    "aes_column": lambda s, t, _: column(of_pair(s, t)),
    "aes_turn": lambda s, t, n: ror(s, 8) ^ of_one(t, n),
    "aes32es": lambda s, t, n: s ^ ror(of_one(t, n), -8 * (n & 3) % 32),
    "sha256_sum0": lambda s, _, __: sigma(s, 2, 13, 22),
    "sha256_sum1": lambda s, _, __: sigma(s, 6, 11, 25),
    "sha256_sig0": lambda s, _, __: sigma(s, 7, 18, shift=3),
    "sha256_sig1": lambda s, _, __: sigma(s, 17, 19, shift=10),
    "add_sum0": lambda s, t, _: t + sigma(s, 2, 13, 22) & MASK,
    "add_sum1": lambda s, t, _: t + sigma(s, 6, 11, 25) & MASK,
    "add_sig0": lambda s, t, _: t + sigma(s, 7, 18, shift=3) & MASK,
    "add_sig1": lambda s, t, _: t + sigma(s, 17, 19, shift=10) & MASK,
    "few_sum0": lambda s, _, __: sigma(s, 2, 13, 22),
    "few_sum1": lambda s, _, __: sigma(s, 6, 11, 25),
    "few_sig1": lambda s, _, __: sigma(s, 17, 19, shift=10),
    "swap_bytes": lambda s, _, __: int.from_bytes(s.to_bytes(4, "little"), "big"),
    "rotate": lambda s, n, _: ror(s, n),
    "and_not": lambda s, t, _: s & ~t & MASK,
    "reverse": lambda s, _, __: int.from_bytes(s.to_bytes(4, "little"), "big"),
}


def test_descriptions() -> None:
    """Every instruction computes what plain Python does, or has a test file of its own."""
    source = random.Random(0)
    own = {
        name for name in isa.names() if Path(__file__).with_name(f"test_riscv_{name}.py").is_file()
    }
    for instruction in isa.instructions(name for name in isa.names() if name not in own):
        for _ in range(50):
            s, t = source.randrange(1 << 32), source.randrange(1 << 32)
            second = t % 32 if instruction.second == "i" else t
            number = source.randrange(1 << instruction.number_bits)
            wanted = PLAIN[instruction.name](s, second, number)
            assert instruction.compute(s, second, number) == wanted


def test_s_box() -> None:
    """The circuit and the table are the specification's, for all bytes."""
    module = load_module(isa.EXTENSIONS / "_aes.py")
    assert list(module.SBOX) == aes.S_BOX
    circuit = module.gates(var("s", 8))
    assert [isa.evaluate(circuit, {"s": byte}) for byte in range(256)] == aes.S_BOX


def test_a_wrong_gate_is_not_proved() -> None:
    """The proof compares the circuit in the unit with the table in the description."""
    instructions = isa.instructions(["aes_pair"])
    text = unit.verilog(instructions)
    lines = text.splitlines()
    gates = [n for n, line in enumerate(lines) if " & w" in line and "wire [0:0]" in line]
    assert len(gates) >= 64
    for n in (gates[0], gates[-1]):
        wrong = [*lines[:n], lines[n].replace(" & ", " | "), *lines[n + 1 :]]
        with pytest.raises(MoteError, match="says: the result"):
            proof.prove("\n".join(wrong), instructions)


@pytest.mark.parametrize("name", isa.names())
def test_proof(name: str) -> None:
    """The unit is what the description says, and a unit with one fault is not."""
    instructions = isa.instructions([name])
    text = unit.verilog(instructions)
    assert proof.prove(text, instructions) == len(instructions)
    head, _, body = text.partition(");")
    for old, new, words in (
        ("pcpi_rs1[", "pcpi_rs2[", "computes something else"),
        ("pcpi_wait = 1'b0", "pcpi_wait = pcpi_valid", "pcpi_wait"),
        ("= pcpi_valid & (", "= (", "not the unit's: the hardware computes something else"),
        ("32'hfe00707f", "32'hfc00707f", "computes something else"),
        ("32'hfff0707f", "32'hffe0707f", "not the unit's"),
    ):
        if old not in body:
            continue
        with pytest.raises(MoteError, match=words):
            proof.prove(f"{head});{body.replace(old, new, 1)}", instructions)


def test_proof_at_the_cfu_port() -> None:
    """The unit as VexRiscv takes it is proved too; crossed operands and a silent one are not."""
    for name in ("zkne", "sha256_add"):
        instructions = isa.instructions([name])
        text = unit.cfu(instructions)
        assert proof.prove(text, instructions) == len(instructions)
    for old, new, words in (
        (".pcpi_rs1(cmd_payload_inputs_0)", ".pcpi_rs1(cmd_payload_inputs_1)", "says: the result"),
        ("rsp_valid = cmd_valid", "rsp_valid = 1'b0", "says: rsp_valid"),
        ("cmd_ready = rsp_ready", "cmd_ready = cmd_valid", "says: cmd_ready"),
        ("[9:3], 10'd0", "[8:3], 11'd0", "says: the result"),
    ):
        assert old in text
        with pytest.raises(MoteError, match=words):
            proof.prove(text.replace(old, new), instructions)
    with pytest.raises(MoteError, match="rotate: the CFU port has custom-0 alone"):
        unit.cfu(isa.instructions(["bits"]))


@pytest.mark.long
@pytest.mark.turns("RISC-V kernels' proofs", 8, "python/mote/ise/riscv", "cores/riscv")
@pytest.mark.skipif(shutil.which(f"{TOOLS}gcc") is None, reason="needs the RISC-V compiler")
def test_kernel_proof(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A kernel is proved; one with a fault is not, nor one that writes where it may not."""
    assert cli.main(["ise", "prove", "ascon_p12", "ascon_sigma"]) == 0
    assert "ascon_sigma.S is proved: 832 bits" in capsys.readouterr().out
    of = functions.function("ascon_p12")
    text = (of.folder / "ascon_sigma.S").read_text()
    (tmp_path / of.name).mkdir()
    monkeypatch.setattr(called, "KERNELS", tmp_path)
    for old, new, words in (
        ("diffuse \\x3, \\x4, X4H, 4", "diffuse \\x3, \\x4, X4H, 3", "not what the specification"),
        ("lw      s1, 4(sp)", "lw      s1, 0(sp)", "does not restore s1"),
        ("addi    DATA", "sw      U, 40(S)\n addi    DATA", "outside what the contract permits"),
        ("beqz    BLOCKS, done", "beqz    T, done", "is not proved"),
    ):
        assert old in text
        (tmp_path / of.name / "ascon_sigma.S").write_text(text.replace(old, new))
        with pytest.raises(MoteError, match=words):
            kernel_proof.prove(of, "ascon_sigma")


def test_lifted_instructions() -> None:
    """What a proof takes an instruction for is what it computes."""
    source = random.Random(3)
    every = isa.instructions(isa.names())
    lifter = lifter_of(kernel_proof.cpu_with("all", every))
    registers = lifter.architecture.registers
    assert isinstance(lifter.architecture, kernel_proof.Processor)
    state = lifter.architecture.held
    for instruction in every:
        for _ in range(8 if instruction.steps == 1 else 2):
            d, s, t = (source.randrange(32) for _ in range(3))
            number = source.randrange(1 << instruction.number_bits)
            values = {name: source.randrange(1 << 32) for name in NAMES} | {"zero": 0}
            word = instruction.word(d, s, t if instruction.second else 0, number)
            second = values[NAMES[t]] if instruction.second == "t" else t
            held = {each.name: source.randrange(1 << each.bits) for each in instruction.state}
            before = dict(held)
            wanted = instruction.execute(held, values[NAMES[s]], second, number) if d else 0
            lifted = lifter.lift(0, word.to_bytes(4, "little").ljust(LONGEST, b"\0"))
            machine = Concrete(False, lambda space, address: 0)
            for name, value in values.items():
                if name != "zero":
                    machine.put(registers[name], value)
            for name, value in before.items():
                machine.put(state[name], value)
            machine.execute(lifted)
            assert not d or machine.get(registers[NAMES[d]]) == wanted
            assert not d or {name: machine.get(state[name]) for name in held} == held


def test_one_adder() -> None:
    """Instructions that end with an addition share one."""
    text = unit.verilog(isa.instructions(["sha256_add"]))
    assert sum(" + " in line.partition("//")[0] for line in text.splitlines()) == 1


USE = """\
#include "extensions.h"
uint32_t use(uint32_t s, uint32_t t) {
    return BODY;
}
"""


@pytest.mark.skipif(shutil.which(f"{TOOLS}gcc") is None, reason="needs the RISC-V compiler")
def test_macros_and_header(tmp_path: Path) -> None:
    """The assembler makes of macros and intrinsics the words that the unit knows."""
    every = isa.instructions(isa.names())
    (tmp_path / "extensions.inc").write_text(macros.assembly(every, "all"))
    (tmp_path / "extensions.h").write_text(macros.header(every, "all", "EXTENSIONS_H"))
    source, lines, words = random.Random(1), ['#include "extensions.inc"'], []
    for instruction in every:
        d, s, t = (source.randrange(32) for _ in range(3))
        number = source.randrange(1 << instruction.number_bits)
        second = {"": "", "t": f", {NAMES[t]}", "i": f", {t} + 0"}[instruction.second]
        second += f", {number} + 0" if instruction.number_bits else ""
        lines.append(f"        {instruction.name} {NAMES[d]}, {NAMES[s]}{second}")
        words.append(instruction.word(d, s, t if instruction.second else 0, number))
    (tmp_path / "macros.S").write_text("\n".join([*lines, ""]))
    seconds = {"": "", "t": ", t", "i": ", 31"}
    numbers = ["", *(f", {(1 << bits) - 1}" for bits in range(1, 5))]
    calls = [f"mote_{x.name}(s{seconds[x.second]}{numbers[x.number_bits]})" for x in every]
    (tmp_path / "use.c").write_text(USE.replace("BODY", " ^ ".join(calls)))
    for name in ("macros.S", "use.c"):
        command = [f"{TOOLS}gcc", "-march=rv32im", "-mabi=ilp32", "-O1", "-ffreestanding"]
        command += ["-Wall", "-Wextra", "-Werror", "-c", name, "-o", f"{name}.o"]
        made = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert made.returncode == 0, made.stderr
        copy = [f"{TOOLS}objcopy", "-O", "binary", "-j", ".text", f"{name}.o", f"{name}.bin"]
        subprocess.run(copy, cwd=tmp_path, check=True)
    code = {
        name: [int.from_bytes(data[n : n + 4], "little") for n in range(0, len(data), 4)]
        for name in ("macros.S", "use.c")
        for data in [(tmp_path / f"{name}.bin").read_bytes()]
    }
    assert code["macros.S"] == words
    for instruction in every:
        mask, value = instruction.mask_value
        assert sum(word & mask == value for word in code["use.c"]) == 1
    for words_, last in (("rotate a0, a0, 32", 31), ("aes32es a0, a0, a1, 8", 7)):
        (tmp_path / "wrong.S").write_text(f'#include "extensions.inc"\n {words_}\n')
        command = [f"{TOOLS}gcc", "-march=rv32im", "-mabi=ilp32", "-c", "wrong.S"]
        made = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert f"the number is not from 0 to {last}" in made.stderr


DESCRIPTION = """\
from mote.ise.riscv.isa import Instruction
INSTRUCTIONS = [Instruction("NAME", "PATTERN", lambda i: MEANING, "Prose.")]
"""
GOOD = {"NAME": "mine", "PATTERN": "0001111 ttttt sssss 000 ddddd 0001011", "MEANING": "i.s"}


@pytest.mark.parametrize(
    ("what", "text", "words"),
    [
        ("NAME", "Mine", "name: it is small letters"),
        ("PATTERN", "0001111 ttttt sssss 000 ddddd 000101", "pattern: it is not funct7 rs2"),
        ("PATTERN", "0001111 ttttt sssss 000 ddddd 0110011", "its opcode is 0110011; it is"),
        ("PATTERN", "0000101 ttttt sssss 000 ddddd 0001011", "which PicoRV32 has on custom-0"),
        ("PATTERN", "1000111 iiiii sssss 000 ddddd 0001011", "with iiiii its first bit is 0"),
        ("PATTERN", "nnn0101 ttttt sssss 000 ddddd 0001011", "which PicoRV32 has on custom-0"),
        ("PATTERN", "nnnnn11 ttttt sssss 000 ddddd 0001011", "pattern: it is not funct7 rs2"),
        ("PATTERN", "n001111 iiiii sssss 000 ddddd 0001011", "it has two numbers, iiiii and n"),
        ("MEANING", "i.n", "it takes n, which the pattern lacks; it has: s, t"),
        ("MEANING", "i.s[:16]", "it has 16 bits; a register has 32"),
        ("MEANING", "i.i", "it takes i, which the pattern lacks; it has: s, t"),
        ("MEANING", "i.s + i.t[:8]", "widths 32 and 8 do not agree"),
    ],
)
def test_refused(tmp_path: Path, what: str, text: str, words: str) -> None:
    """What is wrong with a description is said in a line."""
    made = DESCRIPTION
    for key, value in {**GOOD, what: text}.items():
        made = made.replace(key, value)
    (tmp_path / "mine.py").write_text(made)
    with pytest.raises(MoteError, match=r"mine\.py: ") as caught:
        isa.extension("mine", tmp_path)
    assert words in str(caught.value) and "\n" not in str(caught.value)


def test_one_word_twice(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Two extensions may not share an instruction word."""
    for name in ("first", "second"):
        made = DESCRIPTION
        for key, value in {**GOOD, "NAME": name}.items():
            made = made.replace(key, value)
        (tmp_path / f"{name}.py").write_text(made)
    of = isa.extension
    monkeypatch.setattr(isa, "extension", lambda name: of(name, tmp_path))
    with pytest.raises(MoteError, match=r"second: pattern: the instruction word .* is first too"):
        isa.instructions(["first", "second"])
    with pytest.raises(MoteError, match="unknown extension 'third' of RISC-V"):
        isa.instructions(["third"])


@pytest.mark.always
def test_a_circuit_is_proved_like_any_unit() -> None:
    """What instructions have in common; of some of them each has its meaning; a wrong one."""
    for name in ("keccak_turn", "keccak_chi"):
        whole = isa.instructions([name])
        assert proof.prove(unit.verilog(whole), whole) == 3
        assert proof.prove(unit.cfu(whole), whole) == 3
        some = whole[1:]
        assert proof.prove(unit.verilog(some), some) == 2
        of = whole[0].circuit
        assert of is not None

        def changed(i: isa.Operands, of: isa.Circuit = of) -> tuple[Expr, Mapping[str, Expr]]:
            result, after = of.made(i)
            return result ^ 1, after

        wrong = isa.Circuit(of.names, changed)
        replaced = tuple(dataclasses.replace(each, circuit=wrong) for each in whole)
        with pytest.raises(MoteError, match="the hardware computes something else"):
            proof.prove(unit.verilog(replaced), replaced)
    whole = isa.instructions(["keccak_chi"])
    slow = tuple(dataclasses.replace(each, steps=2) for each in whole)
    with pytest.raises(MoteError, match="circuit: it is for instructions of one step"):
        unit.verilog(slow)


def test_a_circuit_leaves_a_register_as_it_says() -> None:
    """A circuit that keeps something else in the register is not proved."""
    whole = isa.instructions(["keccak_chi"])
    of = whole[0].circuit
    assert of is not None

    def changed(i: isa.Operands) -> tuple[Expr, Mapping[str, Expr]]:
        return of.made(i)[0], {"before": i.s}

    replaced = tuple(
        dataclasses.replace(each, circuit=isa.Circuit(of.names, changed)) for each in whole
    )
    with pytest.raises(MoteError, match="the register before behind it"):
        proof.prove(unit.verilog(replaced), replaced)
