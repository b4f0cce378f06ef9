"""The page of all figures, driven in a browser as people do: pointer, keys, address, download."""

from __future__ import annotations

import csv
import functools
import json
import math
import re
import struct
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from bench_command import ROOT, mote
from mote.catalog import catalog
from mote.choosing import leading
from mote.common import version
from mote.common.errors import MoteError
from mote.comparing import published
from mote.keeping import store
from mote.showing import page
from mote.showing.page import data, picture

pytest.importorskip("selenium")

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.interaction import POINTER_TOUCH
from selenium.webdriver.common.actions.pointer_input import PointerInput
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

from browser import MISSING, Browser, browser

in_browser = pytest.mark.skipif(bool(MISSING), reason=f"not installed: {', '.join(MISSING)}")

COMMIT = "0123456789ab"
THUMB = "shabal/thumb/thumb/ARM920T"


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page, for a commit."""
    path = tmp_path_factory.mktemp("page") / "mote.html"
    path.write_text(page.make(COMMIT), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with browser(tmp_path_factory.mktemp("browser")) as started:
        yield started


@pytest.fixture
def show(running: Browser, file: Path) -> Iterator[Callable[..., Browser]]:
    """Opens the page at a fragment; afterwards it must have been quiet and asked for nothing."""
    running.resize(1280, 900)
    running.prefer()

    def opened(fragment: str = "") -> Browser:
        running.open(file, fragment)
        return running

    yield opened
    assert running.complaints() == []
    assert outside(running) == []


def outside(running: Browser) -> list[str]:
    """What the page asked for that is not the page itself or made by it."""
    return [
        u for u in running.requests() if not u.startswith(("file:", "data:", "blob:", "about:"))
    ]


@functools.cache
def every_row() -> tuple[dict[str, str], ...]:
    """All of results/figures.csv."""
    return tuple(row.texts() for row in store.read().values())


def stored(**wanted: str) -> list[dict[str, str]]:
    """Rows of results/figures.csv with these values."""
    return [row for row in every_row() if all(row[key] == wanted[key] for key in wanted)]


def key(row: dict[str, str]) -> tuple[str, ...]:
    return tuple(row[name] for name in store.KEY)


def first_timings(rows: list[dict[str, str]]) -> list[dict[str, str]]:
    return [row for row in rows if row["timing"] == catalog.cpus()[row["cpu"]].timings[0].name]


def keys(rows: list[dict[str, str]]) -> set[str]:
    """How the page names rows of results/figures.csv."""
    return {"/".join(key(row)[:2] + key(row)[2:]) for row in rows}


def lines(running: Browser) -> list[str]:
    """The names of the rows in the table, in their order."""
    found: list[str] = running.run(
        "return [...document.querySelectorAll('#figures-table tr.row')].map(e => e.dataset.key)"
    )
    return found


def own(running: Browser) -> set[str]:
    return {key for key in lines(running) if not key.startswith("published/")}


def marks(running: Browser, chart: str = "figures-chart") -> dict[str, str]:
    """Every mark's name and what it says of itself."""
    found: dict[str, str] = running.run(
        f"return Object.fromEntries([...document.querySelectorAll('#{chart} .point')]"
        ".map(e => [e.dataset.key, e.getAttribute('aria-label')]))"
    )
    return found


def choose(running: Browser, name: str, value: str) -> None:
    Select(running.one(f"select[name={name}]")).select_by_value(value)
    wait(lambda: running.run(f"return state['{name}']") == value)


def fragment(running: Browser) -> str:
    text: str = running.run("return location.hash")
    return text


def wait(condition: Callable[[], Any]) -> Any:
    """What the condition gives, once it is true; fails after ten seconds."""
    end = time.monotonic() + 10
    while not (found := condition()):
        assert time.monotonic() < end
        time.sleep(0.05)
    return found


# The file


