"""The data flow of basic blocks, and the patterns in it that one instruction could stand for.

A pattern is instructions of one block of which one gives a result that is wanted outside, all
others are wanted inside alone, and which take two values from outside at most; so it is convex.
Constants are part of the pattern.  The code is what the prover's lifter makes of it (p-code).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from mote.ise.riscv.mining import forms
from mote.ise.riscv.mining.forms import Form
from mote.proving.lift import Lifted, Varnode

LIMIT = 12
"""Operations of a pattern, at most."""
INPUTS = 2
JUMPS = ("BRANCH", "CBRANCH", "BRANCHIND", "CALL", "CALLIND", "RETURN", "CALLOTHER")

Shape = tuple[Any, ...]
"""What an instruction does: its operations with numbers in place of registers."""


@dataclass(frozen=True)
class Node:
    """An instruction: what it does, and its operands.

    operands: values: ("node", number in the block), ("in", register) or ("const", number).
    computes: whether it makes one register of registers and constants alone, cheaply.
    """

    lifted: Lifted
    shape: Shape
    operands: tuple[tuple[str, Any], ...]
    computes: bool


@dataclass
class Block:
    """A basic block: its nodes, and who wants the value of each.

    users: numbers of nodes, -1 for what comes behind the block.
    """

    nodes: list[Node] = field(default_factory=list)
    users: list[set[int]] = field(default_factory=list)


@dataclass(frozen=True)
class Pattern:
    """Numbers of nodes, ascending, the last one's value being the result; and its inputs."""

    nodes: tuple[int, ...]
    inputs: tuple[tuple[str, Any], ...]


class Registers:
    """The names of registers that varnodes are; the abi's registers that a call keeps."""

    def __init__(self, registers: Mapping[str, Varnode], kept: Sequence[str]) -> None:
        self.names = {v: name for name, v in registers.items() if v.size == 4}
        self.behind = frozenset({*kept, "sp", "ra", "gp", "tp", "a0", "a1"})
        """What a caller may look at."""

    def of(self, varnode: Varnode | None) -> str:
        """Its name; empty where it is no register, or holds 0 for ever."""
        if varnode is None or varnode.space != "register":
            return ""
        name = self.names.get(varnode, "")
        return "" if name in ("zero", "pc") else name


def _reads_writes(lifted: Lifted, registers: Registers) -> tuple[list[str], list[str]]:
    """The registers that an instruction reads before it writes them, and those that it writes."""
    reads: list[str] = []
    writes: list[str] = []
    for operation in lifted.operations:
        for each in operation.inputs:
            name = registers.of(each)
            if name and name not in writes and name not in reads:
                reads.append(name)
        name = registers.of(operation.output)
        if name and name not in writes:
            writes.append(name)
    return reads, writes


def _jump(lifted: Lifted) -> tuple[str, int | None]:
    """The last jump of an instruction and its destination, as far as both are there."""
    for operation in reversed(lifted.operations):
        if operation.opcode in JUMPS:
            to = operation.inputs[0] if operation.inputs else None
            known = operation.opcode in ("BRANCH", "CBRANCH") and to and to.space == "ram"
            return operation.opcode, to.offset if known and to else None
    return "", None


def blocks(code: Sequence[Lifted], registers: Registers) -> dict[int, Block]:
    """The basic blocks of code by their first addresses."""
    leaders = {code[0].address} if code else set()
    for each in code:
        jump, to = _jump(each)
        if jump:
            leaders.add(each.address + each.length)
        if to is not None:
            leaders.add(to)
    runs: dict[int, list[Lifted]] = {}
    start, behind = 0, -1
    for each in code:
        if each.address in leaders or each.address != behind:
            start = each.address
        runs.setdefault(start, []).append(each)
        behind = each.address + each.length
    live = _live(runs, registers)
    return {start: _block(run, live[start], registers) for start, run in runs.items()}


def _live(runs: Mapping[int, Sequence[Lifted]], registers: Registers) -> dict[int, set[str]]:
    """The registers that are wanted behind each block."""
    everything = set(registers.names.values())
    facts = {}
    for start, run in runs.items():
        reads: set[str] = set()
        writes: set[str] = set()
        for each in run:
            some, more = _reads_writes(each, registers)
            reads |= set(some) - writes
            writes |= set(more)
        jump, to = _jump(run[-1])
        behind = run[-1].address + run[-1].length
        following = [] if jump in ("BRANCH", "RETURN") else [behind]
        following += [to] if to is not None else []
        fixed = set(registers.behind) if jump == "RETURN" else set()
        if jump in ("CALL", "CALLIND", "BRANCHIND", "CALLOTHER") or (jump and not following):
            fixed = set(registers.behind) if jump == "RETURN" else everything
        if any(each not in runs for each in following):
            fixed = everything
        facts[start] = (reads, writes, following, fixed)
    entry: dict[int, set[str]] = {start: set() for start in runs}
    leave: dict[int, set[str]] = {start: set() for start in runs}
    changed = True
    while changed:
        changed = False
        for start, (reads, writes, following, fixed) in reversed(facts.items()):
            out = fixed.union(*(entry[each] for each in following if each in entry))
            new = reads | (out - writes)
            changed |= new != entry[start] or out != leave[start]
            entry[start], leave[start] = new, out
    return leave


