"""mote_hash as Python programs have it: built by pip in a fresh environment, and used there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from mote.common.paths import ROOT, WORK

MODULE = ROOT / "bindings" / "python"
PROGRAMS = ROOT / "tests" / "examples" / "python_module"

#: The build backend, and what it imports; docs/dependencies.md says why.
BACKEND = {
    "packaging": ("26.4", "81383611a09c1bc0b08b76e0fd5829d7c6824c65b27a6aee339da133f4233ea2"),
    "pathspec": ("1.1.1", "a00ce642f577bf7f473932318056212bc4f8bfdf53128c78bbd5af0b9b20b189"),
    "scikit-build-core": (
        "1.1.2",
        "7f4f959a467692db50bdd1ea7ce1507f2c7972e6023b753ee302d169bc4cec85",
    ),
}

pytestmark = [
    pytest.mark.long,
    pytest.mark.turns("python module", 4, "bindings", "include", "cmake", "src/hash"),
]


def run(*command: str | Path, cwd: Path | None = None) -> str:
    result = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "PIP_DISABLE_PIP_VERSION_CHECK": "1"},
        check=False,
    )
    assert result.returncode == 0, f"{command}\n{result.stdout}"
    return result.stdout


def backend() -> Path:
    """The folder with the backend's wheels, fetched once."""
    folder = WORK / "wheels"
    kept = [each.name for each in folder.glob("*.whl")]
    wanted = {name.replace("-", "_") + f"-{version}-" for name, (version, _) in BACKEND.items()}
    if all(any(name.startswith(each) for name in kept) for each in wanted):
        return folder
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder) as scratch:
        pins = Path(scratch) / "wanted.txt"
        pins.write_text(
            "".join(
                f"{name}=={version} --hash=sha256:{digest}\n"
                for name, (version, digest) in BACKEND.items()
            )
        )
        run(
            *(sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"),
            *("--only-binary", ":all:", "--require-hashes", "-r", pins, "-d", scratch),
        )
        for wheel in Path(scratch).glob("*.whl"):
            wheel.replace(folder / wheel.name)
    return folder


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The Python of a fresh environment with the module.

    Not optimized: that takes a minute, and what optimization makes of the library the bench says.
    """
    base = tmp_path_factory.mktemp("environment")
    made = base / "bin" / "python"
    run(sys.executable, "-m", "venv", base)
    wheels = backend()
    pip = (made, "-m", "pip", "install", "--quiet", "--no-index", "--find-links", wheels)
    run(
        *pip,
        *("--config-settings", "cmake.args=-DCMAKE_C_FLAGS_RELEASE=-O0"),
        *("--config-settings", f"build-dir={base / 'build'}"),
        MODULE,
    )
    yield made


def test_cpythons_own_tests_of_hashlib(python: Path, tmp_path: Path) -> None:
    pytest.importorskip("test.test_hashlib", reason="this Python comes without its tests")
    said = run(python, PROGRAMS / "cpython_hashlib.py", cwd=tmp_path)
    assert re.search(r"^OK", said, re.M), said


def test_the_vectors_of_every_function(python: Path, tmp_path: Path) -> None:
    counts = run(python, PROGRAMS / "module_vectors.py", ROOT / "vectors", cwd=tmp_path).split()
    assert [int(count) > least for count, least in zip(counts, (6000, 100, 100, 4), strict=True)]


def test_whatever_it_is_given(python: Path, tmp_path: Path) -> None:
    said = run(python, "-X", "dev", "-W", "error", PROGRAMS / "module_input.py", cwd=tmp_path)
    assert re.search(r"^OK$", said, re.M), said


def test_the_lines_of_its_readme(python: Path, tmp_path: Path) -> None:
    (tmp_path / "abc").write_text("abc")
    said = run(python, "-m", "doctest", "-v", MODULE / "README.md", cwd=tmp_path)
    assert re.search(r"^\d\d passed", said, re.M), said
    # A line that is wrong is seen.
    wrong = (MODULE / "README.md").read_text().replace("9c196e32dc0175f8", "0c196e32dc0175f8")
    (tmp_path / "wrong.md").write_text(wrong)
    with pytest.raises(AssertionError, match=r"1 of .* in wrong\.md"):
        run(python, "-m", "doctest", tmp_path / "wrong.md", cwd=tmp_path)


def test_it_exports_its_beginning_alone_and_says_its_types(python: Path) -> None:
    folder = Path(run(python, "-c", "import mote_hash; print(mote_hash.__file__)").strip()).parent
    assert (folder / "py.typed").is_file()
    (extension,) = folder.glob("_mote.*so")
    if sys.version_info >= (3, 11):
        assert extension.name == "_mote.abi3.so"
    names = run("nm", "-D", "--defined-only", extension).split()
    assert [name for name in names if "mote" in name] == ["PyInit__mote"]
    said = run(
        *(
            sys.executable,
            "-m",
            "mypy",
            "--strict",
            "--cache-dir",
            WORK / "mypy",
            "-p",
            "mote_hash",
        ),
        cwd=MODULE,
    )
    assert "Success" in said


def test_every_name_of_the_module_has_a_type(python: Path) -> None:
    program = "import mote_hash; print(*mote_hash._mote.algorithms)"
    algorithms = run(python, "-c", program).split()
    stub = (MODULE / "mote_hash" / "_mote.pyi").read_text()
    listed = (MODULE / "mote_hash" / "__init__.py").read_text()
    assert [name for name in algorithms if not re.search(rf"^{name}: _", stub, re.M)] == []
    assert [name for name in algorithms if f'    "{name}",' not in listed] == []


def test_the_pins_are_those_of_the_page() -> None:
    page = (ROOT / "docs" / "dependencies.md").read_text()
    assert (
        f"scikit-build-core=={BACKEND['scikit-build-core'][0]}"
        in (MODULE / "pyproject.toml").read_text()
    )
    for name, (version, _) in BACKEND.items():
        assert f"| {name} | {version} |" in page
