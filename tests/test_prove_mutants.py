"""`mote prove` and `mote mutate` say the same of mutants: two ways to judge a changed file.

Of a mutant in what one block of message goes through, where vectors catch it nothing is proved; and
what is listed as equivalent (docs/mutation.md) is not refuted, but for the places of the context:
the contract says where they are, and a proof holds the code to it.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from mote import catalog
from mote.mutate import engine as mutate
from mote.mutate import equivalent
from mote.mutate.operators import Mutant
from mote.prove import engine
from mote.types import MoteError


class Judges:
    """A file of Shabal on a CPU, mutants of which both commands judge."""

    def __init__(self, name: str, cpu: str, folder: Path) -> None:
        found = {i.name: i for i in catalog.implementations(catalog.functions()["shabal"])}
        self.cpu = catalog.cpus()[cpu]
        self.source = found[name].source
        self.mutants = mutate.all_mutants(found[name])
        self.equivalent = equivalent.known(found[name], self.mutants)
        self.bench = mutate.Bench(found[name], self.cpu, folder, confirm=False)

    def close(self) -> None:
        self.bench.machine.close()

    def between(self, first: str, last: str, every: int) -> list[Mutant]:
        """Mutants of the lines from one label to another, thinned."""
        lines = self.source.read_text().splitlines()
        start, end = (
            next(number for number, line in enumerate(lines, 1) if line.startswith(label))
            for label in (first, last)
        )
        return [each for each in self.mutants if start <= each.line < end][every // 2 :: every]

    def proved(self, mutant: Mutant) -> list[engine.Obligation]:
        """What the prover says of a mutant."""
        [place] = self.bench.implementation.sources
        text = place.read_text()
        place.write_text(mutant.apply(text))
        try:
            return engine.run(engine.Job(self.bench.implementation, self.cpu, use_kept=False))
        finally:
            place.write_text(text)


@pytest.mark.parametrize(
    ("name", "cpu", "first", "last", "every"),
    [
        ("thumb", "cortex-m0", "block:", "3:      pop", 60),
        ("avr8", "avr8", "block:", "buffer:", 130),
    ],
)
def test_what_vectors_catch_is_not_proved(
    tmp_path: Path, name: str, cpu: str, first: str, last: str, every: int
) -> None:
    judges = Judges(name, cpu, tmp_path)
    try:
        caught = 0
        for mutant in judges.between(first, last, every):
            outcome, _ = judges.bench.judge(mutant)
            if outcome in ("build", mutate.UNCHANGED):
                continue
            try:
                verdicts = {each.verdict for each in judges.proved(mutant)}
            except MoteError:
                verdicts = {engine.OPEN}
            if outcome == mutate.SURVIVED:
                assert engine.REFUTED not in verdicts, mutant
            else:
                caught += 1
                assert verdicts != {engine.PROVED}, (mutant, outcome)
        assert caught >= 3
    finally:
        judges.close()


@pytest.mark.parametrize(("name", "cpu", "most"), [("thumb", "cortex-m0", 2), ("avr8", "avr8", 1)])
def test_what_is_equivalent_is_not_refuted(tmp_path: Path, name: str, cpu: str, most: int) -> None:
    judges = Judges(name, cpu, tmp_path)
    try:
        same = judges.equivalent
        assert same
        moved = [each for each in same if each.text.startswith(".equ A_")]
        for mutant in [each for each in same if each not in moved][:most]:
            assert {each.verdict for each in judges.proved(mutant)} == {engine.PROVED}, mutant
        for mutant in moved[:1]:
            found = judges.proved(mutant)
            assert {each.verdict for each in found} == {engine.REFUTED}
            assert all(each.detail.startswith("A[0] becomes") for each in found)
    finally:
        judges.close()
