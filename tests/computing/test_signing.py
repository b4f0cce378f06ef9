"""`mote lms`: keys and signatures in files, and that no number is ever used for two signatures."""

from __future__ import annotations

import itertools
import multiprocessing
import os
import stat
from pathlib import Path

import pyhsslms
import pytest

from compilers import COMPILER
from mote.cli import main
from mote.common.errors import MoteError
from mote.computing import signing
from mote.specifications import lms

SMALL = lms.Parameters(h=5, w=4)

native = pytest.mark.skipif(not COMPILER, reason="no C compiler for this computer")


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("key") / "key"
    signing.keygen(path, SMALL)
    return path


@pytest.fixture
def key(original: Path, tmp_path: Path) -> Path:
    """A key of 32 signatures of which none is made."""
    for end in ("", ".pub", ".tree"):
        content = original.with_name(original.name + end).read_bytes()
        (tmp_path / f"key{end}").write_bytes(content)
    return tmp_path / "key"


def index(signature: bytes) -> int:
    return int.from_bytes(signature[:4], "big")


def test_pyhsslms_accepts_what_is_signed(key: Path) -> None:
    public = pyhsslms.LmsPublicKey.deserialize(key.with_name("key.pub").read_bytes())
    for number, message in enumerate((b"", b"abc", bytes(1000))):
        signature = signing.sign(key, message)
        assert index(signature) == number
        assert public.verify(message, signature)
        assert not public.verify(message + b"x", signature)


def test_a_key_is_used_up(key: Path) -> None:
    assert [index(signing.sign(key, b"")) for _ in range(32)] == list(range(32))
    before = key.read_bytes()
    with pytest.raises(MoteError, match="used up: all of its 32 signatures are made"):
        signing.sign(key, b"")
    assert key.read_bytes() == before


def _sign_some(path: Path) -> list[int]:
    return [index(signing.sign(path, b"")) for _ in range(4)]


def test_signers_at_once_get_numbers_of_their_own(key: Path) -> None:
    with multiprocessing.get_context("spawn").Pool(6) as pool:
        found = pool.map(_sign_some, [key] * 6)
    assert sorted(itertools.chain(*found)) == list(range(24))


