"""`mote measure` on files as people have them."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bench_command import ROOT, mote
from mote.calling import kernels
from mote.keeping import store

OUTSIDE = ROOT / "tests" / "outside"
TINY = OUTSIDE / "tiny"
BUILD = ("-I", TINY / "config", "-DTINY_ROUNDS=64")
LIBRARY = (TINY / "tiny_sha256.c", TINY / "tiny_block.c", "--function", "sha256", *BUILD)
NAMES = (
    *("--init", "tiny_sha256_starts(cc)", "--update", "tiny_sha256_update"),
    *("--close", "tiny_sha256_finish(cc, dst)"),
)
HEADER = ("--header", TINY / "tiny_sha256.h", "--context", "tiny_sha256_ctx")
PROGRESS = re.compile(r"mote: (measure|prove|mutate)\b.* \d+/\d+: ")
SHABAL = ("--function", "shabal", "--prefix", "mote_shabal")
SHABAL_HEADER = ("--header", ROOT / "include" / "mote" / "shabal.h")


def rows(*arguments: object, status: int | None = 0, short: bool = False) -> list[dict]:
    result = mote("measure", *arguments, "--json", status=status, short=short)
    found: list[dict] = json.loads(result.stdout)
    return found


def cpus(*names: str) -> list[str]:
    return [word for name in names for word in ("--cpu", name)]


@pytest.mark.turns("files from outside", 16, "python/mote/choosing", "python/mote/measuring")
def test_a_library_by_its_own_names_on_several_cpus() -> None:
    """Natural C: 64-bit arithmetic that calls helpers; figures, the helpers beside them."""
    names = ("thumb", "avr8", "rv32imc", "mcs51")
    found = rows(*LIBRARY, *HEADER, *NAMES, *cpus(*names), short=True)
    assert list(dict.fromkeys(row["cpu"] for row in found)) == list(names)
    for row in found:
        assert row["checks"]["vectors"]["status"] == "passed", row["checks"]
        assert row["checks"]["guard"]["status"] == row["checks"]["ABI"]["status"] == "passed"
        assert row["size_bytes"] > 500 and row["long_cycles_per_byte"] > 0
        assert row["helper_bytes"] == sum(row["helpers"].values()) > 0
        assert row["problem"] is None
        assert "-DTINY_ROUNDS=64" in row["flags"]
        assert row["vectors_failed"] == 0 and row["vectors_passed"] > 5
        # A remark, no fault: no C can say that the compiler must not call its library.
        assert row["failed_checks"] == "" and row["checks"]["object rules"]["status"] == "passed"
        if row["cpu"] != "mcs51":  # where SDCC says of no helper where it is called
            assert any("of the compiler's library (tiny_" in line for line in row["remarks"])
        # Ours for the same function and CPU, from results/figures.csv.
        assert {each["function"] for each in row["mote"]} == {"sha256"}
        assert {each["cpu"] for each in row["mote"]} == {row["cpu"]}
        assert int(row["mote"][0]["size_bytes"]) > 0


def test_an_adapter() -> None:
    """Ten lines of C give the library the usual names; the figures hold the adapter too."""
    plain = rows(*LIBRARY, *HEADER, *NAMES, *cpus("thumb"), short=True)[0]
    adapted = rows(
        *(TINY / "adapter.c", *LIBRARY, *HEADER, *cpus("thumb")),
        *("--prefix", "my_sha256", "--bytes-only"),
        status=None,
        short=True,
    )[0]
    assert adapted["checks"]["vectors"]["status"] == "failed", "it has no SHA-224"
    assert plain["size_bytes"] < adapted["size_bytes"] < plain["size_bytes"] + 100
    assert adapted["short_cycles"] > plain["short_cycles"]
    fixed = rows(
        *(TINY / "adapter.c", *LIBRARY, *HEADER, *cpus("thumb"), "--prefix", "my_sha256"),
        *("--init", "my_sha256_init(cc, 256)", "--bytes-only"),
        short=True,
    )[0]
    assert fixed["checks"]["vectors"]["status"] == "passed"
    assert fixed["failed_checks"] == ""


def test_bytes_only_leaves_the_bit_lengths_out() -> None:
    names = ("--init", "tiny_sha256_starts(cc)", "--update", "tiny_sha256_update")
    close = ("--close", "tiny_sha256_finish(cc, dst, n)")
    asked = (*LIBRARY, *HEADER, *names, *close, *cpus("amd64"))
    with_bits = rows(*asked, status=1)[0]["checks"]["vectors"]
    assert with_bits["status"] == "failed"
    without = rows(*asked, "--bytes-only", status=None)[0]["checks"]["vectors"]
    assert without["status"] == "passed"


@pytest.mark.parametrize("cpu", ("thumb", "mips32-be", "avr8", "mcs51", "i386"))
@pytest.mark.sampled(6)
@pytest.mark.turns("files from outside", 16, "python/mote/choosing", "python/mote/measuring")
def test_a_kernel_against_its_reference(cpu: str, tmp_path: Path) -> None:
    """The permutation alone; one wrong rotation is found, and an output one word short."""
    call = ("--kernel", "keccak_f1600", "--call", "some_permutation(state, 24)", "--cpu", cpu)
    row = rows(OUTSIDE / "keccak_f1600.c", *call, status=None)[0]
    assert row["checks"]["vectors"]["detail"] == f"{kernels.INPUTS + 2} of 66 outputs right"
    assert row["checks"]["vectors"]["status"] == row["checks"]["guard"]["status"] == "passed"
    assert row["function"] == "keccak_f1600" and row["context_bytes"] == 200
    assert row["block_instructions"] > 10000 and row["size_bytes"] > 300
    text = (OUTSIDE / "keccak_f1600.c").read_text()
    broken = tmp_path / "broken.c"
    broken.write_text(text.replace("& 0x80 ? 0x71", "& 0x80 ? 0x70"))
    checks = rows(broken, *call, status=1)[0]["checks"]
    assert checks["vectors"]["status"] == "failed" and "word" in checks["vectors"]["detail"]
    broken.write_text(
        text.replace("    uint8_t lfsr = 1;", "    uint8_t lfsr = 1;\n    state[25] = 0;")
    )
    checks = rows(broken, *call, status=1)[0]["checks"]
    assert checks["guard"]["status"] == "failed"
    assert "past the end of state" in checks["guard"]["detail"] or cpu == "mcs51"
    assert "some_permutation" in checks["guard"]["detail"]
    assert checks["ABI"]["status"] == "not finished"


def test_the_compression_of_sha256_alone() -> None:
    call = ("--kernel", "sha256_compress", "--call", "compress_block", *BUILD)
    found = rows(TINY / "tiny_block.c", *call, *cpus("powerpc", "thumb"), status=None)
    assert {row["checks"]["vectors"]["detail"] for row in found} == {"66 of 66 outputs right"}
    wrong = [word if word != "-DTINY_ROUNDS=64" else "-DTINY_ROUNDS=63" for word in call]
    row = rows(TINY / "tiny_block.c", *wrong, *cpus("powerpc"), status=1)[0]
    assert row["checks"]["vectors"]["detail"].startswith("0 of 66 outputs right")


@pytest.mark.parametrize("name", kernels.KERNELS)
def test_the_references_are_those_of_the_hash_functions(name: str) -> None:
    """Each against Python's own hash function, on a message of one padded block."""
    import hashlib

    kernel = kernels.KERNELS[name]
    if name == "keccak_f1600":
        block = bytearray(200)
        block[0], block[135] = 6, 0x80
        lanes = [int.from_bytes(block[i : i + 8], "little") for i in range(0, 200, 8)]
        after = kernel.reference(lanes)
        digest = b"".join(lane.to_bytes(8, "little") for lane in after)[:32]
        assert digest == hashlib.sha3_256(b"").digest()
        return
    size = kernel.buffers[0].word_bytes
    numbers = iter((2, 3, 5, 7, 11, 13, 17, 19))
    # FIPS PUB 180-4, section 5.3: the square roots of the first primes.
    import math

    start = [math.isqrt(next(numbers) << 16 * size) & ((1 << 8 * size) - 1) for _ in range(8)]
    after = kernel.reference(start, b"\x80" + bytes(kernel.block_bytes - 1))
    digest = b"".join(word.to_bytes(size, "big") for word in after)
    assert digest == hashlib.new(kernel.function).digest()


