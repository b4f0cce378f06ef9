"""Units on PicoRV32's own hardware, and their gates."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from mote import cli
from mote.common.errors import MoteError
from mote.ise.area import synthesize
from mote.ise.riscv import area, called, functions, isa, kernels, lockstep, machine, unit

pytestmark = [
    pytest.mark.skipif(
        shutil.which("verilator") is None or shutil.which(machine.COMPILER) is None,
        reason="needs Verilator and the RISC-V compiler",
    ),
    pytest.mark.long,
    pytest.mark.turns("RISC-V units", 8, "python/mote/ise/riscv", "cores/riscv"),
]

CORE = "picorv32"


def test_instructions_on_the_core(capsys: pytest.CaptureFixture[str]) -> None:
    """`mote ise check --core picorv32`: the proof, and every instruction on the core."""
    assert cli.main(["ise", "check", "--core", CORE, "bits"]) == 0
    assert "180 ran on picorv32 beside the description" in capsys.readouterr().out


def test_a_wrong_unit_is_seen_on_the_core(monkeypatch: pytest.MonkeyPatch) -> None:
    """A unit that takes the operands in the other order, and one that never answers."""
    right = unit.verilog(isa.instructions(["bits"]))
    crossed = right.replace("pcpi_rs1 & ", "pcpi_rs2 & ")
    silent = right.replace("assign pcpi_ready = ", "assign pcpi_ready = 1'b0 & ")
    assert right not in (crossed, silent)
    for text, words in (
        (crossed, "the core's hardware gives"),
        (silent, "test has an instruction or an access that the core refuses"),
    ):
        monkeypatch.setattr(unit, "verilog", lambda _, text=text: text)
        with pytest.raises(MoteError, match=words):
            lockstep.compare(CORE, isa.instructions(["bits"]))


def test_cycles_of_kernels() -> None:
    """SHA-256: each is ahead of the plain file; the cycles are what can be counted by hand.

    An instruction of the unit takes 4 cycles, one of the core's 3, a load or store 5.  A round of
    sha256_add is a load, 11 instructions and 2 of the unit; a step of the schedule 1 and 2.  A
    word of the block is a load and one of the unit; one of the hash value a load, an addition and a
    store.
    """
    plain = kernels.measure(CORE, kernels.PLAIN).block
    found = {name: kernels.measure(CORE, name).block for name in kernels.kernels(CORE)}
    assert all(cycles < plain for cycles in found.values())
    assert {"sha256_add", "sha256_sigma", "sha256_few", "bits"} <= set(found)
    counted = 64 * (5 + 11 * 3 + 2 * 4) + 48 * (3 + 2 * 4) + 16 * (5 + 4) + 8 * (5 + 3 + 5)
    assert counted < found["sha256_add"] < counted + 100


def test_cycles_of_aes() -> None:
    """A round of aes_pair is 8 instructions of the unit, 4 loads, and 4 of the core.

    With the standard's it is 16 and 4 loads.  A block has 8 loads, 4 instructions and 4 stores
    more, and the loop, whose jumps take longer.
    """
    plain = kernels.measure(CORE, kernels.PLAIN, "aes128").block
    found = {name: kernels.measure(CORE, name, "aes128").block for name in ("aes_pair", "zkne")}
    text = 8 * 5 + 4 * 3 + 4 * 5
    assert 0 < found["aes_pair"] - (10 * (8 * 4 + 4 * 5 + 4 * 3) + text) < 30
    assert 0 < found["zkne"] - (10 * (16 * 4 + 4 * 5) + text) < 30
    assert plain > 5 * found["aes_pair"]


def test_cycles_of_ascon() -> None:
    """A round of ascon_sigma is 31 instructions of the core and 10 of the unit."""
    plain = kernels.measure(CORE, kernels.PLAIN, "ascon_p12").block
    found = kernels.measure(CORE, "ascon_sigma", "ascon_p12").block
    assert 0 < found - 12 * (31 * 3 + 10 * 4) < 40
    assert plain > 2.5 * found


def test_cycles_of_chacha() -> None:
    """A quarter round of chacha_turn is 4 instructions of the core and 4 of the unit."""
    plain = kernels.measure(CORE, kernels.PLAIN, "chacha20").block
    found = kernels.measure(CORE, "chacha_turn", "chacha20").block
    counted = 80 * (4 * 3 + 4 * 4) + 16 * (3 * 5 + 2 * 3 + 5) + 2 * 5
    assert 0 < found - counted < 110
    assert plain > 1.9 * found


def test_cycles_of_keccak() -> None:
    """The count of cores/riscv/kernels/keccak_f1600/keccak_turn.S, and the standard's behind it."""
    names = (kernels.PLAIN, "bits", "keccak_turn")
    plain, standard, found = (kernels.measure(CORE, name, "keccak_f1600").block for name in names)
    counted = 78 * 5 + (5 + 3 + 110 + 40 + 2) * 3 + (5 + 47) * 4
    assert 0 < found - 24 * counted < 1100
    assert plain > 1.37 * found
    assert standard > 1.1 * found


