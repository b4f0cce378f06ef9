"""The 8051: machine cycles against the manual and against uCsim, and one breach for every rule.

Machine cycles are those of Intel, "MCS 51 Microcontroller Family User's Manual" (272383-002),
chapter 2, table 10.
"""

from __future__ import annotations

import ctypes
import random
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from mote.building import build as builds
from mote.building.image import Image, Region
from mote.building.toolchains import sdcc
from mote.calling.hash_caller import HashCaller
from mote.calling.session import Placement, Session, pseudo_random
from mote.catalog import catalog
from mote.catalog.catalog import load_cpu
from mote.catalog.function import Implementation
from mote.common.errors import Breach, BuildError, MoteError
from mote.common.paths import ROOT
from mote.machines import open_machine, ucsim
from mote.machines.call import Argument, CallResult
from mote.machines.ucsim import REGISTERS, Ucsim, run_console

pytestmark = pytest.mark.skipif(
    shutil.which("sdcc") is None or shutil.which("s51") is None, reason="sdcc or s51 missing"
)

CPU = load_cpu(ROOT / "cpus" / "mcs51.toml")
CONTEXT = Region("context", 0x0500, 8, True)
DATA = Region("data", 0x0600, 16, False)
DIGEST = Region("digest", 0x0700, 4, True)
REGIONS = (CONTEXT, DATA, DIGEST)

GOOD = """\
#include <stddef.h>
typedef struct { unsigned char sum, many; } toy_context;
void toy_init(toy_context *cc, unsigned out_size) {
    cc->sum = (unsigned char)out_size;
    cc->many = 0;
}
void toy(toy_context *cc, const void *data, size_t len) {
    const unsigned char *d = data;
    while (len-- > 0) {
        cc->sum = (unsigned char)(cc->sum * 5 + *d++);
        cc->many++;
    }
}
void toy_close(toy_context *cc, unsigned ub, unsigned n, void *dst) {
    unsigned char *out = dst;
    out[0] = cc->sum;
    out[1] = cc->many;
    out[2] = (unsigned char)ub;
    out[3] = (unsigned char)n;
}
"""


@pytest.fixture
def machine() -> Iterator[Ucsim]:
    opened = open_machine(CPU)
    assert isinstance(opened, Ucsim)
    yield opened
    opened.close()


def build(folder: Path, source: str, suffix: str = ".asm", flag: str = "") -> Image:
    """Compile, with a flag among those that decide the code, and link what defines mote_f."""
    path = folder / f"case{suffix}"
    path.write_text(source)
    compiled = sdcc.compile(CPU, path, folder / "case.rel", ())
    assert not flag or flag in compiled.flags
    return sdcc.link(CPU, [folder / "case.rel"], "mote_f", folder)


def assembly(body: str, variables: str = "") -> str:
    """A function mote_f with two parameters, the second in a variable."""
    return f"""\
	.globl	_mote_f
	.globl	_mote_f_PARM_2
	.area	DSEG	(DATA)
_mote_f_PARM_2:
	.ds	3
{variables}
	.area	CSEG	(CODE)
_mote_f:
{body}
"""


def run(machine: Ucsim, image: Image, budget: int = 10_000) -> CallResult:
    """Call mote_f with a pointer to the context and a pointer to the data."""
    machine.load(image)
    machine.write(CONTEXT.address, bytes(range(CONTEXT.size)))
    machine.write(DATA.address, bytes(range(100, 100 + DATA.size)))
    arguments = (Argument("pointer", CONTEXT.address), Argument("pointer", DATA.address))
    return machine.call("mote_f", arguments, REGIONS, budget=budget)


def breach(machine: Ucsim, folder: Path, body: str, variables: str = "") -> Breach:
    image = build(folder, assembly(body, variables))
    with pytest.raises(Breach) as caught:
        run(machine, image)
    return caught.value


