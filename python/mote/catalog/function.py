"""Functions, kernels and implementations, as the catalog finds them."""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mote.common.errors import MoteError

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
class Hashing:
    """How a function hashes messages: facts of hash functions, and of kinds that are made of one.

    any_digest: every multiple of 8 bits is a digest size, up to largest_digest where that is not
    0; Function.sizes is then a selection.  bit_messages: a message may have any number of bits;
    otherwise whole bytes only, as the specification says.  keyed: there are also PREFIX_init_keyed
    and PREFIX_personalize.  customized: PREFIX_customize; of codes (kind mac) with PREFIX_key and
    PREFIX_close_xof.  named: PREFIX_name, too.
    domains: PREFIX_domain.  tuples: PREFIX_item, which begins a string of a tuple.  parallel:
    PREFIX_block, which says how many bytes a block has.  close_xof: PREFIX_close_xof, too.
    key_bytes: PREFIX_init_keyed with a key of so many bytes alone, and PREFIX_init_derive_key with
    a context string.  reads: PREFIX_read and PREFIX_seek, of output of any length.

    What follows decides which lengths the test vectors have (mote.catalog.vectors).  blocks: bytes
    of a message block by digest size, where it is not block_bytes.  padding_bits: the fewest bits
    that the padding appends to a message, the length included.  length_bytes: how much of them at
    the end is the length.  output_bytes: how much of the digest one computation gives, 0: all of
    it.  counter_bits: size of the number that the padding or the compression function takes of what
    was hashed so far, 0 without such a number; counter_unit: what it counts, one of COUNTER_UNITS.
    small_addends: numbers much smaller than a word are added to words that depend on the message,
    so that few messages carry.
    """

    any_digest: bool = False
    largest_digest: int = 0
    bit_messages: bool = True
    blocks: dict[int, int] = field(hash=False, default_factory=dict)
    padding_bits: int = 0
    length_bytes: int = 0
    output_bytes: int = 0
    keyed: bool = False
    customized: bool = False
    named: bool = False
    domains: bool = False
    tuples: bool = False
    parallel: bool = False
    close_xof: bool = False
    key_bytes: int = 0
    reads: bool = False
    counter_bits: int = 0
    counter_unit: str = ""
    small_addends: bool = False


@dataclass(frozen=True)
class Function:
    """A function of one family: its identifier without mote_, its folder, and what it can do.

    kind: a module of mote.kinds, which knows how functions of its kind are called, checked and
    measured.  sizes: of digests in bits, or of keys where the kind says so (kinds.keyed); main_size
    is the one that is measured.  hashing: of functions that hash messages.
    main_identifier: what its names begin with, without mote_, where that is not its own name, as
    where several functions share a header and a source; the header is called so.  context: the end
    of the name of its context's type behind the main identifier, empty where it has no context.
    reached: its size is that of what a linker keeps for its own functions (mote.building.reach),
    not that of the whole object.  facts: what only its kind has to know.  base: the function that
    its sources call; the implementation of the same name is compiled with them.  places: where the
    context of its portable.c has what contracts call state, counter and fill, by members of the
    context's type (mote.proving.in_c).  block_function: which function of portable.c is entered for
    a block.  counting_function: which one counts a block, and does nothing else, where there is
    such a one.  status: one word or two for people who choose: "standard", "candidate", "broken" …
    kernel: the folder of the family whose files are kernels for it, or several; empty for none.

    What it is good for: security_bits: finding a collision takes about 2^security_bits steps, by
    the specification's claim or by the best known attack, however long the digest (of n bits it is
    never more than n / 2).  uses: of catalog.USES: "integrity" (nobody can make two messages of one
    digest), "signature" (the same, signed), "mac" (HMAC or a key of its own is specified), "xof"
    (output of any length).  shipped: it is in the table that `mote bench` makes alone.
    """

    name: str
    family: str
    folder: Path
    title: str
    specification: str
    sizes: tuple[int, ...]
    block_bytes: int
    constant_time: bool
    main_size: int
    vectors: Path
    status: str = ""
    kind: str = "hash"
    kernel: str | tuple[str, ...] = ""
    hashing: Hashing = Hashing()
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
        return self.hashing.blocks.get(digest_bits, self.block_bytes)

    def collision_bits(self, digest_bits: int) -> int:
        """The security of a digest of that many bits against collisions, in bits."""
        return min(self.security_bits, digest_bits // 2)

    def has_digest(self, bits: int) -> bool:
        """Whether there is a digest of that many bits."""
        if bits in self.sizes:
            return True
        largest = self.hashing.largest_digest or bits
        return self.hashing.any_digest and 0 < bits <= largest and bits % 8 == 0


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

    @functools.cached_property
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
