"""The examples: firmware of two copied files, run on five boards, and programs of serial ports."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from elftools.elf.elffile import ELFFile

from mote.common.paths import ROOT
from reference import shabal, skein

unicorn = pytest.importorskip("unicorn")

FIRMWARE = ROOT / "examples" / "firmware"


def expected_output(damage: bytes = b"") -> str:
    """What every board prints; the digest is the reference implementation's."""
    text = re.search(r'^#define IMAGE "(.*)"$', (FIRMWARE / "main.c").read_text(), re.M)
    assert text
    digest = shabal.digest(text[1].encode() + damage, 256).hex()
    return f"digest {digest}\nimage accepted\ndamaged image refused\n"


def needs(*programs: str) -> pytest.MarkDecorator:
    missing = [program for program in programs if shutil.which(program) is None]
    return pytest.mark.skipif(bool(missing), reason=f"not installed: {', '.join(missing)}")


# The second build of a board has Shabal in assembly instead of portable.c.
BUILDS = pytest.mark.parametrize("build", ["", "-asm"], ids=["portable", "assembly"])


def make(folder: Path, target: str, *options: str) -> str:
    """Build one board's program; a warning is a failure."""
    result = subprocess.run(
        ["make", "-C", FIRMWARE, f"BUILD={folder}", target, *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stdout
    assert "warning" not in result.stdout.lower(), result.stdout
    return result.stdout


@needs("make", "cc")
def test_host(tmp_path):
    make(tmp_path, "host")
    run = subprocess.run([tmp_path / "host.elf"], capture_output=True, text=True, check=True)
    assert run.stdout == expected_output()
    assert run.stdout != expected_output(b"\0")
    copied = sorted(str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*.[ch]"))
    assert copied == ["c/mote_shabal.c", "c/mote_shabal.h"]


@needs("make", "cc")
def test_the_example_refuses_a_wrong_digest(tmp_path):
    """An implementation that is wrong in its last step shows on the board."""
    make(tmp_path, "host")
    source = tmp_path / "c" / "mote_shabal.c"
    source.write_text(
        f"#define mote_shabal_close right_close\n{source.read_text()}\n#undef mote_shabal_close\n"
        "void mote_shabal_close(mote_shabal_context *c, unsigned ub, unsigned n, void *dst) {\n"
        "    right_close(c, ub, n, dst);\n    *(unsigned char *)dst ^= 1;\n}\n"
    )
    (tmp_path / "host.elf").unlink()
    make(tmp_path, "host")
    run = subprocess.run([tmp_path / "host.elf"], capture_output=True, text=True)
    assert "image refused\n" in run.stdout.splitlines(keepends=True)


IN_SIMAVR = pytest.mark.skipif(
    not Path("/usr/include/simavr").is_dir(), reason="libsimavr-dev is missing"
)


def avr_runner(folder: Path) -> Path:
    """The program that runs firmware in simavr."""
    runner = folder / "run_avr"
    source = ROOT / "tests" / "run_avr.c"
    subprocess.run(["cc", "-O2", "-o", runner, source, "-lsimavr", "-lelf"], check=True)
    return runner


@needs("make", "avr-gcc", "cc")
@IN_SIMAVR
@BUILDS
def test_atmega1281_in_simavr(tmp_path, build):
    make(tmp_path, f"avr{build}")
    runner = avr_runner(tmp_path)
    run = subprocess.run(
        [runner, "atmega1281", tmp_path / f"avr{build}.elf"], capture_output=True, text=True
    )
    assert run.returncode == 0, run.stdout + run.stderr
    # simavr says before it what it loaded.
    assert run.stdout[run.stdout.index("digest") :] == expected_output()


def load(machine: unicorn.Uc, file: Path) -> int:
    """Put a program into the memory of `machine`, data where they are in flash; its entry."""
    with file.open("rb") as stream:
        elf = ELFFile(stream)
        for segment in elf.iter_segments("PT_LOAD"):
            if segment["p_filesz"]:
                machine.mem_write(segment["p_paddr"], segment.data())
        return elf.header["e_entry"]


def printed_by_cortex_m0(program: Path, model: str = "CORTEX_M0", flash_kib: int = 64) -> str:
    """From the reset vector, with nothing but flash, RAM and the UART's page mapped.

    model: of another Cortex-M, on which the program may run as well.
    """
    from unicorn import arm_const as arm

    machine = unicorn.Uc(unicorn.UC_ARCH_ARM, unicorn.UC_MODE_THUMB)
    machine.ctl_set_cpu_model(getattr(arm, f"UC_CPU_ARM_{model}"))
    machine.mem_map(0, flash_kib << 10, unicorn.UC_PROT_READ | unicorn.UC_PROT_EXEC)
    machine.mem_map(0x20000000, 8 << 10, unicorn.UC_PROT_READ | unicorn.UC_PROT_WRITE)
    machine.mem_write(0x20000000, b"\xa5" * (8 << 10))
    printed = bytearray()

    def write(_uc, offset: int, _size: int, value: int, _data) -> None:
        if offset == 0:
            printed.append(value)

    machine.mmio_map(0x40004000, 4096, lambda *_: 0, None, write, None)
    machine.hook_add(unicorn.UC_HOOK_INTR, lambda uc, *_: uc.emu_stop())
    load(machine, program)
    stack, reset = (int.from_bytes(machine.mem_read(at, 4), "little") for at in (0, 4))
    machine.reg_write(arm.UC_ARM_REG_SP, stack)
    machine.emu_start(reset, 0, count=10_000_000)
    return printed.decode()


@needs("make", "arm-none-eabi-gcc")
@BUILDS
def test_cortex_m0_in_unicorn(tmp_path, build):
    make(tmp_path, f"cortex_m0{build}")
    assert printed_by_cortex_m0(tmp_path / f"cortex_m0{build}.elf") == expected_output()


def printed_by_fe310(program: Path, flash_kib: int = 64) -> str:
    """From the first instruction, with flash, RAM and the pages of the UART and the pins mapped."""
    machine = unicorn.Uc(unicorn.UC_ARCH_RISCV, unicorn.UC_MODE_RISCV32)
    machine.mem_map(0x20010000, flash_kib << 10, unicorn.UC_PROT_READ | unicorn.UC_PROT_EXEC)
    machine.mem_map(0x80000000, 16 << 10, unicorn.UC_PROT_READ | unicorn.UC_PROT_WRITE)
    machine.mem_write(0x80000000, b"\xa5" * (16 << 10))
    printed = bytearray()
    enabled: dict[int, int] = {}

    def write(_uc, offset: int, _size: int, value: int, _data) -> None:
        enabled[offset] = value
        if offset == 0:
            assert enabled[8] & 1, "the transmitter is off"
            printed.append(value)

    machine.mmio_map(0x10012000, 4096, lambda *_: 0, None, lambda *_: None, None)
    machine.mmio_map(0x10013000, 4096, lambda *_: 0, None, write, None)
    entry = load(machine, program)
    assert entry == 0x20010000
    machine.emu_start(entry, 0, count=10_000_000)
    from unicorn import riscv_const as riscv

    stopped = machine.reg_read(riscv.UC_RISCV_REG_PC)
    assert machine.mem_read(stopped - 4, 4) == bytes.fromhex("73005010")  # wfi
    return printed.decode()


@needs("make", "riscv64-unknown-elf-gcc")
@BUILDS
def test_fe310_in_unicorn(tmp_path, build):
    make(tmp_path, f"riscv{build}")
    assert printed_by_fe310(tmp_path / f"riscv{build}.elf") == expected_output()


@needs("make", "sdcc", "s51")
@BUILDS
def test_8051_in_ucsim(tmp_path, build):
    make(tmp_path, f"8051{build}")
    printed = tmp_path / "printed"
    command = ["s51", "-b", "-P", "-t", "52", "-X", "12M", "-R", "1"]
    run = subprocess.run(
        [*command, "-S", f"uart=0,out={printed}", tmp_path / f"8051{build}.ihx"],
        input="break sfr w 0x87\nrun\nquit\n",  # PCON: the program powers down
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert printed.read_text() == expected_output(), run.stdout + run.stderr


# ---- uart_8052 ----

UART = ROOT / "examples" / "uart_8052"
INSTRUCTIONS = 1_500_000
"""Enough for the longest of the messages; the program goes on for ever."""


def answered(image: Path, folder: Path, sent: bytes) -> str:
    """What the program sends back over the simulated serial port."""
    coming, going = folder / "coming", folder / "going"
    coming.write_bytes(sent)
    going.unlink(missing_ok=True)
    command = ["s51", "-b", "-P", "-t", "52", "-X", "11.0592M", "-R", "1"]
    # The first word: bytes come as fast as the port takes them, not as fast as somebody types.
    words = f"set memory uart_0_cfg 1 1\nstep {INSTRUCTIONS}\nquit\n"
    subprocess.run(
        [*command, "-S", f"uart=0,in={coming},out={going}", image],
        input=words,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return going.read_text()


def framed(folder: Path, message: bytes, *words: str, example: Path = UART) -> bytes:
    """The message as frame.py sends it."""
    file = folder / "message"
    file.write_bytes(message)
    command = [sys.executable, example / "frame.py", *words, file]
    return subprocess.run(command, capture_output=True, check=True).stdout


@needs("make", "sdcc", "s51")
@pytest.mark.parametrize(("build", "name"), [("small", "uart"), ("fast", "uart-fast")])
@pytest.mark.turns("library", 16, "examples")
def test_uart_8052_in_ucsim(tmp_path, build, name):
    """Whole pieces and blocks, and less; none lost while a block is hashed."""
    made = subprocess.run(
        ["make", "-C", UART, f"BUILD={tmp_path}", build],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert made.returncode == 0 and "warning" not in made.stdout.lower(), made.stdout
    for size in (0, 3, 64, 255, 256, 1000):
        message = bytes(7 * i + i // 256 & 0xFF for i in range(size))
        wanted = shabal.digest(message, 256).hex() + "\n"
        assert answered(tmp_path / f"{name}.ihx", tmp_path, framed(tmp_path, message)) == wanted
    two = framed(tmp_path, b"abc") + framed(tmp_path, b"abd")
    digests = [shabal.digest(each, 256).hex() for each in (b"abc", b"abd")]
    assert answered(tmp_path / f"{name}.ihx", tmp_path, two).split() == digests


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "name the one file"),
        (("a", "b"), "name the one file"),
        (("none",), "none: No such file"),
    ],
)
def test_frame_says_what_is_wrong(tmp_path, arguments, words):
    command = [sys.executable, UART / "frame.py", *arguments]
    run = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert run.returncode != 0 and words in run.stderr and run.stderr.count("\n") == 1


# ---- uart_avr ----

UART_AVR = ROOT / "examples" / "uart_avr"
DEVICE = ("-mmcu=atmega328p", "-DF_CPU=16000000UL", "-Os", "-Wall", "-Wextra")


def made(folder: Path, target: str) -> None:
    """Make a target of uart_avr; a warning is a failure."""
    run = subprocess.run(
        ["make", "-C", UART_AVR, f"BUILD={folder}", target],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert run.returncode == 0 and "warning" not in run.stdout.lower(), run.stdout


def sketch(folder: Path) -> Path:
    """The sketch as the Arduino IDE builds it, with our stand-in for its core."""
    made(folder, "sketch")
    core = ROOT / "tests" / "arduino"
    objects = []
    ino = ("-x", "c++", "-include", "Arduino.h")
    sources = [path for path in (folder / "uart_sketch").iterdir() if path.suffix in (".c", ".S")]
    for source in [*sources, folder / "uart_sketch" / "uart_sketch.ino", core / "Arduino.cpp"]:
        language = ino if source.suffix == ".ino" else ()
        compiler = "avr-g++" if source.suffix in (".ino", ".cpp") else "avr-gcc"
        objects.append(folder / f"{source.name}.o")
        command = [compiler, *DEVICE, f"-I{core}", "-Werror", "-c", "-o", objects[-1]]
        subprocess.run([*command, *language, source], check=True)
    program = folder / "sketch.elf"
    subprocess.run(["avr-g++", *DEVICE, "-o", program, *objects], check=True)
    return program


def random_bytes(size: int) -> bytes:
    """What frame.py sends to get random bytes."""
    command = [sys.executable, UART_AVR / "frame.py", "random", str(size)]
    return subprocess.run(command, capture_output=True, check=True).stdout


@needs("make", "avr-gcc", "avr-g++", "cc")
@IN_SIMAVR
@pytest.mark.parametrize("build", ["fast", "small", "sketch"])
def test_uart_avr_in_simavr(tmp_path, build):
    """Messages of whole pieces and blocks, and less; the generator; what is no command."""
    if build == "sketch":
        program = sketch(tmp_path)
    else:
        made(tmp_path, build)
        program = tmp_path / f"uart-{build}.elf"

    def command(word: str, data: bytes) -> bytes:
        return framed(tmp_path, data, word, example=UART_AVR)

    sent = [b"x"]
    wanted = ["?"]
    for size in (0, 3, 32, 255, 256, 700):
        message = bytes(7 * i + i // 256 & 0xFF for i in range(size))
        sent.append(command("hash", message))
        wanted.append(skein.skein256(message, 256).hex())
    generator = skein.Prng()
    seeds = [b"one seed", bytes(range(200))]
    sent += [random_bytes(5), command("seed", seeds[0]), random_bytes(5), random_bytes(255)]
    generator.seed(seeds[0])
    wanted += ["no seed", "seeded", generator.generate(5).hex(), generator.generate(255).hex()]
    sent += [command("seed", seeds[1]), random_bytes(32)]
    generator.seed(seeds[1])
    wanted += ["seeded", generator.generate(32).hex()]
    run = subprocess.run(
        [avr_runner(tmp_path), "atmega328p", program, "talk"],
        input=b"".join(len(each).to_bytes(2, "little") + each for each in sent),
        capture_output=True,
    )
    # simavr says before it what it loaded.
    assert run.stdout.decode().splitlines()[-len(wanted) :] == wanted
    assert run.returncode == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "say hash"),
        (("hash",), "say hash"),
        (("digest", "a"), "say hash"),
        (("hash", "none"), "none: No such file"),
        (("seed", "none"), "none: No such file"),
        (("random", "0"), "'0' is no number from 1 to 255"),
        (("random", "256"), "no number from 1 to 255"),
        (("random", "many"), "no number from 1 to 255"),
    ],
)
def test_frame_of_uart_avr_says_what_is_wrong(tmp_path, arguments, words):
    command = [sys.executable, UART_AVR / "frame.py", *arguments]
    run = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert run.returncode != 0 and words in run.stderr and run.stderr.count("\n") == 1
