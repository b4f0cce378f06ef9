"""`mote release`: the files of a release."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any


def add_parser(commands: Any) -> None:
    """Add the command and its options."""
    text = "write the source archive of the commit, the page of all figures and their checksums"
    parser = commands.add_parser("release", help=text, description=text)
    parser.add_argument("folder", metavar="FOLDER", type=Path, help="a new or an empty folder")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Write the files and print their paths."""
    from mote.showing import release

    for path in release.write(options.folder):
        print(path)
    return 0
