"""Full disks, read-only folders, closed outputs, interrupts: one line, and nothing is lost."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bench_command import ROOT
from mote import cli
from mote.catalog import catalog
from mote.common import files
from mote.common.errors import MoteError
from mote.ise import area
from mote.keeping import kept, store
from mote.measuring import bench, extended, parts, together
from mote.pic24 import yosys
from mote.running import jobs
from mote.showing import report
from reference import shabal as reference


def start(*arguments: str | bytes, **options: Any) -> subprocess.Popen[bytes]:
    """The command line with outputs of one's own."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "python"), "MOTE_NO_INSTALL": "1"}
    environment.update(options.pop("env", {}))
    return subprocess.Popen([sys.executable, "-m", "mote", *arguments], env=environment, **options)


# ---- files that cannot be written --------------------------------------------------------------


def no_space(*_: object, **__: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_file_appears_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "folder" / "file"
    files.write(path, "old")
    assert path.read_text() == "old"
    write = Path.write_text

    def half(self: Path, text: str, **options: Any) -> None:
        write(self, text[:1], **options)
        no_space()

    monkeypatch.setattr(Path, "write_text", half)
    with pytest.raises(MoteError, match=rf"cannot write {path}: No space left on device"):
        files.write(path, "new")
    assert path.read_text() == "old"
    assert list(path.parent.iterdir()) == [path]


def one_row(job: bench.BenchJob) -> bench.Outcome:
    row = bench.empty_row(job.implementation, job.cpu)
    row.size_bytes, row.vectors_passed, row.vectors_failed = 4711, 1, 0
    return bench.Outcome(rows=[row])


def test_bench_prints_the_table_where_the_figures_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Like a read-only checkout: the folder of the figures is none."""
    (tmp_path / "file").write_text("")
    figures = tmp_path / "file" / "figures.csv"
    monkeypatch.setattr(bench, "run", one_row)
    monkeypatch.setattr(kept, "FOLDER", tmp_path / "rows")
    monkeypatch.setattr(store, "FIGURES", figures)
    command = ["bench", "shabal", "--cpu", "avr8", "--implementation", "avr8"]
    assert cli.main(command) == 1
    out, err = capsys.readouterr()
    assert "4711" in out
    assert err.splitlines()[-1] == f"mote: cannot write {figures}: Not a directory"
    assert err.count("cannot") == 1 and "Traceback" not in err

    monkeypatch.setattr(store, "FIGURES", tmp_path / "figures.csv")  # the same where it can be
    assert cli.main(command) == 0
    assert "4711" in (tmp_path / "figures.csv").read_text()


def test_bench_on_a_full_disk_keeps_the_figures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    figures = tmp_path / "figures.csv"
    figures.write_bytes(store.FIGURES.read_bytes())
    monkeypatch.setattr(bench, "run", one_row)
    monkeypatch.setattr(kept, "FOLDER", tmp_path / "rows")
    monkeypatch.setattr(store, "FIGURES", figures)
    monkeypatch.setattr(Path, "write_text", no_space)
    assert cli.main(["bench", "shabal", "--cpu", "avr8", "--implementation", "avr8"]) == 1
    out, err = capsys.readouterr()
    assert "4711" in out
    assert err.splitlines()[-1] == f"mote: cannot write {figures}: No space left on device"
    assert figures.read_bytes() == (ROOT / "results" / "figures.csv").read_bytes()


def test_figures_that_git_could_not_merge_are_named(tmp_path: Path) -> None:
    path = tmp_path / "figures.csv"
    path.write_text("function,implementation,cpu,timing\n<<<<<<< HEAD\na,b,c,d\n")
    with pytest.raises(MoteError, match=r"figures.csv:2: not a row of figures"):
        store.merge([], [], path)
    assert "HEAD" in path.read_text()
    path.write_text("function,implementation\na,b\n")
    with pytest.raises(MoteError, match=r"figures.csv:2: not a row of figures"):
        store.compare([], path)


def test_pages_that_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "folder" / "page"
    path.parent.write_text("")
    for module in (parts, together, extended):  # they would measure
        monkeypatch.setattr(module, "write", list)
    monkeypatch.setattr(report, "pages", lambda: {str(path): "text"})
    assert cli.main(["report", "--write"]) == 1
    assert capsys.readouterr().err == f"mote: cannot write {path}: Not a directory\n"


def test_area_in_a_work_folder_that_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(area, "CACHE", tmp_path / "file" / "ise")
    assert cli.main(["ise", "area", "--extension", "jh_swap"]) == 1
    err = capsys.readouterr().err
    assert f"mote: cannot write {tmp_path / 'file' / 'ise'}" in err
    assert len(err.splitlines()) == 1


def test_yosys_needs_no_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its compiled form is kept in the work folder, or where the user says."""
    monkeypatch.setenv("MOTE_WORK", "/some/folder")
    monkeypatch.delenv("YOWASP_CACHE_DIR", raising=False)
    assert yosys.environment()["YOWASP_CACHE_DIR"] == "/some/folder/yowasp"
    monkeypatch.setenv("YOWASP_CACHE_DIR", "/some/cache")
    assert yosys.environment()["YOWASP_CACHE_DIR"] == "/some/cache"
    monkeypatch.delenv("YOWASP_CACHE_DIR")
    monkeypatch.delenv("MOTE_WORK")
    assert "YOWASP_CACHE_DIR" not in yosys.environment()


def test_check_in_a_work_folder_that_cannot_be_written(tmp_path: Path) -> None:
    """The simulator's helper cannot be built there: the row says so."""
    (tmp_path / "file").write_text("")
    work = str(tmp_path / "file" / "work")
    process = start(
        *("check", "shabal", "--cpu", "avr8", "--implementation", "avr8"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={"MOTE_WORK": work},
    )
    out, err = process.communicate()
    assert process.returncode == 1
    assert f"{work}/native: Not a directory" in out.decode()
    assert b"Traceback" not in err


def test_a_cpu_file_that_cannot_be_read(tmp_path: Path) -> None:
    path = tmp_path / "some.toml"
    with pytest.raises(MoteError, match=r"some.toml: No such file"):
        catalog.load_cpu(path)
    path.write_bytes(b'title = "\xff"')
    with pytest.raises(MoteError, match=r"some.toml: .*utf-8"):
        catalog.load_cpu(path)


# ---- outputs -----------------------------------------------------------------------------------


def closing(descriptor: int) -> Callable[[], None]:
    return lambda: os.close(descriptor)


def test_standard_output_that_is_full() -> None:
    with Path("/dev/full").open("wb") as full:
        process = start("list", stdout=full, stderr=subprocess.PIPE)
        _, err = process.communicate()
    assert (process.returncode, err) == (1, b"mote: standard output: No space left on device\n")


def test_a_reader_that_has_gone_is_no_error() -> None:
    read, write = os.pipe()
    os.close(read)
    process = start("list", stdout=write, stderr=subprocess.PIPE)
    os.close(write)
    _, err = process.communicate()
    assert (process.returncode, err) == (141, b"")


def test_standard_error_that_is_closed_goes_nowhere_else() -> None:
    process = start("hash", "shabal", "no-file", stdout=subprocess.PIPE, preexec_fn=closing(2))
    out, _ = process.communicate()
    assert (process.returncode, out) == (1, b"")


def test_standard_output_that_is_closed() -> None:
    process = start("cpus", stderr=subprocess.PIPE, preexec_fn=closing(1))
    _, err = process.communicate()
    assert (process.returncode, err) == (0, b"")


def test_standard_input_that_is_closed() -> None:
    process = start(
        *("hash", "shabal", "-"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=closing(0),
    )
    out, err = process.communicate()
    assert (process.returncode, out) == (1, b"")
    assert err == b"mote: -: standard input is closed\n"


@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_a_name_that_is_not_utf8(encoding: str, tmp_path: Path) -> None:
    name = bytes(tmp_path) + b"/\xff\xfe"
    with open(name, "wb") as stream:  # noqa: PTH123 (a Path has no bytes)
        stream.write(b"a")
    process = start(
        *("hash", "shabal", name, name + b"x"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={"PYTHONIOENCODING": encoding},
    )
    out, err = process.communicate()
    digest = reference.digest(b"a", 256).hex().encode()
    shown = name if encoding == "utf-8" else name[:-2] + rb"\udcff\udcfe"
    assert out == digest + b"  " + shown + b"\n"
    assert process.returncode == 1
    assert err.count(b"\n") == 1 and b"No such file" in err


def test_tables_in_ascii() -> None:
    process = start("list", stdout=subprocess.PIPE, env={"PYTHONIOENCODING": "ascii"})
    out, _ = process.communicate()
    assert process.returncode == 0 and out.isascii()


# ---- interrupts --------------------------------------------------------------------------------


def processes(session: int) -> list[int]:
    """The processes of a session that have not ended: a job has a process group of its own."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[3]) == session and fields[0] != "Z":
            found.append(int(path.parent.name))
    return found


def interrupted(_: int) -> None:
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(60)


def odd_one_out(number: int) -> object:
    """BenchJob 3 is killed, job 5 fails, and what job 7 gives cannot be sent."""
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    if number == 5:
        raise ValueError("five")
    return (lambda: 7) if number == 7 else (number, os.getpid())


def test_a_job_that_crashes_ends_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Jobs share processes, and the one that a crash took is replaced."""
    monkeypatch.setattr(jobs, "cores", lambda: 2)
    found = dict(jobs.run(odd_one_out, range(20)))
    assert sorted(found) == list(range(20))
    wrong = {index: found.pop(index) for index in (3, 5, 7)}
    assert str(wrong[3]) == "the process that ran it ended with SIGKILL"
    assert str(wrong[5]) == "ValueError: five"
    assert "lambda" in str(wrong[7]) and isinstance(wrong[7], MoteError)
    assert [number for number, _ in found.values()] == list(found)
    assert os.getpid() not in {process for _, process in found.values()}
    assert len({process for _, process in found.values()}) <= 3
    assert jobs._running == {}


def test_a_process_is_replaced_after_some_jobs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "cores", lambda: 1)
    monkeypatch.setattr(jobs, "JOBS_A_WORKER", 2)
    found = dict(jobs.run(odd_one_out, [0, 1, 2, 0, 1]))
    processes = [process for _, (_, process) in sorted(found.items())]
    assert processes[0] == processes[1] and processes[2] == processes[3]
    assert len(set(processes)) == 3


def test_a_job_that_was_interrupted_interrupts_all() -> None:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            list(jobs.run(interrupted, [1, 2, 3]))
    finally:
        signal.signal(signal.SIGINT, before)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are read from /proc")
def test_an_interrupt_ends_everything(tmp_path: Path) -> None:
    """As a terminal sends it, to all processes at once: status 130, one line, nothing runs on."""
    process = start(
        *("check", "shabal", "sha256", "--cpu", "avr8,thumb"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        # Who runs the tests in the background may have it ignored.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        env={"TMPDIR": str(tmp_path)},
    )
    assert process.stderr is not None
    assert process.stderr.readline().startswith(b"mote: check ")
    assert len(processes(process.pid)) > 1
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate()
    assert (process.returncode, out) == (130, b""), err
    assert err.splitlines()[-1] == b"mote: interrupted"
    assert b"Traceback" not in err
    for _ in range(100):
        if not processes(process.pid):
            break
        time.sleep(0.1)
    assert processes(process.pid) == []