def test_the_command_writes_one_small_file(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "a page.html"
    assert mote("page", path).stdout == f"{path}\n"
    text = path.read_text(encoding="utf-8")
    assert text == page.make(version.commit())
    assert len(text.encode()) < page.LARGEST == 2_000_000
    assert not re.search(r"(src|href|srcset|action)=\"(?!data:|#)", text)
    assert "@import" not in text and "url(" not in text


def test_bad_input_to_the_command(tmp_path: Path) -> None:
    for arguments, words in (
        ((tmp_path,), f"{tmp_path}: is a folder; give the name of a file"),
        ((tmp_path / "x", "y"), "unknown argument 'y'"),
        (("/dev/null/x.html",), "cannot write /dev/null/x.html: Not a directory"),
    ):
        result = mote("page", *arguments, status=None)
        assert result.returncode != 0 and words in result.stderr
        assert len(result.stderr.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


def test_a_page_that_is_too_large_or_lacks_a_mark_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page, "LARGEST", 1000)
    with pytest.raises(MoteError, match="1000 is the limit"):
        page.make()
    for name in ("page.html", "style.css", "script.js"):
        (tmp_path / name).write_text("<!-- style --><!-- data -->", encoding="utf-8")
    monkeypatch.setattr(page, "FOLDER", tmp_path)
    with pytest.raises(MoteError, match="<!-- script --> must stand in it once"):
        page.make()


def test_a_page_without_a_commit_is_the_same_in_every_commit() -> None:
    text = page.make()
    assert page.make() == text
    assert data.collect()["commit"] == ""


def test_figures_of_what_is_no_longer_there_are_refused(tmp_path: Path) -> None:
    text = store.FIGURES.read_text(encoding="utf-8")
    for old, new, words in (
        ("\nshabal,256,thumb,thumb,", "\nshabal,256,gone,thumb,", "shabal gone on thumb"),
        (",ARM920T,", ",ARM9,", "has no timing 'ARM9'"),
    ):
        path = tmp_path / "figures.csv"
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
        assert path.read_text(encoding="utf-8") != text
        with pytest.raises(MoteError, match=words):
            data.collect(figures=path)


def test_the_data_hold_every_row_in_full() -> None:
    found = data.collect()
    rows = [row.texts() for row in store.read().values()]
    extremes = leading.extremes(store.read().values())
    assert len(found["rows"]) == len(rows)
    for values, row in zip(found["rows"], rows, strict=True):
        implementation = found["implementations"][values[0]]
        cpu = found["cpus"][values[1]]
        assert found["functions"][implementation["function"]]["name"] == row["function"]
        assert implementation["name"] == row["implementation"]
        assert (cpu["name"], cpu["endianness"]) == (row["cpu"], row["endianness"])
        assert cpu["timings"][values[2]] == [row["timing"], row["fidelity"]]
        assert cpu["reentrant"] == (row["reentrant"] == "yes")
        assert found["toolchains"][values[3]] == row["toolchain"]
        assert found["flags"][values[4]] == row["flags"]
        *figures, extreme = zip(found["columns"], values[5:], strict=True)
        key = tuple(row[name] for name in store.KEY)
        assert extreme == ("extreme", int(key in extremes))
        for column, value in figures:
            assert (value is None) == (row[column] == "")
            assert value is None or value == float(row[column])


def test_the_head_of_a_file_is_its_first_comment() -> None:
    line = "@ SPDX-License-Identifier: MIT\n@ Copyright (c) 2026 X\n@\n@ [contract]\n@   a = 1\n@\n"
    assert data.head(line + "@ Words.\n\n@ Other words.\n") == "[contract]\n  a = 1\n\nWords."
    block = "/* SPDX-License-Identifier: MIT\n * Copyright (c) 2026 X\n *\n * Words.\n */\n"
    assert data.head(block + "/* Other. */\n") == "Words."
    assert data.head("; Words.\n.extension x\n; Other.\n") == "Words."
    assert data.head("    .text\n# Words.\n") == ""
    for each in catalog.implementations(catalog.functions()["shabal"]):
        if each.source.suffix != ".c":
            assert "Shabal" in data.head(each.source.read_text(encoding="utf-8"))


def test_what_is_not_measured_has_a_reason() -> None:
    functions, cpus = catalog.functions(), catalog.cpus()
    files = list(catalog.implementations(functions["shabal"]))
    pairs = [("shabal", each.name, name) for each in files for name in cpus]
    ((reason, left),) = data.absent(files, cpus.values(), pairs[:0])[:1]
    assert reason.startswith("no stored row")
    assert ["shabal", "thumb", "cortex-m0"] in left and ["shabal", "thumb", "avr8"] not in left
    ((reason, left),) = data.absent(files, cpus.values(), [p for p in pairs if "fast" not in p[1]])[
        1:
    ]
    assert "int has 32 bits" in reason
    assert left == [["shabal", "portable_fast", cpu] for cpu in ("avr8", "avr8-mega", "mcs51")]
    assert data.absent(files, [cpus["thumb"]], pairs) == []


# The filters


@in_browser
def test_it_opens_with_every_function_on_one_cpu(show: Callable[..., Browser]) -> None:
    running = show()
    assert own(running) == keys(first_timings(stored(cpu="cortex-m0", timing="Cortex-M0")))
    assert own(running) == {key for key in marks(running) if not key.startswith("published/")}
    assert fragment(running) == ""


@in_browser
def test_filters_leave_what_they_say(show: Callable[..., Browser]) -> None:
    running = show()
    choose(running, "cpu", "avr8")
    assert own(running) == keys(stored(cpu="avr8"))
    choose(running, "function", "shabal")
    assert own(running) == keys(stored(cpu="avr8", function="shabal"))
    assert len(lines(running)) > len(own(running)), "published rows stand beside ours"
    choose(running, "cpu", "all")
    assert own(running) == keys(first_timings(stored(function="shabal")))
    choose(running, "timing", "ARM7TDMI")
    assert own(running) == keys(stored(function="shabal", timing="ARM7TDMI"))
    choose(running, "timing", "all")
    assert own(running) == keys(stored(function="shabal"))
    choose(running, "function", "")
    choose(running, "cpu", "mips32")
    choose(running, "digest", "512")
    large = {name for name, f in catalog.functions().items() if f.main_size == 512}
    expected = [row for row in stored(cpu="mips32") if row["function"] in large]
    assert own(running) == keys(expected) and expected
    choose(running, "digest", "256")
    running.one("input[name=constant]").click()
    rows = stored(cpu="mips32", digest_bits="256")
    safe = [row for row in rows if is_constant_time(row)]
    assert own(running) == keys(safe) and 0 < len(safe) < len(rows)
    running.one("input[name=ram]").send_keys("600")
    small = [row for row in safe if ram(row) <= 600]
    assert own(running) == keys(small) and 0 < len(small) < len(safe)
    assert fragment(running) == "#cpu=mips32&digest=256&ram=600&constant=1"
    words = "Only: digest or key of 256 bits, at most 600 bytes of RAM, constant time."
    assert words in running.one("#figures-caption").text
    running.one("#reset").click()
    assert own(running) == keys(stored(cpu="cortex-m0", timing="Cortex-M0"))
    assert fragment(running) == ""


def is_constant_time(row: dict[str, str]) -> bool:
    files = catalog.implementations(catalog.functions()[row["function"]])
    return next(each for each in files if each.name == row["implementation"]).constant_time


def ram(row: dict[str, str]) -> int:
    return sum(int(row[name]) for name in ("context_bytes", "stack_bytes", "static_bytes"))


@in_browser
def test_kinds_of_marks_can_be_left_out(show: Callable[..., Browser]) -> None:
    running = show("cpu=thumb&function=shabal")
    before = set(lines(running))
    assert {key.split("/")[-1] for key in before - own(running)} == {"published", "here"}
    running.one("#marks input[name=published]").click()
    assert set(lines(running)) == {key for key in before if not key.endswith("/published")}
    assert set(marks(running)) == set(lines(running))
    running.one("#marks input[name=c]").click()
    in_assembly = {
        THUMB.replace("/thumb/", f"/{name}/", 1) for name in ("thumb_fast", "thumb_lowram")
    }
    assert own(running) == {THUMB, *in_assembly}
    assert fragment(running).endswith("&hide=c,published")


@in_browser
def test_programs_that_nobody_published_figures_of_have_a_mark_of_their_own(
    show: Callable[..., Browser],
) -> None:
    running = show("cpu=cortex-m0&function=sha256")
    assert running.one("#marks input[name=others]").is_enabled()
    found = [text for key, text in marks(running).items() if key.endswith("/others")]
    assert any("B-Con -Os" in text and "960 bytes, 147.9 cycles a byte" in text for text in found)
    # The fastest of the libraries: `mote compare`.
    sizes, times = (
        {
            row["implementation"]: row["value"]
            for row in published.rows()
            if (row["cpu"], row["function"], row["figure"]) == ("cortex-m0", "sha256", figure)
            and "mote compare" in row["source"]
        }
        for figure in ("size_bytes", "long_cycles_per_byte")
    )
    name = min(times, key=lambda each: float(times[each]))
    figures = f"{sizes[name]} bytes, {times[name]} cycles a byte"
    assert any(name in text and figures in text for text in found)


@in_browser
def test_a_published_program_stands_where_the_paper_and_where_we_measured_it(
    show: Callable[..., Browser],
) -> None:
    found = marks(show("cpu=thumb&function=shabal")).items()
    paper = next(text for key, text in found if key.endswith("/published"))
    here = next(text for key, text in found if key.endswith("/here"))
    (entry,) = (
        row
        for row in published.rows()
        if (row["cpu"], row["figure"]) == ("thumb", "long_cycles_per_byte")
    )
    assert f"404 bytes, {float(entry['value']):g} cycles a byte" in paper
    assert f"404 bytes, {entry['measured_here']} cycles a byte" in here


@in_browser
def test_the_front_is_what_nothing_beats(show: Callable[..., Browser]) -> None:
    running = show("cpu=rv32imc")
    places = {
        "/".join(key(row)): (int(row["size_bytes"]), float(row["long_cycles_per_byte"]))
        for row in stored(cpu="rv32imc")
    }
    hashes = catalog.hashes()
    # What computes constants in each call is small for it, and beats nobody.
    extremes = {"/".join(each) for each in leading.extremes(store.read().values())}
    beaten = {
        key: at for key, at in places.items() if key.split("/")[0] in hashes and key not in extremes
    }
    front = {
        key
        for key, (size, cycles) in beaten.items()
        if not any(
            (s <= size and c <= cycles) and (s, c) != (size, cycles) for s, c in beaten.values()
        )
    }
    smallest = min(places, key=lambda key: places[key][0])
    assert smallest not in beaten  # a checksum, which hides no hash function
    behind = running.run(
        "return [...document.querySelectorAll('#figures-chart .point')]"
        ".filter(e => e.querySelector('.behind')).map(e => e.dataset.key)"
    )
    # Of several at one place the first is on it.
    shown = set(marks(running)) - set(behind)
    assert shown <= front and {places[key] for key in shown} == {places[key] for key in front}
    assert (
        f"{len(shown)} on the Pareto front of the hash functions"
        in running.one("#figures-caption").text
    )


@in_browser
def test_instructions_are_never_called_cycles(show: Callable[..., Browser]) -> None:
    running = show("cpu=amd64&function=shabal")
    (row,) = stored(cpu="amd64", implementation="amd64", function="shabal")
    assert "Instructions a byte" in running.one("#figures-chart").text
    text = marks(running)["/".join(key(row))]
    assert f"{float(row['long_instructions_per_byte']):.2f} instructions a byte" in text
    assert "cycles" not in text
    assert (
        f"{float(row['long_instructions_per_byte']):.2f} ins" in running.one("#figures-table").text
    )
    running = show("cpu=all&function=shabal")
    assert "Cycles a byte" in running.one("#figures-chart").text
    assert not [key for key in marks(running) if "/amd64/" in key]
    assert "not in the chart" in running.one("#undrawn").text


# The length of the message


def reckoned(row: dict[str, str], size: int) -> float:
    """The time for a message of that many bytes, from the figures of a row."""
    function = catalog.functions()[row["function"]]
    block = 8 * function.block_of(function.main_size)

    def blocks(length: int) -> int:
        return max(1, math.ceil((8 * length + function.hashing.padding_bits) / block))

    known = 1 if function.kind == "cipher" else blocks(32)
    return float(row["short_cycles"]) + (blocks(size) - known) * float(row["block_cycles"])


@in_browser
@pytest.mark.turns("pages", 16, "python/mote/showing")
def test_the_slider_makes_times_for_messages(show: Callable[..., Browser]) -> None:
    running = show("cpu=cortex-m0&hide=others")
    slider = running.one("input[name=bytes]")
    assert slider.get_attribute("aria-valuetext") == "long message"
    slider.send_keys(Keys.HOME)
    assert slider.get_attribute("aria-valuetext") == "0 bytes"
    sizes = []
    while not (match := re.search(r"bytes=(\d+)", fragment(running))) or int(match[1]) < 100:
        size = int(match[1]) if match else 0
        sizes.append(size)
        saved = running.run("return shownRows().map(plain)")
        for row in saved:
            (figures,) = stored(
                function=row["function"], implementation=row["implementation"], timing="Cortex-M0"
            )
            expected = reckoned(figures, size)
            assert row[f"message_of_{size}_bytes"] == pytest.approx(expected, abs=0.01)
        slider.send_keys(Keys.ARROW_RIGHT)
    assert sizes == [0, 1, 2, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96]
    assert "for a message of 128 bytes" in running.one("#figures-chart").text
    slider.send_keys(Keys.END)
    assert "bytes" not in fragment(running)


@in_browser
def test_times_for_messages_are_those_of_the_padding(show: Callable[..., Browser]) -> None:
    """SHA-256: 55 bytes and the padding are one block, 56 bytes are two; 32 are the figure."""
    (row,) = stored(
        function="sha256", implementation="portable", cpu="cortex-m0", timing="Cortex-M0"
    )
    short, block = float(row["short_cycles"]), float(row["block_cycles"])
    for size, expected in ((0, short), (32, short), (55, short), (56, short + block)):
        running = show(f"function=sha256&bytes={size}")
        saved = running.run("return shownRows().map(plain)")
        (figures,) = (each for each in saved if each["implementation"] == "portable")
        assert figures[f"message_of_{size}_bytes"] == expected
        text = running.one("#figures-table").text.replace("\u202f", "")
        assert f"{size} bytes" in text and f"{expected:.0f}" in text


# The address


@in_browser
def test_an_address_brings_back_its_view(show: Callable[..., Browser]) -> None:
    running = show()
    choose(running, "cpu", "thumb")
    choose(running, "function", "shabal")
    running.one("input[name=bytes]").send_keys(Keys.ARROW_LEFT)
    running.one("#marks input[name=published]").click()
    running.one("[data-sort=ram]").click()
    running.one("[data-sort=ram]").click()
    running.one(f"tr[data-key='{THUMB}'] .opener").click()
    Select(running.one("#core-function")).select_by_value("jh")
    address = fragment(running)
    assert address == (
        "#cpu=thumb&function=shabal&core=jh&bytes=65536&hide=published&sort=-ram&row=" + THUMB
    )
    table = running.one("#figures-table").text
    charts = [marks(running, name) for name in ("figures-chart", "core-chart")]
    running = show(address[1:])
    assert fragment(running) == address
    assert running.one("#figures-table").text == table
    assert [marks(running, name) for name in ("figures-chart", "core-chart")] == charts
    assert not running.one("#notice").is_displayed()


@in_browser
def test_an_address_that_changes_changes_the_view(show: Callable[..., Browser]) -> None:
    running = show("cpu=avr8")
    running.run("location.hash = 'cpu=mcs51&function=shabal'")
    wait(lambda: own(running) == keys(stored(cpu="mcs51", function="shabal")))


@in_browser
@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ("cpu=tumb", "cpu “tumb”"),
        ("function=%3Cimg%20src=x%3E", "function “<img src=x>”"),
        ("bytes=-1", "bytes “-1”"),
        ("ram=many", "ram “many”"),
        ("sort=beauty", "sort “beauty”"),
        ("row=a/b/c/d", "row “a/b/c/d”"),
        ("digest=257", "digest “257”"),
        ("timing=sundial", "timing “sundial”"),
        ("nothing=1", "nothing"),
    ],
)
def test_a_wrong_address_is_named_and_the_rest_holds(
    show: Callable[..., Browser], wrong: str, words: str
) -> None:
    running = show(f"function=sha256&{wrong}")
    assert words in running.one("#notice").text
    assert own(running) == keys(stored(cpu="cortex-m0", timing="Cortex-M0", function="sha256"))


