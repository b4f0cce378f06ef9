"""`python -m mote`: the command line."""

import io
import sys

from mote.cli import main

if isinstance(sys.stdout, io.TextIOWrapper):
    # A file's name is printed as the bytes that it is, and nothing is refused for its characters.
    utf8 = sys.stdout.encoding.lower() == "utf-8"
    sys.stdout.reconfigure(errors="surrogateescape" if utf8 else "backslashreplace")
sys.exit(main())
