"""Skein beyond the hash interface: golden vectors, keys, personalization, long output."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from mote import build, catalog
from mote.machines import open_machine
from mote.session import Session, pseudo_random
from mote.types import Argument, Breach, Implementation, Region
from reference.skein import skein
from test_properties import COMPILER, library

ROOT = Path(__file__).resolve().parent.parent
GOLDEN = ROOT.parent / "shared" / "kat" / "skein-golden" / "skein_golden_kat.txt"
STATES = {"skein256": 256, "skein512": 512, "skein1024": 1024}
FILES = [
    implementation
    for name in STATES
    for implementation in catalog.implementations(catalog.functions()[name])
    if implementation.source.suffix == ".c"
]
CPUS = ("amd64", "avr8", "mcs51", "mips32", "powerpc", "thumb")


def golden() -> Iterator[tuple[int, int, int, bytes, bytes, bytes]]:
    """(state, digest and message length in bits, message, key, digest) of the published file."""
    text = GOLDEN.read_text(encoding="ascii")
    for part in text.split("--------------------------------"):
        head = re.search(r":Skein-(\d+): +(\d+)-bit hash, msgLen = +(\d+) bits", part)
        if head is None or "tree" in part.lower():
            continue
        found = {}
        for name, body in re.findall(
            r"^(Message data|MAC key|Result)[^\n]*\n((?: +[^\n]*\n)*)", part, re.MULTILINE
        ):
            found[name] = bytes.fromhex("".join(re.findall(r"\b[0-9A-F]{2}\b", body)))
        yield (
            int(head[1]),
            int(head[2]),
            int(head[3]),
            found["Message data"],
            found.get("MAC key", b""),
            found["Result"],
        )


@pytest.mark.skipif(not GOLDEN.is_file(), reason="the golden vectors are not beside this checkout")
def test_reference_gives_the_golden_vectors() -> None:
    done = keyed = 0
    for state, size, bits, message, key, digest in golden():
        if size % 8 == 0:
            assert skein(state, message, size, bits, key) == digest
            done += 1
            keyed += key != b""
    assert done > 400 and keyed > 80


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


def simulated(implementation: Implementation, cpu_name: str, folder: Path, stray: int = 0) -> bytes:
    """A keyed digest on a simulated CPU under the guard; stray: bytes of the key not granted."""
    cpu = catalog.cpus()[cpu_name]
    built = build.build(implementation, cpu, folder)
    machine = open_machine(cpu)
    try:
        image = build.link(implementation, cpu, built)
        session = Session(machine, implementation, built, image)
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
                Argument("unsigned", implementation.function.main_digest),
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
        session.update(address, b"message")
        return session.close(address, 0, 0, implementation.function.main_digest)
    finally:
        machine.close()


@pytest.mark.parametrize("cpu", CPUS)
@pytest.mark.parametrize(
    "implementation", FILES, ids=lambda each: f"{each.function.name}-{each.name}"
)
def test_keys_and_personalization_under_the_guard(
    implementation: Implementation, cpu: str, tmp_path: Path
) -> None:
    if not catalog.runs_on(implementation, catalog.cpus()[cpu]):
        pytest.skip("not for this CPU")
    state = STATES[implementation.function.name]
    right = skein(
        state,
        b"message",
        state,
        key=pseudo_random("key", 45),
        personalization=pseudo_random("personalization", 33),
    )
    assert simulated(implementation, cpu, tmp_path) == right


def test_a_read_past_the_key_would_be_seen(tmp_path: Path) -> None:
    with pytest.raises(Breach):
        simulated(FILES[0], "thumb", tmp_path, stray=1)
