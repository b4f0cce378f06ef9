"""What is customized, and SHA-512/t's kin: samples of the standards, OpenSSL, and planted faults.

That every row of the vectors comes out on every CPU under the guard, in constant time, is the
bench's (python/mote/kinds/hash.py, mac.py).
"""

from __future__ import annotations

import dataclasses
import shutil
import subprocess
from pathlib import Path

import pytest

from compilers import COMPILER
from mote.catalog import catalog
from mote.checking import sanitizer
from mote.cli import main
from mote.kinds import mac
from mote.measuring import bench
from reference import keccak

pytestmark = pytest.mark.about("src/keccak")

native = pytest.mark.skipif(not COMPILER, reason="no C compiler for this computer")

SHORT, LONG = bytes(range(4)), bytes(range(200))
KEY = bytes(range(0x40, 0x60))
TAGGED = b"My Tagged Application"

# NIST, "Secure Hashing", example values of SP 800-185: cSHAKE samples 1 to 4 ...
CSHAKE = (
    ("cshake128", SHORT, 256, "c1c36925b6409a04f1b504fcbca9d82b4017277cb5ed2b2065fc1d3814d5aaf5"),
    ("cshake128", LONG, 256, "c5221d50e4f822d96a2e8881a961420f294b7b24fe3d2094baed2c6524cc166b"),
    (
        *("cshake256", SHORT, 512),
        "d008828e2b80ac9d2218ffee1d070c48b8e4c87bff32c9699d5b6896eee0edd1"
        "64020e2be0560858d9c00c037e34a96937c561a74c412bb4c746469527281c8c",
    ),
    (
        *("cshake256", LONG, 512),
        "07dc27b11e51fbac75bc7b3c1d983e8b4b85fb1defaf218912ac864302730917"
        "27f42b17ed1df63e8ec118f04b23633c1dfb1574c8fb55cb45da8e25afb092bb",
    ),
)

# ... KMAC samples 1 to 6, and KMACXOF samples 1 and 2.
KMAC = (
    (
        *("kmac128", SHORT, 256, b"", False),
        "e5780b0d3ea6f7d3a429c5706aa43a00fadbd7d49628839e3187243f456ee14e",
    ),
    (
        *("kmac128", SHORT, 256, TAGGED, False),
        "3b1fba963cd8b0b59e8c1a6d71888b7143651af8ba0a7070c0979e2811324aa5",
    ),
    (
        *("kmac128", LONG, 256, TAGGED, False),
        "1f5b4e6cca02209e0dcb5ca635b89a15e271ecc760071dfd805faa38f9729230",
    ),
    (
        *("kmac256", SHORT, 512, TAGGED, False),
        "20c570c31346f703c9ac36c61c03cb64c3970d0cfc787e9b79599d273a68d2f7"
        "f69d4cc3de9d104a351689f27cf6f5951f0103f33f4f24871024d9c27773a8dd",
    ),
    (
        *("kmac256", LONG, 512, b"", False),
        "75358cf39e41494e949707927cee0af20a3ff553904c86b08f21cc414bcfd691"
        "589d27cf5e15369cbbff8b9a4c2eb17800855d0235ff635da82533ec6b759b69",
    ),
    (
        *("kmac256", LONG, 512, TAGGED, False),
        "b58618f71f92e1d56c1b8c55ddd7cd188b97b4ca4d99831eb2699a837da2e4d9"
        "70fbacfde50033aea585f1a2708510c32d07880801bd182898fe476876fc8965",
    ),
    (
        *("kmac128", SHORT, 256, b"", True),
        "cd83740bbd92ccc8cf032b1481a0f4460e7ca9dd12b08a0c4031178bacd6ec35",
    ),
    (
        *("kmac128", SHORT, 256, TAGGED, True),
        "31a44527b4ed9f5c6101d11de6d26f0620aa5c341def41299657fe9df1a3b16c",
    ),
)