@pytest.mark.parametrize("where", ["fsync", "replace", "write", "sign"])
def test_no_number_is_given_out_before_it_is_on_the_disk(
    key: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    """Whatever fails on the way, the number that comes next is not one that was given out."""

    class Crash(BaseException):
        pass

    def crash(*_: object, **__: object) -> None:
        raise Crash

    first = index(signing.sign(key, b""))
    with monkeypatch.context() as patch:
        if where == "replace":
            patch.setattr(Path, "replace", crash)
        elif where == "fsync":
            patch.setattr(os, "fsync", crash)
        else:
            patch.setattr(signing, "write", crash) if where == "write" else patch.setattr(
                lms, "sign", crash
            )
        with pytest.raises(Crash):
            signing.sign(key, b"another")
    # Where it failed behind the write, the number is lost, and not given again.
    assert index(signing.sign(key, b"")) == first + (2 if where == "sign" else 1)


def test_the_number_is_synced_before_the_signature_is_made(
    key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """First the new file, then its name in the folder; only then the private key is used."""
    done = []

    def noted(name: str, of: object) -> object:
        def call(*given: object, **named: object) -> object:
            done.append(name)
            return of(*given, **named)  # type: ignore[operator]

        return call

    monkeypatch.setattr(os, "fsync", noted("fsync", os.fsync))
    monkeypatch.setattr(Path, "replace", noted("replace", Path.replace))
    monkeypatch.setattr(lms, "sign", noted("sign", lms.sign))
    signing.sign(key, b"")
    assert done == ["fsync", "replace", "fsync", "sign"]


def test_a_second_name_of_the_file_is_refused(key: Path) -> None:
    other = key.with_name("other")
    os.link(key, other)
    with pytest.raises(MoteError, match="has a second name"):
        signing.sign(key, b"")
    other.unlink()
    other.symlink_to(key)
    assert [index(signing.sign(path, b"")) for path in (key, other, key)] == [0, 1, 2]
    assert other.is_symlink()


def test_a_damaged_tree_is_made_again(key: Path) -> None:
    tree = key.with_name("key.tree")
    right = tree.read_bytes()
    for wrong in (right[:-1], right[:-40] + bytes(40), b"", None):
        if wrong is None:
            tree.unlink()
        else:
            tree.write_bytes(wrong)
        signature = signing.sign(key, b"abc")
        lms.verify(key.with_name("key.pub").read_bytes(), signature, b"abc")


def test_nobody_else_reads_the_key(key: Path, original: Path) -> None:
    assert stat.S_IMODE(original.stat().st_mode) == 0o600
    signing.sign(key, b"")
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert sorted(each.name for each in key.parent.iterdir()) == ["key", "key.pub", "key.tree"]


@pytest.mark.parametrize("wrong", ["next 7", "", "short", "binary", "empty"])
def test_what_is_no_key_is_refused(key: Path, wrong: str) -> None:
    """Among them one that somebody has set back by hand."""
    right = key.read_bytes()
    key.write_bytes(
        {
            "next 7": right.replace(b"next 0", b"next 7"),
            "": right + b"\n",
            "short": right[:-1],
            "binary": b"\xff" * 300,
            "empty": b"",
        }[wrong]
    )
    with pytest.raises(MoteError, match="not a private key of `mote lms keygen`, or damaged"):
        signing.sign(key, b"")


def said(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, str, str]:
    status = main(["lms", *map(str, words)])
    found = capsys.readouterr()
    return status, found.out, found.err


@native
def test_the_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    private, public, signed = (tmp_path / name for name in ("k", "k.pub", "signature"))
    image = tmp_path / "image"
    image.write_bytes(bytes(5000))
    status, out, _ = said(capsys, "keygen", "--height", 5, "--winternitz", 8, private)
    assert (status, len(public.read_bytes())) == (0, 56)
    assert "32 signatures of 1292 bytes" in out
    assert said(capsys, "sign", "--key", private, image, signed) == (0, "", "")
    verify = ("verify", "--key", public, "--signature", signed)
    assert said(capsys, *verify, image) == (0, "valid\n", "")
    image.write_bytes(bytes(4999) + b"x")
    wrong = "invalid: it is not a signature of this message under this key\n"
    assert said(capsys, *verify, image) == (1, wrong, "")
    signed.write_bytes(signed.read_bytes()[:-1])
    wrong = "invalid: the signature has 1291 bytes, should be 1292\n"
    assert said(capsys, *verify, image) == (1, wrong, "")
    public.write_bytes(b"")
    wrong = "invalid: the key has 0 bytes; its types alone have 8\n"
    assert said(capsys, *verify, image) == (1, wrong, "")


@native
@pytest.mark.parametrize(
    "of", [lms.Parameters("shake256", 24, 5, 4), lms.Parameters("sha256", 24, 5, 2)], ids=str
)
def test_on_a_simulated_cpu(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], of: lms.Parameters
) -> None:
    """The parameter set is that of the key."""
    signing.keygen(tmp_path / "k", of)
    image, signed = tmp_path / "image", tmp_path / "signature"
    image.write_bytes(b"an image")
    signed.write_bytes(signing.sign(tmp_path / "k", b"an image"))
    verify = ("verify", "--key", tmp_path / "k.pub", "--signature", signed, "--cpu", "cortex-m0")
    assert said(capsys, *verify, image) == (0, "valid\n", "")
    image.write_bytes(b"an imagf")
    assert said(capsys, *verify, image)[:2] == (
        1,
        "invalid: it is not a signature of this message under this key\n",
    )


def test_bad_input_is_one_line(key: Path, capsys: pytest.CaptureFixture[str]) -> None:
    image = key.with_name("image")
    image.write_bytes(b"")
    before = key.read_bytes()
    absent, folder = key.with_name("absent"), key.parent
    for words, text in (
        (("keygen", key), f"{key}: there is such a file already"),
        (("keygen", absent / "k"), f"{absent}: no such folder"),
        (("keygen", ""), "'': the name of a file is empty"),
        (
            ("sign", "--key", absent, image, absent.with_name("s")),
            f"{absent}: No such file or directory",
        ),
        (("sign", "--key", image, image, absent), f"{image}: not a private key"),
        (("sign", "--key", key, absent, absent), f"{absent}: No such file or directory"),
        (("sign", "--key", key, image, folder), f"{folder}: no file can be written there"),
        (("sign", "--key", key, image, absent / "s"), "no file can be written there"),
        (("sign", "--key", key, image, key), f"{key}: is the key's own file"),
        (("verify", "--key", absent, "--signature", image, image), "No such file or directory"),
        (("verify", "--key", "-", "--signature", "-", image), "one of the three files"),
        (
            ("verify", "--key", key, "--signature", image, image),
            "is a private key: take",
        ),
    ):
        status, out, err = said(capsys, *words)
        assert (status, out, err.count("\n")) == (1, "", 1), (words, err)
        assert text in err
    assert key.read_bytes() == before
