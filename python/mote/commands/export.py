"""`mote export`: write an implementation as one header and one source to take home."""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path
from typing import Any

from mote.catalog.cpu import Cpu
from mote.catalog.function import Function
from mote.choosing import choice
from mote.common.errors import MoteError


def add_parser(commands: Any) -> None:
    """Add the command and its options."""
    text = "write functions for a CPU as one header and one source each, to take home"
    parser = commands.add_parser(
        "export",
        help=text,
        description=text,
        usage="mote export FUNCTION[:IMPLEMENTATION] … FOLDER --cpu CPU\n"
        "       [--together | --prefix NAME]\n"
        "       [--implementation NAME | --small | --tiniest | --fast |\n"
        "       --low-ram | --balanced] [--assembler gnu | armasm | iar]",
    )
    parser.add_argument(
        "function",
        nargs="+",
        metavar="FUNCTION",
        help="or FUNCTION:IMPLEMENTATION, for one of them alone; `lms sha256` is lms_sha256",
    )
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="made if it is not there")
    parser.add_argument(
        "--cpu", type=choice.name, required=True, metavar="CPU", help="or a chip by its name"
    )
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--implementation", type=choice.name, metavar="NAME")
    how.add_argument("--small", action="store_const", dest="wish", const="small", help="default")
    how.add_argument(
        "--tiniest",
        action="store_const",
        dest="wish",
        const="tiniest",
        help="the smallest of all, even if each call computes its constants anew",
    )
    how.add_argument("--fast", action="store_const", dest="wish", const="fast")
    how.add_argument("--low-ram", action="store_const", dest="wish", const="low_ram")
    how.add_argument(
        "--balanced",
        action="store_const",
        dest="wish",
        const="balanced",
        help="the least size times cycles",
    )
    parser.add_argument(
        "--prefix", metavar="NAME", help="what exported names begin with (default: mote_FUNCTION)"
    )
    parser.add_argument(
        "--together",
        action="store_true",
        help="for one program: what the functions share is there once",
    )
    parser.add_argument(
        "--assembler",
        choices=("gnu", "armasm", "iar"),
        default="gnu",
        help="of Cortex-M's assembly, beside each file for GNU as, one for that assembler",
    )
    parser.set_defaults(run=run, wish="small")


def _written(paths: list[Path], cpu: Cpu, assembler: str) -> None:
    """Print the paths, and those of the files for another assembler, which are written."""
    from mote.choosing import dialects

    for path in paths:
        print(path)
        if assembler != "gnu" and path.suffix == ".S":
            print(dialects.beside(path, cpu, assembler))


def run(options: argparse.Namespace) -> int:
    """Write the files and print their paths."""
    from mote.choosing import dialects, export

    cpu = choice.cpu(options.cpu)
    if options.assembler != "gnu":
        dialects.check(cpu, options.assembler)
    named = {}
    for word in choice.joined(options.function):
        wanted_name, _, implementation = word.partition(":")
        # One source is for all sizes of a key, or of a digest.
        function = choice.functions([wanted_name], digests=True)[0]
        named[function.name] = implementation
    functions = choice.functions(list(named))
    prefix = options.prefix
    if prefix is not None:
        if not re.fullmatch(r"[A-Za-z_]\w*", prefix, re.ASCII):
            raise MoteError(f"--prefix {prefix!r} is not a C identifier")
        if len(functions) > 1:
            raise MoteError("--prefix goes with one function: export the others one by one")
    if options.together:
        return _together(functions, named, options)
    wanted = []
    for function in functions:
        name = named[function.name] or options.implementation
        if name is not None:
            chosen = choice.implementation(function, name, cpu)
        else:
            chosen = export.choose(function, cpu, options.wish)
        wanted.append((chosen, prefix or function.identifier))
    _written(export.write(wanted, cpu, options.folder), cpu, options.assembler)
    for chosen, _ in wanted:
        warning = export.costly(export.rows_of(chosen.function, cpu).get(chosen.name))
        if warning:
            asked = named.get(chosen.function.name) or options.implementation
            only = not asked and options.wish in ("small", "low_ram")
            more = f"; {cpu.name} has no other file of it" if only else ""
            name = f"{chosen.function.name} {chosen.name}"
            print(f"mote: {name}: {warning}{more}", file=sys.stderr)
    return 0


def _together(functions: list[Function], named: dict[str, str], options: argparse.Namespace) -> int:
    """Write the files of one program and print their paths."""
    from mote.choosing import together

    if options.prefix is not None:
        raise MoteError("--prefix does not go with --together: the functions call each other")
    for name, implementation in named.items():
        if implementation:
            raise MoteError(
                f"{name}:{implementation}: with --together write "
                f"--implementation {implementation}, which goes for all"
            )
    cpu = choice.cpu(options.cpu)
    if options.implementation is None:
        program = together.choose(functions, cpu, options.wish)
    else:
        program = together.named(functions, cpu, options.implementation)
    _written(together.write(program, cpu, options.folder), cpu, options.assembler)
    return 0
