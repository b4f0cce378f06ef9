"""`mote test`: the style checks and the test suite."""

from __future__ import annotations

import argparse
from typing import Any


def add_parser(commands: Any) -> None:
    """Add the command; everything behind its name is pytest's."""
    text = "run the tests (--quick: those of a minute, --all: every case); arguments go to pytest"
    parser = commands.add_parser("test", help=text, description=text)
    parser.pass_on("arguments", "ARGUMENT", "for pytest")
    parser.set_defaults(keeps_temporary=True, run=run)


def run(options: argparse.Namespace) -> int:
    """Run the style checks, then pytest; 0 if all of it passed."""
    from mote.running import testing

    return testing.run(options.arguments, allow_install=not options.no_install)
