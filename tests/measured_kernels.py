"""Every kernel of the 16-bit core, measured once for all tests of a run that look at the counts."""

from __future__ import annotations

import pickle
from pathlib import Path

from mote.building import once
from mote.ise import table
from mote.ise.kernels import Measured


def all_of_them() -> dict[tuple[str, str], Measured]:
    """What `table.measure` gives; only for tests that change nothing that it reads."""

    def keep(folder: Path) -> None:
        (folder / "measured").write_bytes(pickle.dumps(table.measure()))

    found = once.folder(None, keep, lambda: "what tests share of every kernel")
    if found is None:
        return table.measure()
    shared: dict[tuple[str, str], Measured] = pickle.loads((found / "measured").read_bytes())
    return shared
