"""VexRiscv without the memories of its caches, for its area: they are macros outside of the core.

In a cell library they would be flip-flops.  Each is taken out of the core's Verilog, and what is at
its pins (enables, addresses, what is written and read) becomes ports of the core: so the logic
before and behind it stays, and its time of access is in no path, as with the memory of the other
cores.  What mote.ise.riscv.products has cut becomes ports as well.  The registers of the processor
stay inside, as flip-flops.
"""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

from mote.common.errors import MoteError
from mote.ise.riscv import products
from mote.pic24.yosys import yosys

DECLARED = re.compile(r'  \(\* ram_style = "block" \*\) reg \[(\d+):0\] (\w+) \[0:(\d+)\];\n')
SCRIPT = """\
read_verilog -sv design.v
hierarchy -check -top {top}
proc
flatten -separator _
expose -evert -sep _ t:mote_memory_* {also}
write_verilog -noattr outside.v
"""
MACRO = """\
(* blackbox *)
module mote_memory_{bits}_{words} (
    input read_enable, input [{high}:0] read_address, output [{last}:0] read_data,
    input write_enable, input [{high}:0] write_address, input [{last}:0] write_data
);
endmodule
"""
INSTANCE = """\
  mote_memory_{bits}_{words} {name}_macro (
      .read_enable({enable}), .read_address({address}), .read_data({result}),
      .write_enable({write}), .write_address({target}), .write_data({content})
  );
"""


def outside(text: str, top: str) -> str:
    """The design with the memories of VexRiscv's caches outside.  Raises MoteError."""
    kinds: set[tuple[int, int]] = set()
    parts = [_without(part, kinds) for part in text.split("\nendmodule")]
    if not kinds:
        raise MoteError("VexRiscv has no memories of caches")
    macros = [
        MACRO.format(bits=bits, words=words, last=bits - 1, high=(words - 1).bit_length() - 1)
        for bits, words in sorted(kinds)
    ]
    return exposed("\n".join(["\nendmodule".join(parts), *macros]), top)


def exposed(text: str, top: str) -> str:
    """The design as one module, what is at its memories' and products' pins as its ports.

    Raises MoteError.
    """
    with tempfile.TemporaryDirectory(prefix="mote-yosys-") as name:
        folder = Path(name)
        (folder / "design.v").write_text(text, encoding="utf-8")
        (folder / "script.ys").write_text(
            SCRIPT.format(top=top, also=products.CELLS), encoding="utf-8"
        )
        result = yosys(["-s", "script.ys"], folder)
        made = folder / "outside.v"
        if result.returncode != 0 or not made.is_file():
            words_ = (result.stdout + result.stderr).splitlines()
            errors = [line for line in words_ if "ERROR" in line] or words_[-1:] or ["no output"]
            raise MoteError(f"Yosys: {errors[0].strip()}")
        found = made.read_text(encoding="utf-8")
    # What Yosys says of itself is no part of a design.
    return re.sub(r"^/\* .* \*/\n", "", found)


def _without(module: str, kinds: set[tuple[int, int]]) -> str:
    """A module whose memories are instances of macros; their sizes are added to `kinds`."""
    instances = []
    for last, name, end in DECLARED.findall(module):
        read = re.search(
            rf"if\(([^\n]*)\) begin\n(?:      [^\n]*\n)*?      (\w+) <= {name}\[(\w+)\];\n", module
        )
        write = re.search(rf"if\(([^\n]*)\) begin\n      {name}\[(\w+)\] <= ([^\n]*);\n", module)
        if read is None or write is None:
            raise MoteError(f"VexRiscv's memory {name} is not read or written as it is known")
        enable, result, address = read.groups()
        target, content = write[2], write[3]
        instances.append(
            INSTANCE.format(
                bits=int(last) + 1,
                words=int(end) + 1,
                name=name,
                enable=enable,
                address=address,
                result=result,
                write=write[1],
                target=target,
                content=content,
            )
        )
        kinds.add((int(last) + 1, int(end) + 1))
        module = module.replace(f"      {result} <= {name}[{address}];\n", "")
        module = module.replace(f"      {name}[{target}] <= {content};\n", "")
        module = re.sub(rf"\breg( +\[\d+:0\] +{result};)", r"wire\1", module)
    module = DECLARED.sub("", module)
    return "\n".join([module, *instances]) if instances else module
