"""`mote export`: what a user takes home compiles alone, is what was measured, and is right."""

from __future__ import annotations

import dataclasses
import functools
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from bench_command import mote
from mote.building import build, package
from mote.catalog import catalog, vectors
from mote.catalog.cpu import Cpu
from mote.catalog.function import Function, Implementation
from mote.choosing import export
from mote.measuring import bench

CPUS = catalog.cpus()
ALL = catalog.functions()
# Of functions that share a source the first: their files are the same.
FUNCTIONS = {
    name: next(each for each in ALL.values() if each.identifier == function.identifier)
    for name, function in ALL.items()
    if name == next(n for n, each in ALL.items() if each.identifier == function.identifier)
}
EVERY = [i for function in FUNCTIONS.values() for i in catalog.implementations(function)]
IN_C = [
    i
    for i in EVERY
    if i.name.startswith("portable") and all(source.suffix == ".c" for source in i.sources)
]
IN_ASSEMBLY = [i for i in EVERY if i.sources[-1].suffix == ".S"]
STRICT = ("-Wall", "-Wextra", "-pedantic", "-Werror")
NATIVE = ("gcc", "clang")


def name_of(implementation: Implementation) -> str:
    return f"{implementation.function.name}-{implementation.name}"


def first_cpu(implementation: Implementation) -> Cpu:
    """The first CPU that the implementation runs on."""
    return next(cpu for cpu in CPUS.values() if catalog.runs_on(implementation, cpu))


def written(implementation: Implementation, folder: Path, prefix: str = "") -> list[Path]:
    """The files in the folder, as the command writes them."""
    cpu = first_cpu(implementation)
    name = prefix or implementation.prefix
    return export.write([(implementation, name)], cpu, folder)


def compile_here(compiler: str, folder: Path, *arguments: object) -> None:
    """Run a compiler in the folder; its words are the failure."""
    command = [compiler, *map(str, arguments)]
    result = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr


def bases(function: Function) -> list[Function]:
    """The functions that it calls, one below the other."""
    below = [FUNCTIONS[function.base]] if function.base else []
    return below + [each for base in below for each in bases(base)]


def sources(files: list[Path]) -> list[str]:
    return [path.name for path in files if path.suffix in (".c", ".S")]


@functools.cache
def expected(function: str) -> tuple[bytes, bytes]:
    """A message of whole bytes and its digest of the main size, or a block and its encryption."""
    of = FUNCTIONS[function]
    if of.kind == "cipher":
        from mote.kinds import cipher

        vector = cipher.own(of)[0]
        return vector.key + vector.tweak + vector.plaintext, vector.ciphertext
    if of.kind == "mode":
        from mote.kinds import mode

        text = mode.own(of)[2]
        return text.key + text.iv + text.aad + text.text, text.output
    if of.kind == "blocks":
        from mote.kinds import blocks

        many = blocks.own(of)[3]
        return many.key + many.plaintext, many.ciphertext
    if of.kind == "generator":
        from mote.kinds import generator

        seeded = generator.own(of)[0]
        return seeded.seed(0), seeded.output
    if of.kind == "mac":
        from mote.kinds import mac

        size = of.main_size // 8
        code = next(each for each in mac.own(of) if len(each.key) == len(each.mac) == size)
        return code.key + code.message, code.mac
    if of.kind == "derivation":
        from mote.kinds import derivation

        derived = derivation.own(of)[1]
        return derived.prk + derived.info, derived.output
    if of.kind == "signature":
        from mote.kinds import signature

        claim = signature.own(of)[2]
        return claim.key + claim.signature + claim.message, b""
    if of.kind == "checksum":
        from mote.kinds import checksum

        last = next(each for each in reversed(checksum.own(of)) if each.crc == 0)
        return last.message, last.checksum.to_bytes(4, "big")
    found = [v for v in vectors.own(of) if v.digest_bits == of.main_size and v.bits == 256]
    return found[0].message, found[0].digest


