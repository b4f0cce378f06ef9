"""`mote measure`: audit, check and measure source files of the user's own."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from mote.choosing import choice, outside

DESCRIPTION = "audit, check and measure source files of your own"


def add_parser(commands: Any) -> None:
    """Add `measure` to the command line's commands."""
    command = commands.add_parser(
        "measure",
        help=DESCRIPTION,
        description=f"{DESCRIPTION}: docs/measure-your-own.md has a recipe for every option",
    )
    command.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help="C or assembly: together one implementation; or a folder, each file of which is one",
    )
    command.add_argument(
        "--cpu", action="extend", type=choice.names, required=True, metavar="CPU", help="or CPU,CPU"
    )
    outside.add_options(command)
    form = command.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print the rows as JSON")
    form.add_argument("--csv", action="store_true", help="print the rows as CSV")
    command.add_argument("--output", type=Path, metavar="FILE", help="write there instead")
    command.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print what is wrong, the sections, checks and figures; 1 if anything failed."""
    from mote.showing import own_file

    return own_file.run(options)
