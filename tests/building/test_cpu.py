"""Detection of the processor, random bytes, byte order: on this host, with stubs, under QEMU."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from includes import INCLUDE_FLAGS
from mote.common.paths import ROOT

STUBS = ROOT / "tests" / "stubs"
CPU_LIBRARY = ROOT / "src" / "cpu" / "library.c"
RANDOM_LIBRARY = ROOT / "src" / "random" / "library.c"
STRICT = ("-std=c90", "-Wall", "-Wextra", "-pedantic", "-Werror")
COMPILERS = [name for name in ("gcc", "clang") if shutil.which(name)]

SYSTEM = ("SYSTEM_UNKNOWN", "SYSTEM_LINUX_POWER", "SYSTEM_AIX", "SYSTEM_X86")
UNKNOWN_NAME, ABSENT, FAILED = -1, -2, -2
POWER8, DARN = 1 << 3, 1 << 6
ALTIVEC_ONLY = 0x10000000

POWER8_FEATURES = "altivec vsx power7 power8 vec_crypto"
POWER9_FEATURES = f"{POWER8_FEATURES} power9 darn"

pytestmark = pytest.mark.skipif(not COMPILERS, reason="no C compiler for this computer")


def run(command: Sequence[str | Path], mask: str | None = None) -> str:
    """What a command prints; mask: MOTE_CPU_FEATURES in its environment."""
    environment = {k: v for k, v in os.environ.items() if k != "MOTE_CPU_FEATURES"}
    if mask is not None:
        environment["MOTE_CPU_FEATURES"] = mask
    words = [str(word) for word in command]
    result = subprocess.run(words, capture_output=True, text=True, check=False, env=environment)
    assert result.returncode == 0, result.stderr
    return result.stdout


def build(
    folder: Path, *options: str | Path, compiler: str = COMPILERS[0] if COMPILERS else ""
) -> Path:
    program = folder / "program"
    flags = [*STRICT, "-O1", *INCLUDE_FLAGS, *options, "-o", program]
    assert run([compiler, *flags]) == ""
    return program


def cpu_program(folder: Path, system: str, *options: str, compiler: str = "gcc") -> Path:
    """The program that prints the features, on a system that is played."""
    files = (STUBS / "cpu_program.c", CPU_LIBRARY)
    return build(folder, f"-DSYSTEM={system}", *options, *files, compiler=compiler)


def linux_power(folder: Path, first: int, second: int, line: int = 128) -> Path:
    return cpu_program(
        folder,
        "SYSTEM_LINUX_POWER",
        *("-Dgetauxval=stub_getauxval", "-Dsysconf=stub_sysconf"),
        *(f"-DHWCAP={first:#x}", f"-DHWCAP2={second:#x}", f"-DDCACHE={line}"),
    )


def said(program: Path, mask: str | None = None, required: int = 0) -> tuple[int, str, list[int]]:
    """Error, names of the features; then the line of the cache, and what asking for some gives."""
    first, second = run([program, str(required)], mask).splitlines()
    error, _, names = first.partition(" ")
    return int(error), names, [int(each) for each in second.split()]


@pytest.mark.parametrize(
    ("first", "second", "features"),
    [
        (0, 0, ""),
        (ALTIVEC_ONLY, 0, "altivec"),
        # Every other bit alone: the comparison with 0 binds tighter than the mask, in the guide's.
        (0x100, 0, "power7"),
        (0x1, 0x1, ""),
        (0x10000180, 0, "altivec vsx power7"),
        # What the guide's screen shows of a POWER8: vcrypto tar isel ebb dscr htm arch_2_07.
        (0xDC0065C2 & ~0x40 | 0x180, 0xEF000000, POWER8_FEATURES),
        (0x10000180, 0x80000000 | 0x02000000 | 0x00800000 | 0x00200000, POWER9_FEATURES),
        (0x10000180, 0x82A40000, f"{POWER9_FEATURES} power10"),
    ],
)
def test_auxiliary_vector(first: int, second: int, features: str, tmp_path: Path) -> None:
    error, names, (line, _, _) = said(linux_power(tmp_path, first, second))
    assert (error, names, line) == (0, features, 128)


def test_a_line_of_0_bytes_is_none(tmp_path: Path) -> None:
    """Neither sysconf nor the vector says; both do so with 0."""
    _, _, (line, _, _) = said(linux_power(tmp_path, ALTIVEC_ONLY, 0, line=0))
    assert line == (64 if platform.architecture()[0] == "64bit" else 32)


def test_the_environment_takes_away_and_never_adds(tmp_path: Path) -> None:
    program = linux_power(tmp_path, 0x10000180, 0x82000000)
    ask = POWER8
    assert said(program, None, ask) == (0, POWER8_FEATURES, [128, 0, 1])
    assert said(program, "altivec,power8", ask) == (0, "altivec power8", [128, 0, 1])
    assert said(program, "altivec", ask) == (0, "altivec", [128, ABSENT, 0])
    assert said(program, "none", ask) == (0, "", [128, ABSENT, 0])
    assert said(program, "none") == (0, "", [128, 0, 1])
    # What is not there cannot be asked for, neither here nor in the program.
    assert said(program, "power8,power9", ask) == (ABSENT, "", [128, ABSENT, 0])
    assert said(program, None, DARN) == (0, POWER8_FEATURES, [128, ABSENT, 0])
    for wrong in ("power", "power88", "", ",", "power8,", "POWER8", "none,power8"):
        assert said(program, wrong, ask) == (UNKNOWN_NAME, "", [128, UNKNOWN_NAME, 0]), wrong


@pytest.mark.parametrize("old", [False, True], ids=["current", "old header"])
@pytest.mark.parametrize(
    ("implementation", "vmx", "features"),
    [
        (0x4000, 0, ""),
        (0x4000, 1, "altivec"),
        (0x8000, 2, "altivec vsx power7"),
        (0x10000, 2, POWER8_FEATURES),
        (0x20000, 2, POWER9_FEATURES),
        (0x40000, 2, f"{POWER9_FEATURES} power10"),
        (0x10000, 0, "power7 power8"),  # the system keeps the vector registers
    ],
)
def test_aix(implementation: int, vmx: int, features: str, old: bool, tmp_path: Path) -> None:
    options = [f"-DIMPLEMENTATION={implementation:#x}", f"-DVMX={vmx}", "-DDCACHE=0"]
    options += ["-D_AIX", "-I" + str(STUBS / "aix"), *(["-DSTUB_OLD_HEADER"] if old else [])]
    program = cpu_program(tmp_path, "SYSTEM_AIX", *options)
    error, names, (line, _, _) = said(program)
    assert (error, names) == (0, features)
    assert line in (32, 64)


OSXSAVE, AVX, OLDER = 1 << 27, 1 << 28, 1 << 1 | 1 << 9 | 1 << 19 | 1 << 20 | 1 << 25
EBX7 = 1 << 3 | 1 << 5 | 1 << 8 | 1 << 29 | 1 << 16 | 1 << 21 | 1 << 30 | 1 << 31
ECX7 = 1 << 9 | 1 << 10
OLDER_NAMES = "ssse3 sse4.1 sse4.2 aes pclmulqdq"


@pytest.mark.parametrize(
    ("ecx1", "ebx7", "xcr0", "features"),
    [
        (0, 0, 0, ""),
        (OLDER, 0, 0, OLDER_NAMES),
        (OLDER | OSXSAVE | AVX, 0, 7, f"{OLDER_NAMES} avx"),
        # Without OSXSAVE nothing says what the system saves, and XGETBV would be no instruction.
        (OLDER | AVX, EBX7, 0xE7, f"{OLDER_NAMES} bmi2 sha"),
        (OLDER | OSXSAVE | AVX, EBX7, 3, f"{OLDER_NAMES} bmi2 sha"),
        # Code for BMI2 has instructions of BMI1, too.
        (OLDER | AVX, EBX7 & ~(1 << 3), 0, f"{OLDER_NAMES} sha"),
        (
            *(OLDER | OSXSAVE | AVX, EBX7, 7),
            f"{OLDER_NAMES} avx avx2 bmi2 sha vaes vpclmulqdq",
        ),
        (
            *(OLDER | OSXSAVE | AVX, EBX7, 0xE7),
            f"{OLDER_NAMES} avx avx2 bmi2 sha vaes vpclmulqdq avx512 ifma",
        ),
    ],
)
@pytest.mark.skipif(platform.machine() not in ("x86_64", "AMD64"), reason="cpuid.h is of x86")
def test_cpuid(ecx1: int, ebx7: int, xcr0: int, features: str, tmp_path: Path) -> None:
    assert said(cpuid_program(tmp_path, ecx1, ebx7, xcr0, 0))[:2] == (0, features)


def cpuid_program(folder: Path, ecx1: int, ebx7: int, xcr0: int, eax1a: int) -> Path:
    options = [f"-DECX1={ecx1:#x}u", f"-DEBX7={ebx7:#x}u", f"-DECX7={ECX7:#x}u"]
    options += [f"-DEAX1A={eax1a:#x}u", "-DCPUID=stub_cpuid", f"-DXCR0()={xcr0:#x}"]
    return cpu_program(folder, "SYSTEM_X86", *options, "-include", str(STUBS / "cpuid.h"))


@pytest.mark.parametrize(("eax1a", "halves"), [(0, False), (3, False), (6, True), (14, False)])
@pytest.mark.skipif(platform.machine() not in ("x86_64", "AMD64"), reason="cpuid.h is of x86")
def test_whether_vectors_of_512_bits_are_two_of_256(
    eax1a: int, halves: bool, tmp_path: Path
) -> None:
    """Zen 4 says 6, FP256 and MOVU; a data path of 512 bits adds 8; Intel's have no such leaf."""
    names = f"fp256 {OLDER_NAMES}" if halves else OLDER_NAMES
    assert said(cpuid_program(tmp_path, OLDER, 0, 0, eax1a))[:2] == (0, names)


