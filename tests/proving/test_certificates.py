"""Certificates: what is encoded, what is derived, and what the checker refuses."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from bench_command import mote
from mote.catalog import catalog
from mote.choosing import choice
from mote.proving import certificates, engine, replay, solve
from mote.proving.terms import VARIABLE, Bits, Terms

pytestmark = pytest.mark.skipif(
    shutil.which(certificates.PROGRAM) is None, reason="cadical is not installed"
)

PAIR = ("ascon_xof128", "rv32imc", "rv32imc")
"""A file whose update asks the solver some dozens of questions, and takes a second."""


def words(terms: Terms, draw: random.Random) -> list[Bits]:
    """Random words of 6 bits over three variables, with carries and borrows."""
    found = [terms.variables(f"x{i}", 6) for i in range(3)]
    for _ in range(6):
        a, b = draw.choice(found), draw.choice(found)
        make: Callable[[Bits, Bits], Bits] = draw.choice(
            [
                terms.sum,
                terms.difference,
                lambda a, b: tuple(map(terms.conjunction, a, b)),
                lambda a, b: tuple(map(terms.xor, a, b)),
                lambda a, b: terms.word(terms.linear(a, 5), 6),
            ]
        )
        found.append(make(a, b))
    return found


@pytest.mark.parametrize("seed", range(6))
def test_a_formula_says_what_the_terms_do(seed: int) -> None:
    """With all variables set, unit propagation gives each literal the simulation's value."""
    terms = Terms()
    literals = [bit for word in words(terms, random.Random(seed)) for bit in word]
    nodes = solve.cone(terms, literals)
    simulation = solve.Simulation(terms, samples=8, seed=seed)
    encoded = certificates.Encoded(terms, nodes)
    for sample in range(8):
        clauses = replay.Clauses()
        for clause in encoded.formula.clauses:
            clauses.add(clause)
        for node in nodes:
            if node and terms.kinds[node] == VARIABLE:
                value = simulation.value(2 * node) >> sample & 1
                clauses.add([encoded.literal(2 * node ^ (not value))])
        assert not clauses.contradictory
        for literal in literals:
            value = simulation.value(literal) >> sample & 1
            assert clauses.follows([encoded.literal(literal ^ (not value))])
            if encoded.literal(literal) not in (1, -1):
                assert not clauses.follows([encoded.literal(literal ^ value)])


def sums(monkeypatch: pytest.MonkeyPatch) -> tuple[Terms, Bits, Bits]:
    """A word in two ways that no rule makes one."""
    monkeypatch.setattr(Terms, "linear", Terms.plain)
    terms = Terms()
    x, y, z = (terms.variables(name, 6) for name in "xyz")
    return terms, terms.sum(terms.sum(x, y), z), terms.sum(x, terms.sum(z, y))


def test_what_is_equal_is_derived_and_what_differs_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    terms, one, other = sums(monkeypatch)
    made = certificates.formula(terms, (), (one[4], other[4])).text()
    derived = certificates.derivation(made)
    assert derived is not None and replay.check(made, derived) > 1
    # A solver that is wrong is found out.
    wrong = certificates.formula(terms, (), (one[4], other[3])).text()
    assert certificates.derivation(wrong) is None
    with pytest.raises(replay.Wrong, match=r"does not follow|does not end"):
        replay.check(wrong, derived)


def test_every_line_of_a_derivation_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    terms, one, other = sums(monkeypatch)
    made = certificates.formula(terms, (), (one[5], other[5])).text()
    derived = certificates.derivation(made)
    assert derived is not None
    last = [line for line in derived.splitlines() if not line.startswith("d")]
    with pytest.raises(replay.Wrong, match="does not follow"):
        replay.check(made, "0\n")
    with pytest.raises(replay.Wrong, match="does not follow"):
        replay.check(made, "\n".join(last[-2:]))
    with pytest.raises(replay.Wrong, match="does not end with the empty clause"):
        replay.check(made, "")
    with pytest.raises(replay.Wrong, match="has the line 'o 1 0'"):
        replay.check(made, "o 1 0")
    with pytest.raises(replay.Wrong, match="clauses and says"):
        replay.check(made + "1 0\n", derived)


