"""The contract at the head of each assembly file, and that each of its promises can be broken."""

from __future__ import annotations

import dataclasses
import re
from collections import defaultdict
from pathlib import Path

import pytest

from bench_command import ROOT, measure, mote
from mote.building import build, package
from mote.calling.hash_caller import HashCaller
from mote.calling.session import Session, pseudo_random
from mote.catalog import catalog, contract
from mote.catalog.cpu import Cpu
from mote.catalog.function import Function, Implementation, Kernel
from mote.checking import promises, verify
from mote.common.errors import Breach, BuildError, MoteError
from mote.machines import open_machine
from mote.showing import report

pytestmark = pytest.mark.always

FUNCTIONS = catalog.functions()
CPUS = catalog.cpus()
SOURCES = sorted(path for path in (ROOT / "src").rglob("*") if path.suffix in (".s", ".S", ".asm"))
THUMB = ROOT / "src" / "shabal" / "thumb.S"


def assembly(function: Function) -> list[tuple[Implementation, Cpu]]:
    return [
        (implementation, cpu)
        for implementation in catalog.implementations(function)
        if promises.is_assembly(implementation)
        for cpu in CPUS.values()
        if catalog.runs_on(implementation, cpu)
    ]


def one_each() -> list[tuple[Implementation, Cpu]]:
    """Each assembly file once, on one of its CPUs after the other: `mote check` has them all."""
    by_file: dict[Path, list[tuple[Implementation, Cpu]]] = defaultdict(list)
    for function in FUNCTIONS.values():
        for implementation, cpu in assembly(function):
            by_file[implementation.sources[-1]].append((implementation, cpu))
    return [pairs[number % len(pairs)] for number, pairs in enumerate(by_file.values())]


def one_of_each_order(pairs: list[tuple[Implementation, Cpu]]) -> list[tuple[Implementation, Cpu]]:
    """Of the CPUs of each implementation the first little-endian and the first big-endian one."""
    chosen = {(each.name, cpu.endianness): (each, cpu) for each, cpu in reversed(pairs)}
    return list(chosen.values())


def name(value: object) -> str:
    if isinstance(value, Implementation):
        return f"{value.function.name}-{value.name}"
    return value.name if isinstance(value, Cpu | Function) else ""


def session(implementation: Implementation, cpu: Cpu, folder: Path) -> Session:
    built = build.build(implementation, cpu, folder)
    image = build.link(implementation, cpu, built)
    machine = open_machine(cpu)
    # Another simulator repeats what makes a figure, and in the tests of each machine.
    machine.confirm = False
    return Session(machine, implementation, built, image)


def problems(
    implementation: Implementation, cpu: Cpu, folder: Path, *, secret: bool = False
) -> list[str] | None:
    """What is wrong with the contract; secret: look for constant time, too."""
    running = session(implementation, cpu, folder)
    return promises.problems(
        implementation,
        cpu,
        running.built,
        running,
        verify.constant_time(running) if secret else None,
        lambda: verify.run_vectors(running, verify.bench_vectors(implementation.function)),
    )


def changed(
    folder: Path, *pairs: tuple[str, str], source: Path = THUMB, function: str = "shabal"
) -> Implementation:
    """An assembly file of ours with other words in it, as a user's file."""
    text = source.read_text()
    for old, new in pairs:
        assert text.count(old) >= 1, old
        text = text.replace(old, new, 1)
    path = folder / f"{source.stem}_changed{source.suffix}"
    path.write_text(text)
    given = FUNCTIONS[function]
    return Implementation("changed", given, (path,), given.identifier, catalog.header(given))


# ---- ours ----


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT / "src")))
def test_every_assembly_file_begins_with_a_contract(path: Path) -> None:
    lines = path.read_text().splitlines()
    assert "SPDX-License-Identifier: MIT" in lines[0] and "Copyright" in lines[1]
    assert lines[3].endswith("[contract]")
    assert contract.of_file(path)[0].keys


@pytest.mark.parametrize(("implementation", "cpu"), one_each(), ids=name)
@pytest.mark.sampled(24)
def test_every_contract_is_kept(implementation: Implementation, cpu: Cpu, tmp_path: Path) -> None:
    assert problems(implementation, cpu, tmp_path, secret=True) == []


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT / "src")))
def test_the_register_map_follows_the_contract(path: Path) -> None:
    """But for files that only include another one for other extensions."""
    assert first_words(path.read_text()).startswith("Register") or only_includes(path.read_text())


