"""Skein beyond the hash interface: published digests, keys, personalization, long output."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from mote.building import build
from mote.building.image import Region
from mote.calling.hash_caller import HashCaller
from mote.calling.session import Session, pseudo_random
from mote.catalog import catalog
from mote.catalog.function import Implementation
from mote.common.errors import Breach
from mote.machines import open_machine
from mote.machines.call import Argument
from mote.machines.ucsim import read_intel_hex
from reference import skein as reference
from reference.skein import skein
from test_properties import COMPILER, library

pytestmark = pytest.mark.about("src/skein")

STATES = {"skein256": 256, "skein512": 512, "skein1024": 1024}
EVERY = [each for name in STATES for each in catalog.implementations(catalog.functions()[name])]
FILES = [each for each in EVERY if each.sources[-1].suffix == ".c"]
CATALOG = catalog.cpus()
CPUS = ("amd64", "armv4", "avr8", "mcs51", "mips32", "powerpc", "thumb")


# Appendix C of the specification: the first message of each state size, one byte 0xFF.
PUBLISHED = {
    256: "0b98dcd198ea0e50a7a244c444e25c23da30c10fc9a1f270a6637f1f34e67ed2",
    512: (
        "71b7bce6fe6452227b9ced6014249e5bf9a9754c3ad618ccc4e0aae16b316cc8"
        "ca698d864307ed3e80b6ef1570812ac5272dc409b5a012df2a579102f340617a"
    ),
    1024: (
        "e62c05802ea0152407cdd8787fda9e35703de862a4fbc119cff8590afe79250b"
        "ccc8b3faf1bd2422ab5c0d263fb2f8afb3f796f048000381531b6f00d85161bc"
        "0fff4bef2486b1ebcd3773fabf50ad4ad5639af9040e3f29c6c931301bf79832"
        "e9da09857e831e82ef8b4691c235656515d437d2bda33bcec001c67ffde15ba8"
    ),
}


@pytest.mark.parametrize("state", PUBLISHED)
def test_reference_gives_the_specifications_digests(state: int) -> None:
    assert skein(state, b"\xff", state).hex() == PUBLISHED[state]


def host_digest(
    implementation: Implementation, size: int, message: bytes, key: bytes, personalization: bytes
) -> bytes:
    code = library(implementation)
    context = code.context()
    size_t = ctypes.c_size_t
    code.library[f"{implementation.prefix}_init_keyed"](context, size, key, size_t(len(key)))
    if personalization:
        personalize = code.library[f"{implementation.prefix}_personalize"]
        personalize(context, personalization, size_t(len(personalization)))
    code.update(context, message, len(message))
    return code.close(context, 0, 0, size)


@pytest.mark.skipif(COMPILER is None, reason="no C compiler for this computer")
@pytest.mark.parametrize(
    "implementation", FILES, ids=lambda each: f"{each.function.name}-{each.name}"
)
def test_keys_and_personalization_on_this_computer(implementation: Implementation) -> None:
    state = STATES[implementation.function.name]
    block = state // 8
    for number, length in enumerate((0, 1, block - 1, block, block + 1, 3 * block)):
        key = pseudo_random("key", (length * 7 + number) % (2 * block + 3))
        personalization = pseudo_random("personalization", length)
        message = pseudo_random("message", 100 + number)
        for size in (state, 3 * state + 8):
            digest = host_digest(implementation, size, message, key, personalization)
            right = skein(state, message, size, key=key, personalization=personalization)
            assert digest == right


@contextmanager
def running(implementation: Implementation, cpu_name: str, folder: Path) -> Iterator[Session]:
    cpu = CATALOG[cpu_name]
    built = build.build(implementation, cpu, folder)
    machine = open_machine(cpu)
    machine.confirm = False
    try:
        yield Session(machine, implementation, built, build.link(implementation, cpu, built))
    finally:
        machine.close()


def keyed(session: Session, stray: int = 0) -> bytes:
    """A keyed digest on a simulated CPU under the guard; stray: bytes of the key not granted."""
    implementation, machine = session.implementation, session.machine
    address = session.fresh()
    key, personalization = pseudo_random("key", 45), pseudo_random("personalization", 33)
    key_at, personalization_at = session.data + 1, session.data + 130
    machine.write(key_at, key)
    machine.write(personalization_at, personalization)
    pointer = Argument("pointer", address)
    session.detail = True
    session.call(
        f"{implementation.prefix}_init_keyed",
        [
            pointer,
            Argument("unsigned", implementation.function.main_size),
            Argument("pointer", key_at),
            Argument("size", len(key)),
        ],
        [session.context(address), Region("key", key_at, len(key) - stray, False)],
    )
    session.call(
        f"{implementation.prefix}_personalize",
        [
            pointer,
            Argument("pointer", personalization_at),
            Argument("size", len(personalization)),
        ],
        [
            session.context(address),
            Region("personalization", personalization_at, len(personalization), False),
        ],
    )
    HashCaller(session).update(address, b"message")
    digest = HashCaller(session).close(address, 0, 0, implementation.function.main_size)
    session.detail = False
    return digest


def test_a_read_past_the_key_would_be_seen(tmp_path: Path) -> None:
    with running(FILES[0], "thumb", tmp_path) as session, pytest.raises(Breach):
        keyed(session, stray=1)


CODE = 0x800000
"""What SDCC's pointers to anywhere have in their highest byte for code memory: 0x80."""


