"""Proofs: the rules on all values of small words, a proved file, and faults that are noticed."""

from __future__ import annotations

import dataclasses
import random
from pathlib import Path

import pytest

from mote import catalog
from mote.prove import engine
from mote.prove.solve import Simulation, Sweep
from mote.prove.specifications.known import HASHES
from mote.prove.specifications.shabal import Shabal
from mote.prove.terms import VARIABLE, Bits, Terms
from mote.types import Cpu, Implementation, MoteError

THUMB = catalog.cpus()["cortex-m0"]


def shabal(name: str = "thumb") -> Implementation:
    found = {i.name: i for i in catalog.implementations(catalog.functions()["shabal"])}
    return found[name]


# ---- the rules ----


def all_values(terms: Terms, variables: int) -> Simulation:
    """All values of the variables at once: what holds there is proved."""
    simulation = Simulation(terms, 1 << variables)
    nodes = [n for n, kind in enumerate(terms.kinds) if kind == VARIABLE]
    for index, node in enumerate(nodes):
        block = 1 << index
        pattern = ((1 << block) - 1) << block
        for _ in range(variables - index - 1):
            block *= 2
            pattern |= pattern << block
        simulation._values[node] = pattern
    return simulation


def number(simulation: Simulation, word: Bits, sample: int) -> int:
    return sum((simulation.value(bit) >> sample & 1) << k for k, bit in enumerate(word))


def programs(seed: int, width: int, steps: int) -> tuple[Terms, list[tuple[Bits, str]]]:
    """Random words over three variables, as terms and as Python text over x[0], x[1], x[2]."""
    draw = random.Random(seed)
    terms = Terms()
    words = [(terms.variables(f"x{i}", width), f"x[{i}]") for i in range(3)]
    mask = (1 << width) - 1
    part = width // 2
    for _ in range(steps):
        (a, p), (b, q) = draw.choice(words), draw.choice(words)
        kind = draw.choice(
            ["+", "-", "^", "&", "|", "rotate", "factor", "halves", "less", "carry", "upper"]
        )
        if kind == "+":
            made = terms.sum(a, b), f"({p} + {q} & {mask})"
        elif kind == "-":
            made = terms.difference(a, b), f"({p} - {q} & {mask})"
        elif kind in "^&|":
            operation = {"^": terms.xor, "&": terms.conjunction, "|": terms.disjunction}[kind]
            made = tuple(map(operation, a, b)), f"({p} {kind} {q})"
        elif kind == "rotate":
            n = draw.randrange(1, width)
            made = a[n:] + a[:n], f"({p} >> {n} | {p} << {width - n} & {mask})"
        elif kind == "factor":
            k = draw.choice([2, 3, 5, 7])
            made = terms.word(terms.linear(a, k), width), f"({p} * {k} & {mask})"
        elif kind == "halves":
            low, high = terms.sum(a[:part], b[:part]), terms.sum(a[part:], b[part:])
            carry = terms.carry(a[:part], b[:part])
            made = (
                low + terms.sum(high, (carry,) + (0,) * (width - part - 1)),
                f"({p} + {q} & {mask})",
            )
        elif kind == "upper":
            k = draw.randrange(1, 1 << width - part)
            high = terms.add([terms.linear(a[part:])], width - part, k)
            made = a[:part] + high, f"({p} + {k << part} & {mask})"
        elif kind == "less":
            made = (terms.less(a, b),) + (0,) * (width - 1), f"int({p} < {q})"
        else:
            made = (terms.carry(a, b),) + (0,) * (width - 1), f"({p} + {q} >> {width})"
        if draw.random() < 0.2:
            terms.name(made[0])
        words.append(made)
    return terms, words[3:]


