"""The boot loader of examples/boot: built, and run on a Cortex-M0 with images good and bad."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest
from elftools.elf.elffile import ELFFile

from mote.common.paths import ROOT

unicorn = pytest.importorskip("unicorn")

BOOT = ROOT / "examples" / "boot"
FLASH, IMAGE, RAM, RAM_BYTES = 64 << 10, 0x800, 0x20000000, 8 << 10
HEADER = 72
STARTED = "started\nthe program runs\n"

pytestmark = pytest.mark.skipif(
    not all(map(shutil.which, ("make", "arm-none-eabi-gcc"))),
    reason="not installed: make or arm-none-eabi-gcc",
)


def signer() -> ModuleType:
    """sign.py."""
    spec = importlib.util.spec_from_file_location("sign", BOOT / "sign.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def make(folder: Path, source: Path = BOOT) -> Path:
    """Build everything; a warning is a failure."""
    command = ["make", "-C", source, f"MOTE={ROOT}", f"BUILD={folder}"]
    result = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    assert result.returncode == 0 and "warning" not in result.stdout.lower(), result.stdout
    return folder


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make(tmp_path_factory.mktemp("boot"))


def loader(folder: Path) -> bytes:
    """What is flashed at 0."""
    with (folder / "boot.elf").open("rb") as stream:
        segments = [s for s in ELFFile(stream).iter_segments("PT_LOAD") if s["p_filesz"]]
        assert [segment["p_paddr"] for segment in segments] == [0]
        return bytes(segments[0].data())


def run(folder: Path, image: bytes) -> tuple[str, bytes]:
    """What is printed from the reset on, and the RAM at the end."""
    from unicorn import arm_const as arm

    machine = unicorn.Uc(unicorn.UC_ARCH_ARM, unicorn.UC_MODE_THUMB)
    machine.ctl_set_cpu_model(arm.UC_CPU_ARM_CORTEX_M0)
    machine.mem_map(0, FLASH, unicorn.UC_PROT_READ | unicorn.UC_PROT_EXEC)
    machine.mem_map(RAM, RAM_BYTES, unicorn.UC_PROT_READ | unicorn.UC_PROT_WRITE)
    machine.mem_write(0, b"\xff" * FLASH)
    machine.mem_write(0, loader(folder))
    machine.mem_write(IMAGE, image)
    machine.mem_write(RAM, b"\xa5" * RAM_BYTES)
    printed = bytearray()

    def write(_uc: object, offset: int, _size: int, value: int, _data: object) -> None:
        if offset == 0:
            printed.append(value)

    machine.mmio_map(0x40004000, 4096, lambda *_: 0, None, write, None)
    machine.hook_add(unicorn.UC_HOOK_INTR, lambda uc, *_: uc.emu_stop())
    stack, reset = (int.from_bytes(machine.mem_read(at, 4), "little") for at in (0, 4))
    machine.reg_write(arm.UC_ARM_REG_SP, stack)
    machine.emu_start(reset, 0, count=5_000_000)
    assert bytes(machine.mem_read(machine.reg_read(arm.UC_ARM_REG_PC) & ~1, 2)) != b"\0\0"
    return printed.decode(), bytes(machine.mem_read(RAM, RAM_BYTES))


def test_it_fits_into_2_kb(built: Path) -> None:
    assert 1000 < len(loader(built)) <= 2048


def test_the_image_of_sign_py_starts(built: Path) -> None:
    printed, ram = run(built, (built / "image.bin").read_bytes())
    assert printed == STARTED
    key = (built / "key").read_bytes()
    assert len(key) == 32 and key in loader(built)
    # Nothing of the key is left where the program could read it.
    for change in (0, 0x36, 0x5C):
        used = bytes(byte ^ change for byte in key)
        words = (used[i : i + 4] for i in range(0, 32, 4))
        assert not any(word in ram or word[::-1] in ram for word in words)


def changed(place: int, byte: int | None = None) -> Callable[[bytes], bytes]:
    """The image with one byte another; byte: what it becomes."""

    def change(image: bytes) -> bytes:
        found = bytearray(image)
        found[place] = found[place] ^ 0x10 if byte is None else byte
        return bytes(found)

    return change


def forged(image: bytes) -> bytes:
    """Another program, with a header that is right but for the key."""
    made: bytes = signer().image(bytes(32), image[HEADER:].replace(b"runs", b"lies"))
    return made


def redigested(image: bytes) -> bytes:
    """Another program and its digest, with the old code."""
    made = forged(image)
    return made[:40] + image[40:HEADER] + made[HEADER:]


WRONG: dict[str, tuple[str, Callable[[bytes], bytes]]] = {
    "erased flash": ("no image\n", lambda _: b""),
    "first byte": ("no image\n", changed(0)),
    "magic's last byte": ("no image\n", changed(3)),
    "no length": ("wrong length\n", lambda i: i[:4] + bytes(4) + i[8:]),
    "too short": ("wrong length\n", lambda i: i[:4] + b"\7\0\0\0" + i[8:]),
    "beyond flash": (
        "wrong length\n",
        lambda i: i[:4] + (FLASH - IMAGE - HEADER + 1).to_bytes(4, "little") + i[8:],
    ),
    "all of memory": ("wrong length\n", lambda i: i[:4] + b"\xff" * 4 + i[8:]),
    "length": ("damaged\n", changed(4)),
    "digest": ("damaged\n", changed(8)),
    "digest's last byte": ("damaged\n", changed(39)),
    "code": ("not signed\n", changed(40)),
    "code's last byte": ("not signed\n", changed(71)),
    "stack pointer": ("damaged\n", changed(HEADER)),
    "last byte": ("damaged\n", changed(-1)),
    "cut off": ("damaged\n", lambda i: i[:-1]),
    "another key": ("not signed\n", forged),
    "another program": ("not signed\n", redigested),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_does_not_start(name: str, built: Path) -> None:
    words, change = WRONG[name]
    assert run(built, change((built / "image.bin").read_bytes()))[0] == words


def test_a_long_program_starts(built: Path) -> None:
    sign, key = signer(), (built / "key").read_bytes()
    program = (built / "program.bin").read_bytes().ljust(3000, b"\x55")
    assert run(built, sign.image(key, program))[0] == STARTED
    assert sign.ROOM == FLASH - IMAGE - HEADER
    assert run(built, changed(2999)(sign.image(key, program)))[0] == "damaged\n"


def test_a_loader_that_asks_less_would_be_seen(built: Path, tmp_path: Path) -> None:
    source = tmp_path / "source"
    shutil.copytree(BOOT, source)
    text = (source / "boot.c").read_text(encoding="ascii")
    check = "mote_hmac_sha256_check(&cc.hmac, image.mac, sizeof image.mac) != 0"
    assert text.count(check) == 1
    text = text.replace(check, f"{check} && image.length == 0")
    (source / "boot.c").write_text(text, encoding="ascii")
    folder = tmp_path / "build"
    folder.mkdir()
    for name in ("mote", "key"):
        found = built / name
        shutil.copytree(found, folder / name) if found.is_dir() else shutil.copy(found, folder)
    printed, _ = run(make(folder, source), forged((built / "image.bin").read_bytes()))
    assert printed == "started\nthe program lies\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "say image KEY PROGRAM IMAGE, or header KEY HEADER"),
        (("image", "key"), "say image KEY PROGRAM IMAGE, or header KEY HEADER"),
        (("image", "none", "program", "image"), "none: No such file or directory"),
        (("header", "short", "key.h"), "short has 3 bytes; a key has 32"),
        (("image", "key", "short", "image"), "short has 3 bytes; a program has 8 to 63416"),
    ],
)
def test_sign_py_says_what_is_wrong(words: tuple[str, ...], said: str, tmp_path: Path) -> None:
    (tmp_path / "key").write_bytes(bytes(32))
    (tmp_path / "short").write_bytes(b"abc")
    command = [sys.executable, BOOT / "sign.py", *words]
    result = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert (result.returncode, result.stderr) == (1, f"sign.py: {said}\n")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["key", "short"]
