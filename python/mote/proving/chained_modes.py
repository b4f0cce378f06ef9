"""Modes in C in which a block needs the one before: CMAC, CCM and key wrap, for a few lengths.

Under any key, as mote.proving.modes has it of the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from mote.proving import modes as plain
from mote.proving.modes import ModeProof, key_sizes, wrong
from mote.proving.renaming import Renaming
from mote.proving.runs import Run
from mote.proving.sequences import Given, InterfaceCalls
from mote.proving.solve import CONE, implied
from mote.proving.terms import TRUE
from mote.proving.values import SecretBranch
from mote.proving.word import Word
from mote.specifications import modes

MODES = ("cmac", "ccm", "wrap")

Text = tuple[int, int, bool, int | None]
"""One of modes.TEXTS."""

WRONG_TAG_SIZE = -3
"""MOTE_CMAC_WRONG_TAG_SIZE of mote/cmac.h."""


@dataclass(frozen=True)
class Message:
    """A message that is authenticated: its bytes in each call, and how its code is asked for.

    checked: bytes of a code that is checked, None where it is written.  guess: as modes.TEXTS have
    it.
    """

    cuts: tuple[int, ...]
    checked: int | None = None
    guess: int | None = None

    def __str__(self) -> str:
        text = f"{' and '.join(map(str, self.cuts))} bytes"
        if self.checked is not None:
            text += f", {self.checked} of the code checked"
        return text if self.guess is None else f"{text}, bit {self.guess} of it wrong"


COMMON = Message((5, 14))

MESSAGES = (
    (COMMON,),
    # One behind the other with the same context: each computation starts anew.
    (Message((0,)), Message((16,)), Message((1,))),
    (Message((16, 0, 16)),),
    (Message((7,), checked=16), Message((3,))),
    (Message((16,), checked=4),),
    (Message((7,), checked=16, guess=0), Message((3,))),
    (Message((7,), checked=16, guess=127),),
    (Message((7,), checked=4, guess=31),),
    # Refused: nothing is compared.
    (Message((7,), checked=3), Message((3,))),
    (Message((7,), checked=17),),
)
"""Of CMAC, with the smallest key; with the others the first ones alone."""

TEXTS: tuple[Text, ...] = (
    (1, 17, False, None),
    (14, 17, True, None),
    (0, 16, True, None),
    (15, 0, False, None),
    (3, 2, True, 0),
    (3, 2, True, 127),
)
"""Of CCM, as modes.TEXTS have it; with a nonce of 13 bytes and a tag of 16."""

OTHERS = ((7, 4), (12, 10))
"""Bytes of other nonces, and of the tag with each; with a short text, and larger keys."""

SECRETS = (16, 24)
"""Bytes of keys that are wrapped."""


class ChainedProof(ModeProof):
    """The step of such a mode on one CPU; raises MoteError for another one."""

    def _known(self) -> dict[str, Callable[[], Iterator[Run]]]:
        return {"cmac": self._cmac, "ccm": self._ccm, "wrap": self._wrap}

    # ---- CMAC ----

    def _cmac(self) -> Iterator[Run]:
        for number, bits in enumerate(key_sizes(self.function)):
            for messages in MESSAGES[: 1 if number else None]:
                of = self._begun()
                key = of.variable("key", bits // 8)
                texts = [
                    of.variable(f"text {place}", sum(message.cuts))
                    for place, message in enumerate(messages)
                ]
                # Before any call: the specification names the words of its rounds.
                codes = [modes.cmac(of.words, key, text) for text in texts]
                self._with_key(of, key, bits)
                for message, text, code in zip(messages, texts, codes, strict=True):
                    self._coded(of, message, text, code)
                what = "; then ".join(map(str, messages))
                yield of.run(f"a key of {bits} bits, {what}")

    def _coded(
        self, of: InterfaceCalls, message: Message, text: list[Word], code: list[Word]
    ) -> None:
        """A message behind what the context had before."""
        cc, done = {"cc": self.context_bytes}, 0
        for size in message.cuts:
            part = text[done : done + size]
            of.api(1, {"cc": of.after["cc"], "data": part, "len": size}, cc)
            done += size
        if message.checked is None:
            of.api(2, {"cc": of.after["cc"]}, {**cc, "dst": modes.BLOCK})
            of.hold("dst", code)
            return
        size = message.checked
        given = wrong(of, (code + code)[:size], message.guess)
        of.api(3, {"cc": of.after["cc"], "mac": given, "mac_len": size}, cc)
        right = 0 if message.guess is None else plain.WRONG_TAG
        of.returns(right if 4 <= size <= modes.BLOCK else WRONG_TAG_SIZE)

    # ---- CCM ----

    def _ccm_texts(self) -> Iterator[tuple[int, tuple[int, int], Text]]:
        """Sizes of the key, of the nonce and the tag, and a text."""
        for number, bits in enumerate(key_sizes(self.function)):
            if not number:
                for text in TEXTS:
                    yield bits, (13, 16), text
            yield bits, OTHERS[number % 2], (3, 2, bool(number), None)

    def _ccm(self) -> Iterator[Run]:
        for bits, (nonce_bytes, tag_bytes), text_of in self._ccm_texts():
            aad_bytes, size, back, guess = text_of
            of = self._begun()
            key, nonce = of.variable("key", bits // 8), of.variable("nonce", nonce_bytes)
            aad, text = of.variable("aad", aad_bytes), of.variable("text", size)
            wanted = modes.ccm(of.words, key, nonce, aad, text, tag_bytes, back=back)
            given: Given = {"cc": self._with_key(of, key, bits), "nonce": nonce}
            sizes = {"nonce_len": nonce_bytes, "aad_len": aad_bytes, "len": size}
            written = {"cc": self.context_bytes}
            of.api(1, {**given, **sizes, "tag_len": tag_bytes}, written)
            of.returns(0)
            what = f", {nonce_bytes} of nonce, {tag_bytes} of the tag"
            name = self._named(bits, back, back, what)
            yield self._authenticated(name, of, aad, text, wanted, first=2, back=back, guess=guess)

    # ---- key wrap ----

    def _wrap(self) -> Iterator[Run]:
        """All of it with the smallest key."""
        for number, bits in enumerate(key_sizes(self.function)):
            for size in SECRETS[: 1 if number else None]:
                for in_place in (False, True)[: 1 if number else None]:
                    yield self._wrapped(bits, size, in_place=in_place)
                    yield self._unwrapped(bits, size, in_place=in_place, right=True)
            yield self._unwrapped(bits, SECRETS[0], in_place=not number, right=False)

    def _wrapped(self, bits: int, size: int, *, in_place: bool) -> Run:
        of = self._begun()
        key, secret = of.variable("key", bits // 8), of.variable("secret", size)
        wanted = modes.wrapped(of.words, key, secret)
        given: Given = {"cc": self._with_key(of, key, bits), "secret_len": size}
        self._moved(of, 1, given, secret, wanted, in_place=in_place)
        of.returns(0)
        return of.run(self._named(bits, False, in_place, f", {size} bytes"))

    def _unwrapped(self, bits: int, size: int, *, in_place: bool, right: bool) -> Run:
        """Any bytes, which are taken for right, or for wrong.

        What they are decides a branch, which is the one that may depend on them.
        """
        of = self._begun()
        key, data = of.variable("key", bits // 8), of.variable("wrapped", size + modes.HALF)
        first, wanted = modes.unwrapped(of.words, key, data)
        given: Given = {"cc": self._with_key(of, key, bits), "wrapped_len": len(data)}
        self._assume(of, first, right=right)
        if not right:
            wanted = [of.words.word(0, 8)] * size
        self._moved(of, 2, given, data, wanted, in_place=in_place)
        of.returns(0 if right else plain.WRONG_TAG)
        what = f", {len(data)} bytes that are {'right' if right else 'wrong'}"
        return of.run(self._named(bits, True, in_place, what))

    def _assume(self, of: InterfaceCalls, first: Sequence[Word], *, right: bool) -> None:
        """Let branches be decided on whether the first semiblock is the one that it should be.

        It may be any one for that: the solver has 64 variables in its place.
        """
        machine, terms = of.caller.machine, of.caller.terms
        anything, holds = Renaming(terms), TRUE
        for at, (word, byte) in enumerate(zip(first, modes.WRAPPED, strict=True)):
            free = terms.variables(f"unwrapped[{at}]", 8)
            anything.put(word.literals, free)
            for k, bit in enumerate(free):
                holds = terms.conjunction(holds, bit ^ (byte >> k & 1) ^ 1)
        assumption = holds if right else holds ^ 1

        def decide(literal: int) -> bool:
            machine.solver_calls += 1
            (asked,) = anything.bits((literal,))
            found = implied(terms, assumption, asked, 8 * CONE)
            if found is None:
                raise SecretBranch(terms, literal, machine.program_counter)
            return bool(found)

        machine.decide = decide

    def _moved(
        self,
        of: InterfaceCalls,
        number: int,
        given: Given,
        text: Sequence[Word],
        wanted: Sequence[Word],
        *,
        in_place: bool,
    ) -> None:
        """A call whose result has another size than the text, in place or not."""
        if in_place:
            room = {"src": max(len(text), len(wanted))}
            of.api(number, {**given, "src": text}, room, {"dst": "src"})
            of.hold("src", wanted)
        else:
            of.api(number, {**given, "src": text}, {"dst": len(wanted)})
            of.hold("dst", wanted)
