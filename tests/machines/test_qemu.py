"""The QEMU machine: a breach for every rule that it watches; counts by hand."""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from mote.building.image import Region
from mote.building.toolchains import gnu
from mote.catalog import catalog
from mote.common.errors import Breach, MissingTool, MoteError
from mote.common.paths import INCLUDES, ROOT
from mote.keeping import store
from mote.machines import power_code
from mote.machines.call import Argument, CallResult
from mote.machines.qemu import QemuMachine
from mote.machines.qemu_memory import STACK_BYTES
from mote.measuring import bench, clang, mca, power

pytestmark = pytest.mark.skipif(
    not all(map(shutil.which, ("qemu-ppc64le", "powerpc64le-linux-gnu-gcc"))),
    reason="not installed: qemu-ppc64le, or a compiler for it",
)

CPUS = ("power8-le", "power8-be", "power9-le", "power9-be")
LENGTH = 40

PREAMBLE = """\
        .text
#if _CALL_ELF == 2
        .abiversion 2
        .globl probe
        .type probe, @function
probe:
#else
        .globl probe
        .type probe, @function
        .section ".opd", "aw"
        .align 3
probe:  .quad 1f, .TOC.@tocbase, 0
        .text
1:
#endif
"""

FRAME = "mflr 0; std 0, 16(1); stdu 1, -64(1);"
LEAVE = "addi 1, 1, 64; ld 0, 16(1); mtlr 0; blr"

RIGHT = {
    "nothing": "blr",
    "a frame": f"{FRAME} {LEAVE}",
    "the red zone": "std 3, -288(1); ld 4, -288(1); blr",
    "the caller's frame": "mfcr 0; stw 0, 8(1); mflr 0; std 0, 16(1); blr",
    "frames within frames": f"{FRAME} stdu 1, -128(1); li 4, 5; std 4, 32(1); ld 1, 0(1); {LEAVE}",
    "a frame by a register": f"{FRAME} li 4, -96; stdux 1, 1, 4; ld 1, 0(1); {LEAVE}",
    "what ends a group": "ori 2, 2, 0; or 13, 13, 13; mr 1, 1; blr",
    "kept registers": "std 31, -8(1); mr 31, 3; ld 31, -8(1); blr",
    "volatile registers": "li 0, 1; mtctr 0; mtcrf 0x83, 0; xxlxor 13, 13, 13; blr",
    "a call": f"{FRAME} addi 4, 3, 16; li 5, 8; bl memcpy; nop; {LEAVE}",
    "the last byte": f"lbz 5, {LENGTH - 1}(4); blr",
    "a vector at any place": "li 5, 1; lxvd2x 0, 4, 5; stxvd2x 0, 3, 5; blr",
}