@pytest.mark.turns("files from outside", 16, "python/mote/choosing", "python/mote/measuring")
def test_a_breach_does_not_cost_the_figures() -> None:
    """Past the data, a lost register: reported, and measured all the same."""
    asked = (ROOT / "tests/broken/none.c", *SHABAL, *SHABAL_HEADER, *cpus("thumb", "avr8"))
    sound = rows(*asked, short=True)
    for name, check in (("read_past_data.c", "guard"), ("lost_register.c", "ABI")):
        asked = (ROOT / "tests/broken" / name, *SHABAL, *SHABAL_HEADER, *cpus("thumb", "avr8"))
        found = rows(*asked, status=1, short=True)
        assert len(found) == len(sound)
        for row, other in zip(found, sound, strict=True):
            assert check in row["failed_checks"].split(", ")
            assert row["problem"] is None
            for figure in ("size_bytes", "long_cycles_per_byte", "short_cycles", "stack_bytes"):
                assert row[figure] == pytest.approx(other[figure], rel=0.3), figure
            # The vectors went on, too, and say so.
            assert row["checks"]["vectors"]["status"] == "passed"
            assert "run on after the breach" in row["checks"]["vectors"]["detail"]
            assert "in a call of" in row["checks"][check]["detail"] or (
                "mote_shabal" in row["checks"][check]["detail"]
            )


