"""Modes of operation in C: texts of a few lengths under any key, there and back, and their tags.

A context is what init leaves with any key; so nothing has to be known of how it holds the key.  One
proof is of all sizes of the key: they share the code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from mote.catalog import catalog
from mote.catalog.function import Function
from mote.common.errors import MoteError
from mote.proving.calls import FileProof
from mote.proving.runs import Run
from mote.proving.sequences import Given, InterfaceCalls
from mote.proving.values import Value
from mote.proving.word import Word
from mote.specifications import aes, ascon, modes

BLOCK = aes.BLOCK

WRONG_TAG = -5
"""MOTE_GCM_WRONG_TAG of mote/gcm.h, and its like of mote/ascon_aead128.h."""

TEXTS: tuple[tuple[int, int, bool, int | None], ...] = (
    (18, 19, False, None),
    (18, 19, True, None),
    (0, 16, True, None),
    (16, 0, False, None),
    (3, 2, True, 0),
    (3, 2, True, 127),
)
"""Of texts with a tag: bytes of further data and of the text; whether it is decrypted, in place
then; and a bit that is wrong of the tag it came with, whatever the others are, or None."""


def key_sizes(function: Function) -> list[int]:
    """In bits, of all functions of its mode that share its source; the smallest first."""
    mode = function.facts.get("mode")
    return sorted(
        each.main_size
        for each in catalog.functions().values()
        if each.folder == function.folder and each.facts.get("mode") == mode
    )


def _halves(data: Sequence[Word]) -> list[Sequence[Word]]:
    """What comes in two calls."""
    return [data[:5], data[5:]]


def wrong(of: InterfaceCalls, tag: list[Word], guess: int | None) -> list[Word]:
    """A tag of which this bit is wrong, and others may be; None: the tag."""
    if guess is None:
        return tag
    error = of.variable("error", len(tag))
    parts = error[guess // 8].split(1)
    parts[guess % 8] = of.words.word(1, 1)
    error[guess // 8] = parts[0].concat(*parts[1:])
    return [a ^ b for a, b in zip(tag, error, strict=True)]


class ModeProof(FileProof):
    """The step of a mode on one CPU; raises MoteError for one that has none."""

    def __post_init__(self) -> None:
        super().__post_init__()
        known, mode = self._known(), self.function.facts["mode"]
        if mode not in known:
            raise MoteError(f"{self.function.name}: no proof is written for its mode yet")
        self.step = known[mode]

    def _known(self) -> dict[str, Callable[[], Iterator[Run]]]:
        """The modes that there is a proof for."""
        return {
            "ecb": self._ecb,
            "cbc": self._cbc,
            "ctr": self._ctr,
            "xts": self._xts,
            "gcm": self._gcm,
            "ascon": self._ascon,
        }

    def _begun(self) -> InterfaceCalls:
        return InterfaceCalls(self.implementation, self.cpu, self.program, self.contract)

    def _with_key(self, of: InterfaceCalls, key: Sequence[Word], bits: int) -> list[Value]:
        """The context that init leaves."""
        of.api(0, {"key": key, "key_bits": bits}, {"cc": self.context_bytes})
        of.returns(0)
        return of.after["cc"]

    def _ways(self) -> Iterator[tuple[int, bool, bool]]:
        """Sizes of keys, whether back, and whether in place: all of it for one size."""
        for number, bits in enumerate(key_sizes(self.function)):
            for back in (False, True):
                yield bits, back, back
                if not number:
                    yield bits, back, not back

    @staticmethod
    def _named(bits: int, back: bool, in_place: bool, what: str = "") -> str:
        way = "decryption" if back else "encryption"
        return f"{way} with a key of {bits} bits{what}{' in place' * in_place}"

    def _crypted(
        self,
        of: InterfaceCalls,
        number: int,
        given: Given,
        written: Mapping[str, int],
        text: Sequence[Word],
        wanted: Sequence[Word],
        *,
        in_place: bool,
    ) -> None:
        """A call with a text, in place or not, and what comes of it."""
        to = "src" if in_place else "dst"
        of.api(
            number,
            {**given, "src": text},
            {**written, to: len(text)},
            {"dst": "src"} if in_place else {},
        )
        if text:
            of.hold(to, wanted)

    # ---- without authentication ----

    def _ecb(self) -> Iterator[Run]:
        """Two blocks."""
        for bits, back, in_place in self._ways():
            of = self._begun()
            key, text = of.variable("key", bits // 8), of.variable("text", 2 * BLOCK)
            wanted = modes.ecb(of.words, key, text, back=back)
            context = self._with_key(of, key, bits)
            given: Given = {"cc": context, "blocks": 2}
            self._crypted(of, 1 + back, given, {}, text, wanted, in_place=in_place)
            yield of.run(self._named(bits, back, in_place))

    def _cbc(self) -> Iterator[Run]:
        """Two blocks, and the initial value of a call that goes on."""
        for bits, back, in_place in self._ways():
            of = self._begun()
            key, text = of.variable("key", bits // 8), of.variable("text", 2 * BLOCK)
            iv = of.variable("iv", BLOCK)
            wanted = modes.cbc(of.words, key, iv, text, back=back)
            context = self._with_key(of, key, bits)
            given: Given = {"cc": context, "iv": iv, "blocks": 2}
            written = {"iv": BLOCK}
            self._crypted(of, 1 + back, given, written, text, wanted, in_place=in_place)
            of.hold("iv", (text if back else wanted)[BLOCK:])
            yield of.run(self._named(bits, back, in_place))

    def _ctr(self) -> Iterator[Run]:
        """Two blocks and a part of one, cut in two ways, with counters of both sizes."""
        size = 2 * BLOCK + 3
        state_bytes = 2 * BLOCK + self.cpu.abi.int_bytes
        for number, bits in enumerate(key_sizes(self.function)):
            for fixed in (0, modes.COUNTED):
                for cuts in ((size,), (7, 20, 8))[: 1 if number else 2]:
                    of = self._begun()
                    key, text = of.variable("key", bits // 8), of.variable("text", size)
                    counter = of.variable("counter", BLOCK)
                    # With a whole block at the end, whose words of the rounds then have names.
                    more = text + [of.words.word(0, 8)] * (-size % BLOCK)
                    keys = aes.expanded(of.words, key)
                    wanted = modes.ctr(of.words, keys, counter, more, fixed)
                    context = self._with_key(of, key, bits)
                    of.api(1, {"counter": counter}, {"state": state_bytes})
                    done = 0
                    for part in cuts:
                        given: Given = {"cc": context, "state": of.after["state"], "len": part}
                        written = {"state": state_bytes}
                        self._crypted(
                            of,
                            3 if fixed else 2,
                            given,
                            written,
                            text[done : done + part],
                            wanted[done : done + part],
                            in_place=len(cuts) > 1,
                        )
                        done += part
                    counts = f", {8 * (BLOCK - fixed)} bits that count"
                    what = f"{counts}, {' and '.join(map(str, cuts))} bytes"
                    yield of.run(self._named(bits, False, len(cuts) > 1, what))

    def _xts(self) -> Iterator[Run]:
        """Whole blocks, and a text whose last blocks share their bytes.

        The keys differ in the lowest bit of their first bytes: keys that are the same are refused,
        so that control depends on whether they are.
        """
        for bits, back, in_place in self._ways():
            for size in (
                (2 * BLOCK, 2 * BLOCK + 5) if bits == 128 and in_place else (2 * BLOCK + 5,)
            ):
                of = self._begun()
                key, text = of.variable("key", 2 * bits // 8), of.variable("text", size)
                for at in (0, bits // 8):
                    _, *high = key[at].split(1)
                    key[at] = of.words.word(at == 0, 1).concat(*high)
                tweak = of.variable("tweak", BLOCK)
                keys = key[: bits // 8], key[bits // 8 :]
                wanted = modes.xts(of.words, keys, tweak, text, back=back)
                context = self._with_key(of, key, bits)
                given: Given = {"cc": context, "tweak": tweak, "len": size}
                self._crypted(of, 1 + back, given, {}, text, wanted, in_place=in_place)
                of.returns(0)
                yield of.run(self._named(bits, back, in_place, f", {size} bytes"))

    # ---- with authentication ----

    def _authenticated(
        self,
        name: str,
        of: InterfaceCalls,
        aad: Sequence[Word],
        text: Sequence[Word],
        wanted: tuple[list[Word], list[Word]],
        *,
        first: int,
        back: bool,
        guess: int | None,
    ) -> Run:
        """Data and text behind the last call, each in two calls that cut a block, and the tag.

        first: the number of the call for data; those for the text, the tag and its check follow.
        """
        context, written = of.after["cc"], {"cc": self.context_bytes}
        for part in _halves(aad):
            of.api(first, {"cc": context, "data": part, "len": len(part)}, written)
            of.returns(0)
            context = of.after["cc"]
        for part, right in zip(_halves(text), _halves(wanted[0]), strict=True):
            given: Given = {"cc": context, "len": len(part)}
            self._crypted(of, first + 1 + back, given, written, part, right, in_place=back)
            of.returns(0)
            context = of.after["cc"]
        tagged = first + 3 + back
        tag, size = wanted[1], len(wanted[1])
        last: Given = {"cc": context}
        if "tag_len" in of.calls[tagged].arguments:
            last = {**last, "tag_len": size}
        if back:
            of.api(tagged, {**last, "tag": wrong(of, tag, guess)}, written)
            of.returns(0 if guess is None else WRONG_TAG)
        else:
            of.api(tagged, last, {**written, "tag": size})
            of.hold("tag", tag)
        refused = "" if guess is None else f", bit {guess} of the tag wrong"
        return of.run(f"{name}, {len(aad)} of data, {len(text)} bytes{refused}")

    def _gcm_texts(self) -> Iterator[tuple[int, int, tuple[int, int, bool, int | None]]]:
        """Sizes of the key and of the initial value, in bytes, and one of TEXTS."""
        for number, bits in enumerate(key_sizes(self.function)):
            # How texts are cut, and what tags are refused, has nothing to do with the key.
            for text in TEXTS[number - 1 : number] if number else TEXTS:
                yield bits, 12, text
        yield 128, 20, TEXTS[0]

    def _gcm(self) -> Iterator[Run]:
        for bits, iv_bytes, (aad_bytes, size, back, guess) in self._gcm_texts():
            of = self._begun()
            key, iv = of.variable("key", bits // 8), of.variable("iv", iv_bytes)
            aad, text = of.variable("aad", aad_bytes), of.variable("text", size)
            wanted = modes.gcm(of.words, key, iv, aad, text, back=back)
            context = self._with_key(of, key, bits)
            given: Given = {"cc": context, "iv": iv, "iv_len": iv_bytes}
            of.api(1, given, {"cc": self.context_bytes})
            of.returns(0)
            name = self._named(bits, back, back, f", {iv_bytes} of IV")
            yield self._authenticated(name, of, aad, text, wanted, first=2, back=back, guess=guess)

    def _ascon(self) -> Iterator[Run]:
        for aad_bytes, size, back, guess in TEXTS:
            of = self._begun()
            key, nonce = of.variable("key", BLOCK), of.variable("nonce", BLOCK)
            aad, text = of.variable("aad", aad_bytes), of.variable("text", size)
            wanted = ascon.aead(of.words, key, nonce, aad, text, back=back)
            of.api(0, {"key": key, "nonce": nonce}, {"cc": self.context_bytes})
            name = self._named(128, back, back)
            yield self._authenticated(name, of, aad, text, wanted, first=1, back=back, guess=guess)
