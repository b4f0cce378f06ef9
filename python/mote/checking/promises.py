"""Whether what the contract of an assembly file says is true of the object and of its runs."""

from __future__ import annotations

import difflib
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from mote import kinds
from mote.building import package
from mote.building.build import Built
from mote.building.image import Region
from mote.building.toolchains import toolchain_of
from mote.calling.hash_caller import HashCaller
from mote.calling.session import Session, pseudo_random
from mote.catalog import contract
from mote.catalog.contract import Contract, Place
from mote.catalog.cpu import Cpu
from mote.catalog.function import Function, Implementation
from mote.common import included
from mote.common.errors import MoteError
from mote.common.paths import INCLUDES
from mote.machines.call import Argument, CallResult

KERNEL_RUNS = 8


@dataclass(frozen=True)
class Prototype:
    """A function in C: its arguments by name, each with whether it points, and to constants."""

    arguments: Mapping[str, tuple[bool, bool]]


@dataclass
class Observed:
    """What calls did: the deepest stack in bytes, and every register that one of them changed."""

    stack_bytes: int = 0
    changed: frozenset[str] = frozenset()


def is_assembly(implementation: Implementation) -> bool:
    """Whether a file of its own, or its kernel's, is assembly: not that of what it is based on."""
    last = implementation.sources[-1]
    own = package.owner(last, implementation) is implementation.function
    return last.suffix != ".c" and own


def is_followed(implementation: Implementation) -> bool:
    """Whether its contract says what the context holds: a kernel's does not."""
    return implementation.kernel is None and kinds.of(implementation.function).has_places


def tables(implementation: Implementation) -> list[contract.Table]:
    """The contracts in the files of an implementation, that of its source first."""
    if not package.is_ours(implementation):
        # Each file before what it includes, assembly before C.
        order = sorted(implementation.sources, key=lambda path: path.suffix == ".c")
        every = included.files(order, (*implementation.include, *INCLUDES))
        return [table for path in every for table in contract.of_file(path)]
    lines = package.pack(implementation).sources[-1].lines
    places = [f"{line.path.name}:{line.number}" for line in lines]
    return contract.tables([line.text for line in lines], places)


def problems(
    implementation: Implementation,
    cpu: Cpu,
    built: Built,
    session: Session,
    secret: str | None,
    run: Callable[[], object],
) -> list[str] | None:
    """Everything in the contract that is not true, a line each; None where no contract is due.

    C needs none, and a file that is not ours may go without.  secret: where the run depends on the
    message, empty where it does not, None where that is not known.  run: hashes messages in detail.
    Raises Breach.
    """
    if not is_assembly(implementation):
        return None
    try:
        found = tables(implementation)
        if not found:
            if not package.is_ours(implementation):
                return None
            name = implementation.sources[-1].name
            return [f"{name} has no contract: it must begin with one (docs/contracts.md)"]
        followed = is_followed(implementation)
        promised = contract.resolve(
            found, cpu, followed=followed, function=implementation.function.name
        )
    except MoteError as error:
        return [str(error)]
    wrong = _interface(promised, implementation, built)
    wrong += _names(promised, cpu, built, implementation)
    observed = Observed()

    def observe(result: CallResult) -> None:
        stack = result.contract_stack
        stack = result.stack_bytes if stack is None else stack
        observed.stack_bytes = max(observed.stack_bytes, stack)
        observed.changed |= session.machine.changed()

    if implementation.kernel is None:
        session.observe = observe
        try:
            session.detail = True
            run()
        finally:
            session.observe = None
        if followed:
            wrong += _context(promised, built, implementation.function)
            if not wrong:
                own = kinds.of(implementation.function).follow_places(session, promised)
                wrong += _places(promised, session) if own is None else own
    else:
        try:
            _run_kernel(promised, implementation, session, observe)
        except MoteError as error:
            return [*wrong, str(error)]
    wrong += _registers(promised, cpu, session, observed.changed)
    if observed.stack_bytes != promised.stack:
        wrong.append(
            f"stack is {promised.stack} bytes in the contract "
            f"and {observed.stack_bytes} in its runs"
        )
    if secret is not None:
        wrong += _constant_time(promised, secret)
    return wrong


# ---- what stands in the files ----


def prototypes(text: str) -> dict[str, Prototype]:
    """The functions that C declares."""
    code = re.sub(r"/\*.*?\*/|//[^\n]*", " ", text, flags=re.S)
    found = {}
    for name, inner in re.findall(r"(\w+)\s*\(([^()]*)\)\s*;", code):
        arguments = {}
        for each in inner.split(","):
            words = re.findall(r"\w+", each)
            if words and words != ["void"]:
                arguments[words[-1]] = ("*" in each, "const" in words)
        found[name] = Prototype(arguments)
    return found


def _kernel(implementation: Implementation) -> tuple[str, str]:
    """The kernel's name in the object, and its prototype."""
    assert implementation.kernel is not None
    kernel = implementation.kernel
    symbol = kernel.symbol
    if package.is_ours(implementation):
        symbol = package.kernel_symbol(kernel, implementation.prefix)
    return symbol, kernel.prototype.replace(kernel.symbol, symbol) + ";"


