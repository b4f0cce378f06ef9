"""`mote lms`: keys, signatures and their verification, on the host or simulated."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from mote.choosing import choice
from mote.common.errors import MoteError

HEIGHTS, WIDTHS, SIZES = (5, 10, 15, 20, 25), (1, 2, 4, 8), (32, 24)


def add_parser(commands: Any) -> None:
    """Add the command, its three own commands and their options."""
    text = "LMS signatures (RFC 8554): make a key, sign a file, verify, on the host or simulated"
    parser = commands.add_parser("lms", help=text, description=text)
    own = parser.add_subparsers(dest="lms_command", metavar="COMMAND", required=True)

    text = "make a private key, and its public key in KEY.pub"
    keygen = own.add_parser("keygen", help=text, description=text)
    keygen.add_argument("private", metavar="KEY", type=Path)
    keygen.add_argument("--hash", choices=("sha256", "shake256"), default="sha256")
    keygen.add_argument(
        "--size", type=int, choices=SIZES, default=32, help="bytes of a hash (default: 32)"
    )
    keygen.add_argument(
        "--height",
        type=int,
        choices=HEIGHTS,
        default=10,
        help="2^HEIGHT signatures (default: 10)",
    )
    keygen.add_argument(
        "--winternitz", type=int, choices=WIDTHS, default=8, help="bits of a digit (default: 8)"
    )

    text = "sign a file; the key counts how often it did, and never signs twice with one number"
    sign = own.add_parser("sign", help=text, description=text)
    sign.add_argument("--key", metavar="KEY", type=Path, required=True, help="the private key")
    sign.add_argument("file", metavar="FILE", help="- is standard input")
    sign.add_argument("signature", metavar="SIGNATURE", type=Path, help="the file to write")

    text = "say whether a signature is valid (status 0), or why not (status 1)"
    verify = own.add_parser("verify", help=text, description=text)
    verify.add_argument("--key", metavar="PUBLIC", required=True, help="the public key")
    verify.add_argument("--signature", metavar="SIGNATURE", required=True)
    verify.add_argument("file", metavar="FILE", help="- is standard input")
    verify.add_argument(
        "--cpu", type=choice.name, metavar="CPU", help="simulate this CPU (default: the host)"
    )
    verify.add_argument("--implementation", type=choice.name, metavar="NAME", default="portable")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Do what is asked for; the status of `verify` is its answer."""
    return {"keygen": _keygen, "sign": _sign, "verify": _verify}[options.lms_command](options)


def _keygen(options: argparse.Namespace) -> int:
    from mote.computing import signing
    from mote.specifications import lms

    _named(options.private)
    of = lms.Parameters(options.hash, options.size, options.height, options.winternitz)
    public = signing.keygen(options.private, of)
    print(f"{options.private}: makes {1 << of.h} signatures of {of.signature_bytes} bytes; keep it")
    print(f"{public}: {of.key_bytes} bytes, to verify with")
    return 0


def _sign(options: argparse.Namespace) -> int:
    from mote.computing import crypting, signing

    _named(options.key)
    _named(options.signature)
    message = crypting.read(options.file)
    # Before a number is used up for it.
    if options.signature.is_dir() or not options.signature.parent.is_dir():
        raise MoteError(f"{options.signature}: no file can be written there")
    taken = [options.key, *(options.key.with_name(options.key.name + end) for end in _ENDS)]
    if options.signature.resolve() in [each.resolve() for each in taken]:
        raise MoteError(f"{options.signature}: is the key's own file")
    signing.write(options.signature, signing.sign(options.key, message))
    return 0


_ENDS = (".pub", ".tree")


def _verify(options: argparse.Namespace) -> int:
    from mote.computing import crypting, signing
    from mote.keeping import work
    from mote.running import system

    if [options.key, options.signature, options.file].count("-") > 1:
        raise MoteError("one of the three files can be standard input")
    claim = signing.Claim(
        *(crypting.read(name) for name in (options.key, options.signature, options.file))
    )
    function = choice.function(signing.function_of(claim.key), "signature")
    cpu = choice.cpu(options.cpu) if options.cpu else None
    implementation = choice.implementation(function, options.implementation, cpu)
    if cpu is None:
        lacking = system.ensure({"the host": system.BASE_PACKAGES}, allow=not options.no_install)
    else:
        lacking = work.missing([cpu], allow_install=not options.no_install)
    if lacking:
        missing = " ".join(next(iter(lacking.values())))
        raise MoteError(f"cannot build for {cpu.name if cpu else 'the host'}: missing: {missing}")
    reason = signing.problem(implementation, cpu, claim)
    print(f"invalid: {reason}" if reason else "valid")
    return 1 if reason else 0


def _named(path: Path) -> None:
    """Raises MoteError for a name that is empty, which a Path has as a point."""
    if path == Path():
        raise MoteError("'': the name of a file is empty")
