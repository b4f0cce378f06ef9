"""The channels by which people take packages: each is one module of mote.releasing.channels.

A channel has a TITLE and `write(folder, metadata)`, which writes its archive into the folder and
returns the paths: twice the same bytes for the same commit.
"""

from __future__ import annotations

import importlib
import pkgutil
from pathlib import Path
from typing import Protocol, cast

from mote.common.errors import MoteError
from mote.releasing import channels
from mote.releasing.metadata import Metadata


class Channel(Protocol):
    """What a module of mote.releasing.channels has."""

    TITLE: str

    def write(self, folder: Path, metadata: Metadata) -> list[Path]:
        """Write its files into the folder, which is there; the paths."""


def names() -> list[str]:
    """The names of all channels, in order."""
    return sorted(each.name for each in pkgutil.iter_modules(channels.__path__))


def known(wanted: list[str]) -> list[str]:
    """The same names; raises MoteError for one that is no channel."""
    for each in wanted:
        if each not in names():
            raise MoteError(f"there is no channel {each}: there are {', '.join(names())}")
    return wanted


def channel(name: str) -> Channel:
    """A channel by its name."""
    return cast(Channel, importlib.import_module(f"{channels.__name__}.{name}"))


def write(folder: Path, metadata: Metadata) -> list[Path]:
    """Write the archives of all channels into a folder, which is there; the paths."""
    return [path for name in names() for path in channel(name).write(folder, metadata)]
