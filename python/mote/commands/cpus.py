"""`mote cpus`: the CPUs."""

from __future__ import annotations

import argparse
from typing import Any


def add_parser(commands: Any) -> None:
    """Add the command."""
    text = "list the CPUs"
    commands.add_parser("cpus", help=text, description=text).set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the CPUs."""
    from mote import listing

    print(listing.cpus())
    return 0
