"""What every package says of itself: release.toml, the version and the commit."""

from __future__ import annotations

import dataclasses
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mote.catalog import catalog
from mote.catalog.function import Function
from mote.common import version
from mote.common.errors import MoteError
from mote.common.paths import ROOT

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

PATH = ROOT / "release.toml"

ZIP_EPOCH = 315532800
"""1980-01-01: a zip archive has no earlier time; for a checkout without a commit."""


@dataclass(frozen=True)
class Target:
    """An instruction set with files of its own.

    condition: of the preprocessor, with the compiler's own macros.  cpu: whose figures choose.
    """

    name: str
    title: str
    cpu: str
    condition: str

    @property
    def macro(self) -> str:
        return f"MOTE_TARGET_{self.name.upper()}"


@dataclass(frozen=True)
class Metadata:
    """What a release says of itself.

    summary: a description of few words.  downloads: where its files lie, with {url} and {version}.
    functions: names of the catalog.  crate_of_all: whether the Rust crate, of which programs take
    single functions, has all that it has a macro for in place of them.  commit: ""
    outside of a checkout.  time: of the commit, in seconds since 1970, which every file of every
    archive has.
    """

    name: str
    title: str
    summary: str
    description: str
    keywords: tuple[str, ...]
    licence: str
    author: str
    vendor: str
    url: str
    downloads: str
    functions: tuple[str, ...]
    targets: tuple[Target, ...]
    version: str
    commit: str
    time: int
    crate_of_all: bool = True

    def function(self, name: str) -> Function:
        """A function of the release by its name; raises MoteError with those that there are."""
        if name not in self.functions:
            raise MoteError(f"the packages have no {name}: they have {', '.join(self.functions)}")
        return catalog.functions()[name]

    @property
    def is_placeholder(self) -> bool:
        """Whether the address is of a domain that is nobody's (RFC 2606)."""
        host = self.url.partition("://")[2].partition("/")[0].partition(":")[0].lower()
        return re.search(r"(^|\.)(example|invalid|test|example\.(com|net|org))$", host) is not None

    def download(self, name: str) -> str:
        """Where a file of the release is to be had."""
        folder = self.downloads.replace("{url}", self.url).replace("{version}", self.version)
        return f"{folder}/{name}"

    @property
    def catalogued(self) -> tuple[Function, ...]:
        return tuple(self.function(name) for name in self.functions)


def _time() -> int:
    """When the commit was made; ZIP_EPOCH without git or a commit."""
    if not (ROOT / ".git").exists():
        return ZIP_EPOCH
    try:
        done = subprocess.run(
            ["git", "show", "-s", "--format=%ct", "HEAD"],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
    except OSError:
        return ZIP_EPOCH
    return max(ZIP_EPOCH, int(done.stdout)) if done.stdout.strip().isdigit() else ZIP_EPOCH


def _text(table: dict[str, Any], key: str, path: Path) -> str:
    value = table.get(key)
    if not isinstance(value, str) or not value.strip():
        raise MoteError(f"{path.name}: {key} = {value!r} is not a text: it is needed")
    return value


def read(path: Path = PATH) -> Metadata:
    """release.toml and what the checkout says; raises MoteError."""
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise MoteError(f"cannot read {path}: {error.strerror or error}") from None
    except tomllib.TOMLDecodeError as error:
        raise MoteError(f"{path.name}: {error}") from None
    targets = tuple(
        Target(*(_text(each, key, path) for key in ("name", "title", "cpu", "condition")))
        for each in table.get("target", ())
    )
    texts = ("name", "title", "summary", "description", "licence", "author", "vendor", "url")
    made = Metadata(
        **{key: _text(table, key, path) for key in (*texts, "downloads")},
        keywords=tuple(table.get("keywords", ())),
        functions=tuple(table.get("functions", ())),
        targets=targets,
        version=version.number(),
        commit=version.commit(),
        time=_time(),
        crate_of_all=True,
    )
    check(made, path.name)
    return made


def at(metadata: Metadata, url: str) -> Metadata:
    """The same of a project with another address; raises MoteError."""
    made = dataclasses.replace(metadata, url=url)
    check(made, "--url")
    return made


def check(metadata: Metadata, where: str) -> None:
    """Whether packages can be made of it; raises MoteError."""
    if not re.fullmatch(r"[a-z][a-z0-9-]*", metadata.name):
        raise MoteError(f"{where}: name = {metadata.name!r}: lower-case letters, digits, hyphens")
    if not re.fullmatch(r"\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?", metadata.version):
        raise MoteError(f"pyproject.toml: version {metadata.version!r} is not MAJOR.MINOR.PATCH")
    if not re.fullmatch(r"https?://[\w.-]+(:\d+)?(/[\w.~%+-]+)*", metadata.url):
        raise MoteError(
            f"{where}: url = {metadata.url!r}: https://HOST/PATH of the project, no / at its end"
        )
    if not metadata.functions:
        raise MoteError(f"{where}: functions names no function")
    known = catalog.functions()
    for name in metadata.functions:
        if name not in known:
            raise MoteError(f"{where}: there is no function {name}: ./mote list names them")
        base = known[name].base
        if base and base not in metadata.functions:
            raise MoteError(f"{where}: {name} calls {base}, which is not among the functions")
    identifiers: dict[str, str] = {}
    for name in metadata.functions:
        # File systems may take names that differ in case alone for one.
        key = known[name].identifier.lower()
        if key in identifiers:
            raise MoteError(
                f"{where}: {name} and {identifiers[key]} have the same files, {key}.h: name one"
            )
        identifiers[key] = name
    cpus = catalog.cpus()
    for target in metadata.targets:
        if target.cpu not in cpus:
            raise MoteError(f"{where}: target {target.name}: there is no CPU {target.cpu}")
        if not re.fullmatch(r"[a-z][a-z0-9]*", target.name):
            raise MoteError(f"{where}: target {target.name!r}: lower-case letters and digits")
