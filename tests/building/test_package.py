"""Packed files: conditions on macros are decided as the build decides them, or refused."""

from __future__ import annotations

import pytest

from mote.building import package
from mote.common.errors import MoteError
from mote.common.paths import ROOT

KERNEL = "AES_ENCRYPT_BLOCKS"


def decided(*texts: str) -> list[str]:
    """What is left of lines in a file that is built with a kernel."""
    lines = [package.Line(text, ROOT / "src" / "x.h", n) for n, text in enumerate(texts, 1)]
    return [line.text for line in package._Conditions([KERNEL]).lines(lines)]


@pytest.mark.parametrize("text", [f"#if X > 1 && !defined {KERNEL}", f"#if defined({KERNEL})"])
def test_a_kernels_macro_in_an_expression_is_refused(text: str) -> None:
    """A packed file does not have it: the compiler would take it for one that is not defined."""
    assert KERNEL in package._kernel_macros()
    with pytest.raises(MoteError, match=r"^src/x\.h:1: a kernel's macro in #if .* alone$"):
        decided(text, "int x;", "#endif")
    assert decided(f"#ifdef {KERNEL}", "int x;", "#else", "int y;", "#endif") == ["int x;"]


def test_a_macro_with_parameters_is_defined() -> None:
    name = min(package._own_macros() - package._kernel_macros())
    define = f"#define {name}(x) (x)"
    assert decided(define, f"#ifdef {name}", "int x;", "#endif") == [define, "int x;"]
    assert decided(define, f"#ifndef {name}", "int x;", "#endif") == [define]
