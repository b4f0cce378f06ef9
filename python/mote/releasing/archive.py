"""Archives that are the same bytes whenever they are made of the same files.

Files stand in the order of their names, and have the time that is given, mode 644 and no owner.
"""

from __future__ import annotations

import gzip
import io
import re
import tarfile
import time
import zipfile
from collections.abc import Mapping

from mote.common.errors import MoteError

Files = Mapping[str, bytes]
"""The files of an archive: content by path, with / between folders."""


WINDOWS = re.compile(
    r"[\x00-\x1f<>:\"|?*]|[. ]$|^(con|prn|aux|nul|com\d|lpt\d)(\.|$)", re.IGNORECASE
)
"""What no file or folder of Windows may be called."""


def checked(files: Files) -> list[tuple[str, bytes]]:
    """The files in order.

    Raises MoteError where a file system that takes a and A for the same would lose one or make one
    folder of two, and for a name that Windows has not.
    """
    seen: dict[str, str] = {}
    for name in files:
        parts = name.split("/")
        if name.startswith("/") or "\\" in name or ".." in parts:
            raise MoteError(f"{name} is no path within an archive")
        if any(WINDOWS.search(part) for part in parts):
            raise MoteError(f"{name} is no name of a file on Windows: rename it")
        for depth in range(1, len(parts) + 1):
            path = "/".join(parts[:depth])
            other = seen.setdefault(path.lower(), path)
            if other != path:
                raise MoteError(f"{path} and {other} differ in case alone: rename one")
    return sorted(files.items())


def tar(files: Files, when: int) -> bytes:
    """A tar archive, compressed by gzip, which holds neither a time nor a name of its own."""
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, data in checked(files):
            entry = tarfile.TarInfo(name)
            entry.size, entry.mtime, entry.mode = len(data), when, 0o644
            archive.addfile(entry, io.BytesIO(data))
    packed = io.BytesIO()
    with gzip.GzipFile(filename="", fileobj=packed, mode="wb", compresslevel=9, mtime=0) as stream:
        stream.write(plain.getvalue())
    return packed.getvalue()


def zipped(files: Files, when: int) -> bytes:
    """A zip archive."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in checked(files):
            entry = zipfile.ZipInfo(name, time.gmtime(when)[:6])
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3  # Unix, whatever made it
            entry.external_attr = (0o100644) << 16
            archive.writestr(entry, data)
    return packed.getvalue()
