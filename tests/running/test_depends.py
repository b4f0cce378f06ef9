"""The keys of what is stored and kept: each input moves those that rest on it, and no others."""

from __future__ import annotations

import ast
import csv
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench_command import ROOT
from mote.catalog import catalog
from mote.comparing import stored
from mote.keeping import store
from mote.measuring import bench, extended, parts, together
from mote.mutation import results as mutation
from mote.proving import differential, proofs
from mote.proving import results as proved
from mote.running import depends

# What is reached by imports.


def _types_only(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.If)
        and isinstance(node.test, ast.Name)
        and node.test.id == "TYPE_CHECKING"
    )


def _nodes(node: ast.AST) -> Iterator[ast.AST]:
    for child in ast.iter_child_nodes(node):
        if not _types_only(child):
            yield child
            yield from _nodes(child)


def _by_the_parser(module: str, path: Path) -> set[str]:
    """The modules of mote that a file imports by Python's own parser."""
    found = set()
    for node in _nodes(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {each.name for each in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports name modules in full"
            found |= {str(node.module), *(f"{node.module}.{each.name}" for each in node.names)}
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith("__import__"):
            raise AssertionError(f"{path}: modules are imported by import_module")
    return {name for name in found if name.startswith("mote") and depends.file_of(name)}


def _modules() -> dict[str, Path]:
    found = {}
    for path in sorted((ROOT / "python" / "mote").rglob("*.py")):
        names = path.relative_to(ROOT / "python").with_suffix("").parts
        found[".".join(names[:-1] if names[-1] == "__init__" else names)] = path
    return found


def test_imports_are_those_that_the_parser_finds() -> None:
    """Of every module, or more; what is loaded by name stands for its whole folder."""
    for module, path in _modules().items():
        known = {name for name in depends.imports(module) if depends.file_of(name)}
        assert _by_the_parser(module, path) <= known, path
    assert "mote.kinds.mode" in depends.imports("mote.catalog.kinds")
    assert "mote.machines.ucsim" in depends.imports("mote.machines")
    assert "mote.proving.architectures.avr" in depends.imports("mote.proving.architectures")


def test_what_measures_is_reached_and_what_shows_is_not() -> None:
    """Which is the reason why a change of a page measures nothing anew."""
    top = ROOT / "python" / "mote"
    measuring = {path.relative_to(top).as_posix() for path in depends.closure(depends.BENCH)}
    for name in (
        *("calling/figures.py", "kinds/mode.py", "machines/qemu.py", "native/power_driver.S"),
    ):
        assert name in measuring, name
    shown = ("showing/page/data.py", "showing/report.py", "cli.py", "commands/bench.py")
    for name in (*shown, "proving/engine.py"):
        assert name not in measuring, name
    proving = {
        path.relative_to(top).as_posix()
        for path in depends.closure(depends.PROVER, without=depends.IN_THE_KEY)
    }
    beside = ("results", "differential", "references/", "agreement", "forms", "remote")
    for path in (top / "proving").rglob("*.py"):
        name = path.relative_to(top).as_posix()
        beside = (
            "results.py",
            "differential.py",
            "references/",
            "agreement.py",
            "forms.py",
            "remote.py",
        )
        assert name in proving or name.startswith(tuple(f"proving/{each}" for each in beside)), name
    assert {"checking/promises.py", "pic24/isa.py"} <= proving
    for module in (*depends.IN_THE_KEY, *depends.CHOOSING):
        assert depends.file_of(module), module


# Every input once.

PAIRS = (
    ("sha256", "portable", "cortex-m0"),
    ("blake2s", "thumb", "thumb"),
    ("sha3", "thumb", "cortex-m0"),
    ("blake256", "pic24_ise", "pic24"),
)
SHA256, BLAKE2S, SHA3, BLAKE = ({each[0]} for each in PAIRS)
EVERY = {each[0] for each in PAIRS}

MEASURED = {"figures", "parts", "compare", "trial"}
BUILT = {"figures", "parts"}
CODE = {*BUILT, "proof", "mutation"}
FACTS = {*CODE, "kept proof", "compare"}
CPU = {*MEASURED, "proof", "kept proof", "lifting"}
PROVER = {"prover", "kept proof"}

Moved = tuple[set[str], set[str]]
"""Functions, and the tables whose keys of them move."""

CHANGES: tuple[tuple[str, str, str, tuple[Moved, ...]], ...] = (
    # Of a source: code, a comment, a header, an include, a contract.
    ("src/sha2/sha256/portable.c", "", "int x;\n", ((SHA256, CODE),)),
    ("src/sha2/sha256/portable.c", "", "/* x */\n", ((SHA256, BUILT),)),
    ("include/mote/sha256.h", "mote_u32", "mote_u64", ((SHA256, {*BUILT, "proof"}),)),
    ("src/common/small.h", "\n#endif", "\nint x;\n#endif", ((SHA256 | SHA3, CODE),)),
    ("src/blake/blake2s/thumb.S", "stack = ", "stack = 1", ((BLAKE2S, {*BUILT, "proof"}),)),
    # Facts.
    ("src/sha2/sha256/function.toml", "main_digest = 256", "main_digest = 224", ((SHA256, FACTS),)),
    ("src/keccak/f1600/kernel.toml", 'f1600"', 'f1601"', ((SHA3, FACTS - {"compare"}),)),
    ("cpus/cortex-m0.toml", '"-Os"', '"-O2"', ((SHA256 | SHA3, CPU),)),
    ("cpus/cortex-m0.toml", "title = ", 'title = "x" #', ((SHA256 | SHA3, MEASURED),)),
    (
        *("cpus/support/thumb.S", "", "@ x\n"),
        ((SHA256 | BLAKE2S | SHA3, {*MEASURED, "proof"}),),
    ),
    ("cores/pic24/instructions.py", "", "x = 1\n", ((BLAKE, CPU), (EVERY, {"area"}))),
    (
        *("cores/pic24/extensions/blake_rrot.py", "[amount:]", "[amount - 1:]"),
        ((BLAKE, CPU), (EVERY, {"area"})),
    ),
    ("vectors/sha256.csv", "", "# x\n", ((SHA256, MEASURED),)),
    (
        *("python/mote/timing/models/cortex_m0.toml", "", "# x\n"),
        ((SHA256 | BLAKE2S | SHA3, MEASURED),),
    ),
    ("libraries/bearssl/library.toml", "", "# x\n", ((EVERY, {"compare"}),)),
    # Code.
    (
        # Which forms are tried is told by what can be proved: by the specifications that there are.
        *("python/mote/specifications/luffa.py", "", "x = 1\n"),
        ((SHA3, {"proof"}), (EVERY, {*PROVER, "lifter"})),
    ),
    ("python/mote/proving/close.py", "", "x = 1\n", ((EVERY, PROVER),)),
    ("python/mote/catalog/contract.py", "", "x = 1\n", ((EVERY, PROVER | MEASURED),)),
    (
        *("python/mote/pic24/isa.py", "", "x = 1\n"),
        ((EVERY, {*PROVER, *MEASURED, "lifter", "area"}),),
    ),
    (
        *("python/mote/proving/architectures/arm.py", "", "x = 1\n"),
        ((EVERY, {*PROVER, "lifter"}),),
    ),
    ("python/mote/native/unicorn_engine.c", "", "/* */\n", ((EVERY, MEASURED),)),
    ("python/mote/native/power_driver.S", "", "/* */\n", ((EVERY, MEASURED),)),
    ("python/mote/calling/figures.py", "", "x = 1\n", ((EVERY, MEASURED),)),
    ("python/mote/mutation/operators.py", "", "x = 1\n", ((EVERY, {"trial"}),)),
    ("python/mote/ise/energy.py", "", "x = 1\n", ((EVERY, {"area"}),)),
    (
        *("requirements.txt", "pypcode==", "pypcode==0"),
        ((EVERY, {*PROVER, *MEASURED, "lifter", "area"}),),
    ),
    # No key rests on these.
    ("README.md", "", "x\n", ()),
    ("requirements.txt", "tqdm==", "tqdm==0", ()),
    ("python/mote/showing/page/data.py", "", "x = 1\n", ()),
    ("python/mote/commands/prove.py", "", "x = 1\n", ()),
    ("python/mote/calling/figures.py", "", "# x\n", ()),
    ("python/mote/proving/close.py", "", '"""x"""\n', ()),
    ("src/sha2/sha512/portable.c", "", "int x;\n", ()),
    ("src/sha2/sha512/function.toml", "main_digest = 512", "main_digest = 384", ()),
    ("vectors/sha512.csv", "", "# x\n", ()),
    ("cpus/mips32.toml", '"-Os"', '"-O2"', ()),
    ("cores/pic24/README.md", "", "x\n", ()),
)
"""A file, what stands there, what comes in its place (at the end for nothing), and what moves."""

KEYS = """
import json, sys
from pathlib import Path
from mote.catalog import catalog
from mote.running import depends
from mote.catalog.contract import Contract
from mote.mutation import results as mutation
from mote.proving import differential, kept, results
from mote.building.image import Image

class Program:
    parts = []
    image = Image(Path("x"), {}, ())
    def __init__(self, cpu):
        self.cpu = cpu
    def label(self, name):
        return 0

def forget(file):
    # For the sake of time not what no change of this file concerns.
    kept = set()
    if not file.startswith("python/"):
        kept |= {depends.imports, depends.closure}
    if not file.startswith(("src/", "cpus/")):
        kept |= {catalog.functions, catalog.implementations, catalog.cpus}
    if not file.startswith(("src/", "include/")):
        kept |= {depends.packed, results._code}
    steady = ["mote.keeping.store", "mote.proving.architectures"]
    if not file.startswith(("src/", "include/")):
        steady.append("mote.building.package")
    for name, module in list(sys.modules.items()):
        if not name.startswith("mote") or name.startswith(tuple(steady)):
            continue
        for value in list(vars(module).values()):
            if hasattr(value, "cache_clear") and value not in kept:
                value.cache_clear()

def keys(pairs):
    for function, name, cpu_name in pairs:
        found = catalog.implementations(catalog.functions()[function])
        one = next(each for each in found if each.name == name)
        cpu = catalog.cpus()[cpu_name]
        yield function, "figures", depends.row(one, cpu)
        yield function, "parts", depends.parts(one, cpu)
        yield function, "compare", depends.comparison(one.function, cpu, "bearssl")
        yield function, "proof", results.key_of(one, cpu, "step")
        # Image and contract follow from the sources, and are not made here.
        contract = Contract("x", "", (), {}, {}, (), 0, True, (), "")
        yield function, "kept proof", kept.key(one, Program(cpu), contract, 0, ("step",))
        yield function, "prover", depends.prover()
        yield function, "mutation", mutation.key_of(one)
        yield function, "trial", depends.trial(one, [cpu])
        yield function, "lifting", differential.key_of(cpu)
        yield function, "lifter", depends.lifter()
        yield function, "area", depends.hardware(["blake_rrot"], "")

root, pairs, changes = json.load(sys.stdin)
made = [list(keys(pairs))]
for file, old, new in changes:
    path = Path(root, file)
    text = path.read_text(encoding="utf-8")
    assert old in text, (file, old)
    path.write_text(text.replace(old, new, 1) if old else text + new, encoding="utf-8")
    forget(file)
    made.append(list(keys(pairs)))
    path.write_text(text, encoding="utf-8")
    forget(file)
forget("")
made.append(list(keys(pairs)))
json.dump(made, sys.stdout)
"""

Keys = dict[tuple[str, str], str]


@pytest.fixture(scope="module")
def keys(tmp_path_factory: pytest.TempPathFactory) -> list[Keys]:
    """The keys of a copy of this checkout: as it is, with each change, and as it is again."""
    root = tmp_path_factory.mktemp("checkout")
    for name in ("src", "include", "cpus", "vectors", "python", "cores", "libraries", "results"):
        shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("requirements.txt", "README.md"):
        shutil.copy(ROOT / name, root)
    environment = {**os.environ, "PYTHONPATH": str(root / "python"), "PYTHONDONTWRITEBYTECODE": "1"}
    given = json.dumps([str(root), PAIRS, [change[:3] for change in CHANGES]])
    result = subprocess.run(
        [sys.executable, "-c", KEYS],
        input=given,
        capture_output=True,
        text=True,
        env=environment,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    made = json.loads(result.stdout)
    return [{(function, table): key for function, table, key in each} for each in made]


@pytest.mark.turns("keys", 16, "python/mote/running", "python/mote/catalog")
def test_what_was_changed_back_has_its_keys_again(keys: list[Keys]) -> None:
    assert keys[0] == keys[-1]
    own = [table for table in dict.fromkeys(table for _, table in keys[0]) if table in CODE]
    assert all(len({keys[0][name, table] for name in EVERY}) == len(EVERY) for table in own)


@pytest.mark.parametrize("number", range(len(CHANGES)), ids=[each[0] for each in CHANGES])
@pytest.mark.turns("keys", 16, "python/mote/running", "python/mote/catalog")
@pytest.mark.sampled(1)  # all of them together, as they share what takes the time
def test_each_input_moves_the_keys_that_rest_on_it_and_no_others(
    number: int, keys: list[Keys]
) -> None:
    after = keys[number + 1]
    moved = {of for of, key in keys[0].items() if after[of] != key}
    wanted = {
        (function, table)
        for functions, tables in CHANGES[number][3]
        for function in functions
        for table in tables
    }
    assert moved == wanted


def test_a_hash_of_code_is_kept_for_all_files_as_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(depends, "KNOWN", tmp_path)
    depends.forget()
    found = depends.code(depends.BENCH)
    (kept,) = tmp_path.iterdir()
    assert kept.read_text() == found
    depends.forget()
    kept.write_text("0" * 64)
    assert depends.code(depends.BENCH) == "0" * 64
    depends.forget()
    kept.write_text("0" * 63)
    assert depends.code(depends.BENCH) == found, "what is no hash is not taken"
    kept.write_text("0" * 64)
    for name, value in (("_everything", "other files"), ("pins", (("a", "1"),))):
        depends.forget()
        with monkeypatch.context() as other:
            other.setattr(depends, name, lambda value=value: value)
            assert depends.code(depends.BENCH) != "0" * 64
    assert depends.code(depends.PARTS) != "0" * 64
    depends.forget()


# What is stored.


def test_no_row_of_figures_is_stale() -> None:
    functions = catalog.functions().values()
    found = [each for function in functions for each in catalog.implementations(function)]
    stale = store.stale(bench.jobs_for(found, list(catalog.cpus().values())))
    names = [
        f"{j.implementation.function.name} {j.implementation.name} {j.cpu.name}" for j in stale
    ]
    assert not stale, f"{len(stale)} rows: {names[0]} …: run ./mote bench --stale"


def test_no_other_table_is_stale() -> None:
    assert parts.stale() == []
    assert together.stale() == []
    assert extended.stale() == []
    lines = stored.stale()
    assert not lines, f"{len(lines)} lines: {lines[0]}: run ./mote compare --stale"
    assert differential.stale() == []


def test_a_stale_row_is_named_with_its_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of each table one row with another key."""

    def damaged(path: Path, number: int = 0) -> Path:
        with path.open(newline="", encoding="utf-8") as stream:
            rows = list(csv.DictReader(stream))
        row = {**rows[number], "key": "0123456789abcdef"}
        target = tmp_path / path.name
        with target.open("w", newline="", encoding="utf-8") as stream:
            writer = csv.DictWriter(stream, list(row), restval="")
            writer.writeheader()
            writer.writerow(row)
        return target

    (line,) = mutation.stale(damaged(mutation.RESULTS))
    assert "run ./mote mutate aes128_cbc --implementation portable --write" in line
    (line,) = proved.stale(damaged(proofs.RESULTS))
    assert "run ./mote prove aes128_cbc --implementation avr8_fast --cpu avr8 --write" in line
    (line,) = parts.stale(damaged(parts.PARTS))
    assert line.startswith("shabal avr8 avr8 initial_value_cycles")
    assert line.endswith("run ./mote report --write")
    (line,) = extended.stale(damaged(extended.EXTENDED))
    assert line.startswith("blake32 mcs51 on mcs51-ext is of another content: run ./mote report")
    (line,) = together.stale(damaged(together.TOGETHER))
    assert line.startswith("skein256 avr8 avr8 size_bytes")
    assert line.endswith("run ./mote report --write")
    (row,) = stored.stale(damaged(stored.RESULTS))
    assert (row["function"], row["cpu"]) == ("aes128_ccm", "cortex-m0")
    monkeypatch.setattr(differential, "STORED", damaged(differential.STORED))
    with differential.STORED.open(newline="", encoding="utf-8") as stream:
        cpu = next(csv.DictReader(stream))["cpu"]
    (line,) = differential.stale()
    assert line.endswith(f"run python -m mote.proving.differential --cpu {cpu} --write")
    one = next(iter(catalog.implementations(catalog.functions()["shabal"])))
    job = bench.jobs_for([one], list(catalog.cpus().values()))[0]
    assert store.stale([job], tmp_path / "none.csv") == [job]


def test_a_proof_by_an_earlier_prover_is_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "proofs.csv"
    pair = {"function": "shabal", "implementation": "thumb", "cpu": "thumb", "obligation": "init"}
    now = {"verdict": "proved", "key": "0", "prover": depends.short(depends.prover())}
    proved.merge([{**pair, **now}], path)
    assert "earlier prover" not in proved.page(path)
    monkeypatch.setattr(depends, "prover", lambda: "another")
    assert "1 of them were proved by an earlier prover" in proved.page(path)


def test_comments_and_documentation_of_the_bench_move_no_key() -> None:
    text = '''"""What it is.

Two paragraphs.
"""
import a  # why

LIMIT = "# no comment"
"""What it limits."""


class A:
    """A class."""

    def f(self, text: str) -> str:
        """Says:
        more."""
        # a line

        return text + \\
            "text"  # the end
'''
    left = (
        'import a\nLIMIT = "# no comment"\nclass A:\n    def f(self, text: str) -> str:\n'
        '        return text + \\\n            "text"'
    )
    assert depends.without_comments(text) == left
    assert depends.without_comments(left) == left
    # Every module of the bench still parses to the same but for what was left out.
    for path in depends.closure(depends.BENCH):
        if path.suffix == ".py":
            whole = path.read_text(encoding="utf-8")
            short = depends.without_comments(whole)
            assert _undocumented(whole) == _undocumented(_with_bodies(short)), path


def _with_bodies(text: str) -> str:
    """The code with `...` as the body of what was nothing but its documentation."""
    lines = text.split("\n")
    made = []
    for line, behind in zip(lines, [*lines[1:], ""], strict=True):
        made.append(line)
        depth = len(line) - len(line.lstrip())
        opens = re.match(r" *(def|class|\)) ?.*:$", line)
        if opens and len(behind) - len(behind.lstrip()) <= depth:
            made.append(" " * depth + "    ...")
    return "\n".join(made)


def _undocumented(text: str) -> str:
    """The code as the parser has it, without strings that stand alone and without `...`."""

    class Drop(ast.NodeTransformer):
        def visit_Expr(self, node: ast.Expr) -> ast.AST | None:
            is_text = isinstance(node.value, ast.Constant) and isinstance(
                node.value.value, (str, type(...))
            )
            return None if is_text else node

    return ast.dump(Drop().visit(ast.parse(text)))
