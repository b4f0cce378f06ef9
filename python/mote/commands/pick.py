"""`mote pick`: which implementation fits a device."""

from __future__ import annotations

import argparse
import dataclasses
import json
import sys
import textwrap
from typing import Any

from mote.catalog import catalog, kinds
from mote.choosing import choice
from mote.common.errors import MoteError

SHOWN = 10
"""So many rows, without --all."""


def add_parser(commands: Any) -> None:
    """Add the command and its options."""
    text = "rank the implementations that fit a device, smallest first"
    parser = commands.add_parser(
        "pick", help=text, description=f"{text}; the figures are those of results/figures.csv"
    )
    parser.add_argument(
        "--cpu",
        type=choice.name,
        required=True,
        metavar="CPU",
        help="or a chip by its name: its flash and RAM are the most then, if nothing else is said",
    )
    parser.add_argument("--rom", type=int, metavar="BYTES", help="the most code and constants")
    parser.add_argument(
        "--ram", type=int, metavar="BYTES", help="the most context, stack and fixed memory together"
    )
    parser.add_argument(
        "--cycles-per-byte", type=float, metavar="N", help="the most, for a long message"
    )
    parser.add_argument(
        "--short-cycles", type=int, metavar="N", help="the most, for a message of 32 bytes"
    )
    parser.add_argument(
        "--digest", type=int, metavar="BITS", help="default: each function's main size"
    )
    parser.add_argument("--standard", action="store_true", help="only NIST's standards")
    parser.add_argument(
        "--constant-time",
        action="store_true",
        help="only where the time does not depend on the bytes of the message",
    )
    parser.add_argument(
        "--for",
        dest="use",
        type=choice.name,
        default=None,
        metavar="JOB",
        help=f"a whole job ({', '.join(catalog.JOBS)}), or what a digest is for "
        f"({', '.join(use for use in catalog.USES if use not in catalog.JOBS)})",
    )
    parser.add_argument(
        "--function",
        action="extend",
        type=choice.names,
        default=[],
        metavar="NAME",
        help="only these, of any status: A or A,B",
    )
    parser.add_argument(
        "--kind",
        default="",
        metavar="KIND",
        help="what to choose from, where neither --function nor --for says it: hash (the default), "
        "cipher, "
        "blocks, mode, mac, derivation, signature, generator, checksum",
    )
    parser.add_argument(
        "--candidates", action="store_true", help="candidates of the SHA-3 competition, too"
    )
    order = parser.add_mutually_exclusive_group()
    order.add_argument(
        "--tiniest",
        action="store_const",
        dest="order",
        const="tiniest",
        help="the smallest of all first, even if each call computes its constants anew",
    )
    order.add_argument("--fastest", action="store_const", dest="order", const="fastest")
    order.add_argument(
        "--balanced",
        action="store_const",
        dest="order",
        const="balanced",
        help="the least size times cycles first",
    )
    parser.add_argument("--all", action="store_true", help=f"more than {SHOWN} rows, if there are")
    parser.add_argument("--wide", action="store_true", help="every column")
    parser.add_argument("--json", action="store_true", help="print all that fits as JSON")
    parser.set_defaults(run=run, order="smallest")


def run(options: argparse.Namespace) -> int:
    """Print what fits, and how to take the first home; 1 if nothing fits."""
    from mote.choosing import pick
    from mote.common import columns

    cpu, chip = choice.device(options.cpu)
    if options.kind:
        catalog.pick_names("kind", [options.kind], kinds.names())
    if options.use:
        catalog.pick_names("job", [options.use], sorted({*catalog.JOBS, *catalog.USES}))
    bounds = []
    memories = {} if chip is None else {"rom": chip.flash, "ram": chip.ram}
    for name, (field, option, unit) in pick.BOUNDS.items():
        most = getattr(options, name)
        if most is None:
            most = memories.get(name)
        if most is None:
            continue
        if not 0 < most < float("inf"):
            raise MoteError(f"{option} is {most:g}; it must be more than 0")
        bounds.append(pick.Bound(field, option, unit, most))
    names, digest = _named(options)
    wish = pick.Wish(
        functions=names if options.function else (),
        kind=options.kind,
        candidates=options.candidates,
        digest=digest,
        standard=options.standard,
        constant_time=options.constant_time,
        use=options.use or "",
        tiniest=options.order == "tiniest",
    )
    found = pick.wanted(cpu, wish)
    fits = sorted(pick.fitting(found, bounds), key=pick.ORDERS[options.order])
    if options.json:
        print(json.dumps([entry.cells() for entry in fits], indent=1))
        return 0 if fits else 1
    width = None if options.wide else columns.terminal_width()
    color = columns.colored(sys.stdout)
    if not fits:
        closest = pick.nearest(found, bounds)
        print(f"Nothing fits.  Of {len(found)} implementations for {cpu.name} this comes nearest:")
        print()
        print(pick.table([closest], width, color=color))
        print()
        for line in pick.misses(closest, bounds):
            print(f"  {line}")
        more = pick.fitting(pick.wanted(cpu, dataclasses.replace(wish, tiniest=True)), bounds)
        if more:
            what = "one fits" if len(more) == 1 else f"{len(more)} fit"
            print(f"With --tiniest {what}; each call computes constants anew.")
        return 1
    timing = cpu.timings[0]
    shown = fits if options.all else fits[:SHOWN]
    if chip is not None:
        print(f"{chip.text()}")
    print(f"{cpu.title}; cycles: {timing.fidelity}, {timing.name}")
    if fits[0].function.kind == "signature":
        print("short: a whole verification, of 32 bytes.")
        if "avr8" in cpu.sources:
            print("RAM: key and signature (1508 bytes) come on top: an AVR has no data elsewhere.")
    if chip is not None and chip.remark:
        print(f"Note: {chip.remark}.")
    print()
    print(pick.table(shown, width, color=color))
    if len(shown) < len(fits):
        print(f"and {len(fits) - len(shown)} more that fit: --all")
    print()
    if not cpu.reentrant:
        print("RAM at fixed addresses is counted: these are not reentrant.")
    for line in [*pick.trade_offs(fits), *pick.in_pieces(fits[0])]:
        print(line)
    first = fits[0].function
    if pick.standing(first) in pick.UNASKED:
        print(textwrap.fill(f"{first.title} is no standard: {first.status}.", 80))
    print(f"To take {first.title} home:")
    print(f"    {pick.export_command(fits[0], cpu)}")
    return 0


def _named(options: argparse.Namespace) -> tuple[tuple[str, ...], int]:
    """The functions that are wanted and the digest's size, by --digest or by a name; 0 for any."""
    if options.digest is not None and options.digest < 1:
        raise MoteError(f"--digest is {options.digest}; it must be at least 1")
    named = [choice.with_digest(word, catalog.functions()) for word in options.function]
    sizes = {bits for _, bits in named if bits is not None} | {options.digest} - {None}
    if len(sizes) > 1:
        raise MoteError("--function and --digest name several sizes: give one")
    functions = choice.functions([name for name, _ in named])
    return tuple(function.name for function in functions), next(iter(sizes), 0)
