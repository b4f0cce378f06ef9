"""`mote export --together`: functions that share code are right in a user's program."""

from __future__ import annotations

import dataclasses
import json
import shutil
import subprocess
from pathlib import Path

import pytest

from bench_command import mote
from mote.building import package, sizes, together
from mote.building.toolchains import sdas_joined, toolchain_of
from mote.catalog import catalog, contract
from mote.catalog.function import Function, Implementation
from mote.checking import verify
from mote.common.errors import MoteError
from mote.common.paths import ROOT
from mote.keeping import store
from mote.measuring import together as figures
from reference import skein

FUNCTIONS = catalog.functions()
AVR = catalog.cpus()["avr8"]
LIBRARY = ("threefish256", "skein256", "skein_prng")
ALL = [FUNCTIONS[name] for name in LIBRARY]
NAMES = sorted(together.programs(ALL, AVR))
each_program = pytest.mark.parametrize("name", NAMES)


def needs(*tools: str) -> pytest.MarkDecorator:
    missing = [tool for tool in tools if shutil.which(tool) is None]
    return pytest.mark.skipif(bool(missing), reason=f"missing: {', '.join(missing)}")


# A user's program: all three in turns, on a context each, as it says what comes out on the UART.
MAIN = """\
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include "mote_skein256.h"
#include "mote_skein_prng.h"
#include "mote_threefish256.h"
static const unsigned char given[] = {given};
static void say(char c) {{ while (!(UCSR0A & 1 << UDRE0)) {{}} UDR0 = c; }}
static void put(const unsigned char *bytes, unsigned size) {{
    say('=');
    while (size-- != 0) {{
        say("0123456789abcdef"[*bytes >> 4]);
        say("0123456789abcdef"[*bytes++ & 15]);
    }}
    say('\\n');
}}
int main(void) {{
    static unsigned char out[100];
    static mote_threefish256_context cipher;
    static mote_skein256_context hash;
    static mote_skein_prng_context generator;
    UCSR0B = 1 << TXEN0;
    mote_skein_prng_init(&generator);
    mote_skein256_init(&hash, 256);
    mote_skein256(&hash, given, 45);
    mote_skein_prng_seed(&generator, given, 50);
    mote_threefish256_init(&cipher, given);
    mote_skein256(&hash, given + 45, sizeof given - 45);
    mote_threefish256_encrypt(&cipher, given + 32, given + 48, out);
    put(out, 32);
    mote_threefish256_decrypt(&cipher, given + 32, out, out);
    put(out, 32);
    mote_skein256_close(&hash, 0, 0, out);
    put(out, 32);
    if (mote_skein_prng_generate(&generator, out, 100) == 0)
        put(out, 100);
    mote_skein256_init_keyed(&hash, 520, given, 20);
    mote_skein256_personalize(&hash, given, 33);
    mote_skein256_close(&hash, 0, 0, out);
    put(out, 65);
    cli();
    sleep_enable();
    for (;;) sleep_cpu();
}}
"""


def expected(given: bytes) -> list[str]:
    """What the program has to say, of plain programs from the specification."""
    generator = skein.Prng()
    generator.seed(given[:50])
    tweak = int.from_bytes(given[32:48], "little")
    keyed = skein.skein256(b"", 520, key=given[:20], personalization=given[:33])
    return [
        skein.encrypt(given[:32], tweak, given[48:80]).hex(),
        given[48:80].hex(),
        skein.skein256(given, 256).hex(),
        generator.generate(100).hex(),
        keyed.hex(),
    ]