def first_words(text: str) -> str:
    """What stands behind the contract and the end of its paragraph."""
    lines = text.partition("[contract]\n")[2].splitlines()
    start = next(n for n, line in enumerate(lines) if line.strip() in ("@", ";", "#", "*", "*/"))
    return next(line.strip("/*@;# ") for line in lines[start + 1 :] if line.strip())


def only_includes(text: str) -> bool:
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    code = [line.strip() for line in text.splitlines() if line and line[0] not in ";@"]
    known = (
        ".extension",
        ".option",
        ".include",
        ".equ",
        ".globl",
        "#include",
        "#define",
        "#if",
        "#error",
        "#endif",
    )
    return bool(code) and all(line.startswith(known) for line in code)


def test_a_register_map_that_comes_late_is_seen() -> None:
    text = THUMB.read_text()
    late = text.replace("@ Registers of the three", "@ What they do\n@ Registers of the three")
    assert first_words(late) == "What they do"
    assert not only_includes(text)


def state_of(implementation: Implementation, cpu: Cpu, folder: Path) -> dict[str, tuple[int, ...]]:
    """The state after three blocks and five bytes, as the contract reads it from the context."""
    running = session(implementation, cpu, folder)
    function = implementation.function
    promised = contract.resolve(promises.tables(implementation), cpu)
    address = running.fresh()
    caller = HashCaller(running)
    caller.init(address, function.main_size)
    caller.update(address, pseudo_random("state", 3 * function.block_bytes + 5))
    context = running.machine.read(address, running.built.context_bytes)
    return {place.name: tuple(place.values(context, cpu.endianness)) for place in promised.state}


@pytest.mark.parametrize(
    "function",
    [
        f
        for f in FUNCTIONS.values()
        if f.kind == "hash" and any(i.kernel is None for i, _ in assembly(f))
    ],
    ids=lambda f: f.name,
)
@pytest.mark.sampled(16)
def test_contracts_of_a_function_agree_on_its_state(function: Function, tmp_path: Path) -> None:
    """Offset, order of words, complement and rotation: each file keeps the same words otherwise."""
    seen: dict[str, dict[tuple[int, ...], list[str]]] = defaultdict(lambda: defaultdict(list))
    for implementation, cpu in one_of_each_order(assembly(function)):
        if implementation.kernel is None:
            folder = tmp_path / implementation.name / cpu.name
            folder.mkdir(parents=True)
            for place, words in state_of(implementation, cpu, folder).items():
                seen[place][words].append(f"{implementation.name} on {cpu.name}")
    assert seen
    for place, values in seen.items():
        assert len(values) == 1, (place, list(values.values()))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('order = {little = "up", big = "down"}}', 'order = "up"}'),
        (
            "state.B = {offset = 192, words = 16}",
            "state.B = {offset = 192, words = 16, rotated = 1}",
        ),
        (
            "state.A = {offset = 80, words = 12}",
            "state.A = {offset = 80, words = 12, complement = [3]}",
        ),
        (
            "state.A = {offset = 80, words = 12}",
            "state.A = {offset = 80, words = 12, interleaved = 4}",
        ),
    ],
)
def test_a_wrong_order_of_the_state_is_seen(old: str, new: str, tmp_path: Path) -> None:
    cpu = CPUS["thumb-be"]
    right = state_of(changed(tmp_path), cpu, tmp_path)
    assert state_of(changed(tmp_path, (old, new)), cpu, tmp_path) != right


def test_constants_are_written_in_one_way() -> None:
    """.equ NAME, value; .set for a value that changes; no macro that is a number."""
    for path in SOURCES:
        text = path.read_text()
        asked = set(re.findall(r"^#\s*(?:el)?if(?:def)?\s+(\w+)", text + included(text), re.M))
        # What the preprocessor asks for must be a macro, and so must another name for it.
        names = re.findall(r"^#define (\w+) (\w+)$", text, re.M)
        asked |= {name for name, value in names if value in asked}
        # keccak/p1600 defines another one before it includes the file.
        asked |= {"FIRST"}
        assert set(foreign_constants(text)) <= asked, path


def included(text: str) -> str:
    """The text of the files of ours that a source includes."""
    names = re.findall(r'^#\s*include "([^"]+)"', text, re.M)
    return "".join((ROOT / "src" / name).read_text() for name in names)