# The table and its rows


@in_browser
def test_columns_sort(show: Callable[..., Browser]) -> None:
    running = show("cpu=powerpc&timing=all")
    rows = {"/".join(key(row)): row for row in stored(cpu="powerpc")}
    if running.one("#more").is_displayed():
        running.one("#more").click()

    def shown(name: str) -> list[float]:
        return [float(rows[key][name]) for key in lines(running) if key in rows]

    assert shown("size_bytes") == sorted(shown("size_bytes"))
    head = running.one("[data-sort=long]")
    head.click()
    assert shown("long_cycles_per_byte") == sorted(shown("long_cycles_per_byte"))
    assert len(shown("long_cycles_per_byte")) == len(rows)
    cell = running.one("th[aria-sort]")
    assert cell.get_attribute("aria-sort") == "ascending" and "Cycles" in cell.text
    running.driver.switch_to.active_element.send_keys(Keys.ENTER)
    assert shown("long_cycles_per_byte") == sorted(shown("long_cycles_per_byte"), reverse=True)
    assert running.one("th[aria-sort]").get_attribute("aria-sort") == "descending"
    running.one("[data-sort=function]").click()
    names = [rows[key]["function"] for key in lines(running) if key in rows]
    # A browser sorts an underscore before digits.
    wanted = sorted((row["function"] for row in rows.values()), key=lambda n: n.replace("_", " "))
    assert names == wanted