def program(prefix: str, function: str, header: str) -> str:
    """C code that exits with status 0 when the function gives what is expected."""
    of = FUNCTIONS[function]
    if of.kind == "checksum":
        message, value = expected(function)
        given = ", ".join(map(str, message))
        return (
            f'#include "{header}"\nstatic const unsigned char given[] = {{{given}}};\n'
            f"int {prefix}_is_wrong(void) {{\n"
            f"return {prefix}(0, given, sizeof given) != 0x{value.hex()} ||\n"
            f"{prefix}_combine({prefix}(0, given, 99), {prefix}(0, given + 99, sizeof given - 99),"
            f"\nsizeof given - 99) != 0x{value.hex()};\n}}\n"
        )
    if of.kind == "signature":
        message, _ = expected(function)
        given = ", ".join(map(str, message))
        return (
            f'#include "{header}"\nstatic const unsigned char given[] = {{{given}}};\n'
            f"int {prefix}_is_wrong(void) {{\n{prefix}_context cc;\n"
            f"{prefix}_init(&cc, given, 56, given + 56, 1292);\n"
            f"{prefix}(&cc, given + 1348, sizeof given - 1348);\n"
            f"return {prefix}_close(&cc) != MOTE_LMS_VALID;\n}}\n"
        )
    if of.kind == "mode":
        return mode_program(prefix, function, header)
    if of.kind == "generator":
        data, result = (", ".join(map(str, each)) for each in expected(function))
        return (
            f'#include "{header}"\n#include <string.h>\n'
            f"static const unsigned char given[] = {{{data}}}, wanted[] = {{{result}}};\n"
            f"int {prefix}_is_wrong(void) {{\n{prefix}_context cc;\n"
            f"unsigned char result[sizeof wanted];\n{prefix}_init(&cc);\n"
            f"{prefix}_seed(&cc, given, sizeof given);\n"
            f"return {prefix}_generate(&cc, result, sizeof result) != 0 ||\n"
            "memcmp(result, wanted, sizeof wanted) != 0;\n}\n"
        )
    if of.kind in ("mac", "derivation"):
        data, result = (", ".join(map(str, each)) for each in expected(function))
        bits, key = of.main_size, of.main_size // 8
        use = (
            f"{prefix}_context cc;\n{prefix}_init(&cc, {bits}, given, {key});\n"
            f"{prefix}(&cc, given + {key}, sizeof given - {key});\n{prefix}_close(&cc, result);\n"
            if of.kind == "mac"
            else f"if ({prefix}_expand({bits}, given, {key}, given + {key}, sizeof given - {key},\n"
            "result, sizeof result) != 0) return 1;\n"
        )
        return (
            f'#include "{header}"\n#include <string.h>\n'
            f"static const unsigned char given[] = {{{data}}}, wanted[] = {{{result}}};\n"
            f"int {prefix}_is_wrong(void) {{\nunsigned char result[sizeof wanted];\n{use}"
            "return memcmp(result, wanted, sizeof wanted) != 0;\n}\n"
        )
    if of.kind == "blocks":
        data, result = (", ".join(map(str, each)) for each in expected(function))
        return (
            f'#include "{header}"\n#include <string.h>\n'
            f"static const unsigned char given[] = {{{data}}}, wanted[] = {{{result}}};\n"
            f"int {prefix}_is_wrong(void) {{\n{prefix}_context cc;\n"
            f"unsigned char result[sizeof wanted];\n{prefix}_init(&cc, given);\n"
            f"{prefix}_encrypt(&cc, given + {of.main_size // 8}, result, sizeof wanted / 16);\n"
            "return memcmp(result, wanted, sizeof wanted) != 0;\n}\n"
        )
    given, wanted = ([", ".join(map(str, each))] for each in expected(function))
    key, block = of.main_size // 8, of.block_bytes
    use = (
        f"{prefix}_init(&cc, given);\n"
        f"{prefix}_encrypt(&cc, given + {key}, given + {key + 16}, result);\n"
        if of.kind == "cipher"
        else f"{prefix}_init(&cc, {of.main_size});\n{prefix}(&cc, given, sizeof given);\n"
        f"{prefix}_close(&cc, 0, 0, result);\n"
    )
    size = block if of.kind == "cipher" else of.main_size // 8
    return (
        f'#include "{header}"\n#include <string.h>\n'
        f"static const unsigned char given[] = {{{given[0]}}}, wanted[] = {{{wanted[0]}}};\n"
        f"int {prefix}_is_wrong(void) {{\n{prefix}_context cc;\nunsigned char result[{size}];\n"
        f"{use}return memcmp(result, wanted, sizeof wanted) != 0;\n}}\n"
    )