IO_REGISTERS = {"SPL", "SPH", "SREG"}
"""Of an AVR; clang's assembler takes no .equ of these names, nor for registers of PowerPC."""

NUMBER = r"[\s()+*/-]*(?:-?\d\w*|[A-Z][A-Z_]*)(?:[\s()+*/-]+(?:\d\w*|[A-Z]\w*))*[\s()]*"


def foreign_constants(text: str) -> list[str]:
    """Names of constants in another dialect than .equ.

    A name in small letters is a register's.  A .set in a macro or a repetition, or in a file that
    sets the name again, perhaps as the argument of a macro, is for a value that changes.
    """
    code = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    outside = re.sub(r"^\s*\.macro\b.*?^\s*\.endm", "", code, flags=re.S | re.M)
    repeated = r"^\s*\.(?:irpc?|rept)\b.*?^\s*\.endr"
    outside = re.sub(repeated, "", outside, flags=re.S | re.M)
    found = []
    for name in re.findall(r"^\s*\.set\s+(\w+)\s*,", outside, re.M):
        again = len(re.findall(rf"\.set\s+{name}\s*,", code)) > 1
        if not again and not re.search(r"\.set\s+\\", code):
            found.append(name)
    for name, value in re.findall(r"^#define (\w+)[ \t]+(.+)$", code, re.M):
        register = name.islower() or name in IO_REGISTERS
        if re.fullmatch(NUMBER, value.split("@")[0].strip()) and not register:
            found.append(name)
    return found


def test_a_foreign_constant_is_seen() -> None:
    assert foreign_constants("#define PTR 64   /* offset */\n") == ["PTR"]
    assert foreign_constants("#define PTR     (-52)\n") == ["PTR"]
    assert foreign_constants("#define M_PC  (BX + 252 - (CX + 32))\n") == ["M_PC"]
    assert foreign_constants("        .set    PTR, 64     @ offset\n") == ["PTR"]
    assert foreign_constants("        .set    noreorder\n        .equ    PTR, 64\n") == []
    assert foreign_constants("#define T0 r18\n#define R0 {r0-r3}\n") == []
    assert foreign_constants("#define cc      14\n#define SPL     0x3d\n") == []
    assert foreign_constants("    .set at, 0\n    .set at, at + 1\n") == []


# ---- wrong ones ----

WRONG = {
    "stack": ("stack = 1080", "stack = 1076", "stack is 1076 bytes in the contract and 1080"),
    "missing clobber": ("r0-r3 lr flags", "r0-r2 lr flags", "clobbers lacks r3"),
    "needless clobber": ("r0-r3 lr", "r0-r4 lr", "clobbers has r4, which no call changes"),
    "unknown register": ("lr flags", "lr flgs", "no register of thumb; did you mean 'flags'?"),
    "extra argument": (
        "_init(cc, out_size)",
        "_init(cc, out_size, more)",
        "in the C header it is mote_shabal_init(cc, out_size)",
    ),
    "argument name": ("(cc, data, len)", "(cc, data, size)", "in the C header it is"),
    "missing function": ('  "mote_shabal(cc, data, len)",', "", "functions lacks mote_shabal,"),
    "foreign function": (
        '"mote_shabal_init(',
        '"mote_shabal_more(cc)", "mote_shabal_init(',
        "mote_shabal_more, which the C header does not declare",
    ),
    "size of the context": ("reads = {cc = 256", "reads = {cc = 252", "reads.cc is 252; it is 256"),
    "size of the data": ('data = "len"', 'data = "len / 8"', "reads.data is 'len / 8'"),
    "writes data": ("writes = {", 'writes = {data = "len", ', "data, which is a pointer to const"),
    "no pointer": ("writes = {", "writes = {n = 4, ", "writes has n, to which no pointer"),
    "missing pointer": (', dst = "out_size / 8"', "", "writes lacks dst, which is a pointer"),
    "data is read": (
        'cc = 256, data = "len"}',
        "cc = 256}",
        "reads lacks data, which is a pointer",
    ),
    "label": ('block = "block"', 'block = "blocks"', "did you mean 'block'?"),
    "counter's offset": ("{offset = 68,", "{offset = 64,", "counter holds"),
    "counter's order": (', order = "down"}\n@ fill', "}\n@ fill", "counter holds"),
    "fill": ("little = -64,", "little = -63,", "fill holds"),
    "fill's step": ("step = {little = 1,", "step = {little = 2,", "with 1 bytes waiting"),
    "overlap": ("counter = {offset = 68", "counter = {offset = 76", "counter and fill overlap"),
    "outside": ("state.B = {offset = 192", "state.B = {offset = 196", "the context has 256 bytes"),
    "no state": (
        "counter = {",
        "state.D = {offset = 0}\n@ counter = {",
        "state.D: a block leaves the word at 0",
    ),
    "calls": ("calls = []", 'calls = ["memcpy"]', "calls has memcpy; the object calls nothing"),
    "constant time": ("constant_time = true", "constant_time = false", "no run depends on"),
    "misspelt key": ("clobbers =", "clobers =", "no key 'clobers'; did you mean 'clobbers'?"),
    "misspelt key of a place": ("{offset = 68", "{ofset = 68", "counter has no key 'ofset'"),
    "no counter": (
        'counter = {offset = 68, words = 2, order = "down"}',
        "counter = {}",
        "counter is {}, and the function counts blocks",
    ),
    "missing key": ("calls = []", "", "the contract lacks calls"),
    "type": ("stack = 1080", 'stack = "1080"', "stack is '1080'; it must be a number"),
    "function's form": ("_init(cc, out_size)", "_init", "it must be like 'name(cc, data)'"),
    "order": ('words = 2, order = "down"', "words = 2, order = [0, 2]", "counter.order is [0, 2]"),
    "no value": ("stack = 1080", "stack = {amd64 = 8}", "no value for thumb or little"),
    "not TOML": ("stack = 1080", "stack: 1080", "the contract is not valid TOML"),
}