@in_browser
def test_long_tables_unfold(show: Callable[..., Browser]) -> None:
    running = show("cpu=all")
    every = first_timings(stored())
    assert len(lines(running)) == 400
    running.one("#more").click()
    assert own(running) == keys(every)
    assert not running.one("#more").is_displayed()


@in_browser
def test_a_row_tells_how_to_get_it_again(show: Callable[..., Browser]) -> None:
    running = show("cpu=thumb&function=shabal")
    running.one(f"tr[data-key='{THUMB}'] td").click()
    text = running.one(".details").text
    (row,) = stored(function="shabal", implementation="thumb", cpu="thumb", timing="ARM920T")
    for words in (
        "./mote bench shabal --implementation thumb --cpu thumb",
        row["toolchain"],
        row["flags"],
        f"commit {COMMIT}",
        "modelled: documented rules on the executed instructions; ARM920T",
        f"{row['vectors_passed']} passed, 0 failed",
        f"{row['context_bytes']} context + {row['stack_bytes']} stack bytes",
        f"{row['long_cycles_per_byte']} cycles a byte",
        "src/shabal/thumb.S",
        catalog.functions()["shabal"].specification,
    ):
        assert words in text, words
    source = (ROOT / "src" / "shabal" / "thumb.S").read_text(encoding="utf-8")
    shown = running.one(".details pre").get_attribute("textContent")
    assert shown == data.head(source) and len(shown) > 200
    running.one(f"tr[data-key='{THUMB}'] .opener").click()
    assert running.all(".details") == []


