"""Cores' own hardware against the simulator; Ibex's against its timing model, cycle for cycle."""

from __future__ import annotations

import argparse
import dataclasses
import gc
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from elftools.elf.elffile import ELFFile

from mote.building import build
from mote.building.image import Image, Region
from mote.calling.hash_caller import HashCaller
from mote.calling.session import Session
from mote.catalog import catalog
from mote.catalog.cpu import Cpu
from mote.commands import bench as bench_command
from mote.common.errors import Breach, MoteError
from mote.keeping import store, work
from mote.machines import open_machine, qemu, riscv_bits, rtl, rtl_core, simavr, unicorn
from mote.machines.call import Argument
from mote.measuring import bench
from mote.proving.references import qemu as stepped
from mote.running import system

TOOLS = "riscv64-unknown-elf-"
pytestmark = pytest.mark.skipif(
    shutil.which("verilator") is None or shutil.which(f"{TOOLS}gcc") is None,
    reason="needs Verilator and the RISC-V compiler",
)

PARTS = 10
PART_PROGRAMS = 25
DATA_BYTES = 256
FREE = ("a1", "a2", "a3", "a4", "a5", "t0", "t1", "t2", "t3", "t4", "t5")
COUNTERS = ("t6", "a6")
FEW_FREE, FEW_COUNTERS = FREE[:6], FREE[6:8]
"""The same of RV32E, which has 16 registers."""
PLAIN = ("add", "sub", "xor", "or", "and", "sll", "srl", "sra", "slt", "sltu")
IMMEDIATE = ("addi", "xori", "ori", "andi", "slti", "sltiu")
MULTIPLY = ("mul", "mulh", "mulhu", "mulhsu", "div", "divu", "rem", "remu")
ACCESSES = {"lw": 4, "lh": 2, "lhu": 2, "lb": 1, "lbu": 1, "sw": 4, "sh": 2, "sb": 1}
BITS = (
    *(f"{name} {{}}, {{}}, {{}}" for name in riscv_bits.TWO_REGISTERS.values()),
    *(f"{name} {{}}, {{}}, {{number}}" for name in riscv_bits.IMMEDIATE.values()),
    *(f"{name} {{}}, {{}}" for name in (*riscv_bits.ONE_REGISTER.values(), "zext.h")),
)
BRANCHES = ("beq", "bne", "blt", "bge", "bltu", "bgeu")


