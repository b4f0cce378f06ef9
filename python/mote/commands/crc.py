"""`mote crc`: the checksum of a file or a message, on the host or on a simulated CPU."""

from __future__ import annotations

import argparse
from typing import Any

from mote.choosing import choice
from mote.common.errors import MoteError


def add_parser(commands: Any) -> None:
    """Add the command and its options."""
    text = "the checksum of a file or a message, on the host or on a simulated CPU"
    parser = commands.add_parser("crc", help=text, description=text)
    parser.add_argument("function", metavar="FUNCTION", help="crc32 or crc32c")
    parser.add_argument("file", nargs="?", metavar="FILE", help="- is standard input")
    parser.add_argument("--hex", metavar="HEX", help="a message in hexadecimal")
    parser.add_argument(
        "--cpu", type=choice.name, metavar="CPU", help="simulate this CPU (default: the host)"
    )
    parser.add_argument("--implementation", type=choice.name, metavar="NAME", default="portable")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the checksum, eight hexadecimal digits."""
    from mote.computing import summing
    from mote.keeping import work

    function = choice.function(options.function, "checksum")
    cpu = choice.cpu(options.cpu) if options.cpu else None
    implementation = choice.implementation(function, options.implementation, cpu)
    if (options.file is None) == (options.hex is None):
        raise MoteError("give a file or --hex: one of the two")
    work.need(cpu, allow_install=not options.no_install)
    if options.file is not None:
        value = summing.of_file(implementation, cpu, options.file)
    else:
        try:
            message = bytes.fromhex(options.hex)
        except ValueError:
            raise MoteError(
                f"--hex {options.hex!r} is not hexadecimal, two digits a byte"
            ) from None
        value = summing.of_pieces(implementation, cpu, [message])
    print(f"{value:08x}")
    return 0
