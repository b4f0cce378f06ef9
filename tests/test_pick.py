"""`mote pick`: what fits, in which order, and what is never proposed unasked."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest

from bench_command import mote
from mote import catalog, columns, export, pick
from mote.columns import Cell, Column, Table
from mote.types import MoteError

CPUS = catalog.cpus()
IN_CYCLES = [cpu for cpu in CPUS.values() if cpu.timings[0].fidelity in ("exact", "modelled")]


def bound(option: str, most: float) -> pick.Bound:
    return pick.Bound(*pick.BOUNDS[option], most)


def picked(*arguments: object, status: int = 0) -> list[dict[str, object]]:
    found: list[dict[str, object]] = json.loads(
        mote("pick", *arguments, "--json", status=status).stdout
    )
    return found


def test_every_hash_function_says_what_it_is_good_for() -> None:
    for function in catalog.hashes().values():
        assert function.security_bits > 0, function.name
        assert function.uses, function.name
        words = pick.standing(function)
        assert words in ("standard", "candidate", "broken") or words.startswith("RFC "), words
        endless = function.any_digest and not function.largest_digest
        assert ("xof" in function.uses) == endless, function.name
        # A digest never resists better than by half of its bits, and no claim is above that.
        largest = function.largest_digest or max(function.digest_bits)
        assert function.security_bits <= largest // 2
        assert function.collision_bits(64) <= 32


def test_a_wrong_use_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    original = catalog.functions()["sha256"].folder / "function.toml"
    folder = tmp_path / "src" / "sha2" / "sha256"
    folder.mkdir(parents=True)
    text = original.read_text(encoding="utf-8").replace('"mac"', '"max"')
    (folder / "function.toml").write_text(text, encoding="utf-8")
    monkeypatch.setattr(catalog, "ROOT", tmp_path)
    with pytest.raises(MoteError, match="use 'max' is not one of integrity, signature, mac, xof"):
        catalog.functions.__wrapped__()


@pytest.mark.parametrize("cpu", [cpu.name for cpu in IN_CYCLES])
def test_candidates_and_broken_functions_never_come_unasked(cpu: str) -> None:
    try:
        found = pick.wanted(CPUS[cpu], pick.Wish())
    except MoteError as error:
        assert "no hash function is measured" in str(error)
        return
    assert not {"candidate", "broken"} & {pick.standing(e.function) for e in found}


def test_candidates_come_when_asked_for_and_broken_ones_only_by_name() -> None:
    cpu = CPUS["cortex-m0"]
    with_candidates = {e.function.name for e in pick.wanted(cpu, pick.Wish(candidates=True))}
    assert "shabal" in with_candidates and "sha256" in with_candidates
    assert "sha1" not in with_candidates
    named = {e.function.name for e in pick.wanted(cpu, pick.Wish(functions=("sha1",)))}
    assert named == {"sha1"}


def test_what_fits_keeps_every_bound_and_what_is_left_out_breaks_one() -> None:
    cpu = CPUS["avr8"]
    found = pick.wanted(cpu, pick.Wish())
    bounds = [bound("rom", 1470), bound("ram", 300), bound("cycles_per_byte", 5000)]
    fits = pick.fitting(found, bounds)
    assert fits and len(fits) < len(found)
    for entry in found:
        row = export.rows_of(entry.function, cpu)[entry.implementation.name]
        memory = sum(row.number(f"{kind}_bytes") for kind in ("context", "stack", "static"))
        keeps = row.size_bytes <= 1470 and memory <= 300 and row.long_cycles_per_byte <= 5000
        assert (entry in fits) == keeps
    # A bound holds at the figure itself.
    least = min(entry.size_bytes for entry in found)
    assert pick.fitting(found, [bound("rom", least)])
    assert not pick.fitting(found, [bound("rom", least - 1)])


def test_orders() -> None:
    for cpu in ("cortex-m0", "avr8"):
        rows = picked("--cpu", cpu)
        assert [r["size_bytes"] for r in rows] == sorted(r["size_bytes"] for r in rows)
        rows = picked("--cpu", cpu, "--fastest")
        speeds = [r["long_cycles_per_byte"] for r in rows]
        assert speeds == sorted(speeds)
        rows = picked("--cpu", cpu, "--balanced")
        both = [r["size_bytes"] * r["long_cycles_per_byte"] for r in rows]  # type: ignore
        assert both == sorted(both)


def test_what_the_options_ask_for() -> None:
    for row in picked("--cpu", "cortex-m0", "--standard"):
        assert row["status"] == "standard"
    rows = picked("--cpu", "cortex-m0", "--function", "groestl256")
    assert {row["constant_time"] for row in rows} == {True, False}
    rows = picked("--cpu", "cortex-m0", "--function", "groestl256", "--constant-time")
    assert {row["constant_time"] for row in rows} == {True}
    for use in catalog.USES:
        rows = picked("--cpu", "cortex-m0", "--for", use)
        assert rows and all(use in row["uses"] for row in rows)  # type: ignore
    rows = picked("--cpu", "cortex-m0", "--digest", 160, "--for", "integrity")
    assert {row["security_bits"] for row in rows} == {80}
    words = "112 bits of security against collisions"
    result = mote("pick", "--cpu", "cortex-m0", "--digest", 160, "--for", "signature", status=1)
    assert words in result.stderr


def test_the_speed_of_a_digest_with_other_blocks() -> None:
    """SHA3-512 takes a message block of 72 bytes where SHA3-256 takes 136."""
    small, *_ = picked("--cpu", "avr8", "--function", "sha3")
    large, *_ = picked("--cpu", "avr8", "--function", "sha3", "--digest", 512)
    ratio = large["long_cycles_per_byte"] / small["long_cycles_per_byte"]  # type: ignore
    assert ratio == pytest.approx(136 / 72, rel=1e-4)
    assert (small["security_bits"], large["security_bits"]) == (128, 256)


def test_where_nothing_fits_the_nearest_is_named_with_what_it_misses() -> None:
    result = mote("pick", "--cpu", "mcs51", "--rom", 2048, "--ram", 100, status=1)
    lines = result.stdout.splitlines()
    assert lines[0].startswith("Nothing fits.")
    name, implementation, size, memory = lines[5].split()[:4]
    row = export.rows_of(catalog.functions()[name], CPUS["mcs51"])[implementation]
    assert (size, memory) == (str(row.size_bytes), str(export.ram(row)))
    assert f"  {size} bytes, {int(size) - 2048} more than --rom 2048" in lines
    assert f"  {memory} bytes, {int(memory) - 100} more than --ram 100" in lines
    assert picked("--cpu", "mcs51", "--rom", 2048, "--ram", 100, status=1) == []
    # The nearest misses by the least share: 1 byte of 4000 is nearer than 1 byte of 100.
    found = pick.wanted(CPUS["mcs51"], pick.Wish())
    bounds = [bound("rom", 2048), bound("ram", 100)]
    closest = pick.nearest(found, bounds)
    shares = [sum(b.missed(e) / b.most for b in bounds) for e in found]
    assert sum(b.missed(closest) / b.most for b in bounds) == min(shares)


def test_the_command_at_the_end_takes_the_first_home(tmp_path: Path) -> None:
    result = mote("pick", "--cpu", "avr8", "--rom", 8192, "--ram", 512)
    command = shlex.split(result.stdout.splitlines()[-1])
    first = picked("--cpu", "avr8", "--rom", 8192, "--ram", 512)[0]
    assert command[:3] == ["./mote", "export", first["function"]]
    written = mote(*command[1:-1], tmp_path / "taken").stdout.splitlines()
    assert (tmp_path / "taken" / f"mote_{first['function']}.h").is_file()
    assert len(written) >= 3


def test_what_is_no_standard_is_said_so() -> None:
    text = mote("pick", "--cpu", "cortex-m0", "--function", "sha1").stdout
    assert "SHA-1 is no standard: broken (collisions)." in text
    text = mote("pick", "--cpu", "cortex-m0", "--function", "sha256").stdout
    assert "no standard" not in text


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--cpu", "tumb"), "unknown CPU 'tumb'; did you mean 'thumb'?"),
        (("--cpu", "amd64"), "amd64 has no figures in cycles to choose by; those that have: armv4"),
        (("--cpu", "avr8", "--rom", "0"), "--rom is 0; it must be more than 0"),
        (("--cpu", "avr8", "--cycles-per-byte", "nan"), "--cycles-per-byte is nan"),
        (("--cpu", "avr8", "--digest", "-8"), "--digest is -8; it must be at least 1"),
        (("--cpu", "avr8", "--digest", "100"), "all of this: a digest of 100 bits"),
        (("--cpu", "avr8", "--function", "sha1", "--standard"), "this: sha1, --standard"),
        (("--cpu", "avr8", "--function", "threefish256"), "is a block cipher, not a hash"),
        (("--cpu", "pic24", "--function", "sha256"), "sha256 is not measured on pic24"),
    ],
)
def test_bad_input(arguments: tuple[str, ...], words: str) -> None:
    result = mote("pick", *arguments, status=1)
    assert words in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert result.stdout == ""


def test_the_table_fits_80_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    for cpu in IN_CYCLES:
        try:
            found = pick.wanted(cpu, pick.Wish(candidates=True))
        except MoteError:
            continue
        lines = pick.table(found, 80).splitlines()
        assert max(map(len, lines)) <= 80
        assert len(lines) == len(found) + 3, "one line a row, below two of the head and a rule"
        assert max(map(len, pick.trade_offs(found))) <= 80


def test_columns_go_by_their_importance_and_colours_take_no_width() -> None:
    made = [
        Column("name", width=6),
        Column("size", "bytes", 4, right=True),
        Column("less", importance=2),
        Column("more", importance=1),
    ]
    assert [c.name for c in Table(made).columns] == ["name", "size", "less", "more"]
    assert [c.name for c in Table(made, 20).columns] == ["name", "size", "more"]
    assert [c.name for c in Table(made, 5).columns] == ["name", "size"]
    cells = {"name": "abc", "size": Cell("12", "good")}
    assert Table(made, 14).line(cells) == "abc        12"
    assert Table(made, 14, color=True).line(cells) == "abc        \033[32m12\033[0m"
    assert Table(made, 14).head() == ["name     size", "        bytes", "------  -----"]
    assert Table(made, 20).note("abc: ", "a reason\nof many words") == "abc: a reason of ma…"


class _Stream:
    def __init__(self, terminal: bool) -> None:
        self._terminal = terminal

    def isatty(self) -> bool:
        return self._terminal


def test_colours_only_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert columns.colored(_Stream(True))  # type: ignore[arg-type]
    assert not columns.colored(_Stream(False))  # type: ignore[arg-type]
    monkeypatch.setenv("NO_COLOR", "1")
    assert not columns.colored(_Stream(True))  # type: ignore[arg-type]
