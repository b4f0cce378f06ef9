"""Constant time counted on a core's own hardware: `mote check --cores`."""

from __future__ import annotations

import dataclasses
import shutil

import pytest

from mote import cli
from mote.catalog import catalog
from mote.catalog.cpu import Cpu
from mote.catalog.function import Implementation
from mote.checking import cores
from mote.checking.verify import NOT_FINISHED, Check
from mote.common.errors import MoteError
from mote.machines import rtl_core
from mote.running import system
from mote.showing import report

needs_verilator = pytest.mark.skipif(
    shutil.which("verilator") is None or shutil.which("riscv64-unknown-elf-gcc") is None,
    reason="needs Verilator and the RISC-V compiler",
)


def file_of(function: str, name: str) -> Implementation:
    known = catalog.implementations(catalog.functions()[function])
    return next(each for each in known if each.name == name)


def on(core: str) -> Cpu:
    """The CPU rv32imc with the first timing of this core alone."""
    cpu = catalog.cpus()["rv32imc"]
    timing = next(each for each in cpu.timings if each.core == core)
    return dataclasses.replace(cpu, timings=(timing,))


@needs_verilator
@pytest.mark.sampled(3, by=())
@pytest.mark.parametrize(
    ("function", "core", "promised", "status", "words"),
    [
        ("blake2s", "vexriscv", True, "passed", "VexRiscv"),
        ("groestl256", "vexriscv", False, "not constant-time", " cycles (VexRiscv) for one "),
        ("groestl256", "vexriscv", True, "failed", " cycles (VexRiscv) for one message and "),
    ],
)
def test_a_table_that_is_cached_fails_a_promise(
    function: str,
    core: str,
    promised: bool,
    status: str,
    words: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Implementation, "constant_time", property(lambda _: promised))
    monkeypatch.setattr(cores, "TRIED", 1)
    found = cores.check(cores.CoresJob(file_of(function, "portable_fast"), on(core)))
    assert (found.name, found.status) == ("time on cores", status)
    assert words in found.detail


@needs_verilator
def test_a_digest_that_is_wrong_on_the_core_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    from mote.machines import rtl

    right = rtl.Hardware.read
    monkeypatch.setattr(rtl.Hardware, "read", lambda *some: bytes(len(right(*some))))
    found = cores.check(cores.CoresJob(file_of("sha256", "rv32imc_fast"), on("ibex")))
    assert found.failed and found.detail.startswith("Ibex RTL: ")


@needs_verilator
def test_a_core_that_cannot_be_had_leaves_it_unfinished(monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(*_: object) -> None:
        raise MoteError("cannot fetch it")

    monkeypatch.setattr(rtl_core, "library", gone)
    found = cores.check(cores.CoresJob(file_of("sha256", "rv32imc_fast"), on("ibex")))
    assert (found.status, found.detail) == (NOT_FINISHED, "Ibex RTL: cannot fetch it")


def test_what_cannot_be_done_is_said_before_any_check(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert cli.main(["check", "sha256", "--cpu", "avr8", "--cores"]) == 1
    said = "mote: --cores: no chosen CPU has the hardware of a core; these have: rv32ec, rv32imc, "
    assert capsys.readouterr().err.startswith(said)
    monkeypatch.setattr(system, "ensure", lambda wanted, **_: wanted)
    assert cli.main(["check", "sha256", "--cpu", "rv32imc", "--cores"]) == 1
    assert capsys.readouterr().err == "mote: --cores needs verilator and g++: run `mote doctor`\n"


def test_the_table_has_a_column_for_it_where_it_was_asked_for() -> None:
    usual = [Check("vectors", "passed")]
    row = ("sha256", "rv32imc", "rv32imc", usual, "")
    assert cores.NAME not in report.check_table([row])
    unfinished = Check(cores.NAME, NOT_FINISHED, "Ibex RTL: cannot fetch it")
    text = report.check_table([(*row[:3], [*usual, unfinished], "")])
    assert "on cores" in text.replace("\n", " ")
    assert "sha256 rv32imc on rv32imc: time on cores: Ibex RTL: cannot fetch it" in text
