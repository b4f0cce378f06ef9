"""The stored proofs: none is stale, none is missing, and the tables say what they say."""

from __future__ import annotations

import csv
import dataclasses
import hashlib
import random
import threading
from pathlib import Path

import pytest

from bench_command import mote
from mote.building import build
from mote.catalog import catalog, contract
from mote.checking import promises
from mote.cli import main
from mote.common.errors import MoteError
from mote.proving import engine, limits, outcome, proofs, results
from mote.proving.obligations import HashProof
from mote.proving.program import Program


def test_nothing_stored_is_stale_and_a_changed_contract_would_be_seen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert results.stale() == []
    monkeypatch.setattr(
        "mote.checking.promises.tables", lambda implementation: [{"block": "another"}]
    )
    assert any(line.startswith("shabal thumb on thumb has changed") for line in results.stale())


def test_every_file_has_a_row_on_every_cpu(tmp_path: Path) -> None:
    assert results.missing() == []
    assert "and 0 were not tried." in results.page()
    assert len(results.missing(tmp_path / "none.csv")) == len(proofs.pairs())


def test_rows_replace_those_of_their_file_and_what_is_no_more_goes(tmp_path: Path) -> None:
    path = tmp_path / "proofs.csv"
    pair = {"function": "shabal", "implementation": "thumb", "cpu": "thumb", "key": "0"}
    results.merge([{**pair, "obligation": "none", "verdict": "not proved", "reason": "why"}], path)
    assert "shabal | `thumb`" in " ".join(results.page(path).split())
    assert "0 have all" in results.page(path)
    steps = [{**pair, "obligation": name, "verdict": "proved"} for name in ("init", "step")]
    gone = {**pair, "implementation": "no_such_file", "obligation": "init", "verdict": "proved"}
    results.merge([*steps, gone], path)
    with path.open(newline="") as stream:
        assert [row["obligation"] for row in csv.DictReader(stream)] == ["init", "step"]
    assert proofs.proved(path) == {("shabal", "thumb", "thumb"): "block proved: init, step"}
    results.merge([{**pair, "obligation": "close", "verdict": "proved"}], path)
    with path.open(newline="") as stream:
        assert [row["obligation"] for row in csv.DictReader(stream)] == ["init", "step", "close"]
    results.merge([{**pair, "obligation": "step", "verdict": "proved", "key": "1"}], path)
    with path.open(newline="") as stream:
        assert [row["obligation"] for row in csv.DictReader(stream)] == ["step"]
    assert "1 have all" in results.page(path)


def test_rows_of_two_writers_at_once_are_both_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "proofs.csv"
    names = {"function": "shabal", "implementation": "thumb", "verdict": "proved", "key": "0"}
    reads, second = threading.Event(), threading.Event()

    def reading(of: Path) -> dict[proofs.Pair, list[proofs.Row]]:
        found = proofs.read(of)
        if threading.current_thread() is other:
            second.set()
        else:
            # What the other one read before this one has written would be without its row.
            reads.set()
            assert not second.wait(0.5)
        return found

    def write() -> None:
        assert reads.wait(60)
        results.merge([{**names, "cpu": "thumb-be", "obligation": "init"}], path)

    other = threading.Thread(target=write)
    monkeypatch.setattr(results, "read", reading)
    other.start()
    results.merge([{**names, "cpu": "thumb", "obligation": "init"}], path)
    other.join(60)
    assert [cpu for _, _, cpu in sorted(proofs.read(path))] == ["thumb", "thumb-be"]


def test_a_kernel_is_proved_once_for_all_its_functions() -> None:
    files = [
        proofs.proved_together(each) for each, cpu in proofs.pairs() if cpu.name == "cortex-m0"
    ]
    assert len(files) == len(set(files))
    found = proofs.proved()
    # Whatever is proved of SHA-3, which stands for the kernel: of others it is the kernel alone.
    assert found["sha3", "thumb", "cortex-m0"].endswith((proofs.PROVED, ": kernel"))
    assert found["keccak", "thumb", "cortex-m0"] == "block proved: kernel"


