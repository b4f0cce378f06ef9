"""Area and critical path of a core with and without a unit, as for the 16-bit core (docs/area.md).

The library, the mapping, its proof and the timing analysis are those of mote.ise.area.  The core's
registers are flip-flops; memory is outside, that of VexRiscv's caches too
(mote.ise.riscv.memories).  Products of VexRiscv and CV32E40X are mapped by themselves, and joined
to the core for its path (mote.ise.riscv.products).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from mote.common.errors import MoteError
from mote.ise import area, timing
from mote.ise.riscv import isa, machine, memories, products, proof, unit, whole
from mote.running import jobs

BASE = "core"
TOP = "mote_core"


@dataclass(frozen=True)
class Row:
    """A core, or a unit alone.  Areas in GE, path in ns.

    overhead: of the core with the unit over the core without, in GE and per cent.
    """

    name: str
    area: area.Area
    overhead: float | None = None
    percent: float | None = None


def core_with(core: str, extensions: Sequence[str]) -> area.Design:
    """The core with the unit of these extensions, or without any; to be synthesized.

    VexRiscv's memories and products are outside, and CV32E40X's product; `synthesize` has the
    products, too.
    """
    text = whole.verilog(core, extensions)
    if core == "vexriscv":
        text = memories.outside(products.cut(text), TOP)
    elif core == "cv32e40x":
        text = memories.exposed(products.cut_word(text), TOP)
    return area.Design(text, TOP)


def unit_of(core: str, extensions: Sequence[str]) -> area.Design:
    """The unit of these extensions by itself, for the core's port; to be synthesized."""
    top = unit.CFU_TOP if core == "vexriscv" else unit.TOP
    return area.Design(machine.at_port(core, isa.instructions(extensions)), top)


def product(kind: str) -> area.Design:
    """A product by itself, to be synthesized."""
    return area.Design(products.verilog(kind), f"{products.PREFIX}{kind}")


def synthesize(design: area.Design) -> area.Area:
    """The area of a design with the products that it has at its ports; raises MoteError.

    The core and each kind of product are proved by themselves (mote.ise.synthesis).  The critical
    path is of all of them together.
    """
    core = area.synthesize(design)
    netlist = area.netlist(design)
    kinds = list(products.instances(netlist["ports"]).values())
    if not kinds:
        return core
    parts = {kind: area.synthesize(product(kind)) for kind in sorted(set(kinds))}
    netlists = {kind: area.netlist(product(kind)) for kind in parts}
    path = timing.analyse(products.join(netlist, netlists))
    if path is None:
        raise MoteError(f"{design.top}: it has no path from flip-flop to flip-flop")
    modules = [replace(parts[kind].modules[0], count=kinds.count(kind)) for kind in parts]
    return replace(
        core,
        sequential=round(core.sequential + sum(x.count * x.sequential for x in modules), 2),
        combinational=round(
            core.combinational + sum(x.count * x.combinational for x in modules), 2
        ),
        square=core.square + sum(parts[kind].square for kind in kinds),
        path=path.path,
        gates=path.gates,
        start=path.start,
        end=path.end,
        modules=(*core.modules, *modules),
    )


def sets(names: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Each extension, and with several all of them together."""
    found: dict[str, tuple[str, ...]] = {name: (name,) for name in names}
    if len(names) > 1:
        found["together"] = tuple(names)
    return found


def rows(core: str, wanted: dict[str, tuple[str, ...]], done: Callable[[], object]) -> list[Row]:
    """The core, then each set's core and unit alone; every unit is proved first.

    `done` is called `steps` times.  Raises MoteError.
    """
    for names in wanted.values():
        instructions = isa.instructions(names)
        proof.prove(machine.at_port(core, instructions), instructions)
    designs = [core_with(core, ())]
    for names in wanted.values():
        designs += [core_with(core, names), unit_of(core, names)]
    found: dict[int, area.Area] = {}
    for index, result in jobs.run(synthesize, designs):
        done()
        if isinstance(result, Exception):
            raise result
        found[index] = result
    base = found[0]
    made = [Row(BASE, base)]
    for n, name in enumerate(wanted):
        with_unit, alone = found[2 * n + 1], found[2 * n + 2]
        more = with_unit.total - base.total
        made.append(Row(f"{BASE} with {name}", with_unit, more, 100 * more / base.total))
        made.append(Row(f"{name} alone", alone))
    return made


def steps(wanted: dict[str, tuple[str, ...]]) -> int:
    """How often `rows` calls `done`."""
    return 1 + 2 * len(wanted)
