"""`python -m mote`: the command line."""

import io
import os
import sys
from pathlib import Path

from mote.cli import main

# What the caller has closed is written to nowhere, instead of to what opens next.
if sys.stdout is None:
    sys.stdout = Path(os.devnull).open("w")  # noqa: SIM115 (open to the end)
if sys.stderr is None:
    sys.stderr = Path(os.devnull).open("w")  # noqa: SIM115
if isinstance(sys.stdout, io.TextIOWrapper):
    # A file's name is printed as the bytes that it is, and nothing is refused for its characters.
    utf8 = sys.stdout.encoding.lower() == "utf-8"
    sys.stdout.reconfigure(errors="surrogateescape" if utf8 else "backslashreplace")
sys.exit(main())