@in_browser
def test_a_row_of_c_code_and_one_of_a_paper(show: Callable[..., Browser]) -> None:
    running = show("cpu=mcs51&function=shabal&row=shabal/portable_lowram/mcs51/8051")
    text = running.one(".details").text
    assert "not reentrant" in text and "exact: counted by a cycle-exact simulator" in text
    assert running.all(".details pre") == []
    running = show("cpu=thumb&function=shabal")
    key = next(key for key in lines(running) if key.endswith("/published"))
    running.one(f"tr[data-key='{key}'] .opener").click()
    text = running.one(".details").text
    for words in ("Pornin, 2.5", "Atmel AT91RM9200", "47 cycles a byte", "measured on a board"):
        assert words in text
    assert "./mote bench" not in text


# Keys, pointer, screen readers


@in_browser
def test_keys_go_through_the_chart_and_open_a_row(show: Callable[..., Browser]) -> None:
    running = show("cpu=thumb&function=shabal")
    running.one("#reset").send_keys(Keys.TAB)

    def focused() -> Any:
        return running.driver.switch_to.active_element

    def press(*pressed: str) -> str:
        for key in pressed:
            focused().send_keys(key)
        return str(focused().get_attribute("data-key"))

    sizes = {
        key: int(text.split(" bytes")[0].split(", ")[-1]) for key, text in marks(running).items()
    }
    smallest = min(sizes, key=lambda key: sizes[key])
    assert focused().get_attribute("data-key") == smallest == THUMB
    assert running.one(".tip").is_displayed()
    assert f"{sizes[smallest]} bytes" in running.one(".tip").text
    reached = [smallest, *(press(Keys.ARROW_RIGHT) for _ in range(len(sizes) - 1))]
    assert [sizes[key] for key in reached] == sorted(sizes.values())
    assert press(Keys.ARROW_RIGHT) == reached[-1], "there is none behind the last"
    assert press(Keys.ARROW_LEFT) == reached[-2]
    assert press(Keys.HOME) == smallest
    highest = press(*[Keys.ARROW_UP] * len(sizes))
    times = {
        key: float(re.search(r"([\d.]+) cycles", text)[1])  # type: ignore[index]
        for key, text in marks(running).items()
    }
    assert times[highest] == max(times.values())
    assert press(Keys.ARROW_DOWN) != highest
    press(Keys.ESCAPE)
    assert not running.one(".tip").is_displayed()
    assert press(Keys.END) == reached[-1]
    focused().send_keys(Keys.ENTER)
    opener = focused()
    assert "opener" in opener.get_attribute("class").split()
    assert opener.get_attribute("aria-expanded") == "true"
    assert running.one(".row.open").get_attribute("data-key") == reached[-1]
    opener.send_keys(Keys.SPACE)
    assert focused().get_attribute("aria-expanded") == "false"
    assert running.all(".details") == []