@pytest.fixture(scope="module")
def runner(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("runner") / "run_avr"
    source = ROOT / "tests" / "run_avr.c"
    subprocess.run(["cc", "-O2", "-o", target, source, "-lsimavr", "-lelf"], check=True)
    return target


@needs("avr-gcc", "cc")
@pytest.mark.parametrize("device", ["atmega1281", "atmega2560"])
@each_program
def test_a_users_program_prints_what_is_right(
    name: str, device: str, tmp_path: Path, runner: Path
) -> None:
    command = ("export", *LIBRARY, "--cpu", "avr8", "--together", "--implementation", name)
    mote(*command, tmp_path)
    sources = sorted(path.name for path in tmp_path.glob("*.S"))
    assert sources == [f"mote_{each}.S" for each in sorted(LIBRARY)]
    given = bytes((7 * i * i + i) & 255 for i in range(133))
    main = MAIN.format(given=f"{{{', '.join(map(str, given))}}}")
    (tmp_path / "main.c").write_text(main)
    flags = ["-Os", "-Wall", "-Werror", "-DF_CPU=16000000", "-Wl,--gc-sections"]
    program = tmp_path / "program.elf"
    subprocess.run(
        ["avr-gcc", f"-mmcu={device}", *flags, "main.c", *sources, "-o", program],
        cwd=tmp_path,
        check=True,
    )
    run = subprocess.run([runner, device, program], capture_output=True, text=True, timeout=120)
    assert run.returncode == 0
    # The simulator says some things itself.
    assert [w[1:] for w in run.stdout.split() if w.startswith("=")] == expected(given)


@needs("avr-gcc", "avr-ar", "make")
def test_the_readme_makes_a_library(tmp_path: Path) -> None:
    """Of which a program that has the cipher alone takes the cipher alone."""
    mote("export", *LIBRARY, "--cpu", "avr8", "--together", "--fast", tmp_path)
    code = [
        line.removeprefix("    ")
        for line in (tmp_path / "README.md").read_text().splitlines()
        if line.startswith(("    CPPFLAGS = ", "    libmote", "    \t"))
    ]
    assert len(code) == 3
    (tmp_path / "Makefile").write_text("\n".join(code) + "\n")
    subprocess.run(["make", "-s", "CC=avr-gcc", "libmote_together.a"], cwd=tmp_path, check=True)
    (tmp_path / "main.c").write_text(
        '#include "mote_threefish256.h"\n'
        "mote_threefish256_context cc;\nunsigned char block[32];\n"
        "int main(void) {\n    mote_threefish256_init(&cc, block);\n"
        "    mote_threefish256_encrypt(&cc, block, block, block);\n    return block[0];\n}\n"
    )
    command = ["avr-gcc", "-mmcu=attiny85", "-Os", "main.c", "libmote_together.a", "-o", "a.elf"]
    subprocess.run(command, cwd=tmp_path, check=True)
    names = subprocess.run(["avr-nm", "a.elf"], cwd=tmp_path, capture_output=True, text=True)
    assert "mote_threefish256_encrypt" in names.stdout
    assert "mote_skein256" not in names.stdout


@needs("avr-gcc")
@each_program
@pytest.mark.turns("files from outside", 16, "python/mote/choosing", "python/mote/measuring")
def test_figures_are_those_of_the_code(name: str) -> None:
    found = {program.name: program for program, cpu in figures.programs() if cpu == AVR}
    measured = figures.measure(found[name], AVR)
    stored = {
        (functions, figure): value
        for (functions, of, cpu, figure), value in figures.read().items()
        if (of, cpu) == (name, "avr8")
    }
    assert measured == stored
    of_sizes = {"static_bytes", "internal_ram_bytes"}
    assert {figure for _, figure in measured} == set(figures.FIGURES) - of_sizes
    # The whole is less than its files alone, as the block function is there once.
    parts = [measured[each, "size_bytes"] for each in LIBRARY]
    assert measured[" ".join(sorted(LIBRARY)), "size_bytes"] < sum(parts)


def planted(monkeypatch: pytest.MonkeyPatch, right_text: str, wrong_text: str) -> list[str]:
    """A fault in the generator's file of each program; the lines that have it."""
    right = together.Program.packed
    changes = []

    def changed(line: package.Line) -> package.Line:
        text = line.text.replace(right_text, wrong_text)
        changes.extend([text] * (text != line.text))
        return dataclasses.replace(line, text=text)

    def wrong(program: together.Program) -> list[package.Package]:
        return [
            package.Package(
                each.header,
                tuple(
                    dataclasses.replace(file, lines=tuple(map(changed, file.lines)))
                    if file.name == "mote_skein_prng.S"
                    else file
                    for file in each.sources
                ),
            )
            for each in right(program)
        ]

    monkeypatch.setattr(together.Program, "packed", wrong)
    return changes


@needs("avr-gcc")
def test_check_covers_the_files_of_programs() -> None:
    arguments = ("check", "skein256", "--cpu", "avr8", "--implementation", "avr8_balanced")
    (found,) = json.loads(mote(*arguments, "--json").stdout)
    assert (found["implementation"], found["problem"]) == ("avr8_balanced together", None)
    assert {name: each["status"] for name, each in found["checks"].items()} == dict.fromkeys(
        verify.CHECKS, "passed"
    )
    checked = {part for name in NAMES for part in together.programs(ALL, AVR)[name].sharing}
    assert checked == set(together.files())
    assert {(program.name, each) for program, each, _ in figures.checked(ALL, (), [AVR])} == {
        (part.name, part.function) for part in checked
    }


@needs("avr-gcc")
@pytest.mark.parametrize(
    ("right", "wrong", "name", "said"),
    [
        # The second output block has number 2.
        ("adiw    r24, 1", "adiw    r24, 2", "vectors", "the bytes are"),
        # A register of the caller is not restored.
        ("13, 12\n", "13, 13\n", "ABI", "r12"),
    ],
)
def test_check_finds_a_fault_in_them(
    right: str, wrong: str, name: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    changes = planted(monkeypatch, right.strip("\n"), wrong.strip("\n"))
    program = together.programs(ALL, AVR)["avr8_fast"]
    checks = figures.check(program, FUNCTIONS["skein_prng"], AVR)
    assert changes
    (found,) = (each for each in checks if each.name == name)
    assert found.failed and said in found.detail


@needs("avr-gcc")
@each_program
@pytest.mark.turns("files from outside", 16, "python/mote/choosing", "python/mote/measuring")
def test_a_function_that_is_wrong_in_the_program_has_no_figures(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The generator's second output block has number 2.
    changes = planted(monkeypatch, "adiw    r24, 1", "adiw    r24, 2")
    program = together.programs(ALL, AVR)[name]
    with pytest.raises(MoteError, match=r"^skein_prng .* on avr8: row \d+: the bytes are"):
        figures.measure(program, AVR)
    assert changes


@needs("avr-gcc")
def test_a_part_without_decryption_is_smaller(tmp_path: Path) -> None:
    def size(*functions: Function) -> int:
        names = [each.name for each in functions]
        found = figures.figure(names, "avr8_fast", "avr8", "size_bytes")
        assert found is not None
        return found

    cipher, hashing, generator = ALL
    assert size(hashing) < size(hashing, generator) < size(cipher, hashing, generator)
    # The generator calls the hash function: it is there whether it was asked for or not.
    assert size(generator) == size(hashing, generator)


def contract_of(part: Implementation) -> contract.Contract:
    """That of a file, and of the files that it includes."""
    (file,) = package.pack(part).sources
    found = contract.tables(file.text.splitlines(), [file.name] * len(file.lines))
    return contract.resolve(found, AVR, followed=part.function.kind != "cipher")


@needs("avr-gcc")
@each_program
def test_the_files_are_what_their_contracts_say(name: str) -> None:
    program = together.programs(ALL, AVR)[name]
    with figures.built(program, program.parts[0], AVR) as (_, objects):
        assert objects.facts.undefined == ()
        assert objects.facts.static_bytes == 0
        assert set(program.symbols) <= set(objects.facts.exported)
        for part, path in zip(program.parts, objects.each, strict=True):
            promised = contract_of(part)
            facts = toolchain_of(AVR).inspect(AVR, path, part.prefix)
            assert facts.undefined == tuple(sorted(promised.calls))
            assert {symbol for symbol, _ in promised.functions} == set(facts.exported)
            stack = figures.figure([part.function.name], name, "avr8", "stack_bytes")
            assert promised.stack == stack


def test_the_smallest_and_the_fastest_are_chosen(tmp_path: Path) -> None:
    def chosen(*wish: str) -> str:
        folder = tmp_path / "".join(wish or "-")
        mote("export", *LIBRARY, "--cpu", "avr8", "--together", *wish, folder)
        return (folder / "README.md").read_text()

    sizes = {name: figures.figure(LIBRARY, name, "avr8", "size_bytes") or 0 for name in NAMES}
    blocks = {
        name: figures.figure(["skein256"], name, "avr8", "block_cycles") or 0 for name in NAMES
    }
    small, fast = min(sizes, key=sizes.__getitem__), min(blocks, key=blocks.__getitem__)
    assert small != fast
    assert f"- size: {sizes[small]} bytes in all" in chosen()
    text = chosen("--fast")
    assert f"- size: {sizes[fast]} bytes in all" in text
    assert f"skein256: {blocks[fast] / 32:.1f} cycles a byte" in text


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ("skein256", "sha256", "--cpu", "avr8"),
            "skein256, sha256 share no files on avr8; skein256, skein_prng, threefish256 do",
        ),
        (
            ("skein512", "threefish512", "--cpu", "avr8"),
            "skein512, threefish512 share no files on avr8; skein256, skein_prng, threefish256 do",
        ),
        (
            ("skein256", "threefish256", "--cpu", "thumb"),
            "skein256, threefish256 share no files on thumb; blake32, blake64 do",
        ),
        (("skein256", "--cpu", "avr8"), "--together goes with two functions or more"),
        (
            ("skein256", "--cpu", "avr8", "--prefix", "x"),
            "--prefix does not go with --together: the functions call each other",
        ),
        (
            ("skein256", "threefish256", "--cpu", "avr8", "--implementation", "avr8_fats"),
            "unknown implementation 'avr8_fats' of these functions together for avr8; "
            "did you mean 'avr8_fast'?",
        ),
        (
            ("skein256:avr8", "threefish256", "--cpu", "avr8"),
            "skein256:avr8: with --together write --implementation avr8, which goes for all",
        ),
    ],
)
def test_what_cannot_be_is_said_in_a_line(
    arguments: tuple[str, ...], said: str, tmp_path: Path
) -> None:
    folder = tmp_path / "out"
    run = mote("export", *arguments, "--together", folder, status=1)
    assert run.stderr == f"mote: {said}\n"
    assert not folder.exists()


