"""The 16-bit core: assembler, reference simulator, and the machine with a breach for every rule."""

from __future__ import annotations

from pathlib import Path

import pytest

from mote.building.image import Region
from mote.building.toolchains import pic24
from mote.catalog.catalog import load_cpu
from mote.common.errors import Breach, BuildError
from mote.common.paths import ROOT
from mote.machines import open_machine
from mote.machines.call import Argument, CallResult
from mote.pic24.assembler import assemble
from mote.pic24.assembly.source import AssemblyError
from mote.pic24.isa import ABSENT_WORDS
from mote.pic24.kernel import Kernel
from mote.pic24.manual import page
from mote.pic24.sets import instruction_set
from mote.pic24.simulator import Trap

CPU = load_cpu(ROOT / "cpus" / "pic24.toml")
CONTEXT = Region("context", 0x2500, 8, True)
DATA = Region("data", 0x2601, 15, False)
DIGEST = Region("digest", 0x2701, 4, True)
REGIONS = (CONTEXT, DATA, DIGEST)

GOOD = """\
.global toy_init, toy, toy_close, toy_context_size
.equ toy_context_size, 4
toy_init:
    mov w1, [w0++]
    clr [w0]
    return
toy:                            ; sum = 5 * sum + byte, many += 1
    push w8
    mov [w0], w8
    cp0 w2
    bra z, .end
.loop:
    sl w8, #2, w4
    add w8, w4, w8
    ze [w1++], w4
    add w8, w4, w8
    {extra}
    inc [++w0], [w0--]
    dec w2, w2
    bra nz, .loop
.end:
    mov w8, [w0]
    pop w8
    return
toy_close:
    mov.b [w0++], [w3++]
    inc w0, w0
    mov.b [w0], [w3++]
    mov.b w1, [w3++]
    mov.b w2, [w3++]
    return
"""


def build(folder: Path, text: str) -> pic24.Image:
    source = folder / "toy.s"
    source.write_text(text)
    pic24.compile(CPU, source, folder / "toy.o", [])
    return pic24.link(CPU, [folder / "toy.o"], "toy", folder)


def run(folder: Path, text: str, *, detail: bool = True) -> tuple[bytes, list[CallResult]]:
    machine = open_machine(CPU)
    machine.load(build(folder, text))
    machine.write(DATA.address, bytes(range(1, 16)))
    pointer = Argument("pointer", CONTEXT.address)
    calls = [("toy_init", [pointer, Argument("unsigned", 7)], REGIONS[:1])]
    calls.append(
        ("toy", [pointer, Argument("pointer", DATA.address), Argument("size", 15)], REGIONS[:2])
    )
    end = [pointer, Argument("unsigned", 0x13FF), Argument("unsigned", 3)]
    calls.append(("toy_close", [*end, Argument("pointer", DIGEST.address)], (CONTEXT, DIGEST)))
    results = [machine.call(*call, detail=detail) for call in calls]
    return machine.read(DIGEST.address, 4), results


def expected() -> bytes:
    total = 7
    for byte in range(1, 16):
        total = total * 5 + byte
    return bytes([total & 0xFF, 15, 0xFF, 3])


@pytest.mark.turns("16-bit core", 16, "python/mote/pic24", "python/mote/ise", "cores/pic24")
def test_good(tmp_path: Path) -> None:
    digest, results = run(tmp_path, GOOD.format(extra=""))
    assert digest == expected()
    # push, mov, cp0, bra; 7 a turn and one more for each taken branch; mov, pop, return.
    assert results[1].cycles["PIC24"] == 4 + 15 * 7 + 14 + 2 + 3
    assert results[1].instructions == 4 + 15 * 7 + 3
    assert [result.stack_bytes for result in results] == [4, 6, 4]
    assert results[1].trace != 0
    quick, fast = run(tmp_path, GOOD.format(extra=""), detail=False)
    assert quick == digest and fast[1].cycles == results[1].cycles


