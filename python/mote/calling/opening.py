"""A session of an implementation that is built for it."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Iterator
from pathlib import Path

from mote.building import build
from mote.calling.session import Session
from mote.catalog.cpu import Cpu
from mote.catalog.function import Implementation
from mote.machines import open_machine


@contextlib.contextmanager
def opened(implementation: Implementation, cpu: Cpu) -> Iterator[Session]:
    """A session, which measures, of an implementation that is built for it."""
    with tempfile.TemporaryDirectory(prefix="mote-") as folder:
        built = build.build(implementation, cpu, Path(folder))
        machine = open_machine(cpu)
        try:
            image = build.link(implementation, cpu, built)
            session = Session(machine, implementation, built, image)
            session.detail = True
            yield session
        finally:
            machine.close()
