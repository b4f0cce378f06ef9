"""The README's picture: ours beside the published, size and speed, as an SVG of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, LEFT, PANEL, BETWEEN, TOP, STEP = 860, 104, 300, 64, 78, 26
OURS, THEIRS, INK, FAINT = "#0b6e4f", "#b4b4b4", "#222222", "#e4e4e4"


@dataclass(frozen=True)
class Entry:
    """One CPU: bytes, and cycles a byte where both were measured on the same timing."""

    cpu: str
    size: int
    published_size: int
    time: float | None
    published_time: float | None


def draw(entries: Sequence[Entry]) -> str:
    """An SVG with a bar for each CPU and figure, as long as ours is of the published one."""
    height = TOP + STEP * len(entries) + 34
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" '
        f'viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" font-size="13">',
        f'<rect width="{WIDTH}" height="{height}" fill="white"/>',
        _text(
            LEFT, 24, "Shabal: ours against the smallest published implementation", weight="bold"
        ),
    ]
    panels: tuple[tuple[str, Sequence[tuple[float | None, float | None]]], ...] = (
        ("code size, bytes", [(e.size, e.published_size) for e in entries]),
        ("long message, cycles a byte", [(e.time, e.published_time) for e in entries]),
    )
    for index, (title, pairs) in enumerate(panels):
        x = LEFT + index * (PANEL + BETWEEN)
        longest = max((ours / theirs for ours, theirs in pairs if ours and theirs), default=1.0)
        scale = (PANEL - 96) / max(1.0, longest)
        parts.append(_text(x, TOP - 18, title))
        for row, (ours, theirs) in enumerate(pairs):
            y = TOP + row * STEP
            if ours is None or not theirs:
                parts.append(_text(x, y + 15, "none comparable", fill="#999999"))
                continue
            parts.append(_bar(x, y + 3, scale, FAINT))
            parts.append(_bar(x, y + 6, scale * ours / theirs, OURS, 10))
            words = f"{_short(ours)} : {_short(theirs)}"
            parts.append(_text(x + max(scale, scale * ours / theirs) + 8, y + 15, words))
        bottom = TOP + STEP * len(entries)
        parts.append(
            f'<line x1="{x + scale:.1f}" y1="{TOP - 6}" x2="{x + scale:.1f}" y2="{bottom}" '
            f'stroke="{THEIRS}" stroke-width="2"/>'
        )
        parts.append(_text(x + scale, bottom + 18, "published", fill="#777777", anchor="middle"))
    for row, entry in enumerate(entries):
        parts.append(_text(LEFT - 10, TOP + row * STEP + 15, entry.cpu, anchor="end"))
    parts.append("</svg>\n")
    return "\n".join(parts)


def _short(value: float) -> str:
    return f"{value:.1f}" if value != int(value) else f"{value:.0f}"


def _bar(x: float, y: float, width: float, fill: str, height: int = 16) -> str:
    return f'<rect x="{x}" y="{y}" width="{width:.1f}" height="{height}" fill="{fill}"/>'


def _text(
    x: float,
    y: float,
    words: str,
    *,
    anchor: str = "start",
    fill: str = INK,
    weight: str = "normal",
) -> str:
    return (
        f'<text x="{x:.1f}" y="{y}" text-anchor="{anchor}" fill="{fill}" '
        f'font-weight="{weight}">{words}</text>'
    )