def test_object(tmp_path: Path) -> None:
    build(tmp_path, GOOD.format(extra=""))
    facts = pic24.inspect(CPU, tmp_path / "toy.o", "toy")
    assert facts.exported == ("toy", "toy_close", "toy_init")
    assert facts.undefined == ()
    assert facts.size_bytes == 3 * (3 + 14 + 6)
    layout = pic24.type_layout(CPU, tmp_path / "x.h", "toy_context", [], tmp_path)
    assert layout == (4, 2)
    with pytest.raises(BuildError, match="states no other_context_size"):
        pic24.type_layout(CPU, tmp_path / "x.h", "other_context", [], tmp_path)


@pytest.mark.parametrize(
    ("kind", "extra", "words"),
    [
        ("read", "mov.b [w1+w2], w4", "past the end of data"),
        ("read", "mov.b 0x1e00, wreg", "read of 1 byte at 0x1e00"),
        ("write", "mov.b w4, [w1]", "read-only"),
        ("write", "mov.b w4, [w0-1]", "1 byte before the start of context"),
        ("write", "mov w4, [w0+8]", "0 bytes past the end of context"),
        ("alignment", "ior w1, #1, w4\n mov [w4], w4", "misaligned read of 2 bytes at"),
        ("stack", "mov [w15], w4", "above the stack pointer"),
        ("stack", "mov w4, [w15]", "above the stack pointer"),
        ("stack", "mov.d [w15], w4", "above the stack pointer"),
        ("stack", ".rept 2\n repeat #1023\n push w4\n .endr", "stack overflow: more than 2032"),
        ("read", "mov [w15-8], w4", ""),
        ("abi", "inc w9, w9", "does not restore w9"),
        ("abi", "clr CORCON", "CORCON"),
        ("abi", "mov w1, TBLPAG", "TBLPAG"),
        ("instruction", ".pword 0xfe0000", "undefined instruction 0xfe0000"),
        ("instruction", "repeat #17\n div.u w1, w3\n clr w3\n repeat #17\n div.u w1, w3", "zero"),
        ("fetch", "goto 0x100", "not code"),
        ("budget", "1: bra 1b", "did not return within 100000 instructions"),
    ],
)  # fmt: skip
def test_breaches(tmp_path: Path, kind: str, extra: str, words: str) -> None:
    machine = open_machine(CPU)
    machine.load(build(tmp_path, GOOD.format(extra=extra)))
    arguments = [
        Argument("pointer", CONTEXT.address),
        Argument("pointer", DATA.address),
        Argument("size", 15),
    ]
    with pytest.raises(Breach) as caught:
        machine.call("toy", arguments, REGIONS[:2], budget=100_000)
    assert caught.value.kind == kind, caught.value
    assert words in str(caught.value)
    if kind not in ("abi", "fetch"):
        assert "toy.s:" in caught.value.place


def test_double_pop(tmp_path: Path) -> None:
    """Both halves are taken from below the stack pointer that the instruction found."""
    machine = open_machine(CPU)
    machine.load(build(tmp_path, GOOD.format(extra="push.d w4\n clr w5\n pop.d w4")))
    arguments = [
        Argument("pointer", CONTEXT.address),
        Argument("pointer", DATA.address),
        Argument("size", 15),
    ]
    machine.call("toy", arguments, REGIONS[:2], budget=100_000)


def listing(tmp_path: Path, text: str) -> list[int]:
    """The instruction words of a text."""
    source = tmp_path / "a.s"
    source.write_text(text)
    return list(assemble([source]).program.values())


def test_assembler_words(tmp_path: Path) -> None:
    text = """
.define sum w4
.equ SHIFT, 3
.macro twice op, r, n=1
    \\op \\r, #\\n, \\r
1:  \\op \\r, #%(2 * \\n + SHIFT), \\r
    bra nz, 1b
.endm
start:
    twice add, sum
    twice xor, w%(SHIFT + 2), 2
.for i, 0, 2
    mov w\\i, [w15 + 2*\\i]
.endr
.irp r, w1, w2
    push \\r
.endr
.if has_nothing_like_this
.endif
"""
    text = text.replace("\\\\", "\\").replace(".if has_nothing_like_this\n.endif\n", "")
    words = listing(tmp_path, text)
    isa = instruction_set()
    shown = [isa.disassemble(word, 0, 0x200 + 2 * n) for n, word in enumerate(words)]
    assert shown == [
        "add w4, #1, w4",
        "add w4, #5, w4",
        "bra nz, 0x202",
        "xor w5, #2, w5",
        "xor w5, #7, w5",
        "bra nz, 0x208",
        "mov w0, [w15+0]",
        "mov w1, [w15+2]",
        "mov w2, [w15+4]",
        "mov w1, [w15++]",
        "mov w2, [w15++]",
    ]