@pytest.mark.parametrize("compiler", COMPILERS)
@pytest.mark.skipif(not Path("/proc/cpuinfo").exists(), reason="no /proc/cpuinfo to compare with")
def test_this_processor(compiler: str, tmp_path: Path) -> None:
    """As the kernel lists it."""
    program = build(tmp_path, STUBS / "cpu_program.c", CPU_LIBRARY, compiler=compiler)
    error, names, (line, _, _) = said(program)
    assert error == 0
    if platform.machine() in ("x86_64", "AMD64"):
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
        flags = set(next(x for x in text.splitlines() if x.startswith("flags")).split())
        spelled = {"sse4_1": "sse4.1", "sse4_2": "sse4.2", "sha_ni": "sha", "avx512vl": "avx512"}
        spelled["avx512ifma"] = "ifma"
        known = {*OLDER_NAMES.split(), "avx", "avx2", "bmi2", "sha", "vaes", "vpclmulqdq", "avx512"}
        known.add("ifma")
        # Linux does not tell of fp256.
        assert set(names.split()) - {"fp256"} == {spelled.get(flag, flag) for flag in flags} & known
        assert line == 64


ARM64 = "aes pmull sha1 sha2 crc32 sha512 sha3"
"""In the order in which Linux counts them; mote_cpu_name has `aes` at another place."""

