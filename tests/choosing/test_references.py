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


def test_words_in_an_order_of_their_own_need_no_adapter(tmp_path: Path) -> None:
    """Keccak-f[1600] whose lanes come and go with their bits interleaved."""
    reference = ROOT / "tests/outside/keccak_interleaved.py"
    source = tmp_path / "thumb.S"
    text = (ROOT / "src/keccak/f1600/thumb_fast.S").read_text()
    chosen = ("--kernel", "keccak_interleaved", "--call", "mote_keccak_f1600")
    chosen += ("--reference", reference, "--cpu", "cortex-m0", "--library")
    for old, new, status in (("", "", "passed"), ("0x0000000B", "0x0000000A", "failed")):
        source.write_text(text.replace(old, new, 1))
        row = rows(source, *chosen, status=None)[0]
        assert row["checks"]["vectors"]["status"] == status
        assert row["block_cycles"] > 15000


@needs_gcc
def test_bytes_a_reference_in_c_and_a_file_with_more_functions(tmp_path: Path) -> None:
    source = tmp_path / "mine.c"
    text = (XTEA / "bytes.c").read_text()
    source.write_text(text)
    chosen = (source, "-I", XTEA, "--cpu", "thumb", "--kernel", "xtea_bytes")
    chosen = (*chosen, "--reference", XTEA / "reference.c")
    row = rows(*chosen, status=1)[0]
    assert row["checks"]["vectors"]["detail"] == "66 of 66 outputs right"
    assert row["failed_checks"] == "object rules"
    said = row["checks"]["object rules"]["detail"]
    assert "exports of_no_interest, which does not begin with xtea_bytes_" in said
    assert "--library" in said
    alone = rows(*chosen, "--library")[0]
    assert alone["failed_checks"] == "" and alone["block_cycles"] == row["block_cycles"]
    assert alone["size_bytes"] < row["size_bytes"]
    # What each check is for is found: a wrong word, a byte too far, a branch on the key.
    for old, new, check, words in (
        ("load(in + 4)", "load(in + 3)", "vectors", "word 0 of out is"),
        ("load(in + 4)", "load(in + 5)", "guard", "past the end of in"),
        (
            "= load(key",
            "= key[5] == 7 ? 0 : load(key",
            "constant time",
            "xtea_bytes depends on the",
        ),
    ):
        source.write_text(text.replace(old, new))
        assert source.read_text().count(new) == 1
        found = rows(*chosen, "--library", status=1)[0]["checks"][check]
        assert found["status"] == "failed" and words in found["detail"], found
    public = rows(*chosen, "--library", "--public", "key", status=None)[0]["checks"]
    assert public["constant time"]["status"] == "passed"


@pytest.mark.turns("files from outside", 16, "python/mote/choosing", "python/mote/measuring")
def test_a_cipher_that_has_one_size_of_keys() -> None:
    chosen = (ROOT / "tests/outside/aes128.c", "--cpu", "thumb", "--function", "aes128_ctr_only")
    chosen += ("--prefix", "small", "--header", ROOT / "include/mote/aes_ctr.h", "--library")
    chosen += ("--context", "mote_aes_ctr_context", "-I", ROOT)
    alone = rows(*chosen, "--key-bits", "128")[0]
    assert alone["failed_checks"] == "" and alone["vectors_passed"] > 30
    without = mote("measure", *chosen, status=1)
    assert "a key of 256 bits is answered with -1, should be 0; --key-bits N" in without.stdout
    careless = mote("measure", *chosen, "--key-bits", "128", "-DCARELESS", status=1)
    assert "given a key of 0 bits, which it has to refuse: read of " in careless.stdout
    for sizes, words in (
        ("192", "--key-bits 192: aes128_ctr_only has 128, 256"),
        ("256", "--key-bits: aes128_ctr_only is measured with 128"),
        ("x", "'x' is not N or N,N"),
    ):
        result = mote("measure", *chosen, "--key-bits", sizes, status=None)
        assert result.returncode and words in result.stderr
    result = mote("measure", *chosen[:4], "aes", "--prefix", "small", status=1)
    assert "unknown function 'aes'; did you mean 'aes128_cbc' or 'aes128_ccm' or " in result.stderr


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


@pytest.mark.parametrize("cpu", ("thumb", "avr8", "mcs51", "rv64gc", "i386"))
@pytest.mark.sampled(4)
def test_what_is_returned_and_a_buffer_of_a_length_that_is_given(cpu: str, tmp_path: Path) -> None:
    source, reference = tmp_path / "total.c", tmp_path / "total.py"
    source.write_text(SUM)
    reference.write_text(SUM_REFERENCE)
    asked = (source, "--kernel", "total", "--reference", reference, "--cpu", cpu)
    values = ("--value", "len=20,0,1,7,64")
    row = rows(*asked, *values, status=None)[0]
    assert row["checks"]["vectors"]["status"] == "passed", row["checks"]
    assert row["checks"]["guard"]["status"] == row["checks"]["constant time"]["status"] == "passed"
    source.write_text(SUM.replace("len-- > 0", "len-- > 1"))
    wrong = rows(*asked, *values, status=1)[0]["checks"]["vectors"]["detail"]
    # Of no bytes and of zeros the sum is right all the same.
    assert "; input 2 (len = 1, start = 84, more = 883881411): the number returned is" in wrong


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
    "len.py": "PROTOTYPE = 'void f(uint8_t out[4], size_t len)'\ndef f(out, n):\n    return out\n",
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