def test_assembler_again() -> None:
    """What the disassembler writes, the assembler reads: every instruction, random fields."""
    import random
    import tempfile

    chance = random.Random(1)
    isa = instruction_set()
    lines, words = [], []
    for instruction in isa.instructions:
        for _ in range(6):
            while True:
                fields = {k: chance.getrandbits(len(v)) for k, v in instruction.layout.items()}
                # The mode [Wn+Wb] has two codes, and there NOP and NOPR have free bits.
                word = instruction.encode(fields)
                modes = [fields.get(letter, 0) for letter in "gh"]
                unused = "w" in fields and "g" in fields and 6 not in modes and fields["w"]
                if instruction.matches(word) and 7 not in modes and not unused:
                    break
            if instruction.name in ("clr_f_wreg", "setm_f_wreg"):
                word = instruction.encode({**fields, "f": 0})
            address = 0x200 + 2 * len(words)
            text = instruction.text(instruction.fields_of(word), address)
            twice = instruction.name == "mov_d_wns_wd" and fields["q"] == 0
            if "-0x" in text or instruction.mnemonic.startswith("nop") or twice:
                continue
            lines.append(text)
            words += [word >> 24 * n & 0xFFFFFF for n in range(instruction.words)]
    with tempfile.TemporaryDirectory() as folder:
        assert listing(Path(folder), "\n".join(lines)) == words
    assert len(lines) > 1000


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("    mov w1\n", "1:5", "no form of mov"),
        ("\n  frob w1, w2\n", "2:3", "unknown instruction frob"),
        ("  add w1, #32, w2\n", "1:11", "not from 0 to 31"),
        ("  mov #nowhere*2, w2", "", ""),
        ("  bra .nowhere", "1:7", "unknown name '.nowhere'"),
        ("x: nop\nx: nop\n", "2:1", "x is already defined"),
        (".macro m a\n add \\\\a, w1, q9\n.endm\n m w1\n", "2:2", "in macro m, used at"),
        ('.include "no.s"', "1:11", "no such file"),
        (".if 1\n nop\n", "1:1", ".endif is missing"),
        (".frob 3", "1:1", "unknown directive .frob"),
        ("  mov.d w1, w2", "1:9", "even register"),
        ("  mov [w1+3], w2", "1:7", "odd in word mode"),
        ("  mov w1, [w1+w2+w3]", "1:11", "w2 is a register"),
        (".rodata\n.byte 1\n.word 2\n", "3:1", "odd address"),
        (".byte 256", "1:7", "does not fit into 8 bits"),
        ("  goto 0x201", "1:8", "not a program address"),
        (".extension s9_none", "1:12", "no extension s9_none"),
    ],
)
def test_assembler_errors(tmp_path: Path, text: str, place: str, words: str) -> None:
    if not place:
        # A name that nobody defines is left to the linker.
        source = tmp_path / "a.s"
        source.write_text(text)
        assert assemble([source]).undefined == ("nowhere",)
        return
    with pytest.raises(AssemblyError) as caught:
        listing(tmp_path, text.replace("\\\\", "\\"))
    assert words in str(caught.value)
    assert str(caught.value).startswith(f"{tmp_path / 'a.s'}:{place}: error: ")


def test_absent_instructions_are_undefined() -> None:
    isa = instruction_set()
    for name, word in ABSENT_WORDS.items():
        assert isa.decode(word) is None, name


