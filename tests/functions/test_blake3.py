"""BLAKE3: its published test vectors, the depth of the stack, reading on, counters of 64 bits."""

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
from mote.common.paths import INCLUDES
from mote.measuring import bench
from reference import blake

pytestmark = pytest.mark.about("src/blake")

native = pytest.mark.skipif(not COMPILER, reason="no C compiler for this computer")

KEY = b"whats the Elvish word for friend"
CONTEXT = b"BLAKE3 2019-12-27 16:29:52 test vectors context"

# The test vectors that the authors publish: bytes of input, then the first 32 bytes of the hash, of
# the keyed hash, and of the key derivation.
PUBLISHED = (
    (
        0,
        "af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262",
        "92b2b75604ed3c761f9d6f62392c8a9227ad0ea3f09573e783f1498a4ed60d26",
        "2cc39783c223154fea8dfb7c1b1660f2ac2dcbd1c1de8277b0b0dd39b7e50d7d",
    ),
    (
        1,
        "2d3adedff11b61f14c886e35afa036736dcd87a74d27b5c1510225d0f592e213",
        "6d7878dfff2f485635d39013278ae14f1454b8c0a3a2d34bc1ab38228a80c95b",
        "b3e2e340a117a499c6cf2398a19ee0d29cca2bb7404c73063382693bf66cb06c",
    ),
    (
        64,
        "4eed7141ea4a5cd4b788606bd23f46e212af9cacebacdc7d1f4c6dc7f2511b98",
        "ba8ced36f327700d213f120b1a207a3b8c04330528586f414d09f2f7d9ccb7e6",
        "a5c4a7053fa86b64746d4bb688d06ad1f02a18fce9afd3e818fefaa7126bf73e",
    ),
    (
        65,
        "de1e5fa0be70df6d2be8fffd0e99ceaa8eb6e8c93a63f2d8d1c30ecb6b263dee",
        "c0a4edefa2d2accb9277c371ac12fcdbb52988a86edc54f0716e1591b4326e72",
        "51fd05c3c1cfbc8ed67d139ad76f5cf8236cd2acd26627a30c104dfd9d3ff8a8",
    ),
    (
        1023,
        "10108970eeda3eb932baac1428c7a2163b0e924c9a9e25b35bba72b28f70bd11",
        "c951ecdf03288d0fcc96ee3413563d8a6d3589547f2c2fb36d9786470f1b9d6e",
        "74a16c1c3d44368a86e1ca6df64be6a2f64cce8f09220787450722d85725dea5",
    ),
    (
        1024,
        "42214739f095a406f3fc83deb889744ac00df831c10daa55189b5d121c855af7",
        "75c46f6f3d9eb4f55ecaaee480db732e6c2105546f1e675003687c31719c7ba4",
        "7356cd7720d5b66b6d0697eb3177d9f8d73a4a5c5e968896eb6a689684302706",
    ),
    (
        1025,
        "d00278ae47eb27b34faecf67b4fe263f82d5412916c1ffd97c8cb7fb814b8444",
        "357dc55de0c7e382c900fd6e320acc04146be01db6a8ce7210b7189bd664ea69",
        "effaa245f065fbf82ac186839a249707c3bddf6d3fdda22d1b95a3c970379bcb",
    ),
    (
        2049,
        "5f4d72f40d7a5f82b15ca2b2e44b1de3c2ef86c426c95c1af0b6879522563030",
        "9f29700902f7c86e514ddc4df1e3049f258b2472b6dd5267f61bf13983b78dd5",
        "2ea477c5515cc3dd606512ee72bb3e0e758cfae7232826f35fb98ca1bcbdf273",
    ),
    (
        5121,
        "628bd2cb2004694adaab7bbd778a25df25c47b9d4155a55f8fbd79f2fe154cff",
        "6ccf1c34753e7a044db80798ecd0782a8f76f33563accaddbfbb2e0ea4b2d024",
        "b07f01e518e702f7ccb44a267e9e112d403a7b3f4883a47ffbed4b48339b3c34",
    ),
    (
        31744,
        "62b6960e1a44bcc1eb1a611a8d6235b6b4b78f32e7abc4fb4c6cdcce94895c47",
        "efa53b389ab67c593dba624d898d0f7353ab99e4ac9d42302ee64cbf9939a419",
        "39772aef80e0ebe60596361e45b061e8f417429d529171b6764468c22928e28e",
    ),
    (
        102400,
        "bc3e3d41a1146b069abffad3c0d44860cf664390afce4d9661f7902e7943e085",
        "1c35d1a5811083fd7119f5d5d1ba027b4d01c0c6c49fb6ff2cf75393ea5db4a7",
        "4652cff7a3f385a6103b5c260fc1593e13c778dbe608efb092fe7ee69df6e9c6",
    ),
)

