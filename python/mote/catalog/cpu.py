"""A CPU as its file in cpus/ describes it."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Toolchain:
    """How a CPU's sources become objects.  `kind` names the module in mote.toolchains.

    start_up: names with which the compiler asks for start-up code; they cost nothing, an object
    may refer to them, and the bench defines them when it links.
    pure_code: sections of code hold instructions and nothing else, so that the audit knows every
    word which is none of the CPU's.  compiler: the program that compiles C in place of GNU's, which
    takes a --target; empty for GNU's.
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
    compiler: str


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
    core: a folder of cores/ whose hardware description is run (mote.machines.rtl), with these
    parameters of its system.sv (NAME=VALUE); empty where it is none.
    """

    name: str
    fidelity: str
    model: str = ""
    core: str = ""
    parameters: tuple[str, ...] = ()


@dataclass(frozen=True)
class Proofs:
    """What is proved on a CPU beside assembly.

    c: the names of files in C that are proved as they are compiled for it.  same_as: a CPU on which
    the same files are proved, where proofs do not know this one's instructions; otherwise empty.
    """

    c: tuple[str, ...] = ()
    same_as: str = ""


@dataclass(frozen=True)
class Cpu:
    """One file of cpus/.  main: one of the few CPUs of the table that `mote bench` makes alone.

    sources: the instruction sets that it runs; lacks: sets whose names begin as one of them does.
    machine_options: what is in [machine] beside its kind; all have `architecture`, which names the
    instruction set for machines, proofs and mutation, and `slow` where jobs take longer than most.
    tries_c: whether changes of C are tried on it (mote.mutation), one CPU for each byte order.
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
    tries_c: bool = False
    proofs: Proofs = Proofs()
