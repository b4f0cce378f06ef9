"""A Skein-256 digest of at most 32 bytes may take the place of the context (mote/skein256.h)."""

from __future__ import annotations

import pytest

from mote.building import together
from mote.calling.hash_caller import HashCaller
from mote.calling.opening import opened
from mote.calling.session import Session
from mote.catalog import catalog
from mote.catalog.function import Implementation
from mote.machines.call import Argument
from mote.measuring import together as figures
from reference import skein

pytestmark = pytest.mark.about("src/skein")

FUNCTION = catalog.functions()["skein256"]
CPUS = catalog.cpus()
USUAL = ("avr8", "armv4", "mcs51", "thumb")
FILES = catalog.implementations(FUNCTION)
PROGRAMS = together.programs([FUNCTION, catalog.functions()["threefish256"]], CPUS["avr8"])


def _cpu(file: Implementation) -> str:
    """One that it is for."""
    return next(name for name in (*USUAL, *CPUS) if catalog.runs_on(file, CPUS[name]))


def _in_state(session: Session, message: bytes, bits: int, last: int) -> bytes:
    """The digest of a message and `last` bits of 0 behind it, written over the context."""
    session.detail = False
    caller, address = HashCaller(session), session.fresh()
    caller.init(address, bits)
    caller.update(address, message)
    numbers = {"ub": Argument("unsigned", 0), "n": Argument("unsigned", last)}
    dst = Argument("pointer", address)
    session.api(2, {"cc": session.context(address), **numbers, "dst": dst})
    return session.machine.read(address, bits // 8)


def _check(session: Session) -> None:
    for size, bits, last in ((0, 256, 0), (33, 256, 0), (64, 128, 0), (31, 256, 3)):
        message = bytes((5 * i + 1) & 255 for i in range(size))
        padded = message + bytes(1 if last else 0)
        right = skein.skein256(padded, bits, message_bits=8 * size + last)
        assert _in_state(session, message, bits, last) == right, (size, bits, last)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_a_digest_in_the_place_of_the_state(file: Implementation) -> None:
    with opened(file, CPUS[_cpu(file)]) as session:
        _check(session)


@pytest.mark.parametrize("name", sorted(PROGRAMS))
def test_the_same_in_programs_of_several_functions(name: str) -> None:
    with figures.opened(PROGRAMS[name], FUNCTION, CPUS["avr8"]) as session:
        _check(session)


def test_a_longer_digest_needs_its_own_place() -> None:
    """Its second block would be of what the first has overwritten."""
    (file,) = (file for file in FILES if file.name == "avr8_fast")
    with opened(file, CPUS["avr8"]) as session:
        found = _in_state(session, b"", 512, 0)
    right = skein.skein256(b"", 512)
    assert found[:32] == right[:32] and found != right
