"""llvm-mca on executed instructions: how two programs of one function compare in its models.

Its cycles are those of a model, in which every load hits and every branch is foreseen.  So they
serve as a ratio between two codes, and by themselves only beside boards' figures
(mote.measuring.power).

What it is given are the instructions that calls executed, in their order, without branches: of an
update with 32 message blocks and with 16, so that the difference is 16 message blocks, mode
included; of a mode of operation of all calls for a text of 64 blocks, and of 32.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from mote.building import build
from mote.calling.hash_caller import HashCaller
from mote.calling.session import Session, pseudo_random
from mote.catalog.cpu import Cpu
from mote.catalog.function import Function, Implementation
from mote.common.errors import MissingTool, MoteError
from mote.kinds import mode
from mote.machines import open_machine
from mote.machines.qemu import QemuMachine

PROGRAMS = ("llvm-mca-19", "llvm-mca")
"""The first is of the version of results/power-cycles.csv: models differ between versions."""

BLOCKS = 16
MODELS = ("pwr8", "pwr9", "pwr10")

PLAIN = {
    "xxmr": (r"(\S+),(\S+)", r"xxlor \1,\2,\2"),
    "xxlnot": (r"(\S+),(\S+)", r"xxlnor \1,\2,\2"),
    "xxswapd": (r"(\S+),(\S+)", r"xxpermdi \1,\2,\2,2"),
    "xxmrghd": (r"(\S+),(\S+),(\S+)", r"xxpermdi \1,\2,\3,0"),
    "xxmrgld": (r"(\S+),(\S+),(\S+)", r"xxpermdi \1,\2,\3,3"),
}
"""Mnemonics of one assembler that another lacks."""


def program() -> str:
    """The program; raises MissingTool where there is none that knows POWER8."""
    for name in PROGRAMS:
        path = shutil.which(name)
        if path is not None:
            command = [path, "-mtriple=powerpc64le", f"-mcpu={MODELS[0]}"]
            tried = subprocess.run(
                command, input="vxor 1,2,3\n", capture_output=True, text=True, check=False
            )
            if tried.returncode == 0:
                return path
    raise MissingTool("no llvm-mca with a model of POWER8 is installed: llvm-19", ("llvm-19",))


def written(text: str) -> str:
    """An instruction of the disassembler's as llvm-mca reads it; empty for a branch."""
    mnemonic, _, operands = text.partition(" ")
    if mnemonic.startswith("b") and not mnemonic.startswith("bp"):
        return ""
    operands = re.sub(r"\b(?:vs|v|r|f|cr)(\d+)\b", r"\1", operands.split("<")[0].strip())
    if mnemonic in PLAIN:
        pattern, other = PLAIN[mnemonic]
        return re.sub(pattern, other, operands)
    return f"{mnemonic} {operands}"


KINDS = ("hash", "mode")
"""The kinds of functions whose instructions can be had here."""


def bytes_more(function: Function) -> int:
    """How many bytes longer the second message, or text, of `executed` is; and the first has."""
    return (mode.HALF_BLOCKS if function.kind == "mode" else BLOCKS) * function.block_bytes


def executed(
    implementation: Implementation, cpu: Cpu, *, lenient: bool = False
) -> tuple[list[str], list[str]]:
    """The instructions of an update of 16 message blocks, and of 32.  Raises MoteError.

    Of a mode of operation: of all calls for a text of 32 blocks, and of 64.  lenient: without the
    guard, for other people's programs that read beyond what they are given.
    """
    function = implementation.function
    if function.kind not in KINDS:
        raise MoteError(f"{function.name} is neither a hash function nor a mode of operation")
    machine = open_machine(cpu)
    if not isinstance(machine, QemuMachine):
        raise MoteError(f"{cpu.name} does not run in QEMU: llvm-mca's ratio is for POWER")
    machine.lenient = lenient
    with tempfile.TemporaryDirectory(prefix="mote-") as folder:
        try:
            built = build.build(implementation, cpu, Path(folder))
            image = build.link(implementation, cpu, built)
            session = Session(machine, implementation, built, image)
            session.detail = True
            text = {at: " ".join(line.split()) for at, line in machine.instructions().items()}
            found: list[list[str]] = []

            def take(_: object) -> None:
                steps = (written(text[at]) for kind, at in machine.events() if kind == "execute")
                found[-1] += [step for step in steps if step]

            session.observe = take
            for size in (bytes_more(function), 2 * bytes_more(function)):
                found.append([])
                if function.kind == "mode":
                    machine.record = True
                    mode.calls(session, size)
                else:
                    address = session.fresh()
                    HashCaller(session).init(address, function.main_size)
                    machine.record = True
                    HashCaller(session).update(address, pseudo_random("mca", size))
                machine.record = False
        finally:
            machine.close()
    return found[0], found[1]


def cycles(lines: list[str], model: str, endianness: str) -> int:
    """What the model takes for instructions in a row; raises MoteError where it cannot read one."""
    triple = "powerpc64le" if endianness == "little" else "powerpc64"
    command = [program(), f"-mtriple={triple}", f"-mcpu={model}", "-iterations=1"]
    command += ["-skip-unsupported-instructions=lack-sched"]
    said = subprocess.run(
        command, input="\n".join(lines) + "\n", capture_output=True, text=True, check=False
    )
    total = re.search(r"Total Cycles:\s+(\d+)", said.stdout)
    if total is None:
        first = said.stderr.strip().splitlines() or ["no output"]
        raise MoteError(f"llvm-mca does not read the code: {first[0]}")
    return int(total[1])


def cycles_per_byte(
    implementation: Implementation, cpu: Cpu, *, lenient: bool = False
) -> dict[str, float]:
    """What each model takes for a byte of a long message.  Raises MoteError."""
    short, long = executed(implementation, cpu, lenient=lenient)
    size = bytes_more(implementation.function)
    return {
        model: (cycles(long, model, cpu.endianness) - cycles(short, model, cpu.endianness)) / size
        for model in MODELS
    }


def ratios(first: Implementation, second: Implementation, cpu: Cpu) -> dict[str, float]:
    """For each model the time of the first program over that of the second."""
    codes = [executed(each, cpu) for each in (first, second)]
    found = {}
    for model in MODELS:
        times = [
            cycles(long, model, cpu.endianness) - cycles(short, model, cpu.endianness)
            for short, long in codes
        ]
        found[model] = times[0] / times[1]
    return found
