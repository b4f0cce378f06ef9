"""What every header says at its head (its example: test_export_examples.py)."""

from __future__ import annotations

import re

import pytest

from mote.catalog import catalog


@pytest.mark.parametrize("name", catalog.functions())
def test_the_header_tells_status_and_specification(name: str) -> None:
    function = catalog.functions()[name]
    text = catalog.header(function).read_text(encoding="ascii")
    comment = text[: text.index("*/")]
    assert re.search(r"^ \* Status: \w+", comment, re.MULTILINE)
    assert re.search(r"^ \* Specification: \S+", comment, re.MULTILINE)
    assert function.status
    assert function.specification
