"""`python -m mote`: the command line."""

import sys

from mote.cli import main

sys.exit(main())
