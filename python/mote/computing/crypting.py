"""`mote crypt`: a text through a mode of operation, on the host or on a simulated CPU."""

from __future__ import annotations

import dataclasses
import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from mote.building import build, package
from mote.calling.session import Session
from mote.catalog import catalog
from mote.catalog.cpu import Cpu
from mote.catalog.function import Function, Implementation
from mote.checking import sanitizer
from mote.common.errors import MoteError
from mote.common.paths import INCLUDES
from mote.kinds import mode
from mote.machines import host, open_machine

BLOCK = mode.BLOCK
WRONG_TAG = "the tag is wrong: text, data, IV, key or tag is not what was encrypted"


def algorithms() -> dict[str, Function]:
    """The functions that encrypt, as `mote crypt` calls them: aes-128-ctr is aes128_ctr."""
    return {
        re.sub(r"^aes(\d+)_", r"aes-\1-", name).replace("_", "-"): function
        for name, function in catalog.functions().items()
        if function.kind == "mode"
        and mode.mode_of(function).decrypts
        and not mode.mode_of(function).is_mac
    }


def macs() -> dict[str, Function]:
    """The functions whose output is a code that authenticates: those of `mote mac`.

    Poly1305 is one for a key that is used once; `mote pick` does not propose it.
    """
    return {
        name: function
        for name, function in catalog.functions().items()
        if function.kind == "mode"
        and (mode.mode_of(function).is_mac or function.facts["mode"] == "poly1305")
    }


def key_bytes(known: Mapping[str, Function]) -> dict[str, int]:
    """The size of each function's key."""
    return {name: mode.key_bytes(function) for name, function in known.items()}


def code_task(function: Function, key: bytes, digest_bits: int | None) -> Task:
    """The computation of a code of so many bits (None: all); raises MoteError."""
    name, sizes = function.title, mode.mode_of(function).tags or (BLOCK,)
    size = sizes[0] if digest_bits is None else digest_bits // 8
    if len(key) != mode.key_bytes(function):
        raise MoteError(f"--key has {len(key)} bytes; {name} takes {mode.key_bytes(function)}")
    if size not in sizes or digest_bits not in (None, 8 * size):
        given = f"those of whole bytes, {8 * sizes[-1]} to {8 * sizes[0]}"
        raise MoteError(
            f"{name} has no code of {digest_bits} bits; it has "
            + (given if len(sizes) > 1 else f"one of {8 * sizes[0]}")
        )
    return Task(function, key, b"", b"", size, back=False)


@dataclass(frozen=True)
class Task:
    """What is asked for; key, iv, aad and text in bytes.  back: decrypt."""

    function: Function
    key: bytes
    iv: bytes | None
    aad: bytes | None
    tag_bytes: int | None
    back: bool