def _block(run: Sequence[Lifted], live: set[str], registers: Registers) -> Block:
    block = Block()
    now: dict[str, tuple[str, Any]] = {}

    def value(name: str) -> tuple[str, Any]:
        return now.setdefault(name, ("in", name))

    for lifted in run:
        reads, writes = _reads_writes(lifted, registers)
        operands = tuple(value(name) for name in reads)
        shape = _shape(lifted, reads, registers)
        computes = len(writes) == 1 and _known(shape)
        if computes:
            made = _apply(shape, [_form(each) for each in operands])
            if len(shape) == 1 and shape[0][0] == "COPY" and operands:
                now[writes[0]] = operands[0]
                continue
            if made is not None and not made.terms and all(x[0] == "const" for x in operands):
                now[writes[0]] = ("const", made.constant)
                continue
        number = len(block.nodes)
        block.nodes.append(Node(lifted, shape, operands, computes))
        block.users.append(set())
        for kind, which in operands:
            if kind == "node":
                block.users[which].add(number)
        for name in writes:
            now[name] = ("node", number)
    for name in live:
        kind, which = now.get(name, ("", 0))
        if kind == "node":
            block.users[which].add(-1)
    return block


def _form(operand: tuple[str, Any]) -> Form:
    return forms.constant(operand[1]) if operand[0] == "const" else forms.S


def _shape(lifted: Lifted, reads: Sequence[str], registers: Registers) -> Shape:
    """The operations with operands as ("x", number), constants and temporaries."""
    places: dict[Varnode, int] = {}

    def part(varnode: Varnode) -> tuple[str, int]:
        if varnode.space == "const":
            return "const", varnode.offset
        name = registers.of(varnode)
        if name and name in reads and varnode not in places:
            return "x", reads.index(name)
        if varnode.space == "register" and not name and varnode not in places:
            return "const", 0
        return "made", places.get(varnode, -1)

    found = []
    for number, operation in enumerate(lifted.operations):
        inputs = tuple(part(each) for each in operation.inputs)
        if operation.output is not None:
            places[operation.output] = number
        found.append((operation.opcode, inputs))
    return tuple(found)


_OPERATIONS: dict[str, Callable[..., Form]] = {
    "COPY": lambda a: a,
    "INT_ZEXT": lambda a: a,
    "INT_NEGATE": lambda a: forms.xor(a, forms.constant(forms.ONES)),
    "INT_2COMP": lambda a: forms.subtract(forms.constant(0), a),
    "INT_ADD": forms.add,
    "INT_SUB": forms.subtract,
    "INT_XOR": forms.xor,
    "INT_AND": forms.both,
    "INT_OR": forms.either,
    "INT_LEFT": lambda a, b: forms.shift("shl", a, b),
    "INT_RIGHT": lambda a, b: forms.shift("shr", a, b),
    "INT_SRIGHT": lambda a, b: forms.shift("sar", a, b),
    "INT_LESS": lambda a, b: forms.compare("ult", a, b),
    "INT_SLESS": lambda a, b: forms.compare("slt", a, b),
}


def _known(shape: Shape) -> bool:
    return bool(shape) and all(
        opcode in _OPERATIONS and ("made", -1) not in inputs for opcode, inputs in shape
    )


def _apply(shape: Shape, operands: Sequence[Form]) -> Form:
    """What an instruction computes of its operands: the value of its last operation."""
    made: list[Form] = []
    for opcode, inputs in shape:
        parts = [
            operands[which]
            if kind == "x"
            else made[which]
            if kind == "made"
            else forms.constant(which)
            for kind, which in inputs
        ]
        made.append(_OPERATIONS[opcode](*parts))
    return made[-1]


def patterns(block: Block) -> Iterator[Pattern]:
    """All patterns of a block of two operations or more."""
    for root, node in enumerate(block.nodes):
        if node.computes:
            yield from _grown(block, root)


def _grown(block: Block, root: int) -> Iterator[Pattern]:
    """Those whose result is a node's.

    From the last node on each one is taken in, where nobody outside wants it, or becomes an input:
    when its turn comes, all that want it have had theirs.
    """

    def operands(number: int) -> tuple[set[int], set[tuple[str, Any]]]:
        of = block.nodes[number].operands
        return {x for kind, x in of if kind == "node"}, {x for x in of if x[0] == "in"}

    first, given = operands(root)
    waiting = [(frozenset((root,)), frozenset(given), frozenset(first))]
    while waiting:
        taken, inputs, open_ = waiting.pop()
        if len(inputs) > INPUTS:
            continue
        if not open_:
            if len(taken) > 1:
                yield Pattern(tuple(sorted(taken)), tuple(sorted(inputs, key=str)))
            continue
        number = max(open_)
        rest = open_ - {number}
        waiting.append((taken, inputs | {("node", number)}, rest))
        if len(taken) < LIMIT and block.nodes[number].computes and block.users[number] <= taken:
            more, given = operands(number)
            waiting.append((taken | {number}, inputs | given, rest | more))


def shape_of(block: Block, pattern: Pattern) -> Shape:
    """The pattern without its place: equal ones compute the same."""
    places = {number: place for place, number in enumerate(pattern.nodes)}
    order: dict[tuple[str, Any], int] = {}
    found = []
    for number in pattern.nodes:
        node = block.nodes[number]
        parts = []
        for kind, which in node.operands:
            if kind == "node" and which in places:
                parts.append(("node", places[which]))
            elif kind == "const":
                parts.append((kind, which))
            else:
                parts.append(("x", order.setdefault((kind, which), len(order))))
        found.append((node.shape, tuple(parts)))
    return tuple(found)


def form_of(shape: Shape) -> Form:
    """What a pattern computes of its first and second input, s and t."""
    made: list[Form] = []
    for each, parts in shape:
        given = []
        for kind, which in parts:
            if kind == "x":
                given.append((forms.S, forms.T)[which])
            else:
                given.append(made[which] if kind == "node" else forms.constant(which))
        made.append(_apply(each, given))
    return made[-1]
