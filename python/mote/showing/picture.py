"""The README's picture: ours beside the published, size and speed, as an SVG of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mote.common import svg

WIDTH, LEFT, PANEL, BETWEEN, TOP, STEP = 860, 104, 300, 64, 78, 26


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
        *svg.opening(WIDTH, height),
        svg.text(
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
        parts.append(svg.text(x, TOP - 18, title))
        for row, (ours, theirs) in enumerate(pairs):
            y = TOP + row * STEP
            if ours is None or not theirs:
                parts.append(svg.text(x, y + 15, "none comparable", fill="#999999"))
                continue
            parts.append(_bar(x, y + 3, scale, svg.FAINT))
            parts.append(_bar(x, y + 6, scale * ours / theirs, svg.OURS, 10))
            words = f"{_short(ours)} : {_short(theirs)}"
            parts.append(svg.text(x + max(scale, scale * ours / theirs) + 8, y + 15, words))
        bottom = TOP + STEP * len(entries)
        parts.append(
            f'<line x1="{x + scale:.1f}" y1="{TOP - 6}" x2="{x + scale:.1f}" y2="{bottom}" '
            f'stroke="{svg.OTHER}" stroke-width="2"/>'
        )
        parts.append(svg.text(x + scale, bottom + 18, "published", fill="#777777", anchor="middle"))
    for row, entry in enumerate(entries):
        parts.append(svg.text(LEFT - 10, TOP + row * STEP + 15, entry.cpu, anchor="end"))
    parts.append("</svg>\n")
    return "\n".join(parts)


def _short(value: float) -> str:
    return f"{value:.1f}" if value != int(value) else f"{value:.0f}"


def _bar(x: float, y: float, width: float, fill: str, height: int = 16) -> str:
    return f'<rect x="{x}" y="{y}" width="{width:.1f}" height="{height}" fill="{fill}"/>'
