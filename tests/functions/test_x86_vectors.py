"""Vector instructions of amd64 that the engine runs in Unicorn's place, against a processor's."""

from __future__ import annotations

import ctypes
import hashlib
import random
import shutil
import subprocess
from pathlib import Path

import pytest

from aes_library import FLAGS, VAES
from mote.calling.session import Session
from mote.catalog import catalog
from mote.catalog.function import Implementation
from mote.common.errors import Breach, MoteError
from mote.machines.call import Argument
from test_aes_machines import opened

pytestmark = pytest.mark.about("src/aes", "src/sha2")

CPU = "amd64-vaes"
FUNCTION = catalog.functions()["ghash"]
BYTES = 192
ROUNDS = 6
NEEDED = VAES | {"bmi2", "sha_ni"}

# Three vectors are in registers 0 to 2, the pointer in rdi; registers 2 and rax are looked at.
WIDE = """
vmovdqa %ymm0, %ymm2| vmovdqu 32(%rdi), %ymm2| vmovaps %ymm1, %ymm2| vmovups 4(%rdi), %ymm2
vpxor %ymm1, %ymm0, %ymm2| vpxor 33(%rdi), %ymm0, %ymm2| vxorps %ymm1, %ymm0, %ymm2
vpand %ymm1, %ymm0, %ymm2| vpandn %ymm1, %ymm0, %ymm2| vpor %ymm1, %ymm0, %ymm2
vpaddd %ymm1, %ymm0, %ymm2| vpaddq %ymm1, %ymm0, %ymm2| vpsubd %ymm1, %ymm0, %ymm2
vpsubq %ymm1, %ymm0, %ymm2| vpcmpeqd %ymm1, %ymm0, %ymm2| vpcmpeqq %ymm1, %ymm0, %ymm2
vpshufd $0x4e, %ymm1, %ymm2| vpshufd $0x93, %ymm0, %ymm2| vpshufb %ymm1, %ymm0, %ymm2
vpsrad $31, %ymm0, %ymm2| vpsrld $7, %ymm0, %ymm2| vpslld $9, %ymm1, %ymm2
vpsrad $3, %ymm0, %ymm2| vpsrld $32, %ymm0, %ymm2| vpsllq $64, %ymm1, %ymm2
vpsrlq $62, %ymm0, %ymm2| vpsllq $2, %ymm1, %ymm2| vpslldq $2, %ymm0, %ymm2
vpsrldq $14, %ymm0, %ymm2| vpslldq $16, %ymm0, %ymm2| vpunpcklqdq %ymm1, %ymm0, %ymm2
vpunpckhqdq %ymm1, %ymm0, %ymm2| vpbroadcastd %xmm1, %ymm2| vpbroadcastq %xmm1, %ymm2
vpbroadcastq 8(%rdi), %ymm2| vbroadcasti128 16(%rdi), %ymm2| vpermq $0x1b, %ymm0, %ymm2
vpblendd $0xa5, %ymm1, %ymm0, %ymm2| vpalignr $5, %ymm1, %ymm0, %ymm2
vpalignr $20, %ymm1, %ymm0, %ymm2| vperm2i128 $0x21, %ymm1, %ymm0, %ymm2
vperm2i128 $0x83, %ymm1, %ymm0, %ymm2| vinserti128 $1, %xmm1, %ymm0, %ymm2
vinserti128 $0, 48(%rdi), %ymm0, %ymm2| vextracti128 $1, %ymm0, %xmm2
vaesenc %ymm1, %ymm0, %ymm2| vaesenclast %ymm1, %ymm0, %ymm2| vaesdec %ymm1, %ymm0, %ymm2
vaesdeclast 16(%rdi), %ymm0, %ymm2| vpclmulqdq $0x00, %ymm1, %ymm0, %ymm2
vpclmulqdq $0x01, %ymm1, %ymm0, %ymm2| vpclmulqdq $0x10, %ymm1, %ymm0, %ymm2
vpclmulqdq $0x11, 32(%rdi), %ymm0, %ymm2
vmovdqa %xmm0, %xmm2| vmovdqu 16(%rdi), %xmm2| vpxor %xmm1, %xmm0, %xmm2
vpaddq %xmm1, %xmm0, %xmm2| vpslldq $8, %xmm0, %xmm2| vaesenc %xmm1, %xmm0, %xmm2
vaesimc %xmm1, %xmm2| vpclmulqdq $0x11, %xmm1, %xmm0, %xmm2| vmovq %xmm0, %xmm2
vmovq 8(%rdi), %xmm2| vmovd 8(%rdi), %xmm2| vmovq %rdi, %xmm2; vpsubq %xmm2, %xmm2, %xmm2
vmovq %xmm1, %rax| vmovd %xmm1, %eax| vpextrq $1, %xmm1, %rax| vpextrd $3, %xmm1, %eax
vpinsrq $1, 8(%rdi), %xmm0, %xmm2| vpinsrd $2, 8(%rdi), %xmm0, %xmm2
vmovdqu %ymm0, 96(%rdi); vmovdqu 96(%rdi), %ymm2| vmovups %xmm0, 96(%rdi)
vextracti128 $1, %ymm0, 96(%rdi)| vmovq %xmm0, 96(%rdi)| vmovd %xmm0, 96(%rdi)
vzeroupper| vmovdqa %ymm0, %ymm9; vpxor %ymm9, %ymm1, %ymm10; vmovdqa %ymm10, %ymm2
sha256rnds2 %xmm1, %xmm2| sha256rnds2 32(%rdi), %xmm2| sha256msg1 %xmm1, %xmm2
sha256msg2 %xmm1, %xmm2| sha1rnds4 $0, %xmm1, %xmm2| sha1rnds4 $1, %xmm1, %xmm2
sha1rnds4 $2, %xmm1, %xmm2| sha1rnds4 $3, 16(%rdi), %xmm2| sha1nexte %xmm1, %xmm2
sha1msg1 %xmm1, %xmm2| sha1msg2 %xmm1, %xmm2| sha256msg1 %xmm2, %xmm2| sha1msg2 %xmm2, %xmm2
vmovdqa %ymm1, %ymm9; sha256msg2 %xmm9, %xmm2
vmovdqa %ymm2, %ymm10; sha1nexte 16(%rdi), %xmm10; vmovdqa %ymm10, %ymm2
vpunpckldq %ymm1, %ymm0, %ymm2| vpunpckhdq 32(%rdi), %ymm0, %ymm2
vpunpckldq %xmm1, %xmm0, %xmm2| vpunpckhdq %xmm1, %xmm0, %xmm2
vpermd %ymm1, %ymm0, %ymm2| vpermd 32(%rdi), %ymm1, %ymm2
lea -8(%rdi), %r9; sha256msg1 24(%r9), %xmm2
mov $32, %eax; vmovdqu (%rdi,%rax), %ymm2| mov $8, %r9d; vmovdqu -8(%rdi,%r9,4), %ymm2
"""
INSTRUCTIONS = [part.strip() for part in WIDE.replace("\n", "|").split("|") if part.strip()]