def mode_program(prefix: str, function: str, header: str) -> str:
    """The same for a mode of operation: the third text of its vectors, or its hash."""
    from mote.kinds import mode

    of = FUNCTIONS[function]
    given, wanted = (", ".join(map(str, each)) for each in expected(function))
    vector = mode.own(of)[2]
    key, iv, aad = len(vector.key), len(vector.iv), len(vector.aad)
    text = f"given + {key + iv + aad}"
    size = f"{len(vector.text)}"
    use = {
        "cbc": f"if ({prefix}_init(&cc, given, {8 * key}) != 0) return 1;\n"
        f"memcpy(iv, given + {key}, {iv});\n"
        f"{prefix}_cbc_encrypt(&cc, iv, {text}, result, {size} / 16);\n",
        "ctr_only": f"(void)iv;\n"
        f"if ({prefix}_init(&cc, given, {8 * key}, given + {key}) != 0) return 1;\n"
        f"{prefix}_crypt(&cc, {text}, result, {size});\n",
        "gcm": f"if ({prefix}_init(&cc, given, {8 * key}) != 0) return 1;\n"
        f"(void)iv;\nif ({prefix}_seal(&cc, given + {key}, {iv}, given + {key + iv}, {aad}, {text},"
        f" result, {size}, result + {size}, {vector.tag_bytes}) != 0) return 1;\n",
        "chacha20_poly1305": f"(void)iv;\n"
        f"if ({prefix}_seal(&cc, given, given + {key}, given + {key + iv}, {aad},"
        f" {text}, result, {size}, result + {size}) != 0) return 1;\n",
        "ascon": f"(void)iv;\n{prefix}_seal(&cc, given, given + {key}, given + {key + iv}, {aad},"
        f" {text}, result, {size}, result + {size});\n",
        **dict.fromkeys(
            ("chacha20", "salsa20"),
            f"(void)iv;\n{prefix}_init(&cc, given, given + {key + 4},"
            f" {int.from_bytes(vector.iv[:4], 'little')}u);\n"
            f"{prefix}_crypt(&cc, {text}, result, {size});\n",
        ),
        "ccm": f"if ({prefix}_init(&cc, given, {8 * key}) != 0) return 1;\n"
        f"(void)iv;\nif ({prefix}_seal(&cc, given + {key}, {iv}, given + {key + iv}, {aad}, {text},"
        f" result, {size}, result + {size}, {vector.tag_bytes}) != 0) return 1;\n",
        "wrap": f"(void)iv;\nif ({prefix}_init(&cc, given, {8 * key}) != 0 ||\n"
        f"{prefix}_encrypt(&cc, {text}, result, {size}) != 0) return 1;\n",
        "cmac": f"if ({prefix}_init(&cc, given, {8 * key}) != 0) return 1;\n(void)iv;\n"
        f"{prefix}(&cc, {text}, {size});\n{prefix}_close(&cc, result);\n",
        **dict.fromkeys(
            ("ghash", "poly1305"),
            f"{prefix}_init(&cc, given);\n(void)iv;\n"
            f"{prefix}(&cc, {text}, {size});\n{prefix}_close(&cc, result);\n",
        ),
    }[of.facts["mode"]]
    return (
        f'#include "{header}"\n#include <string.h>\n'
        f"static const unsigned char given[] = {{{given}}}, wanted[] = {{{wanted}}};\n"
        f"int {prefix}_is_wrong(void) {{\n{prefix}_context cc;\n"
        f"unsigned char result[{max(len(vector.output), 16)}], iv[16];\n"
        f"{use}return memcmp(result, wanted, sizeof wanted) != 0;\n}}\n"
    )