HWCAPS = [
    (0, ""),
    (0x3, ""),
    (1 << 3, "aes"),
    (1 << 4, "pmull"),
    (1 << 5, "sha1"),
    (1 << 6, "sha2"),
    (1 << 7, "crc32"),
    (1 << 17, "sha3"),
    (1 << 21, "sha512"),
    # A Cortex-A72 and a Neoverse V1, as /proc/cpuinfo of these lists them.
    (0xFF, "aes pmull sha1 sha2 crc32"),
    (0xEFFFFFFF, ARM64),
    (0xFFFFFFFF & ~(0xF8 | 1 << 17 | 1 << 21), ""),
]


def test_the_auxiliary_vector_of_aarch64(tmp_path: Path) -> None:
    """With Linux and with FreeBSD, which have the same bits."""
    for number, (bits, features) in enumerate(HWCAPS):
        for system, options in (
            (
                "SYSTEM_LINUX_ARM64",
                [
                    *("-Dgetauxval=stub_getauxval", "-Dsysconf=stub_sysconf"),
                    *(f"-DHWCAP={bits:#x}", "-DHWCAP2=0", "-DDCACHE=0"),
                ],
            ),
            (
                "SYSTEM_FREEBSD_ARM64",
                [
                    *("-Delf_aux_info=stub_elf_aux_info", f"-DFREEBSD_HWCAP={bits:#x}ul"),
                    *("-include", str(STUBS / "freebsd.h")),
                ],
            ),
        ):
            folder = tmp_path / f"{system}{number}"
            folder.mkdir()
            error, names, _ = said(cpu_program(folder, system, *options))
            assert (error, set(names.split())) == (0, set(features.split())), (system, bits)


