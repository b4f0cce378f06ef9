"""What is in a context before init makes no difference, and a file to which it does is caught."""

from __future__ import annotations

import contextlib
import dataclasses
from pathlib import Path

import pytest

from mote.building import build
from mote.calling.hash_caller import HashCaller
from mote.calling.session import Session
from mote.catalog import catalog
from mote.common.errors import Breach
from mote.common.paths import ROOT
from mote.machines import open_machine


def test_a_borrow_that_runs_out_of_a_context_of_zeros_is_caught(tmp_path: Path) -> None:
    # The count of SHA-512 begins with 0 and goes down: the word behind it must end the borrow.
    files = catalog.implementations(catalog.functions()["sha512"])
    [right] = [each for each in files if each.name == "thumb_table"]
    text = (ROOT / "src" / "sha2" / "sha512_thumb.inc").read_text()
    old = "stmia   r0!, {r1-r3} "
    assert text.count(old) == 1
    (tmp_path / "wrong.inc").write_text(text.replace(old, "stmia r0!, {r1, r2} "))
    changed = right.source.read_text().replace("sha2/sha512_thumb.inc", "wrong.inc")
    (tmp_path / "wrong.S").write_text(changed)
    wrong = dataclasses.replace(right, sources=(tmp_path / "wrong.S",))
    cpu = catalog.cpus()["cortex-m0"]
    for file in (right, wrong):
        built = build.build(file, cpu, tmp_path)
        with contextlib.closing(open_machine(cpu)) as machine:
            session = Session(machine, file, built, build.link(file, cpu, built))
            digests = [HashCaller(session).hash(b"a", 8, 512)]
            if file is wrong:
                with pytest.raises(Breach, match="past the end of context"):
                    HashCaller(session).hash(b"a", 8, 512)
                continue
            digests += [HashCaller(session).hash(b"a", 8, 512) for _ in range(2)]
            assert len(set(digests)) == 1
