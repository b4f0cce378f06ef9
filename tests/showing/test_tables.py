"""The table of `mote bench`: what it holds alone, one line a row, in order, within the terminal."""

from __future__ import annotations

import re

import pytest

from bench_command import mote
from mote import cli, commands
from mote.catalog import catalog, listing
from mote.choosing import leading
from mote.common.columns import Column, Table
from mote.keeping import work
from mote.measuring import bench
from mote.measuring.bench import BenchJob, Outcome
from mote.mutation import results as mutation
from mote.proving import results
from mote.showing import tables


def test_the_main_table_is_of_what_is_shipped_on_the_main_cpus() -> None:
    pairs = leading.main_pairs()
    assert {i.function.name for i, _ in pairs} == {
        name for name, each in catalog.functions().items() if each.shipped
    }
    assert {cpu.name for _, cpu in pairs} == {c.name for c in catalog.cpus().values() if c.main}
    groups: dict[tuple[str, str], int] = {}
    for implementation, cpu in pairs:
        assert catalog.runs_on(implementation, cpu)
        key = (implementation.function.name, cpu.name)
        groups[key] = groups.get(key, 0) + 1
    assert set(groups.values()) <= {1, 2}, "the smallest and the fastest"


def _outcome(job: BenchJob) -> Outcome:
    rows = [bench.empty_row(job.implementation, job.cpu, n) for n in range(len(job.cpu.timings))]
    for row in rows:
        row.size_bytes, row.context_bytes, row.stack_bytes, row.static_bytes = 99999, 999, 9999, 0
        row.long_cycles_per_byte, row.short_cycles = 37367.06, 2685888
        row.speed_size_ratio, row.long_instructions_per_byte = 135.1, 1.0
        row.vectors_passed, row.vectors_failed = 17, 0
    return Outcome(rows=rows)


def _lines(width: int | None, order: list[int], *, first: bool) -> list[str]:
    jobs = [BenchJob(implementation, cpu) for implementation, cpu in leading.main_pairs()]
    pairs = {(job.implementation.function.name, job.implementation.name) for job in jobs}
    table = tables.BenchTable(pairs, width, first_timing=first, cpus={j.cpu.name for j in jobs})
    made = tables.InOrder(table, jobs)
    return [line for index in order for line in made.add(index, _outcome(jobs[index]))]


def test_lines_come_in_order_whatever_is_done_first_and_fit_80_columns() -> None:
    count = len(leading.main_pairs())
    straight = _lines(80, list(range(count)), first=True)
    assert _lines(80, [0, *range(count - 1, 0, -1)], first=True) == straight
    assert max(map(len, straight)) <= 80
    assert sum("99999" in line for line in straight) == count, "one line a row"
    more = _lines(80, list(range(count)), first=False)
    assert sum("99999" in line for line in more) > count, "other timings too"
    assert max(map(len, _lines(None, list(range(count)), first=True))) > 80


def test_what_is_proved_is_one_word_below_its_heading() -> None:
    """The status names obligations too, which pushed the columns behind it aside."""
    lines = _lines(None, list(range(len(leading.main_pairs()))), first=True)
    jobs = [BenchJob(implementation, cpu) for implementation, cpu in leading.main_pairs()]
    pairs = {(job.implementation.function.name, job.implementation.name) for job in jobs}
    at = tables.BenchTable(pairs, None).head()[0].index("proved")
    cells = {line[at:].split("  ")[0].strip() for line in lines if "99999" in line}
    assert cells <= {"", "block", "calls", "proved"}
    assert "block" in cells


def test_an_unmeasured_row_says_why_in_one_line() -> None:
    implementation, cpu = leading.main_pairs()[0]
    table = tables.BenchTable({(implementation.function.name, implementation.name)}, 60)
    rows = bench.failed_rows(implementation, cpu, "missing: gcc-arm-none-eabi\nand much more of it")
    (line,) = table.rows(rows[:1])[2:]
    assert "not measured: missing: gcc-arm" in line
    assert len(line) <= 60


