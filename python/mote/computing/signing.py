"""Keys and signatures of LMS in files: made, and verified here or on a simulated CPU.

A private key is a file that says which signature comes next.  That number is written, and on the
disk, before a signature is given out; who signs two messages with one number gives the key away.
"""

from __future__ import annotations

import contextlib
import dataclasses
import fcntl
import hashlib
import os
import secrets
import subprocess
import tempfile
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from mote.building import build, package
from mote.calling.session import Placement, Session
from mote.catalog.cpu import Cpu
from mote.catalog.function import Implementation
from mote.checking import sanitizer
from mote.common.errors import MoteError
from mote.common.paths import INCLUDES
from mote.kinds import signature as kind
from mote.machines import host, open_machine
from mote.specifications import lms

HEAD = "mote lms private key, version 1"
MOST_BYTES = 4096
"""A private key's file is far shorter."""

PIECE = 256
"""Bytes of a message that a simulated CPU is given at once."""


@dataclass(frozen=True)
class PrivateKey:
    """What the file of a private key says.  q: the number of the next signature."""

    parameters: lms.Parameters
    name: bytes
    seed: bytes
    root: bytes
    q: int

    @property
    def public(self) -> bytes:
        """The bytes of the public key."""
        return lms.public_key(self.parameters, self.name, self.root)

    @property
    def text(self) -> str:
        """The file."""
        of = self.parameters
        lines = [HEAD, f"set {of.hash} {of.n} {of.h} {of.w}"]
        lines += [f"I {self.name.hex()}", f"seed {self.seed.hex()}", f"root {self.root.hex()}"]
        lines += [f"next {self.q}"]
        text = "".join(f"{line}\n" for line in lines)
        return f"{text}sha256 {hashlib.sha256(text.encode()).hexdigest()}\n"


def _parsed(path: Path, content: bytes) -> PrivateKey:
    """The key of a file's content; raises MoteError."""
    wrong = MoteError(f"{path}: not a private key of `mote lms keygen`, or damaged")
    try:
        head, of, *lines, q, _ = content.decode("ascii").splitlines()
        words = of.split()
        parameters = lms.Parameters(words[1], *map(int, words[2:]))
        name, seed, root = (bytes.fromhex(line.split()[1]) for line in lines)
        found = PrivateKey(parameters, name, seed, root, int(q.split()[1]))
    except (UnicodeDecodeError, ValueError, IndexError, TypeError):
        raise wrong from None
    # The sum at the end is of the lines before it: what differs anywhere is no key.
    if head != HEAD or found.text.encode() != content:
        raise wrong
    return found


def _sync_folder(path: Path) -> None:
    """Make sure that a name in the folder is on the disk."""
    number = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def _write_beside(path: Path, content: bytes, mode: int) -> Path:
    """A file of its own in the same folder, on the disk, to be given the name."""
    number, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    with os.fdopen(number, "wb") as stream:
        os.fchmod(number, mode)
        stream.write(content)
        stream.flush()
        os.fsync(number)
    return Path(name)


@contextlib.contextmanager
def _said(path: Path) -> Iterator[None]:
    """An error of the system as one line that names the file."""
    try:
        yield
    except OSError as error:
        raise MoteError(f"{path}: {error.strerror or error}") from None


def write(path: Path, content: bytes, mode: int = 0o644, *, new: bool = False) -> None:
    """Put bytes into a file, whole or not at all; new: only where there is none.

    Raises MoteError.
    """
    with _said(path):
        beside = _write_beside(path, content, mode)
        try:
            if new:
                os.link(beside, path)
            else:
                beside.replace(path)
            _sync_folder(path.parent)
        finally:
            beside.unlink(missing_ok=True)


@contextlib.contextmanager
def _locked(path: Path) -> Iterator[int]:
    """The file, opened and nobody else's until the end.

    Whoever waited for it may have got a file that has lost its name to a newer one.
    """
    while True:
        number = os.open(path, os.O_RDWR)
        try:
            fcntl.flock(number, fcntl.LOCK_EX)
            mine, named = os.fstat(number), path.stat()
            if (mine.st_dev, mine.st_ino) == (named.st_dev, named.st_ino):
                if mine.st_nlink != 1:
                    raise MoteError(
                        f"{path}: has a second name (a hard link), under which a number that is "
                        "used here would be used again"
                    )
                yield number
                return
        finally:
            os.close(number)


