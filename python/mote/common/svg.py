"""The parts of SVG that the pictures are made of.

Whole coordinates are written as they are, others with one decimal.
"""

from __future__ import annotations

INK, FAINT = "#222222", "#e4e4e4"
OURS, OTHER = "#0b6e4f", "#b4b4b4"


def opening(width: int, height: int) -> list[str]:
    """The beginning of a picture of so many pixels, with a white ground."""
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="13">',
        f'<rect width="{width}" height="{height}" fill="white"/>',
    ]


def text(
    x: float,
    y: float,
    words: str,
    *,
    anchor: str = "start",
    fill: str = INK,
    weight: str = "normal",
    size: int | None = None,
    halo: bool = False,
) -> str:
    """Words that begin, end or have their middle at a point; halo: with a white rim."""
    height = y if isinstance(y, int) else f"{y:.1f}"
    font = "" if size is None else f' font-size="{size}"'
    around = ' stroke="white" stroke-width="4" paint-order="stroke"' if halo else ""
    return (
        f'<text x="{x:.1f}" y="{height}" text-anchor="{anchor}" fill="{fill}" '
        f'font-weight="{weight}"{font}{around}>{words}</text>'
    )
