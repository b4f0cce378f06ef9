"""Memories of caches become macros outside of a core."""

from __future__ import annotations

import pytest

from mote.common.errors import MoteError
from mote.ise.area import Design, synthesize
from mote.ise.riscv import memories

CACHE = """\
module cache (
  input         clk,
  input         ask,
  input  [6:0]  place,
  input         set,
  input  [21:0] given,
  output [21:0] answer
);
  reg        [21:0]   _zz_tags_port0;
  (* ram_style = "block" *) reg [21:0] tags [0:127];

  always @(posedge clk) begin
    if(ask) begin
      _zz_tags_port0 <= tags[place];
    end
  end

  always @(posedge clk) begin
    if(set && ask) begin
      tags[place] <= given[21 : 0];
    end
  end

  assign answer = ~_zz_tags_port0;
endmodule

module whole (
  input         clk,
  input         ask,
  input  [6:0]  place,
  input         set,
  input  [21:0] given,
  output [21:0] answer
);
  cache part (
      .clk(clk),
      .ask(ask),
      .place(place),
      .set(set),
      .given(given),
      .answer(answer)
  );
endmodule
"""


def test_a_memory_outside() -> None:
    """Its pins are ports: what is read comes in, all else goes out.

    What is left is a complement of 22 bits and an and.
    """
    text = memories.outside(CACHE, "whole")
    for way, width, pin in (
        ("input", "[21:0] ", "read_data"),
        ("output", "[6:0] ", "read_address"),
        ("output", "", "read_enable"),
        ("output", "[6:0] ", "write_address"),
        ("output", "[21:0] ", "write_data"),
        ("output", "", "write_enable"),
    ):
        assert f"  {way} {width}part_tags_macro_{pin};" in text
    assert " reg " not in text
    found = synthesize(Design(text, "whole"))
    assert found.sequential == 0 and 10 < found.combinational < 50


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("_zz_tags_port0 <= tags[place];", "", "tags is not read or written as it is known"),
        ("tags[place] <= given[21 : 0];", "", "tags is not read or written as it is known"),
        ("(* ram_style", "(* style", "has no memories of caches"),
        (
            "input         set,\n  input  [21:0] given,\n  output [21:0] answer\n);\n  reg",
            "",
            "Yosys",
        ),
    ],
)
def test_another_core_is_refused(old: str, new: str, words: str) -> None:
    assert old in CACHE
    with pytest.raises(MoteError, match=words):
        memories.outside(CACHE.replace(old, new, 1), "whole")