def run_program(folder: Path, prefixes: list[str], files: list[str], *flags: str) -> int:
    """Compile the folder's files with a main program for the host; its exit status."""
    declared = "".join(f"int {prefix}_is_wrong(void);\n" for prefix in prefixes)
    called = " | ".join(f"{prefix}_is_wrong()" for prefix in prefixes)
    (folder / "main.c").write_text(f"{declared}int main(void) {{ return {called}; }}\n")
    compile_here("gcc", folder, *STRICT, *flags, "-I.", "main.c", *files, "-o", "program")
    return subprocess.run([folder / "program"], check=False).returncode


@pytest.mark.parametrize("implementation", IN_C, ids=name_of)
@pytest.mark.sampled(24)
def test_c_compiles_alone_and_is_right(implementation: Implementation, tmp_path: Path) -> None:
    files = written(implementation, tmp_path)
    prefix = implementation.prefix
    below = [f"{each.identifier}.c" for each in bases(implementation.function)]
    assert [path.name for path in files] == [f"{prefix}.h", f"{prefix}.c", *below, "README.md"]
    flags = ("-std=c99", "-Os", "-flto", "-ffunction-sections", "-fshort-enums")
    (tmp_path / "use.c").write_text(program(prefix, implementation.function.name, f"{prefix}.h"))
    assert run_program(tmp_path, [prefix], ["use.c", f"{prefix}.c", *below], *flags) == 0
    if shutil.which("clang"):
        compile_here("clang", tmp_path, *STRICT, "-std=c90", "-fsyntax-only", "-I.", f"{prefix}.c")


@pytest.mark.parametrize("implementation", IN_ASSEMBLY, ids=name_of)
@pytest.mark.sampled(36, by=())
def test_assembly_compiles_alone(implementation: Implementation, tmp_path: Path) -> None:
    files = written(implementation, tmp_path)
    cpu = first_cpu(implementation)
    compiler = f"{cpu.toolchain.prefix}gcc"
    if shutil.which(compiler) is None:
        pytest.skip(f"{compiler} is not installed")
    assert len(sources(files)) == len(implementation.sources)
    for source in sources(files):
        flags = [*cpu.toolchain.flags]
        if source.endswith(".c"):
            flags += [*cpu.toolchain.c_flags, *STRICT]
        compile_here(compiler, tmp_path, *flags, "-I.", "-c", source)


def test_headers_are_cxx(tmp_path: Path) -> None:
    for function in FUNCTIONS.values():
        written(catalog.implementations(function)[0], tmp_path)
    text = "".join(f'#include "{path.name}"\n' for path in sorted(tmp_path.glob("*.h")))
    assert text.count("#include") == len(FUNCTIONS)
    (tmp_path / "all.cpp").write_text(text)
    for compiler in ("g++", "clang++"):
        if shutil.which(compiler):
            compile_here(compiler, tmp_path, *STRICT, "-std=c++98", "-Wno-long-long", "-I.",
                         "-fsyntax-only", "all.cpp")  # fmt: skip


