"""Kernels of somebody's own, by a reference in Python or C."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from bench_command import ROOT, mote
from mote.calling import kernels
from mote.choosing import prototypes, references
from mote.common.errors import MoteError

XTEA = ROOT / "tests" / "outside" / "xtea"
OWN = (XTEA / "xtea.c", "--kernel", "xtea", "--call", "xtea_encipher")
ROUNDS = ("--value", "rounds=32,1,0,64")

needs_gcc = pytest.mark.skipif(shutil.which("gcc") is None, reason="needs gcc for this computer")


def rows(*arguments: object, status: int | None = 0) -> list[dict]:
    found: list[dict] = json.loads(mote("measure", *arguments, "--json", status=status).stdout)
    return found


def test_a_function_of_words_and_a_number() -> None:
    """In both byte orders and all sizes of int, with the values in turn."""
    chosen = ("--reference", XTEA / "reference.py", *ROUNDS)
    for row in rows(*OWN, *chosen, "--cpu", "thumb-be,avr8,mcs51,rv32imc", status=None):
        names = ("vectors", "guard", "ABI", "constant time")
        assert {row["checks"][name]["status"] for name in names} == {"passed"}, row["cpu"]
        assert row["checks"]["vectors"]["detail"] == "66 of 66 outputs right"
        assert row["function"] == "xtea" and row["digest_bits"] == 64
        assert row["size_bytes"] > 80 and row["block_cycles"] > 700
        assert row["long_cycles_per_byte"] == pytest.approx(row["block_cycles"] / 8, abs=0.01)


BYTES = """#include <stdint.h>
#include <string.h>
static uint32_t load(const uint8_t *at) {
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}
void xtea_encipher(uint32_t block[2], const uint32_t key[4], unsigned rounds);
void mine(const uint8_t *key, const uint8_t *in, uint8_t *out) {
    uint32_t k[4], b[2];
    int i;
    for (i = 0; i < 4; i++)
        k[i] = load(key + 4 * i);
    b[0] = load(in), b[1] = load(in + 4);
    xtea_encipher(b, k, 32);
    for (i = 0; i < 8; i++)
        out[i] = (uint8_t)(b[i / 4] >> (24 - 8 * (i % 4)));
}
int of_no_interest(int x) {
    return x + 1;
}
"""


SUM = """#include <stddef.h>
#include <stdint.h>
uint16_t total(const uint8_t data[], size_t len, uint8_t start, uint32_t more) {
    uint16_t sum = (uint16_t)(start + more + (more >> 16));
    while (len-- > 0)
        sum = (uint16_t)(sum + *data++);
    return sum;
}
"""
SUM_REFERENCE = '''PROTOTYPE = """
uint16_t total(const uint8_t data[len], size_t len, uint8_t start, uint32_t more)"""


def total(data, len, start, more):
    assert type(data) is bytes and len == data.__len__()
    return start + more + (more >> 16) + sum(data)
'''


PYTHON = {
    "none.py": "PROTOTYPE = 'void f(uint8_t out[4])'\n",
    "bare.py": "def f(out):\n    return out\n",
    "syntax.py": "def f(out:\n",
    "short.py": "PROTOTYPE = 'void f(uint8_t out[4])'\ndef f(out):\n    return bytes(3)\n",
    "nothing.py": "PROTOTYPE = 'void f(uint8_t out[4])'\ndef f(out):\n    pass\n",
    "several.py": "PROTOTYPE = 'int f(uint8_t out[4])'\ndef f(out):\n    return out\n",
    "wide.py": "PROTOTYPE = 'void f(uint16_t out[1])'\ndef f(out):\n    return [65536]\n",
    "raises.py": "PROTOTYPE = 'void f(uint8_t out[4])'\ndef f(out):\n    return out[4]\n",
    "type.py": "PROTOTYPE = 'void f(uint8_t out[4], float x)'\ndef f(out, x):\n    return out\n",
    "words.py": "PROTOTYPE = 'void f(u32 out[4])'\ndef f(out):\n    return out\n",
    "length.py": "PROTOTYPE = 'void f(uint8_t *out)'\ndef f(out):\n    return out\n",
    "size.py": "PROTOTYPE = 'void f(uint8_t out[n], size_t n)'\ndef f(out, n):\n    return out\n",
    "len.py": "PROTOTYPE = 'void f(uint8_t out[4], size_t len)'\ndef f(out, len):\n    return 0\n",
    "const.py": "PROTOTYPE = 'void f(const uint8_t in[4])'\ndef f(in_):\n    return in_\n",
    "double.py": "PROTOTYPE = 'double f(uint8_t out[4])'\ndef f(out):\n    return out\n",
    "other.py": "PROTOTYPE = 'void g(uint8_t out[4])'\ndef f(out):\n    return out\n",
}
C = {
    "no.c": "void g(unsigned char out[4]) {\n    out[0] = 1;\n}\n",
    "open.c": "void f(unsigned char out[4]) {\n",
    "past.c": "void f(unsigned char out[4]) {\n    out[4] = 1;\n}\n",
}


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("gone.py", "--reference gone.py: no such file"),
        ("x.rs", "--reference x.rs: the name must end in .py or .c"),
        ("none.py", "none.py: no function f in it"),
        ("bare.py", 'bare.py: no PROTOTYPE in it, such as PROTOTYPE = "void f('),
        ("syntax.py", "syntax.py:1: SyntaxError: "),
        ("short.py", "short.py: f returned 3 bytes for out, which has 4"),
        ("nothing.py", "nothing.py: f returned nothing for out, not bytes"),
        ("several.py", "several.py: f returned bytes, not a tuple of the number, out"),
        ("wide.py", "wide.py: f returned 0x10000 in out, whose words have 16 bits"),
        ("raises.py", "raises.py:3: IndexError: index out of range"),
        ("type.py", "type.py: unknown type 'float' of the number x; known: uint8_t, "),
        ("words.py", "words.py: unknown type 'u32' of the words of out; known: uint8_t, "),
        ("length.py", "length.py: how long is 'uint8_t *out'? Write uint8_t out[N]"),
        ("size.py", "size.py: how many words has out[n]? Write a number, or the name of a param"),
        ("len.py", "len.py: len is a length: --value len=N,N says which it is tried with"),
        ("const.py", "const.py: f gives nothing: it returns void, and all is const"),
        ("double.py", "double.py: f returns 'double'; it may return void, uint8_t, "),
        ("other.py", "other.py: 'void g(uint8_t out[4])' is no prototype of f"),
        ("no.c", "no.c: no function f in it"),
        ("open.c", "--reference does not compile here: "),
        ("past.c", "past.c: f crashed: heap-buffer-overflow "),
    ],
)
def test_what_is_no_reference_is_said(
    name: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = {**PYTHON, **C}.get(name)
    if text is not None:
        Path(name).write_text(text)
    if name.endswith(".c") and shutil.which("gcc") is None:
        pytest.skip("needs gcc for this computer")
    with pytest.raises(MoteError) as error:
        references.kernel("f", Path(name), {})
    assert words in str(error.value) and "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (("--kernel", "xtea"), "unknown kernel 'xtea'; known: keccak_f1600, sha256_compress, "),
        (
            ("--kernel", "sha256_compress", "--reference", "r.py"),
            "--kernel sha256_compress is known",
        ),
        (("--kernel", "a-b", "--reference", "r.py"), "--kernel 'a-b' is not a C identifier"),
        (("--function", "sha256", "--reference", "r.py"), "--reference goes with --kernel NAME"),
        (("--kernel", "keccak_f1600", "--value", "n=3"), "--value goes with --kernel NAME"),
        (("--kernel", "f", "--reference", "r.py", "--value", "n=3"), "--value n: it is no param"),
        (("--kernel", "f", "--reference", "r.py", "--public", "n"), "--public n: it is no param"),
        (("--kernel", "f", "--reference", "r.py", "--value", "n"), "'n' is not NAME=N or NAME=N,N"),
        (("--kernel", "f", "--reference", "r.py", "--value", "x=-1"), "--value x=-1: it is at lea"),
        (("--kernel", "f", "--reference", "r.py", "--call", "g(y)"), "--call: 'y' is not an argum"),
    ],
)
def test_options_that_do_not_fit_are_said(
    more: tuple[str, ...], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.c").write_text("int a;\n")
    Path("r.py").write_text(
        "PROTOTYPE = 'void f(uint8_t out[4], uint8_t x)'\ndef f(out, x):\n    return out\n"
    )
    result = mote("measure", "a.c", "--cpu", "thumb", *more, status=None)
    assert result.returncode != 0 and words in result.stderr and result.stdout == ""


def test_a_prototype_is_read_as_c_has_it() -> None:
    text = """
    #define N 4 /* words */
    void other(void);
    static uint32_t f(int32_t a[static N], // in place
                      const uint8_t b[2][N], unsigned int n)
    {
    """
    plain = prototypes.without_comments(text)
    assert plain.count("\n") == text.count("\n")
    found = prototypes.definition("f", plain)
    assert found == "uint32_t f(int32_t a[static N], const uint8_t b[2][N], unsigned int n)"
    assert prototypes.definition("other", plain) is None
    read = prototypes.parse("f", found, Path("f.c"), {"N": "4"}, {"n": [3, 5]})
    assert read.returned == 4
    assert read.parameters == (
        kernels.Buffer("a", 4, 4, True, True),
        kernels.Buffer("b", 1, 8, False),
        kernels.Number("n", "unsigned", (3, 5)),
    )


def test_each_combination_of_values_is_tried() -> None:
    path = XTEA / "reference.py"
    kernel = references.kernel("xtea", path, {"rounds": range(100)})
    tried = {contents[2] for contents in kernels.inputs(kernel)}
    assert tried == set(range(100)) and len(kernel.right) == 100
    # Random numbers where none are given: as many bits as every CPU's unsigned has.
    text = "void f(uint8_t out[1], uint8_t a, unsigned b, uint32_t c)"
    read = prototypes.parse("f", text, path, {}, {})
    other = kernels.OwnKernel("f", "", text, "", 1, read.parameters, list)
    most = [max(each) for each in zip(*(c[1:] for c in kernels.inputs(other)), strict=True)]
    assert most == [0xFF, 0xFFFF, 0xFFFFFFFF]
