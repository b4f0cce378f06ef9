"""Which of the cases of a wide and uniform test run at a commit, and which run always.

`mote test` runs a part of them, another one with each commit, so that all have run after some
commits; `mote test --all` runs every one.  Always run are the cases of what was changed in the
working tree or in the last commit.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence
from pathlib import Path
from typing import TypeVar

from mote.catalog import catalog
from mote.catalog.function import Function, Implementation
from mote.common.paths import ROOT

T = TypeVar("T")

SETTING = "MOTE_TESTS_SAMPLE"
"""The environment's variable that tells the workers what the first process found out, so that all
choose the same: {"all": bool, "commit": str, "changed": [file]}."""


def _git(*words: str) -> str:
    command = ["git", "-C", str(ROOT), *words]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout
    except OSError:
        return ""


def find_out(everything: bool) -> None:
    """Ask git once, for this process and those that it starts."""
    commit, changed = "", set()
    if (ROOT / ".git").exists():  # git would answer for a repository around this folder
        commit = _git("rev-parse", "HEAD").strip()
        changed = set(_git("diff", "--name-only", "HEAD~1").splitlines())
        changed |= set(_git("ls-files", "--others", "--exclude-standard").splitlines())
    os.environ[SETTING] = json.dumps(
        {"all": everything, "commit": commit, "changed": sorted(changed)}
    )


def _setting() -> tuple[bool, str, frozenset[Path]]:
    known = json.loads(os.environ.get(SETTING) or '{"all": true, "commit": "", "changed": []}')
    return known["all"], known["commit"], frozenset(ROOT / name for name in known["changed"])


def _function(value: object) -> Function | None:
    """The function that a case is about, perhaps by its name."""
    if isinstance(value, str):
        return catalog.functions().get(value)
    return value if isinstance(value, Function) else None


def _is_changed(value: object, changed: frozenset[Path]) -> bool:
    if isinstance(value, Path):
        return value in changed
    function = _function(value)
    if function is not None:
        return any(path.parent == function.folder for path in changed)
    if not isinstance(value, Implementation):  # a kernel of a test, with its file
        return getattr(value, "source", None) in changed
    folders = {folder for path in value.sources for folder in (path.parent, path.parent.parent)}
    folders.discard(ROOT / "src")
    # What lies beside a source and is none itself: the family's headers, the function's facts.
    beside = {path for path in changed if path.suffix not in (".c", ".S", ".s", ".asm")}
    return bool(changed & set(value.sources)) or any(path.parent in folders for path in beside)


def group_of(value: object) -> Hashable:
    """Of what at least one case is chosen: an instruction set, a kind of function."""
    if isinstance(value, Implementation):
        return value.sources[-1].stem.partition("_")[0], value.function.kind
    if isinstance(value, Path):
        return value.stem.partition("_")[0]
    function = _function(value)
    return function.kind if function else None


def take_turns(
    cases: Sequence[T], turns: Callable[[T], tuple[str, int, tuple[str, ...]] | None]
) -> list[T]:
    """Of the cases of each group one of so many, in order; and every one without a group.

    turns: a case's group, its group's share and the folders or files that it is about, below the
    checkout: when one of them was changed, it runs.
    """
    everything, commit, changed = _setting()
    groups: dict[str, list[int]] = defaultdict(list)
    shares: dict[str, int] = {}
    chosen = set()
    for number, case in enumerate(cases):
        found = turns(case)
        if found is None or everything:
            chosen.add(number)
            continue
        group, share, folders = found
        groups[group].append(number)
        if shares.setdefault(group, share) != share:
            raise ValueError(f"tests of the group {group!r} have other shares")
        places = [ROOT / folder for folder in folders]
        if any(path == place or place in path.parents for path in changed for place in places):
            chosen.add(number)
    for group, numbers in groups.items():
        chance = random.Random(f"{commit} {group}")
        chosen.update(chance.sample(numbers, -(-len(numbers) // shares[group])))
    return [case for number, case in enumerate(cases) if number in chosen]


def choose(
    cases: Sequence[T],
    share: int,
    name: str,
    values: Callable[[T], Sequence[object]] = lambda case: (case,),
    group: Callable[[T], Hashable] | None = None,
) -> list[T]:
    """One of `share` cases, at least one of each group, and those that were changed; in order.

    values: what a case is about.  name: of the test, which chooses others than its neighbour.
    """
    everything, commit, changed = _setting()
    if everything:
        return list(cases)
    groups: dict[Hashable, list[int]] = defaultdict(list)
    for number, case in enumerate(cases):
        of = group(case) if group else tuple(map(group_of, values(case)))
        groups[of].append(number)
    chosen = {
        number
        for number, case in enumerate(cases)
        if any(_is_changed(value, changed) for value in values(case))
    }
    for of, numbers in groups.items():
        chance = random.Random(f"{commit} {name} {of}")
        chosen.update(chance.sample(numbers, -(-len(numbers) // share)))
    return [case for number, case in enumerate(cases) if number in chosen]
