"""What the tests of packages share: packages of the working tree, unpacked, and what they print."""

from __future__ import annotations

import functools
import hashlib
import hmac
import io
import os
import subprocess
import tarfile
import zipfile
import zlib
from collections.abc import Sequence
from pathlib import Path

from mote.common.paths import ROOT
from mote.releasing import contents, metadata, registry
from mote.releasing.metadata import Metadata
from reference import aes, ascon, salsa

FIRMWARE = ROOT / "examples" / "firmware"
ALL = Path(__file__).with_name("all_functions.c")
DIGEST = contents.DIGEST_OF_ABC


@functools.cache
def whole() -> Metadata:
    """The metadata of a release of the working tree."""
    return metadata.read()


def archive(channel: str, folder: Path, of: Metadata | None = None) -> Path:
    """The channel's archive, the first of its files."""
    folder.mkdir(parents=True, exist_ok=True)
    return registry.channel(channel).write(folder, of or whole())[0]


def unpacked(path: Path, folder: Path) -> Path:
    """The archive in a folder that was empty; of what is in one folder, that folder."""
    folder.mkdir(parents=True)
    if zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as opened:
            opened.extractall(folder)
    else:
        with tarfile.open(fileobj=io.BytesIO(path.read_bytes())) as opened:
            if hasattr(tarfile, "data_filter"):  # from 3.11.4 on
                opened.extraction_filter = tarfile.data_filter
            opened.extractall(folder)
    inside = list(folder.iterdir())
    return inside[0] if len(inside) == 1 else folder


def run(command: Sequence[str | Path], folder: Path, **more: str) -> str:
    """What a command prints, its errors with it; it has to end well."""
    done = subprocess.run(
        command,
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=280,
        env={**os.environ, **more},
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def expected() -> str:
    """What all_functions.c prints, by other people's programs or our references."""
    message, key = bytes(range(100)), bytes(range(100, 132))
    nonce = bytes(range(200, 216))
    ascon_sealed = ascon.aead(key[:16], nonce, b"header", message)
    keys = (key[:16], key)
    gcm = [aes.gcm(each, nonce[:12], b"header", message) for each in keys]
    ccm = [aes.ccm(each, nonce[:13], b"header", message, 8) for each in keys]
    sealed = salsa.chacha20_poly1305(key, nonce[:12], b"header", message)
    initial = (1).to_bytes(4, "little") + nonce[:12]
    results = [
        hashlib.sha256(message).digest(),
        hashlib.sha512(message).digest(),
        hashlib.sha3_256(message).digest(),
        hashlib.blake2s(message).digest(),
        ascon.ascon_hash256(message),
        hmac.digest(key, message, "sha256"),
        salsa.chacha20(key, initial, message),
        *(sealed[:-16], sealed[-16:]),
        *(ascon_sealed[:-16], ascon_sealed[-16:]),
        *(2 * [aes.ctr(key, nonce, message)]),
        *(aes.cbc(key[:16], nonce, message[:96]), message[:96]),
        *(part for each in gcm for part in (each[:-16], each[-16:])),
        *(part for each in ccm for part in (each[:-8], each[-8:])),
        *(aes.cmac(each, message) for each in keys),
        zlib.crc32(message).to_bytes(4, "big"),
    ]
    return "".join(f"{each.hex()}\n" for each in results)