class Program:
    """One random function: a0 points to DATA_BYTES; loops have counters; it ends always.

    cpu: with bit manipulation for rv32imcb; for rv32ec with few registers and no multiplication.
    """

    def __init__(self, number: int, cpu: str) -> None:
        self.bits, self.few = cpu == "rv32imcb", cpu == "rv32ec"
        self.free = FEW_FREE if self.few else FREE
        self.counters = FEW_COUNTERS if self.few else COUNTERS
        self.random = random.Random(number)
        self.name = f"program{number}"
        self.labels = 0
        self.lines = [f"\t.globl {self.name}", f"{self.name}:"]
        self.lines += [f"\tlw {name}, {4 * n}(a0)" for n, name in enumerate(self.free)]
        self.part(40, depth=2)
        self.lines += ["\tmv a0, a1", "\tret"]

    def label(self) -> str:
        self.labels += 1
        return f".L{self.name}_{self.labels}"

    def part(self, size: int, depth: int) -> None:
        """So many instructions, with branches and jumps forward, and loops inside."""
        choose = self.random
        waiting: list[tuple[int, str]] = []
        for at in range(size):
            for _, name in [each for each in waiting if each[0] == at]:
                self.lines.append(f"{name}:")
            self.lines.append(f"\t.option {choose.choice(('rvc', 'norvc'))}")
            kind = choose.random()
            if kind < 0.12:
                name = self.label()
                waiting.append((choose.randrange(at + 2, size + 2), name))
                one, other = choose.choices(self.free, k=2)
                jump = f"{choose.choice(BRANCHES)} {one}, {other}, {name}"
                self.lines.append(f"\t{choose.choice((jump, f'beqz {one}, {name}', f'j {name}'))}")
            elif kind < 0.15 and depth:
                self.loop(depth)
            elif kind < 0.17:
                name = self.label()  # over data, as code does that takes their address
                self.lines += [f"\tjal {self.free[-1]}, {name}", "\t.half 0xffff", f"{name}:"]
            else:
                self.lines.append(f"\t{self.instruction(kind)}")
        self.lines += ["\tnop", *(f"{name}:" for at, name in waiting if at >= size)]

    def loop(self, depth: int) -> None:
        name, counter = self.label(), self.counters[depth - 1]
        self.lines += [f"\tli {counter}, {self.random.randrange(1, 5)}", f"{name}:"]
        self.part(self.random.randrange(1, 8), depth - 1)
        self.lines += [f"\taddi {counter}, {counter}, -1", f"\tbnez {counter}, {name}"]

    def instruction(self, kind: float) -> str:
        choose = self.random
        to, one, other = choose.choices(self.free, k=3)
        if self.bits and choose.random() < 0.4:
            return choose.choice(BITS).format(to, one, other, number=choose.randrange(32))
        if kind < 0.40:
            name = choose.choice(list(ACCESSES))
            size = ACCESSES[name]
            return f"{name} {to}, {choose.randrange(DATA_BYTES // size) * size}(a0)"
        if kind < 0.50 and not self.few:
            return f"{choose.choice(MULTIPLY)} {to}, {one}, {choose.choice((other, 'zero'))}"
        if kind < 0.75:
            return f"{choose.choice(PLAIN)} {to}, {choose.choice((to, one))}, {other}"
        if kind < 0.9:
            number = choose.choice((choose.randrange(-32, 32), choose.randrange(-2048, 2048)))
            return f"{choose.choice(IMMEDIATE)} {to}, {choose.choice((to, one))}, {number}"
        return f"{choose.choice(('slli', 'srli', 'srai'))} {to}, {to}, {choose.randrange(1, 32)}"


def image(folder: Path, text: str, march: str = "rv32imc") -> Image:
    """Assembly, assembled and linked to where the machines take code."""
    source, made, linked = (folder / name for name in ("p.s", "p.o", "p.elf"))
    source.write_text(f"\t.text\n{text}\n")
    abi = "ilp32e" if march.startswith("rv32e") else "ilp32"
    flags = [f"-march={march}", f"-mabi={abi}", "-mno-relax"]
    subprocess.run([f"{TOOLS}gcc", *flags, "-c", source, "-o", made], check=True)
    place = ["-m", "elf32lriscv", "-Ttext=0x10000", "-e0", "--no-relax"]
    subprocess.run([f"{TOOLS}ld", *place, made, "-o", linked], check=True)
    with linked.open("rb") as stream:
        table = ELFFile(stream).get_section_by_name(".symtab")
        found = {each.name: each["st_value"] for each in table.iter_symbols() if each.name}
    return Image(linked, found, ())


@pytest.fixture(scope="module")
def cpu() -> Cpu:
    return catalog.cpus()["rv32imc"]


def hardware_of(cpu: Cpu, name: str) -> rtl.Hardware:
    """The core of the CPU's timing of that name."""
    timing = next(each for each in cpu.timings if each.name == name)
    return rtl.Hardware(dataclasses.replace(cpu, timings=(timing,)), timing)


@pytest.fixture(scope="module")
def hardware(cpu: Cpu) -> rtl.Hardware:
    return hardware_of(cpu, "Ibex RTL")


