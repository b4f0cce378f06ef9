"""The files of a release, from a clean checkout: twice the same bytes."""

from __future__ import annotations

import gzip
import hashlib
import io
import subprocess
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from mote.common import version
from mote.common.errors import MoteError
from mote.common.paths import ROOT
from mote.releasing import metadata, recipes, registry
from mote.releasing.metadata import Metadata
from mote.showing import page

CHECKSUMS = "SHA256SUMS"


def _git(*words: str) -> bytes:
    """What git prints; raises MoteError with its first line."""
    try:
        done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, check=False)
    except OSError as error:
        raise MoteError(f"git cannot be run: {error.strerror or error}") from None
    if done.returncode != 0:
        reason = done.stderr.decode(errors="replace").strip().partition("\n")[0]
        raise MoteError(f"git {words[0]}: {reason or 'failed'}")
    return done.stdout


def _archive(name: str) -> bytes:
    """All files of the commit below a folder of that name, as a compressed tar archive.

    Their times are the commit's; the compressed file has no time and no name of its own.
    """
    tar = _git("archive", "--format=tar", f"--prefix={name}/", "HEAD")
    packed = io.BytesIO()
    with gzip.GzipFile(filename="", fileobj=packed, mode="wb", compresslevel=9, mtime=0) as stream:
        stream.write(tar)
    return packed.getvalue()


def _packages(of: Metadata) -> dict[str, bytes]:
    """The packages of all channels by their names."""
    with tempfile.TemporaryDirectory(prefix="mote-") as folder:
        paths = registry.write(Path(folder), of)
        return {path.name: path.read_bytes() for path in paths}


def described(url: str = "") -> Metadata:
    """What a release says of itself.  url: in place of release.toml's; raises MoteError."""
    return metadata.at(metadata.read(), url) if url else metadata.read()


def naming(url: str, paths: Sequence[Path]) -> list[str]:
    """The names of those of the files, packages or not, in which the address stands."""

    def parts(path: Path) -> Iterator[bytes]:
        if zipfile.is_zipfile(path):
            with zipfile.ZipFile(path) as opened:
                yield from (opened.read(name) for name in opened.namelist())
        elif tarfile.is_tarfile(path):
            with tarfile.open(path) as archive:
                for each in archive:
                    stream = archive.extractfile(each)
                    yield stream.read() if stream else b""
        else:
            yield path.read_bytes()

    return [path.name for path in paths if any(url.encode() in data for data in parts(path))]


def packages(folder: Path, channels: list[str], url: str = "") -> list[Path]:
    """Write the packages of some channels alone, of the working tree as it is; the paths."""
    wanted = [registry.channel(name) for name in registry.known(channels)]
    made = described(url)
    _new(folder)
    return [path for each in wanted for path in each.write(folder, made)]


def _new(folder: Path) -> None:
    """Make the folder; raises MoteError where it holds anything."""
    _refuse_full(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise MoteError(f"cannot make {folder}: {error.strerror or error}") from None


def _refuse_full(folder: Path) -> None:
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise MoteError(f"{folder} is there already: give the name of a new or empty folder")


def write(folder: Path, url: str = "") -> list[Path]:
    """Write the source archive, page of all figures, packages, recipes and checksums; the paths.

    url: the project's, in place of release.toml's.  Raises MoteError where the checkout is not as
    it was committed, or the folder holds anything.
    """
    made = described(url)
    if not (ROOT / ".git").exists():
        raise MoteError(f"{ROOT} is no checkout of git: a release is made of a commit")
    changed = _git("status", "--porcelain").decode(errors="replace").splitlines()
    if changed:
        more = f" and {len(changed) - 1} more" if len(changed) > 1 else ""
        raise MoteError(f"{changed[0][3:]}{more} not as committed: commit or stash it first")
    _refuse_full(folder)
    name = f"mote-{version.number()}"
    archive = f"{name}.tar.gz"
    source = _archive(name)
    recipe, recipe_bytes = recipes.packed(made, archive, source)
    contents = {
        archive: source,
        f"{name}.html": page.make(version.commit()).encode(),
        **_packages(made),
        recipe: recipe_bytes,
    }
    sums = [f"{hashlib.sha256(data).hexdigest()}  {file}\n" for file, data in contents.items()]
    contents[CHECKSUMS] = "".join(sums).encode()
    _new(folder)
    for file, data in contents.items():
        (folder / file).write_bytes(data)
    return [folder / file for file in contents]