def test_machine_cycles_counted_by_hand(machine: Ucsim, tmp_path: Path) -> None:
    body = """\
	mov	r2,#3		; 1
1$:	movx	a,@dptr		; 2, three times
	add	a,#5		; 1
	movx	@dptr,a		; 2
	inc	dptr		; 2
	djnz	r2,1$		; 2
	push	acc		; 2
	acall	2$		; 2
	pop	acc		; 2
	ret			; 2
2$:	mov	b,#7		; 2
	mul	ab		; 4
	ret			; 2
"""
    first = run(machine, build(tmp_path, assembly(body)))
    assert first.cycles == {"8051": 1 + 3 * 9 + 2 + 2 + 2 + 4 + 2 + 2 + 2}
    assert first.instructions == 1 + 3 * 5 + 2 + 3 + 2
    assert first.stack_bytes == 5, "two return addresses and the accumulator"
    assert first.library_instructions == 0
    assert machine.read(CONTEXT.address, 4) == bytes([5, 6, 7, 3])
    assert machine.confirmed_calls == 1
    assert run(machine, build(tmp_path, assembly(body))) == first


def test_the_line_of_a_macro_is_the_one_that_calls_it(machine: Ucsim, tmp_path: Path) -> None:
    body = """\
	.macro	twice
	nop
	nop
	movx	@dptr,a
	.endm
	mov	dptr,#0
	twice
	ret
"""
    source = assembly(body)
    image = build(tmp_path, source)
    with pytest.raises(Breach) as caught:
        run(machine, image)
    lines = source.splitlines()
    assert f"case.asm:{lines.index('	twice') + 1}," in caught.value.place


# ---- two data pointers ----

TWO_POINTERS = """\
	mov	0xa2,#1
	mov	dptr,#0x4500		; 2
	dec	0xa2			; 1
	mov	r2,#8			; 1
1$:	movx	a,@dptr			; 2, eight times
	inc	dptr			; 2
	inc	0xa2			; 1
	movx	@dptr,a			; 2
	inc	dptr			; 2
	dec	0xa2			; 1
	djnz	r2,1$			; 2
	ret				; 2
"""


@pytest.fixture
def dual() -> Iterator[Ucsim]:
    opened = open_machine(load_cpu(ROOT / "cpus" / "mcs51-2dptr.toml"))
    assert isinstance(opened, Ucsim)
    yield opened
    opened.close()


def copied(machine: Ucsim, folder: Path, body: str) -> CallResult:
    """Run a body that copies eight bytes from dptr to 0x4500."""
    machine.load(build(folder, assembly(body)))
    machine.write(0x4400, bytes(range(50, 58)))
    regions = (Region("from", 0x4400, 8, False), Region("to", 0x4500, 8, True))
    arguments = (Argument("pointer", 0x4400), Argument("pointer", 0x4400))
    result = machine.call("mote_f", arguments, regions, budget=1000)
    assert machine.read(0x4500, 8) == bytes(range(50, 58))
    return result


def test_two_data_pointers_copy_in_twelve_cycles_a_byte(dual: Ucsim, tmp_path: Path) -> None:
    """Counted by hand, and confirmed by uCsim's 89C51R."""
    result = copied(dual, tmp_path, TWO_POINTERS)
    assert result.cycles == {"89C51R": 2 + 2 + 1 + 1 + 8 * 12 + 2}
    assert dual.confirmed_calls == 1


ONE_POINTER = """\
	mov	r4,#0x00
	mov	r5,#0x45
	mov	r2,#8
1$:	movx	a,@dptr			; 2
	inc	dptr			; 2
	mov	r6,dpl			; 2
	mov	r7,dph			; 2
	mov	dpl,r4			; 2
	mov	dph,r5			; 2
	movx	@dptr,a			; 2
	inc	dptr			; 2
	mov	r4,dpl			; 2
	mov	r5,dph			; 2
	mov	dpl,r6			; 2
	mov	dph,r7			; 2
	djnz	r2,1$			; 2
	ret
"""