@pytest.mark.turns("files from outside", 16, "python/mote/choosing", "python/mote/measuring")
def test_all_functions_in_one_program(tmp_path: Path) -> None:
    """In one folder they share nothing and clash in nothing, under a prefix of their own."""
    prefixes, files = [], []
    for number, function in enumerate(FUNCTIONS.values()):
        found = {each.name: each for each in catalog.implementations(function)}
        # Each other function small: both at once would say no more.
        names = [name for name in ("portable", "portable_fast") if name in found]
        prefix = f"my{number}_{function.name}"
        files += sources(written(found[names[number % len(names)]], tmp_path, prefix))
        (tmp_path / f"{prefix}_use.c").write_text(program(prefix, function.name, f"{prefix}.h"))
        files.append(f"{prefix}_use.c")
        prefixes.append(prefix)
    # Each has been compiled with optimization by itself.
    flags = (*STRICT, "-O0", "-I.", "-c")
    files = list(dict.fromkeys(files))  # what several call is one file
    compile_here("gcc", tmp_path, *flags, *files)
    objects = [f"{Path(file).stem}.o" for file in files]
    assert run_program(tmp_path, prefixes, objects) == 0
    readme = (tmp_path / "README.md").read_text()
    assert readme.count("\n## ") == len(prefixes)
    made = tmp_path.glob("my*_sha1.c")
    wrong = next(path for path in made if "0x67452301" in path.read_text())
    wrong.write_text(wrong.read_text().replace("0x67452301", "0x67452302"))
    compile_here("gcc", tmp_path, *flags, wrong.name)
    assert run_program(tmp_path, prefixes, objects) == 1, "a wrong file would be seen"


def smallest(function: str) -> Implementation:
    """An implementation of each function that is not plain C where there is one."""
    found = catalog.implementations(FUNCTIONS[function])
    thumb = [i for i in found if catalog.runs_on(i, CPUS["thumb"])]
    return next((i for i in thumb if i.sources[-1].suffix == ".S"), thumb[0])


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.sampled(12)
def test_the_exported_files_run_on_the_cpu(function: str, tmp_path: Path) -> None:
    """Renamed, and taken as a user's own files: the same size, digests right, guard passed."""
    ours = smallest(function)
    files = export.write([(ours, "acme")], CPUS["thumb"], tmp_path)
    theirs = dataclasses.replace(
        ours,
        sources=tuple(path for path in files if path.suffix in (".c", ".S")),
        prefix="acme",
        header=tmp_path / "acme.h",
        kernel=None,
    )
    outcome = bench.run(bench.BenchJob(theirs, CPUS["thumb"], measure=False, thinned=64))
    assert outcome.problem == ""
    built = build.build(ours, CPUS["thumb"], tmp_path / "ours")
    assert outcome.size_bytes == built.facts.size_bytes


@pytest.mark.parametrize("name", ["mcs51", "mcs51_fast"])
def test_exported_assembly_of_the_8051_is_renamed_and_right(name: str, tmp_path: Path) -> None:
    """With the underscores of SDCC's assembler, and the parameters in memory."""
    found = catalog.implementations(FUNCTIONS["shabal"])
    ours = next(each for each in found if each.name == name)
    export.write([(ours, "acme")], CPUS["mcs51"], tmp_path)
    theirs = dataclasses.replace(
        ours, sources=(tmp_path / "acme.asm",), prefix="acme", header=tmp_path / "acme.h"
    )
    outcome = bench.run(bench.BenchJob(theirs, CPUS["mcs51"], measure=False))
    assert outcome.problem == ""
    assert "mote_shabal_PARM" not in (tmp_path / "acme.asm").read_text()


def test_what_is_measured_is_what_is_copied(tmp_path: Path) -> None:
    """The files that the bench compiles are the exported ones but for their heads."""
    implementation = smallest("sha3")
    assert implementation.kernel is not None
    build.build(implementation, CPUS["thumb"], tmp_path)
    for path in written(implementation, tmp_path / "taken"):
        if path.name == "README.md":
            continue
        text = path.read_text()
        head = re.search(r"^@?( \*|@)\n(?:@| \*) SHA-3 .*\n.*Written by.*\n", text, re.M)
        assert head, text[:300]
        without = text.replace(head[0], "", 1)
        assert without == (tmp_path / "files" / path.name).read_text()


