"""What stands beside the paper's core: conditions, limits, averages, and stalls."""

from __future__ import annotations

import functools
import re
from pathlib import Path

import pytest

import measured_kernels
from mote.common.errors import MoteError
from mote.common.paths import ROOT
from mote.ise import area, beside, kernels, published, stalls, table, times
from mote.pic24.isa import ABSENT_WORDS
from mote.pic24.plan import Plan
from mote.pic24.sets import extension_names, instruction_set

STUDY = ROOT / "docs" / "pic24-study.md"


def page(path: Path = STUDY) -> str:
    return " ".join(path.read_text(encoding="utf-8").split())


# The paper's cycles.

PAPER_CYCLES = {
    "s3_xcst_blake": "1 (16 with REPEAT)",
    "s3_rrot_7": "1",
    "s3_rrot_8": "1",
    "s3_rrot_12": "1",
    "s3_cxm": "2",
    "s3_cxmr": "2",
    "s3_cst_p": "1 (8 with REPEAT)",
    "s3_cst_q": "1 (32 with REPEAT)",
    "s3_sbox": "1 (32 with REPEAT)",
    "s3_shift_p": "1 (36 with REPEAT)",
    "s3_shift_q": "1 (36 with REPEAT)",
    "s3_mix": "1 (80 with REPEAT)",
    "s3_cst_acxm": "1",
    "s3_cst_amxc": "1",
    "s3_swap": "1 (32 with REPEAT)",
    "s3_lrot1": "2",
    "s3_lrotm_a": "4",
    "s3_lrotm_b": "4",
    "s3_xcst_keccak": "1 to 3",
    "s3_lrot": "2",
}
"""Sections 5.1 to 5.5; of what the paper gives no number (S3_CST of JH) one cycle."""


def test_the_paper_s_sets_have_the_paper_s_cycles() -> None:
    """What the instructions state; that they take it is in tests/pic24/test_pic24_extensions.py."""
    found = {}
    for function in kernels.available():
        names = kernels.extensions_of(kernels.source(function, kernels.PAPER))
        set_ = instruction_set(tuple(sorted(names)))
        found.update({i.name: i.cycles for i in set_.instructions if i.extension})
    assert found == PAPER_CYCLES


def test_the_page_says_which_instructions_have_more_cycles() -> None:
    """Its table of cycles, and that no other instruction differs."""
    rows = re.findall(
        r"^\| (S3_\w+)(?: of \w+)? \| ([^|]+) \| ([^|]+) \|", STUDY.read_text("utf-8"), re.M
    )
    relaxed = [name for name in extension_names() if name.endswith("_relaxed")]
    assert len(rows) == len(relaxed) == 4
    every = {i.name: i for i in instruction_set(extension_names()).instructions}
    for name, paper, cycles in rows:
        key = name.lower() + ("_keccak" if name == "S3_XCST" else "")
        assert (every[key].cycles, every[f"{key}_relaxed"].cycles) == (paper, cycles)


def shifters(*extensions: str) -> int:
    units = Plan(instruction_set(extensions).instructions).units.unit.values()
    return len({number for name, number in units if name.endswith("_funnel")})


@pytest.mark.turns("16-bit core", 16, "python/mote/pic24", "python/mote/ise", "cores/pic24")
def test_who_has_a_second_shifter() -> None:
    """As the page says: S3_LROT, and no set of our own."""
    assert "The paper's S3_LROT has a second one; no set of our own has" in page()
    assert shifters() == 1 and shifters("skein_lrot") == 2
    own = {
        name
        for function in kernels.available()
        for each in (kernels.OWN, kernels.SHARED, kernels.RELAXED)
        if kernels.source(function, each).is_file()
        for name in kernels.extensions_of(kernels.source(function, each))
    }
    assert {"skein_lrot_relaxed", "skein_mix", "shared_rotate"} <= own
    assert shifters(*sorted(own)) == 1


def test_more_cycles_buy_something() -> None:
    """Fewer gates for Skein, a shorter path for BLAKE and Keccak; with the same memory."""
    rows = {row["core"]: row for row in area.read() if not row["module"]}
    found = 0
    measured = measured_kernels.all_of_them()
    for function in kernels.available():
        if not kernels.source(function, kernels.RELAXED).is_file():
            continue
        found += 1
        paper, relaxed = (measured[function, each] for each in (kernels.PAPER, kernels.RELAXED))
        assert paper.cycles < relaxed.cycles
        assert (paper.text, paper.data) == (relaxed.text, relaxed.data)
        less, more = (rows[f"{function} {each}"] for each in (kernels.RELAXED, kernels.PAPER))
        bought = "ge" if function == "skein512" else "path_ns"
        assert float(less[bought]) < float(more[bought]), function
    assert found == 3


# The core.


