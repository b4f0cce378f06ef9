"""`mote report`: the tables of results/figures.csv in Markdown."""

from __future__ import annotations

import argparse
from typing import Any


def add_parser(commands: Any) -> None:
    """Add the command and its options."""
    text = "print the tables of results/figures.csv in Markdown"
    parser = commands.add_parser("report", help=text, description=text)
    parser.add_argument("--write", action="store_true", help="put them into their pages")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the main table, or write every generated page and print which changed."""
    from mote.showing import report

    if options.write:
        for path in report.write_pages():
            print(path)
    else:
        print(report.main_table())
    return 0
