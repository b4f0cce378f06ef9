"""Many messages at once, mote_sha256_many and its like: what this computer can run."""

from __future__ import annotations

import ctypes
import dataclasses
import functools
import hashlib
import mmap
import os
import random
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from aes_library import FLAGS
from compilers import COMPILER
from includes import INCLUDE_FLAGS
from mote.calling.session import Session
from mote.common.paths import ROOT
from mote.machines.call import Argument
from test_aes_machines import opened
from test_x86_vectors import toy

pytestmark = [
    pytest.mark.about("src/sha2", "src/keccak", "src/blake", "src/common"),
    pytest.mark.skipif(COMPILER is None, reason="no C compiler"),
]

NEEDS = {
    "portable": set(),
    "amd64_avx2": {"avx2"},
    "amd64_sha": {"sha_ni", "ssse3"},
    "amd64_avx512": {"avx512f", "avx512bw", "avx512vl"},
}
"""Of each implementation what Linux calls the features that it needs."""


@dataclass(frozen=True)
class Kind:
    """Functions of one header."""

    folder: str
    alone: str
    sizes: tuple[int, ...]
    block: int
    digest: Callable[[bytes, int], bytes]


def sha2(data: bytes, bits: int) -> bytes:
    return hashlib.new(f"sha{bits}", data).digest()


def sha3(data: bytes, bits: int) -> bytes:
    return hashlib.new(f"sha3_{bits}", data).digest()


