"""The S-box of AES as a table and as gates, and MixColumns (FIPS 197, sections 5.1.1 and 5.1.3).

The gates are the circuit of 113 by Boyar, Matthews and Peralta (Journal of Cryptology 26, 2013),
with their names for what is between: 32 ANDs and 81 XORs, of which four complement.
"""

from __future__ import annotations

from mote.pic24.expr import Expr, cat, rom

CIRCUIT = """
y13=x7^x1 y14=x4^x2 y12=y13^y14 t0=x5^x6 t1=x3^y12 y9=x7^x4 y15=t1^x2 y20=t1^x6 y11=y20^y9
t12=y9&y11 y1=t0^x0 y10=y15^t0 y6=y15^x0 y5=x1^y1 y8=x2^x7 y3=y5^y8 y2=y1^x7 y16=t0^y11
t8=y5&y1 y4=x4^y1 t3=y3&y6 t5=y4&x0 y17=y10^y11 y18=x7^y16 t2=y12&y15 t4=t3^t2 t6=t2^t5
t13=y14&y17 t15=y8&y10 t16=t15^t12 t18=t6^t16 t17=t4^y20 y19=y10^y8 t14=t12^t13 t7=y13&y16
t22=t18^y19 t21=t17^t14 t9=t8^t7 y7=x0^y11 t19=t14^t9 t10=y2&y7 t11=t10^t7 y21=y13^y16
t23=t19^y21 t20=t11^t16 t24=y18^t20 t25=t21^t22 t26=t21&t23 t30=t23^t24 t31=t22^t26 t32=t30&t31
t33=t32^t24 t34=t23^t33 t27=t26^t24 t28=t25&t27 t29=t28^t22 t35=t27^t33 z5=y7&t29 t36=t35&t24
t37=t34^t36 z10=y3&t37 t44=t33^t37 t38=t36^t27 t39=t38&t29 t42=t29^t33 z15=y9&t42 t40=t25^t39
t43=t29^t40 z3=y16&t43 z12=y13&t43 z2=x0&t33 z6=y11&t42 z14=t29&y2 t41=t40^t37 t45=t42^t41
z0=y15&t44 z13=y5&t40 z1=t37&y6 tc4=z2^z0 z4=t40&y1 tc5=z1^z0 z7=y17&t45 z16=y14&t45
tc1=z16^z15 z11=t33&y4 z8=y10&t41 tc2=z10^tc1 tc12=z5^z3 z9=t44&y12 tc13=tc1^z13 tc7=z12^tc4
tc6=z4^z3 tc3=z9^tc2 tc8=z7^tc6 tc11=tc6^tc5 tc16=z6^tc8 tc20=z15^tc16 S3=tc11^tc3
tc14=tc4^tc12 tc18=tc13^tc14 tc21=z11^tc2 S7=z12^tc18 S1=S3^tc16 z17=t41&y8 tc9=z8^tc7
tc10=tc8^tc9 S4=tc14^S3 tc17=z14^tc10 S5=tc21^tc17 S0=tc3^tc16 S6=tc10^tc18 tc26=tc20^tc17
S2=tc26^z17
"""
"""In order; x0 to x7 are the bits of the byte, from the lowest, S0 to S7 those of the result, from
the highest, without the constant of the affine transformation."""
CONSTANT = 0x63


def doubled(x: int) -> int:
    """The number times 02 in GF(2^8)."""
    return x << 1 ^ (0x11B if x & 0x80 else 0)


def _table() -> tuple[int, ...]:
    """The S-box: inverses by powers of 03, which has every number but 0, and the affine map."""
    powers = [1]
    for _ in range(254):
        powers.append(powers[-1] ^ doubled(powers[-1]))
    found = {0: CONSTANT}
    for n, power in enumerate(powers):
        inverse = powers[-n % 255]
        found[power] = CONSTANT
        for shift in range(5):
            found[power] ^= inverse << shift & 0xFF | inverse >> 8 - shift
    return tuple(found[n] for n in range(256))


SBOX = _table()


def gates(byte: Expr) -> Expr:
    """The S-box of a byte by the circuit."""
    known = {f"x{n}": byte[n] for n in range(8)}
    for gate in CIRCUIT.split():
        name, _, what = gate.partition("=")
        if "&" in what:
            a, b = what.split("&")
            known[name] = known[a] & known[b]
        else:
            a, b = what.split("^")
            known[name] = known[a] ^ known[b]
    return cat(*(known[f"S{7 - n}"] for n in range(8))) ^ CONSTANT


def substituted(byte: Expr) -> Expr:
    """The S-box of a byte: what it means is the table, the hardware has the gates."""
    return rom(SBOX, byte, 8, gates(byte))


def twice(byte: Expr) -> Expr:
    """A byte times 02 in GF(2^8)."""
    high = byte[7]
    return cat(
        *(high, byte[0] ^ high, byte[1], byte[2] ^ high, byte[3] ^ high, byte[4], byte[5], byte[6])
    )


def mixed(rows: list[Expr]) -> list[Expr]:
    """MixColumns of a column."""
    below = [*rows[1:], rows[0]]
    sums = [row ^ other for row, other in zip(rows, below, strict=True)]
    return [
        twice(pair) ^ (other ^ opposite)
        for pair, other, opposite in zip(sums, below, [*sums[2:], *sums[:2]], strict=True)
    ]