def test_every_line_knows_where_it_comes_from() -> None:
    texts: dict[Path, list[str]] = {}
    for implementation in EVERY:
        for file in package.pack(implementation).files:
            for line in file.lines:
                if line.path.suffix == ".h" or line.text.startswith("#include"):
                    continue
                if line.path not in texts:
                    texts[line.path] = line.path.read_text().splitlines()
                text = texts[line.path][line.number - 1]
                # A comment that began with the licence begins without it.
                assert line.text == text or "_" in text or line.text == "/*"
    packed = package.pack(smallest("sha3"))
    number = next(
        i for i, line in enumerate(packed.sources[0].lines, 1) if "SET_BYTE(STATE" in line.text
    )
    assert packed.origin("mote_sha3.c", number).startswith("src/common/sponge.h:")
    assert packed.origin("mote_sha3.c", 100000) == packed.origin("nothing.c", 1) == ""


def test_private_advice_and_other_functions_code_stay_at_home() -> None:
    found = catalog.implementations(FUNCTIONS["sha256"])
    text = package.pack(next(each for each in found if each.name == "portable")).sources[0].text
    assert "A private header" not in text
    assert "xor_rotr64" not in text, "words of 64 bits are for other functions"
    assert "#ifdef __AVR__" in text, "what the compiler decides stays"
    assert '#include "common' not in text


def test_the_command(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    result = mote("export", "sha3", "shabal", "--cpu", "cortex-m0", "--fast", folder)
    assert [Path(line).name for line in result.stdout.splitlines()] == [
        *("mote_sha3.h", "mote_sha3.c", "mote_sha3_f1600.S"),
        *("mote_shabal.h", "mote_shabal.S", "README.md"),
    ]
    readme = (folder / "README.md").read_text()
    again = re.findall(r"^    \./mote export .*$", readme, re.M)
    assert len(again) == 2
    assert "--implementation thumb_fast" in again[0]
    # A second function joins, and one that is there is replaced.
    mote("export", "sha256", "--cpu", "avr8", "--low-ram", folder)
    mote("export", "shabal", "--cpu", "avr8", "--small", folder)
    readme = (folder / "README.md").read_text()
    assert re.findall("^## (.*)$", readme, re.M) == ["mote_sha256", "mote_sha3", "mote_shabal"]
    assert "Shabal, implementation avr8: `mote_shabal.h`, `mote_shabal.S`" in readme
    both = re.findall("^GNU as and clang's assembler make the same code of (.*)\\.$", readme, re.M)
    assert both == ["`mote_sha256.S`", "`mote_sha3_f1600.S`", "`mote_shabal.S`"]


def test_a_name_may_be_two_words(tmp_path: Path) -> None:
    """What is built on a function, and that; a file that is named is not called the only one."""
    words = ("sha3", "lms", "sha256:thumb", "--cpu", "cortex-m0", tmp_path)
    result = mote("export", *words)
    assert {Path(line).name for line in result.stdout.splitlines()} == {
        *("mote_sha3.h", "mote_sha3.c", "mote_sha3_f1600.S"),
        *("mote_lms_sha256.h", "mote_lms_sha256.S", "README.md"),
    }
    assert "lms_sha256 thumb: " in result.stderr and "no other file" not in result.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("lms", "sha9", "--cpu", "thumb", "DIR"), "unknown function 'lms'"),
        (("sha257", "--cpu", "thumb", "DIR"), "did you mean 'sha256'"),
        (("sha256", "--cpu", "thumbs", "DIR"), "did you mean 'thumb'"),
        (("sha256", "--cpu", "thumb", "--implementation", "mips", "DIR"), "unknown implementation"),
        (("shabal", "--cpu", "thumb", "--implementation", "avr8", "DIR"), "avr8 is not for thumb"),
        (("sha256", "--cpu", "thumb", "--prefix", "2x", "DIR"), "not a C identifier"),
        (("sha256", "sha3", "--cpu", "thumb", "--prefix", "x", "DIR"), "goes with one function"),
        (("sha256", "--cpu", "pic24", "DIR"), "no measured implementation for pic24"),
    ],
)
def test_bad_input(arguments: tuple[str, ...], words: str, tmp_path: Path) -> None:
    given = [str(tmp_path / "out") if word == "DIR" else word for word in arguments]
    result = mote("export", *given, status=1)
    assert words in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert not (tmp_path / "out").exists()