SYSCTLS = {
    "": "",
    "hw.optional.arm.FEAT_AES": "aes",
    "hw.optional.arm.FEAT_SHA512,hw.optional.arm.FEAT_SHA3": "sha512 sha3",
    "hw.optional.arm.FEAT_SHA256": "sha2",
    # Before macOS 12, on an M1
    "hw.optional.armv8_crc32,hw.optional.armv8_2_sha512,hw.optional.armv8_2_sha3": ARM64,
    ",".join(
        f"hw.optional.arm.FEAT_{name}"
        for name in ("AES", "PMULL", "SHA1", "SHA256", "CRC32", "SHA512", "SHA3")
    ): ARM64,
}


@pytest.mark.parametrize("size", [4, 8])
def test_sysctl_of_apples_systems(size: int, tmp_path: Path) -> None:
    for number, (names, features) in enumerate(SYSCTLS.items()):
        folder = tmp_path / str(number)
        folder.mkdir()
        options = [f'-DSYSCTLS="{names},"', f"-DSYSCTL_BYTES={size}"]
        options += ["-I" + str(STUBS / "apple")]
        error, found, _ = said(cpu_program(folder, "SYSTEM_APPLE_ARM64", *options))
        assert (error, set(found.split())) == (0, set(features.split())), names


@pytest.mark.parametrize(
    ("present", "features"),
    [
        (0, ""),
        (1, "aes pmull sha1 sha2"),
        (2, "crc32"),
        (4, "sha3"),
        (8, "sha512"),
        (15, ARM64),
    ],
)
def test_windows_on_aarch64(present: int, features: str, tmp_path: Path) -> None:
    options = [f"-DPRESENT={present}", "-I" + str(STUBS / "windows")]
    error, names, _ = said(cpu_program(tmp_path, "SYSTEM_WINDOWS_ARM64", *options))
    assert (error, set(names.split())) == (0, set(features.split()))


def test_the_system_of_aarch64(tmp_path: Path) -> None:
    """The auxiliary vector that QEMU makes; a mask takes away and never adds."""
    compiler, emulator = "aarch64-linux-gnu-gcc", "qemu-aarch64"
    if not there(compiler, emulator):
        pytest.skip(f"{compiler} or {emulator} is not installed")
    files = (STUBS / "cpu_program.c", CPU_LIBRARY)
    program = build(tmp_path, "-static", *files, compiler=compiler)

    def names(model: str, mask: str | None = None) -> tuple[str, set[str]]:
        error, *found = run([emulator, "-cpu", model, program], mask).split("\n")[0].split()
        return error, set(found)

    older = set(ARM64.split()) - {"sha512", "sha3"}
    assert names("cortex-a57") == ("0", older)
    assert names("max") == ("0", set(ARM64.split()))
    assert names("max", "none") == ("0", set())
    assert names("max", "sha3,aes") == ("0", {"sha3", "aes"})
    assert names("cortex-a57", "aes,sha3") == (str(ABSENT), set())
    assert names("max", "aes,neon") == (str(UNKNOWN_NAME), set())


RISCV64 = "zbb pmull sha2 sha512 aes"

