"""A variable with a register of its own choice has it for one assembly statement alone.

It keeps its value there and nowhere else: between two statements a call may come that the source
does not have (a sanitizer's, a profiler's), and change the register.  So such variables stand in a
block of their own: they take their values from other variables, there is one statement of assembly,
and others take the results.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from includes import INCLUDE_FLAGS
from mote.common.paths import ROOT

BOUND = re.compile(r"\bregister\b[^;]*?\b(?:__asm__|asm|__asm)\s*\(")
DECLARED = re.compile(
    r"register [\w() ]+? ?\*?\w+ __asm__\([^()]*\)( = \w+)?(, \w+ __asm__\([^()]*\)( = \w+)?)*"
)
COPIED = re.compile(r"\w+ = \w+")
"""A declaration, and what may follow the statement: nothing is computed or loaded."""


def block(text: str, place: int) -> str:
    """What stands between the braces around a place, behind the opening one."""
    depth, begin = 0, place
    while depth >= 0 and begin > 0:
        begin -= 1
        depth += {"}": 1, "{": -1}.get(text[begin], 0)
    depth, end = 0, place
    while depth >= 0 and end < len(text):
        depth += {"{": 1, "}": -1}.get(text[end], 0)
        end += 1
    return text[begin + 1 : end - 1]


def faults(text: str) -> Iterator[str]:
    """The blocks of a source in which such a variable lives longer."""
    plain = re.sub(r"\\\n", "\n", re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL))
    quoted = re.sub(r'"[^"\n]*"', lambda each: re.sub(r"[{};]", "_", each.group()), plain)
    for found in BOUND.finditer(quoted):
        inside = block(quoted, found.start())
        each = [" ".join(one.split()) for one in inside.split(";") if one.strip()]
        while each and DECLARED.fullmatch(each[0]):
            del each[0]
        assembly, *behind = each or [""]
        if not assembly.startswith("__asm__") or not all(map(COPIED.fullmatch, behind)):
            yield inside


def test_each_has_its_register_for_one_statement() -> None:
    found = [
        str(path.relative_to(ROOT))
        for folder in ("src", "include", "python", "native", "bindings")
        for path in sorted((ROOT / folder).rglob("*.[ch]"))
        if any(faults(path.read_text(encoding="utf-8")))
    ]
    assert found == []


@pytest.mark.parametrize(
    "source",
    [
        'void f(void) { register __m256i x1 __asm__("ymm1"), x2 __asm__("ymm2"); g(); }',
        'void f(void) { register q m __asm__("v28"); __asm__("1" : "=w"(m)); w = WORDS(m); }',
        'void f(void) { register q m __asm__("v28") = *p; __asm__("1" : : "w"(m)); }',
        'void f(void) { register q m __asm__("v1"); __asm__("1" : "=w"(m)); __asm__("2"); }',
        'int f(void) { register int r __asm__("r3"); if (a) __asm__("1" : "=r"(r)); return r; }',
    ],
)
def test_one_that_lives_longer_is_found(source: str) -> None:
    assert list(faults(source))


def test_the_way_to_write_it_is_none() -> None:
    source = 'register q a_ __asm__("v" r0) = a; __asm__("{st1}; 1" : : "w"(a_)); b = a_;'
    assert not list(faults(f"void f(void) {{ {source} }}"))


STUBS = ["__tsan_init", "__tsan_func_entry", "__tsan_func_exit"]
STUBS += ["__tsan_read_range", "__tsan_write_range"]
STUBS += [
    f"__tsan_{kind}{size}"
    for kind in ("read", "write", "unaligned_read", "unaligned_write")
    for size in (1, 2, 4, 8, 16)
]
"""What ThreadSanitizer's calls are to."""

LOST = [f"movi v{i}.16b,{i + 85}" for i in (*range(8), *range(16, 32))]
LOST += [f"mov x{i},{i}" for i in range(18)]
"""All that a function may change on AArch64: AAPCS64, section 6.1."""