def test_an_8051s_internal_ram_is_told(tmp_path: Path) -> None:
    """It has 256 bytes of it, which a program shares with what it takes home."""
    mote("export", "blake2s", "--cpu", "mcs51", "--fast", tmp_path)
    row = export.rows_of(catalog.functions()["blake2s"], catalog.cpus()["mcs51"])["mcs51_fast"]
    said = f"{row.static_bytes} bytes at fixed addresses, {row.internal_ram_bytes} of them internal"
    assert row.internal_ram_bytes == 138
    assert said in (tmp_path / "README.md").read_text()


@pytest.mark.skipif(shutil.which("sdcc") is None, reason="sdcc not installed")
@pytest.mark.parametrize(
    ("file", "paged"),
    [("sha256:mcs51", True), ("blake2s:mcs51_fast", False), ("sha256:portable", False)],
)
def test_an_8051s_program_is_built_by_what_it_says(file: str, paged: bool, tmp_path: Path) -> None:
    """SHA-256 in assembly takes a page of external RAM, which SDCC does not align by itself."""
    mote("export", file, "--cpu", "mcs51", tmp_path)
    name = file.partition(":")[0]
    (tmp_path / "main.c").write_text(
        f'#include "mote_{name}.h"\n'
        f"__xdata mote_{name}_context cc;\n"
        f"void main(void) {{ mote_{name}_init(&cc, 256); }}\n"
    )
    text = (tmp_path / "README.md").read_text()
    assert ("--xram-loc" in text) == paged
    commands = re.findall(r"^    (sd.+)", text, re.M)
    assert len(commands) == 2
    for command in commands:
        subprocess.run(shlex.split(command), cwd=tmp_path, check=True, capture_output=True)
    assert (tmp_path / "main.ihx").is_file()


