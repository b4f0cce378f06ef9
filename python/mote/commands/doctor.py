"""`mote doctor`: what is installed."""

from __future__ import annotations

import argparse
from typing import Any


def add_parser(commands: Any) -> None:
    """Add the command."""
    text = "show what is installed, what is missing and how to get it"
    commands.add_parser("doctor", help=text, description=text).set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print it; 1 if something is missing."""
    from mote.showing import doctor

    return doctor.run()
