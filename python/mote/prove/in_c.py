"""Contracts of C: what the compiler and the catalog say, in place of a block at the head of a file.

A file in assembly says where its context has the state, the counter and the fill.  Of C these are
members of the context's type, which `places` of function.toml names, for instance

    [function.places]
    state.H = {member = "H", words = 8}
    counter = {member = "low", words = 2, step = 512}
    fill = {member = "ptr"}

with the keys of docs/contracts.md, but `member` in place of `offset`.  For a contract's label
`block` there is `block_function`, which names the function of portable.c, static or not, that is
entered for each message block.  `counting_function`, where there is one, counts a block and does
nothing else: `close` is cut there, too, if it is found to do so.  Where a member lies, and how
large the number of the fill is, says the CPU's compiler.  The compiler answers for registers: what
the ABI keeps is proved, as of assembly.  The stack is the deepest that was measured; `close` and
modes may take MORE_STACK more, HMAC and HKDF also as much as a code (mote.prove.codes).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from mote import kinds, proofs, store
from mote.contract import MANDATORY, OF_A_CONTEXT, Table
from mote.paths import INCLUDES
from mote.toolchains import toolchain_of
from mote.types import Cpu, Implementation, MoteError

NAME = "portable"
"""The implementation in C whose context `places` describes, where a proof asks for places."""

MORE_STACK = 64
"""Bytes that the stack may be deeper than what was measured: of `close`, whose figure is of
messages whose padding needs no block of its own; and of modes, whose figure is of encryption."""


def table(implementation: Implementation, cpu: Cpu, folder: Path) -> Table:
    """A contract for a file in C on a CPU, as one in assembly has it.  Raises MoteError.

    folder: for what the compiler makes.
    """
    function = implementation.function
    where = f"{function.folder.name}/function.toml"
    given: dict[str, Any] = {}
    if kinds.of(function).has_places and function.kind not in proofs.BY_CALLS:
        if implementation.name != NAME:
            raise MoteError(
                f"{implementation.name} is in C: proofs know the context of {NAME}.c alone"
            )
        if not function.places:
            raise MoteError(f"{where} has no [function.places]: a proof of C needs it")
        given = _with_offsets(function.places, implementation, cpu, folder, where)
    stack = measured_stack(function.name, cpu, implementation.name)
    calls = [f"{call.symbol}({', '.join(_names(call.arguments))})" for call in implementation.calls]
    keys: dict[str, Any] = {name: kind() for name, kind in MANDATORY.items()}
    keys |= {
        "specification": function.specification,
        "functions": calls,
        "stack": stack,
        "block": function.block_function,
        "constant_time": function.constant_time,
    }
    if not function.constant_time:
        keys["secret_tables"] = ["all"]
    return Table(where, {**keys, **given})


def measured_stack(function: str, cpu: Cpu, name: str = NAME) -> int:
    """The deepest stack of a file in C, in bytes, of all digest sizes.  Raises MoteError."""
    key = (function, name, cpu.name)
    stacks = [row.stack_bytes for pair, row in store.read().items() if pair[:3] == key]
    if not any(stacks):
        raise MoteError(
            f"the stack of {function} {name} on {cpu.name} is not measured: "
            f"run ./mote bench {function} --implementation {name} --cpu {cpu.name}"
        )
    return max(filter(None, stacks))


def _names(arguments: tuple[str | int, ...]) -> list[str]:
    return [each for each in arguments if isinstance(each, str)]


def members(
    implementation: Implementation, cpu: Cpu, type_name: str, names: Sequence[str], folder: Path
) -> dict[str, tuple[int, int]]:
    """Offset and size in bytes of members of a type of its header.  Raises MoteError."""
    tools = toolchain_of(cpu)
    if not hasattr(tools, "member_layout"):
        raise MoteError(f"{cpu.name}: proofs of C know the compilers for GNU's tools only")
    found: dict[str, tuple[int, int]] = tools.member_layout(
        cpu, implementation.header, type_name, names, INCLUDES, folder
    )
    return found


def _with_offsets(
    places: Mapping[str, Any], implementation: Implementation, cpu: Cpu, folder: Path, where: str
) -> dict[str, Any]:
    """The places with offsets for their members."""
    each = [(f"state.{name}", place) for name, place in places.get("state", {}).items()]
    each += [(name, places[name]) for name in ("counter", "fill") if places.get(name)]
    unknown = [name for name in places if name not in OF_A_CONTEXT]
    if unknown:
        raise MoteError(f"{where}: places has {unknown[0]!r}; known: {', '.join(OF_A_CONTEXT)}")
    for name, place in each:
        if not isinstance(place, dict) or not isinstance(place.get("member"), str):
            raise MoteError(f"{where}: places.{name} lacks member, the name of one")
    names = list(dict.fromkeys(place["member"] for _, place in each))
    layout = members(implementation, cpu, implementation.context_name, names, folder)
    found: dict[str, Any] = {"state": {}, "counter": {}, "fill": {}}
    for name, place in each:
        offset, size = layout[place["member"]]
        made = {key: value for key, value in place.items() if key != "member"} | {"offset": offset}
        if name == "fill":
            made.setdefault("word_bytes", size)
        if name.startswith("state."):
            found["state"][name.removeprefix("state.")] = made
        else:
            found[name] = made
    return found