@in_browser
def test_the_pointer_shows_a_row_and_a_click_opens_it(show: Callable[..., Browser]) -> None:
    running = show("cpu=thumb&function=shabal")
    chart = running.one("#figures-chart svg")
    mark = running.one(f"#figures-chart [data-key='{THUMB}']")
    assert not running.one(".tip").is_displayed()
    ActionChains(running.driver).move_to_element(mark).perform()
    tip = running.one(".tip")
    (row,) = stored(function="shabal", implementation="thumb", cpu="thumb", timing="ARM920T")
    assert tip.is_displayed() and f"{row['size_bytes']} bytes" in tip.text
    assert f"{row['long_cycles_per_byte']} cycles a byte" in tip.text
    ActionChains(running.driver).click().perform()
    assert running.one(".row.open").get_attribute("data-key") == THUMB
    ActionChains(running.driver).move_to_element_with_offset(chart, 200, 0).perform()
    assert not running.one(".tip").is_displayed()


@in_browser
def test_a_finger_shows_a_row_first_and_then_opens_it(show: Callable[..., Browser]) -> None:
    running = show("cpu=thumb&function=shabal")
    mark = running.one(f"#figures-chart [data-key='{THUMB}']")
    running.run("arguments[0].scrollIntoView({block: 'center'})", mark)

    def touch() -> None:
        finger = PointerInput(POINTER_TOUCH, "finger")
        actions = ActionBuilder(running.driver, mouse=finger)
        actions.pointer_action.move_to(mark).pointer_down().pointer_up()
        actions.perform()

    touch()
    assert running.one(".tip").is_displayed() and running.all(".details") == []
    assert "Touch again" in running.one(".tip").text
    touch()
    assert running.one(".row.open").get_attribute("data-key") == THUMB


@in_browser
def test_everything_that_can_be_used_has_a_name(show: Callable[..., Browser]) -> None:
    running = show(f"cpu=thumb&function=shabal&row={THUMB}")
    used = {"button", "combobox", "slider", "spinbutton", "checkbox", "radio", "region", "table"}
    counts = dict.fromkeys(used, 0)
    for node in running.send("Accessibility.getFullAXTree")["nodes"]:
        role = node.get("role", {}).get("value")
        if role in used and not node["ignored"]:
            counts[role] += 1
            assert node.get("name", {}).get("value"), node
    assert min(counts.values()) >= 1, counts
    for table in running.all("table"):
        heads = table.find_elements("css selector", "thead th")
        assert heads and all(head.get_attribute("scope") == "col" for head in heads)
        for line in table.find_elements("css selector", "tbody tr.row"):
            cells = line.find_elements("css selector", "th, td")
            assert len(cells) == len(heads)
            assert cells[0].get_attribute("scope") == "row"
    assert running.run("return document.documentElement.lang") == "en"


@in_browser
def test_the_table_can_be_skipped_to(show: Callable[..., Browser]) -> None:
    running = show()
    running.one("body").send_keys(Keys.TAB)
    running.driver.switch_to.active_element.send_keys(Keys.ENTER)
    assert running.driver.switch_to.active_element.get_attribute("id") == "figures-table"
    assert fragment(running) == ""


# Download


