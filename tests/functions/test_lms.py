"""Verification of LMS signatures: RFC 8554's own, pyhsslms', and everything that is none.

That the rows of the vectors are answered rightly on every CPU under the guard is the bench's
(python/mote/kinds/signature.py); here the files run on this computer, in each parameter set.
"""

from __future__ import annotations

import functools
import itertools
import subprocess
from collections.abc import Iterable
from pathlib import Path

import pyhsslms
import pytest

from compilers import COMPILER
from includes import INCLUDE_FLAGS
from mote.building import build
from mote.calling.session import Session
from mote.catalog import catalog
from mote.catalog.vectors import generated
from mote.checking import sanitizer
from mote.kinds import signature
from mote.machines import open_machine
from mote.specifications import lms

pytestmark = pytest.mark.about("src/lms")

FUNCTIONS = catalog.functions()
VERIFIERS = [name for name, each in FUNCTIONS.items() if each.kind == "signature"]
STRICT = ("-std=c90", "-Wall", "-Wextra", "-Werror", "-pedantic", "-O1")
GUARDED = ("-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
ALL_SETS = [
    lms.Parameters(name, n, h, w)
    for name, n, (h, w) in itertools.product(
        lms.HASHES, lms.SIZES, [*((5, w) for w in lms.WIDTHS), (10, 8), (15, 4), (20, 8), (25, 1)]
    )
]

native = pytest.mark.skipif(not COMPILER, reason="no C compiler for this computer")

Claim = tuple[bytes, bytes, bytes]
"""A public key, a signature and a message."""


@functools.cache
def made(of: lms.Parameters, q: int = 3, message: bytes = b"abc") -> Claim:
    """A signature under a key of whose tree there is one path."""
    name, seed = generated("I", q, lms.I_BYTES), generated("seed", q, of.n)
    path = [generated("path", level, of.n) for level in range(of.h)]
    root = lms.root(of, name, q, lms.made_leaf(of, name, q, seed), path)
    signed = lms.sign(of, name, seed, q, generated("C", q, of.n), message, path)
    return lms.public_key(of, name, root), signed, message


def answers(
    folder: Path,
    name: str,
    flags: tuple[str, ...],
    claims: Iterable[Claim],
    guarded: tuple[str, ...] = GUARDED,
) -> list[int]:
    """What a verifier that is built with these flags says of each; guarded: by which sanitizers."""
    (portable,) = (i for i in catalog.implementations(FUNCTIONS[name]) if i.name == "portable")
    program = folder / "program"
    # The harness alone is no C90.
    objects = []
    for source in portable.sources:
        objects.append(folder / f"{source.parent.name}.o")
        command = [COMPILER, *STRICT, *guarded, *flags, *INCLUDE_FLAGS]
        subprocess.run([*command, "-c", str(source), "-o", str(objects[-1])], check=True)
    command = [COMPILER, *guarded, *flags, *sanitizer.harness_flags(name), *INCLUDE_FLAGS]
    command += [str(signature.HARNESS), *map(str, objects), "-o", str(program)]
    subprocess.run(command, check=True)
    lines = [
        " ".join(part.hex() or "-" for part in (message, key, signed))
        for key, signed, message in claims
    ]

    def wrong(answer: int) -> list[bool]:
        """Whether each is answered with another number, by one run for each of them all."""
        given = "".join(f"{line} {answer}\n" for line in lines)
        shown = [str(program), "each"]
        done = subprocess.run(shown, input=given, capture_output=True, text=True, check=True)
        return [word == "wrong" for word in done.stdout.split()[: len(lines)]]

    valid, refused = wrong(signature.VALID), wrong(0)
    found = []
    for not_valid, not_refused in zip(valid, refused, strict=True):
        assert not_valid != not_refused, "neither valid nor 0"
        found.append(0 if not_valid else signature.VALID)
    return found


def flags_of(of: lms.Parameters) -> tuple[str, ...]:
    return f"-DMOTE_LMS_N={of.n}", f"-DMOTE_LMS_W={of.w}", f"-DMOTE_LMS_H={of.h}"


ANY = ("-DMOTE_LMS_N=0", "-DMOTE_LMS_W=0")


@native
@pytest.mark.parametrize("of", ALL_SETS, ids=str)
@pytest.mark.sampled(8)
def test_each_parameter_set_that_is_built_in_alone(tmp_path: Path, of: lms.Parameters) -> None:
    """It accepts its own, and refuses what is right in any other set."""
    others = [each for each in ALL_SETS if each != of and each.hash == of.hash]
    key, signed, message = made(of)
    claims = [(key, signed, message), (key, signed, message + b"d"), *map(made, others)]
    found = answers(tmp_path, f"lms_{of.hash}", flags_of(of), claims)
    assert found == [signature.VALID] + [0] * (len(claims) - 1)


@native
@pytest.mark.parametrize("name", VERIFIERS)
def test_every_set_as_the_key_says(tmp_path: Path, name: str) -> None:
    """Types that are confused in the key, the signature or both are refused in each of them."""
    own = [of for of in ALL_SETS if of.hash == FUNCTIONS[name].base]
    right = [made(of) for of in own]
    confused = []
    for of, (key, signed, message) in zip(own, right, strict=True):
        place = 8 + of.n * (1 + of.p)
        for lms_type, ots_type in itertools.product(range(0, 27), range(0, 19)):
            if (lms_type, ots_type) == (of.lms_type, of.ots_type):
                continue
            types = lms_type.to_bytes(4, "big"), ots_type.to_bytes(4, "big")
            other = signed[:4] + types[1] + signed[8:place] + types[0] + signed[place + 4 :]
            confused.append((types[0] + types[1] + key[8:], other, message))
    found = answers(tmp_path, name, ANY, [*right, *confused[::7]])
    assert found == [signature.VALID] * len(right) + [0] * len(confused[::7])


@native
def test_every_byte_of_key_and_signature_counts(tmp_path: Path) -> None:
    """All 1452 and 56 bytes of the main parameter set, each changed once."""
    key, signed, message = made(lms.Parameters())
    assert (len(key), len(signed)) == (56, 1452)
    claims = [(key, signed, message)]
    for at in range(len(signed)):
        claims.append((key, signature.changed(signed, at, 1 << at % 8), message))
    for at in range(len(key)):
        claims.append((signature.changed(key, at, 1 << at % 8), signed, message))
    # Nothing goes past an end here, and without the sanitizers it takes a fifth of the time.
    found = answers(tmp_path, "lms_sha256", (), claims, ("-O2",))
    assert found == [signature.VALID] + [0] * (1452 + 56)


@native
@pytest.mark.parametrize("flags", [(), ANY, flags_of(lms.Parameters())], ids=str)
def test_every_length_that_is_none(tmp_path: Path, flags: tuple[str, ...]) -> None:
    """From nothing, with null, to more than there is; the sanitizer sees each byte past the end."""
    key, signed, message = made(lms.Parameters())
    claims = [(key[:size], signed, message) for size in range(56)]
    claims += [(key, signed[:size], message) for size in range(1452)]
    claims += [(key + bytes(n), signed, message) for n in (1, 8, 200)]
    claims += [(key, signed + bytes(n), message) for n in (1, 4, 32, 200)]
    claims += [(b"", b"", b""), (b"", signed, message), (key, b"", b"")]
    assert not any(answers(tmp_path, "lms_sha256", flags, claims))


@native
def test_an_index_past_the_tree(tmp_path: Path) -> None:
    """A node of another number has the same bits below: 2^h + q, with a bit more."""
    key, signed, message = made(lms.Parameters(h=5))
    claims = [
        (key, (3 + (more << 5)).to_bytes(4, "big") + signed[4:], message)
        for more in (1, 2, 3, 1 << 26)
    ]
    # And signatures with a path from such a leaf to the key's root: refused for the index alone.
    for h, bits in ((5, (6, 7, 8, 16, 24, 31)), (10, (11, 15, 16, 31)), (25, (26, 31))):
        claims += [made(lms.Parameters(h=h), 3 + (1 << bit)) for bit in bits]
        assert answers(tmp_path, "lms_sha256", (), [made(lms.Parameters(h=h))]) == [signature.VALID]
    assert not any(answers(tmp_path, "lms_sha256", (), claims))


@native
def test_a_type_is_four_bytes(tmp_path: Path) -> None:
    """No hash has the types in it: key and signature with the same ones beyond a byte."""
    key, signed, message = made(lms.Parameters())
    place = 8 + 32 * (1 + 34)
    claims = []
    for at in range(3):
        lms_type = signature.changed(key, at, 1), signature.changed(signed, place + at, 1)
        ots_type = signature.changed(key, 4 + at, 1), signature.changed(signed, 4 + at, 1)
        claims += [(*types, message) for types in (lms_type, ots_type)]
    for flags in ((), ANY):
        found = answers(tmp_path, "lms_sha256", flags, [(key, signed, message), *claims])
        assert found == [signature.VALID] + [0] * len(claims)


# RFC 8554, appendix F, test case 2: seed, I, T[1], q, C and y[0] of its two LMS layers; C is made
# of the seed with i = 0xFFFD.  (Of test case 1 the RFC gives no seeds.)
LAYERS = (
    (
        lms.Parameters("sha256", 32, 10, 4),
        "558b8966c48ae9cb898b423c83443aae014a72f1b1ab5cc85cf1d892903b5439",
        "d08fabd4a2091ff0a8cb4ed834e74534",
        "32a58885cd9ba0431235466bff9651c6c92124404d45fa53cf161c28f1ad5a8e",
        3,
        "3d46bee8660f8f215d3f96408a7a64cf1c4da02b63a55f62c666ef5707a914ce",
        "0674e8cb7a55f0c48d484f31f3aa4af9719a74f22cf823b94431d01c926e2a76",
    ),
    (
        lms.Parameters("sha256", 32, 5, 8),
        "a1c4696e2608035a886100d05cd99945eb3370731884a8235e2fb3d4d71f2547",
        "215f83b7ccb9acbcd08db97b0d04dc2b",
        "a1cd035833e0e90059603f26e07ad2aad152338e7a5e5984bcd5f7bb4eba40b7",
        4,
        "0eb1ed54a2460d512388cad533138d240534e97b1e82d33bd927d201dfc24ebb",
        "",
    ),
)
TEXT = (
    b"The enumeration in the Constitution, of certain rights, shall not be construed to deny or "
    b"disparage others retained by the people.\n"
)


@native
def test_the_rfcs_layers(tmp_path: Path) -> None:
    """The upper layer signs the lower one's public key, and that the text."""
    claims: list[Claim] = []
    for of, seed, name, root, q, randomizer, first in reversed(LAYERS):
        given = bytes.fromhex(name), bytes.fromhex(seed)
        nodes = lms.tree(
            of, given[0], [lms.made_leaf(of, given[0], i, given[1]) for i in range(1 << of.h)]
        )
        assert nodes[1].hex() == root
        C = of.digest(  # noqa: N806
            given[0], q.to_bytes(4, "big"), b"\xff\xfd\xff", given[1]
        )
        assert C.hex() == randomizer
        message = claims[-1][0] if claims else TEXT
        signed = lms.sign(of, *given, q, C, message, lms.path(of, nodes, q))
        assert not first or signed[40:72].hex() == first
        claims.append((lms.public_key(of, given[0], nodes[1]), signed, message))
    wrong = [(key, signed, message[1:]) for key, signed, message in claims]
    found = answers(tmp_path, "lms_sha256", ANY, [*claims, *wrong])
    assert found == [signature.VALID] * 2 + [0] * 2


@pytest.mark.parametrize("name", VERIFIERS)
def test_the_vectors_are_pyhsslms(name: str) -> None:
    for each in signature.own(FUNCTIONS[name]):
        public = pyhsslms.LmsPublicKey.deserialize(each.key)
        assert public.verify(each.message, each.signature)
        assert not public.verify(each.message + b"x", each.signature)


PEERS = {
    ("sha256", 32): (pyhsslms.lms_sha256_m32_h5, pyhsslms.lmots_sha256_n32_w8),
    ("sha256", 24): (pyhsslms.lms_sha256_m24_h5, pyhsslms.lmots_sha256_n24_w8),
    ("shake256", 32): (pyhsslms.lms_shake_m32_h5, pyhsslms.lmots_shake_n32_w8),
    ("shake256", 24): (pyhsslms.lms_shake_m24_h5, pyhsslms.lmots_shake_n24_w8),
}


@native
@pytest.mark.parametrize(("name", "n"), PEERS)
def test_signatures_of_pyhsslms_are_accepted(tmp_path: Path, name: str, n: int) -> None:
    """Its own keys and signatures, by our specification and by the file."""
    private = pyhsslms.LmsPrivateKey(*PEERS[name, n])
    key = private.publicKey().serialize()
    claims = [(key, private.sign(text), text) for text in (b"", b"an image", bytes(999))]
    for public, signed, message in claims:
        lms.verify(public, signed, message)
    found = answers(tmp_path, f"lms_{name}", ANY, claims)
    assert found == [signature.VALID] * len(claims)


@pytest.mark.parametrize("of", ALL_SETS, ids=str)
def test_pyhsslms_accepts_every_set(of: lms.Parameters) -> None:
    key, signed, message = made(of)
    assert pyhsslms.LmsPublicKey.deserialize(key).verify(message, signed)


ASSEMBLY = [
    *(("thumb", "cortex-m0", size) for size in (1, 2, 5, 6, 8, 9, 10, 11, 74)),
    # Whole blocks of the message are read where they lie: one more or one less, and a second.
    *(
        (name, cpu, size)
        for name, cpu in (
            ("thumb_fast", "cortex-m0"),
            ("thumb2_fast", "cortex-m4"),
            ("rv32imc_fast", "rv32imc"),
            ("rv32imcb_fast", "rv32imcb"),
        )
        for size in (1, 2, 10, 73, 74, 75, 138)
    ),
]


@pytest.mark.parametrize(("name", "cpu_name", "size"), ASSEMBLY)
@pytest.mark.sampled(16, by=())
def test_a_message_of_every_end_in_assembly(
    tmp_path: Path, name: str, cpu_name: str, size: int
) -> None:
    """Behind 54 bytes (I, q, D and C): with room for the length in the block, and without."""
    cpu = catalog.cpus()[cpu_name]
    (file,) = (i for i in catalog.implementations(FUNCTIONS["lms_sha256"]) if i.name == name)
    key, signed, message = made(lms.Parameters(h=5), message=bytes(range(size)))
    built = build.build(file, cpu, tmp_path)
    image = build.link(file, cpu, built)
    machine = open_machine(cpu)
    try:
        session = Session(machine, file, built, image)
        assert signature.answer(session, key, signed, message) == signature.VALID
        assert signature.answer(session, key, signed, message[:-1] + b"\xff") == 0
    finally:
        machine.close()
