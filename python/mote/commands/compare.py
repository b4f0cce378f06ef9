"""`mote compare`: other people's libraries beside ours."""

from __future__ import annotations

import argparse
from typing import Any

from mote.choosing import choice
from mote.common.errors import MoteError


def add_parser(commands: Any) -> None:
    """Add the command and its options."""
    text = "build other people's libraries, measure them and print them beside ours"
    parser = commands.add_parser("compare", help=text, description=f"{text} (docs/compare.md)")
    parser.add_argument("function", metavar="FUNCTION", nargs="?")
    parser.add_argument("--cpu", type=choice.name, metavar="CPU")
    parser.add_argument(
        "--stale",
        action="store_true",
        help="measure and store all that results/compare.csv has of another content",
    )
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
    from mote.comparing import libraries, measured

    if options.stale:
        return _stale(options)
    if options.function is None or options.cpu is None:
        raise MoteError("name a function and --cpu CPU, or say --stale")
    function = choice.function(options.function)
    cpu = choice.cpu(options.cpu)
    chosen = libraries.chosen(options.library, function.name, cpu)
    found = measured.measure(chosen, cpu, allow_install=not options.no_install)
    if options.write:
        measured.keep(found)
    print(measured.form(found, function, cpu, as_json=options.json))
    return 1 if all(one.problem for one in found) else 0


def _stale(options: argparse.Namespace) -> int:
    """Measure what is stale and store it; 1 if a program could not be measured."""
    from mote.catalog import catalog
    from mote.comparing import libraries, measured, stored
    from mote.running import system

    if options.function or options.cpu or options.library or options.json:
        raise MoteError("--stale goes alone: it measures and stores all that is stale")
    wanted: dict[tuple[str, str], list[str]] = {}
    for line in stored.stale():
        names = wanted.setdefault((line["function"], line["cpu"]), [])
        if line["library"] not in names and line["library"] in libraries.libraries():
            names.append(line["library"])
    bad = 0
    for (name, cpu_name), names in wanted.items():
        function, cpu = catalog.functions()[name], choice.cpu(cpu_name)
        chosen = libraries.chosen(names, function.name, cpu)
        found = measured.measure(chosen, cpu, allow_install=not options.no_install)
        measured.keep(found)
        for one in found:
            if one.problem:
                bad += 1
                what = f"{one.title}: {name} on {cpu_name}"
                system.print_progress(f"{what}: not measured: {one.problem.partition(chr(10))[0]}")
    system.print_progress(f"{len(wanted)} functions on CPUs measured anew")
    return 1 if bad else 0
