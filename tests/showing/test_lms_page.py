"""docs/lms.md: its table is of the stored rows."""

from __future__ import annotations

import re

from mote.common.paths import ROOT
from mote.keeping import store

TIMINGS = {
    "Cortex-M0": ("cortex-m0", "Cortex-M0"),
    "Cortex-M4": ("cortex-m4", "Cortex-M4"),
    "RV32IMC": ("rv32imc", "Ibex"),
    "AVR": ("avr8", "ATmega1281"),
    "8051": ("mcs51", "8051"),
}


def test_the_table_says_what_is_stored() -> None:
    text = (ROOT / "docs" / "lms.md").read_text(encoding="utf-8")
    lines = re.findall(
        r"^\| (\S+) \(.*?\) \| `(\w+)` \| ([\d,]+) \| (\d+).*? \| (\d+) \| ([\d.]+) million \|",
        text,
        re.M,
    )
    assert {line[0] for line in lines} == TIMINGS.keys() and len(lines) == 12
    stored = store.read()
    for name, file, size, context, stack, cycles in lines:
        cpu, timing = TIMINGS[name]
        row = stored["lms_sha256", file, cpu, timing]
        assert row.size_bytes == int(size.replace(",", "")), (name, file)
        assert row.stack_bytes == int(stack), (name, file)
        assert row.context_bytes is not None and row.static_bytes is not None
        assert row.context_bytes + row.static_bytes == int(context), (name, file)
        assert row.short_cycles is not None
        assert f"{row.short_cycles / 1e6:.1f}" == cycles, (name, file)
    (portable,) = re.findall(r"takes `portable` \(([\d,]+) bytes\) on a Cortex-M0", text)
    row = stored["lms_sha256", "portable", "cortex-m0", "Cortex-M0"]
    assert f"{row.size_bytes:,}" == portable
