"""Mutation: what is changed, what catches it, and that what is known of it does not go stale."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from mote import cli
from mote.catalog import catalog
from mote.catalog.function import Implementation
from mote.checking import sanitizer, verify
from mote.common.errors import MoteError
from mote.common.paths import ROOT
from mote.mutation import engine, equivalent, operators, results
from mote.mutation.engine import Verdict
from mote.mutation.languages import ASSEMBLY
from mote.mutation.operators import Mutant


def implementation(function: str, name: str) -> Implementation:
    members = catalog.implementations(catalog.functions()[function])
    return next(each for each in members if each.name == name)


def changes(text: str, language: str) -> set[str]:
    return {f"{m.operator}: {m.becomes}" for m in operators.mutants("file", text, language)}


def of(made: Iterable[Mutant], text: str, becomes: str) -> list[Mutant]:
    return [m for m in made if (m.text, m.becomes) == (text, becomes)]


C = """
/* 1 + 1; "x" */
#define SHIFT(x) ((x) << 3)
#if WORDS == 4
static const u32 K[2] = {0x428A2F98, 7};
#endif
static void f(u32 *x) {
    u32 y[4], z[2 * WORDS + 24], *p = y + 3;

    for (i = 0; i < 9; i++)
        x[i] ^= ~y[i] + K[i];
    if (n != 0)
        g(x);
    return -n;
}
"""


def test_changes_of_c() -> None:
    found = changes(C, "c")
    assert "constant: #define SHIFT(x) ((x) << 4)" in found
    assert "constant: #define SHIFT(x) ((x) << 2)" in found
    assert "operator: #define SHIFT(x) ((x) >> 3)" in found
    assert "comparison: for (i = 0; i <= 9; i++)" in found
    assert "comparison: for (i = 0; i >= 9; i++)" in found
    assert "operator: for (i = 0; i < 9; i--)" in found
    assert "operator: x[i] |= ~y[i] + K[i];" in found
    assert "operator: x[i] ^= y[i] + K[i];" in found
    assert "operator: x[i] ^= ~y[i] - K[i];" in found
    assert "dropped: ;" in found
    assert "comparison: if (n == 0)" in found
    assert "operator: return n;" in found
    rest = ", z[2 * WORDS + 24], *p = y + 3;"
    assert f"constant: u32 y[3]{rest}" in found
    assert "constant: u32 y[4], z[2 * WORDS + 23], *p = y + 3;" in found
    assert "constant: u32 y[4], z[2 * WORDS + 24], *p = y + 4;" in found
    # No comment, no condition of the preprocessor, no declaration, and no larger array.
    assert not any("/*" in each or "#if" in each for each in found)
    assert f"constant: u32 y[5]{rest}" not in found
    assert not any(("24" not in each and "25]" in each) or "z[3" in each for each in found)
    dropped = [m for m in operators.mutants("file", C, "c") if m.operator == "dropped"]
    assert [m.text for m in dropped] == ["x[i] ^= ~y[i] + K[i];", "g(x);"]


def test_one_bit_of_a_round_constant() -> None:
    new = [m.new for m in operators.mutants("file", C, "c") if m.new.startswith("0x")]
    assert [(0x428A2F98 ^ int(each, 16)).bit_count() for each in new] == [1]


@pytest.mark.parametrize(
    ("language", "line", "expected"),
    [
        ("arm", "1: ldr r2, [r6, #60] @ 5", {"1: ldr r2, [r6, #64]", "1: ldr r2, [r6, #56]", "1:"}),
        ("arm", "addseq r1, r1, #1", {"addsne r1, r1, #1", "addseq r2, r1, #1", ""}),
        ("arm", "bne 1b", {"beq 1b", ""}),
        ("arm", "ldrb r3, [r1, #1]", {"ldrb r3, [r1, #2]", "ldr r3, [r1, #1]"}),
        ("mips", "xor $t0, $t0, $t1 # 7", {"or $t0, $t0, $t1", "xor $t1, $t0, $t1", ""}),
        ("mips", "lw $t0, 8($a0)", {"lw $t0, 12($a0)", "lw $t0, 4($a0)"}),
        ("powerpc", "rotlwi 9, 9, 17", {"rotlwi 9, 9, 18", "rotlwi 10, 9, 17", "slwi 9, 9, 17"}),
        ("powerpc", "vadduwm 4, 4, 6", {"vsubuwm 4, 4, 6", "vadduwm 5, 4, 6", ""}),
        ("powerpc", "vpermxor 5, 1, 0, 3", {"vperm 5, 1, 0, 3"}),
        (
            "aarch64",
            "bic x1, x2, x3, ror 5 // 7",
            {"and x1, x2, x3, ror 5", "bic x2, x2, x3, ror 5"},
        ),
        ("aarch64", "ldr x1, [sp, 16]", {"ldr x1, [sp, 24]", "ldr x1, [sp, 8]"}),
        ("aarch64", "cbnz x4, 1b", {"cbz x4, 1b", ""}),
        ("aarch64", "b.eq 1f", {"b.ne 1f", ""}),
        ("riscv", "c.beqz a1, 1f", {"c.bnez a1, 1f", "c.beqz a2, 1f", ""}),
        ("x86", "xorl 4(%rsi), %eax /* 1 */", {"orl 4(%rsi), %eax", "xorl 8(%rsi), %eax"}),
        ("x86", "jnz 0b", {"jz 0b", ""}),
        ("avr", "adc r19, r20 ; 3", {"add r19, r20", "sbc r19, r20", "adc r20, r20", ""}),
        ("avr", "brcs 1b", {"brcc 1b"}),
        ("pic24", "bra z, next", {"bra nz, next", ""}),
        ("pic24", "xor w0, w1, w2", {"ior w0, w1, w2", "xor w0, w1, w3"}),
        ("pic24", ".equ SIZE, 8", {".equ SIZE, 9", ".equ SIZE, 7"}),
    ],
)
def test_changes_of_assembly(language: str, line: str, expected: set[str]) -> None:
    found = {m.becomes for m in operators.mutants("file", f"    {line}\n", language)}
    assert expected <= found


@pytest.mark.parametrize(
    "line", ["@ add r1, r1, #1", ".global f, 1", ".equ data_size, 8", "#ifdef X1", ".align 2"]
)
def test_what_is_left_alone(line: str) -> None:
    assert operators.mutants("file", line + "\n", "arm") == []


def test_a_name_for_a_register() -> None:
    text = "#define low r18\n    eor low, r20\n"
    assert "register: eor r19, r20" in changes(text, "avr")
    name, code = text.splitlines(keepends=True)
    found = operators.mutants("file", code, "avr", [name, code])  # of a file that is included
    assert "eor r19, r20" in {m.becomes for m in found}
    assert "eor r19, r20" not in {m.becomes for m in operators.mutants("file", code, "avr")}


def judge(function: str, name: str, text: str, becomes: str, place: int = 0) -> Verdict:
    """The verdict on a mutant that turns `text` into `becomes`; place: which of several."""
    one = implementation(function, name)
    chosen = of(engine.all_mutants(one), text, becomes)
    assert chosen, f"{name} has no line {text!r} any more"
    return engine.run(one, engine.cpus_for(one), [chosen[place]], confirm=False)[0]


@pytest.mark.parametrize(
    ("name", "text", "becomes", "outcome"),
    [
        ("avr8", "movw r30, r24", "movw r31, r24", "build"),
        ("avr8", "push r28", "push r29", "ABI"),
        ("avr8", "dec r18", "", "guard"),
        # What no check saw before mutation showed it: flags, registers and addresses that were
        # the same at every call, the low bit of ub, the back chain of PowerPC.
        ("avr8", "sec", "", "vectors"),
        ("avr8", "sbci r27, hi8(M_ - USED_)", "subi r27, hi8(M_ - USED_)", "guard"),
        ("avr8_fast", "sbci r21, 0", "", "vectors"),
        ("avr8_fast", "sbci r29, hi8(-(192))", "", "guard"),
        ("i386", "xorl %eax, %eax", "xorl %ebx, %eax", "guard"),
        ("armv4t", "lsls r6, r5, #27", "lsls r6, r6, #27", "vectors"),
        ("rv32imc", "li a4, -256", "li a4, -255", "vectors"),
        ("powerpc", "enter: stwu 1, -FRAME(1)", "enter: stwu 0, -FRAME(1)", "ABI"),
        ("powerpc", "stw lr, FRAME + 4(1)", "", "ABI"),
        ("powerpc", "stw lr, FRAME + 4(1)", "stw lr, FRAME + 0(1)", "ABI"),
        ("armv4", ".equ W, 72", ".equ W, 73", "unchanged"),
    ],
)
@pytest.mark.quick(by=("outcome",))
def test_what_catches_it(name: str, text: str, becomes: str, outcome: str) -> None:
    verdict = judge("shabal", name, text, becomes, -1 if name == "avr8_fast" else 0)
    assert verdict.outcome == outcome, verdict.detail


def test_the_stack_ends_elsewhere_at_other_calls() -> None:
    """An XOR would take the frame away where no bit of its size is set in the stack pointer."""
    verdict = judge("sha3", "rv32imc", "addi sp, sp, FRAME", "xori sp, sp, FRAME")
    assert verdict.outcome == "guard", verdict.detail


PLANTED = "add_padding(cc, ub, n, 56);", "add_padding(cc, ub, n, 57);"


def only_planted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of SHA-256 one mutant, and one message that does not tell it from the function."""
    monkeypatch.setattr(engine, "every", lambda made, *_: of(made, *PLANTED))
    weak = verify.bench_vectors(catalog.functions()["sha256"])[:1]
    monkeypatch.setattr(verify, "bench_vectors", lambda _: weak)
    monkeypatch.setattr(verify, "all_vectors", lambda *_: weak)
    monkeypatch.setattr(sanitizer, "available", lambda: False)


