"""`mote cycles`: cycles for a byte in llvm-mca's models of POWER."""

from __future__ import annotations

import argparse
from typing import Any

from mote.choosing import choice


def add_parser(commands: Any) -> None:
    """Add the command and its options."""
    text = "cycles for a byte of a long message in llvm-mca's models of POWER8, POWER9 and POWER10"
    parser = commands.add_parser("cycles", help=text, description=text)
    parser.add_argument(
        "function",
        nargs="*",
        metavar="FUNCTION",
        help="default: of those in results/power-cycles.csv what is not of this content, and of "
        "other people's in results/known-cycles.csv",
    )
    parser.add_argument("--implementation", type=choice.name, metavar="NAME", help="default: all")
    parser.add_argument("--cpu", type=choice.name, metavar="CPU", default="power8-le")
    parser.add_argument(
        "--library",
        action="extend",
        type=choice.names,
        default=[],
        metavar="NAME",
        help="other people's programs: files of libraries/",
    )
    parser.add_argument(
        "--clang",
        action="store_true",
        help="no model: instructions a byte of what Clang compiles, in results/power-clang.csv",
    )
    parser.add_argument(
        "--write",
        action="store_true",
        help="put these rows into results/power-cycles.csv, "
        "other people's into results/known-cycles.csv",
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print a line for each file, and write it with --write."""
    from mote.comparing import known, libraries
    from mote.keeping import work
    from mote.measuring import mca, power
    from mote.running import system

    if options.clang:
        return _by_clang(options)
    cpu = choice.cpu(options.cpu)
    own = power.stale() if not options.function and not options.library else []
    others = known.stale() if not options.function and not options.library else []
    for name in options.function:
        if options.library:
            chosen = libraries.chosen(options.library, choice.function(name).name, cpu)
            others += [known.Known(*each, cpu) for each in chosen]
        else:
            own += _own(options, name)
    if options.library and not options.function:
        others = [each for each in known.programs() if each.library.name in options.library]
    if not own and not others:
        print("nothing to do: every row of results/*-cycles.csv is of this content")
        return 0
    for of in dict.fromkeys([of for _, of in own] + [each.cpu for each in others]):
        work.need(of, allow_install=not options.no_install)
    mca.program()
    print(f"{'':44}" + "".join(f"{model:>9}" for model in mca.MODELS))
    for number, (implementation, of) in enumerate(own, 1):
        title = " ".join(power.name_of(implementation, of)[:2])
        system.print_progress(f"cycles {number}/{len(own)}: {title}")
        row = power.measure(implementation, of)
        if options.write:
            power.write([row])
        print(f"{title:44}" + "".join(f"{row[model]:>9}" for model in mca.MODELS), flush=True)
    for number, each in enumerate(others, 1):
        title = f"{each.program.function} {each.title}, {each.cpu.name}"
        system.print_progress(f"cycles {number}/{len(others)}: {title}")
        row = known.measure(each)
        if options.write:
            known.write([row])
        print(f"{title:44}" + "".join(f"{row[model]:>9}" for model in mca.MODELS), flush=True)
    print("(a model's cycles a byte, no measurement: docs/power8.md sets boards' beside them)")
    return 0


def _by_clang(options: argparse.Namespace) -> int:
    """The files in C of these functions, or those whose stored rows are of another content."""
    from mote.catalog import catalog
    from mote.common.errors import MoteError
    from mote.keeping import work
    from mote.measuring import clang, power
    from mote.running import system

    names = [choice.function(name).name for name in options.function]
    chosen = [each for each in clang.pairs() if each[0].function.name in names]
    if names and not chosen:
        raise MoteError("none of these has files in C among the rows of results/power-clang.csv")
    chosen = chosen or clang.stale()
    for name in clang.CPUS:
        work.need(catalog.cpus()[name], allow_install=not options.no_install)
    for number, (implementation, of) in enumerate(chosen, 1):
        title = " ".join(power.name_of(implementation, of))
        system.print_progress(f"clang {number}/{len(chosen)}: {title}")
        row = clang.measure(implementation, of)
        if options.write:
            clang.write([row])
        print(f"{title:44}{row['instructions'] or row['problem']:>9}", flush=True)
    return 0


def _own(options: argparse.Namespace, name: str) -> list[tuple[Any, Any]]:
    """The files of a function of ours that are asked for, with the CPU."""
    from mote.catalog import catalog
    from mote.measuring import power

    cpu, function = choice.cpu(options.cpu), choice.function(name)
    found = [each for each in catalog.implementations(function) if catalog.runs_on(each, cpu)]
    if options.implementation:
        found = [choice.implementation(function, options.implementation, cpu)]
    elif options.write:
        found = [each for each in found if each.name in power.MEASURED.get(name, ())]
    return [(each, cpu) for each in found]