BREACHES: dict[str, tuple[str, str, str]] = {
    "read past": ("read", "1 byte past the end of data", f"lwz 5, {LENGTH - 3}(4); blr"),
    "read before": ("read", "before the start of data", "lbz 5, -1(4); blr"),
    "vector past": ("read", "past the end of data", f"li 5, {LENGTH - 15}; lxvd2x 0, 4, 5; blr"),
    "vector rounded down": ("read", "before the start of data", "addi 5, 4, -1; lvx 0, 0, 5; blr"),
    "read-only": ("write", "in data, which is read-only", "stb 4, 0(4); blr"),
    "nothing there": ("read", "read of 2 bytes", "lis 5, 0x7000; lhz 5, 0(5); blr"),
    "null": ("write", "through a null pointer", "li 5, 0; stw 5, 0(5); blr"),
    "the code": (
        "write",
        "in the code, which is read-only",
        "bcl 20, 31, 2f; 2: mflr 5; std 5, 0(5)",
    ),
    "jump": ("fetch", "which is not code", "mtctr 3; bctr"),
    "no opcode": ("instruction", "0", ".long 0; blr"),
    "of POWER9": ("instruction", "has no such instruction", ".machine power9; darn 5, 1; blr"),
    "string": ("instruction", "cannot execute this instruction: lswi", "lswi 5, 4, 8; blr"),
    "cache line": ("instruction", "cannot execute this instruction: dcbz", "dcbz 0, 3; blr"),
    "system call": ("instruction", "cannot execute this instruction: sc", "sc; blr"),
    "trap": ("instruction", "cannot execute this instruction: trap", "trap; blr"),
    "endless": ("budget", "did not return", "2: b 2b"),
    "overflow": ("stack", "stack overflow", "2: stdu 1, -4096(1); b 2b"),
    "above": ("stack", "is above the caller's", "addi 1, 1, 16; addi 1, 1, -16; blr"),
    "below": ("stack", "by more than the red zone of 288 bytes", "std 3, -296(1); blr"),
    "freed": (
        "stack",
        "below the stack pointer (r1)",
        f"{FRAME} addi 1, 1, 64; ld 0, -360(1); blr",
    ),
    "operating system": ("abi", "r13 must never be altered", "mr 5, 13; li 13, 0; mr 13, 5; blr"),
    "kept": ("abi", "does not restore r20", "li 20, 1; blr"),
    "kept vector": ("abi", "does not restore v20", "vspltisw 20, 3; blr"),
    "kept float": ("abi", "does not restore f14", "xxlxor 14, 14, 14; blr"),
    "kept flags": ("abi", "does not restore cr3", "mfcr 5; not 5, 5; mtcrf 0x10, 5; blr"),
    "stack pointer": ("abi", "off by -64 bytes after the call", "stdu 1, -64(1); blr"),
    "table of contents": ("abi", "r2", "addi 2, 2, 8; blr"),
    "chain": ("abi", "overwrites the back chain", "std 3, 0(1); blr"),
    "no frame": (
        "abi",
        "nor is the return address",
        "addi 4, 3, 16; li 5, 8; mflr 31; bl memcpy; nop",
    ),
    "broken chain": ("abi", "neither leads back", f"{FRAME} std 3, 0(1); bl memcpy; nop; {LEAVE}"),
    "crooked": (
        "abi",
        "r1 is not aligned to 16 bytes",
        "mflr 0; std 0, 16(1); stdu 1, -72(1); bl memcpy",
    ),
}

PLAIN = ("read", "write", "fetch", "budget", "instruction")
"""What a call without detail watches too."""


def build(cpu: str, body: str, folder: Path) -> QemuMachine:
    """A machine with the function `probe`, which has a context of 32 bytes and data."""
    known = catalog.cpus()[cpu]
    source, target = folder / "probe.S", folder / "probe.o"
    source.write_text(PREAMBLE + body.replace(";", "\n") + "\n")
    gnu.compile(known, source, target, ())
    machine = QemuMachine(known)
    machine.load(gnu.link(known, [target], "probe", folder))
    return machine


def run(machine: QemuMachine, *, detail: bool = True, budget: int = 2000) -> CallResult:
    base = machine.memory[0]
    context = Region("context", base + 0x100, 32, True)
    data = Region("data", base + 0x200, LENGTH, False)
    arguments = [
        Argument("pointer", context.address),
        Argument("pointer", data.address),
        Argument("size", LENGTH),
    ]
    return machine.call("probe", arguments, [context, data], detail=detail, budget=budget)


def cpu_of(number: int) -> str:
    """Half of the cases in each byte order."""
    return CPUS[number % 2]


@pytest.mark.parametrize(("number", "name"), list(enumerate(RIGHT)), ids=list(RIGHT))
def test_what_is_right_passes(number: int, name: str, tmp_path: Path) -> None:
    machine = build(cpu_of(number), RIGHT[name], tmp_path)
    for _ in range(3):  # other registers and another stack each time
        assert run(machine).instructions >= len(re.findall(r";|$", RIGHT[name])) - 1
        run(machine, detail=False)
    machine.close()