@pytest.mark.quick
def test_a_survivor_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    only_planted(monkeypatch)
    monkeypatch.setattr(equivalent.entries, "__defaults__", (tmp_path,))
    assert cli.main(["mutate", "sha256"]) == 1
    out = capsys.readouterr().out
    line = next(line for line in out.splitlines() if line.startswith("survived"))
    source = implementation("sha256", "portable").source
    lines = source.read_text().splitlines()
    number = next(i for i, text in enumerate(lines, 1) if PLANTED[0] in text)
    place = f"{source.relative_to(ROOT)}:{number}"
    assert f"{place}: {PLANTED[0]}  ->  {PLANTED[1]}" in line
    # Shown to be equivalent, it is accepted.
    entry = '[[equivalent]]\nline = "{}"\nbecomes = "{}"\nreason = "a test"\n'.format(*PLANTED)
    (tmp_path / "sha256-portable.toml").write_text(entry)
    assert cli.main(["mutate", "sha256"]) == 0


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ('line = "no such line"\nbecomes = ""\nreason = "x"', "the source has changed"),
        ('line = "movs r7, #15"\nbecomes = "movs r7, #99"\nreason = "x"', "the source has changed"),
        ('line = "movs r7, #15"\nbecomes = ""', "lacks 'reason'"),
        ('line = "movs r7, #15"\nbecomes = ""\nreason = " "', "lacks 'reason'"),
        ('line = "movs r7, #15"\nbecomes = ""\nreason = "x"\nplace = 1', "unknown key 'place'"),
        ('line = "bl block"\nbecomes = ""\nreason = "x"', "say which with occurrence"),
        ('line = "bl block"\nbecomes = ""\noccurrence = 9\nreason = "x"', "the source has changed"),
    ],
)
def test_a_wrong_entry_is_an_error(entry: str, words: str, tmp_path: Path) -> None:
    one = implementation("shabal", "thumb")
    (tmp_path / "shabal-thumb.toml").write_text(f"[[equivalent]]\n{entry}\n")
    with pytest.raises(MoteError, match=re.escape(words)):
        equivalent.known(one, engine.all_mutants(one), tmp_path)


