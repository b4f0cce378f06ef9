"""`mote release`: the files of a release."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any


def add_parser(commands: Any) -> None:
    """Add the command and its options."""
    text = "write the commit's source archive, the page of all figures, packages, and checksums"
    parser = commands.add_parser("release", help=text, description=text)
    parser.add_argument("folder", metavar="FOLDER", type=Path, help="a new or an empty folder")
    parser.add_argument(
        "--channel",
        nargs="+",
        metavar="NAME",
        help="these packages alone, of the working tree as it is: docs/packages.md names them",
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Write the files and print their paths."""
    from mote.releasing import metadata
    from mote.showing import release

    if options.channel:
        paths = release.packages(options.folder, options.channel)
    else:
        paths = release.write(options.folder)
    for path in paths:
        print(path)
    if "example.org" in metadata.read().url:
        print(
            "mote: release.toml: url is a place holder: put the project's address", file=sys.stderr
        )
    return 0
