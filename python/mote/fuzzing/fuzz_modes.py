"""`mote fuzz` for modes of operation: random texts, keys and places against OpenSSL.

OpenSSL is that in the Python package cryptography.  On this computer every file in C that it can
run is compiled under the sanitizers; with a CPU, what runs there goes through its simulator under
the memory guard.  Each text is encrypted and decrypted apart, in place and in pieces, at any
alignment, and a tag in which one bit is wrong must be refused.
"""

from __future__ import annotations

import os
import platform
import random
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mote.building import build as building
from mote.calling.session import Session
from mote.catalog import catalog
from mote.catalog.cpu import Cpu
from mote.catalog.function import Function, Implementation
from mote.checking import sanitizer
from mote.common.errors import BuildError, MissingTool, MoteError
from mote.common.paths import INCLUDES, WORK
from mote.fuzzing.fuzz import Result
from mote.kinds import mode
from mote.machines import open_machine

BLOCK = mode.BLOCK

LONGEST = 1200
"""Bytes of a text: several turns of every loop."""

IV_BYTES = (8, 128)
"""Of GCM, as the package takes them; other sizes are in the vectors."""

BATCH = 100
"""Texts for one run of the program on this computer."""

FAILURES = WORK / "fuzz" / "failures"


@dataclass(frozen=True)
class ModeFuzzJob:
    """A mode to fuzz for so many seconds, or texts; cpu: a simulated one, None for this computer.

    seed: 0 for another one each time.  most: -1 for no end.
    """

    function: Function
    cpu: Cpu | None
    seconds: int
    seed: int = 0
    most: int = -1

    @property
    def label(self) -> str:
        return self.function.name + (f" on {self.cpu.name}" if self.cpu else "")


class OpenSsl:
    """What OpenSSL makes of texts.  Raises MissingTool without the package."""

    def __init__(self) -> None:
        try:
            from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
        except ImportError as error:
            raise MissingTool(
                f"the Python package cryptography is not there ({error}): start with ./mote fuzz"
            ) from None
        self._cipher, self._aes, self._modes = Cipher, algorithms.AES, modes

    def _run(self, key: bytes, how: Any, text: bytes) -> bytes:
        encryptor = self._cipher(self._aes(key), how).encryptor()
        return bytes(encryptor.update(text) + encryptor.finalize())

    def ecb(self, key: bytes, text: bytes) -> bytes:
        return self._run(key, self._modes.ECB(), text)

    def cbc(self, key: bytes, iv: bytes, text: bytes) -> bytes:
        return self._run(key, self._modes.CBC(iv), text)

    def ctr(self, key: bytes, iv: bytes, text: bytes, bits: int) -> bytes:
        """OpenSSL counts in 128 bits; with 32 it begins anew where they go through their end."""
        place = BLOCK * ((1 << 32) - int.from_bytes(iv[12:], "big")) if bits == 32 else len(text)
        result = self._run(key, self._modes.CTR(iv), text[:place])
        if len(text) > place:
            result += self._run(key, self._modes.CTR(iv[:12] + bytes(4)), text[place:])
        return result

    def xts(self, key: bytes, tweak: bytes, text: bytes) -> bytes:
        """OpenSSL has no keys of 192 bits: these go block by block through its ECB."""
        if len(key) != 48:
            return self._run(key, self._modes.XTS(tweak), text)
        return self.xts_by_blocks(key, tweak, text)

    def xts_by_blocks(self, key: bytes, tweak: bytes, text: bytes) -> bytes:
        """IEEE Std 1619-2007, section 5.3, with every block through ECB."""
        half = len(key) // 2
        number = int.from_bytes(self.ecb(key[half:], tweak), "little")
        blocks: list[bytes] = []

        def block(data: bytes) -> bytes:
            mask = number.to_bytes(BLOCK, "little")
            return xor(self.ecb(key[:half], xor(data, mask)), mask)

        for start in range(0, len(text), BLOCK):
            data = text[start : start + BLOCK]
            if len(data) < BLOCK:  # ciphertext stealing
                stolen = blocks.pop()
                blocks += [block(data + stolen[len(data) :]), stolen[: len(data)]]
            else:
                blocks.append(block(data))
            number = number << 1 ^ (number >> 127) * (1 << 128 | 0x87)
        return b"".join(blocks)

    def gcm(self, key: bytes, iv: bytes, aad: bytes, text: bytes) -> bytes:
        encryptor = self._cipher(self._aes(key), self._modes.GCM(iv)).encryptor()
        encryptor.authenticate_additional_data(aad)
        cipher = encryptor.update(text) + encryptor.finalize()
        return bytes(cipher + encryptor.tag)

    def chacha20_poly1305(self, key: bytes, nonce: bytes, aad: bytes, text: bytes) -> bytes:
        from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

        return bytes(ChaCha20Poly1305(key).encrypt(nonce, text, aad))

    def poly1305(self, key: bytes, data: bytes) -> bytes:
        from cryptography.hazmat.primitives.poly1305 import Poly1305

        return bytes(Poly1305.generate_tag(key, data))

    def ccm(self, key: bytes, nonce: bytes, aad: bytes, text: bytes, tag_bytes: int) -> bytes:
        from cryptography.hazmat.primitives.ciphers.aead import AESCCM

        return bytes(AESCCM(key, tag_bytes).encrypt(nonce, text, aad))

    def wrap(self, key: bytes, text: bytes) -> bytes:
        from cryptography.hazmat.primitives.keywrap import aes_key_wrap

        return bytes(aes_key_wrap(key, text))

    def cmac(self, key: bytes, data: bytes) -> bytes:
        from cryptography.hazmat.primitives.cmac import CMAC

        code = CMAC(self._aes(key))
        code.update(data)
        return bytes(code.finalize())

    def ghash(self, key: bytes, data: bytes) -> tuple[bytes, bytes, bytes]:
        """The hash key of an AES key, what GMAC hashes under it, and the hash."""
        iv = bytes(12)
        tag = self.gcm(key, iv, data, b"")
        hashed = data + bytes(-len(data) % BLOCK) + (8 * len(data)).to_bytes(8, "big") + bytes(8)
        return self.ecb(key, bytes(BLOCK)), hashed, xor(tag, self.ecb(key, iv + b"\0\0\0\1"))


