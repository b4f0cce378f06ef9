"""`mote compare`: other people's libraries beside ours."""

from __future__ import annotations

import argparse
from typing import Any

from mote import choice


def add_parser(commands: Any) -> None:
    """Add the command and its options."""
    text = "build other people's libraries, measure them and print them beside ours"
    parser = commands.add_parser("compare", help=text, description=f"{text} (docs/compare.md)")
    parser.add_argument("function", metavar="FUNCTION")
    parser.add_argument("--cpu", type=choice.name, required=True, metavar="CPU")
    parser.add_argument(
        "--library",
        action="extend",
        type=choice.names,
        default=[],
        metavar="NAME",
        help="only this one: a file of libraries/",
    )
    parser.add_argument(
        "--write", action="store_true", help="put the figures into results/compare.csv"
    )
    parser.add_argument("--json", action="store_true", help="print the rows as JSON")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the table; 1 if no program could be measured."""
    from mote import catalog, compare, libraries

    (name,) = catalog.pick_names("function", [options.function], catalog.functions())
    function = catalog.functions()[name]
    cpu = choice.cpu(options.cpu)
    chosen = libraries.chosen(options.library, function.name, cpu)
    found = compare.measure(chosen, cpu, allow_install=not options.no_install)
    if options.write:
        compare.keep(found)
    print(compare.form(found, function, cpu, as_json=options.json))
    return 1 if all(one.problem for one in found) else 0
