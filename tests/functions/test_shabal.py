"""Shabal with its first state as a table (MOTE_SHABAL_INITIAL_VALUE)."""

from __future__ import annotations

import dataclasses
import re

import pytest

from mote import kinds
from mote.building import package
from mote.calling.opening import opened
from mote.catalog import catalog, vectors
from mote.catalog.function import Implementation
from mote.common.paths import ROOT

pytestmark = pytest.mark.about("src/shabal")

FUNCTION = catalog.functions()["shabal"]
FILES = {each.name: each for each in catalog.implementations(FUNCTION)}
SIZES = (192, 224, 256, 384, 512)
PAIRS = (("avr8", "avr8"), ("thumb", "thumb"), ("thumb", "thumb-be"), ("thumb", "cortex-m0"))


def _failed(chosen: Implementation, cpu: str, size: int) -> int:
    """How many of five digests of this size are wrong; all of them take different ways."""
    some = [each for each in vectors.own(FUNCTION) if each.digest_bits == size][:5]
    assert len(some) == 5
    with opened(chosen, catalog.cpus()[cpu]) as session:
        session.detail = False
        count = kinds.of(FUNCTION).run_vectors(session, some)
    assert count.passed + count.failed == len(some)
    return count.failed


def _chosen(name: str, size: int) -> Implementation:
    return dataclasses.replace(FILES[name], options=(f"-DMOTE_SHABAL_INITIAL_VALUE={size}",))


@pytest.mark.parametrize(("name", "cpu"), PAIRS)
@pytest.mark.parametrize("size", SIZES)
def test_each_digest_size_has_its_state(name: str, cpu: str, size: int) -> None:
    assert _failed(_chosen(name, size), cpu, size) == 0


def test_a_wrong_state_gives_wrong_digests() -> None:
    assert _failed(_chosen("thumb", 256), "thumb", 512) == 5


def test_another_digest_size_is_refused() -> None:
    with pytest.raises(Exception, match="MOTE_SHABAL_INITIAL_VALUE is 192"):
        _failed(_chosen("avr8", 128), "avr8", 128)


def test_the_choice_is_in_what_is_exported_and_in_the_header() -> None:
    offering = {name for name, _ in PAIRS}
    for name, file in FILES.items():
        text = "".join(each.text for each in package.pack(file).sources)
        # A file that sets it for itself leaves no choice.
        chosen = "MOTE_SHABAL_INITIAL_VALUE" in text and "#undef MOTE_SHABAL" not in text
        assert chosen == (name in offering)
    header = (ROOT / "include/mote/shabal.h").read_text(encoding="utf-8")
    said = re.search(r"compile ([\w.]+) or ([\w.]+) with", header)
    assert said and {each.removesuffix(".S") for each in said.groups()} == offering