@pytest.mark.parametrize("start", [0, 1])
@pytest.mark.parametrize(
    "implementation",
    [each for each in EVERY if catalog.runs_on(each, CATALOG["mcs51"])],
    ids=lambda each: f"{each.function.name}-{each.name}",
)
@pytest.mark.sampled(8)
def test_messages_in_code_memory(
    implementation: Implementation, start: int, tmp_path: Path
) -> None:
    """On an 8051 a string constant lies there, and external RAM has other bytes at its place."""
    state = STATES[implementation.function.name]
    block = state // 8
    with running(implementation, "mcs51", tmp_path) as session:
        image = build.link(implementation, CATALOG["mcs51"], session.built)
        code: dict[int, int] = {}
        for at, data in read_intel_hex(image.path.read_text()):
            code.update(enumerate(data, at))
        at = image.symbols[f"{implementation.prefix}_init"] // 2
        message = bytes(code[at + i] for i in range(3 * block - 1))
        address = session.fresh()
        HashCaller(session).init(address, state)
        HashCaller(session).update(address, bytes(start))
        session.call(
            implementation.prefix,
            [
                Argument("pointer", address),
                Argument("pointer", CODE + at),
                Argument("size", len(message)),
            ],
            [session.context(address)],
        )
        assert HashCaller(session).close(address, 0, 0, state) == skein(
            state, bytes(start) + message, state
        )


def carrying_message(state: int) -> bytes:
    """A message for which the number 1 of subkey 1 carries through all of its word.

    That word of the state is then one less than 2^64: from there four rounds backwards.
    """
    configuration = b"SHA3" + (1).to_bytes(4, "little") + state.to_bytes(8, "little") + bytes(16)
    size = state // 8
    chain = reference._ubi(bytes(size), configuration, 256, reference.CONFIGURATION)
    tweak = size | reference.MESSAGE << 120 | 1 << 126
    key = reference.words(chain)
    subkeys = reference._subkeys(key, (tweak & reference.MASK, tweak >> 64))
    x = reference.words(pseudo_random("state before subkey 1", size))
    n = len(x)
    x[-1] = -subkeys[1][-1] & reference.MASK
    for number in range(3, -1, -1):
        y = [0] * n
        for i, source in enumerate(reference.PERMUTATION[n]):
            y[source] = x[i]
        for j, rotation in enumerate(reference.ROTATIONS[n][number]):
            y[2 * j + 1] = reference._rotl(y[2 * j + 1] ^ y[2 * j], 64 - rotation)
            y[2 * j] = (y[2 * j] - y[2 * j + 1]) & reference.MASK
        x = y
    block = [(word - part) & reference.MASK for word, part in zip(x, subkeys[0], strict=True)]
    return b"".join(word.to_bytes(8, "little") for word in block) + b"more"


ON_CPUS = [(each, cpu) for each in EVERY for cpu in CPUS if catalog.runs_on(each, CATALOG[cpu])]


@pytest.mark.parametrize(
    ("implementation", "cpu"),
    ON_CPUS,
    ids=[f"{each.function.name}-{each.name}-{cpu}" for each, cpu in ON_CPUS],
)
@pytest.mark.sampled(10)
def test_keys_and_a_carry_of_the_number_of_a_subkey(
    implementation: Implementation, cpu: str, tmp_path: Path
) -> None:
    """Keys and personalization under the guard; then a message for a carry that is rare."""
    state = STATES[implementation.function.name]
    key, personalization = pseudo_random("key", 45), pseudo_random("personalization", 33)
    message = carrying_message(state)
    with running(implementation, cpu, tmp_path) as session:
        right = skein(state, b"message", state, key=key, personalization=personalization)
        assert keyed(session) == right
        address = session.fresh()
        HashCaller(session).init(address, state)
        HashCaller(session).update(address, message)
        assert HashCaller(session).close(address, 0, 0, state) == skein(state, message, state)


@pytest.mark.parametrize(
    "implementation",
    [each for each in EVERY if catalog.runs_on(each, CATALOG["mcs51"])],
    ids=lambda each: f"{each.function.name}-{each.name}",
)
@pytest.mark.sampled(6)
def test_long_digests_across_pages(implementation: Implementation, tmp_path: Path) -> None:
    """An 8051 computes an address, and how much is left, in two bytes."""
    state = STATES[implementation.function.name]
    block = state // 8
    cases = [(2 * block + 1, offset) for offset in range(0, 256, block)]
    with running(implementation, "mcs51", tmp_path) as session:
        for size, offset in [*cases, (300, 0)]:
            address = session.fresh()
            HashCaller(session).init(address, 8 * size)
            assert HashCaller(session).close(address, 0, 0, 8 * size, offset) == skein(
                state, b"", 8 * size
            )
