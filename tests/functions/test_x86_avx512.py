"""Instructions of AVX-512 that the engine runs in Unicorn's place, against a processor's."""

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
from mote.common.errors import Breach, MoteError
from mote.machines.call import Argument
from test_aes_machines import opened
from test_x86_vectors import toy

pytestmark = pytest.mark.about("src/aes", "src/keccak", "src/salsa")

CPU = "amd64-avx512"
BYTES = 384
ROUNDS = 4
NEEDED = VAES | {"avx512f", "avx512bw", "avx512vl", "avx512dq", "avx512ifma"}

# Three vectors are in registers 0, 1 and 2 (2 also in 18), the pointer in rdi, arbitrary bits in
# masks k1 and k2; registers 2 and rax are looked at.
FORMS = """
vmovdqa64 %zmm0, %zmm2| vmovdqu64 64(%rdi), %zmm2| vmovdqu32 4(%rdi), %zmm2{%k1}
vmovdqu64 8(%rdi), %zmm2{%k1}{z}| vmovdqu8 1(%rdi), %zmm2{%k1}{z}| vmovdqu16 %zmm0, %zmm2{%k2}
vmovdqu64 %ymm0, %ymm2{%k1}| vmovdqu32 %xmm0, %xmm2{%k2}{z}| vmovdqu64 %zmm0, 200(%rdi){%k1}
vmovdqu32 %zmm1, 192(%rdi){%k2}| vmovdqu8 %zmm1, 192(%rdi){%k1}| vmovdqu64 %zmm0, 192(%rdi)
vmovups %zmm0, 192(%rdi)| vmovups 5(%rdi), %zmm2
vmovdqa64 %zmm1, %zmm31; vmovdqa64 %zmm31, %zmm2| vmovdqa64 %ymm1, %ymm18; vmovdqa64 %zmm18, %zmm2
vpxorq %zmm1, %zmm0, %zmm2| vpxord 64(%rdi), %zmm0, %zmm2{%k1}| vpandq %zmm1, %zmm18, %zmm2
vpandnd %zmm1, %zmm0, %zmm2| vporq 8(%rdi){1to8}, %zmm0, %zmm2| vpxord 4(%rdi){1to16}, %zmm0, %zmm2
vpaddd %zmm1, %zmm0, %zmm2| vpaddq %zmm1, %zmm0, %zmm2{%k1}{z}| vpsubd %zmm1, %zmm0, %zmm2
vpmuludq %zmm1, %zmm0, %zmm2| vpmuludq 8(%rdi){1to8}, %zmm18, %zmm2{%k1}
vpmuludq %ymm1, %ymm0, %ymm2
vpmadd52luq %zmm1, %zmm0, %zmm2| vpmadd52huq %zmm1, %zmm0, %zmm2| vpmadd52luq %ymm1, %ymm0, %ymm2
vpmadd52huq 8(%rdi){1to8}, %zmm18, %zmm2{%k1}| vpmadd52luq 64(%rdi), %zmm0, %zmm2{%k2}{z}
vpmadd52huq %xmm1, %xmm0, %xmm2
vpsubq %zmm18, %zmm0, %zmm2| vpaddd 4(%rdi){1to8}, %ymm0, %ymm2| vpxorq %xmm1, %xmm18, %xmm2
vpternlogq $0x96, %zmm1, %zmm0, %zmm2| vpternlogd $0xd2, %zmm1, %zmm0, %zmm2{%k1}
vpternlogq $0xca, 64(%rdi), %zmm0, %zmm2| vpternlogd $0xe8, %ymm1, %ymm0, %ymm2
vprold $7, %zmm1, %zmm2| vprolq $1, %zmm1, %zmm2| vprord $12, %zmm1, %zmm2{%k1}
vprorq $44, 64(%rdi), %zmm2| vprold $16, %xmm1, %xmm2| vprolq $0, %zmm1, %zmm2
vprolvq %zmm1, %zmm0, %zmm2| vprolvd %zmm1, %zmm0, %zmm2| vprorvq %zmm1, %zmm0, %zmm2{%k2}
vprorvd 64(%rdi), %zmm0, %zmm2| vprolvq %zmm0, %zmm18, %zmm2
vpsrld $7, %zmm0, %zmm2| vpslld $9, %zmm0, %zmm2| vpsrad $3, %zmm0, %zmm2| vpsrlq $9, %zmm0, %zmm2
vpsllq $62, %zmm0, %zmm2{%k1}{z}| vpslldq $8, %zmm0, %zmm2| vpsrldq $14, %zmm0, %zmm2
vpermq %zmm1, %zmm0, %zmm2| vpermq $0x1b, %zmm1, %zmm2| vpermd %zmm1, %zmm0, %zmm2
vpermq %zmm1, %zmm0, %zmm2{%k1}| vpermq %ymm1, %ymm0, %ymm2| vpermq 64(%rdi), %zmm1, %zmm2{%k2}{z}
vpermt2q %zmm1, %zmm0, %zmm2| vpermi2q %zmm1, %zmm0, %zmm2| vpermt2d %zmm1, %zmm0, %zmm2
vpermi2d %zmm1, %zmm0, %zmm2{%k1}| vpermt2q %ymm1, %ymm0, %ymm2| vpermi2q 64(%rdi), %zmm0, %zmm2
vpshufd $0x4e, %zmm1, %zmm2| vpshufd $0x93, %zmm0, %zmm2{%k1}| vpshufb %zmm1, %zmm0, %zmm2
vpshufb 64(%rdi), %zmm0, %zmm2{%k1}| vpalignr $5, %zmm1, %zmm0, %zmm2
valignq $3, %zmm1, %zmm0, %zmm2| valignd $5, %zmm1, %zmm0, %zmm2{%k1}
vpunpckldq %zmm1, %zmm0, %zmm2| vpunpckhdq %zmm1, %zmm0, %zmm2| vpunpcklqdq %zmm1, %zmm0, %zmm2
vpunpckhqdq %zmm1, %zmm0, %zmm2{%k1}| vpblendmq %zmm1, %zmm0, %zmm2{%k1}
vpblendmd %zmm1, %zmm0, %zmm2{%k2}| vpblendmq %zmm1, %zmm0, %zmm2{%k1}{z}
vpbroadcastd %xmm1, %zmm2| vpbroadcastq %xmm1, %zmm2| vpbroadcastd 8(%rdi), %zmm2{%k1}
vpbroadcastq 8(%rdi), %zmm2
vpbroadcastd %edi, %zmm2; vpbroadcastd %edi, %zmm3; vpsubd %zmm3, %zmm2, %zmm2
mov 8(%rdi), %rax; vpbroadcastq %rax, %zmm2| mov 8(%rdi), %rax; vpbroadcastd %eax, %ymm2
vbroadcasti32x4 16(%rdi), %zmm2| vbroadcasti64x4 32(%rdi), %zmm2
vbroadcasti32x4 16(%rdi), %zmm2{%k1}
vbroadcasti32x4 16(%rdi), %ymm18; vmovdqa64 %zmm18, %zmm2
vinserti32x4 $2, %xmm1, %zmm0, %zmm2| vinserti64x4 $1, %ymm1, %zmm0, %zmm2
vinserti32x4 $3, 16(%rdi), %zmm0, %zmm2| vinserti64x4 $0, 32(%rdi), %zmm0, %zmm2
vextracti32x4 $3, %zmm0, %xmm2| vextracti64x4 $1, %zmm0, %ymm2| vextracti32x4 $2, %zmm0, 192(%rdi)
vextracti64x4 $1, %zmm0, 192(%rdi)| vextracti32x4 $1, %ymm18, %xmm2
vshufi32x4 $0x4e, %zmm1, %zmm0, %zmm2| vshufi64x2 $0xb1, %zmm1, %zmm0, %zmm2
vshufi32x4 $2, %ymm1, %ymm0, %ymm2| vshufi32x4 $0xdd, 64(%rdi), %zmm0, %zmm2{%k1}
vaesenc %zmm1, %zmm0, %zmm2| vaesenclast %zmm1, %zmm0, %zmm2| vaesdec 64(%rdi), %zmm0, %zmm2
vaesdeclast %zmm1, %zmm0, %zmm2| vaesenc %ymm18, %ymm0, %ymm2| vaesenc %xmm18, %xmm0, %xmm2
vpclmulqdq $0x00, %zmm1, %zmm0, %zmm2| vpclmulqdq $0x11, %zmm1, %zmm0, %zmm2
vpclmulqdq $0x10, 64(%rdi), %zmm0, %zmm2| vpclmulqdq $0x01, %zmm18, %zmm0, %zmm2
kmovw %k1, %eax| kmovb %k2, %eax| kmovd %k1, %eax| kmovq %k2, %rax
mov $0x1f, %eax; kmovw %eax, %k3; vmovdqu64 %zmm0, %zmm2{%k3}{z}
mov 8(%rdi), %rax; kmovb %eax, %k3; kmovq %k3, %rax
xor %eax, %eax; kmovw %eax, %k3; vmovdqu64 4096(%rdi), %zmm2{%k3}
mov $0xe0, %eax; kmovw %eax, %k3; vmovdqu64 -40(%rdi), %zmm2{%k3}{z}
vzeroupper| vpxor %ymm1, %ymm0, %ymm2| vmovdqu 8(%rdi), %xmm2| vmovd 8(%rdi), %xmm2
vmovq %xmm1, %rax
vaesenc %xmm1, %xmm0, %xmm2| vmovq 8(%rdi), %xmm18; vmovdqa64 %zmm18, %zmm2| vmovd %xmm18, %eax
mov $8, %r9d; vmovdqu64 -64(%rdi,%r9,8), %zmm2
kshiftrd $8, %k1, %k3; kmovq %k3, %rax| kshiftlw $1, %k1, %k3; kmovq %k3, %rax
kshiftrb $2, %k2, %k3; kmovq %k3, %rax| kshiftlq $40, %k2, %k3; kmovq %k3, %rax
vpcmpuq $6, %zmm1, %zmm0, %k3; kmovq %k3, %rax| vpcmpuq $1, %zmm1, %zmm0, %k3{%k1}; kmovq %k3, %rax
vpcmpq $2, %zmm1, %zmm0, %k3; kmovq %k3, %rax| vpcmpud $5, 64(%rdi), %zmm0, %k3; kmovq %k3, %rax
vpcmpd $1, %ymm1, %ymm18, %k3; kmovq %k3, %rax| vpcmpuq $0, %zmm18, %zmm2, %k1; kmovq %k1, %rax
vpcmpud $4, 4(%rdi){1to16}, %zmm0, %k3; kmovq %k3, %rax
vpcmpq $7, %zmm1, %zmm0, %k1{%k2}; kmovq %k1, %rax| vpcmpq $3, %zmm1, %zmm0, %k1; kmovq %k1, %rax
"""

