"""What a mutation may exchange, for each language: tables, and nothing but tables."""

from __future__ import annotations

from dataclasses import dataclass, field

C_EXCHANGES: dict[str, tuple[str, ...]] = {
    "==": ("!=",),
    "!=": ("==",),
    "<": ("<=", ">="),
    "<=": ("<", ">"),
    ">": (">=", "<="),
    ">=": (">", "<"),
    "+": ("-",),
    "-": ("+",),
    "*": ("+",),
    "/": ("*",),
    "%": ("/",),
    "<<": (">>",),
    ">>": ("<<",),
    "&": ("|",),
    "|": ("&",),
    "^": ("|",),
    "&&": ("||",),
    "||": ("&&",),
    "+=": ("-=",),
    "-=": ("+=",),
    "^=": ("|=",),
    "|=": ("&=",),
    "&=": ("|=",),
    "<<=": (">>=",),
    ">>=": ("<<=",),
    "++": ("--",),
    "--": ("++",),
}
"""Operators of C.  Not | for ^ or +: the halves of a rotation have no bit in common."""

C_UNARY = ("~", "!", "-")
"""Operators with one operand, which are dropped."""


@dataclass(frozen=True)
class Assembly:
    """An instruction set as an assembler writes it.

    comment: what begins a comment that ends with the line.  registers: classes of registers; each
    is replaced by the next of its class.  exchanges: mnemonics that replace each other, both ways;
    turns: those that replace one way.  conditions: pairs of opposite conditions, which stand in a
    mnemonic after any of `conditional`, or as its first operand (conditions_are_operands).
    suffixes: what a mnemonic may end with and keep.  word: bytes by which an offset within a memory
    operand is moved; byte_access: the mnemonics for which it is 1.
    """

    comment: str
    registers: tuple[tuple[str, ...], ...]
    exchanges: tuple[tuple[str, str], ...]
    turns: dict[str, str] = field(default_factory=dict)
    conditions: tuple[tuple[str, str], ...] = ()
    conditional: tuple[str, ...] = ()
    conditions_are_operands: bool = False
    suffixes: tuple[str, ...] = ("",)
    prefixes: tuple[str, ...] = ("",)
    word: int = 4
    byte_access: tuple[str, ...] = ()


def _numbered(name: str, first: int, last: int) -> tuple[str, ...]:
    return tuple(f"{name}{number}" for number in range(first, last + 1))


def _x86(names: str) -> tuple[str, ...]:
    return tuple(f"%{name}" for name in names.split())


_RISC_LOGIC = {"xor": "or", "or": "and", "and": "or", "xori": "ori", "ori": "xori", "andi": "ori"}