def reserve(path: Path) -> PrivateKey:
    """The private key with a number that nobody had and nobody else will get.

    Raises MoteError, where the key is used up, too.
    """
    with _said(path):
        path = path.resolve(strict=True)
        with _locked(path) as number:
            key = _parsed(path, os.read(number, MOST_BYTES))
            count = 1 << key.parameters.h
            if key.q >= count:
                raise MoteError(f"{path}: used up: all of its {count} signatures are made")
            after = dataclasses.replace(key, q=key.q + 1)
            write(path, after.text.encode(), 0o600)
    return key


def _leaves(task: tuple[lms.Parameters, bytes, bytes, range]) -> list[bytes]:
    of, name, seed, numbers = task
    return [lms.made_leaf(of, name, q, seed) for q in numbers]


def _tree(of: lms.Parameters, name: bytes, seed: bytes) -> list[bytes]:
    """All nodes of the tree; all processors take part."""
    step = max(1, (1 << of.h) // 256)
    tasks = [(of, name, seed, range(q, q + step)) for q in range(0, 1 << of.h, step)]
    with ProcessPoolExecutor() as pool:
        leaves = [leaf for part in pool.map(_leaves, tasks) for leaf in part]
    return lms.tree(of, name, leaves)


def _beside(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)


def keygen(path: Path, of: lms.Parameters) -> Path:
    """Make a private key, its public key in PATH.pub and its tree in PATH.tree; gives PATH.pub.

    Raises MoteError, where one of the files is there, too.
    """
    public, tree = _beside(path, ".pub"), _beside(path, ".tree")
    for each in (path, public):
        if os.path.lexists(each):
            raise MoteError(f"{each}: there is such a file already")
    if not path.parent.is_dir():
        raise MoteError(f"{path.parent}: no such folder")
    name, seed = secrets.token_bytes(lms.I_BYTES), secrets.token_bytes(of.n)
    nodes = _tree(of, name, seed)
    key = PrivateKey(of, name, seed, nodes[1], 0)
    write(path, key.text.encode(), 0o600, new=True)
    write(public, key.public, new=True)
    write(tree, b"".join(nodes))
    return public


def _kept_tree(path: Path, key: PrivateKey) -> list[bytes]:
    """The nodes in PATH.tree; made again where they are not there, or of another key."""
    of, kept = key.parameters, _beside(path, ".tree")
    with contextlib.suppress(OSError):
        content = kept.read_bytes()
        nodes = [content[at : at + of.n] for at in range(0, len(content), of.n)]
        if len(content) == of.n * ((2 << of.h) - 1) and nodes[0] == key.root:
            return [b"", *nodes]
    nodes = _tree(of, key.name, key.seed)
    if nodes[1] != key.root:
        raise MoteError(f"{path}: its seed is not that of its public key")
    with contextlib.suppress(MoteError):
        write(kept, b"".join(nodes))
    return nodes


def sign(path: Path, message: bytes) -> bytes:
    """A signature with the private key in that file, under a number of its own.

    Raises MoteError.
    """
    key = reserve(path)
    of = key.parameters
    randomizer = secrets.token_bytes(of.n)

    def made(nodes: list[bytes]) -> bytes:
        others = lms.path(of, nodes, key.q)
        return lms.sign(of, key.name, key.seed, key.q, randomizer, message, others)

    # The same signature again where the tree was damaged: no second one of this number.
    made_once = made(_kept_tree(path, key))
    try:
        lms.verify(key.public, made_once, message)
    except lms.WrongSignature:
        _beside(path, ".tree").unlink(missing_ok=True)
        made_once = made(_kept_tree(path, key))
        lms.verify(key.public, made_once, message)
    return made_once


@dataclass(frozen=True)
class Claim:
    """What is to be verified: the bytes of a public key, of a signature, and of the message."""

    key: bytes
    signature: bytes
    message: bytes


def problem(implementation: Implementation, cpu: Cpu | None, claim: Claim) -> str:
    """Why an implementation refuses a signature; empty where it is valid.

    cpu None is the host.  The reason is our own: the implementation gives none.  Raises MoteError,
    where the implementation's answer is not that of the specification, too.
    """
    reason = ""
    try:
        lms.verify(claim.key, claim.signature, claim.message)
    except lms.WrongSignature as error:
        reason = str(error)
    implementation = _built_for(implementation, claim.key)
    run = _on_host(implementation, claim) if cpu is None else _simulated(implementation, cpu, claim)
    if run != (0 if reason else kind.VALID):
        raise MoteError(
            f"{implementation.name} answers {run}, but the signature is {reason or 'valid'}: "
            "the file is wrong"
        )
    return reason


def _built_for(implementation: Implementation, key: bytes) -> Implementation:
    """The implementation with the key's parameter set; raises MoteError where it has it not."""
    try:
        of = lms.of_key(key)
    except lms.WrongSignature:
        return implementation
    base = implementation.function.base
    if of.hash != base:
        raise MoteError(f"the key is of LMS with {of.hash}, {implementation.function.name} is not")
    if implementation.source.suffix != ".c" and (of.n, of.w) != (32, 8):
        raise MoteError(
            f"{implementation.name} verifies hashes of 32 bytes with W 8 alone; the key has "
            f"{of.n} and {of.w}: take --implementation portable"
        )
    options = (f"-DMOTE_LMS_N={of.n}", f"-DMOTE_LMS_W={of.w}")
    return dataclasses.replace(implementation, options=(*implementation.options, *options))


def function_of(key: bytes) -> str:
    """The name of the function that verifies under a public key; that of SHA-256 if it is none.

    Raises MoteError for a private key.
    """
    if key.startswith(HEAD.encode()):
        raise MoteError("--key is a private key: take the public one beside it, KEY.pub")
    try:
        return f"lms_{lms.of_key(key).hash}"
    except lms.WrongSignature:
        return "lms_sha256"


def _simulated(implementation: Implementation, cpu: Cpu, claim: Claim) -> int:
    with tempfile.TemporaryDirectory(prefix="mote-") as folder:
        built = build.build(implementation, cpu, Path(folder))
        image = build.link(implementation, cpu, built)
        machine = open_machine(cpu)
        try:
            session = Session(machine, implementation, built, image)
            room = session.capacity - len(claim.key) - len(claim.signature) - 2 * PIECE
            if room < PIECE:
                raise MoteError(
                    f"{cpu.name} has no room for a signature of {len(claim.signature)} bytes"
                )
            placement = Placement(chunks=(PIECE,))
            return kind.answer(session, claim.key, claim.signature, claim.message, placement)
        finally:
            machine.close()


def _on_host(implementation: Implementation, claim: Claim) -> int:
    """The same with the harness, in a process of its own."""
    with tempfile.TemporaryDirectory(prefix="mote-host-") as folder:
        packed, _ = package.unpacked(implementation, Path(folder) / "files")
        program = Path(folder) / "program"
        command = [host.compiler(None), "-O2", *sanitizer.harness_flags(packed.function.name)]
        command += [*packed.options, *(f"-I{path}" for path in INCLUDES)]
        command += [str(path) for path in (*packed.sources, kind.HARNESS)] + ["-o", str(program)]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        if result.returncode != 0:
            reason = result.stderr.partition("\n")[0]
            raise MoteError(f"{implementation.name} does not compile for this computer: {reason}")
        files = []
        for name, content in (("key", claim.key), ("signature", claim.signature)):
            files.append(Path(folder) / name)
            files[-1].write_bytes(content)
        done = subprocess.run(
            [str(program), *map(str, files)],
            input=claim.message,
            capture_output=True,
            check=False,
        )
        if done.returncode != 0:
            raise MoteError(f"{implementation.name} failed on this computer ({done.returncode})")
        return int(done.stdout)