def sized(name: str) -> Callable[[bytes, int], bytes]:
    """A function of hashlib that is given the digest's size."""
    if name.startswith("shake"):
        return lambda data, bits: hashlib.new(name, data).digest(bits // 8)
    return lambda data, bits: hashlib.new(name, data, digest_size=bits // 8).digest()


KINDS = {
    "sha256_many": Kind("sha2/sha256_many", "sha2/sha256", (224, 256), 64, sha2),
    "sha512_many": Kind("sha2/sha512_many", "sha2/sha512", (384, 512), 128, sha2),
    "sha3_many": Kind("keccak/sha3_many", "keccak/sha3", (224, 256, 384, 512), 136, sha3),
    "shake128_many": Kind(
        "keccak/shake128_many",
        "keccak/shake128",
        (8, 256, 1344, 1352, 5000),
        168,
        sized("shake_128"),
    ),
    "shake256_many": Kind(
        "keccak/shake256_many", "keccak/shake256", (264, 512, 3000), 136, sized("shake_256")
    ),
    "blake2b_many": Kind(
        "blake/blake2b_many", "blake/blake2b", (8, 160, 512), 128, sized("blake2b")
    ),
    "blake2s_many": Kind(
        "blake/blake2s_many", "blake/blake2s", (8, 160, 256), 64, sized("blake2s")
    ),
}

RUNS = [
    (name, path.stem)
    for name, kind in KINDS.items()
    for path in sorted((ROOT / "src" / kind.folder).glob("*.c"))
    if NEEDS.get(path.stem, {"another processor"}) <= FLAGS
]


def compiled(name: str, implementation: str, folder: Path, *include: str) -> ctypes.CDLL:
    kind = KINDS[name]
    sources = [ROOT / "src" / kind.folder / f"{implementation}.c"]
    sources += [ROOT / "src" / kind.alone / "portable.c"]
    flags = ["-O1", "-fPIC", "-shared", "-Werror", "-Wall", "-Wextra", *include, *INCLUDE_FLAGS]
    path = folder / f"{name}_{implementation}.so"
    command = [str(COMPILER), *flags, *map(str, sources), "-o", str(path)]
    subprocess.run(command, check=True)
    return ctypes.CDLL(str(path))


@functools.cache
def library(name: str, implementation: str) -> ctypes.CDLL:
    with tempfile.TemporaryDirectory(prefix="mote-many-") as folder:
        return compiled(name, implementation, Path(folder))


def call(
    code: ctypes.CDLL, name: str, bits: int, places: Sequence[int], sizes: Sequence[int], to: int
) -> None:
    """The function with messages at these addresses."""
    count = len(places)
    data = (ctypes.c_void_p * count)(*(place or None for place in places))
    lengths = (ctypes.c_size_t * count)(*sizes)
    arguments = [ctypes.c_uint(bits), ctypes.c_size_t(count), data, lengths, ctypes.c_void_p(to)]
    code[f"mote_{name}"](*arguments)


def digests(code: ctypes.CDLL, name: str, bits: int, messages: Sequence[bytes]) -> list[bytes]:
    """What it writes, and nothing behind that."""
    buffers = [ctypes.create_string_buffer(each, len(each) + 1) for each in messages]
    size = bits // 8
    made = ctypes.create_string_buffer(b"\xa5" * (size * len(messages) + 64))
    places = [ctypes.addressof(each) for each in buffers]
    call(code, name, bits, places, [len(each) for each in messages], ctypes.addressof(made))
    assert made.raw[size * len(messages) :] == b"\xa5" * 64 + b"\0"
    return [made.raw[size * i : size * (i + 1)] for i in range(len(messages))]


def expected(name: str, bits: int, messages: Sequence[bytes]) -> list[bytes]:
    return [KINDS[name].digest(each, bits) for each in messages]


def lengths(block: int, count: int, numbers: random.Random) -> list[int]:
    """Of messages with all kinds of ends; one in nine is long."""
    near = [0, 1, block - 17, block - 16, block - 9, block - 8, block - 1, block, block + 1]
    return [
        numbers.randrange(30 * block)
        if numbers.randrange(9) == 0
        else numbers.choice(near) + block * numbers.randrange(3)
        for _ in range(count)
    ]


@pytest.mark.parametrize(("name", "implementation"), RUNS)
def test_messages_of_all_lengths(name: str, implementation: str) -> None:
    numbers = random.Random(36)
    code, kind = library(name, implementation), KINDS[name]
    for count in (0, 1, 2, 3, 4, 7, 8, 9, 15, 16, 17, 33, 70):
        for bits in kind.sizes:
            for _ in range(2):
                sizes = lengths(kind.block, count, numbers)
                messages = [numbers.randbytes(size) for size in sizes]
                assert digests(code, name, bits, messages) == expected(name, bits, messages), sizes


@pytest.mark.parametrize(("name", "implementation"), RUNS)
def test_messages_of_one_length(name: str, implementation: str) -> None:
    """Up to three blocks, all lanes full, and one message more."""
    numbers = random.Random(3)
    code, kind = library(name, implementation), KINDS[name]
    for length in range(3 * kind.block + 2):
        messages = [numbers.randbytes(length) for _ in range(17)]
        bits = kind.sizes[length % len(kind.sizes)]
        assert digests(code, name, bits, messages) == expected(name, bits, messages), length


@pytest.mark.parametrize(("name", "implementation"), RUNS)
def test_one_long_message_among_short_ones(name: str, implementation: str) -> None:
    """Other lanes are idle when it is left over; and the same message may be there many times."""
    code, kind = library(name, implementation), KINDS[name]
    numbers = random.Random(5)
    for place in (0, 5, 19):
        messages = [b"abc"] * 20
        messages[place] = numbers.randbytes(100 * kind.block + 5)
        for bits in kind.sizes:
            assert digests(code, name, bits, messages) == expected(name, bits, messages)


def survives(work: Callable[[], bool]) -> int:
    """0 where a child that does this returns True, or else its status: a signal below 0."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            status = 0 if work() else 1
        finally:
            os._exit(status)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


PAGE = mmap.PAGESIZE


class Guarded:
    """Pages between two that nobody may touch."""

    def __init__(self, pages: int = 2) -> None:
        self.memory = mmap.mmap(-1, (pages + 2) * PAGE)
        start = ctypes.addressof(ctypes.c_char.from_buffer(self.memory))
        self.low, self.high = start + PAGE, start + (pages + 1) * PAGE
        protect = ctypes.CDLL(None).mprotect
        for place in (start, self.high):
            assert protect(ctypes.c_void_p(place), ctypes.c_size_t(PAGE), ctypes.c_int(0)) == 0

    def put(self, data: bytes, at_end: bool) -> int:
        """Where the bytes lie, at one end or the other; of none, a page that must not be read."""
        place = self.high - len(data) if at_end else self.low
        ctypes.memmove(place, data, len(data))
        return place


def stays_inside(code: ctypes.CDLL, name: str, numbers: random.Random) -> bool:
    """Messages and digests that begin or end where pages do that nobody may touch."""
    kind = KINDS[name]
    messages, places, kept = [], [], []
    for number in range(40):
        length = number * 7 % (2 * kind.block + 3) if number % 8 else 0
        data = numbers.randbytes(length)
        kept.append(Guarded())
        # Null, of no bytes, is a message, too.
        places.append(kept[-1].put(data, number % 2 == 0) if number % 16 else 0)
        messages.append(data if number % 16 else b"")
    right = True
    for bits in kind.sizes:
        for count in (2, 3, 17, 40):
            size = count * bits // 8
            for at_end in (False, True):
                guarded = Guarded(1 + size // PAGE)
                to = guarded.high - size if at_end else guarded.low
                sizes = [len(each) for each in messages[:count]]
                call(code, name, bits, places[:count], sizes, to)
                made = ctypes.string_at(to, size)
                right &= made == b"".join(expected(name, bits, messages[:count]))
    return right


@pytest.mark.parametrize(("name", "implementation"), RUNS)
def test_nothing_beyond_messages_and_digests_is_touched(name: str, implementation: str) -> None:
    code = library(name, implementation)
    assert survives(lambda: stays_inside(code, name, random.Random(7))) == 0


PLANTED = [
    ("sha256_many", "amd64_avx512", "sha2/many.h", "((u64)1 << bytes) - 1", "~(u64)0", "read"),
    ("sha256_many", "amd64_avx2", "sha2/many.h", "memcpy(end, rest, bytes)",
     "memcpy(end, rest, bytes + 8)", "read"),
    ("sha256_many", "amd64_sha", "sha2/sha256_two.h", "PUT_VECTOR(dst + 16, ",
     "PUT_VECTOR(dst + 24, ", "digest"),
    ("sha256_many", "amd64_sha", "sha2/sha256_two.h", "rest < 56 ? 1 : 2", "1", "digest"),
    ("sha256_many", "amd64_avx2", "common/many.h", "done = ended & s->ending", "done = ended",
     "digest"),
    ("sha512_many", "amd64_avx512", "sha2/many.h", "s->fresh >> lane & 1", "0", "digest"),
    ("sha3_many", "amd64_avx2", "keccak/many.h", "from + 8 * i - 8", "from + 8 * i", "read"),
    ("shake128_many", "amd64_avx2", "keccak/many.h", "((s)->squeezing != 0)", "0", "digest"),
    ("blake2s_many", "amd64_avx512", "blake/many.h", ": whole - s->blocks[lane]",
     ": whole", "digest"),
]  # fmt: skip


@pytest.mark.sampled(3, by=())
@pytest.mark.parametrize(("name", "implementation", "file", "right", "wrong", "what"), PLANTED)
def test_what_is_wrong_is_seen(
    name: str, implementation: str, file: str, right: str, wrong: str, what: str, tmp_path: Path
) -> None:
    if (name, implementation) not in RUNS:
        pytest.skip("another processor")
    text = (ROOT / "src" / file).read_text(encoding="ascii")
    assert text.count(right) == 1
    (tmp_path / file).parent.mkdir(parents=True)
    (tmp_path / file).write_text(text.replace(right, wrong), encoding="ascii")
    code = compiled(name, implementation, tmp_path, f"-I{tmp_path}", "-w")

    def all_right() -> bool:
        numbers = random.Random(9)
        kind = KINDS[name]
        if what == "read":
            return stays_inside(code, name, numbers)
        for count in (2, 3, 17, 40):
            for sizes in (lengths(kind.block, count, numbers), [kind.block] * count):
                messages = [numbers.randbytes(size) for size in sizes]
                for bits in kind.sizes:
                    if digests(code, name, bits, messages) != expected(name, bits, messages):
                        return False
        return True

    status = survives(all_right)
    assert status == (-signal.SIGSEGV if what == "read" else 1)


CALLER = """
#include "mote/{name}.h"
void toy_many(unsigned char *p) {{
    static const unsigned short sizes[9] = {{0, 3, 64, 130, 200, 64, 1, 333, 136}};
    const void *data[9];
    size_t len[9];
    int i;

    for (i = 0; i < 9; i++) {{
        data[i] = p;
        len[i] = sizes[i];
        p += sizes[i];
    }}
    mote_{name}({bits}, 9, data, len, p);
}}
"""
SIZES = (0, 3, 64, 130, 200, 64, 1, 333, 136)
BEYOND = [
    ("blake2b_many", "amd64_avx512"),
    ("blake2s_many", "amd64_avx512"),
    ("blake2s_many", "amd64_avx2"),
]
"""What has instructions that no simulated processor runs: maxima, and broadcasts under a mask."""
SIMULATED = {"amd64_avx2": "amd64-vaes", "amd64_sha": "amd64-vaes", "amd64_avx512": "amd64-avx512"}


def simulated(session: Session, data: bytes, size: int) -> tuple[int, bytes]:
    """The hash of all addresses, and the digests."""
    (memory,) = session.arranged([("p", len(data) + size, True)])
    session.machine.write(memory.address, data)
    arguments = [Argument("pointer", memory.address)]
    result = session.machine.call("toy_many", arguments, [memory], detail=True)
    return result.trace, session.machine.read(memory.address + len(data), size)


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("name", "implementation"),
    [
        (name, implementation)
        for name, kind in KINDS.items()
        for implementation in SIMULATED
        if (ROOT / "src" / kind.folder / f"{implementation}.c").is_file()
        and (name, implementation) not in BEYOND
    ],
)
def test_addresses_do_not_depend_on_messages(
    name: str, implementation: str, tmp_path: Path
) -> None:
    """On a simulated processor, which sees each read and write, too."""
    kind = KINDS[name]
    bits = kind.sizes[-1]
    caller = tmp_path / "caller.c"
    caller.write_text(CALLER.format(name=name, bits=bits), encoding="ascii")
    sources = (
        caller,
        ROOT / "src" / kind.folder / f"{implementation}.c",
        ROOT / "src" / kind.alone / "portable.c",
    )
    # What compilers make vectors of by themselves is other code with each of them.
    options = ("-Wno-all", "-fno-tree-vectorize", "-mno-stv")
    given = dataclasses.replace(toy(caller), sources=sources, options=options)
    numbers = random.Random(13)
    traces = set()
    with opened(given, SIMULATED[implementation]) as session:
        for data in (bytes(sum(SIZES)), numbers.randbytes(sum(SIZES)), b"\xff" * sum(SIZES)):
            trace, made = simulated(session, data, 9 * bits // 8)
            places = [sum(SIZES[:i]) for i in range(9)]
            messages = [data[a : a + n] for a, n in zip(places, SIZES, strict=True)]
            assert made == b"".join(expected(name, bits, messages))
            traces.add(trace)
    assert len(traces) == 1


MASKS = ["none", "ssse3,avx,avx2", "ssse3,avx,avx2,avx512", "ssse3,sha", ""]


@pytest.mark.turns("library", 16, "cmake", "src/common")
def test_the_library_with_every_mask(tmp_path: Path) -> None:
    """Built as its users do; a program of many calls, with what the processor may be asked for."""
    if shutil.which("cmake") is None:
        pytest.skip("no cmake")
    functions = ";".join(KINDS)
    flags = [
        "-DCMAKE_BUILD_TYPE=Release",
        "-DBUILD_SHARED_LIBS=ON",
        f"-DMOTE_FUNCTIONS={functions}",
    ]
    for command in (
        ["cmake", "-S", str(ROOT), "-B", str(tmp_path), *flags],
        ["cmake", "--build", str(tmp_path)],
    ):
        made = subprocess.run(command, capture_output=True, text=True, check=False)
        assert made.returncode == 0, made.stdout + made.stderr
    (path,) = (p for p in tmp_path.glob("libmote.*") if not p.is_symlink())
    for mask in MASKS:
        wanted = {"sha": "sha_ni", "avx512": "avx512vl"}
        if not {wanted.get(each, each) for each in mask.split(",") if each} - {"none"} <= FLAGS:
            continue

        def with_mask(mask: str = mask) -> bool:
            if mask:
                os.environ["MOTE_CPU_FEATURES"] = mask
            code = ctypes.CDLL(str(path))
            numbers = random.Random(11)
            for name, kind in KINDS.items():
                for count in (0, 1, 2, 5, 40):
                    messages = [numbers.randbytes(n) for n in lengths(kind.block, count, numbers)]
                    for bits in kind.sizes:
                        if digests(code, name, bits, messages) != expected(name, bits, messages):
                            return False
            return True

        assert survives(with_mask) == 0, mask


AARCH64 = {
    "blake2": ("blake", ("blake2b", "blake2s"), "aarch64_neon", ()),
    "keccak": (
        "keccak",
        ("sha3", "shake128", "shake256"),
        "aarch64_sha3",
        ("-march=armv8.2-a+crypto+sha3",),
    ),
}
"""By program: the folder of src, the functions, the implementation, options of the compiler."""


def on_aarch64(program: str, folder: Path, header: str = "", text: str = "") -> int:
    """The status of tests/library/many_NAME.c, many messages beside one by one, under QEMU.

    text: of a header of src to take in place of what stands there.
    """
    compiler, qemu = "aarch64-linux-gnu-gcc", "qemu-aarch64"
    if shutil.which(compiler) is None or shutil.which(qemu) is None:
        pytest.skip(f"no {compiler} or no {qemu}")
    family, functions, implementation, options = AARCH64[program]
    source = ROOT / "src" / family
    if header:
        tree = folder / "src"
        shutil.copytree(ROOT / "src" / "common", tree / "common")
        shutil.copytree(source, tree / family)
        (tree / header).write_text(text)
        options = (f"-I{tree}", *options)
        source = tree / family
    files = [ROOT / "tests" / "library" / f"many_{program}.c"]
    for name in functions:
        files += [source / f"{name}_many" / f"{implementation}.c"]
        files += [ROOT / "src" / family / name / "portable_fast.c"]
    made = folder / "many"
    command = [compiler, "-O1", "-Wall", "-Wextra", "-Werror", *options, *INCLUDE_FLAGS, "-static"]
    subprocess.run([*command, *map(str, files), "-o", str(made)], check=True)
    return subprocess.run([qemu, str(made)], check=False, stdout=subprocess.PIPE).returncode


@pytest.mark.parametrize("program", AARCH64)
def test_vectors_of_aarch64(program: str, tmp_path: Path) -> None:
    assert on_aarch64(program, tmp_path) == 0


@pytest.mark.sampled(2, by=())
@pytest.mark.parametrize(
    ("program", "header", "right", "wrong"),
    [
        ("blake2", "common/lanes_neon.h", "{1, 2, 4, 8}", "{1, 2, 4, 4}"),
        (
            "blake2",
            "common/lanes_neon.h",
            "KEEP(&(to)[1][from], HIGH_PAIRS(s0, s2));",
            "KEEP(&(to)[1][from], LOW_PAIRS(s0, s2));",
        ),
        (
            "blake2",
            "common/lanes_neon.h",
            "(x)[1] = vzip2q_u64(r0, r1);",
            "(x)[1] = vzip2q_u64(r1, r0);",
        ),
        ("keccak", "keccak/aarch64_sha3.h", "ld1r {v25.2d}", "ld1 {v25.1d}"),
        (
            "keccak",
            "common/lanes_neon.h",
            "LANE_BITS[LANES] = {1, 2};",
            "LANE_BITS[LANES] = {1, 1};",
        ),
    ],
)
def test_what_is_wrong_in_vectors_of_aarch64_is_seen(
    program: str, header: str, right: str, wrong: str, tmp_path: Path
) -> None:
    text = (ROOT / "src" / header).read_text()
    assert text.count(right) == 1
    assert on_aarch64(program, tmp_path, header, text.replace(right, wrong)) != 0