@pytest.mark.sampled(10, by=("name",))
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("name", ["rv32imc", "rv32imcb", "rv32ec"])
def test_random_programs_do_the_same_and_take_the_models_cycles(
    name: str, part: int, tmp_path: Path
) -> None:
    cpu = catalog.cpus()[name]
    numbers = range(part * PART_PROGRAMS, (part + 1) * PART_PROGRAMS)
    programs = [Program(number, name) for number in numbers]
    march = cpu.toolchain.flags[0].removeprefix("-march=")
    linked = image(tmp_path, "\n".join(line for each in programs for line in each.lines), march)
    simulated = open_machine(cpu)
    machines = [simulated, *(hardware_of(cpu, each.name) for each in cpu.timings if each.core)]
    totals = [0] * len(machines)
    for machine in machines:
        machine.load(linked)
    start = simulated.memory[0] + 64
    region = Region("data", start, DATA_BYTES, True)
    arguments = [Argument("pointer", start), *(Argument("word", 3 * n) for n in range(1, 6))]
    for each in programs:
        results, cycles = [], []
        for machine in machines:
            machine.write(start, random.Random(each.name).randbytes(DATA_BYTES))
            call = machine.call(each.name, arguments, [region])
            cycles += call.cycles.values()
            data = machine.read(start, DATA_BYTES)
            results.append((call.instructions, machine.returned(4), data))
        assert len(results) >= 2 and results.count(results[0]) == len(results), each.lines
        assert cycles[0] == cycles[1], each.lines
        totals = [sum(pair) for pair in zip(totals, cycles, strict=True)]
    assert min(totals) > 50 * PART_PROGRAMS
    assert len(set(totals)) == len(totals) - 1  # no core is another one under its name


# Files of ours.


def on_hardware(name: str, function: str, cpu: Cpu, timing: str, folder: Path) -> Session:
    """A file of ours, built and loaded on the core."""
    known = catalog.implementations(catalog.functions()[function])
    file = next(each for each in known if each.name == name)
    built = build.build(file, cpu, folder)
    return Session(hardware_of(cpu, timing), file, built, build.link(file, cpu, built))


def cycles_of(session: Session, message: bytes) -> list[int]:
    """Of each call that hashes a message."""
    function = session.implementation.function
    HashCaller(session).hash(message, 8 * len(message), function.main_size)
    return [cycles for call in session.calls for cycles in call.cycles.values()]


FILES = [
    (function.name, each.name, cpu, timing.name)
    for function in catalog.functions().values()
    if function.kind == "hash"
    for each in catalog.implementations(function)
    for cpu in ("rv32imc", "rv32imcb", "rv32ec")
    for timing in catalog.cpus()[cpu].timings
    if timing.core and catalog.runs_on(each, catalog.cpus()[cpu])
    if not (
        timing.core == "vexriscv" and function.family == "groestl" and "constant" not in each.name
    )
]
SLOW = {"serv": 3}
"""So many messages on cores that take some 40 cycles for an instruction; 8 on the others."""


@pytest.mark.sampled(80, by=("cpu_name",))
@pytest.mark.parametrize(("function", "name", "cpu_name", "timing"), FILES)
def test_time_on_the_core_does_not_depend_on_the_message(
    function: str, name: str, cpu_name: str, timing: str, tmp_path: Path
) -> None:
    session = on_hardware(name, function, catalog.cpus()[cpu_name], timing, tmp_path)
    size = session.implementation.function.block_bytes + 21
    contents = [bytes(size), b"\xff" * size, *(random.Random(n).randbytes(size) for n in range(6))]
    contents = contents[: SLOW.get(timing.lower())]
    first = cycles_of(session, contents[0])
    assert len(first) >= 3 and min(first) > 0
    for content in contents[1:]:
        assert cycles_of(session, content) == first


@pytest.mark.parametrize(("timing", "same"), [("Ibex RTL", True), ("VexRiscv", False)])
def test_a_table_tells_of_the_message_where_data_are_cached(
    timing: str, same: bool, cpu: Cpu, tmp_path: Path
) -> None:
    session = on_hardware("portable_fast", "groestl256", cpu, timing, tmp_path)
    contents = [bytes(64), b"\xff" * 64, random.Random(0).randbytes(64)]
    taken = {tuple(cycles_of(session, content)) for content in contents}
    assert (len(taken) == 1) is same


