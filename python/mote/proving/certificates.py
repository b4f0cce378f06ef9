"""Certificates: what a proof took a solver's word for, with derivations that others can check.

Each time bitwuzla says that something cannot be, the same is written as a formula in conjunctive
normal form, by an encoding of its own, and CaDiCaL derives the empty clause from it.  mote.proving.
replay checks the derivations and knows neither solver.  What the rewriting rules decide is not in
a certificate.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from mote.common.errors import MoteError
from mote.proving import replay, solve
from mote.proving.outcome import Obligation
from mote.proving.terms import AND, SUM, VARIABLE, XOR, Terms

PROGRAM = "cadical"
SECONDS = 60
"""For a derivation, by the clock."""
UNSATISFIABLE = 20
"""What a solver's status says."""


def program() -> str:
    """CaDiCaL's path; raises MoteError where it is not installed."""
    found = shutil.which(PROGRAM)
    if found is None:
        raise MoteError(f"--certificate needs {PROGRAM}: apt-get install {PROGRAM}")
    return found


class Formula:
    """A formula in conjunctive normal form, made of gates (Tseitin); literals as in DIMACS.

    The literal 1 is true.
    """

    def __init__(self) -> None:
        self.clauses: list[tuple[int, ...]] = [(1,)]
        self.variables = 1
        self._gates: dict[tuple[str, int, int], int] = {}

    def variable(self) -> int:
        self.variables += 1
        return self.variables

    def both(self, a: int, b: int) -> int:
        """A literal that is true where both are."""
        if a == b or b == 1:
            return a
        if a == 1:
            return b
        if -1 in (a, b) or a == -b:
            return -1
        key = ("and", min(a, b), max(a, b))
        if key not in self._gates:
            c = self._gates[key] = self.variable()
            self.clauses += [(-c, a), (-c, b), (c, -a, -b)]
        return self._gates[key]

    def either(self, a: int, b: int) -> int:
        """A literal that is true where one of them is and the other is not."""
        if a in (1, -1):
            return -b if a == 1 else b
        if b in (1, -1):
            return -a if b == 1 else a
        if a in (b, -b):
            return -1 if a == b else 1
        sign = 1 if (a > 0) == (b > 0) else -1
        first, second = sorted((abs(a), abs(b)))
        key = ("xor", first, second)
        if key not in self._gates:
            c = self._gates[key] = self.variable()
            a, b = first, second
            self.clauses += [(-c, a, b), (-c, -a, -b), (c, -a, b), (c, a, -b)]
        return sign * self._gates[key]

    def text(self) -> str:
        """In DIMACS."""
        lines = [f"p cnf {self.variables} {len(self.clauses)}"]
        lines += (" ".join(map(str, (*clause, 0))) for clause in self.clauses)
        return "\n".join(lines) + "\n"


class Encoded:
    """Terms in a formula."""

    def __init__(self, terms: Terms, nodes: Sequence[int]) -> None:
        self.formula = Formula()
        self._terms = terms
        self._nodes = {0: -1}
        self._carried: dict[int, tuple[list[int], int, int]] = {0: ([], 0, 0)}
        """Of a prefix of a sum: what it carries in two's complement, and its least and most."""
        for node in nodes:
            if node:
                self._nodes[node] = self._of(node)

    def literal(self, literal: int) -> int:
        found = self._nodes[literal >> 1]
        return -found if literal & 1 else found

    def _of(self, node: int) -> int:
        kind, content = self._terms.kinds[node], self._terms.contents[node]
        formula = self.formula
        if kind == VARIABLE:
            return formula.variable()
        if kind == XOR:
            found = -1
            for each in content:
                found = formula.either(found, self._nodes[each])
            return found
        if kind == AND:
            found = 1
            for each in content:
                found = formula.both(found, self._nodes[each])
            return found
        assert kind == SUM
        chain, own = content
        bits, _, _ = self._carry(chain)
        found = bits[0] if bits else -1
        for each in own:
            found = formula.either(found, self._nodes[each])
        return found

    def _carry(self, last: int) -> tuple[list[int], int, int]:
        pending = []
        chain = last
        while chain not in self._carried:
            pending.append(chain)
            chain = self._terms.chains[chain][0]
        for chain in reversed(pending):
            before, items, digit = self._terms.chains[chain]
            bits, least, most = self._carried[before]
            least += digit - sum(item & 1 for item in items)
            most += digit + sum(not item & 1 for item in items)
            width = max((-least - 1 if least < 0 else least).bit_length(), most.bit_length()) + 1
            # What lies between is within the same bounds, or wraps and comes back.
            bits = bits[:width] + [bits[-1] if bits else -1] * (width - len(bits))
            if digit:
                bits = self._added(bits, 1)
            for item in items:
                bit = self._nodes[item >> 1]
                bits = self._less(bits, bit) if item & 1 else self._added(bits, bit)
            self._carried[chain] = bits[1:], least >> 1, most >> 1
        return self._carried[last]

    def _added(self, bits: Sequence[int], carry: int) -> list[int]:
        found = []
        for each in bits:
            found.append(self.formula.either(each, carry))
            carry = self.formula.both(each, carry)
        return found

    def _less(self, bits: Sequence[int], borrow: int) -> list[int]:
        found = []
        for each in bits:
            found.append(self.formula.either(each, borrow))
            borrow = self.formula.both(-each, borrow)
        return found


