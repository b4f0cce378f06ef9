"""`mote mac`: HMAC, KMAC, CMAC or Poly1305 of a file, on the host or simulated."""

from __future__ import annotations

import argparse
import hmac
from typing import Any

from mote.catalog import catalog
from mote.choosing import choice
from mote.common.errors import MoteError


def add_parser(commands: Any) -> None:
    """Add the command and its options."""
    text = "the message authentication code of a file, on the host or on a simulated CPU"
    parser = commands.add_parser("mac", help=text, description=text)
    parser.add_argument(
        "function", metavar="FUNCTION", help="hmac_sha256, kmac128, aes128_cmac, poly1305, ..."
    )
    parser.add_argument("file", nargs="?", metavar="FILE", help="- is standard input")
    parser.add_argument("--hex", metavar="HEX", help="a message in hexadecimal, instead of a file")
    parser.add_argument(
        "--key", metavar="HEX", required=True, help="Poly1305: of one message, never of two"
    )
    parser.add_argument("--digest", type=int, metavar="BITS", help="default: the main size")
    parser.add_argument("--customization", metavar="HEX", help="KMAC: what the key is used for")
    parser.add_argument("--xof", action="store_true", help="KMACXOF: the size is not authenticated")
    parser.add_argument("--check", metavar="HEX", help="whether this is the code; status 1: no")
    parser.add_argument(
        "--cpu", type=choice.name, metavar="CPU", help="simulate this CPU (default: the host)"
    )
    parser.add_argument("--implementation", type=choice.name, metavar="NAME", default="portable")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the code in hexadecimal, or compare it."""
    from mote.computing import coding, crypting
    from mote.keeping import work

    key = choice.hexadecimal("--key", options.key) or b""
    macs = crypting.macs()
    name = choice.of_key(options.function, crypting.key_bytes(macs), len(key))
    is_mode = name in macs
    if is_mode:
        function, digest = choice.sized(name, "", None)
    else:
        function, digest = choice.sized(options.function, "mac", options.digest)
    if not is_mode and not function.has_digest(digest):
        sizes = catalog.digest_sizes(function)
        raise MoteError(f"{function.name} has no code of {digest} bits; it has {sizes}")
    if is_mode or not function.hashing.customized:
        for option, given in (("--customization", options.customization), ("--xof", options.xof)):
            if given:
                raise MoteError(f"{option}: {function.name} has none; kmac128 and kmac256 have")
    if (options.hex is None) == (options.file is None):
        raise MoteError("give a file or --hex: one of the two")
    task = coding.Task(
        function,
        digest,
        key,
        choice.hexadecimal("--customization", options.customization) or b"",
        options.xof,
    )
    of_mode = crypting.code_task(function, key, options.digest) if is_mode else None
    wanted = choice.hexadecimal("--check", options.check)
    message = choice.hexadecimal("--hex", options.hex)
    if message is None:
        message = crypting.read(options.file)
    cpu = choice.cpu(options.cpu) if options.cpu else None
    implementation = choice.implementation(function, options.implementation, cpu)
    work.need(cpu, allow_install=not options.no_install)
    if of_mode:
        found = crypting.crypt(implementation, cpu, of_mode, message)
    else:
        found = coding.code(implementation, cpu, task, message)
    if wanted is None:
        print(found.hex())
        return 0
    right = hmac.compare_digest(found, wanted)
    print("the code is right" if right else "the code is wrong")
    return 0 if right else 1