def test_what_failed_the_guard_does_not_run_on_the_host() -> None:
    found = rows(
        ROOT / "tests/broken/write_past_digest.c", *SHABAL, *SHABAL_HEADER, *cpus("amd64"), status=1
    )
    host = [row for row in found if row["fidelity"] == "host"]
    assert host and all(row["long_cycles_per_byte"] is None for row in host)
    assert "not run on this host: it failed a check of the guard" in host[0]["problem"]


def test_what_was_stopped_is_not_finished() -> None:
    asked = (ROOT / "tests/broken/endless.c", *SHABAL, *SHABAL_HEADER, *cpus("thumb"))
    checks = rows(*asked, status=1, short=True)[0]["checks"]
    assert checks["guard"]["status"] == "failed"
    for name in ("vectors", "ABI", "constant time"):
        assert checks[name]["status"] == "not finished", name


@pytest.mark.parametrize("cpu", ("thumb", "mips32-be", "avr8", "mcs51"))
@pytest.mark.turns("files from outside", 16, "python/mote/choosing", "python/mote/measuring")
def test_a_branch_on_the_message_is_named_by_its_line(cpu: str) -> None:
    name = "branch_on_message.c"
    asked = (ROOT / "tests/broken" / name, *SHABAL, *SHABAL_HEADER, "--cpu", cpu)
    row = rows(*asked, status=1, short=True)[0]
    assert name in row["checks"]["constant time"]["detail"]


def test_one_fault_is_said_once_and_first() -> None:
    result = mote(
        *("measure", ROOT / "tests/broken/write_data.c", *SHABAL, *SHABAL_HEADER, "--cpu", "thumb"),
        status=1,
        short=True,
    )
    first = result.stdout.splitlines()[0]
    assert first.startswith("write_data on thumb: guard failed: write of ")
    assert (result.stdout + result.stderr).count("write of 1 byte at") == 1
    assert "FAILED: guard" in result.stdout


