"""Cortex-M's files in the syntax of armasm and IAR: read back they are the same object code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from mote.building import package
from mote.catalog import catalog
from mote.catalog.cpu import Cpu
from mote.catalog.function import Implementation
from mote.choosing import dialects
from mote.common.errors import MoteError
from test_examples import needs

CPUS = ("cortex-m0", "cortex-m4")


def cases() -> Iterator[object]:
    """Each function's implementations in assembly, on the first of the CPUs that has them."""
    seen = set()
    for name in CPUS:
        cpu = catalog.cpus()[name]
        for function in catalog.functions().values():
            for each in catalog.implementations(function):
                key = (function.identifier, each.name)
                mine = each.name.split("_")[0] in cpu.sources and key not in seen
                if mine and each.name.startswith(("thumb", "armv6m")):
                    seen.add(key)
                    yield pytest.param(each, cpu, id=f"{function.name}-{each.name}")


@needs("arm-none-eabi-gcc")
@pytest.mark.sampled(40)
@pytest.mark.parametrize(("implementation", "cpu"), list(cases()))
def test_the_same_code(implementation: Implementation, cpu: Cpu, tmp_path: Path) -> None:
    """`translate` compares bytes, exported names and relocations, and raises where they differ."""
    packed = package.pack(implementation, implementation.function.identifier)
    for file in packed.sources:
        if file.name.endswith(".S"):
            path = tmp_path / file.name
            path.write_text(file.text)
            for name, dialect in dialects.DIALECTS.items():
                text = dialects.translate(path, cpu, name, ["Of a test."])
                assert not re.search(r"^\s*\.", text, re.M), "a directive of GNU's"
                assert text.endswith(f"{dialect.end}\n")


SOURCE = """
.syntax unified
.thumb
.global exported
.type exported, %function
.thumb_func
exported:
    adr r1, table
    ldr r2, table + 4
    beq 1f
    mov r8, r8
1:  bl other
    bx lr
.align 2
table: .word 1, 0x12345678
.short 9
"""


@needs("arm-none-eabi-gcc")
def test_a_text_in_each_syntax(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, cpu = tmp_path / "x.s", catalog.cpus()["cortex-m0"]
    path.write_text(SOURCE)
    shown = {name: dialects.translate(path, cpu, name, []) for name in dialects.DIALECTS}
    for line in ("IMPORT other", "EXPORT exported", "DCDU 0x12345678", "adr.n r1, L_table"):
        assert f"        {line}\n" in shown["armasm"]
    assert "\nexported\n" in shown["armasm"] and "\nexported:\n" in shown["iar"]
    for line in ("PUBLIC exported", "EXTERN other", "DATA", "DC16 0x0009", "mov r8, r8"):
        assert f"        {line}\n" in shown["iar"]
    # What is read back otherwise is noticed.
    right = dialects.to_gnu
    monkeypatch.setattr(
        dialects, "to_gnu", lambda text, of: right(text, of).replace("0x12345678", "0x12345679")
    )
    with pytest.raises(MoteError, match="gives other code"):
        dialects.translate(path, cpu, "iar", [])


@needs("arm-none-eabi-gcc")
@pytest.mark.parametrize(
    ("text", "message"),
    [
        (".data\n.word 1\n", "data in .data"),
        (".global f\n.word f\n", "R_ARM_ABS32 in data has no translation"),
    ],
)
def test_what_has_no_translation(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "x.s"
    path.write_text(text)
    with pytest.raises(MoteError, match=message):
        dialects.translate(path, catalog.cpus()["cortex-m0"], "armasm", [])


def test_other_processors_and_syntaxes_are_refused() -> None:
    with pytest.raises(MoteError, match="is for Cortex-M, which avr8 is not"):
        dialects.check(catalog.cpus()["avr8"], "iar")
    with pytest.raises(MoteError, match="there are gnu, armasm, iar"):
        dialects.check(catalog.cpus()["cortex-m0"], "nasm")
    with pytest.raises(MoteError, match="line 1: FOO is not known"):
        dialects.to_gnu("        FOO 1\n", dialects.DIALECTS["armasm"])
