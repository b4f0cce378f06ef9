"""The specifications of proofs, on integers: against vectors, and against what contexts hold."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest

from mote.building import package
from mote.building.image import Region
from mote.calling.session import Session, pseudo_random
from mote.catalog import catalog, contract, vectors
from mote.catalog.cpu import Cpu
from mote.catalog.function import Function, Implementation
from mote.catalog.vectors import Vector
from mote.checking import promises
from mote.common.errors import MoteError
from mote.kinds import blocks, checksum, cipher, derivation, generator, mac, mode
from mote.machines.call import Argument
from mote.specifications import (
    aes,
    ascon,
    bmw,
    crc,
    groestl,
    hashing,
    hmac,
    jh,
    keccak,
    luffa,
    modes,
    sha2,
    shabal,
    skein,
    speck_simon,
)
from mote.specifications import blake as blake_family
from mote.specifications.kernels import specification_of
from mote.specifications.known import HASHES, places_of, state_of
from mote.specifications.words import (
    INTEGERS,
    Integer,
    from_bytes,
    integers,
    joined,
    normal_form,
    parted,
    sliced,
    to_bytes,
)
from test_contracts import assembly, session
from test_contracts import state_of as state_in_context
from test_nist import FILES, table

FUNCTIONS = catalog.functions()

LONGEST = 5000
"""Bits: of longer messages no more is to be learnt."""

SLOW = ("groestl512", "jh")


def chosen(function: Function, thinned: int) -> list[Vector]:
    """Every so many-th vector, and all with a counter that was raised."""
    own = [
        v
        for v in vectors.own(function)
        if v.bits <= LONGEST
        and not (v.case.key_bytes or v.case.personalization_bytes)
        and not (v.case.name_bytes or v.case.customization_bytes or v.case.domain)
        and not (v.case.items or v.case.xof)
    ]
    return [v for n, v in enumerate(own) if n % (3 if v.case.carry else thinned) == 0]


def wrong_vectors(function: Function, some: Iterable[Vector]) -> list[vectors.Case]:
    """Of which vectors the specification has another digest."""
    found = []
    for vector in some:
        raised = 0
        if vector.case.carry:
            bits = vectors.raised_bits(function, vector.case.carry)
            raised, rest = divmod(bits, 8 * function.block_bytes)
            assert rest == 0
        digest = hashing.digest(
            HASHES[function.name],
            vector.message,
            vector.digest_bits,
            vector.bits,
            raised=raised,
            after=vectors.CARRY_BLOCKS,
            ones=vector.case.ones,
        )
        if digest != vector.digest:
            found.append(vector.case)
    return found


def test_every_hash_function_has_a_specification() -> None:
    # KangarooTwelve, ParallelHash and BLAKE3 are trees, which have no state between blocks alone.
    trees = {name for name, each in catalog.hashes().items() if "chunk_bytes" in each.facts}
    assert set(HASHES) == set(catalog.hashes()) - trees
    for name, function in HASHES.items():
        facts = FUNCTIONS[name]
        assert function.block_bytes(facts.main_size) == facts.block_bytes
        assert function.counter_bits == facts.hashing.counter_bits


@pytest.mark.parametrize("name", HASHES)
def test_digests_are_those_of_the_vectors(name: str) -> None:
    some = chosen(FUNCTIONS[name], 29 if name in SLOW else 11)[: 8 if name in SLOW else None]
    assert len(some) > 2
    assert wrong_vectors(FUNCTIONS[name], some) == []


@pytest.mark.parametrize("name", FILES)
def test_digests_are_those_of_nist(name: str) -> None:
    some = [answer for answer in table(name) if len(answer.message) < 300]
    some = some[:: max(1, len(some) // 40)]
    assert len(some) > 3
    digest = functools.partial(hashing.digest, HASHES[name])
    assert [a for a in some if digest(a.message, a.size) != a.digest] == []


def _thirds(values: dict[Any, Any], change: Callable[[Any], Any]) -> dict[Any, Any]:
    return {key: change(value) for key, value in values.items()}


FAULTS: tuple[tuple[str, Any, str, Callable[[Any], Any]], ...] = (
    ("ascon_hash256", ascon, "ROTATIONS", lambda r: (*r[:4], (7, 42))),
    ("ascon_xof128", ascon, "RATE", lambda n: 16),
    ("blake256", blake_family, "C32", lambda c: [*c[:15], c[15] ^ 1]),
    ("blake2s", blake_family, "SIGMA", lambda s: [*s[:9], s[8]]),
    ("bmw256", bmw, "FOLD_LOW", lambda f: (*f[:7], -3)),
    ("bmw512", bmw, "ROTATIONS", lambda r: _thirds(r, lambda v: (*v[:6], v[6] + 1))),
    ("groestl256", groestl, "SHIFTS", lambda s: _thirds(s, lambda v: (*v[:7], 8))),
    ("jh", jh, "S", lambda s: (s[0], (*s[1][:14], s[1][15], s[1][14]))),
    ("keccak", keccak, "RHO", lambda r: {**r, (4, 4): r[4, 4] + 1}),
    ("luffa512", luffa, "SBOX", lambda s: (*s[:14], s[15], s[14])),
    ("sha1", sha2, "SHA1_K", lambda k: (*k[:3], k[3] + 1)),
    ("sha256", sha2, "ROTATIONS", lambda r: _thirds(r, lambda v: (*v[:3], (17, 19, 11)))),
    ("sha512", sha2, "K", lambda k: _thirds(k, lambda v: [*v[:-1], v[-1] ^ 1])),
    ("sha3", keccak, "ROUND_CONSTANTS", lambda c: [*c[:23], c[22]]),
    ("shabal", shabal, "ended", lambda _: lambda words, ub, n: words.word(0x80, 8)),
    ("skein256", skein, "PARITY", lambda n: n ^ 1),
    ("skein512", skein, "FINAL", lambda n: 125),
)
"""By function: a name of its specification, and what is wrong there."""


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: f"{fault[0]}-{fault[2]}")
def test_a_fault_in_a_specification_is_noticed(
    fault: tuple[str, Any, str, Callable[[Any], Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    name, module, attribute, change = fault
    function = FUNCTIONS[name]
    some = [v for v in vectors.plain(function) if v.bits < 600 and v.bits % 8 in (0, 3)][::5]
    # What a module remembers is made of its constants: neither before the fault nor behind it.
    remembered = [each for each in vars(module).values() if hasattr(each, "cache_clear")]
    for each in remembered:
        each.cache_clear()
    monkeypatch.setattr(module, attribute, change(getattr(module, attribute)))
    try:
        assert wrong_vectors(function, some)
    finally:
        for each in remembered:
            each.cache_clear()


# ---- block ciphers, checksums, GHASH ----


def encrypted_by_modes(round_keys: Sequence[Integer], text: bytes) -> bytes:
    """ECB (SP 800-38A, section 6.1)."""
    parts = (from_bytes(text[at : at + 16]) for at in range(0, len(text), 16))
    return b"".join(to_bytes(aes.encrypted(INTEGERS, round_keys, part)) for part in parts)


@pytest.mark.parametrize("bits", [128, 192, 256])
def test_aes_is_that_of_the_vectors(bits: int) -> None:
    tried = 0
    for vector in mode.own(FUNCTIONS[f"aes{bits}_ecb"])[::9]:
        keys = aes.expanded(INTEGERS, from_bytes(vector.key))
        assert encrypted_by_modes(keys, vector.text) == vector.output
        for at in range(0, min(48, len(vector.text)), 16):
            block = from_bytes(vector.output[at : at + 16])
            text = to_bytes(aes.decrypted(INTEGERS, keys, block))
            assert text == vector.text[at : at + 16]
        tried += len(vector.text)
    assert tried > 160


@pytest.mark.parametrize("bits", [128, 256])
def test_aes_in_counter_mode_is_that_of_the_vectors(bits: int) -> None:
    tried = set()
    for vector in mode.own(FUNCTIONS[f"aes{bits}_ctr_only"])[::9]:
        key, counter, text = map(from_bytes, (vector.key, vector.iv, vector.text))
        assert to_bytes(aes.counter_mode(INTEGERS, key, counter, text)) == vector.output
        tried.add(len(vector.text) % aes.BLOCK)
    assert len(tried) > 2


def test_ghash_is_that_of_the_vectors() -> None:
    tried = 0
    for vector in mode.own(FUNCTIONS["ghash"])[::7]:
        hashed = integers([0] * 16, 8)
        for at in range(0, min(64, len(vector.text)), 16):
            block = vector.text[at : at + 16].ljust(16, b"\0")
            key = from_bytes(vector.key)
            hashed = aes.ghash_block(INTEGERS, key, hashed, from_bytes(block))
        if len(vector.text) <= 64:
            tried += 1
            assert to_bytes(hashed) == vector.output
    assert tried > 2


@pytest.mark.parametrize("groups", [(1,), (2,), (3, 1), (8, 2)])
def test_ghash_by_powers_of_the_key_is_that_by_steps(groups: tuple[int, ...]) -> None:
    data = from_bytes(pseudo_random("ghash", 16 * sum(groups)))
    key = from_bytes(pseudo_random("key", 16))
    blocks = [data[at : at + 16] for at in range(0, len(data), 16)]
    right = by_powers = integers([0] * 16, 8)
    for block in blocks:
        right = aes.ghash_block(INTEGERS, key, right, block)
    powers = aes.key_powers(INTEGERS, key, max(groups))
    for count in groups:
        by_powers = aes.ghash_blocks(INTEGERS, powers, by_powers, blocks[:count])
        blocks = blocks[count:]
    assert to_bytes(by_powers) == to_bytes(right)


def by_mode(given: mode.ModeVector, function: Function, *, back: bool) -> bytes:
    """What the specification makes of a text, or of what it was encrypted to, and the tag."""
    name = function.facts["mode"]
    key, iv, aad = map(from_bytes, (given.key, given.iv, given.aad))
    secret = given.output[: len(given.text)]
    text = from_bytes(secret if back else given.text)
    if name == "ecb":
        return to_bytes(modes.ecb(INTEGERS, key, text, back=back))
    if name == "cbc":
        return to_bytes(modes.cbc(INTEGERS, key, iv, text, back=back))
    if name == "ctr":
        keys = aes.expanded(INTEGERS, key)
        return to_bytes(modes.ctr(INTEGERS, keys, iv, text, 16 - given.counter_bits // 8))
    if name == "xts":
        half = len(key) // 2
        return to_bytes(modes.xts(INTEGERS, (key[:half], key[half:]), iv, text, back=back))
    if name == "ccm":
        found, tag = modes.ccm(INTEGERS, key, iv, aad, text, given.tag_bytes, back=back)
        return to_bytes(found) + to_bytes(tag)
    both = modes.gcm if name == "gcm" else ascon.aead
    found, tag = both(INTEGERS, key, iv, aad, text, back=back)
    return to_bytes(found) + to_bytes(tag[: given.tag_bytes])


MODES = [
    *(f"aes{bits}_{name}" for bits in (128, 192, 256) for name in ("ecb", "cbc", "ctr", "xts")),
    *(f"aes{bits}_{name}" for bits in (128, 192, 256) for name in ("gcm", "ccm")),
    "ascon_aead128",
]


@pytest.mark.parametrize("name", MODES)
def test_modes_are_those_of_the_vectors(name: str) -> None:
    function = FUNCTIONS[name]
    some = [each for each in mode.own(function) if len(each.text) < 120]
    # GHASH on integers is slow.
    some = some[:: 9 if "gcm" in name else 3]
    assert len(some) > 1 and len({len(each.text) % 16 for each in some}) > ("cb" not in name)
    for each in some:
        assert by_mode(each, function, back=False) == each.output
        tag = each.output[len(each.text) :]
        assert by_mode(each, function, back=True) == each.text + tag


@pytest.mark.parametrize("bits", [128, 192, 256])
def test_cmac_is_that_of_the_vectors(bits: int) -> None:
    some = [each for each in mode.own(FUNCTIONS[f"aes{bits}_cmac"]) if len(each.text) < 120]
    assert len({len(each.text) % 16 for each in some}) > 2
    for each in some:
        code = modes.cmac(INTEGERS, from_bytes(each.key), from_bytes(each.text))
        assert to_bytes(code[: each.tag_bytes]) == each.output


@pytest.mark.parametrize("bits", [128, 192, 256])
def test_key_wrap_is_that_of_the_vectors(bits: int) -> None:
    some = [each for each in mode.own(FUNCTIONS[f"aes{bits}_wrap"]) if len(each.text) < 60]
    assert len(some) > 4
    for each in some:
        key = from_bytes(each.key)
        assert to_bytes(modes.wrapped(INTEGERS, key, from_bytes(each.text))) == each.output
        first, secret = modes.unwrapped(INTEGERS, key, from_bytes(each.output))
        assert to_bytes(first) == bytes(modes.WRAPPED) and to_bytes(secret) == each.text


def digest_of(name: str) -> Callable[[Sequence[Integer], int], list[Integer]]:
    """A hash function as HMAC takes it, on integers."""

    def digest(message: Sequence[Integer], bits: int) -> list[Integer]:
        return hashing.hashed(HASHES[name], INTEGERS, message, bits, Integer(0, 8))

    return digest


@pytest.mark.parametrize("name", ["sha1", "sha256", "sha3", "sha512", "blake2s"])
def test_hmac_is_that_of_the_vectors(name: str) -> None:
    some = mac.own(FUNCTIONS[f"hmac_{name}"])
    assert len({each.digest_bits for each in some}) == len(FUNCTIONS[f"hmac_{name}"].sizes)
    for each in some:
        size = HASHES[name].block_bytes(each.digest_bits)
        key, message = from_bytes(each.key), from_bytes(each.message)
        found = hmac.code(INTEGERS, digest_of(name), size, each.digest_bits, key, message)
        assert to_bytes(found) == each.mac


@pytest.mark.parametrize("name", ["sha256", "sha512"])
def test_hkdf_is_that_of_the_vectors(name: str) -> None:
    for each in derivation.own(FUNCTIONS[f"hkdf_{name}"])[::3]:
        bits, block = each.digest_bits, HASHES[name].block_bytes(each.digest_bits)
        salt, secret, info = map(from_bytes, (each.salt, each.secret, each.info))
        prk = hmac.code(INTEGERS, digest_of(name), block, bits, salt, secret)
        assert to_bytes(prk) == each.prk
        size = min(len(each.output), 2 * bits // 8 + 3)
        found = hmac.expanded(INTEGERS, digest_of(name), block, bits, prk, info, size)
        assert to_bytes(found) == each.output[:size]


@pytest.mark.parametrize("name", ["threefish256", "threefish512", "threefish1024"])
def test_threefish_is_that_of_the_vectors(name: str) -> None:
    some = cipher.own(FUNCTIONS[name])
    for vector in (*some[:3], *some[-6:]):
        key, tweak, plain, secret = (
            joined(from_bytes(each), 64)
            for each in (vector.key, vector.tweak, vector.plaintext, vector.ciphertext)
        )
        found = skein.encrypted(INTEGERS, key, tweak, plain)
        assert [w.value for w in found] == [w.value for w in secret]
        back = skein.decrypted(INTEGERS, key, tweak, secret)
        assert [w.value for w in back] == [w.value for w in plain]


def test_the_generator_is_that_of_the_vectors() -> None:
    function = FUNCTIONS["skein_prng"]
    tried = 0
    for vector in generator.own(function):
        if vector.largest > 600 or generator.STATE in {step.call for step in vector.steps}:
            continue
        state, output = integers([0] * 4, 64), b""
        for index, step in enumerate(vector.steps):
            if step.call == generator.GENERATE:
                more, state = skein.generated(INTEGERS, state, step.size)
                output += to_bytes(more)
            elif step.size:
                state = skein.seeded(INTEGERS, state, from_bytes(vector.seed(index)))
        assert vector.right(output)
        tried += 1
    assert tried > 8


@pytest.mark.parametrize(
    ("name", "schedule", "one_round", "one_back"),
    [
        ("speck128", speck_simon.speck_keys, speck_simon.speck_round, speck_simon.speck_back),
        ("simon128", speck_simon.simon_keys, speck_simon.simon_round, speck_simon.simon_back),
    ],
)
def test_speck_and_simon_are_those_of_the_vectors(
    name: str,
    schedule: Callable[..., list[Integer]],
    one_round: Callable[..., Any],
    one_back: Callable[..., Any],
) -> None:
    for vector in blocks.own(FUNCTIONS[name])[1:6]:
        keys = schedule(INTEGERS, from_bytes(vector.key))
        text = vector.plaintext
        parts = (from_bytes(text[at : at + 16]) for at in range(0, len(text), 16))
        found = [speck_simon.encrypted(INTEGERS, keys, part, one_round) for part in parts]
        assert b"".join(map(to_bytes, found)) == vector.ciphertext
        back = [speck_simon.decrypted(INTEGERS, keys, part, one_back) for part in found]
        assert b"".join(map(to_bytes, back)) == text


@pytest.mark.parametrize("name", ["crc32", "crc32c"])
def test_checksums_are_those_of_the_vectors(name: str) -> None:
    for vector in checksum.own(FUNCTIONS[name])[:80:5]:
        before, data = Integer(vector.crc, 32), from_bytes(vector.message)
        assert crc.checksum(INTEGERS, name, before, data).value == vector.checksum


# ---- words ----


def test_words_of_two_widths_do_not_go_together() -> None:
    for wrong in (
        lambda: Integer(1, 8) + Integer(1, 16),
        lambda: Integer(1, 8) ^ Integer(1, 16),
        lambda: Integer(1, 12).split(8),
        lambda: INTEGERS.table([0, 1], Integer(1, 2), 8),
    ):
        with pytest.raises(ValueError, match="bits"):
            wrong()


def test_words_wrap_and_keep_their_bits() -> None:
    x = Integer(0x81, 8)
    assert (x + x).value == 2 and (Integer(0, 8) - x).value == 0x7F and (x * 3).value == 0x83
    assert x.rotl(1).value == 3 and x.rotr(1).value == 0xC0 and x.rotl(9).value == 3
    assert x.shl(1).value == 2 and x.shr(4).value == 8 and (~x).value == 0x7E
    assert x.concat(Integer(2, 8)).value == 0x281
    assert [word.value for word in Integer(0x281, 16).split(8)] == [0x81, 2]
    assert [w.value for w in joined(integers([1, 2, 3, 4], 8), 16, big=True)] == [0x102, 0x304]
    assert [w.value for w in parted(integers([0x102], 16), 8, big=True)] == [1, 2]


def test_an_s_box_on_slices_is_its_table() -> None:
    box = luffa.SBOX
    planes = [Integer(sum((k >> i & 1) << k for k in range(16)), 16) for i in range(4)]
    slices = sliced(INTEGERS, box, planes)
    assert [sum((s.value >> k & 1) << i for i, s in enumerate(slices)) for k in range(16)] == [*box]
    assert normal_form([0, 1, 1, 0]) == [1, 2] and normal_form([0, 0, 0, 1]) == [3]


# ---- contexts and kernels ----


def contents(implementation: Implementation, name: str, number: int, bits: int) -> list[Integer]:
    data = pseudo_random(f"{implementation.name} {name}", number * bits // 8)
    return joined(from_bytes(data), bits) if bits > 8 else from_bytes(data)


def as_bytes(words: Sequence[Integer], cpu: Cpu) -> bytes:
    """Words as they lie in memory."""
    big = cpu.endianness == "big"
    return bytes(byte.value for byte in parted(words, 8, big=big))


def wrong_words(running: Session, case: str) -> list[str]:
    """Which words differ after a call of a kernel from what its specification says."""
    implementation, cpu = running.implementation, running.cpu
    kernel = implementation.kernel
    assert kernel is not None
    call = specification_of(kernel).call(
        INTEGERS, functools.partial(contents, implementation), case
    )
    symbol = package.kernel_symbol(kernel, implementation.prefix)
    prototype = kernel.prototype.replace(kernel.symbol, symbol) + ";"
    place = running.data
    arguments, regions, where = [], [], {}
    for name, (points, _) in promises.prototypes(prototype)[symbol].arguments.items():
        if not points:
            number = call.numbers[name]
            value = number.value if isinstance(number, Integer) else number
            arguments.append(Argument("size", value))
            continue
        given = call.before.get(name, ())
        there = as_bytes(given or call.after.get(name, ()), cpu)
        arguments.append(Argument("pointer", place if there else 0))
        if there:
            running.machine.write(place, there if given else bytes(len(there)))
            regions.append(Region(name, place, len(there), name in call.after))
            where[name] = place
            place += len(there) + 64 - len(there) % 16
    running.call(symbol, arguments, regions)
    wrong = []
    for name, words in call.after.items():
        size = words[0].bits // 8
        found = running.machine.read(where[name], size * len(words))
        right = as_bytes(words, cpu)
        wrong += [
            f"{case}: word {at // size} of {name}"
            for at in range(0, len(found), size)
            if found[at : at + size] != right[at : at + size]
        ]
    return wrong


UNSPECIFIED = {"mote_poly1305_blocks"}
"""Kernels that no proof is tried of: a solver does not multiply numbers of 130 bits."""


def one_of_each(kernels: bool) -> list[tuple[Implementation, Cpu]]:
    """A kernel of each kind, or a file of each function, on different kinds of CPUs."""
    found: dict[object, list[tuple[Implementation, Cpu]]] = {}
    for function in FUNCTIONS.values():
        for implementation, cpu in assembly(function):
            kernel = implementation.kernel
            if kernel is not None and kernel.symbol in UNSPECIFIED:
                continue
            if kernel is not None and kernels:
                key: object = (kernel.symbol, kernel.defines, kernel.mode)
            elif kernel is None and not kernels and function.kind == "hash":
                key = function.name
            else:
                continue
            found.setdefault(key, []).append((implementation, cpu))
    return [pairs[number * 7 % len(pairs)] for number, pairs in enumerate(found.values())]


@pytest.mark.parametrize(
    "pair",
    one_of_each(kernels=True),
    ids=lambda pair: f"{pair[0].sources[-1].parent.name}-{pair[1].name}",
)
def test_kernels_do_what_their_specification_says(
    pair: tuple[Implementation, Cpu], tmp_path: Path
) -> None:
    implementation, cpu = pair
    assert implementation.kernel is not None
    running = session(implementation, cpu, tmp_path)
    for case in specification_of(implementation.kernel).cases[-4:]:
        assert wrong_words(running, case) == []


def test_those_without_a_specification_say_so() -> None:
    kernels = {
        each.kernel.symbol: each.kernel
        for function in FUNCTIONS.values()
        for each, _ in assembly(function)
        if each.kernel is not None
    }
    for symbol in UNSPECIFIED:
        with pytest.raises(MoteError, match=f"{symbol} has no specification for proofs"):
            specification_of(kernels[symbol])


def test_a_wrong_kernel_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    [pair] = [p for p in one_of_each(kernels=True) if p[0].sources[-1].parent.name == "round3"]
    monkeypatch.setattr(luffa, "SBOX", luffa.SBOX[::-1])
    assert len(wrong_words(session(*pair, tmp_path), "a message block")) == 24


@pytest.mark.parametrize(
    "pair", one_of_each(kernels=False), ids=lambda pair: f"{pair[0].function.name}-{pair[1].name}"
)
def test_contexts_hold_the_state_of_the_specification(
    pair: tuple[Implementation, Cpu], tmp_path: Path
) -> None:
    """After three blocks and five bytes, as the contract reads it from the context."""
    implementation, cpu = pair
    function = HASHES[implementation.function.name]
    digest_bits = implementation.function.main_size
    size = function.block_bytes(digest_bits)
    text = from_bytes(pseudo_random("state", 3 * size + 5))
    state = function.initial(INTEGERS, digest_bits)
    for number in range(3):
        block = text[number * size : (number + 1) * size]
        count = Integer(number, max(1, function.counter_bits))
        first = number == 0
        state = function.block(INTEGERS, state, block, count, digest_bits, first=first)
    state = function.held(INTEGERS, state, text[3 * size :])
    promised = contract.resolve(promises.tables(implementation), cpu)
    sizes = {place.name: 8 * place.word_bytes for place in promised.state}
    names = {name: name.removeprefix("state.") for name in sizes}
    right = places_of(function, state, {names[name]: bits for name, bits in sizes.items()})
    found = state_in_context(implementation, cpu, tmp_path)
    assert {names[name]: list(words) for name, words in found.items()} == {
        name: [word.value for word in words] for name, words in right.items()
    }
    given = {names[name]: integers(words, sizes[name]) for name, words in found.items()}
    back = state_of(function, given)
    assert {name: [w.value for w in words] for name, words in back.items()} == {
        name: [w.value for w in words] for name, words in state.items()
    }
