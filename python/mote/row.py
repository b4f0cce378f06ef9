"""A row of figures: its columns, in results/figures.csv and in --json."""

from __future__ import annotations

from typing import Any

FIELDS = (
    "function",
    "digest_bits",
    "implementation",
    "cpu",
    "endianness",
    "toolchain",
    "flags",
    "size_bytes",
    "long_cycles_per_byte",
    "short_cycles",
    "block_cycles",
    "context_bytes",
    "stack_bytes",
    "static_bytes",
    "speed_size_ratio",
    "timing",
    "fidelity",
    "cycles_spread",
    "long_instructions_per_byte",
    "short_instructions",
    "block_instructions",
    "block_own_instructions",
    "reentrant",
    "vectors_passed",
    "vectors_failed",
)
"""The columns of results/figures.csv and, with `problem` and `published`, of --json."""

Row = dict[str, Any]