def _declared(implementation: Implementation) -> dict[str, Prototype]:
    if implementation.kernel is not None:
        return prototypes(_kernel(implementation)[1])
    if implementation.header is not None:
        return prototypes(implementation.header.read_text(encoding="utf-8", errors="replace"))
    pointers = {"cc": False, "data": True, "dst": False, "key": True, "tweak": True, "src": True}
    return {
        call.symbol: Prototype(
            {
                str(argument): (argument in pointers, pointers.get(str(argument), False))
                for argument in call.arguments
            }
        )
        for call in implementation.calls
    }


def _interface(promised: Contract, implementation: Implementation, built: Built) -> list[str]:
    """Functions and arguments against the header, sizes against what the guard grants."""
    wrong = []
    function = implementation.function
    declared = _declared(implementation)
    listed = dict(promised.functions)
    if implementation.kernel is not None:
        due = [_kernel(implementation)[0]]
    else:
        due = [*implementation.symbols]
        due += [n for n in built.facts.exported if n in declared and n not in due]
    wrong += [
        f"functions lacks {name}, which the file exports" for name in due if name not in listed
    ]
    pointers: dict[str, bool] = {}
    for name, arguments in listed.items():
        if name not in declared:
            wrong.append(f"functions has {name}, which the C header does not declare")
            continue
        there = tuple(declared[name].arguments)
        if arguments != there:
            wrong.append(
                f"functions has {name}({', '.join(arguments)}); "
                f"in the C header it is {name}({', '.join(there)})"
            )
        for argument, (points, constant) in declared[name].arguments.items():
            if points:
                pointers[argument] = pointers.get(argument, True) and constant
    for key, sizes in (("reads", promised.reads), ("writes", promised.writes)):
        for argument, size in sizes.items():
            if argument not in pointers:
                wrong.append(f"{key} has {argument}, to which no pointer is given")
            elif key == "writes" and pointers[argument]:
                wrong.append(f"writes has {argument}, which is a pointer to const")
            elif implementation.kernel is None:
                expected = (
                    built.context_bytes
                    if argument == "cc"
                    else kinds.of(function).guarded(function).get(argument)
                )
                if expected is not None and size != expected:
                    wrong.append(f"{key}.{argument} is {size!r}; it is {expected!r}")
    for argument, constant in pointers.items():
        given, key = (promised.reads, "reads") if constant else (promised.writes, "writes")
        if argument not in given and implementation.kernel is None:
            to = " to const" if constant else ""
            wrong.append(f"{key} lacks {argument}, which is a pointer{to}")
    return wrong


def _names(promised: Contract, cpu: Cpu, built: Built, implementation: Implementation) -> list[str]:
    """Labels that the file's object must have, and names that it takes from outside."""
    wrong = []
    tools = toolchain_of(cpu)
    own = built.each[-1]
    if hasattr(tools, "labels"):
        labels = sorted(set(tools.labels(cpu, own)))
        for key, names in (("block", [promised.block]), ("secret_tables", promised.secret_tables)):
            for name in names:
                if name not in labels:
                    near = difflib.get_close_matches(name, labels, 1)
                    hint = f"; did you mean {near[0]!r}?" if near else ""
                    wrong.append(f"{key} has {name!r}, which is no label of the object{hint}")
    facts = tools.inspect(cpu, own, implementation.prefix)
    if promised.internal_ram != (facts.internal_bytes or 0):
        wrong.append(
            f"internal_ram is {promised.internal_ram} bytes in the contract "
            f"and {facts.internal_bytes or 0} in the object"
        )
    if set(promised.calls) != set(facts.undefined):
        there = ", ".join(facts.undefined) or "nothing"
        given = ", ".join(promised.calls) or "nothing"
        wrong.append(f"calls has {given}; the object calls {there}")
    return wrong


def _context(promised: Contract, built: Built, function: Function) -> list[str]:
    """Places must lie within the context, and beside each other."""
    wrong = []
    if promised.counter is None and function.hashing.counter_bits:
        wrong.append(f"counter is {{}}, and the function counts {function.hashing.counter_unit}")
    places = [*promised.state, *(p for p in (promised.counter, promised.fill) if p is not None)]
    taken: dict[int, str] = {}
    for place in places:
        end = max(place.addresses) + place.word_bytes
        if min(place.addresses) < 0 or end > built.context_bytes:
            wrong.append(
                f"{place.name} is at {min(place.addresses)} to {end - 1}; "
                f"the context has {built.context_bytes} bytes"
            )
        own = {at + byte for at in place.addresses for byte in range(place.word_bytes)}
        for other in sorted({taken[byte] for byte in own if byte in taken}):
            wrong.append(f"{other} and {place.name} overlap")
        taken.update(dict.fromkeys(own, place.name))
    return wrong


# ---- what shows in runs ----