def test_cycles_of_keccak_with_a_register() -> None:
    """The count of its keccak_chi.S, and the plain file behind it."""
    names = (kernels.PLAIN, "keccak_chi")
    plain, found = (kernels.measure(CORE, name, "keccak_f1600").block for name in names)
    counted = 74 * 5 + (5 + 40 + 2) * 3 + (10 + 50 + 50) * 4
    assert 0 < found - 24 * counted < 1100
    assert plain > 1.5 * found


@pytest.mark.parametrize(
    ("of", "kernel", "old", "new", "words"),
    [
        ("aes128", "aes_pair", "aes_half", "aes_last", "which is not that of the plaintext"),
        ("ascon_p12", "ascon_sigma", "0xF0", "0xF1", "which is not that of the message"),
        ("ascon_p12", "ascon_sigma", "lw      s1, 4", "lw      s1, 0", "it does not keep s1"),
        ("chacha20", "chacha_turn", "\\b, \\c, 3", "\\b, \\c, 2", "that of the plaintext"),
        ("keccak_f1600", "keccak_turn", "turn - 16", "(turn - 16) ^ 1", "that of the one before"),
        ("ascon_p12", "ascon_sigma", "addi    DATA", "sw      U, 40(S)\n addi    DATA", "beside"),
    ],
)
def test_a_wrong_kernel_is_no_figure(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    of: str,
    kernel: str,
    old: str,
    new: str,
    words: str,
) -> None:
    """What is wrong in a kernel is found: its result, a register that it loses, what it writes."""
    what = functions.function(of)
    for path in what.folder.iterdir():
        text = path.read_text()
        if path.stem == kernel:
            assert old in text
            text = text.replace(old, new)
        (tmp_path / of / path.name).parent.mkdir(exist_ok=True)
        (tmp_path / of / path.name).write_text(text)
    monkeypatch.setattr(called, "KERNELS", tmp_path)
    with pytest.raises(MoteError, match=words):
        kernels.measure(CORE, kernel, of)


def test_a_wrong_digest_is_no_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    """A kernel with one wrong instruction has no cycles."""
    right = isa.instructions
    swapped = {"add_sum0": "add_sum1", "add_sum1": "add_sum0"}

    def other(names: tuple[str, ...]) -> tuple[isa.Instruction, ...]:
        return tuple(
            isa.Instruction(swapped.get(x.name, x.name), x.pattern, x.meaning, x.prose)
            for x in right(names)
        )

    monkeypatch.setattr(isa, "instructions", other)
    with pytest.raises(MoteError, match="which is not that of the message"):
        kernels.measure(CORE, "sha256_add")


def test_area_of_a_unit() -> None:
    """The unit alone, with the 16-bit core's library: 4 functions of 2 exclusive ors a bit."""
    found = synthesize(area.unit_of("picorv32", ["sha256_sigma"]))
    assert found.sequential == 0
    assert 400 < found.total < 1200


def test_refused_options(capsys: pytest.CaptureFixture[str]) -> None:
    """What is for the 16-bit core alone is said."""
    for words, told in (
        (["area", "--core", CORE, "--write"], "of picorv32 --write and --check go with --clock"),
        (["verilog", "--core", CORE, "out"], "a unit has extensions: name them"),
        (["check", "--core", CORE, "blake_g"], "blake_g"),
        (["table", "aes128"], "a function's table is one of a RISC-V core"),
        (["table", "--core", CORE, "aes"], "did you mean 'aes128'?"),
    ):
        assert cli.main(["ise", *words]) != 0
        assert told in capsys.readouterr().err
    with pytest.raises(
        MoteError, match="no units for the core 'ibex'; there are for: picorv32, vexriscv"
    ):
        machine.check_core("ibex")