def test_what_the_core_does_not_have_stands_beside_its_area() -> None:
    lines = beside.core_page().splitlines()
    rows = {line.split("|")[1].strip(): line for line in lines[2:]}
    base = next(row for row in area.read() if row["core"] == area.BASE and not row["module"])
    assert "23000" in rows["core without extensions, GE"]
    assert f" {float(base['ge']):.0f} " in rows["core without extensions, GE"]
    assert "87, 190" in rows["instructions"]
    names, forms = beside.base_instructions()
    assert f"{names} mnemonics, {forms} encodings" in rows["instructions"]
    assert (names, forms) == (65, 193)
    assert all(name.upper() in rows["instructions"] for name in ABSENT_WORDS)
    # RETFIE and DISI are what an interrupt needs.
    assert {"retfie", "disi"} <= set(ABSENT_WORDS) and "none" in rows["interrupts"]
    stalls_row = rows["register, then address of the next read"]
    assert "the area of a core that stalls was not made" in stalls_row
    assert "what such a core would save in gates is not measured" in page().lower()
    assert "6 KB" in rows["memories as macros"] and "2 KB" in rows["memories as macros"]
    assert "200 MHz" in rows["technology, clock"]
    # Directly below the sentence on both cores' areas.
    text = STUDY.read_text("utf-8")
    place = text.index("<!-- generated: the paper's core;")
    assert "**Area and clock**" in text[place - 400 : place]


def test_the_margin_is_the_paper_s() -> None:
    """From slightly above 250 MHz to 200."""
    assert published.one("fastest_mhz") / published.one("clock_mhz") == area.MARGIN == 1.25
    for path in (STUDY, ROOT / "docs" / "area.md"):
        assert "1.2 times" not in page(path) and "margin of 20 %" not in page(path)
    assert "1.25 times the path" in page(ROOT / "docs" / "area.md")


# Areas.


def test_the_limit_is_what_the_paper_can_tell() -> None:
    assert [beside.limit(each) for each in kernels.FUNCTIONS] == [5, 15, 15, 5, 5]
    text = page(ROOT / "docs" / "area.md")
    assert "a change below 5 % cannot be told" in text and "at most 5 % more" in text
    assert "was stricter than the paper is exact" in text


def test_printed_overheads() -> None:
    """As the paper prints them: 2 kGE, and no exact zero."""
    assert [beside.printed(each) for each in ("blake256", "groestl256", "jh")] == [
        "~0 %",
        "+10 %, 2 kGE",
        "+10 %, 2 kGE",
    ]
    assert "2300 GE" not in page() and "2300 GE" not in table.clock()


def test_areas_beside_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Above the limit it says by how much; what was not made has no line."""

    def row(core: str, percent: str, module: str = "") -> dict[str, str]:
        return {"core": core, "module": module, "overhead_percent": percent}

    rows = [
        row("jh pic24_ise", "15.0"),
        row("jh pic24_ise", "13.8", area.CONSTANTS),
        row("skein512 pic24_ise", "6.04"),
        row("skein512 pic24_ise_relaxed", "0.5"),
    ]
    monkeypatch.setattr(area, "read", lambda: rows)
    lines = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in beside.areas_page().splitlines()[2:]
    ]
    assert lines == [
        ["JH-256", "+10 %, 2 kGE", "15.0", "15", "yes", "13.8"],
        ["Skein-512-256", "~0 %", "6.0", "5", "no, by 1.0", ""],
        ["Skein-512-256, more cycles", "~0 %", "0.5", "5", "yes", ""],
    ]


# Averages.


def test_averages() -> None:
    cycles = {(function, kernels.PLAIN): 1000.0 for function in kernels.FUNCTIONS}
    cycles |= {(function, kernels.PAPER): 500.0 for function in kernels.FUNCTIONS}
    assert beside.averages(cycles) == {kernels.PAPER: 50, kernels.RELAXED: 50}
    cycles["jh", kernels.RELAXED] = 1000
    assert beside.averages(cycles)[kernels.RELAXED] == pytest.approx(40)
    del cycles["jh", kernels.PAPER]
    assert kernels.PAPER not in beside.averages(cycles)


def test_the_average_of_the_paper_is_what_it_says() -> None:
    assert 39 < beside.published_average() < 40


def test_the_averages_stand_below_table_2() -> None:
    """Ours of all sets beside the paper's; none without all five functions."""
    measured = measured_kernels.all_of_them()
    text = table.text(table.rows(measured, {}))
    part = text[text.index("Mean change of cycles") : text.index("Table 3")]
    cycles = {where: float(each.cycles) for where, each in measured.items()}
    means = beside.averages(cycles)
    assert set(means) == set(beside.KINDS)
    assert all(f"-{mean:.1f} %" in part for mean in means.values())
    assert 'published ("almost 40 %")' in part and f"-{beside.published_average():.1f} %" in part
    # Why ours is less, as the page says.
    assert means[kernels.PAPER] < beside.published_average()
    for function in kernels.FUNCTIONS:
        theirs = published.figure(function, kernels.PLAIN, "cycles")
        assert theirs is not None and cycles[function, kernels.PLAIN] < theirs
    few = {where: each for where, each in measured.items() if where[0] == "jh"}
    assert "Mean change" not in table.text(table.rows(few, {}))