# The SHA-256 of all results, from a processor that has these instructions.
ANSWER = "b460ee70360dfa984c811e9052bc6de085f74de8faab3d48634d3b1e2b35f6f0"

BODY = """
__attribute__((__target__("avx2,vaes,vpclmulqdq"))) void toy_{number}(unsigned char *p) {{
    __asm__ volatile("vmovdqu (%0), %%ymm0; vmovdqu 32(%0), %%ymm1; vmovdqu 64(%0), %%ymm2\\n"
                     "mov %0, %%rdi; xor %%eax, %%eax\\n"
                     "{text}\\n"
                     "vmovdqu %%ymm2, 128(%%rdi); mov %%rax, 160(%%rdi); vzeroupper"
                     : : "r"(p) : "memory", "rax", "rdi", "r9", "xmm0", "xmm1", "xmm2",
                     "xmm9", "xmm10");
}}
"""


def source(folder: Path, instructions: list[str]) -> Path:
    """A file with a function for each."""
    path = folder / "toy.c"
    bodies = (
        BODY.format(number=number, text=text.replace("%", "%%"))
        for number, text in enumerate(instructions)
    )
    path.write_text("".join(bodies), encoding="ascii")
    return path


def inputs() -> list[bytes]:
    """What the vectors hold: arbitrary bytes, and now and then equal ones and ones at the ends."""
    numbers = random.Random(7)
    found = []
    for turn in range(ROUNDS):
        data = bytearray(numbers.randbytes(BYTES))
        if turn % 2:
            data[32:40], data[20:24] = data[:8], data[52:56]
            data[40:48] = b"\xff" * 8
        found.append(bytes(data))
    return found