HWPROBED = [
    (0, ""),
    (1, ""),
    (1 << 4, "zbb"),
    (1 << 7, "pmull"),
    (1 << 9, "pmull"),
    # Zkne or Zknd alone is not all of AES.
    (1 << 11 | 1 << 4, "zbb"),
    (1 << 12, ""),
    (1 << 11 | 1 << 12, "aes"),
    (1 << 13, "sha2 sha512"),
    (0x1FFFF, RISCV64),
    (0x1FFFF & ~(1 << 4 | 1 << 7 | 1 << 9 | 1 << 11 | 1 << 13), ""),
]
"""Bits that Linux tells of a RISC-V, and what they mean."""


@pytest.mark.skipif(platform.architecture()[0] != "64bit", reason="long has 64 bits there")
def test_what_linux_tells_of_riscv(tmp_path: Path) -> None:
    for number, (bits, features) in enumerate(HWPROBED):
        folder = tmp_path / str(number)
        folder.mkdir()
        options = ["-DHWPROBE=stub_hwprobe", f"-DHWPROBED={bits:#x}"]
        program = cpu_program(folder, "SYSTEM_LINUX_RISCV64", *options)
        error, names, _ = said(program)
        assert (error, set(names.split())) == (0, set(features.split())), hex(bits)
        error, names, _ = said(program, "none")
        assert (error, names) == (0, "")
    assert said(program, "zbb")[0] == ABSENT


def test_the_system_of_riscv(tmp_path: Path) -> None:
    """The call itself: QEMU 7.2 lacks it, and then there is nothing; later ones answer it."""
    compiler, emulator = "riscv64-linux-gnu-gcc", "qemu-riscv64"
    if not there(compiler, emulator):
        pytest.skip(f"{compiler} or {emulator} is not installed")
    files = (STUBS / "cpu_program.c", CPU_LIBRARY)
    program = build(tmp_path, "-static", *files, compiler=compiler)
    error, *found = run([emulator, program]).split("\n")[0].split()
    assert error == "0"
    assert set(found) <= set(RISCV64.split())


POWER = {
    "powerpc64le-linux-gnu-gcc": "qemu-ppc64le",
    "powerpc64-linux-gnu-gcc": "qemu-ppc64",
    "powerpc-linux-gnu-gcc": "qemu-ppc",
}


def there(*programs: str) -> bool:
    return all(shutil.which(program) for program in programs)


@pytest.mark.parametrize("compiler", POWER)
def test_the_system_of_power(compiler: str, tmp_path: Path) -> None:
    """The auxiliary vector that QEMU makes, 64 bits in both byte orders and 32 bits big-endian."""
    emulator = POWER[compiler]
    if not there(compiler, emulator):
        pytest.skip(f"{compiler} or {emulator} is not installed")
    folders = [tmp_path / name for name in ("cpu", "random")]
    for folder in folders:
        folder.mkdir()
    files = (STUBS / "cpu_program.c", CPU_LIBRARY)
    program = build(folders[0], "-static", *files, compiler=compiler)
    rows = {"power8": POWER8_FEATURES, "power9": POWER9_FEATURES}
    if "ppc64le" not in emulator:
        rows |= {"970fx" if "64" in emulator else "g4": "altivec"}
    if emulator == "qemu-ppc":
        del rows["power8"], rows["power9"]
    for model, features in rows.items():
        error, *rest = run([emulator, "-cpu", model, program]).split("\n")[0].split()
        assert (error, " ".join(rest)) == ("0", features)
    use = folders[1] / "use.c"
    use.write_text(
        '#include "mote/random.h"\n#include <stdio.h>\n'
        "int main(void) {\nstatic unsigned char b[4][40];\nunsigned i, k;\n"
        "for (i = 0; i < 4; i++) {\n"
        'printf("%d ", i == 3 ? mote_random(b[3], 40) : mote_random_darn(b[i], 40, i));\n'
        'for (k = 0; k < 40; k++) printf("%02x", b[i][k]);\nprintf("\\n");\n}\nreturn 0;\n}\n'
    )
    program = build(folders[1], "-static", use, RANDOM_LIBRARY, CPU_LIBRARY, compiler=compiler)
    for model in rows:
        lines = [line.split() for line in run([emulator, "-cpu", model, program]).splitlines()]
        has = model == "power9"
        assert [int(code) for code, _ in lines] == [*([0 if has else -1] * 3), 0]
        digits = [text for _, text in lines]
        assert digits[3] != "00" * 40
        if has:
            assert len(set(digits)) == 4
        else:
            assert digits[:3] == ["00" * 40] * 3
    if "ppc64" in emulator:
        # A mask keeps the instruction from being executed.
        text = run([emulator, "-cpu", "power9", program], "power8").splitlines()
        assert [line.split()[0] for line in text] == ["-1", "-1", "-1", "0"]