def test_progress_in_a_log_is_a_line_at_once_and_each_ten_seconds(capsys) -> None:  # type: ignore
    time = [0.0]
    with work.Progress(100, "bench", clock=lambda: time[0]) as progress:
        for number in range(100):
            time[0] += 1
            progress.step(f"row {number}")
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 11
    assert lines[0] == "mote: bench 1/100: row 0"
    assert lines[1] == "mote: bench 11/100: row 10"
    assert lines[-1] == "mote: bench 100/100: row 99"


def test_a_table_too_narrow_keeps_what_matters_most() -> None:
    assert [
        c.name for c in Table([Column("a", width=9), Column("b", importance=1)], 9).columns
    ] == ["a"]


def lines_of(*arguments: str) -> list[str]:
    """What a command prints, both streams, but the commands to copy that cannot be broken."""
    result = mote(*arguments, status=None, short=True)
    lines = (result.stdout + result.stderr).splitlines()
    # The command that installs what is missing, and folders.
    unbreakable = r"    \S|Python \d|work folder:|Delete "
    return [line for line in lines if not re.match(unbreakable, line)]


@pytest.mark.parametrize(
    "command",
    [
        "doctor",
        "cpus",
        "list",
        "prove sha1 --implementation avr8_fast --cpu avr8 --obligation init",
        "check ascon_hash256 --implementation portable_fast --cpu thumb",
    ],
)
def test_what_is_printed_fits_a_terminal_of_80_columns(
    command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    words = command.split()
    narrow = lines_of(*words)
    assert len(narrow) >= 3
    assert [line for line in narrow if len(line) > 80] == []
    if words[0] in ("doctor", "cpus"):
        monkeypatch.setenv("COLUMNS", "200")
        wide = lines_of(*words)
        # Nothing is broken, or left out, where there is room.
        assert len(wide) <= len(narrow) and max(map(len, wide)) > 100


def test_every_help_fits_a_terminal_of_80_columns(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    for name in ("", *commands.names()):
        with pytest.raises(SystemExit):
            cli.main([*([name] if name else []), "--help"])
        long = [line for line in capsys.readouterr().out.splitlines() if len(line) > 80]
        assert long == [], name


def test_the_tables_of_proofs_and_mutants_fit_80_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    names = {"function": "aes192_ctr_only", "implementation": "rv32ec_balanced_of_mine"}
    row = {**names, "cpu": "mcs51-2dptr", "obligation": "close", "verdict": "not proved"}
    row |= {"bits": "2097152", "rewritten": "2097152", "solver": "12345", "reason": "x"}
    key = tuple(row[name] for name in results.KEY)
    text = results.table([row], {key: 12345.6})
    assert max(map(len, text.splitlines())) <= 80
    for value in ("aes192_ctr_only", "mcs51-2dptr", "close", "not proved"):
        assert value in text
    # Somebody's own files may be called as they like.
    text = results.table([{**row, "implementation": 40 * "name"}], {key: 12345.6})
    assert max(map(len, text.splitlines())) <= 80
    counts = dict.fromkeys(mutation.FIELDS, "1000") | names
    text = mutation.summary([counts])
    assert max(map(len, text.splitlines())) <= 80
    assert all(name in text for name in ("constant", "survived", "sanitizer"))
    monkeypatch.setenv("COLUMNS", "250")
    assert len(mutation.summary([counts]).splitlines()) <= 4


def test_a_table_wraps_what_may_and_drops_what_must() -> None:
    rows = [["name", "a path that goes", "word, another, and more words"]]
    head = ["what", "path", "used by"]
    assert listing.table(rows, head, width=99).count("\n") == 2
    narrow = listing.table(rows, head, wraps=(2,), drops=(1,), width=20)
    assert "path" not in narrow and max(map(len, narrow.splitlines())) <= 20
    assert " ".join(line[6:] for line in narrow.splitlines()[2:]) == rows[0][2]
    # What cannot be broken stays whole.
    assert "another," in listing.table(rows, head, wraps=(2,), width=5)
