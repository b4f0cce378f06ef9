"""Every check can fail: deliberately broken implementations, on a CPU of each machine."""

from __future__ import annotations

import pytest

from bench_command import ROOT, measure, mote
from mote.keeping import store

pytestmark = pytest.mark.always

BROKEN = ROOT / "tests" / "broken"
OUTSIDE = ROOT / "tests" / "outside"
HEADER = ROOT / "include" / "mote" / "shabal.h"
CPUS = ("thumb", "mips32-be", "avr8", "mcs51", "power8-be")

CAUGHT = {
    "wrong_digest.c": ("vectors", "should be"),
    "write_past_digest.c": ("guard", "digest"),
    "read_past_data.c": ("guard", "data"),
    "write_data.c": ("guard", "data"),
    "global_variable.c": ("object rules", "variables"),
    "branch_on_message.c": ("constant time", "depends on the message"),
    "table_by_message.c": ("constant time", "depends on the message"),
    "lost_register.c": ("ABI", ""),
    "missing_opcode.c": ("guard", ""),
    "endless.c": ("guard", "return"),
    "deep_stack.c": ("ABI", "stack"),
}


def run(name: str, cpu: str, status: int = 1, *, short: bool = True) -> dict:
    return measure(BROKEN / name, cpu, "mote_shabal", HEADER, status, short=short)[0]


@pytest.mark.parametrize("cpu", CPUS)
@pytest.mark.sampled(3, by=())
def test_what_breaks_nothing_passes(cpu: str) -> None:
    """With every vector on one CPU; the sample of stored rows has whole runs of each machine."""
    whole = cpu == "thumb"
    row = run("none.c", cpu, 0, short=not whole)
    assert {check["status"] for check in row["checks"].values()} == {"passed"}
    assert row["vectors_failed"] == 0
    assert row["vectors_passed"] > (600 if whole else 5)
    assert row["long_instructions_per_byte"] > 0


@pytest.mark.parametrize("cpu", CPUS)
@pytest.mark.parametrize("name", CAUGHT)
@pytest.mark.sampled(10, by=("name",))
@pytest.mark.quick(by=("name",))
def test_broken_is_caught(name: str, cpu: str) -> None:
    check, words = CAUGHT[name]
    outcome = run(name, cpu)["checks"][check]
    assert outcome["status"] == "failed"
    assert words in outcome["detail"]


@pytest.mark.parametrize("cpu", ("mips32", "armv4", "thumb", "rv32imc"))
def test_word_stores_at_byte_steps_are_caught(cpu: str) -> None:
    """The published MIPS implementation fills its padding like this."""
    outcome = run("word_stores.c", cpu)["checks"]["guard"]
    assert outcome["status"] == "failed"
    assert "align" in outcome["detail"]


@pytest.mark.parametrize("cpu", ("amd64", "i386", "powerpc"))
def test_word_stores_pass_where_the_cpu_allows_them(cpu: str) -> None:
    assert run("word_stores.c", cpu, 0)["checks"]["guard"]["status"] == "passed"


@pytest.mark.parametrize("cpu", ("thumb", "powerpc", "amd64", "avr8"))
def test_null_pointer_is_a_breach(cpu: str) -> None:
    outcome = run("null_pointer.c", cpu)["checks"]["guard"]
    assert outcome["status"] == "failed"
    assert "null_pointer.c" in outcome["detail"], "the source line is named"


@pytest.mark.parametrize("cpu", CPUS)
@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("calls_strspn.c", "strspn"),
        ("foreign_name.c", "helper"),
        ("missing_name.c", "mote_shabal_close"),
    ],
)
@pytest.mark.quick(by=("name",))
@pytest.mark.sampled(3, by=("name",))
def test_names_of_the_object(name: str, words: str, cpu: str) -> None:
    row = run(name, cpu)
    text = row["problem"] or row["checks"]["object rules"]["detail"]
    assert words in text


@pytest.mark.parametrize("cpu", CPUS)
def test_what_does_not_compile_shows_the_compilers_words(cpu: str) -> None:
    result = mote(
        *("measure", BROKEN / "syntax_error.c", "--cpu", cpu, "--function", "shabal"),
        *("--prefix", "mote_shabal", "--header", HEADER),
        status=1,
    )
    assert "syntax_error.c does not compile" in result.stderr
    assert "syntax_error.c:" in result.stderr


@pytest.mark.parametrize("cpu", (*CPUS, "amd64", "powerpc", "cortex-m0", "rv32imc"))
@pytest.mark.sampled(4, by=())
def test_a_file_from_outside(cpu: str) -> None:
    """Another prefix and header; the figures are the stored ones of the file it is made from."""
    rows = measure(OUTSIDE / "acme.c", cpu, "acme_hash", OUTSIDE / "acme.h", 0, short=True)
    stored = store.read()
    for row in rows:
        assert row["vectors_failed"] == 0
        if row["fidelity"] == "host":
            continue
        same = stored["shabal", "portable_lowram", cpu, row["timing"]]
        for figure in ("size_bytes", "long_cycles_per_byte", "short_cycles", "context_bytes"):
            assert row[figure] == getattr(same, figure)