MODES = """
#include "mote/aes.h"
#include <stdio.h>

static unsigned char text[480], out[480], iv[16], key[32];

static void show(void) {
    for (size_t i = 0; i < sizeof out; i++)
        printf("%02x", out[i]);
    puts("");
}

int main(void) {
    mote_aes_context cc;
    mote_aes_ctr_state state;

    for (size_t i = 0; i < sizeof text; i++)
        text[i] = (unsigned char)(7 * i);
    for (size_t i = 0; i < sizeof iv; i++)
        iv[i] = (unsigned char)(0xF0 + i);
    if (mote_aes_init(&cc, key, 256) != 0)
        return 1;
    mote_aes_ctr_start(&state, iv);
    mote_aes_ctr(&cc, &state, text, out, 477);
    show();
    mote_aes_ctr32(&cc, &state, text, out, 477);
    show();
    mote_aes_cbc_encrypt(&cc, iv, text, out, 30);
    show();
    mote_aes_cbc_decrypt(&cc, iv, text, out, 30);
    show();
    mote_aes_ecb_decrypt(&cc, text, out, 30);
    show();
    return 0;
}
"""


def modes_on_aarch64(folder: Path, source: Path, *options: str) -> str:
    """What AES' modes give under QEMU, by a source whose calls to a sanitizer lose all they may."""
    compiler, qemu = "aarch64-linux-gnu-gcc", "qemu-aarch64"
    if shutil.which(compiler) is None or shutil.which(qemu) is None:
        pytest.skip(f"no {compiler} or no {qemu}")
    stubs, program = folder / "stubs.s", folder / "modes"
    names = [f".global {each}\n{each}:" for each in STUBS]
    stubs.write_text("\n".join([".text", *names, *LOST, "ret", ""]))
    (folder / "modes.c").write_text(MODES)
    command = [compiler, "-march=armv8-a+crypto", "-O2", *INCLUDE_FLAGS]
    parts = [[str(source), *options], [str(folder / "modes.c")]]
    for i, each in enumerate(parts):
        subprocess.run([*command, "-c", *each, "-o", str(folder / f"{i}.o")], check=True)
    objects = [str(folder / f"{i}.o") for i in range(len(parts))]
    subprocess.run([compiler, "-static", *objects, str(stubs), "-o", str(program)], check=True)
    return subprocess.run([qemu, str(program)], check=True, stdout=subprocess.PIPE).stdout.decode()


def test_calls_between_statements_change_nothing(tmp_path: Path) -> None:
    source = ROOT / "src" / "aes" / "aes" / "aarch64_crypto.c"
    expected = modes_on_aarch64(tmp_path, source)
    assert modes_on_aarch64(tmp_path, source, "-fsanitize=thread") == expected


def test_a_vector_that_is_bound_too_long_is_seen(tmp_path: Path) -> None:
    """The texts of CBC decryption are kept in v24 to v27 from one statement to the next."""
    text = (ROOT / "src" / "aes" / "aarch64.h").read_text(encoding="utf-8")
    begin = text.index("INLINE void cbc_decrypt_vectors")
    old = ", x0, x1, x2, x3;"
    place = text.index(old, begin)
    bound = ", ".join(f'x{i} __asm__("v{24 + i}")' for i in range(4))
    new = f";\n    register uint8x16_t {bound};"
    text = text[:place] + new + text[place + len(old) :]
    header, source = tmp_path / "aarch64.h", tmp_path / "aes.c"
    header.write_text(text)
    file = (ROOT / "src" / "aes" / "aes" / "aarch64_crypto.c").read_text(encoding="utf-8")
    assert '"aes/aarch64.h"' in file
    source.write_text(file.replace('"aes/aarch64.h"', f'"{header}"'))
    expected = modes_on_aarch64(tmp_path, source)
    assert modes_on_aarch64(tmp_path, source, "-fsanitize=thread") != expected