@pytest.mark.parametrize(("old", "new", "words"), WRONG.values(), ids=WRONG)
@pytest.mark.quick(by=())
def test_what_is_not_true_fails(old: str, new: str, words: str, tmp_path: Path) -> None:
    whole = f"@ {old}\n"
    pair = (whole, "") if not new and whole in THUMB.read_text() else (old, new)
    secret = "constant_time" in old  # what the others say does not depend on it
    found = problems(changed(tmp_path, pair), CPUS["thumb"], tmp_path, secret=secret)
    assert found and any(words in line for line in found), found


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("writes = {cc = 64", "writes = {cc = 60", "writes.cc is 60; it is 64"),
        ("tweak = 16", "tweak = 24", "reads.tweak is 24; it is 16"),
        ("dst = 64", 'dst = "out_size / 8"', "writes.dst is 'out_size / 8'; it is 64"),
        ("stack = 173", "stack = 175", "stack is 175 bytes in the contract and 173 in its runs"),
        ("calls = []", "calls = []\n * counter = {}", "no key 'counter'"),
    ],
)
def test_what_a_block_cipher_promises_can_fail(
    old: str, new: str, words: str, tmp_path: Path
) -> None:
    """It has keys, tweaks and blocks instead of a state that is followed."""
    source = ROOT / "src" / "skein" / "threefish512" / "avr8.S"
    given = changed(tmp_path, (old, new), source=source, function="threefish512")
    given = dataclasses.replace(given, include=(ROOT / "src",))
    found = problems(given, CPUS["avr8"], tmp_path)
    assert found and any(words in line for line in found), found


def test_what_is_changed_by_nothing_else_is_kept(tmp_path: Path) -> None:
    assert problems(changed(tmp_path), CPUS["thumb"], tmp_path, secret=True) == []


