"""The proof that a core's hardware computes what the description of an extension says."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from mote import cli
from mote.common.errors import MoteError
from mote.common.paths import ROOT
from mote.ise import area, equivalence, explore
from mote.pic24.hardware import Hardware

EXTENSION = "keccak_iota"
"""One step that reads memory, a table and registers, and writes memory and a register."""
MESSAGE = "what the proof says"
PAGE_WORDS = " ".join((ROOT / "docs" / "extend-the-core.md").read_text(encoding="utf-8").split())
FOUND = re.compile(r"says: (W\d+|the value written) is 0x[0-9a-f]+, not 0x[0-9a-f]+")
"""What differs in the state that the solver has found, which is any."""


def planted(verilog: str, module: str, old: str, new: str) -> str:
    """The core with the first `old` of a module replaced."""
    start = re.search(rf"^module \\?{re.escape(module)}\b", verilog, re.M)
    assert start is not None
    end = verilog.index("endmodule", start.end())
    body = verilog[start.start() : end]
    assert old in body
    return verilog[: start.start()] + body.replace(old, new, 1) + verilog[end:]


@pytest.mark.turns("16-bit core", 16, "python/mote/pic24", "python/mote/ise", "cores/pic24")
def test_a_step_is_proved_and_a_planted_fault_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A wrong operator in the extension's own module; nothing is kept of such a core."""
    verilog = area.verilog((EXTENSION,))
    wrong = planted(verilog, f"pic24.extension_{EXTENSION}", " ^ ", " | ")
    monkeypatch.setattr(area, "CACHE", tmp_path)
    with pytest.raises(MoteError) as caught:
        area.synthesize(area.Design(wrong, lockstep=(EXTENSION,)))
    found = str(caught.value)
    assert found.startswith(
        "k_iota of keccak_iota: step 1: the hardware computes something else than its description "
        "says: "
    )
    assert FOUND.search(found) and FOUND.sub("", found) in FOUND.sub("", PAGE_WORDS)
    assert not list(tmp_path.glob("*.proved"))
    right = area.Design(verilog, lockstep=(EXTENSION,))
    assert area.prove(right) == 1
    assert len(list(tmp_path.glob("*.proved"))) == 1
    # It is kept: nobody proves it again, and another core is not taken for it.
    monkeypatch.setattr(equivalence, "prove", lambda verilog, extensions: 1 // 0)
    assert area.prove(right) == 1
    with pytest.raises(ZeroDivisionError):
        area.prove(area.Design(wrong, lockstep=(EXTENSION,)))
    assert area.prove(area.Design("no core and no extension", lockstep=())) == 0


@pytest.mark.turns("16-bit core", 16, "python/mote/pic24", "python/mote/ise", "cores/pic24")
def test_a_step_that_never_takes_place_is_not_proved() -> None:
    """Whatever is said of it would hold: here nothing is issued but under reset."""
    verilog = area.verilog((EXTENSION,))
    issue = re.search(r"^  assign issue = .*;$", verilog, re.M)
    assert issue is not None
    never = verilog.replace(issue[0], "  assign issue = rst;")
    with pytest.raises(MoteError, match="the hardware never executes it") as caught:
        equivalence.prove(never, (EXTENSION,))
    assert str(caught.value) in PAGE_WORDS


def test_no_figure_without_the_proof(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`mote ise area`, `explore` and `check` end with what the proof says, before any synthesis."""

    def refused(verilog: str, extensions: tuple[str, ...]) -> int:
        assert (verilog, extensions) == (f"the core with {EXTENSION}", (EXTENSION,))
        raise MoteError(MESSAGE)

    def no_netlist(*arguments: object) -> None:
        raise MoteError("this is not the message")

    monkeypatch.setattr(area, "CACHE", tmp_path)
    monkeypatch.setattr(area, "verilog", lambda names=(): f"the core with {' '.join(names)}")
    monkeypatch.setattr(equivalence, "prove", refused)
    monkeypatch.setattr(area.synthesis, "synthesize", no_netlist)
    with pytest.raises(MoteError, match=MESSAGE):
        area.synthesize(area.core((EXTENSION,)))
    with pytest.raises(MoteError, match=MESSAGE):
        explore.synthesize([area.Request((EXTENSION,))], None, 1, lambda: None)
    assert cli.main(["ise", "check", EXTENSION]) == 1
    out, err = capsys.readouterr()
    assert out == "" and MESSAGE in err


@pytest.mark.turns("16-bit core", 16, "python/mote/pic24", "python/mote/ise", "cores/pic24")
def test_check(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Both checks, and that the second one can fail: the hardware gets other literals."""
    assert cli.main(["ise", "check", EXTENSION]) == 0
    assert capsys.readouterr().out == (
        f"{EXTENSION}: the hardware of every step (1) is proved to be what the description says; "
        "every form (1) ran beside the reference simulator\n"
    )

    load = Hardware.load

    def other(self: Hardware, program: Mapping[int, int]) -> None:
        # mov #lit16, Wn begins with 0010; its literal is in the bits 19 to 4.
        load(self, {at: word ^ 16 * (word >> 20 == 2) for at, word in program.items()})

    monkeypatch.setattr(Hardware, "load", other)
    assert cli.main(["ise", "check", EXTENSION]) == 1
    out, err = capsys.readouterr()
    assert out == "" and f"{EXTENSION}: the hardware and the reference simulator differ: " in err
    shown = re.search(rf"{EXTENSION}: the hardware and the reference .* in hardware", PAGE_WORDS)
    assert shown is not None
    some = re.compile(r"before 0x\w{4} \w+ is 0x\w{4}|0x\w{4} in hardware")
    assert some.sub("", shown[0]) in some.sub("", err)
