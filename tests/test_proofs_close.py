"""The obligation close: a fault in the padding is refuted, and the simulator confirms it."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from mote import catalog
from mote.prove import engine

pytest.importorskip("pypcode")


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("movs    r4, #128 ", "movs    r4, #129 "),  # the bit 1 behind the message
        ("movs    r1, #0 ", "movs    r1, #1 "),  # the zeros behind that
        ("movs    r2, #8 ", "movs    r2, #4 "),  # four message blocks
        ("lsrs    r2, r4, #3 ", "lsrs    r2, r4, #4 "),  # the length of the digest
    ],
)
def test_a_fault_in_close_is_refuted(right: str, wrong: str, tmp_path: Path) -> None:
    implementation = next(
        each
        for each in catalog.implementations(catalog.functions()["shabal"])
        if each.name == "thumb"
    )
    text = implementation.source.read_text(encoding="utf-8")
    begin = text.index("function mote_shabal_close")
    assert text.count(right, begin) == 1
    changed = tmp_path / "thumb.S"
    changed.write_text(text[:begin] + text[begin:].replace(right, wrong), encoding="utf-8")
    implementation = dataclasses.replace(implementation, sources=(changed,))
    cpu = catalog.cpus()["cortex-m0"]
    job = engine.Job(implementation, cpu, use_kept=False, obligations=("close",))
    [close] = engine.run(job)
    assert close.verdict == engine.REFUTED, close.detail
    assert "0 bytes and 0 bits wait: " in close.detail