def simulated(session: Session, number: int, data: bytes, *, detail: bool) -> bytes:
    (memory,) = session.arranged([("p", BYTES, True)])
    session.machine.write(memory.address, data)
    arguments = [Argument("pointer", memory.address)]
    session.machine.call(f"toy_{number}", arguments, [memory], detail=detail)
    return session.machine.read(memory.address, BYTES)


def toy(path: Path) -> Implementation:
    return Implementation("toy", FUNCTION, (path,), "toy", None, 16, options=("-Wno-all",))


def test_each_instruction_does_what_a_processor_does(tmp_path: Path) -> None:
    given = source(tmp_path, INSTRUCTIONS)
    results = {}
    with opened(toy(given), CPU) as session:
        for number, text in enumerate(INSTRUCTIONS):
            for turn, data in enumerate(inputs()):
                detail = turn % 2 == 0
                results[text, turn] = simulated(session, number, data, detail=detail)
    compiler = shutil.which("gcc")
    if compiler and FLAGS >= NEEDED:
        library = tmp_path / "toy.so"
        subprocess.run([compiler, "-O1", "-fPIC", "-shared", given, "-o", library], check=True)
        code = ctypes.CDLL(str(library))
        for number, text in enumerate(INSTRUCTIONS):
            for turn, data in enumerate(inputs()):
                buffer = ctypes.create_string_buffer(data, BYTES)
                code[f"toy_{number}"](buffer)
                assert results[text, turn].hex() == buffer.raw.hex(), text
    assert hashlib.sha256(b"".join(results.values())).hexdigest() == ANSWER


WRONG = [
    ("vmovdqa 4(%rdi), %ymm2", CPU, "alignment"),
    ("vmovdqu 168(%rdi), %ymm2", CPU, "read"),
    ("vmovdqu %ymm0, -1(%rdi)", CPU, "write"),
    ("sha256msg1 4(%rdi), %xmm2", CPU, "alignment"),
    ("sha1msg2 %xmm1, %xmm2", "amd64", "instruction"),
    ("vpermps %ymm1, %ymm0, %ymm2", CPU, "instruction"),
    ("vpxor %ymm1, %ymm0, %ymm2", "amd64", "instruction"),
]


@pytest.mark.parametrize("detail", (True, False))
@pytest.mark.parametrize(("text", "cpu", "kind"), WRONG)
def test_what_they_must_not_do_is_seen(
    text: str, cpu: str, kind: str, detail: bool, tmp_path: Path
) -> None:
    with (
        opened(toy(source(tmp_path, [text])), cpu) as session,
        pytest.raises(MoteError) as caught,
    ):
        simulated(session, 0, bytes(BYTES), detail=detail)
    assert isinstance(caught.value, Breach) and caught.value.kind == kind


def test_their_accesses_are_in_the_trace(tmp_path: Path) -> None:
    with opened(toy(source(tmp_path, ["vpaddd 96(%rdi), %ymm0, %ymm2"])), CPU) as session:
        session.machine.record = True
        (memory,) = session.arranged([("p", BYTES, True)])
        simulated(session, 0, bytes(BYTES), detail=True)
        reads = [at - memory.address for kind, at in session.machine.events() if kind == "read"]
        assert reads[:4] == [0, 32, 64, 96]
