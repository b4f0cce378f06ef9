"""`mote measure`: audit, check and measure source files of the user's own."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from mote import choice
from mote.types import API

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
    what = command.add_mutually_exclusive_group(required=True)
    what.add_argument("--function", metavar="FUNCTION", help="the function that it computes")
    what.add_argument("--kernel", metavar="KERNEL", help="one function: the page lists them")
    command.add_argument("--prefix", metavar="NAME", help="exports NAME_init, NAME and NAME_close")
    for name, (arguments, _) in API.items():
        command.add_argument(
            f"--{name}",
            metavar="CALL",
            help=f"another name, and other arguments: 'NAME({', '.join(arguments)})'",
        )
    command.add_argument("--call", metavar="CALL", help="the same for a kernel")
    command.add_argument("--header", metavar="FILE", type=Path, help="declares the context")
    command.add_argument("--context", metavar="TYPE", help="its type (default: NAME_context)")
    command.add_argument(
        "--context-bytes", metavar="N", type=int, help="its size, without a header"
    )
    command.add_argument(
        "--bytes-only", action="store_true", help="messages of whole bytes: no lengths in bits"
    )
    command.add_argument(
        "-I", dest="include", action="append", default=[], metavar="DIR", help="for the compiler"
    )
    command.add_argument(
        "-D", dest="define", action="append", default=[], metavar="NAME[=VALUE]", help="the same"
    )
    command.add_argument(
        "-O", dest="optimize", metavar="LEVEL", help="the same, instead of the CPU's own"
    )
    command.add_argument(
        "--flag",
        action="append",
        default=[],
        metavar="FLAG",
        help="any other: --flag=-funroll-loops",
    )
    form = command.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print the rows as JSON")
    form.add_argument("--csv", action="store_true", help="print the rows as CSV")
    command.add_argument("--output", type=Path, metavar="FILE", help="write there instead")
    command.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print what is wrong, the sections, checks and figures; 1 if anything failed."""
    from mote import outside

    return outside.run(options)
