"""The types that all modules share.  This module imports nothing of the package."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


class MoteError(Exception):
    """Something that the user can put right; the message is one line and says how."""


class BuildError(MoteError):
    """The compiler, assembler or linker refused a source file; `output` holds its words."""

    def __init__(self, message: str, output: str = "") -> None:
        super().__init__(message)
        self.output = output


class MissingTool(MoteError):
    """A program that a CPU needs is not installed."""

    def __init__(self, message: str, packages: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.packages = tuple(packages)


class Breach(MoteError):
    """The code under test broke a rule while it ran; the run stopped there.

    kind: "read", "write", "fetch" (an access outside what the call may touch), "alignment",
    "instruction" (an opcode that the CPU does not have), "stack" (overflow, or something live
    below the stack pointer), "abi" (a register or flag not as the ABI says), "budget" (the call
    did not return).  call: the function of the API that was called.
    """

    def __init__(
        self,
        kind: str,
        what: str,
        *,
        address: int | None = None,
        program_counter: int | None = None,
        place: str = "",
        call: str = "",
    ) -> None:
        self.kind = kind
        self.what = what
        self.address = address
        self.program_counter = program_counter
        self.place = place
        self.call = call
        text = what
        if program_counter is not None:
            text += f", at program counter {program_counter:#x}"
        if place:
            text += f" ({place})"
        if call and call not in what:
            text += f", in a call of {call}"
        super().__init__(text)


@dataclass(frozen=True)
class Toolchain:
    """How a CPU's sources become objects.  `kind` names the module in mote.toolchains.

    start_up: names with which the compiler asks for start-up code; they cost nothing, an object
    may refer to them, and the bench defines them when it links.
    pure_code: sections of code hold instructions and nothing else, so that the audit knows every
    word which is none of the CPU's.
    """

    kind: str
    prefix: str
    packages: tuple[str, ...]
    flags: tuple[str, ...]
    c_flags: tuple[str, ...]
    assembler_flags: tuple[str, ...]
    link_flags: tuple[str, ...]
    position_independent: bool
    uncounted_sections: tuple[str, ...]
    allowed_undefined: tuple[str, ...]
    start_up: tuple[str, ...]
    disassembler_flags: tuple[str, ...]
    allowed_instructions: tuple[str, ...]
    pure_code: bool
    support: str


@dataclass(frozen=True)
class Abi:
    """The calling convention: sizes in bytes, registers by the machine's own names."""

    int_bytes: int
    pointer_bytes: int
    size_bytes: int
    arguments: tuple[str, ...]
    callee_saved: tuple[str, ...]
    untouched: tuple[str, ...]
    zero: tuple[str, ...]
    stack_pointer: str
    stack_alignment: int
    red_zone: int
    strict_alignment: bool


@dataclass(frozen=True)
class Timing:
    """One way of counting time on a CPU.

    fidelity: "exact", "modelled", "instructions" or "host"; `model` names a file in
    python/mote/timing/models/ (without .toml) for "modelled", and is empty otherwise.
    """

    name: str
    fidelity: str
    model: str = ""


@dataclass(frozen=True)
class Cpu:
    """One file of cpus/.  main: one of the few CPUs of the table that `mote bench` makes alone.

    sources: the instruction sets that it runs; lacks: sets whose names begin as one of them does.
    """

    name: str
    title: str
    endianness: str
    sources: tuple[str, ...]
    toolchain: Toolchain
    abi: Abi
    machine: str
    machine_options: dict[str, Any] = field(hash=False)
    timings: tuple[Timing, ...]
    reentrant: bool
    path: Path
    main: bool = False
    lacks: tuple[str, ...] = ()


COUNTER_UNITS = ("bits", "bytes", "blocks")


API = {
    "init": (("cc", "out_size"), ("cc", "out_size")),
    "update": (("cc", "data", "len"), ("cc", "data", "len")),
    "close": (("cc", "ub", "n", "dst"), ("cc", "ub", "n", "dst")),
}
"""For each function of a hash function's API its arguments by default, and those that there are."""


