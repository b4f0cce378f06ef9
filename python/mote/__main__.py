"""`python -m mote`: the command line."""

import sys

from mote.cli import main, use_standard_streams

use_standard_streams()
sys.exit(main())