def test_a_mode_is_proved_of_its_own_function_alone() -> None:
    """Another one that has the same kernel has other code about it."""
    names = ("kernel", *proofs.OF_CALLS)
    whole = [
        {"obligation": n, "verdict": proofs.PROVED, "prover": "now", "places": "symbols"}
        for n in names
    ]
    assert proofs.status(whole) == proofs.PROVED
    assert proofs.of_kernel(whole) == "block proved: kernel"
    found = proofs.proved()
    assert found["ascon_hash256", "thumb_fast", "cortex-m0"] == proofs.PROVED
    assert found["ascon_cxof128", "thumb_fast", "cortex-m0"] == "block proved: kernel"
    files = {each.name: each for each in catalog.implementations(catalog.functions()["sha512_256"])}
    assert proofs.has_mode(files["thumb_fast"]) and not proofs.has_mode(files["portable"])
    assert (files["thumb_fast"], catalog.cpus()["thumb"]) in proofs.pairs(["sha512_256"])
    files = {each.name: each for each in catalog.implementations(catalog.functions()["sha3"])}
    assert proofs.has_mode(files["thumb"]) and proofs.has_mode(files["thumb_fast"])
    kernel = files["thumb_fast"].kernel
    assert kernel is not None and kernel.defines
    # Nobody says where its mode has the interleaved state.
    unsaid = dataclasses.replace(kernel, defines=("KECCAK_OTHERWISE",))
    assert not proofs.has_mode(dataclasses.replace(files["thumb_fast"], kernel=unsaid))


def test_rows_of_a_kernel_and_of_its_mode_go_by_keys_of_their_own(tmp_path: Path) -> None:
    """A place of the context that changes says nothing of the kernel by itself."""
    files = {each.name: each for each in catalog.implementations(catalog.functions()["sha256"])}
    cpu = catalog.cpus()["cortex-m0"]
    of_kernel, *of_mode = (
        results.key_of(files["thumb_fast"], cpu, name) for name in ("kernel", *proofs.OF_CALLS)
    )
    assert len({*of_mode}) == 1 and of_kernel not in of_mode
    path = tmp_path / "proofs.csv"
    pair = {"function": "sha256", "implementation": "thumb_fast", "cpu": "cortex-m0"}
    same = {**pair, "verdict": "proved"}
    results.merge([{**same, "obligation": "kernel", "key": "0"}], path)
    assert "not asked: its mode in C" in results.page(path)
    results.merge([{**same, "obligation": "init", "key": "1"}], path)
    results.merge([{**same, "obligation": "step", "key": "2"}], path)
    with path.open(newline="") as stream:
        assert [row["obligation"] for row in csv.DictReader(stream)] == ["kernel", "step"]


def test_calls_proved_is_what_has_all_four_by_one_prover() -> None:
    def rows(*names: str, prover: str = "now") -> list[proofs.Row]:
        return [{"obligation": n, "verdict": proofs.PROVED, "prover": prover} for n in names]

    whole = rows(*proofs.OF_CALLS)
    assert proofs.status(whole) == "calls proved"
    for left_out in proofs.OF_CALLS:
        part = [row for row in whole if row["obligation"] != left_out]
        assert proofs.status(part).startswith("block proved: "), left_out
    # The same name meant less to an earlier prover.
    mixed = [*rows("init", "step", prover="earlier"), *rows("update", "close")]
    assert proofs.status(mixed) == "block proved: init, step, update, close"
    open_ = [{**row, "verdict": "not proved"} for row in whole]
    assert proofs.status(open_) == "" == proofs.status([])
    assert proofs.status([*open_[:1], *whole[1:]]) == "block proved: step, update, close"