@dataclass(frozen=True)
class ApiCall:
    """A function of the API as C code would call it: its symbol, and its arguments in order.

    symbol: in Function.interface with {prefix} for the main identifier.  An argument is a number,
    or one of the names of docs/interface.md: cc, out_size, data, len, ub, n, dst for a hash
    function; those of another kind are in its module of mote.kinds.
    """

    symbol: str
    arguments: tuple[str | int, ...]


def parse_call(text: str, default: Sequence[str], known: Sequence[str], option: str) -> ApiCall:
    """`NAME` or `NAME(argument, ...)`; an argument is a known name or a number."""
    match = re.fullmatch(r"\s*([A-Za-z_]\w*)\s*(?:\(([^()]*)\))?\s*", text)
    if not match:
        raise MoteError(f"{option} {text!r} is not 'NAME' or 'NAME({', '.join(default)})'")
    if match[2] is None:
        return ApiCall(match[1], tuple(default))
    arguments: list[str | int] = []
    for word in filter(None, (part.strip() for part in match[2].split(","))):
        if re.fullmatch(r"\d+|0x[0-9a-fA-F]+", word):
            arguments.append(int(word, 0))
        elif word in known:
            arguments.append(word)
        else:
            raise MoteError(
                f"{option}: {word!r} is not an argument: they are {', '.join(known)}, and numbers"
            )
    return ApiCall(match[1], tuple(arguments))


HASH_INTERFACE = (
    ApiCall("{prefix}_init", ("cc", "out_size")),
    ApiCall("{prefix}", ("cc", "data", "len")),
    ApiCall("{prefix}_close", ("cc", "ub", "n", "dst")),
)
"""The functions of a hash function, in the order in which a message meets them."""