def test_a_missing_name_is_said_before_rules_of_style(tmp_path: Path) -> None:
    source = tmp_path / "acme.c"
    source.write_text(
        "#include <stddef.h>\nint nowhere(int);\nint helper(int x) { return nowhere(x); }\n"
        "void acme_init(void *c, unsigned n) { *(char *)c = (char)helper((int)n); }\n"
        "void acme(void *c, const void *d, size_t n) { (void)c, (void)d, (void)n; }\n"
        "void acme_close(void *c, unsigned b, unsigned n, void *d) "
        "{ (void)c, (void)b, (void)n, (void)d; }\n"
    )
    options = ("--function", "shabal", "--prefix", "acme", "--context-bytes", 8)
    result = mote("measure", source, *options, "--cpu", "thumb", status=1)
    text = (result.stdout + result.stderr).splitlines()
    assert "acme does not link for thumb: undefined nowhere" in text[0]
    source.write_text(source.read_text().replace("acme_close", "acme_end"))
    result = mote("measure", source, *options, "--cpu", "thumb", status=1)
    text = (result.stdout + result.stderr).splitlines()
    assert "does not export acme_close" in text[0]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("there.o", "--prefix", "a"), "there.o: an object or a program; give its source"),
        (("there.bin", "--prefix", "a"), "there.bin: a binary file; give its source"),
        (("empty", "--prefix", "a"), "empty: no C or assembly file in this folder"),
        (("empty", "a.c", "--prefix", "a"), "empty is a folder: it stands alone"),
        (("a.c", "--prefix", "a", "-I", "nowhere"), "-I nowhere: no such folder"),
        (("a.c",), "give --prefix NAME, or --init, --update and --close"),
        (("a.c", "--init", "a(x)", "--prefix", "a"), "--init: 'x' is not an argument"),
        (("a.c", "--init", "a b", "--prefix", "a"), "--init 'a b' is not 'NAME'"),
        (("a.c", "--init", "a"), "--update and --close or --prefix is missing"),
        (("a.c", "--call", "a", "--prefix", "a"), "--call goes with --kernel"),
        (("a.c", "--prefix", "a", "--output", "no/x"), "there is no folder no"),
    ],
)
def test_what_cannot_be_measured_is_named(
    arguments: tuple[str, ...], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.c").write_text("int a;\n")
    Path("empty").mkdir()
    Path("there.o").write_bytes(b"\x7fELF\0\0")
    Path("there.bin").write_bytes(b"\0\1\2")
    more = ("--cpu", "thumb", "--function", "shabal", "--context-bytes", "8")
    result = mote("measure", *arguments, *more, status=1)
    assert words in result.stderr
    assert len(result.stderr.splitlines()) == 1 and result.stdout == ""


def test_each_timing_of_a_cpu_has_one_heading_and_progress_is_shown() -> None:
    """Ours, as stored, have their timings in another order than the CPU's file."""
    call = ("--kernel", "sha256_compress", "--call", "compress_block", *BUILD)
    result = mote("measure", TINY / "tiny_block.c", *call, *cpus("powerpc"), status=0)
    assert PROGRESS.match(result.stderr.splitlines()[0])
    asked = (ROOT / "src/sha1/portable.c", "--function", "sha1", "--prefix", "mote_sha1")
    header = ("--header", ROOT / "include/mote/sha1.h")
    result = mote("measure", *asked, *header, *cpus("powerpc"), short=True)
    headings = [line for line in result.stdout.splitlines() if line.startswith("powerpc: ")]
    assert len(headings) == len(set(headings)) == 2
    assert result.stdout.count("Mote's portable") >= 2


def test_no_size_of_the_context(tmp_path: Path) -> None:
    source = tmp_path / "a.c"
    source.write_text("int a;\n")
    result = mote("measure", source, "--cpu", "thumb", *SHABAL, status=1)
    assert "give --header FILE, which declares the context, or --context-bytes" in result.stderr


def test_a_size_that_is_not_the_headers() -> None:
    file = ROOT / "tests/broken/none.c"
    asked = ("measure", file, *SHABAL, *SHABAL_HEADER, "--cpu", "thumb", "--context-bytes")
    result = mote(*asked, 200, status=1)
    words = "--context-bytes is 200, but mote_shabal_context of shabal.h has 256 bytes on thumb"
    assert words in (result.stdout + result.stderr).splitlines()[0]
    assert mote(*asked, 256, short=True).returncode == 0


def test_a_folder_is_one_table_and_csv_goes_to_a_file(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    for name in ("one.c", "two.c"):
        (folder / name).write_text(f'#include "{ROOT}/src/shabal/portable.c"\n')
    (folder / "wrong.c").write_text("no C at all\n")
    (folder / "README").write_text("not measured\n")
    target = tmp_path / "table.csv"
    result = mote(
        *("measure", folder, *SHABAL, *SHABAL_HEADER, "--cpu", "thumb", "--csv"),
        *("--output", target),
        status=1,
        short=True,
    )
    assert result.stdout == ""
    assert "wrong on thumb: wrong.c does not compile for thumb: wrong.c:1:" in result.stderr
    lines = list(csv.DictReader(io.StringIO(target.read_text())))
    yours = [line for line in lines if line["whose"] == "yours"]
    assert {line["implementation"] for line in yours} == {"one", "two", "wrong"}
    sizes = {line["implementation"]: line["size_bytes"] for line in yours}
    assert sizes["one"] == sizes["two"] != "" and sizes["wrong"] == ""
    ours = [line for line in lines if line["whose"] == "mote"]
    stored = [row for row in store.read().values() if row.cpu == "thumb"]
    stored = [row for row in stored if row.function == "shabal"]
    sizes = [int(line["size_bytes"]) for line in ours]
    times = [float(line["long_cycles_per_byte"]) for line in ours if line["timing"] == "ARM920T"]
    assert min(sizes) == min(row.size_bytes for row in stored)
    fastest = [row for row in stored if row.timing == "ARM920T"]
    assert min(times) == min(row.long_cycles_per_byte for row in fastest)


@pytest.mark.parametrize("number", (signal.SIGINT, signal.SIGTERM))
def test_an_interrupt_leaves_nothing_behind(number: int, tmp_path: Path) -> None:
    """Neither folders nor processes: what never returns is interrupted while it runs."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "python"), "TMPDIR": str(tmp_path)}
    command = [sys.executable, "-m", "mote", "measure", ROOT / "tests/broken/endless.c"]
    command += [*SHABAL, *SHABAL_HEADER, *cpus("thumb", "mips32")]
    process = subprocess.Popen(
        [str(word) for word in command],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        # Who runs the tests in the background may have it ignored.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    # Its image is there: now it runs, and does so for long.
    for _ in range(600):
        if list(tmp_path.rglob("image.elf")):
            break
        time.sleep(0.1)
    assert list(tmp_path.rglob("image.elf"))
    process.send_signal(number)
    process.communicate(timeout=60)
    assert process.returncode == 128 + number
    assert list(tmp_path.iterdir()) == []
    left = subprocess.run(
        ["ps", "-eo", "args"], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    assert not [line for line in left if str(tmp_path) in line]


PAGES = ("measure-your-own.md", "proofs.md", "mutation.md")


def recipes() -> list[str]:
    """The commands of the pages for people with files of their own."""
    found = []
    for page in PAGES:
        for block in (ROOT / "docs" / page).read_text().split("```sh\n")[1:]:
            lines = block.partition("```")[0].replace("\\\n", " ").splitlines()
            found += [line for line in lines if line.startswith("./mote ")]
    return found


@pytest.mark.parametrize("command", recipes())
@pytest.mark.sampled(6)
@pytest.mark.turns("files from outside", 16, "python/mote/choosing", "python/mote/measuring")
def test_the_recipes_of_the_pages_run(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    words = shlex.split(command, comments=True)[1:]
    what = words[0]
    result = mote(*words, status=None if what == "measure" else 0, short=True)
    said = [line for line in result.stderr.splitlines() if not PROGRESS.match(line)]
    assert "not measured" not in result.stdout and not said
    expected = {"measure": "cycles|whose", "prove": " proved ", "mutate": "vectors"}[what]
    assert re.search(expected, result.stdout)


def test_the_page_has_every_option() -> None:
    text = (ROOT / "docs" / "measure-your-own.md").read_text()
    help_text = mote("measure", "--help").stdout
    options = set(re.findall(r"^  (-[-a-zA-Z]+)", help_text, re.MULTILINE)) - {"-h"}
    assert len(options) > 15
    for name in (*options, *kernels.KERNELS):
        assert f"`{name}" in text, name
