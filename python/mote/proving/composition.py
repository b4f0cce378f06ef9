"""A close as a composition of passages: from cut point to cut point, to the end.

Where the contract's `block` is entered, the state, the message block and what else the compression
function takes have to be what the specification calls it with; a passage that is proved for all of
these leads on to the next cut point.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable

from mote.proving.application import apply
from mote.proving.attempt import Attempt, Goal
from mote.proving.execution import Execution
from mote.proving.passage import Call, Cell, Passage
from mote.proving.passages import Passages
from mote.proving.prefixes import CutPoint, Prefixes
from mote.proving.runs import Pair, constant
from mote.proving.solve import Simulation
from mote.proving.specified import Specified
from mote.proving.terms import Bits


class Differs(Exception):
    """The block function is given something else than the compression function."""


class Composition:
    """One close; pairs: what was found on the way that has to be equal."""

    def __init__(
        self,
        execution: Execution,
        passages: Passages,
        prefixes: Prefixes,
        specified: Specified,
        pairs: list[Pair],
    ) -> None:
        self._execution = execution
        self._passages = passages
        self._prefixes = prefixes
        self._ways = prefixes.ways
        self._specified = specified
        self._pairs = pairs

    def follow(self, cut: CutPoint | None, report: Callable[[CutPoint], None] | None) -> None:
        """Run to the end from a cut point, None for the entry; report: is told of further ones.

        Where these are asked for, some bytes of the context are open.
        """
        calls, pairs = self._specified.calls, self._pairs
        prefixes = self._prefixes if report is not None else None
        execution = self._execution
        machine = execution.caller.machine
        cuts = {execution.label}
        number, at_label = (cut.number, cut.at_label) if cut else (0, False)
        del pairs[cut.pairs if cut else 0 :]
        while True:
            if report is not None:
                report(CutPoint.of(machine, number, at_label, len(pairs)))
            ahead = cuts if number < len(calls) else set()
            if not at_label and number and not execution.counting:
                if self._ways.run(machine, ahead):
                    break
            elif not at_label and self._run(calls[0], ahead):
                break
            if number < len(calls):
                call = calls[number]
                back = None if at_label else machine.called() or machine.returns_to()
            elif number == len(calls) and at_label and calls[-1].output is not None:
                if report is not None:
                    # How much is put out is open.
                    return
                call, back = calls[-1].transformation(), None
            else:
                self._run(calls[0], set())
                break
            if not self._at_label(number, call):
                if report is not None:
                    # The calls that go on from here say it.
                    return
                raise Differs
            passage = self._passage(number, call, back, prefixes)
            if passage is None and back is not None and back != machine.called():
                back = None
                passage = self._passage(number, call, back, prefixes)
            if passage is None:
                # Nothing that holds for all: this one as it is.
                machine.run()
                break
            apply(execution, passage, call, self._specified.wanted)
            number += 1
            if passage.returned:
                return
            here = machine.architecture.code_address(machine.program_counter)
            at_label = here == execution.label
            if number == len(calls) and call.output is not None and back is not None:
                # An output transformation begins where the last call has returned to.
                if here != back and self._run(call, {back}):
                    return
                at_label = True
        if number < len(calls):
            got, wanted = constant(number, 16), constant(len(calls), 16)
            pairs.append(Pair("calls of the block function", got, wanted))

    def _passage(
        self, number: int, call: Call, back: int | None, prefixes: Prefixes | None
    ) -> Passage | None:
        specified = self._specified
        goal = Goal(number, call, specified.wanted, specified.again, back)
        return self._passages.from_here(goal, prefixes)

    def _run(self, call: Call, cuts: set[int]) -> bool:
        """Run to one of these cut points: False; or until `close` has returned: True.

        call: one of the compression function, for the names of the state's words.
        """
        execution = self._execution
        machine = execution.caller.machine
        counted = False
        while True:
            here = machine.architecture.code_address(machine.program_counter)
            if counted and here in cuts:
                return False
            if here not in execution.counting:
                if machine.run(cuts | execution.counting):
                    return True
                here = machine.architecture.code_address(machine.program_counter)
                if here not in execution.counting:
                    return False
            passage = self._counted(call)
            if passage is None:
                execution.counting = set()
            elif passage.returned:
                return True
            counted = passage is not None

    def _counted(self, call: Call) -> Passage | None:
        """Go to where the function that counts a block returns to; None if it does more."""
        same = Call(call.state, [], (), call.state)

        def again(attempt: Attempt) -> list[Bits]:
            attempt.result = attempt.state
            return []

        back = self._execution.caller.machine.called()
        self._execution.find_state(None)
        passage = self._passages.from_here(Goal(0, same, [], again, back), None)
        if passage is not None:
            apply(self._execution, passage, same, [])
        return passage

    def _at_label(self, number: int, call: Call) -> bool:
        """What the specification gives to the compression function is there.

        False where it is not in some trial: nothing behind it can be right then.
        """
        execution, pairs = self._execution, self._pairs
        machine, state = execution.caller.machine, call.state
        if execution.sponge and call.message:
            state = execution.specification.held(execution.words, state, call.message)
        stored = execution.stored_bytes(state)
        execution.find_state(stored)
        asked: list[tuple[Cell, Bits, str, int]] = [
            (execution.state_places[at], want, "byte {} of the context in", at)
            for at, want in stored.items()
        ]
        if not execution.sponge and call.message:
            asked += [
                (cell, call.message[i].literals, "message[{}] of", i)
                for cell, i in execution.buffer_cells(call).items()
            ]
        got = [machine.bits(machine.space(c[0]).read(c[1], 1), 1) for c, *_ in asked]
        if all(bits == want for bits, (_, want, *_) in zip(got, asked, strict=True)):
            both = tuple(itertools.chain.from_iterable(got))
            pairs.append(Pair(f"what call {number} is given", both, both))
            return True
        simulation = Simulation(execution.words.terms)
        same = True
        for bits, (_, want, what, at) in zip(got, asked, strict=True):
            pairs.append(Pair(f"{what.format(at)} call {number}", bits, want))
            same &= list(map(simulation.value, bits)) == list(map(simulation.value, want))
        return same