@in_browser
def test_what_is_shown_can_be_saved(show: Callable[..., Browser]) -> None:
    running = show("cpu=avr8&function=shabal&bytes=64&sort=-size_bytes")
    running.one("#csv").click()
    running.one("#json").click()
    names = ("mote-figures.csv", "mote-figures.json")
    wait(lambda: all((running.downloads / name).exists() for name in names))
    with (running.downloads / names[0]).open(newline="", encoding="utf-8") as stream:
        table = list(csv.DictReader(stream))
    values = json.loads((running.downloads / names[1]).read_text(encoding="utf-8"))
    assert len(table) == len(values) == len(lines(running))
    assert list(table[0]) == list(values[0])
    expected = {row["implementation"]: row for row in stored(cpu="avr8", function="shabal")}
    sizes = [value["size_bytes"] for value in values if value["size_bytes"] is not None]
    assert sizes == sorted(sizes, reverse=True)
    for line, value in zip(table, values, strict=True):
        assert line["size_bytes"] == (
            "" if value["size_bytes"] is None else str(value["size_bytes"])
        )
        row = expected.pop(value["implementation"], None)
        if row is not None:
            for name in ("size_bytes", "stack_bytes", "vectors_passed", "speed_size_ratio"):
                assert float(line[name]) == float(row[name]) == value[name]
            for name in ("flags", "toolchain", "timing", "fidelity"):
                assert line[name] == row[name] == value[name]
            assert value["long_per_byte"] == float(row["long_cycles_per_byte"])
            assert value["message_of_64_bytes"] == pytest.approx(reckoned(row, 64), abs=0.01)
            assert line["constant_time"] == "yes" and value["constant_time"] is True
    assert expected == {}
    assert {value["kind"] for value in values} >= {"Mote, assembly", "Mote, C", "published figure"}


# The 16-bit core


@in_browser
def test_cycles_against_gates(show: Callable[..., Browser]) -> None:
    running = show()
    found = marks(running, "core-chart")
    rows = stored(cpu="pic24")
    with (ROOT / "results" / "pic24-area.csv").open(newline="", encoding="utf-8") as stream:
        areas = {row["core"]: row for row in csv.DictReader(stream) if not row["module"]}
    for row in rows:
        text = found[f"ours/{row['function']}/{row['implementation']}"].replace("\u202f", "")
        assert f"{row['block_cycles']} cycles a block" in text
        name = f"{row['function']} {row['implementation']}"
        if row["implementation"] == "pic24":
            assert "0 GE more" in text and "no custom instructions" in text
        else:
            area = areas[name]
            more = f"{float(area['overhead_percent']):.2f}".removesuffix(".00")
            assert f"({more} %)" in text
            assert ", ".join(area["extensions"].split()) in text
    papers = [key for key in found if key.startswith("paper/")]
    assert len(found) == len(rows) + len(papers)
    assert len(papers) == 2 * len({row["function"] for row in rows}) == 10
    assert "29683 cycles a block" in found["paper/jh/pic24"].replace("\u202f", "")
    text = running.one("#core-table").text
    assert all(core in text for core in areas)


@in_browser
def test_one_function_of_the_core(show: Callable[..., Browser]) -> None:
    running = show()
    Select(running.one("#core-function")).select_by_value("jh")
    found = marks(running, "core-chart")
    assert {key.split("/")[1] for key in found} == {"jh"}
    names = [row.text.split()[0] for row in running.all("#core-table tr.row")]
    assert set(names) == {"jh", "base", "base,"}
    mark = running.one("#core-chart [data-key='ours/jh/pic24_ise_own']")
    ActionChains(running.driver).move_to_element(mark).click().perform()
    focused = running.driver.switch_to.active_element
    assert focused.get_attribute("data-key") == "ours/jh/pic24_ise_own"
    assert focused.tag_name == "tr"


@in_browser
def test_what_is_not_measured_is_listed(show: Callable[..., Browser]) -> None:
    running = show()
    for summary in running.all("#absent summary"):
        summary.click()
    text = running.one("#absent").text
    for reason, pairs in data.collect()["absent"]:
        assert reason in text and f"{len(pairs)} pairs" in text
        assert all(f"{function} {name}" in text for function, name, _ in pairs)


# How it looks


def colour(running: Browser) -> int:
    """How light the page's ground is, 0 to 765."""
    text = running.run("return getComputedStyle(document.body).backgroundColor")
    return sum(int(part) for part in re.findall(r"\d+", text)[:3])


@in_browser
def test_light_and_dark(show: Callable[..., Browser]) -> None:
    running = show()
    assert colour(running) > 600
    running.prefer("dark")
    assert colour(running) < 150
    running.one("#theme input[value=light]").send_keys(Keys.SPACE)
    assert colour(running) > 600
    running.prefer("light")
    running.one("#theme input[value=dark]").send_keys(Keys.SPACE)
    assert colour(running) < 150
    running = show("cpu=avr8")
    assert colour(running) < 150, "the choice is remembered"
    running.prefer("light", "print")
    assert colour(running) > 600, "paper is white"
    running.prefer("light")
    running.one("#theme input[value=auto]").send_keys(Keys.SPACE)
    assert colour(running) > 600