def formula(terms: Terms, assumed: Sequence[int], differing: Sequence[int] = ()) -> Formula:
    """That all literals that are assumed are true, and two others differ if they are given."""
    encoded = Encoded(terms, solve.cone(terms, (*assumed, *differing)))
    made = encoded.formula
    made.clauses += [(encoded.literal(each),) for each in assumed]
    if differing:
        a, b = map(encoded.literal, differing)
        made.clauses.append((made.either(a, b),))
    return made


def derivation(made: str) -> str | None:
    """How the empty clause follows from a formula; None where CaDiCaL does not find that."""
    with tempfile.TemporaryDirectory(prefix="mote-") as folder:
        path, proof = Path(folder) / "formula.cnf", Path(folder) / "proof.drat"
        path.write_text(made, encoding="ascii")
        command = [program(), "-q", "--no-binary", "-t", str(SECONDS), str(path), str(proof)]
        status = subprocess.run(command, capture_output=True, check=False).returncode
        return proof.read_text(encoding="ascii") if status == UNSATISFIABLE else None


class Certificate:
    """An archive that grows with the proof of a file."""

    def __init__(self, archive: zipfile.ZipFile, of: dict[str, str]) -> None:
        self._archive = archive
        self._of = of
        self._formulas: list[str] = []
        self._open = 0
        self._known: dict[str, bool] = {}
        self._obligations: list[dict[str, object]] = []

    def take(self, terms: Terms, assumed: Sequence[int], differing: Sequence[int]) -> None:
        """What bitwuzla says cannot be."""
        text = formula(terms, assumed, differing).text()
        name = hashlib.sha256(text.encode()).hexdigest()[: replay.NAME]
        if name not in self._known:
            derived = derivation(text)
            self._known[name] = derived is not None
            self._archive.writestr(f"{name}.cnf", text)
            if derived is not None:
                self._archive.writestr(f"{name}.drat", derived)
        if not self._known[name]:
            self._open += 1
        elif name not in self._formulas:
            self._formulas.append(name)

    def end(self, obligation: Obligation) -> None:
        """All that was taken since the last one is of this obligation."""
        self._obligations.append(
            {
                "obligation": obligation.name,
                "verdict": obligation.verdict,
                "formulas": self._formulas,
                "open": self._open,
            }
        )
        obligation.uncertified = self._open
        self._formulas, self._open = [], 0

    def close(self) -> None:
        """Write what it is of."""
        manifest = {**self._of, "obligations": self._obligations}
        self._archive.writestr(replay.MANIFEST, json.dumps(manifest, indent=1) + "\n")


@contextlib.contextmanager
def written(path: Path | None, of: dict[str, str]) -> Iterator[Certificate | None]:
    """A certificate at that path, or none without one; raises MoteError."""
    if path is None:
        yield None
        return
    program()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            certificate = Certificate(archive, of)
            solve.witness = certificate.take
            try:
                yield certificate
            finally:
                solve.witness = None
            certificate.close()
    except OSError as error:
        raise MoteError(f"cannot write {path}: {error.strerror or error}") from None