def test_a_file_of_the_users_is_never_replaced(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("mine\n")
    result = mote("export", "sha256", "--cpu", "thumb", tmp_path, status=1)
    assert "README.md was not made by mote export" in result.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["README.md"]
    assert (tmp_path / "README.md").read_text() == "mine\n"
    (tmp_path / "file").write_text("")
    result = mote("export", "sha256", "--cpu", "thumb", tmp_path / "file", status=1)
    assert "cannot write" in result.stderr


MAIN = """
#include "mote_sha256.h"
#include <stdio.h>
int main(void) {
    mote_sha256_context cc;
    unsigned char digest[32];
    unsigned i;
    mote_sha256_init(&cc, 256);
    mote_sha256(&cc, "abc", 3);
    mote_sha256_close(&cc, 0, 0, digest);
    for (i = 0; i < 32; i++)
        printf("%02x", digest[i]);
    return 0;
}
"""


def said_of(readme: str, after: str) -> str:
    """The indented lines behind a line of a README that begins so, word for word."""
    (block,) = re.findall(rf"^{after}.*:\n\n((?:    .*\n)+)", readme, re.M)
    return "".join(line.removeprefix("    ") + "\n" for line in block.splitlines())


def test_the_readme_names_every_file_in_assembly(tmp_path: Path) -> None:
    """Those of the function that it is based on, and of its kernel, too."""
    (wanted,) = (
        each
        for each in catalog.implementations(ALL["chacha20_poly1305"])
        if each.name == "armv6m_fast"
    )
    files = export.write([(wanted, wanted.prefix)], CPUS["cortex-m0"], tmp_path)
    first, second = (path.name for path in files if path.suffix == ".S")
    readme = (tmp_path / "README.md").read_text()
    assert f"(without ASM, {first} and {second} are left out)" in readme
    assert "Compile the sources for" in readme


@pytest.mark.parametrize(
    ("function", "name", "cpu"),
    [
        ("sha256", "portable_fast", "amd64"),
        ("shabal", "amd64_fast", "amd64"),
        ("sha256", "power8_fast", "power8-le"),
    ],
)
def test_the_lines_of_the_readme_build_a_program(
    function: str, name: str, cpu: str, tmp_path: Path
) -> None:
    """Those for CMake and those for Make, in a folder with the exported files and a main.c."""
    of = CPUS[cpu]
    prefix = of.toolchain.prefix
    runner = ["qemu-ppc64le", "-L", "/usr/powerpc64le-linux-gnu"] if prefix else []
    if any(shutil.which(each) is None for each in (f"{prefix}gcc", "cmake", "make", *runner[:1])):
        pytest.skip("no compiler or simulator")
    (wanted,) = (each for each in catalog.implementations(ALL[function]) if each.name == name)
    export.write([(wanted, wanted.prefix)], of, tmp_path)
    (tmp_path / "main.c").write_text(MAIN.replace("sha256", function))
    readme = (tmp_path / "README.md").read_text()
    minimum = "cmake_minimum_required(VERSION 3.16)\n"
    (tmp_path / "CMakeLists.txt").write_text(minimum + said_of(readme, "CMakeLists.txt"))
    (tmp_path / "Makefile").write_text(said_of(readme, "Makefile"))
    cross = ["-DCMAKE_SYSTEM_NAME=Linux"] if prefix else []
    compiler = f"-DCMAKE_C_COMPILER={prefix}gcc"
    compile_here("cmake", tmp_path, "-S", ".", "-B", "b", compiler, *cross)
    compile_here("cmake", tmp_path, "--build", "b")
    compile_here("make", tmp_path, "main", f"CC={prefix}gcc")
    right = {
        "sha256": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
        "shabal": "07225fab83ca48fb480d22219410d5ca008359efbfd315829029afe2cb3f0404",
    }
    for built in ("b/main", "main"):
        run = subprocess.run(
            [*runner, str(tmp_path / built)], capture_output=True, text=True, check=True
        )
        assert run.stdout == right[function]


def test_the_lines_name_what_a_function_is_based_on(tmp_path: Path) -> None:
    wanted = [
        next(each for each in catalog.implementations(ALL[name]) if each.name == "portable")
        for name in ("hmac_sha256", "sha256")
    ]
    export.write([(each, each.prefix) for each in wanted], CPUS["cortex-m0"], tmp_path)
    readme = (tmp_path / "README.md").read_text()
    assert "add_executable(main main.c mote_hmac_sha256.c mote_sha256.c)" in readme
    assert "    main: mote_hmac_sha256.o mote_sha256.o\n" in readme
    assert "Arduino:" in readme


def test_the_pair_that_was_written_is_written_again(tmp_path: Path) -> None:
    pair = ("hmac_sha256", "sha256:thumb_table", "--cpu", "cortex-m0")
    mote("export", *pair, tmp_path / "first")
    text = (tmp_path / "first" / "README.md").read_text(encoding="utf-8")
    section = text[text.index("## mote_hmac_sha256") :]
    again = next(line for line in section.splitlines() if line.startswith("    ./mote export"))
    assert "hmac_sha256 sha256:thumb_table --cpu cortex-m0" in again
    mote(*again.split()[1:-1], tmp_path / "second")
    for path in (tmp_path / "first").iterdir():
        if path.suffix in (".c", ".S", ".h"):
            assert (tmp_path / "second" / path.name).read_text() == path.read_text()