@dataclass(frozen=True)
class Function:
    """A function of one family: its identifier without mote_, its folder, and what it can do.

    kind: a module of mote.kinds, which knows how functions of its kind are called, checked and
    measured.  Of a function with a key the digest size is the size of its key.
    main_identifier: what its names begin with, without mote_, where that is not its own name, as
    where several functions share a header and a source; the header is called so.  context: the end
    of the name of its context's type behind the main identifier, empty where it has no context.
    reached: its size is that of what a linker keeps for its own functions (mote.reach), not that of
    the whole object.  facts: what only its kind has to know.  base: the function that its sources
    call; the implementation of the same name is compiled with them.  places: where the context of
    its portable.c has what contracts call state, counter and fill, by members of the context's type
    (mote.prove.in_c).  block_function: which function of portable.c is entered for a message block.
    counting_function: which one counts a block, and does nothing else, where there is such a one.
    status: one word or two for people who choose: "standard", "candidate", "broken" …
    any_digest: every multiple of 8 bits is a digest size, up to largest_digest where that is not
    0; digest_bits is then a selection.  bit_messages: a message may have any number of bits;
    otherwise whole bytes only, as the specification says.  kernel: the folder of the family whose
    files are kernels for it, empty for none.

    What it is good for: security_bits: finding a collision takes about 2^security_bits steps, by
    the specification's claim or by the best known attack, however long the digest (of n bits it is
    never more than n / 2).  uses: of catalog.USES: "integrity" (nobody can make two messages of one
    digest), "signature" (the same, signed), "mac" (HMAC or a key of its own is specified), "xof"
    (output of any length).  shipped: it is in the table that `mote bench` makes alone.

    What follows decides which lengths the test vectors have (mote.vectors).  blocks: bytes of a
    message block by digest size, where it is not block_bytes.  padding_bits: the fewest bits that
    the padding appends to a message, the length included.  length_bytes: how much of them at the
    end is the length.  output_bytes: how much of the digest one computation gives, 0: all of it.
    keyed: there are also PREFIX_init_keyed and PREFIX_personalize.  counter_bits: size of the
    number that the padding or the compression function takes of what was hashed so far, 0 without
    such a number; counter_unit: what it counts, one of COUNTER_UNITS.  small_addends: numbers much
    smaller than a word are added to words that depend on the message, so that few messages carry.
    """

    name: str
    family: str
    folder: Path
    title: str
    specification: str
    digest_bits: tuple[int, ...]
    block_bytes: int
    constant_time: bool
    main_digest: int
    vectors: Path
    status: str = ""
    any_digest: bool = False
    largest_digest: int = 0
    kind: str = "hash"
    bit_messages: bool = True
    kernel: str = ""
    blocks: dict[int, int] = field(hash=False, default_factory=dict)
    padding_bits: int = 0
    length_bytes: int = 0
    output_bytes: int = 0
    keyed: bool = False
    counter_bits: int = 0
    counter_unit: str = ""
    small_addends: bool = False
    security_bits: int = 0
    uses: tuple[str, ...] = ()
    shipped: bool = False
    main_identifier: str = ""
    context: str = "context"
    reached: bool = False
    base: str = ""
    places: dict[str, Any] = field(hash=False, default_factory=dict)
    block_function: str = ""
    counting_function: str = ""
    facts: dict[str, Any] = field(hash=False, default_factory=dict)
    interface: tuple[ApiCall, ...] = HASH_INTERFACE

    @property
    def identifier(self) -> str:
        """The main identifier of Annex A.1: what the exported names begin with."""
        return f"mote_{self.main_identifier or self.name}"

    def block_of(self, digest_bits: int) -> int:
        """Bytes of a message block for this digest size."""
        return self.blocks.get(digest_bits, self.block_bytes)

    def collision_bits(self, digest_bits: int) -> int:
        """The security of a digest of that many bits against collisions, in bits."""
        return min(self.security_bits, digest_bits // 2)

    def has_digest(self, bits: int) -> bool:
        """Whether there is a digest of that many bits."""
        if bits in self.digest_bits:
            return True
        largest = self.largest_digest or bits
        return self.any_digest and 0 < bits <= largest and bits % 8 == 0


@dataclass(frozen=True)
class Kernel:
    """The block function of a family in assembly, which the functions' modes in C call.

    file: one implementation of it, behind `prototype`.  symbol: the C name; the modes find it where
    the macro `define` is defined.  As its contract says: defines, further macros that the file asks
    the mode for; secret_tables, which it reads at secret places; mode, the file in C that calls it
    where another does than its name tells.
    """

    title: str
    specification: str
    symbol: str
    prototype: str
    define: str
    file: Path
    defines: tuple[str, ...] = ()
    secret_tables: tuple[str, ...] = ()
    mode: str = ""

    @property
    def name(self) -> str:
        """What the kernel is called after its family: f1600."""
        return self.file.parent.name


@dataclass(frozen=True)
class Implementation:
    """Source files that together implement `function` behind the functions of its interface.

    sources: one object is made of all of them; the first gives the implementation its name.
    prefix: the main identifier of Annex A.1, with which the exported names begin.
    header: the file that declares the context; None when `context_bytes` is given instead.
    include, options: further folders for #include, and options of the compiler beside the CPU's.
    interface: the functions, where their names or arguments are not those of the function's
    interface; of a kernel the one.
    context_type: the name of the context's type where it is not that of Function.context.
    kernel: what the mode in C calls; its file is the last of the sources.
    stated_context_bytes: what somebody says that the header's context takes, to be compared.
    secret_tables: as its own contract says, or its kernel's: tables read at secret places.
    """

    name: str
    function: Function
    sources: tuple[Path, ...]
    prefix: str
    header: Path | None
    context_bytes: int | None = None
    include: tuple[Path, ...] = ()
    options: tuple[str, ...] = ()
    interface: tuple[ApiCall, ...] | None = None
    context_type: str = ""
    kernel: Kernel | None = None
    stated_context_bytes: int | None = None
    secret_tables: tuple[str, ...] = ()

    @property
    def source(self) -> Path:
        """The first of the sources."""
        return self.sources[0]

    @property
    def context_name(self) -> str:
        """The C name of the context's type."""
        return self.context_type or f"{self.prefix}_{self.function.context}"

    @property
    def constant_time(self) -> bool:
        """Whether its run must not depend on the bytes of the message.

        A function that is fastest with tables may have a file in constant time beside them; the
        file's name says so.  A file with tables is none among files that are in constant time.
        """
        if self.secret_tables:
            return False
        return self.function.constant_time or "constant_time" in self.name

    @property
    def calls(self) -> tuple[ApiCall, ...]:
        """The functions of the API, in the order in which a message meets them."""
        if self.interface is not None:
            return self.interface
        return tuple(
            ApiCall(call.symbol.format(prefix=self.prefix), call.arguments)
            for call in self.function.interface
        )

    @property
    def symbols(self) -> tuple[str, ...]:
        """Their names."""
        return tuple(call.symbol for call in self.calls)


@dataclass(frozen=True)
class Compiled:
    """The object of one source, and the options that decided its code."""

    path: Path
    flags: tuple[str, ...]


@dataclass(frozen=True)
class Section:
    """A section of an object file that takes memory at run time.

    kind: "code", "rodata", "data" or "bss"; counted: whether size_bytes includes it.
    """

    name: str
    size: int
    kind: str
    counted: bool


@dataclass(frozen=True)
class ObjectFacts:
    """What an object file says of itself, for the rules of Annex A.2.

    static_bytes: RAM at fixed addresses: variables, and what compilers keep at fixed addresses.
    internal_bytes: those of them in the internal RAM of an 8051, without a register bank.
    """

    sections: tuple[Section, ...]
    exported: tuple[str, ...]
    undefined: tuple[str, ...]
    static_bytes: int = 0
    internal_bytes: int = 0

    @property
    def size_bytes(self) -> int:
        return sum(section.size for section in self.sections if section.counted)


@dataclass(frozen=True)
class Region:
    """A range of data memory that a call may touch."""

    name: str
    address: int
    size: int
    writable: bool

    @property
    def end(self) -> int:
        return self.address + self.size


@dataclass(frozen=True)
class SourceLine:
    """Where an address of code comes from.

    file: the file's name without folders, empty with line 0 where it is not known.  function: the
    function that the line stands in, or the symbol before the address and the bytes between them.
    """

    file: str
    line: int
    function: str


@dataclass(frozen=True)
class Image:
    """One object linked with the bench's memcpy and memset, ready for a machine.

    symbols: code addresses by name (and fixed parameter addresses on CPUs that have them).
    library: address ranges [start, end) of code that is not the implementation's.
    helpers: what was linked of the compiler's own library, as (file of the library, bytes).
    instructions: for each address that the disassembler reached, the instruction's text;
    illegal: those addresses whose opcode the stated architecture lacks.
    origin: from the name and a line of a file that the bench made of others (mote.package) to
    `file:line` of these, or nothing; None where there is no such file.
    """

    path: Path
    symbols: dict[str, int]
    library: tuple[tuple[int, int], ...]
    illegal: dict[int, str] = field(default_factory=dict)
    static: tuple[Region, ...] = ()
    helpers: tuple[tuple[str, int], ...] = ()
    origin: Callable[[str, int], str] | None = None


@dataclass(frozen=True)
class Argument:
    """An argument of a call.  kind: "pointer", "unsigned", "size", or "word" for one of 32 bits."""

    kind: str
    value: int


@dataclass(frozen=True)
class CallResult:
    """What one call did.

    instructions: executed, with those of memcpy and memset; library_instructions: of these
    two alone.  cycles: by timing name, for every timing that the machine can give.
    stack_bytes: deepest use below the caller's stack pointer, return address included where the
    call pushes one.  trace: a 64-bit hash over the sequence of program counters and of data
    addresses read and written (with their sizes), 0 when it was not asked for.
    symbol: the function that was called, where a session called it.
    contract_stack: stack_bytes as a contract counts it, where that is another number: with the
    return addresses of an AVR as of two bytes.
    """

    instructions: int
    library_instructions: int
    cycles: dict[str, int]
    stack_bytes: int
    trace: int = 0
    symbol: str = ""
    contract_stack: int | None = None
