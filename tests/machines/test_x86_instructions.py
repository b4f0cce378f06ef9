"""x86 assembly: no instruction that is slow on some maker's processors in the way of a block.

What is slow is taken from A. Fog, "Instruction tables": instructions that Intel's or AMD's
processors take from microcode, or that take several cycles.  No simulator shows it, as all count
one for each instruction: on an Ice Lake a smaller Shabal with `loop` and `movsb` took twice the
time of the published program.
"""

from __future__ import annotations

import dataclasses
import re
import subprocess
from pathlib import Path

import pytest

from mote.building import build
from mote.calling.hash_caller import HashCaller
from mote.calling.session import Session
from mote.catalog import catalog
from mote.catalog.cpu import Cpu
from mote.catalog.function import Implementation
from mote.common.paths import INCLUDES, ROOT
from mote.machines import open_machine, unicorn_code
from mote.machines.architectures import architecture_of

SLOW = re.compile(
    r"(rep\w* |lock )?(loop\w*|(lods|stos|scas|movs|cmps)[bwdq]|xlatb?|enter|pusha\w*|popa\w*"
    r"|pushf\w*|popf\w*|cld|std|i?div|rc[lr]|bound|cpuid)$"
)
"""Not `leave`: three operations on Intel's processors, for a mov and a pop."""
ONE_MAKER = r"loop|(?:lods|stos|scas)[bwlq]"
"""Cheap on one maker's processors alone, where no prefix repeats them."""


def is_x86(cpu: Cpu) -> bool:
    return cpu.name.startswith(("amd64", "i386"))


def assembly() -> list[tuple[Implementation, Cpu]]:
    """The hash functions with assembly for an x86."""
    return [
        (implementation, cpu)
        for function in catalog.hashes().values()
        for implementation in catalog.implementations(function)
        if any(source.suffix == ".S" for source in implementation.sources)
        for cpu in catalog.cpus().values()
        if is_x86(cpu) and catalog.runs_on(implementation, cpu)
    ]


def name(value: object) -> str:
    return value.name if isinstance(value, Implementation | Cpu | Path) else str(value)


def slow_in_the_way(implementation: Implementation, cpu: Cpu, folder: Path) -> list[str]:
    """Slow instructions that an update executes for each whole block of a long message."""
    built = build.build(implementation, cpu, folder)
    image = build.link(implementation, cpu, built)
    session = Session(open_machine(cpu), implementation, built, image)
    blocks = 5
    context = session.fresh()
    HashCaller(session).init(context, implementation.function.main_size)
    session.detail = True
    session.machine.record = True
    HashCaller(session).update(context, bytes(blocks * implementation.function.block_bytes))
    counts: dict[int, int] = {}
    for kind, address in session.recorded[-1]:
        if kind == "execute":
            counts[address] = counts.get(address, 0) + 1
    executed = {address for address, count in counts.items() if count >= blocks - 1}
    assert len(executed) > 20, "the block function was not seen"
    found = []
    for code in unicorn_code.read(image.path, architecture_of(cpu)).instructions:
        locked = code.mnemonic == "xchg" and "[" in code.op_str
        if code.address in executed and (locked or SLOW.match(code.mnemonic)):
            found.append(f"{code.mnemonic} {code.op_str}".strip())
    return found


@pytest.mark.parametrize(("implementation", "cpu"), assembly(), ids=name)
def test_no_slow_instruction_in_the_way_of_a_block(
    implementation: Implementation, cpu: Cpu, tmp_path: Path
) -> None:
    assert slow_in_the_way(implementation, cpu, tmp_path) == []


@pytest.mark.parametrize(
    "slow", ["xchgl %eax, 4(%rsp)", "cld", "pushq %rdi; movq %rsp, %rdi; scasl; popq %rdi"]
)
def test_a_slow_instruction_is_seen(slow: str, tmp_path: Path) -> None:
    """Between the first loop of `block` and its steps, where it changes nothing."""
    implementation, cpu = next(p for p in assembly() if name(p[0]) == "amd64")
    text = implementation.source.read_text(encoding="utf-8")
    source = tmp_path / "amd64.S"
    source.write_text(re.sub(r"(?=\n.*/\* 48 steps \*/)", f"\n {slow}", text), encoding="utf-8")
    assert source.read_text(encoding="utf-8") != text
    changed = dataclasses.replace(implementation, sources=(source,))
    found = slow_in_the_way(changed, cpu, tmp_path)
    assert len(found) == 1
    assert re.search("xchg|cld|scasd", found[0])


def unnamed(source: Path, cpu: Cpu, folder: Path) -> list[str]:
    """Instructions that are cheap on one maker's processors alone and not named in the head."""
    target = folder / "object.o"
    build.toolchain_of(cpu).compile(cpu, source, target, list(INCLUDES))
    command = [f"{cpu.toolchain.prefix}objdump", "-d", "-M", "suffix", "--no-show-raw-insn"]
    listing = subprocess.run([*command, target], capture_output=True, text=True, check=True).stdout
    head = source.read_text(encoding="utf-8").partition("#if")[0]
    used = re.findall(rf"^ *[0-9a-f]+:\s+({ONE_MAKER})", listing, re.MULTILINE)
    return [word for word in sorted(set(used)) if not re.search(rf"\b{word}\b", head)]


def files() -> list[tuple[Path, Cpu]]:
    """Every assembly file for an x86, of hash functions or not."""
    cpus = [cpu for cpu in catalog.cpus().values() if is_x86(cpu)]
    return [
        (source, cpu)
        for source in sorted((ROOT / "src").rglob("*.S"))
        for cpu in cpus
        if source.stem.removesuffix("_fast") == cpu.name
    ]


@pytest.mark.parametrize(("source", "cpu"), files(), ids=name)
def test_what_is_cheap_on_one_makers_processors_is_named(
    source: Path, cpu: Cpu, tmp_path: Path
) -> None:
    assert unnamed(source, cpu, tmp_path) == []


def test_one_that_is_not_named_is_seen(tmp_path: Path) -> None:
    source = tmp_path / "amd64.S"
    source.write_text("/* stosb */\n#if 1\n#endif\n0: stosb\n lodsl\n rep scasb\n loop 0b\n")
    assert unnamed(source, catalog.cpus()["amd64"], tmp_path) == ["lodsl", "loop"]
