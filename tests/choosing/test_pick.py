"""`mote pick`: what fits, in which order, and what is never proposed unasked."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest

from bench_command import mote
from mote.catalog import catalog, chips, kinds
from mote.choosing import choice, export, pick
from mote.common import columns
from mote.common.columns import Cell, Column, Table
from mote.common.errors import MoteError
from mote.common.paths import ROOT

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
        assert words in ("standard", "published", *pick.UNASKED) or words.startswith("RFC "), words
        endless = function.hashing.any_digest and not function.hashing.largest_digest
        assert ("xof" in function.uses) == endless, function.name
        # A digest never resists better than by half of its bits, and no claim is above that.
        largest = function.hashing.largest_digest or max(function.sizes)
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
    for use in set(catalog.USES) - set(catalog.JOBS):
        rows = picked("--cpu", "cortex-m0", "--for", use)
        assert rows and all(use in row["uses"] for row in rows)  # type: ignore
    rows = picked("--cpu", "cortex-m0", "--digest", 160, "--for", "integrity")
    assert {row["security_bits"] for row in rows} == {80}
    words = "112 bits of security against collisions"
    result = mote("pick", "--cpu", "cortex-m0", "--digest", 160, "--for", "signature", status=1)
    assert words in result.stderr


JOB_KINDS = {
    "checksum": {"checksum"},
    "encryption": {"mode"},
    "firmware-signature": {"signature"},
    "hash": {"hash"},
    "mac": {"mac"},
}


@pytest.mark.parametrize("job", catalog.JOBS)
def test_a_job_is_done_as_a_whole(job: str) -> None:
    """By functions that need no other one: the size of a MAC is with its hash function."""
    functions = catalog.functions()
    rows = picked("--cpu", "cortex-m0", "--for", job)
    found = [functions[str(row["function"])] for row in rows]
    assert {each.kind for each in found} >= JOB_KINDS[job]
    assert all(job in kinds.of(each).jobs(each) for each in found)
    names = {each.name for each in found}
    if job == "encryption":
        assert "ascon_aead128" in names and not names & {"aes128_ctr", "ghash", "chacha20"}
    if job == "mac":
        assert "hmac_sha256" in names and "hmac_sha1" not in names
    text = mote("pick", "--cpu", "cortex-m0", "--for", job).stdout
    assert f"./mote export {rows[0]['function']} --cpu cortex-m0" in text
    assert all(len(line) <= 80 for line in text.splitlines() if not line.startswith("    "))
    assert ("They take no secrets." in text) == (job in ("checksum", "firmware-signature"))


def test_a_verifier_of_an_image_is_the_smallest_that_boot_md_has() -> None:
    """Without --tiniest: an image comes in one call, for which constants are made once."""
    table = (ROOT / "docs" / "boot.md").read_text(encoding="utf-8")
    for cpu in ("avr8", "cortex-m0", "cortex-m4", "rv32ec", "rv32imc", "mcs51"):
        first = picked("--cpu", cpu, "--for", "firmware-signature")[0]
        (line, *_) = (line for line in table.splitlines() if line.startswith(f"| `{cpu}` "))
        assert [word.strip(" `") for word in line.split("|")[2:6]] == [
            *(first["function"], first["implementation"]),
            *(str(first["size_bytes"]), str(first["ram_bytes"])),
        ]


def test_hmac_with_a_file_in_assembly_is_smaller_than_with_c() -> None:
    for cpu in ("avr8", "cortex-m0", "rv32imc", "mcs51"):
        rows = picked("--cpu", cpu, "--function", "hmac_sha256")
        assert rows[0]["implementation"] != "portable", cpu


def test_the_speed_of_a_digest_with_other_blocks() -> None:
    """SHA3-512 takes a message block of 72 bytes where SHA3-256 takes 136."""
    small, *_ = picked("--cpu", "avr8", "--function", "sha3")
    large, *_ = picked("--cpu", "avr8", "--function", "sha3", "--digest", 512)
    ratio = large["long_cycles_per_byte"] / small["long_cycles_per_byte"]  # type: ignore
    assert ratio == pytest.approx(136 / 72, rel=1e-4)
    assert (small["security_bits"], large["security_bits"]) == (128, 256)


def test_where_nothing_fits_the_nearest_is_named_with_what_it_misses() -> None:
    result = mote("pick", "--cpu", "mcs51", "--rom", 256, "--ram", 100, status=1)
    lines = result.stdout.splitlines()
    assert lines[0].startswith("Nothing fits.")
    name, implementation, size, memory = lines[5].split()[:4]
    row = export.rows_of(catalog.functions()[name], CPUS["mcs51"])[implementation]
    assert (size, memory) == (str(row.size_bytes), str(export.ram(row)))
    assert f"  {size} bytes, {int(size) - 256} more than --rom 256" in lines
    assert f"  {memory} bytes, {int(memory) - 100} more than --ram 100" in lines
    assert picked("--cpu", "mcs51", "--rom", 256, "--ram", 100, status=1) == []
    # The nearest misses by the least share: 1 byte of 4000 is nearer than 1 byte of 100.
    found = pick.wanted(CPUS["mcs51"], pick.Wish())
    bounds = [bound("rom", 256), bound("ram", 100)]
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
        (("--cpu", "avr8", "--kind", "hsh"), "unknown kind 'hsh'; did you mean 'hash'?"),
        (("--cpu", "avr8", "--for", "encrypt"), "job 'encrypt'; did you mean 'encryption'?"),
        (("--cpu", "avr8", "--for", "mac", "--kind", "hash"), "is all of this: --for mac"),
        (("--cpu", "pic24", "--for", "mac"), "nothing for mac is measured on pic24"),
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


@pytest.mark.parametrize(
    ("text", "name", "cpu"),
    [
        ("atmega328p", "atmega328", "avr8"),
        ("STM32F030F4P6", "stm32f030", "cortex-m0"),
        ("stm32f030c8t6", "stm32f030c8", "cortex-m0"),
        ("ESP32-C3", "esp32c3", "rv32imc"),
        ("ch32v003", "ch32v003", "rv32ec"),
        ("nRF52840", "nrf52840", "cortex-m4"),
    ],
)
def test_a_chip_stands_for_its_cpu(text: str, name: str, cpu: str) -> None:
    found, chip = choice.device(text)
    assert chip is not None and (chip.name, found.name) == (name, cpu)
    assert choice.cpu(text) == found


def test_every_chip_runs_a_cpu_that_has_figures_in_cycles() -> None:
    known = {cpu.name for cpu in IN_CYCLES}
    for chip in chips.chips().values():
        assert chip.cpu in known, chip
        timings = [timing.name for timing in catalog.cpus()[chip.cpu].timings]
        assert not chip.timing or chip.timing in timings[1:], chip
        assert 128 <= chip.ram < 1 << 20 and (chip.flash is None or chip.flash >= 2048), chip
    assert all(len(line) <= 80 for line in chips.listing(80).splitlines())


def test_a_wrong_line_of_chips_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "chips.csv"
    path.write_text(
        "# head\nchip,maker,cpu,timing,flash,ram,remark\na,b,avr8,,1x,2,\n", encoding="utf-8"
    )
    monkeypatch.setattr(chips, "FILE", path)
    with pytest.raises(MoteError, match=r"chips\.csv:3: not a chip"):
        chips.chips.__wrapped__()


def test_a_chips_cycles_are_those_of_its_core() -> None:
    text = mote("pick", "--cpu", "rp2040", "--function", "sha256").stdout
    assert "cycles: modelled, Cortex-M0+" in text
    rows = {row.implementation: row for row in export.rows_on(choice.cpu("rp2040")).values()}
    assert {row.timing for row in rows.values()} == {"Cortex-M0+"}
    plain = export.rows_on(catalog.cpus()["cortex-m0"])
    assert {row.timing for row in plain.values()} == {"Cortex-M0"}


def test_a_chips_memories_are_the_bounds() -> None:
    for entry in picked("--cpu", "attiny85", "--candidates"):
        assert int(str(entry["size_bytes"])) <= 8192 and int(str(entry["ram_bytes"])) <= 512
    sizes = [int(str(e["size_bytes"])) for e in picked("--cpu", "attiny85", "--rom", 700)]
    assert sizes and max(sizes) <= 700
    text = mote("pick", "--cpu", "attiny85").stdout
    assert "attiny85 (Microchip): avr8, 8192 bytes of flash, 512 of RAM" in text


@pytest.mark.parametrize("kind", [name for name in kinds.names() if name != "hash"])
def test_other_kinds_are_picked_and_taken_home(kind: str, tmp_path: Path) -> None:
    chosen = ("--cpu", "stm32f051r8", "--kind", kind, "--candidates")
    found = picked(*chosen)
    assert found
    assert {catalog.functions()[str(e["function"])].kind for e in found} == {kind}
    text = mote("pick", *chosen).stdout
    assert all(len(line) <= 80 for line in text.splitlines() if not line.startswith("    "))
    command = shlex.split(next(line for line in text.splitlines() if line.startswith("    ./mote")))
    mote(*command[1:-1], tmp_path / "here")
    assert (tmp_path / "here" / "README.md").exists()


def test_whether_gcm_fits_is_answered() -> None:
    text = mote("pick", "--cpu", "cortex-m0", "--function", "aes128_gcm", "--rom", 64, status=1)
    assert "more than --rom 64" in text.stdout
    found = picked("--cpu", "cortex-m0", "--function", "aes128_gcm", "--rom", 20000)
    assert {e["function"] for e in found} == {"aes128_gcm"}
    assert {e["security_bits"] for e in found} == {128}


def test_ram_and_the_short_message_are_always_shown() -> None:
    for cpu in ("avr8", "mcs51", "rv32imc"):
        for extra in ((), ("--candidates", "--all")):
            lines = mote("pick", "--cpu", cpu, *extra).stdout.splitlines()
            head = next(line for line in lines if line.startswith("function"))
            assert "RAM" in head and "short" in head and "size" in head, (cpu, extra)


def test_export_takes_an_implementation_for_each_function(tmp_path: Path) -> None:
    mote("export", "sha256:thumb_table", "blake2s", "--cpu", "stm32f030", tmp_path)
    text = (tmp_path / "README.md").read_text(encoding="utf-8")
    assert "SHA-256, implementation thumb_table:" in text
    small = export.choose(catalog.functions()["blake2s"], CPUS["cortex-m0"], "small").name
    assert f"implementation {small}:" in text
    said = mote("export", "sha256:thumb_tabl", "--cpu", "cortex-m0", tmp_path, status=1).stderr
    assert "unknown implementation 'thumb_tabl' of sha256 for cortex-m0; did you mean" in said
    assert "'thumb_table'" in said
    # What the CPU does not have is not proposed.
    said = mote("export", "sha256:mips3", "--cpu", "cortex-m0", tmp_path, status=1).stderr
    assert "mips32" not in said


def test_balanced_is_the_least_size_times_time() -> None:
    function, cpu = catalog.functions()["sha256"], CPUS["cortex-m0"]
    rows = export.rows_of(function, cpu)

    def product(name: str) -> float:
        row = rows[name]
        assert row.size_bytes is not None and row.long_cycles_per_byte is not None
        return float(row.size_bytes * row.long_cycles_per_byte)

    chosen = export.choose(function, cpu, "balanced").name
    assert product(chosen) == min(map(product, rows))