CASES = {
    "avr8": ("shabal/avr8.S", "shabal", "avr8", "r18-r23 r26", "r18-r22 r26", "lacks r23"),
    "avr8 flags": ("shabal/avr8.S", "shabal", "avr8", "r31 flags", "r31", "lacks flags"),
    "i386": ("shabal/i386.S", "shabal", "i386", '"eax flags"', '"flags"', "lacks eax"),
    "amd64": ("shabal/amd64_fast.S", "shabal", "amd64", " xmm0-xmm4", "", "lacks xmm0, xmm1"),
    "mips": ("shabal/mips32.S", "shabal", "mips32", '"v0 v1', '"hi v0 v1', "has hi, which no"),
    "calls": ("shabal/armv4.S", "shabal", "armv4", '"r0-r3 r12', '"r0-r3', "lacks r12"),
    "calls lose": ("shabal/armv4.S", "shabal", "armv4", '"r0-r3 r12', '"r1-r3 r12', "lacks r0"),
    "counts down": ("shabal/powerpc.S", "shabal", "powerpc", ", step = -1", "", "counter holds"),
    "pic24": ("jh/pic24.s", "jh", "pic24", '"w0-w7 flags"', '"w0-w6 flags"', "lacks w7"),
    "pic24 stack": ("jh/pic24.s", "jh", "pic24", "stack = 34", "stack = 30", "and 34 in its runs"),
    "pic24 label": ("jh/pic24.s", "jh", "pic24", "mote_jh_compress", "mote_jh_compres", "did you"),
    "mcs51": ("shabal/mcs51.asm", "shabal", "mcs51", '"r0-r7 a', '"r0-r6 a', "lacks r7"),
    "mcs51 flags": ("shabal/mcs51_fast.asm", "shabal", "mcs51", " flags", "", "lacks flags"),
    "mcs51 stack": (
        *("shabal/mcs51.asm", "shabal", "mcs51", "stack = 13", "stack = 12"),
        "stack is 12 bytes in the contract and 13",
    ),
    "mcs51 RAM": (
        *("shabal/mcs51_fast.asm", "shabal", "mcs51", "internal_ram = 112", "internal_ram = 8"),
        "internal_ram is 8 bytes in the contract and 112 in the object",
    ),
    "mcs51 label": ("shabal/mcs51.asm", "shabal", "mcs51", '"block"', '"blokc"', "did you mean"),
    "mcs51 fill": ("shabal/mcs51.asm", "shabal", "mcs51", "offset = 8,", "offset = 9,", "fill"),
    "secret": (
        "groestl/groestl256/pic24.s",
        "groestl256",
        "pic24",
        'constant_time = false\n; secret_tables = ["S", "DOUBLE"]',
        "constant_time = true",
        "constant_time is true, and mote_groestl256_close depends on the message",
    ),
    "secret table": (
        "groestl/groestl256/pic24.s",
        "groestl256",
        "pic24",
        '["S", "DOUBLE"]',
        '["S", "DOUBL"]',
        "secret_tables has 'DOUBL', which is no label",
    ),
}


@pytest.mark.parametrize(
    ("source", "function", "cpu", "old", "new", "words"), CASES.values(), ids=CASES
)
def test_what_is_not_true_fails_on_every_machine(
    source: str, function: str, cpu: str, old: str, new: str, words: str, tmp_path: Path
) -> None:
    given = changed(tmp_path, (old, new), source=ROOT / "src" / source, function=function)
    found = problems(given, CPUS[cpu], tmp_path, secret="secret" in words or "constant" in words)
    assert found and any(words in line for line in found), found


def test_a_contract_tells_functions_of_one_source_apart(tmp_path: Path) -> None:
    stacks = []
    for name in ("aes128_ctr_only", "aes256_ctr_only"):
        found = catalog.implementations(FUNCTIONS[name])
        given = next(each for each in found if each.name == "thumb")
        own = promises.tables(given)
        promised = contract.resolve(own, CPUS["thumb"], followed=False, function=name)
        stacks.append(promised.stack)
        with pytest.raises(MoteError, match="stack has no value for thumb or little or sha256"):
            contract.resolve(own, CPUS["thumb"], followed=False, function="sha256")
    assert stacks[0] < stacks[1]


def test_what_an_included_file_says_holds_but_where_the_file_says_more(tmp_path: Path) -> None:
    function = FUNCTIONS["jh"]
    by_name = {each.name: each for each in catalog.implementations(function)}
    cpu = CPUS["pic24"]
    plain = contract.resolve(promises.tables(by_name["pic24"]), cpu)
    swapped = contract.resolve(promises.tables(by_name["pic24_ise"]), cpu)
    assert (plain.stack, swapped.stack) == (34, 20)
    assert plain.clobbers == swapped.clobbers
    assert plain.state[0].order == swapped.state[0].order
    assert plain.state[0].addresses != swapped.state[0].addresses


# ---- where a contract is due ----


def test_assembly_of_ours_must_have_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given = changed(tmp_path, ("[contract]", "no contract"))
    assert problems(given, CPUS["thumb"], tmp_path) is None
    monkeypatch.setattr(package, "is_ours", lambda _: True)
    found = problems(given, CPUS["thumb"], tmp_path)
    assert found == ["thumb_changed.S has no contract: it must begin with one (docs/contracts.md)"]


def test_c_needs_none(tmp_path: Path) -> None:
    given = next(i for i in catalog.implementations(FUNCTIONS["shabal"]) if i.name == "portable")
    assert problems(given, CPUS["thumb"], tmp_path) is None


