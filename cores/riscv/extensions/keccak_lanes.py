"""Keccak-f[1600] with the whole state in the unit, two slices a step (FIPS 202, section 3.2).

The state is bit-interleaved: of each lane a word of the even bits and one of the odd ones, in the
order of memory.  Every word is a shift register; in a step each of those that move loses its lowest
bit, and a new one comes in at the top.  An instruction has 32 steps, so that what all words have
done is once around:

0  move: the words go on by two places, two come in (rs1, rs2), two are lost
1  theta: two slices a step with D added, which takes the column sums of the slice before
2  rho: a word moves as many steps as it is to be rotated, and no more
3  chi: two slices a step, after pi and the words of odd offsets changed over; iota adds rs1 and rs2

rd has the first word behind it; `lanes_word` gives that, or the second one.
"""

from mote.ise.riscv.isa import Instruction, Operands, Register
from mote.ise.riscv.saving import Use
from mote.pic24.expr import Expr, cat, mux, shr

WORDS = tuple(f"w{n}" for n in range(50))
STATE = (*(Register(name) for name in WORDS), Register("sums", 5, scratch=True))
MOVE, THETA, RHO, CHI = range(4)


def _offsets() -> dict[tuple[int, int], int]:
    """rho's offsets modulo 64 (section 3.2.2)."""
    found = {(0, 0): 0}
    x, y = 1, 0
    for t in range(24):
        found[x, y] = (t + 1) * (t + 2) // 2 % 64
        x, y = y, (2 * x + 3 * y) % 5
    return found


OFFSETS = _offsets()


def word(x: int, y: int, odd: int) -> str:
    return WORDS[2 * (x + 5 * y) + odd]


def turned(x: int, y: int, odd: int) -> int:
    """How far rho rotates a word; one of an odd offset becomes the other word of its lane."""
    return (OFFSETS[x, y] + odd) // 2 % 32


def _parity(bits: list[Expr]) -> Expr:
    total = bits[0]
    for bit in bits[1:]:
        total = total ^ bit
    return total


def _sums(i: Operands, place: int, odd: int) -> list[Expr]:
    """The column sums of the slice at a place of the words."""
    return [_parity([getattr(i, word(x, y, odd))[place] for y in range(5)]) for x in range(5)]


def _theta(i: Operands) -> dict[str, Expr]:
    even, odd = (_sums(i, 0, kind) for kind in (0, 1))
    top = _sums(i, 31, 1)
    first = i.step.eq(0)
    before = [mux(first, top[x], i.sums[x]) for x in range(5)]
    made = {}
    for x in range(5):
        d = (even[x - 1] ^ before[(x + 1) % 5], odd[x - 1] ^ even[(x + 1) % 5])
        for y in range(5):
            for kind in (0, 1):
                made[word(x, y, kind)] = getattr(i, word(x, y, kind))[0] ^ d[kind]
    return made


def _chi(i: Operands) -> dict[str, Expr]:
    constants = [shr(each, i.step)[0] for each in (i.s, i.t)]
    made = {}
    for kind in (0, 1):
        for y in range(5):
            row = []
            for x in range(5):
                source = (x + 3 * y) % 5, x  # pi
                moved = kind ^ OFFSETS[source] & 1
                row.append(getattr(i, word(*source, moved))[0])
            for x in range(5):
                bit = row[x] ^ (~row[(x + 1) % 5] & row[(x + 2) % 5])
                made[word(x, y, kind)] = bit ^ constants[kind] if x == y == 0 else bit
    return made


def _moved(i: Operands) -> dict[str, Expr]:
    made = {name: getattr(i, after)[0] for name, after in zip(WORDS, WORDS[2:], strict=False)}
    made |= {name: shr(each, i.step)[0] for name, each in zip(WORDS[-2:], (i.s, i.t), strict=True)}
    return made


def _after(i: Operands) -> dict[str, Expr]:
    by_way = {MOVE: _moved(i), THETA: _theta(i), CHI: _chi(i)}
    after = {}
    for x in range(5):
        for y in range(5):
            for odd in (0, 1):
                name = word(x, y, odd)
                held = getattr(i, name)
                # rotr by 32 - n is rotl by n.
                steps = -turned(x, y, odd) % 32
                bit = mux(
                    i.n[1],
                    mux(i.n[0], by_way[CHI][name], held[0]),
                    mux(i.n[0], by_way[THETA][name], by_way[MOVE][name]),
                )
                moves = ~(i.n.eq(RHO) & ~i.step.ult(steps)) if steps else i.n.ne(RHO)
                after[name] = mux(moves, cat(held[1:], bit), held)
    after["sums"] = cat(*_sums(i, 0, 1))
    return after


INSTRUCTIONS = [
    Instruction(
        "lanes",
        "nn00111 ttttt sssss 001 ddddd 0001011",
        lambda i: _after(i)["w0"],
        "0: moves the words by two, rs1 and rs2 come in; 1: theta; 2: rho; 3: pi, chi, and iota "
        "with rs1 and rs2.  To rd the first word behind it.",
        STATE,
        _after,
        32,
    ),
    Instruction(
        "lanes_word",
        "n000111 00000 sssss 010 ddddd 0001011",
        lambda i: mux(i.n[0], i.w1, i.w0),
        "To rd the word 0 or 1; rs1 is not looked at.",
        STATE,
    ),
]
SAVE = [
    step
    for n in range(25)
    for step in (
        Use("lanes_word", number=0, kept=2 * n),
        Use("lanes_word", number=1, kept=2 * n + 1),
        Use("lanes", number=MOVE),
    )
]
RESTORE = [Use("lanes", s=2 * n, t=2 * n + 1, number=MOVE) for n in range(25)]
