"""Every subset of a kernel's extensions: figures, front, cache, Dask, and what is drawn."""

from __future__ import annotations

import csv
import importlib.util
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mote import cli
from mote.common.errors import MoteError
from mote.ise import area, chart, explore, gates, kernels, synthesis, technology
from test_ise_area import small_core

if importlib.util.find_spec("distributed") is None:  # to import it takes a second
    pytest.skip("distributed is not installed", allow_module_level=True)

OWN = ("--kernel", "KERNEL", "--call", "rotate")
KERNEL = """
.equ data_words, 4
rotate:
.if has_blake_rrot
    s3_rrot_8 w2, w2
.else
    swap w2
    swap w3
    xor.b w2, w3, w2
.endif
    return
"""


@pytest.fixture
def kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A kernel of one's own; cores are small designs; nothing is known yet."""
    monkeypatch.setattr(area, "CACHE", tmp_path / "cache")
    monkeypatch.setattr(area, "verilog", small_core)
    monkeypatch.setattr(gates, "lockstep", lambda netlist, extensions: None)
    monkeypatch.setattr(area, "prove", lambda design: 0)
    path = tmp_path / "rotate.s"
    path.write_text(KERNEL)
    return path


def run(*arguments: object) -> int:
    return cli.main(["ise", "explore", *map(str, arguments)])


def rows_of(folder: Path) -> dict[str, dict[str, str]]:
    with (folder / "explore.csv").open(newline="") as stream:
        return {row["extensions"]: row for row in csv.DictReader(stream)}


@pytest.mark.turns("16-bit core", 16, "python/mote/pic24", "python/mote/ise", "cores/pic24")
def test_every_subset(
    kernel: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: Any
) -> None:
    out = tmp_path / "out"
    options = ("--kernel", kernel, "--call", "rotate", "--output", out, "--jobs", 2)
    assert run(*options, "--extension", "blake_rrot", "jh_swap") == 0
    text = capsys.readouterr().out
    rows = rows_of(out)
    assert list(rows) == ["", "blake_rrot", "jh_swap", "blake_rrot jh_swap"]
    assert [row["cycles"] for row in rows.values()] == ["6", "4", "6", "4"]
    assert [row["text_bytes"] for row in rows.values()] == ["12", "6", "12", "6"]
    assert [row["memory_bytes"] for row in rows.values()] == ["20", "14", "20", "14"]
    assert [row["front"] for row in rows.values()] == ["yes", "yes", "no", "no"]
    base = area.synthesize(area.core(()))
    both = area.synthesize(area.core(("blake_rrot", "jh_swap")))
    assert float(rows[""]["ge"]) == base.total
    assert float(rows["blake_rrot jh_swap"]["overhead_ge"]) == round(both.total - base.total, 2)
    assert float(rows["jh_swap"]["path_ns"]) == area.synthesize(area.core(("jh_swap",))).path
    clock = area.clock(area.synthesize(area.core((), goal="speed")).path)
    for row in rows.values():
        period = max(clock, float(row["path_ns"]))
        time = int(row["cycles"]) * period / 1000
        assert (float(row["period_ns"]), float(row["time_us"])) == (period, round(time, 3))
        assert float(row["ge_ms"]) == round(float(row["ge"]) * time / 1000, 3)
    change = 100 * (float(rows["blake_rrot"]["time_us"]) / float(rows[""]["time_us"]) - 1)
    assert f"{change:+.1f} %" in text and str(out / "explore.html") in text
    # Again: everything is known, and no Dask is needed; the figures are the same.
    before = (out / "explore.csv").read_bytes()

    def no_client(*arguments: object) -> None:
        raise AssertionError("there is nothing to synthesize")

    monkeypatch.setattr(explore, "_client", no_client)
    assert run(*options, "--extension", "blake_rrot", "jh_swap") == 0
    assert (out / "explore.csv").read_bytes() == before


