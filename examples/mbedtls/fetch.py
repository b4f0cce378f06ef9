"""Fetch a source archive of a pinned SHA-256 and unpack it: fetch.py SHA256 FOLDER ADDRESS..."""

import hashlib
import shutil
import sys
import tarfile
import tempfile
import urllib.request
from pathlib import Path


def archive(address: str) -> bytes:
    """The bytes at an address."""
    with urllib.request.urlopen(address, timeout=60) as stream:
        return bytes(stream.read())


def main(digest: str, folder: Path, addresses: list[str]) -> int:
    """Unpack the archive's one folder as `folder`; 1, with a line that says why, if that fails."""
    said = "no address was given"
    for address in addresses:
        try:
            data = archive(address)
        except OSError as error:
            said = f"{address}: {error}"
            continue
        found = hashlib.sha256(data).hexdigest()
        if found != digest:
            said = f"{address}: its SHA-256 is {found}, not {digest}"
            continue
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent) as place:
            whole = Path(place) / "archive"
            whole.write_bytes(data)
            with tarfile.open(whole) as files:
                # Python 3.11.2, Debian 12's, has no filter yet; the digest says what is in there.
                safe = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}
                files.extractall(Path(place) / "files", **safe)
            (top,) = (Path(place) / "files").iterdir()
            shutil.move(str(top), str(folder))
        return 0
    print(f"fetch.py: {said}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(str(__doc__))
    sys.exit(main(sys.argv[1], Path(sys.argv[2]), sys.argv[3:]))
