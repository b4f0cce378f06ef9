"""`mote bench --host-peers`: what it asks of cargo, and what it says without it."""

from __future__ import annotations

import io
import platform
import re
import shutil
import subprocess
import urllib.request
from pathlib import Path

import pytest

from mote.catalog import catalog
from mote.cli import main
from mote.common.errors import MissingTool, MoteError
from mote.common.paths import ROOT, WORK
from mote.comparing import counted, host_peers
from mote.comparing.papers import markdown, peers


@pytest.fixture
def tools(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cargo that writes its arguments to a file, and a cmake."""
    for name in ("cargo", "cmake"):
        script = f'#!/bin/sh\necho "$PWD $*" >{tmp_path}/asked\nexit 3\n'
        (tmp_path / name).write_text(script, encoding="ascii")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(platform, "machine", lambda: "x86_64")
    return tmp_path


def test_cargo_is_asked_for_the_functions(tools: Path) -> None:
    assert main(["bench", "--host-peers", "blake3", "sha256"]) == 3
    asked = (tools / "asked").read_text(encoding="ascii")
    assert asked.startswith(str(host_peers.FOLDER))
    assert "--locked" in asked
    assert asked.split(" -- ")[1].split() == ["blake3", "sha256"]
    host_peers.run([], tools / "file.csv")
    asked = (tools / "asked").read_text(encoding="ascii")
    assert asked.split(" -- ")[1].split() == ["--write", str((tools / "file.csv").resolve())]


@pytest.mark.turns("benchmarks", 48, "benchmarks", "src", "cmake")
@pytest.mark.skipif(
    shutil.which("cargo") is None or platform.machine() != "x86_64", reason="no cargo for x86-64"
)
@pytest.mark.parametrize("name", ["host", "library"])
def test_the_program_compiles(name: str) -> None:
    """With what its build script writes of the catalogue's functions."""
    folder = ROOT / "benchmarks" / name
    fetched = subprocess.run(
        ["cargo", "fetch", "--locked"], cwd=folder, capture_output=True, text=True, check=False
    )
    if fetched.returncode != 0:
        pytest.skip(f"the registries are not reachable: {fetched.stderr.strip()[-200:]}")
    command = ["cargo", "check", "--locked", "--offline", "--quiet"]
    command += ["--target-dir", str(WORK / "benchmarks" / name)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("missing", ["cargo", "cmake"])
def test_a_tool_that_is_missing_is_named(missing: str, tools: Path) -> None:
    (tools / missing).unlink()
    with pytest.raises(MissingTool, match=f"{missing} is not installed"):
        host_peers.run([])


def test_other_processors_and_other_choices_are_refused(
    tools: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for words, answer in (
        (
            "--host-peers --cpu amd64",
            "on aarch64-crypto, aarch64-sha3, rv64gc, rv64gc-crypto; not on",
        ),
        ("--host-peers --cpu rv64gc,aarch64-sha3", "takes one CPU, not 2"),
        ("--host-peers --implementation portable", "it is of the library"),
        ("--host-peers --write", "leave the names out"),
        ("--write", "goes with --host-peers"),
    ):
        assert main(["bench", "sha256", *words.split()]) == 1
        assert answer in capsys.readouterr().err
    monkeypatch.setattr(platform, "machine", lambda: "aarch64")
    with pytest.raises(MoteError, match="x86-64; this computer is aarch64"):
        host_peers.run([])
    assert not (tools / "asked").exists()


def test_what_it_times_are_our_functions() -> None:
    """By their names, or as a mode of AES."""
    text = (host_peers.FOLDER / "src" / "main.rs").read_text(encoding="ascii")
    table = text[text.index("FUNCTIONS") : text.index("];")]
    names = re.findall(r'\("(\w+)", \d+\)', table)
    assert len(names) > 20
    known = {*catalog.functions(), "aes_cbc_decrypt", "aes_ctr", "aes_xts", "gcm"}
    assert [name for name in names if name not in known] == []


@pytest.mark.parametrize("cpu", counted.PROCESSORS)
def test_another_processors_program_is_counted_by_qemu(
    cpu: str, tools: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is built for it runs under QEMU, with the plug-in and Debian's libraries."""
    chosen = counted.PROCESSORS[cpu]
    for name in ("dpkg-deb", "cc", chosen.compiler, chosen.qemu):
        (tmp_path / name).write_text(
            f'#!/bin/sh\necho "$*" >{tmp_path}/{name.split("-")[0]}.said\n', encoding="ascii"
        )
        (tmp_path / name).chmod(0o755)
    (tmp_path / "cargo").write_text("#!/bin/sh\n", encoding="ascii")
    monkeypatch.setattr(counted, "WORK", tmp_path)
    content = b"a package"
    monkeypatch.setattr(counted, "_fetched", lambda path, wanted: content)
    assert counted.run(cpu, ["sha256"]) == 0
    said = (tmp_path / "qemu.said").read_text(encoding="ascii")
    assert f"-cpu {chosen.model} " in said
    assert all(f"-E {each} " in said for each in chosen.environment)
    assert "qemu_count.so" in said
    assert said.split()[-2:] == [
        str(counted.TARGETS / chosen.target / "release" / "library"),
        "sha256",
    ]
    (tmp_path / chosen.qemu).unlink()
    with pytest.raises(MissingTool, match=f"{chosen.qemu} is not installed"):
        counted.run(cpu, [])


def test_a_package_is_what_its_checksum_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(urllib.request, "urlopen", lambda *_, **__: io.BytesIO(b"another file"))
    path, wanted = next(iter(counted.pinned()["arm64"].items()))
    with pytest.raises(MoteError, match=f"not the file whose SHA-256 is {wanted}"):
        counted._fetched(path, wanted)


@pytest.mark.parametrize(
    ("flags", "name"),
    [
        ("flags : fpu avx2 avx512f avx512bw avx512vl vaes\n", "amd64-avx512"),
        ("flags : fpu avx2 avx512f avx512bw\n", "amd64"),
        ("flags : fpu avx2 vaes\n", "amd64"),
        (None, "amd64"),
    ],
)
def test_a_processor_with_avx512_has_a_table_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, flags: str | None, name: str
) -> None:
    file = tmp_path / "cpuinfo"
    monkeypatch.setattr(host_peers, "FLAGS", file)
    if flags is not None:
        file.write_text(flags, encoding="ascii")
    assert host_peers.here() == name
    assert name in peers.CPUS


def test_the_table_has_the_best_of_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(host_peers, "ROOT", tmp_path)
    assert peers.table("rv64gc", markdown) == "Nothing is kept of rv64gc."
    (tmp_path / "results").mkdir()
    lines = ["# Of a test", "function,bits,program,length,our_instructions_per_byte,ratio"]
    for length, theirs in (("64", "0.9"), ("1024", "1.5"), ("16384", "1.25"), ("1048576", "2")):
        lines += [
            f"sha256,256,mote,{length},12.5,1.0",
            f"sha256,256,first 1.0,{length},12.5,{theirs}",
        ]
        lines += [f"sha256,256,second 2.0,{length},12.5,1.2"]
    host_peers.stored("rv64gc").write_text("\n".join(lines) + "\n", encoding="ascii")
    cells = [cell.strip() for cell in peers.table("rv64gc", markdown).splitlines()[2].split("|")]
    wanted = ["sha256, 256", "12.50", "0.90 first", "1.20 second", "1.20 second", "1.20 second"]
    assert cells[1:-1] == wanted