def test_a_division_whose_time_depends_on_its_operand_shows(
    hardware: rtl.Hardware, tmp_path: Path
) -> None:
    hardware.load(image(tmp_path, "\t.globl f\nf:\tdivu a0, a0, a1\n\tret"))
    taken = [
        hardware.call("f", [Argument("word", 7), Argument("word", divisor)], []).cycles["Ibex RTL"]
        for divisor in (0, 1, 1 << 31)
    ]
    assert taken == [4, 39, 39]


@pytest.mark.parametrize(
    ("text", "cycles"),
    [
        ("add a0, a0, a1", 1),
        ("mul a0, a0, a1", 1),
        ("mulhu a0, a0, a1", 5),
        ("lw a0, 0(a2)", 1),
        ("lw a0, 0(a2)\n\tadd a1, a0, a0", 3),  # a use directly behind a load waits
        ("sw a0, 0(a2)", 1),
        ("beq a2, a2, 1f\n1:", 3),
        ("bne a2, a2, 1f\n1:", 1),
        ("j 1f\n1:", 2),
    ],
)
def test_cv32e40p_takes_the_cycles_of_its_manual(
    text: str, cycles: int, cpu: Cpu, tmp_path: Path
) -> None:
    """CV32E40P User Manual, Pipeline Details, table of cycle counts."""
    repeated = "\n".join(text.replace("1f", f"{n}f").replace("1:", f"{n}:") for n in range(1, 9))
    code = f"\t.option norvc\n\t.globl f, g\nf:\tnop\n\tret\ng:\t{repeated}\n\tnop\n\tret"
    machine = hardware_of(cpu, "CV32E40P")
    machine.load(image(tmp_path, code))
    start = machine.memory[0]
    words = [Argument("word", 3), Argument("word", 5), Argument("pointer", start)]
    empty, full = (
        machine.call(name, words, [Region("data", start, 4, True)]).cycles["CV32E40P"]
        for name in ("f", "g")
    )
    assert full - empty == 8 * cycles


def test_serv_takes_a_cycle_for_each_bit_and_four(tmp_path: Path) -> None:
    machine = hardware_of(catalog.cpus()["rv32ec"], "SERV")
    nops = "\tadd a0, a0, a1\n" * 8
    code = f"\t.option norvc\n\t.globl f, g\nf:\tret\ng:\n{nops}\tret"
    machine.load(image(tmp_path, code, "rv32ec"))
    empty, full = (machine.call(name, [], []).cycles["SERV"] for name in ("f", "g"))
    assert full - empty == 8 * (32 + 4)


def test_a_trap_and_a_missing_memory_are_told(hardware: rtl.Hardware, tmp_path: Path) -> None:
    text = "\t.globl f, g, h\nf:\t.word 0\ng:\tlw a0, 0(zero)\n\tret\nh:\tj h"
    hardware.load(image(tmp_path, text))
    for name, words in (
        ("f", "Ibex refuses an instruction or an access of f"),
        ("g", "g reads or writes at 0x0 on Ibex: no memory is there"),
        ("h", "h does not end on Ibex"),
    ):
        with pytest.raises(Breach, match=words):
            hardware.call(name, [], [], budget=1000)


def test_a_wrong_digest_on_the_core_is_a_problem_of_its_row_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    right = rtl.Hardware.read
    monkeypatch.setattr(rtl.Hardware, "read", lambda *some: bytes(len(right(*some))))
    known = catalog.implementations(catalog.functions()["sha256"])
    file = next(each for each in known if each.name == "rv32imc_fast")
    job = bench.BenchJob(file, catalog.cpus()["rv32imc"], hardware=True)
    modelled, exact, *_ = bench.run(job).rows
    assert modelled.problem is None and modelled.long_cycles_per_byte
    assert "vectors failed on Ibex RTL" in exact.problem and exact.long_cycles_per_byte is None