def test_the_command_says_what_is_wrong(tmp_path: Path) -> None:
    given = changed(tmp_path, ("stack = 1080", "stack = 1076"))
    header = ROOT / "include" / "mote" / "shabal.h"
    row = measure(given.source, "thumb", "mote_shabal", header, 1, short=True)[0]
    assert row["checks"]["contract"]["status"] == "failed"
    assert "1076" in row["checks"]["contract"]["detail"]
    others = {check["status"] for key, check in row["checks"].items() if key != "contract"}
    assert others == {"passed"}


def test_mote_check_has_a_column_for_it() -> None:
    result = mote("check", "shabal", "--cpu", "thumb", "--implementation", "thumb", short=True)
    lines = [line.split() for line in result.stdout.splitlines() if line]
    # In 80 columns it comes in a table of its own.
    assert [line for line in lines if line[-1] == "contract"]
    assert lines[-1] == ["shabal", "thumb", "thumb", "passed"]


# ---- kernels ----

KERNEL = """\
@ SPDX-License-Identifier: MIT
@ Copyright (c) 2026 The Mote developers
@
@ [contract]
@ specification = "none: it changes bytes"
@ functions = ["mote_keccak_f1600(state)"]
@ reads = {state = 200}
@ writes = {state = 200}
@ clobbers = "r0 r1 lr flags"
@ stack = 8
@ constant_time = true
@ calls = []
@ block = "mote_keccak_f1600"
@ defines = ["KECCAK_INTERLEAVED"]
@
        .syntax unified
        .thumb
        .global mote_keccak_f1600
        .type   mote_keccak_f1600, %function
        .thumb_func
mote_keccak_f1600:
        push    {r4, lr}
        movs    r4, #1
        bl      1f
        pop     {r4}
        pop     {r1}
        bx      r1
1:      ldr     r1, [r0]
        adds    r1, r4
        str     r1, [r0]
        adds    r0, #4
        bx      lr
"""


def kernel(folder: Path, text: str) -> Implementation:
    path = folder / "thumb.S"
    path.write_text(text)
    given = FUNCTIONS["keccak"]
    prototype = "void mote_keccak_f1600(mote_u32 *state)"
    made = Kernel("", "", "mote_keccak_f1600", prototype, "KECCAK_F1600", path)
    mode = next(i for i in catalog.implementations(given) if i.name == "portable")
    return dataclasses.replace(
        mode, sources=(mode.source, path), kernel=made, options=("-DKECCAK_F1600",)
    )


def test_a_kernel_is_called_by_itself(tmp_path: Path) -> None:
    assert problems(kernel(tmp_path, KERNEL), CPUS["cortex-m0"], tmp_path) == []


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("stack = 8", "stack = 12", "stack is 12 bytes in the contract and 8 in its runs"),
        ("r0 r1 lr", "r0 lr", "clobbers lacks r1"),
        ("f1600(state)", "f1600(state, rounds)", "in the C header it is mote_keccak_f1600(state)"),
        ("calls = []", 'calls = ["memset"]', "calls has memset; the object calls nothing"),
        ("writes = {state = 200}", "writes = {state = 2}", "2 bytes past the end of state"),
        ("writes = {state = 200}", "writes = {}", "in state, which is read-only"),
        ('block = "mote', 'block = "more', "no label of the object"),
        ("stack = 8", "stack = 8\n@ counter = {}", "no key 'counter'"),
    ],
)
@pytest.mark.quick(by=())
def test_what_a_kernel_promises_can_fail(old: str, new: str, words: str, tmp_path: Path) -> None:
    given = kernel(tmp_path, KERNEL.replace(old, new, 1))
    found = problems(given, CPUS["cortex-m0"], tmp_path)
    assert found and any(words in line for line in found), found


KERNEL_8051 = """\
; SPDX-License-Identifier: MIT
; Copyright (c) 2026 The Mote developers
;
; [contract]
; specification = "none: it changes a byte"
; functions = ["mote_keccak_f1600(state)"]
; reads = {state = 200}
; writes = {state = 200}
; clobbers = "r3 a flags"
; stack = 4
; internal_ram = 2
; constant_time = true
; calls = []
; block = "mote_keccak_f1600"
;
        .module mote_keccak_f1600
        .globl  _mote_keccak_f1600
        .area   OSEG    (OVR,DATA)
sum:    .ds     2
        .area   XSEG    (XDATA)
        .area   CSEG    (CODE)
_mote_keccak_f1600:
        movx    a,@dptr
        mov     sum,a
        mov     r3,a
        lcall   add_it
        movx    @dptr,a
        ret
add_it: add     a,#0x55
        add     a,sum
        ret
"""


