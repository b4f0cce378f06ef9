"""`mote ratio`: two programs of one function on POWER, in llvm-mca's models."""

from __future__ import annotations

import argparse
from typing import Any

from mote.choosing import choice


def add_parser(commands: Any) -> None:
    """Add the command and its options."""
    text = "the time of a program over that of another, on POWER, in llvm-mca's models"
    parser = commands.add_parser("ratio", help=text, description=text)
    parser.add_argument("function", metavar="FUNCTION")
    parser.add_argument("first", type=choice.name, metavar="NAME", help="an implementation")
    parser.add_argument("second", type=choice.name, metavar="NAME", help="and another one")
    parser.add_argument("--cpu", type=choice.name, metavar="CPU", default="power8-le")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print a line for each model."""
    from mote.keeping import work
    from mote.measuring import mca

    function = choice.function(options.function, "hash")
    cpu = choice.cpu(options.cpu)
    work.need(cpu, allow_install=not options.no_install)
    chosen = [
        choice.implementation(function, each, cpu) for each in (options.first, options.second)
    ]
    print(
        f"{function.name} on {cpu.name}, {options.first} / {options.second}, in llvm-mca's model of"
    )
    for model, ratio in mca.ratios(chosen[0], chosen[1], cpu).items():
        print(f"  {model:6} {ratio:.2f}")
    print("(a model: docs/power8.md has what boards take beside its cycles)")
    return 0