@in_browser
@pytest.mark.parametrize("width", [320, 390, 768, 1024, 1600])
@pytest.mark.parametrize("view", ["", "cpu=all&bytes=96", f"cpu=thumb&function=shabal&row={THUMB}"])
def test_nothing_is_wider_than_the_window(
    show: Callable[..., Browser], width: int, view: str
) -> None:
    running = show()
    running.resize(width, 800)
    running = show(view)
    assert running.run("return document.documentElement.scrollWidth") <= width
    chart = running.one("#figures-chart svg")
    assert chart.size["width"] <= width and chart.size["height"] >= 280


@in_browser
def test_the_chart_follows_the_window(show: Callable[..., Browser]) -> None:
    running = show()
    box = "return document.querySelector('#figures-chart svg').getAttribute('viewBox')"
    wide = running.run(box).split()
    running.resize(600, 800)
    narrow = wait(lambda: (found := running.run(box).split()) != wide and found)
    assert int(narrow[2]) < 600 < int(wide[2])


@in_browser
def test_a_telephones_table_fits(show: Callable[..., Browser]) -> None:
    running = show()
    running.resize(390, 844)
    for view in ("", "bytes=96"):
        show(view)
        inside = running.run("return document.querySelector('#figures-table').offsetWidth")
        around = running.run("return document.querySelector('.scroll').clientWidth")
        assert inside <= around


@in_browser
def test_print_leaves_out_what_paper_cannot_do(show: Callable[..., Browser]) -> None:
    running = show(f"cpu=thumb&function=shabal&row={THUMB}")
    running.prefer(media="print")
    assert not running.one("#filters").is_displayed()
    assert not running.one("#csv").is_displayed()
    assert running.one("#figures-chart svg").is_displayed()
    assert running.one("[data-sort=size_bytes]").is_displayed()
    assert running.one(".details pre").is_displayed()
    made = running.send("Page.printToPDF")
    assert made["data"].startswith("JVBERi0")


# That these tests can fail


@in_browser
def test_a_request_or_a_complaint_would_be_seen(
    running: Browser, file: Path, tmp_path: Path
) -> None:
    text = file.read_text(encoding="utf-8")
    broken = tmp_path / "broken.html"
    broken.write_text(text.replace("start();\n", "start();\nnothing();\n"), encoding="utf-8")
    running.open(broken)
    assert any("nothing is not defined" in line for line in running.complaints())
    # The page's own policy keeps it from asking; without the policy the request is seen.
    asking = text.replace("<main>", '<img src="http://127.0.0.1:9/x.png" alt="" /><main>')
    broken.write_text(asking, encoding="utf-8")
    running.open(broken)
    assert any("Content Security Policy" in line for line in running.complaints())
    broken.write_text(asking.replace("default-src 'none'", "").replace("img-src data:", ""))
    running.open(broken)
    asked, latest = outside(running), time.monotonic() + 60
    while not asked and time.monotonic() < latest:
        asked = outside(running)
    assert asked == ["http://127.0.0.1:9/x.png"]
    running.forget()


@in_browser
@pytest.mark.parametrize("width", [390, 1024, 1280, 1600])
def test_no_column_of_a_table_is_cut_off(
    show: Callable[..., Browser], running: Browser, width: int
) -> None:
    """With other CPUs' names, and with one column more for a message's length."""
    running.resize(width, 900)
    for fragment in ("", "cpu=all&function=shabal", "bytes=300"):
        show(fragment)
        frames = running.run(
            "return [...document.querySelectorAll('.scroll')]"
            ".map(e => [e.clientWidth, e.scrollWidth])"
        )
        assert frames and all(taken <= there for there, taken in frames), (fragment, frames)
    heads = "return [...document.querySelectorAll('#figures-table th')].map(e => e.offsetWidth > 0)"
    assert sum(running.run(heads)[:8]) >= (3 if width < 600 else 7), "nothing else is left out"


def test_the_pictures_page_is_the_page_that_there_is() -> None:
    """Stale otherwise: `./mote report --write` takes it."""
    assert not picture.is_stale(page.make(), ROOT / picture.PICTURE)


@in_browser
@pytest.mark.turns("pages", 16, "python/mote/showing")
def test_a_picture_says_which_page_it_is_of(tmp_path: Path) -> None:
    source, shown = "<!doctype html><title>page</title><p>some page", tmp_path / "some.png"
    assert picture.is_stale(source, shown)
    shown.write_bytes(b"an old one, which gives way")
    picture.take(source, shown)
    assert not picture.is_stale(source, shown)
    width, height = struct.unpack(">II", shown.read_bytes()[16:24])
    assert (width, height) == (picture.WIDTH, picture.HEIGHT)
    assert picture.is_stale(source.replace("some", "another"), shown)
    shown.write_bytes(b"no picture")
    with pytest.raises(MoteError, match="not a PNG file"):
        picture.is_stale(source, shown)