ASSEMBLY: dict[str, Assembly] = {  # by the `architecture` of a CPU's [machine]
    "arm": Assembly(
        comment="@",
        registers=(_numbered("r", 0, 7), _numbered("r", 8, 12)),
        exchanges=(("add", "sub"), ("adc", "sbc"), ("lsl", "lsr"), ("tst", "teq"), ("cmp", "cmn")),
        turns={
            "eor": "orr",
            "orr": "and",
            "and": "orr",
            "bic": "and",
            "mvn": "mov",
            "asr": "lsr",
            "ror": "lsr",
            "rsb": "sub",
            "ldrb": "ldr",
            "strb": "str",
            "negs": "mvns",
        },
        conditions=(
            *(("eq", "ne"), ("cs", "cc"), ("mi", "pl"), ("hi", "ls"), ("ge", "lt"), ("gt", "le")),
        ),
        conditional=(
            "b",
            "bl",
            "str",
            "ldr",
            "strb",
            "ldrb",
            "ldmia",
            "mov",
            "movs",
            "add",
            "adds",
            "sub",
            "subs",
            "tst",
            "cmp",
            "eor",
            "orr",
            "and",
            "rsb",
            "mvn",
            "adc",
        ),
        suffixes=("", "s", "eq", "ne", "seq", "sne", "hi", "ls"),
        byte_access=("ldrb", "strb"),
    ),
    "aarch64": Assembly(
        comment="//",
        registers=(_numbered("x", 0, 17), _numbered("x", 19, 30), _numbered("w", 0, 17)),
        exchanges=(
            ("add", "sub"),
            ("lsl", "lsr"),
            ("cbz", "cbnz"),
            ("tbz", "tbnz"),
        ),
        turns={"eor": "orr", "orr": "and", "and": "orr", "bic": "and", "mvn": "mov"}
        | {"ror": "lsr", "ldrb": "ldr", "strb": "str"},
        conditions=(
            *(("eq", "ne"), ("cs", "cc"), ("hs", "lo"), ("mi", "pl"), ("hi", "ls")),
            *(("ge", "lt"), ("gt", "le")),
        ),
        conditional=("b.",),
        suffixes=("", "s"),
        word=8,
        byte_access=("ldrb", "strb"),
    ),
    "mips": Assembly(
        comment="#",
        registers=(
            tuple(
                f"${name}"
                for name in (*_numbered("v", 0, 1), *_numbered("a", 0, 3), *_numbered("t", 0, 9))
            ),
            tuple(f"${name}" for name in _numbered("s", 0, 7)),
        ),
        exchanges=(
            ("addu", "subu"),
            ("sll", "srl"),
            ("sllv", "srlv"),
            ("beq", "bne"),
            ("blez", "bgtz"),
            ("bltz", "bgez"),
        ),
        turns={**_RISC_LOGIC, "nor": "or", "lbu": "lw", "sb": "sw", "sltu": "slt", "addiu": "ori"},
        byte_access=("lb", "lbu", "sb", "lwl", "lwr", "swl", "swr"),
    ),
    "powerpc": Assembly(
        comment="#",
        registers=(),  # registers are numbers there, and changed like them
        exchanges=(
            ("add", "subf"),
            ("slwi", "srwi"),
            ("slw", "srw"),
            ("bdnz", "bdz"),
            ("addc", "subfc"),
            ("adde", "subfe"),
            ("vaddudm", "vsubudm"),
            ("vadduwm", "vsubuwm"),
            ("vmrghw", "vmrglw"),
            ("vshasigmad", "vshasigmaw"),
        ),
        turns={
            **_RISC_LOGIC,
            "vxor": "vor",
            "vor": "vxor",
            "vpermxor": "vperm",
            "lxvw4x": "lxvd2x",
            "stxvw4x": "stxvd2x",
            "lxvd2x": "lxvw4x",
            "stxvd2x": "stxvw4x",
            "andc": "and",
            "orc": "or",
            "eqv": "xor",
            "nor": "or",
            "rotlwi": "slwi",
            "stbx": "stwx",
            "lwbrx": "lwzx",
            "stwbrx": "stwx",
            "lwzu": "lwz",
            "stwu": "stw",
        },
        conditions=(("eq", "ne"), ("lt", "ge"), ("gt", "le")),
        conditional=("b",),
        suffixes=("", "."),
        byte_access=("lbz", "stb", "lbzu", "stbu"),
    ),
    "riscv": Assembly(
        comment="#",
        registers=(
            _numbered("a", 0, 7),
            _numbered("t", 0, 6),
            _numbered("s", 0, 11),
        ),
        exchanges=(
            ("add", "sub"),
            ("slli", "srli"),
            ("sll", "srl"),
            ("beq", "bne"),
            ("beqz", "bnez"),
            ("bltu", "bgeu"),
            ("blt", "bge"),
            ("bltz", "bgez"),
            ("bgtz", "blez"),
        ),
        turns={**_RISC_LOGIC, "not": "mv", "neg": "mv", "sra": "srl", "srai": "srli", "lbu": "lw"}
        | {"sb": "sw", "sltu": "slt", "addi": "xori"},
        prefixes=("", "c."),
        byte_access=("lb", "lbu", "sb"),
    ),
    "x86": Assembly(
        comment="#",
        registers=(
            _x86("rax rbx rcx rdx rsi rdi rbp"),
            _x86("r8 r9 r10 r11 r12 r13 r14 r15"),
            _x86("eax ebx ecx edx esi edi ebp"),
            _x86("r8d r9d r10d r11d r12d r13d r14d r15d"),
            _x86("al bl cl dl ah bh ch dh"),
        ),
        exchanges=(
            ("add", "sub"),
            ("adc", "sbb"),
            ("inc", "dec"),
            ("shl", "shr"),
            ("rol", "ror"),
            ("stc", "clc"),
            ("jrcxz", "jmp"),
            ("loop", "jmp"),
        ),
        turns={"xor": "or", "or": "and", "and": "or", "not": "neg", "lea": "mov", "xchg": "mov"}
        | {"sar": "shr", "cmp": "test", "test": "cmp", "sbb": "sub", "adc": "add"},
        conditions=(
            *(("e", "ne"), ("z", "nz"), ("c", "nc"), ("s", "ns"), ("b", "ae"), ("a", "be")),
            *(("l", "ge"), ("g", "le"), ("p", "np"), ("o", "no")),
        ),
        conditional=("j", "cmov", "set"),
        suffixes=("", "b", "w", "l", "q"),
    ),
    "avr": Assembly(
        comment=";",
        registers=(_numbered("r", 0, 15), _numbered("r", 16, 31)),
        exchanges=(
            ("add", "sub"),
            ("adc", "sbc"),
            ("inc", "dec"),
            ("lsl", "lsr"),
            ("rol", "ror"),
            ("subi", "ori"),
            ("adiw", "sbiw"),
            ("cp", "cpc"),
            ("sbrc", "sbrs"),
            ("cli", "nop"),
        ),
        turns={"eor": "or", "or": "and", "and": "or", "com": "neg", "neg": "com", "sbci": "subi"}
        | {"andi": "ori", "movw": "mov", "cpi": "subi", "adc": "add", "sbc": "sub", "cpc": "cp"},
        conditions=(
            *(("eq", "ne"), ("cs", "cc"), ("lo", "sh"), ("mi", "pl"), ("lt", "ge")),
            *(("ts", "tc"), ("hs", "hc"), ("vs", "vc")),
        ),
        conditional=("br",),
        word=1,
    ),
    "pic24": Assembly(
        comment=";",
        registers=(_numbered("w", 0, 7), _numbered("w", 8, 14)),
        exchanges=(
            ("add", "sub"),
            ("addc", "subb"),
            ("inc", "dec"),
            ("inc2", "dec2"),
            ("sl", "lsr"),
            ("rlc", "rrc"),
            ("rlnc", "rrnc"),
            ("bset", "bclr"),
            ("btss", "btsc"),
            ("call", "goto"),
            ("rcall", "bra"),
        ),
        turns={
            "xor": "ior",
            "ior": "and",
            "and": "ior",
            "com": "neg",
            "neg": "com",
            "asr": "lsr",
            "mov.b": "mov",
            "swap": "com",
            "subr": "sub",
            "addc": "add",
            "subb": "sub",
            "setm": "clr",
            "clr": "setm",
        },
        conditions=(
            *(("z", "nz"), ("c", "nc"), ("n", "nn"), ("ltu", "geu"), ("gtu", "leu")),
            *(("lt", "ge"), ("gt", "le"), ("ov", "nov")),
        ),
        conditional=("bra",),
        conditions_are_operands=True,
        suffixes=("", ".b", ".w"),
        word=2,
        byte_access=("mov.b", "xor.b", "ior.b", "and.b", "clr.b", "add.b"),
    ),
    "mcs51": Assembly(
        comment=";",
        registers=(_numbered("r", 0, 7), ("dpl", "dph")),
        exchanges=(
            ("add", "subb"),
            ("inc", "dec"),
            ("rl", "rr"),
            ("rlc", "rrc"),
            ("jz", "jnz"),
            ("jc", "jnc"),
            ("jb", "jnb"),
            ("setb", "clr"),
        ),
        turns={"xrl": "orl", "orl": "anl", "anl": "orl", "addc": "add", "add": "addc"}
        | {"cpl": "clr", "clr": "cpl", "swap": "rr", "xch": "mov", "cjne": "djnz"},
        word=1,
    ),
}

ASSEMBLY["power64"] = ASSEMBLY["powerpc"]

VALUES = (".set", ".equ", ".equiv", ".rept", ".irp", ".space", ".skip", ".zero", ".fill")
"""Directives whose numbers are changed by 1."""

DATA = (
    *(".word", ".long", ".int", ".4byte", ".short", ".hword", ".2byte", ".byte", ".quad"),
    *(".db", ".dw", ".xword"),
)
"""Directives whose numbers are constants: one bit of each is turned."""

CONDITIONS = (".if", ".elseif")
"""Directives whose comparisons are turned."""

METADATA = ("data_",)
"""Beginnings of names whose values no instruction uses: sizes for the study's tables."""
