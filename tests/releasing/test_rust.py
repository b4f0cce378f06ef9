"""The Rust crate: what is in it, and cargo's own word on the packed archive; docs/rust.md."""

from __future__ import annotations

import dataclasses
import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

import packed
from mote.catalog import catalog
from mote.common.errors import MoteError
from mote.releasing import metadata
from mote.releasing.channels import rust
from test_examples import load, needs

HERE = Path(__file__).parent
DEBIAN = {"RUSTC_BOOTSTRAP": "1", "RUSTC": "/usr/bin/rustc"}
"""Debian's compiler, which is of the version of its package rust-web-src."""

ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


def has_source() -> bool:
    """Whether Rust's own source is there beside Debian's compiler."""
    return Path("/usr/bin/rustc").exists() and any(
        Path("/usr/lib/rustlib/src").glob("rust/library/core")
    )


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The crate, unpacked in a folder of its own whose name has a blank."""
    out = tmp_path_factory.mktemp("a crate")
    path = packed.archive("rust", out)
    return packed.unpacked(path, tmp_path_factory.mktemp("unpacked") / "in").rename(
        out / "mote-hash"
    )


def test_names_of_types() -> None:
    def named(name: str) -> list[str]:
        return [each for each, _ in rust.types(catalog.functions()[name])]

    assert named("sha256") == ["Sha224", "Sha256"]
    assert named("sha3") == ["Sha3_224", "Sha3_256", "Sha3_384", "Sha3_512"]
    assert named("sha512_256") == ["Sha512_256"]
    assert named("hmac_sha1") == ["HmacSha1"]
    assert named("blake2s")[-1] == "Blake2s256"
    hashing = (each for part in rust.parts() for each in part.functions if each.kind == "hash")
    found = [name for function in hashing for name, _ in rust.types(function)]
    assert len(found) == len(set(found))


def test_what_is_called_is_there() -> None:
    with pytest.raises(MoteError, match="hmac_sha256 calls sha256, which the crate has no macro"):
        rust.parts(["hmac_sha256"])
    assert [each.base for each in rust.parts(["hmac_sha256", "sha256"])] == ["sha256", ""]


@needs("cargo", "cc")
@pytest.mark.turns("channels", 6, "releasing")
def test_on_the_host(whole: Path, tmp_path: Path) -> None:
    """Our vectors by the crate's own tests, and RustCrypto's by those of its traits."""
    target = {"CARGO_TARGET_DIR": str(tmp_path / "target")}
    words = ["cargo", "test", "--quiet", "--features", "all,traits,fast"]
    own = packed.run([*words, "--test", "vectors", "--test", "bad_input"], whole, **target)
    (passed,) = re.findall(r"ok\. (\d\d+) passed", own)
    assert int(passed) >= sum(len(part.functions) for part in rust.parts())
    theirs = whole.parent / "rustcrypto"
    shutil.copytree(HERE / "rustcrypto", theirs)
    packed.run(["cargo", "fetch", "--quiet"], theirs)
    listed = packed.run(
        ["cargo", "metadata", "--offline", "--all-features", "--format-version", "1"], theirs
    )
    found = json.loads(listed[listed.index("{") :])["packages"]
    data = ":".join(f"{Path(each['manifest_path']).parent}/tests/data" for each in found)
    said = packed.run(["cargo", "test", "--quiet"], theirs, RUSTCRYPTO_DATA=data, **target)
    assert "ok. 30 passed; 0 failed" in said


def printed(program: Path, message: bytes) -> bytes:
    """What the program sends to the UART for a message that lies where it looks."""
    import unicorn
    from unicorn import arm_const as arm

    machine = unicorn.Uc(unicorn.UC_ARCH_ARM, unicorn.UC_MODE_THUMB)
    machine.ctl_set_cpu_model(arm.UC_CPU_ARM_CORTEX_M0)
    machine.mem_map(0, 64 << 10, unicorn.UC_PROT_READ | unicorn.UC_PROT_EXEC)
    machine.mem_map(0x20000000, 8 << 10, unicorn.UC_PROT_READ | unicorn.UC_PROT_WRITE)
    sent = bytearray()
    write: Callable[..., None] = lambda uc, at, size, value, data: sent.append(value)  # noqa: E731
    machine.mmio_map(0x40004000, 4096, lambda *_: 0, None, write, None)
    machine.hook_add(unicorn.UC_HOOK_INTR, lambda uc, *_: uc.emu_stop())
    load(machine, program)
    machine.mem_write(0x20000800, message)
    machine.mem_write(0x20001FFC, len(message).to_bytes(4, "little"))
    stack, reset = (int.from_bytes(machine.mem_read(at, 4), "little") for at in (0, 4))
    machine.reg_write(arm.UC_ARM_REG_SP, stack)
    machine.emu_start(reset, 0, count=10_000_000)
    return bytes(sent)


@needs("cargo", "arm-none-eabi-gcc")
@pytest.mark.skipif(not has_source(), reason="the packages rustc-web and rust-web-src")
@pytest.mark.turns("channels", 6, "releasing")
def test_on_a_cortex_m0(tmp_path: Path) -> None:
    """A program without a C library, through the traits, from the packed crate."""
    few = dataclasses.replace(metadata.read(), functions=("sha256",), crate_of_all=False)
    path = packed.archive("rust", tmp_path / "out", few)
    packed.unpacked(path, tmp_path / "in").rename(tmp_path / "mote-hash")
    shutil.copytree(HERE / "rust_device", tmp_path / "rust_device")
    words = ["/usr/bin/cargo", "build", "--release", "--quiet", "-Zbuild-std=core"]
    words += ["--target", "thumbv6m-none-eabi", "--features", "mote"]
    more = {**DEBIAN, "CARGO_TARGET_THUMBV6M_NONE_EABI_LINKER": "arm-none-eabi-ld"}
    packed.run(words, tmp_path / "rust_device", **more)
    program = tmp_path / "rust_device/target/thumbv6m-none-eabi/release/rust_device"
    assert printed(program, b"abc").hex() == ABC
    size = packed.run(["arm-none-eabi-size", program], tmp_path).splitlines()[1].split()
    assert int(size[0]) + int(size[1]) <= 1340
    # A target without assembly takes C, and says so; a program without functions gets a hint.
    table = (tmp_path / "mote-hash/c/sources.txt").read_text()
    assert "sha256 thumbv6m-none-eabi small c/sha256/thumb" in table