def test_what_is_proved_of_shorter_messages_says_so_beside_the_word() -> None:
    same = {"verdict": proofs.PROVED, "prover": "now", "places": "symbols", "reason": ""}
    rows: list[proofs.Row] = [{"obligation": name, **same} for name in proofs.OF_CALLS]
    assert proofs.status(rows) == "proved"
    for row in rows[1:]:
        row["reason"] = proofs.SHORTER.format(73)
    assert proofs.status(rows) == "proved of messages of less than 2^73 bits"
    rows[3] |= {"places": "fixed", "reason": "not at symbols: x; " + proofs.SHORTER.format(73)}
    assert proofs.status(rows) == "calls proved of messages of less than 2^73 bits"


def test_a_counter_has_to_be_wide_enough_for_the_longest_message_of_the_contract(
    tmp_path: Path,
) -> None:
    file = next(
        each for each in catalog.implementations(catalog.functions()["jh"]) if each.name == "pic24"
    )
    cpu = catalog.cpus()["pic24"]
    built = build.build(file, cpu, tmp_path)
    program = Program(cpu, build.link(file, cpu, built))
    promised = contract.resolve(promises.tables(file), cpu, function=file.function.name)

    def look(longest: int) -> None:
        said = dataclasses.replace(promised, longest=longest)
        HashProof(file, cpu, program, said, built.context_bytes).look_at_counter()

    assert promised.longest == 73
    look(73)
    for longer, blocks in ((74, 65), (0, 119), (200, 119)):
        with pytest.raises(MoteError, match=rf"after 2\^64 .* may have 2\^{blocks}$"):
            look(longer)


def test_proved_is_what_has_all_four_at_all_places() -> None:
    def rows(places: str, *names: str) -> list[proofs.Row]:
        same = {"verdict": proofs.PROVED, "prover": "now", "places": places}
        return [{"obligation": name, **same} for name in names]

    assert proofs.status(rows("symbols", *proofs.OF_CALLS)) == "proved"
    for fixed in proofs.OF_CALLS:
        others = [name for name in proofs.OF_CALLS if name != fixed]
        for said in ("fixed", ""):
            mixed = [*rows("symbols", *others), *rows(said, fixed)]
            assert proofs.status(mixed) == "calls proved", (fixed, said)
        assert proofs.status(rows("symbols", *others)) == f"block proved: {', '.join(others)}"


@pytest.mark.long
@pytest.mark.turns("proofs", 16, "python/mote/proving")
def test_a_sample_of_the_stored_proofs_is_what_a_proof_gives() -> None:
    """Another sample with each change of the file, the same on every machine; short ones only.

    What goes through many instructions takes long: close, which test_proofs_close.py has.
    """
    stored = proofs.read()
    quick = [
        (each, cpu)
        for each, cpu in proofs.pairs()
        if (found := stored.get((each.function.name, each.name, cpu.name)))
        and all(row["verdict"] == proofs.PROVED for row in found)
        and all(int(row["nodes"]) < 40_000 for row in found)
        and all(int(row["instructions"]) < 100_000 for row in found)
    ]
    seed = hashlib.sha256(proofs.RESULTS.read_bytes()).digest()
    for each, cpu in random.Random(seed).sample(quick, 2):
        wanted = stored[each.function.name, each.name, cpu.name]
        names = tuple(row["obligation"] for row in wanted)
        job = engine.ProofJob(each, cpu, use_kept=False, obligations=names)
        made = results.rows(each, cpu, engine.run(job), "that of before")
        assert {row["prover"] for row in made} == {"that of before"}
        assert [(row["obligation"], row["verdict"]) for row in made] == [
            (row["obligation"], row["verdict"]) for row in wanted
        ]


def test_a_kept_proof_is_taken_and_a_fresh_one_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    implementation = next(
        each
        for each in catalog.implementations(catalog.functions()["shabal"])
        if each.name == "thumb"
    )
    cpu = catalog.cpus()["thumb"]
    names = ("init", "step")
    engine.run(engine.ProofJob(implementation, cpu, obligations=names))

    def fail(*arguments: object) -> None:
        raise AssertionError("proved again")

    monkeypatch.setattr(engine, "_decided", fail)
    first = engine.run(engine.ProofJob(implementation, cpu, obligations=names))
    assert [each.verdict for each in first] == [outcome.PROVED, outcome.PROVED]
    with pytest.raises(AssertionError, match="proved again"):
        engine.run(engine.ProofJob(implementation, cpu, use_kept=False))


