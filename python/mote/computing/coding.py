"""`mote mac`: the message authentication code of a file, on the host or on a simulated CPU."""

from __future__ import annotations

import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from mote import native
from mote.building import build, package
from mote.calling.session import Placement, Session
from mote.catalog.cpu import Cpu
from mote.catalog.function import Function, Implementation
from mote.checking import sanitizer
from mote.common.errors import MoteError
from mote.common.paths import INCLUDES
from mote.kinds import mac
from mote.machines import host, open_machine

PROGRAM = Path(native.__file__).parent / "mac_program.c"


@dataclass(frozen=True)
class Task:
    """What is asked for; key and customization in bytes.  xof: the size is not authenticated."""

    function: Function
    digest_bits: int
    key: bytes
    customization: bytes
    xof: bool


def code(implementation: Implementation, cpu: Cpu | None, task: Task, message: bytes) -> bytes:
    """The code of a message; cpu None is the host.  Raises MoteError."""
    if cpu is None:
        return _on_host(implementation, task, message)
    with tempfile.TemporaryDirectory(prefix="mote-") as folder:
        built = build.build(implementation, cpu, Path(folder))
        image = build.link(implementation, cpu, built)
        machine = open_machine(cpu)
        try:
            session = Session(machine, implementation, built, image)
            for what, content in (("key", task.key), ("customization", task.customization)):
                if len(content) > session.capacity:
                    raise MoteError(
                        f"--{what} has {len(content)} bytes; {cpu.name} holds at most "
                        f"{session.capacity} at once"
                    )
            vector = mac.MacVector(
                *(0, task.digest_bits, task.key, message, b"", task.customization, task.xof)
            )
            address = mac.start(session, vector, Placement())
            return mac.close(session, address, task.digest_bits, xof=task.xof)
        finally:
            machine.close()


def _on_host(implementation: Implementation, task: Task, message: bytes) -> bytes:
    """The same in a process of its own."""
    with tempfile.TemporaryDirectory(prefix="mote-host-") as folder:
        packed, _ = package.unpacked(implementation, Path(folder) / "files")
        program = Path(folder) / "program"
        command = [host.compiler(None), "-O2", *sanitizer.harness_flags(task.function.name)]
        command += ["-DCUSTOMIZED"] if task.function.hashing.customized else []
        command += [f"-I{path}" for path in INCLUDES]
        command += [str(path) for path in (*packed.sources, PROGRAM)] + ["-o", str(program)]
        made = subprocess.run(command, capture_output=True, text=True, check=False)
        if made.returncode != 0:
            reason = made.stderr.partition("\n")[0]
            raise MoteError(f"{implementation.name} does not compile for this computer: {reason}")
        given = b"".join(len(part).to_bytes(4, "little") for part in (task.key, task.customization))
        words = [str(program), str(task.digest_bits), *(["xof"] if task.xof else [])]
        text = given + task.key + task.customization + message
        done = subprocess.run(words, input=text, capture_output=True, check=False)
        if done.returncode != 0:
            raise MoteError(f"{implementation.name} failed on this computer ({done.returncode})")
        return bytes.fromhex(done.stdout.decode("ascii"))
