"""The 16-bit core's hardware under Verilator: lockstep with the simulator, and faults in it."""

from __future__ import annotations

import gc
import random
import weakref
from pathlib import Path

import pytest

from mote.building.image import Region
from mote.building.toolchains import pic24 as toolchain
from mote.catalog.catalog import load_cpu
from mote.common.errors import MoteError
from mote.common.paths import ROOT
from mote.ise import kernels
from mote.machines import open_machine, pic24
from mote.machines.call import Argument
from mote.pic24 import lockstep
from mote.pic24.hardware import Hardware, boot
from mote.pic24.isa import ABSENT_WORDS, CORCON_PSV
from mote.pic24.sets import extension_names, instruction_set
from mote.pic24.simulator import CYCLES, READS, WRITES, Simulator

EXTENSIONS = extension_names()
PROGRAMS = 40

LARGEST = 80
"""Faults that are tried in an extension."""


@pytest.fixture(scope="module")
def hardware() -> Hardware:
    """A core with every extension, in which signals can be at fault."""
    return Hardware(EXTENSIONS, faults=True)


@pytest.mark.turns("16-bit core", 16, "python/mote/pic24", "python/mote/ise", "cores/pic24")
def test_lockstep(hardware: Hardware) -> None:
    """Every form of every instruction, hazards and traps; base set and all extensions."""
    hardware.fault = 0
    coverage = lockstep.run(EXTENSIONS, seed=1, programs=PROGRAMS, hardware=hardware)
    assert coverage.missing(instruction_set(EXTENSIONS).instructions) == []
    assert coverage.hazards["operand"] > 1000
    assert coverage.hazards["address"] > 1000
    assert coverage.hazards["memory"] > 50
    # One in six short programs ends with each of these.
    short = lockstep.run(EXTENSIONS, seed=1000, programs=60, length=12, hardware=hardware)
    assert {"alignment", "stack", "arithmetic", "read", "write"} <= set(short.traps)


def words(defined: bool, count: int, seed: int) -> list[int]:
    """Random instruction words of one word that are, or are not, instructions."""
    r = random.Random(seed)
    set_ = instruction_set(EXTENSIONS)
    found = [] if defined else list(ABSENT_WORDS.values())
    while len(found) < count:
        word = r.getrandbits(24)
        # Half of them next to a defined one.
        if r.random() < 0.5:
            instruction = r.choice(set_.instructions)
            word = word & ~instruction.mask_value[0] | instruction.mask_value[1]
            word = (word ^ (0 if defined else 1 << r.randrange(24))) & 0xFFFFFF
        if (set_.decode(word) is not None) == defined:
            found.append(word)
    return found


@pytest.mark.parametrize("defined", [True, False])
def test_decoder(hardware: Hardware, defined: bool) -> None:
    """The hardware takes an instruction word for undefined where the description does."""
    hardware.fault = 0
    start = boot([0x1000] * 16, {"SPLIM": 0x7FF0, "CORCON": 1 << CORCON_PSV}, 0, 0x200)
    hardware.guard[:] = b"\3" * len(hardware.guard)
    for word in words(defined, 1500, 7):
        hardware.load({**start, 0x200: word, 0x202: 0, 0x204: 0x37FFFF})
        outcome = hardware.run(0x200, 0x202, cycles=60)
        assert (outcome.trap == "instruction") == (not defined), f"{word:06x}"
        if not defined:
            assert outcome.pc == 0x200