def test_one_data_pointer_copies_in_twenty_six(machine: Ucsim, tmp_path: Path) -> None:
    assert copied(machine, tmp_path, ONE_POINTER).cycles == {"8051": 3 + 8 * 26 + 2}


def test_a_page_takes_the_way_twice_in_eighteen(machine: Ucsim, tmp_path: Path) -> None:
    """Through a page of external RAM, which movx @r0 reaches, with one data pointer."""
    body = """\
	push	p2
	mov	p2,#(page >> 8)
	mov	r0,#page
	mov	r2,#8
1$:	movx	a,@dptr			; 2
	movx	@r0,a			; 2
	inc	dptr			; 2
	inc	r0			; 1
	djnz	r2,1$			; 2
	mov	dptr,#0x4500
	mov	r0,#page
	mov	r2,#8
2$:	movx	a,@r0			; 2
	movx	@dptr,a			; 2
	inc	dptr			; 2
	inc	r0			; 1
	djnz	r2,2$			; 2
	pop	p2
	ret
	.area	PSEG	(PAG,XDATA)
page:	.ds	8
"""
    assert copied(machine, tmp_path, body).cycles == {"8051": 6 + 4 + 8 * 18 + 4}


def test_the_plain_core_has_no_second_data_pointer(machine: Ucsim, tmp_path: Path) -> None:
    found = breach(machine, tmp_path, "\tmov\t0xa2,#1\n\tret\n")
    assert found.kind == "write" and "special function register 0xa2" in str(found)


def test_the_first_data_pointer_is_selected_at_the_return(dual: Ucsim, tmp_path: Path) -> None:
    dual.load(build(tmp_path, assembly("\tinc\t0xa2\n\tret\n")))
    arguments = (Argument("pointer", CONTEXT.address), Argument("pointer", DATA.address))
    with pytest.raises(Breach, match="mote_f returns with the second data pointer selected"):
        dual.call("mote_f", arguments, REGIONS, budget=100)


# ---- calls ----


def test_arguments_as_sdcc_passes_them(machine: Ucsim, tmp_path: Path) -> None:
    machine.load(build(tmp_path, GOOD, ".c"))
    machine.write(DATA.address, bytes(range(DATA.size)))
    context = Argument("pointer", CONTEXT.address)
    data = Argument("pointer", DATA.address)
    toy = (context, data, Argument("size", DATA.size))
    results = []
    for _ in range(2):
        machine.call("toy_init", (context, Argument("unsigned", 0x155)), (CONTEXT,))
        results.append(machine.call("toy", toy, (CONTEXT, DATA)))
        close = (context, Argument("unsigned", 0x13A5), Argument("unsigned", 7))
        machine.call("toy_close", (*close, Argument("pointer", DIGEST.address)), (CONTEXT, DIGEST))
    total = 0x55
    for byte in range(DATA.size):
        total = (total * 5 + byte) & 0xFF
    assert machine.read(DIGEST.address, 4) == bytes([total, DATA.size, 0xA5, 7])
    assert results[0] == results[1]
    assert results[0].trace != 0
    assert machine.confirmed_calls == 3, "the same figures are confirmed once"
    quick = machine.call("toy", toy, (CONTEXT, DATA), detail=False)
    assert (quick.instructions, quick.trace) == (results[0].instructions, 0)