# ---- one interface by digest size ----

MCS51 = catalog.cpus()["mcs51"]
CARDS = list(sizes.interfaces().values())
needs_sdcc = needs("sdcc", "s51")


def of_size(name: str, implementation: str) -> together.Program:
    of = next(each for each in CARDS if each.name == name)
    return together.by_size(of.functions, MCS51)[implementation]


def test_every_interface_has_the_four_sizes() -> None:
    assert {of.name for of in CARDS} == {"blake_round2", "bmw", "groestl", "luffa", "skein"}
    for of in CARDS:
        for digest in sizes.DIGESTS:
            assert of.function(digest).has_digest(digest)
        with pytest.raises(MoteError, match="no digests of 1024 bits"):
            of.function(1024)


@needs_sdcc
@pytest.mark.turns("files from outside", 16, "python/mote/choosing", "python/mote/measuring")
def test_figures_of_an_interface_are_those_of_the_code() -> None:
    program = of_size("skein", "mcs51_lowram")
    measured = figures.measure(program, MCS51)
    stored = {
        (functions, figure): value
        for (functions, of, cpu, figure), value in figures.read().items()
        if (of, cpu) == ("mcs51_lowram", "mcs51")
        and set(functions.split()) <= {"skein256", "skein512"}
    }
    assert measured == stored
    assert measured["skein256 skein512", "size_bytes"] <= figures.LIMIT
    assert measured["skein256 skein512", "internal_ram_bytes"] <= 10


