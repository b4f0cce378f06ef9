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
nothing else: `close` is cut there, too, if it is found to do so.  Of somebody's own files a file
says these (`mote prove --contract FILE`), by `member` or by `offset`.  Where a kernel asks for a
macro with which the mode keeps things in another form, kernel.toml has their places under
[places.MACRO], which hold before those of the function.  Where a member lies, and how large the
number of the fill is, says the CPU's compiler.  The compiler answers for registers: what the ABI
keeps is proved, as of assembly.  The stack is the deepest that was measured; `close` and modes may
take MORE_STACK more, HMAC and HKDF also as much as a code (mote.proving.codes).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from mote import kinds
from mote.building import package
from mote.building.toolchains import toolchain_of
from mote.catalog import catalog
from mote.catalog.contract import MANDATORY, OF_A_CONTEXT, Table
from mote.catalog.cpu import Cpu
from mote.catalog.function import Function, Implementation
from mote.checking import promises
from mote.common.errors import MoteError
from mote.common.paths import INCLUDES
from mote.keeping import store
from mote.proving import proofs

NAME = "portable"
"""The implementation in C whose context `places` describes, where a proof asks for places."""

MORE_STACK = 64
"""Bytes that the stack may be deeper than what was measured: of `close`, whose figure is of
messages whose padding needs no block of its own; and of modes, whose figure is of encryption."""


def table(implementation: Implementation, cpu: Cpu, folder: Path) -> Table:
    """A contract for a file of ours in C on a CPU, as one in assembly has it.  Raises MoteError.

    folder: for what the compiler makes.
    """
    function = implementation.function
    where = f"{function.folder.name}/function.toml"
    given: dict[str, Any] = {}
    if _needs_places(function):
        if implementation.name != NAME and implementation.kernel is None:
            raise MoteError(
                f"{implementation.name} is in C: proofs know the context of {NAME}.c alone"
            )
        if not function.places:
            raise MoteError(f"{where} has no [function.places]: a proof of C needs it")
        places = function.places | _asked_by(implementation)
        given = _with_offsets(places, implementation, cpu, folder, where)
    stack = measured_stack(function.name, cpu, implementation.name)
    keys = {"stack": stack, "block": function.block_function}
    if implementation.kernel is not None:
        # What it may do, the kernel's own contract says: nothing else of it is believed.
        kernel = package.kernel_symbol(implementation.kernel, implementation.prefix)
        keys |= {"block": kernel, **_allowed(implementation)}
    return Table(where, {**_from_interface(implementation), **keys, **given})


def _asked_by(implementation: Implementation) -> dict[str, Any]:
    """Where the mode's context has things otherwise, as its kernel's macros ask for it."""
    kernel = implementation.kernel
    found: dict[str, Any] = {}
    if kernel is not None and kernel.defines:
        known = proofs.places_asked_for(kernel)
        for name in kernel.defines:
            found |= known.get(name, {})
    return found


def _needs_places(function: Function) -> bool:
    """Whether a proof asks where the context holds what contracts call state, counter and fill."""
    return kinds.of(function).has_places and not kinds.of(function).proved_by_calls


def _from_interface(implementation: Implementation) -> dict[str, Any]:
    """The keys of a contract that follow from the function and its calls."""
    function = implementation.function
    calls = [f"{call.symbol}({', '.join(_names(call.arguments))})" for call in implementation.calls]
    keys: dict[str, Any] = {name: kind() for name, kind in MANDATORY.items()}
    keys |= {
        "specification": function.specification,
        "functions": calls,
        "constant_time": function.constant_time,
    }
    if not function.constant_time:
        keys["secret_tables"] = ["all"]
    return keys


ROOM = 2048
"""Bytes of stack that somebody's own files may take where their contract does not say it."""