SEEK = 0x3FFFFFFFF0
FAR = "5e59880e196946066300116a459bbbb227db0cdf9952a2ccff10e83701421d48d249234bbab4d3c3"
"""40 bytes of output behind SEEK, of BLAKE3 of "abc": by the Rust crate blake3 1.8.7."""

# Arguments: mode, bytes of input, bytes of each call if they are all the same.  Output: what close
# writes; what read writes in pieces, behind a seek back; 40 bytes behind SEEK.
PROGRAM = r"""
#include "mote/blake3.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define KEY "whats the Elvish word for friend"
#define CONTEXT "BLAKE3 2019-12-27 16:29:52 test vectors context"
static void print(const unsigned char *bytes, size_t size) {
    while (size-- != 0)
        printf("%02x", *bytes++);
    printf("\n");
}
int main(int count, char **words) {
    static unsigned char data[300000], out[131];
    mote_blake3_context cc, other;
    size_t size = (size_t)atol(words[2]), i, n, piece = 1;
    for (i = 0; i < size; i++)
        data[i] = words[1][0] == 'a' ? (unsigned char)('a' + i) : (unsigned char)(i % 251);
    memset(&cc, 0xA5, sizeof cc);
    if (words[1][0] == 'k')
        mote_blake3_init_keyed(&cc, 256, KEY);
    else if (words[1][0] == 'd')
        mote_blake3_init_derive_key(&cc, 256, CONTEXT, strlen(CONTEXT));
    else
        mote_blake3_init(&cc, 256);
    if (words[1][0] == 't') { /* the number of the chunks reaches its high word */
        cc.t[0] = 0xFFFFFFC5;
        cc.t[1] = 2;
        cc.depth = 29;
    }
    for (i = 0; i < size; i += n) {
        piece = count > 3 ? (size_t)atol(words[3]) : piece * 7 % 1500 + 1;
        n = piece < size - i ? piece : size - i;
        mote_blake3(&cc, data + i, n);
    }
    other = cc;
    mote_blake3_close(&cc, 0, 0, out);
    print(out, 32);
    mote_blake3_seek(&other, 65, 0);
    mote_blake3_read(&other, out + 65, 66);
    mote_blake3_seek(&other, 0, 0);
    mote_blake3_read(&other, out, 3);
    mote_blake3_read(&other, out + 3, 0);
    mote_blake3_read(&other, out + 3, 61);
    mote_blake3_read(&other, out + 64, 1);
    print(out, 131);
    mote_blake3_seek(&other, 0xFFFFFFF0, 0x3F);
    mote_blake3_read(&other, out, 40);
    print(out, 40);
    return 0;
}
"""


def _has(*names: str) -> bool:
    cpuinfo = Path("/proc/cpuinfo")
    return cpuinfo.exists() and {*names} <= {*cpuinfo.read_text(encoding="ascii").split()}


AVX2 = pytest.param("amd64_avx2", marks=pytest.mark.skipif(not _has("avx2"), reason="no AVX2"))
AVX512 = pytest.param(
    "amd64_avx512",
    marks=pytest.mark.skipif(not _has("avx512f", "avx512vl"), reason="no AVX-512"),
)
CROSS = ("aarch64-linux-gnu-gcc", "qemu-aarch64")
NEON = pytest.param(
    "aarch64_neon",
    marks=pytest.mark.skipif(None in map(shutil.which, CROSS), reason="no compiler, or no QEMU"),
)
NAMES = ["portable", "portable_fast", AVX2, AVX512, NEON]


def program(folder: Path, name: str, *options: str) -> Path:
    """With one of the implementations, for this computer or one that QEMU runs."""
    functions = catalog.implementations(catalog.functions()["blake3"])
    (implementation,) = (each for each in functions if each.name == name)
    (folder / "ask.c").write_text(PROGRAM, encoding="ascii")
    made = folder / f"ask-{name}"
    compiler = [CROSS[0], "-static"] if name.startswith("aarch64") else [COMPILER]
    command: list[object] = [*compiler, "-O1", *options, *(f"-I{path}" for path in INCLUDES)]
    command += [folder / "ask.c", implementation.source, "-o", made]
    subprocess.run([str(word) for word in command], check=True)
    return made


def answers(made: Path, mode: str, size: int, piece: int | None = None) -> list[str]:
    runner = [CROSS[1]] if "-aarch64" in made.name else []
    words = [*runner, str(made), mode, str(size), *([] if piece is None else [str(piece)])]
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout.split()


def pattern(size: int) -> bytes:
    return bytes(i % 251 for i in range(size))


