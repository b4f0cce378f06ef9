"""`mote hash`: files or messages through an implementation, on the host or simulated."""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path
from typing import Any

from mote.catalog import catalog
from mote.catalog.function import Function
from mote.choosing import choice
from mote.common.errors import MoteError


def add_parser(commands: Any) -> None:
    """Add the command and its options."""
    text = "hash files or messages, on the host or on a simulated CPU"
    parser = commands.add_parser("hash", help=text, description=text)
    parser.add_argument("function", metavar="FUNCTION")
    parser.add_argument("--digest", type=int, metavar="BITS", help="default: the main size")
    parser.add_argument(
        "--cpu", type=choice.name, metavar="CPU", help="simulate this CPU (default: the host)"
    )
    parser.add_argument(
        "--implementation",
        type=choice.name,
        metavar="NAME",
        help="default: portable; of files on the host the library's best code",
    )
    parser.add_argument("files", nargs="*", default=[], metavar="FILE", help="- is standard input")
    parser.add_argument("--hex", metavar="HEX", help="a message in hexadecimal")
    parser.add_argument("--bits", type=int, metavar="N", help="with --hex: its length in bits")
    parser.add_argument("--customization", metavar="HEX", help="what it is used for: cSHAKE, ...")
    parser.add_argument("--name", metavar="HEX", help="cSHAKE: the name of a function of NIST's")
    parser.add_argument(
        "--items", metavar="N,N", help="TupleHash: bytes of each string (default: one string)"
    )
    parser.add_argument("--kat", metavar="FILE", type=Path, help="messages in the NIST format")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the digests."""
    from mote.computing import at_once, hashing
    from mote.keeping import work

    function, digest = choice.sized(options.function, "hash", options.digest)
    if not function.has_digest(digest):
        sizes = catalog.digest_sizes(function)
        raise MoteError(f"{function.name} has no digest of {digest} bits; it has {sizes}")
    cpu = choice.cpu(options.cpu) if options.cpu else None
    implementation = choice.implementation(function, _implementation(function, options), cpu)
    if sum((bool(options.files), options.hex is not None, options.kat is not None)) != 1:
        raise MoteError("give files, --hex or --kat: one of the three")
    if options.bits is not None and options.hex is None:
        raise MoteError("--bits goes with --hex")
    strings = _strings(function, options)
    items = _items(function, options)
    work.need(cpu, allow_install=not options.no_install)
    if options.files and _is_plain(function, options):
        program = at_once.program(function, digest, options.function, options.digest)
        if program is not None:
            return at_once.run(program, digest, options.files, sys.stdout.write)
    if options.files:
        unread = 0
        for name in options.files:
            try:
                if function.hashing.tuples:
                    data = hashing.encoded(hashing.read(name), items, name)
                    given = [(data, 8 * len(data))]
                    (digest_bytes,) = hashing.hash_messages(
                        implementation, cpu, digest, given, strings
                    )
                else:
                    digest_bytes = hashing.hash_file(implementation, cpu, digest, name, strings)
            except hashing.Unreadable as error:
                print(f"mote: {error}", file=sys.stderr)
                unread += 1
            else:
                print(f"{digest_bytes.hex()}  {name}")
        return 1 if unread else 0
    messages = _messages(options)
    if not function.hashing.bit_messages:
        for number, (_, bits) in enumerate(messages, 1):
            if bits % 8 != 0:
                raise MoteError(
                    f"message {number} has {bits} bits; {function.name} is defined for whole bytes"
                )
    if function.hashing.tuples:
        tuples = [
            hashing.encoded(data, items, f"message {number}")
            for number, (data, _) in enumerate(messages, 1)
        ]
        messages = [(data, 8 * len(data)) for data in tuples]
    hashing.each_line(
        hashing.hash_messages(implementation, cpu, digest, messages, strings), sys.stdout.write
    )
    return 0


def _is_plain(function: Function, options: argparse.Namespace) -> bool:
    """Whether the library's best code does it: of files, on the host, and nothing beside them."""
    if options.cpu or options.implementation or function.hashing.tuples:
        return False
    return options.name is None and options.customization is None


def _implementation(function: Function, options: argparse.Namespace) -> str:
    """The name of the one that is asked for: else the fast C, where a file may be long."""
    names = {each.name for each in catalog.implementations(function)}
    fast = options.files and not options.cpu and "portable_fast" in names
    return str(options.implementation or ("portable_fast" if fast else "portable"))


def _strings(function: Function, options: argparse.Namespace) -> tuple[bytes, bytes]:
    """The name and the customization, of functions that have them; raises MoteError."""
    given = (("--name", options.name), ("--customization", options.customization))
    for (option, text), has in zip(
        given, (function.hashing.named, function.hashing.customized), strict=True
    ):
        if text is not None and not has:
            has_one = ", ".join(
                name
                for name, each in catalog.hashes().items()
                if (each.hashing.named if option == "--name" else each.hashing.customized)
            )
            raise MoteError(f"{option}: {function.name} has none; those that have: {has_one}")
    name, customization = (choice.hexadecimal(option, text) or b"" for option, text in given)
    most = function.facts.get("largest_customization", len(customization))
    if len(customization) > most:
        raise MoteError(
            f"--customization has {len(customization)} bytes; {function.name} takes at most {most}"
        )
    return name, customization


def _items(function: Function, options: argparse.Namespace) -> list[int] | None:
    """The lengths of the strings of a tuple, None for one string; raises MoteError."""
    if options.items is None:
        return None
    if not function.hashing.tuples:
        raise MoteError(
            f"--items: {function.name} hashes no tuples; tuplehash128 and tuplehash256 do"
        )
    if not re.fullmatch(r"\d*(,\d+)*", options.items):
        raise MoteError(f"--items {options.items!r}: lengths in bytes with commas, as 3,0,12")
    return [int(word) for word in options.items.split(",") if word]


def _messages(options: argparse.Namespace) -> list[tuple[bytes, int]]:
    from mote.catalog import vectors

    if options.kat is not None:
        messages = list(vectors.read_kat(options.kat))
        if not messages:
            raise MoteError(f"{options.kat}: no messages (lines `Len = N` and `Msg = HEX`)")
        return messages
    try:
        data = bytes.fromhex(options.hex)
    except ValueError:
        raise MoteError(f"--hex {options.hex!r} is not hexadecimal, two digits a byte") from None
    bits = 8 * len(data) if options.bits is None else options.bits
    if not 0 <= bits <= 8 * len(data):
        raise MoteError(f"--bits {bits}: the message in --hex has {8 * len(data)} bits")
    return [(data[: (bits + 7) // 8], bits)]