@pytest.mark.parametrize("compiler", POWER)
def test_probes_find_what_the_auxiliary_vector_says(compiler: str, tmp_path: Path) -> None:
    """Of each processor that QEMU has, and the handler of SIGILL is the program's own again."""
    emulator = POWER[compiler]
    if not there(compiler, emulator):
        pytest.skip(f"{compiler} or {emulator} is not installed")
    said = []
    for name, options in (("asked", ()), ("probed", ("-DMOTE_CPU_PROBE",))):
        (tmp_path / name).mkdir()
        files = (STUBS / "cpu_program.c", CPU_LIBRARY)
        program = build(tmp_path / name, "-static", *options, *files, compiler=compiler)
        models = ["power8", "power9", "power10"]
        if "ppc64le" not in emulator:
            models = ["970fx", "power7", *models] if "64" in emulator else ["g4", "603e"]
        rows = [run([emulator, "-cpu", each, program]).split("\n")[0] for each in models]
        assert len(set(rows)) == len(models)
        said.append(rows)
    assert said[0] == said[1]
    use = tmp_path / "use.c"
    use.write_text(
        '#include "mote/cpu.h"\n#include <signal.h>\n#include <stdlib.h>\n'
        "static void mine(int n) {\nexit(n == SIGILL ? 0 : 1);\n}\n"
        "int main(void) {\nsignal(SIGILL, mine);\n(void)mote_cpu_has(MOTE_CPU_POWER10);\n"
        '__asm__ __volatile__(".long 0");\nreturn 2;\n}\n'
    )
    options = ("-static", "-DMOTE_CPU_PROBE", use, CPU_LIBRARY)
    run([emulator, build(tmp_path, *options, compiler=compiler)])


def random_program(
    folder: Path, failures: int = 0, instruction: bool = True, error: str = "0"
) -> Path:
    options = [f"-DFAILURES={failures}", f"-DHAS_INSTRUCTION={int(instruction)}"]
    options += [f"-DSYSTEM_ERROR={error}"]
    options += ["-DDARN=stub_darn", "-DGETRANDOM=stub_getrandom"]
    options += ["-include", str(STUBS / "random.h")]
    return build(folder, *options, STUBS / "random_program.c", RANDOM_LIBRARY)


def test_darn(tmp_path: Path) -> None:
    program = random_program(tmp_path)
    # Forms 0, 1 and 2; 32 ones in 32 bits are no failure; no byte more than asked for.
    assert run([program, "0", "6"]) == "0 ffffffffffff 77\n"
    assert run([program, "1", "16"]) == "0 fdfffffffffffffffcffffffffffffff 77\n"
    assert run([program, "2", "9"]) == "0 fdfffffffffffffffc 77\n"
    assert run([program, "1", "0"]) == "0  77\n"
    assert run([program, "any", "3"]) == "0 fdffff 77\n"
    assert run([program, "3", "3"]) == "-1 000000 77\n"
    assert run([program, "system", "7"]) == "0 5a5a5a5a5a5a5a 77\n"


@pytest.mark.parametrize(("failures", "fails"), [(9, False), (10, True), (-1, True)])
def test_darn_that_fails(failures: int, fails: bool, tmp_path: Path) -> None:
    """Ten attempts for each number; then an error, zeros, and no other source."""
    program = random_program(tmp_path, failures)
    for name in ("1", "any"):
        wanted = f"{FAILED} {'00' * 12} 77\n" if fails else "0 fdfffffffffffffffcffffff 77\n"
        assert run([program, name, "12"]) == wanted