def in_openssl(function: Function) -> bool:
    """Whether OpenSSL has the mode: those of AES, and what has Poly1305."""
    return function.family == "aes" or "poly1305" in function.facts["mode"]


def xor(a: bytes, b: bytes) -> bytes:
    return bytes(x ^ y for x, y in zip(a, b, strict=True))


def drawn(function: Function, chance: random.Random, openssl: OpenSsl, longest: int) -> Any:
    """A text with all that goes with it, and what OpenSSL makes of it: a mode.ModeVector."""
    how = mode.mode_of(function)
    name = function.facts["mode"]
    edge = BLOCK * chance.randrange(longest // BLOCK + 1)
    near = edge if how.whole_blocks else max(edge + chance.choice((-1, 0, 1)), 0)
    any_size = chance.randrange(0, longest, BLOCK if how.whole_blocks else 1)
    small = BLOCK * chance.randrange(3) if how.whole_blocks else chance.randrange(2 * BLOCK + 2)
    size = min(max(chance.choice((near, any_size, small)), how.least), longest)
    text, iv = chance.randbytes(size), chance.randbytes(BLOCK)
    # Counters that go through their end within the text.
    ones = chance.choice((0, 0, 3, 7, 11, 15))
    iv = iv[: BLOCK - 1 - ones] + b"\xff" * ones + iv[-1:]
    aad, tag_bytes, counter_bits = b"", 0, 128
    key = chance.randbytes(mode.key_bytes(function))
    if name == "gcm":
        iv = chance.randbytes(chance.choice((12, chance.randint(*IV_BYTES))))
        aad = chance.randbytes(chance.choice((0, 16, 20, chance.randrange(200))))
        tag_bytes = chance.choice(mode.TAG_SIZES)
        output = openssl.gcm(key, iv, aad, text)[: size + tag_bytes]
    elif name == "ccm":
        iv = chance.randbytes(chance.choice(how.iv_sizes))
        aad = chance.randbytes(chance.choice((0, 14, 30, chance.randrange(200))))
        tag_bytes = chance.choice(how.tags)
        output = openssl.ccm(key, iv, aad, text, tag_bytes)
    elif name == "chacha20_poly1305":
        iv, aad = chance.randbytes(how.iv_bytes), chance.randbytes(chance.randrange(70))
        tag_bytes = BLOCK
        output = openssl.chacha20_poly1305(key, iv, aad, text)
    elif name == "poly1305":
        output = openssl.poly1305(key, text)
    elif name == "wrap":
        tag_bytes = how.tags[0]
        text += chance.randbytes(chance.choice((0, how.unit)))
        output = openssl.wrap(key, text)
    elif name == "cmac":
        tag_bytes = chance.choice(how.tags)
        output = openssl.cmac(key, text)[:tag_bytes]
    elif name == "ghash":
        key, text, output = openssl.ghash(key, text)
    elif name in ("ctr", "ctr_only"):
        counter_bits = chance.choice((32, 128)) if name == "ctr" else 128
        output = openssl.ctr(key, iv, text, counter_bits)
    elif name == "ecb":
        output = openssl.ecb(key, text)
    else:
        output = {"cbc": openssl.cbc, "xts": openssl.xts}[name](key, iv, text)
    number = chance.randrange(1 << 16)
    return mode.ModeVector(number, key, iv, aad, text, tag_bytes, output, counter_bits)


def in_words(given: mode.ModeVector) -> str:
    """The sizes of a case, for people."""
    return (
        f"key {8 * len(given.key)} bits, IV {len(given.iv)}, data {len(given.aad)}, "
        f"text {len(given.text)}, tag {given.tag_bytes} bytes, counter {given.counter_bits} bits"
    )


def kept(
    job: ModeFuzzJob, implementation: Implementation, given: mode.ModeVector, more: str
) -> str:
    """Write a case that failed to a file, as native/mode_harness.c reads it; its path."""
    FAILURES.mkdir(parents=True, exist_ok=True)
    path = FAILURES / f"{job.label.replace(' ', '-')}-{implementation.name}"
    text = f"{mode.harness_line(job.function, given)}# {in_words(given)}\n# {more}\n"
    path.write_text(text, encoding="utf-8")
    return str(path)


def here(function: Function) -> list[Implementation]:
    """The function's files in C that this kind of computer may run."""
    machine = {"x86_64": "amd64", "AMD64": "amd64"}.get(platform.machine(), "portable")
    return [
        each
        for each in catalog.implementations(function)
        if each.name.split("_")[0] in ("portable", machine) and each.source.suffix == ".c"
    ]


def build(implementation: Implementation, folder: Path) -> Path:
    """The program that runs vectors through an implementation, under sanitizers.

    One that is in the folder already serves all rows of a source.
    """
    if not sanitizer.available():
        raise MissingTool("gcc with its sanitizers is not installed", ("gcc",))
    identifier = implementation.function.identifier
    program = folder / f"{identifier}-{implementation.name}"
    if program.exists():
        return program
    command = ["gcc", "-O1", *sanitizer.FLAGS]
    command += sanitizer.harness_flags(implementation.function.name)
    command += [f"-I{path}" for path in INCLUDES]
    command += [*map(str, implementation.sources), str(mode.HARNESS), "-o", str(program)]
    built = subprocess.run(command, capture_output=True, text=True, check=False)
    if built.returncode != 0:
        raise BuildError(f"compiling {implementation.source.name} failed", built.stderr)
    return program


def complaint(program: Path, lines: Sequence[str]) -> str | None:
    """What is wrong with some cases; empty for nothing, None if the processor cannot run it."""
    environment = {**os.environ, "ASAN_OPTIONS": "handle_sigill=0"}
    done = subprocess.run(
        [program],
        input="".join(lines),
        capture_output=True,
        text=True,
        check=False,
        env=environment,
    )
    if done.returncode == -signal.SIGILL:
        return None
    if done.returncode != 0:
        said = [line for line in done.stderr.splitlines() if "error: " in line.lower()]
        return said[0].strip() if said else f"exit status {done.returncode}"
    return "" if done.stdout.split() == [str(len(lines)), "0"] else "OpenSSL's result is another"


def _cases(job: ModeFuzzJob, longest: int) -> Iterator[mode.ModeVector]:
    """Cases until the time is up, or there were as many as wanted."""
    openssl = OpenSsl()
    chance = random.Random(job.seed or None)
    end = time.monotonic() + job.seconds
    done = 0
    while done != job.most and (done == 0 or time.monotonic() < end):
        yield drawn(job.function, chance, openssl, longest)
        done += 1


def _first(
    program: Path, batch: Sequence[mode.ModeVector], lines: Sequence[str], said: str
) -> tuple[mode.ModeVector, str]:
    """The first case of a batch that fails by itself, and how; else the last one, with `said`."""
    for case, line in zip(batch, lines, strict=True):
        alone = complaint(program, [line])
        if alone:
            return case, alone
    return batch[-1], said


def _on_host(job: ModeFuzzJob, files: Sequence[Implementation], programs_in: Path | None) -> Result:
    tried = compared = 0
    with tempfile.TemporaryDirectory(prefix="mote-fuzz-") as folder:
        programs = {each: build(each, programs_in or Path(folder)) for each in files}
        cases = _cases(job, LONGEST)
        while batch := [case for case, _ in zip(cases, range(BATCH), strict=False)]:
            tried += len(batch)
            lines = [mode.harness_line(job.function, case) for case in batch]
            for each, program in list(programs.items()):
                said = complaint(program, lines)
                if said is None:
                    del programs[each]
                    continue
                compared += len(batch)
                if said:
                    wrong, said = _first(program, batch, lines, said)
                    path = kept(job, each, wrong, said)
                    problem = f"{each.name}: {said} ({in_words(wrong)}); the case is in {path}"
                    return Result(job.label, tried, compared, 0, problem)
    return Result(job.label, tried, compared, 0)


def _simulated(job: ModeFuzzJob, cpu: Cpu, files: Sequence[Implementation]) -> Result:
    tried = compared = 0
    chance = random.Random(job.seed or None)
    with ExitStack() as stack:
        sessions = []
        for each in files:
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="mote-fuzz-"))
            built = building.build(each, cpu, Path(folder))
            image = building.link(each, cpu, built)
            machine = open_machine(cpu)
            stack.callback(machine.close)
            sessions.append(Session(machine, each, built, image))
        longest = min(LONGEST, *(mode.capacity(session) // BLOCK * BLOCK for session in sessions))
        for case in _cases(job, longest):
            tried += 1
            for session in sessions:
                placed: dict[str, Any] = {
                    "chunks": tuple(chance.randrange(160) for _ in range(chance.randrange(4))),
                    "offset": chance.randrange(BLOCK),
                    "context": chance.randrange(256),
                    "in_place": chance.random() < 0.5,
                }
                session.calls = []
                try:
                    said = mode.disagreement(session, case, placed)
                except MoteError as error:
                    said = str(error)
                compared += 1
                if said:
                    each = session.implementation
                    path = kept(job, each, case, f"{placed}: {said}")
                    problem = f"{each.name}: {said[:200]} ({in_words(case)}); the case is in {path}"
                    return Result(job.label, tried, compared, 0, problem)
    return Result(job.label, tried, compared, 0)


def fuzz(
    job: ModeFuzzJob, files: Sequence[Implementation] = (), programs_in: Path | None = None
) -> Result:
    """Compare the files (none: all that run there) with OpenSSL.  Raises MoteError.

    programs_in: a folder that keeps the programs for this computer.
    """
    if job.cpu is None:
        return _on_host(job, files or here(job.function), programs_in)
    found = files or [
        each for each in catalog.implementations(job.function) if catalog.runs_on(each, job.cpu)
    ]
    return _simulated(job, job.cpu, found)
