"""Connections to a Dask scheduler."""

from __future__ import annotations

import importlib
import logging
from collections.abc import Iterator
from typing import Any

from mote.common.errors import MoteError


def client(scheduler: str) -> Any:
    """A client of the Dask scheduler at this address; raises MoteError."""
    dask = distributed()
    silence()
    try:
        return dask.Client(scheduler, timeout=10)
    except (OSError, ValueError, TimeoutError) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise MoteError(f"no Dask scheduler at {scheduler}: {reason}") from None


def silence() -> None:
    """Leave out what Dask says of connections: errors come as exceptions."""
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)


def as_completed(futures: list[Any]) -> Iterator[Any]:
    """The futures as they end."""
    ended: Iterator[Any] = distributed().as_completed(futures)
    return ended


def distributed() -> Any:
    """Dask, which is untyped; raises MoteError."""
    try:
        return importlib.import_module("distributed")
    except ImportError:
        raise MoteError("the Python package distributed is not installed") from None
