"""Words for bytes that are wrong."""

from __future__ import annotations

from mote.common.differing import differing


def test_short_ones_are_shown_whole() -> None:
    assert differing(b"\x01\x02", b"\x01\x03") == "is 0102, should be 0103"


def test_long_ones_where_they_differ() -> None:
    right = bytes(range(200))
    wrong = right[:100] + b"\xff" + right[101:]
    said = differing(wrong, right)
    assert said.startswith("is ff65") and said.endswith("from byte 100 on")
    assert "should be 6465" in said and len(said) < 120
    assert differing(right[:80], right[:90]).endswith("from byte 80 on (80 bytes, should be 90)")
    said = differing(right[:80], right[:90])
    assert said.startswith("is nothing, should be 50515253545556575859 from byte 80")
