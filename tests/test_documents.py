"""The pages for people: what they link to is there, and what a newcomer looks for."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from mote import commands
from mote.paths import ROOT

LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")


def documents() -> list[Path]:
    """Every page in Markdown that the repository has."""
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", "*.md"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    ).stdout.split()
    return [ROOT / name for name in listed] or sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])


def anchors(path: Path) -> set[str]:
    """What may stand behind # in a link to a page, by the rule of the hosting sites."""
    heads = re.findall(r"^#+ (.*)$", path.read_text(encoding="utf-8"), re.M)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


def broken(path: Path) -> list[str]:
    """The links of a page that lead nowhere in the repository."""
    found = []
    for target in LINK.findall(path.read_text(encoding="utf-8")):
        if re.match(r"[a-z]+:", target):
            continue
        place, _, anchor = target.partition("#")
        other = (path.parent / place).resolve() if place else path
        lost = anchor and other.suffix == ".md" and other.exists() and anchor not in anchors(other)
        if lost or not other.exists():
            found.append(target)
    return found


@pytest.mark.parametrize("path", documents(), ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(path: Path) -> None:
    assert broken(path) == []


def test_a_link_that_leads_nowhere_is_seen(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# A head, `code`\n[a](none.md) [b](#a-head-code) [c](#other) [d](page.md#x)\n")
    assert broken(page) == ["none.md", "#other", "page.md#x"]


def test_the_readme_fits_and_every_command_has_a_line() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert len(readme.splitlines()) <= 170
    first = readme.split("<!-- generated: first table", 1)[1].split("<!-- end", 1)[0]
    table = [line for line in first.splitlines() if line.startswith("|")]
    assert len(table) == 2 + 12
    assert max(map(len, table)) <= 80
    listed = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    for name in commands.modules():
        assert f"./mote {name}" in listed, name