def test_one_word_is_one_instruction() -> None:
    """No word is two instructions, but for those that a constraint tells apart."""
    import random

    chance = random.Random(2)
    isa = instruction_set()
    for _ in range(30_000):
        word = chance.getrandbits(24)
        found = [i.name for i in isa.instructions if i.words == 1 and i.matches(word)]
        assert len(found) <= 1, (hex(word), found)


def kernel(tmp_path: Path, text: str) -> Kernel:
    source = tmp_path / "k.s"
    source.write_text(text)
    return Kernel([source])


def test_cycles(tmp_path: Path) -> None:
    """Each line alone between two labels: cycles, reads, writes."""
    cases = {
        "nop": (1, 0, 0),
        "mov [w0++], [w1++]": (1, 1, 1),
        "mov.d [w0], w2": (2, 2, 0),
        "mov.d w2, [w1++]": (2, 0, 2),
        "bra 1f\n1:": (2, 0, 0),
        "cp w0, w0\n bra nz, 1f\n1:": (2, 0, 0),
        "cp w0, w0\n bra z, 1f\n1:": (3, 0, 0),
        "cpseq w0, w0\n nop": (2, 0, 0),
        "cpseq w0, w0\n goto 0x200": (3, 0, 0),
        "cpsne w0, w0\n nop": (2, 0, 0),
        "call sub": (2 + 3, 2, 2),
        "rcall sub": (2 + 3, 2, 2),
        "push w3\n pop w4": (2, 1, 1),
        "repeat #9\n mov [w0], [w1++]": (11, 10, 10),
        "mov #1000, w3\n repeat #17\n div.u w3, w3": (20, 0, 0),
        "mov #tbloffset(tab), w3\n tblrdl [w3], w4": (3, 0, 0),
        "mov #psvoffset(tab), w3\n mov [w3], w4": (3, 1, 0),
        "mov #psvoffset(tab), w3\n repeat #3\n mov [w3++], [w1++]": (8, 4, 4),
        "lnk #4\n ulnk": (2, 1, 1),
        "exch w0, w1": (1, 0, 0),
        "mul.uu w0, w1, w2": (1, 0, 0),
    }
    for line, (cycles, reads, writes) in cases.items():
        k = kernel(
            tmp_path,
            f"f:\n {line}\n return\nsub: return\n.const\ntab: .word 1, 2, 3, 4, 5\n",
        )
        a, b = k.allocate(64), k.allocate(64)
        counts = k.call("f", a, b)
        got = (counts.cycles - 3, counts.reads - 2, counts.writes)
        assert got == (cycles, reads, writes), line


def test_division(tmp_path: Path) -> None:
    import random

    chance = random.Random(3)
    k = kernel(
        tmp_path,
        "".join(
            f"{name}: repeat #17\n {line}\n return\n"
            for name, line in (
                ("u", "div.u w2, w4"),
                ("ud", "div.ud w2, w4"),
                ("s", "div.s w2, w4"),
                ("sd", "div.sd w2, w4"),
            )
        ),
    )
    w = k.machine.w
    for _ in range(400):
        divisor = chance.choice([chance.getrandbits(16), chance.getrandbits(5)]) or 1
        low, high = chance.getrandbits(16), chance.getrandbits(16)
        k.call("u", 0, 0, low, high, divisor)
        assert (w[0], w[1]) == divmod(low, divisor)
        k.call("ud", 0, 0, low, high % divisor, divisor)
        assert (w[0], w[1]) == divmod(high % divisor << 16 | low, divisor)
        k.call("ud", 0, 0, low, divisor, divisor)
        assert w[17] == 1, "a quotient of more than 16 bits sets OV"

        def signed(value: int, bits: int) -> int:
            return value - (value >> (bits - 1) << bits)

        for name, bits in (("s", 16), ("sd", 32)):
            dividend = signed((high & 0xFF) << 16 | low if bits == 32 else low, bits)
            by = signed(divisor, 16)
            quotient = abs(dividend) // abs(by) * (1 if (dividend < 0) == (by < 0) else -1)
            k.call(name, 0, 0, dividend & 0xFFFF, dividend >> 16 & 0xFFFF, divisor)
            if -0x8000 <= quotient < 0x8000:
                rest = dividend - quotient * by
                assert (w[0], w[1]) == (quotient & 0xFFFF, rest & 0xFFFF), (dividend, by)
                assert w[17] == 0
            else:
                assert w[17] == 1
    with pytest.raises(Trap, match="divide by zero"):
        k.call("u", 0, 0, 1, 1, 0)


