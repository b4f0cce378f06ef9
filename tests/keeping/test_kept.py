"""Rows kept on this machine: found again where nothing has changed, and only there."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from bench_command import ROOT
from mote import cli
from mote.catalog import catalog
from mote.common.errors import MoteError
from mote.common.paths import WORK
from mote.keeping import kept
from mote.measuring import bench
from mote.measuring.bench import BenchJob, Outcome
from mote.running import depends, system

PAIRS = (
    ("sha256", "portable", "cortex-m0"),
    ("sha256", "portable", "avr8"),
    ("shabal", "thumb", "cortex-m0"),
    ("sha3", "thumb", "cortex-m0"),
    ("jh", "portable", "mcs51"),
)
KEYS = f"""
import json, sys
from mote.catalog import catalog
from mote.keeping import kept
from mote.measuring.bench import BenchJob
keys = []
for function, name, cpu in {PAIRS!r}:
    found = catalog.implementations(catalog.functions()[function])
    implementation = next(each for each in found if each.name == name)
    keys.append(kept.key(BenchJob(implementation, catalog.cpus()[cpu])))
json.dump(keys, sys.stdout)
"""


def job(function: str = "sha256", name: str = "portable", cpu: str = "cortex-m0") -> BenchJob:
    found = catalog.implementations(catalog.functions()[function])
    implementation = next(each for each in found if each.name == name)
    return BenchJob(implementation, catalog.cpus()[cpu])


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of all that rows depend on, to be edited."""
    root = tmp_path_factory.mktemp("checkout")
    for name in ("src", "include", "cpus", "vectors", "python", "cores"):
        shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "requirements.txt", root)
    (root / "README.md").write_text("# Mote\n", encoding="utf-8")
    return root


def keys_of(root: Path) -> list[str]:
    environment = {**os.environ, "PYTHONPATH": str(root / "python"), "PYTHONDONTWRITEBYTECODE": "1"}
    result = subprocess.run(
        [sys.executable, "-c", KEYS], capture_output=True, text=True, env=environment, check=True
    )
    found: list[str] = json.loads(result.stdout)
    assert len(set(found)) == len(PAIRS) and None not in found
    return found


@pytest.fixture(scope="module")
def before(checkout: Path) -> list[str]:
    return keys_of(checkout)


SHA256, ON_CORTEX_M0, SHABAL, SHA3, ALL = {0, 1}, {0, 2, 3}, {2}, {3}, {0, 1, 2, 3, 4}


@pytest.mark.parametrize(
    ("file", "old", "new", "changed"),
    [
        ("src/sha2/sha256/portable.c", "", "/* more */\n", SHA256),
        ("src/sha2/sha256/function.toml", "main_digest = 256", "main_digest = 224", SHA256),
        ("src/common/small.h", "\n#endif", "\n/* more */\n#endif", {0, 1, 3, 4}),
        ("src/shabal/thumb.S", "", "@ more\n", SHABAL),
        ("src/keccak/f1600/thumb.S", "", "@ more\n", SHA3),
        ("src/keccak/f1600/kernel.toml", '"mote_keccak_f1600"', '"mote_keccak_f"', SHA3),
        ("include/mote/sha256.h", "", "/* more */\n", SHA256),
        ("vectors/sha256.csv", "", "# more\n", SHA256),
        ("vectors/all_lengths.csv", "\nsha256,", "\nsha256,1,", SHA256),
        ("cpus/cortex-m0.toml", '"-Os"', '"-O2"', ON_CORTEX_M0),
        ("cpus/support/thumb.S", "", "@ more\n", ON_CORTEX_M0),
        ("cpus/support/string.c", "", "/* more */\n", ALL),
        ("cpus/support/avr.S", "", "; more\n", {1}),
        ("python/mote/timing/models/cortex_m0.toml", "", "# more\n", ON_CORTEX_M0),
        ("python/mote/timing/engine.py", "", "more = 1\n", ALL),
        ("python/mote/calling/figures.py", "", "more = 1\n", ALL),
        ("python/mote/native/simavr_engine.c", "", "/* more */\n", ALL),
        ("python/mote/machines/unicorn.py", "", "more = 1\n", ALL),
        ("python/mote/native/power_driver.S", "", "/* more */\n", ALL),
        ("requirements.txt", "unicorn==", "unicorn==0", ALL),
        # Nothing that only chooses, shows or stores, and nothing of other CPUs and functions.
        ("python/mote/showing/report.py", "", "more = 1\n", set()),
        ("python/mote/commands/bench.py", "", "more = 1\n", set()),
        ("python/mote/calling/figures.py", "", "# more\n", set()),
        ("cpus/mips32.toml", '"-Os"', '"-O2"', set()),
        ("src/sha2/sha512/portable.c", "", "/* more */\n", set()),
        ("vectors/sha512.csv", "", "# more\n", set()),
        ("README.md", "", "more\n", set()),
    ],
)
@pytest.mark.sampled(8)
def test_a_change_concerns_the_rows_that_depend_on_it(
    file: str, old: str, new: str, changed: set[int], checkout: Path, before: list[str]
) -> None:
    path = checkout / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1) if old else text + new, encoding="utf-8")
    try:
        after = keys_of(checkout)
    finally:
        path.write_text(text, encoding="utf-8")
    assert {i for i, (a, b) in enumerate(zip(before, after, strict=True)) if a != b} == changed