@pytest.mark.parametrize(("number", "name"), list(enumerate(BREACHES)), ids=list(BREACHES))
def test_what_is_wrong_is_caught(number: int, name: str, tmp_path: Path) -> None:
    kind, words, body = BREACHES[name]
    machine = build(cpu_of(number), body, tmp_path)
    for detail in (True, True, False)[: 3 if kind in PLAIN else 2]:
        with pytest.raises(Breach) as caught:
            run(machine, detail=detail)
        assert caught.value.kind == kind, caught.value.what
        assert words in caught.value.what
        assert kind in ("fetch", "abi", "instruction") or "probe.S:" in caught.value.place
    machine.close()


COUNTED = """
        li      5, 3
        mtctr   5
2:      vcipher 0, 0, 1
        vpmsumd 2, 0, 0
        bdnz    2b
        std     3, -40(1)
        stdu    1, -96(1)
        lwz     6, 4(4)
        addi    1, 1, 96
        blr
"""


@pytest.mark.parametrize("cpu", CPUS[:2])
def test_counts(cpu: str, tmp_path: Path) -> None:
    """Instructions and stack by hand; which instructions of a kind were executed."""
    machine = build(cpu, COUNTED, tmp_path)
    result = run(machine)
    assert result.instructions == 2 + 3 * 3 + 5
    assert result.library_instructions == 0
    assert result.stack_bytes == 96
    text = machine.instructions()
    executed: Counter[str] = Counter()
    for address, times in machine.executed().items():
        executed[text[address].split()[0]] += times
    assert executed["vcipher"] == executed["vpmsumd"] == executed["bdnz"] == 3
    assert executed["stdu"] == 1 and executed["vncipher"] == 0
    machine.record = True
    assert run(machine).trace == result.trace
    events = machine.events()
    base = machine.memory[0]
    assert [event for event in events if event[0] == "read"] == [("read", base + 0x204)]
    assert len([event for event in events if event[0] == "execute"]) == result.instructions
    assert len([event for event in events if event[0] == "write"]) == 2
    assert machine.changed() >= {"r5", "r6", "v0", "v2", "ctr"}
    assert not machine.changed() & {"r3", "r7", "r31", "v1", "v20", "f14", "vs3", "cr0", "xer"}
    machine.close()


def test_the_trace_sees_addresses(tmp_path: Path) -> None:
    machine = build("power8-le", "lbz 5, 0(4); clrldi 5, 5, 60; lbzx 6, 4, 5; blr", tmp_path)
    traces = []
    for byte in (0, 1, 16):
        machine.write(machine.memory[0] + 0x200, bytes([byte]))
        traces.append(run(machine).trace)
    assert traces[0] != traces[1] and traces[0] == traces[2]
    machine.close()


KEPT = "stdu 1, -400(1); std 3, 144(1); addi 1, 1, 400; ld 6, -256(1);"
LOST = "stdu 1, -400(1); std 3, 32(1); addi 1, 1, 400; stdu 1, -400(1); ld 6, 32(1); ld 1, 0(1);"


@pytest.mark.parametrize(("body", "kept"), [(KEPT, True), (LOST, False)], ids=["kept", "lost"])
def test_signals_destroy_what_is_freed(body: str, kept: bool, tmp_path: Path) -> None:
    """Within the red zone a value stays; below it, it is gone when the stack comes back."""
    machine = build("power8-be", f"{body} subf 6, 6, 3; std 6, 0(3); blr", tmp_path)
    run(machine)
    assert (machine.read(machine.memory[0] + 0x100, 8) == bytes(8)) == kept
    machine.close()


COPIER = """
#include <string.h>
void probe(unsigned char *to, const unsigned char *from, unsigned long length, unsigned mode) {
    if (mode == 0)
        memcpy(to, from, length);
    else
        memset(to, from[0], length);
}
"""