def _registers(
    promised: Contract, cpu: Cpu, session: Session, changed: frozenset[str]
) -> list[str]:
    """The clobber list: all that changes, and nothing that never does.

    What a called function may change counts as changed: another memcpy than the bench's may.
    """
    known = session.machine.registers()
    if not known:
        return []
    wrong = []
    listed = set(promised.clobbers)
    for name in sorted(listed - known):
        near = difflib.get_close_matches(name, sorted(known), 1, 0.5)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        wrong.append(f"clobbers has {name!r}, which is no register of {cpu.name}{hint}")
    spared = {name.lstrip("$") for name in (*cpu.abi.callee_saved, *cpu.abi.untouched)}
    # The link register is lost in every call, before the function begins.
    link = {"lr", "ra"} & known
    lost = {name for name in known - spared - link - set(cpu.abi.zero) if name[:3] != "xmm"}
    by_calls = lost if promised.calls else set()
    missing = _in_order((changed | by_calls) - listed)
    if missing:
        wrong.append(f"clobbers lacks {', '.join(missing)}, which its calls change")
    needless = _in_order((listed & known) - changed - by_calls - link)
    if needless:
        wrong.append(f"clobbers has {', '.join(needless)}, which no call changes")
    return wrong


def _in_order(names: set[str] | frozenset[str]) -> list[str]:
    return sorted(names, key=lambda name: (name.rstrip("0123456789"), len(name), name))


def _places(promised: Contract, session: Session) -> list[str]:
    """Counter, buffer fill and state, followed over messages.

    A function may keep a full block until more comes: so the counter is read with as many bytes
    waiting each time.  The message is zeros, so that nothing but the state changes in the end.
    """
    function = session.implementation.function
    block = function.block_bytes
    endianness = session.cpu.endianness
    wrong = []
    address = session.fresh()

    def context() -> bytes:
        return session.machine.read(address, session.built.context_bytes)

    def off(place: Place, what: str, expected: int) -> None:
        expected &= (1 << 8 * place.words * place.word_bytes) - 1
        value = place.value(context(), endianness)
        if value != expected:
            wrong.append(f"{place.name} holds {value:#x} {what}, not {expected:#x}")

    HashCaller(session).init(address, function.main_size)
    fill, counter = promised.fill, promised.counter
    total = 0
    for more in (0, 1, 6, block - 8):
        if more:
            HashCaller(session).update(address, bytes(more))
        total += more
        if fill is not None and not wrong:
            off(fill, f"with {total} bytes waiting", fill.start + fill.step * total)
    HashCaller(session).update(address, bytes(1 + 2 * block))
    before = context()
    for count in (1, 2):
        first = counter.value(context(), endianness) if counter is not None else 0
        HashCaller(session).update(address, bytes(count * block))
        if counter is not None and not wrong:
            text = f"{count} message block{'s' * (count > 1)} after {first:#x}"
            off(counter, text, first + counter.step * count)
    after = context()
    for place in promised.state:
        for at in place.addresses:
            if before[at : at + place.word_bytes] == after[at : at + place.word_bytes]:
                wrong.append(f"{place.name}: a block leaves the word at {at} as it was")
                break
    return wrong


def _bytes(stated: int | str | None, numbers: Mapping[str, int]) -> int | None:
    """A number of bytes, given as such or as a product with arguments; None for anything else."""
    if stated is None or isinstance(stated, int):
        return stated
    factors = [numbers.get(each, each) for each in stated.split(" * ")]
    if not all(isinstance(each, int) or each.isdecimal() for each in factors):
        return None
    return math.prod(map(int, factors))


def _run_kernel(
    promised: Contract,
    implementation: Implementation,
    session: Session,
    observe: Callable[[CallResult], None],
) -> None:
    """Call a kernel itself, on arbitrary bytes.  Raises MoteError."""
    symbol, prototype = _kernel(implementation)
    declared = prototypes(prototype)
    session.detail = True
    for number in range(KERNEL_RUNS):
        place = session.data
        arguments, regions = [], []
        for name, (points, _) in declared[symbol].arguments.items():
            if not points:
                if name not in promised.numbers:
                    raise MoteError(f"numbers lacks {name}, which is no pointer")
                arguments.append(Argument("size", promised.numbers[name]))
                continue
            stated = promised.writes.get(name, promised.reads.get(name))
            size = _bytes(stated, promised.numbers)
            if size is None:
                raise MoteError(
                    f"{name} of {symbol} points to {stated!r} bytes; it must be a number, "
                    "or a product with one of numbers, such as '64 * blocks'"
                )
            content = pseudo_random(f"kernel {number} {name}", size)
            session.machine.write(place, content)
            arguments.append(Argument("pointer", place))
            regions.append(Region(name, place, size, name in promised.writes))
            place += size + 64 - size % 16
        session.call(symbol, arguments, regions)
        observe(session.calls[-1])


def _constant_time(promised: Contract, secret: str) -> list[str]:
    wrong = []
    if promised.constant_time and secret:
        wrong.append(f"constant_time is true, and {secret}")
    if not promised.constant_time and not secret:
        wrong.append("constant_time is false, and no run depends on the message")
    if promised.constant_time and promised.secret_tables:
        names: Sequence[str] = promised.secret_tables
        wrong.append(f"constant_time is true, and secret_tables has {', '.join(names)}")
    return wrong
