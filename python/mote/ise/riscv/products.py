"""The multiplier of VexRiscv, or of CV32E40X, apart from its core, for its area.

VexRiscv has four products, CV32E40X one; each is a module.

abc proves its gates by finding signals that are equal in what it was given and in what it made.
Among a whole core it does not end with the rows of four multipliers.  So the products are taken out
of the core's Verilog, and what is at their pins becomes ports of the core: operands that go out,
products that come in.  The core is mapped and proved with any values there, which are free on both
sides; the two kinds of products are mapped and proved by themselves; then the netlists are joined
at these pins.  Nothing is left unproved by that: what is equal for every value of the products is
equal for the right ones.  What it costs is area, for no gate is shared across the pins.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from mote.common.errors import MoteError

ASSIGNED = re.compile(
    r"  assign (execute_MUL_\w\w) = "
    r"\((?:(\$signed)\((\w+)\) \* \$signed\((\w+)\)|(\w+) \* (\w+))\);\n"
)
COUNT = 4
WIDTHS = {"signed": 17, "unsigned": 16, "word": 32}
"""Bits of the operands of each kind."""
RESULTS = {"word": 34}
"""Bits of a product, where not twice as many."""
KINDS = {"picorv32": (), "vexriscv": ("signed", "unsigned"), "cv32e40x": ("word",)}
"""Of which kinds a core has products."""
PREFIX = "mote_product_"
CELLS = f"t:{PREFIX}*"
"""How Yosys selects the products."""
MACRO = """\
(* blackbox *)
module mote_product_{kind} (input [{high}:0] a, input [{high}:0] b, output [{last}:0] y);
endmodule
"""
PRODUCT = """\
module mote_product_{kind} (input {kind} [{high}:0] a, input {kind} [{high}:0] b,
    output [{last}:0] y);
  assign y = a * b;
endmodule
"""
WORD = re.compile(
    r"  assign \\(\S+) += \$signed\(\{ \\(\S+) \[31\], \\\2 \[31\], \\\2  \}\)"
    r" \* \$signed\(\{ \\(\S+) \[31\], \\\3 \[31\], \\\3  \}\);\n"
)
"""CV32E40X's product of words with signs, as Yosys writes it."""
WORD_INSTANCE = (
    "  mote_product_word multiplier_word_product (.a(\\{a} ), .b(\\{b} ), .y(\\{y} ));\n"
)
INSTANCE = "  mote_product_{kind} {name}_{kind}_product (.a({a}), .b({b}), .y({name}));\n"
PIN = re.compile(rf"(\w+_({'|'.join(WIDTHS)})_product)_([aby])")


def verilog(kind: str) -> str:
    """A product by itself."""
    text = PRODUCT.format(kind=kind, high=WIDTHS[kind] - 1, last=_result(kind) - 1)
    return text.replace("input unsigned", "input").replace("input word", "input signed")


def _result(kind: str) -> int:
    return RESULTS.get(kind, 2 * WIDTHS[kind])


def _macros(core: str) -> list[str]:
    return [
        MACRO.format(kind=kind, high=WIDTHS[kind] - 1, last=_result(kind) - 1)
        for kind in KINDS[core]
    ]


def cut(text: str) -> str:
    """VexRiscv's Verilog with an instance of an empty module for each product.

    Raises MoteError where they are not those that are known.
    """

    def instance(found: re.Match[str]) -> str:
        name, signed, *operands = found.groups()
        a, b = (each for each in operands if each is not None)
        kind = "signed" if signed else "unsigned"
        for operand, bits in ((a, WIDTHS[kind]), (b, WIDTHS[kind]), (name, 2 * WIDTHS[kind])):
            if not re.search(rf"\bwire +\[{bits - 1}:0\] +{operand};", text):
                raise MoteError(f"VexRiscv's {operand} has not {bits} bits")
        return INSTANCE.format(kind=kind, name=name, a=a, b=b)

    made, count = ASSIGNED.subn(instance, text)
    if count != COUNT:
        raise MoteError(f"VexRiscv has {count} products, not {COUNT}, as they are known")
    return "\n".join([made, *_macros("vexriscv")])


def cut_word(text: str) -> str:
    """CV32E40X's Verilog, of one module, with an instance of an empty module for its product.

    Raises MoteError where it is not the one that is known.
    """
    found = WORD.findall(text)
    if len(found) != 1:
        raise MoteError(f"CV32E40X has {len(found)} products of words, not one, as it is known")
    y, a, b = found[0]
    for name, bits in ((a, 32), (b, 32), (y, 34)):
        if f"  wire [{bits - 1}:0] \\{name} ;\n" not in text:
            raise MoteError(f"CV32E40X's {name} has not {bits} bits")
    made = WORD.sub(lambda _: WORD_INSTANCE.format(a=a, b=b, y=y), text)
    return "\n".join([made, *_macros("cv32e40x")])


def instances(ports: Mapping[str, Any]) -> dict[str, str]:
    """The products at the ports of a core without them, each with its kind."""
    found = (PIN.fullmatch(name) for name in ports)
    return {pin[1]: pin[2] for pin in found if pin is not None}


def join(core: Mapping[str, Any], parts: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """The netlist of a core with the netlists of its products, by kind, at their pins."""
    ports, gates, names = dict(core["ports"]), list(core["gates"]), dict(core["names"])
    for name, kind in instances(core["ports"]).items():
        pins = {pin: ports.pop(f"{name}_{pin}")[1] for pin in "aby"}
        part = parts[kind]
        first = 1 + max(net for net in _nets(ports, gates, pins) if isinstance(net, int))
        net_of: dict[Any, Any] = {}
        for pin in "ab":
            inner = part["ports"][pin][1]
            net_of.update(zip(inner, pins[pin], strict=True))

        def inside(net: Any, known: Mapping[Any, Any] = net_of, start: int = first) -> Any:
            return net if isinstance(net, str) else known.get(net, start + net)

        made = [[kind, {p: inside(net) for p, net in on.items()}] for kind, on in part["gates"]]
        # What the core takes from the port is what the product drives.
        driven = dict(zip(pins["y"], map(inside, part["ports"]["y"][1]), strict=True))
        gates = [[k, {p: driven.get(net, net) for p, net in on.items()}] for k, on in gates + made]
        ports = {
            port: [way, [driven.get(net, net) for net in nets]]
            for port, (way, nets) in ports.items()
        }
        for net, word in part["names"].items():
            names.setdefault(str(inside(int(net))), f"{name}.{word}")
    return {"ports": ports, "gates": gates, "names": names}


def _nets(ports: Mapping[str, Any], gates: Any, pins: Mapping[str, Any]) -> Any:
    """All nets of a netlist and of pins."""
    for _, nets in ports.values():
        yield from nets
    for _, on in gates:
        yield from on.values()
    for nets in pins.values():
        yield from nets