def test_deleting_a_clause_is_no_way_to_more() -> None:
    """What a deleted clause has forced holds; what it alone would force later does not follow."""
    clauses = replay.Clauses()
    for clause in ([1, 2], [-1, 2, 3]):
        clauses.add(clause)
    assert clauses.follows([2, 3]) and not clauses.follows([2])
    clauses.remove([3, -1, 2])
    assert not clauses.follows([2, 3]) and clauses.follows([2, 1])


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("certificates") / "ascon.zip"
    function = catalog.functions()[PAIR[0]]
    cpu = catalog.cpus()[PAIR[2]]
    job = engine.ProofJob(
        choice.implementation(function, PAIR[1], cpu),
        cpu,
        obligations=("init", "update"),
        certificate=path,
    )
    found = engine.run(job)
    assert [each.verdict for each in found] == ["proved", "proved"]
    assert not any(each.uncertified for each in found)
    assert solve.witness is None
    return path


def changed(path: Path, folder: Path, change: Callable[[str, bytes], bytes | None]) -> Path:
    """A copy of an archive with each member as `change` has it, or without it."""
    copy = folder / path.name
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(copy, "w") as new:
        for name in old.namelist():
            content = change(name, old.read(name))
            if content is not None:
                new.writestr(name, content)
    return copy


def test_a_proof_leaves_a_certificate_that_its_checker_takes(certificate: Path) -> None:
    init, update = replay.replay(certificate)
    assert init[:2] == ("init", "proved") and update[:2] == ("update", "proved")
    assert update[2] > 10 and update[3] > 100
    with zipfile.ZipFile(certificate) as archive:
        manifest = json.loads(archive.read(replay.MANIFEST))
    assert (manifest["function"], manifest["implementation"], manifest["cpu"]) == PAIR
    # The checker runs without anything of Mote.
    done = subprocess.run(
        [sys.executable, "-I", replay.__file__, str(certificate)],
        capture_output=True,
        text=True,
        check=True,
    )
    assert f"ascon: update proved: {update[2]} formulas have no solution" in done.stdout


def test_a_changed_certificate_is_refused(certificate: Path, tmp_path: Path) -> None:
    def formula(name: str, content: bytes) -> bytes | None:
        return content + b"c more\n" if name.endswith(".cnf") else content

    def derivation(name: str, content: bytes) -> bytes | None:
        return b"0\n" if name.endswith(".drat") else content

    def without(name: str, content: bytes) -> bytes | None:
        return None if name.endswith(".drat") else content

    def unproved(name: str, content: bytes) -> bytes | None:
        return content.replace(b'"open": 0', b'"open": 3')

    for change, words in (
        (formula, "is not the formula that the proof took"),
        (derivation, "does not follow"),
        (without, "it is not a certificate"),
        (unproved, "3 formulas have no derivation"),
    ):
        with pytest.raises(replay.Wrong, match=words):
            replay.replay(changed(certificate, tmp_path, change))
    cut = tmp_path / "cut.zip"
    cut.write_bytes(certificate.read_bytes()[:-40])
    assert replay.main([str(cut)]) == 1


def test_the_commands(certificate: Path, tmp_path: Path) -> None:
    text = mote("prove", "--replay", certificate.parent).stdout
    assert text.startswith("ascon: init proved: ")
    words = "has no certificates: FUNCTION-IMPLEMENTATION-CPU.zip"
    assert words in mote("prove", "--replay", tmp_path, status=1).stderr
    words = "it goes with no function or file"
    assert words in mote("prove", "sha256", "--replay", tmp_path, status=1).stderr
    said = mote("prove", "sha1", "--certificate", "x", "--scheduler", "tcp://h:1", status=1).stderr
    assert "leave --scheduler out" in said


def test_without_the_solver_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(certificates, "PROGRAM", "no-such-solver")
    with pytest.raises(Exception, match="--certificate needs no-such-solver: apt-get install"):
        certificates.program()
