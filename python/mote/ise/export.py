"""Writes a core as Verilog for use elsewhere: the core, a test bench that checks itself, a README.

The test bench runs one program, which begins by setting all registers, goes through forms of the
base instructions and all forms of the extensions' with random operands, stores the registers and
ends at an instruction that does not exist.  What data memory must hold then comes from the
reference simulator.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from string import Template

from mote.common import files
from mote.common.errors import MoteError
from mote.ise import area
from mote.ise.program import PLAIN_FORMS, TIMES, Program, program
from mote.pic24 import lockstep, rtl
from mote.pic24.circuit.ports import TRAPS

NAMES = ("pic24.v", "pic24_tb.v", "program.hex", "data.hex", "expected.hex", "README.md")

BENCH = Template("""\
// Runs program.hex on the core and compares data memory with expected.hex; prints PASS or FAIL.
`timescale 1ns / 1ps
module pic24_tb;
  reg clk = 0;
  reg rst = 1;
  reg [23:0] program_memory[0:$program_words];
  reg [15:0] data_memory[0:32767];
  reg [15:0] expected[0:32767];
  reg [23:0] program_data = 0;
  reg [15:0] read_data = 0;
  wire program_enable;
  wire [21:0] program_address;
  wire [1:0] read_enable, write_enable;
  wire [15:0] read_address, write_address, write_data;
  wire [2:0] trap;
  integer cycles = 0, errors = 0, n;

  pic24 core (
      .clk(clk),
      .rst(rst),
      .program_enable(program_enable),
      .program_address(program_address),
      .program_data(program_data),
      .read_enable(read_enable),
      .read_address(read_address),
      .read_data(read_data),
      .write_enable(write_enable),
      .write_address(write_address),
      .write_data(write_data),
      .trap(trap)
  );

  always #5 clk = ~clk;

  // Read before write: the core passes a word on that it writes in the cycle of the read.
  always @(posedge clk) begin
    if (program_enable) program_data <= program_memory[program_address[$program_bits:0]];
    if (read_enable != 0) read_data <= data_memory[read_address[15:1]];
    if (write_enable[0]) data_memory[write_address[15:1]][7:0] <= write_data[7:0];
    if (write_enable[1]) data_memory[write_address[15:1]][15:8] <= write_data[15:8];
    if (!rst) cycles <= cycles + 1;
  end

  initial begin
    for (n = 0; n <= $program_words; n = n + 1) program_memory[n] = 0;
    $$readmemh("program.hex", program_memory);
    $$readmemh("data.hex", data_memory, $first, $last);
    $$readmemh("expected.hex", expected, $first, $last);
    repeat (3) @(negedge clk);
    rst = 0;
    while (trap == 0 && cycles < $limit) @(negedge clk);
    repeat (2) @(negedge clk);
    if (trap != 1) begin
      errors = 1;
      $$display("FAIL: trap is %0d after %0d cycles, expected 1", trap, cycles);
    end
    for (n = $first; n <= $last; n = n + 1)
      if (data_memory[n] !== expected[n]) begin
        errors = errors + 1;
        if (errors <= 10)
          $$display("FAIL: data memory at 0x%h is 0x%h, expected 0x%h", 2 * n, data_memory[n],
                    expected[n]);
      end
    if (errors == 0) $$display("PASS: %0d cycles", cycles);
    else $$fatal(1, "%0d differences", errors);
    $$finish;
  end
endmodule
""")

README = Template("""\
# The 16-bit core$having

- `pic24.v`: the core, top module `pic24`, made by `mote ise verilog`.
- `pic24_tb.v`: its test bench, with `program.hex` (instruction words), `data.hex` (data memory
  before) and `expected.hex` (data memory after, from Mote's reference simulator).

In this folder:

```sh
verilator --binary --timing -Wno-fatal -Wno-lint -Wno-style --top-module pic24_tb pic24_tb.v pic24.v
obj_dir/Vpic24_tb
```

prints `PASS` and the cycles, or what differs and exits with an error. The program executes
$executed instructions: $plain forms of the base instructions$times, with random operands; then it
stores W0 to W14. Every form of every instruction, with hazards and traps, is what Mote's lockstep
tests execute.

## Ports

All are synchronous to `clk`, `rst` is synchronous.
$ports
Values of `trap`: $traps.
""")


def write(extensions: Sequence[str], folder: Path) -> list[Path]:
    """Write the core with these extensions into a folder; the files, in the order of NAMES.

    Raises MoteError when an extension is not sound, a file exists already or cannot be written.
    """
    names = area.check_extensions(extensions)
    paths = [folder / name for name in NAMES]
    for path in paths:
        if path.exists():
            raise MoteError(f"{path} exists already; name another folder")
    made = program(names)
    contents = (area.verilog(names), *_bench(made), _readme(names, made))
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise MoteError(f"{folder}: {error.strerror}") from None
    for path, content in zip(paths, contents, strict=True):
        files.write(path, content)
    return paths


def _bench(made: Program) -> tuple[str, str, str, str]:
    """The test bench and the three files that it reads."""
    last = lockstep.PROGRAM_END // 2 - 1
    bench = BENCH.substitute(
        program_words=last,
        program_bits=last.bit_length() - 1,
        first=lockstep.DATA // 2,
        last=lockstep.DATA_END // 2 - 1,
        limit=2 * made.cycles + 1000,
    )
    lines, place = [], -1
    for address, word in sorted(made.words.items()):
        if address // 2 != place:
            lines.append(f"@{address // 2:x}")
        place = address // 2 + 1
        lines.append(f"{word:06x}")
    return bench, "\n".join(lines) + "\n", _hex(made.before), _hex(made.after)


def _hex(data: bytes) -> str:
    part = data[lockstep.DATA : lockstep.DATA_END]
    words = [int.from_bytes(part[n : n + 2], "little") for n in range(0, len(part), 2)]
    return "".join(f"{word:04x}\n" for word in words)


def _readme(names: tuple[str, ...], made: Program) -> str:
    ports = (rtl.__doc__ or "").partition("**Ports**")[2].partition("With `debug")[0]
    traps = [f"{number} {text}" for number, text in TRAPS.items() if number]
    return README.substitute(
        having=f" with {', '.join(names)}" if names else "",
        executed=made.executed,
        plain=PLAIN_FORMS,
        times=f" and {TIMES} times each form of the extensions'" if names else "",
        ports=ports.partition(":\n")[2].rstrip() + "\n",
        traps=", ".join(traps),
    )