INSTRUCTIONS = [part.strip() for part in FORMS.replace("\n", "|").split("|") if part.strip()]

# The SHA-256 of all results, from a processor that has these instructions.
ANSWER = "297df2e7e3b30107d26442ba37e41869dbb5ad251f244da7c06168a2e4c74ca1"

BODY = """
__attribute__((__target__("avx512f,avx512bw,avx512vl,avx512dq,vaes,vpclmulqdq")))
void toy_{number}(unsigned char *p) {{
    __asm__ volatile("vmovdqu64 (%0), %%zmm0; vmovdqu64 64(%0), %%zmm1\\n"
                     "vmovdqu64 128(%0), %%zmm2\\n"
                     "vmovdqa64 %%zmm2, %%zmm18; mov 3(%0), %%rax; kmovq %%rax, %%k1\\n"
                     "mov 21(%0), %%rax; kmovq %%rax, %%k2\\n"
                     "mov %0, %%rdi; xor %%eax, %%eax\\n"
                     "{text}\\n"
                     "vmovdqu64 %%zmm2, 256(%%rdi); mov %%rax, 320(%%rdi); vzeroupper"
                     : : "r"(p) : "memory", "rax", "rdi", "r9", "xmm0", "xmm1", "xmm2", "xmm3",
                     "xmm18", "xmm31", "k1", "k2", "k3");
}}
"""