@needs_sdcc
def test_all_variables_are_shared() -> None:
    """The program has the internal RAM of that part which needs most, not the sum."""
    program = of_size("bmw", "mcs51_fast")
    alone = [store.read()[key] for key in store.read() if key[:1] == ("bmw512",)]
    most = max(row.internal_ram_bytes or 0 for row in alone if row.implementation == "mcs51_fast")
    whole = figures.figure(["bmw256", "bmw512"], program.name, "mcs51", "internal_ram_bytes")
    assert whole == most > 128


@needs_sdcc
@pytest.mark.parametrize(
    ("old", "new"),
    [
        # 256 bits are the larger function's; the context begins a byte too early; the last
        # parameter of close is not moved.
        ("mov\ta,#1\n", "mov\ta,#0\n"),
        ("inc\tdptr\n\tjnz", "nop\n\tjnz"),
        ("mov\ta,r6\n\tmovx\t@dptr,a\n\tpop", "mov\ta,r5\n\tmovx\t@dptr,a\n\tpop"),
    ],
)
@pytest.mark.turns("files from outside", 16, "python/mote/choosing", "python/mote/measuring")
def test_a_wrong_interface_has_no_figures(
    old: str, new: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = sdas_joined.interface
    text = "\n".join(right(of_size("skein", "mcs51_lowram").sizes or CARDS[0]))
    assert old in text

    def wrong(of: sizes.Sizes) -> list[str]:
        return "\n".join(right(of)).replace(old, new).split("\n")

    monkeypatch.setattr(sdas_joined, "interface", wrong)
    with pytest.raises(MoteError):
        figures.measure(of_size("skein", "mcs51_lowram"), MCS51)


def test_names_of_two_sources_are_told_apart() -> None:
    lines = ["\t.module\ta", "\t.macro\tadd_to k, at", "at:\tadd\ta,x_'k", "\t.endm"]
    lines += ["\t.area\tPSEG\t(PAG,XDATA)", "x_1:\t.ds\t3", "\t.area\tCSEG\t(CODE)"]
    lines += ["_mote_f::", "\tclr\tc\t; x_1", "\tadd_to\t1, here", "\tsjmp\there"]
    joined = sdas_joined.joined("m", [("f_", lines), ("g_", lines)])
    text = "\n".join(joined)
    assert joined.count("f_x_1:\t.ds\t3") == joined.count("g_x_1:\t.ds\t3") == 1
    assert "f_x_'k" in text and "\tf_add_to\t1, f_here" in text and "\tg_add_to\t1, g_here" in text
    assert joined.count("_mote_f::") == 2 and "\tclr\tc\t; x_1" in joined
    assert "\t.ds\tf_begin_PSEG - g_begin_PSEG" in joined


@needs("arm-none-eabi-gcc")
def test_an_interface_in_c_compiles_with_warnings(tmp_path: Path) -> None:
    for of in CARDS:
        names = [function.name for function in of.functions]
        folder = tmp_path / of.name
        mote("export", *names, "--cpu", "thumb", "--together", folder)
        sources = sorted(path.name for path in folder.glob("*.c"))
        assert f"{of.identifier}.c" in sources
        flags = ["-std=c90", "-pedantic", "-Wall", "-Wextra", "-Werror", "-mthumb"]
        command = ["arm-none-eabi-gcc", *flags, "-c", f"{of.identifier}.c"]
        subprocess.run(command, cwd=folder, check=True)


@needs_sdcc
def test_a_user_gets_one_source_and_one_interface(tmp_path: Path) -> None:
    mote("export", "bmw256", "bmw512", "--cpu", "mcs51", "--together", "--fast", tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "README.md", "mote_bmw.asm", "mote_bmw.h", "mote_bmw256.h", "mote_bmw512.h",
    ]  # fmt: skip
    size = figures.figure(["bmw256", "bmw512"], "mcs51_fast", "mcs51", "size_bytes")
    text = (tmp_path / "README.md").read_text()
    assert f"- size: {size} bytes in all; with one interface for all digest sizes" in text
    main = '#include "mote_bmw.h"\n' + "static __xdata mote_bmw_context cc;\n"
    main += "static __xdata unsigned char out[64];\nvoid main(void) {\n"
    main += '    mote_bmw_init(&cc, 512);\n    mote_bmw(&cc, "abc", 3);\n'
    main += "    mote_bmw_close(&cc, 0, 0, out);\n}\n"
    (tmp_path / "main.c").write_text(main)
    commands = (
        ["sdas8051", "-plosgffw", "mote_bmw.rel", "mote_bmw.asm"],
        ["sdcc", "-mmcs51", "--model-large", "-c", "main.c"],
        ["sdcc", "-mmcs51", "--model-large", "--iram-size", "256", "main.rel", "mote_bmw.rel"],
    )
    for command in commands:
        subprocess.run(command, cwd=tmp_path, check=True)