def near(code: str, lines: set[str]) -> str:
    """A text in assembly with those of its lines left that entries are about, and what continues.

    It is changed line by line, so these have the same mutants as in the whole text.
    """
    kept, goes_on = [], False
    for line in code.split("\n"):
        stays = goes_on or line.endswith("\\") or operators.squeezed(line) in lines
        kept.append(line if stays else "")
        goes_on = line.endswith("\\")
    return "\n".join(kept)


def of_entries(one: Implementation, done: set[Path]) -> Iterator[Mutant]:
    """The mutants of its files that have entries or a margin of the stack, or of their lines there.

    done: the files of entries that other implementations went through.
    """
    texts = {path: path.read_text() for path in engine.changed_files(one)}
    name = f'"{one.function.name}-{one.name}"'
    for path, text in texts.items():
        file = engine.name_of(path)
        entries = equivalent.file_for(file)
        said = entries.read_text() if entries.is_file() else ""
        if (entries in done and name not in said) or not (said or "#define STACK_BYTES" in text):
            continue
        done.add(entries)
        language = engine.language(path, engine.cpus_for(one)[0])
        if language != "c":
            code = operators._uncommented(text, ASSEMBLY[language].comment)
            text = near(code, {entry.line for entry in equivalent._entries(entries)})
        yield from operators.mutants(file, text, language, list(texts.values()))


