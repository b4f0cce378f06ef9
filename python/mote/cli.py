"""The command line: finds the command and runs it.  Results to stdout, progress to stderr."""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

from mote import commands
from mote.catalog import catalog
from mote.common import version
from mote.common.errors import MoteError
from mote.running import jobs

DESCRIPTION = (
    "Hash functions small and fast enough for any processor, and the bench that proves it."
)


STANDARD_OUTPUT = "standard output"
"""What an OSError of standard output has for a file's name."""


class Output(io.FileIO):
    """Standard output, whose errors say that they are its own."""

    def write(self, data: Any) -> int:
        """Write; raises OSError with the name STANDARD_OUTPUT."""
        try:
            return super().write(data)
        except OSError as error:
            error.filename = STANDARD_OUTPUT
            raise


def use_standard_streams() -> None:
    """Make sys.stdout and sys.stderr fit for every output, whatever the caller has left of them.

    A file's name is printed as the bytes that it is, no character is refused by an encoding, and
    what the caller has closed is written to nowhere instead of to what opens next.
    """
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w")  # noqa: SIM115 (open to the end)
    if sys.stdout is None:
        sys.stdout = Path(os.devnull).open("w")  # noqa: SIM115
    else:
        encoding = sys.stdout.encoding
        sys.stdout = io.TextIOWrapper(
            io.BufferedWriter(Output(sys.stdout.fileno(), "wb", closefd=False)),
            encoding=encoding,
            errors="surrogateescape" if encoding.lower() == "utf-8" else "backslashreplace",
            line_buffering=sys.stdout.isatty(),
        )


class CommandParser(argparse.ArgumentParser):
    """A parser whose errors are one line, and whose names may stand between its options.

    argparse by itself takes only the first run of names: in `hash shabal --digest 256 FILE` it
    would not know FILE.  Its intermixed mode knows it, but not where a parser has commands of
    its own.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(allow_abbrev=False, **options)
        self._intermixed = True
        self._passed_on = ""

    def add_subparsers(self, **options: Any) -> Any:
        """Add commands of this parser's own."""
        self._intermixed = False
        return super().add_subparsers(**options)

    def pass_on(self, name: str, metavar: str, text: str) -> None:
        """Take everything, options too, as a list under `name`; --help stays the parser's."""
        self._passed_on = name
        self.add_argument(name, nargs="*", metavar=metavar, help=text)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse as the class says; the interface is argparse's."""
        if self._passed_on and args not in (["-h"], ["--help"]):
            namespace, unknown = super().parse_known_args([], namespace)
            setattr(namespace, self._passed_on, list(args))
            return namespace, unknown
        if not self._intermixed:
            return super().parse_known_args(args, namespace)
        self._intermixed = False  # the intermixed mode calls this method, for one part each
        try:
            return self.parse_known_intermixed_args(args, namespace)
        finally:
            self._intermixed = True

    def error(self, message: str) -> NoReturn:
        """Exit with status 2 and one line."""
        self.exit(2, f"mote: {message}; see `./{self.prog} --help`\n")


class Version(argparse.Action):
    """Prints the version; git is asked only then."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> NoReturn:
        """Print and exit."""
        print(version.text())
        parser.exit()


def parser(command: str | None = None) -> tuple[CommandParser, list[str]]:
    """The parser of the command line, and the names of its commands.

    command: the one that is given; where it is one, no module of another is read.
    """
    top = CommandParser(prog="mote", description=DESCRIPTION)
    top.add_argument(
        "--no-install", action="store_true", help="never install system packages, name them instead"
    )
    top.add_argument(
        "--version", action=Version, nargs=0, help="print the version and the git commit"
    )
    found = top.add_subparsers(metavar="COMMAND", required=True, parser_class=CommandParser)
    names = commands.names()
    for module in commands.modules([command] if command in names else names).values():
        module.add_parser(found)
    return top, names


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns its exit status."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    command = next((word for word in given if not word.startswith("-")), None)
    before = given[: given.index(command)] if command is not None else given
    top, names = parser(None if {"-h", "--help"}.intersection(before) else command)
    try:
        if command is not None:
            catalog.pick_names("command", [command], names)
    except MoteError as error:
        print(f"mote: {error}", file=sys.stderr)
        return 2
    options, unknown = top.parse_known_args(given)
    if unknown:
        print(
            f"mote: unknown argument {unknown[0]!r}; see `./mote {command} --help`", file=sys.stderr
        )
        return 2
    try:
        # The tests have a folder of their own, in which pytest keeps what failed.
        kept = getattr(options, "keeps_temporary", False)
        with contextlib.nullcontext() if kept else jobs.workplace():
            status: int = options.run(options)
        sys.stdout.flush()
        return status
    except MoteError as error:
        with contextlib.suppress(OSError):
            sys.stdout.flush()  # what was printed before it stands before it
        print(f"mote: {error}", file=sys.stderr)
        output = getattr(error, "output", "")
        if output:
            print(output, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("mote: interrupted", file=sys.stderr)
        return 130
    except BrokenPipeError:
        _discard_output()
        return 141
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "mote":
            raise
        print(f"mote: this Python lacks {error.name}: start with ./mote", file=sys.stderr)
        return 1
    except OSError as error:
        what = f"{error.filename}: " if error.filename else ""
        if error.filename == STANDARD_OUTPUT:
            _discard_output()
        print(f"mote: {what}{error.strerror or error}", file=sys.stderr)
        return 1


def _discard_output() -> None:
    """Have nothing more written to standard output, which cannot take it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
