"""What keeps the 16-bit core's path short: sums, products, one addition for an address."""

from __future__ import annotations

import random
from typing import Any

import pytest
from amaranth.hdl import Elaboratable, Module, Signal
from amaranth.sim import Simulator

from mote.pic24.circuit import adders
from mote.pic24.circuit.logic import joined
from mote.pic24.expr import mul, sext, var, walk, zext
from mote.pic24.normal import Normal
from mote.pic24.plan import Plan
from mote.pic24.sets import instruction_set

EDGES = (0, 1, 0x7FFF, 0x8000, 0xFFFF)


class Arithmetic(Elaboratable):
    """A sum with carries and a product of the same words."""

    def __init__(self) -> None:
        self.a, self.b = Signal(16), Signal(16)
        self.carry, self.signs = Signal(), Signal(2)
        self.total, self.product = Signal(17), Signal(32)

    def elaborate(self, platform: object) -> Module:
        module = Module()
        a, b, signs = self.a, self.b, self.signs
        module.d.comb += [
            self.total.eq(adders.total(module, "total", a, b, self.carry)),
            self.product.eq(adders.product(module, "product", a, b, signs[0], signs[1])),
        ]
        return module


def test_sums_and_products() -> None:
    made, r = Arithmetic(), random.Random(1)
    words = [(a, b) for a in EDGES for b in EDGES]
    words += [(r.getrandbits(16), r.getrandbits(16)) for _ in range(40)]

    def signed(word: int, sign: int) -> int:
        return word - (word >> 15 << 16) if sign else word

    async def bench(context: Any) -> None:
        for a, b in words:
            for signs in range(4):
                carry = r.randrange(2)
                for port, value in (
                    (made.a, a),
                    (made.b, b),
                    (made.carry, carry),
                    (made.signs, signs),
                ):
                    context.set(port, value)
                await context.delay(1e-9)
                assert context.get(made.total) == a + b + carry
                product = signed(a, signs & 1) * signed(b, signs >> 1) & 0xFFFFFFFF
                assert context.get(made.product) == product, (a, b, signs)

    simulator = Simulator(made)
    simulator.add_testbench(bench)
    simulator.run()


def test_an_address_is_one_addition() -> None:
    """No adder of the base core's addresses waits for another one."""
    units = Plan(instruction_set(()).instructions).units
    sums = {key for key, unit in units.unit.items() if unit[0] == "decode_add"}
    assert len(sums) > 20
    for key in sums:
        node = units.nodes[key]
        below = {id(x) for argument in node.args for x in walk(argument)}
        assert not below & sums, node


def test_what_comes_late_passes_few_gates() -> None:
    """Of eight early values and a late one the late one is in the last OR."""
    early, late = [Signal(name=f"early{n}") for n in range(8)], Signal(name="late")
    found = joined([(9, late), *((0, each) for each in early)])
    assert any(operand is late for operand in found.operands)
    assert joined([]) is None


def test_products_with_signs() -> None:
    normal, a, b = Normal(), var("a", 16), var("b", 16)
    made = normal.rewrite(mul(sext(a, 32), zext(b, 32))[:32], {}, {})
    assert [x.value for x in made.args[2:]] == [1, 0]
    assert [x.value for x in normal.rewrite(mul(a, b), {}, {}).args[2:]] == [0, 0]
    with pytest.raises(ValueError, match="only the low half is taken"):
        normal.rewrite(mul(sext(a, 32), zext(b, 32)), {}, {})
    with pytest.raises(ValueError, match="has factors of 16, extended"):
        normal.rewrite(mul(var("c", 32), zext(b, 32))[:32], {}, {})