def test_where_there_is_no_instruction(tmp_path: Path) -> None:
    program = random_program(tmp_path, instruction=False)
    for form in ("0", "1", "2"):
        assert run([program, form, "5"]) == "-1 0000000000 77\n"
    assert run([program, "any", "5"]) == "0 5a5a5a5a5a 77\n"


@pytest.mark.parametrize(("error", "code"), [("ENOSYS", -1), ("EIO", FAILED), ("-1", FAILED)])
def test_a_system_that_fails(error: str, code: int, tmp_path: Path) -> None:
    program = random_program(tmp_path, instruction=False, error=error)
    assert run([program, "any", "5"]) == f"{code} 0000000000 77\n"


@pytest.mark.parametrize("compiler", COMPILERS)
def test_an_error_that_is_ignored_is_warned_about(compiler: str, tmp_path: Path) -> None:
    for header, call in (
        ("random", "mote_random(&value, sizeof value)"),
        ("random", "mote_random_darn(&value, sizeof value, MOTE_DARN_64)"),
        ("random", "mote_random_system(&value, sizeof value)"),
        ("cpu", "mote_cpu_features(&value)"),
        ("cpu", "mote_cpu_require(value)"),
    ):
        use = tmp_path / "use.c"
        use.write_text(
            f'#include "mote/{header}.h"\nvoid f(void) {{ mote_u32 value = 1; {call}; }}\n'
        )
        command = [compiler, "-c", "-o", os.devnull, *INCLUDE_FLAGS, str(use)]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        assert "warn" in result.stderr
        assert "unused" in result.stderr or "ignoring return value" in result.stderr


# What compilers define; the last two are GCC's and what IBM XL for AIX was seen to define.
ORDER = ["-U__BYTE_ORDER__", "-U__ORDER_LITTLE_ENDIAN__", "-U__ORDER_BIG_ENDIAN__"]
ORDER += ["-U__LITTLE_ENDIAN__", "-U__BIG_ENDIAN__"]
ONE, OTHER = ["-D__ORDER_LITTLE_ENDIAN__=1234"], ["-D__ORDER_BIG_ENDIAN__=4321"]


@pytest.mark.parametrize(
    ("macros", "order"),
    [
        ([], "does not say"),
        (["-D__BYTE_ORDER__=1234"], "does not say"),
        ([*ONE, *OTHER], "does not say"),
        ([*ONE, *OTHER, "-D__BYTE_ORDER__=3412"], "does not say"),
        (["-D__BYTE_ORDER__=1234", *ONE, *OTHER], "LITTLE"),
        (["-D__BYTE_ORDER__=4321", *ONE, *OTHER], "BIG"),
        (["-D__LITTLE_ENDIAN__=1"], "LITTLE"),
        (["-D__BIG_ENDIAN__=1", "-D_BIG_ENDIAN=1", "-D__THW_BIG_ENDIAN__=1"], "BIG"),
        (["-D__LITTLE_ENDIAN__=0", "-D__BIG_ENDIAN__=1"], "BIG"),
        (["-D__LITTLE_ENDIAN__=1", "-D__BIG_ENDIAN__=1"], "and that it is big-endian"),
        (["-D__BYTE_ORDER__=1234", *ONE, *OTHER, "-D__BIG_ENDIAN__=1"], "and that it is big"),
    ],
)
def test_byte_order(macros: list[str], order: str, tmp_path: Path) -> None:
    use = tmp_path / "use.c"
    use.write_text(
        '#include "common/byte_order.h"\nint l = MOTE_LITTLE_ENDIAN;\nint b = MOTE_BIG_ENDIAN;\n'
    )
    command = [COMPILERS[0], "-Wno-builtin-macro-redefined", "-E", "-P", *ORDER, *macros]
    result = subprocess.run(
        [*command, *INCLUDE_FLAGS, str(use)], capture_output=True, text=True, check=False
    )
    if order in ("LITTLE", "BIG"):
        assert result.returncode == 0, result.stderr
        defined = {"int l = 1;": "LITTLE", "int b = 1;": "BIG"}
        assert [defined[line] for line in result.stdout.splitlines() if line in defined] == [order]
    else:
        assert result.returncode != 0
        assert order in result.stderr
