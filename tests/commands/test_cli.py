"""The command line: bad input gets one clear line and a status that is not 0."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bench_command import ROOT, mote
from mote import cli
from mote.checking.verify import Check
from mote.measuring import bench
from reference import shabal as reference

SHABAL = ROOT / "src" / "shabal"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("bench", "shabel"), "unknown function 'shabel'; did you mean 'shabal'?"),
        (("bench", "--cpu", "tumb"), "unknown CPU 'tumb'; did you mean 'thumb'?"),
        (("bench", "--implementation", "portabel"), "did you mean 'portable'?"),
        (("bench", "--cpu", "xyzzy"), "unknown CPU 'xyzzy'; `mote cpus` lists CPUs"),
        (("check", "shabal", "--cpu", "avr"), "did you mean 'avr8'?"),
        (("hash", "shabal", "--digest", "100", "--hex", ""), "no digest of 100 bits; it has 32"),
        (("hash", "shabal", "--hex", "xy"), "is not hexadecimal"),
        (("hash", "shabal", "--hex", "ab", "--bits", "9"), "has 8 bits"),
        (("hash", "shabal", "--bits", "9", "no-file"), "--bits goes with --hex"),
        (("hash", "shabal"), "give files, --hex or --kat"),
        (("hash", "shabal", "no-such-file"), "no-such-file: No such file"),
        (("hash", "shabal", "--cpu", "avr8", "no-such-file"), "no-such-file: No such file"),
        (("hash", "shabal", "--kat", "no-such-file"), "no-such-file: No such file"),
        (("hash", "shabal", "--kat", "."), ".: Is a directory"),
        (("hash", "shabal", "--digest", "0", "--hex", ""), "no digest of 0 bits; it has 32"),
        (("hash", "shabal", "--digest", "-8", "--hex", ""), "no digest of -8 bits; it has 32"),
        (("hash", "shabal", "--hex", "ab", "--bits", "-1"), "has 8 bits"),
        (("hash", "shabal", ""), "'': the name of a file is empty"),
        (("hash", "shabal", "."), ".: Is a directory"),
        (("hash", "shabal", ".", "--cpu", "avr8"), ".: Is a directory"),
        (("hash", "threefish256", "--hex", ""), "threefish256 is a block cipher, not a hash"),
        (("fuzz", "threefish256"), "threefish256 is a block cipher, not a hash function or a mode"),
        (("fuzz", "ascon_aead128"), "ascon_aead128 is not in OpenSSL: there is nothing to compare"),
        (("fuzz", "sha1", "--cpu", "avr8"), "sha1 is a hash function, not a mode of a block cip"),
        (
            ("prove", "sha256", "--cpu", "avr8-mega"),
            "proofs do not know the instructions of avr8-mega",
        ),
        (("fuzz", "--cpu", "avr9"), "unknown CPU 'avr9'; did you mean 'avr8'?"),
        (("fuzz", "shabel"), "unknown function 'shabel'; did you mean 'shabal'?"),
        (("fuzz", "shabal", "--seconds", "-1"), "--seconds is -1; it must be at least 1"),
        (("bench", ""), "unknown function ''; known: aes128_cbc"),
        (("ise", "explore", "--jobs", "0"), "--jobs is 0; it must be at least 1"),
        (("ise", "explore", "--output", str(ROOT / "mote")), "mote: File exists"),
        (("ise", "area", "--verilog", "."), ".: Is a directory"),
        (
            ("ise", "explore", "--kernel", ".", "--call", "f", "--extension", "jh_swap"),
            ".: is a directory",
        ),
        (("hash", "shabal", "--implementation", "nothing", "x"), "unknown implementation"),
        (("hash", "shabal", "--cpu", "avr9", "x"), "did you mean 'avr8'?"),
    ],
)
def test_bad_input(arguments: tuple[str, ...], words: str) -> None:
    result = mote(*arguments, status=1)
    assert words in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert result.stdout == ""


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"file": "no-such-file.c"}, "no-such-file.c: no such file"),
        ({"file": "README.md"}, "not a source file"),
        ({"--cpu": "tumb"}, "did you mean 'thumb'?"),
        ({"--function": "shabel"}, "did you mean 'shabal'?"),
        ({"--prefix": "a b"}, "is not a C identifier"),
        ({"--header": "no-such.h"}, "no-such.h: no such file"),
    ],
)
def test_bad_input_to_measure(changes: dict[str, str], words: str) -> None:
    options = {
        "file": str(SHABAL / "portable.c"),
        "--cpu": "thumb",
        "--function": "shabal",
        "--prefix": "mote_shabal",
        "--header": str(ROOT / "include" / "mote" / "shabal.h"),
    }
    options.update({k: str(ROOT / v) if k == "file" else v for k, v in changes.items()})
    file = options.pop("file")
    pairs = [word for pair in options.items() for word in pair]
    result = mote("measure", file, *pairs, status=1)
    assert words in result.stderr


def test_names_may_stand_behind_options() -> None:
    for arguments in (
        ("bench", "--cpu", "avr8", "--implementation", "portable", "--json", "shabal"),
        ("bench", "--implementation", "portable", "--cpu", "avr8", "shabal", "--json"),
        ("bench", "shabal", "--json", "--implementation", "portable", "--cpu", "avr8"),
        ("bench", "shabal", "--cpu", "avr8", "shabal", "--json", "--implementation=portable"),
    ):
        rows = json.loads(mote(*arguments).stdout)
        assert [(row["function"], row["cpu"]) for row in rows] == [("shabal", "avr8")]


@pytest.mark.turns("commands", 16, "python/mote/commands", "python/mote/cli.py", "mote")
def test_names_of_an_option() -> None:
    """One behind each option, or several with commas; another CPU behind is not a function."""
    for cpus in (("--cpu", "thumb", "--cpu", "avr8"), ("--cpu=thumb,avr8",)):
        asked = ("check", "shabal", *cpus, "--implementation", "avr8,thumb", "--json")
        result = mote(*asked, short=True)
        assert [row["cpu"] for row in json.loads(result.stdout)] == ["thumb", "avr8"]
    result = mote("bench", "--cpu", "thumb", "avr8", "shabal", status=1)
    assert result.stderr == (
        "mote: 'avr8' is a CPU, not a function: write --cpu avr8, or --cpu A,B\n"
    )
    for words in (("bench", "--cpu", "thumb,"), ("bench", "--cpu="), ("hash", "shabal", "--cpu=")):
        result = mote(*words, status=2)
        assert "--cpu" in result.stderr and len(result.stderr.splitlines()) == 1


def test_unknown_commands_are_refused_with_the_nearest_one() -> None:
    result = mote("bensh", status=2)
    assert result.stderr == "mote: unknown command 'bensh'; did you mean 'bench'?\n"
    assert "known: bench, check" in mote("", status=2).stderr
    assert "COMMAND" in mote(status=2).stderr


def test_unknown_options_are_refused() -> None:
    result = mote("bench", "--cpus", "avr8", status=2)
    assert len(result.stderr.splitlines()) == 1
    assert "unknown argument '--cpus'" in result.stderr
    result = mote("cpus", "avr8", status=2)
    assert "unknown argument 'avr8'" in result.stderr


def test_hash_of_a_file_on_the_host_and_simulated(tmp_path: Path) -> None:
    file = tmp_path / "message"
    data = hashlib.shake_128(b"a file").digest(5000)
    file.write_bytes(data)
    expected = reference.digest(data, 256).hex()
    for cpu in ((), ("--cpu", "avr8"), ("--cpu", "powerpc"), ("--cpu", "mcs51")):
        assert mote("hash", "shabal", *cpu, file).stdout == f"{expected}  {file}\n"


@pytest.mark.parametrize("cpu", ["", "avr8"])
def test_hash_goes_on_after_a_file_that_cannot_be_read(cpu: str, tmp_path: Path) -> None:
    for name in ("a", "c"):
        (tmp_path / name).write_bytes(name.encode())
    files = [tmp_path / name for name in ("a", "b", "c", "d")]
    options = ("--cpu", cpu) if cpu else ()
    result = mote("hash", "shabal", *options, *files, status=1)
    expected = [f"{reference.digest(n.encode(), 256).hex()}  {tmp_path / n}" for n in ("a", "c")]
    assert result.stdout.splitlines() == expected
    reason = "No such file or directory"
    assert result.stderr.splitlines() == [f"mote: {tmp_path / n}: {reason}" for n in ("b", "d")]


def test_hash_of_a_kat_file_from_a_pipe() -> None:
    command = [sys.executable, "-m", "mote", "hash", "shabal", "--kat", "/dev/stdin"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "python")}
    text = "Len = 8\nMsg = 61\n"
    result = subprocess.run(
        command, input=text, capture_output=True, text=True, env=environment, check=True
    )
    assert result.stdout == f"{reference.digest(b'a', 256).hex()}\n"


def test_hash_of_bits() -> None:
    expected = reference.digest(b"\xd0", 192, 4).hex()
    for dirty in ("d0", "df", "d7ff"):
        for cpu in ((), ("--cpu", "thumb-be")):
            found = mote("hash", "shabal", "--digest", 192, "--hex", dirty, "--bits", 4, *cpu)
            assert found.stdout == f"{expected}\n"


@pytest.mark.parametrize("cpu", ["", "mips32-be", "avr8"])
def test_hash_of_a_kat_file(cpu: str, tmp_path: Path) -> None:
    file = tmp_path / "messages.txt"
    lines, expected = ["# a remark", ""], []
    for bits in (0, 1, 7, 8, 13, 511, 512, 513, 700):
        message = hashlib.shake_128(str(bits).encode()).digest((bits + 7) // 8)
        lines += [f"Len = {bits}", f"Msg = {message.hex().upper() or '00'}", "MD = ??", ""]
        expected.append(reference.digest(message, 512, bits).hex())
    file.write_text("\n".join(lines))
    options = ("--cpu", cpu) if cpu else ()
    result = mote("hash", "shabal", "--digest", 512, "--kat", file, *options)
    assert result.stdout.split() == expected


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Len = 9\nMsg = 00\n", ":2: Msg has fewer than 9 bits"),
        ("Len = 8\nMsg = 0g\n", ":2: Msg is not hexadecimal"),
        ("Msg = 00\n", ":1: Msg without a Len"),
        ("Len = x\n", ":1: Len is not a number"),
        (f"Len = {'9' * 5000}\nMsg = 00\n", ":1: Len is not a number"),
        ("Len = 8\n", ":1: Len without a Msg"),
        ("Len = 8\nMsg = 00\nLen = 0\nMD = 00\nLen = 8\nMsg = 00\n", ":3: Len without a Msg"),
        ("Len = 8\nMsg = 0000\n", ":2: Msg has more than 8 bits"),
        ("", "no messages"),
    ],
)
def test_bad_kat_file(text: str, words: str, tmp_path: Path) -> None:
    file = tmp_path / "messages.txt"
    file.write_text(text)
    assert words in mote("hash", "shabal", "--kat", file, status=1).stderr


def test_rows_of_json() -> None:
    result = mote("bench", "shabal", "--cpu", "thumb", "--json")
    rows = json.loads(result.stdout)
    assert [row["timing"] for row in rows][:2] == ["ARM920T", "ARM7TDMI"]
    for row in rows:
        assert row["problem"] is None
        assert row["vectors_failed"] == 0
        assert row["long_cycles_per_byte"] > 0
        assert row["internal_ram_bytes"] is None
        ratio = 1e6 / (row["long_cycles_per_byte"] * row["size_bytes"])
        assert row["speed_size_ratio"] == pytest.approx(ratio, rel=1e-3, abs=0.01)
    published = {entry["figure"]: entry for entry in rows[0]["published"]}
    assert published["size_bytes"]["published"] == 404
    assert published["size_bytes"]["ratio"] == round(rows[0]["size_bytes"] / 404, 3)
    assert published["size_bytes"]["measured_here"] is None
    long = published["long_cycles_per_byte"]
    assert (long["published"], long["measured_here"], long["compared"]) == (47, 46.14, 46.14)
    assert long["ratio"] == round(rows[0]["long_cycles_per_byte"] / 46.14, 3)


def test_internal_ram_of_an_8051_in_json() -> None:
    options = ("--cpu", "mcs51", "--implementation", "mcs51_lowram", "--json")
    (row,) = json.loads(mote("bench", "shabal", *options).stdout)
    assert row["internal_ram_bytes"] == 7 < row["static_bytes"]


def test_a_row_that_cannot_be_measured_is_shown_with_its_reason(tmp_path: Path) -> None:
    """Without the AVR compiler, its row says so and the others are there."""
    tools = tmp_path / "bin"
    tools.mkdir()
    for folder in os.environ["PATH"].split(os.pathsep):
        for path in Path(folder).glob("*") if Path(folder).is_dir() else ():
            link = tools / path.name
            if not path.name.startswith(("avr-", "dpkg")) and not link.exists():
                link.symlink_to(path)
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "python"), "PATH": str(tools)}
    environment["MOTE_NO_INSTALL"] = "1"
    asked = ("--cpu", "avr8,thumb", "--implementation", "avr8,thumb", "--json")
    command = [sys.executable, "-m", "mote", "bench", "shabal", *asked]
    result = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert result.returncode == 1
    rows = json.loads(result.stdout)
    by_cpu = {row["cpu"]: row for row in rows}
    assert "gcc-avr" in by_cpu["avr8"]["problem"]
    assert by_cpu["thumb"]["problem"] is None
    assert "apt-get install" in result.stderr or "packager" in result.stderr


def test_a_failed_check_is_said_at_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Before the table, with what failed; the status is 1."""

    def run(job: bench.BenchJob) -> bench.Outcome:
        status = "failed" if job.implementation.name == "portable" else "passed"
        return bench.Outcome(checks=[Check("guard", status, "a write outside\nand more")])

    monkeypatch.setattr(bench, "run", run)
    assert cli.main(["check", "shabal", "--cpu", "thumb"]) == 1
    lines = [line for line in capsys.readouterr().err.splitlines() if " failed: " in line]
    assert lines == ["mote: shabal portable on thumb failed: guard: a write outside"]