@pytest.mark.always
def test_every_entry_fits_a_mutant() -> None:
    """Also of files that the sample below leaves out: a source that moved takes its entries along.

    And one byte more or less to wipe is in the margin of every file that wipes its stack.
    """
    margin = re.compile(r"#define STACK_BYTES (\d+)")
    unknown = set()
    files: set[Path] = set()
    required = results.required()
    for one in required:
        every = list(of_entries(one, files))
        known = equivalent.known(one, every)
        for mutant in every:
            numbers = [margin.fullmatch(text) for text in (mutant.text, mutant.becomes)]
            if mutant not in known and all(numbers):
                before, after = (int(number[1]) for number in numbers if number)
                if abs(before - after) == 1:
                    unknown.add(str(mutant))
    assert unknown == set()
    # Those of other files, which need no row.
    left = set(equivalent.FOLDER.glob("*.toml")) - files
    for one in results.every_implementation():
        paths = engine.changed_files(one) if left and one not in required else []
        if left & {equivalent.file_for(engine.name_of(path)) for path in paths}:
            equivalent.known(one, of_entries(one, files))
            left -= files
    assert left == set()


def test_lines_of_assembly_have_the_mutants_that_they_have_among_others() -> None:
    """With an entry's line the same ones fit as in the whole text, in the same order."""
    for function, name in (("shabal", "thumb"), ("sha256", "avr8"), ("jh", "avr8")):
        one = implementation(function, name)
        for path in engine.changed_files(one):
            language = engine.language(path, engine.cpus_for(one)[0])
            code = operators._uncommented(path.read_text(), ASSEMBLY[language].comment)
            whole = operators.mutants("x", code, language)
            lines = {mutant.text for mutant in whole[::50]}
            left = operators.mutants("x", near(code, lines), language, [code])
            assert [(m.line, m.text, m.becomes) for m in left if m.text in lines] == [
                (m.line, m.text, m.becomes) for m in whole if m.text in lines
            ]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["sha257"], "sha256"),
        (["sha256", "--implementation", "portabel"], "portable"),
        (["sha256", "--every", "0"], "at least 1"),
        (["sha256", "--seed", "-1"], "at least 0"),
        (["shabal", "--implementation", "avr8", "--cpu", "thumb"], "avr8 is not for thumb"),
        (["sha256", "--cpu", "amd64", "--write"], "leave out --cpu"),
    ],
)
def test_wrong_arguments(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["mutate", *arguments]) == 1
    message = capsys.readouterr().err
    assert words in message
    assert len(message.splitlines()) == 1