def source(folder: Path, instructions: list[str]) -> Path:
    """A file with a function for each."""
    path = folder / "toy.c"
    bodies = (
        BODY.format(
            number=number,
            text=text.replace("%", "%%").replace("{", "%{").replace("}", "%}"),
        )
        for number, text in enumerate(instructions)
    )
    path.write_text("".join(bodies), encoding="ascii")
    return path


def inputs() -> list[bytes]:
    numbers = random.Random(11)
    return [numbers.randbytes(BYTES) for _ in range(ROUNDS)]


def simulated(session: Session, number: int, data: bytes, *, detail: bool) -> bytes:
    (memory,) = session.arranged([("p", BYTES, True)])
    session.machine.write(memory.address, data)
    arguments = [Argument("pointer", memory.address)]
    session.machine.call(f"toy_{number}", arguments, [memory], detail=detail)
    return session.machine.read(memory.address, BYTES)


def test_each_instruction_does_what_a_processor_with_avx512_does(tmp_path: Path) -> None:
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
    ("vmovdqa64 4(%rdi), %zmm2", CPU, "alignment"),
    ("vmovdqu64 328(%rdi), %zmm2", CPU, "read"),
    ("vmovdqu64 %zmm0, -1(%rdi)", CPU, "write"),
    ("mov $0xf0, %eax; kmovw %eax, %k3; vmovdqu64 328(%rdi), %zmm2{%k3}", CPU, "read"),
    ("mov $1, %eax; kmovw %eax, %k3; vmovdqu64 %zmm0, -8(%rdi){%k3}", CPU, "write"),
    ("vpmullq %zmm1, %zmm0, %zmm2", CPU, "instruction"),
    ("vpxorq %zmm1, %zmm0, %zmm2", "amd64-vaes", "instruction"),
    ("kmovw %eax, %k3", "amd64-vaes", "instruction"),
]


@pytest.mark.parametrize("detail", (True, False))
@pytest.mark.parametrize(("text", "cpu", "kind"), WRONG)
def test_what_avx512_must_not_do_is_seen(
    text: str, cpu: str, kind: str, detail: bool, tmp_path: Path
) -> None:
    with (
        opened(toy(source(tmp_path, [text])), cpu) as session,
        pytest.raises(MoteError) as caught,
    ):
        simulated(session, 0, bytes(BYTES), detail=detail)
    assert isinstance(caught.value, Breach) and caught.value.kind == kind
