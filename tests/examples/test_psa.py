"""Mote's functions as a PSA driver: Mbed TLS's own tests, the device's program, bad input."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import channel_tools
from mote.common.paths import ROOT
from test_examples import needs, printed_by_cortex_m0
from test_mbedtls import run, sources  # noqa: F401 (a fixture)

EXAMPLE = ROOT / "examples" / "psa"
PIECES = Path(__file__).with_name("psa_pieces.c")
PAGE = (ROOT / "docs" / "psa.md").read_text(encoding="utf-8")


def make(sources: Path, folder: Path, *words: str) -> subprocess.CompletedProcess[str]:  # noqa: F811
    """What make says, with the files that it makes in the folder."""
    fixed = (f"BUILD={folder}", f"MBEDTLS={sources}")
    return run("make", "-s", "-C", EXAMPLE, *fixed, *words)


@needs("make", "cc")
@pytest.mark.turns("psa", 4, "examples/psa")
def test_its_own_tests_pass(sources: Path, tmp_path: Path) -> None:  # noqa: F811
    """As many as the page says, by Mote's code; a wrong one fails them."""
    made = make(sources, tmp_path, "test")
    assert made.returncode == 0, made.stdout + made.stderr
    counts = [int(each) for each in re.findall(r": (\d+) passed", made.stdout)]
    said = [
        re.search(rf"{name}` \((\d+)", PAGE)
        for name in ("crypto_hash", "low_hash", "psa_crypto", "op_fail", "op_fail.misc")
    ]
    assert counts == [int(each[1]) for each in said if each is not None]
    names = run("nm", tmp_path / "host" / "test_suite_psa_crypto").stdout
    for ours in (
        "sha256",
        "hmac_sha256",
        "cmac",
        "aes_ctr",
        "gcm_seal",
        "ccm_seal",
        "chacha20_crypt",
    ):
        assert f" T mote_{ours}\n" in names
    for theirs in ("sha256", "gcm", "ccm", "cmac", "chacha20", "chachapoly", "aes_crypt_ctr"):
        assert f" T mbedtls_{theirs}_" not in names
    source = tmp_path / "host" / "mote_sha256.c"
    source.write_text(re.sub("(?i)0x6a09e667", "0x6a09e666", source.read_text()))
    for stale in [tmp_path / "host" / "mote_sha256.o", *(tmp_path / "host").glob("test_suite*")]:
        stale.unlink()
    made = make(sources, tmp_path, "test", "SUITES=psa_crypto_hash")
    assert made.returncode != 0 and "FAILED" in made.stdout


@needs("make", "cc")
@pytest.mark.turns("psa", 4, "examples/psa")
def test_ciphers_in_pieces_and_in_place(sources: Path, tmp_path: Path) -> None:  # noqa: F811
    """As much as at once, wherever the output is; every padding is taken or refused."""
    made = make(sources, tmp_path, str(tmp_path / "pieces"), f"PIECES={PIECES}")
    assert made.returncode == 0, made.stdout + made.stderr
    done = run(tmp_path / "pieces")
    assert (done.returncode, done.stdout) == (0, "")


@needs("make", "arm-none-eabi-gcc")
@pytest.mark.turns("psa", 4, "examples/psa")
def test_the_device_verifies_in_2000_bytes_less(sources: Path, tmp_path: Path) -> None:  # noqa: F811
    made = make(sources, tmp_path, "size")
    assert made.returncode == 0, made.stdout + made.stderr
    rows = [line.split() for line in made.stdout.splitlines() if re.match(r" *\d", line)]
    sizes = {Path(row[-1]).stem: int(row[0]) + int(row[1]) for row in rows}
    for name in sizes:
        said = printed_by_cortex_m0(tmp_path / f"{name}.elf")
        assert said == "image accepted\ndamaged image refused\n", name
    own, smaller, mote = (sizes[f"verify-{each}"] for each in ("own", "smaller", "mote"))
    assert own - mote >= 2000 and mote < smaller
    found = re.search(r"^\| ([\d,]+) \| ([\d,]+) \| ([\d,]+) \|$", PAGE, re.M)
    assert found is not None
    if f"gcc {run('arm-none-eabi-gcc', '-dumpfullversion').stdout.strip()}" in " ".join(
        PAGE.split()
    ):
        assert [int(each.replace(",", "")) for each in found.groups()] == [own, smaller, mote]


