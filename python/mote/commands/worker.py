"""`mote worker`: this machine works for others."""

from __future__ import annotations

import argparse
from typing import Any

from mote.common.errors import MoteError


def add_parser(commands: Any) -> None:
    """Add the command and its options."""
    text = "work on this machine for `mote bench --scheduler ADDRESS` and others elsewhere"
    parser = commands.add_parser("worker", help=text, description=text)
    parser.add_argument("scheduler", metavar="ADDRESS", help="of a Dask scheduler, as tcp://…:8786")
    parser.add_argument(
        "--jobs", type=int, metavar="N", help="pairs at once (default: this machine's CPUs)"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Serve the scheduler until it or the user ends it."""
    from mote.keeping import remote
    from mote.running import jobs

    if options.jobs is not None and options.jobs < 1:
        raise MoteError(f"--jobs is {options.jobs}; it must be at least 1")
    remote.start_worker(options.scheduler, options.jobs or jobs.cores())
    return 0
