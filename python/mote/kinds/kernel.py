"""One function alone, for `mote measure` (mote.calling.kernels)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from mote.calling import kernels
from mote.calling.figures import Figures
from mote.calling.session import Session
from mote.catalog.function import Function
from mote.catalog.vectors import VectorCount
from mote.kinds import Kind


class Kernel(Kind):
    """One function that works on buffers; it has no vectors but inputs of its own."""

    title = "a kernel"
    stored = False
    has_context = False
    unit = "call"
    not_timed = "a kernel is not timed on the host"
    results = "outputs"
    has_contract = False
    any_length = False

    def summary(self, function: Function) -> str:
        return self.title

    def written(self, function: Function) -> Mapping[str, int]:
        buffers = kernels.of(function).buffers
        return {
            each.name: each.size
            for each in buffers
            if each.writable and isinstance(each.words, int)
        }

    def bench_vectors(self, function: Function) -> tuple[()]:
        return ()

    def all_vectors(self, function: Function, thinned: int = 1) -> tuple[()]:
        return ()

    def run_vectors(self, session: Session, chosen: Iterable[object]) -> VectorCount:
        return kernels.run_vectors(session)

    def constant_time(self, session: Session) -> str:
        return kernels.constant_time(session)

    def measure(self, session: Session, *, lenient: bool = False) -> Figures:
        return kernels.measure(session)


KIND = Kernel()
