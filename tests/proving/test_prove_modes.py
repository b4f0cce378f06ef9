"""Proofs of modes of operation, of HMAC and of HKDF in C: what is proved, and what is refuted."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from pathlib import Path

import pytest

from mote.catalog import catalog
from mote.catalog.function import Implementation
from mote.common.paths import ROOT
from mote.proving import chained_modes, engine, modes, outcome
from mote.proving.chained_modes import ChainedProof, Message
from mote.proving.runs import Run

CPUS = catalog.cpus()


def of(function: str) -> Implementation:
    found = {i.name: i for i in catalog.implementations(catalog.functions()[function])}
    return found["portable"]


def step_of(implementation: Implementation, cpu: str) -> outcome.Obligation:
    [found] = engine.run(engine.ProofJob(implementation, CPUS[cpu], use_kept=False))
    return found


def changed(function: str, folder: Path, header: str, *changes: tuple[str, str]) -> Implementation:
    """portable.c with a header of the repository in place of its #include, and texts changed."""
    plain = of(function)
    text = (ROOT / "src" / header).read_text()
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    source = plain.source.read_text()
    line = f'#include "{header}"\n'
    assert source.count(line) == 1
    path = folder / plain.source.name
    path.write_text(source.replace(line, text))
    include = (*plain.include, plain.source.parent)
    return dataclasses.replace(plain, sources=(path, *plain.sources[1:]), include=include)


@pytest.mark.parametrize(
    ("function", "cpu", "bits"),
    [
        ("ascon_aead128", "cortex-m0", 1616),
        ("hmac_sha256", "avr8", 1280),
        ("hkdf_sha512", "thumb", 1448),
    ],
)
@pytest.mark.turns("proofs", 16, "python/mote/proving")
def test_what_is_proved(function: str, cpu: str, bits: int) -> None:
    step = step_of(of(function), cpu)
    assert (step.verdict, step.bits, step.rewritten) == (outcome.PROVED, bits, bits), step.detail


@pytest.mark.turns("proofs", 16, "python/mote/proving")
def test_a_mode_of_one_size_of_the_key_is_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    """All sizes take longer than a test may."""
    monkeypatch.setattr(modes, "key_sizes", lambda _: [128])
    monkeypatch.setattr(modes.ModeProof, "_ways", lambda _: iter([(128, True, True)]))
    step = step_of(of("aes128_ecb"), "avr8")
    assert step.verdict == outcome.PROVED, step.detail


def with_little(monkeypatch: pytest.MonkeyPatch, guess: int | None) -> None:
    """Of the chained modes: one size of the key, and a message and a text that are short."""
    monkeypatch.setattr(chained_modes, "key_sizes", lambda _: [128])
    messages = [Message((3,), checked=None if guess is None else 16, guess=guess)]
    monkeypatch.setattr(chained_modes, "MESSAGES", (messages,))
    monkeypatch.setattr(chained_modes, "OTHERS", ((13, 16),) * 2)
    monkeypatch.setattr(chained_modes, "TEXTS", ((0, 2, guess is not None, guess),))


@pytest.mark.parametrize("function", ["aes128_cmac", "aes128_ccm"])
@pytest.mark.turns("proofs", 16, "python/mote/proving")
def test_a_mode_in_which_blocks_follow_from_others_is_proved(
    monkeypatch: pytest.MonkeyPatch, function: str
) -> None:
    with_little(monkeypatch, None)
    step = step_of(of(function), "cortex-m0")
    assert (step.verdict, step.rewritten) == (outcome.PROVED, step.bits), step.detail


@pytest.mark.parametrize(
    ("function", "header", "old", "new"),
    [
        # The last byte of a code decides alone, and the last one of a tag does not count.
        (
            "aes128_cmac",
            "aes/cmac.h",
            "difference |= (unsigned char)(whole[i]",
            "difference = (unsigned char)(whole[i]",
        ),
        ("aes128_ccm", "aes/ccm.h", "i != cc->tag_bytes", "i != cc->tag_bytes - 1"),
    ],
)
@pytest.mark.turns("proofs", 16, "python/mote/proving")
def test_a_code_that_is_not_compared_as_a_whole_is_not_proved(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    function: str,
    header: str,
    old: str,
    new: str,
) -> None:
    with_little(monkeypatch, 0 if function == "aes128_cmac" else 127)
    step = step_of(changed(function, tmp_path, header, (old, new)), "cortex-m0")
    # What other bits of it are decides then.
    assert step.verdict == outcome.OPEN and "a branch depends on secret data" in step.detail


