"""No vector of amd64's files has a register of its own choice.

Such a variable keeps its value in an assembly statement alone: between two of them a call may come
that the source does not have (a sanitizer's, a profiler's), and change the register.
"""

from __future__ import annotations

import re

from mote.common.paths import ROOT

BOUND = re.compile(r'register [^;]*__asm__\("%?[xyz]mm')


def test_no_vector_of_amd64_is_bound_to_a_register() -> None:
    found = [
        str(path.relative_to(ROOT))
        for path in sorted((ROOT / "src").rglob("*.[ch]"))
        if BOUND.search(path.read_text(encoding="utf-8"))
    ]
    assert found == []


def test_one_is_found() -> None:
    assert BOUND.search('    register __m256i x1 __asm__("ymm1"), x2 __asm__("ymm2");\n')
