"""Saving and restoring the registers of a unit, for interrupts and switches between programs.

An extension with registers says in SAVE which instructions, one after the other, give what its
registers hold, and in RESTORE which put it back.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Use:
    """An instruction of SAVE or RESTORE.

    s, t: in rs1 and rs2 the saved word with this number, or 0.  number: in the instruction word.
    kept: the result is the saved word with this number; None where it is not wanted.
    """

    name: str
    s: int | None = None
    t: int | None = None
    number: int = 0
    kept: int | None = None