@pytest.mark.parametrize(
    ("body", "kind", "words"),
    [
        (
            "mov dptr,#0x0508\n movx @dptr,a",
            "write",
            "0x0508, 0 bytes past the end of context",
        ),
        ("mov dptr,#0x04ff\n movx a,@dptr", "read", "1 byte before the start of context"),
        ("mov dptr,#0x0610\n movx a,@dptr", "read", "0 bytes past the end of data"),
        ("mov dptr,#0x0603\n movx @dptr,a", "write", "in data, which is read-only"),
        ("mov p2,#0x07\n mov r0,#4\n movx @r0,a", "write", "0 bytes past the end of digest"),
        ("mov r0,#0x7f\n mov @r0,a", "stack", "0x7f is used against the stack"),
        ("mov 0x10,a", "stack", "0x10 is used against the stack"),
        ("mov 0x7f,a", "stack", "0x7f is used against the stack"),
        ("mov p1,a", "write", "special function register 0x90"),
        ("mov a,sbuf", "read", "special function register 0x99"),
        ("mov dptr,#0x4000\n clr a\n movc a,@a+dptr", "read", "code memory at 0x4000"),
        (".db 0xa5", "instruction", "opcode 0xa5"),
        ("ljmp 0x4000", "fetch", "0x4000"),
        ("1$: sjmp 1$", "budget", "10000 instructions"),
        ("1$: lcall 1$", "stack", "sp = 0xff"),
        ("1$: push acc\n sjmp 1$", "stack", "sp = 0xff"),
        ("pop acc\n pop acc\n pop acc", "stack", "against the stack"),
        ("setb rs1", "abi", "register bank 2"),
        ("mov p2,#1\n xrl p2,#3\n anl p2,#0", "abi", "does not restore p2"),
        ("cpl ea", "abi", "does not restore ie"),
        ("pop 0\n pop 1\n push 0\n push acc\n push 1\n push 0", "abi", "does not restore sp"),
    ],
)
def test_breach(machine: Ucsim, tmp_path: Path, body: str, kind: str, words: str) -> None:
    fault = breach(machine, tmp_path, body + "\n ret\n")
    assert fault.kind == kind
    assert words in str(fault)
    if kind != "abi":
        assert "case.asm:" in fault.place or kind == "fetch"


def test_internal_ram_of_another(machine: Ucsim, tmp_path: Path) -> None:
    """Below the stack only what the linker gave to the program may be used."""
    variables = "\t.area\tBSEG\t(BIT)\n_flag:\t.ds 1"
    image = build(tmp_path, assembly("\tmov\t0x20,#1\n\tret", variables))
    assert run(machine, image).instructions == 2
    for body in ("mov\t0x10,a", "setb\trs1\n\tmov\tr0,a"):
        fault = breach(machine, tmp_path, f"\t{body}\n\tret", variables)
        assert (fault.kind, fault.address) == ("write", 0x10010)


def test_breach_in_the_library_names_the_caller(machine: Ucsim, tmp_path: Path) -> None:
    source = GOOD.replace("out[2]", "out[4]")
    machine.load(build(tmp_path, source, ".c"))
    arguments = (
        Argument("pointer", CONTEXT.address),
        Argument("unsigned", 0),
        Argument("unsigned", 0),
        Argument("pointer", DIGEST.address),
    )
    with pytest.raises(Breach) as caught:
        machine.call("toy_close", arguments, (CONTEXT, DIGEST))
    assert caught.value.kind == "write"
    assert caught.value.address == DIGEST.end
    assert "_gptrput" in caught.value.place
    assert "case.c:18" in caught.value.place


def test_missing_parameter_is_named(machine: Ucsim, tmp_path: Path) -> None:
    source = "\t.globl\t_mote_f\n\t.area\tCSEG\t(CODE)\n_mote_f:\tret\n"
    with pytest.raises(Breach, match="no _mote_f_PARM_2"):
        run(machine, build(tmp_path, source))


def test_variables_do_not_survive_a_call(machine: Ucsim, tmp_path: Path) -> None:
    """What a function leaves at fixed addresses is gone at the next call."""
    body = "\tmov\ta,_kept\n\tmovx\t@dptr,a\n\tmov\t_kept,#42\n\tret"
    machine.load(build(tmp_path, assembly(body, "_kept:\t.ds 1")))
    arguments = (Argument("pointer", CONTEXT.address), Argument("pointer", DATA.address))
    for _ in range(2):
        machine.call("mote_f", arguments, REGIONS)
    assert machine.read(CONTEXT.address, 1) != bytes([42])


