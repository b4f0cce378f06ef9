"""llvm-mca on executed instructions: how two programs of one function compare in its models.

Its cycles are those of a model: of code with published figures it gives 12 to 28 % less than a
POWER8 board takes. So they serve as a ratio between two codes, and are never shown by themselves.

What it is given are the instructions that an update executed, in their order, without branches: of
32 message blocks and of 16, so that the difference is 16 message blocks, mode included.
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
from mote.catalog.function import Implementation
from mote.common.errors import MissingTool, MoteError
from mote.machines import open_machine
from mote.machines.qemu import QemuMachine

PROGRAMS = ("llvm-mca-19", "llvm-mca")
BLOCKS = 16
MODELS = ("pwr8", "pwr9", "pwr10")

PLAIN = {
    "xxmr": (r"(\S+),(\S+)", r"xxlor \1,\2,\2"),
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


def executed(implementation: Implementation, cpu: Cpu) -> tuple[list[str], list[str]]:
    """The instructions of an update of 16 message blocks, and of 32.  Raises MoteError."""
    machine = open_machine(cpu)
    if not isinstance(machine, QemuMachine):
        raise MoteError(f"{cpu.name} does not run in QEMU: llvm-mca's ratio is for POWER")
    with tempfile.TemporaryDirectory(prefix="mote-") as folder:
        try:
            built = build.build(implementation, cpu, Path(folder))
            image = build.link(implementation, cpu, built)
            session = Session(machine, implementation, built, image)
            session.detail = True
            text = {at: " ".join(line.split()) for at, line in machine.instructions().items()}
            found = []
            for blocks in (BLOCKS, 2 * BLOCKS):
                address = session.fresh()
                HashCaller(session).init(address, implementation.function.main_size)
                message = pseudo_random("mca", blocks * implementation.function.block_bytes)
                machine.record = True
                HashCaller(session).update(address, message)
                machine.record = False
                steps = (written(text[at]) for kind, at in machine.events() if kind == "execute")
                found.append([step for step in steps if step])
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