def test_a_row_of_the_core_is_that_of_the_model() -> None:
    known = catalog.implementations(catalog.functions()["sha256"])
    file = next(each for each in known if each.name == "rv32imc_fast")
    job = bench.BenchJob(file, catalog.cpus()["rv32imc"], hardware=True)
    rows = {row.timing: row for row in bench.run(job).rows}
    assert all(row.problem is None for row in rows.values())
    modelled, exact, other = (rows[name] for name in ("Ibex", "Ibex RTL", "PicoRV32"))
    assert exact.fidelity == "exact"
    assert exact.block_cycles == modelled.block_cycles == 3617
    assert other.block_cycles is not None and other.block_cycles > 3 * 3617
    assert exact.short_cycles == modelled.short_cycles


def test_a_core_that_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known = "cv32e40p, cv32e40x, ibex, picorv32, serv, vexriscv"
    with pytest.raises(MoteError, match=f"unknown core 'ibix'; known: {known}"):
        rtl_core.core("ibix")
    monkeypatch.setattr(rtl_core, "FETCHED", tmp_path)
    gone = dataclasses.replace(rtl_core.core("ibex"), sha256="0" * 64)
    with pytest.raises(MoteError, match=r"cannot fetch pythondata-cpu-ibex 0\.0\.post2937: "):
        rtl_core.fetch(gone)
    assert not list(tmp_path.iterdir())


def test_a_core_that_cannot_be_built_says_only_that(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever has __del__ is deleted too where its __init__ has raised: without a word."""
    cpu = catalog.cpus()["rv32imc"]
    timing = next(each for each in cpu.timings if each.core == "ibex")

    def refuses(*_: object) -> None:
        raise MoteError("Ibex cannot be built")

    monkeypatch.setattr(rtl_core, "library", refuses)
    told: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", told.append)
    with pytest.raises(MoteError, match="Ibex cannot be built") as caught:
        rtl.Hardware(cpu, timing)
    caught.value.__traceback__ = None  # it holds the half-made object
    del caught
    gc.collect()
    classes = (rtl.Hardware, simavr.Simavr, unicorn.UnicornMachine, qemu.QemuMachine, stepped.Qemu)
    for kind in classes:
        assert hasattr(kind, "__del__")
        kind.__new__(kind).__del__()
    gc.collect()
    assert told == [] and capsys.readouterr().err == ""


def test_rows_of_cores_are_shown_and_not_stored(tmp_path: Path) -> None:
    known = catalog.implementations(catalog.functions()["sha256"])
    file = next(each for each in known if each.name == "rv32imc_fast")
    job = bench.BenchJob(file, catalog.cpus()["rv32imc"], hardware=True)
    rows = bench.run(job).rows
    store.merge(rows, [store.key(row) for row in rows], tmp_path / "figures.csv")
    assert [key[-1] for key in store.read(tmp_path / "figures.csv")] == ["Ibex"]
    assert store.compare(rows, tmp_path / "figures.csv") == ([], [])


@pytest.mark.parametrize(
    ("words", "there"),
    [((), False), (("--wide",), True), (("--cores", "--json"), True), (("--json",), False)],
)
def test_exact_cycles_are_asked_for(words: tuple[str, ...], there: bool) -> None:
    parser = argparse.ArgumentParser()
    bench_command.add_parser(parser.add_subparsers())
    pair = ("sha256", "--cpu", "rv32imc", "--implementation", "rv32imc_fast")
    jobs, _ = bench_command._jobs(parser.parse_args(["bench", *pair, *words]))
    assert [job.hardware for job in jobs] == [there]


def test_what_compiles_cores_is_installed_where_they_run_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[tuple[str, ...]] = []

    def ensure(wanted: dict[str, tuple[str, ...]], allow: bool) -> dict[str, list[str]]:
        asked.extend(tuple(names) for names in wanted.values())
        return {name: ["all of it"] for name in wanted}  # so that nothing runs

    monkeypatch.setattr(system, "ensure", ensure)
    known = catalog.implementations(catalog.functions()["sha256"])
    file = next(each for each in known if each.name == "rv32imc_fast")
    for hardware in (False, True):
        asked.clear()
        job = bench.BenchJob(file, catalog.cpus()["rv32imc"], hardware=hardware)
        work.outcomes([job], "bench", allow_install=True, warns=False)
        assert (system.CORE_PACKAGES in asked) is hardware
