"""What goes wrong: errors that the user can put right, and breaches of the rules by code."""

from __future__ import annotations

from collections.abc import Sequence


class MoteError(Exception):
    """Something that the user can put right; the message is one line and says how."""


class BuildError(MoteError):
    """The compiler, assembler or linker refused a source file; `output` holds its words."""

    def __init__(self, message: str, output: str = "") -> None:
        super().__init__(message)
        self.output = output


class MissingTool(MoteError):
    """A program that a CPU needs is not installed."""

    def __init__(self, message: str, packages: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.packages = tuple(packages)


class Breach(MoteError):
    """The code under test broke a rule while it ran; the run stopped there.

    kind: "read", "write", "fetch" (an access outside what the call may touch), "alignment",
    "instruction" (an opcode that the CPU does not have), "stack" (overflow, or something live
    below the stack pointer), "abi" (a register or flag not as the ABI says), "budget" (the call
    did not return).  call: the function of the API that was called.
    """

    def __init__(
        self,
        kind: str,
        what: str,
        *,
        address: int | None = None,
        program_counter: int | None = None,
        place: str = "",
        call: str = "",
    ) -> None:
        self.kind = kind
        self.what = what
        self.address = address
        self.program_counter = program_counter
        self.place = place
        self.call = call
        text = what
        if program_counter is not None:
            text += f", at program counter {program_counter:#x}"
        if place:
            text += f" ({place})"
        if call and call not in what:
            text += f", in a call of {call}"
        super().__init__(text)

    def told(self, more: str) -> Breach:
        """The same breach, with more of the circumstances."""
        return Breach(
            self.kind,
            f"{more}: {self.what}",
            address=self.address,
            program_counter=self.program_counter,
            place=self.place,
            call=self.call,
        )


class UncoveredInstruction(MoteError):
    """An instruction was executed that no rule of the timing model covers.

    timing: the CPU's timing whose count is void by it, where a machine has said which.
    """

    timing = ""