def wrong_words(seeds: range, width: int, samples: int = 0) -> int:
    """How many words of random programs have another value than Python gives them."""
    wrong = 0
    for seed in seeds:
        terms, made = programs(seed, width, 12)
        simulation = Simulation(terms, samples) if samples else all_values(terms, 3 * width)
        inputs = [terms.variables(f"x{i}", width) for i in range(3)]
        tried = range(samples) if samples else random.Random(seed).sample(range(1 << 3 * width), 64)
        texts = [compile(text, "word", "eval") for _, text in made]
        for sample in tried:
            x = [number(simulation, word, sample) for word in inputs]
            for (word, _), text in zip(made, texts, strict=True):
                wrong += number(simulation, word, sample) != eval(text, {"x": x})
    return wrong


def test_rules_are_right_on_small_words() -> None:
    assert wrong_words(range(60), 4) == 0


def test_rules_are_right_on_whole_words() -> None:
    assert wrong_words(range(100, 106), 32, 16) == 0
    assert wrong_words(range(200, 203), 64, 16) == 0


def test_a_fault_in_a_rule_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    right = Terms._flattened

    def wrong(self: Terms, form: tuple[int, dict[int, int]], width: int) -> object:
        constant, coefficients = right(self, form, width)
        return constant + (len(coefficients) > 3), coefficients

    monkeypatch.setattr(Terms, "_flattened", wrong)
    assert wrong_words(range(30), 4)


def test_equal_sums_are_one_node_however_they_are_added() -> None:
    terms = Terms()
    x, y, z = (terms.variables(name, 32) for name in "xyz")

    def by_bytes(a: Bits, b: Bits) -> Bits:
        found: Bits = ()
        carry = 0
        for at in range(0, len(a), 8):
            p, q = a[at : at + 8], b[at : at + 8]
            found += terms.add((terms.linear(p), terms.linear(q), terms.plain((carry,))), 8)
            carry = terms.carry(p, q, carry)
        return found

    whole = terms.add((terms.linear(x), terms.linear(y), terms.linear(z)), 32)
    assert terms.sum(terms.sum(x, y), z) == whole == terms.sum(x, terms.sum(z, y))
    assert by_bytes(terms.sum(x, y), z) == whole == by_bytes(z, by_bytes(x, y))
    assert by_bytes(x, (0, *x[:31])) == terms.word(terms.linear(x, 3), 32)
    total, last = terms.sum(x, y), terms.variable("c")
    assert terms.carry(total, total, last) == total[31]
    high = terms.add([terms.linear(total[24:])], 8, 0x70)
    assert total[:24] + high == terms.add((terms.linear(x), terms.linear(y)), 32, 0x70 << 24)
    assert terms.rules["double"] and terms.rules["offset"]
    assert terms.less(terms.sum(x, y), x) == terms.carry(x, y)
    assert terms.difference(terms.sum(x, y), y) == x
    assert terms.sum(x, y) != terms.sum(x, z)


def test_the_solver_proves_what_the_rules_leave(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Terms, "linear", Terms.plain)
    terms = Terms()
    x, y, z = (terms.variables(name, 6) for name in "xyz")
    one, other = terms.sum(terms.sum(x, y), z), terms.sum(x, terms.sum(z, y))
    assert one[-1] != other[-1]
    sweep = Sweep(terms, Simulation(terms))
    assert sweep.differing([*zip(one, other, strict=True)]) == []
    assert sweep.calls == 6
    assert sweep.differing([(one[3], other[3]), (one[3], other[4]), (one[3], other[3])]) == [1, 2]


def test_a_table_at_symbols_is_what_computes_its_entries() -> None:
    terms = Terms()
    x = terms.variables("x", 8)
    entries = [(7 * i ^ i >> 3) & 0xFF for i in range(256)]
    seven = terms.table(entries, x, 8)
    simulation = all_values(terms, 8)
    assert [number(simulation, seven, i) for i in range(256)] == entries
    assert terms.table([i ^ 0x5A for i in range(256)], x, 8) == tuple(
        bit ^ (0x5A >> k & 1) for k, bit in enumerate(x)
    )


# ---- files ----