def checked(task: Task) -> Task:
    """The task with what it leaves open; raises MoteError saying what is wrong with it."""
    function, name = task.function, task.function.title
    size = mode.key_bytes(function)
    found = mode.mode_of(function)
    if len(task.key) != size:
        both = " (two keys, one behind the other)" if found.keys == 2 else ""
        raise MoteError(f"--key has {len(task.key)} bytes; {name} takes {size}{both}")
    if not found.has_iv and task.iv is not None:
        raise MoteError(f"{name} has no IV: leave --iv out")
    if found.has_iv and task.iv is None:
        raise MoteError(f"{name} needs an IV: give --iv HEX")
    given = len(task.iv or b"")
    if found.iv_sizes and given not in found.iv_sizes:
        sizes = f"{min(found.iv_sizes)} to {max(found.iv_sizes)}"
        raise MoteError(f"--iv has {given} bytes; {name} takes {sizes}")
    if found.has_iv and not (found.any_iv or found.iv_sizes) and given != found.iv_bytes:
        raise MoteError(f"--iv has {len(task.iv or b'')} bytes; {name} takes {found.iv_bytes}")
    if found.any_iv and not task.iv:
        raise MoteError(f"--iv is empty; {name} takes at least one byte, best 12")
    if not found.tags and task.aad is not None:
        raise MoteError(f"{name} does not authenticate: leave --aad out")
    if not isinstance(found, mode.Authenticated) and task.aad is not None:
        raise MoteError(f"{name} has no further data: leave --aad out")
    if not found.tags and task.tag_bytes is not None:
        raise MoteError(f"{name} has no tag: leave --tag-bytes out")
    longest = found.tags[0] if found.tags else 0
    tag = longest if task.tag_bytes is None else task.tag_bytes
    if found.tags and tag not in found.tags:
        *others, last = (str(each) for each in sorted(found.tags))
        sizes = f"{', '.join(others)} or {last}" if others else last
        raise MoteError(f"--tag-bytes {tag}: {name} has tags of {sizes} bytes")
    if found.keys == 2 and task.key[: size // 2] == task.key[size // 2 :]:
        raise MoteError(f"--key holds one key twice; {name} takes two different ones")
    return dataclasses.replace(task, iv=task.iv or b"", aad=task.aad or b"", tag_bytes=tag)


def check_length(task: Task, size: int) -> None:
    """Raises MoteError where a text cannot have so many bytes."""
    found = mode.mode_of(task.function)
    name = task.function.title
    if found.whole_blocks and size % found.unit:
        raise MoteError(f"the text has {size} bytes; {name} takes whole blocks of {found.unit}")
    # What key wrap gives is as much longer as its tag is.
    least = found.least + (task.tag_bytes or 0) * (task.back and found.whole_blocks)
    if size < least:
        raise MoteError(f"the text has {size} bytes; {name} takes at least {least}")
    if task.function.facts["mode"] == "xts" and size > BLOCK << 20:
        raise MoteError(f"the text has {size} bytes; {name} takes at most 2^20 blocks of {BLOCK}")
    if task.function.facts["mode"] == "ccm":
        nonce_bytes = len(task.iv or b"")
        most = 1 << 8 * (15 - nonce_bytes)
        if size - task.back * (task.tag_bytes or 0) >= most:
            raise MoteError(
                f"the text has {size} bytes; {name} with a nonce of {nonce_bytes} bytes takes "
                f"fewer than {most}"
            )
    if task.back and size < (task.tag_bytes or 0):
        raise MoteError(
            f"the text has {size} bytes; what {name} encrypted ends with a tag of {task.tag_bytes}"
        )


def crypt(implementation: Implementation, cpu: Cpu | None, task: Task, text: bytes) -> bytes:
    """What becomes of the text; cpu None is the host.  Raises MoteError, for a wrong tag too."""
    check_length(task, len(text))
    if cpu is None:
        return _on_host(implementation, task, text)
    assert task.iv is not None and task.aad is not None and task.tag_bytes is not None
    with tempfile.TemporaryDirectory(prefix="mote-") as folder:
        built = build.build(implementation, cpu, Path(folder))
        image = build.link(implementation, cpu, built)
        machine = open_machine(cpu)
        try:
            session = Session(machine, implementation, built, image)
            room = mode.capacity(session)
            if task.function.facts["mode"] in ("xts", "wrap") and len(text) > room:
                raise MoteError(
                    f"the text has {len(text)} bytes; {cpu.name} holds at most {room} at once, and "
                    f"{task.function.title} takes a text in one piece"
                )
            if len(task.iv) > room:
                raise MoteError(f"--iv has {len(task.iv)} bytes; {cpu.name} holds at most {room}")
            plain = text[: len(text) - task.tag_bytes] if task.back else text
            given = mode.ModeVector(
                *(0, task.key, task.iv, task.aad, plain, task.tag_bytes, text), counter_bits=128
            )
            result, right = mode.run(session, given, back=task.back)
        finally:
            machine.close()
    if not right:
        raise MoteError(WRONG_TAG)
    return result


def _on_host(implementation: Implementation, task: Task, text: bytes) -> bytes:
    """The same with the harness, in a process of its own."""
    assert task.iv is not None and task.aad is not None
    with tempfile.TemporaryDirectory(prefix="mote-host-") as folder:
        packed, _ = package.unpacked(implementation, Path(folder) / "files")
        program = Path(folder) / "program"
        command = [host.compiler(None), "-O2", *sanitizer.harness_flags(task.function.name)]
        command += [f"-I{path}" for path in INCLUDES]
        command += [str(path) for path in (*packed.sources, mode.HARNESS)] + ["-o", str(program)]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        if result.returncode != 0:
            reason = result.stderr.partition("\n")[0]
            raise MoteError(f"{implementation.name} does not compile for this computer: {reason}")
        words = [task.function.facts["mode"]]
        words += [part.hex() or "-" for part in (task.key, task.iv, task.aad)]
        words += [str(task.tag_bytes), "decrypt" if task.back else "encrypt"]
        done = subprocess.run([str(program), *words], input=text, capture_output=True, check=False)
        if done.returncode == 3:
            raise MoteError(WRONG_TAG)
        if done.returncode != 0:
            raise MoteError(f"{implementation.name} failed on this computer ({done.returncode})")
        return done.stdout


def read(name: str) -> bytes:
    """The contents of a file, or of standard input for "-"; raises MoteError."""
    if not name:
        raise MoteError("'': the name of a file is empty")
    if name == "-":
        if sys.stdin is None:
            raise MoteError("-: standard input is closed")
        return sys.stdin.buffer.read()
    try:
        return Path(name).read_bytes()
    except OSError as error:
        raise MoteError(f"{name}: {error.strerror or error}") from None