def test_what_takes_too_long_is_left_open_and_not_kept() -> None:
    """After the file is read, and long before the step is proved."""
    implementation = catalog.implementations(catalog.functions()["shabal"])
    thumb = next(each for each in implementation if each.name == "thumb")
    job = engine.ProofJob(thumb, catalog.cpus()["thumb-be"], use_kept=False, seconds=0.1)
    step = engine.run(job)[1]
    assert step.verdict == outcome.OPEN and step.detail == "it takes more than 0.1 s"
    assert step.late


def test_an_error_that_something_makes_of_the_limit_is_the_limit() -> None:
    def endless() -> None:
        try:
            while True:
                pass
        except TimeoutError as error:
            raise ValueError("the file ends too early") from error

    with pytest.raises(TimeoutError), limits.held(limits.Limits(0.05, 1 << 30)):
        endless()
    with pytest.raises(ValueError, match="its own"), limits.held(limits.LONG):
        raise ValueError("its own")


def test_close_and_c_may_take_more_than_the_rest_of_assembly(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    files = {i.name: i for i in catalog.implementations(catalog.functions()["shabal"])}
    assembly, in_c = files["thumb"], files["portable"]
    taken = [limits.of(assembly, "step"), limits.of(assembly, "close"), limits.of(in_c, "init")]
    assert taken == [limits.SHORT, limits.CLOSES, limits.LONG]
    assert limits.SHORT.seconds < limits.LONG.seconds and limits.SHORT.memory < limits.LONG.memory
    # They are what ends a proof.
    monkeypatch.setattr(limits, "SHORT", limits.Limits(0.1, 1 << 30))
    cpu = catalog.cpus()["thumb"]
    step = engine.run(engine.ProofJob(assembly, cpu, use_kept=False, obligations=("step",)))[0]
    assert (step.verdict, step.detail) == (outcome.OPEN, "it takes more than 0.1 s")
    with limits.held(limits.LONG):
        bytes(1 << 30)
    with pytest.raises(MemoryError), limits.held(limits.Limits(60, 32 << 20)):
        bytes(1 << 30)


def test_all_makes_close_again_where_the_table_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted: list[engine.ProofJob] = []

    def ask(task: object, jobs: list[engine.ProofJob], idle: object) -> list[object]:
        wanted[:] = jobs
        return []

    monkeypatch.setattr("mote.running.jobs.run", ask)
    stored = proofs.read()

    def asked(*arguments: str) -> dict[tuple[str, str, str], tuple[str, ...]]:
        main(["prove", *arguments])
        return {
            (j.implementation.function.name, j.implementation.name, j.cpu.name): j.obligations
            for j in wanted
        }

    found = asked("--all", "--cpu", "avr8")
    for pair, obligations in found.items():
        names = {row["obligation"] for row in stored[pair]}
        first = [each for each in ("kernel",) if each in names]
        more = [each for each in ("update", "close") if each in names]
        assert obligations == (*first, "init", "step", *more)
    assert found["sha1", "avr8", "avr8"][-1] == "close"
    named = asked("sha1", "--implementation", "avr8", "--cpu", "avr8")
    assert named == {("sha1", "avr8", "avr8"): ("init", "step")}


def test_what_cannot_be_asked_for_is_said() -> None:
    for arguments, message in (
        ((), "name a function, or say --all"),
        (
            ("shabal", "--obligation", "finish"),
            "unknown obligation 'finish'; known: kernel, init, step",
        ),
        (("shabal", "--seconds", "0"), "--seconds is 0; it must be more than 0"),
        (
            ("hmac_sha256", "--implementation", "portable", "--cpu", "mcs51"),
            "there are no proofs of a chosen file on",
        ),
    ):
        result = mote("prove", *arguments, status=None)
        assert result.returncode != 0 and message in result.stderr
