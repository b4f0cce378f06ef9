"""Pairs on the workers of a Dask scheduler give the rows that this machine gives."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench_command import ROOT, mote
from mote.catalog import catalog
from mote.catalog.function import Implementation
from mote.common.errors import MoteError
from mote.keeping import kept, remote
from mote.measuring import bench
from mote.proving import engine
from mote.proving import remote as proof_remote

INIT_AND_STEP = ("init", "step")
PAIRS = ("crc32", "--cpu", "avr8,thumb", "--implementation", "avr8,avr8_fast,portable")
PROVED = ("ascon_hash256", "thumb_balanced")
"""Of few instructions, with an obligation for each call."""


@pytest.fixture(scope="module")
def scheduler() -> Iterator[str]:
    """A scheduler without workers."""
    import distributed

    with distributed.LocalCluster(n_workers=0, processes=True, dashboard_address=None) as cluster:
        yield cluster.scheduler_address


@pytest.fixture(scope="module")
def workers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A scheduler with two workers, as the user starts them."""
    import distributed

    with distributed.LocalCluster(n_workers=0, processes=True, dashboard_address=None) as cluster:
        scheduler = cluster.scheduler_address
        process = subprocess.Popen(
            [sys.executable, "-m", "mote", "worker", scheduler, "--jobs", "2"],
            cwd=tmp_path_factory.mktemp("workers"),
            env={**os.environ, "PYTHONPATH": str(ROOT / "python")},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            with distributed.Client(scheduler, timeout=60) as client:
                client.wait_for_workers(2, timeout=60)
            yield scheduler
        finally:
            process.terminate()
            process.wait()


def rows(*arguments: object) -> list[dict[str, str]]:
    """The rows of `mote bench --csv`, without the time when they were measured."""
    found = list(csv.DictReader(io.StringIO(mote("bench", *PAIRS, "--csv", *arguments).stdout)))
    for row in found:
        assert row.pop("measured_at")
    return found


def job() -> bench.BenchJob:
    return bench.BenchJob(implementation("crc32", "avr8"), catalog.cpus()["avr8"])


def implementation(function: str, name: str) -> Implementation:
    found = catalog.implementations(catalog.functions()[function])
    return next(each for each in found if each.name == name)


def test_two_workers_give_the_same_rows(workers: str) -> None:
    there = rows("--fresh", "--scheduler", workers)
    assert {(row["implementation"], row["cpu"]) for row in there} == {
        ("avr8", "avr8"),
        ("avr8_fast", "avr8"),
        ("portable", "avr8"),
        ("portable", "thumb"),
    }
    assert all(row["size_bytes"] and not row["problem"] for row in there)
    assert there == rows("--fresh")


def test_a_worker_with_another_checkout_is_refused(workers: str) -> None:
    answer = dict(remote.run([job()], workers))[0]
    assert not isinstance(answer, MoteError)
    outcome, key = answer
    assert not outcome.problem and key == kept.key(job())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kept, "content", lambda job: "other")
        wrong = dict(remote.run([job()], workers))[0]
    assert str(wrong) == "the worker's checkout is another one: bring it to the same commit"


def test_checks_run_on_workers_too(workers: str) -> None:
    pair = ("crc32", "--cpu", "thumb", "--implementation", "portable")
    done = mote("check", *pair, "--scheduler", workers)
    assert "1 of 1 passed all checks" in done.stderr


def test_proofs_on_workers_give_the_same_rows(workers: str, tmp_path: Path) -> None:
    function, name = PROVED
    names = (function, "--implementation", name, "--cpu", "cortex-m0,thumb", "--fresh", "--json")
    there = json.loads(mote("prove", *names, "--scheduler", workers).stdout)
    assert {(row["cpu"], row["obligation"], row["verdict"]) for row in there} == {
        (cpu, obligation, "proved")
        for cpu in ("cortex-m0", "thumb")
        for obligation in INIT_AND_STEP
    }
    assert there == json.loads(mote("prove", *names).stdout)
    cpu = catalog.cpus()["thumb"]
    proof = engine.ProofJob(implementation(*PROVED), cpu, obligations=("init",))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(proof_remote, "_content_of_proof", lambda job: "other")
        wrong = dict(proof_remote.proofs([proof], workers))[0]
    assert str(wrong) == "the worker's checkout is another one: bring it to the same commit"
    (tmp_path / "mine.S").write_text("")
    own = (function, "--file", tmp_path / "mine.S", "--cpu", "thumb", "--scheduler", workers)
    assert "--scheduler does not go with --file" in mote("prove", *own, status=1).stderr


def test_no_scheduler_and_no_workers(scheduler: str) -> None:
    error = mote("bench", *PAIRS, "--fresh", "--scheduler", scheduler, status=1).stderr
    assert error.splitlines()[-1] == (
        f"mote: the scheduler at {scheduler} has no workers: start some with "
        f"`mote worker {scheduler}`"
    )
    for command in (("bench", *PAIRS, "--fresh", "--scheduler"), ("worker",)):
        error = mote(*command, "nonsense", status=1).stderr
        assert "mote: no Dask scheduler at nonsense: " in error
    error = mote("worker", scheduler, "--jobs", "0", status=1).stderr
    assert error == "mote: --jobs is 0; it must be at least 1\n"


@pytest.mark.turns("commands", 16, "python/mote/commands", "python/mote/cli.py", "mote")
def test_a_worker_without_mote(scheduler: str, tmp_path: Path) -> None:
    import distributed

    command = [sys.executable, "-m", "distributed.cli.dask_worker", "--nthreads", "1"]
    command += ["--no-nanny", "--no-dashboard", "--local-directory", str(tmp_path), scheduler]
    process = subprocess.Popen(
        command,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(Path(distributed.__file__).parents[1])},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        with distributed.Client(scheduler, timeout=60) as client:
            client.wait_for_workers(1, timeout=60)
        with pytest.raises(MoteError, match=r"has no Mote: start it with `mote worker tcp"):
            list(remote.run([job()], scheduler))
    finally:
        process.terminate()
        process.wait()