# Stalls.


def stalled(folder: Path, text: str) -> stalls.Stalls:
    path = folder / "k.s"
    path.write_text(f"f:\n {text}\n return\n")
    return stalls.count(kernels.Study("k", path, "f"))


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("add w0, #4, w4\n mov [w4], w5", 1),
        ("add w0, #4, w4\n mov [w4++], w5", 1),
        ("add w0, #4, w4\n nop\n mov [w4], w5", 0),
        # An operand does not wait, and neither does the address of a write.
        ("add w0, #4, w4\n mov w4, w5", 0),
        ("add w0, #4, w4\n mov w5, [w4]", 0),
        # A source moves its pointer in time, a destination does not.
        ("mov [w0++], w4\n mov [w0++], w5", 0),
        ("mov w4, [w0++]\n mov [w0], w5", 1),
        ("mov w4, [w0]\n mov [w0], w5", 0),
        ("mov [w0++], [w0++]\n mov [w0], w5", 1),
        ("mov [w0], w0\n xor w0, w1, w0", 0),
        ("mov w1, [w0]\n mov [w0], w0\n mov [w0], w4", 1),
        # The stack.
        ("push w0\n pop w4", 1),
        # Each repetition, and none where the source is another pointer.
        ("repeat #3\n mov [w0++], [w1++]", 0),
        ("mov w0, w1\n repeat #3\n mov [w1++], [w1++]", 3),
        # A jump loses cycles anyhow.
        ("add w0, #4, w4\n bra 1f\n nop\n1: mov [w4], w5", 0),
    ],
)
def test_stalls(tmp_path: Path, text: str, count: int) -> None:
    # What is read must be a pointer in one of them.
    before = "mov w0, [w1]\n mov [w1], w6\n mov #0, w6\n"
    found = stalled(tmp_path, before + text)
    assert found.stalls == count
    assert found.percent == 100 * count / (found.cycles + count)


def test_a_computed_register_is_said(tmp_path: Path) -> None:
    path = tmp_path / "k.s"
    path.write_text(".extension groestl_mix\nf:\n mov w0, w5\n repeat #79\n s3_mix w5\n return\n")
    with pytest.raises(MoteError, match="its stalls are not known"):
        stalls.count(kernels.Study("k", path, "f"))


def test_a_kernel_that_does_not_run_has_no_stalls(tmp_path: Path) -> None:
    with pytest.raises(MoteError, match=r"k: .*read"):
        stalled(tmp_path, "clr w0\n mov [w0], w1")


def test_stalls_of_the_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    """The page has them; they are of the order that the paper states for bypassing."""
    monkeypatch.setattr(stalls, "count", functools.cache(stalls.count))
    measured = measured_kernels.all_of_them()
    text = beside.stalls_page()
    for function in kernels.available():
        found = stalls.count(kernels.study(function))
        assert found.cycles == measured[function, kernels.PLAIN].cycles
        assert 0 < found.percent < published.one("bypassing_percent", "most")
        assert f"{found.stalls}" in text and f"{found.percent:.1f}" in text
    assert "Published: 10 to 30 %" in text


# Time.


def test_the_pareto_front(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of each function alone: what is beaten in time, gates and memory together is not on it."""

    def row(function: str, implementation: str, *figures: int) -> dict[str, str]:
        names = ("time_us", "ge", "memory_bytes")
        known = dict(zip(names, map(str, figures), strict=True))
        rest = dict.fromkeys(("period_ns", "ge_ms", "nj_per_byte", "milliwatts", "cycles"), "1")
        return {"function": function, "implementation": implementation, **rest, **known}

    rows = (
        row("jh", kernels.PLAIN, 9, 5, 9),
        row("jh", kernels.PAPER, 8, 7, 3),
        row("jh", kernels.RELAXED, 8, 6, 3),
        row("jh", kernels.OWN, 2, 8, 4),
        row("keccak", kernels.PLAIN, 9, 7, 9),
    )
    monkeypatch.setattr(times, "read", lambda: rows)
    found = [line.split()[-1] == "yes" for line in table.times().splitlines()[2:]]
    assert found == [True, False, True, True, True]


def test_what_the_page_says_of_jh() -> None:
    stored = times.stored()
    plain, paper = (stored["jh", each] for each in (kernels.PLAIN, kernels.PAPER))
    assert "set for JH takes more area times time, and more energy, than no set at all" in page()
    assert all(float(paper[name]) > float(plain[name]) for name in ("ge_ms", "nj_per_byte"))
    rows = {(row["core"], row["module"]): row for row in area.read()}
    alone = rows[f"jh {kernels.PAPER}", area.CONSTANTS]
    assert "the tables of JH's set alone are more of our base core than the paper says" in page()
    assert float(alone["overhead_percent"]) > 10


def test_the_readme_s_line_has_the_average() -> None:
    from mote.showing import studies

    assert (
        f"and {beside.published_average():.0f} % of theirs, on a core with less" in studies._pic24()
    )
