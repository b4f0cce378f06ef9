"""python -m mote.pic24: assemble, disassemble and run programs of the 16-bit core."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from mote.common.errors import MoteError
from mote.pic24.assembler import assemble
from mote.pic24.assembly.source import AssemblyError
from mote.pic24.kernel import Kernel
from mote.pic24.manual import page
from mote.pic24.sets import extension_names, instruction_set
from mote.pic24.simulator import Trap


def _argument(kernel: Kernel, text: str, shown: list[tuple[str, int, int]]) -> int:
    """A number, or NAME:SIZE or NAME:SIZE=HEX for bytes of data memory, of which the address."""
    if ":" not in text:
        return int(text, 0)
    name, _, rest = text.partition(":")
    size, _, content = rest.partition("=")
    address = kernel.allocate(int(size, 0), bytes.fromhex(content))
    shown.append((name, address, int(size, 0)))
    return address


def _lockstep(extensions: Sequence[str], seed: int, programs: int) -> str:
    """What random programs reached; raises Mismatch where hardware and simulator differ."""
    # What makes hardware takes long to import.
    from mote.pic24 import lockstep

    coverage = lockstep.run(extensions, seed=seed, programs=programs)
    every = instruction_set(tuple(sorted(extensions))).instructions
    missing = coverage.missing(every)
    lines = [
        f"{programs} programs, {coverage.instructions} instructions, {coverage.cycles} cycles: "
        "hardware and simulator agree",
        f"{len(every)} instructions; {len(lockstep.forms(every)) - len(missing)} of "
        f"{len(lockstep.forms(every))} forms (byte mode, addressing modes) executed",
        *(f"  not executed: {text}" for text in missing),
        "needed of the instruction before: "
        + ", ".join(f"{name} {count}" for name, count in sorted(coverage.hazards.items())),
        "traps: " + ", ".join(f"{name} {count}" for name, count in sorted(coverage.traps.items())),
    ]
    return "\n".join(lines)


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m mote.pic24", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    listing = commands.add_parser("list", help="assemble and print the listing and the sizes")
    run = commands.add_parser("run", help="call a routine and print what it took")
    for command in (listing, run):
        command.add_argument("files", nargs="+", type=Path)
        command.add_argument("--extensions", default="", help="names with commas between them")
        command.add_argument("--include", action="append", default=[], type=Path)
        command.add_argument("--define", action="append", default=[], metavar="NAME=VALUE")
    run.add_argument("--call", required=True, metavar="NAME")
    run.add_argument("--args", nargs="*", default=[], metavar="ARG", help=_argument.__doc__)
    run.add_argument("--profile", action="store_true", help="cycles, reads, writes by routine")
    dis = commands.add_parser("dis", help="disassemble instruction words")
    dis.add_argument("words", nargs="+", help="in hexadecimal")
    dis.add_argument("--extensions", default="")
    commands.add_parser("manual", help="print the page of instructions")
    step = commands.add_parser("lockstep", help="random programs on hardware and simulator")
    step.add_argument("--programs", type=int, default=40)
    step.add_argument("--seed", type=int, default=1)
    step.add_argument("--extensions", default="all", help="names with commas between them")
    options = parser.parse_args(argv)
    if options.command == "manual":
        print(page(), end="")
        return 0
    extensions = [name for name in options.extensions.split(",") if name]
    try:
        if options.command == "lockstep":
            names = extension_names() if options.extensions == "all" else extensions
            print(_lockstep(names, options.seed, options.programs))
            return 0
        if options.command == "dis":
            words = [int(word, 16) for word in options.words] + [0]
            isa = instruction_set(tuple(sorted(extensions)))
            for index, word in enumerate(words[:-1]):
                print(f"{word:06x}  {isa.disassemble(word, words[index + 1], 2 * index)}")
            return 0
        defines = {
            name: int(value, 0) for name, _, value in (d.partition("=") for d in options.define)
        }
        if options.command == "list":
            made = assemble(
                options.files, extensions=extensions, include=options.include, defines=defines
            )
            print(made.listing(), end="")
            print(", ".join(f"{name} {size}" for name, size in made.sizes.items()), "bytes")
            return 0
        kernel = Kernel(options.files, extensions, include=options.include, defines=defines)
        shown: list[tuple[str, int, int]] = []
        arguments = [_argument(kernel, text, shown) for text in options.args]
        profile: dict[int, list[int]] | None = {} if options.profile else None
        counts = kernel.call(options.call, *arguments, profile=profile)
        print(
            f"{counts.cycles} cycles, {counts.instructions} instructions, {counts.reads} reads, "
            f"{counts.writes} writes, {counts.stack_bytes} bytes of stack"
        )
        for name, address, size in shown:
            print(f"{name} at {address:#06x}: {kernel.read(address, size).hex()}")
        for name, cycles, reads, writes in kernel.routines(profile or {}):
            print(f"  {name:32} {cycles:8} cycles {reads:7} reads {writes:7} writes")
        print(kernel.report())
    except (AssemblyError, Trap, MoteError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
