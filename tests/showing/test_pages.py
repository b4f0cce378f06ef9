"""The pages: their links lead somewhere, and the README stays short."""

from __future__ import annotations

import itertools
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from mote.common.paths import ROOT, WORK
from mote.showing import report

LINK = re.compile(r"\]\(([^()\s]+)\)")
PAGES = sorted(
    path
    for folder in (ROOT, ROOT / "docs", ROOT / ".github")
    for path in (folder.rglob("*.md") if folder.name == ".github" else folder.glob("*.md"))
)


def anchors(page: Path) -> set[str]:
    """The names of a page's headings, as hosting sites make them."""
    heads = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


def broken(page: Path) -> list[str]:
    """The links of a page that lead to no file of the checkout, or to no heading of a page."""
    wrong = []
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    for link in LINK.findall(text):
        if re.match(r"[a-z]+:", link):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        if not target.exists() or (anchor and anchor not in anchors(target)):
            wrong.append(link)
    return wrong


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_to_files_and_headings(page: Path) -> None:
    assert broken(page) == []


def test_a_link_that_leads_nowhere_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# A head, of two\n[a](#a-head-of-two) [b](b.md) [c](#c) [d](page.md#e)\n")
    assert broken(page) == ["b.md", "#c", "page.md#e"]


def repeated(text: str) -> list[str]:
    """Lines of prose, outside code and tables, that stand twice in a row (a merge may do that)."""
    prose = re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S).splitlines()
    return [
        line
        for line, following in itertools.pairwise(prose)
        if line == following and line.strip() and not line.startswith("|")
    ]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_no_page_has_a_line_twice(page: Path) -> None:
    assert repeated(page.read_text(encoding="utf-8")) == []


def test_a_line_that_stands_twice_is_found() -> None:
    assert repeated("a\nb\nb\n\n\n|-|\n|-|\n```\nc\nc\n```\n") == ["b"]


def test_the_readme_is_short_and_its_table_fits_a_screen() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 170
    table = report.first_table().splitlines()
    assert len(table) == 2 + 12 and max(map(len, table)) <= 80
    assert text.index("## Take it home") < text.index("| function")


def test_every_page_is_found_from_the_readme() -> None:
    reached, new = set(), {ROOT / "README.md"}
    while new:
        page = new.pop()
        reached.add(page)
        for link in LINK.findall(page.read_text(encoding="utf-8")):
            target = (page.parent / link.partition("#")[0]).resolve()
            if target.suffix == ".md" and target.is_file() and target not in reached:
                new.add(target)
    assert [page for page in PAGES if page.parent == ROOT / "docs" and page not in reached] == []


FIRST = ("first-proof.md", "first-kernel.md", "first-cpu.md")


def blocks(page: Path) -> list[tuple[str, str]]:
    """The commands and the printed lines of a page, in order: ("sh" or "text", lines)."""
    return re.findall(r"^```(sh|text)\n(.*?)^```$", page.read_text(encoding="utf-8"), re.M | re.S)


@pytest.fixture
def scratch(tmp_path: Path) -> Path:
    """A copy of the checkout to work in, without what it has built."""
    copy = tmp_path / "copy"
    away = shutil.ignore_patterns(".git", ".mote", "__pycache__", "docs", "tests")
    shutil.copytree(ROOT, copy, ignore=away)
    return copy


@pytest.mark.parametrize("name", FIRST)
@pytest.mark.turns("pages", 16, "python/mote/showing", "docs")
def test_a_worked_example_prints_what_its_page_says(name: str, scratch: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(scratch / "python"), "COLUMNS": "80"}
    work = scratch.parent / "work"
    work.mkdir()
    # What runs simulators is compiled once for each content: nothing of it depends on the checkout.
    (WORK / "native").mkdir(parents=True, exist_ok=True)
    (work / "native").symlink_to(WORK / "native")
    environment["MOTE_WORK"] = str(work)
    mote = f'mote() {{ "{sys.executable}" -m mote "$@"; }}\n'
    printed: list[str] = []
    shown = 0
    for kind, text in blocks(ROOT / "docs" / name):
        if kind == "sh":
            result = subprocess.run(
                ["bash", "-ec", mote + text.replace("./mote ", "mote ")],
                cwd=scratch,
                env=environment,
                capture_output=True,
                text=True,
                check=False,
            )
            assert result.returncode == 0, result.stdout + result.stderr
            printed = result.stdout.splitlines()
        else:
            for line in text.splitlines():
                pattern = re.escape(line).replace("…", ".*")
                assert any(re.fullmatch(pattern, each) for each in printed), (line, printed)
                shown += 1
    assert shown >= 4