def proved(implementation: Implementation, cpu: Cpu = THUMB) -> dict[str, engine.Obligation]:
    return {each.name: each for each in engine.run(engine.Job(implementation, cpu, use_kept=False))}


def test_shabal_is_proved_on_thumb() -> None:
    found = proved(shabal())
    assert {name: each.verdict for name, each in found.items()} == {
        "init": engine.PROVED,
        "step": engine.PROVED,
    }
    # A, B, C and the counter; the fill counts, too.
    assert found["step"].bits == 32 * (12 + 16 + 16 + 2 + 1) == found["step"].rewritten


def test_a_block_that_is_not_the_first_has_its_place_counted_from_the_start() -> None:
    # Skein's tweak holds the place, and sums of bytes with constants in their upper ones.
    files = catalog.implementations(catalog.functions()["skein256"])
    [avr8] = [each for each in files if each.name == "avr8"]
    found = proved(avr8, catalog.cpus()["avr8"])
    assert [found[name].verdict for name in ("init", "step")] == [engine.PROVED] * 2


def changed(folder: Path, old: str, new: str) -> Implementation:
    """thumb.S with one place changed, as a file of somebody else's."""
    folder.mkdir(exist_ok=True)
    source = shabal().source.read_text()
    assert source.count(old) == 1, old
    (folder / "thumb.S").write_text(source.replace(old, new))
    return dataclasses.replace(shabal(), sources=(folder / "thumb.S",))


@pytest.mark.parametrize(
    ("old", "new", "verdict", "words"),
    [
        (".equ    TURN_15, 81 ", ".equ    TURN_15, 83 ", engine.REFUTED, "the specification says"),
        ("#6*RECORD+RB", "#7*RECORD+RB", engine.REFUTED, "the specification says"),
        ("bics    r0, r2\n", "ands    r0, r2\n", engine.REFUTED, "the specification says"),
        ("adcs    r5, r7\n", "nop\n", engine.REFUTED, "A[0] becomes"),
        ("@ stack = 1080", "@ stack = 1076", engine.OPEN, "outside what the contract permits"),
        ("ldr     r3, [r6, r2]", "cmp r2, r1\n beq 2b\n ldr r3, [r6, r2]", engine.OPEN, "branch"),
        ("push    {r0-r7, lr}\n", "push {r0-r7, lr}\n mov r10, r0\n", engine.OPEN, "restore r10"),
        ("mov     lr, sp\n", "mov lr, sp\n .short 0xde00\n", engine.OPEN, "thumb.S:"),
    ],
)
def test_faults_in_a_file_are_noticed(
    tmp_path: Path, old: str, new: str, verdict: str, words: str
) -> None:
    found = [*proved(changed(tmp_path, old, new)).values()]
    wrong = [each for each in found if each.verdict != engine.PROVED]
    assert wrong and verdict in {each.verdict for each in wrong}, wrong
    assert any(words in each.detail for each in wrong), [each.detail for each in wrong]


def test_a_fault_in_the_specification_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    class Wrong(Shabal):
        def block(self, words, state, message, blocks, digest_bits, *, first=False):  # type: ignore[no-untyped-def]
            found = super().block(words, state, message, blocks, digest_bits, first=first)
            found["A"][3] = found["A"][3].rotl(1)
            return found

    monkeypatch.setitem(HASHES, "shabal", Wrong())
    found = proved(shabal())["step"]
    assert found.verdict == engine.REFUTED
    assert found.detail.startswith("A[3] becomes 0x")
    assert "(1 of " in found.detail


def test_what_has_no_contract_is_refused(tmp_path: Path) -> None:
    source = shabal().source.read_text().replace("@ [contract]", "@")
    (tmp_path / "thumb.S").write_text(source)
    file = dataclasses.replace(shabal(), sources=(tmp_path / "thumb.S",))
    with pytest.raises(MoteError, match=r"thumb\.S has no contract: a proof needs one"):
        proved(file)
