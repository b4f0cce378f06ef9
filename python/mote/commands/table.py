"""`mote table`: published figures of many functions beside ours."""

from __future__ import annotations

import argparse
from typing import Any


def add_parser(commands: Any) -> None:
    """Add the command and its options."""
    text = "print published figures of many functions beside ours"
    parser = commands.add_parser("table", help=text, description=text)
    parser.add_argument("name", nargs="?", metavar="NAME", help="which; without it, what there is")
    parser.add_argument("--wide", action="store_true", help="lines as long as they come")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print a table, or the names of all."""
    from mote.catalog import catalog
    from mote.common import columns
    from mote.comparing import papers

    known = papers.modules()
    if options.name is None:
        width = max(map(len, known))
        for name, module in known.items():
            print(f"{name.ljust(width)}  {module.TITLE}")
        return 0
    (name,) = catalog.pick_names("table", [options.name], known)
    print(known[name].text(None if options.wide else columns.terminal_width()))
    return 0