def test_an_interrupted_run_goes_on(kernel: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was synthesized before one core failed is not synthesized again."""
    sets = [area.Request(x) for x in ((), ("blake_rrot",), ("blake_rrot", "jh_swap"))]
    whole = small_core

    def broken(extensions: tuple[str, ...] = ()) -> str:
        text = whole(extensions)
        return text.replace("endmodule", "wrong", 1) if "jh_swap" in extensions else text

    monkeypatch.setattr(area, "verilog", broken)
    with pytest.raises(MoteError, match="Yosys: "):
        explore.synthesize(sets, None, 2, lambda: None)
    assert area.cached(area.core(())) is not None
    assert area.cached(area.core(("blake_rrot",))) is not None
    monkeypatch.setattr(area, "verilog", whole)
    done: list[int] = []
    submitted = []
    client = explore._client

    def counted(*arguments: Any) -> Any:
        submitted.append(arguments)
        return client(*arguments)

    monkeypatch.setattr(explore, "_client", counted)
    found = explore.synthesize(sets, None, 2, lambda: done.append(1))
    assert list(found) and set(found) == set(sets) and len(done) == 6
    assert submitted == [(None, 1)], "one core was left"


@pytest.fixture
def scheduler(tmp_path: Path) -> Iterator[str]:
    """A scheduler with one worker, a process that can import distributed but not Mote."""
    import distributed

    command = [sys.executable, "-m", "distributed.cli.dask_worker", "--nthreads", "1"]
    command += ["--no-nanny", "--no-dashboard", "--local-directory", str(tmp_path)]
    environment = dict(os.environ, PYTHONPATH=str(Path(distributed.__file__).parents[1]))
    with distributed.LocalCluster(n_workers=0, processes=True, dashboard_address=None) as cluster:
        worker = subprocess.Popen(
            [*command, cluster.scheduler_address],
            cwd=tmp_path,
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            yield cluster.scheduler_address
        finally:
            worker.terminate()
            worker.wait()


@pytest.mark.turns("16-bit core", 16, "python/mote/pic24", "python/mote/ise", "cores/pic24")
def test_an_existing_scheduler(kernel: Path, scheduler: str) -> None:
    """Its workers need nothing of Mote; they find what this process finds."""
    from distributed import Client

    with Client(scheduler, timeout=30) as client:
        find = "__import__('importlib.util').util.find_spec('mote') is None"
        assert client.submit(eval, find).result(timeout=60) is True
    sets = [area.Request(()), area.Request(("blake_rrot",))]
    found = explore.synthesize(sets, scheduler, 1, lambda: None)
    for request in sets:
        text = small_core(request.extensions)
        here = synthesis.synthesize(text, technology.liberty(), area.TOP)
        one = area.summary(here, found[request].key)
        assert (found[request].total, found[request].modules) == (one.total, one.modules)
        assert found[request].path > 0
    broken = area.Design("module pic24(input a; endmodule")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(area, "core", lambda names, flatten, goal: broken)
        with pytest.raises(MoteError, match=r"Yosys: .*ERROR"):
            explore.synthesize([area.Request()], scheduler, 1, lambda: None)


def row(**changes: Any) -> dict[str, Any]:
    made: dict[str, Any] = dict.fromkeys(explore.FIELDS, "")
    made.update(function="f", cycles=10, ge=100.0, memory_bytes=5, overhead_ge=0.0)
    made.update(
        overhead_percent=0.0,
        path_ns=3.0,
        time_us=10.0,
        ge_ms=1.0,
        reads=1,
        writes=1,
        text_bytes=3,
        data_bytes=2,
    )
    return {**made, **changes}


def test_the_front() -> None:
    rows = [
        row(extensions=""),
        row(extensions="a", time_us=9.0, ge=101.0),
        row(extensions="b", time_us=9.0, ge=102.0),
        row(extensions="c", time_us=9.0, ge=102.0, memory_bytes=4),
        row(extensions="d", time_us=1.0, ge=1.0, problem="does not run"),
        row(extensions="e", time_us=9.0, ge=101.0),
    ]
    explore.mark_front(rows)
    assert [r["front"] for r in rows] == ["yes", "yes", "no", "yes", "no", "yes"]


def test_the_picture_and_the_page() -> None:
    rows = [
        row(extensions=""),
        row(extensions="x_a", cycles=8, time_us=8.0, ge=130.0, overhead_ge=30.0),
        row(extensions="x_b", time_us=9.0, ge=130.0, overhead_ge=30.0),
        row(extensions="x_a x_b", problem="a <wrong> kernel"),
    ]
    explore.mark_front(rows)
    root = ElementTree.fromstring(chart.svg("f", rows))
    space = "{http://www.w3.org/2000/svg}"
    titles = [title.text for title in root.iter(f"{space}title")]
    assert "a: 8 cycles, 8.00 us, +30 GE, 5 bytes, path 3.00 ns" in titles and len(titles) == 3
    texts = [text.text for text in root.iter(f"{space}text")]
    assert "a" in texts and "none" in texts and "b" not in texts, "the front is labelled"
    page = chart.page(rows)
    assert page.count("<svg") == 1 and page.count('<tr class="front">') == 2
    assert "a &lt;wrong&gt; kernel" in page
    assert not re.search(r"(src|href)=|url\(|@import", page), "everything is in the page"


def test_a_set_that_does_not_run_is_shown(
    kernel: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kernel.write_text(KERNEL.replace("s3_rrot_8 w2, w2", "s3_rrot_8 w2, w9"))
    out = tmp_path / "out"
    options = ("--kernel", kernel, "--call", "rotate", "--output", out)
    assert run(*options, "--extension", "blake_rrot") == 1
    assert "an even register is needed here" in capsys.readouterr().out
    assert rows_of(out)["blake_rrot"]["front"] == "no"


def test_the_sets_of_a_function(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every subset of each set that a file asks for, each once."""
    monkeypatch.setattr(kernels, "folder", lambda name: tmp_path / name)
    folder = tmp_path / "blake256"
    folder.mkdir()
    (folder / "pic24.s").write_text("mote_blake256_compress: return\n")
    head = ".extension blake_rrot\n"
    (folder / "pic24_ise.s").write_text(head + '.extension blake_cxm\n.include "pic24.s"\n')
    (folder / "pic24_ise_own.s").write_text(head + '.extension jh_swap\n.include "pic24.s"\n')
    assert explore.plan("blake256").sets == (
        (),
        ("blake_cxm",),
        ("blake_rrot",),
        ("jh_swap",),
        ("blake_cxm", "blake_rrot"),
        ("blake_rrot", "jh_swap"),
    )
    assert explore.plan("blake256", ["jh_cst"]).sets == ((), ("jh_cst",))
    assert kernels.available() == ["blake256"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--function", "blake25"), "unknown function 'blake25'; did you mean 'blake256'?"),
        (("--function", "shabal"), "unknown function 'shabal'; known: blake256, groestl256, jh"),
        (("--extension", "keccak_rot"), "unknown extension 'keccak_rot'; did you mean 'keccak_"),
        (("--jobs", "0"), "--jobs is 0; it must be at least 1"),
        (("--kernel", "x.s"), "--kernel and --call go together"),
        (("--kernel", "x.s", "--call", "f"), "--kernel goes with --extension"),
        (
            ("--kernel", "no.s", "--call", "f", "--extension", "jh_cst"),
            "no.s: no such file",
        ),
        (
            (*OWN[:-1], "turn", "--extension", "jh_cst"),
            "rotate.s has no routine turn",
        ),
        (
            (*OWN, "--extension", "jh_cst", "--scheduler", "nonsense"),
            "no Dask scheduler at nonsense",
        ),
    ],
)
def test_bad_input(
    kernel: Path,
    tmp_path: Path,
    arguments: tuple[str, ...],
    words: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    given = [str(kernel) if word == "KERNEL" else word for word in arguments]
    assert run(*given, "--output", tmp_path / "out") == 1
    out, err = capsys.readouterr()
    assert words in err and len(err.splitlines()) == 1 and out == ""


def test_names_in_the_picture() -> None:
    """Without the beginning that most have in common."""
    sets = ("", "blake_cxm", "blake_cxm blake_rrot", "blake_cxm shared_rotate")
    short = chart.short_names([{"extensions": each} for each in sets])
    assert [short[each] for each in sets] == ["none", "cxm", "cxm + rrot", "cxm + shared_rotate"]
    assert chart.short_names([{"extensions": "double"}]) == {"double": "double"}