def kernel_8051(folder: Path, text: str, prototype: str = "mote_u32 *state") -> Implementation:
    path = folder / "mcs51.asm"
    path.write_text(text)
    given = kernel(folder, KERNEL)
    assert given.kernel is not None
    prototype = f"void mote_keccak_f1600({prototype})"
    made = dataclasses.replace(given.kernel, file=path, prototype=prototype)
    return dataclasses.replace(given, sources=(given.source, path), kernel=made)


def test_a_kernel_for_the_8051_is_called_by_itself(tmp_path: Path) -> None:
    given = kernel_8051(tmp_path, KERNEL_8051)
    assert problems(given, CPUS["mcs51"], tmp_path) == []
    built = build.build(given, CPUS["mcs51"], tmp_path)
    assert built.flags.startswith("-mmcs51 --model-small")
    assert built.each[-1].with_suffix(".rel").exists()


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("stack = 4", "stack = 2", "stack is 2 bytes in the contract and 4 in its runs"),
        ("internal_ram = 2", "internal_ram = 3", "internal_ram is 3 bytes in the contract and 2"),
        ("; internal_ram = 2\n", "", "internal_ram is 0 bytes in the contract and 2 in the object"),
        ('"r3 a flags"', '"r3 flags"', "clobbers lacks a"),
        ('"r3 a flags"', '"r3 a b flags"', "clobbers has b, which no call changes"),
        ('"r3 a flags"', '"r3 acc a flags"', "clobbers has 'acc', which is no register of mcs51"),
        ('block = "mote', 'block = "more', "no label of the object; did you mean"),
        ("calls = []", 'calls = ["memcpy"]', "calls has memcpy; the object calls nothing"),
        ("(state)", "(state, more)", "in the C header it is mote_keccak_f1600(state)"),
    ],
)
def test_what_a_kernel_for_the_8051_promises_can_fail(
    old: str, new: str, words: str, tmp_path: Path
) -> None:
    given = kernel_8051(tmp_path, KERNEL_8051.replace(old, new, 1))
    found = problems(given, CPUS["mcs51"], tmp_path)
    assert found and any(words in line for line in found), found


@pytest.mark.parametrize(("area", "model"), [("XSEG", "large"), ("OSEG", "small")])
def test_a_parameter_in_memory_decides_the_memory_model(
    area: str, model: str, tmp_path: Path
) -> None:
    """The C beside the kernel is compiled for it, and the kernel's flags say so, too."""
    place = f"        .area   {area} "
    assert place in KERNEL_8051
    parameter = "        .globl  _mote_keccak_f1600_PARM_2\n"
    text = re.sub(
        rf"({place}.*\n)", r"\1_mote_keccak_f1600_PARM_2: .ds 3\n", parameter + KERNEL_8051
    )
    given = kernel_8051(tmp_path, text, "mote_u32 *state, const void *block")
    built = build.build(given, CPUS["mcs51"], tmp_path)
    flags = [words.split() for words in built.flags.split("; ")]
    assert [f"--model-{model}" in words for words in flags] == [True, True]


def test_parts_of_two_memory_models_are_refused(tmp_path: Path) -> None:
    given = kernel_8051(tmp_path, KERNEL_8051)
    for number, area in enumerate(("XSEG    (XDATA)", "OSEG    (OVR,DATA)")):
        name = f"_mote_keccak_more_PARM_{2 + number}"
        text = f"        .globl  {name}\n        .area   {area}\n{name}: .ds 1\n"
        (tmp_path / f"more{number}.asm").write_text(text)
    more = tuple(tmp_path / f"more{number}.asm" for number in (0, 1))
    given = dataclasses.replace(given, sources=(*given.sources, *more))
    words = "more1.asm of the small one and more0.asm of the large one"
    with pytest.raises(BuildError, match=words):
        build.build(given, CPUS["mcs51"], tmp_path)


