"""Checks the certificates of `mote prove --certificate`, by itself: nothing of Mote is imported.

A certificate is a ZIP archive.  manifest.json says what was proved, and of which formulas the proof
takes that they have no solution; NAME.cnf is such a formula in DIMACS, where NAME begins its
SHA-256, and NAME.drat is a solver's derivation of the empty clause: a clause a line, or one that is
no longer needed behind a `d`.

Every clause has to follow by unit propagation: where all its literals are false, the clauses so far
have to force a contradiction (reverse unit propagation, RUP).  The stronger rule of DRAT, which may
add what does not follow, is not known here, so that what is accepted follows.

    python3 replay.py CERTIFICATE.zip …
"""

from __future__ import annotations

import hashlib
import json
import sys
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

MANIFEST = "manifest.json"
NAME = 24
"""Digits of a formula's SHA-256 that are its name."""


class Wrong(Exception):
    """What a certificate lacks or has wrong."""


class Clauses:
    """Clauses with unit propagation; a literal is a number, negative where it is negated."""

    def __init__(self) -> None:
        self.contradictory = False
        self._clauses: list[list[int] | None] = []
        self._watched: dict[int, list[int]] = {}
        """By literal, the clauses to look at when it becomes false."""
        self._numbers: dict[tuple[int, ...], list[int]] = {}
        self._true: set[int] = set()
        self._trail: list[int] = []
        self._next = 0

    def add(self, clause: Sequence[int]) -> None:
        """Take a clause that holds."""
        literals = list(dict.fromkeys(clause))
        if any(-each in literals for each in literals):
            return
        # Those that are not false come first: two of them are watched.
        literals.sort(key=lambda each: -each in self._true)
        free = sum(-each not in self._true for each in literals)
        if free == 0:
            self.contradictory = True
        elif free == 1 and literals[0] not in self._true:
            self._set(literals[0])
            self.contradictory |= not self._propagate()
        if len(literals) > 1:
            number = len(self._clauses)
            self._clauses.append(literals)
            self._numbers.setdefault(tuple(sorted(literals)), []).append(number)
            for each in literals[:2]:
                self._watched.setdefault(each, []).append(number)

    def remove(self, clause: Sequence[int]) -> None:
        """Forget a clause; what it has forced stays, which is right, as it holds."""
        numbers = self._numbers.get(tuple(sorted(set(clause))), [])
        if numbers:
            self._clauses[numbers.pop()] = None

    def follows(self, clause: Iterable[int]) -> bool:
        """Whether a clause follows by unit propagation."""
        if self.contradictory:
            return True
        mark = len(self._trail)
        forced = False
        for each in clause:
            if each in self._true:
                forced = True
                break
            if -each not in self._true:
                self._set(-each)
        forced = forced or not self._propagate()
        for each in self._trail[mark:]:
            self._true.discard(each)
        del self._trail[mark:]
        self._next = mark
        return forced

    def _set(self, literal: int) -> None:
        self._true.add(literal)
        self._trail.append(literal)

    def _propagate(self) -> bool:
        """Set what is forced; False where that is a contradiction."""
        true, clauses = self._true, self._clauses
        while self._next < len(self._trail):
            false = -self._trail[self._next]
            self._next += 1
            kept: list[int] = []
            numbers = self._watched.get(false, [])
            for place, number in enumerate(numbers):
                clause = clauses[number]
                if clause is None:
                    continue
                if clause[0] == false:
                    clause[0], clause[1] = clause[1], clause[0]
                first = clause[0]
                if first in true:
                    kept.append(number)
                    continue
                for index in range(2, len(clause)):
                    if -clause[index] not in true:
                        clause[1], clause[index] = clause[index], clause[1]
                        self._watched.setdefault(clause[1], []).append(number)
                        break
                else:
                    kept.append(number)
                    if -first in true:
                        self._watched[false] = kept + numbers[place + 1 :]
                        return False
                    self._set(first)
            self._watched[false] = kept
        return True


def clauses_of(text: str) -> Iterator[list[int]]:
    """The clauses of a formula in DIMACS.  Raises Wrong."""
    declared, found = -1, 0
    for line in text.splitlines():
        if line.startswith("c") or not line.strip():
            continue
        if line.startswith("p cnf "):
            declared = int(line.split()[3])
            continue
        *clause, last = map(int, line.split())
        if last != 0 or 0 in clause or declared < 0:
            raise Wrong(f"a formula has the line {line!r}")
        found += 1
        yield clause
    if found != declared:
        raise Wrong(f"a formula has {found} clauses and says {declared}")


def check(formula: str, derivation: str) -> int:
    """How many clauses the derivation of the empty clause adds.  Raises Wrong."""
    clauses = Clauses()
    for clause in clauses_of(formula):
        clauses.add(clause)
    added = 0
    for line in derivation.splitlines():
        if clauses.contradictory:
            break
        words = line.split()
        removed = bool(words) and words[0] == "d"
        try:
            *clause, last = map(int, words[removed:])
        except ValueError:
            raise Wrong(f"a derivation has the line {line!r}") from None
        if last != 0:
            raise Wrong(f"a derivation has the line {line!r}")
        if removed:
            clauses.remove(clause)
            continue
        added += 1
        if not clauses.follows(clause):
            raise Wrong(f"line {line!r} does not follow from the clauses before it")
        clauses.add(clause)
    if not clauses.contradictory:
        raise Wrong("the derivation does not end with the empty clause")
    return added


def replay(path: Path) -> list[tuple[str, str, int, int]]:
    """Obligation, its verdict, formulas and clauses that were added, of a certificate.

    Raises Wrong.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            manifest = json.loads(archive.read(MANIFEST))
            done: dict[str, int] = {}
            found = []
            for each in manifest["obligations"]:
                if each["open"]:
                    raise Wrong(f"{each['obligation']}: {each['open']} formulas have no derivation")
                for name in each["formulas"]:
                    if name not in done:
                        done[name] = _check(archive, name)
                formulas = each["formulas"]
                added = sum(done[name] for name in formulas)
                found.append((each["obligation"], each["verdict"], len(formulas), added))
            return found
    except (OSError, ValueError, KeyError, TypeError, zipfile.BadZipFile) as error:
        raise Wrong(f"it is not a certificate: {error}") from None


def _check(archive: zipfile.ZipFile, name: str) -> int:
    formula = archive.read(f"{name}.cnf")
    if hashlib.sha256(formula).hexdigest()[:NAME] != name:
        raise Wrong(f"{name}.cnf is not the formula that the proof took")
    try:
        return check(formula.decode(), archive.read(f"{name}.drat").decode())
    except Wrong as error:
        raise Wrong(f"{name}: {error}") from None


def main(paths: Sequence[str]) -> int:
    """Check certificates and print a line for each obligation; 1 if one is wrong."""
    wrong = 0
    for path in paths:
        try:
            for obligation, verdict, formulas, added in replay(Path(path)):
                print(
                    f"{Path(path).stem}: {obligation} {verdict}: {formulas} formulas have no "
                    f"solution, by {added} clauses"
                )
        except Wrong as error:
            print(f"{Path(path).stem}: {error}", file=sys.stderr)
            wrong = 1
    return wrong


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
