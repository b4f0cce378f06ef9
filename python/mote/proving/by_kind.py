"""What is proved of a file, by the kind of its function: the obligations, and the cases of each.

This table is the one place that says so: a kind of mote.kinds has a line in PROOFS, and a mode of
operation one in MODES.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from mote.catalog import catalog
from mote.catalog.contract import Contract
from mote.catalog.cpu import Cpu
from mote.catalog.function import Function, Implementation
from mote.common.errors import MoteError
from mote.proving import chained_modes, in_c, proofs
from mote.proving.close import Closing
from mote.proving.codes import DerivationProof, MacProof
from mote.proving.counter_mode import CounterModeProof
from mote.proving.generators import GeneratorProof
from mote.proving.kernels import KernelProof
from mote.proving.modes import ModeProof
from mote.proving.obligations import HashProof
from mote.proving.placing import FIXED, address_bytes, everywhere
from mote.proving.program import Program
from mote.proving.runs import Run
from mote.proving.sequences import BlocksProof, ChecksumProof, CipherProof, GhashProof
from mote.proving.streams import CIPHERS, StreamProof
from mote.proving.update import Updating

Cases = Callable[[], Iterator[Run]]
"""What makes the cases of an obligation, one after the other."""


@dataclass(frozen=True)
class Subject:
    """What is proved: a file as it is built for a CPU.

    context_bytes: the size of its context.  contract_of: the same file's contract for another
    function.  folder: for what a compiler makes.  places: of a hash function's objects and stack,
    as mote.proving.placing has them.  mode: of a kernel, the contract of the function that its mode
    in C makes of it; None where nothing is asked of that.
    """

    implementation: Implementation
    cpu: Cpu
    program: Program
    contract: Contract
    context_bytes: int
    contract_of: Callable[[Function], Contract]
    folder: Path
    places: str = FIXED
    mode: Contract | None = None

    @property
    def deeper(self) -> Contract:
        """With the stack of what is proved, where figures of stack are of less."""
        return dataclasses.replace(self.contract, stack=self.contract.stack + in_c.MORE_STACK)


def _hash(of: Subject) -> dict[str, Cases]:
    def proof(contract: Contract) -> HashProof:
        made = HashProof(of.implementation, of.cpu, of.program, contract, of.context_bytes)
        made.placing.kind = of.places
        return made

    plain = proof(of.contract)
    sizes = of.implementation.function.sizes
    unit = address_bytes(of.cpu)

    def init() -> Iterator[Run]:
        for bits in sizes:
            yield plain.init(bits)

    def step() -> Iterator[Run]:
        yield from everywhere(plain.placing, "data", unit, lambda: plain.steps(sizes))

    def close() -> Iterator[Run]:
        in_c = of.implementation.source.suffix == ".c"
        made = proof(of.deeper) if in_c else plain
        yield from everywhere(made.placing, "dst", unit, lambda: Closing(made).runs(sizes))

    def update() -> Iterator[Run]:
        yield from Updating(plain).runs(sizes)

    return {"init": init, "step": step, "update": update, "close": close}


def _generator(of: Subject) -> dict[str, Cases]:
    made = GeneratorProof(of.implementation, of.cpu, of.program, of.contract, of.context_bytes)
    return {"init": made.init, "step": made.step}


def _kernel(of: Subject) -> dict[str, Cases]:
    return {"step": KernelProof(of.implementation, of.cpu, of.program, of.contract).step}


def _kernel_of_hash(of: Subject) -> dict[str, Cases]:
    """The kernel by itself, and the function: its mode with the kernel, as they are linked."""
    made = {proofs.KERNEL: _kernel(of)["step"]}
    return made if of.mode is None else made | _hash(dataclasses.replace(of, contract=of.mode))


def _sequence(
    proof: type[CipherProof | BlocksProof | ChecksumProof | GhashProof],
) -> Callable[[Subject], dict[str, Cases]]:
    def made(of: Subject) -> dict[str, Cases]:
        one = proof(of.implementation, of.cpu, of.program, of.contract, of.context_bytes)
        return {"step": one.step}

    return made


def _code(
    proof: type[MacProof | DerivationProof],
) -> Callable[[Subject], dict[str, Cases]]:
    def made(of: Subject) -> dict[str, Cases]:
        one = proof(of.implementation, of.cpu, of.program, of.deeper, of.context_bytes, of.folder)
        return {"step": one.step}

    return made


def _mac(of: Subject) -> dict[str, Cases]:
    """Of what calls a hash function; codes of their own have no proof yet."""
    made = _code(MacProof) if of.implementation.function.base else _unwritten
    return made(of)


def _counter_mode(of: Subject) -> dict[str, Cases]:
    """A row of the catalog for each size of the key, all of one source."""
    by_key = {
        each.main_size: of.contract_of(each)
        for each in catalog.functions().values()
        if each.folder == of.implementation.function.folder
    }
    return {"step": CounterModeProof(of.cpu, of.program, by_key, of.context_bytes).step}


def _plain_mode(of: Subject) -> dict[str, Cases]:
    proof = ModeProof(of.implementation, of.cpu, of.program, of.deeper, of.context_bytes)
    return {"step": proof.step}


def _chained_mode(of: Subject) -> dict[str, Cases]:
    proof = chained_modes.ChainedProof(
        of.implementation, of.cpu, of.program, of.deeper, of.context_bytes
    )
    return {"step": proof.step}


def _stream(of: Subject) -> dict[str, Cases]:
    proof = StreamProof(of.implementation, of.cpu, of.program, of.deeper, of.context_bytes)
    return {"step": proof.step}


MODES: Mapping[str, Callable[[Subject], dict[str, Cases]]] = {
    "ghash": _sequence(GhashProof),
    "ctr_only": _counter_mode,
    **dict.fromkeys(CIPHERS, _stream),
    **dict.fromkeys(chained_modes.MODES, _chained_mode),
}
"""Modes of operation whose files have a proof of their own; the others share one."""


def _mode(of: Subject) -> dict[str, Cases]:
    return MODES.get(of.implementation.function.facts["mode"], _plain_mode)(of)


def _unwritten(of: Subject) -> dict[str, Cases]:
    raise MoteError(
        f"{of.implementation.function.name}: no proof is written for functions of its kind yet"
    )


PROOFS: Mapping[str, Callable[[Subject], dict[str, Cases]]] = {
    "blocks": _sequence(BlocksProof),
    "checksum": _sequence(ChecksumProof),
    "cipher": _sequence(CipherProof),
    "derivation": _code(DerivationProof),
    "generator": _generator,
    "hash": _hash,
    "kernel": _kernel,
    "mac": _mac,
    "mode": _mode,
    "signature": _unwritten,
}


def obligations(of: Subject) -> dict[str, Cases]:
    """Its obligations in their order, by name; raises MoteError where no proof is written."""
    if of.implementation.kernel is not None:
        is_hash = of.implementation.function.kind == "hash"
        return _kernel_of_hash(of) if is_hash else _kernel(of)
    return PROOFS[of.implementation.function.kind](of)
