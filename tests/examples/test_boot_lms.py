"""The boot loader of examples/boot_lms: built, and run on simulated CPUs, images good and bad."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from elftools.elf.elffile import ELFFile

from mote.common.paths import ROOT
from mote.computing import signing
from mote.specifications import lms

unicorn = pytest.importorskip("unicorn")
arm_const = pytest.importorskip("unicorn.arm_const")
riscv_const = pytest.importorskip("unicorn.riscv_const")

BOOT = ROOT / "examples" / "boot_lms"
FLASH, IMAGE, RAM_BYTES = 64 << 10, 0x800, 8 << 10
"""Bytes of flash, the place of the image in it, bytes of RAM."""

SIGNATURE, PROGRAM = 16, 1468
C_EBREAK = b"\x02\x90"
STARTED = "started\nthe program runs\n"


@dataclass(frozen=True)
class Device:
    """A CPU, and where flash, RAM and the UART lie."""

    cpu: str
    tools: str
    flash: int
    ram: int
    uart: int


DEVICES = (
    Device("cortex-m0", "arm-none-eabi-gcc", 0, 0x20000000, 0x40004000),
    Device("rv32imc", "riscv64-unknown-elf-gcc", 0x20010000, 0x80000000, 0x10013000),
)


@dataclass(frozen=True)
class Built:
    """What `make` made for a device."""

    device: Device
    folder: Path

    def __truediv__(self, name: str) -> Path:
        return self.folder / name


def maker() -> ModuleType:
    """image.py."""
    spec = importlib.util.spec_from_file_location("image", BOOT / "image.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module", params=DEVICES, ids=lambda device: device.cpu)
def built(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Built:
    """Built with a key of its own; a warning is a failure."""
    device: Device = request.param
    if not all(map(shutil.which, ("make", device.tools))):
        pytest.skip(f"not installed: make or {device.tools}")
    folder = tmp_path_factory.mktemp("boot")
    command = ["make", "-C", str(BOOT), f"CPU={device.cpu}", f"MOTE={ROOT}", f"BUILD={folder}"]
    result = subprocess.run(
        [*command, "VERSION=5"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert result.returncode == 0 and "warning" not in result.stdout.lower(), result.stdout
    return Built(device, folder)


def loader(built: Built) -> bytes:
    """What is flashed first."""
    with (built / "boot.elf").open("rb") as stream:
        segments = [s for s in ELFFile(stream).iter_segments("PT_LOAD") if s["p_filesz"]]
        assert [segment["p_paddr"] for segment in segments] == [built.device.flash]
        return bytes(segments[0].data())


def engine(device: Device) -> Any:
    """The CPU, and the register that is its stack pointer."""
    if device.cpu == "rv32imc":
        machine = unicorn.Uc(unicorn.UC_ARCH_RISCV, unicorn.UC_MODE_RISCV32)
        return machine, riscv_const.UC_RISCV_REG_SP
    machine = unicorn.Uc(unicorn.UC_ARCH_ARM, unicorn.UC_MODE_THUMB)
    machine.ctl_set_cpu_model(arm_const.UC_CPU_ARM_CORTEX_M0)
    return machine, arm_const.UC_ARM_REG_SP


def run(built: Built, image: bytes, lowest: int | None = None) -> str:
    """What is printed from the reset on."""
    device = built.device
    machine, stack_pointer = engine(device)
    machine.mem_map(device.flash, FLASH, unicorn.UC_PROT_READ | unicorn.UC_PROT_EXEC)
    machine.mem_map(device.ram, RAM_BYTES, unicorn.UC_PROT_READ | unicorn.UC_PROT_WRITE)
    machine.mem_write(device.flash, b"\xff" * FLASH)
    machine.mem_write(device.flash, loader(built))
    machine.mem_write(device.flash + IMAGE, image)
    if lowest is not None:
        machine.mem_write(device.flash + IMAGE - 4, lowest.to_bytes(4, "little"))
    printed = bytearray()

    def write(_uc: object, offset: int, _size: int, value: int, _data: object) -> None:
        if offset == 0:
            printed.append(value & 0xFF)

    machine.mmio_map(device.uart, 4096, lambda *_: 0, None, write, None)
    machine.hook_add(unicorn.UC_HOOK_INTR, lambda uc, *_: uc.emu_stop())
    begin = device.flash
    if device.cpu == "cortex-m0":
        stack, begin = (int.from_bytes(machine.mem_read(at, 4), "little") for at in (0, 4))
        machine.reg_write(stack_pointer, stack)
    else:
        # The pin's function is chosen in another device.
        machine.mem_map(0x10012000, 4096)
    try:
        machine.emu_start(begin, 0)
    except unicorn.UcError:
        # Unicorn stops at a breakpoint of RISC-V as at what is no instruction.
        assert device.cpu == "rv32imc"
        stopped = machine.reg_read(riscv_const.UC_RISCV_REG_PC)
        assert bytes(machine.mem_read(stopped, 2)) == C_EBREAK
    return printed.decode()


def changed(place: int) -> Callable[[bytes], bytes]:
    """The image with one byte another."""

    def change(image: bytes) -> bytes:
        return image[:place] + bytes([image[place] ^ 0x10]) + image[place + 1 :]

    return change


def forged(image: bytes) -> bytes:
    """Another program with a signature that is right, under another key."""
    of = lms.Parameters()
    text = maker().message(5, image[PROGRAM:].replace(b"runs", b"lies"))
    path = [bytes(32)] * of.h
    signed = lms.sign(of, bytes(16), bytes(32), 0, bytes(32), text, path)
    made: bytes = maker().image(text, signed)
    return made


WRONG: dict[str, tuple[str, Callable[[bytes], bytes]]] = {
    "erased flash": ("no image\n", lambda _: b""),
    "first byte": ("no image\n", changed(0)),
    "no length": ("wrong length\n", lambda i: i[:8] + bytes(4) + i[12:]),
    "beyond flash": (
        "wrong length\n",
        lambda i: i[:8] + (FLASH - IMAGE - PROGRAM + 1).to_bytes(4, "little") + i[12:],
    ),
    "all of memory": ("wrong length\n", lambda i: i[:8] + b"\xff" * 4 + i[12:]),
    "version": ("not signed\n", changed(4)),
    "length": ("not signed\n", changed(8)),
    "index": ("not signed\n", changed(SIGNATURE)),
    "randomizer": ("not signed\n", changed(SIGNATURE + 8)),
    "end of the path": ("not signed\n", changed(PROGRAM - 1)),
    "stack pointer": ("not signed\n", changed(PROGRAM)),
    "last byte": ("not signed\n", lambda i: changed(len(i) - 1)(i)),
    "truncated": ("not signed\n", lambda i: i[:-1]),
    "another key": ("not signed\n", forged),
    "another program": (
        "not signed\n",
        lambda i: i[:PROGRAM] + i[PROGRAM:].replace(b"runs", b"lies"),
    ),
}


@pytest.mark.turns("boot loader", 48, "examples/boot_lms")
@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_does_not_start(name: str, built: Built) -> None:
    words, change = WRONG[name]
    assert run(built, change((built / "image.bin").read_bytes())) == words


def test_an_old_image_is_not_replayed(built: Built) -> None:
    """Version 4, with its own signature, which is right; then the device asks for 5."""
    text = maker().message(4, (built / "program.bin").read_bytes())
    old = maker().image(text, signing.sign(built / "key", text))
    assert run(built, old) == run(built, old, lowest=4) == STARTED
    assert run(built, old, lowest=5) == "too old\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("message", "1"), "say message VERSION PROGRAM MESSAGE, image MESSAGE SIGNATURE IMAGE"),
        (("message", "-1", "short", "m"), "-1: a version is a number below 2^32 - 1"),
        (("message", "1", "short", "m"), "short has 3 bytes; a program has 8 to 62020"),
        (("image", "short", "none", "image"), "none: No such file or directory"),
        (("image", "short", "short", "image"), "short has 3 bytes, should be 1452"),
        (("key", "short", "key.h"), "short has 3 bytes, should be 56"),
    ],
)
def test_image_py_says_what_is_wrong(words: tuple[str, ...], said: str, tmp_path: Path) -> None:
    (tmp_path / "short").write_bytes(b"abc")
    command = [sys.executable, BOOT / "image.py", *words]
    result = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert result.returncode == 1 and result.stderr.startswith(f"image.py: {said}")
    assert [path.name for path in tmp_path.iterdir()] == ["short"]