def outside(
    implementation: Implementation, cpu: Cpu, folder: Path, given: Sequence[Table]
) -> list[Table]:
    """The contract of somebody's own files: what they say of it, and the rest as it follows.

    Raises MoteError, where places are needed and nobody says them.
    """
    function = implementation.function
    plain = Table(implementation.source.name, {**_from_interface(implementation), "stack": ROOM})
    written = kinds.of(function).written(function)
    if written:
        plain = Table(plain.place, {**plain.keys, "writes": dict(written)})
    found = list(given)
    if _needs_places(function):
        keys = {key: value for table in reversed(found) for key, value in table.keys.items()}
        ours = implementation.header == catalog.header(function)
        if not any(key in keys for key in OF_A_CONTEXT) and ours and function.places:
            # Behind our header it has our context.
            places = {"counter": {}, "fill": {}, **function.places}
            found.append(Table(f"{function.folder.name}/function.toml", places))
            keys |= places
        elif not kinds.of(function).has_counter:
            found.append(Table(plain.place, {"counter": {}, "fill": {}}))
            keys |= found[-1].keys
        missing = [key for key in OF_A_CONTEXT if key not in keys]
        if missing:
            raise MoteError(
                f"{implementation.source.name}: where does the context hold {', '.join(missing)}? "
                "A contract says it: --contract FILE (docs/proofs.md)"
            )
        found = [_resolved(table, implementation, cpu, folder) for table in found]
    return [*found, plain]


def _resolved(table: Table, implementation: Implementation, cpu: Cpu, folder: Path) -> Table:
    """A contract with offsets instead of members."""
    places = {key: table.keys[key] for key in OF_A_CONTEXT if key in table.keys}
    each = [*places.get("state", {}).values(), places.get("counter"), places.get("fill")]
    if not any(isinstance(place, dict) and "member" in place for place in each):
        return table
    where = table.place
    return Table(
        where,
        {**table.keys, **_with_offsets(places, implementation, cpu, folder, where, outside=True)},
    )


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


def _allowed(implementation: Implementation) -> dict[str, Any]:
    """What the contract of a kernel allows beyond the theorem."""
    found: dict[str, Any] = {"secret_tables": []}
    for table in reversed(promises.tables(implementation)):
        found |= {k: table.keys[k] for k in ("constant_time", "secret_tables") if k in table.keys}
    return found


def _names(arguments: tuple[str | int, ...]) -> list[str]:
    return [each for each in arguments if isinstance(each, str)]


def members(
    implementation: Implementation, cpu: Cpu, type_name: str, names: Sequence[str], folder: Path
) -> dict[str, tuple[int, int]]:
    """Offset and size in bytes of members of a type of its header.  Raises MoteError."""
    tools = toolchain_of(cpu)
    if not hasattr(tools, "member_layout"):
        raise MoteError(f"{cpu.name}: proofs of C know the compilers for GNU's tools only")
    if implementation.header is None:
        raise MoteError(f"members of {type_name} need its --header FILE; offsets need none")
    include = [
        *implementation.include,
        *INCLUDES,
        *(path.parent for path in (*implementation.sources, implementation.header)),
    ]
    found: dict[str, tuple[int, int]] = tools.member_layout(
        cpu, implementation.header, type_name, names, include, folder, implementation.options
    )
    return found


def _with_offsets(
    places: Mapping[str, Any],
    implementation: Implementation,
    cpu: Cpu,
    folder: Path,
    where: str,
    *,
    outside: bool = False,
) -> dict[str, Any]:
    """The places with offsets for their members.

    outside: of somebody's own: an offset may stand instead of a member, and words may be left out.
    """
    each = [(f"state.{name}", place) for name, place in places.get("state", {}).items()]
    each += [(name, places[name]) for name in ("counter", "fill") if places.get(name)]
    unknown = [name for name in places if name not in OF_A_CONTEXT]
    if unknown:
        raise MoteError(f"{where}: places has {unknown[0]!r}; known: {', '.join(OF_A_CONTEXT)}")
    for name, place in each:
        if not isinstance(place, dict) or not (
            isinstance(place.get("member"), str) or (outside and "offset" in place)
        ):
            raise MoteError(f"{where}: places.{name} lacks member, the name of one")
    names = list(dict.fromkeys(place["member"] for _, place in each if "member" in place))
    layout = members(implementation, cpu, implementation.context_name, names, folder)
    found: dict[str, Any] = {"state": {}, "counter": {}, "fill": {}}
    if outside:
        found = {key: {} for key in places}
    for name, place in each:
        made = dict(place)
        if "member" in place:
            offset, size = layout[made.pop("member")]
            made["offset"] = offset
            if name == "fill":
                made.setdefault("word_bytes", size)
            elif outside and "words" not in made:
                made["words"] = size // made.get("word_bytes", 4)
        if name.startswith("state."):
            found["state"][name.removeprefix("state.")] = made
        else:
            found[name] = made
    return found
