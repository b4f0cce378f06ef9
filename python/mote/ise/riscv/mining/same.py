"""Whether two forms compute the same of all operands (SAT)."""

from __future__ import annotations

from mote.ise.riscv.mining import forms
from mote.ise.riscv.mining.forms import XLEN, Atom, Form, Rows

_NAMES = {
    "and": "bvand",
    "add": "bvadd",
    "sub": "bvsub",
    "shl": "bvshl",
    "shr": "bvlshr",
    "sar": "bvashr",
}
"""In SMT-LIB."""
_ORDERS = {"ult": "bvult", "slt": "bvslt"}


def _number(value: int) -> str:
    return f"#x{value:08x}"


def _linear(text: str, rows: Rows) -> list[str]:
    if rows == forms.BIT:  # an order, or bit 0
        return [f"(bvand {text} {_number(1)})"]
    found = []
    for n in range(XLEN):
        mask = sum(1 << bit for bit in range(XLEN) if rows[bit] >> ((bit + n) % XLEN) & 1)
        if mask:
            found.append(f"(bvand ((_ rotate_right {n}) {text}) {_number(mask)})")
    return found


def term(form: Form) -> str:
    """A form in SMT-LIB, of the constants s and t."""
    found = _number(form.constant)
    for atom, rows in form.terms:
        for part in _linear(_atom(atom), rows):
            found = f"(bvxor {found} {part})"
    return found


def _atom(atom: Atom) -> str:
    name, *parts = atom
    if not parts:
        return str(name)
    texts = [term(each) for each in parts]
    if name in _ORDERS:
        return f"(ite ({_ORDERS[name]} {texts[0]} {texts[1]}) {_number(1)} {_number(0)})"
    if name in ("shl", "shr", "sar"):
        texts[1] = f"(bvand {texts[1]} {_number(XLEN - 1)})"
    found = texts[0]
    for each in texts[1:]:
        found = f"({_NAMES[name]} {found} {each})"
    return found


def same(a: Form, b: Form) -> bool:
    """Whether the solver finds no operands for which they differ."""
    import bitwuzla as solver

    parser = solver.Parser(solver.TermManager(), solver.Options())
    lines = ["(set-logic QF_BV)", "(declare-const s (_ BitVec 32))"]
    lines += ["(declare-const t (_ BitVec 32))", f"(assert (distinct {term(a)} {term(b)}))"]
    parser.parse("\n".join(lines) + "\n", True, False)
    return bool(parser.bitwuzla().check_sat() == solver.Result.UNSAT)
