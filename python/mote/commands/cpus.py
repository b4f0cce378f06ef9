"""`mote cpus`: the CPUs and the chips."""

from __future__ import annotations

import argparse
from typing import Any


def add_parser(commands: Any) -> None:
    """Add the command."""
    text = "list the CPUs, and the chips that are known by name"
    commands.add_parser("cpus", help=text, description=text).set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the CPUs and the chips."""
    from mote.catalog import chips, listing

    print(listing.cpus())
    print("\nChips, whose names stand for their CPU's:\n")
    print(chips.listing())
    return 0
