"""`mote list`: the functions and their implementations."""

from __future__ import annotations

import argparse
from typing import Any


def add_parser(commands: Any) -> None:
    """Add the command."""
    text = "list the functions and their implementations"
    commands.add_parser("list", help=text, description=text).set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the functions."""
    from mote.catalog import listing

    print(listing.functions())
    return 0