def test_decimal_adjustment(tmp_path: Path) -> None:
    k = kernel(tmp_path, "f: add.b w0, w1, w0\n daw.b w0\n return\n")
    for a in range(100):
        for b in (0, 5, 9, 50, 79, 99, a):
            k.call("f", int(str(a), 16), int(str(b), 16))
            total = a + b
            assert k.machine.w[0] == int(str(total % 100), 16), (a, b)
            assert k.machine.w[20] == total // 100


@pytest.mark.parametrize("bits", [8, 16])
def test_flags(tmp_path: Path, bits: int) -> None:
    """N, OV, Z, DC and C of additions and subtractions against plain integers."""
    import random

    chance = random.Random(bits)
    suffix = ".b" if bits == 8 else ""
    names = ("add", "addc", "sub", "subb", "subr", "subbr")
    k = kernel(
        tmp_path,
        "".join(f"{n}: mov w2, SR\n {n}{suffix} w0, w1, w3\n return\n" for n in names)
        + f"neg: neg{suffix} w0, w3\n return\ncom: com{suffix} w0, w3\n return\n",
    )
    limit, half = 1 << bits, 1 << (bits // 2)
    special = [0, 1, limit - 1, limit // 2, limit // 2 - 1, half - 1, half]

    def signed(value: int) -> int:
        return value - limit if value >= limit // 2 else value

    for _ in range(600):
        a, b = (chance.choice([*special, chance.randrange(limit)]) for _ in range(2))
        carry, zero = chance.getrandbits(1), chance.getrandbits(1)
        for name in (*names, "neg"):
            k.call(name, a, b, carry | zero << 1)
            x, y = (b, a) if name.startswith("subr") or name == "subbr" else (a, b)
            x, y = (0, a) if name == "neg" else (x, y)
            if name.startswith("add"):
                extra = carry if name == "addc" else 0
                full, exact = x + y + extra, signed(x) + signed(y) + extra
                carried, low = full >= limit, x % half + y % half + extra >= half
            else:
                borrow = 1 - carry if name in ("subb", "subbr") else 0
                full, exact = x - y - borrow, signed(x) - signed(y) - borrow
                carried, low = full >= 0, x % half - y % half - borrow >= 0
            value = full % limit
            sticky = name in ("addc", "subb", "subbr")
            expected = (
                value >= limit // 2,
                not -limit // 2 <= exact < limit // 2,
                value == 0 and (not sticky or bool(zero)),
                low,
                carried,
            )
            assert k.machine.w[3] % limit == value
            assert tuple(map(bool, k.machine.w[16:21])) == expected, (name, a, b, carry)


def test_manual_is_current() -> None:
    """docs/pic24-instructions.md is what the description gives: python -m mote.pic24 manual."""
    text = (ROOT / "docs" / "pic24-instructions.md").read_text()
    assert text == page()
    for instruction in instruction_set().instructions:
        assert instruction.prose in text and instruction.pattern in text


def test_library(tmp_path: Path) -> None:
    """The bench's memcpy and memset, every alignment and small size."""
    k = Kernel([ROOT / "cpus" / "support" / "pic24.s"])
    a, b = k.allocate(64, bytes(range(64))), k.allocate(64)
    for start in (0, 1):
        for to in (0, 1):
            for size in range(0, 20):
                k.write(b, bytes(64))
                k.call("memcpy", b + to, a + start, size)
                copied = bytes(range(start, start + size))
                assert k.read(b, 64) == bytes(to) + copied + bytes(64 - to - size)
                assert k.machine.w[0] == b + to
                k.call("memset", b + to, 0x1A5, size)
                assert k.read(b, 64) == bytes(to) + b"\xa5" * size + bytes(64 - to - size)
