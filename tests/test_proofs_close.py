"""The obligation close: a fault in the padding is refuted, and the simulator confirms it."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest

from mote import build, catalog, promises
from mote import contract as contracts
from mote.prove import engine
from mote.prove.close import Closing
from mote.prove.obligations import HashProof, Run
from mote.prove.program import Program
from mote.prove.terms import Terms
from mote.prove.universes import Moved

pytest.importorskip("pypcode")


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("movs    r4, #128 ", "movs    r4, #129 "),  # the bit 1 behind the message
        ("movs    r1, #0 ", "movs    r1, #1 "),  # the zeros behind that
        ("movs    r2, #8 ", "movs    r2, #4 "),  # four message blocks
        ("lsrs    r2, r4, #3 ", "lsrs    r2, r4, #4 "),  # the length of the digest
    ],
)
def test_a_fault_in_close_is_refuted(right: str, wrong: str, tmp_path: Path) -> None:
    implementation = next(
        each
        for each in catalog.implementations(catalog.functions()["shabal"])
        if each.name == "thumb"
    )
    text = implementation.source.read_text(encoding="utf-8")
    begin = text.index("function mote_shabal_close")
    assert text.count(right, begin) == 1
    changed = tmp_path / "thumb.S"
    changed.write_text(text[:begin] + text[begin:].replace(right, wrong), encoding="utf-8")
    implementation = dataclasses.replace(implementation, sources=(changed,))
    cpu = catalog.cpus()["cortex-m0"]
    job = engine.Job(implementation, cpu, use_kept=False, obligations=("close",))
    [close] = engine.run(job)
    assert close.verdict == engine.REFUTED, close.detail
    assert "0 bytes and 0 bits wait: " in close.detail


def some_closes(
    tmp_path: Path, right: str, wrong: str, sizes: tuple[int, ...], most: int = 2
) -> tuple[engine.Obligation, int]:
    """Of Shabal on cortex-m0 with a change the closes of few waiting bits, for some digest sizes;
    and how many of them began where another size had come to."""
    function = catalog.functions()["shabal"]
    [file] = [each for each in catalog.implementations(function) if each.name == "thumb"]
    text = file.source.read_text(encoding="utf-8")
    begin = text.index("function mote_shabal_close")
    changed = tmp_path / "thumb.S"
    assert text.count(right, begin) == 1
    changed.write_text(text[:begin] + text[begin:].replace(right, wrong), encoding="utf-8")
    implementation = dataclasses.replace(file, sources=(changed,))
    cpu = catalog.cpus()["cortex-m0"]
    contract = contracts.resolve(
        promises.tables(implementation), cpu, followed=True, function="shabal"
    )
    built = build.build(implementation, cpu, tmp_path)
    program = Program(cpu, build.link(implementation, cpu, built))
    proof = HashProof(implementation, cpu, program, contract, built.context_bytes)
    closing = Closing(proof)
    taken = []

    def runs() -> Iterator[Run]:
        for bits in sizes:
            yield from itertools.islice(closing.runs(bits), most)
        taken.append(closing.beginnings.taken)

    job = engine.Job(implementation, cpu, obligations=("close",))
    found = engine._decided("close", runs, program, job)
    return found, sum(taken)


def test_digest_sizes_share_what_does_not_depend_on_them(tmp_path: Path) -> None:
    same = "movs    r4, #128 "
    found, taken = some_closes(tmp_path, same, same, (32, 64, 96))
    assert found.verdict == engine.PROVED, found.detail
    assert taken == 2


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("movs    r1, #0 ", "lsrs    r1, r4, #7 "),  # zeros up to 96 bits, then others
        ("subs    r1, r0, r2 ", "subs r1, r0, r2; lsrs r5, r4, #7; subs r1, r5 "),  # the digest
    ],
)
def test_a_fault_of_one_digest_size_is_refuted(right: str, wrong: str, tmp_path: Path) -> None:
    found, _ = some_closes(tmp_path, right, wrong, (32, 64, 128), 1)
    assert found.verdict == engine.REFUTED, found.detail


def closed(function: str, name: str, cpu: str) -> engine.Obligation:
    files = catalog.implementations(catalog.functions()[function])
    [file] = [each for each in files if each.name == name]
    job = engine.Job(file, catalog.cpus()[cpu], use_kept=False, obligations=("close",))
    [found] = engine.run(job)
    return found


def test_close_is_proved_of_a_sponge_and_where_the_block_function_takes_a_number_of_bytes() -> None:
    # BLAKE2s's block function is told what to count.
    for function, name, cpu, closes in (
        ("ascon_hash256", "thumb", "cortex-m0", 8),
        ("blake2s", "rv32imc", "rv32imc", 65),
    ):
        found = closed(function, name, cpu)
        assert found.verdict == engine.PROVED, found.detail
        assert found.bits > closes * sum(catalog.functions()[function].digest_bits)


def test_terms_are_the_same_in_another_universe() -> None:
    source, target = Terms(), Terms()
    target.variables("other", 5)
    a, b, c = (source.variables(name, 8) for name in "abc")
    words = [source.sum(a, b), source.sum(source.sum(a, c), b)]
    words.append(tuple(map(source.xor, words[0], c)))
    words.append(tuple(map(source.conjunction, words[2], words[1])))
    words.append(tuple(map(source.disjunction, words[3], a)))
    moved = Moved(source, target)
    there = [moved.bits(word) for word in words]
    p, q, r = (target.variables(name, 8) for name in "abc")
    assert there[0] == target.sum(p, q)
    assert there[1] == target.sum(target.sum(p, r), q)
    back = Moved(target, source)
    assert [back.bits(word) for word in there] == words