def test_results_follow_the_code(tmp_path: Path) -> None:
    one = implementation("sha256", "portable")
    file = tmp_path / "mutation.csv"
    made = engine.all_mutants(one)[:3]
    verdicts = [
        Verdict(m, outcome, "amd64")
        for m, outcome in zip(made, ("vectors", "survived", "unchanged"), strict=True)
    ]
    row = results.row(one, ["amd64"], 9, 2, 0, verdicts, {made[1]: "a reason"})
    assert (row["vectors"], row["equivalent"], row["survived"], row["unchanged"]) == (
        "1",
        "1",
        "0",
        "1",
    )
    results.merge([row], file)
    assert not [line for line in results.stale(file) if line.startswith("sha256 portable ")]
    results.merge([{**row, "key": "0"}], file)
    (line,) = [line for line in results.stale(file) if line.startswith("sha256 portable ")]
    assert "run ./mote mutate sha256 --implementation portable --write" in line


def test_any_size_of_key_judges() -> None:
    """Mutants of a mode meet the vectors of its other rows; those of a hash function its own."""
    names = [
        [each.name for each in engine.same_calls(catalog.functions()[name])]
        for name in ("aes128_ctr_only", "aes128_xts", "sha256")
    ]
    assert names == [
        ["aes128_ctr_only", "aes256_ctr_only"],
        ["aes128_xts", "aes192_xts", "aes256_xts"],
        ["sha256"],
    ]


def test_nothing_stored_is_stale() -> None:
    assert results.stale() == []


def test_every_file_has_a_row() -> None:
    assert results.missing() == []


def test_a_file_without_a_row_is_told(tmp_path: Path) -> None:
    found = results.missing(tmp_path / "none.csv")
    assert {"sha256 portable", "shabal avr8", "sha3 thumb", "jh pic24_ise"} <= set(found)
    # A kernel that several functions share is one file.
    assert "shake128 thumb" not in found


def test_nothing_survives() -> None:
    left = {key: row["survived"] for key, row in results.read().items() if row["survived"] != "0"}
    assert left == {}


def with_code_of_their_own() -> list[Implementation]:
    """Those with a row that are not nearly all made of files that one before is made of, too."""
    seen: set[Path] = set()
    chosen = []
    for one in results.required():
        size = {path: path.stat().st_size for path in engine.changed_files(one)}
        if 10 * sum(size[path] for path in size if path not in seen) > sum(size.values()):
            chosen.append(one)
        seen.update(size)
    return chosen


def test_every_file_is_among_those_with_code_of_their_own() -> None:
    every = {path for one in results.required() for path in engine.changed_files(one)}
    judged = {path for one in with_code_of_their_own() for path in engine.changed_files(one)}
    small = [path for path in every - judged if path.stat().st_size > 3000]
    assert judged and small == []


@pytest.mark.parametrize(
    "one", with_code_of_their_own(), ids=lambda each: f"{each.function.name}-{each.name}"
)
@pytest.mark.sampled(48)
def test_a_few_of_every_file(one: Implementation) -> None:
    """Some mutants of each file: each is caught.

    Those that change nothing go through every check on every CPU, and were seen to when the row
    was made: they are left out.
    """
    every = engine.all_mutants(one)
    known = equivalent.known(one, every)
    made = [mutant for mutant in every if mutant not in known]
    count = 2 if one.sources[-1].suffix == ".c" else 1
    chosen = engine.every(made, len(made) // count + 1, 3)
    verdicts = engine.run(one, engine.cpus_for(one), chosen, confirm=False)
    assert [str(v.mutant) for v in engine.survivors(verdicts)] == []