def test_another_mbed_tls_is_refused(tmp_path: Path) -> None:
    """A file that is not there, and files that look otherwise: a line that says which."""

    def refused() -> str:
        done = run(sys.executable, EXAMPLE / "wire.py", tmp_path / "theirs", tmp_path / "out")
        assert done.returncode == 1 and not (tmp_path / "out").exists()
        (line,) = done.stderr.splitlines()
        return line

    known = "is it Mbed TLS 3.6 or TF-PSA-Crypto 1.0?"
    assert f"has no psa_crypto.c in library, core, tf-psa-crypto/core: {known}" in refused()
    core = tmp_path / "theirs" / "library"
    core.mkdir(parents=True)
    (core / "psa_crypto.c").write_text("")
    assert "library has no psa_crypto_driver_wrappers.h: a build of Mbed TLS" in refused()
    (core / "psa_crypto_driver_wrappers.h").write_text("")
    assert "crypto_driver_contexts_primitives.h" in refused()
    place = tmp_path / "theirs" / "include" / "psa"
    place.mkdir(parents=True)
    (place / "crypto_driver_contexts_primitives.h").write_text("typedef int other;\n")
    assert refused().endswith(f"0 places for operations, not 2: {known}")
    shutil.rmtree(tmp_path / "theirs")


@pytest.mark.parametrize("around", ["", "tf-psa-crypto"])
def test_files_where_tf_psa_crypto_has_them(
    sources: Path,  # noqa: F811
    around: str,
    tmp_path: Path,
) -> None:
    """Mbed TLS 3.6's files in the folders of TF-PSA-Crypto 1.0, and of Mbed TLS 4.0, which has that
    below it: the same texts are written.  Of its own files no test can say anything: no registry
    has them."""
    theirs = tmp_path / "theirs" / around
    (theirs / "core").mkdir(parents=True)
    for name in ("psa_crypto.c", "psa_crypto_driver_wrappers.h"):
        shutil.copy(sources / "library" / name, theirs / "core")
    shutil.copytree(sources / "include" / "psa", theirs / "include" / "psa")
    written = []
    for root, out in ((sources, "old"), (tmp_path / "theirs", "new")):
        folder = tmp_path / out
        done = run(sys.executable, EXAMPLE / "wire.py", root, folder)
        assert (done.returncode, done.stderr) == (0, "")
        written.append(
            {p.relative_to(folder): p.read_bytes() for p in folder.rglob("*") if p.is_file()}
        )
    assert written[0] == written[1] and len(written[0]) == 4


def test_their_generator_takes_the_description(sources: Path, tmp_path: Path) -> None:  # noqa: F811
    """Mbed TLS's own script, which TF-PSA-Crypto has, too: valid by its schema, and named as the
    driver's header declares it."""
    python = channel_tools.folder() / "python"
    descriptions = tmp_path / "descriptions"
    descriptions.mkdir()
    shutil.copy(EXAMPLE / "mote_driver.json", descriptions)
    (descriptions / "driverlist.json").write_text('["mote_driver.json"]')
    script = sources / "scripts" / "generate_driver_wrappers.py"

    def generated(out: Path) -> subprocess.CompletedProcess[str]:
        out.mkdir()
        return run(python, script, "--project-root", sources, "--json-dir", descriptions, out)

    done = generated(tmp_path / "out")
    assert done.returncode == 0, done.stderr
    text = (tmp_path / "out" / "psa_crypto_driver_wrappers.h").read_text()
    assert '#include "mote_psa.h"\n' in text and "#define MOTE_TRANSPARENT_DRIVER_ID (2)" in text
    driver = json.loads((EXAMPLE / "mote_driver.json").read_text())
    declared = set(re.findall(r"\bmote_transparent_(\w+)\(", (EXAMPLE / "mote_psa.h").read_text()))
    assert declared == {name for each in driver["capabilities"] for name in each["entry_points"]}
    for change in ({"prefix": "4 mote"}, {"type": "opal"}, {"capabilities": [{}]}):
        (descriptions / "mote_driver.json").write_text(json.dumps({**driver, **change}))
        assert generated(tmp_path / f"out{len(list(tmp_path.iterdir()))}").returncode != 0, change
