"""AArch64: the general registers and their flags; of vectors what the description has.

Source of the calling convention: Procedure Call Standard for the Arm 64-bit Architecture (AAPCS64).
"""

from __future__ import annotations

from mote.proving.architectures import MachineState, Sleigh


class Processor(Sleigh):
    language = "AARCH64:LE:64:v8A"
    flags = ("ng", "zr", "cy", "ov")
    extends_integers = False  # AAPCS64, section 6.8.2: what is above an argument is undefined

    def call(self, machine: MachineState, function_address: int) -> None:
        machine.put(self.registers["x30"], self.return_to)
