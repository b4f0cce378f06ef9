"""`mote crypt`: a text through AES in a mode, Ascon or a stream cipher, here or simulated."""

from __future__ import annotations

import argparse
from typing import Any

from mote.catalog import catalog
from mote.choosing import choice
from mote.common.errors import MoteError


def add_parser(commands: Any) -> None:
    """Add the command and its options."""
    text = "encrypt or decrypt with AES in a mode, Ascon, ChaCha20 ..., on the host or simulated"
    parser = commands.add_parser("crypt", help=text, description=text)
    parser.add_argument("algorithm", metavar="ALGORITHM", help="aes-256-gcm, ascon-aead128, ...")
    parser.add_argument("file", nargs="?", metavar="FILE", help="- is standard input")
    parser.add_argument("--hex", metavar="HEX", help="a text in hexadecimal, instead of a file")
    parser.add_argument("--key", metavar="HEX", required=True, help="of XTS both keys")
    parser.add_argument(
        "--iv",
        metavar="HEX",
        help="IV, nonce, counter block or tweak; of stream ciphers number and nonce",
    )
    parser.add_argument(
        "--aad", metavar="HEX", help="GCM, Ascon: further data that is authenticated"
    )
    parser.add_argument("--tag-bytes", type=int, metavar="N", help="GCM: 4, 8, 12 to 16 (default)")
    parser.add_argument(
        "--decrypt", action="store_true", help="of GCM and Ascon the tag stands behind the text"
    )
    parser.add_argument(
        "--cpu", type=choice.name, metavar="CPU", help="simulate this CPU (default: the host)"
    )
    parser.add_argument("--implementation", type=choice.name, metavar="NAME", default="portable")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print what becomes of the text, in hexadecimal."""
    from mote.computing import crypting
    from mote.keeping import work
    from mote.running import system

    known = crypting.algorithms()
    key = choice.hexadecimal("--key", options.key) or b""
    wanted = choice.of_key(options.algorithm, crypting.key_bytes(known), len(key))
    catalog.pick_names("algorithm", [wanted], known)
    function = known[wanted]
    task = crypting.checked(
        crypting.Task(
            function,
            key,
            choice.hexadecimal("--iv", options.iv),
            choice.hexadecimal("--aad", options.aad),
            options.tag_bytes,
            options.decrypt,
        )
    )
    if (options.hex is None) == (options.file is None):
        raise MoteError("give a file or --hex: one of the two")
    text = choice.hexadecimal("--hex", options.hex)
    if text is None:
        text = crypting.read(options.file)
    cpu = choice.cpu(options.cpu) if options.cpu else None
    implementation = choice.implementation(function, options.implementation, cpu)
    if cpu is None:
        lacking = system.ensure({"the host": system.BASE_PACKAGES}, allow=not options.no_install)
    else:
        lacking = work.missing([cpu], allow_install=not options.no_install)
    if lacking:
        missing = " ".join(next(iter(lacking.values())))
        raise MoteError(f"cannot build for {cpu.name if cpu else 'the host'}: missing: {missing}")
    print(crypting.crypt(implementation, cpu, task, text).hex())
    return 0
