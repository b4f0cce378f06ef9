"""The compiler's options with which our sources find their headers."""

from __future__ import annotations

from mote.common.paths import INCLUDES

INCLUDE_FLAGS = tuple(f"-I{path}" for path in INCLUDES)
