"""A row of figures: its columns, in results/figures.csv and in --json."""

from __future__ import annotations

import dataclasses
import typing
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from mote.common.errors import MoteError

Figure = int | float | str | bool | None


@dataclass(kw_only=True)
class Row:
    """One row from one implementation on one CPU: build, audit, verify, measure.

    What was not measured is None; a whole number is an int, also where the type is float.
    docs/measuring.md says what each figure counts.  key: of all that the checkout has of it, as
    mote.running.depends says.  The last three are not stored: problem is why
    there are no figures, else None; helper_bytes and failed_checks (names, separated by commas)
    are None where the checks were not run in full.
    """

    function: str
    digest_bits: int
    implementation: str
    cpu: str
    endianness: str
    toolchain: str | None = None
    flags: str | None = None
    size_bytes: int | None = None
    long_cycles_per_byte: float | None = None
    pieces_cycles_per_byte: float | None = None
    short_cycles: int | None = None
    block_cycles: float | None = None
    context_bytes: int | None = None
    stack_bytes: int | None = None
    static_bytes: int | None = None
    internal_ram_bytes: int | None = None
    speed_size_ratio: float | None = None
    timing: str
    fidelity: str
    cycles_spread: float | None = None
    long_instructions_per_byte: float | None = None
    pieces_instructions_per_byte: float | None = None
    short_instructions: int | None = None
    block_instructions: float | None = None
    block_own_instructions: float | None = None
    reentrant: bool
    vectors_passed: int | None = None
    vectors_failed: int | None = None
    key: str | None = None
    problem: str | None = None
    helper_bytes: int | None = None
    failed_checks: str | None = None

    def __copy__(self) -> Row:
        """A row of its own; what copy.copy does by itself takes five times as long."""
        made = object.__new__(type(self))
        made.__dict__.update(self.__dict__)
        return made

    def figure(self, column: str) -> Figure:
        """The value of a column by its name."""
        value: Figure = getattr(self, column)
        return value

    def number(self, column: str) -> float | None:
        """The figure of a column that holds numbers."""
        value = self.figure(column)
        assert value is None or isinstance(value, int | float), column
        return value

    def columns(self) -> dict[str, Figure]:
        """The row as --json has it: without the columns of checks that were not run in full."""
        values = dataclasses.asdict(self)
        return {
            name: value
            for name, value in values.items()
            if value is not None or name not in ("helper_bytes", "failed_checks")
        }

    def texts(self) -> dict[str, str]:
        """The row as results/figures.csv has it."""
        return {name: text(self.figure(name)) for name in FIELDS}


FIELDS = tuple(
    field.name
    for field in dataclasses.fields(Row)
    if field.name not in ("problem", "helper_bytes", "failed_checks")
)
"""The columns of results/figures.csv and, with `problem` and `published`, of --json."""

_TYPES: dict[str, Any] = typing.get_type_hints(Row)
_KINDS = {column: typing.get_args(kind) or (kind,) for column, kind in _TYPES.items()}


def text(value: Figure) -> str:
    """A value as results/figures.csv has it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _value(column: str, written: str) -> Figure:
    """The inverse of `text`; raises ValueError for what is no value of the column."""
    kinds = _KINDS[column]
    if bool in kinds:
        return {"yes": True, "no": False}[written]
    if not written and type(None) in kinds:
        return None
    if str in kinds:
        return written
    number = float(written)
    if float in kinds and number != int(number):
        return number
    return int(written)


def from_texts(texts: Mapping[str, str]) -> Row:
    """A row of results/figures.csv; columns that the file does not have are None.

    Raises MoteError naming the column that is missing or has no value of its kind.
    """
    values: dict[str, Any] = {}
    for column in FIELDS:
        if column not in texts:
            continue
        try:
            values[column] = _value(column, texts[column])
        except (KeyError, ValueError):
            raise MoteError(f"{column} is {texts[column]!r}") from None
    try:
        return Row(**values)
    except TypeError:
        lacking = [c for c in FIELDS if type(None) not in _KINDS[c]]
        raise MoteError(f"lacks {', '.join(c for c in lacking if c not in values)}") from None