@pytest.mark.turns("proofs", 16, "python/mote/proving")
def test_a_wrapped_key_that_is_not_looked_at_as_a_whole_is_not_proved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def wrong_alone(self: ChainedProof) -> Iterator[Run]:
        yield self._unwrapped(128, 16, in_place=True, right=False)

    monkeypatch.setattr(ChainedProof, "_wrap", wrong_alone)
    change = "if (difference == 0)", "if ((difference & 0xFE) == 0)"
    step = step_of(changed("aes128_wrap", tmp_path, "aes/wrap.h", change), "cortex-m0")
    assert step.verdict == outcome.OPEN and "a branch depends on secret data" in step.detail


@pytest.mark.parametrize(
    ("function", "header", "old", "new", "what"),
    [
        ("hmac_sha256", "hmac/hmac.h", "#define IPAD 0x36", "#define IPAD 0x37", "dst[0] becomes"),
        # A key of a whole block is hashed, too.
        (
            "hmac_sha1",
            "hmac/hmac.h",
            "key_len > MOTE_HMAC_BLOCK_BYTES(out_size)",
            "key_len >= MOTE_HMAC_BLOCK_BYTES(out_size)",
            "a key of 64 bytes: dst[0] becomes",
        ),
        # Nothing of a code is compared.
        (
            "hmac_sha256",
            "hmac/hmac.h",
            "mote_compare(right, mac, mac_len)",
            "mote_compare(right, mac, 0)",
            "bit 9 of the code wrong: the result becomes 0x0",
        ),
        ("hkdf_sha256", "hmac/hkdf.h", "number == 0 ? 0 : size", "0", "expansion to 33 bytes: dst"),
        ("ascon_aead128", "ascon/aead.h", "0x80000000", "0x40000000", "tag[0] becomes"),
    ],
)
@pytest.mark.sampled(4, by=())
def test_faults_are_refuted(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    function: str,
    header: str,
    old: str,
    new: str,
    what: str,
) -> None:
    monkeypatch.setattr(modes, "TEXTS", ((0, 2, False, None),))
    step = step_of(changed(function, tmp_path, header, (old, new)), "cortex-m0")
    assert step.verdict == outcome.REFUTED and what in step.detail, step.detail
    if function.startswith("hmac"):
        # The key, and both parts of the message.
        assert "key of call 1 = " in step.detail and "data of call 3 = " in step.detail


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        # The hash function's context is its own.
        ("cc->key[i] ^= change;", "((unsigned char *)&cc->hash)[i] = cc->key[i] ^= change;", ""),
        (
            "HASH(&cc->hash, dst, cc->out_size / 8);",
            "((unsigned char *)&cc->hash)[7] ^= 1; HASH(&cc->hash, dst, cc->out_size / 8);",
            "what it gives the hash function is no context",
        ),
        (
            "HASH_PART(_init)(&cc->hash, cc->out_size);",
            "HASH_PART(_init)(&cc->hash, cc->out_size + 1);",
            "a digest of 257 bits is asked for",
        ),
        (
            "HASH(&cc->hash, data, len);",
            "HASH(&cc->hash, data, len + 1);",
            "outside what the contract permits",
        ),
    ],
)
def test_a_hash_function_is_used_as_its_interface_says(
    tmp_path: Path, old: str, new: str, what: str
) -> None:
    step = step_of(changed("hmac_sha256", tmp_path, "hmac/hmac.h", (old, new)), "cortex-m0")
    if what:
        assert step.verdict == outcome.OPEN and what in step.detail, step.detail
    else:
        # Before init it is nobody's.
        assert step.verdict == outcome.PROVED, step.detail