def expected(name: str, count: int) -> list[lockstep.Expected]:
    """Programs of every form of an extension's instructions, several times: of many those that go
    on longest, of these the one of the fewest cycles first."""
    forms = lockstep.forms(
        i for i in instruction_set(EXTENSIONS).instructions if name == i.extension
    )
    wanted = forms * (24 // len(forms) + 1)
    made = [lockstep.expect(EXTENSIONS, wanted, seed) for seed in range(4 * count)]
    longest = sorted(made, key=lambda each: len(each.states), reverse=True)[:count]
    return sorted(longest, key=lambda each: each.totals[0])


def missed(hardware: Hardware, faults: list[int], programs: list[lockstep.Expected]) -> list[str]:
    """The signals that may be at fault without any program telling."""
    left = faults
    for program in programs:
        hardware.fault = 0
        lockstep.check(hardware, program)
        silent = []
        for fault in left:
            hardware.fault = fault
            try:
                lockstep.check(hardware, program, loaded=True)
                silent.append(fault)
            except lockstep.Mismatch:
                pass
        left = silent
    hardware.fault = 0
    return [hardware.fault_names[fault - 1] for fault in left]


@pytest.mark.parametrize("name", EXTENSIONS)
@pytest.mark.sampled(12)
def test_faults_of_an_extension(hardware: Hardware, name: str) -> None:
    """An inverted bit anywhere in an extension's own logic shows; of large ones, in a sample."""
    names = enumerate(hardware.fault_names, 1)
    faults = [number for number, signal in names if signal.startswith(f"extension_{name}.")]
    assert faults
    faults = random.Random(name).sample(faults, min(len(faults), LARGEST))
    found = missed(hardware, faults, expected(name, 8))
    # A few make no difference: the lowest bit that a funnel shifter never takes.
    assert len(found) <= 1 + len(faults) // 30, found


@pytest.mark.turns("16-bit core", 16, "python/mote/pic24", "python/mote/ise", "cores/pic24")
def test_faults_of_the_core(hardware: Hardware) -> None:
    """An inverted bit in the base core's logic shows, but for a few that nothing depends on."""
    names = enumerate(hardware.fault_names, 1)
    faults = [number for number, signal in names if not signal.startswith("extension_")]
    r = random.Random(3)
    every = lockstep.forms(instruction_set(EXTENSIONS).instructions)
    r.shuffle(every)
    programs = [
        lockstep.expect(EXTENSIONS, every[n : n + 100], n) for n in range(0, len(every), 100)
    ]
    # Quotient bits and the place of a first bit depend on much that one operand does not reach.
    deep = [form for form in every if form[0].name.startswith(("div", "ff1", "fbcl"))]
    programs += [lockstep.expect(EXTENSIONS, deep * 2, seed) for seed in range(24)]
    chosen = r.sample(faults, 100)
    found = missed(hardware, chosen, programs)
    assert len(found) <= 5, found


KERNELS = [(name, each) for name in kernels.FUNCTIONS for each in kernels.implementations(name)]


@pytest.mark.parametrize(("function", "implementation"), KERNELS, ids=lambda each: str(each))
@pytest.mark.sampled(10)
def test_counts_of_a_kernel(hardware: Hardware, function: str, implementation: str) -> None:
    """The cycles, reads and writes of the study's tables, and the results, on the hardware."""
    hardware.fault = 0
    study = kernels.study(function, implementation)
    found = kernels.measure(study, hardware=hardware)
    assert found.reads > 0 and found.writes > 0
    assert found == kernels.measure(study)


@pytest.mark.parametrize(
    ("counter", "name"), [(CYCLES, "cycles"), (READS, "reads"), (WRITES, "writes")]
)
def test_a_wrong_counter_is_seen(
    hardware: Hardware, monkeypatch: pytest.MonkeyPatch, counter: int, name: str
) -> None:
    """One more or one less in the simulator, and nothing else wrong."""
    run = Simulator.run
    study = kernels.study("groestl256", "pic24_ise_own")
    for wrong in (1, -1):

        def miscount(self: Simulator, *arguments: int, by: int = wrong) -> None:
            run(self, *arguments)
            self.totals[counter] += by

        monkeypatch.setattr(Simulator, "run", miscount)
        hardware.fault = 0
        with pytest.raises(MoteError, match=f"mote_groestl256_compress: {name} \\d+, not \\d+$"):
            kernels.measure(study, hardware=hardware)


SOURCE = """\
.global toy_init, toy, toy_close, toy_context_size
.equ toy_context_size, 4
toy_init:
    mov w1, [w0]
    add w1, #3, w2
    mov w2, [w0+2]
    return
toy:
    return
toy_close:
    return
"""


def test_new_figures_are_repeated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hardware: Hardware
) -> None:
    """A figure once; where the hardware does something else, the call fails."""
    monkeypatch.setattr(pic24, "hardware", lambda: hardware)
    hardware.fault = 0
    cpu = load_cpu(ROOT / "cpus" / "pic24.toml")
    source = tmp_path / "toy.s"
    source.write_text(SOURCE)
    toolchain.compile(cpu, source, tmp_path / "toy.o", [])
    image = toolchain.link(cpu, [tmp_path / "toy.o"], "toy", tmp_path)
    context = Region("context", 0x2500, 4, True)
    arguments = [Argument("pointer", 0x2500), Argument("unsigned", 256)]
    machine = open_machine(cpu)
    machine.load(image)
    for _ in range(2):
        machine.call("toy_init", arguments, [context])
    assert machine.confirmed_calls == 1
    machine.load(image)
    hardware.fault = hardware.fault_names.index("arithmetic.execute_alu_0") + 1
    with pytest.raises(MoteError, match="hardware and its simulator disagree on toy_init"):
        machine.call("toy_init", arguments, [context])
    hardware.fault = 0


@pytest.mark.turns("16-bit core", 16, "python/mote/pic24", "python/mote/ise", "cores/pic24")
def test_the_machine_made_last_outlives_others() -> None:
    """Its context is where each of them takes itself out when it is freed."""
    first, last = Hardware(), Hardware()
    kept = weakref.ref(last)
    del last
    gc.collect()
    assert kept() is not None
    del first
    assert Hardware() is not None
    gc.collect()
    assert kept() is None