@pytest.fixture(params=CPUS[:2])
def copier(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[QemuMachine]:
    cpu = catalog.cpus()[request.param]
    source, target = tmp_path / "copier.c", tmp_path / "copier.o"
    source.write_text(COPIER)
    gnu.compile(cpu, source, target, ())
    machine = QemuMachine(cpu)
    machine.load(gnu.link(cpu, [target], "probe", tmp_path))
    yield machine
    machine.close()


def test_memcpy_and_memset(copier: QemuMachine) -> None:
    base = copier.memory[0]
    content = bytes(range(7, 107))
    for mode in (0, 1):
        for length in (1, 2, 3, 4, 7, 8, 15, 16, 17, 31, 33, 64, 79):
            shift = length % 5
            to = Region("to", base + 0x1000 + shift, length, True)
            source = Region("from", base + 0x2000 + 3 * shift, max(length, 1), False)
            copier.write(source.address, content)
            arguments = [
                Argument("pointer", to.address),
                Argument("pointer", source.address),
                Argument("size", length),
                Argument("unsigned", mode),
            ]
            copier.call("probe", arguments, [to, source], detail=bool(length & 1))
            expected = content[:length] if mode == 0 else content[:1] * length
            assert copier.read(to.address, length) == expected


INSTRUCTIONS = {
    "ld 5, 8(1)": ({5}, None),
    "ldu 5, 8(1)": ({1, 5}, ("update", 0)),
    "lwzux 6, 7, 8": ({6, 7}, None),
    "stdu 1, -64(1)": ({1}, ("update", 0)),
    "stdux 1, 1, 9": ({1}, ("update", 0)),
    "stwu 3, 4(9)": ({9}, None),
    "std 1, 8(3)": (set(), None),
    "addi 1, 1, -48": ({1}, ("add", -48)),
    "addis 1, 1, 1": ({1}, ("add", 65536)),
    "addi 1, 31, 0": ({1}, ("other", 0)),
    "ld 1, 0(1)": ({1}, ("load", 0)),
    "mr 1, 31": ({1}, ("other", 0)),
    "mr 31, 1": ({31}, None),
    "add 13, 4, 5": ({13}, None),
    "mulhdu. 13, 4, 5": ({13}, None),
    "addeo 13, 4, 5": ({13}, None),
    "rldicl 13, 4, 3, 5": ({13}, None),
    "rlwinm 13, 4, 3, 5, 7": ({13}, None),
    "sradi 13, 4, 40": ({13}, None),
    "isel 13, 4, 5, 2": ({13}, None),
    "mfcr 13": ({13}, None),
    "mfspr 13, 9": ({13}, None),
    "mfvsrd 13, 3": ({13}, None),
    "mtvsrd 3, 13": (set(), None),
    "cmpd 13, 4": (set(), None),
    "ldx 13, 4, 5": ({13}, None),
    "lwbrx 13, 4, 5": ({13}, None),
    "stdbrx 13, 4, 5": (set(), None),
    "lxvd2x 13, 4, 5": (set(), None),
    "popcntd 13, 4": ({13}, None),
    "maddld 13, 4, 5, 6": ({13}, None),
    "vaddudm 13, 4, 5": (set(), None),
    "nop": (set(), None),
}
"""What each writes of the general registers, and how it moves the stack pointer."""


def test_what_instructions_write(tmp_path: Path) -> None:
    source, target = tmp_path / "all.S", tmp_path / "all.o"
    source.write_text(".machine power9\n" + "\n".join(INSTRUCTIONS) + "\n")
    cpu = catalog.cpus()["power9-be"]
    gnu.compile(cpu, source, target, ())
    from elftools.elf.elffile import ELFFile

    with target.open("rb") as stream:
        code = ELFFile(stream).get_section_by_name(".text").data()
    words = [int.from_bytes(code[i : i + 4], "big") for i in range(0, len(code), 4)]
    for word, (text, (written, move)) in zip(words, INSTRUCTIONS.items(), strict=True):
        assert power_code.written(word) == written, text
        found = power_code.stack_move(word)
        assert (found and (found.kind, found.value)) == move, text


def test_wrong_requests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    machine = build("power8-le", "blr", tmp_path)
    with pytest.raises(MoteError, match="has no function nothing"):
        machine.call("nothing", [], [])
    with pytest.raises(MoteError, match="outside the data memory"):
        machine.read(machine.memory[0] - 1, 4)
    with pytest.raises(MoteError, match="at most 8 arguments"):
        machine.call("probe", [Argument("size", 1)] * 9, [])
    machine.close()
    with pytest.raises(MoteError, match="no image"):
        run(machine)
    monkeypatch.setenv("PATH", "")
    with pytest.raises(MissingTool, match="qemu-ppc64le is not installed"):
        QemuMachine(catalog.cpus()["power8-le"])


def test_stack_limit(tmp_path: Path) -> None:
    """A frame of the stack's own size still fits; what lies below does not."""
    fits = f"li 4, -{STACK_BYTES}; stdux 1, 1, 4; ld 1, 0(1); blr"
    machine = build("power8-le", fits, tmp_path)
    assert run(machine).stack_bytes == STACK_BYTES
    machine.close()
    machine = build("power8-le", fits.replace(str(STACK_BYTES), str(STACK_BYTES + 16)), tmp_path)
    for detail in (True, False):
        with pytest.raises(Breach, match="stack overflow"):
            run(machine, detail=detail)
    machine.close()


def test_power9_runs_what_power8_refuses(tmp_path: Path) -> None:
    """In the audit of an object, and where it is executed (BREACHES)."""
    machine = build("power9-le", "darn 5, 1; blr", tmp_path)
    assert run(machine).instructions == 2
    machine.close()
    target = tmp_path / "probe.o"
    assert gnu.missing_instructions(catalog.cpus()["power9-le"], target) == []
    assert len(gnu.missing_instructions(catalog.cpus()["power8-le"], target)) == 1


DIGEST = """
#include <stdio.h>
#include "mote/FUNCTION.h"
int main(void) {
    mote_FUNCTION_context cc;
    unsigned char part[77], digest[BITS / 8];
    size_t size, i;
    mote_FUNCTION_init(&cc, BITS);
    while ((size = fread(part, 1, sizeof part, stdin)) != 0)
        mote_FUNCTION(&cc, part, size);
    mote_FUNCTION_close(&cc, 0, 0, digest);
    for (i = 0; i < sizeof digest; i++)
        printf("%02x", digest[i]);
    return 0;
}
"""


@pytest.mark.skipif(shutil.which("clang") is None, reason="no clang")
@pytest.mark.parametrize("order", ["le", ""])
@pytest.mark.parametrize("function", ["sha256", "sha512"])
def test_intrinsics_in_another_compiler(function: str, order: str, tmp_path: Path) -> None:
    """Clang has names of its own for these instructions, in either byte order."""
    target = f"powerpc64{order}-linux-gnu"
    program, code = tmp_path / "digest", tmp_path / "code.o"
    main = tmp_path / "main.c"
    text = DIGEST.replace("FUNCTION", function).replace("BITS", function.removeprefix("sha"))
    main.write_text(text)
    include = [f"-I{folder}" for folder in INCLUDES]
    clang = ["clang", f"--target={target}", "-isystem", f"/usr/{target}/include", "-mcpu=power8"]
    source = ROOT / "src" / "sha2" / function / "power8.c"
    strict = ["-std=c99", "-O2", "-Wall", "-Wextra", "-Werror"]
    subprocess.run([*clang, *strict, *include, "-c", source, "-o", code], check=True)
    link = [f"{target}-gcc", "-static", *include, main, code, "-o", program]
    subprocess.run(link, check=True)
    message = bytes(range(256)) * 5
    said = subprocess.run(
        [f"qemu-ppc64{order}", "-cpu", "power8", program],
        input=message,
        capture_output=True,
        check=True,
    ).stdout
    assert said.decode() == hashlib.new(function, message).hexdigest()


def test_the_disassemblers_words_for_another_assembler() -> None:
    for text, expected in {
        "lxvw4x  vs41,0,r4": "lxvw4x 41,0,4",
        "xxmr    vs32,vs62": "xxlor 32,62,62",
        "xxswapd vs1,vs2": "xxpermdi 1,2,2,2",
        "vshasigmaw v4,v3,1,4": "vshasigmaw 4,3,1,4",
        "stdu    r1,-64(r1)": "stdu 1,-64(1)",
        "bdnz    10168 <next_block>": "",
        "bpermd  r3,r4,r5": "bpermd 3,4,5",
    }.items():
        assert mca.written(" ".join(text.split())) == expected


def test_the_ratio_of_two_codes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a program in llvm-mca's place whose model takes two cycles for an instruction."""
    stub = tmp_path / "llvm-mca-19"
    stub.write_text('#!/bin/sh\necho "Total Cycles: $((2 * $(grep -c .)))"\n')
    stub.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    cpu = catalog.cpus()["power8-le"]
    known = {i.name: i for i in catalog.implementations(catalog.functions()["sha256"])}
    found = mca.ratios(known["power8_fast"], known["power8"], cpu)
    stored = store.read()
    figures = [
        stored["sha256", name, cpu.name, "instructions"].block_instructions or 0
        for name in ("power8_fast", "power8")
    ]
    assert found == dict.fromkeys(mca.MODELS, pytest.approx(figures[0] / figures[1], rel=0.01))
    # Of a mode of operation, too: two cycles for each of all its calls' instructions.
    (chacha,) = (
        i for i in catalog.implementations(catalog.functions()["chacha20"]) if i.name == "power8"
    )
    row = power.measure(chacha, cpu)
    instructions = stored["chacha20", "power8", cpu.name, "instructions"]
    assert instructions.long_instructions_per_byte
    doubled = pytest.approx(2 * instructions.long_instructions_per_byte, rel=0.01)
    assert {float(row[model]) for model in mca.MODELS} == {float(row["pwr8"])}
    assert float(row["pwr8"]) == doubled
    table = tmp_path / "power-cycles.csv"
    monkeypatch.setattr(power, "RESULTS", table)
    power.write([row], table)
    assert list(power.read(table).values()) == [row]
    with pytest.raises(MoteError, match="has no stored row"):
        power.write([{**row, "implementation": "portable"}], table)
    crc = next(i for i in catalog.implementations(catalog.functions()["crc32"]))
    with pytest.raises(MoteError, match="neither a hash function nor a mode"):
        mca.executed(crc, cpu)
    monkeypatch.setattr(mca, "PROGRAMS", ("no-such-program",))
    with pytest.raises(MissingTool, match="llvm-19"):
        mca.program()
    with pytest.raises(MoteError, match="does not run in QEMU"):
        mca.executed(known["portable"], catalog.cpus()["amd64"])


@pytest.mark.skipif(shutil.which("clang") is None, reason="no clang")
def test_what_clang_compiles_is_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By its own code: the vectors have passed, and a file that breaks a rule has no count."""
    table = tmp_path / "power-clang.csv"
    monkeypatch.setattr(clang, "RESULTS", table)
    cpu = catalog.cpus()["power8-le"]
    (ghash,) = (
        i for i in catalog.implementations(catalog.functions()["ghash"]) if i.name == "power8"
    )
    row = clang.measure(ghash, cpu)
    by_gcc = store.read()["ghash", "power8", cpu.name, "instructions"]
    assert row["toolchain"].startswith("clang ") and row["problem"] == ""
    assert int(row["vectors_passed"]) >= 10
    assert row["size_bytes"] != str(by_gcc.size_bytes), "it is not GCC's code"
    clang.write([row], table)
    assert list(clang.read(table).values()) == [row]
    with pytest.raises(MoteError, match="has no stored row"):
        clang.write([{**row, "implementation": "portable"}], table)
    monkeypatch.setattr(clang, "COMPILER", "no-such-clang")
    with pytest.raises(MissingTool, match="no-such-clang is not installed"):
        clang.measure(ghash, cpu)
    broken = bench.Outcome(bench.failed_rows(ghash, cpu, "r2 was altered, at 0x1"))
    monkeypatch.setattr(clang, "COMPILER", "clang")
    monkeypatch.setattr(bench, "run", lambda _: broken)
    row = clang.measure(ghash, cpu)
    assert row["problem"] == "r2 was altered" and row["instructions"] == ""
