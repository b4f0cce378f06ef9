"""VexRiscv's multiplier apart from the core, for its area: four products, each a module.

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
WIDTHS = {"signed": 17, "unsigned": 16}
"""Bits of the operands of both kinds."""
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
INSTANCE = "  mote_product_{kind} {name}_{kind}_product (.a({a}), .b({b}), .y({name}));\n"
PIN = re.compile(rf"(\w+_({'|'.join(WIDTHS)})_product)_([aby])")


def verilog(kind: str) -> str:
    """A product by itself."""
    bits = WIDTHS[kind]
    text = PRODUCT.format(kind=kind, high=bits - 1, last=2 * bits - 1)
    return text.replace("input unsigned", "input")


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
    macros = [
        MACRO.format(kind=kind, high=bits - 1, last=2 * bits - 1) for kind, bits in WIDTHS.items()
    ]
    return "\n".join([made, *macros])


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
