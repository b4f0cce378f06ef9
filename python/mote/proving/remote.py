"""Proofs on the workers of a Dask scheduler (mote.keeping.remote)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from mote.common.errors import MoteError
from mote.keeping import remote
from mote.proving import engine
from mote.proving.engine import ProofJob
from mote.proving.outcome import Obligation
from mote.running import depends


def proofs(
    jobs: Sequence[ProofJob], scheduler: str
) -> Iterator[tuple[int, list[Obligation] | MoteError]]:
    """Yield (index of the job, what came of its obligations, or the MoteError that ended it)."""
    work = [(remote.names(job), _content_of_proof(job)) for job in jobs]
    return remote.answers(prove, work, scheduler)


def _content_of_proof(job: ProofJob) -> str:
    """What the checkout has of a proof, as a hash: sources, CPU, prover and its packages."""
    return depends.digest((depends.row(job.implementation, job.cpu), depends.prover()))


def prove(words: dict[str, Any], content: str) -> list[Obligation]:
    """Make a proof on a worker.  Raises MoteError as `measure` does."""
    implementation, cpu, options = remote.named(words)
    job = ProofJob(implementation, cpu, **options)
    remote.ready(cpu, _content_of_proof(job) == content)
    return engine.run(job)
