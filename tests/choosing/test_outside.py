"""Files from outside in `mote prove` and `mote mutate`: described as for `mote measure`."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from bench_command import ROOT, mote
from mote import cli
from mote.mutation import engine
from mote.mutation.operators import Mutant

OUTSIDE = ROOT / "tests" / "outside"
TINY = OUTSIDE / "tiny"
BUILD = ("-I", TINY / "config", "-DTINY_ROUNDS=64")
NAMES = (
    *("--init", "tiny_sha256_starts(cc)", "--update", "tiny_sha256_update"),
    *("--close", "tiny_sha256_finish(cc, dst)"),
)
HEADER = ("--header", TINY / "tiny_sha256.h", "--context", "tiny_sha256_ctx")
LIBRARY = ("sha256", *BUILD, *HEADER, *NAMES)
CONTRACT = ("--contract", TINY / "contract.toml")
COMPRESS = ("--kernel", "sha256_compress", "--call", "compress_block", *BUILD)
M0 = ("--cpu", "cortex-m0")


def verdicts(*arguments: object, status: int = 0) -> dict[str, tuple[str, str]]:
    """By obligation: the verdict and its reason."""
    rows = json.loads(mote("prove", *arguments, "--fresh", "--json", status=status).stdout)
    return {row["obligation"]: (row["verdict"], row["reason"]) for row in rows}


def broken(folder: Path, old: str = "rotate(x, 7)", new: str = "rotate(x, 8)") -> list[Path]:
    """A copy of the library with one place changed."""
    for path in TINY.glob("*.[ch]"):
        text = path.read_text()
        (folder / path.name).write_text(text.replace(old, new))
    return [folder / "tiny_sha256.c", folder / "tiny_block.c"]


@pytest.mark.long
@pytest.mark.turns("proofs", 16, "python/mote/proving")
def test_c_with_names_and_a_context_of_its_own(tmp_path: Path) -> None:
    files = ("--file", TINY / "tiny_sha256.c", TINY / "tiny_block.c")
    result = mote("prove", *LIBRARY, *files, *M0, *CONTRACT, status=0)
    assert result.stdout.count(" proved ") == 2
    assert re.match(r"mote: prove (0/1: at work|1/1): sha256 tiny_sha256 cortex-m0", result.stderr)
    wrong = verdicts(*LIBRARY, "--file", *broken(tmp_path), *M0, *CONTRACT, status=1)
    assert wrong["init"][0] == "proved" and wrong["step"][0] == "refuted"
    assert "and the specification says" in wrong["step"][1]
    wrong = verdicts(
        *(*LIBRARY, "--file", *broken(tmp_path, "0x6a09e667", "0x6a09e666"), *M0, *CONTRACT),
        *("--obligation", "init"),
        status=1,
    )
    assert wrong["init"][0] == "refuted"


@pytest.mark.long
@pytest.mark.turns("proofs", 16, "python/mote/proving")
def test_a_kernel_alone_in_both_byte_orders(tmp_path: Path) -> None:
    asked = (*COMPRESS, "--cpu", "cortex-m0,powerpc", "--fresh")
    result = mote("prove", "--file", TINY / "tiny_block.c", *asked, status=0)
    assert result.stdout.count(" proved ") == 2
    broken(tmp_path)
    assert verdicts("--file", tmp_path / "tiny_block.c", *COMPRESS, *M0, status=1)["step"][0] == (
        "refuted"
    )


def own_assembly(folder: Path) -> Path:
    """SHA-256 in Thumb, with its contract and its code in a file that it includes."""
    source = folder / "mine.S"
    text = (ROOT / "src/sha2/sha256/thumb.S").read_text()
    source.write_text(text.replace("sha2/sha256_thumb.inc", "rest.inc"))
    shutil.copy(ROOT / "src/sha2/sha256_thumb.inc", folder / "rest.inc")
    return source


def test_a_contract_in_a_file_that_is_included(tmp_path: Path) -> None:
    asked = ("sha256", "--file", own_assembly(tmp_path), *M0, "--obligation", "init")
    assert verdicts(*asked)["init"][0] == "proved"
    # Measuring holds it to that contract, too.
    rest = tmp_path / "rest.inc"
    rest.write_text(rest.read_text().replace("@ [contract]", "@"))
    assert "lacks" in verdicts(*asked, status=1)["none"][1]


def test_another_kind_of_function_under_a_prefix(tmp_path: Path) -> None:
    source = tmp_path / "own.c"
    source.write_text(
        "#include <stddef.h>\n#include <stdint.h>\n"
        "uint32_t own_crc(uint32_t crc, const void *data, size_t len) {\n"
        "    const uint8_t *next = data;\n    int i;\n    crc = ~crc;\n"
        "    while (len-- > 0) {\n        crc ^= *next++;\n"
        "        for (i = 0; i < 8; i++)\n"
        "            crc = crc >> 1 ^ (0xEDB88320 & -(crc & 1));\n    }\n    return ~crc;\n}\n"
    )
    asked = ("crc32", "--file", source, "--prefix", "own_crc", *M0)
    assert verdicts(*asked)["step"][0] == "proved"
    source.write_text(source.read_text().replace("crc >> 1 ^", "crc >> 1 |"))
    assert verdicts(*asked, status=1)["step"][0] == "refuted"


TINY_FILE = ("--file", "tiny_sha256.c", "tiny_block.c")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((*LIBRARY, *TINY_FILE, *M0), "where does the context hold state, counter, fill? A contra"),
        (
            (*LIBRARY, *TINY_FILE, *M0, "--contract", "half.toml"),
            "where does the context hold fill? A contract says it: --contract FILE",
        ),
        ((*LIBRARY, *TINY_FILE, *M0, "--contract", "no.toml"), "--contract no.toml: no such file"),
        ((*LIBRARY, *TINY_FILE, *M0, "--contract", "bad.toml"), "bad.toml: the contract is not va"),
        (
            (*LIBRARY, *TINY_FILE, *M0, "--contract", "tiny_block.c"),
            "--contract tiny_block.c: no contract in it: neither a comment",
        ),
        (
            (*LIBRARY, *TINY_FILE, *M0, "--contract", "member.toml"),
            "tiny_sha256_ctx of tiny_sha256.h has not all of state, sum on cortex-m0",
        ),
        (
            (*LIBRARY, *TINY_FILE, *M0, "--contract", "open.toml", "--obligation", "close"),
            "close needs `block` in the contract",
        ),
        ((*LIBRARY, *TINY_FILE), "files of your own need --cpu CPU"),
        (("--file", "tiny_block.c", *M0), "name what the files compute: --function FUNCTION"),
        (
            ("sha256", *COMPRESS, "--file", "tiny_block.c", *M0),
            "--kernel sha256_compress stands alone",
        ),
        (("sha256", "--prefix", "mine", *M0), "--prefix goes with --file FILE: it describes files"),
        (("sha256", "-I", "config", *M0), "-I goes with --file FILE"),
        (("sha256", *M0, "--contract", "half.toml"), "--contract goes with --file FILE"),
        (
            ("--file", "tiny_block.c", "sha256", *M0),
            "sha256 is a function, not a file: name it before",
        ),
        (
            ("sha256", "--function", "sha1", "--file", "tiny_block.c", *M0),
            "--function sha1, or sha256? The",
        ),
        (("sha265", "--file", "tiny_block.c", *M0), "unknown function 'sha265'; did you mean"),
    ],
)
def test_what_cannot_be_proved_is_said(
    arguments: tuple[object, ...], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    broken(tmp_path)
    for name, text in (
        ("half", 'state.H = {member = "state"}\ncounter = {}\n'),
        ("open", 'state.H = {member = "state"}\ncounter = {}\nfill = {}\n'),
        ("member", 'state.H = {member = "state"}\ncounter = {member = "sum"}\nfill = {}\n'),
        ("bad", "state.H = {\n"),
    ):
        Path(f"{name}.toml").write_text(text)
    result = mote("prove", *arguments, status=1)
    said = [line for line in result.stderr.splitlines() if not line.startswith("mote: prove ")]
    assert words in " ".join((result.stdout + " ".join(said)).split())
    # Either one line, or the row of a table that says why there is no proof.
    assert len(said) == 1 or (not said and "not proved" in result.stdout)


def picked(monkeypatch: pytest.MonkeyPatch, *texts: str) -> None:
    """Of the mutants those alone that change these lines, the first of each."""

    def chosen(made: list[Mutant], *_: int) -> list[Mutant]:
        return [next(each for each in made if text in each.text) for text in texts]

    monkeypatch.setattr(engine, "every", chosen)


def test_mutants_of_c_and_of_what_it_includes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Caught in the source and in a private header; what is never executed survives."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr("mote.calling.kernels.INPUTS", 2)
    broken(tmp_path, "no such text")
    source, own = tmp_path / "tiny_block.c", tmp_path / "own.h"
    text = source.read_text()
    dead = "    if ((uintptr_t)state == 5)\n        state[1] = 3;\n"
    text = text.replace("    for (t = 0; t < 8; t++)\n        state", f"{dead}\\g", 1)
    text = text.replace("\\g", "    for (t = 0; t < 8; t++)\n        state")
    start = text.index("static uint32_t rotate")
    end = text.index("void compress_block")
    own.write_text(text[start:end])
    source.write_text(f'{text[:start]}#include "own.h"\n{text[end:]}')
    picked(monkeypatch, "v[4] += one;", "return x >> n", "state[1] = 3")
    asked = ["mutate", "--file", str(source), *map(str, COMPRESS), *M0]
    assert cli.main(asked) == 1
    out, err = capsys.readouterr()
    lines = out.splitlines()
    assert max(map(len, lines[:11])) <= 80 and lines[-1].startswith("survived on cortex-m0: ")
    assert f"{source}:" in lines[-1] and "state[1] = 3" in lines[-1]
    assert "mote: mutate sha256_compress tiny_block 3/3: " in err
    assert "1 mutants survived: no check sees them\n" in err
    assert cli.main([*asked, "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert [each["outcome"] for each in found] == ["vectors", "vectors", "survived"]
    assert [Path(each["file"]).name for each in found] == ["tiny_block.c", "own.h", "tiny_block.c"]


@pytest.mark.turns("files from outside", 16, "python/mote/choosing", "python/mote/measuring")
def test_mutants_of_a_library_and_of_assembly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Several sources with names of their own, whose helpers are no fault; what .S includes."""
    picked(monkeypatch, "ctx->total++;")
    files = ("--file", TINY / "tiny_sha256.c", TINY / "tiny_block.c")
    assert cli.main(["mutate", *map(str, (*LIBRARY, *files, "--cpu", "avr8", "--json"))]) == 0
    [found] = json.loads(capsys.readouterr().out)
    assert found["outcome"] in ("vectors", "not finished")
    picked(monkeypatch, "rev")
    assert cli.main(["mutate", "sha256", "--file", str(own_assembly(tmp_path)), *M0, "--json"]) == 0
    [found] = json.loads(capsys.readouterr().out)
    assert Path(found["file"]) == tmp_path / "rest.inc" and found["outcome"] == "vectors"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "name a function; or --file FILE, for files of your own"),
        (("sha256", "--prefix", "mine"), "--prefix goes with --file FILE"),
        (("sha256", "--file", "a.c", *M0, "--write", "--every", "2"), "--write takes every CPU"),
        (("sha256", "--file", "a.c", "--prove", *M0), "--prove does not go with --file"),
        (("sha256", "--file", "a.c"), "files of your own need --cpu CPU"),
        (("sha256", "--file", "none.c", *M0), "none.c: no such file"),
        (("sha256", "--file", "a.c", "--implementation", "x", *M0), "--implementation does not go"),
        (("sha256", "--file", "a.c", "--prefix", "a", *M0), "give --header FILE, which declares"),
        (("sha256", "--file", "a.c", *M0), "a.c: there is nothing in it that could be changed"),
    ],
)
def test_what_cannot_be_mutated_is_said(
    arguments: tuple[object, ...], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.c").write_text("/* nothing */\n")
    result = mote("mutate", *arguments, status=1)
    [line] = result.stderr.splitlines()
    assert words in line and result.stdout == ""
