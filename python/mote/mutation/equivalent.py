"""Mutants that are known to change nothing: results/equivalent/*.toml, with the reason for each.

A file for each source file: `shabal-thumb.toml` for src/shabal/thumb.S, `common-small.toml`
for src/common/small.h.  An entry:

    [[equivalent]]
    line = "adds r1, r3"            # the code of the line, in single spaces, without comments
    becomes = ["adds r2, r3"]       # what it is after the change, or a list of such
    occurrence = 2                  # which, where several places have this line and change
    only = ["jh-pic24_ise"]         # where it holds for these implementations alone
    context = true                  # the digests are the same, but not where the context has what
    reason = "r1 + r2 + r3 is summed in another order"

An entry that matches no mutant of the source, or more than one place without saying which, is an
error: the source has changed since, and what was shown then need not hold now.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mote.catalog.function import Implementation
from mote.common.errors import MoteError
from mote.common.paths import ROOT
from mote.mutation.operators import Mutant

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

FOLDER = ROOT / "results" / "equivalent"

KEYS = {"line", "becomes", "occurrence", "only", "context", "reason"}


@dataclass(frozen=True)
class Entry:
    """One change that is shown to be equivalent.

    occurrence: 0 where there is one place only.  context: it has what the contract says of the
    context in other places; a proof, which holds it to the contract, refutes it.
    """

    line: str
    becomes: str
    occurrence: int
    only: tuple[str, ...]
    reason: str
    context: bool = False


def file_for(source: str, folder: Path = FOLDER) -> Path:
    """The file of entries for a source file, given by its path below the checkout."""
    path = Path(source)
    parts = [part for part in path.parent.parts if part != "src"]
    return folder / f"{'-'.join([*parts[-1:], path.stem])}.toml"


def _entries(path: Path) -> list[Entry]:
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8")).get("equivalent", [])
    except tomllib.TOMLDecodeError as error:
        raise MoteError(f"{path.name}: not valid TOML: {error}") from None
    return [entry for table in tables for entry in _read(path, table)]


def _read(path: Path, table: dict[str, Any]) -> list[Entry]:
    wrong = sorted(set(table) - KEYS)
    if wrong:
        raise MoteError(f"{path.name}: unknown key {wrong[0]!r}; known: {', '.join(sorted(KEYS))}")
    for key in ("line", "becomes", "reason"):
        if key not in table or (key != "becomes" and not str(table[key]).strip()):
            raise MoteError(f"{path.name}: an entry ({table.get('line', '?')}) lacks {key!r}")
    becomes = table["becomes"]
    return [
        Entry(
            table["line"],
            text,
            int(table.get("occurrence", 0)),
            tuple(table.get("only", ())),
            table["reason"],
            table.get("context", False) is True,
        )
        for text in ([becomes] if isinstance(becomes, str) else becomes)
    ]


def known(
    implementation: Implementation, mutants: Iterable[Mutant], folder: Path = FOLDER
) -> dict[Mutant, str]:
    """The mutants of an implementation that are equivalent, each with the reason.

    mutants: all of the implementation's, from every file that it is made of.  Raises MoteError for
    an entry that fits no mutant.
    """
    found = entries(implementation, mutants, folder)
    return {mutant: entry.reason for mutant, entry in found.items()}


def entries(
    implementation: Implementation, mutants: Iterable[Mutant], folder: Path = FOLDER
) -> dict[Mutant, Entry]:
    """The same with all that is said of each mutant."""
    by_file: dict[str, list[Mutant]] = {}
    for mutant in mutants:
        by_file.setdefault(mutant.file, []).append(mutant)
    name = f"{implementation.function.name}-{implementation.name}"
    found: dict[Mutant, Entry] = {}
    for file, members in by_file.items():
        path = file_for(file, folder)
        if not path.is_file():
            continue
        for entry in _entries(path):
            if entry.only and name not in entry.only:
                continue
            fitting = [m for m in members if (m.text, m.becomes) == (entry.line, entry.becomes)]
            if not entry.occurrence and len(fitting) > 1:
                lines = ", ".join(str(m.line) for m in fitting)
                raise MoteError(
                    f"{path.name}: {entry.line!r} stands in {file} at lines {lines}: "
                    "say which with occurrence"
                )
            if len(fitting) < max(1, entry.occurrence):
                raise MoteError(
                    f"{path.name}: no change of {file} turns {entry.line!r} into "
                    f"{entry.becomes or 'nothing'!r} (occurrence {entry.occurrence}): "
                    "the source has changed; look at the mutant again, then correct or remove the "
                    "entry"
                )
            found[fitting[max(0, entry.occurrence - 1)]] = entry
    return found