@native
@pytest.mark.parametrize("name", NAMES)
def test_the_published_test_vectors(name: str, tmp_path: Path) -> None:
    """At once, and in pieces with a seek; by the reference, too, of the shorter ones."""
    made = program(tmp_path, name)
    for size, *digests in PUBLISHED:
        for mode, digest in zip("hkd", digests, strict=True):
            close, read, _ = answers(made, mode, size)
            assert (close, read[:64]) == (digest, digest), (mode, size)
            if size < 6000:
                key, context = KEY if mode == "k" else b"", CONTEXT if mode == "d" else b""
                wanted = blake.blake3(pattern(size), 8 * 131, None, key, context).hex()
                assert read == wanted, (mode, size)


@native
@pytest.mark.parametrize("name", NAMES)
def test_blocks_of_output_have_numbers_of_64_bits(name: str, tmp_path: Path) -> None:
    assert answers(program(tmp_path, name), "a", 3)[2] == FAR


@native
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("depth", [1, 3, 6])
def test_a_stack_of_some_levels_takes_the_messages_that_the_header_says(
    name: str, depth: int, tmp_path: Path
) -> None:
    """And of longer ones there is no digest, but nothing else is written either."""
    made = program(tmp_path, name, f"-DMOTE_BLAKE3_DEPTH={depth}")
    most = 1024 * (2 ** (depth + 1) - 1)
    for size in (most - 1024, most - 1, most):
        wanted = blake.blake3(pattern(size), 8 * 131).hex()
        assert answers(made, "h", size)[:2] == [wanted[:64], wanted]
    for size in (most + 1, most + 1024, 2 * most + 7):
        assert answers(made, "h", size) == ["00" * 32, "00" * 131, "00" * 40]


@native
@pytest.mark.parametrize("name", NAMES[1:])
@pytest.mark.parametrize("depth", [1, 4, 7, 54])
def test_many_chunks_in_a_call_are_the_same_as_one_by_one(
    name: str, depth: int, tmp_path: Path
) -> None:
    """Several side by side or subtrees of them, at any place of the tree, and none too many."""
    made = program(tmp_path, name, f"-DMOTE_BLAKE3_DEPTH={depth}")
    (tmp_path / "plain").mkdir()
    plain = program(tmp_path / "plain", "portable", f"-DMOTE_BLAKE3_DEPTH={depth}")
    for size in (2048, 3072, 3073, 8193, 9216, 16384, 17409, 65537, 132000, 262144, 280001):
        wanted = answers(plain, "k", size)
        for piece in (size, 5 * 1024, 40 * 1024 + 64, 9000, 64 * 1024):
            assert answers(made, "k", size, piece) == wanted, (size, piece)
    if depth == 54:
        for size in (30000, 70000, 140000):
            wanted = answers(plain, "t", size)
            assert answers(made, "t", size, size) == wanted
            assert answers(made, "t", size, 13 * 1024) == wanted


@pytest.mark.sampled(4)
def test_the_sanitizers_see_nothing_in_blake3() -> None:
    if not sanitizer.available():
        pytest.skip("no sanitizers")
    for each in catalog.implementations(catalog.functions()["blake3"]):
        if catalog.is_portable(each):
            assert sanitizer.complaint("blake3", each.sources, ()) == ""


@native
def test_mote_hash_knows_blake3(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "input").write_bytes(pattern(5121))
    (digest,) = (row[1] for row in PUBLISHED if row[0] == 5121)
    for implementation in ("portable", "portable_fast"):
        words = ["hash", "BLAKE3", str(tmp_path / "input"), "--implementation", implementation]
        assert main(words) == 0
        assert capsys.readouterr().out.split()[0] == digest


WRONG = (
    ("while ((low & 1) == 0)", "while ((low & 3) == 0)"),
    ("cc->place == 0 ? CHUNK_START : 0", "CHUNK_START"),
    ("#define PARENT 4", "#define PARENT 2"),
    ("#define KEYED_HASH 16", "#define KEYED_HASH 32"),
    ("flags |= CHUNK_END;", ";"),
    ("cc->ptr = 64;", ";"),
)


@pytest.mark.sampled(4, by=())
@pytest.mark.parametrize(("right", "wrong"), WRONG)
def test_the_checks_find_what_is_wrong_in_blake3(right: str, wrong: str, tmp_path: Path) -> None:
    """A fault of what the files share: the vectors on a simulated CPU say so."""
    function = catalog.functions()["blake3"]
    text = (function.folder.parent / "blake3.h").read_text(encoding="ascii")
    assert text.count(right) == 1
    (tmp_path / "blake").mkdir()
    (tmp_path / "blake" / "blake3.h").write_text(text.replace(right, wrong), encoding="ascii")
    (portable,) = (i for i in catalog.implementations(function) if i.name == "portable")
    source = tmp_path / "portable.c"
    source.write_text(portable.source.read_text(encoding="ascii"), encoding="ascii")
    changed = dataclasses.replace(portable, sources=(source,), include=(tmp_path,))
    row = bench.run(bench.BenchJob(changed, catalog.cpus()["cortex-m0"], measure=False))
    assert "vectors failed: " in row.problem