def test_the_place_of_the_checkout_is_no_dependency(before: list[str]) -> None:
    assert keys_of(ROOT) == before


@pytest.fixture
def fresh() -> Any:
    """What is remembered is forgotten before and after."""
    kept.forget()
    yield
    kept.forget()


def test_tools_and_settings_are_dependencies(
    fresh: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = job(cpu="avr8"), job(cpu="mcs51")
    seen = {kept.key(one)}
    others = {kept.key(other)}

    def count(expected: int, *, both: bool = False) -> None:
        kept.forget()
        seen.add(kept.key(one))
        others.add(kept.key(other))
        assert len(seen) == expected
        assert len(others) == (expected if both else 1)

    count(1)
    # A package's version.
    monkeypatch.setattr(kept, "_versions", _cached({"gcc-avr": "1:5.4.0+new"}))
    kept.forget()
    seen, others = {kept.key(one)}, {kept.key(other)}
    monkeypatch.setattr(kept, "_versions", _cached({"gcc-avr": "1:5.4.0+newer"}))
    count(2)
    # The program itself, however it came.
    tool = tmp_path / "avr-as"
    tool.write_text("#!/bin/sh\n")
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    count(3)
    tool.write_text("#!/bin/sh\nexit\n")
    count(4)
    # What the compilers read of the environment, and what they do not.
    seen, others = {kept.key(one)}, {kept.key(other)}
    monkeypatch.setenv("CPATH", str(tmp_path))
    count(2, both=True)
    monkeypatch.setenv("MOTE_SOMETHING", "1")
    count(2, both=True)
    # The Python packages that run and decode the code.
    monkeypatch.setattr(depends.importlib.metadata, "version", lambda name: "0")
    count(3, both=True)


def _cached(versions: dict[str, str]) -> Any:
    def found() -> dict[str, str]:
        return versions

    found.cache_clear = lambda: None  # type: ignore[attr-defined]
    return found


def test_a_time_on_the_host_is_of_its_processor(
    fresh: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, other = job(cpu="amd64"), job()
    keys = kept.key(host), kept.key(other)

    def processor() -> str:
        return "another"

    processor.cache_clear = lambda: None  # type: ignore[attr-defined]
    monkeypatch.setattr(kept, "_processor", processor)
    kept.forget()
    assert kept.key(host) != keys[0]
    assert kept.key(other) == keys[1]
    untimed = BenchJob(host.implementation, host.cpu, host_timing=False)
    assert kept.key(untimed) not in (kept.key(host), keys[0])


def test_only_rows_of_the_bench_are_kept() -> None:
    plain = job()
    assert kept.key(plain)
    assert kept.key(BenchJob(plain.implementation, plain.cpu, full=True)) is None
    assert kept.key(BenchJob(plain.implementation, plain.cpu, measure=False)) is None


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(kept, "FOLDER", tmp_path / "rows")
    return tmp_path / "rows"


def outcome(one: BenchJob, **changes: object) -> Outcome:
    row = bench.empty_row(one.implementation, one.cpu)
    figures = {"size_bytes": 500, "long_cycles_per_byte": 12.25, "reentrant": True, "flags": "-Os"}
    row = dataclasses.replace(row, **{**figures, **changes})
    return Outcome(
        rows=[row],
        sections=[(".text", 500, "code", True)],
        parts=(("a.c", 300), ("b.S", 200)),
        size_bytes=500,
        measured_at="2026-01-01T00:00:00+00:00",
    )


def test_what_is_kept_is_found_as_it_was(folder: Path) -> None:
    one = job()
    key = kept.key(one)
    assert kept.find(one, key) is None
    kept.keep(one, key, outcome(one))
    assert kept.find(one, key) == outcome(one)
    assert kept.find(one, "0" * 64) is None
    assert kept.find(job(cpu="avr8"), key) is None
    assert [path.name for path in folder.rglob("*.json")] == [f"{key}.json"]


@pytest.mark.parametrize("damage", ["", "{", "[]", "{}", '{"rows": []}', "\0\0"])
def test_what_is_damaged_is_not_found(damage: str, folder: Path) -> None:
    one = job()
    key = kept.key(one)
    kept.keep(one, key, outcome(one))
    (path,) = folder.rglob("*.json")
    path.write_text(damage, encoding="utf-8")
    assert kept.find(one, key) is None
    kept.keep(one, key, outcome(one))
    assert kept.find(one, key) == outcome(one)


def test_what_has_no_figures_is_not_kept(folder: Path) -> None:
    one = job()
    key = kept.key(one)
    kept.keep(one, key, Outcome(rows=outcome(one).rows, problem="the compiler ran out of memory"))
    kept.keep(one, key, outcome(one, problem="not timed on this host"))
    kept.keep(one, None, outcome(one))
    assert not folder.exists()


def test_what_was_edited_meanwhile_is_not_kept(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = job()
    key = kept.key(one)
    monkeypatch.setattr(kept, "key", lambda job: "another")
    kept.keep(one, key, outcome(one))
    assert not folder.exists()


def test_earlier_contents_do_not_pile_up(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one = job()
    for number in range(kept.SIBLINGS + 5):
        key = f"{number:064d}"
        monkeypatch.setattr(kept, "key", lambda job, key=key: key)
        kept.keep(one, key, outcome(one))
        path = kept.place(one, key)
        os.utime(path, ns=(number, number))
    names = {path.stem for path in folder.rglob("*.json")}
    assert len(names) == kept.SIBLINGS
    assert f"{kept.SIBLINGS + 4:064d}" in names and f"{0:064d}" not in names


def test_a_folder_that_cannot_be_written_costs_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(kept, "FOLDER", tmp_path / "file" / "rows")
    one = job()
    key = kept.key(one)
    kept.keep(one, key, outcome(one))
    assert kept.find(one, key) is None


BENCH = ("bench", "shabal", "--cpu", "cortex-m0", "--implementation", "thumb", "--json")


def rows_of(capsys: pytest.CaptureFixture[str], *more: str, status: int = 0) -> list[dict]:
    assert cli.main([*BENCH, *more]) == status
    out = capsys.readouterr().out
    return json.loads(out) if out else []


def _refuse(job: BenchJob) -> Outcome:
    raise MoteError("measured again")


def test_a_row_is_measured_once_and_anew_where_that_is_asked_for(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = rows_of(capsys)
    assert first[0]["measured_at"] and first[0]["size_bytes"]
    monkeypatch.setattr(bench, "run", _refuse)
    assert rows_of(capsys) == first
    for option in ("--fresh", "--check"):
        rows = rows_of(capsys, option, status=1)
        assert rows[0]["problem"] == "measured again", option
    # What failed has not displaced what is kept.
    assert rows_of(capsys) == first


def start(work: Path, *more: str) -> subprocess.Popen[str]:
    """`mote bench` of a few pairs, with no rows but those of this work folder."""
    for made in ("native", depends.STRIPPED.name, depends.KNOWN.name):
        (WORK / made).mkdir(parents=True, exist_ok=True)
        with contextlib.suppress(FileExistsError):
            (work / made).symlink_to(WORK / made)
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT / "python"),
        "MOTE_NO_INSTALL": "1",
        "MOTE_WORK": str(work),
    }
    return subprocess.Popen(
        [sys.executable, "-m", "mote", "bench", "crc32", "--cpu", "cortex-m0", "--json", *more],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=environment,
        start_new_session=True,
    )


def without_time(text: str) -> list[dict]:
    rows = json.loads(text)
    for row in rows:
        assert row.pop("measured_at")
    return rows


def test_a_kill_loses_nothing_that_was_done(tmp_path: Path) -> None:
    process = start(tmp_path)
    rows = tmp_path / "rows"
    while process.poll() is None and not [*rows.rglob("*.json")]:
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate()
    done = {path: path.read_text(encoding="utf-8") for path in rows.rglob("*.json")}
    assert done
    for text in done.values():
        assert json.loads(text)["rows"]
    again = start(tmp_path)
    text, _ = again.communicate()
    assert again.returncode == 0
    measured = {row["implementation"]: row["measured_at"] for row in json.loads(text)}
    for path, content in done.items():
        assert path.read_text(encoding="utf-8") == content, "kept, not written again"
        table = json.loads(content)
        assert measured[table["rows"][0]["implementation"]] == table["measured_at"]


def test_two_at_once_agree(tmp_path: Path) -> None:
    both = [start(tmp_path), start(tmp_path)]
    texts = [process.communicate()[0] for process in both]
    assert [process.returncode for process in both] == [0, 0]
    assert without_time(texts[0]) == without_time(texts[1])
    third = start(tmp_path)
    text, _ = third.communicate()
    assert without_time(text) == without_time(texts[0])
    assert {row["measured_at"] for row in json.loads(text)} <= {
        row["measured_at"] for other in texts for row in json.loads(other)
    }


def test_the_environment_of_the_tests_has_the_compiler() -> None:
    """Without it the rows above would all be problems."""
    assert not system.missing(system.cpu_packages(catalog.cpus()["cortex-m0"]))