@native
@pytest.mark.parametrize(("name", "message", "bits", "digest"), CSHAKE)
def test_nists_samples_of_cshake(
    name: str, message: bytes, bits: int, digest: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """By the reference, and through the command, by other programs' spelling of the name."""
    signed = b"Email Signature"
    assert getattr(keccak, name)(message, bits, customization=signed).hex() == digest
    words = ["hash", name.replace("cshake", "cSHAKE-"), "--hex", message.hex()]
    words += ["--digest", str(bits), "--customization", signed.hex()]
    assert main(words) == 0
    assert capsys.readouterr().out == f"{digest}\n"


@native
@pytest.mark.parametrize(("name", "message", "bits", "customization", "xof", "code"), KMAC)
def test_nists_samples_of_kmac(
    name: str,
    message: bytes,
    bits: int,
    customization: bytes,
    xof: bool,
    code: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The same; and a code with another bit is refused."""
    assert getattr(keccak, name)(KEY, message, bits, customization, xof=xof).hex() == code
    words = ["mac", name.replace("kmac", "KMAC-"), "--hex", message.hex(), "--key", KEY.hex()]
    words += ["--digest", str(bits), "--customization", customization.hex()]
    words += ["--xof"] if xof else []
    assert main(words) == 0
    assert capsys.readouterr().out == f"{code}\n"
    assert main([*words, "--check", code]) == 0
    assert main([*words, "--check", f"{code[:-1]}{int(code[-1], 16) ^ 1:x}"]) == 1


# TupleHash samples 1 to 6, TupleHashXOF sample 1; ParallelHash samples 1, 2 and 4, and sample 1 of
# ParallelHashXOF.
TUPLE = bytes([*range(3), *range(0x10, 0x16), *range(0x20, 0x29)])
APP = b"My Tuple App"
TUPLEHASH = (
    (
        *("tuplehash128", (3, 6), 256, b"", False),
        "c5d8786c1afb9b82111ab34b65b2c0048fa64e6d48e263264ce1707d3ffc8ed1",
    ),
    (
        *("tuplehash128", (3, 6), 256, APP, False),
        "75cdb20ff4db1154e841d758e24160c54bae86eb8c13e7f5f40eb35588e96dfb",
    ),
    (
        *("tuplehash128", (3, 6, 9), 256, APP, False),
        "e60f202c89a2631eda8d4c588ca5fd07f39e5151998deccf973adb3804bb6e84",
    ),
    (
        *("tuplehash256", (3, 6), 512, b"", False),
        "cfb7058caca5e668f81a12a20a2195ce97a925f1dba3e7449a56f82201ec6073"
        "11ac2696b1ab5ea2352df1423bde7bd4bb78c9aed1a853c78672f9eb23bbe194",
    ),
    (
        *("tuplehash256", (3, 6), 512, APP, False),
        "147c2191d5ed7efd98dbd96d7ab5a11692576f5fe2a5065f3e33de6bba9f3aa1"
        "c4e9a068a289c61c95aab30aee1e410b0b607de3620e24a4e3bf9852a1d4367e",
    ),
    (
        *("tuplehash256", (3, 6, 9), 512, APP, False),
        "45000be63f9b6bfd89f54717670f69a9bc763591a4f05c50d68891a744bcc6e7"
        "d6d5b5e82c018da999ed35b0bb49c9678e526abd8e85c13ed254021db9e790ce",
    ),
    (
        *("tuplehash128", (3, 6), 256, b"", True),
        "2f103cd7c32320353495c68de1a8129245c6325f6f2a3d608d92179c96e68488",
    ),
)
BLOCKS = bytes([*range(8), *range(0x10, 0x18), *range(0x20, 0x28)])
PARALLELHASH = (
    (
        *("parallelhash128", 256, b"", False),
        "ba8dc1d1d979331d3f813603c67f72609ab5e44b94a0b8f9af46514454a2b4f5",
    ),
    (
        *("parallelhash128", 256, b"Parallel Data", False),
        "fc484dcb3f84dceedc353438151bee58157d6efed0445a81f165e495795b7206",
    ),
    (
        *("parallelhash256", 512, b"", False),
        "bc1ef124da34495e948ead207dd9842235da432d2bbc54b4c110e64c45110553"
        "1b7f2a3e0ce055c02805e7c2de1fb746af97a1dd01f43b824e31b87612410429",
    ),
    (
        *("parallelhash128", 256, b"", True),
        "fe47d661e49ffe5b7d999922c062356750caf552985b8e8ce6667f2727c3c8d3",
    ),
)


@native
@pytest.mark.parametrize(("name", "items", "bits", "customization", "xof", "digest"), TUPLEHASH)
def test_nists_samples_of_tuplehash(
    name: str,
    items: tuple[int, ...],
    bits: int,
    customization: bytes,
    xof: bool,
    digest: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    message = TUPLE[: sum(items)]
    reference = getattr(keccak, name)
    assert reference(message, bits, None, customization, list(items), xof=xof).hex() == digest
    if not xof:
        words = ["hash", name, "--hex", message.hex(), "--items", ",".join(map(str, items))]
        words += ["--customization", customization.hex()]
        assert main(words) == 0
        assert capsys.readouterr().out == f"{digest}\n"


@pytest.mark.parametrize(("name", "bits", "customization", "xof", "digest"), PARALLELHASH)
def test_nists_samples_of_parallelhash(
    name: str, bits: int, customization: bytes, xof: bool, digest: str
) -> None:
    """By the reference; the vectors are its digests, those with blocks of few bytes among them."""
    reference = getattr(keccak, name)
    assert reference(BLOCKS, bits, None, customization, 8, xof=xof).hex() == digest


@native
def test_a_tuple_of_one_string_is_a_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "text").write_bytes(b"abc")
    assert main(["hash", "tuplehash128", str(tmp_path / "text")]) == 0
    digest = keccak.tuplehash128(b"abc", 256, None, b"", [3]).hex()
    assert capsys.readouterr().out.split()[0] == digest


def counting(size: int) -> bytes:
    """ptn of RFC 9861, section 5."""
    return bytes(i % 251 for i in range(size))


# RFC 9861, section 5: messages, customizations, digests.
RFC = (
    (
        *("turboshake128", b"", b"", 256),
        "1e415f1c5983aff2169217277d17bb538cd945a397ddec541f1ce41af2c1b74c",
    ),
    (
        *("kt128", b"", b"", 256),
        "1ac2d450fc3b4205d19da7bfca1b37513c0803577ac7167f06fe2ce1f0ef39e5",
    ),
    (
        *("kt128", counting(17**3), b"", 256),
        "cb552e2ec77d9910701d578b457ddf772c12e322e4ee7fe417f92c758f0d59d0",
    ),
    (
        *("kt128", counting(17**4), b"", 256),
        "8701045e22205345ff4dda05555cbb5c3af1a771c2b89baef37db43d9998b9fe",
    ),
    (
        *("kt256", b"", b"", 512),
        "b23d2e9cea9f4904e02bec06817fc10ce38ce8e93ef4c89e6537076af8646404"
        "e3e8b68107b8833a5d30490aa33482353fd4adc7148ecb782855003aaebde4a9",
    ),
)


@native
@pytest.mark.parametrize(("name", "message", "customization", "bits", "digest"), RFC)
def test_answers_of_rfc_9861(
    name: str,
    message: bytes,
    customization: bytes,
    bits: int,
    digest: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = tmp_path / "message"
    file.write_bytes(message)
    for implementation in ("portable", "portable_fast"):
        words = ["hash", name, str(file), "--digest", str(bits)]
        words += ["--implementation", implementation]
        words += ["--customization", customization.hex()] if customization else []
        assert main(words) == 0
        assert capsys.readouterr().out.split()[0] == digest


@pytest.mark.skipif(shutil.which("openssl") is None, reason="no openssl")
@pytest.mark.parametrize("name", ["kmac128", "kmac256"])
def test_openssl_gives_the_codes(name: str) -> None:
    """Of a key of at least 4 bytes; the longest message, and every fifth row."""
    rows = [row for row in mac.own(catalog.functions()[name]) if len(row.key) >= 4]
    for row in [max(rows, key=lambda row: len(row.message)), *rows[::5]]:
        words = ["openssl", "mac", "-in", "/dev/stdin"]
        options = [f"hexkey:{row.key.hex()}", f"size:{len(row.mac)}", f"xof:{int(row.xof)}"]
        options += [f"hexcustom:{row.customization.hex()}"] if row.customization else []
        for option in options:
            words += ["-macopt", option]
        done = subprocess.run(
            [*words, f"KMAC-{name[4:]}"], input=row.message, capture_output=True, check=True
        )
        assert done.stdout.decode().strip().lower() == row.mac.hex(), row.number


@pytest.mark.parametrize(
    "name",
    [
        *("cshake128", "cshake256", "kmac128", "kmac256", "ascon_cxof128"),
        *("turboshake128", "turboshake256", "kt128", "kt256"),
        *("tuplehash128", "tuplehash256", "parallelhash128", "parallelhash256"),
    ],
)
@pytest.mark.sampled(8)
def test_the_sanitizers_see_nothing(name: str) -> None:
    if not sanitizer.available():
        pytest.skip("no sanitizers")
    for each in catalog.implementations(catalog.functions()[name]):
        if catalog.is_portable(each):
            assert sanitizer.complaint(name, each.sources, ()) == ""


WRONG = (
    ("customized.h", "len >>= 5", "len >>= 4"),
    ("customized.h", "*end = p[-1]", "*end = p[-1] = 1; p[-1]"),
    ("kmac.h", "add_length(cc, encoded_bytes, 1)", "add_length(cc, encoded_bytes, 0)"),
    ("kmac.h", "mote_wipe(cc, sizeof *cc);\n}\n\nstatic int", "}\n\nstatic int"),
    ("kmac.h", "mac_len == size && ", "mac_len <= size && "),
)


@pytest.mark.sampled(4, by=())
@pytest.mark.parametrize(("header", "right", "wrong"), WRONG)
def test_the_checks_find_what_is_wrong(header: str, right: str, wrong: str, tmp_path: Path) -> None:
    """A fault of what the files share: the vectors on a simulated CPU say so."""
    fails("kmac128", header, right, wrong, tmp_path)


TREES = (
    ("tuplehash128", "tuplehash.h", "add_length(cc, encoded_bytes, 1)", "add_length(cc, 0, 1)"),
    ("tuplehash128", "tuplehash.h", "name[8] = 'h'", "name[8] = 'H'"),
    ("parallelhash128", "parallelhash.h", "} while ((low | high) != 0)", "} while (low >> 8 != 0)"),
    (
        "parallelhash128",
        "parallelhash.h",
        "cc->blocks[0] + 1",
        "cc->blocks[0] + 2",
    ),
    ("parallelhash128", "parallelhash.h", "LEAF 0x1F", "LEAF 4"),
)


@pytest.mark.sampled(4, by=())
@pytest.mark.parametrize(("name", "header", "right", "wrong"), TREES)
def test_the_checks_find_what_is_wrong_in_tuples_and_trees(
    name: str, header: str, right: str, wrong: str, tmp_path: Path
) -> None:
    fails(name, header, right, wrong, tmp_path)


def fails(name: str, header: str, right: str, wrong: str, tmp_path: Path) -> None:
    """With a header of the family that is changed, the vectors say so."""
    function = catalog.functions()[name]
    text = (function.folder.parent / header).read_text(encoding="ascii")
    assert text.count(right) == 1
    (tmp_path / "keccak").mkdir()
    (tmp_path / "keccak" / header).write_text(text.replace(right, wrong), encoding="ascii")
    (portable,) = (i for i in catalog.implementations(function) if i.name == "portable")
    source = tmp_path / "portable.c"
    source.write_text(portable.source.read_text(encoding="ascii"), encoding="ascii")
    changed = dataclasses.replace(portable, sources=(source,), include=(tmp_path,))
    row = bench.run(bench.BenchJob(changed, catalog.cpus()["cortex-m0"], measure=False))
    assert "vectors failed: " in row.problem


@native
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["hash", "sha3", "--customization", "00"], "--customization: sha3 has none"),
        (["hash", "sha3", "--items", "1"], "--items: sha3 hashes no tuples"),
        (["hash", "tuplehash128", "--items", "1,x"], "lengths in bytes with commas"),
        (["hash", "tuplehash128", "--items", "1,1"], "message 1 has 1 bytes, the strings 2"),
        (["hash", "kt128", "--name", "00"], "those that have: cshake128, cshake256"),
        (["hash", "ascon-cxof128", "--customization", "00" * 257], "takes at most 256"),
        (["hash", "cshake128", "--name", "0"], "--name '0' is not hexadecimal"),
        (["mac", "hmac_sha256", "--key", "00", "--xof"], "--xof: hmac_sha256 has none"),
        (["mac", "kmac128", "--key", "0g"], "--key is not hexadecimal"),
        (["mac", "sha3", "--key", "00"], "sha3 is a hash function, not a message auth"),
        (["mac", "kmac128", "--key", "00", "--digest", "7"], "no code of 7 bits"),
    ],
)
def test_wrong_options_are_named(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*words, "--hex", "00"]) != 0
    [line] = capsys.readouterr().err.splitlines()
    assert said in line
