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
    parser.add_argument(
        "--url", default="", help="the project's address, in place of the one in release.toml"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Write the files and print their paths."""
    from mote.showing import release

    if options.channel:
        paths = release.packages(options.folder, options.channel, options.url)
    else:
        paths = release.write(options.folder, options.url)
    for path in paths:
        print(path)
    made = release.described(options.url)
    if made.is_placeholder:
        # The first is the source archive, in which release.toml itself is.
        packed = paths if options.channel else paths[1:]
        named = ", ".join(release.naming(made.url, packed))
        if named:
            print(
                f"mote: {made.url}, url in release.toml, is a place holder: give --url URL before "
                f"you publish {named}",
                file=sys.stderr,
            )
    return 0
