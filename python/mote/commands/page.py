"""`mote page`: every figure as one HTML file."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any


def add_parser(commands: Any) -> None:
    """Add the command and its options."""
    text = "write every figure as one HTML file, to be opened in a browser"
    parser = commands.add_parser("page", help=text, description=text)
    parser.add_argument(
        "file", nargs="?", type=Path, default=Path("mote.html"), help="default: mote.html"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Write the page and print its path."""
    from mote.common import files, version
    from mote.common.errors import MoteError
    from mote.showing import page

    if options.file.is_dir():
        raise MoteError(f"{options.file}: is a folder; give the name of a file")
    files.write(options.file, page.make(version.commit()))
    print(options.file)
    return 0