def test_a_kernel_for_the_8051_is_renamed_with_its_underscore(tmp_path: Path) -> None:
    folder = tmp_path / "permutation"
    folder.mkdir()
    source = package.pack(kernel_8051(folder, KERNEL_8051), "acme").sources[-1]
    assert source.name == "acme_permutation.asm"
    assert "_acme_permutation:" in source.text.splitlines()
    assert "mote_keccak_f1600" not in source.text


BLAKE = ROOT / "src" / "blake" / "compress32" / "armv4_fast.S"


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("64 * blocks", "32 * blocks", "past the end of data"),
        (", rounds = 14}", "}", "numbers lacks rounds, which is no pointer"),
        ("64 * blocks", "64 + blocks", "points to '64 + blocks' bytes; it must be a number, or a"),
        ("blocks = 2", "blocks = 'two'", "numbers.blocks is 'two'; it must be a number"),
    ],
)
def test_the_numbers_of_a_kernel(old: str, new: str, words: str, tmp_path: Path) -> None:
    """They stand for its arguments that are no pointers, also in sizes."""
    given = next(i for i in catalog.implementations(FUNCTIONS["blake32"]) if i.name == BLAKE.stem)
    path = tmp_path / BLAKE.name
    path.write_text(BLAKE.read_text().replace(old, new, 1))
    assert given.kernel is not None
    made = dataclasses.replace(given.kernel, file=path)
    given = dataclasses.replace(given, sources=(given.source, path), kernel=made)
    try:
        found = problems(given, CPUS["armv4"], tmp_path)
    except Breach as breach:
        found = [str(breach)]
    assert found and any(words in line for line in found), found


def test_a_kernel_asks_for_macros_in_its_contract(tmp_path: Path) -> None:
    path = tmp_path / "thumb.S"
    path.write_text(KERNEL)
    assert contract.of_kernel(path)["defines"] == ("KECCAK_INTERLEAVED",)
    path.write_text(KERNEL.replace('["KECCAK_INTERLEAVED"]', '"KECCAK_INTERLEAVED"'))
    with pytest.raises(MoteError, match=r"thumb\.S:4: defines is .* must be a list of strings"):
        contract.of_kernel(path)["defines"]


def test_a_kernel_names_its_mode_and_its_tables(tmp_path: Path) -> None:
    path = tmp_path / "thumb_fast.S"
    path.write_text(
        KERNEL.replace("@ calls", '@ mode = "portable"\n@ secret_tables = ["T"]\n@ calls')
    )
    found = contract.of_kernel(path)
    assert (found["mode"], found["secret_tables"]) == ("portable", ("T",))
    path.write_text(KERNEL.replace("@ calls", "@ mode = 1\n@ calls"))
    with pytest.raises(MoteError, match="mode is 1; it must be a string"):
        contract.of_kernel(path)


def test_a_kernel_with_tables_is_not_in_constant_time() -> None:
    function = FUNCTIONS["aes128_ctr"]
    found = {each.name: each for each in catalog.implementations(function)}
    assert found["avr8_fast"].source.name == "portable.c"
    assert found["thumb_fast"].source.name == "portable_fast.c"
    tables = [name for name, each in found.items() if not each.constant_time]
    assert tables == ["avr8_cached", "avr8_fast"]
    assert report._constant_time(function) == "yes, but with tables `avr8_cached`, `avr8_fast`"
    assert report._constant_time(FUNCTIONS["speck128"]) == "yes"


@pytest.mark.parametrize(
    "opening", ["@ [contract]\n@ a = 1\n@\n@ b = 2\n", "/* [contract]\n * a = 1\n */\n b = 2\n"]
)
def test_a_contract_ends_with_an_empty_line_or_the_comment(opening: str) -> None:
    found = contract.tables(opening.splitlines(), ["x"] * 9)
    assert [dict(table.keys) for table in found] == [{"a": 1}]


def test_the_example_of_the_manual_is_that_of_the_file() -> None:
    text = (ROOT / "docs" / "contracts.md").read_text()
    head = THUMB.read_text().partition("[contract]\n")[2].partition("@\n")[0]
    assert head in text
    for key in (*contract.MANDATORY, *contract.OF_A_CONTEXT, *contract.OPTIONAL):
        assert f"`{key}`" in text


def test_a_file_with_tables_is_not_in_constant_time() -> None:
    found = catalog.implementations(FUNCTIONS["aes128_ctr_only"])
    assert [each.name for each in found if not each.constant_time] == ["avr8", "avr8_fast"]
    assert {each.secret_tables for each in found} == {(), ("s_box",)}