def test_events_and_trace_show_the_data(machine: Ucsim, tmp_path: Path) -> None:
    """A table look-up by the message makes another trace; the same message makes the same one."""
    body = "\tmovx\ta,@dptr\n\tmov\tdptr,#_table\n\tmovc\ta,@a+dptr\n\tret\n_table:\t.db 4,3,2,1"
    machine.load(build(tmp_path, assembly(body)))
    machine.record = True
    arguments = (Argument("pointer", CONTEXT.address), Argument("pointer", DATA.address))
    traces, events = [], []
    for byte in (1, 2, 1):
        machine.write(CONTEXT.address, bytes([byte]))
        traces.append(machine.call("mote_f", arguments, REGIONS).trace)
        events.append(machine.events())
    assert traces[0] == traces[2] != traces[1]
    assert events[0] == events[2]
    kinds = "".join(kind[0] for kind, _ in events[0])
    assert kinds == "ereere"
    assert events[0][1] == ("read", CONTEXT.address)
    assert events[1][4][1] == events[0][4][1] + 1


def test_every_opcode_as_ucsim_runs_it(machine: Ucsim, tmp_path: Path) -> None:
    """One step of every opcode from random states: registers, memory, PC, machine cycles, SP."""
    image = build(tmp_path, assembly("\tret"))
    machine.load(image)
    core, engine = machine._core, machine._engine
    generator = random.Random(51)
    ctypes.memset(core.code_may, 7, 0x10000)
    ctypes.memset(core.xram_may, 3, 0x10000)
    ctypes.memset(core.iram_may, 3, 256)
    core.stack_low = 0
    commands: list[str] = []
    wanted: list[list[object]] = []
    opcodes = [opcode for opcode in range(256) if opcode != 0xA5] * 2
    spaces = [("iram", 0, 256), *(("sfr", at, 1) for at in REGISTERS.values())]
    cells: list[tuple[str, int, int]] = []
    for opcode in opcodes:
        start = generator.randrange(0x1000, 0x6FF0)
        code = bytes([opcode, *(operand(generator) for _ in range(2))])
        core.code[start : start + 3] = code
        core.iram[:] = generator.randbytes(256)
        state = {name: generator.randrange(256) for name in REGISTERS}
        state |= {"sp": generator.randrange(0x40, 0xF0), "ie": 0, "b": state["b"] or 1}
        state["psw"] = state["psw"] & 0xFE | state["acc"].bit_count() & 1
        for name, value in state.items():
            core.sfr[REGISTERS[name]] = value
            commands.append(f"set memory sfr {REGISTERS[name]:#x} {value}")
        bank = state["psw"] & 0x18
        cell = state["dph"] << 8 | state["dpl"]
        if opcode in (0xE2, 0xE3, 0xF2, 0xF3):
            cell = state["p2"] << 8 | core.iram[bank + (opcode & 1)]
        core.xram[cell] = generator.randrange(256)
        # What movc may read, for both sides the same.
        for at in {(start + 1 + state["acc"]) & 0xFFFF, (cell + state["acc"]) & 0xFFFF}:
            if not start <= at < start + 3:
                core.code[at] = generator.randrange(256)
            commands.append(f"set memory rom {at:#x} {core.code[at]}")
        commands += ucsim._put("iram", 0, bytes(core.iram))
        commands += [
            f"set memory rom {start:#x} {' '.join(map(str, code))}",
            f"set memory xram {cell:#x} {core.xram[cell]}",
            f"pc {start:#x}",
            "step 1",
            "state",
        ]
        cells.append(("xram", cell, 1))
        commands += ucsim._get([*spaces, cells[-1]])
        core.pc = start
        engine.mcs51_run(machine._handle, 0x10000, 1)
        registers = bytes(core.sfr[at] for at in REGISTERS.values())
        assert core.sfr[REGISTERS["psw"]] & 1 == int(core.sfr[REGISTERS["acc"]]).bit_count() & 1
        registers = ucsim._without_parity(registers)
        wanted.append([opcode, core.pc, core.cycles, bytes(core.iram), registers, core.xram[cell]])
    text = run_console("s51", "52", image.path, commands)
    states = text.split("CPU state= ")[1:]
    assert len(states) == len(opcodes)
    clocks = 0
    for answer, expected, cell in zip(states, wanted, cells, strict=True):
        counter = int(answer.split("PC= 0x")[1][:6], 16)
        now = int(answer.split(" clks)")[0].rsplit("(", 1)[1])
        parts = ucsim._gotten(answer, [*spaces, cell])
        got = [expected[0], counter, (now - clocks) // 12, parts[0]]
        got += [ucsim._without_parity(b"".join(parts[1:-1])), parts[-1][0]]
        assert got == expected, f"opcode {expected[0]:#04x}"
        clocks = now


def operand(generator: random.Random) -> int:
    """An address or bit that exists on both sides: internal RAM, or a register of the core."""
    registers = [REGISTERS[name] for name in ("acc", "b", "psw")]
    return generator.choice([generator.randrange(128), generator.choice(registers)])


def test_a_wrong_core_is_noticed(machine: Ucsim, tmp_path: Path) -> None:
    """The comparison with uCsim fails when the two disagree by one clock."""
    image = build(tmp_path, assembly("\tnop\n\tret"))
    machine.load(image)
    arguments = (Argument("pointer", CONTEXT.address), Argument("pointer", DATA.address))
    machine.call("mote_f", arguments, REGIONS)
    honest = machine._engine

    class Wrong:
        def mcs51_run(self, handle: object, *rest: object) -> int:
            status = honest.mcs51_run(handle, *rest)
            machine._core.cycles += 1
            return int(status)

        mcs51_free = honest.mcs51_free

    machine._engine = Wrong()  # type: ignore[assignment]
    with pytest.raises(MoteError, match="disagree on mote_f: clocks"):
        machine.call("mote_f", arguments, REGIONS)


def facts(folder: Path, source: str, suffix: str = ".c") -> tuple[object, Sequence[str]]:
    path = folder / f"facts{suffix}"
    path.write_text(source)
    compiled = sdcc.compile(CPU, path, folder / "facts.rel", ())
    return sdcc.inspect(CPU, compiled.path, "toy"), compiled.flags


def test_object_facts(tmp_path: Path) -> None:
    found, flags = facts(tmp_path, GOOD)
    assert found.exported == ("toy", "toy_close", "toy_init")
    assert set(found.undefined) <= set(CPU.toolchain.allowed_undefined)
    assert {section.kind for section in found.sections} == {"code"}
    assert found.static_bytes > 0
    assert found.internal_bytes == found.static_bytes  # of the small model
    assert "--model-small" in flags
    assert sdcc.version(CPU, Path("x.c")).startswith("sdcc ")


def test_library_calls_have_their_c_names(tmp_path: Path) -> None:
    source = "#include <string.h>\nvoid toy(char *a, char *b) { memcpy(a, b, 9); memset(a, 0, 3); }"
    found, _ = facts(tmp_path, source)
    assert found.undefined == ("memcpy", "memset")
    found, _ = facts(tmp_path, "#include <string.h>\nunsigned toy(char *a) { return strlen(a); }")
    assert found.undefined == ("strlen",)


@pytest.mark.parametrize(
    ("declaration", "kind"),
    [
        ("static unsigned kept;", "bss"),
        ("unsigned kept;", "bss"),
        ("static __xdata unsigned char kept[3];", "bss"),
        ("static unsigned kept = 5;", "data"),
    ],
)
def test_variables_break_the_object_rules(tmp_path: Path, declaration: str, kind: str) -> None:
    use = "kept[0]" if "[" in declaration else "kept"
    found, _ = facts(tmp_path, f"{declaration}\nunsigned toy(unsigned a) {{ return {use} += a; }}")
    assert kind in {section.kind for section in found.sections}
    constants = "static const unsigned char table[3] = {1, 2, 3};\n"
    found, _ = facts(tmp_path, f"{constants}unsigned toy(unsigned a) {{ return table[a]; }}")
    assert {section.kind for section in found.sections} == {"code", "rodata"}


def test_large_variables_get_the_large_model(machine: Ucsim, tmp_path: Path) -> None:
    """200 bytes of local variables do not fit into internal RAM."""
    source = """\
void mote_f(unsigned char *cc, const unsigned char *data) {
    unsigned char copy[200];
    unsigned char i;
    for (i = 0; i < 200; i++) copy[i] = i;
    for (i = 0; i < 8; i++) cc[i] = copy[data[i]];
}
"""
    image = build(tmp_path, source, ".c", "--model-large")
    assert any(region.address == sdcc.STATIC_XRAM for region in image.static)
    run(machine, image)
    assert machine.read(CONTEXT.address, 8) == bytes(range(100, 108))


def test_what_does_not_build(tmp_path: Path) -> None:
    with pytest.raises(BuildError) as caught:
        build(tmp_path, "void f(void) { return 1 +; }", ".c")
    assert "case.c does not compile" in str(caught.value)
    assert "case.c:1" in caught.value.output
    with pytest.raises(BuildError) as caught:
        build(tmp_path, assembly("\tmovw\ta,b"))
    assert "case.asm" in caught.value.output
    with pytest.raises(BuildError, match="undefined elsewhere"):
        build(tmp_path, "void elsewhere(void); void mote_f(void) { elsewhere(); }", ".c")


def test_type_layout(tmp_path: Path) -> None:
    header = tmp_path / "toy.h"
    header.write_text("typedef struct { char c; unsigned long n; void *p; } toy_context;\n")
    assert sdcc.type_layout(CPU, header, "toy_context", (), tmp_path) == (8, 1)
    with pytest.raises(BuildError, match="does not define other_context"):
        sdcc.type_layout(CPU, header, "other_context", (), tmp_path)


def test_an_sdcc_that_is_too_old_is_refused() -> None:
    sdcc.require_version("sdcc 4.2.0 #13081")
    with pytest.raises(MoteError, match=r"4.0.0 .* too old.* 4.2 or newer"):
        sdcc.require_version("sdcc 4.0.0 #11528")


# ---- pointers to code memory ----


def in_assembly() -> list[Implementation]:
    return [
        implementation
        for function in catalog.hashes().values()
        for implementation in catalog.implementations(function)
        if catalog.fits(implementation, CPU) and implementation.sources[-1].suffix == ".asm"
    ]


@pytest.mark.parametrize("one", in_assembly(), ids=lambda one: f"{one.function.name}-{one.name}")
def test_a_message_in_code_memory(one: Implementation, tmp_path: Path) -> None:
    """`data` is a generic pointer, which may point to constants."""
    built = builds.build(one, CPU, tmp_path)
    machine = open_machine(CPU)
    session = Session(machine, one, built, builds.link(one, CPU, built))
    message = pseudo_random("constants", 3 * one.function.block_bytes + 5)
    bits = one.function.main_size
    right = HashCaller(session).hash(message, 8 * len(message), bits)
    assert (
        HashCaller(session).hash(message, 8 * len(message), bits, Placement(constant=True)) == right
    )
    # It is read there, and nowhere else.
    machine.constants(message[:-1])
    address = session.fresh()
    HashCaller(session).init(address, bits)
    pointer = ucsim.CODE_POINTER | ucsim.CONSTANTS
    values: dict[str, Argument | Region] = {
        "cc": session.context(address),
        "data": Argument("pointer", pointer),
        "len": Argument("size", len(message)),
    }
    with pytest.raises(Breach, match=r"code memory at 0xc.*, outside the image"):
        session.api(1, values, len(message))
